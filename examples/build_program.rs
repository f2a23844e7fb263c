//! Builds a program by hand, as a control-flow automaton, and asks two engines for its invariant by location.
//!
//! `cargo run --example build_program`

use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::input::Model;
use indubit::model::cfa::Cfa;
use indubit::portfolio::{verify, Engine, VerifyOptions};
use indubit::solver::term::{Sort, Terms};

/// `x = n; y = 0; while (x > 0) { x--; y++; } assert(y == n || n < 0);`
fn transfer() -> Cfa {
    let mut cfa = Cfa::new(Terms::new());
    let [x, y, n] = ["x", "y", "n"].map(|name| cfa.declare(name, Sort::Int));
    let (start, error) = (cfa.initial(), cfa.error());
    let head = cfa.add_location("head");

    let (commands, terms) = cfa.parts_mut();
    let (zero, one) = (terms.int(0), terms.int(1));
    let begin = [commands.assign(x, n), commands.assign(y, zero)];
    let begin = commands.sequence(&begin);

    let (is_left, less, more) = (terms.gt(x, zero), terms.sub(x, one), terms.add(&[y, one]));
    let turn = [commands.assume(is_left), commands.assign(x, less), commands.assign(y, more)];
    let turn = commands.sequence(&turn);

    let (is_done, differs, is_natural) = (terms.le(x, zero), terms.eq(y, n), terms.ge(n, zero));
    let differs = terms.not(differs);
    let fails = terms.and(&[is_done, differs, is_natural]);
    let fails = commands.assume(fails);

    cfa.add_edge(start, head, begin);
    cfa.add_edge(head, head, turn);
    cfa.add_edge(head, error, fails);
    cfa
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let model = Model::from(transfer());
    for engine in [Engine::Ic3Cfa, Engine::Spacer] {
        let options = VerifyOptions { engine, ..VerifyOptions::default() };
        let report = verify(&model, &options, &Budget::unlimited(), &mut ())?;
        match &report.verdicts[0].outcome {
            Outcome::Safe(proof) => println!("{}: {}", engine.name(), proof.parts().join("; ")),
            Outcome::Unsafe(path) => print!("{}: unsafe\n{}", engine.name(), path.text()),
            Outcome::Unknown(reason) => println!("{}: unknown, {}", engine.name(), reason),
        }
    }
    Ok(())
}
