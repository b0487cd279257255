// What the hand is worth and why: the total, its fans, what does not count, who pays.
import { h } from "./dom.js";
import { strip } from "./handtiles.js";
import { face, idsOf } from "./tiles.js";
import { fanName, number, otherName, t, tileName } from "./words.js";

export function resultCard(hand, { open, onFan, players }) {
  if (hand.score) return [total(hand), fans(hand, open, onFan), notCounted(hand), payments(hand, players)];
  return null;
}

function total(hand) {
  const { score } = hand;
  const short = t("%(points)s of the %(minimum)s points needed, flowers aside: it may not be declared.",
    { points: score.points_without_flowers, minimum: score.minimum });
  return h("section.card.total", { class: score.can_win ? "good" : "short", "aria-live": "polite" },
    h("p.sum", {}, h("b", {}, number(score.total)), h("span", {}, t("points"))),
    h("p", {}, score.can_win ? t("The hand may be declared.") : short));
}

function fans(hand, open, onFan) {
  return h("section.card.fans", { "aria-label": t("Fans") }, h("h2", {}, t("Fans")),
    h("ul", {}, hand.score.fans.map((fan) => {
      const on = open === fan.key;
      return h("li", { class: on ? "open" : "" },
        h("button.fan", { type: "button", "aria-expanded": String(on), "data-key": `fan-${fan.key}`, onclick: () => onFan(on ? null : fan.key) },
          h("span.name", {}, fanName(fan), fan.count > 1 && h("em", {}, ` ×${fan.count}`), h("small", {}, otherName(fan))),
          h("b.points", {}, number(fan.points * fan.count))),
        on && h("div.why", {}, fan.tiles.length > 0 && strip(hand.tiles, idsOf(fan.tiles, hand.tiles)), h("p", {}, fan.rule)));
    })));
}

function notCounted(hand) {
  const list = hand.score.not_counted;
  if (!list.length) return null;
  return h("details.card.not", { "data-key": "not" },
    h("summary", {}, t("What does not count, and why"), h("span.count", {}, String(list.length))),
    h("ul", {}, list.map((fan) => h("li", {},
      h("span.name", {}, h("s", {}, fanName(fan)), h("small", {}, otherName(fan))), h("b.points", {}, number(fan.points)),
      h("p", {}, fan.because.text)))));
}

function payments(hand, players) {
  const way = hand.situation.self_draw ? "self_draw" : "discard";
  const pay = hand.score.payments[way];
  const rows = players ? players(pay) : plain(way, pay);
  if (!hand.score.can_win || !rows) return null;
  return h("section.card.pay", { "aria-label": t("Who pays") }, h("h2", {}, t("Who pays")),
    h("dl", {}, rows.map(([who, what]) => h("div", {}, h("dt", {}, who), h("dd", {}, what)))));
}

const PAYERS = () => ({ discarder: t("The discarder"), each: t("Each of the three"),
  others: t("Each of the others"), winner: t("The winner gets") });

function plain(way, pay) {
  const names = PAYERS();
  return Object.entries(pay).map(([who, what]) => [names[who] ?? who, number(what)]);
}

// Nobody said which tile won: the range, and a tile to tap for each total.
export function askWinning(hand, send) {
  const { range } = hand;
  if (hand.missing?.code !== "winning_tile_unknown") return null;
  const tap = (id) => send({ kind: "set_winning", facts: { id } });
  if (!range) return h("section.card.ask", {}, h("h2", {}, t("This is not a winning hand, whichever tile came last.")),
    h("p", {}, t("Check the tiles, and what lies exposed.")));
  const { best, worst } = range;
  return h("section.card.ask", { "aria-live": "polite" },
    h("h2", {}, t("Which tile won?")),
    h("p", {}, best.total === worst.total
      ? t("%(best)s points either way.", { best: best.total })
      : t("%(worst)s to %(best)s points, depending on it.", { worst: worst.total, best: best.total })),
    h("div.candidates", {}, range.choices.map(({ tile, id, total: sum }) => h("button.candidate", {
      type: "button", "data-key": `won-${tile}`, "aria-label": t("%(tile)s: %(total)s points", { tile: tileName(tile), total: sum }), onclick: () => tap(id) },
      face(tile, null), h("b", {}, number(sum))))));
}

export function missingCard(hand) {
  const { missing } = hand;
  if (!missing || missing.code === "winning_tile_unknown") return null;
  return h("section.card.ask", { role: "status" }, h("h2", {}, missing.text),
    missing.code === "not_a_winning_hand" && h("p", {}, t("Check the tiles, and what lies exposed.")));
}
