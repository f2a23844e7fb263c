//! IC3CFA once more, with small blocks.
//!
//! Large blocks make few questions, but a solver may need as many conflicts for one of them as a block has ways. On
//! small ones there are more locations, more lemmas and more questions, each of which is easy. Which of the two is
//! better depends on the program. A ring of processes that pass a token is proved in seconds with 7 of them on large
//! blocks, with 13 of them on small ones. Interpolants are left to the member with large blocks: they cost more than
//! many easy questions.

use super::options::{Engine, VerifyOptions};
use super::race::Plan;
use crate::engine::ic3cfa::{Ic3CfaOptions, Interpolation};
use crate::model::reduce::program::BlockOptions;

/// Assignments, assumptions and havocs in a small block.
const MOST_PARTS: usize = 10;

/// The share of the work on a program.
const SHARE: u64 = 4;

/// The member; for all else these options hold.
pub(super) fn plan(options: &VerifyOptions) -> Plan<VerifyOptions> {
    let most_parts = options.blocks.most_parts.min(MOST_PARTS);
    let blocks = BlockOptions { most_parts, ..options.blocks.clone() };
    let ic3cfa = Ic3CfaOptions { interpolation: Interpolation::Off, ..options.ic3cfa.clone() };
    let options = VerifyOptions { engine: Engine::Ic3Cfa, blocks, ic3cfa, ..options.clone() };
    Plan::new("ic3cfa with small blocks", SHARE, options)
}
