// A card of one's own follows the finger or mouse that drags it. Let go above the hand it is played or chosen, as by a
// tap, which may only lift it; elsewhere it goes back.
"use strict";

(() => {
  const FAR = 12; // so many pixels make a drag of what would be a tap
  let held = null; // what is pressed, its card, and where that began

  function hold({ target, button, isPrimary, pointerId, clientX: x, clientY: y }) {
    if (held?.isDragged) return; // a second finger
    const control = target.closest?.(".own-hand :is(.play-card:not([aria-disabled]), .pick)");
    const card = control?.querySelector(".card");
    held = control && isPrimary && !button ? { control, card, pointerId, x, y, isDragged: false } : null;
  }

  function follow({ pointerId, clientX, clientY, buttons }) {
    if (pointerId !== held?.pointerId) return;
    if (!buttons) return letGo({ type: "pointercancel", pointerId }); // it was let go outside of the window
    const right = clientX - held.x, down = clientY - held.y;
    held.isDragged ||= Math.hypot(right, down) > FAR;
    if (!held.isDragged) return;
    held.control.style.zIndex = 5;
    held.card.style.translate = `${right}px ${down}px`;
  }

  function letGo({ type, pointerId, clientY }) {
    const drag = held;
    if (pointerId !== drag?.pointerId) return;
    held = null;
    if (!drag.isDragged) return;
    const { control, card, y } = drag;
    const putBack = () => { control.style.zIndex = card.style.translate = ""; };
    addEventListener("click", swallow, true); // a mouse would press it too
    setTimeout(() => removeEventListener("click", swallow, true));
    const isAbove = type === "pointerup" && y - clientY > card.offsetHeight / 2;
    const isSent = isAbove && control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    // A card that is played flies on from where it was let go.
    if (isSent && control.matches("button")) control.form.addEventListener("htmx:afterRequest", putBack, { once: true });
    else putBack();
  }

  function swallow(event) {
    if (!event.detail) return; // that is the press of the card
    event.preventDefault();
    event.stopPropagation();
  }

  document.addEventListener("pointerdown", hold);
  document.addEventListener("pointermove", follow);
  for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, letGo);
})();
