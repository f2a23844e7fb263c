//! Runs of circuits and transition systems with random values, as simulators of hardware make them.
//!
//! A run begins in an initial state and goes on until a bad state or for a number of steps. Inputs, and first and next
//! values that the model leaves open, are drawn (`chance.rs`). A run proves nothing. One that ends in a bad state is a
//! counterexample once a checker has replayed it.
//!
//! Constraints count in every step. If the values that were drawn break one, others are drawn, and if many draws fail
//! the run goes back: by one step at first, by twice as many each time that it gets no further. A model whose
//! constraints few values satisfy, or whose transition relation is no function, may be beyond that; then the run ends
//! where it is stuck ([`End::Stuck`]). A solver finds such values, this module asks none.
//!
//! Justice properties are not looked at.

mod chance;
mod circuit;
mod system;

pub use circuit::simulate_circuit;
pub use system::simulate_system;

use crate::base::{Booking, Budget, Limit};
use crate::model::PropertyId;
use chance::Chance;

/// Draws of values for one step.
const DRAWS: usize = 256;
/// How often a run goes back.
const RETURNS: usize = 64;

/// Options of runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SimulateOptions {
    /// The steps of a run. Default 1000.
    pub steps: u64,
    /// The runs, until one is bad. Default 1.
    pub runs: u64,
    /// The seed of the first run; each other run has the seed behind the one before.
    pub seed: u64,
}

impl Default for SimulateOptions {
    fn default() -> SimulateOptions {
        SimulateOptions { steps: 1000, runs: 1, seed: 0 }
    }
}

/// The end of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The property is violated in the last step.
    Bad(PropertyId),
    /// All steps were taken, and none was bad.
    Steps,
    /// No values were found with which the run goes on.
    Stuck,
}

impl End {
    /// The property that is violated; the first one if none is.
    fn property(self) -> PropertyId {
        match self {
            End::Bad(property) => property,
            End::Steps | End::Stuck => PropertyId::new(0),
        }
    }
}

/// The result of runs with random values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Simulated<T> {
    /// The last run; `None` if it has no step. If it is not bad, the property in it means nothing.
    pub run: Option<T>,
    /// The end of that run.
    pub end: End,
    /// The steps of all runs.
    pub steps: u64,
    /// The number of runs.
    pub runs: u64,
}

/// A model whose steps are evaluated.
trait Machine {
    /// The values of all state variables.
    type State: Clone;
    /// The values of all inputs.
    type Inputs;

    /// A state and inputs for the first step; `None` if the state that was drawn is not initial.
    fn first(&mut self, chance: &mut Chance) -> Option<(Self::State, Self::Inputs)>;

    /// Inputs for a further step.
    fn inputs(&mut self, chance: &mut Chance) -> Self::Inputs;

    /// The step from a state with these inputs; `None` if they break a constraint.
    fn step(
        &mut self,
        state: &Self::State,
        inputs: &Self::Inputs,
        chance: &mut Chance,
    ) -> Option<Taken<Self::State>>;

    /// The bytes of a step that is kept.
    fn bytes(&self, state: &Self::State) -> usize;

    /// The work of a step.
    fn work(&self) -> u64;
}

/// A step that was evaluated.
struct Taken<S> {
    /// The first property that is violated in it.
    bad: Option<PropertyId>,
    /// The state behind it; `None` if the one that was drawn is no successor.
    next: Option<S>,
}

/// The values of each step of a run.
type Steps<M> = Vec<(<M as Machine>::State, <M as Machine>::Inputs)>;

/// The values of a step, and the step.
type Drawn<M> = ((<M as Machine>::State, <M as Machine>::Inputs), Taken<<M as Machine>::State>);

/// Runs, until one is bad; the result has the last one.
fn simulate<M: Machine>(
    machine: &mut M,
    numbers: &[u64],
    options: &SimulateOptions,
    budget: &Budget,
) -> Result<Simulated<Steps<M>>, Limit> {
    let mut simulated = Simulated { run: None, end: End::Steps, steps: 0, runs: 0 };
    while simulated.runs < options.runs.max(1) && !matches!(simulated.end, End::Bad(_)) {
        let mut chance = Chance::new(options.seed.wrapping_add(simulated.runs), numbers);
        let (steps, end) = run(machine, &mut chance, options.steps, budget)?;
        simulated.runs += 1;
        simulated.steps += steps.len() as u64;
        simulated.end = end;
        simulated.run = Some(steps).filter(|steps| !steps.is_empty());
    }
    Ok(simulated)
}

/// One run.
fn run<M: Machine>(
    machine: &mut M,
    chance: &mut Chance,
    most: u64,
    budget: &Budget,
) -> Result<(Steps<M>, End), Limit> {
    let mut steps: Steps<M> = Vec::new();
    let mut state: Option<M::State> = None;
    let (mut longest, mut back, mut returns, mut bytes) = (0, 1, RETURNS, 0);
    let mut booking = Booking::default();
    booking.move_to(budget.clone());
    while (steps.len() as u64) < most {
        if let Some((values, taken)) = draw(machine, state.as_ref(), chance, budget)? {
            bytes += machine.bytes(&values.0);
            booking.set(bytes as u64);
            steps.push(values);
            if let Some(property) = taken.bad {
                return Ok((steps, End::Bad(property)));
            }
            state = taken.next;
            if steps.len() > longest {
                (longest, back) = (steps.len(), 1);
            }
            continue;
        }
        if returns == 0 || steps.is_empty() {
            return Ok((steps, End::Stuck));
        }
        returns -= 1;
        let left = steps.len().saturating_sub(back);
        back *= 2;
        // The first step is drawn with its state, any other from the state that it had.
        state = steps.drain(left..).next().map(|(state, _)| state).filter(|_| left > 0);
    }
    Ok((steps, End::Steps))
}

/// The values of a step, with which it can be taken, and the step; `None` if none were found.
fn draw<M: Machine>(
    machine: &mut M,
    state: Option<&M::State>,
    chance: &mut Chance,
    budget: &Budget,
) -> Result<Option<Drawn<M>>, Limit> {
    for _ in 0..DRAWS {
        budget.spend_work(machine.work());
        budget.poll()?;
        let drawn = match state {
            Some(state) => Some((state.clone(), machine.inputs(chance))),
            None => machine.first(chance),
        };
        let taken = drawn.and_then(|drawn| {
            let taken = machine.step(&drawn.0, &drawn.1, chance)?;
            Some((drawn, taken)).filter(|(_, taken)| taken.bad.is_some() || taken.next.is_some())
        });
        if taken.is_some() {
            return Ok(taken);
        }
    }
    Ok(None)
}
