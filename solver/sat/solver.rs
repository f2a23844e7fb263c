//! The interface of the solver: settings, variables, reading of answers. Clauses, scopes, queries and passes have
//! files of their own.

use super::answer::Answer;
use super::arena::ClauseRef;
use super::database::Database;
use super::domain::Domain;
use super::options::{SatOptions, SatStatistics};
use super::pace::Pace;
use super::shared::SharedClauses;
use super::simplify::Eliminated;
use super::simplify::Memory;
use super::state::{
    Account, Analysis, Exchange, Order, Phases, Query, Status, Temporary, Trail, VarData, Variables,
};
use super::theory::{NoTheory, Theory};
use super::tracer::Tracer;
use crate::base::{Budget, Lit, Rng, Var};
use crate::solver::proof::ProofSink;
use std::fmt;
use std::sync::Arc;

/// An incremental CDCL solver, generic over a [`Theory`]. See the [module](super) for the techniques and for the
/// calls that each state allows.
///
/// A clone does not inherit the proof.
///
/// ```
/// use indubit::solver::sat::{Answer, Solver};
///
/// let mut solver = Solver::default();
/// let (rain, umbrella, wet) = (solver.new_var(), solver.new_var(), solver.new_var());
/// // Rain without an umbrella makes wet.
/// solver.add_clause(&[rain.negative(), umbrella.positive(), wet.positive()]);
///
/// assert_eq!(solver.solve(&[rain.positive(), wet.negative()]), Answer::Sat);
/// assert_eq!(solver.value(umbrella.positive()), Some(true));
///
/// // In a scope there is no umbrella.
/// solver.push();
/// solver.add_clause(&[umbrella.negative()]);
/// assert_eq!(solver.solve(&[rain.positive(), wet.negative()]), Answer::Unsat);
/// assert_eq!(solver.core().len(), 2);
/// solver.pop();
/// assert_eq!(solver.solve(&[rain.positive(), wet.negative()]).decided(), Ok(true));
/// ```
#[derive(Clone)]
pub struct Solver<T: Theory = NoTheory> {
    pub(super) options: SatOptions,
    pub(super) stats: SatStatistics,
    pub(super) account: Account,
    pub(super) rng: Rng,
    pub(super) theory: T,
    pub(super) exchange: Exchange,
    /// False once the clauses are unsatisfiable without any assumption.
    pub(super) consistent: bool,
    pub(super) vars: Variables,
    pub(super) db: Database,
    pub(super) trail: Trail,
    pub(super) phases: Phases,
    pub(super) order: Order,
    pub(super) pace: Pace,
    pub(super) analysis: Analysis,
    pub(super) query: Query,
    pub(super) temporary: Temporary,
    pub(super) domain: Domain,
    pub(super) eliminated: Eliminated,
    pub(super) memory: Memory,
    pub(super) tracer: Tracer,
}

/// Prints the sizes only.
impl<T: Theory> fmt::Debug for Solver<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("vars", &self.vars.len())
            .field("clauses", &self.clause_count())
            .field("scopes", &self.query.scopes.len())
            .field("answer", &self.query.answer)
            .finish()
    }
}

impl Default for Solver<NoTheory> {
    fn default() -> Solver<NoTheory> {
        Solver::new(SatOptions::default())
    }
}

impl Solver<NoTheory> {
    /// A solver for propositional logic without variables or clauses.
    pub fn new(options: SatOptions) -> Solver<NoTheory> {
        Solver::with_theory(options, NoTheory)
    }

    /// A solver that begins with these clauses. Its first variables are theirs, and one more.
    pub fn with_shared(options: SatOptions, shared: &Arc<SharedClauses>) -> Solver<NoTheory> {
        let mut solver = Solver::new(options);
        solver.reserve_vars(shared.vars);
        for &unit in &shared.units {
            solver.add_clause(&[unit]);
        }
        for clause in &shared.long {
            solver.add_clause(clause);
        }
        for v in &mut solver.vars.frozen[..shared.vars] {
            *v += 1;
        }
        solver.memory.subsumed_at = solver.db.irredundant;
        solver.db.shared = Some(shared.clone());
        solver
    }
}

