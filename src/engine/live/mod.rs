//! Liveness of circuits: engines for justice properties, on top of any engine for safety.
//!
//! Each asks an engine for safety about circuits of its own ([`crate::model::encode::live`]) and makes evidence about
//! the original of the answers:
//!
//! - [`L2s`], liveness to safety (Biere, Artho, Schuppan, FMICS 2002): one question, whose trace is a lasso and whose
//!   proof says that there is none. It proves and refutes.
//! - [`KLive`], k-liveness (Claessen, Sörensson, FMCAD 2012): one question for each count. It proves, and refutes by
//!   runs that come back to a state.
//! - [`RLive`], rlive (Xia, Wang, Li, Ge, Vardi, CAV 2024): many small questions, from state to state. It proves and
//!   refutes.
//!
//! The engine below is one that somebody else sets up ([`Below`]): IC3, if nothing else is asked for. K-liveness and
//! rlive make rankings of its invariants, so it has to prove by inductive invariants.
//!
//! The engines may be stopped at any time, since the one below may be, and go on when they are asked again.
//!
//! Limits, most important first: these engines are about circuits, and systems of bits as circuits; those over numbers
//! have measures ([`ending`](super::ending)) and lassos over terms. One justice property is
//! taken at a time, by a circuit of its own. The lassos double the latches; k-liveness gives up at
//! its largest count ([`KLiveOptions`]); rlive asks a new engine for each state, without lemmas of the one before and
//! without generalising the state.

mod k_live;
mod l2s;
mod rlive;

pub use k_live::{KLive, KLiveOptions};
pub use l2s::L2s;
pub use rlive::RLive;

use super::common::outcome::CircuitOutcome;
use crate::engine::common::observer::Observer;
use crate::model::circuit::Circuit;
use crate::model::PropertyId;
use std::fmt;
use std::sync::Arc;

/// An engine for the bad signals of one circuit.
pub trait Safety: Send + fmt::Debug {
    /// Works until there is a verdict or a limit is reached. Asked again for the same property it goes on.
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> CircuitOutcome;

    /// Counters, by name.
    fn counters(&self) -> Vec<(&'static str, u64)>;
}

/// A circuit for which an engine is to be set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// One that is worth the effort of reducing it first.
    Whole,
    /// One of many like it.
    Part,
}

type Setup = dyn Fn(&Circuit, Task) -> Box<dyn Safety> + Send + Sync;

/// The way in which engines for safety are set up.
#[derive(Clone)]
pub struct Below(Arc<Setup>);

impl Below {
    /// Engines that are set up by a function.
    pub fn new(setup: impl Fn(&Circuit, Task) -> Box<dyn Safety> + Send + Sync + 'static) -> Below {
        Below(Arc::new(setup))
    }

    fn set_up(&self, circuit: &Circuit, task: Task) -> Box<dyn Safety> {
        (self.0)(circuit, task)
    }
}

impl fmt::Debug for Below {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Below")
    }
}
