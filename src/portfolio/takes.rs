//! Which engine takes which kind of model.
//!
//! An engine has kinds of its own. It sees a model of another kind as one of these, if there is an encoding from which
//! its evidence comes back: a system of words as a circuit, a system with a program counter as a program, a program as
//! a system or as Horn clauses, linear Horn clauses as a program. Any other engine is refused: a verdict has the name
//! of the engine that was asked for.

use super::options::{Engine, VerifyOptions};
use crate::base::Limit;
use crate::engine::{StopCause, StopReason};
use crate::model::encode::blast::NotBlasted;
use std::fmt;

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

impl Engine {
    /// All engines but [`Engine::Auto`], which is one of these.
    pub const ALL: [Engine; 22] = [
        Engine::Portfolio,
        Engine::Ic3,
        Engine::LazyIc3,
        Engine::Bmc,
        Engine::KInduction,
        Engine::Fsis,
        Engine::Itp,
        Engine::Ic3Smt,
        Engine::Ic3Ia,
        Engine::Ctigar,
        Engine::TreeIc3,
        Engine::TreeIc3Itp,
        Engine::TreeIc3Ia,
        Engine::TreeIc3ItpMono,
        Engine::TreeItp,
        Engine::Ic3Cfa,
        Engine::PredAbs,
        Engine::Guess,
        Engine::Explicit,
        Engine::Spacer,
        Engine::Gpdr,
        Engine::Unwind,
    ];

    /// The kinds that it works on without an encoding.
    fn own(self) -> &'static [Kind] {
        match self {
            Engine::Auto | Engine::Portfolio => &Kind::ALL,
            Engine::Ic3 | Engine::LazyIc3 | Engine::Fsis => &[Kind::Circuit],
            Engine::Bmc | Engine::KInduction | Engine::Itp => &[Kind::Circuit, Kind::System],
            Engine::Ic3Smt | Engine::Ic3Ia | Engine::Ctigar => &[Kind::System],
            Engine::TreeIc3
            | Engine::TreeIc3Itp
            | Engine::TreeIc3Ia
            | Engine::TreeIc3ItpMono
            | Engine::TreeItp
            | Engine::Ic3Cfa
            | Engine::PredAbs
            | Engine::Guess
            | Engine::Explicit => &[Kind::Program],
            Engine::Spacer | Engine::Gpdr | Engine::Unwind => &[Kind::Clauses],
        }
    }

    /// The kind as which it sees models of a kind; `None` if it does not take them.
    ///
    /// Only systems of Booleans and bit-vectors are circuits, and only linear clauses, those with at most one atom in
    /// the body, are programs. A proof by k-induction says nothing about single locations of a program.
    pub fn sees(self, kind: Kind) -> Option<Kind> {
        let has = |kind| self.own().contains(&kind).then_some(kind);
        match kind {
            Kind::Circuit => has(Kind::Circuit),
            Kind::System => {
                let other =
                    || has(Kind::Circuit).or_else(|| has(Kind::Program)).or_else(|| has(Kind::Clauses));
                has(Kind::System).or_else(other)
            }
            Kind::Program if self == Engine::KInduction => None,
            Kind::Program => {
                let other =
                    || has(Kind::Clauses).or_else(|| has(Kind::System)).or_else(|| has(Kind::Circuit));
                has(Kind::Program).or_else(other)
            }
            Kind::Clauses => has(Kind::Clauses).or_else(|| self.sees(Kind::Program).map(|_| Kind::Program)),
        }
    }

    /// Whether it is one over control-flow automata, or over clauses that an automaton becomes.
    pub(super) fn is_of_automata(self) -> bool {
        let is_one = !matches!(self, Engine::Auto | Engine::Portfolio);
        is_one && matches!(self.sees(Kind::Program), Some(Kind::Program | Kind::Clauses))
    }
}

impl VerifyOptions {
    /// The same options with an engine in place of [`Engine::Auto`].
    pub(super) fn resolved(self, kind: Kind) -> VerifyOptions {
        let engine = match (self.engine, kind) {
            (Engine::Auto, Kind::Circuit) if self.threads <= 1 => Engine::Ic3,
            (Engine::Auto, _) => Engine::Portfolio,
            (engine, _) => engine,
        };
        VerifyOptions { engine, ..self }
    }
}

/// The engine that was asked for does not work on this model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit {
    /// The engine.
    pub engine: Engine,
    /// The reason.
    pub reason: Misfit,
}

/// The reason why an engine does not work on a model.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Misfit {
    /// It takes no models of this kind.
    Kind(Kind),
    /// It takes Horn clauses as a program, and one has several atoms in its body.
    NotLinear,
    /// It takes models as circuits, and this one is none.
    NoCircuit(NotBlasted),
}

impl Unfit {
    /// The engine takes no models of this kind.
    pub(super) fn kind(engine: Engine, kind: Kind) -> Unfit {
        Unfit { engine, reason: Misfit::Kind(kind) }
    }

    /// A limit was reached while the model was encoded.
    pub(super) fn limit(engine: Engine, limit: Limit) -> Unfit {
        Unfit { engine, reason: Misfit::NoCircuit(NotBlasted::Limit(limit)) }
    }

    /// Whether a limit was reached while the model was encoded, so that nothing is known of engine and model.
    pub fn is_limit(&self) -> bool {
        matches!(self.reason, Misfit::NoCircuit(NotBlasted::Limit(_)))
    }
}

impl From<Unfit> for StopReason {
    /// A member of a race that cannot be set up has nothing to say.
    fn from(unfit: Unfit) -> StopReason {
        let cause = match unfit.reason {
            Misfit::NoCircuit(NotBlasted::Limit(limit)) => StopCause::Limit(limit),
            Misfit::NoCircuit(NotBlasted::Number { .. }) | Misfit::Kind(_) | Misfit::NotLinear => {
                StopCause::Bound
            }
        };
        StopReason { cause, safe_depth: None }
    }
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.engine.name();
        let others = |takes: fn(Engine, Kind) -> bool, kind| {
            let all = Engine::ALL.iter().filter(|&&engine| takes(engine, kind));
            all.map(|engine| engine.name()).collect::<Vec<_>>().join(", ")
        };
        match &self.reason {
            Misfit::Kind(kind) => {
                let those = others(|engine, kind| engine.sees(kind).is_some(), *kind);
                write!(f, "the engine {} takes no {}; these do: {}", name, kind.name(), those)
            }
            Misfit::NotLinear => {
                let those = others(|engine, kind| engine.own().contains(&kind), Kind::Clauses);
                let problem = "takes linear Horn clauses, and a body has several atoms";
                write!(f, "the engine {} {}; these take all: {}", name, problem, those)
            }
            Misfit::NoCircuit(reason @ NotBlasted::Number { .. }) => {
                write!(f, "the engine {} works on circuits: {}", name, reason)
            }
            Misfit::NoCircuit(reason @ NotBlasted::Limit(_)) => {
                write!(f, "the engine {} has no circuit: {}", name, reason)
            }
        }
    }
}

impl std::error::Error for Unfit {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Misfit::NoCircuit(reason) => Some(reason),
            Misfit::Kind(_) | Misfit::NotLinear => None,
        }
    }
}
