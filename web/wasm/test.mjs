// Tests of the module under node: node --test web/wasm/test.mjs
//
// INDUBIT_WASM is the module (default target/web/module/indubit.wasm of the project), INDUBIT_NATIVE the native program
// of the same sources, with which verdicts and evidence are compared; without it that comparison is skipped and says so.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Indubit, IndubitError } from "./indubit.js";
import { serve } from "./protocol.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const wasm = process.env.INDUBIT_WASM ?? join(root, "target/web/module/indubit.wasm");
const native = process.env.INDUBIT_NATIVE;
const module = await WebAssembly.compile(readFileSync(wasm));
// Each test has an engine of its own, so that a panic fails the test that has met it and no other.
let engine;
beforeEach(async () => {
  engine = await Indubit.load(module);
});
const file = (name) => new Uint8Array(readFileSync(join(root, name)));
const verdicts = (report) => report.properties.map((property) => property.verdict).join(" ");

/** Verifies a file of the checkout; all evidence must pass `check`. */
function verified(name, options) {
  const report = engine.verify(name, file(name), options);
  for (const { index, verdict, evidence } of report.properties) {
    assert.ok(evidence, `${name}: there is no evidence for ${index}`);
    const checked = engine.check(name, file(name), evidence.text, { property: index });
    assert.equal(checked.verdict, verdict, `${name}, property ${index}`);
  }
  return report;
}

// By format, with safe and unsafe properties.
const models = {
  "examples/circuits/traffic_light.aag": "safe",
  "examples/circuits/hasty_traffic_light.aag": "unsafe",
  "tests/circuits/token_ring.aag": "safe safe unsafe",
  "tests/circuits/combination_lock.aag": "unsafe safe",
  "tests/systems/counter.btor2": "unsafe safe",
  "tests/systems/memory.btor2": "unsafe safe unsafe",
  "tests/systems/bounded_loop.vmt": "safe unsafe safe",
  "tests/systems/saturating.vmt": "safe unsafe",
  "examples/programs/even.c": "safe",
  "examples/programs/one_too_far.cfa": "unsafe",
  "examples/programs/two_loops.cfa": "safe",
  "examples/clauses/mccarthy91.smt2": "safe",
  "examples/clauses/mccarthy91_wrong.smt2": "unsafe",
};

for (const [name, expected] of Object.entries(models)) {
  test(`verdict and evidence of ${name}`, () => assert.equal(verdicts(verified(name)), expected));
}

test("a report tells invariants and traces", () => {
  const { properties } = verified("tests/circuits/token_ring.aag");
  assert.equal(properties[0].invariant.length, properties[0].clauses);
  assert.equal(properties[2].trace.length, properties[2].depth + 1);
  assert.match(properties[2].trace[0][0].value, /^[01x]$/);
});

test("steps of a search are told, in one and in slices", () => {
  const name = "examples/circuits/traffic_light.aag";
  const sliced = () => {
    const found = [];
    const verification = engine.begin(name, file(name), { engine: "ic3", steps: true });
    let answer;
    do {
      answer = verification.step(300);
      found.push(...answer.steps);
    } while (!answer.done);
    return found;
  };
  const whole = engine.verify(name, file(name), { engine: "ic3", steps: true });
  assert.equal(whole.steps_cut, false);
  // An engine that pauses asks some questions again, so only the same slices give the same steps.
  assert.deepEqual(sliced(), sliced());
  for (const steps of [whole.steps, sliced()]) {
    assert.ok(steps.some((step) => step.step === "lemma" && step.cube.length > 0));
    assert.ok(steps.some((step) => step.source?.startsWith("src/engine/ic3/") && step.line > 0));
    assert.deepEqual(steps.filter((step) => step.step === "check").map((step) => step.accepted), [true]);
  }
  assert.equal(engine.verify(name, file(name), { engine: "ic3" }).steps, undefined);
});

