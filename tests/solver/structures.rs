//! Interpolants and projections of functions, arrays and datatypes, against all models of few values, and by example.

use crate::few_values::FewValues;
use indubit::base::{Budget, HashSet, Limit, Rng};
use indubit::solver::smt::Answer;
use indubit::solver::smt::{
    check_tree_interpolants, eliminate, interpolants, project, tree_interpolants, InterpolationOptions,
    NoInterpolant, Solver, UnknownReason,
};
use indubit::solver::term::{Sort, TermId, Terms};

/// A formula over some of the constants.
fn about_some(world: &mut FewValues, rng: &mut Rng, depth: u32) -> TermId {
    let all = world.constants.clone();
    world.constants.retain(|_| rng.below(3) > 0);
    let formula = world.term(rng, Sort::Bool, depth);
    world.constants = all;
    formula
}

#[test]
fn interpolants_hold_in_all_models_of_few_values() {
    let mut found = 0;
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let mut world = FewValues::new(&mut rng);
        let mut parts = Vec::new();
        for _ in 0..2 + rng.below(3) {
            let both = [0; 2].map(|_| about_some(&mut world, &mut rng, 3));
            parts.push(world.terms.and(&both));
        }
        let starts: Vec<usize> =
            (0..parts.len()).map(|i| if i + 1 == parts.len() { 0 } else { rng.below(i + 1) }).collect();
        // A subtree begins where one of the subtrees before it does.
        let is_tree = (1..parts.len()).all(|i| (0..i).all(|j| starts[i] > j || starts[i] <= starts[j]));
        let starts = if is_tree { starts } else { vec![0; parts.len()] };
        let options = InterpolationOptions { seed, ..InterpolationOptions::default() };
        let answer = tree_interpolants(&mut world.terms, &parts, &starts, &options, &Budget::unlimited());
        let of_all = match answer {
            Ok(of_all) => of_all,
            Err(NoInterpolant::Satisfiable) => {
                assert!(world.has_model(&parts), "seed {}", seed);
                continue;
            }
            Err(other) => panic!("seed {}: {}", seed, other),
        };
        found += 1;
        for (node, &i) in of_all.iter().enumerate() {
            let inside = parts[starts[node]..=node].to_vec();
            let outside = [&parts[..starts[node]], &parts[node + 1..]].concat();
            let terms = &mut world.terms;
            for s in terms.symbols_in(&[i]) {
                assert!(terms.symbols_in(&inside).contains(&s), "seed {}: {}", seed, terms.name(s));
                assert!(terms.symbols_in(&outside).contains(&s), "seed {}: {}", seed, terms.name(s));
            }
            for f in terms.functions_in(&[i]) {
                for side in [&inside, &outside] {
                    assert!(terms.functions_in(side).contains(&f), "seed {}: {}", seed, terms.text(i));
                }
            }
            let not_implied = [&inside[..], &[terms.not(i)]].concat();
            assert!(!world.has_model(&not_implied), "seed {}: {}", seed, world.terms.text(i));
            let not_excluded = [&outside[..], &[i]].concat();
            assert!(!world.has_model(&not_excluded), "seed {}: {}", seed, world.terms.text(i));
        }
        let checked =
            check_tree_interpolants(&mut world.terms, &parts, &starts, &of_all, &Budget::unlimited());
        assert_eq!(checked, Ok(()), "seed {}", seed);
    }
    assert!(found > 150, "{}", found);
}

#[test]
fn projections_hold_in_all_models_of_few_values() {
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut world = FewValues::new(&mut rng);
        let formula = world.term(&mut rng, Sort::Bool, 4);
        let is_gone: Vec<bool> = world.constants.iter().map(|_| rng.below(2) == 0).collect();
        let gone: Vec<TermId> =
            world.constants.iter().zip(&is_gone).filter(|(_, &gone)| gone).map(|(&c, _)| c).collect();
        let gone = world.terms.symbols_in(&gone);
        let budget = Budget::unlimited();
        let whole = eliminate(&mut world.terms, formula, &gone, &budget);
        let whole = whole.unwrap_or_else(|reason| panic!("seed {}: {}", seed, reason));
        let left = world.terms.symbols_in(&[whole]);
        assert!(left.iter().all(|s| !gone.contains(s)), "seed {}", seed);
        let mut cube = Terms::FALSE;
        let mut solver = Solver::default();
        if solver.check(&mut world.terms, &[formula]) == Answer::Sat {
            let model = solver.model(&world.terms).clone();
            let literals = project(&mut world.terms, formula, &gone, &model, &budget).expect("a projection");
            cube = world.terms.and(&literals);
            assert!(model.evaluate(&world.terms, cube).is_true(), "seed {}", seed);
        }
        // The choices for the constants that stay, with which the formula is true for some values of the others.
        let kept = |choices: &[usize]| -> Vec<usize> {
            let is_kept = |i: usize| !is_gone.get(i).copied().unwrap_or(false);
            choices.iter().enumerate().filter(|&(i, _)| is_kept(i)).map(|(_, &c)| c).collect()
        };
        let mut possible: HashSet<Vec<usize>> = HashSet::default();
        world.find_model(|model, choices| {
            if model.evaluate(&world.terms, formula).is_true() {
                possible.insert(kept(choices));
            }
            false
        });
        world.find_model(|model, choices| {
            let is_possible = possible.contains(&kept(choices));
            assert_eq!(model.evaluate(&world.terms, whole).is_true(), is_possible, "seed {}", seed);
            assert!(is_possible || !model.evaluate(&world.terms, cube).is_true(), "seed {}", seed);
            false
        });
    }
}

