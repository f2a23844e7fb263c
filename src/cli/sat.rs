//! `indubit sat FILE.cnf`: a SAT solver with the output and the exit codes of the competitions.
//!
//! Before a model is printed, it is always checked against the formula as it was read. A refutation is written as a
//! proof (`--proof`) or checked while it is made (`--evidence`), or both. Nothing is printed before the evidence is
//! complete: a proof file that could not be written, or a check that failed, takes the answer back.

use super::numbering::Numbering;
use super::options::{SatSettings, Settings};
use super::refutation::{Checked, Evidence, Formula, Shared};
use super::solutions::ask::{load, write_model};
use super::solutions::{all, best};
use super::values::AllModels;
use super::{files, os, output, Failure, SAFE, UNKNOWN, UNSAFE};
use indubit::base::{Booking, Budget, Lit, Var};
use indubit::input::{dimacs, wcnf};
use indubit::solver::sat::{Answer, Solver};
use std::ffi::OsStr;
use std::sync::{Arc, Mutex, PoisonError};

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let sat = &settings.sat;
    let file = settings.file(0);
    check_names(file, sat)?;
    let input = files::open(file)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let bytes = input.read(&budget, settings).map_err(|failure| match failure.code {
        UNKNOWN => {
            let verdict = format!("c {}\ns UNKNOWN\n", failure.message);
            Failure { verdict, ..Failure::new(unanswered(sat), "") }
        }
        _ => failure,
    })?;
    if files::is_weighted(file, &bytes) {
        let wcnf = wcnf::read(&bytes).map_err(|error| Failure::input(files::shown(file), error))?;
        return best::run(&wcnf, settings, &budget);
    }
    let cnf = dimacs::read(&bytes).map_err(|error| Failure::input(files::shown(file), error))?;
    drop(bytes);
    let numbering = Numbering::of(&cnf);
    let mut booking = Booking::default();
    booking.move_to(budget.clone());
    booking.set(cnf.bytes() + numbering.bytes());
    let formula = Formula { cnf, numbering };
    match sat.all {
        AllModels::Off => solve(formula, settings, &budget),
        AllModels::On | AllModels::Cubes | AllModels::Disjoint => all::run(formula, settings, &budget),
    }
}

/// The exit code of a run without answer.
fn unanswered(sat: &SatSettings) -> i32 {
    if sat.silent {
        0
    } else {
        UNKNOWN
    }
}

fn check_names(file: &OsStr, sat: &SatSettings) -> Result<(), Failure> {
    match &sat.proof {
        Some(proof) if proof == "-" => {
            let message = "the proof cannot go where the answer goes; name a file for it";
            Err(Failure::usage(message))
        }
        Some(proof) => files::keep_apart(file, proof),
        None => Ok(()),
    }
}

fn solve(formula: Formula, settings: &Settings, budget: &Budget) -> Result<i32, Failure> {
    let formula = Arc::new(formula);
    let evidence = Arc::new(Mutex::new(Evidence::open(formula.clone(), &settings.sat, budget)?));
    let mut solver = Solver::new(settings.sat.solver.clone());
    solver.set_budget(budget.clone());
    let mut listening = evidence.lock().unwrap_or_else(PoisonError::into_inner);
    let wanted = listening.is_wanted();
    drop(listening);
    if wanted {
        solver.set_proof(Shared(evidence.clone()));
    }
    let answer = match load(&mut solver, &formula, budget) {
        Ok(()) => {
            if settings.sat.solver.inprocessing {
                solver.simplify();
            }
            solver.solve(&[])
        }
        Err(limit) => Answer::Unknown(limit),
    };
    listening = evidence.lock().unwrap_or_else(PoisonError::into_inner);
    let name = settings.sat.proof.as_deref().unwrap_or_default();
    listening.finish().map_err(|error| Failure::output(name.to_string_lossy(), &error))?;
    let statistics = if settings.stats.0 { format!("c {:?}\n", solver.statistics()) } else { String::new() };
    let code = match answer {
        Answer::Sat => report_model(&formula, &solver, &settings.sat, statistics),
        Answer::Unsat => report_refutation(listening.checked(), statistics),
        Answer::Unknown(limit) => {
            output::print(&format!("{}c {}\ns UNKNOWN\n", statistics, limit))?;
            Ok(unanswered(&settings.sat))
        }
    };
    output::leave(code?)
}

fn report_model(
    formula: &Formula,
    solver: &Solver,
    sat: &SatSettings,
    before: String,
) -> Result<i32, Failure> {
    let Formula { cnf, numbering } = formula;
    let holds = |lit: Lit| solver.value(numbering.inner(lit)) == Some(true);
    if let Some(index) = cnf.clauses().position(|clause| !clause.iter().any(|&lit| holds(lit))) {
        return Err(Failure::evidence(format!("the model does not satisfy clause {}", index + 1)));
    }
    output::print_with(|out| {
        writeln!(out, "{}s SATISFIABLE", before)?;
        let values = numbering.names().iter().map(|v| v.lit(holds(v.positive())));
        match (sat.model, sat.whole_model) {
            (false, _) => Ok(()),
            (true, false) => write_model(out, values),
            (true, true) => write_model(out, filled(values, cnf.vars())),
        }
    })?;
    Ok(UNSAFE)
}

/// The values of all variables below `count`, from those in `values`, which ascend. The others are false.
fn filled(values: impl Iterator<Item = Lit>, count: usize) -> impl Iterator<Item = Lit> {
    let mut values = values.peekable();
    (0..count)
        .map(Var::new)
        .map(move |v| values.next_if(|lit| lit.var() == v).unwrap_or_else(|| v.negative()))
}

fn report_refutation(checked: Checked, before: String) -> Result<i32, Failure> {
    let (comment, line, code) = match checked {
        Checked::No => (String::new(), "s UNSATISFIABLE", SAFE),
        Checked::Proved => {
            ("c proof verified by the internal checker\n".to_string(), "s UNSATISFIABLE", SAFE)
        }
        // A refutation whose check was asked for and did not end is not an answer.
        Checked::Unknown(limit) => {
            (format!("c the check of the proof ended early: {}\n", limit), "s UNKNOWN", UNKNOWN)
        }
        Checked::Wrong(reason) => {
            return Err(Failure::evidence(format!("the proof failed its check: {}", reason)));
        }
    };
    output::print(&format!("{}{}{}\n", before, comment, line))?;
    Ok(code)
}
