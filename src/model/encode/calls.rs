//! A program with procedures as an automaton with more runs, for the question whether runs end.
//!
//! A call is two edges. One enters the procedure and forgets the caller: the parameters get the values of the
//! arguments, the other local variables any. One goes on behind the call: the results, and the shared variables that
//! some procedure may set, get any values. At the exit of a procedure, runs end.
//!
//! A run of the program without end has calls that return, and calls that do not. The automaton takes the second edge
//! for the first kind, with the values that the call returns, and the first edge for the second kind. So it has a run
//! without end, too, and one that reaches the error location if the program has one. The converse does not hold: a call
//! may return other values than the automaton gives to its results.
//!
//! The recursion of `f(n) = n > 0 ? f(n - 1) + 1 : 0` is a loop from the entry of `f` over a call back to the entry. It
//! has the measure `n`. A measure of McCarthy's function is none here, since it rests on the values that inner calls
//! return.
//!
//! Without the second edges, each run of the automaton is one of the program: its calls never return. So a run without
//! end is a recursion without end.

use crate::base::HashSet;
use crate::model::cfa::{Cfa, EdgeId};
use crate::model::gcl::{Assignment, Command};
use crate::model::procedures::Procedures;
use crate::solver::term::TermId;

/// The automaton. Its locations are those of the program, and so are its edges, behind which those of calls follow.
#[derive(Clone, Debug)]
pub struct CallEdges {
    cfa: Cfa,
    /// The edges that go on behind calls.
    behind: HashSet<EdgeId>,
}

impl CallEdges {
    /// The automaton, with more runs than the program.
    pub fn cfa(&self) -> &Cfa {
        &self.cfa
    }

    /// The automaton in which no call returns, with fewer runs than the program.
    pub fn without_returns(&self) -> Cfa {
        self.cfa.closed(|edge| self.behind.contains(&edge))
    }
}

/// The automaton of a program.
pub fn calls_as_edges(program: &Procedures) -> CallEdges {
    let mut edges = HashSet::default();
    let mut cfa = program.cfa().clone();
    let set = set_by_procedures(program);
    let shared: Vec<TermId> = cfa.variables().iter().copied().filter(|v| set.contains(v)).collect();
    let local: Vec<TermId> = cfa.variables().iter().copied().filter(|&v| !program.is_shared(v)).collect();
    for call in program.calls() {
        let procedure = program.procedure(call.procedure);
        let parameters = procedure.parameters.iter().zip(&call.arguments);
        let given = parameters.map(|(&variable, &value)| Assignment { variable, value }).collect();
        let others: Vec<TermId> =
            local.iter().copied().filter(|variable| !procedure.parameters.contains(variable)).collect();
        let mut returned = shared.clone();
        returned.extend(&procedure.results);
        let (commands, terms) = cfa.parts_mut();
        let parts = [commands.add(Command::Assign(given)), commands.havoc(terms, &others)];
        let enter = commands.sequence(&parts);
        let behind = commands.havoc(terms, &returned);
        cfa.add_edge(call.source, procedure.entry, enter);
        edges.insert(cfa.add_edge(call.source, call.target, behind));
    }
    CallEdges { cfa, behind: edges }
}

/// The shared variables that edges of procedures set.
fn set_by_procedures(program: &Procedures) -> HashSet<TermId> {
    let (cfa, scopes) = (program.cfa(), program.scopes());
    let mut set = HashSet::default();
    for edge in cfa.edges().iter().filter(|edge| scopes[edge.source.index()].is_some()) {
        for part in cfa.commands().parts(edge.command) {
            match cfa.commands().get(part) {
                Command::Assign(list) | Command::Havoc(list) => set.extend(list.iter().map(|a| a.variable)),
                Command::Assume(_) | Command::Sequence(_) | Command::Choice(_) => {}
            }
        }
    }
    set.retain(|&variable| program.is_shared(variable));
    set
}
