//! The state of the solver and everything that is not search: variables, clauses, scopes, answers.

use super::arena::{Arena, ClauseRef};
use super::decide::{Queue, Scores};
use super::domain::Domain;
use super::extend::Eliminated;
use super::inprocess::Memory;
use super::options::{SatOptions, SatStatistics};
use super::search::Pace;
use super::shared::SharedClauses;
use super::theory::{NoTheory, Theory, TheoryOutput};
use super::trace::Tracer;
use crate::base::{Booking, Budget, Limit, Lit, Rng, Var};
use crate::solver::proof::ProofSink;
use std::sync::Arc;

/// What a solve call found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a model; read it with [`Solver::value`] before the next change.
    Sat,
    /// There is none under the assumptions; [`Solver::core`] names those that matter.
    Unsat,
    /// A limit of the budget was reached, or (`None`) the theory gave up. The solver stays usable.
    Unknown(Option<Limit>),
}

/// One entry of a watch list: look at the blocker first, it often is true and saves the visit to the clause.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub blocker: Lit,
    tagged: u32,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    #[inline]
    pub fn new(blocker: Lit, clause: ClauseRef, binary: bool) -> Watch {
        Watch { blocker, tagged: clause.word() | if binary { BINARY } else { 0 } }
    }

    /// A binary clause: the blocker is its other literal.
    #[inline]
    pub fn is_binary(self) -> bool {
        self.tagged & BINARY != 0
    }

    #[inline]
    pub fn clause(self) -> ClauseRef {
        ClauseRef::from_word(self.tagged & !BINARY)
    }
}

/// Level and reason of an assigned variable.
#[derive(Clone, Copy)]
pub(super) struct VarData {
    pub level: u32,
    pub reason: ClauseRef,
}

/// What is known of a variable for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Active,
    /// Resolved away; its clauses wait on the reconstruction stack.
    Eliminated,
    /// Given back by [`Solver::release`]; may be handed out again.
    Released,
}

/// Marks of conflict analysis, by variable. All zero between uses.
pub(super) mod mark {
    pub const SEEN: u8 = 1;
    pub const IN_CLAUSE: u8 = 2;
    pub const REMOVABLE: u8 = 4;
    pub const POISON: u8 = 8;
    pub const CHAIN: u8 = 16;
}

#[derive(Clone, Copy)]
pub(super) struct Scope {
    pub vars: usize,
    pub selector: Lit,
}

/// An incremental CDCL solver, generic over a [`Theory`]. See the [module](super) for the techniques.
///
/// States: every change (adding a clause or a variable, pushing, popping) is allowed at any time and ends the validity
/// of the last answer. After [`Answer::Sat`] values may be read, after [`Answer::Unsat`] the core. After
/// [`Answer::Unknown`] neither. A clone does not inherit the proof.
#[derive(Clone)]
pub struct Solver<T: Theory = NoTheory> {
    pub(super) options: SatOptions,
    pub(super) stats: SatStatistics,
    pub(super) theory: T,
    pub(super) theory_out: TheoryOutput,
    pub(super) theory_head: usize,
    pub(super) account: Booking,
    /// Conflicts and propagations already reported to the budget.
    pub(super) spent: (u64, u64),
    pub(super) rng: Rng,
    /// False once the clauses are unsatisfiable without any assumption.
    pub(super) consistent: bool,
    pub(super) answer: Option<Answer>,

    pub(super) arena: Arena,
    /// Clauses held in common with other solvers.
    pub(super) shared: Option<Arc<SharedClauses>>,
    /// By literal: the clauses that watch it. They are visited when it becomes false.
    pub(super) watches: Vec<Vec<Watch>>,
    /// By literal: 1 true, -1 false, 0 open.
    pub(super) values: Vec<i8>,
    pub(super) vars: Vec<VarData>,
    pub(super) status: Vec<Status>,
    pub(super) frozen: Vec<u32>,
    pub(super) saved: Vec<bool>,
    pub(super) target: Vec<i8>,
    pub(super) best: Vec<i8>,
    pub(super) trail: Vec<Lit>,
    /// Length of the trail when each decision level was opened.
    pub(super) levels: Vec<usize>,
    pub(super) head: usize,

    pub(super) scores: Scores,
    /// Whether the heap holds the variables of the present query. A domain query fills it at its first decision.
    pub(super) heap_filled: bool,
    pub(super) queue: Queue,
    pub(super) stable: bool,
    pub(super) pace: Pace,

