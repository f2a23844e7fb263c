//! Evidence for people to read: `--show-trace` and `--show-invariant`.

use crate::cli::options::Settings;
use crate::cli::values::Shown;
use crate::cli::verdicts::Words;
use indubit::base::Json;
use indubit::engine::Outcome;
use indubit::input::Model;
use indubit::model::PropertyId;
use indubit::portfolio::{Counterexample, Verdict};

/// The parts of an invariant that are shown unless all are wanted.
const MOST_PARTS: usize = 20;

/// The lines behind the verdict.
pub fn text(settings: &Settings, model: &Model, verified: &[Verdict<'_>]) -> String {
    let mut text = String::new();
    for v in verified {
        let property = model.property_title(v.property);
        match &v.outcome {
            Outcome::Unsafe(trace) if settings.show_trace.is_on() => {
                text.push_str(&counterexample(settings, model, v.property, trace));
            }
            Outcome::Safe(certificate) if settings.show_invariant.is_on() => {
                let size = certificate.size();
                let head = match size.k {
                    None => format!("invariant for {}, {}: {}", property, size.unit, size.parts),
                    Some(k) => {
                        let path = if size.simple_path { "simple paths" } else { "any paths" };
                        format!("k-induction for {}, k = {}, {}, lemmas: {}", property, k, path, size.parts)
                    }
                };
                text.push_str(&format!("{}\n", head));
                let is_full = settings.show_invariant == Shown::Full;
                let parts = if is_full { certificate.parts() } else { certificate.parts_in_short() };
                let most = if is_full { parts.len() } else { MOST_PARTS };
                parts.iter().take(most).for_each(|part| text.push_str(&format!("  {}\n", part)));
                if parts.len() > most {
                    let more = parts.len() - most;
                    text.push_str(&format!("  … {} more (--show-invariant full)\n", more));
                }
            }
            _ => {}
        }
    }
    text
}

/// A counterexample.
pub fn counterexample(
    settings: &Settings,
    model: &Model,
    property: PropertyId,
    trace: &Counterexample<'_>,
) -> String {
    let title = model.property_title(property);
    let head = match Words::of(settings) {
        Words::Safety => format!("counterexample to {}, depth {}\n", title, trace.depth()),
        Words::Cover => format!("cover of {}, depth {}\n", title, trace.depth()),
    };
    let is_full = settings.show_trace == Shown::Full;
    let mut text = head + &if is_full { trace.text() } else { trace.text_in_short() };
    if let Some(step) = trace.loop_start() {
        text.push_str(&format!("      the last step leads back to step {}\n", step));
    }
    text
}

/// The steps of a run, as fields.
pub fn trace_json(trace: &Counterexample<'_>, json: &mut Json) {
    json.key("trace").open('[');
    for changes in trace.table().changes() {
        json.open('[');
        for (name, value) in changes {
            json.open('{').key("name").string(name).key("value").string(value).close('}');
        }
        json.close(']');
    }
    json.close(']');
    if let Some(step) = trace.loop_start() {
        json.key("loop").raw(step);
    }
}

/// The evidence behind the verdict, as fields of a property's object.
pub fn json(shows_trace: bool, shows_invariant: bool, v: &Verdict<'_>, json: &mut Json) {
    match &v.outcome {
        Outcome::Unsafe(trace) if shows_trace => trace_json(trace, json),
        Outcome::Safe(certificate) if shows_invariant => {
            json.key("invariant").open('[');
            certificate.parts().iter().for_each(|part| {
                json.string(part);
            });
            json.close(']');
        }
        _ => {}
    }
}
