//! Prints the verdicts of a run.

use super::options::Settings;
use super::{EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE};
use indubit::base::Believed;
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::CheckError;
use indubit::input::Model;
use indubit::model::PropertyId;
use indubit::portfolio::{Counterexample, Verified};

/// The words for verdicts: properties are wanted or, as covers, their bad states are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Words {
    Safety,
    Cover,
}

impl Words {
    pub fn of(settings: &Settings) -> Words {
        match settings.cover.0 {
            true => Words::Cover,
            false => Words::Safety,
        }
    }
}

/// The verdict on one property.
pub fn verdict<C, T>(v: &Verified<C, T>, words: Words) -> &'static str {
    match (&v.outcome, words) {
        (Outcome::Safe(_), Words::Safety) => "safe",
        (Outcome::Unsafe(_), Words::Safety) => "unsafe",
        (Outcome::Safe(_), Words::Cover) => "uncoverable",
        (Outcome::Unsafe(_), Words::Cover) => "covered",
        (Outcome::Unknown(_), _) => "unknown",
    }
}

/// The verdict on all properties together: the least welcome one.
pub fn overall<C, T>(verified: &[Verified<C, T>], words: Words) -> &'static str {
    let is = |word: &&str| verified.iter().any(|v| verdict(v, words) == *word);
    let (least, best) = match words {
        Words::Safety => ("unsafe", "safe"),
        Words::Cover => ("uncoverable", "covered"),
    };
    [least, "unknown"].into_iter().find(is).unwrap_or(best)
}

/// The verdict on all properties in the words of the hardware model checking competition: whether there is a
/// counterexample.
pub fn competition<C, T>(verified: &[Verified<C, T>]) -> &'static str {
    match overall(verified, Words::Safety) {
        "unsafe" => "sat",
        "safe" => "unsat",
        _ => "unknown",
    }
}

/// The exit code for these verdicts.
pub fn code<C, T>(verified: &[Verified<C, T>], words: Words) -> i32 {
    let failed = |v: &Verified<C, T>| match &v.outcome {
        Outcome::Unknown(reason) => {
            matches!(reason.cause, StopCause::EvidenceFailed | StopCause::Panicked)
        }
        Outcome::Safe(_) | Outcome::Unsafe(_) => false,
    };
    match overall(verified, words) {
        "unsafe" | "covered" => UNSAFE,
        "unknown" if verified.iter().any(failed) => EVIDENCE_FAILED,
        "unknown" => UNKNOWN,
        _ => SAFE,
    }
}

/// The sentence that says what a counterexample shows.
pub fn violation(model: &Model, property: PropertyId, trace: &Counterexample<'_>, words: Words) -> String {
    if let Some(failed) = trace.failed() {
        return failed.text;
    }
    if let Some(sentence) = trace.sentence() {
        return sentence;
    }
    if let Model::Clauses(_) = model {
        return format!("false follows from the clauses, by a derivation of depth {}", trace.depth());
    }
    let property = match (model.property_name(property), model.property_place(property)) {
        ("", "") => property.to_string(),
        ("", place) => format!("{} ({})", property, place),
        (name, "") => format!("{} ({})", name, property),
        (name, place) => format!("{} ({}, {})", name, property, place),
    };
    match trace.loop_start() {
        Some(step) => format!("{} is violated by a run that repeats itself from step {} on", property, step),
        None => {
            let word = if words == Words::Cover { "covered" } else { "violated" };
            format!("{} is {} at step {}", property, word, trace.depth())
        }
    }
}

/// The lines for standard output.
pub fn text<C, T>(verified: &[Verified<C, T>], words: Words) -> String {
    let mut text = format!("{}\n", overall(verified, words));
    if verified.len() > 1 {
        for v in verified {
            text.push_str(&format!("{} {}\n", v.property, verdict(v, words)));
        }
    }
    text
}

/// The line about steps of proofs that had to be believed; none if there are no such steps.
pub fn believed(steps: Believed) -> String {
    if steps.is_empty() {
        String::new()
    } else {
        format!("believed: {}\n", steps)
    }
}

/// The request behind the description of a defect.
pub const REPORT: &str = "please report this as a defect of indubit";

/// Neighbouring properties without a verdict that have a line together, if the reason is the same.
const MANY: usize = 10;

/// The number of verdicts from the first on that are missing for one reason, which needs no details.
fn alike<C, T>(verified: &[Verified<C, T>]) -> usize {
    let plain = |v: &Verified<C, T>| match &v.outcome {
        Outcome::Unknown(reason) if v.refused.is_none() && v.defects.is_empty() => Some(*reason),
        Outcome::Unknown(_) | Outcome::Safe(_) | Outcome::Unsafe(_) => None,
    };
    let first = verified.first().and_then(plain);
    verified.iter().take_while(|v| first.is_some() && plain(v) == first).count()
}

/// Prints the reasons for missing verdicts on standard error, and the defects that came to light.
pub fn complain<C, T>(model: &Model, verified: &[Verified<C, T>]) {
    let mut rest = verified;
    while let Some((v, behind)) = rest.split_first() {
        let alike = alike(rest);
        if alike >= MANY {
            let reason = match &v.outcome {
                Outcome::Unknown(reason) => reason.to_string(),
                Outcome::Safe(_) | Outcome::Unsafe(_) => String::new(),
            };
            let (first, last) =
                (model.property_title(v.property), model.property_title(rest[alike - 1].property));
            say!("indubit: properties {} to {}: {}", first, last, reason);
            rest = &rest[alike..];
            continue;
        }
        rest = behind;
        for defect in &v.defects {
            say!("indubit: property {}: {}; {}", model.property_title(v.property), defect, REPORT);
        }
        let reason = match &v.outcome {
            Outcome::Unknown(reason) => reason,
            _ => continue,
        };
        let detail = match &v.refused {
            Some(CheckError::Limit(_)) => {
                "; a verdict was found, but its evidence could not be checked in time".to_string()
            }
            Some(error @ CheckError::Unsupported { .. }) => format!(": {}", error),
            Some(error) => format!(": {}; {}", error, REPORT),
            None => String::new(),
        };
        say!("indubit: property {}: {}{}", model.property_title(v.property), reason, detail);
    }
}
