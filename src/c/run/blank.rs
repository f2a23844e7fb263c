//! Values that were never stored: the bits of a value that depend on *blank* bits of memory, and where they matter.
//!
//! The bits of a local object without initialiser, and of an object of the heap that no function clears, are blank
//! until they are written. A scalar with such bits carries a mask of them (Stepanov, Serebryany, "MemorySanitizer",
//! CGO 2015, §2): a copy, a conversion and an operator on single bits keep them apart, as far as the other operand does
//! not decide; any other operator on a blank bit makes its whole result blank. That is no error. An error is a run that
//! depends on them: a condition, an address, an argument of a function that is not carried out, or the result of
//! `main`.
//!
//! Left out: a structure that is passed as a whole to such a function, and the bits of padding.

use super::cells::{low_bits, Cells};
use super::machine::{Machine, Stop};
use super::meaning::Meaning;
use super::memory::{Region, Spot};
use super::value::Value;
use crate::c::{BinaryOp, ExprId, Failure, IntegerKind, Pos, Type, TypeId, Types};

/// The mask of the blank bits of a scalar at a spot. A structure has masks of its own.
pub(super) fn blank_at(cells: &Cells, types: &Types, ty: TypeId, spot: Spot) -> u128 {
    match (types.get(ty), spot.width) {
        (Type::Record(_), _) => 0,
        (_, 0) => cells.blank(spot.at, 0, 8 * types.size(ty).unwrap_or(0) as u32),
        (_, width) => cells.blank(spot.at, spot.first, width),
    }
}

/// The mask of the result of an operator on two values with masks.
pub(super) fn blank_of(op: BinaryOp, left: (&Value, u128), right: (&Value, u128)) -> u128 {
    let all = if left.1 | right.1 == 0 { 0 } else { u128::MAX };
    let (a, b) = match (left.0, right.0) {
        (&Value::Number(a), &Value::Number(b)) if all != 0 => (a as u128, b as u128),
        _ => return all,
    };
    match op {
        BinaryOp::And => (left.1 & right.1) | (a & right.1) | (left.1 & b),
        BinaryOp::Or => (left.1 & right.1) | (!a & right.1) | (left.1 & !b),
        BinaryOp::Xor => left.1 | right.1,
        _ => all,
    }
}

impl Machine<'_> {
    /// A value without its mask, which the present task has used then.
    #[inline]
    pub(super) fn opened(&mut self, value: Value) -> Value {
        match value {
            Value::Blank(inner) => {
                self.blank |= inner.1;
                inner.0
            }
            value => value,
        }
    }

    /// Pops a value, and its mask apart from those of other values.
    pub(super) fn pop_apart(&mut self) -> (Value, u128) {
        let before = std::mem::take(&mut self.blank);
        let value = self.pop();
        (value, std::mem::replace(&mut self.blank, before))
    }

    /// A scalar with the mask of the present task.
    pub(super) fn with_blank(&self, value: Value) -> Value {
        match value {
            Value::Number(_) | Value::Floating(..) | Value::Pointer(_) => {
                Value::Blank(Box::new((value, self.blank)))
            }
            Value::Void | Value::Record(_) | Value::Place(_) | Value::Blank(_) => value,
        }
    }

    /// Notes the mask of a scalar that was written.
    pub(super) fn store_blank(&mut self, (region, spot): (Region, Spot), ty: TypeId) {
        let types = &self.program.types;
        if self.blank == 0 || matches!(types.get(ty), Type::Record(_)) {
            return;
        }
        let whole = 8 * types.size(ty).unwrap_or(0) as u32;
        let width = if spot.width == 0 { whole } else { spot.width };
        self.state.memory.region_mut(region).0.set_blank(spot.at, spot.first, width, self.blank);
    }

    /// The mask of the present task after a conversion.
    pub(super) fn convert_blank(&mut self, from: TypeId, to: TypeId) {
        let types = &self.program.types;
        let kinds = (types.integer_kind(from), types.integer_kind(to));
        self.blank = match kinds {
            (_, Some(IntegerKind::Bool)) => 1,
            (Some(IntegerKind::Bool), _) => u128::MAX,
            (Some(from), Some(to)) if self.rules.numbers == super::number::Numbers::Words => {
                let (bits, options) = (types.options().integer_bits(from), types.options());
                let (mask, above) = (self.blank & low_bits(bits), !low_bits(bits));
                let is_copied = options.is_signed(from) && mask >> (bits - 1) & 1 == 1;
                (if is_copied { mask | above } else { mask }) & low_bits(options.integer_bits(to))
            }
            _ => u128::MAX,
        };
    }

    /// The error that the present task depends on bits that were never stored.
    pub(super) fn check_blank(&self, pos: Pos) -> Result<(), Stop> {
        match self.blank {
            0 => Ok(()),
            _ => Err(self.fail(Failure::Uninitialised, pos)),
        }
    }

    /// Pops the value of a condition, and returns whether it is not 0.
    pub(super) fn pop_condition(&mut self, condition: ExprId) -> Result<bool, Stop> {
        let truth = self.pop_truth()?;
        self.check_blank(self.program.expr(self.program.condition(condition)).pos)?;
        Ok(truth)
    }

    /// Takes the masks from the arguments of a call, which are on the stack from the position `first` on. The body of a
    /// function gets them with the arguments, and an operator has a mask of its own. Any other function depends on its
    /// arguments.
    pub(super) fn open_arguments(&mut self, meaning: Meaning, first: usize, pos: Pos) -> Result<(), Stop> {
        let is_passed = matches!(meaning, Meaning::Body | Meaning::Mark | Meaning::Index | Meaning::Renew);
        if is_passed || !self.keeps_blank {
            return Ok(());
        }
        for at in first..self.state.values.len() {
            let value = std::mem::replace(&mut self.state.values[at], Value::Void);
            self.state.values[at] = self.opened(value);
        }
        match meaning {
            Meaning::Float(_) if self.blank != 0 => self.blank = u128::MAX,
            Meaning::SwapBytes if self.blank != 0 => self.blank = u128::MAX,
            Meaning::Float(_) | Meaning::SwapBytes => {}
            _ => self.check_blank(pos)?,
        }
        Ok(())
    }
}
