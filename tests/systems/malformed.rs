//! Damaged VMT-LIB and BTOR2 files: refused with their place, or else systems like any other. Never a panic, a hang or
//! more memory than the limit.

use crate::cases::scaled;
use crate::counts::enough;
use crate::damage::damage;
use crate::paths::in_package;
use crate::random_system::{explore, random_system};
use indubit::base::{Budget, Rng};
use indubit::evidence::system::{check, write_btor2_witness, write_certificate, write_trace, Evidence};
use indubit::evidence::{CheckError, CheckOptions};
use indubit::input::btor2::Btor2File;
use indubit::input::{btor2, vmt, ParseError, Place};
use indubit::model::system::{Certificate, Invariant, System};

/// Files that are good: the fixtures with this suffix, and random systems as they are written.
fn files(suffix: &str, write: fn(&System) -> String) -> Vec<Vec<u8>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(in_package("tests/systems")).expect("the folder of systems") {
        let path = entry.expect("an entry").path();
        if path.extension().map_or(false, |found| found == suffix) {
            files.push(std::fs::read(&path).expect("a readable file"));
        }
    }
    files.sort();
    assert!(files.len() > 1, "the fixtures are there");
    for seed in 0..scaled(30) as u64 {
        files.push(write(&random_system(&mut Rng::new(seed))).into_bytes());
    }
    files
}

/// The errors' places are in the file, and they say something.
fn examine(bytes: &[u8], error: &ParseError) {
    let lines = bytes.iter().filter(|&&b| b == b'\n').count() + 1;
    match error.place() {
        Place::Line { line, column } => {
            let is_inside = (1..=lines).contains(&line) && (1..=bytes.len() + 1).contains(&column);
            assert!(is_inside, "{}\n{}", error, String::from_utf8_lossy(bytes));
        }
        Place::Byte(_) => panic!("{}", error),
    }
    assert!(!error.message().is_empty());
}

/// Reads a file that may be bad, with a limit on the memory. Whether it was read.
fn read(bytes: &[u8], read: fn(&[u8], &Budget) -> Result<System, ParseError>) -> bool {
    let budget = Budget::unlimited().with_memory(1 << 24);
    let result = read(bytes, &budget);
    assert_eq!(budget.memory_used(), 0, "all that was booked is given back");
    match result {
        Ok(system) => {
            // It can be written, and the script is read again.
            let text = vmt::write(&system);
            let again = vmt::read(text.as_bytes(), &Budget::unlimited())
                .unwrap_or_else(|e| panic!("{}\n{:.2000}", e, text));
            assert_eq!(again.properties().len(), system.properties().len());
            true
        }
        Err(error) => {
            examine(bytes, &error);
            false
        }
    }
}

fn read_btor2(bytes: &[u8], budget: &Budget) -> Result<System, ParseError> {
    btor2::read(bytes, budget).map(|file| file.system)
}

fn write_btor2(system: &System) -> String {
    btor2::write(system).expect("a system of words")
}

/// Damages files and reads them; how many were read and how many refused.
fn damaged(
    files: &[Vec<u8>],
    letters: &[u8],
    reader: fn(&[u8], &Budget) -> Result<System, ParseError>,
) -> (u64, u64) {
    let mut rng = Rng::new(1);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..scaled(6_000) {
        let mut bytes = files[round % files.len()].clone();
        damage(&mut rng, &mut bytes, letters);
        match read(&bytes, reader) {
            true => accepted += 1,
            false => refused += 1,
        }
    }
    (accepted, refused)
}

#[test]
fn files_may_end_anywhere() {
    for file in files("vmt", vmt::write).iter().take(8) {
        (0..=file.len()).for_each(|length| assert!(read(&file[..length], vmt::read) || length < file.len()));
    }
    for file in files("btor2", write_btor2).iter().take(8) {
        (0..=file.len()).for_each(|length| assert!(read(&file[..length], read_btor2) || length < file.len()));
    }
}

#[test]
fn thousands_of_mutations_of_scripts_are_read_or_refused() {
    let (accepted, refused) =
        damaged(&files("vmt", vmt::write), b"0123456789 \n()|!:.;#xb-\"\xff", vmt::read);
    assert!(enough(accepted, 300) && enough(refused, 1_000), "{} read, {} refused", accepted, refused);
}

#[test]
fn thousands_of_mutations_of_btor2_files_are_read_or_refused() {
    let letters = b"0123456789 \n-;and\xff";
    let (accepted, refused) = damaged(&files("btor2", write_btor2), letters, read_btor2);
    assert!(enough(accepted, 300) && enough(refused, 1_000), "{} read, {} refused", accepted, refused);
}

