//! Systems as circuits, and the way back.

use crate::cases::scaled;
use crate::counts::enough;
use crate::oracle::{all_vectors, evaluate, holds};
use crate::paths::in_package;
use crate::random_system::{depths, explore, random_system};
use indubit::base::{Budget, Limit, Rng};
use indubit::engine::bmc::BmcOptions;
use indubit::engine::kinduction::KInductionOptions;
use indubit::engine::Outcome;
use indubit::evidence::system::{check_certificate, check_trace};
use indubit::input::{btor2, vmt};
use indubit::model::encode::blast::{blast, Blasted, NotBlasted};
use indubit::model::invariant::Proof;
use indubit::model::system::{Certificate, Invariant, System};
use indubit::model::{Depth, PropertyId};
use indubit::portfolio::{Engine, EngineOptions, SystemVerifier, Verifier, VerifyOptions};
use indubit::solver::term::{Model, Sort, TermId, Value};
use indubit::theories::bv::Bits;

fn blasted(system: &System) -> Blasted {
    blast(system, &Budget::unlimited()).expect("a system over bits")
}

/// Verifies the circuit and checks the evidence on the system; the depths of the counterexamples.
fn verify(system: &System, engine: Engine) -> Vec<Option<usize>> {
    let blasted = blasted(system);
    let options = VerifyOptions { engine, ..VerifyOptions::default() };
    let mut verifier = Verifier::new(blasted.circuit.clone(), options, Budget::unlimited())
        .expect("an engine over circuits");
    let mut depths = Vec::new();
    for property in system.property_ids() {
        match verifier.verify(property, &mut ()).outcome {
            Outcome::Safe(Proof::Safety(certificate)) => {
                let certificate = blasted.certificate(system, &certificate);
                let checked = check_certificate(system, property, &certificate, &Budget::unlimited());
                assert_eq!(checked, Ok(()), "{}", vmt::write(system));
                depths.push(None);
            }
            Outcome::Unsafe(trace) => {
                let trace = blasted.trace(system, &trace);
                assert_eq!(check_trace(system, &trace), Ok(()), "{}", vmt::write(system));
                depths.push(Some(trace.depth().transitions()));
            }
            other => panic!("{:?}", other),
        }
    }
    depths
}

fn verdicts(depths: &[Option<usize>]) -> Vec<bool> {
    depths.iter().map(Option::is_some).collect()
}

/// The depths of the shortest counterexamples as a circuit has them, as far as this one.
pub fn shortest(system: &System, most: usize) -> Vec<Option<usize>> {
    let bmc = BmcOptions { max_depth: Some(Depth::new(most)), ..BmcOptions::default() };
    let options = VerifyOptions {
        engine: Engine::Bmc,
        engines: EngineOptions { bmc, ..EngineOptions::default() },
        ..VerifyOptions::default()
    };
    let mut verifier = Verifier::new(blasted(system).circuit, options, Budget::unlimited())
        .expect("an engine over circuits");
    let mut depth = |property| match verifier.verify(property, &mut ()).outcome {
        Outcome::Unsafe(trace) => Some(trace.depth().transitions()),
        _ => None,
    };
    system.property_ids().map(&mut depth).collect()
}

#[test]
fn circuits_have_the_shortest_counterexamples_of_their_systems() {
    let mut rng = Rng::new(1);
    let (mut safe, mut deep, mut monitored) = (0, 0, 0);
    for _ in 0..scaled(600) {
        let system = random_system(&mut rng);
        let blasted = blasted(&system);
        let expected: Vec<Option<usize>> =
            depths(&system).into_iter().map(|depth| depth.filter(|&d| d <= 9)).collect();
        assert_eq!(shortest(&system, 9), expected, "{}", vmt::write(&system));
        let width = |t| system.terms().sort(t).width().unwrap_or(1);
        let bits: u32 = system.states().iter().map(|s| width(s.current)).sum();
        monitored += (blasted.circuit.latches().len() > bits as usize) as u64;
        safe += expected.iter().filter(|depth| depth.is_none()).count() as u64;
        deep += expected.iter().flatten().filter(|&&depth| depth > 1).count() as u64;
    }
    assert!(
        enough(safe, 100) && enough(deep, 30) && enough(monitored, 50),
        "{} {} {}",
        safe,
        deep,
        monitored
    );
}

#[test]
fn evidence_for_the_circuit_becomes_evidence_for_the_system() {
    let mut rng = Rng::new(2);
    for round in 0..scaled(400) {
        let system = random_system(&mut rng);
        let engine = [Engine::Ic3, Engine::LazyIc3][round % 2];
        assert_eq!(verdicts(&verify(&system, engine)), verdicts(&depths(&system)), "{}", vmt::write(&system));
    }
}

