// Lets a verdict be felt: its sign swells, pegs walk to their holes, and the cards of a right answer hop.
// It takes a quarter of a second, nothing waits for it, and there is none where the device asks for less.
"use strict";

(() => {
  const LENGTH = 250, HOP = [{}, { translate: "0 -.12em" }, {}], SWELL = [{ scale: 0.5 }, { scale: 1.25, offset: 0.6 }, {}];
  let seen = null; // the sign of the verdict that was told last

  const all = (selector) => [...document.querySelectorAll(selector)];
  const signs = () => all(":is(#verdict, .run-message) .verdict-sign");

  function tell() {
    const [sign] = signs();
    if (!sign || sign === seen) return;
    seen = sign;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    for (const one of [sign, ...all(".run-message > .chip-gold")]) one.animate(SWELL, LENGTH);
    for (const peg of all("#verdict .track > :not(.hole)"))
      peg.animate([{ transform: `translateX(${-peg.getAttribute("cx")}px)` }, {}], { duration: LENGTH, easing: "ease-out" });
    all(".run-table .peg-street [data-count]").forEach((hole, place, { length }) => {
      const timing = { duration: LENGTH / 2, delay: (place / length) * (LENGTH / 2), fill: "backwards", pseudoElement: "::before" };
      hole.animate([{ scale: 0 }, {}], timing); // the peg goes from hole to hole
    });
    const cards = sign.closest("#verdict.is-right") ? all(".run-table > .felt .card") : [];
    cards.forEach((card, place) => card.animate(HOP, { duration: LENGTH / 2, delay: (place / cards.length) * (LENGTH / 2) }));
  }

  document.addEventListener("DOMContentLoaded", () => {
    [seen] = signs();
    document.body.addEventListener("htmx:afterSettle", tell);
  });
})();
