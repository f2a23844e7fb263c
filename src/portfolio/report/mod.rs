//! Evidence of any kind behind one interface: how large it is, how it reads, and its files.
//!
//! A [`Proof`] or [`Counterexample`] borrows the model, whose names it uses. It is written in the [`Form`]s that fit
//! its model. Any other form is an error, which names the forms that fit. Typed evidence comes from the verifiers of
//! one kind of model.

mod bounded;
mod circuit;
mod clauses;
mod horn;
mod locations;
mod memory;
mod one_run;
mod program;
mod recursive;
mod source;
mod story;
mod system;
mod tree;

use super::horn::HornVerifier;
use super::memory::MemoryVerifier;
use super::options::{Checking, VerifyOptions};
use super::program::{ProgramProof, ProgramTrace, ProgramVerifier};
use super::system::SystemVerifier;
use super::verdict::Verified;
use super::Verifier;
use crate::base::Budget;
use crate::engine::Sequence;
use crate::engine::{Observer, Outcome, StopCause};
pub use crate::evidence::c::story::Failed;
use crate::evidence::c::OneRun;
use crate::evidence::form::{Form, WriteError};
use crate::evidence::lemmas::known::Known;
use crate::evidence::table::Table;
use crate::input::btor2::MemoryFile;
use crate::input::c::{RecursiveSource, SomeSource, Source};
use crate::input::{CFile, Model, SystemFile};
use crate::model::cfa::Cfa;
use crate::model::horn::Horn;
use crate::model::{CircuitFile, Depth, PropertyId};
use crate::route::takes::Unfit;
use std::fmt::Debug;
use std::io;

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

/// A file with evidence, and remarks for the user on the parts that it cannot express.
pub(super) struct Written {
    bytes: Vec<u8>,
    remarks: Vec<String>,
}

impl From<String> for Written {
    fn from(text: String) -> Written {
        Written { bytes: text.into_bytes(), remarks: Vec::new() }
    }
}

impl From<Vec<u8>> for Written {
    fn from(bytes: Vec<u8>) -> Written {
        Written { bytes, remarks: Vec::new() }
    }
}

impl Written {
    fn into(self, out: &mut dyn io::Write) -> Result<Vec<String>, WriteError> {
        out.write_all(&self.bytes).map_err(WriteError::Output)?;
        Ok(self.remarks)
    }
}

/// The size of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The length of a proof by k-induction; `None`: the invariant is inductive.
    pub k: Option<usize>,
    /// Whether that proof assumes that states differ.
    pub simple_path: bool,
    /// The number of parts of the invariant, or of lemmas of a proof by k-induction.
    pub parts: usize,
    /// The name of these parts.
    pub unit: &'static str,
}

/// A proof about one kind of model.
pub(super) trait AnyProof: Send + Sync + Debug {
    fn size(&self) -> Size;

    /// The parts of an invariant, or the lemmas of a proof by k-induction, in readable form.
    fn parts(&self, is_full: bool) -> Vec<String>;

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError>;
}

/// A counterexample to one kind of model.
pub(super) trait AnyCounterexample: Send + Sync + Debug {
    fn depth(&self) -> Depth;

    fn table(&self) -> Table;

    /// The step to which the last one leads back, if it is a lasso.
    fn loop_start(&self) -> Option<usize> {
        None
    }

    /// All of it, or its end.
    fn text(&self, _is_full: bool) -> String {
        self.table().text()
    }

    /// What failed at its end, of a C program.
    fn failed(&self) -> Option<Failed> {
        None
    }

    /// A value that the model does not give and that the counterexample rests on.
    fn made_up(&self) -> Option<String> {
        None
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError>;
}

/// A proof about a property of a model.
#[derive(Debug)]
pub struct Proof<'m>(Box<dyn AnyProof + 'm>);

impl Proof<'_> {
    /// The number of parts.
    pub fn size(&self) -> Size {
        self.0.size()
    }

    /// The parts of the invariant, or the lemmas of a proof by k-induction, for people: written anew as few telling
    /// parts, which are equivalent to what was checked, as far as that takes a moment.
    pub fn parts(&self) -> Vec<String> {
        self.0.parts(true)
    }

    /// The same in short: of a C program with loops those at the heads of loops.
    pub fn parts_in_short(&self) -> Vec<String> {
        self.0.parts(false)
    }

    /// Writes the proof. The result are remarks on the parts that the form cannot express.
    ///
    /// # Errors
    ///
    /// If the form does not fit, or the output fails.
    pub fn write(&self, form: Form<'_>, out: &mut dyn io::Write) -> Result<Vec<String>, WriteError> {
        self.0.write(form)?.into(out)
    }
}

