//! Model checkers for AIGER as SBY calls them: suprove, avy, rIC3 and aigbmc.
//!
//! Lines `u<depth>` tell the progress. Then comes the status, `0` where all properties hold, `1` where one fails, `2`
//! where that is open or only a bound was reached, and a witness: the lines up to `.`.

use super::call::Call;
use super::options::{attached, flag, value, Row};
use super::task::{print, DepthLines, Overall, Task};
use crate::cli::{output, Failure};
use indubit::engine::Observer;

/// suprove, whose strategies begin with a plus sign.
pub const SUPROVE: &[Row] = &[attached("+", ""), flag("-v", "")];

/// avy.
pub const AVY: &[Row] = &[value("--cex", ""), value("-v", ""), value("--verbose", ""), value("--pdr", "")];

/// aigbmc.
pub const AIGBMC: &[Row] = &[flag("-v", ""), flag("-q", ""), flag("-n", ""), flag("-m", "")];

/// A proof or a counterexample. The exit code is 0, for every status.
pub fn prove(call: &Call) -> Result<i32, Failure> {
    let task = Task::new(call, call.only_file()?)?;
    answer(&task, false).map(|_| 0)
}

/// A search up to a bound, the first argument if there are two.
pub fn bounded(call: &Call) -> Result<i32, Failure> {
    let (bound, file) = match &call.files[..] {
        [file] => (None, file),
        [bound, file] => (Some(bound), file),
        files => {
            let message =
                format!("as {}: expected a bound and a file, found {} words", call.face, files.len());
            return Err(Failure::usage(message));
        }
    };
    let mut options = vec!["--engine".into(), "bmc".into()];
    options.extend(bound.into_iter().flat_map(|bound| ["--max-depth".into(), bound.clone()]));
    let task = Task::new(&Call { options, files: Vec::new(), ..*call }, file)?;
    answer(&task, true).map(|_| 0)
}

/// Prints status and witness; the status. That of a bounded search is open only if it came to its bound.
pub fn answer(task: &Task, is_bounded: bool) -> Result<u8, Failure> {
    let (mut lines, mut nobody) = (DepthLines::default(), ());
    // A depth of one of several properties says nothing about the others.
    let observer: &mut dyn Observer = if task.properties.len() == 1 { &mut lines } else { &mut nobody };
    let summary = task.verify(observer, |_, found| print(found).map(|()| false))?;
    let status = match summary.overall() {
        Overall::Unsafe => return Ok(1),
        Overall::Safe => 0,
        Overall::Open if is_bounded => summary.within_bound().map(|_| 2)?,
        Overall::Open => 2,
    };
    output::print(&format!("{}\n{}\n.\n", status, task.first()))?;
    Ok(status)
}
