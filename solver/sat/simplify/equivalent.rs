//! Equivalent literals: one takes the place of the others.
//!
//! A binary clause is two implications. Literals on a common cycle of implications are equivalent: they are a
//! strongly connected component of that graph (Aspvall, Plass, Tarjan 1979), and if a literal and its negation are in
//! one component, the clauses are contradictory. In every clause a literal is replaced by the representative of its
//! component; clauses shrink, become equal, or always true. The other variables of the component leave the search.
//! The two binary clauses that define such a variable wait on the stack of `extend.rs`, so that models are completed
//! and variables come back as after elimination.
//!
//! Invariants: level 0, propagated, no propagation within the pass, a compaction at its end. A variable that
//! elimination must leave alone is preferred as representative; if a component has two of them, the clauses with
//! the other are rewritten too, but it stays, with its binary clauses. Every binary clause between a representative
//! and a member follows by one resolution from that of the member's predecessor on a path, and a rewritten clause by
//! resolution with such binary clauses, so that proofs need nothing but resolution.
//!
//! Off by construction with a theory (its atoms have meanings of their own), in scopes (a variable of the scope must
//! not stand for one that outlives it), and after domain queries, which rely on the clauses that define variables. A
//! domain query after a replacement has all variables in its domain.
//! Clauses with the switch of the temporary clauses are not rewritten.

use super::effort::Effort;
use crate::base::{HashSet, Limit, Lit, Var};
use crate::solver::sat::arena::ClauseRef;
use crate::solver::sat::solver::Solver;
use crate::solver::sat::state::Status;
use crate::solver::sat::theory::Theory;

/// Not visited yet, in the search for components.
const NEW: u32 = 0;
/// The component is complete.
const DONE: u32 = u32::MAX;

/// By literal: the representative, and the numbers in the proof of the clauses `!l | r` and `l | !r`.
struct Classes {
    representative: Vec<Lit>,
    implies: Vec<u32>,
}

impl<T: Theory> Solver<T> {
    /// Whether literals may be replaced by others.
    pub(super) fn may_substitute(&self) -> bool {
        self.options.substitution
            && !T::ACTIVE
            && !self.domain.used
            && self.db.shared.is_none()
            && self.query.scopes.is_empty()
    }

    /// One pass. Leaves level 0 to be propagated. The result is whether any variable left the search.
    pub(super) fn substitute(&mut self, effort: &mut Effort) -> Result<bool, Limit> {
        debug_assert!(self.level() == 0 && self.trail.head == self.trail.lits.len());
        let before = self.stats.substituted;
        let components = self.components(effort)?;
        if components.is_empty() || !self.consistent {
            return Ok(false);
        }
        let kept = self.kept_variables();
        let mut classes = Classes {
            representative: (0..2 * self.vars.len()).map(|code| Lit::from_word(code as u32)).collect(),
            implies: vec![0; 2 * self.vars.len()],
        };
        for component in &components {
            self.join(component, &kept, &mut classes);
            if !self.consistent {
                return Ok(true);
            }
        }
        self.memory.rewritten = true;
        self.rewrite_all(&classes);
        for component in &components {
            for &l in component {
                self.retire(l.var(), &kept, &classes);
            }
        }
        self.compact();
        self.work(effort, self.db.arena.len() / 4)?;
        Ok(self.stats.substituted > before)
    }

