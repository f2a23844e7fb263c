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

    /// Adds the conjuncts of a formula that are no conjunction of atoms and negated atoms. They are made of several
    /// formulas, or are negated equations between numbers: a choice between two bounds. The result is that of
    /// [`Predicates::add_atoms`].
    pub fn add_conjuncts(&mut self, edges: &mut Edges, location: LocId, formula: TermId) -> usize {
        let terms = edges.terms_mut();
        let mut larger = conjuncts(terms, formula);
        larger.retain(|&t| {
            let (inner, negated) = terms.split_not(t);
            terms.is_connective(inner) || negated && is_equation(terms, inner)
        });
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

/// Whether the term is an equation between numbers.
fn is_equation(terms: &Terms, t: TermId) -> bool {
    terms.op(t) == Op::Eq && matches!(terms.sort(terms.arg(t, 0)), Sort::Int | Sort::Real)
}

/// The atoms of these formulas. An equation between numbers counts as its two bounds.
pub(in crate::engine) fn atoms_of(terms: &mut Terms, formulas: &[TermId]) -> Vec<TermId> {
    let mut atoms = Vec::new();
    for t in terms.subterms_until(formulas, |t| !terms.is_connective(t)) {
        if terms.is_connective(t) || t == Terms::TRUE {
            continue;
        }
        if is_equation(terms, t) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::model::cfa::Cfa;

    /// No conjunction of bounds and negated bounds says that a number is another.
    #[test]
    fn a_negated_equation_is_a_predicate_beside_its_bounds() {
        let mut cfa = Cfa::new(Terms::new());
        let x = cfa.declare("x", Sort::Int);
        let mut edges = Edges::new(&cfa, 0, &Budget::unlimited());
        let mut predicates = Predicates::new(&edges);
        let terms = edges.terms_mut();
        let zero = terms.int(0);
        let equation = terms.eq(x, zero);
        let other = terms.not(equation);
        let start = cfa.initial();
        assert_eq!(predicates.add_atoms(&mut edges, start, other), 2);
        assert_eq!(predicates.add_conjuncts(&mut edges, start, other), 3);
        assert_eq!(predicates.at(start)[2], other);
        assert_eq!(predicates.add_conjuncts(&mut edges, start, equation), 0);
    }
}
