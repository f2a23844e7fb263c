//! A program as steps between points, which is what its reductions work on.
//!
//! A *point* is a location or a place inside the command of an edge. A *step* leads from a point to a point and does
//! one thing: it assigns, assumes, gives variables any values, or does nothing. A sequence is a chain of steps, and
//! the parts of a choice lie side by side. So an analysis never has to look into commands.
//!
//! Passes change the actions of steps in place. In the end the command of each edge is made again: a sequence lacks
//! the parts that do nothing, but a choice keeps all its parts in their order, so that a path takes the same parts of
//! the same choices in the program before and after.

use crate::base::{Budget, HashMap, Limit};
use crate::model::cfa::{Cfa, EdgeId};
use crate::model::gcl::{Assignment, Command, CommandId, Commands};
use crate::solver::term::{Op, TermId, Terms};

/// A command that is part of several others is met once for each of them. A program that grows beyond this factor by
/// that, and this many steps, is not reduced.
const MOST_GROWTH: (usize, usize) = (4, 1000);

/// The action of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Assign(Vec<Assignment>),
    Havoc(Vec<Assignment>),
    Assume(TermId),
    Skip,
    /// No run goes this way, or none that reaches the error.
    Blocked,
}

/// A step between points.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub from: usize,
    pub to: usize,
    pub action: Action,
}

/// The reason why a location was removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// No run reaches it.
    Unreachable,
    /// No run goes from it to the error.
    Irrelevant,
}

/// A program as steps. The first points are the locations.
pub(super) struct Graph<'a> {
    pub original: &'a Cfa,
    pub terms: Terms,
    pub steps: Vec<Step>,
    pub point_count: usize,
    /// By location: whether and why it was removed.
    pub fates: Vec<Option<Fate>>,
    /// By location: equations of variables, by index, with other terms, that hold whenever a run is there.
    pub facts: Vec<Vec<(usize, TermId)>>,
    /// By step: the variables that it assigned in the original program.
    written: Vec<Vec<usize>>,
    /// By edge: its first step, and behind the last edge the number of steps.
    first: Vec<usize>,
    entering: Lists,
    leaving: Lists,
    /// By variable: its index.
    places: HashMap<TermId, usize>,
    /// By term: the variables in it, as a range of `mentions`.
    ranges: HashMap<TermId, (usize, usize)>,
    mentions: Vec<usize>,
}

/// Lists of steps by point, one behind the other.
struct Lists {
    starts: Vec<usize>,
    steps: Vec<usize>,
}

