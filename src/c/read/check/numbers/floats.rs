//! Builtins of gcc on floating-point numbers.
//!
//! Constants and comparisons become expressions. A builtin that takes any floating type becomes a call of the library
//! function for the type of its argument: `__builtin_isnan(x)` of a `float` calls `__indubit_isnanf`. The functions
//! whose names begin with `__builtin_indubit_` have no body: they are the operators of IEEE 754 that C has no mark for,
//! and the lowering and the interpreter know their meaning.

use super::super::super::arch::{FloatingKind, IntegerKind};
use super::super::super::floats::{bits as of_number, is_nan, number, SUFFIXES};
use super::super::super::source::Pos;
use super::super::super::syntax::{BinaryOp, ExprId, ExprKind, UnaryOp};
use super::super::super::types::{FunctionType, Prototype, Type, TypeId, Types};
use super::super::checker::Checker;
use super::super::fold::Folded;
use crate::solver::term::{float_value, FloatOp, Rounding, Sort, Value};
use crate::theories::num::{Integer, Rational};

/// Functions of `math.h`, each with the types of its result and its parameters: `x` is the floating type, which the end
/// of the name tells (`sqrtf`, `sqrt`, `sqrtl`); `i`, `g` and `w` are `int`, `long` and `long long`, `I` and `X` are
/// pointers to `int` and to the floating type, and `l` is `long double`.
const MATH: &str = "\
    acos:xx asin:xx atan:xx cos:xx sin:xx tan:xx acosh:xx asinh:xx atanh:xx cosh:xx sinh:xx tanh:xx exp:xx exp2:xx \
    expm1:xx log:xx log10:xx log1p:xx log2:xx logb:xx cbrt:xx fabs:xx sqrt:xx erf:xx erfc:xx lgamma:xx tgamma:xx \
    ceil:xx floor:xx nearbyint:xx rint:xx round:xx roundeven:xx trunc:xx atan2:xxx pow:xxx hypot:xxx fmod:xxx \
    remainder:xxx copysign:xxx nextafter:xxx fdim:xxx fmax:xxx fmin:xxx frexp:xxI ldexp:xxi scalbn:xxi scalbln:xxg \
    modf:xxX fma:xxxx nexttoward:xxl remquo:xxxI ilogb:ix lrint:gx lround:gx llrint:wx llround:wx";

/// The operators without a mark, with the same letters; `n` is the unsigned integer that has the bits of the type.
const OPERATORS: &str =
    "integral:xix sqrt:xx fma:xxxx remainder:xxx word:nx number:xn sign:ix signed:xxi text:ixiiiii";

/// The beginning of the names of operators.
const OPERATOR: &str = "__builtin_indubit_";

/// A name, or a name before the suffix of a floating type, in a table. The types of fixed widths have the constants
/// alone, not the functions.
fn found(table: &'static str, name: &str) -> Option<(FloatingKind, &'static str)> {
    let row = |name: &str| {
        let mut rows = table.split(' ').filter_map(|row| row.split_once(':'));
        rows.find(|(known, _)| *known == name).map(|(_, letters)| letters)
    };
    let with = |kind, suffix| Some((kind, row(name.strip_suffix(suffix)?)?));
    let plain = row(name).map(|letters| (FloatingKind::Double, letters));
    plain.or_else(|| with(FloatingKind::Float, 'f')).or_else(|| with(FloatingKind::LongDouble, 'l'))
}

/// A name before the suffix of a constant, in a table.
fn found_constant(table: &'static str, name: &str) -> Option<(FloatingKind, &'static str)> {
    let with = |&(suffix, kind): &(&'static str, FloatingKind)| {
        let plain = name.strip_suffix(suffix)?;
        found(table, plain).filter(|&(of, _)| of == FloatingKind::Double).map(|(_, letters)| (kind, letters))
    };
    found(table, name).or_else(|| SUFFIXES.iter().find_map(with))
}

/// The end of the names of functions for a type.
fn suffix(kind: FloatingKind) -> &'static str {
    match kind {
        FloatingKind::Float => "f",
        FloatingKind::Double => "",
        FloatingKind::Half => "f16",
        FloatingKind::LongDouble | FloatingKind::Quad => "l",
    }
}

