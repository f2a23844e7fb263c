//! Proofs written by hand: right ones must be accepted, wrong ones rejected for a named reason.

use crate::cases::try_random;
use crate::cnf::lits;
use crate::refuter::id;
use std::io;

use indubit::base::{Budget, Limit, Lit};
use indubit::solver::proof::{
    check_proof, Checked, Checker, DratWriter, Encoding, Hint, LratWriter, Method, ProofError, ProofFormat,
    ProofReader, ProofSink, ProofStep, Reason,
};

/// The running example of the DRAT literature: unsatisfiable, and `-1` is RAT but not RUP.
const FORMULA: &[&[i32]] = &[
    &[1, 2, -3],
    &[-1, -2, 3],
    &[2, 3, -4],
    &[-2, -3, 4],
    &[-1, -3, -4],
    &[1, 3, 4],
    &[-1, 2, 4],
    &[1, -2, -4],
];

fn formula(numbers: &[&[i32]]) -> Vec<Vec<Lit>> {
    numbers.iter().map(|clause| lits(clause)).collect()
}

fn check(
    clauses: &[&[i32]],
    proof: &str,
    format: ProofFormat,
    target: &[i32],
) -> Result<Checked, ProofError> {
    let formula = formula(clauses);
    let reader = ProofReader::new(proof.as_bytes(), format);
    check_proof(formula.iter().map(Vec::as_slice), reader, &lits(target), Budget::unlimited()).map(|(v, _)| v)
}

fn drat(clauses: &[&[i32]], proof: &str) -> Checked {
    check(clauses, proof, ProofFormat::Drat, &[]).unwrap()
}

fn lrat(clauses: &[&[i32]], proof: &str) -> Checked {
    check(clauses, proof, ProofFormat::Lrat, &[]).unwrap()
}

fn rejected(verdict: Checked) -> (u64, Reason) {
    match verdict {
        Checked::Rejected(rejection) => (rejection.step, rejection.reason),
        other => panic!("not rejected: {}", other),
    }
}

const SQUARE: &[&[i32]] = &[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];

#[test]
fn drat_proofs_that_hold() {
    assert_eq!(drat(FORMULA, "-1 0\nd -1 2 4 0\n2 0\n0\n"), Checked::Proved);
    assert_eq!(drat(FORMULA, "c RUP only\n1 2 0  1 0 c both on a line\r\n2 0 0"), Checked::Proved);
    assert_eq!(drat(SQUARE, "1 0"), Checked::Proved, "the empty clause itself may be left to the checker");
    assert_eq!(drat(SQUARE, "1 1 0 0"), Checked::Proved, "duplicate literals");
    assert_eq!(drat(SQUARE, "7 -7 0 d -7 7 0 1 0 0"), Checked::Proved, "tautologies");
    assert_eq!(drat(&[&[]], ""), Checked::Proved, "the formula contains the empty clause");
    assert_eq!(drat(&[&[1], &[-1]], ""), Checked::Proved, "units clash");
    assert_eq!(drat(&[&[1, 1], &[-1, -1, -1], &[1, -1]], "0"), Checked::Proved);
    assert_eq!(drat(SQUARE, "1 0 0 0 d 0 d 0"), Checked::Proved, "the empty clause, twice, and deleted");
}

#[test]
fn definitions_of_new_variables_are_rat() {
    // x <-> 1 & 2 for a variable far beyond those of the formula.
    let definition = "900000000 -1 -2 0  -900000000 1 0  -900000000 2 0\n";
    assert_eq!(drat(SQUARE, &format!("{}1 0 0", definition)), Checked::Proved);
    // The definition says nothing about the old variables.
    let wrong = drat(&[&[1, 2]], "9 -1 0  -9 1 0  -1 0 0");
    assert_eq!(rejected(wrong), (3, Reason::NotImplied));
}

