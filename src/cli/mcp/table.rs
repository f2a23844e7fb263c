//! The tools, and their arguments: one table each. The schemas for a client are made from them, and a call is read by
//! them, so that no argument is taken that is not published.
//!
//! A tool is a command line of this program. Words in braces are filled in: `{model}` is the file of the call; a word
//! with a file of evidence, as `{proof}`, is left out if the call names no folder.

use crate::cli::json_value::Value;
use indubit::base::Json;
use Form::{Lines, Seconds, Text, Whole, Word};

/// The values of an argument.
pub enum Form {
    /// A text that is not empty.
    Text,
    /// A whole number from 1 to the largest one that is taken.
    Whole(u64),
    /// Seconds, with decimals, up to the most.
    Seconds(u64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// Texts of one line.
    Lines,
}

/// An argument: its name, its values, the option of the command that gets the value (or nothing), its meaning.
pub type Argument = (&'static str, Form, &'static str, &'static str);

/// A tool.
pub struct Tool {
    pub name: &'static str,
    about: &'static str,
    /// The command line, without the options of arguments.
    pub command: &'static [&'static str],
    /// The arguments that it takes, beside those of every tool.
    takes: &'static [&'static str],
    /// Arguments of which a call has just one.
    pub one_of: &'static [&'static str],
}

/// The arguments that every tool takes, and those of them that it needs.
const COMMON: [&str; 9] =
    ["path", "text", "name", "folder", "timeout_seconds", "memory_mb", "integers", "arch", "function"];
pub const REQUIRED: [&str; 2] = ["timeout_seconds", "memory_mb"];

#[rustfmt::skip]
const ARGUMENTS: [Argument; 22] = [
    ("path", Text, "", "the file of the model: C, AIGER, BTOR2, VMT-LIB, automaton, Horn clauses"),
    ("text", Text, "", "the model itself, in place of `path`; needs `name`"),
    ("name", Text, "", "the file name of `text`; its suffix tells the language, as that of sum.c"),
    ("folder", Text, "", "a folder for evidence, which does not exist yet"),
    ("timeout_seconds", Seconds(604_800), "--timeout", "the budget of time"),
    ("memory_mb", Whole(1_000_000_000), "--memory", "the budget of memory"),
    ("integers", Word(&["words", "math"]), "--integers", "C: integers as words (default), or unbounded"),
    ("arch", Word(&["32", "64"]), "--arch", "C: the data model; 32 by default"),
    ("function", Text, "--function", "C: this function alone, by its contract"),
    ("property", Text, "--property", "b0, j0, ..., or of C unreach-call, no-overflow, termination, all, ..."),
    ("checks", Text, "--check", "C: further errors, such as bounds,memory,overflow,division,shifts, or all"),
    ("engine", Text, "--engine", "one engine in place of the portfolio"),
    ("threads", Whole(1024), "--threads", "threads at once"),
    ("seed", Whole(u64::MAX), "--seed", "the seed of all choices"),
    ("lemmas_path", Text, "--lemmas", "a file of lemmas, of which the good ones are assumed"),
    ("candidates", Lines, "", "lemmas: C `LINE: EXPRESSION`, systems `(assert ...)`, clauses `(define-fun ...)`"),
    ("candidates_path", Text, "", "a file of candidates, or a certificate, in place of `candidates`"),
    ("max_steps", Whole(1_000_000), "--max-depth", "the bound: the most steps of a counterexample"),
    ("evidence_path", Text, "", "a certificate or a witness"),
    ("steps", Whole(u64::MAX), "--steps", "the most steps of a run"),
    ("runs", Whole(u64::MAX), "--runs", "the number of runs"),
    ("to", Word(&["aag", "btor2", "vmt", "cfa", "smt2", "dot"]), "", "the format, by its suffix"),
];

const QUESTION: &[&str] = &["property", "checks", "engine", "threads", "seed", "lemmas_path"];
const CANDIDATES: &[&str] = &["candidates", "candidates_path"];
const TRY: &[&str] = &["try", "{model}", "{candidates}", "--json", "--houdini={kept}"];

const PROOFS: [&str; 2] = ["--certificate={proof}", "--witness={witness}"];

