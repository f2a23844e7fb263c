//! The predicates and falsity as places, for observers.

use crate::base::HashSet;
use crate::engine::common::program::{formula_text, shortened};
use crate::engine::{At, EdgeText, PlaceId, PlaceText, Step};
use crate::model::horn::{Clause, Horn, PredicateId};
use crate::solver::term::Terms;

/// The name of falsity.
const FALSITY: &str = "false";

/// The name of a place: falsity is behind all predicates.
pub(super) fn name(horn: &Horn, place: PlaceId) -> &str {
    horn.predicates().get(place.index()).map_or(FALSITY, |predicate| &predicate.name)
}

/// A predicate as a place.
fn place(predicate: PredicateId) -> PlaceId {
    PlaceId::new(predicate.index())
}

/// A step about a predicate.
pub(super) fn at(predicate: PredicateId) -> At {
    At { place: Some(place(predicate)), ..At::default() }
}

/// The predicates and falsity, with an edge for each atom in the body of a clause.
pub(super) fn places(horn: &Horn) -> Step {
    let falsity = PredicateId::new(horn.predicates().len());
    let head = |clause: &Clause| clause.head.as_ref().map_or(falsity, |atom| atom.predicate);
    let mut initial = vec![false; falsity.index() + 1];
    let mut edges = Vec::new();
    for clause in horn.clauses() {
        let to = head(clause);
        if clause.body.is_empty() {
            initial[to.index()] = true;
            continue;
        }
        let text = if clause.constraint == Terms::TRUE {
            String::new()
        } else {
            shortened(formula_text(horn.terms(), clause.constraint, &HashSet::default()))
        };
        for atom in &clause.body {
            edges.push(EdgeText { from: place(atom.predicate), to: place(to), text: text.clone() });
        }
    }
    let of = |(i, is_initial): (usize, bool)| PlaceText {
        name: name(horn, PlaceId::new(i)).to_string(),
        text: String::new(),
        is_initial,
        is_error: i == falsity.index(),
    };
    Step::Places { places: initial.into_iter().enumerate().map(of).collect(), edges }
}
