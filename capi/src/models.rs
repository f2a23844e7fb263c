//! Models in safe Rust: what the calls of `indubit.h` do.

use crate::builder::Builder;
use crate::{language, report};
use indubit::base::Budget;
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::{self, CheckOptions};
use indubit::input::{read, Format, InputOptions, Model};
use indubit::model::PropertyId;
use indubit::portfolio::{verify, Checking, Counterexample, Engine, Form, VerifyOptions, WriteError};

/// The exit codes of the program.
pub mod code {
    /// A property fails.
    pub const UNSAFE: i32 = 10;
    /// All properties hold.
    pub const SAFE: i32 = 20;
    /// Neither is known.
    pub const UNKNOWN: i32 = 30;
    /// An option is wrong.
    pub const USAGE: i32 = 1;
    /// The model is wrong.
    pub const INPUT: i32 = 2;
    /// Evidence failed its check.
    pub const EVIDENCE: i32 = 3;
    /// The text of a model was written.
    pub const BUILT: i32 = 0;
}

/// An answer: its code, a text for people and programs, and evidence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// One of [`code`].
    pub code: i32,
    /// A line for each property: `b0 safe`, `b1 unsafe 7`, `b2 unknown REASON`; or the message of an error. With
    /// `answer=json` in place of the lines an object, in which each property has its trace or invariant.
    pub text: String,
    /// The evidence for the verdicts, one after the other.
    pub evidence: Vec<u8>,
}

fn failed(code: i32, text: impl ToString) -> Reply {
    Reply { code, text: text.to_string(), evidence: Vec::new() }
}

/// The options of a call.
struct Settings {
    verify: VerifyOptions,
    form: Form<'static>,
    input: InputOptions,
    answer: Answer,
}

/// The form of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    /// A line for each property.
    Text,
    /// The same, each with the parts of its invariant or its trace behind it.
    Told,
    Json,
}

/// Reads options, `key=value` with blanks between them.
fn settings(text: &str) -> Result<Settings, String> {
    let (verify, input) = (VerifyOptions::default(), InputOptions::default());
    let mut settings = Settings { verify, form: Form::Text, input, answer: Answer::Text };
    // The run that a random run finds has no text form.
    settings.verify.portfolio.random_runs = false;
    for word in text.split_whitespace() {
        let (key, value) =
            word.split_once('=').ok_or_else(|| format!("expected key=value, found `{}`", word))?;
        let number =
            || value.parse::<u64>().map_err(|_| format!("{}: expected a number, found `{}`", key, value));
        if language::read(&mut settings.input, key, value)? {
            continue;
        }
        match key {
            "engine" => {
                let engine = Engine::ALL.iter().find(|engine| engine.name() == value);
                settings.verify.engine = *engine.ok_or_else(|| format!("there is no engine `{}`", value))?;
            }
            "threads" => settings.verify.threads = number()?.max(1) as usize,
            "seed" => settings.verify.seed = number()?,
            "random-runs" | "random_runs" => {
                settings.verify.portfolio.random_runs = language::is_on(key, value)?;
            }
            "property" => {
                // A justice property is told by its kind.
                let justice = value.strip_prefix('j').and_then(|digits| digits.parse::<u32>().ok());
                let property = match justice {
                    Some(index) => PropertyId::justice(index as usize),
                    None => PropertyId::new(number()? as usize),
                };
                settings.verify.properties = Some(vec![property]);
            }
            "answer" => {
                let forms = [("text", Answer::Text), ("told", Answer::Told), ("json", Answer::Json)];
                settings.answer = language::one_of(key, value, &forms)?;
            }
            // `check` is the old name.
            "evidence" | "check" => {
                let efforts = [("on", Checking::On), ("full", Checking::Full), ("off", Checking::Off)];
                settings.verify.check = language::one_of(key, value, &efforts)?;
            }
            "form" => {
                let aiger = Form::WitnessCircuit { binary: true };
                let forms =
                    [("text", Form::Text), ("script", Form::Script), ("vmt", Form::Vmt), ("aiger", aiger)];
                settings.form = language::one_of(key, value, &forms)?;
            }
            "format" => {
                let formats = [
                    ("aiger", Format::Aiger),
                    ("btor2", Format::Btor2),
                    ("vmt", Format::Vmt),
                    ("cfa", Format::Cfa),
                    ("c", Format::C),
                    ("horn", Format::Horn),
                ];
                settings.input.format = Some(language::one_of(key, value, &formats)?);
            }
            _ => return Err(format!("there is no option `{}`", key)),
        }
    }
    Ok(settings)
}

