//! From the lines of a file to a system.

use super::read::{Kind, Node, Reader, State, Wide};
use super::{Btor2File, MemoryFile, Place, Variable};
use crate::input::ParseError;
use crate::model::memory::{Array, ArrayId, Arrays, Memory, MemoryId, MemorySystem};
use crate::model::system::{Role, System};
use crate::solver::term::{Op, TermId, Terms};

impl Reader<'_> {
    /// Makes the system of all lines. There are no memories that are not split.
    pub fn finish(mut self, bytes: &[u8]) -> Result<Btor2File, ParseError> {
        self.wide = None;
        self.system(bytes).map(|(file, _)| file)
    }

    /// Makes the system of all lines, and memories.
    pub fn finish_memories(self, bytes: &[u8]) -> Result<MemoryFile, ParseError> {
        let (file, wide) = self.system(bytes)?;
        let Btor2File { system: words, states, inputs, places, .. } = file;
        let Wide { memories, arrays, reads, .. } = wide.unwrap_or_default();
        if !(memories.is_empty() || words.justice().is_empty() && words.fairness().is_empty()) {
            let message =
                "justice properties beside memories with more than 10 index bits are not supported; use a \
                           smaller memory";
            return Err(ParseError::in_text(bytes, bytes.len(), message));
        }
        let system = MemorySystem { words, memories, arrays, reads };
        let read = |memory: &Memory| {
            let terms = memory.first.map_or(Vec::new(), |first| array_terms(&system.arrays, first));
            terms.into_iter().any(|t| system.words.foreign_symbol(t, Role::Init).is_some())
        };
        if let Some(memory) = system.memories.iter().find(|memory| read(memory)) {
            let message = format!(
                "the first contents of `{}` depend on an input or a cell; make it a state",
                memory.name
            );
            return Err(ParseError::in_text(bytes, bytes.len(), message));
        }
        Ok(MemoryFile { system, states, inputs, places })
    }

    fn system(self, bytes: &[u8]) -> Result<(Btor2File, Option<Wide>), ParseError> {
        let Reader { mut terms, states, inputs, constraints, bads, places, named, .. } = self;
        let Reader { justice, fairness, budget, wide, .. } = self;
        let nexts = next_values(&mut terms, &states, wide.as_ref());
        let mut system = System::new(terms);
        let inputs: Vec<Variable> = inputs
            .into_iter()
            .map(|(node, memory, symbol)| {
                let places = node.terms.iter().map(|&t| add_input(&mut system, t)).collect();
                variable(&node, memory, places, symbol, (false, false))
            })
            .collect();
        let mut lines = Vec::with_capacity(states.len());
        for (state, next) in states.iter().zip(&nexts) {
            let cells = state.node.terms.iter();
            let places = match next {
                None => cells.map(|&t| add_input(&mut system, t)).collect(),
                Some(nexts) => cells.zip(nexts).map(|(&t, &next)| add_state(&mut system, t, next)).collect(),
            };
            let lines_of_it = (state.init.is_some(), state.next.is_some());
            lines.push(variable(&state.node, state.memory, places, state.symbol.clone(), lines_of_it));
        }
        for read in wide.iter().flat_map(|wide| &wide.reads) {
            system.add_input(read.value);
        }
        set_init(&mut system, &states, bytes)?;
        set_trans(&mut system, &states, &nexts);
        let constraint = system.terms_mut().and(&constraints);
        system.add_constraint(constraint);
        for (symbol, bad) in bads {
            let check = budget.check();
            check.map_err(|limit| {
                ParseError::in_text(bytes, bytes.len(), format!("{} while reading", limit)).of_limit(limit)
            })?;
            system.add_property(&symbol, bad);
        }
        for (symbol, signals) in justice {
            system.add_justice(&symbol, &signals);
        }
        for signal in fairness {
            system.add_fairness(signal);
        }
        Ok((Btor2File { system, states: lines, inputs, places, named }, wide))
    }
}

