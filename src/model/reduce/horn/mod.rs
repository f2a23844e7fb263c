//! Smaller systems of Horn clauses with the same verdict, and the way back.
//!
//! First the *records* that predicates and variables are become their parts. Then come these passes, repeated while
//! they change something:
//!
//! * *Cone*: a predicate without a derivation from facts is false, and its clauses vanish. A predicate from which no
//!   query is derived is true, and so do its clauses.
//! * *Definitions*: a variable that the constraint of a clause equates with a term is replaced by the term.
//! * *Arguments*: an argument that no clause looks at vanishes. So does an argument that is the same constant wherever
//!   its predicate is derived.
//! * *Reads*: the arrays of a clause whose predicates have none become the elements that the clause reads.
//! * *Inlining*: a predicate that is not recursive is unfolded where it is used.
//! * *Merging*, if asked for: clauses over the same predicates become one with a disjunction of constraints.
//!
//! The last two leave linear clauses to the large blocks of programs, which do the same. Predicates keep their numbers.
//! The way back is a [`HornReduction`]: an interpretation gets the formulas of predicates that have vanished, and a
//! refutation the values of variables. Clauses that are subsumed by others stay. [`assume`] adds knowledge.

mod arguments;
mod cone;
mod define;
mod inline;
mod known;
mod merge;
mod reads;
mod records;

use crate::base::Budget;
use crate::model::horn::{Horn, Interpretation, Refutation};
use arguments::Arguments;
use cone::Cone;
use define::Defined;
use inline::Inlined;
use merge::Merged;
use reads::Reads;
use records::Records;

pub use known::assume;

/// Settings of [`reduce_horn`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HornOptions {
    /// How often the passes are repeated at most. Default 8.
    pub rounds: usize,
    /// Values of datatypes without recursion become tags and fields. Default on.
    pub records: bool,
    /// Predicates that are not derivable, or do not lead to a query, vanish. Default on.
    pub cone: bool,
    /// Variables with a definition vanish. Default on.
    pub definitions: bool,
    /// Arguments that no clause looks at, or that are constant, vanish. Default on.
    pub arguments: bool,
    /// Arrays of clauses that only read them vanish. Default on.
    pub reads: bool,
    /// Predicates that are not recursive are unfolded, unless all clauses are linear. Default on.
    pub inlining: bool,
    /// Clauses over the same predicates become one, unless all clauses are linear. Default off: the engines over
    /// clauses solve as many systems without it.
    pub merging: bool,
}

impl Default for HornOptions {
    fn default() -> HornOptions {
        HornOptions {
            rounds: 8,
            records: true,
            cone: true,
            definitions: true,
            arguments: true,
            reads: true,
            inlining: true,
            merging: false,
        }
    }
}

/// A reduced system with the way back.
#[derive(Clone, Debug)]
pub struct HornReduction {
    horn: Horn,
    /// The systems before each pass and the passes, the first one first.
    passes: Vec<(Horn, Way)>,
}

/// The way back of a pass.
#[derive(Clone, Debug)]
enum Way {
    Cone(Cone),
    Defined(Defined),
    Arguments(Arguments),
    Inlined(Inlined),
    Merged(Merged),
    Records(Records),
    Reads(Reads),
}

impl HornReduction {
    /// Nothing is reduced.
    pub fn none(horn: &Horn) -> HornReduction {
        HornReduction { horn: horn.clone(), passes: Vec::new() }
    }

    /// The reduced system.
    pub fn horn(&self) -> &Horn {
        &self.horn
    }

    fn take(&mut self, found: Option<(Horn, Way)>) -> bool {
        match found {
            Some((horn, way)) => {
                let before = std::mem::replace(&mut self.horn, horn);
                self.passes.push((before, way));
                true
            }
            None => false,
        }
    }

    /// The systems before and after each pass, and the passes.
    fn steps(&self) -> Vec<(&Horn, &Horn, &Way)> {
        let afters = self.passes.iter().skip(1).map(|(before, _)| before).chain([&self.horn]);
        self.passes.iter().zip(afters).map(|((before, way), after)| (before, after, way)).collect()
    }

    /// A model of the original system. `None` if an interpretation of a predicate that was unfolded is not found.
    pub fn lift_interpretation(&self, mut found: Interpretation, budget: &Budget) -> Option<Interpretation> {
        for (before, after, way) in self.steps().into_iter().rev() {
            match way {
                Way::Cone(cone) => cone.interpretation(&mut found),
                Way::Defined(_) | Way::Merged(_) | Way::Reads(_) => {}
                Way::Arguments(arguments) => arguments.interpretation(before, after, &mut found),
                Way::Inlined(inlined) => inlined.interpretation(before, &mut found, budget)?,
                Way::Records(records) => records.interpretation(after, &mut found),
            }
        }
        Some(found)
    }

    /// A refutation of the original system. `None` if it was none of the reduced one, which is a defect.
    pub fn lift_refutation(&self, mut refutation: Refutation) -> Option<Refutation> {
        for (before, after, way) in self.steps().into_iter().rev() {
            refutation = match way {
                Way::Cone(cone) => cone.refutation(refutation)?,
                Way::Defined(defined) => defined.refutation(before, after, refutation)?,
                Way::Arguments(arguments) => arguments.refutation(before, refutation)?,
                Way::Inlined(inlined) => inlined.refutation(refutation)?,
                Way::Merged(merged) => merged.refutation(after, refutation)?,
                Way::Records(records) => records.refutation(after, refutation)?,
                Way::Reads(reads) => reads.refutation(after, refutation)?,
            };
        }
        Some(refutation)
    }
}

/// Reduces a system. The budget's limits end the effort, not the result, which is a valid reduction at any time.
pub fn reduce_horn(horn: &Horn, options: &HornOptions, budget: &Budget) -> HornReduction {
    let mut reduction = HornReduction::none(horn);
    if options.records && budget.poll().is_ok() {
        let found = records::records(horn, budget).map(|(horn, way)| (horn, Way::Records(way)));
        reduction.take(found);
    }
    for _ in 0..options.rounds {
        let mut changed = false;
        if options.cone && budget.poll().is_ok() {
            let found = cone::cone(reduction.horn(), budget).map(|(horn, way)| (horn, Way::Cone(way)));
            changed |= reduction.take(found);
        }
        if options.definitions && budget.poll().is_ok() {
            let found = define::define(reduction.horn(), budget).map(|(horn, way)| (horn, Way::Defined(way)));
            changed |= reduction.take(found);
        }
        if options.arguments && budget.poll().is_ok() {
            let found =
                arguments::arguments(reduction.horn(), budget).map(|(horn, way)| (horn, Way::Arguments(way)));
            changed |= reduction.take(found);
        }
        if options.reads && budget.poll().is_ok() {
            let found = reads::reads(reduction.horn(), budget).map(|(horn, way)| (horn, Way::Reads(way)));
            changed |= reduction.take(found);
        }
        if options.inlining && !reduction.horn().is_linear() && budget.poll().is_ok() {
            let found = inline::inline(reduction.horn(), budget).map(|(horn, way)| (horn, Way::Inlined(way)));
            changed |= reduction.take(found);
        }
        if options.merging && !reduction.horn().is_linear() && budget.poll().is_ok() {
            let found = merge::merge(reduction.horn(), budget).map(|(horn, way)| (horn, Way::Merged(way)));
            changed |= reduction.take(found);
        }
        if !changed {
            break;
        }
    }
    reduction
}