test("lemmas are tried", () => {
  const name = "examples/circuits/traffic_light.aag";
  const alone = engine.tryLemmas(name, file(name), "invariant b0 1\n13 15\n");
  assert.equal(alone.verdict, "unknown");
  assert.equal(alone.lemmas[0].initially, true);
  assert.equal(alone.lemmas[0].together.steps.length, 2);
  assert.equal(engine.tryLemmas(name, file(name), "invariant b0 2\n7 9\n13 15\n").verdict, "safe");
  assert.throws(() => engine.tryLemmas(name, file(name), "invariant b0"), { kind: "input" });
  // With the invariant there is nothing left to find; a bad lemma is not assumed.
  const steps = (assume) => engine.verify(name, file(name), { engine: "ic3", steps: true, assume }).steps.filter((step) => step.step === "lemma").length;
  assert.ok(steps("invariant b0 2\n7 9\n13 15\n") < steps(undefined));
  assert.equal(engine.verify(name, file(name), { engine: "ic3", assume: "invariant b0 1\n7\n" }).verdict, "safe");
});

test("planted bugs end wrongly, and the checker finds them", () => {
  const name = "examples/circuits/traffic_light.aag";
  const run = (fault) => engine.faulty(name, file(name), fault);
  const right = run("none");
  assert.deepEqual([right.verdict, right.accepted, right.bench.verdict], ["safe", true, "safe"]);
  for (const fault of ["initial-check-lost", "core-too-small", "pushed-too-far", "frame-too-low", "bad-state-missed", "clause-left-behind", "sign-lost"]) {
    const wrong = run(fault);
    assert.deepEqual([fault, wrong.verdict, wrong.accepted], [fault, "safe", false]);
  }
  const lifted = run("lifted-too-far");
  assert.deepEqual([lifted.verdict, lifted.accepted], ["unsafe", false]);
  const free = "web/examples/free_start.aag";
  assert.deepEqual(engine.faulty(free, file(free), "reset-invented").accepted, false);
  assert.throws(() => run("no such bug"), { kind: "usage" });
});

test("the steps of the SAT solver explain each other", () => {
  // Random formulas in three literals near the threshold.
  let seed = 7;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 40; round++) {
    const clauses = Array.from({ length: 42 }, () => Array.from({ length: 3 }, () => (1 + random(10)) * (random(2) ? 1 : -1)));
    const { steps, answer, clauses: told } = engine.satSteps(`p cnf 10 42\n${clauses.map((c) => `${c.join(" ")} 0\n`).join("")}`);
    assert.equal(answer, engine.sat(`p cnf 10 42\n${clauses.map((c) => `${c.join(" ")} 0\n`).join("")}`).answer);
    const known = new Map(told.map(({ clause, lits }) => [clause, lits]));
    let trail = [];
    const value = (lit) => (trail.some((e) => e.lit === lit) ? true : trail.some((e) => e.lit === -lit) ? false : undefined);
    let level = 0;
    for (const step of steps) {
      if (step.step === "decide") {
        assert.equal(step.level, ++level);
        assert.equal(value(step.lit), undefined);
        trail.push(step);
      } else if (step.step === "imply") {
        const reason = known.get(step.reason);
        assert.ok(reason.includes(step.lit) && reason.every((lit) => lit === step.lit || value(lit) === false));
        trail.push(step);
      } else if (step.step === "learn") {
        if (step.conflict) assert.ok(known.get(step.conflict).every((lit) => value(lit) === false));
        known.set(step.clause, step.lits);
      } else {
        assert.equal(step.step, "backjump");
        assert.ok(step.level < level);
        trail = trail.filter((e) => e.level <= step.level);
        level = step.level;
      }
    }
    if (answer === "unsat") assert.ok(steps.some((step) => step.step === "learn" && step.lits.length === 0));
    else assert.ok(clauses.every((clause) => clause.some((lit) => value(lit) === true)));
  }
});

test("the simplex ends with a model or with weights", () => {
  const unsat = engine.simplexSteps("<= 4 1 x 1 y\n<= -2 1 x -1 y\n>= 2 1 x\n");
  assert.equal(unsat.answer, "unsat");
  assert.deepEqual(unsat.steps.at(-1).weights.map(([tag]) => tag).sort(), [0, 1, 2]);
  const sat = engine.simplexSteps(">= 2 1 x 1 y\n>= 0 2 x -1 y\n>= 1 -1 x 2 y\n< 3 1 x\n");
  assert.equal(sat.answer, "sat");
  assert.ok(sat.steps.some((step) => step.step === "pivot"));
  const farkas = (isWrong) => engine.farkas("<= 4 1 x 1 y\n<= -2 1 x -1 y\n>= 2 1 x\n", isWrong).accepted;
  assert.deepEqual([farkas(false), farkas(true)], [true, false]);
  assert.throws(() => engine.simplexSteps("about 3"), { kind: "usage" });
});

