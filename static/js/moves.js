// How things move at the table: step after step, how cards turn over, and what is told once that has been seen.
"use strict";

const moves = (() => {
  const EDGE_ON = "perspective(40rem) rotateY(90deg)", FACING = "perspective(40rem) rotateY(0)";
  const ROOM = 64; // pixels for "+12"
  let length = 0, last = null, run = 0;

  const table = () => document.getElementById("table");
  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || table()?.dataset.pace === "instant";
  const all = (selector) => [...(table()?.querySelectorAll(selector) ?? [])];
  const boxOf = (element) => element.getBoundingClientRect();

  const start = (duration) => { length = duration; };
  const stop = () => { run += 1; }; // what was to follow does not begin

  // To ask an element for its motions would style the whole table first.
  const motions = new WeakMap(), motionsOf = (element) => motions.get(element) ?? [];

  function glide(element, frames, options) {
    const motion = element.animate(frames, { duration: length, easing: "ease-out", fill: "backwards", ...options });
    motions.set(element, [...motionsOf(element), motion]);
    return motion;
  }

  const move = (...how) => (last = glide(...how)); // a step of the table's own: what follows waits for it

  // Each step begins when what moves in the one before has come to its end.
  function follow([step, ...others]) {
    last = null;
    step();
    if (!others.length) return;
    if (last) after(last, () => follow(others));
    else follow(others);
  }

  // Calls back when a motion has come to its end by itself.
  const after = (motion, call, mine = run) => motion.finished.then(() => mine === run && call());

  // How something looks at its place that still seems to be at another.
  function seemsAt(from, to, most = 1.5) {
    const right = from.left + from.width / 2 - to.left - to.width / 2;
    const down = from.top + from.height / 2 - to.top - to.height / 2;
    return `translate(${right}px, ${down}px) scale(${Math.min(from.height / to.height || 1, most)})`;
  }

  // Something that is only seen while it moves.
  function ghost(className, { left, top, width, height }, textContent = "") {
    const made = Object.assign(document.createElement("span"), { className, textContent, ariaHidden: "true" });
    const box = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; --card-w: ${width}px`;
    made.style.cssText = `position: fixed; z-index: 4; pointer-events: none; ${box}`;
    made.dataset.ghost = "";
    table().append(made);
    return made;
  }

  const digits = (text) => Math.max(text.length, 2); // a score has room for two

  // Where a score will stand once it has all its digits, and whether its name leaves room beside it.
  function scoreBox(score) {
    const { right, width, top, height } = boxOf(score), { dataset: { final }, textContent } = score;
    const left = right - (width * digits(final ?? textContent)) / digits(textContent);
    const words = score.closest(".score")?.querySelector(".score-words"), name = new Range();
    if (words) name.selectNodeContents(words);
    return { left, top, height, isFree: words && left - boxOf(name).right > ROOM };
  }

  const fly = (seen, ...how) => Object.assign(move(seen, ...how), { onfinish: () => seen.remove() });

  function travel(card, from, to, delay = 0) {
    if (Math.hypot(from.left - to.left, from.top - to.top) < 2) return;
    const frames = [{ transform: seemsAt(from, to) }, { transform: "none" }];
    card.style.zIndex = 4;
    move(card, frames, { delay, duration: length - delay }).onfinish = () => { card.style.zIndex = ""; };
  }

  // A face that is only seen while it moves: as it lies on the felt, wherever it was dragged or raised before.
  function lift(face, box) {
    const lifted = ghost("", box);
    face.classList.remove("is-advised", "is-counted");
    face.removeAttribute("style");
    lifted.append(face);
    motionsOf(face).forEach((motion) => motion.cancel());
    return lifted;
  }

  // A card goes to its pile, the others after it, or `fades` where it lies; at the end of a game it makes room at once.
  function sweepTo(face, box, pile, number, fades) {
    const swept = lift(face, box), delay = Math.min(0.08 * number, 0.4) * length;
    swept.style.zIndex = 2;
    if (!pile && !fades) return fly(swept, [{}, { transform: "translateX(5rem)", opacity: 0 }], { duration: length / 2, easing: "ease-in" });
    const away = [{ opacity: 1, offset: 0.8 }, fades ? { opacity: 0 } : { transform: seemsAt(pile, box), opacity: 0.4 }];
    return fly(swept, [{}, ...away], { delay, duration: length - delay, easing: "ease-in" });
  }

  // A back comes from where it lay and turns; then the face is seen.
  function turnOver(card, from, to, delay = 0) {
    const turning = [{ transform: seemsAt(from, to) }, { transform: EDGE_ON }], duration = (length - delay) / 2;
    fly(ghost("card card-back", to), turning, { duration, delay, easing: "ease-in" });
    move(card, [{ transform: EDGE_ON }, { transform: FACING }], { duration, delay: delay + duration });
  }

  // A face turns over where it lay; then the back, as large as it, goes to its place.
  function turnDown(face, back, from, to) {
    const duration = length / 2, turned = [EDGE_ON, FACING, seemsAt(to, from)];
    fly(lift(face, from), [{}, { transform: EDGE_ON }], { duration, easing: "ease-in" });
    const seen = ghost("card card-back", from); // over those that stay in the hand
    fly(seen, turned.map((transform) => ({ transform })), { delay: duration, duration });
    hide(back);
  }

  // A back turns over where it seems to lie: then the face is seen.
  function turn(back, face, at, seen, duration) {
    fly(back, [{ transform: at }, { transform: `${at} ${EDGE_ON}` }], { duration, easing: "ease-in" });
    const turned = [EDGE_ON, FACING].map((side) => ({ transform: `${seen} ${side}` }));
    move(face, turned, { duration, delay: duration });
  }

  const hide = (face) => move(face, [{ transform: EDGE_ON }, { transform: EDGE_ON }]);

  // A card that was cut rises, turns over and goes to its place: onto the pack that one has cut oneself, which is gathered
  // there by then; where another cut it, a packet lies beside it.
  function cutOut(face, to, from, isOthers, gathered) {
    const high = new DOMRect(from.x, from.y - 0.3 * to.height, 1.15 * to.width, 1.15 * to.height);
    const lifted = seemsAt(high, to), home = { transform: "none" };
    const away = { transform: "translate(120%, -10%) rotate(6deg)" };
    let back = null, packet = null, pile = null;
    return [
      () => {
        back = ghost("card card-back", to);
        packet = isOthers && ghost("card card-back", from);
        face.style.zIndex = 2;
        if (packet) packet.style.zIndex = 1; // it goes under the card that was cut
        hide(face);
        if (packet) move(packet, [home, away], { fill: "both" });
        move(back, [{ transform: seemsAt(from, to) }, { transform: lifted }], { fill: "both" });
      },
      () => {
        if (gathered) (pile = ghost("card card-back", gathered)).style.zIndex = 1;
        turn(back, face, lifted, lifted, length / 2);
      },
      () => {
        if (pile) fly(pile, [home, home]);
        if (packet) fly(packet, [away, home]);
        move(face, [{ transform: lifted }, home]).onfinish = () => { face.style.zIndex = ""; };
      },
    ];
  }

  // The closed cards of the crib come to their places together, and turn over one by one.
  function turnCrib(cards, from) {
    const backs = [];
    const come = ([face, to], number) => {
      hide(face);
      backs.push(ghost("card card-back", to));
      move(backs[number], [{ transform: seemsAt(from[number], to) }, {}]);
    };
    const turns = cards.map(([face], number) => () => turn(backs[number], face, "", "", length / 3));
    return [() => cards.forEach(come), ...turns];
  }

  // A pack is spread for the cut once what went to the crib lies there.
  function spread(cards, pack, places) {
    const at = (number) => ({ transform: seemsAt(pack, places[number]) });
    return [
      () => cards.forEach((card, number) => move(card, [at(number), at(number)])),
      () => cards.forEach((card, number) => travel(card, pack, places[number])),
    ];
  }

  // The row above a pad rises to make room; until it `goes` it is seen as before. The pad is seen once the cards have landed.
  function raisePad(before, now, goes = true) {
    const [foot] = all("[data-place=foot]"), [stood, stands] = [before, now].map(({ places }) => places.get("foot"));
    const from = { transform: `translateY(${stood?.bottom - stands?.bottom}px)` };
    if (foot && stood && stood.bottom !== stands.bottom) move(foot, [from, goes ? {} : from]);
    if (!before.pads) all(".pad").forEach((pad) => move(pad, [{ opacity: 0 }, { opacity: 0 }]));
  }

  // Calls back with each element, and how much later than the first it begins to move.
  const each = (elements, call) =>
    elements.forEach((element, number) => call(element, (0.4 * length * number) / elements.length, number));

  // Another text node would be styled anew, with all that looks for what is in it.
  function write(element, text) {
    if (element.firstChild) element.firstChild.data = text;
    else element.textContent = text;
  }

  function showFinal(number) {
    write(number, number.dataset.final);
    delete number.dataset.final;
  }

  // Says something else, unless it is nothing, until what it is about has been seen.
  function hold(element, text) {
    if (!element || text === null || element.textContent === String(text)) return;
    element.dataset.final ??= element.textContent;
    write(element, text);
  }

  const afterLast = (call) => after(last, call);

  const ways = { table, all, isStill, boxOf, start, stop, seemsAt, glide, move, after, afterLast, follow, each, ghost, fly, hold, write, showFinal, travel, sweepTo, scoreBox };
  return Object.defineProperty({ ...ways, hide, turnOver, turnDown, cutOut, turnCrib, spread, raisePad }, "length", { get: () => length });
})();