#[rustfmt::skip]
pub const TOOLS: [Tool; 8] = [
    Tool { name: "verify", takes: QUESTION, one_of: &[],
        about: "Proves or refutes the properties of a model, with checked evidence. `scope.notes` says what was not \
            looked for.",
        command: &["verify", "{model}", "--json", "--show-trace", "--show-invariant", PROOFS[0], PROOFS[1]] },
    Tool { name: "try", takes: &["property", "candidates", "candidates_path"], one_of: CANDIDATES,
        about: "Says of each candidate lemma whether it holds initially and whether steps preserve it, alone and with \
            the others, and whether the good ones prove the properties.",
        command: TRY },
    Tool { name: "salvage", takes: &["property", "candidates", "candidates_path"], one_of: CANDIDATES,
        about: "Keeps the largest inductive part of a set of candidate lemmas. A dropped one fails on `initial` or \
            `step`, with a state; of a property that is not proved there is a bad state that the kept ones admit.",
        command: TRY },
    Tool { name: "bound", takes: &["property", "checks", "max_steps"], one_of: &["max_steps"],
        about: "Looks for a counterexample of at most `max_steps` steps. Without one the verdict is `not-checked`, for \
            longer ones were not looked at, and `no_error_up_to` has the bound.",
        command: &["verify", "{model}", "--engine=bmc", "--json", "--show-trace", PROOFS[0], PROOFS[1]] },
    Tool { name: "explain", takes: QUESTION, one_of: &[],
        about: "Verifies a model, and says why a verdict is missing: what is not understood, what was tried, what may \
            help.",
        command: &["verify", "{model}", "--json"] },
    Tool { name: "check", takes: &["property", "checks", "evidence_path"], one_of: &["evidence_path"],
        about: "Checks evidence, of this program or another one, against a model; `not-checked` if it is wrong.",
        command: &["check", "{model}", "{evidence}"] },
    Tool { name: "run", takes: &["steps", "runs", "seed"], one_of: &[],
        about: "Runs a model with random values. Runs without an error prove nothing: `not-checked`.",
        command: &["run", "{model}"] },
    Tool { name: "convert", takes: &["to"], one_of: &["to"],
        about: "Writes a model in another format, into `folder`, or as the text `output`. Nothing is verified.",
        command: &["convert", "{model}", "{out}"] },
];

/// The schema of an answer.
const ANSWER: &str = r#"{"type":"object","properties":{"verdict":{"type":"string","enum":
["proved","refuted","unknown","not-checked","nothing-asked"]},"scope":{"type":"object"},"budget":{"type":"object"},
"evidence":{"type":"array","items":{"type":"string"}}},"required":["verdict","scope","evidence","budget"]}"#;

impl Tool {
    /// The arguments.
    pub fn arguments(&self) -> impl Iterator<Item = &'static Argument> {
        let takes = self.takes;
        ARGUMENTS.iter().filter(move |(name, ..)| COMMON.contains(name) || takes.contains(name))
    }

    /// Writes the entry of the list of tools.
    pub fn publish(&self, json: &mut Json) {
        json.open('{').key("name").string(self.name).key("description").string(self.about);
        json.key("inputSchema").open('{').key("type").string("object").key("properties").open('{');
        for (name, form, _, about) in self.arguments() {
            json.key(name).raw(format!(r#"{{{},"description":"{}"}}"#, schema(form), about));
        }
        let one = self.one_of.iter().filter(|_| self.one_of.len() == 1);
        json.close('}').key("required").strings(REQUIRED.iter().chain(one));
        json.key("additionalProperties")
            .raw(false)
            .close('}')
            .key("outputSchema")
            .raw(ANSWER.replace("\n", ""))
            .close('}');
    }
}

/// The schema of the values of an argument, without its braces.
fn schema(form: &Form) -> String {
    match form {
        Text => r#""type":"string","minLength":1"#.to_string(),
        Whole(most) => format!(r#""type":"integer","minimum":1,"maximum":{}"#, most),
        Seconds(most) => format!(r#""type":"number","exclusiveMinimum":0,"maximum":{}"#, most),
        Word(words) => format!(r#""type":"string","enum":["{}"]"#, words.join("\",\"")),
        Lines => {
            r#""type":"array","minItems":1,"items":{"type":"string","pattern":"^\\s*[^#;\\s][^;\\n\\r]*$"}"#
                .to_string()
        }
    }
}

/// Fails if an argument may not have this value.
pub fn accept((name, form, ..): &Argument, value: &Value) -> Result<(), String> {
    let text = value.text().filter(|text| !text.is_empty() && !text.contains('\0'));
    let number = value.number().unwrap_or("");
    // A comment would be passed over in silence, with the lemma behind it.
    let is_bad = |c: char| c == ';' || c.is_control();
    let is_line = |line: &str| !line.is_empty() && !line.starts_with('#') && !line.contains(is_bad);
    let is_line = |value: &Value| value.text().map_or(false, |line| is_line(line.trim()));
    let fits = match form {
        Text => text.is_some(),
        Word(words) => text.map_or(false, |text| words.contains(&text)),
        Whole(most) => number.parse().map_or(false, |n: u64| n > 0 && n <= *most),
        Seconds(most) => number.parse().map_or(false, |n: f64| n > 0.0 && n <= *most as f64),
        Lines => value.list().map_or(false, |list| !list.is_empty() && list.iter().all(is_line)),
    };
    Some(()).filter(|()| fits).ok_or_else(|| format!("{}: expected {{{}}}", name, schema(form)))
}
