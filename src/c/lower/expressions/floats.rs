//! Operators on floating-point numbers, as terms over words.
//!
//! The value of an expression of a floating type is the word of its bits in memory ([`Value::Floating`]); the width of
//! the word tells the type. An operator becomes the circuit that the solver has for it
//! ([`Terms::float_word`](crate::solver::term::Terms::float_word)), so engines see words and nothing else. Each result
//! is rounded to its own type, as by the SSE unit; the mode is an object of the library in programs that may set it,
//! and else to nearest.
//!
//! # NaN
//!
//! IEEE 754 does not say which bits a NaN has that an operator makes, and compilers differ from processors. Such a
//! result has bits of its own here ([`Lowering::made_nan`]). Where they might become visible as those of another type,
//! or by their sign, there is an unsupported point. A NaN that a program writes keeps its bits.
//!
//! # Conversions to integers
//!
//! A number that does not fit the type has no meaning in C. Where gcc uses one instruction of the processor, its result
//! counts, the least number; the other cases are unsupported points. A constant becomes the nearest
//! value of the type, which is how compilers compute it. An option makes errors of all.

use crate::c::lower::analysis::leaves::Leaf;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::value::{Spot, Value};
use crate::c::lower::stop::Stop;
use crate::c::read::arch::{Arch, FloatingKind, IntegerKind};
use crate::c::read::checks::Check;
use crate::c::read::floats::bits;
use crate::c::read::property::Failure;
use crate::c::read::syntax::{BinaryOp, ExprId, ExprKind, FloatOperator, UnaryOp};
use crate::c::read::types::{Type, TypeId, Types};
use crate::solver::term::{FloatOp, Rounding, Sort, TermId, Terms};

/// The reason why the bits of a NaN are not followed.
const NAN_BITS: &str = "the bits of a NaN that an operator made are used";
/// The reason why bits of a `long double` are no number.
const NO_NUMBER: &str = "the bits of a `long double` are no number of x87";
/// The reason why an operator has no value.
const ARGUMENTS: &str = "a call with other arguments than the function has";
/// The reason why a conversion has no meaning.
const OUT_OF_RANGE: &str = "a floating-point number is converted to an integer type that does not hold it";

