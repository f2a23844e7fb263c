// The messages between a page and its worker.
//
// To the worker: { id, verb, ... }, where verb is
//   verify  name, model, options, slice    work of a slice; default 1000000
//   smt     script, options
//   sat     formula, options
//   check   name, model, evidence, options
//   tryLemmas     name, model, lemmas, options
//   faulty        name, model, fault, options
//   satSteps      formula, options
//   simplexSteps  constraints
//   farkas        constraints, isWrong
//   version
//   stop    id is that of a verification, which ends at the end of its slice
// From the worker, with the id of the request:
//   { id, kind: "progress", progress }     after each slice but the last
//   { id, kind: "result", result }
//   { id, kind: "stopped", progress }      the last progress, or null
//   { id, kind: "error", error }           with kind, message and perhaps line, column, byte
// A panic is an error of kind panic; the worker goes on with a new engine, and other verifications that were open end
// with the same error.

/** Answers messages by `post`; the engine is loaded at the first one. The result is the receiver of messages. */
export function serve(post, load) {
  let loading;
  const open = new Map();
  const plain = ({ kind = "panic", message, line, column, byte }) => ({ kind, message, line, column, byte });
  // A timer lets the messages in that have come during a slice.
  const pause = () => new Promise((resolve) => setTimeout(resolve, 0));

  async function verify(engine, { id, name, model, options, slice = 1000000 }) {
    const state = open.get(id);
    let verification;
    try {
      verification = engine.begin(name, model, options);
      for (;;) {
        await pause();
        if (state.stopped) return post({ id, kind: "stopped", progress: state.progress });
        const answer = verification.step(slice);
        if (answer.done) return post({ id, kind: "result", result: answer });
        state.progress = answer;
        post({ id, kind: "progress", progress: answer });
      }
    } finally {
      if (!engine.broken) verification?.end();
    }
  }

  const verbs = {
    verify,
    smt: (engine, { id, script, options }) => post({ id, kind: "result", result: engine.smt(script, options) }),
    sat: (engine, { id, formula, options }) => post({ id, kind: "result", result: engine.sat(formula, options) }),
    check: (engine, { id, name, model, evidence, options }) =>
      post({ id, kind: "result", result: engine.check(name, model, evidence, options) }),
    tryLemmas: (engine, { id, name, model, lemmas, options }) =>
      post({ id, kind: "result", result: engine.tryLemmas(name, model, lemmas, options) }),
    faulty: (engine, { id, name, model, fault, options }) =>
      post({ id, kind: "result", result: engine.faulty(name, model, fault, options) }),
    satSteps: (engine, { id, formula, options }) => post({ id, kind: "result", result: engine.satSteps(formula, options) }),
    simplexSteps: (engine, { id, constraints }) => post({ id, kind: "result", result: engine.simplexSteps(constraints) }),
    farkas: (engine, { id, constraints, isWrong }) => post({ id, kind: "result", result: engine.farkas(constraints, isWrong) }),
    version: (engine, { id }) => post({ id, kind: "result", result: { version: engine.version } }),
  };

  return async function receive(request) {
    const { id, verb } = request;
    if (verb === "stop") {
      const state = open.get(id);
      if (state) state.stopped = true;
      return;
    }
    let engine;
    // A stop may come while the engine is still loading.
    if (verb === "verify") open.set(id, { stopped: false, progress: null });
    try {
      if (!Object.hasOwn(verbs, verb)) throw { kind: "usage", message: `there is no verb ${JSON.stringify(verb)}` };
      const mine = (loading ??= load());
      mine.catch(() => loading === mine && (loading = undefined));
      engine = await mine;
      if (engine.broken) engine = await (loading = engine.renew());
      await verbs[verb](engine, request);
    } catch (error) {
      post({ id, kind: "error", error: plain(error) });
    } finally {
      open.delete(id);
    }
  };
}
