//! The one table of the models that each engine works on: how it is set up on each kind of its own.
//!
//! An engine that is not set up here on a kind of model takes it as an image of another kind, or does not take it
//! ([`Engine::sees`]).

use super::options::{Engine, VerifyOptions};
use super::prover::Prover;
use crate::base::Budget;
use crate::engine::bmc::{Bmc, SystemBmc};
use crate::engine::ctigar::Ctigar;
use crate::engine::explicit::Explicit;
use crate::engine::fsis::Fsis;
use crate::engine::guess::Guess;
use crate::engine::horn::{Spacer, Unwind};
use crate::engine::ic3::circuit::Ic3;
use crate::engine::ic3_ia::Ic3Ia;
use crate::engine::ic3_smt::Ic3Smt;
use crate::engine::ic3cfa::Ic3Cfa;
use crate::engine::itp::{Itp, SystemItp};
use crate::engine::kinduction::{KInduction, SystemKInduction};
use crate::engine::lazy_ic3::LazyIc3;
use crate::engine::pred_abs::PredAbs;
use crate::engine::tree_ic3::{TreeIc3, TreeIc3Options};
use crate::model::cfa::Cfa;
use crate::model::circuit::Circuit;
use crate::model::horn::Horn;
use crate::model::system::System;

/// Sets an engine up on a model.
pub(super) type Setup<M> = fn(&M, &VerifyOptions, Budget) -> Box<dyn Prover<M>>;

/// How an engine is set up, for each kind of model that it works on without an image.
#[derive(Clone, Copy)]
pub(super) struct Setups {
    pub circuit: Option<Setup<Circuit>>,
    pub system: Option<Setup<System>>,
    pub program: Option<Setup<Cfa>>,
    pub clauses: Option<Setup<Horn>>,
}

impl Setups {
    const NONE: Setups = Setups { circuit: None, system: None, program: None, clauses: None };

    fn circuit(setup: Setup<Circuit>) -> Setups {
        Setups { circuit: Some(setup), ..Setups::NONE }
    }

    fn system(setup: Setup<System>) -> Setups {
        Setups { system: Some(setup), ..Setups::NONE }
    }

    fn program(setup: Setup<Cfa>) -> Setups {
        Setups { program: Some(setup), ..Setups::NONE }
    }

    fn clauses(setup: Setup<Horn>) -> Setups {
        Setups { clauses: Some(setup), ..Setups::NONE }
    }
}

impl Engine {
    /// How it is set up. A portfolio has its members set up.
    pub(super) fn setups(self) -> Setups {
        match self {
            Engine::Auto | Engine::Portfolio => Setups::NONE,
            // They work on justice properties, with an engine below that is set up here.
            Engine::L2s | Engine::KLive | Engine::RLive => Setups::NONE,
            Engine::Ic3 => {
                Setups::circuit(|c, o, budget| Box::new(Ic3::new(c, o.engines.ic3.clone(), budget)))
            }
            Engine::LazyIc3 => Setups::circuit(|c, o, budget| {
                Box::new(LazyIc3::new(c, o.engines.lazy_ic3.clone(), o.engines.ic3.clone(), budget))
            }),
            Engine::Fsis => {
                Setups::circuit(|c, o, budget| Box::new(Fsis::new(c, o.engines.fsis.clone(), budget)))
            }
            Engine::Bmc => Setups {
                circuit: Some(|c, o, budget| Box::new(Bmc::new(c, o.engines.bmc.clone(), budget))),
                system: Some(|s, o, budget| Box::new(SystemBmc::new(s, o.engines.bmc.clone(), budget))),
                ..Setups::NONE
            },
            Engine::KInduction => Setups {
                circuit: Some(|c, o, budget| {
                    Box::new(KInduction::new(c, o.engines.kinduction.clone(), budget))
                }),
                system: Some(|s, o, budget| {
                    Box::new(SystemKInduction::new(s, o.engines.kinduction.clone(), budget))
                }),
                ..Setups::NONE
            },
            Engine::Itp => Setups {
                circuit: Some(|c, o, budget| Box::new(Itp::new(c, o.engines.itp.clone(), budget))),
                system: Some(|s, o, budget| Box::new(SystemItp::new(s, o.engines.itp.clone(), budget))),
                ..Setups::NONE
            },
            Engine::Ic3Smt => {
                Setups::system(|s, o, budget| Box::new(Ic3Smt::new(s, o.engines.ic3_smt.clone(), budget)))
            }
            Engine::Ic3Ia => {
                Setups::system(|s, o, budget| Box::new(Ic3Ia::new(s, o.engines.ic3_ia.clone(), budget)))
            }
            Engine::Ctigar => {
                Setups::system(|s, o, budget| Box::new(Ctigar::new(s, o.engines.ctigar.clone(), budget)))
            }
            Engine::TreeIc3 => Setups::program(|c, o, budget| {
                Box::new(TreeIc3::new(c, refuting_as(TreeIc3Options::tree_ic3(), o), budget))
            }),
            Engine::TreeIc3Itp => Setups::program(|c, o, budget| {
                Box::new(TreeIc3::new(c, refuting_as(TreeIc3Options::default(), o), budget))
            }),
            Engine::TreeIc3Ia => Setups::program(|c, o, budget| {
                Box::new(TreeIc3::new(c, refuting_as(TreeIc3Options::tree_ic3_ia(), o), budget))
            }),
            Engine::TreeIc3ItpMono => Setups::program(|c, o, budget| {
                Box::new(TreeIc3::new(c, named_as(TreeIc3Options::tree_ic3_itp_mono(), o), budget))
            }),
            Engine::TreeItp => Setups::program(|c, o, budget| {
                Box::new(TreeIc3::new(c, named_as(TreeIc3Options::tree_itp(), o), budget))
            }),
            Engine::Ic3Cfa => {
                Setups::program(|c, o, budget| Box::new(Ic3Cfa::new(c, o.engines.ic3cfa.clone(), budget)))
            }
            Engine::PredAbs => {
                Setups::program(|c, o, budget| Box::new(PredAbs::new(c, o.engines.pred_abs.clone(), budget)))
            }
            Engine::Guess => {
                Setups::program(|c, o, budget| Box::new(Guess::new(c, o.engines.guess.clone(), budget)))
            }
            Engine::Explicit => {
                Setups::program(|c, o, budget| Box::new(Explicit::new(c, o.engines.explicit.clone(), budget)))
            }
            Engine::Spacer => {
                Setups::clauses(|h, o, budget| Box::new(Spacer::new(h, o.engines.spacer.clone(), budget)))
            }
            Engine::Gpdr => Setups::clauses(|h, o, budget| {
                Box::new(Spacer::new(h, o.engines.spacer.clone().gpdr(), budget))
            }),
            Engine::Unwind => {
                Setups::clauses(|h, o, budget| Box::new(Unwind::new(h, o.engines.unwind.clone(), budget)))
            }
        }
    }
}

/// The options of Tree-IC3 with the way in which this variant refutes paths.
fn refuting_as(variant: TreeIc3Options, options: &VerifyOptions) -> TreeIc3Options {
    TreeIc3Options { refutation: variant.refutation, ..options.engines.tree_ic3.clone() }
}

/// The options of Tree-IC3 with all settings by which this variant is named.
fn named_as(variant: TreeIc3Options, options: &VerifyOptions) -> TreeIc3Options {
    let TreeIc3Options { refutation, strengthening, propagation, .. } = variant;
    TreeIc3Options { refutation, strengthening, propagation, ..options.engines.tree_ic3.clone() }
}
