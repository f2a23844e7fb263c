//! Gates and constraints that are left out until a counterexample needs them.
//!
//! A proof often needs a small part of the logic. So the search begins with the gates below the bad signals and the
//! resets; all others are *cut*, which means that they have any value, like inputs. It is the sibling of L-IC3, which
//! leaves next states of latches out, and finer than that (gate-level abstraction: Mishchenko, Eén, Brayton,
//! Baumgartner, Mony, Nalla, "GLA: Gate-Level Abstraction Revisited", DATE 2013; Kurshan 1994; rIC3, 2026). Constraints
//! are left out, too, as in `localise`, if the options say so.
//!
//! The circuit with cut gates is one of its own, with the same latches and more inputs. It has all runs of the
//! original, so a proof about it is one about the original. A counterexample is a chain of cubes. One query asks for
//! a run of the original as long as the chain, with a literal for each part that was left out, which switches it on; if
//! that takes too many conflicts, another one asks for a run through the cubes. If there is none, the parts in the core
//! exclude it: they are left out no longer, and the search goes on with all its lemmas, which stay true when there are
//! fewer steps.
//!
//! An abstraction costs more than it gives if a proof needs much of the circuit. The search is given up when half of
//! the gates are needed, after many counterexamples, or when the questions are hard, and [`Ic3`](super::Ic3)
//! starts one with all gates, from nothing: lemmas of an abstraction that failed would be in the way more than they
//! help.
//!
//! Invariants: the cubes of lemmas name latches only, which are the same in both circuits. A run that leaves the search
//! is one of the original.

use super::localise::{PATIENCE, PATIENT_FRAMES};
use super::run::Run;
use super::switched::{Copies, Part};
use crate::base::{Budget, HashSet, Limit, Lit};
use crate::engine::ic3::{Cube, End};
use crate::engine::FrameId;
use crate::model::circuit::{Circuit, Node, NodeId, Reset, Signal};
use crate::model::PropertyId;

/// Counterexamples after which the abstraction is given up.
const MOST_REFINEMENTS: usize = 60;

/// Questions that took too many conflicts after which it is given up.
const MOST_HARD: usize = 1;

/// Conflicts that the question for any run of the length of a chain may cost.
const CONFLICTS: u64 = 5_000;

/// The gates of a circuit by whether they are cut, and what has to be done again when that changes.
#[derive(Debug)]
pub(in crate::engine) struct CutGates {
    pub original: Circuit,
    /// By node.
    is_cut: Vec<bool>,
    /// By constraint: whether it is a part of the circuit that is searched.
    pub is_active: Vec<bool>,
    /// The cubes that are excluded.
    pub learnt: Vec<Learnt>,
    refinements: usize,
    /// Those that needed constraints.
    constraint_refinements: usize,
    /// Constraints became active while obligations may have rested on steps that break them.
    is_stale: bool,
    /// Questions for any run of the length of a chain that took too many conflicts.
    too_hard: usize,
}

/// A cube that is excluded, with the first and the last of its frames.
pub(in crate::engine) type Learnt = (Cube, FrameId, FrameId);

/// The judgement on a chain of cubes.
pub(in crate::engine) enum Followed {
    /// A run of the original goes through it.
    Run(Run),
    /// None does, and some parts are left out no longer.
    Refined,
    /// None does, and the abstraction is not worth its price.
    NeedsMuch,
    /// None does, although no gate in its way is cut.
    Broken,
}

impl CutGates {
    /// All gates are cut but those below bad signals, constraints that are there from the beginning, all or none, and
    /// resets.
    pub fn new(circuit: &Circuit, has_constraints: bool) -> CutGates {
        let is_active = vec![has_constraints; circuit.constraints().len()];
        let mut is_cut: Vec<bool> =
            circuit.nodes().iter().map(|node| matches!(node, Node::And(..))).collect();
        let resets = circuit.latches().iter().filter_map(|latch| latch.reset.function());
        let constraints = circuit.constraints().iter().filter(|_| has_constraints);
        let roots = circuit.bads().iter().chain(constraints).copied().chain(resets);
        let mut stack: Vec<NodeId> = roots.map(Signal::node).collect();
        while let Some(node) = stack.pop() {
            if let (true, Node::And(a, b)) = (is_cut[node.index()], circuit.nodes()[node.index()]) {
                is_cut[node.index()] = false;
                stack.extend([a.node(), b.node()]);
            }
        }
        CutGates {
            original: circuit.clone(),
            is_cut,
            is_active,
            learnt: Vec::new(),
            refinements: 0,
            constraint_refinements: 0,
            is_stale: false,
            too_hard: 0,
        }
    }

    /// Makes all constraints a part of the circuit if patience without them has run out, measured in open frames.
    /// Whether there were others. Obligations stay.
    pub fn at_frame(&mut self, frames: usize) -> bool {
        let new = frames >= PATIENT_FRAMES && self.is_active.contains(&false);
        if new {
            self.is_active.iter_mut().for_each(|active| *active = true);
            self.is_stale = true;
        }
        new
    }

