//! The result of a verification as JSON: the object of the command line's `--json`, with invariants, traces and
//! evidence, and with work instead of seconds.

use crate::failure::Failure;
use crate::settings::{Evidence, Request};
use indubit::base::{Budget, Json, Limit};
use indubit::engine::{Outcome, StopCause, StopReason};
use indubit::c::{CProgram};
use indubit::input::Diagnostic;
use indubit::input::Model;
use indubit::portfolio::{Checking, Form, ModelVerifier, Verdict, WriteError};

/// The version of the object, which is that of the command line.
const VERSION: u32 = 1;

/// The verdicts on a model, and all that the report tells about them.
pub struct Report<'a, 'm> {
    pub model: &'m Model,
    pub request: &'a Request,
    pub verified: &'a [Verdict<'m>],
    pub verifier: &'a ModelVerifier<'m>,
}

/// The work done so far.
pub fn spent(json: &mut Json, budget: &Budget) {
    json.key("work").raw(budget.work_used()).key("conflicts").raw(budget.conflicts_used());
    json.key("propagations").raw(budget.propagations_used()).key("memory").raw(budget.memory_used());
}

fn word(verdict: &Verdict<'_>) -> &'static str {
    match verdict.outcome {
        Outcome::Safe(_) => "safe",
        Outcome::Unsafe(_) => "unsafe",
        Outcome::Unknown(_) => "unknown",
    }
}

/// The limit in the words of a request, whose work is limited by a mark, and which nobody cancels.
pub fn limit(limit: Limit) -> String {
    match limit {
        Limit::Paused | Limit::Cancelled => "the work is used up".to_string(),
        limit => limit.to_string(),
    }
}

/// The reason of a missing verdict.
fn why(reason: &StopReason) -> String {
    match reason.cause {
        StopCause::Limit(found) => limit(found),
        _ => StopReason { safe_depth: None, ..*reason }.to_string(),
    }
}

fn has_failed(verdict: &Verdict<'_>) -> bool {
    matches!(&verdict.outcome, Outcome::Unknown(reason) if reason.cause == StopCause::EvidenceFailed)
}

impl Report<'_, '_> {
    /// The fields of the object.
    pub fn tell(&self, json: &mut Json, budget: &Budget) -> Result<(), Failure> {
        let is = |wanted| self.verified.iter().any(|verdict| word(verdict) == wanted);
        let (overall, code) = match () {
            () if is("unsafe") => ("unsafe", 10),
            () if self.verified.iter().any(has_failed) => ("unknown", 3),
            () if is("unknown") => ("unknown", 30),
            () => ("safe", 20),
        };
        let checking = self.request.settings.verify.check;
        json.key("version").raw(VERSION).key("done").raw(true);
        json.key("verdict").string(overall).key("exit_code").raw(code);
        json.key("checked").raw(checking != Checking::Off);
        if checking == Checking::Full {
            json.key("believed").open('{');
            for (kind, number) in budget.believed().kinds() {
                json.key(kind).raw(number);
            }
            json.close('}');
        }
        json.key("properties").open('[');
        for verdict in self.verified {
            self.property(json, verdict)?;
        }
        json.close(']');
        spent(json, budget);
        json.key("statistics").open('{');
        for (name, value) in self.verifier.statistics() {
            json.key(&name).raw(value);
        }
        json.close('}').key("warnings").open('[');
        for warning in warnings(self.model) {
            json.string(&warning.to_string());
        }
        json.close(']');
        Ok(())
    }

    fn property(&self, json: &mut Json, verdict: &Verdict<'_>) -> Result<(), Failure> {
        json.open('{').key("index").raw(verdict.property.index());
        if verdict.property.is_justice() {
            json.key("kind").string("justice");
        }
        let name = self.model.property_name(verdict.property);
        if !name.is_empty() {
            json.key("name").string(name);
        }
        json.key("verdict").string(word(verdict)).key("engine").string(verdict.by);
        match &verdict.outcome {
            Outcome::Safe(proof) => {
                let size = proof.size();
                match size.k {
                    Some(k) => json.key("k").raw(k).key("simple_path").raw(size.simple_path),
                    None => json.key(size.unit).raw(size.parts),
                };
                json.key("invariant").open('[');
                proof.parts().iter().for_each(|part| {
                    json.string(part);
                });
                json.close(']');
                if let Some(form) = self.proof_form() {
                    let mut bytes = Vec::new();
                    evidence(json, self.request.evidence.name(), proof.write(form, &mut bytes), &bytes)?;
                }
            }
            Outcome::Unsafe(counterexample) => {
                json.key("depth").raw(counterexample.depth());
                let table = counterexample.table();
                json.key("trace").open('[');
                for changes in table.changes() {
                    json.open('[');
                    for (name, value) in changes {
                        json.open('{').key("name").string(name).key("value").string(value).close('}');
                    }
                    json.close(']');
                }
                json.close(']');
                if let Some((name, form)) = self.counterexample_form() {
                    let mut bytes = Vec::new();
                    evidence(json, name, counterexample.write(form, &mut bytes), &bytes)?;
                }
            }
            Outcome::Unknown(reason) => {
                json.key("reason").string(&why(reason));
                if let Some(depth) = reason.safe_depth {
                    json.key("safe_depth").raw(depth);
                }
                if let Some(error) = &verdict.refused {
                    json.key("refused").string(&error.to_string());
                }
            }
        }
        if !verdict.defects.is_empty() {
            json.key("defects").open('[');
            for defect in &verdict.defects {
                json.string(&defect.to_string());
            }
            json.close(']');
        }
        json.close('}');
        Ok(())
    }

    fn proof_form(&self) -> Option<Form<'_>> {
        match self.request.evidence {
            Evidence::None => None,
            Evidence::Text => Some(Form::Text),
            Evidence::Aiger => Some(Form::WitnessCircuit { binary: false }),
            Evidence::Script => Some(Form::Script),
            Evidence::Vmt => Some(Form::Vmt),
            Evidence::Witness => Some(Form::Witness { time: &self.request.time }),
        }
    }

    /// The form of a counterexample, with its name.
    fn counterexample_form(&self) -> Option<(&'static str, Form<'_>)> {
        match self.request.evidence {
            Evidence::None => None,
            Evidence::Text | Evidence::Aiger | Evidence::Vmt => Some((Evidence::Text.name(), Form::Text)),
            Evidence::Script => Some((Evidence::Script.name(), Form::Script)),
            Evidence::Witness => Some((Evidence::Witness.name(), Form::Witness { time: &self.request.time })),
        }
    }
}

/// The fields of evidence that was written, or the reason why it was not. A form that does not fit takes no verdict
/// away.
fn evidence(
    json: &mut Json,
    form: &str,
    written: Result<Vec<String>, WriteError>,
    bytes: &[u8],
) -> Result<(), Failure> {
    match written {
        Ok(remarks) => {
            let text = std::str::from_utf8(bytes).map_err(|_| Failure::defect("the evidence is no text"))?;
            json.key("evidence").open('{').key("form").string(form).key("text").string(text);
            json.key("remarks").open('[');
            remarks.iter().for_each(|remark| {
                json.string(remark);
            });
            json.close(']').close('}');
        }
        Err(error @ (WriteError::Unfit(_) | WriteError::Run(_))) => {
            json.key("evidence_missing").string(&error.to_string());
        }
        Err(error) => return Err(Failure::defect(error)),
    }
    Ok(())
}

/// The warnings about a C program.
fn warnings(model: &Model) -> Vec<&Diagnostic> {
    CProgram::of(model).map_or_else(Vec::new, CProgram::warnings)
}
