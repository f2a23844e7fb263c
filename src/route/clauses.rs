//! Horn clauses: the steps from them.

use super::adapter::{or_limit, whole, Back, Way, INCOMPLETE};
use super::images::{Encoded, Made};
use super::step::{forward, given, Step, REDUCTION};
use crate::base::{Budget, Limit};
use crate::engine::horn::{guess, hulls, Houdini};
use crate::engine::StopCause;
use crate::evidence::horn::facts_by_induction;
use crate::evidence::{CheckError, CheckOptions};
use crate::model::cfa::Cfa;
use crate::model::encode::catamorphisms::{choose, to_catamorphisms, CatamorphismHorn};
use crate::model::encode::cells::{to_cells, CellHorn};
use crate::model::encode::horn::HornProgram;
use crate::model::horn::{Horn, Interpretation};
use crate::model::reduce::horn::{assume, reduce_horn, HornOptions, HornReduction};
use crate::model::system::functional::conjuncts;
use crate::solver::term::TermId;
use std::sync::Arc;

/// The way back from reduced clauses.
fn of_reduced() -> Way<Horn, Horn, HornReduction> {
    Way::new(
        |of| of.horn(),
        |of, found, asked| {
            let lifted = of.lift_interpretation(found.clone(), asked.budget);
            or_limit(lifted, asked.budget, INCOMPLETE)
        },
        |of, found, _| whole(of.lift_refutation(found.clone())),
    )
}

/// From clauses to smaller ones that were made for several engines.
pub(crate) fn reduced(made: &Arc<Made<HornReduction>>) -> Step {
    given(REDUCTION, of_reduced(), made)
}

/// From clauses to smaller ones, with options that a function makes of those of the route.
fn reducing(chosen: fn(&HornOptions) -> HornOptions) -> Step {
    forward(REDUCTION, of_reduced(), move |horn: &Horn, here| {
        let reduce = &here.options.reduce;
        Made::by(&here.budget, |budget| {
            Ok(reduce.on.then(|| reduce_horn(horn, &chosen(&reduce.clauses), budget)))
        })
    })
}

/// From cells to their parts, where they are records. Predicates are not unfolded once more: atoms have instances.
pub(crate) fn cells_reduced() -> Step {
    reducing(|options| HornOptions { inlining: false, merging: false, ..options.clone() })
}

/// From an image to smaller clauses.
pub(super) fn image_reduced() -> Step {
    reducing(HornOptions::clone)
}

/// Clauses that assume formulas which satisfy all clauses with heads.
#[derive(Debug)]
struct Informed {
    known: Interpretation,
    image: Horn,
}

impl Informed {
    fn new(horn: &Horn, known: Interpretation) -> Informed {
        Informed { image: assume(horn, &known), known }
    }

    /// A model of these clauses as one of those without that. Most of what is known is not needed.
    fn lift(&self, horn: &Horn, found: &Interpretation, budget: &Budget) -> Back<Interpretation> {
        let mut found = found.clone();
        let parts = found.formulas.iter().zip(&self.known.formulas);
        let parts: Vec<Vec<TermId>> =
            parts.map(|(&a, &b)| [conjuncts(&found.terms, a), conjuncts(&found.terms, b)].concat()).collect();
        let needed = Houdini::new(horn, &found.terms, parts.clone(), budget).needed();
        Ok(needed.map_err(StopCause::Limit)?.unwrap_or_else(|| {
            found.formulas = parts.iter().map(|list| found.terms.and(list)).collect();
            found
        }))
    }
}

/// From an image to the same clauses, which assume linear equations and comparisons that hold.
pub(super) fn informed() -> Step {
    let way = Way::<Horn, Horn, Encoded<Horn, Informed>>::new(
        |of| &of.encoding.image,
        |of, found, asked| of.encoding.lift(&of.original, found, asked.budget),
        |_, found, _| Ok(found.clone()),
    );
    forward("work of the equations", way, |horn: &Horn, here| {
        if here.options.engines.guess_rounds == 0 {
            return Ok(None);
        }
        Made::by(&here.budget, |budget| match hulls(horn, budget) {
            Ok(known) => Ok(Some(Encoded { original: horn.clone(), encoding: Informed::new(horn, known) })),
            Err(Limit::Incomplete | Limit::Conflicts) => Ok(None),
            Err(limit) => Err(limit),
        })
    })
}

/// From clauses with arrays to clauses over cells of arrays, if engines are to see these. They may assume guesses that
/// hold. A counterexample does not come back: its cells need not be those of one array.
pub(super) fn cells() -> Step {
    let way = Way::<Horn, Horn, (CellHorn, Option<Informed>)>::new(
        |(cells, informed)| informed.as_ref().map_or(&cells.horn, |informed| &informed.image),
        |(cells, informed), found, asked| match informed {
            Some(informed) => Ok(cells.interpretation(&informed.lift(&cells.horn, found, asked.budget)?)),
            None => Ok(cells.interpretation(found)),
        },
        |_, _, _| Err(INCOMPLETE),
    );
    forward("work of the cells", way, |horn: &Horn, here| {
        let (count, engines) = (usize::from(here.options.images.cells), &here.options.engines);
        Made::by(&here.budget, |budget| {
            let cells = match to_cells(horn, count, budget)? {
                Some(cells) => cells,
                None => return Ok(None),
            };
            let informed = match engines.guess_rounds {
                0 => None,
                rounds => {
                    let known = guess(horn, &cells, rounds, engines.spacer.seed, budget)?;
                    Some(Informed::new(&cells.horn, known))
                }
            };
            Ok(Some((cells, informed)))
        })
    })
}

/// From clauses with recursive datatypes to what catamorphisms say of them, if engines are to see this. A
/// counterexample does not come back: its results need not be those of one value.
pub(super) fn catamorphisms() -> Step {
    let way = Way::<Horn, Horn, CatamorphismHorn>::new(
        |of| &of.horn,
        |of, found, _| Ok(of.interpretation(found)),
        |_, _, _| Err(INCOMPLETE),
    );
    forward("work of the catamorphisms", way, |horn: &Horn, here| {
        let count = usize::from(here.options.images.catamorphisms);
        Made::by(&here.budget, |budget| {
            let mut chosen = match choose(horn, count) {
                Some(chosen) => chosen,
                None => return Ok(None),
            };
            let check = CheckOptions { proofs: false };
            let facts = match facts_by_induction(&mut chosen.terms, &chosen.functions, &check, budget) {
                Ok(facts) => facts,
                Err(CheckError::Limit(limit)) => return Err(limit),
                Err(_) => Vec::new(),
            };
            to_catamorphisms(horn, chosen, &facts, budget).map(Some)
        })
    })
}

/// Linear clauses as the program that they are.
pub(crate) type Linear = Encoded<Horn, HornProgram>;

/// From linear clauses to the program that they are, which was made for several engines.
pub(crate) fn linear(made: &Arc<Made<Linear>>) -> Step {
    let way = Way::<Horn, Cfa, Linear>::new(
        |of| &of.encoding.cfa,
        |of, found, _| Ok(of.encoding.interpretation(&of.original, found)),
        |of, found, _| whole(of.encoding.refutation(found)),
    );
    given("work of the program", way, made)
}
