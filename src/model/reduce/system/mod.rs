//! Smaller systems with the same verdicts, and the way back.
//!
//! Each pass either finds the *cone of influence* (`cone.rs`), or *replaces* variables by terms that they equal in all
//! runs (`replace.rs`): variables that are functions of others in every state (`held.rs`), constant and equal variables
//! (`equal.rs`), and inputs that a step computes (`inputs.rs`).
//!
//! The way back of a trace is evaluation. An invariant of the smaller system becomes one of the original together with
//! the *facts* by which variables were replaced; the cone of influence needs none.

mod acyclic;
mod candidates;
mod cone;
mod definitions;
mod equal;
mod formula;
mod held;
mod inputs;
mod replace;
mod rows;
mod values;

use super::options::ReduceOptions;
use crate::base::Budget;
use crate::model::system::{Certificate, Invariant, System, Trace};
use crate::solver::term::TermId;
use replace::{Replaced, Replacement};

/// Passes of one kind in a row; a definition that is gone sets others free.
const MOST_PASSES: usize = 16;
/// The number of times that all kinds of passes are tried.
const MOST_ROUNDS: usize = 4;

/// A smaller system, with the way back.
#[derive(Debug)]
pub struct SystemReduction {
    /// The smaller system. Its store was made from the original's by adding terms.
    pub system: System,
    passes: Vec<Pass>,
}

/// The way back over one pass.
#[derive(Debug)]
enum Pass {
    Cone(Box<cone::Pass>),
    Replaced(Box<System>, Box<Replaced>),
}

impl Pass {
    fn original(&self) -> &System {
        match self {
            Pass::Cone(pass) => &pass.original,
            Pass::Replaced(original, _) => original,
        }
    }
}

impl SystemReduction {
    /// The system as it is.
    pub fn none(system: &System) -> SystemReduction {
        SystemReduction { system: system.clone(), passes: Vec::new() }
    }

    /// A trace of the original system from one of the smaller system.
    pub fn lift_trace(&self, trace: &Trace) -> Trace {
        let mut lifted = trace.clone();
        for (i, pass) in self.passes.iter().enumerate().rev() {
            let smaller = self.passes.get(i + 1).map_or(&self.system, Pass::original);
            lifted = match pass {
                Pass::Cone(pass) => pass.lift_trace(smaller, &lifted),
                Pass::Replaced(original, pass) => pass.lift_trace(original, smaller, &lifted),
            };
        }
        lifted
    }

    /// An invariant of the original system from one of the smaller system: it is inductive if that one is, and excludes
    /// the bad states if that one does.
    pub fn lift_invariant(&self, invariant: &Invariant) -> Invariant {
        let mut lifted = invariant.clone();
        lifted.formulas.extend(self.facts());
        lifted
    }

    /// A certificate for the original system from one for the smaller system. A proof by k-induction must not assume
    /// that states differ: those of the original may differ in other variables.
    pub fn lift_certificate(&self, certificate: &Certificate) -> Certificate {
        certificate.over(self.lift_invariant(certificate.states()))
    }

    /// The facts by which variables were replaced.
    fn facts(&self) -> impl Iterator<Item = TermId> + '_ {
        let facts = self.passes.iter().filter_map(|pass| match pass {
            Pass::Replaced(_, pass) => Some(&pass.facts),
            Pass::Cone(_) => None,
        });
        facts.flatten().copied()
    }

    /// Passes of the cone of influence.
    fn find_cone(&mut self, budget: &Budget) {
        for _ in 0..MOST_PASSES {
            match cone::reduce_once(&self.system).filter(|_| budget.poll().is_ok()) {
                Some((smaller, pass)) => {
                    self.system = smaller;
                    self.passes.push(Pass::Cone(Box::new(pass)));
                }
                None => return,
            }
        }
    }

    /// Replaces what a search finds, if it finds anything. Whether it does.
    fn replace(
        &mut self,
        budget: &Budget,
        search: impl FnOnce(&mut System, &Budget) -> Option<Replacement>,
    ) -> bool {
        // A search only adds terms.
        let found = search(&mut self.system, budget).filter(|_| budget.poll().is_ok());
        let found = found.and_then(|replacement| replace::apply(&mut self.system, replacement));
        match found {
            Some((smaller, replaced)) => {
                let original = std::mem::replace(&mut self.system, smaller);
                self.passes.push(Pass::Replaced(Box::new(original), Box::new(replaced)));
                true
            }
            None => false,
        }
    }
}

/// Reduces a system as far as the budget reaches, with default options.
pub fn reduce_system(system: &System, budget: &Budget) -> SystemReduction {
    reduce_system_with(system, &ReduceOptions::default(), budget)
}

/// Reduces a system as far as the budget reaches. Of the options, those for constants, equivalences and definitions
/// count; the cone of influence is always found.
pub fn reduce_system_with(system: &System, options: &ReduceOptions, budget: &Budget) -> SystemReduction {
    let mut reduction = SystemReduction::none(system);
    for _ in 0..options.rounds.clamp(1, MOST_ROUNDS) {
        if budget.poll().is_err() {
            break;
        }
        reduction.find_cone(budget);
        let mut changed = options.definitions && reduction.replace(budget, held::definitions);
        changed |= options.constants && reduction.replace(budget, equal::constants);
        changed |= options.equivalences && reduction.replace(budget, equal::equal);
        changed |= options.definitions && reduction.replace(budget, inputs::definitions);
        if !changed {
            break;
        }
    }
    reduction
}
