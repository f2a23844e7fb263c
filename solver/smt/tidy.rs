//! Shorter formulas that say the same.
//!
//! Interpolants and projections are put together from many small ones, which leaves conjunctions within conjunctions
//! and members that others make superfluous. Here these are removed, without search: repetitions, absorbed members
//! (`p or q` beside `p`), decided members (`not p` in `not p or q` beside `p`), and weaker bounds beside stronger
//! ones. Disjunctions are negated conjunctions, so all of this holds for them, too. Then formulas within formulas are
//! simplified by the members around them (`context.rs`). Neighbouring bits of a word become a part of it. The result
//! has no new symbol.

use super::context::simplify_in_context;
use super::join_bits::join_bits;
use crate::base::HashMap;
use crate::solver::term::{Op, TermId, Terms};
use crate::theories::num::Rational;

/// Conjunctions that are used more than once are merged into the conjunction around them if they are no longer than
/// this.
const SHORT: usize = 8;
/// Disjunctions are not compared with each other if there are more of them than this.
const MOST_COMPARED: usize = 200;
/// Times that a formula is simplified in its contexts, as long as it becomes smaller.
const MOST_ROUNDS: usize = 3;

/// An equivalent formula without superfluous members of conjunctions and disjunctions.
pub fn tidy(terms: &mut Terms, formula: TermId) -> TermId {
    let mut best = without_superfluous(terms, formula);
    let mut size = connectives(terms, best);
    for _ in 0..MOST_ROUNDS {
        let simpler = simplify_in_context(terms, best);
        let simpler = without_superfluous(terms, simpler);
        let smaller = connectives(terms, simpler);
        if smaller >= size {
            break;
        }
        best = simpler;
        size = smaller;
    }
    join_bits(terms, best)
}

/// The size as a graph of connectives and atoms: nodes and edges.
fn connectives(terms: &Terms, formula: TermId) -> usize {
    let nodes = terms.subterms_until(&[formula], |t| !terms.is_connective(t));
    nodes.iter().map(|&t| if terms.is_connective(t) { 1 + terms.args(t).len() } else { 1 }).sum()
}

/// As [`tidy`], one conjunction at a time and bits left alone.
fn without_superfluous(terms: &mut Terms, formula: TermId) -> TermId {
    let order = terms.subterms_until(&[formula], |t| !terms.is_connective(t));
    let mut uses: HashMap<TermId, u32> = HashMap::default();
    for &t in order.iter().filter(|&&t| terms.is_connective(t)) {
        terms.args(t).iter().for_each(|&a| *uses.entry(a).or_insert(0) += 1);
    }
    let mut tidied: HashMap<TermId, TermId> = HashMap::default();
    for t in order {
        if !terms.is_connective(t) {
            tidied.insert(t, t);
            continue;
        }
        let old = terms.args(t).to_vec();
        let args: Vec<TermId> = old.iter().map(|a| tidied[a]).collect();
        let new = match terms.op(t) {
            Op::Not => terms.not(args[0]),
            Op::Ite => terms.ite(args[0], args[1], args[2]),
            Op::Eq => terms.iff(args[0], args[1]),
            _ => {
                let mut members = Vec::with_capacity(args.len());
                for (a, before) in args.into_iter().zip(old) {
                    let goes_up =
                        terms.op(a) == Op::And && (uses[&before] == 1 || terms.args(a).len() <= SHORT);
                    if goes_up {
                        members.extend_from_slice(terms.args(a));
                    } else {
                        members.push(a);
                    }
                }
                conjunction(terms, members)
            }
        };
        tidied.insert(t, new);
    }
    tidied[&formula]
}

/// The conjunction, without superfluous members.
fn conjunction(terms: &mut Terms, mut members: Vec<TermId>) -> TermId {
    loop {
        let all = terms.and(&members);
        if terms.op(all) != Op::And {
            return all;
        }
        members = terms.args(all).to_vec();
        drop_weaker_bounds(terms, &mut members);
        shorten_disjunctions(terms, &mut members);
        drop_subsumed(terms, &mut members);
        let shorter = terms.and(&members);
        // Every round but the last removes something.
        if shorter == all {
            return all;
        }
        members = vec![shorter];
        if terms.op(shorter) == Op::And {
            members = terms.args(shorter).to_vec();
        }
    }
}

/// The members of the conjunction whose negation a disjunction is.
fn negated_disjuncts(terms: &Terms, t: TermId) -> Option<&[TermId]> {
    let (inner, negated) = terms.split_not(t);
    (negated && terms.op(inner) == Op::And).then(|| terms.args(inner))
}

/// Of the bounds on a sum from one side only the strongest stays.
fn drop_weaker_bounds(terms: &Terms, members: &mut Vec<TermId>) {
    // By sum and side: the value, whether it is excluded, and the member.
    let mut strongest: HashMap<(TermId, bool), (Rational, bool, TermId)> = HashMap::default();
    let bound = |t: TermId| {
        let (atom, negated) = terms.split_not(t);
        let is_upper = match terms.op(atom) {
            Op::Le => !negated,
            Op::Ge => negated,
            _ => return None,
        };
        Some(((terms.arg(atom, 0), is_upper), terms.number_of(terms.arg(atom, 1))?.clone(), negated))
    };
    for &t in members.iter() {
        if let Some((key, value, strict)) = bound(t) {
            let stronger = match strongest.get(&key) {
                None => true,
                Some((other, _, _)) if *other != value => (value < *other) == key.1,
                Some((_, other, _)) => strict && !other,
            };
            if stronger {
                strongest.insert(key, (value, strict, t));
            }
        }
    }
    members.retain(|&t| bound(t).map_or(true, |(key, _, _)| strongest[&key].2 == t));
}

/// Disjunctions go if one of their members holds, and lose members that do not.
fn shorten_disjunctions(terms: &mut Terms, members: &mut Vec<TermId>) {
    let facts = members.clone();
    let holds = |t: TermId| facts.binary_search(&t).is_ok();
    let mut kept = Vec::with_capacity(members.len());
    for &t in &facts {
        let negated = match negated_disjuncts(terms, t) {
            Some(negated) => negated.to_vec(),
            None => {
                kept.push(t);
                continue;
            }
        };
        if negated.iter().any(|&n| holds(terms.not(n))) {
            continue;
        }
        let open: Vec<TermId> = negated.iter().copied().filter(|&n| !holds(n)).collect();
        let rest = terms.and(&open);
        kept.push(terms.not(rest));
    }
    *members = kept;
}

/// Disjunctions go if another one has no other members.
fn drop_subsumed(terms: &Terms, members: &mut Vec<TermId>) {
    let disjunctions: Vec<TermId> =
        members.iter().copied().filter(|&t| negated_disjuncts(terms, t).is_some()).collect();
    if disjunctions.len() > MOST_COMPARED {
        return;
    }
    let subsumes = |small: TermId, large: TermId| match (
        negated_disjuncts(terms, small),
        negated_disjuncts(terms, large),
    ) {
        (Some(few), Some(many)) => {
            few.len() < many.len() && few.iter().all(|n| many.binary_search(n).is_ok())
        }
        _ => false,
    };
    members.retain(|&t| !disjunctions.iter().any(|&other| subsumes(other, t)));
}
