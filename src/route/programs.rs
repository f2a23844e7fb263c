//! Programs: the steps from them, and from systems to the programs that their program counters tell.

use super::adapter::{or_limit, whole, Asked, Back, ForEach, Way, INCOMPLETE};
use super::images::{Encoded, Found, Images, InBlocks, Made};
use super::options::RouteOptions;
use super::step::{forward, given, step, Step, REDUCTION};
use crate::base::Budget;
use crate::engine::{StopCause, StopReason};
use crate::model::cfa::{self, Cfa};
use crate::model::encode::automaton::{to_cfa, SystemProgram};
use crate::model::encode::horn::{of_cfa, ProgramHorn};
use crate::model::encode::program::ProgramSystem;
use crate::model::horn::Horn;
use crate::model::reduce::program::BlockOptions;
use crate::model::reduce::SystemReduction;
use crate::model::system::{Certificate, System};
use crate::model::Depth;
use std::sync::Arc;

/// From a program to the system with a program counter that it is.
pub(super) fn counter() -> Step {
    let way = Way::<Cfa, System, Encoded<Cfa, ProgramSystem>>::new(
        |of| &of.encoding.system,
        |of, found, _| {
            // A proof by k-induction says nothing location by location.
            let invariant = found.inductive().ok_or(StopCause::Bound)?;
            Ok(of.encoding.invariant(&of.original, invariant))
        },
        |of, found, _| whole(of.encoding.path(&of.original, found)),
    );
    forward("work of the program counter", way, |cfa, here| here.images.counter(cfa))
}

/// The way back from a reduced system.
fn of_reduced() -> Way<System, System, SystemReduction> {
    Way::new(
        |of| &of.system,
        |of, found, _| Ok(of.lift_certificate(found)),
        |of, found, _| Ok(of.lift_trace(found)),
    )
}

/// From a system to a smaller one.
pub(super) fn reduced_with_counter() -> Step {
    forward(REDUCTION, of_reduced(), |system, here| here.images.reduced(system, &here.options))
}

/// From a system to one that was made for several engines.
pub(crate) fn reduced(made: &Arc<Made<SystemReduction>>) -> Step {
    given(REDUCTION, of_reduced(), made)
}

/// From a program to the clauses that it is.
pub(super) fn clauses_of_program() -> Step {
    let way = Way::<Cfa, Horn, Encoded<Cfa, ProgramHorn>>::new(
        |of| &of.encoding.horn,
        |of, found, _| Ok(of.encoding.invariant(&of.original, found)),
        |of, found, _| whole(of.encoding.path(&of.original, found)),
    );
    forward("work of the clauses", way, |cfa: &Cfa, here| {
        Made::by(&here.budget, |_| Ok(Some(Encoded { original: cfa.clone(), encoding: of_cfa(cfa) })))
    })
}

/// The way back from large blocks.
pub(crate) fn of_blocks() -> Way<Cfa, Cfa, InBlocks> {
    fn proof(of: &InBlocks, found: &cfa::InvariantMap, asked: Asked) -> Back<cfa::InvariantMap> {
        let reduced = of.blocks.lift_invariant(&of.reduction.cfa, found, asked.budget);
        let lift = |found| of.reduction.lift_invariant(&of.cfa, &found, asked.budget);
        or_limit(reduced.and_then(lift), asked.budget, INCOMPLETE)
    }
    fn counterexample(of: &InBlocks, found: &cfa::Path, asked: Asked) -> Back<cfa::Path> {
        let reduced = of.blocks.lift_path(&of.reduction.cfa, found, asked.budget);
        let lift = |path| of.reduction.lift_path(&of.cfa, &path, asked.budget);
        or_limit(reduced.and_then(lift), asked.budget, StopCause::EvidenceFailed)
    }
    Way::<Cfa, Cfa, InBlocks>::new(|of| &of.blocks.cfa, proof, counterexample).counting(|of| {
        let (reduced, blocks) = (&of.reduction.cfa, &of.blocks.cfa);
        vec![
            ("locations before large blocks", reduced.location_count() as u64),
            ("edges before large blocks", reduced.edges().len() as u64),
            ("locations of large blocks", blocks.location_count() as u64),
            ("large blocks", blocks.edges().len() as u64),
        ]
    })
}

/// From a program to its large blocks, reduced: those that were made for several engines, or its own.
pub(crate) fn blocks(made: Option<&Prepared>) -> Step {
    let made = made.cloned();
    forward("work of the large blocks", of_blocks(), move |cfa, here| match &made {
        Some(made) => made.with_blocks(&here.options),
        None => Made::by(&here.budget, |budget| Ok(Some(InBlocks::of(cfa, &here.options, budget)))),
    })
}

/// The way back from the automaton that was recovered from the program counter of a system. A run of the system is two
/// edges longer there: one into the first state, and one into the error.
fn of_recovered() -> Way<System, Cfa, Encoded<Arc<System>, SystemProgram>> {
    let way = Way::<System, Cfa, Encoded<Arc<System>, SystemProgram>>::new(
        |of| &of.encoding.cfa,
        |of, found, _| Ok(Certificate::Inductive(of.encoding.invariant(&of.original, found))),
        |of, found, _| whole(of.encoding.trace(&of.original, found)),
    );
    let way = way.stopping(|reason| {
        let transitions = reason.safe_depth.and_then(|depth| depth.transitions().checked_sub(2));
        StopReason { safe_depth: transitions.map(Depth::new), ..reason }
    });
    way.counting(|of| {
        let cfa = &of.encoding.cfa;
        vec![("locations", cfa.location_count() as u64), ("edges", cfa.edges().len() as u64)]
    })
}

/// From a system to a program, which is made anew for each property.
pub(super) fn recover() -> Step {
    let way = Arc::new(of_recovered());
    step(move |system: &System, rest| {
        let (way, system, rest) = (Arc::clone(&way), Arc::new(system.clone()), rest.clone());
        Ok(Some(ForEach::new(move |property| {
            let encoding = to_cfa(&system, property, &rest.budget).map_err(StopCause::Limit)?;
            let engine = rest.engine(&encoding.cfa);
            // If the limit is only that of a slice, the automaton is worth the work on it in the next one.
            rest.budget.poll().map_err(StopCause::Limit)?;
            let engine = engine.map_err(|_| INCOMPLETE)?;
            let made = Made::new(Encoded { original: Arc::clone(&system), encoding }, &rest.budget);
            Ok(Box::new(way.over(made, engine, &rest.budget)))
        })))
    })
}

/// A program with its reduction and large blocks, which engines share.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    pub blocks: Arc<Made<InBlocks>>,
    of: BlockOptions,
    /// With other blocks.
    others: Arc<Images>,
}

impl Prepared {
    /// Reduces the program and makes large blocks, as far as the budget allows.
    pub fn new(cfa: &Cfa, options: &RouteOptions, budget: &Budget) -> Prepared {
        let blocks = Made::new(InBlocks::of(cfa, options, budget), budget);
        Prepared { blocks, of: options.reduce.blocks.clone(), others: Arc::new(Images::new(budget)) }
    }

    /// The program with blocks of these options.
    pub fn with_blocks(&self, options: &RouteOptions) -> Found<InBlocks> {
        match options.reduce.blocks == self.of {
            true => Ok(Some(Arc::clone(&self.blocks))),
            false => self.others.blocks(&self.blocks, options),
        }
    }
}
