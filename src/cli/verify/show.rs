//! Evidence for people to read: `--show-trace` and `--show-invariant`.

use super::model::{Judged, Model};
use crate::cli::json::Json;
use crate::cli::options::Settings;
use indubit::engine::Outcome;

/// The lines behind the verdict.
pub fn text<M: Model>(settings: &Settings, model: &M, verified: &[Judged<M>]) -> String {
    let mut text = String::new();
    for v in verified {
        match &v.outcome {
            Outcome::Unsafe(trace) if settings.show_trace.0 => {
                text.push_str(&format!("counterexample to {}, depth {}\n", v.property, M::depth(trace)));
                text.push_str(&model.trace_text(trace));
            }
            Outcome::Safe(certificate) if settings.show_invariant.0 => {
                let size = M::size(certificate);
                let head = match size.k {
                    None => format!("invariant for {}, {}: {}", v.property, M::PARTS, size.parts),
                    Some(k) => {
                        let path = if size.simple_path { "simple paths" } else { "any paths" };
                        format!("k-induction for {}, k = {}, {}, lemmas: {}", v.property, k, path, size.parts)
                    }
                };
                text.push_str(&format!("{}\n", head));
                model.parts(certificate).iter().for_each(|part| text.push_str(&format!("  {}\n", part)));
            }
            _ => {}
        }
    }
    text
}

/// The same as fields of a property's object.
pub fn json<M: Model>(settings: &Settings, model: &M, v: &Judged<M>, json: &mut Json) {
    match &v.outcome {
        Outcome::Unsafe(trace) if settings.show_trace.0 => {
            json.key("trace").open('[');
            for changes in model.table(trace).changes() {
                json.open('[');
                for (name, value) in changes {
                    json.open('{').key("name").string(name).key("value").string(value).close('}');
                }
                json.close(']');
            }
            json.close(']');
        }
        Outcome::Safe(certificate) if settings.show_invariant.0 => {
            json.key("invariant").open('[');
            model.parts(certificate).iter().for_each(|part| {
                json.string(part);
            });
            json.close(']');
        }
        _ => {}
    }
}
