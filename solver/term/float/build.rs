//! Building terms of floating-point numbers. An operator whose arguments are constants is its value.

use super::value::{canonical, of_rational, to_rational};
use super::{float_value, FloatOp, Format, Kind, Rounding};
use crate::solver::term::rules;
use crate::solver::term::{FunctionId, Op, Sort, TermId, Terms, Value};
use crate::theories::bv::Bits;
use crate::theories::num::Rational;

/// The beginning of the names of functions that give open results. Scripts have no names that begin so.
const OPEN: &str = "@fp.open";

/// The name of the function that gives an operator's open results, which are words of this width.
fn open_name(op: FloatOp, width: u32) -> String {
    format!("{}.{}.{}", OPEN, op.name(), width)
}

impl Terms {
    /// The operator, by its name, of which a function gives the results that the standard leaves open.
    pub(crate) fn open_float_operator(&self, function: FunctionId) -> Option<&str> {
        let rest = self.function_name(function).strip_prefix(OPEN)?.strip_prefix('.')?;
        rest.rsplit_once('.').map(|(operator, _)| operator)
    }

    /// A rounding mode.
    pub fn rounding(&mut self, mode: Rounding) -> TermId {
        self.intern(Op::Rounding(mode), Sort::Rounding, &[])
    }

    /// The number that a word of its format's width means.
    ///
    /// # Panics
    ///
    /// If the word has another width.
    pub fn float(&mut self, format: Format, word: &Bits) -> TermId {
        assert!(word.width() == format.width(), "a word of {} bits in the format {}", word.width(), format);
        let word = self.bit_vector(canonical(format, word));
        self.intern(Op::Float(FloatOp::OfBits), Sort::Float(format), &[word])
    }

    /// The word of a constant number.
    pub fn float_of(&self, t: TermId) -> Option<&Bits> {
        match self.op(t) {
            Op::Float(FloatOp::OfBits) => self.bits_of(self.arg(t, 0)),
            _ => None,
        }
    }

    /// A rational number, rounded to a format.
    pub fn float_of_rational(&mut self, format: Format, mode: TermId, value: &Rational) -> TermId {
        self.demand(self.sort(mode) == Sort::Rounding, "to_fp", &[mode]);
        let mut choice = None;
        for known in Rounding::ALL.into_iter().rev() {
            let (rounded, known_mode) = (of_rational(format, known, value), self.rounding(known));
            if known_mode == mode {
                return self.float(format, &rounded);
            }
            let number = self.float(format, &rounded);
            let is_it = self.eq(mode, known_mode);
            choice = Some(choice.map_or(number, |others| self.ite(is_it, number, others)));
        }
        choice.expect("there are five modes")
    }

    /// An operator in front of its arguments as SMT-LIB text.
    pub(in crate::solver::term) fn float_operator(&self, t: TermId, op: FloatOp) -> String {
        match (op, self.sort(t)) {
            (
                FloatOp::OfBits | FloatOp::OfFloat | FloatOp::OfSigned | FloatOp::OfUnsigned,
                Sort::Float(format),
            ) => {
                format!("(_ {} {} {})", op.name(), format.exponent(), format.significand())
            }
            (FloatOp::ToSigned | FloatOp::ToUnsigned, sort) => {
                format!("(_ {} {})", op.name(), sort.width().unwrap_or(1))
            }
            (FloatOp::FitsSigned(width) | FloatOp::FitsUnsigned(width), _) => {
                format!("(_ {} {})", op.name(), width)
            }
            _ => op.name().to_string(),
        }
    }

    /// The rational number that a constant means; `None` for NaN, infinities, and terms that are no constants.
    pub fn rational_of_float(&self, t: TermId) -> Option<Rational> {
        match self.sort(t) {
            Sort::Float(format) => to_rational(format, self.float_of(t)?),
            _ => None,
        }
    }

    /// An operator of its arguments, with results of this sort. Where the standard leaves the result open, it is some
    /// function of the arguments.
    ///
    /// # Panics
    ///
    /// If the operator is not defined for arguments of these sorts.
    pub fn float_op(&mut self, op: FloatOp, sort: Sort, args: &[TermId]) -> TermId {
        let plain = self.plain_float_op(op, sort, args);
        let width = sort.width().unwrap_or(1);
        match (op, args) {
            (FloatOp::Min | FloatOp::Max, &[a, b]) => {
                let zeros = [a, b].map(|t| self.plain_float_op(FloatOp::IsZero, Sort::Bool, &[t]));
                let is_same = self.eq(a, b);
                let differ = self.not(is_same);
                let is_open = self.and(&[zeros[0], zeros[1], differ]);
                if is_open == Terms::FALSE {
                    return plain;
                }
                let is_first = self.open_result(op, 1, args);
                let one = self.bv(1, 1);
                let takes_first = self.eq(is_first, one);
                let open = self.ite(takes_first, a, b);
                self.ite(is_open, open, plain)
            }
            (FloatOp::ToSigned | FloatOp::ToUnsigned, &[_, _]) => {
                let fits = match op {
                    FloatOp::ToSigned => FloatOp::FitsSigned(width),
                    _ => FloatOp::FitsUnsigned(width),
                };
                let fits = self.plain_float_op(fits, Sort::Bool, args);
                if fits == Terms::TRUE {
                    return plain;
                }
                let open = self.open_result(op, width, args);
                self.ite(fits, plain, open)
            }
            _ => plain,
        }
    }

