// A card of one's own follows the finger or mouse that drags it, and the place where it may go is lit. Let go there it is
// played, or lies chosen beside the crib until a press takes it back; elsewhere it goes back.
"use strict";

(() => {
  const FAR = 12; // so many pixels make a drag of what would be a tap
  const SMALL = 0.8; // how large a card seems beside the crib
  let held = null; // what is pressed, its card, and where that began

  // Where the card may go: the crib, or what lies on the table.
  const goal = () => document.querySelector(`#table ${held.control.matches(".pick") ? "[data-place=crib]" : ".laid"}`);

  // Whether a card lies over that place, or less than half its own height away. What is only chosen may as well lie on the
  // middle of the felt, on its way there.
  function isThere({ control, card }, place) {
    const own = card.getBoundingClientRect(), half = own.height / 2;
    const gapTo = ({ left, right, top, bottom }) =>
      Math.max(left - own.right, own.left - right, top - own.bottom, own.top - bottom);
    return gapTo(place) < half || (control.matches(".pick") && gapTo(document.querySelector("#table .middle").getBoundingClientRect()) < -own.width / 2);
  }

  const light = (is) => goal()?.toggleAttribute("data-drop", is);

  function hold({ target, button, isPrimary, pointerId, clientX: x, clientY: y }) {
    if (held?.isDragged) return; // a second finger
    const control = target.closest?.(".own-hand :is(.play-card:not([aria-disabled]), .pick)");
    const card = control?.querySelector(".card"), lies = control?.matches("[data-laid]");
    held = control && !lies && isPrimary && !button ? { control, card, pointerId, x, y, isDragged: false } : null;
  }

  function follow({ pointerId, clientX, clientY, buttons }) {
    if (pointerId !== held?.pointerId) return;
    if (!buttons) return letGo({ type: "pointercancel", pointerId }); // it was let go outside of the window
    const right = clientX - held.x, down = clientY - held.y;
    if (!held.isDragged && Math.hypot(right, down) <= FAR) return;
    if (!held.isDragged) light(true);
    held.isDragged = true;
    held.control.style.zIndex = 5;
    held.card.style.translate = `${right}px ${down}px`;
  }

  // A card glides to its place, where motions are wanted.
  function glide(card, from, duration) {
    if (!moves.isStill()) moves.glide(card, [from, {}], { duration });
  }

  function settle({ control, card }, style = "") {
    const { translate, scale } = getComputedStyle(card);
    control.style.zIndex = "";
    card.style.cssText = style;
    glide(card, { translate, scale }, 200);
  }

  function putBack(drag) {
    drag.control.removeAttribute("data-laid");
    settle(drag);
  }

  // The card lies on the felt beside the crib, next to those that lie there.
  function layDown(drag, { left, right, top, bottom }) {
    const number = document.querySelector("#table [data-laid='0']") ? 1 : 0, own = drag.control.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = drag.card, [wide, high] = [SMALL * offsetWidth, SMALL * offsetHeight];
    const x = Math.min((left + right) / 2, innerWidth - wide) + (number - 0.5) * wide - own.left - offsetWidth / 2;
    const said = document.querySelector("#table .speaks").getBoundingClientRect(); // no card covers that
    const y = (bottom + high + 6 > said.top ? top - high / 2 - 6 : bottom + high / 2 + 6) - own.top - offsetHeight / 2;
    drag.control.dataset.laid = number;
    settle(drag, `translate: ${x}px ${y}px; scale: ${SMALL}; pointer-events: auto`);
  }

  function letGo({ type, pointerId }) {
    const drag = held;
    if (pointerId !== drag?.pointerId) return;
    const place = goal()?.getBoundingClientRect();
    const isPut = drag.isDragged && type === "pointerup" && place && isThere(drag, place);
    light(false);
    held = null;
    if (!drag.isDragged) return;
    const { control, card } = drag, input = control.querySelector("input");
    addEventListener("click", swallow, true); // a mouse would press it too
    setTimeout(() => removeEventListener("click", swallow, true));
    if (isPut && control.ariaPressed) control.ariaPressed = true; // whoever drags a card means to play it
    const isSent = isPut && !input?.checked && control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    // A card that is played flies on from where it was let go.
    if (isSent && !input) control.form.addEventListener("htmx:afterRequest", () => { control.style.zIndex = card.style.translate = ""; }, { once: true });
    else if (isPut && input?.checked) layDown(drag, place);
    else putBack(drag);
  }

  // What is chosen rises; what is chosen no more goes back to the hand.
  function showChosen({ target }) {
    const control = target.closest(".pick"), card = control?.querySelector(".card");
    if (!control?.matches("#table *") || control.style.zIndex) return; // what was dragged glides from there
    if (!control.matches("[data-laid]")) glide(card, { translate: target.checked ? "0" : "0 -.5rem" }, 120);
    else if (!target.checked) putBack({ control, card });
  }

  function swallow(event) {
    if (!event.detail) return; // that is the press of the card
    event.preventDefault();
    event.stopPropagation();
  }

  document.addEventListener("pointerdown", hold);
  document.addEventListener("pointermove", follow);
  document.addEventListener("change", showChosen);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, letGo);
})();
