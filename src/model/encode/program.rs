//! A control-flow automaton as a system with a program counter (Cimatti and Griggio, CAV 2012, §2).
//!
//! The location is a number in binary, one Boolean state variable a bit. The program is then one command: a tree of
//! choices by the bits. At its leaves are the edges that leave a location, and each edge sets the bits of its target.
//! The effect of this command gives each next value as a function of the state and inputs, and a step is possible where
//! its guard holds. A location that no edge leaves has no step.

use crate::base::{Booking, Budget, HashMap, Limit};
use crate::model::cfa::{self, Cfa, LocId, Path};
use crate::model::gcl::{Assignment, Command, CommandId};
use crate::model::system::{self, StateVar, System, Trace};
use crate::solver::term::{Model, Sort, Substitution, TermId, Value};

/// The system of an automaton, and the way back.
#[derive(Clone, Debug)]
pub struct ProgramSystem {
    /// Its first state variables are those of the program, in their order; its property is the error location.
    pub system: System,
    /// The bits of the program counter, lowest first.
    counter: Vec<StateVar>,
    /// The bytes of the system's terms.
    booking: Booking,
}

/// The system whose runs are those of the automaton.
pub fn to_system(cfa: &Cfa) -> ProgramSystem {
    match to_system_within(cfa, &Budget::unlimited()) {
        Ok(encoded) => encoded,
        Err(limit) => unreachable!("{} without a limit", limit),
    }
}

/// The system of an automaton, like [`to_system`], within a budget: the terms of a large automaton are many.
///
/// # Errors
///
/// The limit that was reached.
pub fn to_system_within(cfa: &Cfa, budget: &Budget) -> Result<ProgramSystem, Limit> {
    // The terms of the automaton are copied twice, and grow in the copies.
    budget.allows_memory(2 * cfa.terms().bytes() as u64)?;
    let mut booking = Booking::default();
    booking.move_to(budget.clone());
    let mut cfa = cfa.clone();
    booking.set(cfa.terms().bytes() as u64);
    let count = cfa.location_count();
    let width = (0..).find(|&bits| 1usize << bits >= count).unwrap_or(0);
    let variables = cfa.variables().to_vec();
    let bits: Vec<TermId> =
        (0..width).map(|bit| cfa.terms_mut().declare(&format!("pc.{}", bit), Sort::Bool)).collect();
    let program = program(&mut cfa, &bits);
    let (commands, terms) = cfa.parts_mut();
    let effect = commands.effect_within(terms, program, budget)?;
    let inputs = commands.inputs(program);

    let mut system = System::new(cfa.terms().clone());
    for &variable in variables.iter().chain(&bits) {
        let next = format!("{}.next", cfa.name(variable));
        let sort = system.terms().sort(variable);
        let next = system.terms_mut().declare(&next, sort);
        system.add_state(variable, next);
    }
    for &input in inputs.iter().chain(&effect.choices) {
        system.add_input(input);
    }
    let new: HashMap<TermId, TermId> = effect.values.iter().map(|a| (a.variable, a.value)).collect();
    let mut trans = vec![effect.guard];
    for state in system.states().to_vec() {
        let value = new.get(&state.current).copied().unwrap_or(state.current);
        trans.push(system.terms_mut().eq(state.next, value));
    }
    let trans = system.terms_mut().and(&trans);
    system.set_trans(trans);
    let counter = system.states()[variables.len()..].to_vec();
    let mut encoded = ProgramSystem { system, counter, booking };
    let init = encoded.is_at(cfa.initial());
    encoded.system.set_init(init);
    let bad = encoded.is_at(cfa.error());
    encoded.system.add_property("error", bad);
    encoded.booking.set(encoded.system.terms().bytes() as u64);
    Ok(encoded)
}

