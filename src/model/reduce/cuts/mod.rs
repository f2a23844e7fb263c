//! DAG-aware rewriting of small cuts (Mishchenko, Chatterjee, Brayton, "DAG-aware AIG rewriting: a fresh look at
//! combinational logic synthesis", DAC 2006).
//!
//! The circuit is built anew, gate by gate in topological order. Each gate has [cuts](cut) of at most four leaves, and
//! the [`library`] has the smallest structures of and-gates for the function of each cut. A structure stands in the
//! place of the gate if the circuit becomes smaller by that: the gates that are read only by the gate and by each
//! other (the maximal fanout-free cone, as far as the leaves do not need it) are free then, and the gates of the
//! structure that the circuit does not have already are added. The best gain is taken.
//!
//! Invariant: a reference count of a gate of the copy is the number of gates that read it, of roots, and of gates of
//! the original that are not built yet and will read it. So gates that no count holds are needed no more, and gains are
//! exact: there are never more gates than before. As all gates that are still to come read the copy, replacing a gate
//! never changes one that is built.
//!
//! Each gate of the copy has the function of its original, over the same latches and inputs. So nothing has to be
//! explained on the way back.
//!
//! Left out: replacements without a gain, which may open the way to others, and gains in depth.

mod cut;
mod library;

use self::cut::{Cut, Cuts, MOST_LEAVES};
use self::library::{Library, Structure, View, MOST_STEPS};
use super::coi::{rebuild, rebuild_by};
use super::options::ReduceOptions;
use super::reduction::Reduction;
use crate::base::Budget;
use crate::model::circuit::{Circuit, Node, NodeId, Signal};
use std::sync::Arc;

/// Bytes that a gate takes at most: its cuts, their ends and its count, with room to grow.
const NODE_BYTES: u64 = 2 * (8 * std::mem::size_of::<Cut>() as u64 + 8);
/// Unions of cuts, steps of structures and references that take as long as a unit of effort.
const STEPS: u64 = 4;
/// Gates that are counted as free for one cut: beyond, a gain is seen smaller than it is.
const MOST_FREED: u32 = 16;
/// The reference count of an input or a latch.
const ENDLESS: u32 = 1 << 16;
/// Gates after which the budget is polled.
const POLL: usize = 256;

/// The circuit with gates replaced by smaller structures. Costs the effort of the options at most; what is not looked
/// at by then is copied as it is.
pub(super) fn rewrite_cuts(circuit: &Circuit, options: &ReduceOptions, budget: &Budget) -> Reduction {
    if circuit.and_count() == 0 || budget.allows_memory(circuit.nodes().len() as u64 * NODE_BYTES).is_err() {
        return rebuild(circuit, &[], false);
    }
    let mut rewriter = Rewriter {
        library: Library::get(),
        budget,
        readers: readers(circuit),
        counts: Vec::new(),
        cuts: Cuts::default(),
        stack: Vec::new(),
        trail: Vec::new(),
        effort: options.effort.saturating_mul(STEPS),
    };
    let steps = rewriter.effort;
    let rewritten = rebuild_by(circuit, &[], |copy, node, a, b| rewriter.gate(copy, node, a, b));
    budget.spend_work((steps - rewriter.effort) / STEPS);
    let swept = rebuild(&rewritten.circuit, &[], false);
    rewritten.then(swept)
}

/// By node: the gates that read it, and the other places of the circuit that do.
fn readers(circuit: &Circuit) -> Vec<u32> {
    let mut readers = vec![0; circuit.nodes().len()];
    for node in circuit.nodes() {
        if let Node::And(a, b) = node {
            readers[a.node().index()] += 1;
            readers[b.node().index()] += 1;
        }
    }
    circuit.roots().for_each(|root| readers[root.node().index()] += 1);
    readers
}

