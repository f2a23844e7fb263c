//! Bounded variable addition.
//!
//! If the clauses `l | C` are there for all combinations of some literals `l` and some rests `C`, a new variable x says
//! the same with fewer clauses: `x | l` for each literal and `!x | C` for each rest (Manthey, Heule, Biere, "Automated
//! reencoding of Boolean formulas", HVC 2012). Encodings are full of such tables, and variable elimination makes more:
//! adding a variable is elimination backwards.
//!
//! The search for a table begins with a literal l, its only row, and with the rests of all clauses of l, its columns.
//! A literal m can be the next row of those columns C for which `m | C` is a clause. The literal with the most such
//! columns is taken, the other columns are given up, and so on. At the end the best of all the tables met on the way
//! is used, if it saves more clauses than elimination may ever add for a variable: else elimination would take the new
//! variable away again in some later round.
//!
//! In the proof the clauses `x | l` are RAT on x, because no clause has `!x` yet. Each `!x | C` is RAT on `!x`: its
//! resolvent with `x | l` is the clause `l | C`, which goes only afterwards. The old clauses follow from the new ones
//! by resolution, so an assignment to the old variables is part of a model before if and only if it is afterwards.
//! Therefore clauses and assumptions over the old variables may come later. The caller can name no new variable.
//!
//! A new variable begins at the end of the order of decisions: its value follows from those of its literals or of its
//! rests.
//!
//! Invariants: level 0, no propagation within the pass. No clause of a table is in two of its cells: the rest of a
//! column contains no literal of a row, since a clause has every literal once.
//!
//! Left out: ties among the next rows are broken by the numbers of the literals, not by their distance in the formula
//! (Haberlandt, Green, Heule, "Effective auxiliary variables via structured reencoding", SAT 2023).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::effort::Effort;
use super::eliminate::LAST_BOUND;
use crate::base::{Limit, Lit, Var};
use crate::solver::proof::{ClauseId, Hint};
use crate::solver::sat::arena::ClauseRef;
use crate::solver::sat::lists::Lists;
use crate::solver::sat::solver::Solver;
use crate::solver::sat::theory::Theory;

/// Longer clauses are not looked at.
const SIZE_LIMIT: usize = 5;
/// Columns beyond `MATCH_LIMIT` matches are left out of a table.
const MATCH_LIMIT: usize = 1 << 20;

/// A clause that differs from the one of a column in the literal of the first row only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Match {
    /// The literal that it has instead.
    lit: Lit,
    column: u32,
    clause: ClauseRef,
}

/// The clauses that the pass looks at, and the literals to try, those of the most clauses first.
struct Factors {
    occurrences: Lists<ClauseRef>,
    queue: BinaryHeap<(usize, Reverse<u32>)>,
    /// By literal: the matches with it in columns that are not given up. All zero between two searches.
    counts: Vec<u32>,
}

impl Factors {
    fn schedule(&mut self, l: Lit) {
        let occurrences = self.occurrences.len(l);
        if occurrences > 1 {
            self.queue.push((occurrences, Reverse(l.code() as u32)));
        }
    }
}

/// All combinations of rows and columns: one row of clauses for each literal.
struct Table {
    lits: Vec<Lit>,
    rows: Vec<Vec<ClauseRef>>,
}

/// The clauses that a table with these numbers of rows and columns saves.
fn saved(rows: usize, columns: usize) -> usize {
    (rows * columns).saturating_sub(rows + columns)
}

impl<T: Theory> Solver<T> {
    /// Whether the solver may add variables of its own. A theory would be asked about them, the end of a scope would
    /// take them away, and shared clauses cannot be replaced. In a proof their numbers must be new.
    pub(super) fn may_add_variables(&self) -> bool {
        self.options.variable_addition
            && !T::ACTIVE
            && !self.domain.used
            && self.db.shared.is_none()
            && self.query.scopes.is_empty()
            && !(self.tracer.on() && self.vars.renumbered)
            && self.tracer.spare_variables() > self.vars.added.len()
    }

