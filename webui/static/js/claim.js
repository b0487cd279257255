// Blind claim: the winner declares his fans first, then claimed and counted are laid side by side.
import { call } from "./api.js";
import { h, show } from "./dom.js";
import { fanName, number, otherName, t } from "./words.js";

let known = null; // the fans of the rules, asked for once
const chosen = new Map(); // hand → keys picked so far

export function claimCard(hand, options, send, mayAct) {
  if (!mayAct) return h("section.card.claim", {}, h("p.big", { role: "status" }, t("The winner is declaring his fans.")));
  const keys = chosen.get(hand.id) ?? chosen.set(hand.id, new Set()).get(hand.id);
  const list = h("div.fanlist");
  const sum = h("b.claimsum", {});
  const declare = h("button.primary", { type: "button", "data-key": "declare", onclick: () => send({ kind: "set_claim", facts: { fans: [...keys] } }) }, t("Declare"));
  const field = h("input", { type: "search", name: "fan", placeholder: t("Find a fan by name"), "aria-label": t("Find a fan by name"), "data-key": "findfan", oninput: () => draw() });
  const draw = () => {
    const wanted = field.value.trim().toLowerCase();
    const fits = (fan) => !wanted || `${fan.zh} ${fan.en}`.toLowerCase().includes(wanted) || String(fan.points) === wanted;
    show(list, (known ?? []).filter(fits).map((fan) => h("button.choice", { type: "button", "aria-pressed": String(keys.has(fan.key)), "data-key": `claim-${fan.key}`,
      onclick: () => { keys.has(fan.key) ? keys.delete(fan.key) : keys.add(fan.key); draw(); } },
      h("span", {}, fanName(fan)), h("small", {}, number(fan.points)))));
    declare.disabled = !keys.size;
    sum.textContent = t("%(n)s points declared", { n: (known ?? []).filter((f) => keys.has(f.key)).reduce((all, f) => all + f.points, 0) });
  };
  if (known) draw();
  else call("GET", `/fans?rules=${options.rules}`).then((fans) => { known = fans; draw(); });
  return h("section.card.claim", {}, h("h2", {}, t("Declare your fans")), h("p.quiet", {}, t("Then the count is shown beside them.")), field, list,
    h("div.claimend", {}, sum, declare));
}

export function claimReport(report) {
  const line = (mark, kind, fan, text) => h("li", { class: kind }, h("span.mark", { "aria-hidden": "true" }, mark),
    h("span.name", {}, fanName(fan), h("small", {}, otherName(fan) ?? "")), h("b.points", {}, fan.points === undefined ? "" : number(fan.points * (fan.count ?? 1))), text && h("p", {}, text));
  return h("section.card.report", { class: report.reaches_minimum ? "" : "short", "aria-label": t("Declared and counted") },
    h("h2", {}, t("Declared and counted")),
    h("p", {}, report.reaches_minimum ? t("%(n)s points of what was declared stand: enough.", { n: report.points })
      : t("%(n)s points of what was declared stand: fewer than %(min)s.", { n: report.points, min: report.minimum })),
    h("ul", {}, report.stands.map((fan) => line("✓", "stands", fan)),
      report.falls.map((fall) => line("✗", "falls", fall, fall.because.text)),
      report.missed.map((fan) => line("+", "missed", fan, t("not declared")))));
}
