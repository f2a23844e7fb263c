//! Translates conditions of witnesses to formulas over the variables of an automaton, over words.
//!
//! A condition must not only be true but have a value: `a / b > 1` has none if `b` is 0. So the formula of a condition
//! is the conjunction of both. Arithmetic of C has no value where a signed operator overflows.

use super::condition::{place, Condition, Known, Part};
use crate::base::HashMap;
use crate::c::lower::numbers::Numbers;
use crate::c::run::number::Integer;
use crate::c::{
    BinaryOp, ExprId, ExprKind, IntegerKind, Integers, LogicalOp, ObjectId, Program, Role, SourceMap,
    UnaryOp, VariableOrigin,
};
use crate::model::cfa::Cfa;
use crate::solver::term::{Sort, TermId, Terms};

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
        let root = values.get(condition.parts().last()?)?;
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
