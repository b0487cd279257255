// The hand laid out as tile pictures: sets, concealed tiles, the winning tile apart, flowers.
import { h } from "./dom.js";
import { face, tileButton } from "./tiles.js";
import { t, tileName } from "./words.js";

const DOUBT = 0.95;  // as in vision/remarks.py, where it was measured
const ORDER = "mpsESWNCFPabcdefgh?_";
const ROLE_NAMES = () => ({
  meld: t("Exposed"), kong: t("Concealed kong"), concealed: t("Concealed"), winning: t("Winning tile"),
  flower: t("Flowers"), other: t("Not in the hand"),
});

export function groupsOf(tiles) {
  const groups = new Map();
  for (const role of ["meld", "kong", "concealed", "winning", "flower", "other"]) {
    for (const tile of tiles.filter((x) => x.role === role)) {
      const key = role === "meld" || role === "kong" ? `${role}:${tile.group}` : role;
      if (!groups.has(key)) groups.set(key, { key, role, tiles: [] });
      groups.get(key).tiles.push(tile);
    }
  }
  for (const group of groups.values()) if (group.role !== "other") group.tiles.sort(inOrder);
  return [...groups.values()];
}

function inOrder(a, b) {
  const rank = ({ symbol: x }) => ORDER.indexOf(x.at(-1)) * 10 + (Number(x[0]) || 0);
  return rank(a) - rank(b);
}

export function handCard(hand, { onTile, onAdd, lit, locked }) {
  const names = ROLE_NAMES();
  return h("section.card.hand", { "aria-label": t("The hand") },
    h("div.groups", {}, groupsOf(hand.tiles).map((group) =>
      h("div.group", { class: group.role, role: "group", "aria-label": names[group.role] },
        h("span.groupname", { "aria-hidden": "true" }, names[group.role]),
        h("div.tiles", {}, group.tiles.map((tile) => oneTile(tile, names, { onTile, lit, locked })))))),
    !locked && h("button.add", { type: "button", "data-key": "add", onclick: onAdd },
      h("span", { "aria-hidden": "true" }, "+"), t("Add a tile")));
}

// A back in a concealed kong is read as what its open tiles say; it is shown as the back that it is.
export const isBack = (tile) => tile.tile === "_" && !tile.corrected;
export const isOverruled = (tile) => !tile.corrected && !isBack(tile) && tile.tile !== tile.read_as && tile.read_as !== "?";
export const isDoubtful = (tile) => !tile.corrected && tile.p < DOUBT;

function oneTile(tile, names, { onTile, lit, locked }) {
  const [doubtful, overruled] = [isDoubtful(tile), isOverruled(tile)];
  const remarks = [tileName(tile.symbol), names[tile.role], tile.corrected && tile.by && t("corrected by %(name)s", { name: tile.by }),
    doubtful && t("doubtful"), overruled && t("the picture says %(tile)s", { tile: tileName(tile.tile) })];
  return tileButton(isBack(tile) ? "_" : tile.symbol, {
    label: remarks.filter(Boolean).join(", "), "data-key": `tile-${tile.id}`, disabled: locked,
    class: [tile.role === "winning" ? "won" : "", doubtful || overruled ? "doubtful" : "",
      tile.corrected && tile.quad ? "corrected" : "", lit ? (lit.has(tile.id) ? "lit" : "dim") : ""].join(" "),
    onclick: () => onTile(tile),
  });
}

// A small strip without buttons, for a fan's row.
export function strip(tiles, lit) {
  const shown = groupsOf(tiles).filter((g) => g.role !== "other");
  return h("div.strip", { "aria-hidden": "true" }, shown.map((group) =>
    h("span", {}, group.tiles.map((tile) => h("i", { class: lit.has(tile.id) ? "lit" : "dim" }, face(tile.symbol, null))))));
}