#[test]
fn proofs_by_k_induction_become_proofs_for_the_system() {
    let mut rng = Rng::new(4);
    let mut safe = 0;
    for _ in 0..scaled(200) {
        let system = random_system(&mut rng);
        let blasted = blasted(&system);
        let kinduction =
            KInductionOptions { simple_path: false, max_k: Some(5), ..KInductionOptions::default() };
        let options = VerifyOptions {
            engine: Engine::KInduction,
            engines: EngineOptions { kinduction, ..EngineOptions::default() },
            ..VerifyOptions::default()
        };
        let mut verifier = Verifier::new(blasted.circuit.clone(), options, Budget::unlimited())
            .expect("an engine over circuits");
        for property in system.property_ids() {
            if let Outcome::Safe(Proof::Safety(certificate)) = verifier.verify(property, &mut ()).outcome {
                let certificate = blasted.certificate(&system, &certificate);
                assert!(matches!(certificate, Certificate::KInductive { .. }));
                let checked = check_certificate(&system, property, &certificate, &Budget::unlimited());
                assert_eq!(checked, Ok(()), "{}", vmt::write(&system));
                safe += 1;
            }
        }
    }
    assert!(enough(safe, 50), "{}", safe);
}

#[test]
fn the_reachable_states_are_an_invariant_and_shortest_traces_replay() {
    let mut rng = Rng::new(3);
    let mut safe = 0;
    for _ in 0..scaled(200) {
        let system = random_system(&mut rng);
        let explored = explore(&system);
        let certificate = Certificate::Inductive(Invariant {
            terms: explored.terms.clone(),
            formulas: vec![explored.reachable],
            bound: Vec::new(),
        });
        for (property, trace) in system.property_ids().zip(&explored.traces) {
            let checked = check_certificate(&system, property, &certificate, &Budget::unlimited());
            assert_eq!(checked.is_ok(), trace.is_none(), "{:?} {}", checked, vmt::write(&system));
            safe += trace.is_none() as u64;
            if let Some(trace) = trace {
                assert_eq!(check_trace(&system, trace), Ok(()));
            }
        }
    }
    assert!(enough(safe, 30), "{}", safe);
}

#[test]
fn fixtures_are_verified_by_way_of_circuits() {
    let bytes = |name: &str| std::fs::read(in_package("tests/systems").join(name)).expect("a readable file");
    let relation = vmt::read(&bytes("relation.vmt"), &Budget::unlimited()).expect("a system");
    assert_eq!(verify(&relation, Engine::Ic3), [Some(1), None, Some(0)]);
    let counter = btor2::read(&bytes("counter.btor2"), &Budget::unlimited()).expect("a system");
    assert_eq!(verify(&counter.system, Engine::Ic3), [Some(4), None]);
    let memory = btor2::read(&bytes("memory.btor2"), &Budget::unlimited()).expect("a system");
    assert_eq!(verify(&memory.system, Engine::Ic3), [Some(1), None, Some(1)]);
}

