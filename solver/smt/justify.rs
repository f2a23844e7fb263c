//! Decisions that justify: an assignment need not be complete.
//!
//! The clauses of a formula have a model as soon as enough of them is *justified*: of a disjunction one true member, of
//! a conditional the condition and the branch taken. Comparisons in other branches may be left open, and then no bound
//! of theirs comes in the way of the others. For the transition relation of a program this is nearly everything: one
//! location's step is looked at, and the steps of all other locations are not (justification heuristics of circuit SAT
//! solvers, Järvisalo and Junttila 2009; relevancy in SMT solvers, de Moura and Bjørner 2007).
//!
//! The encoder notes the definition of each literal: a literal that is true is justified if its definition is, and a
//! literal without definition is a leaf, justified once it has a value. The *roots* are the clauses asserted, and the
//! assumptions and temporary clauses of the present question. [`Justifier::choose`] walks from the roots to the first
//! place that lacks a decision, and says that there is none if all roots are justified. Among the members of a
//! disjunction that are open it prefers the one that the SAT core's order of decisions has first.
//!
//! Justified stays justified until the SAT core takes back an assignment on which it rests, so the literals found
//! justified are on a trail with the levels of the core, and the walk goes on where it was. After the answer sat they
//! are known to be true in the model. All other connectives that have values may have them for no good reason, since
//! their members were not looked at.
//!
//! A solver with scopes, or with products whose circuits wait, decides every variable.

use crate::base::Lit;
use crate::solver::sat::{Choice, Open};

/// The definition of a literal: what else has to be true for it to be true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Nothing.
    Leaf,
    /// All members.
    All,
    /// One member.
    Any,
    /// The first member and the second, or the third and not the first.
    Choice,
    /// Every member has a value, no matter which.
    Values,
}

#[derive(Clone, Copy)]
struct Node {
    kind: Kind,
    start: u32,
    end: u32,
    /// It is on the trail.
    justified: bool,
}

const LEAF: Node = Node { kind: Kind::Leaf, start: 0, end: 0, justified: false };

/// Conflicts in one query after which all variables are decided, in the SAT core's own order.
const PATIENCE: u64 = 2_000;

/// The definitions, the roots, and how far the walk has come.
#[derive(Clone, Default)]
pub(super) struct Justifier {
    on: bool,
    /// By literal code.
    nodes: Vec<Node>,
    members: Vec<Lit>,
    /// The ends of the asserted clauses in `root_lits`.
    root_ends: Vec<u32>,
    root_lits: Vec<Lit>,
    /// The ends of the clauses of the present question in `query_lits`.
    query_ends: Vec<u32>,
    query_lits: Vec<Lit>,
    /// The number of roots found justified.
    done: usize,
    /// Literals found justified, in order.
    trail: Vec<Lit>,
    /// The number of roots and the length of the trail when each level was opened.
    levels: Vec<(usize, usize)>,
    /// Literals that the present root depends on, each with the number of its members found justified.
    stack: Vec<(Lit, u32)>,
    /// Times that the SAT core went back in the present question.
    conflicts: u64,
}

/// The state of a literal that is true, as far as one look shows.
enum Look {
    Justified,
    Decide(Choice),
    /// It depends on this literal, which is true.
    On(Lit),
}

impl Justifier {
    /// Switches justification on, for a solver without clauses.
    pub fn start(&mut self) {
        self.on = true;
    }

    /// From now on all variables are decided.
    pub fn stop(&mut self) {
        *self = Justifier::default();
    }

    /// Notes a definition.
    pub fn define(&mut self, lit: Lit, kind: Kind, members: &[Lit]) {
        if !self.on {
            return;
        }
        if self.nodes.len() <= lit.code() {
            self.nodes.resize(lit.code() + 1, LEAF);
        }
        let start = self.members.len() as u32;
        self.members.extend_from_slice(members);
        self.nodes[lit.code()] = Node { kind, start, end: self.members.len() as u32, justified: false };
    }

    /// Notes an asserted clause.
    pub fn assert(&mut self, clause: &[Lit]) {
        if self.on {
            self.root_lits.extend_from_slice(clause);
            self.root_ends.push(self.root_lits.len() as u32);
        }
    }

    /// A new question begins.
    pub fn begin(&mut self) {
        self.query_ends.clear();
        self.query_lits.clear();
        self.conflicts = 0;
        // The core still is where the question before has left it.
        self.levels.iter_mut().for_each(|level| *level = (0, 0));
        self.undo_to(0, 0);
    }

    fn undo_to(&mut self, done: usize, trail: usize) {
        self.done = done;
        for lit in self.trail.drain(trail..) {
            self.nodes[lit.code()].justified = false;
        }
        self.stack.clear();
    }

    /// A clause of the present question; an assumption is one with one literal.
    pub fn demand(&mut self, clause: &[Lit]) {
        if self.on {
            self.query_lits.extend_from_slice(clause);
            self.query_ends.push(self.query_lits.len() as u32);
        }
    }

