// How the hand was won: what no picture shows, each with what it would change.
import { h } from "./dom.js";
import { lang, signed, t, WIND_SIGN, windName } from "./words.js";

export function situationCard(hand, send, { match = false } = {}) {
  const { situation: now, score } = hand;
  const delta = (key, on) => {
    const total = hand.what_if[key];
    if (on || !score || total === null || total === undefined || total === score.total) return null;
    return h("small.delta", {}, signed(total - score.total));
  };
  const set = (facts) => send({ kind: "set_situation", facts });
  const choice = (key, on, text, facts, extra) => h("button.choice", {
    type: "button", "aria-pressed": String(on), "data-key": `s-${key}`, onclick: () => set(facts) }, extra, h("span", {}, text), delta(key, on));
  const toggle = (name, text, hint) => h("button.toggle", {
    type: "button", "aria-pressed": String(now[name]), "data-key": `s-${name}`, title: hint,
    onclick: () => set({ [name]: !now[name] }) }, h("span", {}, text, h("small.hint", {}, hint)), delta(name, now[name]));
  const winds = (name, title) => h("div.winds", { role: "group", "aria-label": title }, h("span.label", {}, title),
    h("div.choices", {}, [..."ESWN"].map((wind) => choice(`${name}:${wind}`, (now[name] ?? "E") === wind, windName(wind),
      { [name]: wind }, lang === "zh" ? null : h("b", { "aria-hidden": "true" }, WIND_SIGN[wind])))));
  return h("section.card.situation", { "aria-label": t("How it was won") },
    h("h2", {}, t("How it was won")),
    !match && h("div.choices.two", { role: "group" },
      h("button.choice", { type: "button", "aria-pressed": String(!now.self_draw), "data-key": "s-discard", onclick: () => set({ self_draw: false }) },
        h("span", {}, t("By a discard")), now.self_draw && delta("self_draw", false)),
      h("button.choice", { type: "button", "aria-pressed": String(now.self_draw), "data-key": "s-self", onclick: () => set({ self_draw: true }) },
        h("span", {}, t("Self-drawn")), !now.self_draw && delta("self_draw", false))),
    h("div.toggles", {},
      toggle("last_tile", t("Last of its kind"), t("the other three were in sight")),
      toggle("wall_last", t("Last tile of the wall"), now.self_draw ? t("drawn as the last") : t("discarded after it")),
      toggle("kong", now.self_draw ? t("After a kong") : t("Robbing a kong"), now.self_draw ? t("the replacement tile") : t("the tile added to a pung"))),
    !match && [winds("round", t("Round")), winds("seat", t("Seat"))],
    h("div.flowers", { role: "group", "aria-label": t("Flowers") }, h("span.label", {}, t("Flowers")),
      h("button.step", { type: "button", "aria-label": t("One flower less"), "data-key": "s-less", disabled: hand.flowers <= 0,
        onclick: () => set({ flowers: hand.flowers - 1 }) }, "−"),
      h("output", {}, String(hand.flowers)),
      h("button.step", { type: "button", "aria-label": t("One flower more"), "data-key": "s-more", disabled: hand.flowers >= 8,
        onclick: () => set({ flowers: hand.flowers + 1 }) }, "+")));
}
