// Lets the table be felt: cards are dealt and land, what they made lights up, points rise, the peg walks to its hole and
// the score counts with it. A motion takes 250 ms at most; a key or a press ends all and counts at once. There is none
// at pace "instant", or where the device asks for less motion. What lands or steps may sound: it says so as it happens.
"use strict";

(() => {
  const LENGTH = { slow: 240, normal: 240, fast: 110 }; // how long a motion takes, by pace
  const ITEM = { slow: 1200, normal: 600 }; // how long an item of a count is lit, by pace
  const HOP = [{}, { translate: "0 -0.2em" }, {}], SWELL = [{}, { scale: 1.3 }, {}];
  const EDGE_ON = "perspective(40rem) rotateY(90deg)", FACING = "perspective(40rem) rotateY(0)";
  let lighting = 0, was = null, moving = false, length = 0, last = null, run = 0;

  const table = () => document.getElementById("table");
  const all = (selector) => [...(table()?.querySelectorAll(selector) ?? [])];
  const boxOf = (element) => element.getBoundingClientRect();
  const faceOf = (holder) => holder.querySelector(".card");
  const bodyOf = (holder) => (holder.matches(":has(.peg-key)") ? holder : faceOf(holder)); // with who played it
  const shown = () => all("#deal [data-card] .card");
  const placeOf = (element) => element.closest("[data-place]")?.dataset.place ?? "";
  const backsOf = (place) => all(".card-back").filter((back) => placeOf(back).startsWith(place));
  const sound = (name, step = 0) => document.dispatchEvent(new CustomEvent("sounds", { detail: { name, step } }));

  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || table()?.dataset.pace === "instant";

  // Where everything stands.
  function look() {
    const boxes = (name, box) => new Map(all(`[data-${name}]`).map((one) => [one.dataset[name], box(one)]));
    return {
      phase: table()?.dataset.phase,
      cards: boxes("card", (holder) => boxOf(faceOf(holder))),
      places: boxes("place", boxOf),
      away: all("[data-place=hand] :is(:has(:checked), .is-raised) > .card").map(boxOf), // what goes to the crib
      crib: backsOf("crib").map(boxOf),
      spread: all(".spread .card").map(boxOf),
      cut: all(".spread .is-counted").map(boxOf)[0],
      lying: all("[data-place=series] [data-card]").map((holder) => [holder, boxOf(faceOf(holder))]),
      seats: new Map(all("[data-place^=seat-]").map(({ dataset: { place } }) => [place, backsOf(place).length])),
      numbers: new Map(all("[id^=score-], #count-number").map((one) => [one.id, [one.textContent, boxOf(one)]])),
      pegs: pegHoles(),
      made: all("#made, #total").map(boxOf)[0],
      told: document.getElementById("items") && all("#deal [data-card]").map((holder) => holder.dataset.card).join(),
    };
  }

  // Ends what moves or is lit: everything is at its place, and says what it should.
  function finish() {
    clearTimeout(lighting);
    if (!moving) return;
    [moving, run] = [false, run + 1]; // what was to follow in this run does not begin
    for (const motion of table()?.getAnimations({ subtree: true }) ?? []) motion.finish();
    all("[data-ghost]").forEach((ghost) => ghost.remove());
    all(".boards g[style]").forEach((peg) => peg.removeAttribute("style"));
    ["data-moving", "data-dealing", "data-flying", "data-telling"].forEach((state) => table()?.removeAttribute(state));
    unlight();
    all("[data-final]").forEach(showFinal);
  }

  function showFinal(number) {
    number.textContent = number.dataset.final;
    delete number.dataset.final;
  }

  // Says something else until what it is about has been seen.
  function hold(element, text) {
    if (!element || element.textContent === String(text)) return;
    element.dataset.final ??= element.textContent;
    element.textContent = text;
  }

  const move = (element, frames, options) =>
    (last = element.animate(frames, { duration: length, easing: "ease-out", fill: "backwards", ...options }));

  // Calls back when a motion has come to its end by itself.
  const after = (motion, call, mine = run) => motion.finished.then(() => mine === run && call());

  // How something looks at its place that still seems to be at another.
  function seemsAt(from, to) {
    const right = from.left + from.width / 2 - to.left - to.width / 2;
    const down = from.top + from.height / 2 - to.top - to.height / 2;
    return `translate(${right}px, ${down}px) scale(${Math.min(from.height / to.height || 1, 1.5)})`;
  }

  function travel(card, from, to, delay = 0) {
    if (Math.hypot(from.left - to.left, from.top - to.top) < 2) return;
    const frames = [{ transform: seemsAt(from, to) }, { transform: "none" }];
    card.style.zIndex = 3;
    move(card, frames, { delay, duration: length - delay }).onfinish = () => { card.style.zIndex = ""; };
  }

  // A back comes from where it lay and turns; then the face is seen.
  function turnOver(card, from, to, delay = 0) {
    const turning = [{ transform: seemsAt(from, to) }, { transform: EDGE_ON }], duration = (length - delay) / 2;
    fly(ghost("card card-back", to), turning, { duration, delay, easing: "ease-in" });
    move(card, [{ transform: EDGE_ON }, { transform: FACING }], { duration, delay: delay + duration });
  }

  // Something that is only seen while it moves.
  function ghost(className, { left, top, width, height }, textContent = "") {
    const made = Object.assign(document.createElement("span"), { className, textContent, ariaHidden: "true" });
    const box = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px; --card-width: ${width}px`;
    made.style.cssText = `position: fixed; z-index: 4; ${box}`;
    made.dataset.ghost = "";
    table().append(made);
    return made;
  }

  const fly = (seen, ...how) => Object.assign(move(seen, ...how), { onfinish: () => seen.remove() });

  // The points rise from what made them and fade, and come up beside the score: on a straight way they would pass over
  // another's. Beside a score that a player carries stands the name: there they are only seen to rise. Then they count.
  function rise({ id, gained, score: { left, top, height }, pegs }, from) {
    const sign = ghost("score-points made", { left, top, height }, `+${gained}`);
    const { width } = boxOf(sign), box = { left: Math.max(left - width, 0), top, width, height };
    sign.style.left = `${box.left}px`;
    const higher = new DOMRect(from.x, from.y - height, from.width, from.height);
    const [below, above] = [from, higher].map((place) => seemsAt(place, box));
    const gone = { opacity: 0, offset: 0.6 }, there = { transform: "none" };
    const frames = [{ transform: below }, { transform: above, ...gone }];
    if (document.getElementById(id).closest(".score")) frames.push({ ...there, ...gone }, there);
    else frames.push({ transform: above, opacity: 0 });
    after(fly(sign, frames, { easing: "linear" }), () => count(id, gained, pegs));
  }

  // The score counts up, and with each point the peg leaps to its next hole.
  function count(id, gained, pegs, done = 1) {
    const score = document.getElementById(id), duration = Math.min(Math.max(900 / gained, 40), length / 2);
    score.textContent = score.dataset.final - gained + done;
    if (done === gained) showFinal(score);
    for (const [peg, holes] of pegs) {
      const reached = (part) => Math.ceil((part / gained) * (holes.length - 1));
      leapPeg(peg, holes[reached(done - 1)], holes[reached(done)], duration);
    }
    sound("peg", done);
    after(move(score, SWELL, { duration }), () => done < gained && count(id, gained, pegs, done + 1));
  }

  // What lay on the table and is not there any more goes aside; a pack that was spread is gathered.
  function sweep({ lying, spread }, { cards, places }) {
    for (const [holder, box] of lying.filter(([{ dataset }]) => !cards.has(dataset.card))) {
      const swept = ghost("", box);
      swept.style.zIndex = 2;
      swept.append(faceOf(holder));
      fly(swept, [{}, { transform: "translateX(5rem) rotate(8deg)", opacity: 0 }], { easing: "ease-in" });
    }
    const pack = places.get("deck");
    for (const box of pack ? spread : []) fly(ghost("card card-back", box), [{}, { transform: seemsAt(pack, box) }]);
  }

  // Moves what is not where it was. All is measured first: to measure after something has moved takes another layout.
  function play(before) {
    const { pace } = table().dataset;
    [moving, length, last] = [true, LENGTH[pace], null];
    const now = look(), gains = [];
    const isDeal = now.phase === "discarding" && before.phase !== now.phase && now.places.has("deck");
    const lines = ITEM[pace] && now.told && now.told !== before.told ? all("#items .line") : [];
    const from = now.made ?? now.places.get("series") ?? now.places.get("board");
    for (const [id, [points, score]] of now.numbers) {
      const element = document.getElementById(id), gained = points - (before.numbers.get(id)?.[0] ?? points);
      if (gained > 0 || id === "count-number") hold(element, points - gained);
      if (gained > 0 && element.dataset.side)
        gains.push({ id, gained, score, pegs: pegWays(element.dataset.side, before.pegs, now.pegs) });
    }
    if (lines.length) hold(document.getElementById("total"), 0);
    sweep(before, now);
    if (isDeal) deal(now);
    else moveCards(before, now);
    if (now.phase === "over" && before.phase !== now.phase) raiseScene();
    table().dataset.moving = "";
    table().toggleAttribute("data-flying", Boolean(last));
    table().toggleAttribute("data-telling", lines.length > 0);
    const landed = () => land(lines, ITEM[pace], gains.map((gain) => () => rise(gain, from)));
    if (!last) landed();
    else after(last, isDeal ? () => takeUp(now, landed) : landed);
  }

  // The cards have landed: what they make is said and lit, and the points rise.
  function land(lines, time, gains) {
    table().removeAttribute("data-flying");
    for (const number of all("#count-number[data-final]")) {
      showFinal(number);
      move(number, SWELL);
      sound("card");
    }
    hop(all(".laid .is-counted"));
    all(".laid .made").forEach((made) => move(made, SWELL));
    lightItems(lines, time, gains);
  }

  // Calls back with each element, and how much later than the first it begins to move.
  const each = (elements, call) =>
    elements.forEach((element, number) => call(element, (0.4 * length * number) / elements.length, number));

  // What is worth much hops twice.
  function hop(cards) {
    const once = () => each(cards, (card, delay) => move(card, HOP, { delay, duration: length - delay }));
    once();
    if (cards.length && table().matches("[data-much]")) after(last, once);
  }

  // Cards go round from the pack, one to each in turn, those too that others have laid away by now.
  function deal({ places, seats, cards, crib }) {
    const [pack, hand] = [places.get("deck"), all("[data-place=hand] [data-card]").map(({ dataset: { card } }) => card)];
    const piles = [...seats.keys()].map((seat) => backsOf(seat).map(boxOf)).filter((pile) => pile.length);
    crib.forEach((_box, number) => piles[number % piles.length]?.push(piles[number % piles.length].at(-1)));
    piles.push(hand.map((card) => cards.get(card)));
    const order = piles.at(-1).flatMap((_box, round) => piles.map((pile) => pile[round]).filter(Boolean));
    table().dataset.dealing = "";
    order.forEach((box, number) => {
      const back = ghost("card card-back", box), delay = Math.min(length / 4, 4 * length / order.length) * number;
      after(move(back, [{ transform: seemsAt(pack, box) }, {}], { delay }), () => sound("card"));
    });
  }

  // The hand that was dealt is taken up, and what others lay away goes to the crib.
  function takeUp({ cards, crib }, then) {
    all("[data-ghost]").forEach((ghost) => ghost.remove());
    table().removeAttribute("data-dealing");
    const piles = [...new Set(backsOf("seat-").map(placeOf))].map((seat) => boxOf(backsOf(seat).at(-1)));
    backsOf("crib").forEach((back, number) => travel(back, piles[number % piles.length] ?? crib[number], crib[number]));
    each(all("[data-place=hand] [data-card]"), (holder, delay) =>
      turnOver(faceOf(holder), cards.get(holder.dataset.card), cards.get(holder.dataset.card), delay));
    after(last, then);
  }

  function moveCards(before, now) {
    const [known, fresh] = [true, false].map((is) =>
      all("[data-card]").filter((holder) => before.cards.has(holder.dataset.card) === is));
    const pack = before.cut ?? before.places.get("deck"), closed = now.crib.length ? [] : [...before.crib];
    const player = [...now.seats.keys()].find((seat) => now.seats.get(seat) < before.seats.get(seat));
    for (const holder of known)
      travel(bodyOf(holder), before.cards.get(holder.dataset.card), now.cards.get(holder.dataset.card));
    if (pack && !before.spread.length) all(".spread .card").forEach((back, number) => travel(back, pack, now.spread[number]));
    each(fresh, (holder, delay) => {
      const place = placeOf(holder), to = now.cards.get(holder.dataset.card), isLaid = place === "series";
      const isCut = place === "starter" || (isLaid && before.phase === "cutting_for_deal");
      const back = isCut ? pack : isLaid && closed.shift();
      const by = before.places.get(holder.closest("[data-from]")?.dataset.from ?? player);
      if (back) turnOver(faceOf(holder), back, to);
      else if (isLaid) travel(bodyOf(holder), by ?? before.places.get("hand"), to, delay);
    });
    layAway(before, now);
  }

  // Closed cards go to the crib: the person's own from where they lay, the others' from whoever has them.
  function layAway(before, now) {
    const chips = [...before.places].filter(([place]) => place.startsWith("seat-")).map(([, box]) => box);
    const from = [...before.away, ...chips], laid = backsOf("crib").slice(before.crib.length);
    laid.forEach((back, number) => travel(back, from[number % from.length], now.crib[before.crib.length + number]));
  }

  // Lights what counts in the hand that is shown, item by item, with the total so far.
  function lightItems([line, ...others], time, gains) {
    unlight();
    if (!line) {
      if (table().matches("[data-telling][data-much]")) {
        shown().forEach((card) => card.classList.add("is-counted"));
        hop(shown());
      }
      table().removeAttribute("data-telling");
      return gains.forEach((raise) => raise());
    }
    const [spoken, running] = [".line-spoken", ".line-running"].map((part) => line.querySelector(part).textContent);
    lightCards(line, shown());
    hold(document.getElementById("total"), running);
    hold(document.querySelector("#items summary > span"), spoken);
    move(document.getElementById("total"), SWELL);
    sound("card");
    lighting = setTimeout(lightItems, time, others, time, gains);
  }

  function unlight() {
    shown().forEach((card) => card.classList.remove("is-counted", "is-dimmed"));
    all(":is(#total, #items span)[data-final]").forEach(showFinal);
  }

  // The end of a game comes up part by part, and the winner's peg leaps in its last hole.
  function raiseScene() {
    const raised = [{ opacity: 0, transform: "translateY(1rem)" }, {}], [result] = all("#result");
    all(".ending > :not(:has([data-card]))").forEach((part, number) => move(part, raised, { delay: number * length / 2 }));
    after(last, () => {
      for (const peg of all(`g[id^=peg-${result.dataset.winner}]:not(.is-rear)`)) leapPeg(peg, holeOf(peg), holeOf(peg), length);
      sound(result.dataset.sound ?? "peg");
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.body.addEventListener("htmx:beforeSwap", ({ detail: { shouldSwap, target } }) => {
      if (!shouldSwap || target !== table()) return;
      finish();
      was = isStill() ? null : look();
    });
    document.body.addEventListener("htmx:afterSwap", () => {
      if (was) play(was);
      was = null;
    });
    for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, finish, true);
  });
})();
