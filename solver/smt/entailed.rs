//! Formulas simplified by what follows from the context in which they stand.
//!
//! As in `context.rs`, every member of a conjunction may take the others to be true. Here a solver is asked whether a
//! subformula follows from its context, or its negation does (as the tactic `ctx-solver-simplify` of Z3 does). Large
//! subformulas are asked about before their parts, and there are limits for questions and for the work on them.

use super::answer::Answer;
use super::options::SmtOptions;
use super::solver::Solver;
use crate::base::Budget;
use crate::solver::term::{Op, TermId, Terms};

/// Questions allowed. The limits of this search were chosen by hand; no measurement is recorded.
const MOST_QUESTIONS: usize = 600;
/// Work allowed for all of them.
const MOST_CONFLICTS: u64 = 500;
const MOST_PROPAGATIONS: u64 = 500_000;
/// Connectives that are looked through, one in the other.
const DEPTH: usize = 100;

/// An equivalent formula. It may have more nodes than before, where a shared subformula became different ones.
pub(super) fn simplify_by_entailment(terms: &mut Terms, formula: TermId, budget: &Budget) -> TermId {
    let mut solver = Solver::new(SmtOptions { justify: false, ..SmtOptions::incremental() });
    let limited = budget.clone().and_conflicts(MOST_CONFLICTS).and_propagations(MOST_PROPAGATIONS);
    solver.set_budget(limited);
    let mut entailed = Entailed { terms, solver, context: Vec::new(), questions: MOST_QUESTIONS };
    entailed.simplified(formula, DEPTH)
}

struct Entailed<'a> {
    terms: &'a mut Terms,
    solver: Solver,
    /// Formulas that hold here.
    context: Vec<TermId>,
    /// Questions left.
    questions: usize,
}

impl Entailed<'_> {
    /// Whether the formula follows from the context.
    fn follows(&mut self, formula: TermId) -> bool {
        if self.questions == 0 {
            return false;
        }
        self.questions -= 1;
        let negated = self.terms.not(formula);
        self.context.push(negated);
        let answer = self.solver.check(self.terms, &self.context);
        self.context.pop();
        if let Answer::Unknown(_) = answer {
            self.questions = 0;
        }
        answer == Answer::Unsat
    }

    fn simplified(&mut self, f: TermId, depth: usize) -> TermId {
        let (inner, negated) = self.terms.split_not(f);
        if depth == 0 || self.questions == 0 || inner == Terms::TRUE {
            return f;
        }
        if self.follows(f) {
            return Terms::TRUE;
        }
        let not_f = self.terms.not(f);
        if self.follows(not_f) {
            return Terms::FALSE;
        }
        let simpler = match self.terms.op(inner) {
            Op::And => self.conjunction(inner, depth),
            Op::Ite if self.terms.is_connective(inner) => {
                let [c, a, b] = [0, 1, 2].map(|i| self.terms.arg(inner, i));
                let c = self.simplified(c, depth - 1);
                let not_c = self.terms.not(c);
                let a = self.within(&[c], a, depth);
                let b = self.within(&[not_c], b, depth);
                self.terms.ite(c, a, b)
            }
            _ => inner,
        };
        if negated {
            self.terms.not(simpler)
        } else {
            simpler
        }
    }

    fn within(&mut self, facts: &[TermId], f: TermId, depth: usize) -> TermId {
        let mark = self.context.len();
        self.context.extend_from_slice(facts);
        let simpler = self.simplified(f, depth - 1);
        self.context.truncate(mark);
        simpler
    }

    fn conjunction(&mut self, f: TermId, depth: usize) -> TermId {
        let mut members = self.terms.args(f).to_vec();
        // Long members are the first to go.
        members.sort_by_key(|&m| std::cmp::Reverse(m));
        let mut at = 0;
        while at < members.len() {
            let member = members.remove(at);
            let simpler = self.within(&members.clone(), member, depth);
            if simpler == Terms::FALSE {
                return Terms::FALSE;
            }
            if simpler != Terms::TRUE {
                members.insert(at, simpler);
                at += 1;
            }
        }
        self.terms.and(&members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::term::Sort;

    #[test]
    fn members_that_follow_from_others_go() {
        let mut t = Terms::new();
        let [x, y] = ["x", "y"].map(|name| t.declare(name, Sort::BitVec(8)));
        let (five, nine) = (t.bv(5, 8), t.bv(9, 8));
        let (below_five, below_nine) = (t.bv_ult(x, five), t.bv_ult(x, nine));
        let (above, equal) = (t.bv_ult(nine, x), t.eq(x, y));
        let choice = t.or(&[above, equal]);
        let all = t.and(&[below_nine, below_five, choice]);
        let expected = t.and(&[below_five, equal]);
        assert_eq!(simplify_by_entailment(&mut t, all, &Budget::unlimited()), expected);
    }

    #[test]
    fn contradictions_and_valid_formulas_become_constants() {
        let mut t = Terms::new();
        let x = t.declare("x", Sort::Int);
        let (one, two) = (t.int(1), t.int(2));
        let (small, large) = (t.le(x, one), t.ge(x, two));
        let (both, either) = (t.and(&[small, large]), t.or(&[small, large]));
        assert_eq!(simplify_by_entailment(&mut t, both, &Budget::unlimited()), Terms::FALSE);
        assert_eq!(simplify_by_entailment(&mut t, either, &Budget::unlimited()), Terms::TRUE);
    }

    #[test]
    fn without_a_budget_nothing_changes() {
        let mut t = Terms::new();
        let [p, q, r] = ["p", "q", "r"].map(|name| t.declare(name, Sort::Bool));
        let (first, second) = (t.xor(p, q), t.xor(q, r));
        let third = t.xor(p, r);
        let all = t.and(&[first, second, third]);
        let none = Budget::unlimited().with_timeout(std::time::Duration::ZERO);
        assert_eq!(simplify_by_entailment(&mut t, all, &none), all);
    }
}
