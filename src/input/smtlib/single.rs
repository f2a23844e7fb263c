//! Terms that are read one by one, for programs that build a model in memory.
//!
//! A [`TermReader`] has a store of terms and the names that were declared in it. A text is one term in SMT-LIB's words,
//! with these names; or an operator is applied to terms that are there already, so that a program needs no text for
//! what it has. Sorts are checked as in a script. Bound variables of a `let` aside, nothing is defined here.

use super::arguments::Arguments;
use super::declarations::Declarations;
use super::error::{Failure, Position};
use super::sexpr::{Expr, Reader, Tree};
use crate::base::Budget;
use crate::input::ParseError;
use crate::solver::term::{Sort, TermId, Terms};

/// Reads terms one by one.
///
/// ```
/// use indubit::input::smtlib::TermReader;
///
/// let mut reader = TermReader::default();
/// let x = reader.declare("x", "Int")?;
/// let sum = reader.term("(+ x 1)")?;
/// let less = reader.apply("<", &[x, sum])?;
/// assert_eq!(reader.terms().text(sum), "(+ x 1)");
/// assert_eq!(reader.terms().text(less), "true");
/// assert!(reader.term("(+ x").is_err() && reader.apply("bvadd", &[x, sum]).is_err());
/// # Ok::<(), indubit::input::ParseError>(())
/// ```
pub struct TermReader {
    declared: Declarations,
}

/// Prints the number of terms only.
impl std::fmt::Debug for TermReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TermReader").field("terms", &self.declared.terms.len()).finish()
    }
}

impl Default for TermReader {
    fn default() -> TermReader {
        TermReader { declared: Declarations::of_model(&Budget::unlimited()) }
    }
}

impl TermReader {
    /// The store of all terms.
    pub fn terms(&self) -> &Terms {
        &self.declared.terms
    }

    /// Declares a constant of a sort, which is a text such as `(_ BitVec 8)`.
    ///
    /// # Errors
    ///
    /// If the name is taken or none, or the text is no sort. The place is one in the text of the sort.
    pub fn declare(&mut self, name: &str, sort: &str) -> Result<TermId, ParseError> {
        if name.is_empty() || name.contains(&['|', '\\', '\n'][..]) {
            return Err(ParseError::at_line(1, 1, format!("`{}` is no name of a constant", name)));
        }
        let declared = &mut self.declared;
        only(&format!("(declare-const |{}|\n{}\n)", name, sort), |tree| declared.command(tree))?;
        match self.declared.constants.last() {
            Some(&(_, constant)) => Ok(constant),
            None => Err(ParseError::at_line(1, 1, "no constant was declared")),
        }
    }

    /// Reads a sort.
    ///
    /// # Errors
    ///
    /// If the text is not one sort.
    pub fn sort(&mut self, text: &str) -> Result<Sort, ParseError> {
        let declared = &mut self.declared;
        only(&format!("(sort\n{}\n)", text), |tree| declared.sort(tree, argument(tree, "a sort")?))
    }

    /// Reads a term.
    ///
    /// # Errors
    ///
    /// If the text is not one term over the declared constants. The place is one in the text.
    pub fn term(&mut self, text: &str) -> Result<TermId, ParseError> {
        let declared = &mut self.declared;
        only(&format!("(term\n{}\n)", text), |tree| {
            let term = argument(tree, "a term")?;
            declared.elaborator(tree, false).term(term)
        })
    }

    /// Applies an operator, which is a text such as `bvadd` or `(_ extract 7 0)`.
    ///
    /// # Errors
    ///
    /// If there is no such operator, or it does not take these terms.
    ///
    /// # Panics
    ///
    /// If a term is not in the store.
    pub fn apply(&mut self, operator: &str, arguments: &[TermId]) -> Result<TermId, ParseError> {
        let before = self.declared.names.bindings();
        let mut text = format!("({}", operator);
        for (place, &argument) in arguments.iter().enumerate() {
            assert!(argument.index() < self.declared.terms.len(), "a term of this store");
            let name = format!(".argument-{}", place);
            let id = self.declared.names.id(&name);
            self.declared.names.bind(id, argument);
            text.push_str(&format!(" {}", name));
        }
        text.push(')');
        let applied = self.term(&text);
        self.declared.names.unbind(before);
        applied
    }
}

/// The only argument of a command.
fn argument(tree: &Tree, what: &str) -> Result<Expr, Failure> {
    let (_, mut arguments) = Arguments::of_command(tree)?;
    let found = arguments.next(what)?;
    arguments.end()?;
    Ok(found)
}

/// Carries out a command whose second line is the text of a caller, which must not end the command.
fn only<R>(command: &str, work: impl FnOnce(&Tree) -> Result<R, Failure>) -> Result<R, ParseError> {
    let mut reader = Reader::new(command.as_bytes());
    let (mut tree, mut rest) = (Tree::default(), Tree::default());
    let placed = |failure: Failure| {
        let Position { line, column } = failure.position;
        // The first line is not the caller's, nor is the last one, at which a list of the caller may end.
        if line as usize >= command.lines().count() {
            return ParseError::at_line(1, 1, "a list in this text is not closed");
        }
        let line = line.max(2) - 1;
        ParseError::at_line(line as usize, column as usize, failure.message).of_limit(failure.limit)
    };
    // Reading from memory cannot fail.
    match reader.read(&mut tree) {
        Ok(Some(Ok(()))) => {}
        Ok(Some(Err(failure))) => return Err(placed(failure)),
        Ok(None) | Err(_) => return Err(ParseError::at_line(1, 1, "expected a term")),
    }
    match reader.read(&mut rest) {
        Ok(None) => work(&tree).map_err(placed),
        Ok(Some(_)) | Err(_) => Err(ParseError::at_line(1, 1, "expected one term, found more")),
    }
}
