//! Sequence interpolants, held against enumeration and against a fresh solver.

use crate::cases::try_random;
use crate::reals::{conjunction, random_alternatives, Comparison};
use crate::world::World;
use indubit::base::{Budget, Rng};
use indubit::solver::smt::{
    check_interpolants, interpolants, tidy, tree_interpolants, FarkasChoice, InterpolationOptions,
    NoInterpolant, Strength,
};
use indubit::solver::term::{Sort, TermId, Terms};
use indubit::theories::num::Rational;
use quickcheck::TestResult;

pub fn random_options(rng: &mut Rng) -> InterpolationOptions {
    InterpolationOptions {
        strength: [Strength::Strong, Strength::Symmetric, Strength::Weak][rng.below(3)],
        farkas: match rng.below(4) {
            0 => FarkasChoice::Strong,
            1 => FarkasChoice::Weak,
            2 => FarkasChoice::Factor(Rational::fraction(rng.below(5) as i64, 5)),
            _ => FarkasChoice::Decomposed,
        },
        proofs: 1 + rng.below(6),
        search: rng.one_in(2),
        check: false,
        seed: rng.next_u64(),
    }
}

/// Two to four formulas, each about some of the constants.
pub fn random_parts(world: &mut World, rng: &mut Rng) -> Vec<TermId> {
    let all = world.symbols.clone();
    let mut parts = Vec::new();
    for _ in 0..2 + rng.below(3) {
        let mut some: Vec<TermId> = all.iter().copied().filter(|_| !rng.one_in(3)).collect();
        if some.is_empty() {
            some = all.clone();
        }
        world.symbols = some;
        let mut conjuncts: Vec<TermId> = (0..1 + rng.below(3)).map(|_| world.formula(rng, 3)).collect();
        let mentioned = world.terms.symbols_in(&conjuncts);
        for bound in world.domain.clone() {
            if world.terms.symbols_in(&[bound]).iter().all(|s| mentioned.contains(s)) {
                conjuncts.push(bound);
            }
        }
        parts.push(world.terms.and(&conjuncts));
    }
    world.symbols = all;
    parts
}

fn demand_shared_symbols(terms: &Terms, parts: &[TermId], found: &[TermId]) {
    for (k, &i) in found.iter().enumerate() {
        let (left, right) = (terms.symbols_in(&parts[..=k]), terms.symbols_in(&parts[k + 1..]));
        for s in terms.symbols_in(&[i]) {
            assert!(left.contains(&s) && right.contains(&s), "{}", terms.name(s));
        }
    }
}

fn interpolants_hold_in_small_worlds(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let mut world = World::new(&mut rng);
    let parts = random_parts(&mut world, &mut rng);
    let options = random_options(&mut rng);
    let satisfiable = world.satisfiable(&parts);
    let found = match interpolants(&mut world.terms, &parts, &options, &Budget::unlimited()) {
        Ok(found) => found,
        Err(NoInterpolant::Satisfiable) => {
            assert!(satisfiable);
            return TestResult::discard();
        }
        Err(other) => panic!("{}, seed {}", other, seed),
    };
    assert!(!satisfiable);
    assert_eq!(found.len(), parts.len() - 1);
    demand_shared_symbols(&world.terms, &parts, &found);
    for (i, &part) in parts.iter().enumerate() {
        let before = if i == 0 { Terms::TRUE } else { found[i - 1] };
        let after = found.get(i).copied().unwrap_or(Terms::FALSE);
        let not_after = world.terms.not(after);
        assert!(!world.satisfiable(&[before, part, not_after]), "part {} of {}", i, parts.len());
    }
    TestResult::passed()
}

#[test]
fn sequence_interpolants_agree_with_enumeration() {
    try_random(250, interpolants_hold_in_small_worlds);
}

/// Inequalities over reals, some of them alternatives.
pub fn random_real_part(terms: &mut Terms, variables: &[TermId], rng: &mut Rng) -> TermId {
    let mut conjuncts = Vec::new();
    for _ in 0..1 + rng.below(4) {
        conjuncts.push(random_alternatives(terms, variables, rng, 2));
    }
    terms.and(&conjuncts)
}

