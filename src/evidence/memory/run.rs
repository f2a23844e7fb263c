//! The checker of runs: evaluation, no solver.

use crate::base::Budget;
use crate::evidence::{CheckError, Condition, Malformed};
use crate::model::memory::{Array, ArrayId, Contents, MemoryRun, MemorySystem};
use crate::model::system::Step;
use crate::solver::term::{Model, Sort, TermId, Value};
use crate::theories::bv::Bits;

/// Checks by evaluation that a run begins in an initial state, goes on step by step, satisfies the constraint in all
/// steps, and is bad in the last one.
///
/// # Errors
///
/// See [`CheckError`]; only a limit of the budget leaves the question open.
pub fn check_run(memories: &MemorySystem, run: &MemoryRun, budget: &Budget) -> Result<(), CheckError> {
    let words = memories.words();
    let count = words.properties().len();
    let property = run.property;
    let bad = words.bad(property).ok_or(Malformed::NoSuchProperty { property, count })?;
    if run.steps.is_empty() {
        return Err(Malformed::NoSteps.into());
    }
    let terms = words.terms();
    let mut contents: Vec<Contents> = Vec::new();
    // The model of the step before.
    let mut before: Option<Model> = None;
    for (number, step) in run.steps.iter().enumerate() {
        budget.poll()?;
        fits(memories, run, number, step)?;
        let mut model = Model::new();
        model.set_all(terms, words.states().iter().map(|s| s.current), &step.states);
        model.set_all(terms, words.inputs().iter().copied(), &step.inputs);
        if let Some(before) = &mut before {
            before.set_all(terms, words.states().iter().map(|s| s.next), &step.states);
            if !before.evaluate(terms, words.trans()).is_true() {
                return Err(Condition::Transition { step: number - 1 }.into());
            }
        } else if !model.evaluate(terms, words.init()).is_true() {
            return Err(Condition::InitialState.into());
        }
        // What memories contain now follows from what they contained before, except that the first contents follow from
        // those of memories that stand before.
        let old = std::mem::take(&mut contents);
        for (id, memory) in memories.memories().iter().enumerate() {
            let open = run.open[number][id].as_ref();
            let given = match (&before, memory.next, memory.first) {
                (Some(before), Some(next), _) => Some(evaluate(memories, before, &old, next)),
                (None, _, Some(first)) => Some(evaluate(memories, &model, &contents, first)),
                (Some(_), None, _) | (None, _, None) => None,
            };
            let malformed = || Malformed::Value { step: number, name: memory.name.clone() };
            contents.push(match (given, open) {
                (Some(Some(given)), None) => given,
                (None, Some(open)) => open.clone(),
                (Some(None), _) | (Some(_), Some(_)) | (None, None) => return Err(malformed().into()),
            });
        }
        for read in memories.reads() {
            let index = index_of(&model, memories, read.index);
            let value = contents[read.memory.index()].get(&index).clone();
            model.set_all(terms, [read.value], &[value]);
        }
        if !model.evaluate(terms, words.constraint()).is_true() {
            return Err(Condition::Constraint { step: number }.into());
        }
        if number + 1 == run.steps.len() && !model.evaluate(terms, bad).is_true() {
            return Err(Condition::LastStepBad.into());
        }
        before = Some(model);
    }
    Ok(())
}

/// Whether a step has one value for each word, and contents for each memory, of the right sorts.
fn fits(memories: &MemorySystem, run: &MemoryRun, number: usize, step: &Step) -> Result<(), Malformed> {
    let words = memories.words();
    let (expected, found) = (words.states().len(), step.states.len());
    if expected != found {
        return Err(Malformed::StateLength { step: number, expected, found });
    }
    let (expected, found) = (memories.plain_inputs(), step.inputs.len());
    if expected != found {
        return Err(Malformed::InputLength { step: number, expected, found });
    }
    let states = words.states().iter().map(|s| s.current).zip(&step.states);
    for (variable, value) in states.chain(words.inputs().iter().copied().zip(&step.inputs)) {
        if !value.is_of(words.terms().sort(variable)) {
            return Err(Malformed::Value { step: number, name: words.name(variable).to_string() });
        }
    }
    let open = run.open.get(number).map_or(&[][..], Vec::as_slice);
    let (expected, found) = (memories.memories().len(), open.len());
    if expected != found {
        return Err(Malformed::StateLength { step: number, expected, found });
    }
    for (memory, contents) in memories.memories().iter().zip(open) {
        let is_cell =
            |(index, value): (&Bits, &Value)| index.width() == memory.index && value.is_of(memory.cell);
        let fits = contents.as_ref().map_or(true, |contents| {
            contents.others.is_of(memory.cell) && contents.cells.iter().all(is_cell)
        });
        if !fits {
            return Err(Malformed::Value { step: number, name: memory.name.clone() });
        }
    }
    Ok(())
}

/// The contents that an array stands for; `None` if it is made of a memory whose contents are not known yet.
pub(super) fn evaluate(
    memories: &MemorySystem,
    model: &Model,
    known: &[Contents],
    root: ArrayId,
) -> Option<Contents> {
    let terms = memories.words().terms();
    let mut writes = Vec::new();
    let mut at = root;
    let mut contents = loop {
        match memories.arrays().get(at) {
            Array::Memory(memory) => break known.get(memory.index())?.clone(),
            Array::All(value) => {
                break Contents { others: model.evaluate(terms, value), cells: Default::default() }
            }
            Array::Write { array, index, value } => {
                writes.push((index_of(model, memories, index), model.evaluate(terms, value)));
                at = array;
            }
            Array::Choice { condition, yes, no } => {
                at = if model.evaluate(terms, condition).is_true() { yes } else { no };
            }
        }
    };
    // The innermost write came first.
    contents.cells.extend(writes.into_iter().rev());
    Some(contents)
}

pub(super) fn index_of(model: &Model, memories: &MemorySystem, index: TermId) -> Bits {
    let terms = memories.words().terms();
    match (model.evaluate(terms, index), terms.sort(index)) {
        (Value::Bits(bits), Sort::BitVec(_)) => bits,
        (other, _) => Bits::new(u64::from(other.is_true()), 1),
    }
}
