//! Reads the text of one definition of the library with the lexer, the parser and the checker of the program.

use super::super::arch::{COptions, FloatEvaluation};
use super::super::check::Checker;
use super::super::diagnostic::Diagnostics;
use super::super::lex::{self, Tables};
use super::super::parse::Parser;
use super::super::source::{Pos, SourceText};
use super::super::syntax::Program;
use super::super::token::Literals;
use crate::base::Budget;

/// Reads a definition, and returns whether there was no error. Its first byte has the place `place`, and none has a
/// place more than `length` bytes further.
pub(super) fn read<'s>(
    mut checker: Checker<'s>,
    text: &str,
    length: usize,
    macros: &str,
    place: usize,
    budget: &Budget,
) -> (Checker<'s>, bool) {
    let fresh = checker.diagnostics.fresh();
    let diagnostics = std::mem::replace(&mut checker.diagnostics, fresh);
    let mut literals = Literals::default();
    literals.texts = std::mem::take(&mut checker.program.texts);
    let text = format!("{}{}", macros, text);
    let source = SourceText::new(text.as_bytes());
    let mut dropped = Diagnostics::new(&source);
    let Program { names, types, .. } = &mut checker.program;
    // The bodies are written for operators that round to their own type.
    let options = COptions { evaluation: FloatEvaluation::OwnType, ..types.options() };
    let tables = Tables { names, literals: &mut literals, diagnostics: &mut dropped, options };
    let mut tokens = lex::preprocess(&source, 0..text.len(), tables, budget);
    for token in &mut tokens {
        token.pos = Pos::new(place + token.pos.offset().saturating_sub(macros.len()).min(length));
    }
    checker.program.texts = std::mem::take(&mut literals.texts);
    let mut parser = Parser::new(tokens, literals, checker, budget);
    parser.file(true);
    let mut checker = parser.checker;
    let own = std::mem::replace(&mut checker.diagnostics, diagnostics);
    (checker, own.finish().is_ok())
}
