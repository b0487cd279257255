// Ways to begin a hand: a photograph taken now, one from the album, or the tiles typed or tapped.
import { Trouble } from "./api.js";
import { h } from "./dom.js";
import { openSheet } from "./sheet.js";
import { t, tileName } from "./words.js";

const TYPES = "image/jpeg,image/png,image/webp,image/heic,image/heif,image/*";

// `second`: another way to photograph comes first.
export function photoButtons(onFile, { small = false, second = false } = {}) {
  const input = (text, key, camera) => h("label.button", { class: camera && !second ? "primary" : "" }, h("span", {}, text),
    h("input", { type: "file", accept: TYPES, capture: camera ? "environment" : null, "data-key": key, name: key,
      onchange: (e) => { const [file] = e.target.files; e.target.value = ""; if (file) onFile(file); } }));
  return h("div.photobuttons", { class: small ? "small" : "" },
    input(small ? t("Next photograph") : second ? t("Photograph with this phone") : t("Photograph the hand"), "camera", true),
    input(small ? t("Choose") : t("Choose a photograph"), "album", false));
}

export function progressCard(file) {
  const url = file?.type.startsWith("image/") ? URL.createObjectURL(file) : null;
  const bar = h("progress", { max: "1", value: "0", "aria-label": t("Sending the photograph") });
  const text = h("p.big", { role: "status" }, t("Sending the photograph…"));
  const image = url && h("img", { src: url, alt: "", onload: () => URL.revokeObjectURL(url), onerror: (e) => e.target.remove() });
  const at = (share) => {
    bar.value = share;
    if (share < 1) return;
    bar.removeAttribute("value");
    text.textContent = t("Reading the tiles…");
  };
  return { card: h("section.card.progress", {}, image, text, bar), at };
}

export function troubleCard(trouble, onClose) {
  return h("section.card.trouble", { role: "alert", "data-code": trouble.code },
    h("p.big", {}, trouble.message),
    trouble.facts.change && h("p", {}, whatChanged(trouble.facts)),
    h("div.places", {}, h("button", { type: "button", "data-key": "trouble", onclick: onClose }, trouble.again ? t("Leave it so") : t("All right")),
      trouble.again && h("button.primary", { type: "button", "data-key": "again", onclick: trouble.again }, t("Make my change anyway"))));
}

// What somebody else did to the same thing, as far as a line can tell.
function whatChanged({ by, kind, change }) {
  const facts = { name: by, tile: change.symbol && tileName(change.symbol) };
  if (kind === "set_tile") return t("%(name)s made it %(tile)s.", facts);
  if (kind === "remove_tile") return t("%(name)s took the tile out of the hand.", facts);
  if (kind === "set_winning") return t("%(name)s marked another winning tile.", facts);
  if (kind === "set_people") return t("%(name)s said who won, and off whom.", facts);
  return t("Please look at the hand as it is now.");
}

// `start` makes a hand of the text; what is wrong with it is said beside the field, and nothing typed is lost.
export function typeSheet(start, onHand) {
  openSheet(t("Enter the tiles by hand"), (close) => {
    const field = h("input", { name: "hand", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: "200",
      placeholder: "[123m]{2222s}4566m+6m", "aria-describedby": "notation" });
    const wrong = h("p.wrong", { role: "alert" });
    const go = async (e) => {
      e.preventDefault();
      try {
        const hand = await start(field.value.trim());
        close();
        onHand(hand);
      } catch (error) {
        if (!(error instanceof Trouble)) throw error;
        wrong.textContent = error.message;
        if (error.facts.position !== undefined) field.setSelectionRange(error.facts.position, error.facts.position + 1);
        field.focus();
      }
    };
    return h("form.typed", { onsubmit: go }, h("h2", {}, t("Enter the tiles by hand")),
      h("label", {}, t("The hand in short"), field), wrong,
      h("p.quiet", { id: "notation" }, t("m p s: characters, dots, bamboo. E S W N C F P: winds and dragons. [ ] exposed sets, { } concealed kongs, + the winning tile. Or leave it empty and tap the tiles.")),
      h("button.primary", { type: "submit" }, t("Go on")));
  });
}
