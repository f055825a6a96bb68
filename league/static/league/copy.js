// A button marked data-copy="#id" copies that element's text. Over plain http the clipboard is missing: select it instead.
"use strict";

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const source = document.querySelector(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(source.value);
  } catch {
    source.focus();
    source.select();
    document.execCommand("copy");
  }
  button.textContent = button.dataset.copied;
});
