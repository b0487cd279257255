// The sheet that slides up for one tile: what it is, and where it belongs.
import { h } from "./dom.js";
import { isOverruled } from "./handtiles.js";
import { cutting } from "./photo.js";
import { face, FLOWERS, HONOURS, SUITED, tileButton } from "./tiles.js";
import { t, tileName } from "./words.js";

export function openSheet(label, build) {
  const sheet = h("dialog.sheet", { "aria-label": label });
  const close = () => sheet.close();
  sheet.append(h("div.sheetbody", {}, build(close)),
    h("button.close", { type: "button", "aria-label": t("Close"), onclick: close }, "×"));
  sheet.addEventListener("click", (e) => e.target === sheet && close());
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
  return close;
}

// Every tile to choose from.
export function picker(onPick, current) {
  const one = (symbol) => tileButton(symbol, {
    onclick: () => onPick(symbol), "aria-pressed": String(symbol === current), "data-symbol": symbol });
  return h("div.picker", { role: "group", "aria-label": t("All tiles") },
    SUITED.map((row) => h("div.row", {}, row.map(one))),
    h("div.row", {}, HONOURS.map(one)), h("div.row", {}, FLOWERS.map(one)));
}

export function tileSheet(hand, tile, send) {
  openSheet(tileName(tile.symbol), (close) => {
    const act = (...edits) => (close(), send(...edits));
    const pick = (symbol) => act({ kind: "set_tile", facts: { id: tile.id, symbol } });
    return [heading(hand, tile), likely(tile, pick), picker(pick, tile.symbol), places(hand, tile, act)];
  });
}

function heading(hand, tile) {
  const overruled = isOverruled(tile);
  return h("header.sheethead", {},
    cutting(tile, hand.photo), face(tile.symbol, null),
    h("div", {}, h("h2", {}, tileName(tile.symbol)),
      overruled && h("p", {}, t("The picture says %(tile)s; the rules made it %(other)s.",
        { tile: tileName(tile.tile), other: tileName(tile.read_as) })),
      tile.corrected && tile.by && h("p", {}, t("corrected by %(name)s", { name: tile.by }))));
}

function likely(tile, pick) {
  const seen = new Map([[tile.tile, tile.p], ...tile.alternatives]);
  seen.delete(tile.symbol);
  for (const dull of ["?", "_"]) seen.delete(dull);
  if (!seen.size || !tile.quad) return null;
  return h("div.likely", {}, h("h3", {}, t("Rather one of these?")),
    h("div.row", {}, [...seen].slice(0, 5).map(([symbol, p]) => tileButton(symbol, {
      onclick: () => pick(symbol), "data-symbol": symbol, note: p >= 0.005 ? `${Math.round(p * 100)} %` : null }))));
}

function places(hand, tile, act) {
  const button = (text, ...edits) => h("button", { type: "button", onclick: () => act(...edits) }, text);
  const mates = hand.tiles.filter((x) => x.role === tile.role && x.group === tile.group).map((x) => x.id);
  const set = ["meld", "kong"].includes(tile.role);
  const flower = FLOWERS.includes(tile.symbol);
  return h("div.places", {},
    !set && !flower && tile.role !== "winning" && button(t("This tile won"), { kind: "set_winning", facts: { id: tile.id } }),
    tile.role === "winning" && button(t("Not the winning tile"), { kind: "set_winning", facts: { id: null } }),
    set && button(t("Take this set back into the hand"), { kind: "set_group", facts: { ids: mates, role: "concealed" } }),
    tile.role === "meld" && mates.length === 4 &&
      button(t("Concealed kong"), { kind: "set_group", facts: { ids: mates, role: "kong" } }),
    tile.role === "kong" && button(t("Exposed kong"), { kind: "set_group", facts: { ids: mates, role: "meld" } }),
    tile.role === "concealed" && layDown(hand, tile, act),
    tile.role !== "other"
      ? button(t("Remove from the hand"), { kind: "remove_tile", facts: { id: tile.id } })
      : button(t("Put into the hand"), { kind: "place_tile", facts: { id: tile.id, role: "concealed" } }));
}

// Sets that this concealed tile could have been laid down with.
function layDown(hand, tile, act) {
  const free = hand.tiles.filter((x) => x.role === "concealed");
  const options = setsWith(free, tile);
  if (!options.length) return null;
  return h("div.laydown", {}, h("h3", {}, t("Lay down as a set")),
    h("div.row", {}, options.map(({ tiles, role }) => h("button.setbutton", {
      type: "button", "aria-label": `${role === "kong" ? t("Concealed kong") : t("Exposed")}: ${tiles.map((x) => tileName(x.symbol)).join(" ")}`,
      onclick: () => act({ kind: "set_group", facts: { ids: tiles.map((x) => x.id), role } }),
    }, role === "kong" ? [face("_", null), face(tile.symbol, null), face(tile.symbol, null), face("_", null)] : tiles.map((x) => face(x.symbol, null))))));
}

export function setsWith(free, tile) {
  const same = free.filter((x) => x.symbol === tile.symbol && x.id !== tile.id);
  const options = [];
  if (same.length >= 2) options.push({ role: "meld", tiles: [tile, ...same.slice(0, 2)] });
  if (same.length >= 3) for (const role of ["meld", "kong"]) options.push({ role, tiles: [tile, ...same.slice(0, 3)] });
  const [rank, suit] = [Number(tile.symbol[0]), tile.symbol[1]];
  for (const low of suit ? [rank - 2, rank - 1, rank] : []) {
    const tiles = [low, low + 1, low + 2].map((n) => (n === rank ? tile : free.find((x) => x.symbol === `${n}${suit}`)));
    if (tiles.every(Boolean)) options.push({ role: "meld", tiles });
  }
  return options;
}
