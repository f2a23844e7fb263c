// The SAT solver, step by step: the trail, the implication graph of a conflict, the learnt clause.

import { page } from "./app.js";
import { h, put } from "./dom.js";
import { graph } from "./draw.js";
import { engine } from "./engine.js";

const FORMULAS = {
  "three pigeons, two holes": "c variable 2i+j-2: pigeon i is in hole j\np cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n",
  "a conflict with a long reason": "p cnf 9 9\n-1 2 0\n-1 3 9 0\n-2 -3 4 0\n-4 5 8 0\n-4 6 7 0\n-5 -6 0\n-7 1 8 0\n-7 -8 0\n7 -8 0\n",
  "satisfiable": "p cnf 5 6\n1 2 0\n-1 3 0\n-2 4 0\n-3 -4 5 0\n-5 1 0\n-1 -5 2 0\n",
};

/** Literals as a reader writes them. */
const word = (lit) => (lit < 0 ? `¬${-lit}` : String(lit));
const pill = (lit, value) => h("span", { class: `lit ${lit < 0 ? "neg" : "pos"} ${value === false ? "gone" : ""}` }, word(lit));

/** The state after some steps: trail, learnt clauses, the number of the last conflict's step. */
export function solverAt(run, t) {
  const trail = [];
  const learnt = [];
  let conflict = null;
  for (let i = 0; i <= t; i++) {
    const step = run.steps[i];
    if (step.step === "decide" || step.step === "imply") {
      trail.push({ ...step, t: i });
      conflict = null;
    } else if (step.step === "backjump") {
      while (trail.length > 0 && trail[trail.length - 1].level > step.level) trail.pop();
    } else if (step.step === "learn") {
      learnt.push({ ...step, t: i });
      conflict = i;
    }
  }
  return { trail, learnt, conflict };
}

/** The clause of a number: one of the formula, or a learnt one. */
export function clauseOf(run, number) {
  run.byNumber ??= new Map([...run.clauses, ...run.steps.filter((step) => step.step === "learn")].map((c) => [c.clause, c.lits]));
  return run.byNumber.get(number) ?? [];
}

export function solverSentence(run, step) {
  const clause = (n) => clauseOf(run, n).map(word).join(" ∨ ") || "the empty clause";
  switch (step.step) {
    case "decide":
      return `Decide ${word(step.lit)}: level ${step.level} begins. Nothing forces it; it is a guess.`;
    case "imply":
      return `${word(step.lit)} follows at level ${step.level}: in clause ${step.reason}, ${clause(step.reason)}, all others are false.`;
    case "learn":
      return step.lits.length === 0
        ? `Conflict${step.conflict ? ` in clause ${step.conflict}, ${clause(step.conflict)}` : ""}, without a guess left: the formula is unsatisfiable. The empty clause follows from ${step.chain.join(", ")}.`
        : `Conflict${step.conflict ? ` in clause ${step.conflict}, ${clause(step.conflict)}` : ""}. Resolution along the clauses ${step.chain.join(", ")} gives the learnt clause ${step.clause}: ${step.lits.map(word).join(" ∨ ")}.`;
    case "backjump":
      return `Back to level ${step.level}: the highest level at which the learnt clause is unit.`;
    default:
      return step.step;
  }
}

