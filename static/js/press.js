// What a press at the table counts for: a second click, or one that comes too late, would do what nobody meant.
"use strict";

const presses = (() => {
  let pressed = null, lastClick = null; // the last click that counted; after a swap only the name of what it pressed
  let unseen = []; // what waited as the finger or key came down for all to be seen or told: that only ends it
  let gone = null; // the button by which the table went on before the last swap
  let swapped = 0; // when the table last changed
  let leftAt = -Infinity; // when Enter left the empty box of a call
  let isHeld = false; // whether the focus was on what acts, or beside it, then
  const HASTE = 500; // milliseconds within which a second press is not meant
  const LATE = 400; // milliseconds within which a press is meant for the button that has just gone
  const BY_ITSELF = "#by-itself, #late, #play"; // lets the table go on without a press
  const LIFTS = "[data-lift] :is(.play-card, .pad button)"; // what a first press only lifts, or marks
  const UNSEEN = "[data-later], [data-telling]:has([data-claimed]) #go-on";
  const BESIDE = ".own-hand, .buttons", ACTS = ":is(a, button)[data-first]:not(#go-on, #go, #cut, #take-back)";
  const table = () => document.getElementById("table");
  const named = (control) => control?.ariaLabel ?? control?.textContent.trim();

  // Browsers count clicks, but not taps, nor what comes down before a click.
  function isSecond({ type, detail, pointerType, clientX, clientY, timeStamp }) {
    const isCounted = type === "click" && (!detail || pointerType === "mouse");
    if (isCounted || !lastClick) return detail > 1;
    const far = Math.hypot(clientX - lastClick.clientX, clientY - lastClick.clientY);
    return far < 40 && timeStamp - lastClick.timeStamp < HASTE;
  }

  // Where the table has gone on by itself, a press meant for its button comes too late; longer where it could only be refused.
  function isLate(event, control) {
    const late = control.matches("#go[aria-disabled]") ? 1200 : LATE;
    if (!gone || event.timeStamp - gone.at > late || named(control) === gone.name) return false;
    if (!event.detail) return gone.isByItself && control.matches("#call, .actions [data-first]:not(#go)"); // a key
    const { left, right, top, bottom } = gone.box, { clientX: x, clientY: y } = event;
    return left <= x && x <= right && top <= y && y <= bottom;
  }

  // While a key pressed late counts for nothing, `data-late` stands at the table.
  function markLate() {
    const left = gone?.isByItself ? gone.at + LATE - performance.now() : 0;
    table()?.toggleAttribute("data-late", left > 0);
    if (left > 0) setTimeout(markLate, left);
  }

  // Enter in an empty box lets the table go on as well, or leads past a call.
  function stopLate(event) {
    const { key, target, timeStamp } = event, isCall = target.matches("#call");
    const next = isCall ? target : document.getElementById("go-on"), isEmpty = target.matches(":is(#say, #call):placeholder-shown");
    if (key !== "Enter" || !isEmpty || !next || !isLate({ detail: 0, timeStamp }, next)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // Nobody has read a warning that has just come: what was pressed before it accepts nothing.
  const isUnread = ({ detail, timeStamp }, { id }) => detail && ["anyway", "never"].includes(id) && timeStamp - swapped < HASTE;

  // The second click of a double click counts only on what has come under the finger by the same name: it would play
  // another card, or press what nobody has read. Where the person wants it, the first press only lifts a card or marks a count.
  function press(event) {
    const control = event.target.closest("#table :is(button, a)");
    const acts = control?.form?.id === "act" || control?.closest("#act"); // a pack is spread outside of its form
    if (!acts || control.ariaPressed === "true") return;
    const isOther = control === pressed || named(control) !== named(pressed);
    const ends = unseen.includes(control);
    const twice = ends || isLate(event, control) || isUnread(event, control) || (isSecond(event) && isOther);
    [pressed, unseen] = [control, []];
    if (!twice || ends) lastClick = event;
    if (control.ariaPressed === "false") lift(control);
    else if (!twice) {
      if (control.matches(".play-card:not([aria-disabled])")) control.classList.add("is-raised"); // before the server answers
      return;
    }
    event.preventDefault();
    if (control.matches("a")) event.stopPropagation(); // it would be followed all the same
  }

  // A button answers once it is drawn; while one's own count is judged, a press only completes that.
  const keepUnseen = () => { unseen = [...document.querySelectorAll(UNSEEN)]; };

  // A key pressed once more, as for the button that has gone, plays no card and begins no game: the focus waits beside what
  // acts, one Tab or arrow before it. A space would move the page there. To go on, say go, cut or take back chooses nothing.
  function holdFocus() {
    const place = isHeld && document.activeElement === document.body && table().querySelector(ACTS)?.closest(BESIDE);
    isHeld = false;
    if (place) place.tabIndex = -1;
    if (place) place.focus({ preventScroll: true });
  }

  // Where nothing is called, Enter leads to what lets the claim stand; held, or pressed twice, it lets nothing stand.
  function leaveCall(event) {
    const { key, target, repeat, timeStamp } = event, pass = table()?.querySelector("[value=pass]");
    const isEmpty = target.matches("#call:placeholder-shown"), isHasty = repeat || timeStamp - leftAt < HASTE;
    if (key !== "Enter" || !pass || !(isEmpty || (target === pass && isHasty))) return;
    event.preventDefault();
    if (isEmpty) leftAt = timeStamp;
    pass.focus({ preventScroll: true });
  }

  function lift(card) {
    for (const one of table().querySelectorAll(LIFTS)) {
      one.ariaPressed = one === card;
      one.classList.toggle(one.matches(".pad *") ? "is-lifted" : "is-raised", one === card);
    }
  }

  function settle() {
    for (const one of document.querySelectorAll(LIFTS)) one.ariaPressed = "false";
  }

  document.addEventListener("DOMContentLoaded", () => {
    settle();
    document.body.addEventListener("htmx:afterSettle", settle);
    document.body.addEventListener("htmx:afterSwap", markLate);
    const lower = () => {
      for (const one of document.querySelectorAll(".play-card, .pad button")) one.classList.remove("is-raised", "is-lifted");
      settle();
    };
    for (const kind of ["sendError", "responseError", "timeout"]) document.body.addEventListener(`htmx:${kind}`, lower);
    document.addEventListener("htmx:afterSettle", holdFocus, true); // before the focus goes to what acts
    document.addEventListener("keydown", (event) => {
      if (event.key === " " && event.target.matches(BESIDE)) event.preventDefault();
    });
    document.body.addEventListener("htmx:beforeSwap", ({ detail: { shouldSwap, target, requestConfig } }) => {
      if (!shouldSwap || target !== table()) return;
      swapped = performance.now();
      const focused = document.activeElement;
      isHeld = focused.matches(`${BESIDE}, #act :is(a, button):not(#take-back)`);
      if (focused.matches(`${BESIDE}, #go[data-first], #hint:focus-visible`)) focused.blur(); // it cannot keep the focus, is said, or has told
      pressed = pressed && { ariaLabel: named(pressed) };
      const button = document.getElementById("go-on");
      const isByItself = requestConfig.elt.matches(BY_ITSELF);
      gone = button && { name: named(button), box: button.getBoundingClientRect(), at: performance.now(), isByItself };
    });
    document.addEventListener("click", press, true);
    for (const stop of [stopLate, leaveCall]) document.addEventListener("keydown", stop);
    for (const kind of ["keydown", "pointerdown"]) addEventListener(kind, keepUnseen, true); // before the motions end
  });

  return { isSecond };
})();
