// Keys in a review, to the decision before and after, as the links do: the arrows, and letters for those who have
// turned single keys on. A link names the keys that it answers.
"use strict";

(() => {
  const ITS_OWN = "input, select, textarea, .table-scroll";

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat) return;
    if (event.target.closest(ITS_OWN)) return;
    const links = [...document.querySelectorAll("#review .ways [aria-keyshortcuts]")];
    const key = event.key?.toLowerCase();
    const link = links.find((each) => each.getAttribute("aria-keyshortcuts").toLowerCase().split(" ").includes(key));
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
