//! Control-flow automata: programs as locations and edges with guarded commands.
//!
//! A [`Cfa`] has *variables* over Booleans, integers, reals and bit-vectors, *locations*, one of them *initial* and one
//! the *error*, and *edges*, each with a [command](super::gcl). A run begins at the initial location with any values
//! of the variables, and goes along edges whose commands have a run; the program is safe if no run reaches the error
//! location. No edge leaves the error location, and none enters the initial one.
//!
//! A [`Path`] is a run as evidence, an [`InvariantMap`] a formula for each location that contains all states in which
//! runs are there; [`Bounded`] says that all runs end soon. Formulas and commands share the store of terms of the
//! automaton; engines work on a clone of it and only add terms.

mod bounded;
mod ending;
mod invariant;
mod order;
mod path;

pub use bounded::Bounded;
pub use ending::{Counter, Endless, Ranking, Transition};
pub use invariant::InvariantMap;
pub use order::Order;
pub use path::{Broken, Path, PathStep};

use super::gcl::{Command, CommandId, Commands};
use crate::base::{index, HashSet};
use crate::solver::term::{Op, Sort, TermId, Terms};
use std::fmt;

/// A location, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LocId(u32);

/// An edge, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EdgeId(u32);

index!(LocId);
index!(EdgeId);

/// An edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The location that it leaves.
    pub source: LocId,
    /// The location that it enters.
    pub target: LocId,
    /// The command that runs on the way.
    pub command: CommandId,
}

/// A control-flow automaton. See the [module](self).
#[derive(Clone)]
pub struct Cfa {
    terms: Terms,
    variables: Vec<TermId>,
    is_variable: HashSet<TermId>,
    commands: Commands,
    locations: Vec<String>,
    edges: Vec<Edge>,
    initial: LocId,
    error: LocId,
    /// By location: the edges that leave it.
    leaving: Vec<Vec<EdgeId>>,
    /// By location: the edges that enter it.
    entering: Vec<Vec<EdgeId>>,
}

/// Prints the sizes only.
impl fmt::Debug for Cfa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cfa")
            .field("variables", &self.variables.len())
            .field("locations", &self.locations.len())
            .field("edges", &self.edges.len())
            .field("terms", &self.terms.len())
            .finish()
    }
}

impl Cfa {
    /// An automaton over this store without variables and edges, with an initial and an error location.
    pub fn new(terms: Terms) -> Cfa {
        Cfa {
            terms,
            variables: Vec::new(),
            is_variable: HashSet::default(),
            commands: Commands::new(),
            locations: vec!["start".to_string(), "error".to_string()],
            edges: Vec::new(),
            initial: LocId(0),
            error: LocId(1),
            leaving: vec![Vec::new(); 2],
            entering: vec![Vec::new(); 2],
        }
    }

