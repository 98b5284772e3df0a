// Without this, a request of htmx that fails would leave the page as it is and say nothing, and one that succeeds
// could leave the focus nowhere.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const trouble = document.getElementById("trouble");
  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.body.addEventListener(name, () => { trouble.hidden = false; });
  }
  document.body.addEventListener("htmx:beforeRequest", () => { trouble.hidden = true; });
  // What had the focus may be gone after a swap; from the body a screen reader would begin at the top again.
  document.body.addEventListener("htmx:afterSettle", () => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const places = ["[data-first]:not([disabled])", "#table-title", "#main"];
    places.map((place) => document.querySelector(place)).find(Boolean)?.focus({ preventScroll: true });
  });
});
