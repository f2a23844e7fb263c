//! k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000; incrementally as Eén and Sörensson, BMC 2003).
//!
//! A property holds if it does in the first `k` steps (the base, which is bounded model checking) and after any `k`
//! steps in a row in which it does (the step). Constraints count in all of them. The method is complete because a
//! shortest counterexample repeats no state: its states may be assumed to differ pairwise. These assumptions are
//! quadratic in `k` and mostly not needed, so one is added only when the solver's answer violates it.
//!
//! States are compared in the latches on which the property or a constraint depends, the first one also in the inputs
//! that the resets of these latches read: a step with other inputs cannot take the place of the first one of a run.
//! With simple paths `k` ends at the length of the longest one, which may be as long as there are states.
//!
//! Lemmas that other engines have found hold in each step of the run and may make it impossible: a property that is not
//! k-inductive for any small `k` often is, together with a few clauses of IC3. They are looked at before they are
//! taken, and become a part of the certificate.
//!
//! Limits, most important first: the method makes no lemmas itself, so a property that is k-inductive for no small `k`
//! needs other engines beside it or a strengthening by hand. With simple paths the number of assumptions may grow with
//! the square of `k`. Over infinite sorts even these do not make the method complete.
//! [`max_k`](KInductionOptions::max_k) caps `k`. Programs and Horn clauses are not taken, since its proofs say nothing
//! about single locations.
//!
//! The words are those of the [glossary](crate::glossary).

mod system;

pub use system::SystemKInduction;

use super::bmc::{Bmc, BmcOptions};
use super::common::lemmas::inductive_subset;
use super::common::outcome::settle;
use super::common::unroll::Unrolling;
use super::{CircuitLemmas, CircuitOutcome, Event, Observer, Outcome, StopCause};
use crate::base::{Budget, Limit, Lit};
use crate::engine::common::prover::{Counters, OutcomeOf, Prover};
use crate::model::circuit::{Circuit, Node, NodeId, Signal};
use crate::model::invariant::{Certificate, ClausalInvariant};
use crate::model::paths::compared;
use crate::model::transition::Transition;
use crate::model::{Depth, PropertyId};
use crate::solver::sat::{SatOptions, Solver};
use std::collections::BTreeMap;
use std::fmt;

/// Settings of [`KInduction`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KInductionOptions {
    /// Seed of the solvers. Default 0.
    pub seed: u64,
    /// The largest `k` tried; `None`: any. Default `None`.
    pub max_k: Option<usize>,
    /// Whether the states of a run may be assumed to differ. Default on; without it many properties are not k-inductive
    /// for any `k`.
    pub simple_path: bool,
}

impl Default for KInductionOptions {
    fn default() -> KInductionOptions {
        KInductionOptions { seed: 0, max_k: None, simple_path: true }
    }
}

/// k-induction on the bads of one circuit. The base's unrolling lives on from one property to the next.
pub struct KInduction {
    circuit: Circuit,
    relation: Transition,
    base: Bmc,
    /// The step of the property looked at last.
    step: Option<InductionStep>,
    lemmas: Option<Lemmas>,
    options: KInductionOptions,
    budget: Budget,
}

/// Lemmas of other engines.
struct Lemmas {
    board: CircuitLemmas,
    /// A step in which the lemmas taken so far and the constraints hold.
    solver: Solver,
    /// Those not looked at yet.
    news: Vec<Vec<Signal>>,
    /// Those taken: as clauses over signals, and over the step.
    taken: Vec<(Vec<Signal>, Vec<Lit>)>,
}

impl fmt::Debug for KInduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KInduction")
            .field("options", &self.options)
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}

impl KInduction {
    /// An engine for this circuit.
    pub fn new(circuit: &Circuit, options: KInductionOptions, budget: Budget) -> KInduction {
        let base = BmcOptions { seed: options.seed, ..BmcOptions::default() };
        KInduction {
            circuit: circuit.clone(),
            relation: Transition::new(circuit).booked(&budget),
            base: Bmc::new(circuit, base, budget.clone()),
            step: None,
            lemmas: None,
            options,
            budget,
        }
    }

    /// Takes lemmas from other engines from now on: all states of a run satisfy them.
    pub fn share(&mut self, board: CircuitLemmas) {
        let mut solver = Solver::new(SatOptions { seed: self.options.seed, ..SatOptions::incremental() });
        solver.set_budget(self.budget.clone());
        solver.reserve_vars(self.relation.var_count());
        for clause in self.relation.clauses() {
            solver.add_clause(clause);
        }
        for &constraint in self.relation.constraints() {
            solver.add_clause(&[constraint]);
        }
        self.lemmas = Some(Lemmas { board, solver, news: Vec::new(), taken: Vec::new() });
    }

