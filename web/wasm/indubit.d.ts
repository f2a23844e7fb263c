/** Types of indubit.js. */

/** A text, or the bytes of a file. */
export type Data = string | Uint8Array | ArrayBuffer;

/** The form of evidence in a report; `aiger` and `vmt` are forms of proofs, beside which counterexamples are `text`. */
export type EvidenceForm = "none" | "text" | "aiger" | "script" | "vmt" | "witness";

/** Limits of each request. Every option of the native command line has its name in camel case, too. */
export interface Options {
  /** Units of work after which the request ends without a verdict. Default none. */
  work?: number;
  /** Bytes that solvers may hold: a number with K, M or G, alone with M. Default 1200M. */
  memory?: string | number;
  seed?: number;
  [option: string]: string | number | boolean | undefined | null;
}

/** Options of a verification, the most used by name. */
export interface VerifyOptions extends Options {
  /** As on the command line; default `auto`. */
  engine?: string;
  /** The index of a property, or of a C program the name of one. Default: all. */
  property?: number | string;
  /** Whether evidence is checked, default `on`; or of C kinds of undefined behaviour that are errors, as "bounds,memory". */
  check?: "on" | "full" | "off" | string;
  /** Default `text`. */
  evidence?: EvidenceForm;
  /** The time that a competition witness tells, in ISO 8601. */
  time?: string;
  /** Lemmas as `tryLemmas` takes them; engines assume the good ones, and the proof has them. */
  assume?: string;
  /** Whether the steps of the search are told. Default off. */
  steps?: boolean;
  /** Of C: the bits of `long` and of pointers. Default 32. */
  arch?: 32 | 64;
}

export interface SatOptions extends Options {
  /** A refutation comes with its clausal proof (DRAT). */
  proof?: boolean;
  conflicts?: number;
}

/** Work of a request so far. */
export interface Spent {
  work: number;
  conflicts: number;
  propagations: number;
  /** Bytes that solvers hold. */
  memory: number;
}

export interface Change {
  name: string;
  value: string;
}

export interface Evidence {
  form: EvidenceForm;
  text: string;
  /** Parts that the form cannot express. */
  remarks: string[];
}

export type Verdict = "safe" | "unsafe" | "unknown";

export interface Property {
  index: number;
  name?: string;
  verdict: Verdict;
  /** The engine, or the member of a portfolio, that gave it. */
  engine: string;
  /** Safe: the parts of the invariant, or the lemmas of a proof by k-induction. */
  invariant?: string[];
  /** The number of parts, under the name that fits the model. */
  clauses?: number;
  formulas?: number;
  locations?: number;
  predicates?: number;
  k?: number;
  simple_path?: boolean;
  /** Unsafe: the number of steps. */
  depth?: number;
  /** Unsafe: by step the variables that change. */
  trace?: Change[][];
  evidence?: Evidence;
  /** The reason why the evidence has not the form that was asked for. */
  evidence_missing?: string;
  /** Unknown: the reason. */
  reason?: string;
  safe_depth?: number;
  refused?: string;
  defects?: string[];
}

export interface Report extends Spent {
  version: 1;
  done: true;
  verdict: Verdict;
  exit_code: number;
  checked: boolean;
  believed?: Record<string, number>;
  properties: Property[];
  statistics: Record<string, number>;
  /** About a C program. */
  warnings: string[];
  /** Those since the last slice, if they were asked for. */
  steps?: Step[];
  /** Whether there were more steps than are told. */
  steps_cut?: boolean;
}

export interface Progress extends Spent {
  done: false;
  /** The number of properties that have a verdict. */
  property: number;
  properties: number;
  depth: number;
  /** The number of lemmas by frame; empty where the engine has no frames. */
  frames: number[];
  obligations: number;
  lemmas: number;
  /** Those since the last slice, if they were asked for. */
  steps?: Step[];
  steps_cut?: boolean;
}

export interface CheckResult extends Spent {
  verdict: Verdict | "failed";
  properties: { index: number; verdict: Verdict | "failed" }[];
  claims: { property: number; claim: "safe" | "unsafe"; accepted: boolean; reason?: string }[];
}

