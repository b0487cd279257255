// The words of the page: t("English text", {facts}) gives them in the phone's language.
export const lang = document.documentElement.lang.startsWith("zh") ? "zh" : "en";
if (isSecureContext) navigator.serviceWorker?.register("/sw.js"); // shows the last state when the server is away
// The phone's own habits with numbers and times, where they are of the page's language.
export const locale = navigator.languages.find((one) => one.startsWith(lang)) ?? lang;
const build = document.querySelector("meta[name=build]").content;
const catalogue = await fetch(`/words/${lang}-${build}.json`).then((r) => r.json());

export function t(text, facts = {}) {
  return (catalogue[text] || text).replace(/%\((\w+)\)s/g, (_, name) => facts[name] ?? "");
}

const DIGITS = "一二三四五六七八九";
const SUITS = { m: ["万", "characters"], p: ["饼", "dots"], s: ["条", "bamboo"] };
const HONOURS = {
  E: ["东", "east wind"], S: ["南", "south wind"], W: ["西", "west wind"], N: ["北", "north wind"],
  C: ["中", "red dragon"], F: ["发", "green dragon"], P: ["白", "white dragon"],
  a: ["梅", "plum"], b: ["兰", "orchid"], c: ["竹", "bamboo flower"], d: ["菊", "chrysanthemum"],
  e: ["春", "spring"], f: ["夏", "summer"], g: ["秋", "autumn"], h: ["冬", "winter"],
  _: ["扣着的牌", "a tile face down"], "?": ["未认出的牌", "a tile not read"],
};

// The game's own names of the tiles, the same as the scorer's.
export function tileName(symbol) {
  const zh = lang === "zh";
  if (HONOURS[symbol]) return HONOURS[symbol][zh ? 0 : 1];
  const [digit, suit] = symbol;
  return zh ? DIGITS[digit - 1] + SUITS[suit][0] : `${digit} of ${SUITS[suit][1]}`;
}

// Two characters at most, for the photograph.
export function shortName(symbol) {
  if (lang === "zh" && /^[1-9]/.test(symbol)) return tileName(symbol);
  return lang === "zh" && HONOURS[symbol] && !"_?".includes(symbol) ? HONOURS[symbol][0] : symbol;
}

export const fanName = (fan) => fan[lang] ?? fan.en;
export const otherName = (fan) => fan[lang === "zh" ? "en" : "zh"];
export const WIND_SIGN = { E: "東", S: "南", W: "西", N: "北" };
export const windName = (wind) => ({ E: t("East"), S: t("South"), W: t("West"), N: t("North") })[wind];
export const number = (n) => new Intl.NumberFormat(locale).format(n).replace("-", "−");
export const signed = (n) => (n > 0 ? "+" : n < 0 ? "−" : "±") + number(Math.abs(n));
