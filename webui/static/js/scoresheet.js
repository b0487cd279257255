// The evening on one sheet: hands, running totals, a chart, corrections, the way out.
import { call } from "./api.js";
import { chart } from "./chart.js";
import { h, show } from "./dom.js";
import { strip } from "./handtiles.js";
import { playerName } from "./seats.js";
import { openSheet } from "./sheet.js";
import { sharePicture } from "./picture.js";
import { fanName, locale, number, signed, t, WIND_SIGN, windName } from "./words.js";

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""; // dates follow this phone's clock
let names = null; // the fans of the rules by key, asked for once

async function learnFans(rules, then) {
  names = {};
  names = Object.fromEntries((await call("GET", `/fans?rules=${rules}`)).map((fan) => [fan.key, fan]));
  then();
}

export function sheetTab(state, me, act) {
  const { match, seats } = state;
  if (!names) learnFans(state.options.rules, act.redraw);
  return h("div.stack", {},
    standings(state),
    h("section.card.sheetcard", {}, h("div.scroll", { tabindex: "0", role: "region", "aria-label": t("Score sheet") }, h("table.scores", {},
      h("thead", {}, h("tr", {}, h("th.no", { scope: "col" }, "#"), h("th", { scope: "col" }, t("Winner")), h("th.pts", { scope: "col" }, t("Pts")),
        seats.map((seat) => h("th.who", { scope: "col" }, h("span", {}, playerName(seat)))))),
      h("tbody", {}, match.rows.map((row) => line(state, row, me, act)))))),
    match.rows.length > 1 && h("section.card", {}, h("h2", {}, t("The four totals")), chart(match.rows, seats.map(playerName))),
    overtake(state),
    h("section.card.share", {}, h("h2", {}, t("Keep and share")), h("div.also", {},
      h("button", { type: "button", "data-key": "picture", onclick: () => sharePicture(`/api/v1/tables/${state.id}/sheet.svg?zone=${encodeURIComponent(ZONE)}`, `hule-${state.id}.png`) }, t("Picture")),
      ["xlsx", "csv", "json"].map((kind) => h("a.button", { href: `/api/v1/tables/${state.id}/sheet.${kind}`, download: true }, { xlsx: "Excel", csv: "CSV", json: "JSON" }[kind])),
      h("a.button", { href: `/t/${state.id}/print?zone=${encodeURIComponent(ZONE)}` }, t("Print on one page")))),
    me.may_act && corrections(state, act),
    history(match));
}

function standings(state) {
  const { match, seats } = state;
  if (!match.over) return null;
  return h("section.card.final", {}, h("h2", {}, t("Final result")), h("ol", {}, match.standings.map((place) => h("li", {},
    h("b", {}, `${place.place}. ${playerName(seats[place.chair])}`), h("span", {}, signed(place.total)),
    h("small", {}, t("%(n)s table points", { n: number(place.table_points) }))))));
}

function line(state, row, me, act) {
  const { seats } = state;
  const name = (chair) => playerName(seats[chair]);
  const what = row.kind === "win"
    ? [h("b", {}, name(row.winner)), h("small", {}, row.discarder === null ? t("self-drawn") : t("off %(name)s", { name: name(row.discarder) }))]
    : [h("b", {}, row.what), row.chair !== undefined && row.chair !== null && h("small", {}, name(row.chair))];
  const under = [row.fans.map(fanLine).join(" · "), row.reason].filter(Boolean).join(" — ");
  return [h("tr", { class: [row.kind, row.corrected ? "corrected" : "", under ? "more" : ""].join(" ") },
    h("th", { scope: "row", rowspan: under ? 2 : null }, h("button.rownumber", { type: "button", "data-key": `row-${row.event}`, onclick: () => rowSheet(state, row, me, act), "aria-label": title(row) },
      row.number ? [h("span", { "aria-hidden": "true" }, WIND_SIGN[row.round]), row.number] : "·")),
    h("td.what", {}, what), h("td.num", {}, row.points === null ? "" : number(row.points)),
    row.totals.map((total, chair) => h("td.num", { class: row.deltas[chair] > 0 ? "plus" : row.deltas[chair] < 0 ? "minus" : "" }, number(total),
      row.deltas[chair] !== 0 && h("small", {}, signed(row.deltas[chair]))))),
  under && h("tr.under", {}, h("td", { colspan: 6 }, under))];
}

const fanLine = ([key, points, count]) => `${names[key] ? fanName(names[key]) : key} ${number(points)}${count > 1 ? `×${count}` : ""}`;

const title = (row) => (row.number ? t("Hand %(n)s", { n: row.number }) : row.what);

