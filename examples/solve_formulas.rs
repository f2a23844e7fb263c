//! Asks a solver about the purchase of a machine: terms and their sorts, scopes, assumptions, a model, a core, a proof,
//! an interpolant, and a projection.
//!
//! `cargo run --example solve_formulas`

use indubit::base::Budget;
use indubit::solver::smt::proof::{check, refutation};
use indubit::solver::smt::{eliminate, interpolants, Answer, InterpolationOptions, SmtOptions, Solver};
use indubit::solver::term::{Notation, Op, Sort, SymbolId, TermId, Terms};
use std::time::Duration;

fn symbol(terms: &Terms, t: TermId) -> SymbolId {
    match terms.op(t) {
        Op::Symbol(symbol) => symbol,
        _ => unreachable!("a declared constant"),
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Terms live outside of solvers. They are numbers that can be copied, and equal terms have equal numbers.
    let mut terms = Terms::new();
    let machines = terms.declare("machines", Sort::Int);
    let hours = terms.declare("hours", Sort::Real);
    let nights = terms.declare("nights", Sort::Bool);
    let code = terms.declare("code", Sort::BitVec(8));

    // 1 to 4 machines work for 8 hours a day each, or 12 if they work at night. Three machines need the code 0xA_. Each
    // term has a method of the store; operators are a shorter way to write them.
    let n = Notation::new(&mut terms);
    let [m, h, at_night, c] = [machines, hours, nights, code].map(|t| n.of(t));
    let count = m.ge(1) & m.le(4);
    let enough = h.le(at_night.ite(12 * m, 8 * m));
    let rule = m.eq(3).implies(c.with(0xf0, Terms::bv_and).eq(0xa0));
    let rules = [count, enough, rule].map(|formula| formula.id());
    let (busy, only_day, beyond) = (h.ge(40).id(), (!at_night).id(), h.ge(49).id());
    let half_used = (2 * h).le(12 * m).id();

    // A budget limits whatever is asked of the solver.
    let budget = Budget::unlimited().with_timeout(Duration::from_secs(10));
    let mut solver = Solver::new(SmtOptions::default());
    solver.set_budget(budget.clone());
    for formula in rules {
        solver.assert(&mut terms, formula);
    }

    // Assertions in a scope go with it.
    solver.push();
    solver.assert(&mut terms, busy);
    println!("40 hours: {}", solver.check(&mut terms, &[]));
    let model = solver.model(&terms);
    println!("{}", model.display(&terms));
    println!("half used: {}", model.evaluate(&terms, half_used).text(Sort::Bool));

    // Assumptions hold for one check. The core says which of them were too much.
    let (two, four) = (terms.int(2), terms.int(4));
    let rest = terms.int_mod(machines, four)?;
    let not_two = terms.eq(rest, two);
    let not_two = terms.not(not_two);
    let assumptions = [not_two, only_day];
    println!("40 hours by day: {}", solver.check(&mut terms, &assumptions));
    solver.minimise_core(&mut terms);
    let core = solver.core().to_vec();
    core.iter().for_each(|&t| println!("  because of {}", terms.text(t)));

    // Anybody can be convinced of that by a proof.
    let refuted: Vec<TermId> = solver.assertions().iter().copied().chain(core).collect();
    let proof = refutation(&mut terms, &refuted, &SmtOptions::default(), &budget)?;
    let trusted = check(&terms, &proof, &refuted)?;
    println!("  by a proof of {} steps; to be believed: {:?}", proof.steps.len(), trusted);

    // What the rules say about those who work by day only, in words that they share with the demand for 40 hours.
    let by_day = terms.and(&[rules[0], rules[1], rules[2], only_day]);
    let options = InterpolationOptions::default();
    let between = interpolants(&mut terms, &[by_day, busy], &options, &budget)?;
    println!("  since by day {}", terms.text(between[0]));
    solver.pop();

    // For which hours and machines is there a shift at all? What is asked away has no part in the answer.
    let rules = terms.and(&rules);
    let local = [symbol(&terms, nights), symbol(&terms, code)];
    let possible = eliminate(&mut terms, rules, &local, &budget)?;
    println!("possible at all: {}", terms.text(possible));

    assert_eq!(solver.check(&mut terms, &[beyond]), Answer::Unsat);
    Ok(())
}
