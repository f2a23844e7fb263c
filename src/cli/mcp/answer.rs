//! The answer of a call: the verdict, what it is about, its evidence, and what the command says besides.
//!
//! A verdict is read off the exit code, which a command gives only behind its own checks. Where nothing was asked, the
//! verdict is neither `proved` nor missing.

use super::call::{Call, Done};
use crate::cli::json_value::Value;
use crate::cli::verify::advice::NOTHING_ASKED;
use crate::cli::{BAD_INPUT, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE, USAGE_ERROR};
use indubit::base::Json;
use std::fs;

/// Bytes of a command's output that an answer has.
const MOST: usize = 200_000;

/// The arguments that are echoed as the budget.
const BUDGET: [&str; 3] = ["timeout_seconds", "memory_mb", "threads"];

/// The result of `tools/call`.
pub fn result(call: &Call, done: Result<Done, String>) -> String {
    let (mut json, mut is_error) = (Json::default(), true);
    json.open('{');
    match done {
        Ok(done) => is_error = told(call, done, &mut json),
        Err(error) => {
            json.key("verdict").string("not-checked").key("scope").open('{').key("file").string(call.file());
            json.close('}').key("evidence").open('[').close(']').key("reasons").strings([error]);
        }
    }
    json.key("budget").open('{');
    for ((name, ..), value) in &call.given {
        if BUDGET.contains(name) {
            value.write(json.key(name));
        }
    }
    json.close('}').close('}');
    let structured = json.line();
    let mut json = Json::default();
    json.open('{').key("content").open('[').open('{').key("type").string("text").key("text");
    json.string(&structured).close('}').close(']').key("structuredContent").raw(structured);
    json.key("isError").raw(is_error).close('}');
    json.line()
}

/// The verdict, and whether the call failed.
fn judge(tool: &str, done: &Done, is_bounded: bool) -> (&'static str, bool) {
    let asks_nothing =
        [NOTHING_ASKED, "nothing to verify"].iter().any(|text| done.ended.errors.contains(text));
    match done.ended.code {
        Some(UNSAFE) => ("refuted", false),
        Some(SAFE | UNKNOWN | BAD_INPUT) if asks_nothing => ("nothing-asked", false),
        Some(SAFE) => ("proved", false),
        Some(UNKNOWN) if is_bounded => ("not-checked", false),
        Some(UNKNOWN) => ("unknown", false),
        Some(0) if tool == "convert" => ("nothing-asked", false),
        Some(0) if tool == "run" => ("not-checked", false),
        Some(EVIDENCE_FAILED) => ("not-checked", tool != "check"),
        Some(USAGE_ERROR | BAD_INPUT) => ("not-checked", tool != "explain"),
        None if done.ended.is_late => ("unknown", false),
        Some(_) | None => ("not-checked", true),
    }
}

/// Whether no property has a counterexample up to the bound of the call.
fn is_bounded(call: &Call, properties: &[Value]) -> bool {
    let bound: Option<u64> = call.text("max_steps").and_then(|text| text.parse().ok());
    let is_reached = |property: &Value| {
        let depth = property.get("safe_depth").and_then(|depth| depth.number()?.parse().ok());
        depth >= bound || property.get("verdict").and_then(Value::text) == Some("safe")
    };
    bound.is_some() && !properties.is_empty() && properties.iter().all(is_reached)
}

/// Writes all members of an answer but the budget; the result is whether the call failed.
fn told(call: &Call, mut done: Done, json: &mut Json) -> bool {
    // The folder of the call is nothing that its user knows.
    let own = format!("{}/", done.place.own.display());
    for text in done.command.iter_mut().chain([&mut done.ended.output, &mut done.ended.errors]) {
        *text = text.replace(&own, "");
    }
    let object = Value::read(&done.ended.output).ok().filter(|_| call.tool.command.contains(&"--json"));
    let properties = object.as_ref().and_then(|object| object.get("properties")?.list()).unwrap_or(&[]);
    let is_bounded = is_bounded(call, properties);
    let (verdict, is_error) = judge(call.tool.name, &done, is_bounded);
    json.key("verdict").string(verdict);
    scope(call, &done, json);
    json.key("evidence").strings(evidence(call, &done)).key("seconds").raw(format!("{:.3}", done.seconds));
    if let Some(bound) = call.text("max_steps").filter(|_| is_bounded) {
        json.key("no_error_up_to").raw(bound);
    }
    let killed = match (done.ended.is_late, done.ended.code) {
        (true, _) => Some("the time was over, and the process was killed"),
        (false, None) => Some("the process was killed"),
        (false, Some(_)) => None,
    };
    let is_plain =
        |line: &&str| ["note: ", "tried: ", "may help: "].iter().all(|word| !line.starts_with(word));
    let reasons: Vec<&str> = lines(&done, "").filter(is_plain).chain(killed).collect();
    json.key("reasons").strings(&reasons);
    json.key("tried").strings(lines(&done, "tried: ")).key("may_help").strings(lines(&done, "may help: "));
    if call.tool.name == "explain" {
        let refused = properties.iter().filter_map(|property| property.get("refused")?.text());
        let unread = reasons.iter().copied().filter(|_| done.ended.code == Some(BAD_INPUT));
        json.key("not_understood").strings(refused.chain(unread));
    }
    if call.tool.one_of.contains(&"candidates") {
        json.key("refused").open('[');
        for (candidate, why) in &done.refused {
            json.open('{').key("candidate").string(candidate).key("why").string(why).close('}');
        }
        json.close(']');
    }
    match object {
        Some(object) if call.tool.name == "salvage" => salvage(&object, json),
        Some(object) if done.ended.output.len() <= MOST => details(&object, json.key("details")),
        Some(_) => drop(json.key("details_left_out").raw(done.ended.output.len())),
        None => {
            let converted = call.text("to").filter(|_| done.place.kept.is_none());
            let converted = converted.map(|to| done.place.own.join(format!("out.{}", to)));
            let converted = converted.and_then(|file| fs::read_to_string(file).ok());
            let output = converted.as_ref().unwrap_or(&done.ended.output);
            let cut = output.len().saturating_sub(MOST);
            let from = (cut..output.len()).find(|&at| output.is_char_boundary(at)).unwrap_or(0);
            json.key("output").string(&output[from..]);
        }
    }
    is_error
}

