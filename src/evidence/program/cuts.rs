//! Ways between the locations that cut all loops, and proofs by an annotation of some locations: all these ways,
//! refuted by a fresh solver.

use crate::base::{Budget, HashSet, Limit};
use crate::evidence::formulas::Prover;
use crate::evidence::{CheckError, CheckOptions};
use crate::model::cfa::{Cfa, LocId};
use crate::solver::term::{TermId, Terms};

/// Terms that the preconditions of all ways may have; with more of them the annotation is too coarse to be checked.
const MOST_TERMS: usize = 5_000_000;

/// The locations that cut all loops. Between them there are finitely many ways.
#[derive(Debug)]
pub(in crate::evidence) struct Cuts {
    /// By location: whether it is a cut.
    pub is_cut: Vec<bool>,
    /// The locations that runs may come to, each behind those to which its edges lead, but for cuts.
    pub order: Vec<LocId>,
}

impl Cuts {
    /// The heads of loops, the initial location and the error.
    pub fn heads(cfa: &Cfa) -> Cuts {
        let (order, mut is_cut) = depth_first(cfa);
        is_cut[cfa.initial().index()] = true;
        is_cut[cfa.error().index()] = true;
        Cuts { is_cut, order }
    }

    /// All locations: each way is an edge.
    pub fn all(cfa: &Cfa) -> Cuts {
        Cuts { is_cut: vec![true; cfa.location_count()], order: depth_first(cfa).0 }
    }
}

/// The locations of a kind as cuts, with the initial location and the error.
///
/// # Errors
///
/// The head of a loop that passes no such location.
pub(super) fn measured_cuts(cfa: &Cfa, is_cut: impl Fn(LocId) -> bool) -> Result<Cuts, LocId> {
    let (order, is_head) = depth_first(cfa);
    match cfa.locations().find(|&l| is_head[l.index()] && !is_cut(l)) {
        Some(head) => Err(head),
        None => {
            let is_end = |l: LocId| l == cfa.initial() || l == cfa.error();
            Ok(Cuts { is_cut: cfa.locations().map(|l| is_cut(l) || is_end(l)).collect(), order })
        }
    }
}

/// The ways from cuts to a location, past no other cut.
pub(in crate::evidence) struct Ways {
    /// The cuts with such ways: the states and inputs from which one leads to a state that is looked for.
    pub from: Vec<(LocId, TermId)>,
    /// By location behind a cut on such a way: the same. At the end of the ways it is the formula that is looked for.
    pub inside: Vec<TermId>,
}

/// The ways to states at a location that satisfy a formula.
///
/// # Errors
///
/// A limit of the budget, or [`Limit::Incomplete`] if the preconditions become too large.
pub(in crate::evidence) fn ways_to(
    cfa: &Cfa,
    terms: &mut Terms,
    cuts: &Cuts,
    (end, formula): (LocId, TermId),
    budget: &Budget,
) -> Result<Ways, CheckError> {
    let mut inside = vec![Terms::FALSE; cfa.location_count()];
    inside[end.index()] = formula;
    let mut from = Vec::new();
    for &location in &cuts.order {
        budget.poll()?;
        let mut ways = Vec::new();
        for &edge in cfa.leaving(location) {
            let edge = cfa.edge(edge);
            let after = inside[edge.target.index()];
            if after != Terms::FALSE {
                ways.push(cfa.commands().wep(terms, edge.command, after));
            }
        }
        if terms.len() > MOST_TERMS {
            return Err(CheckError::Limit(Limit::Incomplete));
        }
        let way = terms.or(&ways);
        if cuts.is_cut[location.index()] {
            from.extend((way != Terms::FALSE).then_some((location, way)));
        } else if location != end {
            inside[location.index()] = way;
        }
    }
    Ok(Ways { from, inside })
}

