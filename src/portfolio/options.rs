//! Settings of the whole flow.

use crate::engine::options::{Engine, EngineOptions};
use crate::evidence::program::CoverOptions;
use crate::evidence::CheckOptions;
use crate::model::kind::Kind;
use crate::model::PropertyId;
use crate::route::options::{ImageOptions, Reductions, RouteOptions};

/// The effort for a shorter counterexample, once a property of safety of a circuit or a system is refuted: BMC asks
/// about the depths below the one that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Shortest {
    /// None: the counterexample is that of the engine.
    Off,
    /// A part of the work that the engines have done on the property, so that the time does not double.
    Auto,
    /// The rest of the budget.
    On,
}

/// The degree of distrust in the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Checking {
    /// Evidence is handed out as the engine made it: for measuring only.
    Off,
    /// Evidence is checked by a fresh solver.
    On,
    /// And the proofs of that solver are checked.
    Full,
}

option_words!(Checking: "on" => Checking::On, "off" => Checking::Off, "full" => Checking::Full);

impl Checking {
    /// The checker's settings; `None` if nothing is checked.
    pub(super) fn options(self) -> Option<CheckOptions> {
        match self {
            Checking::Off => None,
            Checking::On => Some(CheckOptions { proofs: false }),
            Checking::Full => Some(CheckOptions { proofs: true }),
        }
    }
}

/// Settings of [`Engine::Portfolio`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PortfolioOptions {
    /// The members over a system share lemmas that hold in all reachable states. Default on.
    pub share_lemmas: bool,
    /// No member has proofs other than inductive invariants. Default off.
    pub inductive_only: bool,
    /// A member looks for errors of a C program by random runs. A counterexample of its is the run, and no path of the
    /// automaton. Before all members, a program that asks for nothing is proved by the end of its one run, which is no
    /// invariant, and recursive and large programs have some random runs. Default on.
    pub random_runs: bool,
}

/// Settings of [`verify`](super::verify).
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Default [`Engine::Auto`].
    pub engine: Engine,
    /// The number of threads that [`Engine::Portfolio`] may use, the calling one included. On one thread its members
    /// take turns, and the same run gives the same answer; on several only the verdict is certain. Default 1.
    pub threads: usize,
    /// Added to the seeds of all engines. Default 0.
    pub seed: u64,
    /// The properties to look at, by index; `None`: all of them. Default `None`.
    pub properties: Option<Vec<PropertyId>>,
    /// Of an automaton: whether the question is whether all runs end, and not whether one reaches the error location.
    /// A program in its own language says itself what is asked. Default off.
    pub ending: bool,
    /// Default on.
    pub check: Checking,
    /// Of [`Checking::Full`], for C programs: the paths on which the automaton is held against the interpreter.
    pub cover: CoverOptions,
    /// Default [`Shortest::Auto`].
    pub shortest: Shortest,
    /// Engines on circuits leave lemmas for other processes, and take theirs, by
    /// [`ModelVerifier::exchange`](super::ModelVerifier::exchange). Default off.
    pub exchange: bool,
    /// The members of a portfolio.
    pub portfolio: PortfolioOptions,
    /// Models as other models.
    pub images: ImageOptions,
    /// Smaller models.
    pub reduce: Reductions,
    /// The engines.
    pub engines: EngineOptions,
}

impl Default for PortfolioOptions {
    fn default() -> PortfolioOptions {
        PortfolioOptions { share_lemmas: true, inductive_only: false, random_runs: true }
    }
}

impl Default for VerifyOptions {
    fn default() -> VerifyOptions {
        VerifyOptions {
            engine: Engine::Auto,
            threads: 1,
            seed: 0,
            properties: None,
            ending: false,
            check: Checking::On,
            cover: CoverOptions::default(),
            shortest: Shortest::Auto,
            exchange: false,
            portfolio: PortfolioOptions::default(),
            images: ImageOptions::default(),
            reduce: Reductions::default(),
            engines: EngineOptions::default(),
        }
    }
}

impl VerifyOptions {
    /// The options for the properties of safety of a model that has justice properties, too: an engine for liveness
    /// leaves them to the engine below.
    pub(super) fn for_safety(mut self) -> VerifyOptions {
        if self.engine.is_live() {
            self.engine = self.engines.live.below;
        }
        self
    }

    /// The options for justice properties: no engine is the best for most.
    pub(super) fn for_liveness(mut self) -> VerifyOptions {
        if self.engine == Engine::Auto {
            self.engine = Engine::Portfolio;
        }
        self
    }

    /// The options for models of a kind: with an engine in place of [`Engine::Auto`], and with the seed in the options
    /// of all that use one.
    pub(super) fn resolved(mut self, kind: Kind) -> VerifyOptions {
        self.engine = match (self.engine, kind) {
            (Engine::Auto, Kind::Circuit | Kind::System | Kind::Program | Kind::Clauses) => Engine::Portfolio,
            (engine, _) => engine,
        };
        // The lemmas that others get before there is a proof.
        self.engines.ic3.search.inductive_subset |= self.exchange;
        self.seeded()
    }

    /// The options with the seed in those of all that use one.
    pub(super) fn seeded(mut self) -> VerifyOptions {
        self.reduce.circuit.seed = self.reduce.circuit.seed.wrapping_add(self.seed);
        self.engines = self.engines.seeded(self.seed);
        self.seed = 0;
        self
    }

    /// Whether the engines for properties of safety share lemmas.
    pub(super) fn share_lemmas(&self) -> bool {
        self.exchange || (self.engine == Engine::Portfolio && self.portfolio.share_lemmas)
    }

    /// The part that a route needs.
    pub(super) fn route(&self) -> RouteOptions {
        let (engine, images) = (self.engine, self.images);
        RouteOptions { engine, images, reduce: self.reduce.clone(), engines: self.engines.clone() }
    }
}
