//! Runs of systems as waves.

use super::liveness::{lasso_start, second_round};
use super::replay::{fits, values};
use crate::evidence::{CheckError, Malformed, Waves};
use crate::input::SystemFile;
use crate::model::system::{Step, System, Trace};
use crate::model::PropertyId;
use crate::solver::term::{Sort, TermId, Value};
use crate::theories::bv::Bits;

/// The values of state variables and inputs in each step of a trace. Numbers have no place in waves and are left out.
///
/// # Errors
///
/// [`CheckError::Malformed`] if the trace does not fit the system.
pub fn waves(system: &System, trace: &Trace) -> Result<Waves, CheckError> {
    if !system.has(trace.property) {
        let (property, count) = (trace.property, system.property_ids().count());
        return Err(Malformed::NoSuchProperty { property, count }.into());
    }
    of_variables(system, trace)
}

fn of_variables(system: &System, trace: &Trace) -> Result<Waves, CheckError> {
    fits(system, trace)?;
    let variables = system.states().iter().map(|s| s.current).chain(system.inputs().iter().copied());
    let signals = variables.filter_map(|t| Some((system.name(t).to_string(), width(system, t)?))).collect();
    let step = |values: &Step| values.states.iter().chain(&values.inputs).filter_map(bits).collect();
    Ok(Waves { signals, steps: trace.steps.iter().map(step).collect() })
}

/// The signals of a design in each step of a trace: state variables, inputs, the words of a BTOR2 file that have names,
/// and bad states. Bits that are a word's by their names are joined.
///
/// The loop of a lasso is run through twice. The word `loop` is 0 in the stem, 1 in the first round, 2 in the second.
///
/// # Errors
///
/// As for [`waves`]; but any run is taken, also of a system without properties.
pub fn design_waves(file: &SystemFile, trace: &Trace) -> Result<Waves, CheckError> {
    let system = file.system();
    let (end, start) = (trace.steps.len(), lasso_start(system, trace).ok());
    let mut shown = trace.clone();
    if let Some(start) = start {
        shown.steps.extend(second_round(system, trace, start)?);
    }
    let mut all = of_variables(system, &shown)?.with_words();
    let named = file.btor2().map_or(Vec::new(), |file| file.named.clone());
    let bads = system.properties().iter().enumerate().map(|(i, property)| match property.name.as_str() {
        "" => (PropertyId::new(i).to_string(), property.bad),
        name => (name.to_string(), property.bad),
    });
    for kind in [named, bads.collect()] {
        let signals = kind.iter().filter_map(|(name, t)| Some((name.clone(), width(system, *t)?))).collect();
        let terms: Vec<TermId> = kind.iter().map(|&(_, t)| t).collect();
        let values = |step: &Step| {
            let model = values(system, step, None);
            model.evaluate_all(system.terms(), &terms).iter().filter_map(bits).collect()
        };
        let steps = shown.steps.iter().map(values).collect();
        all.add(&Waves { signals, steps }.with_words());
    }
    if let Some(start) = start {
        all.add_rounds(start, end);
    }
    Ok(all)
}

/// The outputs of a design that are no variables themselves, each with the text of its value in each step.
pub fn outputs(file: &SystemFile, trace: &Trace) -> Vec<(String, Vec<String>)> {
    let (system, file) = match file {
        SystemFile::Btor2(file) => (&file.system, file),
        SystemFile::Vmt(_) => return Vec::new(),
    };
    let is_variable =
        |t: &TermId| system.inputs().contains(t) || system.states().iter().any(|s| s.current == *t);
    let all = file.outputs.iter().filter_map(|&at| file.named.get(at));
    let (names, words): (Vec<String>, Vec<TermId>) = all.filter(|(_, t)| !is_variable(t)).cloned().unzip();
    let terms = system.terms();
    let texts = |step: &Step| -> Vec<String> {
        let found = values(system, step, None).evaluate_all(terms, &words);
        found.iter().zip(&words).map(|(value, &t)| terms.value_text(value, terms.sort(t))).collect()
    };
    let by_step: Vec<Vec<String>> = trace.steps.iter().map(texts).collect();
    let of = |at: usize| by_step.iter().map(|texts| texts[at].clone()).collect();
    names.into_iter().enumerate().map(|(at, name)| (name, of(at))).collect()
}

/// The bits of a term; `None` if it is a number.
fn width(system: &System, t: TermId) -> Option<u32> {
    match system.terms().sort(t) {
        Sort::BitVec(width) => Some(width),
        Sort::Bool => Some(1),
        _ => None,
    }
}

fn bits(value: &Value) -> Option<Bits> {
    match value {
        Value::Bits(bits) => Some(bits.clone()),
        Value::Bool(bit) => Some(Bits::new(*bit as u64, 1)),
        _ => None,
    }
}
