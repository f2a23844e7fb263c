//! `match`: a choice by the constructor of a value, which becomes a chain of conditionals.
//!
//! In `(match x ((nil a) ((cons h t) b)))` the value `x` is made first, then each branch in turn, with the names of its
//! pattern bound to the fields of `x`. A pattern that is a name of no constructor fits every value.

use super::error::Failure;
use super::names::Meaning;
use super::operators::{self, Operator};
use super::sexpr::Expr;
use super::sorts::at;
use super::tasks::{Match, Task};
use super::terms::Elaborator;
use crate::base::HashSet;
use crate::solver::term::{ConstructorId, TermId, Terms};

impl Elaborator<'_> {
    /// Evaluates the value, then the branches.
    pub(super) fn begin_match(
        &mut self,
        e: Expr,
        value: Expr,
        tasks: &mut Vec<Task>,
        base: usize,
    ) -> Result<(), Failure> {
        let tree = self.tree;
        let end = tree.after(e);
        let list = tree.after(value);
        if value == end || list == end || !tree.is_list(list) || tree.after(list) != end {
            return Err(tree.failure(e, "expected `(match term ((pattern term) ...))`"));
        }
        match tree.children(list).next() {
            Some(next) => tasks.push(Task::Match(Match { list, next, base, patterns: Vec::new() })),
            None => return Err(tree.failure(list, "expected branches `(pattern term)`, found an empty list")),
        }
        tasks.push(Task::Evaluate(value));
        Ok(())
    }

    /// Goes on to the next branch, or joins them all.
    pub(super) fn go_on_matching(
        &mut self,
        mut state: Match,
        tasks: &mut Vec<Task>,
        values: &mut Vec<TermId>,
    ) -> Result<(), Failure> {
        let tree = self.tree;
        let value = match values.get(state.base) {
            Some(&value) => value,
            None => return Err(tree.expected("a term", state.list)),
        };
        if state.next == tree.after(state.list) {
            let branches = values.get(state.base + 1..).unwrap_or(&[]).to_vec();
            let t = self.joined(&state, value, &branches)?;
            values.truncate(state.base);
            values.push(t);
            return Ok(());
        }
        let mut parts = tree.children(state.next);
        let (pattern, body) = match (parts.next(), parts.next(), parts.next()) {
            (Some(pattern), Some(body), None) => (pattern, body),
            _ => return Err(tree.expected("a branch `(pattern term)`", state.next)),
        };
        let before = self.names.bindings();
        state.patterns.push(self.pattern(pattern, value)?);
        state.next = tree.after(state.next);
        tasks.push(Task::Match(state));
        tasks.push(Task::Unbind(before));
        tasks.push(Task::Evaluate(body));
        Ok(())
    }

    /// Binds the names of a pattern to parts of the value, and returns its constructor.
    fn pattern(&mut self, pattern: Expr, value: TermId) -> Result<Option<ConstructorId>, Failure> {
        let tree = self.tree;
        let sort = self.terms.sort(value);
        if self.terms.constructors(sort).is_empty() {
            let message = format!(
                "`match` needs a value of a datatype, found one of sort {}",
                self.terms.sort_text(sort)
            );
            return Err(tree.failure(pattern, message));
        }
        let head = if tree.is_list(pattern) { tree.children(pattern).next() } else { Some(pattern) };
        let head = head.ok_or_else(|| tree.expected("a pattern", pattern))?;
        let name = tree.symbol(head).ok_or_else(|| tree.expected("a constructor or a name", head))?;
        let id = self.names.id(name);
        let parts = match self.names.meaning(id) {
            Some(Meaning::Constructor(parts)) => parts.clone(),
            _ if tree.is_list(pattern) => {
                return Err(tree.failure(head, format!("there is no constructor `{}`", name)));
            }
            _ => {
                if !tree.is_word(pattern, "_") {
                    self.names.bind(id, value);
                }
                return Ok(None);
            }
        };
        let constructor = self.constructor_in(&parts, sort).map_err(|misuse| at(tree, head, misuse))?;
        let selectors = self.terms.selectors(constructor);
        let variables: Vec<Expr> = tree.children(pattern).skip(1).collect();
        if variables.len() != selectors.len() {
            let message = format!(
                "the pattern of `{}` needs {} names, found {}",
                name,
                selectors.len(),
                variables.len()
            );
            return Err(tree.failure(pattern, message));
        }
        let before = self.names.bindings();
        for (variable, selector) in variables.into_iter().zip(selectors) {
            let text = tree.symbol(variable).ok_or_else(|| tree.expected("a name", variable))?;
            if tree.is_word(variable, "_") {
                continue;
            }
            let id = self.names.id(text);
            if self.names.bound_since(id, before) {
                return Err(tree.failure(variable, format!("`{}` is bound twice by this pattern", text)));
            }
            let field = self.terms.field(selector, value);
            self.names.bind(id, field);
        }
        Ok(Some(constructor))
    }

    /// The branch that fits the value first.
    fn joined(&mut self, state: &Match, value: TermId, branches: &[TermId]) -> Result<TermId, Failure> {
        let tree = self.tree;
        // No value is left for the branches behind the first ones that fit all values together.
        let all = self.terms.constructors(self.terms.sort(value));
        let mut fitted: HashSet<ConstructorId> = HashSet::default();
        let fits_the_rest = |pattern: &Option<ConstructorId>| match *pattern {
            Some(constructor) => fitted.insert(constructor) && fitted.len() == all.len(),
            None => true,
        };
        let last = match state.patterns.iter().position(fits_the_rest) {
            Some(last) => last,
            None => {
                let missing = all.iter().find(|c| !fitted.contains(c));
                let message = format!(
                    "no branch of this `match` fits `{}`; add one, or a last one `(_ term)` for all other values",
                    missing.map_or("", |&constructor| self.terms.constructor_name(constructor))
                );
                return Err(tree.failure(state.list, message));
            }
        };
        let mut t = branches.get(last).copied().unwrap_or(Terms::TRUE);
        let before = branches.iter().zip(&state.patterns).take(last);
        for (&branch, pattern) in before.rev() {
            let condition = match pattern {
                Some(constructor) => self.terms.is(*constructor, value),
                None => Terms::TRUE,
            };
            t = operators::apply(self.terms, Operator::Ite, &[condition, branch, t])
                .map_err(|_| self.unlike(state, branch, t))?;
        }
        Ok(t)
    }

    fn unlike(&self, state: &Match, a: TermId, b: TermId) -> Failure {
        let [a, b] = [a, b].map(|t| self.terms.sort_text(self.terms.sort(t)));
        let message = format!("the branches of this `match` are of different sorts, {} and {}", a, b);
        self.tree.failure(state.list, message)
    }
}
