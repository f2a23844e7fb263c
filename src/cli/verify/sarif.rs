//! `--sarif FILE`: the errors of a C program in the format SARIF 2.1.0 (OASIS), which code hosts and editors show.
//!
//! A log has one run. Its rules are the kinds of errors, with the weaknesses that each may be (CWE, MITRE's list); a
//! result is an error with its place, the sentence about it, and the run that leads there as a flow of the code.
//! Columns count characters, as SARIF asks for, and not bytes. A log tells nothing of proofs: it has no results if no
//! error was found, and the property `verdict` of its run says whether the program is safe.

use crate::cli::options::Settings;
use crate::cli::{files, Failure};
use indubit::base::{Json, VERSION};
use indubit::engine::Outcome;
use indubit::input::Model;
use indubit::portfolio::{Failed, Step, Verdict};
use std::path::Path;

/// The address of the format's schema.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A rule: an id as in [`Failed::kind`], a name, a sentence, and the weaknesses that its errors may be.
type Rule = (&'static str, &'static str, &'static str, &'static [u16]);

/// The rules, and the weaknesses by number with their names in MITRE's list: the tables of errors of C.
#[cfg(feature = "c")]
fn tables() -> (Vec<Rule>, &'static [(u16, &'static str)]) {
    let rules = indubit::c::kinds().map(|row| (row.kind, row.name, row.text, row.weaknesses));
    (rules.collect(), &indubit::c::WEAKNESSES)
}

/// None: there are no C programs.
#[cfg(not(feature = "c"))]
fn tables() -> (Vec<Rule>, &'static [(u16, &'static str)]) {
    (Vec::new(), &[])
}

/// An error, and the steps that lead there.
pub type Found = (Failed, Vec<Step>);

/// Refuses the option for a model that is no C program, and removes the log of an earlier run.
pub fn accept(settings: &Settings, model: &Model) -> Result<(), Failure> {
    match (&settings.sarif, model.origin()) {
        (Some(_), None) => Err(Failure::usage("--sarif is about errors of C programs")),
        (Some(name), Some(_)) => {
            files::keep_apart(settings.file(0), name)?;
            files::remove_old(name)
        }
        (None, _) => Ok(()),
    }
}

/// Writes the log, if one is asked for, with the errors that these verdicts tell.
pub fn write_verdicts(settings: &Settings, verified: &[Verdict<'_>], verdict: &str) -> Result<(), Failure> {
    let found = |verdict: &Verdict<'_>| match &verdict.outcome {
        Outcome::Unsafe(found) => found.failed().map(|failed| (failed, found.steps())),
        Outcome::Safe(_) | Outcome::Unknown(_) => None,
    };
    match settings.sarif {
        Some(_) => write(settings, &verified.iter().filter_map(found).collect::<Vec<_>>(), verdict),
        None => Ok(()),
    }
}

/// Writes the log of these errors, if one is asked for.
pub fn write(settings: &Settings, found: &[Found], verdict: &str) -> Result<(), Failure> {
    match &settings.sarif {
        Some(name) => files::write(name, log(settings, found, verdict).as_bytes()),
        None => Ok(()),
    }
}

/// The log.
fn log(settings: &Settings, found: &[Found], verdict: &str) -> String {
    let file = files::shown(settings.file(0)).into_owned();
    let (rules, weaknesses) = tables();
    let mut json = Json::default();
    json.open('{')
        .key("$schema")
        .string(SCHEMA)
        .key("version")
        .string("2.1.0")
        .key("runs")
        .open('[')
        .open('{');
    json.key("tool").open('{').key("driver").open('{').key("name").string("indubit");
    json.key("semanticVersion").string(VERSION).key("rules").open('[');
    rules.iter().for_each(|rule| add_rule(&mut json, rule));
    json.close(']').close('}').close('}');
    add_weaknesses(&mut json, weaknesses);
    json.key("columnKind").string("unicodeCodePoints");
    json.key("invocations").open('[').open('{').key("executionSuccessful").raw(true).close('}').close(']');
    json.key("results").open('[');
    found.iter().for_each(|found| add_result(&mut json, &file, &rules, found));
    json.close(']').key("properties").open('{').key("verdict").string(verdict).close('}');
    json.close('}').close(']').close('}');
    json.finish()
}

fn add_text(json: &mut Json, key: &str, text: &str) {
    json.key(key).open('{').key("text").string(text).close('}');
}

