//! Clauses in the form in which the transformer of their head asks about them.

use crate::base::index;
use crate::model::horn::{Clause, ClauseId, Horn, PredicateId};
use crate::solver::term::{Substitution, TermId, Terms};
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// A rule, by its index among those of its head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RuleId(u32);

index!(RuleId);

/// Something of each predicate. That of falsity, a predicate without arguments, is the last.
pub(super) struct ByPredicate<T>(Vec<T>);

impl<T> ByPredicate<T> {
    /// Makes it from each of the `predicates` predicates, and from falsity.
    pub fn of(predicates: usize, of: impl FnMut(PredicateId) -> T) -> ByPredicate<T> {
        ByPredicate((0..=predicates).map(PredicateId::new).map(of).collect())
    }

    /// Makes the same of something else.
    pub fn map<U>(&self, map: impl FnMut(&T) -> U) -> ByPredicate<U> {
        ByPredicate(self.0.iter().map(map).collect())
    }

    pub fn falsity(&self) -> PredicateId {
        PredicateId::new(self.0.len() - 1)
    }

    /// All predicates and falsity.
    pub fn ids(&self) -> impl Iterator<Item = PredicateId> {
        (0..self.0.len()).map(PredicateId::new)
    }
}

impl<T> Index<PredicateId> for ByPredicate<T> {
    type Output = T;

    fn index(&self, predicate: PredicateId) -> &T {
        &self.0[predicate.index()]
    }
}

impl<T> IndexMut<PredicateId> for ByPredicate<T> {
    fn index_mut(&mut self, predicate: PredicateId) -> &mut T {
        &mut self.0[predicate.index()]
    }
}

impl<T> Deref for ByPredicate<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for ByPredicate<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

/// The constants of the arguments of a predicate, or of falsity.
pub(super) fn arguments_of(horn: &Horn, predicate: PredicateId) -> Vec<TermId> {
    horn.predicates().get(predicate.index()).map_or_else(Vec::new, |p| p.places.clone())
}

/// An atom of a body.
pub(super) struct Occurrence {
    pub predicate: PredicateId,
    /// A term for each argument of the predicate, over the constants of the rule.
    pub arguments: Vec<TermId>,
    pub instances: Substitution,
}

impl Occurrence {
    /// A formula over the arguments of the predicate, as one over the constants of the rule.
    pub fn instance(&mut self, terms: &mut Terms, formula: TermId) -> TermId {
        self.instances.apply(terms, formula)
    }
}

/// A clause whose head is the predicate applied to its own constants. A variable that is an argument of the head is the
/// constant; any other argument is an equation.
pub(super) struct Rule {
    /// The clause that it stands for.
    pub clause: ClauseId,
    /// The constraint and the equations.
    pub formula: TermId,
    /// The atoms that it rests on.
    pub body: Vec<Occurrence>,
    /// The variables that are no constants of the head.
    pub variables: Vec<TermId>,
    /// All variables of the clause in their order, as constants of the rule.
    pub originals: Vec<TermId>,
}

/// The rules of each predicate.
pub(super) fn rules_by_head(horn: &mut Horn) -> ByPredicate<Vec<Rule>> {
    let mut rules = ByPredicate::of(horn.predicates().len(), |_| Vec::new());
    let falsity = rules.falsity();
    for id in horn.clause_ids() {
        let head = horn.clause(id).head.as_ref().map_or(falsity, |atom| atom.predicate);
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
            let constants = horn.predicate(head.predicate).places.clone();
            for (&argument, constant) in head.arguments.iter().zip(constants) {
                if variables.contains(&argument) && !renamed.contains(&argument) {
                    renaming.insert(argument, constant);
                    renamed.push(argument);
                } else {
                    equations.push((argument, constant));
                }
            }
        }
        let constants: Vec<Vec<TermId>> =
            body.iter().map(|atom| arguments_of(horn, atom.predicate)).collect();
        let terms = horn.terms_mut();
        let mut formulas = vec![renaming.apply(terms, constraint)];
        for (argument, constant) in equations {
            let argument = renaming.apply(terms, argument);
            formulas.push(terms.eq(constant, argument));
        }
        let mut occurrences = Vec::with_capacity(body.len());
        for (atom, constants) in body.iter().zip(constants) {
            let arguments: Vec<TermId> = atom.arguments.iter().map(|&t| renaming.apply(terms, t)).collect();
            let mut instances = Substitution::new();
            constants.iter().zip(&arguments).for_each(|(&from, &argument)| instances.insert(from, argument));
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
