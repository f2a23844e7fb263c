//! Evidence out of bytes, about small models whose verdicts are known.
//!
//! The first byte chooses a model, the second one how thorough the check is. What is accepted must be right, and what
//! is read and written again must read as the same.

use super::fixed::{Fixed, C, CIRCUITS, CLAUSES, PROGRAMS, SYSTEMS};
use super::readers::{budget, demand_place};
use indubit::c::CProgram;
use indubit::evidence::{self, circuit, horn, program, system, CheckOptions};
use indubit::input::{InputError, Model};
use indubit::model::system::System;
use indubit::portfolio::{Form, Lemmas};

/// A model, the settings of the check, and the evidence.
fn chosen<'d>(data: &'d [u8], list: &[Fixed]) -> Option<(Fixed, CheckOptions, &'d [u8])> {
    match *data {
        [model, options, ref evidence @ ..] => {
            let proofs = options & 1 == 1;
            Some((list[usize::from(model) % list.len()], CheckOptions { proofs }, evidence))
        }
        _ => None,
    }
}

/// Evidence that is believed must be about the truth.
fn demand_truth(fixed: &Fixed, model: &Model, bytes: &[u8], options: &CheckOptions) {
    match evidence::check(model, bytes, options, &budget()) {
        Ok(list) => {
            for checked in list {
                let holds = fixed.holds[checked.property.index()];
                let is_wrong = checked.result.is_ok() && checked.is_safe != holds;
                assert!(!is_wrong, "{}: wrong evidence about {} is believed", fixed.name, checked.property);
            }
        }
        Err(InputError::Parse(error)) => demand_place(bytes, &error),
        Err(error) => assert!(!error.to_string().is_empty(), "an error without a message"),
    }
}

/// Evidence that is written can be read, and is written as the same again.
fn demand_stable(first: Result<String, evidence::CheckError>, again: impl Fn(&[u8]) -> Option<String>) {
    let text = match first {
        Ok(text) => text,
        // What does not fit the model has no text.
        Err(_) => return,
    };
    match again(text.as_bytes()) {
        Some(other) => assert_eq!(text, other, "evidence that is written reads as another"),
        None => panic!("evidence that is written does not read:\n{}", text),
    }
}

/// Witnesses, certificates and witness circuits of circuits.
pub fn circuits(data: &[u8]) {
    let (fixed, options, bytes) = match chosen(data, CIRCUITS) {
        Some(chosen) => chosen,
        None => return,
    };
    let model = fixed.model();
    demand_truth(&fixed, &model, bytes, &options);
    let file = match &model {
        Model::Circuit(file) => file,
        _ => unreachable!("a circuit"),
    };
    let text = |evidence: &circuit::Evidence| match evidence {
        circuit::Evidence::Trace(trace) => circuit::write_witness(trace),
        circuit::Evidence::Certificate { property, certificate } => {
            circuit::write_clauses(file, *property, certificate)
        }
        circuit::Evidence::WitnessCircuit(witness) => {
            String::from_utf8(witness.write(file, false)).expect("AIGER as text")
        }
        _ => unreachable!("a form of evidence that is not known here"),
    };
    let read = |bytes: &[u8]| circuit::Evidence::read(bytes, file).ok();
    for evidence in read(bytes).into_iter().flatten() {
        demand_stable(Ok(text(&evidence)), |bytes| Some(text(read(bytes)?.first()?)));
        if let circuit::Evidence::WitnessCircuit(witness) = &evidence {
            let binary = witness.write(file, true);
            let again = circuit::WitnessCircuit::read(&binary, file).expect("a binary witness circuit reads");
            assert_eq!(binary, again.write(file, true), "a witness circuit reads as another");
        }
    }
}