fn add_rule(json: &mut Json, (id, name, text, weaknesses): &Rule) {
    json.open('{').key("id").string(id).key("name").string(name);
    add_text(json, "shortDescription", text);
    json.key("defaultConfiguration").open('{').key("level").string("error").close('}');
    json.key("relationships").open('[');
    for weakness in weaknesses.iter() {
        json.open('{').key("target");
        add_weakness(json, *weakness);
        json.key("kinds").open('[').string("relevant").close(']').close('}');
    }
    let tags = weaknesses.iter().map(|number| format!("external/cwe/cwe-{:03}", number));
    json.close(']').key("properties").open('{').key("tags").strings(tags).close('}').close('}');
}

/// A reference to a weakness.
fn add_weakness(json: &mut Json, number: u16) {
    json.open('{').key("id").string(&format!("CWE-{}", number));
    json.key("toolComponent").open('{').key("name").string("CWE").close('}').close('}');
}

/// The list of weaknesses.
fn add_weaknesses(json: &mut Json, weaknesses: &[(u16, &str)]) {
    json.key("taxonomies").open('[').open('{').key("name").string("CWE").key("organization").string("MITRE");
    add_text(json, "shortDescription", "The Common Weakness Enumeration");
    json.key("informationUri").string("https://cwe.mitre.org/").key("taxa").open('[');
    for (number, name) in weaknesses {
        json.open('{').key("id").string(&format!("CWE-{}", number));
        add_text(json, "shortDescription", name);
        json.close('}');
    }
    json.close(']').close('}').close(']');
}

fn add_result(json: &mut Json, file: &str, rules: &[Rule], (failed, steps): &Found) {
    json.open('{').key("ruleId").string(failed.kind);
    if let Some(rule) = rules.iter().position(|(id, ..)| *id == failed.kind) {
        json.key("ruleIndex").raw(rule);
    }
    json.key("kind").string("fail").key("level").string("error");
    add_text(json, "message", &failed.text);
    let own = failed.file.as_deref().unwrap_or(file);
    let column = characters(own, failed.line, failed.column);
    json.key("locations").open('[').open('{');
    add_place(json, own, (failed.line, Some(column)));
    json.key("logicalLocations").open('[').open('{').key("name").string(&failed.function);
    json.key("kind").string("function").close('}').close(']').close('}').close(']');
    json.key("taxa").open('[');
    failed.weaknesses.iter().for_each(|&number| add_weakness(json, number));
    json.close(']').key("codeFlows").open('[').open('{').key("threadFlows").open('[').open('{');
    json.key("locations").open('[');
    for step in steps {
        let own = step.file.as_deref().unwrap_or(file);
        add_step(json, (own, step.line, None), step.depth, &step.text);
    }
    let depth = steps.last().map_or(0, |step| step.depth);
    add_step(json, (own, failed.line, Some(column)), depth, &failed.text);
    json.close(']').close('}').close(']').close('}').close(']').close('}');
}

/// A step of a flow.
fn add_step(json: &mut Json, place: (&str, usize, Option<usize>), depth: usize, text: &str) {
    json.open('{').key("location").open('{');
    add_place(json, place.0, (place.1, place.2));
    if !text.is_empty() {
        add_text(json, "message", text);
    }
    json.close('}').key("nestingLevel").raw(depth).close('}');
}

fn add_place(json: &mut Json, file: &str, (line, column): (usize, Option<usize>)) {
    json.key("physicalLocation").open('{').key("artifactLocation").open('{').key("uri").string(&uri(file));
    json.close('}').key("region").open('{').key("startLine").raw(line);
    if let Some(column) = column {
        json.key("startColumn").raw(column);
    }
    json.close('}').close('}');
}

/// The name of a file as a reference: relative as it is, else with the scheme `file`.
fn uri(file: &str) -> String {
    let mut uri = String::from(if Path::new(file).is_absolute() { "file://" } else { "" });
    for byte in file.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => {
                uri.push(byte.into())
            }
            _ => uri.push_str(&format!("%{:02X}", byte)),
        }
    }
    uri
}

/// The column in characters, from 1, of a byte in a line; the column in bytes where the file cannot be read again.
fn characters(file: &str, line: usize, column: usize) -> usize {
    let text =
        std::fs::metadata(file).ok().filter(|data| data.is_file()).and_then(|_| std::fs::read(file).ok());
    let lines = text.as_deref().map(|text| text.split(|&byte| byte == b'\n').nth(line.saturating_sub(1)));
    match lines.flatten() {
        Some(bytes) => String::from_utf8_lossy(&bytes[..bytes.len().min(column - 1)]).chars().count() + 1,
        None => column,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_references() {
        assert_eq!(uri("a b/sum#1.c"), "a%20b/sum%231.c");
        assert_eq!(uri("/srv/sum.c"), "file:///srv/sum.c");
    }
}
