//! indubit: a self-contained verification engine.
//!
//! It reads a circuit, a transition system, a program or Horn clauses, proves that bad states are never reached or
//! shows how they are reached, and hands out evidence for either that was checked by code which trusts no engine. There
//! are no dependencies but `std`.
//!
//! # Ten lines
//!
//! [`input::read`] takes a file of any format, [`portfolio::verify`] any model. This is a circuit (AIGER): a latch that
//! starts as 0 and stays, and must never be 1.
//!
//! ```
//! use indubit::{base::Budget, engine::Outcome, input, portfolio};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let budget = Budget::unlimited().with_timeout(std::time::Duration::from_secs(10));
//! let model = input::read("latch.aag", b"aag 1 0 1 1 0\n2 2\n2\n", &Default::default(), &budget)?;
//! for verdict in portfolio::verify(&model, &Default::default(), &budget, &mut ())?.verdicts {
//!     match &verdict.outcome {
//!         Outcome::Safe(proof) => println!("safe, because of {:?}", proof.parts()),
//!         Outcome::Unsafe(counterexample) => println!("unsafe:\n{}", counterexample.text()),
//!         Outcome::Unknown(reason) => println!("unknown: {}", reason),
//!     }
//! #   assert!(matches!(verdict.outcome, Outcome::Safe(_)));
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A transition system over words (BTOR2): a counter of four bits reaches 9.
//!
//! ```
//! # use indubit::{base::Budget, engine::Outcome, input, portfolio};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "1 sort bitvec 4\n2 sort bitvec 1\n3 zero 1\n4 state 1 count\n5 init 1 4 3\n6 one 1\n\
//!     7 add 1 4 6\n8 next 1 4 7\n9 constd 1 9\n10 eq 2 4 9\n11 bad 10\n";
//! let budget = Budget::unlimited();
//! let model = input::read("count.btor2", text.as_bytes(), &Default::default(), &budget)?;
//! let report = portfolio::verify(&model, &Default::default(), &budget, &mut ())?;
//! match &report.verdicts[0].outcome {
//!     Outcome::Unsafe(counterexample) => assert_eq!(counterexample.depth().transitions(), 9),
//!     other => panic!("{:?}", other),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A transition system over integers (VMT-LIB), by one engine, with its proof as an SMT-LIB script that any solver can
//! check:
//!
//! ```
//! # use indubit::{base::Budget, engine::Outcome, input, portfolio};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use indubit::portfolio::{Engine, Form, VerifyOptions};
//!
//! let text = "(declare-fun x () Int) (declare-fun y () Int) (define-fun .x () Int (! x :next y))
//!     (define-fun .i () Bool (! (= x 0) :init true)) (define-fun .t () Bool (! (= y (+ x 2)) :trans true))
//!     (define-fun .p () Bool (! (not (= x 7)) :invar-property 0))";
//! let budget = Budget::unlimited();
//! let model = input::read("even.vmt", text.as_bytes(), &Default::default(), &budget)?;
//! let options = VerifyOptions { engine: Engine::Ic3Ia, ..VerifyOptions::default() };
//! let report = portfolio::verify(&model, &options, &budget, &mut ())?;
//! if let Outcome::Safe(proof) = &report.verdicts[0].outcome {
//!     proof.write(Form::Script, &mut std::io::sink())?;
//! }
//! # assert!(report.is_safe());
//! # Ok(())
//! # }
//! ```
//!
//! A C program:
//!
//! ```
//! # use indubit::{base::Budget, input, portfolio};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "int input(void); void reach_error(void);
//!     int main() { int n = input(), i = 0; while (i < n) i++; if (n > 0 && i != n) reach_error(); }";
//! let budget = Budget::unlimited();
//! let model = input::read("loop.c", text.as_bytes(), &Default::default(), &budget)?;
//! assert!(portfolio::verify(&model, &Default::default(), &budget, &mut ())?.is_safe());
//! # Ok(())
//! # }
//! ```
//!
//! Horn clauses (SMT-LIB), and a check of evidence that came from elsewhere:
//!
//! ```
//! # use indubit::{base::Budget, input, portfolio};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use indubit::evidence;
//!
//! let text = "(set-logic HORN) (declare-fun p (Int) Bool)
//!     (assert (forall ((x Int)) (=> (= x 1) (p x))))
//!     (assert (forall ((x Int)) (=> (p x) (p (+ x 2)))))
//!     (assert (forall ((x Int)) (=> (and (p x) (= x 0)) false)))";
//! let budget = Budget::unlimited();
//! let model = input::read("odd.smt2", text.as_bytes(), &Default::default(), &budget)?;
//! assert!(portfolio::verify(&model, &Default::default(), &budget, &mut ())?.is_safe());
//! let claim = b"(define-fun p ((x Int)) Bool (> x 0))";
//! let checked = evidence::check(&model, claim, &Default::default(), &budget)?;
//! assert!(checked[0].is_safe && checked[0].result.is_ok());
//! # Ok(())
//! # }
//! ```
//!
//! A solver alone:
//!
//! ```
//! use indubit::solver::smt::{SmtOptions, Solver, Answer};
//! use indubit::solver::term::{Sort, Terms};
//!
//! let (mut terms, mut solver) = (Terms::new(), Solver::new(SmtOptions::incremental()));
//! let (x, y) = (terms.declare("x", Sort::Int), terms.declare("y", Sort::Int));
//! let (sum, seven) = (terms.add(&[x, y]), terms.int(7));
//! let claims = [terms.lt(x, y), terms.eq(sum, seven)];
//! claims.iter().for_each(|&claim| solver.assert(&mut terms, claim));
//! assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
//! println!("{:?}", solver.model(&terms));
//! ```
//!
//! # For embedders
//!
//! [`portfolio::verify`] is the whole flow. A [`base::Budget`] limits time, conflicts and memory and can be cancelled
//! from another thread; bad input is an `Err` with its place; nothing is global, nothing is printed, nothing is
//! `unsafe`. The same input, options and seed give the same answer. Models may be read ([`input::read`]) or built in
//! memory: [`model::circuit::Circuit`], [`model::system::System`], [`model::cfa::Cfa`], [`model::horn::Horn`]; each
//! kind has a verifier with typed evidence in [`portfolio`]. The SAT solver below ([`solver::sat::Solver`]) and the SMT
//! solver on top of it ([`solver::smt::Solver`]) are incremental and can be used alone. A transition system of any
//! other kind gets IC3 by an implementation of the trait [`engine::ic3::Steps`].
//! Misuse of the interface, such as a signal of another circuit or an ill-sorted term, is a panic that the method
//! documents.
//!
//! # For fuzzers
//!
//! Standard formats go in and come out: models ([`input`]), evidence ([`portfolio::Form`], [`evidence`]), DIMACS and
//! clausal proofs ([`solver::proof`]). Every technique is an option ([`portfolio::EngineOptions`],
//! [`portfolio::Reductions`], [`solver::sat::SatOptions`]). A verdict whose evidence is refused is never
//! repaired: it becomes unknown and says so.
//!
//! # For readers
//!
//! The manual is the module [`docs`], and its [`tutorials`](docs::tutorials) are the way in. Each algorithm stands in
//! one place, in the words of its paper and of the [`glossary`]. Of the sources begin with [`engine::fsis`], which is
//! IC3's ancestor in two pages, go on to [`engine::ic3`], a phase a file, and to [`engine::lazy_ic3`], and look up what
//! a proof consists of in [`model::invariant`] and how it is checked in [`evidence`]. Modules are floors, and imports
//! only point down:
//!
//! | floor | module | contents |
//! | --- | --- | --- |
//! | 6 | [`portfolio`], [`session`] | engines picked and run, evidence checked; SMT-LIB scripts carried out |
//! | 5 | `route` | a model as another one, and evidence back |
//! | 4 | [`engine`] | model checkers |
//! | 3 | [`input`], [`evidence`], [`origin`], [`c`] | readers and writers; the checker; what models were made from; C |
//! | 2 | [`model`] | circuits, traces, invariants, simulation, reductions |
//! | 1 | [`solver`] | terms, SAT, SMT with interpolants and projection, proofs |
//! | 0 | [`theories`], [`base`] | decision procedures for numbers and words; indices, budget, hashing |
#![forbid(unsafe_code)]
#![deny(missing_docs, missing_debug_implementations)]

#[macro_use]
pub mod base;
#[cfg(feature = "c")]
pub mod c;
#[cfg(any(doc, doctest))]
pub mod docs;
pub mod engine;
pub mod evidence;
pub mod glossary;
pub mod input;
pub mod model;
pub mod origin;
pub mod portfolio;
pub(crate) mod route;
pub mod session;
#[path = "../solver/mod.rs"]
pub mod solver;
#[path = "../theories/mod.rs"]
pub mod theories;
