//! Assertions and the scopes that they go away with.

use super::script::{Interpreter, Last, Mark};
use crate::input::smtlib::{Arguments, Expr, Failure, Tree};

impl Interpreter {
    pub(super) fn push(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        for _ in 0..self.declared.push(arguments)? {
            self.scopes.push(Mark {
                named: self.named.len(),
                texts: self.texts.len(),
                written: self.written.len(),
                objectives: self.objectives.list.len(),
                incomplete: self.incomplete,
            });
            self.solver.push();
        }
        self.objectives.change();
        self.last = Last::default();
        Ok(())
    }

    pub(super) fn pop(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        for _ in 0..self.declared.pop(arguments)? {
            if let Some(mark) = self.scopes.pop() {
                self.forget(mark);
                self.solver.pop();
            }
        }
        self.last = Last::default();
        Ok(())
    }

    fn forget(&mut self, mark: Mark) {
        if !self.settings.global_declarations {
            self.incomplete = mark.incomplete;
        }
        self.named.truncate(mark.named);
        self.texts.truncate(mark.texts);
        self.written.truncate(mark.written);
        self.objectives.list.truncate(mark.objectives);
        self.objectives.change();
    }

    pub(super) fn reset_assertions(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        arguments.end()?;
        self.scopes.clear();
        self.forget(Mark { named: 0, texts: 0, written: 0, objectives: 0, incomplete: false });
        self.declared.clear();
        self.renew_solver();
        self.last = Last::default();
        Ok(())
    }

    /// `(assert term)`
    pub(super) fn assert(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let term = arguments.next("a term")?;
        arguments.end()?;
        let t = self.noted_formula(tree, term)?;
        if self.settings.produce_assertions {
            self.texts.push(tree.written(term));
        }
        self.objectives.change();
        self.last = Last::default();
        match outer_label(tree, term) {
            Some(name) if self.settings.produce_unsat_cores => {
                let id = self.declared.names.id(name);
                self.named.push((id, t));
            }
            _ => self.solver.assert(&mut self.declared.terms, t),
        }
        Ok(())
    }
}

/// The name that an annotation around the whole term gives to it.
fn outer_label(tree: &Tree, term: Expr) -> Option<&str> {
    let mut parts = tree.children(term);
    if !tree.is_word(parts.next()?, "!") {
        return None;
    }
    parts.next()?;
    while let Some(keyword) = parts.next() {
        if tree.text(keyword) == ":named" {
            return tree.symbol(parts.next()?);
        }
    }
    None
}
