// Break the checker: a bug is planted, the run ends wrongly, and the check of the evidence finds it.

import { page, status } from "./app.js";
import { $, h, put } from "./dom.js";
import { engine } from "./engine.js";
import { Player } from "./player.js";
import { Run } from "./run.js";
import { model } from "./runs.js";
import { constraintsOf } from "./simplexview.js";
import { bench } from "./whatif.js";

/** By bug: a title, what it does, the example that shows it, and the condition that should fail. */
export const BUGS = [
  ["initial-check-lost", "The check for initial states is lost", "A generalised cube may contain an initial state; its lemma then excludes a state that is reachable in no steps at all.", "traffic_light.aag"],
  ["core-too-small", "A core lacks a literal", "The refutation of a question needed one literal more than the core tells. The lemma excludes too much.", "traffic_light.aag"],
  ["pushed-too-far", "Lemmas are pushed without a question", "Each lemma moves to the next frame. Soon two frames are equal, though their lemmas are not inductive.", "hasty_traffic_light.aag"],
  ["frame-too-low", "Consecution is asked of the wrong frame", "The question goes to the frame before, which has fewer states, so cubes are excluded too early.", "hasty_traffic_light.aag"],
  ["bad-state-missed", "Bad states are not looked for", "From frame 1 on the answer is always that no state is bad. The frames grow without a lemma, and the empty invariant excludes nothing.", "hasty_traffic_light.aag"],
  ["clause-left-behind", "A clause is left behind in the solver", "The clause for one relative question stays for all others, so the solver knows more than the lemmas say.", "traffic_light.aag"],
  ["reset-invented", "A reset is invented", "A latch that may start as either is believed to start as 0.", "free_start.aag"],
  ["lifted-too-far", "Lifting drops a literal too many", "Some states of the cube have no step to the error. A chain of such cubes is no run.", "traffic_light.aag"],
  ["sign-lost", "A sign is lost when the invariant is written", "The search is right, and the file is wrong. A checker that reads the file finds it; one that believes the engine does not.", "traffic_light.aag"],
  ["farkas", "A wrong sign in a certificate of Farkas", "A refutation over the reals is a sum of inequalities with weights. One weight gets the wrong sign.", null],
];

/** Constraints that contradict each other. */
const FARKAS = "x + y <= 4\nx - y <= -2\nx >= 2";

export function drawBugs(panel) {
  if (panel.childElementCount > 0) return;
  const examples = JSON.parse($("examples").textContent);
  const choice = h("select", { id: "bug", onchange: describe }, BUGS.map(([id, title]) => h("option", { value: id }, title)));
  const own = h("input", { type: "checkbox", id: "bug-own" });
  const what = h("p", {});
  const result = h("div", { id: "judgement", role: "status" });
  const steps = h("div", {});
  let player = null;
  function describe() {
    put(what, BUGS.find(([id]) => id === choice.value)[2]);
  }

  async function plant() {
    const [id, , , file] = BUGS.find(([bug]) => bug === choice.value);
    put(result, "…");
    put(steps);
    player = null;
    try {
      if (id === "farkas") {
        const constraints = constraintsOf(FARKAS);
        const [right, wrong] = [await engine.ask("farkas", { constraints, isWrong: false }).answer, await engine.ask("farkas", { constraints, isWrong: true }).answer];
        put(result, judged(wrong.accepted, wrong.reason),
          h("p", {}, "The constraints: ", h("code", {}, FARKAS.split("\n").join(", ")), "."),
          h("div", { class: "side" }, h("div", {}, h("h3", {}, `The proof as it is: ${right.accepted ? "accepted" : "refused"}`), h("pre", { class: "scroll" }, right.proof)),
            h("div", {}, h("h3", {}, `With the wrong sign in step ${wrong.changed}: ${wrong.accepted ? "accepted" : "refused"}`), h("pre", { class: "scroll" }, wrong.proof))));
      } else {
        const example = own.checked ? model : examples.find((e) => e.name === file);
        const ask = (fault) => engine.ask("faulty", { name: example.name, model: example.bytes ?? example.text, fault, options: {} }).answer;
        const [right, wrong] = [await ask("none"), await ask(id)];
        const run = new Run();
        wrong.trace.forEach((step) => run.add(step));
        put(result,
          h("p", {}, h("strong", {}, example.name), ": without the bug ", h("span", { class: `verdict ${right.verdict}` }, right.verdict), ", with it ", h("span", { class: `verdict ${wrong.verdict}` }, wrong.verdict), "."),
          judged(wrong.accepted, wrong.reason), wrong.bench && bench(wrong.bench),
          wrong.evidence && h("details", {}, h("summary", {}, "the evidence"), h("pre", { class: "scroll" }, wrong.evidence)));
        player = new Player(steps, { title: "The run with the bug", openSource: page.openSource });
        player.show(run);
      }
      status("judged");
    } catch (error) {
      put(result, h("p", { class: "error-text", role: "alert" }, error.message));
      status("error", "error");
    }
  }

  put(panel, h("p", {}, "A verdict should not rest on the belief that a program of many thousand lines has no bug. Here is IC3 with a bug. The search ends in good faith; the checker, which shares no code with it, looks at the evidence."),
    h("div", { class: "row-form" }, h("label", {}, "bug", choice), h("button", { type: "button", class: "primary", id: "plant", onclick: plant }, "Plant it and run"),
      h("span", {}, h("label", { style: "display:inline" }, own, " on the circuit of the view Model"))), what, result, steps);
  describe();
}

function judged(accepted, reason) {
  if (accepted === undefined) return h("p", { class: "condition" }, "There is no evidence to check.");
  return accepted
    ? h("p", { class: "condition ok" }, "The checker accepts the evidence: on this model the bug did no harm.")
    : h("p", { class: "condition failed" }, h("strong", {}, "The checker refuses the evidence: "), reason);
}
