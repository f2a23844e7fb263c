//! From a model to believed verdicts: reduce, run an engine, bring its evidence back, check it.
//!
//! This is the whole flow of the command line, for embedders. [`verify`] takes a model of any kind and gives evidence
//! that can be read and written without knowing the kind; [`ModelVerifier`] does the same property by property. Below
//! them each kind of model has a verifier of its own, whose evidence is typed: [`Verifier`] for circuits
//! and systems, [`ProgramVerifier`], [`HornVerifier`].
//!
//! A claim of an engine about the reduced model is carried back to the original and checked there by
//! [`crate::evidence`] before it is handed out; the check draws on the same budget. If it ends by a limit there is no
//! verdict, and if it fails, which is a defect of this library, there is none either: [`Verified::refused`] says why in
//! both cases.
//!
//! One engine is run on the calling thread, or a portfolio of them on several ([`Engine::Portfolio`]). Properties are
//! taken one after the other by the same engines, so that lemmas learnt for one serve the next.
//!
//! The words are those of the [glossary](crate::glossary).

mod assertions;
mod circuit;
mod contestant;
mod coroutine;
mod ending;
mod engines;
mod first_runs;
pub mod flags;
mod horn;
mod lineup;
mod member;
mod model_verifier;
mod options;
mod program;
mod race;
mod schedule;
mod shortest;
mod simulate;
mod sizes;
mod sourced;
mod stated;
mod system;
mod together;
mod verdict;

pub use crate::engine::options::{Engine, EngineOptions, LiveOptions};
pub use crate::evidence::any::{Counterexample, Failed, Proof, Size, Step};
pub use crate::evidence::form::{Form, WriteError};
pub use crate::evidence::lemmas::any::Piece;
pub use crate::evidence::lemmas::known::Known;
pub use crate::evidence::lemmas::Lemmas;
pub use crate::evidence::table::Table;
pub use crate::model::kind::Kind;
pub use crate::route::options::{ImageOptions, Reductions, Words};
pub use crate::route::takes::{Misfit, Unfit};
pub use assertions::{unreached, verify_assertions, Tell};
pub use circuit::Exchange;
pub use horn::{HornVerifier, VerifiedHorn};
pub use lineup::{members, members_for_justice};
pub use member::{Condition, Group, Member, Share};
pub use model_verifier::{ModelVerifier, Verdict};
pub use options::{Checking, PortfolioOptions, Shortest, VerifyOptions};
pub use program::{ProgramProof, ProgramTrace, ProgramVerifier, VerifiedProgram};
pub use simulate::simulate;
pub use system::{SystemVerifier, VerifiedSystem};
pub use together::Verifier;
pub use verdict::{Defect, Failure, Verified};

use crate::base::Budget;
use crate::engine::{Observer, Outcome};
use crate::input::Model;
use crate::model::PropertyId;

/// The verdicts on a model.
#[derive(Debug)]
pub struct Report<'m> {
    /// One for each property, in the order in which they were asked for.
    pub verdicts: Vec<Verdict<'m>>,
    /// Counters of the model and the engines, by name.
    pub statistics: Vec<(String, u64)>,
}

impl Report<'_> {
    /// Whether all properties were proved.
    pub fn is_safe(&self) -> bool {
        self.verdicts.iter().all(|verdict| matches!(verdict.outcome, Outcome::Safe(_)))
    }

    /// Whether a property was refuted.
    pub fn is_unsafe(&self) -> bool {
        self.verdicts.iter().any(|verdict| matches!(verdict.outcome, Outcome::Unsafe(_)))
    }
}

/// Verifies the properties of a model. Properties that the model does not have are passed over.
///
/// # Errors
///
/// If the engine that the options name does not take this model.
pub fn verify<'m>(
    model: &'m Model,
    options: &VerifyOptions,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Report<'m>, Unfit> {
    let mut verifier = ModelVerifier::new(model, options, budget)?;
    let asked: Vec<PropertyId> = match &options.properties {
        Some(properties) => properties.iter().copied().filter(|&property| model.has(property)).collect(),
        None => model.property_ids().collect(),
    };
    let verdicts = asked.into_iter().map(|property| verifier.verify(property, observer)).collect();
    Ok(Report { verdicts, statistics: verifier.statistics() })
}
