// This machine does not know the time; the phone does.
import { call } from "./api.js";

call("POST", "/box/clock", { now: Date.now() / 1000 }).catch(() => {});
