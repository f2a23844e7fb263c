//! Assertions of Frama-C that are not between two statements: they would change the program, and stay comments.

use super::super::names::Names;
use super::super::property::ANNOTATION;
use super::super::source::Pos;
use super::super::token::{Kind, Punct, Token};

/// Takes the assertions out that are not between statements, and returns their places.
pub(super) fn keep_between_statements(tokens: &mut Vec<Token>, names: &mut Names) -> Vec<Pos> {
    let word = Kind::Name(names.intern(ANNOTATION));
    let mut dropped = Vec::new();
    if tokens.iter().all(|token| token.kind != word) {
        return dropped;
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut is_dropping = false;
    for &token in tokens.iter() {
        if token.kind == word {
            let begins = [Punct::Semicolon, Punct::LeftBrace, Punct::RightBrace];
            is_dropping = !kept.last().map_or(false, |last| begins.iter().any(|&punct| last.is(punct)));
            if is_dropping {
                dropped.push(token.pos);
            }
        }
        if !is_dropping {
            kept.push(token);
        }
        is_dropping &= !token.is(Punct::Semicolon);
    }
    *tokens = kept;
    dropped
}
