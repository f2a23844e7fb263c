//! Model checkers for BTOR2 as SBY calls them: btormc, pono and rIC3; and btorsim, which it calls with their witnesses.
//!
//! A counterexample is a witness of the BTOR2 format, from a line `sat` to a line `.`.

use super::aiger;
use super::call::Call;
use super::options::{flag, value, Row};
use super::task::{print, written, Overall, Task};
use crate::cli::{files, output, Failure, SAFE, UNKNOWN, UNSAFE};
use indubit::evidence::system::{check_trace, complete, design_waves, read_btor2_witness};
use indubit::evidence::CheckError;
use indubit::input::Model;
use indubit::portfolio::Form;
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
    value("--vcd", "--vcd {}"),
    value("--dump-btor2-witness", "--dump {}"),
    value("-r", "--changes-the-model {}"),
    value("--reset", "--changes-the-model {}"),
    value("-c", "--changes-the-model {}"),
    value("--clock", "--changes-the-model {}"),
    value("-s", ""),
    value("--resetsteps", ""),
    value("--smt-solver", ""),
    value("--profiling-log", ""),
    value("--ic3-gen-max-iter", ""),
    value("--mbic3-indgen-mode", ""),
    value("--cegp-abs-vals-cutoff", ""),
    value("--ceg-bv-arith-min-bw", ""),
    value("--sygus-op-lv", ""),
    value("--sygus-term-mode", ""),
    value("--ic3sa-initial-terms-lvl", ""),
    value("--bmc-bound-start", ""),
    value("--bmc-bound-step", ""),
    value("--kind-bound-step", ""),
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

/// btorsim, which carries a witness out.
pub const BTORSIM: &[Row] = &[
    flag("-c", ""),
    value("--vcd", "--vcd {}"),
    value("--info", ""),
    flag("--hierarchical-symbols", ""),
    flag("--states", ""),
    flag("-v", ""),
];

/// btorsim: checks that a witness is a run of its model, and writes the waves. The exit code is 0 if it is one.
pub fn btorsim(call: &Call) -> Result<i32, Failure> {
    let mut call = Call { options: call.options.clone(), files: call.files.clone(), ..*call };
    let waves = call.take("--vcd");
    let (model, witness) = match &call.files[..] {
        [model, witness] => (model, witness),
        files => {
            let message = format!("as btorsim: expected a model and a witness, found {} files", files.len());
            return Err(Failure::usage(message));
        }
    };
    let task = Task::new(&call, model)?;
    let (file, btor2) = match &task.model {
        Model::System(file) => (file, file.btor2()),
        Model::Circuit(_) | Model::Program(_) | Model::Clauses(_) => {
            return Err(Failure::input(files::shown(model), "expected a BTOR2 file"));
        }
    };
    let btor2 = btor2.ok_or_else(|| Failure::input(files::shown(model), "expected a BTOR2 file"))?;
    let found = read_btor2_witness(&task.read(witness)?, btor2)
        .map_err(|error| Failure::input(files::shown(witness), error))?;
    for property in found.properties {
        let refused = |error: CheckError| {
            Failure::evidence(format!("{}: property {}: {}", files::shown(witness), property, error))
        };
        let trace = complete(&btor2.system, property, &found.steps, task.budget()).map_err(refused)?;
        check_trace(&btor2.system, &trace).map_err(refused)?;
        if let Some(name) = &waves {
            files::write(name, design_waves(file, &trace).map_err(refused)?.vcd().as_bytes())?;
        }
        output::print(&format!("{} is reached at step {}\n", property, trace.depth()))?;
    }
    Ok(0)
}

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
    if call.take("--changes-the-model").is_some() {
        let message = "as pono: a reset (-r) or a clock (-c) would change the model, and is not supported";
        return Err(Failure::usage(message));
    }
    let outputs = [(call.take("--vcd"), Form::Waves), (call.take("--dump"), Form::Text)];
    if call.value("--engine") == Some(OsStr::new("bmc")) && call.value("--max-depth").is_none() {
        call.options.extend(["--max-depth".into(), "10".into()]);
    }
    if call.value("--property").is_none() {
        call.options.extend(["--property".into(), "0".into()]);
    }
    let task = Task::new(&call, call.only_file()?)?;
    let summary = task.verify(&mut (), |_, found| {
        for (name, form) in &outputs {
            name.iter().try_for_each(|name| files::write(name, &written(found, *form)?))?;
        }
        print(found).map(|()| false)
    })?;
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
