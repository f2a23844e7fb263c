//! `indubit run MODEL`: runs with random values, of C programs by their interpreter, of circuits and systems by
//! evaluation of their steps.

use super::options::Settings;
use super::verdicts::{Words, REPORT};
use super::verify::show;
use super::{files, models, os, output, verdicts, Failure, UNKNOWN, UNSAFE};
use indubit::base::{Budget, Json};
use indubit::engine::simulate::{End, SimulateOptions, Simulated};
use indubit::evidence::CheckError;
use indubit::input::{Format, Model};
use indubit::portfolio::{simulate, Counterexample, Form};

/// Runs the command.
pub fn run(settings: &Settings) -> Result<i32, Failure> {
    let file = settings.file(0);
    let input = files::open(file)?;
    let budget = settings.budget();
    os::set_on_interrupt(budget.canceller());
    let bytes = input.read(&budget, settings)?;
    match is_program(models::format_of(file, &bytes, settings), &bytes) {
        true => program(settings, &bytes, &budget),
        false => hardware(settings, &bytes, &budget),
    }
}

/// Whether the file is a C program, as far as it tells.
fn is_program(format: Format, bytes: &[u8]) -> bool {
    match format {
        Format::C => true,
        Format::Aiger => !bytes.starts_with(b"aag ") && !bytes.starts_with(b"aig "),
        Format::Btor2 | Format::Vmt | Format::Cfa | Format::Horn => false,
    }
}

#[cfg(feature = "c")]
fn program(settings: &Settings, bytes: &[u8], budget: &Budget) -> Result<i32, Failure> {
    if settings.show_trace.is_on() || settings.vcd.is_some() || settings.witness.is_some() {
        return Err(Failure::usage("a run of a C program has no waves and no table; try --harness"));
    }
    super::c::run::run(settings, bytes, budget)
}

#[cfg(not(feature = "c"))]
fn program(_: &Settings, _: &[u8], _: &Budget) -> Result<i32, Failure> {
    Err(Failure::usage("run: the program was built without C"))
}

fn hardware(settings: &Settings, bytes: &[u8], budget: &Budget) -> Result<i32, Failure> {
    let file = settings.file(0);
    for name in settings.vcd.iter().chain(&settings.witness) {
        files::keep_apart(file, name)?;
        files::remove_old(name)?;
    }
    let model = models::parse_model(file, bytes, settings, budget)?;
    let mut options = SimulateOptions { seed: settings.verify.seed, ..SimulateOptions::default() };
    options.steps = settings.run.steps.unwrap_or(options.steps);
    options.runs = settings.run.runs;
    let shown = files::shown(file);
    let found = simulate(&model, &options, budget).map_err(|error| match error {
        CheckError::Limit(limit) => Failure::new(UNKNOWN, format!("{}: {}", shown, limit)),
        error => Failure::evidence(format!("the run that was found failed its check: {}; {}", error, REPORT)),
    })?;
    let kind = model.kind().name();
    let refused = || Failure::input(&shown, format!("{} are not simulated; circuits and systems are", kind));
    let found = found.ok_or_else(refused)?;
    if model.property_ids().any(|property| property.is_justice()) {
        say!("indubit: note: justice properties are not looked at");
    }
    if let Some(run) = &found.run {
        let is_bad = matches!(found.end, End::Bad(_));
        let witness = settings.witness.as_ref().filter(|_| is_bad);
        let forms = [(settings.vcd.as_ref(), Form::Waves), (witness, Form::Text)];
        for (name, form) in forms.into_iter().filter_map(|(name, form)| Some((name?, form))) {
            let mut written = Vec::new();
            run.write(form, &mut written).map_err(|error| Failure::evidence(error.to_string()))?;
            files::write(name, &written)?;
        }
    }
    let (text, code) = told(settings, &model, &found);
    output::print(&text)?;
    Ok(code)
}

/// The output, and the exit code.
fn told(settings: &Settings, model: &Model, found: &Simulated<Counterexample<'_>>) -> (String, i32) {
    let steps = |count: u64| format!("{} step{}", count, if count == 1 { "" } else { "s" });
    let runs = if found.runs == 1 { String::new() } else { format!(" of {} runs", found.runs) };
    let length = found.run.as_ref().map_or(0, |run| run.depth().transitions() as u64 + 1);
    let end = match (found.end, &found.run) {
        (End::Bad(property), Some(run)) => verdicts::violation(model, property, run, Words::Safety),
        (End::Stuck, _) => format!(
            "no bad state in {}{}; a run is stuck at step {}: no random values were found that lead on",
            steps(found.steps),
            runs,
            length
        ),
        (End::Bad(_) | End::Steps, _) => format!("no bad state in {}{}", steps(found.steps), runs),
    };
    let property = match found.end {
        End::Bad(property) => Some(property),
        End::Steps | End::Stuck => None,
    };
    let mut text = String::new();
    if settings.json.0 {
        let mut json = Json::default();
        json.open('{').key("version").raw(1).key("end").string(&end).key("error").raw(property.is_some());
        json.key("steps").raw(found.steps).key("runs").raw(found.runs);
        if let Some(property) = property {
            json.key("property").string(&property.to_string());
        }
        if let Some(run) = found.run.as_ref().filter(|_| settings.show_trace.is_on()) {
            show::trace_json(run, &mut json);
        }
        json.close('}');
        text = json.finish();
    } else {
        if property.is_some() {
            text.push_str("unsafe\n");
        }
        text.push_str(&format!("{}\n", end));
        if let Some(run) = found.run.as_ref().filter(|_| settings.show_trace.is_on()) {
            match property {
                Some(property) => text.push_str(&show::counterexample(settings, model, property, run)),
                None => text.push_str(&run.text()),
            }
        }
    }
    (text, if property.is_some() { UNSAFE } else { 0 })
}
