//! The checker of evidence about justice properties of circuits.
//!
//! A justice property fails if there is an infinite run in which all constraints hold in every step, and each of some
//! signals is true infinitely often ([`Circuit::recurring`]). No step of the engines is believed, nor is the encoding
//! with which they worked: what a certificate is about is built here once more, from the original circuit.
//!
//! - *A lasso* is a trace: initial values, and inputs for each step. It is run through by evaluation. All constraints
//!   have to hold in all steps, the state after the last step has to be the state before some step, and each signal has
//!   to be true in some step from that one on. Then the inputs from there on can be repeated without end. States are
//!   compared in the latches on which the signals and the constraints depend, through other latches: if these are
//!   equal, the same inputs give the same values of the signals and the constraints and lead to states that are equal
//!   once more, no matter what the other latches do.
//!
//! - *A ranking* is a list of sets of states, the lowest first, each with a signal that it waits for. Write `U` for the
//!   union of the sets below a set `L`, and `w` for its signal. The solver is asked for
//!
//!   ```text
//!   Init ∧ C ⇒ some set
//!   L ∧ ¬U ∧ C ∧ T ∧ C′ ⇒ L′ ∨ U′          for each L
//!   L ∧ ¬U ∧ w ∧ C ∧ T ∧ C′ ⇒ U′           for each L
//!   ```
//!
//!   The rank of a state is the place of the first set that has it. By the first condition a run begins with a rank, by
//!   the second it keeps one that never grows. So an infinite run stays in one rank from some step on. There, by the
//!   third condition, the signal that this set waits for is not true any more, so the run is not just. Nothing is asked
//!   of sets as such: they may overlap, and need not be inductive. The counts of k-liveness are such a ranking, with a
//!   set for each count, and the number of sets is its bound.
//!
//! - *Freedom from lassos* is a certificate of safety for the circuit that runs through lassos, whose nodes are told by
//!   [`lasso_form`](crate::model::encode::live::lasso_form). The circuit is built by [`watched`] below, and the checker
//!   of safety does the rest. If there were a just run, some state would come back in it, with all signals true in
//!   between, for there are finitely many states; and the circuit would be bad, if its input *save* is true when that
//!   state is there for the first time. Trusted are these twenty lines, and no engine.

use super::prover::Prover;
use super::safety::{
    attached, check_certificate_with, first_values, fits, of_states, reached, with_clauses, Steps,
};
use super::steps::Copies;
use crate::base::{Budget, Lit};
use crate::evidence::{CheckError, CheckOptions, Condition, Malformed};
use crate::model::circuit::{Circuit, Node, Reset, Signal};
use crate::model::invariant::{ClausalInvariant, Layer, Proof};
use crate::model::trace::Trace;
use crate::model::PropertyId;

/// The signals that are true infinitely often in a run that violates the property.
fn signals(circuit: &Circuit, property: PropertyId) -> Result<Vec<Signal>, Malformed> {
    let count = circuit.justice().len();
    circuit.recurring(property).ok_or(Malformed::NoSuchProperty { property, count })
}

/// By latch: whether the signals or the constraints depend on it.
fn compared(circuit: &Circuit, signals: &[Signal]) -> Vec<bool> {
    let roots = circuit.constraints().iter().chain(signals).copied();
    let mut counts = vec![false; circuit.latches().len()];
    for node in reached(circuit, roots, |latch| Some(latch.next)) {
        if let Node::Latch(latch) = circuit.nodes()[node.index()] {
            counts[latch.index()] = true;
        }
    }
    counts
}

/// Checks by evaluation that a trace is a lasso that violates its justice property.
pub(super) fn check_lasso(circuit: &Circuit, trace: &Trace) -> Result<(), CheckError> {
    lasso_start(circuit, trace).map(drop)
}

