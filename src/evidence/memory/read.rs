//! BTOR2 witnesses of systems with memories.

use super::run::{evaluate, index_of};
use crate::base::HashMap;
use crate::evidence::pieces::read_pieces;
use crate::evidence::system::{read_frames, PartialStep};
use crate::input::btor2::MemoryFile;
use crate::input::ParseError;
use crate::model::memory::{Contents, MemoryRun, MemorySystem};
use crate::model::system::functional::{FirstValues, NextValues};
use crate::model::system::Step;
use crate::solver::term::{Model, TermId, Terms, Value};

/// Reads BTOR2 witnesses, one after the other, one run a property that they name. Words and cells that it does not list
/// are 0 where the file leaves them open, and follow from the file elsewhere. [`check_run`](super::check_run) tells
/// whether these are runs.
///
/// # Errors
///
/// The first thing that is wrong, with line and column.
pub fn read_witness(bytes: &[u8], file: &MemoryFile) -> Result<Vec<MemoryRun>, ParseError> {
    let begins =
        |line: &[u8]| line.split(|b| b.is_ascii_whitespace()).find(|w| !w.is_empty()) == Some(b"sat");
    read_pieces(bytes, begins, |piece| read_one(piece, file))
}

fn read_one(bytes: &[u8], file: &MemoryFile) -> Result<Vec<MemoryRun>, ParseError> {
    let system = &file.system;
    let lines = (&file.states[..], &file.inputs[..]);
    let (witness, given) = read_frames(bytes, system.words(), lines, system.memories())?;
    let unknown = |memory: usize| Contents {
        others: Value::default_of(system.memories()[memory].cell),
        cells: Default::default(),
    };
    let is_open = |frame: usize, memory: usize| {
        let memory = &system.memories()[memory];
        if frame == 0 { memory.first } else { memory.next }.is_none()
    };
    let count = system.memories().len();
    let of_frame = |frame| (0..count).map(move |m| is_open(frame, m).then(|| unknown(m))).collect();
    let mut open: Vec<Vec<Option<Contents>>> = (0..witness.steps.len()).map(of_frame).collect();
    for cell in given {
        // A cell of a memory that follows from the file has to be as the witness says; but that is not asked.
        let contents = open.get_mut(cell.frame).and_then(|open| open.get_mut(cell.memory.index())?.as_mut());
        match (contents, cell.index) {
            (Some(contents), Some(index)) => drop(contents.cells.insert(index, cell.value)),
            (Some(contents), None) => contents.others = cell.value,
            (None, _) => {}
        }
    }
    let steps = complete(system, &witness.steps, &open);
    let of = |&property| MemoryRun { property, steps: steps.clone(), open: open.clone() };
    Ok(witness.properties.iter().map(of).collect())
}

/// The steps, with the states that follow from the file.
fn complete(memories: &MemorySystem, given: &[PartialStep], open: &[Vec<Option<Contents>>]) -> Vec<Step> {
    let words = memories.words();
    let mut terms = words.terms().clone();
    let first = FirstValues::of(words, &mut terms);
    let functions = first_functions(memories, &first, &mut terms);
    let next = NextValues::of(words, &mut terms);
    let mut steps = Vec::with_capacity(given.len());
    let mut contents: Vec<Contents> = Vec::new();
    let mut before: Option<Model> = None;
    for (step, open) in given.iter().zip(open) {
        let mut model = Model::new();
        let inputs: Vec<Value> = (words.inputs().iter().zip(&step.inputs))
            .take(memories.plain_inputs())
            .map(|(&input, value)| value.clone().unwrap_or_else(|| Value::default_of(terms.sort(input))))
            .collect();
        model.set_all(&terms, words.inputs().iter().copied(), &inputs);
        let mut states = Vec::with_capacity(words.states().len());
        // A first value reads states that stand before its own.
        for (place, (state, value)) in words.states().iter().zip(&step.states).enumerate() {
            let function = match &before {
                Some(_) => next.functions[place],
                None => first.constants[place].or_else(|| functions.get(&place).copied()),
            };
            let value = match (value, function) {
                (Some(value), _) => value.clone(),
                (None, Some(function)) => before.as_ref().unwrap_or(&model).evaluate(&terms, function),
                (None, None) => Value::default_of(terms.sort(state.current)),
            };
            model.set_all(&terms, [state.current], std::slice::from_ref(&value));
            states.push(value);
        }
        let old = std::mem::take(&mut contents);
        for (memory, open) in memories.memories().iter().zip(open) {
            let known = match (&before, memory.next, memory.first) {
                (Some(before), Some(next), _) => evaluate(memories, before, &old, next),
                (None, _, Some(first)) => evaluate(memories, &model, &contents, first),
                (Some(_), None, _) | (None, _, None) => open.clone(),
            };
            let others = Value::default_of(memory.cell);
            contents.push(known.unwrap_or(Contents { others, cells: Default::default() }));
        }
        for read in memories.reads() {
            let index = index_of(&model, memories, read.index);
            let value = contents[read.memory.index()].get(&index).clone();
            model.set_all(&terms, [read.value], &[value]);
        }
        steps.push(Step { states, inputs });
        before = Some(model);
    }
    steps
}

/// By place of a state: a term that its first value equals. Of two equal states each has the other one.
fn first_functions(
    memories: &MemorySystem,
    first: &FirstValues,
    terms: &mut Terms,
) -> HashMap<usize, TermId> {
    let states = memories.words().states();
    let places: HashMap<TermId, usize> = states.iter().enumerate().map(|(i, s)| (s.current, i)).collect();
    let mut functions = HashMap::default();
    for (_, place, value) in first.functions(memories.words(), terms) {
        functions.insert(place, value);
        let (twin, negated) = terms.split_not(value);
        if let Some(&twin) = places.get(&twin) {
            let own = states[place].current;
            let own = if negated { terms.not(own) } else { own };
            functions.entry(twin).or_insert(own);
        }
    }
    functions
}
