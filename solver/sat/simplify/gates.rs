//! The gates behind the clauses.
//!
//! A circuit that was written as clauses has lost its gates, but they can be seen (Ostrowski, Grégoire, Mazure, Saïs,
//! CP 2002; Eén and Biere, SAT 2005): a conjunction is one long clause and a binary clause for each of its inputs, a
//! choice is four ternary clauses. Every clause is tried with each of its literals as output, so the same clauses may
//! give several gates, all of which are true.

use super::effort::Effort;
use crate::base::{HashMap, HashSet, Limit, Lit};
use crate::solver::sat::arena::ClauseRef;
use crate::solver::sat::lists::Lists;
use crate::solver::sat::solver::Solver;
use crate::solver::sat::theory::Theory;

/// Conjunctions of more inputs are not looked for.
const INPUT_LIMIT: usize = 50;
/// Literals with more clauses of the kind are not taken for outputs.
const OUTPUT_LIMIT: usize = 200;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    /// The output is the conjunction of the inputs.
    And,
    /// The output is true if exactly one of two inputs is.
    Xor,
    /// If the first input is true the output is the second, else the third.
    Choice,
}

#[derive(Clone, Copy)]
pub(super) struct Gate {
    pub kind: Kind,
    pub output: Lit,
    /// Begin and end of the inputs in [`Closure::lits`].
    inputs: (u32, u32),
}

/// The inputs of a gate in normal form.
pub(super) enum Inputs {
    /// Two or three; the last of two stands here twice, as no normal form has it.
    Few([Lit; 3]),
    Many(Vec<Lit>),
}

impl Inputs {
    /// The inputs in this list, which may be taken away.
    pub fn of(lits: &mut Vec<Lit>) -> Inputs {
        match lits[..] {
            [a, b] => Inputs::Few([a, b, b]),
            [a, b, c] => Inputs::Few([a, b, c]),
            _ => Inputs::Many(std::mem::take(lits)),
        }
    }
}

/// The classes of literals known to be equal, and the gates. Formulas have hundreds of thousands of gates, so none has
/// a list of its own.
pub(super) struct Closure {
    pub gates: Vec<Gate>,
    /// The inputs of all gates, one gate after the other.
    lits: Vec<Lit>,
    /// By the positive literal of a variable: gates with an input of its class; complete for representatives.
    pub uses: Lists<u32>,
    /// By literal: a literal of the same class that is nearer to the representative.
    pub parent: Vec<Lit>,
    few: HashMap<(Kind, [Lit; 3]), (Lit, u32)>,
    many: HashMap<(Kind, Vec<Lit>), (Lit, u32)>,
    pub queue: Vec<u32>,
}

impl Closure {
    /// A closure without gates, over `vars` variables.
    pub fn new(vars: usize) -> Closure {
        Closure {
            gates: Vec::new(),
            lits: Vec::new(),
            uses: Lists::new(2 * vars),
            parent: (0..2 * vars).map(|code| Lit::from_word(code as u32)).collect(),
            few: HashMap::default(),
            many: HashMap::default(),
            queue: Vec::new(),
        }
    }

    pub fn inputs(&self, number: u32) -> &[Lit] {
        let (from, to) = self.gates[number as usize].inputs;
        &self.lits[from as usize..to as usize]
    }

    /// The output and the number of the gate that was the first with this normal form; of this gate if there was none.
    pub fn first(&mut self, kind: Kind, inputs: Inputs, output: Lit, number: u32) -> (Lit, u32) {
        match inputs {
            Inputs::Few(lits) => *self.few.entry((kind, lits)).or_insert((output, number)),
            Inputs::Many(lits) => *self.many.entry((kind, lits)).or_insert((output, number)),
        }
    }

    /// The representative of a literal's class.
    pub fn find(&mut self, lit: Lit) -> Lit {
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

    pub fn add(&mut self, kind: Kind, output: Lit, inputs: impl Iterator<Item = Lit>) {
        let number = self.gates.len() as u32;
        let from = self.lits.len();
        self.lits.extend(inputs);
        for l in &self.lits[from..] {
            self.uses.push(l.var().positive(), number);
        }
        self.gates.push(Gate { kind, output, inputs: (from as u32, self.lits.len() as u32) });
        self.queue.push(number);
    }
}

impl<T: Theory> Solver<T> {
    /// Finds the conjunctions; the result is whether the effort allows more.
    pub(super) fn find_conjunctions(
        &mut self,
        closure: &mut Closure,
        effort: &mut Effort,
    ) -> Result<bool, Limit> {
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
                let inputs = lits.iter().filter(|&&l| l != output).map(|&l| !l);
                closure.add(Kind::And, output, inputs);
            }
        }
        for w in binary() {
            self.analysis.marks[w.blocker.var().index()] = 0;
        }
        work
    }

    pub(super) fn find_choices(&mut self, closure: &mut Closure, effort: &mut Effort) -> Result<(), Limit> {
        let clauses = || self.db.arena.iter().filter(|&c| !self.db.arena.is_redundant(c));
        let count = clauses().filter(|&c| self.db.arena.size(c) == 3).count();
        let mut ternaries: HashSet<[Lit; 3]> = HashSet::with_capacity_and_hasher(count, Default::default());
        let mut by_output: Vec<(Lit, [Lit; 2])> = Vec::new();
        for c in clauses() {
            if let &[x, y, z] = self.db.arena.lits(c) {
                if !self.is_temporary(&[x, y, z]) {
                    ternaries.insert(sorted([x, y, z]));
                    let each = [(x, [y, z]), (y, [x, z]), (z, [x, y])];
                    by_output.extend(each.iter().filter(|o| o.0.is_negative()));
                }
            }
        }
        by_output.sort_unstable();
        let mut from = 0;
        while from < by_output.len() {
            let output = !by_output[from].0;
            let count = by_output[from..].iter().take_while(|o| o.0 == !output).count();
            let group = &by_output[from..from + count];
            from += count;
            if !(2..=OUTPUT_LIMIT).contains(&count) {
                continue;
            }
            let work = choices_of(output, group, &ternaries, closure);
            if !self.work(effort, work)? {
                break;
            }
        }
        Ok(())
    }
}

fn sorted(mut lits: [Lit; 3]) -> [Lit; 3] {
    lits.sort_unstable();
    lits
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
                if then == otherwise || !there([output, condition, !then]) {
                    continue;
                }
                if there([output, !condition, !otherwise]) {
                    let kind = if then == !otherwise { Kind::Xor } else { Kind::Choice };
                    let c = !condition;
                    // c ? t : !t is true if exactly one of c and !t is.
                    let then = Some(then).filter(|_| kind == Kind::Choice);
                    closure.add(kind, output, [Some(c), then, Some(otherwise)].into_iter().flatten());
                }
            }
        }
    }
    work
}
