// Steps in words: a sentence, the reason, and the algorithm that it belongs to. A sentence is a list of texts and of
// parts that the page draws: `{cube}`, `{frame}`, `{place}`, `{node}`.

const frame = (f) => ({ frame: f });
const cube = (c) => ({ cube: c });

/** The place or node of a step, as a part of its sentence. */
function at(step) {
  const parts = [];
  if (step.node !== undefined && step.step !== "node") parts.push(" at node ", { node: step.node });
  if (step.place !== undefined) parts.push(" at ", { place: step.place });
  return parts;
}

const yes = (step) => (step.answer ? "yes" : "no");

/** By kind: a title, whether it is a question, the sentence, and what a learner should know about it. */
export const KINDS = {
  member: {
    title: "turn",
    say: (s) => [`The portfolio gives the turn to ${s.engine}.`],
    why: "A portfolio runs several engines by turns. Each has frames of its own.",
  },
  places: {
    title: "places",
    say: (s) => [`The engine works on ${s.places.length} places with ${(s.edges ?? []).length} steps between them.`],
    why: "A place is a location of a program or a predicate of clauses. Each has frames of its own.",
  },
  depth: {
    title: "depth",
    say: (s) => [`Runs of up to ${s.depth} transition${s.depth === 1 ? "" : "s"} are looked at now.`],
    why: "No shorter run comes to a bad state.",
  },
  frame: {
    title: "new frame",
    say: (s) => ["Frame ", frame(s.frame), " is opened."],
    why: "A frame over-approximates the states that are reachable in so many steps. A new one holds all states.",
  },
  "initial?": {
    title: "initial?",
    say: (s) => ["Is an initial state in ", cube(s.cube), "?"],
    why: "A lemma must never exclude an initial state, so each candidate is asked about first.",
  },
  "goal?": {
    title: "bad?",
    say: (s) => ["Is a state of ", frame(s.frame), ...at(s), " bad?"],
    why: "If no state of the last frame is bad, no run of this length is an error. If one is, it has to be excluded.",
  },
  "inside?": {
    title: "inside?",
    say: (s) => ["Is a state of ", frame(s.frame), " in ", cube(s.cube), ...at(s), "?"],
    why: "A cube that the frame excludes already is no work.",
  },
  "consecution?": {
    title: "consecution?",
    say: (s) =>
      s.cube.length === 0 && s.place !== undefined
        ? ["Can a state of ", frame(s.frame), ...(s.from === undefined ? [] : [" at ", { place: s.from }]), " step to ", { place: s.place }, ...(s.node === undefined ? [] : [", node ", { node: s.node }]), "?"]
        : ["Can a state of ", frame(s.frame), " outside the cube step into ", cube(s.cube), ...at(s), "?"],
    why: "Consecution, or relative induction. If no: the cube can be excluded from the next frame, and the core of the refutation says which literals were needed. If yes: the state is a predecessor, a counterexample to induction.",
  },
  "push?": {
    title: "push?",
    say: (s) => ["Can a state of ", frame(s.frame), " step into ", cube(s.cube), ...at(s), "?"],
    why: "If no, the lemma holds one frame further.",
  },
  predecessor: {
    title: "predecessor",
    say: (s) => {
      const dropped = s.state ? s.state.length - s.cube.length : 0;
      const lifted = dropped > 0 ? `Lifting drops ${dropped} of its ${s.state.length} literals: ` : "It is ";
      return ["A state of ", frame(s.frame), ...at(s), " leads to the target. ", lifted, cube(s.cube), "."];
    },
    why: "Lifting: a literal goes if the state has its step into the target whatever the value of the variable. So the cube stands for many predecessors at once.",
  },
  obligation: {
    title: "obligation",
    say: (s) => [
      s.may ? "May-obligation: try to exclude " : "Obligation: exclude ",
      ...(s.cube ? [cube(s.cube)] : [`a cube of ${s.size} literals`]),
      " from ",
      frame(s.frame),
      ...at(s),
      s.depth === undefined ? "." : s.depth === 0 ? ". Its states are bad." : `. Its states are ${s.depth} step${s.depth === 1 ? "" : "s"} from an error.`,
    ],
    why: "A proof obligation. The lowest frame comes first. If its cube meets an initial state, the chain of obligations is a counterexample.",
  },
  waits: {
    title: "waits",
    say: (s) => [cube(s.cube), " in ", frame(s.frame), ...at(s), " waits until its predecessor is excluded."],
    why: "The predecessor must be excluded one frame earlier before this cube can be.",
  },
  returns: {
    title: "returns",
    say: (s) => [cube(s.cube), ...at(s), " is excluded below ", frame(s.frame), ", where its obligation comes back."],
    why: "A cube that leads to an error must be excluded from all frames in the end, so it is put back one frame higher.",
  },
  reached: {
    title: "reached",
    say: (s) => [cube(s.cube), ...at(s), " has a reachable state."],
    why: "The cube meets the initial states, or states that are known to be reachable.",
  },
  generalise: {
    title: "generalise",
    say: (s) => ["Generalise ", cube(s.cube), " in ", frame(s.frame), ...at(s), "."],
    why: "The core of the last question is inductive relative to the frame. The fewer literals, the more states a lemma excludes.",
  },
  drop: {
    title: "drop literal",
    say: (s) =>
      s.smaller
        ? ["Without a literal it still holds: ", cube(s.candidate), s.smaller.length < s.candidate.length ? "; the core leaves " : "", ...(s.smaller.length < s.candidate.length ? [cube(s.smaller)] : []), "."]
        : [cube(s.candidate), " does not do: the literal stays."],
    why: "Generalisation tries each literal. The question just before decided.",
  },
  ctg: {
    title: "CTG",
    say: (s) => ["A counterexample to generalisation, ", cube(s.cube), " in ", frame(s.frame), s.blocked ? ", is excluded first." : ", is joined with the candidate."],
    why: "The state that spoils the candidate may itself be excluded; then the candidate is tried again (Hassan, Bradley, Somenzi 2013).",
  },
  lemma: {
    title: "lemma",
    say: (s) => ["Lemma up to ", frame(s.frame), ...at(s), ": ", ...(s.cube ? ["not ", cube(s.cube)] : [`a clause of ${s.size} literals`]), "."],
    why: "No state that is reachable in so many steps is in the cube. Frames up to this one exclude it.",
  },
  pushed: {
    title: "pushed",
    say: (s) => ["Pushed to ", frame(s.frame), ...at(s), ": not ", cube(s.cube), "."],
    why: "No step from the frame before leads into the cube.",
  },
  held: {
    title: "held back",
    say: (s) => ["Stays in ", frame(s.frame), ...at(s), ": not ", cube(s.cube), ".", ...(s.state?.length > 0 ? [" This state has a step into it: ", cube(s.state), "."] : [])],
    why: "A state of this frame has a step into the cube, so the lemma may be false one step later.",
  },
  propagated: {
    title: "propagated",
    say: (s) => ["Lemmas were pushed up to ", frame(s.frame), "."],
    why: "After each new frame all lemmas are tried one frame further. If a frame loses none, it is an invariant.",
  },
  fixpoint: {
    title: "fixpoint",
    say: (s) => ["Frame ", frame(s.frame), ...at(s), " equals the next one: its lemmas are an inductive invariant."],
    why: "Frames grow; when two are equal, no step leads out, all initial states are inside, and no bad state is.",
  },
  chain: {
    title: "chain",
    say: (s) => [
      `A chain of ${s.cubes.length} cubes leads from an initial state. `,
      { concrete: "A run goes that way.", refined: "No run does: the abstraction is refined.", spurious: "No run does, and nothing excludes it." }[s.result] ?? s.result,
    ],
    why: "A chain of obligations is a counterexample if a run of the model goes through its cubes.",
  },
  refinement: {
    title: "refinement",
    say: (s) =>
      s.predicates
        ? ["Refinement adds ", cube(s.predicates), "."]
        : [`Refinement puts ${(s.interpolants ?? []).length} interpolants on the path.`, ...(s.interpolants ?? []).flatMap((i) => [" ", ...(i.node !== undefined && i.node !== null ? [{ node: i.node }, " "] : []), ...(i.place !== undefined && i.place !== null ? [{ place: i.place }, " "] : []), cube(i.cube)])],
    why: "The path is infeasible. Interpolants name a reason for it at each point; their predicates make the abstraction see it.",
  },
  node: {
    title: "node",
    say: (s) => ["Node ", { node: s.node }, ...(s.parent === null || s.parent === undefined ? [" is the root"] : [" is a child of ", { node: s.parent }]), ...at(s), "."],
    why: "The tree unwinds the program: a path of nodes is a path of locations.",
  },
  covered: {
    title: "covered",
    say: (s) => ["Node ", { node: s.node }, ...(s.by === null || s.by === undefined ? [" is closed."] : [" is covered by ", { node: s.by }, "."])],
    why: "All states of the node are states of the other one at the same location, so nothing new lies below it.",
  },
  uncovered: {
    title: "uncovered",
    say: (s) => ["Node ", { node: s.node }, " is no longer covered."],
    why: "The node that covered it has become stronger.",
  },
  evidence: {
    title: "evidence",
    say: (s) => [`The engine hands out evidence: ${s.kind}${s.size === undefined ? "" : `, size ${s.size}`}.`],
    why: "A verdict is worth as much as its evidence. The checker shares no code with the engine.",
  },
  check: {
    title: "check",
    say: (s) => (s.accepted ? ["The checker accepts the evidence."] : [`The checker refuses the evidence: ${s.reason ?? s.condition ?? ""}`]),
    why: "An invariant must hold initially (initiation), be kept by each step (consecution) and exclude bad states (safety). A counterexample is run on the model as it was.",
  },
};

