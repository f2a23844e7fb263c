//! A script whose commands declare and define, and whose message is in the attributes of its terms.

use super::arguments::Arguments;
use super::attributes::{Attribute, Attributes};
use super::declarations::Declarations;
use super::error::{Failure, Position};
use super::sexpr::{Expr, Reader, Tree};
use crate::base::Budget;
use crate::input::ParseError;
use crate::solver::term::{TermId, Terms};

/// The declarations of a script and the attributes in it.
pub(in crate::input) struct Annotated {
    pub terms: Terms,
    /// The declared constants, in order; those that only attributes mention come last.
    pub constants: Vec<TermId>,
    /// In the order of the text.
    pub attributes: Vec<Attribute>,
    /// The place behind the last command.
    pub end: Position,
}

/// Reads a script of declarations, definitions and annotated assertions, and collects attributes with these keywords.
/// The argument of the attribute `promising` need not be declared; it is a constant of the annotated term's sort.
pub(in crate::input) fn read_annotated(
    script: &[u8],
    keywords: &'static [&'static str],
    promising: &'static str,
    budget: &Budget,
) -> Result<Annotated, ParseError> {
    let mut declared = Declarations::of_model_with_functions(budget);
    declared.attributes = Some(Attributes::new(keywords, promising));
    let mut reader = Reader::new(script);
    let mut tree = Tree::default();
    // Reading from memory cannot fail.
    while let Ok(Some(read)) = reader.read(&mut tree) {
        read.and_then(|()| declared.declare_or_annotate(&tree)).map_err(refused)?;
        declared.book(&tree);
        if declared.exited {
            break;
        }
    }
    let mut attributes = Vec::new();
    if let Some(collected) = &mut declared.attributes {
        attributes = collected.finish(&mut declared.terms, &mut declared.names);
    }
    declared.keep_labels();
    Ok(Annotated {
        constants: declared.constants.iter().map(|&(_, t)| t).collect(),
        attributes,
        end: reader.position(),
        terms: declared.terms,
    })
}

/// The error that a failure is for the caller.
pub(super) fn refused(failure: Failure) -> ParseError {
    let place = failure.position;
    ParseError::at_line(place.line as usize, place.column as usize, failure.message).of_limit(failure.limit)
}

impl Declarations {
    fn declare_or_annotate(&mut self, tree: &Tree) -> Result<(), Failure> {
        let head = tree.children(tree.root()).next();
        match head.and_then(|head| tree.symbol(head)) {
            None
            | Some(
                "set-logic" | "set-info" | "declare-const" | "declare-fun" | "declare-sort"
                | "declare-datatype" | "declare-datatypes" | "define-const" | "define-fun" | "define-fun-rec"
                | "define-funs-rec" | "define-sort" | "exit",
            ) => self.command(tree),
            Some("assert") => self.annotate(tree),
            // Options are about answers, and this script has none.
            Some("set-option") => Ok(()),
            Some(name) => {
                let message = format!(
                    "expected a declaration, a definition or an annotated assertion, found `{}`; \
                     take this command out",
                    name
                );
                Err(tree.failure(tree.root(), message))
            }
        }
    }

    /// Reads an assertion, which asserts nothing but may contain attributes.
    fn annotate(&mut self, tree: &Tree) -> Result<(), Failure> {
        let mut arguments = Arguments::new(tree, "assert");
        let term = arguments.next("a term")?;
        arguments.end()?;
        let t = self.formula(tree, term)?;
        if t == Terms::TRUE || is_annotated(tree, term) {
            return Ok(());
        }
        let message = "an assertion without annotation has no meaning here; \
                       write `(assert (! term :trans true))` if it restricts steps, or take it out";
        Err(tree.failure(term, message))
    }
}

fn is_annotated(tree: &Tree, term: Expr) -> bool {
    tree.children(term).next().map_or(false, |head| tree.is_word(head, "!"))
}