/// The terms that an array mentions.
fn array_terms(arrays: &Arrays, array: ArrayId) -> Vec<TermId> {
    let mut terms = Vec::new();
    for id in arrays.below(array) {
        match arrays.get(id) {
            Array::Memory(_) => {}
            Array::All(value) => terms.push(value),
            Array::Write { index, value, .. } => terms.extend([index, value]),
            Array::Choice { condition, .. } => terms.push(condition),
        }
    }
    terms
}

/// By state: the constants for the next values of its cells; `None` if it becomes an input.
fn next_values(terms: &mut Terms, states: &[State], wide: Option<&Wide>) -> Vec<Option<Vec<TermId>>> {
    let inits = states.iter().filter_map(|state| state.init.as_ref());
    let mut values: Vec<TermId> = inits.flat_map(|(values, _)| values.iter().copied()).collect();
    if let Some(wide) = wide {
        let firsts = wide.memories.iter().filter_map(|memory| memory.first);
        values.extend(firsts.flat_map(|first| array_terms(&wide.arrays, first)));
    }
    let referred = terms.symbols_in(&values);
    let mut nexts = Vec::with_capacity(states.len());
    for state in states {
        let is_referred = |t: &TermId| match terms.op(*t) {
            Op::Symbol(symbol) => referred.binary_search(&symbol).is_ok(),
            _ => false,
        };
        let cells = &state.node.terms;
        let is_state = state.init.is_some() || state.next.is_some() || cells.iter().any(is_referred);
        nexts.push(is_state.then(|| cells.iter().map(|&cell| next_value(terms, cell)).collect()));
    }
    nexts
}

fn next_value(terms: &mut Terms, cell: TermId) -> TermId {
    let name = match terms.op(cell) {
        Op::Symbol(symbol) => format!("{}.next", terms.name(symbol)),
        _ => String::new(),
    };
    let sort = terms.sort(cell);
    terms.declare(&name, sort)
}

/// Init: the equations of the lines `init`.
fn set_init(system: &mut System, states: &[State], bytes: &[u8]) -> Result<(), ParseError> {
    let mut equations = Vec::new();
    for state in states {
        for (&cell, &value) in state.node.terms.iter().zip(state.init.iter().flat_map(|i| i.0.iter())) {
            equations.push(system.terms_mut().eq(cell, value));
        }
    }
    let init = system.terms_mut().and(&equations);
    if system.foreign_symbol(init, Role::Init).is_none() {
        system.set_init(init);
        return Ok(());
    }
    let depends = |value: &TermId| system.foreign_symbol(*value, Role::Init).is_some();
    let (number, offset) = states
        .iter()
        .filter_map(|state| state.init.as_ref().map(|init| (state.number, init)))
        .find(|(_, init)| init.0.iter().any(depends))
        .map_or((0, 0), |(number, init)| (number, init.1));
    let message = format!("the first value of state {} depends on an input; make it a state", number);
    Err(ParseError::in_text(bytes, offset, message))
}

/// Trans: the equations of the lines `next`.
fn set_trans(system: &mut System, states: &[State], nexts: &[Option<Vec<TermId>>]) {
    let mut equations = Vec::new();
    for (state, nexts) in states.iter().zip(nexts) {
        let values = state.next.iter().flat_map(|values| values.iter());
        for (&next, &value) in nexts.iter().flatten().zip(values) {
            equations.push(system.terms_mut().eq(next, value));
        }
    }
    let trans = system.terms_mut().and(&equations);
    system.set_trans(trans);
}

fn variable(
    node: &Node,
    memory: Option<MemoryId>,
    places: Vec<Place>,
    symbol: String,
    (init, next): (bool, bool),
) -> Variable {
    let index_width = match node.kind {
        Kind::Word(_) => None,
        Kind::Array { index, .. } => Some(index),
    };
    Variable { places, memory, index_width, has_init: init, has_next: next, symbol }
}

fn add_input(system: &mut System, t: TermId) -> Place {
    system.add_input(t);
    Place::Input(system.inputs().len() - 1)
}

fn add_state(system: &mut System, current: TermId, next: TermId) -> Place {
    system.add_state(current, next);
    Place::State(system.states().len() - 1)
}
