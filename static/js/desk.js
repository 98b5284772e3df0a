// A desk has room for what a phone folds. Where somebody is, nothing is folded.
"use strict";

const desk = matchMedia("(min-width: 62rem)");

function unfold() {
  for (const fold of document.querySelectorAll("[data-desk]")) {
    fold.open = desk.matches || fold.contains(document.activeElement);
  }
}

if (desk.matches) unfold();
desk.addEventListener("change", unfold);