/// Words of the formats in any order reach places that damage to good files does not.
#[test]
fn words_in_any_order_are_refused_or_read() {
    let words = [
        "(",
        "(",
        ")",
        ")",
        "!",
        "declare-fun",
        "define-fun",
        "assert",
        "x",
        "x'",
        "()",
        "Int",
        "Bool",
        "(_ BitVec 4)",
        ":next",
        ":init",
        ":trans",
        ":invar-property",
        ":predicate",
        "true",
        "0",
        "1",
        "and",
        "=",
        "let",
        "|x|",
        "ite",
        "(declare-fun x () Int)",
        "(define-fun y () Int (! x :next z))",
        "(assert (! (= x 0) :init true))",
    ];
    let mut rng = Rng::new(2);
    for _ in 0..scaled(3_000) {
        let text: Vec<&str> = (0..rng.below(30)).map(|_| words[rng.below(words.len())]).collect();
        read(text.join(" ").as_bytes(), vmt::read);
    }
    let operators = [
        "sort bitvec",
        "sort array",
        "input",
        "state",
        "init",
        "next",
        "bad",
        "constraint",
        "output",
        "const",
        "constd",
        "consth",
        "zero",
        "one",
        "ones",
        "uext",
        "sext",
        "slice",
        "not",
        "redxor",
        "inc",
        "eq",
        "add",
        "concat",
        "read",
        "write",
        "ite",
        "rol",
        "smod",
        "umulo",
        "sdivo",
        "sll",
        "justice",
    ];
    let mut accepted = 0;
    for _ in 0..scaled(3_000) {
        let mut text =
            "1 sort bitvec 1\n2 sort bitvec 2\n3 sort array 2 1\n4 state 1\n5 state 2\n6 state 3\n"
                .to_string();
        for number in 7..7 + rng.below(4) {
            text.push_str(&format!("{} {}", number, operators[rng.below(operators.len())]));
            for _ in 0..1 + rng.below(4) {
                let sign = if rng.one_in(5) { "-" } else { "" };
                text.push_str(&format!(" {}{}", sign, rng.below(number + 1)));
            }
            text.push('\n');
        }
        accepted += read(text.as_bytes(), read_btor2) as u64;
    }
    assert!(enough(accepted, 300), "{} read", accepted);
}

#[test]
fn sizes_without_bytes_behind_them_cost_nothing() {
    for text in [
        "1 sort bitvec 524288\n2 input 1\n3 mul 1 2 2\n4 redxor 1 3\n",
        "1 sort bitvec 524289\n",
        "1 sort bitvec 18446744073709551616\n",
        "1 sort bitvec 524288\n2 sort bitvec 1\n3 sort array 2 1\n4 state 3\n5 input 1\n6 umulo 2 5 5\n7 bad 6\n",
        "1 sort bitvec 524288\n2 constd 1 -1\n3 mul 1 2 2\n",
        "18446744073709551615 sort bitvec 1\n18446744073709551616 input 1\n",
    ] {
        read(text.as_bytes(), read_btor2);
    }
}

/// A BTOR2 file with evidence for each of its properties.
fn evidence_files() -> Vec<(Btor2File, Vec<Option<usize>>, Vec<u8>)> {
    let mut list = Vec::new();
    let mut rng = Rng::new(5);
    while list.len() < 40 {
        let text = write_btor2(&random_system(&mut rng));
        let file = btor2::read(text.as_bytes(), &Budget::unlimited()).expect("a file");
        if file.system.states().len() + file.system.inputs().len() > 2 {
            continue;
        }
        let explored = explore(&file.system);
        let depth =
            |trace: &Option<indubit::model::system::Trace>| trace.as_ref().map(|t| t.depth().transitions());
        let depths: Vec<Option<usize>> = explored.traces.iter().map(depth).collect();
        for (property, trace) in file.system.property_ids().zip(&explored.traces) {
            let invariant = Invariant {
                terms: explored.terms.clone(),
                formulas: vec![explored.reachable],
                bound: Vec::new(),
            };
            let texts = match trace {
                None => {
                    let certificate = Certificate::Inductive(invariant).into();
                    vec![write_certificate(&file.system, property, &certificate)]
                }
                Some(trace) => vec![write_trace(&file.system, trace), write_btor2_witness(&file, trace)],
            };
            for text in texts {
                list.push((file.clone(), depths.clone(), text.expect("a text").into_bytes()));
            }
        }
    }
    list
}

/// Evidence that is still accepted must tell the truth.
#[test]
fn mutations_of_evidence_are_refused_or_true() {
    let files = evidence_files();
    let mut rng = Rng::new(6);
    let (mut accepted, mut failed, mut refused) = (0, 0, 0);
    for round in 0..scaled(4_000) {
        let (file, depths, bytes) = &files[round % files.len()];
        let mut bytes = bytes.clone();
        damage(&mut rng, &mut bytes, b"0123456789 \n()=#@;.bs\xff");
        let list = match Evidence::read(&bytes, &file.system, Some(file), &Budget::unlimited()) {
            Ok(list) => list,
            Err(error) => {
                refused += 1;
                examine(&bytes, &error);
                continue;
            }
        };
        for evidence in list {
            let budget = Budget::unlimited().with_conflicts(1_000);
            match check(&file.system, &evidence, &CheckOptions::default(), &budget) {
                Ok(()) => {
                    accepted += 1;
                    let is_violated = depths[evidence.property().index()].is_some();
                    assert_eq!(evidence.claims_safe(), !is_violated, "{}", String::from_utf8_lossy(&bytes));
                }
                Err(CheckError::DoesNotHold(_) | CheckError::Malformed(_) | CheckError::Limit(_)) => {
                    failed += 1
                }
                Err(error) => panic!("{}", error),
            }
        }
    }
    let counts = (accepted, failed, refused);
    assert!(enough(accepted, 300) && enough(failed, 100) && enough(refused, 300), "{:?}", counts);
}
