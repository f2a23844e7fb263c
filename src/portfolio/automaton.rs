//! The engines over control-flow automata, under their names.

use super::clauses::RunningClauses;
use super::options::{Engine, VerifyOptions};
use super::takes::{Kind, Unfit};
use crate::base::Budget;
use crate::engine::explicit::Explicit;
use crate::engine::guess::Guess;
use crate::engine::ic3cfa::Ic3Cfa;
use crate::engine::pred_abs::PredAbs;
use crate::engine::tree_ic3::{TreeIc3, TreeIc3Options};
use crate::engine::{Observer, Outcome, ProgramOutcome, StopCause};
use crate::model::cfa::Cfa;
use crate::model::encode::horn::{of_cfa, ProgramHorn};

/// An engine at work on an automaton.
#[derive(Debug)]
pub(super) enum RunningAutomaton {
    Tree(Box<TreeIc3>),
    Ic3Cfa(Box<Ic3Cfa>),
    PredAbs(Box<PredAbs>),
    Guess(Box<Guess>),
    Explicit(Box<Explicit>),
    Clauses(Box<AsClauses>),
}

/// An engine over Horn clauses at work on an automaton.
#[derive(Debug)]
pub(super) struct AsClauses {
    cfa: Cfa,
    encoded: ProgramHorn,
    running: RunningClauses,
}

impl AsClauses {
    fn new(cfa: &Cfa, options: &VerifyOptions, budget: &Budget) -> Result<AsClauses, Unfit> {
        let encoded = of_cfa(cfa);
        let running = RunningClauses::new(&encoded.horn, options, budget)?;
        Ok(AsClauses { cfa: cfa.clone(), encoded, running })
    }

    fn prove(&mut self, observer: &mut dyn Observer) -> ProgramOutcome {
        match self.running.prove(observer) {
            Outcome::Safe(found) => Outcome::Safe(self.encoded.invariant(&self.cfa, &found)),
            Outcome::Unsafe(refutation) => match self.encoded.path(&self.cfa, &refutation) {
                Some(path) => Outcome::Unsafe(path),
                None => Outcome::unknown(StopCause::EvidenceFailed, None),
            },
            Outcome::Unknown(reason) => Outcome::Unknown(reason),
        }
    }
}

impl RunningAutomaton {
    /// The engine of these options.
    ///
    /// # Errors
    ///
    /// If it is none over automata or clauses.
    pub fn new(cfa: &Cfa, options: &VerifyOptions, budget: &Budget) -> Result<RunningAutomaton, Unfit> {
        let budget = budget.clone();
        let own = || options.tree_ic3.clone();
        let tree = |options| RunningAutomaton::Tree(Box::new(TreeIc3::new(cfa, options, budget.clone())));
        let refuting_as = |TreeIc3Options { refutation, .. }| tree(TreeIc3Options { refutation, ..own() });
        let named_as = |TreeIc3Options { refutation, strengthening, propagation, .. }| {
            tree(TreeIc3Options { refutation, strengthening, propagation, ..own() })
        };
        Ok(match options.engine {
            Engine::TreeIc3 => refuting_as(TreeIc3Options::tree_ic3()),
            Engine::TreeIc3Itp => refuting_as(TreeIc3Options::default()),
            Engine::TreeIc3Ia => refuting_as(TreeIc3Options::tree_ic3_ia()),
            Engine::TreeIc3ItpMono => named_as(TreeIc3Options::tree_ic3_itp_mono()),
            Engine::TreeItp => named_as(TreeIc3Options::tree_itp()),
            Engine::Spacer | Engine::Gpdr | Engine::Unwind => {
                RunningAutomaton::Clauses(Box::new(AsClauses::new(cfa, options, &budget)?))
            }
            Engine::Ic3Cfa => {
                RunningAutomaton::Ic3Cfa(Box::new(Ic3Cfa::new(cfa, options.ic3cfa.clone(), budget)))
            }
            Engine::PredAbs => {
                RunningAutomaton::PredAbs(Box::new(PredAbs::new(cfa, options.pred_abs.clone(), budget)))
            }
            Engine::Guess => {
                RunningAutomaton::Guess(Box::new(Guess::new(cfa, options.guess.clone(), budget)))
            }
            Engine::Explicit => {
                RunningAutomaton::Explicit(Box::new(Explicit::new(cfa, options.explicit.clone(), budget)))
            }
            Engine::Auto
            | Engine::Portfolio
            | Engine::Ic3
            | Engine::LazyIc3
            | Engine::Bmc
            | Engine::KInduction
            | Engine::Fsis
            | Engine::Itp
            | Engine::Ic3Smt
            | Engine::Ic3Ia
            | Engine::Ctigar => return Err(Unfit::kind(options.engine, Kind::Program)),
        })
    }

