//! Symbolic transition systems: states that are values of variables, and formulas for how they change.
//!
//! A [`System`] has *state variables* and *inputs* over Booleans, integers, reals, bit-vectors and floating-point
//! numbers, and four kinds of formula. *Init* says where a run begins, over state variables. *Trans* relates a step's
//! state and inputs to the next state: each state variable has a twin, its *next* value, which occurs nowhere else. The
//! *constraint* restricts the states and inputs of a run. A property names its *bad* states and inputs.
//!
//! A run is a sequence of states and inputs that begins in Init, goes on by Trans, and satisfies the constraint in each
//! of its steps, the last one included. A property fails if it is bad in the last step of some run; nothing is asked of
//! what might follow, so a bad step without a successor is bad all the same. Trans may be any relation: a state may
//! have no successor, or many for the same inputs.
//!
//! Liveness is told by *justice* properties, each a list of formulas over states and inputs, and by *fairness*
//! formulas, which count for all of them. A justice property fails if there is an infinite run in which each of its
//! formulas and each fairness formula is true infinitely often.
//!
//! All formulas live in one store of terms, which the system owns. Engines work on a clone of it and only add terms, so
//! that terms which an engine made are understood together with those of the system ([`Invariant`]).

mod cases;
pub(in crate::model) mod cover;
pub(in crate::model) mod equation;
pub mod functional;
pub mod invariant;
pub mod trace;

pub use invariant::{Certificate, Invariant, Layer, Proof};
pub use trace::{Step, Trace};

use super::{PropertyId, PropertyKind};
use crate::solver::term::{Op, Sort, Substitution, SymbolId, TermId, Terms};
use std::fmt;

/// A state variable: the constants that stand for its value in a step and in the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StateVar {
    /// The value in a step.
    pub current: TermId,
    /// The value in the next step, of the same sort.
    pub next: TermId,
}

/// A property: the bad states and inputs, which no run is to reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// The name that the file gives it, or nothing.
    pub name: String,
    /// Over state variables and inputs.
    pub bad: TermId,
}

/// A justice property: formulas that are not to be true infinitely often all together, each at its own times.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Justice {
    /// The name that the file gives it, or nothing.
    pub name: String,
    /// Over state variables and inputs.
    pub signals: Vec<TermId>,
}

/// The place of a formula in a system, which says what it may be about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// State variables only.
    Init,
    /// State variables and inputs: constraints and bad states.
    State,
    /// State variables, inputs and next values.
    Trans,
}

/// A transition system. See the [module](self).
#[derive(Clone)]
pub struct System {
    terms: Terms,
    states: Vec<StateVar>,
    inputs: Vec<TermId>,
    init: TermId,
    trans: TermId,
    constraint: TermId,
    properties: Vec<Property>,
    justice: Vec<Justice>,
    fairness: Vec<TermId>,
    hints: Vec<TermId>,
    /// By symbol: the kind of variable that it is.
    kinds: Vec<Option<Kind>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    State,
    Next,
    Input,
}

/// Prints the sizes only.
impl fmt::Debug for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("System")
            .field("states", &self.states.len())
            .field("inputs", &self.inputs.len())
            .field("properties", &self.properties.len())
            .field("terms", &self.terms.len())
            .finish()
    }
}

impl Default for System {
    fn default() -> System {
        System::new(Terms::new())
    }
}

impl System {
    /// A system over this store without variables: one run of every length, and no property.
    pub fn new(terms: Terms) -> System {
        System {
            terms,
            states: Vec::new(),
            inputs: Vec::new(),
            init: Terms::TRUE,
            trans: Terms::TRUE,
            constraint: Terms::TRUE,
            properties: Vec::new(),
            justice: Vec::new(),
            fairness: Vec::new(),
            hints: Vec::new(),
            kinds: Vec::new(),
        }
    }

    /// The store of all terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The store, for making formulas.
    pub fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// Makes a state variable of two declared constants.
    ///
    /// # Panics
    ///
    /// If they are not two different constants of one sort, or one of them is a variable of the system already.
    pub fn add_state(&mut self, current: TermId, next: TermId) {
        assert!(self.terms.sort(current) == self.terms.sort(next), "a next value of another sort");
        self.note(current, Kind::State);
        self.note(next, Kind::Next);
        self.states.push(StateVar { current, next });
    }

    /// Declares a state variable; its next value gets the same name with `.next` behind.
    pub fn declare_state(&mut self, name: &str, sort: Sort) -> StateVar {
        let current = self.terms.declare(name, sort);
        let next = self.terms.declare(&format!("{}.next", name), sort);
        self.add_state(current, next);
        StateVar { current, next }
    }

