//! The files of evidence: their names, their forms, and what stood there before.

use super::share::NOTHING_TO_SHARE;
use crate::cli::options::Settings;
use crate::cli::values::{CertificateForm, TERMINATION};
use crate::cli::{clock, files, Failure};
use indubit::engine::Outcome;
use indubit::input::Model;
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, Form, Kind, Shortest, Verdict, VerifyOptions, WriteError};
use indubit::solver::term::{Sort, TermId};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The names of written files that are told at most.
const MOST_NAMES: usize = 10;

/// The contents of a file, which has this name.
pub type Named = (OsString, Vec<u8>);

/// The form of the certificates, if any are asked for.
fn form<'a>(settings: &Settings, model: &Model, time: &'a str) -> Option<Form<'a>> {
    let file = settings.certificate.as_ref()?;
    let circuit = Form::WitnessCircuit { binary: is_binary(settings) };
    Some(match (settings.certificate_format, model, files::suffix(file)) {
        (CertificateForm::Suffix, Model::Circuit(_) | Model::System(_), _) if settings.competition => circuit,
        (CertificateForm::Suffix, ..) if model.origin().is_some() && files::is_witness(file) => {
            Form::Witness { time }
        }
        (CertificateForm::Aiger | CertificateForm::Btor2, ..) => circuit,
        (CertificateForm::Suffix, _, "aig" | "aag" | "btor" | "btor2") => circuit,
        (CertificateForm::Script, ..) | (CertificateForm::Suffix, _, "smt2") => Form::Script,
        (CertificateForm::Vmt, ..) | (CertificateForm::Suffix, _, "vmt") => Form::Vmt,
        (CertificateForm::Suffix, Model::Program(_), "c") if model.origin().is_some() => Form::Assertions,
        (CertificateForm::Suffix, Model::Clauses(_), "c") if model.origin().is_some() => Form::Assertions,
        (CertificateForm::Verilog, ..) | (CertificateForm::Suffix, _, "sv" | "v") => Form::Assertions,
        (CertificateForm::Text, ..) | (CertificateForm::Suffix, ..) => Form::Text,
    })
}

/// Whether a witness circuit is written in the binary format: unless the suffix says otherwise, and in a competition
/// the model's suffix if its own says nothing.
fn is_binary(settings: &Settings) -> bool {
    match settings.certificate.as_deref().map_or("", files::suffix) {
        "aag" => false,
        "aig" => true,
        _ => !(settings.competition && files::suffix(settings.file(0)) == "aag"),
    }
}

/// The form of the counterexamples for `--witness`.
fn witness_form<'a>(name: &OsStr, model: &Model, time: &'a str) -> Form<'a> {
    match (model, files::suffix(name)) {
        _ if model.origin().is_some() && files::is_witness(name) => Form::Witness { time },
        (Model::System(_), "smt2") => Form::Script,
        (Model::Clauses(_), "dot" | "gv") => Form::Dot,
        (Model::Circuit(_) | Model::System(_) | Model::Program(_) | Model::Clauses(_), _) => Form::Text,
    }
}

/// The options for the library: proofs that can be written in the form that is asked for, and counterexamples, too.
pub fn options(settings: &Settings, model: &Model) -> VerifyOptions {
    let mut options = settings.verify.clone();
    options.ending = settings.property.name.as_deref() == Some(TERMINATION);
    options.exchange = settings.lemmas.share.0.is_some();
    let form = form(settings, model, "");
    let is_inductive =
        |form: &Form<'_>| matches!(form, Form::WitnessCircuit { .. } | Form::Vmt | Form::Assertions);
    options.portfolio.inductive_only = form.as_ref().map_or(false, is_inductive);
    if settings.competition && settings.shortest.0.is_none() {
        // A competition wants the verdict soon.
        options.shortest = Shortest::Off;
    }
    // A proof by the one run of a program has no formulas for a script.
    options.portfolio.random_runs &= !matches!(form, Some(Form::Script));
    // A run is no path that could be written down.
    options.portfolio.random_runs &= settings.witness.as_ref().map_or(true, |name| files::is_witness(name));
    options
}

