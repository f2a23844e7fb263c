//! Models as text: definitions that another solver can read.
//!
//! An element of a declared sort `S` is a constant `S!val!0`, `S!val!1` and so on, which is declared before it is used;
//! elements of different names are different. A function is a chain of conditionals over its arguments `x!0`, `x!1`
//! and so on.

use super::script::Interpreter;
use crate::base::Limit;
use crate::input::smtlib::{Arguments, Failure};
use crate::solver::smt::Answer;
use crate::solver::term::{quoted, FunctionId, Model, Op, Sort, SortId, TermId, Terms, Value};
use crate::theories::num::Rational;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Constants and functions that are printed between two looks at the budget.
const PERIOD: usize = 4096;

/// A model that is being written.
struct ModelText<'a> {
    terms: &'a Terms,
    model: &'a Model,
    out: String,
    /// The elements of declared sorts that occur in it.
    elements: BTreeSet<(SortId, u32)>,
    /// The names of functions that the script has not declared.
    others: BTreeSet<String>,
}

impl Interpreter {
    /// `(get-model)`. The values chosen for division by zero are printed as functions `/0`, `div0` and `mod0` of the
    /// dividend, those of a selector `s` for values that another constructor made as a function `s.else`.
    pub(super) fn get_model(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        arguments.end()?;
        if let Some(model) = self.irrational() {
            let text = self.irrational_definitions(arguments, model)?;
            self.out.push_str(&text);
            return Ok(());
        }
        if let Some(text) = self.few_definitions() {
            self.out.push_str(&text);
            return Ok(());
        }
        self.require(arguments, Answer::Sat)?;
        let terms = &self.declared.terms;
        let model = self.solver.model(terms);
        let (out, elements, others) = (String::new(), BTreeSet::new(), BTreeSet::new());
        let mut text = ModelText { terms, model, out, elements, others };
        let ended = |done: usize| {
            let end = if done % PERIOD == 0 { self.options.budget.check().err() } else { None };
            end.filter(|end| matches!(end, Limit::Time | Limit::Cancelled))
                .map_or(Ok(()), |end| Err(arguments.failure(format!("{} while printing the model", end))))
        };
        for (i, &(id, t)) in self.declared.constants.iter().enumerate() {
            ended(i + 1)?;
            text.constant(self.declared.names.text(id), t);
        }
        for (i, &(id, function)) in self.declared.functions.iter().enumerate() {
            ended(i + 1)?;
            text.function(self.declared.names.text(id), function);
        }
        text.divisions();
        for selector in model.stray_selectors() {
            let mut name = format!("{}.else", terms.selector_name(selector));
            while self.declared.names.is_used(&name) || !text.others.insert(name.clone()) {
                name.push('!');
            }
            let of = terms.constructor_sort(terms.selector_constructor(selector));
            let strays = model.strays(selector).into_iter();
            let calls = strays.map(|(of, value)| (std::slice::from_ref(of), value)).collect();
            text.define(&name, &[of], terms.selector_sort(selector), calls);
        }
        let (elements, definitions) = (text.declarations(), text.out);
        let _ = write!(self.out, "(\n{}{})\n", elements, definitions);
        Ok(())
    }

    /// `(eval term)`, a command of z3: the value of one term alone.
    pub(super) fn eval(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let e = arguments.next("a term")?;
        arguments.end()?;
        self.require(arguments, Answer::Sat)?;
        let t = self.declared.elaborator(arguments.tree, false).term(e)?;
        let terms = &self.declared.terms;
        let value = self.solver.model(terms).evaluate(terms, t);
        let _ = writeln!(self.out, "{}", terms.value_text(&value, terms.sort(t)));
        Ok(())
    }

    /// `(simplify term)`, a command of z3. Terms are simplified when they are made.
    pub(super) fn simplify(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let e = arguments.next("a term")?;
        arguments.end()?;
        let t = self.declared.elaborator(arguments.tree, false).term(e)?;
        let _ = writeln!(self.out, "{}", self.declared.terms.text(t));
        Ok(())
    }
}

