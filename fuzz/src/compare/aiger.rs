//! Circuits in AIGER.

use super::mutants;
use super::question::{opposite, Form, Question};
use super::{any_settings, contradicts, verdict_of, Ask};
use crate::models::circuits;
use crate::source::Source;
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::input::{self, aiger, InputOptions, Model};
use indubit::model::circuit::{Circuit, Reset, Signal};
use indubit::model::invariant::{Certificate, Proof};
use indubit::portfolio::Verifier;

/// A circuit with one bad signal; with one constraint at most, and resets that are functions now and then.
pub fn make(rng: &mut Rng, size: usize) -> String {
    let bytes = super::bytes(rng, 20 * size + 60);
    let mut circuit = circuits::circuit(&mut Source::new(&bytes), size / 2 + 3, 3 * size + 6);
    let bads = circuit.bads().to_vec();
    circuit.clear_bads();
    let any = bads.into_iter().fold(Signal::FALSE, |any, bad| circuit.or(any, bad));
    circuit.add_bad(any);
    aiger::write_ascii(&circuit)
}

/// A file in the binary form as text.
pub fn text(bytes: &[u8]) -> Option<String> {
    aiger::read(bytes).ok().map(|file| aiger::write_ascii(&file.circuit))
}

/// The circuit for tools that read the binary form, whose resets are constants.
fn binary(circuit: &Circuit, never: &'static str, reason: String) -> Option<Question> {
    let question = Question::new(Form::Binary, aiger::write_binary(circuit), never, reason);
    Some(question).filter(|_| !circuit.has_reset_functions())
}

/// A circuit in both forms.
fn asked(circuit: &Circuit, never: &'static str, reason: &str) -> Vec<Question> {
    let own = Question::new(Form::Own, aiger::write_ascii(circuit), never, reason);
    std::iter::once(own).chain(binary(circuit, never, reason.to_string())).collect()
}

/// The circuit itself; what an engine with any settings says; its lemmas and its run as circuits.
pub fn follow(ask: &Ask<'_>) -> Result<Vec<Question>, String> {
    let read =
        input::read("problem.aag", ask.text.as_bytes(), &InputOptions::default(), &Budget::unlimited());
    let circuit = match read {
        Ok(Model::Circuit(file)) => file.circuit,
        _ => return Ok(Vec::new()),
    };
    let mut questions = Vec::new();
    let own = ask.answer.verdicts.first().copied().unwrap_or("unknown");
    if let Some(never) = opposite(own) {
        questions.extend(binary(&circuit, never, "indubit's verdict".to_string()));
    }
    let mutant = mutants::circuit(&mut Rng::new(ask.seed), &circuit, own);
    if let Some(never) = opposite(mutant.verdict) {
        questions.extend(asked(&mutant.model, never, mutant.change));
    }
    let (options, name) = any_settings(ask.seed);
    let budget = super::budget();
    let mut verifier = match Verifier::new(circuit.clone(), options, budget) {
        Ok(verifier) => verifier,
        Err(_) => return Ok(questions),
    };
    for property in circuit.properties().filter(|property| !property.is_justice()) {
        let verdict = verifier.verify(property, &mut ());
        if let Some(refused) = verdict.refused.as_ref().filter(|error| super::is_wrong(error)) {
            return Err(format!("indubit: {}: evidence is refused: {}", name, refused));
        }
        contradicts(own, verdict_of(&verdict.outcome), &name)?;
        match verdict.outcome {
            Outcome::Safe(Proof::Safety(Certificate::Inductive(invariant))) => {
                let mut with = circuit.clone();
                let clauses: Vec<Signal> = invariant
                    .clauses
                    .iter()
                    .map(|clause| clause.iter().fold(Signal::FALSE, |any, &lit| with.or(any, lit)))
                    .collect();
                let invariant = with.and_all(&clauses);
                let mut assumed = with.clone();
                assumed.add_constraint(invariant);
                questions.extend(asked(&assumed, "sat", &format!("{}: the invariant is assumed", name)));
                with.clear_bads();
                with.add_bad(invariant.negate_if(true));
                questions.extend(asked(&with, "sat", &format!("{}: the invariant is a property", name)));
            }
            Outcome::Unsafe(trace) => {
                // The first state of the run can be reached, if it is one of those where runs may begin.
                let mut from = circuit.clone();
                from.clear_bads();
                let resets: Vec<(Signal, Reset)> = (circuit.latches().iter().zip(&trace.initial))
                    .map(|(latch, &value)| {
                        (latch.node.signal(), if value { Reset::One } else { Reset::Zero })
                    })
                    .collect();
                if from.set_resets(&resets).is_ok() {
                    if let Some(bad) = circuit.bad(property) {
                        from.add_bad(bad);
                        // Resets that were functions constrained the inputs of the first step.
                        let reason = format!("{}: from the first state of its run", name);
                        questions.extend(asked(&from, "unsat", &reason));
                    }
                }
            }
            Outcome::Safe(
                Proof::Safety(Certificate::KInductive { .. }) | Proof::LassoFree(_) | Proof::Ranked(_),
            )
            | Outcome::Unknown(_) => {}
            Outcome::Safe(Proof::Ends(never)) => match never {},
        }
    }
    Ok(questions)
}
