// "Type it" leaves the page where it stands: the box comes to its lower edge, and the hand stays in view. Without this
// script the page goes to where the box is. It stays there until a press elsewhere has counted: what is pressed would
// move away from under the finger. What was typed goes with it.
"use strict";

(() => {
  const command = document.getElementById("command");
  let isPressed = false;

  // Whether the box or its button has the focus: the help beside them is opened where it is.
  const isTyped = () => Boolean(command?.querySelector(":focus:not(summary)"));

  // Whether the box lies over what stands at the lower edge.
  const isOver = () => command.matches(".is-typing") && getComputedStyle(command).position === "sticky";

  function settle() {
    const isOpen = isPressed || isTyped(), box = document.getElementById("say");
    if (!isOpen && box && document.hasFocus() && isOver()) box.value = "";
    command?.classList.toggle("is-typing", isOpen);
  }

  function release() {
    isPressed = false;
    setTimeout(settle);
  }

  // Where the table only waits for a press, the box gives way to what is pressed.
  function giveWay() {
    const next = document.querySelector("#table[data-wait=press] [data-first]:not([disabled])");
    if (next && isTyped() && isOver() && !document.getElementById("say").value) next.focus({ preventScroll: true });
  }

  command?.addEventListener("focusin", settle);
  command?.addEventListener("focusout", () => setTimeout(settle));
  addEventListener("pointerdown", () => { isPressed = isTyped(); }, true);
  for (const kind of ["click", "pointercancel", "keydown"]) addEventListener(kind, release);

  document.addEventListener("htmx:afterRequest", giveWay); // what was sent is out of the box by then
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || !event.target.closest("[href='#say']")) return;
    event.preventDefault();
    document.getElementById("say").focus({ preventScroll: true });
  });
})();
