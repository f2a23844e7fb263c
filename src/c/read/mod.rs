//! Reads C programs: from the bytes of a file to a typed tree.
//!
//! [`read`] takes one preprocessed file, or one that includes only standard headers and defines simple macros, and
//! returns a [`Program`]: types, objects and functions with their statements and expressions, every name resolved,
//! every conversion explicit, every place known by line and column of the file as it is. The language is C11 with the
//! habits of programs for verifiers: functions without declaration, `main()` without type, GNU attributes.
//!
//! Read the folders in the order of the work. The lexer and the preprocessor (`lex/`) make tokens. The parser
//! (`parse/`) reads them and calls the checker (`check/`) whenever the operands of a construct are complete; the
//! checker resolves names, converts values, and adds nodes to the tree (`syntax/`). So there is one pass, and no walk
//! over a tree that could be deep. At the end, functions of the C library that the program calls and does not define
//! get their bodies (`library/`).
//!
//! # What is not understood
//!
//! A construct that has no meaning here, such as an assembler statement that jumps, becomes an expression of its own
//! ([`ExprKind::Unsupported`]). No proof and no run gets past such an expression, but a program with one in a function
//! that is never called is accepted. Two kinds of constructs are refused by name, with their place: errors of C, and
//! constructs that would change the meaning of other places, such as the attribute `cleanup`. Some programs are
//! accepted although a compiler would complain: assignments to `const` objects, and types that differ in qualifiers
//! only.
//!
//! A read of a volatile integer gives an arbitrary value ([`ExprKind::Volatile`]). Reads of volatile objects of other
//! types are not understood, nor are pointers that forget `volatile`.

pub(in crate::c) mod arch;
mod bundle;
mod check;
pub(in crate::c) mod checks;
mod contracts;
mod demands;
mod diagnostic;
pub(in crate::c) mod errors;
mod expression;
pub(in crate::c) mod floats;
mod keywords;
mod layout;
mod lex;
pub(in crate::c) mod library;
mod names;
pub(in crate::c) mod operators;
mod packs;
mod parse;
pub(in crate::c) mod property;
mod qualifiers;
pub(in crate::c) mod source;
pub(in crate::c) mod syntax;
mod token;
pub(in crate::c) mod types;
mod types_text;

pub use arch::{Arch, COptions, FloatEvaluation, FloatingKind, IntegerKind, Volatile};
pub use bundle::{bundle, Find, Header, MOST_BYTES};
pub use checks::{Check, CheckRow, Checks, CHECKS};
pub use contracts::{Contracted, Contracts, LoopContracts, PointerArguments, UseContracts};
pub use errors::{kinds, ErrorRow, ERRORS, WEAKNESSES};
pub use expression::Expressions;
pub(in crate::c) use lex::declaring;
pub(crate) use library::{is_standard as is_library_function, PRINT};
pub use names::{NameId, Names};
pub use property::{Ask, AskKind, Assertion, Externs, Failure, Property};
pub(in crate::c) use property::{
    ASSERTIONS, ASSUME_IN_RUNS, ASSUMPTIONS, EXITS, INDEX, LOOP_BACK, LOOP_HEAD, RENEW, UNFREED,
};
pub use source::{Lines, Pos};
pub(in crate::c) use syntax::Sites;
pub use syntax::*;
pub use token::Text;
pub use types::{
    BitRange, EnumId, Enumeration, Field, FunctionType, FunctionTypeId, Opaque, Prototype, Record, RecordId,
    Type, TypeId, Types,
};

use crate::base::Budget;
use crate::input::Diagnostic;
use check::{Apart, Checker};
use diagnostic::Diagnostics;
use lex::Tables;
use library::Library;
use parse::Parser;
use property::OWN;
use source::SourceText;
use std::ops::Range;
use token::{Literals, Token};

/// The most tags of several files that mean different structures.
const MOST_APART: usize = 256;

/// Reads a program.
///
/// ```
/// use indubit::{base::Budget, c};
///
/// let text = b"int main() {\n  int x = 1\n  return y;\n}\n";
/// let errors = c::read(text, &Default::default(), &Budget::unlimited()).unwrap_err();
/// assert_eq!(errors[0].to_string(), "\
/// line 3, column 3: expected `;`, `,` or `=` in this declaration, found `return`
///   \x20 return y;
///     ^");
/// ```
///
/// # Errors
///
/// All errors that were found, and behind them the warnings. After 20 errors, or when a limit of the budget is reached,
/// the reader gives up.
pub fn read(bytes: &[u8], options: &COptions, budget: &Budget) -> Result<Program, Vec<Diagnostic>> {
    read_function(bytes, options, &Contracts::default(), budget)
}

/// Reads the text of a function alone, in which contracts are plain C ([`Program::plain_text`]).
pub(in crate::c) fn read_plain(
    bytes: &[u8],
    options: &COptions,
    budget: &Budget,
) -> Result<Program, Vec<Diagnostic>> {
    read_any(bytes, options, None, budget)
}

/// Reads a program, or a function of it as one, with its contract and those of others ([`Contracts`]).
///
/// # Errors
///
/// As [`read`]; and the clauses of contracts that are not supported.
pub fn read_function(
    bytes: &[u8],
    options: &COptions,
    asked: &Contracts,
    budget: &Budget,
) -> Result<Program, Vec<Diagnostic>> {
    read_any(bytes, options, Some(asked), budget)
}

