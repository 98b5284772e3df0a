// A desk has room for what a phone folds. Where somebody is, nothing is folded; what they fold or open stays so.
"use strict";

const desk = matchMedia("(min-width: 62rem)");
const chosen = new Map(); // whether it is open, by id: a swap brings another element
const everywhere = new Set([...document.querySelectorAll("[data-desk][open]")].map((fold) => fold.id)); // not folded on a phone

function unfold(within) {
  for (const fold of within.querySelectorAll("[data-desk]")) {
    const isChosen = chosen.get(fold.id);
    if (desk.matches || isChosen !== undefined) fold.open = (isChosen ?? true) || fold.contains(document.activeElement);
  }
}

unfold(document);
desk.addEventListener("change", () => {
  for (const fold of document.querySelectorAll("[data-desk]")) fold.open = everywhere.has(fold.id) || fold.contains(document.activeElement);
  unfold(document);
});
// Not `toggle`, which comes later, when what a phone folds may already be on a desk.
document.addEventListener("click", ({ target }) => {
  const fold = target.closest("summary")?.parentElement;
  if (fold?.id) chosen.set(fold.id, !fold.open);
}, true);
document.body.addEventListener("htmx:afterSwap", ({ detail }) => {
  const come = document.getElementById(detail.target.id);
  if (come) unfold(come);
});
