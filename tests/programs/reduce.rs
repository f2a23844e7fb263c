//! Reductions of programs: the same distance to the error, the way back, and each pass on a program as text.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_command::{distance, random_cfa, random_command, search, variables};
use indubit::base::{Budget, Limit, Rng};
use indubit::engine::Outcome;
use indubit::evidence::program::{check_invariant, check_path};
use indubit::evidence::CheckOptions;
use indubit::input::cfa;
use indubit::model::cfa::{Cfa, InvariantMap, Path, PathStep};
use indubit::model::gcl::Command;
use indubit::model::reduce::program::{
    large_blocks, reduce_program, BlockOptions, ProgramOptions, ProgramReduction,
};
use indubit::portfolio::{Engine, ProgramVerifier, Reductions, VerifyOptions};
use indubit::solver::term::{TermId, Terms};

const NONE: ProgramOptions = ProgramOptions {
    live_variables: false,
    slicing: false,
    constants: false,
    copies: false,
    merging: false,
    rounds: 16,
};
const LIVE: ProgramOptions = ProgramOptions { live_variables: true, ..NONE };
const SLICING: ProgramOptions = ProgramOptions { slicing: true, ..NONE };
const CONSTANTS: ProgramOptions = ProgramOptions { constants: true, ..NONE };
const COPIES: ProgramOptions = ProgramOptions { copies: true, ..NONE };
const MERGING: ProgramOptions = ProgramOptions { merging: true, ..NONE };

/// A random program of either kind: of few and large commands, or of single ones in a row with edges back.
fn random_program(rng: &mut Rng) -> Cfa {
    if rng.one_in(2) {
        return random_cfa(rng);
    }
    let mut terms = Terms::new();
    let variables = variables(&mut terms);
    let mut cfa = Cfa::new(terms);
    variables.iter().for_each(|&v| cfa.add_variable(v));
    let mut row = vec![cfa.initial()];
    row.extend((0..4 + rng.below(4)).map(|i| cfa.add_location(&format!("l{}", i))));
    row.push(cfa.error());
    for i in 1..row.len() {
        for target in [row[i], row[1 + rng.below(row.len() - 1)]] {
            if target == row[i] || rng.one_in(4) {
                let (commands, terms) = cfa.parts_mut();
                let command = random_command(rng, terms, commands, &variables, 0, &mut 1);
                cfa.add_edge(row[i - 1], target, command);
            }
        }
    }
    cfa
}

/// Each pass by itself, and settings drawn at random.
fn all_options(rng: &mut Rng) -> Vec<ProgramOptions> {
    let drawn = ProgramOptions {
        live_variables: rng.one_in(2),
        slicing: rng.one_in(2),
        constants: rng.one_in(2),
        copies: rng.one_in(2),
        merging: rng.one_in(2),
        rounds: rng.below(3),
    };
    vec![NONE, LIVE, SLICING, CONSTANTS, COPIES, MERGING, drawn, ProgramOptions::default()]
}

fn reduced(cfa: &Cfa, options: &ProgramOptions) -> ProgramReduction {
    reduce_program(cfa, options, &Budget::unlimited()).expect("no limit")
}

/// The number of assignments, assumptions and havocs.
fn parts(cfa: &Cfa) -> usize {
    let commands = cfa.commands();
    let size = |id| match commands.get(id) {
        Command::Assign(list) | Command::Havoc(list) => list.len(),
        Command::Assume(_) => 1,
        Command::Sequence(_) | Command::Choice(_) => 0,
    };
    cfa.edges().iter().flat_map(|edge| commands.parts(edge.command)).map(size).sum()
}

/// The states in which runs are at each location, exactly.
fn strongest(cfa: &Cfa) -> InvariantMap {
    let mut terms = cfa.terms().clone();
    let mut states: Vec<Vec<TermId>> = vec![Vec::new(); cfa.location_count()];
    search(cfa, |location, model, _| {
        let equation = |&variable: &TermId| {
            let value = model.evaluate(cfa.terms(), variable);
            let value = value.term(&mut terms, cfa.terms().sort(variable));
            terms.eq(variable, value)
        };
        let equations: Vec<TermId> = cfa.variables().iter().map(equation).collect();
        states[location.index()].push(terms.and(&equations));
    });
    let formulas = states.iter().map(|states| terms.or(states)).collect();
    InvariantMap::new(terms, formulas)
}

