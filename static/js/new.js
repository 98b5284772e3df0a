// The form of a new game shows only what applies to the rest, says on each fold what is chosen in it, lets rules of one's
// own begin with the game chosen before, and takes one press for one game.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const form = document.getElementById("new-game");
  const chosen = (name) => form.querySelector(`[name="${name}"]:checked`)?.value;
  const field = (name) => form.querySelector(`[data-field="${name}"]`);
  const counts = () => chosen("counting") !== "auto";
  const pick = (name, value) => { form.elements.namedItem(name).value = value; };
  const match = () => chosen("length") === "match";
  const seats = () => Number(chosen("seats"));

  const applies = {
    sides: () => [4, 6].includes(seats()),
    others: () => seats() > 2,
    target_own: () => chosen("target") === "own",
    notice: () => counts() && chosen("muggins") !== "off",
    count_clock: counts,
    match_points: match,
    scoring: match,
    double_skunk: () => match() && chosen("scoring") === "free",
  };
  for (const seat of [3, 4, 5, 6]) applies[`seat_${seat}`] = () => seat <= seats();

  const show = () => {
    for (const [name, does] of Object.entries(applies)) {
      const part = field(name);
      // What is wrong stays to be seen; nothing else that is out of sight may be refused.
      part.hidden = !does() && !part.matches(".is-wrong, :has(.is-wrong)");
    }
    form.querySelector("#id_count_clock").disabled = field("count_clock").hidden;
    partners();
    for (const fold of form.querySelectorAll(".fold")) say(fold);
  };

  const partners = () => {
    const threes = field("sides").querySelector('[data-option="threes"]');
    threes.hidden = seats() !== 6;
    if (threes.hidden && chosen("sides") === "threes") form.querySelector('[name="sides"][value="alone"]').click();
    const apart = { pairs: seats() / 2, threes: 2 }[chosen("sides")];
    for (const seat of [3, 4, 5, 6]) {
      const together = [4, 6].includes(seats()) && apart !== undefined && (seat - 1) % apart === 0;
      field(`seat_${seat}`).querySelector(".partner").hidden = !together;
    }
  };

  // The first choice of a fold is what it is about; a number says itself.
  const say = (fold) => {
    const box = fold.querySelector("input:checked, input[type=text]");
    const name = box.type === "text" ? box.value : box.parentElement.querySelector("label").textContent;
    const says = fold.querySelector(".fold-says");
    says.textContent = name || says.dataset.none;
    if (fold.contains(field("muggins")) && chosen("muggins") !== "off")
      says.textContent += ` · ${field("muggins").querySelector("legend").textContent}`;
  };

  // What a script sees to need not be said.
  for (const name of ["sides", "muggins", "notice", "scoring", "double_skunk"]) {
    field(name).querySelector(".field-help").hidden = true;
  }
  form.querySelector("[data-noscript]").hidden = true;
  // Rules of one's own begin with those of the game that was chosen before.
  const presets = JSON.parse(form.dataset.presets);
  let before = chosen("preset"), isByKeys = false;
  const begin = () => {
    for (const [name, value] of Object.entries(presets[before] ?? {})) {
      form.elements.namedItem(name).value = value ?? "";
    }
  };
  form.addEventListener("change", ({ target }) => {
    if (target.name === "preset") {
      if (target.value === "own") begin();
      else if (!isByKeys) before = target.value;
    }
    // Muggins is for those who count.
    if (target.name === "muggins" && target.value !== "off" && !counts()) pick("counting", "show");
    if (target.name === "counting" && !counts()) pick("muggins", "off");
    show();
  });
  // Arrow keys pass games that nobody chose: only the one on which the focus leaves them was.
  form.addEventListener("keydown", ({ key }) => { isByKeys = key.startsWith("Arrow"); }, true);
  form.addEventListener("keyup", () => { isByKeys = false; }, true);
  form.addEventListener("focusout", ({ target, relatedTarget }) => {
    if (target.name === "preset" && relatedTarget?.name !== "preset" && target.value !== "own") before = target.value;
  });
  // Who chooses a strong opponent for a first game is warned only if they ask for it.
  const warnings = form.elements.namedItem("warnings"), warned = form.dataset.warned?.split(" ") ?? [];
  let isAsked = !warned.length;
  form.addEventListener("change", ({ target }) => {
    if (target === warnings) isAsked = true;
    if (target.name === "level" && !isAsked) warnings.checked = warned.includes(target.value);
  });
  // A fold that is opened comes to the upper edge: what it asks is on one screen, above the bar that is held below it.
  const summaries = form.querySelectorAll(".fold > summary");
  for (const summary of summaries) summary.addEventListener("click", () => {
    const fold = summary.parentElement;
    if (!fold.open) requestAnimationFrame(() => fold.scrollIntoView());
  });
  // The way back from the table leads to the games, not to a form that has been sent.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && form.dataset.sent && form.dataset.after) location.reload();
    show();
    for (const sent of document.querySelectorAll("form[data-sent]")) delete sent.dataset.sent;
  });
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = "yes";
    if (event.target.dataset.after) history.replaceState(null, "", event.target.dataset.after);
  });
  show();
});
