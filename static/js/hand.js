// The hand one chooses from, at the table and in drills: the keys that go through it, and never more cards than go away.
"use strict";

(() => {
  const CARDS = ".own-hand :is(button, input), .pick input, button.choice-card";
  const LINE = ".speaks > p, .speaks summary > span, .run-message p, #prompt"; // says what is asked
  const FIRST = ["[aria-pressed=true]", "[data-first]", "*"]; // which card the points go to: the one that is lifted
  let picks = []; // the ids of the cards that are chosen, the earliest first
  let bringBack = () => {}; // shows again what stood in that line before a card was given back

  const all = (selector) => [...document.querySelectorAll(selector)];
  const sender = () => document.querySelector("[data-back]");
  const most = () => Number(sender().dataset.away ?? sender().dataset.needs);

  function note() {
    const chosen = all(".pick :checked").map((box) => box.id);
    picks = [...picks.filter((id) => chosen.includes(id)), ...chosen.filter((id) => !picks.includes(id))];
  }

  // One card too many takes the place of the earliest, and that is said, until other cards are chosen.
  function giveBack() {
    bringBack();
    bringBack = () => {};
    note();
    if (!sender() || picks.length <= most()) return;
    const card = document.getElementById(picks[0]);
    card.click();
    const told = sender().dataset.back.replace("#", card.getAttribute("aria-label")), line = document.querySelector(LINE);
    const stood = [...(line?.childNodes ?? [])], isAlert = line?.matches("[role=alert]"); // what it said is true no more
    if (!isAlert) document.getElementById("status").textContent = told;
    line?.replaceChildren(told);
    if (line && !isAlert) bringBack = () => line.replaceChildren(...stood);
  }

  // A card that a number has just chosen is not taken back by the Enter that follows.
  function choose(card, isHeld) {
    if (!isHeld) (picks.length < most() && !("numbered" in card.dataset) ? card : sender()).click();
  }

  // Left and right go round the cards, past what has been played, Home and End to the ends; up and down would move a table.
  // Enter chooses a card that is to go away as a space does, until enough is chosen: then they go.
  function walk(event) {
    const { key, target } = event, cards = all(CARDS), at = cards.indexOf(target);
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || !cards.length) return;
    if (!target.closest(".own-hand, .pick, .choice-cards")) return;
    const place = { ArrowLeft: Math.max(at, 0) - 1, ArrowRight: (at + 1) % cards.length, Home: 0, End: -1 }[key];
    if (place !== undefined) cards.at(place).focus();
    else if (key === "Enter" && target.matches("input") && sender()) choose(target, event.repeat);
    else if (!["ArrowUp", "ArrowDown"].includes(key) || !target.closest(".own-hand")) return;
    event.preventDefault();
  }

  // Enter in the box of points leads to the card that takes them along; held, it plays none.
  function toHand(event) {
    const { key, target, repeat } = event, cards = all(".own-hand .play-card:not([aria-disabled])");
    const card = FIRST.map((is) => cards.find((one) => one.matches(is))).find(Boolean);
    const isGiven = target.matches("#act #points:not([form])") && /^\d*$/.test(target.value);
    if (key !== "Enter" || !card || !(isGiven || (repeat && target.matches(".play-card")))) return;
    event.preventDefault();
    if (isGiven) card.focus({ preventScroll: true });
  }

  document.addEventListener("DOMContentLoaded", () => {
    note();
    document.addEventListener("change", giveBack);
    for (const press of [walk, toHand]) document.addEventListener("keydown", press);
    document.addEventListener("focusout", ({ target }) => { delete target.dataset.numbered; });
    document.body.addEventListener("htmx:afterSwap", () => {
      bringBack = () => {}; // the line is another
      note();
    });
  });
})();
