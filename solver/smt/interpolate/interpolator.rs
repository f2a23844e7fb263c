//! A solver with scopes that keeps its proof, for interpolants between the parts of many questions.

use super::by_models::interpolants_by_models;
use super::check::{check_tree, demand_tree};
use super::options::{InterpolationOptions, NoInterpolant};
use super::read::Problem;
use super::refutation::{self, Refutation};
use crate::base::{Booking, Budget, HashMap, Limit, Lit};
use crate::solver::proof::{Origin, SharedLog, Step};
use crate::solver::smt::answer::{Answer, UnknownReason};
use crate::solver::smt::arith::Arithmetic;
use crate::solver::smt::definitions::conjuncts;
use crate::solver::smt::options::SmtOptions;
use crate::solver::smt::solver::Solver;
use crate::solver::smt::theories::{Sat, Theories};
use crate::solver::smt::tidy::tidy;
use crate::solver::term::{Model, TermId, Terms};
use std::fmt;

/// An incremental solver for formulas that fall into numbered parts, with interpolants between the parts.
///
/// The clauses of a formula, and those learnt from them, serve all questions: formulas of scopes count by assumption,
/// one literal for each conjunct. The proof is kept from check to check, without the clauses that no later check can
/// need.
///
/// The parts of a question are numbered from 0. The same formula may be in one part in one scope and in another part
/// in the next. Formulas asserted outside all scopes stay in their part for good.
///
/// States are those of the usual [`Solver`]: after [`Answer::Sat`] the model may be read, after [`Answer::Unsat`]
/// the interpolants, each until the next assertion, push, pop or check.
///
/// ```
/// use indubit::solver::smt::{InterpolationOptions, Interpolator, SmtOptions, Answer};
/// use indubit::solver::term::{Sort, Terms};
///
/// let mut terms = Terms::new();
/// let mut solver = Interpolator::new(SmtOptions::default());
/// let [p, q, r] = ["p", "q", "r"].map(|name| terms.declare(name, Sort::Bool));
/// let (left, right) = (terms.implies(p, q), terms.implies(q, r));
/// solver.assert(&mut terms, 0, left);
/// solver.assert(&mut terms, 1, right);
/// let not_r = terms.not(r);
/// assert_eq!(solver.check(&mut terms, &[(0, p), (1, not_r)]), Answer::Unsat);
/// let found = solver.interpolants(&mut terms, 2, &InterpolationOptions::default());
/// assert_eq!(found, Ok(vec![q]));
/// assert_eq!(solver.check(&mut terms, &[(1, not_r)]), Answer::Sat);
/// ```
pub struct Interpolator {
    solver: Solver,
    log: SharedLog,
    /// The conjuncts of the formulas in the open scopes, and their parts.
    facts: Vec<(usize, TermId)>,
    /// The number of facts when each scope was opened.
    scopes: Vec<usize>,
    /// The number of facts that the SAT core knows as clauses. They are outside all scopes.
    settled: usize,
    /// The literals of those.
    settled_literals: Vec<Lit>,
    /// The facts of the last check and its assumptions.
    question: Vec<(usize, TermId)>,
    /// Whether another refutation may be looked for if the proof mixes both sides of a cut.
    may_ask_again: bool,
    /// Whether all formulas so far were about truth values, numbers and words only: so are all steps of the proof then.
    is_plain: bool,
    /// The memory of the proof.
    booking: Booking,
}

/// Prints the sizes only.
impl fmt::Debug for Interpolator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interpolator")
            .field("facts", &self.facts.len())
            .field("scopes", &self.scopes.len())
            .field("proof", &self.log.log().len())
            .field("solver", &self.solver)
            .finish()
    }
}

impl Interpolator {
    /// A solver without formulas. Elimination of variables is off, no matter what the options say: its resolvents join
    /// clauses of different parts.
    pub fn new(options: SmtOptions) -> Interpolator {
        Interpolator::with_theory(options, Arithmetic::default(), true)
    }

