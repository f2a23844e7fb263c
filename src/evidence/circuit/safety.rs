//! The checker of certificates and traces for bad signals of circuits: what every verdict on safety has to pass.
//!
//! It trusts no engine. It shares no encoding with them (the transition relation that engines use is optimised, this
//! one is Tseitin's, see `prover.rs`), starts with a fresh solver, and looks only at the original circuit. With
//! `C` for the conjunction of all constraints, which count in every step up to and including the bad one:
//!
//! - An inductive invariant, whose clauses speak of latches and of gates over latches: `Init ∧ C ⇒ Inv`,
//!   `Inv ∧ C ∧ T ∧ C′ ⇒ Inv′`, `Inv ∧ C ⇒ ¬Bad`. Consecution is asked clause by clause under assumptions in the cone
//!   of each, since an invariant may have ten thousand of them.
//! - A k-inductive property: the lemmas are inductive as above; no bad step among the first `k`; and no bad step
//!   after `k` good ones that satisfy the lemmas. If the run may be assumed to be a simple path, its states differ
//!   pairwise in latches on which the property or a constraint depends, directly or through other latches: a shortest
//!   counterexample does not repeat what it depends on (Sheeran, Singh, Stålmarck, FMCAD 2000). The first state may
//!   also differ from another one in inputs that the resets of these latches read: if it begins the run, the other one
//!   can take its place only if that is initial with its inputs. These assumptions are added where a model needs them.
//! - A trace: evaluation, no solver.

use super::prover::Prover;
use super::steps::Copies;
use crate::base::{Budget, Lit};
use crate::evidence::CheckOptions;
use crate::evidence::{CheckError, Condition, Malformed};
use crate::model::circuit::{Circuit, Latch, Node, NodeId, Signal};
use crate::model::invariant::{Certificate, ClausalInvariant};
use crate::model::trace::Trace;
use crate::model::PropertyId;
use std::collections::BTreeMap;

/// [`check_certificate`](super::check_certificate) with options.
///
/// # Errors
///
/// As there, and [`CheckError::Proof`] if the proofs are checked and one is wrong.
pub fn check_certificate_with(
    circuit: &Circuit,
    property: PropertyId,
    certificate: &Certificate,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    budget.poll()?;
    let bad = bad_signal(circuit, property)?;
    let invariant = certificate.states();
    // Its own gates are added to a copy of the circuit, in which nothing else depends on them.
    if invariant.gates.is_empty() {
        return with_clauses(circuit, bad, &invariant.clauses, certificate, options, budget);
    }
    let mut extended = circuit.clone();
    let clauses = attached(invariant, &mut extended)?;
    with_clauses(&extended, bad, &clauses, certificate, options, budget)
}

/// The clauses of an invariant, with its gates added to the circuit that it speaks of.
pub(super) fn attached(
    invariant: &ClausalInvariant,
    circuit: &mut Circuit,
) -> Result<Vec<Vec<Signal>>, Malformed> {
    let clauses = invariant.attach(circuit);
    clauses.map_err(|no| Malformed::NoSuchSignal { at: no.at, signal: no.signal })
}

/// Checks a proof of safety whose invariant or lemmas are these clauses.
pub(super) fn with_clauses(
    circuit: &Circuit,
    bad: Signal,
    clauses: &[Vec<Signal>],
    certificate: &Certificate,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    match certificate {
        Certificate::Inductive(_) => inductive(circuit, clauses, Some(bad), options, budget),
        Certificate::KInductive { k: 0, .. } => Err(Malformed::NoLength.into()),
        Certificate::KInductive { k, simple_path, .. } => {
            if !clauses.is_empty() {
                inductive(circuit, clauses, None, options, budget)?;
            }
            base(circuit, bad, *k, options, budget)?;
            step(circuit, bad, *k, clauses, *simple_path, options, budget)
        }
    }
}

/// Checks by evaluation that a trace ends in a step in which its bad signal is true.
pub(super) fn check_run(circuit: &Circuit, trace: &Trace) -> Result<(), CheckError> {
    let bad = bad_signal(circuit, trace.property)?;
    fits(circuit, trace)?;
    first_values(circuit, trace)?;
    let mut steps = Steps::new(circuit, trace);
    while steps.number().is_some() {
        steps.step()?;
    }
    if steps.holds(bad) {
        Ok(())
    } else {
        Err(Condition::LastStepBad.into())
    }
}

