//! Answers about models with irrational values, in z3's words: `(root-obj (+ (^ x 2) (- 2)) 1)` is the first root of
//! `x² - 2`.

use super::script::Interpreter;
use crate::input::smtlib::{Arguments, Failure};
use crate::solver::smt::{Answer, IrrationalModel};
use crate::solver::term::{quoted, Op, Sort, TermId, Value};
use crate::theories::nla::roots::Root;
use crate::theories::num::{Integer, Rational};
use std::fmt::Write;

impl Interpreter {
    /// The model of the last check, if it has irrational values.
    pub(super) fn irrational(&self) -> Option<&IrrationalModel> {
        self.solver.irrational_model().filter(|_| self.last.verdict == Some(Answer::Sat))
    }

    /// The values of terms in this model.
    pub(super) fn irrational_values(
        &self,
        arguments: &Arguments<'_>,
        model: &IrrationalModel,
        list: &[TermId],
    ) -> Result<Vec<String>, Failure> {
        let terms = &self.declared.terms;
        let text = |&t: &TermId| {
            let known = match terms.sort(t) {
                Sort::Bool => model.truth(terms, t).map(|truth| truth.to_string()),
                Sort::Real => model.root(terms, t).map(|root| root_text(&root)),
                sort if matches!(terms.op(t), Op::Symbol(_)) => {
                    Some(terms.value_text(&terms.default_value(sort), sort))
                }
                _ => None,
            };
            known.ok_or_else(|| {
                arguments.failure(format!(
                    "the model has irrational values, and none as a root of a polynomial for {}",
                    terms.text(t)
                ))
            })
        };
        list.iter().map(text).collect()
    }

    /// `(get-model)` for this model.
    pub(super) fn irrational_definitions(
        &self,
        arguments: &Arguments<'_>,
        model: &IrrationalModel,
    ) -> Result<String, Failure> {
        let constants: Vec<TermId> = self.declared.constants.iter().map(|c| c.1).collect();
        let values = self.irrational_values(arguments, model, &constants)?;
        let mut out = String::from("(\n");
        for (&(id, t), value) in self.declared.constants.iter().zip(values) {
            let (name, sort) = (quoted(self.declared.names.text(id)), self.declared.terms.sort(t));
            let _ =
                writeln!(out, "  (define-fun {} () {} {})", name, self.declared.terms.sort_text(sort), value);
        }
        out.push_str(")\n");
        Ok(out)
    }
}

fn root_text(root: &Root) -> String {
    if let [c, d] = &root.coefficients[..] {
        let value = &Rational::from(-c) / &Rational::from(d.clone());
        return Value::Number(value).text(Sort::Real);
    }
    let number = |c: &Integer| match c.is_negative() {
        true => format!("(- {})", -c),
        false => c.to_string(),
    };
    let part = |(i, c): (usize, &Integer)| {
        let power = match i {
            0 => return number(c),
            1 => "x".to_string(),
            _ => format!("(^ x {})", i),
        };
        if c.is_one() {
            power
        } else {
            format!("(* {} {})", number(c), power)
        }
    };
    let parts = root.coefficients.iter().enumerate().rev().filter(|(_, c)| !c.is_zero());
    let parts: Vec<String> = parts.map(part).collect();
    format!("(root-obj (+ {}) {})", parts.join(" "), root.index)
}
