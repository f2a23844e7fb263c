//! The arguments of a command, taken one after the other.

use super::error::Failure;
use super::lexer::Kind;
use super::sexpr::{Children, Expr, Tree};
use super::sorts::numeral;
use crate::solver::term::is_reserved;

/// The remaining arguments of a command, behind its name.
#[derive(Clone)]
pub(crate) struct Arguments<'a> {
    pub tree: &'a Tree,
    name: &'a str,
    rest: Children<'a>,
}

impl<'a> Arguments<'a> {
    /// A command's name and its arguments.
    pub fn of_command(tree: &'a Tree) -> Result<(&'a str, Arguments<'a>), Failure> {
        let root = tree.root();
        let head = tree.children(root).next().ok_or_else(|| tree.expected("a command", root))?;
        let name = tree.symbol(head).ok_or_else(|| tree.expected("the name of a command", head))?;
        Ok((name, Arguments::new(tree, name)))
    }

    pub fn new(tree: &'a Tree, name: &'a str) -> Arguments<'a> {
        let mut rest = tree.children(tree.root());
        rest.next();
        Arguments { tree, name, rest }
    }

    /// An error about the whole command.
    pub fn failure(&self, message: impl Into<String>) -> Failure {
        self.tree.failure(self.tree.root(), message)
    }

    /// The command is legal but asks for a feature that is not supported; `what` names it in the plural.
    pub fn unsupported(&self, what: &str) -> Failure {
        Failure::unsupported(self.tree.position(self.tree.root()), what)
    }

    /// The next argument, if there is one.
    pub fn optional(&mut self) -> Option<Expr> {
        self.rest.next()
    }

    /// The next argument.
    pub fn next(&mut self, what: &str) -> Result<Expr, Failure> {
        let name = self.name;
        self.rest.next().ok_or_else(|| self.failure(format!("`{}` lacks {}", name, what)))
    }

    /// There must be no further argument.
    pub fn end(&mut self) -> Result<(), Failure> {
        match self.rest.next() {
            Some(e) => Err(self.tree.expected(&format!("the end of `{}`", self.name), e)),
            None => Ok(()),
        }
    }

    /// A name that the command introduces.
    pub fn name(&mut self) -> Result<(Expr, &'a str), Failure> {
        let e = self.next("a name")?;
        let tree = self.tree;
        let text = tree.symbol(e).ok_or_else(|| tree.expected("a name", e))?;
        if tree.kind(e) == Kind::Symbol && is_reserved(text) {
            return Err(tree.failure(e, format!("`{}` is a reserved word", text)));
        }
        Ok((e, text))
    }

    /// A keyword, with its colon.
    pub fn keyword(&mut self) -> Result<&'a str, Failure> {
        let e = self.next("a keyword")?;
        match self.tree.kind(e) {
            Kind::Keyword => Ok(self.tree.text(e)),
            _ => Err(self.tree.expected("a keyword", e)),
        }
    }

    /// A list.
    pub fn list(&mut self, what: &str) -> Result<Expr, Failure> {
        let e = self.next(what)?;
        if self.tree.is_list(e) {
            Ok(e)
        } else {
            Err(self.tree.expected(what, e))
        }
    }

    /// A string.
    pub fn string(&mut self) -> Result<&'a str, Failure> {
        let e = self.next("a string")?;
        match self.tree.kind(e) {
            Kind::Text => Ok(self.tree.text(e)),
            _ => Err(self.tree.expected("a string", e)),
        }
    }

    /// A numeral that may be left out.
    pub fn optional_numeral(&mut self, default: u32) -> Result<u32, Failure> {
        match self.rest.next() {
            Some(e) => numeral(self.tree, e),
            None => Ok(default),
        }
    }
}

/// A truth value; some scripts write them as numerals.
pub(crate) fn truth(tree: &Tree, e: Expr) -> Result<bool, Failure> {
    match (tree.kind(e), tree.text(e)) {
        (Kind::Symbol, "true") | (Kind::Numeral, "1") => Ok(true),
        (Kind::Symbol, "false") | (Kind::Numeral, "0") => Ok(false),
        _ => Err(tree.expected("true or false", e)),
    }
}