#[test]
fn drat_proofs_that_fail() {
    assert_eq!(rejected(drat(FORMULA, "0")), (1, Reason::NotImplied));
    assert_eq!(rejected(drat(&[&[1, 2], &[-1, 2]], "2 0 -2 0 0")), (2, Reason::NotImplied));
    assert_eq!(
        rejected(drat(SQUARE, "d 1 2 0 1 0 0")),
        (2, Reason::NotImplied),
        "a needed clause was deleted"
    );
    assert_eq!(rejected(drat(SQUARE, "d 1 3 0 1 0 0")), (1, Reason::DeletedUnknown));
    assert_eq!(rejected(drat(SQUARE, "d 2 1 0 d 1 2 0 1 0 0")), (2, Reason::DeletedUnknown), "deleted twice");
    assert_eq!(rejected(drat(&[&[1, 2], &[-1]], "2 0")), (1, Reason::TargetNotReached));
    assert_eq!(rejected(drat(&[], "")), (0, Reason::TargetNotReached));
}

/// RAT is judged on the first literal as written, so the same clause turned round fails.
#[test]
fn the_pivot_is_the_first_literal() {
    let clauses: &[&[i32]] = &[&[1, 3], &[-1, 4], &[2, 5], &[-2, -3]];
    assert_eq!(rejected(drat(clauses, "6 1 0 0")), (2, Reason::NotImplied));
    assert_eq!(rejected(drat(clauses, "1 6 0 0")), (1, Reason::NotImplied));
}

#[test]
fn deletions_of_units_and_reasons_are_ignored_without_hints() {
    let clauses: &[&[i32]] = &[&[1], &[-1, 2], &[-2, 3], &[-2, -3, 4], &[-3, -4]];
    assert_eq!(drat(clauses, "d 1 0 d -1 2 0 0"), Checked::Proved);
    let clauses: &[&[i32]] = &[&[1], &[-1, 2, 3], &[2, -3], &[-2, 3], &[-2, -3]];
    assert_eq!(drat(clauses, "d 1 0 2 0 0"), Checked::Proved);
    // With hints each deletion counts.
    let verdict = lrat(clauses, "6 d 1 0  7 2 0 1 2 3 0");
    assert_eq!(rejected(verdict), (2, Reason::HintUnknown(id(1))));
}

const RAT_WITH_HINTS: &str = "9 -1 0 -1 5 7 -6 7 2 -8 2 5 0\n9 d 7 0\n10 2 0 9 1 6 3 0\n11 0 9 10 8 6 4 0\n";

#[test]
fn lrat_proofs_that_hold() {
    assert_eq!(lrat(SQUARE, "5 1 0 1 2 0\n6 0 5 3 4 0\n"), Checked::Proved);
    assert_eq!(lrat(FORMULA, RAT_WITH_HINTS), Checked::Proved);
    assert_eq!(
        lrat(SQUARE, "50 1 0 1 2 0 50 d 1 2 0 7 0 50 3 4 0"),
        Checked::Proved,
        "gaps, ids not in order"
    );
    assert_eq!(lrat(SQUARE, "5 3 -3 0 0 6 1 0 1 2 3 4 0 7 0 6 3 4 0"), Checked::Proved, "surplus hints");
    assert_eq!(
        lrat(SQUARE, "5 9 1 0 0 6 1 0 1 2 0 7 0 6 3 4 0"),
        Checked::Proved,
        "a definition has no candidates"
    );
}

#[test]
fn lrat_proofs_that_fail() {
    let reason = |proof: &str| rejected(lrat(SQUARE, proof));
    assert_eq!(reason("5 1 0 1 9 0 6 0 5 3 4 0"), (1, Reason::HintUnknown(id(9))));
    assert_eq!(reason("5 d 1 0 5 1 0 1 2 0"), (2, Reason::HintUnknown(id(1))));
    assert_eq!(reason("5 1 0 1 0"), (1, Reason::HintsExhausted));
    assert_eq!(reason("5 0 1 2 0"), (1, Reason::HintNotUnit(id(1))));
    assert_eq!(reason("4 1 0 1 2 0"), (1, Reason::IdInUse(id(4))));
    assert_eq!(reason("5 d 7 0"), (1, Reason::DeletedUnknown));
    assert_eq!(reason("5 d 1 1 0"), (1, Reason::DeletedUnknown));
    assert_eq!(reason("5 1 0 1 2 0"), (1, Reason::TargetNotReached));
    let reason = |proof: &str| rejected(lrat(FORMULA, proof));
    assert_eq!(reason("9 -1 0 -1 5 7 -6 7 2 0"), (1, Reason::CandidateMissing));
    assert_eq!(reason("9 -1 0 -1 5 7 -6 7 2 -8 2 0"), (1, Reason::HintsExhausted));
    assert_eq!(reason("9 -1 0 -2 5 7 0"), (1, Reason::HintNotCandidate(id(2))));
}