impl<T: Theory> Solver<T> {
    /// A solver that decides its clauses together with a theory.
    pub fn with_theory(options: SatOptions, theory: T) -> Solver<T> {
        Solver {
            rng: Rng::new(options.seed),
            pace: Pace::new(&options),
            options,
            stats: SatStatistics::default(),
            account: Account::default(),
            theory,
            exchange: Exchange::default(),
            consistent: true,
            vars: Variables::default(),
            db: Database::default(),
            trail: Trail::default(),
            phases: Phases::default(),
            order: Order::default(),
            analysis: Analysis { level_stamp: vec![0], ..Analysis::default() },
            query: Query::default(),
            temporary: Temporary::default(),
            domain: Domain::default(),
            eliminated: Eliminated::default(),
            memory: Memory::default(),
            tracer: Tracer::default(),
        }
    }

    /// Reports every clause from now on to this sink.
    ///
    /// # Panics
    ///
    /// If there are clauses already: the proof would be about another formula.
    pub fn set_proof<S: ProofSink + Send + 'static>(&mut self, sink: S) {
        let is_fresh = self.consistent && self.trail.lits.is_empty() && self.db.is_empty();
        assert!(is_fresh, "a proof begins before the first clause");
        self.tracer.start(Box::new(sink));
    }

    /// Ends the proof and hands back its sink. `None` if there is no proof or its sink has another type; then nothing
    /// changes.
    pub fn take_proof<S: ProofSink + Send + 'static>(&mut self) -> Option<S> {
        self.tracer.stop()
    }

    /// The account that the following solve calls draw on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.account.booking.move_to(budget);
        self.account.booking.set(self.bytes() as u64);
    }

    /// The present account.
    pub(in crate::solver) fn present_budget(&self) -> Budget {
        self.account.booking.budget().clone()
    }

    /// The settings, which may be changed between calls.
    pub fn options_mut(&mut self) -> &mut SatOptions {
        &mut self.options
    }

    /// Counters of the work done so far.
    pub fn statistics(&self) -> &SatStatistics {
        &self.stats
    }

    /// The theory.
    pub fn theory(&self) -> &T {
        &self.theory
    }

    /// The theory, for telling it of new atoms.
    pub fn theory_mut(&mut self) -> &mut T {
        &mut self.theory
    }

    /// The number of variables made so far and not popped, those among them that the solver has added for itself.
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }

    /// The number of clauses in the solver: original and derived ones that are needed, and learnt ones.
    pub fn clause_count(&self) -> (usize, usize) {
        (self.db.irredundant, self.db.redundant)
    }

    /// False once the clauses added are unsatisfiable by themselves.
    pub fn is_consistent(&self) -> bool {
        self.consistent
    }

    /// A variable that occurs in no clause yet.
    ///
    /// # Panics
    ///
    /// If there are [`Var::LIMIT`] variables.
    pub fn new_var(&mut self) -> Var {
        if let Some(v) = self.vars.released.pop() {
            self.vars.status[v.index()] = Status::Active;
            self.order.scores.insert(v);
            self.order.cursor = self.order.cursor.min(v.index());
            self.order.queue.unassigned(v);
            return v;
        }
        let v = Var::new(self.vars.len());
        self.reserve_vars(v.index() + 1);
        v
    }

    /// Makes variables until there are at least `count`.
    ///
    /// # Panics
    ///
    /// If `count` is more than [`Var::LIMIT`].
    pub fn reserve_vars(&mut self, count: usize) {
        assert!(count <= Var::LIMIT, "{} variables are beyond the limit", count);
        let old = self.vars.len();
        if count <= old {
            return;
        }
        self.db.watches.resize(2 * count);
        self.trail.values.resize(2 * count, 0);
        self.trail.data.resize(count, VarData { level: 0, reason: ClauseRef::NONE });
        self.vars.status.resize(count, Status::Active);
        self.vars.frozen.resize(count, 0);
        self.phases.saved.resize(count, self.options.initial_phase);
        self.phases.target.resize(count, 0);
        self.phases.best.resize(count, 0);
        self.analysis.marks.resize(count, 0);
        self.analysis.level_stamp.resize(count + 2, 0);
        self.order.scores.grow(count);
        self.order.queue.grow(count);
        self.domain.grow(count);
        self.tracer.grow(count);
        for v in (old..count).map(Var::new) {
            self.order.scores.insert(v);
        }
    }

    /// Keeps preprocessing from eliminating the variable, until as many calls of [`Solver::melt`] have followed.
    /// Assumptions and variables of later clauses need not be frozen (they are restored when used), but then each
    /// elimination is work done twice.
    ///
    /// # Panics
    ///
    /// If the variable was not made, or was popped or released.
    pub fn freeze(&mut self, v: Var) {
        self.demand_known(&[v.positive()]);
        self.restore(v);
        self.vars.frozen[v.index()] += 1;
    }

    /// Undoes one [`Solver::freeze`].
    ///
    /// # Panics
    ///
    /// If the variable is not frozen, or does not exist.
    pub fn melt(&mut self, v: Var) {
        assert!(self.vars.frozen[v.index()] > 0, "{:?} is not frozen", v);
        self.vars.frozen[v.index()] -= 1;
    }

    /// Decides the literal's variable so that the literal is true, whenever it is decided.
    ///
    /// # Panics
    ///
    /// As [`Solver::freeze`].
    pub fn prefer(&mut self, lit: Lit) {
        self.demand_known(&[lit]);
        if self.phases.preferred.len() <= lit.var().index() {
            self.phases.preferred.resize(self.vars.len(), 0);
        }
        self.phases.preferred[lit.var().index()] = 1 - 2 * lit.is_negative() as i8;
    }

    /// Undoes [`Solver::prefer`].
    pub fn prefer_neither(&mut self, v: Var) {
        if let Some(preferred) = self.phases.preferred.get_mut(v.index()) {
            *preferred = 0;
        }
    }

    /// Declares that the literal's variable will not be used again: the literal becomes true, which satisfies the
    /// clauses it guards, and the variable may be handed out anew by [`Solver::new_var`] once they are gone.
    ///
    /// # Panics
    ///
    /// As [`Solver::add_clause`].
    pub fn release(&mut self, lit: Lit) {
        self.add_clause(&[lit]);
        if self.consistent && self.query.scopes.is_empty() {
            self.vars.status[lit.var().index()] = Status::Released;
        }
    }

    /// After [`Answer::Sat`]: the value of a literal in the model. `None` for variables made since, and outside the
    /// domain of a domain query.
    ///
    /// # Panics
    ///
    /// If the last call did not answer [`Answer::Sat`], or something has changed since, or the variable does not exist.
    #[inline]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        if self.query.answer != Some(Answer::Sat) {
            no_model();
        }
        let value = self.trail.values[lit.code()];
        if !self.query.model.is_empty() {
            return self.query.model.get(lit.var().index()).map(|&b| b != lit.is_negative());
        }
        match value {
            0 => None,
            v => Some(v > 0),
        }
    }

    /// The value that the clauses alone force, found so far.
    ///
    /// # Panics
    ///
    /// If the variable does not exist.
    pub fn fixed_value(&self, lit: Lit) -> Option<bool> {
        if self.trail.values[lit.code()] != 0 && self.trail.data[lit.var().index()].level == 0 {
            Some(self.trail.values[lit.code()] > 0)
        } else {
            None
        }
    }

    /// After [`Answer::Unsat`]: the assumptions that were used, a subset of those given. Empty if the clauses alone
    /// are unsatisfiable. Not minimal in general.
    ///
    /// # Panics
    ///
    /// If the last call did not answer [`Answer::Unsat`], or something has changed since.
    pub fn core(&self) -> &[Lit] {
        assert_eq!(self.query.answer, Some(Answer::Unsat), "there is no core");
        &self.query.core
    }

    /// The last answer, if nothing has changed since.
    pub fn answer(&self) -> Option<Answer> {
        self.query.answer
    }

    #[inline]
    pub(super) fn val(&self, lit: Lit) -> i8 {
        self.trail.values[lit.code()]
    }

    #[inline]
    pub(super) fn level(&self) -> usize {
        self.trail.levels.len()
    }

    #[inline]
    pub(super) fn level_of(&self, lit: Lit) -> usize {
        self.trail.data[lit.var().index()].level as usize
    }

    /// Ends the validity of the last answer and undoes all decisions.
    pub(in crate::solver) fn touch(&mut self) {
        self.query.answer = None;
        self.query.model.clear();
        self.backtrack(0);
        if self.temporary.over {
            self.drop_temporary();
        }
    }

    /// Bytes held by the solver's arrays.
    pub fn bytes(&self) -> usize {
        let per_var = 8 + 2 + 1 + 4 + 1 + 1 + 1 + 1 + 4;
        let vars = self.trail.data.capacity() * per_var + self.trail.lits.capacity() * 4;
        self.db.bytes() + vars + self.order.scores.bytes() + self.order.queue.bytes()
    }
}

#[cold]
#[inline(never)]
fn no_model() -> ! {
    panic!("there is no model")
}
