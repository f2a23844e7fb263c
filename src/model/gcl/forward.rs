//! Commands from the state before to the state after.

use super::{Assignment, Command, CommandId, Commands};
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::model::system::functional::conjuncts;
use crate::solver::term::{Sort, Substitution, TermId, Terms};

/// A command as a function of the state and inputs.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The states and inputs from which there is a run.
    pub guard: TermId,
    /// The variables that may change, in ascending order, with their new values.
    pub values: Vec<Assignment>,
    /// Inputs that decide choices, beside those of havocs.
    pub choices: Vec<TermId>,
}

impl Effect {
    /// The states and inputs from which the command leads to this formula.
    pub fn precondition(&self, terms: &mut Terms, post: TermId) -> TermId {
        let mut new = Substitution::new();
        self.values.iter().for_each(|a| new.insert(a.variable, a.value));
        let post = new.apply(terms, post);
        terms.and(&[self.guard, post])
    }
}

/// The states after a command.
#[derive(Clone, Debug)]
pub struct Image {
    /// About the variables and the constants in `hidden`.
    pub formula: TermId,
    /// Old values of variables, and inputs: some values of them make the formula true.
    pub hidden: Vec<TermId>,
}

/// Where a way through a command has come: what it assumes, and the values of variables that have changed.
#[derive(Clone, Default)]
struct Way {
    guard: Vec<TermId>,
    values: HashMap<TermId, TermId>,
}

impl Way {
    /// Bytes held by the arrays.
    fn bytes(&self) -> usize {
        4 * self.guard.capacity() + 9 * self.values.capacity()
    }

    fn now(&self) -> Substitution {
        let mut now = Substitution::new();
        self.values.iter().for_each(|(&variable, &value)| now.insert(variable, value));
        now
    }
}

impl Commands {
    /// The command as a function: linear in its size, if the guards decide its choices or not.
    pub fn effect(&self, terms: &mut Terms, id: CommandId) -> Effect {
        match self.effect_within(terms, id, &Budget::unlimited()) {
            Ok(effect) => effect,
            Err(limit) => unreachable!("{} without a limit", limit),
        }
    }

    /// The command as a function, like [`Commands::effect`], within a budget: large commands have many ways.
    ///
    /// # Errors
    ///
    /// The limit that was reached.
    pub fn effect_within(&self, terms: &mut Terms, id: CommandId, budget: &Budget) -> Result<Effect, Limit> {
        enum Task {
            Visit(CommandId),
            Start(Way),
            /// The number of ways, and the bytes that they held when they began.
            Join(usize, usize),
        }
        let mut tasks = vec![Task::Visit(id), Task::Start(Way::default())];
        let mut ways: Vec<Way> = Vec::new();
        let mut choices = Vec::new();
        let start = terms.bytes();
        let mut waiting = 0;
        while let Some(task) = tasks.pop() {
            match task {
                Task::Start(way) => ways.push(way),
                Task::Join(count, bytes) => {
                    waiting -= bytes;
                    let parts = ways.split_off(ways.len() - count);
                    ways.push(join(terms, parts, &mut choices));
                }
                Task::Visit(id) => {
                    budget.poll()?;
                    budget.allows_memory((terms.bytes().saturating_sub(start) + waiting) as u64)?;
                    let mut way = ways.pop().unwrap_or_default();
                    match self.get(id) {
                        Command::Assign(list) | Command::Havoc(list) => {
                            let mut now = way.now();
                            let new: Vec<TermId> = list.iter().map(|a| now.apply(terms, a.value)).collect();
                            list.iter().zip(new).for_each(|(a, new)| {
                                way.values.insert(a.variable, new);
                            });
                            ways.push(way);
                        }
                        Command::Assume(guard) => {
                            let guard = way.now().apply(terms, *guard);
                            way.guard.extend(conjuncts(terms, guard));
                            ways.push(way);
                        }
                        Command::Sequence(parts) => {
                            ways.push(way);
                            tasks.extend(parts.iter().rev().map(|&part| Task::Visit(part)));
                        }
                        Command::Choice(parts) => {
                            let bytes = parts.len() * way.bytes();
                            waiting += bytes;
                            tasks.push(Task::Join(parts.len(), bytes));
                            for &part in parts.iter().rev() {
                                tasks.push(Task::Visit(part));
                                tasks.push(Task::Start(way.clone()));
                            }
                        }
                    }
                }
            }
        }
        let way = ways.pop().unwrap_or_default();
        let mut values: Vec<Assignment> =
            way.values.iter().map(|(&variable, &value)| Assignment { variable, value }).collect();
        values.retain(|a| a.variable != a.value);
        values.sort_unstable_by_key(|a| a.variable);
        Ok(Effect { guard: terms.and(&way.guard), values, choices })
    }

