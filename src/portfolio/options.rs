//! Settings of the whole flow.

use super::kind::Kind;
use crate::engine::bmc::BmcOptions;
use crate::engine::ctigar::CtigarOptions;
use crate::engine::explicit::ExplicitOptions;
use crate::engine::fsis::FsisOptions;
use crate::engine::guess::GuessOptions;
use crate::engine::horn::{SpacerOptions, UnwindOptions};
use crate::engine::ic3::circuit::Ic3Options;
use crate::engine::ic3::{Generalisation, SearchOptions};
use crate::engine::ic3_ia::Ic3IaOptions;
use crate::engine::ic3_smt::Ic3SmtOptions;
use crate::engine::ic3cfa::Ic3CfaOptions;
use crate::engine::itp::ItpOptions;
use crate::engine::kinduction::KInductionOptions;
use crate::engine::lazy_ic3::LazyIc3Options;
use crate::engine::live::KLiveOptions;
use crate::engine::pred_abs::PredAbsOptions;
use crate::engine::tree_ic3::TreeIc3Options;
use crate::evidence::program::CoverOptions;
use crate::evidence::CheckOptions;
use crate::model::reduce::horn::HornOptions;
use crate::model::reduce::program::{BlockOptions, ProgramOptions};
use crate::model::reduce::ReduceOptions;
use crate::model::PropertyId;

/// The engine to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Engine {
    /// [`Engine::Portfolio`] for models of all kinds: no engine is the best for most.
    Auto,
    /// [`crate::engine::ic3`]: proves and refutes.
    Ic3,
    /// [`crate::engine::lazy_ic3`]: proves and refutes.
    LazyIc3,
    /// [`crate::engine::bmc`]: refutes.
    Bmc,
    /// [`crate::engine::kinduction`]: proves and refutes.
    KInduction,
    /// [`crate::engine::fsis`]: proves and refutes small circuits.
    Fsis,
    /// [`crate::engine::itp`]: proves and refutes systems.
    Itp,
    /// [`crate::engine::ic3_smt`]: proves and refutes systems.
    Ic3Smt,
    /// [`crate::engine::ic3_ia`]: proves and refutes systems.
    Ic3Ia,
    /// [`crate::engine::ctigar`]: proves and refutes systems.
    Ctigar,
    /// [`crate::engine::tree_ic3`] without interpolants: proves and refutes programs.
    TreeIc3,
    /// Tree-IC3 with interpolants that are taken apart into clauses: proves and refutes programs.
    TreeIc3Itp,
    /// Tree-IC3 with cubes over predicates, which come from interpolants: proves and refutes programs.
    TreeIc3Ia,
    /// Tree-IC3 with clauses of interpolants, strengthening by all formulas of a location or by none.
    TreeIc3ItpMono,
    /// [`crate::engine::tree_ic3`] as lazy abstraction with interpolants: proves and refutes programs.
    TreeItp,
    /// [`crate::engine::ic3cfa`]: proves and refutes programs.
    Ic3Cfa,
    /// [`crate::engine::pred_abs`]: proves and refutes programs.
    PredAbs,
    /// [`crate::engine::guess`]: proves and refutes programs.
    Guess,
    /// [`crate::engine::explicit`]: proves and refutes programs with few states.
    Explicit,
    /// [`crate::engine::horn`]: proves and refutes Horn clauses.
    Spacer,
    /// Spacer with points as goals and as facts: proves and refutes Horn clauses.
    Gpdr,
    /// [`crate::engine::horn::Unwind`]: proves Horn clauses without recursion, and refutes.
    Unwind,
    /// [`crate::engine::live::L2s`]: proves and refutes justice properties.
    L2s,
    /// [`crate::engine::live::KLive`]: proves justice properties.
    KLive,
    /// [`crate::engine::live::RLive`]: proves and refutes justice properties.
    RLive,
    /// Several of the others, told by [`members`](super::members); the first answer that passes its check ends them
    /// all.
    Portfolio,
}