/// The messages of the command that begin with this word, without it.
fn lines<'a>(done: &'a Done, word: &'static str) -> impl Iterator<Item = &'a str> {
    let lines = done.ended.errors.lines().map(|line| line.strip_prefix("indubit: ").unwrap_or(line));
    lines.filter_map(move |line| line.strip_prefix(word))
}

/// Writes what was asked, with what is assumed where the call says nothing.
fn scope(call: &Call, done: &Done, json: &mut Json) {
    json.key("scope").open('{').key("tool").string(call.tool.name).key("file").string(call.file());
    for ((name, _, option, _), value) in &call.given {
        let is_file = ["to", "evidence_path", "candidates_path"].contains(name);
        if is_file || !option.is_empty() && !BUDGET.contains(name) {
            value.write(json.key(name));
        }
    }
    let takes = |name: &str| call.tool.arguments().any(|argument| argument.0 == name);
    if takes("property") && call.text("property").is_none() {
        json.key("property").string("each of the file");
    }
    if call.is_c() && call.text("integers").is_none() {
        json.key("integers").string("words");
    }
    json.key("command").strings(&done.command).key("notes").strings(lines(done, "note: ")).close('}');
}

/// The files of evidence: all in the folder of the call, but the model.
fn evidence(call: &Call, done: &Done) -> Vec<String> {
    let entries = done.place.kept.as_ref().and_then(|folder| fs::read_dir(folder).ok());
    let paths = entries.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let is_model =
        |path: &std::path::PathBuf| path.file_name().and_then(|name| name.to_str()) == call.text("name");
    let mut paths: Vec<String> =
        paths.filter(|path| !is_model(path)).map(|path| path.to_string_lossy().into_owned()).collect();
    paths.sort();
    paths
}

/// Writes the object of a command without its statistics.
fn details(object: &Value, json: &mut Json) {
    json.open('{');
    if let Value::Object(members) = object {
        let told = members.iter().filter(|(name, _)| name != "statistics");
        told.for_each(|(name, value)| value.write(json.key(name)));
    }
    json.close('}');
}

/// Writes the kept lemmas, the dropped ones with their reasons, and the properties.
fn salvage(object: &Value, json: &mut Json) {
    let lemmas = object.get("lemmas").and_then(Value::list).unwrap_or(&[]);
    let formula = |lemma: &Value| lemma.get("formula").and_then(Value::text).unwrap_or_default().to_string();
    json.key("kept").strings(lemmas.iter().filter(|lemma| lemma.get("fails").is_none()).map(formula));
    json.key("dropped").open('[');
    for (lemma, fails) in lemmas.iter().filter_map(|lemma| Some((lemma, lemma.get("fails")?))) {
        fails.write(json.open('{').key("candidate").string(&formula(lemma)).key("fails"));
        json.close('}');
    }
    json.close(']').key("properties").open('[');
    for property in object.get("properties").and_then(Value::list).unwrap_or(&[]) {
        let needs = property.get("needs").and_then(Value::list).unwrap_or(&[]);
        let needs = needs.iter().filter_map(|number| lemmas.get(number.number()?.parse::<usize>().ok()?));
        json.open('{');
        for name in ["index", "proved"] {
            property.get(name).unwrap_or(&Value::Null).write(json.key(name));
        }
        json.key("needs").strings(needs.map(formula)).close('}');
    }
    json.close(']');
}
