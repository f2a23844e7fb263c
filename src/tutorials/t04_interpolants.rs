//! Tutorial 4: From an SMT script to interpolants.
//!
//! If the formulas `A` and `B` contradict each other, there is a formula `I` between them, an *interpolant*:
//!
//! 1. `A` implies `I`;
//! 2. `I` contradicts `B`;
//! 3. `I` mentions only symbols that both `A` and `B` mention.
//!
//! (Craig proved in 1957 that there is one.) The third condition makes it useful. `A` alone satisfies the first two,
//! since `A` contradicts `B`. But an interpolant must say *why*, without the details that are nobody's business but
//! `A`'s. Two checks show that somebody else's interpolant is right: the first two conditions are questions to any
//! solver, and the third is seen.
//!
//! # A loop, two turns
//!
//! ```text
//! x = 0; y = 0;
//! while (input()) { x = x + 2; y = y + 1; }
//! assert(x >= y);
//! ```
//!
//! Does a run with two turns violate the assertion? Each value gets a name of its own: `x0` before the first turn, `x1`
//! after it, `x2` after the second one. The question is a script in SMT-LIB, and `get-interpolants` asks for a formula
//! at each cut between the three parts:
//!
//! ```
//! use indubit::input::smtlib::{Interpreter, ScriptOptions};
//!
//! let mut interpreter = Interpreter::new(ScriptOptions::default());
//! let answers = interpreter.execute("
//!     (set-option :produce-interpolants true)
//!     (declare-const x0 Int) (declare-const x1 Int) (declare-const x2 Int)
//!     (declare-const y0 Int) (declare-const y1 Int) (declare-const y2 Int)
//!     (assert (! (and (= x0 0) (= y0 0) (= x1 (+ x0 2)) (= y1 (+ y0 1))) :named first))
//!     (assert (! (and (= x2 (+ x1 2)) (= y2 (+ y1 1))) :named second))
//!     (assert (! (< x2 y2) :named violation))
//!     (check-sat)
//!     (get-interpolants first second violation)");
//! println!("{}", answers);
//! assert_eq!(answers, "unsat
//! (
//!   (> (+ x1 (* (- 1) y1)) 0)
//!   (> (+ x2 (* (- 1) y2)) 1)
//! )
//! ");
//! ```
//!
//! After the first turn `x1 - y1 > 0`, and after the second one `x2 - y2 > 1`. Neither formula mentions a value of the
//! past: everything that matters about the first turn is said in terms of `x1` and `y1`, which are the state between
//! the turns. The first formula contains all states that the first turn can lead to. It is an over-approximation that
//! is just good enough to exclude the violation, and it was found without computing any set of reachable states. Such a
//! list is a *sequence interpolant*: each formula and the next part imply the next formula.
//!
//! # The same with the library, and checked
//!
//! Formulas are terms in a store, [`Terms`](crate::solver::term::Terms);
//! [`interpolants`](crate::solver::smt::interpolants) takes the parts in their order. The solver of the check below has
//! never heard of interpolants.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::solver::smt::{interpolants, FarkasChoice, InterpolationOptions, SmtOptions, Solver, Verdict};
//! use indubit::solver::term::{Sort, Substitution, TermId, Terms};
//!
//! /// Whether the formulas contradict each other.
//! fn contradict(terms: &mut Terms, formulas: &[TermId]) -> bool {
//!     let mut solver = Solver::new(SmtOptions::default());
//!     formulas.iter().for_each(|&formula| solver.assert(terms, formula));
//!     solver.check(terms, &[]) == Verdict::Unsat
//! }
//!
//! fn implies(terms: &mut Terms, premises: &[TermId], conclusion: TermId) -> bool {
//!     let not = terms.not(conclusion);
//!     contradict(terms, &[premises, &[not]].concat())
//! }
//!
//! /// One turn of the loop.
//! fn turn(terms: &mut Terms, before: [TermId; 2], after: [TermId; 2]) -> TermId {
//!     let (one, two) = (terms.int(1), terms.int(2));
//!     let (x, y) = (terms.add(&[before[0], two]), terms.add(&[before[1], one]));
//!     let (x, y) = (terms.eq(after[0], x), terms.eq(after[1], y));
//!     terms.and(&[x, y])
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut terms = Terms::new();
//! let names = [["x0", "y0"], ["x1", "y1"], ["x2", "y2"]];
//! let states = names.map(|state| state.map(|name| terms.declare(name, Sort::Int)));
//!
//! let zero = terms.int(0);
//! let starts = states[0].map(|value| terms.eq(value, zero));
//! let init = terms.and(&starts);
//! let (turn_1, second) = (turn(&mut terms, states[0], states[1]), turn(&mut terms, states[1], states[2]));
//! let first = terms.and(&[init, turn_1]);
//! let violation = terms.lt(states[2][0], states[2][1]);
//!
//! let parts = [first, second, violation];
//! let mut ask = |terms: &mut Terms, farkas: FarkasChoice| {
//!     let options = InterpolationOptions { farkas, ..InterpolationOptions::default() };
//!     interpolants(terms, &parts, &options, &Budget::unlimited())
//! };
//! let strong = ask(&mut terms, FarkasChoice::Strong)?;
//! let weak = ask(&mut terms, FarkasChoice::Weak)?;
//! for found in [&strong, &weak] {
//!     for &formula in found {
//!         println!("{}", terms.text(formula));
//!     }
//!     // At the first cut, then from one cut to the next, then at the end.
//!     assert!(implies(&mut terms, &[first], found[0]));
//!     assert!(implies(&mut terms, &[found[0], second], found[1]));
//!     assert!(contradict(&mut terms, &[found[1], violation]));
//! }
//! assert_eq!(terms.text(strong[1]), "(> (+ x2 (* (- 1) y2)) 1)");
//! assert_eq!(terms.text(weak[1]), "(> (+ x2 (* (- 1) y2)) (- 1))");
//!
//! // Is the last weak one an invariant of the loop? The same formula about other states:
//! let at = |terms: &mut Terms, state: [TermId; 2]| {
//!     let mut rename = Substitution::new();
//!     rename.insert(states[2][0], state[0]);
//!     rename.insert(states[2][1], state[1]);
//!     rename.apply(terms, weak[1])
//! };
//! let (now, next) = (at(&mut terms, states[0]), at(&mut terms, states[1]));
//! assert!(implies(&mut terms, &[init], now));
//! assert!(implies(&mut terms, &[now, turn_1], next));
//! assert!(contradict(&mut terms, &[weak[1], violation]));
//! # Ok(())
//! # }
//! ```
//!
//! # Strong and weak
//!
//! There are many interpolants. The strong ones stay near `A`, the weak ones near the negation of `B`. Here the strong
//! one after two turns is `x - y > 1`, which is no invariant: it is false at the start. The weak one is `x - y > -1`,
//! that is `x >= y`. It holds at the start, each turn preserves it, and it excludes the violation. So a proof about
//! *two* turns contained a proof about *all* of them. That was luck. Engines raise the chances:
//!
//! - [`itp`](crate::engine::itp) collects interpolants until they contain each other (McMillan 2003);
//! - [`ic3_ia`](crate::engine::ic3_ia) takes only their atoms, such as `x >= y`, as the predicates of its abstraction;
//! - [`tree_ic3`](crate::engine::tree_ic3) uses them beside its own lemmas.
//!
//! # Where they come from
//!
//! The solver's refutation of `A ∧ B` is walked once. Its leaves are clauses of `A`, clauses of `B`, and lemmas of
//! arithmetic. Such a lemma says that some bounds add up to a contradiction; its interpolant is the sum of the bounds
//! that come from `A`, in which everything that only `A` mentions cancels out. Here: `x1 - y1 = 1` comes from `x0 = 0`,
//! `y0 = 0`, `x1 = x0 + 2` and `y1 = y0 + 1`. Inner steps of the proof join the formulas of their premises by *and* or
//! *or* (McMillan, "Interpolation and SAT-Based Model Checking", CAV 2003, and "An interpolating theorem prover", TCS
//! 2005).
//!
//! # To try
//!
//! - Three turns, with four parts. Which interpolant is an invariant?
//! - `FarkasChoice::Factor` gives those in between.
//! - Start with `y = 1` instead: then the violation exists with no turn at all, and with one turn it does not.
//!
//! Next: [a program through all its forms](super::t05_forms_of_a_program).
