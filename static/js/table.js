// Keeps what a person has at the table through every change: what is opened, the end of the log, the clock,
// and where the pack will be cut. Everything works without it; the server's clock decides.
"use strict";

(() => {
  const FOLDS = ":is(.boards, .aside) details[id]";
  const SHEETS = ":is(.boards, .speaks, .show) > details[open]";
  const LEAST = 96; // pixels in which a list can be read
  const WAITS = 5000; // milliseconds that a digit waits for its box
  const TINY = 1e-9; // less than a card or place: figures are rounded
  const later = window.requestIdleCallback ?? setTimeout; // Safari has no idle times
  const WRITTEN = "input:not([type=checkbox], [type=radio]), select, textarea";
  let early = "", typedAt = 0; // the digits that were typed before the box of the count was there, and when
  let ticking = 0, selectorToPress = "", isLeaving = false, phaseBefore = "";

  const table = () => document.getElementById("table");
  const all = (selector) => [...(table()?.querySelectorAll(selector) ?? [])];

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

  // The card of a spread pack at which a place of the slider cuts, and the first place that cuts at a card.
  const cardAt = ({ min, max, value }, final) => Math.floor(((value - min) / (max - min)) * final + TINY);
  const placeOf = ({ min, max }, card, final) => Math.ceil(Number(min) + (card / final) * (max - min) - TINY);

  // Lifts the card at which the pack would be cut: the one under the finger, or that of the slider's place.
  function showCut({ target, clientX } = {}) {
    const slider = document.getElementById("place"), cards = all(".spread .card"), final = cards.length - 1;
    const button = target?.closest?.(".spread button");
    if (!slider || !cards.length || (target && target !== slider && !button)) return;
    const [left, right] = [cards[0], cards[final]].map((card) => card.getBoundingClientRect().left);
    const pointed = Math.floor(((clientX - left) / (right - left)) * final);
    const number = button ? Math.min(Math.max(pointed, 0), final) : cardAt(slider, final);
    cards.forEach((card, at) => card.classList.toggle("is-counted", at === number));
    if (button) slider.value = placeOf(slider, number, final);
  }

  // Left and right, Home and End move the cut from card to card, and the place is said; then Enter cuts there. The slider
  // has keys of its own.
  function moveCut(event) {
    const slider = document.getElementById("place"), cards = all(".spread .card"), final = cards.length - 1;
    if (!slider || !event.target.matches("body, #table-title, #cut, .buttons, .spread *") || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = cards.findIndex((card) => card.matches(".is-counted"));
    const number = { ArrowLeft: Math.max(at - 1, 0), ArrowRight: Math.min(at + 1, final), Home: 0, End: final }[event.key];
    if (number === undefined) return;
    slider.value = placeOf(slider, number, final);
    document.getElementById("cut").focus({ preventScroll: true });
    showCut();
    document.getElementById("status").textContent = `${slider.labels[0].textContent}: ${slider.value}`;
    event.preventDefault();
  }

  // A pointer cuts at the card under it, as the slider tells; a key cuts where the name of the button says.
  function cutHere(event) {
    if (!event.detail || event.defaultPrevented || !event.target.closest(".spread button")) return;
    event.preventDefault();
    document.getElementById("cut-form").requestSubmit();
  }

  // Gold is what acts now: the hand until enough is chosen, then the button. What was refused may be true no more.
  function showChosen(event) {
    for (const told of event ? all("[data-until]") : []) told.textContent = told.dataset.until;
    const discard = document.getElementById("discard");
    if (!discard) return;
    const isEnough = all(".pick :checked").length === Number(discard.dataset.away);
    discard.classList.toggle("button-felt", !isEnough);
    discard.ariaDisabled = isEnough ? null : "true"; // faint, but a press says what is asked
    all(".own")[0].toggleAttribute("data-acts", !isEnough && !all(".own .is-advised").length);
  }

  // A digit that is typed at the felt goes into the box of the count or the call; one that comes before its box waits for it a while.
  function typeCount(event) {
    const { key, target } = event, claim = document.getElementById("claim") ?? document.getElementById("call");
    if (!/^\d$/.test(key) || event.altKey || event.ctrlKey || event.metaKey || target.matches(WRITTEN) || !(target.matches("body, #table-title") || target.closest("#act"))) return;
    if (claim?.checkVisibility()) claim.focus({ preventScroll: true });
    else if (!claim && all("#go-on").length && table().dataset.phase === "counting") [early, typedAt] = [early + key, performance.now()];
    else return;
    event.stopImmediatePropagation(); // it is no single key
  }

  // The box of the count gets what was typed before it was there; this, and a count that was refused, is typed over.
  function fillIn({ parameters } = {}) {
    const claim = document.getElementById("claim");
    if (performance.now() - typedAt > WAITS) early = "";
    if (claim?.checkVisibility() && early) claim.value = early.slice(-2);
    if (early || (claim?.value && claim.value === parameters?.say)) claim?.select();
    if (claim || table().dataset.phase !== "counting") early = "";
  }

  // A setting is saved as it is changed. The button for that is only there without scripts.
  function save({ target: { form } }) {
    if (form?.id === "settings") form.requestSubmit();
  }

  // Goes back from a warning, if there is one, to the choice.
  const takeBack = () => document.getElementById("take-back")?.click();

  // A card that is tapped under a warning takes it back, and is chosen, or no more: in the play it is played, if it is not
  // the one that was warned of, nor under a second tap.
  function rethink(event) {
    const card = event.target.closest(".own li[data-card]");
    if (!card || !all("#take-back").length) return;
    const isPlayed = !card.matches(".is-raised") && !presses.isSecond(event);
    selectorToPress = isPlayed ? `#card-${card.dataset.card}` : `input#card-${card.dataset.card}`;
    takeBack();
  }

  // Escape takes back too, once nothing lies over the felt; from the settings it leads to what acts.
  function escape({ key, isComposing, target }) {
    const settings = target.closest("#table-settings");
    if (key !== "Escape" || isComposing || all(`${SHEETS}, :popover-open`).length) return;
    if (settings) {
      settings.open = false;
      (all("#act [data-first]")[0] ?? document.getElementById("table-title")).focus({ preventScroll: true });
    } else if (!target.matches("input[type=text], textarea, select")) takeBack();
  }

  // What lies over the felt closes at a press elsewhere, and with Escape; what is said, at a press on its words too: its
  // sign moves as it opens.
  function closeSheets({ key, target }) {
    if (key && key !== "Escape") return;
    const isWord = (fold) => fold.matches(".speaks > *") && !target.closest("a, button, summary");
    for (const fold of all(SHEETS)) {
      if (!key && !isWord(fold) && fold.parentElement.contains(target)) continue;
      const focused = document.activeElement, isLost = focused.matches("body, main") || fold.contains(focused);
      fold.open = false;
      if (isLost) fold.firstElementChild.focus({ preventScroll: true });
    }
  }

  // A warning is a step of the history: a page that is loaded again shows it, and Back takes it back.
  function keepWarning() {
    const pending = all("[name=pending]")[0], { pathname, search } = location, isKept = search.startsWith("?pending=");
    const warned = pending && `?${new URLSearchParams({ pending: pending.value })}`;
    if (warned && !isKept) history.pushState({ warned }, "", warned);
    else if (history.state?.warned && !warned) leave();
    else if (isKept) history.replaceState(history.state, "", warned ?? pathname);
  }

  // That takes a moment: another change of the table meanwhile goes no further back.
  function leave() {
    if (!isLeaving) history.back();
    isLeaving = true;
  }

  function goBack() {
    isLeaving = false;
    if (location.search.startsWith("?pending=")) keepWarning();
    else takeBack();
  }

  function settle() {
    all("#sounds").forEach((form) => { form.hidden = false; });
    all("[data-brief]").forEach((button) => { button.style.opacity = 0; }); // it goes before it can be read
    showChosen();
    keepWarning();
    runClock();
    showCut();
  }

  // The items of a count end above what acts, and open at the one that was missed.
  function showItems({ target }) {
    if (!target.matches?.("#items[open]")) return;
    const lines = target.querySelector(".lines"), [above, below] = [lines, all(".actions")[0]].map((one) => one.getBoundingClientRect().top);
    lines.style.maxHeight = `${Math.max(below - above - 8, LEAST)}px`;
    const missed = lines.querySelector(".is-missed");
    if (!missed) return;
    const { offsetTop, offsetHeight } = missed, { clientHeight } = lines; // it is seen whole, if it fits
    lines.scrollTop = Math.min(offsetTop, Math.max(offsetTop - clientHeight / 3, offsetTop + offsetHeight - clientHeight));
  }

  // The last that has happened is in view. That asks where things stand: not before all has changed and been seen.
  function showLast() {
    for (const events of all("#events")) {
      events.style.maxHeight = "";
      const { top } = events.getBoundingClientRect(), newest = [...events.querySelectorAll("li")].at(-1);
      // The newest is seen whole, if the window has room for it.
      if (newest?.offsetHeight > events.clientHeight) events.style.maxHeight = `${Math.max(events.clientHeight, Math.min(newest.offsetHeight, innerHeight - top))}px`;
      events.scrollTop = events.scrollHeight;
      const rows = [...events.querySelectorAll("h3, li")].map((one) => one.getBoundingClientRect());
      const first = rows.find((one) => one.bottom > top + 1); // it is left out if only a part of it is in view, but for the last
      if (first?.top < top - 1 && first !== rows.at(-1)) events.style.maxHeight = `${events.clientHeight - (first.bottom - top)}px`;
      events.scrollTop = events.scrollHeight;
    }
  }

  // Who acts sees the whole felt, if the window holds it: what was opened or read below it may have moved the page. So does
  // everybody but who types, at a new deal and at the end.
  function showFelt(isActing) {
    const { phase } = table().dataset, isAnew = phase !== phaseBefore && ["discarding", "over"].includes(phase);
    phaseBefore = phase;
    const box = all(".felt")[0]?.getBoundingClientRect(), focused = document.activeElement;
    const isSeen = (isActing && focused.closest("#act")) || (isAnew && !focused.matches("#say"));
    if (isSeen && box?.top < 0 && box.height < innerHeight) window.scrollTo(0, 0);
  }

  document.addEventListener("DOMContentLoaded", () => {
    settle();
    showLast();
    phaseBefore = table().dataset.phase;
    let chosen = []; // the cards that are chosen, while they are in the hand
    let open = {}; // what is unfolded beside the felt, by its id, is the person's choice, and outlives a swap
    document.body.addEventListener("htmx:beforeSwap", ({ detail: { shouldSwap, target, serverResponse } }) => {
      if (!shouldSwap || target !== table()) return;
      chosen = all(".pick :checked");
      // The count takes the focus, and the call of another claim after the one that stands.
      const focused = document.activeElement, isNext = focused.matches("[value=pass]") && serverResponse.includes('id="call"');
      if (isNext || (focused.matches("#hint") && all("#claim").length)) focused.blur();
      open = Object.fromEntries(all(FOLDS).map((fold) => [fold.id, fold.open]));
    });
    document.body.addEventListener("htmx:afterSwap", ({ detail: { target, requestConfig } }) => {
      if (target.id !== "table") return;
      all(FOLDS).forEach((fold) => { fold.open = open[fold.id] ?? fold.open; });
      chosen.forEach((card) => { card.checked = true; });
      settle();
      fillIn(requestConfig);
      if (selectorToPress) document.querySelector(selectorToPress)?.click();
      selectorToPress = "";
    });
    for (const failed of ["htmx:sendError", "htmx:responseError"])
      document.body.addEventListener(failed, () => { selectorToPress = ""; });
    document.body.addEventListener("htmx:afterSettle", showAnswer);
    document.body.addEventListener("htmx:afterSettle", ({ detail: { requestConfig } }) => later(() => {
      showLast();
      showFelt(requestConfig?.elt.closest("#act"));
    }));
    document.addEventListener("toggle", showItems, true);
    let width = innerWidth;
    window.addEventListener("resize", () => {
      if (width === innerWidth && matchMedia("(pointer: coarse)").matches) return; // the bars of a phone come and go while it is read
      width = innerWidth;
      showLast();
    });
    for (const kind of ["input", "pointermove", "pointerdown"]) document.addEventListener(kind, showCut);
    window.addEventListener("pageshow", () => showChosen()); // a browser checks again what was chosen once the page is there
    for (const change of [showChosen, save]) document.addEventListener("change", change);
    window.addEventListener("popstate", goBack);
    for (const press of [cutHere, rethink]) document.addEventListener("click", press);
    for (const press of [typeCount, moveCut, escape]) document.addEventListener("keydown", press);
    for (const kind of ["click", "keydown"]) document.addEventListener(kind, closeSheets);
    const command = document.getElementById("command");
    command?.addEventListener("htmx:afterRequest", (event) => {
      const box = command.elements.say, sent = event.detail.requestConfig.parameters.say ?? "";
      if (event.detail.successful && !table().matches("[data-refused]") && box.value.startsWith(sent)) box.value = box.value.slice(sent.length);
      else if (event.detail.successful && box.value === sent) box.select(); // what is typed next takes its place
    });
  });
})();
