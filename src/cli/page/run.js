// A run: the steps of a search, and the state of the search after any of them.
//
// The steps are the objects that `--trace-json` writes, one a line. Nothing is undone when one steps back: each lemma
// knows when it came and where it moved, and of the queue of obligations there is a copy every few hundred steps, from
// which a state is replayed.

/** Steps between two copies of the queue. */
const KEYFRAME = 256;

/** The frame of the lemmas that hold for ever, in the order of frames. */
export const FOREVER = Infinity;

/** Kinds of steps that end a leap, by its name. */
export const STOPS = {
  lemma: new Set(["lemma", "pushed"]),
  frame: new Set(["frame", "depth"]),
  obligation: new Set(["obligation"]),
  end: new Set(["fixpoint", "evidence", "check", "chain"]),
};

const frameOf = (step) => (step.frame === null ? FOREVER : step.frame);

/** A text that is the same for equal cubes at equal places. */
export const keyOf = (step) => `${step.node ?? ""}@${step.place ?? ""}:${(step.cube ?? []).join("\n")}`;

/** All cubes that a step names. */
export function cubesOf(step) {
  const found = [];
  for (const key of ["cube", "state", "candidate", "smaller", "predicates"]) if (step[key]) found.push(step[key]);
  if (step.cubes) found.push(...step.cubes);
  if (step.interpolants) for (const part of step.interpolants) found.push(part.cube);
  return found;
}

export class Run {
  /** A run from its lines, the first of which may be the head. */
  static parse(text) {
    const run = new Run();
    let number = 0;
    for (const line of text.split("\n")) {
      number++;
      if (line.trim() === "") continue;
      let object;
      try {
        object = JSON.parse(line);
      } catch (error) {
        throw new Error(`line ${number} is no step of a run: ${error.message}`);
      }
      run.add(object, number);
    }
    return run;
  }

  constructor() {
    this.name = "";
    this.steps = [];
    this.members = ["the engine"];
    this.places = [];
    this.edges = [];
    this.lemmas = [];
    this.nodes = new Map();
    this.keyframes = [];
    this.#byKey = new Map();
    this.#queue = new Map();
  }

  #byKey;
  #queue;
  #sites = new Map();
  #member = 0;

