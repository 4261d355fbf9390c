// Outputs over time, each in a panel: zoom by dragging, shared by all; a click goes to that time. Error bounds are bands.
import uPlot from "uplot";
import { findBefore, show } from "./numbers.js";
import { checkbox, element, palette, select } from "./elements.js";

const shownAtFirst = 8;

function colours() {
  const style = getComputedStyle(document.documentElement);
  return { text: style.getPropertyValue("--soft").trim(), grid: style.getPropertyValue("--line").trim() };
}

/// A thin line through all panels where something happened.
function drawMarks(plot, marks) {
  const { left, top, width, height } = plot.bbox, context = plot.ctx;
  context.save();
  context.lineWidth = devicePixelRatio;
  for (const mark of marks) {
    const x = plot.valToPos(mark.time, "x", true);
    if (!(x >= left && x <= left + width)) continue;
    context.strokeStyle = mark.kind === "refinement" ? "#b04fc0" : "#c9a227";
    context.setLineDash(mark.kind === "refinement" ? [] : [3 * devicePixelRatio, 3 * devicePixelRatio]);
    context.beginPath();
    context.moveTo(x, top);
    context.lineTo(x, top + height);
    context.stroke();
  }
  context.restore();
}

function drawLimits(plot, limits) {
  const { left, top, width, height } = plot.bbox, context = plot.ctx;
  context.save();
  context.lineWidth = 1.5 * devicePixelRatio;
  context.strokeStyle = context.fillStyle = "#d1495b";
  context.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
  context.textAlign = "left";
  context.textBaseline = "top";
  context.setLineDash([7 * devicePixelRatio, 4 * devicePixelRatio]);
  for (const limit of limits) {
    const y = plot.valToPos(limit.above, "y", true);
    if (!(y >= top && y <= top + height)) continue;
    context.beginPath();
    context.moveTo(left, y);
    context.lineTo(left + width, y);
    context.stroke();
    context.fillText(`${limit.monitor}: ${show(limit.above)}`, left + 6 * devicePixelRatio, y + 3 * devicePixelRatio);
  }
  context.restore();
}

