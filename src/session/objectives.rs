//! Objectives: `minimize`, `maximize`, `assert-soft`, `get-objectives`, as z3 has them.
//!
//! A check with objectives answers `sat` with a best model. Objectives belong to the scope in which they were made.
//! Soft formulas with one `:id` are one objective, at the place of the first one. The option `:opt.priority` chooses
//! between `lex`, the order of the script; `box`, each objective for itself; and `pareto`: each check has a model that
//! no other one dominates and that no check before had, and `unsat` says that there are no more. The lexicographic
//! optimum of the models that no point found so far dominates is such a model: one that dominated it would not be
//! dominated either, and come before it.
//!
//! Under the flag of checked refutations the answer `sat` says, too, that there is a checked proof for each optimum:
//! the assertions have no better model.

use super::goals::{Objective, Priority};
use super::script::{Interpreter, Last};
use crate::input::smtlib::{Arguments, Failure, Kind};
use crate::solver::optimise::{better, claims, optimise, Best, Goal, Optimum, Order};
use crate::solver::smt::{Answer, UnknownReason};
use crate::solver::term::{quoted, Sort, TermId, Value};
use crate::theories::num::Rational;
use std::fmt::Write;

impl Interpreter {
    /// `(minimize term)` and `(maximize term)`
    pub(super) fn optimise_term(
        &mut self,
        arguments: &mut Arguments<'_>,
        least: bool,
    ) -> Result<(), Failure> {
        let tree = arguments.tree;
        let e = arguments.next("a term")?;
        arguments.end()?;
        let t = self.declared.elaborator(tree, true).term(e)?;
        let sort = self.declared.terms.sort(t);
        let is_goal = matches!(sort, Sort::Int | Sort::Real | Sort::BitVec(_));
        if !is_goal {
            let expected = "a number or a word, found a term of sort";
            return Err(
                tree.failure(e, format!("expected {} {}", expected, self.declared.terms.sort_text(sort)))
            );
        }
        let text = tree.written(e);
        self.declared.keep_labels();
        let objective = if least { Objective::Minimize(text, t) } else { Objective::Maximize(text, t) };
        self.add_objective(objective);
        Ok(())
    }

    /// `(assert-soft term [:weight number] [:id name])`
    pub(super) fn assert_soft(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let e = arguments.next("a term")?;
        let (mut weight, mut id) = (Rational::from(1), String::new());
        while let Some(keyword) = arguments.optional() {
            match (tree.kind(keyword), tree.text(keyword)) {
                (Kind::Keyword, ":weight") => {
                    let e = arguments.next("the weight")?;
                    let text = tree.written(e);
                    weight = weight_of(&text).ok_or_else(|| tree.expected("a numeral or a decimal", e))?;
                }
                (Kind::Keyword, ":id") => {
                    let e = arguments.next("the name")?;
                    id = tree.symbol(e).ok_or_else(|| tree.expected("a name", e))?.to_string();
                }
                _ => return Err(tree.expected("`:weight` or `:id`", keyword)),
            }
        }
        let t = self.declared.elaborator(tree, true).term_of_sort(e, Sort::Bool)?;
        self.declared.keep_labels();
        self.add_objective(Objective::Soft(id, t, weight));
        Ok(())
    }

    fn add_objective(&mut self, objective: Objective) {
        self.last = Last::default();
        self.objectives.change();
        self.objectives.list.push(objective);
    }

    /// `(get-objectives)`
    pub(super) fn get_objectives(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        arguments.end()?;
        self.require(arguments, Answer::Sat)?;
        let lines: String = self.objectives.values.iter().map(|line| format!(" {}\n", line)).collect();
        let _ = write!(self.out, "(objectives\n{})\n", lines);
        Ok(())
    }

    /// The answer to a check, with a best model if there are objectives.
    pub(super) fn decide(&mut self, formulas: &[TermId]) -> Answer {
        self.objectives.values.clear();
        if self.objectives.list.is_empty() {
            return self.solver.check(&mut self.declared.terms, formulas);
        }
        let goals = self.objectives.goals();
        let given = [formulas, &self.objectives.points].concat();
        match self.best(&given, &goals) {
            Ok(Some(best)) => self.take_best(&given, &goals, best),
            Ok(None) => self.solver.check(&mut self.declared.terms, &given),
            Err(reason) => Answer::Unknown(reason),
        }
    }

    /// The optima as the search has them.
    pub(super) fn best(
        &mut self,
        given: &[TermId],
        goals: &[(String, Goal)],
    ) -> Result<Option<Best>, UnknownReason> {
        let (goals, order) = (only(goals), self.order());
        self.solver.push();
        given.iter().for_each(|&t| self.solver.assert(&mut self.declared.terms, t));
        let best = optimise(&mut self.solver, &mut self.declared.terms, &goals, order);
        self.solver.pop();
        best
    }

    fn order(&self) -> Order {
        match self.settings.priority {
            Priority::Box => Order::Box,
            Priority::Lexicographic | Priority::Pareto => Order::Lexicographic,
        }
    }

