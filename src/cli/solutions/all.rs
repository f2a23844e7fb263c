//! `indubit sat FILE.cnf --all`: the models of a formula, one after the other.
//!
//! Each model, or cube of models, is checked against the formula as it was read before it is printed. A last comment
//! says whether all of them were found. Under `--evidence` that is proved: the formula and the negation of each cube
//! are refuted by a solver that knows of no model, and the proof is checked.

use super::{ask, numbers};
use crate::cli::options::{SatSettings, Settings};
use crate::cli::refutation::{Checked, Formula};
use crate::cli::values::AllModels;
use crate::cli::{files, output, Failure, SAFE, UNKNOWN, UNSAFE};
use indubit::base::{Budget, HashMap, HashSet, Lit, Var};
use indubit::input::dimacs::Cnf;
use indubit::solver::models::Blocking;
use indubit::solver::sat::Solver;
use std::fmt::Write;

/// The variables that a model is told apart by, in the numbering of a solver.
struct Chosen {
    inner: Vec<Lit>,
    outer: HashMap<Var, Var>,
}

/// Runs the command for a formula that was read.
pub fn run(formula: Formula, settings: &Settings, budget: &Budget) -> Result<i32, Failure> {
    let blocking = match settings.sat.all {
        AllModels::Off | AllModels::On => Blocking::Exact,
        AllModels::Cubes => Blocking::Cubes,
        AllModels::Disjoint => Blocking::Disjoint,
    };
    if settings.sat.proof.is_some() {
        let message =
            "--proof is about a formula without models; --evidence checks that --all has found them all";
        return Err(Failure::usage(message));
    }
    let over = chosen_literals(&formula, settings, budget)?;
    let mut solver = Solver::new(settings.sat.solver.clone());
    solver.set_budget(budget.clone());
    if let Err(limit) = ask::load(&mut solver, &formula, budget) {
        output::print(&format!("c {}\ns UNKNOWN\n", limit))?;
        return Ok(UNKNOWN);
    }
    let chosen = choose(&mut solver, &formula, &over);
    let (cubes, end) = print_models(&mut solver, &formula, &chosen, blocking, settings)?;
    let evidence = if end.is_complete && settings.sat.check.0 {
        prove(formula, &cubes, &settings.sat, budget)?
    } else {
        Ok(String::new())
    };
    let (comment, is_complete) = match evidence {
        Ok(comment) => (comment, end.is_complete),
        Err(comment) => (comment, false),
    };
    let more = if is_complete { "no more" } else { "perhaps more" };
    let reason = end.reason.map_or_else(String::new, |reason| format!(" ({})", reason));
    let mut last = format!("{}c {}, {}{}\n", comment, end.count, more, reason);
    let code = match (end.is_none, is_complete) {
        (true, true) => {
            last.push_str("s UNSATISFIABLE\n");
            SAFE
        }
        (true, false) => {
            last.push_str("s UNKNOWN\n");
            UNKNOWN
        }
        (false, _) if is_complete || end.was_wanted => UNSAFE,
        (false, _) => UNKNOWN,
    };
    output::print(&last)?;
    output::leave(code)
}

/// The literals that `--over` names; without it all variables that occur.
fn chosen_literals(formula: &Formula, settings: &Settings, budget: &Budget) -> Result<Vec<Lit>, Failure> {
    let file = match &settings.sat.over {
        None => return Ok(formula.numbering.names().iter().map(|v| v.positive()).collect()),
        Some(file) => file,
    };
    let bytes = files::open(file)?.read(budget, settings)?;
    numbers::read(&bytes, formula.cnf.vars()).map_err(|error| Failure::input(files::shown(file), error))
}

/// The solver's variables of these literals; one that occurs in no clause gets a new one.
fn choose(solver: &mut Solver, formula: &Formula, over: &[Lit]) -> Chosen {
    let names = formula.numbering.names();
    let mut chosen = Chosen { inner: Vec::new(), outer: HashMap::default() };
    let mut seen = HashSet::default();
    for lit in over.iter().filter(|lit| seen.insert(lit.var())) {
        let inner = match names.binary_search(&lit.var()) {
            Ok(_) => formula.numbering.inner(lit.var().positive()),
            Err(_) => solver.new_var().positive(),
        };
        chosen.inner.push(inner);
        chosen.outer.insert(inner.var(), lit.var());
    }
    chosen
}