fn checked(cfa: &Cfa, invariant: &InvariantMap) -> bool {
    check_invariant(cfa, invariant, &CheckOptions::default(), &Budget::unlimited()) == Ok(())
}

#[test]
fn the_error_is_as_far_away_as_before() {
    let mut smaller = vec![0; 8];
    for seed in 0..scaled(300) as u64 {
        let mut rng = Rng::new(seed);
        let program = random_program(&mut rng);
        let expected = distance(&program);
        for (i, options) in all_options(&mut rng).iter().enumerate() {
            let reduction = reduced(&program, options);
            let found = distance(&reduction.cfa);
            let text = || format!("{} {:?}\n{}", seed, options, cfa::write(&program));
            // Edges that do nothing are left out when locations become one.
            match options.merging {
                true => assert!(found.is_some() == expected.is_some() && found <= expected, "{}", text()),
                false => assert_eq!(found, expected, "{}", text()),
            }
            let is_smaller = parts(&reduction.cfa) < parts(&program)
                || reduction.cfa.location_count() < program.location_count();
            smaller[i] += is_smaller as u64;
        }
    }
    for count in smaller {
        assert!(enough(count, 30), "{}", count);
    }
}

/// The strongest invariant of the reduced program says the most about dead variables.
#[test]
fn the_strongest_invariant_is_lifted() {
    let mut about_dead = 0;
    let mut safe = 0;
    for seed in 0..scaled(200) as u64 {
        let mut rng = Rng::new(seed);
        let program = random_program(&mut rng);
        if distance(&program).is_some() {
            continue;
        }
        safe += 1;
        for options in all_options(&mut rng) {
            let reduction = reduced(&program, &options);
            let invariant = strongest(&reduction.cfa);
            assert!(checked(&reduction.cfa, &invariant), "{}", seed);
            let lifted = reduction.lift_invariant(&program, &invariant, &Budget::unlimited());
            let lifted = lifted.expect("no limit");
            assert!(checked(&program, &lifted), "{} {:?}\n{}", seed, options, cfa::write(&program));
            let is_lost = |formula: &TermId| !lifted.formulas.contains(formula);
            about_dead += invariant.formulas.iter().any(is_lost) as u64;
        }
    }
    assert!(enough(safe, 30) && enough(about_dead, 30), "{} {}", safe, about_dead);
}

/// Evidence of an engine about large blocks of the reduced program comes back over both.
#[test]
fn evidence_is_lifted_over_blocks_and_reduction() {
    let (mut safe, mut reached) = (0, 0);
    for seed in 0..scaled(150) as u64 {
        let mut rng = Rng::new(seed);
        let program = random_program(&mut rng);
        let options = all_options(&mut rng);
        let reduction = reduced(&program, &options[rng.below(options.len())]);
        let options =
            BlockOptions { most_parts: [0, 5, 1000][rng.below(3)], most_demands: [0, 2, 256][rng.below(3)] };
        let blocks = large_blocks(&reduction.cfa, &options, &Budget::unlimited()).expect("no limit");
        let engine = [Engine::TreeIc3Itp, Engine::Ic3Smt][rng.below(2)];
        let options = VerifyOptions {
            engine,
            reduce: Reductions { on: false, ..Reductions::default() },
            ..VerifyOptions::default()
        };
        let verifier = ProgramVerifier::new(blocks.cfa.clone(), options, Budget::unlimited());
        match verifier.expect("any program").verify(&mut ()).outcome {
            Outcome::Safe(proof) => {
                let invariant = proof.invariant().expect("an invariant");
                let lifted = blocks.lift_invariant(&reduction.cfa, invariant, &Budget::unlimited());
                let lifted = lifted.expect("an interpolant");
                let lifted = reduction.lift_invariant(&program, &lifted, &Budget::unlimited());
                assert!(checked(&program, &lifted.expect("no limit")), "{}", seed);
                safe += 1;
            }
            Outcome::Unsafe(trace) => {
                let lifted = blocks
                    .lift_path(&reduction.cfa, trace.path().expect("a path"), &Budget::unlimited())
                    .expect("a path of the reduced program");
                let lifted = reduction
                    .lift_path(&program, &lifted, &Budget::unlimited())
                    .expect("a path of the program");
                assert_eq!(check_path(&program, &lifted), Ok(()), "{}", seed);
                reached += 1;
            }
            other => panic!("{} {:?}", seed, other),
        }
    }
    assert!(enough(safe, 20) && enough(reached, 20), "{} {}", safe, reached);
}

