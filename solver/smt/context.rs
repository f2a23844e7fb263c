//! Formulas simplified by the context in which they stand.
//!
//! Within a conjunction every member may take the others to be true: in `p and (q or (not p and r))` the second member
//! is `q`. This holds at any depth, and for disjunctions as negated conjunctions. A subformula that is used in several
//! places is simplified for each of them, so the work is limited by a number of steps.

use crate::base::HashMap;
use crate::solver::term::{Op, TermId, Terms};

/// Steps allowed, as a multiple of the number of nodes.
const STEPS: usize = 8;
/// Connectives that are looked through, one in the other.
const DEPTH: usize = 200;
/// Times that a conjunction is gone through, as long as new literals are found.
const ROUNDS: usize = 3;

/// An equivalent formula. It may have more nodes than before, where a shared subformula became different ones.
pub(super) fn simplify_in_context(terms: &mut Terms, formula: TermId) -> TermId {
    let nodes = terms.subterms_until(&[formula], |t| !terms.is_connective(t)).len();
    let mut context = Context { terms, facts: HashMap::default(), log: Vec::new(), steps: STEPS * nodes };
    context.simplified(formula, DEPTH)
}

struct Context<'a> {
    terms: &'a mut Terms,
    /// Formulas that are no negations: whether they are true here.
    facts: HashMap<TermId, bool>,
    /// The keys of `facts`, in the order of their learning.
    log: Vec<TermId>,
    /// Steps left.
    steps: usize,
}

impl Context<'_> {
    fn known(&self, t: TermId) -> Option<bool> {
        let (inner, negated) = self.terms.split_not(t);
        self.facts.get(&inner).map(|&value| value != negated)
    }

    fn learn(&mut self, t: TermId) {
        let (inner, negated) = self.terms.split_not(t);
        if self.facts.insert(inner, !negated).is_none() {
            self.log.push(inner);
        }
    }

    fn forget(&mut self, mark: usize) {
        for t in self.log.drain(mark..) {
            self.facts.remove(&t);
        }
    }

    fn is_literal(&self, t: TermId) -> bool {
        !self.terms.is_connective(self.terms.split_not(t).0)
    }

    /// The formula in the present context. The depth bounds the recursion.
    fn simplified(&mut self, t: TermId, depth: usize) -> TermId {
        if let Some(value) = self.known(t) {
            return self.terms.bool(value);
        }
        if self.is_literal(t) || depth == 0 || self.steps == 0 {
            return t;
        }
        self.steps -= 1;
        let (inner, negated) = self.terms.split_not(t);
        let args = self.terms.args(inner).to_vec();
        let new = match self.terms.op(inner) {
            Op::And => self.conjunction(args, depth - 1),
            Op::Ite => {
                let condition = self.simplified(args[0], depth - 1);
                let not_condition = self.terms.not(condition);
                let yes = self.simplified_under(condition, args[1], depth - 1);
                let no = self.simplified_under(not_condition, args[2], depth - 1);
                self.terms.ite(condition, yes, no)
            }
            _ => {
                let (a, b) = (self.simplified(args[0], depth - 1), self.simplified(args[1], depth - 1));
                self.terms.iff(a, b)
            }
        };
        if negated {
            self.terms.not(new)
        } else {
            new
        }
    }

    fn simplified_under(&mut self, fact: TermId, t: TermId, depth: usize) -> TermId {
        let mark = self.log.len();
        if self.known(fact).is_none() {
            self.learn(fact);
        }
        let new = self.simplified(t, depth);
        self.forget(mark);
        new
    }

    /// In each round literals are facts for all members, and a member that is no literal is one for those after it:
    /// if two of them were simplified by each other, both might vanish.
    fn conjunction(&mut self, members: Vec<TermId>, depth: usize) -> TermId {
        let start = self.log.len();
        let mut literals = Vec::new();
        let mut open = members;
        for _ in 0..ROUNDS {
            let before = literals.len();
            let mut others = Vec::with_capacity(open.len());
            for m in open {
                if self.is_literal(m) {
                    match self.known(m) {
                        Some(true) => {}
                        Some(false) => {
                            self.forget(start);
                            return Terms::FALSE;
                        }
                        None => {
                            self.learn(m);
                            literals.push(m);
                        }
                    }
                } else {
                    others.push(m);
                }
            }
            open = others;
            if literals.len() == before {
                break;
            }
            let mark = self.log.len();
            let mut next = Vec::with_capacity(open.len());
            for m in open {
                let new = self.simplified(m, depth);
                if new == Terms::FALSE {
                    self.forget(start);
                    return Terms::FALSE;
                }
                if new == Terms::TRUE {
                    continue;
                }
                if self.terms.op(new) == Op::And {
                    next.extend_from_slice(self.terms.args(new));
                } else {
                    next.push(new);
                }
                if self.known(m).is_none() {
                    self.learn(m);
                }
            }
            self.forget(mark);
            open = next;
        }
        self.forget(start);
        literals.extend(open);
        self.terms.and(&literals)
    }
}
