//! Proofs of unsatisfiability out of bytes, DRAT and LRAT, text and binary.

use indubit::base::{Budget, Lit};
use indubit::solver::proof::{
    check_proof, ClauseId, DratWriter, Encoding, ProofFormat, ProofReader, ProofSink, ProofStep,
};

/// Formulas, and whether they have a model.
const FORMULAS: &[(&[&[i32]], bool)] = &[
    (&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]], false),
    (&[&[1, 2], &[1, -2], &[-1, 2]], true),
    (&[&[1], &[-1, 2], &[-2, 3], &[-3]], false),
    (&[&[1, 2, 3], &[-1, -2], &[-2, -3], &[-1, -3], &[1, -2, 4], &[-4, 3, -1]], true),
    (&[&[1, 2], &[1, 3], &[2, 3], &[-1, -2], &[-1, -3], &[-2, -3]], false),
    (&[&[]], false),
    (&[], true),
];

/// Proofs by propagation.
pub fn drat(data: &[u8]) {
    proof(data, ProofFormat::Drat);
}

/// Proofs by chains of clauses.
pub fn lrat(data: &[u8]) {
    proof(data, ProofFormat::Lrat);
}

fn proof(data: &[u8], format: ProofFormat) {
    let (first, bytes) = match data.split_first() {
        Some((&first, bytes)) => (usize::from(first), bytes),
        None => return,
    };
    let (formula, has_model) = FORMULAS[first % FORMULAS.len()];
    let clauses: Vec<Vec<Lit>> =
        formula.iter().map(|clause| clause.iter().filter_map(|&l| Lit::from_dimacs(l)).collect()).collect();
    let refuted = check_proof(
        clauses.iter().map(Vec::as_slice),
        ProofReader::new(bytes, format),
        &[],
        Budget::unlimited().with_propagations(1 << 16).with_memory(16 << 20),
    );
    if let Ok((verdict, _)) = refuted {
        assert!(!(verdict.is_proved() && has_model), "a refutation of a formula with a model is believed");
    }
    if format == ProofFormat::Drat {
        written_again(bytes);
    } else {
        let mut reader = ProofReader::new(bytes, format);
        while let Ok(Some(_)) = reader.next_step() {}
        assert_eq!(reader.next_step(), Ok(None), "after the end there are no steps");
    }
}

/// The steps of a DRAT proof, written in both encodings, read as the same.
fn written_again(bytes: &[u8]) {
    let steps = steps(bytes);
    for encoding in [Encoding::Text, Encoding::Binary] {
        let mut out = Vec::new();
        let mut writer = DratWriter::new(&mut out, encoding, 0);
        let id = ClauseId::new(1);
        for (kind, clause) in &steps {
            match kind {
                b'o' => writer.axiom(id, clause),
                b'a' => writer.derived(id, clause, &[]),
                _ => writer.deleted(id, clause),
            }
        }
        writer.finish().expect("a vector can be written to");
        assert_eq!(steps, self::steps(&out), "{:?}", encoding);
    }
}

/// The steps up to an error, or to an axiom that is empty, which ends a proof.
fn steps(bytes: &[u8]) -> Vec<(u8, Vec<Lit>)> {
    let mut reader = ProofReader::new(bytes, ProofFormat::Drat);
    let mut list = Vec::new();
    while let Ok(Some(step)) = reader.next_step() {
        list.push(match step {
            ProofStep::Axiom { clause: [], .. } => break,
            ProofStep::Axiom { clause, .. } => (b'o', clause.to_vec()),
            ProofStep::Derived { clause, .. } => (b'a', clause.to_vec()),
            ProofStep::DeletedClause { clause } => (b'd', clause.to_vec()),
            other => unreachable!("{:?}", other),
        });
    }
    list
}
