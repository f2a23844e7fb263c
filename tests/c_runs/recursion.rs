//! Random recursive programs: the verdict beside the runs of the interpreter on all inputs.

use super::cases::scaled;
use super::{program, try_run};
use indubit::base::{Budget, Rng};
use indubit::c::{CFile, End, LowerOptions, RunOptions, SomeSource};
use indubit::engine::Outcome;
use indubit::evidence::CheckError;
use indubit::portfolio::{Engine, HornVerifier, VerifyOptions};
use std::sync::Arc;

/// Answers that a run may ask for; each is a bit.
const MOST_ANSWERS: u32 = 8;

fn pick<'a>(rng: &mut Rng, from: &[&'a str]) -> &'a str {
    from[rng.below(from.len())]
}

fn expression(rng: &mut Rng) -> String {
    let operator = pick(rng, &["+", "-", "&"]);
    let left = pick(rng, &["a", "n", "g", "x"]);
    let right = pick(rng, &["a", "g", "x", "1", "2"]);
    format!("({} {} {})", left, operator, right)
}

fn statement(rng: &mut Rng) -> String {
    let (value, guard, small) = (expression(rng), expression(rng), rng.below(4));
    match rng.below(6) {
        0 => format!("x = down(n - 1, {});", value),
        1 => format!("x = other(n - 1, {});", value),
        2 => format!("g = {};", value),
        3 => "x = nondet() & 1;".to_string(),
        4 => format!("if ({} == {}) reach_error();", guard, small as i64 + 2),
        _ => format!("if ({} > {}) x = {};", guard, small, value),
    }
}

fn random_program(rng: &mut Rng) -> String {
    let mut text =
        "int nondet(void);\nint g;\nint down(int n, int a);\nint other(int n, int a);\n".to_string();
    for name in ["down", "other"] {
        // One call at least makes the pair recursive.
        let body: Vec<_> = (0..1 + rng.below(3)).map(|_| statement(rng)).collect();
        text += &format!(
            "int {}(int n, int a) {{\n  int x = a;\n  if (n <= 0) return x;\n  {}\n  x = x + {}(n - 1, a);\n  \
            return {};\n}}\n",
            name,
            body.join("\n  "),
            pick(rng, &["down", "other"]),
            expression(rng)
        );
    }
    let (depth, wrong) = (1 + rng.below(2), rng.below(8) as i64 - 2);
    let main = "int main(void) {\n  int a = nondet() & 1;\n  g = nondet() & 1;\n";
    text + main + &format!("  if (down({}, a) == {}) reach_error();\n}}\n", depth, wrong)
}

/// Whether some run reaches an error; `None` if a run asks for too many answers.
fn enumerated(text: &str) -> Option<bool> {
    let program = program(text);
    let mut open: Vec<Vec<i128>> = vec![Vec::new()];
    let mut is_cut = false;
    while let Some(answers) = open.pop() {
        match try_run(&program, &RunOptions::default(), &answers).expect("a run").end {
            End::Error(..) => return Some(true),
            End::OutOfAnswers(_) if answers.len() < MOST_ANSWERS as usize => {
                open.extend([0, 1].iter().map(|&bit| [&answers[..], &[bit]].concat()));
            }
            End::Quiet(..) => {}
            _ => is_cut = true,
        }
    }
    if is_cut {
        return None;
    }
    Some(false)
}

/// The verdict, checked by the verifier; `None` if the budget ends first.
fn verdict(text: &str) -> Option<bool> {
    let budget = Budget::unlimited().with_propagations(400_000);
    let source = SomeSource::new(program(text), LowerOptions::default(), &Budget::unlimited());
    let source = match source.expect("a lowered program") {
        SomeSource::Recursive(source) => *source,
        SomeSource::Plain(_) => panic!("no recursive function in\n{}", text),
    };
    let options = VerifyOptions { engine: Engine::Spacer, ..VerifyOptions::default() };
    let verified = HornVerifier::of_source(Arc::new(CFile::without_text(source)), options, budget)
        .expect("an engine")
        .verify(&mut ());
    let is_believed = matches!(verified.refused, None | Some(CheckError::Limit(_)));
    assert!(is_believed, "{:?}\n{}", verified.refused, text);
    match verified.outcome {
        Outcome::Safe(_) => Some(false),
        Outcome::Unsafe(_) => Some(true),
        Outcome::Unknown(_) => None,
    }
}

#[test]
fn verdicts_of_random_recursive_programs_agree_with_all_their_runs() {
    let mut rng = Rng::new(91);
    let (mut safe, mut violated, mut unknown, mut endless) = (0, 0, 0, 0);
    let count = scaled(40);
    for _ in 0..count {
        let text = random_program(&mut rng);
        match (enumerated(&text), verdict(&text)) {
            (Some(expected), Some(found)) => {
                assert_eq!(found, expected, "{}", text);
                safe += usize::from(!found);
                violated += usize::from(found);
            }
            (Some(_), None) => unknown += 1,
            (None, _) => endless += 1,
        }
    }
    let told =
        format!("{} safe, {} unsafe, {} unknown, {} with many answers", safe, violated, unknown, endless);
    assert!(count < 40 || 2 * (safe + violated) > count && safe > 0 && violated > 0, "{}", told);
    println!("{}", told);
}
