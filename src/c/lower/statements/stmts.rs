//! Statements: branches, loops, `switch`, labels and jumps as locations and edges.
//!
//! `if` and loops become a few locations, and tasks that lower their parts between them. For `while (c) body`, there is
//! a head at which the condition is evaluated, a location inside, and an exit: `c` leads from the head to one of the
//! others, and the body leads from the inside back to the head. `break` and `continue` jump to the innermost location
//! that the frame of the call has for them.
//!
//! A statement that no run reaches is skipped, unless a label or a `case` is in it, to which a jump may lead.

use crate::c::lower::analysis::special::is_error;
use crate::c::lower::machine::agenda::Task;
use crate::c::lower::machine::lowering::Lowering;
use crate::c::lower::stop::Stop;
use crate::c::read::property::{AskKind, Failure};
use crate::c::read::syntax::{BinaryOp, ExprId, ExprKind, LabelId, LogicalOp, StmtId, StmtKind, UnaryOp};
use crate::c::read::types::TypeId;
use crate::model::cfa::LocId;
use crate::solver::term::{TermId, Terms};

impl Lowering<'_> {
    /// Lowers a statement.
    pub(in crate::c::lower) fn statement(&mut self, id: StmtId) -> Result<(), Stop> {
        if self.builder.at().is_none() && !self.known.has_label(id) {
            return Ok(());
        }
        let stmt = self.program.stmt(id);
        self.builder.turn_to(stmt.pos);
        match (self.builder.at(), stmt.kind) {
            (Some(at), StmtKind::Block(..)) => self.builder.mark_place(at, id, false),
            (Some(at), _) => self.builder.mark(at, id, false),
            (None, _) => {}
        }
        self.frame()?.release_temporaries();
        match stmt.kind {
            StmtKind::Empty => {}
            StmtKind::Expression(e) => self.agenda.first_all([Task::Expr(e), Task::Drop(e)]),
            StmtKind::Declaration(object, None) => {
                let store = self.object_store(object)?;
                self.ask_store(store, AskKind::Declaration, self.program.object(object).pos)?;
            }
            StmtKind::Declaration(object, Some(initialiser)) => self.initialise(object, initialiser)?,
            StmtKind::Block(list, _) => {
                self.agenda.first_all(self.program.statements(list).iter().map(|&s| Task::Stmt(s)));
            }
            StmtKind::If(condition, then, other) => self.conditional(condition, then, other),
            StmtKind::While(condition, body) => self.head_loop(id, Some(condition), None, body)?,
            StmtKind::DoWhile(body, condition) => self.tail_loop(id, body, condition)?,
            StmtKind::For { init, .. } => {
                self.agenda.first(Task::ForHead(id));
                self.agenda.first_all(self.program.statements(init).iter().map(|&s| Task::Stmt(s)));
            }
            StmtKind::Switch { value, .. } => self.agenda.first_all([Task::Expr(value), Task::Choose(id)]),
            StmtKind::Case(inner) => {
                if let Some(&location) = self.frame()?.cases.get(&id) {
                    self.builder.jump(location);
                    self.builder.enter(location);
                    self.builder.mark_place(location, id, false);
                }
                self.agenda.first(Task::Stmt(inner));
            }
            StmtKind::Labelled(label, inner) => self.labelled(id, label, inner)?,
            StmtKind::Goto(label) => {
                self.look_at_turn(id);
                let target = self.label(label)?;
                self.builder.jump(target);
            }
            StmtKind::Break => {
                let target = self.frame()?.breaks.last().copied();
                target.into_iter().for_each(|target| self.builder.jump(target));
            }
            StmtKind::Continue => {
                let target = self.frame()?.continues.last().copied();
                target.into_iter().for_each(|target| self.builder.jump(target));
            }
            StmtKind::Return(Some(value)) => {
                self.agenda.first_all([Task::Expr(value), Task::Return(value)]);
            }
            StmtKind::Return(None) => self.fall()?,
        }
        Ok(())
    }

    fn conditional(&mut self, condition: ExprId, then: StmtId, other: Option<StmtId>) {
        let (yes, no, join) = (self.builder.location(), self.builder.location(), self.builder.location());
        let mut tasks = vec![
            Task::Branch(condition, yes, no),
            Task::Enter(yes),
            Task::Stmt(then),
            Task::Jump(join),
            Task::Enter(no),
        ];
        tasks.extend(other.map(Task::Stmt));
        tasks.extend([Task::Jump(join), Task::Enter(join)]);
        self.agenda.first_all(tasks);
    }

    /// Lowers `while`, or `for` without its first clause: a loop whose condition comes before the body.
    fn head_loop(
        &mut self,
        id: StmtId,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) -> Result<(), Stop> {
        let head = self.builder.location();
        self.builder.mark(head, id, true);
        self.builder.jump(head);
        self.builder.stand_at(head);
        self.look_at_turn(id);
        let (inside, exit) = (self.builder.location(), self.builder.location());
        let next = if step.is_some() { self.builder.location() } else { head };
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
        self.agenda.first_all(tasks);
        Ok(())
    }

    /// Lowers `for` after its first clause is done.
    pub(in crate::c::lower) fn for_head(&mut self, id: StmtId) -> Result<(), Stop> {
        match self.program.stmt(id).kind {
            StmtKind::For { condition, step, body, .. }
                if self.builder.at().is_some() || self.known.has_label(id) =>
            {
                self.builder.turn_to(self.program.stmt(id).pos);
                self.head_loop(id, condition, step, body)
            }
            _ => Ok(()),
        }
    }

    fn tail_loop(&mut self, id: StmtId, body: StmtId, condition: ExprId) -> Result<(), Stop> {
        let top = self.builder.location();
        self.builder.jump(top);
        self.builder.stand_at(top);
        let (test, exit) = (self.builder.location(), self.builder.location());
        self.builder.mark(test, id, true);
        let frame = self.frame()?;
        frame.breaks.push(exit);
        frame.continues.push(test);
        let tasks = [
            Task::Stmt(body),
            Task::Jump(test),
            Task::Enter(test),
            Task::LookAtTurn(id),
            Task::Branch(condition, top, exit),
            Task::EndLoop(true),
            Task::Enter(exit),
        ];
        self.agenda.first_all(tasks);
        Ok(())
    }

    /// Adds the edges of a `switch` to its labels, by its value, and lowers the body.
    pub(in crate::c::lower) fn choose_case(&mut self, id: StmtId) -> Result<(), Stop> {
        let (of, body, cases) = match self.program.stmt(id).kind {
            StmtKind::Switch { value, body, cases } => (value, body, cases),
            _ => return Ok(()),
        };
        let ty = self.program.expr(of).ty;
        let value = self.take(of)?;
        self.check_blank(&value, of);
        // Even if the value cannot be lowered, the body is, because a `goto` may lead into it.
        let number = match self.number(&value, ty) {
            Ok(number) => number,
            Err(stop) => {
                self.unsupported_under(Terms::TRUE, stop)?;
                let (numbers, kind) = (self.numbers, self.kind(ty));
                numbers.constant(self.terms(), kind, 0)
            }
        };
        let (exit, mut default) = (self.builder.location(), None);
        let mut others = Vec::new();
        for case in self.program.cases[cases as usize].clone() {
            let location = self.builder.location();
            self.frame()?.cases.insert(case.stmt, location);
            match case.values {
                None => default = Some(location),
                Some(range) => {
                    let guard = self.in_range(number, ty, range.low, range.high);
                    self.builder.branch_to(guard, location);
                    others.push(self.terms().not(guard));
                }
            }
        }
        let none = self.terms().and(&others);
        self.builder.branch_to(none, default.unwrap_or(exit));
        self.builder.end();
        self.frame()?.breaks.push(exit);
        let tasks = [Task::Stmt(body), Task::Jump(exit), Task::EndLoop(false), Task::Enter(exit)];
        self.agenda.first_all(tasks);
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
        let location = self.builder.location();
        self.frame()?.labels.insert(label, location);
        Ok(location)
    }

    fn labelled(&mut self, id: StmtId, label: LabelId, inner: StmtId) -> Result<(), Stop> {
        let location = self.label(label)?;
        self.builder.jump(location);
        // A `goto` that is lowered later may lead here, so the statement is lowered even if no edge does yet.
        self.builder.stand_at(location);
        self.builder.mark(location, id, false);
        let name = self.program.names.text(self.program.labels[label.index()].name);
        if name == "ERROR" && is_error(Failure::Label, self.options.property) {
            self.builder.fail_if(Terms::TRUE, Failure::Label);
        }
        self.agenda.first(Task::Stmt(inner));
        Ok(())
    }

    /// Evaluates a condition and branches to one of two locations. `&&`, `||` and `!` become branches if they need
    /// edges.
    pub(in crate::c::lower) fn branch(&mut self, id: ExprId, yes: LocId, no: LocId) {
        if self.builder.at().is_none() {
            return;
        }
        let expr = self.program.expr(id);
        let is_zero = |id: ExprId| self.known.constant(id) == Some(0);
        let is_number = |id: ExprId| self.program.types.integer_kind(self.program.expr(id).ty).is_some();
        match expr.kind {
            _ if !self.known.emits(id) => {
                self.agenda.first_all([Task::Expr(id), Task::Decide(id, yes, no)]);
            }
            ExprKind::Unary(UnaryOp::Not, a) => self.agenda.first(Task::Branch(a, no, yes)),
            ExprKind::Binary(BinaryOp::NotEqual, a, b) if is_zero(b) && is_number(a) => {
                self.agenda.first(Task::Branch(a, yes, no));
            }
            ExprKind::Binary(BinaryOp::Equal, a, b) if is_zero(b) && is_number(a) => {
                self.agenda.first(Task::Branch(a, no, yes));
            }
            ExprKind::Logical(op, a, b) => {
                let middle = self.builder.location();
                let first = match op {
                    LogicalOp::And => Task::Branch(a, middle, no),
                    LogicalOp::Or => Task::Branch(a, yes, middle),
                };
                self.agenda.first_all([first, Task::Enter(middle), Task::Branch(b, yes, no)]);
            }
            _ => self.agenda.first_all([Task::Expr(id), Task::Decide(id, yes, no)]),
        }
    }

    /// Branches to one of two locations by the value of a condition, which is known.
    pub(in crate::c::lower) fn decide(&mut self, id: ExprId, yes: LocId, no: LocId) -> Result<(), Stop> {
        let value = self.take(id)?;
        self.check_blank_condition(&value, id);
        let truth = self.truth(&value);
        let falsity = self.terms().not(truth);
        self.builder.branch_to(truth, yes);
        self.builder.branch_to(falsity, no);
        self.builder.end();
        Ok(())
    }
}
