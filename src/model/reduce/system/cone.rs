//! The cone of influence of a system whose Trans is any formula.
//!
//! A state variable matters if a property, the constraint, Init or Trans needs its value in a step; definitions of
//! inputs, and of the next values of variables that do not matter, need nothing if they can be quantified away
//! (`formula.rs`). The next value of a variable that does not matter is an input, if Trans still mentions it when such
//! definitions are gone. Programs have many of these: values that are read in the step that computes them, and never
//! again.
//!
//! The result is exactly the projection of the system to the variables that matter. So an invariant of it is one of
//! the original as it stands, and each of its runs can be continued to one of the original: the other variables get
//! their values step by step, from the definitions on a way that satisfies Trans.

use super::definitions::{Definition, Unknown};
use super::formula::{Formula, Rest};
use super::values::{set, symbol};
use crate::base::{HashMap, HashSet};
use crate::model::system::{Role, StateVar, Step, System, Trace};
use crate::solver::term::{Model, SymbolId, TermId, Terms};

/// Words of memory that a pass may take, and subterms that it may visit.
const MOST_WORDS: usize = 1 << 24;

/// The way back over one pass.
#[derive(Debug)]
pub(super) struct Pass {
    pub original: System,
    init: Rest,
    trans: Rest,
    /// By state variable: whether it matters.
    matters: Vec<bool>,
}

/// One pass; `None` if nothing changes.
pub(super) fn reduce_once(system: &System) -> Option<(System, Pass)> {
    let mut original = system.clone();
    let mut cone = Cone::of(&mut original)?;
    cone.grow(&original);
    let removed = |formula: &Formula, unneeded: &dyn Fn(&[Definition]) -> Option<Definition>| {
        let mut removed = vec![None; formula.len()];
        formula.atoms().for_each(|(node, _, definitions)| removed[node] = unneeded(definitions));
        removed
    };
    let firsts = removed(&cone.init, &|d| cone.first(d));
    let nexts = removed(&cone.trans, &|d| cone.next(d));
    let Cone { init, trans, matters, .. } = cone;
    let init = init.without(original.terms_mut(), firsts);
    let trans = trans.without(original.terms_mut(), nexts);
    if init.formula() == original.init() && trans.formula() == original.trans() && !matters.contains(&false) {
        return None;
    }
    let mut smaller = System::new(original.terms().clone());
    let states = || original.states().iter().zip(&matters);
    states().filter(|(_, &matters)| matters).for_each(|(s, _)| smaller.add_state(s.current, s.next));
    let mut about = vec![trans.formula(), original.constraint()];
    about.extend(original.property_formulas());
    let about: HashSet<SymbolId> = original.terms().symbols_in(&about).into_iter().collect();
    let free = states().filter(|(_, &matters)| !matters).map(|(s, _)| s.next);
    for input in original.inputs().iter().copied().chain(free) {
        if symbol(original.terms(), input).map_or(false, |s| about.contains(&s)) {
            smaller.add_input(input);
        }
    }
    smaller.set_init(init.formula());
    smaller.set_trans(trans.formula());
    smaller.add_constraint(original.constraint());
    smaller.add_properties_like(&original, &original.property_formulas());
    for &hint in original.hints() {
        if smaller.foreign_symbol(hint, Role::Init).is_none() {
            smaller.add_hint(hint);
        }
    }
    Some((smaller, Pass { original, init, trans, matters }))
}

/// The variables that matter, as far as known.
struct Cone {
    init: Formula,
    /// Its unknowns are all next values, then all inputs.
    trans: Formula,
    matters: Vec<bool>,
    /// By unknown of Trans: the constraint or a property is about it.
    held: Vec<bool>,
    /// By subterm: it was found to matter.
    seen: HashSet<TermId>,
    /// By current value: the place of the state variable.
    places: HashMap<TermId, Unknown>,
}

