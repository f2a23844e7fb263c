//! The clauses that ship with the project.

use crate::paths::in_package;
use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::input::horn::read;
use indubit::portfolio::{Engine, HornVerifier, VerifyOptions};

fn verdict(name: &str, engine: Engine) -> &'static str {
    let path = in_package(&format!("examples/clauses/{}.smt2", name));
    let text = std::fs::read(path).expect("an example");
    let horn = read(&text, &Budget::unlimited()).expect("clauses").horn;
    let options = VerifyOptions { engine, ..VerifyOptions::default() };
    let budget = Budget::unlimited().with_conflicts(100_000);
    let verified = HornVerifier::new(horn, options, budget).expect("an engine").verify(&mut ());
    assert_eq!(verified.refused, None, "{} {:?}", name, engine);
    match verified.outcome {
        Outcome::Safe(_) => "safe",
        Outcome::Unsafe(_) => "unsafe",
        Outcome::Unknown(_) => "unknown",
    }
}

#[test]
fn functions_that_call_themselves_are_within_their_bounds() {
    for engine in [Engine::Spacer, Engine::Gpdr, Engine::Portfolio] {
        for name in ["mccarthy91", "fibonacci", "ackermann"] {
            assert_eq!(verdict(name, engine), "safe", "{} {:?}", name, engine);
        }
    }
}

#[test]
fn functions_that_call_each_other_are_within_their_bounds() {
    assert_eq!(verdict("down_by_turns", Engine::Spacer), "safe");
}

#[test]
fn beyond_101_the_function_of_mccarthy_is_not_91() {
    for engine in [Engine::Spacer, Engine::Gpdr, Engine::Unwind, Engine::Portfolio] {
        assert_eq!(verdict("mccarthy91_wrong", engine), "unsafe", "{:?}", engine);
    }
}
