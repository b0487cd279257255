// A table of four, all evening: the hand that is being counted, the score sheet, the seats.
import { call, Trouble, upload } from "./api.js";
import { cameraSheet } from "./camera.js";
import { claimCard, claimReport } from "./claim.js";
import { h, show } from "./dom.js";
import { Live } from "./live.js";
import { codeCard, joinCard, peopleCard, playerName, seatBar, seatSheet } from "./seats.js";
import { photoButtons, progressCard, troubleCard, typeSheet } from "./start.js";
import { drawButtons, sheetTab } from "./scoresheet.js";
import { settingsTab } from "./settings.js";
import { toast } from "./toast.js";
import { number, t } from "./words.js";
import { Workbench } from "./workbench.js";

const app = document.getElementById("app");
const id = app.dataset.table;
const path = `/tables/${id}`;
const view = { me: null, tab: "hand", trouble: null, link: "away", watching: false, progress: null, reading: null };
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
  watch: () => ((view.watching = true), render()),
  match: (kind, facts = {}) => go(() => call("POST", `${path}/match`, { kind, facts })),
};

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
  return sendAt(live.state.hand.version, ...edits);
}

// `base` is the version that was on the screen when somebody began to choose.
async function sendAt(base, ...edits) {
  const { hand } = live.state;
  try {
    const after = await call("POST", `/hands/${hand.id}/edits`, { base, edits });
    if (live.state.hand?.id === after.id && live.state.hand.version <= after.version) live.state.hand = after;
    view.trouble = null;
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    if (error.status === 409 && error.facts.change) error.again = () => send(...edits);
    view.trouble = error;
    await live.ask();
  }
  render();
}

const onFile = (file) => photograph(file, () => upload(`/photos?table=${id}`, file, (share) => view.progress?.at(share)));
const onSample = () => photograph(null, () => call("POST", `/photos/sample?table=${id}`));
const onTableCamera = () => photograph(null, () => call("POST", `${path}/camera`));
const onType = () => typeSheet((hand) => go(() => call("POST", "/hands", { hand, table: id })));

async function photograph(file, start) {
  view.progress = progressCard(file);
  render();
  await go(start);
  view.progress = null;
  render();
}

// What others did, said in a line that goes away by itself.
function tell({ what, by, hand }) {
  if (what === "reading") view.reading = by ?? "";
  if (hand !== undefined || what === "unread" || what === "table") view.reading = null;
  const name = by || t("Somebody");
  const said = {
    agree: t("%(name)s agreed the hand.", { name }), undo: t("%(name)s corrected the match.", { name }), void: t("%(name)s corrected the match.", { name }),
    exchange: t("%(name)s corrected the match.", { name }), draw: t("%(name)s entered a drawn hand.", { name }), penalty: t("%(name)s entered a penalty.", { name }),
    unread: t("The photograph of %(name)s could not be read.", { name }),
  }[what];
  if (said && by !== view.me?.name) toast(said);
}

function before(hand) {
  return [view.me.may_act ? peopleCard(live.state, send) : null,
    hand.missing?.code === "claim_first" && claimCard(hand, live.state.options, send, view.me.may_act),
    hand.claimed && claimReport(hand.claimed)];
}

function bar(hand) {
  const ready = hand.score && hand.ready === null;
  return h("div.bar", {}, hand.score && h("output.barsum", {}, h("b", {}, number(hand.score.total)), " ", t("points")),
    h("div.barbuttons", {},
      h("button", { type: "button", "data-key": "drop", onclick: () => act.match("drop") }, t("Put away")),
      h("button.primary", { type: "button", "data-key": "agree", disabled: !ready, onclick: () => act.match("agree", { hand: hand.id, version: hand.version }) },
        hand.agreed_by.length ? t("Agree (%(n)s of %(all)s)", { n: hand.agreed_by.length, all: live.state.options.agree }) : t("Agree"))),
    hand.ready && h("p.barnote", {}, hand.ready.text));
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

function handTab(state) {
  const { me } = view;
  if (view.progress) return view.progress.card;
  if (view.reading !== null) return h("section.card.progress", {}, h("p.big", { role: "status" },
    view.reading ? t("%(name)s sent a photograph. Reading the tiles…", { name: view.reading }) : t("Reading the tiles…")), h("progress", { "aria-label": t("Reading the tiles…") }));
  if (state.hand) {
    bench.lockedOut = !me.may_act;
    bench.set(state.hand);
    return bench.root;
  }
  if (state.match.over) return h("section.card.start", {}, h("h1", {}, t("The match is over.")), h("button.primary", { type: "button", onclick: () => turn("sheet") }, t("See the result")));
  if (!me.may_act) return h("section.card.start", {}, h("h1", {}, t("Nothing on the table yet.")), h("p", {}, t("As soon as a hand is photographed, it appears here.")));
  return h("section.card.start", {}, h("h1", {}, state.match.title),
    h("p", {}, t("When somebody wins, photograph the hand from above.")),
    app.dataset.camera === "true" && h("button.primary.tablecamera", { type: "button", "data-key": "tablecamera", onclick: () => cameraSheet(id, onTableCamera) }, t("Photograph with the table's camera")),
    photoButtons(onFile),
    h("div.also", {}, app.dataset.sample === "true" && h("button", { type: "button", "data-key": "sample", onclick: onSample }, t("Try the sample photograph")),
      h("button", { type: "button", "data-key": "type", onclick: onType }, t("Enter the tiles by hand")),
      drawButtons(state, act)));
}

function turn(tab) {
  view.tab = tab;
  render();
  scrollTo({ top: 0 });
}

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
  const newcomer = me.chair === null && !me.referee && !view.watching;
  const body = { hand: () => handTab(state), sheet: () => sheetTab(state, me, act), settings: () => settingsTab(state, me, act) }[view.tab]();
  show(app,
    h("div.tablehead", {}, h("h1.tablename", {}, state.options.name || t("Table %(id)s", { id })), h("span.link", { role: "status" }, linkText())),
    seatBar(state, me, (seat) => seatSheet(state, seat, me, act)),
    view.trouble && troubleCard(view.trouble, () => ((view.trouble = null), render())),
    newcomer && (me.let_in ? joinCard(state, me, act) : codeCard(act)),
    tabs(), body);
}

function linkText() {
  return { live: t("live"), asking: t("every few seconds"), away: t("not connected") }[view.link];
}

call("GET", `${path}/me`).then((me) => ((view.me = me), render()), (trouble) => show(app, troubleCard(trouble, () => location.assign("/"))));
