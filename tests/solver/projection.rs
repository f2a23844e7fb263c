//! Projections, implicants and exact elimination, held against enumeration.

use crate::cases::try_random;
use crate::reals::random_comparison;
use crate::world::World;
use indubit::base::{Budget, Rng};
use indubit::solver::smt::{
    eliminate, implicant, project, reduce_by_rails, reduce_implicant, Solver, Verdict,
};
use indubit::solver::term::{Model, Op, Sort, SymbolId, TermId, Terms, Value};
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
    if solver.check(&mut world.terms, &[]) == Verdict::Sat {
        let model = solver.model().clone();
        let cube = project(&mut world.terms, formula, &gone, &model);
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
        let exists = solver.check(&mut t, &[]) == Verdict::Sat;
        assert_eq!(model.evaluate(&t, exact).is_true(), exists, "{} {}", t.text(formula), t.text(exact));
    }
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
    project(&mut terms, p, &[], &Model::new());
}
