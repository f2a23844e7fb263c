//! Translates conditions of witnesses to formulas over the variables of an automaton, over words.
//!
//! A condition must not only be true but have a value: `a / b > 1` has none if `b` is 0. So the formula of a condition
//! is the conjunction of both. Arithmetic of C has no value where a signed operator overflows.

use super::condition::{place, Condition, Known, Part};
use crate::base::HashMap;
use crate::c::lower::numbers::Numbers;
use crate::c::read::floats::bits;
use crate::c::run::number::Integer;
use crate::c::{
    BinaryOp, ExprId, ExprKind, FloatingKind, IntegerKind, Integers, LogicalOp, ObjectId, Program, Role,
    SourceMap, UnaryOp, VariableOrigin,
};
use crate::model::cfa::Cfa;
use crate::solver::term::{FloatOp, Format, Rounding, Sort, TermId, Terms};

/// The translation for one automaton.
pub(super) struct Formulas<'p> {
    program: &'p Program,
    numbers: Numbers,
    /// The variable for each scalar: by object, first bit and number of bits.
    variables: HashMap<(ObjectId, u64, u32), TermId>,
}

/// The value of an expression as a word, and the formula that the expression has a value.
#[derive(Clone, Copy)]
struct Defined {
    value: TermId,
    has_value: TermId,
}

