// Four totals over the hands, as lines that can be told apart without colour.
import { h, s } from "./dom.js";
import { number, t } from "./words.js";

const WIDTH = 360;
const HEIGHT = 190;
const DASHES = ["", "7 4", "2 4", "10 3 2 3"];

export function chart(rows, names) {
  const series = [0, 1, 2, 3].map((chair) => [0, ...rows.map((row) => row.totals[chair])]);
  const all = series.flat();
  const [low, high] = [Math.min(...all, -10), Math.max(...all, 10)];
  const x = (i) => 34 + (i * (WIDTH - 40)) / rows.length;
  const y = (v) => 8 + ((high - v) * (HEIGHT - 16)) / (high - low);
  const marks = [low, 0, high].filter((v, i, list) => list.indexOf(v) === i);
  return h("figure.chart", {},
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": names.map((name, i) => `${name} ${series[i].at(-1)}`).join(", ") },
      marks.map((v) => [s("line", { class: v === 0 ? "zero" : "grid", x1: 34, x2: WIDTH - 6, y1: y(v), y2: y(v) }),
        s("text", { x: 30, y: y(v) + 4, "text-anchor": "end" }, number(v))]),
      series.map((values, chair) => s("polyline", { class: `line${chair}`, "stroke-dasharray": DASHES[chair], points: values.map((v, i) => `${x(i)},${y(v)}`).join(" ") }))),
    h("figcaption", {}, names.map((name, chair) => h("span", {}, s("svg", { viewBox: "0 0 30 8", width: 30, height: 8, "aria-hidden": "true" },
      s("line", { class: `line${chair}`, x1: 1, x2: 29, y1: 4, y2: 4, "stroke-dasharray": DASHES[chair] })), name))), h("span.quiet", {}, t("points after each hand")));
}
