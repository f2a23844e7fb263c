//! The interface of the solver: assertions, scopes, checks, models, cores.

use super::arith::{Arithmetic, Sat};
use super::definitions::Definitions;
use super::encode::Encoder;
use crate::base::{Budget, Limit, Lit};
use crate::solver::sat::{Answer, SatOptions, SatStatistics};
use crate::solver::term::{Model, Sort, TermId, Terms, Value};
use crate::theories::bv::Bits;
use std::fmt;
use std::sync::Arc;

/// The result of a check.
#[must_use]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a model; see [`Solver::model`].
    Sat,
    /// There is none; see [`Solver::core`].
    Unsat,
    /// Neither was found. The solver stays usable.
    Unknown(UnknownReason),
}

/// As in SMT-LIB.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::Sat => "sat",
            Verdict::Unsat => "unsat",
            Verdict::Unknown(_) => "unknown",
        })
    }
}

/// The reason why there was no answer.
#[non_exhaustive]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    /// A limit of the budget was reached.
    Limit(Limit),
    /// The procedure for integers gave up.
    Incomplete,
    /// A model was found that does not satisfy the assertions: a bug in this program, never hidden.
    ModelRefused,
    /// A refutation was found whose proof failed its check: a bug in this program, never hidden.
    RefutationRefused,
}

impl From<Limit> for UnknownReason {
    fn from(limit: Limit) -> UnknownReason {
        match limit {
            Limit::Incomplete => UnknownReason::Incomplete,
            limit => UnknownReason::Limit(limit),
        }
    }
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::Limit(limit) => limit.fmt(f),
            UnknownReason::Incomplete => f.write_str("incomplete"),
            UnknownReason::ModelRefused => f.write_str("a model failed its check"),
            UnknownReason::RefutationRefused => f.write_str("a refutation failed its check"),
        }
    }
}

impl std::error::Error for UnknownReason {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            UnknownReason::Limit(limit) => Some(limit),
            _ => None,
        }
    }
}

/// The most conflicts that one trial of minimising a core may cost beside twice the check itself: the trial may be
/// harder than the check, or endless.
const TRIAL_CONFLICTS: u64 = 2_000;
const TRIAL_PROPAGATIONS: u64 = 100_000;

/// Settings of a [`Solver`].
#[derive(Clone, PartialEq, Debug)]
pub struct SmtOptions {
    /// The settings of the SAT core.
    pub sat: SatOptions,
    /// Products and quotients of words at least this wide get their circuits when a model shows that they need them;
    /// 0: all get them at once. Default 12.
    pub postpone_width: u32,
}

impl Default for SmtOptions {
    fn default() -> SmtOptions {
        SmtOptions { sat: SatOptions::default(), postpone_width: 12 }
    }
}

/// An incremental solver for formulas over Booleans, integers, reals and bit-vectors. See the [module](super).
///
/// The terms live outside, in one [`Terms`] that may serve many solvers; give every call the same one.
///
/// States: after [`Verdict::Sat`] the model may be read, after [`Verdict::Unsat`] the core, each until the next
/// assertion, push, pop or check. After [`Verdict::Unknown`] neither.
///
/// ```
/// use indubit::solver::{smt::{Solver, Verdict}, term::{Sort, Terms}};
///
/// let mut terms = Terms::new();
/// let mut solver = Solver::default();
/// let x = terms.declare("x", Sort::BitVec(8));
/// let (square, one) = (terms.bv_mul(x, x), terms.bv(1, 8));
/// let (root, other) = (terms.eq(square, one), terms.bv_ult(one, x));
/// solver.assert(&mut terms, root);
/// assert_eq!(solver.check(&mut terms, &[other]), Verdict::Sat);
/// let value = solver.model().evaluate(&terms, x);
/// assert!(["#x7f", "#x81", "#xff"].contains(&value.text(Sort::BitVec(8)).as_str()));
/// ```
#[derive(Clone)]
pub struct Solver {
    sat: Sat,
    encoder: Encoder,
    /// All assertions of the open scopes, for checking models.
    assertions: Vec<TermId>,
    /// The number of assertions that the SAT core knows. A check tells it of all, as far as the budget allows.
    encoded: usize,
    /// The number of assertions when each scope was opened.
    scopes: Vec<usize>,
    /// The number of scopes that the SAT core knows: those opened before the last assertion that it knows.
    opened: usize,
    definitions: Definitions,
    assumptions: Vec<(TermId, Lit)>,
    verdict: Option<Verdict>,
    model: Model,
    core: Vec<TermId>,
    budget: Budget,
    /// Conflicts and propagations of the last check.
    last_effort: (u64, u64),
    /// The store that the terms are in.
    store: Option<Arc<()>>,
}

