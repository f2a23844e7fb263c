//! Products, quotients and remainders of wide words: facts about them take the place of their circuits.
//!
//! The circuit of a product of 256 bits has 65,000 adders, and a proof about it is out of reach of clauses, where a
//! proof about what everybody knows of products is short. The result of such an operator has free bits at first. When
//! the SAT core has a model in which the result is not the operator's value, facts that the model contradicts are
//! asserted, and the search goes on. An operator gets its circuit only when there are no more facts to tell. So the
//! answer is never worse than a guess, and nothing is lost but time (Niemetz, Preiner, Zohar, "Scalable Bit-Blasting
//! with Abstractions", CAV 2024).
//!
//! A round tells, for each operator that is wrong, the first of these that gives something new:
//!
//! 1. operators of the same kind with equal operands have equal results;
//! 2. `(a * b) / b` is `a`, and the remainder 0, if the product does not overflow;
//! 3. rows of the table in `facts.rs` that need no other product or quotient: signs, shifts, trailing zeros, bounds;
//! 4. rows that do, such as `x / y * y <= x`, whose products are abstracted again;
//! 5. the value that these operands have, a few times.
//!
//! Facts are valid formulas, so they hold in all scopes, and a proof that uses one names it (`Reason::Fact`): the
//! checker makes the formula again.
//!
//! | file | content |
//! | --- | --- |
//! | `facts.rs` | the table, with `build.rs`, the parts of its formulas |
//! | `fact.rs` | a fact as data, and its formula |
//! | `choose.rs` | the facts that a model contradicts |

mod build;
mod choose;
mod fact;
mod facts;
#[cfg(test)]
mod tests;

pub(super) use choose::{unequal, Valued};
pub(super) use fact::Fact;
pub(super) use facts::Kind;
