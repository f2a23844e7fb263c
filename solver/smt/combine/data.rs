//! Values of datatypes: each is made by a constructor, and by finitely many of them.

use super::shared::{Findings, Shared};
use crate::base::{HashMap, HashSet};
use crate::solver::smt::solver::Solver;
use crate::solver::term::{ConstructorId, Op, Sort, TermId, Terms};
use crate::theories::euf::NodeId;

impl Solver {
    /// Asks for the constructors that are needed, and excludes cycles.
    pub(super) fn find_unmade(&mut self, terms: &mut Terms, shared: &Shared, found: &mut Findings) {
        let read: HashSet<NodeId> = shared
            .terms
            .iter()
            .filter(|&&t| matches!(terms.op(t), Op::Field(_)))
            .map(|&t| self.root(terms.arg(t, 0)))
            .collect();
        for &class in &shared.roots {
            let sort = shared.sort(terms, class);
            if matches!(sort, Sort::Datatype(_)) && shared.made(terms, class).is_none() {
                let is_read = read.contains(&class);
                self.make(terms, shared, class, is_read, found);
            }
        }
        if found.is_empty() {
            self.find_cycles(terms, shared, found);
        }
    }

    /// A constructor for a class without one, if need be.
    fn make(
        &mut self,
        terms: &mut Terms,
        shared: &Shared,
        class: NodeId,
        is_read: bool,
        found: &mut Findings,
    ) {
        let members = &shared.members[&class];
        let first = members[0];
        let sort = terms.sort(first);
        let constructors = terms.constructors(sort).to_vec();
        let tagged = members.iter().copied().find(|&t| self.encoder.known_tag(t).is_some());
        let is_finite = terms.value_count(sort) < u64::MAX;
        let equality = &self.sat.theory().equality;
        let tag = tagged.and_then(|t| equality.value(self.encoder.known_tag(t)?));
        let is_of = |c: &&ConstructorId| tag.is_some() && self.encoder.tag_of(**c) == tag;
        if let [only] = constructors[..] {
            if is_read || is_finite {
                let made = unfolded(terms, only, first);
                let same = found.equal(terms, first, made);
                found.lemmas.push((Vec::new(), vec![same]));
            }
        } else if let (Some(t), Some(&constructor)) = (tagged, constructors.iter().find(is_of)) {
            let made = unfolded(terms, constructor, t);
            let (is, same) = (terms.is(constructor, t), found.equal(terms, t, made));
            found.lemmas.push((Vec::new(), vec![terms.not(is), same]));
        } else if tagged.is_some() || is_read || is_finite {
            let t = tagged.unwrap_or(first);
            let cases = constructors.iter().map(|&c| terms.is(c, t)).collect();
            found.lemmas.push((Vec::new(), cases));
        }
    }

    /// Excludes that a value is a part of itself: a search into the depth along the fields of constructors.
    fn find_cycles(&mut self, terms: &Terms, shared: &Shared, found: &mut Findings) {
        // By class: whether the search is in it still.
        let mut state: HashMap<NodeId, bool> = HashMap::default();
        for &start in &shared.roots {
            // The way to a class: terms made by constructors, each with its next field.
            let mut way: Vec<(TermId, usize)> = Vec::new();
            let mut next = Some(start);
            loop {
                if let Some(class) = next.take() {
                    match (state.get(&class), shared.made(terms, class)) {
                        (None, Some(made)) if !terms.args(made).is_empty() => {
                            state.insert(class, true);
                            way.push((made, 0));
                        }
                        (Some(true), Some(made)) => {
                            self.exclude_cycle(terms, &way, made, found);
                            return;
                        }
                        _ => {}
                    }
                }
                let (made, place) = match way.last_mut() {
                    Some(last) => last,
                    None => break,
                };
                match terms.args(*made).get(*place) {
                    Some(&field) => {
                        *place += 1;
                        if matches!(terms.sort(field), Sort::Datatype(_)) {
                            next = Some(self.root(field));
                        }
                    }
                    None => {
                        state.insert(self.root(*made), false);
                        way.pop();
                    }
                }
            }
        }
    }

    /// The way from a term leads to its class again.
    fn exclude_cycle(&mut self, terms: &Terms, way: &[(TermId, usize)], made: TermId, found: &mut Findings) {
        let start = way.iter().rposition(|&(t, _)| t == made).unwrap_or(0);
        let mut clause = Vec::new();
        for (i, &(t, place)) in way.iter().enumerate().skip(start) {
            let next = way.get(i + 1).map_or(made, |&(next, _)| next);
            self.exclude_equal(terms.arg(t, place - 1), next, &mut clause);
        }
        found.lemmas.push((clause, Vec::new()));
    }
}

/// The value that the constructor makes of the fields of a term.
fn unfolded(terms: &mut Terms, constructor: ConstructorId, t: TermId) -> TermId {
    let fields: Vec<TermId> = terms.selectors(constructor).map(|selector| terms.field(selector, t)).collect();
    terms.construct(constructor, &fields)
}
