//! `indubit convert FILE OUT`: a model in another format, or tidied in the same.

use super::options::Settings;
use super::values::Wanted;
use super::{files, models, os, property, Failure, UNKNOWN};
use indubit::base::{Budget, Limit};
use indubit::input::aiger::{write_ascii_with, write_binary_with, WriteOptions};
use indubit::input::btor2::Btor2File;
use indubit::input::{btor2, cfa, horn, vmt, Model, ProgramFile, SystemFile};
use indubit::model::cfa::Cfa;
use indubit::model::circuit::Circuit;
use indubit::model::encode::automaton::to_cfa;
use indubit::model::encode::blast::{blast, NotBlasted};
use indubit::model::encode::booleans::to_system;
use indubit::model::encode::horn as clauses;
use indubit::model::encode::live::{lasso_form, system_lasso_form};
use indubit::model::encode::program;
use indubit::model::system::{StateVar, System};
use indubit::model::PropertyId;
use indubit::solver::term::{Sort, TermId};
use std::ffi::OsStr;
use std::sync::Arc;

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
    let model = models::parse_model(from, &bytes, settings, &budget)?;
    drop(bytes);
    let safety = match &settings.safety {
        // The message about a number that is missing tells what to write.
        Wanted { index: Some(property), .. } => Some(*property),
        Wanted { index: None, name: None, file: None, .. } => None,
        wanted => Some(property::chosen(wanted, &model, &files::shown(from))?.ok_or_else(|| {
            Failure::usage("--safety: expected a justice property, such as j0".to_string())
        })?),
    };
    // Standard output gets the format of the input, as text.
    let target = wanted.unwrap_or(match &model {
        Model::Circuit(_) => Target::Aag,
        Model::System(file) if file.btor2().is_none() => Target::Vmt,
        Model::System(_) => Target::Btor2,
        Model::Program(_) => Target::Cfa,
        Model::Clauses(file) if file.origin().is_some() => Target::Cfa,
        Model::Clauses(_) => Target::Horn,
    });
    let model = match safety {
        None => model,
        Some(property) => safety_form(&model, property, from)?,
    };
    let of_program = |cfa: &Cfa| match as_program(cfa, target, from)? {
        Some(converted) => Ok(converted),
        None => of_system(&program::to_system(cfa).system, target, from, &budget),
    };
    let converted = match &model {
        Model::Circuit(file) => {
            let options = WriteOptions { bads_as_outputs: file.bads_are_outputs };
            match as_aiger(&file.circuit, target, &options) {
                Some(converted) => converted,
                None => {
                    let system = to_system(&file.circuit, &budget).map_err(|limit| ended(from, limit))?;
                    of_system(&system, target, from, &budget)?
                }
            }
        }
        Model::System(file) => of_system(file.system(), target, from, &budget)?,
        Model::Program(file) => {
            is_understood(from, file)?;
            of_program(file.cfa())?
        }
        Model::Clauses(file) => match target {
            Target::Horn => horn::write(file.horn()).into_bytes(),
            _ if file.origin().is_some() => {
                let message = "the program is recursive; only its Horn clauses can be written (.smt2)";
                return Err(Failure::input(files::shown(from), message));
            }
            _ if !file.horn().open().is_empty() => {
                let message =
                    "results of selectors or divisions that SMT-LIB leaves open have another meaning in \
                               other models than Horn clauses (.smt2)";
                return Err(Failure::input(files::shown(from), message));
            }
            Target::Aag | Target::Aig | Target::Btor2 | Target::Vmt | Target::Cfa | Target::Dot => {
                let program = clauses::to_cfa(file.horn(), &budget).map_err(|limit| ended(from, limit))?;
                let program = program.ok_or_else(|| {
                    let message =
                        "a clause has several predicates in its body, so the clauses are no program";
                    Failure::input(files::shown(from), message)
                })?;
                of_program(&program.cfa)?
            }
        },
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
fn as_program(cfa: &Cfa, target: Target, from: &OsStr) -> Result<Option<Vec<u8>>, Failure> {
    let is_number = |&&t: &&TermId| matches!(cfa.terms().sort(t), Sort::Float(_) | Sort::Rounding);
    if let Some(&number) = cfa.variables().iter().find(is_number).filter(|_| matches!(target, Target::Cfa)) {
        let name = cfa.terms().text(number);
        let message =
            format!("`{}` is a floating-point number, which automata do not have; write Horn clauses", name);
        return Err(Failure::input(files::shown(from), message));
    }
    Ok(match target {
        Target::Cfa => Some(cfa::write(cfa).into_bytes()),
        Target::Dot => Some(cfa::write_dot(cfa).into_bytes()),
        Target::Horn => Some(horn::write(&clauses::of_cfa(cfa).horn).into_bytes()),
        _ => None,
    })
}

/// The circuit or the system that runs through the lassos of a justice property.
fn safety_form(model: &Model, property: PropertyId, from: &OsStr) -> Result<Model, Failure> {
    let form = match model {
        Model::Circuit(file) => lasso_form(&file.circuit, property).map(|form| Model::from(form.circuit)),
        Model::System(file) => {
            let system = file.system();
            let is_finite = |s: &&StateVar| system.terms().is_finite(system.terms().sort(s.current));
            if let Some(state) = system.states().iter().find(|state| !is_finite(state)) {
                let message = format!(
                    "`{}` has infinitely many values, so that a run need not come back to a state; the safety form \
                     says nothing",
                    system.name(state.current)
                );
                return Err(Failure::input(files::shown(from), message));
            }
            let form = system_lasso_form(system, property);
            form.map(|form| match &**file {
                SystemFile::Vmt(_) => Model::from(form),
                SystemFile::Btor2(file) => {
                    let (places, named, outputs) = (Vec::new(), Vec::new(), Vec::new());
                    let text = Arc::new([]);
                    let form = Btor2File { system: form, places, named, outputs, text, ..file.clone() };
                    Model::System(Box::new(SystemFile::Btor2(form)))
                }
            })
        }
        Model::Program(_) | Model::Clauses(_) => None,
    };
    form.ok_or_else(|| {
        let message = format!("there is no justice property {}; they are called j0, j1 and so on", property);
        Failure::input(files::shown(from), message)
    })
}

/// Refuses a system with justice properties where the format has none.
fn has_only_safety(system: &System, from: &OsStr, format: &str) -> Result<(), Failure> {
    if system.justice().is_empty() && system.fairness().is_empty() {
        Ok(())
    } else {
        let message = format!("{} knows no justice properties; choose one by --safety j0", format);
        Err(Failure::input(files::shown(from), message))
    }
}

fn of_system(system: &System, target: Target, from: &OsStr, budget: &Budget) -> Result<Vec<u8>, Failure> {
    match target {
        Target::Vmt => {
            let mut live =
                (0..system.justice().len()).filter_map(|i| system.recurring(PropertyId::justice(i)));
            if live.any(|signals| signals.len() != 1) {
                has_only_safety(system, from, "for several signals VMT-LIB")?;
            }
            Ok(vmt::write(system).into_bytes())
        }
        Target::Horn => {
            has_only_safety(system, from, "Horn")?;
            Ok(horn::write(&clauses::of_system(system).horn).into_bytes())
        }
        Target::Cfa | Target::Dot => {
            has_only_safety(system, from, "an automaton")?;
            if system.properties().len() != 1 {
                let message =
                    format!("a program has one property, and this system has {}", system.properties().len());
                return Err(Failure::input(files::shown(from), message));
            }
            let program = to_cfa(system, PropertyId::new(0), budget).map_err(|limit| ended(from, limit))?;
            Ok(as_program(&program.cfa, target, from)?.unwrap_or_default())
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

/// Fails for a program with a place that is not understood: the automaton alone would call it an error.
fn is_understood(from: &OsStr, file: &ProgramFile) -> Result<(), Failure> {
    match file.origin().and_then(|origin| origin.not_understood()) {
        None => Ok(()),
        Some(place) => {
            let message = format!("{}; only what is understood is converted", place);
            Err(Failure::input(files::shown(from), message))
        }
    }
}