/// Traces, certificates and BTOR2 witnesses of systems.
pub fn systems(data: &[u8]) {
    let (fixed, options, bytes) = match chosen(data, SYSTEMS) {
        Some(chosen) => chosen,
        None => return,
    };
    let model = fixed.model();
    demand_truth(&fixed, &model, bytes, &options);
    let file = match &model {
        Model::System(file) => file,
        _ => unreachable!("a system"),
    };
    let of_certificate = |bytes: &[u8]| {
        let (property, certificate) = system::read_certificate(bytes, file.system(), &budget()).ok()?;
        Some(system::write_certificate(file.system(), property, &certificate))
    };
    if let Some(text) = of_certificate(bytes) {
        // Texts of formulas are chosen by a printer that sees the whole file, so they may change once.
        let second = text.ok().and_then(|text| of_certificate(text.as_bytes()));
        demand_stable(second.expect("a certificate that was written reads"), |bytes| {
            of_certificate(bytes)?.ok()
        });
    }
    system_traces(file.system(), file.btor2(), bytes);
}

/// Traces that can be completed are written and read in each form.
fn system_traces(system: &System, btor2: Option<&indubit::input::btor2::Btor2File>, bytes: &[u8]) {
    let list = system::Evidence::read(bytes, system, btor2, &budget()).unwrap_or_default();
    for evidence in list {
        if let system::Evidence::Trace { property, steps } = evidence {
            let complete = |steps: &[system::PartialStep]| {
                system::complete(system, property, steps, &budget().with_conflicts(200))
            };
            let trace = match complete(&steps) {
                Ok(trace) => trace,
                Err(_) => continue,
            };
            system::check_trace(system, &trace).expect("a trace that was completed is one");
            demand_stable(system::write_trace(system, &trace), |bytes| {
                let (_, steps) = system::read_trace(bytes, system, &budget()).ok()?;
                system::write_trace(system, &complete(&steps).ok()?).ok()
            });
            if let Some(file) = btor2 {
                let written = system::write_btor2_witness(file, &trace).expect("a witness of a trace");
                let read = system::read_btor2_witness(written.as_bytes(), file).expect("a witness reads");
                assert!(read.properties.contains(&property), "a witness is about its property");
                let again = complete(&read.steps).expect("a witness of a trace is one");
                assert_eq!(trace.steps.len(), again.steps.len(), "a witness of another length");
            }
        }
    }
}

/// Paths and invariants of programs.
pub fn programs(data: &[u8]) {
    let (fixed, options, bytes) = match chosen(data, PROGRAMS) {
        Some(chosen) => chosen,
        None => return,
    };
    let model = fixed.model();
    demand_truth(&fixed, &model, bytes, &options);
    let cfa = match &model {
        Model::Program(file) => file.cfa(),
        _ => unreachable!("a program"),
    };
    let written = |bytes: &[u8]| match program::Evidence::read(bytes, cfa, &budget()).ok()? {
        program::Evidence::Path(path) => Some(program::write_path(cfa, &path)),
        program::Evidence::Invariant(invariant) => Some(program::write_invariant(cfa, &invariant)),
        program::Evidence::Ranking(found) => Some(program::write_ranking(cfa, &found)),
        program::Evidence::Endless(found) => Some(program::write_endless(cfa, &found)),
        _ => unreachable!("a form of evidence that is not known here"),
    };
    twice(bytes, written);
}

/// Evidence that is read is written, and from the second time on it stays as it is.
fn twice(bytes: &[u8], written: impl Fn(&[u8]) -> Option<Result<String, evidence::CheckError>>) {
    if let Some(Ok(text)) = written(bytes) {
        match written(text.as_bytes()) {
            Some(second) => demand_stable(second, |bytes| written(bytes)?.ok()),
            None => panic!("evidence that is written does not read:\n{}", text),
        }
    }
}

/// Refutations and interpretations of Horn clauses.
pub fn clauses(data: &[u8]) {
    let (fixed, options, bytes) = match chosen(data, CLAUSES) {
        Some(chosen) => chosen,
        None => return,
    };
    let model = fixed.model();
    demand_truth(&fixed, &model, bytes, &options);
    let clauses = match &model {
        Model::Clauses(file) => file.horn(),
        _ => unreachable!("clauses"),
    };
    let written = |bytes: &[u8]| match horn::Evidence::read(bytes, clauses, &budget()).ok()? {
        horn::Evidence::Refutation(found) => Some(horn::write_refutation(clauses, &found)),
        horn::Evidence::Interpretation(found) => Some(horn::write_interpretation(clauses, &found)),
        _ => unreachable!("a form of evidence that is not known here"),
    };
    twice(bytes, written);
}

