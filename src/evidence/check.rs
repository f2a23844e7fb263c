//! One checker for evidence about any model: the claims of a file, read and checked one by one.

use super::c::OneRun;
use super::pieces::behind_verdicts;
use super::{circuit, horn, memory, program, system, CheckError, CheckOptions};
use crate::base::Budget;
use crate::input::btor2::MemoryFile;
use crate::input::c::{RecursiveSource, SomeSource, Source};
use crate::input::{InputError, Model, ParseError, SystemFile};
use crate::model::cfa::{Cfa, Invariant};
use crate::model::horn::Horn;
use crate::model::memory::MemoryRun;
use crate::model::{CircuitFile, PropertyId};

/// A claim about a property of a model, with its evidence.
#[derive(Debug)]
pub struct Claim<'m>(Of<'m>);

/// The evidence, with its model.
#[derive(Debug)]
enum Of<'m> {
    Circuit(&'m CircuitFile, circuit::Evidence),
    System(&'m SystemFile, system::Evidence),
    Memories(&'m MemoryFile, Box<MemoryRun>),
    Program(&'m Cfa, program::Evidence),
    C(&'m Source, program::Evidence),
    Recursive(&'m RecursiveSource, horn::Evidence),
    OneRun(&'m SomeSource, OneRun),
    Clauses(&'m Horn, horn::Evidence),
}

/// The claims that a file makes about a model: one, or one for each of several properties, one after the other. Lines
/// with verdicts may stand before them, as in the output of a run. Witnesses of C programs in the competition's format
/// are read by [`c::witness`](super::c::witness).
///
/// # Errors
///
/// The place and the reason if the bytes are no evidence for this kind of model, or the limit that was reached.
pub fn claims<'m>(model: &'m Model, evidence: &[u8], budget: &Budget) -> Result<Vec<Claim<'m>>, InputError> {
    let (lines, evidence) = behind_verdicts(evidence);
    match evidence_claims(model, evidence, budget) {
        Ok(all) => Ok(all.into_iter().map(Claim).collect()),
        Err(InputError::Parse(error)) => Err(InputError::Parse(error.below(lines))),
        Err(error) => Err(error),
    }
}

fn evidence_claims<'m>(
    model: &'m Model,
    evidence: &[u8],
    budget: &Budget,
) -> Result<Vec<Of<'m>>, InputError> {
    let all = match model {
        Model::Circuit(file) => {
            let read = circuit::Evidence::read(evidence, file).map_err(InputError::Parse)?;
            read.into_iter().map(|evidence| Of::Circuit(file, evidence)).collect()
        }
        Model::System(file) => {
            let read = system::Evidence::read(evidence, file.system(), file.btor2(), budget);
            let read = read.map_err(InputError::of)?;
            read.into_iter().map(|evidence| Of::System(file, evidence)).collect()
        }
        Model::Memories(file) => {
            if !evidence.starts_with(b"sat") {
                let message =
                    "expected `sat`; of memories with more than 10 index bits only witnesses are read";
                return Err(InputError::Parse(ParseError::at_line(1, 1, message)));
            }
            let read = memory::read_witness(evidence, file).map_err(InputError::Parse)?;
            read.into_iter().map(|run| Of::Memories(file, Box::new(run))).collect()
        }
        Model::Program(cfa) => {
            vec![Of::Program(cfa, program::Evidence::read(evidence, cfa, budget).map_err(InputError::of)?)]
        }
        Model::C(file) if OneRun::is_here(evidence) => {
            vec![Of::OneRun(&file.source, OneRun::read(evidence).map_err(InputError::Parse)?)]
        }
        Model::C(file) => match &file.source {
            SomeSource::Plain(source) => {
                let read = program::Evidence::read(evidence, &source.lowered.cfa, budget);
                vec![Of::C(source, read.map_err(InputError::of)?)]
            }
            SomeSource::Recursive(source) => {
                let read = horn::Evidence::read(evidence, &source.horn.horn, budget);
                vec![Of::Recursive(source, read.map_err(InputError::of)?)]
            }
        },
        Model::Clauses(script) => {
            let read = horn::Evidence::read(evidence, &script.horn, budget).map_err(InputError::of)?;
            vec![Of::Clauses(&script.horn, read)]
        }
    };
    Ok(all)
}

impl Claim<'_> {
    /// The property that it is about.
    pub fn property(&self) -> PropertyId {
        match &self.0 {
            Of::Circuit(_, evidence) => evidence.property(),
            Of::System(_, evidence) => evidence.property(),
            Of::Memories(_, run) => run.property,
            Of::Program(..) | Of::C(..) | Of::Recursive(..) | Of::OneRun(..) | Of::Clauses(..) => {
                PropertyId::new(0)
            }
        }
    }

    /// Whether it claims that the property holds, and not that it fails.
    pub fn is_safe(&self) -> bool {
        match &self.0 {
            Of::Circuit(_, evidence) => evidence.claims_safe(),
            Of::System(_, evidence) => evidence.claims_safe(),
            Of::Memories(..) => false,
            Of::OneRun(..) => true,
            Of::Program(_, evidence) | Of::C(_, evidence) => evidence.claims_safe(),
            Of::Recursive(_, evidence) | Of::Clauses(_, evidence) => evidence.claims_safe(),
        }
    }

    /// Checks the evidence. A C program is carried out along a counterexample, too, and random runs of it are held
    /// against a proof.
    ///
    /// # Errors
    ///
    /// The reason why it is not believed, or the limit that was reached.
    pub fn check(&self, options: &CheckOptions, budget: &Budget) -> Result<(), CheckError> {
        match &self.0 {
            Of::Circuit(file, evidence) => circuit::check(&file.circuit, evidence, options, budget),
            Of::System(file, evidence) => system::check(file.system(), evidence, options, budget),
            Of::Memories(file, run) => memory::check_run(&file.system, run, budget),
            Of::Program(cfa, evidence) => program::check(cfa, evidence, options, budget),
            Of::C(source, program::Evidence::Path(path)) => source.check_path(path, budget).map(drop),
            Of::C(source, evidence @ program::Evidence::Invariant(invariant)) => {
                program::check(&source.lowered.cfa, evidence, options, budget)?;
                source.check_runs(invariant, budget)
            }
            Of::C(source, evidence @ program::Evidence::Bounded(_)) => {
                program::check(&source.lowered.cfa, evidence, options, budget)?;
                source.check_runs(&Invariant::of_property(&source.lowered.cfa), budget)
            }
            Of::Recursive(source, horn::Evidence::Refutation(found)) => {
                source.check_refutation(found, budget).map(drop)
            }
            Of::Recursive(source, evidence @ horn::Evidence::Interpretation(found)) => {
                horn::check(&source.horn.horn, evidence, options, budget)?;
                source.check_runs(found, budget)
            }
            Of::OneRun(source, claim) => source.check_one_run(*claim, budget),
            Of::Clauses(horn, evidence) => horn::check(horn, evidence, options, budget),
        }
    }
}

/// The result of checking a claim.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The property that it is about.
    pub property: PropertyId,
    /// Whether it claims that the property holds, and not that it fails.
    pub is_safe: bool,
    /// The reason why it is not believed, if it is not.
    pub result: Result<(), CheckError>,
}

/// Checks all claims that a file makes about a model.
///
/// # Errors
///
/// As [`claims`].
pub fn check(
    model: &Model,
    evidence: &[u8],
    options: &CheckOptions,
    budget: &Budget,
) -> Result<Vec<Checked>, InputError> {
    let checked = |claim: Claim<'_>| {
        let result = claim.check(options, budget);
        Checked { property: claim.property(), is_safe: claim.is_safe(), result }
    };
    Ok(claims(model, evidence, budget)?.into_iter().map(checked).collect())
}
