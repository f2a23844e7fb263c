//! Collections: a store without what is not needed, and dialogues that do not grow.

use crate::cases::{scaled, try_random};
use crate::paths::in_package;
use indubit::base::Rng;
use indubit::session::{Interpreter, ScriptOptions};
use indubit::solver::smt::{Answer, Solver};
use indubit::solver::term::{Constructor, Model, Op, Roots, Sort, TermId, Terms, Value};
use indubit::theories::num::Rational;

/// An interpreter that collects whenever it may.
fn always() -> Interpreter {
    Interpreter::new(ScriptOptions { spare_terms: Some(0), ..ScriptOptions::default() })
}

#[test]
fn scripts_have_the_same_answers_with_a_collection_at_every_opportunity() {
    let folder = in_package("tests/scripts");
    let mut scripts = 0;
    for entry in std::fs::read_dir(folder).expect("a folder of scripts") {
        let path = entry.expect("an entry").path();
        if path.extension().map_or(false, |suffix| suffix == "smt2") {
            let read = |suffix| std::fs::read_to_string(path.with_extension(suffix)).expect("a file");
            assert_eq!(always().execute(&read("smt2")), read("out"), "{}", path.display());
            scripts += 1;
        }
    }
    assert!(scripts >= 18, "{}", scripts);
}

/// Terms over numbers, truth values and conditionals with numerals, of which the store remembers comparisons.
fn random_terms(terms: &mut Terms, rng: &mut Rng) -> Vec<TermId> {
    let mut numbers: Vec<TermId> = ["x", "y", "z"].map(|name| terms.declare(name, Sort::Int)).to_vec();
    let mut formulas: Vec<TermId> = ["p", "q"].map(|name| terms.declare(name, Sort::Bool)).to_vec();
    for _ in 0..40 {
        let (a, b) = (numbers[rng.below(numbers.len())], numbers[rng.below(numbers.len())]);
        let (f, g) = (formulas[rng.below(formulas.len())], formulas[rng.below(formulas.len())]);
        let n = terms.int(rng.below(9) as i64 - 4);
        match rng.below(7) {
            0 => numbers.push(terms.add(&[a, b, n])),
            1 => numbers.push(terms.ite(f, n, a)),
            2 => numbers.push(terms.mul(n, a).expect("a numeral")),
            3 => formulas.push(terms.eq(a, n)),
            4 => formulas.push(terms.le(a, b)),
            5 => formulas.push(terms.and(&[f, g])),
            _ => formulas.push(terms.not(f)),
        }
    }
    numbers.extend(formulas);
    numbers
}

fn kept_terms_say_the_same(seed: u64) {
    let mut rng = Rng::new(seed);
    let mut terms = Terms::new();
    let all = random_terms(&mut terms, &mut rng);
    let roots: Vec<TermId> = (0..3).map(|_| all[rng.below(all.len())]).collect();
    let (mut kept, renaming) = terms.retain(Roots { terms: &roots, ..Roots::default() });
    assert_eq!(kept.len(), terms.subterms(&[&roots[..], &[Terms::TRUE, Terms::FALSE]].concat()).len());

    let (mut before, mut after) = (Model::new(), Model::new());
    for &t in &all {
        if let Op::Symbol(symbol) = terms.op(t) {
            let value = match terms.sort(t) {
                Sort::Bool => Value::Bool(rng.one_in(2)),
                _ => Value::Number(Rational::from(rng.below(9) as i64 - 4)),
            };
            before.set(symbol, value.clone());
            renaming.symbol(symbol).into_iter().for_each(|symbol| after.set(symbol, value.clone()));
        }
    }
    for &root in &roots {
        let new = renaming.term(root).expect("a root");
        assert_eq!(kept.text(new), terms.text(root));
        assert_eq!(after.evaluate(&kept, new), before.evaluate(&terms, root));
    }
    // A kept term that is built again is found.
    let (a, b) = (roots[0], roots[1]);
    let (new_a, new_b) = (renaming.term(a).expect("a root"), renaming.term(b).expect("a root"));
    if terms.sort(a) == terms.sort(b) {
        let (old, new) = (terms.eq(a, b), kept.eq(new_a, new_b));
        assert_eq!(after.evaluate(&kept, new), before.evaluate(&terms, old));
    }
    let count = kept.len();
    let again: Vec<TermId> =
        kept.subterms(&[new_a]).into_iter().filter(|&t| matches!(kept.op(t), Op::Not | Op::And)).collect();
    for t in again {
        let args = kept.args(t).to_vec();
        assert_eq!(if kept.op(t) == Op::Not { kept.not(args[0]) } else { kept.and(&args) }, t);
    }
    assert_eq!(kept.len(), count);
}

