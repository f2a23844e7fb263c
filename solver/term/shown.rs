//! Models as a person reads them: a line for each constant, and for each value of a function.

use super::eval::Model;
use super::print::quoted;
use super::store::{Op, Sort, Terms};
use super::value::Value;
use std::fmt;

/// A model with the names of its terms, from [`Model::display`].
#[derive(Debug)]
pub struct DisplayModel<'a> {
    model: &'a Model,
    terms: &'a Terms,
}

impl Model {
    /// The model as text, with the names and sorts of the store that it is about: `x = 3`, `(f 1) = 2`, `(/ 5 0) = 0`,
    /// each in a line. Names and values are written as in SMT-LIB. Where nothing is said, a constant or function has
    /// the default value of its sort.
    ///
    /// ```
    /// use indubit::solver::smt::{Answer, SmtOptions, Solver};
    /// use indubit::solver::term::{Notation, Sort, Terms};
    ///
    /// let mut terms = Terms::new();
    /// let n = Notation::new(&mut terms);
    /// let (x, y) = (n.declare("x", Sort::Int), n.declare("y", Sort::Int));
    /// let formula = ((x + y).eq(10) & (x - y).eq(4)).id();
    ///
    /// let mut solver = Solver::new(SmtOptions::default());
    /// solver.assert(&mut terms, formula);
    /// assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
    /// assert_eq!(solver.model(&terms).display(&terms).to_string(), "x = 7\ny = 3");
    /// ```
    pub fn display<'a>(&'a self, terms: &'a Terms) -> DisplayModel<'a> {
        DisplayModel { model: self, terms }
    }
}

impl DisplayModel<'_> {
    /// The lines.
    fn lines(&self) -> Vec<String> {
        let DisplayModel { model, terms } = *self;
        let text = |value: &Value, sort: Sort| terms.value_text(value, sort);
        let mut lines = Vec::new();
        for (symbol, value) in model.constants() {
            let sort = terms.sort(terms.symbol_term(symbol));
            lines.push(format!("{} = {}", quoted(terms.name(symbol)), text(value, sort)));
        }
        for function in model.functions() {
            let (sorts, result) = terms.function_sorts(function);
            for (arguments, value) in model.calls(function) {
                let arguments: Vec<String> =
                    arguments.iter().zip(sorts).map(|(argument, &sort)| text(argument, sort)).collect();
                let name = quoted(terms.function_name(function));
                lines.push(format!("({} {}) = {}", name, arguments.join(" "), text(value, result)));
            }
        }
        for selector in model.stray_selectors() {
            let of = terms.constructor_sort(terms.selector_constructor(selector));
            for (argument, value) in model.strays(selector) {
                let (name, result) = (quoted(terms.selector_name(selector)), terms.selector_sort(selector));
                lines.push(format!("({} {}) = {}", name, text(argument, of), text(value, result)));
            }
        }
        let by_zero = [
            (Op::DivByZero, "/", Sort::Real),
            (Op::IntDivByZero, "div", Sort::Int),
            (Op::IntModByZero, "mod", Sort::Int),
        ];
        for (op, name, sort) in by_zero {
            for (dividend, value) in model.by_zero(op) {
                let [dividend, value] =
                    [dividend, value].map(|number| text(&Value::Number(number.clone()), sort));
                lines.push(format!("({} {} 0) = {}", name, dividend, value));
            }
        }
        lines
    }
}

impl fmt::Display for DisplayModel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("\n"))
    }
}