    /// The steps that were unrolled from the initial states, and from any state for the last property.
    pub fn steps(&self) -> (usize, usize) {
        (self.base.steps(), self.step.as_ref().map_or(0, InductionStep::k))
    }

    /// Proves or refutes a property, named by its index, until the bound or a limit is reached. The outcome then says
    /// up to which depth there is no counterexample. Asked for the same property again it goes on where it was.
    ///
    /// # Panics
    ///
    /// If the circuit does not have the property.
    pub fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome {
        let mut safe_depth = None;
        let result = self.run(property, &mut safe_depth, observer);
        settle(result, safe_depth)
    }

    fn run(
        &mut self,
        property: PropertyId,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<CircuitOutcome, Limit> {
        let mut step = match self.step.take() {
            Some(step) if step.property == property => step,
            _ => InductionStep::new(self, property),
        };
        let outcome = self.extend(&mut step, safe_depth, observer);
        self.step = Some(step);
        outcome
    }

    fn extend(
        &mut self,
        step: &mut InductionStep,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<CircuitOutcome, Limit> {
        let property = step.property;
        let bad = self.relation.bad(property);
        for k in 1.. {
            if let Some(trace) = self.base.find(property, k - 1, k - 1)? {
                return Ok(Outcome::Unsafe(trace));
            }
            *safe_depth = Some(Depth::new(k - 1));
            observer.event(Event::Depth { depth: Depth::new(k), frames: &[] });
            self.budget.poll()?;
            if k < step.k() {
                continue;
            }
            if k > step.k() {
                step.extend(&self.relation, bad);
            }
            if let Some(lemmas) = &mut self.lemmas {
                lemmas.take(&self.circuit, &self.relation)?;
                step.assume(&lemmas.taken);
            }
            if !step.fails(self.options.simple_path)? {
                let taken = self.lemmas.iter().flat_map(|lemmas| &lemmas.taken);
                let lemmas = ClausalInvariant::of_clauses(taken.map(|(clause, _)| clause.clone()).collect());
                let simple_path = step.separated;
                return Ok(Outcome::Safe(Certificate::KInductive { k, lemmas, simple_path }));
            }
            if self.options.max_k.map_or(false, |max| k >= max) {
                break;
            }
        }
        Ok(Outcome::unknown(StopCause::Bound, *safe_depth))
    }
}

impl Lemmas {
    /// Takes what is new on the board, as far as it is about latches, holds initially, and is inductive with what was
    /// taken before.
    fn take(&mut self, circuit: &Circuit, relation: &Transition) -> Result<(), Limit> {
        self.news.extend(self.board.news());
        let literal = |s: &Signal| Some(relation.latch(circuit.latch_of(*s)?).lit(!s.is_negated()));
        let mut candidates: Vec<(&Vec<Signal>, Vec<Lit>)> = Vec::new();
        for clause in &self.news {
            let cube: Option<Vec<Lit>> = clause.iter().map(|s| Some(!literal(s)?)).collect();
            candidates
                .extend(cube.filter(|cube| relation.meets_init(cube) == Some(false)).map(|c| (clause, c)));
        }
        let cubes: Vec<&[Lit]> = candidates.iter().map(|(_, cube)| &cube[..]).collect();
        for at in inductive_subset(self.solver.clone(), relation, &cubes)? {
            let (signals, cube) = &candidates[at];
            let clause: Vec<Lit> = cube.iter().map(|&l| !l).collect();
            self.solver.add_clause(&clause);
            self.taken.push((signals.to_vec(), clause));
        }
        self.news.clear();
        Ok(())
    }
}

/// The step of one property: a run from any state, good in all steps but the last.
struct InductionStep {
    property: PropertyId,
    run: Unrolling,
    /// By step: whether it is bad.
    bads: Vec<Lit>,
    /// The latches that matter, and after them the inputs that their resets read.
    compared: Vec<Lit>,
    /// The number of latches among them.
    latches: usize,
    /// By step: their literals.
    states: Vec<Vec<Lit>>,
    /// Some states have been demanded to differ.
    separated: bool,
    /// By step: the number of lemmas that it satisfies.
    lemmas: Vec<usize>,
}

impl InductionStep {
    fn new(engine: &KInduction, property: PropertyId) -> InductionStep {
        let of_node = |node: NodeId| match engine.circuit.nodes()[node.index()] {
            Node::Latch(latch) => Some(engine.relation.latch(latch).positive()),
            Node::Input(input) => Some(engine.relation.input(input).positive()),
            Node::False | Node::And(..) => None,
        };
        let compared: Vec<Lit> =
            compared(&engine.circuit, property).into_iter().filter_map(of_node).collect();
        let mut step = InductionStep {
            property,
            run: Unrolling::new(false, engine.options.seed, &engine.budget),
            bads: Vec::new(),
            latches: compared.iter().filter(|l| engine.relation.latch_of(l.var()).is_some()).count(),
            compared,
            states: Vec::new(),
            separated: false,
            lemmas: Vec::new(),
        };
        step.push(&engine.relation, engine.relation.bad(property));
        step
    }

    fn push(&mut self, relation: &Transition, bad: Lit) {
        let at = self.run.len();
        self.run.push(relation);
        let admitted = self.run.admitted(at);
        self.run.assert(&[admitted]);
        self.bads.push(self.run.lit(at, bad));
        self.states.push(self.compared.iter().map(|&l| self.run.lit(at, l)).collect());
    }

    /// Lemmas hold in each step. Those that were assumed before come first.
    fn assume(&mut self, lemmas: &[(Vec<Signal>, Vec<Lit>)]) {
        self.lemmas.resize(self.bads.len(), 0);
        for (step, known) in self.lemmas.iter_mut().enumerate() {
            for (_, clause) in &lemmas[*known..] {
                let clause: Vec<Lit> = clause.iter().map(|&l| self.run.lit(step, l)).collect();
                self.run.assert(&clause);
            }
            *known = lemmas.len();
        }
    }

    /// The number of good steps.
    fn k(&self) -> usize {
        self.bads.len() - 1
    }

    /// One step more; the one that was last has to be good.
    fn extend(&mut self, relation: &Transition, bad: Lit) {
        if let Some(&last) = self.bads.last() {
            self.run.assert(&[!last]);
        }
        self.push(relation, bad);
    }

    /// Whether a bad step can follow.
    fn fails(&mut self, simple_path: bool) -> Result<bool, Limit> {
        let bad = self.bads[self.bads.len() - 1];
        while self.run.solve(&[bad])? {
            if !(simple_path && self.separate()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Demands of states that are equal in the run found last that they differ. False if there are none.
    fn separate(&mut self) -> bool {
        let value = |&l: &Lit| self.run.value(l);
        let values = |state: &Vec<Lit>| -> Vec<bool> { state.iter().map(value).collect() };
        let mut first: BTreeMap<Vec<bool>, usize> = BTreeMap::new();
        let mut equal = Vec::new();
        // The first step is one of many if no inputs count.
        let alone = self.compared.len() > self.latches;
        let start = self.states.first().map(values).filter(|_| alone);
        for (step, state) in self.states.iter().enumerate().skip(alone as usize) {
            let mut state = values(state);
            if start.as_ref() == Some(&state) {
                equal.push((0, step));
            }
            state.truncate(self.latches);
            let earlier = *first.entry(state).or_insert(step);
            if earlier != step {
                equal.push((earlier, step));
            }
        }
        for &(i, j) in &equal {
            let mut clause = Vec::with_capacity(self.compared.len());
            // Inputs count in the first step only.
            let count = if i == 0 { self.compared.len() } else { self.latches };
            for (&a, &b) in self.states[i].iter().zip(&self.states[j]).take(count) {
                let differ = self.run.fresh();
                self.run.assert(&[!differ, a, b]);
                self.run.assert(&[!differ, !a, !b]);
                clause.push(differ);
            }
            self.run.assert(&clause);
        }
        self.separated |= !equal.is_empty();
        !equal.is_empty()
    }
}

/// The counters of the two unrollings, by name.
fn counters((base, step): (usize, usize)) -> Counters {
    vec![("steps unrolled", base as u64), ("steps unrolled from any state", step as u64)]
}

impl Prover<Circuit> for KInduction {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<Circuit> {
        KInduction::prove(self, property, observer)
    }

    fn counters(&self) -> Counters {
        counters(self.steps())
    }

    fn share(&mut self, lemmas: &CircuitLemmas) {
        KInduction::share(self, lemmas.clone());
    }
}
