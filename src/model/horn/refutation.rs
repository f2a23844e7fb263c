//! Derivations of false from Horn clauses.

use super::{ClauseId, Horn, PredicateId};
use crate::solver::term::{Model, Value};
use std::fmt;

/// One use of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Derivation {
    /// The clause.
    pub clause: ClauseId,
    /// The values of its variables, in their order.
    pub values: Vec<Value>,
    /// By atom of the body: the earlier derivation, by index, whose fact the atom is.
    pub premises: Vec<usize>,
}

/// A predicate that was derived for these arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The predicate.
    pub predicate: PredicateId,
    /// A value for each argument of the predicate.
    pub arguments: Vec<Value>,
}

/// A derivation of false: uses of clauses in an order in which each rests on earlier ones only. The last one is of a
/// query. Several may rest on the same one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// The uses of clauses.
    pub steps: Vec<Derivation>,
}

/// The reason why a refutation derives nothing, with the number of the step, from 0 on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Broken {
    /// There is no such clause.
    Clause(usize),
    /// The values of the variables are too many, too few or of the wrong sort.
    Values(usize),
    /// The constraint of the clause is false.
    Constraint(usize),
    /// A premise is missing, comes later, or is no fact of the atom with its arguments.
    Premise(usize),
    /// A query before the last step, or no query in it.
    End,
    /// It rests on the result of a partial operation that SMT-LIB leaves open ([`Refutation::open_step`]).
    Open(usize),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Clause(step) => write!(f, "step {} uses a clause that does not exist", step),
            Broken::Values(step) => {
                write!(f, "the values of step {} do not fit the variables of its clause", step)
            }
            Broken::Constraint(step) => write!(f, "the constraint of step {} is false", step),
            Broken::Premise(step) => {
                write!(f, "a premise of step {} is no earlier fact that its clause asks for", step)
            }
            Broken::End => f.write_str("the last step alone must use a clause without a head"),
            Broken::Open(step) => write!(
                f,
                "step {} rests on a result that SMT-LIB leaves open, of a selector for the value of another \
                 constructor or of a division by zero",
                step
            ),
        }
    }
}

impl std::error::Error for Broken {}

impl Refutation {
    /// The facts that the steps derive, by evaluation: one for each step but the last one.
    ///
    /// # Errors
    ///
    /// If it does not derive false.
    pub fn facts(&self, horn: &Horn) -> Result<Vec<Fact>, Broken> {
        let mut facts: Vec<Fact> = Vec::new();
        for (number, step) in self.steps.iter().enumerate() {
            let terms = horn.terms();
            let clause = horn.clauses().get(step.clause.index()).ok_or(Broken::Clause(number))?;
            let mut sorts = clause.variables.iter().map(|&v| terms.sort(v));
            let fits = step.values.len() == clause.variables.len()
                && step
                    .values
                    .iter()
                    .all(|value| sorts.next().map_or(false, |sort| terms.is_value(value, sort)));
            if !fits {
                return Err(Broken::Values(number));
            }
            let mut model = Model::new();
            model.set_all(terms, clause.variables.iter().copied(), &step.values);
            if !model.evaluate(terms, clause.constraint).is_true() {
                return Err(Broken::Constraint(number));
            }
            if step.premises.len() != clause.body.len() {
                return Err(Broken::Premise(number));
            }
            for (atom, &premise) in clause.body.iter().zip(&step.premises) {
                let wanted = model.evaluate_all(terms, &atom.arguments);
                let holds = |f: &Fact| f.predicate == atom.predicate && f.arguments == wanted;
                if !facts.get(premise).map_or(false, holds) {
                    return Err(Broken::Premise(number));
                }
            }
            match (&clause.head, number + 1 == self.steps.len()) {
                (Some(head), false) => {
                    let arguments = model.evaluate_all(terms, &head.arguments);
                    facts.push(Fact { predicate: head.predicate, arguments });
                }
                (None, true) => return Ok(facts),
                _ => return Err(Broken::End),
            }
        }
        Err(Broken::End)
    }
}
