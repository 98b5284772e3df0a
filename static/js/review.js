// Steps through a review without a new page: by the links to a decision and by their keys, the arrows, and letters for
// those who have turned single keys on. A link names the keys that it answers. Felt and verdict stay where they are.
"use strict";

(() => {
  const ITS_OWN = "input, select, textarea, .table-scroll";
  const LINE = 20;
  const PATIENCE = 8000;
  const GRACE = 700; // so long a tap where a way to a decision stood before still means that one
  const WAYS = [".ways [rel=prev]", ".ways .is-main", ".ways [rel=next]"];
  let shown = location.search;
  let asked = null; // the address of the decision that was wanted last, until it is shown, and whether it is a new step
  let isLoading = false;
  let putAt = -GRACE;
  const folds = new Map(); // what the person opened (true) or closed, by its title

  const box = (part) => document.querySelector(part)?.getBoundingClientRect();

  // Whether felt and verdict can be seen to the total of a count, also where the ways on are held below them. A reason
  // that is long may end below.
  function isInView() {
    const seen = box(".seen"), ways = box(".ways"), total = box(".judged .line:last-child");
    const end = total?.bottom ?? box(".judged > p").top + 3 * LINE;
    return seen.top >= 0 && end <= (ways.top > seen.top ? ways.top : innerHeight);
  }

  const title = (summary) => (summary.querySelector("h3") ?? summary).textContent;

  // A fold that the person opened or closed stays so.
  function fold() {
    for (const summary of document.querySelectorAll("#review summary")) {
      summary.parentElement.open = folds.get(title(summary)) ?? summary.parentElement.open;
    }
  }

  // A way that has the focus keeps it while it leads to another decision: it can be pressed again, and the status tells
  // what is shown. Otherwise the decision gets the focus.
  function focus(pressed) {
    const decision = document.getElementById("decision");
    const way = pressed && document.querySelector(`${pressed}[href*='#decision']`);
    (way ?? decision).focus({ preventScroll: true });
    if (way) document.getElementById("status").textContent = decision.dataset.told;
  }

  function put(page, address) {
    const pressed = WAYS.find((way) => document.activeElement.matches(way));
    const review = document.importNode(page.getElementById("review"), true);
    document.getElementById("review").replaceWith(review);
    fold();
    htmx.process(review);
    shown = new URL(address).search;
    putAt = performance.now();
    focus(pressed);
    if (!isInView()) document.getElementById("decision").scrollIntoView();
  }

  // One page is loaded at a time: of those that are asked for meanwhile, the last.
  async function show(address, isNew) {
    asked = { address, isNew };
    if (isLoading) return;
    isLoading = true;
    while (asked) await load(asked);
    isLoading = false;
  }

  async function load(wanted) {
    try {
      const answer = await fetch(wanted.address, { signal: AbortSignal.timeout(PATIENCE) });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (asked !== wanted) return;
      put(page, wanted.address);
      if (wanted.isNew) history.pushState(null, "", wanted.address);
      asked = null;
    } catch {
      if (asked !== wanted) return;
      asked = null;
      if (wanted.isNew) location.href = wanted.address;
      else location.reload();
    }
  }

  // While decisions are still being graded, a new page goes on with that.
  const isStep = ({ hash }) => hash === "#decision" && !document.getElementById("grading");

  document.addEventListener("htmx:load", fold); // as the grading ends
  document.addEventListener("click", (event) => {
    const summary = event.target.closest("#review summary");
    if (summary) folds.set(title(summary), !summary.parentElement.open);
    const link = event.target.closest("#review a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const address = new URL(link.getAttribute("href"), location); // a link of the curve has no text as its href
    const isHasty = link.closest(".ways") && performance.now() - putAt < GRACE;
    if (!isStep(address) && !isHasty) return;
    event.preventDefault();
    if (isStep(address)) show(address.href, true);
  });

  addEventListener("popstate", () => {
    asked = null; // what is on its way comes too late
    if (location.search !== shown) show(location.href, false);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat) return;
    if (event.target.closest(ITS_OWN)) return;
    const links = [...document.querySelectorAll("#review .ways [aria-keyshortcuts]")];
    const key = event.key?.toLowerCase();
    const way = links.find((each) => each.getAttribute("aria-keyshortcuts").toLowerCase().split(" ").includes(key));
    if (!way) return;
    event.preventDefault();
    const all = [...document.querySelectorAll("#decisions .chip")];
    const from = all.findIndex((each) => (asked ? each.href === asked.address : each.hasAttribute("aria-current")));
    all[from + (way.rel === "next" ? 1 : -1)]?.click();
  });
})();
