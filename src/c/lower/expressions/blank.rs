//! Checks of values that were never stored, where a run depends on them (`machine/blanks`).
//!
//! A condition, an address, an argument of a function whose body is not lowered, and the result of `main` depend on
//! their values. A copy and an operator do not; their results have shadows. If an operator cancels its operands, as
//! `x - x`, its result has no variable and so no shadow, and is saved in a temporary that has one.

use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::machine::value::{Target, Value, Way};
use crate::c::lower::stop::Stop;
use crate::c::read::property::Failure;
use crate::c::read::syntax::{BinaryOp, ExprId, ExprKind};
use crate::solver::term::{TermId, Terms};

impl Lowering<'_> {
    /// Whether values that were never stored are looked for here.
    fn looks_for_blanks(&self) -> bool {
        self.options.checks(Failure::Uninitialised)
            && !self.builder.is_at_start()
            && self.builder.at().is_some()
    }

    /// The formula that a scalar depends on values that were never stored.
    fn is_blank(&mut self, value: &Value) -> TermId {
        match value {
            Value::Bool(term) | Value::Number(term) | Value::Floating(term) => self.builder.is_blank(*term),
            Value::Pointer(ways) => self.are_blank(ways),
            Value::Void | Value::Record(_) | Value::Lvalue(..) => Terms::FALSE,
        }
    }

    fn are_blank(&mut self, ways: &[Way]) -> TermId {
        let mut any = Vec::new();
        for way in ways {
            any.push(self.builder.is_blank(way.guard));
            let terms: Vec<TermId> = match &way.target {
                Target::Number(number) => vec![*number],
                Target::Function(_) => Vec::new(),
                Target::At(place) => {
                    place.number.into_iter().chain(place.steps.iter().map(|step| step.index.term)).collect()
                }
            };
            for term in terms {
                let is_blank = self.builder.is_blank(term);
                any.push(self.terms().and(&[way.guard, is_blank]));
            }
        }
        self.terms().or(&any)
    }

    /// Checks a value on which a run depends; `at` is its place.
    pub(in crate::c::lower) fn check_blank(&mut self, value: &Value, at: ExprId) {
        if self.looks_for_blanks() {
            let is_blank = self.is_blank(value);
            self.fail_blank(is_blank, at);
        }
    }

    /// Checks an address that is followed.
    pub(super) fn check_blank_address(&mut self, ways: &[Way], at: ExprId) {
        if self.looks_for_blanks() {
            let is_blank = self.are_blank(ways);
            self.fail_blank(is_blank, at);
        }
    }

    /// Checks the value of a condition. The operands of `&&` and `||` are conditions that were checked.
    pub(in crate::c::lower) fn check_blank_condition(&mut self, value: &Value, condition: ExprId) {
        let condition = self.program.condition(condition);
        if !matches!(self.program.expr(condition).kind, ExprKind::Logical(..)) {
            self.check_blank(value, condition);
        }
    }

    fn fail_blank(&mut self, is_blank: TermId, at: ExprId) {
        let pos = self.builder.pos();
        self.builder.turn_to(self.program.expr(at).pos);
        self.builder.fail_under(is_blank, Failure::Uninitialised);
        self.builder.turn_to(pos);
    }

    /// Checks the operands of `&&` or `||`, whose values are known. The second one counts if the first one is true, or
    /// false.
    pub(super) fn check_blank_operands(
        &mut self,
        (a, left): (ExprId, &Value),
        (b, right): (ExprId, &Value),
        is_and: bool,
    ) {
        self.check_blank_condition(left, a);
        let truth = self.truth(left);
        let counts = if is_and { truth } else { self.terms().not(truth) };
        self.builder.narrow(counts);
        self.check_blank_condition(right, b);
        self.builder.widen();
    }

    /// The formula that an operand depends on values that were never stored, if the result of the operator then does.
    pub(super) fn any_blank(&mut self, op: BinaryOp, left: &Value, right: &Value) -> TermId {
        if !self.looks_for_blanks() || matches!(op, BinaryOp::And | BinaryOp::Or) {
            return Terms::FALSE;
        }
        let any = [self.is_blank(left), self.is_blank(right)];
        self.terms().or(&any)
    }

    /// The result of an operator, in a temporary with a shadow if it has lost that of its operands, any of which
    /// depends on values that were never stored if a formula holds.
    pub(super) fn with_blank(&mut self, any: TermId, result: Value) -> Result<Value, Stop> {
        let term = match result {
            Value::Bool(term) | Value::Number(term) | Value::Floating(term) if any != Terms::FALSE => term,
            result => return Ok(result),
        };
        if self.builder.is_blank(term) != Terms::FALSE {
            return Ok(result);
        }
        let sort = self.builder.terms().sort(term);
        let variable = self.temporary(sort)?;
        self.builder.assign_blank(variable, term, any);
        Ok(match result {
            Value::Bool(_) => Value::Bool(variable),
            Value::Floating(_) => Value::Floating(variable),
            _ => Value::Number(variable),
        })
    }
}
