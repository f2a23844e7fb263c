//! Horn clauses: the steps from them.

use super::options::RouteOptions;
use super::step::{forward, Setting, Step};
use super::takes::Unfit;
use super::ways::{OfCatamorphisms, OfCells, OfInformed, OfLinear, OfReducedClauses};
use crate::base::Limit;
use crate::engine::horn::{guess, hulls};
use crate::evidence::horn::facts_by_induction;
use crate::evidence::{CheckError, CheckOptions};
use crate::model::encode::catamorphisms::{choose, to_catamorphisms};
use crate::model::encode::cells::to_cells;
use crate::model::encode::horn::HornProgram;
use crate::model::horn::Horn;
use crate::model::reduce::horn::{reduce_horn, HornOptions, HornReduction};
use std::sync::Arc;

/// From clauses to smaller ones that were made for several engines.
pub(crate) fn reduced(made: &Arc<HornReduction>) -> Arc<dyn Step> {
    let reduction = Arc::clone(made);
    forward("work of the reduction", move |_: &Horn, setting| {
        let (reduction, budget) = (Arc::clone(&reduction), setting.budget.clone());
        Ok(Some(OfReducedClauses { reduction, budget }))
    })
}

/// From clauses with arrays to clauses over cells of arrays, if engines are to see these. They may assume guesses that
/// hold.
pub(super) fn cells() -> Arc<dyn Step> {
    forward("work of the cells", |horn: &Horn, setting| {
        let Setting { options, budget } = setting;
        let count = usize::from(options.images.cells);
        let image = || {
            let cells = match to_cells(horn, count, budget)? {
                Some(cells) => cells,
                None => return Ok(None),
            };
            let known = match options.engines.guess_rounds {
                0 => None,
                rounds => Some(guess(horn, &cells, rounds, options.engines.spacer.seed, budget)?),
            };
            Ok(Some(OfCells::new(cells, known, budget)))
        };
        image().map_err(|limit| Unfit::limit(options.engine, limit))
    })
}

/// From cells to their parts, where they are records. Predicates are not unfolded once more: atoms have instances.
pub(crate) fn cells_reduced() -> Arc<dyn Step> {
    forward("work of the reduction", |horn: &Horn, setting| {
        let Setting { options: RouteOptions { reduce, .. }, budget } = setting;
        let options = HornOptions { inlining: false, merging: false, ..reduce.clauses.clone() };
        let reduction = reduce.on.then(|| Arc::new(reduce_horn(horn, &options, budget)));
        Ok(reduction.map(|reduction| OfReducedClauses { reduction, budget: budget.clone() }))
    })
}

/// From an image to smaller clauses.
pub(super) fn image_reduced() -> Arc<dyn Step> {
    forward("work of the reduction", |horn: &Horn, setting| {
        let Setting { options: RouteOptions { reduce, .. }, budget } = setting;
        let reduction = reduce.on.then(|| Arc::new(reduce_horn(horn, &reduce.clauses, budget)));
        Ok(reduction.map(|reduction| OfReducedClauses { reduction, budget: budget.clone() }))
    })
}

/// From an image to the same clauses, which assume linear equations and comparisons that hold.
pub(super) fn informed() -> Arc<dyn Step> {
    forward("work of the equations", |horn: &Horn, setting| {
        let Setting { options, budget } = setting;
        if options.engines.guess_rounds == 0 {
            return Ok(None);
        }
        match hulls(horn, budget) {
            Ok(known) => Ok(Some(OfInformed::new(horn, known, budget))),
            Err(Limit::Incomplete | Limit::Conflicts) => Ok(None),
            Err(limit) => Err(Unfit::limit(options.engine, limit)),
        }
    })
}

/// From clauses with recursive datatypes to what catamorphisms say of them, if engines are to see this.
pub(super) fn catamorphisms() -> Arc<dyn Step> {
    forward("work of the catamorphisms", |horn: &Horn, setting| {
        let Setting { options, budget } = setting;
        let mut chosen = match choose(horn, usize::from(options.images.catamorphisms)) {
            Some(chosen) => chosen,
            None => return Ok(None),
        };
        let check = CheckOptions { proofs: false };
        let facts = facts_by_induction(&mut chosen.terms, &chosen.functions, &check, budget);
        let facts = match facts {
            Ok(facts) => facts,
            Err(CheckError::Limit(limit)) => return Err(Unfit::limit(options.engine, limit)),
            Err(_) => Vec::new(),
        };
        let image = to_catamorphisms(horn, chosen, &facts, budget);
        image.map(|image| Some(OfCatamorphisms(image))).map_err(|limit| Unfit::limit(options.engine, limit))
    })
}

/// From linear clauses to the program that they are, which was made for several engines.
pub(crate) fn linear(made: &Arc<HornProgram>) -> Arc<dyn Step> {
    let program = Arc::clone(made);
    forward("work of the program", move |horn: &Horn, _| {
        Ok(Some(OfLinear { horn: horn.clone(), program: Arc::clone(&program) }))
    })
}
