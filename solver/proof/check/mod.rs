//! An independent checker of clausal proofs.
//!
//! The checker goes forward through the proof and judges each step by the clauses present then. It shares no code
//! with the solver: its clauses, its watches and its propagation are its own, and small. There are two methods.
//! [`Method::Propagation`] searches for the reasons itself (RUP, and RAT on the first literal where RUP fails): this
//! is DRAT. [`Method::Chains`] believes only the named antecedents: this is LRAT, and much faster. It also checks the
//! chains themselves, on which interpolants are built.
//!
//! Where the formats leave room, the checker decides as follows:
//!
//! - Clauses are sets: duplicate literals count once. Tautologies are accepted without a reason and never used.
//! - Deleting a clause that is not present is an error. A mere warning would hide that solver and proof disagree
//!   about the formula.
//! - By propagation, the deletion of a clause that is the reason of a literal at level zero (units among them) is
//!   ignored, as drat-trim does: solvers delete such clauses and keep the literal. By chains every deletion counts.
//! - A proof is an untrusted claim about a formula, so it cannot add clauses to that formula. A step `o` of a file is
//!   refused; a caller that knows the clause gives it to the checker in place of the step (see [`Checker::step`]).
//! - RAT keeps the formula satisfiable but is no consequence of it: a model of the clauses before becomes one of all
//!   clauses by another value of the pivot. So values of the other variables that were part of a model before still
//!   are, and every clause over these variables that follows afterwards follows from the axioms. Therefore axioms may
//!   be added after RAT steps, and clauses prove their targets, unless they mention the variable of a pivot. This
//!   admits the definitions of new variables by a solver that is still in use.
//! - An id may be used again after its clause was deleted; hints for RAT (negative numbers) may leave out clauses whose
//!   resolvent contains a literal that is true already.
//!
//! Left out: backward checking (which would skip lemmas that are not needed), RAT on other literals than the first,
//! PR.

mod checked;
mod database;
mod justify;
mod numbers;
mod propagate;
mod store;

use checked::Failure;
pub use checked::{Checked, Method, Reason, Rejection};
use database::{Clause, Database};
use justify::Strength;

use super::{ClauseId, Hint, ProofError, ProofFormat, ProofReader, ProofSink, ProofStep};
use crate::base::{Budget, Lit, Var};
use std::collections::BTreeSet;
use std::io::BufRead;

/// Counters of a checker's work.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CheckStats {
    /// Clauses of the formula, those added later included.
    pub axioms: u64,
    /// Derived clauses that were justified.
    pub derived: u64,
    /// The derived clauses among them that needed RAT.
    pub rat: u64,
    /// Clauses deleted.
    pub deleted: u64,
    /// Deletions that were ignored, see the module's text.
    pub kept: u64,
    /// Conclusions confirmed.
    pub conclusions: u64,
}

/// The way on which a derived clause came.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// In a file, which does not say how it is justified.
    File,
    /// From a solver, with a chain.
    Derivation,
    /// From a solver, as a RAT step.
    Extension,
}

/// Checks a proof step by step.
///
/// Steps come from a file ([`Checker::formula_clause`] for the formula, then [`Checker::step`], or [`check_proof`]
/// for all of it) or straight from a solver, for which the checker is a [`ProofSink`]. The first wrong step, or the
/// end of the budget, is kept, and later steps are ignored; [`Checker::verdict`] gives the result.
///
/// As a [`ProofSink`] the checker believes the axioms it hears of: the verdict is about them. A caller that does not
/// trust the solver to report the clauses that it was given compares them, as `indubit sat --evidence` does.
///
/// From a solver RAT steps are admitted only if they are reported as such ([`ProofSink::extended`]), and a chain must
/// be exact: every antecedent is unit in its turn and the last one is false. From a file, surplus hints are passed
/// over, as other checkers do.
#[derive(Debug)]
pub struct Checker {
    database: Database,
    /// Sorted.
    target: Vec<Lit>,
    target_proved: bool,
    failed: Option<Checked>,
    steps: u64,
    /// The variables of the pivots of RAT steps.
    pivots: BTreeSet<Var>,
    stats: CheckStats,
    /// The clause of the present step; kept to be filled again.
    clause: Clause,
}

impl Checker {
    /// A checker without clauses, whose target is the empty clause: the formula is refuted.
    pub fn new(method: Method, budget: Budget) -> Checker {
        Checker {
            database: Database::new(method, budget),
            target: Vec::new(),
            target_proved: false,
            failed: None,
            steps: 0,
            pivots: BTreeSet::new(),
            stats: CheckStats::default(),
            clause: Clause::default(),
        }
    }

