//! Rules for floating-point numbers.
//!
//! A rule names its operator, in whose arguments a rounding mode comes first. `float Neg(x)` is a pattern of an
//! operator on numbers. There is one NaN, so a rule need not tell apart its words; but zeros have signs, and results
//! depend on modes. For example `x + 0` is not `x`: the sum of a negative zero and a positive one is positive unless
//! the mode rounds down.
//!
//! Operators with exchangeable arguments have a constant first. Differences are sums with the other sign, so that
//! `y - x` and `-x + y` are one term.

use super::{bind, classes};
use crate::solver::term::float::{FloatOp, Rounding};
use crate::solver::term::store::{Op, Sort, TermId, Terms};

/// A rule by itself, for the test.
#[cfg(test)]
pub(super) struct FloatRule {
    pub name: &'static str,
    /// The operator whose arguments the rule gets.
    pub op: FloatOp,
    /// The simpler term of this sort if the rule applies.
    pub apply: fn(&mut Terms, &[TermId], Sort) -> Option<TermId>,
}

/// The table of rules. The names are those of the store and of the result's sort.
macro_rules! float_rules {
    (|$t:ident, $sort:ident| { $(
        $name:ident: $op:ident ( $($pattern:tt)* ) $(if $when:expr)? => $result:expr;
    )* }) => {
        /// The result of the first rule that applies.
        pub(in crate::solver::term) fn float_operation(
            t: &mut Terms,
            op: FloatOp,
            sort: Sort,
            args: &[TermId],
        ) -> Option<TermId> {
            $(
                if op == FloatOp::$op {
                    if let Some(simpler) = each::$name(t, args, sort) {
                        return Some(simpler);
                    }
                }
            )*
            None
        }

        mod each {
            use super::*;

            $(
                pub fn $name($t: &mut Terms, args: &[TermId], $sort: Sort) -> Option<TermId> {
                    let _ = (&$t, &$sort);
                    bind!($t, args, 0; $($pattern)*);
                    $(
                        if !$when {
                            return None;
                        }
                    )?
                    Some($result)
                }
            )*
        }

        #[cfg(test)]
        pub(super) const ALL: &[FloatRule] = &[
            $( FloatRule { name: stringify!($name), op: FloatOp::$op, apply: each::$name } ),*
        ];
    };
}