    /// Makes one pass.
    pub(super) fn add_variables(&mut self, effort: &mut Effort) -> Result<(), Limit> {
        let mut factors = self.factors();
        let mut result = Ok(());
        while let Some((occurrences, Reverse(code))) = factors.queue.pop() {
            let lit = Lit::from_code(code as usize);
            if !self.memory.unfactored[lit.code()] || occurrences != factors.occurrences.len(lit) {
                continue;
            }
            self.memory.unfactored[lit.code()] = false;
            let mut work = 1;
            if let Some(table) = self.find_table(lit, &mut factors, &mut work) {
                if !self.has_room_for_variable() {
                    break;
                }
                self.factor_out(&table, &mut factors);
            }
            match self.work(effort, work) {
                Ok(true) => {}
                Ok(false) => break,
                Err(limit) => {
                    result = Err(limit);
                    break;
                }
            }
        }
        self.compact();
        result
    }

    fn has_room_for_variable(&self) -> bool {
        self.vars.len() < Var::LIMIT && self.tracer.spare_variables() > self.vars.added.len()
    }

    fn factors(&self) -> Factors {
        let literals = 2 * self.vars.len();
        let mut factors = Factors {
            occurrences: Lists::new(literals),
            queue: BinaryHeap::new(),
            counts: vec![0; literals],
        };
        for c in self.db.arena.iter().filter(|&c| !self.db.arena.is_redundant(c)) {
            let lits = self.db.arena.lits(c);
            let open = |l: &Lit| self.val(*l) == 0;
            if lits.len() <= SIZE_LIMIT && lits.iter().all(open) && !self.is_temporary(lits) {
                lits.iter().for_each(|&l| factors.occurrences.push(l, c));
            }
        }
        for l in (0..literals).map(Lit::from_code).filter(|l| self.memory.unfactored[l.code()]) {
            factors.schedule(l);
        }
        factors
    }

    /// The best table that begins with the row of this literal.
    fn find_table(&mut self, first: Lit, factors: &mut Factors, work: &mut usize) -> Option<Table> {
        factors.occurrences.retain(first, |c| !self.db.arena.is_garbage(c));
        let columns = factors.occurrences.list(first).to_vec();
        *work += columns.len();
        let matches = self.matches(first, &columns, factors, work);
        let by_column = {
            let mut sorted = matches.clone();
            sorted.sort_unstable_by_key(|m| (m.column, m.lit));
            sorted
        };
        let mut open: Vec<Lit> = matches.iter().map(|m| m.lit).collect();
        open.dedup();
        matches.iter().for_each(|m| factors.counts[m.lit.code()] += 1);
        let mut kept: Vec<u32> = (0..columns.len() as u32).collect();
        let (mut lits, mut best) = (vec![first], (0, 0));
        loop {
            *work += open.len() / 8 + kept.len();
            let next = open.iter().copied().max_by_key(|l| (factors.counts[l.code()], Reverse(l.code())));
            let next = match next.filter(|l| factors.counts[l.code()] > 1) {
                Some(next) => next,
                None => break,
            };
            let row = row_of(&matches, next);
            kept.retain(|column| {
                let stays = row.binary_search_by_key(column, |m| m.column).is_ok();
                if !stays {
                    let from = by_column.partition_point(|m| m.column < *column);
                    for m in by_column[from..].iter().take_while(|m| m.column == *column) {
                        factors.counts[m.lit.code()] = factors.counts[m.lit.code()].saturating_sub(1);
                    }
                }
                stays
            });
            factors.counts[next.code()] = 0;
            lits.push(next);
            best = best.max((saved(lits.len(), kept.len()), lits.len()));
        }
        open.iter().for_each(|l| factors.counts[l.code()] = 0);
        let bound = if self.options.elimination { LAST_BOUND } else { 0 };
        if best.0 <= bound {
            return None;
        }
        lits.truncate(best.1);
        Some(table(lits, &columns, &matches))
    }

    /// All matches of the columns, each once, ordered by literal and column.
    fn matches(
        &mut self,
        first: Lit,
        columns: &[ClauseRef],
        factors: &Factors,
        work: &mut usize,
    ) -> Vec<Match> {
        let mut matches = Vec::new();
        for (column, &c) in (0..).zip(columns) {
            if matches.len() > MATCH_LIMIT {
                break;
            }
            let rest = |l: &&Lit| **l != first;
            let lits = self.db.arena.lits(c);
            for l in lits.iter().filter(rest) {
                self.analysis.marks[l.var().index()] = sign(*l);
            }
            let before = matches.len();
            let rarest = lits.iter().filter(rest).min_by_key(|l| factors.occurrences.len(**l));
            for &d in rarest.map_or(&[][..], |&l| factors.occurrences.list(l)) {
                *work += 1;
                if d == c || self.db.arena.is_garbage(d) || self.db.arena.size(d) != lits.len() {
                    continue;
                }
                *work += 1;
                match self.only_unmarked(d) {
                    // The same clause once more: one column is enough.
                    Some(lit) if lit == first && d < c => {
                        matches.truncate(before);
                        break;
                    }
                    Some(lit) if lit.var() != first.var() => matches.push(Match { lit, column, clause: d }),
                    _ => {}
                }
            }
            for l in lits {
                self.analysis.marks[l.var().index()] = 0;
            }
        }
        *work += matches.len();
        matches.sort_unstable();
        matches.dedup_by_key(|m| (m.lit, m.column));
        matches
    }

