//! One checker for evidence about any model: the claims of a file, read and checked one by one.

use super::one_run::OneRun;
use super::pieces::behind_verdicts;
use super::{circuit, horn, program, system, CheckError, CheckOptions, Malformed};
use crate::base::Budget;
use crate::input::{ClausesFile, InputError, Model, ProgramFile, SystemFile};
use crate::model::cfa::InvariantMap;
use crate::model::encode::chains::Chains;
use crate::model::{CircuitFile, PropertyId};
use crate::origin::{ClausesOrigin, Origin};

/// A claim about a property of a model, with its evidence.
#[derive(Debug)]
pub struct Claim<'m>(Of<'m>);

/// The evidence, with its model.
#[derive(Debug)]
enum Of<'m> {
    Circuit(&'m CircuitFile, circuit::Evidence),
    System(&'m SystemFile, system::Evidence),
    Program(&'m ProgramFile, program::Evidence),
    OneRun(&'m dyn Origin, OneRun),
    Clauses(&'m ClausesFile, horn::Evidence),
    /// Evidence about the ends of runs of a recursive program.
    Calls(&'m dyn ClausesOrigin, program::Evidence),
    /// Evidence about the ends of chains of derivations.
    Chains(Box<Chains>, program::Evidence),
}

/// The claims that a file makes about a model: one, or one for each of several properties, one after the other. Lines
/// with verdicts may stand before them, as in the output of a run. Witnesses of C programs in the competition's format
/// are read by the module `c::witness`.
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
    if let Some(origin) = model.origin().filter(|_| OneRun::is_here(evidence)) {
        return Ok(vec![Of::OneRun(origin, OneRun::read(evidence).map_err(InputError::Parse)?)]);
    }
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
        Model::Program(file) => {
            let read = program::Evidence::read(evidence, file.cfa(), budget).map_err(InputError::of)?;
            vec![Of::Program(file, read)]
        }
        Model::Clauses(ClausesFile::Lowered(origin)) if origin.origin().asks_about_ends() => {
            let calls = origin.calls_as_edges();
            let read = program::Evidence::read(evidence, calls.cfa(), budget).map_err(InputError::of)?;
            vec![Of::Calls(&**origin, read)]
        }
        Model::Clauses(file) if program::Evidence::begins_as_one_about_ends(evidence) => {
            let chains = file.chains();
            let read = program::Evidence::read(evidence, &chains.cfa, budget).map_err(InputError::of)?;
            vec![Of::Chains(Box::new(chains), read)]
        }
        Model::Clauses(file) => {
            let read = horn::Evidence::read(evidence, file.horn(), budget).map_err(InputError::of)?;
            vec![Of::Clauses(file, read)]
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
            Of::Program(..) | Of::OneRun(..) | Of::Clauses(..) | Of::Calls(..) | Of::Chains(..) => {
                PropertyId::new(0)
            }
        }
    }

    /// Whether it is about the question whether all runs of a program end.
    pub fn is_about_ends(&self) -> bool {
        match &self.0 {
            Of::Program(_, evidence) | Of::Calls(_, evidence) | Of::Chains(_, evidence) => {
                evidence.is_about_ends()
            }
            Of::Circuit(..) | Of::System(..) | Of::OneRun(..) | Of::Clauses(..) => false,
        }
    }

    /// Whether it claims that the property holds, and not that it fails.
    pub fn is_safe(&self) -> bool {
        match &self.0 {
            Of::Circuit(_, evidence) => evidence.claims_safe(),
            Of::System(_, evidence) => evidence.claims_safe(),
            Of::OneRun(..) => true,
            Of::Program(_, evidence) | Of::Calls(_, evidence) | Of::Chains(_, evidence) => {
                evidence.claims_safe()
            }
            Of::Clauses(_, evidence) => evidence.claims_safe(),
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
            Of::Program(file, evidence) => check_program(file, evidence, options, budget),
            Of::OneRun(origin, claim) => origin.check_one_run(*claim, budget),
            Of::Clauses(file, evidence) => check_clauses(file, evidence, options, budget),
            Of::Calls(origin, program::Evidence::Ranking(found)) => {
                program::check_ranking(origin.calls_as_edges().cfa(), found, true, options, budget)
            }
            Of::Calls(origin, program::Evidence::Endless(found)) => {
                program::check_endless(&origin.calls_as_edges().without_returns(), found, options, budget)?;
                origin.check_endless(found, budget)
            }
            Of::Chains(chains, program::Evidence::Ranking(found)) => {
                program::check_ranking(&chains.cfa, found, false, options, budget)
            }
            // Other runs than chains show nothing.
            Of::Chains(chains, program::Evidence::Endless(found)) if chains.is_exact => {
                program::check_endless(&chains.cfa, found, options, budget)
            }
            Of::Calls(..) | Of::Chains(..) => Err(Malformed::OtherKind.into()),
        }
    }
}

/// Checks evidence about a program, and holds it against the runs of the program that the automaton was made from.
fn check_program(
    file: &ProgramFile,
    evidence: &program::Evidence,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let (cfa, origin) = match file.origin() {
        Some(origin) => (file.cfa(), origin),
        None => return program::check(file.cfa(), evidence, options, budget),
    };
    if evidence.is_about_ends() != origin.origin().asks_about_ends() {
        return Err(Malformed::OtherKind.into());
    }
    match evidence {
        // The error location stands for places that are not understood.
        program::Evidence::Ranking(found) => {
            program::check_ranking(cfa, found, true, options, budget)?;
            origin.check_invariant(&found.without_counters(), budget)
        }
        program::Evidence::Endless(found) => {
            program::check_endless(cfa, found, options, budget)?;
            origin.check_endless(found, budget)
        }
        program::Evidence::Path(path) => origin.check_path(path, budget),
        program::Evidence::Invariant(invariant) => {
            program::check(cfa, evidence, options, budget)?;
            origin.check_invariant(invariant, budget)
        }
        program::Evidence::Bounded(_) => {
            program::check(cfa, evidence, options, budget)?;
            origin.check_invariant(&InvariantMap::of_property(cfa), budget)
        }
    }
}

/// Checks evidence about clauses, and holds it against the runs of the program that they were made from.
fn check_clauses(
    file: &ClausesFile,
    evidence: &horn::Evidence,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let origin = match file.origin() {
        Some(origin) => origin,
        None => return horn::check(file.horn(), evidence, options, budget),
    };
    match evidence {
        horn::Evidence::Refutation(found) => origin.check_refutation(found, budget),
        horn::Evidence::Interpretation(found) => {
            horn::check(file.horn(), evidence, options, budget)?;
            origin.check_interpretation(found, budget)
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
