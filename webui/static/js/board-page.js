// The score across the room: four totals, the last hand, who is dealer. Changes by itself.
import { h, show } from "./dom.js";
import { Live } from "./live.js";
import { playerName } from "./seats.js";
import { call } from "./api.js";
import { fanName, number, signed, t, WIND_SIGN } from "./words.js";

const app = document.getElementById("app");
const { table } = app.dataset;
const LOOK_AGAIN = 10000; // milliseconds between two looks for a table, or for a newer one
const followsNewest = !new URLSearchParams(location.search).has("table");
let fans = {};

function render() {
  const { state } = live;
  if (!state) return;
  const { match, seats } = state;
  const player = (seat) => h("section.player", { class: seat.chair === match.dealer ? "dealer" : "" },
    h("p.who", {}, `${WIND_SIGN[match.winds[seat.chair]]} ${playerName(seat)}`), h("p.total", {}, number(match.totals[seat.chair])));
  show(app, h("p.title", {}, [state.options.name, match.title].filter(Boolean).join(" · ")),
    h("div.scores", {}, seats.map(player)), last(match, seats));
}

function last({ rows }, seats) {
  const row = rows.findLast((r) => r.kind === "win");
  if (!row) return h("section.last", {}, h("p", {}, t("No hand yet.")));
  const how = row.discarder === null ? t("self-drawn") : t("off %(name)s", { name: playerName(seats[row.discarder]) });
  return h("section.last", {}, h("p", {}, h("b", {}, `${playerName(seats[row.winner])} ${signed(row.points)}`), ` ${how}`),
    h("p", {}, row.fans.map(([key, points, count]) => `${fans[key] ?? key} ${number(points)}${count > 1 ? ` ×${count}` : ""}`).join(" · ")));
}

async function newest() {
  const listed = await call("GET", "/tables").catch(() => []);
  if (followsNewest && listed[0] && listed[0].id !== table) location.reload();
}

const live = table ? new Live(table, { onState: render, onChange: () => {}, onLink: () => {} }) : null;
if (!table) show(app, h("p.title", {}, t("Scan the code to open a table.")));
else call("GET", "/fans").then((listed) => ((fans = Object.fromEntries(listed.map((fan) => [fan.key, fanName(fan)]))), render()), () => {});
setInterval(newest, LOOK_AGAIN);
