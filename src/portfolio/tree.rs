//! Tree-IC3 under its names.

use super::options::{Engine, VerifyOptions};
use crate::engine::tree_ic3::{Refutation, Strengthening, TreeIc3, TreeIc3Options};

/// The techniques of Tree-IC3 that an engine stands for.
pub(super) fn tree_options(options: &VerifyOptions) -> TreeIc3Options {
    let (refutation, strengthening, propagation) = match options.engine {
        Engine::TreeIc3 => (Refutation::Blocking, Strengthening::Each, true),
        Engine::TreeIc3ItpMono => (Refutation::Clauses, Strengthening::All, true),
        Engine::TreeItp => (Refutation::Interpolants, Strengthening::All, false),
        _ => (Refutation::Clauses, options.tree_ic3.strengthening, options.tree_ic3.propagation),
    };
    TreeIc3Options { refutation, strengthening, propagation, ..options.tree_ic3.clone() }
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