fn interpolants_hold_for_reals(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let mut terms = Terms::new();
    let all: Vec<TermId> = (0..5).map(|i| terms.declare(&format!("x{}", i), Sort::Real)).collect();
    let mut parts = Vec::new();
    for first in 0..2 + rng.below(2) {
        parts.push(random_real_part(&mut terms, &all[first..first + 3], &mut rng));
    }
    match interpolants(&mut terms, &parts, &random_options(&mut rng), &Budget::unlimited()) {
        Ok(found) => {
            demand_shared_symbols(&terms, &parts, &found);
            assert_eq!(check_interpolants(&mut terms, &parts, &found, &Budget::unlimited()), Ok(()));
            TestResult::passed()
        }
        Err(NoInterpolant::Satisfiable) => TestResult::discard(),
        Err(other) => panic!("{}, seed {}", other, seed),
    }
}

#[test]
fn sequence_interpolants_of_real_inequalities_hold() {
    try_random(500, interpolants_hold_for_reals);
}

/// A comparison that the proof knows only from conflicts of the theory once counted as shared.
#[test]
fn comparisons_known_only_from_conflicts_stay_on_their_side() {
    let mut terms = Terms::new();
    let all: Vec<TermId> = (0..4).map(|i| terms.declare(&format!("x{}", i), Sort::Real)).collect();
    let first: [&[Comparison]; 4] = [
        &[(&[(1, 1)], "<=", [1, 1])],
        &[(&[(1, 2)], ">=", [0, 1]), (&[(1, 2)], "=", [1, 2])],
        &[(&[(1, 2)], "<", [2, 1]), (&[(1, 0)], "<", [-2, 3])],
        &[(&[(1, 1)], ">", [-1, 6])],
    ];
    let second: [&[Comparison]; 3] = [
        &[(&[(2, 1), (1, 2), (2, 3)], "<", [0, 1]), (&[(5, 1), (-3, 3)], ">=", [5, 2])],
        &[(&[(1, 2), (-2, 3)], "=", [1, 1]), (&[(1, 1), (2, 3)], "<=", [-2, 1])],
        &[(&[(1, 1)], "<=", [0, 1]), (&[(1, 3)], ">=", [-1, 10])],
    ];
    let third: [&[Comparison]; 1] = [&[(&[(3, 2), (-2, 3)], "<=", [-1, 1])]];
    let parts = [&first[..], &second, &third].map(|clauses| conjunction(&mut terms, &all, clauses));
    for proofs in 1..7 {
        for farkas in [FarkasChoice::Strong, FarkasChoice::Weak, FarkasChoice::Decomposed] {
            let options = InterpolationOptions {
                strength: Strength::Strong,
                farkas,
                proofs,
                search: true,
                ..InterpolationOptions::default()
            };
            let found =
                interpolants(&mut terms, &parts, &options, &Budget::unlimited()).expect("interpolants");
            demand_shared_symbols(&terms, &parts, &found);
            assert_eq!(check_interpolants(&mut terms, &parts, &found, &Budget::unlimited()), Ok(()));
        }
    }
}

/// McMillan's example: the inequalities of the left side add up to one over shared constants.
#[test]
fn the_interpolant_is_the_weighted_sum_of_the_left_side() {
    let mut t = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| t.declare(name, Sort::Real));
    let zero = t.real(Rational::ZERO);
    // x <= y, y <= 0 against z >= 1 and x >= z... the other way round: x <= y <= z, then z <= 0 < x.
    let (a, b) = (t.le(x, y), t.le(y, z));
    let left = t.and(&[a, b]);
    let (c, d) = (t.le(z, zero), t.lt(zero, x));
    let right = t.and(&[c, d]);
    let options = InterpolationOptions::default();
    let found = interpolants(&mut t, &[left, right], &options, &Budget::unlimited()).expect("interpolants");
    assert_eq!(t.text(found[0]), "(<= (+ x (* (- 1.0) z)) 0.0)");
}

#[test]
fn there_is_no_interpolant_between_satisfiable_formulas() {
    let mut t = Terms::new();
    let p = t.declare("p", Sort::Bool);
    let options = InterpolationOptions::default();
    let answer = interpolants(&mut t, &[p, p], &options, &Budget::unlimited());
    assert_eq!(answer, Err(NoInterpolant::Satisfiable));
}

/// Even against odd: no sum of inequalities tells them apart.
#[test]
fn parity_has_an_interpolant_with_divisibility() {
    let mut t = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| t.declare(name, Sort::Int));
    let two = Rational::from(2);
    let (double_x, double_z, one) = (t.scale(&two, x), t.scale(&two, z), t.int(1));
    let odd = t.add(&[double_z, one]);
    let (even_y, odd_y) = (t.eq(double_x, y), t.eq(odd, y));
    let options = InterpolationOptions { check: true, ..InterpolationOptions::default() };
    let found = interpolants(&mut t, &[even_y, odd_y], &options, &Budget::unlimited()).expect("interpolants");
    assert_eq!(t.text(found[0]), "(= (mod y 2) 0)");
}

