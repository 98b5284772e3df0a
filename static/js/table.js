// Makes the table quick to use and lets it be felt: a card lands, what it made lights up, points rise to the score, the
// score counts up. Everything works without it; the server's clock decides. A motion takes 250 ms at most; a key or a
// press ends all and counts at once. There is none at pace "instant", or where the device asks for less motion.
"use strict";

(() => {
  const LENGTH = { slow: 240, normal: 240, fast: 110 }; // how long a motion takes, by pace
  const ITEM = { slow: 1200, normal: 600 }; // how long an item of a count is lit, by pace
  const HOP = [{}, { translate: "0 -0.2em" }, {}], SWELL = [{}, { scale: 1.3 }, {}];
  const EDGE_ON = "perspective(40rem) rotateY(90deg)", FACING = "perspective(40rem) rotateY(0)";
  let ticking = 0, lighting = 0, was = null, moving = false, length = 0, last = null, run = 0;

  const table = () => document.getElementById("table");
  const all = (selector) => [...(table()?.querySelectorAll(selector) ?? [])];
  const boxOf = (element) => element.getBoundingClientRect();
  const faceOf = (holder) => holder.querySelector(".card");
  const bodyOf = (holder) => (holder.matches(":has(.peg-key)") ? holder : faceOf(holder)); // with who played it
  const shown = () => all("#deal [data-card] .card");
  const placeOf = (element) => element.closest("[data-place]")?.dataset.place ?? "";
  const backsOf = (place) => all(".card-back").filter((back) => placeOf(back).startsWith(place));

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
      lying: all("[data-place=series] [data-card]").map((holder) => [holder, boxOf(faceOf(holder))]),
      seats: new Map(all("[data-place^=seat-]").map(({ dataset: { place } }) => [place, backsOf(place).length])),
      numbers: new Map(all("[id^=score-], #count-number").map((one) => [one.id, [one.textContent, boxOf(one)]])),
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
    ["data-flying", "data-telling"].forEach((state) => table()?.removeAttribute(state));
    table()?.style.removeProperty("--late");
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
    element.dataset.final = element.textContent;
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
  function turnOver(card, from, to) {
    const turning = [{ transform: seemsAt(from, to) }, { transform: EDGE_ON }];
    fly(ghost("card card-back", to), turning, { duration: length / 2, easing: "ease-in" });
    move(card, [{ transform: EDGE_ON }, { transform: FACING }], { duration: length / 2, delay: length / 2 });
  }

  // Something that is only seen while it moves.
  function ghost(className, { left, top, width, height }, textContent = "") {
    const made = Object.assign(document.createElement("span"), { className, textContent, ariaHidden: "true" });
    const box = `left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`;
    made.style.cssText = `position: fixed; z-index: 4; ${box}`;
    made.dataset.ghost = "";
    table().append(made);
    return made;
  }

  const fly = (seen, ...how) => Object.assign(move(seen, ...how), { onfinish: () => seen.remove() });

  // The points rise from what made them and fade, and come up beside the score, which then counts up: on a straight way
  // they would pass over another's.
  function rise(id, gained, from, { left, top, height }) {
    const sign = ghost("score-points made", { left, top, height }, `+${gained}`), score = document.getElementById(id);
    const { width } = boxOf(sign), box = { left: Math.max(left - width, 0), top, width, height };
    sign.style.left = `${box.left}px`;
    const higher = new DOMRect(from.x, from.y - height, from.width, from.height);
    const [below, above] = [from, higher].map((place) => seemsAt(place, box));
    const count = (left) => {
      if (!left) return showFinal(score);
      score.textContent = score.dataset.final - left + 1;
      after(move(score, SWELL, { duration: Math.max(length / gained, 40) }), () => count(left - 1));
    };
    const gone = { opacity: 0, offset: 0.6 }, there = { transform: "none" };
    const frames = [{ transform: below }, { transform: above, ...gone }, { ...there, ...gone }, there];
    after(fly(sign, frames, { easing: "linear" }), () => count(gained));
  }

  // What lay on the table and is not there any more goes aside.
  function sweep(lying, { cards }) {
    for (const [holder, box] of lying.filter(([{ dataset }]) => !cards.has(dataset.card))) {
      const swept = ghost("", box);
      swept.style.cssText += `z-index: 2; --card-width: ${box.width}px`;
      swept.append(faceOf(holder));
      fly(swept, [{}, { transform: "translateX(5rem) rotate(8deg)", opacity: 0 }], { easing: "ease-in" });
    }
  }

  // Moves what is not where it was. All is measured first: to measure after something has moved takes another layout.
  function play(before) {
    const { pace } = table().dataset;
    [moving, length, last] = [true, LENGTH[pace], null];
    const now = look(), deck = before.places.get("deck") ?? now.places.get("deck");
    const isDealt = now.phase === "discarding" && before.phase !== now.phase && deck;
    const dealt = isDealt ? backsOf("seat-").map((back) => [back, boxOf(back)]) : [];
    const lines = ITEM[pace] && now.told && now.told !== before.told ? all("#items .line") : [];
    const from = now.made ?? now.places.get("series") ?? now.places.get("board"), gains = [];
    sweep(before.lying, now);
    moveCards(before, now, deck, isDealt);
    each(dealt, ([back, box], delay) => travel(back, deck, box, delay));
    layAway(before, now);
    if (now.phase === "over" && before.phase !== now.phase) raiseScene();
    for (const [id, [points, box]] of now.numbers) {
      const gained = points - (before.numbers.get(id)?.[0] ?? points);
      if (gained > 0 || id === "count-number") hold(document.getElementById(id), points - gained);
      if (gained > 0 && id !== "count-number") gains.push(() => rise(id, gained, from, box));
    }
    if (lines.length) hold(document.getElementById("total"), 0);
    table().style.setProperty("--late", `${(last ? length : 0) + lines.length * (ITEM[pace] ?? 0)}ms`);
    table().toggleAttribute("data-flying", Boolean(last));
    table().toggleAttribute("data-telling", lines.length > 0);
    if (last) after(last, () => land(lines, ITEM[pace], gains));
    else land(lines, ITEM[pace], gains);
  }

  // The cards have landed: what they make is said and lit, and the points rise.
  function land(lines, time, gains) {
    table().removeAttribute("data-flying");
    for (const count of all("#count-number[data-final]")) {
      showFinal(count);
      move(count, SWELL);
    }
    hop(all(".laid .is-counted"), all(".laid #made")[0]?.textContent);
    all(".laid .made").forEach((made) => move(made, SWELL));
    lightItems(lines, time, gains);
  }

  // Calls back with each element, and how much later than the first it begins to move.
  const each = (elements, call) =>
    elements.forEach((element, number) => call(element, (0.4 * length * number) / elements.length));

  // What is worth much hops twice.
  function hop(cards, points) {
    const once = () => each(cards, (card, delay) => move(card, HOP, { delay, duration: length - delay }));
    once();
    if (cards.length && points >= 5) after(last, once);
  }

  function moveCards(before, now, deck, isDealt) {
    const [known, fresh] = [true, false].map((is) =>
      all("[data-card]").filter((holder) => before.cards.has(holder.dataset.card) === is));
    const closed = now.crib.length ? [] : [...before.crib];
    const player = [...now.seats.keys()].find((seat) => now.seats.get(seat) < before.seats.get(seat));
    for (const holder of known)
      travel(bodyOf(holder), before.cards.get(holder.dataset.card), now.cards.get(holder.dataset.card));
    each(fresh, (holder, delay) => {
      const place = placeOf(holder), to = now.cards.get(holder.dataset.card);
      const back = place === "starter" ? deck : place === "series" && closed.shift();
      const by = before.places.get(holder.closest("[data-from]")?.dataset.from ?? player);
      const from = place === "series" ? by ?? before.places.get("hand") : isDealt;
      if (back) turnOver(faceOf(holder), back, to);
      else if (from) travel(bodyOf(holder), from, to, delay);
    });
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
      if (table().matches("[data-telling]") && all("#total")[0].textContent >= 12) hop(shown(), 12);
      table().removeAttribute("data-telling");
      return gains.forEach((raise) => raise());
    }
    const [spoken, running] = [".line-spoken", ".line-running"].map((part) => line.querySelector(part).textContent);
    lightCards(line, shown());
    hold(document.getElementById("total"), running);
    hold(document.querySelector("#items summary > span"), spoken);
    move(document.getElementById("total"), SWELL);
    lighting = setTimeout(lightItems, time, others, time, gains);
  }

  function unlight() {
    shown().forEach((card) => card.classList.remove("is-counted", "is-dimmed"));
    all(":is(#total, #items span)[data-final]").forEach(showFinal);
  }

  // The end of a game comes up part by part.
  const raiseScene = () => each(all(".ending > *"), (part, delay) =>
    move(part, [{ opacity: 0, transform: "translateY(1rem)" }, {}], { delay, duration: length - delay }));

  function runClock() {
    clearInterval(ticking);
    const clock = document.getElementById("clock");
    if (!clock) return;
    const end = performance.now() + Number(clock.dataset.left) - 300;
    const seconds = () => Math.max(Math.ceil((end - performance.now()) / 1000), 0);
    let before = seconds();
    ticking = setInterval(() => {
      const left = seconds(), [words, shown] = clock.children;
      shown.textContent = left;
      clock.classList.toggle("is-short", left <= 10);
      if ([60, 30, 10].some((mark) => before > mark && left <= mark))
        document.getElementById("status").textContent = `${words.textContent}: ${left}`;
      before = left;
    }, 250);
  }

  function showAnswer() {
    if (!document.activeElement?.closest("#command")) return;
    (all("#reply, #asked")[0] ?? table())?.scrollIntoView({ block: "nearest" });
  }

  function settle() {
    for (const events of all("#events")) events.scrollTop = events.scrollHeight;
    runClock();
  }

  document.addEventListener("DOMContentLoaded", () => {
    settle();
    let open = null; // whether the board was folded away is the person's choice, and outlives a swap
    let held = null; // the button that had the focus: where nothing has it, the old table goes without one more layout
    document.body.addEventListener("htmx:beforeSwap", ({ detail: { shouldSwap, target } }) => {
      if (!shouldSwap || target !== table()) return;
      open = document.getElementById("board-fold")?.open;
      finish();
      was = isStill() ? null : look();
      held = table().querySelector(":is(button, a):focus");
      held?.blur();
    });
    // htmx 2 would say of each of some hundred elements that it goes.
    const empty = ({ target }) => { if (target.id === "table") target.replaceChildren(); };
    document.body.addEventListener("htmx:beforeCleanupElement", empty);
    document.body.addEventListener("htmx:afterSwap", () => {
      all("#board-fold").forEach((fold) => { fold.open = open ?? fold.open; });
      if (held?.id) document.getElementById(held.id)?.focus({ preventScroll: true });
      if (was) play(was);
      was = open = held = null;
    });
    for (const then of [settle, showAnswer]) document.body.addEventListener("htmx:afterSettle", then);
    for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, finish, true);
    const command = document.getElementById("command");
    command?.addEventListener("htmx:afterRequest", (event) => {
      const box = document.getElementById("say"), sent = event.detail.requestConfig.parameters.say ?? "";
      if (event.detail.successful && box.value.startsWith(sent)) box.value = box.value.slice(sent.length);
    });
  });
})();
