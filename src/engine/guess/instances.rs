//! Facts for all indices in questions to a solver.
//!
//! A fact about elements is assumed at some indices only, as the checker of certificates does it: at those at which
//! the edge reads and writes arrays, at those that the formula behind the edge is about, and at the constant that
//! stands for any index. An instance follows from its fact, so an answer that rests on instances is right. If the
//! solver finds a state, facts at other indices may exclude it; then the guess becomes weaker than it has to be.

use crate::base::{HashMap, HashSet};
use crate::engine::common::program::Edges;
use crate::model::cfa::{EdgeId, LocId};
use crate::solver::term::{Op, Substitution, SymbolId, TermId, Terms};

/// Indices of one edge at which facts are assumed, at most.
const MOST_INDICES: usize = 24;

/// The work that an instance in a question takes, in propagated literals. Most of it is that of arrays, which has no
/// other count. Measured.
const WORK_OF_AN_INSTANCE: u64 = 40;

/// The indices of edges, and the instances that were made.
#[derive(Default, Debug)]
pub(super) struct Instances {
    /// The constants that stand for any index.
    bound: Vec<TermId>,
    /// Of edges that were asked about: the indices at which they read and write.
    of_edge: HashMap<EdgeId, Vec<TermId>>,
    made: HashMap<(TermId, TermId), TermId>,
    /// By formula: the constant for any index that it is about, if it is about one.
    about: HashMap<TermId, Option<TermId>>,
}

impl Instances {
    /// None yet, for facts about these constants.
    pub fn new(bound: Vec<TermId>) -> Instances {
        Instances { bound, ..Instances::default() }
    }

    /// The constants that stand for any index.
    pub fn bound(&self) -> &[TermId] {
        &self.bound
    }

    /// The constant for any index that a formula is about.
    pub fn index_of(&mut self, terms: &Terms, formula: TermId) -> Option<TermId> {
        let bound = &self.bound;
        let find = || bound.iter().copied().find(|t| terms.subterms(&[formula]).contains(t));
        if bound.is_empty() {
            return None;
        }
        *self.about.entry(formula).or_insert_with(find)
    }

    /// These formulas about the source as a question about an edge assumes them, each with the one that it follows
    /// from. The question is about this target.
    pub fn of(
        &mut self,
        edges: &mut Edges,
        edge: EdgeId,
        formulas: &[TermId],
        target: TermId,
    ) -> Vec<(TermId, TermId)> {
        if self.bound.is_empty() {
            return formulas.iter().map(|&formula| (formula, formula)).collect();
        }
        let mut indices = self.indices(edges, edge);
        let after = edges.before(edge, target);
        let terms = edges.terms_mut();
        let any = self.index_of(terms, target);
        indices.extend(any);
        for index in read_at(terms, &[after]) {
            if !indices.contains(&index) {
                indices.push(index);
            }
        }
        let assumed = self.instances(terms, &indices, formulas);
        edges.budget().spend_work(WORK_OF_AN_INSTANCE * assumed.len() as u64);
        assumed
    }

    /// A few of the formulas that [`Instances::of`] assumes, for a question whose target is a fact about elements: the
    /// same fact, and those without an index that are about its variables and those of the guard. They are mostly
    /// enough, and instances of all other facts are many.
    pub fn own(
        &mut self,
        edges: &mut Edges,
        edge: EdgeId,
        formulas: &[TermId],
        target: TermId,
    ) -> Vec<(TermId, TermId)> {
        let after = edges.before(edge, target);
        let guard = edges.guard(edge);
        let terms = edges.terms_mut();
        let inside: HashSet<SymbolId> = terms.symbols_in(&[after, target, guard]).into_iter().collect();
        let is_product = |&t: &TermId| matches!(terms.op(t), Op::BvMul | Op::Mul);
        let is_own = |formula: TermId| {
            formula == target
                || terms.symbols_in(&[formula]).iter().all(|symbol| inside.contains(symbol))
                    && !terms.subterms(&[formula]).iter().any(is_product)
        };
        let few: Vec<TermId> = formulas.iter().copied().filter(|&formula| is_own(formula)).collect();
        let few: Vec<TermId> = (few.into_iter())
            .filter(|&formula| formula == target || self.index_of(edges.cfa.terms(), formula).is_none())
            .collect();
        self.of(edges, edge, &few, target)
    }

    /// The instances at these indices, each with its formula.
    fn instances(
        &mut self,
        terms: &mut Terms,
        indices: &[TermId],
        formulas: &[TermId],
    ) -> Vec<(TermId, TermId)> {
        let mut assumed = Vec::with_capacity(formulas.len());
        for &formula in formulas {
            let index = match self.index_of(terms, formula) {
                Some(index) => index,
                None => {
                    assumed.push((formula, formula));
                    continue;
                }
            };
            for &at in indices {
                if terms.sort(at) != terms.sort(index) {
                    continue;
                }
                let instance = *self.made.entry((formula, at)).or_insert_with(|| {
                    let mut values = Substitution::new();
                    values.insert(index, at);
                    values.apply(terms, formula)
                });
                if instance != Terms::TRUE {
                    assumed.push((instance, formula));
                }
            }
        }
        assumed
    }

    /// These formulas about a location at the indices at which the edges that leave it read and write, as far as those
    /// are told by the variables.
    pub fn at(&mut self, edges: &mut Edges, location: LocId, formulas: &[TermId]) -> Vec<TermId> {
        let mut indices: Vec<TermId> = Vec::new();
        for edge in edges.cfa.leaving(location).to_vec() {
            indices.extend(self.indices(edges, edge));
        }
        let cfa = &edges.cfa;
        indices.retain(|&index| {
            let symbols = cfa.terms().symbols_in(&[index]);
            symbols.into_iter().all(|symbol| cfa.variables().contains(&cfa.terms().symbol_term(symbol)))
        });
        indices.sort_unstable();
        indices.dedup();
        self.instances(edges.terms_mut(), &indices, formulas)
            .into_iter()
            .map(|(instance, _)| instance)
            .collect()
    }

    /// The indices at which an edge reads and writes.
    fn indices(&mut self, edges: &Edges, edge: EdgeId) -> Vec<TermId> {
        let find = || {
            let values = edges.values(edge).iter().map(|(_, value)| *value);
            let roots: Vec<TermId> = std::iter::once(edges.guard(edge)).chain(values).collect();
            let mut found = read_at(edges.cfa.terms(), &roots);
            found.truncate(MOST_INDICES);
            found
        };
        self.of_edge.entry(edge).or_insert_with(find).clone()
    }
}

/// The indices at which these terms read and write, each once.
fn read_at(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let is_access = |&t: &TermId| matches!(terms.op(t), Op::Select | Op::Store);
    let mut found: Vec<TermId> = Vec::new();
    for t in terms.subterms(roots).into_iter().filter(is_access) {
        let index = terms.arg(t, 1);
        if !found.contains(&index) {
            found.push(index);
        }
    }
    found
}
