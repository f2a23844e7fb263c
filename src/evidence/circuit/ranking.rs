//! Witness circuits of justice properties: a ranking as signals between two states (N. Froleyks, E. Yu, B. Bogaerts,
//! A. Biere, K. Heljanko, "Liveness Proofs for Hardware Model Checking", CAV 2026).
//!
//! The justice signals of such a circuit are about two of its states. The values of the second one stand at the places
//! of other signals: the symbol `< 30` of a latch says that 30 is its value in the second state. Without any such
//! symbol the next value of each latch stands for that. A signal that is false from `s` to `t` is written `q st`, and
//! `Q st` if one of them is. With the conditions of safety circuits for `P`, the negation of the bad state, and with
//! `C` and `P` in all states, it has to hold that
//!
//! ```text
//! live         F(s, t) ∧ q st ⇒ ¬signal of the model in s      for each signal
//! decrease     F(s, t) ⇒ Q ts
//! closure      F(s, t) ∧ Q su ⇒ Q tu
//! consistent   F(s, t) ∧ F(t, u) ∧ Q st ∧ Q tu ∧ q st ⇒ q tu   for each signal
//! ```
//!
//! In an infinite run some states come again and again, with their inputs. By decrease and closure `Q st` holds between
//! all neighbours among them. So one signal is false between the first two, hence between all, and the signal of the
//! model is false in all of them. There is one signal for each of the model: with another one, that nothing in the
//! model stands for, any circuit would be accepted.
//!
//! [`WitnessCircuit::of_ranking`] makes such a circuit from a ranking. `q st` is that the rank of `s` waits for the
//! signal, and is not above that of `t`.
//!
//! [`WitnessCircuit::of_lassos`] makes one from an inductive invariant about lassos. `Q st` is that a run in which `t`
//! was saved may have come to `s`, as far as the invariant says. Steps from `s` keep that, and if the next state is
//! `t`, a loop is closed, in which not all signals were. Further latches tell for which signal it is waited, one after
//! the other. If it is waited for `i` in `s`, and for `j` in `t`, then all from `j` up to `i` were seen in between, or
//! all. `q st` is `Q st` where it is waited for the signal: if that came in the last step of a loop, all were seen.

use super::prover::Prover;
use super::steps::Copies;
use super::witness_circuit::WitnessCircuit;
use crate::base::{Budget, HashMap, Lit};
use crate::evidence::{CheckError, CheckOptions, Condition};
use crate::model::circuit::{Circuit, Node, NodeId, Reset, Signal};
use crate::model::encode::live::lasso_leaves;
use crate::model::invariant::{Certificate, ClausalInvariant, Layer, NoSuchSignal};
use crate::model::PropertyId;

/// Signals of a property whose proof about lassos becomes a witness circuit, at most: there is a copy of the invariant
/// for each set of them.
const MOST_SEEN: usize = 4;

impl WitnessCircuit {
    /// The witness circuit of a ranking. `None` if the circuit has no such property, or further properties, or the
    /// property has no signals; or if the ranking speaks of signals that are not there, or of inputs.
    pub fn of_ranking(model: &Circuit, property: PropertyId, layers: &[Layer]) -> Option<WitnessCircuit> {
        let signals = model.recurring(property)?;
        let is_alone = model.bads().is_empty() && model.justice().len() == 1;
        if !is_alone || signals.is_empty() || layers.iter().any(|layer| layer.waits_for >= signals.len()) {
            return None;
        }
        let mut circuit = model.clone();
        circuit.clear_justice();
        // Inputs that resets read are a part of the state.
        let read = model.reset_inputs().into_iter().map(|input| model.inputs()[input.index()]);
        let parts = model.latches().iter().map(|latch| latch.node).chain(read);
        let later: Vec<(Signal, Signal)> = parts.map(|node| (node.signal(), circuit.add_input())).collect();
        let image = at_later_state(model, &mut circuit, &later);
        let (mut below, mut below_later) = (Signal::FALSE, Signal::FALSE);
        let mut holds = vec![Signal::FALSE; signals.len()];
        for layer in layers {
            let inside = conjunction(&layer.states, model, &mut circuit, Some).ok()?;
            let of_later =
                |signal: Signal| Some(image[signal.node().index()]?.negate_if(signal.is_negated()));
            let inside_later = conjunction(&layer.states, model, &mut circuit, of_later).ok()?;
            let at_least = circuit.and_all(&[inside, !below, !below_later]);
            holds[layer.waits_for] = circuit.or(holds[layer.waits_for], at_least);
            below = circuit.or(below, inside);
            below_later = circuit.or(below_later, inside_later);
        }
        circuit.add_bad(!below);
        let justice: Vec<Signal> = holds.iter().map(|&holds| !holds).collect();
        Some(between_states(model, property, circuit, later, &justice))
    }