    fn active_constraints(&self) -> impl Iterator<Item = Signal> + '_ {
        let all = self.original.constraints().iter().zip(&self.is_active);
        all.filter(|(_, &active)| active).map(|(&constraint, _)| constraint)
    }

    /// The number of counterexamples that needed gates that were cut.
    pub fn refinements(&self) -> u64 {
        self.refinements as u64
    }

    /// The number of gates that are cut.
    pub fn count(&self) -> u64 {
        self.is_cut.iter().filter(|&&cut| cut).count() as u64
    }

    /// The circuit in which cut gates are inputs, as far as something reads them. Latches and bad signals are the
    /// original's; inputs are, too, with those for gates behind them. It has the active constraints.
    pub fn circuit(&self) -> Circuit {
        let original = &self.original;
        let nodes = original.nodes();
        let functions = original.latches().iter().filter_map(|latch| latch.reset.function());
        let next = original.latches().iter().map(|latch| latch.next);
        let roots = next.chain(original.bads().iter().copied()).chain(self.active_constraints());
        let mut needed = vec![false; nodes.len()];
        roots.chain(functions).for_each(|root| needed[root.node().index()] = true);
        for n in (0..nodes.len()).rev() {
            if let (true, false, Node::And(a, b)) = (needed[n], self.is_cut[n], nodes[n]) {
                needed[a.node().index()] = true;
                needed[b.node().index()] = true;
            }
        }
        let mut circuit = Circuit::new();
        let mut image = vec![Signal::FALSE; nodes.len()];
        for latch in original.latches() {
            let reset = latch.reset.function().map_or(latch.reset, |_| Reset::Free);
            image[latch.node.index()] = circuit.add_latch(reset);
        }
        for node in original.inputs() {
            image[node.index()] = circuit.add_input();
        }
        for (n, node) in nodes.iter().enumerate().filter(|&(n, _)| needed[n]) {
            if let Node::And(a, b) = *node {
                let of = |s: Signal| image[s.node().index()].negate_if(s.is_negated());
                image[n] = if self.is_cut[n] { circuit.add_input() } else { circuit.and(of(a), of(b)) };
            }
        }
        let of = |s: Signal| image[s.node().index()].negate_if(s.is_negated());
        let mut resets = Vec::new();
        for latch in original.latches() {
            circuit.set_next(of(latch.node.signal()), of(latch.next));
            if let Reset::Function(signal) = latch.reset {
                resets.push((of(latch.node.signal()), Reset::Function(of(signal))));
            }
        }
        // Functions depend on each other as those of the original do.
        let set = circuit.set_resets(&resets);
        debug_assert_eq!(set, Ok(()));
        for &bad in original.bads() {
            circuit.add_bad(of(bad));
        }
        self.active_constraints().for_each(|constraint| circuit.add_constraint(of(constraint)));
        circuit.symbols.latches = original.symbols.latches.clone();
        circuit
    }

    /// Looks for a run of the original through the cubes of a chain, from `start` on if that is given. If there is
    /// none, the gates that exclude it are cut no longer.
    pub fn follow(
        &mut self,
        start: Option<&Run>,
        chain: &[&Cube],
        bad: Option<PropertyId>,
        end: End,
        budget: &Budget,
    ) -> Result<Followed, Limit> {
        let mut copies = Copies::new(&self.original, &self.is_cut, &self.is_active, budget);
        copies.start(start);
        copies.pass(0, chain[0]);
        for (step, cube) in chain[1..].iter().enumerate() {
            copies.demand_constraints(step);
            copies.pass(step + 1, cube);
        }
        let mut steps = chain.len() - 1;
        if let (End::Goal, Some(bad)) = (end, bad.and_then(|property| self.original.bad(property))) {
            copies.demand_constraints(steps);
            copies.demand(steps, bad);
            steps += 1;
        }
        let mut switches: Vec<Lit> = copies.switches.iter().map(|&(_, switch)| switch).collect();
        let mut found = None;
        if start.is_none() && end == End::Goal {
            copies.solver.set_budget(budget.clone().and_conflicts(CONFLICTS));
            found = copies.solver.solve(&switches).decided().ok();
            copies.solver.set_budget(budget.clone());
        }
        let is_hard = found.is_none() && start.is_none() && end == End::Goal;
        if found.is_none() {
            switches.push(copies.through);
            found = Some(copies.solver.solve(&switches).decided()?);
        }
        if found == Some(true) {
            return Ok(Followed::Run(copies.run(start, steps)));
        }
        let core: HashSet<Lit> = copies.solver.core().iter().copied().collect();
        let of_core = copies.switches.iter().filter(|(_, switch)| core.contains(switch));
        let needed: Vec<Part> = of_core.map(|&(part, _)| part).collect();
        self.too_hard += is_hard as usize;
        Ok(self.refine(&needed))
    }

    /// Leaves these parts out no longer.
    fn refine(&mut self, needed: &[Part]) -> Followed {
        let was_stale = std::mem::take(&mut self.is_stale);
        if needed.is_empty() {
            return if was_stale { Followed::Refined } else { Followed::Broken };
        }
        self.refinements += 1;
        let mut needs_constraints = false;
        for part in needed {
            match *part {
                Part::Gate(n) => self.is_cut[n] = false,
                Part::Constraint(at) => {
                    self.is_active[at] = true;
                    needs_constraints = true;
                }
            }
        }
        self.constraint_refinements += needs_constraints as usize;
        if self.constraint_refinements > PATIENCE {
            self.is_active.iter_mut().for_each(|active| *active = true);
        }
        let few_are_cut = 2 * self.count() < self.original.and_count() as u64;
        if self.refinements > MOST_REFINEMENTS || self.too_hard > MOST_HARD || few_are_cut {
            return Followed::NeedsMuch;
        }
        Followed::Refined
    }
}