    /// The literal of a clause that is not marked, if it is the only one.
    fn only_unmarked(&self, c: ClauseRef) -> Option<Lit> {
        let mut unmarked = None;
        for &l in self.db.arena.lits(c) {
            if self.analysis.marks[l.var().index()] != sign(l) && unmarked.replace(l).is_some() {
                return None;
            }
        }
        unmarked
    }

    /// Replaces the clauses of a table.
    fn factor_out(&mut self, table: &Table, factors: &mut Factors) {
        let x = self.add_variable();
        factors.occurrences.resize(2 * self.vars.len());
        factors.counts.resize(2 * self.vars.len(), 0);
        let mut dividers = Vec::with_capacity(table.lits.len());
        for &l in &table.lits {
            let id = self.tracer.extend(&[x, l], &[]);
            dividers.push(id);
            self.add_factored(&[x, l], id, factors);
        }
        let columns = table.rows.first().map_or(0, Vec::len);
        let (mut lits, mut hints) = (Vec::new(), Vec::new());
        for column in 0..columns {
            lits.clear();
            lits.push(!x);
            let c = table.rows[0][column];
            lits.extend(self.db.arena.lits(c).iter().filter(|&&l| l != table.lits[0]));
            if self.tracer.on() {
                hints.clear();
                for (row, &divider) in table.rows.iter().zip(&dividers) {
                    hints.push(Hint::Candidate(ClauseId::new(divider as u64)));
                    hints.push(Hint::Unit(ClauseId::new(self.db.arena.id(row[column]) as u64)));
                }
            }
            let id = self.tracer.extend(&lits, &hints);
            self.add_factored(&lits, id, factors);
        }
        for &c in table.rows.iter().flatten() {
            self.discard(c);
        }
        let others = table.rows[0].iter().flat_map(|&c| self.db.arena.lits(c));
        for &l in table.lits.iter().chain(others).chain(&[x, !x]) {
            factors.schedule(l);
        }
        self.memory.rewritten = true;
        self.stats.added += 1;
        self.stats.factored += saved(table.rows.len(), columns) as u64;
    }

    /// A new variable that the caller does not know.
    fn add_variable(&mut self) -> Lit {
        let v = Var::new(self.vars.len());
        self.reserve_vars(v.index() + 1);
        self.memory.grow(self.vars.len());
        self.vars.added.push(v);
        self.order.queue.put_back(v);
        v.positive()
    }

    fn add_factored(&mut self, lits: &[Lit], id: u32, factors: &mut Factors) {
        let c = self.new_clause(lits, false, 0, id);
        for &l in lits {
            factors.occurrences.push(l, c);
            self.memory.note(l.var());
        }
    }
}

/// The matches with this literal.
fn row_of(matches: &[Match], lit: Lit) -> &[Match] {
    let from = matches.partition_point(|m| m.lit < lit);
    let to = matches.partition_point(|m| m.lit <= lit);
    &matches[from..to]
}

/// The table with these rows and with the columns in which all of them have a match.
fn table(lits: Vec<Lit>, columns: &[ClauseRef], matches: &[Match]) -> Table {
    let others: Vec<&[Match]> = lits[1..].iter().map(|&l| row_of(matches, l)).collect();
    let mut rows = vec![Vec::new(); lits.len()];
    for (column, &c) in (0..).zip(columns) {
        let cells: Option<Vec<ClauseRef>> = others
            .iter()
            .map(|row| row.binary_search_by_key(&column, |m| m.column).ok().map(|at| row[at].clause))
            .collect();
        if let Some(cells) = cells {
            for (row, cell) in rows.iter_mut().zip(std::iter::once(c).chain(cells)) {
                row.push(cell);
            }
        }
    }
    Table { lits, rows }
}

/// The mark of a literal's sign.
fn sign(l: Lit) -> u8 {
    1 + l.is_negative() as u8
}
