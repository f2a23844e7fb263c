//! Linear equations between the arguments of each predicate, found before a search that may assume them.
//!
//! The *hull* of a predicate is the smallest affine space with all its states (M. Karr, "Affine relationships among
//! variables of a program", 1976). It begins empty and grows by points: where a clause leads from the hulls of its body
//! to a state outside of the hull of its head, the solver's model has such a state (T. Reps, M. Sagiv, G. Yorsh,
//! "Symbolic implementation of the best transformer", VMCAI 2004). Each point adds a dimension, so the points of a
//! predicate are at most one more than its arguments. In the end no clause leads out, and the equations hold together
//! for all clauses with heads.
//!
//! Spacer finds one inequality after the other, and may never find `k = m + n`. This is what catamorphisms say of
//! lists that are appended. Comparisons of two arguments, and of one with 0 and 1, are tried on top (Houdini). That
//! two numbers differ is one lemma here, and no conjunction of inequalities.
//!
//! # Left out
//!
//! Equations that hold under a condition, relations of reals and words, and arguments beyond the first few dozen. A
//! truth value counts as 0 or 1.

use super::guesses::without_implied;
use super::houdini::Houdini;
use super::rules::{rules_by_head, Occurrence};
use crate::base::{Budget, Limit};
use crate::engine::common::outcome::decided;
use crate::model::horn::{Horn, Interpretation, PredicateId};
use crate::model::system::functional::conjuncts;
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Family, Sort, TermId, Terms, Value};
use crate::theories::num::{Integer, Rational};

/// Arguments of a predicate that equations are about.
const MOST_NUMBERS: usize = 40;
/// Arguments of a predicate that are compared with each other.
const MOST_COMPARED: usize = 12;
/// Conflicts of one question.
const MOST_CONFLICTS: u64 = 2_000;

/// The states of a predicate.
struct Hull {
    /// The arguments as integers.
    numbers: Vec<TermId>,
    /// Points none of which is in the hull of the others; none if no state is known.
    points: Vec<Vec<Rational>>,
    /// The equations that all points satisfy.
    equations: Vec<TermId>,
}

/// A clause with its solver.
struct Rule {
    solver: Solver,
    head: PredicateId,
    body: Vec<Occurrence>,
}

/// Formulas about each predicate that satisfy all clauses with heads.
///
/// # Errors
///
/// The limit of the budget that was reached.
pub fn hulls(horn: &Horn, budget: &Budget) -> Result<Interpretation, Limit> {
    let mut horn = horn.clone();
    let predicates: Vec<PredicateId> = horn.predicate_ids().collect();
    let mut by_head = rules_by_head(&mut horn);
    let mut rules = Vec::new();
    for &head in &predicates {
        for rule in std::mem::take(&mut by_head[head]) {
            let mut solver = Solver::new(SmtOptions::incremental());
            solver.assert(horn.terms_mut(), rule.formula);
            rules.push(Rule { solver, head, body: rule.body });
        }
    }
    let mut terms = horn.terms().clone();
    let of = |p: &PredicateId| Hull::new(&mut terms, &horn.predicate(*p).places);
    let mut all: Vec<Hull> = predicates.iter().map(of).collect();
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for rule in &mut rules {
            while let Some(point) = rule.leaves(&mut terms, &all, budget)? {
                all[rule.head.index()].add(&mut terms, point);
                changed = true;
            }
        }
    }
    let mut candidates = Vec::with_capacity(all.len());
    for hull in &all {
        candidates.push(hull.candidates(&mut terms));
    }
    let mut houdini = Houdini::new(&horn, &terms, candidates, budget);
    if let Some(model) = houdini.model()? {
        return Ok(model);
    }
    let mut found = houdini.interpretation()?;
    for formula in &mut found.formulas {
        let list = conjuncts(&found.terms, *formula);
        *formula = without_implied(&mut found.terms, list, budget)?;
    }
    Ok(found)
}