    pub fn new_level(&mut self) {
        self.levels.push((self.done, self.trail.len()));
    }

    pub fn backtrack(&mut self, level: usize) {
        if let Some(&(done, trail)) = self.levels.get(level) {
            self.levels.truncate(level);
            self.undo_to(done, trail);
        }
        self.conflicts += 1;
    }

    /// Whether a literal that is true is known to be true in the model.
    pub fn is_shown(&self, lit: Lit) -> bool {
        !self.on || self.is_justified(lit)
    }

    /// The next decision.
    pub fn choose(&mut self, open: &Open<'_>) -> Choice {
        if !self.on || self.conflicts > PATIENCE {
            return Choice::Any;
        }
        if let Some(choice) = self.go_on(open) {
            return choice;
        }
        let asserted = self.root_ends.len();
        while self.done < asserted + self.query_ends.len() {
            let clause = match self.done.checked_sub(asserted) {
                None => &self.root_lits[range(&self.root_ends, self.done)],
                Some(i) => &self.query_lits[range(&self.query_ends, i)],
            };
            match self.look_at_clause(clause, open) {
                Look::Justified => self.done += 1,
                Look::Decide(choice) => return choice,
                Look::On(lit) => {
                    self.stack.push((lit, 0));
                    if let Some(choice) = self.go_on(open) {
                        return choice;
                    }
                }
            }
        }
        Choice::Enough
    }

    fn node(&self, lit: Lit) -> Node {
        self.nodes.get(lit.code()).copied().unwrap_or(LEAF)
    }

    fn is_justified(&self, lit: Lit) -> bool {
        let node = self.node(lit);
        node.kind == Kind::Leaf || node.justified
    }

    /// A clause that is to be justified by one of its literals.
    fn look_at_clause(&self, clause: &[Lit], open: &Open<'_>) -> Look {
        let mut on = None;
        let mut best = None;
        for &l in clause {
            match open.value(l) {
                0 if best.map_or(true, |b: Lit| open.is_before(l.var(), b.var())) => best = Some(l),
                v if v > 0 => {
                    if self.is_justified(l) {
                        return Look::Justified;
                    }
                    on = on.or(Some(l));
                }
                _ => {}
            }
        }
        match (on, best) {
            (Some(l), _) => Look::On(l),
            (None, Some(l)) => Look::Decide(Choice::Literal(l)),
            // The SAT core has not propagated yet, or the clause is true for good.
            (None, None) => Look::Justified,
        }
    }

    /// A literal that is true, from its member number `from` on; returns the place to go on from, too.
    fn look_at(&self, lit: Lit, from: u32, open: &Open<'_>) -> (Look, u32) {
        let node = self.node(lit);
        let members = &self.members[node.start as usize..node.end as usize];
        match node.kind {
            Kind::Leaf => (Look::Justified, 0),
            Kind::Any => (self.look_at_clause(members, open), 0),
            Kind::All | Kind::Values => {
                for (i, &l) in members.iter().enumerate().skip(from as usize) {
                    let lit = match open.value(l) {
                        0 if node.kind == Kind::All => return (Look::Decide(Choice::Literal(l)), i as u32),
                        0 => return (Look::Decide(Choice::Variable(l.var())), i as u32),
                        v => l.negate_if(v < 0),
                    };
                    if !self.is_justified(lit) {
                        return (Look::On(lit), i as u32);
                    }
                }
                (Look::Justified, 0)
            }
            Kind::Choice => {
                let (c, a, b) = (members[0], members[1], members[2]);
                let value = open.value(c);
                if value == 0 {
                    return (Look::Decide(Choice::Variable(c.var())), 0);
                }
                let branch = if value > 0 { a } else { b };
                for l in [c.negate_if(value < 0), branch] {
                    if open.value(l) == 0 {
                        return (Look::Decide(Choice::Literal(l)), 0);
                    }
                    if !self.is_justified(l) {
                        return (Look::On(l), 0);
                    }
                }
                (Look::Justified, 0)
            }
        }
    }

    /// Walks on from the top of the stack until a decision is found; `None` if everything on it is justified.
    fn go_on(&mut self, open: &Open<'_>) -> Option<Choice> {
        while let Some(&(lit, from)) = self.stack.last() {
            let (look, at) = self.look_at(lit, from, open);
            if let Some(top) = self.stack.last_mut() {
                top.1 = at;
            }
            match look {
                Look::Justified => {
                    self.nodes[lit.code()].justified = true;
                    self.trail.push(lit);
                    self.stack.pop();
                }
                Look::Decide(choice) => return Some(choice),
                Look::On(member) => self.stack.push((member, 0)),
            }
        }
        None
    }
}

fn range(ends: &[u32], i: usize) -> std::ops::Range<usize> {
    (if i == 0 { 0 } else { ends[i - 1] as usize })..ends[i] as usize
}
