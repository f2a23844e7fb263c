//! Arithmetic on the values of integer types: words that wrap around, or mathematical integers.
//!
//! An operator computes the exact result in 128 bits, and then wraps it to the width of the type, or reports a trap.
//! For `int`, `2147483647 + 1` is -2147483648, or an overflow if the options check it.

use crate::c::{BinaryOp, COptions, IntegerKind, TypeId, Types, UnaryOp};

/// The meaning of integer types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbers {
    /// Words of the type's width, two's complement; results wrap around.
    Words,
    /// Mathematical integers. Neither operators nor conversions lose bits, but for conversions to `_Bool`. A value that
    /// 128 bits do not hold ends a run as unsupported.
    Integers,
}

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c) struct Integer {
    pub kind: IntegerKind,
    pub bits: u32,
    pub size: u32,
    pub is_signed: bool,
}

impl Integer {
    pub fn new(kind: IntegerKind, options: COptions) -> Integer {
        Integer {
            kind,
            bits: options.integer_bits(kind),
            size: options.integer_size(kind) as u32,
            is_signed: options.is_signed(kind),
        }
    }

    /// A type as an integer type; `None` if it is none.
    pub fn of(types: &Types, ty: TypeId) -> Option<Integer> {
        types.integer_kind(ty).map(|kind| Integer::new(kind, types.options()))
    }

    /// The value of this type that is equal to `value` modulo 2^n, where n is the number of its bits.
    pub fn wrap(self, value: i128) -> i128 {
        wrap(value, self.bits, self.is_signed)
    }

    pub fn fits(self, value: i128) -> bool {
        self.wrap(value) == value
    }
}

/// The value of a word of `bits` bits, at most 64, that is equal to `value` modulo 2^bits.
pub(in crate::c) fn wrap(value: i128, bits: u32, is_signed: bool) -> i128 {
    let shift = 64 - bits;
    match is_signed {
        true => i128::from((value as i64) << shift >> shift),
        false => i128::from((value as u64) << shift >> shift),
    }
}

/// The reason why an operator has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::c) enum Trap {
    ByZero,
    /// The least number was divided by -1.
    Quotient,
    Overflow,
    ShiftWidth,
    /// An unsigned operator overflows; this is the result without the check.
    Wrapped(i128),
    /// The mathematical result has more than 128 bits.
    TooLarge,
}

/// The rules of computation: the kind of numbers, and which overflows are errors.
#[derive(Clone, Copy, Debug)]
pub(in crate::c) struct Rules {
    pub numbers: Numbers,
    pub checks_overflow: bool,
    pub checks_shifts: bool,
    /// Whether overflow of unsigned integers, and values that conversions without cast lose, are looked for.
    pub checks_unsigned: bool,
    pub checks_kept: bool,
    /// Whether the run has begun, and first values of objects are done.
    pub has_begun: bool,
}

impl Rules {
    /// The rules in which nothing is an error.
    pub fn plain(numbers: Numbers) -> Rules {
        Rules {
            numbers,
            checks_overflow: false,
            checks_shifts: false,
            checks_unsigned: false,
            checks_kept: false,
            has_begun: false,
        }
    }

    /// Converts a value to an integer type.
    pub fn convert(self, value: i128, to: Integer) -> i128 {
        match (to.kind, self.numbers) {
            (IntegerKind::Bool, _) => i128::from(value != 0),
            (_, Numbers::Words) => to.wrap(value),
            (_, Numbers::Integers) => value,
        }
    }

    /// The result of an operator in a type, given the exact result; `None` stands for one that 128 bits do not hold.
    fn result(self, exact: Option<i128>, ty: Integer) -> Result<i128, Trap> {
        let exact = exact.ok_or(Trap::TooLarge)?;
        if self.checks_overflow && ty.is_signed && !ty.fits(exact) {
            return Err(Trap::Overflow);
        }
        Ok(if self.numbers == Numbers::Words { ty.wrap(exact) } else { exact })
    }

    /// A quotient. The processor ends a program that divides the least number by -1, so that is a trap. A compiler
    /// turns a division by the constant -1 into a negation; the caller handles this case.
    fn quotient(self, a: i128, b: i128, ty: Integer) -> Result<i128, Trap> {
        let exact = a.checked_div(b);
        let traps = exact.map_or(false, |exact| !ty.fits(exact)) && ty.is_signed;
        match traps && self.numbers == Numbers::Words && !self.checks_overflow {
            true => Err(Trap::Quotient),
            false => self.result(exact, ty),
        }
    }

