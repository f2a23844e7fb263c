//! `indubit try MODEL LEMMAS`: candidate lemmas on the workbench.
//!
//! The first line is `safe` if the good lemmas prove the properties that were asked for, else `unknown`: a guess that
//! is wrong says nothing about the model.

use super::json::Json;
use super::options::Settings;
use super::{files, os, output, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN};
use indubit::base::Budget;
use indubit::evidence::circuit::{self, write_clauses};
use indubit::evidence::system::{
    check_certificate, read_lemmas, try_lemmas, waves, write_certificate, Answer, Workbench,
};
use indubit::evidence::CheckError;
use indubit::input::{InputError, Model};
use indubit::model::circuit::Signal;
use indubit::model::encode::booleans::to_system;
use indubit::model::invariant;
use indubit::model::system::{Certificate, Invariant, Step, System, Trace};
use indubit::model::{CircuitFile, PropertyId};
use indubit::portfolio::Table;
use indubit::solver::term::TermId;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};

/// The number of the form of `--json`.
const VERSION: u32 = 1;

/// Lemmas as they were read.
struct Candidates {
    invariant: Invariant,
    /// Of a file of clauses about a circuit: the clauses.
    clauses: Option<Vec<Vec<Signal>>>,
}

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let (model_file, lemma_file) = (settings.file(0), settings.file(1));
    let (model_input, lemma_input) = (files::open(model_file)?, files::open(lemma_file)?);
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let limit = |failure: Failure| failure.or_verdict("unknown\n");
    let bytes = model_input.read(&budget, settings).map_err(limit)?;
    let model = files::parse_model(model_file, &bytes, settings, &budget).map_err(limit)?;
    let lemmas = lemma_input.read(&budget, settings).map_err(limit)?;
    let system = system(&model, model_file, &budget)?;
    let candidates = candidates(&model, &system, &lemmas, &budget);
    let candidates = candidates.map_err(|error| limit(files::unread(lemma_file, error)))?;
    let failed = |error: CheckError| match error {
        CheckError::Limit(limit) => Failure::unread(files::shown(lemma_file), limit).or_verdict("unknown\n"),
        error => Failure::input(files::shown(lemma_file), error),
    };
    let tried = try_lemmas(&system, &candidates.invariant, &budget).map_err(failed)?;
    if tried.properties.is_empty() {
        return Err(Failure::input(files::shown(model_file), "nothing to verify: no property"));
    }
    let bench = Bench { system: &system, candidates: &candidates, tried: &tried };
    let properties: Vec<PropertyId> = match settings.property.index {
        Some(property) if property.index() < tried.properties.len() => vec![property],
        Some(property) => {
            let message =
                format!("there is no property {}; the model has {}", property, tried.properties.len());
            return Err(Failure::usage(message));
        }
        None => (0..tried.properties.len()).map(PropertyId::new).collect(),
    };
    let is_safe = bench.confirm(&properties, &budget)?;
    if let Some(file) = &settings.houdini {
        files::write(file, bench.certificate(&model, properties[0])?.as_bytes())?;
    }
    if let Some(file) = &settings.vcd {
        bench.write_waves(file)?;
    }
    output::print(&match settings.json.0 {
        true => bench.json(&properties, is_safe),
        false => bench.text(&properties, is_safe),
    })?;
    Ok(if is_safe { SAFE } else { UNKNOWN })
}

/// The model as a system.
fn system<'m>(model: &'m Model, file: &OsStr, budget: &Budget) -> Result<Cow<'m, System>, Failure> {
    let refuse = |what: &str| {
        let message = format!("lemmas are tried on circuits and transition systems, and this is {}", what);
        Err(Failure::input(files::shown(file), message))
    };
    match model {
        Model::System(file) => Ok(Cow::Borrowed(file.system())),
        Model::Circuit(circuit) => {
            let system = to_system(&circuit.circuit, budget);
            system.map(Cow::Owned).map_err(|limit| Failure::unread(files::shown(file), limit))
        }
        Model::Program(_) | Model::C(_) => {
            refuse("a program; convert it to VMT first (indubit convert FILE OUT.vmt)")
        }
        Model::Clauses(_) => refuse("Horn clauses"),
    }
}