#[test]
fn a_proof_cannot_add_axioms() {
    let satisfiable: &[&[i32]] = &[&[1, 2]];
    assert_eq!(rejected(drat(satisfiable, "o 0")), (1, Reason::AxiomInProof));
    assert_eq!(rejected(lrat(satisfiable, "2 o 0")), (1, Reason::AxiomInProof));
    let binary = |bytes: &[u8], format| {
        let formula = formula(satisfiable);
        let reader = ProofReader::new(bytes, format);
        check_proof(formula.iter().map(Vec::as_slice), reader, &[], Budget::unlimited()).unwrap().0
    };
    assert_eq!(rejected(binary(b"o\0", ProofFormat::Drat)), (1, Reason::AxiomInProof));
    assert_eq!(rejected(binary(b"o\x04\0", ProofFormat::Lrat)), (1, Reason::AxiomInProof));
    // Neither as a clause that the formula has, nor later, nor as a tautology.
    assert_eq!(rejected(drat(SQUARE, "1 0 o 1 2 0 0")), (2, Reason::AxiomInProof));
    assert_eq!(rejected(lrat(SQUARE, "5 o 7 -7 0")), (1, Reason::AxiomInProof));
    // A caller of the library that passes every step on gets the same answer.
    let mut checker = Checker::new(Method::Chains, Budget::unlimited());
    checker.formula_clause(Some(id(1)), &lits(&[1, 2]));
    checker.step(ProofStep::Axiom { id: Some(id(2)), clause: &[] });
    assert_eq!(rejected(checker.verdict()), (1, Reason::AxiomInProof));
    assert!(!checker.is_refuted());
}

/// A binary proof whose first step looks like the text `o 1 0` was read as text.
#[test]
fn a_binary_proof_that_begins_like_a_text_is_binary() {
    let proof: &[u8] = b"o 1 0\na\x02\0d\x02\x04\0a\0";
    let mut reader = ProofReader::new(proof, ProofFormat::Drat);
    let mut sizes = Vec::new();
    while let Some(step) = reader.next_step().expect("a proof") {
        match step {
            ProofStep::Axiom { clause, .. } => sizes.push(('o', clause.len())),
            ProofStep::Derived { clause, .. } => sizes.push(('a', clause.len())),
            _ => sizes.push(('d', 0)),
        }
    }
    assert_eq!(sizes, [('o', 7), ('d', 0), ('a', 0)]);
}

/// Checks a proof with `o` steps, which have to be these clauses in this order.
fn check_with_later(first: &[&[i32]], later: &[&[i32]], proof: &[u8], format: ProofFormat) -> Checked {
    let method = if format == ProofFormat::Drat { Method::Propagation } else { Method::Chains };
    let mut checker = Checker::new(method, Budget::unlimited());
    for (number, clause) in (1..).zip(formula(first)) {
        checker.formula_clause(Some(id(number)).filter(|_| method == Method::Chains), &clause);
    }
    let later = formula(later);
    let mut expected = later.iter();
    let mut reader = ProofReader::new(proof, format);
    while let Some(step) = reader.next_step().unwrap() {
        match step {
            ProofStep::Axiom { id, clause } if expected.next().map(Vec::as_slice) == Some(clause) => {
                checker.formula_clause(id, clause);
            }
            step => checker.step(step),
        }
    }
    checker.verdict()
}

