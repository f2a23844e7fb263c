//! Whether a witness circuit proves its model safe.
//!
//! With `R`, `F`, `C`, `P` for resets, next states, constraints and "not bad" of the model, primes for those of the
//! witness, and `K` for the inputs and latches that the two have in common (Yu, Froleyks, Biere, Heljanko, FMCAD 2022):
//!
//! ```text
//! reset        R ∧ C ⇒ R′{K} ∧ C′               property   C ∧ C′ ∧ ¬P ⇒ ¬P′
//! transition   C ∧ C⁺ ∧ C′ ∧ F ⇒ F′{K} ∧ C′⁺     base       R′ ∧ C′ ⇒ P′
//!                                              step       P′ ∧ C′ ∧ F′ ∧ C′⁺ ⇒ P′⁺
//! ```
//!
//! The first two make that each run of the model is one of the witness: what they share agrees, and the rest of the
//! witness starts and goes on as its own resets and next states say, with inputs of its own chosen at will. They are
//! proved for every such choice. In a common encoding shared leaves are the same literals, and a witness that contains
//! the model's gates shares them as well, so that for the usual witness circuit reset and transition cost nothing.

use super::prover::Prover;
use super::ranking::{between, is_ranked};
use super::safety::bad_signal;
use super::steps::Copies;
use super::witness_circuit::WitnessCircuit;
use crate::base::{Budget, Lit};
use crate::evidence::CheckOptions;
use crate::evidence::{CheckError, Condition, Malformed};
use crate::model::circuit::{Circuit, LatchId, Node, Reset, Signal};

/// Checks that a witness circuit proves its property of the model.
///
/// # Errors
///
/// See [`CheckError`]; the conditions are those whose names begin with `Witness`.
pub fn check_witness_circuit(
    model: &Circuit,
    witness: &WitnessCircuit,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    budget.poll()?;
    let is_live = witness.property.is_justice();
    let bad = if is_live { Signal::FALSE } else { bad_signal(model, witness.property)? };
    let own_bad = match witness.circuit.bads() {
        [bad] => *bad,
        [] if is_live => Signal::FALSE,
        bads => return Err(Malformed::WitnessProperties(bads.len()).into()),
    };
    fits(model, witness)?;
    reset(model, witness, options, budget)?;
    transition(model, witness, bad, own_bad, options, budget)?;
    base(&witness.circuit, own_bad, options, budget)?;
    step(&witness.circuit, own_bad, options, budget)?;
    if is_live {
        live(model, witness, options, budget)?;
        is_ranked(witness, options, budget)?;
    }
    Ok(())
}

/// A signal of the witness that is false between two states is one of the model that is false in the first of them.
fn live(
    model: &Circuit,
    witness: &WitnessCircuit,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let count = model.justice().len();
    let no_such = Malformed::NoSuchProperty { property: witness.property, count };
    let signals = model.recurring(witness.property).ok_or(no_such)?;
    if signals.len() != witness.justice().len() {
        return Err(Malformed::Mapping.into());
    }
    let mut product = Product::new(model, witness, options, budget);
    for step in 0..2 {
        product.push()?;
        product.share(step);
        product.model.assert_constraints(&mut product.prover, step);
        product.witness.assert_constraints(&mut product.prover, step);
        for &bad in witness.circuit.bads() {
            let lit = product.witness.lit(&mut product.prover, step, bad);
            product.prover.assert(&[!lit]);
        }
    }
    let Product { prover, model, witness: own, .. } = &mut product;
    let between = between(witness, prover, |prover, signal, step| own.lit(prover, step, signal))?;
    for (signal, (&theirs, &is_false)) in signals.iter().zip(&between).enumerate() {
        let theirs = model.lit(prover, 0, theirs);
        if !prover.refute(&[theirs, is_false])? {
            return Err(Condition::WitnessLive { signal }.into());
        }
    }
    Ok(())
}

fn fits(model: &Circuit, witness: &WitnessCircuit) -> Result<(), Malformed> {
    let lengths = witness.inputs.len() == witness.circuit.inputs().len()
        && witness.latches.len() == witness.circuit.latches().len();
    let mut named = witness.inputs.iter().chain(&witness.latches).flatten();
    if lengths && named.all(|signal| signal.node().index() < model.nodes().len()) {
        Ok(())
    } else {
        Err(Malformed::Mapping)
    }
}

/// The model and the witness over the same leaves.
struct Product<'a> {
    prover: Prover,
    model: Copies<'a>,
    witness: Copies<'a>,
    mapping: &'a WitnessCircuit,
}

impl<'a> Product<'a> {
    fn new(model: &'a Circuit, mapping: &'a WitnessCircuit, options: &CheckOptions, budget: &Budget) -> Self {
        let prover = Prover::new(options, budget);
        let (model, witness) = (Copies::new(model, &prover), Copies::new(&mapping.circuit, &prover));
        Product { prover, model, witness, mapping }
    }

    /// One step more of both.
    fn push(&mut self) -> Result<(), CheckError> {
        self.model.push()?;
        Ok(self.witness.push()?)
    }

    /// A signal that witness and model share in a step gets the same literals. Latches go their own way after the
    /// first step, which the transition check shows to be the same.
    fn share(&mut self, step: usize) {
        let circuit = &self.mapping.circuit;
        let inputs = circuit.inputs().iter().copied().zip(&self.mapping.inputs);
        let latches = circuit.latches().iter().map(|latch| latch.node).zip(&self.mapping.latches);
        let latches = latches.filter(|_| step == 0);
        for (node, signal) in inputs.chain(latches) {
            if let Some(signal) = signal {
                let lit = self.model.lit(&mut self.prover, step, *signal);
                self.witness.bind(step, node, lit);
            }
        }
    }

