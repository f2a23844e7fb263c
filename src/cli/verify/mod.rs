//! `indubit [verify] FILE`: the verdicts on a model's properties, with evidence.

pub mod advice;
mod assertions;
mod evidence;
mod lemmas;
mod report;
mod sarif;
#[cfg(feature = "c")]
pub mod series;
mod share;
pub mod show;

use super::files;
use super::options::Settings;
use super::output::{self, say_text};
use super::progress::Progress;
use super::verdicts::Words;
use super::{models, os, page, property, verdicts, Failure, UNKNOWN};
use indubit::base::{Budget, Json};
#[cfg(feature = "c")]
use indubit::input::Format;
use indubit::input::Model;
use indubit::model::PropertyId;
use indubit::origin::Hints;
use indubit::portfolio::{Checking, ModelVerifier, Unfit, Verdict};
use report::Report;
use std::fs;
use std::time::{Duration, Instant};

/// Twice the time for a proof by hints where there is no limit.
const MOST_FOR_HINTS: Duration = Duration::from_secs(80);

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let start = Instant::now();
    evidence::keep_apart(settings)?;
    share::Folder::of(settings)?;
    let file = settings.file(0);
    let input = files::open(file)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let with_verdict = |failure: Failure| failure.or_verdict(unread(settings, start));
    let bytes = input.read(&budget, settings).map_err(with_verdict)?;
    #[cfg(feature = "c")]
    let questions = several(settings, &bytes, &budget)?;
    #[cfg(feature = "c")]
    if !questions.is_empty() {
        let kind = match settings.c.report_contracts.0 {
            true => ("function", "functions"),
            false => ("property", "properties"),
        };
        return series::run(settings, &questions, kind, &budget, start);
    }
    verify(settings, bytes, &budget, start)
}

/// Verifies a model.
fn verify(settings: &Settings, bytes: Vec<u8>, all: &Budget, start: Instant) -> Result<i32, Failure> {
    let with_verdict = |failure: Failure| failure.or_verdict(unread(settings, start));
    let file = settings.file(0);
    let model = models::parse_model(file, &bytes, settings, all).map_err(with_verdict)?;
    let again = without_hints(settings, &model).map(|settings| (settings, bytes.clone()));
    let budget = &if again.is_some() { half(all) } else { all.clone() };
    // The page shows the text of the model.
    let source = settings.report.as_ref().map(|_| String::from_utf8_lossy(&bytes).into_owned());
    drop(bytes);
    let reading = start.elapsed().as_secs_f64();
    let settings = &settings.about(&model, &files::shown(settings.file(0)))?;
    evidence::accept(settings, &model)?;
    sarif::accept(settings, &model)?;
    if property::are_all(settings, &model) {
        // A false invariant is no failed assertion.
        if let Some((settings, bytes)) = again {
            return verify(&settings, bytes, all, start);
        }
        return assertions::run(settings, &model, budget, start);
    }
    let properties = properties(settings, &model)?;
    let lemmas = lemmas::read(settings, &model, budget).map_err(with_verdict)?;
    let known = lemmas.as_ref().map(|lemmas| &lemmas.known);
    let verifier = ModelVerifier::assuming(known, &model, &evidence::options(settings, &model), budget);
    let mut verifier = verifier.map_err(|error| misfit(&error).or_verdict(unread(settings, start)))?;
    let set_up = start.elapsed().as_secs_f64() - reading;
    evidence::remove_old(settings, &properties)?;

    let mut progress = Progress::new(start, settings.verbose.0, settings.trace.0);
    if let Some(name) = &settings.trace_json {
        files::keep_apart(file, name)?;
        let created =
            fs::File::create(name).map_err(|error| Failure::output(name.to_string_lossy(), &error))?;
        progress.write_to(created, &files::shown(file));
    }
    if let Some(name) = &settings.report {
        files::keep_apart(file, name)?;
        progress.keep();
    }
    let verified: Vec<Verdict<'_>> = share::during(settings, verifier.exchange(), || {
        verifier.prepare(&properties, &mut progress);
        properties.iter().map(|&property| verifier.verify(property, &mut progress)).collect()
    })?;
    progress.clear();
    if let Some((settings, bytes)) = again {
        if verdicts::overall(&verified, Words::Safety) != "safe" {
            if model.origin().map_or(false, |origin| origin.hints() == Hints::Written) {
                say!("indubit: note: the contracts of loops lead to no proof, and are dropped");
            }
            return verify(&settings, bytes, all, start);
        }
    }
    if let Some(name) = &settings.trace_json {
        progress.finish().map_err(|error| Failure::output(name.to_string_lossy(), &error))?;
    }

    // Evidence for standard output waits until the verdict has been printed.
    let (printed, written): (Vec<_>, Vec<_>) =
        evidence::collect(settings, &model, &verified)?.into_iter().partition(|(name, _)| name == "-");
    evidence::write(settings, &written)?;
    let seconds = start.elapsed().as_secs_f64();
    let (model, believed) = (&model, budget.believed());
    let needed: Vec<Option<Vec<usize>>> = verified
        .iter()
        .map(|verdict| lemmas.as_ref().and_then(|lemmas| lemmas.needed(model, verdict, budget)))
        .collect();
    let report = Report {
        settings,
        model,
        verified: &verified,
        verifier: &verifier,
        prints_evidence: !printed.is_empty(),
        needed: &needed,
        reading,
        set_up,
        seconds,
        believed,
    };
    if let (Some(name), Some(kept)) = (&settings.report, progress.kept()) {
        let (steps, report) = (&kept.steps, &report.whole_json());
        let (shown, source) = (files::shown(file), source.unwrap_or_default());
        let page = page::page(&page::Run { name: &shown, source: &source, steps, report });
        files::write(name, page.as_bytes())?;
        if kept.is_cut {
            say!(
                "indubit: {}: the page has the first steps only; --trace-json has all",
                name.to_string_lossy()
            );
        }
    }
    sarif::write_verdicts(settings, &verified, verdicts::overall(&verified, Words::of(settings)))?;
    output::print(&if settings.json.0 { report.json() } else { report.text() })?;
    printed.iter().try_for_each(|(name, bytes)| files::write(name, bytes))?;
    verdicts::complain(model, &verified);
    if !settings.competition {
        advice::scope(settings, model, &verified);
        advice::unknown(settings, model, &verifier, &verified);
    }
    if let Some(lemmas) = &lemmas {
        for (verdict, needed) in verified.iter().zip(&needed) {
            needed.iter().for_each(|needed| lemmas.tell(model, verdict, needed));
        }
    }
    if settings.stats.0 {
        say_text(&report.statistics());
    }
    output::leave(verdicts::code(&verified, Words::of(settings)))
}