impl Lists {
    fn new(count: usize, keys: impl Iterator<Item = usize> + Clone) -> Lists {
        let mut starts = vec![0; count + 1];
        keys.clone().for_each(|key| starts[key + 1] += 1);
        for i in 0..count {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut steps = vec![0; starts[count]];
        for (step, key) in keys.enumerate() {
            steps[next[key]] = step;
            next[key] += 1;
        }
        Lists { starts, steps }
    }

    fn of(&self, key: usize) -> &[usize] {
        &self.steps[self.starts[key]..self.starts[key + 1]]
    }
}

/// The command that steps make.
#[derive(Clone, Copy)]
enum Made {
    Blocked,
    Skip,
    Is(CommandId),
}

impl<'a> Graph<'a> {
    /// The steps of a program. `None` if there are very many of them, since its commands share parts.
    pub fn of(cfa: &'a Cfa, budget: &Budget) -> Result<Option<Graph<'a>>, Limit> {
        let most = MOST_GROWTH.0 * (cfa.commands().len() + cfa.edges().len()) + MOST_GROWTH.1;
        let mut steps = Vec::new();
        let mut point_count = cfa.location_count();
        let mut first = vec![0];
        for edge in cfa.edges() {
            budget.poll()?;
            let mut open = vec![(edge.command, edge.source.index(), edge.target.index())];
            while let Some((id, from, to)) = open.pop() {
                if steps.len() + open.len() > most {
                    return Ok(None);
                }
                let action = match cfa.commands().get(id) {
                    Command::Sequence(parts) if !parts.is_empty() => {
                        let inner = parts.len() - 1;
                        let point = |i: usize| match i {
                            0 => from,
                            i if i > inner => to,
                            i => point_count + i - 1,
                        };
                        open.extend(
                            parts.iter().enumerate().rev().map(|(i, &part)| (part, point(i), point(i + 1))),
                        );
                        point_count += inner;
                        continue;
                    }
                    Command::Choice(parts) => {
                        open.extend(parts.iter().rev().map(|&part| (part, from, to)));
                        continue;
                    }
                    Command::Sequence(_) | Command::Assume(Terms::TRUE) => Action::Skip,
                    Command::Assume(Terms::FALSE) => Action::Blocked,
                    Command::Assume(formula) => Action::Assume(*formula),
                    Command::Assign(list) => Action::Assign(list.clone()),
                    Command::Havoc(list) => Action::Havoc(list.clone()),
                };
                steps.push(Step { from, to, action });
            }
            first.push(steps.len());
        }
        let places: HashMap<TermId, usize> =
            cfa.variables().iter().enumerate().map(|(i, &v)| (v, i)).collect();
        let written = steps.iter().map(|step: &Step| match &step.action {
            Action::Assign(list) | Action::Havoc(list) => list.iter().map(|a| places[&a.variable]).collect(),
            _ => Vec::new(),
        });
        Ok(Some(Graph {
            written: written.collect(),
            original: cfa,
            terms: cfa.terms().clone(),
            entering: Lists::new(point_count, steps.iter().map(|step: &Step| step.to)),
            leaving: Lists::new(point_count, steps.iter().map(|step: &Step| step.from)),
            steps,
            point_count,
            fates: vec![None; cfa.location_count()],
            facts: vec![Vec::new(); cfa.location_count()],
            first,
            places,
            ranges: HashMap::default(),
            mentions: Vec::new(),
        }))
    }

    /// The number of variables.
    pub fn variable_count(&self) -> usize {
        self.original.variables().len()
    }

    /// The index of a variable.
    pub fn place(&self, variable: TermId) -> usize {
        self.places[&variable]
    }

    /// The index of a term that is a variable.
    pub fn variable(&self, term: TermId) -> Option<usize> {
        self.places.get(&term).copied()
    }

    /// The variables that a step assigned in the original program.
    pub fn written(&self, step: usize) -> &[usize] {
        &self.written[step]
    }

    /// The steps to a point, blocked ones among them.
    pub fn entering(&self, point: usize) -> &[usize] {
        self.entering.of(point)
    }

    /// The steps from a point, blocked ones among them.
    pub fn leaving(&self, point: usize) -> &[usize] {
        self.leaving.of(point)
    }

    /// The steps of an edge.
    pub fn of_edge(&self, edge: EdgeId) -> &[Step] {
        &self.steps[self.first[edge.index()]..self.first[edge.index() + 1]]
    }

    /// Notes the variables that a term mentions, as a range for [`Graph::mentioned`].
    pub fn mention(&mut self, term: TermId) -> (usize, usize) {
        if let Some(&range) = self.ranges.get(&term) {
            return range;
        }
        let start = self.mentions.len();
        for symbol in self.terms.symbols_in(&[term]) {
            let variable = self.terms.symbol_term(symbol);
            self.mentions.extend(self.places.get(&variable));
        }
        let range = (start, self.mentions.len());
        self.ranges.insert(term, range);
        range
    }

    /// The variables that a term mentions.
    pub fn mentioned(&self, range: (usize, usize)) -> &[usize] {
        &self.mentions[range.0..range.1]
    }

    /// The command that the steps of an edge make, with these assignments behind it; `None` if it has no run.
    pub fn command(&self, edge: EdgeId, commands: &mut Commands, last: Vec<Assignment>) -> Option<CommandId> {
        enum Task {
            Visit(CommandId),
            Sequence(usize),
            Choice(usize),
        }
        let mut steps = self.of_edge(edge).iter();
        let mut tasks = vec![Task::Visit(self.original.edge(edge).command)];
        let mut made: Vec<Made> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(id) => match self.original.commands().get(id) {
                    Command::Sequence(parts) if !parts.is_empty() => {
                        tasks.push(Task::Sequence(parts.len()));
                        tasks.extend(parts.iter().rev().map(|&part| Task::Visit(part)));
                    }
                    Command::Choice(parts) => {
                        tasks.push(Task::Choice(parts.len()));
                        tasks.extend(parts.iter().rev().map(|&part| Task::Visit(part)));
                    }
                    _ => made.push(steps.next().map_or(Made::Blocked, |step| single(commands, step))),
                },
                Task::Sequence(count) => {
                    let parts = made.split_off(made.len() - count);
                    made.push(sequence(commands, &parts));
                }
                Task::Choice(count) => {
                    let parts = made.split_off(made.len() - count);
                    made.push(choice(commands, &parts));
                }
            }
        }
        let mut parts = made;
        if !last.is_empty() {
            parts.push(Made::Is(commands.add(Command::Assign(last))));
        }
        match sequence(commands, &parts) {
            Made::Blocked => None,
            Made::Skip => Some(commands.skip()),
            Made::Is(id) => Some(id),
        }
    }
}

/// The command of one step.
fn single(commands: &mut Commands, step: &Step) -> Made {
    match &step.action {
        Action::Blocked => Made::Blocked,
        Action::Skip => Made::Skip,
        Action::Assign(list) => Made::Is(commands.add(Command::Assign(list.clone()))),
        Action::Havoc(list) => Made::Is(commands.add(Command::Havoc(list.clone()))),
        Action::Assume(formula) => Made::Is(commands.assume(*formula)),
    }
}

fn sequence(commands: &mut Commands, parts: &[Made]) -> Made {
    let mut list = Vec::new();
    for part in parts {
        match part {
            Made::Blocked => return Made::Blocked,
            Made::Skip => {}
            Made::Is(id) => list.push(*id),
        }
    }
    if list.is_empty() {
        return Made::Skip;
    }
    Made::Is(commands.sequence(&list))
}

/// Parts that are blocked stay, so that the others keep their numbers.
fn choice(commands: &mut Commands, parts: &[Made]) -> Made {
    if parts.iter().all(|part| matches!(part, Made::Blocked)) {
        return Made::Blocked;
    }
    let list = parts.iter().map(|part| match part {
        Made::Blocked => commands.assume(Terms::FALSE),
        Made::Skip => commands.skip(),
        Made::Is(id) => *id,
    });
    let list = list.collect();
    Made::Is(commands.add(Command::Choice(list)))
}

/// Whether a term is the name of a single value.
pub(super) fn is_literal(terms: &Terms, term: TermId) -> bool {
    term == Terms::FALSE || matches!(terms.op(term), Op::True | Op::Numeral(_) | Op::Bits(_))
}
