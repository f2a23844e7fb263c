//! `indubit convert FILE OUT`: a model in another format, or tidied in the same.

use super::files::{self, Format};
use super::options::Settings;
use super::programs::{AnyProgram, CFile, ProgramFile};
use super::{os, programs, Failure, UNKNOWN};
use indubit::base::{Budget, Limit};
use indubit::input::aiger::{write_ascii_with, write_binary_with, WriteOptions};
use indubit::input::{btor2, cfa, horn, vmt};
use indubit::model::cfa::Cfa;
use indubit::model::circuit::Circuit;
use indubit::model::encode::automaton::to_cfa;
use indubit::model::encode::blast::{blast, NotBlasted};
use indubit::model::encode::booleans::to_system;
use indubit::model::encode::horn as clauses;
use indubit::model::encode::program;
use indubit::model::system::System;
use indubit::model::PropertyId;
use std::ffi::OsStr;

/// The formats of the output.
#[derive(Clone, Copy)]
enum Target {
    Aag,
    Aig,
    Btor2,
    Vmt,
    Horn,
    Cfa,
    Dot,
}

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let (from, to) = (settings.file(0), settings.file(1));
    let wanted = target(to)?;
    let input = files::open(from)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let bytes = input.read(&budget, settings)?;
    let format = files::format(from, &bytes);
    // Standard output gets the format of the input, as text.
    let target = wanted.unwrap_or(match format {
        Format::Aiger => Target::Aag,
        Format::Btor2 => Target::Btor2,
        Format::Vmt => Target::Vmt,
        Format::Cfa | Format::C => Target::Cfa,
        Format::Horn => Target::Horn,
    });
    let converted = match format {
        Format::Aiger => {
            let model = files::parse_model(from, &bytes)?;
            let options = WriteOptions { bads_as_outputs: model.bads_are_outputs };
            match as_aiger(&model.circuit, target, &options) {
                Some(converted) => converted,
                None => {
                    let system = to_system(&model.circuit, &budget).map_err(|limit| ended(from, limit))?;
                    of_system(&system, target, from, &budget)?
                }
            }
        }
        Format::Vmt | Format::Btor2 => {
            let model = files::parse_system(from, &bytes, &budget)?;
            of_system(model.system(), target, from, &budget)?
        }
        Format::Cfa | Format::C => {
            let program = match programs::parse_program(from, bytes, settings, &budget)? {
                AnyProgram::One(program) => program,
                AnyProgram::Recursive(file) => {
                    return match target {
                        Target::Horn => {
                            files::write(to, horn::write(&file.source.horn.horn).as_bytes())?;
                            Ok(0)
                        }
                        _ => {
                            let message =
                                "the program is recursive; only its Horn clauses can be written (.smt2)";
                            Err(Failure::input(files::shown(from), message))
                        }
                    };
                }
            };
            if let ProgramFile::C(file) = &program {
                is_understood(from, file)?;
            }
            match as_program(program.cfa(), target) {
                Some(converted) => converted,
                None => of_system(&program::to_system(program.cfa()).system, target, from, &budget)?,
            }
        }
        Format::Horn => {
            let model = files::parse_horn(from, &bytes, &budget)?;
            match target {
                Target::Horn => horn::write(&model.0.horn).into_bytes(),
                _ => {
                    let program =
                        clauses::to_cfa(&model.0.horn, &budget).map_err(|limit| ended(from, limit))?;
                    let program = program.ok_or_else(|| {
                        let message =
                            "a clause has several predicates in its body, so the clauses are no program";
                        Failure::input(files::shown(from), message)
                    })?;
                    match as_program(&program.cfa, target) {
                        Some(converted) => converted,
                        None => of_system(&program::to_system(&program.cfa).system, target, from, &budget)?,
                    }
                }
            }
        }
    };
    files::write(to, &converted)?;
    Ok(0)
}

