//! Clausal proofs, with which the answers of a SAT solver can be checked.
//!
//! A clausal proof is the list of clauses a solver derived, in order, with the clauses it forgot in between. Each
//! derived clause has the *RUP* property (reverse unit propagation; Goldberg and Novikov, "Verification of proofs of
//! unsatisfiability for CNF formulas", DATE 2003): assume the negation of the clause, propagate units, reach a
//! conflict. DRAT (Wetzler, Heule, Hunt, "DRAT-trim", SAT 2014) also admits clauses with the weaker *RAT* property,
//! LRAT (Cruz-Filipe et al., "Efficient Certified RAT Verification", CADE 2017) names the antecedents of each step so
//! that a checker need not search.
//!
//! A solver knows only the trait [`ProofSink`]. Its implementations are writers of the file formats, the checker
//! (which then judges every step when it arrives), a pair of sinks, and `()`, which forgets all.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::solver::proof::{Checker, Method};
//! use indubit::solver::sat::{Answer, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut solver = Solver::default();
//! // The checker judges each clause when it is derived.
//! solver.set_proof(Checker::new(Method::Chains, Budget::unlimited()));
//! let (a, b) = (solver.new_var(), solver.new_var());
//! for clause in [[a.lit(true), b.lit(true)], [a.lit(true), b.lit(false)], [a.lit(false), b.lit(true)]] {
//!     solver.add_clause(&clause);
//! }
//! solver.add_clause(&[a.negative(), b.negative()]);
//! assert_eq!(solver.solve(&[]), Answer::Unsat);
//!
//! let mut checker: Checker = solver.take_proof().ok_or("the sink that was set has another type")?;
//! assert!(checker.verdict().is_proved());
//! # Ok(())
//! # }
//! ```

mod annotate;
mod check;
mod read;
mod resolution;
mod source;
mod write;

pub use annotate::Annotation;
pub use check::{check_proof, CheckStats, Checked, Checker, Method, Reason, Rejection};
pub use read::{ProofError, ProofFormat, ProofReader, ProofStep};
pub use resolution::{Origin, ResolutionLog, SharedLog, Step, StepId};
pub use write::{DratWriter, Encoding, LratWriter};

use crate::base::Lit;

/// Number of a clause in a proof; counts up from 1 and is never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClauseId(u64);

impl ClauseId {
    /// The id with this number.
    ///
    /// # Panics
    ///
    /// If the number is 0: the formats end their lists with it.
    #[inline]
    pub fn new(number: u64) -> ClauseId {
        assert!(number > 0, "clauses count from 1");
        ClauseId(number)
    }

    /// The number, as it is written in LRAT files.
    #[inline]
    pub fn number(self) -> u64 {
        self.0
    }
}

/// An antecedent in an LRAT step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// The clause becomes unit, or false and ends the propagation.
    Unit(ClauseId),
    /// Opens the group that refutes the resolvent with this clause on the lemma's pivot (a negative number in the
    /// file).
    Candidate(ClauseId),
}

/// The receiver to which a solver reports every clause it is given, derives or forgets.
///
/// The ids of axioms and derived clauses grow from call to call. Clauses are reported as they are: an axiom with the
/// literals in which it was given, duplicates and tautologies included; a derived clause as it will be used.
pub trait ProofSink {
    /// A clause of the formula (an axiom); later additions between solve calls too.
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]);

    /// A derived clause; `chain`: the antecedents in the order in which unit propagation uses them, the last one
    /// becomes false (LRAT hints).
    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]);

    /// The clause is not used any more.
    fn deleted(&mut self, id: ClauseId, clause: &[Lit]);

    /// The number of variables that the solver may add to those of its caller, which [`ProofSink::extended`] defines.
    /// By default 0: the clauses of a proof then follow from its axioms, as interpolation needs it.
    fn spare_variables(&self) -> usize {
        0
    }

    /// A clause of the definition of an added variable, which is that of its first literal. The clause need not follow
    /// from those before, but it is RAT on that literal (see the [module](self)). `hints`: for each clause with the
    /// negated first literal, in ascending order, this [`Hint::Candidate`] and the antecedents that refute the
    /// resolvent with it. Axioms and conclusions never mention added variables.
    ///
    /// # Panics
    ///
    /// If the sink has no [spare variables](ProofSink::spare_variables): solvers ask before.
    fn extended(&mut self, id: ClauseId, clause: &[Lit], hints: &[Hint]) {
        let _ = (clause, hints);
        panic!("step {} adds a variable, for which this sink has no room", id.number());
    }

    /// The end of one solve call that answered unsatisfiable: `clause` (already derived; empty or the negated core of
    /// failed assumptions) was proved.
    fn concluded(&mut self, id: ClauseId, clause: &[Lit]) {
        let _ = (id, clause);
    }
}

/// Forgets everything: for runs that need no proof.
impl ProofSink for () {
    fn axiom(&mut self, _: ClauseId, _: &[Lit]) {}
    fn derived(&mut self, _: ClauseId, _: &[Lit], _: &[ClauseId]) {}
    fn deleted(&mut self, _: ClauseId, _: &[Lit]) {}
    fn spare_variables(&self) -> usize {
        usize::MAX
    }
    fn extended(&mut self, _: ClauseId, _: &[Lit], _: &[Hint]) {}
}

impl<S: ProofSink + ?Sized> ProofSink for &mut S {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        (**self).axiom(id, clause);
    }
    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        (**self).derived(id, clause, chain);
    }
    fn deleted(&mut self, id: ClauseId, clause: &[Lit]) {
        (**self).deleted(id, clause);
    }
    fn spare_variables(&self) -> usize {
        (**self).spare_variables()
    }
    fn extended(&mut self, id: ClauseId, clause: &[Lit], hints: &[Hint]) {
        (**self).extended(id, clause, hints);
    }
    fn concluded(&mut self, id: ClauseId, clause: &[Lit]) {
        (**self).concluded(id, clause);
    }
}

/// Reports to both, the first one first: writes a proof and checks it on the fly.
impl<A: ProofSink, B: ProofSink> ProofSink for (A, B) {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        self.0.axiom(id, clause);
        self.1.axiom(id, clause);
    }
    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        self.0.derived(id, clause, chain);
        self.1.derived(id, clause, chain);
    }
    fn deleted(&mut self, id: ClauseId, clause: &[Lit]) {
        self.0.deleted(id, clause);
        self.1.deleted(id, clause);
    }
    fn spare_variables(&self) -> usize {
        self.0.spare_variables().min(self.1.spare_variables())
    }
    fn extended(&mut self, id: ClauseId, clause: &[Lit], hints: &[Hint]) {
        self.0.extended(id, clause, hints);
        self.1.extended(id, clause, hints);
    }
    fn concluded(&mut self, id: ClauseId, clause: &[Lit]) {
        self.0.concluded(id, clause);
        self.1.concluded(id, clause);
    }
}
