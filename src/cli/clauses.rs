//! `indubit smt FILE` for scripts of the logic HORN: the questions of the script, answered one after the other.
//!
//! The answer to `check-sat` is `sat` if the clauses have a model. The answer to z3's `query` is `sat` if the formula
//! can be derived, so the words have the opposite meaning there.

use super::files::Input;
use super::options::Settings;
use super::output::print;
use super::{Failure, BAD_INPUT, EVIDENCE_FAILED};
use indubit::base::Budget;
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::horn::{tell_interpretation, write_proof};
use indubit::input::horn::{begins_as_horn, Command, Script};
use indubit::model::horn::{ClauseId, Interpretation, Refutation};
use indubit::portfolio::HornVerifier;
use std::io;
use std::time::Instant;

/// Bytes of a script within which its logic is looked for.
const LONGEST_HEAD: usize = 1 << 20;

/// The last answer.
enum Last {
    Nothing,
    /// A model of these clauses.
    Model(Vec<ClauseId>, Box<Interpretation>),
    Refutation(Refutation),
    Unknown,
}

/// Answers the questions of a script.
pub fn run(settings: &Settings, script: &Script, budget: &Budget, start: Instant) -> Result<i32, Failure> {
    let mut last = Last::Nothing;
    let (mut errors, mut refused, mut questions) = (0, 0, 0u64);
    for command in &script.commands {
        match command {
            Command::CheckSat { .. } | Command::Query { .. } => {
                questions += 1;
                let asked = script.asked(command);
                let horn = script.horn.restricted(&asked);
                let verifier = HornVerifier::new(horn, settings.verify.clone(), budget.clone());
                let mut verifier = verifier.map_err(|error| Failure::usage(error.to_string()))?;
                let verified = verifier.verify(&mut ());
                let is_query = matches!(command, Command::Query { .. });
                let (word, found) = match verified.outcome {
                    Outcome::Safe(found) => {
                        (if is_query { "unsat" } else { "sat" }, Last::Model(asked, Box::new(found)))
                    }
                    Outcome::Unsafe(mut refutation) => {
                        for step in &mut refutation.steps {
                            step.clause = asked[step.clause.index()];
                        }
                        (if is_query { "sat" } else { "unsat" }, Last::Refutation(refutation))
                    }
                    Outcome::Unknown(reason) => {
                        refused += usize::from(matches!(
                            reason.cause,
                            StopCause::EvidenceFailed | StopCause::Panicked
                        ));
                        ("unknown", Last::Unknown)
                    }
                };
                last = found;
                print(&format!("{}\n", word))?;
            }
            Command::Text(text) => print(&format!("{}\n", text))?,
            Command::GetModel => {
                let text = match &last {
                    Last::Model(asked, found) => {
                        let horn = script.horn.restricted(asked);
                        tell_interpretation(&horn, found).map(|t| format!("(\n{})\n", t))
                    }
                    _ => Ok(unavailable("there is no model to print", &mut errors)),
                };
                print(&text.map_err(|error| Failure::evidence(error.to_string()))?)?;
            }
            Command::GetProof => {
                let text = match &last {
                    Last::Refutation(refutation) => write_proof(&script.horn, refutation),
                    _ => Ok(unavailable("there is no refutation to print", &mut errors)),
                };
                print(&text.map_err(|error| Failure::evidence(error.to_string()))?)?;
            }
            Command::Refused(reason) => print(&unavailable(reason, &mut errors))?,
            _ => print(&unavailable("this command is not supported", &mut errors))?,
        }
    }
    if settings.stats.0 {
        say!("{:>12}  questions", questions);
        say!("{:>12.3}  seconds", start.elapsed().as_secs_f64());
    }
    if refused > 0 {
        say!("indubit: {} answers failed their check and became unknown", refused);
        return Ok(EVIDENCE_FAILED);
    }
    Ok(if errors > 0 { BAD_INPUT } else { 0 })
}

/// The answer to a command that cannot be carried out.
fn unavailable(message: &str, errors: &mut usize) -> String {
    *errors += 1;
    format!("(error \"{}\")\n", message)
}

/// Whether the input is a script of Horn clauses. Such a script is read as a whole; others may be dialogues.
pub fn is_script(input: &mut Input) -> io::Result<bool> {
    let is_decided = |bytes: &[u8]| bytes.len() > LONGEST_HEAD || begins_as_horn(bytes).is_some();
    input.look_ahead(is_decided).map(|bytes| begins_as_horn(bytes) == Some(true))
}