/// The format that the suffix asks for; `None` for standard output.
fn target(to: &OsStr) -> Result<Option<Target>, Failure> {
    Ok(match files::suffix(to) {
        "aag" => Some(Target::Aag),
        "aig" => Some(Target::Aig),
        "btor2" | "btor" => Some(Target::Btor2),
        "vmt" => Some(Target::Vmt),
        "smt2" => Some(Target::Horn),
        "cfa" => Some(Target::Cfa),
        "dot" | "gv" => Some(Target::Dot),
        _ if to == "-" => None,
        _ => {
            let message = format!(
                "{}: expected a name that ends in .aag or .aig, .btor2, .vmt, .smt2, .cfa or .dot",
                files::shown(to)
            );
            return Err(Failure::usage(message));
        }
    })
}

/// The circuit as an AIGER file, if one is asked for.
fn as_aiger(circuit: &Circuit, target: Target, options: &WriteOptions) -> Option<Vec<u8>> {
    match target {
        Target::Aag => Some(write_ascii_with(circuit, options).into_bytes()),
        Target::Aig => Some(write_binary_with(circuit, options)),
        _ => None,
    }
}

/// The program as text or as a drawing, if one is asked for.
fn as_program(cfa: &Cfa, target: Target) -> Option<Vec<u8>> {
    match target {
        Target::Cfa => Some(cfa::write(cfa).into_bytes()),
        Target::Dot => Some(cfa::write_dot(cfa).into_bytes()),
        Target::Horn => Some(horn::write(&clauses::of_cfa(cfa).horn).into_bytes()),
        _ => None,
    }
}

fn of_system(system: &System, target: Target, from: &OsStr, budget: &Budget) -> Result<Vec<u8>, Failure> {
    match target {
        Target::Vmt => Ok(vmt::write(system).into_bytes()),
        Target::Horn => Ok(horn::write(&clauses::of_system(system).horn).into_bytes()),
        Target::Cfa | Target::Dot => {
            if system.properties().len() != 1 {
                let message =
                    format!("a program has one property, and this system has {}", system.properties().len());
                return Err(Failure::input(files::shown(from), message));
            }
            let program = to_cfa(system, PropertyId::new(0), budget).map_err(|limit| ended(from, limit))?;
            Ok(as_program(&program.cfa, target).unwrap_or_default())
        }
        Target::Btor2 => {
            let written = btor2::write(system);
            written.map(String::into_bytes).map_err(|error| Failure::input(files::shown(from), error))
        }
        Target::Aag | Target::Aig => {
            let blasted = blast(system, budget).map_err(|reason| match reason {
                NotBlasted::Limit(limit) => ended(from, limit),
                NotBlasted::Number { name, sort } => {
                    let message = "and AIGER knows bits only; write VMT-LIB";
                    let message = format!("`{}` is of sort {}, {}", name, sort, message);
                    Failure::input(files::shown(from), message)
                }
                other => Failure::input(files::shown(from), other),
            })?;
            Ok(as_aiger(&blasted.circuit, target, &WriteOptions::default()).unwrap_or_default())
        }
    }
}

/// A limit ended the conversion.
fn ended(from: &OsStr, limit: Limit) -> Failure {
    Failure::new(UNKNOWN, format!("{}: {} during the conversion", files::shown(from), limit))
}

/// Fails for a C program with a place that is not understood: the automaton alone would call it an error.
fn is_understood(from: &OsStr, file: &CFile) -> Result<(), Failure> {
    let lowered = &file.source.lowered;
    let point = lowered.cfa.edge_ids().find_map(|edge| Some((edge, lowered.map.unsupported(edge)?)));
    match point {
        None => Ok(()),
        Some((edge, reason)) => {
            let (line, column) = file.source.program.lines.line_and_column(lowered.map.place(edge));
            let message =
                format!("line {}, column {}: {}; only what is understood is converted", line, column, reason);
            Err(Failure::input(files::shown(from), message))
        }
    }
}