    /// The shared latches of the witness.
    fn shared_latches(&self) -> impl Iterator<Item = (LatchId, Signal)> + 'a {
        let latches = self.mapping.latches.iter().enumerate();
        latches.filter_map(|(i, signal)| Some((LatchId::new(i), (*signal)?)))
    }

    /// All constraints of the witness follow.
    fn constraints_follow(&mut self, step: usize, condition: Condition) -> Result<(), CheckError> {
        for &constraint in self.mapping.circuit.constraints() {
            let lit = self.witness.lit(&mut self.prover, step, constraint);
            follows(&mut self.prover, lit, condition)?;
        }
        Ok(())
    }
}

fn follows(prover: &mut Prover, lit: Lit, condition: Condition) -> Result<(), CheckError> {
    if prover.refute(&[!lit])? {
        Ok(())
    } else {
        Err(condition.into())
    }
}

fn reset(
    model: &Circuit,
    witness: &WitnessCircuit,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let mut product = Product::new(model, witness, options, budget);
    product.push()?;
    product.model.start(&mut product.prover);
    product.model.assert_constraints(&mut product.prover, 0);
    // Shared latches are the model's; the others start as their own resets say, which may read shared ones.
    product.share(0);
    product.witness.start(&mut product.prover);
    for (latch, signal) in product.shared_latches() {
        let Product { prover, model, witness: own, .. } = &mut product;
        let value = match witness.circuit.latches()[latch.index()].reset {
            Reset::Free => continue,
            Reset::Zero => prover.constant(false),
            Reset::One => prover.constant(true),
            Reset::Function(function) => own.lit(prover, 0, function),
        };
        let found = model.lit(prover, 0, signal);
        let same = found == value || prover.refute(&[found, !value])? && prover.refute(&[!found, value])?;
        if !same {
            return Err(Condition::WitnessReset(latch).into());
        }
    }
    product.constraints_follow(0, Condition::WitnessFirstConstraints)
}

fn transition(
    model: &Circuit,
    witness: &WitnessCircuit,
    bad: Signal,
    own_bad: Signal,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let mut product = Product::new(model, witness, options, budget);
    product.push()?;
    product.share(0);
    product.model.assert_constraints(&mut product.prover, 0);
    product.witness.assert_constraints(&mut product.prover, 0);
    let Product { prover, model, witness: own, .. } = &mut product;
    let (bad, own_bad) = (model.lit(prover, 0, bad), own.lit(prover, 0, own_bad));
    if bad != own_bad && !prover.refute(&[bad, !own_bad])? {
        return Err(Condition::WitnessBad.into());
    }
    product.push()?;
    product.share(1);
    product.model.assert_constraints(&mut product.prover, 1);
    for (latch, signal) in product.shared_latches() {
        let Product { prover, model, witness: own, .. } = &mut product;
        let expected = model.lit(prover, 1, signal);
        let next = own.lit(prover, 0, witness.circuit.latches()[latch.index()].next);
        let same =
            expected == next || prover.refute(&[expected, !next])? && prover.refute(&[!expected, next])?;
        if !same {
            return Err(Condition::WitnessNext(latch).into());
        }
    }
    product.constraints_follow(1, Condition::WitnessConstraints)
}

fn base(witness: &Circuit, bad: Signal, options: &CheckOptions, budget: &Budget) -> Result<(), CheckError> {
    let mut prover = Prover::new(options, budget);
    let mut copies = Copies::new(witness, &prover);
    copies.push()?;
    copies.start(&mut prover);
    copies.assert_constraints(&mut prover, 0);
    let bad = copies.lit(&mut prover, 0, bad);
    follows(&mut prover, !bad, Condition::WitnessBase)
}

/// Conjunct by conjunct, since the property of a witness circuit usually is a conjunction of very many clauses.
fn step(witness: &Circuit, bad: Signal, options: &CheckOptions, budget: &Budget) -> Result<(), CheckError> {
    let mut prover = Prover::new(options, budget);
    let mut copies = Copies::new(witness, &prover);
    copies.push()?;
    copies.assert_constraints(&mut prover, 0);
    let conjuncts = conjuncts(witness, !bad);
    for &signal in &conjuncts {
        let lit = copies.lit(&mut prover, 0, signal);
        prover.assert(&[lit]);
    }
    copies.push()?;
    let admitted = copies.switched_constraints(&mut prover, 1);
    let next: Vec<Lit> = conjuncts.iter().map(|&signal| copies.lit(&mut prover, 1, signal)).collect();
    prover.seal();
    for lit in next {
        if !prover.refute_in_cone(&[!lit], admitted)? {
            return Err(Condition::WitnessStep.into());
        }
    }
    Ok(())
}

/// Signals that are all true exactly if this one is: it, taken apart at its and-gates.
fn conjuncts(circuit: &Circuit, signal: Signal) -> Vec<Signal> {
    let mut seen = vec![false; circuit.nodes().len()];
    let mut stack = vec![signal];
    let mut list = Vec::new();
    while let Some(signal) = stack.pop() {
        match circuit.nodes()[signal.node().index()] {
            Node::And(a, b) if !signal.is_negated() => {
                if !std::mem::replace(&mut seen[signal.node().index()], true) {
                    stack.extend([a, b]);
                }
            }
            _ => list.push(signal),
        }
    }
    list
}