/// The latches whose resets are constants start with these.
pub(super) fn first_values(circuit: &Circuit, trace: &Trace) -> Result<(), CheckError> {
    for ((id, latch), &value) in circuit.latch_ids().zip(&trace.initial) {
        if latch.reset.value().map_or(false, |reset| reset != value) {
            return Err(Condition::InitialValue(id).into());
        }
    }
    Ok(())
}

/// The steps of a trace that fits its circuit, one by one.
pub(super) struct Steps<'a> {
    circuit: &'a Circuit,
    trace: &'a Trace,
    /// The number of the next step.
    next: usize,
    /// The state in that step.
    state: Vec<bool>,
    /// The values of all nodes in the step before.
    values: Vec<bool>,
}

impl<'a> Steps<'a> {
    /// Before the first step.
    pub fn new(circuit: &'a Circuit, trace: &'a Trace) -> Steps<'a> {
        let values = vec![false; circuit.nodes().len()];
        Steps { circuit, trace, next: 0, state: trace.initial.clone(), values }
    }

    /// The number of the next step, if there is one.
    pub fn number(&self) -> Option<usize> {
        Some(self.next).filter(|&next| next < self.trace.inputs.len())
    }

    /// The state before the next step, or after the last one.
    pub fn state(&self) -> &[bool] {
        &self.state
    }

    /// Whether a signal is true in the step that was taken last.
    pub fn holds(&self, signal: Signal) -> bool {
        self.values[signal.node().index()] != signal.is_negated()
    }

    /// Takes the next step. Its constraints hold; the first one agrees with the reset functions.
    pub fn step(&mut self) -> Result<(), CheckError> {
        let (circuit, step, inputs) = (self.circuit, self.next, &self.trace.inputs[self.next]);
        for (i, node) in circuit.nodes().iter().enumerate() {
            self.values[i] = match *node {
                Node::False => false,
                Node::Input(input) => inputs[input.index()],
                Node::Latch(latch) => self.state[latch.index()],
                Node::And(a, b) => self.holds(a) && self.holds(b),
            };
        }
        // Each latch has the value that its function has in the given state. No latch depends on itself, so there is
        // only one such state for the same values of the others.
        let wrong = |latch: &Latch| {
            latch.reset.function().map_or(false, |f| self.holds(f) != self.holds(latch.node.signal()))
        };
        if let Some((id, _)) = circuit.latch_ids().find(|(_, latch)| step == 0 && wrong(latch)) {
            return Err(Condition::InitialValue(id).into());
        }
        if let Some(constraint) = circuit.constraints().iter().position(|&c| !self.holds(c)) {
            return Err(Condition::ConstraintHolds { constraint, step }.into());
        }
        self.state = circuit.latches().iter().map(|latch| self.holds(latch.next)).collect();
        self.next += 1;
        Ok(())
    }
}

/// Whether a trace has the right lengths.
pub(super) fn fits(circuit: &Circuit, trace: &Trace) -> Result<(), Malformed> {
    if trace.inputs.is_empty() {
        return Err(Malformed::NoSteps);
    }
    let expected = circuit.latches().len();
    if trace.initial.len() != expected {
        return Err(Malformed::InitialLength { expected, found: trace.initial.len() });
    }
    let expected = circuit.inputs().len();
    match trace.inputs.iter().position(|inputs| inputs.len() != expected) {
        None => Ok(()),
        Some(step) => Err(Malformed::InputLength { step, expected, found: trace.inputs[step].len() }),
    }
}

pub(super) fn bad_signal(circuit: &Circuit, property: PropertyId) -> Result<Signal, Malformed> {
    let count = circuit.bads().len();
    circuit.bad(property).ok_or(Malformed::NoSuchProperty { property, count })
}

/// By node: whether it depends on latches alone, and on inputs that resets read: such an input is a part of the state.
pub(super) fn of_states(circuit: &Circuit) -> Vec<bool> {
    let read = circuit.reset_inputs();
    let mut is_of_states: Vec<bool> = Vec::with_capacity(circuit.nodes().len());
    for node in circuit.nodes() {
        is_of_states.push(match *node {
            Node::False | Node::Latch(_) => true,
            Node::Input(input) => read.binary_search(&input).is_ok(),
            Node::And(a, b) => is_of_states[a.node().index()] && is_of_states[b.node().index()],
        });
    }
    is_of_states
}

