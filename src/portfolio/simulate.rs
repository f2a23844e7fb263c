//! Runs of circuits and systems with random values, whose bad ends are checked.

use super::Counterexample;
use crate::base::Budget;
use crate::engine::simulate::{simulate_circuit, simulate_system, End, SimulateOptions, Simulated};
use crate::evidence::any::AnyCounterexample;
use crate::evidence::{circuit, system, told, CheckError};
use crate::input::Model;

/// Runs a circuit or a system with random values, until a property of safety is violated. A run with that end is a
/// counterexample, and was checked as one; of another run its values can be read, and its waves written. `None` of
/// programs and clauses, which have no such steps.
///
/// # Errors
///
/// [`CheckError::Limit`] if a limit was reached. Any other error is a defect of this library: the bad end was not
/// confirmed.
///
/// ```
/// use indubit::base::Budget;
/// use indubit::engine::simulate::{End, SimulateOptions};
/// use indubit::{input, portfolio};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // A latch that holds the input of the step before.
/// let budget = Budget::unlimited();
/// let model = input::read("delay.aag", b"aag 2 1 1 1 0\n2\n4 2\n4\n", &Default::default(), &budget)?;
/// let options = SimulateOptions { steps: 100, runs: 10, seed: 1 };
/// let found = portfolio::simulate(&model, &options, &budget)?.expect("a circuit");
/// assert!(matches!(found.end, End::Bad(property) if property.to_string() == "b0"));
/// assert!(found.run.map_or(false, |run| run.text().contains("i0")));
/// # Ok(())
/// # }
/// ```
pub fn simulate<'m>(
    model: &'m Model,
    options: &SimulateOptions,
    budget: &Budget,
) -> Result<Option<Simulated<Counterexample<'m>>>, CheckError> {
    Ok(Some(match model {
        Model::Circuit(file) => checked(
            simulate_circuit(&file.circuit, options, budget)?,
            |run| circuit::check_trace(&file.circuit, run),
            |found| Box::new(told::circuit::CircuitTrace { file, found }),
        )?,
        Model::System(file) => checked(
            simulate_system(file.system(), options, budget)?,
            |run| system::check_trace(file.system(), run),
            |found| Box::new(told::system::SystemTrace { file, found }),
        )?,
        Model::Program(_) | Model::Clauses(_) => return Ok(None),
    }))
}

/// The runs with the last one as evidence, which is checked if it is bad.
fn checked<'m, T>(
    found: Simulated<T>,
    check: impl Fn(&T) -> Result<(), CheckError>,
    told: impl Fn(T) -> Box<dyn AnyCounterexample + 'm>,
) -> Result<Simulated<Counterexample<'m>>, CheckError> {
    let Simulated { run, end, steps, runs } = found;
    if let (End::Bad(_), Some(run)) = (end, &run) {
        check(run)?;
    }
    Ok(Simulated { run: run.map(|run| Counterexample::new(told(run))), end, steps, runs })
}
