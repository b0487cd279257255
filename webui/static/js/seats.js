// Who sits where: the four seats over the hand, the sheets to sit down, leave and name, and who won off whom.
import { h } from "./dom.js";
import { openSheet } from "./sheet.js";
import { number, t, WIND_SIGN, windName } from "./words.js";

export const playerName = (seat) => seat.name || t("Player %(n)s", { n: seat.chair + 1 });

// Whether a seat's phone follows the table: null without a phone, or while this one knows nothing of others.
const follows = (seat, state, link) => (seat.who && link === "live" ? state.here.includes(seat.who) : null);

export function seatBar(state, me, link, onSeat) {
  const { match } = state;
  return h("ol.seats", { "aria-label": t("Seats") }, state.seats.map((seat) => {
    const wind = match.winds[seat.chair];
    const mine = seat.chair === me?.chair;
    const here = follows(seat, state, link);
    return h("li", {}, h("button.seat", { type: "button", class: [mine ? "mine" : "", wind === "E" ? "dealer" : "", here === false ? "away" : here ? "here" : ""].join(" "),
      "data-key": `seat-${seat.chair}`, onclick: () => onSeat(seat),
      "aria-label": [windName(wind), playerName(seat), mine && t("your seat"), here === false && t("phone away"), t("%(n)s points", { n: match.totals[seat.chair] })].filter(Boolean).join(", ") },
      h("span.wind", { "aria-hidden": "true" }, WIND_SIGN[wind]), here === false && h("span.gone", { "aria-hidden": "true" }, t("away")),
      h("span.who", {}, playerName(seat)),
      h("b.sum", { class: match.totals[seat.chair] < 0 ? "minus" : "" }, number(match.totals[seat.chair]))));
  }));
}

// The first thing a newcomer sees.
export function joinCard(state, me, act) {
  const field = h("input", { name: "name", maxlength: "24", autocomplete: "nickname", value: me.name, "aria-label": t("Your name"), placeholder: t("Your name"), "data-key": "name" });
  return h("section.card.join", {}, h("h2", {}, t("Where do you sit?")), field,
    h("div.joinseats", {}, state.seats.map((seat) => h("button", { type: "button", "data-key": `join-${seat.chair}`, onclick: () => takeSeat(seat, state, field.value.trim(), act) },
      h("b", { "aria-hidden": "true" }, WIND_SIGN[state.match.winds[seat.chair]]),
      h("span", {}, seat.who ? t("Take over from %(name)s", { name: playerName(seat) }) : seat.name || t("%(wind)s seat", { wind: windName(state.match.winds[seat.chair]) }))))),
    h("button.link", { type: "button", "data-key": "watch", onclick: act.watch }, me.referee ? t("I am only the referee") : t("Just watch")));
}

// A seat is taken over with a word when its phone is here: one tap beside the right button moves nobody.
function takeSeat(seat, state, name, act) {
  if (seat.who && state.here.includes(seat.who) && !confirm(t("%(name)s sits here with a phone that is on. Take the seat over?", { name: playerName(seat) }))) return;
  act.sit(seat.chair, name);
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
          seat.chair !== me.chair && button(t("Sit here with this phone"), () => takeSeat(seat, state, seat.name || me.name, act)),
          seat.chair === me.chair && button(t("Leave the seat"), () => act.leave(seat.chair)))],
      !me.may_sit && h("p.quiet", {}, t("You are watching."))];
  });
}

// Who won, and off whom: the only thing that every hand is asked. `open` is the question to show: "won", "off".
export function peopleQuestion({ hand, seats }, open, set) {
  const choice = (key, on, text, press) => h("button.choice", { type: "button", "aria-pressed": String(on), "data-key": key, onclick: press }, text);
  if (open === "won") return h("div.choices", { role: "group", "aria-label": t("Who won?") },
    seats.map((seat) => choice(`won-by-${seat.chair}`, hand.winner === seat.chair, playerName(seat), () => set({ winner: seat.chair }))));
  const others = seats.filter((seat) => seat.chair !== hand.winner);
  return h("div.choices", { role: "group", "aria-label": t("Off whom?") },
    choice("self", hand.situation.self_draw, t("Self-drawn"), () => set({ winner: hand.winner, discarder: null })),
    others.map((seat) => choice(`off-${seat.chair}`, hand.discarder === seat.chair, playerName(seat), () => set({ winner: hand.winner, discarder: seat.chair }))));
}

// What is still open: "won", "off", or null when both are said.
export const openQuestion = (hand) => (hand.winner === null ? "won" : hand.discarder === null && !hand.situation.self_draw ? "off" : null);

export function whoWon({ hand, seats }) {
  const winner = playerName(seats[hand.winner]);
  if (openQuestion(hand)) return t("%(name)s won", { name: winner });
  if (hand.situation.self_draw) return t("%(name)s, self-drawn", { name: winner });
  return t("%(name)s off %(other)s", { name: winner, other: playerName(seats[hand.discarder]) });
}
