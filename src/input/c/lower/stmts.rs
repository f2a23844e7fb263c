//! Statements.

use super::super::property::{AskKind, Failure};
use super::super::syntax::{BinaryOp, LabelId, LogicalOp, StmtId, StmtKind, UnaryOp};
use super::super::syntax::{ExprId, ExprKind};
use super::super::types::TypeId;
use super::lowering::{Lowering, Stop, Task};
use super::special::is_error;
use crate::model::cfa::LocId;
use crate::solver::term::{TermId, Terms};

impl Lowering<'_> {
    /// Lowers a statement.
    pub(super) fn statement(&mut self, id: StmtId) -> Result<(), Stop> {
        if self.at.is_none() && !self.has_label[id.index()] {
            return Ok(());
        }
        let stmt = self.program.stmt(id);
        self.pos = stmt.pos;
        match (self.at, stmt.kind) {
            (Some(at), StmtKind::Block(..)) => self.mark_place(at, stmt.pos, false),
            (Some(at), _) => self.mark(at, stmt.pos, false),
            (None, _) => {}
        }
        let frame = self.frame()?;
        if frame.nested == 0 {
            frame.in_use.clear();
        }
        match stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expression(e) => self.tasks.extend([Task::Drop(e), Task::Expr(e)]),
            StmtKind::Declaration(object, None) => {
                let store = self.object_store(object)?;
                self.ask_store(store, AskKind::Declaration, self.program.object(object).pos)?;
            }
            StmtKind::Declaration(object, Some(initialiser)) => self.initialise(object, initialiser)?,
            StmtKind::Block(list, _) => {
                self.tasks.extend(self.program.statements(list).iter().rev().map(|&s| Task::Stmt(s)));
            }
            StmtKind::If(condition, then, other) => self.conditional(condition, then, other),
            StmtKind::While(condition, body) => self.head_loop(id, Some(condition), None, body)?,
            StmtKind::DoWhile(body, condition) => self.tail_loop(id, body, condition)?,
            StmtKind::For { init, .. } => {
                self.tasks.push(Task::ForHead(id));
                self.tasks.extend(self.program.statements(init).iter().rev().map(|&s| Task::Stmt(s)));
            }
            StmtKind::Switch { value, .. } => self.tasks.extend([Task::Choose(id), Task::Expr(value)]),
            StmtKind::Case(inner) => {
                if let Some(&location) = self.frame()?.cases.get(&id) {
                    self.jump(location);
                    self.enter(location);
                    self.mark_place(location, stmt.pos, false);
                }
                self.tasks.push(Task::Stmt(inner));
            }
            StmtKind::Labelled(label, inner) => self.labelled(label, inner)?,
            StmtKind::Goto(label) => {
                let target = self.label(label)?;
                self.jump(target);
            }
            StmtKind::Break => {
                let target = self.frame()?.breaks.last().copied();
                target.into_iter().for_each(|target| self.jump(target));
            }
            StmtKind::Continue => {
                let target = self.frame()?.continues.last().copied();
                target.into_iter().for_each(|target| self.jump(target));
            }
            StmtKind::Return(Some(value)) => {
                self.tasks.extend([Task::Return(value), Task::Expr(value)]);
            }
            StmtKind::Return(None) => self.fall()?,
        }
        Ok(())
    }

    fn conditional(&mut self, condition: ExprId, then: StmtId, other: Option<StmtId>) {
        let (yes, no, join) = (self.location(), self.location(), self.location());
        let mut tasks = vec![
            Task::Branch(condition, yes, no),
            Task::Enter(yes),
            Task::Stmt(then),
            Task::Jump(join),
            Task::Enter(no),
        ];
        tasks.extend(other.map(Task::Stmt));
        tasks.extend([Task::Jump(join), Task::Enter(join)]);
        self.tasks.extend(tasks.into_iter().rev());
    }

    /// `while`, and `for` behind its first clause.
    fn head_loop(
        &mut self,
        id: StmtId,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) -> Result<(), Stop> {
        let head = self.location();
        self.mark(head, self.program.stmt(id).pos, true);
        self.jump(head);
        self.at = Some(head);
        let (inside, exit) = (self.location(), self.location());
        let next = if step.is_some() { self.location() } else { head };
        let frame = self.frame()?;
        frame.breaks.push(exit);
        frame.continues.push(next);
        let mut tasks = vec![match condition {
            Some(condition) => Task::Branch(condition, inside, exit),
            None => Task::Jump(inside),
        }];
        tasks.extend([Task::Enter(inside), Task::Stmt(body), Task::Jump(next)]);
        if let Some(step) = step {
            tasks.extend([Task::Enter(next), Task::Expr(step), Task::Drop(step), Task::Jump(head)]);
        }
        tasks.extend([Task::EndLoop(true), Task::Enter(exit)]);
        self.tasks.extend(tasks.into_iter().rev());
        Ok(())
    }

    /// `for` behind its first clause.
    pub(super) fn for_head(&mut self, id: StmtId) -> Result<(), Stop> {
        match self.program.stmt(id).kind {
            StmtKind::For { condition, step, body, .. }
                if self.at.is_some() || self.has_label[id.index()] =>
            {
                self.pos = self.program.stmt(id).pos;
                self.head_loop(id, condition, step, body)
            }
            _ => Ok(()),
        }
    }

    fn tail_loop(&mut self, id: StmtId, body: StmtId, condition: ExprId) -> Result<(), Stop> {
        let top = self.location();
        self.jump(top);
        self.at = Some(top);
        let (test, exit) = (self.location(), self.location());
        self.mark(test, self.program.stmt(id).pos, true);
        let frame = self.frame()?;
        frame.breaks.push(exit);
        frame.continues.push(test);
        let tasks = [
            Task::Stmt(body),
            Task::Jump(test),
            Task::Enter(test),
            Task::Branch(condition, top, exit),
            Task::EndLoop(true),
            Task::Enter(exit),
        ];
        self.tasks.extend(tasks.into_iter().rev());
        Ok(())
    }

    /// Chooses a label of a `switch` by its value.
    pub(super) fn choose_case(&mut self, id: StmtId) -> Result<(), Stop> {
        let (value, body, cases) = match self.program.stmt(id).kind {
            StmtKind::Switch { value, body, cases } => (value, body, cases),
            _ => return Ok(()),
        };
        let ty = self.program.expr(value).ty;
        let value = self.take(value)?;
        // The body is lowered in any case: a `goto` may lead into it.
        let number = match self.number(&value, ty) {
            Ok(number) => number,
            Err(stop) => {
                self.unsupported_under(Terms::TRUE, stop)?;
                let (numbers, kind) = (self.numbers, self.kind(ty));
                numbers.constant(self.terms(), kind, 0)
            }
        };
        let (exit, mut default) = (self.location(), None);
        let mut others = Vec::new();
        for case in self.program.cases[cases as usize].clone() {
            let location = self.location();
            self.frame()?.cases.insert(case.stmt, location);
            match case.values {
                None => default = Some(location),
                Some(range) => {
                    let guard = self.in_range(number, ty, range.low, range.high);
                    self.branch_to(guard, location);
                    others.push(self.terms().not(guard));
                }
            }
        }
        let none = self.terms().and(&others);
        self.branch_to(none, default.unwrap_or(exit));
        self.at = None;
        self.frame()?.breaks.push(exit);
        let tasks = [Task::Stmt(body), Task::Jump(exit), Task::EndLoop(false), Task::Enter(exit)];
        self.tasks.extend(tasks.into_iter().rev());
        Ok(())
    }

    fn in_range(&mut self, number: TermId, ty: TypeId, low: i128, high: i128) -> TermId {
        if low > high {
            return Terms::FALSE;
        }
        let (numbers, kind, signed) = (self.numbers, self.kind(ty), self.is_signed(Some(ty)));
        let from = numbers.constant(self.terms(), kind, low);
        if low == high {
            return self.terms().eq(number, from);
        }
        let to = numbers.constant(self.terms(), kind, high);
        let above = numbers.compare(self.terms(), BinaryOp::GreaterEqual, signed, number, from);
        let below = numbers.compare(self.terms(), BinaryOp::LessEqual, signed, number, to);
        self.terms().and(&[above, below])
    }

    fn label(&mut self, label: LabelId) -> Result<LocId, Stop> {
        if let Some(&known) = self.frame()?.labels.get(&label) {
            return Ok(known);
        }
        let location = self.location();
        self.frame()?.labels.insert(label, location);
        Ok(location)
    }

    fn labelled(&mut self, label: LabelId, inner: StmtId) -> Result<(), Stop> {
        let location = self.label(label)?;
        self.jump(location);
        // A `goto` further down may lead here.
        self.at = Some(location);
        self.mark(location, self.pos, false);
        let name = self.program.names.text(self.program.labels[label.index()].name);
        if name == "ERROR" && is_error(Failure::Label, self.options.property) {
            self.fail_if(Terms::TRUE, Failure::Label);
        }
        self.tasks.push(Task::Stmt(inner));
        Ok(())
    }

    /// Evaluates a condition and goes to one of two locations.
    pub(super) fn branch(&mut self, id: ExprId, yes: LocId, no: LocId) {
        if self.at.is_none() {
            return;
        }
        let expr = self.program.expr(id);
        let is_zero = |id: ExprId| self.facts.constant(id) == Some(0);
        let is_number = |id: ExprId| self.program.types.integer_kind(self.program.expr(id).ty).is_some();
        match expr.kind {
            _ if !self.facts.emits(id) => {
                self.tasks.extend([Task::Decide(id, yes, no), Task::Expr(id)]);
            }
            ExprKind::Unary(UnaryOp::Not, a) => self.tasks.push(Task::Branch(a, no, yes)),
            ExprKind::Binary(BinaryOp::NotEqual, a, b) if is_zero(b) && is_number(a) => {
                self.tasks.push(Task::Branch(a, yes, no));
            }
            ExprKind::Binary(BinaryOp::Equal, a, b) if is_zero(b) && is_number(a) => {
                self.tasks.push(Task::Branch(a, no, yes));
            }
            ExprKind::Logical(op, a, b) => {
                let middle = self.location();
                let first = match op {
                    LogicalOp::And => Task::Branch(a, middle, no),
                    LogicalOp::Or => Task::Branch(a, yes, middle),
                };
                self.tasks.extend([Task::Branch(b, yes, no), Task::Enter(middle), first]);
            }
            _ => self.tasks.extend([Task::Decide(id, yes, no), Task::Expr(id)]),
        }
    }

    /// Goes to one of two locations by the value of a condition.
    pub(super) fn decide(&mut self, id: ExprId, yes: LocId, no: LocId) -> Result<(), Stop> {
        let value = self.take(id)?;
        let truth = self.truth(&value);
        let falsity = self.terms().not(truth);
        self.branch_to(truth, yes);
        self.branch_to(falsity, no);
        self.at = None;
        Ok(())
    }
}
