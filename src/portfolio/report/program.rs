//! Evidence about programs: automata, and C programs without recursion.

use super::super::program::{ProgramTrace, ProgramVerifier};
use super::locations::{self, is_about_words};
use super::source::{harness, of_proof, of_run};
use super::{story, AnyCounterexample, AnyProof, Failed, Form, Size, Table, WriteError, Written};
use crate::base::Budget;
use crate::evidence::c::story::{tell, Story};
use crate::evidence::c::{made_up, readable_invariants, Answer, RunOptions};
use crate::evidence::lines::table_of_lines;
use crate::evidence::program::{write_invariant, write_path};
use crate::evidence::CheckError;
use crate::input::c::Source;
use crate::input::CFile;
use crate::model::cfa::{Cfa, Invariant, Path};
use crate::model::Depth;

const PROOF_FORMS: WriteError =
    WriteError::Unfit("the certificate of a program is text (--certificate-format text)");

/// A proof about an automaton.
#[derive(Debug)]
pub(super) struct AutomatonProof<'m> {
    pub cfa: &'m Cfa,
    pub found: Invariant,
}

impl AnyProof for AutomatonProof<'_> {
    fn size(&self) -> Size {
        locations::size(&self.found.formulas)
    }

    fn parts(&self, _is_full: bool) -> Vec<String> {
        locations::parts(self.cfa, &self.found)
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text => Ok(write_invariant(self.cfa, &self.found)?.into()),
            Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Dot
            | Form::Waves
            | Form::Witness { .. }
            | Form::Harness => Err(PROOF_FORMS),
        }
    }
}

/// A path through an automaton.
#[derive(Debug)]
pub(super) struct ProgramPath<'m> {
    pub cfa: &'m Cfa,
    pub found: Path,
}

impl AnyCounterexample for ProgramPath<'_> {
    fn depth(&self) -> Depth {
        Depth::new(self.found.steps.len())
    }

    fn table(&self) -> Table {
        let (cfa, path) = (self.cfa, &self.found);
        let mut names = vec!["location".to_string()];
        names.extend(cfa.variables().iter().map(|&v| cfa.name(v).to_string()));
        let mut location = cfa.initial();
        let mut steps = Vec::new();
        for (at, state) in path.states(cfa).unwrap_or_default().iter().enumerate() {
            let mut row = vec![cfa.location_name(location).to_string()];
            row.extend(state.iter().zip(cfa.variables()).map(|(value, &v)| value.text(cfa.terms().sort(v))));
            steps.push(row);
            if let Some(step) = path.steps.get(at) {
                location = cfa.edge(step.edge).target;
            }
        }
        Table { names, steps }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        match form {
            Form::Text => Ok(write_path(self.cfa, &self.found)?.into()),
            Form::Harness => Err(WriteError::Unfit("only C programs have a harness; try --witness")),
            Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Dot
            | Form::Waves
            | Form::Witness { .. } => Err(WriteError::Unfit("the witness of an automaton is text")),
        }
    }
}

/// A proof about a C program.
#[derive(Debug)]
pub(super) struct CProof<'m> {
    pub file: &'m CFile,
    pub source: &'m Source,
    pub found: Invariant,
}

impl AnyProof for CProof<'_> {
    fn size(&self) -> Size {
        locations::size(&self.found.formulas)
    }

    fn parts(&self, is_full: bool) -> Vec<String> {
        let (program, lowered) = (&self.source.program, &self.source.lowered);
        match is_about_words(self.source.run_options()) {
            true => readable_invariants(program, (&lowered.cfa, &lowered.map), &self.found, is_full),
            false => locations::parts(&lowered.cfa, &self.found),
        }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        let (program, lowered) = (&self.source.program, &self.source.lowered);
        match form {
            Form::Text => Ok(write_invariant(&lowered.cfa, &self.found)?.into()),
            Form::Witness { time } => {
                of_proof(self.file, program, (&lowered.cfa, &lowered.map), &self.found, time)
            }
            Form::WitnessCircuit { .. }
            | Form::Script
            | Form::Vmt
            | Form::Dot
            | Form::Waves
            | Form::Harness => Err(PROOF_FORMS),
        }
    }
}

/// A counterexample to a C program.
#[derive(Debug)]
pub(super) struct CTrace<'m> {
    pub file: &'m CFile,
    pub source: &'m Source,
    pub found: ProgramTrace,
}

