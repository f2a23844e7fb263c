//! Models in which lemmas are assumed, and the ways back from them: a proof gets the lemmas as a part of it.

use super::adapter::WayBack;
use super::step::{forward, OnRoute, Step};
use crate::engine::StopCause;
use crate::evidence::lemmas::known::Knowledge;
use crate::model::cfa::{self, Cfa};
use crate::model::circuit::{Circuit, NodeId, Signal};
use crate::model::horn::{Horn, Interpretation, Refutation};
use crate::model::reduce::horn::assume;
use crate::model::reduce::program::{annotate, Annotated};
use crate::model::system::{Certificate, Invariant, System, Trace};
use crate::model::{invariant, trace, PropertyId};
use std::sync::Arc;

/// Lemmas about one kind of model, and the model in which they are assumed.
#[derive(Debug)]
pub(crate) struct Assumed<M, L> {
    pub model: M,
    lemmas: L,
}

/// The step to the model in which lemmas are assumed.
pub(crate) fn assuming<M, L>(assumed: &Arc<Assumed<M, L>>) -> Arc<dyn Step>
where
    M: OnRoute + Send + Sync,
    L: Send + Sync + 'static,
    Arc<Assumed<M, L>>: WayBack<M, M>,
{
    let assumed = Arc::clone(assumed);
    forward("work of the lemmas", move |_: &M, _| Ok(Some(Arc::clone(&assumed))))
}

const OTHER_KIND: &str = "the lemmas are about another kind of model";

/// Lemmas about a circuit, and how the circuit in which they are assumed differs from the original: it has a gate more
/// for most lemmas, behind the original's nodes.
#[derive(Debug)]
pub(crate) struct Clauses {
    lemmas: Vec<Vec<Signal>>,
    extended: Circuit,
    /// The number of the original's nodes.
    nodes: usize,
}

impl Knowledge {
    /// The circuit in which the clauses are constraints.
    pub fn on_circuit(&self, original: &Circuit) -> Assumed<Circuit, Clauses> {
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
        let (lemmas, nodes) = (clauses.clone(), original.nodes().len());
        Assumed { lemmas: Clauses { lemmas, extended: model.clone(), nodes }, model }
    }

    /// The system whose constraint has the formulas.
    pub fn on_system(&self, original: &System) -> Assumed<System, Invariant> {
        let lemmas = match self {
            Knowledge::System(lemmas) => lemmas,
            Knowledge::Circuit(_) | Knowledge::Program(..) | Knowledge::Clauses(_) => {
                panic!("{}", OTHER_KIND)
            }
        };
        let mut model = original.clone();
        *model.terms_mut() = lemmas.terms.clone();
        lemmas.formulas.iter().for_each(|&formula| model.add_constraint(formula));
        Assumed { model, lemmas: lemmas.clone() }
    }

    /// The automaton that has the formulas as claims.
    pub fn on_program(&self, original: &Cfa) -> Assumed<Cfa, Annotated> {
        let (terms, list) = match self {
            Knowledge::Program(terms, list) => (terms, list),
            Knowledge::Circuit(_) | Knowledge::System(_) | Knowledge::Clauses(_) => panic!("{}", OTHER_KIND),
        };
        let mut extended = original.clone();
        *extended.terms_mut() = terms.clone();
        let annotated = annotate(&extended, list);
        Assumed { model: annotated.cfa.clone(), lemmas: annotated }
    }

    /// The clauses that assume the formulas.
    pub fn on_clauses(&self, original: &Horn) -> Assumed<Horn, Interpretation> {
        let lemmas = match self {
            Knowledge::Clauses(lemmas) => lemmas,
            Knowledge::Circuit(_) | Knowledge::System(_) | Knowledge::Program(..) => panic!("{}", OTHER_KIND),
        };
        Assumed { model: assume(original, lemmas), lemmas: lemmas.clone() }
    }
}

impl WayBack<Circuit, Circuit> for Arc<Assumed<Circuit, Clauses>> {
    fn image(&self) -> &Circuit {
        &self.model
    }

    fn proof(
        &mut self,
        _: PropertyId,
        found: &invariant::Certificate,
    ) -> Result<invariant::Certificate, StopCause> {
        // Numbers behind the original's nodes mean other gates here.
        let mut states = found.states().translate(&self.lemmas.extended, self.lemmas.nodes, NodeId::signal);
        states.clauses.extend(self.lemmas.lemmas.iter().cloned());
        Ok(found.over(states))
    }

    fn counterexample(&mut self, found: &trace::Trace) -> Result<trace::Trace, StopCause> {
        Ok(found.clone())
    }
}

impl WayBack<System, System> for Arc<Assumed<System, Invariant>> {
    fn image(&self) -> &System {
        &self.model
    }

    fn proof(&mut self, _: PropertyId, found: &Certificate) -> Result<Certificate, StopCause> {
        let mut states = found.states().clone();
        states.formulas.extend(&self.lemmas.formulas);
        Ok(found.over(states))
    }

    fn counterexample(&mut self, found: &Trace) -> Result<Trace, StopCause> {
        Ok(found.clone())
    }
}

impl WayBack<Cfa, Cfa> for Arc<Assumed<Cfa, Annotated>> {
    fn image(&self) -> &Cfa {
        &self.model
    }

    fn proof(&mut self, _: PropertyId, found: &cfa::Invariant) -> Result<cfa::Invariant, StopCause> {
        Ok(found.clone())
    }

    fn counterexample(&mut self, found: &cfa::Path) -> Result<cfa::Path, StopCause> {
        self.lemmas.lift_path(found).ok_or(StopCause::EvidenceFailed)
    }
}

impl WayBack<Horn, Horn> for Arc<Assumed<Horn, Interpretation>> {
    fn image(&self) -> &Horn {
        &self.model
    }

    fn proof(&mut self, _: PropertyId, found: &Interpretation) -> Result<Interpretation, StopCause> {
        let mut found = found.clone();
        for (formula, &known) in found.formulas.iter_mut().zip(&self.lemmas.formulas) {
            *formula = found.terms.and(&[*formula, known]);
        }
        Ok(found)
    }

    fn counterexample(&mut self, found: &Refutation) -> Result<Refutation, StopCause> {
        Ok(found.clone())
    }
}
