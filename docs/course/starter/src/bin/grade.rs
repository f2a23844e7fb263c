//! Grades units by certificates: runs the program of a unit on its tasks, and believes no answer without evidence.
//!
//! `grade [--program FILE] [--tasks FOLDER] UNIT...` writes `results.json` as autograders read it to standard output.
//! The program of `unit1` is the one of this name beside `grade`, its tasks are the files of `tasks/unit1`. Evidence of
//! circuits, clauses and Horn clauses is judged by `indubit check`; the program `indubit` is the one that the variable
//! INDUBIT names. Evidence of units 2 and 3 is asked of the crate's solver.

use indubit::base::Budget;
use indubit::input::smtlib;
use indubit::solver::smt::{Answer, SmtOptions, Solver};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Seconds for the program on one task.
const SECONDS: u64 = 20;

/// The judgement of a task: whether it counts, and why.
type Judged = Result<(bool, String), Box<dyn Error>>;

fn main() -> Result<(), Box<dyn Error>> {
    let (mut program, mut tasks, mut units) = (None, PathBuf::from("tasks"), Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match &argument[..] {
            "--program" => program = Some(PathBuf::from(arguments.next().ok_or("--program needs a file")?)),
            "--tasks" => tasks = PathBuf::from(arguments.next().ok_or("--tasks needs a folder")?),
            unit => units.push(unit.to_string()),
        }
    }
    if units.is_empty() {
        return Err("usage: grade [--program FILE] [--tasks FOLDER] UNIT...".into());
    }
    let own = std::env::current_exe()?;
    let mut tests = Vec::new();
    for unit in units {
        let program = program.clone().unwrap_or_else(|| own.with_file_name(&unit));
        let folder = std::fs::read_dir(tasks.join(&unit)).map_err(|error| format!("{}: {}", unit, error))?;
        let mut files = folder.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>()?;
        files.sort();
        if files.is_empty() {
            return Err(format!("{} has no tasks", unit).into());
        }
        for file in files {
            let name = format!("{}/{}", unit, file.file_name().unwrap_or_default().to_string_lossy());
            let (counts, why) =
                task(&unit, &program, &file).unwrap_or_else(|error| (false, error.to_string()));
            tests.push(format!(
                "    {{ \"name\": {:?}, \"score\": {}, \"max_score\": 1, \"output\": {:?} }}",
                name,
                u8::from(counts),
                why
            ));
        }
    }
    println!("{{\n  \"tests\": [\n{}\n  ]\n}}", tests.join(",\n"));
    Ok(())
}

/// Runs the program on a file, and judges its evidence.
fn task(unit: &str, program: &Path, file: &Path) -> Judged {
    let evidence = std::env::temp_dir().join(format!("course-{}", std::process::id()));
    // The evidence of an earlier task is none of this one.
    std::fs::write(&evidence, "")?;
    let mut child = Command::new(program).arg(file).arg(&evidence).stdout(Stdio::piped()).spawn()?;
    let begin = Instant::now();
    while child.try_wait()?.is_none() {
        if begin.elapsed() > Duration::from_secs(SECONDS) {
            child.kill()?;
            child.wait()?;
            return Ok((false, format!("no answer after {} s", SECONDS)));
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output()?;
    let word = String::from_utf8_lossy(&output.stdout).trim().to_string();
    let is_yes = match &word[..] {
        "yes" => true,
        "no" => false,
        "unknown" => return Ok((false, "unknown".to_string())),
        _ => return Ok((false, format!("expected yes, no or unknown, found {:?}", word))),
    };
    let judged = match unit {
        "unit2" | "unit3" => formulas(unit == "unit3", is_yes, file, &std::fs::read_to_string(&evidence)?),
        _ => checked(is_yes, file, &evidence),
    };
    std::fs::remove_file(&evidence)?;
    judged
}

/// Asks `indubit check`, which answers 10 or 20 for evidence that holds.
fn checked(is_yes: bool, file: &Path, evidence: &Path) -> Judged {
    let indubit = std::env::var_os("INDUBIT").unwrap_or_else(|| "indubit".into());
    let mut command = Command::new(indubit);
    let output = command.arg("check").arg(file).arg(evidence).args(["--timeout", "60s"]).output()?;
    let holds = output.status.code() == Some(if is_yes { 10 } else { 20 });
    let told = String::from_utf8_lossy(&output.stderr).trim().to_string();
    Ok((holds, if holds { "checked".to_string() } else { format!("the evidence does not hold: {}", told) }))
}

/// A model is a list of assertions that agree with those of the file; `is_full` asks for a value of each constant. A
/// contradiction is a list of names of assertions.
fn formulas(is_full: bool, is_yes: bool, file: &Path, evidence: &str) -> Judged {
    let budget = Budget::unlimited();
    let mut text = std::fs::read(file)?;
    if is_yes {
        text.extend_from_slice(evidence.as_bytes());
    }
    let mut script = smtlib::read(&text, &budget).map_err(|error| format!("the evidence: {}", error))?;
    let mut solver = Solver::new(SmtOptions::default());
    if is_yes {
        let names = script.constants.iter().map(|&constant| script.terms.text(constant));
        if let Some(name) =
            names.filter(|_| is_full).find(|name| !evidence.contains(&format!("(= {} ", name)))
        {
            return Ok((false, format!("the model has no value of {}", name)));
        }
        for &assertion in &script.assertions {
            solver.assert(&mut script.terms, assertion);
        }
    } else {
        for name in evidence.split_whitespace() {
            match script.named.iter().find(|(known, _)| known == name) {
                Some(&(_, assertion)) => solver.assert(&mut script.terms, assertion),
                None => return Ok((false, format!("the file has no assertion {}", name))),
            }
        }
    }
    let expected = if is_yes { Answer::Sat } else { Answer::Unsat };
    let holds = solver.check(&mut script.terms, &[]) == expected;
    Ok((holds, if holds { "checked" } else { "the evidence does not hold" }.to_string()))
}