/// The lemmas of a file: clauses of a certificate of a circuit, or an SMT-LIB script.
fn candidates(
    model: &Model,
    system: &System,
    bytes: &[u8],
    budget: &Budget,
) -> Result<Candidates, InputError> {
    let of_circuit = match model {
        Model::Circuit(file) => read_clauses(file, bytes).map(|clauses| (file, clauses)),
        Model::System(_) | Model::Program(_) | Model::C(_) | Model::Clauses(_) => None,
    };
    let (file, clauses) = match of_circuit {
        Some(of_circuit) => of_circuit,
        None => {
            let invariant = read_lemmas(bytes, system, budget).map_err(InputError::of)?;
            return Ok(Candidates { invariant, clauses: None });
        }
    };
    let mut terms = system.terms().clone();
    let mut formulas = Vec::new();
    for clause in &clauses {
        let literals: Vec<TermId> = clause
            .iter()
            .filter_map(|&signal| {
                let latch = system.states()[file.circuit.latch_of(signal)?.index()].current;
                Some(if signal.is_negated() { terms.not(latch) } else { latch })
            })
            .collect();
        formulas.push(terms.or(&literals));
    }
    Ok(Candidates { invariant: Invariant { terms, formulas }, clauses: Some(clauses) })
}

/// The clauses of a certificate of a circuit, if that is what the bytes are, and all signals are latches.
fn read_clauses(file: &CircuitFile, bytes: &[u8]) -> Option<Vec<Vec<Signal>>> {
    let read = circuit::Evidence::read(bytes, file).ok()?;
    let certificate = read.into_iter().find_map(|evidence| match evidence {
        circuit::Evidence::Certificate { certificate, .. } => Some(certificate),
        _ => None,
    })?;
    let (invariant::Certificate::Inductive(found) | invariant::Certificate::KInductive { lemmas: found, .. }) =
        certificate;
    let is_latch = |&signal: &Signal| file.circuit.latch_of(signal).is_some();
    Some(found.clauses).filter(|clauses| clauses.iter().flatten().all(is_latch))
}

struct Bench<'a> {
    system: &'a System,
    candidates: &'a Candidates,
    tried: &'a Workbench,
}

