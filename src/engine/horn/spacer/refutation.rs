//! *Reachable*: falsity is a fact, and its derivation is made concrete.
//!
//! A fact holds for all its states; a refutation names one. From the query downwards each use of a clause is given
//! values. The values of its head are known. A solver finds values for the other variables: the constraint has to hold,
//! and each atom of the body has to be in the fact that derives it. Such values exist for every state of a fact.

use super::fact::FactId;
use super::search::Spacer;
use crate::base::{HashMap, Limit};
use crate::engine::common::outcome::decided;
use crate::model::horn::{Derivation, PredicateId, Refutation};
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Substitution, TermId, Value};

/// A use of a clause that is being made: a fact with one of its states.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Wanted {
    predicate: PredicateId,
    fact: FactId,
    arguments: Vec<Value>,
}

/// A use whose values are known and whose premises may still have to be made.
struct Open {
    wanted: Wanted,
    values: Vec<Value>,
    premises: Vec<Wanted>,
}

impl Spacer {
    /// The derivation of falsity. `None` if there is none, which is a defect.
    pub(super) fn refutation(&mut self) -> Result<Option<Refutation>, Limit> {
        let mut steps: Vec<Derivation> = Vec::new();
        let mut made: HashMap<Wanted, usize> = HashMap::default();
        let root = Wanted { predicate: self.heads.falsity(), fact: FactId::new(0), arguments: Vec::new() };
        let mut stack = match self.opened(root)? {
            Some(open) => vec![open],
            None => return Ok(None),
        };
        while let Some(open) = stack.last() {
            self.budget.poll()?;
            match open.premises.iter().find(|wanted| !made.contains_key(*wanted)) {
                Some(wanted) => match self.opened(wanted.clone())? {
                    Some(open) => stack.push(open),
                    None => return Ok(None),
                },
                None => {
                    if let Some(Open { wanted, values, premises }) = stack.pop() {
                        let clause = self.heads[wanted.predicate].fact(wanted.fact).clause;
                        let premises = premises.iter().map(|wanted| made[wanted]).collect();
                        made.insert(wanted, steps.len());
                        steps.push(Derivation { clause, values, premises });
                    }
                }
            }
        }
        Ok(Some(Refutation { steps }))
    }

    /// Values for the variables of the clause that derives a state.
    fn opened(&mut self, wanted: Wanted) -> Result<Option<Open>, Limit> {
        let Spacer { heads, horn, budget, .. } = self;
        let fact = heads[wanted.predicate].fact(wanted.fact);
        let clause = horn.clause(fact.clause).clone();
        let mut formulas = vec![clause.constraint];
        if let Some(head) = &clause.head {
            for (&argument, value) in head.arguments.iter().zip(&wanted.arguments) {
                let terms = horn.terms_mut();
                let value = value.term(terms, terms.sort(argument));
                formulas.push(terms.eq(argument, value));
            }
        }
        for (atom, &premise) in clause.body.iter().zip(&fact.premises) {
            let head = &heads[atom.predicate];
            let mut arguments = Substitution::new();
            head.arguments
                .iter()
                .zip(&atom.arguments)
                .for_each(|(&from, &term)| arguments.insert(from, term));
            formulas.push(arguments.apply(horn.terms_mut(), head.fact(premise).formula));
        }
        let mut solver = Solver::new(SmtOptions::default());
        solver.set_budget(budget.clone());
        let terms = horn.terms_mut();
        formulas.iter().for_each(|&formula: &TermId| solver.assert(terms, formula));
        if !decided(solver.check(terms, &[]))? {
            return Ok(None);
        }
        let model = solver.model(terms);
        let values = model.evaluate_all(terms, &clause.variables);
        let mut premises = Vec::with_capacity(clause.body.len());
        for (atom, &premise) in clause.body.iter().zip(&fact.premises) {
            let arguments = model.evaluate_all(terms, &atom.arguments);
            premises.push(Wanted { predicate: atom.predicate, fact: premise, arguments });
        }
        Ok(Some(Open { wanted, values, premises }))
    }
}
