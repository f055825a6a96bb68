// The evening's taps: one after the other, each stored exactly once, none lost on a shaky connection.
// A form marked data-tap works without this script too; with it
// - each tap gets a token of its own, and is sent again with the same token until an answer comes;
// - taps wait in line in the browser's storage, so that a reload loses none;
// - names rest for a moment after a tap, so that a nervous thumb counts once.
"use strict";

const REST = 700; // ms
const RETRY = 2000; // ms
const WAITING = "waiting-taps:" + location.pathname;
const line = JSON.parse(localStorage.getItem(WAITING) || "[]");
let sending = false;
let restUntil = 0;
let restingName = "";

function token() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
}

function remember() {
  if (line.length) localStorage.setItem(WAITING, JSON.stringify(line));
  else localStorage.removeItem(WAITING);
  const note = document.getElementById("waiting");
  if (note) note.hidden = !line.some((tap) => tap.failed);
}

// After a strek all names rest; after any tap the tapped one does: coming and losing are two taps on one name.
function resting(button) {
  return Date.now() < restUntil && (restingName === "*" || restingName === button.id);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (!form.matches("[data-tap]")) return;
  event.preventDefault();
  if (button.matches(".names button")) {
    if (resting(button)) return;
    restUntil = Date.now() + REST;
    restingName = button.name === "mattis" ? "*" : button.id;
  }
  const values = Object.fromEntries(new FormData(form, button));
  if ("token" in values) values.token = token();
  const path = new URL(button.hasAttribute("formaction") ? button.formAction : form.action).pathname;
  line.push({ path, values });
  remember();
  send();
});

// The page's own word against forgery: a log-in since the tap, in another tab, has made the one it was made with void.
function pass() {
  const field = document.querySelector("[name=csrfmiddlewaretoken]");
  return field ? { [field.name]: field.value } : {};
}

async function send() {
  if (sending || !line.length) return;
  sending = true;
  const tap = line[0];
  try {
    await htmx.ajax("POST", tap.path, { values: { ...tap.values, ...pass() }, target: "#innhold", swap: "innerHTML" });
  } catch {
    tap.answered = false;
  }
  sending = false;
  if (tap.answered) {
    line.shift();
    remember();
    send();
  } else {
    tap.failed = true;
    remember();
    setTimeout(send, RETRY);
  }
}

// Any answer but a failing server's settles the tap: a refusal is an answer too, and is shown. A tap that is forbidden
// is tried once more from the page drawn anew: the page may only have been too old.
document.addEventListener("htmx:afterRequest", (event) => {
  const status = event.detail.xhr.status;
  if (!line.length || event.detail.requestConfig.verb !== "post") return;
  const again = status === 403 && !line[0].forbidden;
  line[0].forbidden = again;
  line[0].answered = status > 0 && status < 500 && !again;
  remember(); // before the page goes
});
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.xhr.status === 409) event.detail.shouldSwap = true;
  if (event.detail.xhr.status === 403 || event.detail.xhr.status === 404) location.reload();
});

// What was folded stays folded when the page is drawn anew.
let folded = [];
document.addEventListener("htmx:beforeSwap", () => {
  folded = Array.from(document.querySelectorAll("#innhold details:not([open])"), (details) => details.id);
});
document.addEventListener("htmx:afterSwap", () => {
  for (const id of folded) document.getElementById(id)?.removeAttribute("open");
  remember();
});

window.addEventListener("online", send);
remember();
send();
