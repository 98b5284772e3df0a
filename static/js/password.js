// A password can be shown while it is typed, and a new one is weighed. Without this script both are missing, and nothing
// else: what a password has to be is decided by the server.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const core = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const series = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm"].flatMap((row) => [
    row.repeat(4),
    [...row].reverse().join("").repeat(4),
  ]);

  // What is tried first: words that stand on the page as such, and the person's own names, each with digits at most.
  const isObvious = (text, words) => {
    const left = words.reduce((rest, word) => rest.replaceAll(word, ""), core(text)).replace(/\p{N}/gu, "");
    const few = new Set(core(text)).size < 5 || series.some((row) => row.includes(core(text)));
    return few || (left !== core(text) && left.length < 4);
  };

  const strength = (input) => {
    const text = input.value;
    if (text === "") return "";
    if ([...text].length < Number(input.dataset.shortest)) return "short";
    if ([...text].length > Number(input.dataset.longest)) return "long";
    const own = ["id_name", "id_email"].map((id) => core(document.getElementById(id)?.value.split("@")[0] ?? ""));
    const words = [...input.dataset.words.split(" "), ...own.filter((word) => word.length > 2)];
    if (isObvious(text, words)) return "obvious";
    return [...text].length < 18 ? "good" : "strong";
  };

  for (const meter of document.querySelectorAll(".strength")) {
    const input = document.getElementById(meter.dataset.of);
    const [bar, said] = meter.children;
    const show = () => {
      const found = strength(input);
      bar.hidden = !found;
      bar.value = { good: 2, strong: 3 }[found] ?? 1;
      const sentence = found ? meter.dataset[found] : "";
      if (said.textContent !== sentence) said.textContent = sentence;  // so that it is read out on a change only
    };
    input.addEventListener("input", show);
    meter.hidden = false;
    show();
  }

  for (const button of document.querySelectorAll(".show-password")) {
    const inputs = button.getAttribute("aria-controls").split(" ").map((id) => document.getElementById(id));
    const turn = (shown) => {
      for (const input of inputs) input.type = shown ? "text" : "password";
      button.setAttribute("aria-pressed", shown);
    };
    button.addEventListener("click", () => turn(button.getAttribute("aria-pressed") !== "true"));
    // A browser would keep what is sent as text among the things that were typed.
    button.form.addEventListener("submit", () => turn(false));
    button.hidden = false;
  }
});
