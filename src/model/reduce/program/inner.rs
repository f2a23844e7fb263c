//! Formulas for the locations inside of large blocks.
//!
//! Removed locations lie on no cycle of each other, since a location with an edge to itself is never removed. So they
//! get their formulas one by one, each after the targets of its edges: the weakest precondition of the formulas there
//! (Dijkstra 1975). It is kept as a list of *demands*, conjuncts with the condition under which they have to hold. A
//! conjunct that both branches of a conditional statement demand is demanded without condition, so that a row of such
//! statements does not double the list each time; and the checker meets the same terms on both sides of an edge.
//!
//! Two cases are different. A conjunct that depends on the input of a havoc has to hold for all values of it. If the
//! input is an index at which an array is read, and the invariant has constants that stand for all values, another such
//! constant takes the place of the input. Else, unless it is plain which states satisfy that, an interpolant takes the
//! place of the conjunct. It lies between the states that come in and the
//! states from which an edge leads out of the invariant. And where the list becomes long, all edges to the targets of
//! the block are taken as functions of the state, whose values are no larger than the block. But an interpolant says
//! more than the weakest precondition, and these functions know nothing of the locations that they pass. So if one of
//! those has an interpolant, the functions are those of single edges.

use super::blocks::{Blocks, Joint, Removed};
use crate::base::{Budget, HashMap, HashSet};
use crate::model::cfa::{Cfa, EdgeId, InvariantMap, LocId};
use crate::model::gcl::{Command, CommandId, Commands};
use crate::model::system::functional::conjuncts;
use crate::solver::smt::{interpolants, InterpolationOptions};
use crate::solver::term::{Family, Op, Substitution, TermId, Terms};
use crate::theories::num::Rational;

/// Values at which a formula that is meant for all values of a constant is assumed for an interpolant, at most.
const MOST_INSTANCES: usize = 12;

/// The invariant that has the formulas of this one at the locations that were kept. `None` if an interpolant is not
/// found.
///
/// Where formulas are meant for all values of some constants, those of the removed locations are made for each of these
/// values alone. An interpolant rests on the formula at other values, too: those at which arrays are read or written.
pub(super) fn inner_formulas(
    blocks: &Blocks,
    original: &Cfa,
    at_kept: InvariantMap,
    budget: &Budget,
) -> Option<InvariantMap> {
    let InvariantMap { terms, formulas, bound } = at_kept;
    let mut removed = vec![None; original.location_count()];
    blocks.removed.iter().for_each(|(location, reason)| removed[location.index()] = Some(reason));
    let order = targets_first(original, &removed)?;
    let stronger = vec![false; original.location_count()];
    let mut inner = Inner { blocks, original, removed, terms, formulas, bound, stronger, budget };
    for location in order {
        budget.poll().ok()?;
        inner.formulas[location.index()] = inner.formula(location)?;
    }
    Some(InvariantMap { terms: inner.terms, formulas: inner.formulas, bound: inner.bound })
}

/// The removed locations, each behind the targets of its edges. `None` if they lie on a cycle, which is a defect.
fn targets_first(original: &Cfa, removed: &[Option<&Removed>]) -> Option<Vec<LocId>> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let is_joined = |l: LocId| matches!(removed[l.index()], Some(Removed::Joined { .. }));
    let mut marks = vec![Mark::New; removed.len()];
    let mut order = Vec::new();
    for root in original.locations().filter(|l| removed[l.index()].is_some()) {
        let mut stack = vec![root];
        while let Some(&location) = stack.last() {
            if marks[location.index()] != Mark::New {
                stack.pop();
                if std::mem::replace(&mut marks[location.index()], Mark::Done) == Mark::Open {
                    order.push(location);
                }
                continue;
            }
            marks[location.index()] = Mark::Open;
            if is_joined(location) {
                let targets = original.leaving(location).iter().map(|&id| original.edge(id).target);
                for target in targets.filter(|&l| is_joined(l)) {
                    match marks[target.index()] {
                        Mark::New => stack.push(target),
                        Mark::Open => return None,
                        Mark::Done => {}
                    }
                }
            }
        }
    }
    Some(order)
}

/// A formula that has to hold in the states that satisfy the guard.
#[derive(Clone, Copy)]
struct Demand {
    guard: TermId,
    formula: TermId,
}

