// A count that is heard: the browser speaks it when the person taps, never by itself, and stops when the page goes on.
// Its words stand there to be read; where there is a voice for the page's language, they are folded away at first.
"use strict";

(() => {
  const speech = window.speechSynthesis;
  let reads = false; // whether the person wants to read the words, too

  const bar = () => document.querySelector("[data-hear]");

  function prepare() {
    const hears = speech?.getVoices().some(({ lang }) => lang.startsWith(document.documentElement.lang));
    if (!bar() || !hears) return;
    const [listen, read] = bar().querySelectorAll("button");
    bar().hidden = false;
    document.getElementById("said").hidden = !reads;
    read.ariaExpanded = reads;
    listen.dataset.then ??= listen.lastElementChild.textContent;
  }

  function tell(listen, speaks) {
    listen.lastElementChild.textContent = speaks ? listen.dataset.stop : listen.dataset.then;
  }

  function speak(listen) {
    const stops = speech.speaking;
    speech.cancel();
    if (stops) return tell(listen, false);
    const said = new SpeechSynthesisUtterance(listen.dataset.says);
    said.lang = document.documentElement.lang;
    said.rate = Number(listen.dataset.rate);
    said.onend = said.onerror = () => tell(listen, false);
    tell(listen, true);
    speech.speak(said);
  }

  function press({ target }) {
    const button = target.closest?.("[data-hear] button");
    if (!button) return;
    if (button.dataset.says) return speak(button);
    reads = !reads;
    prepare();
  }

  document.addEventListener("DOMContentLoaded", () => {
    prepare();
    speech?.addEventListener("voiceschanged", prepare);
    document.addEventListener("click", press);
    document.body.addEventListener("htmx:beforeSwap", () => speech?.cancel());
    document.body.addEventListener("htmx:afterSettle", prepare);
    addEventListener("pagehide", () => speech?.cancel());
  });
})();
