// A line that says what somebody else did, and goes away.
import { h } from "./dom.js";

export function toast(text) {
  document.querySelector(".toast")?.remove();
  const line = h("div.toast", { role: "status" }, text);
  document.body.append(line);
  setTimeout(() => line.remove(), 5000);
}
