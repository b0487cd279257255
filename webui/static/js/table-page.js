// A table of four, all evening: the hand that is being counted, the score sheet, the seats.
import { call, Trouble, upload } from "./api.js";
import { cameraSheet } from "./camera.js";
import { claimCard, claimReport } from "./claim.js";
import { h, show } from "./dom.js";
import { kept, SOON } from "./kept.js";
import { Live } from "./live.js";
import { codeCard, joinCard, openQuestion, peopleQuestion, playerName, seatBar, seatSheet, whoWon } from "./seats.js";
import { photoButtons, progressCard, troubleCard, typeSheet } from "./start.js";
import { drawButtons, penaltySheet, sheetTab } from "./scoresheet.js";
import { settingsTab } from "./settings.js";
import { toast } from "./toast.js";
import { number, t } from "./words.js";
import { Workbench } from "./workbench.js";

const app = document.getElementById("app");
const id = app.dataset.table;
const path = `/tables/${id}`;
const TABS = ["hand", "sheet", "settings"];
const tabHere = () => (TABS.includes(location.hash.slice(1)) ? location.hash.slice(1) : "hand");
// `asking`: the question about people that somebody opened again; `busy`: an action is on its way.
const view = { me: null, tab: tabHere(), trouble: null, link: "away", watching: sessionStorage.getItem(`watching-${id}`) !== null, progress: null, reading: null, asking: null, busy: false };
const bench = new Workbench(h("div.bench"), { send, sendAt, match: true, before, after: bar, players });
const live = new Live(id, { onState: render, onChange: tell, onLink: (link) => ((view.link = link), render()) });

const act = {
  sit: (chair, name) => go(() => call("PUT", `${path}/seats/${chair}`, { name, me: true })),
  name: (chair, name) => go(() => call("PUT", `${path}/seats/${chair}`, { name, me: false })),
  leave: (chair) => go(() => call("DELETE", `${path}/seats/${chair}`)),
  code: (secret) => go(() => call("POST", `${path}/code`, { secret })),
  referee: (secret) => go(() => call("POST", `${path}/referee`, { secret })),
  player: () => go(() => call("DELETE", `${path}/referee`)),
  options: (facts) => go(() => call("PATCH", `${path}/options`, facts)),
  watch: () => (sessionStorage.setItem(`watching-${id}`, ""), (view.watching = true), render()),
  match: enter,
  shown: () => shown(),
  redraw: () => render(),
};

// What the match and the table were when somebody began to enter something.
const shown = ({ match, hand } = live.state) => ({ seen: match.history.at(-1).event, lying: hand?.id ?? null });

// One entry into the match. If it was begun on what is no longer so, nothing is entered without asking.
async function enter(kind, facts = {}) {
  if (view.busy) return; // a second tap on the same button
  if (kind === "reopen" && live.state.hand && !confirm(t("Put the hand on the table away?"))) return;
  view.busy = true;
  await go(() => call("POST", `${path}/match`, { kind, facts })).finally(() => (view.busy = false));
  if (!["match_changed", "hand_laid"].includes(view.trouble?.code)) return;
  await live.ask();
  view.trouble.again = () => enter(kind, { ...facts, ...shown() });
  render();
}

async function go(action) {
  view.trouble = null;
  try {
    const answer = await action();
    if (answer?.seats) live.take(answer);
    view.me = await call("GET", `${path}/me`);
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    view.trouble = error;
  }
  render();
}

function send(...edits) {
  return sendAt(live.state.hand, ...edits);
}

// `hand` as it was on the screen when somebody began to choose; by now another may lie there.
async function sendAt(hand, ...edits) {
  try {
    const after = await call("POST", `/hands/${hand.id}/edits`, { base: hand.version, edits });
    if (live.state.hand?.id === after.id && live.state.hand.version <= after.version) live.state.hand = after;
    view.trouble = null;
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    if (error.status === 409 && error.facts.change) error.again = () => sendAt(live.state.hand?.id === hand.id ? live.state.hand : hand, ...edits);
    view.trouble = error;
    await live.ask();
  }
  render();
}

// Where a photograph goes: in place of what this phone shows, so that nobody's hand is swept away unseen.
const here = () => `lying=${live.state.hand?.id ?? ""}`;
const onFile = (file) => photograph(file, () => upload(`/photos?table=${id}&${here()}`, file, (share) => view.progress?.at(share)));
const onSample = () => photograph(null, () => call("POST", `/photos/sample?table=${id}&${here()}`));
const onTableCamera = () => photograph(null, () => call("POST", `${path}/camera?${here()}`));
const onType = () => typeSheet((hand) => call("POST", "/hands", { hand, table: id, lying: live.state.hand?.id ?? "" }), () => turn("hand"));