struct Rewriter<'a> {
    library: Arc<Library>,
    budget: &'a Budget,
    /// By node of the original.
    readers: Vec<u32>,
    /// By node of the copy: its reference count.
    counts: Vec<u32>,
    /// Of the nodes of the copy.
    cuts: Cuts,
    /// For walks through the copy.
    stack: Vec<NodeId>,
    trail: Vec<NodeId>,
    /// The steps that may still be made.
    effort: u64,
}

/// A structure for a cut of a gate.
#[derive(Clone, Copy)]
struct Choice {
    cut: Cut,
    /// Among those for the function; of no meaning for a constant, which needs none.
    structure: usize,
}

impl Rewriter<'_> {
    /// The signal of the copy for a gate of the original, whose fanins have these signals.
    fn gate(&mut self, copy: &mut Circuit, node: NodeId, a: Signal, b: Signal) -> Signal {
        let gate = copy.and(a, b);
        if node.index() % POLL == 0 && self.budget.poll().is_err() {
            self.effort = 0;
        }
        if self.effort == 0 {
            return gate;
        }
        self.follow(copy);
        // The counts of the fanins have the gate of the original, in whose place a new gate reads them.
        let own = gate.node().index();
        let is_new = self.counts[own] == 0 && copy.nodes()[own] == Node::And(a.min(b), a.max(b));
        let choice = if is_new { self.best(copy, a, b, own) } else { None };
        let readers = self.readers[node.index()];
        match choice {
            Some(choice) => {
                // The leaves are held, so that no walk goes on below those that stay.
                let leaves = choice.cut.leaves().iter().map(|&leaf| NodeId::new(leaf as usize));
                leaves.clone().for_each(|leaf| self.hold(copy, leaf, 1));
                self.release(copy, [a.node(), b.node()], u32::MAX);
                let signal = self.build(copy, &choice);
                self.follow(copy);
                self.hold(copy, signal.node(), readers);
                self.release(copy, leaves, u32::MAX);
                signal
            }
            None => {
                self.counts[own] += readers;
                if !is_new {
                    self.release(copy, [a.node(), b.node()], u32::MAX);
                }
                gate
            }
        }
    }

    /// Finds the cuts of the nodes that the copy has got.
    fn follow(&mut self, copy: &Circuit) {
        for node in &copy.nodes()[self.counts.len()..] {
            let unions = match node {
                Node::And(a, b) => {
                    let fanins = [a, b].map(|fanin| (fanin.node().index() as u32, fanin.is_negated()));
                    let counts = &self.counts;
                    let unions = self.cuts.add_gate(fanins, |leaf| counts[leaf as usize]);
                    self.counts.push(0);
                    unions
                }
                Node::False | Node::Input(_) | Node::Latch(_) => {
                    self.cuts.add_leaf();
                    self.counts.push(ENDLESS);
                    0
                }
            };
            self.spend(unions);
        }
    }

    /// The structure with the largest gain in the place of a gate of these fanins that nothing reads yet.
    fn best(&mut self, copy: &Circuit, a: Signal, b: Signal, gate: usize) -> Option<Choice> {
        let (mut best, mut gain) = (None, 0);
        let library = self.library.clone();
        for at in self.cuts.of(gate) {
            let cut = *self.cuts.get(at);
            cut.leaves().iter().for_each(|&leaf| self.counts[leaf as usize] += 1);
            let freed = 1 + self.release(copy, [a.node(), b.node()], MOST_FREED);
            if freed > gain && cut.leaves().is_empty() {
                gain = freed;
                best = Some(Choice { cut, structure: 0 });
            }
            if let (true, Some((view, structures))) = (freed > gain, library.of(cut.table)) {
                for (i, structure) in structures.iter().enumerate() {
                    if let Some(added) = self.added(copy, &cut, &view, structure, freed - gain) {
                        gain = freed - added;
                        best = Some(Choice { cut, structure: i });
                    }
                }
            }
            self.trail.drain(..).for_each(|node| self.counts[node.index()] += 1);
            cut.leaves().iter().for_each(|&leaf| self.counts[leaf as usize] -= 1);
        }
        best
    }

    /// The gates that a structure adds to those that are held, if they are fewer than a bound.
    fn added(
        &mut self,
        copy: &Circuit,
        cut: &Cut,
        view: &View,
        structure: &Structure,
        bound: u32,
    ) -> Option<u32> {
        let mut signals = [None; MOST_LEAVES + MOST_STEPS];
        for (signal, leaf) in signals.iter_mut().zip(leaves(cut, view)) {
            *signal = Some(leaf);
        }
        let mut added = 0;
        for (i, step) in structure.steps.iter().enumerate() {
            let [x, y] = step.map(|operand| {
                signals[usize::from(operand / 2)].map(|signal: Signal| signal.negate_if(operand & 1 != 0))
            });
            let known = x.zip(y).and_then(|(x, y)| copy.known_and(x, y));
            added += u32::from(known.map_or(true, |signal| self.counts[signal.node().index()] == 0));
            if added >= bound {
                self.spend(i as u64 + 1);
                return None;
            }
            signals[MOST_LEAVES + i] = known;
        }
        self.spend(structure.steps.len() as u64);
        Some(added)
    }

    fn build(&self, copy: &mut Circuit, choice: &Choice) -> Signal {
        let cut = &choice.cut;
        let (view, structure) = match self.library.of(cut.table) {
            Some((view, structures)) => (view, &structures[choice.structure]),
            None => return Signal::constant(cut.table & 1 != 0),
        };
        let mut signals: Vec<Signal> = leaves(cut, &view).collect();
        for step in &structure.steps {
            let [x, y] = step.map(|operand| signals[usize::from(operand / 2)].negate_if(operand & 1 != 0));
            signals.push(copy.and(x, y));
        }
        let negated = view.negated != (structure.root & 1 != 0);
        signals[usize::from(structure.root / 2)].negate_if(negated)
    }

    /// Takes one reference from each of these, and from the fanins of each gate that has none left, until `most` gates
    /// are free. Gives the number of free gates. The trail has the gates that lost a reference.
    fn release(&mut self, copy: &Circuit, nodes: impl IntoIterator<Item = NodeId>, most: u32) -> u32 {
        let mut freed = 0;
        self.trail.clear();
        self.stack.extend(nodes);
        while let Some(node) = self.stack.pop() {
            if let Node::And(a, b) = copy.nodes()[node.index()] {
                let count = &mut self.counts[node.index()];
                *count -= 1;
                self.trail.push(node);
                if *count == 0 {
                    freed += 1;
                    if freed < most {
                        self.stack.extend([a.node(), b.node()]);
                    }
                }
            }
        }
        self.spend(self.trail.len() as u64);
        freed
    }

    /// Adds readers to a node, and one to the fanins of each gate that had none.
    fn hold(&mut self, copy: &Circuit, node: NodeId, readers: u32) {
        self.stack.push(node);
        let mut more = readers;
        while let Some(node) = self.stack.pop() {
            if let Node::And(a, b) = copy.nodes()[node.index()] {
                let count = &mut self.counts[node.index()];
                if *count == 0 {
                    self.stack.extend([a.node(), b.node()]);
                }
                *count += std::mem::replace(&mut more, 1);
            }
        }
    }

    fn spend(&mut self, steps: u64) {
        self.effort = self.effort.saturating_sub(steps);
    }
}

