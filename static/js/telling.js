// Tells a count item by item: what an item counts is lit, with the total so far; then what a claim left over, in a colour
// of its own; then the points rise. A claim of one's own that was right has its moment, and so has a high count.
"use strict";

const telling = (() => {
  const HOP = [{}, { translate: "0 calc(-0.2 * var(--card-w))" }, {}], SWELL = [{}, { scale: 1.3 }, {}];
  const RING = { boxShadow: "0 0 0 2px var(--brass)", borderRadius: "50%" };
  const RINGS = { 2: 1, 3: 3 }; // how many go out from a count that others made, where it is high, or as high as few are
  const HIGH = 12, HIGHEST = 24, GROWTH = { low: 1 / 40, high: 1 / 20 }; // how much larger each point of a count makes its sign
  const PEGGED = 900; // how long points take to rise and their peg to walk: what is left over is told after that
  const { table, all, boxOf, move, after, each, ghost, fly, hold, write, showFinal, afterLast } = moves;
  let waiting = 0;

  const shown = () => all("#deal [data-card] .card");
  const leftOver = () => document.getElementById("left");
  const sound = (name, step = 0) => document.dispatchEvent(new CustomEvent("sounds", { detail: { name, step } }));

  function unlight() {
    table().removeAttribute("data-left");
    shown().forEach((card) => card.classList.remove("is-counted", "is-dimmed"));
    all(":is(#total, #items span)[data-final]").forEach(showFinal);
  }

  // How large points rise: many are seen to be many, and no more is larger still.
  const sizeOf = (points) => 1 + Math.min(points, HIGHEST) * (points < HIGH ? GROWTH.low : GROWTH.high);

  // What is worth much hops twice, and a great hand three times; the peg that tells whose a card is goes with it.
  function hop(cards, times = 1 + table().matches("[data-much]") + all("#total[data-high='3']").length) {
    if (!cards.length || !times) return;
    each(cards, (card, delay) => {
      const whole = card.parentElement.querySelectorAll(":scope > :is(.card, .peg-key)");
      for (const one of whole) move(one, HOP, { delay, duration: moves.length - delay });
    });
    if (times > 1) afterLast(() => hop(cards, times - 1));
  }

  function showCount(number) {
    sound("card");
    showFinal(number);
    move(number, SWELL);
  }

  // Calls with each item, then raises the points: first those of whoever counted, then what another took of them.
  function tell(lines, time, gains) {
    const taker = leftOver()?.dataset.side;
    const [own, took] = [false, true].map((is) => gains.filter(({ side }) => (side === taker) === is));
    next(lines, time, own, took);
  }

  function next([line, ...others], time, own, took) {
    unlight();
    const isLeft = leftOver() && (!line || line.matches(".is-missed"));
    if (isLeft && own.length) {
      own.forEach(({ raise }) => raise());
      waiting = setTimeout(next, PEGGED, [line, ...others].filter(Boolean), time, [], took);
      return;
    }
    if (isLeft) showLeft();
    if (!line) return settle([...own, ...took]);
    light(line, isLeft);
    waiting = setTimeout(next, time, others, time, own, took);
  }

  function light(line, isLeft) {
    lightCards(line, shown());
    hold(document.querySelector("#items summary > span"), line.querySelector(".line-spoken").textContent);
    sound("card");
    if (isLeft) return;
    const total = document.getElementById("total"), running = Number(line.querySelector(".line-running").textContent);
    hold(total, leftOver() ? Math.min(running, total.textContent) : running); // never past what was claimed
    move(total, SWELL);
  }

  function showLeft() {
    table().dataset.left = "";
    const isNew = leftOver().classList.contains("late"), isCaught = table().matches("[data-caught]");
    leftOver().classList.remove("late");
    if (!isNew) return;
    if (isCaught) enjoy(leftOver(), 2);
    else move(leftOver(), SWELL);
    if (isCaught) hop(shown().filter((card) => card.matches(".is-counted")), 2);
  }

  function settle(gains) {
    const raise = () => gains.forEach((gain) => gain.raise());
    const isTold = table().matches("[data-telling]:is([data-much], [data-right])");
    ["data-telling", "data-left"].forEach((state) => table().removeAttribute(state));
    if (isTold) {
      const counting = all("#items .card-row .is-counted").map(face);
      const cards = shown().filter((card) => counting.includes(face(card)));
      cards.forEach((card) => card.classList.add("is-counted"));
      hop(cards);
    }
    const total = document.getElementById("total"), high = Number(table().matches("[data-much]") && total?.dataset.high);
    if (!table().matches("[data-right]")) {
      if (high > 1) enjoy(total, RINGS[high]);
      return raise();
    }
    move(document.getElementById("is-right"), [{ scale: 0 }, { scale: 1.5 }, {}]);
    enjoy(total, Number(total.textContent) && 1 + Number(total.dataset.high ?? 0));
    afterLast(raise);
  }

  // A right count, the more points the more, and nothing for none; and what another missed and one has seen: the number
  // swells, and rings go out from it.
  function enjoy(number, rings) {
    sound(rings > 2 ? "win" : "right", 4 * rings);
    ringOut(number, rings);
    if (rings) move(number, [{}, { scale: 1.2 + 0.2 * rings }, {}]);
  }

  function ringOut(element, rings, wide = 2) {
    const { left, top, width, height } = boxOf(element), size = Math.max(width, height);
    const box = { left: left + (width - size) / 2, top: top + (height - size) / 2, width: size, height: size };
    for (let ring = 0; ring < rings; ring += 1) {
      const delay = (0.5 * moves.length * ring) / rings;
      fly(ghost("", box), [RING, { ...RING, opacity: 0, scale: wide + ring }], { delay, duration: moves.length - delay });
    }
  }

  // The last peg of the game has entered its hole: rings go out from there, and who wins is told with a swell.
  function comeHome(pegs) {
    pegs.forEach((peg) => ringOut(peg, 3, 5));
    all(".speaks .ending-head").forEach((told) => move(told, SWELL));
    if (all(".speaks .is-won").length) sound("right", 8);
  }

  // The end of a game comes up part by part where the last cards lay; then what one has won is enjoyed.
  function end() {
    const raised = [{ opacity: 0, transform: "translateY(1rem)" }, {}], [result] = all("#result");
    all(".ending > *").forEach((part, number) => move(part, raised, { delay: (number + 1) * moves.length / 2 }));
    all(".ending .card").forEach((card, number) => {
      const come = [{ opacity: 0, transform: "translateY(60%) rotate(12deg)" }, {}];
      move(card, come, { delay: (number + 3) * moves.length / 2 }).onfinish = () => sound("card");
    });
    afterLast(() => {
      if (!result.dataset.sound) return;
      sound(result.dataset.sound);
      move(result, SWELL);
      hop(all(".ending .card"), 3);
    });
  }

  const stop = () => clearTimeout(waiting);

  return { tell, end, comeHome, stop, unlight, hop, showCount, sizeOf, sound, SWELL };
})();
