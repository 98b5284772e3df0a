// Asks whether something has happened at a table, as often as the page says, and then fetches the page's fragment anew.
// What was typed, the focus and what is unfolded survive that. A hidden tab does not ask; it asks once it is seen again.
// A page that must not miss a start (data-awake) asks on while hidden, as often as the browser lets it.
"use strict";

(() => {
  const RETRY = 5000; // after no answer
  const PATIENCE = 10_000; // with an answer: where a network is cut, none may come for minutes, and no failure
  let timer = 0, shown = null, since = 0, busy = 0, taking = false, kept = [];

  const source = () => document.getElementById("news-from");
  const place = () => document.getElementById("table") ?? document.getElementById("room");
  const asleep = () => document.hidden && !place()?.hasAttribute("data-awake");

  // Milliseconds until the next question: the longer nothing has happened, the more. None after the last step of 0.
  function pause({ dataset: { age, steps } }) {
    const passed = Number(age) + (performance.now() - since) / 1000;
    const pairs = steps.split(" ").map((step) => step.split(":").map(Number));
    return pairs.findLast(([from]) => passed >= from)?.[1] ?? 0;
  }

  function plan(wait) {
    clearTimeout(timer);
    const from = source();
    if (!from || asleep()) return;
    if (from.dataset.url !== shown) [shown, since] = [from.dataset.url, performance.now()];
    const every = wait ?? pause(from);
    if (every) timer = setTimeout(ask, every);
  }

  async function ask() {
    clearTimeout(timer);
    const from = source();
    if (!from || asleep()) return;
    if (busy) return plan(200); // what was pressed comes first, and brings the news along
    const { url } = from.dataset, asking = new AbortController();
    const late = setTimeout(() => asking.abort(), PATIENCE);
    try {
      const { status } = await fetch(url, { credentials: "omit", cache: "no-store", signal: asking.signal });
      if (status === 200 && !busy && source()?.dataset.url === url) return take();
      plan();
    } catch {
      plan(RETRY);
    } finally {
      clearTimeout(late);
    }
  }

  function take() {
    taking = true;
    const find = (name) => place().querySelector(`[name=${name}]`), pending = find("pending")?.value;
    const stands = (find("fresh") ? "&fresh" : "") + (pending ? `&${new URLSearchParams({ pending })}` : "");
    const path = place().dataset.page ?? `${location.pathname}?since=${find("number").value}${stands}`;
    htmx.ajax("GET", path, { source: document.getElementById("play") ?? document.body, target: `#${place().id}`, swap: "outerHTML" })
      .catch(() => {}) // the page says so itself, and asks again
      .finally(() => { taking = false; plan(); });
  }

  // What is typed while the fragment is on its way is kept as well.
  function keep() {
    const inputs = taking ? place().querySelectorAll("input:not([type=hidden]), details[id]") : [];
    kept = [...inputs].map((one) => [one.id, one.type, one.value, one.checked, one.open]);
  }

  function restore() {
    for (const [id, type, value, checked, open] of kept) {
      const one = id && document.getElementById(id);
      if (!one || one.type !== type) continue;
      if (one.nodeName === "DETAILS") one.open = open;
      else [one.value, one.checked] = [value, checked];
    }
    if (kept.length) place()?.dispatchEvent(new Event("change", { bubbles: true }));
    kept = [];
  }

  document.addEventListener("DOMContentLoaded", () => {
    document.body.addEventListener("htmx:beforeRequest", () => { busy += 1; });
    document.body.addEventListener("htmx:afterRequest", () => { busy -= 1; });
    document.body.addEventListener("htmx:beforeSwap", keep);
    document.body.addEventListener("htmx:afterSwap", restore);
    document.body.addEventListener("htmx:afterSettle", () => plan());
    document.addEventListener("visibilitychange", () => (asleep() ? clearTimeout(timer) : ask()));
    addEventListener("online", ask);
    plan();
  });
})();
