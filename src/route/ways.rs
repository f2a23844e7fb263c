//! The ways back from images: reductions, and one model as another.

use super::adapter::WayBack;
use crate::base::{Budget, Limit};
use crate::engine::common::prover::Counters;
use crate::engine::horn::Houdini;
use crate::engine::{StopCause, StopReason};
use crate::model::cfa::{self, Cfa};
use crate::model::circuit::Circuit;
use crate::model::encode::automaton::SystemProgram;
use crate::model::encode::catamorphisms::CatamorphismHorn;
use crate::model::encode::cells::CellHorn;
use crate::model::encode::horn::{HornProgram, ProgramHorn};
use crate::model::encode::program::ProgramSystem;
use crate::model::horn::{Horn, Interpretation, Refutation};
use crate::model::reduce::horn::{assume, HornReduction};
use crate::model::reduce::program::{Blocks, Informed, ProgramReduction};
use crate::model::reduce::{Reduction, SystemReduction};
use crate::model::system::functional::conjuncts;
use crate::model::system::{Certificate, System, Trace};
use crate::model::{invariant, trace, Depth, PropertyId};
use crate::solver::term::TermId;
use std::sync::Arc;

/// A counterexample that breaks off on the way back is a defect, to be told like any other evidence that fails.
fn whole<T>(counterexample: Option<T>) -> Result<T, StopCause> {
    counterexample.ok_or(StopCause::EvidenceFailed)
}

/// Evidence that has no way back: for the limit that was reached, or for this cause.
fn or_limit<T>(found: Option<T>, budget: &Budget, otherwise: StopCause) -> Result<T, StopCause> {
    found.ok_or_else(|| budget.check().err().map_or(otherwise, StopCause::Limit))
}

/// From a reduced circuit.
impl WayBack<Circuit, Circuit> for Arc<Reduction> {
    fn image(&self) -> &Circuit {
        &self.circuit
    }

    fn proof(
        &mut self,
        _: PropertyId,
        found: &invariant::Certificate,
    ) -> Result<invariant::Certificate, StopCause> {
        Ok(self.lift_certificate(found))
    }

    fn counterexample(&mut self, found: &trace::Trace) -> Result<trace::Trace, StopCause> {
        Ok(self.lift_trace(found))
    }
}

/// From a reduced system.
impl WayBack<System, System> for Arc<SystemReduction> {
    fn image(&self) -> &System {
        &self.system
    }

    fn proof(&mut self, _: PropertyId, found: &Certificate) -> Result<Certificate, StopCause> {
        Ok(self.lift_certificate(found))
    }

    fn counterexample(&mut self, found: &Trace) -> Result<Trace, StopCause> {
        Ok(self.lift_trace(found))
    }
}

/// From the automaton that was recovered from the program counter of a system.
#[derive(Debug)]
pub(super) struct OfRecovered {
    pub system: Arc<System>,
    pub program: SystemProgram,
    /// The sizes of the automaton, as it is, reduced, and in large blocks.
    pub sizes: Counters,
}

impl WayBack<System, Cfa> for OfRecovered {
    fn image(&self) -> &Cfa {
        &self.program.cfa
    }

    fn proof(&mut self, _: PropertyId, found: &cfa::Invariant) -> Result<Certificate, StopCause> {
        Ok(Certificate::Inductive(self.program.invariant(&self.system, found)))
    }

    fn counterexample(&mut self, found: &cfa::Path) -> Result<Trace, StopCause> {
        whole(self.program.trace(&self.system, found))
    }

    /// A run of the system is two edges longer in its automaton: one into the first state, and one into the error.
    fn stop(&self, reason: StopReason) -> StopReason {
        let transitions = reason.safe_depth.and_then(|depth| depth.transitions().checked_sub(2));
        StopReason { safe_depth: transitions.map(Depth::new), ..reason }
    }

    fn counters(&self) -> Counters {
        self.sizes.clone()
    }
}

/// From the system with a program counter that a program is.
#[derive(Debug)]
pub(super) struct OfCounter {
    pub cfa: Cfa,
    pub encoded: ProgramSystem,
}

impl WayBack<Cfa, System> for OfCounter {
    fn image(&self) -> &System {
        &self.encoded.system
    }

