//! `indubit try MODEL LEMMAS`: candidate lemmas on the workbench.
//!
//! The first line is `safe` if the good lemmas prove the properties that were asked for, else `unknown`: a guess that
//! is wrong says nothing about the model.

use super::options::Settings;
use super::{clock, files, os, output, witnesses, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN};
use indubit::base::{Budget, Json};
use indubit::evidence::workbench::{Answer, Workbench};
use indubit::evidence::{CheckError, CheckOptions};
use indubit::model::PropertyId;
use indubit::portfolio::{Form, Lemmas, Piece, WriteError};
use std::ffi::{OsStr, OsString};

/// The number of the form of `--json`.
const VERSION: u32 = 1;

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let (model_file, lemma_file) = (settings.file(0), settings.file(1));
    let (model_input, lemma_input) = (files::open(model_file)?, files::open(lemma_file)?);
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let limit = |failure: Failure| failure.or_verdict("unknown\n");
    let bytes = model_input.read(&budget, settings).map_err(limit)?;
    let model = files::parse_model(model_file, &bytes, settings, &budget).map_err(limit)?;
    let count = model.property_count();
    if count == 0 {
        return Err(Failure::input(files::shown(model_file), "nothing to verify: no property"));
    }
    let properties: Vec<PropertyId> = match settings.property.index {
        Some(property) if property.index() < count => vec![property],
        Some(property) => {
            return Err(Failure::usage(format!(
                "there is no property {}; the model has {}",
                property, count
            )));
        }
        None => (0..count).map(PropertyId::new).collect(),
    };
    let bytes = lemma_input.read(&budget, settings).map_err(limit)?;
    let lemmas = Lemmas::read(&model, &bytes, &budget);
    let lemmas = lemmas.map_err(|error| limit(files::unread(lemma_file, error)))?;
    let tried = lemmas.examine(&budget).map_err(|error| limit(failed(lemma_file, error)))?;
    let bench = Bench { texts: lemmas.texts(), tried: &tried };
    let is_safe = confirm(&lemmas, &tried, &properties, &budget)?;
    if let Some(file) = &settings.houdini {
        let time = clock::time_now();
        let form = if witnesses::is_witness(file) { Form::Witness { time: &time } } else { Form::Text };
        let text = lemmas.write(&tried.good, properties[0], form).map_err(|error| match error {
            WriteError::Unfit(reason) => Failure::usage(format!("--houdini: {}", reason)),
            error => Failure::evidence(error.to_string()),
        })?;
        files::write(file, text.as_bytes())?;
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

/// The failure of an examination of lemmas from a file.
pub fn failed(file: &OsStr, error: CheckError) -> Failure {
    match error {
        CheckError::Limit(limit) => {
            Failure::new(UNKNOWN, format!("{}: {} while the lemmas were tried", files::shown(file), limit))
        }
        error => Failure::input(files::shown(file), error),
    }
}

/// Whether the good lemmas prove these properties; then the checker has confirmed it.
fn confirm(
    lemmas: &Lemmas<'_>,
    tried: &Workbench<Piece>,
    properties: &[PropertyId],
    budget: &Budget,
) -> Result<bool, Failure> {
    let mut is_safe = true;
    for &property in properties {
        let needed = match &tried.properties[property.index()] {
            Ok(needed) => needed,
            Err(_) => return Ok(false),
        };
        match lemmas.prove(needed, property, &CheckOptions::default(), budget) {
            Ok(is_proved) => is_safe &= is_proved,
            Err(CheckError::Limit(_)) => is_safe = false,
            Err(error) => return Err(Failure::new(EVIDENCE_FAILED, error.to_string())),
        }
    }
    Ok(is_safe)
}

/// Numbers of lemmas as text.
pub fn numbers(lemmas: &[usize]) -> String {
    let texts: Vec<String> = lemmas.iter().map(|lemma| lemma.to_string()).collect();
    match texts.as_slice() {
        [] => "no lemma".to_string(),
        [one] => format!("lemma {}", one),
        several => format!("lemmas {}", several.join(", ")),
    }
}

struct Bench<'a> {
    texts: Vec<String>,
    tried: &'a Workbench<Piece>,
}

