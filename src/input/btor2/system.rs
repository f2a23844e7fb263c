//! From the lines of a file to a system.

use super::read::{Kind, Node, Reader, State};
use super::{Btor2File, Place, Variable};
use crate::input::ParseError;
use crate::model::system::{Role, System};
use crate::solver::term::{Op, TermId, Terms};

impl Reader<'_> {
    /// Makes the system of all lines.
    pub fn finish(self, bytes: &[u8]) -> Result<Btor2File, ParseError> {
        let Reader { mut terms, states, inputs, constraints, bads, places, named, .. } = self;
        let Reader { justice, fairness, outputs, budget, .. } = self;
        let nexts = next_values(&mut terms, &states);
        let mut system = System::new(terms);
        let inputs: Vec<Variable> = inputs
            .into_iter()
            .map(|(number, node, symbol)| {
                let places = node.terms.iter().map(|&t| add_input(&mut system, t)).collect();
                variable(number, &node, places, symbol)
            })
            .collect();
        let mut lines = Vec::with_capacity(states.len());
        for (state, next) in states.iter().zip(&nexts) {
            let cells = state.node.terms.iter();
            let places = match next {
                None => cells.map(|&t| add_input(&mut system, t)).collect(),
                Some(nexts) => cells.zip(nexts).map(|(&t, &next)| add_state(&mut system, t, next)).collect(),
            };
            lines.push(variable(state.number, &state.node, places, state.symbol.clone()));
        }
        set_init(&mut system, &states, &mut lines, bytes)?;
        set_trans(&mut system, &states, &nexts, &mut lines);
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
        let text = bytes.into();
        Ok(Btor2File { system, states: lines, inputs, places, named, outputs, text })
    }
}

/// By state: the constants for the next values of its cells; `None` if it becomes an input.
fn next_values(terms: &mut Terms, states: &[State]) -> Vec<Option<Vec<TermId>>> {
    let inits = states.iter().filter_map(|state| state.init.as_ref());
    let values: Vec<TermId> = inits.flat_map(|(values, _)| values.iter().copied()).collect();
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
fn set_init(
    system: &mut System,
    states: &[State],
    lines: &mut [Variable],
    bytes: &[u8],
) -> Result<(), ParseError> {
    for (state, line) in states.iter().zip(lines.iter_mut()) {
        line.init = state.init.as_ref().map(|(values, _)| equations(system, &state.node.terms, values));
    }
    let all: Vec<TermId> = lines.iter().filter_map(|line| line.init).collect();
    let init = system.terms_mut().and(&all);
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
fn set_trans(system: &mut System, states: &[State], nexts: &[Option<Vec<TermId>>], lines: &mut [Variable]) {
    for ((state, nexts), line) in states.iter().zip(nexts).zip(lines.iter_mut()) {
        line.next = match (nexts, &state.next) {
            (Some(nexts), Some(values)) => Some(equations(system, nexts, values)),
            (None, _) | (_, None) => None,
        };
    }
    let all: Vec<TermId> = lines.iter().filter_map(|line| line.next).collect();
    let trans = system.terms_mut().and(&all);
    system.set_trans(trans);
}

/// The formula that all of these cells have these values.
fn equations(system: &mut System, cells: &[TermId], values: &[TermId]) -> TermId {
    let terms = system.terms_mut();
    let all: Vec<TermId> = cells.iter().zip(values).map(|(&cell, &value)| terms.eq(cell, value)).collect();
    terms.and(&all)
}

fn variable(number: u64, node: &Node, places: Vec<Place>, symbol: String) -> Variable {
    let index_width = match node.kind {
        Kind::Word(_) => None,
        Kind::Array { index, .. } => Some(index),
    };
    Variable { places, index_width, init: None, next: None, number, symbol }
}

fn add_input(system: &mut System, t: TermId) -> Place {
    system.add_input(t);
    Place::Input(system.inputs().len() - 1)
}

fn add_state(system: &mut System, current: TermId, next: TermId) -> Place {
    system.add_state(current, next);
    Place::State(system.states().len() - 1)
}
