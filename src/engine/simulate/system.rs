//! Runs of transition systems.

use super::{simulate, Chance, Machine, SimulateOptions, Simulated, Taken};
use crate::base::{Budget, Limit};
use crate::model::system::functional::{FirstValues, NextValues};
use crate::model::system::{Step, System, Trace};
use crate::model::PropertyId;
use crate::solver::term::{Model, Op, TermId, Terms, Value};

/// Rounds in which first values that depend on others are computed.
const ROUNDS: usize = 64;

/// Runs a system with random inputs, and random values where Init and Trans leave them open.
///
/// # Errors
///
/// The limit that was reached.
pub fn simulate_system(
    system: &System,
    options: &SimulateOptions,
    budget: &Budget,
) -> Result<Simulated<Trace>, Limit> {
    let mut runs = SystemRuns::new(system);
    let numbers = runs.numbers();
    let Simulated { run, end, steps, runs } = simulate(&mut runs, &numbers, options, budget)?;
    let property = end.property();
    let trace = |steps: Vec<(Vec<Value>, Vec<Value>)>| {
        let steps = steps.into_iter().map(|(states, inputs)| Step { states, inputs });
        Trace { property, steps: steps.collect() }
    };
    Ok(Simulated { run: run.map(trace), end, steps, runs })
}

struct SystemRuns<'a> {
    system: &'a System,
    terms: Terms,
    states: Vec<TermId>,
    /// By state variable: the constant that it begins with.
    constants: Vec<Option<TermId>>,
    /// Variables whose first values are functions of others.
    functions: Vec<(usize, TermId)>,
    /// By state variable: its next value.
    next: Vec<Option<TermId>>,
    /// Whether there is more to Trans than these functions.
    is_relation: bool,
    /// The constraint, the bad states, and the next values that are functions.
    looked_at: Vec<TermId>,
    work: u64,
}

impl<'a> SystemRuns<'a> {
    fn new(system: &'a System) -> SystemRuns<'a> {
        let mut terms = system.terms().clone();
        let first = FirstValues::of(system, &mut terms);
        let functions = first.functions(system, &mut terms).into_iter().map(|(_, at, value)| (at, value));
        let functions = functions.collect();
        let next = NextValues::of(system, &mut terms);
        let bads = system.properties().iter().map(|property| property.bad);
        let looked_at = std::iter::once(system.constraint()).chain(bads);
        let looked_at: Vec<TermId> = looked_at.chain(next.functions.iter().copied().flatten()).collect();
        SystemRuns {
            system,
            states: system.states().iter().map(|state| state.current).collect(),
            constants: first.constants,
            functions,
            is_relation: !next.rest.is_empty(),
            next: next.functions,
            work: terms.subterms(&looked_at).len() as u64 / 4 + 1,
            looked_at,
            terms,
        }
    }

    /// The numbers in the system.
    fn numbers(&self) -> Vec<u64> {
        let number = |t: TermId| match self.terms.op(t) {
            Op::Numeral(_) => self.terms.number_of(t)?.to_string().parse::<i64>().ok().map(|n| n as u64),
            Op::Bits(_) => self.terms.bits_of(t)?.to_u64(),
            _ => None,
        };
        let mut numbers: Vec<u64> =
            self.terms.subterms(&self.looked_at).into_iter().filter_map(number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    fn values(&self, constants: &[TermId], values: &[Value]) -> Model {
        let mut model = Model::new();
        model.set_all(&self.terms, constants.iter().copied(), values);
        model
    }
}

impl Machine for SystemRuns<'_> {
    type State = Vec<Value>;
    type Inputs = Vec<Value>;

    fn first(&mut self, chance: &mut Chance) -> Option<(Vec<Value>, Vec<Value>)> {
        let (terms, inputs) = (&self.terms, self.system.inputs().len());
        let draw = |(at, (&state, constant)): (usize, (&TermId, &Option<TermId>))| match constant {
            Some(constant) => Model::new().evaluate(terms, *constant),
            None => chance.value(terms, inputs + at, terms.sort(state)),
        };
        let mut state: Vec<Value> = self.states.iter().zip(&self.constants).enumerate().map(draw).collect();
        let terms_of: Vec<TermId> = self.functions.iter().map(|&(_, value)| value).collect();
        for _ in 0..ROUNDS.min(terms_of.len()) {
            let values = self.values(&self.states, &state).evaluate_all(terms, &terms_of);
            for (&(at, _), value) in self.functions.iter().zip(values) {
                state[at] = value;
            }
        }
        let model = self.values(&self.states, &state);
        match model.evaluate(terms, self.system.init()).is_true() {
            true => Some((state, self.inputs(chance))),
            false => None,
        }
    }

    fn inputs(&mut self, chance: &mut Chance) -> Vec<Value> {
        let inputs = self.system.inputs().iter().enumerate();
        inputs.map(|(at, &input)| chance.value(&self.terms, at, self.terms.sort(input))).collect()
    }

    fn step(
        &mut self,
        state: &Vec<Value>,
        inputs: &Vec<Value>,
        chance: &mut Chance,
    ) -> Option<Taken<Vec<Value>>> {
        let mut model = self.values(&self.states, state);
        model.set_all(&self.terms, self.system.inputs().iter().copied(), inputs);
        let mut seen = model.evaluate_all(&self.terms, &self.looked_at).into_iter();
        if !seen.next().map_or(false, |constraint| constraint.is_true()) {
            return None;
        }
        let bads: Vec<Value> = seen.by_ref().take(self.system.properties().len()).collect();
        let bad = bads.iter().position(Value::is_true).map(PropertyId::new);
        let of_variables = self.states.iter().zip(&self.next).enumerate();
        let next = of_variables.map(|(at, (&variable, function))| match function {
            Some(_) => seen.next(),
            None => Some(chance.value(&self.terms, inputs.len() + at, self.terms.sort(variable))),
        });
        let mut next: Option<Vec<Value>> = next.collect();
        if let (true, Some(values)) = (self.is_relation, &next) {
            let constants = self.system.states().iter().map(|state| state.next);
            model.set_all(&self.terms, constants, values);
            if !model.evaluate(&self.terms, self.system.trans()).is_true() {
                next = None;
            }
        }
        Some(Taken { bad, next })
    }

    fn bytes(&self, state: &Vec<Value>) -> usize {
        let size = |value: &Value| match value {
            Value::Array(array) => array.entries().len() * 2 * std::mem::size_of::<Value>(),
            _ => 0,
        };
        let fixed = (state.len() + self.system.inputs().len()) * std::mem::size_of::<Value>();
        fixed + state.iter().map(size).sum::<usize>()
    }

    fn work(&self) -> u64 {
        self.work
    }
}
