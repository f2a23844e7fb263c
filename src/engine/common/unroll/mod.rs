//! Runs of a circuit of a growing length in one incremental solver (Eén and Sörensson, "Temporal Induction by
//! Incremental SAT Solving", BMC 2003).
//!
//! Each step is a copy of the transition relation. A latch of step `t + 1` *is* the literal of its next state in step
//! `t`, so that steps are joined without equations, and literals that are fixed by then become constants.
//!
//! Constraints are switched on by [`Unrolling::admitted`]: the run up to step `t` has to satisfy them in each of its
//! steps, but nothing is asked of the steps after. A run into a dead end is a run.
//!
//! Only the border of a run, the next states of its last step, is mentioned by later steps. By option it alone is
//! frozen, and the solver may eliminate and replace the other variables ([`Unrolling::simplifying`]). An eliminated
//! variable that is asked about after all comes back by itself.

mod backward;
mod border;
mod parts;
mod system;

pub(in crate::engine) use backward::Backward;
pub(in crate::engine) use parts::{interpolants_between, interpolants_of_tree, Parts, StepParts};
pub(in crate::engine) use system::{Copies, Run};

use crate::base::{Budget, Limit, Lit, Var};
use crate::model::trace::Trace;
use crate::model::transition::Transition;
use crate::model::PropertyId;
use crate::solver::sat::{SatOptions, Solver};
use border::Border;

/// Steps of a circuit, from an initial state or from any.
pub(in crate::engine) struct Unrolling {
    solver: Solver,
    budget: Budget,
    truth: Lit,
    initial: bool,
    /// If variables behind the border may be eliminated: the border.
    border: Option<Border>,
    /// By step and variable of the transition relation: the literal in the solver.
    steps: Vec<Vec<Lit>>,
    /// By step: implies that the constraints hold in it and in those before.
    admitted: Vec<Lit>,
}

impl Unrolling {
    /// No steps yet. `initial`: the first one is in an initial state.
    pub fn new(initial: bool, seed: u64, budget: &Budget) -> Unrolling {
        // A variable that is eliminated after one step might come back with the next.
        let mut solver = Solver::new(SatOptions { seed, elimination: false, ..SatOptions::default() });
        solver.set_budget(budget.clone());
        let truth = solver.new_var().positive();
        solver.add_clause(&[truth]);
        Unrolling {
            solver,
            budget: budget.clone(),
            truth,
            initial,
            border: None,
            steps: Vec::new(),
            admitted: Vec::new(),
        }
    }

    /// The same, with elimination of variables behind the border. For users that ask about a step once.
    pub fn simplifying(mut self) -> Unrolling {
        self.solver.options_mut().elimination = true;
        let mut border = Border::default();
        border.move_to(vec![self.truth], &mut self.solver);
        self.border = Some(border);
        self
    }

    /// Simplifies the clauses, if that is allowed and pays.
    pub fn simplify_grown(&mut self) {
        if let Some(border) = &mut self.border {
            border.simplify_grown(&mut self.solver);
        }
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Adds a step. Counts as propagating the literals of its clauses, so that deep runs are not free.
    pub fn push(&mut self, relation: &Transition) {
        let lits = self.leaves(relation);
        let mut clause = Vec::new();
        let mut added = 0;
        for lits_of_clause in relation.clauses() {
            clause.clear();
            clause.extend(lits_of_clause.iter().map(|l| lits[l.var().index()].negate_if(l.is_negative())));
            self.solver.add_clause(&clause);
            added += clause.len() as u64;
        }
        if self.initial && self.steps.is_empty() {
            self.start(relation, &lits);
        }
        self.budget.spend(0, added);
        self.steps.push(lits);
        let step = self.steps.len() - 1;
        let before = self.admitted.last().copied().unwrap_or(self.truth);
        let admitted = if relation.constraints().is_empty() { before } else { self.fresh() };
        for &constraint in relation.constraints() {
            let constraint = self.lit(step, constraint);
            self.solver.add_clause(&[!admitted, constraint]);
        }
        self.solver.add_clause(&[!admitted, before]);
        self.admitted.push(admitted);
        if let Some(border) = &mut self.border {
            let last = &self.steps[step];
            let next = |v: Var| relation.next(v.positive());
            let lit = |l: Lit| last[l.var().index()].negate_if(l.is_negative());
            let next_states = relation.latches().map(|v| lit(next(v)));
            border.move_to(next_states.chain([self.truth, admitted]).collect(), &mut self.solver);
        }
    }

    /// Latches with reset functions start with the values of these.
    fn start(&mut self, relation: &Transition, lits: &[Lit]) {
        for v in relation.latches() {
            if let Some(function) = relation.reset_function(v) {
                let (latch, value) = (lits[v.index()], lits[function.var().index()]);
                let value = value.negate_if(function.is_negative());
                self.solver.add_clause(&[!latch, value]);
                self.solver.add_clause(&[latch, !value]);
            }
        }
    }

    /// The literals of a new step's variables.
    fn leaves(&mut self, relation: &Transition) -> Vec<Lit> {
        let mut lits = Vec::with_capacity(relation.var_count());
        lits.push(!self.truth);
        for v in relation.latches() {
            let lit = match self.steps.last() {
                Some(last) => {
                    let next = relation.next(v.positive());
                    last[next.var().index()].negate_if(next.is_negative())
                }
                None => match relation.reset(v).filter(|_| self.initial) {
                    Some(value) => self.truth.negate_if(!value),
                    None => self.fresh(),
                },
            };
            lits.push(match self.solver.fixed_value(lit) {
                Some(value) => self.truth.negate_if(!value),
                None => lit,
            });
        }
        while lits.len() < relation.var_count() {
            let lit = self.fresh();
            lits.push(lit);
        }
        lits
    }

    /// The literal in a step for one of the transition relation.
    pub fn lit(&self, step: usize, lit: Lit) -> Lit {
        self.steps[step][lit.var().index()].negate_if(lit.is_negative())
    }

    /// To be assumed where the run has to satisfy the constraints up to this step.
    pub fn admitted(&self, step: usize) -> Lit {
        self.admitted[step]
    }

    /// A new variable.
    pub fn fresh(&mut self) -> Lit {
        self.solver.new_var().positive()
    }

    /// Adds a clause.
    pub fn assert(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    /// Whether there is such a run.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Limit> {
        self.solver.solve(assumptions).decided()
    }

    /// The value of a literal in the run found last.
    pub fn value(&self, lit: Lit) -> bool {
        self.solver.value(lit).unwrap_or(false)
    }

    /// The run found last, up to a step.
    pub fn trace(&self, relation: &Transition, property: PropertyId, last: usize) -> Trace {
        let value = |step: usize, v: Var| self.value(self.lit(step, v.positive()));
        let inputs = |step| relation.inputs().map(|v| value(step, v)).collect();
        Trace {
            property,
            initial: relation.latches().map(|v| value(0, v)).collect(),
            inputs: (0..=last).map(inputs).collect(),
        }
    }
}
