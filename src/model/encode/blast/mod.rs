//! A system over Booleans and bit-vectors as a circuit.
//!
//! Each bit of a state variable becomes a latch, each bit of an input an input.
//!
//! * A conjunct `x = t` of Init gives resets: constants, or functions of other latches as long as no latch depends on
//!   itself. If Init says more, a latch *started* is 0 in the first step and 1 in all others, and a constraint demands
//!   the rest of Init of steps in which it is 0.
//! * A conjunct `x' = t` of Trans gives next values. A variable without one gets its next value from an input. If Trans
//!   says more, a latch *obeyed* says that all steps so far have satisfied the rest of Trans, and is a constraint. Thus
//!   Trans is not demanded of the last step, which may be bad without having a successor.
//!
//! The way back is the same for invariants and traces: the latches of a variable are put together to its value. In an
//! invariant of the circuit, *obeyed* is replaced by 1. A state of the system satisfies the lifted invariant if it
//! satisfies the circuit's with *started* replaced by 1, or if it is initial and satisfies the circuit's with *started*
//! replaced by 0.
//!
//! ```
//! use indubit::base::Budget;
//! use indubit::input::vmt;
//! use indubit::model::encode::blast::blast;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = b"(declare-fun x () (_ BitVec 4))
//!              (define-fun .x () (_ BitVec 4) (! x :next y))
//!              (define-fun .i () Bool (! (= x #x0) :init true))
//!              (define-fun .t () Bool (! (= y (bvadd x #x2)) :trans true))
//!              (define-fun .p () Bool (! (distinct x #x3) :invar-property 0))";
//! let blasted = blast(&vmt::read(text, &Budget::unlimited())?, &Budget::unlimited())?;
//! assert_eq!((blasted.circuit.latches().len(), blasted.circuit.inputs().len()), (4, 0));
//! # Ok(())
//! # }
//! ```

mod back;

use super::words::{width, Blaster};
use crate::base::{Booking, Budget, Limit};
use crate::model::circuit::{Circuit, Reset, Signal};
use crate::model::system::functional::{conjuncts, FirstValues, NextValues};
use crate::model::system::System;
use crate::solver::term::{Sort, TermId, Terms};
use crate::theories::bv::blast::Gates;
use std::fmt;

/// The reason why a system was not made a circuit.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotBlasted {
    /// A variable is no truth value and no word, or a part of a formula is none.
    Number {
        /// The variable's name, or the term.
        name: String,
        /// Its sort.
        sort: String,
    },
    /// A limit was reached.
    Limit(Limit),
}

impl fmt::Display for NotBlasted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotBlasted::Number { name, sort } => {
                write!(
                    f,
                    "`{}` is of sort {}, and a circuit knows bits only; choose an engine for systems",
                    name, sort
                )
            }
            NotBlasted::Limit(limit) => limit.fmt(f),
        }
    }
}

impl std::error::Error for NotBlasted {}

impl From<Limit> for NotBlasted {
    fn from(limit: Limit) -> NotBlasted {
        NotBlasted::Limit(limit)
    }
}

/// Bytes of a latch's or input's name, with its signals in the tables of words.
const NAME_BYTES: usize = 72;

/// The most reset functions that are dropped, one by one, because a first value would depend on itself. If the resets
/// still have a cycle after that, all functions are dropped, and constraints demand these conjuncts of Init.
const CYCLES: usize = 16;

/// The meaning of a latch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// A bit of a state variable.
    Bit {
        state: usize,
        bit: u32,
    },
    Started,
    Obeyed,
}

/// A circuit made of a system, with its way back.
#[derive(Clone, Debug)]
pub struct Blasted {
    /// The circuit. Its properties are the system's.
    pub circuit: Circuit,
    /// By state variable: its bits, the lowest first.
    states: Vec<Vec<Signal>>,
    /// By input of the system: its bits, the lowest first.
    inputs: Vec<Vec<Signal>>,
    /// By latch.
    meanings: Vec<Meaning>,
    /// The memory of the circuit.
    booking: Booking,
}

