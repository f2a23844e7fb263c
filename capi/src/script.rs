//! SMT-LIB dialogues in safe Rust: what the calls `indubit_script_...` of `indubit.h` do.
//!
//! All of it is said in commands, and read from their answers: a value by `get-value`, an optimum by `get-objectives`.
//! Models are gone through in a scope, in which each model is excluded after its values were read.

use indubit::base::Budget;
use indubit::session::{Interpreter, ScriptOptions};
use std::fmt;

/// All models, which are being gone through.
#[derive(Debug)]
struct Walk {
    terms: Vec<String>,
    /// The scopes, as `get-info` tells their number.
    level: String,
    /// That the last model is not met again.
    block: Option<String>,
}

/// The kind of an optimum. The numbers are those of C.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A model has it.
    Reached = 1,
    /// All values are above, and as near as one likes.
    Above = 2,
    /// All values are below, and as near as one likes.
    Below = 3,
    /// There are values beyond any number.
    Unbounded = 4,
}

/// The best value of an objective.
#[derive(Clone, PartialEq, Debug)]
pub struct Optimum {
    /// How it is reached.
    pub kind: Kind,
    /// The nearest number; infinite if there is no bound.
    pub number: f64,
    /// The value or bound in SMT-LIB's words; empty if there is none.
    pub text: String,
}

/// A dialogue.
pub struct Script {
    interpreter: Interpreter,
    walk: Option<Walk>,
}

impl fmt::Debug for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Script").field("walk", &self.walk).finish_non_exhaustive()
    }
}

impl Script {
    /// A dialogue in which nothing was said.
    pub fn new(budget: &Budget) -> Script {
        let options = ScriptOptions { budget: budget.clone(), ..ScriptOptions::default() };
        Script { interpreter: Interpreter::new(options), walk: None }
    }

    /// Carries commands out; their answers.
    pub fn run(&mut self, commands: &str) -> String {
        self.interpreter.execute(commands)
    }

    /// The answer to one command.
    fn answer(&mut self, command: &str) -> Result<String, String> {
        let answer = self.run(command).trim().to_string();
        match answer.strip_prefix("(error \"") {
            Some(rest) => Err(rest.trim_end_matches(')').trim_end_matches('"').replace("\"\"", "\"")),
            None => Ok(answer),
        }
    }

    /// Checks the assertions: 10 satisfiable, 20 unsatisfiable, 0 unknown.
    pub fn check(&mut self) -> i32 {
        match self.answer("(check-sat)").as_deref() {
            Ok("sat") => 10,
            Ok("unsat") => 20,
            Ok(_) | Err(_) => 0,
        }
    }

    /// The value of a term in the last model.
    ///
    /// # Errors
    ///
    /// If there is no model, or the text is not one term.
    pub fn value(&mut self, term: &str) -> Result<String, String> {
        match &parts(term)?[..] {
            [term] => self.values(&[term.to_string()]).map(|mut values| values.pop().unwrap_or_default()),
            several => Err(format!("expected one term, found {}", several.len())),
        }
    }

    fn values(&mut self, terms: &[String]) -> Result<Vec<String>, String> {
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let told = self.answer(&format!("(get-value ({}))", terms.join(" ")))?;
        inside(&told)?.into_iter().map(last).collect()
    }

    /// The optimum of an objective after a check; objectives count from 0, as `get-objectives` lists them.
    ///
    /// # Errors
    ///
    /// If the last check has found no model, or there is no such objective.
    pub fn optimum(&mut self, objective: usize) -> Result<Optimum, String> {
        let told = self.answer("(get-objectives)")?;
        let lines = inside(&told)?;
        let line = lines.get(objective + 1).ok_or_else(|| format!("there is no objective {}", objective))?;
        let text = last(line)?;
        let of = |kind, text: &str| {
            let number = number(text).ok_or_else(|| format!("{} is no number", text))?;
            Ok(Optimum { kind, number, text: text.to_string() })
        };
        let (above, number) = match &inside(&text).unwrap_or_default()[..] {
            ["+", bound, "epsilon"] => return of(Kind::Above, bound),
            ["+", bound, _] => return of(Kind::Below, bound),
            ["*", _, "oo"] => (true, f64::NEG_INFINITY),
            _ => (text == "oo", f64::INFINITY),
        };
        if above {
            return Ok(Optimum { kind: Kind::Unbounded, number, text: String::new() });
        }
        of(Kind::Reached, &text)
    }

