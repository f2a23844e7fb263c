//! Tutorial 10: Which engine when.
//!
//! No engine is the best one. The safe answer is the portfolio, which runs several and believes the first answer that
//! passes its check. A person who knows the model can do better with one engine, and learns more about the model from
//! the engines that fail.
//!
//! # Five models, six engines
//!
//! The models of the other tutorials, and a counter whose error is 40 steps away. The budget is a number of
//! propagations, the small steps of a SAT solver, and not a time, so the table is the same on each machine. A dash
//! stands for an engine that does not take this kind of model, a question mark for a budget that is used up.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::engine::Outcome;
//! use indubit::input::{self, Model};
//! use indubit::model::circuit::{Circuit, Reset, Signal};
//! use indubit::portfolio::{verify, Engine, VerifyOptions};
//!
//! /// A counter of six bits from 0 on; when it shows this number it begins anew. Bad is another number.
//! fn counter(last: usize, bad: usize) -> Model {
//!     let mut circuit = Circuit::new();
//!     let bits: Vec<Signal> = (0..6).map(|_| circuit.add_latch(Reset::Zero)).collect();
//!     let mut shows = |circuit: &mut Circuit, number: usize| {
//!         let signs = bits.iter().enumerate().map(|(i, &bit)| bit.negate_if(number >> i & 1 == 0));
//!         circuit.and_all(&signs.collect::<Vec<_>>())
//!     };
//!     let (is_last, is_bad) = (shows(&mut circuit, last), shows(&mut circuit, bad));
//!     circuit.add_bad(is_bad);
//!     let mut carry = Signal::TRUE;
//!     for &bit in &bits {
//!         let sum = circuit.xor(bit, carry);
//!         let next = circuit.and(sum, !is_last);
//!         circuit.set_next(bit, next);
//!         carry = circuit.and(bit, carry);
//!     }
//!     Model::from(circuit)
//! }
//!
//! const TWO_LOOPS: &str = "(declare-const n Int) (declare-const x Int)
//!     (location start :initial) (location wrong :error) (location up) (location down)
//!     (edge start up (assume (<= 0 n)) (assign (x 0)))
//!     (edge up up (assume (< x n)) (assign (x (+ x 1))))
//!     (edge up down (assume (>= x n)))
//!     (edge down wrong (assume (> x n)))
//!     (edge down down (assume (> x 0)) (assign (x (- x 1))))
//!     (edge down wrong (assume (< x 0)))";
//! const EVEN: &str = "(declare-const x Int) (declare-const y Int)
//!     (location start :initial) (location wrong :error) (location loop)
//!     (edge start loop (assign (x (+ y y))))
//!     (edge loop loop (assign (x (+ x 2))))
//!     (edge loop wrong (assume (= x 9)))";
//! const MC_91: &str = "(set-logic HORN) (declare-fun mc (Int Int) Bool)
//!     (assert (forall ((x Int)) (=> (> x 100) (mc x (- x 10)))))
//!     (assert (forall ((x Int) (y Int) (r Int)) (=> (and (<= x 100) (mc (+ x 11) y) (mc y r)) (mc x r))))
//!     (assert (forall ((x Int) (r Int)) (=> (and (mc x r) (<= x 101) (distinct r 91)) false)))";
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let read = |name, text: &str| input::read(name, text.as_bytes(), &Default::default(), &Budget::unlimited());
//! let models = [
//!     ("counter, 50 after 40", counter(40, 50)),
//!     ("counter reaches 40", counter(63, 40)),
//!     ("two loops", read("two_loops.cfa", TWO_LOOPS)?),
//!     ("even numbers", read("even.cfa", EVEN)?),
//!     ("McCarthy 91", read("mc.smt2", MC_91)?),
//! ];
//! let engines =
//!     [Engine::Bmc, Engine::KInduction, Engine::Ic3, Engine::Ic3Cfa, Engine::Guess, Engine::Spacer];
//! let mut table = format!("{:22}", "model");
//! engines.iter().for_each(|engine| table += &format!("{:>8}", engine.name()));
//! for (name, model) in &models {
//!     table += &format!("\n{:22}", name);
//!     for &engine in &engines {
//!         let options = VerifyOptions { engine, ..VerifyOptions::default() };
//!         let budget = Budget::unlimited().with_propagations(60_000);
//!         let word = match verify(model, &options, &budget, &mut ()) {
//!             Err(_) => "-",
//!             Ok(report) => match report.verdicts[0].outcome {
//!                 Outcome::Safe(_) => "safe",
//!                 Outcome::Unsafe(_) => "unsafe",
//!                 Outcome::Unknown(_) => "?",
//!             },
//!         };
//!         table += &format!("{:>8}", word);
//!     }
//! }
//! println!("{}", table);
//! assert_eq!(table, "\
//! model                      bmc    kind     ic3  ic3cfa   guess  spacer
//! counter, 50 after 40         ?    safe    safe       -       -       -
//! counter reaches 40      unsafe  unsafe  unsafe       -       -       -
//! two loops                    ?       -       -    safe    safe    safe
//! even numbers                 ?       -       -       ?    safe       ?
//! McCarthy 91                  -       -       -       -       -    safe");
//! # Ok(())
//! # }
//! ```
//!
//! *Row by row.* The counter that begins anew after 40 never shows 50. Bounded model checking looks at longer and
//! longer runs and never ends. k-induction ends: 41 is not reached from anywhere, so a run that ends in 50 without
//! having begun at 0 has at most ten states. IC3 excludes the same chain of states by lemmas. The counter that goes on
//! to 63 is refuted by all three. The two loops need a bound for each location, and all engines for programs find it;
//! bounded model checking does not, since the loops have no bound. "Even" is no bound ([two
//! loops](super::t07_two_loops)), so only the engine that guesses affine relations from samples has the words for it.
//! Recursion is for engines over clauses.
//!
//! # Measurements
//!
//! Models that others published, picked at even distances from lists of those with a known answer, sorted by name:
//! circuits of the hardware model checking competitions (2008 to 2020), systems over numbers (those of the papers of
//! IC3 with SMT and CTIGAR, and Lustre programs), systems over words (2020), C programs in the style of the software
//! verification competition, and Horn clauses of CHC-COMP and others. One thread, 5 seconds a run, on a shared machine
//! with two cores; November 2026. A cell has the safe and the unsafe ones that were decided, with checked evidence, and
//! the seconds that these took together. No answer was wrong. So few models are an illustration and no ranking: a
//! different dozen would move each number by one or two.
//!
//! | 10 circuits (8 safe, 2 unsafe) | `ic3` | `lazy-ic3` | `itp` | `kind` | `bmc` |
//! | --- | --- | --- | --- | --- | --- |
//! | safe, unsafe | 7, 2 | 7, 2 | 3, 2 | 2, 2 | 0, 2 |
//! | seconds | 7.4 | 9.4 | 6.8 | 1.8 | 0.2 |
//!
//! | 10 systems over numbers (7 safe, 3 unsafe) | `ic3-ia` | `ic3-smt` | `ctigar` | `itp` | `kind` |
//! | --- | --- | --- | --- | --- | --- |
//! | safe, unsafe | 6, 3 | 6, 3 | 7, 3 | 6, 3 | 1, 3 |
//! | seconds | 2.0 | 0.6 | 3.7 | 5.6 | 0.5 |
//!
//! | 6 systems over words (5 safe, 1 unsafe) | `ic3` (bits) | `ic3-smt` | `ic3-ia` | `kind` |
//! | --- | --- | --- | --- | --- |
//! | safe, unsafe | 4, 1 | 1, 1 | 1, 0 | 1, 0 |
//! | seconds | 6.1 | 1.7 | 1.9 | 3.0 |
//!
//! | 12 C programs (9 safe, 3 unsafe) | `ic3cfa` | `tree-ic3` | `pred-abs` | `guess` | `bmc` |
//! | --- | --- | --- | --- | --- | --- |
//! | safe, unsafe | 5, 2 | 5, 2 | 5, 2 | 5, 1 | 0, 2 |
//! | seconds | 0.4 | 0.9 | 4.2 | 0.4 | 0.1 |
//!
//! | 8 Horn clauses (4 safe, 4 unsafe) | `spacer` | `gpdr` | `unwind` |
//! | --- | --- | --- | --- |
//! | safe, unsafe | 4, 4 | 3, 3 | 1, 4 |
//! | seconds | 1.6 | 6.5 | 0.4 |
//!
//! # Reading the tables
//!
//! - *Errors.* Bounded model checking finds them here in a tenth of the time of IC3, and finds nothing else. A model
//!   that is probably wrong gets `bmc` first.
//! - *Words.* The engine over bits leads: carries and masks are about bits. Formulas over words help where few words
//!   matter and their width is large, as in the shift register that `ic3-smt` refuted almost four times as fast.
//! - *Numbers.* There are no bits, and the engines differ by the models that they miss: `ic3-smt` misses one for which
//!   `ic3-ia` takes 0.8 seconds, and `ic3-ia` one for which `ic3-smt` takes 0.1. Together they miss none. This is the
//!   case for a portfolio.
//! - *C.* The engines decide about as many, and not the same: among the safe ones `guess` alone proves a loop that
//!   counts up and down, and `pred-abs` alone a binary division.
//! - *k-induction* proves little, but sometimes alone: a filter of signals here, for which IC3 found no small lemmas.
//!
//! # A rule of thumb
//!
//! | model | first | then |
//! | --- | --- | --- |
//! | circuit, probably right | `ic3` | `lazy-ic3`, `kind` |
//! | any model, probably wrong | `bmc` | `ic3` or its relative for the kind |
//! | system over words | `ic3` | `ic3-smt`, `ic3-ia` |
//! | system over numbers | `ic3-ia`, `ic3-smt` | `ctigar` |
//! | program | `ic3cfa` | `guess`, `pred-abs`, `tree-ic3` |
//! | Horn clauses, recursion | `spacer` | `unwind` for long derivations |
//! | no idea | `portfolio` | a look at `--stats`: which member won? |
//!
//! # To try
//!
//! - `indubit tests/systems/counter.vmt --engine ic3-ia --threads 1 --timeout 5s --stats`, with another engine and with
//!   the models of your own work.
//! - `indubit help ic3-ia`, or of another engine, has an option for each technique. Turn one off and measure again, on
//!   more than one model.
//!
//! Back to the [reading order](super), or on to IC3 in 300 lines (`examples/ic3_in_300_lines.rs`) and the papers'
//! [pseudo-code beside ours](super::pseudo_code).