/** Everything about a step's kind; a kind that this page does not know is shown as it is. */
export function kindOf(step) {
  return KINDS[step.step] ?? { title: step.step, say: (s) => [JSON.stringify({ ...s, member: undefined, origin: undefined })], why: "" };
}

/** The sentence of a step with the answer of a question. */
export function sentence(step) {
  const parts = kindOf(step).say(step);
  return "answer" in step ? [...parts, " ", { answer: step.answer, text: yes(step) }] : parts;
}

const SUB = "₀₁₂₃₄₅₆₇₈₉";

/** A frame as the papers write it. */
export const frameName = (f) => (f === null || f === Infinity ? "F∞" : `F${String(f).replace(/\d/g, (d) => SUB[d])}`);

/** A sentence as plain text, for search and for readers of the screen. */
export function plain(step, run) {
  return sentence(step)
    .map((part) => {
      if (typeof part === "string") return part;
      if (part.cube) return part.cube.length === 0 ? "all states" : part.cube.map(pretty).join(" ∧ ");
      if ("frame" in part) return frameName(part.frame);
      if ("place" in part) return run?.places[part.place]?.name ?? `place ${part.place}`;
      if ("node" in part) return String(part.node);
      return part.text ?? "";
    })
    .join("");
}

// ---- literals that are formulas of SMT-LIB

