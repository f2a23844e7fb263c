//! Projections, implicants and exact elimination, held against enumeration.

use crate::cases::try_random;
use crate::reals::random_comparison;
use crate::world::World;
use indubit::base::{Budget, Limit, Rng};
use indubit::solver::smt::{
    eliminate, implicant, project, project_cube, reduce_by_rails, reduce_implicant, Answer, Projections,
    Solver, UnknownReason,
};
use indubit::solver::term::{Model, Op, Sort, Substitution, SymbolId, TermId, Terms, Value};
use indubit::theories::num::Rational;

/// A formula that keeps its integers in range, and some of its constants.
fn random_problem(world: &mut World, rng: &mut Rng) -> (TermId, Vec<SymbolId>) {
    let mut conjuncts: Vec<TermId> = (0..1 + rng.below(3)).map(|_| world.formula(rng, 3)).collect();
    conjuncts.extend(world.domain.clone());
    let formula = world.terms.and(&conjuncts);
    let mut constants = Vec::new();
    for &t in &world.symbols {
        if let Op::Symbol(s) = world.terms.op(t) {
            if rng.one_in(2) {
                constants.push(s);
            }
        }
    }
    (formula, constants)
}

fn mentions_none(terms: &Terms, t: TermId, constants: &[SymbolId]) -> bool {
    terms.symbols_in(&[t]).iter().all(|s| !constants.contains(s))
}

/// All assignments to some constants.
fn assignments(world: &World, constants: &[SymbolId]) -> Vec<Vec<(SymbolId, Value)>> {
    let mut all = vec![Vec::new()];
    for &s in constants {
        let values = world.values(world.terms.sort(world.terms.symbol_term(s)));
        all = all
            .into_iter()
            .flat_map(|before| {
                values.iter().map(move |v| {
                    let mut more = before.clone();
                    more.push((s, v.clone()));
                    more
                })
            })
            .collect();
    }
    all
}

fn projections_agree(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut world = World::new(&mut rng);
    let (formula, gone) = random_problem(&mut world, &mut rng);
    let kept: Vec<SymbolId> =
        world.terms.symbols_in(&world.symbols.clone()).into_iter().filter(|s| !gone.contains(s)).collect();
    let exact = eliminate(&mut world.terms, formula, &gone, &Budget::unlimited()).expect("no limits");
    assert!(mentions_none(&world.terms, exact, &gone));
    let inner = assignments(&world, &gone);
    for outer in assignments(&world, &kept) {
        let mut model = Model::new();
        outer.into_iter().for_each(|(s, v)| model.set(s, v));
        let claimed = model.evaluate(&world.terms, exact).is_true();
        let exists = inner.iter().any(|values| {
            let mut full = model.clone();
            values.iter().for_each(|(s, v)| full.set(*s, v.clone()));
            full.evaluate(&world.terms, formula).is_true()
        });
        assert_eq!(claimed, exists, "{}\n{}", world.terms.text(formula), world.terms.text(exact));
    }
    let mut solver = Solver::default();
    solver.assert(&mut world.terms, formula);
    if solver.check(&mut world.terms, &[]) == Answer::Sat {
        let model = solver.model(&world.terms).clone();
        let cube =
            project(&mut world.terms, formula, &gone, &model, &Budget::unlimited()).expect("no limits");
        assert!(model.evaluate_all(&world.terms, &cube).iter().all(Value::is_true));
        let literals = implicant(&mut world.terms, formula, &model);
        assert!(model.evaluate_all(&world.terms, &literals).iter().all(Value::is_true));
        let not_formula = world.terms.not(formula);
        let few = reduce_implicant(&mut world.terms, &literals, formula, &Budget::unlimited());
        let by_rails = reduce_by_rails(&world.terms, &literals, formula);
        assert!(by_rails.iter().all(|l| literals.contains(l)));
        for implying in [literals, few, by_rails] {
            let mut all = implying;
            all.push(not_formula);
            assert!(!world.satisfiable(&all));
        }
    }
}

#[test]
fn eliminations_and_implicants_agree_with_enumeration() {
    try_random(400, projections_agree);
}

