//! Programs with procedures: automata that call each other, as recursive functions do.
//!
//! All automata share one [`Cfa`]. The main one begins at its initial location, each [`Procedure`] at an entry of its
//! own, and no edge leads from one automaton to another. A [`Call`] leads from a location to another one of the same
//! automaton, by a run of a procedure from its entry to its exit. The error location belongs to all automata. So the
//! edges of the [`Cfa`] alone are not the program: an engine over automata that ignored the calls would miss runs.
//!
//! A variable is *shared* or *local*. Each run of a procedure has local variables of its own. Its parameters begin with
//! the values of the arguments, the others with any values. At the exit the *results*, local variables of the
//! procedure, are handed to the local variables of the same names in the caller. Shared variables go through a call and
//! come back. The other local variables of the caller stay as they are.

use super::cfa::{Cfa, EdgeId, LocId};
use crate::base::{index, HashMap, HashSet};
use crate::solver::term::TermId;

/// A procedure, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProcedureId(u32);

/// A call, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CallId(u32);

index!(ProcedureId);
index!(CallId);

/// A procedure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// The name that the program gives it.
    pub name: String,
    /// The location at which its runs begin. No edge and no call enters it.
    pub entry: LocId,
    /// The location at which its runs end. No edge and no call leaves it.
    pub exit: LocId,
    /// The local variables that get the arguments.
    pub parameters: Vec<TermId>,
    /// The local variables whose values the caller gets.
    pub results: Vec<TermId>,
}

/// A call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The location before it.
    pub source: LocId,
    /// The location behind it.
    pub target: LocId,
    /// The procedure that is called.
    pub procedure: ProcedureId,
    /// A term over variables for each parameter, of its sort.
    pub arguments: Vec<TermId>,
}

/// A program with procedures. See the [module](self).
#[derive(Clone, Debug)]
pub struct Procedures {
    cfa: Cfa,
    shared: HashSet<TermId>,
    procedures: Vec<Procedure>,
    calls: Vec<Call>,
}

impl Procedures {
    /// A program like this one, but no run takes these edges.
    pub fn closed(&self, is_closed: impl Fn(EdgeId) -> bool) -> Procedures {
        Procedures { cfa: self.cfa.closed(is_closed), ..self.clone() }
    }

    /// The automata of a program whose procedures and calls are still to be added. All variables are local but those in
    /// the list.
    pub fn new(cfa: Cfa, shared: impl IntoIterator<Item = TermId>) -> Procedures {
        let shared = shared.into_iter().collect();
        Procedures { cfa, shared, procedures: Vec::new(), calls: Vec::new() }
    }

    /// Adds a procedure.
    ///
    /// # Panics
    ///
    /// If an edge enters the entry or leaves the exit, these are the same or not locations of procedures, or a
    /// parameter or result is no local variable.
    pub fn add_procedure(&mut self, procedure: Procedure) -> ProcedureId {
        let (entry, exit) = (procedure.entry, procedure.exit);
        let is_outer = |l: LocId| l == self.cfa.initial() || l == self.cfa.error();
        assert!(entry != exit && !is_outer(entry) && !is_outer(exit), "a procedure has its own ends");
        assert!(self.cfa.entering(entry).is_empty(), "an edge enters an entry");
        assert!(self.cfa.leaving(exit).is_empty(), "an edge leaves an exit");
        let is_local = |v: &TermId| self.cfa.is_variable(*v) && !self.is_shared(*v);
        assert!(procedure.parameters.iter().chain(&procedure.results).all(is_local), "a local variable");
        self.procedures.push(procedure);
        ProcedureId::new(self.procedures.len() - 1)
    }

    /// Adds a call.
    ///
    /// # Panics
    ///
    /// If there is no such procedure, the arguments do not fit its parameters or are about anything but variables, the
    /// call leaves an exit or the error location, or it enters an entry, the initial or the error location.
    pub fn add_call(&mut self, call: Call) -> CallId {
        let terms = self.cfa.terms();
        let sorts = call.arguments.iter().map(|&t| terms.sort(t));
        let parameters = &self.procedures[call.procedure.index()].parameters;
        assert!(sorts.eq(parameters.iter().map(|&p| terms.sort(p))), "arguments do not fit the parameters");
        for symbol in terms.symbols_in(&call.arguments) {
            let is_variable = self.cfa.is_variable(terms.symbol_term(symbol));
            assert!(is_variable, "an argument is about {}, which is no variable", terms.name(symbol));
        }
        let (source, target) = (call.source, call.target);
        let (initial, error) = (self.cfa.initial(), self.cfa.error());
        assert!(source != error && target != error && target != initial, "a call of the outer locations");
        let is_end = |p: &Procedure| p.exit == source || p.entry == target;
        assert!(!self.procedures.iter().any(is_end), "a call leaves an exit or enters an entry");
        self.calls.push(call);
        CallId::new(self.calls.len() - 1)
    }

    /// The automata of all procedures and the main one.
    pub fn cfa(&self) -> &Cfa {
        &self.cfa
    }

    /// The automaton of a program without procedures; the program itself if it has some.
    ///
    /// # Errors
    ///
    /// The program, if it has procedures.
    pub fn into_cfa(self) -> Result<Cfa, Box<Procedures>> {
        if self.procedures.is_empty() {
            Ok(self.cfa)
        } else {
            Err(Box::new(self))
        }
    }

    /// Whether a variable is shared.
    pub fn is_shared(&self, variable: TermId) -> bool {
        self.shared.contains(&variable)
    }

    /// The procedures, by index.
    pub fn procedures(&self) -> &[Procedure] {
        &self.procedures
    }

    /// A procedure.
    ///
    /// # Panics
    ///
    /// If the program does not have it.
    pub fn procedure(&self, id: ProcedureId) -> &Procedure {
        &self.procedures[id.index()]
    }

    /// The calls, by index.
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// A call.
    ///
    /// # Panics
    ///
    /// If the program does not have it.
    pub fn call(&self, id: CallId) -> &Call {
        &self.calls[id.index()]
    }

    /// By location: the procedure whose automaton it is in. `None`: the main automaton, or no run comes there, or the
    /// error location.
    pub fn scopes(&self) -> Vec<Option<ProcedureId>> {
        let mut scopes = vec![None; self.cfa.location_count()];
        let mut behind: HashMap<LocId, Vec<LocId>> = HashMap::default();
        for call in &self.calls {
            behind.entry(call.source).or_default().push(call.target);
        }
        for (at, procedure) in self.procedures.iter().enumerate() {
            let mut stack = vec![procedure.entry];
            while let Some(location) = stack.pop() {
                if location == self.cfa.error() || scopes[location.index()].is_some() {
                    continue;
                }
                scopes[location.index()] = Some(ProcedureId::new(at));
                stack.extend(self.cfa.leaving(location).iter().map(|&edge| self.cfa.edge(edge).target));
                stack.extend(behind.get(&location).into_iter().flatten());
            }
            scopes[procedure.exit.index()] = Some(ProcedureId::new(at));
        }
        scopes
    }
}
