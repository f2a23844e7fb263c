//! The interface of the solver: assertions, temporary clauses, scopes, checks.
//!
//! `model.rs` reads models and single values, `cores.rs` reads cores and makes them smaller.

use super::answer::{Answer, UnknownReason};
use super::combine::Shared;
use super::common::common_equalities;
use super::definitions::Definitions;
use super::encode::Encoder;
use super::options::SmtOptions;
use super::products::{IrrationalModel, Rounds};
use super::theories::{Sat, Theories};
use crate::base::{Budget, Limit, Lit};
use crate::solver::sat::{self, SatStatistics};
use crate::solver::term::{Expansion, Model, Op, Sort, TermId, Terms};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// An incremental solver for formulas over Booleans, integers, reals and bit-vectors. See the [module](super).
///
/// The terms live outside, in one [`Terms`] that may serve many solvers; give every call the same one.
///
/// States: after [`Answer::Sat`] the model may be read, after [`Answer::Unsat`] the core, each until the next
/// assertion, temporary clause, push, pop or check. After [`Answer::Unknown`] neither.
///
/// ```
/// use indubit::solver::{smt::{Solver, Answer}, term::{Sort, Terms}};
///
/// let mut terms = Terms::new();
/// let mut solver = Solver::default();
/// let x = terms.declare("x", Sort::BitVec(8));
/// let (square, one) = (terms.bv_mul(x, x), terms.bv(1, 8));
/// let (root, other) = (terms.eq(square, one), terms.bv_ult(one, x));
/// solver.assert(&mut terms, root);
/// assert_eq!(solver.check(&mut terms, &[other]), Answer::Sat);
/// let value = solver.model(&terms).evaluate(&terms, x);
/// assert!(["#x7f", "#x81", "#xff"].contains(&value.text(Sort::BitVec(8)).as_str()));
/// ```
#[derive(Clone)]
pub struct Solver {
    pub(super) sat: Sat,
    pub(super) encoder: Encoder,
    /// All assertions of the open scopes, for checking models.
    pub(super) assertions: Vec<TermId>,
    /// The number of assertions that the SAT core knows. A check tells it of all, as far as the budget allows.
    encoded: usize,
    /// The number of assertions when each scope was opened.
    scopes: Vec<usize>,
    /// The scopes of the SAT core that are open here, each by the number of scopes in which it was made. Scopes in
    /// which there is nothing have none.
    opened: Vec<usize>,
    /// The number of scopes that the SAT core has to leave before it is told more.
    left: usize,
    pub(super) definitions: Definitions,
    /// Floating-point numbers as words.
    pub(super) floats: Expansion,
    /// The question of the last check.
    pub(super) query: Query,
    /// The temporary clauses for the next check.
    waiting: Vec<Vec<TermId>>,
    pub(super) answer: Option<Answer>,
    check_models: bool,
    /// The model, once it has been read.
    pub(super) model: Option<Model>,
    /// A model with irrational values.
    pub(super) irrational: Option<IrrationalModel>,
    /// The classes of nodes in the last satisfiable state, with their values.
    pub(super) shared: Option<Shared>,
    pub(super) core: Vec<TermId>,
    pub(super) budget: Budget,
    /// Conflicts and propagations of the last check.
    pub(super) last_effort: (u64, u64),
    /// The store that the terms are in.
    store: Option<Arc<()>>,
    pub(super) options: SmtOptions,
    /// Variables of the SAT core that were made for assumptions: outside of its scopes, then up to each of them.
    for_assumptions: Vec<usize>,
    /// The formulas that propagators have said.
    pub(super) axioms: BTreeSet<TermId>,
}

/// The formulas that count for one check only, with the literals that imply them.
#[derive(Clone, Default)]
pub(super) struct Query {
    pub assumptions: Vec<TermId>,
    pub literals: Vec<Lit>,
    pub clauses: Vec<Vec<TermId>>,
    /// The literals of all clauses, and the end of each clause.
    clause_literals: Vec<Lit>,
    clause_ends: Vec<usize>,
}

/// Prints the sizes only.
impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("assertions", &self.assertions.len())
            .field("scopes", &self.scopes.len())
            .field("answer", &self.answer)
            .field("sat", &self.sat)
            .finish()
    }
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new(SmtOptions::default())
    }
}