struct Inner<'a> {
    blocks: &'a Blocks,
    original: &'a Cfa,
    /// By original location.
    removed: Vec<Option<&'a Removed>>,
    terms: Terms,
    /// By original location; those of removed ones as they are found.
    formulas: Vec<TermId>,
    /// The constants for all values of which they are meant.
    bound: Vec<TermId>,
    /// By original location: its formula, or that of a removed location behind it, is an interpolant.
    stronger: Vec<bool>,
    budget: &'a Budget,
}

impl Inner<'_> {
    /// The formula of a removed location, if its targets have theirs.
    fn formula(&mut self, location: LocId) -> Option<TermId> {
        let leaving = match self.removed[location.index()] {
            Some(Removed::Unreachable) => return Some(Terms::FALSE),
            Some(Removed::Joined { leaving, .. }) => leaving,
            _ => return Some(Terms::TRUE),
        };
        let targets = self.original.leaving(location).iter().map(|&id| self.original.edge(id).target);
        self.stronger[location.index()] = targets.into_iter().any(|target| self.stronger[target.index()]);
        let mut list = Vec::new();
        let mut inputs = Vec::new();
        for &id in self.original.leaving(location) {
            let edge = self.original.edge(id);
            let after = conjuncts(&self.terms, self.formulas[edge.target.index()]).into_iter();
            let after = after.map(|formula| Demand { guard: Terms::TRUE, formula }).collect();
            list.extend(before(self.original.commands(), &mut self.terms, edge.command, after));
            inputs.extend(self.original.commands().inputs(edge.command));
        }
        let list = merged(&mut self.terms, list);
        if list.len() > self.blocks.most_demands {
            return self.by_functions(location, leaving);
        }
        let (mut parts, mut escapes) = (Vec::new(), Vec::new());
        for demand in list {
            let terms = &mut self.terms;
            let excused = terms.not(demand.guard);
            let part = terms.or(&[excused, demand.formula]);
            match for_all(terms, part, &inputs) {
                Some(part) => parts.push(part),
                None => match self.for_any_index(part, &inputs) {
                    Some(part) => parts.push(part),
                    None => escapes.push(self.terms.not(part)),
                },
            }
        }
        if !escapes.is_empty() {
            let escapes = self.terms.or(&escapes);
            parts.push(self.between(location, escapes)?);
        }
        Some(self.terms.and(&parts))
    }

    /// The condition under which this formula holds for all values of some inputs, if it reads arrays at each of those
    /// that it is about, or at what they are with more bits, and there are formulas for all values already. Then
    /// constants that stand for any index take the place of these indices, and the inputs are their lower bits.
    fn for_any_index(&mut self, formula: TermId, inputs: &[TermId]) -> Option<TermId> {
        if self.bound.is_empty() {
            return None;
        }
        let terms = &mut self.terms;
        let at = indices(terms, formula);
        let mut inside: Vec<TermId> =
            terms.symbols_in(&[formula]).into_iter().map(|symbol| terms.symbol_term(symbol)).collect();
        let mut values = Substitution::new();
        for &input in inputs.iter().filter(|input| inside.contains(input)).collect::<Vec<_>>() {
            let is_of_input = |&&index: &&TermId| match terms.op(index) {
                Op::SignExtend => terms.arg(index, 0) == input,
                Op::Concat => terms.bits_of(terms.arg(index, 0)).is_some() && terms.arg(index, 1) == input,
                _ => index == input,
            };
            let index = *at.iter().find(is_of_input)?;
            let sort = terms.sort(index);
            let is_free = |&&any: &&TermId| terms.sort(any) == sort && !inside.contains(&any);
            let any = self.bound.iter().find(is_free).copied().unwrap_or_else(|| {
                let any = terms.declare("any", sort);
                self.bound.push(any);
                any
            });
            inside.push(any);
            let value = match terms.sort(input).width() {
                Some(width) if index != input => terms.extract(any, width - 1, 0),
                Some(_) | None => any,
            };
            values.insert(input, value);
        }
        Some(values.apply(terms, formula))
    }

    /// The formula of a location by the functions of the state that its edges were when it was removed, or that they
    /// are.
    fn by_functions(&mut self, location: LocId, leaving: &[Joint]) -> Option<TermId> {
        let single = |&id: &EdgeId| {
            let edge = self.original.edge(id);
            (edge.target, edge.command)
        };
        let (commands, edges): (&Commands, Vec<(LocId, CommandId)>) = if self.stronger[location.index()] {
            (self.original.commands(), self.original.leaving(location).iter().map(single).collect())
        } else {
            (self.blocks.cfa.commands(), leaving.iter().map(|joint| (joint.target, joint.command)).collect())
        };
        let mut escapes = Vec::new();
        let mut has_inputs = false;
        for (target, command) in edges {
            let outside = self.terms.not(self.formulas[target.index()]);
            let effect = commands.effect(&mut self.terms, command);
            has_inputs |= !effect.choices.is_empty() || !commands.inputs(command).is_empty();
            escapes.push(effect.precondition(&mut self.terms, outside));
        }
        let escapes = self.terms.or(&escapes);
        if has_inputs {
            return self.between(location, escapes);
        }
        Some(self.terms.not(escapes))
    }

    /// A formula about variables that holds in all states that reach the location inside of the block, and excludes
    /// these.
    fn between(&mut self, location: LocId, excluded: TermId) -> Option<TermId> {
        self.stronger[location.index()] = true;
        let incoming = self.incoming(location, excluded);
        let options = InterpolationOptions::default();
        let found = interpolants(&mut self.terms, &[incoming, excluded], &options, self.budget).ok()?;
        found.first().copied()
    }

    /// The states that reach a location from the kept one at which its block begins, for a question about these.
    fn incoming(&mut self, location: LocId, question: TermId) -> TermId {
        let mut way = Vec::new();
        let mut source = location;
        while let Some(Removed::Joined { entering, .. }) = self.removed[source.index()] {
            way.push(entering.command);
            source = entering.source;
        }
        let (mut states, elsewhere) = self.elsewhere(self.formulas[source.index()]);
        let terms = &mut self.terms;
        for &command in way.iter().rev() {
            let image = self.blocks.cfa.commands().sp(terms, command, states);
            // The inputs of the edges in are those of this run only.
            let mut own = Substitution::new();
            for &hidden in &image.hidden {
                let constant = terms.declare("hidden", terms.sort(hidden));
                own.insert(hidden, constant);
            }
            states = own.apply(terms, image.formula);
        }
        self.tied(states, &elsewhere, question)
    }

    /// A formula also at other values of the constants that it is meant for all values of. These are new constants,
    /// some for each of them.
    fn elsewhere(&mut self, formula: TermId) -> (TermId, Vec<Vec<TermId>>) {
        let (mut parts, mut values) = (vec![formula], Vec::new());
        for &any in &self.bound {
            let terms = &mut self.terms;
            let new: Vec<TermId> =
                (0..MOST_INSTANCES).map(|_| terms.declare("at", terms.sort(any))).collect();
            for &value in &new {
                let mut values = Substitution::new();
                values.insert(any, value);
                parts.push(values.apply(terms, formula));
            }
            values.push(new);
        }
        (self.terms.and(&parts), values)
    }

    /// States in which these values are the indices at which they, or the question about them, read and write arrays.
    fn tied(&mut self, states: TermId, values: &[Vec<TermId>], question: TermId) -> TermId {
        if values.is_empty() {
            return states;
        }
        let (terms, variables) = (&mut self.terms, self.original.variables());
        let mut seen: HashSet<TermId> = self.bound.iter().copied().collect();
        let mut indices_in = |formula: TermId, may_have: &dyn Fn(TermId) -> bool| -> Vec<TermId> {
            let has_these = |&t: &TermId| {
                let symbols = terms.symbols_in(&[t]);
                symbols.into_iter().all(|symbol| may_have(terms.symbol_term(symbol)))
            };
            indices(terms, formula).into_iter().filter(has_these).filter(|&t| seen.insert(t)).collect()
        };
        let mut found = indices_in(question, &|t| variables.contains(&t));
        found.extend(indices_in(states, &|t| !values.iter().flatten().any(|&value| value == t)));
        let mut parts = vec![states];
        for (&any, values) in self.bound.iter().zip(values) {
            let of_sort: Vec<TermId> =
                found.iter().copied().filter(|&t| terms.sort(t) == terms.sort(any)).collect();
            parts.extend(values.iter().zip(of_sort).map(|(&value, index)| terms.eq(value, index)));
        }
        terms.and(&parts)
    }
}

