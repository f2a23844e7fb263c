//! Runs on models, for the faces of model checkers.

use super::call::Call;
use crate::cli::options::{Command, Settings};
use crate::cli::{arguments, files, models, os, output, verdicts, Failure, UNKNOWN};
use indubit::base::Budget;
use indubit::engine::{Event, Observer, Outcome, StopCause};
use indubit::input::Model;
use indubit::model::horn::Horn;
use indubit::model::{Depth, PropertyId};
use indubit::portfolio::{Counterexample, Form, HornVerifier, ModelVerifier, VerifiedHorn, VerifyOptions};
use std::ffi::{OsStr, OsString};

/// A model that was read for a call.
#[derive(Debug)]
pub struct Task {
    /// The model.
    pub model: Model,
    /// The properties asked for.
    pub properties: Vec<PropertyId>,
    options: VerifyOptions,
    budget: Budget,
}

impl Task {
    /// Reads the options and the model.
    pub fn new(call: &Call, file: &OsStr) -> Result<Task, Failure> {
        let mut args = call.options.clone();
        args.push(OsString::from(file));
        let settings: Settings = arguments::parse(&args, Command::Verify)?;
        let input = files::open(file)?;
        let budget = settings.budget();
        os::set_on_interrupt(budget.canceller());
        let bytes = input.read(&budget, &settings)?;
        let model = models::parse_model(file, &bytes, &settings, &budget)?;
        if model.property_count() == 0 {
            return Err(Failure::input(files::shown(file), "nothing to verify"));
        }
        let mut settings = settings.about(&model, &files::shown(settings.file(0)))?;
        let properties = match settings.property.index {
            Some(property) => vec![property],
            None => model.property_ids().collect(),
        };
        settings.verify.properties = Some(properties.clone());
        Ok(Task { model, properties, options: settings.verify, budget })
    }

    /// The contents of a further file.
    pub fn read(&self, file: &OsStr) -> Result<Vec<u8>, Failure> {
        files::open(file)?.read(&self.budget, &Settings::default())
    }

    /// The limits of the call.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The verdict on clauses, which are the model. Defects are told on standard error.
    pub fn on_clauses(&self, horn: &Horn) -> Result<VerifiedHorn, Failure> {
        let verifier = HornVerifier::new(horn.clone(), self.options.clone(), self.budget.clone());
        let verdict = verifier.map_err(|error| Failure::usage(error.to_string()))?.verify(&mut ());
        verdicts::complain(&self.model, std::slice::from_ref(&verdict));
        Ok(verdict)
    }

    /// The first property that was asked for.
    pub fn first(&self) -> PropertyId {
        self.properties.first().copied().unwrap_or_else(|| PropertyId::new(0))
    }

    fn verifier(&self) -> Result<ModelVerifier<'_>, Failure> {
        let verifier = ModelVerifier::new(&self.model, &self.options, &self.budget);
        verifier.map_err(|error| Failure::usage(error.to_string()))
    }

    /// Verifies the properties one by one. Each counterexample is passed on at once; the search goes on behind it as
    /// long as it is told to. Defects are told on standard error.
    pub fn verify(
        &self,
        observer: &mut dyn Observer,
        mut found: impl FnMut(PropertyId, &Counterexample<'_>) -> Result<bool, Failure>,
    ) -> Result<Summary, Failure> {
        let mut verifier = self.verifier()?;
        let mut summary = Summary { safe: 0, failed: 0, unknown: 0, unfinished: 0 };
        for &property in &self.properties {
            let verdict = verifier.verify(property, observer);
            verdicts::complain(&self.model, std::slice::from_ref(&verdict));
            match &verdict.outcome {
                Outcome::Safe(_) => summary.safe += 1,
                Outcome::Unknown(reason) => {
                    summary.unknown += 1;
                    summary.unfinished += usize::from(reason.cause != StopCause::Bound);
                }
                Outcome::Unsafe(counterexample) => {
                    summary.failed += 1;
                    if !found(property, counterexample)? {
                        break;
                    }
                }
            }
        }
        Ok(summary)
    }
}

/// The verdict on all properties together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overall {
    /// All hold.
    Safe,
    /// One has a counterexample.
    Unsafe,
    /// Neither is known.
    Open,
}

impl Summary {
    /// The verdict on all properties together.
    pub fn overall(self) -> Overall {
        match self {
            Summary { failed: 0, unknown: 0, .. } => Overall::Safe,
            Summary { failed: 0, .. } => Overall::Open,
            Summary { .. } => Overall::Unsafe,
        }
    }

    /// Callers of a bounded search take the lack of a counterexample for its absence up to the bound, so a search that
    /// ended before is a failure.
    pub fn within_bound(self) -> Result<Summary, Failure> {
        match self.unfinished {
            0 => Ok(self),
            _ => Err(Failure::new(UNKNOWN, "the search ended before its bound")),
        }
    }
}

/// The number of properties of each verdict.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    /// They hold.
    pub safe: usize,
    /// They have counterexamples.
    pub failed: usize,
    /// They are open.
    pub unknown: usize,
    /// They are open, and not because of a bound on the depth.
    pub unfinished: usize,
}

/// A counterexample in this form; the text is in the format of its model: AIGER, or BTOR2.
pub fn written(counterexample: &Counterexample<'_>, form: Form<'_>) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let written = counterexample.write(form, &mut bytes);
    written.map_err(|error| Failure::evidence(error.to_string()))?;
    Ok(bytes)
}

/// Prints a counterexample.
pub fn print(counterexample: &Counterexample<'_>) -> Result<(), Failure> {
    let bytes = written(counterexample, Form::Text)?;
    output::print_with(|out| out.write_all(&bytes))
}

/// Prints lines `u<depth>`: no counterexample has fewer transitions.
#[derive(Debug, Default)]
pub struct DepthLines {
    last: Depth,
}

impl Observer for DepthLines {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Depth { depth, .. } = event {
            if depth > self.last {
                self.last = depth;
                // A line that cannot be printed loses nothing: the verdict fails in the same way.
                let _ = output::print(&format!("u{}\n", depth.transitions()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// SBY reads `2` of aigbmc, and the end of btormc, as "no counterexample up to the bound".
    #[test]
    fn a_bounded_search_that_ended_early_is_no_answer() {
        let summary = |unknown, unfinished| Summary { safe: 1, failed: 0, unknown, unfinished };
        assert!(summary(2, 0).within_bound().is_ok());
        assert_eq!(summary(2, 1).within_bound().map(|_| ()).map_err(|failure| failure.code), Err(UNKNOWN));
    }
}