/// Refuses settings that do not fit this kind of model.
pub fn accept(settings: &Settings, model: &Model) -> Result<(), Failure> {
    let refuse = |message: &str| Err(Failure::usage(message));
    let form = form(settings, model, "");
    let is_kind = settings.verify.engine == Engine::KInduction;
    if settings.competition {
        if let Some(found) = other_than_hardware(model) {
            let message = format!("expected an AIGER or BTOR2 file, found {}", found);
            return Err(Failure::input(files::shown(settings.file(0)), &message));
        }
        let count = model.property_count();
        if settings.property.index.is_none() && count > 1 {
            let message = "properties, and the competition asks about one; choose it by --property N";
            return Err(Failure::usage(format!("there are {} {}", count, message)));
        }
    }
    if settings.cover.0 && (model.kind() == Kind::Program || model.kind() == Kind::Clauses) {
        return refuse("covers (--cover) are bad states of circuits and systems");
    }
    if settings.lemmas.share.0.is_some() && matches!(model, Model::Program(_) | Model::Clauses(_)) {
        return refuse(NOTHING_TO_SHARE);
    }
    let asks_justice = match settings.property.index {
        Some(property) => property.is_justice(),
        None => model.property_ids().any(|property| property.is_justice()),
    };
    let has_form = match form {
        Some(Form::WitnessCircuit { .. }) => settings.competition || matches!(model, Model::Circuit(_)),
        Some(Form::Vmt | Form::Assertions) => false,
        Some(_) | None => true,
    };
    if asks_justice && settings.cover.0 {
        return refuse("a justice property is no cover (--cover); choose a bad state by --property N");
    }
    if asks_justice && !has_form {
        return refuse(
            "a proof of a justice property is neither a witness circuit nor an invariant; write text \
             (--certificate-format text)",
        );
    }
    match model {
        Model::Circuit(_) => match form {
            Some(Form::Script | Form::Vmt | Form::Assertions) => {
                refuse("the certificate of a circuit is a witness circuit (.aig, .aag) or text")
            }
            Some(Form::WitnessCircuit { .. }) if is_kind => refuse(
                "a proof by k-induction has no witness circuit; write text (--certificate-format text)",
            ),
            Some(_) | None => Ok(()),
        },
        Model::System(file) => {
            let system = file.system();
            let variables = system.states().iter().map(|s| s.current).chain(system.inputs().iter().copied());
            let has_waves = |t: TermId| matches!(system.terms().sort(t), Sort::Bool | Sort::BitVec(_));
            let other = variables.filter(|_| settings.vcd.is_some()).find(|&t| !has_waves(t));
            if let Some(other) = other {
                let (name, sort) = (system.name(other), system.terms().sort_text(system.terms().sort(other)));
                let message = "and waves show bits and words only; try --show-trace";
                return Err(Failure::usage(format!("`{}` is of sort {}, {}", name, sort, message)));
            }
            match form {
                Some(Form::WitnessCircuit { .. }) if file.btor2().is_none() => {
                    refuse("VMT files have no witness circuits; choose script, vmt or text")
                }
                Some(Form::Assertions) if file.btor2().is_none() => {
                    refuse("the states of VMT files are no signals of a design; choose script, vmt or text")
                }
                Some(Form::WitnessCircuit { .. } | Form::Vmt | Form::Assertions) if is_kind => refuse(
                    "a proof by k-induction is no invariant; choose script or text (--certificate-format text)",
                ),
                Some(_) | None => Ok(()),
            }
        }
        Model::Program(_) => {
            if settings.vcd.is_some() {
                return refuse("programs have no waves; try --show-trace or --witness");
            }
            match form {
                _ if is_kind => {
                    refuse("proofs of the engine kind are no invariants by location; choose another")
                }
                Some(Form::Assertions) if model.origin().is_some() => Ok(()),
                Some(Form::WitnessCircuit { .. } | Form::Vmt | Form::Assertions | Form::Script) => {
                    refuse("the certificate of a program is text (--certificate-format text)")
                }
                Some(_) | None => Ok(()),
            }
        }
        Model::Clauses(file) if file.origin().is_some() => accept_recursive(settings, form.as_ref()),
        Model::Clauses(_) => {
            if settings.vcd.is_some() || settings.harness.is_some() {
                return refuse("Horn clauses have no waves and no harness; try --show-trace or --witness");
            }
            match form {
                _ if is_kind => refuse("proofs of the engine kind are no models of clauses; choose another"),
                Some(Form::WitnessCircuit { .. } | Form::Vmt | Form::Assertions) => {
                    refuse("a model of Horn clauses is text or a script (--certificate-format text)")
                }
                Some(_) | None => Ok(()),
            }
        }
    }
}