    /// The witness circuit of a proof that there is no lasso. `None` if the circuit has no such property, or further
    /// properties, or resets that read inputs; if the property has no signals, or more than four; or if the proof is no
    /// invariant of latches.
    pub fn of_lassos(model: &Circuit, property: PropertyId, proof: &Certificate) -> Option<WitnessCircuit> {
        let signals = model.recurring(property)?;
        let count = signals.len();
        let is_alone = model.bads().is_empty() && model.justice().len() == 1;
        let invariant = proof.inductive()?;
        if !is_alone || !(1..=MOST_SEEN).contains(&count) || !model.reset_inputs().is_empty() {
            return None;
        }
        let leaves = lasso_leaves(model, property)?;
        let mut circuit = model.clone();
        circuit.clear_justice();
        let mut later: Vec<(Signal, Signal)> =
            model.latches().iter().map(|latch| (latch.node.signal(), circuit.add_input())).collect();
        let holds = |circuit: &mut Circuit, is_saved: bool, seen: u32| {
            let constant = |value: bool| if value { Signal::TRUE } else { Signal::FALSE };
            let copies = later.iter().map(|&(_, value)| if is_saved { value } else { Signal::FALSE });
            let seen = (0..count).map(|i| constant(seen >> i & 1 == 1));
            let added: Vec<Signal> = Some(constant(is_saved)).into_iter().chain(copies).chain(seen).collect();
            let of = |signal: Signal| match signal.node().index().checked_sub(model.nodes().len()) {
                None => Some(signal),
                // Before the latches there is the input.
                Some(place) => Some(added.get(place.checked_sub(1)?)?.negate_if(signal.is_negated())),
            };
            conjunction(invariant, &leaves, circuit, of).ok()
        };
        let before = holds(&mut circuit, false, 0)?;
        let after: Option<Vec<Signal>> =
            (0..1 << count).map(|seen| holds(&mut circuit, true, seen)).collect();
        let (turns, has_one) = turns(&mut circuit, &signals);
        let turns_later: Vec<Signal> =
            turns.iter().map(|&turn| later_turn(&mut circuit, turn, &mut later)).collect();
        let mut may_come = Signal::FALSE;
        for (seen, inside) in after?.into_iter().enumerate() {
            let has_seen =
                |from: usize, steps: usize| (from..from + steps).all(|i| seen >> (i % count) & 1 == 1);
            let mut fits = if has_seen(0, count) { Signal::TRUE } else { Signal::FALSE };
            for (from, steps) in (0..count).flat_map(|from| (0..count).map(move |steps| (from, steps))) {
                if has_seen(from, steps) {
                    let both = circuit.and(turns_later[from], turns[(from + steps) % count]);
                    fits = circuit.or(fits, both);
                }
            }
            let comes = circuit.and(inside, fits);
            may_come = circuit.or(may_come, comes);
        }
        let holds = circuit.and(before, has_one);
        circuit.add_bad(!holds);
        let justice: Vec<Signal> = turns.iter().map(|&turn| !circuit.and(may_come, turn)).collect();
        Some(between_states(model, property, circuit, later, &justice))
    }
}

/// Latches that tell for which of the signals it is waited, one after the other, and that this is one of them. A single
/// signal is always waited for.
fn turns(circuit: &mut Circuit, signals: &[Signal]) -> (Vec<Signal>, Signal) {
    if let [_] = signals {
        return (vec![Signal::TRUE], Signal::TRUE);
    }
    let reset = |i: usize| if i == 0 { Reset::One } else { Reset::Zero };
    let turns: Vec<Signal> = (0..signals.len()).map(|i| circuit.add_latch(reset(i))).collect();
    let (mut any, mut two) = (Signal::FALSE, Signal::FALSE);
    for (i, (&turn, &signal)) in turns.iter().zip(signals).enumerate() {
        let before = (i + signals.len() - 1) % signals.len();
        let (stays, comes) = (circuit.and(turn, !signal), circuit.and(turns[before], signals[before]));
        let next = circuit.or(stays, comes);
        circuit.set_next(turn, next);
        let again = circuit.and(any, turn);
        two = circuit.or(two, again);
        any = circuit.or(any, turn);
    }
    let has_one = circuit.and(any, !two);
    (turns, has_one)
}

