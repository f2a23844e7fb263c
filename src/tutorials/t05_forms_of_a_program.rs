//! Tutorial 5: A program through all its forms.
//!
//! The engines of this crate work on four kinds of models: circuits, transition systems, control-flow automata and Horn
//! clauses. One small C program can be all of them. This tutorial takes it from form to form, prints each, proves one
//! of them, and carries the proof all the way back.
//!
//! ```c
//! _Bool input(void); void reach_error(void);
//! int main(void) {
//!     unsigned char x = 0;
//!     while (input())
//!         x = x < 6 ? x + 2 : 0;
//!     if (x == 5) reach_error();
//! }
//! ```
//!
//! The variable takes the values 0, 2, 4 and 6, so it is never 5. A proof may say less: `x` is even.
//!
//! # A control-flow automaton
//!
//! The reader of C *lowers* the program: it makes locations of the points between statements, and edges of the
//! statements, each with a *guarded command*, an assumption, an assignment or a *havoc* (`:= *`, any value). Here are
//! twelve locations, one for each small step. The engines do not need so many. *Large-block encoding* joins edges as
//! long as no loop is in the way, and leaves three locations. [`write_dot`](crate::input::cfa::write_dot) draws both.
//! The picture shows the large blocks, with shorter names than the drawing that the program below prints:
#![doc = include_str!("pictures/automaton.svg")]
//!
//! The initial location has a double frame in the drawing of dot, and the error location is grey. The unknown result of
//! `input()` is a variable of its own, `main::.1`. In C the comparison is done in `int`, with nine bits being enough
//! here: `(concat #b0 x)` is `x` with a zero before it, and `bvslt` compares with a sign.
//!
//! # Memory
//!
//! This program has no pointers. If it had, the automaton would know memory as *objects*, each with its bytes, and a
//! pointer as an object and an offset in bytes. Each scalar in an object is a variable of the automaton, a *cell*:
#![doc = include_str!("pictures/memory.svg")]
//!
//! So a pointer never wanders from one object into another. A read at an offset that its object does not have gives any
//! value, and options make an error of it.
//!
//! # A transition system
//!
//! A *system* has no locations. It has state variables and two formulas, one for the initial states and one for a step
//! from the values of now to the values of next. The location becomes two Boolean variables, the *program counter*:
//! `pc.1` is true at the head of the loop and `pc.0` at the error. Where several edges leave a location, an input
//! `choice` picks one.
//!
//! # A circuit
//!
//! *Bit-blasting* gives each bit of a state variable a latch, and each formula gates: an addition becomes a chain of
//! adders. Of the whole program there remain 12 latches, 3 inputs and 144 gates. (`x` has eight bits, `main::.1` one,
//! the program counter two. The condition on steps may forbid some, which a circuit cannot do; a twelfth latch
//! remembers that it was obeyed so far, and runs where it was not do not count.)
//!
//! # Horn clauses
//!
//! A *Horn clause* is an implication between predicates. Each location becomes a predicate, which is to hold for all
//! states that are reached there; each edge becomes a clause: from `P(x)` and the condition of the edge follows `Q` of
//! the new values. The edge to the error becomes a *query*, with `false` behind the arrow. The program is safe if
//! predicates exist that satisfy all clauses, and such predicates are an invariant.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::engine::ic3::circuit::{Ic3, Ic3Options};
//! use indubit::engine::Outcome;
//! use indubit::evidence::{program as evidence, CheckOptions};
//! use indubit::input::{self, c::SomeSource, Model};
//! use indubit::model::cfa::{Cfa, Invariant};
//! use indubit::model::encode::{blast::blast, horn::of_cfa, program::to_system};
//! use indubit::model::reduce::program::large_blocks;
//! use indubit::model::system::Certificate;
//! use indubit::model::PropertyId;
//!
//! const TEXT: &str = "_Bool input(void); void reach_error(void);
//! int main(void) {
//!     unsigned char x = 0;
//!     while (input())
//!         x = x < 6 ? x + 2 : 0;
//!     if (x == 5) reach_error();
//! }
//! ";
//!
//! /// The formulas of an invariant that are not trivial, by location.
//! fn lines(cfa: &Cfa, invariant: &Invariant) -> Vec<String> {
//!     let line = |l| {
//!         let formula = invariant.terms.text(invariant.formulas[cfa.locations().position(|m| m == l)?]);
//!         (formula != "true" && formula != "false").then(|| format!("{}: {}", cfa.location_name(l), formula))
//!     };
//!     cfa.locations().filter_map(line).collect()
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let budget = Budget::unlimited();
//!
//! // C to an automaton.
//! let model = input::read("x.c", TEXT.as_bytes(), &Default::default(), &budget)?;
//! let file = match &model {
//!     Model::C(file) => file,
//!     other => panic!("{:?}", other),
//! };
//! let lowered = match &file.source {
//!     SomeSource::Plain(source) => &source.lowered.cfa,
//!     SomeSource::Recursive(_) => panic!("a program with recursion goes straight to Horn clauses"),
//! };
//! assert_eq!((lowered.location_count(), lowered.edges().len()), (12, 12));
//!
//! // To one of large blocks, drawn for dot.
//! let blocks = large_blocks(lowered, &Default::default(), &budget)?;
//! let automaton = &blocks.cfa;
//! let drawing = input::cfa::write_dot(automaton).replace("main::", "");
//! println!("{}", drawing);
//! assert_eq!(drawing, r#"digraph program {
//!   node [shape=ellipse, fontname="monospace"];
//!   edge [fontname="monospace", fontsize=10];
//!   l0 [label="start", peripheries=2];
//!   l1 [label="error", style=filled, fillcolor=lightgrey];
//!   l2 [label="main:4"];
//!   l2 -> l1 [label=".1 := *\l[(not |.1|)]\l[(= #x05 |x|)]\l"];
//!   l2 -> l2 [label=".1 := *\l[|.1|]\lx := (ite (bvslt (concat #b0 |x|) #b000000110) (bvadd #x02 ...\l"];
//!   l0 -> l2 [label="x := #x00\l"];
//! }
//! "#);
//!
//! // To a system. Its text in VMT-LIB has one long line for the steps; these are its ends.
//! let program = to_system(automaton);
//! let text = input::vmt::write(&program.system);
//! let defined = |name: &str| text.lines().find(|line| line.starts_with(&format!("(define-fun {} ", name)));
//! println!("{}", text);
//! assert_eq!(defined(".init"), Some("(define-fun .init () Bool (! (and (not pc.0) (not pc.1)) :init true))"));
//! assert_eq!(defined(".property.0"), Some("(define-fun .property.0 () Bool (! (or (not pc.0) pc.1) \
//!     :invar-property 0))"));
//!
//! // To a circuit.
//! let bits = blast(&program.system, &budget)?;
//! let circuit = &bits.circuit;
//! println!("{}", input::aiger::write_ascii(circuit));
//! assert_eq!((circuit.latches().len(), circuit.inputs().len(), circuit.and_count()), (12, 3, 144));
//!
//! // To Horn clauses. Inputs end in a question mark: `main::.1?` is the new value of `main::.1`.
//! let clauses = of_cfa(automaton);
//! let text = input::horn::write(&clauses.horn).replace("|main::x|", "x").replace("|main::.1", "|i");
//! let text = text.replace("(_ BitVec 8)", "Byte").replace("|main:4|", "loop").replace("|i|", "i");
//! println!("{}", text);
//! let step = "(ite (bvslt (concat #b0 x) #b000000110) (bvadd #x02 x) #x00)";
//! assert_eq!(text.replace(step, "STEP"), "(set-logic HORN)
//! (declare-fun loop (Byte Bool) Bool)
//! (assert (forall ((x Byte) (i Bool) (|i?| Bool)) (=> (and (loop x i) (= #x05 x) (not |i?|)) false)))
//! (assert (forall ((x Byte) (i Bool) (|i?| Bool) (result Byte)) \
//!     (=> (and (loop x i) |i?| (= STEP result)) (loop result |i?|))))
//! (assert (forall ((x Byte) (i Bool) (result Byte)) (=> (= #x00 result) (loop result i))))
//! (check-sat)
//! (exit)
//! ");
//!
//! // IC3 proves the circuit, and the proof goes back: circuit, system, large blocks, C.
//! let outcome = Ic3::new(circuit, Ic3Options::default(), budget.clone()).prove(PropertyId::new(0), &mut ());
//! let proof = match outcome {
//!     Outcome::Safe(certificate) => bits.certificate(&program.system, &certificate),
//!     other => panic!("{:?}", other),
//! };
//! let invariant = match &proof {
//!     Certificate::Inductive(invariant) => program.invariant(automaton, invariant),
//!     other => panic!("{:?}", other),
//! };
//! let odd = "(= #b1 ((_ extract 0 0) |main::x|))";
//! assert_eq!(lines(automaton, &invariant), [format!("main:4: (not {})", odd)]);
//! let invariant = blocks.lift_invariant(lowered, &invariant, &budget).ok_or("no way back")?;
//! lines(lowered, &invariant).iter().for_each(|line| println!("{}", line));
//! evidence::check_invariant(lowered, &invariant, &CheckOptions::default(), &budget)?;
//! # Ok(())
//! # }
//! ```
//!
//! # The way back
//!
//! IC3 knew nothing of `x`. Its invariant is a set of clauses about latches: "if the program counter is at the loop,
//! then latch 0 is 0". Each translation knows how to undo itself: the latches become bits of `x` again, the clauses are
//! sorted by location, and the locations inside of large blocks get formulas, too. The outcome is an invariant of the
//! *first* automaton, "`x` is even at line 4", and the checker judges it there. None of the translations has to be
//! trusted: if one of them were wrong, the check would fail. Only the reader of C is left to be believed, and
//! [`portfolio::verify`](crate::portfolio::verify) even compares that with an interpreter, on random runs.
//!
//! A counterexample goes back in the same way, by `lift_trace`, `trace` and `lift_path`.
//!
//! # Which form for which question
//!
//! | form | engines | good for |
//! | --- | --- | --- |
//! | circuit | IC3 and its relatives on bits | hardware; words whose bits matter |
//! | system | IC3 on formulas, with or without predicates | numbers; few variables, no locations |
//! | automaton | frames or trees by location | programs: most variables matter at few locations |
//! | Horn clauses | Spacer, GPDR | recursion: several predicates in one premise |
//!
//! `indubit convert FILE OUT` does all of this on the command line, by the suffix of `OUT`.
//!
//! # To try
//!
//! - Make it `x == 4`. Then `prove` gives a trace; bring it back to a path of the automaton.
//! - Prove the Horn clauses with [`engine::horn::Spacer`](crate::engine::horn::Spacer), whose proof comes back by
//!   [`ProgramHorn::invariant`](crate::model::encode::horn::ProgramHorn::invariant).
//!
//! Next: [IC3 for a system of one's own](super::t06_own_system).