#[test]
fn clauses_added_later_are_given_by_the_caller() {
    let first: &[&[i32]] = &[&[1, 2], &[1, -2]];
    let drat =
        |later: &[&[i32]], proof: &str| check_with_later(first, later, proof.as_bytes(), ProofFormat::Drat);
    let lrat =
        |later: &[&[i32]], proof: &str| check_with_later(first, later, proof.as_bytes(), ProofFormat::Lrat);
    assert_eq!(drat(&[&[-1, 2], &[-1, -2]], "1 0 o -1 2 0 o -1 -2 0 0"), Checked::Proved);
    let steps = "3 1 0 1 2 0 4 o -1 2 0 5 o -1 -2 0 6 0 3 4 5 0";
    assert_eq!(lrat(&[&[-1, 2], &[-1, -2]], steps), Checked::Proved);
    assert_eq!(rejected(lrat(&[&[-1, 2], &[-1, 3]], steps)).1, Reason::AxiomInProof);
    // `9` is RAT, and contradicts an axiom that comes later.
    assert_eq!(rejected(drat(&[&[-9]], "9 0 o -9 0 0")).1, Reason::AxiomAfterRat);
    assert_eq!(rejected(lrat(&[&[-9]], "3 9 0 0 4 o -9 0 5 0 3 4 0")).1, Reason::AxiomAfterRat);
}

#[test]
fn the_empty_clause_of_a_formula_is_derived_once_more() {
    for encoding in [Encoding::Text, Encoding::Binary] {
        let (mut drat, mut lrat) = (Vec::new(), Vec::new());
        let mut pair = (DratWriter::new(&mut drat, encoding, 3), LratWriter::new(&mut lrat, encoding, 3));
        pair.axiom(id(1), &lits(&[1]));
        pair.derived(id(2), &lits(&[1, 2]), &[id(1)]);
        pair.axiom(id(3), &[]);
        pair.axiom(id(4), &lits(&[-1]));
        pair.derived(id(5), &[], &[id(1), id(4)]);
        pair.0.finish().and(pair.1.finish()).unwrap();
        if encoding == Encoding::Text {
            assert_eq!(String::from_utf8_lossy(&drat), "1 2 0\n0\n");
            assert_eq!(String::from_utf8_lossy(&lrat), "4 1 2 0 1 0\n5 0 2 0\n");
        }
        for (bytes, format) in [(drat, ProofFormat::Drat), (lrat, ProofFormat::Lrat)] {
            let in_file = formula(&[&[1], &[], &[-1]]);
            let reader = ProofReader::new(bytes.as_slice(), format);
            let clauses = in_file.iter().map(Vec::as_slice);
            assert_eq!(check_proof(clauses, reader, &[], Budget::unlimited()).unwrap().0, Checked::Proved);
        }
    }
}

#[test]
#[should_panic(expected = "a target is set before the first clause")]
fn a_target_after_the_first_clause_is_refused() {
    let mut checker = Checker::new(Method::Chains, Budget::unlimited());
    checker.formula_clause(Some(id(1)), &lits(&[1]));
    let _ = checker.with_target(&lits(&[2]));
}

#[test]
#[should_panic(expected = "clauses count from 1")]
fn there_is_no_clause_0() {
    let _ = id(0);
}

#[test]
fn targets_other_than_the_empty_clause() {
    let clauses: &[&[i32]] = &[&[-1, 3], &[-2, -3]];
    let target = &[-1, -2];
    let check = |proof, format| check(clauses, proof, format, target).unwrap();
    assert_eq!(check("-2 -1 0", ProofFormat::Drat), Checked::Proved);
    assert_eq!(check("", ProofFormat::Drat), Checked::Proved);
    assert_eq!(check("3 -2 -1 0 1 2 0", ProofFormat::Lrat), Checked::Proved);
    assert_eq!(rejected(check("", ProofFormat::Lrat)), (0, Reason::TargetNotReached));
    // `-1` keeps the formula satisfiable, but nothing says that it holds.
    assert_eq!(rejected(check("-1 0", ProofFormat::Drat)), (1, Reason::TargetNotReached));
    assert_eq!(rejected(check("3 -1 0 0", ProofFormat::Lrat)), (1, Reason::TargetNotReached));
}

