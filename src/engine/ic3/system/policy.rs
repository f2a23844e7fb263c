//! The choices in which the engines over systems differ.

use super::base::Base;
use crate::base::{Limit, Lit};
use crate::engine::common::unroll::Run;
use crate::engine::ic3::{Activity, Chain, Cube, End, Target};
use crate::engine::FrameId;

/// How an engine makes cubes of states, and judges a chain of them. The methods are those of
/// [`Steps`](crate::engine::ic3::Steps), which says what they have to do.
pub(in crate::engine) trait Policy {
    /// A cube around the state of the model of the last question.
    fn predecessor(
        &mut self,
        base: &mut Base,
        frame: FrameId,
        target: Target<'_>,
        activity: &Activity,
    ) -> Result<Cube, Limit>;

    /// The literals that the state of the model is known to satisfy, for observers; by default none.
    fn state(&mut self, base: &mut Base) -> Vec<Lit> {
        let _ = base;
        Vec::new()
    }

    /// The number of atoms, if these are predicates of an abstraction; else 0.
    fn predicates(&self, base: &Base) -> usize {
        let _ = base;
        0
    }

    /// Larger cubes that contain a blocked one together; by default none.
    fn enlarged(&mut self, base: &mut Base, frame: FrameId, cube: &Cube) -> Result<Vec<Cube>, Limit> {
        let _ = (base, frame, cube);
        Ok(Vec::new())
    }

    /// Whether a run goes through the cubes of a chain.
    fn concretise(
        &mut self,
        base: &mut Base,
        start: Option<&Run>,
        chain: &[&Cube],
        end: End,
    ) -> Result<Chain<Run>, Limit>;
}
