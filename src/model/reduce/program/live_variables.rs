//! Live variables: assignments whose values are not needed.
//!
//! A variable is *live* at a point if some way from there to the error assumes something about the value that it has
//! now. Dataflow against the direction of the steps finds that out: an assumption needs the variables in it, and an
//! assignment needs those in its value, but only if the assigned variable is live behind it (Giegerich, Möncke,
//! Wilhelm, "Invariance of approximative semantics with respect to program transformations", 1981, call all others
//! *faint*). So a counter that is incremented and never looked at is live nowhere.
//!
//! An invariant may need more than that: the fact that the first `i` elements of an array are 0 is about `i`, which no
//! later step looks at. So a counter by which an array is read or written is also live wherever arrays with such
//! indices are.

use super::graph::{Action, Graph};
use crate::base::{Budget, HashSet, Limit};
use crate::solver::term::{Op, Sort, TermId};

/// Words that are kept for a program at most: each has the truth values of 64 pairs of a point and a variable.
const MOST_WORDS: usize = 1 << 27;

/// How often the budget is asked.
const PERIOD: usize = 1 << 10;

/// The live variables, by point.
#[derive(Clone, Debug)]
pub(super) struct Live {
    words: usize,
    bits: Vec<u64>,
}

impl Live {
    /// The live variables of a program.
    ///
    /// Time linear in the pairs of a point and a variable that is live there, each times the steps to the point.
    pub fn of(graph: &mut Graph, budget: &Budget) -> Result<Live, Limit> {
        let mut live = Live::none(graph, budget)?;
        let mut waiting: Vec<(usize, usize)> = Vec::new();
        for step in 0..graph.steps.len() {
            if let Action::Assume(formula) = graph.steps[step].action {
                let range = graph.mention(formula);
                live.add(graph.steps[step].from, graph.mentioned(range), &mut waiting);
            }
        }
        let counters = counters(graph);
        let mut count = 0;
        while let Some((point, variable)) = waiting.pop() {
            count += 1;
            if count % PERIOD == 0 {
                budget.poll()?;
            }
            let term = graph.original.variables()[variable];
            if let Some((index, _)) = graph.terms.array_parts(graph.terms.sort(term)) {
                for (_, counters) in counters.iter().filter(|&&(sort, _)| sort == index) {
                    live.add(point, counters, &mut waiting);
                }
            }
            for i in 0..graph.entering(point).len() {
                let step = &graph.steps[graph.entering(point)[i]];
                let from = step.from;
                let assigned = match &step.action {
                    Action::Blocked => continue,
                    Action::Assume(_) | Action::Skip => None,
                    Action::Assign(list) | Action::Havoc(list) => list.iter().find(|a| a.variable == term),
                };
                match assigned.map(|a| a.value) {
                    None => live.add(from, &[variable], &mut waiting),
                    // The input of a havoc mentions no variable.
                    Some(value) => {
                        let range = graph.mention(value);
                        live.add(from, graph.mentioned(range), &mut waiting);
                    }
                }
            }
        }
        Ok(live)
    }

    fn none(graph: &Graph, budget: &Budget) -> Result<Live, Limit> {
        let words = (graph.variable_count() + 63) / 64;
        let count = words.saturating_mul(graph.point_count);
        if count > MOST_WORDS {
            return Err(Limit::Incomplete);
        }
        budget.allows_memory(8 * count as u64)?;
        Ok(Live { words, bits: vec![0; count] })
    }

    /// These variables everywhere.
    pub fn everywhere(graph: &Graph, variables: &[bool], budget: &Budget) -> Result<Live, Limit> {
        let mut live = Live::none(graph, budget)?;
        let list: Vec<usize> = (0..variables.len()).filter(|&v| variables[v]).collect();
        let mut added = Vec::new();
        for point in 0..graph.point_count {
            live.add(point, &list, &mut added);
            added.clear();
        }
        Ok(live)
    }

    /// Forgets all points but the first ones.
    pub fn truncate(&mut self, point_count: usize) {
        self.bits.truncate(point_count * self.words);
        self.bits.shrink_to_fit();
    }

    fn add(&mut self, point: usize, variables: &[usize], waiting: &mut Vec<(usize, usize)>) {
        for &variable in variables {
            let word = &mut self.bits[point * self.words + variable / 64];
            let bit = 1 << (variable % 64);
            if *word & bit == 0 {
                *word |= bit;
                waiting.push((point, variable));
            }
        }
    }

    /// Whether a variable is live at a point.
    pub fn has(&self, point: usize, variable: usize) -> bool {
        self.bits[point * self.words + variable / 64] >> (variable % 64) & 1 == 1
    }

    /// The variables that are live at one point and not at another one.
    pub fn ending<'a>(&'a self, from: usize, to: usize) -> impl Iterator<Item = usize> + 'a {
        (0..self.words).flat_map(move |word| {
            let at = |point: usize| self.bits[point * self.words + word];
            let mut rest = at(from) & !at(to);
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros() as usize;
                rest &= rest.wrapping_sub(1);
                Some(64 * word + bit).filter(|_| bit < 64)
            })
        })
    }
}

/// By sort of indices: the variables in indices of arrays that some step makes of their old values.
fn counters(graph: &mut Graph) -> Vec<(Sort, Vec<usize>)> {
    let is_array = |&v: &TermId| matches!(graph.terms.sort(v), Sort::Array(_));
    if !graph.original.variables().iter().any(is_array) {
        return Vec::new();
    }
    let mut values: Vec<TermId> = Vec::new();
    let mut counting: HashSet<usize> = HashSet::default();
    for at in 0..graph.steps.len() {
        let list = match &graph.steps[at].action {
            Action::Blocked | Action::Skip => continue,
            Action::Assume(formula) => {
                values.push(*formula);
                continue;
            }
            Action::Assign(list) | Action::Havoc(list) => list.clone(),
        };
        for assignment in list {
            let (variable, range) = (graph.place(assignment.variable), graph.mention(assignment.value));
            counting.extend(graph.mentioned(range).contains(&variable).then_some(variable));
            values.push(assignment.value);
        }
    }
    let is_access = |&t: &TermId| matches!(graph.terms.op(t), Op::Select | Op::Store);
    let indices = graph.terms.subterms(&values).into_iter().filter(is_access);
    let indices: Vec<TermId> = indices.map(|t| graph.terms.arg(t, 1)).collect();
    let mut counters: Vec<(Sort, Vec<usize>)> = Vec::new();
    for index in indices {
        let (sort, range) = (graph.terms.sort(index), graph.mention(index));
        for &variable in graph.mentioned(range).iter().filter(|variable| counting.contains(variable)) {
            match counters.iter_mut().find(|(of, _)| *of == sort) {
                Some((_, list)) if list.contains(&variable) => {}
                Some((_, list)) => list.push(variable),
                None => counters.push((sort, vec![variable])),
            }
        }
    }
    counters
}

/// Takes assignments to variables out that are dead behind them. Whether there were any.
pub(super) fn drop_dead(graph: &mut Graph, live: &Live) -> bool {
    let mut changed = false;
    let mut steps = std::mem::take(&mut graph.steps);
    for step in &mut steps {
        let to = step.to;
        if let Action::Assign(list) | Action::Havoc(list) = &mut step.action {
            let before = list.len();
            list.retain(|a| live.has(to, graph.place(a.variable)));
            changed |= list.len() < before;
            if list.is_empty() {
                step.action = Action::Skip;
            }
        }
    }
    graph.steps = steps;
    changed
}