#[test]
fn functions_need_no_monitor_and_relations_one() {
    let of = |trans: &str, init: &str| {
        let text = format!(
            "(declare-fun x () (_ BitVec 4)) (define-fun .x () (_ BitVec 4) (! x :next y))
             (define-fun .i () Bool (! {} :init true)) (define-fun .t () Bool (! {} :trans true))",
            init, trans
        );
        let blasted = blasted(&vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system"));
        (blasted.circuit.latches().len(), blasted.circuit.inputs().len(), blasted.circuit.constraints().len())
    };
    assert_eq!(of("(= y (bvadd x #x1))", "(= x #x0)"), (4, 0, 0));
    assert_eq!(of("(and (= (bvadd x #x1) y) (bvult x #x7))", "(= x #x0)"), (5, 0, 1));
    assert_eq!(of("true", "true"), (4, 4, 0));
    assert_eq!(of("(bvult x y)", "(bvult x #x3)"), (6, 4, 2));
}

#[test]
fn equations_of_init_become_resets_unless_they_go_in_a_circle() {
    let of = |init: &str, bad: &str| {
        let text = format!(
            "(declare-fun x () (_ BitVec 4)) (declare-fun y () (_ BitVec 4)) (declare-fun x.next () (_ BitVec 4))
             (declare-fun y.next () (_ BitVec 4)) (define-fun .x () (_ BitVec 4) (! x :next x.next))
             (define-fun .y () (_ BitVec 4) (! y :next y.next)) (define-fun .i () Bool (! {} :init true))
             (define-fun .t () Bool (! (and (= x.next (bvadd x #x1)) (= y.next (bvadd y #x1))) :trans true))
             (define-fun .p () Bool (! (not {}) :invar-property 0))",
            init, bad
        );
        let system = vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system");
        let circuit = blasted(&system).circuit;
        let functions = circuit.latches().iter().filter(|latch| latch.reset.function().is_some()).count();
        let depths = verify(&system, Engine::Ic3);
        (circuit.latches().len(), circuit.constraints().len(), functions, depths[0])
    };
    assert_eq!(of("(= y (bvadd x #x1))", "(= x y)"), (8, 0, 4, None));
    assert_eq!(of("(= (bvadd x #x1) y)", "(= x #xf)").0, 8);
    // The lowest bits of both would be each other's opposite.
    assert_eq!(of("(and (= y (bvnot x)) (= x (bvadd y #x1)))", "(= x y)"), (9, 1, 4, None));
    assert_eq!(of("(and (= x #x3) (= x y))", "(= y #x0)"), (8, 0, 4, Some(13)));
    assert_eq!(of("(and (= x #x3) (bvult x y))", "(= y #x3)"), (9, 1, 0, Some(4)));
}

#[test]
fn numbers_and_limits_are_refused() {
    let mut system = System::default();
    system.declare_state("b", Sort::Bool);
    system.declare_state("n", Sort::Int);
    let refused = blast(&system, &Budget::unlimited()).expect_err("a number");
    assert_eq!(refused, NotBlasted::Number { name: "n".to_string(), sort: "Int".to_string() });
    let mut system = System::default();
    let word = Sort::BitVec(4);
    let x = system.declare_state("x", word);
    let terms = system.terms_mut();
    let f = terms.declare_function("f", &[word], word);
    let call = terms.call(f, &[x.current]);
    let trans = terms.eq(x.next, call);
    system.set_trans(trans);
    let refused = blast(&system, &Budget::unlimited()).expect_err("a call");
    assert_eq!(refused, NotBlasted::Number { name: "(f x)".to_string(), sort: "(_ BitVec 4)".to_string() });
    let mut system = System::default();
    let x = system.declare_state("x", Sort::BitVec(512));
    let y = system.declare_state("y", Sort::BitVec(512));
    let product = system.terms_mut().bv_mul(x.current, y.current);
    let trans = system.terms_mut().eq(x.next, product);
    system.set_trans(trans);
    let limited = Budget::unlimited().with_memory(1 << 20);
    assert_eq!(blast(&system, &limited).expect_err("too large"), NotBlasted::Limit(Limit::Memory));
}

/// The variables are Booleans, and a formula counts them.
#[test]
fn numbers_within_a_system_of_booleans_are_no_circuit() {
    let text = b"(declare-fun b () Bool)
        (declare-fun c () Bool)
        (define-fun .b () Bool (! b :next b.next))
        (define-fun .c () Bool (! c :next c.next))
        (define-fun .i () Bool (! (and b (not c)) :init true))
        (define-fun .t () Bool (! (and (= b.next c) (= c.next b)) :trans true))
        (define-fun .p () Bool (! (<= (+ (ite b 1 2) (ite c 3 7)) 8) :invar-property 0))";
    let unlimited = Budget::unlimited();
    let system = vmt::read(text, &unlimited).expect("a script");
    assert!(matches!(blast(&system, &unlimited), Err(NotBlasted::Number { .. })));
    assert!(btor2::write(&system).is_err());
    let options = VerifyOptions { engine: Engine::Portfolio, ..VerifyOptions::default() };
    let mut verifier = SystemVerifier::new(system, options, unlimited).expect("engines for systems");
    assert!(matches!(verifier.verify(PropertyId::new(0), &mut ()).outcome, Outcome::Safe(_)));
}

#[test]
fn comparisons_with_constants_and_choices_and_sums_are_what_they_were() {
    let mut system = System::default();
    let [x, y] = ["x", "y"].map(|name| system.declare_input(name, Sort::BitVec(3)));
    let [c, d] = ["c", "d"].map(|name| system.declare_input(name, Sort::Bool));
    let terms = system.terms_mut();
    let mut formulas = Vec::new();
    // Constants whose high bits are all 0 or all 1, on either side.
    for value in 0..8 {
        let constant = terms.bv(value, 3);
        formulas.extend([terms.bv_ult(x, constant), terms.bv_ult(constant, x), terms.bv_slt(x, constant)]);
        let (high, low) = (terms.concat(constant, x), terms.concat(constant, y));
        formulas.push(terms.bv_ult(high, low));
        let other = terms.concat(y, x);
        formulas.extend([terms.bv_ult(high, other), terms.bv_ult(other, high)]);
    }
    // Choices with a side of the equation, or an alternative, in common.
    let (sum, one) = (terms.bv_add(x, y), terms.bv(1, 3));
    let (first, second) = (terms.ite(c, x, sum), terms.ite(c, y, sum));
    let (third, fourth) = (terms.ite(c, sum, x), terms.ite(c, sum, y));
    let nested = terms.ite(d, first, x);
    let deeper = terms.ite(c, nested, one);
    let last = terms.ite(c, x, one);
    for (a, b) in [
        (first, second),
        (third, fourth),
        (first, x),
        (x, third),
        (first, third),
        (nested, x),
        (deeper, last),
    ] {
        formulas.push(terms.eq(a, b));
    }
    let difference = terms.bv_sub(x, y);
    formulas.push(terms.eq(difference, one));
    for &formula in &formulas {
        system.add_property("", formula);
    }
    assert_eq!(blasted(&system).circuit.inputs().len(), 8);
    equals_evaluation(&system);
}

/// The bads of a system without states, in the circuit and as formulas, for all values of the inputs.
fn equals_evaluation(system: &System) {
    let circuit = blasted(system).circuit;
    let terms = system.terms();
    for bits in all_vectors(circuit.inputs().len()) {
        let mut low = 0;
        let value = |&input| {
            let from = low as usize;
            low += terms.sort(input).width().unwrap_or(1);
            match terms.sort(input).width() {
                None => Value::Bool(bits[from]),
                Some(width) => Value::Bits(Bits::from_fn(width, |i| bits[from + i as usize])),
            }
        };
        let values: Vec<Value> = system.inputs().iter().map(value).collect();
        let mut model = Model::new();
        model.set_all(terms, system.inputs().iter().copied(), &values);
        let nodes = evaluate(&circuit, &[], &bits);
        for (property, &bad) in system.properties().iter().zip(circuit.bads()) {
            let expected = model.evaluate(terms, property.bad).is_true();
            assert_eq!(holds(&nodes, bad), expected, "{} for {:?}", terms.text(property.bad), values);
        }
    }
}

/// A property for each bit of a word.
fn tell(system: &mut System, word: TermId) {
    let width = system.terms().sort(word).width().expect("a word");
    for i in 0..width {
        let terms = system.terms_mut();
        let (bit, one) = (terms.extract(word, i, i), terms.bv(1, 1));
        let formula = terms.eq(bit, one);
        system.add_property("", formula);
    }
}

#[test]
fn operators_on_all_short_words_are_those_of_terms() {
    for width in 1..=4 {
        let mut system = System::default();
        let [x, y] = ["x", "y"].map(|name| system.declare_input(name, Sort::BitVec(width)));
        let terms = system.terms_mut();
        let words = [
            terms.bv_add(x, y),
            terms.bv_sub(x, y),
            terms.bv_mul(x, y),
            terms.bv_udiv(x, y),
            terms.bv_urem(x, y),
            terms.bv_shl(x, y),
            terms.bv_lshr(x, y),
            terms.bv_ashr(x, y),
            terms.bv_xor(x, y),
            terms.bv_neg(x),
        ];
        let formulas = [terms.eq(x, y), terms.bv_ult(x, y), terms.bv_slt(x, y)];
        words.into_iter().for_each(|word| tell(&mut system, word));
        for formula in formulas {
            system.add_property("", formula);
        }
        equals_evaluation(&system);
    }
}

#[test]
fn choices_with_alternatives_and_sums_in_common_are_what_they_were() {
    let mut rng = Rng::new(5);
    for _ in 0..scaled(300) {
        let width = 1 + rng.below(3) as u32;
        let mut system = System::default();
        let mut words = ["x", "y"].map(|name| system.declare_input(name, Sort::BitVec(width))).to_vec();
        let mut conditions = ["c", "d", "e"].map(|name| system.declare_input(name, Sort::Bool)).to_vec();
        let terms = system.terms_mut();
        words.extend([terms.bv(0, width), terms.bv(1, width)]);
        for _ in 0..12 {
            // Mostly of what came last, so that the trees get deep.
            let mut recent = |from: &[TermId]| from[from.len() - 1 - rng.below(from.len().min(5))];
            let (condition, a, b) = (recent(&conditions), recent(&words), recent(&words));
            let first = words[rng.below(4)];
            match rng.below(8) {
                0 => words.push(terms.bv_add(a, b)),
                1 => words.push(terms.bv_add(a, first)),
                2 => conditions.push(terms.eq(a, b)),
                3 => words.push(terms.ite(condition, first, a)),
                4 => {
                    let sum = terms.bv_add(a, first);
                    words.push(terms.ite(condition, sum, a));
                }
                _ => words.push(terms.ite(condition, a, b)),
            }
        }
        let last = words[words.len() - 1];
        let equations: Vec<TermId> = words.iter().map(|&word| terms.eq(last, word)).collect();
        tell(&mut system, last);
        // The last word is read once by the first of these systems, and often by the second.
        equals_evaluation(&system);
        for formula in equations {
            system.add_property("", formula);
        }
        equals_evaluation(&system);
    }
}
