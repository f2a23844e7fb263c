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

use super::arena::ClauseRef;
use super::effort::Effort;
use super::gates::Kind;
use super::solver::Solver;
use super::state::mark;
use super::theory::Theory;
use crate::base::{HashMap, Limit, Lit};

struct Gate {
    kind: Kind,
    output: Lit,
    inputs: Vec<Lit>,
}

/// The normal form of a gate.
enum Form {
    /// The output has this value whatever the inputs are.
    Constant(bool),
    /// The output is this literal.
    Literal(Lit),
    /// The output, or its negation, is this gate.
    Gate(Kind, Vec<Lit>, bool),
}

/// The classes of literals known to be equal, and the gates.
pub(super) struct Closure {
    gates: Vec<Gate>,
    /// By variable: gates with an input of its class; complete for representatives.
    uses: Vec<Vec<u32>>,
    /// By literal: a literal of the same class that is nearer to the representative.
    parent: Vec<Lit>,
    table: HashMap<(Kind, Vec<Lit>), (Lit, u32)>,
    queue: Vec<u32>,
}

impl Closure {
    fn find(&mut self, lit: Lit) -> Lit {
        let mut root = lit;
        while self.parent[root.code()] != root {
            root = self.parent[root.code()];
        }
        let mut at = lit;
        while self.parent[at.code()] != root {
            let next = self.parent[at.code()];
            self.parent[at.code()] = root;
            self.parent[(!at).code()] = !root;
            at = next;
        }
        root
    }

    pub fn add(&mut self, kind: Kind, output: Lit, inputs: Vec<Lit>) {
        let number = self.gates.len() as u32;
        for l in &inputs {
            self.uses[l.var().index()].push(number);
        }
        self.gates.push(Gate { kind, output, inputs });
        self.queue.push(number);
    }
}

impl<T: Theory> Solver<T> {
    /// One pass. Adds binary clauses between equal literals, and leaves level 0 to be propagated. The result is
    /// whether any were found.
    pub(super) fn close_congruences(&mut self, effort: &mut Effort) -> Result<bool, Limit> {
        debug_assert!(self.level() == 0 && self.trail.head == self.trail.lits.len());
        let mut closure = Closure {
            gates: Vec::new(),
            uses: vec![Vec::new(); self.vars.len()],
            parent: (0..2 * self.vars.len()).map(|code| Lit::from_word(code as u32)).collect(),
            table: HashMap::default(),
            queue: Vec::new(),
        };
        let before = self.stats.congruent;
        if self.find_conjunctions(&mut closure, effort)? {
            self.find_choices(&mut closure, effort)?;
        }
        // The first gates in the formula are the first to be looked at.
        closure.queue.reverse();
        while let Some(number) = closure.queue.pop() {
            let work = self.visit(number, &mut closure);
            if !self.consistent || !self.work(effort, work)? {
                break;
            }
        }
        Ok(self.stats.congruent > before)
    }

    /// Looks at a gate: merges its output with that of an equal gate, or with an input. The result is the work.
    fn visit(&mut self, number: u32, closure: &mut Closure) -> usize {
        let (kind, output) = (closure.gates[number as usize].kind, closure.gates[number as usize].output);
        let inputs = closure.gates[number as usize].inputs.clone();
        let work = 1 + inputs.len();
        if self.val(output) != 0 {
            return work;
        }
        let mut classes: Vec<Lit> = inputs.iter().map(|&l| closure.find(l)).collect();
        let form = match kind {
            Kind::And => self.normal_conjunction(&mut classes),
            Kind::Xor => self.normal_parity(classes[0], classes[1]),
            Kind::Choice => self.normal_choice(classes[0], classes[1], classes[2]),
        };
        let splits: &[Lit] = if kind == Kind::And { &[] } else { &inputs };
        let spent = self.stats.propagations;
        match form {
            Form::Constant(value) => {
                let fact = output.negate_if(!value);
                self.fix(fact, splits);
            }
            Form::Literal(lit) => self.merge(output, lit, splits, closure),
            Form::Gate(kind, inputs, negated) => {
                let output = output.negate_if(negated);
                let (first, other) = *closure.table.entry((kind, inputs)).or_insert((output, number));
                if other != number {
                    let more = closure.gates[other as usize].inputs.clone();
                    let all: Vec<Lit> = splits.iter().copied().chain(more).collect();
                    let is_and = closure.gates[other as usize].kind == Kind::And;
                    let splits = if splits.is_empty() && is_and { &[][..] } else { &all[..] };
                    self.merge(output, first, splits, closure);
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
            _ => Form::Gate(Kind::And, std::mem::take(inputs), false),
        }
    }

    fn normal_parity(&self, a: Lit, b: Lit) -> Form {
        match (self.val(a), self.val(b)) {
            (0, 0) if a == b => Form::Constant(false),
            (0, 0) if a == !b => Form::Constant(true),
            (0, 0) => {
                let negated = a.is_negative() != b.is_negative();
                let (x, y) = (a.var().positive(), b.var().positive());
                Form::Gate(Kind::Xor, vec![x.min(y), x.max(y)], negated)
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
        Form::Gate(Kind::Choice, vec![c, t.negate_if(flip), e.negate_if(flip)], flip)
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
        let (few, many) = (x.var().index(), y.var().index());
        let (from, to) = if closure.uses[few].len() <= closure.uses[many].len() { (x, y) } else { (y, x) };
        closure.parent[from.code()] = to;
        closure.parent[(!from).code()] = !to;
        let moved = std::mem::take(&mut closure.uses[from.var().index()]);
        closure.queue.extend_from_slice(&moved);
        closure.uses[to.var().index()].extend(moved);
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