    /// Makes an input of a declared constant.
    ///
    /// # Panics
    ///
    /// If it is no constant, or a variable of the system already.
    pub fn add_input(&mut self, input: TermId) {
        self.note(input, Kind::Input);
        self.inputs.push(input);
    }

    /// Declares an input.
    pub fn declare_input(&mut self, name: &str, sort: Sort) -> TermId {
        let input = self.terms.declare(name, sort);
        self.add_input(input);
        input
    }

    fn note(&mut self, constant: TermId, kind: Kind) {
        let symbol = match self.terms.op(constant) {
            Op::Symbol(symbol) => symbol,
            op => panic!("{:?} is no declared constant", op),
        };
        if self.kinds.len() <= symbol.index() {
            self.kinds.resize(symbol.index() + 1, None);
        }
        let before = self.kinds[symbol.index()].replace(kind);
        assert!(before.is_none(), "{} is a variable already", self.terms.name(symbol));
    }

    /// The first constant in the formula that a formula in this place may not be about.
    pub fn foreign_symbol(&self, formula: TermId, role: Role) -> Option<SymbolId> {
        let is_foreign = |s: &SymbolId| match self.kinds.get(s.index()).copied().flatten() {
            Some(Kind::State) => false,
            Some(Kind::Input) => role == Role::Init,
            Some(Kind::Next) => role != Role::Trans,
            None => true,
        };
        self.terms.symbols_in(&[formula]).into_iter().find(is_foreign)
    }

    fn demand(&self, formula: TermId, role: Role) {
        assert!(self.terms.sort(formula) == Sort::Bool, "a formula is asked for");
        if let Some(symbol) = self.foreign_symbol(formula, role) {
            panic!("{} may not occur in this place of a system", self.terms.name(symbol));
        }
    }

    /// Replaces Init, which is true at first.
    ///
    /// # Panics
    ///
    /// If the term is no formula over state variables.
    pub fn set_init(&mut self, init: TermId) {
        self.demand(init, Role::Init);
        self.init = init;
    }

    /// Replaces Trans, which is true at first.
    ///
    /// # Panics
    ///
    /// If the term is no formula over state variables, inputs and next values.
    pub fn set_trans(&mut self, trans: TermId) {
        self.demand(trans, Role::Trans);
        self.trans = trans;
    }

    /// Restricts runs further.
    ///
    /// # Panics
    ///
    /// If the term is no formula over state variables and inputs.
    pub fn add_constraint(&mut self, constraint: TermId) {
        self.demand(constraint, Role::State);
        self.constraint = self.terms.and(&[self.constraint, constraint]);
    }

    /// Adds a property by its bad states.
    ///
    /// # Panics
    ///
    /// If the term is no formula over state variables and inputs.
    pub fn add_property(&mut self, name: &str, bad: TermId) -> PropertyId {
        self.demand(bad, Role::State);
        self.properties.push(Property { name: name.to_string(), bad });
        PropertyId::new(self.properties.len() - 1)
    }

    /// Adds a justice property by its formulas.
    ///
    /// # Panics
    ///
    /// If a term is no formula over state variables and inputs.
    pub fn add_justice(&mut self, name: &str, signals: &[TermId]) -> PropertyId {
        signals.iter().for_each(|&signal| self.demand(signal, Role::State));
        self.justice.push(Justice { name: name.to_string(), signals: signals.to_vec() });
        PropertyId::justice(self.justice.len() - 1)
    }

    /// Adds a formula that is true infinitely often in every run that counts for justice properties.
    ///
    /// # Panics
    ///
    /// If the term is no formula over state variables and inputs.
    pub fn add_fairness(&mut self, signal: TermId) {
        self.demand(signal, Role::State);
        self.fairness.push(signal);
    }

    /// The system without its properties, of either kind, and without hints.
    #[must_use]
    pub fn without_properties(&self) -> System {
        let (properties, justice, fairness, hints) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        System { properties, justice, fairness, hints, ..self.clone() }
    }

    /// The system without justice properties and fairness.
    #[must_use]
    pub fn without_justice(&self) -> System {
        System { justice: Vec::new(), fairness: Vec::new(), ..self.clone() }
    }

    /// The formulas of all properties: the bad ones, those of justice properties, and those of fairness.
    pub fn property_formulas(&self) -> Vec<TermId> {
        let bads = self.properties.iter().map(|p| p.bad);
        let justice = self.justice.iter().flat_map(|j| j.signals.iter().copied());
        bads.chain(justice).chain(self.fairness.iter().copied()).collect()
    }

