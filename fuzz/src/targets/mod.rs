//! The targets, by name.

mod readers;

/// A function over bytes that panics if something is wrong.
pub type Target = fn(&[u8]);

/// All targets. Each has a file in `fuzz_targets/` and a folder in `corpus/`.
pub const TARGETS: &[(&str, Target)] = &[("read_dimacs", readers::dimacs)];

/// The target of this name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|(known, _)| *known == name).map(|&(_, target)| target)
}
