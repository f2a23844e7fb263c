//! Variables that a constraint defines.

use crate::base::{Budget, HashMap};
use crate::model::horn::{Atom, Clause, Definitions, Horn, Refutation};
use crate::solver::term::{Model, Substitution, TermId, Value};

/// The way back.
#[derive(Clone, Debug)]
pub(super) struct Defined {
    /// By clause: for each variable that has vanished a term over the others.
    values: Vec<Vec<(TermId, TermId)>>,
    /// The variables that each clause has left.
    left: Vec<Vec<TermId>>,
    /// The system after the pass has more terms.
    after: Horn,
}

/// The system without variables that have definitions, or that occur nowhere; `None` if there are none.
pub(super) fn define(horn: &Horn, budget: &Budget) -> Option<(Horn, Defined)> {
    let mut terms = horn.terms().clone();
    let mut clauses = Vec::with_capacity(horn.clauses().len());
    let mut values = Vec::with_capacity(horn.clauses().len());
    let mut changed = false;
    for clause in horn.clauses() {
        if budget.check().is_err() {
            return None;
        }
        let found = Definitions::of(&mut terms, clause.constraint, &[], &clause.variables);
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
        let occurs: HashMap<TermId, ()> =
            terms.symbols_in(&roots).into_iter().map(|s| (terms.symbol_term(s), ())).collect();
        let variables: Vec<TermId> =
            clause.variables.iter().copied().filter(|v| occurs.contains_key(v)).collect();
        changed |= variables.len() < clause.variables.len();
        values.push(found.values);
        clauses.push(Clause { variables, body, constraint: found.rest, head });
    }
    if !changed {
        return None;
    }
    let after = horn.with_clauses(terms, clauses);
    let left = after.clauses().iter().map(|clause| clause.variables.clone()).collect();
    Some((after.clone(), Defined { values, left, after }))
}

impl Defined {
    /// The refutation with values for the variables that have vanished. Variables that occur nowhere get a default.
    pub fn refutation(&self, before: &Horn, mut refutation: Refutation) -> Option<Refutation> {
        let terms = self.after.terms();
        for step in &mut refutation.steps {
            let at = step.clause.index();
            let left = self.left.get(at)?;
            let mut known: HashMap<TermId, Value> =
                left.iter().copied().zip(step.values.iter().cloned()).collect();
            let mut model = Model::new();
            model.set_all(terms, left.iter().copied(), &step.values);
            let (variables, defined): (Vec<TermId>, Vec<TermId>) =
                self.values.get(at)?.iter().copied().unzip();
            let values = model.evaluate_all(terms, &defined);
            known.extend(variables.into_iter().zip(values));
            let value =
                |v: &TermId| known.get(v).cloned().unwrap_or_else(|| Value::default_of(terms.sort(*v)));
            step.values = before.clauses().get(at)?.variables.iter().map(value).collect();
        }
        Some(refutation)
    }
}
