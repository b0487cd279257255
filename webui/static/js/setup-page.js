// Aim the camera, mark the table, check light and sharpness, try one photograph, save.
import { call } from "./api.js";
import { h, show } from "./dom.js";
import { door, isShut, secret } from "./door.js";
import { Preview } from "./preview.js";
import { steps } from "./steps.js";
import { toast } from "./toast.js";
import { number, t } from "./words.js";

const app = document.getElementById("app");
const tables = JSON.parse(app.dataset.tables);
const WHOLE = [0, 0, 1, 1];
const view = { camera: null, settings: null, look: null, test: null, trouble: "", busy: false };
const frame = h("div.region");
const preview = new Preview({ onTrouble: ask });
preview.view.append(frame);
preview.view.addEventListener("pointerdown", mark);

const go = steps(view, render);

async function ask() {
  view.camera = await call("GET", "/camera").catch(() => view.camera);
  render();
}

const chosen = secret("newpin");

// The box's own PIN: set, changed, or taken away by an empty field.
function lock() {
  const set = () => go(async () => {
    view.settings = await call("PUT", "/box/pin", { secret: chosen.value || null });
    chosen.value = "";
    toast(view.settings.pin ? t("This box has a PIN.") : t("This box has no PIN."));
  });
  return h("section.card.stack", {}, h("h2", {}, t("PIN of the box")), h("p", {}, view.settings.pin ? t("Only who knows the PIN sets up the box, looks through its camera here, teaches it tiles and takes a backup. An empty field takes it away.")
    : t("This box has no PIN: anybody in this network can set it up, look through its camera, teach it tiles and take a backup. Playing never needs the PIN.")),
    h("form.oneline", { onsubmit: (e) => (e.preventDefault(), set()) }, chosen, h("button", { type: "submit", "data-key": "setpin" }, view.settings.pin ? t("Change") : t("Set"))));
}

// Brighter or darker than the camera would choose.
function brightness(settings, button) {
  const step = (key, text, by) => button(key, text, () => save({ exposure: Math.min(2, Math.max(-2, settings.exposure + by)) }));
  return h("div.row", {}, step("darker", t("Darker"), -0.5), h("span", {}, `${settings.exposure > 0 ? "+" : ""}${number(settings.exposure)} EV`), step("brighter", t("Brighter"), 0.5));
}

const save = (facts) => go(async () => {
  view.settings = await call("PATCH", "/box/settings", facts);
  toast(t("Saved."));
});
const turn = () => save({ rotation: (view.settings.rotation + 90) % 360, region: WHOLE });
const check = () => go(async () => { view.look = await call("GET", "/box/look"); });
const test = () => go(async () => { view.test = await call("POST", "/box/test"); });
const backup = () => go(async () => {
  const made = await call("POST", "/box/backup");
  toast(t("Backed up to the stick: %(file)s. You can take it out.", { file: made.file }));
});

// Drag across the picture to mark the table.
function mark(down) {
  down.preventDefault(); // no selecting, no dragging of the picture itself
  const box = preview.image.getBoundingClientRect();
  const at = (e) => [clamp((e.clientX - box.left) / box.width), clamp((e.clientY - box.top) / box.height)];
  const [x, y] = at(down);
  let region = null;
  const move = (e) => {
    const [u, v] = at(e);
    region = [Math.min(x, u), Math.min(y, v), Math.max(x, u), Math.max(y, v)].map((n) => Math.round(n * 1000) / 1000);
    place(region);
  };
  const up = () => {
    removeEventListener("pointermove", move);
    if (region && region[2] - region[0] >= 0.1 && region[3] - region[1] >= 0.1) save({ region });
    else place(view.settings.region);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", up, { once: true });
}

const clamp = (n) => Math.min(1, Math.max(0, n));

function place([left, top, right, bottom]) {
  Object.assign(frame.style, { left: `${left * 100}%`, top: `${top * 100}%`, width: `${(right - left) * 100}%`, height: `${(bottom - top) * 100}%` });
  frame.hidden = left + top === 0 && right + bottom === 2;
}

function gauges() {
  const { look } = view;
  if (!look) return null;
  const one = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return [h("dl.gauges", {}, one(t("Light"), number(Math.round(look.brightness))), one(t("Sharpness"), number(Math.round(look.sharpness))),
    one(t("Glare"), `${number(Math.round(look.glare * 1000) / 10)} %`)),
  look.remarks.length ? look.remarks.map((r) => h("p.bad", {}, r.message)) : h("p", {}, t("Light and sharpness are fine."))];
}

function tested() {
  const { test: found } = view;
  if (!found) return null;
  return [h("p.big", {}, t("%(n)s tiles: %(hand)s", { n: number(found.tiles), hand: found.hand || "–" })), found.warnings.map((w) => h("p.bad", {}, w.message))];
}

function render() {
  const { camera, settings } = view;
  if (!camera || !settings) return;
  if (isShut(settings)) {
    preview.stop();
    show(app, trouble(), door(settings, go, (now) => { view.settings = now; }));
    return;
  }
  place(settings.region);
  const button = (key, text, onclick, kind = "") => h(`button${kind}`, { type: "button", "data-key": key, onclick, disabled: view.busy }, text);
  const about = camera.camera ? `${camera.camera.name} · ${camera.camera.width}×${camera.camera.height}` : "";
  if (camera.state !== "none") preview.start();
  show(app,
    trouble(),
    camera.state === "none"
      ? h("section.card", {}, h("p", {}, t("Hule was started without a camera. Phones can photograph; to use a camera here, start it with --camera auto.")))
      : h("section.card.stack", {}, preview.view, h("p.quiet", {}, about || t("Looking for the camera…")),
        h("p", {}, t("Hang the camera so that the whole hand fits. Drag across the picture to mark the table.")),
        h("div.row", {}, button("turn", t("Turn the picture"), turn), button("whole", t("Use the whole picture"), () => save({ region: WHOLE })))),
    camera.state !== "none" && h("section.card.stack", {}, h("h2", {}, t("Light and sharpness")), gauges(),
      camera.camera?.adjustable && brightness(settings, button), button("check", t("Check"), check)),
    camera.state !== "none" && h("section.card.stack", {}, h("h2", {}, t("Try one photograph")), tested(), button("test", t("Photograph and read"), test, ".primary")),
    h("section.card.stack", {}, h("h2", {}, t("The button on the box")), h("div.row", {}, h("label", {}, t("Its photographs go to"), choice(settings)))),
    h("section.card.stack", {}, h("h2", {}, t("Tile sets")), h("p", {}, t("Teach Hule the tiles of this house from one photograph.")), h("a.button", { href: "/tilesets" }, t("Tile sets"))),
    h("section.card.stack", {}, h("h2", {}, t("Backup")), h("p", {}, t("Plug a USB stick into the Pi, then press.")), button("backup", t("Back up to the USB stick"), backup)),
    lock());
}

const trouble = () => view.trouble && h("section.card.trouble", { role: "alert" }, h("p", {}, view.trouble));

function choice(settings) {
  const select = h("select", { "data-key": "table", onchange: (e) => save({ table: e.target.value || null }) },
    h("option", { value: "" }, t("the newest table")), tables.map(([id, name]) => h("option", { value: id }, name)));
  select.value = tables.some(([id]) => id === settings.table) ? settings.table : "";
  return select;
}

call("GET", "/box/settings").then((settings) => ((view.settings = settings), ask()), (trouble) => show(app, h("p", {}, trouble.message)));
setInterval(() => view.camera?.state !== "ready" && ask(), 4000);