/// The command of all edges: a tree of choices by the bits of the location.
fn program(cfa: &mut Cfa, bits: &[TermId]) -> CommandId {
    let mut level: Vec<CommandId> = Vec::new();
    for location in 0..1usize << bits.len() {
        let mut ways = Vec::new();
        if location < cfa.location_count() {
            for edge in cfa.leaving(LocId::new(location)).to_vec() {
                let edge = cfa.edge(edge);
                let code = |(bit, &variable): (usize, &TermId)| {
                    let value = cfa.terms().bool(edge.target.index() >> bit & 1 == 1);
                    Assignment { variable, value }
                };
                let list = bits.iter().enumerate().map(code).collect();
                let arrive = cfa.commands_mut().add(Command::Assign(list));
                ways.push(cfa.commands_mut().sequence(&[edge.command, arrive]));
            }
        }
        level.push(cfa.commands_mut().choice(&ways));
    }
    for &bit in bits {
        let not_bit = cfa.terms_mut().not(bit);
        let commands = cfa.commands_mut();
        let halves = level.chunks(2).map(|pair| {
            let (on, off) = (commands.assume(bit), commands.assume(not_bit));
            let (on, off) = (commands.sequence(&[on, pair[1]]), commands.sequence(&[off, pair[0]]));
            commands.add(Command::Choice(vec![on, off]))
        });
        level = halves.collect();
    }
    level[0]
}

impl ProgramSystem {
    /// The formula that the program counter is at a location.
    fn is_at(&mut self, location: LocId) -> TermId {
        let terms = self.system.terms_mut();
        let bits: Vec<TermId> = (self.counter.iter().enumerate())
            .map(
                |(bit, state)| {
                    if location.index() >> bit & 1 == 1 {
                        state.current
                    } else {
                        terms.not(state.current)
                    }
                },
            )
            .collect();
        terms.and(&bits)
    }

    /// An invariant of the system, by location.
    pub fn invariant(&self, cfa: &Cfa, invariant: &system::Invariant) -> cfa::InvariantMap {
        let mut terms = invariant.terms.clone();
        let at = |location: LocId| {
            let mut here = Substitution::new();
            for (bit, state) in self.counter.iter().enumerate() {
                here.insert(state.current, terms.bool(location.index() >> bit & 1 == 1));
            }
            let parts: Vec<TermId> =
                invariant.formulas.iter().map(|&formula| here.apply(&mut terms, formula)).collect();
            terms.and(&parts)
        };
        let formulas = cfa.locations().map(at).collect();
        cfa::InvariantMap { terms, formulas, bound: invariant.bound.clone() }
    }

    /// A trace of the system as a path of the automaton, by running the edges that may be meant. `None` if there is no
    /// such path, which is a defect, or if it is not found among very many ways.
    pub fn path(&self, cfa: &Cfa, trace: &Trace) -> Option<Path> {
        let count = cfa.variables().len();
        let start = trace.steps.first()?.states.get(..count)?.to_vec();
        let mut steps = Vec::with_capacity(trace.steps.len() - 1);
        for (now, next) in trace.steps.iter().zip(trace.steps.iter().skip(1)) {
            let (from, to) = (self.location(&now.states)?, self.location(&next.states)?);
            let mut model = Model::new();
            let terms = self.system.terms();
            model.set_all(terms, cfa.variables().iter().copied(), &now.states);
            model.set_all(terms, self.system.inputs().iter().copied(), &now.inputs);
            let mut leaving = cfa.leaving(from).iter().filter(|&&edge| cfa.edge(edge).target == to);
            let step = leaving.find_map(|&edge| cfa.find_step(edge, &model, next.states.get(..count)?));
            steps.push(step?);
        }
        Some(Path { start, steps })
    }

    /// The location of a state.
    fn location(&self, state: &[Value]) -> Option<LocId> {
        let bits = state.get(self.system.states().len() - self.counter.len()..)?;
        let code = bits.iter().enumerate().map(|(bit, value)| (value.is_true() as usize) << bit).sum();
        Some(LocId::new(code))
    }
}
