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

use super::words::{width, Blaster};
use crate::base::{Booking, Budget, HashMap, Limit};
use crate::model::circuit::{Circuit, LatchId, Node, Reset, Signal};
use crate::model::invariant as bits;
use crate::model::simulate::Simulator;
use crate::model::system::functional::{conjuncts, FirstValues, NextValues};
use crate::model::system::{Certificate, Invariant, Step, System, Trace};
use crate::model::trace;
use crate::solver::term::{Sort, TermId, Terms, Value};
use crate::theories::bv::blast::Gates;
use crate::theories::bv::Bits;
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

impl Blasted {
    /// An invariant of the circuit as one of the system that the circuit was made of. If it is inductive and excludes
    /// the bad states there, it does so here.
    ///
    /// # Panics
    ///
    /// If a clause depends on an input of the circuit.
    pub fn invariant(&self, system: &System, invariant: &bits::Invariant) -> Invariant {
        let mut terms = system.terms().clone();
        let mut formulas = Vec::new();
        // The clauses that depend on whether the run has started, for either case.
        let (mut before, mut after) = (vec![system.init()], Vec::new());
        let mut gates = GateFormulas { started: true, known: HashMap::default() };
        let mut first_gates = GateFormulas { started: false, known: HashMap::default() };
        for clause in &invariant.clauses {
            let mut part = ClauseParts::default();
            for &signal in clause {
                match self.circuit.latch_of(signal) {
                    Some(latch) => part.add(self.meanings[latch.index()], !signal.is_negated()),
                    None => {
                        let mut formula =
                            |of: &mut GateFormulas| of.formula(self, system, &mut terms, invariant, signal);
                        part.first_gates.push(formula(&mut first_gates));
                        part.gates.push(formula(&mut gates));
                    }
                }
            }
            if part.is_true {
                continue;
            }
            let words = self.clause(system, &mut terms, part.bits);
            part.gates.push(words);
            part.first_gates.push(words);
            let (first, words) = (terms.or(&part.first_gates), terms.or(&part.gates));
            match part.started {
                None if first == words => formulas.push(words),
                None => {
                    before.push(first);
                    after.push(words);
                }
                Some(true) => before.push(first),
                Some(false) => after.push(words),
            }
        }
        if before.len() > 1 || !after.is_empty() {
            let (before, after) = (terms.and(&before), terms.and(&after));
            formulas.push(terms.or(&[before, after]));
        }
        Invariant::new(terms, formulas)
    }

    /// A certificate for the circuit as one for the system.
    ///
    /// An inductive invariant becomes an inductive invariant. A proof by k-induction keeps its length and lemmas. The
    /// result may fail to prove the system safe if the lemmas depend on the first step, or if the proof assumes that
    /// states differ in some of the latches.
    ///
    /// # Panics
    ///
    /// As [`Blasted::invariant`], and if it is a proof about the lassos of the circuit, whose latches are not only bits
    /// of variables.
    pub fn certificate(&self, system: &System, certificate: &bits::Certificate) -> Certificate {
        let lifted = certificate.lift(|invariant| Some(self.invariant(system, invariant)));
        lifted.expect("a proof about lassos of the circuit is none of the system")
    }

    /// Relates the lasso circuit of this circuit to the lasso system ([`super::live`]) of the system. The copy of a
    /// variable has the copies of its bits, so the meaning of every latch is known. The result serves for invariants
    /// only: it lists no bits of state variables or inputs, which a trace would need. `None` if a latch is no bit of a
    /// variable.
    pub fn of_lassos(&self, lassos: &Circuit) -> Option<Blasted> {
        let (latches, variables) = (self.circuit.latches().len(), self.states.len());
        let mut meanings = self.meanings.clone();
        meanings.push(Meaning::Bit { state: variables, bit: 0 });
        for meaning in &self.meanings {
            match *meaning {
                Meaning::Bit { state, bit } => {
                    meanings.push(Meaning::Bit { state: variables + 1 + state, bit })
                }
                Meaning::Started | Meaning::Obeyed => return None,
            }
        }
        let seen = lassos.latches().len().checked_sub(2 * latches + 1)?;
        meanings.extend((0..seen).map(|i| Meaning::Bit { state: 2 * variables + 1 + i, bit: 0 }));
        let booking = self.booking.clone();
        Some(Blasted { circuit: lassos.clone(), states: Vec::new(), inputs: Vec::new(), meanings, booking })
    }

    /// A clause over bits as one over words: neighbouring bits become one inequality.
    fn clause(&self, system: &System, terms: &mut Terms, mut bits: Vec<(usize, u32, bool)>) -> TermId {
        bits.sort_unstable();
        bits.dedup();
        let mut parts = Vec::new();
        let mut rest = bits.as_slice();
        while let Some(&(state, low, _)) = rest.first() {
            let follows = |(i, literal): &(usize, &(usize, u32, bool))| {
                literal.0 == state && literal.1 as usize == low as usize + i
            };
            let length = rest.iter().enumerate().take_while(follows).count();
            let (run, after) = rest.split_at(length);
            rest = after;
            let variable = system.states()[state].current;
            if terms.sort(variable) == Sort::Bool {
                parts.push(if run[0].2 { variable } else { terms.not(variable) });
                continue;
            }
            // The clause excludes the values of which each bit is the opposite.
            let excluded = Bits::from_fn(length as u32, |i| !run[i as usize].2);
            let side = terms.extract(variable, low + length as u32 - 1, low);
            let excluded = terms.bit_vector(excluded);
            let same = terms.eq(side, excluded);
            parts.push(terms.not(same));
        }
        terms.or(&parts)
    }

