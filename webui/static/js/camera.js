// Looking through the table's camera before pressing: what it sees, a frame to fill, one large button.
import { h } from "./dom.js";
import { Preview } from "./preview.js";
import { openSheet } from "./sheet.js";
import { t } from "./words.js";

export function cameraSheet(table, onPress) {
  const preview = new Preview({ address: `/api/v1/tables/${table}/camera.jpg` });
  preview.view.classList.add("finder");
  openSheet(t("The table's camera"), (close) => [h("h2", {}, t("Lay the whole hand inside the frame")), preview.view,
    h("button.primary.shutter", { type: "button", "data-key": "shutter", onclick: () => (close(), onPress()) }, t("Photograph"))]);
  preview.start();
}
