//! A formula given to a solver, and the parts of the answer.

use crate::cli::numbering::Numbering;
use crate::cli::options::SatSettings;
use crate::cli::refutation::{Checked, Evidence, Formula, Shared};
use crate::cli::Failure;
use indubit::base::{Budget, Limit, Lit};
use indubit::input::dimacs::Cnf;
use indubit::solver::sat::{Answer, Solver};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Variables made as a sample, to estimate the memory that one takes.
const SAMPLE: usize = 1000;
/// Literals that are added between two looks at the budget.
const BATCH: usize = 1 << 14;

/// Refutes a formula and checks the proof. If there is a model, there is no proof.
pub fn refute(cnf: Cnf, sat: &SatSettings, budget: &Budget) -> Result<Checked, Failure> {
    let numbering = Numbering::of(&cnf);
    let formula = Arc::new(Formula { cnf, numbering });
    let evidence = Arc::new(Mutex::new(Evidence::open(formula.clone(), sat, budget)?));
    let mut solver = Solver::new(sat.solver.clone());
    solver.set_budget(budget.clone());
    solver.set_proof(Shared(evidence.clone()));
    let answer = match load(&mut solver, &formula, budget) {
        Ok(()) => solver.solve(&[]),
        Err(limit) => Answer::Unknown(limit),
    };
    let mut listening = evidence.lock().unwrap_or_else(PoisonError::into_inner);
    let name = sat.proof.as_deref().unwrap_or_default();
    listening.finish().map_err(|error| Failure::output(name.to_string_lossy(), &error))?;
    Ok(match answer {
        Answer::Sat => Checked::No,
        Answer::Unsat => listening.checked(),
        Answer::Unknown(limit) => Checked::Unknown(limit.to_string()),
    })
}

/// Gives the formula to the solver, piece by piece, as long as the budget allows.
pub fn load(solver: &mut Solver, formula: &Formula, budget: &Budget) -> Result<(), Limit> {
    let Formula { cnf, numbering } = formula;
    solver.reserve_vars(SAMPLE.min(numbering.len()));
    let more = (numbering.len() - solver.var_count()) as u64;
    budget.allows_memory(solver.bytes() as u64 * more / SAMPLE as u64)?;
    solver.reserve_vars(numbering.len());
    let (mut clause, mut batch) = (Vec::new(), 0);
    for lits in cnf.clauses() {
        batch += lits.len() + 1;
        if batch > BATCH {
            // The solver counts in gates of at least eighteen literals.
            solver.check_budget(batch / 18 + 1)?;
            batch = 0;
        }
        clause.clear();
        clause.extend(lits.iter().map(|&lit| numbering.inner(lit)));
        solver.add_clause(&clause);
    }
    solver.check_budget(0)
}

/// Lines of at most 78 columns.
pub fn write_model(out: &mut dyn Write, lits: impl Iterator<Item = Lit>) -> io::Result<()> {
    let mut line = String::from("v");
    for word in lits.map(|lit| lit.to_dimacs().to_string()) {
        if line.len() + 1 + word.len() > 78 {
            writeln!(out, "{}", line)?;
            line.truncate(1);
        }
        line.push(' ');
        line.push_str(&word);
    }
    let end = if line.len() > 76 { "\nv 0" } else { " 0" };
    writeln!(out, "{}{}", line, end)
}