export class Plots {
  constructor(report, clock, holder) {
    Object.assign(this, { report, clock, holder, panels: [], overlaid: false });
    const names = report.names.slice(1);
    this.chosen = new Set(names.slice(0, shownAtFirst));
    this.bandOf = new Map((report.summary.bands ?? []).map((band) => [band.output, band.bound]));
    this.grid = element("div", { class: "panels" });
    holder.append(this.makeChoice(names), this.grid);
    if (names.length > 0) holder.append(this.makeXY(["time", ...names]));
    this.build();
    new ResizeObserver(() => this.resize()).observe(holder);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.build());
    clock.onChange((time) => this.show(time));
  }

  makeChoice(names) {
    const list = element("details", { class: "choice", open: names.length > shownAtFirst },
      element("summary", { text: `Outputs: ${names.length}` }),
      checkbox("those of one unit in one panel", false, (on) => { this.overlaid = on; this.build(); }),
      ...names.map((name) => checkbox(name, this.chosen.has(name), (on) => {
        on ? this.chosen.add(name) : this.chosen.delete(name);
        this.build();
      })));
    return list;
  }

  unit(name) { return this.report.summary.units?.[name] ?? ""; }

  /// Groups of outputs, one a panel.
  groups() {
    const names = this.report.names.slice(1).filter((name) => this.chosen.has(name));
    if (!this.overlaid) return names.map((name) => [name]);
    const byUnit = new Map();
    for (const name of names) byUnit.set(this.unit(name), [...(byUnit.get(this.unit(name)) ?? []), name]);
    return [...byUnit.values()];
  }

  build() {
    for (const panel of this.panels) panel.plot.destroy();
    this.grid.replaceChildren();
    this.panels = this.groups().map((names) => this.makePanel(names));
    if (this.range) this.zoom(this.range);
    this.show(this.clock.time);
    this.buildXY?.();
  }

  makePanel(names) {
    const { grid, text } = colours();
    const series = [{}], data = [this.report.column("time")], bands = [];
    const heads = names.map((name) => {
      const colour = palette[this.report.names.indexOf(name) % palette.length || 0];
      const values = this.report.column(name);
      series.push({ label: name, stroke: colour, width: 1.6 });
      data.push(values);
      const bound = this.report.column(this.bandOf.get(name));
      if (bound) {
        series.push({ stroke: "transparent" }, { stroke: "transparent" });
        data.push(makeEdge(values, bound, 1), makeEdge(values, bound, -1));
        bands.push({ series: [data.length - 2, data.length - 1], fill: `${colour}38` });
      }
      const value = element("b");
      return { name, values, bound, value, row: element("span", {}, element("i", { style: `background:${colour}` }),
        element("span", { text: this.unit(name) ? `${name} [${this.unit(name)}]` : name }), value) };
    });
    const limits = (this.report.summary.limits ?? []).filter((limit) => names.includes(limit.column) && !limit.relative);
    const head = element("h3", {}, ...heads.map((each) => each.row));
    const box = element("div", { class: "panel" }, head);
    this.grid.append(box);
    const axis = { stroke: text, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 }, font: "11px system-ui, sans-serif" };
    const plot = new uPlot({
      width: Math.max(200, box.clientWidth), height: 150, series, bands, legend: { show: false }, padding: [6, 16, 0, 0],
      scales: { x: { time: false }, y: { range: (_, low, high) => includeLimits(...keepReadable(low, high, heads), limits) } },
      axes: [{ ...axis, size: 26 }, { ...axis, size: (_, labels) => Math.max(62, 18 + 7 * Math.max(0, ...(labels ?? []).map((label) => label.length))), values: (_, ticks) => showTicks(ticks) }],
      cursor: { sync: { key: "ritz" }, drag: { x: true, y: false }, points: { show: false } },
      hooks: {
        draw: [(self) => { drawMarks(self, this.report.marks); drawLimits(self, limits); this.placeCursor(self); }],
        setScale: [(self, key) => { if (key === "x") this.follow(self); }],
      },
    }, data, box);
    const cursor = element("div", { class: "time-cursor" });
    plot.over.append(cursor);
    plot.timeCursor = cursor;
    this.seekByClick(plot);
    return { plot, heads, box };
  }

  seekByClick(plot) {
    let pressed = 0;
    plot.over.addEventListener("mousedown", (event) => { pressed = event.clientX; });
    plot.over.addEventListener("click", (event) => {
      if (Math.abs(event.clientX - pressed) > 4) return;
      this.clock.seek(plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, "x"));
    });
  }

  /// All panels show the part of time that was chosen in one.
  follow(source) {
    const { min, max } = source.scales.x;
    if (this.isFollowing || min == null) return;
    this.range = { min, max };
    this.zoom(this.range, source);
  }
  zoom(range, source) {
    this.isFollowing = true;
    for (const { plot } of this.panels) if (plot !== source) plot.setScale("x", range);
    this.isFollowing = false;
  }

  placeCursor(plot) {
    if (!plot.timeCursor) return;
    const x = plot.valToPos(this.clock.time, "x");
    plot.timeCursor.hidden = !(x >= 0 && x <= plot.over.clientWidth);
    plot.timeCursor.style.transform = `translateX(${x}px)`;
  }

  show(time) {
    const row = findBefore(this.report.column("time"), time + 1e-12);
    for (const { plot, heads } of this.panels) {
      this.placeCursor(plot);
      for (const { values, bound, value } of heads) value.textContent = bound ? `${show(values[row])} ± ${show(bound[row], 3)}` : show(values[row]);
    }
    this.showXY?.(row);
  }

  resize() {
    for (const { plot, box } of this.panels)
      if (box.clientWidth && Math.abs(box.clientWidth - plot.width) > 1) plot.setSize({ width: box.clientWidth, height: 150 });
  }

  makeXY(names) {
    const axes = { x: names[1], y: names[2] ?? names[0] };
    const canvas = element("canvas", { class: "xy" });
    const pick = (label, key) => select(label, names.map((name) => [name, name]), axes[key], (name) => { axes[key] = name; this.buildXY(); });
    const details = element("details", { class: "choice", ontoggle: () => this.buildXY() },
      element("summary", { text: "One output over another" }), pick("across", "x"), pick("up", "y"), canvas);
    this.buildXY = () => details.open && drawXY(canvas, this.report, axes, this.row ?? 0);
    this.showXY = (row) => { this.row = row; this.buildXY(); };
    return details;
  }
}

