// Makes the table quick to use and lets it be felt: cards travel, points rise, the starter turns over, the clock runs.
// Everything works without it; the server's clock decides. A motion takes 250 ms at most, and a key or a press ends it
// and counts at once. There is none at pace "instant", or where the device asks for less motion.
"use strict";

(() => {
  const SPOKEN_AT = [60, 30, 10];
  const LONGEST = 240, HALF = LONGEST / 2, STAGGER = 90;
  const ITEM = { slow: 1200, normal: 600 }; // how long an item of a count is lit, by pace
  const EDGE_ON = "perspective(40rem) rotateY(90deg)", FACING = "perspective(40rem) rotateY(0)";
  let ticking = 0, lighting = 0, was = null, moving = false;

  const table = () => document.getElementById("table");
  const all = (selector) => [...(table()?.querySelectorAll(selector) ?? [])];
  const boxOf = (element) => element.getBoundingClientRect();
  const faceOf = (holder) => holder.querySelector(".card");
  const shown = () => all("#deal [data-card] .card");
  const ofHand = (which) => all(`[data-place=hand] [data-card]${which}`);
  const placeOf = (element) => element.closest("[data-place]")?.dataset.place ?? "";
  const backsOf = (place) => all(".card-back").filter((back) => placeOf(back).startsWith(place));

  // ------------------------------------------------------------------------------------------------------ motions

  const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches || table()?.dataset.pace === "instant";

  // The cards that go to the crib: those that are checked, or raised by a warning about them.
  function chosen() {
    const checked = ofHand(":has(:checked)");
    return checked.length ? checked : ofHand(".is-raised");
  }

  // Where everything stands.
  function look() {
    const boxes = (name, box) => new Map(all(`[data-${name}]`).map((one) => [one.dataset[name], box(one)]));
    return {
      phase: table()?.dataset.phase,
      cards: boxes("card", (holder) => boxOf(faceOf(holder))),
      places: boxes("place", boxOf),
      away: chosen().map((holder) => boxOf(faceOf(holder))),
      crib: backsOf("crib").map(boxOf),
      seats: new Map(all("[data-place^=seat-]").map(({ dataset: { place } }) => [place, backsOf(place).length])),
      scores: new Map(all("[id^=score-]").map((score) => [score.id, [Number(score.textContent), boxOf(score)]])),
      total: all("#total").map(boxOf)[0],
      told: document.getElementById("items") && all("#deal [data-card]").map((holder) => holder.dataset.card).join(),
    };
  }

  // Ends what moves or is lit: everything is at its place, and says what it should.
  function finish() {
    clearTimeout(lighting);
    if (!moving) return;
    moving = false;
    for (const motion of table()?.getAnimations({ subtree: true }) ?? []) motion.finish();
    all("[data-ghost]").forEach((ghost) => ghost.remove());
    all("[data-final]").forEach(showFinal);
    shown().forEach((card) => card.classList.remove("is-counted", "is-dimmed"));
  }

  function showFinal(number) {
    number.textContent = number.dataset.final;
    delete number.dataset.final;
  }

  const move = (element, frames, options) =>
    element.animate(frames, { duration: LONGEST, easing: "ease-out", fill: "backwards", ...options });

  // How something looks at its place that still seems to be at another.
  function seemsAt(from, to) {
    const right = from.left + from.width / 2 - to.left - to.width / 2;
    const down = from.top + from.height / 2 - to.top - to.height / 2;
    return `translate(${right}px, ${down}px) scale(${Math.min(from.height / to.height, 1.5)})`;
  }

  function travel(card, from, to, delay = 0) {
    if (Math.hypot(from.left - to.left, from.top - to.top) < 2) return;
    const frames = [{ transform: seemsAt(from, to) }, { transform: "none" }];
    card.style.zIndex = 3;
    move(card, frames, { delay, duration: LONGEST - delay }).onfinish = () => { card.style.zIndex = ""; };
  }

  // A back comes from where it lay and turns; then the face is seen.
  function turnOver(card, from, to) {
    const turning = [{ transform: seemsAt(from, to) }, { transform: EDGE_ON }];
    fly(ghost("card card-back", to), turning, { duration: HALF, easing: "ease-in" });
    move(card, [{ transform: EDGE_ON }, { transform: FACING }], { duration: HALF, delay: HALF });
  }

  // Something that is only seen while it moves.
  function ghost(className, { left, top, width, height }) {
    const made = Object.assign(document.createElement("span"), { className, ariaHidden: "true" });
    const [x, y, wide, high] = [left, top, width, height].map((pixels) => `${pixels}px`);
    Object.assign(made.style, { position: "fixed", zIndex: 4, margin: 0, left: x, top: y, width: wide, height: high });
    Object.assign(made.style, { color: "var(--brass-light)", textAlign: "center", whiteSpace: "nowrap" });
    made.dataset.ghost = "";
    table().append(made);
    return made;
  }

  function fly(seen, frames, options) {
    const motion = move(seen, frames, options);
    motion.onfinish = () => seen.remove();
    return motion;
  }

  // The points rise from what made them to the score, which counts up.
  function rise(score, total, points, from, to) {
    const sign = ghost("score-points", to);
    sign.textContent = `+${points}`;
    const frames = [{ transform: seemsAt(from, to) }, { transform: "none", opacity: 0.5 }];
    const motion = fly(sign, frames, { easing: "ease-in" });
    const count = () => {
      if (!("final" in score.dataset)) return;
      const done = motion.playState === "finished" ? 1 : (motion.currentTime ?? 0) / LONGEST;
      const seen = String(total - points + Math.floor(points * Math.min(done, 1)));
      if (score.textContent !== seen) score.textContent = seen;
      if (done < 1) requestAnimationFrame(count);
      else showFinal(score);
    };
    score.dataset.final = total;
    count();
  }

  // Moves what is not where it was. All is measured first: to measure after something has moved takes another layout.
  function play(before) {
    moving = true;
    const now = look(), deck = before.places.get("deck") ?? now.places.get("deck");
    const isDealt = now.phase === "discarding" && before.phase !== now.phase && deck;
    const dealt = isDealt ? backsOf("seat-").map((back) => [back, boxOf(back)]) : [];
    moveCards(before, now, deck, isDealt);
    each(dealt, ([back, box], delay) => travel(back, deck, box, delay));
    layAway(before, now);
    const last = all("[data-place=series] [data-card]").at(-1);
    const source = now.total ?? now.cards.get(last?.dataset.card) ?? now.places.get("deck");
    for (const [id, [points, box]] of now.scores) {
      const gained = points - (before.scores.get(id)?.[0] ?? points);
      if (gained > 0 && source) rise(document.getElementById(id), points, gained, source, box);
    }
    if (now.told && now.told !== before.told) lightItems();
    if (now.phase === "over" && before.phase !== now.phase) raiseScene();
  }

  // Calls back with each element, and how much later than the first it begins to move.
  const each = (elements, call) =>
    elements.forEach((element, number) => call(element, (STAGGER * number) / elements.length));

  function moveCards(before, now, deck, isDealt) {
    const [known, fresh] = [true, false].map((is) =>
      all("[data-card]").filter((holder) => before.cards.has(holder.dataset.card) === is));
    const closed = now.crib.length ? [] : [...before.crib];
    const player = [...now.seats.keys()].find((seat) => now.seats.get(seat) < before.seats.get(seat));
    for (const holder of known)
      travel(faceOf(holder), before.cards.get(holder.dataset.card), now.cards.get(holder.dataset.card));
    each(fresh, (holder, delay) => {
      const place = placeOf(holder), to = now.cards.get(holder.dataset.card);
      const back = place === "starter" ? deck : place === "series" && closed.shift();
      const by = before.places.get(holder.closest("[data-from]")?.dataset.from ?? player);
      const from = place === "series" ? by ?? before.places.get("hand") : isDealt;
      if (back) turnOver(faceOf(holder), back, to);
      else if (from) travel(faceOf(holder), from, to, delay);
    });
  }

  // Closed cards go to the crib: the person's own from where they lay, the others' from whoever has them.
  function layAway(before, now) {
    const chips = [...before.places].filter(([place]) => place.startsWith("seat-")).map(([, box]) => box);
    const from = [...before.away, ...chips], laid = backsOf("crib").slice(before.crib.length);
    laid.forEach((back, number) => travel(back, from[number % from.length], now.crib[before.crib.length + number]));
  }

  // Lights what counts in the hand that is shown, item by item, with the total so far.
  function lightItems() {
    const time = ITEM[table().dataset.pace], lines = all("#items .line"), total = document.getElementById("total");
    if (!time) return;
    total.dataset.final = total.textContent;
    const light = (place) => {
      if (place === lines.length) return finish();
      lightCards(lines[place], shown());
      total.textContent = lines[place].querySelector(".line-running").textContent;
      lighting = setTimeout(light, time, place + 1);
    };
    light(0);
  }

  // The end of a game comes up part by part.
  function raiseScene() {
    all(".ending > *").forEach((part, number, parts) => {
      const delay = (HALF * number) / parts.length;
      move(part, [{ opacity: 0, transform: "translateY(1rem)" }, {}], { delay, duration: LONGEST - delay });
    });
  }

  // ------------------------------------------------------------------------------------------- clock, box, answers

  function runClock() {
    clearInterval(ticking);
    const clock = document.getElementById("clock");
    if (!clock) return;
    const shown = clock.querySelector(".clock-left");
    const end = performance.now() + Number(clock.dataset.left) - 300;
    let before = Math.ceil((end - performance.now()) / 1000);
    ticking = setInterval(() => {
      const left = Math.max(Math.ceil((end - performance.now()) / 1000), 0);
      shown.textContent = String(left);
      clock.classList.toggle("is-short", left <= 10);
      if (SPOKEN_AT.some((mark) => before > mark && left <= mark)) {
        document.getElementById("status").textContent = `${clock.querySelector(".clock-words").textContent}: ${left}`;
      }
      before = left;
    }, 250);
  }

  function showAnswer() {
    if (!document.activeElement?.closest("#command")) return;
    const said = ["reply", "asked", "news"].map((id) => document.getElementById(id)).find(Boolean) ?? table();
    said?.scrollIntoView({ block: "nearest" });
  }

  function settle() {
    const events = document.getElementById("events");
    if (events) events.scrollTop = events.scrollHeight;
    all("[data-lift] .play-card").forEach((card) => { card.ariaPressed = "false"; });
    runClock();
  }

  let pressed = null;
  let gone = null; // the button by which the table went on before the last swap
  let lastClick = null; // the last click that counted

  const named = (control) => control?.ariaLabel ?? control?.textContent.trim();

  // Browsers count clicks, but not taps.
  function isSecond(event) {
    if (event.pointerType !== "touch" || !lastClick) return event.detail > 1;
    const far = Math.hypot(event.clientX - lastClick.clientX, event.clientY - lastClick.clientY);
    return far < 40 && event.timeStamp - lastClick.timeStamp < 500;
  }

  // Where the table has gone on by itself, a press meant for its button comes too late.
  function isLate(event, control) {
    if (!gone || !event.detail || event.timeStamp - gone.at > 350 || named(control) === gone.name) return false;
    const { left, right, top, bottom } = gone.box;
    return left <= event.clientX && event.clientX <= right && top <= event.clientY && event.clientY <= bottom;
  }

  // The second click of a double click counts only on what has come under the finger by the same name: it would play
  // another card, or press what nobody has read. Where the person wants it, the first press only lifts a card.
  function press(event) {
    const control = event.target.closest("#act :is(button, a)");
    if (!control || control.ariaPressed === "true") return;
    const twice = isLate(event, control) || isSecond(event) && (control === pressed || named(control) !== named(pressed));
    pressed = control;
    if (!twice) lastClick = event;
    if (control.ariaPressed === "false") lift(control);
    else if (!twice) return;
    event.preventDefault();
  }

  function lift(card) {
    for (const lifted of all(".play-card[aria-pressed=true]")) {
      lifted.ariaPressed = "false";
      lifted.classList.remove("is-raised");
    }
    card.ariaPressed = "true";
    card.classList.add("is-raised");
  }

  document.addEventListener("DOMContentLoaded", () => {
    settle();
    let open = null; // whether the board was folded away is the person's choice, and outlives a swap
    let held = null; // the button that had the focus: where nothing has it, the old table goes without one more layout
    document.body.addEventListener("htmx:beforeSwap", ({ detail: { shouldSwap, target } }) => {
      if (!shouldSwap || target !== table()) return;
      open = document.getElementById("board-fold")?.open;
      finish();
      gone = all("#go-on").map((button) => ({ name: named(button), box: boxOf(button), at: performance.now() }))[0];
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
    document.addEventListener("click", press, true);
    const command = document.getElementById("command");
    command?.addEventListener("htmx:afterRequest", (event) => {
      const box = document.getElementById("say");
      const sent = event.detail.requestConfig.parameters.say ?? "";
      if (event.detail.successful && box.value.startsWith(sent)) box.value = box.value.slice(sent.length);
    });
  });
})();