    /// The call of the function that gives an operator's open results.
    fn open_result(&mut self, op: FloatOp, width: u32, args: &[TermId]) -> TermId {
        let name = open_name(op, width);
        let sorts: Vec<Sort> = args.iter().map(|&t| self.sort(t)).collect();
        let mut known = (0..self.function_count()).map(|at| FunctionId(at as u32));
        let found =
            known.find(|&f| self.function_name(f) == name && self.function_sorts(f).0 == sorts.as_slice());
        let function = found.unwrap_or_else(|| self.declare_function(&name, &sorts, Sort::BitVec(width)));
        self.call(function, args)
    }

    /// An operator with the results that [`FloatOp`] tells.
    pub(in crate::solver::term) fn plain_float_op(
        &mut self,
        op: FloatOp,
        sort: Sort,
        args: &[TermId],
    ) -> TermId {
        self.demand(self.is_float_op(op, sort, args), op.name(), args);
        match (op, self.op(args[0])) {
            // There and back.
            (FloatOp::OfBits, Op::Float(FloatOp::ToBits)) if self.sort(self.arg(args[0], 0)) == sort => {
                return self.arg(args[0], 0);
            }
            (FloatOp::OfFloat, _) if self.sort(args[1]) == sort => return args[1],
            _ => {}
        }
        let values: Option<Vec<Value>> = args.iter().map(|&t| self.float_value(t)).collect();
        match values {
            Some(values) => {
                let values: Vec<&Value> = values.iter().collect();
                let sorts: Vec<Sort> = args.iter().map(|&t| self.sort(t)).collect();
                match (self.float_result(op, sort, &sorts, &values), sort) {
                    (Value::Bool(truth), _) => self.bool(truth),
                    (Value::Bits(word), Sort::Float(format)) => self.float(format, &word),
                    (value, sort) => value.term(self, sort),
                }
            }
            None => {
                let simpler = rules::float_operation(self, op, sort, args);
                simpler.unwrap_or_else(|| self.intern(Op::Float(op), sort, args))
            }
        }
    }

    /// The value of a constant number, mode or word.
    fn float_value(&self, t: TermId) -> Option<Value> {
        match self.op(t) {
            Op::Rounding(mode) => Some(mode.value()),
            Op::Bits(_) => self.bits_of(t).cloned().map(Value::Bits),
            _ => self.float_of(t).cloned().map(Value::Bits),
        }
    }

    /// Whether an operator takes arguments of these sorts and has results of this one.
    fn is_float_op(&self, op: FloatOp, sort: Sort, args: &[TermId]) -> bool {
        let sorts: Vec<Sort> = args.iter().map(|&t| self.sort(t)).collect();
        let rest = match sorts.split_first() {
            Some((&Sort::Rounding, rest)) if op.rounds() => rest,
            Some(_) if !op.rounds() => &sorts[..],
            Some(_) | None => return false,
        };
        let is_format = |sort: &Sort| matches!(sort, Sort::Float(_));
        let is_word = |word: &Sort, number: &Sort, is_whole: bool| match (word, number) {
            (Sort::BitVec(width), Sort::Float(format)) => !is_whole || *width == format.width(),
            _ => false,
        };
        match op.kind() {
            Kind::Number(numbers) => rest == vec![sort; numbers] && is_format(&sort),
            Kind::Comparison(_) => matches!(rest, [a, b] if a == b && is_format(a)) && sort == Sort::Bool,
            Kind::Class(_) | Kind::Fits => matches!(rest, [a] if is_format(a)) && sort == Sort::Bool,
            Kind::OfFloat => matches!(rest, [a] if is_format(a)) && is_format(&sort),
            Kind::OfWord => matches!(rest, [a] if is_word(a, &sort, op == FloatOp::OfBits)),
            Kind::ToWord => matches!(rest, [a] if is_word(&sort, a, op == FloatOp::ToBits)),
        }
    }

    /// The value of an operator.
    pub(in crate::solver::term) fn float_result(
        &self,
        op: FloatOp,
        sort: Sort,
        sorts: &[Sort],
        values: &[&Value],
    ) -> Value {
        let mut words: Vec<&Bits> = values.iter().map(|value| value.bits()).collect();
        let mut sorts = sorts;
        let mut mode = Rounding::NearestEven;
        if op.rounds() {
            mode = Rounding::of(words.remove(0).to_u64().unwrap_or(0));
            sorts = &sorts[1..];
        }
        float_value(op, mode, sorts.first().and_then(|sort| sort.format()), sort, &words)
    }
}