fn solver_like(sink: &mut impl ProofSink) {
    // A solver that simplifies while it reads: axiom 3 is shortened before axiom 5 is seen.
    sink.axiom(id(1), &lits(&[1]));
    sink.axiom(id(2), &lits(&[-1, 2, 3]));
    sink.axiom(id(3), &lits(&[-1, 2, -3]));
    sink.derived(id(4), &lits(&[2, -3]), &[id(1), id(3)]);
    sink.deleted(id(3), &lits(&[-1, 2, -3]));
    sink.axiom(id(5), &lits(&[-2, 4]));
    sink.derived(id(6), &lits(&[2]), &[id(1), id(4), id(2)]);
    sink.derived(id(7), &lits(&[4]), &[id(6), id(5)]);
    sink.derived(id(8), &lits(&[4, 5]), &[id(7)]);
    sink.concluded(id(8), &lits(&[5, 4]));
    sink.axiom(id(9), &lits(&[-4]));
    sink.derived(id(10), &[], &[id(7), id(9)]);
    sink.concluded(id(10), &[]);
}

#[test]
fn a_solver_is_checked_on_the_fly() {
    for method in [Method::Propagation, Method::Chains] {
        let mut checker = Checker::new(method, Budget::unlimited());
        solver_like(&mut checker);
        assert_eq!(checker.verdict(), Checked::Proved);
        assert!(checker.is_refuted());
        assert_eq!(checker.stats().conclusions, 2);
    }
    let mut checker = Checker::new(Method::Propagation, Budget::unlimited());
    checker.axiom(id(1), &lits(&[1, 2]));
    checker.derived(id(2), &lits(&[3]), &[]);
    checker.derived(id(3), &[], &[]);
    assert_eq!(
        rejected(checker.verdict()),
        (2, Reason::NotImplied),
        "RAT is nothing for solvers; the first error stays"
    );
}

#[test]
fn errors_of_a_solver_have_names() {
    type WrongStep = fn(&mut Checker);
    let mut steps: Vec<(Reason, WrongStep)> = Vec::new();
    steps.push((Reason::HintAfterConflict(id(2)), |c| c.derived(id(5), &lits(&[1]), &[id(1), id(2), id(3)])));
    steps.push((Reason::HintNotUnit(id(1)), |c| c.derived(id(5), &lits(&[1]), &[id(1), id(1), id(2)])));
    steps.push((Reason::HintsExhausted, |c| c.derived(id(5), &lits(&[9]), &[])));
    steps.push((Reason::DeletedDiffers(id(1)), |c| c.deleted(id(1), &lits(&[1, -2]))));
    steps.push((Reason::DeletedUnknown, |c| c.deleted(id(7), &lits(&[1, -2]))));
    steps.push((Reason::IdInUse(id(2)), |c| c.axiom(id(2), &lits(&[7]))));
    steps.push((Reason::ConclusionWrong(id(1)), |c| c.concluded(id(1), &lits(&[1]))));
    steps.push((Reason::ConclusionWrong(id(8)), |c| c.concluded(id(8), &[])));
    for (reason, step) in steps {
        let mut checker = Checker::new(Method::Chains, Budget::unlimited());
        for (number, clause) in (1..).zip(formula(SQUARE)) {
            checker.axiom(id(number), &clause);
        }
        step(&mut checker);
        assert_eq!(checker.rejection().map(|r| (r.step, r.reason)), Some((5, reason)));
    }
}

