//! The output of a run besides its verdicts: JSON and statistics.

use super::show;
use crate::cli::options::Settings;
use crate::cli::verdicts::{self, overall, verdict, Words};
use indubit::base::{Believed, Json};
use indubit::engine::Outcome;
use indubit::engine::Sequence;
use indubit::input::Model;
use indubit::portfolio::{Checking, Counterexample, Failed, ModelVerifier, Verdict};

/// The version of the JSON object, which the README describes. A field may be added without a new one.
pub const VERSION: u32 = 1;

/// The results of a run, from which its output is made.
pub struct Report<'a> {
    pub settings: &'a Settings,
    pub model: &'a Model,
    pub verified: &'a [Verdict<'a>],
    pub verifier: &'a ModelVerifier<'a>,
    /// Whether evidence follows on standard output.
    pub prints_evidence: bool,
    /// By property: the lemmas of the user that the proof needs, if there are any and that is known.
    pub needed: &'a [Option<Vec<usize>>],
    /// Seconds until the model was read.
    pub reading: f64,
    /// Seconds until the first engine began: reductions and encodings of the model; those of a portfolio's members come
    /// later.
    pub set_up: f64,
    /// Seconds of the whole run.
    pub seconds: f64,
    pub believed: Believed,
}

impl Report<'_> {
    /// The verdicts, and the evidence that was asked for in readable form.
    pub fn text(&self) -> String {
        if self.settings.competition {
            return format!("{}\n", verdicts::competition(self.verified));
        }
        let mut text =
            verdicts::text(self.verified, Words::of(self.settings)) + &verdicts::believed(self.believed);
        for v in self.verified {
            if let Outcome::Unsafe(trace) = &v.outcome {
                let failed = verdicts::violation(self.model, v.property, trace, Words::of(self.settings));
                if self.prints_evidence {
                    // Nothing stands between a verdict and its evidence.
                    say!("indubit: {}", failed);
                } else {
                    text.push_str(&format!("{}\n", failed));
                }
                match self.is_shortest(v, trace) {
                    Some(line) if self.prints_evidence => say!("indubit: {}", line),
                    Some(line) => text.push_str(&format!("{}\n", line)),
                    None => {}
                }
                if let Some(value) = trace.made_up() {
                    text.push_str(&format!("rests on a value that the program does not give: {}\n", value));
                }
            }
        }
        text + &show::text(self.settings, self.model, self.verified)
    }

    /// The sentence that says whether there is a shorter counterexample, if the user wants to know.
    fn is_shortest(&self, v: &Verdict<'_>, trace: &Counterexample<'_>) -> Option<String> {
        self.settings.shortest.0?;
        let least = v.least_depth?;
        Some(if v.is_shortest() {
            "no shorter counterexample exists".to_string()
        } else if least.transitions() == 0 {
            "shorter counterexamples were not looked for".to_string()
        } else {
            format!(
                "shorter counterexamples were not looked for from depth {} to {}",
                least,
                trace.depth().transitions() - 1
            )
        })
    }

    /// One JSON object, with the evidence that was asked for.
    pub fn json(&self) -> String {
        self.json_with(self.settings.show_trace.is_on(), self.settings.show_invariant.is_on())
    }

    /// The object with all evidence.
    pub fn whole_json(&self) -> String {
        self.json_with(true, true)
    }

    fn json_with(&self, trace: bool, invariant: bool) -> String {
        let mut json = Json::default();
        let words = Words::of(self.settings);
        json.open('{').key("version").raw(VERSION).key("verdict").string(overall(self.verified, words));
        json.key("exit_code").raw(verdicts::code(self.verified, words));
        json.key("checked").raw(self.settings.verify.check != Checking::Off);
        if self.settings.verify.check == Checking::Full {
            json.key("believed").open('{');
            for (kind, number) in self.believed.kinds() {
                json.key(kind).raw(number);
            }
            json.close('}');
        }
        json.key("properties").open('[');
        for (v, needed) in self.verified.iter().zip(self.needed) {
            self.property(&mut json, v, needed.as_deref());
            show::json(trace, invariant, v, &mut json);
            json.close('}');
        }
        json.close(']').key("seconds").raw(format!("{:.3}", self.seconds));
        json.key("statistics").open('{');
        for (name, value) in self.verifier.statistics() {
            json.key(&name).raw(value);
        }
        json.close('}');
        if let Some(sequence) = self.verifier.sequence() {
            json.key("sequence").open('{');
            json.key("latches").raw(sequence.latches).key("length").raw(sequence.length);
            json.key("variables").raw(sequence.variables).key("clauses").raw(sequence.clauses);
            json.key("visible").open('[');
            sequence.visible.iter().for_each(|&n| {
                json.raw(n);
            });
            json.close(']').close('}');
        }
        json.close('}');
        json.finish()
    }

    /// Begins the object of a property.
    fn property(&self, json: &mut Json, v: &Verdict<'_>, needed: Option<&[usize]>) {
        json.open('{').key("index").raw(v.property.index());
        if v.property.is_justice() {
            json.key("kind").string("justice");
        }
        let name = self.model.property_name(v.property);
        if !name.is_empty() {
            json.key("name").string(name);
        }
        json.key("verdict").string(verdict(v, Words::of(self.settings))).key("engine").string(v.by);
        match &v.outcome {
            Outcome::Safe(certificate) => {
                let size = certificate.size();
                match size.k {
                    Some(k) => json.key("k").raw(k),
                    None => json.key(size.unit).raw(size.parts),
                };
            }
            Outcome::Unsafe(trace) => {
                json.key("depth").raw(trace.depth());
                if v.is_shortest() {
                    json.key("shortest").raw(true);
                }
                if let Some(told) = trace.sentence() {
                    json.key("told").string(&told);
                }
                trace.failed().iter().for_each(|failed| failure(json, failed));
                if let Some(value) = trace.made_up() {
                    json.key("rests_on").string(&value);
                }
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
        if let Some(needed) = needed {
            json.key("needs").open('[');
            for lemma in needed {
                json.raw(lemma);
            }
            json.close(']');
        }
        if !v.defects.is_empty() {
            json.key("defects").open('[');
            for defect in &v.defects {
                json.string(&defect.to_string());
            }
            json.close(']');
        }
    }

    /// Lines for standard error.
    pub fn statistics(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.verifier.statistics() {
            text.push_str(&format!("{:>12}  {}\n", value, name));
        }
        if self.settings.verify.check == Checking::Full {
            for (kind, number) in self.believed.kinds() {
                text.push_str(&format!("{:>12}  steps about {} believed\n", number, kind));
            }
        }
        for (member, seconds) in self.verifier.seconds().into_iter().filter(|&(_, seconds)| seconds > 0.0) {
            text.push_str(&format!("{:>12.3}  {}: seconds\n", seconds, member));
        }
        text.push_str(&format!("{:>12.3}  seconds for reading the model\n", self.reading));
        text.push_str(&format!("{:>12.3}  seconds for reducing and encoding it\n", self.set_up));
        text.push_str(&format!("{:>12.3}  seconds\n", self.seconds));
        if let Some(sequence) = self.verifier.sequence() {
            text.push_str(&tables(&sequence, overall(self.verified, Words::of(self.settings)), self.seconds));
        }
        text
    }
}

/// The error at the end of a run, as a field.
pub fn failure(json: &mut Json, failed: &Failed) {
    json.key("failure").open('{').key("kind").string(failed.kind);
    json.key("text").string(&failed.text).key("line").raw(failed.line);
    json.key("column").raw(failed.column).key("function").string(&failed.function).close('}');
}

/// Tables I and II of Vizel, Grumberg and Shoham (FMCAD 2012), a row each: the visible latches by ranges of frames, if
/// there is an abstraction, and the size of the final sequence of frames.
fn tables(sequence: &Sequence, verdict: &str, seconds: f64) -> String {
    let mut text = String::new();
    if !sequence.visible.is_empty() {
        text.push_str(&format!("\n{:>8}  visible latches [frames] number\n{:>8}", "#Vars", sequence.latches));
        let mut from = 0;
        while from < sequence.visible.len() {
            let number = sequence.visible[from];
            let same = sequence.visible[from..].iter().take_while(|&&n| n == number).count();
            text.push_str(&format!("  [{}-{}] {}", from, from + same - 1, number));
            from += same;
        }
        text.push('\n');
    }
    let Sequence { latches, variables, clauses, length, .. } = sequence;
    let head = ["#Vars", "Stat", "#V[Ω]", "#C[Ω]", "k", "T"].map(|word| format!("{:>8}", word)).join(" ");
    text.push_str(&format!("\n{}\n", head));
    text.push_str(&format!(
        "{:>8} {:>8} {:>8} {:>8} {:>8} {:>8.2}\n",
        latches, verdict, variables, clauses, length, seconds
    ));
    text
}
