//! Functions, arrays and datatypes are taken apart until no constant that is to go is below one of them.
//!
//! First all reads of written arrays are resolved, also where nothing is to go: a cube of atoms says more than one with
//! a row of writes in it. The literals are a conjunction that the model satisfies. Each step replaces it by one that
//! implies it or by one without a constant that the projection may choose, and the model goes on to satisfy it. The
//! steps are tried in this order, and after each the first is tried again:
//!
//! | step | file | of |
//! | --- | --- | --- |
//! | equalities are solved for a constant | `solved.rs` | all sorts |
//! | equal and different arrays are so at single indices; reads of writes | `arrays.rs` | arrays |
//! | values of constructors are compared by fields; a constant becomes such a value | `data.rs` | datatypes |
//! | reads of one array, calls of one function become constants | `reads.rs` | arrays and functions that are to go |
//! | a term or value equal in the model takes the constant's place | `stand_in.rs` | what is left |
//!
//! Array steps are from Komuravelli, Bjorner, Gurfinkel and McMillan, "Compositional verification of procedural
//! programs using Horn clauses over integers and arrays" (FMCAD 2015), with equalities outside of a few indices.
//! Where such an equality depends on an index that is to go, the function [`Op::Difference`] names the index, as in
//! interpolants of arrays (Hoenicke and Schindler, IJCAR 2018), unless another term is equal to it in the model.
//!
//! Elements of declared sorts have no terms. If one is left, and none of the other terms is equal to it, then there
//! may be no projection without quantifiers. A *cover* leaves the element out: it has the equalities and disequalities
//! among the other terms, and is implied by the conjunction instead of implying its projection. Interpolants are made
//! of covers.

use super::{Gone, Manner};
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::solver::term::{Family, FunctionId, Model, Op, Sort, Substitution, TermId, Terms, Value};

/// A conjunction of literals, with the model that satisfies it.
pub(super) struct Conjunction<'a> {
    pub terms: &'a mut Terms,
    pub gone: &'a mut Gone,
    pub model: Model,
    pub literals: Vec<TermId>,
    pub manner: Manner,
}

/// Whether a term is about a function, an array, a datatype, or is an element of a declared sort.
pub(super) fn is_structure(terms: &Terms, t: TermId) -> bool {
    let is_structured = |sort: Sort| sort.family() == Family::Opaque;
    matches!(terms.op(t), Op::Call(_))
        || is_structured(terms.sort(t))
        || terms.args(t).iter().any(|&a| is_structured(terms.sort(a)))
}

/// The literals without constants below structures, and the model with values for the constants that are new.
pub(super) fn without_structures(
    terms: &mut Terms,
    literals: Vec<TermId>,
    gone: &mut Gone,
    model: &Model,
    manner: Manner,
    budget: &Budget,
) -> Result<(Vec<TermId>, Model), Limit> {
    let mut left = Conjunction { terms, gone, model: model.clone(), literals, manner };
    left.settle();
    while left.read_write() {
        budget.poll()?;
        left.settle();
    }
    while left.has_structures() {
        budget.poll()?;
        left.step()?;
        left.settle();
    }
    Ok((left.literals, left.model))
}

impl Conjunction<'_> {
    fn step(&mut self) -> Result<(), Limit> {
        if self.solve() || self.take_arrays_apart() || self.take_data_apart() || self.name_reads() {
            return Ok(());
        }
        self.stand_in()
    }

    /// Drops what is true of itself, and doubles.
    fn settle(&mut self) {
        self.literals.retain(|&l| l != Terms::TRUE);
        self.literals.sort_unstable();
        self.literals.dedup();
        debug_assert!(self.literals.iter().all(|&l| self.model.evaluate(self.terms, l).is_true()));
    }

    fn has_structures(&mut self) -> bool {
        !self.touched_structures().is_empty()
    }

    /// The subterms of literals that a constant that is to go occurs in, arguments first.
    pub fn touched(&mut self) -> Vec<TermId> {
        let mut found = self.terms.subterms(&self.literals);
        found.retain(|&t| self.gone.touches(self.terms, t));
        found
    }

    fn touched_structures(&mut self) -> Vec<TermId> {
        let mut found = self.touched();
        found.retain(|&t| is_structure(self.terms, t));
        found
    }

    /// The constants that are to go and occur below structures, or are elements or structures themselves.
    pub fn inside(&mut self) -> Vec<TermId> {
        let roots = self.touched_structures();
        let mut found = self.terms.subterms(&roots);
        found.retain(|t| self.gone.constants.contains(t));
        found
    }

    pub fn is_gone(&self, t: TermId) -> bool {
        self.gone.constants.contains(&t)
    }

    pub fn touches(&mut self, t: TermId) -> bool {
        self.gone.touches(self.terms, t)
    }

    pub fn value(&self, t: TermId) -> Value {
        self.model.evaluate(self.terms, t)
    }

    pub fn are_equal(&self, a: TermId, b: TermId) -> bool {
        a == b || self.value(a) == self.value(b)
    }

    /// A new constant that is to go, of this value.
    pub fn fresh(&mut self, sort: Sort, value: Value) -> TermId {
        let constant = self.terms.declare("#", sort);
        self.model.set_all(self.terms, [constant], &[value]);
        self.gone.constants.insert(constant);
        constant
    }

    /// Adds that two terms are equal, or that they are not, as in the model. Returns whether they are.
    /// Truth values are what they are in the model.
    pub fn compare(&mut self, a: TermId, b: TermId) -> bool {
        let holds = self.are_equal(a, b);
        if self.terms.sort(a) == Sort::Bool {
            for t in [a, b] {
                let is_true = self.value(t).is_true();
                self.literals.push(if is_true { t } else { self.terms.not(t) });
            }
            return holds;
        }
        let equation = self.terms.eq(a, b);
        self.literals.push(if holds { equation } else { self.terms.not(equation) });
        holds
    }

    /// Adds the comparisons of all pairs of terms that matter: with equality being one, those of representatives.
    /// Returns the representatives, the first terms of their values.
    pub fn arrange(&mut self, list: &[TermId]) -> Vec<TermId> {
        let mut first: HashMap<Value, TermId> = HashMap::default();
        let mut representatives: Vec<TermId> = Vec::new();
        for &t in list {
            let value = self.value(t);
            if let Some(&other) = first.get(&value) {
                self.compare(t, other);
                continue;
            }
            for other in representatives.clone() {
                self.compare(t, other);
            }
            first.insert(value, t);
            representatives.push(t);
        }
        representatives
    }

    /// A term takes another's place in all literals.
    pub fn replace(&mut self, from: TermId, to: TermId) {
        let mut substitution = Substitution::new();
        substitution.insert(from, to);
        self.rewrite(substitution);
    }

    pub fn rewrite(&mut self, mut substitution: Substitution) {
        for l in &mut self.literals {
            *l = substitution.apply(self.terms, *l);
        }
    }

    /// The functions that are to go and are called.
    pub fn called(&self) -> Vec<FunctionId> {
        let function = |t: TermId| match self.terms.op(t) {
            Op::Call(f) if self.gone.functions.contains(&f) => Some(f),
            _ => None,
        };
        let mut seen = HashSet::default();
        let mut found: Vec<FunctionId> =
            self.terms.subterms(&self.literals).into_iter().filter_map(function).collect();
        found.retain(|&f| seen.insert(f));
        found
    }
}
