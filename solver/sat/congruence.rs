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
use super::solver::Solver;
use super::state::mark;
use super::theory::Theory;
use crate::base::{HashMap, HashSet, Limit, Lit};

/// Conjunctions of more inputs are not looked for.
const INPUT_LIMIT: usize = 50;
/// Literals with more clauses of the kind are not taken for outputs.
const OUTPUT_LIMIT: usize = 200;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    /// The output is the conjunction of the inputs.
    And,
    /// The output is true if exactly one of two inputs is.
    Xor,
    /// If the first input is true the output is the second, else the third.
    Choice,
}

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
struct Closure {
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

    fn add(&mut self, kind: Kind, output: Lit, inputs: Vec<Lit>) {
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

    /// Finds the conjunctions; the result is whether the effort allows more.
    fn find_conjunctions(&mut self, closure: &mut Closure, effort: &mut Effort) -> Result<bool, Limit> {
        let mut occurrences: Vec<(Lit, ClauseRef)> = Vec::new();
        for c in self.db.arena.iter().filter(|&c| !self.db.arena.is_redundant(c)) {
            let lits = self.db.arena.lits(c);
            if lits.len() > 2 && lits.len() <= INPUT_LIMIT + 1 && !self.is_temporary(lits) {
                occurrences.extend(lits.iter().map(|&l| (l, c)));
            }
        }
        occurrences.sort_by_key(|o| o.0);
        let mut from = 0;
        while from < occurrences.len() {
            let output = occurrences[from].0;
            let count = occurrences[from..].iter().take_while(|o| o.0 == output).count();
            let group = &occurrences[from..from + count];
            from += count;
            let work = 1 + self.conjunctions_of(output, group, closure);
            if !self.work(effort, work)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn conjunctions_of(&mut self, output: Lit, group: &[(Lit, ClauseRef)], closure: &mut Closure) -> usize {
        // A clause `!output | i` is watched by `!output`, with `i` for its blocker.
        let list = self.db.watches.list(!output);
        let binary = || list.iter().filter(|w| w.is_binary());
        if group.len() > OUTPUT_LIMIT || binary().nth(1).is_none() {
            return list.len();
        }
        let sign = |l: Lit| 1 + l.is_negative() as u8;
        for w in binary() {
            self.analysis.marks[w.blocker.var().index()] |= sign(w.blocker);
        }
        let mut work = list.len();
        for &(_, c) in group {
            let lits = self.db.arena.lits(c);
            work += lits.len();
            let implied = |l: Lit| self.analysis.marks[l.var().index()] & sign(l) != 0;
            if lits.iter().all(|&l| l == output || implied(!l)) {
                let inputs = lits.iter().filter(|&&l| l != output).map(|&l| !l).collect();
                closure.add(Kind::And, output, inputs);
            }
        }
        for w in binary() {
            self.analysis.marks[w.blocker.var().index()] = 0;
        }
        work
    }

    fn find_choices(&mut self, closure: &mut Closure, effort: &mut Effort) -> Result<(), Limit> {
        let mut ternaries: HashSet<[Lit; 3]> = HashSet::default();
        let mut by_output: Vec<(Lit, [Lit; 2])> = Vec::new();
        for c in self.db.arena.iter().filter(|&c| !self.db.arena.is_redundant(c)) {
            if let &[x, y, z] = self.db.arena.lits(c) {
                if !self.is_temporary(&[x, y, z]) {
                    ternaries.insert(sorted([x, y, z]));
                    by_output.extend([(x, [y, z]), (y, [x, z]), (z, [x, y])]);
                }
            }
        }
        by_output.retain(|o| o.0.is_negative());
        by_output.sort_unstable();
        let mut from = 0;
        while from < by_output.len() {
            let output = !by_output[from].0;
            let count = by_output[from..].iter().take_while(|o| o.0 == !output).count();
            let group = &by_output[from..from + count];
            from += count;
            if count < 2 || count > OUTPUT_LIMIT {
                continue;
            }
            let work = choices_of(output, group, &ternaries, closure);
            if !self.work(effort, work)? {
                break;
            }
        }
        Ok(())
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

fn sorted(mut lits: [Lit; 3]) -> [Lit; 3] {
    lits.sort_unstable();
    lits
}

fn negated(form: Form) -> Form {
    match form {
        Form::Constant(value) => Form::Constant(!value),
        Form::Literal(lit) => Form::Literal(!lit),
        Form::Gate(kind, inputs, negated) => Form::Gate(kind, inputs, !negated),
    }
}

/// The choices with this output: `group` has the rests of the ternary clauses with its negation.
fn choices_of(
    output: Lit,
    group: &[(Lit, [Lit; 2])],
    ternaries: &HashSet<[Lit; 3]>,
    closure: &mut Closure,
) -> usize {
    let mut work = 0;
    for (i, &(_, first)) in group.iter().enumerate() {
        for &(_, second) in &group[i + 1..] {
            work += 1;
            for (condition, then) in [(first[0], first[1]), (first[1], first[0])] {
                // `!output | !c | t` and `!output | c | e`, where `condition` is `!c`.
                let otherwise = match second {
                    [x, e] if x == !condition => e,
                    [e, x] if x == !condition => e,
                    _ => continue,
                };
                let there = |clause| ternaries.contains(&sorted(clause));
                work += 2;
                if then.var() != otherwise.var() || then == !otherwise {
                    if there([output, condition, !then]) && there([output, !condition, !otherwise]) {
                        let kind = if then == !otherwise { Kind::Xor } else { Kind::Choice };
                        let c = !condition;
                        let inputs = match kind {
                            // c ? t : !t is true if exactly one of c and !t is.
                            Kind::Xor => vec![c, otherwise],
                            Kind::And | Kind::Choice => vec![c, then, otherwise],
                        };
                        closure.add(kind, output, inputs);
                    }
                }
            }
        }
    }
    work
}
