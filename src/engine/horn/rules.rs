//! Clauses in the form in which the transformer of their head asks about them.

use crate::model::horn::{Clause, ClauseId, Horn, PredicateId};
use crate::solver::term::{Substitution, TermId, Terms};

/// An atom of a body.
pub(super) struct Occurrence {
    /// The number of its predicate.
    pub predicate: PredicateId,
    /// A term for each place, over the constants of the rule.
    pub arguments: Vec<TermId>,
    instances: Substitution,
}

impl Occurrence {
    /// A formula over the places of the predicate, as one over the constants of the rule.
    pub fn instance(&mut self, terms: &mut Terms, formula: TermId) -> TermId {
        self.instances.apply(terms, formula)
    }
}

/// A clause whose head is the predicate applied to its own places. A variable that is an argument of the head is the
/// place; any other argument is an equation.
pub(super) struct Rule {
    /// The clause that it stands for.
    pub clause: ClauseId,
    /// The constraint and the equations.
    pub formula: TermId,
    /// The atoms that it rests on.
    pub body: Vec<Occurrence>,
    /// The variables that are no places.
    pub variables: Vec<TermId>,
    /// All variables of the clause in their order, as constants of the rule.
    pub originals: Vec<TermId>,
}

/// The rules of each predicate; those of falsity, a predicate without places, are the last.
pub(super) fn rules_by_head(horn: &mut Horn) -> Vec<Vec<Rule>> {
    let falsity = horn.predicates().len();
    let mut rules: Vec<Vec<Rule>> = (0..=falsity).map(|_| Vec::new()).collect();
    for id in horn.clause_ids() {
        let head = horn.clause(id).head.as_ref().map_or(falsity, |atom| atom.predicate.index());
        rules[head].push(Rule::new(horn, id));
    }
    rules
}

impl Rule {
    /// The form of a clause. Its terms are added to the store.
    pub fn new(horn: &mut Horn, id: ClauseId) -> Rule {
        let Clause { variables, body, constraint, head } = horn.clause(id).clone();
        let mut renaming = Substitution::new();
        let mut renamed: Vec<TermId> = Vec::new();
        let mut equations = Vec::new();
        if let Some(head) = &head {
            let places = horn.predicate(head.predicate).places.clone();
            for (&argument, place) in head.arguments.iter().zip(places) {
                if variables.contains(&argument) && !renamed.contains(&argument) {
                    renaming.insert(argument, place);
                    renamed.push(argument);
                } else {
                    equations.push((argument, place));
                }
            }
        }
        let places_of = |p: PredicateId| horn.predicate(p).places.clone();
        let places: Vec<Vec<TermId>> = body.iter().map(|atom| places_of(atom.predicate)).collect();
        let terms = horn.terms_mut();
        let mut formulas = vec![renaming.apply(terms, constraint)];
        for (argument, place) in equations {
            let argument = renaming.apply(terms, argument);
            formulas.push(terms.eq(place, argument));
        }
        let mut occurrences = Vec::with_capacity(body.len());
        for (atom, places) in body.iter().zip(places) {
            let arguments: Vec<TermId> = atom.arguments.iter().map(|&t| renaming.apply(terms, t)).collect();
            let mut instances = Substitution::new();
            places.iter().zip(&arguments).for_each(|(&place, &argument)| instances.insert(place, argument));
            occurrences.push(Occurrence { predicate: atom.predicate, arguments, instances });
        }
        let originals = variables.iter().map(|&v| renaming.apply(terms, v)).collect();
        Rule {
            clause: id,
            originals,
            formula: terms.and(&formulas),
            body: occurrences,
            variables: variables.into_iter().filter(|v| !renamed.contains(v)).collect(),
        }
    }
}
