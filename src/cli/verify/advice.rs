//! Notes behind a verdict, on standard error: the scope of `safe`, and what may help where it is `unknown`.

use crate::cli::options::Settings;
use crate::cli::values::TERMINATION;
use crate::cli::verdicts::{overall, Words};
use indubit::base::Limit;
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::CheckError;
use indubit::input::Model;
use indubit::model::horn::Clause;
use indubit::portfolio::{Engine, ModelVerifier, Verdict};

/// The beginning of a note about a model without a question.
pub const NOTHING_ASKED: &str = "nothing was asked";

/// The members of a portfolio that are named.
const MOST_MEMBERS: usize = 4;

/// Says what was not looked for in a program that is safe, and that a search ends with the first error.
pub fn scope(settings: &Settings, model: &Model, verified: &[Verdict<'_>]) {
    let others = model.origin().map_or(0, |origin| origin.assertion_count().saturating_sub(1));
    if others > 0 && overall(verified, Words::Safety) == "unsafe" {
        let were = if others == 1 { " was" } else { "s were" };
        say!("indubit: note: {} other assertion{} not looked at (--property all)", others, were);
    }
    let is_safe = overall(verified, Words::Safety) == "safe";
    notes(settings, model).iter().filter(|_| is_safe).for_each(|note| say!("indubit: note: {}", note));
}

/// The notes on what a verdict `safe` does not say.
fn notes(settings: &Settings, model: &Model) -> Vec<String> {
    let is_about_ends = settings.property.name.as_deref() == Some(TERMINATION);
    let is_query = |clause: &Clause| clause.head.is_none();
    match (model, model.origin()) {
        (_, Some(origin)) => origin.scope(),
        (Model::Clauses(file), None) if !is_about_ends && !file.horn().clauses().iter().any(is_query) => {
            vec![format!("{}: no clause derives false", NOTHING_ASKED)]
        }
        (_, None) => Vec::new(),
    }
}

/// Says so if the model asks nothing, for a command that looks at evidence or lemmas alone.
pub fn nothing_asked(settings: &Settings, model: &Model) {
    let notes = notes(settings, model).into_iter().filter(|note| note.starts_with(NOTHING_ASKED));
    notes.for_each(|note| say!("indubit: note: {}", note));
}

/// Says which members of a portfolio worked most where there is no verdict, and what may help.
pub fn unknown(settings: &Settings, model: &Model, verifier: &ModelVerifier<'_>, verified: &[Verdict<'_>]) {
    let mut causes = verified.iter().filter_map(|v| match &v.outcome {
        Outcome::Unknown(reason) => Some(reason.cause),
        Outcome::Safe(_) | Outcome::Unsafe(_) => None,
    });
    let cause = match causes.next() {
        Some(cause) => cause,
        None => return,
    };
    let refused = verified.iter().find_map(|v| match &v.refused {
        Some(CheckError::Unsupported { reason, .. }) => Some(reason),
        Some(_) | None => None,
    });
    if let Some(reason) = refused {
        let help = model.origin().and_then(|origin| origin.remedy(Some(reason)));
        help.iter().for_each(|help| say!("indubit: may help: {}", help));
        return;
    }
    let mut members = members(verifier);
    let all: u64 = members.iter().map(|member| member.1).sum();
    members.sort_by_key(|member| std::cmp::Reverse(member.1));
    if members.len() > 1 && all > 0 {
        let share = |(name, work): &(String, u64)| format!("{} {} %", name, 100 * work / all);
        let shown: Vec<String> = members.iter().take(MOST_MEMBERS).map(share).collect();
        let others = match members.len().saturating_sub(MOST_MEMBERS) {
            0 => String::new(),
            others => format!(", {} others the rest", others),
        };
        say!("indubit: tried: {} of the work{}", shown.join(", "), others);
    }
    let threads = settings.threads.count();
    let helps = match cause {
        StopCause::Limit(Limit::Time) if settings.verify.engine == Engine::KLive => {
            "k-live finds no counterexamples; rlive and l2s do (--engine rlive)".to_string()
        }
        StopCause::Limit(Limit::Time) => {
            let other = model.origin().and_then(|origin| origin.remedy(None));
            let other = other.map_or(String::new(), |other| format!(", {}", other));
            format!(
                "more time (--timeout), more threads (--threads; now {}), lemmas (indubit try){}",
                threads, other
            )
        }
        StopCause::Limit(Limit::Memory) => {
            "more memory (--memory), fewer members at once (--threads 1), one engine (--engine)".to_string()
        }
        StopCause::Bound => "another engine (--engine portfolio), a greater bound of this one".to_string(),
        StopCause::TooManyStates | StopCause::TooManyCells => {
            "another engine (--engine portfolio)".to_string()
        }
        // The reason says all, as it does of causes that are still to come.
        StopCause::Limit(_) | StopCause::Unsupported | StopCause::EvidenceFailed | _ => return,
    };
    say!("indubit: may help: {}", helps);
}

/// The members of a portfolio with the work that each has done.
fn members(verifier: &ModelVerifier<'_>) -> Vec<(String, u64)> {
    let counters = verifier.statistics().into_iter();
    let of_member = |(name, count): (String, u64)| {
        let member = name.strip_suffix(": units of work")?.to_string();
        Some((member, count))
    };
    counters.filter_map(of_member).collect()
}
