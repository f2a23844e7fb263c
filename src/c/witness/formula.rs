//! Translates conditions of witnesses to formulas over the variables of an automaton, over words.
//!
//! A condition must not only be true but have a value: `a / b > 1` has none if `b` is 0. So the formula of a condition
//! is the conjunction of both. Arithmetic of C has no value where a signed operator overflows.

use super::condition::{place, Condition, Known, Part};
use crate::base::HashMap;
use crate::c::run::number::Integer;
use crate::c::{
    BinaryOp, ExprId, ExprKind, IntegerKind, LogicalOp, ObjectId, Program, Role, SourceMap, UnaryOp,
    VariableOrigin,
};
use crate::model::cfa::Cfa;
use crate::solver::term::{Sort, TermId, Terms};

/// The translation for one automaton.
pub(super) struct Formulas<'p> {
    program: &'p Program,
    /// The variable for each scalar: by object, first bit and number of bits.
    variables: HashMap<(ObjectId, u64, u32), TermId>,
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
        Formulas { program, variables }
    }

    /// The formula that a condition has a value and is not 0. `None` if a part of it is no number.
    pub fn formula(&mut self, terms: &mut Terms, condition: &Condition) -> Option<TermId> {
        let known = condition.constants_of(self.program);
        let mut values: HashMap<ExprId, TermId> = HashMap::default();
        let mut defined: HashMap<ExprId, TermId> = HashMap::default();
        let mut places: HashMap<ExprId, Known> = HashMap::default();
        for &id in condition.parts() {
            let get = |id: ExprId| match places.get(&id) {
                Some(&found) => found,
                None => known.get(&id).copied().unwrap_or(Known::Unknown),
            };
            if let Some(found) = place(self.program, id, &get) {
                places.insert(id, found);
                continue;
            }
            if let Some(value) = self.value(terms, id, &values, &places) {
                values.insert(id, value);
                let has_value = self.has_value(terms, id, &values, &defined)?;
                defined.insert(id, has_value);
            }
        }
        let root = condition.parts().last()?;
        let (value, has_value) = (values.get(root).copied()?, defined.get(root).copied()?);
        let truth = is_true(terms, value);
        Some(terms.and(&[has_value, truth]))
    }

    /// The formula that an expression has a value. Its places have constant indices that are in bounds.
    fn has_value(
        &self,
        terms: &mut Terms,
        id: ExprId,
        values: &HashMap<ExprId, TermId>,
        defined: &HashMap<ExprId, TermId>,
    ) -> Option<TermId> {
        let expr = self.program.expr(id);
        let get = |id: ExprId| values.get(&id).copied();
        let of = |id: ExprId| defined.get(&id).copied();
        Some(match expr.kind {
            ExprKind::Convert { operand, .. } => of(operand)?,
            ExprKind::Unary(op, a) => {
                let overflows = match op {
                    UnaryOp::Minus if self.integer(id)?.is_signed => terms.bv_neg_overflow(get(a)?),
                    _ => Terms::FALSE,
                };
                let fits = terms.not(overflows);
                terms.and(&[of(a)?, fits])
            }
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.integer(a)?, self.integer(b)?);
                let own = operator_has_value(terms, op, get(a)?, get(b)?, left, right);
                terms.and(&[of(a)?, of(b)?, own])
            }
            ExprKind::Logical(op, a, b) => {
                let mut decides = is_true(terms, get(a)?);
                if op == LogicalOp::And {
                    decides = terms.not(decides);
                }
                let second = terms.or(&[decides, of(b)?]);
                terms.and(&[of(a)?, second])
            }
            ExprKind::Conditional(a, b, c) => {
                let truth = is_true(terms, get(a)?);
                let chosen = terms.ite(truth, of(b)?, of(c)?);
                terms.and(&[of(a)?, chosen])
            }
            ExprKind::Comma(a, b) => terms.and(&[of(a)?, of(b)?]),
            _ => Terms::TRUE,
        })
    }

    fn integer(&self, id: ExprId) -> Option<Integer> {
        Integer::of(&self.program.types, self.program.expr(id).ty)
    }

    /// The value of an expression, as a word with the bits of its type.
    fn value(
        &self,
        terms: &mut Terms,
        id: ExprId,
        values: &HashMap<ExprId, TermId>,
        places: &HashMap<ExprId, Known>,
    ) -> Option<TermId> {
        let expr = self.program.expr(id);
        let ty = self.integer(id)?;
        let get = |id: ExprId| values.get(&id).copied();
        Some(match expr.kind {
            ExprKind::Constant(pattern) => terms.bv(pattern & u64::MAX >> (64 - ty.bits), ty.bits),
            ExprKind::Load(a) => match places.get(&a) {
                Some(&Known::Place(part)) => self.load(terms, part, ty)?,
                _ => return None,
            },
            ExprKind::Convert { operand, .. } => {
                let from = self.integer(operand)?;
                convert(terms, get(operand)?, from, ty)
            }
            ExprKind::Unary(UnaryOp::Minus, a) => terms.bv_neg(get(a)?),
            ExprKind::Unary(UnaryOp::Complement, a) => terms.bv_not(get(a)?),
            ExprKind::Unary(UnaryOp::Not, a) => {
                let truth = is_true(terms, get(a)?);
                let truth = terms.not(truth);
                word(terms, truth, ty)
            }
            ExprKind::Binary(op, a, b) => {
                let operand = self.integer(a)?;
                let amount = self.integer(b)?;
                binary(terms, op, get(a)?, get(b)?, operand, amount, ty)?
            }
            ExprKind::Logical(op, a, b) => {
                let sides = [is_true(terms, get(a)?), is_true(terms, get(b)?)];
                let truth = match op {
                    LogicalOp::And => terms.and(&sides),
                    LogicalOp::Or => terms.or(&sides),
                };
                word(terms, truth, ty)
            }
            ExprKind::Conditional(a, b, c) => {
                let truth = is_true(terms, get(a)?);
                terms.ite(truth, get(b)?, get(c)?)
            }
            ExprKind::Comma(_, b) => get(b)?,
            _ => return None,
        })
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

fn convert(terms: &mut Terms, value: TermId, from: Integer, to: Integer) -> TermId {
    if to.kind == IntegerKind::Bool {
        let truth = is_true(terms, value);
        return word(terms, truth, to);
    }
    match from.bits.cmp(&to.bits) {
        std::cmp::Ordering::Equal => value,
        std::cmp::Ordering::Greater => terms.extract(value, to.bits - 1, 0),
        std::cmp::Ordering::Less if from.is_signed => terms.sign_extend(value, to.bits - from.bits),
        std::cmp::Ordering::Less => terms.zero_extend(value, to.bits - from.bits),
    }
}

/// The formula that an operator has a value. `operand` is the type of the left operand, `amount` the type of the right
/// one. An operator on signed words has no value if the mathematical result is not in the range of the type.
fn operator_has_value(
    terms: &mut Terms,
    op: BinaryOp,
    a: TermId,
    b: TermId,
    operand: Integer,
    amount: Integer,
) -> TermId {
    let is_signed = operand.is_signed;
    let fails = match op {
        BinaryOp::Add if is_signed => terms.bv_sadd_overflow(a, b),
        BinaryOp::Sub if is_signed => terms.bv_ssub_overflow(a, b),
        BinaryOp::Mul if is_signed => terms.bv_smul_overflow(a, b),
        BinaryOp::Div | BinaryOp::Rem => {
            let zero = terms.bv_zero(operand.bits);
            let by_zero = terms.eq(b, zero);
            let overflows = if is_signed { terms.bv_sdiv_overflow(a, b) } else { Terms::FALSE };
            terms.or(&[by_zero, overflows])
        }
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
            // Read as unsigned, a negative amount is a large one, so one comparison excludes both.
            let most = terms.bv(u64::from(operand.bits - 1), amount.bits);
            let by_too_much = terms.bv_ult(most, b);
            let is_lossy = match op {
                BinaryOp::ShiftLeft if is_signed => {
                    let by = convert(terms, b, amount, operand);
                    let shifted = terms.bv_shl(a, by);
                    let back = terms.bv_ashr(shifted, by);
                    let kept = terms.eq(back, a);
                    terms.not(kept)
                }
                _ => Terms::FALSE,
            };
            terms.or(&[by_too_much, is_lossy])
        }
        _ => Terms::FALSE,
    };
    terms.not(fails)
}

