//! The checker of evidence about justice properties of systems.
//!
//! The conditions are those for circuits, told in [`crate::evidence::circuit`]'s `liveness.rs`, over formulas:
//!
//! - *A lasso* is run through by evaluation. The last step has to lead, by Trans, to the state of some step, and each
//!   formula of the property has to be true in some step from that one on. If Trans gives each next value by a function
//!   ([`NextValues`] takes it apart), then only the variables are compared on which the formulas and the constraint
//!   depend through these functions, as latches are in a circuit; else all are.
//!
//! - *A ranking* is asked about layer by layer: Init has a layer, no step leads up or out, and one in which the formula
//!   is true that a layer waits for leads down.
//!
//! - *Measures* are those of the automaton of [`rounds`], all of whose runs end.
//!
//! - *Freedom from lassos* is a proof of safety for the system that runs through lassos, built by [`watched`] below,
//!   with the variables that [`system_lasso_form`](crate::model::encode::live::system_lasso_form) tells. It proves that
//!   no just run comes back to a state. That there is no just run at all follows only for finitely many states, so it
//!   is refused if a state variable is of an infinite sort, such as a number.

use super::replay::{holds_all, walk};
use super::rounds::rounds;
use super::safety::check_certificate_with;
use super::steps::Copies;
use super::{import, signals};
use crate::base::{Budget, HashMap};
use crate::evidence::formulas::Prover;
use crate::evidence::program::check_ranking;
use crate::evidence::{CheckError, CheckOptions, Condition, Malformed};
use crate::model::system::functional::NextValues;
use crate::model::system::{Layer, Proof, StateVar, Step, System, Trace};
use crate::model::PropertyId;
use crate::solver::term::{Model, Sort, TermId, Terms};

/// By state variable: its function in Trans, if it has one, and whether a loop has to come back to its value.
pub(super) struct Compared {
    counts: Vec<bool>,
    functions: Vec<Option<TermId>>,
    terms: Terms,
}

impl Compared {
    /// The variables on which these formulas and the constraint depend. All, if Trans is more than a function for each
    /// variable: then a step that suits these might not suit the others.
    pub fn of(system: &System, signals: &[TermId]) -> Compared {
        let mut terms = system.terms().clone();
        let NextValues { functions, rest } = NextValues::of(system, &mut terms);
        let mut counts = vec![!rest.is_empty(); system.states().len()];
        let places: HashMap<TermId, usize> = system.states().iter().map(|s| s.current).zip(0..).collect();
        let mut open = signals.to_vec();
        open.push(system.constraint());
        while let Some(formula) = open.pop() {
            for symbol in terms.symbols_in(&[formula]) {
                let place = places.get(&terms.symbol_term(symbol)).copied();
                if let Some(place) = place.filter(|&place| !std::mem::replace(&mut counts[place], true)) {
                    open.extend(functions[place]);
                }
            }
        }
        Compared { counts, functions, terms }
    }

    pub fn counts(&self, state: usize) -> bool {
        self.counts[state]
    }

    /// The state after a step that has the values of another one where these count.
    fn back_to(&self, system: &System, last: &Step, start: &Step) -> Step {
        let mut model = Model::new();
        model.set_all(&self.terms, system.states().iter().map(|s| s.current), &last.states);
        model.set_all(&self.terms, system.inputs().iter().copied(), &last.inputs);
        let value = |place: usize| match self.functions[place] {
            Some(function) if !self.counts[place] => model.evaluate(&self.terms, function),
            Some(_) | None => start.states[place].clone(),
        };
        Step { states: (0..start.states.len()).map(value).collect(), inputs: start.inputs.clone() }
    }
}

/// Checks by evaluation that a trace is a lasso that violates its justice property.
pub(super) fn check_lasso(system: &System, trace: &Trace) -> Result<(), CheckError> {
    lasso_start(system, trace).map(drop)
}

