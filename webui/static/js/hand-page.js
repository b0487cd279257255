// The first page: from a photograph to its fans, without a table.
import { call, Trouble, upload } from "./api.js";
import { h, show } from "./dom.js";
import { photoButtons, progressCard, troubleCard, typeSheet } from "./start.js";
import { face } from "./tiles.js";
import { number, t } from "./words.js";
import { Workbench } from "./workbench.js";

const app = document.getElementById("app");
const hasSample = JSON.parse(app.dataset.sample);
function send(...edits) {
  return sendAt(bench.hand, ...edits);
}

const bench = new Workbench(h("div.bench"), { send, sendAt, after: bar });
let trouble = null;

async function sendAt(hand, ...edits) {
  try {
    bench.set(await call("POST", `/hands/${hand.id}/edits`, { base: hand.version, edits }));
    if (trouble) page((trouble = null));
  } catch (error) {
    if (error.status === 409) bench.set(await call("GET", `/hands/${hand.id}`));
    if (error.status === 409 && error.facts.change) error.again = () => send(...edits);
    complain(error);
  }
}

function complain(error) {
  if (!(error instanceof Trouble)) throw error;
  trouble = error;
  page();
}

async function read(start) {
  trouble = null;
  try {
    open(await start());
  } catch (error) {
    bench.hand = null;
    complain(error);
  }
}

function open(hand) {
  history.pushState({ hand: hand.id }, "", `/hand/${hand.id}`);
  bench.set(hand);
  page();
  scrollTo({ top: 0 });
}

const onFile = (file) => read(() => {
  const progress = progressCard(file);
  show(app, progress.card);
  return upload("/photos", file, progress.at);
});
const onSample = () => read(() => {
  const progress = progressCard(null);
  show(app, progress.card);
  progress.at(1);
  return call("POST", "/photos/sample");
});
const onType = () => typeSheet((hand) => call("POST", "/hands", { hand }), (hand) => ((trouble = null), open(hand)));

function page() {
  for (const tables of document.querySelectorAll(".tables")) tables.hidden = Boolean(bench.hand);
  const notice = trouble && troubleCard(trouble, () => ((trouble = null), page()));
  if (bench.hand) return show(app, notice, bench.root);
  return show(app, notice, h("section.card.start", {},
    h("div.hero", { "aria-hidden": "true" }, ["1s", "5p", "9m", "E", "F", "P", "a", "C"].map((x) => face(x, null))),
    h("h1", {}, t("What is this hand worth?")),
    h("p", {}, t("Photograph a winning hand from above. Hule reads the tiles, counts the fans and says why.")),
    photoButtons(onFile),
    h("div.also", {}, hasSample && h("button", { type: "button", "data-key": "sample", onclick: onSample }, t("Try the sample photograph")),
      h("button", { type: "button", "data-key": "type", onclick: onType }, t("Enter the tiles by hand")))));
}

function bar(hand) {
  return h("div.bar", {}, hand.score && h("output.barsum", {}, h("b", {}, number(hand.score.total)), " ", t("points")),
    photoButtons(onFile, { small: true }));
}

addEventListener("popstate", start);

async function start() {
  const id = location.pathname.match(/^\/hand\/(\w+)$/)?.[1];
  bench.hand = null;
  if (id) await call("GET", `/hands/${id}`).then((hand) => bench.set(hand), complain);
  page();
}

start();
