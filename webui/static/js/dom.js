// Elements in one call: h("button.primary", {onclick}, "text", child). Strings become text, never markup.
const SVG = "http://www.w3.org/2000/svg";

export function h(what, props, ...children) {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.classList.add(...classes);
  return fill(element, props, children);
}

export function s(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") for (const c of String(value).split(" ").filter(Boolean)) element.classList.add(c);
    else if (name === "vars") for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false));
  return element;
}

// Replace what a container shows. What somebody is in the middle of stays as it was: the focus, a word half typed,
// an opened list; each is known by its data-key. While a word is being composed (pinyin), the change waits.
export function show(container, ...children) {
  if (composing && container.contains(document.activeElement)) return void waiting.set(container, children);
  const keyed = (selector) => [...container.querySelectorAll(`${selector}[data-key]`)];
  const typed = keyed("input").filter((field) => field.type !== "file" && field.value !== field.defaultValue);
  const open = keyed("details").filter((list) => list.open);
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  container.replaceChildren(...children.flat(Infinity).filter(Boolean));
  const again = (old) => old.dataset.key && container.querySelector(`[data-key="${CSS.escape(old.dataset.key)}"]`);
  for (const old of typed.filter(again)) {
    again(old).value = old.value;
    again(old).dispatchEvent(new Event("input"));
  }
  for (const old of open) if (again(old)) again(old).open = true;
  const next = focused && again(focused);
  next?.focus({ preventScroll: true });
  if (typed.includes(focused)) next?.setSelectionRange?.(focused.selectionStart, focused.selectionEnd);
}

let composing = false;
const waiting = new Map(); // container → what it is to show

addEventListener("compositionstart", () => (composing = true));
addEventListener("compositionend", () => {
  composing = false;
  for (const [container, children] of waiting) show(container, ...children);
  waiting.clear();
});
