//! The way back of a counterexample: a run of the memories, or the cell that has to be looked at.

use super::memories::{Array, ArrayId, Memories, ReadId, Variable, Watch};
use super::record::Record;
use super::{Spurious, Watched};
use crate::base::{Budget, HashMap, Limit};
use crate::model::system::{Step, Trace};
use crate::solver::term::{Model, TermId, Value};

/// Steps between the end of a record and the bad step that are tried.
const AFTER_RECORD: usize = 4;

/// The contents of a memory during a run: cells that were not written are found when they are read.
#[derive(Clone)]
struct Found {
    base: Base,
    written: HashMap<Value, Value>,
}

#[derive(Clone)]
enum Base {
    All(Value),
    /// One of the contents that the system leaves open.
    Open(usize),
}

/// A walk along a trace with the contents of the memories.
struct Walk<'a> {
    memories: &'a Memories,
    watched: &'a Watched,
    trace: &'a Trace,
    /// The contents that the system leaves open, as far as they are known.
    open: Vec<HashMap<Value, Value>>,
    /// By step and memory.
    contents: Vec<Vec<Found>>,
    /// Reads whose value is not what the memory contains, with that.
    wrong: Vec<(usize, ReadId, Value)>,
}

impl Watched {
    /// The trace of the system with memories that one of this system is, or the cell that should be looked at.
    ///
    /// # Errors
    ///
    /// A limit of the budget that was reached.
    ///
    /// # Panics
    ///
    /// If the trace is none of this system.
    pub fn run(
        &self,
        memories: &Memories,
        trace: &Trace,
        budget: &Budget,
    ) -> Result<Result<Trace, Spurious>, Limit> {
        let mut walk = Walk {
            memories,
            watched: self,
            trace,
            open: Vec::new(),
            contents: Vec::new(),
            wrong: Vec::new(),
        };
        for step in 0..trace.steps.len() {
            budget.poll()?;
            walk.step(step);
        }
        if walk.wrong.is_empty() {
            return walk.finish(budget).map(Ok);
        }
        let last = trace.steps.len() - 1;
        for (step, read, value) in walk.wrong.iter().rev() {
            budget.poll()?;
            if self.matters(memories, trace, *step, *read, value) {
                return Ok(Err(Spurious { watch: self.watch(memories, trace, *step, *read) }));
            }
        }
        let (step, read, _) = walk.wrong[walk.wrong.len() - 1];
        Ok(Err(Spurious { watch: Watch { read, kept: None, delay: last - step } }))
    }

    /// The cell of a read in a step: told by a record if that keeps the index until the end, or almost.
    fn watch(&self, memories: &Memories, trace: &Trace, step: usize, read: ReadId) -> Watch {
        let last = trace.steps.len() - 1;
        let record = Record::new(memories, read);
        // By state of the record: the step in which its value was read.
        let mut from: HashMap<usize, usize> = HashMap::default();
        let mut kept = None;
        for (number, values) in trace.steps.iter().enumerate() {
            let delay = last - number;
            if delay <= AFTER_RECORD && number > step {
                let state = record.states.iter().find(|state| from.get(state) == Some(&step));
                kept = state.map(|&state| (state, delay)).or(kept);
            }
            from = record.follow(memories, &self.model(memories, values), number, &from);
        }
        match kept {
            Some((state, delay)) => Watch { read, kept: Some(state), delay },
            None => Watch { read, kept: None, delay: last - step },
        }
    }

    /// The values of the words of a step, with those that are read.
    fn model(&self, memories: &Memories, step: &Step) -> Model {
        let system = &self.system;
        let mut model = Model::new();
        model.set_all(system.terms(), system.states().iter().map(|s| s.current), &step.states);
        model.set_all(system.terms(), system.inputs().iter().copied(), &step.inputs);
        let values: Vec<TermId> = self.reads.iter().map(|read| read.1).collect();
        let values = model.evaluate_all(system.terms(), &values);
        model.set_all(system.terms(), memories.reads().iter().map(|read| read.value), &values);
        model
    }