/// Refuses settings that do not fit a recursive program.
fn accept_recursive(settings: &Settings, form: Option<&Form<'_>>) -> Result<(), Failure> {
    if settings.vcd.is_some() {
        return Err(Failure::usage("programs have no waves; try --show-trace or --witness"));
    }
    if settings.verify.engine.sees(Kind::Clauses) != Some(Kind::Clauses) {
        return Err(Failure::usage(format!(
            "the program is recursive, and the engine {} does not know calls; choose spacer, gpdr, unwind or \
             portfolio",
            settings.verify.engine.name()
        )));
    }
    match form {
        Some(Form::WitnessCircuit { .. } | Form::Vmt) => Err(Failure::usage(
            "the certificate of a recursive program is text or a script (--certificate-format text)",
        )),
        Some(_) | None => Ok(()),
    }
}

/// The name of such a model where hardware is expected; `None` for circuits and BTOR2 files.
fn other_than_hardware(model: &Model) -> Option<&'static str> {
    match model {
        Model::System(file) if file.btor2().is_none() => Some("a transition system"),
        Model::Circuit(_) | Model::System(_) => None,
        Model::Program(_) => Some("a program"),
        Model::Clauses(file) if file.origin().is_some() => Some("a program"),
        Model::Clauses(_) => Some("Horn clauses"),
    }
}

/// The files that the user named for evidence.
fn outputs(settings: &Settings) -> impl Iterator<Item = &OsString> {
    settings.witness.iter().chain(&settings.certificate).chain(&settings.vcd).chain(&settings.harness)
}

/// Fails if the evidence would overwrite the model, or the waves other evidence.
pub fn keep_apart(settings: &Settings) -> Result<(), Failure> {
    let is_file = |file: &&OsString| file.as_os_str() != "-";
    if let Some(file) = settings.vcd.as_ref().filter(is_file) {
        if settings.witness.as_ref() == Some(file) || settings.certificate.as_ref() == Some(file) {
            let message = format!("{}: --vcd needs a file of its own", file.to_string_lossy());
            return Err(Failure::usage(message));
        }
    }
    outputs(settings).try_for_each(|output| files::keep_apart(settings.file(0), output))
}

/// Removes evidence of earlier runs from the files that this run may write.
pub fn remove_old(settings: &Settings, properties: &[PropertyId]) -> Result<(), Failure> {
    let mut names = Vec::new();
    for file in outputs(settings) {
        names.push(file.clone());
        names.extend(properties.iter().map(|&property| name_of(file, property, properties.len())));
    }
    names.iter().try_for_each(|name| files::keep_apart(settings.file(0), name))?;
    names.iter().try_for_each(|name| files::remove_old(name))
}