/// The end of the models.
struct End {
    /// The number of models, in words.
    count: String,
    is_none: bool,
    is_complete: bool,
    /// The command's own limit on the number of models was reached.
    was_wanted: bool,
    reason: Option<String>,
}

/// Prints models; the cubes, in the numbering of the file.
fn print_models(
    solver: &mut Solver,
    formula: &Formula,
    chosen: &Chosen,
    blocking: Blocking,
    settings: &Settings,
) -> Result<(Vec<Vec<Lit>>, End), Failure> {
    let most = settings.sat.models.unwrap_or(u64::MAX);
    let mut cubes = Vec::new();
    let mut reason = None;
    let mut models = solver.models(&chosen.inner, blocking);
    while models.found() < most {
        let cube = match models.next() {
            None => break,
            Some(Ok(cube)) => cube,
            Some(Err(limit)) => {
                reason = Some(limit.to_string());
                break;
            }
        };
        demand(formula, chosen, models.solver(), &cube)?;
        let outer: Vec<Lit> =
            cube.iter().map(|lit| chosen.outer[&lit.var()].lit(!lit.is_negative())).collect();
        output::print_with(|out| {
            if models.found() == 1 {
                writeln!(out, "s SATISFIABLE")?;
            }
            if settings.sat.model {
                ask::write_model(out, outer.iter().copied())?;
            }
            Ok(())
        })?;
        // A proof needs them all.
        if settings.sat.check.0 {
            cubes.push(outer);
        }
    }
    let was_wanted = reason.is_none() && !models.is_complete();
    let mut count = format!("{} model{}", models.found(), if models.found() == 1 { "" } else { "s" });
    if blocking != Blocking::Exact {
        count = count.replace("model", "cube");
    }
    if blocking == Blocking::Disjoint {
        let _ = write!(count, " of {} models", models.covered());
    }
    let reason = reason.or_else(|| was_wanted.then(|| "the limit of --models".to_string()));
    let is_none = models.found() == 0;
    Ok((cubes, End { count, is_none, is_complete: models.is_complete(), was_wanted, reason }))
}

/// Demands that every clause has a literal of the cube, or one of a variable outside of the choice that is true.
fn demand(formula: &Formula, chosen: &Chosen, solver: &Solver, cube: &[Lit]) -> Result<(), Failure> {
    let Formula { cnf, numbering } = formula;
    let in_cube: HashSet<Lit> = cube.iter().copied().collect();
    let holds = |lit: Lit| {
        let inner = numbering.inner(lit);
        let is_chosen = chosen.outer.contains_key(&inner.var());
        if is_chosen {
            in_cube.contains(&inner)
        } else {
            solver.value(inner) == Some(true)
        }
    };
    match cnf.clauses().position(|clause| !clause.iter().any(|&lit| holds(lit))) {
        None => Ok(()),
        Some(index) => Err(Failure::evidence(format!("a model does not satisfy clause {}", index + 1))),
    }
}

/// Refutes the formula outside of the cubes. A comment: of the proof that was checked, or of the limit before its end.
fn prove(
    formula: Formula,
    cubes: &[Vec<Lit>],
    settings: &SatSettings,
    budget: &Budget,
) -> Result<Result<String, String>, Failure> {
    let mut cnf: Cnf = formula.cnf;
    for cube in cubes {
        let block: Vec<Lit> = cube.iter().map(|&lit| !lit).collect();
        cnf.push(&block);
    }
    match ask::refute(cnf, settings, budget)? {
        Checked::Proved => {
            Ok(Ok("c proof verified by the internal checker: there are no more models\n".to_string()))
        }
        Checked::Unknown(limit) => Ok(Err(format!("c the check of the proof ended early: {}\n", limit))),
        Checked::No => Ok(Err("c there is no proof that these are all models\n".to_string())),
        Checked::Wrong(reason) => Err(Failure::evidence(format!("the proof failed its check: {}", reason))),
    }
}
