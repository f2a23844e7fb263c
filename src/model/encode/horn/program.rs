//! A control-flow automaton as Horn clauses: a predicate for each location, a clause for each edge.

use super::chain;
use crate::model::cfa::{Cfa, EdgeId, InvariantMap, LocId, Path};
use crate::model::gcl::Assignment;
use crate::model::horn::{Atom, Clause, Horn, Interpretation, PredicateId, Refutation};
use crate::solver::term::{Model, Sort, Substitution, TermId, Terms};

/// The clauses of an automaton, with the way back.
#[derive(Clone, Debug)]
pub struct ProgramHorn {
    /// Each location but the first and the error location has a predicate. The clauses are the edges, in their order.
    pub horn: Horn,
    /// By location: its predicate.
    predicates: Vec<Option<PredicateId>>,
}

/// The clauses that have a model just if the error location is not reached.
///
/// An edge with the guard `g` and the new values `e` becomes `from(x) ∧ g → to(e)`. The first location has every state,
/// so clauses of its edges have no atom in the body; the error location has none, so its edges are queries.
pub fn of_cfa(cfa: &Cfa) -> ProgramHorn {
    let mut own = cfa.clone();
    let mut edges = Vec::with_capacity(cfa.edges().len());
    for edge in cfa.edges() {
        let (commands, terms) = own.parts_mut();
        edges.push((commands.effect(terms, edge.command), commands.inputs(edge.command)));
    }
    let mut horn = Horn::new(own.terms().clone());
    let sorts: Vec<Sort> = cfa.variables().iter().map(|&v| horn.terms().sort(v)).collect();
    let is_inner = |l: LocId| l != cfa.initial() && l != cfa.error();
    let predicates: Vec<Option<PredicateId>> =
        cfa.locations().map(|l| is_inner(l).then(|| horn.declare(cfa.location_name(l), &sorts))).collect();
    for (edge, (effect, inputs)) in cfa.edges().iter().zip(edges) {
        let variables = [cfa.variables(), &inputs, &effect.choices].concat();
        let at = |l: LocId, arguments: Vec<TermId>| {
            predicates[l.index()].map(|predicate| Atom { predicate, arguments })
        };
        let new = |&v: &TermId| {
            let assigned = effect.values.iter().find(|a: &&Assignment| a.variable == v);
            assigned.map_or(v, |a| a.value)
        };
        let body = at(edge.source, cfa.variables().to_vec()).into_iter().collect();
        let head = at(edge.target, cfa.variables().iter().map(new).collect());
        horn.add(Clause { variables, body, constraint: effect.guard, head });
    }
    ProgramHorn { horn, predicates }
}

impl ProgramHorn {
    /// The invariant of the automaton that an interpretation is.
    pub fn invariant(&self, cfa: &Cfa, interpretation: &Interpretation) -> InvariantMap {
        let mut terms = interpretation.terms.clone();
        let formula = |location: LocId| match self.predicates[location.index()] {
            Some(predicate) => {
                let mut variables = Substitution::new();
                for (&place, &v) in self.horn.predicate(predicate).places.iter().zip(cfa.variables()) {
                    variables.insert(place, v);
                }
                variables.apply(&mut terms, interpretation.formulas[predicate.index()])
            }
            None => terms.bool(location == cfa.initial()),
        };
        let formulas: Vec<TermId> = cfa.locations().map(formula).collect();
        debug_assert!(formulas[cfa.error().index()] == Terms::FALSE);
        InvariantMap { terms, formulas, bound: interpretation.bound.clone() }
    }

    /// The path that a refutation is. `None` if it is no refutation of these clauses.
    pub fn path(&self, cfa: &Cfa, refutation: &Refutation) -> Option<Path> {
        let count = cfa.variables().len();
        let mut path: Option<Path> = None;
        let chain = chain(refutation);
        for (at, step) in chain.iter().enumerate() {
            let edge = EdgeId::new(step.clause.index());
            let variables = &self.horn.clauses().get(edge.index())?.variables;
            if step.values.len() != variables.len() {
                return None;
            }
            let mut model = Model::new();
            model.set_all(self.horn.terms(), variables.iter().copied(), &step.values);
            // At the error location any state will do: the one that the edge leads to.
            let after = match chain.get(at + 1) {
                Some(next) => next.values.get(..count)?.to_vec(),
                None => self.end(cfa, edge, &model)?,
            };
            let taken = cfa.find_step(edge, &model, &after)?;
            let path =
                path.get_or_insert(Path { start: step.values.get(..count)?.to_vec(), steps: Vec::new() });
            path.steps.push(taken);
        }
        path
    }

    /// The state in which some run of an edge from here ends.
    fn end(&self, cfa: &Cfa, edge: EdgeId, before: &Model) -> Option<Vec<crate::solver::term::Value>> {
        const MOST_WAYS: usize = 100_000;
        let command = cfa.edge(edge).command;
        let (_, end) = cfa.commands().find_run(cfa.terms(), command, before, MOST_WAYS, |_| true)?;
        Some(end.evaluate_all(cfa.terms(), cfa.variables()))
    }
}
