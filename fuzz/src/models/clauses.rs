//! Horn clauses out of bytes, linear or not, and all facts that follow from those over Booleans and short words.

use super::judge::{judge, Truth};
use super::terms::{rows, term};
use crate::source::Source;
use indubit::input::horn::Script;
use indubit::input::Model;
use indubit::model::horn::{Atom, Clause, Horn, PredicateId};
use indubit::solver::term::{self, Sort, TermId, Value};

/// Engines on clauses over Booleans and words.
pub fn words(data: &[u8]) {
    let mut s = Source::new(data);
    let horn = horn(&mut s, &[Sort::Bool, Sort::BitVec(1), Sort::BitVec(2)]);
    let truth = [derive(&horn)];
    judge(&mut s, &script(horn), &truth);
}

/// Engines on clauses with numbers.
pub fn numbers(data: &[u8]) {
    let mut s = Source::new(data);
    let horn = horn(&mut s, &[Sort::Int, Sort::Real, Sort::Bool]);
    judge(&mut s, &script(horn), &[Truth::Unknown]);
}

fn script(horn: Horn) -> Model {
    let queries = vec![None; horn.clauses().len()];
    Model::from(Script { horn, queries, commands: Vec::new(), ended: Vec::new(), has_truisms: false })
}

/// Up to three predicates with up to two places, and up to eight clauses.
fn horn(s: &mut Source<'_>, sorts: &[Sort]) -> Horn {
    let mut horn = Horn::new(Default::default());
    for i in 0..1 + s.below(3) {
        let places: Vec<Sort> = (0..s.below(3)).map(|_| s.pick(sorts)).collect();
        horn.declare(&format!("p{}", i), &places);
    }
    let terms = horn.terms_mut();
    let mut pool = Vec::new();
    for (i, &sort) in sorts.iter().chain(sorts).enumerate() {
        pool.push(terms.declare(&format!("x{}", i), sort));
    }
    let most = 1 + s.below(2);
    for i in 0..2 + s.below(7) {
        let count = if i == 0 { 0 } else { s.below(most + 1) };
        let body: Vec<Atom> = (0..count).map(|_| atom(s, &mut horn, &pool)).collect();
        let head = if i == 1 || s.one_in(5) { None } else { Some(atom(s, &mut horn, &pool)) };
        let terms = horn.terms_mut();
        let constraint = if s.one_in(4) { terms.bool(true) } else { term(s, terms, &pool, Sort::Bool, 2) };
        let mut roots = vec![constraint];
        roots.extend(body.iter().chain(&head).flat_map(|atom| atom.arguments.iter().copied()));
        let variables = terms.symbols_in(&roots).into_iter().map(|v| terms.symbol_term(v)).collect();
        horn.add(Clause { variables, body, constraint, head });
    }
    horn
}

fn atom(s: &mut Source<'_>, horn: &mut Horn, pool: &[TermId]) -> Atom {
    let predicate = PredicateId::new(s.below(horn.predicates().len()));
    let places = horn.predicate(predicate).places.clone();
    let depth = usize::from(s.one_in(3));
    let mut argument = |place: TermId| {
        let sort = horn.terms().sort(place);
        term(s, horn.terms_mut(), pool, sort, depth)
    };
    let arguments = places.into_iter().map(&mut argument).collect();
    Atom { predicate, arguments }
}

/// Whether false follows: all facts are derived, round by round.
fn derive(horn: &Horn) -> Truth {
    let terms = horn.terms();
    let mut facts: Vec<Vec<Vec<Value>>> = vec![Vec::new(); horn.predicates().len()];
    let all: Vec<Vec<Vec<Value>>> =
        horn.clauses().iter().map(|clause| rows(terms, &clause.variables)).collect();
    if all.iter().map(Vec::len).sum::<usize>() > 3_000 {
        return Truth::Unknown;
    }
    loop {
        let mut is_done = true;
        for (clause, rows) in horn.clauses().iter().zip(&all) {
            for row in rows {
                let mut model = term::Model::new();
                model.set_all(terms, clause.variables.iter().copied(), row);
                let fact = |atom: &Atom| model.evaluate_all(terms, &atom.arguments);
                let is_known = |atom: &Atom| facts[atom.predicate.index()].contains(&fact(atom));
                if !model.evaluate(terms, clause.constraint).is_true() || !clause.body.iter().all(is_known) {
                    continue;
                }
                match &clause.head {
                    None => return Truth::Fails(None),
                    Some(head) if !is_known(head) => {
                        let fact = fact(head);
                        facts[head.predicate.index()].push(fact);
                        is_done = false;
                    }
                    Some(_) => {}
                }
            }
        }
        if is_done {
            return Truth::Holds;
        }
    }
}
