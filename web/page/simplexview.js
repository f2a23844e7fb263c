// The simplex, step by step: the tableau, the values, the bounds.

import { page } from "./app.js";
import { h, put } from "./dom.js";
import { engine } from "./engine.js";

const SYSTEMS = {
  "three constraints that contradict each other": "x + y <= 4\nx - y <= -2\nx >= 2",
  "satisfiable": "x + y >= 2\n2 x - y >= 0\n-x + 2 y >= 1\nx <= 3",
  "a triangle without inside": "x > 0\ny > 0\nx + y < 1\nx + y >= 1",
};

/**
 * Constraints as people write them, `2 x - y >= 1`, in the form of the module: `OP BOUND C X C X ...`. An equation
 * becomes two inequalities.
 */
export function constraintsOf(text) {
  const lines = [];
  text.split("\n").forEach((line, number) => {
    if (line.trim() === "" || /^\s*[;#]/.test(line)) return;
    const fail = (what) => {
      throw new Error(`line ${number + 1}: ${what}; write a constraint such as 2 x - y >= 1`);
    };
    const parts = line.split(/(<=|>=|<|>|=)/);
    if (parts.length !== 3) fail("expected one of <= < >= > =");
    const sides = [parts[0], parts[2]].map((side) => {
      const sum = new Map();
      const pattern = /\s*([+-]?)\s*(\d+(?:[./]\d+)?)?\s*\*?\s*([A-Za-z_]\w*)?/y;
      let at = 0;
      let first = true;
      while (side.slice(at).trim() !== "") {
        pattern.lastIndex = at;
        const found = pattern.exec(side);
        if (!found || found[0].trim() === "" || (!found[2] && !found[3]) || (!first && !found[1])) fail(`cannot read \`${side.slice(at).trim()}\``);
        const key = found[3] ?? "";
        sum.set(key, [...(sum.get(key) ?? []), (found[1] === "-" ? "-" : "") + (found[2] ?? "1")]);
        at = pattern.lastIndex;
        first = false;
      }
      if (first) fail("one side is empty");
      return sum;
    });
    // Everything with a variable goes to the left, numbers to the right.
    const total = new Map();
    const add = (key, coefficients, sign) => {
      for (const c of coefficients) total.set(key, plus(total.get(key) ?? [0n, 1n], rational(c), sign));
    };
    for (const [key, cs] of sides[0]) add(key, cs, 1n);
    for (const [key, cs] of sides[1]) add(key, cs, -1n);
    const constant = total.get("") ?? [0n, 1n];
    total.delete("");
    const terms = [...total].filter(([, c]) => c[0] !== 0n).map(([name, c]) => `${shown(c)} ${name}`);
    if (terms.length === 0) fail("there is no variable");
    const bound = shown([-constant[0], constant[1]]);
    for (const op of parts[1] === "=" ? ["<=", ">="] : [parts[1]]) lines.push(`${op} ${bound} ${terms.join(" ")}`);
  });
  return lines.join("\n");
}

function rational(text) {
  const sign = text.startsWith("-") ? -1n : 1n;
  const body = text.replace("-", "");
  if (body.includes("/")) {
    const [n, d] = body.split("/").map(BigInt);
    return [sign * n, d];
  }
  const [whole, part = ""] = body.split(".");
  return [sign * BigInt(whole + part), 10n ** BigInt(part.length)];
}

function plus(a, b, sign) {
  const sum = [a[0] * b[1] + sign * b[0] * a[1], a[1] * b[1]];
  let [x, y] = [sum[0] < 0n ? -sum[0] : sum[0], sum[1]];
  while (y > 0n) [x, y] = [y, x % y];
  return x === 0n ? [0n, 1n] : [sum[0] / x, sum[1] / x];
}

const shown = ([n, d]) => (d === 1n ? String(n) : `${n}/${d}`);

/** A sum as people write it. */
function sumText(sum, names) {
  return sum.map(([c, v], i) => {
    const negative = c.startsWith("-");
    const size = c.replace("-", "");
    return `${negative ? "−" : i > 0 ? "+" : ""}${i > 0 || negative ? " " : ""}${size === "1" ? "" : `${size} `}${names[v]}`;
  }).join(" ");
}

export function drawSimplex(panel) {
  if (panel.childElementCount > 0) return;
  const names = Object.keys(SYSTEMS);
  const text = h("textarea", { class: "code", id: "constraints", spellcheck: "false", "aria-label": "constraints", style: "min-height:7rem" });
  text.value = SYSTEMS[names[0]];
  const choice = h("select", { onchange: () => (text.value = SYSTEMS[choice.value]) }, names.map((n) => h("option", { value: n }, n)));
  const error = h("p", { class: "error-text", role: "alert", hidden: true });
  const answer = h("p", { role: "status", id: "simplex-answer" });
  const now = h("p", { class: "sentence", "aria-live": "polite" });
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, class: "slider", "aria-label": "step of the simplex", oninput: () => go(Number(slider.value)) });
  const box = h("div", { class: "panels" });
  const button = (label, sign, to) => h("button", { type: "button", "aria-label": label, title: label, onclick: () => go(to()) }, sign);
  const view = h("div", { hidden: true }, now, slider, h("div", { class: "controls" }, button("to the start", "|◀", () => 0), button("step back", "◀", () => t - 1), button("step", "▶", () => t + 1), button("to the end", "▶|", () => Infinity)), box);
  let run = null;
  let lines = [];
  let t = 0;

  async function start() {
    error.hidden = true;
    try {
      const constraints = constraintsOf(text.value);
      lines = constraints.split("\n");
      run = await engine.ask("simplexSteps", { constraints }).answer;
      slider.max = run.steps.length - 1;
      view.hidden = false;
      put(answer, run.answer === "sat" ? "There is a solution." : "There is no solution.");
      go(0);
    } catch (found) {
      put(error, found.message);
      error.hidden = false;
    }
  }

  const constraintText = (i) => {
    const [op, bound, ...terms] = lines[i].split(" ");
    const sum = [];
    for (let k = 0; k < terms.length; k += 2) sum.push([terms[k], k + 1]);
    return `${sumText(sum, terms)} ${op} ${bound}`;
  };

  function sentenceOf(step) {
    const name = (v) => run.names[v];
    switch (step.step) {
      case "bound": {
        const v = run.of[step.constraint];
        const slack = run.definitions[v] ? `, a bound of ${name(v)} = ${sumText(run.definitions[v], run.names)}` : "";
        return `Constraint ${step.constraint + 1}, ${constraintText(step.constraint)}, is asserted${slack}.`;
      }
      case "pivot":
        return `${name(step.leaving)} is beyond its ${step.violated} bound. It leaves the basis and is set to the bound; ${name(step.entering)}, which had room, takes its place.`;
      case "conflict":
        return `No variable of the row has room: a conflict. The sum of the constraints with the weights ${step.weights.map(([tag, w]) => `${w} for constraint ${tag + 1}`).join(", ")} is a contradiction, a certificate of Farkas.`;
      default:
        return `All variables are within their bounds: a solution. ${step.model.map((value, v) => `${name(v)} = ${value}`).join(", ")}.`;
    }
  }

  function go(to) {
    if (!run) return;
    t = Math.max(0, Math.min(run.steps.length - 1, to));
    slider.value = t;
    const step = run.steps[t];
    // A conflict leaves the tableau as it was.
    const state = step.rows ? step : run.steps[t - 1];
    put(now, h("span", { class: "number" }, `${t + 1} / ${run.steps.length} `), sentenceOf(step));
    const basic = new Set(state.rows.map((row) => row.basic));
    const columns = run.names.map((_, v) => v).filter((v) => !basic.has(v));
    const isPivot = (row, column) => step.step === "pivot" && row === step.entering && column === step.leaving;
    const beyond = (v) => {
      const [low, high] = state.bounds[v];
      const number = (x) => delta(x);
      return (low !== null && less(number(state.values[v]), number(low))) || (high !== null && less(number(high), number(state.values[v])));
    };
    put(box,
      h("section", { class: "panel" }, h("h3", {}, "The tableau ", h("small", {}, "each basic variable as a sum of the others")), h("div", { class: "scroll" }, h("table", { class: "tableau" },
        h("thead", {}, h("tr", {}, h("th", {}, ""), columns.map((v) => h("th", {}, run.names[v])))),
        h("tbody", {}, state.rows.map((row) => h("tr", {}, h("th", {}, run.names[row.basic]), columns.map((v) => h("td", { class: isPivot(row.basic, v) ? "pivot" : "" }, row.sum.find(([, x]) => x === v)?.[0] ?? "0")))))))),
      h("section", { class: "panel" }, h("h3", {}, "Values and bounds ", h("small", {}, "δ is a number smaller than any positive one")), h("div", { class: "scroll" }, h("table", { class: "tableau" },
        h("thead", {}, h("tr", {}, ["", "lower", "value", "upper", ""].map((x) => h("th", {}, x)))),
        h("tbody", {}, run.names.map((name, v) => h("tr", {}, h("th", {}, name), h("td", {}, state.bounds[v][0] ?? ""), h("td", { class: beyond(v) ? "violated" : "" }, state.values[v]), h("td", {}, state.bounds[v][1] ?? ""), h("td", {}, basic.has(v) ? "basic" : ""))))))),
      h("section", { class: "panel wide" }, h("h3", {}, "Constraints"), h("ol", {}, lines.map((_, i) => {
        const weight = step.step === "conflict" ? step.weights.find(([tag]) => tag === i)?.[1] : null;
        return h("li", {}, h("code", {}, constraintText(i)), weight && h("strong", {}, `  × ${weight}`));
      }))));
  }

  put(panel, h("p", {}, "The simplex for SMT (Dutertre, de Moura 2006): a bound is asserted, and as long as a basic variable is beyond a bound, it changes places with one that has room."),
    h("div", { class: "form" }, h("div", { class: "row-form" }, h("label", {}, "example", choice), h("button", { type: "button", class: "primary", id: "simplex-run", onclick: start }, "Run")), text), error, answer, view);
  page.simplex = { go: (to) => go(to), state: () => ({ t, length: run?.steps.length ?? 0, answer: run?.answer }) };
}

/** A number with an infinitesimal part, for comparisons: `3`, `-1/2`, `1 + δ`, `1 - 2δ`. */
function delta(text) {
  const found = /^\s*(-?\d+(?:\/\d+)?)?\s*(?:([+-])?\s*(\d+(?:\/\d+)?)?\s*\*?\s*(δ|delta))?\s*$/.exec(text);
  if (!found) return [0, 0];
  const number = (x) => (x ? x.split("/").reduce((a, b) => a / b) : 0);
  const sign = found[2] === "-" ? -1 : 1;
  return [number(found[1]), found[4] ? sign * (found[3] ? number(found[3]) : 1) : 0];
}

const less = (a, b) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
