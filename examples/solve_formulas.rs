//! Asks a solver about the purchase of a machine: terms and their sorts, scopes, assumptions, a model, a core, a proof,
//! an interpolant, and a projection.
//!
//! `cargo run --example solve_formulas`

use indubit::base::Budget;
use indubit::solver::smt::proof::{check, refutation};
use indubit::solver::smt::{eliminate, interpolants, Answer, InterpolationOptions, SmtOptions, Solver};
use indubit::solver::term::{Op, Sort, SymbolId, TermId, Terms};
use indubit::theories::num::Rational;
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

    // 1 to 4 machines work for 8 hours a day each, or 12 if they work at night. Three machines need the code 0xA_.
    let (one, three, four) = (terms.int(1), terms.int(3), terms.int(4));
    let count = [terms.le(one, machines), terms.le(machines, four)];
    let (day, night) =
        (terms.scale(&Rational::from(8), machines), terms.scale(&Rational::from(12), machines));
    let work = terms.ite(nights, night, day);
    let enough = terms.le(hours, work);
    let high = terms.extract(code, 7, 4);
    let (a, is_three) = (terms.bv(0xa, 4), terms.eq(machines, three));
    let is_a = terms.eq(high, a);
    let rule = terms.implies(is_three, is_a);

    // A budget limits whatever is asked of the solver.
    let budget = Budget::unlimited().with_timeout(Duration::from_secs(10));
    let mut solver = Solver::new(SmtOptions::default());
    solver.set_budget(budget.clone());
    for formula in [count[0], count[1], enough, rule] {
        solver.assert(&mut terms, formula);
    }

    // Assertions in a scope go with it.
    solver.push();
    let forty = terms.real(Rational::from(40));
    let (busy, only_day) = (terms.ge(hours, forty), terms.not(nights));
    solver.assert(&mut terms, busy);
    println!("40 hours: {}", solver.check(&mut terms, &[]));
    let model = solver.model(&terms);
    for t in [machines, hours, nights, code] {
        println!("  {} = {}", terms.text(t), model.evaluate(&terms, t).text(terms.sort(t)));
    }

    // Assumptions hold for one check. The core says which of them were too much.
    let even = terms.int_mod(machines, four)?;
    let two = terms.int(2);
    let not_two = terms.eq(even, two);
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
    let rules = terms.and(&[count[0], count[1], enough, rule, only_day]);
    let options = InterpolationOptions::default();
    let between = interpolants(&mut terms, &[rules, busy], &options, &budget)?;
    println!("  since by day {}", terms.text(between[0]));
    solver.pop();

    // For which hours and machines is there a shift at all? What is asked away has no part in the answer.
    let rules = terms.and(&[count[0], count[1], enough, rule]);
    let local = [symbol(&terms, nights), symbol(&terms, code)];
    let possible = eliminate(&mut terms, rules, &local, &budget)?;
    println!("possible at all: {}", terms.text(possible));

    let beyond = terms.real(Rational::from(49));
    let beyond = terms.ge(hours, beyond);
    assert_eq!(solver.check(&mut terms, &[beyond]), Answer::Unsat);
    Ok(())
}