#[test]
fn rails_leave_out_what_connectives_do_not_need() {
    let mut t = Terms::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| t.declare(name, Sort::Bool));
    let (x, y) = (t.declare("x", Sort::Int), t.declare("y", Sort::Int));
    let both = t.and(&[b, c]);
    let either = t.or(&[a, both]);
    assert_eq!(reduce_by_rails(&t, &[a, b, c], either), [b, c]);
    let choice = t.ite(c, either, a);
    assert_eq!(reduce_by_rails(&t, &[b, c, a], choice), [a]);
    // The atom is true because of the condition: nothing can be left out.
    let number = t.ite(c, x, y);
    let (low, atom) = (t.le(x, y), t.le(number, y));
    let formula = t.and(&[atom, either]);
    assert_eq!(reduce_by_rails(&t, &[a, b, c, low], formula), [a, b, c, low]);
}

/// Over reals: whether the eliminated formula and the original agree where the other constants have given values.
fn real_eliminations_agree(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut t = Terms::new();
    let variables: Vec<TermId> = (0..4).map(|i| t.declare(&format!("x{}", i), Sort::Real)).collect();
    let mut conjuncts = Vec::new();
    for _ in 0..1 + rng.below(6) {
        let atom = random_comparison(&mut t, &variables, &mut rng, 1);
        conjuncts.push(if rng.one_in(5) { t.not(atom) } else { atom });
    }
    let formula = t.and(&conjuncts);
    let gone: Vec<SymbolId> = t.symbols_in(&variables[2..]);
    let exact = eliminate(&mut t, formula, &gone, &Budget::unlimited()).expect("no limits");
    assert!(mentions_none(&t, exact, &gone));
    for _ in 0..10 {
        let mut solver = Solver::default();
        let mut model = Model::new();
        for &x in &variables[..2] {
            let value = Rational::fraction(rng.below(17) as i64 - 8, 1 + rng.below(3) as i64);
            let constant = t.real(value.clone());
            let is = t.eq(x, constant);
            solver.assert(&mut t, is);
            if let Op::Symbol(s) = t.op(x) {
                model.set(s, Value::Number(value));
            }
        }
        solver.assert(&mut t, formula);
        let exists = solver.check(&mut t, &[]) == Answer::Sat;
        assert_eq!(model.evaluate(&t, exact).is_true(), exists, "{} {}", t.text(formula), t.text(exact));
    }
}

/// An exact projection of bounds on reals is the eliminated formula, no matter which model it is given.
fn exact_projections_agree(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut t = Terms::new();
    let variables: Vec<TermId> = (0..4).map(|i| t.declare(&format!("x{}", i), Sort::Real)).collect();
    let mut bounds = Vec::new();
    for _ in 0..2 + rng.below(7) {
        let parts: Vec<(Rational, TermId)> =
            variables.iter().map(|&x| (Rational::from(rng.below(5) as i64 - 2), x)).collect();
        let (sum, limit) =
            (t.combination(&parts), t.numeral(Rational::from(rng.below(9) as i64 - 4), Sort::Real));
        let bound = if rng.one_in(2) { t.le(sum, limit) } else { t.lt(sum, limit) };
        bounds.push(bound);
    }
    let formula = t.and(&bounds);
    let gone: Vec<SymbolId> = t.symbols_in(&variables[2..]);
    let mut solver = Solver::default();
    solver.assert(&mut t, formula);
    if solver.check(&mut t, &[]) != Answer::Sat {
        return;
    }
    let model = solver.model(&t).clone();
    let literals = implicant(&mut t, formula, &model);
    let cube = project_cube(&mut t, literals, &gone, &model, &Budget::unlimited()).expect("no limits");
    let exact = eliminate(&mut t, formula, &gone, &Budget::unlimited()).expect("no limits");
    let cube = t.and(&cube);
    let differ = t.xor(cube, exact);
    let mut solver = Solver::default();
    solver.assert(&mut t, differ);
    assert_eq!(
        solver.check(&mut t, &[]),
        Answer::Unsat,
        "{}: {} {}",
        t.text(formula),
        t.text(cube),
        t.text(exact)
    );
}

