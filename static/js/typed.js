// "Type it" leaves the page where it stands: the box comes to its lower edge, and the hand stays in view. Without this
// script the page goes to where the box is.
"use strict";

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || !event.target.closest("[href='#say']")) return;
  event.preventDefault();
  document.getElementById("say").focus({ preventScroll: true });
});