impl Solver {
    /// A solver without assertions.
    pub fn new(options: SmtOptions) -> Solver {
        let mut core = options.sat.clone();
        // The clauses of an eliminated variable are gone, and no decision on it would meet a conflict with them.
        core.elimination &= !options.justify;
        Solver::over(Sat::with_theory(core, Theories::default()), options)
    }

    /// A solver over a SAT core without variables.
    pub(super) fn over(mut sat: Sat, options: SmtOptions) -> Solver {
        if options.justify {
            sat.theory_mut().justifier.start();
        }
        let mut encoder = Encoder::new(&mut sat);
        encoder.postpone_from(options.postpone_width, options.abstract_width);
        Solver {
            sat,
            encoder,
            assertions: Vec::new(),
            encoded: 0,
            scopes: Vec::new(),
            opened: Vec::new(),
            left: 0,
            definitions: Definitions::default(),
            floats: Expansion::new(options.float_relations),
            query: Query::default(),
            waiting: Vec::new(),
            answer: None,
            check_models: options.check_models,
            model: None,
            irrational: None,
            shared: None,
            core: Vec::new(),
            budget: Budget::unlimited(),
            last_effort: (0, 0),
            store: None,
            options,
            for_assumptions: vec![0],
            axioms: BTreeSet::new(),
        }
    }

