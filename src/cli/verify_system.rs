//! `indubit [verify] FILE` for transition systems.

use super::json::Json;
use super::options::Settings;
use super::output::{self, say_text};
use super::progress::Progress;
use super::verdicts::{self, overall, verdict};
use super::{files, Failure};
use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::model::system::System;
use indubit::model::PropertyId;
use indubit::portfolio::{Checking, Engine, SystemVerifier, VerifiedSystem};
use std::ffi::OsStr;
use std::time::Instant;

/// Runs the command on the bytes of its file.
pub fn run(mut settings: Settings, bytes: &[u8], budget: &Budget, start: Instant) -> Result<i32, Failure> {
    settings.verify.engine = settings.engine.0.unwrap_or(Engine::Portfolio);
    let file = settings.file(0);
    let model = files::parse_system(file, bytes, budget)?;
    let system = model.system();
    let properties = properties(&settings, system, file)?;
    let mut progress = Progress::new(start, settings.verbose.0, settings.trace.0);
    let verifier = SystemVerifier::new(system.clone(), settings.verify.clone(), budget.clone());
    let mut verifier = verifier.map_err(|error| Failure::usage(error.to_string()))?;
    let verified: Vec<VerifiedSystem> =
        properties.iter().map(|&property| verifier.verify(property, &mut progress)).collect();
    progress.clear();
    let seconds = start.elapsed().as_secs_f64();
    let counters = verifier.statistics();
    output::print(&if settings.json.0 {
        json(&settings, &verified, &counters, seconds)
    } else {
        verdicts::text(&verified)
    })?;
    verdicts::complain(&verified);
    if settings.stats.0 {
        let lines = counters.iter().map(|(name, value)| format!("{:>12}  {}\n", value, name));
        say_text(&(lines.collect::<String>() + &format!("{:>12.3}  seconds\n", seconds)));
    }
    Ok(verdicts::code(&verified))
}

/// The properties to verify.
fn properties(settings: &Settings, system: &System, file: &OsStr) -> Result<Vec<PropertyId>, Failure> {
    let count = system.properties().len();
    match settings.property {
        Some(property) if system.bad(property).is_some() => Ok(vec![property]),
        Some(property) => {
            let shown = files::shown(file);
            Err(Failure::usage(format!("there is no property {}; {} has {}", property, shown, count)))
        }
        None if count == 0 => Err(Failure::input(files::shown(file), "nothing to verify: no property")),
        None => Ok(system.property_ids().collect()),
    }
}

fn json(
    settings: &Settings,
    verified: &[VerifiedSystem],
    counters: &[(String, u64)],
    seconds: f64,
) -> String {
    let mut json = Json::default();
    json.open('{').key("verdict").string(overall(verified));
    json.key("exit_code").raw(verdicts::code(verified));
    json.key("checked").raw(settings.verify.check != Checking::Off);
    json.key("properties").open('[');
    for v in verified {
        json.open('{').key("index").raw(v.property.index());
        json.key("verdict").string(verdict(v)).key("engine").string(v.by);
        match &v.outcome {
            Outcome::Safe(_) => {}
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
    json.close(']').key("seconds").raw(format!("{:.3}", seconds));
    json.key("statistics").open('{');
    for (name, value) in counters {
        json.key(name).raw(value);
    }
    json.close('}').close('}');
    json.finish()
}
