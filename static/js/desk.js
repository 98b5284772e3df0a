// A desk has room for what a phone folds. Where somebody is, nothing is folded; what they fold stays so.
"use strict";

const desk = matchMedia("(min-width: 62rem)");
const folded = new Set(); // by id: a swap brings another element

function unfold(within) {
  for (const fold of within.querySelectorAll("[data-desk]")) {
    fold.open = desk.matches && !folded.has(fold.id) || fold.contains(document.activeElement);
  }
}

const unfoldOnDesk = (within) => { if (within && desk.matches) unfold(within); };

unfoldOnDesk(document);
desk.addEventListener("change", () => unfold(document));
// Not `toggle`, which comes later, when what a phone folds may already be on a desk.
document.addEventListener("click", ({ target }) => {
  const fold = target.closest("summary")?.parentElement;
  if (desk.matches && fold?.id) folded[fold.open ? "add" : "delete"](fold.id);
}, true);
document.body.addEventListener("htmx:afterSwap", ({ detail }) => unfoldOnDesk(document.getElementById(detail.target.id)));
