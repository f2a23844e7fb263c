//! Runs of a circuit into a bad state, which grow at their beginning (Eén and Sörensson, "Temporal Induction by
//! Incremental SAT Solving", BMC 2003, on the two directions of unrolling).
//!
//! Steps are numbered from the bad one backwards. Each new step comes before all others: where a gate, an input or a
//! latch of it is the next state of a latch, it *is* that latch of the step behind. A latch of the step behind that
//! shares its next state with another one is joined by an equation.
//!
//! All runs asked about have the same end, so its bad signal and the constraints of all steps are clauses for good. The
//! initial state is what moves: it is assumed of the first step, latch by latch, and what is learnt is about runs from
//! any state. If a question has no answer, the part of the initial state in its core leads to no bad state in this
//! number of steps; this is kept as a clause.
//!
//! Limit: a core that needs nothing of the initial state proves the property, which is not noticed.

use super::border::Border;
use crate::base::{Budget, Limit, Lit, Var};
use crate::model::trace::Trace;
use crate::model::transition::Transition;
use crate::model::PropertyId;
use crate::solver::sat::{SatOptions, Solver};

/// Steps of a circuit that lead to a bad state.
pub(in crate::engine) struct Backward {
    solver: Solver,
    budget: Budget,
    property: PropertyId,
    truth: Lit,
    /// If variables behind the border may be eliminated: the border, the latches of the first step.
    border: Option<Border>,
    /// By step, the bad one first, and variable of the transition relation: the literal in the solver.
    steps: Vec<Vec<Lit>>,
}

impl Backward {
    /// No steps yet. `simplify`: variables behind the border may be eliminated.
    pub fn new(property: PropertyId, simplify: bool, seed: u64, budget: &Budget) -> Backward {
        let mut solver = Solver::new(SatOptions { seed, elimination: simplify, ..SatOptions::default() });
        solver.set_budget(budget.clone());
        let truth = solver.new_var().positive();
        solver.add_clause(&[truth]);
        let mut border = simplify.then(Border::default);
        if let Some(border) = &mut border {
            border.move_to(vec![truth], &mut solver);
        }
        Backward { solver, budget: budget.clone(), property, truth, border, steps: Vec::new() }
    }

    /// The property whose bad states the runs lead to.
    pub fn property(&self) -> PropertyId {
        self.property
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Simplifies a run that has grown, if that is allowed.
    pub fn simplify_grown(&mut self) {
        if let Some(border) = &mut self.border {
            border.simplify_grown(&mut self.solver);
        }
    }

    /// Adds a step before all others. Counts as propagating the literals of its clauses.
    pub fn push(&mut self, relation: &Transition) {
        let lits = self.leaves(relation);
        let lit = |l: Lit| lits[l.var().index()].negate_if(l.is_negative());
        let mut clause = Vec::new();
        let mut added = 0;
        for lits_of_clause in relation.clauses() {
            clause.clear();
            clause.extend(lits_of_clause.iter().map(|&l| lit(l)));
            self.solver.add_clause(&clause);
            added += clause.len() as u64;
        }
        for &constraint in relation.constraints() {
            self.solver.add_clause(&[lit(constraint)]);
        }
        match self.steps.last() {
            None => {
                self.solver.add_clause(&[lit(relation.bad(self.property))]);
            }
            Some(behind) => {
                for v in relation.latches() {
                    let (next, latch) = (lit(relation.next(v.positive())), behind[v.index()]);
                    if next != latch {
                        self.solver.add_clause(&[!next, latch]);
                        self.solver.add_clause(&[next, !latch]);
                    }
                }
            }
        }
        self.budget.spend(0, added);
        if let Some(border) = &mut self.border {
            let latches = relation.latches().map(|v| lits[v.index()]);
            border.move_to(latches.chain([self.truth]).collect(), &mut self.solver);
        }
        self.steps.push(lits);
    }

    /// The literals of a new step's variables.
    fn leaves(&mut self, relation: &Transition) -> Vec<Lit> {
        let mut lits: Vec<Option<Lit>> = vec![None; relation.var_count()];
        lits[relation.falsum().var().index()] = Some(!self.truth);
        if let Some(behind) = self.steps.last() {
            for v in relation.latches() {
                let next = relation.next(v.positive());
                let latch = behind[v.index()].negate_if(next.is_negative());
                lits[next.var().index()].get_or_insert(latch);
            }
        }
        let solver = &mut self.solver;
        lits.into_iter().map(|lit| lit.unwrap_or_else(|| solver.new_var().positive())).collect()
    }

    /// Whether a run through all these steps begins in an initial state.
    pub fn begins(&mut self, relation: &Transition) -> Result<bool, Limit> {
        let lits = match self.steps.last() {
            Some(lits) => lits,
            None => return Ok(false),
        };
        let lit = |l: Lit| lits[l.var().index()].negate_if(l.is_negative());
        let constant = |v: Var| relation.reset(v).map(|value| lit(v.lit(value)));
        let mut assumptions: Vec<Lit> = relation.latches().filter_map(constant).collect();
        let functions =
            relation.latches().filter_map(|v| Some((lit(v.positive()), relation.reset_function(v)?)));
        let mut starts = None;
        for (latch, function) in functions {
            let solver = &mut self.solver;
            let starts = *starts.get_or_insert_with(|| solver.new_var().positive());
            let value = lit(function);
            solver.add_clause(&[!starts, !latch, value]);
            solver.add_clause(&[!starts, latch, !value]);
        }
        assumptions.extend(starts);
        if self.solver.solve(&assumptions).decided()? {
            return Ok(true);
        }
        let excluded: Vec<Lit> = self.solver.core().iter().map(|&l| !l).collect();
        self.solver.add_clause(&excluded);
        if let Some(starts) = starts {
            self.solver.add_clause(&[!starts]);
        }
        Ok(false)
    }

    /// The run found last.
    pub fn trace(&self, relation: &Transition) -> Trace {
        let value = |step: &Vec<Lit>, v: Var| self.solver.value(step[v.index()]).unwrap_or(false);
        let inputs = |step: &Vec<Lit>| relation.inputs().map(|v| value(step, v)).collect();
        Trace {
            property: self.property,
            initial: self
                .steps
                .last()
                .map_or(Vec::new(), |first| relation.latches().map(|v| value(first, v)).collect()),
            inputs: self.steps.iter().rev().map(inputs).collect(),
        }
    }
}
