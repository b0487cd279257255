// Looking through the table's camera: a picture after the other, a frame to fill, one large button.
import { h } from "./dom.js";
import { openSheet } from "./sheet.js";
import { t } from "./words.js";

const PAUSE = 120; // milliseconds between a picture shown and the next one asked for
const PAUSE_AFTER_FAILURE = 2000;

export function cameraSheet(table, onPress) {
  openSheet(t("The table's camera"), (close) => {
    const trouble = h("p.warning", { role: "status" });
    const image = h("img", { alt: t("What the table's camera sees"), onload: () => (image.classList.add("seen"), trouble.replaceChildren(), next(PAUSE)), onerror: failed });
    const next = (pause) => setTimeout(() => image.isConnected && (image.src = `/api/v1/tables/${table}/camera.jpg?${Date.now()}`), pause);
    async function failed() {
      const answer = await fetch("/api/v1/camera").then((r) => r.json()).catch(() => null);
      trouble.textContent = answer?.problem?.message ?? t("The table does not answer. Is this phone still on its Wi-Fi?");
      next(PAUSE_AFTER_FAILURE);
    }
    next(0);
    return [h("h2", {}, t("Lay the whole hand inside the frame")), h("div.finder", {}, image), trouble,
      h("button.primary.shutter", { type: "button", "data-key": "shutter", onclick: () => (close(), onPress()) }, t("Photograph"))];
  });
}