#[test]
fn exact_projections_of_bounds_do_not_depend_on_the_model() {
    try_random(200, exact_projections_agree);
}

#[test]
fn eliminations_of_reals_agree_with_the_solver() {
    try_random(400, real_eliminations_agree);
}

/// A multiple of three is a number that three divides.
#[test]
fn integers_leave_divisibility_behind() {
    let mut t = Terms::new();
    let (x, y) = (t.declare("x", Sort::Int), t.declare("y", Sort::Int));
    let triple = t.scale(&Rational::from(3), x);
    let formula = t.eq(triple, y);
    let gone = t.symbols_in(&[x]);
    let exact = eliminate(&mut t, formula, &gone, &Budget::unlimited()).expect("no limits");
    assert_eq!(t.text(exact), "(= (mod y 3) 0)");
}

/// A literal that had been met as a condition before once kept the conditional in it.
#[test]
fn conditions_lose_their_own_conditionals() {
    let mut t = Terms::new();
    let b = t.declare("b", Sort::Bool);
    let (x, y) = (t.declare("x", Sort::Int), t.declare("y", Sort::Int));
    let six = t.int(6);
    let choice = t.ite(b, six, x);
    let absolute = t.abs(choice);
    let formula = t.lt(absolute, y);
    let gone = t.symbols_in(&[x]);
    let exact = eliminate(&mut t, formula, &gone, &Budget::unlimited()).expect("no limits");
    assert!(mentions_none(&t, exact, &gone), "{}", t.text(exact));
}

#[test]
#[should_panic(expected = "the model does not satisfy the formula")]
fn a_projection_wants_a_model_of_its_formula() {
    let mut terms = Terms::new();
    let p = terms.declare("p", Sort::Bool);
    let _ = project(&mut terms, p, &[], &Model::new(), &Budget::unlimited());
}

/// A sum of integers and reals, with integer parts and remainders in it.
fn mixed_sum(t: &mut Terms, rng: &mut Rng, integers: &[TermId], reals: &[TermId]) -> TermId {
    let mut parts = Vec::new();
    for _ in 0..1 + rng.below(3) {
        let factor = Rational::fraction(rng.below(7) as i64 - 3, 1 + rng.below(2) as i64);
        let (i, r) = (integers[rng.below(integers.len())], reals[rng.below(reals.len())]);
        let part = match rng.below(6) {
            0 | 1 => t.to_real(i),
            2 | 3 => r,
            4 => {
                let whole = t.to_real(i);
                let sum = t.add(&[whole, r]);
                let part = t.to_int(sum);
                t.to_real(part)
            }
            _ => {
                let two = t.int(2);
                let rest = t.int_mod(i, two).expect("a numeral");
                t.to_real(rest)
            }
        };
        parts.push((factor, part));
    }
    t.combination(&parts)
}

/// Puts values into the places of constants.
fn at_point(t: &mut Terms, formula: TermId, point: &[(TermId, Rational)]) -> TermId {
    let mut values = Substitution::new();
    for (x, value) in point {
        let value = t.numeral(value.clone(), t.sort(*x));
        values.insert(*x, value);
    }
    values.apply(t, formula)
}

/// Whether the formula has a model that continues the point. Integers are tried one by one.
fn has_model(t: &mut Terms, formula: TermId, integers: &[TermId]) -> bool {
    let (first, rest) = match integers.split_first() {
        Some(split) => split,
        None => {
            let mut solver = Solver::default();
            solver.assert(t, formula);
            return solver.check(t, &[]) == Answer::Sat;
        }
    };
    (-4..=4).any(|n| {
        let formula = at_point(t, formula, &[(*first, Rational::from(n))]);
        formula != Terms::FALSE && has_model(t, formula, rest)
    })
}

fn random_point(t: &Terms, rng: &mut Rng, constants: &[TermId]) -> Vec<(TermId, Rational)> {
    let mut value = |x: &TermId| {
        let most = if t.sort(*x) == Sort::Int { 1 } else { 3 };
        Rational::fraction(rng.below(9) as i64 - 4, 1 + rng.below(most) as i64)
    };
    constants.iter().map(|x| (*x, value(x))).collect()
}

