//! Makes the list of tokens that the parser reads: with directives obeyed, macros replaced, and the definitions of used
//! builtins in front.

use super::super::names::NameId;
use super::super::packs::Packs;
use super::super::source::{Pos, SourceText};
use super::super::token::{Kind, Token};
use super::builtins::{builtin_text, builtins, Builtin};
use super::headers::Missing;
use super::lexer::{Lexer, Tables};
use super::macros::Macros;
use super::numbers::number;
use super::state::{Input, Preprocessor};
use crate::base::Budget;
use std::ops::Range;

/// The number of tokens between two checks of the budget.
const PERIOD: usize = 1024;

/// Reads a part of a text, which is a file, into tokens, the last of which is the end.
pub(in crate::c::read) fn preprocess(
    source: &SourceText<'_>,
    part: Range<usize>,
    tables: Tables<'_, '_>,
    budget: &Budget,
) -> Vec<Token> {
    let mut preprocessor = new(source, part, tables);
    preprocessor.define_dynamic();
    preprocessor.file(budget)
}

/// Reads the tokens of an expression that is in no file. There are no macros in it.
pub(in crate::c::read) fn preprocess_expression(
    source: &SourceText<'_>,
    tables: Tables<'_, '_>,
    budget: &Budget,
) -> Vec<Token> {
    let mut preprocessor = new(source, 0..source.bytes.len(), tables);
    preprocessor.has_predefined = true;
    preprocessor.file(budget)
}

fn new<'a, 'd, 's>(
    source: &'a SourceText<'_>,
    part: Range<usize>,
    tables: Tables<'d, 's>,
) -> Preprocessor<'a, 'd, 's> {
    Preprocessor {
        tables,
        lines: &source.lines,
        inputs: vec![Input::new(Lexer::of_part(source.bytes, part))],
        macros: Macros::default(),
        groups: Vec::new(),
        included: Vec::new(),
        missing: Missing::default(),
        has_predefined: false,
        pragmas: Vec::new(),
    }
}

impl Preprocessor<'_, '_, '_> {
    /// All tokens that the parser reads.
    fn file(&mut self, budget: &Budget) -> Vec<Token> {
        let mut tokens = Vec::new();
        let mut packs = Packs::default();
        let operator = self.tables.names.intern("_Pragma");
        let mut turns = 0;
        let (builtins, mut wanted) = (builtins(), Vec::new());
        loop {
            let mut token = self.next();
            turns += 1;
            if token.name() == Some(operator) {
                match self.pragma_operator(token.pos) {
                    Some(kind) => token.kind = kind,
                    None => continue,
                }
            }
            match token.kind {
                Kind::Pragma(at) => {
                    self.obey_pragma(at, &mut packs, tokens.len(), token.pos);
                    continue;
                }
                Kind::Number(name) => token.kind = self.wrong_number(name, token.pos),
                Kind::Name(name) => self.note_builtin(name, &builtins, &mut wanted),
                _ => {}
            }
            tokens.push(token);
            if token.kind == Kind::End {
                break;
            }
            if turns % PERIOD == 0 {
                let held =
                    tokens.capacity() * std::mem::size_of::<Token>() + self.bytes() + self.lines.bytes();
                let limit = budget.allows_memory(held as u64).and_then(|()| budget.check());
                if let Err(limit) = limit {
                    let message = format!("{} while reading this", limit);
                    self.tables.diagnostics.fatal(token.pos, message);
                }
            }
        }
        for group in std::mem::take(&mut self.groups) {
            let message = "expected `#endif` for this condition, found end of file";
            self.tables.diagnostics.error(group.pos, message);
        }
        if !wanted.is_empty() {
            let text = builtin_text(&builtins, &wanted);
            let mut all = Lexer::new(text.as_bytes(), Some(Pos::START)).rest(&mut self.tables);
            packs.shift(all.len());
            all.append(&mut tokens);
            tokens = all;
        }
        self.tables.literals.packs = packs;
        tokens
    }

    /// Keeps the builtins that a program mentions and that are functions in C.
    fn note_builtin(&mut self, name: NameId, builtins: &[Builtin], wanted: &mut Vec<usize>) {
        let text = self.tables.names.text(name);
        if !text.starts_with("__builtin_") && !text.starts_with("__indubit_") {
            return;
        }
        let found = builtins.iter().position(|&(known, _)| known == text);
        wanted.extend(found.filter(|at| !wanted.contains(at)));
    }

    /// The error about a number that is no constant, and a number in its place.
    fn wrong_number(&mut self, name: NameId, pos: Pos) -> Kind {
        let text = self.tables.names.text(name).to_string();
        let first = text.chars().next().unwrap_or(' ');
        if !first.is_ascii_digit() && first != '.' {
            let shown: String = std::ascii::escape_default(first as u32 as u8).map(char::from).collect();
            self.error(pos, format!("`{}` does not belong in a program", shown));
        } else if let Err(message) = number(&text, self.tables.options) {
            self.error(pos, message);
        }
        self.new_integer(0)
    }
}