#[test]
fn kept_terms_print_and_evaluate_as_before() {
    try_random(500, kept_terms_say_the_same);
}

#[test]
fn sorts_functions_and_datatypes_stay_with_the_terms_that_have_them() {
    let mut terms = Terms::new();
    let (unused, city) = (terms.declare_sort("Unused"), terms.declare_sort("City"));
    let list = terms.declare_datatype("List", &[city]);
    let nil = Constructor { name: "nil", fields: Vec::new() };
    let cons = Constructor { name: "cons", fields: vec![("head", city), ("tail", list)] };
    terms.define_datatypes(&[(list, vec![nil, cons])]).expect("lists have values");
    let row = terms.array_sort(Sort::Int, list);
    let lost = terms.declare_function("lost", &[city], city);
    let next = terms.declare_function("next", &[row], row);
    let held = terms.declare_function("held", &[Sort::Bool], Sort::Int);
    let m = terms.declare("m", row);
    let (zero, called) = (terms.int(0), terms.call(next, &[m]));
    let (first, second) = (terms.select(m, zero), terms.select(called, zero));
    let [nil, cons] = [terms.constructors(list)[0], terms.constructors(list)[1]];
    let head = terms.selectors(cons).next().expect("a field");
    let heads = [terms.field(head, first), terms.field(head, second)];
    let (same, is_nil) = (terms.eq(heads[0], heads[1]), terms.is(nil, first));
    let formula = terms.and(&[same, is_nil]);

    let roots = Roots { terms: &[formula], functions: &[held], sorts: &[Sort::Int] };
    let (mut kept, renaming) = terms.retain(roots);
    let new = renaming.term(formula).expect("a root");
    assert_eq!(kept.text(new), terms.text(formula));
    assert_eq!((renaming.function(lost), renaming.sort(unused)), (None, None));
    assert_eq!(kept.function_name(renaming.function(held).expect("a root")), "held");
    let new_list = renaming.sort(list).expect("a sort that occurs");
    assert_eq!(kept.sort_text(new_list), "(List City)");
    assert_eq!(kept.constructors(new_list)[1], renaming.constructor(cons).expect("a constructor"));
    assert_eq!(kept.selector_name(renaming.selector(head).expect("a selector")), "head");
    assert_eq!(kept.array_sort(Sort::Int, new_list), renaming.sort(row).expect("a sort that occurs"));
    let mut solver = Solver::default();
    solver.assert(&mut kept, new);
    assert_eq!(solver.check(&mut kept, &[]), Answer::Sat);
}

#[test]
fn a_renewed_solver_has_the_scopes_of_the_old_one() {
    let (mut terms, mut solver) = (Terms::new(), Solver::default());
    let p = terms.declare("p", Sort::Bool);
    let not_p = terms.not(p);
    solver.assert(&mut terms, p);
    solver.push();
    solver.assert(&mut terms, not_p);
    let roots = [solver.assertions(), &[p]].concat();
    let (mut kept, renaming) = terms.retain(Roots { terms: &roots, ..Roots::default() });
    let mut renewed = solver.renewed(|t| renaming.term(t).expect("a root"));
    assert_eq!(renewed.check(&mut kept, &[]), Answer::Unsat);
    renewed.pop();
    assert_eq!(renewed.check(&mut kept, &[]), Answer::Sat);
    assert_eq!(renewed.assertions(), [renaming.term(p).expect("a root")]);
}

/// A random script of scopes, declarations, definitions, names and checks. Some of its commands are wrong.
fn random_script(rng: &mut Rng) -> String {
    let mut script = String::from("(set-option :produce-unsat-cores true)\n");
    if rng.one_in(4) {
        script += "(set-option :global-declarations true)\n";
    }
    let number = |rng: &mut Rng| match rng.below(5) {
        0 => format!("(f {})", rng.below(3)),
        1 => format!("(select m {})", rng.below(3)),
        2 => format!("(g{} {})", rng.below(3), rng.below(3)),
        _ => format!("x{}", rng.below(4)),
    };
    script += "(declare-fun f (Int) Int) (declare-const m (Array Int Int)) (declare-const x0 Int)\n";
    for step in 0..30 {
        let (a, b, n) = (number(rng), number(rng), rng.below(4));
        let formula = match rng.below(6) {
            0 => format!("(distinct {} {})", a, b),
            1 => format!("(= (ite (< {} {}) 1 2) {})", a, n, rng.below(3)),
            2 => format!("(= d{} (c{} {}))", n, n, a),
            3 => format!("(= (store m {} {}) m)", a, b),
            _ => format!("(< (+ {} {}) {})", a, n, b),
        };
        script += &match rng.below(14) {
            0 | 1 => String::from("(push 1)"),
            2 | 3 => String::from("(pop 1)"),
            4 => format!("(declare-const x{} Int)", n),
            5 => format!("(define-fun g{} ((y Int)) Int (+ y {} {}))", rng.below(3), a, n),
            6 => format!("(declare-datatype D{} ((c{} (s{} Int)))) (declare-const d{} D{})", n, n, n, n, n),
            7 => format!("(assert (! {} :named n{}))", formula, step),
            8 => format!("(check-sat-assuming ({} (not {})))", formula, formula.replace('<', "<=")),
            9 | 10 => String::from("(check-sat)"),
            11 => format!("(declare-sort S{} 0) (declare-fun h{} (S{} Int) S{})", n, n, n, n),
            _ => format!("(assert {})", formula),
        };
        script.push('\n');
    }
    script + "(check-sat)"
}

