/* Draws each chart when it comes near: fetches the one copy of plotly.js then, and not before.
   Everything here is also in the table under the chart. */
(() => {
  "use strict";
  const boxes = [...document.querySelectorAll("[data-chart]")];
  if (!boxes.length || !("IntersectionObserver" in window)) return;
  const source = document.currentScript.dataset.plotly;
  const config = { displayModeBar: false, displaylogo: false, showSendToCloud: false, responsive: false, scrollZoom: false, doubleClick: false };
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const canHover = matchMedia("(hover: hover)");
  const NARROW = 560;

  const token = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const group = name => token({ closed: "--closed", open: "--open", person: "--person", unknown: "--unknown" }[name] || "--baseline");

  /* A shade between paper and ink: 0 is paper. */
  function shade(share) {
    const parts = hex => hex.length === 4 ? [1, 2, 3].map(i => parseInt(hex[i] + hex[i], 16)) : [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16));
    const [paper, ink] = [parts(token("--paper")), parts(token("--ink"))];
    return `rgb(${paper.map((from, i) => Math.round(from + share * (ink[i] - from))).join()})`;
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
    script.onerror = error => { restore(); failed(error); };
    head.append(script);
  });

  /* A group of doctors has its colour everywhere; whatever else is told apart gets shades. */
  function coloured(traces) {
    const bars = traces.filter(trace => trace.type === "bar");
    return traces.map(trace => {
      if (trace.meta === "line") return { ...trace, line: { ...trace.line, color: token("--ink-3") } };
      const bar = bars.indexOf(trace);
      const colour = bar < 0 ? group(trace.meta) : shade(.8 - .65 * bar / Math.max(1, bars.length - 1));
      const marker = { ...trace.marker, color: colour, opacity: 1, line: { width: bar < 0 ? 0 : 1, color: token("--paper") } };
      const ends = trace.error_x && { error_x: { ...trace.error_x, color: colour } };
      return { ...trace, marker, ...ends, ...(trace.mode && { cliponaxis: false }) };
    });
  }

  function laidOut(layout, narrow) {
    const font = { family: getComputedStyle(document.body).fontFamily, size: narrow ? 12 : 13, color: token("--ink-2") };
    const rule = token("--rule");
    const axis = one => ({ ...one, gridcolor: rule, zerolinecolor: rule, linecolor: rule, automargin: true, fixedrange: true, ticks: "", title: { ...one.title, standoff: 12, font } });
    const listed = layout.yaxis.type === "category";
    return {
      ...layout, font, xaxis: { ...axis(layout.xaxis), ...(!narrow && { tickangle: 0 }) }, yaxis: { ...axis(layout.yaxis), showgrid: !listed, ticklabelstandoff: 8 },
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", margin: { l: 8, r: 24, t: 24, b: 8 },
      hoverlabel: { bgcolor: token("--sheet"), bordercolor: token("--ink-3"), font: { ...font, color: token("--ink") }, align: "left" },
      legend: { orientation: "h", y: 1.02, yanchor: "bottom", x: 0, itemclick: false, itemdoubleclick: false }, hovermode: "closest", dragmode: false,
    };
  }

  /* Names beside the marks of a scatter: each at the nearest place where it covers nothing. */
  const LINE = 15, MARK = 6;
  const shared = (a, b) => Math.max(0, Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)) * Math.max(0, Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0));
  const around = (x, y, w, h) => ({ x0: x - w, x1: x + w, y0: y - h, y1: y + h });

  /* Directions in degrees; above and below a mark a name can be slid along it, by parts of its width. */
  const SPOTS = [0, 180, 90, 270, 45, 135, 225, 315, 22, 158, 202, 338].map(turn => [turn, 0])
    .concat([90, 270].flatMap(turn => [-.2, .2, -.4, .4].map(slid => [turn, slid])));

  function places(mark, frame) {
    const found = [];
    for (const far of [0, 14, 28, 44, 62, 84, 110])
      for (const [turn, slid] of SPOTS) {
        const [dx, dy] = [Math.cos(turn * Math.PI / 180), -Math.sin(turn * Math.PI / 180)];
        const x = mark.x + dx * (MARK + 4 + far) + (Math.sign(Math.round(dx * 10)) / 2 + slid) * mark.w;
        const y = mark.y + dy * (MARK + 1 + far) + Math.sign(Math.round(dy * 10)) * LINE / 2;
        const box = around(x, y, mark.w / 2, LINE / 2);
        const outside = Math.max(0, frame.x0 - box.x0) + Math.max(0, box.x1 - frame.x1) + Math.max(0, frame.y0 - box.y0) + Math.max(0, box.y1 - frame.y1);
        found.push({ x, y, box, far, outside, cost: far + found.length % SPOTS.length });
      }
    return found;
  }

  /* How far a box is from a mark: 0 inside. */
  const away = (box, mark) => Math.hypot(Math.max(box.x0 - mark.x, 0, mark.x - box.x1), Math.max(box.y0 - mark.y, 0, mark.y - box.y1));

  /* How far a mark is from the line that leads from another to its name. */
  function offLine(from, to, mark) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const part = Math.max(0, Math.min(1, ((mark.x - from.x) * dx + (mark.y - from.y) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(from.x + part * dx - mark.x, from.y + part * dy - mark.y);
  }

  /* A name at its mark is clearly nearer to it than to any other; one further off has a line, which
     passes no other mark. None is cut by the edge. Other places are never taken. */
  const LINED = 8, ASTRAY = 1e5, CROWDED = 4000;

  function placed(marks, obstacles, frame) {
    const candidates = marks.map(mark => places(mark, frame).map(each => {
      const own = away(each.box, mark);
      const astray = each.outside > 0 || marks.some(other => other !== mark && (each.far > LINED
        ? away(each.box, other) < MARK + 3 || offLine(mark, each, other) < MARK + 2
        : away(each.box, other) < own + 8));
      return { ...each, cost: each.cost + (astray ? ASTRAY : 0) };
    }));
    const chosen = marks.map(() => null);
    for (let round = 0; round < 6; round += 1)
      marks.forEach((mark, own) => {
        const taken = chosen.filter((other, place) => other && place !== own).map(other => other.box);
        const costs = candidates[own].map(each => each.cost
          + taken.reduce((sum, box) => sum + 100 * shared(each.box, box), 0)
          + obstacles.reduce((sum, one) => sum + one.weight * shared(each.box, one.box), 0));
        const least = Math.min(...costs);
        chosen[own] = least < CROWDED ? candidates[own][costs.indexOf(least)] : null;
      });
    return chosen;
  }

  /* The line of best value in short steps, so that names stand beside it rather than on it. */
  function steps(trace, at) {
    const ends = trace.x.map((x, i) => at(x, trace.y[i]));
    return ends.slice(1).flatMap((end, i) => Array.from({ length: 20 }, (_, step) => {
      const part = step / 20;
      return { weight: 3, box: around(ends[i].x + part * (end.x - ends[i].x), ends[i].y + part * (end.y - ends[i].y), 5, 2) };
    }));
  }

  function names(box, traces, layout) {
    const { xaxis, yaxis } = box._fullLayout;
    const at = (x, y) => ({ x: xaxis._offset + xaxis.d2p(x), y: yaxis._offset + yaxis.d2p(y) });
    const measure = document.createElement("canvas").getContext("2d");
    measure.font = `${layout.font.size}px ${layout.font.family}`;
    const plain = text => new DOMParser().parseFromString(text, "text/html").body.textContent;
    const marks = traces.filter(trace => trace.customdata).flatMap(trace => trace.x.map((x, i) =>
      ({ ...at(x, trace.y[i]), value: [x, trace.y[i]], text: trace.customdata[i][2], w: measure.measureText(plain(trace.customdata[i][2])).width + 2 })));
    const obstacles = marks.map(mark => ({ weight: 100, box: around(mark.x, mark.y, MARK, MARK) }))
      .concat(traces.filter(trace => trace.meta === "line").flatMap(trace => steps(trace, at)));
    const frame = { x0: xaxis._offset - 4, x1: box.clientWidth - 3, y0: 0, y1: yaxis._offset + yaxis._length };
    return placed(marks, obstacles, frame).flatMap((place, i) => place ? [{
      x: layout.xaxis.type === "log" ? Math.log10(marks[i].value[0]) : marks[i].value[0], y: marks[i].value[1],
      text: marks[i].text, font: layout.font, showarrow: true, arrowhead: 0, arrowwidth: .8, standoff: MARK, borderpad: 0,
      arrowcolor: place.far > LINED ? token("--ink-3") : "rgba(0,0,0,0)", ax: place.x - marks[i].x, ay: place.y - marks[i].y,
    }] : []);
  }

  /* Left and right step through the marks and say each; Enter opens its page. */
  function keys(box, Plotly) {
    const marks = box.data.flatMap((trace, curveNumber) => trace.customdata ? trace.customdata.map((data, pointNumber) => ({ data, hover: { curveNumber, pointNumber } })) : []);
    const said = document.createElement("p");
    said.className = "hidden";
    said.setAttribute("role", "status");
    box.after(said);
    box.tabIndex = 0;
    let now = -1;
    box.addEventListener("keydown", event => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (event.key === "Enter" && marks[now]?.data[1]) location.href = marks[now].data[1];
      if (!step) return;
      event.preventDefault();
      now = now < 0 && step < 0 ? marks.length - 1 : (now + step + marks.length) % marks.length;
      Plotly.Fx.hover(box, [marks[now].hover]);
      said.textContent = new DOMParser().parseFromString(marks[now].data[0].replaceAll("<br>", ". "), "text/html").body.textContent;
    });
    box.addEventListener("blur", () => { now = -1; Plotly.Fx.unhover(box); });
  }

  async function draw(box) {
    const figure = JSON.parse(document.getElementById(box.dataset.chart).textContent);
    const scatter = figure.data.some(trace => trace.mode === "markers" && !trace.error_x) && figure.layout.yaxis.type !== "category";
    const Plotly = await plotly();
    const show = async () => {
      const narrow = box.clientWidth < NARROW;
      const [traces, layout] = [coloured(figure.data), laidOut(figure.layout, narrow)];
      const size = { width: box.clientWidth, height: box.clientHeight };
      await Plotly.react(box, traces, { ...layout, ...size }, config);
      if (!scatter) return;
      const annotations = names(box, traces, layout);
      /* A name must not stretch an axis: its place was reckoned on this one. */
      for (const axis of ["xaxis", "yaxis"]) layout[axis] = { ...layout[axis], range: [...box._fullLayout[axis].range], autorange: false };
      await Plotly.react(box, traces, { ...layout, ...size, annotations }, config);
    };
    await show();
    keys(box, Plotly);
    dark.addEventListener("change", show);
    let width = box.clientWidth;
    new ResizeObserver(() => { if (box.clientWidth && box.clientWidth !== width) { width = box.clientWidth; show(); } }).observe(box);
    /* Where nothing hovers, a tap shows the number; the table leads on. */
    box.on("plotly_click", event => {
      const href = event.points[0].customdata?.[1];
      if (href && canHover.matches) location.href = href;
    });
  }

  const near = new IntersectionObserver(entries => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      near.unobserve(entry.target);
      draw(entry.target).catch(() => entry.target.classList.add("failed"));
    }
  }, { rootMargin: "400px" });
  boxes.forEach(box => near.observe(box));
})();
