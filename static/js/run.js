// A run as it goes on by itself: the clock, the cards that an item lights on the felt, and the second tap on the pegboard.
// The server's clock decides: when this one comes to nothing it only asks.
"use strict";

(() => {
  const SPOKEN = { 60: "sixty", 30: "thirty", 10: "ten" };
  const WRITTEN = "input:not([type=checkbox], [type=radio]), select, textarea";
  let ends = 0, shown = null, timer = 0, turning = 0;

  const inMinutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  function tick() {
    const clock = document.getElementById("clock");
    if (!clock || !("running" in clock.dataset)) return;
    const exactly = Math.max((ends - performance.now()) / 1000, 0), left = Math.ceil(exactly);
    const bar = document.querySelector(".time-bar");
    if (bar) bar.value = exactly;
    if (left !== shown) {
      shown = left;
      clock.textContent = inMinutes(left);
      clock.classList.toggle("is-short", left <= 10);
      const sentence = clock.dataset[SPOKEN[left]];
      if (sentence) document.getElementById("status").textContent = sentence;
    }
    const asked = document.getElementById("time-up");
    if (left === 0 && asked) {
      clearInterval(timer);
      asked.requestSubmit();
    }
  }

  function countUp(clock, began) {
    timer = setInterval(() => { clock.textContent = inMinutes(Math.floor((performance.now() - began) / 1000)); }, 200);
  }

  function startClock() {
    clearInterval(timer);
    const clock = document.getElementById("clock");
    if (clock?.dataset.spent) countUp(clock, performance.now() - 1000 * Number(clock.dataset.spent));
    if (!clock || !("running" in clock.dataset)) return;
    ends = performance.now() + Number(clock.dataset.seconds) * 1000;
    shown = Number(clock.dataset.seconds);
    timer = setInterval(tick, 200);
  }

  // ---------------------------------------------------------------------------------------- cards that turn over

  const setPad = (isOff) => document.querySelectorAll("#ask .pad button").forEach((button) => { button.disabled = isOff; });

  // Nothing of them stays on the page. The server has them face down from then on, too.
  function turnOver() {
    clearInterval(turning);
    const deal = document.querySelector("#deal[data-left]"), turned = document.getElementById("turned");
    if (!deal || !turned) return;
    deal.replaceWith(turned.content);
    setPad(false);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
      for (const back of document.querySelectorAll("#deal .card-back")) back.animate([{ scale: "0 1" }, { scale: "1" }], 150);
    }
    document.getElementById("status").textContent = turned.dataset.said;
    document.querySelector("#ask .hint").hidden = false;
    document.getElementById("seconds")?.remove();
    const prompt = document.getElementById("prompt");
    if (prompt) prompt.textContent = turned.dataset.asks;
    keepInSight();
  }

  function startTurning() {
    clearInterval(turning);
    const left = document.querySelector("#deal[data-left]")?.dataset.left;
    if (!left) return;
    setPad(true); // there is nothing to answer with while they are seen
    const until = performance.now() + Number(left) * 1000, seconds = document.getElementById("seconds");
    const look = () => {
      const remain = Math.ceil((until - performance.now()) / 1000);
      if (remain <= 0) turnOver();
      else if (seconds) seconds.textContent = remain;
    };
    look();
    turning = setInterval(look, 100);
  }

  // The time of a question from which one was away, in another tab or program, tells nothing: the answer says so.
  let left = "";

  const numberAsked = () => document.querySelector("#ask [name=number]")?.value ?? "";

  function noteLeaving() {
    if (document.hidden) left = numberAsked();
  }

  function tellOfLeaving(event) {
    if (left && event.formData.get("number") === left) event.formData.set("away", "1");
  }

  // ------------------------------------------------------------------------------------------- what an item lights

  const lines = () => [...document.querySelectorAll("#drill .run-told .line")];
  const onFelt = () => [...document.querySelectorAll("#drill .run-table .deal .card")];

  function light(line) {
    if (!lightCards(line, onFelt())) return;
    lines().forEach((other) => other.classList.toggle("is-lit", other === line));
    const title = document.querySelector(".run-table .deal-title");
    if (title) showInPlaceOf(title, line.dataset.title ?? (line.querySelector(".line-name") ?? line.querySelector(".line-spoken")).textContent);
  }

  // Only to be seen: the heading keeps its name, which is that of the region, too.
  function showInPlaceOf(title, spoken) {
    if (!title.matches(".visually-hidden")) {
      const seen = title.cloneNode(true);
      seen.removeAttribute("id");
      seen.setAttribute("aria-hidden", "true");
      seen.dataset.lit = "";
      title.after(seen);
      title.classList.add("visually-hidden");
    }
    title.nextSibling.lastChild.textContent = spoken.charAt(0).toLocaleUpperCase(document.documentElement.lang) + spoken.slice(1);
  }

  function prepareLines() {
    const all = lines();
    if (!onFelt().length || document.querySelector("#hunt")) return;
    all.forEach((line) => { line.tabIndex = 0; });
    const missed = all.find((line) => line.classList.contains("is-missed"));
    if (missed) light(missed);
  }

  // A page opens with the item that is lit above its bar, as far as the felt, which is held, needs not go.
  function showLit() {
    const lit = document.querySelector(".run-told .is-lit")?.getBoundingClientRect(), bar = document.querySelector("#drill .action-bar");
    const top = bar?.getBoundingClientRect().top, below = lit?.bottom - top;
    if (below > 0 && matchMedia("(width < 62rem)").matches) window.scrollBy(0, Math.min(below, document.querySelector("#drill .felt").getBoundingClientRect().top));
  }

  function lightTheOneAt(event) {
    const line = event.target.closest?.("#drill .run-told .line[tabindex]");
    if (line) light(line);
  }

  function lightByArrow(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], all = lines();
    if (!step || !all[0]?.hasAttribute("tabindex") || !event.target.closest("#next, .line")) return;
    const lit = all.findIndex((line) => line.classList.contains("is-lit"));
    light(all.at((lit < 0 && step < 0 ? 0 : lit + step) % all.length));
    event.preventDefault();
  }

  // -------------------------------------------------------------------------------------------------- the pegboard

  let pressed = null; // the last click that counted, and the question it was for

  // The second tap of a double tap answers nothing that has come under the finger since the first. Browsers count
  // clicks, but not taps.
  function pressOnce(event) {
    const { detail, pointerType, clientX, clientY, timeStamp } = event, drill = event.target.closest("#drill");
    if (!drill || !detail) return;
    const isNear = pressed && Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) < 40;
    const isSoon = pointerType === "mouse" ? detail > 1 : isNear && timeStamp - pressed.timeStamp < 500;
    if (!isSoon || pressed?.drill === drill) {
      pressed = { drill, clientX, clientY, timeStamp };
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function askTwice(event) {
    const hole = event.target.closest?.(".pad[data-twice] button");
    if (!hole || hole.classList.contains("is-lifted")) return;
    hole.parentElement.querySelector(".is-lifted")?.classList.remove("is-lifted");
    hole.classList.add("is-lifted");
    event.preventDefault();
  }

  // ------------------------------------------------------------------------------- what is tapped first, and second

  // What goes on by itself after a tap would be sent while somebody looks through the choices by keys.
  let isTapped = false;

  // A peg that is tapped goes to the hole that was tapped before, or is taken up for the one that is tapped next; tapped
  // again, it is put down.
  let taken = null, aimed = null; // the peg, and the hole

  const choiceOf = (peg) => document.getElementById(peg.matches(".is-rear") ? "choice-rear" : "choice-front");

  function takePeg(event) {
    const hole = event.target.closest?.("#ask .peg-hole:is(.is-rear, .is-front)");
    if (!hole || !event.detail) return;
    event.preventDefault();
    if (aimed?.isConnected) return setTimeout(() => choiceOf(hole).click()); // once its hole is checked again, not the peg's
    if (taken) taken.style.scale = "";
    taken = taken === hole ? null : hole;
    if (!taken) return;
    taken.style.scale = 1.3;
    document.getElementById("status").textContent = choiceOf(taken).textContent.trim();
  }

  function placePeg({ target, defaultPrevented }) {
    if (defaultPrevented || target.name !== "hole") return;
    aimed = target;
    if (!isTapped || !taken?.isConnected) return;
    choiceOf(taken).click();
    taken = null;
  }

  // Points that were tapped before their count, and came back, go on with it.
  function sendBoth({ target }) {
    if (isTapped && target.name === "count") document.querySelector(".pad-two .is-lifted")?.click();
  }

  // ------------------------------------------------------------------------------------------- what a letter asks

  // A key of its own: not with another, held, or where it is written.
  const isSingle = ({ ctrlKey, altKey, metaKey, repeat, target }) =>
    !(ctrlKey || altKey || metaKey || repeat || target.matches(WRITTEN));

  // Where cards are tapped, the box that takes questions is folded: a letter asks without it, while a card has the focus.
  function askByLetter(event) {
    const box = document.querySelector("#ask .typed input");
    if (!box || !isSingle(event) || !(event.target.closest("#ask") || box.closest("[data-keys]"))) return;
    if (!box.dataset.asks.includes(event.key.toLowerCase())) return;
    box.value = event.key;
    box.form.requestSubmit();
    event.preventDefault();
  }

  // Of two answers Enter leads from the first, a number, to the second while that is open. Held, it answers nothing.
  function leadOn(event) {
    if (event.key === "Enter" && event.repeat) return event.preventDefault();
    const { key, target } = event, next = target.dataset.next && document.querySelector(target.dataset.next);
    if (key !== "Enter" || !next?.checkVisibility() || !/^\d+$/.test(target.value.trim()) || (next.matches("input") && next.value)) return;
    next.focus();
    event.preventDefault();
  }

  // A number chooses a card, or goes to an answer, where the focus is among them, as at the table; for who has turned
  // single keys on, from anywhere. Enter sends it.
  function chooseByNumber(event) {
    if (!isSingle(event) || !event.target.closest(".pick, .choice-cards, #choices") && !document.querySelector("[data-keys]")) return;
    const chosen = document.querySelectorAll(".pick input, .choice-card, #choices > button")[event.key - 1];
    if (!chosen) return;
    chosen.focus({ preventScroll: true });
    chosen.dataset.numbered = ""; // Enter takes it not back
    if (chosen.type !== "submit") chosen.click();
    event.preventDefault();
  }

  // What was chosen stays while a hint is given or a question is answered; who types goes on typing.
  let asked = "", chosen = [], focused = null, typedIn = null;

  function asks(given) {
    const letter = given?.get("claim")?.toLowerCase(), box = document.querySelector("#ask .typed input");
    return given?.has("hint") || (letter && box?.dataset.asks.includes(letter));
  }

  function keepChosen({ detail: { requestConfig } }) {
    asked = asks(requestConfig?.formData) ? numberAsked() : "";
    focused = document.activeElement.closest("#ask .pick input")?.id;
    typedIn = document.querySelector("#ask .answer-fold :checked") && numberAsked();
    chosen = [...document.querySelectorAll("#ask input[name]:checked")].map(({ name, value }) => `[name="${name}"][value="${value}"]`);
  }

  function choose() {
    if (!asked || numberAsked() !== asked || document.getElementById("answer-error")) return;
    for (const one of chosen) document.querySelectorAll(`#ask input${one}`).forEach((input) => { input.checked = true; });
  }

  function stayUnfolded() {
    const fold = document.querySelector("#ask .answer-fold input");
    if (!fold || typedIn === null || numberAsked() !== typedIn) return;
    fold.checked = true;
    document.querySelector("#ask .answer-typed [autofocus]")?.focus({ preventScroll: true });
  }

  // The card that asked keeps the focus, and what was refused is typed over.
  function keepFocus() {
    const card = asked && focused && numberAsked() === asked ? document.getElementById(focused) : null;
    card?.focus({ preventScroll: true });
    if (card?.checked) card.dataset.numbered = ""; // Enter takes it not back
    const { activeElement } = document;
    if (activeElement.matches("#ask input[type=text][aria-invalid]")) activeElement.select();
  }

  // What needs cards is gold only once they are chosen; it answers all the same. Of numbers the sum is told, of cards
  // how many are chosen.
  function markChoice() {
    const given = [...document.querySelectorAll(".pick input, .part-pad input, .item-boxes input")];
    const filled = given.filter((input) => (input.type === "text" ? input.value : input.checked));
    const sum = filled.reduce((points, input) => points + (input.closest(".pick") ? 1 : Number(input.value) || 0), 0);
    for (const button of document.querySelectorAll("[data-needs]")) {
      const waits = filled.length < Number(button.dataset.needs);
      button.classList.toggle("button-plain", waits);
      if (button.dataset.sum) button.textContent = button.dataset.sum.replace("#", sum);
    }
    const told = document.getElementById("sum");
    if (!told) return;
    told.hidden = false;
    told.lastElementChild.textContent = sum;
  }

  function unfold(event) {
    const fold = event.target;
    if (!fold.matches?.(".answer-fold input")) return;
    const boxes = document.querySelectorAll(".answer-typed > input, .item-boxes input");
    if (fold.checked) boxes[0].focus({ preventScroll: true });
    else for (const box of boxes) box.value = "";
    markChoice();
    keepInSight();
  }

  // What is looked at is always in sight, and the focus is never lost: the box is folded where one taps.
  // In a window too low to hold anything, as at great zoom, what is said of an answer comes first; in a hunt the cards
  // stay as far as they can.
  function keepInSight() {
    const felt = document.querySelector("#drill .felt")?.getBoundingClientRect();
    const said = document.querySelector("#verdict, #hunt .notice");
    if (said && !matchMedia("(min-height: 24rem)").matches) said.scrollIntoView({ block: said.id ? "start" : "nearest" });
    else if (felt?.top < 0 || said?.closest("#drill .is-shown ~ *")) window.scrollTo(0, 0);
    const asked = document.querySelector("#drill, #screen");
    if (!asked || asked.contains(document.activeElement)) return;
    const tapped = [...asked.querySelectorAll(".pad[tabindex], .pad > [tabindex], fieldset.peg-street, .options[tabindex]")];
    tapped.find((group) => group.checkVisibility())?.focus({ preventScroll: true });
  }

  // A group gets the focus without the page scrolling to its end, which would move the felt.
  function focusStill() {
    const group = document.querySelector("#ask [tabindex][autofocus]");
    group?.removeAttribute("autofocus");
    group?.focus({ preventScroll: true });
    return group;
  }

  // In a lesson the cards stay where they were as an answer is told, as far as what follows them leaves room.
  let cardsTop = NaN;

  const topOfCards = () => document.querySelector("#work .felt :is(.card, .board)")?.getBoundingClientRect().top;

  function noteCards() {
    cardsTop = topOfCards();
  }

  function holdCards() {
    const told = document.querySelector("#explained"), felt = document.querySelector("#work > .felt");
    if (!told || !felt) return;
    const room = told.parentElement.getBoundingClientRect().bottom - told.getBoundingClientRect().bottom;
    const risen = Math.min(cardsTop - topOfCards(), room);
    if (risen > 0) felt.style.paddingTop = `${parseFloat(getComputedStyle(felt).paddingTop) + risen}px`;
  }

  // In a window too low to hold what goes on, the focus does not wait there, past what is to be read.
  function readFirst() {
    if (matchMedia("(min-height: 24rem)").matches || !document.querySelector("#screen [autofocus]")) return false;
    document.getElementById("main").focus({ preventScroll: true });
    window.scrollTo(0, 0);
    return true;
  }

  // On a touch screen no keyboard opens by itself, unless one was typing, and no card looks as if it was chosen already.
  // What is to get the focus does not get it any more once another part of the page has it.
  function keepKeyboardShut() {
    const box = document.querySelector("#ask input[autofocus]:not([aria-invalid]), #hunt input[autofocus]");
    if (!box?.checkVisibility() || document.querySelector("#ask .answer-fold :checked") || !matchMedia("(pointer: coarse)").matches) return;
    const title = document.getElementById("drill-title");
    if (!title) return;
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }

  document.addEventListener("DOMContentLoaded", () => {
    if (!readFirst() && focusStill() && !location.hash) window.scrollTo(0, 0); // a browser scrolls to it as the page opens
    startClock();
    startTurning();
    addEventListener("pagehide", turnOver);
    prepareLines();
    showLit();
    for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, lightTheOneAt);
    document.addEventListener("keydown", lightByArrow);
    document.addEventListener("visibilitychange", noteLeaving);
    document.addEventListener("formdata", tellOfLeaving);
    for (const press of [askByLetter, chooseByNumber, leadOn]) document.addEventListener("keydown", press);
    document.addEventListener("click", pressOnce, true);
    for (const press of [askTwice, takePeg]) document.addEventListener("click", press, true);
    for (const press of [placePeg, sendBoth]) document.addEventListener("click", press);
    document.addEventListener("pointerdown", () => { isTapped = true; });
    document.addEventListener("keydown", () => { isTapped = false; });
    document.addEventListener("change", unfold);
    markChoice();
    document.addEventListener("input", markChoice);
    for (const before of [keepChosen, noteCards]) document.body.addEventListener("htmx:beforeSwap", before);
    for (const after of [holdCards, choose, stayUnfolded, markChoice, focusStill]) document.body.addEventListener("htmx:afterSwap", after);
    document.body.addEventListener("htmx:afterSwap", keepKeyboardShut);
    keepKeyboardShut();
    document.body.addEventListener("htmx:afterSettle", () => {
      startClock();
      startTurning();
      prepareLines();
      keepInSight();
      keepFocus();
    });
  });
})();
