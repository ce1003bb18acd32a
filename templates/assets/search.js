/* The search page: asks Pagefind's index, and shows where the first words of each result stand. */
(() => {
  "use strict";

  const own = document.currentScript.dataset;
  const box = document.getElementById("q");
  const status = document.getElementById("found");
  const list = document.getElementById("results");
  const more = document.getElementById("more");
  const PAGE = 10, BEFORE = 12, AFTER = 28, LONGEST = 60;
  let pagefind, asked = 0, rest = [];

  const make = (tag, text, name) => {
    const made = document.createElement(tag);
    if (text) made.textContent = text;
    if (name) made.className = name;
    return made;
  };

  async function index() {
    if (pagefind) return pagefind;
    const found = await import(new URL(own.index, location.href).href);
    await found.options({ noWorker: true });
    await found.init();
    return pagefind = found;
  }

  /* The words around the first hit, the hits marked; texts only, so that no word can be markup. */
  function excerpt(data) {
    const words = data.raw_content.replaceAll("&lt;", "<").replaceAll("&gt;", ">").split(/\s+/);
    const hits = new Set(data.locations);
    const first = Math.min(...data.locations.filter(place => place >= data.anchor), words.length - 1);
    const start = Math.max(data.anchor, first - BEFORE);
    const line = make("p", start > data.anchor ? "… " : "", "small");
    const end = Math.min(words.length, first + AFTER);
    for (let place = start; place < end; place++) {
      const word = words[place].length > LONGEST ? `${words[place].slice(0, LONGEST)}…` : words[place];
      line.append(hits.has(place) ? make("mark", word) : word, " ");
    }
    if (end < words.length) line.append("…");
    return line;
  }

  /* The move in which the first hit stands, if one does. */
  function move(data) {
    const first = Math.min(...data.locations);
    const before = data.anchors.filter(each => /^m\d+$/.test(each.id) && each.location <= first);
    return before.length && Number.isFinite(first) ? before[before.length - 1] : null;
  }

  function item(data) {
    const at = move(data);
    const root = new URL(own.root, location.href).href;
    const address = data.meta.path.replace(/index\.html(?=#|$)/, "");
    const link = make("a", data.meta.title);
    link.href = new URL(address + (at ? `#${at.id}` : ""), root).href;
    const head = make("h2");
    head.append(link);
    const made = make("li");
    const about = [data.meta.kind, at ? `at ${at.id}` : "", data.meta.about].filter(Boolean).join(" · ");
    made.append(head, make("p", about, "small"), excerpt({ ...data, anchor: at ? at.location : 0 }));
    return made;
  }

  async function show() {
    const mine = asked, now = rest.splice(0, PAGE);
    const loaded = await Promise.all(now.map(each => each.data()));
    if (mine !== asked) return;
    list.append(...loaded.map(item));
    more.hidden = rest.length === 0;
  }

  async function search(words) {
    const mine = ++asked;
    if (!words) {
      list.replaceChildren(); status.textContent = ""; more.hidden = true;
      return;
    }
    if (location.protocol === "file:") {
      status.textContent = "Searching needs the site to be served, for instance by “crookbench serve”; the lists below work from a disk too.";
      return;
    }
    try {
      const found = await (await index()).search(words);
      if (mine !== asked) return;
      list.replaceChildren();
      rest = found.results;
      const n = rest.length;
      status.textContent = n ? `${n} result${n === 1 ? "" : "s"} for “${words}”` : `Nothing found for “${words}”.`;
      await show();
    } catch {
      status.textContent = "The index could not be read; the lists below lead everywhere.";
    }
  }

  more.addEventListener("click", show);
  box.value = new URLSearchParams(location.search).get("q") ?? "";
  box.form.addEventListener("submit", event => {
    event.preventDefault();
    const words = box.value.trim();
    const address = new URL(location.href);
    address.search = words ? `?${new URLSearchParams({ q: words })}` : "";
    history.replaceState(history.state, "", address);
    search(words);
  });
  search(box.value.trim());
})();
