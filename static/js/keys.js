// Single keys: a card of the hand by its number and, for those who have turned them on, from anywhere; the questions, go,
// and Enter to go on.
// What they do can all be done by buttons and in the box.
"use strict";

(() => {
  const QUESTIONS = document.getElementById("play").dataset.asks;
  let isDealt = true; // as the key found the table: what it ends first are the motions
  const WRITTEN_IN = "input:not([type=checkbox]), select, textarea";
  const PRESSED = "a, button, input, select, textarea, summary";

  const isOn = () => document.querySelector("#table[data-keys]") !== null;

  function ask(letter) {
    const form = document.querySelector("form.command") ?? document.getElementById("act"); // nothing is typed after the end
    htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, target: "#table", swap: "outerHTML", values: { say: letter } });
  }

  // A number is a place of the hand that was dealt, whatever has been played from it.
  function card(number) {
    if (!isDealt) return; // nobody has seen what it would choose: the key shows the hand
    const place = document.querySelectorAll(".own-hand > :not(legend)")[number - 1];
    const pressed = place?.matches(".play-card") ? place : place?.querySelector("input");
    pressed?.focus({ preventScroll: true }); // so that Enter goes on from there
    if (pressed) pressed.dataset.numbered = ""; // and takes it not back
    const isClaimed = document.getElementById("points") !== null; // its points come first
    if (pressed && place.matches(".play-card") && (isClaimed || !isOn())) return; // a digit that was meant otherwise plays nothing
    if (pressed) return pressed.click();
    const none = document.getElementById("play").dataset.none;
    for (const line of document.querySelectorAll("#table .speaks, #status")) line.textContent = none;
  }

  // A heading that has the focus of a new page would keep it from what acts next.
  function goOn() {
    const way = ["go-on", "discard", "cut"].map((id) => document.getElementById(id)).find((one) => one);
    if (!way) return;
    document.getElementById("table-title").blur();
    way.click();
  }

  document.addEventListener("keydown", () => { isDealt = !document.querySelector("#table[data-dealing]"); }, true);
  document.addEventListener("keydown", (event) => {
    const isCard = /^[1-6]$/.test(event.key);
    // Where the focus is in the hand, a number goes to its card, and chooses one that is to go away.
    if (!isOn() && !(isCard && event.target.closest(".own-hand"))) return;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.matches(WRITTEN_IN)) return;
    const key = event.key.toLowerCase();
    if (QUESTIONS.includes(key)) ask(key);
    else if (key === "g") document.getElementById("go")?.click();
    else if (isCard) card(Number(key));
    else if (key === "enter" && !event.target.closest(PRESSED)) goOn();
    else return;
    event.preventDefault();
  });
})();
