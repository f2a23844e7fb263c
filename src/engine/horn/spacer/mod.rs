//! IC3 for constrained Horn clauses: Spacer (Komuravelli, Gurfinkel, Chaki, CAV 2014), in the words of N. Bjørner's
//! slides, "Software Model Checking with IC3", after Hoder and Bjørner, "Generalized Property Directed Reachability"
//! (SAT 2012).
//!
//! The clauses with a predicate as their head make its *transformer* F. It leads from the states of the predicates in
//! the bodies to the states that one use of a clause derives. A frame `R_i` over-approximates, for each predicate, the
//! states that have a derivation of depth `i` at most; `R_0` is empty. Facts `U` under-approximate: all states of a
//! fact have a derivation. A query is a clause whose head is falsity, a predicate without arguments.
//!
//! A *goal* `⟨φ, i + 1⟩`, a proof obligation of a predicate, asks whether a predicate has a state in φ that is derived
//! from frame `i`. The rules, one per file:
//!
//! - *Conflict*: `φ ∧ F(R_i, …, R_i)` is empty, over all clauses with that head. A lemma excludes φ from frame `i + 1`.
//! - *Close*: `φ ∧ F(U, …, U)` is not empty. Its projection to the arguments is a new fact.
//! - *Decide*: neither. Between `F(U, …, U)` and `F(R_i, …, R_i)` there is an occurrence such that the query flips from
//!   no to yes when lemmas take the place of facts there. The child `⟨φ', i⟩` has the states that the occurrence may
//!   have, if occurrences before it are in `R_i` and occurrences after it in `U`. No fact meets the child, since the
//!   query with facts for it has failed. So each child excludes its model from a frame or adds a fact, and the parent
//!   goes on with more.
//! - *Unfold*: falsity is excluded from the highest frame, and the next one is opened.
//! - *Induction*: a lemma moves to the next frame if F leads from its frame to no state that it excludes.
//! - *Unreachable*: a frame equals the next one. It is a model of the clauses.
//! - *Reachable*: falsity is a fact. Its derivation is made concrete from the query downwards.
//!
//! Facts have no frame here, other than on the slides: a fact has a derivation, of any depth. So a fact may lie
//! outside of a low frame. This does no harm: lemmas only claim that they hold up to their frame, and the flip from
//! facts to lemmas exists between any two queries that have different answers.
//!
//! Marking children as reached, as the earlier algorithm did, is not sound for projected children: two of them may be
//! reached by values that do not fit together. Facts take the place of marks.
//!
//! Limits, most important first: lemmas have no quantifiers but over cells of arrays. There is no global guidance
//! (Krishnan et al., CAV 2020): lemmas are neither clustered nor widened, so a search may exclude one bound after the
//! other. Lemmas of one predicate do not serve another. Projected goals and facts follow models, and so may be many
//! ([`SpacerOptions`] caps frames and goals that come back).
//!
//! The words are those of the [glossary](crate::glossary).

mod close;
mod conflict;
mod decide;
mod fact;
mod heads;
mod induction;
mod narrate;
mod options;
mod places;
mod refutation;
mod search;
mod transformer;

pub use options::{HornLemmas, ModelCube, SpacerOptions};
pub use search::{Spacer, SpacerStatistics};