/// The indices at which a formula reads and writes arrays.
fn indices(terms: &Terms, formula: TermId) -> Vec<TermId> {
    let is_access = |&t: &TermId| matches!(terms.op(t), Op::Select | Op::Store);
    terms.subterms(&[formula]).into_iter().filter(is_access).map(|t| terms.arg(t, 1)).collect()
}

/// The condition under which this formula holds for all values of some inputs, as far as that is plain. If the members
/// of the disjunction with inputs are false for one of two values of these inputs, the other members have to hold. An
/// example is `c = 0 ∨ x > 0`, where `c` is the input that a loop goes on by.
fn for_all(terms: &mut Terms, formula: TermId, inputs: &[TermId]) -> Option<TermId> {
    let reads = |terms: &Terms, t: TermId| {
        let symbols = if inputs.is_empty() { Vec::new() } else { terms.symbols_in(&[t]) };
        symbols.into_iter().any(|symbol| inputs.contains(&terms.symbol_term(symbol)))
    };
    if !reads(terms, formula) {
        return Some(formula);
    }
    let negation = terms.not(formula);
    let (chosen, others): (Vec<TermId>, Vec<TermId>) =
        conjuncts(terms, negation).into_iter().partition(|&part| reads(terms, part));
    let is_plain = [false, true].into_iter().any(|is_one| {
        let mut values = Substitution::new();
        for &input in inputs {
            let sort = terms.sort(input);
            let value = match sort.family() {
                Family::Bool => terms.bool(is_one),
                Family::Word(width) => terms.bv(u64::from(is_one), width),
                Family::Int | Family::Real => terms.numeral(Rational::from(i64::from(is_one)), sort),
                Family::Opaque => terms.default_term(sort),
            };
            values.insert(input, value);
        }
        chosen.iter().all(|&part| values.apply(terms, part) == Terms::TRUE)
    });
    let others = terms.and(&others);
    is_plain.then(|| terms.not(others))
}

