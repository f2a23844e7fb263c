//! `indubit check MODEL EVIDENCE`: the claims of a file about a model, proved or replayed.

use super::files::Format;
use super::options::Settings;
use super::programs::{self, AnyProgram, ProgramFile, RecursiveFile};
use super::{
    check_formula, files, os, output, verdicts, witnesses, Failure, EVIDENCE_FAILED, SAFE, UNKNOWN, UNSAFE,
};
use indubit::base::Budget;
use indubit::evidence::{circuit, horn, program, system, CheckError, CheckOptions};
use indubit::model::PropertyId;
use indubit::portfolio::Checking;

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let (model_file, evidence_file) = (settings.file(0), settings.file(1));
    let (model_input, evidence_input) = (files::open(model_file)?, files::open(evidence_file)?);
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let model_bytes = model_input.read(&budget, settings).map_err(|f| f.or_verdict("unknown\n"))?;
    if files::is_formula(model_file, &model_bytes) {
        let proof = evidence_input.read(&budget, settings).map_err(|f| f.or_verdict("s UNKNOWN\n"))?;
        return check_formula::run(model_file, &model_bytes, evidence_file, &proof, &budget);
    }
    let evidence = evidence_input.read(&budget, settings).map_err(|f| f.or_verdict("unknown\n"))?;
    let options = CheckOptions { proofs: settings.verify.check == Checking::Full };
    let shown = files::shown(evidence_file);
    let limit = |failure: Failure| failure.or_verdict("unknown\n");
    let verdicts = match files::format(model_file, &model_bytes) {
        Format::Aiger => {
            let model = files::parse_model(model_file, &model_bytes)?;
            let read = circuit::Evidence::read(&evidence, &model);
            let read = read.map_err(|error| Failure::input(&shown, error))?;
            let (circuit, options, budget) = (&model.circuit, &options, &budget);
            let pieces: Vec<Piece<'_>> = read
                .iter()
                .map(|evidence| Piece {
                    property: evidence.property(),
                    claims_safe: evidence.claims_safe(),
                    check: Box::new(move || circuit::check(circuit, evidence, options, budget)),
                })
                .collect();
            Verdicts::of(circuit.bads().len(), &pieces, &shown, settings)
        }
        Format::Vmt | Format::Btor2 => {
            let model = files::parse_system(model_file, &model_bytes, &budget).map_err(limit)?;
            let read = system::Evidence::read(&evidence, model.system(), model.btor2(), &budget);
            let read = read.map_err(|error| limit(files::unless_limit(evidence_file, &error)))?;
            let (system, options, budget) = (model.system(), &options, &budget);
            let pieces: Vec<Piece<'_>> = read
                .iter()
                .map(|evidence| Piece {
                    property: evidence.property(),
                    claims_safe: evidence.claims_safe(),
                    check: Box::new(move || system::check(system, evidence, options, budget)),
                })
                .collect();
            Verdicts::of(system.properties().len(), &pieces, &shown, settings)
        }
        Format::Horn => {
            let model = files::parse_horn(model_file, &model_bytes, &budget).map_err(limit)?;
            let read = horn::Evidence::read(&evidence, &model.0.horn, &budget);
            let evidence = read.map_err(|error| limit(files::unless_limit(evidence_file, &error)))?;
            let (horn, options, budget) = (&model.0.horn, &options, &budget);
            let pieces = [Piece {
                property: PropertyId::new(0),
                claims_safe: evidence.claims_safe(),
                check: Box::new(|| horn::check(horn, &evidence, options, budget)),
            }];
            Verdicts::of(1, &pieces, &shown, settings)
        }
        Format::Cfa | Format::C => {
            let model = programs::parse_program(model_file, model_bytes, settings, &budget).map_err(limit)?;
            let model = match model {
                AnyProgram::One(model) => model,
                AnyProgram::Recursive(file) => {
                    return recursive(settings, &file, &evidence, &options, &budget)
                }
            };
            if let (ProgramFile::C(file), true) = (&model, witnesses::is_witness(evidence_file)) {
                let (code, lines) = witnesses::check(settings, file, &evidence, &budget)?;
                return told(code, &lines, &budget);
            }
            let read = program::Evidence::read(&evidence, model.cfa(), &budget);
            let evidence = read.map_err(|error| limit(files::unless_limit(evidence_file, &error)))?;
            let (model, options, budget) = (&model, &options, &budget);
            let pieces = [Piece {
                property: PropertyId::new(0),
                claims_safe: evidence.claims_safe(),
                check: Box::new(|| check_program(model, &evidence, options, budget)),
            }];
            Verdicts::of(1, &pieces, &shown, settings)
        }
    };
    verdicts.finish(&shown, &budget)
}

/// Prints the verdict of a witness. The result is the exit code.
fn told(code: i32, lines: &str, budget: &Budget) -> Result<i32, Failure> {
    let (word, believed) = (word(code), verdicts::believed(budget.believed()));
    output::print(&format!("{}\nb0 {}\n{}{}", word, word, lines, believed))?;
    Ok(code)
}

