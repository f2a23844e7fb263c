//! The verdicts of a run in words, whatever kind of model they are about.

use super::{EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE};
use indubit::base::Believed;
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::CheckError;
use indubit::portfolio::Verified;

/// The verdict on one property.
pub fn verdict<C, T>(v: &Verified<C, T>) -> &'static str {
    match v.outcome {
        Outcome::Safe(_) => "safe",
        Outcome::Unsafe(_) => "unsafe",
        Outcome::Unknown(_) => "unknown",
    }
}

/// The verdict on all properties together.
pub fn overall<C, T>(verified: &[Verified<C, T>]) -> &'static str {
    let is = |word| verified.iter().any(|v| verdict(v) == word);
    if is("unsafe") {
        "unsafe"
    } else if is("unknown") {
        "unknown"
    } else {
        "safe"
    }
}

/// The verdict on all properties in the words of the hardware model checking competition: whether there is a
/// counterexample.
pub fn competition<C, T>(verified: &[Verified<C, T>]) -> &'static str {
    match overall(verified) {
        "unsafe" => "sat",
        "safe" => "unsat",
        _ => "unknown",
    }
}

/// The exit code for these verdicts.
pub fn code<C, T>(verified: &[Verified<C, T>]) -> i32 {
    let failed = |v: &Verified<C, T>| match &v.outcome {
        Outcome::Unknown(reason) => reason.cause == StopCause::EvidenceFailed,
        _ => false,
    };
    match overall(verified) {
        "unsafe" => UNSAFE,
        "unknown" if verified.iter().any(failed) => EVIDENCE_FAILED,
        "unknown" => UNKNOWN,
        _ => SAFE,
    }
}

/// The lines for standard output.
pub fn text<C, T>(verified: &[Verified<C, T>]) -> String {
    let mut text = format!("{}\n", overall(verified));
    if verified.len() > 1 {
        for v in verified {
            text.push_str(&format!("{} {}\n", v.property, verdict(v)));
        }
    }
    text
}

/// The line about steps of proofs that had to be believed; none if there are no such steps.
pub fn believed(steps: Believed) -> String {
    match steps.is_empty() {
        true => String::new(),
        false => format!("believed: {}\n", steps),
    }
}

/// The request behind the description of a defect.
const REPORT: &str = "please report this as a defect of indubit";

/// Prints the reasons for missing verdicts on standard error, and the defects that came to light.
pub fn complain<C, T>(verified: &[Verified<C, T>]) {
    for v in verified {
        for defect in &v.defects {
            say!("indubit: property {}: {}; {}", v.property, defect, REPORT);
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
        say!("indubit: property {}: {}{}", v.property, reason, detail);
    }
}