/// With so many digits that neighbours differ.
function showTicks(ticks) {
  const largest = Math.max(...ticks.map(Math.abs)), step = ticks[1] - ticks[0];
  const digits = step > 0 && largest > 0 ? Math.ceil(Math.log10(largest / step)) + 1 : 5;
  return ticks.map((tick) => show(Math.abs(tick) < 1e-9 * step ? 0 : tick, Math.max(4, digits)));
}

/// Of a band; nothing where there is no bound.
function makeEdge(values, bound, side) {
  return Array.from(values, (value, i) => (value === null || bound[i] === null ? null : value + side * bound[i]));
}

/// A band is shown as far as it leaves its curves readable.
function keepReadable(low, high, heads) {
  let least = Infinity, most = -Infinity;
  for (const { values, bound } of heads) {
    if (!bound && heads.length === 1) return [low, high];
    for (const value of values) if (value !== null) { least = Math.min(least, value); most = Math.max(most, value); }
  }
  const margin = 0.5 * (most - least);
  return margin > 0 ? [Math.max(low, least - margin), Math.min(high, most + margin)] : [low, high];
}

function includeLimits(low, high, limits) {
  for (const limit of limits) {
    low = Math.min(low ?? limit.above, limit.above);
    high = Math.max(high ?? limit.above, limit.above);
  }
  if (low == null) return [0, 1];
  // Of a value that hardly changes, the last digits are not worth an axis.
  const margin = Math.max(0.06 * (high - low), 1e-6 * Math.max(Math.abs(low), Math.abs(high))) || 1;
  return [low - margin, high + margin];
}

function drawXY(canvas, report, axes, row) {
  const width = canvas.clientWidth, height = canvas.clientHeight, ratio = devicePixelRatio;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  const x = report.column(axes.x), y = report.column(axes.y), edge = { left: 64, right: 10, top: 10, bottom: 36 };
  const range = (list) => { let low = Infinity, high = -Infinity; for (const v of list) { if (v < low) low = v; if (v > high) high = v; } return high > low ? [low, high] : [low - 1, high + 1]; };
  const [x0, x1] = range(x), [y0, y1] = range(y);
  const px = (v) => edge.left + ((v - x0) / (x1 - x0)) * (width - edge.left - edge.right);
  const py = (v) => height - edge.bottom - ((v - y0) / (y1 - y0)) * (height - edge.top - edge.bottom);
  context.strokeStyle = colours().grid;
  context.strokeRect(edge.left, edge.top, width - edge.left - edge.right, height - edge.top - edge.bottom);
  context.fillStyle = colours().text;
  context.font = "11px system-ui, sans-serif";
  context.fillText(show(x0, 3), edge.left, height - 22);
  context.textAlign = "right";
  context.fillText(show(x1, 3), width - edge.right, height - 22);
  context.fillText(show(y0, 3), edge.left - 4, height - edge.bottom);
  context.fillText(show(y1, 3), edge.left - 4, edge.top + 10);
  context.textAlign = "center";
  context.fillText(axes.x, width / 2, height - 6);
  context.save();
  context.translate(12, height / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(axes.y, 0, 0);
  context.restore();
  context.strokeStyle = palette[0];
  context.lineWidth = 1.3;
  context.beginPath();
  for (let i = 0; i < x.length; ++i) context.lineTo(px(x[i]), py(y[i]));
  context.stroke();
  context.fillStyle = palette[5];
  context.beginPath();
  context.arc(px(x[row]), py(y[row]), 4, 0, 2 * Math.PI);
  context.fill();
}
