//! Tutorial 6: IC3 for a system of one's own.
//!
//! [The first tutorial](super::t01_ic3_by_hand) ran IC3 on a circuit. Nothing in its search is about circuits: it has
//! frames, cubes and obligations, and puts *questions about single steps* to somebody else. In this crate that is the
//! trait [`Steps`](crate::engine::ic3::Steps), and [`Search`](crate::engine::ic3::Search) is the search. The crate
//! implements the trait for circuits, by a SAT solver, and for formulas, by an SMT solver. This tutorial implements it
//! for a system that is neither: a token ring, given by a function from a state to its successors, whose questions are
//! answered by trying all states. That is slow and simple, and it shows what a question *means*.
//!
//! # The ring
//!
//! Four stations stand in a ring. A station that has the token may enter its critical section, leave it, and pass the
//! token on to its neighbour. At the beginning station 0 has the token. No two stations may be in their critical
//! sections together. The state has eight bits, and bit `i` is *atom* `i`: whether station `i` has the token, and, from
//! 4 on, whether station `i - 4` is critical. A *literal* is an atom or its negation, a *cube* a conjunction of them.
//!
//! # The questions
//!
//! The search asks five questions. Frame `i` is what the lemmas that were learnt for it leave; frame 0 has the initial
//! states only.
//!
//! | method | question |
//! | --- | --- |
//! | `meets_init` | Is an initial state in the cube? |
//! | `meets_goal` | Is a state of the frame bad? |
//! | `meets` | Is a state of the frame in the cube? |
//! | `fails_consecution` | Has a state of the frame a step into the cube? If `relative`: a state outside the cube? |
//! | `ends_in` | Is the last state of this run in the cube? |
//!
//! After a *yes* the search may ask for the `predecessor`: a cube around the state that was found, all of whose states
//! have a step to the target. A single state would do, and a larger cube is better, since all of it is blocked at once.
//! After a *no* it asks for the `core`: a smaller set of literals for which the answer is still no. The core must not
//! contain an initial state, for a lemma never excludes one. These two methods are where a system helps IC3 to see more
//! than one state at a time.
//!
//! The rest is bookkeeping. `learn` is told of a lemma and the frames that it holds in, `open` of a new frame, and
//! `close_above` that frames are given up when a proof was found. `concretise` gets the chain of cubes from an initial
//! state to a bad one and makes a run of it. `Activity` tells which literals have been of use in lemmas; solvers like
//! to know, and this system passes over it.
//!
//! ```
//! use indubit::base::{Budget, Limit, Lit, Var};
//! use indubit::engine::ic3::{Activity, Chain, Cube, End, LemmaId, Search, SearchOptions, Steps, Target};
//! use indubit::engine::{FrameId, Outcome};
//! use std::fmt;
//!
//! const STATIONS: usize = 4;
//! const ATOMS: usize = 2 * STATIONS;
//! const INITIAL: usize = 1;
//!
//! fn is_set(state: usize, atom: usize) -> bool {
//!     state >> atom & 1 != 0
//! }
//!
//! fn contains(cube: &[Lit], state: usize) -> bool {
//!     cube.iter().all(|l| is_set(state, l.var().index()) != l.is_negative())
//! }
//!
//! fn is_bad(state: usize) -> bool {
//!     (0..STATIONS).filter(|&i| is_set(state, STATIONS + i)).count() > 1
//! }
//!
//! /// The token ring. A hasty station passes the token on without a look at its critical section.
//! struct Ring {
//!     is_hasty: bool,
//!     /// The lemmas, each with the first and the last frame it holds in.
//!     lemmas: Vec<(Cube, FrameId, FrameId)>,
//!     /// The frame that opens next.
//!     opening: FrameId,
//!     /// Frame and excluded cube of the last question, and the state that answered it.
//!     asked: (FrameId, Option<Cube>),
//!     model: usize,
//!     queries: u64,
//! }
//!
//! impl Ring {
//!     fn new(is_hasty: bool) -> Ring {
//!         let (lemmas, opening) = (Vec::new(), FrameId::INIT.next());
//!         Ring { is_hasty, lemmas, opening, asked: (FrameId::INIT, None), model: INITIAL, queries: 0 }
//!     }
//!
//!     fn successors(&self, state: usize) -> Vec<usize> {
//!         let mut next = Vec::new();
//!         for i in 0..STATIONS {
//!             let (token, critical) = (1 << i, 1 << (STATIONS + i));
//!             let (has_token, is_critical) = (state & token != 0, state & critical != 0);
//!             if has_token && !is_critical {
//!                 next.push(state | critical);
//!             }
//!             if is_critical {
//!                 next.push(state & !critical);
//!             }
//!             if has_token && (!is_critical || self.is_hasty) {
//!                 next.push(state & !token | 1 << (i + 1) % STATIONS);
//!             }
//!         }
//!         next
//!     }
//!
//!     fn steps_into(&self, state: usize, cube: &[Lit]) -> bool {
//!         self.successors(state).into_iter().any(|next| contains(cube, next))
//!     }
//!
//!     fn is_in(&self, frame: FrameId, state: usize) -> bool {
//!         let excludes = |(cube, first, last): &(Cube, FrameId, FrameId)| {
//!             *first <= frame && frame <= *last && contains(cube, state)
//!         };
//!         (frame > FrameId::INIT || state == INITIAL) && !self.lemmas.iter().any(excludes)
//!     }
//!
//!     /// A question: is there a state of the frame, outside of a cube, of which this holds?
//!     fn ask(&mut self, frame: FrameId, outside: Option<&Cube>, holds: impl Fn(&Ring, usize) -> bool) -> bool {
//!         self.queries += 1;
//!         self.asked = (frame, outside.cloned());
//!         let is_outside = |s: usize| outside.map_or(true, |cube| !contains(cube, s));
//!         let found =
//!             (0..1 << ATOMS).filter(|&s| is_outside(s) && self.is_in(frame, s)).find(|&s| holds(self, s));
//!         self.model = found.unwrap_or(self.model);
//!         found.is_some()
//!     }
//! }
//!
//! /// The cube without the literals that can be dropped while the test holds.
//! fn shrink(mut cube: Cube, mut holds: impl FnMut(&Cube) -> bool) -> Cube {
//!     for &lit in &cube.clone() {
//!         match cube.without(lit) {
//!             Some(smaller) if holds(&smaller) => cube = smaller,
//!             _ => {}
//!         }
//!     }
//!     cube
//! }
//!
//! impl Steps for Ring {
//!     type Run = Vec<usize>;
//!
//!     fn meets_init(&mut self, cube: &Cube) -> Result<bool, Limit> {
//!         Ok(contains(cube, INITIAL))
//!     }
//!
//!     fn meets_goal(&mut self, frame: FrameId) -> Result<bool, Limit> {
//!         Ok(self.ask(frame, None, |_, s| is_bad(s)))
//!     }
//!
//!     fn meets(&mut self, frame: FrameId, cube: &Cube) -> Result<bool, Limit> {
//!         Ok(self.ask(frame, None, |_, s| contains(cube, s)))
//!     }
//!
//!     fn fails_consecution(
//!         &mut self,
//!         frame: FrameId,
//!         cube: &Cube,
//!         relative: bool,
//!         _: &Activity,
//!     ) -> Result<bool, Limit> {
//!         let outside = if relative { Some(cube) } else { None };
//!         Ok(self.ask(frame, outside, |ring, s| ring.steps_into(s, cube)))
//!     }
//!
//!     fn core(&mut self, cube: &Cube, _: &Activity) -> Result<Cube, Limit> {
//!         let (frame, outside) = self.asked.clone();
//!         Ok(shrink(cube.clone(), |smaller| {
//!             let reached = self.ask(frame, outside.as_ref(), |ring, s| ring.steps_into(s, smaller));
//!             !reached && !contains(smaller, INITIAL)
//!         }))
//!     }
//!
//!     fn predecessor(&mut self, _: FrameId, target: Target<'_>, _: &Activity) -> Result<Cube, Limit> {
//!         let leads = |s: usize| match target {
//!             Target::Goal => is_bad(s),
//!             Target::Cube(cube) => self.steps_into(s, cube),
//!         };
//!         let state = (0..ATOMS).map(|i| Var::new(i).lit(is_set(self.model, i))).collect();
//!         Ok(shrink(state, |smaller| (0..1 << ATOMS).filter(|&s| contains(smaller, s)).all(leads)))
//!     }
//!
//!     fn learn(&mut self, _: LemmaId, cube: &Cube, first: FrameId, last: FrameId) {
//!         // A frame that opens later holds only the lemmas that hold for ever.
//!         let last = if last.is_infinite() { last } else { last.min(self.opening.previous()) };
//!         self.lemmas.push((cube.clone(), first, last));
//!     }
//!
//!     fn open(&mut self) {
//!         self.opening = self.opening.next();
//!     }
//!
//!     fn close_above(&mut self, top: FrameId) {
//!         self.opening = top.next();
//!     }
//!
//!     fn concretise(
//!         &mut self,
//!         start: Option<&Vec<usize>>,
//!         chain: &[&Cube],
//!         _: End,
//!     ) -> Result<Chain<Vec<usize>>, Limit> {
//!         let mut run = start.cloned().unwrap_or_else(|| vec![INITIAL]);
//!         for cube in &chain[1..] {
//!             // Every state of a cube has a step into the next one.
//!             match self.successors(run[run.len() - 1]).into_iter().find(|&next| contains(cube, next)) {
//!                 Some(next) => run.push(next),
//!                 None => return Ok(Chain::Spurious),
//!             }
//!         }
//!         Ok(Chain::Concrete(run))
//!     }
//!
//!     fn ends_in(&self, run: &Vec<usize>, cube: &Cube) -> bool {
//!         contains(cube, run[run.len() - 1])
//!     }
//!
//!     fn queries(&self) -> u64 {
//!         self.queries
//!     }
//!
//!     fn write_literal(&self, lit: Lit, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         let atom = lit.var().index();
//!         let name = if atom < STATIONS { "token" } else { "critical" };
//!         write!(f, "{}{}{}", if lit.is_negative() { "¬" } else { "" }, name, atom % STATIONS)
//!     }
//! }
//!
//! // A proof: cubes that no reachable state is in.
//! let mut search = Search::new(Ring::new(false), SearchOptions::default(), Budget::unlimited());
//! let excluded = match search.prove(&mut ()) {
//!     Outcome::Safe(excluded) => excluded,
//!     other => panic!("{:?}", other),
//! };
//! let ring = search.steps();
//! struct Shown<'a>(&'a Ring, &'a Cube);
//! impl fmt::Display for Shown<'_> {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         self.1.iter().try_for_each(|&lit| self.0.write_literal(lit, f).and_then(|_| f.write_str(" ")))
//!     }
//! }
//! excluded.iter().for_each(|cube| println!("never: {}", Shown(ring, cube)));
//! println!("{} questions", ring.queries());
//!
//! // Checked without the search: the initial state is in no cube, no step leads into one, no other state is bad.
//! let is_proof = |cubes: &[Cube]| {
//!     let is_inside = |state: usize| !cubes.iter().any(|cube| contains(cube, state));
//!     let is_kept = |s: usize| !is_bad(s) && ring.successors(s).into_iter().all(is_inside);
//!     is_inside(INITIAL) && (0..1 << ATOMS).filter(|&s| is_inside(s)).all(is_kept)
//! };
//! assert!(is_proof(&excluded));
//! assert_eq!(excluded.len(), 24);
//! assert!(excluded.iter().all(|cube| cube.len() == 2 && cube.iter().all(|l| !l.is_negative())));
//!
//! // A person's proof: there are no two tokens, and no critical station is without the token.
//! let (token, critical) = (|i| Var::new(i), |i| Var::new(STATIONS + i));
//! let mut cubes = Vec::new();
//! for i in 0..STATIONS {
//!     cubes.push(Cube::new(vec![token(i).negative(), critical(i).positive()]));
//!     cubes.extend((0..i).map(|j| Cube::new(vec![token(i).positive(), token(j).positive()])));
//! }
//! assert!(cubes.len() == 10 && is_proof(&cubes));
//!
//! // Hasty stations: station 0 enters and passes the token on, and its neighbour enters, too.
//! let mut search = Search::new(Ring::new(true), SearchOptions::default(), Budget::unlimited());
//! match search.prove(&mut ()) {
//!     Outcome::Unsafe(run) => {
//!         run.iter().for_each(|state| println!("tokens {:04b}, critical {:04b}", state & 15, state >> 4));
//!         assert_eq!(run, [0b0000_0001, 0b0001_0001, 0b0001_0010, 0b0011_0010]);
//!     }
//!     other => panic!("{:?}", other),
//! }
//! ```
//!
//! # The proof
//!
//! The property alone is not inductive: from a state with two tokens two stations can enter. IC3 excludes 24 cubes of
//! two literals each. Eight bits have 28 pairs, and all pairs are excluded but the four of a station's own token and
//! its own critical section: a token excludes all other tokens, a critical section all other tokens and all other
//! critical sections. Nobody told IC3 about that. Each cube is the answer to "this state leads to a bad one; why is it
//! not reached?", generalised.
//!
//! A person says it with ten cubes, by an idea with a negation in it: a critical station has the token. IC3 does not
//! look for the smallest invariant. It takes the first reason that it finds for each state, and for an invariant that
//! is good enough: the checker accepts both.
//!
//! # Abstractions
//!
//! `concretise` may also answer that no run goes through the chain of cubes. A system whose cubes are an *abstraction*,
//! because its atoms cannot tell all states apart, then adds atoms and answers `Chain::Refined`, and the search goes
//! on. So IC3 with implicit predicate abstraction ([`ic3_ia`](crate::engine::ic3_ia)) is an implementation of `Steps`,
//! too.
//!
//! # To try
//!
//! - More stations: from which number on is trying all states too slow, and which method should use a solver first?
//! - `SearchOptions` has all of IC3's techniques. Which of them change the number of questions most?
//! - `predecessor` without `shrink`: the search still ends. How many more questions does it take?
//!
//! A smaller example of the same kind is `examples/own_system.rs`. Next: [programs with two
//! loops](super::t07_two_loops).
