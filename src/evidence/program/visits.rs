//! Programs that keep a state from an earlier visit to a location, for proofs by transition invariants
//! ([`Transition`]): wherever a run leaves the location, it may keep its state. So the kept state and the present one
//! are any two of the states in which a run visits the location while it stays in the loop.
//!
//! The edges on which the kept state is forgotten are found here, and not told by the proof. They are those that enter
//! the strongly connected part of the location, in the program without the locations of earlier transition invariants.
//! A run that visits these finitely often takes such edges finitely often, since it enters a part at most once.

use crate::base::Budget;
use crate::evidence::formulas::{import_terms, Bound, Prover};
use crate::evidence::{CheckError, Condition, Malformed};
use crate::model::cfa::{Cfa, LocId, Ranking, Transition};
use crate::solver::term::{Sort, Substitution, TermId, Terms};

/// The constants of a transition invariant: whether a state is kept, and the values kept.
pub(super) fn constants(transition: &Transition) -> impl Iterator<Item = TermId> + '_ {
    std::iter::once(transition.is_kept).chain(transition.kept.iter().copied())
}

/// Adds the edges' commands for the transition invariants of a proof, whose constants have these variables, in the
/// order of [`constants`]. `own` is the number of variables without them.
///
/// # Errors
///
/// [`CheckError::Malformed`] if one does not fit the program.
pub(super) fn keep_states(
    cfa: &mut Cfa,
    own: usize,
    transitions: &[Transition],
    variables: &[TermId],
) -> Result<(), CheckError> {
    let mut removed = vec![false; cfa.location_count()];
    let mut rest = variables;
    for (place, transition) in transitions.iter().enumerate() {
        let head = transition.head;
        let fits = head.index() < removed.len() && transition.kept.len() == own && rest.len() > own;
        if !fits || removed[head.index()] {
            return Err(Malformed::NotAConstant { place }.into());
        }
        let (is_kept, kept) = (rest[0], rest[1..=own].to_vec());
        rest = &rest[own + 1..];
        let pairs: Vec<(TermId, TermId)> = kept.into_iter().zip(cfa.variables()[..own].to_vec()).collect();
        let has_sort = |&(kept, of): &(TermId, TermId)| cfa.terms().sort(kept) == cfa.terms().sort(of);
        if cfa.terms().sort(is_kept) != Sort::Bool || !pairs.iter().all(has_sort) {
            return Err(Malformed::NotAConstant { place }.into());
        }
        let part = around(cfa, head, &removed);
        for edge in cfa.edge_ids() {
            let (source, target) = (cfa.edge(edge).source, cfa.edge(edge).target);
            let commands = cfa.commands_mut();
            if source == head {
                let mut parts = vec![commands.assign(is_kept, Terms::TRUE)];
                parts.extend(pairs.iter().map(|&(kept, of)| commands.assign(kept, of)));
                let (stays, keeps) = (commands.skip(), commands.sequence(&parts));
                let either = commands.choice(&[stays, keeps]);
                cfa.lead_edge(edge, either);
            } else if part[target.index()] && !part[source.index()] {
                let forgets = commands.assign(is_kept, Terms::FALSE);
                cfa.extend_edge(edge, forgets);
            }
        }
        removed[head.index()] = true;
    }
    Ok(())
}

/// By location: whether it is reached from `head` and leads back to it, on ways without removed locations.
fn around(cfa: &Cfa, head: LocId, removed: &[bool]) -> Vec<bool> {
    let closure = |next: &dyn Fn(LocId) -> Vec<LocId>| {
        let mut reached = vec![false; removed.len()];
        let mut open = vec![head];
        reached[head.index()] = true;
        while let Some(location) = open.pop() {
            for other in next(location) {
                if !removed[other.index()] && !std::mem::replace(&mut reached[other.index()], true) {
                    open.push(other);
                }
            }
        }
        reached
    };
    let forwards = closure(&|l| cfa.leaving(l).iter().map(|&edge| cfa.edge(edge).target).collect());
    let backwards = closure(&|l| cfa.entering(l).iter().map(|&edge| cfa.edge(edge).source).collect());
    forwards.into_iter().zip(backwards).map(|(to, from)| to && from).collect()
}

/// Checks that at the location of each transition invariant some measure has fallen since the kept state. There are
/// finitely many measures, and none falls without end, so no run visits the location without end: by Ramsey's theorem
/// there would be infinitely many visits such that one and the same measure falls from each to each later one
/// (Podelski and Rybalchenko, "Transition invariants", LICS 2004, Theorem 1).
pub(super) fn check_visits(
    ranking: &Ranking,
    terms: &mut Terms,
    (variables, bound): (&[TermId], &Bound),
    formulas: &[TermId],
    prover: &mut Prover,
    budget: &Budget,
) -> Result<(), CheckError> {
    for (place, transition) in ranking.transitions.iter().enumerate() {
        let mut before = Substitution::new();
        let ghosts = ranking.transitions[..place].iter().map(|t| constants(t).count()).sum::<usize>();
        let own = &bound.constants[ranking.counters.len() + ghosts..];
        let (is_kept, kept) = match own {
            [is_kept, kept @ ..] => (*is_kept, &kept[..transition.kept.len()]),
            [] => return Err(Malformed::NotAConstant { place }.into()),
        };
        variables.iter().zip(kept).for_each(|(&of, &kept)| before.insert(of, kept));
        let mut asked = vec![formulas[transition.head.index()], is_kept];
        for list in &transition.measures {
            let all = variables.iter().copied();
            let after = import_terms(terms, all, &Bound::default(), &ranking.invariant.terms, list, budget)?;
            let old: Vec<TermId> = after.iter().map(|&t| before.apply(terms, t)).collect();
            let falls = falls(terms, &old, &after).ok_or(Malformed::NotAMeasure(transition.head))?;
            asked.push(terms.not(falls));
        }
        if !prover.refute(terms, &asked)? {
            return Err(Condition::Falls { from: transition.head, to: transition.head }.into());
        }
    }
    Ok(())
}

/// The formula that says that a measure falls; `None` if one of its terms has no measure's sort.
pub(super) fn falls(terms: &mut Terms, before: &[TermId], after: &[TermId]) -> Option<TermId> {
    let mut falls = Terms::FALSE;
    // From the last term to the first: it falls itself, or it does not grow and one of the terms behind it falls.
    for (&old, &new) in before.iter().zip(after).rev() {
        let (strict, weak) = match terms.sort(old) {
            Sort::Int | Sort::Real => {
                let zero = terms.int(0);
                let one = terms.int(1);
                let lower = terms.sub(old, one);
                let (bounded, less) = (terms.ge(old, zero), terms.le(new, lower));
                (terms.and(&[bounded, less]), terms.le(new, old))
            }
            Sort::BitVec(_) => (terms.bv_ult(new, old), terms.bv_ule(new, old)),
            _ => return None,
        };
        let later = terms.and(&[weak, falls]);
        falls = terms.or(&[strict, later]);
    }
    Some(falls)
}
