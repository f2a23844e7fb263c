//! Tree-IC3 under its names.

use super::options::{Engine, VerifyOptions};
use crate::engine::tree_ic3::{TreeIc3, TreeIc3Options};

/// The techniques of Tree-IC3 that an engine stands for.
pub(super) fn tree_options(options: &VerifyOptions) -> TreeIc3Options {
    let named = match options.engine {
        Engine::TreeIc3 => TreeIc3Options::tree_ic3(),
        Engine::TreeIc3ItpMono => TreeIc3Options::tree_ic3_itp_mono(),
        Engine::TreeItp => TreeIc3Options::tree_itp(),
        _ => TreeIc3Options::default(),
    };
    let own = options.tree_ic3.clone();
    let TreeIc3Options { refutation, strengthening, propagation, .. } = named;
    match options.engine {
        Engine::TreeIc3ItpMono | Engine::TreeItp => {
            TreeIc3Options { refutation, strengthening, propagation, ..own }
        }
        _ => TreeIc3Options { refutation, ..own },
    }
}

/// The counters of Tree-IC3, by name.
pub(super) fn of_tree(engine: &TreeIc3) -> Vec<(&'static str, u64)> {
    let counted = engine.statistics();
    vec![
        ("queries", counted.queries),
        ("nodes", counted.nodes),
        ("times covered", counted.covered),
        ("paths refuted", counted.refuted),
        ("paths refuted by interpolants", counted.by_interpolants),
        ("formulas strengthened", counted.strengthened),
        ("formulas propagated", counted.propagated),
    ]
}
