//! The parts of `verify` in which circuits, systems, programs and clauses differ.

use super::table::Table;
use crate::cli::options::Settings;
use crate::cli::progress::Progress;
use crate::cli::{Failure, UNKNOWN};
use indubit::base::Budget;
use indubit::engine::ic3::circuit::Sequence;
use indubit::model::{Depth, PropertyId};
use indubit::portfolio::{Unfit, Verified};

/// The verdict on a property of a model of this kind.
pub type Judged<M> = Verified<<M as Model>::Certificate, <M as Model>::Trace>;

/// The size of a certificate.
pub struct Size {
    /// The length of a proof by k-induction; `None`: the invariant is inductive.
    pub k: Option<usize>,
    /// Whether that proof assumes that states differ.
    pub simple_path: bool,
    /// The number of parts of the invariant, or of lemmas of a proof by k-induction.
    pub parts: usize,
}

/// A model as `verify` sees it.
pub trait Model {
    /// Reasons for `safe`.
    type Certificate;
    /// Reasons for `unsafe`.
    type Trace;
    /// The engines at work.
    type Verifier;

    /// Whether one file takes the witnesses of all properties.
    const WITNESSES_SHARE_A_FILE: bool;
    /// The parts of an invariant.
    const PARTS: &'static str;
    /// The reason why there is nothing to verify.
    const NO_PROPERTY: &'static str;
    /// The name of such a model where a circuit is expected; `None` for circuits.
    const OTHER_THAN_CIRCUIT: Option<&'static str>;

    /// The number of properties.
    fn property_count(&self) -> usize;

    /// The name that the file gives a property, or nothing.
    fn property_name(&self, property: PropertyId) -> &str;

    /// Refuses settings that do not fit this kind of model.
    fn accept(&self, settings: &Settings) -> Result<(), Failure>;

    /// Sets up the engines.
    fn verifier(&self, settings: &Settings, budget: &Budget) -> Result<Self::Verifier, Failure>;

    /// The verdict on a property.
    fn verify(verifier: &mut Self::Verifier, property: PropertyId, progress: &mut Progress) -> Judged<Self>;

    /// The sizes of the model and the counters of the engines.
    fn counters(&self, verifier: &Self::Verifier) -> Vec<(String, u64)>;

    /// The size of the sequence of frames, where there is one to be told.
    fn sequence(_: &Self::Verifier) -> Option<Sequence> {
        None
    }

    /// The depth of a counterexample.
    fn depth(trace: &Self::Trace) -> Depth;

    /// The size of a certificate.
    fn size(certificate: &Self::Certificate) -> Size;

    /// The values of a counterexample.
    fn table(&self, trace: &Self::Trace) -> Table;

    /// A counterexample as text for people: its values, if nothing else is said.
    fn trace_text(&self, trace: &Self::Trace) -> String {
        self.table(trace).text()
    }

    /// The parts of an invariant, or the lemmas of a proof by k-induction, in readable form.
    fn parts(&self, certificate: &Self::Certificate) -> Vec<String>;

    /// The contents of a file for waveform viewers. Models without waves refuse the setting that asks for it.
    fn waves(&self, _: &Self::Trace) -> Result<Vec<u8>, Failure> {
        Err(Failure::usage("such a model has no waves"))
    }

    /// The contents of a witness file.
    fn witness(&self, settings: &Settings, trace: &Self::Trace) -> Result<Vec<u8>, Failure>;

    /// The contents of a harness; `None` for models that have none.
    fn harness(&self, settings: &Settings, trace: &Self::Trace) -> Result<Option<Vec<u8>>, Failure> {
        let _ = (settings, trace);
        Ok(None)
    }

    /// The contents of a certificate file.
    fn certificate(
        &self,
        settings: &Settings,
        property: PropertyId,
        certificate: &Self::Certificate,
    ) -> Result<Vec<u8>, Failure>;
}

/// The failure of an engine that does not work on a model. A limit that was reached while the model was encoded for it
/// leaves the verdict open.
pub fn misfit(error: &Unfit) -> Failure {
    match error.is_limit() {
        true => Failure::new(UNKNOWN, error.to_string()),
        false => Failure::usage(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indubit::base::Limit;
    use indubit::model::encode::blast::NotBlasted;
    use indubit::portfolio::{Engine, Misfit};

    #[test]
    fn a_limit_while_the_circuit_is_made_leaves_the_verdict_open() {
        let failure = |reason| misfit(&Unfit { engine: Engine::Bmc, reason: Misfit::NoCircuit(reason) });
        let limit = failure(NotBlasted::Limit(Limit::Time));
        assert_eq!(
            (limit.code, limit.message.as_str()),
            (UNKNOWN, "the engine bmc has no circuit: time limit reached")
        );
        let number =
            failure(NotBlasted::Number { name: "x".to_string(), sort: indubit::solver::term::Sort::Int });
        assert_eq!(number.code, crate::cli::USAGE_ERROR);
    }
}