impl Bench<'_> {
    /// The questions about a lemma, with their answers. The counterexample to induction is that of the question which
    /// assumes the most.
    fn answers(&self, lemma: usize) -> [(&'static str, &Answer<Piece>); 3] {
        let tried = &self.tried.lemmas[lemma];
        [("initially", &tried.initially), ("alone", &tried.alone), ("together", &tried.together)]
    }

    fn text(&self, properties: &[PropertyId], is_safe: bool) -> String {
        let mut text = format!("{}\n", if is_safe { "safe" } else { "unknown" });
        text.push_str("lemma  initially  alone  together  good  formula\n");
        let word = |answer: &Answer<Piece>| if answer.is_ok() { "yes" } else { "no" };
        for (lemma, formula) in self.texts.iter().enumerate() {
            let [(_, initially), (_, alone), (_, together)] = self.answers(lemma).map(|(n, a)| (n, word(a)));
            let good = if self.tried.good.contains(&lemma) { "yes" } else { "no" };
            text.push_str(&format!(
                "{:>5}  {:<9}  {:<5}  {:<8}  {:<4}  {}\n",
                lemma, initially, alone, together, good, formula
            ));
        }
        text.push_str(&format!("{} of {} lemmas are good\n", self.tried.good.len(), self.texts.len()));
        for lemma in 0..self.texts.len() {
            let [(_, initially), _, (_, together)] = self.answers(lemma);
            if let Err(piece) = initially {
                text.push_str(&format!("\nlemma {} is false in this initial state:\n", lemma));
                text.push_str(&piece.table.text());
            } else if let Err(piece) = together {
                text.push_str(&format!(
                    "\nlemma {} becomes false in this step, though all hold before:\n",
                    lemma
                ));
                text.push_str(&piece.table.text());
            }
        }
        for &property in properties {
            match &self.tried.properties[property.index()] {
                Ok(needed) => {
                    text.push_str(&format!("\nproperty {}: proved by {}\n", property, numbers(needed)));
                }
                Err(piece) => {
                    text.push_str(&format!(
                        "\nproperty {}: the good lemmas admit this bad state:\n",
                        property
                    ));
                    text.push_str(&piece.table.text());
                }
            }
        }
        text
    }

    fn json(&self, properties: &[PropertyId], is_safe: bool) -> String {
        let mut json = Json::default();
        json.open('{').key("version").raw(VERSION);
        json.key("verdict").string(if is_safe { "safe" } else { "unknown" }).key("lemmas").open('[');
        for (lemma, formula) in self.texts.iter().enumerate() {
            json.open('{').key("formula").string(formula);
            for (question, answer) in self.answers(lemma) {
                json.key(question);
                json_answer(&mut json, answer.as_ref().err());
            }
            json.key("good").raw(self.tried.good.contains(&lemma)).close('}');
        }
        json.close(']').key("properties").open('[');
        for property in properties {
            let answer = &self.tried.properties[property.index()];
            json.open('{').key("index").raw(property.index()).key("proved");
            json_answer(&mut json, answer.as_ref().err());
            if let Ok(needed) = answer {
                json.key("needs").open('[');
                for lemma in needed {
                    json.raw(lemma);
                }
                json.close(']');
            }
            json.close('}');
        }
        json.close(']').close('}');
        json.finish()
    }

    /// Writes the counterexamples to induction as waves, `FILE.l0` for lemma 0 and so on.
    fn write_waves(&self, file: &OsStr) -> Result<(), Failure> {
        for lemma in 0..self.texts.len() {
            let [(_, initially), _, (_, together)] = self.answers(lemma);
            let piece = match (initially, together) {
                (Err(piece), _) | (Ok(()), Err(piece)) => piece,
                (Ok(()), Ok(())) => continue,
            };
            let waves = piece.waves.as_ref().ok_or_else(|| {
                Failure::usage("programs and clauses have no waves; leave --vcd out".to_string())
            })?;
            let mut name = OsString::from(file);
            name.push(format!(".l{}", lemma));
            files::write(&name, waves.vcd().as_bytes())?;
        }
        Ok(())
    }
}

/// True, or the counterexample.
fn json_answer(json: &mut Json, counterexample: Option<&Piece>) {
    let table = match counterexample {
        Some(piece) => &piece.table,
        None => {
            json.raw(true);
            return;
        }
    };
    json.open('{').key("names").open('[');
    for name in &table.names {
        json.string(name);
    }
    json.close(']').key("steps").open('[');
    for step in &table.steps {
        json.open('[');
        for value in step {
            json.string(value);
        }
        json.close(']');
    }
    json.close(']').close('}');
}