impl Engine {
    /// As the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Ic3 => "ic3",
            Engine::LazyIc3 => "lazy-ic3",
            Engine::Bmc => "bmc",
            Engine::KInduction => "kind",
            Engine::Fsis => "fsis",
            Engine::Itp => "itp",
            Engine::Ic3Smt => "ic3-smt",
            Engine::Ic3Ia => "ic3-ia",
            Engine::Ctigar => "ctigar",
            Engine::TreeIc3 => "tree-ic3",
            Engine::TreeIc3Itp => "tree-ic3-itp",
            Engine::TreeIc3Ia => "tree-ic3-ia",
            Engine::TreeIc3ItpMono => "tree-ic3-itp-mono",
            Engine::TreeItp => "tree-itp",
            Engine::Ic3Cfa => "ic3cfa",
            Engine::PredAbs => "pred-abs",
            Engine::Guess => "guess",
            Engine::Explicit => "explicit",
            Engine::Spacer => "spacer",
            Engine::Gpdr => "gpdr",
            Engine::Unwind => "unwind",
            Engine::L2s => "l2s",
            Engine::KLive => "k-live",
            Engine::RLive => "rlive",
            Engine::Portfolio => "portfolio",
        }
    }
}

/// The form in which engines over terms see the words of a system, if it is linear over integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Words {
    /// As words.
    Kept,
    /// As integers that wrap around ([`Wraps::Kept`](crate::model::encode::integers::Wraps::Kept)).
    Integers,
    /// As integers that do not wrap around; the words keep the part of the invariant found that holds for them
    /// ([`Wraps::Ignored`](crate::model::encode::integers::Wraps::Ignored)).
    WithoutWraps,
}

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

/// How engines see models that are none of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ImageOptions {
    /// Engines that work on circuits and on systems see a system of Booleans and bit-vectors as a circuit. Default on.
    pub bits: bool,
    /// Default [`Words::Kept`].
    pub words: Words,
    /// If some latches of a circuit are constant after at most this number of steps, these steps are verified by
    /// themselves, and engines see the circuit as it is after them (temporal decomposition; Case, Mony, Baumgartner,
    /// Kanzelman, FMCAD 2009). Not for proofs with simple paths. Default 0, not at all.
    pub temporal_decomposition: usize,
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
    /// invariant. Default on.
    pub random_runs: bool,
}

/// Reductions before engines begin.
#[derive(Clone, Debug)]
pub struct Reductions {
    /// Whether a circuit is reduced beyond the cone of influence of its properties, a system to that, and a program to
    /// the part on which its error depends, in large blocks. Default on.
    pub on: bool,
    /// Of circuits and systems.
    pub circuit: ReduceOptions,
    /// Of programs.
    pub program: ProgramOptions,
    /// The large blocks of programs.
    pub blocks: BlockOptions,
    /// Of Horn clauses.
    pub clauses: HornOptions,
}

/// Settings of each engine.
#[derive(Clone, Debug, Default)]
pub struct EngineOptions {
    /// For [`Engine::Ic3`], and for the settings that [`Engine::LazyIc3`] shares with it.
    pub ic3: Ic3Options,
    /// For [`Engine::LazyIc3`].
    pub lazy_ic3: LazyIc3Options,
    /// For [`Engine::Bmc`].
    pub bmc: BmcOptions,
    /// For [`Engine::KInduction`].
    pub kinduction: KInductionOptions,
    /// For [`Engine::Fsis`].
    pub fsis: FsisOptions,
    /// For [`Engine::Itp`].
    pub itp: ItpOptions,
    /// For [`Engine::Ic3Smt`].
    pub ic3_smt: Ic3SmtOptions,
    /// For [`Engine::Ic3Ia`].
    pub ic3_ia: Ic3IaOptions,
    /// For [`Engine::Ctigar`].
    pub ctigar: CtigarOptions,
    /// For the engines of [`crate::engine::tree_ic3`]. Each of them says how paths are refuted; the last two also say
    /// how nodes are strengthened and whether formulas are propagated.
    pub tree_ic3: TreeIc3Options,
    /// For [`Engine::Ic3Cfa`].
    pub ic3cfa: Ic3CfaOptions,
    /// For [`Engine::PredAbs`].
    pub pred_abs: PredAbsOptions,
    /// For [`Engine::Guess`].
    pub guess: GuessOptions,
    /// Rounds of [`Engine::Guess`] before another engine begins with a program; it may assume all that they prove.
    /// Default 0.
    pub guess_rounds: usize,
    /// For [`Engine::Explicit`].
    pub explicit: ExplicitOptions,
    /// For [`Engine::Spacer`] and [`Engine::Gpdr`].
    pub spacer: SpacerOptions,
    /// For [`Engine::Unwind`].
    pub unwind: UnwindOptions,
    /// For the engines of [`crate::engine::live`].
    pub live: LiveOptions,
}

