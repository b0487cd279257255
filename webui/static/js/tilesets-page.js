// Teach the club's own tiles: the order to lay them in, a photograph, a look at what was assumed, save; and
// what people's corrections taught, to be undone one by one.
import { call, upload } from "./api.js";
import { h, s, show } from "./dom.js";
import { door, isShut } from "./door.js";
import { photoButtons, progressCard } from "./start.js";
import { face } from "./tiles.js";
import { steps } from "./steps.js";
import { toast } from "./toast.js";
import { number, shortName, t, tileName } from "./words.js";

const app = document.getElementById("app");
const order = JSON.parse(app.dataset.order);
const view = { sets: null, settings: null, open: null, rows: "", progress: null, proposal: null, without: new Set(), trouble: "", busy: false };

const go = steps(view, render, { progress: null });

const refresh = async () => { [view.sets, view.settings] = await Promise.all([call("GET", "/tilesets"), call("GET", "/box/settings")]); };
const open = (id) => go(async () => { view.open = id && await call("GET", `/tilesets/${id}`); view.proposal = null; });
const create = (name) => go(async () => {
  const made = await call("POST", "/tilesets", { name });
  await refresh();
  view.open = await call("GET", `/tilesets/${made.id}`);
});
const forget = (set) => confirm(t("Forget the tile set “%(name)s” and all its pictures?", { name: set.name })) && go(async () => {
  await call("DELETE", `/tilesets/${set.id}`);
  view.open = null;
  await refresh();
});
const undo = (example) => go(async () => {
  view.open = await call("PATCH", `/tilesets/${view.open.id}/examples/${example.id}`, { undone: !example.undone });
  await refresh();
});
const look = (file) => go(async () => {
  const card = progressCard(file);
  view.progress = card.card;
  render();
  view.proposal = await upload(`/tilesets/layouts?rows=${view.rows}`, file, card.at);
  view.without = new Set();
});
const save = () => go(async () => {
  await call("POST", `/tilesets/${view.open.id}/layouts`, { token: view.proposal.token, without: [...view.without] });
  view.open = await call("GET", `/tilesets/${view.open.id}`);
  view.proposal = null;
  await refresh();
  toast(t("Learnt. Choose this set in the table's settings."));
});

function orderCard() {
  const rows = order.map(([letter, ...symbols]) => h("li", { "data-row": letter }, symbols.map((x) => face(x))));
  return h("section.card.stack", {}, h("h2", {}, t("The order")),
    h("p", {}, t("Lay the tiles face up in this order, row under row, and photograph them from above. Leave the last row out if the set has no flowers.")),
    h("ol.order", {}, rows));
}

function setsCard() {
  const line = (set) => h("li", {}, h("button.setline", { type: "button", "data-key": `set-${set.id}`, onclick: () => open(set.id) },
    h("b", {}, set.name), h("small", {}, t("%(n)s of 42 tiles", { n: number(set.tiles) }),
      set.corrections > 0 && ` · ${t("%(n)s corrections", { n: number(set.corrections) })}`)));
  const field = h("input", { name: "name", maxlength: "40", autocomplete: "off", required: true, "data-key": "newname" });
  return h("section.card.stack", {}, h("h2", {}, t("Sets")),
    view.sets.length ? h("ul.sets", {}, view.sets.map(line)) : h("p.quiet", {}, t("No set has been taught yet. Hule reads most sets without.")),
    !isShut(view.settings) && h("form.oneline", { onsubmit: (e) => (e.preventDefault(), create(field.value)) },
      h("label", {}, t("Name of a new set"), field), h("button.primary", { type: "submit", "data-key": "newset", disabled: view.busy }, t("New set"))));
}

const CHOICES = () => [["", t("the whole set")], ["m", t("characters")], ["p", t("dots")], ["s", t("bamboo")],
  ["z", t("winds and dragons")], ["f", t("flowers")], ["zf", t("winds, dragons and flowers")]];

function teachCard() {
  const select = h("select", { "data-key": "rows", onchange: (e) => { view.rows = e.target.value; } },
    CHOICES().map(([value, text]) => h("option", { value, selected: value === view.rows }, text)));
  return h("section.card.stack", {}, h("h2", {}, t("Teach from a photograph")),
    h("label", {}, t("The photograph shows"), select),
    view.progress ?? photoButtons(look, { small: true }));
}

function proposalCard() {
  const { proposal: p, without } = view;
  const shown = around(p);
  const unit = shown[2] / 390;
  const flip = (i) => { without.has(i) ? without.delete(i) : without.add(i); render(); };
  return h("section.card.stack.proposal", {}, h("h2", {}, t("Is every name right?")),
    h("p", {}, t("Tap a tile whose name is wrong: it is then left out. If many are wrong, lay them in order and photograph again.")),
    p.turned && h("p.quiet", {}, t("The photograph stood on its head and was turned.")),
    p.remarks.map((r) => h("p.warning", {}, r.message)),
    s("svg", { viewBox: shown.join(" "), role: "group", "aria-label": t("Photograph of the tiles") },
      s("image", { href: p.url, width: p.width, height: p.height }),
      p.tiles.map((tile, i) => laid(tile, i, unit, without.has(i), () => flip(i)))),
    h("div.row", {},
      h("button.primary", { type: "button", "data-key": "learn", disabled: view.busy || without.size === p.tiles.length, onclick: save },
        t("Learn %(n)s tiles", { n: number(p.tiles.length - without.size) })),
      h("button", { type: "button", "data-key": "discard", onclick: () => { view.proposal = null; render(); } }, t("Discard"))));
}

