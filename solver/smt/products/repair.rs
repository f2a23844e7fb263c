//! Models in which some factors have one of a few values.
//!
//! Factors are chosen such that each product has at most one other factor. If they have known values, all products are
//! linear: for each value there is a lemma that says so. A clause for one check only says that each of them has one of
//! its values, those near the candidate and small ones, more of them each time (the case splits of Borralleras et al.,
//! TOCL 2019). The search then finds the values together with the rest of the model. If there is none, nothing follows.

use super::choose::{minus, product};
use super::{blast, Lemma, Rounds};
use crate::base::{HashSet, Limit, Lit};
use crate::solver::sat::Answer;
use crate::solver::smt::solver::Solver;
use crate::solver::term::{Model, Sort, TermId, Terms, Value};
use crate::theories::nla::nearby;
use crate::theories::num::Rational;

/// Lemmas about values for one attempt, at most.
const MOST_LEMMAS: usize = 3_000;

/// Conflicts of one attempt, and those for each attempt before.
const CONFLICTS: u64 = 500;

/// Factors that get values.
const MOST_FACTORS: usize = 60;

impl Solver {
    /// Looks for a model in which some factors have one of a few values. If there is one, it is the present model.
    pub(super) fn repair(&mut self, terms: &mut Terms, rounds: &mut Rounds) -> Result<bool, Limit> {
        let attempt = rounds.repairs;
        rounds.repairs += 1;
        let chosen = self.chosen_factors(terms);
        if chosen.len() > MOST_FACTORS {
            return Ok(false);
        }
        let most = MOST_LEMMAS / self.encoder.products().len().max(1) + 2;
        let mut cases: Vec<(TermId, Vec<Rational>)> = Vec::new();
        for f in chosen {
            let value = self.known_number(terms, f).unwrap_or_default();
            let mut values = some_values(&value, terms.sort(f) == Sort::Int, attempt);
            values.truncate(most.max(3));
            cases.push((f, values));
        }
        let clauses = self.clauses_of_values(terms, cases)?;
        self.search_within(terms, &clauses, CONFLICTS * u64::from(attempt + 1))
    }

    /// Looks for a model in which the integers are words of few bits.
    pub(super) fn blast(&mut self, terms: &mut Terms, attempt: usize) -> Result<bool, Limit> {
        let width = match blast::WIDTHS.get(attempt) {
            Some(&width) => width,
            None => return Ok(false),
        };
        let mut formulas: Vec<TermId> =
            self.assertions.iter().chain(&self.query.assumptions).copied().collect();
        let clauses: Vec<TermId> = self.query.clauses.iter().map(|clause| terms.or(clause)).collect();
        formulas.extend(clauses);
        let found = blast::small_model(terms, &formulas, width, &self.budget);
        self.budget.poll()?;
        let values = match found {
            Some(values) => values,
            None => return Ok(false),
        };
        let mut model = Model::new();
        for (t, value) in &values {
            model.set_all(terms, [*t], &[Value::Number(value.clone())]);
        }
        let chosen = self.chosen_factors(terms);
        let number = |f: TermId| match model.evaluate(terms, f) {
            Value::Number(value) => vec![value],
            other => unreachable!("{:?} in place of a number", other),
        };
        let cases = chosen.into_iter().map(|f| (f, number(f))).collect();
        let mut clauses = self.clauses_of_values(terms, cases)?;
        for (t, value) in values {
            let formula =
                blast::has_value(terms, t, &value).filter(|_| self.encoder.known_column(t).is_some());
            if let Some(formula) = formula {
                clauses.push(vec![self.encoder.assumption(terms, &mut self.sat, formula)?]);
            }
        }
        self.search_within(terms, &clauses, CONFLICTS)
    }

    /// A model that satisfies these clauses, too, if this number of conflicts suffices.
    fn search_within(
        &mut self,
        terms: &mut Terms,
        clauses: &[Vec<Lit>],
        conflicts: u64,
    ) -> Result<bool, Limit> {
        self.use_budget(self.budget.clone().and_conflicts(conflicts));
        let found = self.search_among(terms, clauses);
        self.use_budget(self.budget.clone());
        self.budget.poll()?;
        Ok(found.unwrap_or(false))
    }

    fn search_among(&mut self, terms: &mut Terms, clauses: &[Vec<Lit>]) -> Result<bool, Limit> {
        loop {
            clauses.iter().for_each(|clause| self.sat.add_temporary_clause(clause));
            if self.ask() != Answer::Sat {
                return Ok(false);
            }
            if self.encoder.resolve_wrong(terms, &mut self.sat)? {
                continue;
            }
            if !self.wrong_products(terms).is_empty() {
                return Ok(false);
            }
            if !self.combine(terms)? {
                return Ok(true);
            }
        }
    }

