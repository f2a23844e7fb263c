//! The least weight of violated literals, by cores.
//!
//! All soft literals are assumed. A core names some of which one has to be violated, so the least weight `w` among them
//! is paid for certain: each loses `w`, and in their place a counter of the violated ones is assumed to be at most one,
//! for the weight `w`; if that is in a core later, at most two, and so on (OLL: Andres, Kaufmann, Matheis, Schaub,
//! ICLP 2012; Morgado, Dodaro, Marques-Silva, CP 2014; RC2: Ignatiev, Morgado, Marques-Silva, JSAT 2019). This keeps
//! an invariant: the weight of each model is the weight paid so far plus the weight of the present assumptions that
//! it violates.
//!
//! Before the first question, sets of literals of which at most one can be true are paid for: all but one are violated
//! in each model, and in their place the literal that one of them is true is assumed. A core is made smaller literal by
//! literal, within little work (both as in RC2).
//!
//! Heavy literals come first (stratification; Ansótegui, Bonet, Gabàs, Levy, CP 2012): a model under them gives an
//! upper bound early, and a literal heavier than the gap between the bounds is true in all better models and becomes
//! a clause.

use super::counter::Counter;
use super::oracle::Oracle;
use crate::base::{HashMap, HashSet};
use crate::theories::num::Rational;
use std::collections::BTreeMap;

/// Questions that make one core smaller.
const TRIMS: usize = 3;
/// The longest core that is minimised.
const LONGEST: usize = 60;
/// The most literals among which those that exclude each other are looked for.
const MOST_PAIRED: usize = 2000;
/// Distinct weights up to which each gets a stratum of its own.
const STRATA: usize = 8;

/// The bounds when the search ended.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    pub lower: Rational,
    /// The weight of the best model; none if there was no model.
    pub upper: Option<Rational>,
}

pub(super) struct Search<L> {
    soft: Vec<(L, Rational)>,
    /// Weight that each model pays, because the negation of a soft literal was of negative weight.
    offset: Rational,
    /// The present assumptions.
    open: BTreeMap<L, Rational>,
    counters: Vec<Counter<L>>,
    /// Assumptions that an output of a counter is false: the counter, and the number.
    outputs: HashMap<L, (usize, usize)>,
    pub bounds: Bounds,
}

impl<L: Copy + Ord + std::hash::Hash + std::fmt::Debug> Search<L> {
    /// A search for a model that violates these literals as little as possible. A negative weight is a reward for
    /// violating the literal.
    pub fn new<O: Oracle<Literal = L>>(oracle: &mut O, soft: &[(L, Rational)]) -> Search<L> {
        let mut search = Search {
            soft: soft.to_vec(),
            offset: Rational::ZERO,
            open: BTreeMap::new(),
            counters: Vec::new(),
            outputs: HashMap::default(),
            bounds: Bounds::default(),
        };
        for (lit, weight) in soft {
            let (lit, weight) = if weight.is_negative() {
                search.offset += weight;
                (oracle.negated(*lit), -weight.clone())
            } else {
                (*lit, weight.clone())
            };
            search.assume(oracle, lit, weight);
        }
        search.bounds.lower += &search.offset;
        search
    }

    /// One more assumption. Of a literal and its negation one is violated.
    fn assume<O: Oracle<Literal = L>>(&mut self, oracle: &mut O, lit: L, weight: Rational) {
        let negation = oracle.negated(lit);
        let against = self.open.remove(&negation).unwrap_or(Rational::ZERO);
        let both = if against < weight { against.clone() } else { weight.clone() };
        self.bounds.lower += &both;
        for (lit, weight) in [(lit, weight - &both), (negation, against - &both)] {
            if weight.is_positive() {
                *self.open.entry(lit).or_insert(Rational::ZERO) += &weight;
            }
        }
    }

    /// The weight that the model of the last question violates.
    fn cost<O: Oracle<Literal = L>>(&self, oracle: &mut O) -> Rational {
        let mut cost = Rational::ZERO;
        for (lit, weight) in &self.soft {
            if !oracle.holds(*lit) {
                cost += weight;
            }
        }
        cost
    }

    /// Searches to the end: whether there is a model. `better` is told of each model that is better than all before.
    pub fn run<O: Oracle<Literal = L>>(
        &mut self,
        oracle: &mut O,
        better: &mut dyn FnMut(&mut O, &Rational),
    ) -> Result<bool, O::Reason> {
        self.pay_for_exclusions(oracle);
        let mut level = self.next_level(None);
        loop {
            let assumptions: Vec<L> = match &level {
                Some(level) => self.open.iter().filter(|(_, w)| *w >= level).map(|(&l, _)| l).collect(),
                None => Vec::new(),
            };
            if !oracle.ask(&assumptions)? {
                let core = self.trimmed(oracle)?;
                if core.is_empty() {
                    return Ok(false);
                }
                self.relax(oracle, &core);
                continue;
            }
            let cost = self.cost(oracle);
            if self.bounds.upper.as_ref().map_or(true, |upper| cost < *upper) {
                better(oracle, &cost);
                self.bounds.upper = Some(cost.clone());
            }
            if self.bounds.upper.as_ref() == Some(&self.bounds.lower) {
                return Ok(true);
            }
            debug_assert!(cost > self.bounds.lower, "a model is cheaper than what all models pay");
            self.harden(oracle);
            level = self.next_level(level.as_ref());
        }
    }

    /// Has all further models be optimal ones. After [`Search::run`].
    pub fn commit<O: Oracle<Literal = L>>(&mut self, oracle: &mut O) {
        for (lit, _) in std::mem::take(&mut self.open) {
            oracle.add(&[lit]);
        }
    }

