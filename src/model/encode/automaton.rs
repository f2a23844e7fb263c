//! A system as a control-flow automaton: the way back from a program counter.
//!
//! Systems that were made from programs keep the location in Boolean state variables: `_PC.0`, `.PC.1`, `.s.2` or
//! `pc.3`. The values of these *location bits* that Init and steps can give them are enumerated by a solver, starting
//! with Init; each becomes a location, and each pair of values that a step joins an edge. Once the bits are constants,
//! the rest of Trans for an edge gives most variables their next values as functions; other next values, and the inputs
//! of the system, are *helpers*: variables of the automaton that an edge havocs before it uses them, and sets to 0 in
//! the end.
//!
//! A system without location bits, or with too many edges, has one location besides the first and the error location.

use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::model::cfa::{self, Cfa, LocId, Path};
use crate::model::gcl::{Assignment, Command, CommandId};
use crate::model::system::functional::NextValues;
use crate::model::system::{Invariant, StateVar, Step, System, Trace};
use crate::model::PropertyId;
use crate::solver::smt::{Answer, SmtOptions, Solver, UnknownReason};
use crate::solver::term::{Sort, Substitution, TermId, Terms, Value};

/// More edges are not worth it.
const MOST_EDGES: usize = 5_000;

/// The automaton of a system and a property, with the way back.
#[derive(Clone, Debug)]
pub struct SystemProgram {
    /// The automaton.
    pub cfa: Cfa,
    property: PropertyId,
    /// The places of the location bits among the state variables.
    bits: Vec<usize>,
    /// By location: the values of the location bits; of the first and the error location none.
    codes: Vec<Vec<bool>>,
    /// By edge: the helpers that it havocs, in the order of its inputs.
    used: Vec<Vec<TermId>>,
}

/// The automaton whose runs to the error are the counterexamples to the property.
///
/// # Errors
///
/// The limit of the budget that was reached.
///
/// # Panics
///
/// If the system does not have the property.
pub fn to_cfa(system: &System, property: PropertyId, budget: &Budget) -> Result<SystemProgram, Limit> {
    let bits = location_bits(system);
    match Recovery::new(system, property, bits, budget).run()? {
        Some(found) => Ok(found),
        None => {
            let single = Recovery::new(system, property, Vec::new(), budget).run()?;
            Ok(single.expect("without location bits there are few edges"))
        }
    }
}

/// Whether state variables look like bits of a program counter.
pub fn has_location_bits(system: &System) -> bool {
    !location_bits(system).is_empty()
}

/// The places of the state variables that look like bits of a program counter.
fn location_bits(system: &System) -> Vec<usize> {
    let is_bit = |state: &StateVar| {
        let name = system.name(state.current).trim_start_matches(|c: char| !c.is_ascii_alphanumeric());
        let parts = name.split_once('.');
        let is_counter = |(base, digits): (&str, &str)| {
            matches!(base, "PC" | "pc" | "s")
                && !digits.is_empty()
                && digits.bytes().all(|b| b.is_ascii_digit())
        };
        system.terms().sort(state.current) == Sort::Bool && parts.map_or(false, is_counter)
    };
    (0..system.states().len()).filter(|&place| is_bit(&system.states()[place])).collect()
}

/// The work of [`to_cfa`].
struct Recovery<'a> {
    system: &'a System,
    property: PropertyId,
    bits: Vec<usize>,
    budget: &'a Budget,
    cfa: Cfa,
    /// Knows the constraint and Trans.
    solver: Solver,
    codes: Vec<Vec<bool>>,
    used: Vec<Vec<TermId>>,
    locations: HashMap<Vec<bool>, LocId>,
}