impl<'p> Formulas<'p> {
    pub fn new(program: &'p Program, cfa: &Cfa, map: &SourceMap) -> Formulas<'p> {
        let mut variables = HashMap::default();
        for &variable in cfa.variables() {
            if let Some(VariableOrigin::Object { object, offset, width, role: Role::Value }) =
                map.origin(variable)
            {
                variables.insert((object, offset, width), variable);
            }
        }
        let numbers = Numbers { integers: Integers::Words, target: program.types.options() };
        Formulas { program, numbers, variables }
    }

    /// The formula that a condition has a value and is not 0. `None` if a part of it is no number.
    pub fn formula(&mut self, terms: &mut Terms, condition: &Condition) -> Option<TermId> {
        let known = condition.constants_of(self.program);
        let mut values: HashMap<ExprId, Defined> = HashMap::default();
        let mut places: HashMap<ExprId, Known> = HashMap::default();
        for &id in condition.parts() {
            let get = |id: ExprId| match places.get(&id) {
                Some(&found) => found,
                None => known.get(&id).copied().unwrap_or(Known::Unknown),
            };
            if let Some(found) = place(self.program, id, &get) {
                places.insert(id, found);
            } else if let Some(value) = self.value(terms, id, &values, &places) {
                values.insert(id, value);
            }
        }
        let last = *condition.parts().last()?;
        // The number itself is the condition.
        if self.program.types.floating_kind(self.program.expr(last).ty).is_some() {
            return None;
        }
        let root = values.get(&last)?;
        let truth = is_true(terms, root.value);
        Some(terms.and(&[root.has_value, truth]))
    }

    fn integer(&self, id: ExprId) -> Option<Integer> {
        Integer::of(&self.program.types, self.program.expr(id).ty)
    }

    /// The value of an expression, as a word with the bits of its type. Its places have constant indices that are in
    /// bounds, so a load has a value.
    fn value(
        &self,
        terms: &mut Terms,
        id: ExprId,
        values: &HashMap<ExprId, Defined>,
        places: &HashMap<ExprId, Known>,
    ) -> Option<Defined> {
        let kinds = program_kinds(self.program, id);
        if kinds.iter().any(Option::is_some) {
            return self.float_value(terms, id, kinds, values, places);
        }
        let ty = self.integer(id)?;
        let get = |id: ExprId| values.get(&id).copied();
        let (value, has_value) = match self.program.expr(id).kind {
            ExprKind::Constant(pattern) => {
                (terms.bv(pattern & u64::MAX >> (64 - ty.bits), ty.bits), Terms::TRUE)
            }
            ExprKind::Load(a) => match places.get(&a) {
                Some(&Known::Place(part)) => (self.load(terms, part, ty)?, Terms::TRUE),
                _ => return None,
            },
            ExprKind::Convert { operand, .. } => {
                let (from, operand) = (self.integer(operand)?, get(operand)?);
                let value = match ty.kind {
                    IntegerKind::Bool => {
                        let truth = is_true(terms, operand.value);
                        word(terms, truth, ty)
                    }
                    _ => self.numbers.resize(terms, operand.value, from.is_signed, ty.bits),
                };
                (value, operand.has_value)
            }
            ExprKind::Unary(op, a) => {
                let a = get(a)?;
                let value = match op {
                    UnaryOp::Minus => terms.bv_neg(a.value),
                    UnaryOp::Complement => terms.bv_not(a.value),
                    UnaryOp::Not => {
                        let truth = is_true(terms, a.value);
                        let truth = terms.not(truth);
                        word(terms, truth, ty)
                    }
                };
                let overflows = match op {
                    UnaryOp::Minus if ty.is_signed => terms.bv_neg_overflow(a.value),
                    _ => Terms::FALSE,
                };
                let fits = terms.not(overflows);
                (value, terms.and(&[a.has_value, fits]))
            }
            ExprKind::Binary(op, a, b) => {
                let sides = [self.integer(a)?, self.integer(b)?];
                let (a, b) = (get(a)?, get(b)?);
                let own = self.operator(terms, op, sides, [a.value, b.value], ty)?;
                (own.value, terms.and(&[a.has_value, b.has_value, own.has_value]))
            }
            ExprKind::Logical(op, a, b) => {
                let (a, b) = (get(a)?, get(b)?);
                let sides = [is_true(terms, a.value), is_true(terms, b.value)];
                let (truth, decides) = match op {
                    LogicalOp::And => (terms.and(&sides), terms.not(sides[0])),
                    LogicalOp::Or => (terms.or(&sides), sides[0]),
                };
                let value = word(terms, truth, ty);
                let second = terms.or(&[decides, b.has_value]);
                (value, terms.and(&[a.has_value, second]))
            }
            ExprKind::Conditional(a, b, c) => {
                let (a, b, c) = (get(a)?, get(b)?, get(c)?);
                let truth = is_true(terms, a.value);
                let value = terms.ite(truth, b.value, c.value);
                let chosen = terms.ite(truth, b.has_value, c.has_value);
                (value, terms.and(&[a.has_value, chosen]))
            }
            ExprKind::Comma(a, b) => {
                let (a, b) = (get(a)?, get(b)?);
                (b.value, terms.and(&[a.has_value, b.has_value]))
            }
            _ => return None,
        };
        Some(Defined { value, has_value })
    }

    /// The value of an expression that is a floating-point number or has one as operand; `kinds` are the types of the
    /// value and of the first operand. Numbers of `long double` have no word in the automaton, and results in a mode
    /// that the program may set are not told.
    fn float_value(
        &self,
        terms: &mut Terms,
        id: ExprId,
        kinds: [Option<FloatingKind>; 2],
        values: &HashMap<ExprId, Defined>,
        places: &HashMap<ExprId, Known>,
    ) -> Option<Defined> {
        if kinds.contains(&Some(FloatingKind::LongDouble)) || self.program.rounding_mode.is_some() {
            return None;
        }
        let get = |id: ExprId| values.get(&id).copied();
        let mode = Rounding::NearestEven.word(terms);
        let formats = kinds.map(|kind| kind.map(FloatingKind::format));
        let plain = |value| Some(Defined { value, has_value: Terms::TRUE });
        match (self.program.expr(id).kind, formats) {
            (ExprKind::Floating(number), [Some(format), _]) => {
                plain(terms.bit_vector(bits(number.get(), format.width())))
            }
            (ExprKind::Load(place), [Some(format), _]) => match places.get(&place) {
                Some(&Known::Place(part)) if part.bits.is_none() => {
                    plain(*self.variables.get(&(part.object, 8 * part.offset, format.width()))?)
                }
                _ => None,
            },
            (ExprKind::Unary(UnaryOp::Minus, a), [Some(format), _]) => {
                let a = get(a)?;
                let negative = terms.float_word(FloatOp::Neg, Some(format), Sort::Float(format), &[a.value]);
                Some(Defined { value: negative, ..a })
            }
            (ExprKind::Convert { operand, .. }, [Some(format), from]) => {
                let (a, sort) = (get(operand)?, Sort::Float(format));
                let op = match (from, self.integer(operand)) {
                    (Some(_), _) => FloatOp::OfFloat,
                    (None, Some(from)) if from.is_signed => FloatOp::OfSigned,
                    (None, _) => FloatOp::OfUnsigned,
                };
                Some(Defined { value: terms.float_word(op, from, sort, &[mode, a.value]), ..a })
            }
            (ExprKind::Convert { operand, .. }, [None, from]) => {
                let (a, ty) = (get(operand)?, self.integer(id).filter(|ty| ty.kind != IntegerKind::Bool)?);
                let args = [Rounding::Zero.word(terms), a.value];
                let (op, fits) = match ty.is_signed {
                    true => (FloatOp::ToSigned, FloatOp::FitsSigned(ty.bits)),
                    false => (FloatOp::ToUnsigned, FloatOp::FitsUnsigned(ty.bits)),
                };
                let value = terms.float_word(op, from, Sort::BitVec(ty.bits), &args);
                let fits = terms.float_word(fits, from, Sort::Bool, &args);
                Some(Defined { value, has_value: terms.and(&[a.has_value, fits]) })
            }
            (ExprKind::Binary(op, a, b), [result, Some(format)]) => {
                self.float_binary(terms, (op, result.is_some()), [get(a)?, get(b)?], format, id)
            }
            _ => None,
        }
    }

    /// The value of an operator on two floating-point numbers, which has a number as result if the flag says so.
    fn float_binary(
        &self,
        terms: &mut Terms,
        (op, makes_number): (BinaryOp, bool),
        [a, b]: [Defined; 2],
        format: Format,
        id: ExprId,
    ) -> Option<Defined> {
        let has_value = terms.and(&[a.has_value, b.has_value]);
        let (arithmetic, test) = match op {
            BinaryOp::Add => (Some(FloatOp::Add), None),
            BinaryOp::Sub => (Some(FloatOp::Sub), None),
            BinaryOp::Mul => (Some(FloatOp::Mul), None),
            BinaryOp::Div => (Some(FloatOp::Div), None),
            BinaryOp::Equal | BinaryOp::NotEqual => (None, Some(FloatOp::Equal)),
            BinaryOp::Less | BinaryOp::Greater => (None, Some(FloatOp::Lt)),
            BinaryOp::LessEqual | BinaryOp::GreaterEqual => (None, Some(FloatOp::Leq)),
            _ => return None,
        };
        if let Some(arithmetic) = arithmetic.filter(|_| makes_number) {
            let mode = Rounding::NearestEven.word(terms);
            let args = [mode, a.value, b.value];
            let value = terms.float_word(arithmetic, Some(format), Sort::Float(format), &args);
            return Some(Defined { value, has_value });
        }
        let args = match op {
            BinaryOp::Greater | BinaryOp::GreaterEqual => [b.value, a.value],
            _ => [a.value, b.value],
        };
        let holds = terms.float_word(test?, Some(format), Sort::Bool, &args);
        let holds = if op == BinaryOp::NotEqual { terms.not(holds) } else { holds };
        Some(Defined { value: word(terms, holds, self.integer(id)?), has_value })
    }

    /// The value of an operator on words, and the formula that the operator has one. `sides` are the types of the
    /// operands. An operator on signed words has no value if the mathematical result is not in the range of the type.
    fn operator(
        &self,
        terms: &mut Terms,
        op: BinaryOp,
        sides: [Integer; 2],
        [a, b]: [TermId; 2],
        ty: Integer,
    ) -> Option<Defined> {
        let (numbers, [left, right]) = (self.numbers, sides);
        let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
        if !is_shift && terms.width(a) != terms.width(b) {
            return None;
        }
        let value = match op {
            _ if op.is_comparison() => {
                let truth = numbers.compare(terms, op, left.is_signed, a, b);
                word(terms, truth, ty)
            }
            BinaryOp::PointerAdd | BinaryOp::PointerSub | BinaryOp::PointerDifference => return None,
            _ => {
                let b = match is_shift {
                    true => numbers.shift_amount(terms, b, right.is_signed, left.bits),
                    false => b,
                };
                numbers.binary(terms, op, left.kind, a, b).ok()?
            }
        };
        let mut fails = Vec::new();
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            let zero = terms.bv_zero(left.bits);
            fails.push(terms.eq(b, zero));
        }
        if is_shift {
            // Read as unsigned, a negative amount is a large one, so one comparison excludes both.
            let most = terms.bv(u64::from(left.bits - 1), right.bits);
            fails.push(terms.bv_ult(most, b));
        }
        if left.is_signed {
            let b = if is_shift { numbers.resize(terms, b, right.is_signed, left.bits) } else { b };
            fails.push(numbers.overflow(terms, op, left.kind, a, b).ok()?);
        }
        let fails = terms.or(&fails);
        Some(Defined { value, has_value: terms.not(fails) })
    }

