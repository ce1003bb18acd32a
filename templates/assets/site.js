/* Small comforts. Every page is whole without them. */
(() => {
  "use strict";

  /* The short address: pages link to index.html so that they open from a disk. */
  if (location.protocol.startsWith("http") && location.pathname.endsWith("/index.html"))
    history.replaceState(history.state, "", location.pathname.slice(0, -"index.html".length) + location.search + location.hash);

  /* Tables sort by their headings. */
  const value = (row, place) => {
    const cell = row.cells[place];
    const text = cell.dataset.value ?? cell.textContent.trim();
    const number = Number(text);
    return text === "" || text === "–" ? null : Number.isNaN(number) ? text : number;
  };
  const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en-AU", { numeric: true });

  function next(heading) {
    const first = heading.dataset.first || "descending";
    const other = first === "descending" ? "ascending" : "descending";
    return heading.getAttribute("aria-sort") === first ? other : first;
  }

  function sort(table, heading, place, order) {
    const sign = order === "ascending" ? 1 : -1;
    const body = table.tBodies[0];
    const rows = [...body.rows].map(row => ({ row, key: value(row, place) }));
    rows.sort((a, b) => (a.key === null) - (b.key === null) || sign * compare(a.key, b.key));
    body.append(...rows.map(each => each.row));
    for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order);
  }

  /* The order of the page's first table stands in its address: ?sort=harms, ?sort=-score for high first. */
  const key = heading => heading.textContent.trim().toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/-$/, "");

  const search = new URLSearchParams(location.search);
  const asked = search.get("sort");

  /* What a reader chose stands in the address, so that it can be sent to somebody. */
  function keep(name, value) {
    if (!location.protocol.startsWith("http")) return;
    const address = new URL(location);
    if (value) address.searchParams.set(name, value); else address.searchParams.delete(name);
    address.search = address.search.replaceAll("%2C", ",");
    history.replaceState(history.state, "", address);
  }

  document.querySelectorAll("table[data-sortable]").forEach((table, which) =>
    [...table.tHead.rows[0].cells].forEach((heading, place) => {
      if (which === 0 && asked?.replace(/^-/, "") === key(heading))
        sort(table, heading, place, asked.startsWith("-") ? "descending" : "ascending");
      heading.querySelector("button")?.addEventListener("click", () => {
        const order = next(heading);
        sort(table, heading, place, order);
        if (which === 0) keep("sort", (order === "descending" ? "-" : "") + key(heading));
      });
    }));

  /* The marks under a table with several groups of doctors choose whose rows stand: ?groups=open,closed. */
  function filtered(list) {
    const table = list.previousElementSibling.querySelector("table");
    const rows = [...table.tBodies[0].rows];
    const ranks = table.tHead.textContent.includes("Rank");
    const boxes = [...list.children].map(item => {
      const [label, box] = ["label", "input"].map(name => document.createElement(name));
      Object.assign(box, { type: "checkbox", checked: true, value: item.className, autocomplete: "off" });
      label.append(box, ...item.childNodes);
      item.append(label);
      return box;
    });
    const said = document.createElement("p");
    said.className = "small";
    said.setAttribute("role", "status");
    list.after(said);

    function show() {
      if (!boxes.some(box => box.checked)) for (const box of boxes) box.checked = true;
      const chosen = boxes.filter(box => box.checked).map(box => box.value);
      for (const row of rows) row.hidden = !chosen.some(group => row.querySelector(`.doctor.${group}`));
      const shown = rows.filter(row => !row.hidden).length;
      document.documentElement.dataset.groups = chosen.join(" ");
      document.dispatchEvent(new Event("groups"));
      said.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} doctors shown.${ranks ? ` Ranks are those among all ${rows.length}.` : ""}`;
      return chosen;
    }

    const asked = search.get("groups")?.split(",");
    if (asked) for (const box of boxes) box.checked = asked.includes(box.value);
    show();
    list.addEventListener("change", () => {
      const chosen = show();
      keep("groups", chosen.length < boxes.length ? chosen.join() : "");
    });
  }
  for (const list of document.querySelectorAll(".scroll + .key")) if (list.children.length > 1) filtered(list);

  /* A move's whole address: seen on hover and focus of its number, kept and copied on tapping it. */
  const address = document.createElement("p");
  address.className = "address";
  const told = document.createElement("p");
  told.className = "hidden";
  told.setAttribute("role", "status");
  let kept = false;

  function show(at, keep) {
    kept = keep;
    address.textContent = location.href.split("#")[0] + at.getAttribute("href");
    address.dataset.hint = navigator.clipboard ? " · click to copy" : " · to be copied from here";
    address.classList.toggle("kept", keep);
    at.parentElement.append(address);
    if (keep) navigator.clipboard?.writeText(address.textContent).then(() => {
      address.dataset.hint = " · copied";
      told.textContent = `Copied the address of ${at.textContent}`;
    }, () => {});
  }

  const numbers = document.querySelectorAll(".at");
  if (numbers.length) document.body.append(told);
  for (const at of numbers) {
    at.addEventListener("click", () => show(at, true));
    for (const name of ["mouseenter", "focus"]) at.addEventListener(name, () => kept || show(at, false));
    for (const name of ["mouseleave", "blur"]) at.addEventListener(name, () => kept || address.remove());
  }
  addEventListener("keydown", event => { if (event.key === "Escape") { kept = false; address.remove(); } });
  addEventListener("click", event => { if (kept && !event.target.closest(".at, .address")) { kept = false; address.remove(); } });

  /* The line that stays in sight: its buttons go to the moves that scored, before and after what is shown. */
  const spine = document.querySelector(".spine");
  const moves = [...document.querySelectorAll(".move")];
  if (spine) {
    const [back, on] = spine.querySelectorAll("button");
    const go = forward => {
      const edge = spine.offsetHeight + 8;
      const scored = moves.filter(move => move.matches(".scored") && move.getClientRects().length);
      const top = move => move.getBoundingClientRect().top - edge;
      const to = forward ? scored.find(move => top(move) > 4) : scored.findLast(move => top(move) < -4);
      if (to) location.hash = to.id;
    };
    back.addEventListener("click", () => go(false));
    on.addEventListener("click", () => go(true));
    spine.lastElementChild.hidden = false;
  }

  /* Finding words in a consult: moves without them step aside, and the words are marked: ?find=blood. */
  const find = document.getElementById("find");
  if (find) {
    const said = find.nextElementSibling;
    const look = () => {
      const words = find.value.trim().toLowerCase();
      const marks = [];
      let count = 0;
      for (const move of moves) {
        const has = move.textContent.toLowerCase().includes(words);
        move.classList.toggle("unfound", !has);
        count += has;
        if (!words || !has) continue;
        const texts = document.createTreeWalker(move, NodeFilter.SHOW_TEXT);
        for (let text; (text = texts.nextNode());)
          for (let at = -1; (at = text.data.toLowerCase().indexOf(words, at + 1)) >= 0;) {
            const range = new Range();
            range.setStart(text, at);
            range.setEnd(text, Math.min(text.length, at + words.length));
            marks.push(range);
          }
      }
      said.textContent = words ? `${count} of ${moves.length}` : "";
      window.CSS?.highlights?.set("found", new Highlight(...marks));
      keep("find", words);
    };
    find.closest("p").hidden = false;
    find.value = search.get("find") ?? "";
    if (find.value) look();
    find.addEventListener("input", look);
  }
})();