    pub fn unary(self, op: UnaryOp, value: i128, ty: Integer) -> Result<i128, Trap> {
        match op {
            UnaryOp::Minus => self.result(value.checked_neg(), ty),
            UnaryOp::Complement if self.numbers == Numbers::Words => Ok(ty.wrap(!value)),
            UnaryOp::Complement => Ok(!value),
            UnaryOp::Not => Ok(i128::from(value == 0)),
        }
    }

    /// The result of `++` or `--` in a type, or in a bit-field of `width` bits if that is not 0. A number that is
    /// narrower than `int` is computed as `int` and converted back, so it does not overflow.
    pub fn step(self, value: i128, is_decrement: bool, ty: Integer, width: u32) -> Result<i128, Trap> {
        let exact = value.checked_add(if is_decrement { -1 } else { 1 });
        match ty.kind.rank() < IntegerKind::Int.rank() || (1..32).contains(&width) {
            true => Ok(self.convert(exact.ok_or(Trap::TooLarge)?, ty)),
            false => self.summed(exact, ty),
        }
    }

    /// The result of a sum, a difference or a product.
    fn summed(self, exact: Option<i128>, ty: Integer) -> Result<i128, Trap> {
        let result = self.result(exact, ty)?;
        match exact {
            Some(exact) if self.checks_unsigned && !ty.is_signed && !ty.fits(exact) => {
                Err(Trap::Wrapped(result))
            }
            _ => Ok(result),
        }
    }

    /// The result of an operator on two numbers. `ty` is the type of the left operand, and unless the operator is a
    /// shift, of the right one.
    pub fn binary(self, op: BinaryOp, a: i128, b: i128, ty: Integer) -> Result<i128, Trap> {
        match op {
            BinaryOp::Add => self.summed(a.checked_add(b), ty),
            BinaryOp::Sub => self.summed(a.checked_sub(b), ty),
            // Only the product of two unsigned words of 64 bits may exceed a signed number of 128 bits, and then its
            // low 64 bits are still right.
            BinaryOp::Mul if self.numbers == Numbers::Words => self.summed(Some(a.wrapping_mul(b)), ty),
            BinaryOp::Mul => self.summed(a.checked_mul(b), ty),
            BinaryOp::Div | BinaryOp::Rem if b == 0 => Err(Trap::ByZero),
            BinaryOp::Div => self.quotient(a, b, ty),
            BinaryOp::Rem => {
                // In C, the remainder is undefined if the quotient overflows.
                self.quotient(a, b, ty)?;
                Ok(a.wrapping_rem(b))
            }
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => self.shift(op, a, b, ty),
            BinaryOp::And => Ok(a & b),
            BinaryOp::Xor => Ok(a ^ b),
            BinaryOp::Or => Ok(a | b),
            BinaryOp::Less => Ok(i128::from(a < b)),
            BinaryOp::Greater => Ok(i128::from(a > b)),
            BinaryOp::LessEqual => Ok(i128::from(a <= b)),
            BinaryOp::GreaterEqual => Ok(i128::from(a >= b)),
            BinaryOp::Equal => Ok(i128::from(a == b)),
            BinaryOp::NotEqual => Ok(i128::from(a != b)),
            // Operators on pointers never have two numbers as operands.
            BinaryOp::PointerAdd | BinaryOp::PointerSub | BinaryOp::PointerDifference => Err(Trap::TooLarge),
        }
    }

    fn shift(self, op: BinaryOp, a: i128, b: i128, ty: Integer) -> Result<i128, Trap> {
        let is_inside = (0..i128::from(ty.bits)).contains(&b);
        if self.checks_shifts && !is_inside {
            return Err(Trap::ShiftWidth);
        }
        let amount = match self.numbers {
            // x86 also takes the amount modulo the width, for 32 and 64 bits.
            Numbers::Words => b.rem_euclid(i128::from(ty.bits)),
            Numbers::Integers if b < 0 => return Err(Trap::TooLarge),
            Numbers::Integers => b,
        };
        let fits = || {
            a >= 0
                && (a == 0 || amount < 126 && a.checked_mul(1 << amount as u32).map_or(false, |n| ty.fits(n)))
        };
        if self.checks_shifts && op == BinaryOp::ShiftLeft && ty.is_signed && !fits() {
            return Err(Trap::ShiftWidth);
        }
        match op {
            BinaryOp::ShiftRight => Ok(a >> amount.min(127) as u32),
            _ if self.numbers == Numbers::Words => {
                let exact = a.checked_mul(1 << amount as u32).unwrap_or_else(|| a << amount as u32);
                self.result(Some(exact), ty)
            }
            _ if a == 0 => Ok(0),
            _ if amount > 126 => Err(Trap::TooLarge),
            _ => self.result(a.checked_mul(1 << amount as u32), ty),
        }
    }
}
