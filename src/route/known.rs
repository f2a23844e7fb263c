//! Models in which lemmas are assumed, and the ways back from them: a proof gets the lemmas as a part of it.

use super::adapter::{whole, Way};
use super::images::Made;
use super::step::{given, OnRoute, Step};
use crate::base::Budget;
use crate::evidence::lemmas::known::Knowledge;
use crate::model::cfa::Cfa;
use crate::model::circuit::{Circuit, NodeId, Signal};
use crate::model::horn::{Horn, Interpretation};
use crate::model::reduce::horn::assume;
use crate::model::reduce::program::{annotate, Annotated};
use crate::model::system::{Invariant, System};
use std::fmt::Debug;
use std::sync::Arc;

/// The model in which lemmas are assumed, and the step to it.
#[derive(Debug)]
pub(crate) struct Assumed<M> {
    pub model: Arc<M>,
    pub step: Step,
}

impl<M: OnRoute + Send + Sync> Assumed<M> {
    fn new<L: Debug + Send + Sync + 'static>(model: M, lemmas: L, way: Way<M, M, (Arc<M>, L)>) -> Assumed<M> {
        let model = Arc::new(model);
        // An image that is there already takes no work.
        let made = Made::new((Arc::clone(&model), lemmas), &Budget::unlimited());
        Assumed { step: given("work of the lemmas", way, &made), model }
    }
}

const OTHER_KIND: &str = "the lemmas are about another kind of model";

/// Lemmas about a circuit, and the number of the original's nodes. The circuit in which they are assumed has a gate
/// more for most lemmas, behind these.
type Clauses = (Vec<Vec<Signal>>, usize);

impl Knowledge {
    /// The circuit in which the clauses are constraints.
    pub fn on_circuit(&self, original: &Circuit) -> Assumed<Circuit> {
        let clauses = match self {
            Knowledge::Circuit(clauses) => clauses,
            Knowledge::System(_) | Knowledge::Program(..) | Knowledge::Clauses(_) => panic!("{}", OTHER_KIND),
        };
        let mut model = original.clone();
        for clause in clauses {
            let negated: Vec<Signal> = clause.iter().map(|&signal| !signal).collect();
            let violated = model.and_all(&negated);
            model.add_constraint(!violated);
        }
        let way = Way::<Circuit, Circuit, (Arc<Circuit>, Clauses)>::new(
            |(model, _)| model,
            |(model, (lemmas, nodes)), found, _| {
                // Numbers behind the original's nodes mean other gates here.
                let mut states = found.states().translate(model, *nodes, NodeId::signal);
                states.clauses.extend(lemmas.iter().cloned());
                Ok(found.over(states))
            },
            |_, found, _| Ok(found.clone()),
        );
        Assumed::new(model, (clauses.clone(), original.nodes().len()), way)
    }

    /// The system whose constraint has the formulas.
    pub fn on_system(&self, original: &System) -> Assumed<System> {
        let lemmas = match self {
            Knowledge::System(lemmas) => lemmas,
            Knowledge::Circuit(_) | Knowledge::Program(..) | Knowledge::Clauses(_) => {
                panic!("{}", OTHER_KIND)
            }
        };
        let mut model = original.clone();
        *model.terms_mut() = lemmas.terms.clone();
        lemmas.formulas.iter().for_each(|&formula| model.add_constraint(formula));
        let way = Way::<System, System, (Arc<System>, Invariant)>::new(
            |(model, _)| model,
            |(_, lemmas), found, _| {
                let mut states = found.states().clone();
                states.formulas.extend(&lemmas.formulas);
                Ok(found.over(states))
            },
            |_, found, _| Ok(found.clone()),
        );
        Assumed::new(model, lemmas.clone(), way)
    }

    /// The automaton that has the formulas as claims.
    pub fn on_program(&self, original: &Cfa) -> Assumed<Cfa> {
        let (terms, list) = match self {
            Knowledge::Program(terms, list) => (terms, list),
            Knowledge::Circuit(_) | Knowledge::System(_) | Knowledge::Clauses(_) => panic!("{}", OTHER_KIND),
        };
        let mut extended = original.clone();
        *extended.terms_mut() = terms.clone();
        let annotated = annotate(&extended, list);
        let way = Way::<Cfa, Cfa, (Arc<Cfa>, Annotated)>::new(
            |(model, _)| model,
            |_, found, _| Ok(found.clone()),
            |(_, annotated), found, _| whole(annotated.lift_path(found)),
        );
        Assumed::new(annotated.cfa.clone(), annotated, way)
    }

    /// The clauses that assume the formulas.
    pub fn on_clauses(&self, original: &Horn) -> Assumed<Horn> {
        let lemmas = match self {
            Knowledge::Clauses(lemmas) => lemmas,
            Knowledge::Circuit(_) | Knowledge::System(_) | Knowledge::Program(..) => panic!("{}", OTHER_KIND),
        };
        let way = Way::<Horn, Horn, (Arc<Horn>, Interpretation)>::new(
            |(model, _)| model,
            |(_, lemmas), found, _| {
                let mut found = found.clone();
                for (formula, &known) in found.formulas.iter_mut().zip(&lemmas.formulas) {
                    *formula = found.terms.and(&[*formula, known]);
                }
                Ok(found)
            },
            |_, found, _| Ok(found.clone()),
        );
        Assumed::new(assume(original, lemmas), lemmas.clone(), way)
    }
}
