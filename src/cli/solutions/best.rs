//! `indubit sat FILE.wcnf`: MaxSAT, with the output and the exit codes of the evaluations.
//!
//! A line `o COST` tells of each better solution, after it was checked against the formula as it was read. Under
//! `--evidence` the optimum is proved by a solver of its own: the hard clauses, soft ones with a switch each, and a
//! circuit that says that the switches cost less, have no model together, and the proof of that is checked. `--proof`
//! keeps it, for `indubit check`.

use super::{ask, cheaper};
use crate::cli::numbering::Numbering;
use crate::cli::options::Settings;
use crate::cli::refutation::{Checked, Formula};
use crate::cli::{files, output, Failure, SAFE, UNSAFE};
use indubit::base::{Budget, Lit, Var};
use indubit::input::dimacs::Cnf;
use indubit::input::wcnf::Wcnf;
use indubit::solver::optimise::{least_cost, Cost};
use indubit::solver::sat::Solver;
use indubit::theories::num::Rational;

/// The exit code of an optimum in MaxSAT evaluations. A run without any solution has the code 0 there.
const OPTIMUM: i32 = 30;

/// The cheapest solution so far.
pub struct Best {
    /// By variable of the file.
    pub values: Vec<bool>,
    /// The weight of the soft clauses that it does not satisfy.
    pub cost: u128,
}

/// Runs the command for a formula that was read.
pub fn run(wcnf: &Wcnf, settings: &Settings, budget: &Budget) -> Result<i32, Failure> {
    let mut settings = settings.clone();
    if let Some(proof) = &settings.sat.proof {
        // An optimum of 0 needs none, and another one is proved while it is checked.
        files::write(proof, b"")?;
        settings.sat.check.0 = true;
    }
    let settings = &settings;
    let (cnf, switches) = cheaper::with_switches(wcnf);
    let numbering = Numbering::of(&cnf);
    let formula = Formula { cnf, numbering };
    let mut solver = Solver::new(settings.sat.solver.clone());
    solver.set_budget(budget.clone());
    let soft: Vec<(Lit, Rational)> = switches
        .iter()
        .zip(&wcnf.weights)
        .map(|(&switch, &weight)| (formula.numbering.inner(!switch), weight_of(weight)))
        .collect();
    let (mut best, mut failure) = (None, None);
    let cost = match ask::load(&mut solver, &formula, budget) {
        Err(limit) => Cost::Unknown { limit, lower: Rational::ZERO, upper: None },
        Ok(()) => {
            soft.iter().for_each(|(lit, _)| solver.freeze(lit.var()));
            if settings.sat.solver.inprocessing {
                solver.simplify();
            }
            least_cost(&mut solver, &soft, |solver, _| {
                if failure.is_none() {
                    failure = improve(&mut best, wcnf, &formula.numbering, solver).err();
                }
            })
        }
    };
    failure.map_or(Ok(()), Err)?;
    let code = report(wcnf, settings, budget, cost, best)?;
    output::leave(code)
}

fn weight_of(weight: u64) -> Rational {
    Rational::from(indubit::theories::num::Integer::from(weight))
}

/// Checks the solver's model, keeps it if it is the cheapest one, and tells of its cost then.
fn improve(
    best: &mut Option<Best>,
    wcnf: &Wcnf,
    numbering: &Numbering,
    solver: &Solver,
) -> Result<(), Failure> {
    let names = numbering.names();
    let value = |v: Var| {
        let occurs = names.binary_search(&v).is_ok();
        occurs && solver.value(numbering.inner(v.positive())) == Some(true)
    };
    let values: Vec<bool> = (0..wcnf.hard.vars()).map(|v| value(Var::new(v))).collect();
    let cost = cost_of(wcnf, &values)?;
    // A switch may be true for no reason: the solver's cost is an upper bound.
    if best.as_ref().map_or(true, |best| cost < best.cost) {
        *best = Some(Best { values, cost });
        output::print(&format!("o {}\n", cost))?;
    }
    Ok(())
}