fn random_scripts_are_answered_alike(seed: u64) {
    let script = random_script(&mut Rng::new(seed));
    assert_eq!(always().execute(&script), Interpreter::default().execute(&script), "{}", script);
}

#[test]
fn collections_change_neither_verdicts_nor_errors() {
    try_random(1_000, random_scripts_are_answered_alike);
}

#[test]
fn assertions_with_names_do_not_cost_what_was_learnt() {
    let mut interpreter = Interpreter::default();
    interpreter.execute("(set-option :produce-unsat-cores true)");
    let mut solvers = 0;
    for i in 0..200 {
        let script = format!(
            "(declare-const v{i} (_ BitVec 32)) (assert (! (bvult v{i} (bvadd v{i} #x0000000{})) :named n{i}))
             (check-sat)",
            i % 9 + 1,
            i = i
        );
        assert_eq!(interpreter.execute(&script), "sat\n");
        solvers += (interpreter.solver().statistics().solves < 2) as usize;
    }
    let (all, for_assumptions) = interpreter.solver().variables();
    assert!(for_assumptions > 10_000, "{} of {}", for_assumptions, all);
    assert!(solvers < 12, "{} solvers", solvers);
}

/// The number of terms that an interpreter tells.
fn terms_of(interpreter: &mut Interpreter) -> usize {
    let text = interpreter.execute("(get-info :all-statistics)");
    let count = text.split(":terms ").nth(1).and_then(|rest| rest.split(')').next());
    count.and_then(|count| count.parse().ok()).expect("a number of terms")
}

/// The most terms, and the most variables, while checks that all differ are answered.
fn most(spare: usize, rounds: usize, script: impl Fn(usize) -> String) -> (usize, usize) {
    let options = ScriptOptions { spare_terms: Some(spare), ..ScriptOptions::default() };
    let mut interpreter = Interpreter::new(options);
    interpreter.execute("(declare-const a Int) (declare-const b Int) (declare-fun f (Int) Int)");
    let (mut terms, mut variables) = (0, 0);
    for round in 0..rounds {
        assert_eq!(interpreter.execute(&script(round)), "sat\n");
        if round % 10 == 0 {
            terms = terms.max(terms_of(&mut interpreter));
            variables = variables.max(interpreter.solver().variables().0);
        }
    }
    (terms, variables)
}

#[test]
fn checks_that_all_differ_leave_nothing_behind() {
    let in_scopes = |n: usize| {
        format!(
            "(push) (declare-sort S{n} 0) (declare-datatype D{n} ((c{n} (g{n} S{n})))) (declare-const x{n} D{n})
             (declare-const m{n} (Array Int D{n})) (define-fun h{n} ((y{n} Int)) Int (+ y{n} {n}))
             (assert (= (select m{n} {n}) x{n})) (assert (< (f a) (h{n} b))) (check-sat) (pop)",
            n = n
        )
    };
    let (terms, variables) = most(2_000, scaled(10_000), in_scopes);
    assert!(terms < 2_300 && variables < 300, "{} terms, {} variables", terms, variables);

    let assumed = |n: usize| format!("(check-sat-assuming ((< (f {}) (+ a {})) (> b {})))", n, n, n);
    let (terms, variables) = most(2_000, scaled(5_000), assumed);
    assert!(terms < 2_300 && variables < 2_500, "{} terms, {} variables", terms, variables);

    let reset = |n: usize| {
        format!("(reset-assertions) (declare-const x{n} Int) (assert (> x{n} {n})) (check-sat)", n = n)
    };
    let (terms, _) = most(2_000, scaled(5_000), reset);
    assert!(terms < 2_300, "{} terms", terms);
}
