//! The assignments of shadows ([`blanks`](super::blanks)), when the automaton is complete.
//!
//! An edge that assigns a term to a variable with a shadow assigns the term's shadow to it. An edge that gives a
//! variable any value makes it blank if the value stands for one that was never stored, and otherwise makes it one that
//! was stored. Before the head of a loop that is cut, a shadow gets any value if it may be blank at the end of a turn.
//!
//! Most variables are stored before they are read on all paths. A set of variables that *may be blank* is computed for
//! each location (Kildall 1973), and a shadow is 0 where it is not in the set. A shadow that is 0 everywhere is
//! dropped, and with it the edges into the error location that ask for it.

use super::blanks::{whole, Blanks};
use crate::base::{HashMap, HashSet};
use crate::c::lower::analysis::recursion::Recursion;
use crate::c::lower::source_map::{SourceMap, VariableOrigin};
use crate::c::read::property::{AskKind, Assertion, Failure, RENEW, UNFREED};
use crate::c::read::source::Pos;
use crate::c::read::syntax::{ExprKind, Program};
use crate::model::cfa::{Cfa, EdgeId};
use crate::model::gcl::{Assignment, Command, CommandId};
use crate::solver::term::{Substitution, TermId, Terms};

/// The most words of all sets together. Beyond, all variables may be blank everywhere.
const MOST_WORDS: usize = 20_000_000;

/// A set of positions of variables with shadows.
type Set = Vec<u64>;