/// Settings of the engines for justice properties.
#[derive(Clone, Debug)]
pub struct LiveOptions {
    /// The engine for safety below [`Engine::L2s`], [`Engine::KLive`] and [`Engine::RLive`]. Default [`Engine::Ic3`].
    pub below: Engine,
    /// For [`Engine::KLive`].
    pub k_live: KLiveOptions,
}

impl Default for LiveOptions {
    fn default() -> LiveOptions {
        LiveOptions { below: Engine::Ic3, k_live: KLiveOptions::default() }
    }
}

impl EngineOptions {
    /// Gives the engines that search as IC3 does over terms the search options of [`EngineOptions::ic3`]. They keep
    /// their ways of generalisation, unless another is asked for, and their limit for counterexamples to propagation,
    /// unless that of circuits was changed.
    pub fn share_search(&mut self, generalisation: Option<Generalisation>) {
        let ctp_limit = self.ic3.search.ctp_limit;
        let is_changed = ctp_limit != Ic3Options::default().search.ctp_limit;
        for search in [&mut self.ic3_smt.search, &mut self.ic3_ia.search, &mut self.itp.search] {
            let generalisation = generalisation.unwrap_or(search.generalisation);
            let ctp_limit = if is_changed { ctp_limit } else { search.ctp_limit };
            *search = SearchOptions { generalisation, ctp_limit, ..self.ic3.search.clone() };
        }
        self.ic3.search.generalisation = generalisation.unwrap_or(self.ic3.search.generalisation);
        self.ctigar.ia = self.ic3_ia.clone();
    }

    /// The options with this added to each seed.
    fn seeded(mut self, seed: u64) -> EngineOptions {
        let seeds = [
            &mut self.ic3.seed,
            &mut self.bmc.seed,
            &mut self.kinduction.seed,
            &mut self.fsis.seed,
            &mut self.itp.seed,
            &mut self.ic3_smt.seed,
            &mut self.ic3_ia.seed,
            &mut self.ctigar.ia.seed,
            &mut self.tree_ic3.seed,
            &mut self.ic3cfa.seed,
            &mut self.pred_abs.seed,
            &mut self.guess.seed,
            &mut self.explicit.seed,
            &mut self.spacer.seed,
            &mut self.unwind.seed,
        ];
        seeds.into_iter().for_each(|own| *own = own.wrapping_add(seed));
        self
    }
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
    /// Default on.
    pub check: Checking,
    /// Of [`Checking::Full`], for C programs: the paths on which the automaton is held against the interpreter.
    pub cover: CoverOptions,
    /// Default [`Shortest::Auto`].
    pub shortest: Shortest,
    /// The members of a portfolio.
    pub portfolio: PortfolioOptions,
    /// Models as other models.
    pub images: ImageOptions,
    /// Smaller models.
    pub reduce: Reductions,
    /// The engines.
    pub engines: EngineOptions,
}

impl Default for ImageOptions {
    fn default() -> ImageOptions {
        ImageOptions { bits: true, words: Words::Kept, temporal_decomposition: 0 }
    }
}

impl Default for PortfolioOptions {
    fn default() -> PortfolioOptions {
        PortfolioOptions { share_lemmas: true, inductive_only: false, random_runs: true }
    }
}

impl Default for Reductions {
    fn default() -> Reductions {
        Reductions {
            on: true,
            circuit: ReduceOptions::default(),
            program: ProgramOptions::default(),
            blocks: BlockOptions::default(),
            clauses: HornOptions::default(),
        }
    }
}

impl Default for VerifyOptions {
    fn default() -> VerifyOptions {
        VerifyOptions {
            engine: Engine::Auto,
            threads: 1,
            seed: 0,
            properties: None,
            check: Checking::On,
            cover: CoverOptions::default(),
            shortest: Shortest::Auto,
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
        if matches!(self.engine, Engine::L2s | Engine::KLive | Engine::RLive) {
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
        self.reduce.circuit.seed = self.reduce.circuit.seed.wrapping_add(self.seed);
        self.engines = self.engines.seeded(self.seed);
        self.seed = 0;
        self
    }

    /// Whether a proof may be that no run without repetition is long enough.
    pub(super) fn has_simple_paths(&self) -> bool {
        self.engine == Engine::KInduction && self.engines.kinduction.simple_path
    }
}