fn read(text: &str) -> Cfa {
    let head = "(declare-const x Int)
        (declare-const y Int)
        (declare-const n Int)
        (declare-const b Bool)
        (location start :initial)
        (location wrong :error)
        (location one)
        (location two)
        (location three)";
    cfa::read([head, text].concat().as_bytes(), &Budget::unlimited()).expect("a program")
}

/// The reduced program as text.
fn written(text: &str, options: &ProgramOptions) -> String {
    cfa::write(&reduced(&read(text), options).cfa)
}

#[test]
fn an_assignment_that_is_overwritten_is_taken_out() {
    let text = "(edge start one (assign (x 1) (y 2)))
        (edge one two (assign (x 3)))
        (edge two wrong (assume (= x y)))";
    let expected = "(declare-fun x () Int)
(declare-fun y () Int)
(declare-fun n () Int)
(declare-fun b () Bool)
(location start :initial)
(location wrong :error)
(location one)
(location two)
(edge start one (assign (y 2)))
(edge one two (assign (x 3)))
(edge two wrong (assume (= (+ x (* (- 1) y)) 0)))
";
    assert_eq!(written(text, &LIVE), expected);
}

/// Behind the edge to `two` nobody asks for `x` again. Its value there is 0 in the reduced program.
#[test]
fn a_variable_is_0_when_it_dies() {
    let text = "(edge start one (havoc x))
        (edge one two (assume (< x 5)) (assign (y x)))
        (edge two wrong (assume (< 7 y)))";
    let shown = written(text, &LIVE);
    assert!(shown.contains("(edge one two (assume (<= x 4)) (assign (y x)) (assign (x 0)))"), "{}", shown);
    assert!(shown.contains("(edge two wrong (assume (> y 7)))"), "{}", shown);
}

/// `n` counts the iterations and is never looked at, though each value of it depends on the one before.
#[test]
fn a_counter_that_no_assumption_needs_is_removed() {
    let text = "(edge start one (assign (x 0) (n 0)))
        (edge one one (assume (< x 9)) (assign (x (+ x 1)) (n (+ n x))))
        (edge one two (assume (< 8 x)))
        (edge two three (assign (y n)))
        (edge three wrong (assume (< 9 x)))";
    let names = |options: &ProgramOptions| {
        let cfa = reduced(&read(text), options).cfa;
        let names: Vec<String> = cfa.variables().iter().map(|&v| cfa.name(v).to_string()).collect();
        names.join(" ")
    };
    assert_eq!(names(&LIVE), "x y n b");
    assert_eq!(names(&SLICING), "x");
    assert_eq!(names(&ProgramOptions::default()), "x");
    assert!(!written(text, &LIVE).contains("(n "));
}

/// An invariant behind the loop says of the elements before `n` that they are 1.
#[test]
fn a_counter_of_an_array_is_live_where_the_array_is() {
    let text = "(declare-const a (Array Int Int))
        (edge start one (assign (n 0)))
        (edge one one (assign (a (store a n 1)) (n (+ n 1))))
        (edge one two (havoc x))
        (edge two three (assume (= (select a x) 0)))
        (edge three wrong (assume (< 9 x)))";
    let shown = written(text, &LIVE);
    assert!(shown.contains("(edge one two (havoc x))"), "{}", shown);
    assert!(shown.contains("(edge two three (assume (= (select a x) 0)) (assign (n 0)"), "{}", shown);
}

/// The value of `y` does not matter where `x` gets it, but slicing by itself does not look at the order of steps.
#[test]
fn slicing_alone_keeps_the_variables_in_values_that_are_overwritten() {
    let text = "(edge start one (assign (x y)))
        (edge one two (assign (x 1)))
        (edge two wrong (assume (= x 0)))";
    let program = read(text);
    let reduction = reduced(&program, &SLICING);
    assert_eq!(reduction.cfa.variables().len(), 2);
    let mut terms = reduction.cfa.terms().clone();
    let [x, y] = [0, 1].map(|i| program.variables()[i]);
    let one = terms.int(1);
    let formulas = vec![Terms::TRUE, Terms::FALSE, terms.eq(x, y), terms.eq(x, one)];
    let invariant = InvariantMap::new(terms, formulas);
    let lifted = reduction.lift_invariant(&program, &invariant, &Budget::unlimited());
    assert!(checked(&program, &lifted.expect("no limit")));
}