/// Formulas of some locations.
#[derive(Debug)]
pub struct Annotation {
    /// Nothing but its formula is known at a cut, so a way is refuted from there.
    cuts: Cuts,
    /// By location: its formula, with which each way has to come here.
    formulas: Vec<TermId>,
}

impl Annotation {
    /// All formulas that a location has in this list; the error has `false`.
    pub fn new(cfa: &Cfa, terms: &mut Terms, claims: &[(LocId, TermId)]) -> Annotation {
        let mut known: Vec<Vec<TermId>> = vec![Vec::new(); cfa.location_count()];
        claims.iter().for_each(|&(location, formula)| known[location.index()].push(formula));
        known[cfa.error().index()].push(Terms::FALSE);
        let formulas = known.iter().map(|list| terms.and(list)).collect();
        Annotation { cuts: Cuts::heads(cfa), formulas }
    }

    fn formula(&self, location: LocId) -> TermId {
        self.formulas[location.index()]
    }
}

/// The locations in the order in which a search in depth leaves them, and by location whether an edge leads back to it.
fn depth_first(cfa: &Cfa) -> (Vec<LocId>, Vec<bool>) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut states = vec![State::New; cfa.location_count()];
    let mut is_head = vec![false; cfa.location_count()];
    let mut order = Vec::new();
    let mut stack = vec![(cfa.initial(), 0)];
    states[cfa.initial().index()] = State::Open;
    while let Some((location, next)) = stack.pop() {
        match cfa.leaving(location).get(next) {
            Some(&edge) => {
                stack.push((location, next + 1));
                let target = cfa.edge(edge).target;
                match states[target.index()] {
                    State::New => {
                        states[target.index()] = State::Open;
                        stack.push((target, 0));
                    }
                    State::Open => is_head[target.index()] = true,
                    State::Done => {}
                }
            }
            None => {
                states[location.index()] = State::Done;
                order.push(location);
            }
        }
    }
    (order, is_head)
}

/// Whether no way from a cut in a state of its formula reaches a location in a state outside the formula there. Where
/// runs begin, all states have to be in it. Of an automaton whose edges share inputs, or that has too many ways,
/// nothing is claimed.
///
/// # Errors
///
/// The limit of the budget that was reached, or the reason why the solver's refutation is not believed.
pub fn no_way_out(
    cfa: &Cfa,
    terms: &mut Terms,
    annotation: &Annotation,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<bool, CheckError> {
    if has_shared_inputs(cfa) {
        return Ok(false);
    }
    let mut prover = Prover::new(options, budget);
    let not_first = terms.not(annotation.formula(cfa.initial()));
    if !prover.refute(terms, &[not_first])? {
        return Ok(false);
    }
    // By location: the states and inputs from which some way leads out, before the next cut or there.
    let mut out = Vec::with_capacity(cfa.location_count());
    out.extend(cfa.locations().map(|location| terms.not(annotation.formula(location))));
    for &location in &annotation.cuts.order {
        budget.poll()?;
        let mut ways = Vec::new();
        for &edge in cfa.leaving(location) {
            let edge = cfa.edge(edge);
            ways.push(cfa.commands().wep(terms, edge.command, out[edge.target.index()]));
        }
        if terms.len() > MOST_TERMS {
            return Ok(false);
        }
        if annotation.cuts.is_cut[location.index()] {
            for way in ways {
                if !prover.refute(terms, &[annotation.formula(location), way])? {
                    return Ok(false);
                }
            }
        } else {
            ways.push(out[location.index()]);
            out[location.index()] = terms.or(&ways);
        }
    }
    Ok(true)
}

/// Whether two edges have the same input. A way along both would give both havocs the same value.
pub(super) fn has_shared_inputs(cfa: &Cfa) -> bool {
    let mut seen: HashSet<TermId> = HashSet::default();
    let inputs = cfa.edges().iter().flat_map(|edge| cfa.commands().inputs(edge.command));
    inputs.into_iter().any(|input| !seen.insert(input))
}
