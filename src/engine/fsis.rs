//! FSIS, finite-state inductive strengthening (Bradley and Manna, "Checking Safety by Inductive Generalization of
//! Counterexamples to Induction", FMCAD 2007), the ancestor of IC3, after §3.1 of T. Lange, "IC3 Software Model
//! Checking" (dissertation, RWTH Aachen 2018), below called Lange. It is here for readers: it has no frames and no
//! lifting, and it is not guided by the distance to the bad states.
//!
//! The property is strengthened until it is inductive. `P̂` is the property and all clauses found so far. A state that
//! satisfies `P̂` and can leave it in one step is a *counterexample to induction* (CTI). From the clause that excludes
//! just this state `mic` tries to make a smaller one that is inductive relative to `P̂`. If it fails, the clause
//! itself is added: then the state must be shown unreachable, too, and its predecessors are the next CTIs. Such clauses
//! are called goals here. An initial CTI refutes the property.
//!
//! Lange leaves some things out. *Inputs*: a state is bad if it is with some input, so the property itself cannot be
//! assumed of a state; bad states are excluded like any other CTI. A CTI is remembered with the inputs of its step.
//! *Constraints* hold in that step. *Counterexamples*: the step of a goal's state leads into the state of another goal
//! or is bad itself, so an initial CTI begins a run, which is only followed. *Initiation*: a clause holds initially if
//! the resets imply it; constraints are not used for that.
//!
//! Limits, most important first: a CTI is a full state, and goals are single states, so a circuit with more than some
//! tens of latches is out of reach. Clauses of one property are not kept for the next. There is no bound but the
//! budget.
//!
//! The words are those of the [glossary](crate::glossary).

use super::common::initial::InitialStates;
use super::common::outcome::settle;
use super::{CircuitOutcome, Event, FrameId, Observer, Outcome};
use crate::base::{Budget, Limit, Lit};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::model::circuit::Circuit;
use crate::model::encode::hold::{hold_inputs, Held};
use crate::model::invariant::{Certificate, ClausalInvariant};
use crate::model::trace::Trace;
use crate::model::transition::Transition;
use crate::model::{Depth, PropertyId};
use crate::solver::sat::{SatOptions, Solver};
use std::fmt;

/// Ways to search for a minimal subclause.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Implicate {
    /// Literal by literal: Algorithm 5.
    Linear,
    /// By halves: Algorithm 6.
    Binary,
}

/// Settings of [`Fsis`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FsisOptions {
    /// Seed of the solver. Default 0.
    pub seed: u64,
    /// Default binary.
    pub implicate: Implicate,
}

impl Default for FsisOptions {
    fn default() -> FsisOptions {
        FsisOptions { seed: 0, implicate: Implicate::Binary }
    }
}

/// FSIS on the bads of one circuit. Each property starts anew, since goals belong to it.
pub struct Fsis {
    held: Held,
    relation: Transition,
    initial: InitialStates,
    options: FsisOptions,
    budget: Budget,
    /// The constraints, one step, and `P̂` without the property itself.
    solver: Solver,
    clauses: Vec<Vec<Lit>>,
    goals: Vec<Goal>,
}

/// A state that can reach a bad step, and the first step on that way.
struct Goal {
    state: Vec<Lit>,
    inputs: Vec<bool>,
    /// The goal that the step leads to; `None` if it is bad.
    successor: Option<usize>,
}

impl fmt::Debug for Fsis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fsis")
            .field("options", &self.options)
            .field("clauses", &self.clauses.len())
            .finish_non_exhaustive()
    }
}

impl Fsis {
    /// An engine for this circuit.
    pub fn new(circuit: &Circuit, options: FsisOptions, budget: Budget) -> Fsis {
        let held = hold_inputs(circuit);
        let relation = Transition::new(&held.circuit).booked(&budget);
        let initial = InitialStates::new(&relation, options.seed, &budget);
        let solver = Solver::new(SatOptions::incremental());
        let (clauses, goals) = (Vec::new(), Vec::new());
        Fsis { held, relation, initial, options, budget, solver, clauses, goals }
    }