function rowSheet(state, row, me, act) {
  const shown = act.shown();
  openSheet(title(row), (close) => {
    const place = h("div.stack");
    if (row.hand) call("GET", `/hands/${row.hand}`).then((hand) => show(place, handOf(hand)));
    const reason = reasonField();
    const button = (kind, text) => h("button", { type: "button", "data-key": kind, onclick: () => (close(), act.match(kind, { event: row.event, reason: reason.value.trim(), ...shown })) }, text);
    return [h("h2", {}, `${title(row)} · ${row.number ? windName(row.round) : playerName(state.seats[row.chair])}`),
      told(state, row),
      h("p.quiet", {}, t("entered by %(name)s, %(when)s", { name: row.by || "?", when: time(row.at) })), place,
      row.kind === "timeout" && me.may_act && h("p.quiet", {}, t("A hand cut by time has no result to correct. Undo the last entry instead.")),
      row.kind !== "timeout" && me.may_act && h("div.stack", {}, h("h3", {}, t("Correct it")), reason, h("div.places", {},
        row.kind === "penalty" ? button("pardon", t("Take the penalty back")) : button("reopen", t("Open it again")), row.kind === "win" && button("void", t("It was no win"))))];
  });
}

// What the row says, in full: who won how much off whom, and what everybody paid.
function told({ seats }, row) {
  const how = row.kind !== "win" ? row.what
    : row.discarder === null ? t("%(name)s won %(n)s points, self-drawn", { name: playerName(seats[row.winner]), n: row.points })
      : t("%(name)s won %(n)s points off %(other)s", { name: playerName(seats[row.winner]), n: row.points, other: playerName(seats[row.discarder]) });
  return [h("p.big", {}, how), row.deltas.some(Boolean) && h("ul.paid", {}, seats.map((seat) => h("li", {}, playerName(seat), h("b", {}, signed(row.deltas[seat.chair])))))];
}

function handOf(hand) {
  return [hand.photo && !hand.photo.gone && h("a", { href: `/photos/${hand.photo.id}/full.jpg`, target: "_blank" }, h("img.evidence", { src: hand.photo.url, alt: t("Photograph of the hand"), loading: "lazy" })),
    hand.tiles.length > 0 && strip(hand.tiles, new Set(hand.tiles.map((x) => x.id))),
    hand.score && h("ul.fanlines", {}, hand.score.fans.map((fan) => h("li", {}, fanName(fan), fan.count > 1 ? ` ×${fan.count}` : "", h("b", {}, number(fan.points * fan.count)))))];
}

export const time = (iso) => new Date(iso + "Z").toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });

// For everybody, whom he can pass and with how much.
function overtake({ match, seats }) {
  if (match.over || !match.overtake.length) return null;
  const name = (chair) => playerName(seats[chair]);
  const ways = (row) => h("tr", {}, h("th", { scope: "row" }, name(row.passes), h("small", {}, t("%(n)s ahead", { n: number(row.gap) }))),
    [row.self_draw, row.off_them, row.off_other].map((points) => h("td.num", {}, points === null ? "–" : number(points))));
  const chairs = [...new Set(match.overtake.map((row) => row.chair))];
  return h("details.card", { "data-key": "overtake" }, h("summary", {}, t("What it takes to overtake")),
    h("p.quiet", {}, t("The fewest points of a win in this hand that put a player ahead.")),
    chairs.map((chair) => h("table.ways", {}, h("caption", {}, t("%(name)s passes", { name: name(chair) })),
      h("thead", {}, h("tr", {}, h("td"), [t("self-drawn"), t("off that player"), t("off another")].map((way) => h("th", { scope: "col" }, way)))),
      h("tbody", {}, match.overtake.filter((row) => row.chair === chair).map(ways)))));
}

// Ends of a hand that no photograph shows.
export function drawButtons(state, act) {
  return [h("button", { type: "button", "data-key": "draw", onclick: () => drawSheet(state, act) }, t("Drawn hand")),
    h("button", { type: "button", "data-key": "penalty", onclick: () => penaltySheet(state, act) }, t("Penalty"))];
}

// Asked once more: the button lies where *Agree* lay a moment before.
function drawSheet(state, act) {
  const shown = act.shown();
  openSheet(t("Drawn hand"), (close) => [h("h2", {}, t("Nobody won this hand?")), h("p.quiet", {}, t("Nobody pays, and the next hand begins.")),
    h("button.primary", { type: "button", "data-key": "drawn", onclick: () => (close(), act.match("draw", shown)) }, t("Drawn hand"))]);
}

let usual = null; // the usual penalties, asked for once
const STEPS = /^minor_/; // those that differ only in their number

