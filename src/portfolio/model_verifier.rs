//! A verifier of any model, property by property: the verifiers of the kinds of models behind one interface.
//!
//! Typed evidence comes from the verifier of one kind. Here it becomes a [`Proof`] or a [`Counterexample`], which can
//! be read and written without knowing the kind.

use super::circuit::Exchange;
use super::ending::EndingVerifier;
use super::first_runs::{self, Found};
use super::horn::HornVerifier;
use super::options::{Checking, VerifyOptions};
use super::program::{ProgramProof, ProgramTrace, ProgramVerifier};
use super::sizes;
use super::system::SystemVerifier;
use super::verdict::Verified;
use super::Verifier;
use crate::base::Budget;
use crate::engine::Sequence;
use crate::engine::{Observer, Outcome, StopCause};
use crate::evidence::any::{AnyCounterexample, AnyProof, Counterexample, Proof};
use crate::evidence::lemmas::known::Known;
use crate::evidence::told;
use crate::input::{ClausesFile, Model, ProgramFile, SystemFile};
use crate::model::circuit::Circuit;
use crate::model::{CircuitFile, PropertyId};
use crate::origin::Origin;
use crate::route::takes::Unfit;
use std::sync::Arc;

/// The verdict on one property of a model of any kind.
pub type Verdict<'m> = Verified<Proof<'m>, Counterexample<'m>>;

impl Verdict<'_> {
    /// Whether it has a counterexample that is known to be a shortest one.
    pub fn is_shortest(&self) -> bool {
        match &self.outcome {
            Outcome::Unsafe(found) => self.least_depth == Some(found.depth()),
            Outcome::Safe(_) | Outcome::Unknown(_) => false,
        }
    }
}

/// Verifies the properties of a model of any kind one by one, by the same engines.
#[derive(Debug)]
pub struct ModelVerifier<'m>(Of<'m>);

/// The typed verifiers, each with its model.
#[derive(Debug)]
enum Of<'m> {
    Circuit(&'m CircuitFile, Box<Verifier<Circuit>>),
    System(&'m SystemFile, Box<SystemVerifier>),
    Program(&'m ProgramFile, Box<ProgramVerifier>),
    /// The question whether all runs of a program end.
    Ending(Box<EndingVerifier>),
    /// A program in its own language, whose evidence is there already.
    Runs(&'m dyn Origin, Found, Checking, Budget),
    Clauses(&'m ClausesFile, Box<HornVerifier>),
}

/// A verdict with its evidence as that of any model.
fn untyped<'m, C, T>(
    verified: Verified<C, T>,
    proof: impl FnOnce(C) -> Box<dyn AnyProof + 'm>,
    counterexample: impl FnOnce(T) -> Option<Box<dyn AnyCounterexample + 'm>>,
) -> Verdict<'m> {
    verified.map(|outcome| match outcome {
        Outcome::Safe(found) => Outcome::Safe(Proof::new(proof(found))),
        Outcome::Unsafe(found) => match counterexample(found) {
            Some(found) => Outcome::Unsafe(Counterexample::new(found)),
            None => Outcome::unknown(StopCause::EvidenceFailed, None),
        },
        Outcome::Unknown(reason) => Outcome::Unknown(reason),
    })
}

/// A proof about a program, in the words of its own language if it has one.
fn of_program<'m>(
    file: &'m ProgramFile,
    verifier: &ProgramVerifier,
    found: ProgramProof,
) -> Box<dyn AnyProof + 'm> {
    match (found, verifier.origin()) {
        (ProgramProof::Invariant(found), Some(origin)) => Arc::clone(origin).proof(*found),
        (ProgramProof::Invariant(found), None) => {
            Box::new(told::program::AutomatonProof { cfa: file.cfa(), found: *found })
        }
        (ProgramProof::Bounded(found), _) => {
            let origin = file.origin().map(|origin| origin.origin());
            Box::new(told::bounded::BoundedProof { origin, found })
        }
    }
}

/// A counterexample to a program, in the words of its own language if it has one.
fn way<'m>(
    file: &'m ProgramFile,
    verifier: &ProgramVerifier,
    found: ProgramTrace,
) -> Option<Box<dyn AnyCounterexample + 'm>> {
    match (found, verifier.origin()) {
        (ProgramTrace::Path(found), Some(origin)) => Some(Arc::clone(origin).path(found)),
        (ProgramTrace::Path(found), None) => {
            Some(Box::new(told::program::ProgramPath { cfa: file.cfa(), found }))
        }
        (ProgramTrace::Run(found), Some(origin)) => Arc::clone(origin).run(found),
        // An automaton has no runs of its own.
        (ProgramTrace::Run(_), None) => None,
    }
}

