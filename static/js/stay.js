// Once all is graded, the review takes the place of its beginning: what a reader has scrolled to stays where it is.
"use strict";

(() => {
  let before = null;
  const top = () => document.getElementById("curve")?.getBoundingClientRect().top;

  document.addEventListener("DOMContentLoaded", () => {
    document.body.addEventListener("htmx:beforeSwap", () => { before = scrollY ? top() : null; });
    document.body.addEventListener("htmx:afterSettle", () => {
      if (before != null) scrollBy(0, (top() ?? before) - before);
      before = null;
    });
  });
})();
