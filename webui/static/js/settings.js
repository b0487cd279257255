// The table itself: how it plays, who may do what, its address.
import { h } from "./dom.js";
import { tilesetChoice } from "./tileset-choice.js";
import { t } from "./words.js";

export function settingsTab(state, me, act, address) {
  const { options } = state;
  const toggle = (name, text, hint, allowed = me.may_act) => h("button.toggle", { type: "button", "aria-pressed": String(options[name]), disabled: !allowed, "data-key": `o-${name}`,
    onclick: () => act.options({ [name]: !options[name] }) }, h("span", {}, text, h("small.hint", {}, hint)));
  const name = h("input", { name: "table", maxlength: "40", value: options.name, "aria-label": t("Name of the table"), "data-key": "tablename", disabled: !me.may_act });
  return h("div.stack", {},
    h("section.card.situation", {}, h("h2", {}, t("How this table plays")),
      h("form.oneline", { onsubmit: (e) => (e.preventDefault(), act.options({ name: name.value.trim() })) }, name, h("button", { type: "submit", disabled: !me.may_act }, t("Save"))),
      h("div.toggles", {}, toggle("blind", t("Blind claim"), t("the winner declares before the count is shown"))),
      h("div.winds", { role: "group", "aria-label": t("Who must agree") }, h("span.label", {}, t("Who must agree")), h("div.choices", {}, [1, 2, 3, 4].map((n) =>
        h("button.choice", { type: "button", disabled: !me.may_act, "aria-pressed": String(options.agree === n), "data-key": `agree-${n}`, onclick: () => act.options({ agree: n }) },
          n === 1 ? t("one") : n === 4 ? t("all") : String(n))))),
      tilesetChoice(options, me, act)),
    h("section.card.situation", {}, h("h2", {}, t("Invite others")), h("img.qr", { src: `/t/${state.id}/code.svg`, alt: t("QR code of this table") }),
      h("p.address", {}, address), h("a.button", { href: `/welcome?table=${state.id}` }, t("Show it large"))),
    h("section.card.situation", {}, h("h2", {}, t("Referee")),
      me.referee ? [h("p", {}, t("This phone is the referee's.")), h("div.toggles", {}, toggle("locked", t("Locked"), t("nobody at the table changes anything"), true)),
        h("button", { type: "button", "data-key": "player", onclick: act.player }, t("Stop being the referee"))] : refereeForm(options, act)));
}

function refereeForm(options, act) {
  if (!options.pin) return h("p.quiet", {}, t("This table was opened without a referee's PIN."));
  const field = h("input", { name: "pin", inputmode: "numeric", autocomplete: "off", maxlength: "40", "aria-label": t("PIN"), placeholder: t("PIN"), "data-key": "pin" });
  return h("form.oneline", { onsubmit: (e) => (e.preventDefault(), act.referee(field.value)) }, field, h("button", { type: "submit" }, t("I am the referee")));
}