    /// A solver in whose proofs bounds of integers are not rounded.
    pub(super) fn for_one_question(seed: u64) -> Interpolator {
        let options = SmtOptions { sat: refutation::sat_options(seed), ..SmtOptions::default() };
        Interpolator::with_theory(options, Arithmetic::without_rounding(), false)
    }

    fn with_theory(mut options: SmtOptions, theory: Arithmetic, may_ask_again: bool) -> Interpolator {
        options.sat.elimination = false;
        // A fact would belong to no part.
        options.abstract_width = 0;
        let log = SharedLog::default();
        let mut sat = Sat::with_theory(options.sat.clone(), Theories::with(theory));
        sat.set_proof(log.clone());
        log.log().set_origin(Origin::Valid);
        Interpolator {
            solver: Solver::over(sat, options),
            log,
            facts: Vec::new(),
            scopes: Vec::new(),
            settled: 0,
            settled_literals: Vec::new(),
            question: Vec::new(),
            may_ask_again,
            is_plain: true,
            booking: Booking::default(),
        }
    }

    /// The account that checks and interpolants draw on. The memory of the proof counts.
    pub fn set_budget(&mut self, budget: Budget) {
        self.booking.move_to(budget.clone());
        self.solver.set_budget(budget);
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.solver.answer = None;
        self.scopes.push(self.facts.len());
    }

    /// Leaves the innermost scope, if there is one: formulas asserted in it do not hold any more.
    pub fn pop(&mut self) {
        self.solver.answer = None;
        if let Some(count) = self.scopes.pop() {
            self.facts.truncate(count);
        }
    }

    /// Asserts a formula of a part in the innermost scope. Clauses are made of it by the next check.
    ///
    /// # Panics
    ///
    /// If the term is no formula, or the store is not the one of the calls before.
    pub fn assert(&mut self, terms: &Terms, part: usize, formula: TermId) {
        self.solver.demand_formulas(terms, &[formula]);
        self.solver.answer = None;
        self.is_plain = self.is_plain && terms.are_plain(&[formula]);
        self.facts.extend(conjuncts(terms, &[formula]).into_iter().map(|f| (part, f)));
    }

    /// Whether the formulas of all open scopes have a model in which these are true, too, each of them one of a part.
    ///
    /// # Panics
    ///
    /// If an assumption is no formula, or the store is not the one of the calls before.
    pub fn check(&mut self, terms: &mut Terms, assumptions: &[(usize, TermId)]) -> Answer {
        self.question.clear();
        self.question.extend_from_slice(&self.facts);
        for &(part, formula) in assumptions {
            self.solver.demand_formulas(terms, &[formula]);
            self.is_plain = self.is_plain && terms.are_plain(&[formula]);
            self.question.extend(conjuncts(terms, &[formula]).into_iter().map(|f| (part, f)));
        }
        let answer = match self.settle(terms) {
            Ok(()) => {
                let formulas: Vec<TermId> = self.question.iter().map(|fact| fact.1).collect();
                self.solver.check(terms, &formulas)
            }
            Err(limit) => Answer::Unknown(UnknownReason::Limit(limit)),
        };
        self.solver.answer = Some(answer);
        self.booking.set(self.log.log().bytes() as u64);
        answer
    }

    /// Makes clauses of the facts outside all scopes.
    fn settle(&mut self, terms: &mut Terms) -> Result<(), Limit> {
        let end = self.scopes.first().copied().unwrap_or(self.facts.len());
        let Solver { sat, encoder, .. } = &mut self.solver;
        while self.settled < end {
            let (part, formula) = self.facts[self.settled];
            let lit = encoder.assumption(terms, sat, formula)?;
            sat.theory_mut().justifier.assert(&[lit]);
            self.log.log().set_origin(Origin::Partition(part as u32));
            sat.add_clause(&[lit]);
            self.log.log().set_origin(Origin::Valid);
            self.settled_literals.push(lit);
            self.settled += 1;
        }
        Ok(())
    }