/// The step to which the last step of a lasso leads back: the first one for which it is a lasso that violates its
/// justice property.
///
/// # Errors
///
/// As [`check_trace`](super::check_trace).
pub fn lasso_start(system: &System, trace: &Trace) -> Result<usize, CheckError> {
    let signals = signals(system, trace.property)?;
    walk(system, trace)?;
    let last = match trace.steps.last() {
        Some(last) => last,
        None => return Err(Malformed::NoSteps.into()),
    };
    let compared = Compared::of(system, &signals);
    let leads_to = |step: &usize| {
        let after = compared.back_to(system, last, &trace.steps[*step]);
        holds_all(system, last, Some(&after), &[system.trans()])
    };
    // Where a lasso closes in several places the longest loop has all that shorter ones have.
    let start = (0..trace.steps.len()).find(leads_to).ok_or(Condition::LoopCloses)?;
    let comes =
        |signal: &TermId| trace.steps[start..].iter().any(|step| holds_all(system, step, None, &[*signal]));
    match signals.iter().position(|signal| !comes(signal)) {
        None => Ok(start),
        Some(signal) => Err(Condition::Recurs { signal }.into()),
    }
}

/// The steps of the second round of a lasso whose loop begins at this step. Variables that the loop need not come back
/// to go on by their functions.
pub(super) fn second_round(system: &System, trace: &Trace, start: usize) -> Result<Vec<Step>, CheckError> {
    let compared = Compared::of(system, &signals(system, trace.property)?);
    let mut round: Vec<Step> = Vec::new();
    for step in &trace.steps[start..] {
        let before = round.last().or_else(|| trace.steps.last()).ok_or(Malformed::NoSteps)?;
        let next = compared.back_to(system, before, step);
        round.push(next);
    }
    Ok(round)
}

/// Checks that a proof of safety or of liveness proves a property.
///
/// # Errors
///
/// As [`check_certificate_with`].
pub fn check_proof(
    system: &System,
    property: PropertyId,
    proof: &Proof,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    budget.poll()?;
    match proof {
        Proof::Safety(certificate) => check_certificate_with(system, property, certificate, options, budget),
        Proof::LassoFree(proof) => {
            let is_finite = |s: &StateVar| system.terms().is_finite(system.terms().sort(s.current));
            if !system.states().iter().all(is_finite) {
                return Err(Malformed::OtherKind.into());
            }
            let watched = watched(system, &signals(system, property)?);
            check_certificate_with(&watched, PropertyId::new(0), proof, options, budget)
        }
        Proof::Ranked(layers) => ranked(system, &signals(system, property)?, layers, options, budget),
        Proof::Ends(ranking) => check_ranking(&rounds(system, property)?, ranking, false, options, budget),
    }
}

/// The system that runs through lassos.
pub(super) fn watched(original: &System, signals: &[TermId]) -> System {
    let signals = if signals.is_empty() { &[Terms::TRUE][..] } else { signals };
    let mut system = original.without_properties();
    let save = system.declare_input("lasso.save", Sort::Bool);
    let saved = system.declare_state("lasso.saved", Sort::Bool);
    let copies: Vec<_> = (original.states().iter())
        .map(|s| (original.name(s.current), original.terms().sort(s.current)))
        .map(|(name, sort)| system.declare_state(&format!("lasso.copy.{}", name), sort))
        .collect();
    let seen: Vec<_> =
        (0..signals.len()).map(|i| system.declare_state(&format!("lasso.seen.{}", i), Sort::Bool)).collect();
    let (mut init, mut trans) = (vec![original.init()], vec![original.trans()]);
    let mut is_lasso = vec![saved.current];
    let terms = system.terms_mut();
    init.push(terms.not(saved.current));
    let inside = terms.or(&[saved.current, save]);
    trans.push(terms.eq(saved.next, inside));
    for (own, copy) in original.states().iter().zip(&copies) {
        let sort = terms.sort(own.current);
        let zero = terms.default_term(sort);
        init.push(terms.eq(copy.current, zero));
        let if_saving = terms.ite(save, own.current, copy.current);
        let kept = terms.ite(saved.current, copy.current, if_saving);
        trans.push(terms.eq(copy.next, kept));
        is_lasso.push(terms.eq(own.current, copy.current));
    }
    for (&signal, seen) in signals.iter().zip(&seen) {
        init.push(terms.not(seen.current));
        let comes = terms.and(&[signal, inside]);
        let was_seen = terms.or(&[comes, seen.current]);
        trans.push(terms.eq(seen.next, was_seen));
        is_lasso.push(seen.current);
    }
    let (init, trans, bad) = (terms.and(&init), terms.and(&trans), terms.and(&is_lasso));
    system.set_init(init);
    system.set_trans(trans);
    system.add_property("", bad);
    system
}