/// The settings without hints in the text, if the model has some.
#[cfg(feature = "c")]
fn without_hints(settings: &Settings, model: &Model) -> Option<Settings> {
    super::c::programs::without_hints(settings, model)
}

#[cfg(not(feature = "c"))]
fn without_hints(_: &Settings, _: &Model) -> Option<Settings> {
    None
}

/// Half of the time that is left, for a question that may be asked once more.
fn half(budget: &Budget) -> Budget {
    budget.child().and_timeout(budget.time_left().unwrap_or(MOST_FOR_HINTS) / 2)
}

/// The questions, if there are several: properties of a C program.
#[cfg(feature = "c")]
fn several(settings: &Settings, bytes: &[u8], budget: &Budget) -> Result<Vec<series::Question>, Failure> {
    if models::format_of(settings.file(0), bytes, settings) != Format::C {
        return Ok(Vec::new());
    }
    let asked = super::c::programs::several(settings, bytes, budget)?.into_iter();
    let question =
        |(name, settings)| series::Question { name, settings, bytes: Some(bytes.to_vec()), most: None };
    Ok(asked.map(question).collect())
}

/// The verdict of a run that ended before the model was read.
fn unread(settings: &Settings, start: Instant) -> String {
    if !settings.json.0 {
        return "unknown\n".to_string();
    }
    let mut json = Json::default();
    json.open('{')
        .key("version")
        .raw(report::VERSION)
        .key("verdict")
        .string("unknown")
        .key("exit_code")
        .raw(UNKNOWN);
    json.key("checked").raw(settings.verify.check != Checking::Off).key("properties").open('[').close(']');
    json.key("seconds").raw(format!("{:.3}", start.elapsed().as_secs_f64())).close('}');
    json.finish()
}

/// The failure of an engine that does not work on a model. A limit that was reached while the model was encoded for it
/// leaves the verdict open.
fn misfit(error: &Unfit) -> Failure {
    if error.is_limit() {
        Failure::new(UNKNOWN, error.to_string())
    } else {
        Failure::usage(error.to_string())
    }
}

/// The properties to verify.
fn properties(settings: &Settings, model: &Model) -> Result<Vec<PropertyId>, Failure> {
    match settings.property.index {
        Some(property) => Ok(vec![property]),
        None if model.property_count() == 0 => {
            let what = match model {
                Model::Circuit(_) => "no bad states, no justice properties and no outputs",
                Model::System(_) | Model::Program(_) | Model::Clauses(_) => "no property",
            };
            Err(Failure::input(files::shown(settings.file(0)), format!("nothing to verify: {}", what)))
        }
        None => Ok(model.property_ids().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use indubit::base::Limit;
    use indubit::model::encode::blast::NotBlasted;
    use indubit::portfolio::{Engine, Misfit};

    #[test]
    fn a_limit_while_an_engine_is_set_up_leaves_the_verdict_open() {
        let failure = |reason| misfit(&Unfit { engine: Engine::Spacer, reason });
        let limit = failure(Misfit::Limit(Limit::Time));
        assert_eq!(
            (limit.code, limit.message.as_str()),
            (UNKNOWN, "the engine spacer was not set up: time limit reached")
        );
        let number = NotBlasted::Number { name: "x".to_string(), sort: "Int".to_string() };
        let number = failure(Misfit::NoCircuit(number));
        assert_eq!(number.code, crate::cli::USAGE_ERROR);
    }
}
