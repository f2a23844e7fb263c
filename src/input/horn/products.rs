//! Products of integers, as a predicate that clauses define.
//!
//! Terms are linear, so a product of two variables has no term. It is a third variable, and an atom `times(x, y, z)` in
//! the body says what it is. Three clauses derive just the triples with `x · y = z`, along the first factor in both
//! directions. A model of the clauses may have more of them, if the clauses hold for these as well; a derivation of
//! falsity has none but products, each with its own derivation.
//!
//! A few facts about all products are linear: what a factor 0, 1 or -1 gives, and the signs. They are put beside each
//! atom, where they are true anyway, so that simple properties of products need no lemma about the predicate.

use crate::input::smtlib::Product;
use crate::model::horn::{Atom, Clause, Horn, PredicateId};
use crate::solver::term::{Sort, TermId, Terms};

/// The name of the predicate, unless the script has one of this name.
const NAME: &str = "times";

/// Declares the predicate with the clauses that define it.
pub(super) fn define(horn: &mut Horn) -> PredicateId {
    let mut name = NAME.to_string();
    while horn.predicates().iter().any(|p| p.name == name) {
        name.push('_');
    }
    let times = horn.declare(&name, &[Sort::Int; 3]);
    let terms = horn.terms_mut();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.declare(name, Sort::Int));
    let [zero, one] = [0, 1].map(|n| terms.int(n));
    let up = vec![terms.add(&[x, one]), y, terms.add(&[z, y])];
    let down = vec![terms.sub(x, one), y, terms.sub(z, y)];
    let atom = |arguments: Vec<TermId>| Atom { predicate: times, arguments };
    let variables = vec![x, y, z];
    let here = || vec![atom(vec![x, y, z])];
    horn.add(Clause {
        variables: vec![y],
        body: Vec::new(),
        constraint: Terms::TRUE,
        head: Some(atom(vec![zero, y, zero])),
    });
    for head in [up, down] {
        let head = Some(atom(head));
        horn.add(Clause { variables: variables.clone(), body: here(), constraint: Terms::TRUE, head });
    }
    times
}

/// The atom that says what a product is.
pub(super) fn atom(times: PredicateId, product: &Product) -> Atom {
    let [x, y] = product.factors;
    Atom { predicate: times, arguments: vec![x, y, product.value] }
}

/// Linear facts about a product.
pub(super) fn facts(terms: &mut Terms, product: &Product) -> TermId {
    let [x, y] = product.factors;
    let z = product.value;
    let mut facts = Vec::new();
    let zero = terms.int(0);
    for (factor, other) in [(x, y), (y, x)] {
        for n in [-1, 0, 1] {
            let value = terms.int(n);
            let is = terms.eq(factor, value);
            let product = terms.scale(&n.into(), other);
            let gives = terms.eq(z, product);
            facts.push(terms.implies(is, gives));
        }
    }
    let signs: Vec<[TermId; 2]> = [x, y].iter().map(|&f| [terms.gt(f, zero), terms.lt(f, zero)]).collect();
    let same = [terms.and(&[signs[0][0], signs[1][0]]), terms.and(&[signs[0][1], signs[1][1]])];
    let other = [terms.and(&[signs[0][0], signs[1][1]]), terms.and(&[signs[0][1], signs[1][0]])];
    let same = terms.or(&same);
    let other = terms.or(&other);
    let [positive, negative] = [terms.gt(z, zero), terms.lt(z, zero)];
    facts.push(terms.iff(same, positive));
    facts.push(terms.iff(other, negative));
    // Neither factor is larger than the product, if both are positive.
    let both = terms.and(&[signs[0][0], signs[1][0]]);
    for factor in [x, y] {
        let bound = terms.ge(z, factor);
        facts.push(terms.implies(both, bound));
    }
    terms.and(&facts)
}
