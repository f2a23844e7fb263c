//! A run of a circuit with parts that can be switched off.
//!
//! One solver has the steps of the run, as much of them as is asked for. Each gate or constraint that a search has left
//! out is there if a literal is assumed, the same in all steps. So the core of a question tells which of them exclude a
//! run.

use super::run::Run;
use crate::base::{Budget, HashMap, Lit};
use crate::engine::ic3::Cube;
use crate::model::circuit::{Circuit, InputId, LatchId, Node, NodeId, Signal};
use crate::model::simulate::Simulator;
use crate::solver::sat::{SatOptions, Solver};

/// A part of the circuit that may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Part {
    /// A gate, by its node.
    Gate(usize),
    /// A constraint, by its place.
    Constraint(usize),
}

/// A run of the original, as much of it as is asked for, with parts that can be switched off.
pub(super) struct Copies<'a> {
    circuit: &'a Circuit,
    /// By node: whether it is a gate that is left out.
    is_cut: &'a [bool],
    /// By constraint: whether it is not left out.
    is_active: &'a [bool],
    pub solver: Solver,
    truth: Lit,
    /// Implies that the run goes through the cubes.
    pub through: Lit,
    /// By step and node.
    lits: HashMap<(usize, usize), Lit>,
    /// The parts that are left out and occur, each with the literal that switches it on in all steps.
    pub switches: Vec<(Part, Lit)>,
    by_part: HashMap<Part, Lit>,
}

impl<'a> Copies<'a> {
    pub fn new(
        circuit: &'a Circuit,
        is_cut: &'a [bool],
        is_active: &'a [bool],
        budget: &Budget,
    ) -> Copies<'a> {
        let mut solver = Solver::new(SatOptions { elimination: false, ..SatOptions::default() });
        solver.set_budget(budget.clone());
        let truth = solver.new_var().positive();
        solver.add_clause(&[truth]);
        let through = solver.new_var().positive();
        let (lits, by_part) = (HashMap::default(), HashMap::default());
        Copies { circuit, is_cut, is_active, solver, truth, through, lits, switches: Vec::new(), by_part }
    }

    /// The first state: the end of a run, or an initial state.
    pub fn start(&mut self, start: Option<&Run>) {
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

    pub fn demand(&mut self, step: usize, signal: Signal) {
        let lit = self.lit(step, signal);
        self.solver.add_clause(&[lit]);
    }

    /// The state is in the cube, if the run is to go through the cubes.
    pub fn pass(&mut self, step: usize, cube: &Cube) {
        for &l in cube.iter() {
            // Latches have the variables from 1 on.
            let latch = &self.circuit.latches()[l.var().index() - 1];
            let lit = self.lit(step, latch.node.signal().negate_if(l.is_negative()));
            self.solver.add_clause(&[lit, !self.through]);
        }
    }

    pub fn demand_constraints(&mut self, step: usize) {
        for (at, &constraint) in self.circuit.constraints().iter().enumerate() {
            let lit = self.lit(step, constraint);
            let off = (!self.is_active[at]).then(|| !self.switch(Part::Constraint(at)));
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
        let off = self.is_cut[n].then(|| !self.switch(Part::Gate(n)));
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
    pub fn run(&self, start: Option<&Run>, steps: usize) -> Run {
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
