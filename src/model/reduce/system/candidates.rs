//! Ways to define variables by formulas that all hold.

use super::definitions::{Definitions, Unknown};
use crate::base::HashMap;
use crate::model::system::cover::{covered, Case};
use crate::solver::term::{Op, TermId, Terms};

/// Members of a disjunction that gives a value in one case.
const MOST_MEMBERS: usize = 16;

/// A way to define a variable.
pub(super) struct Candidate {
    pub value: TermId,
    /// The places of formulas that together say no more than this definition.
    pub by: Vec<usize>,
}

/// A value of an unknown in one case, and the place of the formula that says so.
type Found = (Unknown, usize, Case);

/// By unknown: its definitions, those that hold in all cases first. `None` if the effort is used up.
pub(super) fn candidates(
    terms: &mut Terms,
    definitions: &mut Definitions<'_>,
    formulas: &[TermId],
) -> Option<Vec<Vec<Candidate>>> {
    let mut candidates: Vec<Vec<Candidate>> = definitions.unknowns.iter().map(|_| Vec::new()).collect();
    let mut cases: Vec<Found> = Vec::new();
    for (place, &formula) in formulas.iter().enumerate() {
        let (atom, negated) = terms.split_not(formula);
        if negated && terms.op(atom) == Op::And {
            let found = clause(terms, definitions, atom)?;
            cases.extend(found.into_iter().map(|(unknown, case)| (unknown, place, case)));
            continue;
        }
        for definition in definitions.of(terms, atom, negated)? {
            let candidate = Candidate { value: definition.value, by: vec![place] };
            candidates[definition.unknown as usize].push(candidate);
        }
    }
    for (unknown, group) in groups(terms, cases) {
        let (by, cases): (Vec<usize>, Vec<Case>) = group.into_iter().unzip();
        candidates[unknown as usize].extend(covered(terms, &cases).map(|value| Candidate { value, by }));
    }
    Some(candidates)
}

/// The cases of each unknown that distinguish the same conditions. An equation is often one case of each of its sides.
fn groups(terms: &Terms, cases: Vec<Found>) -> Vec<(Unknown, Vec<(usize, Case)>)> {
    let mut groups: Vec<(Unknown, Vec<(usize, Case)>)> = Vec::new();
    let mut places: HashMap<(Unknown, Vec<TermId>), usize> = HashMap::default();
    for (unknown, place, case) in cases {
        let mut conditions = Vec::new();
        let mut stack = case.guards.clone();
        while let Some(t) = stack.pop() {
            match terms.op(t) {
                // Deep formulas are conditions as they stand.
                Op::Not | Op::And if conditions.len() + stack.len() < MOST_MEMBERS => {
                    stack.extend(terms.args(t));
                }
                _ => conditions.push(t),
            }
        }
        conditions.sort_unstable();
        conditions.dedup();
        let group = *places.entry((unknown, conditions)).or_insert(groups.len());
        if group == groups.len() {
            groups.push((unknown, Vec::new()));
        }
        groups[group].1.push((place, case));
    }
    groups
}

/// The definitions among the members of a disjunction, each under the condition that no other member holds. The
/// conjunction is of the negated members.
fn clause(
    terms: &mut Terms,
    definitions: &mut Definitions<'_>,
    conjunction: TermId,
) -> Option<Vec<(Unknown, Case)>> {
    let members = terms.args(conjunction).to_vec();
    let mut found = Vec::new();
    if members.len() > MOST_MEMBERS {
        return Some(found);
    }
    for (i, &member) in members.iter().enumerate() {
        let (atom, negated) = terms.split_not(member);
        let of_member = definitions.of(terms, atom, !negated)?;
        let mut guards = members.clone();
        guards.remove(i);
        for definition in of_member {
            let mut is_guarded_by_itself = false;
            for &guard in &guards {
                is_guarded_by_itself |= definitions.unknowns_in(terms, guard)?.contains(&definition.unknown);
            }
            if !is_guarded_by_itself {
                let case = Case { guards: guards.clone(), value: definition.value };
                found.push((definition.unknown, case));
            }
        }
    }
    Some(found)
}
