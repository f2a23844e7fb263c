//! Programs with the counters of a [`Ranking`](crate::model::cfa::Ranking): each edge also sets counters, behind its
//! own command. An edge has the same runs as before, since a counter gets a value in each state and no command of the
//! program reads it. The same holds of states that are kept (`visits`).

use super::visits::{constants, keep_states};
use crate::base::Budget;
use crate::evidence::formulas::{import_terms, Bound};
use crate::evidence::{CheckError, Malformed};
use crate::model::cfa::{Cfa, Ranking};
use crate::solver::term::Sort;

/// The program with counters and kept states, and its variables for their constants, those of counters first. An
/// invariant without these has its bound constants instead.
///
/// # Errors
///
/// [`CheckError::Malformed`] if a counter does not fit the program.
pub(super) fn with_counters(
    cfa: &Cfa,
    ranking: &Ranking,
    budget: &Budget,
) -> Result<(Cfa, Bound), CheckError> {
    let (from, counters) = (&ranking.invariant.terms, &ranking.counters);
    let mut own = cfa.clone();
    if counters.is_empty() && ranking.transitions.is_empty() {
        let bound = Bound::declare(own.terms_mut(), from, &ranking.invariant.bound)?;
        return Ok((own, bound));
    }
    if !ranking.invariant.bound.is_empty() {
        return Err(Malformed::NotAConstant { place: counters.len() }.into());
    }
    let kept = ranking.transitions.iter().flat_map(constants);
    let all: Vec<_> = counters.iter().map(|counter| counter.constant).chain(kept).collect();
    let known = Bound::declare(own.terms_mut(), from, &all)?;
    known.constants.iter().for_each(|&constant| own.add_variable(constant));
    for (place, (counter, &variable)) in counters.iter().zip(&known.constants).enumerate() {
        for &(edge, value) in &counter.updates {
            let variables = own.variables().to_vec();
            let values =
                import_terms(own.terms_mut(), variables.into_iter(), &known, from, &[value], budget)?;
            let fits = own.terms().sort(variable) == Sort::Int && own.terms().sort(values[0]) == Sort::Int;
            if !fits || edge.index() >= own.edges().len() {
                return Err(Malformed::NotAConstant { place }.into());
            }
            let set = own.commands_mut().assign(variable, values[0]);
            own.extend_edge(edge, set);
        }
    }
    let kept = &known.constants[counters.len()..];
    keep_states(&mut own, cfa.variables().len(), &ranking.transitions, kept)?;
    Ok((own, known))
}