/// A counterexample to a property of a model.
#[derive(Debug)]
pub struct Counterexample<'m>(Box<dyn AnyCounterexample + 'm>);

impl Counterexample<'_> {
    /// A value that the program does not give and that the run rests on, in words with its place: the result of an
    /// unknown function, an output of assembler, the value of an object without one.
    pub fn made_up(&self) -> Option<String> {
        self.0.made_up()
    }

    /// The number of steps.
    pub fn depth(&self) -> Depth {
        self.0.depth()
    }

    /// The step to which the last one leads back, of a counterexample to a justice property.
    pub fn loop_start(&self) -> Option<usize> {
        self.0.loop_start()
    }

    /// The values of all steps.
    pub fn table(&self) -> Table {
        self.0.table()
    }

    /// The run as text for people: the changes of each step, of a C program the calls and lines with what they change.
    pub fn text(&self) -> String {
        self.0.text(true)
    }

    /// The same in short: of a C program the last ten lines or calls.
    pub fn text_in_short(&self) -> String {
        self.0.text(false)
    }

    /// What failed at the end of the run. `None` of models whose property says it.
    pub fn failed(&self) -> Option<Failed> {
        self.0.failed()
    }

    /// Writes the counterexample. The result are remarks on the parts that the form cannot express.
    ///
    /// # Errors
    ///
    /// If the form does not fit, or the output fails.
    pub fn write(&self, form: Form<'_>, out: &mut dyn io::Write) -> Result<Vec<String>, WriteError> {
        self.0.write(form)?.into(out)
    }
}

/// Verifies the properties of a model of any kind one by one, by the same engines.
#[derive(Debug)]
pub struct ModelVerifier<'m>(Of<'m>);

