//! The routes: from each kind of model to any engine that takes it.
//!
//! The engine works on the model itself if it can ([`Engine::setups`]), else on the image that [`Engine::sees`] says.
//! A route is decided by the options alone; a step that turns out to have nothing to do for a model is passed over.

use super::after_guesses::after_guesses;
use super::bits::bits;
use super::cells::cells as cells_of_system;
use super::clauses::{catamorphisms, cells, cells_reduced, image_reduced, informed};
use super::integers::{integer_clauses, integers};
use super::later::from_later_on;
use super::options::{RouteOptions, Words};
use super::programs::{blocks, clauses_of_program, counter, recover, reduced_with_counter};
use super::step::{Route, Step};
use crate::base::Budget;
use crate::engine::options::Engine;
use crate::model::kind::Kind;

type Steps = Vec<Step>;

/// The route of these steps and those of a kind of model behind them.
pub(crate) fn route(
    before: Steps,
    after: impl FnOnce(&RouteOptions) -> Steps,
    options: &RouteOptions,
    budget: &Budget,
) -> Route {
    Route::new(before.into_iter().chain(after(options)).collect(), options, budget)
}

/// From a circuit: to it as it is, or to what it is some steps later, if the options prefer that.
pub(crate) fn of_circuit(options: &RouteOptions) -> Steps {
    let most = if options.has_simple_paths() { 0 } else { options.images.temporal_decomposition };
    if most == 0 {
        return Vec::new();
    }
    vec![from_later_on(most)]
}

/// From a system: to it as it is, with cells in the place of arrays, or over integers; and from there to a circuit or
/// a program.
///
/// Some engines work on circuits and on systems. They work on bits if the options prefer that and the system is one of
/// bits.
pub(crate) fn of_system(options: &RouteOptions) -> Steps {
    let (engine, setups) = (options.engine, options.engine.setups());
    let mut steps: Steps = Vec::new();
    if options.images.cells > 0 || setups.system.is_none() {
        steps.push(cells_of_system());
    }
    if options.images.words != Words::Kept {
        steps.push(integers());
    }
    // States that differ as circuits need not differ as systems.
    let has_circuit = engine == Engine::Bmc || (engine == Engine::KInduction && !options.has_simple_paths());
    if setups.system.is_some() {
        if has_circuit && options.images.bits {
            steps.push(bits(true));
            steps.extend(of_circuit(options));
        }
    } else if setups.circuit.is_some() {
        steps.push(bits(false));
        steps.extend(of_circuit(options));
    } else if setups.program.is_some() || setups.clauses.is_some() {
        // Engines over programs would ask for integers again.
        let mut options = options.clone();
        options.images.words = Words::Kept;
        steps.push(recover());
        steps.push(blocks(None));
        steps.extend(of_blocks(&options));
    }
    steps
}

/// From the large blocks of a program: to it as it is, perhaps after guesses.
pub(crate) fn of_blocks(options: &RouteOptions) -> Steps {
    let mut steps: Steps = Vec::new();
    if options.engines.guess_rounds > 0 && options.engine != Engine::Guess {
        steps.push(after_guesses());
    }
    steps.extend(of_program(options));
    steps
}

/// From an automaton: to it as it is, to clauses, or to a system with a program counter.
fn of_program(options: &RouteOptions) -> Steps {
    let setups = options.engine.setups();
    if options.engine.sees(Kind::Program).is_none() {
        return Vec::new();
    }
    match (setups.program, setups.clauses, options.images.words) {
        (Some(_), _, Words::Kept) => Vec::new(),
        (None, Some(_), Words::Kept) => {
            let mut steps = vec![clauses_of_program()];
            steps.extend(cells_of(options));
            steps
        }
        (_, _, Words::Kept | Words::Integers | Words::WithoutWraps) => {
            let mut steps = vec![counter(), reduced_with_counter()];
            steps.extend(of_system(options));
            steps
        }
    }
}

/// From clauses: to them as they are, over cells of arrays, or over integers.
pub(crate) fn of_clauses(options: &RouteOptions) -> Steps {
    let mut steps = catamorphisms_of(options);
    steps.extend(cells_of(options));
    match options.images.words {
        Words::Kept => {}
        Words::Integers | Words::WithoutWraps => steps.push(integer_clauses()),
    }
    steps
}

/// From clauses: to what catamorphisms say of datatypes.
fn catamorphisms_of(options: &RouteOptions) -> Steps {
    match options.images.catamorphisms {
        0 => Vec::new(),
        _ => vec![catamorphisms(), image_reduced(), informed()],
    }
}

/// From clauses: to cells of arrays, and to cells of those that are arrays.
fn cells_of(options: &RouteOptions) -> Steps {
    match options.images.cells {
        0 => Vec::new(),
        _ => vec![cells(), cells_reduced(), cells(), cells_reduced()],
    }
}