    /// After [`Answer::Sat`]: values of all constants.
    ///
    /// # Panics
    ///
    /// If the last check did not answer [`Answer::Sat`], or something has changed since.
    pub fn model(&mut self, terms: &Terms) -> &Model {
        self.solver.model(terms)
    }

    /// After [`Answer::Unsat`]: a formula for each of the parts from 0 to `parts - 1`, the conjunction of those
    /// asserted or assumed there that the refutation needs.
    ///
    /// # Panics
    ///
    /// If the last check did not answer [`Answer::Unsat`], or something has changed since, or a needed formula is in
    /// a later part.
    pub fn needed(&self, terms: &mut Terms, parts: usize) -> Vec<TermId> {
        assert_eq!(self.solver.answer, Some(Answer::Unsat), "there is no refutation");
        let (refutation, facts) = (self.log.log(), self.failed_facts());
        let mut needed: Vec<Vec<TermId>> = vec![Vec::new(); parts];
        let mut add = |(part, formula): (usize, TermId)| {
            assert!(part < parts, "a formula of part {}, but there are {} parts", part, parts);
            needed[part].push(formula);
        };
        if let Some(last) = refutation.conclusion().filter(|_| !contradict(&facts)) {
            // Formulas of different parts may have the same literal.
            let settled = self.settled_literals.iter().zip(&self.facts);
            let by_clause: HashMap<(u32, Lit), TermId> =
                settled.map(|(&lit, &(part, fact))| ((part as u32, lit), fact)).collect();
            for step in refutation.needed(last) {
                if let Step::Axiom(Origin::Partition(part)) = refutation.step(step) {
                    let lit = refutation.clause(step).first();
                    let fact = lit.and_then(|&lit| by_clause.get(&(part, lit)));
                    fact.into_iter().for_each(|&fact| add((part as usize, fact)));
                }
            }
        }
        facts.iter().for_each(|&(_, fact)| add(self.question[fact]));
        needed.iter().map(|part| terms.and(part)).collect()
    }

    /// The assumed literals in the final conflict, each with the place of its formula in the question.
    fn failed_facts(&self) -> Vec<(Lit, usize)> {
        let literals = &self.solver.query.literals;
        let place = |&failed: &Lit| Some((failed, literals.iter().position(|&l| l == failed)?));
        self.solver.sat.core().iter().filter_map(place).collect()
    }

    /// Interpolants between the parts from 0 to `parts - 1`, one for each cut between neighbours, after
    /// [`Answer::Unsat`].
    ///
    /// # Errors
    ///
    /// As [`tree_interpolants`](super::tree_interpolants).
    ///
    /// # Panics
    ///
    /// As [`Interpolator::tree_interpolants`].
    pub fn interpolants(
        &mut self,
        terms: &mut Terms,
        parts: usize,
        options: &InterpolationOptions,
    ) -> Result<Vec<TermId>, NoInterpolant> {
        self.tree_interpolants(terms, &vec![0; parts], options)
    }