async function photograph(file, start) {
  view.progress = progressCard(file);
  render();
  await go(start);
  view.progress = null;
  render();
}

// What others did, said in a line that goes away by itself.
function tell({ what, by, hand, photo, edits = [] }) {
  if (what === "reading") view.reading = { by, photo };
  if (hand !== undefined || ["unread", "late"].includes(what) || what === "table") view.reading = null;
  const name = by || t("Somebody");
  const said = {
    agree: t("%(name)s agreed the hand.", { name }), undo: t("%(name)s corrected the match.", { name }), void: t("%(name)s corrected the match.", { name }), pardon: t("%(name)s corrected the match.", { name }),
    exchange: t("%(name)s corrected the match.", { name }), draw: t("%(name)s entered a drawn hand.", { name }), penalty: t("%(name)s entered a penalty.", { name }), drop: t("%(name)s put the hand away.", { name }), bring_back: t("%(name)s brought the hand back.", { name }),
    reopen: t("%(name)s opened an earlier hand again.", { name }), cut: t("%(name)s ended the match.", { name }), end: t("%(name)s ended the match.", { name }),
    edit: edits.includes("set_tile") && t("%(name)s corrected a tile.", { name }),
    unread: t("The photograph of %(name)s could not be read.", { name }),
  }[what];
  if (said && by !== view.me?.name) toast(said);
}

function before(hand) {
  const { me } = view;
  const winner = live.state.seats[hand.winner];
  const mayDeclare = me.may_act && (me.referee || !winner?.who || winner.who === me.who);
  return [hand.corrects !== null && h("p.card.corrects", { role: "status" }, t("This corrects hand %(n)s.", { n: hand.corrects + 1 })),
    hand.missing?.code === "claim_first" && claimCard(hand, live.state.options, send, mayDeclare),
    hand.claimed && claimReport(hand.claimed)];
}

// Under the thumb: what the hand is worth, the one question that no picture answers, and the way into the match.

function bar(hand) {
  const { state } = live;
  const acts = view.me.may_act;
  const question = acts && (view.asking ?? openQuestion(hand));
  const set = (facts) => {
    view.asking = view.asking === "won" ? "off" : null;
    send({ kind: "set_people", facts });
  };
  const ask = () => ((view.asking = view.asking ? null : "won"), render());
  const who = hand.winner === null ? h("span.who", {}, question ? t("Who won?") : "")
    : h("span.who", {}, acts ? h("button.link", { type: "button", "data-key": "who", "aria-label": `${whoWon(state)}: ${t("change")}`, onclick: ask }, whoWon(state), h("span", { "aria-hidden": "true" }, " ✎")) : whoWon(state),
      question === "off" && h("span", {}, t("Off whom?")));
  return h("div.bar", {}, h("div.barhead", {}, hand.score && h("output.barsum", {}, h("b", {}, number(hand.score.total)), " ", t("points")), who,
    acts && h("button", { type: "button", "data-key": "drop", onclick: putAway }, t("Put away"))),
  question ? peopleQuestion(state, question, set) : acts && agreeButton(hand, state),
  !question && acts && hand.ready && h("p.barnote", {}, hand.ready.text),
  !question && acts && hand.ready?.code === "claim_below_minimum" && h("button", { type: "button", "data-key": "declareagain", onclick: () => send({ kind: "set_claim", facts: { fans: null } }) }, t("Declare again")),
  !question && acts && ["below_minimum", "claim_below_minimum"].includes(hand.ready?.code) && h("button", { type: "button", "data-key": "falsewin", onclick: () => penaltySheet(state, act, hand.winner) }, t("Penalty")));
}

function agreeButton(hand, { options, seats }) {
  const all = Math.min(options.agree, Math.max(1, seats.filter((seat) => seat.who).length));
  const mine = hand.agreed_by.includes(view.me.chair);
  return h("button.primary.agree", { type: "button", "data-key": "agree", disabled: !hand.score || hand.ready !== null || mine, onclick: () => act.match("agree", { hand: hand.id, version: hand.version }) },
    mine ? t("Agreed (%(n)s of %(all)s)", { n: hand.agreed_by.length, all }) : hand.agreed_by.length ? t("Agree (%(n)s of %(all)s)", { n: hand.agreed_by.length, all }) : t("Agree"));
}

function putAway() {
  const { hand } = live.state;
  if (hand.version === 0 || confirm(t("Put the hand on the table away?"))) act.match("drop", shown());
}

// Who pays, by name.
function players(pay) {
  const { hand, seats } = live.state;
  if (hand.winner === null) return null;
  const amount = (chair) => {
    if (chair === hand.winner) return pay.winner;
    if (hand.situation.self_draw) return -pay.each;
    if (hand.discarder === null) return null;
    return -(chair === hand.discarder ? pay.discarder : pay.others);
  };
  return seats.map((seat) => [playerName(seat), amount(seat.chair)])
    .map(([name, sum]) => [name, sum === null ? "?" : (sum > 0 ? "+" : "−") + number(Math.abs(sum))]);
}

