// The report in a real browser: node report_test.mjs PROGRAM SCENES CHROMIUM WORK
// Ends with code 0 if everything holds; screenshots stay in WORK.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chromium } from "playwright-core";

const [program, scenes, executablePath, work] = process.argv.slice(2);
const flags = ["--no-sandbox", "--disable-gpu", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync"];

function simulate(scene, ...overrides) {
  const name = scene.split("/").pop().replace(".json", "");
  const out = `${work}/${name}`;
  execFileSync(program, ["simulate", scene, "--out", out, "--quiet", ...overrides], { stdio: "inherit" });
  execFileSync(program, ["report", out]);
  return out;
}
function readOutputs(folder) {
  const [head, ...lines] = readFileSync(`${folder}/outputs.csv`, "utf8").trim().split("\n").map((line) => line.split(","));
  return Object.fromEntries(head.map((name, i) => [name, lines.map((line) => Number(line[i]))]));
}

const browser = await chromium.launch({ executablePath, args: flags });
let requests = [];

/// A page without errors that asks for nothing but itself.
async function open(folder, options = {}) {
  const page = await browser.newPage({ viewport: { width: 1300, height: 900 }, ...options });
  page.errors = [];
  page.on("console", (message) => message.type() === "error" && page.errors.push(message.text()));
  page.on("pageerror", (error) => page.errors.push(error.message));
  page.on("dialog", (dialog) => { page.errors.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`file://${folder}/report.html`);
  await page.waitForFunction(() => window.ritz);
  return page;
}
const pixels = (page) => page.evaluate(() => {
  const source = document.querySelector(".scene canvas"), copy = document.createElement("canvas");
  copy.width = source.width;
  copy.height = source.height;
  window.ritz.scene.draw();
  copy.getContext("2d").drawImage(source, 0, 0);
  return Array.from(copy.getContext("2d").getImageData(0, 0, copy.width, copy.height).data.filter((_, i) => i % 4 === 3));
});
const nearest = (times, time) => times.reduce((best, each, i) => (Math.abs(each - time) < Math.abs(times[best] - time) ? i : best), 0);

const tests = {
  async "the sliding mass is drawn and moves, plots show outputs.csv, a click seeks, keys play"() {
    const folder = simulate(`${scenes}/sliding_mass.json`, "--set", "/time/end=20"), outputs = readOutputs(folder);
    const page = await open(folder);
    const before = await pixels(page);
    assert.ok(before.some((alpha) => alpha > 0), "the canvas is blank");
    await page.evaluate(() => window.ritz.clock.seek(8));
    assert.ok((await pixels(page)).some((alpha, i) => alpha !== before[i]), "the canvas does not change with time");
    const plotted = await page.evaluate(() => window.ritz.plots.panels.map(({ plot, heads }) => [heads[0].name, Array.from(plot.data[1])]));
    assert.deepEqual(plotted.map(([name]) => name), Object.keys(outputs).slice(1));
    for (const [name, values] of plotted) assert.deepEqual(values, outputs[name], name);
    const plot = page.locator(".panel .u-over").first(), box = await plot.boundingBox();
    await plot.click({ position: { x: box.width / 4, y: box.height / 2 } });
    const time = await page.evaluate(() => window.ritz.clock.time);
    assert.ok(Math.abs(time - 5) < 20 / box.width + 1e-9, `a click at a quarter of 20 s leads to ${time}`);
    const shown = Number(await page.locator(".panel h3 b").first().textContent());
    assert.ok(Math.abs(shown - outputs["mass.s"][nearest(outputs.time, time)]) < 0.05, `at ${time} s the plot says ${shown}`);
    await page.keyboard.press("ArrowRight");
    assert.ok((await page.evaluate(() => window.ritz.clock.time)) > time);
    await page.keyboard.press(" ");
    await page.waitForFunction((from) => window.ritz.clock.time > from + 0.5, time);
    await page.keyboard.press(" ");
    const paused = await page.evaluate(() => window.ritz.clock.time);
    await page.waitForTimeout(200);
    assert.equal(await page.evaluate(() => window.ritz.clock.time), paused);
    await page.evaluate(() => window.ritz.plots.panels[0].plot.setScale("x", { min: 3, max: 4 }));
    const ranges = await page.evaluate(() => window.ritz.plots.panels.map(({ plot }) => [plot.scales.x.min, plot.scales.x.max]));
    for (const range of ranges) assert.deepEqual(range, [3, 4], "zoom is shared");
    return page;
  },

  async "the nodes of a finite element body are where the program says, and farther off when exaggerated"() {
    const folder = simulate(`${scenes}/elastic_pendulum_fe.json`), outputs = readOutputs(folder);
    const page = await open(folder, { colorScheme: "dark" });
    const tip = (time, exaggeration) => page.evaluate(([time, exaggeration]) => {
      const { scene, clock } = window.ritz, points = scene.shapes[0].field.points, nodes = [];
      scene.exaggeration = exaggeration;
      clock.seek(time);
      for (let i = 0; i < points.length; i += 3) if (points[i] > 1 - 1e-6) nodes.push(scene.locate(0, i / 3));
      return [0, 1, 2].map((c) => nodes.reduce((sum, node) => sum + node[c], 0) / nodes.length);
    }, [time, exaggeration]);
    const times = await page.evaluate(() => window.ritz.report.motion.times);
    for (const time of [times[0], times[333], times[700], times[times.length - 1]]) {
      const row = nearest(outputs.time, time), [x, , z] = await tip(time, 1);
      // Of a metre: numbers of seven digits, drawn in single precision; the bar bends by a quarter of a millimetre.
      assert.ok(Math.hypot(x - outputs["bar.tip_x"][row], z - outputs["bar.tip_z"][row]) < 3e-6, `t = ${time}: ${x}, ${z}`);
    }
    const rest = await tip(times[333], 0), real = await tip(times[333], 1), exaggerated = await tip(times[333], 100);
    const distance = (from, to) => Math.hypot(to[0] - from[0], to[2] - from[2]);
    const factor = distance(rest, exaggerated) / distance(rest, real);
    assert.ok(Math.abs(factor - 100) < 2, `exaggerated by ${factor}`);  // single precision: 1e-7 of a metre beside 1e-4
    return page;
  },

  async "events are listed and lead to their times; the page fits a phone"() {
    const page = await open(simulate(`${scenes}/pick_and_place.json`), { viewport: { width: 360, height: 740 } });
    await page.locator(".events button", { hasText: "t = 9.6 s" }).click();
    assert.equal(await page.evaluate(() => window.ritz.clock.time), 9.6);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360, "the page is wider than the phone");
    await page.locator("select").first().selectOption({ label: "ram" });
    return page;
  },

  async "bands have the width of the error bound, limits and refinements are marked"() {
    const folder = simulate(`${scenes}/refine.json`, "--set", "/error_bounds=true"), outputs = readOutputs(folder);
    const page = await open(folder);
    const { band, marks, limits } = await page.evaluate(() => {
      const panel = window.ritz.plots.panels.find(({ heads }) => heads[0].name === "arm.tip");
      return { band: panel.plot.data.slice(1).map((list) => Array.from(list)), marks: window.ritz.report.marks, limits: window.ritz.report.summary.limits };
    });
    const bound = outputs["arm.end.y.bound"];
    band[0].forEach((value, i) => {
      assert.equal(band[1][i], value + bound[i]);
      assert.equal(band[2][i], value - bound[i]);
    });
    assert.ok(marks.some((mark) => mark.kind === "refinement"));
    assert.equal(limits[0].column, "arm.bound");
    assert.ok("arm.bound" in outputs);
    return page;
  },

  async "names are shown as they are, and do nothing"() {
    mkdirSync(`${work}/names`, { recursive: true });
    const name = "<img src=x onerror=alert(1)>";
    const scene = {
      gravity: [0, 0, -9.81], time: { end: 1, output_step: 0.01 },
      bodies: { [name]: { type: "rigid", mass: 1, center: [0, 0, -1] } },
      joints: { hinge: { type: "revolute", axis: [0, 1, 0], parent: "world", child: name, position: 1 } },
      outputs: { "<b>angle<b>": { joint: "hinge" } },
    };
    const file = `${work}/names/<script>.json`;
    writeFileSync(file, JSON.stringify(scene));
    const page = await open(simulate(file));
    assert.equal(await page.locator("h1").textContent(), "<script>");
    assert.equal(await page.locator("#report img, #report script, .panel b b").count(), 0);
    assert.equal(await page.locator(".scene .labels span").first().textContent(), name);
    return page;
  },
};

let failed = 0, number = 0;
for (const [title, test] of Object.entries(tests)) {
  requests = [];
  try {
    const page = await test();
    await page.screenshot({ path: `${work}/${++number}.png` });
    assert.deepEqual(page.errors, []);
    assert.ok(requests.every((url) => url.startsWith("file:") || url.startsWith("data:") || url.startsWith("blob:")), String(requests));
    await page.close();
    console.log(`holds: ${title}`);
  } catch (error) {
    ++failed;
    console.log(`FAILS: ${title}\n${error.stack}`);
  }
}
await browser.close();
process.exit(failed ? 1 : 0);
