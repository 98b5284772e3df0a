// A desk has room for what a phone folds. Where somebody is, nothing is folded.
"use strict";

const desk = matchMedia("(min-width: 62rem)");

function unfold(within) {
  for (const fold of within.querySelectorAll("[data-desk]")) {
    fold.open = desk.matches || fold.contains(document.activeElement);
  }
}

const unfoldOnDesk = (within) => { if (within && desk.matches) unfold(within); };

unfoldOnDesk(document);
desk.addEventListener("change", () => unfold(document));
document.body.addEventListener("htmx:afterSwap", ({ detail }) => unfoldOnDesk(document.getElementById(detail.target.id)));
