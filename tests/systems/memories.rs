//! Memories that are not split: small systems whose memories are held once as words and once behind wide indices, so
//! that an oracle for circuits tells the verdicts; and evidence that claims too much.

use crate::cases::try_random;
use crate::counts::enough;
use crate::oracle::{explicit_verdicts, prop};
use crate::random_term::random_term;
use indubit::base::{Budget, Rng};
use indubit::engine::Outcome;
use indubit::evidence::memory::{check_proof, check_run, read_witness, write_witness};
use indubit::evidence::{CheckError, CheckOptions, Condition, Malformed};
use indubit::input::btor2::{read, read_memories, MemoryFile};
use indubit::model::encode::blast::blast;
use indubit::model::encode::watched::{watched, WatchVariables};
use indubit::model::memory::{MemoryCertificate, MemoryRun, MemorySystem, Watch};
use indubit::model::system::Invariant;
use indubit::portfolio::{Engine, MemoryVerifier, VerifyOptions};
use indubit::solver::term::{Sort, TermId, Terms, Value};
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

fn memories(text: &str) -> MemoryFile {
    let read = read_memories(text.as_bytes(), &Budget::unlimited());
    read.unwrap_or_else(|error| panic!("{}\n{}", error, text))
}

fn refused(text: &str) -> String {
    let read = read_memories(text.as_bytes(), &Budget::unlimited());
    read.expect_err("a file that is refused").to_string()
}

fn verifier(system: &MemorySystem, engine: Engine) -> MemoryVerifier {
    let options = VerifyOptions { engine, ..VerifyOptions::default() };
    let budget = Budget::unlimited().with_conflicts(20_000);
    MemoryVerifier::new(system.clone(), options, budget).expect("an engine for systems")
}

fn proof(system: &MemorySystem) -> MemoryCertificate {
    match verifier(system, Engine::Ic3).verify(prop(0), &mut ()).outcome {
        Outcome::Safe(found) => found,
        other => panic!("not safe: {:?}", other),
    }
}

fn run(system: &MemorySystem) -> MemoryRun {
    match verifier(system, Engine::Bmc).verify(prop(0), &mut ()).outcome {
        Outcome::Unsafe(found) => found,
        other => panic!("not unsafe: {:?}", other),
    }
}

