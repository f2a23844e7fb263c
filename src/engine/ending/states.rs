//! Sets of states at heads that no step leaves, as conjunctions of formulas (Houdini: Flanagan and Leino, FME 2001).
//!
//! Formulas that hold of a first state are the first guess. A state to which a step leads from the guess drops those
//! that it falsifies.

use super::relations::Relation;
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::engine::common::outcome::decided;
use crate::model::cfa::{Cfa, LocId};
use crate::model::gcl::Command;
use crate::solver::smt::{SmtOptions, Solver};
use crate::solver::term::{Model, Op, Sort, Substitution, TermId, Terms, Value};

/// Variables that are compared with each other.
const MOST_COMPARED: usize = 8;
/// Comparisons of the program that are tried.
const MOST_ATOMS: usize = 120;

pub(super) fn new_solver(seed: u64, budget: &Budget) -> Solver {
    let mut options = SmtOptions::default();
    options.sat.seed = seed;
    let mut solver = Solver::new(options);
    solver.set_budget(budget.clone());
    solver
}

/// The states at a head that satisfy the formula of a cell, as a conjunction of formulas.
struct Place {
    head: LocId,
    cell: TermId,
    /// `None`: no state.
    formulas: Option<Vec<TermId>>,
}

/// A set of states at each head: for each of its cells a conjunction of formulas.
pub(super) struct States {
    places: Vec<Place>,
    /// The formulas that are tried.
    atoms: Vec<TermId>,
    variables: Vec<TermId>,
    /// Weakenings at most.
    most: usize,
}

impl States {
    /// No states yet at these locations, with these cells each. Each state is in one cell. Formulas are about variables
    /// of which it is known whether a step changes them.
    pub fn new(
        cfa: &mut Cfa,
        heads: &[LocId],
        cells: &[TermId],
        relations: &[Relation],
        next: &HashMap<TermId, TermId>,
        is_known: impl Fn(TermId) -> bool,
        most: usize,
    ) -> States {
        let roots: Vec<TermId> = relations.iter().map(|relation| relation.formula).collect();
        let terms = cfa.terms();
        let inside: HashSet<TermId> =
            terms.symbols_in(&roots).into_iter().map(|s| terms.symbol_term(s)).collect();
        let wanted = |v: &TermId| is_known(*v) && (inside.contains(v) || next.contains_key(v));
        let variables: Vec<TermId> = cfa.variables().iter().copied().filter(wanted).collect();
        let mut atoms: Vec<TermId> = Vec::new();
        for t in terms.subterms(&roots) {
            let is_atom =
                terms.sort(t) == Sort::Bool && !matches!(terms.op(t), Op::Not | Op::And | Op::Ite | Op::True);
            let symbols = if is_atom { terms.symbols_in(&[t]) } else { Vec::new() };
            if is_atom
                && symbols
                    .into_iter()
                    .map(|s| terms.symbol_term(s))
                    .all(|v| cfa.is_variable(v) && is_known(v))
            {
                atoms.push(t);
            }
        }
        atoms.extend(equations(cfa, is_known));
        atoms.truncate(MOST_ATOMS);
        let mut places = Vec::new();
        for &head in heads {
            places.extend(cells.iter().map(|&cell| Place { head, cell, formulas: None }));
        }
        States { places, atoms, variables, most }
    }

    /// All states at a head.
    pub fn join_all(&mut self, head: LocId) {
        for place in self.places.iter_mut().filter(|place| place.head == head) {
            place.formulas = Some(Vec::new());
        }
    }

    /// Adds a state: formulas that it falsifies are dropped.
    pub fn join(&mut self, cfa: &mut Cfa, head: LocId, state: &Model) {
        let is_here = |place: &Place, cfa: &Cfa| {
            place.head == head && state.evaluate(cfa.terms(), place.cell).is_true()
        };
        let at = match self.places.iter().position(|place| is_here(place, cfa)) {
            Some(at) => at,
            None => return,
        };
        let known = self.places[at].formulas.clone();
        let formulas = known.unwrap_or_else(|| self.candidates(cfa, state));
        let values = state.evaluate_all(cfa.terms(), &formulas);
        let mut holds = values.iter().map(Value::is_true);
        let mut kept = formulas;
        kept.retain(|_| holds.next().unwrap_or(false));
        self.places[at].formulas = Some(kept);
    }

    /// Formulas that hold of a state.
    fn candidates(&self, cfa: &mut Cfa, state: &Model) -> Vec<TermId> {
        let terms = cfa.terms_mut();
        let mut list = Vec::new();
        for &atom in &self.atoms {
            list.push(if state.evaluate(terms, atom).is_true() { atom } else { terms.not(atom) });
        }
        let mut numbers = Vec::new();
        for &variable in &self.variables {
            let value = state.evaluate(terms, variable);
            match terms.sort(variable) {
                Sort::Int | Sort::Real => numbers.push(variable),
                _ => list.push(value.equation(terms, variable)),
            }
            if let Some(parity) = parity(terms, variable) {
                list.push(state.evaluate(terms, parity).equation(terms, parity));
            }
        }
        let mut sums = numbers.clone();
        for (at, &a) in numbers.iter().enumerate().take(MOST_COMPARED) {
            for &b in numbers.iter().take(MOST_COMPARED).skip(at + 1) {
                sums.push(terms.sub(a, b));
                sums.push(terms.add(&[a, b]));
            }
        }
        for sum in sums {
            let value = state.evaluate(terms, sum);
            let sort = terms.sort(sum);
            let here = value.term(terms, sort);
            list.push(terms.eq(sum, here));
            list.push(terms.ge(sum, here));
            list.push(terms.le(sum, here));
            for bound in [-1, 0, 1] {
                let bound = terms.int(bound);
                for formula in [terms.ge(sum, bound), terms.le(sum, bound)] {
                    if state.evaluate(terms, formula).is_true() {
                        list.push(formula);
                    }
                }
            }
        }
        list.retain(|&formula| formula != Terms::TRUE);
        list.sort_unstable();
        list.dedup();
        list
    }

