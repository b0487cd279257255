// The hand on the bench: photograph, tiles, questions, result. Shows a hand and sends edits; where the hand
// comes from (this phone alone, or a table of four) is the channel's business.
import { h, show } from "./dom.js";
import { handCard } from "./handtiles.js";
import { photoCard } from "./photo.js";
import { askWinning, missingCard, resultCard } from "./result.js";
import { openSheet, picker, tileSheet } from "./sheet.js";
import { situationCard } from "./situation.js";
import { idsOf } from "./tiles.js";
import { t } from "./words.js";

export class Workbench {
  constructor(root, { send, sendAt, before = () => null, after = () => null, match = false, players = null }) {
    Object.assign(this, { root, send, sendAt, before, after, match, players, hand: null, fan: null, whole: false });
  }

  set(hand) {
    if (hand && this.hand && hand.id === this.hand.id && hand.version < this.hand.version) return;
    if (hand?.id !== this.hand?.id) Object.assign(this, { fan: null, whole: false });
    this.hand = hand;
    this.render();
  }

  render() {
    const { hand } = this;
    const locked = hand.status !== "open";
    const fan = hand.score?.fans.find((f) => f.key === this.fan);
    const lit = fan?.tiles.length ? idsOf(fan.tiles, hand.tiles) : null;
    const onTile = (tile) => locked || tileSheet(hand, tile, (...edits) => this.sendAt(hand, ...edits));
    show(this.root,
      this.before(hand),
      photoCard(hand, { onTile, lit, whole: this.whole, onWhole: () => this.turn({ whole: !this.whole }) }),
      handCard(hand, { onTile, lit, locked, onAdd: () => this.addSheet() }),
      missingCard(hand),
      askWinning(hand, this.send),
      !locked && hand.tiles.length > 0 && situationCard(hand, this.send, { match: this.match }),
      resultCard(hand, { open: this.fan, onFan: (key) => this.turn({ fan: key }), players: this.players }),
      this.after(hand));
  }

  turn(change) {
    Object.assign(this, change);
    this.render();
  }

  // Tiles one after another, until the sheet is closed: fourteen taps make a hand.
  addSheet() {
    const { id } = this.hand;
    let last = this.hand; // should another hand take its place, the tiles are not for that one
    const add = (symbol) => {
      if (this.hand?.id === id) last = this.hand;
      this.sendAt(last, { kind: "add_tile", facts: { symbol } });
    };
    openSheet(t("Add a tile"), () => [
      h("h2", {}, t("Add tiles")), h("p.quiet", {}, t("Tap every tile of the hand, the winning tile last or marked later.")),
      picker(add)]);
  }
}
