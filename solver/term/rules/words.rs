//! Rules for bit-vectors.
//!
//! Builders of commutative operators give the constant first (`Terms::in_order`).

use super::{bind, classes, rules};
use crate::solver::term::store::{Op, TermId, Terms};
use crate::theories::bv::Bits;

rules! {
    bv_not, BvNot, |t, _| {
        constant    (x)                 => t.fold_one(x, Bits::not)?;
        twice       (BvNot(x))          => x;
    }

    bv_and, BvAnd, |t, _| {
        constants   (x, y)              => t.fold(x, y, Bits::and)?;
        chain       (x, y)              => t.bv_junction(Op::BvAnd, x, y, &Bits::ones(t.width(x)))?;
        same        (x, = x)            => x;
        ones        (_: ones, x)        => x;
        zero        (c: zero, _)        => c;
        complements (x, y) if t.complements(x, y) => t.bv_zero(t.width(x));
    }

    bv_or, BvOr, |t, _| {
        constants   (x, y)              => t.fold(x, y, Bits::or)?;
        chain       (x, y)              => t.bv_junction(Op::BvOr, x, y, &Bits::zero(t.width(x)))?;
        same        (x, = x)            => x;
        zero        (_: zero, x)        => x;
        ones        (c: ones, _)        => c;
        complements (x, y) if t.complements(x, y) => t.bv_ones(t.width(x));
    }

    bv_xor, BvXor, |t, _| {
        constants   (x, y)              => t.fold(x, y, Bits::xor)?;
        chain       (x, y)              => t.bv_parity(x, y)?;
        same        (x, = x)            => t.bv_zero(t.width(x));
        zero        (_: zero, x)        => x;
        ones        (_: ones, x)        => t.bv_not(x);
        complements (x, y) if t.complements(x, y) => t.bv_ones(t.width(x));
    }

    bv_neg, BvNeg, |t, _| {
        constant    (x)                 => t.fold_one(x, Bits::neg)?;
        twice       (BvNeg(x))          => x;
        sum         (x)                 => t.bv_sum(&[(x, Bits::ones(t.width(x)))])?;
    }

    bv_add, BvAdd, |t, _| {
        constants   (x, y)              => t.fold(x, y, Bits::add)?;
        sum         (x, y)              => {
            let one = Bits::new(1, t.width(x));
            t.bv_sum(&[(x, one.clone()), (y, one)])?
        };
        zero        (_: zero, x)        => x;
        long        (x, y)              => t.with_joint_constant(x, y)?;
    }

    bv_sub, BvSub, |t, _| {
        same        (x, = x)            => t.bv_zero(t.width(x));
        sum         (x, y)              => {
            let one = Bits::new(1, t.width(x));
            let minus = one.neg();
            t.bv_sum(&[(x, one), (y, minus)])?
        };
        constant    (x, c)              => {
            let negated = t.fold_one(c, Bits::neg)?;
            t.bv_add(negated, x)
        };
        from_zero   (_: zero, x)        => t.bv_neg(x);
        negated     (x, BvNeg(y))       => t.bv_add(x, y);
    }

    bv_mul, BvMul, |t, _| {
        constants   (x, y)              => t.fold(x, y, Bits::mul)?;
        zero        (c: zero, _)        => c;
        one         (_: one, x)         => x;
        product     (x, y)              => t.bv_product(&[x, y], None)?;
        ones        (_: ones, x)        => t.bv_neg(x);
        power       (c, x)              => { let n = t.exponent(c)?; t.shift_left(x, n) };
    }

    bv_udiv, BvUdiv, |t, _| {
        constants   (x, y)              => t.fold(x, y, Bits::udiv)?;
        by_zero     (x, _: zero)        => t.bv_ones(t.width(x));
        narrow      (x, c: constant) if !classes::zero(t, c) => {
            let (x, c, zeros) = t.narrow_unsigned(x, c)?;
            let quotient = t.bv_udiv(x, c);
            t.zero_extend(quotient, zeros)
        };
        power       (x, c)              => {
            let n = t.exponent(c)?;
            let by = t.bv(u64::from(n), t.width(x));
            t.bv_lshr(x, by)
        };
    }

    bv_urem, BvUrem, |t, _| {
        constants   (x, y)              => t.fold(x, y, Bits::urem)?;
        by_zero     (x, _: zero)        => x;
        same        (x, = x)            => t.bv_zero(t.width(x));
        narrow      (x, y)              => {
            let (x, y, zeros) = t.narrow_unsigned(x, y)?;
            let remainder = t.bv_urem(x, y);
            t.zero_extend(remainder, zeros)
        };
        one         (x, _: one)         => t.bv_zero(t.width(x));
        power       (x, c)              => {
            let top = t.exponent(c)?.checked_sub(1)?;
            let low = t.extract(x, top, 0);
            t.zero_extend(low, t.width(x) - 1 - top)
        };
    }

    // Shifts by a constant: by no places, by some, by all. A shifted 0 comes last: its shift by a constant is folded.
    bv_shl, BvShl, |t, _| {
        none        (x, _: zero)        => x;
        some        (x, c)              => { let n = t.places(x, c)?; t.shift_left(x, n) };
        all         (x, c: constant) if t.places(x, c).is_none() => t.bv_zero(t.width(x));
        of_zero     (z: zero, _)        => z;
        product     (x, by)             => t.bv_product(&[x], Some(by))?;
    }

    bv_lshr, BvLshr, |t, _| {
        none        (x, _: zero)        => x;
        some        (x, c)              => {
            let n = t.places(x, c)?;
            let kept = t.extract(x, t.width(x) - 1, n);
            t.zero_extend(kept, n)
        };
        all         (x, c: constant) if t.places(x, c).is_none() => t.bv_zero(t.width(x));
        of_zero     (z: zero, _)        => z;
    }

    bv_ashr, BvAshr, |t, _| {
        none        (x, _: zero)        => x;
        some        (x, c: constant)    => {
            let top = t.width(x) - 1;
            let n = t.places(x, c).unwrap_or(top);
            let kept = t.extract(x, top, n);
            t.sign_extend(kept, n)
        };
        of_zero     (z: zero, _)        => z;
        of_ones     (z: ones, _)        => z;
    }

    concat, Concat, |t, _| {
        constants   (h, l)              => t.gathered(h, l)?;
        // Neighbours that were one before are one again.
        neighbours  (h, l)              => {
            let (x, high, low) = t.neighbours(h, l)?;
            t.extract(x, high, low)
        };
        // Constants in front gather.
        front       (c, Concat(d, x))   => { let front = t.gathered(c, d)?; t.concat(front, x) };
    }

    bv_ult, BvUlt, |t, _| {
        constants   (x, y)              => t.compare(x, y, Bits::ult)?;
        same        (x, = x)            => Terms::FALSE;
        below_zero  (_, _: zero)        => Terms::FALSE;
        above_ones  (_: ones, _)        => Terms::FALSE;
        above_zero  (c: zero, x)        => { let same = t.bits_eq(c, x); t.not(same) };
        below_ones  (x, c: ones)        => { let same = t.bits_eq(x, c); t.not(same) };
        below_one   (x, _: one)         => { let zero = t.bv_zero(t.width(x)); t.bits_eq(x, zero) };
        narrow      (x, y)              => { let (x, y) = t.narrow_sides(x, y, false)?; t.bv_ult(x, y) };
    }

    bv_slt, BvSlt, |t, _| {
        constants   (x, y)              => t.compare(x, y, Bits::slt)?;
        same        (x, = x)            => Terms::FALSE;
        below_zero  (x, _: zero)        => t.bv_sign(x);
        narrow      (x, y)              => { let (x, y) = t.narrow_sides(x, y, true)?; t.bv_slt(x, y) };
    }

    /// Equalities that are true or false.
    word_eq, Eq, |t, _| {
        same        (x, = x)            => Terms::TRUE;
        constants   (x, y)              => t.compare(x, y, Bits::eq)?;
        complements (x, y) if t.complements(x, y) => Terms::FALSE;
    }

    /// Equalities that both sides simplify, as they stand.
    word_eq_sides, Eq, |t, steps| {
        narrow      (x, y)              => {
            let (x, y) = t.narrow_sides(x, y, false)?;
            t.bits_eq_within(x, y, steps)
        };
        sums        (x, y)              => t.sums_eq_within(x, y, steps)?;
    }

    /// Equalities brought closer to the variables, the constant first.
    word_eq_inside, Eq, |t, steps| {
        not         (c, BvNot(x))       => { let c = t.fold_one(c, Bits::not)?; t.bits_eq_within(c, x, steps) };
        neg         (c, BvNeg(x))       => { let c = t.fold_one(c, Bits::neg)?; t.bits_eq_within(c, x, steps) };
        add         (c, BvAdd(d, x))    => { let c = t.fold(c, d, Bits::sub)?; t.bits_eq_within(c, x, steps) };
        sub         (_: zero, BvSub(x, y)) => t.bits_eq_within(x, y, steps);
        xor         (c, BvXor(d, x))    => { let c = t.fold(c, d, Bits::xor)?; t.bits_eq_within(c, x, steps) };
        xor_zero    (_: zero, BvXor(x, y)) => t.bits_eq_within(x, y, steps);
        xor_ones    (_: ones, BvXor(x, y)) => { let x = t.bv_not(x); t.bits_eq_within(x, y, steps) };
        concat      (c: constant, x: joined) => t.split_eq(c, x, steps);
        ite         (c: constant, Ite(p, x, y)) if classes::constant(t, x) || classes::constant(t, y) => {
            let (x, y) = (t.bits_eq_within(c, x, steps), t.bits_eq_within(c, y, steps));
            t.ite(p, x, y)
        };
        nots        (BvNot(x), BvNot(y)) => t.bits_eq_within(x, y, steps);
        concats     (x: joined, y: joined) if t.width(t.arg(x, 1)) == t.width(t.arg(y, 1)) => t.split_eq(x, y, steps);
    }
}
