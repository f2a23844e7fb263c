//! The states of IPASIR, verdicts on models, and random sequences of calls against a search through all assignments.

use crate::builder::{Builder, Part};
use crate::models::{
    built, check_built, check_evidence, check_evidence_with, code, verify_built, verify_model,
};
use crate::solver::{Ipasir, Misuse};
use indubit::base::{Budget, Rng};
use std::sync::{Arc, Mutex};

fn with(clauses: &[&[i32]]) -> Ipasir {
    let mut solver = Ipasir::new();
    for clause in clauses {
        clause.iter().chain(&[0]).for_each(|&number| solver.add(number).expect("a literal"));
    }
    solver
}

#[test]
fn values_and_failed_assumptions_belong_to_their_states() {
    let mut solver = with(&[&[1, 2]]);
    assert_eq!(solver.val(1), Err(Misuse::NoModel));
    assert_eq!(solver.solve(), Ok(10));
    assert_eq!(solver.failed(1), Err(Misuse::NotRefuted));
    assert_eq!(solver.val(7), Ok(0));
    solver.assume(-1).expect("a literal");
    assert_eq!(solver.val(1), Err(Misuse::NoModel));
    solver.assume(-2).expect("a literal");
    assert_eq!(solver.solve(), Ok(20));
    assert_eq!((solver.failed(-1), solver.failed(-2)), (Ok(true), Ok(true)));
    // Callers ask about other literals, too.
    assert_eq!(solver.failed(1), Ok(false));
    // Assumptions hold for one call.
    assert_eq!(solver.solve(), Ok(10));
    solver.add(1).expect("a literal");
    assert_eq!(solver.val(1), Err(Misuse::NoModel));
    assert_eq!(solver.solve(), Err(Misuse::OpenClause));
    for number in [0, i32::MIN] {
        assert!(matches!(solver.assume(number), Err(Misuse::Literal(_))));
    }
}

#[test]
fn an_empty_solver_and_an_empty_clause_have_their_answers() {
    let mut solver = Ipasir::new();
    assert_eq!(solver.solve(), Ok(10));
    solver.add(0).expect("an end");
    assert_eq!(solver.solve(), Ok(20));
    solver.set_learn(10, Some(Box::new(|_| {})));
    assert_eq!(solver.solve(), Ok(20));
}

/// Pigeons that are one more than their holes.
fn pigeons(holes: i32) -> Vec<Vec<i32>> {
    let sits = |pigeon: i32, hole: i32| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i32>> = (0..=holes).map(|p| (0..holes).map(|h| sits(p, h)).collect()).collect();
    for hole in 0..holes {
        for p in 0..=holes {
            clauses.extend((0..p).map(|q| vec![-sits(p, hole), -sits(q, hole)]));
        }
    }
    clauses
}

/// Once evidence of several properties could be written and not be read.
#[test]
fn evidence_of_several_properties_passes_one_check() {
    let budget = Budget::unlimited();
    // A circuit with a proof and a counterexample, a system with two of each.
    let circuit = b"aag 2 0 2 2 0\n2 2\n4 5\n2\n4\n".to_vec();
    let system = b"1 sort bitvec 4\n2 zero 1\n3 state 1 x\n4 init 1 3 2\n5 one 1\n6 add 1 3 5\n7 add 1 6 5\n\
        8 next 1 3 7\n9 sort bitvec 1\n10 slice 9 3 0 0\n11 bad 10\n12 eq 9 3 5\n13 bad 12\n14 eq 9 3 7\n\
        15 constd 1 4\n16 eq 9 3 15\n17 bad 16\n18 constd 1 2\n19 eq 9 3 18\n20 bad 19\n"
        .to_vec();
    for (name, model, claims) in [
        ("two.aag", circuit, "b0 safe\nb1 unsafe\n"),
        ("four.btor2", system, "b0 safe\nb1 safe\nb2 unsafe\nb3 unsafe\n"),
    ] {
        let verified = verify_model(name, &model, "", &budget);
        let checked = check_evidence(name, &model, &verified.evidence, &budget);
        assert_eq!((verified.code, checked.code), (code::UNSAFE, code::UNSAFE), "{}", checked.text);
        assert_eq!(checked.text, claims);
    }
}

