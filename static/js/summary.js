// "Again" waits a moment, so that an Enter meant for the last answer does not begin the next run.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const again = document.querySelector("[data-lock]");
  if (!again) return;
  again.setAttribute("aria-disabled", "true");
  const hold = (event) => event.preventDefault();
  again.addEventListener("click", hold);
  setTimeout(() => {
    again.removeAttribute("aria-disabled");
    again.removeEventListener("click", hold);
  }, Number(again.dataset.lock));
});
