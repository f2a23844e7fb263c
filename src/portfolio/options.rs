//! Settings of the whole flow.

use crate::engine::bmc::BmcOptions;
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
    /// [`Engine::Ic3`] for circuits on one thread, and else [`Engine::Portfolio`]: no engine is the best for most
    /// systems, programs and clauses.
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
    /// The same with interpolants that are taken apart into clauses.
    TreeIc3Itp,
    /// The same with cubes over predicates, which come from interpolants.
    TreeIc3Ia,
    /// With clauses of interpolants, strengthening by all formulas of a location or by none.
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
    /// The same with points as goals and as facts.
    Gpdr,
    /// [`crate::engine::horn::Unwind`]: proves Horn clauses without recursion, and refutes.
    Unwind,
    /// IC3 in two variants, L-IC3, BMC and k-induction; the first answer that passes its check ends them all.
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
    /// As integers that do not wrap around; of the invariant found, the words keep what holds for them
    /// ([`Wraps::Ignored`](crate::model::encode::integers::Wraps::Ignored)).
    WithoutWraps,
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

/// Settings of [`verify`](super::verify).
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// Default [`Engine::Auto`].
    pub engine: Engine,
    /// The number of threads that [`Engine::Portfolio`] may use, the calling one included. On one thread its members
    /// take turns, and the same run gives the same answer; on several only the verdict is certain. Default 1.
    pub threads: usize,
    /// The members of a portfolio over a system share lemmas that hold in all reachable states. Default on.
    pub share_lemmas: bool,
    /// A portfolio runs no engine whose proofs are other than inductive invariants. Default off.
    pub inductive_only: bool,
    /// A portfolio also looks for errors of a C program by random runs. A counterexample of theirs is the run, and no
    /// path of the automaton. Default on.
    pub random_runs: bool,
    /// The properties to look at, by index; `None`: all of them. Default `None`.
    pub properties: Option<Vec<PropertyId>>,
    /// Engines that work on circuits and on systems see a system of Booleans and bit-vectors as a circuit. Default on.
    pub bits: bool,
    /// Default [`Words::Kept`].
    pub words: Words,
    /// Whether a circuit is reduced beyond the cone of influence of its properties, a system to that, and a program to
    /// what its error depends on, in large blocks. Default on.
    pub reduction: bool,
    /// The reductions.
    pub reduce: ReduceOptions,
    /// Default on.
    pub check: Checking,
    /// For [`Engine::Ic3`], and for what [`Engine::LazyIc3`] shares with it.
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
    /// The reductions of programs.
    pub reduce_program: ProgramOptions,
    /// The reductions of Horn clauses.
    pub reduce_horn: HornOptions,
    /// The large blocks of programs.
    pub blocks: BlockOptions,
    /// For the engines of [`crate::engine::tree_ic3`]. Each of them says how paths are refuted; the last two also say
    /// how nodes are strengthened and whether formulas are propagated.
    pub tree_ic3: TreeIc3Options,
    /// For [`Engine::Ic3Cfa`].
    pub ic3cfa: Ic3CfaOptions,
    /// For [`Engine::PredAbs`].
    pub pred_abs: PredAbsOptions,
    /// For [`Engine::Guess`].
    pub guess: GuessOptions,
    /// Of [`Checking::Full`], for C programs: the paths on which the automaton is held against the interpreter.
    pub cover: CoverOptions,
    /// Rounds of [`Engine::Guess`] before another engine begins with a program; it may assume all that they prove.
    /// Default 0.
    pub guess_rounds: usize,
    /// For [`Engine::Explicit`].
    pub explicit: ExplicitOptions,
    /// For [`Engine::Spacer`] and [`Engine::Gpdr`].
    pub spacer: SpacerOptions,
    /// For [`Engine::Unwind`].
    pub unwind: UnwindOptions,
}

impl Default for VerifyOptions {
    fn default() -> VerifyOptions {
        VerifyOptions {
            engine: Engine::Auto,
            threads: 1,
            share_lemmas: true,
            inductive_only: false,
            random_runs: true,
            properties: None,
            bits: true,
            words: Words::Kept,
            reduction: true,
            reduce: ReduceOptions::default(),
            check: Checking::On,
            ic3: Ic3Options::default(),
            lazy_ic3: LazyIc3Options::default(),
            bmc: BmcOptions::default(),
            kinduction: KInductionOptions::default(),
            fsis: FsisOptions::default(),
            itp: ItpOptions::default(),
            ic3_smt: Ic3SmtOptions::default(),
            ic3_ia: Ic3IaOptions::default(),
            ctigar: CtigarOptions::default(),
            reduce_program: ProgramOptions::default(),
            reduce_horn: HornOptions::default(),
            blocks: BlockOptions::default(),
            tree_ic3: TreeIc3Options::default(),
            ic3cfa: Ic3CfaOptions::default(),
            pred_abs: PredAbsOptions::default(),
            guess: GuessOptions::default(),
            cover: CoverOptions::default(),
            guess_rounds: 0,
            explicit: ExplicitOptions::default(),
            spacer: SpacerOptions::default(),
            unwind: UnwindOptions::default(),
        }
    }
}