/// Makes a circuit of a system over Booleans and bit-vectors.
///
/// # Errors
///
/// If a variable is a number or a part of a formula is, or a limit of the budget is reached.
pub fn blast(system: &System, budget: &Budget) -> Result<Blasted, NotBlasted> {
    if let Some(number) = system.first_beyond_bits() {
        let terms = system.terms();
        return Err(NotBlasted::Number {
            name: terms.text(number),
            sort: terms.sort_text(terms.sort(number)),
        });
    }
    let mut terms = system.terms().clone();
    let first = FirstValues::of(system, &mut terms);
    let functions = first.functions(system, &mut terms);
    let next = NextValues::of(system, &mut terms);
    let constraints = conjuncts(&terms, system.constraint());
    let formulas = functions.iter().map(|function| function.2).chain(first.rest.iter().copied());
    let formulas = formulas.chain(next.functions.iter().copied().flatten()).chain(next.rest.iter().copied());
    let live = system.justice().iter().flat_map(|justice| &justice.signals).chain(system.fairness());
    let bads = system.properties().iter().map(|property| property.bad).chain(live.copied());
    let formulas: Vec<TermId> = formulas.chain(constraints.iter().copied()).chain(bads).collect();
    let blaster = Blaster::new(&terms, &formulas, budget);
    let mut maker = Maker { system, terms: &terms, blaster, meanings: Vec::new() };
    let mut states = maker.states(&first)?;
    let mut inputs = maker.inputs()?;
    let rest = maker.set_resets(&states, &first, functions)?;
    maker.demand_init(&rest)?;
    maker.set_next(&states, &next)?;
    for constraint in constraints {
        let constraint = maker.blaster.formula(&terms, constraint)?;
        maker.circuit().add_constraint(constraint);
    }
    for property in system.properties() {
        let bad = maker.blaster.formula(&terms, property.bad)?;
        maker.circuit().add_bad(bad);
    }
    for justice in system.justice() {
        let signals: Result<Vec<Signal>, NotBlasted> =
            justice.signals.iter().map(|&signal| Ok(maker.blaster.formula(&terms, signal)?)).collect();
        maker.circuit().add_justice(&signals?);
    }
    for &signal in system.fairness() {
        let signal = maker.blaster.formula(&terms, signal)?;
        maker.circuit().add_fairness(signal);
    }
    let Maker { blaster, meanings, .. } = maker;
    let (made, mut booking) = (blaster.gates.circuit, blaster.gates.booking);
    // Rewriting has bypassed some gates.
    booking.budget().allows_memory(made.bytes() as u64)?;
    let (mut circuit, image) = made.without_unread_gates();
    drop(made);
    states.iter_mut().chain(&mut inputs).flatten().for_each(|bit| *bit = image[bit.node().index()]);
    // Names have a string each.
    let names = (circuit.inputs().len() + circuit.latches().len()) * NAME_BYTES;
    booking.budget().allows_memory(names as u64)?;
    booking.set((circuit.bytes() + names) as u64);
    name(system, &mut circuit, &states, &inputs);
    Ok(Blasted { circuit, states, inputs, meanings, booking })
}

/// A circuit in the making.
struct Maker<'a> {
    system: &'a System,
    terms: &'a Terms,
    blaster: Blaster,
    meanings: Vec<Meaning>,
}