impl Cone {
    fn of(system: &mut System) -> Option<Cone> {
        let states: Vec<StateVar> = system.states().to_vec();
        let places: HashMap<TermId, Unknown> = states.iter().map(|s| s.current).zip(0..).collect();
        let unknowns = states.iter().map(|s| s.next).chain(system.inputs().iter().copied());
        let unknowns: HashMap<TermId, Unknown> = unknowns.zip(0..).collect();
        let (init, trans) = (system.init(), system.trans());
        let mut cone = Cone {
            init: Formula::of(system.terms_mut(), init, &places, MOST_WORDS)?,
            trans: Formula::of(system.terms_mut(), trans, &unknowns, MOST_WORDS)?,
            matters: vec![false; states.len()],
            held: vec![false; unknowns.len()],
            seen: HashSet::default(),
            places,
        };
        let mut roots = vec![system.constraint()];
        roots.extend(system.property_formulas());
        for s in system.terms().symbols_in(&roots) {
            if let Some(&u) = unknowns.get(&system.terms().symbol_term(s)) {
                cone.held[u as usize] = true;
            }
        }
        roots.extend(cone.init.conditions());
        roots.extend(cone.trans.conditions());
        cone.note(system.terms(), roots);
        Some(cone)
    }

    /// Notes that the variables in these terms matter.
    fn note(&mut self, terms: &Terms, mut open: Vec<TermId>) {
        while let Some(t) = open.pop() {
            if !self.seen.insert(t) {
                continue;
            }
            open.extend(terms.args(t));
            if let Some(&place) = self.places.get(&t) {
                self.matters[place as usize] = true;
            }
        }
    }

    /// A definition of Init that is not needed.
    fn first(&self, definitions: &[Definition]) -> Option<Definition> {
        definitions.iter().copied().find(|d| !self.matters[d.unknown as usize])
    }

    /// A definition of Trans that is not needed.
    fn next(&self, definitions: &[Definition]) -> Option<Definition> {
        let is_needed = |u: usize| self.held[u] || self.matters.get(u) == Some(&true);
        definitions.iter().copied().find(|d| !is_needed(d.unknown as usize))
    }

    /// Finds all variables that matter.
    fn grow(&mut self, system: &System) {
        loop {
            let firsts = self.init.atoms().filter(|(.., d)| self.first(d).is_none());
            let nexts = self.trans.atoms().filter(|(.., d)| self.next(d).is_none());
            let needed = firsts.chain(nexts).map(|(_, atom, _)| atom);
            let new: Vec<TermId> = needed.filter(|atom| !self.seen.contains(atom)).collect();
            if new.is_empty() {
                return;
            }
            self.note(system.terms(), new);
        }
    }
}

impl Pass {
    /// A trace of the original from one of the smaller system.
    pub fn lift_trace(&self, smaller: &System, trace: &Trace) -> Trace {
        let (system, terms) = (&self.original, self.original.terms());
        let lost = || system.states().iter().zip(&self.matters).filter(|(_, &m)| !m).map(|(s, _)| s);
        let mut before = Model::new();
        let mut steps = Vec::with_capacity(trace.steps.len());
        for (i, step) in trace.steps.iter().enumerate() {
            let mut model = Model::new();
            model.set_all(terms, smaller.states().iter().map(|s| s.current), &step.states);
            model.set_all(terms, smaller.inputs().iter().copied(), &step.inputs);
            if i == 0 {
                define(&mut model, terms, &self.init, |u| system.states()[u].current);
            } else {
                lost().for_each(|s| set(&mut model, terms, s.current, before.evaluate(terms, s.next)));
            }
            if let Some(next) = trace.steps.get(i + 1) {
                model.set_all(terms, smaller.states().iter().map(|s| s.next), &next.states);
                let inputs = |u: usize| system.inputs()[u - system.states().len()];
                define(&mut model, terms, &self.trans, |u| {
                    system.states().get(u).map_or_else(|| inputs(u), |s| s.next)
                });
            }
            let value = |t: TermId| model.evaluate(terms, t);
            let states = system.states().iter().map(|s| value(s.current)).collect();
            steps.push(Step { states, inputs: system.inputs().iter().copied().map(value).collect() });
            before = model;
        }
        Trace { property: trace.property, steps }
    }
}

/// Gives unknowns the values that removed definitions give them. No such value depends on another one.
fn define(model: &mut Model, terms: &Terms, rest: &Rest, constant: impl Fn(usize) -> TermId) {
    let met = rest.on_the_way(terms, model);
    let values: Vec<TermId> = met.iter().map(|d| d.value).collect();
    let values = model.evaluate_all(terms, &values);
    for (definition, value) in met.iter().zip(values) {
        set(model, terms, constant(definition.unknown as usize), value);
    }
}