/// Over integers and reals together: a projection holds in its model, and where it holds the formula has a model.
fn mixed_projections_agree(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut t = Terms::new();
    let integers: Vec<TermId> = (0..2).map(|i| t.declare(&format!("i{}", i), Sort::Int)).collect();
    let reals: Vec<TermId> = (0..2).map(|i| t.declare(&format!("r{}", i), Sort::Real)).collect();
    let all = [&integers[..], &reals].concat();
    let point = random_point(&t, &mut rng, &all);
    let mut model = Model::new();
    for (x, value) in &point {
        if let Op::Symbol(s) = t.op(*x) {
            model.set(s, Value::Number(value.clone()));
        }
    }
    let mut conjuncts = Vec::new();
    for _ in 0..1 + rng.below(3) {
        let sum = mixed_sum(&mut t, &mut rng, &integers, &reals);
        // The point lies on the bound or at some distance.
        let zero = t.real(Rational::ZERO);
        let value = model.evaluate(&t, sum).term(&mut t, Sort::Real);
        conjuncts.push(match rng.below(4) {
            0 => t.eq(sum, value),
            1 => t.le(sum, value),
            2 => {
                let is_zero = t.eq(sum, zero);
                if model.evaluate(&t, is_zero).is_true() {
                    is_zero
                } else {
                    t.not(is_zero)
                }
            }
            _ => {
                let one = t.real(Rational::ONE);
                let above = t.add(&[value, one]);
                t.lt(sum, above)
            }
        });
    }
    for &x in &all {
        let (low, high) = (t.numeral(Rational::from(-4), t.sort(x)), t.numeral(Rational::from(4), t.sort(x)));
        let bounds = [t.le(low, x), t.le(x, high)];
        conjuncts.extend(bounds);
    }
    let formula = t.and(&conjuncts);
    let (gone, kept): (Vec<TermId>, Vec<TermId>) = all.iter().copied().partition(|_| rng.one_in(2));
    let symbols = t.symbols_in(&gone);
    let cube = project(&mut t, formula, &symbols, &model, &Budget::unlimited()).expect("no limits");
    let cube = t.and(&cube);
    assert!(mentions_none(&t, cube, &symbols) && model.evaluate(&t, cube).is_true());
    let searched: Vec<TermId> = integers.iter().copied().filter(|i| gone.contains(i)).collect();
    for _ in 0..4 {
        let point = random_point(&t, &mut rng, &kept);
        if at_point(&mut t, cube, &point) == Terms::TRUE {
            let inside = at_point(&mut t, formula, &point);
            assert!(has_model(&mut t, inside, &searched), "{} {}", t.text(formula), t.text(cube));
        }
    }
}

#[test]
fn projections_over_integers_and_reals_agree_with_the_solver() {
    try_random(200, mixed_projections_agree);
}

/// The one cube that the projection is, as text.
fn only_cube(t: &mut Terms, formula: TermId, gone: TermId) -> String {
    let gone = t.symbols_in(&[gone]);
    let mut cubes = Projections::new(t, formula, &gone, Budget::unlimited());
    let cube = cubes.next_cube(t).expect("no limits").expect("a cube");
    assert_eq!(cubes.next_cube(t), Ok(None), "{}", t.text(formula));
    let cube = t.and(&cube);
    t.text(cube)
}

#[test]
fn a_real_bound_on_an_integer_is_rounded() {
    let mut t = Terms::new();
    let (i, r) = (t.declare("i", Sort::Int), t.declare("r", Sort::Real));
    let (whole, five) = (t.to_real(i), t.int(5));
    let triple = t.scale(&Rational::from(3), whole);
    let (low, high) = (t.le(triple, r), t.ge(i, five));
    let formula = t.and(&[low, high]);
    // 5 <= i <= r / 3 says that 15 <= r.
    assert_eq!(only_cube(&mut t, formula, i), "(> (to_int r) 14)");
}

