//! The jobs of a question.

use super::{cubes, Call, Questions};
use crate::cli::{files, output, Failure};
use indubit::base::Lit;
use indubit::input::dimacs::Cnf;
use std::fs;

/// The name of an option of `split` alone.
const CUBES: &str = "--cubes";

impl Call<'_> {
    /// Writes the jobs.
    pub(super) fn split(&self) -> Result<i32, Failure> {
        let shown = self.folder.display();
        fs::create_dir(&self.folder).map_err(|error| Failure::output(shown, &error))?;
        let lines: Vec<String> = match &self.questions {
            Questions::Properties(names) => names.iter().map(|name| self.property(name)).collect(),
            Questions::Formula(cnf, script) => {
                if script.is_some() {
                    self.write("formula.cnf", &cnf.to_dimacs())?;
                }
                let wanted = self.settings.cubes.unwrap_or(16).clamp(1, 1 << 20) as usize;
                let found = cubes::cubes(cnf, wanted, &self.budget);
                let found =
                    found.map_err(|limit| Failure::unread(files::shown(self.settings.file(0)), limit))?;
                self.write(
                    "cubes",
                    &found.iter().map(|cube| format!("a {}\n", dimacs(cube))).collect::<String>(),
                )?;
                let jobs =
                    (0..).zip(&found).map(|(number, cube)| self.cube(&format!("c{}", number), cnf, cube));
                jobs.collect::<Result<_, Failure>>()?
            }
        };
        self.write("jobs", &(lines.join("\n") + "\n"))?;
        output::print(&format!("{} jobs: {}\n", lines.len(), self.at("jobs").display()))?;
        Ok(0)
    }

    fn property(&self, name: &str) -> String {
        let file = |suffix: &str| self.at(&format!("{}.{}", name, suffix)).display().to_string();
        let evidence =
            [format!("--certificate={}", file("proof.txt")), format!("--witness={}", file("witness.txt"))];
        let model = files::shown(self.settings.file(0));
        let question = ["verify".to_string(), model.into_owned(), format!("--property={}", name)];
        self.line(name, question.into_iter().chain(evidence))
    }

    /// The formula with the literals of the cube as clauses goes to a file of its own, which any solver reads.
    fn cube(&self, name: &str, cnf: &Cnf, cube: &[Lit]) -> Result<String, Failure> {
        let mut part = cnf.clone();
        cube.iter().for_each(|&lit| part.push(&[lit]));
        let file = format!("{}.cnf", name);
        self.write(&file, &part.to_dimacs())?;
        let proof = format!("--proof={}", self.at(&format!("{}.drat", name)).display());
        let question = ["sat".to_string(), self.at(&file).display().to_string(), proof];
        Ok(self.line(name, question.into_iter()))
    }

    /// The command line of a job. Its exit code is 0 in the end, for schedulers take another one for a failure.
    fn line(&self, name: &str, words: impl Iterator<Item = String>) -> String {
        let is_number = |at: usize| at > 0 && self.options[at - 1] == CUBES;
        let options = self.options.iter().enumerate();
        let options =
            options.filter(|(at, word)| !word.starts_with(CUBES) && !is_number(*at)).map(|(_, word)| word);
        let words: Vec<String> =
            words.map(|word| quoted(&word)).chain(options.map(|word| quoted(word))).collect();
        let to = |suffix: &str| quoted(&self.at(&format!("{}.{}", name, suffix)).display().to_string());
        format!("indubit {} > {} 2> {} || true", words.join(" "), to("out"), to("err"))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), Failure> {
        files::write(self.at(name).as_os_str(), text.as_bytes())
    }
}

/// The literals as DIMACS has them, with the 0 at their end.
pub fn dimacs(lits: &[Lit]) -> String {
    lits.iter().map(|lit| format!("{} ", lit.to_dimacs())).collect::<String>() + "0"
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./,:+@%".contains(c);
    match word.chars().all(is_plain) && !word.is_empty() {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}