/// The step to which the last step of a lasso leads back: the first one for which it is a lasso that violates its
/// justice property.
///
/// # Errors
///
/// As [`check_trace`](super::check_trace).
pub fn lasso_start(circuit: &Circuit, trace: &Trace) -> Result<usize, CheckError> {
    let signals = signals(circuit, trace.property)?;
    fits(circuit, trace)?;
    first_values(circuit, trace)?;
    let counts = compared(circuit, &signals);
    let part = |state: &[bool]| -> Vec<bool> {
        state.iter().zip(&counts).filter(|(_, &counts)| counts).map(|(&value, _)| value).collect()
    };
    let mut steps = Steps::new(circuit, trace);
    let mut states = Vec::with_capacity(trace.inputs.len());
    // By signal: the number of steps up to the last one in which it was true.
    let mut last = vec![0; signals.len()];
    while let Some(step) = steps.number() {
        states.push(part(steps.state()));
        steps.step()?;
        for (last, &signal) in last.iter_mut().zip(&signals) {
            if steps.holds(signal) {
                *last = step + 1;
            }
        }
    }
    let end = part(steps.state());
    // The longest loop has all that shorter ones have.
    let start = states.iter().position(|state| *state == end).ok_or(Condition::LoopCloses)?;
    match last.iter().position(|&last| last <= start) {
        None => Ok(start),
        Some(signal) => Err(Condition::Recurs { signal }.into()),
    }
}

/// Checks that a proof of safety or of liveness proves a property.
///
/// # Errors
///
/// As [`check_certificate_with`].
pub fn check_proof(
    circuit: &Circuit,
    property: PropertyId,
    proof: &Proof,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    budget.poll()?;
    match proof {
        Proof::Safety(certificate) => check_certificate_with(circuit, property, certificate, options, budget),
        Proof::LassoFree(proof) => {
            let (watched, bad, clauses) = watched(circuit, &signals(circuit, property)?, proof.states())?;
            with_clauses(&watched, bad, &clauses, proof, options, budget)
        }
        Proof::Ranked(layers) => ranked(circuit, &signals(circuit, property)?, layers, options, budget),
        Proof::Ends(never) => match *never {},
    }
}

/// The circuit that runs through lassos, its bad signal, and the clauses of an invariant.
type Watched = (Circuit, Signal, Vec<Vec<Signal>>);

/// The circuit that runs through lassos, with an invariant that speaks of its inputs and latches. See the module's
/// documentation.
fn watched(
    original: &Circuit,
    signals: &[Signal],
    invariant: &ClausalInvariant,
) -> Result<Watched, Malformed> {
    let signals = if signals.is_empty() { &[Signal::TRUE][..] } else { signals };
    let mut circuit = original.clone();
    circuit.clear_bads();
    circuit.clear_justice();
    let save = circuit.add_input();
    let saved = circuit.add_latch(Reset::Zero);
    let copies: Vec<Signal> = original.latches().iter().map(|_| circuit.add_latch(Reset::Zero)).collect();
    let seen: Vec<Signal> = signals.iter().map(|_| circuit.add_latch(Reset::Zero)).collect();
    // Behind these nodes stand the invariant's own gates.
    let clauses = attached(invariant, &mut circuit)?;
    let inside = circuit.or(save, saved);
    circuit.set_next(saved, inside);
    let mut is_lasso = saved;
    let counts = compared(original, signals);
    for ((latch, &copy), counts) in original.latches().iter().zip(&copies).zip(counts) {
        let first = circuit.and(save, !saved);
        let kept = circuit.mux(first, latch.node.signal(), copy);
        circuit.set_next(copy, kept);
        if counts {
            let differs = circuit.xor(latch.node.signal(), copy);
            is_lasso = circuit.and(is_lasso, !differs);
        }
    }
    for (&signal, &seen) in signals.iter().zip(&seen) {
        let comes = circuit.and(inside, signal);
        let was_seen = circuit.or(comes, seen);
        circuit.set_next(seen, was_seen);
        is_lasso = circuit.and(is_lasso, seen);
    }
    Ok((circuit, is_lasso, clauses))
}

/// The layers in one step: for each, whether the state is in it, and whether it is in it or one before it.
struct Ranks {
    inside: Vec<Lit>,
    up_to: Vec<Lit>,
}