    /// The lemmas learnt and the states met that lead to a bad one, for the last property.
    pub fn statistics(&self) -> (usize, usize) {
        (self.clauses.len(), self.goals.len())
    }

    /// Proves or refutes a property, named by its index.
    ///
    /// # Panics
    ///
    /// If the circuit does not have the property.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome {
        self.start();
        settle(self.strengthen(property, observer), None)
    }

    fn start(&mut self) {
        self.solver = Solver::new(SatOptions { seed: self.options.seed, ..SatOptions::incremental() });
        self.solver.set_budget(self.budget.clone());
        self.solver.reserve_vars(self.relation.var_count());
        for clause in self.relation.clauses() {
            self.solver.add_clause(clause);
        }
        for &constraint in self.relation.constraints() {
            self.solver.add_clause(&[constraint]);
        }
        self.clauses.clear();
        self.goals.clear();
    }

    /// Adds clauses until no state of `P̂` is bad or steps into the state of a goal.
    fn strengthen(
        &mut self,
        property: PropertyId,
        observer: &mut dyn Observer,
    ) -> Result<CircuitOutcome, Limit> {
        let bad = self.relation.bad(property);
        // Goals before this one are inductive relative to `P̂`, and stay so as it grows.
        let mut open = 0;
        loop {
            self.budget.poll()?;
            let (successor, target) = match self.goals.get(open) {
                Some(goal) => (Some(open), self.next(&goal.state)),
                None => (None, vec![bad]),
            };
            if !self.solve(&target)? {
                if successor.is_none() {
                    return Ok(Outcome::Safe(self.certificate()));
                }
                open += 1;
                continue;
            }
            let cti = self.model(successor);
            observer.event(Event::Obligation {
                frame: FrameId::INIT,
                depth: self.depth(&cti),
                size: cti.state.len(),
            });
            if self.initial.meet(&self.relation, &cti.state)? {
                return Ok(Outcome::Unsafe(self.trace(property, &cti)));
            }
            let excluded: Vec<Lit> = cti.state.iter().map(|&l| !l).collect();
            match self.mic(&excluded)? {
                Some(clause) => {
                    observer.event(Event::Lemma { frame: FrameId::INIT, size: clause.len() });
                    self.add(clause);
                }
                None => {
                    self.goals.push(cti);
                    self.add(excluded);
                }
            }
        }
    }

    /// Algorithm 7: a minimal inductive subclause, relative to `P̂`; `None` (⊤) if there is no inductive one.
    fn mic(&mut self, clause: &[Lit]) -> Result<Option<Vec<Lit>>, Limit> {
        match self.down(clause.to_vec())? {
            None => Ok(None),
            Some(d) => match self.options.implicate {
                Implicate::Linear => self.implicate_linear(&d).map(Some),
                Implicate::Binary => self.implicate_binary(&d, &d, &[]).map(Some),
            },
        }
    }

    /// Algorithm 4: a large subclause that is inductive relative to `P̂`; `None` (⊤) if initiation fails first.
    fn down(&mut self, mut d: Vec<Lit>) -> Result<Option<Vec<Lit>>, Limit> {
        loop {
            if !self.holds_initially(&d)? {
                return Ok(None);
            }
            if self.holds_after(&d, &d)? {
                return Ok(Some(d));
            }
            // The predecessor has to be excluded, too: only literals that are false in it stay.
            let solver = &self.solver;
            d.retain(|&l| solver.value(l) == Some(false));
        }
    }

    /// Algorithm 5. `rho`, here and below, is `P̂ ∧ d ∧ T`; the implied clause must also hold initially.
    fn implicate_linear(&mut self, d: &[Lit]) -> Result<Vec<Lit>, Limit> {
        let mut result = d.to_vec();
        let mut at = 0;
        while at < result.len() {
            let mut shorter = result.clone();
            shorter.remove(at);
            if self.implied(d, &shorter)? {
                result = shorter;
            } else {
                at += 1;
            }
        }
        Ok(result)
    }

    /// Algorithm 6: the literals of `part` that are needed beside those of `support`.
    fn implicate_binary(&mut self, d: &[Lit], part: &[Lit], support: &[Lit]) -> Result<Vec<Lit>, Limit> {
        if part.len() <= 1 {
            // Lange returns it as it is; the support alone may do after the other half was minimised.
            return Ok(if self.implied(d, support)? { Vec::new() } else { part.to_vec() });
        }
        let (left, right) = part.split_at(part.len() / 2);
        if self.implied(d, &[left, support].concat())? {
            return self.implicate_binary(d, left, support);
        }
        if self.implied(d, &[right, support].concat())? {
            return self.implicate_binary(d, right, support);
        }
        let left = self.implicate_binary(d, left, &[right, support].concat())?;
        let right = self.implicate_binary(d, right, &[left.as_slice(), support].concat())?;
        Ok([left, right].concat())
    }

    fn implied(&mut self, d: &[Lit], clause: &[Lit]) -> Result<bool, Limit> {
        Ok(self.holds_initially(clause)? && self.holds_after(d, clause)?)
    }

    /// Initiation.
    fn holds_initially(&mut self, clause: &[Lit]) -> Result<bool, Limit> {
        let cube: Vec<Lit> = clause.iter().map(|&l| !l).collect();
        Ok(!self.initial.meet(&self.relation, &cube)?)
    }

    /// `P̂ ∧ before ∧ T ⇒ clause′`. If not, the solver has a model.
    fn holds_after(&mut self, before: &[Lit], clause: &[Lit]) -> Result<bool, Limit> {
        let violated: Vec<Lit> = clause.iter().map(|&l| !l).collect();
        let violated = self.next(&violated);
        self.solver.add_temporary_clause(before);
        Ok(!self.solve(&violated)?)
    }

    fn next(&self, cube: &[Lit]) -> Vec<Lit> {
        cube.iter().map(|&l| self.relation.next(l)).collect()
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Limit> {
        self.solver.solve(assumptions).decided()
    }

    fn add(&mut self, clause: Vec<Lit>) {
        self.solver.add_clause(&clause);
        self.clauses.push(clause);
    }

    /// The state and the inputs that the solver found.
    fn model(&self, successor: Option<usize>) -> Goal {
        let value = |lit: Lit| self.solver.value(lit) == Some(true);
        Goal {
            state: self.relation.latches().map(|v| v.lit(value(v.positive()))).collect(),
            inputs: self.relation.inputs().map(|v| value(v.positive())).collect(),
            successor,
        }
    }

    /// Transitions from the goal to the bad step.
    fn depth(&self, goal: &Goal) -> Depth {
        let mut depth = 0;
        let mut next = goal.successor;
        while let Some(goal) = next.and_then(|at| self.goals.get(at)) {
            depth += 1;
            next = goal.successor;
        }
        Depth::new(depth)
    }

    fn trace(&self, property: PropertyId, first: &Goal) -> Trace {
        let mut inputs = vec![first.inputs.clone()];
        let mut next = first.successor;
        while let Some(goal) = next.and_then(|at| self.goals.get(at)) {
            inputs.push(goal.inputs.clone());
            next = goal.successor;
        }
        let initial = first.state.iter().map(|l| !l.is_negative()).collect();
        self.held.lift_trace(Trace { property, initial, inputs })
    }

    fn certificate(&self) -> Certificate {
        let circuit = &self.held.circuit;
        let signals =
            |clause: &Vec<Lit>| clause.iter().map(|&l| Transition::latch_signal(circuit, l)).collect();
        let invariant = ClausalInvariant::of_clauses(self.clauses.iter().map(signals).collect());
        Certificate::Inductive(self.held.lift_invariant(&invariant))
    }
}

impl Prover<Circuit> for Fsis {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Circuit> {
        Fsis::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        let (lemmas, goals) = self.statistics();
        vec![("lemmas", lemmas as u64), ("states that lead to a bad one", goals as u64)]
    }
}
