//! The table of macros, and the stack of lists of tokens that replace them (see `expand`).

use super::super::names::NameId;
use super::super::token::{Punct, Token};
use crate::base::{HashMap, HashSet};
use std::sync::Arc;

/// A macro.
#[derive(Clone, Debug)]
pub(super) struct Macro {
    /// The parameters of a function-like macro.
    pub parameters: Option<Vec<NameId>>,
    /// Whether the last parameter takes all further arguments.
    pub is_variadic: bool,
    pub body: Arc<[Token]>,
    /// Whether the body has an operator `#` or `##`.
    pub has_operators: bool,
    /// Each `__VA_OPT__` of the body.
    pub choices: Vec<Choice>,
}

/// One `__VA_OPT__(tokens)`.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The name that stands for it in the body.
    pub name: NameId,
    /// The tokens, as body of a macro.
    pub tokens: Macro,
    /// Whether it is the right operand of a `##`.
    pub follows_paste: bool,
    /// Whether it is the left operand of a `##`.
    pub precedes_paste: bool,
}

impl Macro {
    pub fn new(parameters: Option<Vec<NameId>>, is_variadic: bool, body: Vec<Token>) -> Macro {
        let is_operator =
            |token: &Token| token.is(Punct::HashHash) || (token.is(Punct::Hash) && parameters.is_some());
        let has_operators = body.iter().any(is_operator);
        Macro { parameters, is_variadic, body: body.into(), has_operators, choices: Vec::new() }
    }
}

/// A macro whose value depends on the place of its use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dynamic {
    Line,
    File,
    /// The number of headers that are being read, one inside the other.
    Level,
    /// A number that grows by one with each use.
    Counter,
    Date,
    Time,
    /// An operator of conditions, which counts as defined but has no value elsewhere.
    Operator,
}

/// A list of tokens that are read before those of the file.
#[derive(Debug)]
pub(super) struct List {
    /// The macro that the list replaces.
    name: Option<NameId>,
    tokens: Vec<Token>,
    at: usize,
}

/// All macros, and the lists of those that are being replaced.
#[derive(Debug, Default)]
pub(super) struct Macros {
    pub table: HashMap<NameId, Macro>,
    pub dynamic: Vec<(NameId, Dynamic)>,
    /// The names that an `#undef` of the program made undefined.
    pub undefined: HashSet<NameId>,
    pub lists: Vec<List>,
    /// By macro: the number of its lists on the stack.
    active: HashMap<NameId, u32>,
    /// The definitions that `#pragma push_macro` keeps.
    saved: HashMap<NameId, Vec<Option<Macro>>>,
    pub made: usize,
    /// Whether a macro with an empty replacement was behind a blank, so that the next token counts as behind a blank.
    pub gap: bool,
    pub counter: u64,
    /// The number of levels of arguments that are being replaced. At level 0, tokens of the file follow the lists.
    pub level: usize,
}

impl Macros {
    pub fn define(&mut self, name: NameId, definition: Macro) {
        self.table.insert(name, definition);
    }

    pub fn remove(&mut self, name: NameId) {
        self.table.remove(&name);
    }

    /// `#pragma push_macro`
    pub fn save(&mut self, name: NameId) {
        let definition = self.table.get(&name).cloned();
        self.saved.entry(name).or_default().push(definition);
    }

    /// `#pragma pop_macro`
    pub fn restore(&mut self, name: NameId) {
        match self.saved.get_mut(&name).and_then(Vec::pop) {
            Some(Some(definition)) => self.define(name, definition),
            Some(None) => self.remove(name),
            None => {}
        }
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
