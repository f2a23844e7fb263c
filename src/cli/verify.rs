//! `indubit [verify] FILE`: the verdicts on a circuit's properties, with evidence.

use super::json::Json;
use super::options::Settings;
use super::output::{self, say_text};
use super::progress::Progress;
use super::values::Form;
use super::verdicts::{self, overall, verdict};
use super::{files, os, verify_system, Failure, UNKNOWN};
use indubit::engine::ic3::circuit::Sequence;
use indubit::engine::Outcome;
use indubit::evidence::circuit::{write_clauses, write_witness, WitnessCircuit};
use indubit::model::invariant::Certificate;
use indubit::model::CircuitFile;
use indubit::model::PropertyId;
use indubit::portfolio::{Checking, Engine, Verified, Verifier};
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Instant;

/// Runs the command.
pub fn run(mut settings: Settings) -> Result<i32, Failure> {
    let start = Instant::now();
    if settings.verify.engine == Engine::KInduction && wants_circuit(&settings) {
        let message =
            "a proof by k-induction has no witness circuit; write clauses (--certificate-format clauses)";
        return Err(Failure::usage(message));
    }
    settings.verify.inductive_only = wants_circuit(&settings);
    let file = settings.file(0);
    for output in settings.witness.iter().chain(&settings.certificate) {
        files::keep_apart(file, output)?;
    }
    let input = files::open(file)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let bytes = input.read(&budget, &settings).map_err(|f| f.or_verdict(unread(&settings, start)))?;
    if files::is_system(file, &bytes) {
        return verify_system::run(settings, &bytes, &budget, start);
    }
    let model = files::parse_model(file, &bytes)?;
    drop(bytes);
    let properties = properties(&settings, &model, file)?;
    remove_old(&settings, &properties)?;

    let mut progress = Progress::new(start, settings.verbose.0, settings.trace.0);
    let mut verifier = Verifier::new(model.circuit.clone(), settings.verify.clone(), budget.clone());
    let verified: Vec<Verified> =
        properties.iter().map(|&property| verifier.verify(property, &mut progress)).collect();
    progress.clear();

    // Evidence for standard output waits until the verdict has been printed.
    let (printed, written): (Vec<_>, Vec<_>) =
        evidence(&settings, &model, &verified).into_iter().partition(|(name, _)| name == "-");
    written.iter().try_for_each(|(name, bytes)| files::write(name, bytes))?;
    let report = Report {
        settings: &settings,
        model: &model,
        verified: &verified,
        verifier: &verifier,
        seconds: start.elapsed().as_secs_f64(),
    };
    output::print(&if settings.json.0 { report.json() } else { verdicts::text(&verified) })?;
    printed.iter().try_for_each(|(name, bytes)| files::write(name, bytes))?;
    verdicts::complain(&verified);
    if settings.stats.0 {
        say_text(&report.statistics());
    }
    Ok(verdicts::code(&verified))
}

/// The verdict of a run that ended before the model was read.
fn unread(settings: &Settings, start: Instant) -> String {
    if !settings.json.0 {
        return "unknown\n".to_string();
    }
    let mut json = Json::default();
    json.open('{').key("verdict").string("unknown").key("exit_code").raw(UNKNOWN);
    json.key("checked").raw(settings.verify.check != Checking::Off).key("properties").open('[').close(']');
    json.key("seconds").raw(format!("{:.3}", start.elapsed().as_secs_f64())).close('}');
    json.finish()
}

/// The properties to verify.
fn properties(settings: &Settings, model: &CircuitFile, file: &OsStr) -> Result<Vec<PropertyId>, Failure> {
    let count = model.circuit.bads().len();
    match settings.property {
        Some(property) if model.circuit.bad(property).is_some() => Ok(vec![property]),
        Some(property) => {
            let shown = files::shown(file);
            Err(Failure::usage(format!("there is no property {}; {} has {}", property, shown, count)))
        }
        None if count == 0 => {
            Err(Failure::input(files::shown(file), "nothing to verify: no bad states and no outputs"))
        }
        None => Ok(model.circuit.properties().collect()),
    }
}

fn wants_circuit(settings: &Settings) -> bool {
    match (&settings.certificate, settings.certificate_format) {
        (None, _) | (_, Form::Clauses) => false,
        (Some(_), Form::Aiger) => true,
        (Some(file), Form::Suffix) => matches!(files::suffix(file), "aig" | "aag"),
    }
}

/// Removes evidence of earlier runs from the files that this run may write.
fn remove_old(settings: &Settings, properties: &[PropertyId]) -> Result<(), Failure> {
    let mut names: Vec<OsString> = settings.witness.iter().chain(&settings.certificate).cloned().collect();
    if let Some(file) = &settings.certificate {
        names.extend(properties.iter().map(|&property| certificate_name(file, property, properties.len())));
    }
    names.iter().try_for_each(|name| files::keep_apart(settings.file(0), name))?;
    names.iter().try_for_each(|name| files::remove_old(name))
}

