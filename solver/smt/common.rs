//! Equalities that all cases of a formula have in common.
//!
//! In `(x = y and y = z) or (x = u and u = z)` both cases say `x = z`, by different ways. A chain of such formulas has
//! exponentially many ways from its begin to its end, and a search that excludes them one by one takes as long. So what
//! all cases say is asserted beside the formula: each formula has the partition of terms that it makes equal, a
//! conjunction joins those of its parts, and a disjunction keeps the pairs that are in all of them (an abstract
//! interpretation by equalities).
//!
//! Only equalities of declared sorts, arrays and datatypes count, and congruence is not looked at.

use crate::base::{HashMap, HashSet};
use crate::solver::term::{Family, Op, TermId, Terms};

/// Entries of all partitions of a formula, at most.
const MOST_ENTRIES: usize = 1_000_000;

/// Terms with a member of their class, the same for all of it; a term that is alone has no entry.
type Partition = HashMap<TermId, TermId>;

/// Equalities that follow from a formula because all cases of a disjunction in it say them.
pub(super) fn common_equalities(terms: &mut Terms, formula: TermId) -> Vec<TermId> {
    if !terms.has_declared_sorts() {
        return Vec::new();
    }
    let mut order = terms.subterms_until(&[formula], |t| !matches!(terms.op(t), Op::And | Op::Not));
    let is_equality =
        |t: TermId| terms.op(t) == Op::Eq && terms.sort(terms.arg(t, 0)).family() == Family::Opaque;
    if !order.iter().any(|&t| is_equality(t)) {
        return Vec::new();
    }
    // The facts that a formula says, and those of its negation.
    let mut known: HashMap<TermId, [Partition; 2]> = HashMap::default();
    let mut entries = 0;
    for &t in &order {
        let said = match terms.op(t) {
            Op::Eq if is_equality(t) => {
                let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
                [[(a, a), (b, a)].into_iter().collect(), Partition::default()]
            }
            Op::Not => {
                let [yes, no] = known[&terms.arg(t, 0)].clone();
                [no, yes]
            }
            Op::And => {
                let args = terms.args(t);
                let mut none = known[&args[0]][1].clone();
                args[1..].iter().for_each(|a| none = met(&none, &known[a][1]));
                [joined(args.iter().map(|a| &known[a][0])), none]
            }
            _ => Default::default(),
        };
        entries += said[0].len() + said[1].len();
        if entries > MOST_ENTRIES {
            return Vec::new();
        }
        known.insert(t, said);
    }
    // The disjunctions that hold with the formula.
    let parts: HashSet<TermId> = match terms.op(formula) {
        Op::And => terms.args(formula).iter().copied().collect(),
        _ => [formula].into_iter().collect(),
    };
    order.retain(|t| parts.contains(t));
    let disjunctions = order.into_iter().filter(|&t| {
        let (inner, negated) = terms.split_not(t);
        negated && terms.op(inner) == Op::And
    });
    let mut pairs: Vec<(TermId, TermId)> = disjunctions
        .flat_map(|t| known[&t][0].iter().map(|(&a, &b)| (a, b)))
        .filter(|(a, b)| a != b)
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs.into_iter().map(|(a, b)| terms.eq(a, b)).collect()
}

/// The partition that all of these say together.
fn joined<'a>(parts: impl Iterator<Item = &'a Partition>) -> Partition {
    let mut parents = Partition::default();
    for (&a, &b) in parts.flatten() {
        let (a, b) = (top(&parents, a), top(&parents, b));
        parents.insert(a.max(b), a.min(b));
        parents.insert(a.min(b), a.min(b));
    }
    let members: Vec<TermId> = parents.keys().copied().collect();
    members.into_iter().map(|t| (t, top(&parents, t))).collect()
}

fn top(parents: &Partition, mut t: TermId) -> TermId {
    while let Some(&next) = parents.get(&t).filter(|&&next| next != t) {
        t = next;
    }
    t
}

/// The partition that both say.
fn met(a: &Partition, b: &Partition) -> Partition {
    let mut groups: HashMap<(TermId, TermId), Vec<TermId>> = HashMap::default();
    for (t, in_a) in a {
        if let Some(in_b) = b.get(t) {
            groups.entry((*in_a, *in_b)).or_default().push(*t);
        }
    }
    let mut both = Partition::default();
    for group in groups.into_values().filter(|group| group.len() > 1) {
        let least = group.iter().copied().min();
        both.extend(group.into_iter().filter_map(|t| Some((t, least?))));
    }
    both
}

#[cfg(test)]
mod tests {
    use super::common_equalities;
    use crate::solver::smt::{Answer, Solver};
    use crate::solver::term::{TermId, Terms};

    #[test]
    fn both_ways_of_a_diamond_have_the_same_ends() {
        let mut terms = Terms::new();
        let sort = terms.declare_sort("S");
        let x: Vec<TermId> = (0..60).map(|i| terms.declare(&format!("x{}", i), sort)).collect();
        let mut solver = Solver::default();
        for i in 0..19 {
            let [a, b, c, d] = [3 * i, 3 * i + 1, 3 * i + 2, 3 * i + 3].map(|i| x[i]);
            let [ab, bd, ac, cd] = [(a, b), (b, d), (a, c), (c, d)].map(|(s, t)| terms.eq(s, t));
            let (left, right) = (terms.and(&[ab, bd]), terms.and(&[ac, cd]));
            let diamond = terms.or(&[left, right]);
            let ends = terms.eq(a, d);
            assert_eq!(common_equalities(&mut terms, diamond), [ends]);
            assert_eq!(common_equalities(&mut terms, left), []);
            solver.assert(&mut terms, diamond);
        }
        let ends = terms.eq(x[0], x[57]);
        let apart = terms.not(ends);
        assert_eq!(solver.check(&mut terms, &[apart]), Answer::Unsat);
    }
}