/// Checks evidence for a recursive C program, which is carried out along a refutation of its clauses, too; random runs
/// of it are held against a model of them.
fn recursive(
    settings: &Settings,
    file: &RecursiveFile,
    evidence: &[u8],
    options: &CheckOptions,
    budget: &Budget,
) -> Result<i32, Failure> {
    let evidence_file = settings.file(1);
    let shown = files::shown(evidence_file);
    if witnesses::is_witness(evidence_file) {
        let (code, lines) = witnesses::check_recursive(settings, file, evidence, budget)?;
        return told(code, &lines, budget);
    }
    let limit = |failure: Failure| failure.or_verdict("unknown\n");
    let horn = &file.source.horn.horn;
    let read = horn::Evidence::read(evidence, horn, budget);
    let evidence = read.map_err(|error| limit(files::unless_limit(evidence_file, &error)))?;
    let pieces = [Piece {
        property: PropertyId::new(0),
        claims_safe: evidence.claims_safe(),
        check: Box::new(|| match &evidence {
            horn::Evidence::Refutation(found) => file.source.check_refutation(found, budget).map(drop),
            evidence => {
                horn::check(horn, evidence, options, budget)?;
                match evidence {
                    horn::Evidence::Interpretation(found) => file.source.check_runs(found, budget),
                    _ => Ok(()),
                }
            }
        }),
    }];
    Verdicts::of(1, &pieces, &shown, settings).finish(&shown, budget)
}

/// Checks evidence for a program. A C program is carried out along a path, too, and random runs of it are held against
/// an invariant.
fn check_program(
    model: &ProgramFile,
    evidence: &program::Evidence,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    match (model, evidence) {
        (ProgramFile::C(file), program::Evidence::Path(path)) => {
            file.source.check_path(path, budget).map(drop)
        }
        _ => program::check(model.cfa(), evidence, options, budget).and_then(|()| match (model, evidence) {
            (ProgramFile::C(file), program::Evidence::Invariant(invariant)) => {
                file.source.check_runs(invariant, budget)
            }
            _ => Ok(()),
        }),
    }
}

/// A piece of evidence: its claim, and its check.
struct Piece<'a> {
    property: PropertyId,
    claims_safe: bool,
    check: Box<dyn Fn() -> Result<(), CheckError> + 'a>,
}

impl Piece<'_> {
    /// The exit code of its verdict; says why a check failed.
    fn code(&self, file: &str) -> i32 {
        match (self.check)() {
            Ok(()) if self.claims_safe => SAFE,
            Ok(()) => UNSAFE,
            Err(error) => {
                say!("indubit: {}: property {}: {}", file, self.property, error);
                match error {
                    CheckError::Limit(_) => UNKNOWN,
                    _ => EVIDENCE_FAILED,
                }
            }
        }
    }
}

/// The verdicts of the evidence on the properties that were asked for.
struct Verdicts {
    /// By property: its number, and the exit code that its verdict would have alone.
    properties: Vec<(PropertyId, i32)>,
    /// Pieces of evidence looked at.
    pieces: usize,
}

impl Verdicts {
    /// Checks the pieces about the properties that were asked for.
    fn of(count: usize, pieces: &[Piece<'_>], file: &str, settings: &Settings) -> Verdicts {
        let all = (0..count).map(PropertyId::new);
        let wanted: Vec<PropertyId> = all
            .filter(|&property| settings.property.index.map_or(true, |wanted| wanted == property))
            .collect();
        let mut found = Verdicts { properties: Vec::new(), pieces: 0 };
        for property in wanted {
            let about: Vec<&Piece<'_>> = pieces.iter().filter(|piece| piece.property == property).collect();
            let codes = about.iter().map(|piece| piece.code(file));
            found.properties.push((property, codes.fold(UNKNOWN, weightier)));
            found.pieces += about.len();
        }
        found
    }

    /// Prints the verdicts. The result is the exit code.
    fn finish(&self, file: &str, budget: &Budget) -> Result<i32, Failure> {
        if self.pieces == 0 {
            return Err(Failure::input(file, "there is nothing about this property"));
        }
        output::print(&(self.text() + &verdicts::believed(budget.believed())))?;
        output::leave(self.code())
    }

    /// The exit code. Evidence that failed its check counts most, then a refutation, then a property about which
    /// nothing was proved.
    fn code(&self) -> i32 {
        let has = |code: i32| self.properties.iter().any(|&(_, this)| this == code);
        [EVIDENCE_FAILED, UNSAFE, UNKNOWN].iter().copied().find(|&code| has(code)).unwrap_or(SAFE)
    }

    /// The verdict on all of the properties, then a line for each.
    fn text(&self) -> String {
        let lines = self.properties.iter().map(|&(property, code)| format!("{} {}\n", property, word(code)));
        format!("{}\n{}", word(self.code()), lines.collect::<String>())
    }
}

fn word(code: i32) -> &'static str {
    match code {
        SAFE => "safe",
        UNSAFE => "unsafe",
        _ => "unknown",
    }
}

/// The weightier of two codes about the same property.
fn weightier(one: i32, other: i32) -> i32 {
    let contradict = one == SAFE && other == UNSAFE || one == UNSAFE && other == SAFE;
    let failed = contradict || one == EVIDENCE_FAILED || other == EVIDENCE_FAILED;
    match one {
        _ if failed => EVIDENCE_FAILED,
        UNKNOWN => other,
        _ => one,
    }
}