/// The value of such a latch in the second state.
fn later_turn(circuit: &mut Circuit, turn: Signal, later: &mut Vec<(Signal, Signal)>) -> Signal {
    if turn == Signal::TRUE {
        return turn;
    }
    let value = circuit.add_input();
    later.push((turn, value));
    value
}

/// The witness circuit with these signals between states.
fn between_states(
    model: &Circuit,
    property: PropertyId,
    mut circuit: Circuit,
    later: Vec<(Signal, Signal)>,
    justice: &[Signal],
) -> WitnessCircuit {
    let own = model.justice().first().map_or(0, Vec::len);
    circuit.add_justice(&justice[..own]);
    justice[own..].iter().for_each(|&signal| {
        circuit.add_fairness(signal);
    });
    let inputs = model.inputs().iter().map(|node| Some(node.signal()));
    let latches = model.latches().iter().map(|latch| Some(latch.node.signal()));
    let own = circuit.latches().len() - model.latches().len();
    WitnessCircuit {
        property,
        inputs: inputs.chain(later.iter().map(|_| None)).collect(),
        latches: latches.chain((0..own).map(|_| None)).collect(),
        later,
        circuit,
    }
}

/// By node of the model: its signal in the state in which its parts are these, unless it depends on other inputs.
fn at_later_state(model: &Circuit, circuit: &mut Circuit, later: &[(Signal, Signal)]) -> Vec<Option<Signal>> {
    let parts: HashMap<Signal, Signal> = later.iter().copied().collect();
    let mut image: Vec<Option<Signal>> = Vec::with_capacity(model.nodes().len());
    for (place, node) in model.nodes().iter().enumerate() {
        let of =
            |signal: Signal| Some(image.get(signal.node().index())?.as_ref()?.negate_if(signal.is_negated()));
        let found = match *node {
            Node::False => Some(Signal::FALSE),
            Node::Input(_) | Node::Latch(_) => parts.get(&NodeId::new(place).signal()).copied(),
            Node::And(a, b) => of(a).zip(of(b)).map(|(a, b)| circuit.and(a, b)),
        };
        image.push(found);
    }
    image
}

/// The conjunction of an invariant's clauses, in which `of` says what a signal of the model is.
fn conjunction(
    invariant: &ClausalInvariant,
    model: &Circuit,
    circuit: &mut Circuit,
    of: impl Fn(Signal) -> Option<Signal>,
) -> Result<Signal, NoSuchSignal> {
    let nodes = model.nodes().len();
    let mut own: Vec<Signal> = Vec::with_capacity(invariant.gates.len());
    let find = |own: &[Signal], at: usize, signal: Signal| match signal.node().index().checked_sub(nodes) {
        None => of(signal).ok_or(NoSuchSignal { at, signal }),
        Some(gate) => {
            own.get(gate).map(|gate| gate.negate_if(signal.is_negated())).ok_or(NoSuchSignal { at, signal })
        }
    };
    for (at, &[a, b]) in invariant.gates.iter().enumerate() {
        let gate = circuit.and(find(&own, at, a)?, find(&own, at, b)?);
        own.push(gate);
    }
    let mut holds = Vec::with_capacity(invariant.clauses.len());
    for (at, clause) in invariant.clauses.iter().enumerate() {
        let negated = clause.iter().map(|&signal| Ok(!find(&own, at, signal)?));
        let negated: Vec<Signal> = negated.collect::<Result<_, NoSuchSignal>>()?;
        holds.push(!circuit.and_all(&negated));
    }
    Ok(circuit.and_all(&holds))
}

/// Three steps of a witness circuit, or two and any other state.
struct States<'a> {
    witness: &'a WitnessCircuit,
    prover: Prover,
    /// The steps of one run.
    run: Copies<'a>,
    /// A state of its own.
    other: Copies<'a>,
}

/// A state: a step of the run, or the other one.
#[derive(Clone, Copy)]
enum State {
    Run(usize),
    Other,
}

