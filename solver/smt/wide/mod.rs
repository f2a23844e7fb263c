//! Products, quotients and remainders of wide words: facts about them take the place of their circuits.
//!
//! The circuit of a product of 256 bits has 33,000 adders, and most theorems about it are out of reach of clauses.
//! Their proofs are often short if some facts about products are given. So the result of such an operator has free
//! bits at first. When the SAT core has a model in which the result is not the operator's value, facts that the model
//! contradicts are asserted, and the search goes on. An operator gets its circuit only when it has no more facts to
//! tell, or 64 of them, so that the search ends with an answer as it does without facts (Niemetz, Preiner, Zohar,
//! "Scalable Bit-Blasting with Abstractions", CAV 2024).
//!
//! A round tells, for each operator that is wrong, the first of these that gives something new:
//!
//! 1. operators of the same kind with equal operands have equal results;
//! 2. `(a * b) / b` is `a`, and the remainder 0, if the product does not overflow;
//! 3. rows of the table in `facts.rs` about products that are there already, such as `x / y * y <= x`;
//! 4. rows that mention no product or quotient: shifts, trailing zeros, bounds;
//! 5. all other rows, whose products are abstracted again;
//! 6. the result for the values that the operands have.
//!
//! A product of words with zeros in front has the bits of the narrower product as its lowest bits
//! (`encode/vectors.rs`).
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
