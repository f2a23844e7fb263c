//! Builds Horn clauses by hand: Fibonacci numbers are not negative, by a predicate that occurs twice in a body.
//!
//! `cargo run --example build_clauses`

use indubit::base::Budget;
use indubit::engine::Outcome;
use indubit::model::horn::{Atom, Clause, Horn};
use indubit::portfolio::{HornVerifier, VerifyOptions};
use indubit::solver::term::{Sort, Terms};

fn fibonacci() -> Horn {
    let mut horn = Horn::new(Terms::new());
    let fib = horn.declare("fib", &[Sort::Int, Sort::Int]);
    let [n, a, b] = ["n", "a", "b"].map(|name| horn.terms_mut().declare(name, Sort::Int));
    let terms = horn.terms_mut();
    let (zero, one, two) = (terms.int(0), terms.int(1), terms.int(2));
    let atom = |arguments: [_; 2]| Atom { predicate: fib, arguments: arguments.to_vec() };

    // fib(n, n) for n of 0 and 1.
    let (is_zero, is_one) = (terms.eq(n, zero), terms.eq(n, one));
    let small = terms.or(&[is_zero, is_one]);

    // fib(n, a + b) from fib(n - 1, a) and fib(n - 2, b).
    let (before, second, sum) = (terms.sub(n, one), terms.sub(n, two), terms.add(&[a, b]));
    let large = terms.ge(n, two);

    // No number is negative.
    let negative = terms.lt(a, zero);

    // The variables of a clause are the constants in it.
    let clauses = [
        (vec![], small, Some(atom([n, n]))),
        (vec![atom([before, a]), atom([second, b])], large, Some(atom([n, sum]))),
        (vec![atom([n, a])], negative, None),
    ];
    for (body, constraint, head) in clauses {
        horn.add(Clause::new(&horn, body, constraint, head));
    }
    horn
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let horn = fibonacci();
    let options = VerifyOptions::default();
    let mut verifier = HornVerifier::new(horn, options, Budget::unlimited())?;
    // The verifier of one kind of model gives typed evidence: here formulas over the arguments of each predicate.
    match verifier.verify(&mut ()).outcome {
        Outcome::Safe(found) => println!("fib(n, a) implies {}", found.terms.text(found.formulas[0])),
        Outcome::Unsafe(refutation) => println!("unsafe, by {} steps", refutation.steps.len()),
        Outcome::Unknown(reason) => println!("unknown: {}", reason),
    }
    Ok(())
}