impl ProgramTrace {
    /// The answers that the program gets.
    ///
    /// # Errors
    ///
    /// If it is a path, and no run of the automaton.
    pub fn answers(&self, source: &Source) -> Result<Vec<Answer>, CheckError> {
        match self {
            ProgramTrace::Path(path) => source.answers(path),
            ProgramTrace::Run(run) => Ok(run.answers.clone()),
        }
    }

    /// The steps that the interpreter may take to carry it out.
    pub fn most_steps(&self) -> u64 {
        match self {
            ProgramTrace::Path(path) => RunOptions::default().steps + 10 * path.steps.len() as u64,
            ProgramTrace::Run(run) => run.steps,
        }
    }
}

impl CTrace<'_> {
    /// The run with at most `most` statements at its end; `None` over reals, over which nothing is carried out.
    fn story(&self, most: u64) -> Option<Story> {
        let options = self.source.run_options()?;
        let options = RunOptions { steps: self.found.most_steps(), ..options };
        tell(&self.source.program, &options, &self.found.answers(self.source).ok()?, most)
    }
}

impl AnyCounterexample for CTrace<'_> {
    fn depth(&self) -> Depth {
        Depth::new(match &self.found {
            ProgramTrace::Path(path) => path.steps.len(),
            ProgramTrace::Run(run) => run.steps as usize,
        })
    }

    fn made_up(&self) -> Option<String> {
        let options = self.source.run_options()?;
        let options = RunOptions { steps: self.found.most_steps(), ..options };
        let answers = self.found.answers(self.source).ok()?;
        made_up(&self.source.program, &options, &answers, &Budget::unlimited())
    }

    fn failed(&self) -> Option<Failed> {
        self.story(0).map(|story| story::failed(self.file, &story))
    }

    fn table(&self) -> Table {
        match (self.story(story::MOST_OF_TABLE), &self.found) {
            (Some(story), _) => story::table(&story),
            (None, ProgramTrace::Path(path)) => table_of_lines(self.source, path),
            (None, ProgramTrace::Run(_)) => Table::default(),
        }
    }

    fn text(&self, is_full: bool) -> String {
        match self.story(story::most(is_full)) {
            Some(story) => story::text(self.file, &story, is_full),
            None => self.table().text(),
        }
    }

    fn write(&self, form: Form<'_>) -> Result<Written, WriteError> {
        let CTrace { file, source, found } = self;
        let program = &source.program;
        match (form, found) {
            (Form::Text, ProgramTrace::Path(path)) => Ok(write_path(&source.lowered.cfa, path)?.into()),
            (Form::Text, ProgramTrace::Run(_)) => {
                Err(WriteError::Unfit("the counterexample is a run and no path; write FILE.yml or a harness"))
            }
            (Form::Witness { time }, _) => {
                let options = source.run_options();
                let options = options.map(|options| RunOptions { steps: found.most_steps(), ..options });
                of_run(file, program, options, &found.answers(source)?, time)
            }
            (Form::Harness, _) => {
                let budget = Budget::unlimited();
                let reached = match found {
                    ProgramTrace::Path(path) => source.check_path(path, &budget)?,
                    ProgramTrace::Run(run) => Some(source.check_error_run(run, &budget)?),
                };
                harness(file, program, source.run_options(), &found.answers(source)?, reached)
            }
            (
                Form::WitnessCircuit { .. } | Form::Script | Form::Vmt | Form::Dot | Form::Waves,
                ProgramTrace::Path(_) | ProgramTrace::Run(_),
            ) => Err(WriteError::Unfit(
                "the witness of a program is text, or of C a file .yml or a harness; programs have no waves",
            )),
        }
    }
}

/// The sizes of an automaton, as it is and in large blocks.
pub(super) fn sizes(original: &Cfa, verifier: &ProgramVerifier) -> Vec<(String, u64)> {
    let mut list = Vec::new();
    for (which, cfa) in [("original", original), ("reduced", verifier.reduced())] {
        list.push((format!("{} variables", which), cfa.variables().len() as u64));
        list.push((format!("{} locations", which), cfa.location_count() as u64));
        list.push((format!("{} edges", which), cfa.edges().len() as u64));
    }
    list
}