#[test]
fn a_search_that_is_told_to_stop_goes_on_later() {
    let clauses = pigeons(7);
    let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
    let mut solver = with(&clauses);
    let asked = Arc::new(Mutex::new(0));
    let count = asked.clone();
    solver.set_terminate(Some(Box::new(move || {
        let mut asked = count.lock().expect("a count");
        *asked += 1;
        *asked == 1
    })));
    assert_eq!(solver.solve(), Ok(0));
    assert_eq!(solver.failed(1), Err(Misuse::NotRefuted));
    assert_eq!(solver.solve(), Ok(20));
    assert!(*asked.lock().expect("a count") > 1);
}

#[test]
fn learnt_clauses_follow_from_the_formula() {
    let clauses = pigeons(4);
    let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
    for is_late in [false, true] {
        let learnt: Arc<Mutex<Vec<Vec<i32>>>> = Arc::default();
        let taken = learnt.clone();
        let mut solver = with(if is_late { &clauses } else { &[] });
        let take = move |clause: &mut Vec<i32>| taken.lock().expect("clauses").push(clause.clone());
        solver.set_learn(5, Some(Box::new(take)));
        if !is_late {
            clauses
                .iter()
                .for_each(|c| c.iter().chain(&[0]).for_each(|&n| solver.add(n).expect("a literal")));
        }
        assert_eq!(solver.solve(), Ok(20));
        let learnt = learnt.lock().expect("clauses");
        assert!(!learnt.is_empty());
        for clause in learnt.iter() {
            assert!(clause.len() <= 6 && clause.last() == Some(&0));
            let mut other = with(&clauses);
            clause[..clause.len() - 1].iter().for_each(|&lit| other.assume(-lit).expect("a literal"));
            assert_eq!(other.solve(), Ok(20));
        }
    }
}

/// It was taken for the present clause, and lost.
#[test]
fn a_clause_like_the_beginning_of_the_present_one_stays() {
    let mut solver = with(&[&[1]]);
    solver.add(1).expect("a literal");
    solver.set_learn(3, Some(Box::new(|_| {})));
    [2, 0, -1, 0].iter().for_each(|&number| solver.add(number).expect("a literal"));
    assert_eq!(solver.solve(), Ok(20));
}

#[test]
fn evidence_for_one_property_leaves_the_model_open() {
    let two = b"aag 2 0 2 0 0 2\n2 2\n4 4\n2\n4\n";
    let budget = Budget::unlimited();
    let one = verify_model("two.aag", two, "property=0", &budget);
    assert_eq!((one.code, one.text.as_str()), (code::SAFE, "b0 safe\n"));
    let checked = check_evidence("two.aag", two, &one.evidence, &budget);
    assert_eq!((checked.code, checked.text.as_str()), (code::UNKNOWN, "b0 safe\n"));
    let both = verify_model("two.aag", two, "", &budget);
    assert_eq!((both.code, both.text.as_str()), (code::SAFE, "b0 safe\nb1 safe\n"));
}

#[test]
fn nothing_is_proved_of_nothing() {
    let budget = Budget::unlimited();
    assert_eq!(verify_model("none.aag", b"aag 0 0 0 0 0\n", "", &budget).code, code::INPUT);
    let latch = b"aag 1 0 1 1 0\n2 2\n2\n";
    assert_eq!(check_evidence("latch.aag", latch, b"", &budget).code, code::INPUT);
}

