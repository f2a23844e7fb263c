//! Lemmas about circuits and systems.

use super::any::{as_text, AnyLemmas, Piece};
use super::known::{Knowledge, Known};
use crate::base::{Budget, HashMap};
use crate::evidence::circuit::{self, check_certificate_with as check_circuit, write_clauses};
use crate::evidence::form::{Form, WriteError};
use crate::evidence::system::{
    check_certificate_with, needed_lemmas, read_lemmas, try_lemmas, waves, write_certificate,
};
use crate::evidence::table::Table;
use crate::evidence::workbench::Workbench;
use crate::evidence::{CheckError, CheckOptions};
use crate::input::InputError;
use crate::model::circuit::{NodeId, Signal};
use crate::model::encode::booleans::to_system;
use crate::model::invariant;
use crate::model::system::functional::conjuncts;
use crate::model::system::{Certificate, Invariant, Step, System, Trace};
use crate::model::{CircuitFile, PropertyId};
use crate::solver::term::{TermId, Terms};

/// Lemmas about a system.
#[derive(Debug)]
pub(super) struct SystemLemmas<'m> {
    system: &'m System,
    lemmas: Invariant,
}

impl<'m> SystemLemmas<'m> {
    pub fn read(system: &'m System, bytes: &[u8], budget: &Budget) -> Result<SystemLemmas<'m>, InputError> {
        let lemmas = read_lemmas(bytes, system, budget).map_err(InputError::of)?;
        Ok(SystemLemmas { system, lemmas })
    }
}

impl AnyLemmas for SystemLemmas<'_> {
    fn texts(&self) -> Vec<String> {
        texts(&self.lemmas)
    }

    fn parts(&self) -> Vec<Vec<String>> {
        parts(&self.lemmas)
    }

    fn examine(&self, budget: &Budget) -> Result<Workbench<Piece>, CheckError> {
        examine(self.system, &self.lemmas, budget)
    }

    fn prove(
        &self,
        chosen: &[usize],
        property: PropertyId,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<bool, CheckError> {
        let certificate = Certificate::Inductive(part(&self.lemmas, chosen));
        check_certificate_with(self.system, property, &certificate, options, budget).map(|()| true)
    }

    fn needed(&self, property: PropertyId, budget: &Budget) -> Result<Option<Vec<usize>>, CheckError> {
        needed_lemmas(self.system, &self.lemmas, property, budget)
    }

    fn write(&self, chosen: &[usize], property: PropertyId, form: Form<'_>) -> Result<String, WriteError> {
        as_text(form, "lemmas about a system are written as text")?;
        let proof = Certificate::Inductive(part(&self.lemmas, chosen)).into();
        Ok(write_certificate(self.system, property, &proof)?)
    }

    fn known(&self, chosen: &[usize]) -> Result<Known, &'static str> {
        Ok(Known(Knowledge::System(part(&self.lemmas, chosen))))
    }
}

/// Lemmas about a circuit.
#[derive(Debug)]
pub(super) struct CircuitLemmas<'m> {
    file: &'m CircuitFile,
    system: System,
    lemmas: Invariant,
    /// By lemma: its clauses, unless it has none.
    clauses: Vec<Option<Vec<Vec<Signal>>>>,
    /// Gates that the clauses name, as an invariant's own.
    gates: Vec<[Signal; 2]>,
}