    /// The least weight of the next stratum; of the last one if all weights belong to it.
    fn next_level(&self, level: Option<&Rational>) -> Option<Rational> {
        let mut below: Vec<&Rational> =
            self.open.values().filter(|weight| level.map_or(true, |level| *weight < level)).collect();
        below.sort_unstable();
        below.dedup();
        let skipped = below.len() / STRATA;
        let place = (below.len() - skipped.min(below.len())).checked_sub(1)?;
        Some(below[place].clone())
    }

    /// The last core, made smaller by asking about it alone.
    fn trimmed<O: Oracle<Literal = L>>(&self, oracle: &mut O) -> Result<Vec<L>, O::Reason> {
        let mut core = oracle.core();
        for _ in 0..TRIMS {
            if core.len() < 2 || oracle.ask(&core)? {
                break;
            }
            let smaller = oracle.core();
            if smaller.len() >= core.len() {
                break;
            }
            core = smaller;
        }
        Ok(self.minimised(oracle, core))
    }

    /// The core without literals that it does not need, light ones first, as far as brief questions tell.
    fn minimised<O: Oracle<Literal = L>>(&self, oracle: &mut O, mut core: Vec<L>) -> Vec<L> {
        if core.len() > LONGEST {
            return core;
        }
        let mut candidates = core.clone();
        candidates.sort_unstable_by_key(|lit| (self.open.get(lit), *lit));
        for lit in candidates {
            let rest: Vec<L> = core.iter().copied().filter(|&other| other != lit).collect();
            if rest.is_empty() || rest.len() == core.len() {
                continue;
            }
            match oracle.ask_briefly(&rest) {
                Some(false) => core = oracle.core(),
                Some(true) => {}
                None => break,
            }
        }
        core
    }

    /// Pays for sets of assumptions of which at most one can be true.
    fn pay_for_exclusions<O: Oracle<Literal = L>>(&mut self, oracle: &mut O) {
        let mut left: Vec<L> = self.open.keys().copied().collect();
        if left.len() > MOST_PAIRED {
            return;
        }
        let mut excluded: HashMap<L, HashSet<L>> = HashMap::default();
        for &lit in &left {
            for follows in oracle.implied(lit) {
                let other = oracle.negated(follows);
                if other != lit && self.open.contains_key(&other) {
                    excluded.entry(lit).or_default().insert(other);
                    excluded.entry(other).or_default().insert(lit);
                }
            }
        }
        let are_apart = |a: &L, b: &L| excluded.get(a).map_or(false, |others| others.contains(b));
        left.retain(|lit| excluded.contains_key(lit));
        left.sort_by_key(|lit| excluded.get(lit).map(HashSet::len));
        while let Some(first) = left.first().copied() {
            let mut set = vec![first];
            for lit in &left {
                if set.iter().all(|other| are_apart(lit, other)) {
                    set.push(*lit);
                }
            }
            left.retain(|lit| !set.contains(lit));
            while set.len() > 1 {
                self.pay_for_all_but_one(oracle, &set);
                set.retain(|lit| self.open.contains_key(lit));
            }
        }
    }

    fn pay_for_all_but_one<O: Oracle<Literal = L>>(&mut self, oracle: &mut O, set: &[L]) {
        let least = set.iter().filter_map(|lit| self.open.get(lit)).min().cloned();
        let least = least.unwrap_or(Rational::ZERO);
        for _ in 1..set.len() {
            self.bounds.lower += &least;
        }
        set.iter().for_each(|&lit| self.lighten(lit, &least));
        let one = oracle.fresh();
        let mut clause = set.to_vec();
        clause.push(oracle.negated(one));
        oracle.add(&clause);
        self.open.insert(one, least);
    }

    /// Takes weight off an assumption.
    fn lighten(&mut self, lit: L, by: &Rational) {
        if let Some(weight) = self.open.get_mut(&lit) {
            *weight -= by;
            if weight.is_zero() {
                self.open.remove(&lit);
            }
        }
    }

    /// Pays for a core, and puts a counter in its place.
    fn relax<O: Oracle<Literal = L>>(&mut self, oracle: &mut O, core: &[L]) {
        let least = core.iter().filter_map(|lit| self.open.get(lit)).min().cloned();
        let least = least.unwrap_or(Rational::ZERO);
        self.bounds.lower += &least;
        let violated: Vec<L> = core.iter().map(|&lit| oracle.negated(lit)).collect();
        for &lit in core {
            self.lighten(lit, &least);
            if let Some(&(counter, k)) = self.outputs.get(&lit) {
                self.limit(oracle, counter, k + 1, &least);
            }
        }
        oracle.add(&violated);
        if violated.len() > 1 {
            self.counters.push(Counter::new(&violated));
            self.limit(oracle, self.counters.len() - 1, 2, &least);
        }
    }

    /// Assumes that fewer than `k` inputs of a counter are true.
    fn limit<O: Oracle<Literal = L>>(&mut self, oracle: &mut O, counter: usize, k: usize, weight: &Rational) {
        if let Some(output) = self.counters[counter].output(oracle, k) {
            let below = oracle.negated(output);
            self.outputs.insert(below, (counter, k));
            *self.open.entry(below).or_insert(Rational::ZERO) += weight;
        }
    }

    /// Literals that every better model satisfies become clauses.
    fn harden<O: Oracle<Literal = L>>(&mut self, oracle: &mut O) {
        let gap = match &self.bounds.upper {
            Some(upper) => upper.clone() - &self.bounds.lower,
            None => return,
        };
        let heavy: Vec<L> = self.open.iter().filter(|(_, weight)| **weight > gap).map(|(&l, _)| l).collect();
        for lit in heavy {
            self.open.remove(&lit);
            oracle.add(&[lit]);
        }
    }
}