  /** Adds a step at the end. */
  add(step, number = this.steps.length + 1) {
    if ("trace" in step) {
      if (step.version > 2) throw new Error(`the run has form ${step.version}; this page reads forms up to 2`);
      this.name = step.trace;
      return;
    }
    if (typeof step.step !== "string") throw new Error(`line ${number} is no step of a run: it has no key "step"`);
    const t = this.steps.length;
    if (step.step === "member") {
      this.#member = this.members.indexOf(step.engine);
      if (this.#member < 0) this.#member = this.members.push(step.engine) - 1;
    }
    step.member = this.#member;
    // The line that tells a step is named with its first one.
    if (step.source) this.#sites.set(step.site, { file: step.source, line: step.line, paper: step.paper });
    step.origin = this.#sites.get(step.site);
    if (step.step === "places") {
      this.places = step.places;
      this.edges = step.edges ?? [];
    }
    this.steps.push(step);
    this.#note(step, t);
    if (t % KEYFRAME === 0) this.keyframes.push(new Map([...this.#queue].map(([m, q]) => [m, { ...q, open: [...q.open] }])));
  }

  /** What stays for ever of a step. */
  #note(step, t) {
    replay(this.#queue, step);
    if (step.step === "lemma" || step.step === "pushed") {
      if (!step.cube) return;
      const key = `${step.member}/${keyOf(step)}`;
      let lemma = this.#byKey.get(key);
      if (!lemma) {
        lemma = { id: this.lemmas.length, cube: step.cube, place: step.place, node: step.node, member: step.member, moves: [] };
        this.#byKey.set(key, lemma);
        this.lemmas.push(lemma);
      }
      lemma.moves.push({ t, frame: frameOf(step) });
      step.lemma = lemma.id;
    } else if (step.step === "held" && step.cube) {
      step.lemma = this.#byKey.get(`${step.member}/${keyOf(step)}`)?.id;
    } else if (step.step === "node") {
      this.nodes.set(step.node, { id: step.node, parent: step.parent, place: step.place, born: t, covers: [] });
    } else if (step.step === "covered") {
      this.nodes.get(step.node)?.covers.push({ t, by: step.by ?? null, on: true });
    } else if (step.step === "uncovered") {
      this.nodes.get(step.node)?.covers.push({ t, by: null, on: false });
    }
  }

  get length() {
    return this.steps.length;
  }

  /** The state after step `t`: frames with their lemmas, the queue of obligations, the current cube. */
  at(t) {
    const step = this.steps[t];
    const member = step ? step.member : 0;
    const queue = this.#queueAt(t, member);
    const frames = new Map();
    for (let i = 0; i <= queue.frames; i++) frames.set(i, []);
    let lemmas = 0;
    for (const lemma of this.lemmas) {
      if (lemma.moves[0].t > t) break;
      if (lemma.member !== member) continue;
      const move = lastMove(lemma.moves, t);
      if (!frames.has(move.frame)) frames.set(move.frame, []);
      frames.get(move.frame).push({ lemma, since: move.t });
      lemmas++;
    }
    return { t, step, member, queue, frames, lemmas };
  }

  #queueAt(t, member) {
    const start = Math.floor(t / KEYFRAME);
    const queue = new Map([...(this.keyframes[start] ?? [])].map(([m, q]) => [m, { ...q, open: [...q.open] }]));
    for (let i = start * KEYFRAME + 1; i <= t && i < this.steps.length; i++) replay(queue, this.steps[i]);
    return queue.get(member) ?? { frames: 0, open: [], current: null, depth: null };
  }

  /** The nodes of the tree after step `t`. */
  treeAt(t) {
    const found = [];
    for (const node of this.nodes.values()) {
      if (node.born > t) break;
      const cover = lastMove(node.covers, t);
      found.push({ ...node, covered: Boolean(cover?.on), by: cover?.by ?? null });
    }
    return found;
  }

  /** The next step after `t` in a direction that a test accepts, or the end of the run. */
  seek(t, direction, accepts) {
    let i = t + direction;
    while (i > 0 && i < this.steps.length - 1 && !accepts(this.steps[i], i)) i += direction;
    return Math.max(0, Math.min(this.steps.length - 1, i));
  }

  /**
   * The fate of each literal of the cube that is being excluded at step `t`: whether it is still there, and the step
   * that removed or kept it. `null` if no obligation is being handled.
   */
  fates(t) {
    let begin = t;
    while (begin >= 0 && this.steps[begin].step !== "obligation") {
      if (["frame", "depth", "fixpoint", "pushed", "held", "places"].includes(this.steps[begin].step)) return null;
      begin--;
    }
    if (begin < 0) return null;
    const fates = new Map((this.steps[begin].cube ?? []).map((lit) => [lit, { lit, is: "open", t: begin }]));
    let cube = new Set(fates.keys());
    const leave = (kept, i, how) => {
      for (const lit of cube) if (!kept.has(lit)) fates.set(lit, { lit, is: how, t: i });
      cube = new Set([...cube].filter((lit) => kept.has(lit)));
    };
    // Events of engines that tell no steps have no cubes.
    const within = (lits) => Boolean(lits) && lits.every((lit) => cube.has(lit));
    const { place, node } = this.steps[begin];
    for (let i = begin + 1; i <= t; i++) {
      const step = this.steps[i];
      if (step.place !== place || step.node !== node) continue;
      if (step.step === "generalise" && within(step.cube)) leave(new Set(step.cube), i, "core");
      if (step.step === "drop" && within(step.candidate)) {
        if (step.smaller) leave(new Set(step.smaller), i, "dropped");
        else {
          const tried = new Set(step.candidate);
          for (const lit of cube) if (!tried.has(lit)) fates.set(lit, { lit, is: "needed", t: i });
        }
      }
      if (step.step === "lemma" && within(step.cube)) {
        leave(new Set(step.cube), i, "dropped");
        for (const lit of cube) if (fates.get(lit).is === "open") fates.set(lit, { lit, is: "kept", t: i });
      }
    }
    return { begin, fates: [...fates.values()] };
  }

  /**
   * By frame opened: lemmas, queries, obligations and time in milliseconds (if it is told) until the next one. A row
   * has the name of a member where it takes over, in the frame where its turn before ended.
   */
  charts() {
    const rows = [];
    const begin = (frame, from, engine) => ({ frame, engine, lemmas: 0, queries: 0, obligations: 0, time: null, from });
    const frames = new Map();
    let row = begin(0, 0);
    let last = 0;
    this.steps.forEach((step, t) => {
      if (step.step === "member") {
        if (t > 0) rows.push(row);
        row = begin(frames.get(step.member) ?? 0, t, step.engine);
      }
      if (step.step === "frame") {
        rows.push(row);
        row = begin(step.frame, t);
        frames.set(step.member, step.frame);
      }
      if (step.step.endsWith("?")) row.queries++;
      if (step.step === "lemma") row.lemmas++;
      if (step.step === "obligation") row.obligations++;
      if (step.step === "depth" && typeof step.ms === "number") {
        row.time = (row.time ?? 0) + step.ms - last;
        last = step.ms;
      }
    });
    rows.push(row);
    return rows;
  }
}

/** The last entry at or before step `t`; entries are sorted. */
function lastMove(moves, t) {
  let low = 0;
  let high = moves.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moves[middle].t <= t) low = middle + 1;
    else high = middle;
  }
  return moves[low - 1];
}

/** Carries a step out on the queues, by member. */
function replay(queues, step) {
  let queue = queues.get(step.member);
  if (!queue) queues.set(step.member, (queue = { frames: 0, open: [], current: null, depth: null }));
  const same = (o) => o.key === keyOf(step);
  const put = () => {
    queue.open = queue.open.filter((o) => !same(o));
    queue.open.push({ key: keyOf(step), cube: step.cube ?? [], frame: frameOf(step), place: step.place, node: step.node });
    if (queue.current && same(queue.current)) queue.current = null;
  };
  switch (step.step) {
    case "frame":
      queue.frames = Math.max(queue.frames, step.frame ?? 0);
      queue.current = null;
      break;
    case "depth":
      queue.depth = step.depth;
      break;
    case "obligation":
      queue.open = queue.open.filter((o) => !same(o));
      queue.current = { key: keyOf(step), cube: step.cube ?? [], frame: frameOf(step), place: step.place, node: step.node, may: step.may };
      break;
    case "waits":
    case "returns":
      put();
      break;
    case "fixpoint":
    case "chain":
      queue.current = null;
      break;
    default:
      break;
  }
}