/// Weakest precondition, demand by demand: what must hold before the command so that all demands after it hold.
fn before(commands: &Commands, terms: &mut Terms, id: CommandId, after: Vec<Demand>) -> Vec<Demand> {
    enum Task {
        Visit(CommandId),
        Start(Vec<Demand>),
        Join(usize),
    }
    let mut tasks = vec![Task::Visit(id), Task::Start(after)];
    let mut lists: Vec<Vec<Demand>> = Vec::new();
    while let Some(task) = tasks.pop() {
        match task {
            Task::Start(list) => lists.push(list),
            Task::Join(count) => {
                let ways = lists.split_off(lists.len() - count);
                lists.push(merged(terms, ways.concat()));
            }
            Task::Visit(id) => {
                let mut list = lists.pop().unwrap_or_default();
                match commands.get(id) {
                    Command::Assign(assigned) | Command::Havoc(assigned) => {
                        let mut old = Substitution::new();
                        assigned.iter().for_each(|a| old.insert(a.variable, a.value));
                        for demand in &mut list {
                            demand.guard = old.apply(terms, demand.guard);
                            demand.formula = old.apply(terms, demand.formula);
                        }
                        lists.push(list);
                    }
                    Command::Assume(guard) => {
                        list.iter_mut().for_each(|demand| demand.guard = terms.and(&[*guard, demand.guard]));
                        lists.push(list);
                    }
                    Command::Sequence(parts) => {
                        lists.push(list);
                        tasks.extend(parts.iter().map(|&part| Task::Visit(part)));
                    }
                    Command::Choice(parts) => {
                        tasks.push(Task::Join(parts.len()));
                        for &part in parts.iter().rev() {
                            tasks.push(Task::Visit(part));
                            tasks.push(Task::Start(list.clone()));
                        }
                    }
                }
            }
        }
    }
    lists.pop().unwrap_or_default()
}

/// The demands with each formula once. Where nothing satisfies a demand, all states violate its guard, so that the
/// other guards need not say so: a test of `x > 0` before the error and one of its negation before `y = 1` demand `x <=
/// 0` and `y = 1`, and not `y = 1` where `x <= 0`.
fn merged(terms: &mut Terms, list: Vec<Demand>) -> Vec<Demand> {
    let mut granted: HashSet<TermId> = HashSet::default();
    for demand in list.iter().filter(|demand| demand.formula == Terms::FALSE) {
        let required = terms.not(demand.guard);
        granted.extend(conjuncts(terms, required));
    }
    let mut places: HashMap<TermId, usize> = HashMap::default();
    let mut merged: Vec<Demand> = Vec::new();
    for Demand { mut guard, formula } in list {
        if formula != Terms::FALSE && !granted.is_empty() {
            let mut parts = conjuncts(terms, guard);
            parts.retain(|part| !granted.contains(part));
            guard = terms.and(&parts);
        }
        if formula == Terms::TRUE || guard == Terms::FALSE {
            continue;
        }
        match places.get(&formula) {
            Some(&place) => merged[place].guard = terms.or(&[merged[place].guard, guard]),
            None => {
                places.insert(formula, merged.len());
                merged.push(Demand { guard, formula });
            }
        }
    }
    merged
}