/// LRAT counts the formula's clauses 1 to m, so a solver's ids that do not are renumbered; later axioms become `o`.
#[test]
fn the_writers_know_which_clauses_the_file_has() {
    let in_file: &[&[i32]] = &[&[1], &[-1, 2, 3], &[-1, 2, -3], &[-2, 4]];
    for encoding in [Encoding::Text, Encoding::Binary] {
        let (mut drat, mut lrat) = (Vec::new(), Vec::new());
        let mut pair = (DratWriter::new(&mut drat, encoding, 4), LratWriter::new(&mut lrat, encoding, 4));
        solver_like(&mut pair);
        pair.0.finish().and(pair.1.finish()).unwrap();
        if encoding == Encoding::Text {
            let expected =
                "5 2 -3 0 1 3 0\n5 d 3 0\n7 2 0 1 5 2 0\n8 4 0 7 4 0\n9 4 5 0 8 0\n10 o -4 0\n11 0 8 10 0\n";
            assert_eq!(String::from_utf8_lossy(&lrat), expected);
            let expected = "2 -3 0\nd -1 2 -3 0\n2 0\n4 0\n4 5 0\no -4 0\n0\n";
            assert_eq!(String::from_utf8_lossy(&drat), expected);
        }
        for (bytes, format) in [(drat, ProofFormat::Drat), (lrat, ProofFormat::Lrat)] {
            assert_eq!(check_with_later(in_file, &[&[-4]], &bytes, format), Checked::Proved);
        }
    }
}

#[test]
fn binary_is_the_encoding_of_the_usual_tools() {
    // The example of drat-trim's description: delete (63 -8193), add (129 -8191).
    let bytes = [0x64, 0x7e, 0x83, 0x80, 0x01, 0x00, 0x61, 0x82, 0x02, 0xff, 0x7f, 0x00];
    let mut reader = ProofReader::new(&bytes[..], ProofFormat::Drat);
    assert_eq!(reader.next_step(), Ok(Some(ProofStep::DeletedClause { clause: &lits(&[63, -8193]) })));
    let expected = ProofStep::Derived { id: None, clause: &lits(&[129, -8191]), hints: &[] };
    assert_eq!(reader.next_step(), Ok(Some(expected)));
    let mut written = Vec::new();
    let mut writer = DratWriter::new(&mut written, Encoding::Binary, 0);
    writer.deleted(id(1), &lits(&[63, -8193]));
    writer.derived(id(2), &lits(&[129, -8191]), &[]);
    writer.finish().unwrap();
    assert_eq!(written, bytes);

    let bytes = [b'a', 18, 3, 0, 3, 10, 0, b'd', 14, 0];
    let mut reader = ProofReader::new(&bytes[..], ProofFormat::Lrat);
    let hints = [Hint::Candidate(id(1)), Hint::Unit(id(5))];
    let expected = ProofStep::Derived { id: Some(id(9)), clause: &lits(&[-1]), hints: &hints };
    assert_eq!(reader.next_step(), Ok(Some(expected)));
    assert_eq!(reader.next_step(), Ok(Some(ProofStep::DeletedIds { ids: &[id(7)] })));
    assert_eq!(reader.next_step(), Ok(None));
}

#[test]
fn errors_of_form_have_a_place() {
    let error = |bytes: &[u8], format| {
        let mut reader = ProofReader::new(bytes, format);
        loop {
            match reader.next_step() {
                Ok(Some(_)) => {}
                Ok(None) => panic!("no error"),
                Err(error) => {
                    assert_eq!(reader.next_step(), Ok(None), "nothing follows an error");
                    return error.to_string();
                }
            }
        }
    };
    let text = |text: &str, format| error(text.as_bytes(), format);
    let clause_end = "expected a literal or the 0 that ends the clause, found";
    assert_eq!(text("1 2 0\n 3 x 0", ProofFormat::Drat), format!("line 2, column 4: {} `x`", clause_end));
    assert_eq!(
        text("1 2", ProofFormat::Drat),
        format!("line 1, column 4: {} the end of the proof", clause_end)
    );
    assert_eq!(
        text("1 99999999999 0", ProofFormat::Drat),
        "line 1, column 3: literal 99999999999 is beyond the largest variable"
    );
    assert_eq!(
        text("99999999999999999999 0", ProofFormat::Drat),
        "line 1, column 1: a number has more than 63 bits"
    );
    assert_eq!(
        text("-5 1 0 0", ProofFormat::Lrat),
        "line 1, column 1: expected the number of a clause, found -5"
    );
    assert!(text("5 d -1 0", ProofFormat::Lrat).contains("expected the number of a clause, found -1"));
    assert!(text("d1 0", ProofFormat::Drat).contains("expected a space after the letter"));
    assert!(error(b"a\x04\x00x\x00", ProofFormat::Drat).starts_with("byte 3: expected `a`, `d` or `o`"));
    assert!(error(b"a\x04\x00a\x01\x00", ProofFormat::Drat).starts_with("byte 4: "));
    assert!(error(&[b'a', 255, 255, 255, 255, 255, 255, 255, 255, 255, 2, 0], ProofFormat::Drat)
        .contains("64 bits"));
}

