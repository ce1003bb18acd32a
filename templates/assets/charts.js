/* Draws each chart when it comes near: fetches the one copy of plotly.js then, and not before.
   Everything here is also in the table under the chart. */
(() => {
  "use strict";
  const boxes = [...document.querySelectorAll("[data-chart]")];
  if (!boxes.length || !("IntersectionObserver" in window)) return;
  const source = document.currentScript.dataset.plotly;
  const config = { displayModeBar: false, displaylogo: false, showSendToCloud: false, responsive: true, scrollZoom: false, doubleClick: false };
  const dark = matchMedia("(prefers-color-scheme: dark)");

  const token = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const group = name => token({ closed: "--closed", open: "--open", person: "--person" }[name] || "--baseline");

  /* A shade between paper and a colour: 0 is paper. */
  function mixed(name, share) {
    const parts = hex => hex.length === 4 ? [1, 2, 3].map(i => parseInt(hex[i] + hex[i], 16)) : [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16));
    const [paper, colour] = [parts(token("--paper")), parts(token(name))];
    return `rgb(${paper.map((from, i) => Math.round(from + share * (colour[i] - from))).join()})`;
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
  function coloured(traces, narrow) {
    const bars = traces.filter(trace => trace.type === "bar").length;
    return traces.map((trace, place) => {
      if (trace.type === "heatmap") return { ...trace, colorscale: [[0, token("--paper")], [1, mixed("--closed", .55)]], textfont: { color: token("--ink") } };
      if (narrow && trace.mode) trace = { ...trace, mode: "markers" };
      const colour = trace.type === "bar" ? mixed("--ink", .8 - .65 * place / Math.max(1, bars - 1)) : group(trace.meta);
      const marker = { ...trace.marker, color: colour, opacity: 1 };
      const ends = trace.error_x && { ...trace.error_x, color: colour };
      return { ...trace, marker, ...(ends && { error_x: ends }), ...(trace.mode && { cliponaxis: false }) };
    });
  }

  function laidOut(layout, narrow) {
    const ink = token("--ink-2"), rule = token("--rule");
    const font = { family: getComputedStyle(document.body).fontFamily, size: narrow ? 12 : 13, color: ink };
    const axis = one => ({ ...one, gridcolor: rule, zerolinecolor: rule, linecolor: rule, automargin: true, fixedrange: true, ticks: "", title: { ...one.title, standoff: 12, font } });
    const listed = layout.yaxis.type === "category";
    return {
      ...layout, font, xaxis: { ...axis(layout.xaxis), ...(!narrow && { tickangle: 0 }) }, yaxis: { ...axis(layout.yaxis), showgrid: !listed, ticklabelstandoff: 8 },
      paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", margin: { l: 8, r: 24, t: 24, b: 8 },
      hoverlabel: { bgcolor: token("--sheet"), bordercolor: token("--ink-3"), font: { ...font, color: token("--ink") }, align: "left" },
      legend: { orientation: "h", y: 1.02, yanchor: "bottom", x: 0 }, hovermode: "closest", dragmode: false,
    };
  }

  async function draw(box) {
    const data = document.getElementById(box.dataset.chart);
    const figure = JSON.parse(data.textContent);
    const Plotly = await plotly();
    const show = () => {
      const narrow = box.clientWidth < 560;
      return Plotly.react(box, coloured(figure.data, narrow), laidOut(figure.layout, narrow), config);
    };
    await show();
    dark.addEventListener("change", show);
    box.on("plotly_click", event => {
      const href = event.points[0].customdata?.[1];
      if (href) location.href = href;
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