impl Rule {
    /// A state that the clause derives outside of the hull of its head.
    fn leaves(
        &mut self,
        terms: &mut Terms,
        hulls: &[Hull],
        budget: &Budget,
    ) -> Result<Option<Vec<Rational>>, Limit> {
        let head = &hulls[self.head.index()];
        let mut asked = Vec::new();
        for atom in &mut self.body {
            let hull = &hulls[atom.predicate.index()];
            if hull.points.is_empty() {
                return Ok(None);
            }
            for &equation in &hull.equations {
                asked.push(atom.instance(terms, equation));
            }
        }
        if !head.points.is_empty() {
            let inside = terms.and(&head.equations);
            asked.push(terms.not(inside));
        }
        self.solver.set_budget(budget.clone().and_conflicts(MOST_CONFLICTS));
        if !decided(self.solver.check(terms, &asked))? {
            return Ok(None);
        }
        let values = self.solver.model(terms).evaluate_all(terms, &head.numbers);
        let number = |value: Value| match value {
            Value::Number(number) => number,
            _ => Rational::from(0),
        };
        Ok(Some(values.into_iter().map(number).collect()))
    }
}

impl Hull {
    fn new(terms: &mut Terms, places: &[TermId]) -> Hull {
        let (one, zero) = (terms.int(1), terms.int(0));
        let mut numbers = Vec::new();
        for &place in places {
            match terms.sort(place).family() {
                Family::Int => numbers.push(place),
                Family::Bool => numbers.push(terms.ite(place, one, zero)),
                Family::Real | Family::Word(_) | Family::Opaque => {}
            }
        }
        numbers.truncate(MOST_NUMBERS);
        Hull { numbers, points: Vec::new(), equations: Vec::new() }
    }

    fn add(&mut self, terms: &mut Terms, point: Vec<Rational>) {
        self.points.push(point);
        let rows = self.points.iter().map(|point| [&point[..], &[Rational::from(1)]].concat()).collect();
        self.equations.clear();
        for factors in solutions(rows, self.numbers.len() + 1) {
            let mut parts: Vec<(Rational, TermId)> =
                factors.iter().cloned().zip(self.numbers.iter().copied()).collect();
            parts.retain(|(factor, _)| !factor.is_zero());
            let constant = terms.numeral(factors[self.numbers.len()].clone(), Sort::Int);
            parts.push((Rational::from(1), constant));
            let (sum, zero) = (terms.combination(&parts), terms.int(0));
            self.equations.push(terms.eq(sum, zero));
        }
    }

    /// The equations, and comparisons that may hold beside them.
    fn candidates(&self, terms: &mut Terms) -> Vec<TermId> {
        if self.points.is_empty() {
            return vec![Terms::FALSE];
        }
        let mut list = self.equations.clone();
        let places: Vec<TermId> = self.numbers.iter().copied().take(MOST_COMPARED).collect();
        for &place in &places {
            list.extend([0, 1].map(|bound| {
                let bound = terms.int(bound);
                terms.le(bound, place)
            }));
            for &other in places.iter().filter(|&&other| other != place) {
                list.push(terms.le(place, other));
                let equal = terms.eq(place, other);
                list.extend((place < other).then(|| terms.not(equal)));
            }
        }
        list.retain(|&t| t != Terms::TRUE);
        list
    }
}

/// A basis of the vectors of integers that are orthogonal to these rows.
fn solutions(mut rows: Vec<Vec<Rational>>, width: usize) -> Vec<Vec<Rational>> {
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..width {
        let done = pivots.len();
        let at = match (done..rows.len()).find(|&row| !rows[row][column].is_zero()) {
            Some(at) => at,
            None => continue,
        };
        rows.swap(done, at);
        let factor = rows[done][column].recip();
        rows[done].iter_mut().for_each(|entry| *entry = &*entry * &factor);
        let pivot = rows[done].clone();
        for (row, entries) in rows.iter_mut().enumerate() {
            let factor = entries[column].clone();
            if row != done && !factor.is_zero() {
                entries.iter_mut().zip(&pivot).for_each(|(entry, own)| *entry = &*entry - &(&factor * own));
            }
        }
        pivots.push(column);
    }
    let mut found = Vec::new();
    for free in (0..width).filter(|column| !pivots.contains(column)) {
        let mut vector = vec![Rational::from(0); width];
        vector[free] = Rational::from(1);
        for (row, &pivot) in pivots.iter().enumerate() {
            vector[pivot] = -&rows[row][free];
        }
        for at in 0..width {
            let denominator = Rational::new(vector[at].denominator(), Integer::from(1i64));
            vector.iter_mut().for_each(|entry| *entry = &*entry * &denominator);
        }
        found.push(vector);
    }
    found
}