    /// Drops formulas until no step leaves the set, where formulas are known by location. False if that takes too long.
    pub fn weaken(
        &mut self,
        cfa: &mut Cfa,
        (relations, next): (&[Relation], &HashMap<TermId, TermId>),
        known: &[TermId],
        seed: u64,
        budget: &Budget,
    ) -> Result<bool, Limit> {
        let mut after = Substitution::new();
        next.iter().for_each(|(&variable, &value)| after.insert(variable, value));
        let mut count = 0;
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for relation in relations {
                let mut solver = new_solver(seed, budget);
                let formula = cfa.terms_mut().and(&[known[relation.source.index()], relation.formula]);
                solver.assert(cfa.terms_mut(), formula);
                loop {
                    let source = self.formula(cfa, relation.source);
                    if source == Terms::FALSE {
                        break;
                    }
                    let inside = self.formula(cfa, relation.target);
                    let terms = cfa.terms_mut();
                    let later = after.apply(terms, inside);
                    let asked = [source, terms.not(later)];
                    if !decided(solver.check(terms, &asked))? {
                        break;
                    }
                    count += 1;
                    if count > self.most {
                        return Ok(false);
                    }
                    let model = solver.model(terms).clone();
                    let terms = cfa.terms();
                    let now = |v: &TermId| model.evaluate(terms, next.get(v).copied().unwrap_or(*v));
                    let values: Vec<Value> = cfa.variables().iter().map(now).collect();
                    let state = as_model(cfa, &values);
                    self.join(cfa, relation.target, &state);
                    is_changed = true;
                }
            }
        }
        Ok(true)
    }

    /// The formula of the set at a head.
    pub fn formula(&self, cfa: &mut Cfa, head: LocId) -> TermId {
        let mut cells = Vec::new();
        for place in self.places.iter().filter(|place| place.head == head) {
            if let Some(formulas) = &place.formulas {
                let mut parts = formulas.clone();
                parts.push(place.cell);
                cells.push(cfa.terms_mut().and(&parts));
            }
        }
        cfa.terms_mut().or(&cells)
    }

    /// By location: the formula of the set.
    pub fn set(&self, cfa: &mut Cfa) -> Vec<TermId> {
        let mut set = vec![Terms::FALSE; cfa.location_count()];
        for place in &self.places {
            set[place.head.index()] = self.formula(cfa, place.head);
        }
        set
    }
}

/// In a program with arrays, the equations of integers that assignments make: lengths and indices are often multiples.
fn equations(cfa: &mut Cfa, is_wanted: impl Fn(TermId) -> bool) -> Vec<TermId> {
    let has_arrays = cfa.variables().iter().any(|&v| cfa.terms().array_parts(cfa.terms().sort(v)).is_some());
    let mut pairs = Vec::new();
    for edge in cfa.edges().iter().filter(|_| has_arrays) {
        for part in cfa.commands().parts(edge.command) {
            match cfa.commands().get(part) {
                Command::Assign(list) => pairs.extend(list.iter().map(|a| (a.variable, a.value))),
                Command::Assume(_) | Command::Havoc(_) | Command::Sequence(_) | Command::Choice(_) => {}
            }
        }
    }
    let mut found = Vec::new();
    for (variable, value) in pairs {
        let terms = cfa.terms();
        let inside: Vec<TermId> =
            terms.symbols_in(&[value]).into_iter().map(|s| terms.symbol_term(s)).collect();
        let is_number = terms.sort(variable) == Sort::Int && is_wanted(variable) && !inside.is_empty();
        let fits = |&v: &TermId| v != variable && cfa.is_variable(v) && is_wanted(v);
        if is_number && inside.iter().all(fits) {
            found.push((variable, value));
        }
    }
    found.into_iter().map(|(variable, value)| cfa.terms_mut().eq(variable, value)).collect()
}

/// The remainder of an integer by 2, or the lowest bit of a word.
pub(super) fn parity(terms: &mut Terms, variable: TermId) -> Option<TermId> {
    match terms.sort(variable) {
        Sort::Int => {
            let two = terms.int(2);
            terms.int_mod(variable, two).ok()
        }
        Sort::BitVec(_) => Some(terms.extract(variable, 0, 0)),
        _ => None,
    }
}

pub(super) fn as_model(cfa: &Cfa, values: &[Value]) -> Model {
    let mut state = Model::new();
    state.set_all(cfa.terms(), cfa.variables().iter().copied(), values);
    state
}
