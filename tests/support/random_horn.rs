//! Random Horn clauses over Booleans and words of two bits, and an oracle that derives all facts bottom-up.

use indubit::base::Rng;
use indubit::model::horn::{
    Atom, Clause, ClauseId, Derivation, Horn, Interpretation, PredicateId, Refutation,
};
use indubit::solver::term::{Model, Sort, TermId, Terms, Value};
use std::collections::hash_map::{Entry, HashMap};

const WORD: Sort = Sort::BitVec(2);

/// All values of a sort, which has few.
fn values(terms: &Terms, sort: Sort) -> Vec<Value> {
    let all = terms.some_values(sort, 16);
    assert_eq!(all.len() as u64, terms.value_count(sort), "{}", terms.sort_text(sort));
    all
}

/// Up to three predicates with up to two places, and up to seven clauses with up to `most` atoms in the body.
pub fn random_horn(rng: &mut Rng, most: usize) -> Horn {
    let mut horn = Horn::new(Terms::new());
    for i in 0..1 + rng.below(3) {
        let sorts: Vec<Sort> =
            (0..rng.below(3)).map(|_| if rng.one_in(4) { Sort::Bool } else { WORD }).collect();
        horn.declare(&format!("p{}", i), &sorts);
    }
    let terms = horn.terms_mut();
    let pool: Vec<TermId> =
        (0..4).map(|i| terms.declare(&format!("x{}", i), if i == 3 { Sort::Bool } else { WORD })).collect();
    for i in 0..3 + rng.below(5) {
        let clause = random_clause(rng, &mut horn, &pool, if i == 0 { 0 } else { most }, i == 1);
        horn.add(clause);
    }
    horn
}

fn random_clause(rng: &mut Rng, horn: &mut Horn, pool: &[TermId], most: usize, query: bool) -> Clause {
    let atoms = if most == 0 { 0 } else { 1 + rng.below(most) };
    let mut body = Vec::new();
    for _ in 0..atoms {
        body.push(random_atom(rng, horn, pool));
    }
    let head = if query || (most > 0 && rng.one_in(5)) { None } else { Some(random_atom(rng, horn, pool)) };
    let terms = horn.terms_mut();
    let parts: Vec<TermId> = (0..rng.below(4))
        .map(|_| {
            let sort = if rng.one_in(4) { Sort::Bool } else { WORD };
            let left = random_argument(rng, terms, pool, sort);
            let right = crate::random_term::random_term(rng, terms, pool, sort, 1);
            let equal = terms.eq(left, right);
            match rng.below(4) {
                0 => terms.not(equal),
                1 if sort == WORD => terms.bv_ule(left, right),
                _ => equal,
            }
        })
        .collect();
    let constraint = terms.and(&parts);
    Clause::new(horn, body, constraint, head)
}

fn random_atom(rng: &mut Rng, horn: &mut Horn, pool: &[TermId]) -> Atom {
    let predicate = PredicateId::new(rng.below(horn.predicates().len()));
    let places = horn.predicate(predicate).places.clone();
    let mut arguments = Vec::new();
    for place in places {
        let sort = horn.terms().sort(place);
        arguments.push(random_argument(rng, horn.terms_mut(), pool, sort));
    }
    Atom { predicate, arguments }
}

/// Mostly a variable.
fn random_argument(rng: &mut Rng, terms: &mut Terms, pool: &[TermId], sort: Sort) -> TermId {
    let fitting: Vec<TermId> = pool.iter().copied().filter(|&t| terms.sort(t) == sort).collect();
    let variable = fitting[rng.below(fitting.len())];
    match (rng.below(6), sort) {
        (0, _) => {
            let all = values(terms, sort);
            all[rng.below(all.len())].term(terms, sort)
        }
        (1, Sort::Bool) => terms.not(variable),
        (1, _) => {
            let one = terms.bv(1, 2);
            terms.bv_add(variable, one)
        }
        _ => variable,
    }
}

/// The facts of a system, each with the step that derives it, and a refutation if there is one.
pub struct Least {
    pub steps: Vec<Derivation>,
    /// By predicate: the arguments for which it holds, with the step.
    pub facts: Vec<HashMap<Vec<Value>, usize>>,
    pub refutation: Option<Refutation>,
}

/// Derives all facts.
pub fn least(horn: &Horn) -> Least {
    let mut least =
        Least { steps: Vec::new(), facts: vec![HashMap::new(); horn.predicates().len()], refutation: None };
    loop {
        let before = least.steps.len();
        for id in horn.clause_ids() {
            least.round(horn, id);
        }
        if least.steps.len() == before {
            return least;
        }
    }
}

impl Least {
    /// All uses of a clause with the facts so far.
    fn round(&mut self, horn: &Horn, id: ClauseId) {
        let clause = horn.clause(id);
        let terms = horn.terms();
        let domains: Vec<Vec<Value>> =
            clause.variables.iter().map(|&v| values(terms, terms.sort(v))).collect();
        let count: usize = domains.iter().map(Vec::len).product();
        for mut number in 0..count {
            let mut chosen = Vec::new();
            for domain in &domains {
                chosen.push(domain[number % domain.len()].clone());
                number /= domain.len();
            }
            let mut model = Model::new();
            model.set_all(terms, clause.variables.iter().copied(), &chosen);
            if !model.evaluate(terms, clause.constraint).is_true() {
                continue;
            }
            let fact = |atom: &Atom| {
                let arguments = model.evaluate_all(terms, &atom.arguments);
                self.facts[atom.predicate.index()].get(&arguments).copied()
            };
            let premises: Option<Vec<usize>> = clause.body.iter().map(fact).collect();
            let premises = match premises {
                Some(premises) => premises,
                None => continue,
            };
            let step = Derivation { clause: id, values: chosen, premises };
            match &clause.head {
                Some(head) => {
                    let arguments = model.evaluate_all(terms, &head.arguments);
                    let facts = &mut self.facts[head.predicate.index()];
                    if let Entry::Vacant(free) = facts.entry(arguments) {
                        free.insert(self.steps.len());
                        self.steps.push(step);
                    }
                }
                None if self.refutation.is_none() => {
                    let mut steps = self.steps.clone();
                    steps.push(step);
                    self.refutation = Some(Refutation { steps });
                }
                None => {}
            }
        }
    }

    /// The facts as formulas.
    pub fn interpretation(&self, horn: &Horn) -> Interpretation {
        let mut terms = horn.terms().clone();
        let mut formulas = Vec::new();
        for (predicate, facts) in horn.predicates().iter().zip(&self.facts) {
            let mut all: Vec<(&Vec<Value>, &usize)> = facts.iter().collect();
            all.sort_by_key(|&(_, step)| step);
            let mut cases = Vec::new();
            for (arguments, _) in all {
                let mut equations = Vec::new();
                for (&place, value) in predicate.places.iter().zip(arguments) {
                    let sort = terms.sort(place);
                    let value = value.term(&mut terms, sort);
                    equations.push(terms.eq(place, value));
                }
                cases.push(terms.and(&equations));
            }
            formulas.push(terms.or(&cases));
        }
        Interpretation::new(terms, formulas)
    }
}
