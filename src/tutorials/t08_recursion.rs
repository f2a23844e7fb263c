//! Tutorial 8: Horn clauses, and recursion by summaries.
//!
//! McCarthy's function is a classic among recursive programs:
//!
//! ```text
//! mc(x) = x - 10           if x > 100
//! mc(x) = mc(mc(x + 11))   otherwise
//! ```
//!
//! For each argument up to 101 the result is 91. A path through this program is no list of steps: a call inside of a
//! call has to return before the outer one begins, and the stack has no bound. So frames of states, and trees of paths,
//! do not fit. The way out is to speak about *calls* in place of states.
//!
//! # Summaries
//!
//! A *summary* of a function is a relation between arguments and results that contains all pairs of calls that return.
//! For `mc` it is a predicate `mc(x, r)`: "the call with `x` may return `r`". The definition of the function then
//! becomes two *Horn clauses*, implications between predicates. All variables are universal:
//!
//! ```text
//! x > 100                                   →  mc(x, x - 10)
//! x <= 100 ∧ mc(x + 11, y) ∧ mc(y, r)       →  mc(x, r)
//! ```
//!
//! The property is a third clause, a *query*: `mc(x, r) ∧ x <= 101 ∧ r ≠ 91 → false`. In the second clause the
//! predicate occurs twice on the left. That is the nested call, and it is the thing that loops cannot say: a program
//! without recursion has clauses with one predicate on the left at most (*linear* clauses).
//!
//! The smallest relation that satisfies the first two clauses is the set of calls that do return. Every relation that
//! satisfies all three proves the property, and need not be the smallest. To find one is the same problem as to find an
//! inductive invariant.
//!
//! # The engine
//!
//! [`Spacer`](crate::engine::horn::Spacer) is IC3 for such clauses. Its frames contain, for each predicate, the facts
//! that have a derivation of at most that *depth*. An obligation `mc(x, r) ∧ …` with the second clause has two
//! premises, and either of them may be to blame. So Spacer keeps *facts* besides lemmas, sets of calls that certainly
//! return: one of the two premises is taken from the facts, the other from the frame, and only that one becomes the
//! next obligation.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::engine::horn::{Spacer, SpacerOptions};
//! use indubit::engine::Outcome;
//! use indubit::evidence::{self, horn as text, CheckError, Condition};
//! use indubit::input::{self, Model};
//! use indubit::model::horn::ClauseId;
//!
//! const DEFINITION: &str = "(set-logic HORN)
//!     (declare-fun mc (Int Int) Bool)
//!     (assert (forall ((x Int)) (=> (> x 100) (mc x (- x 10)))))
//!     (assert (forall ((x Int) (y Int) (r Int)) (=> (and (<= x 100) (mc (+ x 11) y) (mc y r)) (mc x r))))";
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let budget = Budget::unlimited();
//! let with_query = |query: &str| {
//!     let script = format!("{} (assert (forall ((x Int) (r Int)) (=> {} false)))", DEFINITION, query);
//!     input::horn::read(script.as_bytes(), &budget)
//! };
//!
//! // Up to 101 the result is 91.
//! let script = with_query("(and (mc x r) (<= x 101) (distinct r 91))")?;
//! let summary = match Spacer::new(&script.horn, SpacerOptions::default(), budget.clone()).prove(&mut ()) {
//!     Outcome::Safe(interpretation) => text::write_interpretation(&script.horn, &interpretation)?,
//!     other => panic!("{:?}", other),
//! };
//! println!("{}", summary);
//! assert_eq!(summary, "(define-fun mc ((x0 Int) (x1 Int)) Bool \
//!     (and (> x1 90) (or (<= x1 91) (> (+ x0 (* (- 1) x1)) 9))))\n");
//!
//! // Summaries by hand. The first is the exact one, the second the claim alone.
//! let model = Model::Clauses(script);
//! let check = |claim: &str| -> Result<Result<(), CheckError>, Box<dyn std::error::Error>> {
//!     Ok(evidence::check(&model, claim.as_bytes(), &Default::default(), &budget)?.remove(0).result)
//! };
//! let exact = "(define-fun mc ((x Int) (r Int)) Bool (= r (ite (<= x 101) 91 (- x 10))))";
//! assert_eq!(check(exact)?, Ok(()));
//! let claim = "(define-fun mc ((x Int) (r Int)) Bool (or (> x 101) (= r 91)))";
//! let refused = check(claim)?;
//! println!("{:?}", refused);
//! assert_eq!(refused, Err(CheckError::DoesNotHold(Condition::Clause(ClauseId::new(1)))));
//!
//! // Is there a call with 99 at all that returns 91? A query asks whether there is none, and is refuted.
//! let script = with_query("(and (mc x r) (= x 99) (= r 91))")?;
//! let refutation = match Spacer::new(&script.horn, SpacerOptions::default(), budget.clone()).prove(&mut ()) {
//!     Outcome::Unsafe(refutation) => refutation,
//!     other => panic!("{:?}", other),
//! };
//! let facts = text::fact_texts(&script.horn, &refutation)?;
//! for (fact, step) in facts.iter().zip(&refutation.steps) {
//!     println!("{} from {:?}", fact, step.premises);
//! }
//! text::check_refutation(&script.horn, &refutation)?;
//! for fact in ["(mc 110 100)", "(mc 101 91)", "(mc 100 91)", "(mc 99 91)", "false"] {
//!     assert!(facts.contains(&fact.to_string()), "{}", fact);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! # The summary that was found
//!
//! Written as people do: `r >= 91`, and `r <= 91` or `r <= x - 10`. For `x <= 101` the two bounds leave only 91: if
//! `r <= x - 10` then `r <= 91` as well. Beyond 101 the summary allows every result from 91 to `x - 10`, though only
//! `x - 10` is returned. It is coarser than the exact summary, and still inductive.
//!
//! *The first clause*: `x > 100`, and `r = x - 10` is at least 91 and at most `x - 10`. *The second*: let `x <= 100`,
//! let `y` be a result for `x + 11` and `r` one for `y`. From the first premise `y <= 91` or `y <= x + 1 <= 101`, so in
//! any case `y <= 101`, and then the second premise gives `r = 91`. *The query*: seen above.
//!
//! The claim alone, "`r` is 91 or `x` is above 101", is true of all calls, but it is not inductive. It says nothing of
//! results beyond 101. For `x = 95` the inner call is `mc(106)`, of which it allows every result, 500 too, and then the
//! outer call is `mc(500)`. The checker names the clause that fails, number 1, which is the second one.
//!
//! # The other direction
//!
//! A counterexample of Horn clauses is a *tree of derivations*, written as a list in which each fact names its
//! premises: `(mc 99 91)` comes from `(mc 110 100)` and `(mc 100 91)`, and the latter from `(mc 111 101)` and
//! `(mc 101 91)`. It is the tree of calls of the run.
//!
//! # Recursion in C
//!
//! A C program with recursive functions is read into such clauses, with a predicate for each location of each function
//! (`examples/programs/ninety_one.c`). The same engine proves it, over words in place of numbers.
//!
//! # To try
//!
//! - `examples/clauses/fibonacci.smt2` and `ackermann.smt2`: read the summaries by `--show-invariant`.
//! - Which results does the summary allow for `x = 105`? Add a query that excludes all but 95, and look again.
//! - `Engine::Gpdr` and `Engine::Unwind` are the other engines for clauses.
//!
//! The sources: Manna and McCarthy, "Properties of programs and partial function logic" (1970); Grebenshchikov, Lopes,
//! Popeea, Rybalchenko, "Synthesizing Software Verifiers from Proof Rules" (PLDI 2012); Hoder, Bjørner, "Generalized
//! Property Directed Reachability" (SAT 2012); Komuravelli, Gurfinkel, Chaki, "SMT-Based Model Checking for Recursive
//! Programs" (CAV 2014). Next: [certificates](super::t09_forged_certificates).