fn checked(system: &MemorySystem, found: &MemoryCertificate) -> Result<(), CheckError> {
    check_proof(system, prop(0), found, &CheckOptions { proofs: true }, &Budget::unlimited())
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
fn random_memories(rng: &mut Rng) -> (MemoryFile, Option<usize>, String) {
    let (mut wide, mut narrow) = (String::new(), String::new());
    random_file(rng, &mut wide, &mut narrow);
    let words = read(narrow.as_bytes(), &Budget::unlimited());
    let words = words.unwrap_or_else(|error| panic!("{}\n{}", error, narrow)).system;
    let circuit = blast(&words, &Budget::unlimited()).expect("words").circuit;
    (memories(&wide), explicit_verdicts(&circuit)[0], wide)
}

/// Safe and unsafe answers with evidence that was checked.
static ANSWERS: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

fn wide_memories_are_answered_as_narrow_ones(seed: u64) {
    let (file, expected, text) = random_memories(&mut Rng::new(seed));
    let found = verifier(&file.system, Engine::Ic3).verify(prop(0), &mut ());
    assert!(found.defects.is_empty() && found.refused.is_none(), "{:?}\n{}", found, text);
    match &found.outcome {
        Outcome::Safe(proof) => {
            assert_eq!(expected, None, "{}", text);
            assert_eq!(checked(&file.system, proof), Ok(()));
            ANSWERS[0].fetch_add(1, Relaxed);
        }
        Outcome::Unsafe(run) => {
            assert!(expected.map_or(false, |depth| run.depth().transitions() >= depth), "{}", text);
            assert_eq!(check_run(&file.system, run, &Budget::unlimited()), Ok(()));
            ANSWERS[1].fetch_add(1, Relaxed);
        }
        Outcome::Unknown(_) => {}
    }
    if let Some(depth) = expected {
        if let Outcome::Unsafe(run) = verifier(&file.system, Engine::Bmc).verify(prop(0), &mut ()).outcome {
            assert_eq!(run.depth().transitions(), depth, "the nearest one: {}", text);
            let witness = write_witness(&file, &run).expect("a witness");
            let again =
                read_witness(witness.as_bytes(), &file).unwrap_or_else(|e| panic!("{}\n{}", e, witness));
            assert_eq!(again.len(), 1);
            let checked = check_run(&file.system, &again[0], &Budget::unlimited());
            assert_eq!((checked, again[0].depth()), (Ok(()), run.depth()), "{}\n{}", text, witness);
        }
    }
}

#[test]
fn random_memories_are_answered_as_their_words_are() {
    try_random(120, wide_memories_are_answered_as_narrow_ones);
    let seen: Vec<u64> = ANSWERS.iter().map(|count| count.load(Relaxed)).collect();
    assert!(seen.iter().all(|&count| enough(count, 8)), "safe and unsafe answers: {:?}", seen);
}

/// Forged proofs that were accepted, and rightly so, and forged proofs of properties that do not hold.
static FORGED: [AtomicU64; 2] = [AtomicU64::new(0), AtomicU64::new(0)];

/// Random formulas about random cells are believed of no property that is violated.
fn forged_proofs_of_violated_properties_are_refused(seed: u64) {
    let mut rng = Rng::new(seed);
    let (file, expected, text) = random_memories(&mut rng);
    let system = &file.system;
    let reads = system.reads().len();
    for _ in 0..4 {
        let watches: Vec<Watch> = (0..rng.below(3))
            .filter(|_| reads > 0)
            .map(|_| {
                let kept = if rng.one_in(3) { Some(rng.below(system.words().states().len())) } else { None };
                Watch { read: system.read_ids().nth(rng.below(reads)).unwrap(), kept, delay: rng.below(3) }
            })
            .collect();
        let seen = watched(system, prop(0), &watches, &Budget::unlimited()).expect("no limit").system;
        let mut terms = seen.terms().clone();
        let states: Vec<TermId> = seen.states().iter().map(|state| state.current).collect();
        let formulas: Vec<TermId> = (0..rng.below(4))
            .map(|_| match rng.one_in(8) {
                true => terms.bool(false),
                false => random_term(&mut rng, &mut terms, &states, Sort::Bool, 2),
            })
            .collect();
        let found = MemoryCertificate { watches, invariant: Invariant::new(terms, formulas) };
        match checked(system, &found) {
            Ok(()) => {
                assert_eq!(expected, None, "{:?}\n{}", found, text);
                FORGED[0].fetch_add(1, Relaxed);
            }
            Err(error) => {
                assert!(matches!(error, CheckError::DoesNotHold(_)), "{:?}", error);
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

#[test]
fn a_statement_about_all_cells_is_proved_and_each_of_its_parts_is_needed() {
    let system = memories(&small_bytes("19 ugt 1 18 15\n20 bad 19\n")).system;
    let good = proof(&system);
    assert_eq!(checked(&system, &good), Ok(()));
    let with = |watches: &[Watch], formulas: &dyn Fn(&mut Terms, TermId, TermId) -> Vec<TermId>| {
        let variables = WatchVariables::declare(&system, watches);
        let mut terms = variables.terms;
        let own = &variables.watches[0];
        let cell = own.cells[0].expect("a cell of the memory").0;
        let formulas = formulas(&mut terms, own.index.0, cell);
        checked(
            &system,
            &MemoryCertificate { watches: watches.to_vec(), invariant: Invariant::new(terms, formulas) },
        )
    };
    let watch = system.read_ids().map(|read| Watch { read, kept: None, delay: 0 }).collect::<Vec<_>>();
    let small = |terms: &mut Terms, cell: TermId| {
        let most = terms.bv(127, 8);
        terms.bv_ule(cell, most)
    };
    assert_eq!(with(&watch, &|terms, _, cell| vec![small(terms, cell)]), Ok(()));
    // Nothing is said about the cells.
    assert_eq!(with(&watch, &|_, _, _| vec![]), Err(Condition::Property.into()));
    // Only the cells below an index are small, which is enough for no read.
    let below = |terms: &mut Terms, index: TermId, cell: TermId| {
        let (small, end) = (small(terms, cell), terms.bv(1000, 16));
        let is_below = terms.bv_ult(index, end);
        vec![terms.implies(is_below, small)]
    };
    assert_eq!(with(&watch, &below), Err(Condition::Property.into()));
    // All cells stay zero, which is true at first.
    let zero = |terms: &mut Terms, _: TermId, cell: TermId| {
        let zero = terms.bv(0, 8);
        vec![terms.eq(cell, zero)]
    };
    assert_eq!(with(&watch, &zero), Err(Condition::Consecution { clause: 0 }.into()));
    let one = |terms: &mut Terms, _: TermId, cell: TermId| {
        let one = terms.bv(1, 8);
        vec![terms.eq(cell, one)]
    };
    assert_eq!(with(&watch, &one), Err(Condition::Initiation { clause: 0 }.into()));
    // The index of another step says nothing about the one that is read now.
    let before = [Watch { delay: 1, ..watch[0] }];
    assert_eq!(with(&before, &|terms, _, cell| vec![small(terms, cell)]), Err(Condition::Property.into()));
    // A read that only a system with more of them has.
    let more = memories(&small_bytes("19 read 3 6 8\n20 ugt 1 19 15\n21 bad 20\n")).system;
    let foreign = Watch { read: more.read_ids().last().unwrap(), kept: None, delay: 0 };
    let forged = MemoryCertificate { watches: vec![foreign], ..good };
    assert_eq!(checked(&system, &forged), Err(Malformed::NoSuchRead { watch: 0 }.into()));
}

#[test]
fn a_register_may_keep_a_cell_for_any_time() {
    let kept = "19 input 1 load\n20 state 3 reg\n21 init 3 20 5\n22 ite 3 19 18 20\n23 next 3 20 22\n";
    let of_register = memories(&small_bytes(&format!("{}24 ugt 1 20 15\n25 bad 24\n", kept))).system;
    let good = proof(&of_register);
    assert_eq!((good.watches.len(), good.watches[0].kept), (1, Some(0)), "{:?}", good);
    assert_eq!(checked(&of_register, &good), Ok(()));
    // The index that the read has now says nothing about the byte in the register.
    let now = MemoryCertificate { watches: vec![Watch { kept: None, ..good.watches[0] }], ..good };
    assert!(checked(&of_register, &now).is_err());
    // A second register takes the byte of the first one, with more bits put before it.
    let second = "24 sort bitvec 9\n25 zero 24\n26 state 24 wide\n27 init 24 26 25\n28 uext 24 20 1\n\
                  29 ite 24 11 28 26\n30 next 24 26 29\n31 constd 24 127\n32 ugt 1 26 31\n33 bad 32\n";
    let of_two = memories(&small_bytes(&format!("{}{}", kept, second))).system;
    let good = proof(&of_two);
    assert_eq!(checked(&of_two, &good), Ok(()));
    assert!(good.watches.iter().any(|watch| watch.kept.is_some()), "{:?}", good.watches);
}

#[test]
fn runs_are_replayed_on_the_memory() {
    let system = memories(&small_bytes("19 constd 3 42\n20 eq 1 18 19\n21 bad 20\n")).system;
    let good = run(&system);
    let check = |run: &MemoryRun| check_run(&system, run, &Budget::unlimited());
    assert_eq!((good.depth().transitions(), check(&good)), (1, Ok(())));
    // The byte that is written is another one, or is not written, or is written elsewhere.
    for (input, value) in [(1, Value::Bits(indubit::theories::bv::Bits::new(41, 8))), (3, Value::Bool(false))]
    {
        let mut other = good.clone();
        other.steps[0].inputs[input] = value;
        assert_eq!(check(&other), Err(Condition::LastStepBad.into()));
    }
    let mut elsewhere = good.clone();
    elsewhere.steps[1].inputs[2] = match &good.steps[1].inputs[2] {
        Value::Bits(index) => Value::Bits(index.not()),
        other => panic!("an index: {:?}", other),
    };
    assert_eq!(check(&elsewhere), Err(Condition::LastStepBad.into()));
    let mut large = good.clone();
    large.steps[0].inputs[1] = Value::Bits(indubit::theories::bv::Bits::new(200, 8));
    assert_eq!(check(&large), Err(Condition::Constraint { step: 0 }.into()));
    // Contents that the file gives may not be given again.
    let mut given = good.clone();
    let cells = Default::default();
    let others = Value::Bits(indubit::theories::bv::Bits::new(42, 8));
    given.open[0][0] = Some(indubit::model::memory::Contents { others, cells });
    assert!(matches!(check(&given), Err(CheckError::Malformed(Malformed::Value { step: 0, .. }))));
    let mut none = good.clone();
    none.steps.clear();
    assert_eq!(check(&none), Err(Malformed::NoSteps.into()));
    let mut shorter = good;
    shorter.steps.truncate(1);
    assert_eq!(check(&shorter), Err(Condition::LastStepBad.into()));
}

#[test]
fn files_with_wide_memories_are_read_or_refused_by_name() {
    let sorts = "1 sort bitvec 1\n2 sort bitvec 11\n3 sort array 2 1\n4 state 3 m\n5 state 3 n\n";
    let compared = refused(&format!("{}6 eq 1 4 5\n", sorts));
    assert!(compared.starts_with("line 6") && compared.contains("cannot be compared"), "{}", compared);
    let read_first = "6 state 2 p\n7 read 1 4 6\n8 state 3 k\n9 init 3 8 7\n10 bad 7\n";
    let first = refused(&format!("{}{}", sorts, read_first));
    assert!(first.contains("the first contents of `k` depend on an input or a cell"), "{}", first);
    let lively = refused(&format!("{}6 state 2 p\n7 read 1 4 6\n8 justice 1 7\n", sorts));
    assert!(lively.contains("justice properties beside memories"), "{}", lively);
    // The reader of words takes none.
    let words = read(sorts.as_bytes(), &Budget::unlimited()).expect_err("a wide memory").to_string();
    assert!(words.contains("arrays with more than 10 index bits are not supported"), "{}", words);
    // A proof by k-induction is no statement about all cells.
    let system = memories(&small_bytes("19 ugt 1 18 15\n20 bad 19\n")).system;
    let options = VerifyOptions { engine: Engine::KInduction, ..VerifyOptions::default() };
    let unfit = MemoryVerifier::new(system, options, Budget::unlimited()).expect_err("unfit").to_string();
    assert!(unfit.ends_with("the engine kind has others; try ic3"), "{}", unfit);
}
