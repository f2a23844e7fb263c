//! Tutorial 2: The SAT solver, and a proof that one checks by hand.
//!
//! A SAT solver that answers *satisfiable* gives an assignment, and anybody can look whether it satisfies the clauses.
//! If it answers *unsatisfiable*, there is nothing to look at, unless the solver writes down how it came to that
//! answer. This tutorial reads such a proof line by line.
//!
//! # Three pigeons, two holes
//!
//! The pigeons A, B and C sit in two holes, left and right, and no hole has two pigeons. That is impossible. Six
//! variables say which pigeon sits where; their numbers are those of the file format DIMACS:
//!
//! | variable | 1 | 2 | 3 | 4 | 5 | 6 |
//! | --- | --- | --- | --- | --- | --- | --- |
//! | pigeon | A | A | B | B | C | C |
//! | hole | left | right | left | right | left | right |
//!
//! Nine clauses, numbered by their lines: a pigeon sits somewhere (1 to 3), and no two share the left hole (4 to 6) or
//! the right one (7 to 9). A negative number is a negated variable, and 0 ends a clause.
//!
//! ```text
//! 1:   1  2 0        4:  -1 -3 0        7:  -2 -4 0
//! 2:   3  4 0        5:  -1 -5 0        8:  -2 -6 0
//! 3:   5  6 0        6:  -3 -5 0        9:  -4 -6 0
//! ```
//!
//! # The proof
//!
//! Clauses that the solver learns go on with number 10. A line of the format LRAT has the number of the new clause, its
//! literals up to a 0, and then *hints*, the numbers of the clauses from which it follows, up to another 0. The solver
//! of this crate gives seven lines:
//!
//! ```text
//! 10 -2 0 7 8 2 3 6 0
//! 11 1 0 10 1 0
//! 12 -3 0 11 4 0
//! 13 -5 0 11 5 0
//! 14 4 0 12 2 0
//! 15 6 0 13 3 0
//! 16 0 14 15 9 0
//! ```
//!
//! *Line 10* claims `-2`: A does not sit on the right. Assume the opposite, 2, and go through the hints. In clause 7,
//! `-2 -4`, the first literal is false now, so the other one must be true: B does not sit on the right. Clause 8 says
//! the same about C. In clause 2, `3 4`, the 4 is false, so 3 is true: B sits on the left. Clause 3 sends C to the
//! left. Clause 6, `-3 -5`, is false: a contradiction. The assumption is wrong and the claim is right.
//!
//! *Line 11* claims `1`. Assume `-1`. The hint 10 is the clause that was just proved: `-2` is true. Then clause 1 is
//! false. *Lines 12 and 13*: since A sits on the left (hint 11), B and C do not. *Lines 14 and 15*: so they sit on the
//! right. *Line 16* claims the empty clause, which is false: 14 and 15 make clause 9 false, with nothing assumed.
//!
//! This way of reasoning is called *reverse unit propagation* (RUP). Each hint must be *unit*, with all literals but
//! one false, and makes the last literal true; the final hint must be false altogether. A checker for it has a dozen
//! lines:
//!
//! ```
//! use std::collections::BTreeMap;
//!
//! /// Whether a clause follows by reverse unit propagation along the hints.
//! fn follows(clauses: &BTreeMap<u64, Vec<i32>>, clause: &[i32], hints: &[u64]) -> bool {
//!     let mut truths: Vec<i32> = clause.iter().map(|lit| -lit).collect();
//!     for hint in hints {
//!         let hint = match clauses.get(hint) {
//!             Some(clause) => clause,
//!             None => return false,
//!         };
//!         let open: Vec<i32> = hint.iter().copied().filter(|lit| !truths.contains(&-lit)).collect();
//!         match open[..] {
//!             [] => return true,
//!             [unit] => truths.push(unit),
//!             _ => return false,
//!         }
//!     }
//!     false
//! }
//!
//! const PIGEONS: [&[i32]; 9] =
//!     [&[1, 2], &[3, 4], &[5, 6], &[-1, -3], &[-1, -5], &[-3, -5], &[-2, -4], &[-2, -6], &[-4, -6]];
//! let mut clauses: BTreeMap<u64, Vec<i32>> = (1..).zip(PIGEONS.iter().map(|c| c.to_vec())).collect();
//! let lines: [(&[i32], &[u64]); 7] = [
//!     (&[-2], &[7, 8, 2, 3, 6]),
//!     (&[1], &[10, 1]),
//!     (&[-3], &[11, 4]),
//!     (&[-5], &[11, 5]),
//!     (&[4], &[12, 2]),
//!     (&[6], &[13, 3]),
//!     (&[], &[14, 15, 9]),
//! ];
//! for (number, (clause, hints)) in (10..).zip(lines) {
//!     assert!(follows(&clauses, clause, hints), "line {}", number);
//!     clauses.insert(number, clause.to_vec());
//! }
//! ```
//!
//! # From the solver, by the library's checker
//!
//! The solver reports each clause to a [`ProofSink`](crate::solver::proof::ProofSink) as soon as it is derived. One
//! sink writes the proof as a file, another checks it on the fly, and a pair of sinks does both. Here a file is
//! written, with a buffer in its place, and read again by [`check_proof`](crate::solver::proof::check_proof). Then the
//! same proof is forged in three ways.
//!
//! ```
//! use indubit::base::{Budget, Lit};
//! use indubit::solver::proof::{check_proof, Encoding, LratWriter, ProofFormat, ProofReader, Verdict};
//! use indubit::solver::sat::{Answer, SatOptions, Solver};
//! use std::io::{self, Write};
//! use std::sync::{Arc, Mutex};
//!
//! /// A file in memory: the solver has one handle of it, and the caller another.
//! #[derive(Clone, Default)]
//! struct Memory(Arc<Mutex<Vec<u8>>>);
//!
//! impl Write for Memory {
//!     fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
//!         self.0.lock().map_or(Ok(0), |mut all| all.write(bytes))
//!     }
//!
//!     fn flush(&mut self) -> io::Result<()> {
//!         Ok(())
//!     }
//! }
//!
//! const PIGEONS: [&[i32]; 9] =
//!     [&[1, 2], &[3, 4], &[5, 6], &[-1, -3], &[-1, -5], &[-3, -5], &[-2, -4], &[-2, -6], &[-4, -6]];
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let formula: Vec<Vec<Lit>> =
//!     PIGEONS.iter().map(|c| c.iter().filter_map(|&n| Lit::from_dimacs(n)).collect()).collect();
//!
//! let memory = Memory::default();
//! let mut solver = Solver::new(SatOptions::incremental());
//! solver.set_proof(LratWriter::new(memory.clone(), Encoding::Text, formula.len() as u64));
//! solver.reserve_vars(6);
//! for clause in &formula {
//!     solver.add_clause(clause);
//! }
//! assert_eq!(solver.solve(&[]), Answer::Unsat);
//! solver.take_proof::<LratWriter<Memory>>().ok_or("another sink")?.finish()?;
//! let proof = String::from_utf8(memory.0.lock().map_err(|_| "poisoned")?.clone())?;
//! println!("{}", proof);
//! assert_eq!(proof, "10 -2 0 7 8 2 3 6 0
//! 11 1 0 10 1 0
//! 12 -3 0 11 4 0
//! 13 -5 0 11 5 0
//! 14 4 0 12 2 0
//! 15 6 0 13 3 0
//! 16 0 14 15 9 0
//! ");
//!
//! let check = |text: &str| -> Result<Verdict, Box<dyn std::error::Error>> {
//!     let reader = ProofReader::new(text.as_bytes(), ProofFormat::Lrat);
//!     Ok(check_proof(formula.iter().map(Vec::as_slice), reader, &[], Budget::unlimited())?.0)
//! };
//! assert!(check(&proof)?.is_proved());
//!
//! // A forger skips the work: after line 10 comes the empty clause.
//! let hasty = "10 -2 0 7 8 2 3 6 0\n11 0 10 1 0\n";
//! assert_eq!(check(hasty)?.to_string(), "rejected: step 2: no clause is false after the last hint");
//! // Another one claims that A does not sit on the left either, with the hints of the true claim.
//! let wrong = proof.replace("10 -2 0", "10 -1 0");
//! assert_eq!(check(&wrong)?.to_string(), "rejected: step 1: hint 7 is neither unit nor false");
//! // A third one stops before the end: all lines are true, but they refute nothing.
//! let short = "10 -2 0 7 8 2 3 6 0\n11 1 0 10 1 0\n";
//! assert_eq!(check(short)?.to_string(), "rejected: step 2: the proof ends before its target");
//!
//! // In the format DRAT the same proof has no numbers and no hints, and the checker looks for them.
//! let drat = "-2 0\n1 0\n-3 0\n-5 0\n4 0\n6 0\n0\n";
//! let reader = ProofReader::new(drat.as_bytes(), ProofFormat::Drat);
//! let (verdict, stats) = check_proof(formula.iter().map(Vec::as_slice), reader, &[], Budget::unlimited())?;
//! assert!(verdict.is_proved() && stats.rat == 0);
//! # Ok(())
//! # }
//! ```
//!
//! # How the solver found line 10
//!
//! The solver *decided* that A sits on the right, and *propagated*: clauses 7 and 8 kept B and C from the right hole,
//! clauses 2 and 3 sent them to the left, and clause 6 was false, a *conflict*. It asked which decision was to blame,
//! learnt the clause `-2`, and went back. The hints are the clauses of that propagation in their order: a solver that
//! learns from conflicts (CDCL) gets its proof as a by-product. After line 10 no decision is left to make, since units
//! decide the rest.
//!
//! DRAT proofs may also contain clauses that do *not* follow, as long as they make no satisfiable formula unsatisfiable
//! (*RAT*), and lines `d …` that delete clauses to keep the checker fast. [`solver::proof`](crate::solver::proof) has
//! both, and `indubit check FILE.cnf PROOF` reads both formats.
//!
//! # To try
//!
//! - The solver writes such a file, and the checker reads it. The suffix tells the format:
//!
//!   ```text
//!   $ printf 'p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n' > square.cnf
//!   $ indubit sat square.cnf --proof square.lrat
//!   s UNSATISFIABLE
//!   $ indubit check square.cnf square.lrat
//!   ...
//!   s UNSATISFIABLE
//!   ```
//!
//! - Four pigeons in three holes: how many lines does the proof have? Pigeons are known to have no short proofs by
//!   resolution (Haken, 1985).
//!
//! The sources: Goldberg and Novikov, "Verification of proofs of unsatisfiability for CNF formulas" (DATE 2003);
//! Wetzler, Heule, Hunt, "DRAT-trim" (SAT 2014); Cruz-Filipe et al., "Efficient Certified RAT Verification" (CADE
//! 2017). Next: [a theory for this solver](super::t03_theory_of_differences).
