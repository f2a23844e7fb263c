//! The answers about candidate lemmas, as text and as JSON.

use indubit::base::Json;
use indubit::evidence::workbench::{Tried, Workbench};
use indubit::input::Model;
use indubit::model::PropertyId;
use indubit::portfolio::Piece;

/// The number of the form of `--json`.
const VERSION: u32 = 1;

/// Numbers of lemmas as text.
pub fn numbers(lemmas: &[usize]) -> String {
    let texts: Vec<String> = lemmas.iter().map(|lemma| lemma.to_string()).collect();
    match texts.as_slice() {
        [] => "no lemma".to_string(),
        [one] => format!("lemma {}", one),
        several => format!("lemmas {}", several.join(", ")),
    }
}

/// The lemmas with the answers about them.
pub struct Bench<'a> {
    /// By lemma: its text.
    pub texts: Vec<String>,
    /// The answers.
    pub tried: &'a Workbench<Piece>,
}

impl Bench<'_> {
    /// The questions about a lemma, with their answers. The counterexample to induction is that of the question which
    /// assumes the most.
    pub fn answers(&self, lemma: usize) -> [(&'static str, &Result<(), Piece>); 3] {
        let tried = &self.tried.lemmas[lemma];
        [("initially", &tried.initially), ("alone", &tried.alone), ("together", &tried.together)]
    }

    /// The reason why a lemma is not good: an initial state, or a step from a state that satisfies all lemmas which
    /// were left.
    fn failure(&self, lemma: usize) -> Option<(&'static str, &Piece)> {
        let Tried { initially, together, at_last, .. } = &self.tried.lemmas[lemma];
        let initially = initially.as_ref().err().map(|piece| ("initial", piece));
        initially.or_else(|| Some(("step", together.as_ref().and(at_last.as_ref()).err()?)))
    }

    /// A table, and the counterexamples.
    pub fn text(&self, model: &Model, properties: &[PropertyId], is_safe: bool) -> String {
        let mut text = format!("{}\n", if is_safe { "safe" } else { "unknown" });
        text.push_str("lemma  initially  alone  together  good  formula\n");
        let word = |answer: &Result<(), Piece>| if answer.is_ok() { "yes" } else { "no" };
        for (lemma, formula) in self.texts.iter().enumerate() {
            let [(_, initially), (_, alone), (_, together)] = self.answers(lemma).map(|(n, a)| (n, word(a)));
            let good = if self.tried.good.contains(&lemma) { "yes" } else { "no" };
            text.push_str(&format!(
                "{:>5}  {:<9}  {:<5}  {:<8}  {:<4}  {}\n",
                lemma, initially, alone, together, good, formula
            ));
        }
        text.push_str(&format!("{} of {} lemmas are good\n", self.tried.good.len(), self.texts.len()));
        for lemma in 0..self.texts.len() {
            let piece = match self.failure(lemma) {
                Some(("initial", piece)) => {
                    text.push_str(&format!("\nlemma {} is false in this initial state:\n", lemma));
                    piece
                }
                Some((_, piece)) => {
                    let is_late = self.tried.lemmas[lemma].together.is_ok();
                    let before = if is_late { "the lemmas that were left" } else { "all" };
                    let step = "becomes false in this step, though";
                    text.push_str(&format!("\nlemma {} {} {} hold before:\n", lemma, step, before));
                    piece
                }
                None => continue,
            };
            text.push_str(&piece.table.text());
        }
        for &property in properties {
            match &self.tried.properties[property.index()] {
                Ok(needed) => {
                    text.push_str(&format!(
                        "\nproperty {}: proved by {}\n",
                        model.property_title(property),
                        numbers(needed)
                    ));
                }
                Err(piece) => {
                    text.push_str(&format!(
                        "\nproperty {}: the good lemmas admit this bad state:\n",
                        model.property_title(property)
                    ));
                    text.push_str(&piece.table.text());
                }
            }
        }
        text
    }

    /// One object.
    pub fn json(&self, properties: &[PropertyId], is_safe: bool) -> String {
        let mut json = Json::default();
        json.open('{').key("version").raw(VERSION);
        json.key("verdict").string(if is_safe { "safe" } else { "unknown" }).key("lemmas").open('[');
        for (lemma, formula) in self.texts.iter().enumerate() {
            json.open('{').key("formula").string(formula);
            for (question, answer) in self.answers(lemma) {
                json.key(question);
                json_answer(&mut json, answer.as_ref().err());
            }
            json.key("good").raw(self.tried.good.contains(&lemma));
            if let Some((on, piece)) = self.failure(lemma) {
                json.key("fails").open('{').key("on").string(on).key("state");
                json_answer(&mut json, Some(piece));
                json.close('}');
            }
            json.close('}');
        }
        json.close(']').key("properties").open('[');
        for property in properties {
            let answer = &self.tried.properties[property.index()];
            json.open('{').key("index").raw(property.index()).key("proved");
            json_answer(&mut json, answer.as_ref().err());
            if let Ok(needed) = answer {
                json.key("needs").open('[');
                for lemma in needed {
                    json.raw(lemma);
                }
                json.close(']');
            }
            json.close('}');
        }
        json.close(']').close('}');
        json.finish()
    }
}

/// True, or the counterexample.
fn json_answer(json: &mut Json, counterexample: Option<&Piece>) {
    let table = match counterexample {
        Some(piece) => &piece.table,
        None => {
            json.raw(true);
            return;
        }
    };
    json.open('{').key("names").open('[');
    for name in &table.names {
        json.string(name);
    }
    json.close(']').key("steps").open('[');
    for step in &table.steps {
        json.open('[');
        for value in step {
            json.string(value);
        }
        json.close(']');
    }
    json.close(']').close('}');
}
