//! `indubit [verify] FILE`: the verdicts on a model's properties, with evidence.

mod circuit;
mod clauses;
mod evidence;
mod horn;
mod lines;
mod locations;
mod model;
mod program;
mod recursive;
mod report;
mod show;
mod system;
mod table;
mod tree;

use super::files::{self, Format};
use super::json::Json;
use super::options::Settings;
use super::output::{self, say_text};
use super::programs::AnyProgram;
use super::progress::Progress;
use super::{os, programs, verdicts, Failure, UNKNOWN};
use indubit::base::Budget;
use indubit::model::PropertyId;
use indubit::portfolio::Checking;
pub use lines::table_of_lines;
use model::{Judged, Model};
use report::Report;
use std::time::Instant;

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let start = Instant::now();
    evidence::keep_apart(settings)?;
    let file = settings.file(0);
    let input = files::open(file)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let with_verdict = |failure: Failure| failure.or_verdict(unread(settings, start));
    let bytes = input.read(&budget, settings).map_err(with_verdict)?;
    match files::format(file, &bytes) {
        Format::Aiger => {
            let model = files::parse_model(file, &bytes)?;
            drop(bytes);
            verify(&model, settings, &budget, start)
        }
        Format::Vmt | Format::Btor2 => {
            let model = files::parse_system(file, &bytes, &budget).map_err(with_verdict)?;
            drop(bytes);
            verify(&model, settings, &budget, start)
        }
        Format::Cfa | Format::C => {
            match programs::parse_program(file, bytes, settings, &budget).map_err(with_verdict)? {
                AnyProgram::One(model) => verify(&model, settings, &budget, start),
                AnyProgram::Recursive(model) => verify(&*model, settings, &budget, start),
            }
        }
        Format::Horn => {
            let model = files::parse_horn(file, &bytes, &budget).map_err(with_verdict)?;
            drop(bytes);
            verify(&model, settings, &budget, start)
        }
    }
}

fn verify<M: Model>(model: &M, settings: &Settings, budget: &Budget, start: Instant) -> Result<i32, Failure> {
    if let (true, Some(found)) = (settings.competition, M::OTHER_THAN_CIRCUIT) {
        let message = format!("expected an AIGER file, found {}", found);
        return Err(Failure::input(files::shown(settings.file(0)), &message));
    }
    model.accept(settings)?;
    let properties = properties(settings, model)?;
    let verifier = model.verifier(settings, budget);
    let mut verifier = verifier.map_err(|failure| failure.or_verdict(unread(settings, start)))?;
    evidence::remove_old(settings, &properties)?;

    let mut progress = Progress::new(start, settings.verbose.0, settings.trace.0);
    let verified: Vec<Judged<M>> =
        properties.iter().map(|&property| M::verify(&mut verifier, property, &mut progress)).collect();
    progress.clear();

    // Evidence for standard output waits until the verdict has been printed.
    let (printed, written): (Vec<_>, Vec<_>) =
        evidence::collect(settings, model, &verified)?.into_iter().partition(|(name, _)| name == "-");
    written.iter().try_for_each(|(name, bytes)| files::write(name, bytes))?;
    let seconds = start.elapsed().as_secs_f64();
    let believed = budget.believed();
    let report = Report { settings, model, verified: &verified, verifier: &verifier, seconds, believed };
    output::print(&if settings.json.0 { report.json() } else { report.text() })?;
    printed.iter().try_for_each(|(name, bytes)| files::write(name, bytes))?;
    verdicts::complain(&verified);
    if settings.stats.0 {
        say_text(&report.statistics());
    }
    output::leave(verdicts::code(&verified))
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
fn properties<M: Model>(settings: &Settings, model: &M) -> Result<Vec<PropertyId>, Failure> {
    let shown = files::shown(settings.file(0));
    let count = model.property_count();
    match settings.property.index {
        Some(property) if property.index() < count => Ok(vec![property]),
        Some(property) => {
            Err(Failure::usage(format!("there is no property {}; {} has {}", property, shown, count)))
        }
        None if count == 0 => Err(Failure::input(shown, M::NO_PROPERTY)),
        None => Ok((0..count).map(PropertyId::new).collect()),
    }
}
