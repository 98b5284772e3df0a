// Single keys in a review, for those who have turned them on: to the decision before and after, as the links do.
"use strict";

(() => {
  const WAYS = { arrowleft: "prev", k: "prev", arrowright: "next", j: "next" };
  const ITS_OWN = "input, select, textarea, .table-scroll";

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat) return;
    if (event.target.closest(ITS_OWN)) return;
    const link = document.querySelector(`#review .ways [rel="${WAYS[event.key?.toLowerCase()]}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