/// The layers of a ranking as formulas in the checker's own store, and the union of each and those before it.
pub(super) struct Ranks {
    pub inside: Vec<TermId>,
    pub up_to: Vec<TermId>,
}

impl Ranks {
    pub fn new(
        system: &System,
        signals: &[TermId],
        layers: &[Layer],
        terms: &mut Terms,
        budget: &Budget,
    ) -> Result<Ranks, CheckError> {
        let (mut inside, mut up_to) = (Vec::new(), Vec::new());
        let mut union = Terms::FALSE;
        for (layer, found) in layers.iter().enumerate() {
            if found.waits_for >= signals.len().max(1) {
                return Err(Malformed::WaitsFor { layer, signals: signals.len().max(1) }.into());
            }
            let formulas = import(system, &found.states, terms, budget)?;
            let states = terms.and(&formulas);
            union = terms.or(&[union, states]);
            inside.push(states);
            up_to.push(union);
        }
        Ok(Ranks { inside, up_to })
    }

    /// The states in a layer and in none before it.
    pub fn exactly(&self, terms: &mut Terms, layer: usize) -> TermId {
        let above = terms.not(self.below(layer));
        terms.and(&[self.inside[layer], above])
    }

    /// The states in the layers before one.
    pub fn below(&self, layer: usize) -> TermId {
        layer.checked_sub(1).map_or(Terms::FALSE, |below| self.up_to[below])
    }
}

fn ranked(
    system: &System,
    signals: &[TermId],
    layers: &[Layer],
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let mut terms = system.terms().clone();
    let ranks = Ranks::new(system, signals, layers, &mut terms, budget)?;
    let somewhere = ranks.up_to.last().copied().unwrap_or(Terms::FALSE);
    let mut prover = Prover::new(options, budget);
    prover.assert(&mut terms, system.init());
    prover.assert(&mut terms, system.constraint());
    let nowhere = terms.not(somewhere);
    if !prover.refute(&mut terms, &[nowhere])? {
        return Err(Condition::RankedInitially.into());
    }

    let mut prover = Prover::new(options, budget);
    let mut copies = Copies::new(system);
    let constraint = copies.at(&mut terms, 1, system.constraint());
    for formula in [system.constraint(), system.trans(), constraint] {
        prover.assert(&mut terms, formula);
    }
    for (layer, found) in layers.iter().enumerate() {
        budget.poll()?;
        let here = ranks.exactly(&mut terms, layer);
        let stays = copies.at(&mut terms, 1, ranks.up_to[layer]);
        let leaves = terms.not(stays);
        if !prover.refute(&mut terms, &[here, leaves])? {
            return Err(Condition::RankGrows { layer }.into());
        }
        let comes = signals.get(found.waits_for).copied().unwrap_or(Terms::TRUE);
        let lower = copies.at(&mut terms, 1, ranks.below(layer));
        let not_lower = terms.not(lower);
        if !prover.refute(&mut terms, &[here, comes, not_lower])? {
            return Err(Condition::RankStays { layer }.into());
        }
    }
    Ok(())
}
