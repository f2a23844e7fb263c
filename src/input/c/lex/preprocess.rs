//! The stream of tokens that the parser reads.

use super::super::arch::COptions;
use super::super::diagnostic::Diagnostics;
use super::super::names::Names;
use super::super::source::Source;
use super::super::token::{Kind, Literals, Token};
use super::lexer::{Lexer, Tables};
use super::macros::Macros;
use super::state::{Input, Preprocessor};
use crate::base::Budget;

/// Tokens between two looks at the budget.
const PERIOD: usize = 1024;

/// Reads a file into tokens, the last of which is the end.
pub(in crate::input::c) fn preprocess(
    source: &Source<'_>,
    names: &mut Names,
    literals: &mut Literals,
    diagnostics: &mut Diagnostics<'_>,
    options: COptions,
    budget: &Budget,
) -> Vec<Token> {
    let tables = Tables { names, literals, diagnostics, options };
    let mut preprocessor = Preprocessor {
        tables,
        lines: &source.lines,
        inputs: vec![Input { lexer: Lexer::new(source.bytes, None), ahead: None }],
        macros: Macros::default(),
        groups: Vec::new(),
        included: Vec::new(),
    };
    preprocessor.predefine();
    let mut tokens = Vec::new();
    loop {
        let token = preprocessor.next();
        tokens.push(token);
        if token.kind == Kind::End {
            break;
        }
        if tokens.len() % PERIOD == 0 {
            let size = std::mem::size_of::<Token>();
            let held = tokens.capacity() * size + preprocessor.bytes() + source.lines.bytes();
            let limit = budget.allows_memory(held as u64).and_then(|()| budget.check());
            if let Err(limit) = limit {
                let message = format!("{} while reading this", limit);
                preprocessor.tables.diagnostics.fatal(token.pos, message);
            }
        }
    }
    for group in std::mem::take(&mut preprocessor.groups) {
        let message = "expected `#endif` for this condition, found end of file";
        preprocessor.tables.diagnostics.error(group.pos, message);
    }
    tokens
}