    fn level(&mut self) -> Result<String, String> {
        self.answer("(get-info :assertion-stack-levels)")
    }

    /// Begins to go through all models, as far as they differ on these terms.
    ///
    /// # Errors
    ///
    /// If the text is not a list of terms.
    pub fn models(&mut self, terms: &str) -> Result<(), String> {
        self.end_models();
        let terms: Vec<String> = parts(terms)?.into_iter().map(String::from).collect();
        self.answer("(push 1)")?;
        self.walk = Some(Walk { terms: terms.clone(), level: self.level()?, block: None });
        for term in terms {
            // Says nothing, and fails for what is no term.
            if let Err(message) = self.answer(&format!("(assert (= {} {}))", term, term)) {
                self.end_models();
                return Err(message);
            }
        }
        Ok(())
    }

    /// Whether there is a further model. Behind the last one, the models are at their end.
    ///
    /// # Errors
    ///
    /// If the models were not begun or are at their end, or it is unknown whether there is a further one.
    pub fn next_model(&mut self) -> Result<bool, String> {
        let found = self.step();
        if found != Ok(true) {
            self.end_models();
        }
        found
    }

    fn step(&mut self) -> Result<bool, String> {
        let walk = self.walk.as_mut().ok_or("indubit_script_models must come before")?;
        let (block, terms, level) = (walk.block.take(), walk.terms.clone(), walk.level.clone());
        if self.level()? != level {
            return Err("scopes were opened or left between two models".to_string());
        }
        if let Some(block) = block {
            self.answer(&block)?;
        }
        match self.check() {
            10 => {}
            20 => return Ok(false),
            _ => return Err(self.answer("(get-info :reason-unknown)")?),
        }
        let mut block = "(assert (not (and true true".to_string();
        for (term, value) in terms.iter().zip(self.values(&terms)?) {
            block.push_str(&format!(" (= {} {})", term, value));
        }
        if let Some(walk) = &mut self.walk {
            walk.block = Some(block + ")))");
        }
        Ok(true)
    }

    /// Ends the models: the assertions are those before.
    pub fn end_models(&mut self) {
        if let Some(walk) = self.walk.take() {
            if self.level() == Ok(walk.level) {
                self.run("(pop 1)");
            }
        }
    }
}

/// The S-expressions of a text, one after the other.
fn parts(text: &str) -> Result<Vec<&str>, String> {
    let (mut found, mut depth, mut start, mut closer) = (Vec::new(), 0usize, None, None);
    for (at, c) in text.char_indices() {
        if let Some(quote) = closer {
            // A quote within a text is written twice, so that the text goes on at once.
            closer = Some(quote).filter(|&quote| quote != c);
            continue;
        }
        let ends = matches!(c, '(' | ')') || c.is_whitespace();
        if let (true, 0, Some(from)) = (ends, depth, start) {
            found.push(&text[from..at]);
            start = None;
        }
        match c {
            '"' | '|' => closer = Some(c),
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1).ok_or("a list is closed that was not opened")?,
            ';' => return Err("a term has no comments here".to_string()),
            _ if c.is_whitespace() => continue,
            _ => {}
        }
        let from = *start.get_or_insert(at);
        if c == ')' && depth == 0 {
            found.push(&text[from..=at]);
            start = None;
        }
    }
    if depth > 0 || closer.is_some() {
        return Err("a list or a text is not closed".to_string());
    }
    found.extend(start.map(|from| &text[from..]));
    Ok(found)
}

/// The parts of a list.
fn inside(list: &str) -> Result<Vec<&str>, String> {
    let list = list.strip_prefix('(').and_then(|list| list.strip_suffix(')'));
    parts(list.ok_or("expected a list")?)
}

fn last(list: &str) -> Result<String, String> {
    inside(list)?.pop().map(String::from).ok_or_else(|| "expected a value".to_string())
}

/// The number nearest to one that is written in SMT-LIB's words.
fn number(text: &str) -> Option<f64> {
    match &inside(text).unwrap_or_default()[..] {
        ["-", of] => Some(-number(of)?),
        ["/", of, by] => Some(number(of)? / number(by)?),
        _ => text.parse().ok(),
    }
}
