// A desk has room for what a phone folds.
"use strict";

const desk = matchMedia("(min-width: 62rem)");

function unfold() {
  if (!desk.matches) return;
  for (const fold of document.querySelectorAll("[data-desk]")) fold.open = true;
}

unfold();
desk.addEventListener("change", unfold);
