//! Formulas over arrays, datatypes and functions of few values, against all their models.

use crate::few_values::FewValues;
use crate::refutations::checked;
use indubit::base::Rng;
use indubit::solver::smt::proof::Trusted;
use indubit::solver::smt::{Answer, Solver};
use indubit::solver::term::{Constructor, Sort, TermId, Terms, Value};

#[test]
fn arrays_datatypes_and_functions_agree_with_all_their_models() {
    let mut answers = [0; 2];
    for seed in 0..500 {
        let mut rng = Rng::new(seed);
        let mut world = FewValues::new(&mut rng);
        let mut solver = Solver::default();
        let mut asserted: Vec<TermId> = Vec::new();
        let mut scopes: Vec<usize> = Vec::new();
        for _ in 0..4 {
            if rng.below(3) == 0 {
                scopes.push(asserted.len());
                solver.push();
            }
            for _ in 0..1 + rng.below(2) {
                let formula = world.term(&mut rng, Sort::Bool, 4);
                asserted.push(formula);
                solver.assert(&mut world.terms, formula);
            }
            let assumption = world.term(&mut rng, Sort::Bool, 3);
            let answer = solver.check(&mut world.terms, &[assumption]);
            let all: Vec<TermId> = asserted.iter().copied().chain([assumption]).collect();
            match answer {
                Answer::Sat => {
                    let model = solver.model(&world.terms).clone();
                    assert!(
                        model.evaluate_all(&world.terms, &all).iter().all(Value::is_true),
                        "seed {}",
                        seed
                    );
                    answers[0] += 1;
                }
                Answer::Unsat => {
                    assert!(!world.has_model(&all), "seed {}: a model of what is unsat", seed);
                    let believed = checked(&mut world.terms, &all, seed);
                    assert_eq!(believed, Ok(Trusted::default()), "seed {}", seed);
                    answers[1] += 1;
                }
                Answer::Unknown(reason) => panic!("seed {}: {}", seed, reason),
            }
            if !scopes.is_empty() && rng.below(3) == 0 {
                asserted.truncate(scopes.pop().unwrap_or_default());
                solver.pop();
            }
        }
    }
    assert!(answers.iter().all(|&count| count > 250), "{:?}", answers);
}

/// A chain of lists, each the tail of the one before, may not end in itself.
#[test]
fn no_value_is_a_part_of_itself() {
    for length in 1..5 {
        let mut terms = Terms::new();
        let list = terms.declare_datatype("List", &[]);
        let nil = Constructor { name: "nil", fields: Vec::new() };
        let cons = Constructor { name: "cons", fields: vec![("head", Sort::Int), ("tail", list)] };
        terms.define_datatypes(&[(list, vec![nil, cons])]).unwrap();
        let cons = terms.constructors(list)[1];
        let lists: Vec<TermId> = (0..length).map(|i| terms.declare(&format!("x{}", i), list)).collect();
        let mut solver = Solver::default();
        let mut links: Vec<TermId> = Vec::new();
        for (i, &x) in lists.iter().enumerate() {
            let head = terms.int(i as i64);
            let longer = terms.construct(cons, &[head, lists[(i + 1) % length]]);
            links.push(terms.eq(x, longer));
        }
        assert_eq!(solver.check(&mut terms, &links[1..]), Answer::Sat);
        assert_eq!(solver.check(&mut terms, &links), Answer::Unsat);
    }
}
