//! Unit 3, the simplex method for conjunctions of linear inequalities over the reals.
//!
//! Bounds, basic and other variables, pivots by Bland's rule (Dutertre and de Moura 2006). A row that cannot reach its
//! bound names the assertions that contradict each other. Otherwise the values are a model: `(= x (/ 1 2))`.

use course::{run, Answer};
use indubit::base::Budget;
use indubit::input::smtlib;

fn solve(file: &[u8]) -> Result<Answer, String> {
    let script = smtlib::read(file, &Budget::unlimited()).map_err(|error| error.to_string())?;
    if script.named.is_empty() {
        return Ok(Answer::Yes(String::new()));
    }
    // To be written: `script.terms` has the operators and arguments of `script.named`.
    Ok(Answer::Unknown)
}

fn main() {
    run(solve);
}
