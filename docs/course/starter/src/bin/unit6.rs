//! Unit 6, Spacer for Horn clauses.
//!
//! May and must summaries of predicates, queries from the last clause backwards, projection of models and interpolation
//! (Komuravelli, Gurfinkel, Chaki 2014). The crate's SMT solver may be used. The over-approximations that are closed
//! under the clauses are the evidence, a `define-fun` for each predicate, or a refutation as `indubit --witness` writes
//! it.

use course::{run, Answer};
use indubit::base::Budget;
use indubit::input::horn;

fn solve(file: &[u8]) -> Result<Answer, String> {
    let script = horn::read(file, &Budget::unlimited()).map_err(|error| error.to_string())?;
    if script.horn.clauses().is_empty() {
        return Ok(Answer::No(String::new()));
    }
    // To be written.
    Ok(Answer::Unknown)
}

fn main() {
    run(solve);
}
