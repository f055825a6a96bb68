// A button marked data-print prints the page. Without script it could do nothing, so it is hidden until then.
"use strict";

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
