//! The kinds of models.

/// A kind of model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// And-inverter graphs with latches.
    Circuit,
    /// Transition systems.
    System,
    /// Control-flow automata, and C programs without recursion.
    Program,
    /// Constrained Horn clauses, and C programs with recursion.
    Clauses,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Circuit, Kind::System, Kind::Program, Kind::Clauses];

    /// Several models of this kind, in words.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Circuit => "circuits",
            Kind::System => "systems",
            Kind::Program => "programs",
            Kind::Clauses => "Horn clauses",
        }
    }
}