    /// Adds properties like those of another system, of both kinds, with these in place of its
    /// [formulas](System::property_formulas).
    ///
    /// # Panics
    ///
    /// If a term is no formula over state variables and inputs, or there are too few.
    pub fn add_properties_like(&mut self, other: &System, formulas: &[TermId]) {
        let (bads, mut rest) = formulas.split_at(other.properties.len());
        for (property, &bad) in other.properties.iter().zip(bads) {
            self.add_property(&property.name, bad);
        }
        for justice in &other.justice {
            let (signals, after) = rest.split_at(justice.signals.len());
            self.add_justice(&justice.name, signals);
            rest = after;
        }
        rest[..other.fairness.len()].iter().for_each(|&signal| self.add_fairness(signal));
    }

    /// Adds a formula that may be of use as a predicate. It has no meaning for the system.
    ///
    /// # Panics
    ///
    /// If the term is no formula over state variables.
    pub fn add_hint(&mut self, predicate: TermId) {
        self.demand(predicate, Role::Init);
        self.hints.push(predicate);
    }

    /// The state variables, in the order in which they were added.
    pub fn states(&self) -> &[StateVar] {
        &self.states
    }

    /// The inputs, in the order in which they were added.
    pub fn inputs(&self) -> &[TermId] {
        &self.inputs
    }

    /// The formula for the first states.
    pub fn init(&self) -> TermId {
        self.init
    }

    /// The formula for a step.
    pub fn trans(&self) -> TermId {
        self.trans
    }

    /// The formula that holds in every step of a run.
    pub fn constraint(&self) -> TermId {
        self.constraint
    }

    /// The properties, by index.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The names of all properties: those of safety, then those of liveness.
    pub fn property_ids(&self) -> impl Iterator<Item = PropertyId> {
        PropertyId::all(self.properties.len(), self.justice.len())
    }

    /// The bad states and inputs of a property; `None` if the system does not have it, or it is one of liveness.
    pub fn bad(&self, property: PropertyId) -> Option<TermId> {
        self.properties.get(property.bad_index()?).map(|p| p.bad)
    }

    /// The justice properties, by index.
    pub fn justice(&self) -> &[Justice] {
        &self.justice
    }

    /// The formulas that are true infinitely often in every run that counts for justice properties.
    pub fn fairness(&self) -> &[TermId] {
        &self.fairness
    }

    /// The formulas each of which is true infinitely often in a run that violates a justice property: its own, then
    /// those of fairness. `None` if the system does not have it, or it is one of safety.
    pub fn recurring(&self, property: PropertyId) -> Option<Vec<TermId>> {
        let own = self.justice.get(property.justice_index()?)?;
        Some(own.signals.iter().chain(&self.fairness).copied().collect())
    }

    /// Whether the system has this property.
    pub fn has(&self, property: PropertyId) -> bool {
        match property.kind() {
            PropertyKind::Bad => property.index() < self.properties.len(),
            PropertyKind::Justice => property.index() < self.justice.len(),
        }
    }

    /// Formulas that may be of use as predicates.
    pub fn hints(&self) -> &[TermId] {
        &self.hints
    }

    /// The name of a variable, of its next value, or of an input.
    ///
    /// # Panics
    ///
    /// If the term is no declared constant.
    pub fn name(&self, constant: TermId) -> &str {
        match self.terms.op(constant) {
            Op::Symbol(symbol) => self.terms.name(symbol),
            op => panic!("{:?} is no declared constant", op),
        }
    }

    /// A term that is neither a truth value nor a word: a variable if there is one, else a part of a formula, such as a
    /// conditional between numerals in a system of Booleans. A call of a function counts as one, too. `None` if there
    /// are only Booleans and bit-vectors. Hints do not count.
    pub fn first_beyond_bits(&self) -> Option<TermId> {
        let is_word = |t: TermId| matches!(self.terms.sort(t), Sort::Bool | Sort::BitVec(_));
        let is_beyond = |t: &TermId| !is_word(*t) || matches!(self.terms.op(*t), Op::Call(_));
        let mut variables = self.states.iter().map(|s| s.current).chain(self.inputs.iter().copied());
        variables.find(is_beyond).or_else(|| {
            let mut formulas = vec![self.init, self.trans, self.constraint];
            formulas.extend(self.property_formulas());
            self.terms.subterms(&formulas).into_iter().find(is_beyond)
        })
    }

    /// The substitution of all state variables by their next values.
    pub fn primes(&self) -> Substitution {
        let mut primes = Substitution::new();
        for state in &self.states {
            primes.insert(state.current, state.next);
        }
        primes
    }
}
