//! A system as three clauses over one predicate.

use super::chain;
use crate::model::horn::{Atom, Clause, Horn, Interpretation, Refutation};
use crate::model::system::{Invariant, Step, System, Trace};
use crate::model::PropertyId;
use crate::solver::term::{Model, Sort, Substitution, TermId};

/// The clauses of a system, with the way back.
#[derive(Clone, Debug)]
pub struct SystemHorn {
    /// Its predicate holds of the reachable states. The clauses are Init, a step, and the query.
    pub horn: Horn,
}

/// The clauses that have a model just if no property of the system is bad in a reachable state.
///
/// The first states are reachable, a step from a reachable state that satisfies the constraint leads to a reachable
/// one, and no such state is bad. The bad states of all properties are taken together.
pub fn of_system(system: &System) -> SystemHorn {
    let mut horn = Horn::new(system.terms().clone());
    let currents: Vec<TermId> = system.states().iter().map(|s| s.current).collect();
    let nexts: Vec<TermId> = system.states().iter().map(|s| s.next).collect();
    let sorts: Vec<Sort> = currents.iter().map(|&t| horn.terms().sort(t)).collect();
    let predicate = horn.declare("reachable", &sorts);
    let bads: Vec<TermId> = system.properties().iter().map(|p| p.bad).collect();
    let terms = horn.terms_mut();
    let bad = terms.or(&bads);
    let wrong = terms.and(&[system.constraint(), bad]);
    let step = terms.and(&[system.constraint(), system.trans()]);

    let here = Atom { predicate, arguments: currents.clone() };
    let there = Atom { predicate, arguments: nexts.clone() };
    let inputs = system.inputs();
    horn.add(Clause {
        variables: currents.clone(),
        body: Vec::new(),
        constraint: system.init(),
        head: Some(here.clone()),
    });
    let variables = [&currents[..], &nexts, inputs].concat();
    horn.add(Clause { variables, body: vec![here.clone()], constraint: step, head: Some(there) });
    let variables = [&currents[..], inputs].concat();
    horn.add(Clause { variables, body: vec![here], constraint: wrong, head: None });
    SystemHorn { horn }
}

impl SystemHorn {
    /// The invariant of the system that an interpretation is.
    pub fn invariant(&self, system: &System, interpretation: &Interpretation) -> Invariant {
        let mut terms = interpretation.terms.clone();
        let mut states = Substitution::new();
        let places = self.horn.predicates().iter().flat_map(|p| &p.places);
        for (&place, state) in places.zip(system.states()) {
            states.insert(place, state.current);
        }
        let formulas = interpretation.formulas.iter().map(|&f| states.apply(&mut terms, f)).collect();
        Invariant { terms, formulas, bound: interpretation.bound.clone() }
    }

    /// The trace that a refutation is. `None` if it is no refutation of these clauses.
    pub fn trace(&self, system: &System, refutation: &Refutation) -> Option<Trace> {
        let count = system.states().len();
        let mut steps = Vec::new();
        for step in chain(refutation) {
            let inputs = match step.clause.index() {
                0 => continue,
                1 => step.values.get(2 * count..)?,
                _ => step.values.get(count..)?,
            };
            let states = step.values.get(..count)?.to_vec();
            steps.push(Step { states, inputs: inputs.to_vec() });
        }
        let last = steps.last()?;
        let fits = last.inputs.len() == system.inputs().len();
        let mut model = Model::new();
        let terms = system.terms();
        model.set_all(terms, system.states().iter().map(|s| s.current), &last.states);
        model.set_all(terms, system.inputs().iter().copied().filter(|_| fits), &last.inputs);
        let is_bad = |&property: &usize| {
            let bad = system.bad(PropertyId::new(property));
            bad.map_or(false, |bad| model.evaluate(terms, bad).is_true())
        };
        let property = (0..system.properties().len()).find(is_bad)?;
        Some(Trace { property: PropertyId::new(property), steps })
    }
}