// The part of the photograph that holds the tiles.
function around({ tiles, width, height }) {
  const points = tiles.flatMap((x) => x.quad);
  const [xs, ys] = [points.map((q) => q[0]), points.map((q) => q[1])];
  const air = 0.04 * width;
  const [x, y] = [Math.max(0, Math.min(...xs) - air), Math.max(0, Math.min(...ys) - air)];
  return [x, y, Math.min(width, Math.max(...xs) + air) - x, Math.min(height, Math.max(...ys) + air) - y];
}

function laid(tile, i, unit, out, press) {
  const [x, y] = [0, 1].map((k) => tile.quad.reduce((sum, p) => sum + p[k], 0) / 4);
  const edge = Math.hypot(tile.quad[1][0] - tile.quad[0][0], tile.quad[1][1] - tile.quad[0][1]);
  const size = Math.min(14 * unit, edge * 0.5);
  const name = shortName(tile.tile);
  const wide = size * (0.6 + name.length * 0.8);
  return s("g", { class: `outline ${out ? "out" : tile.seen !== tile.tile ? "doubtful" : ""}`, role: "button", tabindex: "0", "data-key": `laid-${i}`,
    "aria-label": tileName(tile.tile), "aria-pressed": String(!out), onclick: press,
    onkeydown: (e) => (e.key === "Enter" || e.key === " ") && (e.preventDefault(), press()) },
  s("polygon", { points: tile.quad.map((p) => p.join(",")).join(" "), "stroke-width": 2 * unit }),
  s("rect", { x: x - wide / 2, y: y - size * 0.75, rx: size * 0.25, width: wide, height: size * 1.4 }),
  s("text", { x, y: y + size * 0.32, "font-size": size, "text-anchor": "middle" }, out ? "×" : name));
}

function picturesCard(source, title, empty) {
  const found = view.open.pictures.filter((x) => x.source === source);
  const says = (x) => (source === "correction" && x.seen ? t("%(seen)s → %(tile)s", { seen: tileName(x.seen), tile: tileName(x.tile) }) : tileName(x.tile));
  const one = (x) => h("li", { class: x.undone ? "undone" : "", "data-example": x.id },
    h("img", { src: x.url, width: "56", height: "72", alt: t("The tile on the photograph"), loading: "lazy" }),
    h("span", {}, h("b", {}, says(x)), h("small", {}, [x.by, new Date(x.at).toLocaleString()].filter(Boolean).join(" · "), x.undone && ` · ${t("undone")}`)),
    h("button", { type: "button", "data-key": `undo-${x.id}`, disabled: view.busy, onclick: () => undo(x),
      "aria-label": `${x.undone ? t("Use again") : t("Undo")}: ${says(x)}` }, x.undone ? t("Use again") : t("Undo")));
  return h("details.card", { open: source === "correction" && found.length > 0 }, h("summary", {}, `${title} (${number(found.length)})`),
    found.length ? h("ul.examples", { "data-source": source }, found.map(one)) : h("p.quiet", {}, empty));
}

function openSet() {
  const { open: set } = view;
  return [h("section.card.stack", {}, h("h2", {}, set.name),
    h("p", {}, t("%(n)s of 42 tiles", { n: number(set.tiles) })),
    set.missing.length > 0 && set.tiles > 0 && h("p", { class: "missing" }, t("Not learnt yet:"), set.missing.map((x) => face(x))),
    h("div.row", {}, h("button", { type: "button", "data-key": "back", onclick: () => open(null) }, t("All sets")),
      h("button", { type: "button", "data-key": "forget", onclick: () => forget(set) }, t("Forget this set")))),
  view.proposal ? proposalCard() : teachCard(),
  picturesCard("correction", t("Learnt from corrections"), t("When somebody corrects a tile on a photographed hand at a table with this set, its picture appears here.")),
  picturesCard("photo", t("Learnt from photographs"), t("None yet."))];
}

function render() {
  if (!view.sets) return;
  show(app, view.trouble && h("section.card.trouble", { role: "alert" }, h("p", {}, view.trouble)),
    isShut(view.settings) && door(view.settings, go, (now) => { view.settings = now; }),
    view.open ? openSet() : setsCard(), !view.proposal && orderCard());
}

refresh().then(render, (trouble) => show(app, h("section.card.trouble", { role: "alert" }, h("p", {}, trouble.message))));
