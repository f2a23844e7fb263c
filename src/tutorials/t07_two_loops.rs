//! Tutorial 7: Tree-IC3 and IC3CFA, on a program with two loops.
//!
//! A program can be turned into a system whose program counter is a variable like any other ([forms of a
//! program](super::t05_forms_of_a_program)), and IC3 can be run on that. But then each lemma has to say for which
//! location it is meant, and each question contains the whole program. Two engines keep the control flow out of the
//! formulas, in two ways: *IC3CFA* gives each location frames of its own, *Tree-IC3* unwinds the program into a tree of
//! paths.
//!
//! # The program
//!
//! ```text
//! assume(0 <= n);  x = 0;
//! while (x < n)  x = x + 1;        // up
//! while (x > 0)  { assert(x <= n); x = x - 1; }  // down
//! assert(0 <= x && x <= n);
//! ```
//!
//! As an automaton it has two inner locations, `up` and `down`, each with an edge to itself:
#![doc = include_str!("pictures/two_loops.svg")]
//!
//! The invariant is `0 <= x <= n` at both locations. The second loop needs to know something about the first one: that
//! it does not leave with an `x` beyond `n`. A property of `down` has to be found at `up`.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::engine::ic3cfa::{Ic3Cfa, Ic3CfaOptions};
//! use indubit::engine::tree_ic3::{TreeIc3, TreeIc3Options};
//! use indubit::engine::{Event, Observer, Outcome, ProgramOutcome};
//! use indubit::evidence::{program as evidence, CheckOptions};
//! use indubit::input;
//! use indubit::model::cfa::Cfa;
//!
//! const TWO_LOOPS: &str = "
//!     (declare-const n Int)
//!     (declare-const x Int)
//!     (location start :initial)
//!     (location wrong :error)
//!     (location up)
//!     (location down)
//!     (edge start up (assume (<= 0 n)) (assign (x 0)))
//!     (edge up up (assume (< x n)) (assign (x (+ x 1))))
//!     (edge up down (assume (>= x n)))
//!     (edge down wrong (assume (> x n)))
//!     (edge down down (assume (> x 0)) (assign (x (- x 1))))
//!     (edge down wrong (assume (< x 0)))";
//!
//! /// Remembers the obligations and lemmas of each iteration, with their frames. An iteration begins with the numbers
//! /// of lemmas in the frames from 1 on; the last number is that of lemmas that hold for ever.
//! #[derive(Default)]
//! struct Diary(Vec<String>);
//!
//! impl Observer for Diary {
//!     fn event(&mut self, event: Event<'_>) {
//!         let word = match event {
//!             Event::Depth { depth, frames } => {
//!                 self.0.push(format!("depth {}, lemmas {:?}:", depth.transitions(), frames));
//!                 return;
//!             }
//!             Event::Obligation { frame, .. } => format!(" block@{}", frame),
//!             Event::Lemma { frame, .. } => format!(" lemma@{}", frame),
//!             _ => return,
//!         };
//!         self.0.last_mut().expect("a depth comes first").push_str(&word);
//!     }
//! }
//!
//! /// The checked invariant: at both loops the same.
//! fn check(cfa: &Cfa, outcome: &ProgramOutcome) {
//!     let invariant = match outcome {
//!         Outcome::Safe(invariant) => invariant,
//!         other => panic!("{:?}", other),
//!     };
//!     for (location, &formula) in cfa.locations().zip(&invariant.formulas) {
//!         println!("  {}: {}", cfa.location_name(location), invariant.terms.text(formula));
//!     }
//!     let checked = evidence::check_invariant(cfa, invariant, &CheckOptions::default(), &Budget::unlimited());
//!     assert!(checked.is_ok());
//!     for &formula in &invariant.formulas[2..] {
//!         let text = invariant.terms.text(formula);
//!         assert_eq!(text, "(and (> (+ n (* (- 1) x)) (- 1)) (> x (- 1)))");
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let cfa = input::cfa::read(TWO_LOOPS.as_bytes(), &Budget::unlimited())?;
//!
//! let mut diary = Diary::default();
//! let mut engine = Ic3Cfa::new(&cfa, Ic3CfaOptions::default(), Budget::unlimited());
//! check(&cfa, &engine.prove(&mut diary));
//! diary.0.iter().for_each(|line| println!("{}", line));
//! let statistics = engine.statistics();
//! println!("IC3CFA: {} questions, {} obligations", statistics.queries, statistics.obligations);
//! // Three iterations; the first one needs no more than one lemma.
//! assert_eq!(diary.0.len(), 3);
//! assert_eq!(diary.0[0], "depth 1, lemmas [0, 0]: block@1 lemma@1");
//! assert!(diary.0[1].starts_with("depth 2, lemmas [1, 0, 0]: block@2 block@1 lemma@1"));
//!
//! let mut engine = TreeIc3::new(&cfa, TreeIc3Options::tree_ic3(), Budget::unlimited());
//! check(&cfa, &engine.prove(&mut ()));
//! let by_blocking = engine.statistics();
//! let mut engine = TreeIc3::new(&cfa, TreeIc3Options::default(), Budget::unlimited());
//! check(&cfa, &engine.prove(&mut ()));
//! let by_interpolants = engine.statistics();
//! for statistics in [by_blocking, by_interpolants] {
//!     println!(
//!         "Tree-IC3: {} questions, {} nodes, {} covered, {} paths refuted, {} of them by interpolants",
//!         statistics.queries, statistics.nodes, statistics.covered, statistics.refuted, statistics.by_interpolants
//!     );
//! }
//! assert!(by_blocking.by_interpolants == 0 && by_interpolants.by_interpolants == by_interpolants.refuted);
//! assert!(by_interpolants.nodes == 7 && by_interpolants.covered > 0);
//! # Ok(())
//! # }
//! ```
//!
//! # The course of IC3CFA
//!
//! A frame here belongs to a number *and* a location: frame 2 of `down` contains the states that come to `down` along
//! at most two edges. The engine begins at the error location. Which states have an edge to it? At `down`, those with
//! `x > n` and those with `x < 0`. Each is an obligation `(frame, location, cube)`, and the question about it is asked
//! for each edge into the location by itself: from `up` along `assume(x >= n)`, and from `down` along its loop.
//!
//! The *depth* is the number of the last frame.
//!
//! - *Depth 1.* No edge leads from `start` to the error, so frame 1 of the error location is empty. That is the lemma
//!   without literals.
//! - *Depth 2.* From `start` one edge leads to `up` and none to `down`, so frame 1 of `down` is empty, too.
//! - *Later.* An obligation at `down`, `x > n`, has predecessors at `up`, again `x > n`. There the loop cannot produce
//!   it (`x < n` before it, so `x <= n` after), and the edge from `start` cannot either (`x = 0 <= n`). The lemma
//!   `x <= n` is learnt at `up`, then at `down`. No formula ever mentions a location.
//!
//! A cube may be blocked only if *every* edge into its location allows it. A frame is equal to the next one if it is at
//! *all* locations.
//!
//! # The course of Tree-IC3
//!
//! The tree begins with `start`, and a node gets children by the edges that leave its location: `up` under `start`,
//! then `up` and `down` under `up`, and so on. When a node at the error location appears, the path to it is *refuted*.
//! *Blocking* works like IC3 along this one path, from its end to its beginning. *Interpolants* come from one question
//! about the whole path (see [interpolants](super::t04_interpolants)) and are a formula for each node. In both cases
//! nodes get formulas, and everything below a node with the formula *false* is dropped.
//!
//! The loops end by *covering*: the second `up` on a path has the formula `0 <= x <= n`, as the first one has, so that
//! everything that can happen below it happens below the first one, and it needs no children. Seven nodes are enough.
//!
//! | | IC3CFA | Tree-IC3 |
//! | --- | --- | --- |
//! | what is stored | lemmas by frame and location | a tree, with formulas at its nodes |
//! | one formula is about | all paths of at most so many edges | one path |
//! | direction | backward from the error | paths forward, refuted backward |
//! | ends when | a frame equals the next one everywhere | all leaves are covered |
//! | suffers from | long counterexamples | many paths; so edges are joined to large blocks before |
//!
//! # No end in sight
//!
//! Over integers neither engine has to come to an end. Here `x` begins with any even number and grows by 2:
//!
//! ```
//! use indubit::base::{Budget, Limit};
//! use indubit::engine::{Outcome, StopCause};
//! use indubit::input::{self, Model};
//! use indubit::portfolio::{verify, Engine, VerifyOptions};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! const EVEN: &str = "
//!     (declare-const x Int)
//!     (declare-const y Int)
//!     (location start :initial)
//!     (location wrong :error)
//!     (location loop)
//!     (edge start loop (assign (x (+ y y))))
//!     (edge loop loop (assign (x (+ x 2))))
//!     (edge loop wrong (assume (= x 9)))";
//! let model = Model::from(input::cfa::read(EVEN.as_bytes(), &Budget::unlimited())?);
//! for engine in [Engine::Ic3Cfa, Engine::TreeIc3Itp] {
//!     let options = VerifyOptions { engine, ..VerifyOptions::default() };
//!     let budget = Budget::unlimited().with_propagations(200_000);
//!     match &verify(&model, &options, &budget, &mut ())?.verdicts[0].outcome {
//!         Outcome::Unknown(reason) => assert_eq!(reason.cause, StopCause::Limit(Limit::Propagations)),
//!         other => panic!("{:?}", other),
//!     }
//! }
//! // This engine runs the program, looks at samples of its states, and sees that all are even.
//! let options = VerifyOptions { engine: Engine::Guess, ..VerifyOptions::default() };
//! assert!(verify(&model, &options, &Budget::unlimited(), &mut ())?.is_safe());
//! # Ok(())
//! # }
//! ```
//!
//! The states 9, 7, 5 and so on lead to the error, and there is no smallest one. The engines block one after the other,
//! since their cubes are made of bounds, and no conjunction of bounds says "odd". Lange (Figure 4.4) proves by a
//! program of this kind that IC3CFA need not end over integers. No engine for such programs can always end; this is why
//! a portfolio runs several that fail for different reasons.
//!
//! # To try
//!
//! - `indubit examples/programs/two_loops.cfa --engine ic3cfa --report OUT.html` writes a page on which the search is
//!   stepped through, place by place; with `--engine tree-ic3` the tree grows and is covered.
//! - Make the first loop `x = x + 2`. Which invariant is needed now, and do both engines find it?
//! - `--preset A` to `--preset Q` are the configurations of Lange's experiments.
//!
//! The sources: Lange, Neuhäußer, Noll, "IC3 Software Model Checking on Control Flow Automata" (FMCAD 2015), and Lange,
//! "IC3 Software Model Checking" (dissertation, 2018), ch. 4; Cimatti, Griggio, "Software Model Checking via IC3" (CAV
//! 2012). Next: [recursion](super::t08_recursion).