    /// Checks each optimum: there is a model with it, unless the one best model shows that, and a proof that there is
    /// no better one, if refutations are to be checked.
    fn confirm(&mut self, given: &[TermId], goals: &[Goal], optima: &[Optimum]) -> Result<(), UnknownReason> {
        let order = self.order();
        let claims = claims(&mut self.declared.terms, goals, optima, order);
        for (claim, optimum) in claims.ok_or(UnknownReason::ModelRefused)?.iter().zip(optima) {
            if order == Order::Box || !matches!(optimum, Optimum::Value(_)) {
                let formulas = [given, &claim.reached].concat();
                let is_reached = self.solver.check(&mut self.declared.terms, &formulas).decided()?;
                if !is_reached {
                    return Err(UnknownReason::ModelRefused);
                }
            }
            if let (Some(better), true) = (&claim.better, self.options.check_refutations) {
                let _proof = self.proof_of(&[self.solver.assertions(), given, better].concat())?;
            }
        }
        Ok(())
    }

    /// Checks the optima, finds a best model again, and checks that it has them.
    pub(super) fn take_best(&mut self, given: &[TermId], goals: &[(String, Goal)], best: Best) -> Answer {
        if let Err(reason) = self.confirm(given, &only(goals), &best.optima) {
            return Answer::Unknown(reason);
        }
        let formulas = [given, &best.commitments].concat();
        let answer = self.solver.check(&mut self.declared.terms, &formulas);
        match answer {
            Answer::Sat => {}
            Answer::Unsat => return Answer::Unknown(UnknownReason::ModelRefused),
            Answer::Unknown(reason) => return Answer::Unknown(reason),
        }
        let terms = &self.declared.terms;
        let model = self.solver.model(terms).clone();
        let is_one = self.settings.priority != Priority::Box;
        for ((_, goal), optimum) in goals.iter().zip(&best.optima) {
            let reached = match goal {
                Goal::Minimize(t) | Goal::Maximize(t) => model.evaluate(terms, *t),
                Goal::Soft(soft) => {
                    let violated = soft.iter().filter(|(t, _)| !model.evaluate(terms, *t).is_true());
                    Value::Number(violated.fold(Rational::ZERO, |sum, (_, weight)| sum + weight))
                }
            };
            if is_one && matches!(optimum, Optimum::Value(value) if *value != reached) {
                return Answer::Unknown(UnknownReason::ModelRefused);
            }
        }
        if self.settings.priority == Priority::Pareto {
            match self.other_point(goals, &best.optima) {
                Some(point) => self.objectives.points.push(point),
                None => return Answer::Unknown(UnknownReason::Incomplete),
            }
        }
        let lines = goals.iter().zip(&best.optima).map(|((name, goal), optimum)| {
            let is_soft = matches!(goal, Goal::Soft(_));
            let name = if is_soft && !name.is_empty() { quoted(name) } else { name.clone() };
            format!("({} {})", name, optimum_text(optimum, matches!(goal, Goal::Minimize(_))))
        });
        self.objectives.values = lines.collect();
        Answer::Sat
    }

    /// That some objective is better than at this point; `None` if the point is not reached.
    fn other_point(&mut self, goals: &[(String, Goal)], optima: &[Optimum]) -> Option<TermId> {
        let mut parts = Vec::new();
        let terms = &mut self.declared.terms;
        for ((_, goal), optimum) in goals.iter().zip(optima) {
            match optimum {
                Optimum::Value(value) => parts.push(better(terms, goal, value)?),
                Optimum::Above(_) | Optimum::Below(_) | Optimum::Unbounded => return None,
            }
        }
        Some(terms.or(&parts))
    }
}

/// Goals without their names.
fn only(goals: &[(String, Goal)]) -> Vec<Goal> {
    goals.iter().map(|(_, goal)| goal.clone()).collect()
}

/// A weight as it is written: a numeral, a decimal, or a fraction, perhaps with a minus.
fn weight_of(text: &str) -> Option<Rational> {
    let (text, negative) = match text.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => match text.strip_prefix("(- ").and_then(|rest| rest.strip_suffix(')')) {
            Some(rest) => (rest, true),
            None => (text, false),
        },
    };
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let are_digits = |digits: &str| digits.bytes().all(|b| b.is_ascii_digit());
    if whole.is_empty() || !are_digits(whole) || !are_digits(part) {
        return None;
    }
    let digits: Rational = format!("{}{}", whole, part).parse().ok()?;
    let weight = digits * Rational::from(10).pow(-i32::try_from(part.len()).ok()?);
    Some(if negative { -weight } else { weight })
}

/// An optimum in z3's words.
fn optimum_text(optimum: &Optimum, least: bool) -> String {
    match optimum {
        Optimum::Value(Value::Number(number)) => number_text(number, false),
        Optimum::Value(Value::Bits(bits)) => bits.to_integer().to_string(),
        Optimum::Value(value) => format!("{:?}", value),
        Optimum::Above(number) => format!("(+ {} epsilon)", number_text(number, true)),
        Optimum::Below(number) => format!("(+ {} (* (- 1.0) epsilon))", number_text(number, true)),
        Optimum::Unbounded => if least { "(* (- 1) oo)" } else { "oo" }.to_string(),
    }
}

/// A number; an integer as a real has a point.
fn number_text(number: &Rational, as_real: bool) -> String {
    let magnitude = number.abs();
    let text = match magnitude.to_integer() {
        Some(integer) if as_real => format!("{}.0", integer),
        Some(integer) => integer.to_string(),
        None => format!("(/ {}.0 {}.0)", magnitude.numerator(), magnitude.denominator()),
    };
    if number.is_negative() {
        format!("(- {})", text)
    } else {
        text
    }
}