impl Lowering<'_> {
    /// The type with numbers of this many bits in memory.
    fn float_kind(&self, stored: TermId) -> FloatingKind {
        let width = self.builder.terms().width(stored);
        let found = FloatingKind::ALL.into_iter().find(|kind| kind.stored_bits() == width);
        found.expect("a floating-point value has the width of a floating type")
    }

    /// The word of the format for the bits in memory. Bits that are no number reach an unsupported point.
    fn float_word(&mut self, stored: TermId) -> TermId {
        if self.float_kind(stored) != FloatingKind::LongDouble {
            return stored;
        }
        let is_number = self.is_x87_number(stored);
        let is_none = self.terms().not(is_number);
        self.builder.unsupported_if(is_none, NO_NUMBER);
        let terms = self.terms();
        let (upper, fraction) = (terms.extract(stored, 79, 64), terms.extract(stored, 62, 0));
        terms.concat(upper, fraction)
    }

    /// The formula that 80 bits are a number: the leading one is there unless the exponent is 0.
    pub(in crate::c::lower) fn is_x87_number(&mut self, stored: TermId) -> TermId {
        let terms = self.terms();
        let (exponent, leading) = (terms.extract(stored, 78, 64), terms.extract(stored, 63, 63));
        let (zero, one) = (terms.bv_zero(15), terms.bv(1, 1));
        let (is_least, has_leading) = (terms.eq(exponent, zero), terms.eq(leading, one));
        let differs = terms.iff(is_least, has_leading);
        terms.not(differs)
    }

    /// The bits in memory of a word of a format.
    fn stored_float(&mut self, kind: FloatingKind, word: TermId) -> TermId {
        if kind != FloatingKind::LongDouble {
            return word;
        }
        let terms = self.terms();
        let (upper, fraction) = (terms.extract(word, 78, 63), terms.extract(word, 62, 0));
        let exponent = terms.extract(word, 77, 63);
        let (zero, one, none) = (terms.bv_zero(15), terms.bv(1, 1), terms.bv_zero(1));
        let is_least = terms.eq(exponent, zero);
        let leading = terms.ite(is_least, none, one);
        terms.concat_all(&[upper, leading, fraction])
    }

    /// The bits of the NaN that stands for one whose bits are unknown, with a positive sign.
    fn made_nan(&mut self, kind: FloatingKind) -> TermId {
        self.terms().bit_vector(bits(kind.nan() | 1, kind.stored_bits()))
    }

    /// The result of an operator: its bits in memory, and for NaN those that stand for any.
    fn float_result(&mut self, kind: FloatingKind, word: TermId) -> Value {
        let stored = self.stored_float(kind, word);
        let nan = self.terms().bit_vector(bits(kind.nan(), kind.stored_bits()));
        let made = self.made_nan(kind);
        let terms = self.terms();
        let is_nan = terms.eq(stored, nan);
        Value::Floating(terms.ite(is_nan, made, stored))
    }

    /// The formula that the bits are those of a NaN that an operator made, with any sign.
    fn is_made_nan(&mut self, stored: TermId) -> TermId {
        let made = self.made_nan(self.float_kind(stored));
        let terms = self.terms();
        let last = terms.width(stored) - 2;
        let (a, b) = (terms.extract(stored, last, 0), terms.extract(made, last, 0));
        terms.eq(a, b)
    }

    /// Adds an unsupported point for runs in which a condition holds and the bits of a value are unknown.
    pub(in crate::c::lower) fn demand_float_bits(&mut self, condition: TermId, stored: TermId) {
        let width = self.builder.terms().width(stored);
        if self.numbers.is_words() && FloatingKind::ALL.iter().any(|kind| kind.stored_bits() == width) {
            let is_made = self.is_made_nan(stored);
            let is_used = self.terms().and(&[condition, is_made]);
            self.builder.unsupported_if(is_used, NAN_BITS);
        }
    }

    /// The bits of a floating-point value.
    fn float_bits(&mut self, value: &Value) -> Result<TermId, Stop> {
        match (value, self.numbers.is_words()) {
            (Value::Floating(stored), true) => Ok(*stored),
            (Value::Floating(_), false) => {
                self.refuse("floating-point numbers are computed; use --integers words")
            }
            (
                Value::Void
                | Value::Bool(_)
                | Value::Number(_)
                | Value::Pointer(_)
                | Value::Record(_)
                | Value::Lvalue(..),
                _,
            ) => self.refuse("expected a floating-point number"),
        }
    }

    /// The rounding mode, as a word.
    fn rounding(&mut self) -> Result<TermId, Stop> {
        let object = match self.program.rounding_mode {
            Some(object) => object,
            None => return Ok(Rounding::NearestEven.word(self.terms())),
        };
        let store = self.object_store(object)?;
        let leaf = Leaf { offset: 0, width: 32, ty: Some(Types::INT) };
        match self.read_scalar(store, Spot::at(0), leaf)? {
            Value::Number(mode) => Ok(self.terms().extract(mode, 2, 0)),
            _ => self.refuse("the rounding mode is no number"),
        }
    }

    /// An operator on numbers of one type with a result of this type.
    fn float_op(&mut self, op: FloatOp, mode: Option<TermId>, args: &[TermId]) -> Value {
        let kind = self.float_kind(args[0]);
        let words: Vec<TermId> = args.iter().map(|&stored| self.float_word(stored)).collect();
        let all: Vec<TermId> = mode.into_iter().chain(words.iter().copied()).collect();
        let format = kind.format();
        let word = self.terms().float_word(op, Some(format), Sort::Float(format), &all);
        self.check_result((kind, word), kind, &words);
        self.float_result(kind, word)
    }

    /// Adds the errors of an operator whose result is NaN and no operand is, or infinite and all operands are finite.
    fn check_result(&mut self, (kind, word): (FloatingKind, TermId), of: FloatingKind, operands: &[TermId]) {
        if !self.options.checks[Check::Floats] {
            return;
        }
        for (class, failure) in
            [(FloatOp::IsNan, Failure::NotANumber), (FloatOp::IsInfinite, Failure::Infinity)]
        {
            let mut bad = vec![self.terms().float_word(class, Some(kind.format()), Sort::Bool, &[word])];
            for &operand in operands {
                for class in [FloatOp::IsNan, class] {
                    let is = self.terms().float_word(class, Some(of.format()), Sort::Bool, &[operand]);
                    bad.push(self.terms().not(is));
                }
            }
            let bad = self.terms().and(&bad);
            self.builder.fail_if(bad, failure);
        }
    }

    /// A question about numbers of one type.
    fn float_test(&mut self, op: FloatOp, args: &[TermId]) -> TermId {
        let format = self.float_kind(args[0]).format();
        let words: Vec<TermId> = args.iter().map(|&stored| self.float_word(stored)).collect();
        self.terms().float_word(op, Some(format), Sort::Bool, &words)
    }

    /// The formula that a number is not 0. NaN is not.
    pub(super) fn float_truth(&mut self, stored: TermId) -> TermId {
        let is_zero = self.float_test(FloatOp::IsZero, &[stored]);
        self.terms().not(is_zero)
    }

    /// `-a`: the other sign, of NaN, too.
    pub(super) fn float_unary(&mut self, op: UnaryOp, value: &Value) -> Result<Value, Stop> {
        let stored = self.float_bits(value)?;
        match op {
            UnaryOp::Minus => {
                let terms = self.terms();
                let last = terms.width(stored) - 1;
                let (sign, rest) = (terms.extract(stored, last, last), terms.extract(stored, last - 1, 0));
                let other = terms.bv_not(sign);
                Ok(Value::Floating(terms.concat(other, rest)))
            }
            UnaryOp::Complement | UnaryOp::Not => self.refuse("this operator has no floating-point operand"),
        }
    }

    /// The value of an operator on two numbers of one type.
    pub(super) fn float_binary(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Result<Value, Stop> {
        let (a, b) = (self.float_bits(left)?, self.float_bits(right)?);
        let test = |op, args: [TermId; 2]| (op, args);
        let (op, args) = match op {
            BinaryOp::Add => return self.float_rounded(FloatOp::Add, &[a, b]),
            BinaryOp::Sub => return self.float_rounded(FloatOp::Sub, &[a, b]),
            BinaryOp::Mul => return self.float_rounded(FloatOp::Mul, &[a, b]),
            BinaryOp::Div => return self.float_rounded(FloatOp::Div, &[a, b]),
            BinaryOp::NotEqual => {
                let same = self.float_test(FloatOp::Equal, &[a, b]);
                return Ok(Value::Bool(self.terms().not(same)));
            }
            BinaryOp::Equal => test(FloatOp::Equal, [a, b]),
            BinaryOp::Less => test(FloatOp::Lt, [a, b]),
            BinaryOp::LessEqual => test(FloatOp::Leq, [a, b]),
            BinaryOp::Greater => test(FloatOp::Lt, [b, a]),
            BinaryOp::GreaterEqual => test(FloatOp::Leq, [b, a]),
            BinaryOp::Rem
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight
            | BinaryOp::And
            | BinaryOp::Xor
            | BinaryOp::Or
            | BinaryOp::PointerAdd
            | BinaryOp::PointerSub
            | BinaryOp::PointerDifference => {
                return self.refuse("this operator has no floating-point operand");
            }
        };
        Ok(Value::Bool(self.float_test(op, &args)))
    }

    /// An operator whose result is rounded in the present mode.
    fn float_rounded(&mut self, op: FloatOp, args: &[TermId]) -> Result<Value, Stop> {
        let mode = self.rounding()?;
        Ok(self.float_op(op, Some(mode), args))
    }

    /// `a + 1` or `a - 1`
    pub(super) fn float_step(&mut self, old: &Value, is_decrement: bool) -> Result<Value, Stop> {
        let stored = self.float_bits(old)?;
        let kind = self.float_kind(stored);
        let wide = self.program.types.options().evaluated(kind);
        let one = wide.of_rational(&crate::theories::num::Rational::from(1));
        let one = self.terms().bit_vector(bits(one, wide.stored_bits()));
        let old = self.float_resized(stored, wide)?;
        let new = self.float_rounded(if is_decrement { FloatOp::Sub } else { FloatOp::Add }, &[old, one])?;
        let new = self.float_bits(&new)?;
        self.float_resized(new, kind).map(Value::Floating)
    }

    /// Converts a number to another floating type, or leaves it as it is.
    fn float_resized(&mut self, stored: TermId, to: FloatingKind) -> Result<TermId, Stop> {
        let from = self.float_kind(stored);
        if from == to {
            return Ok(stored);
        }
        let mode = self.rounding()?;
        let given = self.float_word(stored);
        let (sort, format) = (Sort::Float(to.format()), Some(from.format()));
        let word = self.terms().float_word(FloatOp::OfFloat, format, sort, &[mode, given]);
        self.check_result((to, word), from, &[given]);
        let result = self.float_result(to, word);
        self.float_bits(&result)
    }

    /// Converts a value if one of the types is a floating type; the other is arithmetic.
    pub(super) fn float_converted(&mut self, value: &Value, from: TypeId, to: TypeId) -> Result<Value, Stop> {
        let types = &self.program.types;
        match (types.floating_kind(from), types.floating_kind(to), types.integer_kind(to)) {
            (Some(_), Some(to), _) => {
                let stored = self.float_bits(value)?;
                self.float_resized(stored, to).map(Value::Floating)
            }
            (None, Some(to), _) => self.float_of_integer(value, from, to),
            (Some(_), None, Some(IntegerKind::Bool)) => {
                let stored = self.float_bits(value)?;
                Ok(Value::Bool(self.float_truth(stored)))
            }
            (Some(_), None, Some(to)) => {
                let stored = self.float_bits(value)?;
                Ok(Value::Number(self.integer_of_float(stored, to)))
            }
            (_, None, _) => self.refuse("a floating-point number is converted to a type without numbers"),
        }
    }

    /// An integer as a number of a floating type.
    fn float_of_integer(&mut self, value: &Value, from: TypeId, to: FloatingKind) -> Result<Value, Stop> {
        let signed = match self.program.types.get(from) {
            Type::Integer(IntegerKind::Bool) => false,
            _ => self.is_signed(Some(from)),
        };
        if !self.numbers.is_words() {
            return self.refuse("floating-point numbers are computed; use --integers words");
        }
        let (number, mode) = (self.number(value, from)?, self.rounding()?);
        let op = if signed { FloatOp::OfSigned } else { FloatOp::OfUnsigned };
        let word = self.terms().float_word(op, None, Sort::Float(to.format()), &[mode, number]);
        Ok(self.float_result(to, word))
    }

    /// A floating-point constant as an integer, as compilers compute it.
    pub(super) fn converted_constant(&mut self, operand: ExprId, to: TypeId) -> Option<Value> {
        let expr = self.program.expr(operand);
        let bits = match expr.kind {
            ExprKind::Floating(bits) if !self.options.checks(Failure::Conversion) => bits.get(),
            _ => return None,
        };
        let from = self.program.types.floating_kind(expr.ty)?;
        let to = self.program.types.integer_kind(to).filter(|&kind| kind != IntegerKind::Bool)?;
        let numbers = self.numbers;
        let value = from.saturated(bits, numbers.range(to));
        Some(Value::Number(numbers.constant(self.terms(), to, value)))
    }

    /// A number without its fraction as an integer.
    fn integer_of_float(&mut self, stored: TermId, to: IntegerKind) -> TermId {
        let target = self.numbers.target;
        let (bits, signed) = (target.integer_bits(to), target.is_signed(to));
        let kind = self.float_kind(stored);
        let plain = self.cut_off(stored, bits, signed);
        if self.options.checks(Failure::Conversion) {
            let no_fit = self.terms().not(plain.1);
            self.builder.fail_if(no_fit, Failure::Conversion);
            return plain.0;
        }
        let is_sse = matches!(kind, FloatingKind::Half | FloatingKind::Float | FloatingKind::Double);
        let is_long = target.arch == Arch::Lp64;
        // The width of the instruction whose low bits are the result.
        let by = match (bits, signed) {
            (32, true) | (64, true) => Some(bits),
            (0..=31, _) if is_sse => Some(32),
            (32, false) if is_long && is_sse => Some(64),
            (64, false) if is_long && is_sse => return self.unsigned_of_float(stored, plain.0),
            _ => None,
        };
        match by {
            Some(by) => {
                let value = self.as_instruction(stored, by);
                self.terms().extract(value, bits - 1, 0)
            }
            None => {
                let no_fit = self.terms().not(plain.1);
                self.builder.unsupported_if(no_fit, OUT_OF_RANGE);
                plain.0
            }
        }
    }

    /// The integer before the point as a word, and whether it fits.
    fn cut_off(&mut self, stored: TermId, width: u32, signed: bool) -> (TermId, TermId) {
        let format = self.float_kind(stored).format();
        let (word, mode) = (self.float_word(stored), Rounding::Zero.word(self.terms()));
        let (to, fits) = match signed {
            true => (FloatOp::ToSigned, FloatOp::FitsSigned(width)),
            false => (FloatOp::ToUnsigned, FloatOp::FitsUnsigned(width)),
        };
        let terms = self.terms();
        let value = terms.float_word(to, Some(format), Sort::BitVec(width), &[mode, word]);
        let fits = terms.float_word(fits, Some(format), Sort::Bool, &[mode, word]);
        (value, fits)
    }

    /// The integer before the point as the instruction of the processor has it: the least one if it does not fit.
    fn as_instruction(&mut self, stored: TermId, width: u32) -> TermId {
        let (value, fits) = self.cut_off(stored, width, true);
        let terms = self.terms();
        let least = terms.bit_vector(crate::theories::bv::Bits::least_signed(width));
        terms.ite(fits, value, least)
    }

    /// An integer of 64 bits without sign, as gcc's code computes it: from 2^63 on less this number, which is added
    /// behind the instruction.
    fn unsigned_of_float(&mut self, stored: TermId, plain: TermId) -> TermId {
        let kind = self.float_kind(stored);
        let half = kind.of_rational(&crate::theories::num::Rational::from(2).pow(63));
        let half = self.terms().bit_vector(bits(half, kind.stored_bits()));
        let is_large = self.float_test(FloatOp::Leq, &[half, stored]);
        let small = self.as_instruction(stored, 64);
        // A number that does not fit becomes 0.
        self.terms().ite(is_large, plain, small)
    }

    /// The value of an operator that C has no mark for.
    pub(in crate::c::lower) fn float_operator(
        &mut self,
        op: FloatOperator,
        arguments: &[Value],
        ty: TypeId,
    ) -> Result<Value, Stop> {
        match (op, arguments) {
            (FloatOperator::Sqrt, [a]) => {
                let a = self.float_bits(a)?;
                self.float_rounded(FloatOp::Sqrt, &[a])
            }
            (FloatOperator::Fma, [a, b, c]) => {
                let args = [self.float_bits(a)?, self.float_bits(b)?, self.float_bits(c)?];
                self.float_rounded(FloatOp::Fma, &args)
            }
            (FloatOperator::Remainder, [a, b]) => {
                let args = [self.float_bits(a)?, self.float_bits(b)?];
                Ok(self.float_op(FloatOp::Rem, None, &args))
            }
            (FloatOperator::Integral, [mode, a]) => {
                let (mode, a) = (self.number(mode, Types::INT)?, self.float_bits(a)?);
                let mode = match self.numbers.value(self.builder.terms(), mode, true) {
                    Some(FloatOperator::PRESENT) => self.rounding()?,
                    _ => self.terms().extract(mode, 2, 0),
                };
                Ok(self.float_op(FloatOp::RoundToIntegral, Some(mode), &[a]))
            }
            (
                FloatOperator::Word | FloatOperator::Number | FloatOperator::Sign | FloatOperator::Signed,
                arguments,
            ) => self.bits_operator(op, arguments, ty),
            (FloatOperator::Text, _) => self.refuse("the text of a floating-point number is not followed"),
            (
                FloatOperator::Sqrt | FloatOperator::Fma | FloatOperator::Remainder | FloatOperator::Integral,
                _,
            ) => self.refuse(ARGUMENTS),
        }
    }

    /// The value of an operator on the bits of numbers.
    fn bits_operator(&mut self, op: FloatOperator, arguments: &[Value], ty: TypeId) -> Result<Value, Stop> {
        match (op, arguments) {
            (FloatOperator::Word, [a]) => {
                let stored = self.float_bits(a)?;
                self.demand_float_bits(Terms::TRUE, stored);
                Ok(Value::Number(stored))
            }
            (FloatOperator::Number, [bits]) => {
                let ty = self.program.types.floating_kind(ty).map(FloatingKind::stored_bits);
                let bits = self.number(bits, Types::INT)?;
                match ty == Some(self.builder.terms().width(bits)) {
                    true => Ok(Value::Floating(bits)),
                    false => self.refuse("the bits of a floating-point number have another width"),
                }
            }
            (FloatOperator::Sign, [a]) => {
                let stored = self.float_bits(a)?;
                self.demand_float_bits(Terms::TRUE, stored);
                let terms = self.terms();
                let last = terms.width(stored) - 1;
                let sign = terms.extract(stored, last, last);
                Ok(Value::Number(terms.zero_extend(sign, 31)))
            }
            (FloatOperator::Signed, [a, sign]) => {
                let (stored, sign) = (self.float_bits(a)?, self.truth(sign));
                let terms = self.terms();
                let rest = terms.extract(stored, terms.width(stored) - 2, 0);
                let (one, zero) = (terms.bv(1, 1), terms.bv_zero(1));
                let sign = terms.ite(sign, one, zero);
                Ok(Value::Floating(terms.concat(sign, rest)))
            }
            _ => self.refuse(ARGUMENTS),
        }
    }
}
