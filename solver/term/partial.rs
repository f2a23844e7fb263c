//! Partial operations: those whose result SMT-LIB leaves open for some arguments.
//!
//! A selector has any result for the value of another constructor, and so has a division by zero. In a script the
//! result is a function of the argument, which a model of the script chooses. A model that is verified has to say who
//! chooses, and when: [`Terms::made_total`] puts a term of the reader in the place of each open result. No partial
//! operation is left then, and engines, evaluation and checkers need to know nothing of them.
//!
//! | model | the term in place | meaning |
//! | --- | --- | --- |
//! | system, automaton | an element of an array that never changes | some function leads to an error |
//! | Horn clauses | a variable of the clause (`model::horn::Open`) | a refutation has to hold for all functions |

use super::{Op, SelectorId, Sort, TermId, Terms};
use crate::base::HashMap;

/// A partial operation with one argument.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PartialOp {
    /// A selector, of values that another constructor than its own made.
    Selector(SelectorId),
    /// The quotient of a real number and zero.
    RealQuotient,
    /// The quotient of an integer and zero.
    Quotient,
    /// The remainder of an integer and zero.
    Remainder,
}

impl PartialOp {
    /// The partial operation that an operator is.
    pub fn of(op: Op) -> Option<PartialOp> {
        match op {
            Op::Field(selector) => Some(PartialOp::Selector(selector)),
            Op::DivByZero => Some(PartialOp::RealQuotient),
            Op::IntDivByZero => Some(PartialOp::Quotient),
            Op::IntModByZero => Some(PartialOp::Remainder),
            Op::True | Op::Symbol(_) | Op::Call(_) | Op::Numeral(_) | Op::Bits(_) => None,
            // Open results of operators on floating-point numbers are calls.
            Op::Rounding(_) | Op::Float(_) => None,
            Op::Select | Op::Store | Op::ConstArray | Op::Difference | Op::Construct(_) | Op::Is(_) => None,
            Op::Not | Op::And | Op::Eq | Op::Ite | Op::Add | Op::Mul | Op::Le | Op::Ge => None,
            // Divided by 0 they are 0.
            Op::Product | Op::Inverse | Op::IntQuotient => None,
            // Divisors are positive numerals.
            Op::IntDiv | Op::IntMod | Op::ToReal | Op::ToInt => None,
            // Divisions of words by zero have a result.
            Op::BvUdiv | Op::BvUrem | Op::BvNot | Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvNeg => None,
            Op::BvAdd | Op::BvSub | Op::BvMul | Op::BvShl | Op::BvLshr | Op::BvAshr | Op::Concat => None,
            Op::Extract(_) | Op::SignExtend | Op::BvUlt | Op::BvSlt => None,
        }
    }

    /// The name under which a model speaks of the open results.
    pub fn name(self, terms: &Terms) -> String {
        match self {
            PartialOp::Selector(selector) => format!("{}.else", terms.selector_name(selector)),
            PartialOp::RealQuotient => "quotient.else".to_string(),
            PartialOp::Quotient => "div.else".to_string(),
            PartialOp::Remainder => "mod.else".to_string(),
        }
    }

    /// The sorts of the argument and of the result.
    pub fn sorts(self, terms: &Terms) -> [Sort; 2] {
        match self {
            PartialOp::Selector(selector) => {
                [terms.constructor_sort(terms.selector_constructor(selector)), terms.selector_sort(selector)]
            }
            PartialOp::RealQuotient => [Sort::Real; 2],
            PartialOp::Quotient | PartialOp::Remainder => [Sort::Int; 2],
        }
    }
}

/// Arrays of the open results, by partial operation.
#[derive(Default, Debug)]
pub(crate) struct OpenResults {
    /// In the order of their first use.
    pub arrays: Vec<(PartialOp, TermId)>,
}

impl OpenResults {
    /// The terms with reads of these arrays in the place of open results.
    pub fn replace(&mut self, terms: &mut Terms, roots: &mut [TermId]) {
        terms.made_total(roots, |terms, partial, argument, _| {
            let known = self.arrays.iter().find(|(other, _)| *other == partial);
            let array = known.map(|&(_, array)| array).unwrap_or_else(|| {
                let [index, element] = partial.sorts(terms);
                let sort = terms.array_sort(index, element);
                let array = terms.declare(&partial.name(terms), sort);
                self.arrays.push((partial, array));
                array
            });
            terms.select(array, argument)
        });
    }
}

impl Terms {
    /// Puts terms in the place of the open results of partial operations. `open` gets the operation, its argument
    /// without open results, and the term as it was; it is asked once for each of these terms.
    pub fn made_total(
        &mut self,
        roots: &mut [TermId],
        mut open: impl FnMut(&mut Terms, PartialOp, TermId, TermId) -> TermId,
    ) {
        let mut done: HashMap<TermId, TermId> = HashMap::default();
        for t in self.subterms(roots) {
            let args: Vec<TermId> = self.args(t).iter().map(|a| done[a]).collect();
            let mut new = t;
            if args != self.args(t) {
                new = self.apply(self.op(t), self.sort(t), &args);
            }
            if let (Some(partial), &[argument]) = (PartialOp::of(self.op(t)), &args[..]) {
                let is_own = match partial {
                    PartialOp::Selector(selector) => self.is(self.selector_constructor(selector), argument),
                    PartialOp::RealQuotient | PartialOp::Quotient | PartialOp::Remainder => Terms::FALSE,
                };
                if is_own != Terms::TRUE {
                    let other = open(self, partial, argument, t);
                    new = self.ite(is_own, new, other);
                }
            }
            done.insert(t, new);
        }
        roots.iter_mut().for_each(|root| *root = done[root]);
    }
}
