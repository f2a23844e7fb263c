// The verification engine for JavaScript: a page, a worker, or node. See README.md, and indubit.d.ts for the types.
//
// An engine is one instance of the module with its memory. Requests are synchronous: a page that must not wait gives
// them to a worker (worker.js). Models, formulas and evidence are strings, or Uint8Arrays for binary files.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A request that ended without a result. `kind` is usage, input, limit, defect or panic. */
export class IndubitError extends Error {
  constructor({ kind, message, line, column, byte }) {
    super(message);
    this.name = "IndubitError";
    this.kind = kind;
    if (line !== undefined) Object.assign(this, { line, column });
    if (byte !== undefined) this.byte = byte;
  }
}

const bytesOf = (data) => (typeof data === "string" ? encoder.encode(data) : new Uint8Array(data));

/** The options of a request as the module reads them: a line for each, `maxDepth` as `max-depth`. */
function optionText(options = {}) {
  const lines = [];
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || value === null) continue;
    const name = key.replace(/[A-Z]/g, (letter) => "-" + letter.toLowerCase());
    const plain = value === true ? "on" : value === false ? "off" : String(value);
    // Lemmas have lines of their own.
    const word = key === "assume" ? plain.replace(/\r?\n/g, "\\n") : plain;
    if (/[\r\n=]/.test(name) || /[\r\n]/.test(word)) {
      throw new IndubitError({ kind: "usage", message: `the option ${JSON.stringify(key)} has a line end` });
    }
    lines.push(`${name}=${word}`);
  }
  return lines.join("\n");
}

/** The module in text form, which the inline script has left behind. */
function inlineBytes() {
  if (typeof globalThis.indubitWasm !== "string") return undefined;
  return Uint8Array.from(atob(globalThis.indubitWasm), (letter) => letter.charCodeAt(0));
}

async function bytesFrom(source) {
  if (source === undefined) {
    const inline = inlineBytes();
    if (inline) return inline;
    throw new TypeError("Indubit.load wants bytes, a URL or a compiled module, unless the inline script is loaded");
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  const url = String(source);
  if (url.startsWith("file:") && typeof process !== "undefined") {
    return (await import("node:fs/promises")).readFile(new URL(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** A verification in slices. Made by {@link Indubit#begin}; `end` frees its memory. */
export class Verification {
  #engine;
  #number;

  constructor(engine, number) {
    this.#engine = engine;
    this.#number = number;
    /** The last progress, or the report. */
    this.progress = undefined;
  }

  /** Works for a slice. An object with `done`: false with progress, or true with the report, which ends it. */
  step(work = 1000000) {
    if (this.#number === 0) throw new IndubitError({ kind: "usage", message: "the verification has ended" });
    const status = this.#engine.call("verify_step", [], [this.#number, Number(work)]);
    if (status !== 0) this.end();
    return (this.progress = this.#engine.result());
  }

  /** Frees the model and its engines. Harmless if it is done. */
  end() {
    if (this.#number !== 0) this.#engine.call("verify_end", [], [this.#number]);
    this.#number = 0;
  }
}

/** An instance of the engine. */
export class Indubit {
  #module;
  #exports;

  constructor(module, exports) {
    this.#module = module;
    this.#exports = exports;
    /** Whether a panic has ended the instance. */
    this.broken = false;
  }

  /** An engine from bytes, a URL or a `WebAssembly.Module`; without argument from the inline script. */
  static async load(source) {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(await bytesFrom(source));
    const instance = await WebAssembly.instantiate(module, {});
    return new Indubit(module, instance.exports);
  }

  /** Another engine of the same module with a memory of its own, also after a panic. */
  renew() {
    return Indubit.load(this.#module);
  }

  /** The version of the engine. */
  get version() {
    this.call("version", []);
    return this.result().version;
  }

  /** Bytes of the instance's memory, which grows and never shrinks. */
  get memory() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Verifies a model to the end, or as far as the option `work` allows. */
  verify(name, model, options) {
    return this.begin(name, model, options).step(Infinity);
  }

  /** Reads a model and sets its engines up. */
  begin(name, model, options) {
    const number = this.call("verify_begin", [name, model, optionText(options)]);
    if (number === 0) this.result();
    return new Verification(this, number);
  }

  /** Checks evidence, in the form `text` or any that the native program's `check` reads but competition witnesses. */
  check(name, model, evidence, options) {
    this.call("check", [name, model, evidence, optionText(options)]);
    return this.result();
  }

  /** Carries out an SMT-LIB script. */
  smt(script, options) {
    this.call("smt", [script, optionText(options)]);
    return this.result();
  }

  /** Solves a formula in DIMACS form. */
  sat(formula, options) {
    this.call("sat", [formula, optionText(options)]);
    return this.result();
  }

  /** Tries candidate lemmas about a model: which hold initially, which are inductive, and counterexamples. */
  tryLemmas(name, model, lemmas, options) {
    this.call("try_lemmas", [name, model, lemmas, optionText(options)]);
    return this.result();
  }

  /** Runs IC3 for circuits with a planted bug, and checks its evidence. For teaching. */
  faulty(name, model, fault, options) {
    this.call("faulty", [name, model, fault, optionText(options)]);
    return this.result();
  }

  /** The steps of the SAT solver on a small formula in DIMACS form. For teaching. */
  satSteps(formula, options) {
    this.call("sat_steps", [formula, optionText(options)]);
    return this.result();
  }

  /** The steps of the simplex on constraints, one a line: `OP BOUND C X C X ...`. For teaching. */
  simplexSteps(constraints) {
    this.call("simplex_steps", [constraints]);
    return this.result();
  }

  /** The refutation of constraints, checked as it is or with a wrong sign. For teaching. */
  farkas(constraints, isWrong = false) {
    this.call("farkas", [constraints], [isWrong ? 1 : 0]);
    return this.result();
  }

  /** Calls a function of the module with buffers and numbers. For this file and its tests. */
  call(name, buffers, numbers = []) {
    const { allocate, [name]: called } = this.#exports;
    return this.#guarded(() => {
      const places = buffers.flatMap((data) => {
        const bytes = bytesOf(data);
        const place = allocate(bytes.length) >>> 0;
        // The memory may have grown, so its view is made anew.
        new Uint8Array(this.#exports.memory.buffer, place, bytes.length).set(bytes);
        return [place, bytes.length];
      });
      return called(...places, ...numbers);
    });
  }

  /** The object that the last call has left; an error is thrown. */
  result() {
    const { result, result_length: length } = this.#exports;
    const object = JSON.parse(this.#text(result(), length()));
    if (object.error) throw new IndubitError(object.error);
    return object;
  }

  #text(place, length) {
    return decoder.decode(new Uint8Array(this.#exports.memory.buffer, place >>> 0, length >>> 0));
  }

  /** A trap ends the instance; the message of the panic behind it becomes the error. */
  #guarded(work) {
    if (this.broken) {
      throw new IndubitError({ kind: "panic", message: "the instance has ended by a panic; make another by renew()" });
    }
    try {
      return work();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      this.broken = true;
      const message = this.#text(this.#exports.panic_message(), this.#exports.panic_length());
      throw new IndubitError({ kind: "panic", message: message || `the module has trapped: ${error.message}` });
    }
  }
}