impl Checker<'_> {
    /// The type of a function of `math.h`, or of an operator without a mark.
    pub(in crate::c::read::check) fn float_function(&mut self, name: &str) -> Option<FunctionType> {
        let (kind, letters) = match name.strip_prefix(OPERATOR) {
            Some(operator) => found(OPERATORS, operator)?,
            None => found(MATH, name)?,
        };
        let mut types: Vec<TypeId> = letters.chars().map(|letter| self.float_letter(letter, kind)).collect();
        let result = types.remove(0);
        Some(FunctionType { result, parameters: types, prototype: Prototype::Fixed })
    }

    fn float_letter(&mut self, letter: char, kind: FloatingKind) -> TypeId {
        let number = self.types().floating(kind);
        match (letter, kind) {
            ('x', _) => number,
            ('l', _) => self.types().floating(FloatingKind::LongDouble),
            ('g', _) => Types::LONG,
            ('w', _) => self.types().integer(IntegerKind::LongLong),
            ('n', FloatingKind::Float) => self.types().integer(IntegerKind::UnsignedInt),
            ('n', _) => self.types().integer(IntegerKind::UnsignedLongLong),
            ('I', _) => self.program.types.pointer(Types::INT),
            ('X', _) => self.program.types.pointer(number),
            _ => Types::INT,
        }
    }

    /// The bits of a constant that is converted to a floating type. Compilers round constants to the nearest, in every
    /// mode.
    pub(in crate::c::read::check) fn as_float_constant(&self, id: ExprId, ty: TypeId) -> Option<u128> {
        let to = self.types().floating_kind(ty)?;
        let expr = self.expr(id);
        match (expr.kind, self.types().floating_kind(expr.ty)) {
            (ExprKind::Floating(bits), Some(from)) => {
                if is_nan(from, bits.get()) {
                    let is_negative = bits.get() >> (from.stored_bits() - 1) & 1;
                    return Some(to.nan() | is_negative << (to.stored_bits() - 1));
                }
                let word = from.word(bits.get())?;
                let word = of_number(word, from.format().width());
                let sort = Sort::Float(to.format());
                match float_value(
                    FloatOp::OfFloat,
                    Rounding::NearestEven,
                    Some(from.format()),
                    sort,
                    &[&word],
                ) {
                    Value::Bits(word) => Some(to.stored(number(&word))),
                    _ => None,
                }
            }
            (ExprKind::Constant(pattern), None) => {
                let value = self.types().options().value(self.types().integer_kind(expr.ty)?, pattern);
                Some(to.of_rational(&Rational::from(Integer::from(value))))
            }
            // `-3` is an operator on a constant.
            (ExprKind::Unary(UnaryOp::Minus, of), None) => match (self.expr(of).kind, self.folded(id)) {
                (ExprKind::Constant(_), Folded::Integer(pattern)) => {
                    let value = self.types().options().value(self.types().integer_kind(expr.ty)?, pattern);
                    Some(to.of_rational(&Rational::from(Integer::from(value))))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The integer before the point of a constant in a format that `f64` does not hold, if an integer type has it.
    pub(in crate::c::read::check) fn as_integer_constant(&self, id: ExprId, ty: TypeId) -> Option<u64> {
        let to = self.types().integer_kind(ty).filter(|&to| to != IntegerKind::Bool)?;
        let expr = self.expr(id);
        let (bits, kind) = match (expr.kind, self.types().floating_kind(expr.ty)?) {
            (ExprKind::Floating(bits), kind @ (FloatingKind::LongDouble | FloatingKind::Quad)) => {
                (bits, kind)
            }
            _ => return None,
        };
        let cut = kind.whole(bits.get())?;
        let options = self.types().options();
        options.fits(to, cut).then(|| options.pattern(to, cut))
    }

    /// The value of an operator on two floating-point constants of one type, if it is a finite number.
    pub(in crate::c::read::check) fn folded_floats(
        &self,
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    ) -> Option<(FloatingKind, u128)> {
        let op = match op {
            BinaryOp::Add => FloatOp::Add,
            BinaryOp::Sub => FloatOp::Sub,
            BinaryOp::Mul => FloatOp::Mul,
            BinaryOp::Div => FloatOp::Div,
            _ => return None,
        };
        let kind = self.types().floating_kind(self.ty(a))?;
        let word = |id: ExprId| match self.expr(id).kind {
            ExprKind::Floating(bits) => Some(of_number(kind.word(bits.get())?, kind.format().width())),
            _ => None,
        };
        let (a, b) = (word(a)?, word(b)?);
        let sort = Sort::Float(kind.format());
        match float_value(op, Rounding::NearestEven, Some(kind.format()), sort, &[&a, &b]) {
            Value::Bits(word) => {
                let stored = kind.stored(number(&word));
                kind.rational(stored).map(|_| (kind, stored))
            }
            _ => None,
        }
    }

    /// The value of a builtin on floating-point numbers, by the name without `__builtin_`; `None` if it is none.
    pub(in crate::c::read::check) fn float_builtin(
        &mut self,
        name: &str,
        arguments: &[ExprId],
        pos: Pos,
    ) -> Option<ExprId> {
        let comparison = match name {
            "isgreater" => Some(BinaryOp::Greater),
            "isgreaterequal" => Some(BinaryOp::GreaterEqual),
            "isless" => Some(BinaryOp::Less),
            "islessequal" => Some(BinaryOp::LessEqual),
            _ => None,
        };
        match (name, arguments) {
            (_, &[a, b]) if comparison.is_some() => Some(self.binary(comparison?, a, b, pos)),
            ("isunordered" | "islessgreater", &[a, b]) => {
                let ((a, b), _) = self.balance_width(a, b);
                let is_float = self.types().floating_kind(self.ty(a)).is_some();
                let double = self.types().floating(FloatingKind::Double);
                let (a, b) = match is_float {
                    true => (a, b),
                    false => (self.convert(a, double, false), self.convert(b, double, false)),
                };
                self.call_for_type(name, &[a, b], a, pos)
            }
            ("isnan" | "isinf" | "isinf_sign" | "isfinite" | "finite" | "isnormal" | "signbit", &[a]) => {
                let a = self.classified(name, a);
                self.call_for_type(name, &[a], a, pos)
            }
            ("fpclassify", &[ref classes @ .., a]) if classes.len() == 5 => {
                let a = self.classified(name, a);
                self.call_for_type(name, &[classes, &[a]].concat(), a, pos)
            }
            _ => self.float_class(name, arguments, pos).or_else(|| self.float_limit(name, arguments, pos)),
        }
    }

    /// A class of numbers of one type, such as `__builtin_isnanf`.
    fn float_class(&mut self, name: &str, arguments: &[ExprId], pos: Pos) -> Option<ExprId> {
        let (kind, _) = found("isnan:ix isinf:ix finite:ix isnormal:ix signbit:ix", name)?;
        let ty = self.types().floating(kind);
        let value = match *arguments {
            [value] => self.convert(value, ty, false),
            _ => return None,
        };
        let base = name.strip_suffix(suffix(kind)).unwrap_or(name);
        self.call_for_type(base, &[value], value, pos)
    }

    /// An infinity or NaN.
    fn float_limit(&mut self, name: &str, arguments: &[ExprId], pos: Pos) -> Option<ExprId> {
        if let Some((kind, _)) = found_constant("inf:x huge_val:x", name).filter(|_| arguments.is_empty()) {
            let ty = self.types().floating(kind);
            return Some(self.floating_constant(kind.infinity(), kind, ty, pos));
        }
        let (kind, _) = found_constant("nan:xs", name)?;
        let ty = self.types().floating(kind);
        let is_plain = match *arguments {
            [text] => {
                matches!(self.text_units(text), Some(units) if units.is_empty() || units == [u32::from(b'0')])
            }
            _ => return None,
        };
        Some(match is_plain {
            true => self.floating_constant(kind.nan(), kind, ty, pos),
            false => self.unsupported("a NaN with a payload is not supported".to_string(), ty, pos),
        })
    }

    /// The characters of a string literal that is an argument.
    fn text_units(&self, mut pointer: ExprId) -> Option<&[u32]> {
        while let ExprKind::Convert { operand, .. } = self.expr(pointer).kind {
            pointer = operand;
        }
        let place = match self.expr(pointer).kind {
            ExprKind::Decay(place) => place,
            _ => return None,
        };
        match self.expr(place).kind {
            ExprKind::Text(text) => Some(&self.program.texts.get(text.index())?.units),
            _ => None,
        }
    }

    /// Calls the library function for the type of a value. Its parameters have the types of the arguments.
    fn call_for_type(&mut self, name: &str, arguments: &[ExprId], value: ExprId, pos: Pos) -> Option<ExprId> {
        let kind = match self.types().get(self.ty(value)) {
            Type::Floating(kind) => kind,
            _ => return None,
        };
        let own = format!("__indubit_{}{}", name, suffix(kind));
        let own = self.program.names.intern(&own);
        let function = match self.program.function_named(self.program.names.text(own)) {
            Some(function) => function,
            None => {
                let number = self.types().floating(kind);
                let mut parameters = vec![Types::INT; arguments.len()];
                let numbers = if name == "fpclassify" { 1 } else { arguments.len() };
                let first = parameters.len() - numbers;
                parameters[first..].fill(number);
                let function = FunctionType { result: Types::INT, parameters, prototype: Prototype::Fixed };
                self.declare_builtin(own, function, pos)
            }
        };
        let ty = self.program.function(function).ty;
        let callee = self.add(ExprKind::Function(function), ty, pos, Folded::Place);
        Some(self.call(callee, arguments, pos, pos))
    }
}