    /// The strongest postcondition. Old values of changed variables are new constants.
    pub fn sp(&self, terms: &mut Terms, id: CommandId, pre: TermId) -> Image {
        let effect = self.effect(terms, id);
        let mut hidden = self.inputs(id);
        hidden.extend(&effect.choices);
        let mut old = Substitution::new();
        for a in &effect.values {
            let constant = terms.declare("old", terms.sort(a.variable));
            old.insert(a.variable, constant);
            hidden.push(constant);
        }
        let mut parts = vec![old.apply(terms, pre), old.apply(terms, effect.guard)];
        for a in &effect.values {
            let value = old.apply(terms, a.value);
            parts.push(terms.eq(a.variable, value));
        }
        Image { formula: terms.and(&parts), hidden }
    }
}

/// Ways that began alike, as one.
fn join(terms: &mut Terms, ways: Vec<Way>, choices: &mut Vec<TermId>) -> Way {
    let mut ways = ways.into_iter().rev();
    let last = ways.next().unwrap_or_else(|| Way { guard: vec![Terms::FALSE], ..Way::default() });
    ways.fold(last, |other, way| join_two(terms, way, other, choices))
}

/// The first way if a condition holds, the other one if not: a formula that one of them assumes and the other one
/// negates, or all formulas together if they contradict all of the other, or else a new input.
fn join_two(terms: &mut Terms, yes: Way, no: Way, choices: &mut Vec<TermId>) -> Way {
    let of_no: HashSet<TermId> = no.guard.iter().copied().collect();
    let (mut common, mut rest) = (Vec::new(), Vec::new());
    for &formula in &yes.guard {
        if of_no.contains(&formula) {
            common.push(formula);
        } else {
            rest.push(formula);
        }
    }
    let shared: HashSet<TermId> = common.iter().copied().collect();
    let mut other: Vec<TermId> = no.guard.iter().copied().filter(|f| !shared.contains(f)).collect();
    let decider = rest.iter().copied().find(|&f| {
        let (atom, negated) = terms.split_not(f);
        if negated {
            of_no.contains(&atom)
        } else {
            other.iter().any(|&g| terms.split_not(g) == (f, true))
        }
    });
    let condition = match decider {
        Some(condition) => {
            let negation = terms.not(condition);
            rest.retain(|&f| f != condition);
            other.retain(|&f| f != negation);
            condition
        }
        None => {
            let (whole, otherwise) = (terms.and(&rest), terms.and(&other));
            if terms.not(whole) == otherwise {
                rest.clear();
                other.clear();
                whole
            } else {
                let choice = terms.declare("choice", Sort::Bool);
                choices.push(choice);
                choice
            }
        }
    };
    let (rest, other) = (terms.and(&rest), terms.and(&other));
    let either = terms.ite(condition, rest, other);
    common.extend(conjuncts(terms, either));
    let mut variables: Vec<TermId> = yes.values.keys().chain(no.values.keys()).copied().collect();
    variables.sort_unstable();
    variables.dedup();
    let mut values = HashMap::default();
    for variable in variables {
        let value = |way: &Way| way.values.get(&variable).copied().unwrap_or(variable);
        let (a, b) = (value(&yes), value(&no));
        values.insert(variable, terms.ite(condition, a, b));
    }
    Way { guard: common, values }
}
