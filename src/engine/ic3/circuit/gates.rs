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
//! the gates are needed, after many counterexamples, or when the questions are hard, and whoever began it begins one
//! with all gates, from nothing: lemmas of an abstraction that failed would be in the way more than they help.
//!
//! Invariants: the cubes of lemmas name latches only, which are the same in both circuits. A run that leaves the search
//! is one of the original.

use super::localise::{PATIENCE, PATIENT_FRAMES};
use super::run::Run;
use crate::base::{Budget, HashMap, HashSet, Limit, Lit};
use crate::engine::ic3::{Cube, End};
use crate::engine::FrameId;
use crate::model::circuit::{Circuit, InputId, LatchId, Node, NodeId, Reset, Signal};
use crate::model::simulate::Simulator;
use crate::model::PropertyId;
use crate::solver::sat::{SatOptions, Solver};

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
pub(super) enum Followed {
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

    /// Makes all constraints a part of the circuit if so many frames are open that patience without them has run out.
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
        let mut copies = Copies::new(self, budget);
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

/// A part of the circuit that may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Part {
    /// A gate, by its node.
    Gate(usize),
    /// A constraint, by its place.
    Constraint(usize),
}

/// A run of the original, as much of it as is asked for, with parts that can be switched off.
struct Copies<'a> {
    circuit: &'a Circuit,
    cut: &'a CutGates,
    solver: Solver,
    truth: Lit,
    /// Implies that the run goes through the cubes.
    through: Lit,
    /// By step and node.
    lits: HashMap<(usize, usize), Lit>,
    /// The parts that are left out and occur, each with the literal that switches it on in all steps.
    switches: Vec<(Part, Lit)>,
    by_part: HashMap<Part, Lit>,
}

impl<'a> Copies<'a> {
    fn new(cut: &'a CutGates, budget: &Budget) -> Copies<'a> {
        let mut solver = Solver::new(SatOptions { elimination: false, ..SatOptions::default() });
        solver.set_budget(budget.clone());
        let truth = solver.new_var().positive();
        solver.add_clause(&[truth]);
        let through = solver.new_var().positive();
        let (lits, by_part) = (HashMap::default(), HashMap::default());
        let circuit = &cut.original;
        Copies { circuit, cut, solver, truth, through, lits, switches: Vec::new(), by_part }
    }

    /// The first state: the end of a run, or an initial state.
    fn start(&mut self, start: Option<&Run>) {
        let circuit = self.circuit;
        for (id, latch) in circuit.latch_ids() {
            let value = match start {
                Some(run) => Some(run.state[id.index()]),
                None => latch.reset.value(),
            };
            let lit = match value {
                Some(value) => self.truth.negate_if(!value),
                None => self.solver.new_var().positive(),
            };
            self.lits.insert((0, latch.node.index()), lit);
        }
        if start.is_none() {
            for latch in circuit.latches() {
                if let Some(function) = latch.reset.function() {
                    let (lit, value) = (self.lit(0, latch.node.signal()), self.lit(0, function));
                    self.solver.add_clause(&[!lit, value]);
                    self.solver.add_clause(&[lit, !value]);
                }
            }
        }
    }

    fn demand(&mut self, step: usize, signal: Signal) {
        let lit = self.lit(step, signal);
        self.solver.add_clause(&[lit]);
    }

    /// The state is in the cube, if the run is to go through the cubes.
    fn pass(&mut self, step: usize, cube: &Cube) {
        for &l in cube.iter() {
            // Latches have the variables from 1 on.
            let latch = &self.circuit.latches()[l.var().index() - 1];
            let lit = self.lit(step, latch.node.signal().negate_if(l.is_negative()));
            self.solver.add_clause(&[lit, !self.through]);
        }
    }

    fn demand_constraints(&mut self, step: usize) {
        for (at, &constraint) in self.circuit.constraints().iter().enumerate() {
            let lit = self.lit(step, constraint);
            let off = (!self.cut.is_active[at]).then(|| !self.switch(Part::Constraint(at)));
            let clause: Vec<Lit> = Some(lit).into_iter().chain(off).collect();
            self.solver.add_clause(&clause);
        }
    }

    /// The literal of a signal in a step, with clauses for the gates below that have none yet.
    fn lit(&mut self, step: usize, signal: Signal) -> Lit {
        let mut stack = vec![(step, signal.node().index())];
        while let Some(&(step, n)) = stack.last() {
            if self.lits.contains_key(&(step, n)) {
                stack.pop();
                continue;
            }
            let known = |s: Signal, step: usize| {
                self.lits.get(&(step, s.node().index())).map(|lit| lit.negate_if(s.is_negated()))
            };
            let lit = match self.circuit.nodes()[n] {
                Node::False => !self.truth,
                Node::Input(_) => self.solver.new_var().positive(),
                Node::Latch(latch) => {
                    let next = self.circuit.latches()[latch.index()].next;
                    match known(next, step - 1) {
                        Some(lit) => lit,
                        None => {
                            stack.push((step - 1, next.node().index()));
                            continue;
                        }
                    }
                }
                Node::And(a, b) => match (known(a, step), known(b, step)) {
                    (Some(a), Some(b)) => self.define(n, a, b),
                    (None, _) => {
                        stack.push((step, a.node().index()));
                        continue;
                    }
                    (_, None) => {
                        stack.push((step, b.node().index()));
                        continue;
                    }
                },
            };
            self.lits.insert((step, n), lit);
            stack.pop();
        }
        self.lits[&(step, signal.node().index())].negate_if(signal.is_negated())
    }

    fn define(&mut self, n: usize, a: Lit, b: Lit) -> Lit {
        let off = self.cut.is_cut[n].then(|| !self.switch(Part::Gate(n)));
        let out = self.solver.new_var().positive();
        for clause in [vec![!out, a], vec![!out, b], vec![out, !a, !b]] {
            let clause: Vec<Lit> = clause.into_iter().chain(off).collect();
            self.solver.add_clause(&clause);
        }
        out
    }

    fn switch(&mut self, part: Part) -> Lit {
        let Copies { solver, switches, by_part, .. } = self;
        *by_part.entry(part).or_insert_with(|| {
            let switch = solver.new_var().positive();
            switches.push((part, switch));
            switch
        })
    }

    /// The run that the solver has found.
    fn run(&self, start: Option<&Run>, steps: usize) -> Run {
        let circuit = self.circuit;
        let value = |step: usize, node: NodeId| {
            let lit = self.lits.get(&(step, node.index()));
            lit.map_or(false, |&lit| self.solver.value(lit).unwrap_or(false))
        };
        let first: Vec<bool> = circuit.latches().iter().map(|latch| value(0, latch.node)).collect();
        let mut run = match start {
            Some(run) => run.clone(),
            None => Run { state: first.clone(), initial: first, inputs: Vec::new() },
        };
        let mut simulator = Simulator::new(circuit);
        for step in 0..steps {
            let inputs: Vec<bool> = circuit.inputs().iter().map(|&node| value(step, node)).collect();
            simulator.set_state(|l: LatchId| run.state[l.index()] as u64);
            simulator.evaluate(|i: InputId| inputs[i.index()] as u64);
            for (latch, value) in circuit.latches().iter().zip(&mut run.state) {
                *value = simulator.value(latch.next) & 1 != 0;
            }
            run.inputs.push(inputs);
        }
        run
    }
}