/// Evidence about the automaton or the clauses of a C program.
pub fn c(data: &[u8]) {
    if let Some((fixed, options, bytes)) = chosen(data, C) {
        demand_truth(&fixed, &fixed.model(), bytes, &options);
    }
}

/// Witnesses of C programs in the format of the competition.
pub fn yaml(data: &[u8]) {
    use indubit::c::witness::{ConfirmOptions, Content, Witness};
    let (fixed, options, bytes) = match chosen(data, C) {
        Some(chosen) => chosen,
        None => return,
    };
    let witness = match Witness::read(bytes) {
        Ok(witness) => witness,
        Err(error) => return demand_place(bytes, &error),
    };
    let text = witness.to_text();
    match Witness::read(text.as_bytes()) {
        Ok(again) => assert_eq!(text, again.to_text(), "a witness that is written reads as another"),
        Err(error) => panic!("a witness that is written does not read: {}\n{}", error, text),
    }
    let model = fixed.model();
    let source = match CProgram::of(&model).expect("a C program") {
        CProgram::Plain(file) => &file.source,
        CProgram::Recursive(_) => return,
    };
    let limits = budget().with_conflicts(2_000);
    match &witness.content {
        Content::Violation(_) => {
            let few = ConfirmOptions { runs: 20, long: 1 << 12, ..ConfirmOptions::default() };
            if let Ok(found) = witness.confirm(&source.program, &few, &limits) {
                assert!(
                    !fixed.holds[0],
                    "{}: a violation of a safe program is confirmed: {:?}",
                    fixed.name, found
                );
            }
        }
        Content::Correctness(_) => {
            if let Ok(claims) = witness.claims(source, &limits) {
                if claims.suffice(&options, &limits) == Ok(true) {
                    assert!(fixed.holds[0], "{}: a proof of an unsafe program is believed", fixed.name);
                }
            }
        }
    }
}

/// Candidate lemmas about a model of any kind.
pub fn lemmas(data: &[u8]) {
    let all = [CIRCUITS, SYSTEMS, PROGRAMS, CLAUSES, C].concat();
    let (fixed, options, bytes) = match chosen(data, &all) {
        Some(chosen) => chosen,
        None => return,
    };
    let model = fixed.model();
    let lemmas = match Lemmas::read(&model, bytes, &budget()) {
        Ok(lemmas) => lemmas,
        Err(InputError::Parse(error)) => return demand_place(bytes, &error),
        Err(error) => return assert!(!error.to_string().is_empty(), "an error without a message"),
    };
    let chosen: Vec<usize> = (0..lemmas.texts().len()).collect();
    let limits = budget().with_conflicts(2_000);
    let _ = lemmas.known(&chosen);
    if chosen.len() <= 20 {
        // Whether a limit is reached does not matter.
        let _ = lemmas.examine(&limits);
    }
    for (property, &holds) in fixed.holds.iter().enumerate() {
        let property = indubit::model::PropertyId::new(property);
        if lemmas.prove(&chosen, property, &options, &limits) == Ok(true) {
            assert!(holds, "{}: lemmas prove what does not hold", fixed.name);
        }
        let text = match lemmas.write(&chosen, property, Form::Text) {
            Ok(text) => text,
            Err(_) => continue,
        };
        let again = Lemmas::read(&model, text.as_bytes(), &budget()).unwrap_or_else(|error| {
            panic!("{}: lemmas that are written do not read: {}\n{}", fixed.name, error, text)
        });
        let count = again.texts().len();
        let all: Vec<usize> = (0..count).collect();
        let second = again.write(&all, property, Form::Text).expect("lemmas are written as before");
        let third = Lemmas::read(&model, second.as_bytes(), &budget()).expect("lemmas that are written read");
        let third = third.write(&all, property, Form::Text).expect("lemmas are written as before");
        assert_eq!(second, third, "{}: lemmas that are written read as others", fixed.name);
    }
}
