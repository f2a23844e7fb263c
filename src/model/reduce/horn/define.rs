//! Variables that a constraint defines.

use crate::base::{Budget, HashMap, HashSet};
use crate::model::horn::{Atom, Clause, Definitions, Horn, Refutation};
use crate::solver::term::{Model, Substitution, TermId, Value};

/// The way back.
#[derive(Clone, Debug)]
pub(super) struct Defined {
    /// By clause: for each variable that has vanished a term over the others.
    values: Vec<Vec<(TermId, TermId)>>,
}

/// The system without variables that have definitions, or that occur nowhere; `None` if there are none.
pub(super) fn define(horn: &Horn, budget: &Budget) -> Option<(Horn, Defined)> {
    let mut terms = horn.terms().clone();
    let mut clauses = Vec::with_capacity(horn.clauses().len());
    let mut values = Vec::with_capacity(horn.clauses().len());
    let mut changed = false;
    for clause in horn.clauses() {
        if budget.poll().is_err() {
            return None;
        }
        // The variables that come with the atoms of the body rather keep their names.
        let given: HashSet<TermId> = clause.body.iter().flat_map(|atom| &atom.arguments).copied().collect();
        let inner: Vec<TermId> = clause.variables.iter().copied().filter(|v| !given.contains(v)).collect();
        let mut found = Definitions::of(&mut terms, clause.constraint, &[], &inner);
        found.extend(&mut terms, &clause.variables);
        let mut substitution = Substitution::new();
        found.values.iter().for_each(|&(variable, value)| substitution.insert(variable, value));
        let mut atom = |atom: &Atom| {
            let arguments = atom.arguments.iter().map(|&t| substitution.apply(&mut terms, t)).collect();
            Atom { predicate: atom.predicate, arguments }
        };
        let body: Vec<Atom> = clause.body.iter().map(&mut atom).collect();
        let head = clause.head.as_ref().map(&mut atom);
        let mut roots = vec![found.rest];
        roots.extend(body.iter().chain(&head).flat_map(|atom| &atom.arguments));
        let occurs: HashSet<TermId> =
            terms.symbols_in(&roots).into_iter().map(|s| terms.symbol_term(s)).collect();
        let variables: Vec<TermId> =
            clause.variables.iter().copied().filter(|v| occurs.contains(v)).collect();
        changed |= variables.len() < clause.variables.len();
        values.push(found.values);
        clauses.push(Clause { variables, body, constraint: found.rest, head });
    }
    if !changed {
        return None;
    }
    Some((horn.with_clauses(terms, clauses), Defined { values }))
}

impl Defined {
    /// The refutation with values for the variables that have vanished. Variables that occur nowhere get a default.
    pub fn refutation(&self, before: &Horn, after: &Horn, mut refutation: Refutation) -> Option<Refutation> {
        let terms = after.terms();
        for step in &mut refutation.steps {
            let at = step.clause.index();
            let left = &after.clauses().get(at)?.variables;
            if step.values.len() != left.len() {
                return None;
            }
            let mut known: HashMap<TermId, Value> =
                left.iter().copied().zip(step.values.iter().cloned()).collect();
            let mut model = Model::new();
            model.set_all(terms, left.iter().copied(), &step.values);
            let (variables, defined): (Vec<TermId>, Vec<TermId>) =
                self.values.get(at)?.iter().copied().unzip();
            let values = model.evaluate_all(terms, &defined);
            known.extend(variables.into_iter().zip(values));
            let value =
                |v: &TermId| known.get(v).cloned().unwrap_or_else(|| terms.default_value(terms.sort(*v)));
            step.values = before.clauses().get(at)?.variables.iter().map(value).collect();
        }
        Some(refutation)
    }
}