export function drawSat(panel) {
  if (panel.childElementCount > 0) return;
  const formula = h("textarea", { class: "code", id: "formula", spellcheck: "false", "aria-label": "formula in DIMACS form", style: "min-height:9rem" });
  const names = Object.keys(FORMULAS);
  formula.value = FORMULAS[names[0]];
  const choice = h("select", { onchange: () => (formula.value = FORMULAS[choice.value]) }, names.map((n) => h("option", { value: n }, n)));
  const error = h("p", { class: "error-text", role: "alert", hidden: true });
  const slider = h("input", { type: "range", min: 0, max: 0, value: 0, class: "slider", "aria-label": "step of the solver", oninput: () => go(Number(slider.value)) });
  const now = h("p", { class: "sentence", "aria-live": "polite", id: "sat-now" });
  const trailBox = h("section", { class: "panel" });
  const clauseBox = h("section", { class: "panel" });
  const graphBox = h("section", { class: "panel wide" });
  const button = (label, text, to) => h("button", { type: "button", "aria-label": label, title: label, onclick: () => go(to()) }, text);
  const view = h("div", { hidden: true },
    now, slider,
    h("div", { class: "controls" }, button("to the start", "|◀", () => 0), button("step back", "◀", () => t - 1), button("step", "▶", () => t + 1), button("next conflict", "conflict ▶", () => seek("learn")), button("to the end", "▶|", () => Infinity)),
    h("div", { class: "panels" }, trailBox, clauseBox, graphBox));
  let run = null;
  let t = 0;

  const seek = (kind) => {
    const next = run.steps.findIndex((step, i) => i > t && step.step === kind);
    return next < 0 ? run.steps.length - 1 : next;
  };

  async function start() {
    error.hidden = true;
    try {
      run = await engine.ask("satSteps", { formula: formula.value, options: {} }).answer;
      view.hidden = run.steps.length === 0;
      slider.max = Math.max(0, run.steps.length - 1);
      put(answer, `The answer is ${run.answer}${run.complete ? "" : "; the run is longer than what is shown"}. ${run.steps.length} steps.`);
      if (run.steps.length > 0) go(0);
    } catch (found) {
      put(error, found.message);
      error.hidden = false;
    }
  }
  const answer = h("p", { role: "status", id: "sat-answer" });

  function go(to) {
    if (!run) return;
    t = Math.max(0, Math.min(run.steps.length - 1, to));
    slider.value = t;
    const step = run.steps[t];
    put(now, h("span", { class: "number" }, `${t + 1} / ${run.steps.length} `), solverSentence(run, step));
    const { trail, learnt, conflict } = solverAt(run, t);
    const values = new Map(trail.map((entry) => [Math.abs(entry.lit), entry.lit > 0]));
    const valueOf = (lit) => (values.has(Math.abs(lit)) ? values.get(Math.abs(lit)) === lit > 0 : undefined);
    const levels = new Map();
    for (const entry of trail) (levels.get(entry.level) ?? levels.set(entry.level, []).get(entry.level)).push(entry);
    put(trailBox, h("h3", {}, "The trail ", h("small", {}, "bold: decided")), h("table", { class: "values trail" }, h("tbody", {},
      [...levels].map(([level, entries]) => h("tr", {}, h("td", {}, `level ${level}`), h("td", {}, entries.map((entry) => [entry.step === "decide" ? h("strong", {}, pill(entry.lit)) : pill(entry.lit), " "])))))));
    const row = (number, lits, isNew) => {
      const isTrue = lits.some((lit) => valueOf(lit) === true);
      const open = lits.filter((lit) => valueOf(lit) === undefined).length;
      const state = isTrue ? "true" : open === 0 ? "false" : open === 1 ? "unit" : "";
      return h("tr", { class: isNew || step.reason === number || step.conflict === number ? "changed" : "" }, h("td", { class: "num" }, number), h("td", {}, lits.length === 0 ? "the empty clause" : lits.map((lit) => [pill(lit, valueOf(lit)), " "])), h("td", {}, state));
    };
    put(clauseBox, h("h3", {}, "The clauses ", h("small", {}, "struck: false now")), h("div", { class: "scroll", style: "max-height:20rem" }, h("table", { class: "values" }, h("tbody", {},
      run.clauses.map(({ clause, lits }) => row(clause, lits, false)), learnt.map((entry) => row(entry.clause, entry.lits, entry.t === t))))));
    // The graph of the trail; at a conflict with the clause that became false.
    const index = new Map(trail.map((entry, i) => [Math.abs(entry.lit), i]));
    const inClause = new Set(conflict === t ? step.lits.map((lit) => Math.abs(lit)) : []);
    const nodes = trail.map((entry) => ({ name: word(entry.lit), note: entry.step === "decide" ? `decided, level ${entry.level}` : `clause ${entry.reason}, level ${entry.level}`, class: `${entry.t === t ? "here" : ""} ${inClause.has(Math.abs(entry.lit)) ? "chosen" : ""} ${entry.step === "decide" ? "initial" : ""}` }));
    const edges = [];
    trail.forEach((entry, to) => entry.step === "imply" && clauseOf(run, entry.reason).forEach((lit) => lit !== entry.lit && index.has(Math.abs(lit)) && edges.push({ from: index.get(Math.abs(lit)), to, text: `clause ${entry.reason}` })));
    if (step.step === "learn" && step.conflict) {
      nodes.push({ name: "conflict", note: `clause ${step.conflict}`, class: "error" });
      for (const lit of clauseOf(run, step.conflict)) if (index.has(Math.abs(lit))) edges.push({ from: index.get(Math.abs(lit)), to: nodes.length - 1 });
    }
    put(graphBox, h("h3", {}, "The implication graph ", h("small", {}, step.step === "learn" ? "outlined: the literals of the learnt clause, negated" : "a literal below those that imply it")), nodes.length === 0 ? h("p", { class: "empty" }, "Nothing has a value.") : graph("implication graph", nodes, edges));
  }

  put(panel, h("p", {}, "The solver under all engines, on a formula of your own. It guesses, propagates, and learns a clause from each conflict (Marques-Silva, Sakallah 1999). It is the real one, with its simplifications switched off."),
    h("div", { class: "form" }, h("div", { class: "row-form" }, h("label", {}, "example", choice), h("button", { type: "button", class: "primary", id: "sat-run", onclick: start }, "Run")), formula), error, answer, view);
  panel.addEventListener("keydown", (event) => {
    if (!run || /TEXTAREA|SELECT|INPUT/.test(event.target.tagName)) return;
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      go(t + (event.key === "ArrowRight" ? 1 : -1));
    }
  });
  page.sat = { go: (to) => go(to), state: () => ({ t, length: run?.steps.length ?? 0, answer: run?.answer }) };
}
