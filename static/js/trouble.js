// Without this, a request of htmx that fails would leave the page as it is and say nothing, and one that succeeds
// could leave the focus nowhere.
"use strict";

const AWAY = [502, 503, 504]; // what a proxy says while the site is away

document.addEventListener("DOMContentLoaded", () => {
  const trouble = document.getElementById("trouble");
  const usual = trouble.textContent, AGAIN = 2000, LATEST = 30000; // milliseconds
  let again = null, wait = AGAIN; // what is sent once more, and after how long
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
      again.isSent = true;
      // What fails again is told by its event.
      if (elt.isConnected) htmx.ajax(verb, path, { source: elt, values: formData, target }).catch(() => {});
      else hide();
    };
    const due = () => { // a hidden page waits until it is seen again
      if (again?.send !== send) return;
      if (document.hidden) document.addEventListener("visibilitychange", due, { once: true });
      else send();
    };
    clearTimeout(again?.timer);
    again = { send, timer: setTimeout(due, wait) };
    wait = Math.min(2 * wait, LATEST);
  }
  for (const name of ["htmx:sendError", "htmx:timeout"]) document.body.addEventListener(name, miss);
  document.body.addEventListener("htmx:responseError", (event) => {
    const { xhr, elt } = event.detail;
    // The site itself says in a sentence what is wrong; what a proxy says is not for people.
    const said = xhr.getResponseHeader("X-Request-ID") && xhr.getResponseHeader("Content-Type")?.startsWith("text/plain");
    if (said) show(xhr.responseText);
    else if (AWAY.includes(xhr.status)) miss(event);
    else show(usual);
    // What works by itself goes on when it may.
    const seconds = Number(xhr.getResponseHeader("Retry-After"));
    if (xhr.status === 429 && seconds && elt.matches("[data-goes-on]")) setTimeout(() => { if (elt.isConnected) htmx.trigger(elt, "submit"); }, seconds * 1000);
  });
  const hide = () => { trouble.hidden = true; };
  // News that is asked for meanwhile leaves what waits to be sent.
  document.body.addEventListener("htmx:beforeRequest", ({ detail: { requestConfig } }) => {
    if (again && !again.isSent && requestConfig.verb === "get") return;
    clearTimeout(again?.timer);
    if (!again) hide();
    again = null;
  });
  document.body.addEventListener("htmx:afterRequest", ({ detail: { successful } }) => {
    if (!successful || again) return;
    wait = AGAIN;
    hide();
  });
  window.addEventListener("online", () => (again ? again.send() : hide()));
  // What had the focus may be gone after a swap; from the body a screen reader would begin at the top again.
  document.body.addEventListener("htmx:afterSettle", () => {
    if (document.activeElement && document.activeElement !== document.body) return;
    const places = ["[data-first]:not([disabled])", "#table .pad[tabindex]", "#table-title", "#main"];
    const seen = places.map((place) => document.querySelector(place)).find((one) => one?.checkVisibility());
    seen?.focus({ preventScroll: true });
  });
});
