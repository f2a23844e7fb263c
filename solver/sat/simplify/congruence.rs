//! Congruence closure of gates.
//!
//! Two gates of one kind with the same inputs have the same output. An unrolled circuit has many: what a step computes
//! from the same values as another is the same. The pass finds the gates behind the clauses, merges the outputs of
//! equal gates, looks at the gates anew that have a merged literal as input, and so on until no two gates are equal
//! (Biere, Fazekas, Fleury, Froleyks, "Clausal congruence closure", SAT 2024). Merged literals are joined by two
//! binary clauses; `equivalent.rs` then replaces one by the other.
//!
//! The gates are conjunctions of any number of inputs (`o | !i1 | ... | !in` and `!o | ik` for all k), and choices
//! `o = c ? t : e` of four ternary clauses, among which those with `e = !t` are exclusive disjunctions. A gate is
//! kept in a normal form under the present classes of literals: constant inputs are folded away, a choice may become
//! an exclusive disjunction, a conjunction or a single literal.
//!
//! Invariants: level 0, propagated and freed of fixed literals at the start; the clauses of the gates stay until the
//! end. Every binary clause follows by unit propagation from the clauses of two gates and the binary clauses before
//! it, if for choices a case is split on an input. With a proof each is derived in this way, and a merge that
//! propagation does not confirm is not made.
//!
//! Left out: exclusive disjunctions of more than two inputs, and gates that resolution with other gates would reveal.
//! Off where literals are not replaced, see [`Solver::may_substitute`].

use super::effort::Effort;
use super::gates::{Closure, Gate, Inputs, Kind};
use crate::base::{Limit, Lit};
use crate::solver::sat::arena::ClauseRef;
use crate::solver::sat::solver::Solver;
use crate::solver::sat::state::mark;
use crate::solver::sat::theory::Theory;

/// The normal form of a gate.
enum Form {
    /// The output has this value for all inputs.
    Constant(bool),
    /// The output is this literal.
    Literal(Lit),
    /// The output, or its negation, is this gate.
    Gate(Kind, Inputs, bool),
}

impl<T: Theory> Solver<T> {
    /// One pass. Adds binary clauses between equal literals, and leaves level 0 to be propagated. The result is
    /// whether any were found.
    pub(super) fn close_congruences(&mut self, effort: &mut Effort) -> Result<bool, Limit> {
        debug_assert!(self.level() == 0 && self.trail.head == self.trail.lits.len());
        let mut closure = Closure::new(self.vars.len());
        let mut classes = Vec::new();
        let before = self.stats.congruent;
        if self.find_conjunctions(&mut closure, effort)? {
            self.find_choices(&mut closure, effort)?;
        }
        // The first gates in the formula are the first to be looked at.
        closure.queue.reverse();
        while let Some(number) = closure.queue.pop() {
            let work = self.visit(number, &mut closure, &mut classes);
            if !self.consistent || !self.work(effort, work)? {
                break;
            }
        }
        Ok(self.stats.congruent > before)
    }

    /// Looks at a gate: merges its output with that of an equal gate, or with an input. The result is the work.
    /// `classes` is kept to be filled again.
    fn visit(&mut self, number: u32, closure: &mut Closure, classes: &mut Vec<Lit>) -> usize {
        let Gate { kind, output, .. } = closure.gates[number as usize];
        classes.clear();
        classes.extend_from_slice(closure.inputs(number));
        let work = 1 + classes.len();
        if self.val(output) != 0 {
            return work;
        }
        // Only proofs need case splits.
        let needs_splits = kind != Kind::And && self.tracer.on();
        let splits: Vec<Lit> = if needs_splits { classes.clone() } else { Vec::new() };
        classes.iter_mut().for_each(|l| *l = closure.find(*l));
        let form = match kind {
            Kind::And => self.normal_conjunction(classes),
            Kind::Xor => self.normal_parity(classes[0], classes[1]),
            Kind::Choice => self.normal_choice(classes[0], classes[1], classes[2]),
        };
        let spent = self.stats.propagations;
        match form {
            Form::Constant(value) => {
                let fact = output.negate_if(!value);
                self.fix(fact, &splits);
            }
            Form::Literal(lit) => self.merge(output, lit, &splits, closure),
            Form::Gate(kind, inputs, negated) => {
                let output = output.negate_if(negated);
                let (first, other) = closure.first(kind, inputs, output, number);
                if other != number {
                    let mut all = splits;
                    let is_and = closure.gates[other as usize].kind == Kind::And;
                    if self.tracer.on() && !(all.is_empty() && is_and) {
                        all.extend_from_slice(closure.inputs(other));
                    }
                    self.merge(output, first, &all, closure);
                }
            }
        }
        work + (self.stats.propagations - spent) as usize
    }

    fn normal_conjunction(&self, inputs: &mut Vec<Lit>) -> Form {
        inputs.retain(|&l| self.val(l) <= 0);
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.iter().any(|&l| self.val(l) < 0) || inputs.windows(2).any(|w| w[0] == !w[1]) {
            return Form::Constant(false);
        }
        match inputs[..] {
            [] => Form::Constant(true),
            [only] => Form::Literal(only),
            _ => Form::Gate(Kind::And, Inputs::of(inputs), false),
        }
    }

    fn normal_parity(&self, a: Lit, b: Lit) -> Form {
        match (self.val(a), self.val(b)) {
            (0, 0) if a == b => Form::Constant(false),
            (0, 0) if a == !b => Form::Constant(true),
            (0, 0) => {
                let negated = a.is_negative() != b.is_negative();
                let (x, y) = (a.var().positive(), b.var().positive());
                Form::Gate(Kind::Xor, Inputs::Few([x.min(y), x.max(y), x.max(y)]), negated)
            }
            (0, value) => Form::Literal(a.negate_if(value > 0)),
            (value, 0) => Form::Literal(b.negate_if(value > 0)),
            (x, y) => Form::Constant(x != y),
        }
    }

