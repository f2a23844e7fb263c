//! Products and quotients by facts: against enumeration for words of a few bits, and by proofs for words of 256.

use crate::cases::try_random;
use crate::refutations::checked;
use crate::world::World;
use indubit::base::{Budget, Rng};
use indubit::solver::smt::proof::{check, refutation, NoProof, Trusted};
use indubit::solver::smt::{Answer, SmtOptions, Solver};
use indubit::solver::term::{Sort, TermId, Terms};

/// A word with a product, a quotient or a remainder at the top.
fn operator(world: &mut World, rng: &mut Rng, width: u32) -> TermId {
    let (a, b) = (world.word(rng, width, 2), world.word(rng, width, 2));
    match rng.below(6) {
        0 | 1 => world.terms.bv_mul(a, b),
        2 => world.terms.bv_udiv(a, b),
        3 => world.terms.bv_urem(a, b),
        4 => {
            let product = world.terms.bv_mul(a, b);
            world.terms.bv_udiv(product, a)
        }
        _ => {
            let product = world.terms.bv_mul(a, b);
            world.terms.bv_urem(product, b)
        }
    }
}

fn comparison(world: &mut World, rng: &mut Rng, width: u32) -> TermId {
    let a = operator(world, rng, width);
    let b = if rng.one_in(2) { operator(world, rng, width) } else { world.word(rng, width, 2) };
    let formula = match rng.below(4) {
        0 => world.terms.bv_ult(a, b),
        1 => world.terms.bv_umul_overflow(a, b),
        _ => world.terms.eq(a, b),
    };
    if rng.one_in(2) {
        world.terms.not(formula)
    } else {
        formula
    }
}

/// Verdicts, models and proofs, with scopes.
fn answers_agree_with_enumeration(seed: u64) {
    let mut rng = Rng::new(seed);
    let width = 3 + rng.below(2) as u32;
    let mut world = World::of_words(width);
    let abstract_width = 1 + rng.below(width as usize) as u32;
    let postpone_width = rng.below(3) as u32 * width;
    let options = SmtOptions { abstract_width, postpone_width, ..SmtOptions::default() };
    let mut solver = Solver::new(options.clone());
    for _ in 0..6 {
        match rng.below(4) {
            0 => solver.push(),
            1 => solver.pop(),
            _ => {}
        }
        let formula = comparison(&mut world, &mut rng, width);
        solver.assert(&mut world.terms, formula);
        let facts = solver.assertions().to_vec();
        let expected = world.satisfiable(&facts);
        let shown: Vec<String> = facts.iter().map(|&t| world.terms.text(t)).collect();
        match solver.check(&mut world.terms, &[]) {
            Answer::Sat => {
                assert!(expected, "{:?}", shown);
                let model = solver.model(&world.terms);
                assert!(facts.iter().all(|&t| model.evaluate(&world.terms, t).is_true()), "{:?}", shown);
            }
            Answer::Unsat => {
                assert!(!expected, "{:?}", shown);
                let found = refutation(&mut world.terms, &facts, &options, &Budget::unlimited());
                let proof = found.unwrap_or_else(|reason: NoProof| panic!("seed {}: {}", seed, reason));
                let trusted = check(&world.terms, &proof, &facts);
                assert_eq!(trusted, Ok(Trusted::default()), "seed {}", seed);
            }
            Answer::Unknown(reason) => panic!("unknown: {}", reason),
        }
    }
}

#[test]
fn small_words_agree_with_enumeration() {
    try_random(300, answers_agree_with_enumeration);
}

/// Formulas over words of 256 bits whose circuits nothing would decide, each with a proof that takes nothing for
/// granted.
#[test]
fn facts_about_wide_words_are_proofs() {
    let mut terms = Terms::new();
    let [a, b] = ["a", "b"].map(|name| terms.declare(name, Sort::BitVec(256)));
    let zero = terms.bv_zero(256);
    let (by_zero, product) = (terms.eq(a, zero), terms.bv_mul(a, b));
    let (quotient, overflow) = (terms.bv_udiv(product, a), terms.bv_umul_overflow(a, b));
    let is_back = terms.eq(quotient, b);
    let [divided, fits, is_other] = [by_zero, overflow, is_back].map(|t| terms.not(t));
    let undone = vec![divided, fits, is_other];
    let share = terms.bv_udiv(a, b);
    let (larger, zero_divisor) = (terms.bv_ult(a, share), terms.eq(b, zero));
    let bounded = vec![larger, terms.not(zero_divisor)];
    let less = terms.bv_ult(product, a);
    let small = terms.bv_ult(product, b);
    let none = terms.not(zero_divisor);
    let grows = vec![divided, none, fits, terms.or(&[less, small])];
    for formulas in [undone, bounded, grows] {
        assert_eq!(checked(&mut terms, &formulas, 0).ok(), Some(Trusted::default()));
    }
}