    fn proof(&mut self, _: PropertyId, found: &Certificate) -> Result<cfa::Invariant, StopCause> {
        // A proof by k-induction says nothing location by location.
        let invariant = found.inductive().ok_or(StopCause::Bound)?;
        Ok(self.encoded.invariant(&self.cfa, invariant))
    }

    fn counterexample(&mut self, found: &Trace) -> Result<cfa::Path, StopCause> {
        whole(self.encoded.path(&self.cfa, found))
    }
}

/// From the clauses that a program is.
#[derive(Debug)]
pub(super) struct OfClauses {
    pub cfa: Cfa,
    pub encoded: ProgramHorn,
}

impl WayBack<Cfa, Horn> for OfClauses {
    fn image(&self) -> &Horn {
        &self.encoded.horn
    }

    fn proof(&mut self, _: PropertyId, found: &Interpretation) -> Result<cfa::Invariant, StopCause> {
        Ok(self.encoded.invariant(&self.cfa, found))
    }

    fn counterexample(&mut self, found: &Refutation) -> Result<cfa::Path, StopCause> {
        whole(self.encoded.path(&self.cfa, found))
    }
}

/// From the large blocks of a reduced program.
#[derive(Debug)]
pub(crate) struct OfBlocks {
    pub cfa: Arc<Cfa>,
    pub reduction: Arc<ProgramReduction>,
    pub blocks: Arc<Blocks>,
    pub budget: Budget,
}

impl WayBack<Cfa, Cfa> for OfBlocks {
    fn image(&self) -> &Cfa {
        &self.blocks.cfa
    }

    fn proof(&mut self, _: PropertyId, found: &cfa::Invariant) -> Result<cfa::Invariant, StopCause> {
        let reduced = self.blocks.lift_invariant(&self.reduction.cfa, found, &self.budget);
        let lift = |found| self.reduction.lift_invariant(&self.cfa, &found, &self.budget);
        or_limit(reduced.and_then(lift), &self.budget, StopCause::Limit(Limit::Incomplete))
    }

    fn counterexample(&mut self, found: &cfa::Path) -> Result<cfa::Path, StopCause> {
        let reduced = self.blocks.lift_path(&self.reduction.cfa, found, &self.budget);
        let lift = |path| self.reduction.lift_path(&self.cfa, &path, &self.budget);
        or_limit(reduced.and_then(lift), &self.budget, StopCause::EvidenceFailed)
    }
    fn counters(&self) -> Counters {
        let (reduced, blocks) = (&self.reduction.cfa, &self.blocks.cfa);
        vec![
            ("locations before large blocks", reduced.location_count() as u64),
            ("edges before large blocks", reduced.edges().len() as u64),
            ("locations of large blocks", blocks.location_count() as u64),
            ("large blocks", blocks.edges().len() as u64),
        ]
    }
}

/// From an automaton whose edges assume formulas that were proved of it.
impl WayBack<Cfa, Cfa> for Informed {
    fn image(&self) -> &Cfa {
        &self.cfa
    }

    fn proof(&mut self, _: PropertyId, found: &cfa::Invariant) -> Result<cfa::Invariant, StopCause> {
        Ok(self.lift_invariant(found.clone()))
    }

    fn counterexample(&mut self, found: &cfa::Path) -> Result<cfa::Path, StopCause> {
        Ok(found.clone())
    }
}

/// From reduced clauses.
#[derive(Debug)]
pub(super) struct OfReducedClauses {
    pub reduction: Arc<HornReduction>,
    pub budget: Budget,
}

impl WayBack<Horn, Horn> for OfReducedClauses {
    fn image(&self) -> &Horn {
        self.reduction.horn()
    }

    fn proof(&mut self, _: PropertyId, found: &Interpretation) -> Result<Interpretation, StopCause> {
        let lifted = self.reduction.lift_interpretation(found.clone(), &self.budget);
        or_limit(lifted, &self.budget, StopCause::Limit(Limit::Incomplete))
    }

    fn counterexample(&mut self, found: &Refutation) -> Result<Refutation, StopCause> {
        whole(self.reduction.lift_refutation(found.clone()))
    }
}

/// From the program that linear clauses are.
#[derive(Debug)]
pub(super) struct OfLinear {
    pub horn: Horn,
    pub program: Arc<HornProgram>,
}

