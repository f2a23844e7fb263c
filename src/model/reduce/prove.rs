//! Whether two signals of a circuit are equal in every step that its constraints admit: the solver behind equivalences.

use crate::base::{Budget, Lit, Var};
use crate::model::circuit::{Circuit, Node, NodeId, Signal};
use crate::solver::sat::{Answer, Definitions, SatOptions, Solver};
use std::sync::Arc;

/// The cost of encoding a gate, in propagated literals.
const GATE: u64 = 8;

/// The result of a comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    Equal,
    /// There is a model, to be asked for by [`Prover::value`].
    Different,
    /// The conflicts did not suffice.
    Unknown,
}

/// A solver in which variable `i` is node `i`. The clauses of a gate are added when it is first in a cone, and queries
/// are restricted to their cones, so a query costs what its signals depend on and not the whole circuit.
pub(super) struct Prover<'a> {
    circuit: &'a Circuit,
    solver: Solver,
    encoded: Vec<bool>,
    budget: &'a Budget,
    /// Gates encoded so far.
    gates: u64,
    /// The effort already accounted for.
    taken: u64,
}

impl<'a> Prover<'a> {
    /// A solver that assumes all constraints of the circuit.
    pub(super) fn new(circuit: &'a Circuit, budget: &'a Budget) -> Prover<'a> {
        let mut solver = Solver::new(SatOptions::incremental());
        solver.reserve_vars(circuit.nodes().len());
        let fanins = circuit.nodes().iter().map(|node| match node {
            Node::And(a, b) => vec![var(a.node()), var(b.node())],
            _ => Vec::new(),
        });
        solver.set_definitions(Arc::new(Definitions::new(fanins)));
        solver.add_clause(&[lit(Signal::TRUE)]);
        let encoded = vec![false; circuit.nodes().len()];
        let mut prover = Prover { circuit, solver, encoded, budget, gates: 0, taken: 0 };
        for &constraint in circuit.constraints() {
            prover.encode(constraint);
            prover.solver.add_clause(&[lit(constraint)]);
            prover.solver.keep_in_domain(var(constraint.node()));
        }
        prover
    }

    /// Compares two signals, with a limit on the conflicts.
    pub(super) fn compare(&mut self, left: Signal, right: Signal, conflicts: u64) -> Verdict {
        self.encode(left);
        self.encode(right);
        for (a, b) in [(left, !right), (!left, right)] {
            let limited = Budget::unlimited().with_conflicts(conflicts).with_cancel(self.budget.canceller());
            self.solver.set_budget(limited);
            match self.solver.solve_in_domain(&[lit(a), lit(b)]) {
                Answer::Unsat => {}
                Answer::Sat => return Verdict::Different,
                Answer::Unknown(_) => return Verdict::Unknown,
            }
        }
        Verdict::Equal
    }

    /// The work done since the last call, in propagated literals or work that takes as long.
    pub(super) fn take_effort(&mut self) -> u64 {
        let statistics = self.solver.statistics();
        let all = statistics.propagations + 2 * statistics.decisions + GATE * self.gates;
        all - std::mem::replace(&mut self.taken, all)
    }

    /// The value in the last model; `None` for what the compared signals do not depend on.
    pub(super) fn value(&self, signal: Signal) -> Option<bool> {
        self.solver.value(lit(signal))
    }

    fn encode(&mut self, root: Signal) {
        self.gates += encode(self.circuit, &mut self.solver, &mut self.encoded, root);
    }
}

/// Gives a solver in which variable `i` is node `i` the clauses of the gates below a signal that are not `encoded` yet;
/// the number of these gates.
pub(super) fn encode(circuit: &Circuit, solver: &mut Solver, encoded: &mut [bool], root: Signal) -> u64 {
    let mut gates = 0;
    let mut stack = vec![root.node()];
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut encoded[node.index()], true) {
            continue;
        }
        if let Node::And(a, b) = circuit.nodes()[node.index()] {
            let (out, left, right) = (lit(node.signal()), lit(a), lit(b));
            gates += 1;
            solver.add_clause(&[!out, left]);
            solver.add_clause(&[!out, right]);
            solver.add_clause(&[out, !left, !right]);
            stack.extend([a.node(), b.node()]);
        }
    }
    gates
}

pub(super) fn var(node: NodeId) -> Var {
    Var::new(node.index())
}

pub(super) fn lit(signal: Signal) -> Lit {
    var(signal.node()).lit(!signal.is_negated())
}
