//! Constraints that are left out until a counterexample breaks them.
//!
//! A circuit may have hundreds of constraints, most of which a proof does not need; each costs its cone in every query,
//! and its literals in every lifted cube. So the search begins without them (localisation, as rIC3 of 2026 does it for
//! constraints; the idea for parts of a design is Kurshan's, 1994). It over-approximates: a proof without a constraint
//! is one with it. A chain of cubes is followed with all constraints. Where a state has no step that satisfies them,
//! those in the core of that question are *active* from then on, and the search goes on with all lemmas, which stay
//! true when there are fewer steps. After a few such refinements, or many frames, all constraints are active.
//!
//! Invariant: every query of the search assumes the active constraints and no others, and every run that leaves it
//! satisfies all.

use crate::base::Lit;
use crate::model::circuit::{Circuit, Signal};
use crate::model::transition::Transition;

/// The constraints by whether queries assume them.
#[derive(Debug)]
pub(in crate::engine) struct Localisation {
    /// In the order of the circuit.
    is_active: Vec<bool>,
    /// The active ones as literals.
    pub lits: Vec<Lit>,
    /// The active ones as signals.
    pub signals: Vec<Signal>,
    /// Counterexamples that broke constraints.
    refinements: usize,
    /// Constraints became active while obligations may have rested on steps that break them.
    is_stale: bool,
}

/// Frames after which all constraints are active. Without a constraint a bad state may be unreachable for many more
/// steps than a search can go.
pub(super) const PATIENT_FRAMES: usize = 20;

/// Refinements after which all constraints are active: a proof that needs many needs most, and each refinement costs a
/// search.
pub(super) const PATIENCE: usize = 3;

impl Localisation {
    /// All constraints, or none of them, are active.
    pub fn new(circuit: &Circuit, step: &Transition, all: bool) -> Localisation {
        let count = circuit.constraints().len();
        let mut localisation = Localisation {
            is_active: vec![false; count],
            lits: Vec::new(),
            signals: Vec::new(),
            refinements: 0,
            is_stale: false,
        };
        for constraint in (0..count).filter(|_| all) {
            localisation.activate(circuit, step, constraint);
        }
        localisation
    }

    fn activate(&mut self, circuit: &Circuit, step: &Transition, constraint: usize) {
        self.is_active[constraint] = true;
        self.lits.push(step.constraints()[constraint]);
        self.signals.push(circuit.constraints()[constraint]);
    }

    /// Activates the constraints whose literals are among these, and all when patience has run out; gives the literals
    /// of those that were not active before.
    pub fn activate_all(&mut self, circuit: &Circuit, step: &Transition, lits: &[Lit]) -> Vec<Lit> {
        let mut new = Vec::new();
        self.refinements += 1;
        let all = self.refinements > PATIENCE;
        for constraint in 0..self.is_active.len() {
            let lit = step.constraints()[constraint];
            if !self.is_active[constraint] && (all || lits.contains(&lit)) {
                self.activate(circuit, step, constraint);
                new.push(lit);
            }
        }
        new
    }

    /// Activates the constraints that this literal stands for, and gives the literals that are new. It is no
    /// refinement.
    pub fn demand(&mut self, circuit: &Circuit, step: &Transition, lit: Lit) -> Vec<Lit> {
        let refinements = std::mem::take(&mut self.refinements);
        let new = self.activate_all(circuit, step, &[lit]);
        self.refinements = refinements;
        new
    }

    /// Activates all constraints if patience without them has run out, measured in open frames; gives the literals of
    /// those that were not active before. Obligations stay.
    pub fn at_frame(&mut self, circuit: &Circuit, step: &Transition, frames: usize) -> Vec<Lit> {
        if frames < PATIENT_FRAMES || self.lits.len() == self.is_active.len() {
            return Vec::new();
        }
        self.refinements = PATIENCE;
        let new = self.activate_all(circuit, step, &[]);
        self.is_stale = !new.is_empty();
        new
    }

    /// Whether obligations may have rested on steps that are gone; once, after that they are gone themselves.
    pub fn take_stale(&mut self) -> bool {
        std::mem::take(&mut self.is_stale)
    }
}
