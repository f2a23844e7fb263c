//! The objectives of a script, as they were made.

use crate::solver::optimise::Goal;
use crate::solver::term::TermId;
use crate::theories::num::Rational;

/// The relation between several objectives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Priority {
    #[default]
    Lexicographic,
    Box,
    Pareto,
}

option_words!(Priority: "lex" => Priority::Lexicographic, "box" => Priority::Box, "pareto" => Priority::Pareto);

/// One command.
#[derive(Clone)]
pub(super) enum Objective {
    Minimize(String, TermId),
    Maximize(String, TermId),
    Soft(String, TermId, Rational),
}

impl Objective {
    pub fn term(&mut self) -> &mut TermId {
        match self {
            Objective::Minimize(_, t) | Objective::Maximize(_, t) | Objective::Soft(_, t, _) => t,
        }
    }
}

/// Objectives, and the findings about them.
#[derive(Default)]
pub(super) struct Objectives {
    pub list: Vec<Objective>,
    /// Lines of `get-objectives` after the last check.
    pub values: Vec<String>,
    /// Formulas that exclude the points before, if there are several.
    pub points: Vec<TermId>,
}

impl Objectives {
    /// Forgets points: assertions or objectives have changed.
    pub fn change(&mut self) {
        self.points.clear();
    }

    /// The goals with their names; soft formulas by their names.
    pub fn goals(&self) -> Vec<(String, Goal)> {
        let mut goals: Vec<(String, Goal)> = Vec::new();
        for objective in &self.list {
            match objective {
                Objective::Minimize(text, t) => goals.push((text.clone(), Goal::Minimize(*t))),
                Objective::Maximize(text, t) => goals.push((text.clone(), Goal::Maximize(*t))),
                Objective::Soft(id, t, weight) => {
                    let soft = goals.iter_mut().find_map(|(name, goal)| match goal {
                        Goal::Soft(soft) if name == id => Some(soft),
                        Goal::Soft(_) | Goal::Minimize(_) | Goal::Maximize(_) => None,
                    });
                    match soft {
                        Some(soft) => soft.push((*t, weight.clone())),
                        None => goals.push((id.clone(), Goal::Soft(vec![(*t, weight.clone())]))),
                    }
                }
            }
        }
        goals
    }
}
