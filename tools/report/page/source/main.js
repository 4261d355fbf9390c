// The report of a run: reads the data inside the page and puts scene, plots and tables together.
import "uplot/dist/uPlot.min.css";
import "./style.css";
import { Clock } from "./clock.js";
import { checkbox, element, select } from "./elements.js";
import { Motion } from "./motion.js";
import { decode, show } from "./numbers.js";
import { Plots } from "./plots.js";
import { Scene } from "./scene.js";
import { describeEnd, makeTables, makeWarnings } from "./tables.js";

const exaggerations = [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/// Outputs, summary, and what happened when.
class Report {
  constructor(data) {
    this.summary = data.summary;
    this.names = data.outputs.names;
    this.rows = data.outputs.rows;
    this.columns = new Map(this.names.map((name, i) => [name, gapsForInfinity(decode(data.outputs.columns[i], Float64Array))]));
    this.motion = data.motion && data.motion.times.length ? new Motion(data.motion) : null;
    this.marks = this.listMarks();
  }
  column(name) { return this.columns.get(name); }
  listMarks() {
    const marks = (this.summary.refinements ?? []).map((each) => ({ time: each.time, kind: "refinement",
      text: `t = ${show(each.time)} s: ${each.body} refined from ${each.size_before} to ${each.size_after} shapes` }));
    for (const text of this.summary.events ?? []) {
      const found = /^t = ([-+0-9.e]+) s/.exec(text);
      if (found) marks.push({ time: Number(found[1]), kind: "event", text });
    }
    return marks.sort((a, b) => a.time - b.time);
  }
}

/// A plot has no place for what is not finite.
function gapsForInfinity(values) {
  return values.every(Number.isFinite) ? values : Array.from(values, (value) => (Number.isFinite(value) ? value : null));
}

function makeTimeBar(report, clock) {
  const play = element("button", { type: "button", class: "play", "aria-label": "play or pause", onclick: () => clock.toggle() });
  const slider = element("input", { type: "range", min: 0, max: 10000, value: 0, "aria-label": "time",
    oninput: () => clock.seek(clock.begin + (slider.value / 10000) * (clock.end - clock.begin)) });
  const ticks = element("div", { class: "ticks" }, ...report.marks.map((mark) => element("i", { class: mark.kind, title: mark.text,
    style: `left:${(100 * (mark.time - clock.begin)) / (clock.end - clock.begin || 1)}%` })));
  const reading = element("output", { class: "time" });
  clock.onChange((time) => {
    play.textContent = clock.playing ? "❚❚" : "►";
    slider.value = (10000 * (time - clock.begin)) / (clock.end - clock.begin || 1);
    reading.textContent = `${time.toPrecision(5)} s`;
  });
  return element("div", { class: "timebar" }, play, element("div", { class: "track" }, slider, ticks), reading,
    select("speed", clock.speeds.map((speed) => [speed, `${speed}×`]), clock.speed, (value) => { clock.speed = Number(value); }));
}

/// The largest exaggeration that keeps deformations within a tenth of the scene; never less than one.
function chooseExaggeration(scene) {
  if (!(scene.largest > 0)) return 1;
  return exaggerations.filter((each) => each >= 1 && each * scene.largest <= 0.05 * scene.size).pop() ?? 1;
}

function makeSceneControls(scene, motion) {
  const controls = element("div", { class: "controls" });
  if (motion.bodies.some((body) => body.modes > 0)) {
    const legend = element("div", { class: "legend" }, element("span", { text: "0" }), element("i"), element("span", { text: `${show(scene.largest, 3)} m` }));
    controls.append(exaggerationField(scene), checkbox("colour by displacement", true, (on) => {
      scene.coloured = on;
      legend.hidden = !on;
      scene.show(scene.time);
    }), legend);
  }
  controls.append(
    select("follow", [[-1, "nothing"], ...motion.bodies.map((body, i) => [i, body.name])], -1, (value) => scene.follow(Number(value))),
    checkbox("names", false, (on) => { scene.labels.hidden = !on; scene.draw(); }),
    element("button", { type: "button", text: "camera back", onclick: () => { scene.resetCamera(); scene.draw(); } }),
    element("span", { class: "hint", text: `squares of ${show(scene.gridSpan)} m` }));
  return controls;
}

function exaggerationField(scene) {
  scene.exaggeration = chooseExaggeration(scene);
  const reading = element("b", { text: `${scene.exaggeration}×` });
  const slider = element("input", { type: "range", min: 0, max: exaggerations.length - 1, step: 1, value: exaggerations.indexOf(scene.exaggeration),
    "aria-label": "exaggeration of deformations", oninput: () => {
      scene.exaggeration = exaggerations[slider.value];
      reading.textContent = `${scene.exaggeration}×`;
      scene.show(scene.time);
    } });
  return element("label", { class: "field" }, element("span", { text: "deformations" }), slider, reading);
}

function makeScene(report, clock) {
  const holder = element("div", { class: "scene" });
  const card = element("section", { class: "card stage" }, holder);
  if (!report.motion) {
    holder.append(element("p", { class: "notice", text: "There is no motion.json of this version beside these results: simulate again to see the scene in 3D." }));
    return { card };
  }
  try {
    const scene = new Scene(report.motion, holder);
    card.append(makeSceneControls(scene, report.motion));
    scene.show(clock.time);
    clock.onChange((time) => scene.show(time));
    return { card, scene };
  } catch (error) {
    holder.replaceChildren(element("p", { class: "notice", text: `The scene cannot be drawn in this browser (${error.message}).` }));
    return { card };
  }
}

function listenToKeys(clock) {
  const keys = {
    " ": () => clock.toggle(), ArrowRight: (n) => clock.seek(clock.time + n * clock.step), ArrowLeft: (n) => clock.seek(clock.time - n * clock.step),
    Home: () => clock.seek(clock.begin), End: () => clock.seek(clock.end),
  };
  document.addEventListener("keydown", (event) => {
    if (!keys[event.key] || event.ctrlKey || event.altKey || event.metaKey || /^(SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === " " && event.target.tagName === "BUTTON" && !event.target.classList.contains("play")) return;
    if (event.target.type === "checkbox" || (event.target.type === "range" && event.key !== " ")) return;
    event.preventDefault();
    keys[event.key](event.shiftKey ? 10 : 1);
  });
}

function start() {
  const report = new Report(JSON.parse(document.getElementById("ritz-data").textContent));
  const times = report.column("time") ?? [];
  const begin = times[0] ?? 0, end = times[times.length - 1] ?? 0;
  const clock = new Clock(begin, end, (end - begin) / Math.max(1, Math.min(1000, times.length) - 1));
  const { card, scene } = makeScene(report, clock);
  card.append(makeTimeBar(report, clock));
  const plots = element("section", { class: "card plots" });
  document.getElementById("report").append(
    element("header", {}, element("h1", { text: report.summary.scene ?? "Run" }), describeEnd(report.summary)),
    ...[makeWarnings(report.summary)].filter((each) => each),
    element("div", { class: "columns" }, card, plots),
    element("div", { class: "tables" }, ...makeTables(report, clock)),
    element("footer", { text: "Space plays and pauses; arrows step, with Shift ten at once. Drag in a plot to zoom, double-click to see all, click to go to a time. Drag in the scene to turn, with the right button to move, wheel to zoom." }));
  if (report.rows > times.length)
    plots.append(element("p", { class: "hint", text: `Of ${report.rows} rows the plots show ${times.length}: of each group of neighbours the first, the last, the lowest and the highest.` }));
  const shown = new Plots(report, clock, plots);
  listenToKeys(clock);
  clock.tell();
  window.ritz = { report, clock, scene, plots: shown };
}

start();