    /// The components with more than one literal, each once and not its negation again. A contradictory one refutes
    /// the clauses.
    fn components(&mut self, effort: &mut Effort) -> Result<Vec<Vec<Lit>>, Limit> {
        let codes = 2 * self.vars.len();
        let mut index = vec![NEW; codes];
        let mut clock = NEW;
        let (mut open, mut walk): (Vec<Lit>, Vec<(Lit, usize, u32)>) = (Vec::new(), Vec::new());
        let mut found = Vec::new();
        for code in 0..codes {
            let root = Lit::from_word(code as u32);
            if index[code] != NEW || self.val(root) != 0 || !self.is_active(root.var()) {
                continue;
            }
            clock += 1;
            index[code] = clock;
            open.push(root);
            walk.push((root, 0, clock));
            while let Some(&(lit, from, own)) = walk.last() {
                let list = self.db.watches.list(!lit);
                let next = list[from..].iter().position(|w| w.is_binary());
                if let Some(skip) = next {
                    let to = list[from + skip].blocker;
                    if let Some(top) = walk.last_mut() {
                        top.1 = from + skip + 1;
                    }
                    if self.val(to) != 0 || !self.is_active(to.var()) {
                        continue;
                    }
                    if index[to.code()] == NEW {
                        clock += 1;
                        index[to.code()] = clock;
                        open.push(to);
                        walk.push((to, 0, clock));
                    } else if index[to.code()] != DONE {
                        let low = index[to.code()].min(index[lit.code()]);
                        index[lit.code()] = low;
                    }
                    continue;
                }
                walk.pop();
                let low = index[lit.code()];
                if let Some(&(parent, _, _)) = walk.last() {
                    if low < own {
                        index[parent.code()] = index[parent.code()].min(low);
                    }
                }
                if low == own {
                    let start = open.iter().rposition(|&l| l == lit).unwrap_or(0);
                    open[start..].iter().for_each(|l| index[l.code()] = DONE);
                    let component = open.split_off(start);
                    self.note_component(component, &mut found);
                    if !self.consistent {
                        return Ok(found);
                    }
                }
            }
        }
        self.work(effort, clock as usize + self.db.irredundant)?;
        Ok(found)
    }

    fn is_active(&self, v: Var) -> bool {
        self.vars.status[v.index()] == Status::Active
    }

    /// Each component has a twin of the negated literals: the one whose least variable is positive is kept.
    fn note_component(&mut self, component: Vec<Lit>, found: &mut Vec<Vec<Lit>>) {
        let least = match component.iter().min() {
            Some(&least) if component.len() > 1 => least,
            _ => return,
        };
        if component.contains(&!least) {
            self.contradict(least, &component);
        } else if !least.is_negative() {
            found.push(component);
        }
    }

    /// A literal implies its negation and is implied by it.
    fn contradict(&mut self, lit: Lit, component: &[Lit]) {
        let inside: HashSet<Lit> = component.iter().copied().collect();
        for l in [lit, !lit] {
            let mut classes: Vec<(Lit, u32)> = Vec::new();
            self.reach(l, &inside, |to, id| classes.push((to, id)));
            // The clause `!l | !l` is a unit clause.
            if let Some(&(_, id)) = classes.iter().find(|&&(to, _)| to == !l) {
                self.tracer.chain.push(id);
                let unit = self.tracer.derive(&[!l]);
                self.assign_unit(!l, unit);
            }
            for (to, id) in classes.into_iter().filter(|&(to, _)| to != !l) {
                self.tracer.delete(id, &[!l, to]);
            }
        }
        debug_assert!(!self.consistent);
    }

    /// Walks over the implications of a literal within a component, breadth first, and derives for each literal that
    /// is met the clause that the first one implies it.
    fn reach(&mut self, start: Lit, inside: &HashSet<Lit>, mut met: impl FnMut(Lit, u32)) {
        let mut seen: HashSet<Lit> = HashSet::default();
        seen.insert(start);
        let mut queue = vec![(start, 0)];
        let mut at = 0;
        while at < queue.len() {
            let (lit, known) = queue[at];
            at += 1;
            let (from, to) = self.db.watches.bounds(!lit);
            for place in from..to {
                let watch = self.db.watches.at(place);
                if !watch.is_binary() || !inside.contains(&watch.blocker) || !seen.insert(watch.blocker) {
                    continue;
                }
                if self.tracer.on() {
                    if lit != start {
                        self.tracer.chain.push(known);
                    }
                    let id = self.db.arena.id(watch.clause());
                    self.tracer.chain.push(id);
                }
                let clause = [!start, watch.blocker];
                let distinct = if clause[0] == clause[1] { &clause[..1] } else { &clause[..] };
                let id = self.tracer.derive(distinct);
                met(watch.blocker, id);
                // From the negation of the start everything follows.
                if watch.blocker != !start {
                    queue.push((watch.blocker, id));
                }
            }
        }
    }

