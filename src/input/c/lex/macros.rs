//! Macros: definitions, and the lists of tokens that replace them.

use super::super::arch::COptions;
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::token::{Kind, Token};
use crate::base::HashMap;
use std::sync::Arc;

/// A macro.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    /// The parameters of a function-like macro.
    pub parameters: Option<Vec<NameId>>,
    /// The last parameter takes all further arguments.
    pub is_variadic: bool,
    pub body: Arc<[Token]>,
}

/// A macro whose value depends on the place of its use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dynamic {
    Line,
    File,
}

/// A list of tokens that are read before those of the file.
#[derive(Debug)]
pub(super) struct List {
    /// The macro that made it.
    name: Option<NameId>,
    tokens: Vec<Token>,
    at: usize,
}

/// All macros, and the lists of those that are being replaced.
#[derive(Debug, Default)]
pub(super) struct Macros {
    pub table: HashMap<NameId, Macro>,
    pub dynamic: Vec<(NameId, Dynamic)>,
    pub lists: Vec<List>,
    /// By macro: the lists of it on the stack.
    active: HashMap<NameId, u32>,
    pub made: usize,
    /// The levels of arguments that are being replaced; at 0 the file follows the lists.
    pub level: usize,
}

impl Macros {
    pub fn define(&mut self, name: NameId, definition: Macro) {
        self.table.insert(name, definition);
    }

    pub fn remove(&mut self, name: NameId) {
        self.table.remove(&name);
    }

    pub fn is_defined(&self, name: NameId) -> bool {
        self.table.contains_key(&name) || self.dynamic.iter().any(|&(n, _)| n == name)
    }

    pub fn is_active(&self, name: NameId) -> bool {
        self.active.get(&name).map_or(false, |&count| count > 0)
    }

    pub fn push(&mut self, name: Option<NameId>, tokens: Vec<Token>) {
        if let Some(name) = name {
            *self.active.entry(name).or_insert(0) += 1;
        }
        self.lists.push(List { name, tokens, at: 0 });
    }

    /// The next token of the lists, `None` if there are no more.
    pub fn next(&mut self) -> Option<Token> {
        while let Some(list) = self.lists.last_mut() {
            if let Some(&token) = list.tokens.get(list.at) {
                list.at += 1;
                return Some(token);
            }
            if let Some(count) = list.name.and_then(|name| self.active.get_mut(&name)) {
                *count -= 1;
            }
            self.lists.pop();
        }
        None
    }
}

/// An object-like macro for an integer.
pub(super) fn constant(kind: Kind) -> Macro {
    let token = Token { kind, pos: Pos::START, starts_line: false, is_joined: false, is_plain: false };
    Macro { parameters: None, is_variadic: false, body: Arc::new([token]) }
}

/// Macros that are defined from the beginning, with their values.
pub(super) fn predefined(options: COptions) -> Vec<(&'static str, u64)> {
    let mut list = vec![
        ("__STDC__", 1),
        ("__STDC_VERSION__", 201_112),
        ("__STDC_HOSTED__", 1),
        ("__CHAR_BIT__", 8),
        ("__SIZEOF_INT__", 4),
        ("__SIZEOF_SHORT__", 2),
        ("__SIZEOF_LONG_LONG__", 8),
        ("__SIZEOF_LONG__", options.pointer_size()),
        ("__SIZEOF_POINTER__", options.pointer_size()),
    ];
    match options.pointer_size() {
        4 => list.push(("__i386__", 1)),
        _ => list.extend([("__x86_64__", 1), ("__LP64__", 1), ("_LP64", 1)]),
    }
    if !options.char_is_signed {
        list.push(("__CHAR_UNSIGNED__", 1));
    }
    list
}