const INFIX = { "=": "=", distinct: "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥", bvult: "<", bvule: "≤", bvugt: ">", bvuge: "≥", bvslt: "<ₛ", bvsle: "≤ₛ", bvsgt: ">ₛ", bvsge: "≥ₛ", and: "∧", or: "∨", "=>": "⇒", "+": "+", "-": "−", "*": "·", bvadd: "+", bvsub: "−", bvmul: "·", bvand: "&", bvor: "|", bvxor: "⊕", bvshl: "<<", bvlshr: ">>", bvashr: ">>ₛ", bvudiv: "÷", bvsdiv: "÷ₛ", bvurem: "mod", bvsrem: "remₛ", div: "div", mod: "mod", "/": "/" };
const OPPOSITE = { "=": "≠", "≠": "=", "<": "≥", "≤": ">", ">": "≤", "≥": "<", "<ₛ": "≥ₛ", "≤ₛ": ">ₛ", ">ₛ": "≤ₛ", "≥ₛ": "<ₛ" };
/** How tight an operator binds. */
const RANK = { "⇒": 1, "∨": 2, "∧": 3, "=": 4, "≠": 4, "<": 4, "≤": 4, ">": 4, "≥": 4, "<ₛ": 4, "≤ₛ": 4, ">ₛ": 4, "≥ₛ": 4, "+": 6, "−": 6, "·": 7, "/": 7 };
/** Longer texts stay as they are. */
const LONGEST = 2000;
const known = new Map();

