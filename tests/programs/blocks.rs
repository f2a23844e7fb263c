//! Large blocks: the same verdicts, and the way back.

use crate::cases::scaled;
use crate::counts::enough;
use crate::engines::program;
use crate::random_command::{distance, random_cfa};
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::program::{check_invariant, check_path};
use indubit::evidence::CheckOptions;
use indubit::input::cfa;
use indubit::model::cfa::{Cfa, InvariantMap};
use indubit::model::encode::program::to_system;
use indubit::model::reduce::program::{large_blocks, BlockOptions};
use indubit::model::system::{Certificate, Proof};
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, SystemVerifier, VerifyOptions};
use indubit::solver::term::Terms;

#[test]
fn verdicts_are_the_same_and_evidence_is_lifted() {
    all_is_lifted(100, |rng| BlockOptions {
        most_parts: [1, 5, 1000][rng.below(3)],
        most_demands: [2, 256][rng.below(2)],
    });
}

#[test]
fn formulas_of_many_demands_are_lifted() {
    all_is_lifted(100, |_| BlockOptions { most_parts: 1000, most_demands: 0 });
}

/// The location `b` needs `p` or `q`, and gets an interpolant: one of the two, or a formula between. So the location
/// `a`, from which these come exchanged, needs the other one. It is not enough that both exclude the error in the end.
#[test]
fn formulas_inside_of_blocks_lead_to_interpolants_inside_of_blocks() {
    let text = "
        (declare-const p Bool)
        (declare-const q Bool)
        (declare-const z Bool)
        (location start :initial)
        (location wrong :error)
        (location head)
        (location a)
        (location b)
        (location tail)
        (edge start head (assign (p true) (q true)))
        (edge head head (assume z))
        (edge head a)
        (edge a b (assign (p q) (q p)))
        (edge b tail (havoc z) (assume (or z (not (or p q)))))
        (edge tail tail (assume p))
        (edge tail wrong (assume (not z)))";
    let cfa = program(text);
    let options = BlockOptions { most_parts: 1000, most_demands: 0 };
    let blocks = large_blocks(&cfa, &options, &Budget::unlimited()).expect("no limit");
    let mut terms = blocks.cfa.terms().clone();
    let [p, q, z] = [0, 1, 2].map(|i| blocks.cfa.variables()[i]);
    let both = terms.and(&[p, q]);
    let of = |name: &str| match name {
        "head" => both,
        "tail" => z,
        "wrong" => Terms::FALSE,
        _ => Terms::TRUE,
    };
    let formulas: Vec<_> = blocks.cfa.locations().map(|l| of(blocks.cfa.location_name(l))).collect();
    assert_eq!(formulas.len(), 4, "a and b are inside of a block");
    let invariant = InvariantMap::new(terms, formulas);
    let check = |cfa: &Cfa, invariant: &InvariantMap| {
        check_invariant(cfa, invariant, &CheckOptions::default(), &Budget::unlimited())
    };
    assert_eq!(check(&blocks.cfa, &invariant), Ok(()));
    let lifted = blocks.lift_invariant(&cfa, &invariant, &Budget::unlimited()).expect("interpolants");
    assert_eq!(check(&cfa, &lifted), Ok(()), "{:?}", lifted);
}

/// Evidence about large blocks of random programs, lifted to these.
fn all_is_lifted(programs: usize, options: impl Fn(&mut Rng) -> BlockOptions) {
    let (mut safe, mut reached, mut smaller, mut lost) = (0, 0, 0, 0);
    for seed in 0..scaled(programs) as u64 {
        let mut rng = Rng::new(seed);
        let cfa = random_cfa(&mut rng);
        let options = options(&mut rng);
        let blocks = large_blocks(&cfa, &options, &Budget::unlimited()).expect("no limit");
        smaller += (blocks.cfa.location_count() < cfa.location_count()) as u64;
        let encoded = to_system(&blocks.cfa);
        let options = VerifyOptions { engine: Engine::Ic3Smt, ..VerifyOptions::default() };
        let verifier = SystemVerifier::new(encoded.system.clone(), options, Budget::unlimited());
        let mut verifier = verifier.expect("any system");
        match verifier.verify(PropertyId::new(0), &mut ()).outcome {
            Outcome::Safe(Proof::Safety(Certificate::Inductive(invariant))) => {
                assert_eq!(distance(&cfa), None, "{}", seed);
                let invariant = encoded.invariant(&blocks.cfa, &invariant);
                let options = CheckOptions::default();
                let checked = check_invariant(&blocks.cfa, &invariant, &options, &Budget::unlimited());
                assert_eq!(checked, Ok(()), "{}", seed);
                match blocks.lift_invariant(&cfa, &invariant, &Budget::unlimited()) {
                    Some(lifted) => {
                        let checked = check_invariant(&cfa, &lifted, &options, &Budget::unlimited());
                        assert_eq!(checked, Ok(()), "{}", seed);
                        safe += 1;
                    }
                    None => lost += 1,
                }
            }
            Outcome::Unsafe(trace) => {
                let path = encoded.path(&blocks.cfa, &trace).expect("a path of blocks");
                let lifted = blocks.lift_path(&cfa, &path, &Budget::unlimited()).expect("a path of edges");
                assert_eq!(check_path(&cfa, &lifted), Ok(()), "{}", seed);
                assert!(distance(&cfa).map_or(false, |shortest| lifted.steps.len() >= shortest), "{}", seed);
                reached += 1;
            }
            other => panic!("{:?}", other),
        }
    }
    assert!(enough(safe.min(reached).min(smaller), 10), "{} {} {}", safe, reached, smaller);
    assert_eq!(lost, 0);
}

