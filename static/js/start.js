// Counts down to the start of a race, and then opens the first question; without JavaScript the page looks again itself.
"use strict";

(() => {
  let counted = null, timer = 0;

  function count() {
    const clock = document.getElementById("countdown");
    if (clock === counted) return;
    clearInterval(timer);
    counted = clock;
    if (!clock) return;
    const at = performance.now() + Number(clock.dataset.left);
    timer = setInterval(() => {
      const left = at - performance.now();
      clock.textContent = Math.max(Math.ceil(left / 1000), 0);
      if (left > 0) return;
      clearInterval(timer);
      if (clock.dataset.opens) location.assign(clock.dataset.opens);
    }, 100);
  }

  document.addEventListener("DOMContentLoaded", () => {
    count();
    document.body.addEventListener("htmx:afterSettle", count);
  });
})();