    /// This checker with another target. For a refutation under assumptions the target is the clause of their
    /// negations.
    ///
    /// # Panics
    ///
    /// If a clause was added or a step was taken already: they were not compared with this target.
    #[must_use]
    pub fn with_target(mut self, target: &[Lit]) -> Checker {
        assert!(self.steps == 0 && self.stats.axioms == 0, "a target is set before the first clause");
        self.target = target.to_vec();
        self.target.sort_unstable();
        self
    }

    /// A clause of the formula's file, which does not count as a step. `id`: its number for hints.
    pub fn formula_clause(&mut self, id: Option<ClauseId>, clause: &[Lit]) {
        self.judge(|checker| checker.add_axiom(id, clause));
    }

    /// The next step of a proof from a file.
    ///
    /// A [`ProofStep::Axiom`] is refused with [`Reason::AxiomInProof`]: otherwise the proof itself would choose its
    /// formula. A proof of a solver that was given clauses between two calls has such steps. A caller that knows
    /// these clauses compares the step with the next of them and, if they agree, calls [`Checker::formula_clause`]
    /// instead.
    pub fn step(&mut self, step: ProofStep<'_>) {
        self.steps += u64::from(self.failed.is_none());
        self.judge(|checker| match step {
            ProofStep::Axiom { .. } => Err(Reason::AxiomInProof.into()),
            ProofStep::Derived { id, clause, hints } => checker.add_derived(id, clause, hints, Source::File),
            ProofStep::DeletedClause { clause } => {
                let deleted =
                    checker.with_clause(clause, |database, clause| database.delete_clause(clause))?;
                checker.count_deletion(deleted);
                Ok(())
            }
            ProofStep::DeletedIds { ids } => {
                for &id in ids {
                    let deleted = checker.database.delete_id(id, None)?;
                    checker.count_deletion(deleted);
                }
                Ok(())
            }
        });
    }

    /// The first wrong step, if there was one.
    pub fn rejection(&self) -> Option<Rejection> {
        match self.failed {
            Some(Checked::Rejected(rejection)) => Some(rejection),
            _ => None,
        }
    }

    /// The answer for the steps so far. By propagation, the target needs not be among the clauses if it follows from
    /// them as one further step would.
    pub fn verdict(&mut self) -> Checked {
        if self.failed.is_none() && !self.target_proved {
            let target = std::mem::take(&mut self.target);
            self.judge(|checker| checker.reach(&target));
            self.target = target;
        }
        self.failed.unwrap_or(Checked::Proved)
    }

    /// Whether the clauses so far, and every step, are right and refute the formula.
    pub fn is_refuted(&self) -> bool {
        self.failed.is_none() && self.database.refuted
    }

    /// Steps taken so far; the wrong one is the last that counts.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The counters so far.
    pub fn stats(&self) -> CheckStats {
        self.stats
    }

    /// Runs a piece of the check, unless one has failed, and keeps its failure.
    fn judge(&mut self, part: impl FnOnce(&mut Checker) -> Result<(), Failure>) {
        if self.failed.is_none() {
            let step = self.steps;
            self.failed = match part(self) {
                Ok(()) => None,
                Err(Failure::Wrong(reason)) => Some(Checked::Rejected(Rejection { step, reason })),
                Err(Failure::Stopped(limit)) => Some(Checked::Unknown(limit)),
            };
        }
    }

    /// Lends the database and a clause in its form.
    fn with_clause<R>(&mut self, lits: &[Lit], act: impl FnOnce(&mut Database, &mut Clause) -> R) -> R {
        self.database.normalise(lits, &mut self.clause);
        act(&mut self.database, &mut self.clause)
    }

    fn add_axiom(&mut self, id: Option<ClauseId>, lits: &[Lit]) -> Result<(), Failure> {
        if !self.is_clear_of_pivots(lits) {
            return Err(Reason::AxiomAfterRat.into());
        }
        self.with_clause(lits, |database, clause| database.insert(id, clause))?;
        self.stats.axioms += 1;
        self.note(lits);
        Ok(())
    }

    fn add_derived(
        &mut self,
        id: Option<ClauseId>,
        lits: &[Lit],
        hints: &[Hint],
        source: Source,
    ) -> Result<(), Failure> {
        let strength = self.with_clause(lits, |database, clause| {
            let strength = match database.method {
                Method::Propagation => database.by_propagation(clause, source != Source::Derivation)?,
                Method::Chains => database.by_hints(clause, hints, source == Source::Derivation)?,
            };
            database.insert(id, clause)?;
            Ok::<Strength, Failure>(strength)
        })?;
        self.stats.derived += 1;
        if strength == Strength::Satisfiable {
            self.stats.rat += 1;
            self.pivots.extend(lits.first().map(|pivot| pivot.var()));
        }
        self.note(lits);
        Ok(())
    }

