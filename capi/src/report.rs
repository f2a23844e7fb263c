//! The answer as JSON: the fields of the program's `--json`, with trace and invariant; and the same two as lines.

use indubit::base::Json;
use indubit::engine::Outcome;
use indubit::input::Model;
use indubit::model::PropertyKind;
use indubit::portfolio::Verdict;

/// The parts of an invariant or the steps of a trace, a line each, with two blanks in front.
pub fn told(verdict: &Verdict<'_>) -> String {
    let lines = match &verdict.outcome {
        Outcome::Safe(proof) => proof.parts().join("\n"),
        Outcome::Unsafe(found) => found.text(),
        Outcome::Unknown(_) => String::new(),
    };
    lines.lines().map(|line| format!("  {}\n", line)).collect()
}

/// An object for each property.
pub fn json(model: &Model, verdicts: &[Verdict<'_>]) -> String {
    let mut json = Json::default();
    json.open('{').key("properties").open('[');
    for verdict in verdicts {
        property(model, verdict, &mut json);
    }
    json.close(']').close('}');
    json.line()
}

fn property(model: &Model, verdict: &Verdict<'_>, json: &mut Json) {
    json.open('{').key("index").raw(verdict.property.index());
    let kind = match verdict.property.kind() {
        PropertyKind::Bad => "bad",
        PropertyKind::Justice => "justice",
    };
    json.key("kind").string(kind).key("name").string(model.property_name(verdict.property));
    match &verdict.outcome {
        Outcome::Safe(proof) => {
            json.key("verdict").string("safe");
            if let Some(k) = proof.size().k {
                json.key("k").raw(k);
            }
            json.key("invariant").strings(proof.parts());
        }
        Outcome::Unsafe(found) => {
            json.key("verdict").string("unsafe").key("depth").raw(found.depth());
            if let Some(failed) = found.failed() {
                json.key("failure")
                    .open('{')
                    .key("kind")
                    .string(failed.kind)
                    .key("text")
                    .string(&failed.text);
                json.key("line").raw(failed.line).key("column").raw(failed.column);
                json.key("function").string(&failed.function).close('}');
            }
            if let Some(value) = found.made_up() {
                json.key("rests_on").string(&value);
            }
            json.key("trace").open('[');
            for changes in found.table().changes() {
                json.open('[');
                for (name, value) in changes {
                    json.open('{').key("name").string(name).key("value").string(value).close('}');
                }
                json.close(']');
            }
            json.close(']');
            if let Some(step) = found.loop_start() {
                json.key("loop").raw(step);
            }
        }
        Outcome::Unknown(reason) => {
            json.key("verdict").string("unknown").key("reason").string(&reason.to_string());
            if let Some(depth) = reason.safe_depth {
                json.key("safe_depth").raw(depth);
            }
        }
    }
    json.key("engine").string(verdict.by).close('}');
}