impl<'a> Recovery<'a> {
    fn new(system: &'a System, property: PropertyId, bits: Vec<usize>, budget: &'a Budget) -> Recovery<'a> {
        let mut cfa = Cfa::new(system.terms().clone());
        for (place, state) in system.states().iter().enumerate() {
            if !bits.contains(&place) {
                cfa.add_variable(state.current);
            }
        }
        let mut solver = Solver::new(SmtOptions::incremental());
        solver.set_budget(budget.clone());
        let (codes, used, locations) = (vec![Vec::new(); 2], Vec::new(), HashMap::default());
        Recovery { system, property, bits, budget, cfa, solver, codes, used, locations }
    }

    /// `None` if there are too many edges, or a theory gave up.
    fn run(mut self) -> Result<Option<SystemProgram>, Limit> {
        let system = self.system;
        let bad = system.bad(self.property);
        let bad = bad.unwrap_or_else(|| panic!("there is no property {} in the system", self.property));
        let current: Vec<TermId> = self.bits.iter().map(|&place| system.states()[place].current).collect();
        let next: Vec<TermId> = self.bits.iter().map(|&place| system.states()[place].next).collect();
        let first = match self.valuations(&[system.init()], &current)? {
            Some(first) => first,
            None => return Ok(None),
        };
        let (initial, error) = (self.cfa.initial(), self.cfa.error());
        for code in first {
            let location = self.location(code.clone());
            let start = self.fixed(&current, &code, system.init());
            let command = self.first(start);
            self.cfa.add_edge(initial, location, command);
            self.used.push(Vec::new());
        }
        let step = self.cfa.terms_mut().and(&[system.constraint(), system.trans()]);
        let wrong = self.cfa.terms_mut().and(&[system.constraint(), bad]);
        let mut done = 2;
        while done < self.codes.len() {
            let code = self.codes[done].clone();
            let location = LocId::new(done);
            done += 1;
            let wrong_here = self.fixed(&current, &code, wrong);
            if wrong_here != Terms::FALSE {
                self.add_step(location, error, wrong_here);
            }
            let here = self.fixed(&current, &code, step);
            let targets = match self.valuations(&[here], &next)? {
                Some(targets) => targets,
                None => return Ok(None),
            };
            for code in targets {
                if self.cfa.edges().len() > MOST_EDGES {
                    return Ok(None);
                }
                let formula = self.fixed(&next, &code, here);
                let target = self.location(code);
                self.add_step(location, target, formula);
            }
        }
        let Recovery { cfa, property, bits, codes, used, .. } = self;
        Ok(Some(SystemProgram { cfa, property, bits, codes, used }))
    }

    /// The values that the formulas allow these constants; `None` if a theory gives up.
    fn valuations(&mut self, formulas: &[TermId], bits: &[TermId]) -> Result<Option<Vec<Vec<bool>>>, Limit> {
        let Recovery { solver, cfa, .. } = self;
        let terms = cfa.terms_mut();
        let mut found = Vec::new();
        solver.push();
        formulas.iter().for_each(|&formula| solver.assert(terms, formula));
        let complete = loop {
            self.budget.poll()?;
            match solver.check(terms, &[]) {
                Answer::Unsat => break true,
                Answer::Sat => {}
                Answer::Unknown(UnknownReason::Limit(limit)) if limit != Limit::Incomplete => {
                    return Err(limit)
                }
                Answer::Unknown(_) => break false,
            }
            if found.len() > MOST_EDGES {
                break false;
            }
            let model = solver.model(terms);
            let code: Vec<bool> = model.evaluate_all(terms, bits).iter().map(Value::is_true).collect();
            let differs: Vec<TermId> = bits
                .iter()
                .zip(&code)
                .map(|(&bit, &value)| if value { terms.not(bit) } else { bit })
                .collect();
            let other = terms.or(&differs);
            solver.assert(terms, other);
            found.push(code);
        };
        solver.pop();
        found.sort();
        Ok(complete.then_some(found))
    }

    /// The location of these bits.
    fn location(&mut self, code: Vec<bool>) -> LocId {
        if let Some(&known) = self.locations.get(&code) {
            return known;
        }
        let name: String = code.iter().rev().map(|&bit| if bit { '1' } else { '0' }).collect();
        let name = if name.is_empty() { "loop".to_string() } else { format!("l{}", name) };
        let location = self.cfa.add_location(&name);
        self.codes.push(code.clone());
        self.locations.insert(code, location);
        location
    }

    /// The formula with values for these constants.
    fn fixed(&mut self, constants: &[TermId], values: &[bool], formula: TermId) -> TermId {
        let terms = self.cfa.terms_mut();
        let mut fixed = Substitution::new();
        for (&constant, &value) in constants.iter().zip(values) {
            fixed.insert(constant, terms.bool(value));
        }
        fixed.apply(terms, formula)
    }

    /// The command that gives the state variables values of the initial states.
    fn first(&mut self, init: TermId) -> CommandId {
        let system = self.system;
        let states: Vec<TermId> = system
            .states()
            .iter()
            .enumerate()
            .filter(|(place, _)| !self.bits.contains(place))
            .map(|(_, s)| s.current)
            .collect();
        let (commands, terms) = self.cfa.parts_mut();
        let parts = [commands.havoc(terms, &states), commands.assume(init)];
        commands.sequence(&parts)
    }

    /// Adds the edge of a step that satisfies this formula.
    fn add_step(&mut self, source: LocId, target: LocId, formula: TermId) {
        let system = self.system;
        let terms = self.cfa.terms_mut();
        let values = NextValues::in_formula(system, terms, formula);
        let mut list = Vec::new();
        let mut mentioned = values.rest.clone();
        for (place, (state, value)) in system.states().iter().zip(&values.functions).enumerate() {
            if !self.bits.contains(&place) {
                let value = value.unwrap_or(state.next);
                mentioned.push(value);
                list.push(Assignment { variable: state.current, value });
            }
        }
        list.retain(|a| a.variable != a.value);
        let symbols = terms.symbols_in(&mentioned);
        let is_used: HashSet<TermId> = symbols.into_iter().map(|s| terms.symbol_term(s)).collect();
        let helpers = system.states().iter().map(|s| s.next).chain(system.inputs().iter().copied());
        let used: Vec<TermId> = helpers.filter(|t| is_used.contains(t)).collect();
        for &helper in &used {
            if !self.cfa.variables().contains(&helper) {
                self.cfa.add_variable(helper);
            }
            let value = zero(self.cfa.terms_mut(), helper);
            list.push(Assignment { variable: helper, value });
        }
        let (commands, terms) = self.cfa.parts_mut();
        let guard = terms.and(&values.rest);
        let parts =
            [commands.havoc(terms, &used), commands.assume(guard), commands.add(Command::Assign(list))];
        let command = commands.sequence(&parts);
        self.cfa.add_edge(source, target, command);
        self.used.push(used);
    }
}