impl ModelText<'_> {
    fn constant(&mut self, name: &str, t: TermId) {
        let sort = self.terms.sort(t);
        let value = match self.terms.op(t) {
            Op::Symbol(symbol) => self.model.get(symbol).cloned(),
            _ => None,
        };
        let value = value.unwrap_or_else(|| self.terms.default_value(sort));
        let value = self.value(&value, sort);
        let sort = self.terms.sort_text(sort);
        let _ = writeln!(self.out, "  (define-fun {} () {} {})", quoted(name), sort, value);
    }

    /// A function: its values where they are not the default value of their sort.
    fn function(&mut self, name: &str, function: FunctionId) {
        let (sorts, result) = self.terms.function_sorts(function);
        self.define(name, sorts, result, self.model.calls(function));
    }

    fn define(&mut self, name: &str, sorts: &[Sort], result: Sort, calls: Vec<(&[Value], &Value)>) {
        let default = self.terms.default_value(result);
        let mut body = String::new();
        let mut cases = 0;
        for (arguments, value) in calls {
            if *value == default {
                continue;
            }
            let mut equations = Vec::with_capacity(sorts.len());
            for (i, (argument, &sort)) in arguments.iter().zip(sorts).enumerate() {
                equations.push(format!("(= x!{} {})", i, self.value(argument, sort)));
            }
            let condition = match &equations[..] {
                [only] => only.clone(),
                several => format!("(and {})", several.join(" ")),
            };
            let value = self.value(value, result);
            let _ = write!(body, "(ite {} {} ", condition, value);
            cases += 1;
        }
        body.push_str(&self.value(&default, result));
        body.push_str(&")".repeat(cases));
        let parameters = sorts.iter().enumerate();
        let parameters: Vec<String> =
            parameters.map(|(i, &sort)| format!("(x!{} {})", i, self.terms.sort_text(sort))).collect();
        let (parameters, result) = (parameters.join(" "), self.terms.sort_text(result));
        let _ = writeln!(self.out, "  (define-fun {} ({}) {} {})", quoted(name), parameters, result, body);
    }

    fn divisions(&mut self) {
        let by_zero = [
            (Op::DivByZero, "/0", Sort::Real),
            (Op::IntDivByZero, "div0", Sort::Int),
            (Op::IntModByZero, "mod0", Sort::Int),
        ];
        for (op, name, sort) in by_zero {
            let choices = self.model.by_zero(op);
            if choices.is_empty() {
                continue;
            }
            let text = |n: &Rational| Value::Number(n.clone()).text(sort);
            let mut body = text(&Rational::ZERO);
            for (dividend, value) in choices.into_iter().rev() {
                body = format!("(ite (= x {}) {} {})", text(dividend), text(value), body);
            }
            let _ = writeln!(self.out, "  (define-fun {} ((x {})) {} {})", name, sort, sort, body);
        }
    }

    /// A value as text, whose elements are noted.
    fn value(&mut self, value: &Value, sort: Sort) -> String {
        let mut open = vec![(value, sort)];
        while let Some((value, sort)) = open.pop() {
            match (value, sort) {
                (Value::Element(number), Sort::Declared(sort)) => {
                    self.elements.insert((sort, *number));
                }
                (Value::Array(array), _) => {
                    if let Some((index, element)) = self.terms.array_parts(sort) {
                        open.push((array.others(), element));
                        open.extend(array.entries().iter().flat_map(|(i, e)| [(i, index), (e, element)]));
                    }
                }
                (Value::Data(_), _) => {
                    let (constructor, fields) = value.data_parts();
                    let selectors = self.terms.selectors(constructor);
                    open.extend(fields.iter().zip(selectors.map(|s| self.terms.selector_sort(s))));
                }
                (Value::Bool(_) | Value::Number(_) | Value::Bits(_) | Value::Element(_), _) => {}
            }
        }
        self.terms.value_text(value, sort)
    }

    /// The declarations of the elements.
    fn declarations(&self) -> String {
        let mut out = String::new();
        for &(sort, number) in &self.elements {
            let name = quoted(&self.terms.element_name(sort, number));
            let sort = self.terms.sort_text(Sort::Declared(sort));
            let _ = writeln!(out, "  (declare-fun {} () {})", name, sort);
        }
        out
    }
}
