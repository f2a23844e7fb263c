//! Floating-point numbers as the processor computes them.
//!
//! `float` and `double` are `f32` and `f64` of the machine that runs this program, which are those of IEEE 754, rounded
//! to nearest. In another mode, and for wider types, a result is computed by exact rational numbers and rounded once.
//! The lowering uses neither: it writes operators as circuits, so both readings of a program can be held against each
//! other.
//!
//! A NaN that an operator makes has bits of its own, for those of processors and compilers differ: the bits of
//! `__builtin_nan("")` and the last one. A program that asks for its bits or its sign is given up.

pub(in crate::c) mod libm;
mod text;

use self::text::Form;
use super::machine::{Machine, Stop};
use super::number::{wrap, Integer, Numbers};
use super::pointer::Scalar;
use super::value::Value;
use crate::c::read::floats::{bits, is_nan, number};
use crate::c::{
    Arch, BinaryOp, Check, ExprId, ExprKind, Failure, FloatOperator, FloatingKind, IntegerKind, Pos, TypeId,
};
use crate::solver::term::{self, float_value, FloatOp, Rounding, Sort};
use crate::theories::num::{Integer as Whole, Rational};

/// The reason why the bits of a NaN are not followed.
const NAN_BITS: &str = "the bits of a NaN that an operator made";
/// The reason why an operator has no value.
const ARGUMENTS: &str = "a call with other arguments than the function has";
/// The reason why a conversion has no meaning.
const OUT_OF_RANGE: &str = "a floating-point number converted to an integer type that does not hold it";
/// The reason why floats have no meaning over mathematical integers.
const OVER_INTEGERS: &str = "floating-point numbers over mathematical integers";
/// The reason why bits of a `long double` are no number.
const NO_NUMBER: &str = "bits of a `long double` that are no number of x87";

/// A result, with the bits that stand for any NaN.
fn made(kind: FloatingKind, stored: u128) -> u128 {
    if is_nan(kind, stored) {
        kind.nan() | 1
    } else {
        stored
    }
}

/// The result of an operator of the processor; `None` if it has none.
fn by_processor(kind: FloatingKind, op: FloatOp, args: &[u128]) -> Option<u128> {
    macro_rules! of_type {
        ($float:ty, $word:ty) => {{
            let a = |at: usize| <$float>::from_bits(args[at] as $word);
            let result = match op {
                FloatOp::Add => a(0) + a(1),
                FloatOp::Sub => a(0) - a(1),
                FloatOp::Mul => a(0) * a(1),
                FloatOp::Div => a(0) / a(1),
                FloatOp::Sqrt => a(0).sqrt(),
                FloatOp::Fma => a(0).mul_add(a(1), a(2)),
                _ => return None,
            };
            Some(u128::from(result.to_bits()))
        }};
    }
    match kind {
        FloatingKind::Float => of_type!(f32, u32),
        FloatingKind::Double => of_type!(f64, u64),
        FloatingKind::Half | FloatingKind::LongDouble | FloatingKind::Quad => None,
    }
}

/// The integer before the point; `None` for NaN, infinities and numbers of more than 100 bits.
fn whole(kind: FloatingKind, stored: u128) -> Option<i128> {
    let double = match kind {
        FloatingKind::Float => f64::from(f32::from_bits(stored as u32)),
        FloatingKind::Double => f64::from_bits(stored as u64),
        FloatingKind::Half | FloatingKind::LongDouble | FloatingKind::Quad => {
            let value = kind.rational(stored)?;
            let cut = if value.is_negative() { value.ceil() } else { value.floor() };
            let limit = Whole::from(2i64).pow(100);
            if limit < cut.abs() {
                return None;
            }
            let places = cut.abs().bits().into_iter().enumerate();
            let size = places.fold(0i128, |sum, (place, bit)| sum | i128::from(bit) << place);
            return Some(if cut.is_negative() { -size } else { size });
        }
    };
    (double.is_finite() && double.abs() < 1e30).then(|| double.trunc() as i128)
}

