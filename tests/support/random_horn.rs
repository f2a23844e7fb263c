//! Random systems of Horn clauses over small words, and their least fixpoints.

use crate::random_term::random_term;
use indubit::base::Rng;
use indubit::model::horn::{Atom, Clause, Fact, Horn, PredicateId};
use indubit::solver::term::{Model, Sort, TermId, Value};
use indubit::theories::bv::Bits;
use std::collections::HashSet;

/// The most atoms of a body.
const MOST_ATOMS: usize = 3;

/// Clauses over predicates of at most two places of these sorts; the first clause is a fact, the last a query.
pub fn random_horn(rng: &mut Rng, sorts: &[Sort]) -> Horn {
    let mut horn = Horn::default();
    let count = 1 + rng.below(3);
    for i in 0..count {
        let places: Vec<Sort> = (0..rng.below(3)).map(|_| sorts[rng.below(sorts.len())]).collect();
        horn.declare(&format!("p{}", i), &places);
    }
    let variables: Vec<TermId> =
        (0..4).map(|i| horn.terms_mut().declare(&format!("x{}", i), sorts[i % sorts.len()])).collect();
    let clauses = 3 + rng.below(5);
    for i in 0..clauses {
        let atoms = if i == 0 { 0 } else { rng.below(MOST_ATOMS + 1) };
        let variables: Vec<TermId> = variables[..1 + rng.below(4)].to_vec();
        let body = (0..atoms).map(|_| random_atom(rng, &mut horn, &variables)).collect();
        let constraint = random_term(rng, horn.terms_mut(), &variables, Sort::Bool, 2);
        let is_query = i + 1 == clauses || rng.one_in(6);
        let head = (i == 0 || !is_query).then(|| random_atom(rng, &mut horn, &variables));
        horn.add(Clause { variables, body, constraint, head });
    }
    horn
}

fn random_atom(rng: &mut Rng, horn: &mut Horn, variables: &[TermId]) -> Atom {
    let predicate = PredicateId::new(rng.below(horn.predicates().len()));
    let places = horn.predicate(predicate).places.clone();
    let terms = horn.terms_mut();
    let arguments = places.into_iter().map(|place| {
        let sort = terms.sort(place);
        let of_sort: Vec<TermId> = variables.iter().copied().filter(|&v| terms.sort(v) == sort).collect();
        if of_sort.is_empty() || rng.one_in(4) {
            random_term(rng, terms, variables, sort, 1)
        } else {
            of_sort[rng.below(of_sort.len())]
        }
    });
    Atom { predicate, arguments: arguments.collect() }
}

/// All values of a sort that has few.
fn values(sort: Sort) -> Vec<Value> {
    match sort {
        Sort::BitVec(width) => (0..1 << width).map(|n| Value::Bits(Bits::new(n, width))).collect(),
        _ => vec![Value::Bool(false), Value::Bool(true)],
    }
}

/// All models of constants whose sorts have few values.
fn models(horn: &Horn, constants: &[TermId]) -> Vec<Model> {
    let mut models = vec![Model::new()];
    for &constant in constants {
        let mut more = Vec::new();
        for model in &models {
            for value in values(horn.terms().sort(constant)) {
                let mut model = model.clone();
                model.set_all(horn.terms(), [constant], &[value]);
                more.push(model);
            }
        }
        models = more;
    }
    models
}

/// The facts that have a derivation, by rounds from below; and whether falsity has one.
pub fn least_fixpoint(horn: &Horn) -> (Vec<Fact>, bool) {
    let mut known: HashSet<(PredicateId, Vec<Value>)> = HashSet::new();
    let mut facts = Vec::new();
    loop {
        let before = facts.len();
        for clause in horn.clauses() {
            for model in models(horn, &clause.variables) {
                let of = |atom: &Atom| (atom.predicate, model.evaluate_all(horn.terms(), &atom.arguments));
                let holds = clause.body.iter().all(|atom| known.contains(&of(atom)))
                    && model.evaluate(horn.terms(), clause.constraint).is_true();
                if !holds {
                    continue;
                }
                match &clause.head {
                    None => return (facts, true),
                    Some(head) => {
                        let (predicate, arguments) = of(head);
                        if known.insert((predicate, arguments.clone())) {
                            facts.push(Fact { predicate, arguments });
                        }
                    }
                }
            }
        }
        if facts.len() == before {
            return (facts, false);
        }
    }
}
