//! Predicates: the formulas about variables that an abstraction tells states apart by, for each location its own.

use super::Edges;
use crate::base::HashMap;
use crate::model::cfa::LocId;
use crate::model::system::functional::conjuncts;
use crate::solver::term::{Op, Sort, TermId, Terms};

/// The predicates of all locations. They only become more.
pub(in crate::engine) struct Predicates {
    /// By location, the oldest one first.
    at: Vec<Vec<TermId>>,
    places: HashMap<(LocId, TermId), usize>,
}

impl Predicates {
    /// None yet.
    pub fn new(edges: &Edges) -> Predicates {
        Predicates { at: vec![Vec::new(); edges.cfa.location_count()], places: HashMap::default() }
    }

    /// The predicates of a location, the oldest one first.
    pub fn at(&self, location: LocId) -> &[TermId] {
        &self.at[location.index()]
    }

    /// The number of predicates of all locations.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// Adds the atoms of a formula. The first predicates of the location, as many as the result says, have them all.
    pub fn add_atoms(&mut self, edges: &mut Edges, location: LocId, formula: TermId) -> usize {
        let atoms = atoms_of(edges.terms_mut(), &[formula]);
        atoms.into_iter().map(|atom| self.add(location, atom)).max().unwrap_or(0)
    }

    /// Adds the conjuncts of a formula that are more than an atom or its negation. The result is that of
    /// [`Predicates::add_atoms`].
    pub fn add_conjuncts(&mut self, edges: &mut Edges, location: LocId, formula: TermId) -> usize {
        let terms = edges.terms_mut();
        let mut larger = conjuncts(terms, formula);
        larger.retain(|&t| terms.is_connective(terms.split_not(t).0));
        larger.into_iter().map(|t| self.add(location, t)).max().unwrap_or(0)
    }

    fn add(&mut self, location: LocId, predicate: TermId) -> usize {
        let Predicates { at, places } = self;
        let place = places.entry((location, predicate)).or_insert_with(|| {
            at[location.index()].push(predicate);
            at[location.index()].len() - 1
        });
        *place + 1
    }
}

/// The atoms of these formulas. An equation between numbers counts as its two bounds.
pub(in crate::engine) fn atoms_of(terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
    let mut atoms = Vec::new();
    for t in terms.subterms_until(formulas, |t| !terms.is_connective(t)) {
        if terms.is_connective(t) || t == Terms::TRUE {
            continue;
        }
        let is_number = |t: TermId| matches!(terms.sort(t), Sort::Int | Sort::Real);
        if terms.op(t) == Op::Eq && is_number(terms.arg(t, 0)) {
            let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
            for bound in [terms.le(a, b), terms.le(b, a)] {
                atoms.push(terms.split_not(bound).0);
            }
        } else {
            atoms.push(t);
        }
    }
    atoms
}
