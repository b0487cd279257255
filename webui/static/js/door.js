// Who has not given the PIN of the box sees a field for it.
import { call } from "./api.js";
import { h } from "./dom.js";
import { t } from "./words.js";

// One field for the whole life of a page: drawing it anew would empty it.
export const secret = (key) => h("input", { name: key, inputmode: "numeric", autocomplete: "off", maxlength: "40", "aria-label": t("PIN"), placeholder: t("PIN"), "data-key": key });
const given = secret("pin");

export const isShut = (settings) => !settings.let_in && settings.pin_wanted;

export function door(settings, go, opened) {
  const give = () => go(async () => {
    opened(await call("POST", "/box/pin", { secret: given.value }));
    given.value = "";
  });
  return h("section.card.stack", {}, h("p", {}, settings.pin ? t("This box has a PIN.") : t("A table with a referee's PIN plays: its referee may set up the box.")),
    settings.pin && h("p.quiet", {}, t("Playing does not need it. It was shown when Hule was installed or first started; who has forgotten it runs hule pin --new on the box.")),
    h("form.oneline", { onsubmit: (e) => (e.preventDefault(), give()) }, given, h("button.primary", { type: "submit", "data-key": "give" }, t("Enter"))));
}
