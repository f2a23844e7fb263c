//! `indubit paths FILE.c`: two readings of a program held against each other on paths to its edges.

use super::options::Settings;
use super::{files, models, os, output, Failure, EVIDENCE_FAILED, UNKNOWN};
use indubit::evidence::CheckError;
use indubit::input::{Model, ProgramFile};

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let file = settings.file(0);
    let input = files::open(file)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let bytes = input.read(&budget, settings)?;
    let shown = files::shown(file);
    let model = models::parse_model(file, &bytes, settings, &budget)?;
    let origin = match (&model, model.origin()) {
        (Model::Program(ProgramFile::Lowered(origin)), _) => origin,
        (_, Some(_)) => {
            return Err(Failure::new(UNKNOWN, format!("{}: a recursive program is no automaton", shown)))
        }
        (_, None) => {
            return Err(Failure::input(shown, "such a model has no second reading; expected a C program"))
        }
    };
    match origin.check_reading(&settings.verify.cover, &budget) {
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
