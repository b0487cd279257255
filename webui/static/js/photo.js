// The photograph with every tile outlined and named.
import { h, s } from "./dom.js";
import { isDoubtful, isOverruled } from "./handtiles.js";
import { lang, shortName, t, tileName } from "./words.js";

const OF_ONE_TILE = new Set(["doubtful", "overruled", "winning_tile_unknown"]);

export function photoCard(hand, { onTile, lit, whole, onWhole }) {
  const { photo } = hand;
  if (!photo) return null;
  if (photo.gone) return h("p.card.quiet", {}, t("The photograph was removed to make room."));
  const boxes = hand.tiles.filter((x) => x.quad);
  const view = whole || !boxes.length ? [0, 0, photo.width, photo.height] : around(boxes, photo);
  const unit = view[2] / 390; // one CSS pixel on a common phone
  return h("figure.photo.card", {},
    s("svg", { viewBox: view.join(" "), role: "group", "aria-label": t("Photograph of the hand") },
      s("image", { href: photo.url, width: photo.width, height: photo.height }),
      boxes.map((tile) => outline(tile, unit, lit, onTile))),
    h("figcaption", {},
      photo.warnings.filter((w) => !OF_ONE_TILE.has(w.code)).map((w) => h("p.warning", {}, w.text)),
      doubts(hand),
      h("button.link", { type: "button", "data-key": "whole", onclick: onWhole },
        whole ? t("Show the tiles large") : t("Show the whole photograph"))));
}

// Remarks on one tile are told by its own mark, and together in one line.
function doubts(hand) {
  const count = hand.tiles.filter((x) => x.role !== "other" && (isDoubtful(x) || isOverruled(x))).length;
  return count > 0 && h("p.warning", {}, count === 1 ? t("One tile is doubtful: check the one marked “?”.") : t("%(n)s tiles are doubtful: check those marked “?”.", { n: count }));
}

function outline(tile, unit, lit, onTile) {
  const edge = upperEdge(tile.quad);
  const size = Math.min(15 * unit, edge.length * 0.46);
  const name = shortName(tile.symbol);
  const wide = size * (0.5 + (lang === "zh" ? 1 : 0.62) * name.length);
  const classes = ["outline", tile.role, tile.corrected ? "corrected" : isDoubtful(tile) || isOverruled(tile) ? "doubtful" : "",
    lit ? (lit.has(tile.id) ? "lit" : "dim") : ""].join(" ");
  const press = () => onTile(tile);
  return s("g", { class: classes, role: "button", tabindex: "0", "data-key": `photo-${tile.id}`,
    "aria-label": tileName(tile.symbol), onclick: press,
    onkeydown: (e) => (e.key === "Enter" || e.key === " ") && (e.preventDefault(), press()) },
    s("polygon", { points: tile.quad.map((p) => p.join(",")).join(" "), "stroke-width": 2.4 * unit }),
    s("g", { transform: `translate(${edge.x} ${edge.y}) rotate(${edge.angle})` },
      s("rect", { x: -wide / 2, y: -size * 1.32, rx: size * 0.25, width: wide, height: size * 1.3 }),
      s("text", { y: -size * 0.32, "font-size": size, "text-anchor": "middle" }, name)));
}

// Names stand along the upper edge of their tile and lean with it, so that a slanting row stays readable.
function upperEdge(quad) {
  const edges = quad.map(([x, y], i) => {
    const [u, v] = quad[(i + 1) % 4];
    return { x: (x + u) / 2, y: (y + v) / 2, length: Math.hypot(u - x, v - y), angle: (Math.atan2(v - y, u - x) * 180) / Math.PI };
  });
  const edge = edges.reduce((best, one) => (one.y < best.y ? one : best));
  const turn = edge.angle > 90 ? -180 : edge.angle < -90 ? 180 : 0;
  return { ...edge, angle: edge.angle + turn };
}

// The part of the photograph that holds the tiles, with air for their names.
function around(boxes, photo) {
  const points = boxes.flatMap((x) => x.quad);
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const air = 0.05 * (Math.max(...xs) - Math.min(...xs));
  const x = Math.max(0, Math.min(...xs) - air);
  const y = Math.max(0, Math.min(...ys) - 1.6 * air);
  const width = Math.min(photo.width, Math.max(...xs) + air) - x;
  const height = Math.min(photo.height, Math.max(...ys) + air) - y;
  const tall = Math.min(photo.height, Math.max(height, width * 0.36)); // a bare strip of tiles looks lost
  return [x, Math.max(0, Math.min(y - (tall - height) / 2, photo.height - tall)), width, tall];
}

// One tile cut out of the photograph, for the sheet that corrects it.
export function cutting(tile, photo) {
  if (!tile.quad || !photo || photo.gone) return null;
  const [xs, ys] = [tile.quad.map((p) => p[0]), tile.quad.map((p) => p[1])];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [w, v] = [Math.max(...xs) - x, Math.max(...ys) - y];
  return s("svg", { class: "cutting", viewBox: [x - w * 0.1, y - v * 0.1, w * 1.2, v * 1.2].join(" "), role: "img",
    "aria-label": t("This tile on the photograph") },
    s("image", { href: photo.url, width: photo.width, height: photo.height }));
}