impl<'a> States<'a> {
    fn new(witness: &'a WitnessCircuit, options: &CheckOptions, budget: &Budget) -> States<'a> {
        let prover = Prover::new(options, budget);
        let (run, other) = (Copies::new(&witness.circuit, &prover), Copies::new(&witness.circuit, &prover));
        States { witness, prover, run, other }
    }

    fn lit(&mut self, state: State, signal: Signal) -> Lit {
        match state {
            State::Run(step) => self.run.lit(&mut self.prover, step, signal),
            State::Other => self.other.lit(&mut self.prover, 0, signal),
        }
    }

    /// One state more, in which constraints hold and nothing is bad.
    fn push(&mut self, state: State) -> Result<(), CheckError> {
        match state {
            State::Run(_) => self.run.push()?,
            State::Other => self.other.push()?,
        }
        let circuit = &self.witness.circuit;
        let holds = circuit.constraints().iter().copied().chain(circuit.bads().iter().map(|&bad| !bad));
        for signal in holds {
            let lit = self.lit(state, signal);
            self.prover.assert(&[lit]);
        }
        Ok(())
    }

    /// For each justice signal, that it is false from one state to another.
    fn between(&mut self, from: State, to: State) -> Result<Vec<Lit>, CheckError> {
        let States { witness, prover, run, other } = self;
        between(witness, prover, |prover, signal, is_later| match if is_later == 0 { from } else { to } {
            State::Run(step) => run.lit(prover, step, signal),
            State::Other => other.lit(prover, 0, signal),
        })
    }
}

/// For each justice signal of a witness circuit, that it is false from one state to another. `lit` gives the literals
/// of signals in these, which are 0 and 1.
pub(super) fn between(
    witness: &WitnessCircuit,
    prover: &mut Prover,
    mut lit: impl FnMut(&mut Prover, Signal, usize) -> Lit,
) -> Result<Vec<Lit>, CheckError> {
    let mut pair = Copies::new(&witness.circuit, prover);
    pair.push()?;
    let latches = witness.circuit.latches().iter().map(|latch| latch.node);
    for node in witness.circuit.inputs().iter().copied().chain(latches) {
        let value = lit(prover, node.signal(), 0);
        pair.bind(0, node, value);
    }
    for &(signal, place) in &witness.later {
        let value = lit(prover, signal, 1);
        pair.bind(0, place.node(), value.negate_if(place.is_negated()));
    }
    Ok(witness.justice().iter().map(|&signal| !pair.lit(prover, 0, signal)).collect())
}

impl WitnessCircuit {
    /// The justice signals: the property's own, then those of fairness.
    pub(super) fn justice(&self) -> Vec<Signal> {
        let own = self.circuit.justice().first().map_or(&[][..], |own| own);
        own.iter().chain(self.circuit.fairness()).copied().collect()
    }
}

fn follows(states: &mut States<'_>, refuted: &[Lit], condition: Condition) -> Result<(), CheckError> {
    match states.prover.refute(refuted)? {
        true => Ok(()),
        false => Err(condition.into()),
    }
}

/// The conditions on a witness circuit alone.
pub(super) fn is_ranked(
    witness: &WitnessCircuit,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    use State::{Other, Run};
    let negated = |lits: &[Lit]| -> Vec<Lit> { lits.iter().map(|&lit| !lit).collect() };
    let mut states = States::new(witness, options, budget);
    states.push(Run(0))?;
    states.push(Run(1))?;
    let back = states.between(Run(1), Run(0))?;
    follows(&mut states, &negated(&back), Condition::WitnessDecrease)?;
    states.push(Other)?;
    let (before, after) = (states.between(Run(0), Other)?, states.between(Run(1), Other)?);
    let mut closure = negated(&after);
    let some = states.prover.fresh();
    let clause: Vec<Lit> = before.iter().copied().chain([!some]).collect();
    states.prover.assert(&clause);
    closure.push(some);
    follows(&mut states, &closure, Condition::WitnessClosure)?;

    let mut states = States::new(witness, options, budget);
    (0..3).try_for_each(|step| states.push(Run(step)))?;
    let (first, second) = (states.between(Run(0), Run(1))?, states.between(Run(1), Run(2))?);
    states.prover.assert(&first);
    states.prover.assert(&second);
    for (signal, (&now, &then)) in first.iter().zip(&second).enumerate() {
        follows(&mut states, &[now, !then], Condition::WitnessConsistent { signal })?;
    }
    Ok(())
}