/// The value that helpers have between edges.
fn zero(terms: &mut Terms, constant: TermId) -> TermId {
    let sort = terms.sort(constant);
    terms.default_term(sort)
}

impl SystemProgram {
    /// The trace that a path to the error is. `None` if it is no run, which is a defect.
    pub fn trace(&self, system: &System, path: &Path) -> Option<Trace> {
        let states = path.states(&self.cfa).ok()?;
        let places: HashMap<TermId, usize> =
            self.cfa.variables().iter().enumerate().map(|(place, &v)| (v, place)).collect();
        let mut steps = Vec::new();
        for (step, state) in path.steps.iter().zip(&states).skip(1) {
            let code = self.codes.get(self.cfa.edge(step.edge).source.index())?;
            let mut bits = code.iter();
            let values = state;
            let value = |(place, state): (usize, &StateVar)| {
                if self.bits.contains(&place) {
                    bits.next().map(|&bit| Value::Bool(bit))
                } else {
                    values.get(*places.get(&state.current)?).cloned()
                }
            };
            let of_state: Option<Vec<Value>> = system.states().iter().enumerate().map(value).collect();
            let used = self.used.get(step.edge.index())?;
            let input = |input: &TermId| match used.iter().position(|helper| helper == input) {
                Some(place) => step.inputs[place].clone(),
                None => system.terms().default_value(system.terms().sort(*input)),
            };
            let inputs = system.inputs().iter().map(input).collect();
            steps.push(Step { states: of_state?, inputs });
        }
        Some(Trace { property: self.property, steps })
    }

    /// The invariant of the system that one of the automaton is: at each location its formula.
    pub fn invariant(&self, system: &System, invariant: &cfa::InvariantMap) -> Invariant {
        let mut terms = invariant.terms.clone();
        let mut between = Substitution::new();
        for &helper in self.used.iter().flatten() {
            let value = zero(&mut terms, helper);
            between.insert(helper, value);
        }
        let mut sets = Vec::new();
        for (code, &formula) in self.codes.iter().zip(&invariant.formulas).skip(2) {
            let mut parts = vec![between.apply(&mut terms, formula)];
            for (&place, &bit) in self.bits.iter().zip(code) {
                let variable = system.states()[place].current;
                parts.push(if bit { variable } else { terms.not(variable) });
            }
            sets.push(terms.and(&parts));
        }
        let formulas = vec![terms.or(&sets)];
        Invariant { terms, formulas, bound: invariant.bound.clone() }
    }
}