float_rules! {
    |t, sort| {
        // Signs.
        neg_neg: Neg(float Neg(x))                  => x;
        abs_abs: Abs(float Abs(x))                  => t.number(FloatOp::Abs, &[x]);
        abs_neg: Abs(float Neg(x))                  => t.number(FloatOp::Abs, &[x]);

        // Sums.
        sub: Sub(m, x, y)                           => {
            let y = t.number(FloatOp::Neg, &[y]);
            t.number(FloatOp::Add, &[m, x, y])
        };
        add_order: Add(m, x, y) if t.is_turned(x, y) => t.number(FloatOp::Add, &[m, y, x]);
        add_nan: Add(_, c: float_nan, _)            => c;
        // Zero of the sign that no sum turns in this mode.
        add_zero: Add(m, c: float_zero, x) if t.is_neutral(m, c)? => x;
        add_positive_zero: Add(m, c: positive_zero, x) if t.mode_is(m, |mode| mode != Rounding::Down) => {
            let is_zero = t.test(FloatOp::IsZero, &[x]);
            t.ite(is_zero, c, x)
        };
        add_opposite: Add(m, x, float Neg(= x))     => t.cancelled(m, sort.format()?, x);
        add_opposite_first: Add(m, float Neg(x), = x) => t.cancelled(m, sort.format()?, x);

        // Products.
        mul_order: Mul(m, x, y) if t.is_turned(x, y) => t.number(FloatOp::Mul, &[m, y, x]);
        mul_nan: Mul(_, c: float_nan, _)            => c;
        mul_one: Mul(_, _: float_one, x)            => x;
        mul_minus_one: Mul(_, c, x) if t.is_minus_one(c) => t.number(FloatOp::Neg, &[x]);
        mul_signs: Mul(m, float Neg(x), float Neg(y)) => t.number(FloatOp::Mul, &[m, x, y]);
        mul_constant_sign: Mul(m, c: float_constant, float Neg(x)) => {
            let c = t.number(FloatOp::Neg, &[c]);
            t.number(FloatOp::Mul, &[m, c, x])
        };
        mul_left_sign: Mul(m, float Neg(x), y) if t.mode_is(m, is_symmetric) => {
            let product = t.number(FloatOp::Mul, &[m, x, y]);
            t.number(FloatOp::Neg, &[product])
        };
        mul_right_sign: Mul(m, x, float Neg(y)) if t.mode_is(m, is_symmetric) => {
            let product = t.number(FloatOp::Mul, &[m, x, y]);
            t.number(FloatOp::Neg, &[product])
        };
        fma_order: Fma(m, x, y, z) if t.is_turned(x, y) => t.number(FloatOp::Fma, &[m, y, x, z]);
        fma_one: Fma(m, _: float_one, y, z)         => t.number(FloatOp::Add, &[m, y, z]);
        fma_signs: Fma(m, float Neg(x), float Neg(y), z) => t.number(FloatOp::Fma, &[m, x, y, z]);
        fma_nan: Fma(_, c: float_nan, _, _)         => c;
        fma_last_nan: Fma(_, _, _, c: float_nan)    => c;

        // Quotients. A divisor whose inverse is a number of the format is a factor.
        div_nan: Div(_, c: float_nan, _)            => c;
        div_by_nan: Div(_, _, c: float_nan)         => c;
        div_same: Div(_, x, = x)                    => t.one_unless_special(sort.format()?, x);
        div_inverse: Div(m, x, c)                   => {
            let inverse = t.inverse(c)?;
            t.number(FloatOp::Mul, &[m, x, inverse])
        };
        div_signs: Div(m, float Neg(x), float Neg(y)) => t.number(FloatOp::Div, &[m, x, y]);
        div_left_sign: Div(m, float Neg(x), y) if t.mode_is(m, is_symmetric) => {
            let quotient = t.number(FloatOp::Div, &[m, x, y]);
            t.number(FloatOp::Neg, &[quotient])
        };
        div_right_sign: Div(m, x, float Neg(y)) if t.mode_is(m, is_symmetric) => {
            let quotient = t.number(FloatOp::Div, &[m, x, y]);
            t.number(FloatOp::Neg, &[quotient])
        };
        rem_nan: Rem(c: float_nan, _)               => c;
        rem_by_nan: Rem(_, c: float_nan)            => c;
        rem_by_sign: Rem(x, float Neg(y))           => t.number(FloatOp::Rem, &[x, y]);
        rem_by_abs: Rem(x, float Abs(y))            => t.number(FloatOp::Rem, &[x, y]);
        rem_of_sign: Rem(float Neg(x), y)           => {
            let rest = t.number(FloatOp::Rem, &[x, y]);
            t.number(FloatOp::Neg, &[rest])
        };
        integral_twice: RoundToIntegral(_, x) if t.is_integral(x) => x;

        // The smaller and the greater one.
        min_same: Min(x, = x)                       => x;
        min_nan: Min(_: float_nan, x)               => x;
        min_by_nan: Min(x, _: float_nan)            => x;
        max_same: Max(x, = x)                       => x;
        max_nan: Max(_: float_nan, x)               => x;
        max_by_nan: Max(x, _: float_nan)            => x;

        // Comparisons.
        eq_order: Equal(x, y) if t.is_turned(x, y)  => t.test(FloatOp::Equal, &[y, x]);
        eq_same: Equal(x, = x)                      => t.is_number(x);
        eq_nan: Equal(_: float_nan, _)              => Terms::FALSE;
        eq_zero: Equal(_: float_zero, x)            => t.test(FloatOp::IsZero, &[x]);
        eq_widened_constant: Equal(c: float_constant, x) if t.is_widened(x) => {
            let narrow = t.arg(x, 1);
            let [below, above] = t.around(c, narrow)?;
            let is_it = t.test(FloatOp::Equal, &[below, narrow]);
            if below == above { is_it } else { Terms::FALSE }
        };
        eq_constant: Equal(c: nonzero_constant, x)  => t.eq(c, x);
        eq_widened: Equal(x, y) if t.are_widened_alike(x, y) => {
            let (x, y) = (t.arg(x, 1), t.arg(y, 1));
            t.test(FloatOp::Equal, &[x, y])
        };
        eq_signs: Equal(float Neg(x), float Neg(y)) => t.test(FloatOp::Equal, &[x, y]);
        lt_same: Lt(x, = x)                         => Terms::FALSE;
        lt_nan: Lt(_: float_nan, _)                 => Terms::FALSE;
        lt_than_nan: Lt(_, _: float_nan)            => Terms::FALSE;
        lt_zero: Lt(x, _: float_zero)               => t.has_sign(FloatOp::IsNegative, x);
        lt_than_zero: Lt(_: float_zero, x)          => t.has_sign(FloatOp::IsPositive, x);
        lt_least: Lt(_, _: negative_infinity)       => Terms::FALSE;
        lt_greatest: Lt(x, c: positive_infinity)    => t.is_number_but(x, c);
        lt_than_least: Lt(c: negative_infinity, x)  => t.is_number_but(x, c);
        lt_than_greatest: Lt(_: positive_infinity, _) => Terms::FALSE;
        lt_signs: Lt(float Neg(x), float Neg(y))    => t.test(FloatOp::Lt, &[y, x]);
        lt_left_sign: Lt(float Neg(x), c: float_constant) => {
            let c = t.number(FloatOp::Neg, &[c]);
            t.test(FloatOp::Lt, &[c, x])
        };
        lt_right_sign: Lt(c: float_constant, float Neg(x)) => {
            let c = t.number(FloatOp::Neg, &[c]);
            t.test(FloatOp::Lt, &[x, c])
        };
        lt_widened: Lt(x, y) if t.are_widened_alike(x, y) => {
            let (x, y) = (t.arg(x, 1), t.arg(y, 1));
            t.test(FloatOp::Lt, &[x, y])
        };
        lt_widened_left: Lt(x, c: float_constant) if t.is_widened(x) => {
            let narrow = t.arg(x, 1);
            let [_, above] = t.around(c, narrow)?;
            t.test(FloatOp::Lt, &[narrow, above])
        };
        lt_widened_right: Lt(c: float_constant, x) if t.is_widened(x) => {
            let narrow = t.arg(x, 1);
            let [below, _] = t.around(c, narrow)?;
            t.test(FloatOp::Lt, &[below, narrow])
        };
        leq_same: Leq(x, = x)                       => t.is_number(x);
        leq_nan: Leq(_: float_nan, _)               => Terms::FALSE;
        leq_than_nan: Leq(_, _: float_nan)          => Terms::FALSE;
        leq_zero: Leq(x, _: float_zero)             => t.may_have_sign(FloatOp::IsNegative, x);
        leq_than_zero: Leq(_: float_zero, x)        => t.may_have_sign(FloatOp::IsPositive, x);
        leq_least: Leq(x, c: negative_infinity)     => t.eq(x, c);
        leq_greatest: Leq(x, _: positive_infinity)  => t.is_number(x);
        leq_than_least: Leq(_: negative_infinity, x) => t.is_number(x);
        leq_than_greatest: Leq(c: positive_infinity, x) => t.eq(x, c);
        leq_signs: Leq(float Neg(x), float Neg(y))  => t.test(FloatOp::Leq, &[y, x]);
        leq_left_sign: Leq(float Neg(x), c: float_constant) => {
            let c = t.number(FloatOp::Neg, &[c]);
            t.test(FloatOp::Leq, &[c, x])
        };
        leq_right_sign: Leq(c: float_constant, float Neg(x)) => {
            let c = t.number(FloatOp::Neg, &[c]);
            t.test(FloatOp::Leq, &[x, c])
        };
        leq_widened: Leq(x, y) if t.are_widened_alike(x, y) => {
            let (x, y) = (t.arg(x, 1), t.arg(y, 1));
            t.test(FloatOp::Leq, &[x, y])
        };
        leq_widened_left: Leq(x, c: float_constant) if t.is_widened(x) => {
            let narrow = t.arg(x, 1);
            let [below, _] = t.around(c, narrow)?;
            t.test(FloatOp::Leq, &[narrow, below])
        };
        leq_widened_right: Leq(c: float_constant, x) if t.is_widened(x) => {
            let narrow = t.arg(x, 1);
            let [_, above] = t.around(c, narrow)?;
            t.test(FloatOp::Leq, &[above, narrow])
        };

        // Classes of results.
        nan: IsNan(x)                               => t.nan_by_operands(x)?;
        normal: IsNormal(x)                         => { let x = t.without_sign(x)?; t.test(FloatOp::IsNormal, &[x]) };
        subnormal: IsSubnormal(x)                   => {
            let x = t.without_sign(x)?;
            t.test(FloatOp::IsSubnormal, &[x])
        };
        zero: IsZero(x)                             => t.zero_by_operand(x)?;
        zero_integer: IsZero(float OfSigned(_, x))  => { let zero = t.bv_zero(t.width(x)); t.eq(x, zero) };
        zero_natural: IsZero(float OfUnsigned(_, x)) => { let zero = t.bv_zero(t.width(x)); t.eq(x, zero) };
        infinite: IsInfinite(x)                     => { let x = t.as_infinite(x)?; t.test(FloatOp::IsInfinite, &[x]) };
        negative: IsNegative(x)                     => t.sign_by_operands(x, true)?;
        positive: IsPositive(x)                     => t.sign_by_operands(x, false)?;

        // Conversions.
        widened_twice: OfFloat(m, x) if t.is_widened(x) => {
            let narrow = t.arg(x, 1);
            t.plain_float_op(FloatOp::OfFloat, sort, &[m, narrow])
        };
        widened: OfFloat(m, x) if t.is_wider(sort, t.sort(x)) && t.op(m) != NEAREST => {
            let mode = t.rounding(Rounding::NearestEven);
            t.plain_float_op(FloatOp::OfFloat, sort, &[mode, x])
        };
        widened_sign: OfFloat(m, float Neg(x)) if t.is_wider(sort, t.sort(x)) || t.mode_is(m, is_symmetric) => {
            let other = t.plain_float_op(FloatOp::OfFloat, sort, &[m, x]);
            t.number(FloatOp::Neg, &[other])
        };
        widened_magnitude: OfFloat(m, float Abs(x)) if t.is_wider(sort, t.sort(x)) || t.mode_is(m, is_symmetric) => {
            let other = t.plain_float_op(FloatOp::OfFloat, sort, &[m, x]);
            t.number(FloatOp::Abs, &[other])
        };
        rounded_twice: OfFloat(m, x)                => t.rounded_once(m, x, sort)?;
        of_exact: OfSigned(m, x) if t.holds_words(sort, t.width(x) - 1) && t.op(m) != NEAREST => {
            let mode = t.rounding(Rounding::NearestEven);
            t.plain_float_op(FloatOp::OfSigned, sort, &[mode, x])
        };
        of_exact_natural: OfUnsigned(m, x) if t.holds_words(sort, t.width(x)) && t.op(m) != NEAREST => {
            let mode = t.rounding(Rounding::NearestEven);
            t.plain_float_op(FloatOp::OfUnsigned, sort, &[mode, x])
        };
        of_extended: OfSigned(m, SignExtend(x))     => t.plain_float_op(FloatOp::OfSigned, sort, &[m, x]);
        of_zero_extended: OfSigned(m, Concat(_: zero, x)) => t.plain_float_op(FloatOp::OfUnsigned, sort, &[m, x]);
        of_natural_extended: OfUnsigned(m, Concat(_: zero, x)) => {
            t.plain_float_op(FloatOp::OfUnsigned, sort, &[m, x])
        };
    }
}

/// The mode that stands for all where nothing is rounded.
const NEAREST: Op = Op::Rounding(Rounding::NearestEven);

/// Whether a mode treats both signs alike.
fn is_symmetric(mode: Rounding) -> bool {
    match mode {
        Rounding::NearestEven | Rounding::NearestAway | Rounding::Zero => true,
        Rounding::Up | Rounding::Down => false,
    }
}
