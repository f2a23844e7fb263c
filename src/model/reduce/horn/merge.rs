//! Clauses over the same predicates, merged into one.
//!
//! Two clauses with the same head and the same predicates in their bodies are one clause whose constraint is the
//! disjunction of theirs. The new clause has a variable for each argument of the body, and for each argument of the
//! head for which the clauses derive different terms; each disjunct equates them with the terms of its clause.
//! Variables that only a constraint has are shared by the disjuncts, since one disjunct at a time has to hold.
//!
//! Merging makes one use of a clause out of two, so derivations stay as deep. It pays where clauses are multiplied
//! with each other: a predicate that one clause derives is unfolded without making clauses more, and trees of
//! derivations branch less. The way back of a refutation takes the first disjunct that holds under the values; a model
//! is one of the original clauses as it is.

use super::inline::fresh;
use crate::base::{Budget, HashMap, HashSet};
use crate::model::horn::{Atom, Clause, ClauseId, Derivation, Horn, PredicateId, Refutation};
use crate::solver::term::{Model, Sort, Substitution, TermId, Terms};

/// A clause that became a disjunct.
#[derive(Clone, Debug)]
struct Member {
    clause: usize,
    /// By atom of its body: the position in the merged one.
    positions: Vec<usize>,
    /// Over the variables of the merged clause: holds if the clause can be used.
    disjunct: TermId,
    /// By variable of the clause: its value, over the variables of the merged one.
    variables: Vec<TermId>,
}

/// The way back: by clause of after, the clauses that it was. A clause that was not merged has one without disjunct.
#[derive(Clone, Debug)]
pub(super) struct Merged {
    origins: Vec<Origin>,
}

#[derive(Clone, Debug)]
enum Origin {
    Kept(usize),
    Merged(Vec<Member>),
}

/// The system with such clauses merged; `None` if there are none, or the budget ends first.
pub(super) fn merge(horn: &Horn, budget: &Budget) -> Option<(Horn, Merged)> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut known: HashMap<(Option<PredicateId>, Vec<PredicateId>), usize> = HashMap::default();
    for (at, clause) in horn.clauses().iter().enumerate() {
        let body = order(clause).into_iter().map(|i| clause.body[i].predicate).collect();
        let key = (clause.head.as_ref().map(|head| head.predicate), body);
        let group = *known.entry(key).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(group) => group.push(at),
            None => groups.push(vec![at]),
        }
    }
    if groups.len() == horn.clauses().len() {
        return None;
    }
    let mut terms = horn.terms().clone();
    let mut clauses = Vec::with_capacity(groups.len());
    let mut origins = Vec::with_capacity(groups.len());
    for group in groups {
        budget.poll().ok()?;
        if let [only] = group[..] {
            clauses.push(horn.clauses()[only].clone());
            origins.push(Origin::Kept(only));
        } else {
            let (clause, members) = merged(&mut terms, horn, &group);
            clauses.push(clause);
            origins.push(Origin::Merged(members));
        }
    }
    Some((horn.with_clauses(terms, clauses), Merged { origins }))
}

/// The atoms of a body, ordered by their predicates.
fn order(clause: &Clause) -> Vec<usize> {
    let mut order: Vec<usize> = (0..clause.body.len()).collect();
    order.sort_by_key(|&i| clause.body[i].predicate);
    order
}

/// Variables that the disjuncts share, by sort.
#[derive(Default)]
struct Shared(Vec<TermId>);

impl Shared {
    /// A variable of this sort that is not yet taken.
    fn variable(&mut self, terms: &mut Terms, sort: Sort, taken: &mut HashSet<TermId>) -> TermId {
        let free = self.0.iter().copied().find(|v| terms.sort(*v) == sort && !taken.contains(v));
        let variable = free.unwrap_or_else(|| {
            let variable = terms.declare("inner", sort);
            self.0.push(variable);
            variable
        });
        taken.insert(variable);
        variable
    }
}

