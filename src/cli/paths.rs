//! `indubit paths FILE.c`: two readings of a program held against each other on paths to its edges.

use super::options::Settings;
use super::programs::{self, AnyProgram, ProgramFile};
use super::{files, os, output, Failure, EVIDENCE_FAILED, UNKNOWN};
use indubit::evidence::c::Source;
use indubit::evidence::CheckError;

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let file = settings.file(0);
    let input = files::open(file)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let bytes = input.read(&budget, settings)?;
    let shown = files::shown(file);
    let source: Source = match programs::parse_program(file, bytes, settings, &budget)? {
        AnyProgram::One(ProgramFile::C(file)) => file.source,
        AnyProgram::One(ProgramFile::Cfa(_)) => {
            return Err(Failure::input(shown, "an automaton has no second reading; expected a C program"))
        }
        AnyProgram::Recursive(_) => {
            return Err(Failure::new(UNKNOWN, format!("{}: a recursive program is no automaton", shown)))
        }
    };
    match source.check_paths(&settings.verify.cover, &budget) {
        Ok(Some(found)) => {
            let text = format!("{} paths, {} of {} edges\n", found.paths, found.taken, found.edges);
            output::print(&text).map(|()| 0)
        }
        Ok(None) => Err(Failure::usage("runs are over words or mathematical integers")),
        Err(error) => {
            let code = match error {
                CheckError::Limit(_) => UNKNOWN,
                _ => EVIDENCE_FAILED,
            };
            Err(Failure::new(code, format!("{}: {}", shown, error)))
        }
    }
}
