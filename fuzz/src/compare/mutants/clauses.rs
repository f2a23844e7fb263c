//! Changes of Horn clauses.

use super::Mutant;
use indubit::base::Rng;
use indubit::model::horn::{Atom, Clause, Horn, PredicateId};
use indubit::solver::term::{Sort, TermId};

/// A change of clauses from which false follows (`sat`: the error is reached) or does not (`unsat`).
pub fn horn(rng: &mut Rng, horn: &Horn, verdict: &'static str) -> Mutant<Horn> {
    let mut made = empty(horn);
    let mut clauses: Vec<Clause> = horn.clauses().to_vec();
    let predicates: Vec<PredicateId> = horn.predicate_ids().collect();
    let chosen = if predicates.is_empty() { None } else { Some(predicates[rng.below(predicates.len())]) };
    let (verdict, change) = match (rng.below(5), chosen) {
        (0, Some(old)) => {
            split(&mut made, &mut clauses, old);
            (verdict, "with a predicate in two")
        }
        (1, Some(old)) => {
            dead(&mut made, &mut clauses, old);
            (verdict, "with a branch that is never taken")
        }
        (2, _) => {
            let gate = made.declare("gate!", &[]);
            for clause in clauses.iter_mut().filter(|clause| clause.head.is_none()) {
                clause.body.push(Atom { predicate: gate, arguments: Vec::new() });
            }
            ("unsat", "with queries that never happen")
        }
        (3, _) => {
            counter(&mut made, &mut clauses, 4);
            ("sat", "beside unsafe clauses")
        }
        _ => {
            counter(&mut made, &mut clauses, 7);
            clauses.reverse();
            (verdict, "beside other safe clauses, backwards")
        }
    };
    clauses.into_iter().for_each(|clause| {
        made.add(clause);
    });
    Mutant { model: made, verdict, change }
}

fn empty(horn: &Horn) -> Horn {
    let mut copy = Horn::new(horn.terms().clone());
    for predicate in horn.predicates() {
        let sorts: Vec<Sort> = predicate.places.iter().map(|&place| horn.terms().sort(place)).collect();
        copy.declare(&predicate.name, &sorts);
    }
    copy
}

fn sorts(horn: &Horn, id: PredicateId) -> Vec<Sort> {
    horn.predicate(id).places.iter().map(|&place| horn.terms().sort(place)).collect()
}

fn fresh(horn: &mut Horn, sorts: &[Sort]) -> Vec<TermId> {
    let terms = horn.terms_mut();
    sorts.iter().enumerate().map(|(i, &sort)| terms.declare(&format!("new!{}", i), sort)).collect()
}

/// Heads derive another predicate than the one that bodies use; a clause leads from one to the other.
fn split(made: &mut Horn, clauses: &mut Vec<Clause>, old: PredicateId) {
    let sorts = sorts(made, old);
    let half = made.declare("half!", &sorts);
    for clause in clauses.iter_mut() {
        clause.head.iter_mut().filter(|atom| atom.predicate == old).for_each(|atom| atom.predicate = half);
    }
    let arguments = fresh(made, &sorts);
    clauses.push(Clause {
        variables: arguments.clone(),
        body: vec![Atom { predicate: half, arguments: arguments.clone() }],
        constraint: made.terms().bool(true),
        head: Some(Atom { predicate: old, arguments }),
    });
}

fn dead(made: &mut Horn, clauses: &mut Vec<Clause>, old: PredicateId) {
    let sorts = sorts(made, old);
    let dead = made.declare("dead!", &sorts);
    let arguments = fresh(made, &sorts);
    for head in [dead, old] {
        clauses.push(Clause {
            variables: arguments.clone(),
            body: vec![Atom { predicate: dead, arguments: arguments.clone() }],
            constraint: made.terms().bool(true),
            head: Some(Atom { predicate: head, arguments: arguments.clone() }),
        });
    }
}

/// A predicate that counts from 0 to 5, and a query for a number.
fn counter(made: &mut Horn, clauses: &mut Vec<Clause>, error: i64) {
    let count = made.declare("count!", &[Sort::Int]);
    let terms = made.terms_mut();
    let x = terms.declare("new!x", Sort::Int);
    let (zero, one, five, error) = (terms.int(0), terms.int(1), terms.int(5), terms.int(error));
    let (starts, below, ends) = (terms.eq(x, zero), terms.lt(x, five), terms.eq(x, error));
    let more = terms.add(&[x, one]);
    let at = |t: TermId| Atom { predicate: count, arguments: vec![t] };
    clauses.push(Clause { variables: vec![x], body: vec![], constraint: starts, head: Some(at(x)) });
    clauses.push(Clause { variables: vec![x], body: vec![at(x)], constraint: below, head: Some(at(more)) });
    clauses.push(Clause { variables: vec![x], body: vec![at(x)], constraint: ends, head: None });
}
