//! Elimination of quantifiers, by cvc5's commands.
//!
//! `(get-qe (exists ((x S) ...) formula))` prints a formula without the bound constants that is equivalent,
//! `(get-qe-disjunct ...)` one that implies it: the disjunct that one model gives. For `forall` the dual is printed.
//! The body has no quantifiers; assertions play no part. Where functions, arrays or datatypes depend on a bound
//! constant there may be no such formula.

use super::script::Interpreter;
use crate::base::Limit;
use crate::input::smtlib::{Arguments, Failure};
use crate::solver::smt::{eliminate, project, Answer, Solver, UnknownReason};
use crate::solver::term::{Sort, SymbolId, TermId, Terms};
use std::fmt::Write;

fn not_eliminated(reason: UnknownReason) -> String {
    match reason {
        UnknownReason::Incomplete | UnknownReason::Limit(Limit::Incomplete) => {
            "not eliminated: no formula without quantifiers was found".to_string()
        }
        reason => format!("not eliminated: {}", reason),
    }
}

impl Interpreter {
    /// `(get-qe quantified)`
    pub(super) fn get_qe(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (universal, body, constants) = self.quantified(arguments)?;
        let budget = self.check_budget();
        let result = eliminate(&mut self.declared.terms, body, &constants, &budget)
            .map_err(|reason| arguments.failure(not_eliminated(reason)))?;
        self.print_quantified(universal, result);
        Ok(())
    }

    /// `(get-qe-disjunct quantified)`
    pub(super) fn get_qe_disjunct(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (universal, body, constants) = self.quantified(arguments)?;
        let mut solver = Solver::new(self.options.smt.clone());
        let budget = self.check_budget();
        solver.set_budget(budget.clone());
        solver.assert(&mut self.declared.terms, body);
        let result = match solver.check(&mut self.declared.terms, &[]) {
            Answer::Unsat => Terms::FALSE,
            Answer::Sat => {
                let model = solver.model(&self.declared.terms);
                let cube = project(&mut self.declared.terms, body, &constants, model, &budget)
                    .map_err(|limit| arguments.failure(not_eliminated(limit.into())))?;
                self.declared.terms.and(&cube)
            }
            Answer::Unknown(reason) => {
                return Err(arguments.failure(not_eliminated(reason)));
            }
        };
        self.print_quantified(universal, result);
        Ok(())
    }

    fn print_quantified(&mut self, universal: bool, result: TermId) {
        let result = if universal { self.declared.terms.not(result) } else { result };
        let text = self.declared.terms.text(result);
        let _ = writeln!(self.out, "{}", text);
    }

    /// Whether the quantifier is `forall`; the body, negated if so; and the bound constants.
    fn quantified(
        &mut self,
        arguments: &mut Arguments<'_>,
    ) -> Result<(bool, TermId, Vec<SymbolId>), Failure> {
        let tree = arguments.tree;
        self.without_floats(arguments, "eliminations of quantifiers")?;
        let whole = arguments.next("a quantified formula")?;
        arguments.end()?;
        let mut parts = tree.children(whole);
        let (word, list, body) = match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some(word), Some(list), Some(body), None) if tree.is_list(list) => (word, list, body),
            _ => return Err(tree.expected("`(exists ((name sort) ...) formula)`", whole)),
        };
        let universal = tree.is_word(word, "forall");
        if !universal && !tree.is_word(word, "exists") {
            return Err(tree.expected("`exists` or `forall`", word));
        }
        let bound = self.declared.parameters(tree, list)?;
        let body = self.declared.elaborator(tree, false).term_of_sort(body, Sort::Bool);
        self.declared.names.unbind(0);
        let body = body?;
        let constants = self.declared.terms.symbols_in(&bound);
        Ok((universal, if universal { self.declared.terms.not(body) } else { body }, constants))
    }
}
