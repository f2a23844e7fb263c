//! Chains of derivations as an automaton, for the question whether each chain ends.
//!
//! A *chain* begins with a clause without atoms in its body. Each further link is a clause with an atom in its body
//! that the link before has derived. If no chain goes on without end, then the derivations of each predicate are
//! well-founded: an atom is derived from others only finitely often in a row, as the calls of a function or the turns
//! of a loop that the clauses describe.
//!
//! The automaton has a location for each predicate, with its places as variables. A clause is an edge from each
//! predicate of its body to that of its head. Of linear clauses, the runs are the chains. Of other clauses, there are
//! more runs, since the other atoms of a body may be underivable. Queries derive nothing, and are left out.

use crate::model::cfa::{Cfa, LocId};
use crate::model::gcl::{Assignment, Command};
use crate::model::horn::{Atom, Clause, Horn};
use crate::solver::term::{Substitution, TermId, Terms};

/// The automaton of chains.
#[derive(Clone, Debug)]
pub struct Chains {
    /// The automaton, with no way to its error location.
    pub cfa: Cfa,
    /// Whether each run is a chain, so that a run without end is a chain without end.
    pub is_exact: bool,
}

/// The chains of some clauses. If there may be further ones, in which atoms follow from themselves, each predicate has
/// chains without end.
pub fn chains(horn: &Horn, has_truisms: bool) -> Chains {
    let mut cfa = Cfa::new(horn.terms().clone());
    let mut at = Vec::with_capacity(horn.predicates().len());
    for predicate in horn.predicates() {
        at.push(cfa.add_location(&predicate.name));
        predicate.places.iter().for_each(|&place| cfa.add_variable(place));
    }
    let mut inner: Vec<TermId> = horn.clauses().iter().flat_map(|clause| clause.variables.clone()).collect();
    inner.sort_unstable();
    inner.dedup();
    inner.iter().for_each(|&variable| cfa.add_variable(variable));
    let initial = cfa.initial();
    for clause in horn.clauses() {
        let head = match &clause.head {
            Some(head) => head,
            None => continue,
        };
        let target = at[head.predicate.index()];
        if clause.body.is_empty() {
            link(&mut cfa, horn, clause, None, (initial, target), head);
        }
        for atom in &clause.body {
            link(&mut cfa, horn, clause, Some(atom), (at[atom.predicate.index()], target), head);
        }
    }
    for &location in at.iter().filter(|_| has_truisms) {
        let stays = cfa.commands_mut().assume(Terms::TRUE);
        cfa.add_edge(location, location, stays);
    }
    Chains { cfa, is_exact: horn.is_linear() && horn.open().is_empty() && !has_truisms }
}

/// The edge of a clause from one of the atoms of its body. A variable that is an argument of the atom is the place
/// itself; the others have any values, and a default value between the edges.
fn link(
    cfa: &mut Cfa,
    horn: &Horn,
    clause: &Clause,
    from: Option<&Atom>,
    (source, target): (LocId, LocId),
    head: &Atom,
) {
    let terms = cfa.terms_mut();
    let mut known = Substitution::new();
    let mut free = clause.variables.clone();
    let mut guard = vec![clause.constraint];
    if let Some(atom) = from {
        for (&argument, &place) in atom.arguments.iter().zip(&horn.predicate(atom.predicate).places) {
            match free.iter().position(|&variable| variable == argument) {
                Some(at) => {
                    known.insert(argument, place);
                    free.remove(at);
                }
                None => guard.push(terms.eq(place, argument)),
            }
        }
    }
    let guard = terms.and(&guard);
    let guard = known.apply(terms, guard);
    let places = &horn.predicate(head.predicate).places;
    let mut values = Vec::with_capacity(places.len() + free.len());
    for (&variable, &argument) in places.iter().zip(&head.arguments) {
        values.push(Assignment { variable, value: known.apply(terms, argument) });
    }
    for &variable in &free {
        let value = terms.default_term(terms.sort(variable));
        values.push(Assignment { variable, value });
    }
    let (commands, terms) = cfa.parts_mut();
    let mut parts = vec![commands.havoc(terms, &free), commands.assume(guard)];
    parts.push(commands.add(Command::Assign(values)));
    let command = commands.sequence(&parts);
    cfa.add_edge(source, target, command);
}
