//! The formulas of a guess that hold in all reachable states.
//!
//! Each location has *comparisons* and *hulls*. A hull has a condition. It consists of the affine relations between
//! some words that hold in all states with this condition. An edge keeps the guess if it leads from states that satisfy
//! all formulas of its source only to states that satisfy those of its target. If the solver finds another state behind
//! the edge, the comparisons that the state falsifies are dropped (Houdini: Flanagan and Leino, FME 2001). The state
//! joins the hulls, so they have fewer relations then (the symbolic abstraction of T. Reps, M. Sagiv, G. Yorsh, VMCAI
//! 2004). Both only make the guess weaker, so the search ends, with the strongest inductive formulas of this form that
//! contain the samples. A formula that is too hard for the solver is dropped, too.

use super::affine::Relations;
use super::equations::Equations;
use super::instances::Instances;
use super::place::{Group, Place};
use crate::base::{HashMap, HashSet, Limit};
use crate::engine::common::program::{register_of, Edges};
use crate::model::cfa::{EdgeId, LocId};
use crate::solver::term::{Model, Sort, TermId, Terms, Value};

/// A question with few assumptions may take this many times the conflicts of others.
const MORE_CONFLICTS: u64 = 8;

/// Formulas without an index that are asked about at once. Of numbers that are no words each is asked about alone: a
/// choice between inequalities of integers may take a solver very long.
const AT_ONCE: usize = 16;

/// The search for what is inductive.
#[derive(Debug)]
pub(super) struct Inductive {
    /// By location.
    pub places: Vec<Place>,
    pub groups: Vec<Group>,
    /// How facts about elements are assumed.
    pub instances: Instances,
    /// Edges that were not asked about since the formulas of their source have changed, and whether an edge is one.
    open: Vec<EdgeId>,
    is_open: Vec<bool>,
    /// The most that a question takes.
    pub conflicts: u64,
    /// The most formulas without an index in one question.
    at_once: usize,
}

impl Inductive {
    /// A search that begins with this guess. A question may take `conflicts` conflicts.
    /// The constants stand for any index.
    pub fn new(
        edges: &Edges,
        places: Vec<Place>,
        groups: Vec<Group>,
        bound: Vec<TermId>,
        conflicts: u64,
    ) -> Inductive {
        let open: Vec<EdgeId> = edges.cfa.edge_ids().collect();
        let instances = Instances::new(bound);
        let sort = |&v: &TermId| edges.cfa.terms().sort(v);
        let has_numbers = edges.cfa.variables().iter().any(|v| matches!(sort(v), Sort::Int | Sort::Real));
        let (is_open, at_once) = (vec![true; open.len()], if has_numbers { 1 } else { AT_ONCE });
        Inductive { places, groups, instances, open, is_open, conflicts, at_once }
    }

    /// Weakens the guess until it is inductive.
    ///
    /// # Errors
    ///
    /// The limit that was reached. A further call goes on.
    pub fn weaken(&mut self, edges: &mut Edges) -> Result<(), Limit> {
        while let Some(&edge) = self.open.last() {
            if edges.cfa.edge(edge).target == edges.cfa.error() || self.keeps(edges, edge)? {
                self.open.retain(|&other| other != edge);
                self.is_open[edge.index()] = false;
            }
        }
        Ok(())
    }

    /// Whether the guess excludes the error.
    pub fn excludes_error(&mut self, edges: &mut Edges) -> Result<bool, Limit> {
        let error = edges.cfa.error();
        for edge in edges.cfa.entering(error).to_vec() {
            let place = &self.places[edges.cfa.edge(edge).source.index()];
            let mut equations = Equations::new(edges.terms_mut(), place, &self.groups);
            if equations.keep(edges, edge, Terms::FALSE).is_some() {
                continue;
            }
            let assumed = self.instances.of(edges, edge, &place.formulas(), Terms::FALSE);
            let source: Vec<TermId> = assumed.into_iter().map(|(instance, _)| instance).collect();
            match edges.leads_within(edge, &source, None, &[], 20 * self.conflicts) {
                Ok(false) => {}
                Ok(true) | Err(Limit::Incomplete) | Err(Limit::Conflicts) => return Ok(false),
                Err(limit) => return Err(limit),
            }
        }
        Ok(true)
    }