/** A circuit in binary AIGER: a latch that toggles, and is bad when it is set. */
const toggle = Uint8Array.from([..."aig 1 0 1 0 0 1\n3\n2\n"].map((letter) => letter.charCodeAt(0)));

test("binary AIGER", () => {
  const report = engine.verify("toggle.aig", toggle);
  assert.deepEqual([report.verdict, report.properties[0].depth], ["unsafe", 1]);
});

test("a C program with an error, and its competition witness", () => {
  const text = "void reach_error(void); int main() { int i = 0; while (i < 5) i++; if (i == 5) reach_error(); }";
  const report = engine.verify("five.c", text);
  assert.equal(report.verdict, "unsafe");
  assert.equal(engine.check("five.c", text, report.properties[0].evidence.text).verdict, "unsafe");
  const time = "2024-02-29T12:00:00Z";
  const [property] = engine.verify("five.c", text, { evidence: "witness", time }).properties;
  assert.equal(property.evidence.form, "witness");
  assert.match(property.evidence.text, /2024-02-29T12:00:00Z/);
});

test("evidence in the forms of other tools", () => {
  const safe = (name, evidence) => engine.verify(name, file(name), { evidence, property: 0 }).properties[0];
  assert.match(safe("examples/circuits/traffic_light.aag", "aiger").evidence.text, /^aag /);
  assert.match(safe("tests/systems/saturating.vmt", "script").evidence.text, /\(check-sat\)/);
  assert.match(safe("tests/systems/saturating.vmt", "vmt").evidence.text, /:trans/);
  const unfit = safe("examples/clauses/mccarthy91.smt2", "aiger");
  assert.equal(unfit.verdict, "safe");
  assert.match(unfit.evidence_missing, /\w/);
});

test("evidence that is wrong fails its check", () => {
  const name = "tests/circuits/token_ring.aag";
  const { properties } = engine.verify(name, file(name));
  const broken = properties[2].evidence.text.replace("b2", "b0");
  assert.notEqual(broken, properties[2].evidence.text);
  const checked = engine.check(name, file(name), broken);
  assert.equal(checked.verdict, "failed");
  assert.match(checked.claims[0].reason, /\w/);
});