fn model(name: &str, bytes: &[u8], options: &InputOptions, budget: &Budget) -> Result<Model, Reply> {
    read(name, bytes, options, budget).map_err(|error| match budget.check() {
        Ok(()) => failed(code::INPUT, error),
        Err(limit) => failed(code::UNKNOWN, limit),
    })
}

/// Verifies a model.
pub fn verify_model(name: &str, bytes: &[u8], options: &str, budget: &Budget) -> Reply {
    let settings = match settings(options) {
        Ok(settings) => settings,
        Err(message) => return failed(code::USAGE, message),
    };
    match model(name, bytes, &settings.input, budget) {
        Ok(model) => verify_read(&model, &settings, budget),
        Err(answer) => answer,
    }
}

/// The text of a model that was built, or the first error.
pub fn built(builder: &Builder) -> Reply {
    match builder.text() {
        Ok((text, _)) => Reply { code: code::BUILT, text, evidence: Vec::new() },
        Err(message) => failed(code::INPUT, message),
    }
}

/// Verifies the text of a model that was built.
pub fn verify_built(builder: &Builder, options: &str, budget: &Budget) -> Reply {
    let (text, format) = match builder.text() {
        Ok((text, is_clauses)) => (text, if is_clauses { "horn" } else { "vmt" }),
        Err(message) => return failed(code::INPUT, message),
    };
    verify_model("", text.as_bytes(), &format!("{} format={}", options, format), budget)
}

/// Checks evidence about the text of a model that was built.
pub fn check_built(builder: &Builder, claims: &[u8], budget: &Budget) -> Reply {
    let (text, format) = match builder.text() {
        Ok((text, is_clauses)) => (text, if is_clauses { "format=horn" } else { "format=vmt" }),
        Err(message) => return failed(code::INPUT, message),
    };
    check_evidence_with("", text.as_bytes(), format, claims, budget)
}

fn verify_read(model: &Model, settings: &Settings, budget: &Budget) -> Reply {
    if model.property_count() == 0 {
        return failed(code::INPUT, "nothing to verify");
    }
    let mut wanted = settings.verify.properties.iter().flatten();
    if let Some(property) = wanted.find(|&&property| !model.has(property)) {
        let message = format!("there is no property {}; the model has {}", property, model.property_count());
        return failed(code::USAGE, message);
    }
    let report = match verify(model, &settings.verify, budget, &mut ()) {
        Ok(report) => report,
        Err(error) => return failed(code::USAGE, error),
    };
    let (mut text, mut evidence, mut remark) = (String::new(), Vec::new(), String::new());
    let (mut fails, mut open, mut refused) = (false, false, false);
    for verdict in &report.verdicts {
        let line = match &verdict.outcome {
            Outcome::Safe(proof) => {
                if let Err(error) = proof.write(settings.form, &mut evidence) {
                    remark.push_str(&format!("no evidence for {}: {}\n", verdict.property, error));
                }
                "safe".to_string()
            }
            Outcome::Unsafe(found) => {
                fails = true;
                if let Err(error) =
                    write_run(found, (model, &settings.verify, verdict.property), budget, &mut evidence)
                {
                    remark.push_str(&format!("no evidence for {}: {}\n", verdict.property, error));
                }
                format!("unsafe {}", found.depth())
            }
            Outcome::Unknown(reason) => {
                open = true;
                refused |= reason.cause == StopCause::EvidenceFailed;
                format!("unknown {}", reason)
            }
        };
        text.push_str(&format!("{} {}\n", verdict.property, line));
        if settings.answer == Answer::Told {
            text.push_str(&report::told(verdict));
        }
    }
    text.push_str(&remark);
    if settings.answer == Answer::Json {
        text = report::json(model, &report.verdicts);
    }
    let code = match (fails, open, refused) {
        (true, ..) => code::UNSAFE,
        (false, true, true) => code::EVIDENCE,
        (false, true, false) => code::UNKNOWN,
        (false, false, _) => code::SAFE,
    };
    Reply { code, text, evidence }
}

