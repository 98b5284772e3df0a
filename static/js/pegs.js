// The pegs of a board and of its lanes: the holes they stand in, and how one leaps from hole to hole.
"use strict";

const FIVE = 53; // how far apart two groups of five holes are on the lanes
const GROUPS = 5; // as many of them as the lanes show
const SEAM = 6.5; // half as far as two holes of two groups are

const holeOf = ({ firstChild: body }) => ["cx", "cy"].map((name) => Number(body.getAttribute(name)));

// Where each peg stands, by its name.
const pegHoles = () => new Map([...document.querySelectorAll(".boards g[id]")].map((peg) => [peg.id, holeOf(peg)]));

// The names of those that are seen: a board may be folded. That asks how they look: not once all has changed.
const pegsSeen = () => [...document.querySelectorAll(".boards g[id]")].filter((peg) => peg.checkVisibility()).map(({ id }) => id);

// The pegs of a side that were `seen` and have come on, each held where it stood, with the holes of its way. Where the lanes
// show other holes than before, that begins at the side's other peg.
function pegWays(side, before, now, seen) {
  const front = [...document.querySelectorAll(`.boards g[id].side-${side}:not(.is-rear)`)];
  return front.filter(({ id }) => seen.includes(id)).flatMap((peg) => {
    const to = now.get(peg.id), other = peg.id.replace(/.$/, (number) => 1 - number);
    if (!now.has(other) || String(before.get(peg.id)) === String(to)) return [];
    const isSame = String(before.get(other)) === String(now.get(other));
    const over = (peg.dataset.way?.split(" ") ?? []).map((hole) => hole.split(",").map(Number));
    const way = [isSame ? before.get(peg.id) : now.get(other), ...over, to];
    peg.style.transform = pegAt(peg, way[0], 1);
    const pair = [peg, document.getElementById(other)];
    changeLooks(pair, true);
    return [[peg, way, pair]];
  });
}

// The rear peg leaps over the front one: until it lands both look as they did.
function changeLooks(pegs, isHeld) {
  for (const peg of pegs) {
    peg.classList.toggle("is-rear");
    peg.toggleAttribute("data-held", isHeld);
  }
}

// How a peg looks that seems to be at another place, and larger.
function pegAt(peg, [right, down], size) {
  const [x, y] = holeOf(peg);
  return `translate(${right - x * size}px, ${down - y * size}px) scale(${size})`;
}

// Lanes that show other holes than before would tell what is scored: they stay as they were until it is pegged.
let showLanes = () => {}, slideLanes = () => null;

function keepLanes(before, now) {
  const figures = [before, now].map((lanes) => lanes?.querySelector(".board-marks").textContent);
  if (!before || !now || figures[0] === figures[1]) return;
  now.replaceWith(before);
  showLanes = () => {
    if (now.isConnected) before.remove();
    else before.replaceWith(now);
    for (const one of [now, now.parentElement]) one.removeAttribute("style");
    showLanes = () => {};
    slideLanes = () => null;
  };
  slideLanes = (duration) => slide(before, now, duration);
}

// The strip of holes moves on as one: each hole that is still seen goes to its new place, and the pegs with it. Of the
// new strip only those holes are seen meanwhile that the old one does not have: they follow behind its last.
function slide(before, now, duration) {
  const figures = [before, now].map((lanes) => lanes.querySelector("text"));
  const [from, to] = figures.map((figure) => Number(figure.textContent)), options = { duration, easing: "ease-in-out" };
  const { a: scale, e: left } = before.getScreenCTM() ?? { a: 0, e: 0 }, box = before.getBoundingClientRect();
  const away = (to - from) * FIVE / 5 * scale, last = Number(figures[0].getAttribute("x")) + (GROUPS - 1) * FIVE;
  const seam = left - box.left + (last + SEAM) * scale;
  before.parentElement.style.cssText = "position: relative; overflow: clip";
  before.style.cssText = `position: absolute; inset: 0 auto auto 0; clip-path: inset(0 ${box.width - seam}px 0 0)`;
  now.style.clipPath = `inset(0 0 0 ${seam - away}px)`;
  before.after(now);
  before.animate([{}, { transform: `translate(${-away}px)` }], options);
  const motion = now.animate([{ transform: `translate(${away}px)` }, {}], options);
  motion.finished.then(() => showLanes());
  return motion;
}

// It rises towards the eye, so that it seems larger, and stays where it has come to.
function leapPeg(peg, [x1, y1], [x2, y2], duration, size = 1.5) {
  const high = 5 + Math.hypot(x2 - x1, y2 - y1) / 8, between = [(x1 + x2) / 2, (y1 + y2) / 2 - high];
  const frames = [pegAt(peg, [x1, y1], 1), pegAt(peg, between, size), pegAt(peg, [x2, y2], 1)];
  peg.style.transform = frames[2];
  peg.animate(frames.map((transform) => ({ transform })), { duration });
}
