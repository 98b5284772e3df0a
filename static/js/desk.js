// A desk has room for what a phone folds.
"use strict";

if (matchMedia("(min-width: 62rem)").matches) {
  for (const fold of document.querySelectorAll("[data-desk]")) fold.open = true;
}
