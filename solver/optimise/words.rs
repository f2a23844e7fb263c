//! The least word: bit by bit, from the highest.

use crate::solver::smt::{Answer, Solver, UnknownReason};
use crate::solver::term::{TermId, Terms, Value};

/// The least value of a word, or the greatest, read without sign. The solver has a model; when it returns, its
/// innermost scope asserts the value.
pub(super) fn best_word(
    solver: &mut Solver,
    terms: &mut Terms,
    word: TermId,
    width: u32,
    least: bool,
) -> Result<Value, UnknownReason> {
    let mut value = solver.model(terms).evaluate(terms, word);
    for place in (0..width).rev() {
        let bit = terms.extract(word, place, place);
        let wanted = terms.bv(u64::from(!least), 1);
        let is_best = terms.eq(bit, wanted);
        let has_it = matches!(&value, Value::Bits(bits) if bits.bit(place) != least);
        let kept = if has_it {
            is_best
        } else {
            match solver.check(terms, &[is_best]) {
                Answer::Sat => {
                    value = solver.model(terms).evaluate(terms, word);
                    is_best
                }
                Answer::Unsat => terms.not(is_best),
                Answer::Unknown(reason) => return Err(reason),
            }
        };
        solver.assert(terms, kept);
    }
    Ok(value)
}
