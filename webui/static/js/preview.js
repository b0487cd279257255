// What the camera above the table sees, while somebody looks: one frame is asked for when the last is shown.
import { h } from "./dom.js";
import { t } from "./words.js";

const TRY_AGAIN = 2000; // milliseconds after a failure

export class Preview {
  constructor({ address = "/api/v1/box/preview.jpg", onTrouble = () => {} } = {}) {
    this.image = h("img", { alt: t("What the camera sees"), hidden: true, draggable: "false" });
    this.waiting = h("p.waiting", { role: "status" }, t("Waiting for the camera…"));
    this.view = h("div.view", {}, this.image, this.waiting);
    Object.assign(this, { address, number: -1, on: false, onTrouble, url: null });
    document.addEventListener("visibilitychange", () => this.on && !document.hidden && this.next());
  }

  start() {
    if (this.on) return;
    this.on = true;
    this.next();
  }

  stop() {
    this.on = false;
  }

  async next() {
    if (!this.on || this.busy || document.hidden || (this.seen && !this.view.isConnected)) return;
    this.busy = true;
    try {
      const answer = await fetch(`${this.address}?after=${this.number}`, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error((await answer.json()).error?.message ?? "");
      this.number = Number(answer.headers.get("X-Frame"));
      await this.paint(await answer.blob());
    } catch (error) {
      this.number = -1; // the service was started anew, perhaps
      this.image.hidden = true;
      this.waiting.hidden = false;
      this.waiting.textContent = error.message && !(error instanceof TypeError) ? error.message : t("Waiting for the camera…");
      this.onTrouble();
      await new Promise((done) => setTimeout(done, TRY_AGAIN));
    }
    this.busy = false;
    this.next();
  }

  async paint(blob) {
    const old = this.url;
    this.url = URL.createObjectURL(blob);
    const ready = new Image(); // decoded beforehand, so that the picture never blinks
    ready.src = this.url;
    await ready.decode().catch(() => {});
    this.image.src = this.url;
    if (old) URL.revokeObjectURL(old);
    this.seen = this.seen || this.view.isConnected;
    this.image.hidden = false;
    this.waiting.hidden = true;
  }
}
