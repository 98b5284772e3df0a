// Cards that are tapped in the pack lie in a tray, in the place that is chosen: the hand, the starter, what was played.
// The boxes below say the same and are sent. Without this script the pack is the hand, and all else is typed.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const tray = document.getElementById("tray");
  if (!tray) return;
  const form = tray.closest("form");
  const pack = [...form.querySelectorAll(".deck input")];
  const places = [...tray.querySelectorAll("[data-box]")];
  const suits = { "♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S" };
  const send = form.querySelector("[type=submit]");
  const asks = send.textContent;
  const box = (place) => form.elements[place.dataset.box];
  let chosen = places.find((place) => box(place).matches("[aria-invalid]")) ?? places[0];

  const dealt = () => {
    const { room, dealer } = form.elements.seats?.selectedOptions[0].dataset ?? {};
    return form.elements.place?.value === "dealer" ? dealer : room;
  };
  const room = (place) => Number((place === places[0] && dealt()) || place.dataset.room);
  // In the play fewer cards are held, and perhaps none lie on the table.
  const least = (place) => (places.at(-1).dataset.box === "plays" ? Number(place === places[0]) : room(place));
  const items = (place) =>
    box(place).value.toUpperCase().replace(/[♠-♧]/g, (sign) => suits[sign]).replaceAll("10", "T")
      .match(/(?:\d:)?(?:GO|[2-9TJQKA][CDHS]?)/g) ?? [];
  const put = (place, list) => { box(place).value = list.join(" "); };

  const face = (item) => {
    const card = document.getElementById(`card-${item.slice(-2)}`);
    const drawn = card ? card.nextElementSibling.cloneNode(true) : document.createElement("span");
    if (card) {
      drawn.removeAttribute("aria-hidden");
      drawn.setAttribute("role", "img");
      drawn.setAttribute("aria-label", card.getAttribute("aria-label"));
      return drawn;
    }
    drawn.className = "card card-slot";
    const words = drawn.appendChild(document.createElement("span"));
    words.className = "card-rank";
    words.textContent = item.toLowerCase();
    return drawn;
  };

  const show = () => {
    const taken = new Set(places.flatMap(items).map((item) => item.slice(-2)));
    for (const card of pack) card.checked = taken.has(card.value);
    const begun = items(places.at(-1)).length; // the box beside them is as high as they are: the pack stays where it is
    for (const button of tray.querySelectorAll("[data-tray]")) button.hidden = !begun;
    document.getElementById("in-turn")?.toggleAttribute("hidden", begun);
    const missing = places.reduce((sum, place) => sum + Math.max(0, least(place) - items(place).length), 0);
    send.toggleAttribute("data-needs", missing);
    send.classList.toggle("button-plain", missing);
    send.textContent = missing ? send.dataset.missing.replace("#", missing) : asks;
    for (const place of places) {
      const list = items(place), number = Math.max(room(place), list.length);
      const pile = place.querySelector(".pile") ?? place;
      pile.replaceChildren(...Array.from({ length: number }, (_none, at) => face(list[at] ?? "")));
      if (place.matches("button")) place.setAttribute("aria-pressed", place === chosen);
    }
  };

  const add = (item) => {
    put(chosen, chosen.dataset.box === "starter" ? [item] : [...items(chosen), item]);
    if (items(chosen).length === room(chosen)) {
      chosen = places.slice(places.indexOf(chosen)).find((place) => items(place).length < room(place)) ?? places.at(-1);
    }
  };

  const take = (item) => {
    chosen = places.find((place) => items(place).some((each) => each.endsWith(item)));
    put(chosen, items(chosen).filter((each) => !each.endsWith(item)));
  };

  const picked = pack.filter((card) => card.checked).map((card) => card.value);
  const missing = picked.filter((card) => !items(places[0]).includes(card));
  if (missing.length) box(places[0]).value = [box(places[0]).value.trim(), ...missing].join(" ").trim();
  for (const card of pack) {
    card.removeAttribute("name");
    card.addEventListener("change", () => { (card.checked ? add : take)(card.value); show(); });
  }
  tray.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (!button) return;
    if (button.dataset.box) chosen = button;
    else chosen = places.at(-1);
    if (button.dataset.tray === "go") put(chosen, [...items(chosen), "go"]);
    if (button.dataset.tray === "back") put(chosen, items(chosen).slice(0, -1));
    show();
  });
  form.addEventListener("input", ({ target }) => { if (!pack.includes(target)) show(); });
  for (const fold of form.querySelectorAll(".fold:has([data-tapped])")) {
    fold.open = fold.querySelector("[aria-invalid]") || matchMedia("(min-width: 62rem)").matches;
  }
  tray.hidden = false;
  show();
});