/// How many nodes there are.
fn size(terms: &Terms, t: TermId) -> usize {
    terms.subterms(&[t]).len()
}

fn tidied_formulas_say_the_same(seed: u64) -> bool {
    let mut rng = Rng::new(seed);
    let mut world = World::new(&mut rng);
    let atoms: Vec<TermId> = (0..5).map(|_| world.formula(&mut rng, 2)).collect();
    // Few atoms in many combinations.
    let mut pool = atoms;
    for _ in 0..12 {
        let some: Vec<TermId> = (0..2 + rng.below(3))
            .map(|_| {
                let t = pool[rng.below(pool.len())];
                if rng.one_in(2) {
                    world.terms.not(t)
                } else {
                    t
                }
            })
            .collect();
        pool.push(if rng.one_in(2) { world.terms.and(&some) } else { world.terms.or(&some) });
    }
    let formula = *pool.last().expect("a formula");
    let tidied = tidy(&mut world.terms, formula);
    let differs = world.terms.xor(formula, tidied);
    let mentioned = world.terms.symbols_in(&[formula]);
    world.terms.symbols_in(&[tidied]).iter().all(|s| mentioned.contains(s)) && !world.satisfiable(&[differs])
}

#[test]
fn tidying_changes_no_meaning() {
    try_random(2_000, tidied_formulas_say_the_same);
}

#[test]
fn tidying_removes_what_is_superfluous() {
    let mut t = Terms::new();
    let [p, q, r] = ["p", "q", "r"].map(|name| t.declare(name, Sort::Bool));
    let x = t.declare("x", Sort::Int);
    let (one, two) = (t.int(1), t.int(2));
    let (below, weaker) = (t.le(x, one), t.le(x, two));
    let (q_or_r, p_or_q, not_p) = (t.or(&[q, r]), t.or(&[p, q]), t.not(p));
    let nested = t.or(&[q_or_r, p]);
    let (not_p_and_r, p_or_r) = (t.and(&[not_p, r]), t.or(&[p, r]));
    let deep = t.or(&[q, not_p_and_r]);
    let inner = t.and(&[q, p_or_r]);
    let below_or = t.or(&[not_p, inner]);
    let cases: [(&[TermId], &str); 7] = [
        (&[p, deep], "(and p q)"),
        (&[p, below_or], "(and p q)"),
        (&[p, p_or_q], "p"),
        (&[not_p, p_or_q], "(and q (not p))"),
        (&[below, weaker], "(<= x 1)"),
        (&[q_or_r, nested], "(or q r)"),
        (&[nested], "(or q r p)"),
    ];
    for (members, expected) in cases {
        let all = t.and(members);
        let tidied = tidy(&mut t, all);
        assert_eq!(t.text(tidied), expected);
        assert!(size(&t, tidied) <= size(&t, all));
    }
}

/// Two formulas that contradict each other.
fn contradiction() -> (Terms, [TermId; 2]) {
    let mut terms = Terms::new();
    let p = terms.declare("p", Sort::Bool);
    let not_p = terms.not(p);
    (terms, [p, not_p])
}

#[test]
#[should_panic(expected = "a term of sort Int in the place of a formula")]
fn only_formulas_are_interpolated() {
    let (mut terms, [p, _]) = contradiction();
    let x = terms.declare("x", Sort::Int);
    let _ = interpolants(&mut terms, &[p, x], &InterpolationOptions::default(), &Budget::unlimited());
}

#[test]
#[should_panic(expected = "a start for each of the 2 nodes")]
fn subtrees_begin_no_later_than_they_end() {
    let (mut terms, parts) = contradiction();
    let _ = tree_interpolants(
        &mut terms,
        &parts,
        &[1, 0],
        &InterpolationOptions::default(),
        &Budget::unlimited(),
    );
}

#[test]
#[should_panic(expected = "an interpolant for each node but the root")]
fn interpolants_are_checked_in_full() {
    let (mut terms, parts) = contradiction();
    let _ = check_interpolants(&mut terms, &parts, &[], &Budget::unlimited());
}

#[test]
#[should_panic(expected = "a Farkas factor of 1, which is not at least 0 and less than 1")]
fn a_farkas_factor_is_less_than_one() {
    let (mut terms, parts) = contradiction();
    let farkas = FarkasChoice::Factor(Rational::from(1));
    let options = InterpolationOptions { farkas, ..InterpolationOptions::default() };
    let _ = interpolants(&mut terms, &parts, &options, &Budget::unlimited());
}