    /// Asks about an edge, and weakens its target until the edge keeps the guess. False if its source is weaker then.
    fn keeps(&mut self, edges: &mut Edges, edge: EdgeId) -> Result<bool, Limit> {
        let (from, to) = (edges.cfa.edge(edge).source, edges.cfa.edge(edge).target);
        let before = self.places[from.index()].formulas();
        let mut equations = Equations::new(edges.terms_mut(), &self.places[from.index()], &self.groups);
        let mut kept: HashSet<TermId> = HashSet::default();
        let (mut weaker, mut at_once) = (false, self.at_once);
        loop {
            let mut open = self.places[to.index()].formulas();
            open.retain(|formula| !kept.contains(formula));
            let formula = match open.first() {
                Some(&formula) => formula,
                None => break,
            };
            edges.budget().poll()?;
            if equations.keep(edges, edge, formula).is_some() || before.contains(&edges.before(edge, formula))
            {
                kept.insert(formula);
                continue;
            }
            let asked = match self.instances.index_of(edges.cfa.terms(), formula) {
                Some(_) if self.keeps_by_few(edges, edge, &before, formula)? => {
                    kept.insert(formula);
                    continue;
                }
                Some(_) => vec![formula],
                None => {
                    open.retain(|&other| self.instances.index_of(edges.cfa.terms(), other).is_none());
                    open.truncate(at_once);
                    open
                }
            };
            let all = edges.terms_mut().and(&asked);
            let assumed = self.instances.of(edges, edge, &before, all);
            let source: Vec<TermId> = assumed.into_iter().map(|(instance, _)| instance).collect();
            let negated = edges.terms_mut().not(all);
            match edges.leads_within(edge, &source, None, &[negated], self.conflicts) {
                Ok(false) => {
                    kept.extend(asked);
                    at_once = (2 * at_once).min(self.at_once);
                    continue;
                }
                Ok(true) => {
                    let mut constants = edges.cfa.variables().to_vec();
                    constants.extend(self.instances.bound());
                    let state = edges.values_after(&constants);
                    self.admit(edges, to, (&constants, &state), &asked);
                }
                Err(Limit::Conflicts | Limit::Incomplete) if asked.len() > 1 => {
                    edges.budget().poll()?;
                    at_once = (asked.len() / 4).max(1);
                    continue;
                }
                Err(Limit::Conflicts | Limit::Incomplete) => {
                    edges.budget().poll()?;
                    let is_indexed = self.instances.index_of(edges.cfa.terms(), formula).is_some();
                    if !is_indexed && self.keeps_by_few(edges, edge, &before, formula)? {
                        kept.insert(formula);
                        continue;
                    }
                    self.drop(to, formula);
                }
                Err(limit) => return Err(limit),
            }
            weaker = true;
            self.reopen(edges, to);
        }
        Ok(!weaker || from != to)
    }

    /// Whether an edge is seen to keep a formula when few others are assumed before it.
    fn keeps_by_few(
        &mut self,
        edges: &mut Edges,
        edge: EdgeId,
        before: &[TermId],
        formula: TermId,
    ) -> Result<bool, Limit> {
        let own = self.instances.own(edges, edge, before, formula);
        let own: Vec<TermId> = own.into_iter().map(|(instance, _)| instance).collect();
        let negated = edges.terms_mut().not(formula);
        let mut answer = edges.leads_within(edge, &own, None, &[negated], self.conflicts);
        if answer == Err(Limit::Conflicts) {
            // The solver knows instances of many questions, and has to decide all of them.
            edges.renew(edge);
            answer = edges.leads_within(edge, &own, None, &[negated], MORE_CONFLICTS * self.conflicts);
        }
        match answer {
            Ok(leads) => Ok(!leads),
            Err(Limit::Conflicts | Limit::Incomplete) => Ok(false),
            Err(limit) => Err(limit),
        }
    }

    /// The formulas of a location have changed.
    fn reopen(&mut self, edges: &Edges, location: LocId) {
        for &edge in edges.cfa.leaving(location) {
            if !self.is_open[edge.index()] {
                self.is_open[edge.index()] = true;
                // The edge that is asked about stays on top.
                self.open.insert(0, edge);
            }
        }
    }

    /// Weakens the guess about a location such that it contains this state, which one of the asked formulas excludes.
    /// These are one fact about elements, or have no index. Facts about elements are left out if they are false for the
    /// index that the asked one is false for. If there is no index they stay, for the facts about the source were not
    /// assumed for the index that the solver has chosen.
    fn admit(
        &mut self,
        edges: &mut Edges,
        location: LocId,
        (constants, state): (&[TermId], &[Value]),
        asked: &[TermId],
    ) {
        let terms = edges.terms_mut();
        let mut model = Model::new();
        model.set_all(terms, constants.iter().copied(), state);
        let place = &mut self.places[location.index()];
        let truths = model.evaluate_all(terms, &place.comparisons);
        let (mut truths, instances) = (truths.iter(), &mut self.instances);
        let index = asked.first().and_then(|&formula| instances.index_of(terms, formula));
        place.comparisons.retain(|&other| {
            let is_true = truths.next().map_or(false, Value::is_true);
            let own = instances.index_of(terms, other);
            is_true || own.is_some() && own != index
        });
        let mut whole: HashMap<usize, Vec<TermId>> = HashMap::default();
        for hull in &mut place.hulls {
            if model.evaluate(terms, hull.condition).is_true() {
                let group = &self.groups[hull.group];
                let words: Option<Vec<u64>> = group.words.iter().map(|&i| register_of(&state[i])).collect();
                match words {
                    Some(words) => {
                        hull.relations.join(&words);
                    }
                    // An integer beyond 64 bits satisfies no relation for all that is known.
                    None => hull.relations = Relations::none(hull.relations.width()),
                }
                hull.renew(terms, group, whole.get(&hull.group).map_or(&[], |w| w));
            }
            if hull.condition == Terms::TRUE {
                whole.insert(hull.group, hull.formulas.clone());
            }
        }
        let left = place.formulas();
        if asked.iter().all(|formula| left.contains(formula)) {
            // The state falsifies none of them, for all that the evaluation says; the search must come to an end.
            asked.iter().for_each(|&formula| self.drop(location, formula));
        }
    }

    /// Leaves a formula out.
    fn drop(&mut self, location: LocId, formula: TermId) {
        let place = &mut self.places[location.index()];
        place.comparisons.retain(|&other| other != formula);
        for hull in &mut place.hulls {
            hull.formulas.retain(|&other| other != formula);
        }
    }
}