/// The typed verifiers, each with its model.
#[derive(Debug)]
enum Of<'m> {
    Circuit(&'m CircuitFile, Box<Verifier>),
    System(&'m SystemFile, Box<SystemVerifier>),
    Memories(&'m MemoryFile, Box<MemoryVerifier>),
    Program(&'m Cfa, Box<ProgramVerifier>),
    C(&'m CFile, &'m Source, Box<ProgramVerifier>),
    Recursive(&'m CFile, &'m RecursiveSource, Box<HornVerifier>),
    /// A C program, recursive or not, whose proof is there already.
    OneRun(&'m CFile, OneRun, Checking, Budget),
    Clauses(&'m Horn, Box<HornVerifier>),
}

/// A verdict with its evidence as that of any model.
fn any<'m, C, T>(
    verified: Verified<C, T>,
    proof: impl FnOnce(C) -> Box<dyn AnyProof + 'm>,
    counterexample: impl FnOnce(T) -> Option<Box<dyn AnyCounterexample + 'm>>,
) -> Verdict<'m> {
    let Verified { property, outcome, refused, least_depth, by, defects } = verified;
    let outcome = match outcome {
        Outcome::Safe(found) => Outcome::Safe(Proof(proof(found))),
        Outcome::Unsafe(found) => match counterexample(found) {
            Some(found) => Outcome::Unsafe(Counterexample(found)),
            None => Outcome::unknown(StopCause::EvidenceFailed, None),
        },
        Outcome::Unknown(reason) => Outcome::Unknown(reason),
    };
    Verified { property, outcome, refused, least_depth, by, defects }
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
        if let (Model::C(file), None) = (model, known) {
            if let Some(found) = one_run::find(file, &options, &budget) {
                return Ok(ModelVerifier(Of::OneRun(file, found, options.check, budget)));
            }
        }
        Ok(ModelVerifier(match model {
            Model::Circuit(file) => {
                let verifier = Verifier::assuming(known, file.circuit.clone(), options, budget)?;
                Of::Circuit(file, Box::new(verifier))
            }
            Model::System(file) => {
                let verifier = SystemVerifier::assuming(known, file.system().clone(), options, budget)?;
                Of::System(file, Box::new(verifier))
            }
            Model::Memories(file) => {
                let verifier = MemoryVerifier::new(file.system.clone(), options, budget)?;
                Of::Memories(file, Box::new(verifier))
            }
            Model::Program(cfa) => {
                let verifier = ProgramVerifier::assuming(known, (**cfa).clone(), None, options, budget)?;
                Of::Program(cfa, Box::new(verifier))
            }
            Model::C(file) => match &file.source {
                SomeSource::Plain(source) => {
                    let (cfa, of) = (source.lowered.cfa.clone(), Some((**source).clone()));
                    let verifier = ProgramVerifier::assuming(known, cfa, of, options, budget)?;
                    Of::C(file, source, Box::new(verifier))
                }
                SomeSource::Recursive(source) => {
                    let (horn, of) = (source.horn.horn.clone(), Some((**source).clone()));
                    let verifier = HornVerifier::assuming(known, horn, of, options, budget)?;
                    Of::Recursive(file, source, Box::new(verifier))
                }
            },
            Model::Clauses(script) => {
                let verifier = HornVerifier::assuming(known, script.horn.clone(), None, options, budget)?;
                Of::Clauses(&script.horn, Box::new(verifier))
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
            Of::Circuit(file, verifier) => any(
                verifier.verify(property, observer),
                |found| Box::new(circuit::CircuitProof { file, property, found }),
                |found| Some(Box::new(circuit::CircuitTrace { file, found })),
            ),
            Of::System(file, verifier) => any(
                verifier.verify(property, observer),
                |found| Box::new(system::SystemProof { file, property, found }),
                |found| Some(Box::new(system::SystemTrace { file, found })),
            ),
            Of::Memories(file, verifier) => any(
                verifier.verify(property, observer),
                |found| Box::new(memory::MemoryProof { found }),
                |found| Some(Box::new(memory::MemoryTrace { file, found })),
            ),
            Of::Program(cfa, verifier) => any(
                verifier.verify(observer),
                |found| match found {
                    ProgramProof::Invariant(found) => {
                        Box::new(program::AutomatonProof { cfa, found: *found })
                    }
                    ProgramProof::Bounded(found) => Box::new(bounded::BoundedProof { file: None, found }),
                },
                |found| match found {
                    ProgramTrace::Path(found) => Some(Box::new(program::ProgramPath { cfa, found })),
                    // An automaton is not run as C.
                    ProgramTrace::Run(_) => None,
                },
            ),
            Of::C(file, source, verifier) => any(
                verifier.verify(observer),
                |found| match found {
                    ProgramProof::Invariant(found) => {
                        Box::new(program::CProof { file, source, found: *found })
                    }
                    ProgramProof::Bounded(found) => {
                        Box::new(bounded::BoundedProof { file: Some(file), found })
                    }
                },
                |found| Some(Box::new(program::CTrace { file, source, found })),
            ),
            Of::Recursive(file, source, verifier) => any(
                verifier.verify(observer),
                |found| Box::new(recursive::RecursiveProof { file, source, found }),
                |found| Some(Box::new(recursive::RecursiveTrace { file, source, found })),
            ),
            Of::OneRun(file, found, checking, budget) => any(
                one_run::verdict(file, *found, property, *checking, budget),
                |found| Box::new(one_run::OneRunProof { file, found }),
                |never| match never {},
            ),
            Of::Clauses(horn, verifier) => any(
                verifier.verify(observer),
                |found| Box::new(horn::HornProof { horn, found }),
                |found| Some(Box::new(horn::HornTrace { horn, found })),
            ),
        }
    }

    /// The sizes of the model and of the images that engines work on, then the counters of the engines.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let (mut list, of_engines) = match &self.0 {
            Of::Circuit(file, verifier) => (circuit::sizes(file, verifier), verifier.statistics()),
            Of::System(file, verifier) => (system::sizes(file), verifier.statistics()),
            Of::Memories(file, verifier) => (memory::sizes(file), verifier.statistics()),
            Of::Program(cfa, verifier) => (program::sizes(cfa, verifier), verifier.statistics()),
            Of::C(_, source, verifier) => {
                (program::sizes(&source.lowered.cfa, verifier), verifier.statistics())
            }
            Of::Recursive(_, source, verifier) => (recursive::sizes(source, verifier), verifier.statistics()),
            Of::OneRun(_, found, ..) => (vec![("steps".to_string(), found.steps)], Vec::new()),
            Of::Clauses(horn, verifier) => (clauses::sizes(horn, verifier), verifier.statistics()),
        };
        list.extend(of_engines);
        list
    }

    /// The size of the engine's sequence of frames, over a circuit; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        match &self.0 {
            Of::Circuit(_, verifier) => verifier.sequence(),
            Of::System(..)
            | Of::Memories(..)
            | Of::Program(..)
            | Of::C(..)
            | Of::Recursive(..)
            | Of::OneRun(..)
            | Of::Clauses(..) => None,
        }
    }
}
