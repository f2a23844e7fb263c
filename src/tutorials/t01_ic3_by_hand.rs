//! Tutorial 1: IC3 by hand, on ten states.
//!
//! A decimal digit is stored in four latches, which are called `one`, `two`, `four` and `eight` by their worth. It
//! starts at 0, counts up to 9 and goes on with 0. (A latch keeps a bit from one step to the next. The bits of all
//! latches are the *state* of the circuit.) So ten of the sixteen states are reachable:
//!
//! ```text
//! 0 → 1 → 2 → 3 → 4 → 5 → 6 → 7 → 8 → 9 → 0        a → b → c → d → e → f → 0
//! ```
//!
//! (`a` to `f` are 10 to 15. No reachable state leads to them, but the circuit has them, and a proof has to know that
//! they do not matter.) The property: the digit is never 11, the state `b`. You see that it holds. A program that sees
//! only four bits and the step from one state to the next has to find a reason, and the reason must be checkable
//! without a look at all states.
//!
//! # An invariant is such a reason
//!
//! A set of states is an *inductive invariant* if it contains the initial state and no step leads out of it. If it does
//! not contain `b` either, then `b` is never reached. "All states but `b`" is no such set: the step from `a` to `b`
//! leads out of it. The state `a` is a *counterexample to induction* (CTI). "All states but `a` and `b`" is one: the
//! only step into `b` comes from `a`, and no step leads into `a`. As a clause this set is `¬(two ∧ ¬four ∧ eight)`, for
//! `a` and `b` are the two states with these values. IC3 finds this clause, and nothing about the other fourteen
//! states.
//!
//! # Frames
//!
//! IC3 keeps a row of *frames* `F0, F1, F2, …`, each a set of states. `F0` is the initial state alone. Three facts hold
//! at any time, and all of IC3 follows from them:
//!
//! 1. `F0 ⊆ F1 ⊆ F2 ⊆ …`
//! 2. A step from a state of `Fi` leads into a state of `F(i+1)`. So `Fi` contains all states that are reached in at
//!    most `i` steps, and usually more: it is an over-approximation.
//! 3. Every frame but perhaps the last one excludes the bad states.
//!
#![doc = include_str!("pictures/frames.svg")]
//!
//! If two neighbours are equal, `Fi = F(i+1)`, then by the second fact no step leads out of `Fi`: it is an invariant.
//!
//! A frame is stored as a list of *lemmas*. A lemma is the negation of a *cube*, of a conjunction of literals such as
//! `¬four ∧ eight`, which stands for the states 8, 9, `a` and `b`. A new frame begins without lemmas, as the set of all
//! states, and lemmas make it smaller.
//!
//! # The run
//!
//! The following program builds the circuit and runs the engine with three techniques switched off, so that the run is
//! short enough to follow: lemmas are pushed only when a frame opens, blocked cubes do not come back, and
//! generalisation only drops literals. An [`Observer`](crate::engine::Observer) that wants details is told each step.
//! This one prints some of the steps, and a table of all frames whenever a frame has been cleared of bad states.
//!
//! ```
//! use indubit::base::{Budget, Lit};
//! use indubit::engine::ic3::circuit::{Ic3, Ic3Options};
//! use indubit::engine::ic3::{Generalisation, Propagation, SearchOptions};
//! use indubit::engine::{Event, Observer, Outcome, Step};
//! use indubit::model::circuit::{Circuit, Reset, Signal};
//! use indubit::model::invariant::Certificate;
//! use indubit::model::PropertyId;
//!
//! /// Whether four bits show this number.
//! fn shows(circuit: &mut Circuit, bits: &[Signal], number: usize) -> Signal {
//!     let bits: Vec<Signal> =
//!         bits.iter().enumerate().map(|(i, &bit)| bit.negate_if(number >> i & 1 == 0)).collect();
//!     circuit.and_all(&bits)
//! }
//!
//! fn digit(bad: usize) -> Circuit {
//!     let mut circuit = Circuit::new();
//!     let bits: Vec<Signal> = (0..4).map(|_| circuit.add_latch(Reset::Zero)).collect();
//!     circuit.symbols.latches = ["one", "two", "four", "eight"].map(String::from).to_vec();
//!     let is_nine = shows(&mut circuit, &bits, 9);
//!     let mut carry = Signal::TRUE;
//!     for &bit in &bits {
//!         let sum = circuit.xor(bit, carry);
//!         let next = circuit.and(sum, !is_nine);
//!         circuit.set_next(bit, next);
//!         carry = circuit.and(bit, carry);
//!     }
//!     let is_bad = shows(&mut circuit, &bits, bad);
//!     circuit.add_bad(is_bad);
//!     circuit
//! }
//!
//! /// The frames as the observer hears of them: cubes, each with the highest frame that excludes it.
//! #[derive(Default)]
//! struct Report {
//!     lemmas: Vec<(usize, Vec<Lit>)>,
//!     top: usize,
//!     text: String,
//! }
//!
//! impl Report {
//!     /// One character a state, a dot if the frame does not have it.
//!     fn states(&self, frame: usize) -> String {
//!         // The first latch of a circuit is variable 1 of the engine.
//!         let is_in = |cube: &[Lit], state: usize| {
//!             cube.iter().all(|l| (state >> (l.var().index() - 1) & 1 != 0) != l.is_negative())
//!         };
//!         let has = |state: usize| !self.lemmas.iter().any(|(f, cube)| *f >= frame && is_in(cube, state));
//!         (0..16).map(|s| if has(s) { std::char::from_digit(s as u32, 16).unwrap() } else { '.' }).collect()
//!     }
//!
//!     fn table(&mut self) {
//!         for frame in 1..=self.top {
//!             self.text += &format!("    F{} {}\n", frame, self.states(frame));
//!         }
//!     }
//! }
//!
//! impl Observer for Report {
//!     fn event(&mut self, event: Event<'_>) {
//!         let detail = match event {
//!             Event::Detail(detail) => detail,
//!             _ => return,
//!         };
//!         match detail.step {
//!             // A frame opens when the one below has been cleared: the time for a table.
//!             Step::Frame { frame } => {
//!                 self.table();
//!                 self.top = frame.index();
//!             }
//!             Step::Lemma { frame, cube } => self.lemmas.push((frame.index(), cube.clone())),
//!             Step::Pushed { frame, cube } if !frame.is_infinite() => {
//!                 let moved = self.lemmas.iter_mut().filter(|(_, c)| c == cube);
//!                 moved.for_each(|(f, _)| *f = frame.index());
//!             }
//!             Step::Fixpoint { .. } => self.table(),
//!             Step::Predecessor { .. } | Step::Held { .. } | Step::Drop { .. } => {}
//!             _ => return,
//!         }
//!         self.text += &format!("{}\n", detail);
//!     }
//!
//!     fn wants_details(&self) -> bool {
//!         true
//!     }
//! }
//!
//! fn plain() -> Ic3Options {
//!     let (generalisation, propagation) = (Generalisation::Linear, Propagation::Plain);
//!     let search = SearchOptions { generalisation, propagation, requeue: false, ..Default::default() };
//!     Ic3Options { search, localise_gates: 0, ..Ic3Options::default() }
//! }
//!
//! let circuit = digit(11);
//! let mut report = Report::default();
//! let outcome = Ic3::new(&circuit, plain(), Budget::unlimited()).prove(PropertyId::new(0), &mut report);
//! println!("{}", report.text);
//! assert_eq!(report.text, "\
//! F1 is opened
//! a state of F1 is one, and so is each of one ∧ two ∧ ¬four ∧ eight
//! lemma up to F1: not two
//!     F1 01..45..89..cd..
//! F2 is opened
//! stays in F1: not two; a step from one ∧ ¬two ∧ ¬four ∧ ¬eight leads out
//! a state of F2 is one, and so is each of one ∧ two ∧ ¬four ∧ eight
//! two will not do
//! one will not do
//! lemma up to F2: not one ∧ two
//!     F1 01..45..89..cd..
//!     F2 012.456.89a.cde.
//! F3 is opened
//! stays in F2: not one ∧ two; a step from ¬one ∧ two ∧ ¬four ∧ eight leads out
//! a state of F3 is one, and so is each of one ∧ two ∧ ¬four ∧ eight
//! a state of F2 is one, and so is each of ¬one ∧ two ∧ ¬four ∧ eight
//! two ∧ eight will not do
//! two ∧ ¬four will not do
//! ¬four ∧ eight will do, and of it ¬four ∧ eight
//! lemma up to F2: not ¬four ∧ eight
//! two ∧ ¬four ∧ eight will do, and of it two ∧ ¬four ∧ eight
//! two ∧ eight will not do
//! two ∧ ¬four will not do
//! ¬four ∧ eight will do, and of it ¬four ∧ eight
//! lemma up to F3: not ¬four ∧ eight
//!     F1 01..45......cd..
//!     F2 012.456.....cde.
//!     F3 01234567....cdef
//! F4 is opened
//! stays in F2: not one ∧ two; a step from ¬one ∧ two ∧ four ∧ ¬eight leads out
//! stays in F3: not ¬four ∧ eight; a step from one ∧ two ∧ four ∧ ¬eight leads out
//! a state of F4 is one, and so is each of one ∧ two ∧ ¬four ∧ eight
//! ¬four ∧ eight will not do
//! two ∧ eight will not do
//! two ∧ ¬four will not do
//! lemma up to F4: not two ∧ ¬four ∧ eight
//!     F1 01..45......cd..
//!     F2 012.456.....cde.
//!     F3 01234567....cdef
//!     F4 0123456789..cdef
//! F5 is opened
//! pushed to F5: not two ∧ ¬four ∧ eight
//!     F1 01..45......cd..
//!     F2 012.456.....cde.
//!     F3 01234567....cdef
//!     F4 0123456789..cdef
//!     F5 0123456789..cdef
//! F4 equals F5: an inductive invariant
//! ");
//! // The invariant is one clause of three literals: ¬two ∨ four ∨ ¬eight.
//! let bits: Vec<Signal> = circuit.latches().iter().map(|latch| latch.node.signal()).collect();
//! match outcome {
//!     Outcome::Safe(Certificate::Inductive(invariant)) => {
//!         assert_eq!(invariant.clauses, [[!bits[1], bits[2], !bits[3]]]);
//!     }
//!     other => panic!("{:?}", other),
//! }
//! ```
//!
//! # The same run in words
//!
//! *F1.* The state `b` is bad, and the new frame has it. Can `F0` step into it? No: the only step from 0 leads to 1. So
//! `b` is *blocked*: a lemma may exclude it from `F1`. The solver that answered no also gives the reason, a *core*: the
//! literal `two` alone is enough, since 1 has no `two`. The lemma therefore excludes all eight states with `two`. It
//! may, because it does not exclude the initial state 0 either, and so the first two facts still hold. A lemma about
//! more states than the one that was asked about is called *generalised*, and generalising is the whole art: a run with
//! one lemma a state would be a search through all states.
//!
//! *F2.* When a frame opens, lemmas are *pushed*: does `¬two` hold in `F2` as well? No, 1 is in `F1` and steps to 2.
//! The lemma stays. The state `b` is in `F2`, and can `F1` step into it? Only from `a`, and `a` is not in `F1`, thanks
//! to the lemma about `two`. Now the core is `one ∧ two`. Generalisation tries to drop either literal: is `two` alone
//! inductive? A state of `F1` without `two` steps into it (1 → 2), so it *will not do*. Nor will `one` (0 → 1). States
//! of the cube itself are not asked about, as the lemma would exclude them as well: this is induction, *relative* to
//! the frame.
//!
//! *F3.* The state `b` can be reached from `F2`, for `a` is in `F2`: the lemma about `one ∧ two` does not exclude it.
//! So `a` is the CTI, and it has to be blocked in `F2` first. It is a *proof obligation*, and `b` waits for it. No
//! state at all steps into `a`. Here generalisation shows its worth: of `two ∧ ¬four ∧ eight` the literal `two` can go
//! (the line says that `¬four ∧ eight` *will do*, and then, after *of it*, the core of this question, which is no
//! smaller). The cube `¬four ∧ eight` has the four states 8 to `b`. Only 7 steps into it from outside, and `F1` does
//! not have 7. The lemma that excludes the four states is *wrong* in the long run, since 8 and 9 are reachable, but
//! `F2` speaks of two steps, and within two steps it is right. IC3 makes such guesses all the time; the frames keep
//! them harmless. The lemma is one of `F1`, too, by the first fact, and so the table shows `F1` without 8 and 9. Now
//! that `F2` has lost `a`, the state `b` can be blocked in `F3`, by a lemma of the same form.
//!
//! *F4.* The lemma about `¬four ∧ eight` cannot be pushed, since `F3` has 7. The state `b` is blocked again, and now
//! nothing can be dropped from `two ∧ ¬four ∧ eight`. Without `two` the cube has 8, and 7 steps into it. Without
//! `¬four` it has `e`, and `d` steps into it. Without `eight` it has 2, and 1 steps into it.
//!
//! *F5.* This lemma can be pushed: no state of `F4` steps into `a`, and only `a` steps into `b`. Now `F4` has no lemma
//! of its own left that `F5` does not have. They are equal, and `F4` is an invariant. It has fourteen states and not
//! ten: IC3 has found a reason for the property, not the set of reachable states.
//!
//! # If the property fails
//!
//! Is the digit never 3? Replace the last lines of the program by these:
//!
//! ```
//! # use indubit::base::Budget;
//! # use indubit::engine::ic3::circuit::{Ic3, Ic3Options};
//! # use indubit::engine::{Event, Observer, Outcome, Step};
//! # use indubit::model::circuit::{Circuit, Reset, Signal};
//! # use indubit::model::PropertyId;
//! # fn shows(circuit: &mut Circuit, bits: &[Signal], number: usize) -> Signal {
//! #     let bits: Vec<Signal> =
//! #         bits.iter().enumerate().map(|(i, &bit)| bit.negate_if(number >> i & 1 == 0)).collect();
//! #     circuit.and_all(&bits)
//! # }
//! # fn digit(bad: usize) -> Circuit {
//! #     let mut circuit = Circuit::new();
//! #     let bits: Vec<Signal> = (0..4).map(|_| circuit.add_latch(Reset::Zero)).collect();
//! #     let is_nine = shows(&mut circuit, &bits, 9);
//! #     let mut carry = Signal::TRUE;
//! #     for &bit in &bits {
//! #         let sum = circuit.xor(bit, carry);
//! #         let next = circuit.and(sum, !is_nine);
//! #         circuit.set_next(bit, next);
//! #         carry = circuit.and(bit, carry);
//! #     }
//! #     let is_bad = shows(&mut circuit, &bits, bad);
//! #     circuit.add_bad(is_bad);
//! #     circuit
//! # }
//! let mut engine = Ic3::new(&digit(3), Ic3Options::default(), Budget::unlimited());
//! match engine.prove(PropertyId::new(0), &mut ()) {
//!     // One entry for each of the states 0, 1, 2 and 3.
//!     Outcome::Unsafe(trace) => assert_eq!(trace.inputs.len(), 4),
//!     other => panic!("{:?}", other),
//! }
//! ```
//!
//! Obligations lead from 3 to 2, 1 and 0. An obligation that contains the initial state cannot be blocked, and the
//! chain of obligations is the *counterexample*.
//!
//! # To try
//!
//! - Ask about the other numbers from 10 to 15. From 12 on the invariant needs two clauses.
//! - Leave out `requeue: false`: a blocked cube then comes back one frame higher at once.
//! - `indubit examples/circuits/traffic_light.aag --engine ic3 --trace` prints all steps of a circuit, and so it does
//!   with one of your own. With `--report OUT.html` they are on a page, where one steps through them forwards and
//!   backwards.
//!
//! The names of techniques are those of the [glossary](crate::glossary). The sources: Bradley, "SAT-Based Model
//! Checking without Unrolling" (VMCAI 2011); the frames as sets of lemmas with a queue of obligations: Eén, Mishchenko,
//! Brayton, "Efficient Implementation of Property Directed Reachability" (FMCAD 2011). Next: [a proof that one checks
//! by hand](super::t02_proof_by_hand).