/// `a = x, f(a) = y` and `b = x, f(b) != y`, with `a` and `b` local.
#[test]
fn a_call_of_a_local_constant_is_one_of_a_shared_one() {
    let mut t = Terms::new();
    let u = t.declare_sort("U");
    let f = t.declare_function("f", &[u], u);
    let [a, b, x, y] = ["a", "b", "x", "y"].map(|name| t.declare(name, u));
    let calls = [a, b, x].map(|c| t.call(f, &[c]));
    let left = [t.eq(a, x), t.eq(calls[0], y)];
    let left = t.and(&left);
    let same = t.eq(calls[1], y);
    let right = [t.eq(b, x), t.not(same)];
    let right = t.and(&right);
    let found = interpolants(&mut t, &[left, right], &InterpolationOptions::default(), &Budget::unlimited());
    assert_eq!(found, Ok(vec![t.eq(calls[2], y)]));
}

/// An array is written at a local index; the other part says that it has changed at two places.
#[test]
fn an_array_that_is_written_once_differs_at_one_index() {
    let mut t = Terms::new();
    let sort = t.array_sort(Sort::Int, Sort::Int);
    let [a, b] = ["a", "b"].map(|name| t.declare(name, sort));
    let [i, e, j, k] = ["i", "e", "j", "k"].map(|name| t.declare(name, Sort::Int));
    let written = t.store(a, i, e);
    let left = t.eq(b, written);
    let changed = [j, k].map(|index| {
        let (before, after) = (t.select(a, index), t.select(b, index));
        let same = t.eq(before, after);
        t.not(same)
    });
    let right = [changed[0], changed[1], t.distinct(&[j, k])];
    let right = t.and(&right);
    let found = interpolants(&mut t, &[left, right], &InterpolationOptions::default(), &Budget::unlimited());
    let texts: Vec<String> = found.expect("an interpolant").into_iter().map(|i| t.text(i)).collect();
    assert_eq!(texts, ["(let ((.0 (array-diff b a))) (or (= a b) (= a (store b .0 (select a .0)))))"]);
}

/// One part says that some element is no zero, of which there is a cube for each index; the other one, that all are.
#[test]
fn a_side_of_many_cubes_leaves_it_to_the_other_one() {
    let mut t = Terms::new();
    let (index, bit) = (Sort::BitVec(5), Sort::BitVec(1));
    let sort = t.array_sort(index, bit);
    let (a, i, zero) = (t.declare("a", sort), t.declare("i", index), t.bv(0, 1));
    let (read, zeros) = (t.select(a, i), t.const_array(sort, zero));
    let (is_zero, right) = (t.eq(read, zero), t.eq(a, zeros));
    let parts = [t.not(is_zero), right];
    let found = interpolants(&mut t, &parts, &InterpolationOptions::default(), &Budget::unlimited());
    assert_eq!(found, Ok(vec![t.not(right)]));
}

/// Demands that the projection of these formulas is this one.
fn projects_to(t: &mut Terms, formulas: &[TermId], gone: TermId, expected: TermId) {
    let (formula, gone) = (t.and(formulas), t.symbols_in(&[gone]));
    let found = eliminate(t, formula, &gone, &Budget::unlimited()).expect("a projection");
    let same = t.iff(found, expected);
    let differ = t.not(same);
    assert_eq!(Solver::default().check(t, &[differ]), Answer::Unsat, "{}", t.text(found));
}

/// An array of which two elements are known: at one index they are the same.
#[test]
fn reads_at_two_indices_are_two_elements() {
    let mut t = Terms::new();
    let sort = t.array_sort(Sort::Int, Sort::Int);
    let a = t.declare("a", sort);
    let [i, j, x, y] = ["i", "j", "x", "y"].map(|name| t.declare(name, Sort::Int));
    let reads = [i, j].map(|index| t.select(a, index));
    let formulas = [t.eq(reads[0], x), t.eq(reads[1], y)];
    let (same_index, same_element) = (t.eq(i, j), t.eq(x, y));
    let expected = t.implies(same_index, same_element);
    projects_to(&mut t, &formulas, a, expected);
}

/// Two arrays of two elements differ, but not at the first index.
#[test]
fn different_arrays_differ_where_they_are_not_equal() {
    let mut t = Terms::new();
    let bit = Sort::BitVec(1);
    let sort = t.array_sort(bit, bit);
    let ([a, b], x) = (["a", "b"].map(|name| t.declare(name, sort)), t.declare("x", bit));
    let indices = [t.bv(0, 1), t.bv(1, 1)];
    let [first, second] = indices.map(|index| (t.select(a, index), t.select(b, index)));
    let same = t.eq(a, b);
    let formulas = [t.not(same), t.eq(first.0, first.1), t.eq(second.1, x)];
    let is_other = t.eq(second.0, x);
    let expected = t.not(is_other);
    projects_to(&mut t, &formulas, b, expected);
}

/// An element of a declared sort has no term for its value, and the sort may have one element only.
#[test]
fn elements_that_have_to_stay_are_not_projected() {
    let mut t = Terms::new();
    let u = t.declare_sort("U");
    let [x, y] = ["x", "y"].map(|name| t.declare(name, u));
    let same = t.eq(x, y);
    let differ = t.not(same);
    let gone = t.symbols_in(&[x]);
    assert_eq!(eliminate(&mut t, same, &gone, &Budget::unlimited()), Ok(Terms::TRUE));
    assert_eq!(eliminate(&mut t, differ, &gone, &Budget::unlimited()), Err(UnknownReason::Incomplete));
    let mut solver = Solver::default();
    assert_eq!(solver.check(&mut t, &[differ]), Answer::Sat);
    let model = solver.model(&t).clone();
    assert_eq!(project(&mut t, differ, &gone, &model, &Budget::unlimited()), Err(Limit::Incomplete));
}
