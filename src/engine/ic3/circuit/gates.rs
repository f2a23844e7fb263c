//! Gates that are left out until a counterexample needs them.
//!
//! A proof often needs a small part of the logic. So the search begins with the gates below the bad signals, the
//! constraints and the resets; all others are *cut*, which means that they have any value, like inputs. It is the
//! sibling of L-IC3, which leaves next states of latches out, and finer than that (gate-level abstraction: Mishchenko,
//! Eén, Brayton, Baumgartner, Mony, Nalla, "GLA: Gate-Level Abstraction Revisited", DATE 2013; Kurshan 1994; rIC3,
//! 2026).
//!
//! The circuit with cut gates is one of its own, with the same latches and more inputs. It has all runs of the
//! original, so a proof about it is one about the original. A counterexample is a chain of cubes. One query asks for a
//! run of the original through them, with a literal for each cut gate that switches its definition on. If there is
//! none, the gates in the core exclude it: they are cut no longer, and the search goes on with all its lemmas, which
//! stay true when there are fewer steps. After many counterexamples no gate is cut.
//!
//! Invariants: the cubes of lemmas name latches only, which are the same in both circuits. A run that leaves the search
//! is one of the original.

use super::run::Run;
use crate::base::{Budget, HashMap, Limit, Lit};
use crate::engine::ic3::{Cube, End};
use crate::engine::FrameId;
use crate::model::circuit::{Circuit, InputId, LatchId, Node, NodeId, Reset, Signal};
use crate::model::simulate::Simulator;
use crate::model::PropertyId;
use crate::solver::sat::{SatOptions, Solver};

/// Counterexamples after which no gate is cut.
const PATIENCE: usize = 60;

/// The gates of a circuit by whether they are cut, and what has to be done again when that changes.
#[derive(Debug)]
pub(in crate::engine) struct CutGates {
    pub original: Circuit,
    /// By node.
    is_cut: Vec<bool>,
    /// Cubes that are excluded, with their first and last frames.
    pub learnt: Vec<(Cube, FrameId, FrameId)>,
    refinements: usize,
}

/// The judgement on a chain of cubes.
pub(super) enum Followed {
    /// A run of the original goes through it.
    Run(Run),
    /// None does, and some gates are cut no longer.
    Refined,
    /// None does, although no gate in its way is cut.
    Broken,
}

impl CutGates {
    /// All gates are cut but those below bad signals, constraints and resets.
    pub fn new(circuit: &Circuit) -> CutGates {
        let mut is_cut: Vec<bool> =
            circuit.nodes().iter().map(|node| matches!(node, Node::And(..))).collect();
        let resets = circuit.latches().iter().filter_map(|latch| latch.reset.function());
        let roots = circuit.bads().iter().chain(circuit.constraints()).copied().chain(resets);
        let mut stack: Vec<NodeId> = roots.map(Signal::node).collect();
        while let Some(node) = stack.pop() {
            if let (true, Node::And(a, b)) = (is_cut[node.index()], circuit.nodes()[node.index()]) {
                is_cut[node.index()] = false;
                stack.extend([a.node(), b.node()]);
            }
        }
        CutGates { original: circuit.clone(), is_cut, learnt: Vec::new(), refinements: 0 }
    }

    /// The circuit in which cut gates are inputs, as far as something reads them. Latches and properties are the
    /// original's; inputs are, too, with those for gates behind them.
    pub fn circuit(&self) -> Circuit {
        let original = &self.original;
        let nodes = original.nodes();
        let functions = original.latches().iter().filter_map(|latch| latch.reset.function());
        let next = original.latches().iter().map(|latch| latch.next);
        let roots = next.chain(original.bads().iter().chain(original.constraints()).copied());
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
        for &constraint in original.constraints() {
            circuit.add_constraint(of(constraint));
        }
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
        let mut copies = Copies::new(&self.original, &self.is_cut, budget);
        copies.start(start, chain[0]);
        for (step, cube) in chain[1..].iter().enumerate() {
            copies.demand_constraints(step);
            copies.demand_cube(step + 1, cube);
        }
        let mut steps = chain.len() - 1;
        if let (End::Goal, Some(bad)) = (end, bad.and_then(|property| self.original.bad(property))) {
            copies.demand_constraints(steps);
            copies.demand(steps, bad);
            steps += 1;
        }
        let switches: Vec<Lit> = copies.switches.iter().map(|&(_, switch)| switch).collect();
        if copies.solver.solve(&switches).decided()? {
            return Ok(Followed::Run(copies.run(start, steps)));
        }
        let core: Vec<Lit> = copies.solver.core().to_vec();
        let needed: Vec<usize> =
            copies.switches.iter().filter(|(_, switch)| core.contains(switch)).map(|&(n, _)| n).collect();
        self.refinements += 1;
        if needed.is_empty() {
            return Ok(Followed::Broken);
        }
        needed.into_iter().for_each(|n| self.is_cut[n] = false);
        if self.refinements > PATIENCE {
            self.is_cut.iter_mut().for_each(|cut| *cut = false);
        }
        Ok(Followed::Refined)
    }
}

/// A run of the original, as much of it as is asked for, with definitions that can be switched off.
struct Copies<'a> {
    circuit: &'a Circuit,
    is_cut: &'a [bool],
    solver: Solver,
    truth: Lit,
    /// By step and node.
    lits: HashMap<(usize, usize), Lit>,
    /// The cut gates that occur, each with the literal that switches its definition on in all steps.
    switches: Vec<(usize, Lit)>,
    by_gate: HashMap<usize, Lit>,
}

impl<'a> Copies<'a> {
    fn new(circuit: &'a Circuit, is_cut: &'a [bool], budget: &Budget) -> Copies<'a> {
        let mut solver = Solver::new(SatOptions { elimination: false, ..SatOptions::default() });
        solver.set_budget(budget.clone());
        let truth = solver.new_var().positive();
        solver.add_clause(&[truth]);
        let (lits, by_gate) = (HashMap::default(), HashMap::default());
        Copies { circuit, is_cut, solver, truth, lits, switches: Vec::new(), by_gate }
    }

    /// The first state: the end of a run, or an initial state in the cube.
    fn start(&mut self, start: Option<&Run>, first: &Cube) {
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
        self.demand_cube(0, first);
    }

    fn demand(&mut self, step: usize, signal: Signal) {
        let lit = self.lit(step, signal);
        self.solver.add_clause(&[lit]);
    }

    fn demand_cube(&mut self, step: usize, cube: &Cube) {
        for &l in cube.iter() {
            // Latches have the variables from 1 on.
            let latch = &self.circuit.latches()[l.var().index() - 1];
            self.demand(step, latch.node.signal().negate_if(l.is_negative()));
        }
    }

    fn demand_constraints(&mut self, step: usize) {
        for &constraint in self.circuit.constraints() {
            self.demand(step, constraint);
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
        let (out, off) = (self.solver.new_var().positive(), self.switch(n).map(|on| !on));
        for clause in [vec![!out, a], vec![!out, b], vec![out, !a, !b]] {
            let clause: Vec<Lit> = clause.into_iter().chain(off).collect();
            self.solver.add_clause(&clause);
        }
        out
    }

    fn switch(&mut self, n: usize) -> Option<Lit> {
        if !self.is_cut[n] {
            return None;
        }
        let Copies { solver, switches, by_gate, .. } = self;
        Some(*by_gate.entry(n).or_insert_with(|| {
            let switch = solver.new_var().positive();
            switches.push((n, switch));
            switch
        }))
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
