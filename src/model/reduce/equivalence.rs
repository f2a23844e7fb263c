//! Latches that always have the same value, or opposite ones, or never change.
//!
//! Induction over all candidates at once (van Eijk, "Sequential equivalence checking based on structural similarities",
//! 2000), with the candidates merged before they are proved (Mony, Baumgartner, Mishchenko, Brayton, "Speculative
//! reduction-based scalable redundancy identification", 2009): assume that all latches of a class are equal in the
//! present state, by putting the first one in the place of the others, and prove that they are equal in the next one.
//! If this fails the class splits, and the induction is repeated with the rest; when nothing splits any more,
//! that was the proof. Candidates come from random runs; most of the false ones fall to random states, reachable or
//! not; most of the true ones are the same gates once classes are merged; only the rest needs a solver.
//!
//! Constraints are assumed in the present step only, never in the next one (`rebuild` says why), and initial states are
//! taken without them: sound, and seldom weaker.

use super::classes::Classes;
use super::coi::{Copy, Replacement};
use super::options::ReduceOptions;
use super::prove::{Prover, Verdict};
use crate::base::{Budget, Rng};
use crate::model::circuit::{Circuit, LatchId, Node, Reset, Signal};
use crate::model::simulate::Simulator;

/// Steps without a split after which random runs end.
const CALM_STEPS: usize = 32;
/// Random states without a split after which the solver's turn has come.
const CALM_STATES: usize = 4;
/// The cost of simulating a gate, as a part of the cost of propagating a literal.
const SIMULATION: u64 = 32;

/// The latches that equal a constant or an earlier latch, with what they equal.
///
/// If the effort does not suffice, equivalences that need a solver are given up first, then all.
pub(super) fn equivalent_latches(circuit: &Circuit, options: &ReduceOptions, budget: &Budget) -> Replacement {
    let mut search = Search {
        circuit,
        options,
        budget,
        rng: Rng::new(options.seed),
        classes: Classes::new(circuit),
        effort: options.effort,
    };
    search.random_runs();
    let proved = search.induction(true) || {
        search.effort = options.effort / 2;
        search.induction(false)
    };
    if proved {
        search.classes.replacement()
    } else {
        Vec::new()
    }
}

struct Search<'a> {
    circuit: &'a Circuit,
    options: &'a ReduceOptions,
    budget: &'a Budget,
    rng: Rng,
    classes: Classes,
    /// The effort that may still be spent, in propagated literals or work that takes as long.
    effort: u64,
}

