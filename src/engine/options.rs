//! The engines and the groups of their options by name, and the settings of each engine.

use crate::engine::bmc::BmcOptions;
use crate::engine::car::CarOptions;
use crate::engine::ctigar::CtigarOptions;
use crate::engine::explicit::ExplicitOptions;
use crate::engine::fsis::FsisOptions;
use crate::engine::guess::GuessOptions;
use crate::engine::horn::{SpacerOptions, UnwindOptions};
use crate::engine::ic3::circuit::Ic3Options;
use crate::engine::ic3_ia::Ic3IaOptions;
use crate::engine::ic3_smt::Ic3SmtOptions;
use crate::engine::ic3cfa::Ic3CfaOptions;
use crate::engine::itp::ItpOptions;
use crate::engine::kinduction::KInductionOptions;
use crate::engine::lazy_ic3::LazyIc3Options;
use crate::engine::live::KLiveOptions;
use crate::engine::pred_abs::PredAbsOptions;
use crate::engine::tree_ic3::TreeIc3Options;

/// The engine to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Engine {
    /// [`Engine::Portfolio`] for models of all kinds: no engine is the best for most.
    Auto,
    /// Several of the others, told by [`portfolio::members`](crate::portfolio::members); the first answer that passes
    /// its check ends them all.
    Portfolio,
    /// [`crate::engine::ic3`]: proves and refutes.
    Ic3,
    /// [`crate::engine::lazy_ic3`]: proves and refutes.
    LazyIc3,
    /// [`crate::engine::bmc`]: refutes.
    Bmc,
    /// [`crate::engine::kinduction`]: proves and refutes.
    KInduction,
    /// [`crate::engine::car`]: proves and refutes.
    Car,
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
    /// [`crate::engine::live::KLive`]: for justice properties, above all for their proofs.
    KLive,
    /// [`crate::engine::live::RLive`]: proves and refutes justice properties.
    RLive,
    /// [`crate::engine::ending`]: proves justice properties of systems.
    Ranking,
}

/// A group of options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Group {
    /// All engines.
    Run,
    /// Systems as circuits, integers, and circuits from a later step on.
    Bits,
    /// Reductions of circuits and systems before an engine starts.
    Reduce,
    /// Reductions and large blocks of programs.
    Blocks,
    /// Reductions of Horn clauses.
    Horn,
    /// [`Engine::Ic3`].
    Ic3,
    /// Engines that search as IC3 does.
    Search,
    /// [`Engine::LazyIc3`].
    LazyIc3,
    /// [`Engine::Bmc`].
    Bmc,
    /// [`Engine::KInduction`].
    KInduction,
    /// [`Engine::Car`].
    Car,
    /// [`Engine::Fsis`].
    Fsis,
    /// [`Engine::Ic3Smt`].
    Ic3Smt,
    /// [`Engine::Ic3Ia`].
    Ic3Ia,
    /// [`Engine::Ctigar`].
    Ctigar,
    /// [`Engine::Itp`].
    Itp,
    /// [`Engine::TreeIc3Itp`] and its kin.
    TreeIc3,
    /// Refuted paths of programs.
    Paths,
    /// [`Engine::Ic3Cfa`].
    Ic3Cfa,
    /// [`Engine::PredAbs`].
    PredAbs,
    /// [`Engine::Guess`].
    Guess,
    /// [`Engine::Explicit`].
    Explicit,
    /// [`Engine::Spacer`] and [`Engine::Gpdr`].
    Spacer,
    /// [`Engine::Unwind`].
    Unwind,
    /// Engines for justice properties.
    Live,
    /// [`Engine::KLive`].
    KLive,
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
    /// For [`Engine::Car`].
    pub car: CarOptions,
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
    /// The options with this added to each seed.
    pub(crate) fn seeded(mut self, seed: u64) -> EngineOptions {
        let seeds = [
            &mut self.ic3.seed,
            &mut self.bmc.seed,
            &mut self.kinduction.seed,
            &mut self.car.seed,
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
