//! The answers of jobs as one.

use super::{proof, Call, Questions, Script};
use crate::cli::check::word;
use crate::cli::check_formula::{self, judge_model, read_model};
use crate::cli::child;
use crate::cli::{files, output, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE};
use indubit::base::Lit;
use indubit::input::dimacs::Cnf;
use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::time::Duration;

/// The time of a check without a limit: ten years.
const LONGEST: Duration = Duration::from_secs(315_360_000);

/// The words of verdicts, without the `s` that stands before those on a formula.
const VERDICTS: [&str; 4] = ["safe", "unsafe", "satisfiable", "unsatisfiable"];

impl Call<'_> {
    /// Puts the answers together.
    pub(super) fn join(&self) -> Result<i32, Failure> {
        match &self.questions {
            Questions::Properties(names) => {
                let codes: Vec<i32> = names.iter().map(|name| self.judge(name)).collect::<Result<_, _>>()?;
                let has = |code: &i32| codes.contains(code);
                let code = [EVIDENCE_FAILED, UNSAFE, UNKNOWN].into_iter().find(has).unwrap_or(SAFE);
                let lines =
                    names.iter().zip(&codes).map(|(name, &code)| format!("{} {}\n", name, word(code)));
                output::print(&format!("{}\n{}", word(code), lines.collect::<String>()))?;
                Ok(code)
            }
            Questions::Formula(cnf, script) => self.formula(cnf, script.as_deref()),
        }
    }

    /// The verdict of a job, with the whole answer; none if there is no verdict.
    fn answer(&self, name: &str) -> Option<(String, String)> {
        let text = fs::read_to_string(self.at(&format!("{}.out", name))).unwrap_or_default();
        let line = text.lines().find(|line| !line.starts_with("c "));
        let word = line.map(|line| line.trim_start_matches("s ").to_lowercase());
        let word = word.filter(|word| VERDICTS.contains(&word.as_str()));
        if word.is_none() {
            say!("indubit: {}: the job has no verdict", name);
        }
        Some((word?, text))
    }

    /// The exit code for a property, by the evidence of its job.
    fn judge(&self, name: &str) -> Result<i32, Failure> {
        let word = match self.answer(name) {
            Some((word, _)) => word,
            None => return Ok(UNKNOWN),
        };
        let kind = if word == "safe" { "proof" } else { "witness" };
        let evidence = self.at(&format!("{}.{}.txt", name, kind));
        if !evidence.is_file() {
            say!("indubit: {}: the job says {}, without evidence", name, word);
            return Ok(EVIDENCE_FAILED);
        }
        let model = files::shown(self.settings.file(0)).into_owned();
        let mut command = vec!["check".to_string(), model, evidence.display().to_string()];
        command.push(format!("--property={}", name));
        command.extend(self.options.iter().cloned());
        let time = self.budget.time_left().unwrap_or(LONGEST);
        let ended = child::run(&command, time, &|| self.budget.check().is_err()).map_err(Failure::usage)?;
        match ended.code {
            Some(code @ (SAFE | UNSAFE)) => Ok(code),
            Some(UNKNOWN) | None => {
                say!("indubit: {}: its evidence was not checked to the end", name);
                Ok(UNKNOWN)
            }
            Some(_) => {
                say!(
                    "indubit: {}: the job says {}, and its evidence is wrong: {}",
                    name,
                    word,
                    ended.errors.trim()
                );
                Ok(EVIDENCE_FAILED)
            }
        }
    }

    fn formula(&self, cnf: &Cnf, script: Option<&Script>) -> Result<i32, Failure> {
        let cubes = self.cubes()?;
        let whole = self.at("whole.drat");
        let failed = |error: &std::io::Error| Failure::output(whole.display(), error);
        let mut out = BufWriter::new(File::create(&whole).map_err(|error| failed(&error))?);
        let mut code = SAFE;
        for (number, cube) in cubes.iter().enumerate() {
            let name = format!("c{}", number);
            let (word, text) = self.answer(&name).unwrap_or_default();
            let wrong = match word.as_str() {
                "satisfiable" => match judged(cnf, script, &text) {
                    Ok(None) => return told(UNSAFE, &format!("c the model is that of {}\n", name), script),
                    Ok(Some(definitions)) => {
                        return output::print(&format!("sat\n(\n{})\n", definitions)).map(|()| UNSAFE)
                    }
                    Err(why) => why,
                },
                "unsatisfiable" => {
                    let file = self.at(&format!("{}.drat", name));
                    match File::open(&file).map_err(|_| "there is no proof".to_string()) {
                        Ok(file) => match proof::append(&mut out, cube, BufReader::new(file)) {
                            Ok(()) => continue,
                            Err(why) => why,
                        },
                        Err(why) => why,
                    }
                }
                _ => {
                    code = if code == SAFE { UNKNOWN } else { code };
                    continue;
                }
            };
            say!("indubit: {}: the job says {}: {}", name, word, wrong);
            code = EVIDENCE_FAILED;
        }
        if code != SAFE {
            return told(code, "", script);
        }
        proof::finish(&mut out, &cubes).and_then(|()| out.flush()).map_err(|error| failed(&error))?;
        drop(out);
        let input = files::open(whole.as_os_str())?;
        let (code, comment) = check_formula::judge(cnf, input, self.settings, &self.budget)?;
        told(code, &comment, script)
    }

    /// The cubes of the jobs, in their order.
    fn cubes(&self) -> Result<Vec<Vec<Lit>>, Failure> {
        let file = self.at("cubes");
        let text = fs::read_to_string(&file).map_err(|error| Failure::input(file.display(), error))?;
        let literal = |word: &str| word.parse().ok().and_then(Lit::from_dimacs);
        let cube = |(number, line): (usize, &str)| {
            let words = line.strip_prefix("a ").and_then(|line| line.strip_suffix('0'));
            let cube = words.and_then(|words| words.split_whitespace().map(literal).collect());
            cube.ok_or_else(|| {
                Failure::input(file.display(), format!("line {}: expected `a`, a cube and 0", number))
            })
        };
        (1..).zip(text.lines()).map(cube).collect()
    }
}

/// A model of the formula in the answer of a job, and of the script if there is one, as definitions.
fn judged(cnf: &Cnf, script: Option<&Script>, answer: &str) -> Result<Option<String>, String> {
    let model = read_model(answer.as_bytes())?;
    judge_model(cnf, &model)?;
    script.map(|script| script.definitions(&model)).transpose()
}

/// Prints the answer: to a formula as solvers of clauses do, with a comment before it, to a script the word alone.
fn told(code: i32, comment: &str, script: Option<&Script>) -> Result<i32, Failure> {
    let text = match script {
        None => format!("{}{}\n", comment, check_formula::status(code)),
        Some(_) => match code {
            UNSAFE => "sat\n",
            SAFE => "unsat\n",
            _ => "unknown\n",
        }
        .to_string(),
    };
    output::print(&text).map(|()| code)
}
