// A swap of the table changes only what is not as it was: to style and lay out all of it anew takes a phone long. What
// stays keeps its focus and its place; what scripts have done to it is undone.
"use strict";

(() => {
  const NAMES = ["id", "type", "form", "data-card", "data-place"]; // tell one element from another of its kind
  const WHOLE = "[hx-get], [hx-trigger]"; // what htmx reads only once comes anew where it has changed
  const READ = "form, a, [form], [autofocus]"; // what htmx has to read once it has come

  const isBlank = (text) => !text.data.trim();
  const figures = (drawing) => drawing.querySelector(".board-marks")?.textContent; // a strip of other holes is another strip
  const isLike = (old, fresh) =>
    !fresh.matches(WHOLE) && NAMES.every((name) => old.getAttribute(name) === fresh.getAttribute(name))
    && (old.nodeName !== "svg" || figures(old) === figures(fresh));

  function changeAttributes(old, fresh) {
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }

  // Removes the nodes before another, or all that follow.
  function remove(node, end) {
    while (node !== end) {
      const next = node.nextSibling;
      node.remove();
      node = next;
    }
  }

  // Makes an element like another, whose nodes it takes where it has none like them. Returns what has come.
  function change(old, fresh) {
    const come = [];
    let place = old.firstChild; // the first node that has not been compared
    changeAttributes(old, fresh);
    for (const node of [...fresh.childNodes]) {
      if (node.nodeType !== Node.ELEMENT_NODE) {
        if (place?.nodeType !== node.nodeType) old.insertBefore(node, place);
        else {
          if (place.data !== node.data && !(isBlank(place) && isBlank(node))) place.data = node.data;
          place = place.nextSibling;
        }
        continue;
      }
      let found = place, isSame = false;
      while (found && !(isSame = found.isEqualNode(node)) && !(found.nodeName === node.nodeName && isLike(found, node))) found = found.nextSibling;
      if (found) {
        remove(place, found);
        place = found.nextSibling;
        if (!isSame) come.push(...change(found, node));
      } else {
        old.insertBefore(node, place);
        come.push(node);
      }
    }
    remove(place, null);
    return come;
  }

  let isSetting = false; // whether what comes answers a setting

  htmx.defineExtension("morph", {
    handleSwap(style, target, fragment) {
      if (style !== "morph") return false; // what is swapped beside the table
      const settings = new Map([...target.querySelectorAll("#settings input")].map((one) => [one, one.defaultChecked]));
      const come = change(target, fragment.getElementById("table"));
      // A setting changes nothing that was entered, and nothing else a setting that is still to be saved.
      for (const input of isSetting ? [] : target.querySelectorAll("input:not([type=hidden])"))
        if (settings.get(input) !== input.defaultChecked) {
          input.checked = input.defaultChecked;
          if (!input.matches("[type=checkbox], [type=radio]")) input.value = input.defaultValue;
        }
      return come.filter((one) => one.matches(READ) || one.querySelector(READ));
    },
  });

  // After what others see and hold of the table as it was.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { target, serverResponse } = detail, focused = document.activeElement;
    if (target.id !== "table" || !serverResponse.includes('id="table"')) return;
    detail.swapOverride = "morph";
    isSetting = Boolean(detail.requestConfig.elt?.closest("#settings"));
    // What goes loses the focus before anything changes: later that would take a look at all that has changed by then.
    if (target.contains(focused) && focused.id && !serverResponse.includes(`id="${focused.id}"`)) focused.blur();
  });
})();
