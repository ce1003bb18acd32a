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

  function sort(table, heading, place) {
    const now = heading.getAttribute("aria-sort");
    const first = heading.dataset.first || "descending";
    const other = first === "descending" ? "ascending" : "descending";
    const order = now === first ? other : first;
    const sign = order === "ascending" ? 1 : -1;
    const body = table.tBodies[0];
    const rows = [...body.rows].map(row => ({ row, key: value(row, place) }));
    rows.sort((a, b) => (a.key === null) - (b.key === null) || sign * compare(a.key, b.key));
    body.append(...rows.map(each => each.row));
    for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order);
  }

  for (const table of document.querySelectorAll("table[data-sortable]"))
    [...table.tHead.rows[0].cells].forEach((heading, place) =>
      heading.querySelector("button")?.addEventListener("click", () => sort(table, heading, place)));

  /* A move's whole address: seen on hover and focus of its number, kept and copied on tapping it. */
  const address = document.createElement("p");
  address.className = "address";
  let kept = false;

  function show(at, keep) {
    kept = keep;
    address.textContent = location.href.split("#")[0] + at.getAttribute("href");
    delete address.dataset.copied;
    at.parentElement.append(address);
    if (keep) navigator.clipboard?.writeText(address.textContent).then(() => { address.dataset.copied = " · copied"; }, () => {});
  }

  for (const at of document.querySelectorAll(".at")) {
    at.addEventListener("click", () => show(at, true));
    for (const name of ["mouseenter", "focus"]) at.addEventListener(name, () => kept || show(at, false));
    for (const name of ["mouseleave", "blur"]) at.addEventListener(name, () => kept || address.remove());
  }
  addEventListener("keydown", event => { if (event.key === "Escape") { kept = false; address.remove(); } });
  addEventListener("click", event => { if (kept && !event.target.closest(".at, .address")) { kept = false; address.remove(); } });
})();