    /// Whether the clause, if it follows from the present ones, follows from the axioms.
    fn is_clear_of_pivots(&self, lits: &[Lit]) -> bool {
        self.pivots.is_empty() || lits.iter().all(|lit| !self.pivots.contains(&lit.var()))
    }

    /// Notes whether a justified clause is, or is stronger than, the target.
    fn note(&mut self, lits: &[Lit]) {
        if self.is_clear_of_pivots(lits) && lits.iter().all(|lit| self.target.binary_search(lit).is_ok()) {
            self.target_proved = true;
        }
    }

    fn count_deletion(&mut self, deleted: bool) {
        *(if deleted { &mut self.stats.deleted } else { &mut self.stats.kept }) += 1;
    }

    /// The last step: decides whether the target follows from the present clauses.
    fn reach(&mut self, target: &[Lit]) -> Result<(), Failure> {
        let sound = self.database.refuted || self.is_clear_of_pivots(target);
        if self.database.method == Method::Propagation && sound {
            let answer = self.with_clause(target, |database, clause| database.by_propagation(clause, false));
            return match answer {
                Err(Failure::Wrong(_)) => Err(Reason::TargetNotReached.into()),
                answer => answer.map(drop),
            };
        }
        if self.database.refuted {
            Ok(())
        } else {
            Err(Reason::TargetNotReached.into())
        }
    }
}

impl ProofSink for Checker {
    fn axiom(&mut self, id: ClauseId, clause: &[Lit]) {
        self.steps += u64::from(self.failed.is_none());
        self.judge(|checker| checker.add_axiom(Some(id), clause));
    }

    fn derived(&mut self, id: ClauseId, clause: &[Lit], chain: &[ClauseId]) {
        self.steps += u64::from(self.failed.is_none());
        let hints: Vec<Hint> = match self.database.method {
            Method::Propagation => Vec::new(),
            Method::Chains => chain.iter().map(|&id| Hint::Unit(id)).collect(),
        };
        self.judge(|checker| checker.add_derived(Some(id), clause, &hints, Source::Derivation));
    }

    fn deleted(&mut self, id: ClauseId, clause: &[Lit]) {
        self.steps += u64::from(self.failed.is_none());
        self.judge(|checker| {
            let deleted = checker.with_clause(clause, |database, c| database.delete_id(id, Some(&*c)))?;
            checker.count_deletion(deleted);
            Ok(())
        });
    }

    fn spare_variables(&self) -> usize {
        usize::MAX
    }

    fn extended(&mut self, id: ClauseId, clause: &[Lit], hints: &[Hint]) {
        self.steps += u64::from(self.failed.is_none());
        self.judge(|checker| checker.add_derived(Some(id), clause, hints, Source::Extension));
    }

    fn concluded(&mut self, id: ClauseId, clause: &[Lit]) {
        self.steps += u64::from(self.failed.is_none());
        self.judge(|checker| {
            let sound = checker.is_clear_of_pivots(clause);
            let present = checker.with_clause(clause, |database, c| {
                database.find(id).map_or(false, |found| database.equals(found, c))
            });
            if !(sound && present) {
                return Err(Reason::ConclusionWrong(id).into());
            }
            checker.stats.conclusions += 1;
            Ok(())
        });
    }
}

/// Checks a proof file: by propagation if it is DRAT, by chains if it is LRAT.
///
/// `formula` gives the clauses of the formula's file in their order. `target` is the clause to be proved: empty for a
/// refutation, the negations of the assumptions for a refutation under assumptions. A proof that adds clauses to the
/// formula (steps `o`) is rejected.
///
/// # Errors
///
/// If the proof breaks the rules of its format. A proof that is well formed but wrong gives [`Checked::Rejected`].
pub fn check_proof<'f>(
    formula: impl IntoIterator<Item = &'f [Lit]>,
    mut proof: ProofReader<impl BufRead>,
    target: &[Lit],
    budget: Budget,
) -> Result<(Checked, CheckStats), ProofError> {
    let (method, numbered) = match proof.format() {
        ProofFormat::Drat => (Method::Propagation, false),
        ProofFormat::Lrat => (Method::Chains, true),
    };
    let mut checker = Checker::new(method, budget).with_target(target);
    for (number, clause) in (1..).zip(formula) {
        checker.formula_clause(Some(ClauseId::new(number)).filter(|_| numbered), clause);
    }
    while checker.failed.is_none() {
        match proof.next_step()? {
            Some(step) => checker.step(step),
            None => break,
        }
    }
    Ok((checker.verdict(), checker.stats()))
}