/** A formula of SMT-LIB as people write it; any other text as it is. */
export function pretty(text) {
  let found = known.get(text);
  if (found === undefined) {
    found = text.length <= LONGEST && /^\(|^\|/.test(text) ? (infixOf(text) ?? text) : text;
    if (known.size > 50000) known.clear();
    known.set(text, found);
  }
  return found;
}

/** The text of an edge, with names of variables without the functions they belong to. */
export function prettyEdge(text) {
  return text.replace(/\b\w+::(?=[^\s:])/g, "");
}

function infixOf(text) {
  const tokens = text.match(/\(|\)|\|[^|]*\||[^\s()|]+/g) ?? [];
  let at = 0;
  let depth = 0;
  const read = () => {
    const token = tokens[at++];
    if (token === undefined || token === ")" || ++depth > 60) return null;
    let tree = token;
    if (token === "(") {
      tree = [];
      while (tokens[at] !== ")") {
        const part = read();
        if (part === null) return null;
        tree.push(part);
      }
      at++;
    }
    depth--;
    return tree;
  };
  const tree = read();
  if (tree === null || at !== tokens.length) return null;
  return writeTree(tree)[0];
}

/** A name without bars and without the function it belongs to; a number in decimal. */
function atom(token) {
  if (token.startsWith("|")) return token.slice(1, -1).replace(/^\w+::/, "");
  if (/^#x[0-9a-f]+$/i.test(token)) return BigInt(`0x${token.slice(2)}`).toString();
  if (/^#b[01]+$/.test(token)) return BigInt(`0b${token.slice(2)}`).toString();
  return token.replace(/^(\d+)\.0$/, "$1");
}

/** The text of a tree, and how tight its operator binds. */
function writeTree(tree) {
  if (typeof tree === "string") return [atom(tree), 9];
  const [head, ...parts] = tree;
  const within = (part, rank) => {
    const [text, found] = writeTree(part);
    return found < rank ? `(${text})` : text;
  };
  if (head === "define-fun" && parts.length === 4 && Array.isArray(parts[1])) {
    const names = parts[1].map((pair) => atom(String(pair[0])));
    return [`${atom(String(parts[0]))}(${names.join(", ")})  ⇔  ${writeTree(parts[3])[0]}`, 0];
  }
  if (head === "_" && /^bv\d+$/.test(parts[0])) return [parts[0].slice(2), 9];
  if (Array.isArray(head) && head[0] === "_" && head[1] === "extract" && parts.length === 1) return [`${within(parts[0], 9)}[${head[2]}:${head[3]}]`, 9];
  if (Array.isArray(head) && head[0] === "_" && /_extend$/.test(head[1]) && parts.length === 1) return [`${head[1].replace("_extend", "")}${head[2]}(${writeTree(parts[0])[0]})`, 9];
  if (head === "not" && parts.length === 1) {
    const [inner] = parts;
    const operator = Array.isArray(inner) && inner.length === 3 ? OPPOSITE[INFIX[inner[0]]] : undefined;
    if (operator) return [`${within(inner[1], 5)} ${operator} ${within(inner[2], 5)}`, 4];
    return [`¬${within(inner, 8)}`, 8];
  }
  if ((head === "-" || head === "bvneg") && parts.length === 1) return [`−${within(parts[0], 8)}`, 8];
  if (head === "ite" && parts.length === 3) return [`${within(parts[0], 5)} ? ${within(parts[1], 5)} : ${within(parts[2], 5)}`, 0];
  const operator = typeof head === "string" ? INFIX[head] : undefined;
  if (operator && parts.length >= 2) {
    const rank = RANK[operator] ?? 5;
    if (operator === "·" && isMinusOne(parts[0]) && parts.length === 2) return [`−${within(parts[1], 8)}`, 8];
    if (operator === "+") {
      return [parts.map((part, i) => {
        const term = within(part, 6);
        return i === 0 ? term : term.startsWith("−") ? ` − ${term.slice(1)}` : ` + ${term}`;
      }).join(""), 6];
    }
    return [parts.map((part, i) => within(part, i === 0 || ["∧", "∨", "·"].includes(operator) ? rank : rank + 1)).join(` ${operator} `), rank];
  }
  const name = typeof head === "string" ? atom(head) : writeTree(head)[0];
  return [`${name}(${parts.map((part) => writeTree(part)[0]).join(", ")})`, 9];
}

const isMinusOne = (tree) => Array.isArray(tree) && tree.length === 2 && tree[0] === "-" && tree[1] === "1";