    /// For each of these factors that it has one of its values, and the lemmas for all these values.
    fn clauses_of_values(
        &mut self,
        terms: &mut Terms,
        cases: Vec<(TermId, Vec<Rational>)>,
    ) -> Result<Vec<Vec<Lit>>, Limit> {
        let mut clauses = Vec::new();
        // The lemmas may make products of what is left.
        let mut done: HashSet<TermId> = HashSet::default();
        loop {
            let open: Vec<TermId> =
                self.encoder.products().iter().copied().filter(|t| !done.contains(t)).collect();
            if open.is_empty() {
                break;
            }
            for t in open {
                done.insert(t);
                let case = cases.iter().find(|(f, _)| terms.args(t).contains(f)).cloned();
                let (f, values) = match case {
                    Some(case) => case,
                    None => continue,
                };
                for value in values {
                    if let Some(lemma) = linear(terms, t, f, &value) {
                        self.encoder.tell_lemma(terms, &mut self.sat, lemma)?;
                    }
                    self.budget.poll()?;
                }
            }
        }
        for (f, values) in cases {
            let mut clause = Vec::with_capacity(values.len());
            for value in values {
                let value = terms.numeral(value, terms.sort(f));
                let equal = terms.eq(f, value);
                clause.push(self.encoder.assumption(terms, &mut self.sat, equal)?);
            }
            clauses.push(clause);
        }
        Ok(clauses)
    }

    /// Factors such that each product has at most one other factor.
    fn chosen_factors(&self, terms: &Terms) -> Vec<TermId> {
        let products = self.encoder.products();
        let mut chosen: Vec<TermId> = Vec::new();
        loop {
            let mut counts: Vec<(TermId, usize)> = Vec::new();
            for &t in products {
                let open: Vec<TermId> =
                    terms.args(t).iter().copied().filter(|f| !chosen.contains(f)).collect();
                if open.len() < 2 {
                    continue;
                }
                for (i, &f) in open.iter().enumerate() {
                    // A square needs its root.
                    let weight = if i > 0 && open[i - 1] == f { 1_000 } else { 1 };
                    match counts.iter_mut().find(|(g, _)| *g == f) {
                        Some((_, count)) => *count += weight,
                        None => counts.push((f, weight)),
                    }
                }
            }
            let next = counts.iter().max_by_key(|&&(f, count)| (count, std::cmp::Reverse(f)));
            match next {
                Some(&(f, _)) if chosen.len() <= MOST_FACTORS => chosen.push(f),
                _ => return chosen,
            }
        }
    }
}

/// If a factor has this value, the product is a multiple of what is left of it without this factor.
fn linear(terms: &mut Terms, t: TermId, f: TermId, value: &Rational) -> Option<Lemma> {
    let (same, rest): (Vec<TermId>, Vec<TermId>) = terms.args(t).iter().partition(|&&g| g == f);
    let zero = minus(terms, f, value)?;
    // f^n - v^n is (f - v) * (f^(n-1) + v * f^(n-2) + ...).
    let mut parts = Vec::with_capacity(same.len());
    let mut power = Rational::ONE;
    let sort = terms.sort(f);
    for i in (0..same.len()).rev() {
        let one = terms.numeral(Rational::ONE, sort);
        let high = if i > 0 { product(terms, &same[..i]) } else { one };
        parts.push((power.clone(), high));
        power = &power * value;
    }
    let sum = terms.combination(&parts);
    let other = match rest.is_empty() {
        true => sum,
        false => {
            let rest = product(terms, &rest);
            terms.times(sum, rest)
        }
    };
    Some(Lemma::Zero { zero, other })
}

/// Values to try, the nearest first.
fn some_values(value: &Rational, is_integer: bool, attempt: u32) -> Vec<Rational> {
    let reach: i64 = 1 << (attempt + 1).min(7);
    let mut values: Vec<Rational> = Vec::new();
    let mut add = |value: Rational| {
        if !values.contains(&value) {
            values.push(value);
        }
    };
    if is_integer {
        add(value.clone());
        for n in 0..=reach {
            let step = Rational::from(n);
            add(step.clone());
            add(-step.clone());
            if n <= 2 || attempt > 2 {
                add(value + &step);
                add(value - &step);
            }
        }
    } else {
        add(nearby(value));
        for n in 0..=reach.min(8) {
            add(Rational::from(n));
            add(Rational::from(-n));
        }
        for n in (1..=(2 * reach).min(33)).step_by(2) {
            add(Rational::fraction(n, 2));
            add(Rational::fraction(-n, 2));
        }
        add(Rational::from(value.floor()));
        add(value.clone());
        for d in 2..=reach.min(8) {
            add(Rational::fraction(1, d));
            add(Rational::fraction(-1, d));
            let scaled = Rational::from((value * &Rational::from(d)).floor());
            add(&scaled / &Rational::from(d));
        }
    }
    values
}
