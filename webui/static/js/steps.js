// One action at a time; what goes wrong is said on the page.
import { Trouble } from "./api.js";

export const steps = (view, render, after = {}) => async (action) => {
  if (view.busy) return;
  Object.assign(view, { busy: true, trouble: "" });
  render();
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    view.trouble = error.message;
  }
  Object.assign(view, { busy: false }, after);
  render();
};