impl Maker<'_> {
    fn circuit(&mut self) -> &mut Circuit {
        &mut self.blaster.gates.circuit
    }

    fn width(&self, variable: TermId) -> Result<usize, NotBlasted> {
        let sort = self.terms.sort(variable);
        let name = || self.system.name(variable).to_string();
        width(sort)
            .ok_or_else(|| NotBlasted::Number { name: name(), sort: self.system.terms().sort_text(sort) })
    }

    /// The latches of the state variables.
    fn states(&mut self, first: &FirstValues) -> Result<Vec<Vec<Signal>>, NotBlasted> {
        let mut all = Vec::with_capacity(self.system.states().len());
        for (index, (state, &value)) in self.system.states().iter().zip(&first.constants).enumerate() {
            let mut bits = Vec::new();
            for bit in 0..self.width(state.current)? {
                self.blaster.gates.check()?;
                let bit = bit as u32;
                let reset = match value {
                    None => Reset::Free,
                    Some(value) => {
                        let is_one = self.terms.bits_of(value).map_or(value == Terms::TRUE, |b| b.bit(bit));
                        if is_one {
                            Reset::One
                        } else {
                            Reset::Zero
                        }
                    }
                };
                bits.push(self.circuit().add_latch(reset));
                self.meanings.push(Meaning::Bit { state: index, bit });
            }
            self.blaster.define(state.current, bits.clone());
            all.push(bits);
        }
        Ok(all)
    }

    fn inputs(&mut self) -> Result<Vec<Vec<Signal>>, NotBlasted> {
        let mut all = Vec::with_capacity(self.system.inputs().len());
        for &input in self.system.inputs() {
            let bits = self.new_inputs(input)?;
            self.blaster.define(input, bits.clone());
            all.push(bits);
        }
        Ok(all)
    }

    fn new_inputs(&mut self, variable: TermId) -> Result<Vec<Signal>, NotBlasted> {
        let width = self.width(variable)?;
        let mut bits = Vec::new();
        for _ in 0..width {
            self.blaster.gates.check()?;
            bits.push(self.circuit().add_input());
        }
        Ok(bits)
    }

    /// Sets the resets of variables with functions, as far as no latch then depends on itself. Returns what is left of
    /// Init.
    fn set_resets(
        &mut self,
        states: &[Vec<Signal>],
        first: &FirstValues,
        mut functions: Vec<(usize, usize, TermId)>,
    ) -> Result<Vec<TermId>, NotBlasted> {
        let mut resets = Vec::with_capacity(functions.len());
        for &(_, state, value) in &functions {
            let bits = self.blaster.word(self.terms, value)?;
            let latches = states[state].iter().copied();
            resets.push(latches.zip(bits.into_iter().map(Reset::Function)).collect::<Vec<_>>());
        }
        for attempt in 0..=CYCLES {
            let all: Vec<(Signal, Reset)> = resets.concat();
            let cycle = match self.circuit().set_resets(&all) {
                Ok(()) => break,
                Err(cycle) => cycle,
            };
            let is_in_cycle = |&(_, state, _): &(usize, usize, TermId)| {
                states[state].iter().any(|&bit| self.blaster.gates.circuit.latch_of(bit) == Some(cycle.latch))
            };
            match functions.iter().position(is_in_cycle).filter(|_| attempt < CYCLES) {
                Some(at) => {
                    functions.remove(at);
                    resets.remove(at);
                }
                None => {
                    functions.clear();
                    break;
                }
            }
        }
        let mut is_left = vec![true; first.rest.len()];
        functions.iter().for_each(|&(at, ..)| is_left[at] = false);
        Ok(first.rest.iter().zip(is_left).filter(|(_, left)| *left).map(|(&formula, _)| formula).collect())
    }

    /// The rest of Init holds in the first step.
    fn demand_init(&mut self, rest: &[TermId]) -> Result<(), NotBlasted> {
        if rest.is_empty() {
            return Ok(());
        }
        let started = self.circuit().add_latch(Reset::Zero);
        self.meanings.push(Meaning::Started);
        self.circuit().set_next(started, Signal::TRUE);
        for &formula in rest {
            let holds = self.blaster.formula(self.terms, formula)?;
            let demanded = self.blaster.gates.or(started, holds);
            self.circuit().add_constraint(demanded);
        }
        Ok(())
    }

    /// The next values, and the latch for the rest of Trans.
    fn set_next(&mut self, states: &[Vec<Signal>], next: &NextValues) -> Result<(), NotBlasted> {
        for (i, (state, latches)) in self.system.states().iter().zip(states).enumerate() {
            let bits = match next.functions[i] {
                Some(function) => self.blaster.word(self.terms, function)?,
                None => self.new_inputs(state.current)?,
            };
            self.blaster.define(state.next, bits.clone());
            for (&latch, &bit) in latches.iter().zip(&bits) {
                self.circuit().set_next(latch, bit);
            }
        }
        if next.rest.is_empty() {
            return Ok(());
        }
        let obeyed = self.circuit().add_latch(Reset::One);
        self.meanings.push(Meaning::Obeyed);
        let mut obeys = vec![obeyed];
        for &formula in &next.rest {
            obeys.push(self.blaster.formula(self.terms, formula)?);
        }
        let obeys = self.blaster.gates.and_all(&obeys);
        self.circuit().set_next(obeyed, obeys);
        self.circuit().add_constraint(obeyed);
        Ok(())
    }
}

/// Names latches and inputs as the variables are named, words with the bit in brackets.
fn name(system: &System, circuit: &mut Circuit, states: &[Vec<Signal>], inputs: &[Vec<Signal>]) {
    let mut names = crate::model::circuit::Symbols {
        inputs: vec![String::new(); circuit.inputs().len()],
        latches: vec![String::new(); circuit.latches().len()],
        bads: system.properties().iter().map(|p| p.name.clone()).collect(),
        constraints: Vec::new(),
        justice: system.justice().iter().map(|j| j.name.clone()).collect(),
        fairness: Vec::new(),
    };
    let of_bit = |variable: TermId, bit: usize| match system.terms().sort(variable) {
        Sort::Bool => system.name(variable).to_string(),
        _ => format!("{}[{}]", system.name(variable), bit),
    };
    for (state, bits) in system.states().iter().zip(states) {
        for (i, &bit) in bits.iter().enumerate() {
            if let Some(latch) = circuit.latch_of(bit) {
                names.latches[latch.index()] = of_bit(state.current, i);
            }
        }
    }
    for (&input, bits) in system.inputs().iter().zip(inputs) {
        for (i, &bit) in bits.iter().enumerate() {
            if let Some(at) = circuit.input_of(bit) {
                names.inputs[at.index()] = of_bit(input, i);
            }
        }
    }
    circuit.symbols = names;
}
