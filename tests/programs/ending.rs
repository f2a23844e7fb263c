//! Whether all runs of a program end.

use crate::cases::scaled;
use crate::counts::enough;
use crate::random_command::{ends, models, random_cfa, symbol, text};
use indubit::base::{Budget, Rng};
use indubit::engine::{Outcome, StopCause};
use indubit::evidence::program::{check_endless, check_ranking, write_ranking, Evidence};
use indubit::evidence::{check, CheckError, CheckOptions, Condition};
use indubit::input::{cfa, Model, ProgramFile};
use indubit::model::cfa::{Cfa, Counter, EdgeId, Endless, InvariantMap, LocId, Path, Ranking, Transition};
use indubit::model::encode::calls::{calls_as_edges, CallEdges};
use indubit::model::procedures::{Call, Procedure, Procedures};
use indubit::portfolio::{verify, Form, VerifyOptions};
use indubit::solver::term::{Model as Values, Sort, TermId, Terms};
use std::collections::HashMap;

fn program(text: &str) -> Cfa {
    cfa::read(text.as_bytes(), &Budget::unlimited()).expect("a program")
}

fn options() -> VerifyOptions {
    VerifyOptions { ending: true, ..VerifyOptions::default() }
}

/// `Some(true)`: all runs end; `Some(false)`: one does not. The evidence is checked once more, as a text.
fn verdict(cfa: &Cfa, budget: &Budget) -> Option<bool> {
    let model = Model::Program(ProgramFile::Automaton(Box::new(cfa.clone())));
    let report = verify(&model, &options(), budget, &mut ()).expect("a program");
    let mut written = Vec::new();
    let all_end = match &report.verdicts[0].outcome {
        Outcome::Safe(proof) => {
            proof.write(Form::Text, &mut written).expect("a text");
            true
        }
        Outcome::Unsafe(run) => {
            run.write(Form::Text, &mut written).expect("a text");
            false
        }
        Outcome::Unknown(reason) => {
            assert_ne!(reason.cause, StopCause::EvidenceFailed, "{:?}", report.verdicts[0].refused);
            return None;
        }
    };
    let checked = check(&model, &written, &CheckOptions::default(), &Budget::unlimited());
    let checked = checked.unwrap_or_else(|error| panic!("{}: {}", error, String::from_utf8_lossy(&written)));
    assert_eq!(checked[0].result, Ok(()), "{}", String::from_utf8_lossy(&written));
    assert_eq!(checked[0].is_safe, all_end);
    Some(all_end)
}

/// Whether some run goes on without end, by a search through all states.
fn goes_on(cfa: &Cfa) -> bool {
    let (terms, variables) = (cfa.terms(), cfa.variables());
    let mut numbers: HashMap<(LocId, String), usize> = HashMap::new();
    let mut states: Vec<(LocId, Values)> = Vec::new();
    let mut successors: Vec<Vec<usize>> = Vec::new();
    for state in models(terms, variables) {
        numbers.insert((cfa.initial(), text(terms, &state, variables)), states.len());
        states.push((cfa.initial(), state));
    }
    let mut at = 0;
    while at < states.len() {
        let (location, state) = states[at].clone();
        let mut next = Vec::new();
        for &id in cfa.leaving(location) {
            let edge = cfa.edge(id);
            for mut start in models(terms, &cfa.commands().inputs(edge.command)) {
                variables.iter().for_each(|&v| start.set(symbol(terms, v), state.evaluate(terms, v)));
                for (shown, end) in ends(terms, cfa.commands(), edge.command, &start, variables) {
                    let number = *numbers.entry((edge.target, shown)).or_insert_with(|| {
                        states.push((edge.target, end));
                        states.len() - 1
                    });
                    next.push(number);
                }
            }
        }
        successors.push(next);
        at += 1;
    }
    // States whose successors all end are taken away; a run that never ends stays.
    let mut ends = vec![false; states.len()];
    loop {
        let before = ends.iter().filter(|&&end| end).count();
        for state in 0..states.len() {
            ends[state] = successors[state].iter().all(|&next| ends[next]);
        }
        if ends.iter().filter(|&&end| end).count() == before {
            return ends.iter().any(|&end| !end);
        }
    }
}