    /// Whether the run is not bad any more, or violates a constraint, if one read gives another value. All other reads
    /// keep theirs.
    fn matters(&self, memories: &Memories, trace: &Trace, from: usize, read: ReadId, value: &Value) -> bool {
        let words = memories.words();
        let terms = words.terms();
        let mut states: Vec<Value> = Vec::new();
        for (number, step) in trace.steps.iter().enumerate().skip(from) {
            let mut model = self.model(memories, step);
            if number == from {
                let changed = memories.reads()[read.index()].value;
                model.set_all(terms, [changed], std::slice::from_ref(value));
            } else {
                model.set_all(terms, words.states().iter().map(|s| s.current), &states);
            }
            if !model.evaluate(terms, words.constraint()).is_true() {
                return true;
            }
            let after = trace.steps.get(number + 1);
            let next = self.next.iter().enumerate().map(|(state, function)| match (function, after) {
                (Some(function), _) => model.evaluate(&self.terms, *function),
                (None, Some(after)) => after.states[state].clone(),
                (None, None) => step.states[state].clone(),
            });
            states = next.collect();
            if after.is_none() {
                return !words.bad(self.property).map_or(false, |bad| model.evaluate(terms, bad).is_true());
            }
        }
        false
    }
}

impl Walk<'_> {
    fn step(&mut self, number: usize) {
        let step = &self.trace.steps[number];
        let model = self.watched.model(self.memories, step);
        if number == 0 {
            self.contents.push(Vec::new());
            for memory in self.memories.list() {
                let found = match memory.first {
                    Some(first) => self.evaluate(&model, first),
                    None => self.open_contents(),
                };
                self.contents[0].push(found);
            }
        }
        let terms = self.memories.words().terms();
        for (at, read) in self.memories.reads().iter().enumerate() {
            let index = model.evaluate(terms, read.index);
            let value = model.evaluate(terms, read.value);
            let found = &self.contents[number][read.memory.index()];
            let there = match (found.written.get(&index), &found.base) {
                (Some(value), _) | (None, Base::All(value)) => value,
                (None, Base::Open(open)) => self.open[*open].entry(index).or_insert_with(|| value.clone()),
            };
            if *there != value {
                self.wrong.push((number, ReadId::new(at), there.clone()));
            }
        }
        if number + 1 == self.trace.steps.len() {
            return;
        }
        let mut after = Vec::with_capacity(self.memories.list().len());
        for memory in self.memories.list() {
            after.push(match memory.next {
                Some(next) => self.evaluate(&model, next),
                None => self.open_contents(),
            });
        }
        self.contents.push(after);
    }

    /// Contents that the system leaves open.
    fn open_contents(&mut self) -> Found {
        self.open.push(HashMap::default());
        Found { base: Base::Open(self.open.len() - 1), written: HashMap::default() }
    }

    /// The contents that an array stands for, over those of the last step.
    fn evaluate(&self, model: &Model, root: ArrayId) -> Found {
        let (arrays, terms) = (self.memories.arrays(), self.memories.words().terms());
        let mut writes = Vec::new();
        let mut at = root;
        let mut found = loop {
            match arrays.get(at) {
                Array::Memory(memory) => {
                    break self.contents[self.contents.len() - 1][memory.index()].clone()
                }
                Array::All(value) => {
                    let base = Base::All(model.evaluate(terms, value));
                    break Found { base, written: HashMap::default() };
                }
                Array::Write { array, index, value } => {
                    writes.push((model.evaluate(terms, index), model.evaluate(terms, value)));
                    at = array;
                }
                Array::Choice { condition, yes, no } => {
                    at = if model.evaluate(terms, condition).is_true() { yes } else { no };
                }
            }
        };
        found.written.extend(writes.into_iter().rev());
        found
    }

    /// The trace, once all that is read is known.
    fn finish(self, budget: &Budget) -> Result<Trace, Limit> {
        let (words, list) = (self.memories.words(), self.memories.list());
        let mut steps = Vec::with_capacity(self.trace.steps.len());
        for (step, contents) in self.trace.steps.iter().zip(&self.contents) {
            budget.poll()?;
            let mut states = step.states[..words.states().len()].to_vec();
            let mut inputs = step.inputs[..self.memories.plain_inputs()].to_vec();
            // The list is in the order of the places, states first.
            for (memory, found) in list.iter().zip(contents) {
                let default = || Value::default_of(memory.cell);
                let (others, mut cells) = match &found.base {
                    Base::All(value) => (value.clone(), HashMap::default()),
                    Base::Open(open) => (default(), self.open[*open].clone()),
                };
                cells.extend(found.written.iter().map(|(index, value)| (index.clone(), value.clone())));
                let mut cells: Vec<(Value, Value)> = cells.into_iter().collect();
                cells.sort_unstable();
                let terms = words.terms();
                let value = terms.array_value(terms.sort(memory.current), others, cells);
                match memory.variable {
                    Variable::State(place) => states.insert(place, value),
                    Variable::Input(place) => inputs.insert(place, value),
                }
            }
            steps.push(Step { states, inputs });
        }
        Ok(Trace { property: self.watched.property, steps })
    }
}