/// The inputs of the structures for a cut. Structures of functions of fewer inputs do not read the others.
fn leaves<'a>(cut: &'a Cut, view: &'a View) -> impl Iterator<Item = Signal> + 'a {
    view.inputs.iter().map(move |&input| {
        let leaf = cut.leaves().get(usize::from(input / 2)).copied().unwrap_or(0);
        NodeId::new(leaf as usize).signal().negate_if(input & 1 != 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::model::circuit::{InputId, LatchId, Reset};
    use crate::model::simulate::Simulator;

    /// Four words that together are all values of eight bits.
    fn all_values(bit: usize, word: u64) -> u64 {
        let low = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
        low.get(bit).copied().unwrap_or_else(|| (word >> (bit - low.len()) & 1).wrapping_neg())
    }

    fn random_circuit(rng: &mut Rng) -> Circuit {
        let mut circuit = Circuit::new();
        let inputs = 1 + rng.below(5);
        let latches = rng.below(9 - inputs);
        let mut pool: Vec<Signal> = (0..inputs).map(|_| circuit.add_input()).collect();
        pool.extend((0..latches).map(|_| circuit.add_latch(Reset::Zero)));
        for _ in 0..rng.below(200) {
            // Few of the latest signals, so that cuts meet again.
            let mut any = || {
                let place = pool.len() - 1 - rng.below(pool.len().min(10));
                pool[place].negate_if(rng.one_in(2))
            };
            let [a, b, c] = [any(), any(), any()];
            let signal = match rng.below(4) {
                0 => circuit.xor(a, b),
                1 => circuit.mux(a, b, c),
                _ => circuit.and(a, b),
            };
            pool.push(signal);
        }
        for latch in circuit.latches().to_vec() {
            circuit.set_next(latch.node.signal(), pool[rng.below(pool.len())]);
        }
        for _ in 0..1 + rng.below(4) {
            circuit.add_bad(pool[pool.len() - 1 - rng.below(pool.len().min(6))]);
        }
        circuit
    }

    /// Properties and next values are the same for all values of inputs and latches.
    fn assert_same(circuit: &Circuit, reduction: &Reduction) {
        let rewritten = &reduction.circuit;
        let (input, latch) = (|i: InputId| i.index(), |l: LatchId| circuit.inputs().len() + l.index());
        for word in 0..4 {
            let mut old = Simulator::new(circuit);
            old.set_state(|l| all_values(latch(l), word));
            old.evaluate(|i| all_values(input(i), word));
            let mut new = Simulator::new(rewritten);
            new.set_state(|l| all_values(latch(reduction.original_latch(l)), word));
            new.evaluate(|i| all_values(input(reduction.original_input(i)), word));
            for (&before, &after) in circuit.bads().iter().zip(rewritten.bads()) {
                assert_eq!(old.value(before), new.value(after));
            }
            for (id, latch) in rewritten.latch_ids() {
                let before = circuit.latches()[reduction.original_latch(id).index()].next;
                assert_eq!(old.value(before), new.value(latch.next));
            }
        }
    }

    #[test]
    fn rewriting_keeps_all_functions_and_never_adds_gates() {
        let mut rng = Rng::new(1);
        let (mut before, mut after) = (0, 0);
        for _ in 0..300 {
            let circuit = random_circuit(&mut rng);
            let effort = if rng.one_in(4) { rng.below(100) as u64 } else { 4_000_000 };
            let options = ReduceOptions { effort, ..ReduceOptions::default() };
            let reduction = rewrite_cuts(&circuit, &options, &Budget::unlimited());
            assert_same(&circuit, &reduction);
            let needed = rebuild(&circuit, &[], false).circuit.and_count();
            assert!(reduction.circuit.and_count() <= needed);
            before += needed;
            after += reduction.circuit.and_count();
        }
        assert!(after * 4 < before * 3, "of {} gates {} are left", before, after);
    }

    /// The circuit has `a & b` already, so that the function of the second gate needs one gate more and not two.
    #[test]
    fn a_structure_that_shares_gates_with_the_circuit_is_taken() {
        let mut circuit = Circuit::new();
        let [a, b, c] = [(); 3].map(|()| circuit.add_input());
        let both = circuit.and(a, b);
        let [left, right] = [circuit.and(b, c), circuit.and(a, c)];
        let all = circuit.and(left, right);
        circuit.add_bad(both);
        circuit.add_bad(all);
        let reduction = rewrite_cuts(&circuit, &ReduceOptions::default(), &Budget::unlimited());
        assert_eq!((circuit.and_count(), reduction.circuit.and_count()), (4, 2));
        assert_same(&circuit, &reduction);
    }
}
