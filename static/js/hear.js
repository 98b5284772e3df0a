// A count that is heard: the browser speaks it when the person taps, from then on those that follow too, and never
// before that. It stops when the page goes on.
// Its words stand there to be read; where there is a voice for the page's language, they are folded away at first.
"use strict";

(() => {
  const speech = window.speechSynthesis;
  let reads = false; // whether the person wants to read the words of this count, too
  let listens = false; // whether the person has asked for a count once
  let asked; // the words of the last question

  const bar = () => document.querySelector("[data-hear]");

  function prepare() {
    const hears = speech?.getVoices().some(({ lang }) => lang.startsWith(document.documentElement.lang));
    if (!bar() || !hears) return;
    const [listen, read] = bar().querySelectorAll("button");
    bar().hidden = false;
    document.getElementById("said").hidden = !reads;
    read.ariaExpanded = reads;
    read.dataset.then ??= read.textContent;
    read.textContent = reads ? read.dataset.hide : read.dataset.then;
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
    listens = true;
    speech.speak(said);
  }

  function goOn() {
    const listen = document.querySelector("#ask [data-hear] #listen"), isNew = listen && listen.dataset.says !== asked;
    if (isNew) [asked, reads] = [listen.dataset.says, false];
    prepare();
    if (isNew && listens && !bar().hidden) speak(listen);
  }

  function press({ target }) {
    const button = target.closest?.("[data-hear] button");
    if (!button) return;
    if (button.dataset.says) return speak(button);
    reads = !reads;
    prepare();
  }

  document.addEventListener("DOMContentLoaded", () => {
    goOn();
    speech?.addEventListener("voiceschanged", prepare);
    document.addEventListener("click", press);
    document.body.addEventListener("htmx:beforeSwap", () => speech?.cancel());
    document.body.addEventListener("htmx:afterSettle", goOn);
    addEventListener("pagehide", () => speech?.cancel());
  });
})();
