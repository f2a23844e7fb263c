//! The variables that matter in each automaton of a program with procedures.

use crate::base::HashSet;
use crate::model::cfa::LocId;
use crate::model::gcl::Effect;
use crate::model::procedures::{Procedure, ProcedureId, Procedures};
use crate::solver::term::{TermId, Terms};

/// The variables of one automaton, each list by age.
#[derive(Clone, Default, Debug)]
pub(super) struct Scope {
    /// Shared variables and parameters that it, or a procedure that it calls, mentions: of these a summary knows the
    /// values at the entry. The main automaton has none.
    pub inputs: Vec<TermId>,
    /// The inputs that may change, so that the present value does not tell the one at the entry.
    pub changing: Vec<TermId>,
    /// All variables that it, or a procedure that it calls, mentions.
    pub used: Vec<TermId>,
    /// The shared variables that may change, and the results: of these a summary knows the values at the exit.
    pub outputs: Vec<TermId>,
}

/// The sets from which a scope is made.
#[derive(Clone, Default)]
struct Sets {
    used: HashSet<TermId>,
    written: HashSet<TermId>,
    callees: Vec<usize>,
}

/// The scopes of the procedures, by index, and behind them that of the main automaton.
///
/// `effects` are those of the edges, with terms of `terms`, and `scopes` tells the automaton of each location.
pub(super) fn scopes(
    program: &Procedures,
    terms: &Terms,
    effects: &[(Effect, Vec<TermId>)],
    scopes: &[Option<ProcedureId>],
) -> Vec<Scope> {
    let (cfa, main) = (program.cfa(), program.procedures().len());
    let at = |location: LocId| scopes[location.index()].map_or(main, ProcedureId::index);
    let mut sets = vec![Sets::default(); main + 1];
    let mention = |set: &mut Sets, roots: &[TermId]| {
        let symbols = terms.symbols_in(roots).into_iter().map(|s| terms.symbol_term(s));
        set.used.extend(symbols.filter(|&t| cfa.is_variable(t)));
    };
    for (edge, (effect, _)) in cfa.edges().iter().zip(effects) {
        let set = &mut sets[at(edge.source)];
        let mut roots = vec![effect.guard];
        roots.extend(effect.values.iter().flat_map(|a| [a.variable, a.value]));
        mention(set, &roots);
        set.written.extend(effect.values.iter().map(|a| a.variable));
    }
    for call in program.calls() {
        let set = &mut sets[at(call.source)];
        mention(set, &call.arguments);
        let results = &program.procedure(call.procedure).results;
        set.used.extend(results.iter().copied());
        set.written.extend(results.iter().copied());
        if !set.callees.contains(&call.procedure.index()) {
            set.callees.push(call.procedure.index());
        }
    }
    for (procedure, set) in program.procedures().iter().zip(&mut sets) {
        set.used.extend(procedure.parameters.iter().chain(&procedure.results).copied());
    }
    while spread(program, &mut sets) {}
    let list = |wanted: &dyn Fn(&TermId) -> bool| -> Vec<TermId> {
        cfa.variables().iter().copied().filter(|v| wanted(v)).collect()
    };
    let scope = |(index, set): (usize, &Sets)| {
        let procedure = program.procedures().get(index);
        let is_input = |v: &TermId| {
            let enters = |p: &Procedure| program.is_shared(*v) || p.parameters.contains(v);
            set.used.contains(v) && procedure.map_or(false, enters)
        };
        let mut outputs = list(&|v| procedure.is_some() && program.is_shared(*v) && set.written.contains(v));
        outputs.extend(procedure.into_iter().flat_map(|p| &p.results));
        Scope {
            inputs: list(&is_input),
            changing: list(&|v| is_input(v) && set.written.contains(v)),
            used: list(&|v| set.used.contains(v)),
            outputs,
        }
    };
    sets.iter().enumerate().map(scope).collect()
}

/// Lets callers know the shared variables of their callees. Whether a set has grown.
fn spread(program: &Procedures, sets: &mut [Sets]) -> bool {
    let mut grown = false;
    for at in 0..sets.len() {
        for callee in sets[at].callees.clone() {
            let from = sets[callee].clone();
            let is_shared = |v: &&TermId| program.is_shared(**v);
            let before = sets[at].used.len() + sets[at].written.len();
            sets[at].used.extend(from.used.iter().filter(is_shared).copied());
            sets[at].written.extend(from.written.iter().filter(is_shared).copied());
            grown |= sets[at].used.len() + sets[at].written.len() > before;
        }
    }
    grown
}
