//! Assertions as they were written.

use super::pool::{Expr, Kind, Pool};
use crate::base::HashMap;
use crate::solver::term::{TermId, Terms};

/// A part of an assertion, by its number in [`Written`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part(u32);

#[derive(Clone)]
struct Node {
    head: String,
    args: Vec<Part>,
    meaning: Option<TermId>,
}

/// An assertion as it was written, names bound by `let` replaced by what they stand for. A part that is used more than
/// once is there once.
#[derive(Clone, Default)]
pub(crate) struct Written {
    nodes: Vec<Node>,
}

impl Written {
    /// Adds a part: the text of an operator or a name, the arguments, and the term that it became, if that is known.
    /// The last one added is the assertion.
    pub fn add(&mut self, head: String, args: Vec<Part>, meaning: Option<TermId>) -> Part {
        self.nodes.push(Node { head, args, meaning });
        Part(self.nodes.len() as u32 - 1)
    }

    /// The expression, with the terms that its parts became.
    pub(super) fn expression(
        &self,
        terms: &Terms,
        pool: &mut Pool,
        meanings: &mut HashMap<Expr, TermId>,
    ) -> Option<Expr> {
        let mut made: Vec<Expr> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let args: Vec<Expr> = node.args.iter().map(|part| made[part.0 as usize]).collect();
            let kind = match node.meaning {
                Some(t) => Kind::of(terms.sort(t)),
                None => Kind::Other,
            };
            let e = pool.make(&node.head, &args, kind);
            if let Some(t) = node.meaning {
                meanings.entry(e).or_insert(t);
            }
            made.push(e);
        }
        made.last().copied()
    }
}
