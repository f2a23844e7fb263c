//! The files of evidence: their names, their forms, and what stood there before.

use super::model::{Judged, Model};
use crate::cli::options::Settings;
use crate::cli::values::Form;
use crate::cli::{files, Failure};
use indubit::engine::Outcome;
use indubit::evidence::CheckError;
use indubit::model::PropertyId;
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The contents of a file, which has this name.
pub type Named = (OsString, Vec<u8>);

/// The form of the certificates, if any are asked for.
pub fn form(settings: &Settings) -> Option<Form> {
    let file = settings.certificate.as_ref()?;
    Some(match settings.certificate_format {
        Form::Suffix => match files::suffix(file) {
            "aig" | "aag" => Form::Aiger,
            "smt2" => Form::Script,
            "vmt" => Form::Vmt,
            _ => Form::Text,
        },
        form => form,
    })
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

/// The evidence that was asked for: names of files, and their contents.
pub fn collect<M: Model>(
    settings: &Settings,
    model: &M,
    verified: &[Judged<M>],
) -> Result<Vec<Named>, Failure> {
    let mut found: Vec<Named> = Vec::new();
    let count = verified.len();
    for v in verified {
        match &v.outcome {
            Outcome::Unsafe(trace) => {
                if let Some(file) = &settings.witness {
                    let shared = M::WITNESSES_SHARE_A_FILE;
                    let name = if shared { file.clone() } else { name_of(file, v.property, count) };
                    append(&mut found, name, model.witness(settings, trace)?);
                }
                if let Some(file) = &settings.harness {
                    if let Some(bytes) = model.harness(settings, trace)? {
                        append(&mut found, file.clone(), bytes);
                    }
                }
                if let Some(file) = &settings.vcd {
                    append(&mut found, name_of(file, v.property, count), model.waves(trace)?);
                }
            }
            Outcome::Safe(certificate) => {
                if let Some(file) = &settings.certificate {
                    let bytes = model.certificate(settings, v.property, certificate)?;
                    append(&mut found, name_of(file, v.property, count), bytes);
                }
            }
            Outcome::Unknown(_) => {}
        }
    }
    Ok(found)
}

fn append(found: &mut Vec<Named>, name: OsString, bytes: Vec<u8>) {
    match found.iter_mut().find(|(known, _)| *known == name) {
        Some((_, content)) => content.extend(bytes),
        None => found.push((name, bytes)),
    }
}

/// Of several properties, `x.aig` for property 1 is `x.b1.aig`; of one it is `x.aig`. Names without a suffix that says
/// the format get the property at their end.
fn name_of(file: &OsStr, property: PropertyId, properties: usize) -> OsString {
    if properties == 1 || file == "-" {
        return file.to_os_string();
    }
    match files::suffix(file) {
        suffix @ ("aig" | "aag" | "smt2" | "vmt" | "vcd") => {
            Path::new(file).with_extension(format!("{}.{}", property, suffix)).into_os_string()
        }
        _ => {
            let mut name = file.to_os_string();
            name.push(format!(".{}", property));
            name
        }
    }
}

/// Evidence that does not fit its own model, which the check would have noticed.
pub fn unfit(error: CheckError) -> Failure {
    Failure::evidence(format!("{}; please report this as a defect of indubit", error))
}