#[test]
fn options_say_what_a_program_means() {
    let budget = Budget::unlimited();
    let verdict = |source: &[u8], options: &str| verify_model("task.c", source, options, &budget);
    let bounds = b"int nd(void); int main() { int a[4]; a[nd() & 7] = 1; return 0; }";
    assert_eq!(verdict(bounds, "").code, code::SAFE);
    for options in ["check_bounds=on", "check-bounds=on threads=2"] {
        let found = verdict(bounds, options);
        assert_eq!(found.code, code::UNSAFE, "{}", found.text);
        // The run is one of the program with this option, and of no other.
        let checked =
            |options: &str| check_evidence_with("task.c", bounds, options, &found.evidence, &budget);
        assert_eq!(checked("check_bounds=on").code, code::UNSAFE);
        assert_ne!(checked("").code, code::UNSAFE);
    }
    let long = b"int main() { if (sizeof(long) == 8) reach_error(); return 0; }";
    assert_eq!([verdict(long, "").code, verdict(long, "arch=64").code], [code::SAFE, code::UNSAFE]);
    let overflow = b"int nd(void); int main() { int x = nd(); x = x + 1; return 0; }";
    assert_eq!(verdict(overflow, "property=no-overflow").code, code::UNSAFE);
    for options in [
        "arch=16",
        "integers=many",
        "volatile=no",
        "answer=xml",
        "format=xml",
        "evidence=some",
        "check_bounds=True",
        "heap_objects=many",
        "property=none",
    ] {
        let found = verdict(long, options);
        assert_eq!(found.code, code::USAGE, "{}", found.text);
    }
}