#[test]
fn the_budget_ends_a_check() {
    let budget = Budget::unlimited();
    budget.canceller().store(true, std::sync::atomic::Ordering::Relaxed);
    // Long enough to be polled: each lemma propagates along a chain of 3000 implications.
    let formula: Vec<Vec<Lit>> = (1..3000).map(|n| lits(&[-n, n + 1])).collect();
    let proof = "-1 3000 0\nd -1 3000 0\n".repeat(300);
    let reader = ProofReader::new(proof.as_bytes(), ProofFormat::Drat);
    let verdict = check_proof(formula.iter().map(Vec::as_slice), reader, &[], budget).unwrap().0;
    assert_eq!(verdict, Checked::Unknown(Limit::Cancelled));
    let budget = Budget::unlimited().with_memory(1000);
    let reader = ProofReader::new(&b""[..], ProofFormat::Drat);
    let verdict = check_proof(formula.iter().map(Vec::as_slice), reader, &[], budget.clone()).unwrap().0;
    assert_eq!(verdict, Checked::Unknown(Limit::Memory));
    assert_eq!(budget.memory_used(), 0);
}

struct Full;

impl io::Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::Other, "no space left"))
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_the_output_are_reported_at_the_end() {
    let mut writer = DratWriter::new(Full, Encoding::Text, 0);
    for _ in 0..100_000 {
        writer.derived(id(1), &lits(&[1, 2]), &[]);
    }
    assert_eq!(writer.finish().unwrap_err().to_string(), "no space left");
}

fn survives(bytes: &[u8]) {
    let formula = formula(FORMULA);
    for format in [ProofFormat::Drat, ProofFormat::Lrat] {
        let reader = ProofReader::new(bytes, format);
        let _ = check_proof(formula.iter().map(Vec::as_slice), reader, &[], Budget::unlimited());
    }
}

#[test]
fn any_bytes_are_survived() {
    try_random(100, |bytes: Vec<u8>| {
        survives(&bytes);
    });
}

#[test]
fn any_numbers_are_survived() {
    try_random(100, |(numbers, letters): (Vec<i8>, Vec<u8>)| {
        let mut text = String::new();
        for (at, number) in numbers.iter().enumerate() {
            match letters.get(at) {
                Some(0..=20) => text.push_str("d "),
                Some(21..=30) => text.push_str("o "),
                Some(31..=90) => text.push_str("0 "),
                _ => {}
            }
            text.push_str(&format!("{} ", number % 12));
        }
        survives(text.as_bytes());
    });
}

#[test]
fn damaged_proofs_are_survived() {
    try_random(100, |(place, byte, cut): (usize, u8, usize)| {
        let mut text = RAT_WITH_HINTS.as_bytes().to_vec();
        let length = text.len();
        text[place % length] = byte;
        survives(&text);
        text.truncate(cut % length);
        survives(&text);
        let mut binary =
            vec![b'a', 18, 3, 0, 3, 10, 14, 13, 14, 4, 17, 4, 10, 0, b'd', 14, 0, b'a', 20, 4, 0, 18, 2, 0];
        let length = binary.len();
        binary[place % length] = byte;
        survives(&binary);
        binary.truncate(cut % length);
        survives(&binary);
    });
}

/// Gives one byte at a time, and fails at the end if it is told to.
#[derive(Clone)]
struct Drops<'a> {
    bytes: &'a [u8],
    fails: bool,
}

