//! The verifier: one of the fixed models, an engine and its settings, budgets that run out, cancellation, and going on.

use super::{numbers, word};
use crate::models::options;
use crate::source::Source;
use crate::targets::fixed::{C, CIRCUITS, CLAUSES, PROGRAMS, SYSTEMS};
use indubit::base::{Budget, Limit};
use indubit::engine::{Outcome, StopCause};
use indubit::model::PropertyId;
use indubit::portfolio::ModelVerifier;
use std::sync::atomic::Ordering::Relaxed;

/// The most work that a sequence adds to the mark of its budget, so that it ends soon.
const MOST_WORK: u64 = 60_000;

/// The target.
pub fn target(data: &[u8]) {
    super::run("verifier", data, decode, calls);
}

fn decode(data: &[u8]) -> Vec<String> {
    let mut s = Source::new(data);
    let mut lines = vec![format!("model {}", s.byte())];
    let count = s.below(90);
    let bytes: Vec<String> = (0..count).map(|_| s.byte().to_string()).collect();
    lines.push(format!("options {}", bytes.join(" ")));
    while !s.is_empty() && lines.len() < 20 {
        lines.push(match s.below(6) {
            0 => "cancel".to_string(),
            1 => format!("work {}", s.byte()),
            2 => format!("work {}", s.below(20_000)),
            _ => format!("ask {}", s.below(2)),
        });
    }
    lines.push("work 30000".to_string());
    lines.push("ask 0".to_string());
    lines
}

fn calls(lines: &[String]) {
    let all = [CIRCUITS, SYSTEMS, PROGRAMS, CLAUSES, C].concat();
    let of = |name: &str| {
        lines.iter().find(|line| word(line) == name).map_or(Vec::new(), |line| numbers::<u8>(line))
    };
    let fixed = all[usize::from(of("model").first().copied().unwrap_or(0)) % all.len()];
    let model = fixed.model();
    let bytes = of("options");
    let options = options::verify(&mut Source::new(&bytes));
    // Two verifiers that are asked the same answer the same.
    let answers: Vec<Vec<String>> = (0..2)
        .map(|_| {
            let budget = Budget::unlimited().with_memory(256 << 20);
            budget.pause_at(200);
            let verifier = ModelVerifier::new(&model, &options, &budget);
            verifier.map_or(Vec::new(), |mut verifier| session(lines, fixed.holds, &mut verifier, &budget))
        })
        .collect();
    assert_eq!(answers[0], answers[1], "{}: {:?} answers differently", fixed.name, options.engine);
}

/// All answers, in words.
fn session(
    lines: &[String],
    holds: &[bool],
    verifier: &mut ModelVerifier<'_>,
    budget: &Budget,
) -> Vec<String> {
    let mut answers = Vec::new();
    let mut left = MOST_WORK;
    let mut is_cancelled = false;
    for line in lines {
        match word(line) {
            "cancel" => {
                is_cancelled = true;
                budget.canceller().store(true, Relaxed);
            }
            "work" => {
                let more = numbers(line).pop().unwrap_or(0).min(left);
                left -= more;
                budget.pause_at(budget.work_used().saturating_add(more));
            }
            "ask" => {
                let property = numbers(line).pop().unwrap_or(0usize) % holds.len();
                let verdict = verifier.verify(PropertyId::new(property), &mut ());
                assert!(verdict.defects.is_empty(), "{:?}", verdict.defects);
                match &verdict.outcome {
                    Outcome::Safe(_) => assert!(holds[property], "{} does not hold", property),
                    Outcome::Unsafe(_) => assert!(!holds[property], "{} holds", property),
                    Outcome::Unknown(reason) => {
                        let is_failure = reason.cause == StopCause::EvidenceFailed;
                        assert!(!is_failure, "the evidence failed: {:?}", verdict.refused);
                        let is_reason = reason.cause == StopCause::Limit(Limit::Cancelled);
                        assert!(is_cancelled || !is_reason, "cancelled by nobody");
                    }
                }
                answers.push(match &verdict.outcome {
                    Outcome::Safe(proof) => format!("safe by {}: {:?}", verdict.by, proof.parts()),
                    Outcome::Unsafe(found) => format!("unsafe by {}: {}", verdict.by, found.text()),
                    Outcome::Unknown(reason) => format!("unknown by {}: {}", verdict.by, reason),
                });
                // The flag is taken back, and the next question goes on.
                is_cancelled = false;
                budget.canceller().store(false, Relaxed);
            }
            _ => {}
        }
    }
    answers
}