impl Machine<'_> {
    /// The mode in which results are rounded.
    fn rounding(&self, pos: Pos) -> Result<Rounding, Stop> {
        let object = match self.program.rounding_mode {
            Some(object) => object,
            None => return Ok(Rounding::NearestEven),
        };
        let at = self.state.memory.start(self.slot(object));
        let int = Integer::new(IntegerKind::Int, self.program.types.options());
        match self.state.memory.cells.read_integer(at, int, &self.state.memory.table) {
            Ok(Scalar::Number(mode)) => Ok(mode_of(mode)),
            Ok(Scalar::Pointer(_)) | Err(_) => {
                Err(self.unsupported(pos, "a rounding mode that is no number"))
            }
        }
    }

    /// The word of a number in its format.
    fn word(&self, kind: FloatingKind, stored: u128, pos: Pos) -> Result<crate::theories::bv::Bits, Stop> {
        if self.options.numbers != Numbers::Words {
            return Err(self.unsupported(pos, OVER_INTEGERS));
        }
        let word = kind.word(stored).ok_or_else(|| self.unsupported(pos, NO_NUMBER))?;
        Ok(bits(word, kind.format().width()))
    }

    /// The value of an operator on numbers of one type.
    fn exactly(
        &self,
        op: FloatOp,
        mode: Rounding,
        (from, sort): (FloatingKind, Sort),
        args: &[u128],
        pos: Pos,
    ) -> Result<term::Value, Stop> {
        let mut words = Vec::new();
        for &stored in args {
            words.push(self.word(from, stored, pos)?);
        }
        Ok(float_value(op, mode, Some(from.format()), sort, &words.iter().collect::<Vec<_>>()))
    }

    /// The result of an operator on numbers of one type, in this type.
    fn float_op(
        &self,
        op: FloatOp,
        mode: Rounding,
        kind: FloatingKind,
        args: &[u128],
        pos: Pos,
    ) -> Result<Value, Stop> {
        if self.options.numbers != Numbers::Words {
            return Err(self.unsupported(pos, OVER_INTEGERS));
        }
        let nearest = mode == Rounding::NearestEven;
        let stored = match by_processor(kind, op, args).filter(|_| nearest) {
            Some(stored) => stored,
            None => match self.exactly(op, mode, (kind, Sort::Float(kind.format())), args, pos)? {
                term::Value::Bits(word) => kind.stored(number(&word)),
                _ => return Err(self.unsupported(pos, "a result that is no number")),
            },
        };
        self.check_result((kind, stored), kind, args, pos)?;
        Ok(Value::Floating(kind, made(kind, stored)))
    }

    /// Ends a run whose options forbid a NaN that is made of numbers, and an infinity that is made of finite ones.
    fn check_result(
        &self,
        (kind, result): (FloatingKind, u128),
        of: FloatingKind,
        operands: &[u128],
        pos: Pos,
    ) -> Result<(), Stop> {
        let size = |kind: FloatingKind, stored: u128| stored & !(1 << (kind.stored_bits() - 1));
        let are_numbers = operands.iter().all(|&stored| !is_nan(of, stored));
        let are_finite = operands.iter().all(|&stored| size(of, stored) < of.infinity());
        match self.options.checks[Check::Floats] {
            true if is_nan(kind, result) && are_numbers => Err(self.fail(Failure::NotANumber, pos)),
            true if size(kind, result) == kind.infinity() && are_finite => {
                Err(self.fail(Failure::Infinity, pos))
            }
            _ => Ok(()),
        }
    }

    /// Compares two numbers of one type; `None` if one is NaN.
    fn compared(
        &self,
        kind: FloatingKind,
        (a, b): (u128, u128),
        pos: Pos,
    ) -> Result<Option<std::cmp::Ordering>, Stop> {
        let double = |stored: u128| f64::from_bits(stored as u64);
        let single = |stored: u128| f32::from_bits(stored as u32);
        Ok(match kind {
            _ if self.options.numbers != Numbers::Words => return Err(self.unsupported(pos, OVER_INTEGERS)),
            FloatingKind::Float => single(a).partial_cmp(&single(b)),
            FloatingKind::Double => double(a).partial_cmp(&double(b)),
            FloatingKind::Half | FloatingKind::LongDouble | FloatingKind::Quad => {
                let is = |op| self.exactly(op, Rounding::NearestEven, (kind, Sort::Bool), &[a, b], pos);
                match (is(FloatOp::Lt)?, is(FloatOp::Equal)?, is(FloatOp::Leq)?) {
                    (term::Value::Bool(true), ..) => Some(std::cmp::Ordering::Less),
                    (_, term::Value::Bool(true), _) => Some(std::cmp::Ordering::Equal),
                    _ => {
                        let above = self.exactly(
                            FloatOp::Lt,
                            Rounding::NearestEven,
                            (kind, Sort::Bool),
                            &[b, a],
                            pos,
                        )?;
                        (above == term::Value::Bool(true)).then_some(std::cmp::Ordering::Greater)
                    }
                }
            }
        })
    }

    /// The value of an operator on two numbers of one type.
    pub fn float_binary(
        &self,
        op: BinaryOp,
        kind: FloatingKind,
        (a, b): (u128, u128),
        pos: Pos,
    ) -> Result<Value, Stop> {
        let op = match op {
            BinaryOp::Add => FloatOp::Add,
            BinaryOp::Sub => FloatOp::Sub,
            BinaryOp::Mul => FloatOp::Mul,
            BinaryOp::Div => FloatOp::Div,
            BinaryOp::Less
            | BinaryOp::Greater
            | BinaryOp::LessEqual
            | BinaryOp::GreaterEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual => {
                let order = self.compared(kind, (a, b), pos)?;
                let holds = match order {
                    None => op == BinaryOp::NotEqual,
                    Some(order) => op.compare(&(order as i8), &0).unwrap_or(false),
                };
                return Ok(Value::Number(i128::from(holds)));
            }
            BinaryOp::Rem
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight
            | BinaryOp::And
            | BinaryOp::Xor
            | BinaryOp::Or
            | BinaryOp::PointerAdd
            | BinaryOp::PointerSub
            | BinaryOp::PointerDifference => {
                return Err(self.unsupported(pos, "an operator that has no floating-point operand"));
            }
        };
        self.float_op(op, self.rounding(pos)?, kind, &[a, b], pos)
    }

    /// `-a`
    pub fn float_negated(&self, kind: FloatingKind, stored: u128) -> Value {
        Value::Floating(kind, stored ^ 1 << (kind.stored_bits() - 1))
    }

    /// `a + 1` or `a - 1`
    pub fn float_step(
        &self,
        kind: FloatingKind,
        stored: u128,
        is_decrement: bool,
        pos: Pos,
    ) -> Result<Value, Stop> {
        let op = if is_decrement { BinaryOp::Sub } else { BinaryOp::Add };
        let wide = self.program.types.options().evaluated(kind);
        let one = wide.of_rational(&Rational::from(1));
        if wide == kind {
            return self.float_binary(op, kind, (stored, one), pos);
        }
        let number = |value: Value| match value {
            Value::Floating(_, bits) => Ok(bits),
            _ => Err(self.unsupported(pos, "a result that is no number")),
        };
        let old = number(self.float_resized((kind, stored), wide, pos)?)?;
        let new = number(self.float_binary(op, wide, (old, one), pos)?)?;
        self.float_resized((wide, new), kind, pos)
    }

    /// Converts a number to another floating type.
    pub fn float_resized(
        &self,
        (from, stored): (FloatingKind, u128),
        to: FloatingKind,
        pos: Pos,
    ) -> Result<Value, Stop> {
        let mode = self.rounding(pos)?;
        let result = match (from, to) {
            _ if self.options.numbers != Numbers::Words => return Err(self.unsupported(pos, OVER_INTEGERS)),
            (FloatingKind::Float, FloatingKind::Double) => {
                u128::from(f64::from(f32::from_bits(stored as u32)).to_bits())
            }
            (FloatingKind::Double, FloatingKind::Float) if mode == Rounding::NearestEven => {
                u128::from((f64::from_bits(stored as u64) as f32).to_bits())
            }
            _ => match self.exactly(
                FloatOp::OfFloat,
                mode,
                (from, Sort::Float(to.format())),
                &[stored],
                pos,
            )? {
                term::Value::Bits(word) => to.stored(number(&word)),
                _ => return Err(self.unsupported(pos, "a result that is no number")),
            },
        };
        self.check_result((to, result), from, &[stored], pos)?;
        Ok(Value::Floating(to, made(to, result)))
    }

    /// Converts an integer to a floating type.
    pub fn float_of(&self, integer: i128, to: FloatingKind, pos: Pos) -> Result<Value, Stop> {
        let mode = self.rounding(pos)?;
        let nearest = mode == Rounding::NearestEven;
        Ok(Value::Floating(
            to,
            match to {
                _ if self.options.numbers != Numbers::Words => {
                    return Err(self.unsupported(pos, OVER_INTEGERS))
                }
                FloatingKind::Float if nearest => u128::from((integer as f32).to_bits()),
                FloatingKind::Double if nearest => u128::from((integer as f64).to_bits()),
                _ => {
                    let value = Rational::from(Whole::from(integer));
                    to.stored(number(&term::float_of_rational(to.format(), mode, &value)))
                }
            },
        ))
    }

    /// A floating-point constant as an integer, as compilers compute it: the nearest value of the type.
    pub fn converted_constant(&self, operand: ExprId, to: TypeId) -> Option<Value> {
        let expr = self.program.expr(operand);
        let bits = match expr.kind {
            ExprKind::Floating(bits) if !self.options.checks(Failure::Conversion) => bits.get(),
            _ => return None,
        };
        let kind = self.program.types.floating_kind(expr.ty)?;
        let to = Integer::of(&self.program.types, to).filter(|to| to.kind != IntegerKind::Bool)?;
        let range = match to.is_signed {
            true => (-(1 << (to.bits - 1)), (1 << (to.bits - 1)) - 1),
            false => (0, (1 << to.bits) - 1),
        };
        Some(Value::Number(kind.saturated(bits, range)))
    }

    /// Converts a number to an integer type other than `_Bool`: the integer before the point. If the type does not hold
    /// it, the result of the processor's instruction counts where gcc uses one.
    pub fn integer_of(
        &self,
        (kind, stored): (FloatingKind, u128),
        to: Integer,
        pos: Pos,
    ) -> Result<Value, Stop> {
        self.word(kind, stored, pos)?;
        let found = whole(kind, stored);
        if let Some(found) = found.filter(|&found| to.fits(found)) {
            return Ok(Value::Number(found));
        }
        if self.options.checks(Failure::Conversion) {
            return Err(self.fail(Failure::Conversion, pos));
        }
        let is_sse = matches!(kind, FloatingKind::Half | FloatingKind::Float | FloatingKind::Double);
        let is_long = self.program.types.options().arch == Arch::Lp64;
        let by = match (to.bits, to.is_signed) {
            (32, true) | (64, true) => to.bits,
            (0..=31, _) if is_sse => 32,
            (32, false) if is_sse && is_long => 64,
            (64, false) if is_sse && is_long => {
                let half = kind.of_rational(&Rational::from(2).pow(63));
                match self.compared(kind, (stored, half), pos)? {
                    Some(std::cmp::Ordering::Equal | std::cmp::Ordering::Greater) => {
                        return Ok(Value::Number(0))
                    }
                    Some(std::cmp::Ordering::Less) | None => 64,
                }
            }
            _ => return Err(self.unsupported(pos, OUT_OF_RANGE)),
        };
        let value = found.filter(|&found| wrap(found, by, true) == found);
        Ok(Value::Number(to.wrap(value.unwrap_or(-(1 << (by - 1))))))
    }

    /// The number of a floating type with these bits; in a `long double`, the leading one is as x87 has it.
    pub fn float_of_bits(&self, bits: i128, ty: TypeId) -> Value {
        match self.program.types.floating_kind(ty) {
            Some(kind) => {
                let width = kind.stored_bits();
                let stored = bits as u128 & (u128::MAX >> (128 - width));
                Value::Floating(kind, kind.with_leading(stored))
            }
            None => Value::Void,
        }
    }

    /// The bits of a number that a program asks for.
    fn known_bits(&self, kind: FloatingKind, stored: u128, pos: Pos) -> Result<u128, Stop> {
        let positive = stored & !(1 << (kind.stored_bits() - 1));
        match positive == kind.nan() | 1 {
            true => Err(self.unsupported(pos, NAN_BITS)),
            false => Ok(stored),
        }
    }

    /// The value of an operator that C has no mark for; `result` is its type.
    pub fn float_operator(
        &self,
        op: FloatOperator,
        arguments: &[Value],
        result: TypeId,
        pos: Pos,
    ) -> Result<Value, Stop> {
        let of_argument = arguments.iter().find_map(|value| match value {
            Value::Floating(kind, _) => Some(*kind),
            Value::Void
            | Value::Number(_)
            | Value::Pointer(_)
            | Value::Record(_)
            | Value::Place(_)
            | Value::Blank(_) => None,
        });
        let kind = of_argument.or_else(|| self.program.types.floating_kind(result));
        let kind = kind.ok_or_else(|| self.unsupported(pos, "an operator without a floating type"))?;
        let mode = self.rounding(pos)?;
        match (op, arguments) {
            (FloatOperator::Sqrt, &[Value::Floating(_, a)]) => {
                self.float_op(FloatOp::Sqrt, mode, kind, &[a], pos)
            }
            (FloatOperator::Fma, &[Value::Floating(_, a), Value::Floating(_, b), Value::Floating(_, c)]) => {
                self.float_op(FloatOp::Fma, mode, kind, &[a, b, c], pos)
            }
            (FloatOperator::Remainder, &[Value::Floating(_, a), Value::Floating(_, b)]) => {
                self.float_op(FloatOp::Rem, mode, kind, &[a, b], pos)
            }
            (FloatOperator::Integral, &[Value::Number(wanted), Value::Floating(_, a)]) => {
                let mode = if wanted == FloatOperator::PRESENT { mode } else { mode_of(wanted) };
                self.float_op(FloatOp::RoundToIntegral, mode, kind, &[a], pos)
            }
            (
                FloatOperator::Word
                | FloatOperator::Number
                | FloatOperator::Sign
                | FloatOperator::Signed
                | FloatOperator::Text,
                arguments,
            ) => self.bits_operator(op, kind, arguments, pos),
            (
                FloatOperator::Sqrt | FloatOperator::Fma | FloatOperator::Remainder | FloatOperator::Integral,
                _,
            ) => Err(self.unsupported(pos, ARGUMENTS)),
        }
    }

    /// The value of an operator on the bits of numbers.
    fn bits_operator(
        &self,
        op: FloatOperator,
        kind: FloatingKind,
        arguments: &[Value],
        pos: Pos,
    ) -> Result<Value, Stop> {
        let sign = 1 << (kind.stored_bits() - 1);
        match (op, arguments) {
            (FloatOperator::Word, &[Value::Floating(_, a)]) => {
                self.known_bits(kind, a, pos).map(|bits| Value::Number(bits as i128))
            }
            (FloatOperator::Number, &[Value::Number(bits)]) => Ok(Value::Floating(kind, bits as u128)),
            (FloatOperator::Sign, &[Value::Floating(_, a)]) => {
                let known = self.known_bits(kind, a, pos)?;
                Ok(Value::Number(i128::from(known & sign != 0)))
            }
            (FloatOperator::Signed, &[Value::Floating(_, a), Value::Number(is_negative)]) => {
                let positive = a & !sign;
                Ok(Value::Floating(kind, if is_negative != 0 { positive | sign } else { positive }))
            }
            (FloatOperator::Text, [Value::Floating(_, a), others @ ..]) => {
                self.known_bits(kind, *a, pos)?;
                let mut numbers = [0; 5];
                for (to, from) in numbers.iter_mut().zip(others) {
                    match from {
                        Value::Number(number) => *to = *number,
                        _ => return Err(self.unsupported(pos, "a text by something that is no number")),
                    }
                }
                let [conversion, precision, flags, width, at] = numbers;
                let form = Form::of([conversion, precision, flags, width], self.rounding(pos)?);
                let form =
                    form.ok_or_else(|| self.unsupported(pos, "this text of a floating-point number"))?;
                let text = form.text(kind, *a);
                let byte = usize::try_from(at).ok().and_then(|at| text.as_bytes().get(at));
                Ok(Value::Number(byte.map_or(-1, |&byte| i128::from(byte))))
            }
            _ => Err(self.unsupported(pos, ARGUMENTS)),
        }
    }
}

/// The mode of a number.
fn mode_of(number: i128) -> Rounding {
    usize::try_from(number)
        .ok()
        .and_then(|at| Rounding::ALL.get(at).copied())
        .unwrap_or(Rounding::NearestEven)
}
