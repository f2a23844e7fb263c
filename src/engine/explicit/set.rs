//! A set of states as a formula: a tree with a variable on each level, whose branches are values. States that agree in
//! the variables above share a branch, and equal subtrees are one term.

use crate::engine::common::program::value_of;
use crate::solver::term::{TermId, Terms};

/// The formula that these states satisfy and no others.
pub(super) fn formula(terms: &mut Terms, variables: &[TermId], states: &[&[u64]]) -> TermId {
    let mut order: Vec<(usize, usize)> = (0..variables.len()).map(|i| (different(states, i), i)).collect();
    order.sort_unstable();
    let by_order = |state: &&[u64]| order.iter().map(|&(_, i)| state[i]).collect();
    let mut rows: Vec<Vec<u64>> = states.iter().map(by_order).collect();
    rows.sort_unstable();
    rows.dedup();
    // The states that begin with a row's values, without the variables above.
    let mut branches: Vec<(&[u64], TermId)> = rows.iter().map(|row| (row.as_slice(), Terms::TRUE)).collect();
    for &(_, variable) in order.iter().rev() {
        let name = variables[variable];
        let mut merged: Vec<(&[u64], Vec<TermId>)> = Vec::new();
        for (row, rest) in branches {
            if let Some((&last, above)) = row.split_last() {
                let equation = value_of(last, terms.sort(name)).equation(terms, name);
                let branch = terms.and(&[equation, rest]);
                match merged.last_mut() {
                    Some((same, list)) if *same == above => list.push(branch),
                    _ => merged.push((above, vec![branch])),
                }
            }
        }
        branches = merged.into_iter().map(|(row, list)| (row, terms.or(&list))).collect();
    }
    branches.first().map_or(Terms::FALSE, |&(_, whole)| whole)
}

/// How many values a variable has.
fn different(states: &[&[u64]], variable: usize) -> usize {
    let mut values: Vec<u64> = states.iter().map(|state| state[variable]).collect();
    values.sort_unstable();
    values.dedup();
    values.len()
}

#[cfg(test)]
mod tests {
    use super::formula;
    use crate::base::Rng;
    use crate::engine::common::program::value_of;
    use crate::solver::term::{Model, Sort, TermId, Terms, Value};

    #[test]
    fn the_formula_holds_in_the_states_of_the_set() {
        let mut rng = Rng::new(3);
        for _ in 0..50 {
            let mut terms = Terms::new();
            let sorts = [Sort::Bool, Sort::BitVec(2), Sort::Int];
            let names: Vec<TermId> =
                sorts.iter().enumerate().map(|(i, &sort)| terms.declare(&format!("x{}", i), sort)).collect();
            let all: Vec<[u64; 3]> = (0..24).map(|n| [n % 2, n / 2 % 4, n / 8]).collect();
            let states: Vec<&[u64]> = all.iter().filter(|_| rng.one_in(3)).map(|s| s.as_slice()).collect();
            let whole = formula(&mut terms, &names, &states);
            for state in &all {
                let values: Vec<Value> =
                    state.iter().zip(sorts).map(|(&v, sort)| value_of(v, sort)).collect();
                let mut model = Model::new();
                model.set_all(&terms, names.iter().copied(), &values);
                let is_state = states.contains(&state.as_slice());
                assert_eq!(model.evaluate(&terms, whole).is_true(), is_state, "{:?} {:?}", states, state);
            }
        }
    }
}
