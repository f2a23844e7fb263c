//! Counterexamples of programs.

use super::{Cfa, EdgeId, LocId};
use crate::base::{Budget, Limit};
use crate::solver::term::{Model, TermId, Value};
use std::fmt;

/// Ways through a command that are tried when a step is looked for.
const MOST_WAYS: usize = 100_000;

/// A step of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathStep {
    /// The edge that is taken.
    pub edge: EdgeId,
    /// The values of the inputs of its havocs, in the order of [`inputs`](crate::model::gcl::Commands::inputs).
    pub inputs: Vec<Value>,
    /// The parts of the choices that are taken, by index, in the order in which they are met.
    pub choices: Vec<usize>,
}

/// A run from the initial location: values of all variables where it begins, and the edges that it takes. As a
/// counterexample it ends at the error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    /// The first values of the variables, in their order.
    pub start: Vec<Value>,
    /// The steps.
    pub steps: Vec<PathStep>,
}

/// The reason why a path is no run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Broken {
    /// There are too many or too few first values, or one is of the wrong sort.
    Start,
    /// There is no such edge, or it does not begin where the step before ended.
    Edge {
        /// The step, from 0 on.
        step: usize,
    },
    /// The values of its inputs are too many, too few or of the wrong sort, or so are the parts of its choices.
    Inputs {
        /// The step, from 0 on.
        step: usize,
    },
    /// An assumption of its command is false.
    Blocked {
        /// The step, from 0 on.
        step: usize,
    },
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::Start => f.write_str("the first values do not fit the variables"),
            Broken::Edge { step } => write!(f, "step {} takes no edge that leads on", step),
            Broken::Inputs { step } => write!(f, "the inputs of step {} do not fit its edge", step),
            Broken::Blocked { step } => write!(f, "an assumption of step {} is false", step),
        }
    }
}

impl std::error::Error for Broken {}

/// Steps between two looks at the budget.
const PERIOD: usize = 1024;

impl Path {
    /// The values of all variables before each step and after the last one, by running the commands.
    ///
    /// # Errors
    ///
    /// If the path is no run of the automaton.
    pub fn states(&self, cfa: &Cfa) -> Result<Vec<Vec<Value>>, Broken> {
        let mut states = vec![self.start.clone()];
        let keep = |state: &Model| {
            states.push(cfa.variables().iter().map(|&v| state.evaluate(cfa.terms(), v)).collect());
        };
        let run = self.run(cfa, &Budget::unlimited(), keep);
        run.unwrap_or(Ok(())).map(|()| states)
    }

    /// Runs the commands, and shows the state behind each step. The outer result is the limit that ended the run.
    ///
    /// # Errors
    ///
    /// If the path is no run of the automaton.
    pub fn run(
        &self,
        cfa: &Cfa,
        budget: &Budget,
        mut show: impl FnMut(&Model),
    ) -> Result<Result<(), Broken>, Limit> {
        let mut model = Model::new();
        if assign(cfa, &mut model, cfa.variables(), &self.start).is_none() {
            return Ok(Err(Broken::Start));
        }
        let mut location = cfa.initial();
        for step in 0..self.steps.len() {
            if step % PERIOD == 0 {
                budget.spend_work(PERIOD as u64);
                budget.poll()?;
            }
            match self.run_step(cfa, step, location, &mut model) {
                Ok(target) => location = target,
                Err(broken) => return Ok(Err(broken)),
            }
            show(&model);
        }
        Ok(Ok(()))
    }

    /// Runs a step from this location, and gives the next one.
    fn run_step(&self, cfa: &Cfa, step: usize, location: LocId, model: &mut Model) -> Result<LocId, Broken> {
        let taken = &self.steps[step];
        let is_edge = taken.edge.index() < cfa.edges().len() && cfa.edge(taken.edge).source == location;
        if !is_edge {
            return Err(Broken::Edge { step });
        }
        let edge = cfa.edge(taken.edge);
        let inputs = cfa.commands().inputs(edge.command);
        assign(cfa, model, &inputs, &taken.inputs).ok_or(Broken::Inputs { step })?;
        let mut choices = taken.choices.iter();
        let mut fits = true;
        let choose = |count: usize| match choices.next() {
            Some(&part) if part < count => part,
            _ => {
                fits = false;
                count
            }
        };
        let runs = cfa.commands().run(cfa.terms(), edge.command, model, choose);
        if !fits || choices.next().is_some() {
            return Err(Broken::Inputs { step });
        }
        if !runs {
            return Err(Broken::Blocked { step });
        }
        Ok(edge.target)
    }
}

impl Cfa {
    /// The step along an edge that leads to a state, from the state and inputs of a model. `None` if there is no such
    /// step, or if it is not found among very many ways through the command.
    pub fn find_step(&self, edge: EdgeId, before: &Model, after: &[Value]) -> Option<PathStep> {
        let command = self.edge(edge).command;
        let is_after = |end: &Model| {
            let mut pairs = self.variables().iter().zip(after);
            pairs.all(|(&v, value)| end.evaluate(self.terms(), v) == *value)
        };
        let (choices, _) = self.commands().find_run(self.terms(), command, before, MOST_WAYS, is_after)?;
        let inputs = self.commands().inputs(command);
        let inputs = inputs.iter().map(|&input| before.evaluate(self.terms(), input)).collect();
        Some(PathStep { edge, inputs, choices })
    }
}

/// Gives constants their values, if these are as many and of the right sorts.
fn assign(cfa: &Cfa, model: &mut Model, constants: &[TermId], values: &[Value]) -> Option<()> {
    let terms = cfa.terms();
    let fits = |(&constant, value): (&TermId, &Value)| terms.is_value(value, terms.sort(constant));
    if constants.len() != values.len() || !constants.iter().zip(values).all(fits) {
        return None;
    }
    model.set_all(terms, constants.iter().copied(), values);
    Some(())
}