fn read_any(
    bytes: &[u8],
    options: &COptions,
    asked: Option<&Contracts>,
    budget: &Budget,
) -> Result<Program, Vec<Diagnostic>> {
    let library = Library::new();
    let length = bytes.len().saturating_add(library.len()).saturating_add(2);
    let mut source = SourceText::with_library(bytes, library);
    if u32::try_from(length).is_err() {
        source = SourceText::new(&[]);
        let mut diagnostics = Diagnostics::new(&source);
        diagnostics.error(Pos::START, "the file has 4 GiB or more; split it");
        return Err(diagnostics.finish().err().unwrap_or_default());
    }
    let (mut apart, mut elsewhere) = (Apart::new(), Vec::new());
    let mut program = loop {
        let checker = read_once(&source, (options, asked), elsewhere.clone(), apart.clone(), budget);
        if let Some(conflict) = checker.units.conflict.filter(|_| apart.len() < MOST_APART) {
            apart.push(conflict);
            continue;
        }
        let mut program = checker.program;
        program.warnings = checker.diagnostics.finish()?;
        // Objects that are only declared are known at the end of the file.
        let found = program.volatile_elsewhere();
        if options.volatile == Volatile::Stored && !found.is_empty() && elsewhere.is_empty() {
            elsewhere = found;
            continue;
        }
        break program;
    };
    program.elsewhere = program.volatile_elsewhere();
    program.forget_qualifiers();
    Ok(program)
}

/// Reads a program in which the values of these volatile objects are arbitrary, and these tags of one file mean other
/// structures than in files before it.
fn read_once<'s>(
    source: &'s SourceText<'s>,
    (options, asked): (&COptions, Option<&Contracts>),
    elsewhere: Vec<String>,
    apart: Apart,
    budget: &Budget,
) -> Checker<'s> {
    let end = Pos::new(source.bytes.len());
    let mut checker = Checker::new(*options, source.lines.clone(), end, Diagnostics::new(source));
    checker.elsewhere = elsewhere;
    checker.units.apart = apart;
    let units = source.lines.units();
    let mut ends = units.iter().skip(1).copied().chain([end]);
    for &start in &units {
        let stop = ends.next().unwrap_or(end);
        // A file ends with its last line, and not with the mark of the next one.
        let last = Pos::new(stop.offset() - usize::from(stop != end));
        checker.begin_unit(start, last);
        checker = read_file(checker, source, (start..last, stop == end), asked, budget);
        checker.end_unit();
    }
    match units.is_empty() {
        true => checker = read_file(checker, source, (Pos::START..end, true), asked, budget),
        false => checker.join_units(),
    }
    if !checker.diagnostics.has_errors() {
        library::around_main(&mut checker);
    }
    if !checker.diagnostics.has_errors() {
        checker = library::append(checker, budget);
        checker.complete_flexible();
        checker.finish_variadic();
        checker.settle_forgetful();
        checker.settle_nested();
    }
    checker
}

/// Reads one file, which is a part of the text.
fn read_file<'s>(
    mut checker: Checker<'s>,
    source: &SourceText<'_>,
    (part, is_last): (Range<Pos>, bool),
    asked: Option<&Contracts>,
    budget: &Budget,
) -> Checker<'s> {
    let mut literals = Literals::default();
    literals.texts = std::mem::take(&mut checker.program.texts);
    let Program { names, types, .. } = &mut checker.program;
    let (options, diagnostics) = (types.options(), &mut checker.diagnostics);
    let tables = Tables { names, literals: &mut literals, diagnostics, options };
    let tokens = lex::preprocess(source, part.start.offset()..part.end.offset(), tables, budget);
    let tokens = match asked {
        Some(asked) => without_contracts(&mut checker, source, (tokens, &mut literals), asked),
        None => tokens,
    };
    checker.program.texts = std::mem::take(&mut literals.texts);
    let mut parser = Parser::new(tokens, literals, checker, budget);
    parser.file(is_last);
    parser.checker
}

/// The tokens of a file without contracts. Words for these are refused: the reader alone may state such facts.
fn without_contracts(
    checker: &mut Checker<'_>,
    source: &SourceText<'_>,
    (tokens, literals): (Vec<Token>, &mut Literals),
    asked: &Contracts,
) -> Vec<Token> {
    let Checker { program, diagnostics, .. } = checker;
    let is_own = |token: &&Token| token.name().map_or(false, |name| OWN.contains(&program.names.text(name)));
    if let Some(token) = tokens.iter().find(is_own) {
        let name = token.name().map_or("", |name| program.names.text(name));
        diagnostics.error(token.pos, format!("`{}` is a word of the verifier; no program may have it", name));
    }
    let rewritten = contracts::rewrite(tokens, (&mut program.names, literals), diagnostics, asked);
    if rewritten.is_alone {
        program.plain_text = contracts::plain(&rewritten.tokens, (&program.names, literals), &source.lines);
    }
    program.is_function_alone |= rewritten.is_alone;
    program.rests_on.extend(rewritten.rests_on);
    program.has_loop_contracts |= rewritten.has_loops;
    program.has_chosen_indices |= rewritten.has_chosen;
    program.guessed_loops.extend(rewritten.guessed);
    program.contracted.extend(rewritten.contracted);
    rewritten.tokens
}