/// Prints the sizes only.
impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("assertions", &self.assertions.len())
            .field("scopes", &self.scopes.len())
            .field("verdict", &self.verdict)
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
        let mut sat = Sat::with_theory(options.sat, Arithmetic::default());
        let mut encoder = Encoder::new(&mut sat);
        encoder.postpone_from(options.postpone_width);
        Solver {
            sat,
            encoder,
            assertions: Vec::new(),
            encoded: 0,
            scopes: Vec::new(),
            opened: 0,
            definitions: Definitions::default(),
            assumptions: Vec::new(),
            verdict: None,
            model: Model::new(),
            core: Vec::new(),
            budget: Budget::unlimited(),
            last_effort: (0, 0),
            store: None,
        }
    }

    /// The account that the following assertions and checks draw on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget.clone();
        self.use_budget(budget);
    }

    fn use_budget(&mut self, budget: Budget) {
        self.sat.theory_mut().set_budget(budget.clone());
        self.encoder.set_budget(budget.clone());
        self.sat.set_budget(budget);
    }

    /// Counters of the SAT core's work so far.
    pub fn statistics(&self) -> &SatStatistics {
        self.sat.statistics()
    }

    /// Opens a scope.
    pub fn push(&mut self) {
        self.verdict = None;
        self.scopes.push(self.assertions.len());
    }

    /// Leaves the innermost scope, if there is one: assertions made in it do not hold any more.
    pub fn pop(&mut self) {
        self.verdict = None;
        if let Some(count) = self.scopes.pop() {
            self.assertions.truncate(count);
            self.encoded = self.encoded.min(count);
            if self.opened > self.scopes.len() {
                self.opened -= 1;
                self.sat.pop();
                self.encoder.pop();
                self.definitions.pop();
            }
        }
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
        self.verdict = None;
        self.assertions.push(formula);
    }

    /// Tells the SAT core of scopes and assertions that it does not know yet, in order. The assertions of one scope
    /// are looked at together, and again after a failure.
    fn encode(&mut self, terms: &mut Terms) -> Result<(), Limit> {
        loop {
            let end = self.scopes.get(self.opened).copied().unwrap_or(self.assertions.len());
            if self.encoded < end {
                let rounds = self.definitions.rounds();
                let formulas = self.definitions.add(terms, &self.assertions[self.encoded..end]);
                for formula in formulas {
                    if let Err(limit) = self.encoder.assert(terms, &mut self.sat, formula) {
                        // The SAT core may lack the definitions themselves.
                        self.definitions.forget(rounds);
                        return Err(limit);
                    }
                }
                self.encoded = end;
            }
            if self.opened == self.scopes.len() {
                return Ok(());
            }
            self.encoder.resolve_wanted(terms, &mut self.sat)?;
            self.opened += 1;
            self.sat.push();
            self.encoder.push();
            self.definitions.push();
        }
    }

    /// The assertions of all open scopes, in order.
    pub fn assertions(&self) -> &[TermId] {
        &self.assertions
    }

    fn demand_formulas(&mut self, terms: &Terms, formulas: &[TermId]) {
        assert!(terms.is_origin(&mut self.store), "terms of another store");
        terms.expect_formulas(formulas);
    }

    /// Whether the assertions have a model in which all these formulas are true.
    ///
    /// # Panics
    ///
    /// If an assumption is no formula, or the store is not the one of the calls before.
    pub fn check(&mut self, terms: &mut Terms, assumptions: &[TermId]) -> Verdict {
        self.demand_formulas(terms, assumptions);
        let verdict = match self.prepare(terms, assumptions) {
            Ok(()) => self.solve(terms),
            Err(limit) => Verdict::Unknown(UnknownReason::Limit(limit)),
        };
        self.verdict = Some(verdict);
        verdict
    }

    fn prepare(&mut self, terms: &mut Terms, assumptions: &[TermId]) -> Result<(), Limit> {
        self.encode(terms)?;
        self.assumptions.clear();
        for &t in assumptions {
            let plain = self.definitions.apply(terms, t);
            let lit = self.encoder.assumption(terms, &mut self.sat, plain)?;
            self.assumptions.push((t, lit));
        }
        Ok(())
    }

    fn solve(&mut self, terms: &mut Terms) -> Verdict {
        let lits: Vec<Lit> = self.assumptions.iter().map(|a| a.1).collect();
        let before = *self.sat.statistics();
        let mut answer = self.sat.solve(&lits);
        while answer == Answer::Sat {
            match self.encoder.resolve_wrong(terms, &mut self.sat) {
                Ok(false) => break,
                Ok(true) => answer = self.sat.solve(&lits),
                Err(limit) => answer = Answer::Unknown(limit),
            }
        }
        let after = self.sat.statistics();
        self.last_effort = (after.conflicts - before.conflicts, after.propagations - before.propagations);
        match answer {
            Answer::Sat => self.read_model(terms),
            Answer::Unsat => {
                let failed = self.sat.core();
                self.core.clear();
                self.core.extend(self.assumptions.iter().filter(|a| failed.contains(&a.1)).map(|a| a.0));
                Verdict::Unsat
            }
            Answer::Unknown(limit) => Verdict::Unknown(limit.into()),
        }
    }

    /// The verdict of the last check, if nothing has changed since.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// After [`Verdict::Sat`]: values of all constants.
    ///
    /// # Panics
    ///
    /// If the last check did not answer [`Verdict::Sat`], or something has changed since.
    pub fn model(&self) -> &Model {
        assert_eq!(self.verdict, Some(Verdict::Sat), "there is no model");
        &self.model
    }

    /// After [`Verdict::Unsat`]: assumptions that together with the assertions are unsatisfiable. Not minimal in
    /// general.
    ///
    /// # Panics
    ///
    /// If the last check did not answer [`Verdict::Unsat`], or something has changed since.
    pub fn core(&self) -> &[TermId] {
        assert_eq!(self.verdict, Some(Verdict::Unsat), "there is no core");
        &self.core
    }

    /// After [`Verdict::Unsat`]: makes the core smaller, by leaving out one assumption after the other. It becomes
    /// irreducible unless a trial takes much longer than the check did, or the budget runs out. The verdict stays.
    ///
    /// # Panics
    ///
    /// If there is no core, see [`Solver::core`], or the store is not the one of the calls before.
    pub fn minimise_core(&mut self, terms: &mut Terms) {
        assert_eq!(self.verdict, Some(Verdict::Unsat), "there is no core");
        let (conflicts, propagations) = self.last_effort;
        let whole = self.budget.clone();
        let mut core = std::mem::take(&mut self.core);
        let mut i = 0;
        while i < core.len() && whole.check().is_ok() {
            let mut fewer = core.clone();
            fewer.remove(i);
            let trial = whole.clone().and_conflicts(TRIAL_CONFLICTS + 2 * conflicts);
            self.use_budget(trial.and_propagations(TRIAL_PROPAGATIONS + 2 * propagations));
            match self.check(terms, &fewer) {
                // The solver may have found more than one assumption superfluous; the needed ones, in front, stay
                // where they are.
                Verdict::Unsat => core = std::mem::take(&mut self.core),
                _ => i += 1,
            }
        }
        self.use_budget(whole);
        self.core = core;
        self.verdict = Some(Verdict::Unsat);
    }

    /// Values for all constants, from the three parts, checked on the assertions.
    fn read_model(&mut self, terms: &Terms) -> Verdict {
        let mut model = Model::new();
        let formulas: Vec<TermId> =
            self.assertions.iter().copied().chain(self.assumptions.iter().map(|a| a.0)).collect();
        let numbers = self.sat.theory().values();
        let truth = |lit: Lit| self.sat.value(lit).unwrap_or(false);
        let symbols = terms.symbols_in(&formulas);
        for symbol in symbols {
            let t = terms.symbol_term(symbol);
            let value = match terms.sort(t) {
                Sort::Bool => self.encoder.known_literal(terms, t).map(|l| Value::Bool(truth(l))),
                Sort::BitVec(width) => self
                    .encoder
                    .known_word(terms, t)
                    .map(|word| Value::Bits(Bits::from_fn(width, |i| truth(word[i as usize])))),
                _ => self.encoder.known_column(t).map(|c| Value::Number(numbers[c.index()].clone())),
            };
            if let Some(value) = value {
                model.set(symbol, value);
            }
        }
        // A dividend may contain another one, which is older.
        let mut divisions = self.encoder.divisions_by_zero().to_vec();
        divisions.sort_unstable();
        for t in divisions {
            if let (Some(column), Value::Number(dividend)) =
                (self.encoder.known_column(t), model.evaluate(terms, terms.arg(t, 0)))
            {
                model.set_by_zero(terms.op(t), dividend, numbers[column.index()].clone());
            }
        }
        let holds = model.evaluate_all(terms, &formulas).iter().all(Value::is_true);
        debug_assert!(holds, "no model of {}", first_false(terms, &model, &formulas));
        self.model = model;
        if holds {
            Verdict::Sat
        } else {
            Verdict::Unknown(UnknownReason::ModelRefused)
        }
    }
}

fn first_false(terms: &Terms, model: &Model, formulas: &[TermId]) -> String {
    let wrong = formulas.iter().find(|&&f| !model.evaluate(terms, f).is_true());
    wrong.map_or_else(String::new, |&f| {
        let values =
            terms.symbols_in(&[f]).into_iter().map(|s| format!(" {}: {:?}", terms.name(s), model.get(s)));
        terms.text(f) + &values.collect::<String>()
    })
}
