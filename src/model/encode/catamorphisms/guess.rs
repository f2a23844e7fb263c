//! Catamorphisms that predicates of the clauses are.
//!
//! A predicate such as `count(list, n)` often says that `n` is what some recursion makes of the list, with a clause for
//! each constructor. Then the recursion is a catamorphism, and a useful one, for the clauses speak of it. Any guess is
//! a definition, so nothing has to be proved of it.
//!
//! A predicate is read so for one of its places with a datatype and one with an integer or a truth value. In each
//! clause that derives it, the datatype is a constructor of fields that are variables, and the result is a term over
//! these and the results for fields. Where several clauses derive it for a constructor, their constraints choose among
//! the results.

use crate::base::HashMap;
use crate::model::horn::{Clause, Horn, PredicateId};
use crate::solver::term::{ConstructorId, Op, Sort, Substitution, TermId, Terms};

/// Guesses for one datatype, at most.
const MOST_GUESSES: usize = 4;

/// A recursion over a datatype alone.
#[derive(Clone, Debug)]
pub(super) struct Guess {
    /// The name of the predicate.
    pub name: String,
    pub result: Sort,
    cases: Vec<GuessedCase>,
}

/// The result for one constructor.
#[derive(Clone, Debug)]
struct GuessedCase {
    constructor: ConstructorId,
    /// Constants for the fields, and for the results of fields of the datatype.
    fields: Vec<TermId>,
    results: Vec<Option<TermId>>,
    term: Option<TermId>,
}

impl Guess {
    /// The result for a value that a constructor makes of these fields.
    pub fn case(
        &self,
        terms: &mut Terms,
        constructor: ConstructorId,
        fields: &[TermId],
        mut result: impl FnMut(&mut Terms, TermId) -> TermId,
    ) -> TermId {
        let known = self.cases.iter().find(|case| case.constructor == constructor);
        let (case, term) = match known.and_then(|case| Some((case, case.term?))) {
            Some(found) => found,
            None => return terms.default_term(self.result),
        };
        let mut values = Substitution::new();
        for ((&own, known), &field) in case.fields.iter().zip(&case.results).zip(fields) {
            values.insert(own, field);
            if let Some(known) = *known {
                let called = result(terms, field);
                values.insert(known, called);
            }
        }
        values.apply(terms, term)
    }
}

/// The recursions over a datatype that predicates are.
pub(super) fn guessed(horn: &Horn, terms: &mut Terms, sort: Sort) -> Vec<Guess> {
    let mut found: Vec<Guess> = Vec::new();
    for predicate in horn.predicate_ids() {
        let places = horn.predicate(predicate).places.clone();
        let sorts: Vec<Sort> = places.iter().map(|&place| terms.sort(place)).collect();
        for from in (0..sorts.len()).filter(|&from| sorts[from] == sort) {
            for to in (0..sorts.len()).filter(|&to| matches!(sorts[to], Sort::Int | Sort::Bool)) {
                if found.len() == MOST_GUESSES {
                    return found;
                }
                let cases = Reading { horn, predicate, from, to }.cases(terms);
                let name = horn.predicate(predicate).name.clone();
                found.extend(cases.map(|cases| Guess { name, result: sorts[to], cases }));
            }
        }
    }
    found
}

/// A predicate as a function from one place to another.
struct Reading<'a> {
    horn: &'a Horn,
    predicate: PredicateId,
    from: usize,
    to: usize,
}

impl Reading<'_> {
    fn cases(&self, terms: &mut Terms) -> Option<Vec<GuessedCase>> {
        let mut cases: Vec<GuessedCase> = Vec::new();
        let mut is_recursive = false;
        for clause in self.horn.clauses() {
            let head = match clause.head.as_ref().filter(|head| head.predicate == self.predicate) {
                Some(head) => head,
                None => continue,
            };
            let value = head.arguments[self.from];
            let constructor = match terms.op(value) {
                Op::Construct(constructor) => constructor,
                _ => return None,
            };
            let at = cases.iter().position(|case| case.constructor == constructor);
            let at = at.unwrap_or_else(|| {
                let result = terms.sort(head.arguments[self.to]);
                cases.push(new_case(terms, constructor, result));
                cases.len() - 1
            });
            let (condition, term) = self.read(terms, clause, value, head.arguments[self.to], &cases[at])?;
            let symbols = terms.symbols_in(&[term]);
            let results = cases[at].results.iter().flatten();
            is_recursive |= results.copied().any(|r| symbols.iter().any(|&s| terms.symbol_term(s) == r));
            cases[at].term = Some(cases[at].term.map_or(term, |before| terms.ite(condition, term, before)));
        }
        is_recursive.then_some(cases)
    }

    /// The condition and the result of a clause over the constants of a case. A condition about other variables is
    /// true.
    fn read(
        &self,
        terms: &mut Terms,
        clause: &Clause,
        value: TermId,
        result: TermId,
        case: &GuessedCase,
    ) -> Option<(TermId, TermId)> {
        let fields = terms.args(value).to_vec();
        let mut known: HashMap<TermId, TermId> = HashMap::default();
        for (&field, &own) in fields.iter().zip(&case.fields) {
            if !matches!(terms.op(field), Op::Symbol(_)) || known.insert(field, own).is_some() {
                return None;
            }
        }
        for atom in clause.body.iter().filter(|atom| atom.predicate == self.predicate) {
            let at = fields.iter().position(|&field| field == atom.arguments[self.from]);
            let own = at.and_then(|at| case.results[at])?;
            let of = atom.arguments[self.to];
            if matches!(terms.op(of), Op::Symbol(_)) {
                known.entry(of).or_insert(own);
            }
        }
        let allowed: Vec<TermId> = known.values().copied().collect();
        let mut values = Substitution::new();
        known.iter().for_each(|(&from, &to)| values.insert(from, to));
        let term = values.apply(terms, result);
        let condition = values.apply(terms, clause.constraint);
        // Recursive fields occur by their results alone.
        let is_own = |terms: &Terms, t: TermId| {
            terms.subterms(&[t]).into_iter().all(|part| match terms.op(part) {
                Op::Symbol(_) => allowed.contains(&part) && !matches!(terms.sort(part), Sort::Datatype(_)),
                _ => true,
            })
        };
        let condition = if is_own(terms, condition) { condition } else { Terms::TRUE };
        is_own(terms, term).then_some((condition, term))
    }
}

/// A case without a result so far.
fn new_case(terms: &mut Terms, constructor: ConstructorId, result: Sort) -> GuessedCase {
    let sort = terms.constructor_sort(constructor);
    let sorts: Vec<Sort> = terms.selectors(constructor).map(|s| terms.selector_sort(s)).collect();
    let fields: Vec<TermId> = sorts.iter().map(|&sort| terms.declare("field", sort)).collect();
    let results = sorts.iter().map(|&own| (own == sort).then(|| terms.declare("result", result))).collect();
    GuessedCase { constructor, fields, results, term: None }
}