    /// An automaton with the terms, variables and commands of this one, but without edges, and with no location but the
    /// initial and the error location.
    pub fn emptied(&self) -> Cfa {
        let names = [self.initial, self.error].map(|l| self.locations[l.index()].clone());
        Cfa {
            variables: self.variables.clone(),
            is_variable: self.is_variable.clone(),
            commands: self.commands.clone(),
            locations: names.to_vec(),
            ..Cfa::new(self.terms.clone())
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

    /// The arena of all commands.
    pub fn commands(&self) -> &Commands {
        &self.commands
    }

    /// The arena, for making commands.
    pub fn commands_mut(&mut self) -> &mut Commands {
        &mut self.commands
    }

    /// The arena and the store.
    pub fn parts_mut(&mut self) -> (&mut Commands, &mut Terms) {
        (&mut self.commands, &mut self.terms)
    }

    /// Declares a variable.
    pub fn declare(&mut self, name: &str, sort: Sort) -> TermId {
        let variable = self.terms.declare(name, sort);
        self.variables.push(variable);
        self.is_variable.insert(variable);
        variable
    }

    /// Makes a variable of a declared constant.
    ///
    /// # Panics
    ///
    /// If the term is no declared constant, or a variable already.
    pub fn add_variable(&mut self, constant: TermId) {
        assert!(matches!(self.terms.op(constant), Op::Symbol(_)), "a variable is a declared constant");
        assert!(self.is_variable.insert(constant), "a variable twice");
        self.variables.push(constant);
    }

    /// Drops variables that occur in no edge.
    ///
    /// # Panics
    ///
    /// If there are edges.
    pub fn drop_variables(&mut self, dropped: &HashSet<TermId>) {
        assert!(self.edges.is_empty(), "an edge may be about a variable that is dropped");
        self.variables.retain(|variable| !dropped.contains(variable));
        self.is_variable.retain(|variable| !dropped.contains(variable));
    }

    /// A new location.
    pub fn add_location(&mut self, name: &str) -> LocId {
        let id = LocId::new(self.locations.len());
        self.locations.push(name.to_string());
        self.leaving.push(Vec::new());
        self.entering.push(Vec::new());
        id
    }

    /// Renames a location.
    pub fn rename(&mut self, location: LocId, name: &str) {
        self.locations[location.index()] = name.to_string();
    }

    /// A new edge.
    ///
    /// # Panics
    ///
    /// If it leaves the error location or enters the initial one, if there is no such command or location, or if the
    /// command is about something else than variables; the inputs of its havocs are its own.
    pub fn add_edge(&mut self, source: LocId, target: LocId, command: CommandId) -> EdgeId {
        assert!(source != self.error, "an edge leaves the error location");
        assert!(target != self.initial, "an edge enters the initial location");
        if let Some(foreign) = self.foreign_symbol(command) {
            panic!("a command is about {}, which is no variable", self.terms.text(foreign));
        }
        let id = EdgeId::new(self.edges.len());
        self.edges.push(Edge { source, target, command });
        self.leaving[source.index()].push(id);
        self.entering[target.index()].push(id);
        id
    }

    /// An automaton with the locations and edges of this one, but no run takes these edges.
    pub fn closed(&self, is_closed: impl Fn(EdgeId) -> bool) -> Cfa {
        let mut cfa = self.clone();
        let never = cfa.commands.assume(Terms::FALSE);
        for (at, edge) in cfa.edges.iter_mut().enumerate() {
            if is_closed(EdgeId::new(at)) {
                edge.command = never;
            }
        }
        cfa
    }

    /// Lets an edge run another command behind its own.
    ///
    /// # Panics
    ///
    /// As [`add_edge`](Self::add_edge) does.
    pub fn extend_edge(&mut self, edge: EdgeId, command: CommandId) {
        let own = self.edges[edge.index()].command;
        self.replace_command(edge, command, [own, command]);
    }

    /// Lets an edge run another command before its own.
    ///
    /// # Panics
    ///
    /// As [`add_edge`](Self::add_edge) does.
    pub fn lead_edge(&mut self, edge: EdgeId, command: CommandId) {
        let own = self.edges[edge.index()].command;
        self.replace_command(edge, command, [command, own]);
    }

    fn replace_command(&mut self, edge: EdgeId, command: CommandId, both: [CommandId; 2]) {
        if let Some(foreign) = self.foreign_symbol(command) {
            panic!("a command is about {}, which is no variable", self.terms.text(foreign));
        }
        self.edges[edge.index()].command = self.commands.sequence(&both);
    }

    /// A constant in a command that is no variable.
    fn foreign_symbol(&self, command: CommandId) -> Option<TermId> {
        let mut roots = Vec::new();
        for part in self.commands.parts(command) {
            match self.commands.get(part) {
                Command::Assign(list) => roots.extend(list.iter().flat_map(|a| [a.variable, a.value])),
                Command::Havoc(list) => roots.extend(list.iter().map(|a| a.variable)),
                Command::Assume(formula) => roots.push(*formula),
                Command::Sequence(_) | Command::Choice(_) => {}
            }
        }
        let symbols = self.terms.symbols_in(&roots).into_iter();
        symbols.map(|symbol| self.terms.symbol_term(symbol)).find(|t| !self.is_variable.contains(t))
    }

    /// The variables, by age.
    pub fn variables(&self) -> &[TermId] {
        &self.variables
    }

    /// Whether a term is a variable.
    pub fn is_variable(&self, term: TermId) -> bool {
        self.is_variable.contains(&term)
    }

    /// The name of a variable or an input.
    ///
    /// # Panics
    ///
    /// If the term is no declared constant.
    pub fn name(&self, constant: TermId) -> &str {
        match self.terms.op(constant) {
            Op::Symbol(symbol) => self.terms.name(symbol),
            op => panic!("{:?} has no name", op),
        }
    }

    /// The number of locations.
    pub fn location_count(&self) -> usize {
        self.locations.len()
    }

    /// All locations.
    pub fn locations(&self) -> impl Iterator<Item = LocId> {
        (0..self.locations.len()).map(LocId::new)
    }

    /// The name of a location.
    pub fn location_name(&self, location: LocId) -> &str {
        &self.locations[location.index()]
    }

    /// Where runs begin.
    pub fn initial(&self) -> LocId {
        self.initial
    }

    /// Where no run is to come.
    pub fn error(&self) -> LocId {
        self.error
    }

    /// The edges, by age.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// All edges.
    pub fn edge_ids(&self) -> impl Iterator<Item = EdgeId> {
        (0..self.edges.len()).map(EdgeId::new)
    }

    /// An edge.
    pub fn edge(&self, id: EdgeId) -> Edge {
        self.edges[id.index()]
    }

    /// The edges that leave a location, by age.
    pub fn leaving(&self, location: LocId) -> &[EdgeId] {
        &self.leaving[location.index()]
    }

    /// The edges that enter a location, by age.
    pub fn entering(&self, location: LocId) -> &[EdgeId] {
        &self.entering[location.index()]
    }
}
