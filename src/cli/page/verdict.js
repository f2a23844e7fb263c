// The verdict with its evidence: an invariant in readable form, or a counterexample as waves, as a table, and as a
// path through the source.

import { h, put } from "./dom.js";
import { table, waves } from "./draw.js";
import { cubePills } from "./player.js";
import { pretty } from "./words.js";

const WORDS = {
  safe: "The property holds: no run violates it.",
  unsafe: "The property is violated: here is a run.",
  unknown: "No verdict.",
};

/** The line of a location: `12`, or `line 5, column 3, main`. */
const lineOf = (location) => Number(/^(?:line )?(\d+)/.exec(location ?? "")?.[1] ?? 0);

/** A counterexample with a slider over its steps. */
function counterexample(trace, source) {
  const { names, columns } = table(trace);
  const place = Math.max(names.indexOf("location"), names.indexOf("line"));
  const box = h("div", {});
  const slider = h("input", { type: "range", min: 0, max: columns.length - 1, value: columns.length - 1, class: "slider", "aria-label": "step of the counterexample", oninput: () => draw(Number(slider.value)) });
  const draw = (step) => {
    slider.value = step;
    const { values, changed } = columns[step];
    const line = place >= 0 ? lineOf(values[place]) : 0;
    put(box,
      h("p", {}, `Step ${step} of ${columns.length - 1}`, place >= 0 && [": ", h("strong", {}, line > 0 && names[place] === "line" ? `line ${line}` : values[place])]),
      h("div", { class: "side" },
        line > 0 && source && listing(source, new Set([line]), line),
        h("div", { class: "scroll" }, h("table", { class: "values" }, h("thead", {}, h("tr", {}, h("th", {}, "name"), h("th", {}, "value"))),
          h("tbody", {}, names.map((name, i) => values[i] !== undefined && h("tr", { class: changed.has(i) && step > 0 ? "changed" : "" }, h("td", {}, name), h("td", {}, values[i]))))))),
      waves(trace, step, draw));
  };
  draw(columns.length - 1);
  return h("div", {}, slider, box);
}

/** Source text with numbered lines, some of them marked. */
export function listing(text, marked, shown = 0) {
  const lines = text.split("\n").map((line, i) => h("li", { class: marked.has(i + 1) ? "marked" : "", value: i + 1 }, h("code", {}, line || " ")));
  const list = h("ol", { class: "listing scroll", tabindex: 0 }, lines);
  if (shown > 0) requestAnimationFrame(() => (list.scrollTop = Math.max(0, (lines[shown - 1]?.offsetTop ?? 0) - list.clientHeight / 2)));
  return list;
}

/** An invariant: clauses as pills, formulas by place as text. */
function invariant(lines) {
  return h("ul", { class: "invariant" }, lines.map((line) => {
    const [, where, formula] = /^(line [^:]*|[\w.|]+): (.*)$/s.exec(line) ?? [null, null, line];
    const clause = !where && !formula.startsWith("(") ? formula.split(" | ") : null;
    return h("li", {}, where && h("span", { class: "place-name" }, where), clause ? clause.flatMap((lit, i) => [i > 0 && " or ", cubePills([lit])]) : h("code", { title: formula }, ` ${pretty(formula)}`));
  }));
}

/** The report of a run, as `--json` writes it. */
export function drawVerdict(element, report, source) {
  if (!report) {
    put(element, h("p", { class: "empty" }, "There is no verdict yet: run an engine, or open a report."));
    return;
  }
  const parts = [h("p", { class: `verdict ${report.verdict}` }, h("strong", {}, report.verdict), " ", WORDS[report.verdict] ?? "",
    report.checked && report.verdict !== "unknown" && h("span", { class: "checked" }, " ✓ The checker, which shares no code with the engines, has accepted the evidence."))];
  for (const property of report.properties ?? []) {
    const name = property.name ?? (report.properties.length > 1 ? `property ${property.index}` : "");
    parts.push(h("section", { class: "panel" },
      h("h3", {}, name, " ", h("span", { class: `verdict ${property.verdict}` }, property.verdict), property.engine && h("small", {}, ` by ${property.engine}`)),
      property.reason && h("p", {}, property.reason),
      property.invariant && [h("p", {}, "The invariant. It holds initially, each step keeps it, and it excludes the bad states:"), invariant(property.invariant)],
      property.trace && counterexample(property.trace, source),
      property.evidence?.text && h("details", {}, h("summary", {}, "the evidence as a file"), h("pre", { class: "scroll" }, property.evidence.text))));
  }
  for (const warning of report.warnings ?? []) parts.push(h("p", { class: "warning" }, typeof warning === "string" ? warning : warning.message));
  if (report.statistics) {
    parts.push(h("details", {}, h("summary", {}, "statistics"), h("table", { class: "values" }, h("tbody", {},
      Object.entries(report.statistics).map(([name, value]) => h("tr", {}, h("td", {}, name), h("td", { class: "num" }, String(value))))))));
  }
  put(element, parts);
}