    pub(super) marks: Vec<u8>,
    pub(super) marked: Vec<Var>,
    pub(super) learnt: Vec<Lit>,
    pub(super) stack: Vec<(Var, u32)>,
    pub(super) level_stamp: Vec<u32>,
    pub(super) stamp: u32,
    pub(super) scratch: Vec<Lit>,

    pub(super) assumptions: Vec<Lit>,
    pub(super) core: Vec<Lit>,
    pub(super) scopes: Vec<Scope>,
    /// The literal that switches the temporary clause on, made at first use.
    pub(super) temporary: Option<Lit>,
    pub(super) temporary_clauses: Vec<ClauseRef>,
    /// A temporary clause waits for the next call, or was used by the last one and has to go.
    pub(super) temporary_on: bool,
    pub(super) temporary_over: bool,
    /// Solve calls and length of the trail at the last tidying of level 0.
    pub(super) tidied: (u64, usize),
    /// The number of irredundant clauses after the last subsumption between domain queries.
    pub(super) subsumed_at: usize,
    pub(super) domain: Domain,
    pub(super) released: Vec<Var>,
    pub(super) eliminated: Eliminated,
    pub(super) model: Vec<bool>,
    pub(super) redundant: usize,
    pub(super) irredundant: usize,
    pub(super) tracer: Tracer,
    pub(super) memory: Memory,
    /// The clause that vivification examines, which must not take part in propagation.
    pub(super) ignored: ClauseRef,
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
}

impl<T: Theory> Solver<T> {
    /// A solver that decides its clauses together with a theory.
    pub fn with_theory(options: SatOptions, theory: T) -> Solver<T> {
        Solver {
            rng: Rng::new(options.seed),
            pace: Pace::new(&options),
            stable: !matches!(options.restarts, super::Restarts::Glue | super::Restarts::Alternating),
            options,
            stats: SatStatistics::default(),
            theory,
            theory_out: TheoryOutput::default(),
            theory_head: 0,
            account: Booking::default(),
            spent: (0, 0),
            consistent: true,
            answer: None,
            arena: Arena::default(),
            shared: None,
            watches: Vec::new(),
            values: Vec::new(),
            vars: Vec::new(),
            status: Vec::new(),
            frozen: Vec::new(),
            saved: Vec::new(),
            target: Vec::new(),
            best: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            head: 0,
            scores: Scores::default(),
            heap_filled: true,
            queue: Queue::default(),
            marks: Vec::new(),
            marked: Vec::new(),
            learnt: Vec::new(),
            stack: Vec::new(),
            level_stamp: vec![0],
            stamp: 0,
            scratch: Vec::new(),
            assumptions: Vec::new(),
            core: Vec::new(),
            scopes: Vec::new(),
            temporary: None,
            temporary_clauses: Vec::new(),
            temporary_on: false,
            temporary_over: false,
            tidied: (0, 0),
            subsumed_at: 0,
            domain: Domain::default(),
            released: Vec::new(),
            eliminated: Eliminated::default(),
            model: Vec::new(),
            redundant: 0,
            irredundant: 0,
            tracer: Tracer::default(),
            memory: Memory::default(),
            ignored: ClauseRef::NONE,
        }
    }

    /// Reports every clause from now on to this sink. Call it before the first clause.
    pub fn set_proof(&mut self, sink: Box<dyn ProofSink + Send>) {
        debug_assert!(
            self.trail.is_empty() && self.arena.len() == 0,
            "a proof begins before the first clause"
        );
        self.tracer.start(sink);
    }

    /// Ends the proof and hands back its sink.
    pub fn take_proof(&mut self) -> Option<Box<dyn ProofSink + Send>> {
        self.tracer.stop()
    }

