//! Predicates and quantifiers where terms are made: the elaborator's part of [`occurrences`](super::occurrences).

use super::error::{Failure, Misuse};
use super::sexpr::Expr;
use super::tasks::Task;
use super::terms::{fitting, Elaborator};
use crate::solver::term::{Sort, TermId};

impl Elaborator<'_> {
    /// Binds the names of a quantifier to new constants; its body is evaluated next.
    pub(super) fn begin_quantifier(
        &mut self,
        e: Expr,
        list: Expr,
        universal: bool,
        tasks: &mut Vec<Task>,
    ) -> Result<(), Failure> {
        tasks.push(Task::Quantify { list: e, universal });
        self.bind_variables(e, list, universal, tasks).map(drop)
    }

    /// Binds the names of a `forall` in front of a formula, and notes the constants.
    pub(super) fn begin_universal(
        &mut self,
        e: Expr,
        list: Expr,
        tasks: &mut Vec<Task>,
    ) -> Result<(), Failure> {
        let constants = self.bind_variables(e, list, true, tasks)?;
        self.bound.iter_mut().for_each(|bound| bound.extend(&constants));
        Ok(())
    }

    /// Binds the names of a quantifier to new constants, which it gives; the body is evaluated next.
    fn bind_variables(
        &mut self,
        e: Expr,
        list: Expr,
        universal: bool,
        tasks: &mut Vec<Task>,
    ) -> Result<Vec<TermId>, Failure> {
        let tree = self.tree;
        let end = tree.after(e);
        let body = tree.after(list);
        if list == end || !tree.is_list(list) || body == end || tree.after(body) != end {
            let word = if universal { "forall" } else { "exists" };
            return Err(tree.failure(e, format!("expected `({} ((name sort) ...) formula)`", word)));
        }
        let before = self.names.bindings();
        let mut constants = Vec::new();
        for variable in tree.children(list) {
            let mut parts = tree.children(variable);
            let (name, sort) = match (parts.next(), parts.next(), parts.next()) {
                (Some(name), Some(sort), None) => (name, sort),
                _ => return Err(tree.expected("a variable `(name sort)`", variable)),
            };
            let text = tree.symbol(name).ok_or_else(|| tree.expected("a name", name))?;
            let sort = self.sort(sort)?;
            let id = self.names.id(text);
            if self.names.bound_since(id, before) {
                return Err(tree.failure(name, format!("`{}` is bound twice by this quantifier", text)));
            }
            let constant = self.terms.declare(text, sort);
            self.names.bind(id, constant);
            constants.push(constant);
        }
        tasks.push(Task::Unbind(before));
        tasks.push(Task::Evaluate(body));
        Ok(constants)
    }

    /// Puts the quantifier of this list in front of the last value.
    pub(super) fn quantify(
        &mut self,
        list: Expr,
        universal: bool,
        values: &mut [TermId],
    ) -> Result<(), Failure> {
        let position = self.tree.position(list);
        if let (Some(body), Some(occurrences)) = (values.last_mut(), self.occurrences.as_mut()) {
            let sort = self.terms.sort(*body);
            if sort != Sort::Bool {
                let message =
                    format!("expected a formula behind the variables, found a term of sort {}", sort);
                return Err(self.tree.failure(list, message));
            }
            *body = occurrences.quantified(self.terms, universal, *body, position);
        }
        Ok(())
    }

    /// Whether there are several terms, all of them integers.
    pub(super) fn are_integers(&self, args: &[TermId]) -> bool {
        args.len() > 1 && args.iter().all(|&t| self.terms.sort(t) == Sort::Int)
    }

    /// The product of integers, none of which need be a numeral.
    pub(super) fn product(&mut self, e: Expr, args: &[TermId]) -> TermId {
        let position = self.tree.position(e);
        let mut product = args[0];
        for &factor in &args[1..] {
            if let Some(occurrences) = self.occurrences.as_mut() {
                product = occurrences.product(self.terms, product, factor, position);
            }
        }
        product
    }

    /// A predicate applied to terms.
    pub(super) fn atom(&mut self, e: Expr, predicate: usize, args: &[TermId]) -> Result<TermId, Misuse> {
        let position = self.tree.position(e);
        match self.occurrences.as_mut() {
            Some(occurrences) => {
                let args = fitting(self.terms, occurrences.places(predicate), args)?;
                Ok(occurrences.atom(self.terms, predicate, args, position))
            }
            None => Err(Misuse::new("predicates cannot stand here")),
        }
    }
}
