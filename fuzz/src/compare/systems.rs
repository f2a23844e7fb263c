//! An engine's answers about a transition system, as problems: its evidence, its invariant as an assumption and as a
//! property, a state of its run as the error.

use super::mutants;
use super::question::{opposite, Form, Question};
use super::transition::Transition;
use super::{any_settings, btor2, contradicts, verdict_of, vmt, Ask};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::system::{write_obligations, write_run};
use indubit::input::{self, InputOptions, Model};
use indubit::model::system::{Certificate, Proof, System};
use indubit::portfolio::{Engine, SystemVerifier, VerifyOptions};
use indubit::solver::term::{TermId, Terms};

/// The numbers of transitions that tools for scripts are asked about.
const BOUND: usize = 8;

/// The system of a text for other tools.
fn transition(name: &str, text: &str) -> Option<Transition> {
    if name.ends_with("btor2") {
        btor2::transition(text)
    } else {
        vmt::transition(text)
    }
}

/// The text as all forms, for a verdict that is known.
fn forms(name: &str, text: &str, verdict: &'static str, reason: &str) -> Vec<Question> {
    let mut questions = Vec::new();
    if let Some(transition) = transition(name, text) {
        // Clauses are unsatisfiable if the system is unsafe.
        questions.push(Question::new(Form::Clauses, transition.horn(), verdict, reason));
        if verdict == "unsat" {
            questions.push(Question::new(Form::Script, transition.unrolled(BOUND), "sat", reason).all());
        }
    }
    questions
}

/// A system that was made from another one, as all forms.
fn made(name: &str, system: &System, verdict: &'static str, reason: &str) -> Vec<Question> {
    let text = if name.ends_with("btor2") {
        match input::btor2::write(system) {
            Ok(text) => text,
            Err(_) => return Vec::new(),
        }
    } else {
        input::vmt::write(system)
    };
    let mut questions = forms(name, &text, verdict, reason);
    questions.extend(opposite(verdict).map(|never| Question::new(Form::Own, text, never, reason)));
    questions
}

/// The same variables, steps and constraints over a larger store, without properties.
fn without_properties(system: &System, terms: Terms) -> System {
    let mut copy = System::new(terms);
    system.states().iter().for_each(|state| copy.add_state(state.current, state.next));
    system.inputs().iter().for_each(|&input| copy.add_input(input));
    copy.set_init(system.init());
    copy.set_trans(system.trans());
    copy.add_constraint(system.constraint());
    copy
}

/// All questions about a system.
pub fn follow(ask: &Ask<'_>) -> Result<Vec<Question>, String> {
    let read = input::read(ask.name, ask.text.as_bytes(), &InputOptions::default(), &Budget::unlimited());
    let model = match read {
        Ok(Model::System(file)) => file,
        _ => return Ok(Vec::new()),
    };
    let system = model.system();
    let own = ask.answer.verdicts.first().copied().unwrap_or("unknown");
    let mut questions = match own {
        "unknown" => Vec::new(),
        own => forms(ask.name, ask.text, own, "indubit's verdict"),
    };
    let mutant = mutants::system(&mut Rng::new(ask.seed), system, own);
    if mutant.verdict != "unknown" {
        questions.extend(made(ask.name, &mutant.model, mutant.verdict, mutant.change));
    }
    let (options, name) = any_settings(ask.seed);
    let mut verifier = match SystemVerifier::new(system.clone(), options, super::budget()) {
        Ok(verifier) => verifier,
        Err(_) => return Ok(questions),
    };
    let (mut any_unsafe, mut all_safe) = (false, true);
    for property in system.property_ids() {
        let verdict = verifier.verify(property, &mut ());
        if let Some(refused) = verdict.refused.as_ref().filter(|error| super::is_wrong(error)) {
            return Err(format!("indubit: {}: evidence is refused: {}", name, refused));
        }
        any_unsafe |= verdict_of(&verdict.outcome) == "sat";
        all_safe &= verdict_of(&verdict.outcome) == "unsat";
        let text = |error| format!("indubit: {}: evidence has no script: {}", name, error);
        match &verdict.outcome {
            Outcome::Safe(proof) => {
                let script = write_obligations(system, property, proof).map_err(text)?;
                let reason = format!("{}: the proof of {}", name, property);
                questions.push(Question::new(Form::Script, script, "sat", reason).all());
                if let Some(invariant) = proof.inductive() {
                    let mut terms = invariant.terms.clone();
                    let whole = terms.and(&invariant.formulas);
                    let outside = terms.not(whole);
                    let mut assumed = without_properties(system, terms.clone());
                    assumed.add_constraint(whole);
                    assumed.add_property("", system.bad(property).expect("a property"));
                    let reason = format!("{}: the invariant is assumed", name);
                    questions.extend(made(ask.name, &assumed, "unsat", &reason));
                    let mut itself = without_properties(system, terms);
                    itself.add_property("", outside);
                    let reason = format!("{}: the invariant is a property", name);
                    questions.extend(made(ask.name, &itself, "unsat", &reason));
                    is_inductive(&itself, &name)?;
                }
            }
            Outcome::Unsafe(trace) => {
                let script = write_run(system, trace).map_err(text)?;
                let reason = format!("{}: the run to {}", name, property);
                questions.push(Question::new(Form::Script, script, "unsat", reason));
                let at = Rng::new(ask.seed).below(trace.steps.len());
                let mut terms = system.terms().clone();
                let parts: Vec<TermId> = (system.states().iter().zip(&trace.steps[at].states))
                    .map(|(state, value)| value.equation(&mut terms, state.current))
                    .collect();
                let there = terms.and(&parts);
                let mut reach = without_properties(system, terms);
                reach.add_property("", there);
                let reason = format!("{}: state {} of its run is the error", name, at);
                questions.extend(made(ask.name, &reach, "sat", &reason));
            }
            Outcome::Unknown(_) => {}
        }
    }
    let all = match (any_unsafe, all_safe) {
        (true, _) => "sat",
        (_, true) => "unsat",
        _ => "unknown",
    };
    contradicts(own, all, &name)?;
    Ok(questions)
}

/// An inductive invariant is found to be one in a step.
fn is_inductive(system: &System, name: &str) -> Result<(), String> {
    let mut options = VerifyOptions { engine: Engine::KInduction, ..VerifyOptions::default() };
    options.reduce.on = false;
    let mut verifier = match SystemVerifier::new(system.clone(), options, super::budget()) {
        Ok(verifier) => verifier,
        Err(_) => return Ok(()),
    };
    for property in system.property_ids() {
        match verifier.verify(property, &mut ()).outcome {
            Outcome::Safe(Proof::Safety(Certificate::KInductive { k, .. })) if k > 1 => {
                return Err(format!("indubit: {}: its invariant is inductive with k = {}", name, k));
            }
            Outcome::Unsafe(_) => return Err(format!("indubit: {}: its invariant fails", name)),
            Outcome::Safe(_) | Outcome::Unknown(_) => {}
        }
    }
    Ok(())
}