    /// The account that the following solve calls draw on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.account.move_to(budget);
        self.account.set(self.bytes() as u64);
    }

    /// The settings, which may be changed between calls.
    pub fn options_mut(&mut self) -> &mut SatOptions {
        &mut self.options
    }

    /// What has been done so far.
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

    /// The number of variables made so far and not popped.
    pub fn var_count(&self) -> usize {
        self.vars.len()
    }

    /// The number of clauses in the solver: original and derived ones that are needed, and learnt ones.
    pub fn clause_count(&self) -> (usize, usize) {
        (self.irredundant, self.redundant)
    }

    /// False once the clauses added are unsatisfiable by themselves.
    pub fn is_consistent(&self) -> bool {
        self.consistent
    }

    /// A variable that occurs in no clause yet.
    pub fn new_var(&mut self) -> Var {
        if let Some(v) = self.released.pop() {
            self.status[v.index()] = Status::Active;
            self.scores.insert(v);
            return v;
        }
        let v = Var::new(self.vars.len());
        self.reserve_vars(v.index() + 1);
        v
    }

    /// Makes variables until there are at least `count`.
    pub fn reserve_vars(&mut self, count: usize) {
        let old = self.vars.len();
        if count <= old {
            return;
        }
        self.watches.resize_with(2 * count, Vec::new);
        self.values.resize(2 * count, 0);
        self.vars.resize(count, VarData { level: 0, reason: ClauseRef::NONE });
        self.status.resize(count, Status::Active);
        self.frozen.resize(count, 0);
        self.saved.resize(count, self.options.initial_phase);
        self.target.resize(count, 0);
        self.best.resize(count, 0);
        self.marks.resize(count, 0);
        self.level_stamp.resize(count + 2, 0);
        self.scores.grow(count);
        self.queue.grow(count);
        self.domain.grow(count);
        self.tracer.grow(count);
        for v in (old..count).map(Var::new) {
            self.scores.insert(v);
        }
    }

    /// Keeps preprocessing from eliminating the variable, until as many calls of [`Solver::melt`] have followed.
    /// Assumptions and variables of later clauses need not be frozen (they are restored when used), but then each
    /// elimination is work done twice.
    pub fn freeze(&mut self, v: Var) {
        self.restore(v);
        self.frozen[v.index()] += 1;
    }

    /// Undoes one [`Solver::freeze`].
    pub fn melt(&mut self, v: Var) {
        debug_assert!(self.frozen[v.index()] > 0);
        self.frozen[v.index()] = self.frozen[v.index()].saturating_sub(1);
    }

    /// Declares that the literal's variable will not be used again: the literal becomes true, which satisfies the
    /// clauses it guards, and the variable may be handed out anew by [`Solver::new_var`] once they are gone.
    pub fn release(&mut self, lit: Lit) {
        self.add_clause(&[lit]);
        if self.consistent && self.scopes.is_empty() {
            self.status[lit.var().index()] = Status::Released;
        }
    }

    /// Suggests the value to try first for a variable.
    pub fn set_phase(&mut self, lit: Lit) {
        self.saved[lit.var().index()] = !lit.is_negative();
    }

    /// The value of a literal: in the model after [`Answer::Sat`] (`None` outside the domain of a domain query), else
    /// only if it is fixed for good.
    #[inline]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        if !self.model.is_empty() {
            return self.model.get(lit.var().index()).map(|&b| b != lit.is_negative());
        }
        match self.values[lit.code()] {
            0 => None,
            v => Some(v > 0),
        }
    }

    /// The value that the clauses alone force, found so far.
    pub fn fixed_value(&self, lit: Lit) -> Option<bool> {
        if self.values[lit.code()] != 0 && self.vars[lit.var().index()].level == 0 {
            Some(self.values[lit.code()] > 0)
        } else {
            None
        }
    }

    /// After [`Answer::Unsat`]: the assumptions that were used, a subset of those given. Empty if the clauses alone
    /// are unsatisfiable. Not minimal in general.
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// The last answer, if nothing has changed since.
    pub fn answer(&self) -> Option<Answer> {
        self.answer
    }

    #[inline]
    pub(super) fn val(&self, lit: Lit) -> i8 {
        self.values[lit.code()]
    }

    #[inline]
    pub(super) fn level(&self) -> usize {
        self.levels.len()
    }

    #[inline]
    pub(super) fn level_of(&self, lit: Lit) -> usize {
        self.vars[lit.var().index()].level as usize
    }

    /// Ends the validity of the last answer and undoes all decisions.
    pub(super) fn touch(&mut self) {
        self.answer = None;
        self.model.clear();
        self.backtrack(0);
        if self.temporary_over {
            self.drop_temporary();
        }
    }

    /// Adds a clause: a disjunction of literals over existing variables. Within a scope it lives until the pop.
    ///
    /// Returns false if the clauses are now known to be unsatisfiable by themselves.
    pub fn add_clause(&mut self, clause: &[Lit]) -> bool {
        self.touch();
        if !self.eliminated.is_empty() {
            for &l in clause {
                self.restore(l.var());
            }
        }
        let mut lits = std::mem::take(&mut self.scratch);
        lits.clear();
        lits.extend_from_slice(clause);
        if let Some(scope) = self.scopes.last() {
            lits.push(!scope.selector);
        }
        let id = self.tracer.axiom(&lits);
        if self.consistent {
            self.insert(&mut lits, id);
        }
        self.scratch = lits;
        self.consistent
    }

    /// Puts a clause, known to the proof as `id`, into the database, without what level 0 makes superfluous.
    pub(super) fn insert(&mut self, lits: &mut Vec<Lit>, id: u32) {
        debug_assert_eq!(self.level(), 0);
        let before = lits.len();
        let mut satisfied = false;
        let mut kept = 0;
        let mut removed_false = false;
        for i in 0..before {
            let l = lits[i];
            // Marks 1 and 2: the variable occurs positively, negatively.
            let bit = 1 + l.is_negative() as u8;
            let seen = self.marks[l.var().index()];
            satisfied |= self.val(l) > 0 || seen & (3 - bit) != 0;
            if self.val(l) < 0 {
                removed_false = true;
            } else if seen & bit == 0 {
                self.marks[l.var().index()] |= bit;
                // What is left out moves back: the proof wants to see it.
                lits.swap(kept, i);
                kept += 1;
            }
        }
        for &l in &lits[..kept] {
            self.marks[l.var().index()] = 0;
        }
        if satisfied {
            self.tracer.delete(id, lits);
            return;
        }
        let id = if removed_false || kept < before { self.trace_shortened(lits, kept, id) } else { id };
        lits.truncate(kept);
        match kept {
            0 => self.consistent = false,
            1 => self.assign_unit(lits[0], id),
            _ => {
                for l in lits.iter() {
                    self.memory.note(l.var());
                }
                self.new_clause(lits, false, 0, id);
            }
        }
    }

    /// Stores and watches a clause of at least two literals; the first two are watched.
    pub(super) fn new_clause(&mut self, lits: &[Lit], redundant: bool, glue: usize, id: u32) -> ClauseRef {
        debug_assert!(lits.len() >= 2);
        let c = self.arena.alloc(lits, redundant, glue, id);
        self.watch(c);
        if redundant {
            self.redundant += 1;
        } else {
            self.irredundant += 1;
        }
        c
    }

    pub(super) fn watch(&mut self, c: ClauseRef) {
        let lits = self.arena.lits(c);
        let (a, b, binary) = (lits[0], lits[1], lits.len() == 2);
        self.watches[a.code()].push(Watch::new(b, c, binary));
        self.watches[b.code()].push(Watch::new(a, c, binary));
    }

    /// Takes a clause out of the database and out of the proof. Long clauses leave the watch lists when they are met,
    /// binary ones at once, because their watches are trusted without a visit.
    pub(super) fn remove_clause(&mut self, c: ClauseRef) {
        if self.tracer.on() {
            self.tracer.delete(self.arena.id(c), self.arena.lits(c));
        }
        self.drop_clause(c);
    }

    /// Takes a clause out of the database only.
    pub(super) fn drop_clause(&mut self, c: ClauseRef) {
        if self.arena.size(c) == 2 {
            for i in 0..2 {
                let l = self.arena.lits(c)[i];
                self.watches[l.code()].retain(|w| w.clause() != c);
            }
        }
        if self.arena.is_redundant(c) {
            self.redundant -= 1;
        } else {
            self.irredundant -= 1;
        }
        self.arena.mark_garbage(c);
    }

    /// The literals of a clause in the arena or among the shared ones.
    #[inline]
    pub(super) fn lits_of(&self, c: ClauseRef) -> &[Lit] {
        match &self.shared {
            Some(shared) if c.is_shared() => shared.clause(c),
            _ => self.arena.lits(c),
        }
    }

    /// A clause is a reason as long as its propagated literal is assigned.
    pub(super) fn is_reason(&self, c: ClauseRef) -> bool {
        let lits = self.arena.lits(c);
        let held = |l: Lit| self.val(l) > 0 && self.vars[l.var().index()].reason == c;
        held(lits[0]) || held(lits[1])
    }

    /// Bytes held by the solver's arrays.
    pub fn bytes(&self) -> usize {
        let watches: usize = self.watches.capacity() * 24;
        // Watch lists are counted by their content: twice per clause.
        let watched = 2 * (self.redundant + self.irredundant) * std::mem::size_of::<Watch>();
        let vars = self.vars.capacity() * (8 + 2 + 1 + 4 + 1 + 1 + 1 + 1 + 4) + self.trail.capacity() * 4;
        self.arena.bytes() + watches + watched + vars + self.scores.bytes() + self.queue.bytes()
    }
}