impl Ranks {
    fn new(
        circuit: &Circuit,
        layers: &[Layer],
        copies: &mut Copies<'_>,
        prover: &mut Prover,
        step: usize,
    ) -> Result<Ranks, CheckError> {
        let (mut inside, mut up_to) = (Vec::new(), Vec::new());
        let mut union = prover.constant(false);
        let nodes = circuit.nodes().len();
        for layer in layers {
            prover.budget().poll()?;
            let mut gates: Vec<Lit> = Vec::with_capacity(layer.states.gates.len());
            let of =
                |gates: &[Lit], copies: &mut Copies<'_>, prover: &mut Prover, signal: Signal| match signal
                    .node()
                    .index()
                    .checked_sub(nodes)
                {
                    Some(gate) => gates[gate].negate_if(signal.is_negated()),
                    None => copies.lit(prover, step, signal),
                };
            for &[a, b] in &layer.states.gates {
                let pair = (of(&gates, copies, prover, a), of(&gates, copies, prover, b));
                gates.push(prover.and(pair.0, pair.1));
            }
            let mut holds = prover.constant(true);
            for clause in &layer.states.clauses {
                let mut violated = prover.constant(true);
                for &signal in clause {
                    let lit = of(&gates, copies, prover, signal);
                    violated = prover.and(violated, !lit);
                }
                holds = prover.and(holds, !violated);
            }
            union = !prover.and(!union, !holds);
            inside.push(holds);
            up_to.push(union);
        }
        Ok(Ranks { inside, up_to })
    }
}

/// An invariant's gates and clauses name signals over states of the circuit, and gates before them.
fn speaks_of_states(is_of_states: &[bool], invariant: &ClausalInvariant) -> Result<(), Malformed> {
    let nodes = is_of_states.len();
    for (at, signal) in invariant.gates.iter().enumerate().flat_map(|(at, pair)| pair.map(|s| (at, s))) {
        match is_of_states.get(signal.node().index()) {
            Some(true) => {}
            None if signal.node().index() < nodes + at => {}
            Some(false) | None => return Err(Malformed::NoSuchSignal { at, signal }),
        }
    }
    for (clause, signals) in invariant.clauses.iter().enumerate() {
        for &signal in signals {
            match is_of_states.get(signal.node().index()) {
                Some(true) => {}
                None if signal.node().index() < nodes + invariant.gates.len() => {}
                Some(false) | None => return Err(Malformed::NotALatch { clause, signal }),
            }
        }
    }
    Ok(())
}

fn ranked(
    circuit: &Circuit,
    signals: &[Signal],
    layers: &[Layer],
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let signals = if signals.is_empty() { &[Signal::TRUE][..] } else { signals };
    let is_of_states = of_states(circuit);
    for (layer, found) in layers.iter().enumerate() {
        speaks_of_states(&is_of_states, &found.states)?;
        if found.waits_for >= signals.len() {
            return Err(Malformed::WaitsFor { layer, signals: signals.len() }.into());
        }
    }
    let mut prover = Prover::new(options, budget);
    let mut copies = Copies::new(circuit, &prover);
    copies.push()?;
    copies.start(&mut prover);
    copies.assert_constraints(&mut prover, 0);
    let ranks = Ranks::new(circuit, layers, &mut copies, &mut prover, 0)?;
    let somewhere = ranks.up_to.last().copied().unwrap_or_else(|| prover.constant(false));
    if !prover.refute(&[!somewhere])? {
        return Err(Condition::RankedInitially.into());
    }

    let mut prover = Prover::new(options, budget);
    let mut copies = Copies::new(circuit, &prover);
    copies.push()?;
    copies.assert_constraints(&mut prover, 0);
    let before = Ranks::new(circuit, layers, &mut copies, &mut prover, 0)?;
    copies.push()?;
    copies.assert_constraints(&mut prover, 1);
    let after = Ranks::new(circuit, layers, &mut copies, &mut prover, 1)?;
    let nowhere = prover.constant(false);
    for (layer, found) in layers.iter().enumerate() {
        let below = |ranks: &Ranks| layer.checked_sub(1).map_or(nowhere, |below| ranks.up_to[below]);
        let here = [before.inside[layer], !below(&before)];
        if !prover.refute(&[here[0], here[1], !after.up_to[layer]])? {
            return Err(Condition::RankGrows { layer }.into());
        }
        let comes = copies.lit(&mut prover, 0, signals[found.waits_for]);
        if !prover.refute(&[here[0], here[1], comes, !below(&after)])? {
            return Err(Condition::RankStays { layer }.into());
        }
    }
    Ok(())
}