/// Both ways to `two` give `x` the same value, so the edge from there to the error is no way.
#[test]
fn a_constant_decides_an_assumption() {
    let text = "(edge start one (assign (x 1) (b true)))
        (edge one two (assume (= y 0)) (assign (x (+ x 1))))
        (edge one two (assume (not (= y 0))) (assign (x 2)))
        (edge two wrong (assume (= x 3)))
        (edge two three (assume b))
        (edge three wrong (assume (= y x)))";
    let program = read(text);
    let reduction = reduced(&program, &CONSTANTS);
    let shown = cfa::write(&reduction.cfa);
    assert_eq!(reduction.cfa.edges().len(), 5, "{}", shown);
    assert!(shown.contains("(edge three wrong (assume (= y 2)))"), "{}", shown);
    assert!(shown.contains("(edge two three)"), "{}", shown);
}

/// `x = 3` holds on the way behind the test of it, and `b` is false where it was assumed to be.
#[test]
fn an_assumption_tells_constants() {
    let text = "(edge start one (assume (and (= x 3) (not b))))
        (edge one two (assign (y (+ x 1))))
        (edge two wrong (assume (< y n)) (assume (or b (< n x))))";
    let shown = written(text, &CONSTANTS);
    assert!(shown.contains("(edge one two (assign (y 4)))"), "{}", shown);
    assert!(shown.contains("(assume (> n 4)) (assume (<= n 2))"), "{}", shown);
}

/// The loop never ends, and `three` is behind it.
#[test]
fn locations_are_removed_that_no_run_reaches_or_from_which_none_reaches_the_error() {
    let text = "(edge start one (assign (b true)))
        (edge one one (assume b))
        (edge one three (assume (not b)))
        (edge three wrong)
        (edge start two)
        (edge two wrong (assume (< x x)))";
    let program = read(text);
    assert_eq!(reduced(&program, &NONE).cfa.location_count(), 4);
    let reduction = reduced(&program, &ProgramOptions::default());
    assert_eq!((reduction.cfa.location_count(), reduction.cfa.edges().len()), (2, 0));
    let terms = reduction.cfa.terms().clone();
    let formulas = vec![Terms::TRUE, Terms::FALSE];
    let invariant = InvariantMap::new(terms, formulas);
    let lifted = reduction.lift_invariant(&program, &invariant, &Budget::unlimited());
    let lifted = lifted.expect("no limit");
    assert!(checked(&program, &lifted), "{:?}", lifted);
    assert_eq!(format!("{:?}", lifted), "[\"true\", \"false\", \"b\", \"true\", \"false\"]");
}

/// The havoc of `y` and the first assignment are not in the reduced program.
#[test]
fn a_path_gets_the_inputs_and_values_that_were_taken_out() {
    let text = "(edge start one (havoc y) (choice (assign (x 1)) (havoc x)) (havoc n))
        (edge one wrong (assume (< 4 n)))";
    let program = read(text);
    let reduction = reduced(&program, &ProgramOptions::default());
    assert_eq!((parts(&program), parts(&reduction.cfa)), (5, 2));
    let value = |number: i64| {
        let mut terms = Terms::new();
        let term = terms.int(number);
        indubit::solver::term::Model::new().evaluate(&terms, term)
    };
    let [first, second] = [0, 1].map(|i| reduction.cfa.edge_ids().nth(i).expect("two edges"));
    let path = Path {
        start: vec![value(7)],
        steps: vec![
            PathStep { edge: first, inputs: vec![value(5)], choices: vec![1] },
            PathStep { edge: second, inputs: Vec::new(), choices: Vec::new() },
        ],
    };
    assert_eq!(check_path(&reduction.cfa, &path), Ok(()));
    let lifted = reduction.lift_path(&program, &path, &Budget::unlimited()).expect("a path");
    assert_eq!(check_path(&program, &lifted), Ok(()));
    assert_eq!((lifted.start.len(), lifted.steps[0].inputs.len()), (4, 3));
    let broken = Path { start: Vec::new(), ..path };
    assert_eq!(reduction.lift_path(&program, &broken, &Budget::unlimited()), None);
}

