//! The way back from a circuit to the system that it was made of, for invariants and traces.

use super::{Blasted, Meaning};
use crate::base::HashMap;
use crate::model::circuit::{Circuit, LatchId, Node, Signal};
use crate::model::invariant as bits;
use crate::model::simulate::Simulator;
use crate::model::system::{Certificate, Invariant, Step, System, Trace};
use crate::model::trace;
use crate::solver::term::{Sort, TermId, Terms, Value};
use crate::theories::bv::Bits;

impl Blasted {
    /// An invariant of the circuit as one of the system that the circuit was made of. If it is inductive and excludes
    /// the bad states there, it does so here.
    ///
    /// # Panics
    ///
    /// If a clause depends on an input of the circuit.
    pub fn invariant(&self, system: &System, invariant: &bits::ClausalInvariant) -> Invariant {
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
    /// As [`Blasted::invariant`].
    pub fn certificate(&self, system: &System, certificate: &bits::Certificate) -> Certificate {
        certificate.over(self.invariant(system, certificate.states()))
    }

    /// Relates the lasso circuit of this circuit to the lasso system ([`live`](crate::model::encode::live)) of the
    /// system. The copy of a variable has the copies of its bits, so the meaning of every latch is known. The result
    /// serves for invariants only: it lists no bits of state variables or inputs, which a trace would need. `None` if a
    /// latch is no bit of a variable.
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
        invariant: &bits::ClausalInvariant,
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
