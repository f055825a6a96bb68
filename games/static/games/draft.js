// Keeps what is being typed: a second after the last key, and when the page is left.
"use strict";

(() => {
  const form = document.querySelector("[data-draft]");
  const field = form?.querySelector("textarea");
  if (!field) return;

  const said = form.querySelector("[data-said]");
  let kept = field.value;
  let timer = null;

  function body() {
    const data = new FormData();
    data.append("text", field.value);
    data.append("csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value);
    return data;
  }

  async function keep() {
    clearTimeout(timer);
    if (field.value === kept) return;
    const text = field.value;
    try {
      const answer = await fetch(form.dataset.draft, { method: "POST", body: body() });
      if (answer.ok) kept = text;
      if (answer.ok || answer.status === 409) said.textContent = await answer.text();
    } catch {
      // No connection: what was typed stands in the field, and the next key tries again.
    }
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(keep, 1000);
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && field.value !== kept) navigator.sendBeacon(form.dataset.draft, body());
  });
})();