/// Sequences that are nested deeply, and a command that is part of very many.
#[test]
fn deep_and_shared_commands_do_no_harm() {
    let depth = scaled(50_000);
    let text = format!(
        "(edge start wrong {}(assume (< x 0)){})",
        "(sequence (assign (y x)) ".repeat(depth),
        ")".repeat(depth)
    );
    let reduction = reduced(&read(&text), &ProgramOptions::default());
    assert_eq!(parts(&reduction.cfa), 1);
    let mut program = read("");
    let x = program.variables()[0];
    let commands = program.commands_mut();
    let mut twice = commands.assign(x, x);
    for _ in 0..60 {
        twice = commands.add(Command::Sequence(vec![twice, twice]));
    }
    let (initial, error) = (program.initial(), program.error());
    program.add_edge(initial, error, twice);
    let reduction = reduced(&program, &ProgramOptions::default());
    assert_eq!(reduction.cfa.edges().len(), 1);
}

#[test]
fn a_limit_ends_the_reduction() {
    let budget = Budget::unlimited();
    budget.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    let program = read("(edge start wrong)");
    let stopped = reduce_program(&program, &ProgramOptions::default(), &budget);
    assert_eq!(stopped.map(|_| ()), Err(Limit::Cancelled));
}

/// Behind `one` the test reads `y`, so that `x` is dead. Neither has changed on the way, but `n` has.
#[test]
fn a_copy_is_not_kept_beside_the_variable() {
    let text = "(edge start one (assign (x y)))
        (edge one two (assign (n (+ x n))))
        (edge two wrong (assume (< x n)))";
    let shown = written(text, &ProgramOptions::default());
    assert!(shown.contains("(edge start one)\n"), "{}", shown);
    assert!(shown.contains("(edge one two (assign (n (+ y n))))"), "{}", shown);
    assert!(!shown.contains("x"), "{}", shown);
}

/// `y` is written between the copy and the test, though nobody reads that value and the assignment is taken out.
#[test]
fn a_copy_ends_where_the_variable_was_written_before_a_reduction() {
    let text = "(edge start one (havoc y) (assign (x y)))
        (edge one two (havoc y))
        (edge two three (assume (< 4 x)))
        (edge three wrong (assume (< x n)))";
    let shown = written(text, &ProgramOptions::default());
    assert!(shown.contains("(edge two three (assume (> x 4)))"), "{}", shown);
}

/// The tests at `two` and `three` are alike, and `one` goes on to `two` without doing anything.
#[test]
fn locations_that_behave_alike_become_one() {
    let text = "(edge start one (assume (< x 0)) (havoc n))
        (edge start three (assume (< 5 x)))
        (edge one two)
        (edge two two (assume (< x n)) (havoc n))
        (edge three three (assume (< x n)) (havoc n))
        (edge two wrong (assume (= n x)))
        (edge three wrong (assume (= n x)))";
    let program = read(text);
    let reduction = reduced(&program, &MERGING);
    assert_eq!((reduction.cfa.location_count(), reduction.cfa.edges().len()), (3, 4));
    let options = VerifyOptions { engine: Engine::TreeIc3Itp, ..VerifyOptions::default() };
    let verifier = ProgramVerifier::new(reduction.cfa.clone(), options, Budget::unlimited());
    match verifier.expect("any program").verify(&mut ()).outcome {
        Outcome::Unsafe(trace) => {
            let path = trace.path().expect("a path");
            let lifted = reduction.lift_path(&program, path, &Budget::unlimited()).expect("a path");
            assert_eq!(check_path(&program, &lifted), Ok(()));
        }
        other => panic!("{:?}", other),
    }
}

/// The loops at `one` and `two` differ in the assignment only.
#[test]
fn locations_that_differ_do_not_become_one() {
    let text = "(edge start one (assign (x 0)))
        (edge start two (assign (x 1)))
        (edge one one (assign (x (+ x 2))))
        (edge two two (assign (x (+ x 3))))
        (edge one wrong (assume (< x n)))
        (edge two wrong (assume (< x n)))";
    assert_eq!(reduced(&read(text), &MERGING).cfa.location_count(), 4);
}
