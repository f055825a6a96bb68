// Draws the card table of a replay from one-line positions, as templates/games/_felt.html does, without asking the server.
//
// The page holds the positions in a JSON block; keys, a slider, a swipe and the links step through them. Cards are moved,
// not made anew: there is one node for each card, wherever it lies.
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const block = document.getElementById("replay");
  const board = document.querySelector(".board");
  if (!block || !board) return;

  const data = JSON.parse(block.textContent);
  const { words, names, steps, file } = data;
  const felt = board.querySelector(".felt");
  const seats = [...felt.querySelectorAll(".seat")].sort((a, b) => a.dataset.seat - b.dataset.seat);
  const verdicts = document.querySelectorAll("[data-verdict]");
  const nodes = new Map();
  let at = data.at;
  let timer = null;

  const fill = (template, values) => template.replace(/%\((\w+)\)d/g, (_, name) => values[name]);
  const many = (pair, count) => fill(pair[count === 1 ? 0 : 1], { count });
  const tenths = (number) => Math.floor(number * 10 + 0.5) / 10;
  const whole = (number) => Math.floor(number + 0.5);
  const pairs = (text) => text.match(/[2-9TJQKA][shdc]/g) || [];
  const label = (card) => `${words.suits[card[1]]} ${words.letters[card[0]] || card[0]}`;
  const numbers = (text) => (text ? text.split(",").map(Number) : []);

  // --- Reading a position

  function hand(text) {
    const [known, unseen] = text.split("+");
    return { cards: pairs(known), unseen: Number(unseen || 0) };
  }

  function plays(text) {
    const found = [];
    text.split("|").forEach((round, number) => {
      round.split(",").filter(Boolean).forEach((play, place) => {
        const [, seat, sign, cards] = play.match(/^(\d+)([:*])(.*)$/);
        found.push({ seat: Number(seat), slough: sign === "*", cards: pairs(cards), war: number > 0 && place === 0, round: number });
      });
    });
    return found;
  }

  function stock(text) {
    let count = 0;
    for (const part of text.match(/\?\d{1,2}\.?|[2-9TJQKA][shdc]/g) || []) count += part[0] === "?" ? parseInt(part.slice(1), 10) : 1;
    return count;
  }

  function read(line) {
    const [phase, hands, turn, ...rest] = line.split(" ");
    const fields = Object.fromEntries(rest.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)]));
    return { phase, hands: hands.split("/").map(hand), turn: turn === "-" ? -1 : Number(turn), fields };
  }

  // --- Drawing

  function node(key, name) {
    if (!nodes.has(key)) nodes.set(key, document.createElementNS(SVG, "use"));
    const found = nodes.get(key);
    found.setAttribute("href", `${file}#${name}`);
    return found;
  }

  function angles(count) {
    const step = count > 1 ? Math.min(9, 84 / (count - 1)) : 0;
    return Array.from({ length: count }, (_, number) => tenths((number - (count - 1) / 2) * step));
  }

  function fanBox(count) {
    const outermost = ((count ? angles(count)[count - 1] : 0) * Math.PI) / 180;
    let right = -Infinity;
    let lowest = -Infinity;
    for (const x of [0, 64]) {
      for (const y of [0, 92]) {
        const across = x - 32;
        const down = y - 190;
        right = Math.max(right, 32 + across * Math.cos(outermost) - down * Math.sin(outermost));
        lowest = Math.max(lowest, 190 + across * Math.sin(outermost) + down * Math.cos(outermost));
      }
    }
    const half = right - 32;
    return [tenths(32 - half), -4, tenths(2 * half), tenths(lowest + 8)];
  }

  function box(svg, [x, y, width, height], scale) {
    svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    svg.setAttribute("width", whole(width * scale));
    svg.setAttribute("height", whole(height * scale));
  }

  function drawSeat(element, seat, position) {
    const { cards, unseen } = position.hands[seat];
    const { fields } = position;
    const count = cards.length + unseen;
    const collect = position.phase === "collect";
    const out = numbers(fields.out).indexOf(seat) + 1;
    const excluded = numbers(fields.excluded).includes(seat);
    const pile = collect && fields.piles ? hand(fields.piles.split("/")[seat]) : { cards: [], unseen: 0 };
    const won = pile.cards.length + pile.unseen;
    const turn = position.turn === seat;
    const roles = [];
    if (Number(fields.dealer || 0) === seat) roles.push(words.deals);
    if (turn) roles.push(words.turn);
    if (numbers(fields.fighters).includes(seat)) roles.push(words.fights);
    if (numbers(fields.waiting).includes(seat)) roles.push(words.waits);
    if (numbers(fields.losers).includes(seat)) roles.push(words.lost);
    if (excluded) roles.push(words.excluded);
    else if (out) roles.push(fill(words.out, { number: out }));
    else roles.push(many(words.cards, count));
    if (won) roles.push(fill(words.won, { count: won }));
    if (collect && fields.trumpcard && Number(fields.trumpcard.split("@")[1]) === seat) roles.push(words.trumpcard);

    element.className = ["seat", turn && "turn", count > 8 && "many"].filter(Boolean).join(" ");
    element.querySelector(".role").textContent = roles.join(", ");
    const svg = element.querySelector(".fan");
    const said = cards.map(label);
    if (unseen) said.push(many(words.unseen, unseen));
    svg.setAttribute("aria-label", said.length ? `${names[seat]}: ${said.join(", ")}` : names[seat]);
    const held = `${cards} ${unseen}`;
    if (svg.dataset.held === held) return; // what is not changed is not drawn again
    svg.dataset.held = held;
    const order = [...Array.from({ length: unseen }, (_, number) => [`${seat}/${number}`, "back"]), ...cards.map((card) => [card, card])];
    const turned = angles(order.length);
    box(svg, fanBox(count), 1.15);
    svg.replaceChildren(...order.map(([key, name], number) => {
      const use = node(key, name);
      use.removeAttribute("x");
      use.setAttribute("width", 64);
      use.setAttribute("height", 92);
      use.setAttribute("transform", `rotate(${turned[number]} 32 190)`);
      return use;
    }));
  }

  function kindOf(all, number, position, swept) {
    if (swept) return "";
    if (all[number].slough) return "slough";
    if (position.phase === "collect") {
      const latest = position.fields.table.split("|").length - 1;
      return all[number].round === latest && latest > 0 ? "war" : "";
    }
    if (number === 0) return "lead";
    const trump = position.fields.trump || "";
    if (all[number].cards[0][1] === trump && trump !== all[0].cards[0][1]) return "trump";
    return all[number].cards.length > 1 ? "series" : "";
  }

  function drawPlays(list, position, step) {
    const swept = !position.fields.table;
    const all = plays(swept ? step.w || "" : position.fields.table);
    list.replaceChildren(...all.map((play, number) => {
      const item = document.createElement("li");
      const foul = Boolean(step.f) && number === all.length - 1;
      item.className = [foul && "foul", play.war && !swept && "war", swept && "swept"].filter(Boolean).join(" ");
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("class", "cards");
      box(svg, [0, 0, 64 + 20 * (play.cards.length - 1), 92], 0.89);
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `${names[play.seat]}: ${play.cards.map(label).join(", ")}`);
      play.cards.forEach((card, place) => {
        const use = node(card, card);
        use.removeAttribute("transform");
        use.setAttribute("x", 20 * place);
        use.setAttribute("width", 64);
        use.setAttribute("height", 92);
        svg.append(use);
      });
      const said = document.createElement("span");
      const name = document.createElement("b");
      name.textContent = names[play.seat];
      const kind = kindOf(all, number, position, swept);
      said.append(name, kind ? words.kinds[kind] : "");
      item.append(svg, said);
      return item;
    }));
  }

  function drawFelt(step) {
    const position = read(step.p);
    const { fields, phase } = position;
    const trump = fields.trump || "";
    const sign = felt.querySelector(".suit");
    sign.toggleAttribute("hidden", !trump);
    sign.firstElementChild.setAttribute("href", trump ? `${file}#${trump}` : "");
    felt.querySelector(".trump b").textContent = trump ? words.suits[trump] : words.unknown;
    const state = felt.querySelector(".state");
    state.firstChild.textContent = `${words.phases[phase]} `;
    let said = "";
    if (phase === "collect") said = fill(words.stock, { count: stock(fields.stock || "") });
    else if (phase === "shed" && Number(fields.size || 0)) said = fill(words.full, { count: fields.size });
    state.querySelector("b").textContent = said;
    seats.forEach((element, seat) => drawSeat(element, seat, position));
    drawPlays(felt.querySelector(".plays"), position, step);
  }

  function show(number, { push = true } = {}) {
    at = Math.min(Math.max(number, 0), steps.length - 1);
    const step = steps[at];
    drawFelt(step);
    for (const [name, to] of Object.entries({ first: 0, back: Math.max(at - 1, 0), next: Math.min(at + 1, steps.length - 1), last: steps.length - 1 })) {
      board.querySelector(`[data-go="${name}"]`).setAttribute("href", `?trekk=${to}`);
    }
    board.querySelector("[data-number]").textContent = at;
    board.querySelector("[data-said]").textContent = step.s;
    board.querySelector("input[type=range]").value = at;
    document.querySelector("[data-step][aria-current]")?.removeAttribute("aria-current");
    document.querySelector(`[data-step="${at}"]`)?.setAttribute("aria-current", "step");
    for (const part of verdicts) part.hidden = Number(part.dataset.verdict) !== at;
    const legal = document.querySelector("[data-legal]");
    legal.hidden = !step.l;
    legal.querySelector("span").textContent = step.l || "";
    for (const link of document.querySelectorAll("[data-at]")) link.href = link.dataset.at + Math.max(at, 1);
    if (push) history.replaceState(null, "", `?trekk=${at}`);
  }

  function play(pace) {
    clearInterval(timer);
    timer = null;
    const button = board.querySelector("[data-play]");
    button.setAttribute("aria-pressed", String(Boolean(pace)));
    if (!pace) return;
    timer = setInterval(() => {
      if (at >= steps.length - 1) play(0);
      else show(at + 1);
    }, pace);
  }

  // --- Keys, links, the slider, a swipe

  const keys = { ArrowLeft: () => at - 1, ArrowRight: () => at + 1, Home: () => 0, End: () => steps.length - 1 };
  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
    event.preventDefault();
    play(0);
    show(keys[event.key]());
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go], [data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    play(0);
    show(Number(new URL(link.href).searchParams.get("trekk")));
  });

  const slider = board.querySelector("input[type=range]");
  slider.addEventListener("input", () => { play(0); show(Number(slider.value)); });

  const paces = board.querySelector("select");
  board.querySelector("[data-play]").addEventListener("click", () => play(timer ? 0 : Number(paces.value)));
  paces.addEventListener("change", () => { if (timer) play(Number(paces.value)); });

  let from = null;
  felt.addEventListener("pointerdown", (event) => { from = event.isPrimary ? event.clientX : null; });
  felt.addEventListener("pointerup", (event) => {
    const moved = from === null ? 0 : event.clientX - from;
    from = null;
    if (Math.abs(moved) > 40) { play(0); show(at + (moved < 0 ? 1 : -1)); }
  });

  board.classList.add("live");
  show(at, { push: false });
})();
