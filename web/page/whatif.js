// What if: another option, another order, a lemma of one's own; two runs side by side.

import { page, status } from "./app.js";
import { h, put } from "./dom.js";
import { engine } from "./engine.js";
import { ENGINES, kindOfName } from "./models.js";
import { Player } from "./player.js";
import { model, runEngine } from "./runs.js";

/** Changes that are worth a try, by kind of engine; each is a text of options. */
const IDEAS = [
  ["as it is", ""],
  ["another seed", "seed=1"],
  ["drop literals one by one, without CTGs", "generalisation=linear"],
  ["no generalisation beyond the core", "generalisation=core"],
  ["obligations do not come back", "requeue=off"],
  ["push lemmas plainly", "propagation=plain"],
];

function counts(run, report) {
  const number = (kind) => run.steps.reduce((n, step) => n + (typeof kind === "string" ? step.step === kind : kind(step.step)), 0);
  return { verdict: report?.verdict ?? "stopped", steps: run.length, frames: Math.max(0, ...run.steps.filter((s) => s.step === "frame").map((s) => s.frame)), queries: number((k) => k.endsWith("?")), lemmas: number("lemma"), obligations: number("obligation"), pushed: number("pushed") };
}

export function drawWhatIf(panel) {
  if (panel.childElementCount > 0) return;
  const kind = () => kindOfName(model.name);
  const engineOf = (label) => h("select", { "aria-label": `engine of the ${label} run` });
  const engines = [engineOf("left"), engineOf("right")];
  const options = ["left", "right"].map((label) => h("textarea", { class: "code", style: "min-height:3.2rem", spellcheck: "false", "aria-label": `options of the ${label} run` }));
  const idea = h("select", { onchange: () => (options[1].value = idea.value) }, IDEAS.map(([title, text]) => h("option", { value: text }, title)));
  const lemma = h("textarea", { class: "code", id: "lemma", style: "min-height:4rem", spellcheck: "false", "aria-label": "lemmas" });
  const tried = h("div", { id: "tried", role: "status" });
  const sides = [h("div", {}), h("div", {})];
  const table = h("div", { class: "scroll", id: "compared" });
  const error = h("p", { class: "error-text", role: "alert", hidden: true });
  const linked = h("input", { type: "checkbox" });
  const assumes = h("input", { type: "checkbox", id: "assumes" });
  let players = null;

  const refresh = () => {
    for (const select of engines) if (select.dataset.kind !== kind()) {
      select.dataset.kind = kind();
      put(select, ENGINES[kind()].map((e) => h("option", { value: e, selected: e === model.engine }, e)));
    }
    put(hint, HINTS[kind()]);
  };
  const hint = h("p", { class: "why" });
  const fail = (found) => {
    put(error, found.message);
    error.hidden = false;
    status("error", "error");
  };

  async function compare() {
    error.hidden = true;
    status("both run");
    players ??= sides.map((side, i) => new Player(side, { title: i === 0 ? "left" : "right", openSource: page.openSource }));
    try {
      const results = [];
      for (const i of [0, 1]) {
        const found = await runEngine({ ...model, engine: engines[i].value, options: options[i].value, assume: i === 1 && assumes.checked ? lemma.value : "" }).answer;
        results.push(found);
        players[i].show(found.run);
      }
      players.forEach((player, i) => {
        player.onstep = (t) => {
          const other = players[1 - i];
          if (!linked.checked || player.isFollowing) return;
          other.isFollowing = true;
          // The same part of the way, since the runs differ in length.
          other.go(Math.round((t / Math.max(1, player.run.length - 1)) * (other.run.length - 1)));
          other.isFollowing = false;
        };
      });
      const [a, b] = results.map(({ run, report }) => counts(run, report));
      put(table, h("table", { class: "values" }, h("thead", {}, h("tr", {}, h("th", {}, ""), h("th", {}, "left"), h("th", {}, "right"))),
        h("tbody", {}, Object.keys(a).map((key) => h("tr", { class: a[key] !== b[key] ? "changed" : "" }, h("td", {}, key), h("td", { class: "num" }, a[key]), h("td", { class: "num" }, b[key]))))));
      status("compared");
    } catch (found) {
      fail(found);
    }
  }

  async function tryLemma() {
    error.hidden = true;
    put(tried, "…");
    try {
      const result = await engine.ask("tryLemmas", { name: model.name, model: model.bytes ?? model.text, lemmas: lemma.value, options: {} }).answer;
      put(tried, bench(result));
      status("tried");
    } catch (found) {
      put(tried);
      fail(found);
    }
  }

  put(panel,
    h("p", {}, "The model is that of the view Model. Two runs of it, side by side; or a lemma of your own, which the checker tries."),
    h("section", { class: "panel form" }, h("h3", {}, "A lemma of one's own"), hint, lemma, h("div", {}, h("button", { type: "button", id: "try", onclick: tryLemma }, "Try")), tried),
    h("section", { class: "panel form", style: "margin-top:.8rem" }, h("h3", {}, "Two runs"),
      h("div", { class: "two" }, [0, 1].map((i) => h("div", { class: "form" }, h("div", { class: "row-form" }, h("label", {}, `engine, ${i ? "right" : "left"}`, engines[i]), i === 1 && h("label", {}, "idea", idea)), options[i]))),
      h("div", { class: "row-form" }, h("button", { type: "button", class: "primary", id: "compare", onclick: compare }, "Run both"), h("span", {}, h("label", { style: "display:inline" }, linked, " step together")),
        h("span", {}, h("label", { style: "display:inline" }, assumes, " the right run assumes the lemmas above, as far as they are good")))),
    error, table, h("div", { class: "two" }, sides));
  refresh();
  panel.refresh = refresh;
  page.views.get("whatif").draw = () => refresh();
}

