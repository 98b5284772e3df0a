// A button that copies what stands in a field; without JavaScript the field is there to be copied from by hand.
"use strict";

(() => {
  function show() {
    for (const button of document.querySelectorAll("[data-copies]")) button.hidden = false;
  }

  async function copy({ target }) {
    const button = target.closest("[data-copies]"), field = button && document.getElementById(button.dataset.copies);
    if (!field) return;
    try {
      await navigator.clipboard.writeText(field.value);
    } catch { // no permission, or not by HTTPS
      field.select();
      document.execCommand("copy");
      button.focus();
    }
    button.textContent = button.dataset.copied;
    document.getElementById("status").textContent = button.dataset.copied;
  }

  document.addEventListener("DOMContentLoaded", () => {
    show();
    document.body.addEventListener("htmx:afterSwap", show);
    document.body.addEventListener("click", copy);
  });
})();
