//! A value for each clause of a proof, from the axioms to the conclusion: the frame of interpolation.

use super::{Origin, ResolutionLog, Step, StepId};
use crate::base::{HashMap, Lit};

/// Values for the clauses of a proof, such as partial interpolants.
pub trait Annotation {
    /// The value of a clause.
    type Value: Clone;
    /// The reason why there is no value.
    type Error;

    /// The value of an axiom.
    ///
    /// # Errors
    ///
    /// If it has none. The walk ends there.
    fn axiom(&mut self, step: StepId, origin: Origin) -> Result<Self::Value, Self::Error>;

    /// The value of the clause that follows by resolution: the pivot is in the clause with the first value, the
    /// negated pivot in the clause with the second.
    ///
    /// # Errors
    ///
    /// If it has none. The walk ends there.
    fn resolve(
        &mut self,
        pivot: Lit,
        with: &Self::Value,
        without: Self::Value,
    ) -> Result<Self::Value, Self::Error>;
}

impl ResolutionLog {
    /// The value of the last of these clauses, which are a proof: all that the last one [needs](Self::needed), in the
    /// order of their making. `None` if there is no clause.
    ///
    /// # Errors
    ///
    /// If the value of a clause has an error.
    pub fn annotate<A: Annotation>(
        &self,
        needed: &[StepId],
        annotation: &mut A,
    ) -> Result<Option<A::Value>, A::Error> {
        let lits = needed.iter().flat_map(|&step| self.clause(step)).map(|l| l.code());
        let mut resolvent = vec![false; lits.max().map_or(0, |last| (last | 1) + 1)];
        let mut values: HashMap<StepId, A::Value> = HashMap::default();
        for &step in needed {
            let value = match self.step(step) {
                Step::Axiom(origin) => annotation.axiom(step, origin)?,
                Step::Chain(chain) => self.follow(chain, &values, annotation, &mut resolvent)?,
            };
            values.insert(step, value);
        }
        Ok(needed.last().and_then(|last| values.remove(last)))
    }

    /// Follows a chain backwards. `resolvent`: by literal, whether it is in the clause derived so far; all false
    /// before and after.
    fn follow<A: Annotation>(
        &self,
        chain: &[StepId],
        values: &HashMap<StepId, A::Value>,
        annotation: &mut A,
        resolvent: &mut [bool],
    ) -> Result<A::Value, A::Error> {
        let mut touched: Vec<Lit> = Vec::new();
        let mut value: Option<A::Value> = None;
        for step in chain.iter().rev() {
            let clause = self.clause(*step);
            let pivot = clause.iter().copied().find(|&l| resolvent[(!l).code()]);
            value = match (value, pivot) {
                (None, _) => Some(values[step].clone()),
                (Some(value), Some(pivot)) => {
                    resolvent[(!pivot).code()] = false;
                    Some(annotation.resolve(pivot, &values[step], value)?)
                }
                (unchanged, None) => {
                    value = unchanged;
                    continue;
                }
            };
            for &l in clause {
                if Some(l) != pivot && !resolvent[l.code()] {
                    resolvent[l.code()] = true;
                    touched.push(l);
                }
            }
        }
        touched.iter().for_each(|l| resolvent[l.code()] = false);
        Ok(value.expect("a clause is derived from others"))
    }
}