fn has(set: &[u64], at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

fn put(set: &mut [u64], at: usize, is_in: bool) {
    let bit = 1 << (at % 64);
    set[at / 64] = if is_in { set[at / 64] | bit } else { set[at / 64] & !bit };
}

/// The automaton while its shadows are settled.
struct Settling {
    cfa: Cfa,
    blanks: Blanks,
    /// By variable: the position of its shadow.
    positions: HashMap<TermId, usize>,
    /// By shadow: its position.
    shadows: HashMap<TermId, usize>,
    /// The inputs of edges that stand for values that were never stored.
    blank_inputs: HashSet<TermId>,
    /// By term: the positions of the shadows in it.
    mentioned: HashMap<TermId, Vec<usize>>,
    /// By location: the variables that may be blank there.
    may: Vec<Set>,
    /// The variables that may be blank somewhere.
    kept: Set,
    is_exact: bool,
}

impl Blanks {
    /// The automaton with the assignments of all shadows, and its map.
    pub fn finish(
        mut self,
        program: &Program,
        mut cfa: Cfa,
        map: SourceMap,
        recursion: Option<&mut Recursion>,
    ) -> (Cfa, SourceMap) {
        if self.variables.is_empty() {
            return (cfa, map);
        }
        let recursion = recursion.filter(|recursion| !recursion.calls.is_empty());
        self.close(&mut cfa, recursion.as_deref());
        let has_calls = recursion.is_some();
        recursion.into_iter().for_each(|recursion| self.give(&mut cfa, recursion));
        let positions: HashMap<TermId, usize> =
            self.variables.iter().enumerate().map(|(at, &(variable, _))| (variable, at)).collect();
        let shadows = self.variables.iter().enumerate().map(|(at, &(_, shadow))| (shadow, at)).collect();
        let words = (positions.len() + 63) / 64;
        let is_exact = !has_calls && words * cfa.location_count() <= MOST_WORDS;
        let first = if is_exact { vec![0; words] } else { vec![u64::MAX; words] };
        let mut settling = Settling {
            kept: first.clone(),
            may: vec![first; cfa.location_count()],
            blank_inputs: blank_inputs(program, &cfa, &map),
            cfa,
            blanks: self,
            positions,
            shadows,
            mentioned: HashMap::default(),
            is_exact,
        };
        settling.flow();
        settling.rebuilt(map)
    }

    /// Declares the shadows on which others depend.
    fn close(&mut self, cfa: &mut Cfa, recursion: Option<&Recursion>) {
        let mut values: HashMap<TermId, Vec<TermId>> = HashMap::default();
        for &(variable, value) in recursion.iter().flat_map(|r| &r.calls).flat_map(|call| &call.arguments) {
            values.entry(variable).or_default().push(value);
        }
        for at in cfa.edge_ids() {
            let command = cfa.edge(at).command;
            for part in cfa.commands().parts(command) {
                if let Command::Assign(list) = cfa.commands().get(part) {
                    list.iter().for_each(|a| values.entry(a.variable).or_default().push(a.value));
                }
            }
        }
        let mut done = 0;
        while let Some(&(variable, _)) = self.variables.get(done) {
            done += 1;
            for value in values.remove(&variable).unwrap_or_default() {
                self.of(cfa, value);
            }
        }
    }
}

impl Blanks {
    /// Passes shadows to recursive functions, and their results' back.
    fn give(&mut self, cfa: &mut Cfa, recursion: &mut Recursion) {
        let shadows: HashMap<TermId, TermId> = self.variables.iter().copied().collect();
        for (parameters, results) in &mut recursion.interfaces {
            for list in [parameters, results] {
                let more: Vec<TermId> = list.iter().filter_map(|v| shadows.get(v).copied()).collect();
                list.extend(more);
            }
        }
        for call in &mut recursion.calls {
            for (variable, value) in call.arguments.clone() {
                if let Some(&shadow) = shadows.get(&variable) {
                    call.arguments.push((shadow, self.of(cfa, value)));
                }
            }
        }
    }
}

/// The inputs of edges that stand for values that were never stored.
fn blank_inputs(program: &Program, cfa: &Cfa, map: &SourceMap) -> HashSet<TermId> {
    let is_stored = |name: &str| name == UNFREED || name == RENEW;
    let stored_by_call = program.exprs().filter_map(|id| match program.expr(id).kind {
        ExprKind::Call { callee, .. } => match program.expr(callee).kind {
            ExprKind::Function(function)
                if is_stored(program.names.text(program.function(function).name)) =>
            {
                Some(program.expr(id).pos)
            }
            _ => None,
        },
        _ => None,
    });
    let of_contracts = program.object_ids().filter(|&object| !program.begins_blank(object));
    let stored: HashSet<Pos> =
        stored_by_call.chain(of_contracts.map(|object| program.object(object).pos)).collect();
    let is_blank = |kind: AskKind| match kind {
        AskKind::Declaration | AskKind::Skipped | AskKind::Heap => true,
        AskKind::Call
        | AskKind::Parameter
        | AskKind::Result
        | AskKind::Read
        | AskKind::Volatile
        | AskKind::Effect
        | AskKind::Extern
        | AskKind::Address => false,
    };
    let is_made = |edge: EdgeId| {
        let instance = map.instances[map.instances_at[cfa.edge(edge).source.index()].index()];
        program.is_made(Some(instance.function))
    };
    let asks = map.asks.iter().filter(|(edge, _)| !is_made(**edge)).flat_map(|(_, asks)| asks);
    let blank = asks.filter(|asked| is_blank(asked.ask.kind) && !stored.contains(&asked.ask.pos));
    blank.flat_map(|asked| asked.inputs()).collect()
}

impl Settling {
    /// Computes the sets of all locations.
    fn flow(&mut self) {
        if !self.is_exact {
            return;
        }
        let cuts: HashMap<EdgeId, usize> =
            self.blanks.cuts.iter().enumerate().map(|(at, &(edge, _))| (edge, at)).collect();
        let mut open: Vec<EdgeId> = self.cfa.edge_ids().collect();
        open.reverse();
        let mut is_open = vec![true; open.len()];
        while let Some(id) = open.pop() {
            is_open[id.index()] = false;
            let edge = self.cfa.edge(id);
            let mut set = self.may[edge.source.index()].clone();
            self.pass(&mut set, edge.command, cuts.contains_key(&id));
            if let Some(back) = cuts.get(&id).and_then(|&at| self.blanks.cuts[at].1) {
                let at_end = self.may[back.index()].clone();
                set.iter_mut().zip(at_end).for_each(|(to, from)| *to |= from);
            }
            let target = &mut self.may[edge.target.index()];
            let mut has_grown = false;
            for (to, from) in target.iter_mut().zip(set) {
                has_grown |= from & !*to != 0;
                *to |= from;
            }
            if has_grown {
                let entered = self.blanks.cuts.iter().filter(|cut| cut.1 == Some(edge.target));
                let next = self.cfa.leaving(edge.target).iter().copied().chain(entered.map(|cut| cut.0));
                for id in next.collect::<Vec<_>>() {
                    if !std::mem::replace(&mut is_open[id.index()], true) {
                        open.push(id);
                    }
                }
            }
        }
    }

    /// Takes a set over a command.
    fn pass(&mut self, set: &mut Set, command: CommandId, is_cut: bool) {
        match self.cfa.commands().get(command).clone() {
            Command::Assume(_) => {}
            Command::Assign(list) => {
                let before = set.clone();
                for (at, shadow) in self.assigned(&list) {
                    let is_blank = self.mentioned(shadow).iter().any(|&other| has(&before, other));
                    self.note(set, at, is_blank);
                }
            }
            Command::Havoc(list) => {
                for Assignment { variable, value } in list {
                    if let (Some(&at), false) = (self.positions.get(&variable), is_cut) {
                        let is_blank = self.blank_inputs.contains(&value);
                        self.note(set, at, is_blank);
                    }
                }
            }
            Command::Sequence(parts) => parts.into_iter().for_each(|part| self.pass(set, part, is_cut)),
            Command::Choice(parts) => {
                let before = std::mem::replace(set, vec![0; set.len()]);
                for part in parts {
                    let mut one = before.clone();
                    self.pass(&mut one, part, is_cut);
                    set.iter_mut().zip(one).for_each(|(to, from)| *to |= from);
                }
            }
        }
    }

    fn note(&mut self, set: &mut Set, at: usize, is_blank: bool) {
        put(set, at, is_blank);
        if is_blank {
            put(&mut self.kept, at, true);
        }
    }

    /// The shadows that get values by an assignment, with these values: that of the assigned term, or the one that the
    /// assignment itself gives.
    fn assigned(&mut self, list: &[Assignment]) -> Vec<(usize, TermId)> {
        let given: HashMap<usize, TermId> =
            list.iter().filter_map(|a| Some((*self.shadows.get(&a.variable)?, a.value))).collect();
        let mut shadows = Vec::new();
        for a in list {
            if let Some(&at) = self.positions.get(&a.variable) {
                let shadow = match given.get(&at) {
                    Some(&given) => given,
                    None => self.blanks.of(&mut self.cfa, a.value),
                };
                shadows.push((at, shadow));
            }
        }
        shadows
    }

    /// The positions of the shadows in a term.
    fn mentioned(&mut self, term: TermId) -> &[usize] {
        let (cfa, shadows) = (&self.cfa, &self.shadows);
        self.mentioned.entry(term).or_insert_with(|| {
            let terms = cfa.terms();
            let symbols = terms.symbols_in(&[term]).into_iter().map(|symbol| terms.symbol_term(symbol));
            symbols.filter_map(|symbol| shadows.get(&symbol).copied()).collect()
        })
    }

    /// A term in which the shadows that are in no set are 0.
    fn plain(&mut self, term: TermId, set: &Set) -> TermId {
        let zero: Vec<usize> = self.mentioned(term).iter().copied().filter(|&at| !has(set, at)).collect();
        let mut known = Substitution::new();
        for &at in &zero {
            let shadow = self.blanks.variables[at].1;
            let terms = self.cfa.terms_mut();
            let sort = terms.sort(shadow);
            let none = terms.default_term(sort);
            known.insert(shadow, none);
        }
        if zero.is_empty() {
            term
        } else {
            known.apply(self.cfa.terms_mut(), term)
        }
    }

    /// A command with the assignments of shadows, which takes the set over itself.
    fn settled(&mut self, set: &mut Set, command: CommandId, is_cut: bool) -> CommandId {
        let before = set.clone();
        match self.cfa.commands().get(command).clone() {
            Command::Assume(formula) => {
                let plain = self.plain(formula, set);
                match plain == formula {
                    true => command,
                    false => self.cfa.commands_mut().assume(plain),
                }
            }
            Command::Assign(mut list) => {
                let shadows = self.assigned(&list);
                list.retain(|a| !self.shadows.contains_key(&a.variable));
                for (at, shadow) in shadows {
                    let value = self.plain(shadow, &before);
                    self.assign(&mut list, at, value);
                }
                self.pass(set, command, is_cut);
                self.cfa.commands_mut().add(Command::Assign(list))
            }
            Command::Havoc(list) => {
                self.pass(set, command, is_cut);
                self.settled_havoc(list, is_cut)
            }
            Command::Sequence(parts) => {
                let parts: Vec<CommandId> =
                    parts.into_iter().map(|part| self.settled(set, part, is_cut)).collect();
                self.cfa.commands_mut().sequence(&parts)
            }
            Command::Choice(parts) => {
                self.pass(set, command, is_cut);
                let mut settled = Vec::with_capacity(parts.len());
                for part in parts {
                    settled.push(self.settled(&mut before.clone(), part, is_cut));
                }
                self.cfa.commands_mut().choice(&settled)
            }
        }
    }

    /// A havoc with the assignments of shadows.
    fn settled_havoc(&mut self, list: Vec<Assignment>, is_cut: bool) -> CommandId {
        let (mut stored, mut any) = (Vec::new(), Vec::new());
        // The head of a loop that is cut also names shadows that its turn assigns.
        let own = list.iter().copied().filter(|a| !self.shadows.contains_key(&a.variable)).collect();
        for Assignment { variable, value } in list {
            match self.positions.get(&variable) {
                Some(&at) if is_cut => any.push(self.blanks.variables[at].1),
                Some(&at) => {
                    let value = self.whole(at, self.blank_inputs.contains(&value));
                    self.assign(&mut stored, at, value);
                }
                None => {}
            }
        }
        any.retain(|shadow| has(&self.kept, self.shadows[shadow]));
        let (commands, terms) = self.cfa.parts_mut();
        let mut parts = vec![commands.add(Command::Havoc(own))];
        if !any.is_empty() {
            parts.push(commands.havoc(terms, &any));
        }
        if !stored.is_empty() {
            parts.push(commands.add(Command::Assign(stored)));
        }
        commands.sequence(&parts)
    }

    /// Adds the assignment of a shadow that is kept.
    fn assign(&self, list: &mut Vec<Assignment>, at: usize, value: TermId) {
        let variable = self.blanks.variables[at].1;
        if has(&self.kept, at) && variable != value {
            list.push(Assignment { variable, value });
        }
    }

    /// The shadow at a position all of whose bits are 1, or 0.
    fn whole(&mut self, at: usize, is_blank: bool) -> TermId {
        let shadow = self.blanks.variables[at].1;
        let terms = self.cfa.terms_mut();
        let sort = terms.sort(shadow);
        whole(terms, sort, is_blank)
    }

    /// The automaton with all assignments, without the shadows that are 0 everywhere, and its map.
    fn rebuilt(mut self, mut map: SourceMap) -> (Cfa, SourceMap) {
        let cuts: HashSet<EdgeId> = self.blanks.cuts.iter().map(|cut| cut.0).collect();
        let edges: Vec<EdgeId> = self.cfa.edge_ids().collect();
        let mut commands = Vec::with_capacity(edges.len());
        for &id in &edges {
            let edge = self.cfa.edge(id);
            let mut set = self.may[edge.source.index()].clone();
            commands.push(self.settled(&mut set, edge.command, cuts.contains(&id)));
        }
        let shadows: Vec<TermId> = self.blanks.variables.iter().map(|&(_, shadow)| shadow).collect();
        let (kept, dropped): (Vec<usize>, Vec<usize>) =
            (0..shadows.len()).partition(|&at| has(&self.kept, at));
        let first = kept.iter().map(|&at| Assignment { variable: shadows[at], value: self.whole(at, false) });
        let first = first.collect::<Vec<_>>();
        let mut cfa = self.cfa.emptied();
        cfa.drop_variables(&dropped.into_iter().map(|at| shadows[at]).collect());
        for location in self.cfa.locations().skip(cfa.location_count()) {
            cfa.add_location(self.cfa.location_name(location));
        }
        let first = cfa.commands_mut().add(Command::Assign(first));
        for &at in &kept {
            map.variables.insert(shadows[at], VariableOrigin::Temporary);
            map.shadowed.insert(shadows[at], self.blanks.variables[at].0);
        }
        let old = std::mem::take(&mut map.edges);
        let (mut failures, mut unsupported) =
            (std::mem::take(&mut map.failures), std::mem::take(&mut map.unsupported));
        let mut asks = std::mem::take(&mut map.asks);
        for (&id, command) in edges.iter().zip(commands) {
            if *cfa.commands().get(command) == Command::Assume(Terms::FALSE) {
                continue;
            }
            let edge = self.cfa.edge(id);
            let command = match edge.source == cfa.initial() {
                true => cfa.commands_mut().sequence(&[first, command]),
                false => command,
            };
            let new = cfa.add_edge(edge.source, edge.target, command);
            map.edges.push(old[id.index()]);
            map.failures.extend(failures.remove(&id).map(|failure| (new, failure)));
            map.unsupported.extend(unsupported.remove(&id).map(|reason| (new, reason)));
            map.asks.extend(asks.remove(&id).map(|asks| (new, asks)));
        }
        let open: HashSet<Assertion> = map
            .failures
            .iter()
            .map(|(edge, &failure)| Assertion { pos: map.edges[edge.index()], failure })
            .collect();
        map.assertions.retain(|one| one.failure != Failure::Uninitialised || open.contains(one));
        (cfa, map)
    }
}
