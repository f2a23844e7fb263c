//! Settings of the way from a model to an engine.

use crate::engine::options::{Engine, EngineOptions};
use crate::model::reduce::horn::HornOptions;
use crate::model::reduce::program::{BlockOptions, ProgramOptions};
use crate::model::reduce::ReduceOptions;

/// The form in which engines over terms see the words of a system, if it is linear over integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Words {
    /// As words.
    Kept,
    /// As integers that wrap around ([`Wraps::Kept`](crate::model::encode::integers::Wraps::Kept)).
    Integers,
    /// As integers that do not wrap around; the words keep the part of the invariant found that holds for them
    /// ([`Wraps::Ignored`](crate::model::encode::integers::Wraps::Ignored)).
    WithoutWraps,
}

/// How engines see models that are none of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImageOptions {
    /// Engines that work on circuits and on systems see a system of Booleans and bit-vectors as a circuit. Default on.
    pub bits: bool,
    /// Default [`Words::Kept`].
    pub words: Words,
    /// If some latches of a circuit are constant after at most this number of steps, these steps are verified by
    /// themselves, and engines see the circuit as it is after them (temporal decomposition; Case, Mony, Baumgartner,
    /// Kanzelman, FMCAD 2009). Not for proofs with simple paths. Default 0, not at all.
    pub temporal_decomposition: usize,
    /// Engines over Horn clauses see this number of cells in place of each array of a predicate
    /// ([`to_cells`](crate::model::encode::cells::to_cells)). If it is not 0, engines over terms see a system with
    /// arrays as one without them, in which some cells are looked at ([`watched`](crate::model::encode::watched));
    /// engines that know bits only always do. Default 0: the arrays.
    pub cells: u8,
    /// Engines over Horn clauses see the results of this number of catamorphisms in place of each recursive datatype of
    /// a predicate, at most ([`to_catamorphisms`](crate::model::encode::catamorphisms::to_catamorphisms)). Default 0:
    /// the datatypes.
    pub catamorphisms: u8,
}

/// Reductions before engines begin.
#[derive(Clone, Debug)]
pub struct Reductions {
    /// Whether a circuit is reduced beyond the cone of influence of its properties, a system to that, and a program to
    /// the part on which its error depends, in large blocks. Default on.
    pub on: bool,
    /// Of circuits and systems.
    pub circuit: ReduceOptions,
    /// Of programs.
    pub program: ProgramOptions,
    /// The large blocks of programs.
    pub blocks: BlockOptions,
    /// Of Horn clauses.
    pub clauses: HornOptions,
}

/// The engine at the end of a way, and the settings of all that is between the model and it.
#[derive(Clone, Debug)]
pub struct RouteOptions {
    /// Not [`Engine::Auto`].
    pub engine: Engine,
    /// Models as other models.
    pub images: ImageOptions,
    /// Smaller models.
    pub reduce: Reductions,
    /// The engines.
    pub engines: EngineOptions,
}

impl Default for ImageOptions {
    fn default() -> ImageOptions {
        ImageOptions { bits: true, words: Words::Kept, temporal_decomposition: 0, cells: 0, catamorphisms: 0 }
    }
}

impl Default for Reductions {
    fn default() -> Reductions {
        Reductions {
            on: true,
            circuit: ReduceOptions::default(),
            program: ProgramOptions::default(),
            blocks: BlockOptions::default(),
            clauses: HornOptions::default(),
        }
    }
}

impl RouteOptions {
    /// Whether a proof may be that no run without repetition is long enough.
    pub(super) fn has_simple_paths(&self) -> bool {
        self.engine == Engine::KInduction && self.engines.kinduction.simple_path
    }

    /// Whether reductions are on, and whether they have to keep simple paths: engines that agree in this share images.
    pub(super) fn strength(&self) -> (bool, bool) {
        (self.reduce.on, self.has_simple_paths())
    }
}
