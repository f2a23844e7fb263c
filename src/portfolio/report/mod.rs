//! Evidence of any kind behind one interface: how large it is, how it reads, and its files.
//!
//! A [`Proof`] or [`Counterexample`] borrows the model, whose names it uses. It is written in the [`Form`]s that fit
//! its model. Any other form is an error, which names the forms that fit. Typed evidence comes from the verifiers of
//! one kind of model.

mod bounded;
mod circuit;
mod horn;
mod memory;
mod one_run;
mod program;
mod system;

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
use crate::evidence::any::{AnyCounterexample, AnyProof, Failed, Size, Written};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::lemmas::known::Known;
use crate::evidence::origin::Origin;
use crate::evidence::table::Table;
use crate::evidence::OneRun;
use crate::input::btor2::MemoryFile;
use crate::input::{ClausesFile, Model, ProgramFile, SystemFile};
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
        write(self.0.write(form)?, out)
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
        write(self.0.write(form)?, out)
    }
}

/// Writes a file, and hands on the remarks.
fn write(written: Written, out: &mut dyn io::Write) -> Result<Vec<String>, WriteError> {
    out.write_all(&written.bytes).map_err(WriteError::Output)?;
    Ok(written.remarks)
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
    Program(&'m ProgramFile, Box<ProgramVerifier>),
    /// A program in its own language, whose proof is there already.
    OneRun(&'m dyn Origin, OneRun, Checking, Budget),
    Clauses(&'m ClausesFile, Box<HornVerifier>),
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

/// A proof about a program, in the words of its own language if it has one.
fn of_program(file: &ProgramFile, found: ProgramProof) -> Box<dyn AnyProof + '_> {
    match (found, file.origin()) {
        (ProgramProof::Invariant(found), Some(origin)) => origin.proof(*found),
        (ProgramProof::Invariant(found), None) => {
            Box::new(program::AutomatonProof { cfa: file.cfa(), found: *found })
        }
        (ProgramProof::Bounded(found), origin) => {
            Box::new(bounded::BoundedProof { origin: origin.map(|origin| origin.origin()), found })
        }
    }
}

/// A counterexample to a program, in the words of its own language if it has one.
fn way(file: &ProgramFile, found: ProgramTrace) -> Option<Box<dyn AnyCounterexample + '_>> {
    match (found, file.origin()) {
        (ProgramTrace::Path(found), Some(origin)) => Some(origin.path(found)),
        (ProgramTrace::Path(found), None) => Some(Box::new(program::ProgramPath { cfa: file.cfa(), found })),
        (ProgramTrace::Run(found), Some(origin)) => origin.run(found),
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
            if let Some(found) = one_run::find(origin, &options, &budget) {
                return Ok(ModelVerifier(Of::OneRun(origin, found, options.check, budget)));
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
            Model::Program(file) => {
                let verifier = ProgramVerifier::assuming(known, file, options, budget)?;
                Of::Program(file, Box::new(verifier))
            }
            Model::Clauses(file) => {
                let verifier = HornVerifier::assuming(known, file, options, budget)?;
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
            Of::Program(file, verifier) => {
                any(verifier.verify(observer), |found| of_program(file, found), |found| way(file, found))
            }
            Of::OneRun(origin, found, checking, budget) => any(
                one_run::verdict(*origin, *found, property, *checking, budget),
                |found| Box::new(one_run::OneRunProof { origin: *origin, found }),
                |never| match never {},
            ),
            Of::Clauses(file, verifier) => any(
                verifier.verify(observer),
                |found| match file.origin() {
                    Some(origin) => origin.proof(found),
                    None => Box::new(horn::HornProof { horn: file.horn(), found }),
                },
                |found| {
                    Some(match file.origin() {
                        Some(origin) => origin.refutation(found),
                        None => Box::new(horn::HornTrace { horn: file.horn(), found }),
                    })
                },
            ),
        }
    }

    /// The sizes of the model and of the images that engines work on, then the counters of the engines.
    pub fn statistics(&self) -> Vec<(String, u64)> {
        let (mut list, of_engines) = match &self.0 {
            Of::Circuit(file, verifier) => (circuit::sizes(file, verifier), verifier.statistics()),
            Of::System(file, verifier) => (system::sizes(file), verifier.statistics()),
            Of::Memories(file, verifier) => (memory::sizes(file), verifier.statistics()),
            Of::Program(file, verifier) => (program::sizes(file.cfa(), verifier), verifier.statistics()),
            Of::OneRun(_, found, ..) => (vec![("steps".to_string(), found.steps)], Vec::new()),
            Of::Clauses(file, verifier) => {
                let mut list = file.origin().map_or_else(Vec::new, |origin| origin.sizes());
                list.extend(horn::sizes(file.horn(), verifier));
                (list, verifier.statistics())
            }
        };
        list.extend(of_engines);
        list
    }

    /// The size of the engine's sequence of frames, over a circuit; `None` for engines that keep none.
    pub fn sequence(&self) -> Option<Sequence> {
        match &self.0 {
            Of::Circuit(_, verifier) => verifier.sequence(),
            Of::System(..) | Of::Memories(..) | Of::Program(..) | Of::OneRun(..) | Of::Clauses(..) => None,
        }
    }
}