    /// A latch as a formula over the system's variables.
    fn latch_formula(&self, system: &System, terms: &mut Terms, latch: usize, started: bool) -> TermId {
        match self.meanings[latch] {
            Meaning::Started if !started => Terms::FALSE,
            Meaning::Started | Meaning::Obeyed => Terms::TRUE,
            Meaning::Bit { state, bit } => {
                let variable = system.states()[state].current;
                match terms.sort(variable) {
                    Sort::Bool => variable,
                    _ => {
                        let side = terms.extract(variable, bit, bit);
                        let one = terms.bit_vector(Bits::from_fn(1, |_| true));
                        terms.eq(side, one)
                    }
                }
            }
        }
    }

    /// A trace of the circuit as one of the system.
    ///
    /// # Panics
    ///
    /// If it does not have one initial value for each latch, and in each step one value for each input.
    pub fn trace(&self, system: &System, trace: &trace::Trace) -> Trace {
        let mut simulator = Simulator::new(&self.circuit);
        simulator.set_state(|latch: LatchId| trace.initial[latch.index()] as u64);
        let mut steps = Vec::with_capacity(trace.inputs.len());
        for inputs in &trace.inputs {
            simulator.evaluate(|input| inputs[input.index()] as u64);
            let value = |variable: TermId, bits: &[Signal]| match system.terms().sort(variable) {
                Sort::BitVec(width) => {
                    Value::Bits(Bits::from_fn(width, |i| simulator.value(bits[i as usize]) & 1 == 1))
                }
                _ => Value::Bool(simulator.value(bits[0]) & 1 == 1),
            };
            let states = system.states().iter().zip(&self.states).map(|(s, bits)| value(s.current, bits));
            let values = system.inputs().iter().zip(&self.inputs).map(|(&input, bits)| value(input, bits));
            steps.push(Step { states: states.collect(), inputs: values.collect() });
            simulator.advance();
        }
        Trace { property: trace.property, steps }
    }
}

/// Formulas of gates over latches.
struct GateFormulas {
    /// The value of *started* in the states that they are about.
    started: bool,
    /// By node, of the circuit or the invariant.
    known: HashMap<usize, TermId>,
}

impl GateFormulas {
    /// The formula of a signal. *Obeyed* is true in all states that count.
    fn formula(
        &mut self,
        blasted: &Blasted,
        system: &System,
        terms: &mut Terms,
        invariant: &bits::Invariant,
        signal: Signal,
    ) -> TermId {
        let nodes = blasted.circuit.nodes();
        let mut stack = vec![signal.node().index()];
        while let Some(&n) = stack.last() {
            if self.known.contains_key(&n) {
                stack.pop();
                continue;
            }
            let pair = match nodes.get(n) {
                None => invariant.gates[n - nodes.len()],
                Some(&Node::And(a, b)) => [a, b],
                Some(Node::False) => {
                    self.known.insert(n, Terms::FALSE);
                    continue;
                }
                Some(Node::Input(_)) => panic!("the invariant depends on an input of the circuit"),
                Some(Node::Latch(latch)) => {
                    let formula = blasted.latch_formula(system, terms, latch.index(), self.started);
                    self.known.insert(n, formula);
                    continue;
                }
            };
            match pair.map(|s| self.known.get(&s.node().index()).copied()) {
                [Some(a), Some(b)] => {
                    let mut signed = |t, s: Signal| if s.is_negated() { terms.not(t) } else { t };
                    let both = [signed(a, pair[0]), signed(b, pair[1])];
                    let formula = terms.and(&both);
                    self.known.insert(n, formula);
                }
                _ => stack.extend(pair.iter().map(|s| s.node().index())),
            }
        }
        let formula = self.known[&signal.node().index()];
        if signal.is_negated() {
            terms.not(formula)
        } else {
            formula
        }
    }
}

/// The literals of a clause by their meaning.
#[derive(Default)]
struct ClauseParts {
    /// State variable, bit, and the value that the literal asks for.
    bits: Vec<(usize, u32, bool)>,
    /// Formulas of gates, in states after the first one.
    gates: Vec<TermId>,
    /// The same in first states.
    first_gates: Vec<TermId>,
    /// The clause says this of *started*.
    started: Option<bool>,
    /// The clause is true in all states that count.
    is_true: bool,
}

impl ClauseParts {
    fn add(&mut self, meaning: Meaning, value: bool) {
        match meaning {
            Meaning::Bit { state, bit } => self.bits.push((state, bit, value)),
            // The negation is false in all states that count.
            Meaning::Obeyed => self.is_true |= value,
            Meaning::Started => {
                self.is_true |= self.started == Some(!value);
                self.started = Some(value);
            }
        }
    }
}
