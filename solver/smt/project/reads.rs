//! Reads of an array that is to go, and calls of a function that is to go, become constants.
//!
//! An array of which nothing but elements at some indices is known may have any elements at different indices. So
//! the indices are compared, as in the model, and each different one gets a constant for its element; likewise the
//! arguments of a function.

use super::structures::Conjunction;
use crate::base::HashMap;
use crate::solver::term::{Op, Substitution, TermId, Value};

impl Conjunction<'_> {
    /// Names the elements of one array, or the results of one function. Returns whether there was one.
    pub fn name_reads(&mut self) -> bool {
        if let Some(&function) = self.called().first() {
            let calls = self.made(|op, _| op == Op::Call(function));
            self.name(&calls, 0);
            return true;
        }
        let array = self.inside().into_iter().find(|&v| self.is_only_read(v));
        if let Some(array) = array {
            let reads = self.made(|op, args| op == Op::Select && args[0] == array);
            self.name(&reads, 1);
        }
        array.is_some()
    }

    /// The subterms of literals of these operators and arguments, inner ones first.
    pub fn made(&self, by: impl Fn(Op, &[TermId]) -> bool) -> Vec<TermId> {
        let mut found = self.terms.subterms(&self.literals);
        found.retain(|&t| by(self.terms.op(t), self.terms.args(t)));
        found
    }

    /// Whether a constant is an array, and occurs nowhere but in its reads.
    fn is_only_read(&self, v: TermId) -> bool {
        let is_read = |t: TermId| self.terms.op(t) == Op::Select && self.terms.arg(t, 0) == v;
        let is_fine = |&t: &TermId| {
            let args = self.terms.args(t);
            !args.contains(&v) || is_read(t) && args[1] != v
        };
        self.terms.array_parts(self.terms.sort(v)).is_some()
            && self.terms.subterms(&self.literals).iter().all(is_fine)
    }

    /// Names these terms of one operator, inner ones first. `from` is the first of the arguments that decide on the
    /// result.
    pub fn name(&mut self, reads: &[TermId], from: usize) {
        let mut substitution = Substitution::new();
        // By the values of the arguments: the arguments, and the name.
        let mut known: HashMap<Vec<Value>, (Vec<TermId>, TermId)> = HashMap::default();
        let mut in_order: Vec<Vec<TermId>> = Vec::new();
        for &t in reads {
            let args: Vec<TermId> = self.terms.args(t)[from..].to_vec();
            // Earlier names are in place below this term.
            let mut inner = substitution.clone();
            let args: Vec<TermId> = args.into_iter().map(|a| inner.apply(self.terms, a)).collect();
            let values: Vec<Value> = args.iter().map(|&a| self.value(a)).collect();
            if let Some((same, name)) = known.get(&values).cloned() {
                for (&a, &b) in args.iter().zip(&same) {
                    self.compare(a, b);
                }
                substitution.insert(t, name);
                continue;
            }
            for other in &in_order {
                let differs = args.iter().zip(other).find(|(&a, &b)| !self.are_equal(a, b));
                if let Some((&a, &b)) = differs {
                    self.compare(a, b);
                }
            }
            let value = self.value(t);
            let name = self.fresh(self.terms.sort(t), value);
            substitution.insert(t, name);
            in_order.push(args.clone());
            known.insert(values, (args, name));
        }
        self.rewrite(substitution);
    }
}
