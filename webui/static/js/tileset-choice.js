// Which taught set lies on the table: a line of its settings.
import { call } from "./api.js";
import { h } from "./dom.js";
import { t } from "./words.js";

let sets = null;

export function tilesetChoice(options, me, act) {
  const select = h("select", { "data-key": "tileset", disabled: !me.may_act, onchange: (e) => act.options({ tileset: e.target.value || null }) });
  const fill = () => {
    select.replaceChildren(h("option", { value: "" }, t("none: as Hule knows tiles")), ...sets.map((x) => h("option", { value: x.id }, x.name)));
    select.value = sets.some((x) => x.id === options.tileset) ? options.tileset : "";
  };
  if (sets) fill();
  call("GET", "/tilesets").then((found) => ((sets = found), fill()), () => {}); // the rest of the settings works without
  return h("div.tileset", {}, h("label", {}, t("Tile set"), select), h("a", { href: "/tilesets" }, t("Teach Hule your own tiles")));
}