/// Writes a counterexample. One that a random run has found has no text form: the engines then look for another without
/// random runs, and if they find none within the budget, it is a witness of the competition.
fn write_run(
    found: &Counterexample<'_>,
    (model, options, property): (&Model, &VerifyOptions, PropertyId),
    budget: &Budget,
    out: &mut Vec<u8>,
) -> Result<(), WriteError> {
    // Only proofs have other forms.
    match found.write(Form::Text, out) {
        Err(WriteError::Unfit(_)) if options.portfolio.random_runs => {}
        result => return result.map(drop),
    }
    let mut options = options.clone();
    options.portfolio.random_runs = false;
    options.properties = Some(vec![property]);
    if let Ok(report) = verify(model, &options, budget, &mut ()) {
        for verdict in &report.verdicts {
            if let Outcome::Unsafe(other) = &verdict.outcome {
                return other.write(Form::Text, out).map(drop);
            }
        }
    }
    // The time of making is part of the form, and no clock is read here.
    found.write(Form::Witness { time: "1970-01-01T00:00:00Z" }, out).map(drop)
}

/// Checks evidence about a model. It is safe if the evidence proves all properties.
pub fn check_evidence(name: &str, bytes: &[u8], claims: &[u8], budget: &Budget) -> Reply {
    check_evidence_with(name, bytes, "", claims, budget)
}

/// The same for a model that is read with options, those of `verify_model`.
pub fn check_evidence_with(name: &str, bytes: &[u8], options: &str, claims: &[u8], budget: &Budget) -> Reply {
    let input = match settings(options) {
        Ok(settings) => settings.input,
        Err(message) => return failed(code::USAGE, message),
    };
    let model = match model(name, bytes, &input, budget) {
        Ok(model) => model,
        Err(answer) => return answer,
    };
    let checked = match evidence::check(&model, claims, &CheckOptions::default(), budget) {
        Ok(checked) => checked,
        Err(error) => return failed(code::INPUT, error),
    };
    if checked.is_empty() {
        return failed(code::INPUT, "the evidence claims nothing");
    }
    let mut text = String::new();
    let (mut wrong, mut fails) = (false, false);
    let mut open: Vec<PropertyId> = model.property_ids().collect();
    for claim in &checked {
        match &claim.result {
            Ok(()) => {
                let word = if claim.is_safe { "safe" } else { "unsafe" };
                text.push_str(&format!("{} {}\n", claim.property, word));
                fails |= !claim.is_safe;
                open.retain(|&property| property != claim.property || !claim.is_safe);
            }
            Err(error) => {
                text.push_str(&format!("{} unknown {}\n", claim.property, error));
                wrong |= !matches!(error, evidence::CheckError::Limit(_));
            }
        }
    }
    let code = match (wrong, fails, open.is_empty()) {
        (true, ..) => code::EVIDENCE,
        (false, true, _) => code::UNSAFE,
        (false, false, true) => code::SAFE,
        (false, false, false) => code::UNKNOWN,
    };
    Reply { code, text, evidence: Vec::new() }
}
