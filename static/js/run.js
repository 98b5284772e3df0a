// The clock of a run as it goes on by itself, spoken at 60, 30 and 10 seconds. The server's clock decides: when this one
// comes to nothing it only asks.
"use strict";

(() => {
  const SPOKEN = { 60: "sixty", 30: "thirty", 10: "ten" };
  let ends = 0, shown = null, timer = 0;

  function tick() {
    const clock = document.getElementById("clock");
    if (!clock || !("running" in clock.dataset)) return;
    const left = Math.max(Math.ceil((ends - performance.now()) / 1000), 0);
    if (left !== shown) {
      shown = left;
      clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
      clock.classList.toggle("is-short", left <= 10);
      const sentence = clock.dataset[SPOKEN[left]];
      if (sentence) document.getElementById("status").textContent = sentence;
    }
    const asked = document.getElementById("time-up");
    if (left === 0 && asked) {
      clearInterval(timer);
      asked.requestSubmit();
    }
  }

  function begin() {
    clearInterval(timer);
    const clock = document.getElementById("clock");
    if (!clock || !("running" in clock.dataset)) return;
    ends = performance.now() + Number(clock.dataset.seconds) * 1000;
    shown = Number(clock.dataset.seconds);
    timer = setInterval(tick, 200);
  }

  document.addEventListener("DOMContentLoaded", () => {
    begin();
    document.body.addEventListener("htmx:afterSettle", begin);
  });
})();