/// The cost of a solution; fails if a hard clause is not satisfied.
pub fn cost_of(wcnf: &Wcnf, values: &[bool]) -> Result<u128, Failure> {
    let holds = |lit: &Lit| values.get(lit.var().index()).map_or(false, |value| *value != lit.is_negative());
    if let Some(index) = wcnf.hard.clauses().position(|clause| !clause.iter().any(holds)) {
        return Err(Failure::evidence(format!("the model does not satisfy hard clause {}", index + 1)));
    }
    let violated = wcnf.soft.clauses().zip(&wcnf.weights).filter(|(clause, _)| !clause.iter().any(holds));
    Ok(violated.map(|(_, &weight)| u128::from(weight)).sum())
}

/// Whether a solution has its cost, and no other one costs less, as `proved` says about the formula of cheaper ones.
pub fn is_optimal(
    wcnf: &Wcnf,
    best: &Best,
    settings: &Settings,
    proved: impl FnOnce(&Cnf) -> Result<bool, Failure>,
) -> Result<bool, Failure> {
    if cost_of(wcnf, &best.values)? != best.cost {
        return Err(Failure::evidence("the solution does not have the cost that was told"));
    }
    match cheaper::formula(wcnf, best.cost) {
        None if best.cost > 0 && settings.sat.check.0 => {
            output::print("c the formula of cheaper solutions is too large\n")?;
            Ok(false)
        }
        None => Ok(true),
        Some(less) => proved(&less),
    }
}

fn report(
    wcnf: &Wcnf,
    settings: &Settings,
    budget: &Budget,
    cost: Cost,
    best: Option<Best>,
) -> Result<i32, Failure> {
    let (line, code) = match (&cost, &best) {
        (Cost::Unknown { limit, lower, .. }, best) => {
            output::print(&format!("c {}; no solution costs less than {}\n", limit, lower))?;
            if best.is_some() {
                ("s SATISFIABLE", UNSAFE)
            } else {
                ("s UNKNOWN", 0)
            }
        }
        (Cost::Impossible, None) => {
            if !proved(&wcnf.hard, settings, budget)? {
                ("s UNKNOWN", 0)
            } else {
                ("s UNSATISFIABLE", SAFE)
            }
        }
        (Cost::Optimum(optimum), Some(best)) if optimum.to_string() == best.cost.to_string() => {
            let is_proved = is_optimal(wcnf, best, settings, |less| proved(less, settings, budget))?;
            if is_proved {
                ("s OPTIMUM FOUND", OPTIMUM)
            } else {
                ("s SATISFIABLE", UNSAFE)
            }
        }
        (Cost::Impossible | Cost::Optimum(_), _) => {
            return Err(Failure::evidence("the solution does not have the cost that was told"));
        }
    };
    output::print_with(|out| {
        writeln!(out, "{}", line)?;
        match best.filter(|_| settings.sat.model) {
            None => Ok(()),
            Some(best) if wcnf.has_header => {
                let lits = best.values.iter().enumerate().map(|(i, &value)| Var::new(i).lit(value));
                ask::write_model(out, lits)
            }
            Some(best) => {
                let bits: String = best.values.iter().map(|&value| if value { '1' } else { '0' }).collect();
                writeln!(out, "v {}", bits)
            }
        }
    })?;
    Ok(code)
}

/// Whether a formula is refuted, if that is asked for.
fn proved(cnf: &Cnf, settings: &Settings, budget: &Budget) -> Result<bool, Failure> {
    if !settings.sat.check.0 {
        return Ok(true);
    }
    let (comment, is_proved) = match ask::refute(cnf.clone(), &settings.sat, budget)? {
        Checked::Proved => ("proof verified by the internal checker".to_string(), true),
        Checked::Unknown(limit) => (format!("the check of the proof ended early: {}", limit), false),
        Checked::No => return Err(Failure::evidence("there is a better solution")),
        Checked::Wrong(reason) => {
            return Err(Failure::evidence(format!("the proof failed its check: {}", reason)));
        }
    };
    output::print(&format!("c {}\n", comment))?;
    Ok(is_proved)
}