impl Bench<'_> {
    /// The good lemmas.
    fn good(&self) -> Invariant {
        let Invariant { terms, formulas } = &self.candidates.invariant;
        let formulas = self.tried.good.iter().map(|&lemma| formulas[lemma]).collect();
        Invariant { terms: terms.clone(), formulas }
    }

    /// Whether the good lemmas prove these properties; then the checker has confirmed it.
    fn confirm(&self, properties: &[PropertyId], budget: &Budget) -> Result<bool, Failure> {
        if properties.iter().any(|property| self.tried.properties[property.index()].is_err()) {
            return Ok(false);
        }
        let certificate = Certificate::Inductive(self.good());
        for &property in properties {
            match check_certificate(self.system, property, &certificate, budget) {
                Ok(()) => {}
                Err(CheckError::Limit(_)) => return Ok(false),
                Err(error) => return Err(Failure::new(EVIDENCE_FAILED, error.to_string())),
            }
        }
        Ok(true)
    }

    /// The good lemmas as a certificate, in the form in which the lemmas were read.
    fn certificate(&self, model: &Model, property: PropertyId) -> Result<String, Failure> {
        if let (Model::Circuit(file), Some(clauses)) = (model, &self.candidates.clauses) {
            let clauses = self.tried.good.iter().map(|&lemma| clauses[lemma].clone()).collect();
            let certificate = invariant::Certificate::Inductive(invariant::Invariant { clauses });
            return Ok(write_clauses(file, property, &certificate));
        }
        let written = write_certificate(self.system, property, &Certificate::Inductive(self.good()));
        written.map_err(|error| Failure::evidence(error.to_string()))
    }

    fn formula(&self, lemma: usize) -> String {
        let Invariant { terms, formulas } = &self.candidates.invariant;
        terms.text(formulas[lemma])
    }

    fn table(&self, steps: &[Step]) -> Table {
        let states = self.system.states().iter().map(|state| state.current);
        let variables: Vec<TermId> = states.chain(self.system.inputs().iter().copied()).collect();
        let names = variables.iter().map(|&variable| self.system.name(variable).to_string()).collect();
        let row = |step: &Step| {
            let values = step.states.iter().chain(&step.inputs).zip(&variables);
            values.map(|(value, &variable)| value.text(self.system.terms().sort(variable))).collect()
        };
        Table { names, steps: steps.iter().map(row).collect() }
    }

    /// The questions about a lemma, with their answers. The counterexample to induction is that of the question which
    /// assumes the most.
    fn answers(&self, lemma: usize) -> [(&'static str, &Answer); 3] {
        let tried = &self.tried.lemmas[lemma];
        [("initially", &tried.initially), ("alone", &tried.alone), ("together", &tried.together)]
    }

    fn text(&self, properties: &[PropertyId], is_safe: bool) -> String {
        let mut text = format!("{}\n", if is_safe { "safe" } else { "unknown" });
        text.push_str("lemma  initially  alone  together  good  formula\n");
        let word = |answer: &Answer| if answer.is_ok() { "yes" } else { "no" };
        for lemma in 0..self.tried.lemmas.len() {
            let [(_, initially), (_, alone), (_, together)] = self.answers(lemma).map(|(n, a)| (n, word(a)));
            let good = if self.tried.good.contains(&lemma) { "yes" } else { "no" };
            let formula = self.formula(lemma);
            text.push_str(&format!(
                "{:>5}  {:<9}  {:<5}  {:<8}  {:<4}  {}\n",
                lemma, initially, alone, together, good, formula
            ));
        }
        text.push_str(&format!("{} of {} lemmas are good\n", self.tried.good.len(), self.tried.lemmas.len()));
        for lemma in 0..self.tried.lemmas.len() {
            let [(_, initially), _, (_, together)] = self.answers(lemma);
            if let Err(state) = initially {
                text.push_str(&format!("\nlemma {} is false in this initial state:\n", lemma));
                text.push_str(&self.table(state).text());
            } else if let Err(step) = together {
                text.push_str(&format!(
                    "\nlemma {} becomes false in this step, though all hold before:\n",
                    lemma
                ));
                text.push_str(&self.table(step).text());
            }
        }
        for &property in properties {
            match &self.tried.properties[property.index()] {
                Ok(()) => text.push_str(&format!("\nproperty {}: proved by the good lemmas\n", property)),
                Err(state) => {
                    text.push_str(&format!(
                        "\nproperty {}: the good lemmas admit this bad state:\n",
                        property
                    ));
                    text.push_str(&self.table(state).text());
                }
            }
        }
        text
    }

    fn json(&self, properties: &[PropertyId], is_safe: bool) -> String {
        let mut json = Json::default();
        json.open('{').key("version").raw(VERSION);
        json.key("verdict").string(if is_safe { "safe" } else { "unknown" }).key("lemmas").open('[');
        for lemma in 0..self.tried.lemmas.len() {
            json.open('{').key("formula").string(&self.formula(lemma));
            for (question, answer) in self.answers(lemma) {
                json.key(question);
                self.json_answer(&mut json, answer);
            }
            json.key("good").raw(self.tried.good.contains(&lemma)).close('}');
        }
        json.close(']').key("properties").open('[');
        for property in properties {
            json.open('{').key("index").raw(property.index()).key("proved");
            self.json_answer(&mut json, &self.tried.properties[property.index()]);
            json.close('}');
        }
        json.close(']').close('}');
        json.finish()
    }

    /// True, or the counterexample.
    fn json_answer(&self, json: &mut Json, answer: &Answer) {
        let steps = match answer {
            Ok(()) => {
                json.raw(true);
                return;
            }
            Err(steps) => self.table(steps),
        };
        json.open('{').key("names").open('[');
        for name in &steps.names {
            json.string(name);
        }
        json.close(']').key("steps").open('[');
        for step in &steps.steps {
            json.open('[');
            for value in step {
                json.string(value);
            }
            json.close(']');
        }
        json.close(']').close('}');
    }

    /// Writes the counterexamples to induction as waves, `FILE.l0` for lemma 0 and so on.
    fn write_waves(&self, file: &OsStr) -> Result<(), Failure> {
        for lemma in 0..self.tried.lemmas.len() {
            let [(_, initially), _, (_, together)] = self.answers(lemma);
            let steps = match (initially, together) {
                (Err(steps), _) | (Ok(()), Err(steps)) => steps.clone(),
                (Ok(()), Ok(())) => continue,
            };
            let trace = Trace { property: PropertyId::new(0), steps };
            let waves = waves(self.system, &trace).map_err(|error| Failure::evidence(error.to_string()))?;
            let mut name = OsString::from(file);
            name.push(format!(".l{}", lemma));
            files::write(&name, waves.vcd().as_bytes())?;
        }
        Ok(())
    }
}