    /// Chooses the representative of a component.
    fn join(&mut self, component: &[Lit], kept: &[bool], classes: &mut Classes) {
        let root = match component.iter().min_by_key(|l| (!kept[l.var().index()], **l)) {
            Some(&root) => root,
            None => return,
        };
        let inside: HashSet<Lit> = component.iter().copied().collect();
        let twin: HashSet<Lit> = component.iter().map(|&l| !l).collect();
        // From the root to `l`: the clause `!root | l`, which replaces `!l` by `!root`.
        self.reach(root, &inside, |l, id| classes.implies[(!l).code()] = id);
        self.reach(!root, &twin, |l, id| classes.implies[(!l).code()] = id);
        for &l in component {
            classes.representative[l.code()] = root;
            classes.representative[(!l).code()] = !root;
        }
    }

    fn rewrite_all(&mut self, classes: &Classes) {
        let all: Vec<ClauseRef> = self.db.arena.iter().collect();
        let mut binaries: HashSet<(Lit, Lit)> = HashSet::default();
        for c in all {
            let lits = self.db.arena.lits(c);
            if lits.iter().any(|l| classes.representative[l.code()] != *l) && !self.is_temporary(lits) {
                self.rewrite(c, classes, &mut binaries);
                if !self.consistent {
                    return;
                }
            }
        }
    }

    fn rewrite(&mut self, c: ClauseRef, classes: &Classes, binaries: &mut HashSet<(Lit, Lit)>) {
        let old: Vec<Lit> = self.db.arena.lits(c).to_vec();
        let mut lits: Vec<Lit> = old.iter().map(|l| classes.representative[l.code()]).collect();
        lits.sort_unstable();
        lits.dedup();
        let redundant = self.db.arena.is_redundant(c);
        let twice = lits.len() == 2 && !redundant && !binaries.insert((lits[0], lits[1]));
        if twice || lits.windows(2).any(|w| w[0] == !w[1]) {
            self.discard(c);
            return;
        }
        if self.tracer.on() {
            let changed = old.iter().filter(|l| classes.representative[l.code()] != **l);
            self.tracer.chain.extend(changed.map(|l| classes.implies[l.code()]));
            let id = self.db.arena.id(c);
            self.tracer.chain.push(id);
        }
        let id = self.tracer.derive(&lits);
        if let [unit] = lits[..] {
            self.assign_unit(unit, id);
            self.discard(c);
            return;
        }
        let (glue, used) = (self.db.arena.glue(c), self.db.arena.used(c));
        let new = self.new_clause(&lits, redundant, glue.min(lits.len() - 1), id);
        self.db.arena.set_used(new, used);
        if !redundant {
            lits.iter().for_each(|l| self.memory.note(l.var()));
        }
        self.discard(c);
    }

    /// Takes a variable that was replaced out of the search, unless it has to stay.
    fn retire(&mut self, v: Var, kept: &[bool], classes: &Classes) {
        let lit = v.positive();
        let root = classes.representative[lit.code()];
        if root == lit {
            return;
        }
        let clauses = [[!lit, root], [lit, !root]];
        let ids = [classes.implies[lit.code()], classes.implies[(!lit).code()]];
        if kept[v.index()] {
            for (clause, id) in clauses.iter().zip(ids) {
                self.new_clause(clause, false, 0, id);
            }
            return;
        }
        self.eliminated.start(v);
        for (clause, id) in clauses.iter().zip(ids) {
            self.eliminated.push(id, clause);
        }
        self.vars.status[v.index()] = Status::Eliminated;
        self.stats.substituted += 1;
        self.stats.eliminated += 1;
    }
}
