//! Tutorial 3: A theory for the SAT solver: differences, in 150 lines.
//!
//! Timetables speak of differences: the second lecture begins at least 2 hours after the first one, `a - b <= -2`, or
//! two lectures in one room do not overlap, `a - b <= -2` *or* `b - a <= -2`, with `a` and `b` for their beginnings. A
//! formula of such atoms is more than a SAT solver understands. To the solver the atoms are variables without a
//! meaning, and it would make all of `a < b`, `b < c` and `c < a` true. A *theory* tells it that these three do not go
//! together.
//!
//! This combination is called CDCL(T). The SAT solver chooses the truth values of atoms, and the theory judges only
//! *conjunctions*. The theory implements the trait [`Theory`](crate::solver::sat::Theory), which has three parts:
//!
//! - it is told which atoms became true or false (`assign`), and which of them are taken back (`backtrack`);
//! - it reports a *conflict*, some true literals that cannot hold together, or *implied* literals (`propagate`);
//! - it *explains* an implied literal by the literals that imply it, when conflict analysis asks (`explain`).
//!
//! Out of a conflict the solver makes a clause, "not all of these", and learns from it as from any other. Its
//! assignment is a stack, the *trail*, and grows by *levels*: a decision with all its consequences. To take back a
//! level is to cut the trail.
//!
//! # Differences are a graph
//!
//! Every number is a node. The constraint `x - y <= c` is an edge from `y` to `x` of weight `c`: the value of `x` is at
//! most by `c` more than that of `y`. Values that satisfy all constraints exist if and only if no cycle has a negative
//! sum. A cycle with a negative sum says that a number is less than itself. If there is none, the lengths of shortest
//! paths are values that satisfy all constraints, since an edge cannot be longer than a shortest path along it.
//!
//! The theory keeps such values at all times. A new edge from `y` to `x` may be violated: then the value of `x` is
//! lowered to `value(y) + c`, which may violate edges that start at `x`, so their ends are lowered as well, and so on.
//! Either this stops, and the new values satisfy all edges; or it wants to lower `y` itself. In that case it came back
//! to where it started with less than before: the edges on this way are a negative cycle, and their literals are the
//! conflict. (The method is that of Cotton and Maler, "Fast and flexible difference constraint propagation for
//! DPLL(T)", SAT 2006, without its priorities.)
//!
//! Going back costs nothing: values that satisfy many edges satisfy fewer of them, too.
//!
//! The negation of `x - y <= c` is `x - y >= c + 1`, as these are integers, and that is `y - x <= -c - 1`. So both
//! values of an atom are an edge.
//!
//! ```
//! use indubit::base::{Lit, Rng, Var};
//! use indubit::solver::sat::{Answer, Check, SatOptions, Solver, Theory, TheoryOutput};
//! use std::collections::VecDeque;
//!
//! /// `x - y <= bound`
//! #[derive(Clone, Copy)]
//! struct Difference {
//!     x: usize,
//!     y: usize,
//!     bound: i64,
//! }
//!
//! impl Difference {
//!     fn negation(self) -> Difference {
//!         Difference { x: self.y, y: self.x, bound: -self.bound - 1 }
//!     }
//!
//!     fn implies(self, other: Difference) -> bool {
//!         (self.x, self.y) == (other.x, other.y) && self.bound <= other.bound
//!     }
//! }
//!
//! #[derive(Default)]
//! struct Differences {
//!     /// By variable of the solver: its meaning, if it is an atom.
//!     atoms: Vec<Option<Difference>>,
//!     /// By number. Invariant: they satisfy the first `satisfied` literals of the trail.
//!     values: Vec<i64>,
//!     satisfied: usize,
//!     /// The true literals in the order in which they became true, and its length at the opening of each level.
//!     trail: Vec<Lit>,
//!     levels: Vec<usize>,
//!     scopes: Vec<usize>,
//! }
//!
//! impl Differences {
//!     /// The edge of a literal.
//!     fn edge(&self, lit: Lit) -> Difference {
//!         let atom = self.atoms[lit.var().index()].expect("only atoms are assigned");
//!         if lit.is_negative() { atom.negation() } else { atom }
//!     }
//!
//!     /// Makes the values satisfy one literal more; or the literals of a negative cycle.
//!     fn satisfy(&mut self, lit: Lit) -> Result<(), Vec<Lit>> {
//!         let new = self.edge(lit);
//!         let mut values = self.values.clone();
//!         // The literal that lowered a value.
//!         let mut lowered_by = vec![None; values.len()];
//!         let mut queue = VecDeque::from([lit]);
//!         while let Some(lit) = queue.pop_front() {
//!             let Difference { x, y, bound } = self.edge(lit);
//!             if values[x] <= values[y] + bound {
//!                 continue;
//!             }
//!             if x == new.y {
//!                 // Back at the start. The way is read from its end.
//!                 let mut cycle = vec![lit];
//!                 let mut at = y;
//!                 while at != new.y {
//!                     let by: Lit = lowered_by[at].expect("the way begins at the new edge");
//!                     cycle.push(by);
//!                     at = self.edge(by).y;
//!                 }
//!                 return Err(cycle);
//!             }
//!             values[x] = values[y] + bound;
//!             lowered_by[x] = Some(lit);
//!             let others = self.trail[..self.satisfied].iter().copied();
//!             queue.extend(others.filter(|&other| self.edge(other).y == x));
//!         }
//!         self.values = values;
//!         Ok(())
//!     }
//! }
//!
//! impl Theory for Differences {
//!     fn is_atom(&self, var: Var) -> bool {
//!         matches!(self.atoms.get(var.index()), Some(Some(_)))
//!     }
//!
//!     fn assign(&mut self, lit: Lit) {
//!         self.trail.push(lit);
//!     }
//!
//!     fn propagate(&mut self, out: &mut TheoryOutput) -> Check {
//!         while let Some(&lit) = self.trail.get(self.satisfied) {
//!             if let Err(cycle) = self.satisfy(lit) {
//!                 out.conflict = cycle;
//!                 return Check::Conflict;
//!             }
//!             self.satisfied += 1;
//!             // Atoms about the same two numbers may be decided by that: x - y <= 3 implies x - y <= 5.
//!             let atoms = (0..self.atoms.len()).map(Var::new).filter(|&v| self.is_atom(v));
//!             let literals = atoms.flat_map(|v| [v.positive(), v.negative()]);
//!             let open = literals.filter(|l| !self.trail.contains(l) && !self.trail.contains(&!*l));
//!             out.implied.extend(open.filter(|&l| self.edge(lit).implies(self.edge(l))));
//!         }
//!         Check::Consistent
//!     }
//!
//!     fn explain(&mut self, lit: Lit, reason: &mut Vec<Lit>) {
//!         // The first one that implies it became true before it was implied.
//!         let found = self.trail.iter().find(|&&l| l != lit && self.edge(l).implies(self.edge(lit)));
//!         reason.extend(found);
//!     }
//!
//!     fn final_check(&mut self, out: &mut TheoryOutput) -> Check {
//!         self.propagate(out)
//!     }
//!
//!     fn new_level(&mut self) {
//!         self.levels.push(self.trail.len());
//!     }
//!
//!     fn backtrack(&mut self, level: usize) {
//!         if let Some(&length) = self.levels.get(level) {
//!             self.trail.truncate(length);
//!             self.levels.truncate(level);
//!             self.satisfied = self.satisfied.min(length);
//!         }
//!     }
//!
//!     fn push(&mut self) {
//!         self.scopes.push(self.atoms.len());
//!     }
//!
//!     fn pop(&mut self) {
//!         self.atoms.truncate(self.scopes.pop().unwrap_or(0));
//!         self.trail.clear();
//!         self.satisfied = 0;
//!     }
//! }
//!
//! /// A solver over so many numbers.
//! fn solver(numbers: usize) -> Solver<Differences> {
//!     let theory = Differences { values: vec![0; numbers], ..Differences::default() };
//!     Solver::with_theory(SatOptions::incremental(), theory)
//! }
//!
//! /// The literal for `x - y <= bound`.
//! fn atom(solver: &mut Solver<Differences>, x: usize, y: usize, bound: i64) -> Lit {
//!     let var = solver.new_var();
//!     // Variables with a meaning must not be simplified away.
//!     solver.freeze(var);
//!     let atoms = &mut solver.theory_mut().atoms;
//!     atoms.resize(var.index(), None);
//!     atoms.push(Some(Difference { x, y, bound }));
//!     var.positive()
//! }
//!
//! // Three lectures of 2, 3 and 4 hours in one room. Number 3 is the opening of the room, the zero of the clock.
//! let lengths = [2, 3, 4];
//! for (hours, expected) in [(9, Answer::Sat), (8, Answer::Unsat)] {
//!     let mut solver = solver(4);
//!     for a in 0..3 {
//!         // After the opening, 3 - a <= 0, and over in time, a - 3 <= hours - length.
//!         let (begins, ends) = (atom(&mut solver, 3, a, 0), atom(&mut solver, a, 3, hours - lengths[a]));
//!         solver.add_clause(&[begins]);
//!         solver.add_clause(&[ends]);
//!         for b in 0..a {
//!             let (first, second) = (atom(&mut solver, a, b, -lengths[a]), atom(&mut solver, b, a, -lengths[b]));
//!             solver.add_clause(&[first, second]);
//!         }
//!     }
//!     assert_eq!(solver.solve(&[]), expected);
//!     if expected == Answer::Sat {
//!         let values = &solver.theory().values;
//!         let times: Vec<i64> = (0..3).map(|a| values[a] - values[3]).collect();
//!         println!("the lectures begin at {:?}", times);
//!         let mut sorted: Vec<(i64, i64)> = times.iter().copied().zip(lengths).collect();
//!         sorted.sort();
//!         // One follows the other, without a gap in these nine hours.
//!         assert!(sorted[0].0 == 0 && sorted.windows(2).all(|w| w[0].0 + w[0].1 == w[1].0));
//!     }
//! }
//!
//! // Against brute force. Bounds from -2 to 1 and their negations have absolute values up to 2, so solutions over
//! // three numbers can be found among the values from 0 to 4.
//! let mut rng = Rng::new(7);
//! let mut answers = [0, 0];
//! for _ in 0..300 {
//!     let mut solver = solver(3);
//!     let mut literals = Vec::new();
//!     for _ in 0..6 {
//!         let x = rng.below(3);
//!         let y = (x + 1 + rng.below(2)) % 3;
//!         let bound = rng.below(4) as i64 - 2;
//!         literals.push(atom(&mut solver, x, y, bound));
//!     }
//!     let mut pick = || literals[rng.below(6) as usize].negate_if(rng.below(2) == 0);
//!     let clauses: Vec<[Lit; 2]> = (0..9).map(|_| [pick(), pick()]).collect();
//!     for clause in &clauses {
//!         solver.add_clause(clause);
//!     }
//!     let edges: Vec<Vec<Difference>> =
//!         clauses.iter().map(|c| c.iter().map(|&l| solver.theory().edge(l)).collect()).collect();
//!     let satisfied = |values: &[i64]| {
//!         edges.iter().all(|clause| clause.iter().any(|d| values[d.x] - values[d.y] <= d.bound))
//!     };
//!     let exists = (0..125).any(|i| satisfied(&[i % 5, i / 5 % 5, i / 25]));
//!     let answer = solver.solve(&[]);
//!     assert_eq!(answer == Answer::Sat, exists);
//!     assert!(!exists || satisfied(&solver.theory().values));
//!     answers[exists as usize] += 1;
//! }
//! println!("unsatisfiable: {}, satisfiable: {}", answers[0], answers[1]);
//! assert!(answers[0] > 20 && answers[1] > 20);
//! ```
//!
//! # The contract, once more
//!
//! - A conflict names literals that are *true now*. The fewer, the better the clause that is learnt. A negative cycle
//!   is as small as it gets: leave out any edge, and the rest has a solution.
//! - An explanation names only literals that became true *before* the one that is explained. Otherwise conflict
//!   analysis would go in circles.
//! - `propagate` may overlook consequences, as this theory overlooks those by longer paths. `final_check` may not: when
//!   it says *consistent*, the answer is *satisfiable*.
//! - A variable with a meaning is *frozen*, since the solver would else be free to eliminate it.
//!
//! # To try
//!
//! - Implied literals by paths: after a new edge, atoms whose two numbers lie on a path through it. The explanation is
//!   the path.
//! - Rational numbers: the negation becomes a strict inequality. The solver of this crate adds an infinitesimal to its
//!   numbers for that (`theories/num/`).
//!
//! [`solver::smt`](crate::solver::smt) is built in the same manner, with linear arithmetic as the theory (Nieuwenhuis,
//! Oliveras, Tinelli, "Solving SAT and SAT modulo theories", JACM 2006). Next: [interpolants](super::t04_interpolants).