/// The evidence that was asked for: names of files, and their contents.
fn evidence(settings: &Settings, model: &CircuitFile, verified: &[Verified]) -> Vec<(OsString, Vec<u8>)> {
    let mut found = Vec::new();
    if let Some(file) = &settings.witness {
        let witnesses: String = verified
            .iter()
            .filter_map(|v| match &v.outcome {
                Outcome::Unsafe(trace) => Some(write_witness(trace)),
                _ => None,
            })
            .collect();
        if !witnesses.is_empty() {
            found.push((file.clone(), witnesses.into_bytes()));
        }
    }
    if let Some(file) = &settings.certificate {
        for v in verified {
            if let Outcome::Safe(certificate) = &v.outcome {
                let name = certificate_name(file, v.property, verified.len());
                let bytes = match (wants_circuit(settings), certificate) {
                    (true, Certificate::Inductive(invariant)) => {
                        WitnessCircuit::new(&model.circuit, v.property, invariant)
                            .map(|witness| witness.write(model, files::suffix(file) != "aag"))
                            .unwrap_or_default()
                    }
                    _ => write_clauses(model, v.property, certificate).into_bytes(),
                };
                found.push((name, bytes));
            }
        }
    }
    found
}

/// Of several properties, `x.aig` for property 1 is `x.b1.aig`; of one it is `x.aig`.
fn certificate_name(file: &OsStr, property: PropertyId, properties: usize) -> OsString {
    if properties == 1 || file == "-" {
        return file.to_os_string();
    }
    match files::suffix(file) {
        suffix @ ("aig" | "aag") => {
            Path::new(file).with_extension(format!("{}.{}", property, suffix)).into_os_string()
        }
        _ => {
            let mut name = file.to_os_string();
            name.push(format!(".{}", property));
            name
        }
    }
}

/// The results of a run, from which its output is made.
struct Report<'a> {
    settings: &'a Settings,
    model: &'a CircuitFile,
    verified: &'a [Verified],
    verifier: &'a Verifier,
    seconds: f64,
}

impl Report<'_> {
    fn json(&self) -> String {
        let mut json = Json::default();
        json.open('{').key("verdict").string(overall(self.verified));
        json.key("exit_code").raw(verdicts::code(self.verified));
        json.key("checked").raw(self.settings.verify.check != Checking::Off);
        json.key("properties").open('[');
        for v in self.verified {
            json.open('{').key("index").raw(v.property.index());
            if let Some(name) =
                self.model.circuit.symbols.bads.get(v.property.index()).filter(|n| !n.is_empty())
            {
                json.key("name").string(name);
            }
            json.key("verdict").string(verdict(v)).key("engine").string(v.by);
            match &v.outcome {
                Outcome::Safe(Certificate::Inductive(invariant)) => {
                    json.key("clauses").raw(invariant.clauses.len());
                }
                Outcome::Safe(Certificate::KInductive { k, .. }) => {
                    json.key("k").raw(k);
                }
                Outcome::Unsafe(trace) => {
                    json.key("depth").raw(trace.depth());
                }
                Outcome::Unknown(reason) => {
                    json.key("reason").string(&reason.to_string());
                    if let Some(depth) = reason.safe_depth {
                        json.key("safe_depth").raw(depth);
                    }
                    if let Some(error) = &v.refused {
                        json.key("refused").string(&error.to_string());
                    }
                }
            }
            json.close('}');
        }
        json.close(']').key("seconds").raw(format!("{:.3}", self.seconds));
        json.key("statistics").open('{');
        for (name, value) in self.counters() {
            json.key(&name).raw(value);
        }
        json.close('}');
        if let Some(sequence) = self.verifier.sequence() {
            json.key("sequence").open('{');
            json.key("latches").raw(sequence.latches).key("length").raw(sequence.length);
            json.key("variables").raw(sequence.variables).key("clauses").raw(sequence.clauses);
            json.key("visible").open('[');
            sequence.visible.iter().for_each(|&n| {
                json.raw(n);
            });
            json.close(']').close('}');
        }
        json.close('}');
        json.finish()
    }

    fn counters(&self) -> Vec<(String, u64)> {
        let mut list = Vec::new();
        for (which, circuit) in [("original", &self.model.circuit), ("reduced", self.verifier.reduced())] {
            list.push((format!("{} inputs", which), circuit.inputs().len() as u64));
            list.push((format!("{} latches", which), circuit.latches().len() as u64));
            list.push((format!("{} gates", which), circuit.and_count() as u64));
        }
        list.extend(self.verifier.statistics());
        list
    }

    fn statistics(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.counters() {
            text.push_str(&format!("{:>12}  {}\n", value, name));
        }
        text.push_str(&format!("{:>12.3}  seconds\n", self.seconds));
        if let Some(sequence) = self.verifier.sequence() {
            text.push_str(&tables(&sequence, overall(self.verified), self.seconds));
        }
        text
    }
}

/// Tables I and II of Vizel, Grumberg and Shoham (FMCAD 2012), a row each: the visible latches by ranges of frames, if
/// there is an abstraction, and the size of the final sequence of frames.
fn tables(sequence: &Sequence, verdict: &str, seconds: f64) -> String {
    let mut text = String::new();
    if !sequence.visible.is_empty() {
        text.push_str(&format!("\n{:>8}  visible latches [frames] number\n{:>8}", "#Vars", sequence.latches));
        let mut from = 0;
        while from < sequence.visible.len() {
            let number = sequence.visible[from];
            let same = sequence.visible[from..].iter().take_while(|&&n| n == number).count();
            text.push_str(&format!("  [{}-{}] {}", from, from + same - 1, number));
            from += same;
        }
        text.push('\n');
    }
    let Sequence { latches, variables, clauses, length, .. } = sequence;
    let head = ["#Vars", "Stat", "#V[Ω]", "#C[Ω]", "k", "T"].map(|word| format!("{:>8}", word)).join(" ");
    text.push_str(&format!("\n{}\n", head));
    text.push_str(&format!(
        "{:>8} {:>8} {:>8} {:>8} {:>8} {:>8.2}\n",
        latches, verdict, variables, clauses, length, seconds
    ));
    text
}