impl io::Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let byte = io::BufRead::fill_buf(self)?;
        let count = byte.len().min(buffer.len());
        buffer[..count].copy_from_slice(&byte[..count]);
        io::BufRead::consume(self, count);
        Ok(count)
    }
}

impl io::BufRead for Drops<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.bytes.is_empty() && self.fails {
            return Err(io::Error::new(io::ErrorKind::Other, "the disk is gone"));
        }
        Ok(&self.bytes[..self.bytes.len().min(1)])
    }
    fn consume(&mut self, count: usize) {
        self.bytes = &self.bytes[count..];
    }
}

/// The steps and the error of a proof, as texts.
fn told(proof: impl io::BufRead, format: ProofFormat) -> Vec<String> {
    let mut reader = ProofReader::new(proof, format);
    let mut told = vec![format!("{:?}", reader.encoding())];
    loop {
        match reader.next_step() {
            Ok(Some(step)) => told.push(format!("{:?}", step)),
            Ok(None) => return told,
            Err(error) => told.push(format!("{} at {}", error, error.offset)),
        }
    }
}

#[test]
fn a_proof_is_read_from_any_source_of_bytes() {
    let texts: [&[u8]; 12] = [
        b"-1 0\nd -1 2 4 0\n2 0\n0\n",
        b"c 1 2\n d 1 2 0 c d\n3 0",
        b"5 d 1 0\n6 1 -2 0 1 -5 3 0",
        b"1 2 0\n 3 x 0",
        b"1 0\n\n 12345678901234567890123456789y 0",
        b"1 2",
        b"d1 0",
        b"d 16 0 1 0",
        b"d 1 \x04\0a\x02\0",
        b"a\x04\x06\0d\x04\x06\0a\0",
        b"a\x04\x00x\x00",
        b"",
    ];
    for bytes in texts {
        for format in [ProofFormat::Drat, ProofFormat::Lrat] {
            let whole = told(bytes, format);
            assert_eq!(
                told(Drops { bytes, fails: false }, format),
                whole,
                "{:?}",
                String::from_utf8_lossy(bytes)
            );
            // The steps before the place where the source fails are read, or the error before it.
            let failing = told(Drops { bytes, fails: true }, format);
            let last = failing.last().expect("an encoding");
            assert!(failing == whole || last.contains("cannot be read: the disk is gone"), "{}", last);
            assert!(failing[..failing.len() - 1].iter().zip(&whole).all(|(one, other)| one == other));
        }
    }
    try_random(100, |bytes: Vec<u8>| {
        for format in [ProofFormat::Drat, ProofFormat::Lrat] {
            assert_eq!(told(Drops { bytes: &bytes, fails: false }, format), told(&bytes[..], format));
        }
    });
}

/// A proof of many steps that is made while it is read, so that nobody has it as a whole.
#[test]
fn a_proof_that_is_in_no_memory_is_checked() {
    struct Steps {
        left: usize,
        piece: Vec<u8>,
        at: usize,
    }
    impl io::Read for Steps {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.at == self.piece.len() && self.left > 0 {
                self.left -= 1;
                self.at = 0;
                self.piece = if self.left == 0 {
                    b"2 0\n0\n".to_vec()
                } else {
                    [b"1 2 3 0\nd 1 2 3 0\nc", &[b' '; 3000][..], b"\n"].concat()
                };
            }
            let count = buffer.len().min(self.piece.len() - self.at);
            buffer[..count].copy_from_slice(&self.piece[self.at..self.at + count]);
            self.at += count;
            Ok(count)
        }
    }
    let formula = formula(SQUARE);
    let budget = Budget::unlimited().with_memory(4 << 20);
    let proof = io::BufReader::with_capacity(100, Steps { left: 20_000, piece: Vec::new(), at: 0 });
    let reader = ProofReader::new(proof, ProofFormat::Drat);
    let (verdict, stats) = check_proof(formula.iter().map(Vec::as_slice), reader, &[], budget).unwrap();
    assert_eq!((verdict, stats.deleted), (Checked::Proved, 19_999));
}
