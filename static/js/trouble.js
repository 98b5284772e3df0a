// Without this, a request of htmx that fails would leave the page as it is and say nothing, and one that succeeds
// could leave the focus nowhere.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const trouble = document.getElementById("trouble");
  const usual = trouble.textContent, AGAIN = 2000; // milliseconds
  let again = null; // what is sent once more, and when
  const show = (sentence) => { trouble.textContent = sentence; trouble.hidden = false; };
  // What was said just before the page was loaded anew is said once more, or nobody would know why.
  // The entry of the history carries it, and nothing is stored in the browser.
  const carry = (sentence) => history.replaceState({ ...history.state, trouble: sentence }, "");
  if (history.state?.trouble) {
    show(history.state.trouble);
    carry("");
  }
  document.body.addEventListener("htmx:beforeOnLoad", ({ detail: { xhr } }) => {
    if (xhr.status === 403 && xhr.getResponseHeader("HX-Refresh")) carry(xhr.responseText);
  });
  // What a table sends may be sent twice: that is tried until there is an answer, or something else is asked.
  function miss({ detail: { elt, requestConfig: { verb, path, formData, target } } }) {
    const isTable = elt.closest("#play") !== null;
    show(isTable ? trouble.dataset.again : usual);
    if (!isTable) return;
    const send = () => {
      if (elt.isConnected) htmx.ajax(verb, path, { source: elt, values: formData, target });
      else hide();
    };
    again = { send, timer: setTimeout(send, AGAIN) };
  }
  for (const name of ["htmx:sendError", "htmx:timeout"]) document.body.addEventListener(name, miss);
  document.body.addEventListener("htmx:responseError", (event) => {
    const { xhr, elt } = event.detail;
    // The site itself says in a sentence what is wrong; what a proxy says is not for people.
    const said = xhr.getResponseHeader("X-Request-ID") && xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
    if (said) show(xhr.responseText);
    else miss(event);
    // What works by itself goes on when it may.
    const wait = Number(xhr.getResponseHeader("Retry-After"));
    if (xhr.status === 429 && wait && elt.matches("[data-goes-on]")) setTimeout(() => { if (elt.isConnected) htmx.trigger(elt, "submit"); }, wait * 1000);
  });
  const hide = () => { trouble.hidden = true; };
  document.body.addEventListener("htmx:beforeRequest", () => {
    clearTimeout(again?.timer);
    if (!again) hide();
    again = null;
  });
  document.body.addEventListener("htmx:afterRequest", ({ detail: { successful } }) => { if (successful) hide(); });
  window.addEventListener("online", () => (again ? again.send() : hide()));
  // What had the focus may be gone after a swap; from the body a screen reader would begin at the top again.
  document.body.addEventListener("htmx:afterSettle", () => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const places = ["[data-first]:not([disabled])", "#table .pad[tabindex]", "#table-title", "#main"];
    const seen = places.map((place) => document.querySelector(place)).find((one) => one?.checkVisibility());
    seen?.focus({ preventScroll: true });
  });
});
