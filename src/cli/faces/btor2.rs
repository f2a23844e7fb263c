//! Model checkers for BTOR2 as SBY calls them: btormc, pono and rIC3.
//!
//! A counterexample is a witness of the BTOR2 format, from a line `sat` to a line `.`.

use super::aiger;
use super::call::Call;
use super::options::{flag, value, Row};
use super::task::{print, Overall, Task};
use crate::cli::{output, Failure, SAFE, UNKNOWN, UNSAFE};
use indubit::input::Model;
use std::ffi::{OsStr, OsString};

/// btormc.
pub const BTORMC: &[Row] = &[
    value("--stop-first", "--stop-first {}"),
    value("-v", ""),
    value("-kmax", "--max-depth {}"),
    value("--kmax", "--max-depth {}"),
    value("-kmin", "--kmin {}"),
    value("--kmin", "--kmin {}"),
    flag("--trace-gen-full", ""),
];

/// pono.
pub const PONO: &[Row] = &[
    flag("--witness", ""),
    value("-v", ""),
    value("--verbosity", ""),
    value("-e", "--of-peer {}"),
    value("--engine", "--of-peer {}"),
    value("-k", "--max-depth {}"),
    value("--bound", "--max-depth {}"),
    value("-p", "--property {}"),
    value("--prop", "--property {}"),
    value("--random-seed", "--seed {}"),
];

/// rIC3, on AIGER and BTOR2.
pub const RIC3: &[Row] = &[
    flag("--witness", ""),
    value("-v", ""),
    value("-e", "--of-peer {}"),
    value("--engine", "--of-peer {}"),
    value("--end", "--max-depth {}"),
    value("--bmc-max-k", "--max-depth {}"),
    value("--rseed", "--seed {}"),
];

/// Engines of pono and rIC3, with ours.
const ENGINES: &[(&str, &str)] = &[
    ("bmc", "bmc"),
    ("ind", "kind"),
    ("kind", "kind"),
    ("interp", "itp"),
    ("mbic3", "ic3"),
    ("ic3bits", "ic3"),
    ("ic3", "ic3"),
    ("ic3ia", "ic3-ia"),
    ("portfolio", "portfolio"),
];

/// The call with the peer's engine replaced by ours. A bound is one of our engine `bmc` alone.
fn with_engine(call: &Call, default: &str) -> Call {
    let mut call = Call { options: call.options.clone(), files: call.files.clone(), ..*call };
    let wanted = call.take("--of-peer").unwrap_or_else(|| OsString::from(default));
    match ENGINES.iter().find(|(theirs, _)| wanted == *theirs) {
        Some((_, ours)) => {
            if *ours != "bmc" {
                call.take("--max-depth");
            }
            call.options.extend(["--engine".into(), OsString::from(ours)]);
        }
        None if wanted.is_empty() => {}
        None => say!("indubit as {}: passed over: the engine {}", call.face, wanted.to_string_lossy()),
    }
    call
}

/// btormc searches up to a bound, for one counterexample or for one of each property.
pub fn btormc(call: &Call) -> Result<i32, Failure> {
    let mut call = Call { options: call.options.clone(), files: call.files.clone(), ..*call };
    if call.take("--kmin").map_or(false, |least| least != "0") {
        let message = "as btormc: a search that begins behind the first step (-kmin) is not supported";
        return Err(Failure::usage(message));
    }
    let stops = call.take("--stop-first").map_or(true, |word| word != "0");
    call.options.extend(["--engine".into(), "bmc".into()]);
    if call.value("--max-depth").is_none() {
        call.options.extend(["--max-depth".into(), "20".into()]);
    }
    let bound = call.value("--max-depth").unwrap_or_default().to_string_lossy().into_owned();
    let task = Task::new(&call, call.only_file()?)?;
    output::print(&format!(
        "[btor>mc] calling BMC on {} properties from bound 0 until maximum bound k = {}\n",
        task.properties.len(),
        bound
    ))?;
    let mut summary = task.verify(&mut (), |_, found| print(found).map(|()| !stops))?;
    if !stops || summary.failed == 0 {
        summary = summary.within_bound()?;
    }
    output::print(&format!(
        "[btor>mc] deleting model checker: {} of {} properties reached\n",
        summary.failed,
        task.properties.len()
    ))?;
    Ok(0)
}

/// pono looks at one property. Its exit codes are 0 for a counterexample, 1 for a proof, 255 for neither.
pub fn pono(call: &Call) -> Result<i32, Failure> {
    let mut call = with_engine(call, "bmc");
    if call.value("--engine") == Some(OsStr::new("bmc")) && call.value("--max-depth").is_none() {
        call.options.extend(["--max-depth".into(), "10".into()]);
    }
    if call.value("--property").is_none() {
        call.options.extend(["--property".into(), "0".into()]);
    }
    let task = Task::new(&call, call.only_file()?)?;
    let summary = task.verify(&mut (), |_, found| print(found).map(|()| false))?;
    let (word, code) = match summary.overall() {
        Overall::Unsafe => return Ok(0),
        Overall::Safe => ("unsat", 1),
        Overall::Open if call.value("--max-depth").is_some() => {
            summary.within_bound().map(|_| ("unknown", 255))?
        }
        Overall::Open => ("unknown", 255),
    };
    output::print(&format!("{}\n{}\n", word, task.first()))?;
    Ok(code)
}

/// rIC3: on a circuit as the other AIGER model checkers, on BTOR2 with a witness or a word. The exit codes are ours.
pub fn ric3(call: &Call) -> Result<i32, Failure> {
    let call = with_engine(call, "");
    let task = Task::new(&call, call.only_file()?)?;
    let is_bounded = call.value("--max-depth").is_some();
    if matches!(task.model, Model::Circuit(_)) {
        return Ok(match aiger::answer(&task, is_bounded)? {
            0 => SAFE,
            1 => UNSAFE,
            _ => UNKNOWN,
        });
    }
    let summary = task.verify(&mut (), |_, found| print(found).map(|()| false))?;
    let (word, code) = match summary.overall() {
        Overall::Unsafe => return Ok(UNSAFE),
        Overall::Safe => ("UNSAT", SAFE),
        Overall::Open if is_bounded => summary.within_bound().map(|_| ("UNKNOWN", UNKNOWN))?,
        Overall::Open => ("UNKNOWN", UNKNOWN),
    };
    output::print(&format!("{}\n", word)).map(|()| code)
}