    /// Proves that the error is not reached, or finds a path to it.
    pub fn prove(&mut self, observer: &mut dyn Observer) -> ProgramOutcome {
        match self {
            RunningAutomaton::Tree(engine) => engine.prove(observer),
            RunningAutomaton::Ic3Cfa(engine) => engine.prove(observer),
            RunningAutomaton::PredAbs(engine) => engine.prove(observer),
            RunningAutomaton::Guess(engine) => engine.prove(observer),
            RunningAutomaton::Explicit(engine) => engine.prove(observer),
            RunningAutomaton::Clauses(engine) => engine.prove(observer),
        }
    }

    /// The counters of the engine, by name.
    pub fn statistics(&self) -> Vec<(&'static str, u64)> {
        match self {
            RunningAutomaton::Tree(engine) => of_tree(engine),
            RunningAutomaton::Ic3Cfa(engine) => of_ic3cfa(engine),
            RunningAutomaton::PredAbs(engine) => of_pred_abs(engine),
            RunningAutomaton::Guess(engine) => of_guess(engine),
            RunningAutomaton::Explicit(engine) => of_explicit(engine),
            RunningAutomaton::Clauses(engine) => engine.running.statistics(),
        }
    }
}

/// The counters of Tree-IC3, by name.
fn of_tree(engine: &TreeIc3) -> Vec<(&'static str, u64)> {
    let counted = engine.statistics();
    vec![
        ("queries", counted.queries),
        ("nodes", counted.nodes),
        ("times covered", counted.covered),
        ("paths refuted", counted.refuted),
        ("paths refuted by interpolants", counted.by_interpolants),
        ("predicates", counted.predicates),
        ("formulas strengthened", counted.strengthened),
        ("formulas propagated", counted.propagated),
    ]
}

/// The counters of IC3CFA, by name.
fn of_ic3cfa(engine: &Ic3Cfa) -> Vec<(&'static str, u64)> {
    let counted = engine.statistics();
    vec![
        ("queries", counted.queries),
        ("iterations", counted.iterations),
        ("obligations", counted.obligations),
        ("lemmas", counted.lemmas),
        ("literals dropped", counted.dropped),
        ("literals superfluous", counted.superfluous),
        ("questions answered by predecessor cubes", counted.predecessor_cubes),
        ("upper bounds from contexts", counted.upper_bounds),
        ("lower bounds from contexts", counted.lower_bounds),
        ("answers remembered", counted.remembered),
        ("questions given up", counted.too_hard),
        ("lemmas from interpolants", counted.interpolated),
        ("lemmas implied by their frame", counted.implied),
        ("counterexamples to generalisation", counted.ctgs),
        ("attempts to push a lemma", counted.pushes),
        ("lemmas pushed", counted.pushed),
        ("may-obligations", counted.may_obligations),
        ("lemmas copied to other locations", counted.copied),
    ]
}

/// The counters of predicate abstraction, by name.
fn of_pred_abs(engine: &PredAbs) -> Vec<(&'static str, u64)> {
    let counted = engine.statistics();
    vec![
        ("queries", counted.queries),
        ("nodes", counted.nodes),
        ("times covered", counted.covered),
        ("paths refuted", counted.refuted),
        ("predicates", counted.predicates),
        ("abstract states", counted.images),
        ("abstract states with too many combinations", counted.too_many),
    ]
}

/// The counters of guess and check, by name.
fn of_guess(engine: &Guess) -> Vec<(&'static str, u64)> {
    let counted = engine.statistics();
    vec![
        ("queries", counted.queries),
        ("runs", counted.runs),
        ("steps of runs", counted.steps),
        ("guesses", counted.guesses),
    ]
}

/// The counters of the search through all states, by name.
fn of_explicit(engine: &Explicit) -> Vec<(&'static str, u64)> {
    let counted = engine.statistics();
    vec![("queries", counted.queries), ("states", counted.states), ("states expanded", counted.expanded)]
}
