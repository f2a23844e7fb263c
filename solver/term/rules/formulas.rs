//! Rules for formulas and for choices.

use super::{bind, classes, rules};
use crate::solver::term::store::{Op, Sort, TermId, Terms};

rules! {
    not, Not, |t, _| {
        twice       (Not(x))            => x;
    }

    /// Equality of formulas without negations.
    iff, Eq, |_t, _| {
        same        (x, = x)            => Terms::TRUE;
        left        (_: truth, x)       => x;
        right       (x, _: truth)       => x;
    }

    /// Choices of any sort.
    ite, Ite, |t, _| {
        truth       (_: truth, x, _)    => x;
        same        (_, x, = x)         => x;
        falsity     (_: falsity, _, y)  => y;
        not         (Not(c), x, y)      => t.ite(c, y, x);
    }

    /// Choices between values. In a branch that is a choice by the same condition, the condition is known.
    value_choice, Ite, |t, _| {
        yes         (c, Ite(= c, x, _), y) => t.ite(c, x, y);
        no          (c, x, Ite(= c, _, y)) => t.ite(c, x, y);
    }

    /// Choices between formulas. In a branch, the condition is known.
    formula_choice, Ite, |t, _| {
        yes         (c, = c, y)         => t.ite(c, Terms::TRUE, y);
        yes_not     (c, Not(= c), y)    => t.ite(c, Terms::FALSE, y);
        no          (c, x, = c)         => t.ite(c, x, Terms::FALSE);
        no_not      (c, x, Not(= c))    => t.ite(c, x, Terms::TRUE);
        or          (c, _: truth, y)    => t.or(&[c, y]);
        and_not     (c, _: falsity, y)  => { let not_c = t.not(c); t.and(&[not_c, y]) };
        implies     (c, x, _: truth)    => { let not_c = t.not(c); t.or(&[not_c, x]) };
        and         (c, x, _: falsity)  => t.and(&[c, x]);
        opposites   (c, x, y) if x != y && t.split_not(x).0 == t.split_not(y).0 => t.iff(c, x);
        nots        (c, Not(x), Not(y)) => {
            let positive = t.intern(Op::Ite, Sort::Bool, &[c, x, y]);
            t.not(positive)
        };
    }
}
