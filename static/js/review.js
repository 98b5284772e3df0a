// Keys in a review, to the decision before and after, as the links do: the arrows, and letters for those who have
// turned single keys on. A link names the keys that it answers. A key pressed while a page comes goes one further.
"use strict";

(() => {
  const ITS_OWN = "input, select, textarea, .table-scroll";
  let ahead = null; // the place of the decision that is on its way
  addEventListener("pageshow", (event) => { if (event.persisted) ahead = null; });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat) return;
    if (event.target.closest(ITS_OWN)) return;
    const links = [...document.querySelectorAll("#review .ways [aria-keyshortcuts]")];
    const key = event.key?.toLowerCase();
    const link = links.find((each) => each.getAttribute("aria-keyshortcuts").toLowerCase().split(" ").includes(key));
    if (!link) return;
    event.preventDefault();
    const all = [...document.querySelectorAll("#decisions .chip")];
    const from = ahead ?? all.findIndex((each) => each.hasAttribute("aria-current"));
    const to = from + (link.rel === "next" ? 1 : -1);
    if (!all[to]) return;
    ahead = to;
    location.href = all[to].href;
  });
})();