impl<'m> CircuitLemmas<'m> {
    /// Reads clauses of a certificate, or a script over the names of the latches.
    pub fn read(
        file: &'m CircuitFile,
        bytes: &[u8],
        budget: &Budget,
    ) -> Result<CircuitLemmas<'m>, InputError> {
        let system = to_system(&file.circuit, budget).map_err(InputError::Limit)?;
        let found = match read_clauses(file, bytes) {
            Some(found) => found,
            None => {
                let lemmas = read_lemmas(bytes, &system, budget).map_err(InputError::of)?;
                let clauses = clauses_of(file, &system, &lemmas);
                return Ok(CircuitLemmas { file, system, lemmas, clauses, gates: Vec::new() });
            }
        };
        let mut terms = system.terms().clone();
        let invariant::ClausalInvariant { gates, clauses: found } = found;
        let mut of_gates: Vec<TermId> = Vec::with_capacity(gates.len());
        let literal = |terms: &mut Terms, of_gates: &[TermId], signal: Signal| {
            let positive = match file.circuit.latch_of(signal) {
                Some(latch) => system.states()[latch.index()].current,
                None => *of_gates.get(signal.node().index().checked_sub(file.circuit.nodes().len())?)?,
            };
            Some(if signal.is_negated() { terms.not(positive) } else { positive })
        };
        for pair in &gates {
            let both: Vec<TermId> = pair.iter().filter_map(|&s| literal(&mut terms, &of_gates, s)).collect();
            of_gates.push(terms.and(&both));
        }
        let mut formula = |clause: &Vec<Signal>| {
            let literals: Vec<TermId> =
                clause.iter().filter_map(|&s| literal(&mut terms, &of_gates, s)).collect();
            terms.or(&literals)
        };
        let formulas = found.iter().map(&mut formula).collect();
        let clauses = found.into_iter().map(|clause| Some(vec![clause])).collect();
        Ok(CircuitLemmas { file, system, lemmas: Invariant::new(terms, formulas), clauses, gates })
    }

    /// The clauses of some lemmas; `None` if one of them has none.
    fn invariant(&self, chosen: &[usize]) -> Option<invariant::ClausalInvariant> {
        let clauses: Option<Vec<_>> = chosen.iter().map(|&lemma| self.clauses[lemma].clone()).collect();
        Some(invariant::ClausalInvariant { gates: self.gates.clone(), clauses: clauses?.concat() })
    }
}

impl AnyLemmas for CircuitLemmas<'_> {
    fn texts(&self) -> Vec<String> {
        texts(&self.lemmas)
    }

    fn parts(&self) -> Vec<Vec<String>> {
        parts(&self.lemmas)
    }

    fn examine(&self, budget: &Budget) -> Result<Workbench<Piece>, CheckError> {
        examine(&self.system, &self.lemmas, budget)
    }

    fn prove(
        &self,
        chosen: &[usize],
        property: PropertyId,
        options: &CheckOptions,
        budget: &Budget,
    ) -> Result<bool, CheckError> {
        match self.invariant(chosen) {
            Some(found) => {
                let certificate = invariant::Certificate::Inductive(found);
                check_circuit(&self.file.circuit, property, &certificate, options, budget)?;
            }
            None => {
                let certificate = Certificate::Inductive(part(&self.lemmas, chosen));
                check_certificate_with(&self.system, property, &certificate, options, budget)?;
            }
        }
        Ok(true)
    }

    fn needed(&self, property: PropertyId, budget: &Budget) -> Result<Option<Vec<usize>>, CheckError> {
        needed_lemmas(&self.system, &self.lemmas, property, budget)
    }

    fn write(&self, chosen: &[usize], property: PropertyId, form: Form<'_>) -> Result<String, WriteError> {
        as_text(form, "lemmas about a circuit are written as text")?;
        let found = self.invariant(chosen).ok_or(WriteError::Unfit(NO_CLAUSE))?;
        Ok(write_clauses(self.file, property, &invariant::Certificate::Inductive(found).into()))
    }

    fn known(&self, chosen: &[usize]) -> Result<Known, &'static str> {
        let found = self.invariant(chosen).filter(|found| found.gates.is_empty()).ok_or(NO_CLAUSE)?;
        Ok(Known(Knowledge::Circuit(found.clauses)))
    }
}

const NO_CLAUSE: &str =
    "a good lemma is no conjunction of clauses over latches, as a proof about a circuit needs it";

fn texts(lemmas: &Invariant) -> Vec<String> {
    lemmas.formulas.iter().map(|&formula| lemmas.terms.text(formula)).collect()
}

fn parts(lemmas: &Invariant) -> Vec<Vec<String>> {
    let texts = |&formula: &TermId| {
        let parts = conjuncts(&lemmas.terms, formula).into_iter();
        parts.map(|part| lemmas.terms.text(part)).collect()
    };
    lemmas.formulas.iter().map(texts).collect()
}

