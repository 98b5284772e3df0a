// Lets the table be felt: cards are dealt and land, what they made lights up, points rise, the peg walks to its hole and
// the score counts with it. A motion takes 250 ms at most, and what a series came to is seen a second; a key or a press ends
// all at once, but for the last peg's way home. There is none at pace "instant", or where the device asks for less. What lands or steps says so: it may sound.
"use strict";

(() => {
  const LENGTH = { slow: 240, normal: 240, fast: 110 }; // how long a motion takes, by pace
  const ITEM = { slow: 1200, normal: 600 }; // how long an item of a count is lit, by pace
  // What tells what comes next, or is.
  const NEXT = ".buttons > *, .speaks .ending-head, .crib:not(:has(.card)), .stock > p";
  const WALK = 700, READ = 400; // how long the peg walks, however many the points; how long these are read beside the score
  const { table, all, isStill, boxOf, seemsAt, move, after, follow, each, ghost, fly, hold, write, showFinal, travel } = moves;
  const { hop, showCount, sizeOf, sound, SWELL } = telling;
  let was = null, go = null, moving = false;

  const faceOf = (holder) => holder.querySelector(".card");
  const bodyOf = (holder) => (holder.matches(":has(.peg-key)") ? holder : faceOf(holder)); // with who played it
  const placeOf = (element) => element.closest("[data-place]")?.dataset.place ?? "";
  const seatOf = (holder) => holder.closest("[data-from]")?.dataset.from; // who has shown it
  const wordsOf = ({ firstChild, textContent }) => firstChild?.data?.trim() || textContent; // not the count beside them
  const backsOf = (place) => all(".card-back").filter((back) => placeOf(back).startsWith(place));

  // What is said, and by which elements.
  function read() {
    return {
      phase: table()?.dataset.phase,
      numbers: new Map(all("[id^=score-], #count-number:not(.is-over)").map((one) => [one.id, one.textContent])),
      pegs: pegHoles(),
      lanes: all(".lanes > svg")[0],
      events: all("#events li").length,
      next: all(NEXT).map(wordsOf),
      lead: all("#lead").map((one) => one.textContent)[0],
      told: document.getElementById("items") && all("#deal [data-card]").map((holder) => holder.dataset.card).join(),
    };
  }

  // Where everything stands.
  function look() {
    const boxes = (name, box) => new Map(all(`[data-${name}]`).map((one) => [one.dataset[name], box(one)]));
    return {
      cards: boxes("card", (holder) => boxOf(faceOf(holder))),
      places: boxes("place", boxOf),
      hand: all("[data-place=hand] [data-card]").map((holder) => [holder, boxOf(faceOf(holder)), faceOf(holder)]),
      crib: backsOf("crib").map(boxOf),
      spread: all(".spread .card").map(boxOf),
      cut: all(".spread .is-counted").map(boxOf)[0],
      lying: all("[data-place=series] [data-card]").map((holder) => [holder, boxOf(faceOf(holder)), seatOf(holder)]),
      seats: new Map(all("[data-place^=seat-]").map(({ dataset: { place } }) => [place, backsOf(place).map(boxOf)])),
      made: all("#made, #total").map(boxOf)[0], isFolded: all("#earlier").length > 0,
      items: all("#items summary").map(boxOf)[0],
      pads: all(".pad").length, seen: pegsSeen(),
    };
  }

  // Ends what moves or is lit: everything is at its place, and says what it should.
  function finish() {
    go = null;
    telling.stop();
    if (!moving) return;
    moving = false;
    moves.stop();
    for (const motion of table()?.getAnimations({ subtree: true }) ?? []) motion.finish();
    all("[data-ghost]").forEach((ghost) => ghost.remove());
    showLanes();
    changeLooks(all(".boards g[data-held]"), false);
    all(".boards g[style]").forEach((peg) => peg.removeAttribute("style"));
    ["data-moving", "data-dealing", "data-flying", "data-telling"].forEach((state) => table()?.removeAttribute(state));
    telling.unlight();
    reveal();
    all("[data-final]").forEach(showFinal);
  }

  const reveal = () => (table()?.removeAttribute("data-hiding"), all("[data-later]").forEach((one) => one.removeAttribute("data-later")));
  const isHome = (side) => table().dataset.home === side; // the last point of the game is told last
  const sourceOf = ({ side }) => all(`#left[data-side="${side}"]`).map(boxOf)[0];

  // The points rise from what made them, and fly beside the score or, where a name stands there, fade. Then they count.
  function rise({ id, gained, score: { left, top, height, isFree }, pegs }, from) {
    const sign = ghost("score-points made", { left, top, height }, `+${gained}`), beside = { left, top, width: 0, height };
    const size = `scale(${sizeOf(gained)})`; // within its way: a scale of its own would stretch that too
    Object.assign(sign.style, { translate: "calc(-100% - 2px)", transformOrigin: "right", transform: size });
    const [below, above] = [0, 1.3].map((high) => {
      const place = new DOMRect(from.x, from.y - high * height, from.width, from.height);
      return `translateX(50%) ${seemsAt(place, beside, 0.6 + high / 3)} ${size}`; // over no name
    });
    const last = isFree ? {} : { transform: above, opacity: 0 };
    const rising = move(sign, [{ transform: below }, { transform: above, offset: 0.3 }, last], { easing: "ease-in-out" });
    rising.onfinish = () => (isFree ? setTimeout(() => sign.remove(), READ) : sign.remove());
    after(rising, () => {
      const slid = slideLanes(moves.length);
      if (slid) after(slid, () => count(id, gained, pegs));
      else count(id, gained, pegs);
    });
  }

  // The score counts up, and with each point the peg leaps to its next hole; on a slow device it leaves out holes. Before
  // the last hole of the game it stands still, and leaps high.
  function count(id, gained, pegs, done = 1, before = 0, begun = performance.now()) {
    const score = document.getElementById(id), isLast = done === gained && isHome(score.dataset.side);
    const duration = isLast ? moves.length : Math.min(WALK / gained, moves.length / 2);
    write(score, score.dataset.final - gained + done);
    if (done === gained) showFinal(score);
    if (!all("[id^=score-][data-final]").length) all("#lead[data-final]").forEach(showFinal);
    for (const [peg, holes] of pegs) {
      const reached = (part) => Math.ceil((part / gained) * (holes.length - 1));
      leapPeg(peg, holes[reached(before)], holes[reached(done)], duration, isLast ? 4 : 1.5);
    }
    sound("peg", done);
    showLanes();
    const due = () => Math.min(Math.max(done + 1, Math.floor((gained * (performance.now() - begun)) / WALK)), gained);
    const goOn = (to = due()) => {
      const walk = () => count(id, gained, pegs, to, done, begun), isGoal = to === gained && isHome(score.dataset.side);
      return isGoal ? after(move(score, [{}, {}], { duration: 250 }), walk) : walk();
    };
    after(move(score, SWELL, { duration }), () => {
      if (done < gained) return goOn();
      for (const [, , pair] of pegs) changeLooks(pair.filter((peg) => peg.matches("[data-held]")), false);
      reveal();
      if (isLast) telling.comeHome(pegs.map(([peg]) => peg));
    });
  }

  // What lay on the table and is not there any more, or is dealt again, goes to the pack or to whoever played it, or fades
  // where the earlier cards are folded away; a pack that was spread is gathered.
  function sweep({ lying, spread }, { cards, places, isFolded }) {
    const pack = places.get("deck"), goes = lying.filter(([{ dataset }]) => table().matches("[data-dealing]") || !cards.has(dataset.card));
    goes.forEach(([holder, box, seat], number) => {
      const by = table().querySelector(`.player.${[...(holder.querySelector(".peg-key")?.classList ?? [])].at(-1)}`);
      moves.sweepTo(faceOf(holder), box, pack ?? places.get(by?.dataset.place ?? seat) ?? places.get("hand"), number, isFolded);
    });
    for (const box of pack ? spread : []) fly(ghost("card card-back", box), [{}, { transform: seemsAt(pack, box) }]);
    if (spread.length) all(".deck-pile > .card-back").forEach(moves.hide);
  }

  // Holds what would tell too soon. All changes before anything is measured: to measure after a change takes a layout.
  function prepare(before) {
    const { pace } = table().dataset, said = read(), gains = [];
    moving = true;
    moves.start(LENGTH[pace]);
    const lines = ITEM[pace] && said.told && said.told !== before.told ? all("#items .line") : [];
    const isSame = [before, said].every(({ phase }) => phase === "pegging");
    const isWarned = all("#take-back").length > 0; // that is read at once
    const fresh = isWarned ? [] : all(NEXT).filter((one) => !before.next.includes(wordsOf(one)));
    const later = isSame ? all("#go[data-first], #go-on:not([data-brief]), .speaks .ending-head") : fresh;
    const listed = all("#events li").slice(before.events);
    const waiting = [...later, ...listed];
    waiting.forEach((one) => { one.dataset.later = ""; });
    if (lines.length) listed.forEach((one) => one.classList.add("late")); // what is told item by item is listed after that
    for (const [id, points] of said.numbers) {
      const element = document.getElementById(id), gained = points - (before.numbers.get(id) ?? points);
      if (gained > 0 && element.dataset.side) gains.push({ id, gained, side: element.dataset.side });
    }
    for (const id of [...gains.map((gain) => gain.id), "count-number"])
      hold(document.getElementById(id), before.numbers.get(id) ?? (said.numbers.has(id) ? 0 : null)); // a new series begins at 0
    if (gains.length) hold(document.getElementById("lead"), before.lead ?? "");
    if (lines.length) hold(document.getElementById("total"), 0);
    const states = { moving: true, flying: !isWarned, telling: lines.length > 0, hiding: waiting.length > 0 };
    for (const [state, isOn] of Object.entries(states)) table().toggleAttribute(`data-${state}`, isOn);
    for (const gain of gains) gain.pegs = pegWays(gain.side, before.pegs, said.pegs, before.seen);
    if (gains.length) keepLanes(before.lanes, said.lanes);
    return () => play(before, said, gains, lines);
  }

  function play(before, { phase }, gains, lines) {
    const { pace } = table().dataset, now = { ...look(), phase };
    const from = now.made ?? now.places.get("series") ?? now.places.get("board");
    for (const gain of gains) gain.score = moves.scoreBox(document.getElementById(gain.id));
    for (const name of lines.length ? ["Width", "Height"] : []) // what it says may be shorter than all of it
      table().querySelector("#items summary").style[`min${name}`] = `${now.items[name.toLowerCase()]}px`;
    follow([
      ...(phase !== "over" ? comings(before, now) : before.phase === phase ? [] : [() => { sweep(before, now); telling.end(); }]),
      () => land(lines, ITEM[pace], gains.map((gain) => ({ side: gain.side, raise: () => rise(gain, sourceOf(gain) ?? from) }))),
    ]);
  }

  // The cards have landed: what they make is said and lit, and the points rise.
  function land(lines, time, gains) {
    table().removeAttribute("data-flying");
    if (!gains.length || !all(".speaks .ending-head").length) reveal(); // who wins is told once all is pegged
    all("#count-number[data-final]").forEach(showCount);
    hop(all(".laid .is-counted"));
    all(".laid .made").forEach((made) => move(made, SWELL));
    telling.tell(lines, time, gains);
  }

  // Cards go round from the pack, one to each in turn, those too that others have laid away by now.
  function deal({ places, seats, cards, crib }) {
    const [pack, hand] = [places.get("deck"), all("[data-place=hand] [data-card]").map(({ dataset: { card } }) => card)];
    const piles = [...seats.values()].filter((pile) => pile.length).map((pile) => [...pile]);
    crib.forEach((_box, number) => piles[number % piles.length]?.push(piles[number % piles.length].at(-1)));
    piles.push(hand.map((card) => cards.get(card)));
    const order = piles.at(-1).flatMap((_box, round) => piles.map((pile) => pile[round]).filter(Boolean));
    order.forEach((box, number) => {
      const back = ghost("card card-back", box), delay = Math.min(0.25, 4 / order.length) * moves.length * number;
      after(move(back, [{ transform: seemsAt(pack, box) }, {}], { delay }), () => sound("card"));
    });
  }

  // The hand that was dealt is taken up, and what others lay away goes to the crib.
  function takeUp({ cards, crib, seats }) {
    all("[data-ghost]").forEach((ghost) => ghost.remove());
    table().removeAttribute("data-dealing");
    const piles = [...seats.values()].filter((pile) => pile.length).map((pile) => pile.at(-1));
    backsOf("crib").forEach((back, number) => travel(back, piles[number % piles.length] ?? crib[number], crib[number]));
    each(all("[data-place=hand] [data-card]"), (holder, delay) =>
      moves.turnOver(faceOf(holder), cards.get(holder.dataset.card), cards.get(holder.dataset.card), delay));
  }

  // The steps in which all comes to its place, after what lay there has gone.
  function comings(before, now) {
    const isDeal = now.phase === "discarding" && before.phase !== now.phase && now.places.has("deck");
    const isCleared = before.lying.some(([{ dataset }]) => !now.cards.has(dataset.card));
    const [first, ...others] = [
      ...(isCleared ? [() => keep(before, now)] : []),
      ...(isDeal ? [() => deal(now), () => takeUp(now)] : arrivals(before, now)),
    ];
    if (isDeal) table().dataset.dealing = ""; // what is dealt is not seen before
    return [() => { sweep(before, now); first(); }, ...others];
  }

  // What lay there goes first: what is new is not seen yet, and what stays on the felt lies where it was.
  function keep(before, now) {
    const { cards, crib } = before;
    if (now.phase !== "discarding") moves.raisePad(before, now, false); // a new deal begins with all at its place
    for (const holder of all("[data-card]")) {
      const [was, to] = [cards, now.cards].map((boxes) => boxes.get(holder.dataset.card));
      const seen = was ? { transform: seemsAt(was, to) } : { opacity: 0 };
      move(bodyOf(holder), [seen, seen]);
    }
    all("#deal > p").forEach((title) => move(title, [{ opacity: 0 }, { opacity: 0 }]));
    const closed = [...(all(".felt-crib").length ? crib : []), spentBack(before, now)];
    closed.forEach((box) => box && fly(ghost("card card-back", box), [{}, {}]));
  }

  // The steps in which cards come to their places: from the hand, from who played them, from the crib or a cut pack.
  function arrivals(before, now) {
    const [known, fresh] = [true, false].map((is) =>
      all("[data-card]").filter((holder) => before.cards.has(holder.dataset.card) === is));
    const isCut = (holder) => placeOf(holder) === (before.phase === "cutting_for_deal" ? "series" : "starter");
    const pack = before.cut ?? before.spread[before.spread.length >> 1] ?? before.places.get("deck"), from = all(".felt-crib").length ? before.crib : [];
    const cut = pack ? fresh.filter(isCut) : [];
    const laid = fresh.filter((holder) => placeOf(holder) === "series" && !isCut(holder));
    const boxed = (holder) => [faceOf(holder), now.cards.get(holder.dataset.card)];
    const turned = cut.map((holder) =>
      moves.cutOut(...boxed(holder), pack, !before.cut && placeOf(holder) === "starter", before.cut && now.places.get("deck")));
    turned.push(moves.turnCrib(laid.slice(0, from.length).map(boxed), from), [() => moveCards(before, now, known, laid.slice(from.length))]);
    if (pack && !before.spread.length) turned.push(moves.spread(all(".spread .card"), pack, now.spread));
    const most = Math.max(...turned.map((steps) => steps.length));
    return Array.from({ length: most }, (_, step) => () => turned.forEach((steps) => steps[step]?.()));
  }

  // Where the closed card lay that another has played.
  function spentBack(before, now) {
    const seat = [...now.seats.keys()].find((place) => now.seats.get(place).length < before.seats.get(place)?.length);
    return before.seats.get(seat)?.at(-1);
  }

  function moveCards(before, now, known, laid) {
    const back = spentBack(before, now);
    for (const holder of known)
      travel(bodyOf(holder), before.cards.get(holder.dataset.card), now.cards.get(holder.dataset.card));
    each(laid, (holder, delay) => {
      const by = before.places.get(seatOf(holder)) ?? back;
      const come = back && by === back ? moves.turnOver : travel; // what another plays comes closed
      come(bodyOf(holder), by ?? before.places.get("hand"), now.cards.get(holder.dataset.card), delay);
    });
    layAway(before, now);
    moves.raisePad(before, now);
  }

  // Closed cards go to the crib: the person's own from where they lay, the others' from whoever has them.
  function layAway(before, now) {
    const chips = [...before.places].filter(([place]) => place.startsWith("seat-")).map(([, box]) => [box]);
    const away = before.hand.filter(([{ dataset }]) => !now.cards.has(dataset.card)).map(([, ...own]) => own);
    const from = [...away, ...chips], laid = backsOf("crib").slice(before.crib.length);
    laid.forEach((back, number) => {
      const [box, face] = from[number % from.length], to = now.crib[before.crib.length + number];
      if (face) moves.turnDown(face, back, box, to);
      else travel(back, box, to);
    });
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.body.addEventListener("htmx:beforeSwap", ({ detail: { shouldSwap, target } }) => {
      if (!shouldSwap || target !== table()) return;
      finish();
      was = isStill() ? null : { ...read(), ...look() };
    });
    document.body.addEventListener("htmx:afterSwap", () => {
      if (was && !isStill()) go = prepare(was); // the pace may be another now
      was = null;
    });
    document.body.addEventListener("htmx:afterSettle", () => { go = go?.(); });
    // A key that is held, the second tap of a double tap, and a tap on the last peg's way home take the sight of nothing.
    const isHomeward = () => table()?.matches("[data-moving][data-home]:not([data-telling])");
    const end = (event) => { if (event.type === "keydown" ? !event.repeat : !isHomeward() && !presses.isSecond(event)) finish(); };
    for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, end, true);
  });
})();