// `chair` is whom it most likely concerns.
export async function penaltySheet(state, act, chair = null) {
  usual ??= await call("GET", "/penalties");
  const shown = act.shown();
  openSheet(t("Penalty"), (close) => {
    const place = h("div.stack");
    const reason = reasonField();
    const enter = (facts) => (close(), act.match("penalty", { chair, reason: reason.value.trim(), ...facts, ...shown }));
    const named = (one) => h("button.fine", { type: "button", "data-key": `fine-${one.key}`, onclick: () => enter({ preset: one.key }) },
      h("span", {}, one.name), h("b", {}, one.shared ? t("%(n)s to each", { n: one.points }) : one.points ? t("%(n)s to nobody", { n: one.points }) : number(0)));
    const step = (one) => h("button", { type: "button", "data-key": `fine-${one.key}`, "aria-label": one.name, onclick: () => enter({ preset: one.key }) }, number(one.points));
    const draw = () => show(place, h("div.choices", {}, state.seats.map((seat) => h("button.choice", { type: "button", "aria-pressed": String(chair === seat.chair), "data-key": `fined-${seat.chair}`,
      onclick: () => ((chair = seat.chair), draw()) }, playerName(seat)))),
    chair !== null && [reason, h("div.stack", {}, usual.filter((one) => !STEPS.test(one.key)).map(named)),
      h("h3", {}, t("Points lost to nobody")), h("div.choices", {}, usual.filter((one) => STEPS.test(one.key)).map(step)),
      h("h3", {}, t("Another amount")), anyAmount(enter)]);
    draw();
    return [h("h2", {}, t("Whom does it concern?")), place];
  });
}

// What is left to the table: any number of points, to each of the others or lost.
function anyAmount(enter) {
  const field = h("input", { name: "points", type: "number", inputmode: "numeric", min: 1, max: 1000, required: true, "aria-label": t("Points"), placeholder: t("Points"), "data-key": "points" });
  const button = (key, shared, text) => h("button", { type: "button", "data-key": key, onclick: () => field.reportValidity() && enter({ points: field.valueAsNumber, shared }) }, text);
  return h("div.oneline", {}, field, button("each", true, t("to each")), button("nobody", false, t("to nobody")));
}

function corrections(state, act) {
  const { match } = state;
  const ask = (what, kind, shown = act.shown()) => confirm(what) && act.match(kind, shown);
  return h("section.card", {}, h("h2", {}, t("Corrections")), h("div.also", {},
    match.history.length > 1 && h("button", { type: "button", "data-key": "undo", onclick: () => undoSheet(act) }, t("Undo the last entry")),
    h("button", { type: "button", "data-key": "swap", onclick: () => swapSheet(state, act) }, t("Two sat in the wrong seats")),
    h("button", { type: "button", "data-key": "fine", onclick: () => penaltySheet(state, act) }, t("Penalty")),
    !match.over && h("button", { type: "button", "data-key": "timeout", onclick: () => ask(t("Count this hand as cut by time, and end the match?"), "cut") }, t("Hand cut by time")),
    !match.over ? h("button", { type: "button", "data-key": "end", onclick: () => ask(t("End the match here?"), "end") }, t("End the match")) : null));
}

const reasonField = () => h("input", { name: "reason", maxlength: "120", "aria-label": t("Reason"), placeholder: t("Reason"), "data-key": "reason" });

function undoSheet(act) {
  const shown = act.shown();
  const reason = reasonField();
  openSheet(t("Undo the last entry"), (close) => [h("h2", {}, t("Take the last entry back?")), h("p.quiet", {}, t("It stays in the history; a hand comes back on the table.")), reason,
    h("button.primary", { type: "button", "data-key": "undone", onclick: () => (close(), act.match("undo", { reason: reason.value.trim(), ...shown })) }, t("Undo the last entry"))]);
}

function swapSheet(state, act) {
  const [picked, shown] = [[], act.shown()];
  openSheet(t("Two sat in the wrong seats"), (close) => {
    const pick = (chair) => { picked.push(chair); if (picked.length === 2) { close(); if (picked[0] !== picked[1]) act.match("exchange", { one: picked[0], other: picked[1], ...shown }); } };
    return [h("h2", {}, t("Which two change places?")), h("p.quiet", {}, t("Everything is settled anew.")),
      h("div.choices.two", {}, state.seats.map((seat) => h("button.choice", { type: "button", "data-key": `swap-${seat.chair}`, onclick: (e) => (e.currentTarget.setAttribute("aria-pressed", "true"), pick(seat.chair)) }, playerName(seat))))];
  });
}

function history(match) {
  if (!match.history.length) return null;
  return h("details.card", { "data-key": "history" }, h("summary", {}, t("History"), h("span.count", {}, String(match.history.length))),
    match.dates_certain === false && h("p.quiet", {}, t("The times are uncertain: this machine has no clock, and no phone has told it the time yet.")),
    h("ul.history", {}, [...match.history].reverse().map((entry) => h("li", { class: entry.undone ? "undone" : "" },
      h("span", {}, entry.text), h("small", {}, [time(entry.at), entry.by, entry.reason].filter(Boolean).join(" · "))))));
}
