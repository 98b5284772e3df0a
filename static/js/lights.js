// Lights the cards that an item of a count is made of.
"use strict";

// The small cards of its line say which they are. Returns whether they are the same cards as those on the felt.
function lightCards(line, cards) {
  const small = [...line.querySelectorAll(":scope > .card-row .card")];
  if (small.length !== cards.length || small.some((card, place) => face(card) !== face(cards[place]))) return false;
  for (const look of ["is-counted", "is-dimmed"])
    cards.forEach((card, place) => card.classList.toggle(look, small[place].classList.contains(look)));
  return true;
}

const face = (card) => card.querySelector("use").getAttribute("href") + card.textContent;