impl<'m> ModelVerifier<'m> {
    /// Reduces the model and sets up the engines.
    ///
    /// # Errors
    ///
    /// If the engine that the options name does not take this model.
    pub fn new(
        model: &'m Model,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<ModelVerifier<'m>, Unfit> {
        ModelVerifier::assuming(None, model, options, budget)
    }

    /// A verifier whose engines assume lemmas about this model.
    ///
    /// # Errors
    ///
    /// If the engine that the options name does not take this model.
    ///
    /// # Panics
    ///
    /// If the lemmas are about another model, and that is noticed.
    pub fn assuming(
        known: Option<&Known>,
        model: &'m Model,
        options: &VerifyOptions,
        budget: &Budget,
    ) -> Result<ModelVerifier<'m>, Unfit> {
        let (options, budget) = (options.clone(), budget.clone());
        // A proof that assumes lemmas is one by an engine.
        if let (Some(origin), None) = (model.origin(), known) {
            if let Some(found) = first_runs::find(model, origin, &options, &budget) {
                return Ok(ModelVerifier(Of::Runs(origin, found, options.check, budget)));
            }
        }
        let asks_about_ends =
            options.ending || model.origin().map_or(false, |origin| origin.asks_about_ends());
        Ok(ModelVerifier(match model {
            Model::Program(file) if asks_about_ends => {
                let (cfa, origin) = (file.cfa().clone(), file.origin().cloned());
                Of::Ending(Box::new(EndingVerifier::new(cfa, origin, options, budget)))
            }
            Model::Clauses(file) if asks_about_ends => match file.origin() {
                Some(origin) => {
                    Of::Ending(Box::new(EndingVerifier::of_calls(origin.clone(), options, budget)))
                }
                None => Of::Ending(Box::new(EndingVerifier::of_chains(file.chains(), options, budget))),
            },
            Model::Circuit(file) => {
                let verifier = Verifier::assuming(known, file.circuit.clone(), options, budget)?;
                Of::Circuit(file, Box::new(verifier))
            }
            Model::System(file) => {
                let verifier = SystemVerifier::assuming(known, file.system().clone(), options, budget)?;
                Of::System(file, Box::new(verifier))
            }
            Model::Program(file) => {
                let (cfa, origin) = (file.cfa().clone(), file.origin().cloned());
                let verifier = ProgramVerifier::assuming(known, cfa, origin, options, budget)?;
                Of::Program(file, Box::new(verifier))
            }
            Model::Clauses(file) => {
                let (horn, origin) = (file.horn().clone(), file.origin().cloned());
                let verifier = HornVerifier::assuming(known, horn, origin, options, budget)?;
                Of::Clauses(file, Box::new(verifier))
            }
        }))
    }