/// The loop of a program with a conditional statement in it becomes one edge.
/// A loop that an input leaves: each of the two ways demands something, but not of the input. The formula at `chosen`
/// is the conjunction of both demands, and no solver is asked for an interpolant.
#[test]
fn a_choice_by_an_input_needs_no_interpolant() {
    let text = "
        (declare-const x Int)
        (declare-const y Int)
        (declare-const c (_ BitVec 32))
        (location start :initial)
        (location wrong :error)
        (location loop)
        (location choosing)
        (location chosen)
        (edge start loop (assign (x 1) (y 0)))
        (edge loop choosing (assume (< y 9)))
        (edge choosing chosen (havoc c))
        (edge chosen loop (assume (distinct c #x00000000)) (assign (x (+ x y)) (y (+ y 1))))
        (edge chosen wrong (assume (= c #x00000000)) (assume (< x y)))";
    let cfa = program(text);
    let options = BlockOptions { most_parts: 1000, ..BlockOptions::default() };
    let blocks = large_blocks(&cfa, &options, &Budget::unlimited()).expect("no limit");
    let mut terms = blocks.cfa.terms().clone();
    let [x, y] = [0, 1].map(|i| blocks.cfa.variables()[i]);
    let (zero, one) = (terms.int(0), terms.int(1));
    let held = [terms.le(one, x), terms.le(zero, y), terms.le(y, x)];
    let of_loop = terms.and(&held);
    let of = |name: &str| match name {
        "wrong" => Terms::FALSE,
        "loop" => of_loop,
        _ => Terms::TRUE,
    };
    let formulas = blocks.cfa.locations().map(|location| of(blocks.cfa.location_name(location))).collect();
    let invariant = InvariantMap::new(terms, formulas);
    let asked = Budget::unlimited();
    let lifted = blocks.lift_invariant(&cfa, &invariant, &asked).expect("no interpolant");
    assert_eq!(asked.work_used(), 0);
    assert_eq!(check_invariant(&cfa, &lifted, &CheckOptions::default(), &Budget::unlimited()), Ok(()));
}

#[test]
fn a_loop_with_a_branch_is_one_edge() {
    let text = "
        (declare-const x Int)
        (declare-const y Int)
        (location start :initial)
        (location wrong :error)
        (location head)
        (location body)
        (location even)
        (location odd)
        (location end)
        (edge start head (assign (x 0) (y 0)))
        (edge head body (assume (< x 10)))
        (edge body even (assume (= (mod x 2) 0)))
        (edge body odd (assume (not (= (mod x 2) 0))))
        (edge even end (assign (y (+ y 1))))
        (edge odd end)
        (edge end head (assign (x (+ x 1))))
        (edge head wrong (assume (and (>= x 10) (not (= y 5)))))";
    let program = cfa::read(text.as_bytes(), &Budget::unlimited()).expect("a program");
    let blocks = large_blocks(&program, &BlockOptions::default(), &Budget::unlimited()).expect("no limit");
    assert_eq!((blocks.cfa.location_count(), blocks.cfa.edges().len()), (3, 3));
}

/// Twelve conditional statements in a row, each with a demand of its own at the end: the formulas of the locations in
/// between stay short, though there are thousands of ways through the block.
#[test]
fn formulas_inside_of_a_row_of_branches_stay_short() {
    let count = 12;
    let mut text = "(location start :initial) (location wrong :error) (location head)".to_string();
    let mut edges = String::new();
    for i in 0..count {
        text += &format!("(declare-const p{0} Bool) (declare-const x{0} Int)", i);
        text += &format!("(location a{0}) (location b{0}) (location c{0}) (location d{0})", i);
        edges += &format!("(edge a{0} b{0} (assume p{0})) (edge a{0} a{1} (assume (not p{0})))", i, i + 1);
        edges += &format!("(edge b{0} a{1} (assign (x{0} 1)))", i, i + 1);
        edges += &format!("(edge c{0} d{0} (assume p{0})) (edge c{0} c{1} (assume (not p{0})))", i, i + 1);
        edges += &format!("(edge d{0} wrong (assume (not (= x{0} 1))))", i);
        edges += &format!("(edge d{0} c{1} (assume (= x{0} 1)))", i, i + 1);
    }
    text += &format!("(location a{0}) (location c{0})", count);
    edges += &format!("(edge start head) (edge head a0) (edge a{0} c0) (edge c{0} head)", count);
    let program = cfa::read([text, edges].concat().as_bytes(), &Budget::unlimited()).expect("a program");
    let options = BlockOptions { most_parts: 100_000, ..BlockOptions::default() };
    let blocks = large_blocks(&program, &options, &Budget::unlimited()).expect("no limit");
    let mut formulas = vec![Terms::TRUE; blocks.cfa.location_count()];
    formulas[blocks.cfa.error().index()] = Terms::FALSE;
    let invariant = InvariantMap { terms: blocks.cfa.terms().clone(), formulas, bound: Vec::new() };
    let lifted = blocks.lift_invariant(&program, &invariant, &Budget::unlimited()).expect("no inputs");
    let checked = check_invariant(&program, &lifted, &CheckOptions::default(), &Budget::unlimited());
    assert_eq!(checked, Ok(()));
    let size = lifted.terms.subterms(&lifted.formulas).len();
    assert!(size < 10 * count * count, "{}", size);
}