#[test]
fn verdicts_on_random_programs_are_those_of_a_search_through_all_states() {
    let (mut end, mut endless) = (0, 0);
    for seed in 0..scaled(60) as u64 {
        let cfa = random_cfa(&mut Rng::new(seed));
        let budget = Budget::unlimited().with_propagations(3_000_000);
        if let Some(all_end) = verdict(&cfa, &budget) {
            assert_eq!(all_end, !goes_on(&cfa), "{}", seed);
            if all_end {
                end += 1;
            } else {
                endless += 1;
            }
        }
    }
    assert!(enough(end, 2) && enough(endless, 2), "{} {}", end, endless);
}

const COUNTDOWN: &str = "(declare-const x Int) (declare-const y Int)
    (location start :initial) (location wrong :error) (location head) (location body)
    (edge start head)
    (edge head body (assume (> x 0)))
    (edge body head (assign (x (- x 1))) (havoc y))
    (edge body wrong (assume (= y 7)))";

#[test]
fn programs_of_numbers_and_words() {
    let up = "(declare-const x (_ BitVec 32)) (declare-const n (_ BitVec 32))
        (location start :initial) (location wrong :error) (location head)
        (edge start head)
        (edge head head (assume (LESS x n)) (assign (x (bvadd x #x00000001))))";
    for less in ["bvslt", "bvult"] {
        assert_eq!(
            verdict(&program(&up.replace("LESS", less)), &Budget::unlimited()),
            Some(true),
            "{}",
            less
        );
    }
    // A condition that the greatest word satisfies is never left.
    for less in ["bvsle", "bvule"] {
        let budget = Budget::unlimited().with_propagations(3_000_000);
        assert_ne!(verdict(&program(&up.replace("LESS", less)), &budget), Some(true), "{}", less);
    }
    let numbers = "(declare-const x Int) (declare-const y Int)
        (location start :initial) (location wrong :error) (location head)
        (edge start head)
        (edge head head (assume GUARD) (assign (x X) (y Y)))";
    let cases = [
        ("(> x 0)", "(- x 1)", "y", true),
        ("(> x 0)", "(+ x y)", "(- y 1)", true),
        ("(> x 0)", "(+ x y)", "y", false),
        ("(not (= x 0))", "(ite (> x 0) (- x 1) (+ x 1))", "y", true),
        ("(and (> x 0) (> y 0))", "(- x y)", "y", true),
        ("(> x y)", "(+ x 1)", "(+ y 1)", false),
    ];
    for (guard, x, y, expected) in cases {
        let text = numbers.replace("GUARD", guard).replace("(x X)", &format!("(x {})", x));
        let text = text.replace("(y Y)", &format!("(y {})", y));
        assert_eq!(verdict(&program(&text), &Budget::unlimited()), Some(expected), "{} {} {}", guard, x, y);
    }
    assert_eq!(verdict(&program(COUNTDOWN), &Budget::unlimited()), Some(true));
}

/// A measure at the head of the countdown, with an invariant there.
fn claimed(cfa: &Cfa, make: impl Fn(&mut Terms, TermId, TermId) -> (TermId, Vec<TermId>)) -> Ranking {
    let mut terms = cfa.terms().clone();
    let (x, y) = (cfa.variables()[0], cfa.variables()[1]);
    let (formula, measure) = make(&mut terms, x, y);
    let mut formulas = vec![Terms::TRUE; cfa.location_count()];
    let mut measures = vec![Vec::new(); cfa.location_count()];
    let head = cfa.locations().find(|&l| cfa.location_name(l) == "head").expect("a head");
    formulas[head.index()] = formula;
    measures[head.index()] = measure;
    Ranking::new(InvariantMap::new(terms, formulas), measures)
}

#[test]
fn forged_measures_are_refused() {
    let cfa = program(COUNTDOWN);
    let (options, budget) = (CheckOptions::default(), Budget::unlimited());
    let check = |found: &Ranking, excludes: bool| check_ranking(&cfa, found, excludes, &options, &budget);
    let right = claimed(&cfa, |_, x, _| (Terms::TRUE, vec![x]));
    assert_eq!(check(&right, false), Ok(()));
    // A run may reach the error location.
    assert_eq!(check(&right, true), Err(CheckError::DoesNotHold(Condition::ErrorLocation)));
    let stays = claimed(&cfa, |_, _, y| (Terms::TRUE, vec![y]));
    assert!(matches!(check(&stays, false), Err(CheckError::DoesNotHold(Condition::Falls { .. }))));
    // A measure without a least value.
    let low = claimed(&cfa, |terms, x, _| {
        let hundred = terms.int(100);
        (Terms::TRUE, vec![terms.sub(x, hundred)])
    });
    assert!(matches!(check(&low, false), Err(CheckError::DoesNotHold(Condition::Falls { .. }))));
    // The term before the one that falls may grow.
    let grows = claimed(&cfa, |_, x, y| (Terms::TRUE, vec![y, x]));
    assert!(matches!(check(&grows, false), Err(CheckError::DoesNotHold(Condition::Falls { .. }))));
    let left = claimed(&cfa, |terms, x, _| {
        let five = terms.int(5);
        (terms.ge(x, five), vec![x])
    });
    assert!(matches!(check(&left, false), Err(CheckError::DoesNotHold(Condition::Leaves { .. }))));
    let nothing = claimed(&cfa, |_, _, _| (Terms::TRUE, Vec::new()));
    assert!(matches!(check(&nothing, false), Err(CheckError::DoesNotHold(Condition::Unmeasured(_)))));
    let excluded = claimed(&cfa, |_, x, _| (Terms::FALSE, vec![x]));
    assert!(matches!(check(&excluded, false), Err(CheckError::DoesNotHold(Condition::Leaves { .. }))));
    // The claim about the head follows if no run begins.
    let mut unbegun = excluded;
    unbegun.invariant.formulas[cfa.initial().index()] = Terms::FALSE;
    let expected = Err(CheckError::DoesNotHold(Condition::InitialLocation));
    assert_eq!(check(&unbegun, false), expected);
}

#[test]
fn forged_sets_are_refused() {
    let text = "(declare-const x Int)
        (location start :initial) (location wrong :error) (location head)
        (edge start head)
        (edge head head (assume (> x 0)) (havoc x) (assume (> x (- 3))))";
    let cfa = program(text);
    let (options, budget) = (CheckOptions::default(), Budget::unlimited());
    let x = cfa.variables()[0];
    let input =
        cfa.edge_ids().flat_map(|e| cfa.commands().inputs(cfa.edge(e).command)).next().expect("an input");
    let mut terms = cfa.terms().clone();
    let (zero, one, two) = (terms.int(0), terms.int(1), terms.int(2));
    let (positive, any) = (terms.ge(x, one), terms.ge(x, zero));
    let start = |value: i64| Path {
        start: vec![indubit::solver::term::Value::Number(value.into())],
        steps: vec![indubit::model::cfa::PathStep {
            edge: cfa.edge_ids().next().expect("an edge"),
            inputs: Vec::new(),
            choices: Vec::new(),
        }],
    };
    let set = |formula: TermId| -> Vec<TermId> {
        let at = |l: LocId| if cfa.location_name(l) == "head" { formula } else { Terms::FALSE };
        cfa.locations().map(at).collect()
    };
    let found = |first: i64, formula: TermId, value: TermId| Endless {
        stem: start(first),
        terms: terms.clone(),
        set: set(formula),
        inputs: vec![(input, value)],
    };
    let check = |found: &Endless| check_endless(&cfa, found, &options, &budget);
    assert_eq!(check(&found(3, positive, two)), Ok(()));
    // The stem ends outside, a state has no step, a step leads out, and a step is not for each value of the input.
    assert_eq!(check(&found(0, positive, two)), Err(CheckError::DoesNotHold(Condition::StemEndsInSet)));
    assert!(matches!(check(&found(3, any, two)), Err(CheckError::DoesNotHold(Condition::GoesOn(_)))));
    assert!(matches!(check(&found(3, positive, zero)), Err(CheckError::DoesNotHold(Condition::GoesOn(_)))));
    let open = Endless { inputs: Vec::new(), ..found(3, positive, two) };
    assert!(matches!(check(&open), Err(CheckError::DoesNotHold(Condition::GoesOn(_)))));
    // Only the second location of the set has states without a step.
    let cfa = program(
        "(declare-const x Int)
        (location start :initial) (location wrong :error) (location head) (location behind)
        (edge start head) (edge head behind) (edge behind head (assume (> x 0)))",
    );
    let named = |name: &str| cfa.locations().find(|&l| cfa.location_name(l) == name).expect("a location");
    let mut set = vec![Terms::FALSE; cfa.location_count()];
    set[named("head").index()] = Terms::TRUE;
    set[named("behind").index()] = Terms::TRUE;
    let second = Endless { stem: start(3), terms: cfa.terms().clone(), set, inputs: Vec::new() };
    let expected = Err(CheckError::DoesNotHold(Condition::GoesOn(named("behind"))));
    assert_eq!(check_endless(&cfa, &second, &options, &budget), expected);
}

#[test]
fn measures_of_words_that_no_sum_is() {
    let numbers = "(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 8))
        (location start :initial) (location wrong :error) (location head)
        (edge start head)
        (edge head head (assume GUARD) (assign (x X) (y Y)))";
    let cases = [
        ("(not (= x #x00))", "(bvand x (bvsub x #x01))", "y", true),
        ("(not (= x #x00))", "(bvlshr x #x01)", "(bvadd y #x01)", true),
        ("(not (= y #x00))", "y", "(bvurem x y)", true),
        // A clock that wraps, and a counter that is 2 after some turns.
        ("(bvult (bvsub x y) #xc8)", "(bvadd x #x01)", "y", true),
        ("(not (= x #x02))", "(bvadd x #x03)", "y", true),
        ("(not (= x #x02))", "(bvadd x #x02)", "y", false),
    ];
    for (guard, x, y, all_end) in cases {
        let text = numbers.replace("GUARD", guard).replace("(x X)", &format!("(x {})", x));
        let text = text.replace("(y Y)", &format!("(y {})", y));
        let budget = Budget::unlimited().with_propagations(3_000_000);
        let found = verdict(&program(&text), &budget);
        assert!(found == Some(all_end) || !all_end && found.is_none(), "{} {}: {:?}", guard, x, found);
    }
}

/// The values change places, so that neither of them, nor their sum, falls on each turn.
const SWAP: &str = "(declare-const x Int) (declare-const y Int)
    (location start :initial) (location wrong :error) (location head)
    (edge start head)
    (edge head head (assume (and (> x 0) (> y 0))) (assign (x (- x 1)) (y x)))
    (edge head head (assume (and (> x 0) (> y 0))) (assign (x (- y 2)) (y (+ x 1))))";

#[test]
fn loops_with_several_measures_of_which_one_has_fallen() {
    assert_eq!(verdict(&program(SWAP), &Budget::unlimited()), Some(true));
    // One such loop in another one, whose turns begin it anew.
    let nested = "(declare-const x Int) (declare-const y Int) (declare-const z Int) (declare-const w Int)
        (location start :initial) (location wrong :error) (location outer) (location inner)
        (edge start outer)
        (edge outer inner (assume (and (> x 0) (> y 0))) (havoc z) (havoc w))
        (edge inner inner (assume (and (> z 0) (> w 0))) (assign (z (- z 1)) (w z)))
        (edge inner inner (assume (and (> z 0) (> w 0))) (assign (z (- w 2)) (w (+ z 1))))
        (edge inner outer (assume (<= z 0)) (assign (x (- x 1)) (y x)))
        (edge inner outer (assume (<= z 0)) (assign (x (- y 2)) (y (+ x 1))))";
    assert_eq!(verdict(&program(nested), &Budget::unlimited()), Some(true));
    // The outer loop has no end.
    let again = nested.replace("(assume (and (> x 0) (> y 0)))", "(assume (> x 0))");
    let again = again.replace("(assign (x (- y 2)) (y (+ x 1)))", "(assign (x x))");
    assert_ne!(verdict(&program(&again), &Budget::unlimited().with_propagations(3_000_000)), Some(true));
}

/// A proof by visits to a location: what holds at the heads of the state and the one that was kept, and the measures.
fn visited(
    cfa: &Cfa,
    heads: &[&str],
    make: impl Fn(&mut Terms, &[TermId], &Transition) -> (TermId, Vec<Vec<TermId>>),
) -> Ranking {
    let mut terms = cfa.terms().clone();
    let mut formulas = vec![Terms::TRUE; cfa.location_count()];
    let mut transitions = Vec::new();
    for (number, &name) in heads.iter().enumerate() {
        let head = cfa.locations().find(|&l| cfa.location_name(l) == name).expect("a head");
        let is_kept = terms.declare(&format!("kept.{}", number), Sort::Bool);
        let kept = |(at, &v): (usize, &TermId)| {
            terms.declare(&format!("kept.{}.{}", number, at), cfa.terms().sort(v))
        };
        let kept: Vec<TermId> = cfa.variables().iter().enumerate().map(kept).collect();
        let mut transition = Transition { head, is_kept, kept, measures: Vec::new() };
        let (formula, measures) = make(&mut terms, cfa.variables(), &transition);
        transition.measures = measures;
        formulas[head.index()] = terms.and(&[formulas[head.index()], formula]);
        transitions.push(transition);
    }
    let measures = vec![Vec::new(); cfa.location_count()];
    Ranking { transitions, ..Ranking::new(InvariantMap::new(terms, formulas), measures) }
}

/// The kept number is at least 0 and more than the present one.
fn fell(terms: &mut Terms, at: usize, variables: &[TermId], transition: &Transition) -> TermId {
    let zero = terms.int(0);
    let both = [terms.gt(transition.kept[at], variables[at]), terms.ge(transition.kept[at], zero)];
    let both = terms.and(&both);
    terms.implies(transition.is_kept, both)
}

#[test]
fn forged_transition_invariants_are_refused() {
    let cfa = program(COUNTDOWN);
    let (options, budget) = (CheckOptions::default(), Budget::unlimited());
    let check = |cfa: &Cfa, found: &Ranking| check_ranking(cfa, found, false, &options, &budget);
    let right = visited(&cfa, &["head"], |terms, v, t| (fell(terms, 0, v, t), vec![vec![v[0]]]));
    assert_eq!(check(&cfa, &right), Ok(()));
    assert!(write_ranking(&cfa, &right).expect("a text").contains("; visits: "));
    // No measure, one that stays, one that nothing is known of, and a formula that forgets what may be kept.
    let none = visited(&cfa, &["head"], |terms, v, t| (fell(terms, 0, v, t), Vec::new()));
    let stays = visited(&cfa, &["head"], |terms, v, t| (fell(terms, 0, v, t), vec![vec![terms.int(1)]]));
    let open = visited(&cfa, &["head"], |_, v, _| (Terms::TRUE, vec![vec![v[0]]]));
    let never = visited(&cfa, &["head"], |terms, v, t| (terms.not(t.is_kept), vec![vec![v[0]]]));
    for (number, found) in [none, stays, open, never].iter().enumerate() {
        assert!(matches!(check(&cfa, found), Err(CheckError::DoesNotHold(_))), "{}", number);
    }
    // A measure that speaks of what was kept, twice one location, and values of other variables.
    let ghost = visited(&cfa, &["head"], |terms, v, t| (fell(terms, 0, v, t), vec![vec![t.kept[0]]]));
    let twice = visited(&cfa, &["head", "head"], |terms, v, t| (fell(terms, 0, v, t), vec![vec![v[0]]]));
    let mut short = right.clone();
    short.transitions[0].kept.pop();
    let mut other = right.clone();
    other.transitions[0].is_kept = other.transitions[0].kept[0];
    for (number, found) in [ghost, twice, short, other].iter().enumerate() {
        assert!(matches!(check(&cfa, found), Err(CheckError::Malformed(_))), "{}", number);
    }
}

/// An inner loop that ends, in a loop without end that begins it anew: what was kept is not forgotten there, unless the
/// outer head is visited finitely often.
#[test]
fn what_was_kept_is_forgotten_only_where_a_run_does_not_come_back() {
    let text = "(declare-const x Int) (declare-const y Int)
        (location start :initial) (location wrong :error) (location outer) (location inner)
        (edge start outer)
        (edge outer inner (assume (> y 0)) (assign (x 5)))
        (edge inner inner (assume (> x 0)) (assign (x (- x 1))))
        (edge inner outer (assume (<= x 0)) (assign (y NEXT)))";
    let (options, budget) = (CheckOptions::default(), Budget::unlimited());
    let claim = |cfa: &Cfa, heads: &[&str]| {
        let make = |terms: &mut Terms, v: &[TermId], t: &Transition| {
            let at = usize::from(cfa.location_name(t.head) == "outer");
            (fell(terms, at, v, t), vec![vec![v[at]]])
        };
        let mut found = visited(cfa, heads, make);
        let outer = cfa.locations().find(|&l| cfa.location_name(l) == "outer").expect("a head");
        let inner = cfa.locations().find(|&l| cfa.location_name(l) == "inner").expect("a head");
        // What was kept at the outer head is known at the inner one.
        let terms = &mut found.invariant.terms;
        let mut known = Vec::new();
        for transition in found.transitions.iter().filter(|transition| transition.head == outer) {
            let (kept, zero) = (transition.kept[1], terms.int(0));
            let weak = [terms.ge(kept, cfa.variables()[1]), terms.ge(kept, zero)];
            let weak = terms.and(&weak);
            known.push(terms.implies(transition.is_kept, weak));
        }
        let zero = terms.int(0);
        known.push(terms.ge(cfa.variables()[0], zero));
        let place = &mut found.invariant.formulas[inner.index()];
        known.push(*place);
        *place = terms.and(&known);
        check_ranking(cfa, &found, false, &options, &budget)
    };
    let ends = program(&text.replace("NEXT", "(- y 1)"));
    assert_eq!(claim(&ends, &["outer", "inner"]), Ok(()));
    let stays = program(&text.replace("NEXT", "y"));
    for heads in [&["outer", "inner"][..], &["inner", "outer"], &["inner"]] {
        assert!(claim(&stays, heads).is_err(), "{:?}", heads);
    }
}

/// The end of a text is an element that is 0; an element is counted down; an element that stays.
#[test]
fn loops_that_read_elements_of_arrays() {
    let text = "(declare-const a (Array Int Int)) (declare-const i Int) (declare-const n Int)
        (location start :initial) (location wrong :error) (location head)
        (edge start head (assume (>= n 0)) (assign (i 0) (a (store a n 0))))
        (edge head head (assume (not (= (select a i) 0))) (assign (i (+ i 1))))";
    let budget = || Budget::unlimited().with_propagations(3_000_000);
    assert_eq!(verdict(&program(text), &budget()), Some(true));
    let counts = text.replace("(assume (not (= (select a i) 0))) (assign (i (+ i 1)))", "GO");
    let down =
        counts.replace("GO", "(assume (> (select a i) 0)) (assign (a (store a i (- (select a i) 1))))");
    assert_eq!(verdict(&program(&down), &budget()), Some(true));
    let other =
        counts.replace("GO", "(assume (> (select a i) 0)) (assign (a (store a (+ i 1) (- (select a i) 1))))");
    assert_ne!(verdict(&program(&other.replace("(>= n 0)", "(>= n 1)")), &budget()), Some(true));
    // Without an element that is 0.
    assert_ne!(verdict(&program(&text.replace("(store a n 0)", "a")), &budget()), Some(true));
}

/// A comparison of elements that a turn writes does not divide the states by what the elements were before the turn.
#[test]
fn comparisons_of_elements_that_a_loop_writes() {
    let text = "(declare-const a (Array (_ BitVec 8) (_ BitVec 8))) (declare-const i (_ BitVec 8))
        (declare-const j (_ BitVec 8)) (location start :initial) (location wrong :error) (location head)
        (edge start head (assume (not (= i j))))
        (edge head head (assume (bvsgt (select a i) #x00))
            (assign (a (store (store a i (bvsub (select a i) #x01)) j #x05))))";
    let budget = || Budget::unlimited().with_propagations(3_000_000);
    assert_eq!(verdict(&program(text), &budget()), Some(true));
    assert_ne!(verdict(&program(&text.replace("(not (= i j))", "(= i j)")), &budget()), Some(true));
}

/// The countdown with a counter, which begins with a value and gets others on the way back to the head.
fn counted(
    cfa: &Cfa,
    make: impl Fn(&mut Terms, TermId, TermId) -> (TermId, Vec<(usize, TermId)>),
) -> Ranking {
    let mut found = claimed(cfa, |_, x, _| (Terms::TRUE, vec![x]));
    let terms = &mut found.invariant.terms;
    let (x, constant) = (cfa.variables()[0], terms.declare("counter.0", Sort::Int));
    let (first, later) = make(terms, x, constant);
    let zero = terms.int(0);
    let holds = [terms.ge(constant, x), terms.ge(constant, zero)];
    let head = cfa.locations().find(|&l| cfa.location_name(l) == "head").expect("a head");
    found.invariant.formulas[head.index()] = terms.and(&holds);
    found.measures[head.index()] = vec![constant];
    let mut updates = vec![(EdgeId::new(0), first)];
    updates.extend(later.into_iter().map(|(edge, value)| (EdgeId::new(edge), value)));
    found.counters.push(Counter { constant, updates });
    found
}

#[test]
fn forged_counters_are_refused() {
    let cfa = program(COUNTDOWN);
    let (options, budget) = (CheckOptions::default(), Budget::unlimited());
    let check = |found: &Ranking| check_ranking(&cfa, found, false, &options, &budget);
    let bound = |terms: &mut Terms, x: TermId| {
        let zero = terms.int(0);
        let positive = terms.gt(x, zero);
        terms.ite(positive, x, zero)
    };
    let less = |terms: &mut Terms, c: TermId| {
        let one = terms.int(1);
        terms.sub(c, one)
    };
    let right = counted(&cfa, |terms, x, c| (bound(terms, x), vec![(2, less(terms, c))]));
    assert_eq!(check(&right), Ok(()));
    let text = write_ranking(&cfa, &right).expect("a text");
    assert!(text.starts_with("; measures by location\n; counters: 1\n"), "{}", text);
    // The counter stays, is set again on the way, begins below the number of turns, or has any first value.
    let stays = counted(&cfa, |terms, x, _| (bound(terms, x), Vec::new()));
    let again = counted(&cfa, |terms, x, c| (bound(terms, x), vec![(2, less(terms, c)), (2, c), (1, x)]));
    let reset = counted(&cfa, |terms, x, _| (bound(terms, x), vec![(2, terms.int(7))]));
    let low = counted(&cfa, |terms, _, c| (terms.int(0), vec![(2, less(terms, c))]));
    let any = counted(&cfa, |terms, _, c| (c, vec![(2, less(terms, c))]));
    for (number, found) in [stays, reset, low, any].iter().enumerate() {
        assert!(matches!(check(found), Err(CheckError::DoesNotHold(_))), "{}", number);
    }
    // Two values for one edge are set one after the other.
    assert_eq!(check(&again), Ok(()));
    let nowhere = counted(&cfa, |terms, x, c| (bound(terms, x), vec![(9, less(terms, c))]));
    assert!(matches!(check(&nowhere), Err(CheckError::Malformed(_))));
    let truth = counted(&cfa, |terms, x, _| (bound(terms, x), vec![(2, Terms::TRUE)]));
    assert!(matches!(check(&truth), Err(CheckError::Malformed(_))));
    let mut unknown = right.clone();
    unknown.counters.clear();
    assert!(matches!(check(&unknown), Err(CheckError::Malformed(_))));
}

/// A main automaton that calls a procedure and loops behind the call where a formula holds. The procedure loops at its
/// entry where another one holds, and otherwise sets the shared variable.
fn calling(behind: &str, inside: &str) -> CallEdges {
    let text = "(declare-const n Int) (declare-const r Int) (declare-const k Int) (declare-const g Int)
        (location start :initial) (location wrong :error) (location before) (location behind)
        (location entry) (location inner) (location back) (location exit)
        (edge start before (assign (r 0) (k 0) (g 0)))
        (edge behind behind (assume BEHIND))
        (edge entry inner)
        (edge inner inner (assume INSIDE))
        (edge inner exit (assume (<= n 0)) (assign (r 5) (g 1)))
        (edge back exit (assign (r (+ r 1))))";
    let cfa = program(&text.replace("BEHIND", behind).replace("INSIDE", inside));
    let at = |name: &str| cfa.locations().find(|&l| cfa.location_name(l) == name).expect("a location");
    let (n, r, g) = (cfa.variables()[0], cfa.variables()[1], cfa.variables()[3]);
    let [before, behind, entry, inner, back, exit] =
        ["before", "behind", "entry", "inner", "back", "exit"].map(at);
    let mut own = cfa.clone();
    let (ten, one) = (own.terms_mut().int(10), own.terms_mut().int(1));
    let less = own.terms_mut().sub(n, one);
    let mut program = Procedures::new(own, [g]);
    let (parameters, results) = (vec![n], vec![r]);
    let procedure =
        program.add_procedure(Procedure { name: "f".to_string(), entry, exit, parameters, results });
    program.add_call(Call { source: before, target: behind, procedure, arguments: vec![ten] });
    program.add_call(Call { source: inner, target: back, procedure, arguments: vec![less] });
    calls_as_edges(&program)
}

#[test]
fn calls_as_edges_have_all_runs() {
    let found = |behind, inside| verdict(calling(behind, inside).cfa(), &Budget::unlimited());
    // The recursion has no bound below, since a call may be made with any `n`.
    assert_ne!(found("false", "false"), Some(true));
    assert_eq!(found("false", "(and (> n 0) (< n 0))"), found("false", "false"));
    // Behind the call are its results and the shared variable; at the entry a local variable has any value.
    let guarded = |behind, inside| {
        let calls = calling(behind, inside);
        let cfa = calls.cfa();
        let call =
            cfa.edge_ids().find(|&e| cfa.location_name(cfa.edge(e).source) == "inner" && is_entry(cfa, e));
        cfa.closed(|edge| Some(edge) == call)
    };
    assert_eq!(verdict(&guarded("false", "false"), &Budget::unlimited()), Some(true));
    for (behind, inside) in [("(= r 5)", "false"), ("(= g 1)", "false"), ("false", "(= k 7)")] {
        assert_eq!(
            verdict(&guarded(behind, inside), &Budget::unlimited()),
            Some(false),
            "{} {}",
            behind,
            inside
        );
    }
    assert_eq!(verdict(&guarded("false", "(= n 7)"), &Budget::unlimited()), Some(true));
}

#[test]
fn a_run_that_goes_on_behind_a_call_is_no_recursion_without_end() {
    let calls = calling("(= r 5)", "false");
    let (all, deeper) = (calls.cfa(), calls.without_returns());
    let outcome = |cfa: &Cfa| {
        let file = Model::Program(ProgramFile::Automaton(Box::new(cfa.clone())));
        let report = verify(&file, &options(), &Budget::unlimited(), &mut ()).expect("a program");
        let mut text = Vec::new();
        match &report.verdicts[0].outcome {
            Outcome::Unsafe(run) => run.write(Form::Text, &mut text).expect("a text"),
            _ => panic!("no run without end"),
        };
        match Evidence::read(&text, all, &Budget::unlimited()).expect("evidence") {
            Evidence::Endless(found) => *found,
            other => panic!("{:?}", other),
        }
    };
    let (checks, budget) = (CheckOptions::default(), Budget::unlimited());
    // Behind the call of the procedure there is a loop, and in the procedure there are calls without end.
    let last = |found: &Endless| found.stem.steps.last().expect("a step").edge;
    let found = outcome(&deeper);
    assert_eq!(check_endless(&deeper, &found, &checks, &budget), Ok(()));
    assert!(!all.location_name(all.edge(last(&found)).target).starts_with("behind"));
    let guarded = all.closed(|edge| is_entry(all, edge));
    let found = outcome(&guarded);
    assert_eq!(check_endless(all, &found, &checks, &budget), Ok(()));
    assert!(matches!(check_endless(&deeper, &found, &checks, &budget), Err(CheckError::DoesNotHold(_))));
}

fn is_entry(cfa: &Cfa, edge: EdgeId) -> bool {
    cfa.location_name(cfa.edge(edge).target) == "entry"
}
