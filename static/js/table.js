// Makes the table quick to use: empties the box, and lets the clock be seen running.
// Everything works without it; the server's clock decides.
"use strict";

(() => {
  const SPOKEN_AT = [60, 30, 10];
  let ticking = 0;

  const table = () => document.getElementById("table");

  function runClock() {
    clearInterval(ticking);
    const clock = document.getElementById("clock");
    if (!clock) return;
    const shown = clock.querySelector(".clock-left");
    const end = performance.now() + Number(clock.dataset.left) - 300;
    let before = Math.ceil((end - performance.now()) / 1000);
    ticking = setInterval(() => {
      const left = Math.max(Math.ceil((end - performance.now()) / 1000), 0);
      shown.textContent = String(left);
      clock.classList.toggle("is-short", left <= 10);
      if (SPOKEN_AT.some((mark) => before > mark && left <= mark)) {
        document.getElementById("status").textContent = `${clock.querySelector(".clock-words").textContent}: ${left}`;
      }
      before = left;
    }, 250);
  }

  function showAnswer() {
    if (!document.activeElement?.closest("#command")) return;
    const said = ["reply", "asked", "news"].map((id) => document.getElementById(id)).find(Boolean) ?? table();
    said?.scrollIntoView({ block: "nearest" });
  }

  function settle() {
    const events = document.getElementById("events");
    if (events) events.scrollTop = events.scrollHeight;
    runClock();
  }

  document.addEventListener("DOMContentLoaded", () => {
    settle();
    let open = null; // whether the board was folded away is the person's choice, and outlives a swap
    document.body.addEventListener("htmx:beforeSwap", () => { open = document.getElementById("board-fold")?.open; });
    document.body.addEventListener("htmx:afterSwap", () => {
      const fold = document.getElementById("board-fold");
      if (fold && open !== null) fold.open = open;
    });
    document.body.addEventListener("htmx:afterSettle", () => {
      settle();
      showAnswer();
    });
    // The second click of a double click would play whatever card has come under the finger by then.
    document.addEventListener("click", (event) => {
      if (event.detail > 1 && event.target.closest(".play-card")) event.preventDefault();
    }, true);
    const command = document.getElementById("command");
    command?.addEventListener("htmx:afterRequest", (event) => {
      const box = document.getElementById("say");
      const sent = event.detail.requestConfig.parameters.say ?? "";
      if (event.detail.successful && box.value.startsWith(sent)) box.value = box.value.slice(sent.length);
    });
  });
})();