export interface SmtResult extends Spent {
  /** The answers, one after the other. */
  output: string;
  diagnostic: string;
  commands: number;
  errors: number;
  checks: number;
  proofs: number;
  refused: number;
}

export interface SatResult extends Spent {
  answer: "sat" | "unsat" | "unknown";
  /** Sat: a literal for each variable that occurs. */
  model?: number[];
  /** Unsat, if it was asked for. */
  proof?: string;
  reason?: string;
  decisions: number;
  restarts: number;
}

/** A step of a search, as `--trace-json` writes it. */
export interface Step {
  step: string;
  [key: string]: unknown;
}

/** A state, a step or a bad state: names, and by step the values. */
export interface Piece {
  names: string[];
  steps: string[][];
}

export interface LemmaResult {
  version: 1;
  verdict: "safe" | "unknown";
  lemmas: { formula: string; initially: true | Piece; alone: true | Piece; together: true | Piece; good: boolean }[];
  properties: { index: number; proved: true | Piece; needs?: number[] }[];
}

export interface FaultResult {
  trace: Step[];
  /** False if there were more steps. */
  complete: boolean;
  verdict: Verdict;
  evidence?: string;
  accepted?: boolean;
  reason?: string;
  /** The answers about the clauses of an invariant. */
  bench?: LemmaResult;
}

export interface SatSteps {
  answer: "sat" | "unsat" | "unknown";
  complete: boolean;
  /** Those of the formula; numbers of learnt ones come between them if a clause was simplified. */
  clauses: { clause: number; lits: number[] }[];
  steps: (
    | { step: "decide"; lit: number; level: number }
    | { step: "imply"; lit: number; level: number; reason: number }
    | { step: "learn"; clause: number; conflict?: number; lits: number[]; chain: number[] }
    | { step: "backjump"; level: number }
  )[];
}

/** The tableau and the values; numbers are texts such as `-1/2` or `1 + 1δ`. */
export interface Tableau {
  rows: { basic: number; sum: [string, number][] }[];
  values: string[];
  bounds: [string | null, string | null][];
}

export interface SimplexSteps {
  answer: "sat" | "unsat";
  names: string[];
  /** By variable: the sum that it was made of. */
  definitions: ([string, number][] | null)[];
  /** By constraint: the variable that it bounds. */
  of: number[];
  steps: (
    | ({ step: "bound"; constraint: number } & Tableau)
    | ({ step: "pivot"; leaving: number; entering: number; violated: "lower" | "upper" } & Tableau)
    | ({ step: "model"; model: string[] } & Tableau)
    | { step: "conflict"; weights: [number, string][] }
  )[];
}

export interface FarkasResult {
  proof: string;
  /** The step whose sign was changed. */
  changed: number | null;
  accepted: boolean;
  reason?: string;
  step?: number;
}

export class IndubitError extends Error {
  kind: "usage" | "input" | "limit" | "defect" | "panic";
  /** The place of an input error; both count from 1, columns in bytes. */
  line?: number;
  column?: number;
  /** The place in a binary file. */
  byte?: number;
}

export class Verification {
  progress: Progress | Report | undefined;
  /** Works for a slice, default 1000000 units. */
  step(work?: number): Progress | Report;
  end(): void;
}

export class Indubit {
  static load(source?: string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module): Promise<Indubit>;
  renew(): Promise<Indubit>;
  readonly version: string;
  /** Bytes of the instance's memory. */
  readonly memory: number;
  /** A panic has ended the instance. */
  readonly broken: boolean;
  verify(name: string, model: Data, options?: VerifyOptions): Report;
  begin(name: string, model: Data, options?: VerifyOptions): Verification;
  check(name: string, model: Data, evidence: Data, options?: Options): CheckResult;
  smt(script: Data, options?: Options): SmtResult;
  sat(formula: Data, options?: SatOptions): SatResult;
  tryLemmas(name: string, model: Data, lemmas: Data, options?: Options): LemmaResult;
  faulty(name: string, model: Data, fault: string, options?: Options): FaultResult;
  satSteps(formula: Data, options?: SatOptions): SatSteps;
  simplexSteps(constraints: string): SimplexSteps;
  farkas(constraints: string, isWrong?: boolean): FarkasResult;
}
