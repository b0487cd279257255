// The table as it stands now, kept up by server-sent events; by asking now and then where those fail.
import { call } from "./api.js";
import { keep, kept, SOON } from "./kept.js";

const ASK_EVERY = 2500; // milliseconds, only while no event stream can be had
const TRY_AGAIN = 20000;
const SILENCE = 10000; // the server says something every three seconds

export class Live {
  constructor(id, { onState, onChange, onLink }) {
    Object.assign(this, { id, onState, onChange, onLink, state: null, source: null, timer: null });
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    addEventListener("online", () => this.wake());
    this.open();
    setTimeout(() => this.recall(), SOON);
    setInterval(() => document.hidden || this.timer || Date.now() - this.heard < SILENCE || this.silent(), SILENCE / 3);
  }

  open() {
    this.close();
    this.heard = Date.now();
    this.source = new EventSource(`/api/v1/tables/${this.id}/events`);
    this.source.addEventListener("open", () => this.link("live"));
    const hear = (kind, use) => this.source.addEventListener(kind, (e) => ((this.heard = Date.now()), use?.(JSON.parse(e.data))));
    hear("table", (state) => (this.onChange({ what: "table" }), this.take(state)));
    hear("change", (change) => this.change(change));
    hear("here", (here) => this.state && this.take({ ...this.state, here }));
    hear("beat");
    this.source.addEventListener("error", () => this.lost());
  }

  // A Wi-Fi can be lost without a word: the connection stays open, and nothing comes.
  silent() {
    this.link("away");
    this.open();
  }

  close() {
    this.source?.close();
    clearInterval(this.timer);
    this.timer = null;
  }

  // A phone that slept: its stream may be dead without knowing.
  wake() {
    if (this.source?.readyState !== EventSource.OPEN) this.open();
    else this.ask();
  }

  lost() {
    this.link("away");
    if (!this.state) this.ask(); // a service worker may know the last state
    if (this.source.readyState !== EventSource.CLOSED || this.timer) return; // else the browser tries again itself
    this.timer = setInterval(() => this.ask(), ASK_EVERY);
    setTimeout(() => this.open(), TRY_AGAIN);
  }

  async ask() {
    const state = await call("GET", `/tables/${this.id}`).catch(() => null);
    if (this.source.readyState !== EventSource.OPEN) this.link(state && !state.kept ? "asking" : "away");
    if (state) this.take(state);
  }

  // No answer and no refusal, as in a dead spot: the last state is better than none.
  async recall() {
    const state = this.state ? null : await kept(`/tables/${this.id}`);
    if (state && !this.state) this.take(state);
  }

  take(state) {
    if (!this.state || state.version >= this.state.version) this.state = state;
    this.remember(); // also what is newer than this answer, which the service worker has just kept
    if (this.state === state) this.onState(state);
  }

  // For the service worker, which does not see what comes through a stream.
  remember() {
    keep(`/tables/${this.id}`, this.state);
  }

  change({ version, what, by, ...parts }) {
    if (!this.state || version <= this.state.version) return;
    if (version > this.state.version + 1) return void this.ask(); // something was missed
    Object.assign(this.state, parts, { version });
    this.remember();
    this.onChange({ what, by, ...parts });
    this.onState(this.state);
  }

  link(how) {
    if (how === "live" && this.source?.readyState === EventSource.OPEN) clearInterval(this.timer);
    this.onLink(how);
  }
}
