//! Interpolants, in the dialects that there are.
//!
//! The standard has no command for them. `(get-interpolants A B C)` (SMTInterpol, OpenSMT, MathSAT) names parts of
//! the assertions, each a name or an `and` of names, and asks for a sequence interpolant; a list among the parts is a
//! subtree, and then the command asks for a tree interpolant. `(get-interpolant (A B))` (Bitwuzla) asks for one
//! formula that follows from these and contradicts the other assertions, `(get-interpolant I formula)` (cvc5) for one
//! that follows from all assertions and implies the formula. Assertions that are not mentioned count to the last
//! part.
//!
//! Interpolants of arrays may mention `array-diff`, a function of two arrays that gives an index at which they differ,
//! if they do. Scripts may use it, too; for others its axiom is printed before the interpolants, in comments.

use super::script::Interpreter;
use crate::input::smtlib::{Arguments, Expr, Failure};
use crate::solver::smt::{tree_interpolants, Answer, InterpolationOptions};
use crate::solver::term::{quoted, Op, Sort, TermId};
use std::fmt::Write;

impl Interpreter {
    /// `(get-interpolants part ...)`
    pub(super) fn get_interpolants(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        self.require(arguments, Answer::Unsat)?;
        let (mut parts, mut starts) = (Vec::new(), Vec::new());
        let first = arguments.next("the name of an assertion")?;
        self.read_parts(arguments, first, &mut parts, &mut starts)?;
        let rest = self.rest(&parts);
        match (parts.len(), parts.last_mut()) {
            (2.., Some(last)) => *last = self.declared.terms.and(&[*last, rest]),
            _ => {
                parts.push(rest);
                starts.push(0);
            }
        }
        let found = self.interpolate(arguments, &parts, &starts)?;
        self.out.push_str("(\n");
        for i in found {
            let text = self.declared.terms.text(i);
            let _ = writeln!(self.out, "  {}", text);
        }
        self.out.push_str(")\n");
        Ok(())
    }

    /// `(get-interpolant (name ...))` and `(get-interpolant name formula)`
    pub(super) fn get_interpolant(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let first = arguments.next("a list of names, or a name and a formula")?;
        if tree.is_list(first) {
            self.require(arguments, Answer::Unsat)?;
            arguments.end()?;
            let mut named = Vec::new();
            for e in tree.children(first) {
                named.push(self.declared.elaborator(tree, false).term_of_sort(e, Sort::Bool)?);
            }
            let rest = self.rest(&named);
            let left = self.declared.terms.and(&named);
            let found = self.interpolate(arguments, &[left, rest], &[0, 0])?;
            let text = self.declared.terms.text(found[0]);
            let _ = writeln!(self.out, "{}", text);
            return Ok(());
        }
        let name = tree.symbol(first).ok_or_else(|| tree.expected("a name", first))?;
        let goal = arguments.next("a formula")?;
        let goal = self.declared.elaborator(tree, false).term_of_sort(goal, Sort::Bool)?;
        let assertions = self.rest(&[]);
        let not_goal = self.declared.terms.not(goal);
        let found = self.interpolate(arguments, &[assertions, not_goal], &[0, 0])?;
        let text = self.declared.terms.text(found[0]);
        let _ = writeln!(self.out, "(define-fun {} () Bool {})", quoted(name), text);
        Ok(())
    }

    /// The parts, and for each the begin of its subtree: the first part of the list in which it stands.
    fn read_parts(
        &mut self,
        arguments: &mut Arguments<'_>,
        first: Expr,
        parts: &mut Vec<TermId>,
        starts: &mut Vec<usize>,
    ) -> Result<(), Failure> {
        let tree = arguments.tree;
        let mut first = Some(first);
        while let Some(e) = first.take().or_else(|| arguments.optional()) {
            let mut open = vec![(vec![e].into_iter(), 0)];
            while let Some((list, start)) = open.last_mut() {
                let (e, start) = match list.next() {
                    Some(e) => (e, *start),
                    None => {
                        open.pop();
                        continue;
                    }
                };
                let is_group = tree.children(e).next().map_or(false, |head| tree.is_word(head, "and"));
                if tree.is_list(e) && !is_group {
                    let members: Vec<Expr> = tree.children(e).collect();
                    open.push((members.into_iter(), parts.len()));
                } else {
                    parts.push(self.declared.elaborator(tree, false).term_of_sort(e, Sort::Bool)?);
                    starts.push(start);
                }
            }
        }
        Ok(())
    }

    /// The assertions and assumptions that are in none of the parts.
    fn rest(&mut self, parts: &[TermId]) -> TermId {
        let mut covered: Vec<TermId> = parts.to_vec();
        for &part in parts {
            if self.declared.terms.op(part) == Op::And {
                covered.extend_from_slice(self.declared.terms.args(part));
            }
        }
        let named = self.named.iter().map(|n| n.1).chain(self.last.assumptions.iter().map(|a| a.1));
        let rest: Vec<TermId> =
            self.solver.assertions().iter().copied().chain(named).filter(|t| !covered.contains(t)).collect();
        self.declared.terms.and(&rest)
    }

    /// Defines the function that names an index at which arrays differ, in comments, for each sort for which it occurs.
    fn define_differences(&mut self, formulas: &[TermId]) {
        let terms = &self.declared.terms;
        for sort in terms.compared_sorts(formulas) {
            let text = terms.sort_text(sort);
            let _ = writeln!(
                self.out,
                "; (forall ((a {0}) (b {0})) (=> (distinct a b)\n;   \
                 (distinct (select a (array-diff a b)) (select b (array-diff a b)))))",
                text
            );
        }
    }

    fn interpolate(
        &mut self,
        arguments: &Arguments<'_>,
        parts: &[TermId],
        starts: &[usize],
    ) -> Result<Vec<TermId>, Failure> {
        self.without_floats(arguments, "interpolants")?;
        let options = InterpolationOptions { seed: self.settings.seed, ..InterpolationOptions::default() };
        let budget = self.check_budget();
        let found = tree_interpolants(&mut self.declared.terms, parts, starts, &options, &budget)
            .map_err(|reason| arguments.failure(format!("there is no interpolant: {}", reason)))?;
        self.define_differences(&found);
        Ok(found)
    }
}