test("a script: models, refutations, errors", () => {
  const result = engine.smt(`(set-logic QF_LIA) (declare-const x Int) (assert (< 3 (* 2 x) 7)) (check-sat)
    (get-value (x)) (push 1) (assert (> x 4)) (check-sat) (pop 1) (assert y) (exit)`);
  const [first, value, second, error] = result.output.trim().split("\n");
  assert.deepEqual([first, second, result.checks, result.errors], ["sat", "unsat", 2, 1]);
  assert.match(value, /^\(\(x [23]\)\)$/);
  assert.match(error, /error "2:\d+: /);
  const full = engine.smt("(declare-const p Bool) (assert p) (assert (not p)) (check-sat)", { check: "full" });
  assert.deepEqual([full.output, full.proofs], ["unsat\n", 1]);
  const early = { produceUnsatCores: true };
  const cores = "(declare-const p Bool) (assert (! (not p) :named n)) (assert (! p :named q)) (check-sat) (get-unsat-core)";
  assert.match(engine.smt(cores, early).output, /^unsat\n\([nq] [nq]\)\n$/);
  assert.throws(() => engine.smt("(set-logic HORN)"), { kind: "usage" });
});

/** The pigeonhole principle in DIMACS form: `pigeons` in one hole fewer. */
function pigeonhole(pigeons) {
  const [holes, clauses] = [pigeons - 1, []];
  const at = (pigeon, hole) => pigeon * holes + hole + 1;
  for (let p = 0; p < pigeons; p++) clauses.push([...Array(holes).keys()].map((h) => at(p, h)));
  for (let h = 0; h < holes; h++) {
    for (let p = 0; p < pigeons; p++) for (let q = 0; q < p; q++) clauses.push([-at(p, h), -at(q, h)]);
  }
  return `p cnf ${pigeons * holes} ${clauses.length}\n${clauses.map((c) => c.join(" ") + " 0\n").join("")}`;
}

test("formulas: a model, a proof, limits", () => {
  const { answer, model } = engine.sat("c x\np cnf 5 3\n1 -2 0\n2 5 0\n-1 0\n");
  assert.deepEqual([answer, model], ["sat", [-1, -2, 5]]);
  const refuted = engine.sat(pigeonhole(5), { proof: true });
  assert.equal(refuted.answer, "unsat");
  // Behind the empty clause there may be deletions.
  assert.match(refuted.proof, /(^|\n)0\n(d .*\n)*$/);
  const open = engine.sat(pigeonhole(11), { work: 200000 });
  assert.deepEqual([open.answer, open.reason], ["unknown", "the work is used up"]);
  assert.equal(engine.sat(pigeonhole(11), { conflicts: 100 }).answer, "unknown");
});

test("bad input is an error with its place", () => {
  const error = (call) => {
    try {
      call();
    } catch (thrown) {
      assert.ok(thrown instanceof IndubitError, String(thrown));
      return { kind: thrown.kind, line: thrown.line, column: thrown.column };
    }
    assert.fail("there was no error");
  };
  const at = (line, column) => ({ kind: "input", line, column });
  assert.deepEqual(error(() => engine.verify("x.aag", "aag 1 0 1 0 0 1\n2 x\n2\n")), at(2, 3));
  assert.deepEqual(error(() => engine.verify("x.c", "int main() {\n  int x = 1\n  return y;\n}\n")), at(3, 3));
  assert.deepEqual(error(() => engine.verify("x.btor2", "1 sort bitvec 4\n2 state 7\n")), at(2, 9));
  assert.deepEqual(error(() => engine.sat("p cnf 1 1\n2 0\n")), at(2, 1));
  assert.equal(error(() => engine.check("x.aag", file("tests/circuits/counter.aag"), "nonsense")).kind, "input");
  const usage = { kind: "usage", line: undefined, column: undefined };
  assert.deepEqual(error(() => engine.verify("x.aag", toggle, { engine: "magic" })), usage);
  assert.deepEqual(error(() => engine.verify("x.aag", toggle, { timeout: "1s" })), usage);
  assert.deepEqual(error(() => engine.verify("x.aag", toggle, { noSuchOption: 1 })), usage);
  assert.deepEqual(error(() => engine.verify("x.aag", toggle, { property: 7 })), usage);
  assert.deepEqual(error(() => engine.verify("x.aag", toggle, { engine: "spacer" })), usage);
  assert.deepEqual(error(() => engine.verify("x.aag", toggle, { engine: "ic3\nseed=1" })), usage);
});

/** Two words whose product is that of two primes of 31 bits: too hard for any engine here. */
const factors = `1 sort bitvec 1
2 sort bitvec 62
3 sort bitvec 31
4 input 3 p
5 input 3 q
6 uext 2 4 31
7 uext 2 5 31
8 mul 2 6 7
9 constd 2 3058029800452605353
10 eq 1 8 9
11 one 3
12 neq 1 4 11
13 neq 1 5 11
14 and 1 10 12
15 and 1 14 13
16 bad 15
`;

for (const options of [{}, { engine: "bmc" }, { engine: "kind" }]) {
  test(`work ends a hard model, and the module goes on (${options.engine ?? "portfolio"})`, () => {
    const report = engine.verify("factors.btor2", factors, { ...options, work: 3000000 });
    assert.equal(report.verdict, "unknown");
    assert.equal(report.properties[0].reason, "the work is used up");
    assert.ok(report.work >= 3000000 && report.work < 30000000, `work ${report.work}`);
    assert.equal(engine.verify("toggle.aig", toggle).verdict, "unsafe");
  });
}

test("work of nothing is an answer, too", () => {
  assert.equal(engine.verify("toggle.aig", toggle, { work: 0 }).verdict, "unknown");
});

test("slices come to the same verdicts, and report progress", () => {
  for (const [name, options] of [
    ["tests/circuits/combination_lock.aag", { engine: "ic3" }],
    ["tests/systems/bounded_loop.vmt", { engine: "ic3-ia" }],
    ["examples/programs/ninety_one.c", { engine: "spacer" }],
    ["tests/systems/bounded_loop.vmt", {}],
    ["examples/programs/even.c", {}],
    ["examples/clauses/mccarthy91.smt2", {}],
  ]) {
    const whole = verified(name, options);
    const verification = engine.begin(name, file(name), options);
    let [slices, last] = [0, { work: -1 }];
    while (!(last = verification.step(whole.work / 8)).done) {
      assert.ok(last.work > 0);
      assert.ok(++slices < 1000, `${name} does not end`);
    }
    assert.ok(slices >= 2, `${name}: ${slices} slices`);
    assert.equal(verdicts(last), verdicts(whole), name);
    for (const { index, verdict, evidence } of last.properties) {
      assert.equal(engine.check(name, file(name), evidence.text, { property: index }).verdict, verdict);
    }
    assert.throws(() => verification.step(), { kind: "usage" });
  }
});

test("all members of a portfolio have turns although a slice is shorter than theirs", () => {
  const members = (report) => {
    const names = Object.keys(report.statistics).filter((name) => name.endsWith(": propagations"));
    return names.sort();
  };
  const work = 20000000;
  const whole = engine.verify("factors.btor2", factors, { work });
  const verification = engine.begin("factors.btor2", factors, { work });
  let last;
  while (!(last = verification.step(300000)).done);
  assert.ok(members(whole).length >= 3, members(whole).join());
  assert.deepEqual(members(last), members(whole));
});

test("several verifications at once, and one that is ended", () => {
  const hard = engine.begin("factors.btor2", factors);
  const other = engine.begin("toggle.aig", toggle);
  const first = hard.step(100000);
  assert.equal(other.step(Infinity).verdict, "unsafe");
  const second = hard.step(100000);
  assert.ok(!second.done && second.work > first.work);
  hard.end();
  assert.throws(() => hard.step(), { kind: "usage" });
});

test("ended verifications give their memory back", () => {
  const run = () => {
    const verification = engine.begin("factors.btor2", factors);
    verification.step(500000);
    verification.end();
  };
  for (let i = 0; i < 3; i++) run();
  const before = engine.memory;
  for (let i = 0; i < 10; i++) run();
  assert.ok(engine.memory < before * 1.5, `${before} bytes became ${engine.memory}`);
});

test("a panic is an error with its message, and a new instance begins afresh", async () => {
  const broken = await engine.renew();
  assert.throws(() => broken.call("panic_on_purpose", []), { kind: "panic", message: /a panic on purpose/ });
  assert.ok(broken.broken);
  assert.throws(() => broken.verify("toggle.aig", toggle), { kind: "panic" });
  assert.equal((await broken.renew()).verify("toggle.aig", toggle).verdict, "unsafe");
});

test("deep input does not overflow the stack", () => {
  const depth = 100000;
  const nested = "(not ".repeat(2 * depth) + "p" + ")".repeat(2 * depth);
  assert.equal(engine.smt(`(declare-const p Bool) (assert ${nested}) (check-sat)`).output, "sat\n");
  const sum = "(+ x ".repeat(depth) + "1" + ")".repeat(depth);
  const script = `(set-logic QF_LIA) (declare-const x Int) (assert (= x ${sum})) (check-sat)`;
  assert.match(engine.smt(script, { work: 5000000 }).output, /^(sat|unsat|unknown)\n$/);
  const parentheses = "(".repeat(depth) + "1" + ")".repeat(depth);
  const text = `void reach_error(void); int main() { if (${parentheses} != 1) reach_error(); }`;
  try {
    assert.equal(engine.verify("deep.c", text).verdict, "safe");
  } catch (error) {
    // The reader may refuse such depth, with the place; it must not trap.
    assert.equal(error.kind, "input");
  }
  assert.ok(!engine.broken);
});

/** A port with the protocol behind it: messages wait until they are asked for. */
function port() {
  const [messages, waiting] = [[], []];
  const post = (message) => {
    const copy = structuredClone(message);
    waiting.length ? waiting.shift()(copy) : messages.push(copy);
  };
  const receive = serve(post, () => Indubit.load(module));
  const next = () => messages.shift() ?? new Promise((resolve) => waiting.push(resolve));
  return { send: (message) => void receive(message), next };
}

test("the protocol: result, progress, stop, error", async () => {
  const { send, next } = port();
  send({ id: 1, verb: "verify", name: "toggle.aig", model: toggle });
  assert.equal((await next()).result.verdict, "unsafe");
  send({ id: 2, verb: "verify", name: "factors.btor2", model: factors, slice: 100000 });
  assert.equal((await next()).kind, "progress");
  send({ id: 3, verb: "smt", script: "(check-sat)" });
  send({ id: 2, verb: "stop" });
  const rest = [];
  do rest.push(await next());
  while (rest.at(-1).kind !== "stopped");
  assert.equal(rest.find((message) => message.id === 3).result.output, "sat\n");
  assert.equal(rest.at(-1).id, 2);
  assert.ok(rest.at(-1).progress.work > 0);
  send({ id: 4, verb: "sat", formula: "p cnf x" });
  const { id, kind, error } = await next();
  assert.deepEqual([id, kind, error.kind, error.line], [4, "error", "input", 1]);
  send({ id: 5, verb: "toString" });
  assert.equal((await next()).error.kind, "usage");
  send({ id: 6, verb: "version" });
  assert.match((await next()).result.version, /^\d+\.\d+\.\d+$/);
  send({ id: 7, verb: "verify", name: "factors.btor2", model: factors });
  send({ id: 7, verb: "stop" });
  assert.equal((await next()).kind, "stopped");
});

test("the inline script works without modules", { skip: !existsSync(inlineFile()) && "build --inline" }, async () => {
  const scope = { ...globals() };
  new Function("globalThis", ...Object.keys(scope), readFileSync(inlineFile(), "utf8"))(scope, ...Object.values(scope));
  const loaded = await scope.Indubit.load();
  assert.equal(loaded.verify("toggle.aig", toggle).verdict, "unsafe");
  assert.equal(typeof scope.indubitWorker, "function");
});

function inlineFile() {
  return join(wasm, "..", "indubit-inline.js");
}

/** What a page offers to a classic script. */
function globals() {
  return { TextEncoder, TextDecoder, WebAssembly, Uint8Array, atob };
}

const compared = [
  "examples/circuits/traffic_light.aag",
  "tests/circuits/token_ring.aag",
  "tests/circuits/combination_lock.aag",
  "tests/circuits/arbiter.aag",
  "tests/systems/memory.btor2",
  "tests/systems/constrained.btor2",
  "tests/systems/bounded_loop.vmt",
  "examples/programs/even.c",
  "tests/c/programs/counter.c",
  "examples/programs/two_loops.cfa",
  "examples/clauses/mccarthy91.smt2",
  "examples/clauses/mccarthy91_wrong.smt2",
];

for (const name of compared) {
  test(`verdicts and evidence of the native program: ${name}`, { skip: !native && "INDUBIT_NATIVE" }, () => {
    const report = verified(name);
    const folder = mkdtempSync(join(tmpdir(), "indubit-"));
    try {
      const [certificate, witness] = [join(folder, "certificate"), join(folder, "witness")];
      const args = ["verify", join(root, name), "--threads", "1", "--certificate", certificate];
      let exit = 0;
      let output;
      try {
        output = execFileSync(native, [...args, "--witness", witness, "--json"], { stdio: ["ignore", "pipe", "ignore"] });
      } catch (error) {
        [exit, output] = [error.status, error.stdout];
      }
      const told = JSON.parse(output);
      assert.equal(exit, report.exit_code);
      const plain = (property) => [property.index, property.verdict, property.engine, property.depth];
      assert.deepEqual(report.properties.map(plain), told.properties.map(plain));
      // One file or several, in the order of the properties; a C program's evidence has the name of its file.
      const files = (kind) => readdirSync(folder).filter((entry) => entry.startsWith(kind)).sort();
      for (const [kind, verdict] of [["certificate", "safe"], ["witness", "unsafe"]]) {
        const own = report.properties.filter((property) => property.verdict === verdict);
        const texts = own.map((property) => property.evidence.text).join("");
        const others = files(kind).map((entry) => readFileSync(join(folder, entry), "utf8")).join("");
        assert.equal(texts, others, kind);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}