fn part(lemmas: &Invariant, chosen: &[usize]) -> Invariant {
    let formulas = chosen.iter().map(|&lemma| lemmas.formulas[lemma]).collect();
    Invariant { terms: lemmas.terms.clone(), formulas, bound: Vec::new() }
}

fn examine(system: &System, lemmas: &Invariant, budget: &Budget) -> Result<Workbench<Piece>, CheckError> {
    Ok(try_lemmas(system, lemmas, budget)?.map(|steps| piece(system, steps)))
}

fn piece(system: &System, steps: Vec<Step>) -> Piece {
    let states = system.states().iter().map(|state| state.current);
    let variables: Vec<TermId> = states.chain(system.inputs().iter().copied()).collect();
    let names = variables.iter().map(|&variable| system.name(variable).to_string()).collect();
    let row = |step: &Step| {
        let values = step.states.iter().chain(&step.inputs).zip(&variables);
        values
            .map(|(value, &variable)| system.terms().value_text(value, system.terms().sort(variable)))
            .collect()
    };
    let table = Table { names, steps: steps.iter().map(row).collect() };
    let waves = waves(system, &Trace { property: PropertyId::new(0), steps }).ok();
    Piece { table, waves }
}

/// The clauses of a certificate of a circuit, if that is what the bytes are, and all signals are latches or gates of
/// the certificate over latches.
pub(crate) fn read_clauses(file: &CircuitFile, bytes: &[u8]) -> Option<invariant::ClausalInvariant> {
    let read = circuit::Evidence::read(bytes, file).ok()?;
    let nodes = file.circuit.nodes().len();
    let is_known =
        |signal: &Signal| file.circuit.latch_of(*signal).is_some() || signal.node().index() >= nodes;
    let mut all: Option<invariant::ClausalInvariant> = None;
    for evidence in &read {
        let found = match evidence {
            circuit::Evidence::Certificate { certificate: invariant::Proof::Safety(found), .. } => {
                found.states()
            }
            circuit::Evidence::Certificate { .. } => return None,
            circuit::Evidence::Trace(_) | circuit::Evidence::WitnessCircuit(_) => continue,
        };
        let all = all.get_or_insert_with(Default::default);
        // The gates of each certificate are numbered from the nodes of the circuit on.
        let before = all.gates.len();
        let moved = |&signal: &Signal| match signal.node().index() {
            n if n < nodes => signal,
            n => NodeId::new(n + before).signal().negate_if(signal.is_negated()),
        };
        all.gates.extend(found.gates.iter().map(|[a, b]| [moved(a), moved(b)]));
        all.clauses.extend(found.clauses.iter().map(|clause| clause.iter().map(moved).collect::<Vec<_>>()));
    }
    let all = all?;
    let mut signals = all.clauses.iter().flatten().chain(all.gates.iter().flatten());
    let is_known = signals.all(is_known);
    is_known.then_some(all)
}

/// By lemma: the clauses that it is the conjunction of; `None` if it is none.
fn clauses_of(file: &CircuitFile, system: &System, lemmas: &Invariant) -> Vec<Option<Vec<Vec<Signal>>>> {
    let mut terms = lemmas.terms.clone();
    let latches = system.states().iter().zip(file.circuit.latches());
    let latches: HashMap<TermId, Signal> =
        latches.map(|(state, latch)| (state.current, latch.node.signal())).collect();
    let mut of_lemma = |&formula: &TermId| {
        let mut clauses = Vec::new();
        for part in conjuncts(&terms, formula) {
            let negation = terms.not(part);
            let mut clause = Vec::new();
            for literal in conjuncts(&terms, negation) {
                let (latch, is_negated) = terms.split_not(literal);
                clause.push(latches.get(&latch)?.negate_if(!is_negated));
            }
            clauses.push(clause);
        }
        Some(clauses)
    };
    lemmas.formulas.iter().map(&mut of_lemma).collect()
}
