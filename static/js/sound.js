// Short sounds, made in the browser: a right answer and a wrong one, a card, a peg, a win. A page asks for this script
// only if the person has switched sounds on, or has a switch for them. What should sound says so: data-sound="win".
"use strict";

(() => {
  // Frequencies in hertz, one after the other, and the seconds that each lasts.
  const SOUNDS = {
    win: [[523, 659, 784, 1047], 0.14],
    right: [[660, 880], 0.09],
    wrong: [[220, 175], 0.12],
    peg: [[1320], 0.05],
    card: [[520, 260], 0.025],
  };
  const LOUD = 0.12;
  let audio = null;

  function tone(frequency, begin, length) {
    const source = audio.createOscillator();
    const volume = audio.createGain();
    source.type = "triangle";
    source.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUD, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length * 1.6);
    source.connect(volume).connect(audio.destination);
    source.start(begin);
    source.stop(begin + length * 1.6);
  }

  function play(name, step = 0) {
    if (!(name in SOUNDS) || document.getElementById("sound")?.ariaPressed === "false") return;
    const [frequencies, length] = SOUNDS[name], higher = 2 ** (Math.min(step, 12) / 24);
    audio ??= new AudioContext();
    audio.resume();
    frequencies.forEach((frequency, place) => tone(frequency * higher, audio.currentTime + place * length, length));
  }

  const seen = new WeakSet();
  let pegs = "";
  let played;

  // What is new on the page since the last look.
  function news() {
    const found = new Set();
    for (const element of document.querySelectorAll("[data-sound], #verdict, .run-message")) {
      if (seen.has(element)) continue;
      seen.add(element);
      for (const name of ["right", "wrong"]) if (element.classList.contains(`is-${name}`)) found.add(name);
      if (element.dataset.sound in SOUNDS) found.add(element.dataset.sound);
    }
    const places = [...document.querySelectorAll("g[id^='peg-'] > .peg-body")].map((peg) => peg.cx.baseVal.value);
    if (pegs && places.length && pegs !== places.join()) found.add("peg");
    const cards = [...document.querySelectorAll("[data-phase=pegging] [data-place=series] [data-card]")];
    const last = cards.at(-1)?.dataset.card;
    if (last && last !== played) found.add("card");
    [pegs, played] = [places.join() || pegs, last];
    return found;
  }

  document.addEventListener("DOMContentLoaded", () => {
    news();
    document.body.addEventListener("htmx:afterSettle", () => {
      const found = news();
      if (document.querySelector("[data-moving]")) return;
      play(Object.keys(SOUNDS).find((name) => found.has(name)));
    });
    document.addEventListener("sounds", ({ detail: { name, step } }) => play(name, step));
  });
})();