impl Search<'_> {
    fn spend(&mut self, effort: u64) {
        self.effort = self.effort.saturating_sub(effort);
    }

    /// For one step of simulation and one split.
    fn spend_simulation(&mut self) {
        self.spend(
            (self.circuit.nodes().len() as u64 + 8 * self.circuit.latches().len() as u64) / SIMULATION,
        );
    }

    fn exhausted(&self) -> bool {
        self.effort == 0 || self.budget.poll().is_err()
    }

    /// Splits classes by the states of 64 runs from the initial states, which go on while they bring something new.
    fn random_runs(&mut self) {
        let circuit = self.circuit;
        let share = self.effort / 4;
        let mut simulator = Simulator::new(circuit);
        let rng = &mut self.rng;
        let free: Vec<u64> = circuit
            .latches()
            .iter()
            .map(|latch| match latch.reset {
                Reset::Free => rng.next_u64(),
                _ => 0,
            })
            .collect();
        // Initial states and the inputs of the first step belong together.
        let first: Vec<u64> = circuit.inputs().iter().map(|_| rng.next_u64()).collect();
        simulator.reset(|latch| free[latch.index()], |input| first[input.index()]);
        let mut started = false;
        let mut runs = !0;
        let mut calm = 0;
        while calm < CALM_STEPS && self.effort > self.options.effort - share && !self.exhausted() {
            simulator.evaluate(|input| if started { self.rng.next_u64() } else { first[input.index()] });
            started = true;
            runs &= simulator.admitted();
            if runs == 0 {
                break;
            }
            simulator.advance();
            let state = |latch: LatchId| simulator.value(circuit.latches()[latch.index()].node.signal());
            let split = self.classes.split_by_runs(runs, state);
            calm = if split { 0 } else { calm + 1 };
            self.spend_simulation();
        }
    }

    /// Splits classes by the successors of random states in which all candidates are equal.
    fn random_states(&mut self) {
        let circuit = self.circuit;
        let mut simulator = Simulator::new(circuit);
        let mut calm = 0;
        while calm < CALM_STATES && !self.exhausted() {
            let replacement = self.classes.replacement();
            let rng = &mut self.rng;
            // The first latch of a class stands before the others.
            let mut words = vec![0u64; circuit.nodes().len()];
            simulator.set_state(|latch| {
                let word = match replacement[latch.index()] {
                    None => rng.next_u64(),
                    Some(by) => words[by.node().index()] ^ (by.is_negated() as u64).wrapping_neg(),
                };
                words[circuit.latches()[latch.index()].node.index()] = word;
                word
            });
            simulator.evaluate(|_| rng.next_u64());
            let runs = simulator.admitted();
            let split = self
                .classes
                .split_by_runs(runs, |latch| simulator.value(circuit.latches()[latch.index()].next));
            calm = if split { 0 } else { calm + 1 };
            self.spend_simulation();
        }
    }

    /// Repeats the induction step until nothing splits. Returns whether it came that far.
    fn induction(&mut self, solver: bool) -> bool {
        loop {
            // One split lets random states show the next one, where the solver would need a repetition for each.
            self.random_states();
            if self.exhausted() {
                return false;
            }
            let replacement = self.classes.replacement();
            let speculation = Speculation::new(self.circuit, &replacement);
            self.spend(speculation.circuit.nodes().len() as u64);
            let split = if solver {
                self.step(&replacement, &speculation)
            } else {
                self.structural_step(&speculation)
            };
            if !split {
                return true;
            }
        }
    }

    /// Splits classes whose next states are not the same signals. Returns whether there were any.
    fn structural_step(&mut self, speculation: &Speculation) -> bool {
        self.classes.split(|latch, negated| speculation.next[latch.index()].negate_if(negated).code() as u64)
    }

    /// Splits classes whose next states cannot be proved equal. Returns whether there were any.
    fn step(&mut self, replacement: &Replacement, speculation: &Speculation) -> bool {
        let mut prover = Prover::new(&speculation.circuit, self.budget);
        let before = self.classes.count();
        for (i, by) in replacement.iter().enumerate() {
            let (latch, by) = match by {
                Some(by) => (LatchId::new(i), *by),
                None => continue,
            };
            let first = latch_of(self.circuit, by);
            let (left, right) = (speculation.next[i], speculation.next_of(first, by));
            // A latch that has been split off meanwhile waits for the next repetition.
            if left == right || !self.classes.together(latch, first) {
                continue;
            }
            let verdict = if self.exhausted() {
                Verdict::Unknown
            } else {
                prover.compare(left, right, self.options.conflicts)
            };
            self.spend(prover.take_effort());
            if verdict == Verdict::Different {
                self.counterexample(speculation, &prover);
            }
            if verdict != Verdict::Equal && self.classes.together(latch, first) {
                debug_assert_eq!(verdict, Verdict::Unknown, "the model tells them apart");
                self.classes.isolate(latch);
            }
        }
        self.classes.count() != before
    }

    /// Splits classes by the successors of the prover's model and of random states near it.
    fn counterexample(&mut self, speculation: &Speculation, prover: &Prover) {
        let rng = &mut self.rng;
        let mut near = |signal: Signal| {
            // Run 0 is the model itself, the others differ in an eighth of what it says.
            let noise = rng.next_u64() & rng.next_u64() & rng.next_u64() & !1;
            match prover.value(signal) {
                Some(value) => (value as u64).wrapping_neg() ^ noise,
                None => rng.next_u64(),
            }
        };
        let circuit = &speculation.circuit;
        let mut simulator = Simulator::new(circuit);
        simulator.set_state(|latch| near(circuit.latches()[latch.index()].node.signal()));
        simulator.evaluate(|input| near(circuit.inputs()[input.index()].signal()));
        let runs = simulator.admitted();
        self.classes.split_by_runs(runs, |latch| simulator.value(speculation.next[latch.index()]));
        self.spend_simulation();
    }
}

/// The circuit with the first latch of each class in the place of the others.
struct Speculation {
    /// Inputs, the first latches of classes, gates and constraints; the latches have no next states here.
    circuit: Circuit,
    /// By latch of the original: its next state.
    next: Vec<Signal>,
}

impl Speculation {
    fn new(original: &Circuit, replacement: &Replacement) -> Speculation {
        let mut copy = Copy::new(original);
        for &node in original.inputs() {
            copy.image[node.index()] = copy.circuit.add_input();
        }
        for (latch, by) in original.latches().iter().zip(replacement) {
            copy.image[latch.node.index()] = match by {
                // The induction step looks at no initial state.
                None => copy.circuit.add_latch(Reset::Free),
                Some(by) => copy.of(*by),
            };
        }
        copy.gates(&vec![true; original.nodes().len()], |copy, _, a, b| copy.rewritten_and(a, b));
        for &constraint in original.constraints() {
            let image = copy.of(constraint);
            copy.circuit.add_constraint(image);
        }
        let next = original.latches().iter().map(|latch| copy.of(latch.next)).collect();
        Speculation { circuit: copy.circuit, next }
    }

    /// The next state of what a latch is replaced by: of the first latch of its class, or of a constant.
    fn next_of(&self, first: Option<LatchId>, by: Signal) -> Signal {
        first.map_or(by, |latch| self.next[latch.index()].negate_if(by.is_negated()))
    }
}

fn latch_of(circuit: &Circuit, signal: Signal) -> Option<LatchId> {
    match circuit.nodes()[signal.node().index()] {
        Node::Latch(latch) => Some(latch),
        _ => None,
    }
}