impl WayBack<Horn, Cfa> for OfLinear {
    fn image(&self) -> &Cfa {
        &self.program.cfa
    }

    fn proof(&mut self, _: PropertyId, found: &cfa::Invariant) -> Result<Interpretation, StopCause> {
        Ok(self.program.interpretation(&self.horn, found))
    }

    fn counterexample(&mut self, found: &cfa::Path) -> Result<Refutation, StopCause> {
        whole(self.program.refutation(found))
    }
}

/// From what catamorphisms say of datatypes.
#[derive(Debug)]
pub(super) struct OfCatamorphisms(pub CatamorphismHorn);

impl WayBack<Horn, Horn> for OfCatamorphisms {
    fn image(&self) -> &Horn {
        &self.0.horn
    }

    fn proof(&mut self, _: PropertyId, found: &Interpretation) -> Result<Interpretation, StopCause> {
        Ok(self.0.interpretation(found))
    }

    /// Its results need not be those of one value.
    fn counterexample(&mut self, _: &Refutation) -> Result<Refutation, StopCause> {
        Err(StopCause::Limit(Limit::Incomplete))
    }
}

/// From clauses that assume formulas which satisfy all clauses with heads.
#[derive(Debug)]
pub(super) struct OfInformed {
    horn: Horn,
    known: Interpretation,
    image: Horn,
    budget: Budget,
}

impl OfInformed {
    /// The image assumes these formulas about its predicates.
    pub fn new(horn: &Horn, known: Interpretation, budget: &Budget) -> OfInformed {
        OfInformed { image: assume(horn, &known), horn: horn.clone(), known, budget: budget.clone() }
    }
}

impl WayBack<Horn, Horn> for OfInformed {
    fn image(&self) -> &Horn {
        &self.image
    }

    fn proof(&mut self, _: PropertyId, found: &Interpretation) -> Result<Interpretation, StopCause> {
        with_known(&self.horn, found, &self.known, &self.budget)
    }

    fn counterexample(&mut self, found: &Refutation) -> Result<Refutation, StopCause> {
        Ok(found.clone())
    }
}

/// A model of clauses that assume what is known, as one of the clauses without that. Most of what is known is not
/// needed.
fn with_known(
    horn: &Horn,
    found: &Interpretation,
    known: &Interpretation,
    budget: &Budget,
) -> Result<Interpretation, StopCause> {
    let mut found = found.clone();
    let parts = found.formulas.iter().zip(&known.formulas);
    let parts: Vec<Vec<TermId>> =
        parts.map(|(&a, &b)| [conjuncts(&found.terms, a), conjuncts(&found.terms, b)].concat()).collect();
    let needed = Houdini::new(horn, &found.terms, parts.clone(), budget).needed();
    Ok(needed.map_err(StopCause::Limit)?.unwrap_or_else(|| {
        found.formulas = parts.iter().map(|list| found.terms.and(list)).collect();
        found
    }))
}

/// From cells of arrays, of which something may be known.
#[derive(Debug)]
pub(super) struct OfCells {
    cells: CellHorn,
    known: Option<Interpretation>,
    image: Horn,
    budget: Budget,
}

impl OfCells {
    /// The image assumes these formulas about its predicates.
    pub fn new(cells: CellHorn, known: Option<Interpretation>, budget: &Budget) -> OfCells {
        let image = known.as_ref().map_or_else(|| cells.horn.clone(), |known| assume(&cells.horn, known));
        OfCells { cells, known, image, budget: budget.clone() }
    }
}

impl WayBack<Horn, Horn> for OfCells {
    fn image(&self) -> &Horn {
        &self.image
    }

    fn proof(&mut self, _: PropertyId, found: &Interpretation) -> Result<Interpretation, StopCause> {
        Ok(match &self.known {
            Some(known) => {
                self.cells.interpretation(&with_known(&self.cells.horn, found, known, &self.budget)?)
            }
            None => self.cells.interpretation(found),
        })
    }

    /// Its cells need not be those of one array.
    fn counterexample(&mut self, _: &Refutation) -> Result<Refutation, StopCause> {
        Err(StopCause::Limit(Limit::Incomplete))
    }
}