    /// The value of a part of an object.
    fn load(&self, terms: &mut Terms, part: Part, ty: Integer) -> Option<TermId> {
        let (offset, width) = match part.bits {
            Some(bits) => (bits.offset, bits.width),
            None => (8 * part.offset, 8 * ty.size),
        };
        let variable = *self.variables.get(&(part.object, offset, width))?;
        match terms.sort(variable) {
            // A variable for the target of a pointer is a truth value or a short word, and not the number of the
            // pointer.
            Sort::Bool => (width == 8).then(|| word(terms, variable, ty)),
            sort => match sort.width().filter(|&found| found == width)? {
                // A `_Bool` that the automaton stores as bits may have other values than 0 and 1.
                _ if ty.kind == IntegerKind::Bool => None,
                found if found < ty.bits && ty.is_signed => {
                    Some(terms.sign_extend(variable, ty.bits - found))
                }
                found if found < ty.bits => Some(terms.zero_extend(variable, ty.bits - found)),
                found => (found == ty.bits).then_some(variable),
            },
        }
    }
}

/// The floating types of an expression and of its first operand.
fn program_kinds(program: &Program, id: ExprId) -> [Option<FloatingKind>; 2] {
    let kind = |id: ExprId| program.types.floating_kind(program.expr(id).ty);
    let operand = match program.expr(id).kind {
        // An object is no value.
        ExprKind::Load(_) => None,
        expr => expr.operands().find_map(kind),
    };
    [kind(id), operand]
}

fn is_true(terms: &mut Terms, value: TermId) -> TermId {
    let zero = terms.bv_zero(terms.width(value));
    let is_zero = terms.eq(value, zero);
    terms.not(is_zero)
}

/// The word of a type that is 1 if a formula holds, and else 0.
fn word(terms: &mut Terms, truth: TermId, ty: Integer) -> TermId {
    let (yes, no) = (terms.bv(1, ty.bits), terms.bv_zero(ty.bits));
    terms.ite(truth, yes, no)
}