/// Once there was the depth alone.
#[test]
fn answers_as_json_tell_traces_invariants_and_failures() {
    let budget = Budget::unlimited();
    let answer = |name, model: &[u8], options| verify_model(name, model, options, &budget).text;
    let program = b"int nd(void);\nint main() {\n  int x = nd();\n  if (x == 7)\n    reach_error();\n}\n";
    let told = answer("task.c", program, "answer=json");
    for part in [
        r#""index":0,"kind":"bad""#,
        r#""verdict":"unsafe","depth":"#,
        r#""failure":{"kind":""#,
        r#""line":5,"column":"#,
        r#""function":"main"}"#,
        r#""trace":[["#,
    ] {
        assert!(told.contains(part), "{} is not in {}", part, told);
    }
    let told = answer("latch.aag", b"aag 1 0 1 1 0\n2 2\n2\n", "answer=json engine=ic3");
    assert!(told.contains(r#""verdict":"safe","invariant":[""#), "{}", told);
    let told = answer("j.aag", b"aag 1 0 1 0 0 0 0 1\n2 3\n1\n2\n", "answer=json");
    assert!(told.contains(r#""kind":"justice""#) && told.contains(r#""loop":"#), "{}", told);
}

#[test]
fn evidence_is_there_whatever_found_the_error() {
    let budget = Budget::unlimited();
    let program = b"int nd(void); int main() { int x = nd(); if (x > 5 && x < 9) reach_error(); return 0; }";
    for options in ["threads=2 random_runs=on", "random_runs=on", ""] {
        let found = verify_model("task.c", program, options, &budget);
        assert_eq!(found.code, code::UNSAFE, "{}", found.text);
        assert!(!found.text.contains("no evidence"), "{}", found.text);
        let checked = check_evidence("task.c", program, &found.evidence, &budget);
        assert_eq!(checked.code, code::UNSAFE, "{}", checked.text);
    }
}

#[test]
fn the_version_is_that_of_the_crate() {
    // SAFETY: the text is a constant that ends with 0.
    let text = unsafe { std::ffi::CStr::from_ptr(crate::ipasir::ipasir_signature()) };
    assert_eq!(text.to_str(), Ok(format!("indubit {}", indubit::base::VERSION).as_str()));
}

/// Whether an assignment of the variables from 1 on makes all clauses true.
pub(crate) fn holds(assignment: u32, clauses: &[Vec<i32>]) -> bool {
    let is_true = |&lit: &i32| (assignment >> (lit.abs() - 1) & 1 == 1) == (lit > 0);
    clauses.iter().all(|clause| clause.iter().any(is_true))
}

#[test]
fn random_sequences_agree_with_a_search_through_all_assignments() {
    const VARIABLES: usize = 8;
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let mut solver = Ipasir::new();
        let mut clauses: Vec<Vec<i32>> = Vec::new();
        let lit = |rng: &mut Rng| (rng.below(VARIABLES) as i32 + 1) * if rng.one_in(2) { 1 } else { -1 };
        for _ in 0..12 {
            for _ in 0..rng.below(6) {
                let clause: Vec<i32> = (0..1 + rng.below(3)).map(|_| lit(&mut rng)).collect();
                clause.iter().chain(&[0]).for_each(|&number| solver.add(number).expect("a literal"));
                clauses.push(clause);
            }
            if rng.one_in(6) {
                solver.set_learn(3, Some(Box::new(|_| {})));
            }
            let assumed: Vec<i32> = (0..rng.below(4)).map(|_| lit(&mut rng)).collect();
            assumed.iter().for_each(|&number| solver.assume(number).expect("a literal"));
            let with = |units: &[i32]| {
                let mut all = clauses.clone();
                all.extend(units.iter().map(|&unit| vec![unit]));
                all
            };
            let all = with(&assumed);
            let is_satisfiable = (0..1 << VARIABLES).any(|assignment| holds(assignment, &all));
            assert_eq!(solver.solve(), Ok(if is_satisfiable { 10 } else { 20 }), "seed {}", seed);
            if is_satisfiable {
                let value = |v: i32| u32::from(solver.val(v).expect("a value") > 0) << (v - 1);
                let model = (1..=VARIABLES as i32).map(value).sum();
                assert!(holds(model, &all), "seed {}", seed);
            } else {
                let failed = |lit: &&i32| solver.failed(**lit).expect("an assumption");
                let core = with(&assumed.iter().filter(failed).copied().collect::<Vec<i32>>());
                assert!(!(0..1 << VARIABLES).any(|assignment| holds(assignment, &core)), "seed {}", seed);
            }
        }
    }
}

/// A counter of words up to a limit; bad is the value 5.
fn counter(limit: &str) -> Builder {
    let mut model = Builder::default();
    let (x, go) = (model.state("x y", "(_ BitVec 4)"), model.variable("go", "Bool"));
    let (zero, sum) = (model.term("#x0"), model.term("(bvadd |x y| #x1)"));
    let limit = model.term(limit);
    let (first, below, five) =
        (model.apply("=", &[x, zero]), model.apply("bvult", &[x, limit]), model.term("#x5"));
    let goes = model.apply("and", &[go, below]);
    let after = model.apply("ite", &[goes, sum, x]);
    let bad = model.apply("=", &[x, five]);
    model.say(Part::Init, first);
    model.step(x, after);
    assert_eq!(model.bad("full", bad), 0);
    model
}

#[test]
fn a_system_is_built_and_is_the_text_that_it_gives() {
    let budget = Budget::unlimited();
    for (limit, code, line) in [("#x4", code::SAFE, "b0 safe\n  "), ("#x7", code::UNSAFE, "b0 unsafe 5\n  ")]
    {
        let model = counter(limit);
        let found = verify_built(&model, "answer=told engine=ic3-smt", &budget);
        assert_eq!(found.code, code, "{}", found.text);
        assert!(found.text.starts_with(line), "{}", found.text);
        assert_eq!(check_built(&model, &found.evidence, &budget).code, code);
        let text = built(&model);
        assert_eq!(text.code, code::BUILT);
        let read = verify_model("any.vmt", text.text.as_bytes(), "answer=told engine=ic3-smt", &budget);
        assert_eq!(read, found);
        // It is no evidence about another system.
        let other = counter(if limit == "#x4" { "#x7" } else { "#x4" });
        assert_eq!(check_built(&other, &found.evidence, &budget).code, code::EVIDENCE);
    }
}

/// A constraint holds in the last step, too: the bad input never comes.
#[test]
fn a_constraint_over_variables_holds_in_the_last_step() {
    let mut model = Builder::default();
    let go = model.variable("go", "Bool");
    let never = model.apply("not", &[go]);
    model.say(Part::Constraint, never);
    model.bad("", go);
    assert_eq!(verify_built(&model, "", &Budget::unlimited()).code, code::SAFE);
}

#[test]
fn clauses_are_built_of_predicates_and_rules() {
    let even = |last: &str| {
        let mut model = Builder::default();
        let even = model.predicate("even", &["Int"]);
        let x = model.variable("x", "Int");
        let (zero, sum, last) = (model.term("0"), model.term("(+ x 2)"), model.term(last));
        let [first, here, after] = [zero, x, sum].map(|t| model.atom(even, &[t]));
        model.rule(Some(first), &[]);
        model.rule(Some(after), &[here]);
        let wrong = model.apply("=", &[x, last]);
        model.rule(None, &[here, wrong]);
        model
    };
    for (last, code) in [("7", code::SAFE), ("6", code::UNSAFE)] {
        let (model, budget) = (even(last), Budget::unlimited());
        let found = verify_built(&model, "", &budget);
        assert_eq!(found.code, code, "{}", found.text);
        assert_eq!(check_built(&model, &found.evidence, &budget).code, code);
    }
}

#[test]
fn the_first_error_stays_and_names_its_call() {
    let told = |work: &dyn Fn(&mut Builder) -> u32| {
        let mut model = Builder::default();
        let x = model.state("x", "Int");
        assert_eq!(work(&mut model), 0);
        assert_eq!((model.term("true"), model.bad("", x)), (0, -1));
        let found = verify_built(&model, "", &Budget::unlimited());
        assert_eq!((found.code, &found), (code::INPUT, &built(&model)));
        found.text
    };
    let is = |work: &dyn Fn(&mut Builder) -> u32, start: &str| {
        let text = told(work);
        assert!(text.starts_with(start), "{}", text);
    };
    is(&|model| model.state("x", "Int"), "indubit_model_state: line 1, column ");
    is(&|model| model.variable("a|b", "Int"), "indubit_model_variable: ");
    is(&|model| model.variable("y", "Int) (declare-const z Int"), "indubit_model_variable: ");
    is(&|model| model.term("(+ x 1) (+ x 2)"), "indubit_model_term: line 1, column 9: ");
    is(&|model| model.term("x) (exit"), "indubit_model_term: ");
    is(&|model| model.term(""), "indubit_model_term: ");
    is(&|model| model.term("(+ x"), "indubit_model_term: ");
    is(&|model| model.apply("bvadd", &[1, 1]), "indubit_model_apply: ");
    is(&|model| model.apply("+", &[1, 9]), "indubit_model_apply: there is no term 9");
    is(&|model| model.apply("+", &[0, 1]), "indubit_model_apply: there is no term 0");
    let init = |model: &mut Builder| {
        model.say(Part::Init, 1);
        0
    };
    is(&init, "indubit_model_init: expected a formula, found a term of sort Int");
    is(&|model| model.predicate("p", &["Int", "Nat"]), "indubit_model_predicate: ");
    let atom = |model: &mut Builder| {
        let p = model.predicate("p", &["Int"]);
        model.atom(p, &[])
    };
    is(&atom, "indubit_model_atom: `p` expects terms of the sorts (Int)");
    let mut model = Builder::default();
    let go = model.variable("go", "Bool");
    model.say(Part::Init, go);
    let text = built(&model).text;
    assert_eq!(text, "a formula of indubit_model_init is about `go`, which does not belong there");
    assert_eq!(built(&Builder::default()).code, code::INPUT);
}
