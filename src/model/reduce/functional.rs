//! Gates that compute the same function of latches and inputs, or complementary ones.
//!
//! Functional reduction (Mishchenko, Chatterjee, Jiang, Brayton, "FRAIGs: A unifying representation for logic synthesis
//! and verification", 2005): the circuit is built anew, gate by gate in topological order, and a gate that equals an
//! earlier one is not built. Candidates come from simulation: all gates whose values agree on random words form a
//! class, up to complement. The solver confirms the candidate or finds values that tell the two gates apart. These
//! values are collected, 64 of them are a new word of simulation, and classes split. Since the fanins of a gate have
//! been merged before the gate is looked at, most equal gates are the same gate by then, and the questions stay small.
//!
//! Invariant: each gate of the copy has the function that the signal it stands for has in the original, of the same
//! latches and inputs. So nothing has to be explained on the way back. Constraints are not assumed: gates that are
//! equal only where constraints hold must stay apart, as the constraints are made of gates themselves.
//!
//! Left out: equalities that hold in reachable states only, which would be facts that a proof has to contain.

use super::coi::{rebuild, rebuild_by};
use super::options::ReduceOptions;
use super::prove::{encode, lit, var};
use super::reduction::Reduction;
use crate::base::{Budget, HashMap, Rng, Var};
use crate::model::circuit::{Circuit, Node, NodeId, Signal};
use crate::solver::sat::{Answer, SatOptions, Solver};

/// Random words at first.
const WORDS: usize = 16;
/// Words at most; later counterexamples replace the oldest ones of solvers.
const MOST_WORDS: usize = 48;
/// Candidates that are compared for one gate.
const TRIES: usize = 2;
/// Bytes that a node takes at most: its words, and its variable in the solver.
const NODE_BYTES: u64 = 8 * MOST_WORDS as u64 + 200;
/// The cost of one word of simulation for a gate, as a part of the cost of propagating a literal.
const SIMULATION: u64 = 32;
/// The cost of encoding a gate, in propagated literals.
const GATE: u64 = 8;

/// The circuit with gates of equal functions merged. Costs the effort of the options at most; what is not compared by
/// then is copied as it is.
pub(super) fn merge_equal_gates(circuit: &Circuit, options: &ReduceOptions, budget: &Budget) -> Reduction {
    let nodes = circuit.nodes().len() as u64;
    let simulation = nodes * WORDS as u64 / SIMULATION;
    if simulation > options.effort / 2 || budget.allows_memory(nodes * NODE_BYTES).is_err() {
        return rebuild(circuit, &[], false);
    }
    let mut merger = Merger::new(options, budget);
    rebuild_by(circuit, &[], |copy, _, a, b| merger.and(copy, a, b))
}

struct Merger<'a> {
    solver: Solver,
    budget: &'a Budget,
    conflicts: u64,
    rng: Rng,
    words: usize,
    /// By node of the copy, `words` at a time: its values.
    values: Vec<u64>,
    /// By a hash of the values up to complement: the first gates with these values that were found to differ, oldest
    /// first.
    classes: HashMap<u64, Vec<NodeId>>,
    /// Nodes that stand in `classes`.
    members: Vec<NodeId>,
    /// By node: whether its clauses are in the solver.
    encoded: Vec<bool>,
    /// Models that told gates apart, by node: one bit a model.
    pending: Vec<u64>,
    pending_count: usize,
    next_word: usize,
    effort: u64,
    gates: u64,
    taken: u64,
}