const HINTS = {
  circuit: "Clauses over latches as in a certificate: `invariant b0 N`, then a clause a line with the literals of the AIGER file; or SMT-LIB assertions.",
  system: "SMT-LIB assertions over the state: (assert (= x y))",
  program: "C: an expression at a line, `5: x <= 10`. Automata: an invariant by location, as in a certificate.",
  clauses: "Definitions of the predicates: (define-fun p ((x Int)) Bool (>= x 0))",
};

/** The answers about lemmas, with a counterexample for each that fails. */
export function bench(result) {
  const sign = (answer) => (answer === true ? "✓ yes" : "✗ no");
  const piece = (answer, text) => answer !== true && h("div", { class: "condition failed" }, h("p", {}, text), h("div", { class: "scroll" }, h("table", { class: "values" },
    h("thead", {}, h("tr", {}, h("th", {}, "name"), answer.steps.map((_, i) => h("th", {}, answer.steps.length === 1 ? "value" : i === 0 ? "before" : i === 1 ? "after" : `step ${i}`)))),
    h("tbody", {}, answer.names.map((name, i) => {
      const values = answer.steps.map((step) => step[i]);
      return h("tr", { class: values.some((v) => v !== values[0]) ? "changed" : "" }, h("td", {}, name), values.map((v) => h("td", {}, v)));
    })))));
  return [
    h("div", { class: "scroll" }, h("table", { class: "values" }, h("thead", {}, h("tr", {}, ["lemma", "holds initially", "inductive alone", "inductive together", "good"].map((t) => h("th", {}, t)))),
      h("tbody", {}, result.lemmas.map((l) => h("tr", {}, h("td", {}, h("code", {}, l.formula)), h("td", {}, sign(l.initially)), h("td", {}, sign(l.alone)), h("td", {}, sign(l.together)), h("td", {}, l.good ? "✓ yes" : "✗ no")))))),
    result.lemmas.map((l) => [
      piece(l.initially, [h("strong", {}, "Initiation fails"), " for ", h("code", {}, l.formula), ": it is false in this initial state."]),
      l.initially === true && piece(l.together, [h("strong", {}, "Consecution fails"), " for ", h("code", {}, l.formula), ": a step leads out of it, a counterexample to induction."])]),
    result.properties.map((p) => (p.proved === true
      ? h("div", { class: "condition ok" }, h("strong", {}, "The property is proved"), p.needs?.length ? ` by lemma${p.needs.length > 1 ? "s" : ""} ${p.needs.join(", ")}.` : " without a lemma.")
      : piece(p.proved, [h("strong", {}, "Safety fails"), ": the good lemmas admit this bad state."]))),
  ];
}