/// The clauses speak of states.
fn over_states(circuit: &Circuit, clauses: &[Vec<Signal>]) -> Result<(), Malformed> {
    let is_of_states = of_states(circuit);
    for (clause, signals) in clauses.iter().enumerate() {
        let is_other = |signal: &&Signal| is_of_states.get(signal.node().index()) != Some(&true);
        if let Some(&signal) = signals.iter().find(is_other) {
            return Err(Malformed::NotALatch { clause, signal });
        }
    }
    Ok(())
}

/// The invariant is inductive and, if there is a bad signal, excludes it.
fn inductive(
    circuit: &Circuit,
    invariant: &[Vec<Signal>],
    bad: Option<Signal>,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    over_states(circuit, invariant)?;
    initiation(circuit, invariant, options, budget)?;
    let mut prover = Prover::new(options, budget);
    let mut copies = Copies::new(circuit, &prover);
    copies.push()?;
    assert_invariant(&mut prover, &mut copies, 0, invariant);
    copies.assert_constraints(&mut prover, 0);
    if let Some(bad) = bad {
        let bad = copies.lit(&mut prover, 0, bad);
        if !prover.refute(&[bad])? {
            return Err(Condition::Property.into());
        }
    }
    copies.push()?;
    let admitted = copies.switched_constraints(&mut prover, 1);
    let violated = |copies: &mut Copies, prover: &mut Prover, clause: &[Signal]| -> Vec<Lit> {
        clause.iter().map(|&signal| !copies.lit(prover, 1, signal)).collect()
    };
    let clauses: Vec<Vec<Lit>> = invariant.iter().map(|c| violated(&mut copies, &mut prover, c)).collect();
    prover.seal();
    for (clause, literals) in clauses.iter().enumerate() {
        if !prover.refute_in_cone(literals, admitted)? {
            return Err(Condition::Consecution { clause }.into());
        }
    }
    Ok(())
}

/// Each clause holds initially. Most are true by a single reset value; the others are asked with the constraints.
fn initiation(
    circuit: &Circuit,
    invariant: &[Vec<Signal>],
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let by_reset = |signal: &Signal| match circuit.nodes()[signal.node().index()] {
        Node::Latch(latch) => circuit.latches()[latch.index()].reset.value() == Some(!signal.is_negated()),
        _ => false,
    };
    let open = |clause: &&(usize, &Vec<Signal>)| !clause.1.iter().any(by_reset);
    let clauses: Vec<(usize, &Vec<Signal>)> = invariant.iter().enumerate().collect();
    let mut context = None;
    for &(number, clause) in clauses.iter().filter(open) {
        let (prover, copies) = match &mut context {
            Some(context) => context,
            None => context.insert(started(circuit, options, budget)?),
        };
        let literals: Vec<Lit> = clause.iter().map(|&signal| !copies.lit(prover, 0, signal)).collect();
        if !prover.refute(&literals)? {
            return Err(Condition::Initiation { clause: number }.into());
        }
    }
    Ok(())
}

/// The first step, with the resets and the constraints.
fn started<'a>(
    circuit: &'a Circuit,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(Prover, Copies<'a>), CheckError> {
    let mut prover = Prover::new(options, budget);
    let mut copies = Copies::new(circuit, &prover);
    copies.push()?;
    copies.start(&mut prover);
    copies.assert_constraints(&mut prover, 0);
    Ok((prover, copies))
}

fn assert_invariant(prover: &mut Prover, copies: &mut Copies, step: usize, invariant: &[Vec<Signal>]) {
    for clause in invariant {
        let literals: Vec<Lit> = clause.iter().map(|&signal| copies.lit(prover, step, signal)).collect();
        prover.assert(&literals);
    }
}

/// No bad step among the first `k`.
fn base(
    circuit: &Circuit,
    bad: Signal,
    k: usize,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let (mut prover, mut copies) = started(circuit, options, budget)?;
    for step in 0..k {
        budget.poll()?;
        if step > 0 {
            copies.push()?;
            copies.assert_constraints(&mut prover, step);
        }
        let bad = copies.lit(&mut prover, step, bad);
        if !prover.refute(&[bad])? {
            return Err(Condition::Base { step }.into());
        }
        prover.assert(&[!bad]);
    }
    Ok(())
}

