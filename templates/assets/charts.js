/* Charts stand as SVG. Here they follow the groups that a reader chose, are saved, and become
   Plotly's when asked: plotly.js is fetched then, and not before. Everything is also in the tables. */
(() => {
  "use strict";
  const source = document.currentScript.dataset.plotly;
  const boxes = [...document.querySelectorAll("[data-chart]")];
  const config = { displayModeBar: false, displaylogo: false, showSendToCloud: false, responsive: false, scrollZoom: false, doubleClick: "reset" };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const narrow = matchMedia("(max-width: 40rem)");
  const canHover = matchMedia("(hover: hover)");
  const search = new URLSearchParams(location.search);
  const token = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const groupColour = name => token({ closed: "--closed", open: "--open", person: "--person", unknown: "--unknown" }[name] || "--baseline");

  /* Which groups of doctors stand: all, until site.js tells of a choice. */
  const chosen = () => document.documentElement.dataset.groups?.split(" ");
  const stands = group => !chosen() || chosen().includes(group);

  /* Rows of a list close up; marks of a scatter go. */
  function follow(svg) {
    const [head, row] = [+svg.dataset.head, +svg.dataset.row];
    let shown = 0;
    for (const item of svg.querySelectorAll(":scope > g:not(.legend)")) {
      const here = stands(item.classList[0]);
      item.toggleAttribute("data-gone", !here);
      if (here && row) item.setAttribute("transform", `translate(0 ${head + row * shown})`);
      shown += here;
    }
    if (!row) return;
    const [, , width] = svg.getAttribute("viewBox").split(" ");
    const height = head + row * shown + 6;
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("height", height);
  }

  /* The wide drawing as a file of its own: its colours written out, with the title and where it is from. */
  const WRITTEN = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "font-family", "font-size", "text-anchor", "dominant-baseline"];
  function alone(box) {
    const svg = box.querySelector(".drawing.wide");
    const copy = svg.cloneNode(true);
    const [originals, copies] = [svg, copy].map(each => [...each.querySelectorAll("*")]);
    originals.forEach((each, i) => {
      const style = getComputedStyle(each);
      for (const name of WRITTEN) copies[i].setAttribute(name, style.getPropertyValue(name));
      copies[i].removeAttribute("data-href");
    });
    copy.querySelectorAll("[data-gone]").forEach(each => each.remove());
    const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
    const tall = height + 64;
    const add = (name, attributes, text) => {
      const made = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
      made.textContent = text || "";
      copy.prepend(made);
    };
    const font = { "font-family": getComputedStyle(svg).fontFamily, x: 0 };
    add("text", { ...font, y: height + 22, "font-size": 11, fill: token("--ink-3") }, document.title.split(" · ").pop() + ", " + location.href.split(/[?#]/)[0]);
    add("text", { ...font, y: -14, "font-size": 15, "font-weight": 650, fill: token("--ink") }, document.getElementById(`${box.id}-title`).textContent);
    add("rect", { x: -16, y: -36, width: width + 32, height: tall + 12, fill: token("--paper") });
    copy.setAttribute("viewBox", `-16 -36 ${width + 32} ${tall + 12}`);
    copy.setAttribute("width", width + 32);
    copy.setAttribute("height", tall + 12);
    for (const name of ["class", "data-head", "data-row"]) copy.removeAttribute(name);
    return new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
  }

  function save(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /* Twice the size, for slides and screens of high resolution. */
  async function pixels(blob) {
    const picture = new Image();
    picture.src = URL.createObjectURL(blob);
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [2 * picture.width, 2 * picture.height];
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    URL.revokeObjectURL(picture.src);
    return new Promise(done => canvas.toBlob(done, "image/png"));
  }

  let library;
  const plotly = () => library ||= new Promise((done, failed) => {
    const head = document.head;
    /* On loading, its map library adds a style element, which the policy forbids and no chart needs. */
    head.appendChild = node => node.nodeName === "STYLE" ? node : Node.prototype.appendChild.call(head, node);
    const restore = () => delete head.appendChild;
    const script = document.createElement("script");
    script.src = source;
    script.onload = () => { restore(); done(window.Plotly); };
    script.onerror = error => { restore(); library = undefined; failed(error); };
    head.append(script);
  });

  /* A group of doctors has its colour everywhere; whatever else is told apart has its drawing's shade. */
  function coloured(box, figure) {
    const kept = trace => {
      if (trace.type !== "bar") return trace;
      const here = trace.y.map(name => stands(figure.groups[name]));
      const only = list => list.filter((_, i) => here[i]);
      return { ...trace, x: only(trace.x), y: only(trace.y), customdata: only(trace.customdata) };
    };
    const bars = figure.data.filter(trace => trace.type === "bar");
    return figure.data.filter(trace => trace.type === "bar" || trace.meta === "line" || stands(trace.meta)).map(kept).map(trace => {
      if (trace.meta === "line") return { ...trace, line: { ...trace.line, color: token("--ink-3") } };
      const bar = bars.findIndex(each => each.meta === trace.meta);
      const colour = trace.type === "bar" ? getComputedStyle(box.querySelector(`.part${bar}`)).fill : groupColour(trace.meta);
      const marker = { ...trace.marker, color: colour, opacity: 1, line: { width: trace.type === "bar" ? 1 : 0, color: token("--paper") } };
      const ends = trace.error_x && { error_x: { ...trace.error_x, color: colour } };
      return { ...trace, marker, ...ends, ...(trace.mode && { cliponaxis: false }) };
    });
  }

  /* Plotly's axes lie where the drawing's did, and names stand where they stood. */
  function laidOut(figure, size, scale) {
    const font = { family: getComputedStyle(document.body).fontFamily, size: narrow.matches ? 12 : 13, color: token("--ink-2") };
    const rule = token("--rule");
    const [left, top, right, bottom] = size.frame.map(each => each * scale);
    const axis = (one, range) => ({ ...one, range, autorange: false, gridcolor: rule, zerolinecolor: rule, linecolor: rule, ticks: "", tickangle: 0, title: { ...one.title, standoff: 10, font } });
    const names = (figure.layout.yaxis.categoryarray || []).filter(name => stands(figure.groups[name]));
    const listed = size.row > 0;
    return {
      ...figure.layout, font,
      xaxis: { ...axis(figure.layout.xaxis, size.ranges[0]), ...(listed && { side: "top", title: { text: "" } }) },
      yaxis: listed
        ? { ...axis(figure.layout.yaxis, [names.length - .5, -.5]), categoryarray: names, showgrid: false, fixedrange: true, ticklabelstandoff: 8 }
        : axis(figure.layout.yaxis, size.ranges[1]),
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", margin: { l: left, t: top, r: right, b: bottom, autoexpand: false },
      hoverlabel: { bgcolor: token("--sheet"), bordercolor: token("--ink-3"), font: { ...font, color: token("--ink") }, align: "left" },
      showlegend: false, hovermode: "closest", dragmode: "zoom", annotations: listed ? [] : named(figure, size, font),
    };
  }

  function named(figure, size, font) {
    const log = figure.layout.xaxis.type === "log";
    const marks = figure.data.filter(trace => trace.customdata).flatMap(trace => trace.x.map((x, i) => ({ x, y: trace.y[i], text: trace.customdata[i][2], group: trace.meta })));
    return marks.flatMap((mark, i) => size.offsets[i] && stands(mark.group) ? [{
      x: log ? Math.log10(mark.x) : mark.x, y: mark.y, text: mark.text, font: { ...font, color: token("--ink") }, showarrow: true, arrowhead: 0, arrowwidth: .8,
      standoff: 6, borderpad: 0, arrowcolor: size.offsets[i][2] ? token("--ink-3") : "rgba(0,0,0,0)", ax: size.offsets[i][0], ay: size.offsets[i][1],
    }] : []);
  }

  /* Left and right step through the marks and say each; Enter opens its page. */
  function keys(plot, Plotly) {
    const said = document.createElement("p");
    said.className = "hidden";
    said.setAttribute("role", "status");
    plot.after(said);
    plot.tabIndex = 0;
    let now = -1;
    plot.addEventListener("keydown", event => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const marks = plot.data.flatMap((trace, curveNumber) => (trace.customdata || []).map((data, pointNumber) => ({ data, hover: { curveNumber, pointNumber } })));
      if (event.key === "Enter" && marks[now]?.data[1]) location.href = marks[now].data[1];
      if (!step || !marks.length) return;
      event.preventDefault();
      now = now < 0 && step < 0 ? marks.length - 1 : (now + step + marks.length) % marks.length;
      Plotly.Fx.hover(plot, [marks[now].hover]);
      said.textContent = new DOMParser().parseFromString(marks[now].data[0].replaceAll("<br>", ". "), "text/html").body.textContent;
    });
    plot.addEventListener("blur", () => { now = -1; Plotly.Fx.unhover(plot); });
  }

  async function live(box) {
    const figure = JSON.parse(document.getElementById(box.dataset.chart).textContent);
    const Plotly = await plotly();
    const plot = document.createElement("div");
    plot.className = "plot";
    plot.setAttribute("role", "img");
    plot.setAttribute("aria-label", document.getElementById(`${box.id}-title`).textContent);
    box.append(plot);
    const show = () => {
      const svg = box.querySelector(narrow.matches ? ".drawing.narrow" : ".drawing.wide");
      const size = figure.sizes[narrow.matches ? "narrow" : "wide"];
      const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
      const scale = box.clientWidth / width;
      const layout = { ...laidOut(figure, size, scale), width: box.clientWidth, height: height * scale };
      return Plotly.react(plot, coloured(box, figure), layout, config);
    };
    box.classList.add("live");
    await show();
    keys(plot, Plotly);
    dark.addEventListener("change", show);
    document.addEventListener("groups", show);
    let width = box.clientWidth;
    new ResizeObserver(() => { if (box.clientWidth && box.clientWidth !== width) { width = box.clientWidth; show(); } }).observe(box);
    /* Where nothing hovers, a tap shows the number; the table leads on. */
    plot.on("plotly_click", event => {
      const href = event.points[0].customdata?.[1];
      if (href && canHover.matches) location.href = href;
    });
  }

  /* Which charts are live stands in the address, as the chosen groups do. */
  function keep() {
    if (!location.protocol.startsWith("http")) return;
    const address = new URL(location);
    address.searchParams.set("live", boxes.filter(box => box.classList.contains("live")).map(box => box.id).join());
    address.search = address.search.replaceAll("%2C", ",");
    history.replaceState(history.state, "", address);
  }

  function button(text, act) {
    const made = document.createElement("button");
    Object.assign(made, { type: "button", textContent: text });
    made.addEventListener("click", () => act(made));
    return made;
  }

  for (const box of boxes) {
    const tools = document.createElement("p");
    tools.className = "takes small no-print";
    const start = async made => {
      made.disabled = true;
      made.textContent = "Loading…";
      try { await live(box); made.remove(); keep(); } catch {
        made.textContent = "It could not be loaded; try again";
        made.disabled = false;
      }
    };
    const make = button("Make it interactive", start);
    tools.append(make,
      button("Save as PNG", async () => save(await pixels(alone(box)), `${box.id}.png`)),
      button("Save as SVG", () => save(alone(box), `${box.id}.svg`)));
    box.after(tools);
    box.addEventListener("click", event => {
      const href = event.target.closest("[data-href]")?.dataset.href;
      if (href && canHover.matches) location.href = href;
    });
    if (search.get("live")?.split(",").includes(box.id)) start(make);
  }
  const all = () => document.querySelectorAll(".drawing").forEach(follow);
  document.addEventListener("groups", all);
  if (chosen()) all();
})();