/// Clauses as one.
fn merged(terms: &mut Terms, horn: &Horn, group: &[usize]) -> (Clause, Vec<Member>) {
    let first = &horn.clauses()[group[0]];
    let mut body = Vec::with_capacity(first.body.len());
    for at in order(first) {
        let predicate = first.body[at].predicate;
        let (arguments, _) = fresh(terms, &horn.predicate(predicate).places);
        body.push(Atom { predicate, arguments });
    }
    let (mut shared, mut members, mut heads) = (Shared::default(), Vec::new(), Vec::new());
    for &at in group {
        let (member, head) = member(terms, horn, at, &body, &mut shared);
        members.push(member);
        heads.push(head);
    }
    let mut variables: Vec<TermId> = body.iter().flat_map(|atom| &atom.arguments).copied().collect();
    variables.extend(shared.0);
    let mut arguments = Vec::new();
    let places = first.head.iter().flat_map(|head| &horn.predicate(head.predicate).places);
    for (place, &constant) in places.enumerate() {
        let derived = heads[0][place];
        if heads.iter().all(|head| head[place] == derived) {
            arguments.push(derived);
            continue;
        }
        let variable = fresh(terms, &[constant]).0[0];
        for (member, head) in members.iter_mut().zip(&heads) {
            let equal = terms.eq(variable, head[place]);
            member.disjunct = terms.and(&[member.disjunct, equal]);
        }
        variables.push(variable);
        arguments.push(variable);
    }
    let disjuncts: Vec<TermId> = members.iter().map(|member| member.disjunct).collect();
    let head = first.head.as_ref().map(|head| Atom { predicate: head.predicate, arguments });
    (Clause { variables, body, constraint: terms.or(&disjuncts), head }, members)
}

/// A clause as a disjunct of one with this body, and the arguments of its head.
fn member(
    terms: &mut Terms,
    horn: &Horn,
    at: usize,
    body: &[Atom],
    shared: &mut Shared,
) -> (Member, Vec<TermId>) {
    let clause = &horn.clauses()[at];
    let mut positions = vec![0; clause.body.len()];
    let mut renaming = Substitution::new();
    let mut named: HashMap<TermId, TermId> = HashMap::default();
    let mut equations = Vec::new();
    for (position, (from, merged)) in order(clause).into_iter().zip(body).enumerate() {
        positions[from] = position;
        for (&argument, &variable) in clause.body[from].arguments.iter().zip(&merged.arguments) {
            if clause.variables.contains(&argument) && !named.contains_key(&argument) {
                named.insert(argument, variable);
                renaming.insert(argument, variable);
            } else {
                equations.push((variable, argument));
            }
        }
    }
    let mut taken = HashSet::default();
    for &variable in clause.variables.iter() {
        if !named.contains_key(&variable) {
            let other = shared.variable(terms, terms.sort(variable), &mut taken);
            renaming.insert(variable, other);
        }
    }
    let mut parts = vec![renaming.apply(terms, clause.constraint)];
    for (variable, argument) in equations {
        let argument = renaming.apply(terms, argument);
        parts.push(terms.eq(variable, argument));
    }
    let head = clause.head.iter().flat_map(|head| &head.arguments);
    let head = head.map(|&t| renaming.apply(terms, t)).collect();
    let variables = clause.variables.iter().map(|&v| renaming.apply(terms, v)).collect();
    (Member { clause: at, positions, disjunct: terms.and(&parts), variables }, head)
}

impl Merged {
    /// The refutation as one by the clauses that were merged.
    pub fn refutation(&self, after: &Horn, refutation: Refutation) -> Option<Refutation> {
        let mut steps = Vec::with_capacity(refutation.steps.len());
        for step in refutation.steps {
            steps.push(match self.origins.get(step.clause.index())? {
                Origin::Kept(clause) => Derivation { clause: ClauseId::new(*clause), ..step },
                Origin::Merged(members) => original(after, members, &step)?,
            });
        }
        Some(Refutation { steps })
    }
}

/// The use of the clause whose disjunct holds in the use of the merged one.
fn original(after: &Horn, members: &[Member], step: &Derivation) -> Option<Derivation> {
    let clause = after.clauses().get(step.clause.index())?;
    if step.values.len() != clause.variables.len() || step.premises.len() != clause.body.len() {
        return None;
    }
    let mut model = Model::new();
    model.set_all(after.terms(), clause.variables.iter().copied(), &step.values);
    let holds = |member: &&Member| model.evaluate(after.terms(), member.disjunct).is_true();
    let member = members.iter().find(holds)?;
    Some(Derivation {
        clause: ClauseId::new(member.clause),
        values: model.evaluate_all(after.terms(), &member.variables),
        premises: member.positions.iter().map(|&position| step.premises[position]).collect(),
    })
}
