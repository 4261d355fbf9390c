// The summary of the run: how it ended, warnings, events, energy, bodies, refinements.
import { show } from "./numbers.js";
import { element } from "./elements.js";

function table(head, rows) {
  return element("div", { class: "wide" }, element("table", {},
    head && element("thead", {}, element("tr", {}, ...head.map((text) => element("th", { text })))),
    element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map((cell, i) =>
      cell instanceof Node ? element("td", {}, cell) : element(i === 0 ? "th" : "td", { text: show(cell), class: typeof cell === "number" ? "number" : undefined })))))));
}

const section = (title, ...content) => element("section", { class: "card" }, element("h2", { text: title }), ...content);

export function describeEnd(summary) {
  return element("p", { class: `status ${summary.status}` }, element("b", { text: summary.status ?? "?" }),
    element("span", { text: `${summary.reason ?? ""} · ${show(summary.simulated_time)} s simulated in ${show(summary.wall_time, 3)} s` }));
}

export function makeWarnings(summary) {
  const warnings = summary.warnings ?? [];
  return warnings.length ? element("section", { class: "card warnings" }, element("h2", { text: warnings.length === 1 ? "Warning" : "Warnings" }),
    element("ul", {}, ...warnings.map((text) => element("li", { text })))) : null;
}

function makeEvents(report, clock) {
  if (!report.marks.length && !(report.summary.events ?? []).length) return null;
  const untimed = (report.summary.events ?? []).filter((text) => !report.marks.some((mark) => mark.text === text));
  return section("Events", element("ol", { class: "events" },
    ...report.marks.map((mark) => element("li", {}, element("button", { type: "button", text: mark.text, onclick: () => clock.seek(mark.time) }))),
    ...untimed.map((text) => element("li", { text }))));
}

function makeBodies(summary) {
  const bodies = Object.entries(summary.bodies ?? {});
  if (!bodies.length) return null;
  const isBounded = bodies.some(([, body]) => body.bound?.kind);
  const rows = bodies.map(([name, body]) => [name, body.dofs_reduced || "rigid", body.dofs_full || null,
    ...(isBounded ? [body.bound?.kind ?? null, body.bound?.state_max ?? null, body.refinements] : [])]);
  return section("Bodies", table(["body", "elastic coordinates", "of the full model", ...(isBounded ? ["error bound", "largest [m √kg]", "refinements"] : [])], rows));
}

function makeLimits(summary) {
  if (!summary.limits?.length) return null;
  return section("Limits of error bounds", table(["monitor", "column", "limit", "then"],
    summary.limits.map((limit) => [limit.monitor, limit.column, limit.relative ? `${show(limit.above)} of the largest so far` : limit.above, limit.act])));
}

function makeRefinements(summary) {
  if (!summary.refinements?.length) return null;
  return section("Refinements", table(["body", "at [s]", "back to [s]", "size", "bound", "why"],
    summary.refinements.map((r) => [r.body, r.time, r.back_to, `${r.size_before} → ${r.size_after}`, r.bound, r.reason])));
}

export function makeTables(report, clock) {
  const s = report.summary, energy = s.energy ?? {}, size = s.coordinates ?? {};
  return [
    makeEvents(report, clock),
    section("Energy balance", table(null, [["at the start [J]", energy.initial], ["at the end [J]", energy.final],
      ["largest error of the balance, relative", energy.drift]])),
    makeBodies(s), makeLimits(s), makeRefinements(s),
    section("Run", table(null, [["program", s.program], ["integrator", s.integrator], ["why", s.integrator_reason], ["steps", s.steps],
      ["right-hand sides", s.rhs_evaluations], ["Jacobians", s.jacobian_evaluations], ["failed steps", s.error_test_failures],
      ["coordinates", `${size.rigid ?? "?"} rigid, ${size.elastic ?? "?"} elastic, ${size.control ?? "?"} of controllers`],
      ["gap of the loops [m, rad]", s.loops?.position], ["rows", s.rows]])),
  ].filter((each) => each);
}
