//! Other programs, and what their output means.

use super::question::Form;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A program with its arguments.
pub struct Tool {
    words: Vec<String>,
    limit: Duration,
}

/// The answer of a program.
#[derive(Debug, Default)]
pub struct Answer {
    /// `sat`, `unsat` or `unknown`, in the order of the questions; hardware's and programs' unsafe is `sat`, safe is
    /// `unsat`.
    pub verdicts: Vec<&'static str>,
    /// All that it printed.
    pub output: String,
    /// The reason why its end is a failure by itself: a signal, a panic, evidence that its own check refused.
    pub crash: Option<String>,
}

/// Words of output, and what they mean. The first one that fits a line counts.
const LINES: &[(&str, &str)] = &[
    ("sat", "sat"),
    ("unsat", "unsat"),
    ("unknown", "unknown"),
    ("timeout", "unknown"),
    ("s SATISFIABLE", "sat"),
    ("s UNSATISFIABLE", "unsat"),
    ("s UNKNOWN", "unknown"),
    ("SATISFIABLE", "sat"),
    ("UNSATISFIABLE", "unsat"),
    ("INDETERMINATE", "unknown"),
    ("safe", "unsat"),
    ("unsafe", "sat"),
];

/// Beginnings of lines, and what they mean.
const BEGINS: &[(&str, &str)] =
    &[("Property proved", "unsat"), ("Output 0 of miter", "sat"), ("c SATISFIABLE", "sat")];

/// A C file whose `main` calls a program with all inputs.
const RUNS: &str = include_str!("runs.c");

/// Known habits of other tools that their standard does not have: a part of the command, a part of the output,
/// and the reason why such an answer does not count.
const QUIRKS: &[(&str, &str, &str)] = &[
    (
        "z3",
        "(error \"line",
        "commands that z3 does not know are errors, and later answers are about another script",
    ),
    ("cvc5", "(error", "cvc5 stops at its first error"),
    ("cvc5", "Parse Error", "the same"),
    ("yices", "(error", "yices refuses what its logic does not have"),
    ("bitwuzla", "error", "bitwuzla refuses other sorts"),
    ("abc", "There is no current network", "ABC does not read the file"),
];

impl Tool {
    /// A command line, whose words stand between blanks; quotes hold a word together.
    pub fn new(command: &str, limit: Duration) -> Tool {
        let mut words = vec![String::new()];
        let mut quote = None;
        for c in command.chars() {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (None, '\'' | '"') => quote = Some(c),
                (None, ' ') => words.push(String::new()),
                (_, c) => words.last_mut().expect("a word").push(c),
            }
        }
        words.retain(|word| !word.is_empty());
        Tool { words, limit }
    }

    /// The command with further words.
    pub fn with(&self, words: &[String]) -> Tool {
        Tool { words: self.words.iter().chain(words).cloned().collect(), limit: self.limit }
    }

    /// The name of the program.
    pub fn name(&self) -> &str {
        self.words.first().map_or("", |word| word.rsplit('/').next().unwrap_or(word))
    }

    /// The command line.
    pub fn command(&self) -> String {
        self.words.join(" ")
    }

    /// The language that the tool reads, by the placeholder of its command.
    pub fn form(&self) -> Option<Form> {
        let has = |form: &Form| self.words.iter().any(|word| word.contains(form.placeholder()));
        Form::ALL.into_iter().find(has)
    }

    /// The answer on a text, which it gets as a file.
    pub fn ask(&self, text: &[u8], suffix: &str, folder: &Path) -> Answer {
        let file = folder.join(format!("problem.{}", suffix));
        let started = fs::create_dir_all(folder).and_then(|()| fs::write(&file, text));
        match started.and_then(|()| self.answer(&file, folder)) {
            Ok(answer) => answer,
            Err(error) => Answer { output: error.to_string(), ..Answer::default() },
        }
    }

    fn answer(&self, file: &Path, folder: &Path) -> std::io::Result<Answer> {
        let mut words = Vec::new();
        for word in &self.words {
            match self.form() {
                Some(Form::Runs) if word == Form::Runs.placeholder() => {
                    let (calls, program) = (folder.join("runs.c"), folder.join("runs"));
                    fs::write(&calls, RUNS)?;
                    let parts = [
                        "-o".into(),
                        program.to_string_lossy(),
                        file.to_string_lossy(),
                        calls.to_string_lossy(),
                    ];
                    words.extend(parts.iter().map(|part| part.to_string()));
                }
                Some(form) => words.push(word.replace(form.placeholder(), &file.to_string_lossy())),
                None => words.push(word.clone()),
            }
        }
        let answer = self.run(&words, folder)?;
        match self.form() {
            Some(Form::Runs) if folder.join("runs").exists() => {
                self.run(&[folder.join("runs").to_string_lossy().to_string()], folder)
            }
            _ => Ok(answer),
        }
    }

    fn run(&self, words: &[String], folder: &Path) -> std::io::Result<Answer> {
        let output = folder.join("output");
        let out = File::create(&output)?;
        let err = out.try_clone()?;
        let mut child = Command::new(&words[0])
            .args(&words[1..])
            .stdin(Stdio::null())
            .stdout(Stdio::from(out))
            .stderr(Stdio::from(err))
            .spawn()?;
        let start = Instant::now();
        let mut pause = Duration::from_micros(500);
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status);
            }
            if start.elapsed() > self.limit {
                child.kill()?;
                child.wait()?;
                break None;
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        };
        let output = String::from_utf8_lossy(&fs::read(&output)?).into_owned();
        let ended = match status {
            // It was stopped: what it has said by then counts.
            None => None,
            Some(status) => match status.code() {
                None => Some(format!("{}", status)),
                Some(3) if self.name() == "indubit" => Some("evidence failed its check".to_string()),
                Some(101) => Some("a panic".to_string()),
                Some(_) => None,
            },
        };
        let is_quirk =
            QUIRKS.iter().any(|(name, part, _)| self.name().contains(name) && output.contains(part));
        let verdicts = if is_quirk { Vec::new() } else { verdicts(&output) };
        Ok(Answer { verdicts, output, crash: ended })
    }
}

fn verdicts(output: &str) -> Vec<&'static str> {
    let of_line = |line: &str| {
        let line = line.trim();
        let whole = LINES.iter().find(|(text, _)| *text == line);
        whole
            .or_else(|| BEGINS.iter().find(|(begin, _)| line.starts_with(begin)))
            .map(|&(_, verdict)| verdict)
    };
    output.lines().filter_map(of_line).collect()
}
