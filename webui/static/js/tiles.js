// Tile pictures from the sprite.
import { h, s } from "./dom.js";
import { tileName } from "./words.js";

const SPRITE = new URL("../tiles.svg", import.meta.url).href;
const FILES = { _: "back", "?": "unread" };

export const SUITED = ["m", "p", "s"].map((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${suit}`));
export const HONOURS = [..."ESWNCFP"];
export const FLOWERS = [..."abcdefgh"];

export function face(symbol, label = tileName(symbol)) {
  const hidden = label === null;
  return s("svg", { class: "tile", viewBox: "0 0 60 80", role: hidden ? null : "img", "aria-label": label,
    "aria-hidden": hidden || null },
    s("use", { href: `${SPRITE}#t-${FILES[symbol] ?? symbol}` }));
}

export function tileButton(symbol, { label, note, onclick, ...props }) {
  return h("button.tilebutton", { type: "button", "aria-label": label ?? tileName(symbol), onclick, ...props },
    face(symbol, null), note && h("span.note", { "aria-hidden": "true" }, note));
}

// Which tiles of the hand a fan is made of: each symbol takes one tile that no other took.
export function idsOf(symbols, tiles) {
  const free = tiles.filter((x) => x.role !== "other");
  return new Set(symbols.map((symbol) => {
    const at = free.findIndex((x) => x.symbol === symbol || (x.symbol === "_" && x.role === "kong"));
    return at < 0 ? null : free.splice(at, 1)[0].id;
  }));
}