/// Two words of a width.
fn words(width: u32) -> (Terms, TermId, TermId) {
    let mut t = Terms::new();
    let (w, v) = (t.declare("w", Sort::BitVec(width)), t.declare("v", Sort::BitVec(width)));
    (t, w, v)
}

#[test]
fn words_are_eliminated_by_the_bits_that_equalities_give() {
    // Both halves of w are known, by an extraction and by a concatenation.
    let (mut t, w, v) = words(8);
    let (high, low) = (t.extract(w, 7, 4), t.extract(v, 3, 0));
    let same = t.eq(high, low);
    let (w_low, v_high) = (t.extract(w, 3, 0), t.extract(v, 7, 4));
    let other = t.eq(w_low, v_high);
    let (limit, five) = (t.bv(0x50, 8), t.bv(5, 8));
    let bound = t.bv_ult(w, limit);
    let formula = t.and(&[same, other, bound]);
    let swapped = only_cube(&mut t, formula, w);
    let rotated = t.rotate_left(v, 4);
    let expected = t.bv_ult(rotated, limit);
    assert_eq!(swapped, t.text(expected));
    let factor = t.bv(3, 8);
    let product = t.bv_mul(w, factor);
    let (is_v, is_five) = (t.eq(product, v), t.eq(w, five));
    let formula = t.and(&[is_v, is_five]);
    assert_eq!(only_cube(&mut t, formula, w), "(= #x0f v)");
}

#[test]
fn extensions_of_words_are_taken_back() {
    let mut t = Terms::new();
    let (w, v) = (t.declare("w", Sort::BitVec(4)), t.declare("v", Sort::BitVec(8)));
    for signed in [false, true] {
        let long = if signed { t.sign_extend(w, 4) } else { t.zero_extend(w, 4) };
        let formula = t.eq(long, v);
        let gone = t.symbols_in(&[w]);
        let exact = eliminate(&mut t, formula, &gone, &Budget::unlimited()).expect("no limits");
        let low = t.extract(v, 3, 0);
        let expected = if signed { t.sign_extend(low, 4) } else { t.zero_extend(low, 4) };
        let expected = t.eq(expected, v);
        let differ = t.xor(exact, expected);
        let mut solver = Solver::default();
        solver.assert(&mut t, differ);
        assert_eq!(solver.check(&mut t, &[]), Answer::Unsat);
        let mut cubes = Projections::new(&mut t, formula, &gone, Budget::unlimited());
        assert!(cubes.next_cube(&mut t).expect("no limits").is_some());
        assert_eq!(cubes.next_cube(&mut t), Ok(None));
    }
}

#[test]
fn words_between_bounds_meet_one_of_them() {
    let (mut t, w, v) = words(8);
    let five = t.bv(5, 8);
    let (low, high) = (t.bv_ult(five, w), t.bv_ult(w, v));
    let formula = t.and(&[low, high]);
    let six = t.bv(6, 8);
    let expected = t.bv_ult(six, v);
    assert_eq!(only_cube(&mut t, formula, w), t.text(expected));
    let zero = t.bv_zero(8);
    let expected = t.bv_ult(zero, v);
    assert_eq!(only_cube(&mut t, high, w), t.text(expected));
}

#[test]
fn a_limit_ends_a_projection() {
    let (mut t, w, v) = words(8);
    let formula = t.bv_ult(w, v);
    let mut solver = Solver::default();
    solver.assert(&mut t, formula);
    assert_eq!(solver.check(&mut t, &[]), Answer::Sat);
    let cancelled = Budget::unlimited();
    cancelled.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    let gone = t.symbols_in(&[w]);
    let model = solver.model(&t);
    assert_eq!(project(&mut t, formula, &gone, model, &cancelled), Err(Limit::Cancelled));
    let mut cubes = Projections::new(&mut t, formula, &gone, cancelled.clone());
    assert_eq!(cubes.next_cube(&mut t), Err(UnknownReason::Limit(Limit::Cancelled)));
    cancelled.canceller().store(false, std::sync::atomic::Ordering::Relaxed);
    assert!(cubes.next_cube(&mut t).expect("no limits").is_some());
}