    /// The account that the following assertions and checks draw on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget.clone();
        self.use_budget(budget);
    }

    /// The account that assertions and checks draw on.
    pub(in crate::solver) fn present_budget(&self) -> Budget {
        self.budget.clone()
    }

    pub(super) fn use_budget(&mut self, budget: Budget) {
        self.sat.theory_mut().arithmetic.set_budget(budget.clone());
        self.encoder.set_budget(budget.clone());
        self.sat.set_budget(budget);
    }

    /// Counters of the SAT core's work so far.
    pub fn statistics(&self) -> &SatStatistics {
        self.sat.statistics()
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.answer = None;
        self.scopes.push(self.assertions.len());
    }

    /// The number of open scopes.
    pub(in crate::solver) fn scopes(&self) -> usize {
        self.scopes.len()
    }

    /// Leaves the innermost scope, if there is one: assertions made in it do not hold any more.
    pub fn pop(&mut self) {
        self.answer = None;
        if let Some(count) = self.scopes.pop() {
            self.assertions.truncate(count);
            self.encoded = self.encoded.min(count);
            if self.opened.last() > Some(&self.scopes.len()) {
                self.opened.pop();
                self.for_assumptions.pop();
                self.left += 1;
            }
        }
    }

    /// Has the SAT core leave the scopes that were left, all of them at once: each time takes a pass over its clauses.
    fn leave_scopes(&mut self) {
        if self.left > 0 {
            self.sat.pop_scopes(self.left);
            for _ in 0..std::mem::take(&mut self.left) {
                self.encoder.pop();
                self.definitions.pop();
            }
        }
    }

    /// Has the SAT core open a scope for what is said in this many scopes.
    fn enter_scope(&mut self, terms: &mut Terms, level: usize) -> Result<(), Limit> {
        if self.opened.last().copied().unwrap_or(0) < level {
            self.encoder.resolve_wanted(terms, &mut self.sat)?;
            self.opened.push(level);
            self.sat.push();
            self.encoder.push();
            self.definitions.push();
            self.for_assumptions.extend(self.for_assumptions.last().copied());
        }
        Ok(())
    }

    /// Asserts a formula in the innermost scope.
    ///
    /// Clauses are made of it when it is first needed, by a check and on its budget.
    ///
    /// # Panics
    ///
    /// If the term is no formula, or the store is not the one of the calls before.
    pub fn assert(&mut self, terms: &mut Terms, formula: TermId) {
        self.demand_formulas(terms, &[formula]);
        self.answer = None;
        self.assertions.push(formula);
    }

    /// Tells the SAT core of scopes and assertions that it does not know yet, in order. The assertions of one scope
    /// are looked at together, and again after a failure.
    fn encode(&mut self, terms: &mut Terms) -> Result<(), Limit> {
        self.leave_scopes();
        while self.encoded < self.assertions.len() {
            let level = self.scopes.partition_point(|&start| start <= self.encoded);
            let end = self.scopes.get(level).copied().unwrap_or(self.assertions.len());
            self.enter_scope(terms, level)?;
            let rounds = self.definitions.rounds();
            let of_words: Vec<TermId> =
                self.assertions[self.encoded..end].iter().map(|&t| self.floats.apply(terms, t)).collect();
            let formulas = self.definitions.add(terms, &of_words);
            let common = formulas.iter().flat_map(|&f| common_equalities(terms, f)).collect::<Vec<_>>();
            for formula in formulas.into_iter().chain(common) {
                if let Err(limit) = self.encoder.assert(terms, &mut self.sat, formula) {
                    // The SAT core may lack the definitions themselves.
                    self.definitions.forget(rounds);
                    return Err(limit);
                }
            }
            self.encoded = end;
        }
        Ok(())
    }

    /// The assertions of all open scopes, in order.
    pub fn assertions(&self) -> &[TermId] {
        &self.assertions
    }

    pub(super) fn demand_formulas(&mut self, terms: &Terms, formulas: &[TermId]) {
        assert!(terms.is_origin(&mut self.store), "terms of another store");
        terms.expect_formulas(formulas);
    }

    /// Adds a clause for the next check only: one of these formulas is to be true, as if their disjunction were one of
    /// the assumptions, but not in the core. The clause leaves no trace, after any answer: the SAT core forgets
    /// it, with all that it has learnt from it. [`Solver::push`] and [`Solver::pop`] leave it waiting.
    ///
    /// # Panics
    ///
    /// As [`Solver::assert`].
    pub fn add_temporary_clause(&mut self, terms: &mut Terms, clause: &[TermId]) {
        self.demand_formulas(terms, clause);
        self.answer = None;
        self.waiting.push(clause.to_vec());
    }

    /// Asserts a literal, a declared Boolean constant or its negation, for good, and gives up the constant: a switch
    /// that turned some assertions on and that no check will assume any more. The clauses that the literal satisfies
    /// are forgotten, and their space is used again. Within a scope this is a mere assertion.
    ///
    /// # Panics
    ///
    /// If the term is no such literal, or the store is not the one of the calls before.
    pub fn release(&mut self, terms: &mut Terms, literal: TermId) {
        let (constant, negated) = terms.split_not(literal);
        let is_constant = matches!(terms.op(constant), Op::Symbol(_)) && terms.sort(constant) == Sort::Bool;
        assert!(is_constant, "{} is no literal of a constant", terms.text(literal));
        self.assert(terms, literal);
        if self.scopes.is_empty() {
            self.leave_scopes();
            if let Some(switch) = self.encoder.retire(constant, !negated) {
                self.sat.release(switch.negate_if(negated));
            }
        }
    }

    /// Whether the assertions have a model in which all these formulas are true.
    ///
    /// The order of the assumptions matters for the core: if some of them suffice for a contradiction, the later ones
    /// are not looked at. An assumption whose formula was assumed before costs a look into a table.
    ///
    /// # Panics
    ///
    /// If an assumption is no formula, or the store is not the one of the calls before.
    pub fn check(&mut self, terms: &mut Terms, assumptions: &[TermId]) -> Answer {
        self.demand_formulas(terms, assumptions);
        self.query.clauses.clear();
        self.query.clauses.append(&mut self.waiting);
        self.check_again(terms, assumptions)
    }

    /// A check with the temporary clauses of the check before.
    pub(super) fn check_again(&mut self, terms: &mut Terms, assumptions: &[TermId]) -> Answer {
        self.model = None;
        self.irrational = None;
        self.shared = None;
        let answer = match self.prepare(terms, assumptions) {
            Ok(()) => self.solve(terms),
            Err(limit) => Answer::Unknown(UnknownReason::Limit(limit)),
        };
        self.answer = Some(answer);
        answer
    }

    /// Variables of the SAT core in the open scopes: all, and those made for assumptions. The latter are of use only to
    /// a check with the same assumptions, and take part in every check until their scope is left. A solver that has
    /// many of them is better replaced ([`Solver::renewed`]).
    pub fn variables(&self) -> (usize, usize) {
        (self.sat.var_count_in(self.opened.len()), self.for_assumptions.last().copied().unwrap_or(0))
    }

    /// A solver with the same options and budget, and with the same assertions in the same scopes under their new
    /// names, that has not checked anything yet. For going on in a new store ([`Terms::retain`]), or in the same one
    /// without all that earlier assumptions have left.
    pub fn renewed(&self, renamed: impl Fn(TermId) -> TermId) -> Solver {
        let mut new = Solver::new(self.options.clone());
        new.set_budget(self.budget.clone());
        new.assertions = self.assertions.iter().map(|&t| renamed(t)).collect();
        new.scopes = self.scopes.clone();
        new.waiting =
            self.waiting.iter().map(|clause| clause.iter().map(|&t| renamed(t)).collect()).collect();
        new
    }

    fn prepare(&mut self, terms: &mut Terms, assumptions: &[TermId]) -> Result<(), Limit> {
        self.encode(terms)?;
        if !assumptions.is_empty() || !self.query.clauses.is_empty() {
            self.enter_scope(terms, self.scopes.len())?;
        }
        let before = self.sat.var_count();
        let prepared = self.prepare_query(terms, assumptions);
        if let Some(count) = self.for_assumptions.last_mut() {
            *count += self.sat.var_count() - before;
        }
        prepared
    }

    fn prepare_query(&mut self, terms: &mut Terms, assumptions: &[TermId]) -> Result<(), Limit> {
        let Solver { query, definitions, floats, encoder, sat, .. } = self;
        let mut literal = |t: TermId| {
            let t = floats.apply(terms, t);
            let plain = definitions.apply_for_long(terms, t);
            encoder.assumption(terms, sat, plain)
        };
        query.assumptions.clear();
        query.assumptions.extend_from_slice(assumptions);
        query.literals.clear();
        for &t in assumptions {
            query.literals.push(literal(t)?);
        }
        query.clause_literals.clear();
        query.clause_ends.clear();
        for clause in &query.clauses {
            for &t in clause {
                query.clause_literals.push(literal(t)?);
            }
            query.clause_ends.push(query.clause_literals.len());
        }
        encoder.encode_watched(terms, sat, |terms, t| {
            let t = floats.apply(terms, t);
            definitions.apply_for_long(terms, t)
        })
    }

    fn solve(&mut self, terms: &mut Terms) -> Answer {
        let before = *self.sat.statistics();
        let answer = self.search(terms);
        self.note_claims(terms);
        let after = self.sat.statistics();
        self.last_effort = (after.conflicts - before.conflicts, after.propagations - before.propagations);
        match answer {
            sat::Answer::Sat if self.check_models => self.check_model(terms),
            sat::Answer::Sat => Answer::Sat,
            sat::Answer::Unsat => {
                self.read_core();
                Answer::Unsat
            }
            sat::Answer::Unknown(limit) => Answer::Unknown(limit.into()),
        }
    }

    /// The answer of the SAT core, when all theories agree to a model.
    pub(super) fn search(&mut self, terms: &mut Terms) -> sat::Answer {
        let mut rounds = Rounds::default();
        let mut answer = self.ask();
        loop {
            if answer == sat::Answer::Unknown(Limit::Incomplete) {
                answer = self.after_branches(terms, &mut rounds);
            }
            if answer != sat::Answer::Sat {
                break;
            }
            let wrong = self.encoder.resolve_wrong(terms, &mut self.sat);
            let mut goes_on = |is_wrong: bool| {
                let is_wrong = is_wrong || self.multiply(terms, &mut rounds)? || self.combine(terms)?;
                Ok(is_wrong || self.consult(terms)?)
            };
            match wrong.and_then(&mut goes_on) {
                Ok(false) => break,
                Ok(true) => answer = self.ask(),
                Err(limit) => answer = sat::Answer::Unknown(limit),
            }
        }
        answer
    }

    pub(super) fn ask(&mut self) -> sat::Answer {
        self.begin_watch();
        let justifier = &mut self.sat.theory_mut().justifier;
        justifier.begin();
        self.query.literals.iter().for_each(|&l| justifier.demand(&[l]));
        let mut start = 0;
        for &end in &self.query.clause_ends {
            let justifier = &mut self.sat.theory_mut().justifier;
            justifier.demand(&self.query.clause_literals[start..end]);
            self.sat.add_temporary_clause(&self.query.clause_literals[start..end]);
            start = end;
        }
        self.sat.solve(&self.query.literals)
    }

    /// The answer of the last check, if nothing has changed since.
    pub fn answer(&self) -> Option<Answer> {
        self.answer
    }

    /// Demands that the terms are in the store of the calls before.
    pub(super) fn demand_store(&self, terms: &Terms) {
        assert!(terms.is_origin(&mut self.store.clone()), "terms of another store");
    }
}
