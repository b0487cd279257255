// Who sits where: the four seats over the hand, and the sheets to sit down, leave and name.
import { h } from "./dom.js";
import { openSheet } from "./sheet.js";
import { number, t, WIND_SIGN, windName } from "./words.js";

export const playerName = (seat) => seat.name || t("Player %(n)s", { n: seat.chair + 1 });

export function seatBar(state, me, onSeat) {
  const { match } = state;
  return h("ol.seats", { "aria-label": t("Seats") }, state.seats.map((seat) => {
    const wind = match.winds[seat.chair];
    const mine = seat.chair === me?.chair;
    return h("li", {}, h("button.seat", { type: "button", class: [mine ? "mine" : "", wind === "E" ? "dealer" : ""].join(" "),
      "data-key": `seat-${seat.chair}`, onclick: () => onSeat(seat),
      "aria-label": [windName(wind), playerName(seat), mine && t("your seat"), t("%(n)s points", { n: match.totals[seat.chair] })].filter(Boolean).join(", ") },
      h("span.wind", { "aria-hidden": "true" }, WIND_SIGN[wind]),
      h("span.who", {}, playerName(seat)),
      h("b.sum", { class: match.totals[seat.chair] < 0 ? "minus" : "" }, number(match.totals[seat.chair]))));
  }));
}

// The first thing a newcomer sees.
export function joinCard(state, me, act) {
  const field = h("input", { name: "name", maxlength: "24", autocomplete: "nickname", value: me.name, "aria-label": t("Your name"), placeholder: t("Your name"), "data-key": "name" });
  return h("section.card.join", {}, h("h2", {}, t("Where do you sit?")), field,
    h("div.joinseats", {}, state.seats.map((seat) => h("button", { type: "button", "data-key": `join-${seat.chair}`, onclick: () => act.sit(seat.chair, field.value.trim()) },
      h("b", { "aria-hidden": "true" }, WIND_SIGN[state.match.winds[seat.chair]]),
      h("span", {}, seat.who ? t("Take over from %(name)s", { name: playerName(seat) }) : seat.name || windName(state.match.winds[seat.chair]))))),
    h("button.link", { type: "button", "data-key": "watch", onclick: act.watch }, t("Just watch")));
}

export function codeCard(act) {
  const field = h("input", { name: "code", maxlength: "40", autocomplete: "off", "aria-label": t("Code of the table"), placeholder: t("Code of the table"), "data-key": "code" });
  return h("form.card.join", { onsubmit: (e) => (e.preventDefault(), act.code(field.value)) },
    h("h2", {}, t("This table has a code")), field, h("button.primary", { type: "submit" }, t("Enter")),
    h("button.link", { type: "button", onclick: act.watch }, t("Just watch")));
}

export function seatSheet(state, seat, me, act) {
  openSheet(playerName(seat), (close) => {
    const field = h("input", { name: "name", maxlength: "24", value: seat.name, "aria-label": t("Name of the player") });
    const button = (text, what, primary) => h("button", { type: "button", class: primary ? "primary" : "", onclick: () => (close(), what()) }, text);
    return [h("h2", {}, `${windName(state.match.winds[seat.chair])} · ${playerName(seat)}`),
      me.may_sit && [h("label.quiet", {}, t("Name of the player")), field,
        h("div.places", {}, button(t("Save the name"), () => act.name(seat.chair, field.value.trim()), true),
          seat.chair !== me.chair && button(t("Sit here with this phone"), () => act.sit(seat.chair, seat.name || me.name)),
          seat.chair === me.chair && button(t("Leave the seat"), () => act.leave(seat.chair)))],
      !me.may_sit && h("p.quiet", {}, t("You are watching."))];
  });
}

// Who won, and off whom.
export function peopleCard(state, send) {
  const { hand, seats } = state;
  const set = (facts) => send({ kind: "set_people", facts });
  const choice = (key, on, text, facts) => h("button.choice", { type: "button", "aria-pressed": String(on), "data-key": key, onclick: () => set(facts) }, text);
  const others = seats.filter((seat) => seat.chair !== hand.winner);
  return h("section.card.people", {}, h("h2", {}, t("Who won?")),
    h("div.choices", { role: "group", "aria-label": t("Who won?") }, seats.map((seat) => choice(`won-by-${seat.chair}`, hand.winner === seat.chair, playerName(seat), { winner: seat.chair }))),
    hand.winner !== null && [h("h2", {}, t("Off whom?")),
      h("div.choices", { role: "group", "aria-label": t("Off whom?") },
        choice("self", hand.situation.self_draw, t("Self-drawn"), { winner: hand.winner, discarder: null }),
        others.map((seat) => choice(`off-${seat.chair}`, hand.discarder === seat.chair, playerName(seat), { winner: hand.winner, discarder: seat.chair })))]);
}