/// The value of an operator on words. `operand` is the type of the left operand, `amount` the type of the right one.
fn binary(
    terms: &mut Terms,
    op: BinaryOp,
    a: TermId,
    b: TermId,
    operand: Integer,
    amount: Integer,
    ty: Integer,
) -> Option<TermId> {
    let less = |terms: &mut Terms, a: TermId, b: TermId| match operand.is_signed {
        true => terms.bv_slt(a, b),
        false => terms.bv_ult(a, b),
    };
    let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
    if !is_shift && terms.width(a) != terms.width(b) {
        return None;
    }
    let truth = match op {
        BinaryOp::Less => less(terms, a, b),
        BinaryOp::Greater => less(terms, b, a),
        BinaryOp::LessEqual => {
            let greater = less(terms, b, a);
            terms.not(greater)
        }
        BinaryOp::GreaterEqual => {
            let smaller = less(terms, a, b);
            terms.not(smaller)
        }
        BinaryOp::Equal => terms.eq(a, b),
        BinaryOp::NotEqual => {
            let equal = terms.eq(a, b);
            terms.not(equal)
        }
        _ => {
            return Some(match op {
                BinaryOp::Add => terms.bv_add(a, b),
                BinaryOp::Sub => terms.bv_sub(a, b),
                BinaryOp::Mul => terms.bv_mul(a, b),
                BinaryOp::Div if operand.is_signed => terms.bv_sdiv(a, b),
                BinaryOp::Div => terms.bv_udiv(a, b),
                BinaryOp::Rem if operand.is_signed => terms.bv_srem(a, b),
                BinaryOp::Rem => terms.bv_urem(a, b),
                BinaryOp::And => terms.bv_and(a, b),
                BinaryOp::Or => terms.bv_or(a, b),
                BinaryOp::Xor => terms.bv_xor(a, b),
                BinaryOp::ShiftLeft | BinaryOp::ShiftRight => {
                    // The amount counts modulo the width, which is a power of two.
                    let by = convert(terms, b, amount, operand);
                    let most = terms.bv(u64::from(operand.bits - 1), operand.bits);
                    let by = terms.bv_and(by, most);
                    match op {
                        BinaryOp::ShiftLeft => terms.bv_shl(a, by),
                        _ if operand.is_signed => terms.bv_ashr(a, by),
                        _ => terms.bv_lshr(a, by),
                    }
                }
                _ => return None,
            });
        }
    };
    Some(word(terms, truth, ty))
}
