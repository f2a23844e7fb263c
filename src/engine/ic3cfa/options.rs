//! The techniques of IC3CFA, each a field.

use super::split::WordSplit;
use crate::engine::ic3::ObligationOrder;

/// The way in which literals of a blocked cube are dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Dropping {
    /// None is dropped.
    Off,
    /// Literals that are not in the cores of the queries are dropped.
    Core,
    /// Then literals are tried one after the other (Lange 2018, Algorithm 10).
    Linear,
    /// Then literals are tried by halves (Lange 2018, Algorithm 11).
    Binary,
    /// One after the other, and counterexamples to generalisation are blocked in turn (Hassan, Bradley, Somenzi, FMCAD
    /// 2013).
    Ctg,
}

/// The way in which a cube is generalised along several edges (Lange 2018, §4.3.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EdgeApproach {
    /// A literal is dropped if all edges allow it.
    Multi,
    /// Along each edge for itself; the literals that some edge needs are kept (Corollary 4.1).
    Single,
    /// Along the first edge; the next edges only give literals back.
    Incremental,
}

/// The way back for an edge that needs more literals than the edges before it (Lange 2018, §4.3.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WayBack {
    /// Literals come back, each of them one that a state with a step into the cube violates.
    Climb,
    /// Literals come back as in `Climb`, and then those that came back are dropped again.
    ClimbAndDrop,
    /// The whole cube is generalised along the edge; only literals that are gone are tried.
    Restart,
}

/// The edges between which lemmas are looked for by interpolation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Interpolation {
    /// None.
    Off,
    /// Edges from a location to itself, and others that lie on a circle (Lange 2018, §4.3.5).
    Loops,
    /// All, if the program has no words: of them interpolants are slow and seldom help.
    Numbers,
    /// All.
    All,
}

/// Settings of [`Ic3Cfa`](super::Ic3Cfa).
#[derive(Clone, PartialEq, Debug)]
pub struct Ic3CfaOptions {
    /// Default linear.
    pub dropping: Dropping,
    /// Default multi.
    pub edges: EdgeApproach,
    /// Default restart.
    pub way_back: WayBack,
    /// Questions are about the weakest existential precondition of a cube, and know no next values (Lange 2018,
    /// Definition 4.9 and Theorem 4.3). Default on.
    pub preconditions: bool,
    /// Lemmas of the frame before that contain the precondition of a cube answer questions (Lange 2018, Theorems 4.5
    /// and 4.6). Default on.
    pub predecessor_cubes: bool,
    /// Literals that are lemmas of the frame before are dropped (Lange 2018, §4.3.2). Default off.
    pub dont_care: bool,
    /// Parts of cubes that were blocked before are remembered for their edges: no literal outside is tried again (Lange
    /// 2018, Theorem 4.7). For edges that are generalised one by one. Default off.
    pub upper_bounds: bool,
    /// Literals of the parts that are remembered are not tried while the frame has not changed. That they cannot be
    /// dropped is a guess, since Theorem 4.9 is wrong. Default off.
    pub lower_bounds: bool,
    /// If nothing is remembered of a cube, parts of other cubes count (Theorem 4.8). Default off.
    pub extended_search: bool,
    /// The most cubes that are remembered. Default 10,000.
    pub context_limit: usize,
    /// Default numbers.
    pub interpolation: Interpolation,
    /// A lemma that its frame implies is not stored; one query tells. Default off.
    pub semantic: bool,
    /// Default nearest.
    pub order: ObligationOrder,
    /// A blocked obligation comes back in the next frame, up to the last one (Bradley 2011). Default on.
    pub requeue: bool,
    /// As long as the path through it would have at most this many times as many edges as the last frame: a loop over
    /// numbers would be unrolled without end otherwise. 0: no matter how many. Default 2.
    pub most_ahead: usize,
    /// The parts in which equations of words are written in cubes. Default unsigned.
    pub split: WordSplit,
    /// Obligations of one iteration come back in the next one (Lange 2018, §4.2.4). Default off.
    pub reuse: bool,
    /// After each iteration lemmas are pushed to the next frame of their location. Default on.
    pub pushing: bool,
    /// New lemmas are pushed at once, as far as they go. Default on.
    pub eager: bool,
    /// Obligations that were blocked this often are dropped; they are found again if needed. 0: never. Default 20.
    pub obligation_limit: usize,
    /// Seed of the solvers and of random orders. Default 0.
    pub seed: u64,
}

impl Default for Ic3CfaOptions {
    fn default() -> Ic3CfaOptions {
        Ic3CfaOptions {
            dropping: Dropping::Linear,
            edges: EdgeApproach::Multi,
            way_back: WayBack::Restart,
            preconditions: true,
            predecessor_cubes: true,
            dont_care: false,
            upper_bounds: false,
            lower_bounds: false,
            extended_search: false,
            context_limit: 10_000,
            interpolation: Interpolation::Numbers,
            semantic: false,
            order: ObligationOrder::Nearest,
            requeue: true,
            most_ahead: 2,
            split: WordSplit::Unsigned,
            reuse: false,
            pushing: true,
            eager: true,
            obligation_limit: 20,
            seed: 0,
        }
    }
}