    fn normal_choice(&self, c: Lit, t: Lit, e: Lit) -> Form {
        let both = |x: Lit, y: Lit| self.normal_conjunction(&mut vec![x, y]);
        if self.val(c) != 0 {
            let chosen = if self.val(c) > 0 { t } else { e };
            return match self.val(chosen) {
                0 => Form::Literal(chosen),
                value => Form::Constant(value > 0),
            };
        }
        let (vt, ve) = (self.val(t), self.val(e));
        if t == e || (vt != 0 && vt == ve) {
            return if vt == 0 { Form::Literal(t) } else { Form::Constant(vt > 0) };
        }
        if t == !e || (vt != 0 && vt == -ve) {
            return if vt == 0 { self.normal_parity(c, e) } else { Form::Literal(c.negate_if(vt < 0)) };
        }
        if vt > 0 || t == c {
            return negated(both(!c, !e));
        }
        if vt < 0 || t == !c {
            return both(!c, e);
        }
        if ve > 0 || e == !c {
            return negated(both(c, !t));
        }
        if ve < 0 || e == c {
            return both(c, t);
        }
        let (c, t, e) = if c.is_negative() { (!c, e, t) } else { (c, t, e) };
        let flip = t.is_negative();
        Form::Gate(Kind::Choice, Inputs::Few([c, t.negate_if(flip), e.negate_if(flip)]), flip)
    }

    /// Makes a literal true that the gates force.
    fn fix(&mut self, lit: Lit, splits: &[Lit]) {
        if let Some(id) = self.confirm(&[lit], splits) {
            self.stats.congruent += 1;
            self.assign_unit(lit, id);
            self.propagate_fixed();
        }
    }

    /// Joins the classes of two literals.
    fn merge(&mut self, a: Lit, b: Lit, splits: &[Lit], closure: &mut Closure) {
        let (x, y) = (closure.find(a), closure.find(b));
        if x == y || self.val(x) != 0 || self.val(y) != 0 {
            return;
        }
        if x == !y {
            // The clauses are contradictory; one of the two facts is enough for the search to find that.
            self.fix(x, splits);
            return;
        }
        let ids = match (self.confirm(&[!x, y], splits), self.confirm(&[x, !y], splits)) {
            (Some(forth), Some(back)) => [forth, back],
            _ => return,
        };
        self.stats.congruent += 1;
        self.new_clause(&[!x, y], false, 0, ids[0]);
        self.new_clause(&[x, !y], false, 0, ids[1]);
        let uses = |l: Lit| closure.uses.len(l.var().positive());
        let (from, to) = if uses(x) <= uses(y) { (x, y) } else { (y, x) };
        closure.parent[from.code()] = to;
        closure.parent[(!from).code()] = !to;
        let before = closure.queue.len();
        closure.queue.extend_from_slice(closure.uses.list(from.var().positive()));
        closure.uses.retain(from.var().positive(), |_| false);
        for &gate in &closure.queue[before..] {
            closure.uses.push(to.var().positive(), gate);
        }
    }

    /// The number in the proof of a clause that follows from gates; 0 without a proof, `None` if propagation does not
    /// confirm it, with a case split on one of these literals where it is needed.
    fn confirm(&mut self, clause: &[Lit], splits: &[Lit]) -> Option<u32> {
        if !self.tracer.on() {
            return Some(0);
        }
        if let Some(id) = self.derive_by_propagation(clause) {
            return Some(id);
        }
        for &split in splits {
            if self.val(split) != 0 || clause.iter().any(|l| l.var() == split.var()) {
                continue;
            }
            let longer: Vec<Lit> = clause.iter().copied().chain(Some(split)).collect();
            if let Some(id) = self.derive_by_propagation(&longer) {
                let lemma = self.new_clause(&longer, true, longer.len(), id);
                let derived = self.derive_by_propagation(clause);
                self.remove_clause(lemma);
                if derived.is_some() {
                    return derived;
                }
            }
        }
        None
    }

    /// Derives a clause of open literals whose negation unit propagation refutes. Begins and ends at level 0.
    pub(super) fn derive_by_propagation(&mut self, clause: &[Lit]) -> Option<u32> {
        let mut conflict = None;
        for &l in clause {
            if self.val(l) == 0 {
                self.open_level();
                self.assign(!l, ClauseRef::NONE);
                conflict = self.propagate();
            }
            if conflict.is_some() || self.val(l) > 0 {
                break;
            }
        }
        // The first literal of the clause that became true: its reason is false if the clause is.
        let decided = self.trail.levels.first().copied().unwrap_or(self.trail.lits.len());
        let held = self.trail.lits[decided..].iter().copied().find(|l| clause.contains(l));
        let cause = held.map(|l| self.trail.data[l.var().index()].reason).or(conflict);
        let id = match cause {
            None => None,
            Some(cause) => {
                for &l in clause {
                    if self.val(l) < 0 || held == Some(l) {
                        self.analysis.marks[l.var().index()] |= mark::IN_CLAUSE;
                    }
                }
                self.collect_chain(cause);
                clause.iter().for_each(|l| self.analysis.marks[l.var().index()] = 0);
                Some(self.tracer.derive(clause))
            }
        };
        self.backtrack(0);
        id
    }
}

fn negated(form: Form) -> Form {
    match form {
        Form::Constant(value) => Form::Constant(!value),
        Form::Literal(lit) => Form::Literal(!lit),
        Form::Gate(kind, inputs, negated) => Form::Gate(kind, inputs, !negated),
    }
}