/// No bad step after `k` good ones that satisfy the lemmas.
fn step(
    circuit: &Circuit,
    bad: Signal,
    k: usize,
    lemmas: &[Vec<Signal>],
    simple_path: bool,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let mut prover = Prover::new(options, budget);
    let mut copies = Copies::new(circuit, &prover);
    let (state, latches) = if simple_path { compared(circuit, bad) } else { (Vec::new(), 0) };
    let mut states: Vec<Vec<Lit>> = Vec::new();
    for step in 0..=k {
        budget.poll()?;
        copies.push()?;
        assert_invariant(&mut prover, &mut copies, step, lemmas);
        copies.assert_constraints(&mut prover, step);
        let bad = copies.lit(&mut prover, step, bad);
        prover.assert(&[bad.negate_if(step < k)]);
        if simple_path {
            states.push(state.iter().map(|&node| copies.lit(&mut prover, step, node.signal())).collect());
        }
    }
    while !prover.refute(&[])? {
        // A run that repeats a state is excluded, and the question asked again.
        if !separate(&mut prover, &states, latches) {
            return Err(Condition::Step.into());
        }
    }
    Ok(())
}

/// The latches on which the bad signal and the constraints depend, then the inputs on which both these and the resets
/// of these latches depend; and the number of latches.
fn compared(circuit: &Circuit, bad: Signal) -> (Vec<NodeId>, usize) {
    let latch_at = |node: NodeId| match circuit.nodes()[node.index()] {
        Node::Latch(latch) => Some(&circuit.latches()[latch.index()]),
        _ => None,
    };
    let roots = circuit.constraints().iter().copied().chain([bad]);
    let steps = reached(circuit, roots, |latch| Some(latch.next));
    let functions = steps.iter().filter_map(|&node| latch_at(node)?.reset.function());
    let mut read = reached(circuit, functions, |latch| latch.reset.function());
    read.sort_unstable();
    let is_input = |node: &NodeId| matches!(circuit.nodes()[node.index()], Node::Input(_));
    let mut list: Vec<NodeId> = steps.iter().copied().filter(|&node| latch_at(node).is_some()).collect();
    let latches = list.len();
    list.extend(steps.iter().filter(|node| is_input(node) && read.binary_search(node).is_ok()));
    (list, latches)
}

/// The nodes on which some signals depend, if a latch depends on what `source` says.
pub(super) fn reached(
    circuit: &Circuit,
    roots: impl Iterator<Item = Signal>,
    source: impl Fn(&Latch) -> Option<Signal>,
) -> Vec<NodeId> {
    let mut seen = vec![false; circuit.nodes().len()];
    let mut stack: Vec<NodeId> = roots.map(Signal::node).collect();
    let mut nodes = Vec::new();
    while let Some(node) = stack.pop() {
        if std::mem::replace(&mut seen[node.index()], true) {
            continue;
        }
        nodes.push(node);
        match circuit.nodes()[node.index()] {
            Node::False | Node::Input(_) => {}
            Node::Latch(latch) => stack.extend(source(&circuit.latches()[latch.index()]).map(Signal::node)),
            Node::And(a, b) => stack.extend([a.node(), b.node()]),
        }
    }
    nodes
}

/// Demands that steps whose states are equal in the solver's model differ. False if there are none. After the first
/// state only latches count, which come first in each.
fn separate(prover: &mut Prover, states: &[Vec<Lit>], latches: usize) -> bool {
    let values: Vec<Vec<bool>> =
        states.iter().map(|state| state.iter().map(|&l| prover.value(l)).collect()).collect();
    let mut first: BTreeMap<&[bool], usize> = BTreeMap::new();
    let mut pairs = Vec::new();
    // The first state is one of many if no inputs count.
    let alone = values.first().map_or(false, |state| state.len() > latches);
    for (step, state) in values.iter().enumerate().skip(alone as usize) {
        if alone && *state == values[0] {
            pairs.push((0, step));
        }
        match first.get(&state[..latches]) {
            Some(&earlier) => pairs.push((earlier, step)),
            None => drop(first.insert(&state[..latches], step)),
        }
    }
    for &(i, j) in &pairs {
        let count = if i == 0 { states[0].len() } else { latches };
        let both = states[i].iter().zip(&states[j]).take(count);
        let differ: Vec<Lit> = both.map(|(&a, &b)| prover.xor(a, b)).collect();
        prover.assert(&differ);
    }
    !pairs.is_empty()
}
