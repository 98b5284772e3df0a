// Without this, a request of htmx that fails would leave the page as it is and say nothing.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const trouble = document.getElementById("trouble");
  for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
    document.body.addEventListener(name, () => { trouble.hidden = false; });
  }
  document.body.addEventListener("htmx:beforeRequest", () => { trouble.hidden = true; });
});