// Somebody else's photograph, while its tiles are being read.
function readingCard({ by, photo }) {
  return h("section.card.progress", {}, photo && h("img", { src: photo, alt: t("Photograph of the hand") }),
    h("p.big", { role: "status" }, by ? t("%(name)s sent a photograph. Reading the tiles…", { name: by }) : t("Reading the tiles…")),
    h("progress", { "aria-label": t("Reading the tiles…") }));
}

function handTab(state) {
  const { me } = view;
  if (view.progress) return view.progress.card;
  if (view.reading) return readingCard(view.reading);
  if (state.hand) {
    if (state.hand.id !== bench.hand?.id) view.asking = null;
    bench.lockedOut = !me.may_act;
    bench.set(state.hand);
    return bench.root;
  }
  if (state.match.over) return h("section.card.start", {}, h("h1", {}, t("The match is over.")), h("button.primary", { type: "button", onclick: () => turn("sheet") }, t("See the result")));
  if (!me.may_act) return h("section.card.start", {}, h("h1", {}, t("Nothing on the table yet.")), h("p", {}, t("As soon as a hand is photographed, it appears here.")));
  return h("section.card.start", {}, h("h1.handname", {}, state.match.title),
    h("p", {}, t("When somebody wins, photograph the hand from above.")),
    app.dataset.camera === "true" && h("div.stack", {},
      h("button.primary.tablecamera", { type: "button", "data-key": "tablecamera", onclick: onTableCamera }, t("Photograph with the table's camera")),
      h("button", { type: "button", "data-key": "lookfirst", onclick: () => cameraSheet(id, onTableCamera) }, t("Look through it first"))),
    photoButtons(onFile, { second: app.dataset.camera === "true" }),
    h("div.also", {}, app.dataset.sample === "true" && h("button", { type: "button", "data-key": "sample", onclick: onSample }, t("Try the sample photograph")),
      h("button", { type: "button", "data-key": "type", onclick: onType }, t("Enter the tiles by hand")),
      state.put_away && h("button", { type: "button", "data-key": "bringback", onclick: () => act.match("bring_back", shown()) }, t("Bring back the hand put away")),
      drawButtons(state, act)));
}

// Tabs are places: the back button leads from the score sheet to the hand, and a reload stays where it was.
function turn(tab) {
  if (tab !== tabHere()) history.pushState(null, "", `#${tab}`);
  view.tab = tab;
  render();
  scrollTo({ top: 0 });
}

addEventListener("popstate", () => ((view.tab = tabHere()), render()));
addEventListener("unhandledrejection", (e) => e.reason instanceof Trouble && (e.preventDefault(), toast(e.reason.message)));

function tabs() {
  const one = (key, text) => h("button", { type: "button", role: "tab", "aria-selected": String(view.tab === key), "data-key": `tab-${key}`, onclick: () => turn(key) }, text);
  return h("div.tabs", { role: "tablist" }, one("hand", t("Hand")), one("sheet", t("Score sheet")), one("settings", t("Table")));
}

function render() {
  const { state } = live;
  document.body.dataset.link = view.link;
  if (!state || !view.me) return;
  const { me } = view;
  me.chair = state.seats.find((seat) => seat.who === me.who)?.chair ?? null;
  me.may_act = me.referee || (me.chair !== null && me.let_in && !state.options.locked);
  me.may_sit = me.referee || (me.let_in && !state.options.locked);
  const newcomer = me.chair === null && !view.watching;
  const body = { hand: () => handTab(state), sheet: () => sheetTab(state, me, act), settings: () => settingsTab(state, me, act, app.dataset.address) }[view.tab]();
  show(app,
    h("div.tablehead", {}, h("h1.tablename", {}, state.options.name || t("Table %(id)s", { id })), h("span.link", { role: "status" }, linkText(state))),
    seatBar(state, me, view.link, (seat) => seatSheet(state, seat, me, act)),
    view.trouble && troubleCard(view.trouble, () => ((view.trouble = null), render())),
    newcomer && (me.let_in ? joinCard(state, me, act) : codeCard(act)),
    tabs(), body);
}

function linkText({ here }) {
  if (view.link === "live" && here.length > 1) return t("live · %(n)s phones", { n: here.length });
  return { live: t("live"), asking: t("every few seconds"), away: t("not connected") }[view.link];
}

call("GET", `${path}/me`).then((me) => ((view.me = me), render()), (trouble) => view.me || show(app, troubleCard(trouble, () => location.assign("/"))));
setTimeout(() => view.me || kept(`${path}/me`).then((me) => me && ((view.me ??= me), render())), SOON);