    /// The verdict on one property.
    ///
    /// # Panics
    ///
    /// If the model does not have the property.
    pub fn verify(&mut self, property: PropertyId, observer: &mut dyn Observer) -> Verdict<'m> {
        match &mut self.0 {
            Of::Circuit(file, verifier) => untyped(
                verifier.verify_shared(property, observer),
                |found| Box::new(told::circuit::CircuitProof { file, property, found }),
                |found| Some(Box::new(told::circuit::CircuitTrace { file, found })),
            ),
            Of::System(file, verifier) => untyped(
                verifier.verify_shared(property, observer),
                |found| Box::new(told::system::SystemProof { file, property, found }),
                |found| Some(Box::new(told::system::SystemTrace { file, found })),
            ),
            Of::Ending(verifier) => {
                let verdict = verifier.verify(observer);
                let is_lowered = verifier.excludes_error();
                let (cfa, origin) = (verifier.cfa().clone(), verifier.origin().cloned());
                let (other, also) = (cfa.clone(), origin.clone());
                untyped(
                    verdict,
                    |found| Box::new(told::ending::RankingProof { cfa, found, is_lowered, origin }),
                    |found| {
                        let (cfa, origin) = (other, also);
                        Some(Box::new(told::ending::EndlessRun { cfa, found, is_lowered, origin }))
                    },
                )
            }
            Of::Program(file, verifier) => {
                let verdict = verifier.verify(observer);
                let told = |found| of_program(file, verifier, found);
                untyped(verdict, told, |found| way(file, verifier, found))
            }
            Of::Runs(origin, found, checking, budget) => untyped(
                first_runs::verdict(*origin, found.clone(), property, *checking, budget),
                |found| Box::new(told::one_run::OneRunProof { origin: *origin, found }),
                |found| origin.told(&*found),
            ),
            Of::Clauses(file, verifier) => {
                let verdict = verifier.verify(observer);
                let origin = || verifier.origin().cloned();
                untyped(
                    verdict,
                    |found| match origin() {
                        Some(origin) => origin.proof(found),
                        None => Box::new(told::horn::HornProof { horn: file.horn(), found }),
                    },
                    |found| {
                        Some(match origin() {
                            Some(origin) => origin.refutation(found),
                            None => Box::new(told::horn::HornTrace { horn: file.horn(), found }),
                        })
                    },
                )
            }
        }
    }

    /// Tells the properties that will be asked for. If they are many properties of safety of a circuit or a system, a
    /// portfolio searches for the verdicts on all of them together, and [`ModelVerifier::verify`] gives what it has
    /// found.
    pub fn prepare(&mut self, properties: &[PropertyId], observer: &mut dyn Observer) {
        match &mut self.0 {
            Of::Circuit(_, verifier) => verifier.prepare(properties, observer),
            Of::System(_, verifier) => verifier.prepare(properties, observer),
            Of::Program(..) | Of::Ending(..) | Of::Runs(..) | Of::Clauses(..) => {}
        }
    }

    /// The way of lemmas to and from other processes, if [`VerifyOptions::exchange`] is on. `None` if the model is no
    /// circuit and no system of Booleans and words, or has no property of safety.
    pub fn exchange(&self) -> Option<Exchange> {
        match &self.0 {
            Of::Circuit(file, verifier) => verifier.exchange(file),
            Of::System(_, verifier) => verifier.exchange(),
            Of::Program(..) | Of::Ending(..) | Of::Runs(..) | Of::Clauses(..) => None,
        }
    }

    /// The sizes of the model and of the images that engines work on, then the counters of the engines.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let (mut list, of_engines) = match &self.0 {
            Of::Circuit(file, verifier) => (sizes::of_circuit(file, verifier), verifier.statistics()),
            Of::System(file, verifier) => (sizes::of_system(file), verifier.statistics()),
            Of::Program(file, verifier) => (sizes::of_program(file.cfa(), verifier), verifier.statistics()),
            Of::Ending(verifier) => {
                let cfa = verifier.cfa();
                let sizes = [
                    ("locations", cfa.location_count()),
                    ("edges", cfa.edges().len()),
                    ("variables", cfa.variables().len()),
                ];
                (sizes.map(|(name, size)| (name.to_string(), size as u64)).to_vec(), Vec::new())
            }
            Of::Runs(_, found, ..) => {
                let steps = match found {
                    Found::One(run) => run.steps,
                    Found::Error(run) => run.steps(),
                };
                (vec![("steps".to_string(), steps)], Vec::new())
            }
            Of::Clauses(file, verifier) => {
                let mut list = file.origin().map_or_else(Vec::new, |origin| origin.sizes());
                list.extend(sizes::of_horn(file.horn(), verifier));
                (list, verifier.statistics())
            }
        };
        list.extend(of_engines);
        list
    }

    /// The seconds for which each member of a portfolio has run, which are others each time.
    pub fn seconds(&self) -> Vec<(&'static str, f64)> {
        match &self.0 {
            Of::Circuit(_, verifier) => verifier.seconds(),
            Of::System(_, verifier) => verifier.seconds(),
            Of::Program(_, verifier) => verifier.seconds(),
            Of::Ending(..) | Of::Runs(..) => Vec::new(),
            Of::Clauses(_, verifier) => verifier.seconds(),
        }
    }

    /// The size of the engine's sequence of frames, over a circuit; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        match &self.0 {
            Of::Circuit(_, verifier) => verifier.sequence(),
            Of::System(..) | Of::Program(..) | Of::Ending(..) | Of::Runs(..) | Of::Clauses(..) => None,
        }
    }
}
