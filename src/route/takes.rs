//! Which engine takes which kind of model.
//!
//! An engine has kinds of its own. It sees a model of another kind as one of these, if there is an encoding from which
//! its evidence comes back: a system of words as a circuit, a system with a program counter as a program, a program as
//! a system or as Horn clauses, linear Horn clauses as a program. Any other engine is refused: a verdict has the name
//! of the engine that was asked for.

use crate::base::Limit;
use crate::engine::options::Engine;
use crate::engine::{StopCause, StopReason};
use crate::model::encode::blast::NotBlasted;
use crate::model::kind::Kind;
use std::fmt;

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
    /// A limit was reached while it was set up, so that nothing is known of engine and model.
    Limit(Limit),
    /// It takes no justice properties.
    Justice,
    /// It takes justice properties only, and the model has none.
    NoJustice,
    /// The inner engine that `--below` names does not give inductive invariants.
    Below(Engine),
    /// Its proofs are no inductive invariants, and those about cells of arrays are.
    NotInductive,
}

impl Unfit {
    /// The engine takes no models of this kind.
    pub(crate) fn kind(engine: Engine, kind: Kind) -> Unfit {
        Unfit { engine, reason: Misfit::Kind(kind) }
    }

    /// A limit was reached while the model was encoded.
    pub(crate) fn limit(engine: Engine, limit: Limit) -> Unfit {
        Unfit { engine, reason: Misfit::Limit(limit) }
    }

    /// The model was not made a circuit.
    pub(crate) fn not_blasted(engine: Engine, no: NotBlasted) -> Unfit {
        match no {
            NotBlasted::Limit(limit) => Unfit::limit(engine, limit),
            NotBlasted::Number { .. } => Unfit { engine, reason: Misfit::NoCircuit(no) },
        }
    }

    /// Whether a limit was reached while the engine was set up.
    pub fn is_limit(&self) -> bool {
        matches!(self.reason, Misfit::Limit(_))
    }
}

impl From<Unfit> for StopReason {
    /// A member of a race that cannot be set up has nothing to say.
    fn from(unfit: Unfit) -> StopReason {
        let cause = match unfit.reason {
            Misfit::Limit(limit) => StopCause::Limit(limit),
            Misfit::NoCircuit(_)
            | Misfit::Kind(_)
            | Misfit::NotLinear
            | Misfit::Justice
            | Misfit::NotInductive
            | Misfit::NoJustice
            | Misfit::Below(_) => StopCause::Bound,
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
                let those = others(|engine, kind| engine.has(kind), Kind::Clauses);
                let problem = "takes linear Horn clauses, and a body has several atoms";
                write!(f, "the engine {} {}; these take all: {}", name, problem, those)
            }
            Misfit::NoCircuit(reason) => write!(f, "the engine {} works on circuits: {}", name, reason),
            Misfit::Limit(limit) => write!(f, "the engine {} was not set up: {}", name, limit),
            Misfit::Justice => {
                let those = others(|engine, _| engine.takes_justice(), Kind::Circuit);
                write!(f, "the engine {} takes no justice properties; these do: {}", name, those)
            }
            Misfit::NoJustice => {
                write!(f, "the engine {} takes justice properties, and the model has none; try ic3", name)
            }
            Misfit::NotInductive => {
                let problem = "proofs by single cells of arrays are inductive invariants";
                write!(f, "{}, and the engine {} has others; try --cells 0", problem, name)
            }
            Misfit::Below(below) => {
                let problem = "cannot be below it; try ic3, which gives inductive invariants";
                write!(f, "the engine {} asks another one, and {} {}", name, below.name(), problem)
            }
        }
    }
}

impl std::error::Error for Unfit {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.reason {
            Misfit::NoCircuit(reason) => Some(reason),
            Misfit::Limit(limit) => Some(limit),
            Misfit::Kind(_)
            | Misfit::NotLinear
            | Misfit::Justice
            | Misfit::NoJustice
            | Misfit::NotInductive
            | Misfit::Below(_) => None,
        }
    }
}