/// The evidence that was asked for: names of files, and their contents. Remarks go to standard error.
pub fn collect(settings: &Settings, model: &Model, verified: &[Verdict<'_>]) -> Result<Vec<Named>, Failure> {
    let mut found: Vec<Named> = Vec::new();
    for v in verified {
        add(settings, model, v, (v.property, verified.len()), &mut found)?;
    }
    Ok(found)
}

/// Adds the evidence of a verdict to what was found, under the number of the property and the count of all.
pub fn add(
    settings: &Settings,
    model: &Model,
    v: &Verdict<'_>,
    (property, count): (PropertyId, usize),
    found: &mut Vec<Named>,
) -> Result<(), Failure> {
    let time = clock::time_now();
    match &v.outcome {
        Outcome::Unsafe(trace) => {
            let mut written = |name: OsString, form: Form<'_>| {
                let mut bytes = Vec::new();
                remark(settings, trace.write(form, &mut bytes))?;
                append(found, name, bytes);
                Ok::<(), Failure>(())
            };
            if let Some(file) = &settings.witness {
                // One file takes the witnesses of all properties of a circuit.
                let is_shared = matches!(model, Model::Circuit(_));
                let name = if is_shared { file.clone() } else { name_of(file, property, count) };
                written(name, witness_form(file, model, &time))?;
            }
            if let Some(file) = settings.harness.as_ref().filter(|_| has_harness(model)) {
                written(name_of(file, property, count), Form::Harness)?;
            }
            if let Some(file) = &settings.vcd {
                written(name_of(file, property, count), Form::Waves)?;
            }
        }
        Outcome::Safe(proof) => {
            if let (Some(file), Some(form)) = (&settings.certificate, form(settings, model, &time)) {
                let mut bytes = Vec::new();
                remark(settings, proof.write(form, &mut bytes))?;
                append(found, name_of(file, property, count), bytes);
            }
        }
        Outcome::Unknown(_) => {}
    }
    Ok(())
}

/// Whether a harness that was asked for is written, or refused: circuits and systems have none and say nothing.
fn has_harness(model: &Model) -> bool {
    match model {
        Model::Circuit(_) | Model::System(_) => false,
        Model::Clauses(file) => file.origin().is_some(),
        Model::Program(_) => true,
    }
}

/// Tells the remarks of a writer.
fn remark(settings: &Settings, written: Result<Vec<String>, WriteError>) -> Result<(), Failure> {
    let remarks = written.map_err(|error| match error {
        WriteError::Unfit(_) => Failure::usage(error.to_string()),
        error => Failure::evidence(error.to_string()),
    })?;
    for remark in remarks {
        say!("indubit: {}: {}", files::shown(settings.file(0)), remark);
    }
    Ok(())
}

fn append(found: &mut Vec<Named>, name: OsString, bytes: Vec<u8>) {
    match found.iter_mut().find(|(known, _)| *known == name) {
        Some((_, content)) => content.extend(bytes),
        None => found.push((name, bytes)),
    }
}

/// Of several properties, `x.aig` for property 1 is `x.b1.aig`, and `x` is `x.b1`; of one they are `x.aig` and `x`.
fn name_of(file: &OsStr, property: PropertyId, properties: usize) -> OsString {
    if properties == 1 || file == "-" {
        return file.to_os_string();
    }
    let mut extension = OsString::from(property.to_string());
    if let Some(suffix) = Path::new(file).extension() {
        extension.push(".");
        extension.push(suffix);
    }
    Path::new(file).with_extension(extension).into_os_string()
}

/// Writes the files, and tells names that have a property in them: the user gave others.
pub fn write(settings: &Settings, files: &[Named]) -> Result<(), Failure> {
    files.iter().try_for_each(|(name, bytes)| files::write(name, bytes))?;
    let is_new = |name: &&OsString| outputs(settings).all(|given| given != *name);
    let new: Vec<&OsString> = files.iter().map(|(name, _)| name).filter(is_new).collect();
    let names: Vec<_> = new.iter().take(MOST_NAMES).map(|name| name.to_string_lossy()).collect();
    let more = match new.len().checked_sub(MOST_NAMES) {
        Some(more) if more > 0 => format!(", and {} more", more),
        Some(_) | None => String::new(),
    };
    if !names.is_empty() {
        say!("indubit: note: evidence is in {}{}", names.join(", "), more);
    }
    Ok(())
}