impl Merger<'_> {
    fn new<'a>(options: &ReduceOptions, budget: &'a Budget) -> Merger<'a> {
        Merger {
            solver: Solver::new(SatOptions::incremental()),
            budget,
            conflicts: options.conflicts,
            rng: Rng::new(options.seed),
            words: WORDS,
            values: Vec::new(),
            classes: HashMap::default(),
            members: Vec::new(),
            encoded: Vec::new(),
            pending: Vec::new(),
            pending_count: 0,
            next_word: WORDS,
            effort: options.effort,
            gates: 0,
            taken: 0,
        }
    }

    /// The conjunction of two signals of the copy, or an earlier signal that equals it.
    fn and(&mut self, copy: &mut Circuit, a: Signal, b: Signal) -> Signal {
        let signal = copy.rewritten_and(a, b);
        if self.effort == 0 {
            return signal;
        }
        let known = self.encoded.len();
        if signal.node().index() < known {
            return signal;
        }
        for n in known..copy.nodes().len() {
            self.add(copy, NodeId::new(n));
        }
        self.representative(copy, signal.node()).negate_if(signal.is_negated())
    }

    /// Takes note of a new node of the copy.
    fn add(&mut self, copy: &Circuit, node: NodeId) {
        self.spend(self.words as u64 / SIMULATION + 1);
        match copy.nodes()[node.index()] {
            Node::False => {
                self.values.extend(std::iter::repeat(0).take(self.words));
                let v = self.solver.new_defined_var([]);
                self.solver.add_clause(&[v.negative()]);
                self.encoded.push(true);
                let key = self.key(node).0;
                self.classes.insert(key, vec![node]);
                self.members.push(node);
            }
            Node::Input(_) | Node::Latch(_) => {
                for _ in 0..self.words {
                    self.values.push(self.rng.next_u64());
                }
                self.solver.new_defined_var([]);
                self.encoded.push(true);
                let key = self.key(node).0;
                self.classes.entry(key).or_default().push(node);
                self.members.push(node);
            }
            Node::And(a, b) => {
                for w in 0..self.words {
                    let value = self.word(a, w) & self.word(b, w);
                    self.values.push(value);
                }
                self.solver.new_defined_var([var(a.node()), var(b.node())]);
                self.encoded.push(false);
            }
        }
    }

    fn word(&self, s: Signal, w: usize) -> u64 {
        self.values[s.node().index() * self.words + w] ^ (s.is_negated() as u64).wrapping_neg()
    }

    /// A hash of the values of a node, complemented if the first one is true; and whether it is.
    fn key(&self, node: NodeId) -> (u64, bool) {
        let words = &self.values[node.index() * self.words..(node.index() + 1) * self.words];
        let flip = words[0] & 1 == 1;
        let mask = (flip as u64).wrapping_neg();
        let mix =
            |hash: u64, word: &u64| (hash.rotate_left(23) ^ word ^ mask).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (words.iter().fold(0, mix), flip)
    }

    /// An earlier signal that equals the new node, or the node itself, which becomes a candidate for later ones.
    fn representative(&mut self, copy: &Circuit, node: NodeId) -> Signal {
        let (mut key, mut flip) = self.key(node);
        let mut tries = 0;
        let mut at = 0;
        loop {
            let candidate = self.classes.get(&key).and_then(|class| class.get(at)).copied();
            let candidate = match candidate {
                Some(candidate) if tries < TRIES && self.effort > 0 => candidate,
                Some(_) | None => break,
            };
            tries += 1;
            let same = candidate.signal().negate_if(flip != self.key(candidate).1);
            match self.compare(copy, node.signal(), same) {
                Answer::Unsat => return same,
                Answer::Sat => {
                    if self.pending_count == 64 {
                        self.split(copy);
                        let again = self.key(node);
                        key = again.0;
                        flip = again.1;
                        at = 0;
                    } else {
                        at += 1;
                    }
                }
                Answer::Unknown(_) => at += 1,
            }
        }
        self.classes.entry(key).or_default().push(node);
        self.members.push(node);
        node.signal()
    }

    /// Asks for values that tell two signals apart, and keeps them.
    fn compare(&mut self, copy: &Circuit, left: Signal, right: Signal) -> Answer {
        self.encode(copy, left);
        self.encode(copy, right);
        for (a, b) in [(left, !right), (!left, right)] {
            let limited =
                Budget::unlimited().with_conflicts(self.conflicts).with_cancel(self.budget.canceller());
            self.solver.set_budget(limited);
            let answer = self.solver.solve_in_domain(&[lit(a), lit(b)]);
            let all = self.solver.statistics();
            let all = all.propagations + 2 * all.decisions + GATE * self.gates;
            let spent = all - std::mem::replace(&mut self.taken, all);
            self.spend(spent);
            if self.budget.poll().is_err() {
                self.effort = 0;
            }
            match answer {
                Answer::Unsat => {}
                Answer::Sat => {
                    self.keep_model(copy);
                    return answer;
                }
                Answer::Unknown(_) => return answer,
            }
        }
        Answer::Unsat
    }

    /// One bit more for each leaf; leaves that the model does not mention are random.
    fn keep_model(&mut self, copy: &Circuit) {
        if self.pending_count == 64 {
            return;
        }
        self.pending.resize(copy.nodes().len(), 0);
        for (n, node) in copy.nodes().iter().enumerate() {
            if let Node::Input(_) | Node::Latch(_) = node {
                let known = self.solver.value(Var::new(n).positive());
                let value = known.unwrap_or_else(|| self.rng.next_u64() & 1 == 1);
                self.pending[n] |= (value as u64) << self.pending_count;
            }
        }
        self.spend(copy.inputs().len() as u64 / 4 + copy.latches().len() as u64 / 4);
        self.pending_count += 1;
    }

    /// Makes the models that were kept a word of simulation, and sorts all candidates anew.
    fn split(&mut self, copy: &Circuit) {
        let nodes = copy.nodes().len();
        if self.words < MOST_WORDS {
            let old = std::mem::take(&mut self.values);
            for chunk in old.chunks(self.words) {
                self.values.extend_from_slice(chunk);
                self.values.push(0);
            }
            self.words += 1;
            self.next_word = self.words - 1;
        } else {
            self.next_word = if self.next_word + 1 < self.words { self.next_word + 1 } else { WORDS };
        }
        self.pending.resize(nodes, 0);
        for (n, node) in copy.nodes().iter().enumerate() {
            let value = match *node {
                Node::False => 0,
                Node::Input(_) | Node::Latch(_) => self.pending[n],
                Node::And(a, b) => self.word(a, self.next_word) & self.word(b, self.next_word),
            };
            self.values[n * self.words + self.next_word] = value;
        }
        self.pending.clear();
        self.pending_count = 0;
        self.classes.clear();
        for &node in &self.members {
            let key = self.key(node).0;
            self.classes.entry(key).or_default().push(node);
        }
        self.spend(nodes as u64 * self.words as u64 / SIMULATION);
    }

    fn spend(&mut self, effort: u64) {
        self.effort = self.effort.saturating_sub(effort);
    }

    fn encode(&mut self, copy: &Circuit, root: Signal) {
        self.gates += encode(copy, &mut self.solver, &mut self.encoded, root);
    }
}
