//! Tutorial 9: Reading a certificate, and forging one.
//!
//! A model checker has a hundred thousand lines, and one wrong line can turn an error into a proof. So this crate
//! believes no engine. A proof is a *certificate*, and a small checker judges it with nothing but the model at hand.
//! This tutorial reads a certificate and then forges it three times, once against each of the three conditions.
//!
//! # Three conditions
//!
//! An invariant `Inv` proves that no bad state is reached if
//!
//! 1. *initiation*: every initial state is in it, `Init ⇒ Inv`;
//! 2. *consecution*: no step leads out of it, `Inv ∧ T ⇒ Inv′`;
//! 3. *safety*: it has no bad state, `Inv ⇒ ¬Bad`.
//!
//! Here `T` stands for the steps, and `Inv′` for the invariant about the state after the step. By the first two it
//! contains all reachable states, and by the third none of these is bad. Each condition is a question to a solver,
//! about one step at most. None of them mentions frames or obligations. A proof found in an hour is often checked in a
//! second.
//!
//! # The certificate
//!
//! The model is the decimal digit of [the first tutorial](super::t01_ic3_by_hand), which never shows 11, as a file of
//! the format AIGER. Latches are even numbers there, and an odd number is the negation of the even one before it: the
//! latches are 2 (`one`), 4 (`two`), 6 (`four`) and 8 (`eight`), and 5 is `¬two`. The certificate has one line for each
//! clause: `7 9` is `¬four ∨ ¬eight`, and `5 9` is `¬two ∨ ¬eight`. The states that satisfy both are 0 to 9. (The first
//! tutorial found another invariant, with fewer techniques of the engine switched on. Either of them is a proof.)
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::engine::Outcome;
//! use indubit::evidence::{self, CheckError, CheckOptions, Condition};
//! use indubit::input;
//! use indubit::portfolio::{verify, Engine, Form, VerifyOptions};
//!
//! // Lines: header; each latch with its next value; the bad signal; gates `x y z` for x = y ∧ z; names.
//! const DIGIT: &str = "aag 21 0 4 0 17 1
//! 2 16
//! 4 24
//! 6 30
//! 8 38
//! 42
//! 10 2 8
//! 12 5 7
//! 14 10 12
//! 16 3 15
//! 18 2 4
//! 20 3 5
//! 22 19 21
//! 24 22 15
//! 26 18 6
//! 28 19 7
//! 30 27 29
//! 32 26 8
//! 34 27 9
//! 36 33 35
//! 38 36 15
//! 40 18 8
//! 42 40 7
//! l0 one
//! l1 two
//! l2 four
//! l3 eight
//! ";
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let budget = Budget::unlimited();
//! let model = input::read("digit.aag", DIGIT.as_bytes(), &Default::default(), &budget)?;
//! let options = VerifyOptions { engine: Engine::Ic3, ..VerifyOptions::default() };
//! let report = verify(&model, &options, &budget, &mut ())?;
//! let mut certificate = Vec::new();
//! match &report.verdicts[0].outcome {
//!     Outcome::Safe(proof) => drop(proof.write(Form::Text, &mut certificate)?),
//!     other => panic!("{:?}", other),
//! }
//! let certificate = String::from_utf8(certificate)?;
//! println!("{}", certificate);
//! assert_eq!(certificate, "c these clauses hold initially, are kept by each step, and exclude the bad states
//! invariant b0 2
//! 7 9
//! 5 9
//! ");
//!
//! // Anybody may check it: here by the library, `indubit check digit.aag FILE` on the command line.
//! let check = |text: &str| -> Result<Result<(), CheckError>, Box<dyn std::error::Error>> {
//!     Ok(evidence::check(&model, text.as_bytes(), &CheckOptions::default(), &budget)?.remove(0).result)
//! };
//! assert_eq!(check(&certificate)?, Ok(()));
//!
//! // First forgery: a further clause, `two`. It would be a strong invariant, but 0 is not in it.
//! let result = check("invariant b0 3\n7 9\n5 9\n4\n")?;
//! assert_eq!(result, Err(CheckError::DoesNotHold(Condition::Initiation { clause: 2 })));
//!
//! // Second forgery: a literal less. `¬four ∨ ¬eight` becomes `¬eight`. It holds at 0, but not after the step from 7.
//! let result = check("invariant b0 2\n9\n5 9\n")?;
//! assert_eq!(result, Err(CheckError::DoesNotHold(Condition::Consecution { clause: 0 })));
//!
//! // Third forgery: a clause less. Nothing excludes 11, which has no `four`.
//! let result = check("invariant b0 1\n7 9\n")?;
//! assert_eq!(result, Err(CheckError::DoesNotHold(Condition::Property)));
//!
//! // The empty invariant contains all states: the first two conditions hold, and the third does not.
//! assert_eq!(check("invariant b0 0\n")?, Err(CheckError::DoesNotHold(Condition::Property)));
//!
//! // A file that is no certificate at all is refused with its place.
//! let error = check("invariant b0 1\n5 6 99\n").err().ok_or("a signal that the model does not have")?;
//! println!("{}", error);
//! assert!(error.to_string().contains("line 2"));
//! # Ok(())
//! # }
//! ```
//!
//! # Stronger and weaker
//!
//! The forgeries show a balance. A *stronger* invariant excludes more states: sooner or later it excludes a reachable
//! one, and the first or the second condition fails. A *weaker* one excludes fewer: sooner or later it has a bad state,
//! and the third fails, or a state that leads to one, and the second fails. Between the two lies the set of all
//! invariants that prove the property. An engine may hand out any of them, and the smallest text is often neither the
//! strongest nor the weakest.
//!
//! # What the checker itself rests on
//!
//! The checker builds its questions from the model by its own encoding, which the engines do not use, and asks a fresh
//! solver. With `CheckOptions { proofs: true, .. }` the solver's refutations are checked, too, as in [the proof by
//! hand](super::t02_proof_by_hand). Then the reader of the file, the encoding of the three questions and the proof
//! checker are all that one has to believe.
//!
//! Other models have the same three conditions in other words: programs are checked edge by edge, Horn clauses clause
//! by clause. A proof by k-induction has a *base* and a *step* in their place. Counterexamples need no solver: they are
//! run.
//!
//! # To try
//!
//! - `indubit examples/circuits/traffic_light.aag --certificate light.aag` writes a *witness circuit*, the certificate
//!   of the hardware model checking competition. Check it, damage a gate, and check it again:
//!   `indubit check examples/circuits/traffic_light.aag light.aag`
//! - Which further clauses can be added without harm? The command `try` answers for each (`indubit help try`).
//! - Negate one literal of the certificate. For which of them is the verdict *consecution*?
//!
//! Next: [which engine when](super::t10_which_engine).
