// Runs of the engine on the model of the page.

import { status } from "./app.js";
import { engine } from "./engine.js";
import { readOptions } from "./models.js";
import { Run } from "./run.js";

/** What the form of the model says. */
export const model = { name: "", text: "", bytes: null, engine: "", options: "" };

/** Runs an engine on the model. `grow(run)` is called when steps have come. The result is `{ run, report }`. */
export function runEngine({ name, text, bytes, engine: by, options, assume }, grow, slice = 400000) {
  const run = new Run();
  run.name = name;
  const started = performance.now();
  const take = (steps) => {
    for (const step of steps ?? []) {
      if (step.step === "depth") step.ms = performance.now() - started;
      run.add(step);
    }
    run.at_ms = performance.now() - started;
    if (steps?.length > 0) grow?.(run);
  };
  const request = engine.ask(
    "verify",
    { name, model: bytes ?? text, options: { ...readOptions(options ?? ""), ...(by ? { engine: by } : {}), assume: assume || undefined, steps: true }, slice },
    (progress) => {
      take(progress.steps);
      status(`depth ${progress.depth}, ${run.length} steps`);
    },
  );
  const answer = request.answer.then((result) => {
    take(result.steps);
    delete result.steps;
    return { run, report: result.stopped ? null : result, stopped: Boolean(result.stopped) };
  });
  return { run, answer, stop: request.stop };
}
