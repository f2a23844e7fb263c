//! Commands without choices (Lange 2018, Definition 4.8).

use super::{Command, CommandId, Commands};
use crate::solver::term::{Op, TermId, Terms};

impl Commands {
    /// Commands without choices, one for each way through this one; assumptions of disjunctions are choices, too.
    /// `None` if there are more than `limit`.
    pub fn split(&mut self, terms: &mut Terms, id: CommandId, limit: usize) -> Option<Vec<CommandId>> {
        enum Task {
            Visit(CommandId),
            Start(Vec<Vec<CommandId>>),
            Join(usize),
        }
        let mut tasks = vec![Task::Visit(id), Task::Start(vec![Vec::new()])];
        let mut done: Vec<Vec<Vec<CommandId>>> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Start(ways) => done.push(ways),
                Task::Join(count) => {
                    let ways = done.split_off(done.len() - count).concat();
                    if ways.len() > limit {
                        return None;
                    }
                    done.push(ways);
                }
                Task::Visit(id) => {
                    let mut ways = done.pop().unwrap_or_default();
                    match self.get(id).clone() {
                        Command::Sequence(parts) => {
                            done.push(ways);
                            tasks.extend(parts.iter().rev().map(|&part| Task::Visit(part)));
                        }
                        Command::Choice(parts) => {
                            tasks.push(Task::Join(parts.len()));
                            for &part in parts.iter().rev() {
                                tasks.push(Task::Visit(part));
                                tasks.push(Task::Start(ways.clone()));
                            }
                        }
                        Command::Assume(guard) => {
                            let cases = disjuncts(terms, guard);
                            if cases.len() * ways.len() > limit {
                                return None;
                            }
                            let cases: Vec<CommandId> =
                                cases.into_iter().map(|case| self.assume(case)).collect();
                            let with = |case: &CommandId| {
                                ways.iter().map(|way| way.iter().copied().chain([*case]).collect()).collect()
                            };
                            let all: Vec<Vec<Vec<CommandId>>> = cases.iter().map(with).collect();
                            done.push(all.concat());
                        }
                        Command::Assign(_) | Command::Havoc(_) => {
                            ways.iter_mut().for_each(|way| way.push(id));
                            done.push(ways);
                        }
                    }
                }
            }
        }
        let ways = done.pop().unwrap_or_default();
        Some(ways.iter().map(|way| self.sequence(way)).collect())
    }
}

/// The formulas whose disjunction this is: several only if it is the negation of a conjunction.
fn disjuncts(terms: &mut Terms, formula: TermId) -> Vec<TermId> {
    let (inner, negated) = terms.split_not(formula);
    if !negated || terms.op(inner) != Op::And {
        return vec![formula];
    }
    let parts = terms.args(inner).to_vec();
    parts.into_iter().map(|part| terms.not(part)).collect()
}
