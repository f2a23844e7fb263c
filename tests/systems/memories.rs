//! Memories that are not split: small systems whose memories are held once as words and once behind wide indices, so
//! that an oracle for circuits tells the verdicts; and evidence that claims too much.
//!
//! Proofs are about all indices: formulas with a bound constant.

use crate::cases::try_random;
use crate::counts::enough;
use crate::oracle::{explicit_verdicts, prop};
use crate::random_term::random_term;
use indubit::base::{Budget, Limit, Rng};
use indubit::engine::{Outcome, StopCause, StopReason};
use indubit::evidence::system::{
    check, check_proof, check_trace, read_certificate, write_btor2_witness, write_certificate,
    write_obligations, Evidence,
};
use indubit::evidence::{CheckError, CheckOptions, Condition, Malformed};
use indubit::input::btor2::{read, write, Btor2File};
use indubit::input::vmt;
use indubit::model::encode::blast::blast;
use indubit::model::system::{Certificate, Invariant, Proof, System, Trace};
use indubit::model::PropertyId;
use indubit::portfolio::{Engine, Misfit, SystemVerifier, VerifyOptions};
use indubit::solver::term::{Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn memories(text: &str) -> Btor2File {
    let read = read(text.as_bytes(), &Budget::unlimited());
    read.unwrap_or_else(|error| panic!("{}\n{}", error, text))
}

/// The verdict of one engine, which looks at cells or at arrays.
fn verdict(system: &System, property: PropertyId, (engine, cells): (Engine, bool)) -> Outcome<Proof, Trace> {
    verdict_within(system, property, (engine, cells), 50_000_000)
}

/// The same with this much work at most.
fn verdict_within(
    system: &System,
    property: PropertyId,
    (engine, cells): (Engine, bool),
    work: u64,
) -> Outcome<Proof, Trace> {
    let mut options = VerifyOptions { engine, ..VerifyOptions::default() };
    options.images.cells = u8::from(cells);
    let budget = Budget::unlimited().with_conflicts(20_000).with_propagations(20_000_000);
    budget.pause_at(work);
    let mut verifier = match SystemVerifier::new(system.clone(), options, budget) {
        Ok(verifier) => verifier,
        // A reduced system may compare arrays, which cells do not tell.
        Err(unfit) => {
            assert!(unfit.is_limit() || matches!(unfit.reason, Misfit::NoCircuit(_)), "{}", unfit);
            return Outcome::Unknown(StopReason { cause: StopCause::Bound, safe_depth: None });
        }
    };
    let found = verifier.verify(property, &mut ());
    assert!(found.defects.is_empty(), "{:?}", found);
    found.outcome
}

fn proof(system: &System) -> Proof {
    match verdict(system, prop(0), (Engine::Ic3, true)) {
        Outcome::Safe(found) => found,
        other => panic!("not safe: {:?}", other),
    }
}

fn run(system: &System) -> Trace {
    match verdict(system, prop(0), (Engine::Bmc, true)) {
        Outcome::Unsafe(found) => found,
        other => panic!("not unsafe: {:?}", other),
    }
}

fn checked(system: &System, found: &Proof) -> Result<(), CheckError> {
    let options = CheckOptions { proofs: true };
    check_proof(system, prop(0), found, &options, &Budget::unlimited())
}

/// Bytes below 128 are written to a memory of zeros; `bad` is over the node 18, a byte that is read.
fn small_bytes(bad: &str) -> String {
    let lines = "1 sort bitvec 1\n2 sort bitvec 16\n3 sort bitvec 8\n4 sort array 2 3\n5 zero 3\n6 state 4 mem\n\
                 7 init 4 6 5\n8 input 2 wa\n9 input 3 wd\n10 input 2 ra\n11 input 1 we\n12 write 4 6 8 9\n\
                 13 ite 4 11 12 6\n14 next 4 6 13\n15 constd 3 127\n16 ulte 1 9 15\n17 constraint 16\n18 read 3 6 10\n";
    format!("{}{}", lines, bad)
}

/// A random system of words and one or two memories, as a file. Indices have one or two bits; if the memories are wide,
/// they have ten zeros before them.
fn random_file(rng: &mut Rng, wide: &mut String, narrow: &mut String) {
    let bits = 1 + rng.below(2);
    let count = if bits == 1 { 1 + rng.below(2) } else { 1 };
    let mut last = 0;
    let mut both = |wide_line: String, narrow_line: String| -> usize {
        last += 1;
        // Writing to a string cannot fail.
        let _ = writeln!(wide, "{} {}", last, wide_line);
        let _ = writeln!(narrow, "{} {}", last, narrow_line);
        last
    };
    let mut line = |text: String| both(text.clone(), text);
    let (bit, index) = (line("sort bitvec 1".into()), line(format!("sort bitvec {}", bits)));
    let (zero, one) = (line(format!("zero {}", bit)), line(format!("one {}", bit)));
    // Inputs, and states of words.
    let address = [line(format!("input {} ra", index)), line(format!("input {} wa", index))];
    let (data, choice) = (line(format!("input {} d", bit)), line(format!("input {} c", bit)));
    let (kept, pointer) = (line(format!("state {} kept", bit)), line(format!("state {} pointer", index)));
    let begins = rng.one_in(2);
    let first = line(format!("const {} {}", index, "0".repeat(bits)));
    let full = both(format!("sort bitvec {}", bits + 10), format!("sort bitvec {}", bits));
    let array = line_of(&mut both, format!("sort array {} {}", full, bit));
    let mut arrays = Vec::new();
    let start = line_of(&mut both, format!("state {} start", bit));
    for number in 0..count {
        let state = line_of(&mut both, format!("state {} m{}", array, number));
        match rng.below(4) {
            0 => drop(line_of(&mut both, format!("init {} {} {}", array, state, zero))),
            1 => drop(line_of(&mut both, format!("init {} {} {}", array, state, start))),
            2 if number > 0 => {
                let other: usize = arrays[0];
                line_of(&mut both, format!("init {} {} {}", array, state, other));
            }
            _ => {}
        }
        arrays.push(state);
    }
    let extended: Vec<usize> = address
        .iter()
        .chain([&pointer, &first])
        .map(|&node| both(format!("uext {} {} 10", full, node), format!("uext {} {} 0", full, node)))
        .collect();
    let read = |both: &mut dyn FnMut(String, String) -> usize, rng: &mut Rng, from: usize| {
        let text = format!("read {} {} {}", bit, from, extended[rng.below(4)]);
        both(text.clone(), text)
    };
    let mut values = vec![data, choice, kept, zero, one];
    for _ in 0..1 + rng.below(3) {
        let from = arrays[rng.below(arrays.len())];
        values.push(read(&mut both, rng, from));
    }
    for &array_state in &arrays {
        if rng.one_in(8) {
            continue;
        }
        let value = values[rng.below(values.len())];
        let base = arrays[rng.below(arrays.len())];
        let written = format!("write {} {} {} {}", array, base, extended[rng.below(4)], value);
        let mut next = line_of(&mut both, written);
        if rng.one_in(4) {
            let again = format!("write {} {} {} {}", array, next, extended[rng.below(4)], data);
            next = line_of(&mut both, again);
        }
        if rng.one_in(2) {
            let or = if rng.one_in(2) { array_state } else { base };
            next = line_of(&mut both, format!("ite {} {} {} {}", array, choice, next, or));
        }
        if rng.one_in(3) {
            values.push(read(&mut both, rng, next));
        }
        line_of(&mut both, format!("next {} {} {}", array, array_state, next));
    }
    if begins {
        line_of(&mut both, format!("next {} {} {}", bit, start, start));
    }
    let value = values[rng.below(values.len())];
    let load = line_of(&mut both, format!("ite {} {} {} {}", bit, choice, value, kept));
    let next = if rng.one_in(2) { load } else { value };
    line_of(&mut both, format!("next {} {} {}", bit, kept, next));
    let next = [address[0], address[1], pointer][rng.below(3)];
    line_of(&mut both, format!("next {} {} {}", index, pointer, next));
    if rng.one_in(2) {
        let (a, b) = (values[rng.below(values.len())], values[rng.below(values.len())]);
        let either = line_of(&mut both, format!("or {} {} -{}", bit, a, b));
        line_of(&mut both, format!("constraint {}", either));
    }
    let mut bad = values[values.len() - 1];
    for _ in 0..rng.below(3) {
        let other = values[rng.below(values.len())];
        let operator = ["and", "and", "xor"][rng.below(3)];
        bad = line_of(&mut both, format!("{} {} {} {}", operator, bit, bad, other));
    }
    line_of(&mut both, format!("bad {}", bad));
}

fn line_of(both: &mut dyn FnMut(String, String) -> usize, text: String) -> usize {
    both(text.clone(), text)
}

/// The wide memories of a random file, and the depth that the oracle tells.
fn random_memories(rng: &mut Rng) -> (Btor2File, Option<usize>, String) {
    let (mut wide, mut narrow) = (String::new(), String::new());
    random_file(rng, &mut wide, &mut narrow);
    let words = memories(&narrow).system;
    let circuit = blast(&words, &Budget::unlimited()).expect("words").circuit;
    (memories(&wide), explicit_verdicts(&circuit)[0], wide)
}

/// Safe and unsafe answers with evidence that was checked.
static ANSWERS: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

fn wide_memories_are_answered_as_narrow_ones(seed: u64) {
    let (file, expected, text) = random_memories(&mut Rng::new(seed));
    let others = [(Engine::Ic3Smt, false), (Engine::Bmc, false), (Engine::KInduction, false)];
    // Arrays may be hard, and another verdict than that of the oracle comes soon.
    let soon = 200_000;
    for engine in [(Engine::Ic3, true), others[seed as usize % 3]] {
        let work = if engine.1 { 10_000_000 } else { soon };
        match &verdict_within(&file.system, prop(0), engine, work) {
            Outcome::Safe(proof) => {
                assert_eq!(expected, None, "{}", text);
                assert_eq!(checked(&file.system, proof), Ok(()));
                let written = write_certificate(&file.system, prop(0), proof).expect("a certificate");
                let again = read_certificate(written.as_bytes(), &file.system, &Budget::unlimited());
                let (_, again) = again.unwrap_or_else(|error| panic!("{}\n{}", error, written));
                assert_eq!(checked(&file.system, &again), Ok(()), "{}", written);
                ANSWERS[0].fetch_add(1, Relaxed);
            }
            Outcome::Unsafe(run) => {
                assert!(expected.map_or(false, |depth| run.depth().transitions() >= depth), "{}", text);
                assert_eq!(check_trace(&file.system, run), Ok(()));
                ANSWERS[1].fetch_add(1, Relaxed);
            }
            Outcome::Unknown(_) => {}
        }
    }
    if let Some(depth) = expected {
        let found = verdict_within(&file.system, prop(0), (Engine::Bmc, true), 10_000_000);
        if let Outcome::Unsafe(run) = found {
            assert_eq!(run.depth().transitions(), depth, "the nearest one: {}", text);
            let witness = write_btor2_witness(&file, &run).expect("a witness");
            let again = Evidence::read(witness.as_bytes(), &file.system, Some(&file), &Budget::unlimited());
            let again = again.unwrap_or_else(|e| panic!("{}\n{}", e, witness));
            assert_eq!(again.len(), 1);
            let checked = check(&file.system, &again[0], &CheckOptions::default(), &Budget::unlimited());
            assert_eq!(checked, Ok(()), "{}\n{}", text, witness);
            match &again[0] {
                Evidence::Trace { steps, .. } => assert_eq!(steps.len(), run.steps.len()),
                other => panic!("a trace: {:?}", other),
            }
        }
    }
}

#[test]
fn random_memories_are_answered_as_their_words_are() {
    try_random(100, wide_memories_are_answered_as_narrow_ones);
    let seen: Vec<u64> = ANSWERS.iter().map(|count| count.load(Relaxed)).collect();
    assert!(seen.iter().all(|&count| enough(count, 8)), "safe and unsafe answers: {:?}", seen);
}

/// Forged proofs that were accepted, and rightly so, and forged proofs of properties that do not hold.
static FORGED: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// The first memory of a system.
fn memory(system: &System) -> TermId {
    let mut states = system.states().iter().map(|state| state.current).chain(system.inputs().iter().copied());
    let is_array = |t: &TermId| matches!(system.terms().sort(*t), Sort::Array(_));
    states.find(is_array).expect("a memory")
}

/// Random formulas about cells at any indices are believed of no property that is violated.
fn forged_proofs_of_violated_properties_are_refused(seed: u64) {
    let mut rng = Rng::new(seed);
    let (file, expected, text) = random_memories(&mut rng);
    let system = &file.system;
    for _ in 0..4 {
        let mut terms = system.terms().clone();
        let memories: Vec<TermId> = system.states().iter().map(|state| state.current).collect();
        let is_array = |t: &TermId| matches!(system.terms().sort(*t), Sort::Array(_));
        let (memories, mut variables): (Vec<TermId>, Vec<TermId>) = memories.into_iter().partition(is_array);
        let mut bound = Vec::new();
        for number in 0..rng.below(3).min(memories.len()) {
            let memory = memories[rng.below(memories.len())];
            let sort = terms.array_parts(terms.sort(memory)).expect("an array").0;
            let index = terms.declare(&format!("i{}", number), sort);
            variables.extend([index, terms.select(memory, index)]);
            bound.push(index);
        }
        let formulas: Vec<TermId> = (0..rng.below(4))
            .map(|_| match rng.one_in(8) {
                true => terms.bool(false),
                false => random_term(&mut rng, &mut terms, &variables, Sort::Bool, 2),
            })
            .collect();
        let found = Certificate::Inductive(Invariant { terms, formulas, bound }).into();
        match checked(system, &found) {
            Ok(()) => {
                assert_eq!(expected, None, "{:?}\n{}", found, text);
                FORGED[0].fetch_add(1, Relaxed);
            }
            Err(error) => {
                // Whether an assumption for all indices helps may be open after many instances.
                let is_open = error == CheckError::Limit(Limit::Incomplete);
                assert!(is_open || matches!(error, CheckError::DoesNotHold(_)), "{:?}", error);
                FORGED[1].fetch_add(u64::from(expected.is_some()), Relaxed);
            }
        }
    }
}

#[test]
fn random_proofs_of_violated_properties_are_refused() {
    try_random(150, forged_proofs_of_violated_properties_are_refused);
    let seen: Vec<u64> = FORGED.iter().map(|count| count.load(Relaxed)).collect();
    assert!(enough(seen[1], 100), "proofs accepted, and refused for violated properties: {:?}", seen);
}

/// A claim about a memory of bytes: formulas over an index, which may be any, and the cell there.
fn claim(
    system: &System,
    formulas: &dyn Fn(&mut Terms, TermId, TermId) -> Vec<TermId>,
    is_bound: bool,
) -> Proof {
    let mut terms = system.terms().clone();
    let index = terms.declare("i", Sort::BitVec(16));
    let cell = terms.select(memory(system), index);
    let formulas = formulas(&mut terms, index, cell);
    let bound = if is_bound { vec![index] } else { Vec::new() };
    Certificate::Inductive(Invariant { terms, formulas, bound }).into()
}

fn small(terms: &mut Terms, cell: TermId) -> TermId {
    let most = terms.bv(127, 8);
    terms.bv_ule(cell, most)
}

#[test]
fn a_statement_about_all_cells_is_proved_and_each_of_its_parts_is_needed() {
    let system = memories(&small_bytes("19 ugt 1 18 15\n20 bad 19\n")).system;
    let good = proof(&system);
    assert_eq!(good.inductive().expect("an invariant").bound.len(), 1);
    assert_eq!(checked(&system, &good), Ok(()));
    let with = |formulas: &dyn Fn(&mut Terms, TermId, TermId) -> Vec<TermId>| {
        checked(&system, &claim(&system, formulas, true))
    };
    assert_eq!(with(&|terms, _, cell| vec![small(terms, cell)]), Ok(()));
    // Nothing is said about the cells.
    assert_eq!(with(&|_, _, _| vec![]), Err(Condition::Property.into()));
    // Only the cells below an index are small, which is enough for no read.
    let below = |terms: &mut Terms, index: TermId, cell: TermId| {
        let (small, end) = (small(terms, cell), terms.bv(1000, 16));
        let is_below = terms.bv_ult(index, end);
        vec![terms.implies(is_below, small)]
    };
    assert_eq!(with(&below), Err(Condition::Property.into()));
    // All cells stay zero, which is true at first.
    let zero = |terms: &mut Terms, _: TermId, cell: TermId| {
        let zero = terms.bv(0, 8);
        vec![terms.eq(cell, zero)]
    };
    assert_eq!(with(&zero), Err(Condition::Consecution { clause: 0 }.into()));
    let one = |terms: &mut Terms, _: TermId, cell: TermId| {
        let one = terms.bv(1, 8);
        vec![terms.eq(cell, one)]
    };
    assert_eq!(with(&one), Err(Condition::Initiation { clause: 0 }.into()));
    // The cell at one index, which is that of a constant, says nothing about the others.
    let at_five = |terms: &mut Terms, _: TermId, _: TermId| {
        let five = terms.bv(5, 16);
        let cell = terms.select(memory(&system), five);
        vec![small(terms, cell)]
    };
    assert_eq!(with(&at_five), Err(Condition::Property.into()));
    // Without the quantifier the index is no variable of the system.
    let free = claim(&system, &|terms, _, cell| vec![small(terms, cell)], false);
    assert!(matches!(checked(&system, &free), Err(CheckError::Malformed(Malformed::NotAVariable { .. }))));
}

#[test]
fn certificates_with_quantifiers_are_written_and_read() {
    let system = memories(&small_bytes("19 ugt 1 18 15\n20 bad 19\n")).system;
    let good = claim(&system, &|terms, _, cell| vec![small(terms, cell)], true);
    let text = write_certificate(&system, prop(0), &good).expect("a certificate");
    let claimed = "(assert (forall ((i (_ BitVec 16))) (not (bvult #x7f (select mem i)))))";
    assert!(text.starts_with("; invariant b0\n") && text.contains(claimed), "{}", text);
    let read = |text: &str| read_certificate(text.as_bytes(), &system, &Budget::unlimited());
    let (property, again) = read(&text).expect("a certificate");
    assert_eq!((property, checked(&system, &again)), (prop(0), Ok(())));
    // Two formulas about all indices are about the same ones.
    let twice = format!("{}(assert (forall ((j (_ BitVec 16))) (bvule (select mem j) #x80)))\n", text);
    let (_, again) = read(&twice).expect("a certificate");
    assert_eq!(again.inductive().expect("an invariant").bound.len(), 1);
    assert_eq!(checked(&system, &again), Ok(()));
    // Forged ones.
    for (from, to) in [("#x7f", "#x80"), ("#x7f", "#x00"), ("forall", "exists")] {
        let forged = text.replace(from, to);
        assert!(read(&forged).map_or(true, |(_, found)| checked(&system, &found).is_err()), "{}", forged);
    }
    // Any solver of scripts refutes the obligations.
    let script = write_obligations(&system, prop(0), &good).expect("a script");
    assert!(script.contains("(assert (forall ((i (_ BitVec 16)))"), "{}", script);
    assert_eq!(script.matches("(check-sat)").count(), 3);
}

#[test]
fn a_register_may_keep_a_cell_for_any_time() {
    let kept = "19 input 1 load\n20 state 3 reg\n21 init 3 20 5\n22 ite 3 19 18 20\n23 next 3 20 22\n";
    let of_register = memories(&small_bytes(&format!("{}24 ugt 1 20 15\n25 bad 24\n", kept))).system;
    let good = proof(&of_register);
    assert_eq!(checked(&of_register, &good), Ok(()));
    // The byte in the register is small because all bytes of the memory are.
    let Invariant { terms, formulas, bound } = good.inductive().expect("an invariant").clone();
    assert_eq!(bound.len(), 1, "{:?}", good);
    let is_about_cells = |formula: &&TermId| terms.subterms(&[**formula]).contains(&bound[0]);
    let others = formulas.iter().filter(|formula| !is_about_cells(formula)).copied().collect();
    let without = Certificate::Inductive(Invariant { terms: terms.clone(), formulas: others, bound }).into();
    assert!(checked(&of_register, &without).is_err());
    // A second register takes the byte of the first one, with more bits put before it.
    let second = "24 sort bitvec 9\n25 zero 24\n26 state 24 wide\n27 init 24 26 25\n28 uext 24 20 1\n\
                  29 ite 24 11 28 26\n30 next 24 26 29\n31 constd 24 127\n32 ugt 1 26 31\n33 bad 32\n";
    let of_two = memories(&small_bytes(&format!("{}{}", kept, second))).system;
    assert_eq!(checked(&of_two, &proof(&of_two)), Ok(()));
}

#[test]
fn runs_are_replayed_on_the_memory() {
    let system = memories(&small_bytes("19 constd 3 42\n20 eq 1 18 19\n21 bad 20\n")).system;
    let good = run(&system);
    let check = |run: &Trace| check_trace(&system, run);
    assert_eq!((good.depth().transitions(), check(&good)), (1, Ok(())));
    // The byte that is written is another one, or is not written.
    for (input, value) in [(1, Value::Bits(Bits::new(41, 8))), (3, Value::Bool(false))] {
        let mut other = good.clone();
        other.steps[0].inputs[input] = value;
        assert_eq!(check(&other), Err(Condition::Transition { step: 0 }.into()));
    }
    let mut elsewhere = good.clone();
    elsewhere.steps[1].inputs[2] = match &good.steps[1].inputs[2] {
        Value::Bits(index) => Value::Bits(index.not()),
        other => panic!("an index: {:?}", other),
    };
    assert_eq!(check(&elsewhere), Err(Condition::LastStepBad.into()));
    let mut large = good.clone();
    large.steps[0].inputs[1] = Value::Bits(Bits::new(200, 8));
    assert_eq!(check(&large), Err(Condition::Constraint { step: 0 }.into()));
    // The memory does not begin with other contents, nor with words in place of contents.
    let mut given = good.clone();
    let sort = system.terms().sort(memory(&system));
    let place = system.states().iter().position(|s| s.current == memory(&system)).expect("a state");
    given.steps[0].states[place] =
        system.terms().array_value(sort, Value::Bits(Bits::new(42, 8)), Vec::new());
    assert_eq!(check(&given), Err(Condition::InitialState.into()));
    given.steps[0].states[place] = Value::Bits(Bits::new(42, 8));
    assert!(matches!(check(&given), Err(CheckError::Malformed(Malformed::Value { step: 0, .. }))));
    let mut none = good.clone();
    none.steps.clear();
    assert_eq!(check(&none), Err(Malformed::NoSteps.into()));
    let mut shorter = good;
    shorter.steps.truncate(1);
    assert_eq!(check(&shorter), Err(Condition::LastStepBad.into()));
}

#[test]
fn memories_are_compared_and_begin_with_what_cells_contain() {
    let sorts = "1 sort bitvec 1\n2 sort bitvec 11\n3 sort array 2 1\n4 state 3 m\n5 state 3 n\n";
    // A memory begins as another one and takes all that is written there, and so stays equal.
    let equal =
        "6 init 3 5 4\n7 input 2 at\n8 input 1 bit\n9 write 3 4 7 8\n10 next 3 4 9\n11 write 3 5 7 8\n\
                 12 next 3 5 11\n13 neq 1 4 5\n14 bad 13\n";
    let system = memories(&format!("{}{}", sorts, equal)).system;
    let found = verdict(&system, prop(0), (Engine::Ic3Smt, false));
    match &found {
        Outcome::Safe(proof) => assert_eq!(checked(&system, proof), Ok(())),
        other => panic!("not safe: {:?}", other),
    }
    // The second memory takes another bit.
    let differ = equal.replace("write 3 5 7 8", "write 3 5 7 -8");
    let system = memories(&format!("{}{}", sorts, differ)).system;
    match &verdict(&system, prop(0), (Engine::Bmc, false)) {
        Outcome::Unsafe(run) => {
            assert_eq!((run.depth().transitions(), check_trace(&system, run)), (1, Ok(())))
        }
        other => panic!("not unsafe: {:?}", other),
    }
    // All cells of a memory begin with one cell of another.
    let of_cell = "6 state 2 p\n7 read 1 4 6\n8 state 3 k\n9 init 3 8 7\n10 next 3 8 8\n11 next 3 4 4\n\
                   12 next 2 6 6\n13 input 2 q\n14 read 1 8 13\n15 neq 1 14 7\n16 bad 15\n";
    let system = memories(&format!("{}{}", sorts, of_cell)).system;
    match &verdict(&system, prop(0), (Engine::KInduction, false)) {
        Outcome::Safe(proof) => assert_eq!(checked(&system, proof), Ok(())),
        other => panic!("not safe: {:?}", other),
    }
}

#[test]
fn justice_beside_memories_is_answered() {
    // A bit is written to a memory of zeros, or not; a pointer that stays reads it.
    let lines = "1 sort bitvec 1\n2 sort bitvec 11\n3 sort array 2 1\n4 zero 1\n5 state 3 m\n6 init 3 5 4\n\
                 7 zero 2\n8 input 1 bit\n9 write 3 5 7 8\n10 next 3 5 9\n11 read 1 5 7\n";
    let live = memories(&format!("{}12 justice 1 11\n", lines));
    let justice = PropertyId::justice(0);
    match &verdict(&live.system, justice, (Engine::Bmc, false)) {
        Outcome::Unsafe(lasso) => {
            assert_eq!(check_trace(&live.system, lasso), Ok(()));
            let witness = write_btor2_witness(&live, lasso).expect("a witness");
            let read = Evidence::read(witness.as_bytes(), &live.system, Some(&live), &Budget::unlimited());
            let read = read.unwrap_or_else(|e| panic!("{}\n{}", e, witness));
            let checked = check(&live.system, &read[0], &CheckOptions::default(), &Budget::unlimited());
            assert_eq!(checked, Ok(()), "{}", witness);
        }
        other => panic!("not unsafe: {:?}", other),
    }
    // Nothing but zeros is written.
    let dead = lines.replace("write 3 5 7 8", "write 3 5 7 4");
    let dead = memories(&format!("{}12 justice 1 11\n", dead)).system;
    match &verdict(&dead, justice, (Engine::Ic3Smt, false)) {
        Outcome::Safe(proof) => {
            let options = CheckOptions::default();
            assert_eq!(check_proof(&dead, justice, proof, &options, &Budget::unlimited()), Ok(()));
        }
        other => panic!("not safe: {:?}", other),
    }
}

#[test]
fn a_large_memory_is_decided() {
    // A queue of 2^20 words of 32 bits: what is put at the end is even, and what comes out at the front, too.
    let lines = "1 sort bitvec 1\n2 sort bitvec 20\n3 sort bitvec 32\n4 sort array 2 3\n5 zero 2\n6 zero 3\n\
                 7 one 2\n8 state 4 ram\n9 init 4 8 6\n10 state 2 head\n11 init 2 10 5\n12 state 2 tail\n\
                 13 init 2 12 5\n14 input 3 data\n15 input 1 put\n16 input 1 get\n17 slice 1 14 0 0\n\
                 18 constraint -17\n19 write 4 8 12 14\n20 ite 4 15 19 8\n21 next 4 8 20\n22 add 2 12 7\n\
                 23 ite 2 15 22 12\n24 next 2 12 23\n25 add 2 10 7\n26 ite 2 16 25 10\n27 next 2 10 26\n\
                 28 read 3 8 10\n29 state 3 out\n30 init 3 29 6\n31 ite 3 16 28 29\n32 next 3 29 31\n\
                 33 slice 1 29 0 0\n34 bad 33\n35 constd 3 4096\n36 eq 1 29 35\n37 bad 36\n";
    let system = memories(lines).system;
    let proof = proof(&system);
    assert_eq!(checked(&system, &proof), Ok(()));
    match &verdict(&system, prop(1), (Engine::Portfolio, false)) {
        Outcome::Unsafe(run) => {
            assert_eq!((run.depth().transitions(), check_trace(&system, run)), (2, Ok(())))
        }
        other => panic!("not unsafe: {:?}", other),
    }
}

#[test]
fn systems_with_memories_are_written_and_read() {
    let text = small_bytes("19 constd 3 42\n20 eq 1 18 19\n21 bad 20\n22 ugt 1 18 15\n23 bad 22\n");
    let file = memories(&text);
    let again = memories(&write(&file.system).expect("words and arrays"));
    let of_vmt = vmt::read(vmt::write(&file.system).as_bytes(), &Budget::unlimited()).expect("a system");
    for system in [&again.system, &of_vmt] {
        assert_eq!(system.states().len(), file.system.states().len());
        match verdict(system, prop(0), (Engine::Bmc, true)) {
            Outcome::Unsafe(run) => assert_eq!(run.depth().transitions(), 1),
            other => panic!("not unsafe: {:?}", other),
        }
        assert!(matches!(verdict(system, prop(1), (Engine::Ic3, true)), Outcome::Safe(_)));
    }
    let unfit = SystemVerifier::new(
        file.system,
        VerifyOptions {
            engine: Engine::KInduction,
            images: indubit::portfolio::ImageOptions { cells: 1, ..Default::default() },
            ..VerifyOptions::default()
        },
        Budget::unlimited(),
    );
    assert!(unfit.expect_err("unfit").to_string().ends_with("try --cells 0"));
}

/// The next pointer is one to a cell that contains 1. A cell was once looked at whose index is no value of a step.
#[test]
fn a_read_at_a_next_value_is_left_to_arrays() {
    let array = "(Array (_ BitVec 16) (_ BitVec 8))";
    let text = format!(
        "(declare-fun m () {0})(declare-fun m.next () {0})
        (declare-fun p () (_ BitVec 16))(declare-fun p.next () (_ BitVec 16))
        (define-fun .m () {0} (! m :next m.next))
        (define-fun .p () (_ BitVec 16) (! p :next p.next))
        (define-fun .init () Bool (! (= p #x0000) :init true))
        (define-fun .trans () Bool (! (and (= m.next m) (= (select m p.next) #x01)) :trans true))
        (define-fun .prop () Bool (! (or (= p #x0000) (= (select m p) #x01)) :invar-property 0))",
        array
    );
    let system = vmt::read(text.as_bytes(), &Budget::unlimited()).expect("a system");
    for engine in [Engine::Ic3Smt, Engine::Portfolio] {
        for cells in [false, true] {
            let found = verdict(&system, prop(0), (engine, cells));
            assert!(matches!(found, Outcome::Safe(_)), "{:?} {}", engine, cells);
        }
    }
}
