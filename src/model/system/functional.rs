//! The parts of Init and Trans that give single variables their values.
//!
//! Most systems that describe circuits and programs say for each state variable what it is next, as an equation
//! `x' = t`, or as equations for single cases (`cases.rs`). Encodings and formats that know only such functions need
//! them apart from what is left of Trans, and likewise the first values apart from what is left of Init.

use super::cases::{Cases, Found};
use super::equation::equation;
use super::System;
use crate::base::{HashMap, HashSet};
use crate::solver::term::{Op, Substitution, TermId, Terms};

/// Rounds in which functions of functions are found.
const MOST_ROUNDS: usize = 64;
/// Terms that these rounds may look at.
const MOST_TERMS: usize = 1 << 20;

/// Trans taken apart. It is the conjunction of the equations and the rest.
#[derive(Clone, Debug)]
pub struct NextValues {
    /// By state variable: a term over state variables and inputs that its next value equals.
    pub functions: Vec<Option<TermId>>,
    /// The conjuncts that are no such equations. They may be about next values of all kinds.
    pub rest: Vec<TermId>,
}

/// Init taken apart. It is the conjunction of the equations and the rest.
#[derive(Clone, Debug)]
pub struct FirstValues {
    /// By state variable: a constant that its first value equals.
    pub constants: Vec<Option<TermId>>,
    /// The conjuncts that are no such equations.
    pub rest: Vec<TermId>,
}

impl NextValues {
    /// Takes Trans apart. The terms are the system's, or a copy to which terms have been added.
    ///
    /// A next value that equals a term over next values with functions, such as `y' = x' + 1`, has a function, too; in
    /// the rest, such next values are replaced by their functions.
    pub fn of(system: &System, terms: &mut Terms) -> NextValues {
        NextValues::in_formula(system, terms, system.trans())
    }

    /// Takes another formula apart in the place of Trans.
    pub fn in_formula(system: &System, terms: &mut Terms, trans: TermId) -> NextValues {
        let nexts: Vec<TermId> = system.states().iter().map(|state| state.next).collect();
        NextValues::of_constants(&nexts, terms, trans)
    }

    /// Takes any formula apart, with these constants in the place of next values.
    pub(crate) fn of_constants(constants: &[TermId], terms: &mut Terms, formula: TermId) -> NextValues {
        let mut places: HashMap<TermId, usize> =
            constants.iter().enumerate().map(|(i, &constant)| (constant, i)).collect();
        let mut next = NextValues { functions: vec![None; constants.len()], rest: conjuncts(terms, formula) };
        let mut effort = MOST_TERMS;
        for _ in 0..MOST_ROUNDS {
            let found = next.round(terms, &places);
            if found.is_empty() {
                break;
            }
            let mut substitution = Substitution::new();
            for (place, value) in found {
                next.functions[place] = Some(value);
                places.remove(&constants[place]);
                substitution.insert(constants[place], value);
            }
            let formula = terms.and(&next.rest);
            let formula = substitution.apply(terms, formula);
            next.rest = conjuncts(terms, formula);
            effort = effort.saturating_sub(terms.subterms(&[formula]).len());
            if effort == 0 {
                break;
            }
        }
        next
    }

    /// Takes equations for some next values, which are left, out of the rest.
    fn round(&mut self, terms: &mut Terms, places: &HashMap<TermId, usize>) -> Vec<(usize, TermId)> {
        let mentions = mentions(terms, &self.rest, places);
        let is_free = |t: TermId| mentions.get(&t) != Some(&true);
        let conjuncts = std::mem::take(&mut self.rest);
        let (values, rest) = take_apart(terms, conjuncts, places, self.functions.len(), is_free);
        let mut found: Vec<(usize, TermId)> =
            values.into_iter().enumerate().filter_map(|(place, value)| Some((place, value?))).collect();
        self.rest = rest;
        if found.is_empty() {
            if let Some(cases) = Cases::new(terms, places, &mentions).find(&self.rest) {
                let Found { functions, rest } = cases;
                found = functions;
                self.rest = rest;
            }
        }
        found
    }
}

/// By subterm of the formulas: whether it mentions one of these constants.
fn mentions(terms: &Terms, formulas: &[TermId], places: &HashMap<TermId, usize>) -> HashMap<TermId, bool> {
    let mut mentions: HashMap<TermId, bool> = HashMap::default();
    for t in terms.subterms(formulas) {
        let here = places.contains_key(&t) || terms.args(t).iter().any(|a| mentions.get(a) == Some(&true));
        mentions.insert(t, here);
    }
    mentions
}

impl FirstValues {
    /// Takes Init apart. The terms are the system's, or a copy to which terms have been added.
    pub fn of(system: &System, terms: &mut Terms) -> FirstValues {
        let places: HashMap<TermId, usize> =
            system.states().iter().enumerate().map(|(i, state)| (state.current, i)).collect();
        let conjuncts = conjuncts(terms, system.init());
        let constant: HashMap<TermId, bool> = {
            let is_value = |t: TermId| matches!(terms.op(t), Op::Numeral(_) | Op::Bits(_));
            terms.subterms(&conjuncts).into_iter().map(|t| (t, is_value(t))).collect()
        };
        let is_constant =
            |t: TermId| t == Terms::TRUE || t == Terms::FALSE || constant.get(&t) == Some(&true);
        let (constants, rest) = take_apart(terms, conjuncts, &places, system.states().len(), is_constant);
        FirstValues { constants, rest }
    }

    /// The equations among the rest that give a value to a variable without a constant: the position in the rest, the
    /// variable's position among the states, and the value. The value may depend on first values of any variables, also
    /// on that of this one. The first equation for a variable counts.
    pub fn functions(&self, system: &System, terms: &mut Terms) -> Vec<(usize, usize, TermId)> {
        let states = system.states().iter().zip(&self.constants).enumerate();
        let mut places: HashMap<TermId, usize> = states
            .filter(|(_, (_, value))| value.is_none())
            .map(|(i, (state, _))| (state.current, i))
            .collect();
        let mut functions = Vec::new();
        for (at, &conjunct) in self.rest.iter().enumerate() {
            if let Some((variable, value)) = equation(terms, conjunct, &places, |_| true) {
                functions.extend(places.remove(&variable).map(|place| (at, place, value)));
            }
        }
        functions
    }
}

/// The equations among the conjuncts that give a variable a value of the wanted kind, by variable, and the others. The
/// first equation for a variable counts.
fn take_apart(
    terms: &mut Terms,
    conjuncts: Vec<TermId>,
    places: &HashMap<TermId, usize>,
    count: usize,
    is_wanted: impl Fn(TermId) -> bool,
) -> (Vec<Option<TermId>>, Vec<TermId>) {
    let mut values = vec![None; count];
    let mut rest = Vec::new();
    for conjunct in conjuncts {
        let equation = equation(terms, conjunct, places, &is_wanted);
        let place = equation.and_then(|(variable, value)| places.get(&variable).map(|&i| (i, value)));
        match place {
            Some((i, value)) if values[i].is_none() => values[i] = Some(value),
            _ => rest.push(conjunct),
        }
    }
    (values, rest)
}

/// The formulas whose conjunction this formula is, with conjunctions among them taken apart, too.
pub fn conjuncts(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let mut seen: HashSet<TermId> = HashSet::default();
    let mut list = Vec::new();
    let mut stack = vec![formula];
    while let Some(t) = stack.pop() {
        if t == Terms::TRUE || !seen.insert(t) {
            continue;
        }
        if terms.op(t) == Op::And {
            stack.extend(terms.args(t).iter().rev());
        } else {
            list.push(t);
        }
    }
    list
}
