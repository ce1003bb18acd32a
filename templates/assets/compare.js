/* Lays two consults of one case side by side, as the address names them: ?a=run/doctor/case-1&b=… */
(() => {
  "use strict";

  const root = new URL(location.protocol === "file:" ? "../" : "..", location.href);
  const asked = new URLSearchParams(location.search);
  const names = ["a", "b"].map(side => asked.get(side));
  const some = Boolean(names[0] || names[1]);
  let place;
  /* Known before anything is painted, so that nothing jumps. */
  if (some) document.documentElement.classList.add("asked");

  /* An element with attributes and children; texts stay texts. */
  function make(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children.filter(child => child !== "" && child != null));
    return made;
  }
  const page = path => new URL(path, root).href;
  const address = (a, b) => `?a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`.replaceAll("%2F", "/");

  function say(...paragraphs) {
    place.replaceChildren(make("div", { class: "notice", role: "status" }, ...paragraphs.map(each => make("p", {}, ...[each].flat()))));
  }

  /* What an address says of a consult; nothing where it cannot be one of this site. */
  function named(name) {
    const found = /^([A-Za-z0-9][\w.-]*)\/([A-Za-z0-9][\w.~-]*)\/([a-z0-9_]+)-([1-9]\d*)$/.exec(name || "");
    return found && { name, run: found[1], case: found[3], folder: `consults/${name}/` };
  }

  function refusal(a, b) {
    const odd = names.find(name => !named(name));
    if (odd !== undefined) return odd
      ? `The address names no consult: expected run/doctor/case-repeat, saw “${odd}”.`
      : "The address names one consult only. Open it and choose the other one there.";
    if (a.name === b.name) return "Both are the same consult. Open it and choose another one there.";
    if (a.run !== b.run) return `These consults are of two runs, ${a.run} and ${b.run}. Runs differ in cases, patient or rules, so only consults of one run are compared.`;
    if (a.case !== b.case) return `These consults are of two cases, ${a.case} and ${b.case}. What scores in one does not exist in the other, so only consults of one case are compared.`;
    return "";
  }

  const links = (...both) => both.flatMap((each, at) => [at ? " · " : "", make("a", { href: page(`${each.folder}index.html`) }, each.name)]);

  /* A consult is a script that hands over its data: that works from a disk too. */
  const arrived = new Map();
  window.compared = data => arrived.set(data.page, data);
  const read = consult => new Promise((done, failed) => {
    const script = document.createElement("script");
    script.src = page(`${consult.folder}items.js`);
    script.onload = () => done(arrived.get(`${consult.folder}index.html`));
    script.onerror = () => failed(new Error(navigator.onLine
      ? `There is no consult ${consult.name} on this site.`
      : "The figures of these consults could not be fetched. Try again when you are online."));
    document.head.append(script);
  });

  /* One row for each key of either, in the order of the case. */
  function rows(pair) {
    const found = new Map();
    pair.forEach((consult, side) => {
      for (const line of consult.lines) {
        const row = found.get(line.key) || { ...line, sides: [null, null] };
        row.can ||= line.can;
        row.sides[side] = line;
        found.set(line.key, row);
      }
    });
    return [...found.values()].sort((x, y) => x.part - y.part || x.place - y.place || (x.text < y.text ? -1 : 1));
  }

  const differ = ([x, y]) => (x?.points ?? 0) !== (y?.points ?? 0) || (x?.detail ?? "") !== (y?.detail ?? "") && !x?.detail.startsWith("“");

  function cell(row, side, consult) {
    const line = row.sides[side];
    if (!line) return make("td", { class: "muted" }, row.can ? "not marked" : "–");
    const moves = line.moves.flatMap(move => [" ", make("a", { href: page(`${consult.page}#${move}`) }, move)]);
    const points = line.points || line.detail ? make("b", {}, line.shown) : make("span", { class: "muted" }, "missed");
    const tone = line.points < 0 ? "loss" : line.points > 0 ? "got" : "";
    return make("td", tone ? { class: tone } : {}, points, ...moves, line.detail && make("span", { class: "detail" }, line.detail));
  }

  /* An id such as lab/model may go on in the next line after its stroke. */
  const breakable = text => text.split("/").flatMap((each, at) => at ? ["/", document.createElement("wbr"), each] : [each]);

  function table(pair, all) {
    const head = pair.map(each => make("th", { scope: "col" },
      make("span", { class: `doctor ${each.group}` }, make("span", { class: "mark" }), make("a", { href: page(each.page) }, ...breakable(`${each.doctor}, repeat ${each.rep}`))),
      make("b", {}, each.score)));
    const facts = pair.map(each => make("th", { scope: "col" }, ...each.facts.map(fact => make("span", {}, fact))));
    const bodies = pair[0].parts.map(([name], part) => make("tbody", {},
      make("tr", {}, make("th", { scope: "rowgroup", class: "group" }, name), ...pair.map(each => make("td", { class: "group" }, each.parts[part][1]))),
      ...all.filter(row => row.part === part).map(row => make("tr", { class: differ(row.sides) ? "differs" : "same" },
        make("th", { scope: "row" }, row.text), ...pair.map((each, side) => cell(row, side, each))))));
    return make("table", { class: "pair" }, make("thead", {},
      make("tr", {}, make("td"), ...head),
      make("tr", { class: "circumstances" }, make("th", { scope: "col" }, "Item"), ...facts)), ...bodies);
  }

  const counted = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

  /* What the table comes to, of the items that every consult of the case could earn. */
  function told(pair, all) {
    const got = all.filter(row => row.can && row.sides[0] && row.sides[1]).map(row => row.sides.map(line => line.points > 0));
    const count = (x, y) => got.filter(([a, b]) => a === x && b === y).length;
    const who = pair[0].doctor === pair[1].doctor ? pair.map(each => `repeat ${each.rep}`) : pair.map(each => each.doctor);
    return `${counted(got.length, "item")}: ${count(true, true)} earned by both, ${count(true, false)} only by ${who[0]}, ${count(false, true)} only by ${who[1]}, ${count(false, false)} by neither.`;
  }

  /* What each doctor said and heard, by turns, where the run has words. */
  function talk(pair) {
    const turns = Math.max(...pair.map(each => each.words.length));
    if (!turns) return "";
    const said = (each, turn) => each.words[turn] ? make("td", {},
      make("a", { href: page(`${each.page}#${each.words[turn][0]}`) }, each.words[turn][0]),
      make("span", { class: "said" }, each.words[turn][1]), make("span", { class: "detail" }, each.words[turn][2])) : make("td");
    return make("details", { class: "talk" }, make("summary", {}, "What was said"),
      make("table", { class: "pair" },
        make("thead", {}, make("tr", {}, ...pair.map(each => make("th", { scope: "col" }, `${each.doctor}, repeat ${each.rep}`)))),
        make("tbody", {}, ...Array.from({ length: turns }, (_, turn) => make("tr", {}, ...pair.map(each => said(each, turn)))))));
  }

  function show(pair) {
    const all = rows(pair);
    const [one, other] = pair.map(each => `${each.doctor}, repeat\u00a0${each.rep}`);
    const title = `${pair[0].case}: ${one}, beside ${other}`;
    document.querySelector("h1").textContent = title;
    document.title = `${title} · ${document.title.split(" · ").pop()}`;
    document.getElementById("about").hidden = true;
    place.replaceChildren(
      make("p", { class: "lede" }, told(pair, all)),
      make("p", { class: "small" }, pair[0].run, " · ", make("a", { href: address(names[1], names[0]) }, "swap the sides"), " · ", make("a", { href: page(pair[0].matrix) }, "all consults of this case")),
      make("label", { class: "only" }, make("input", { type: "checkbox", autocomplete: "off" }), " Only where they differ"),
      table(pair, all), talk(pair));
  }

  /* A list of choices with a label. */
  function picker(label, options, chosen, act) {
    const select = make("select", { autocomplete: "off" }, ...options.map(([value, text]) => {
      const option = make("option", { value }, text);
      option.selected = value === chosen;
      return option;
    }));
    if (act) select.addEventListener("change", () => act(select.value));
    return [make("label", {}, label, select), select];
  }

  /* Run, case, and the two consults; the best doctors first. */
  function pick(choices, run, id) {
    const form = document.getElementById("pickers");
    const one = choices[run] || Object.values(choices)[0];
    const its = choices[run] ? run : Object.keys(choices)[0];
    const at = one.cases[id] ? id : Object.keys(one.cases)[0];
    const consults = one.doctors.flatMap(([slug, name, repeats]) =>
      (repeats[at] || []).map(rep => [`${its}/${slug}/${at}-${rep}`, `${name}, repeat ${rep}`]));
    const [runs] = picker("Run", Object.entries(choices).map(([value, each]) => [value, each.title]), its, value => pick(choices, value, at));
    const [cases] = picker("Case", Object.entries(one.cases), at, value => pick(choices, its, value));
    const [first, a] = picker("First", consults, names[0] || consults[0]?.[0]);
    const [second, b] = picker("Second", consults, names[1] || consults[1]?.[0]);
    const button = make("button", {}, "Compare");
    form.replaceChildren(runs, cases, first, second, button);
    form.onsubmit = event => { event.preventDefault(); location.search = address(a.value, b.value); };
    form.hidden = consults.length < 2;
  }

  async function start() {
    place = document.getElementById("compared");
    const [a, b] = names.map(named);
    pick(JSON.parse(document.getElementById("choices").textContent), (a || b)?.run, (a || b)?.case);
    if (!some) return;
    const refused = refusal(a, b);
    const known = [a, b].filter(Boolean);
    if (refused) return say(refused, ...(known.length ? [links(...known)] : []));
    try {
      show(await Promise.all([read(a), read(b)]));
    } catch (problem) {
      say(problem.message, links(a, b));
    }
  }
  document.addEventListener("DOMContentLoaded", start);
})();
