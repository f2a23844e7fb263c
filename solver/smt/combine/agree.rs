//! One value for equal terms, and one result for equal arguments.

use super::shared::{Findings, Shared};
use crate::base::HashMap;
use crate::solver::smt::solver::Solver;
use crate::solver::term::{Model, Op, Sort, TermId, Terms, Value};

/// A function with its arguments' values.
type Key = (Op, Sort, Vec<Value>);

/// Whether equal values of the sort are always equal nodes.
fn is_settled(sort: Sort) -> bool {
    match sort {
        Sort::Bool | Sort::Declared(_) => true,
        Sort::Float(_) | Sort::Rounding => false,
        Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Array(_) | Sort::Datatype(_) => false,
    }
}

impl Solver {
    /// Ties numbers and words that are equal nodes and have different values.
    pub(super) fn find_unequal(&self, terms: &Terms, shared: &Shared, found: &mut Findings) {
        for root in &shared.roots {
            let members = &shared.members[root];
            if is_settled(terms.sort(members[0])) || shared.values.contains_key(root) || members.len() < 2 {
                continue;
            }
            if matches!(terms.sort(members[0]), Sort::Array(_) | Sort::Datatype(_)) {
                continue;
            }
            let first = self.known_value(terms, members[0]);
            let unequal = members[1..].iter().filter(|&&t| self.known_value(terms, t) != first);
            found.ties.extend(unequal.map(|&t| (members[0], t)));
        }
    }

    /// Ties equal arguments of calls with different results, and tells how unequal terms of one value differ.
    pub(super) fn find_disagreements(&self, terms: &mut Terms, shared: &Shared, found: &mut Findings) {
        let mut known: HashMap<Key, (TermId, Value)> = HashMap::default();
        for &t in &shared.terms {
            let is_function = matches!(terms.op(t), Op::Call(_) | Op::Field(_) | Op::Difference);
            if !is_function || terms.args(t).iter().all(|&a| is_settled(terms.sort(a))) {
                continue;
            }
            let (key, value) = match self.key(terms, shared, t) {
                Some(known) => known,
                None => continue,
            };
            let (first, expected) = known.entry(key).or_insert_with(|| (t, value.clone()));
            if *expected == value {
                continue;
            }
            let sides = terms.args(t).iter().zip(terms.args(*first)).map(|(&a, &b)| (a, b));
            found.ties.extend(sides.filter(|&(a, b)| self.root(a) != self.root(b)));
        }
        self.find_missing_differences(terms, shared, found);
    }

    /// A function with its arguments' values, and its result.
    fn key(&self, terms: &Terms, shared: &Shared, t: TermId) -> Option<(Key, Value)> {
        let args: Option<Vec<Value>> =
            terms.args(t).iter().map(|&a| self.shared_value(shared, terms, a)).collect();
        Some(((terms.op(t), terms.sort(terms.arg(t, 0)), args?), self.shared_value(shared, terms, t)?))
    }

    /// Arrays and values of datatypes that are to differ, and do not.
    pub(super) fn find_missing_differences(&self, terms: &mut Terms, shared: &Shared, found: &mut Findings) {
        for &equality in self.encoder.equalities() {
            let is_false = self.known_value(terms, equality) == Some(Value::Bool(false));
            let (a, b) = (terms.arg(equality, 0), terms.arg(equality, 1));
            let (left, right) = (self.shared_value(shared, terms, a), self.shared_value(shared, terms, b));
            if is_false && left.is_some() && left == right {
                self.tell_difference(terms, shared, a, b, found);
            }
        }
        for &t in &shared.terms {
            if terms.op(t) != Op::Difference {
                continue;
            }
            let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
            let value = |t| self.shared_value(shared, terms, t);
            if let (Some(Value::Array(left)), Some(Value::Array(right)), Some(at)) =
                (value(a), value(b), value(t))
            {
                if left != right && left.at(&at) == right.at(&at) {
                    self.tell_difference(terms, shared, a, b, found);
                }
            }
        }
    }

    /// Two arrays differ at an index, two values of one constructor in a field.
    fn tell_difference(
        &self,
        terms: &mut Terms,
        shared: &Shared,
        a: TermId,
        b: TermId,
        found: &mut Findings,
    ) {
        match terms.sort(a) {
            Sort::Array(_) => {
                let index = terms.difference(a, b);
                let (left, right) = (terms.select(a, index), terms.select(b, index));
                let (same, same_there) = (found.equal(terms, a, b), found.equal(terms, left, right));
                found.lemmas.push((Vec::new(), vec![same, terms.not(same_there)]));
            }
            _ => {
                let made = |t| shared.made(terms, self.root(t));
                if let (Some(a), Some(b)) = (made(a), made(b)) {
                    let sides = terms.args(a).iter().zip(terms.args(b)).map(|(&a, &b)| (a, b));
                    found.ties.extend(sides.filter(|&(a, b)| self.root(a) != self.root(b)));
                }
            }
        }
    }

    /// Puts the functions into a model.
    pub(in crate::solver::smt) fn set_functions(&self, terms: &Terms, shared: &Shared, model: &mut Model) {
        for &t in &shared.terms {
            let op = terms.op(t);
            if !matches!(op, Op::Call(_) | Op::Field(_) | Op::Difference) {
                continue;
            }
            let ((_, sort, args), value) = match self.key(terms, shared, t) {
                Some(known) => known,
                None => continue,
            };
            match (op, <[Value; 2]>::try_from(args)) {
                (Op::Call(function), Ok(args)) => model.set_call(function, args.to_vec(), value),
                (Op::Call(function), Err(args)) => model.set_call(function, args, value),
                (Op::Difference, Ok(args)) => model.set_difference(sort, args, value),
                (Op::Field(selector), Err(mut args)) => {
                    let of = args.swap_remove(0);
                    if of.data_parts().0 != terms.selector_constructor(selector) {
                        model.set_stray(selector, of, value);
                    }
                }
                _ => {}
            }
        }
    }
}
