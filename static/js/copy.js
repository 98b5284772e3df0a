// A button that copies what stands in a field; without JavaScript the field is there to be copied from by hand.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-copies]")) {
    const field = document.getElementById(button.dataset.copies);
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(field.value);
      } catch { // no permission, or not by HTTPS
        field.select();
        document.execCommand("copy");
        button.focus();
      }
      button.textContent = button.dataset.copied;
      document.getElementById("status").textContent = button.dataset.copied;
    });
  }
});