    /// Interpolants for a tree whose nodes are the parts of the last check, after [`Answer::Unsat`]; see
    /// [`tree_interpolants`](super::tree_interpolants). They are interpolants between the formulas that are
    /// [`needed`](Interpolator::needed).
    ///
    /// # Errors
    ///
    /// As [`tree_interpolants`](super::tree_interpolants).
    ///
    /// # Panics
    ///
    /// If nothing was checked, or something has changed since; if a formula is in a part that has no start; if
    /// `starts` does not give each node a start that is no later than the node; if a factor of
    /// [`FarkasChoice`](crate::solver::smt::FarkasChoice) is out of range.
    pub fn tree_interpolants(
        &mut self,
        terms: &mut Terms,
        starts: &[usize],
        options: &InterpolationOptions,
    ) -> Result<Vec<TermId>, NoInterpolant> {
        let parts = starts.len();
        demand_tree(parts, starts);
        options.farkas.demand();
        let last = self.question.iter().map(|fact| fact.0).max();
        assert!(last.map_or(true, |last| last < parts), "a formula is in none of the {} parts", parts);
        let budget = self.solver.budget.clone();
        let (formulas, found) = match self.solver.answer {
            None => panic!("nothing was checked"),
            Some(Answer::Sat) => return Err(NoInterpolant::Satisfiable),
            Some(Answer::Unknown(reason)) if self.are_cuts_needed(reason) => {
                (self.all_formulas(terms, parts), Err(NoInterpolant::CutsNeeded))
            }
            Some(Answer::Unknown(reason)) => return Err(NoInterpolant::Unknown(reason)),
            Some(Answer::Unsat) if !self.is_plain => {
                let formulas = self.needed(terms, parts);
                if terms.are_plain(&formulas) {
                    // The proof may take a way through other formulas.
                    return super::tree_interpolants(terms, &formulas, starts, options, &budget);
                }
                (formulas, Err(NoInterpolant::Mixed))
            }
            Some(Answer::Unsat) => {
                let formulas = self.needed(terms, parts);
                let found = self.read_proof(terms, &formulas, starts, options, &budget);
                (formulas, found)
            }
        };
        let found = match found {
            Err(NoInterpolant::CutsNeeded) | Err(NoInterpolant::Mixed)
                if self.may_ask_again && terms.are_plain(&formulas) =>
            {
                return super::tree_interpolants(terms, &formulas, starts, options, &budget);
            }
            Err(NoInterpolant::CutsNeeded) | Err(NoInterpolant::Mixed) => {
                let found = interpolants_by_models(terms, &formulas, starts, &budget)?;
                found.into_iter().map(|i| tidy(terms, i)).collect()
            }
            found => found?,
        };
        if options.check {
            check_tree(terms, &formulas, starts, &found, &budget)?;
        }
        Ok(found)
    }

    fn are_cuts_needed(&self, reason: UnknownReason) -> bool {
        reason == UnknownReason::Incomplete && self.solver.sat.theory().arithmetic.withheld()
    }

    /// The question, by parts.
    fn all_formulas(&self, terms: &mut Terms, parts: usize) -> Vec<TermId> {
        let of_part = |part| self.question.iter().filter(move |fact| fact.0 == part).map(|fact| fact.1);
        (0..parts).map(|part| terms.and(&of_part(part).collect::<Vec<_>>())).collect()
    }

    fn read_proof(
        &self,
        terms: &mut Terms,
        formulas: &[TermId],
        starts: &[usize],
        options: &InterpolationOptions,
        budget: &Budget,
    ) -> Result<Vec<TermId>, NoInterpolant> {
        let failed = self.failed_facts();
        let log = self.log.log();
        let refutation = Refutation {
            theory: &self.solver.sat.theory().arithmetic,
            vars: self.solver.sat.var_count(),
            last: if contradict(&failed) { None } else { log.conclusion() },
            facts: failed.iter().map(|&(lit, fact)| (lit, self.question[fact].0 as u32)).collect(),
            log: &log,
        };
        Problem::new(formulas, starts, options, &self.solver.encoder).solve(terms, &refutation, budget)
    }

    /// Drops the parts of the proof that no later check can need. The solver does this by itself when the proof has
    /// doubled.
    pub fn compact(&mut self) {
        let mut log = self.log.log();
        log.compact();
        self.booking.set(log.bytes() as u64);
    }
}

/// Whether two facts are the negations of each other. Then nothing had to be proved.
fn contradict(facts: &[(Lit, usize)]) -> bool {
    facts.len() == 2 && facts[0].0 == !facts[1].0
}
