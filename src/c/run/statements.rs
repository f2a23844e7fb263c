//! Carries out statements, and finds the statement that follows.
//!
//! A statement does not contain a link to its successor. Behind the last statement in the body of a loop comes the
//! condition of the loop; behind the last one of a block comes what follows the block. So `after` walks outwards until
//! a statement around it tells what comes next. A jump drops the tasks and values of the expressions that it leaves,
//! and continues at its target.

use super::machine::{Machine, Stop, Task};
use super::number::Integer;
use super::options::RunError;
use super::value::{Place, Value};
use super::watch::Moment;
use crate::c::{
    AskKind, ExprId, ExprKind, Failure, InitialiserId, ObjectId, Pos, StmtId, StmtKind, StmtList, Type,
};

impl Machine<'_> {
    /// Carries out a statement.
    pub fn statement(&mut self, id: StmtId) -> Result<(), Stop> {
        let stmt = self.program.stmt(id);
        self.state.pos = stmt.pos;
        self.state.present = Some(id);
        self.note_begin();
        // An observer sees a `while` when its condition is evaluated, and not here.
        if !matches!(stmt.kind, StmtKind::While(..)) {
            self.step(Some((id, Moment::Begin)))?;
        }
        match stmt.kind {
            StmtKind::Empty => self.state.tasks.push(Task::After(id)),
            StmtKind::Expression(expr) if self.shape.is_value(self.program, id) => {
                self.state.tasks.push(Task::Value(expr));
            }
            StmtKind::Expression(expr) => match self.quickly(expr) {
                Some(_) => return self.after(id),
                None => self.push_tasks([Task::After(id), Task::Drop, Task::Value(expr)]),
            },
            StmtKind::Declaration(object, None) => {
                self.ask_object(object, AskKind::Declaration)?;
                self.state.tasks.push(Task::After(id));
            }
            StmtKind::Declaration(object, Some(initialiser)) => {
                self.push_tasks([Task::After(id), Task::Element(object, initialiser, 0)]);
            }
            StmtKind::Block(list, _) => self.nth(list, 0, Task::After(id)),
            StmtKind::For { init, .. } => self.nth(init, 0, Task::Condition(id)),
            StmtKind::If(value, ..) => self.begin_branch(id, value),
            StmtKind::Switch { value, .. } => self.push_tasks([Task::Select(id), Task::Value(value)]),
            StmtKind::While(..) => self.state.tasks.push(Task::Condition(id)),
            StmtKind::DoWhile(body, _) => self.state.tasks.push(Task::Run(body)),
            StmtKind::Case(inner) => self.state.tasks.push(Task::Run(inner)),
            StmtKind::Labelled(label, inner) => {
                let name = self.program.labels[label.index()].name;
                if Some(name) == self.error_label && Failure::Label.violates(self.options.property) {
                    return Err(self.fail(Failure::Label, stmt.pos));
                }
                self.state.tasks.push(Task::Run(inner));
            }
            StmtKind::Goto(label) => {
                self.check_turn(stmt.pos)?;
                match self.program.labels[label.index()].stmt {
                    Some(target) => self.jump(target),
                    None => return Err(self.unsupported(stmt.pos, "a jump to a label that stands nowhere")),
                }
            }
            StmtKind::Break | StmtKind::Continue => return self.leave(id, stmt.kind == StmtKind::Break),
            StmtKind::Return(None) => return self.fall_off(),
            StmtKind::Return(Some(value)) => match self.quickly(value) {
                Some(number) => return self.return_from(Value::Number(number), stmt.pos),
                None => self.push_tasks([Task::Return(id), Task::Value(value)]),
            },
        }
        Ok(())
    }

    /// Continues with a statement of a list, or with another task behind the last one.
    fn nth(&mut self, list: StmtList, at: u32, otherwise: Task) {
        let next = self.program.statements(list).get(at as usize);
        self.state.tasks.push(next.map_or(otherwise, |&next| Task::Run(next)));
    }

    /// Continues at a label. The jump leaves all statement expressions in which the label does not stand.
    fn jump(&mut self, target: StmtId) {
        self.unwind(self.shape.root(target));
        self.state.tasks.push(Task::Run(target));
    }

    /// Drops the expressions that are being evaluated, and leaves the statement expressions of the present call until
    /// the innermost one is the block `root`, or none is left.
    fn unwind(&mut self, root: StmtId) {
        let base = self.state.frames.last().map_or(0, |frame| frame.nests);
        while self.state.nests.len() > base
            && self.state.nests.last().map_or(false, |nest| nest.block != root)
        {
            self.state.nests.pop();
        }
        let nest = self.state.nests[base..].last().map(|nest| (nest.tasks, nest.values));
        let frame = self.state.frames.last().map(|frame| (frame.tasks, frame.values));
        if let Some((tasks, values)) = nest.or(frame) {
            self.state.tasks.truncate(tasks);
            self.state.values.truncate(values);
        }
    }

    /// Continues behind a statement.
    pub fn after(&mut self, mut id: StmtId) -> Result<(), Stop> {
        loop {
            let parent = match self.shape.parent(id) {
                Some(parent) => parent,
                None if self.shape.is_nested(id) => {
                    self.push(Value::Void);
                    return Ok(());
                }
                None => return self.fall_off(),
            };
            let next = match (self.program.stmt(parent.stmt).kind, parent.position) {
                (StmtKind::Block(list, _), Some(at)) => self.program.statements(list).get(at as usize + 1),
                (StmtKind::For { init, .. }, Some(at)) => {
                    self.nth(init, at + 1, Task::Condition(parent.stmt));
                    return Ok(());
                }
                (StmtKind::For { .. }, None) => {
                    self.next_turn(parent.stmt);
                    return Ok(());
                }
                (StmtKind::While(..) | StmtKind::DoWhile(..), _) => {
                    self.state.tasks.push(Task::Condition(parent.stmt));
                    return Ok(());
                }
                _ => None,
            };
            if let Some(&next) = next {
                self.state.tasks.push(Task::Run(next));
                return Ok(());
            }
            id = parent.stmt;
        }
    }

    /// Continues behind the body of a loop, with the step of a `for` and with the condition.
    fn next_turn(&mut self, id: StmtId) {
        self.state.tasks.push(Task::Condition(id));
        self.note_begin();
        if let StmtKind::For { step: Some(step), .. } = self.program.stmt(id).kind {
            if self.quickly(step).is_none() {
                self.push_tasks([Task::Drop, Task::Value(step)]);
            }
        }
    }

    /// `break`, or `continue`.
    fn leave(&mut self, id: StmtId, is_break: bool) -> Result<(), Stop> {
        let mut at = id;
        loop {
            at = match (self.shape.parent(at), self.state.nests.last()) {
                (Some(parent), _) => parent.stmt,
                // The jump leaves a statement expression, so the search continues from the statement in which it
                // stands.
                (None, Some(nest)) if nest.block == at && nest.within != at => {
                    let within = nest.within;
                    self.unwind(self.shape.root(within));
                    at = within;
                    continue;
                }
                (None, _) => break,
            };
            match self.program.stmt(at).kind {
                StmtKind::While(..) | StmtKind::DoWhile(..) | StmtKind::For { .. } => {
                    if is_break {
                        self.state.tasks.push(Task::After(at));
                    } else {
                        self.next_turn(at);
                    }
                    return Ok(());
                }
                StmtKind::Switch { .. } if is_break => {
                    self.state.tasks.push(Task::After(at));
                    return Ok(());
                }
                _ => {}
            }
        }
        Err(self.unsupported(self.program.stmt(id).pos, "a jump out of no statement"))
    }

    /// Evaluates the condition of a loop.
    pub fn condition(&mut self, id: StmtId) -> Result<(), Stop> {
        let stmt = self.program.stmt(id);
        self.state.pos = stmt.pos;
        self.state.present = Some(id);
        self.note_begin();
        self.step(Some((id, Moment::Condition)))?;
        self.check_turn(stmt.pos)?;
        match stmt.kind {
            StmtKind::While(value, _)
            | StmtKind::DoWhile(_, value)
            | StmtKind::For { condition: Some(value), .. } => self.begin_branch(id, value),
            StmtKind::For { body, .. } => self.state.tasks.push(Task::Run(body)),
            _ => {}
        }
        Ok(())
    }

    /// Evaluates the condition of a statement, and branches by it.
    fn begin_branch(&mut self, id: StmtId, condition: ExprId) {
        match self.quickly(condition) {
            Some(number) => self.go_on(id, number != 0),
            None => self.push_tasks([Task::Branch(id), Task::Value(condition)]),
        }
    }

    /// Branches by the condition of a statement, which is on the stack.
    pub fn branch(&mut self, id: StmtId) -> Result<(), Stop> {
        let holds = match self.program.stmt(id).kind {
            StmtKind::If(condition, ..)
            | StmtKind::While(condition, _)
            | StmtKind::DoWhile(_, condition)
            | StmtKind::For { condition: Some(condition), .. } => self.pop_condition(condition)?,
            _ => self.pop_truth()?,
        };
        self.go_on(id, holds);
        Ok(())
    }

    /// Continues with the part of a statement that its condition chooses, or behind the statement.
    fn go_on(&mut self, id: StmtId, holds: bool) {
        self.decide();
        self.observer.branch(self.program.stmt(id).pos, i128::from(holds));
        let next = match (self.program.stmt(id).kind, holds) {
            (StmtKind::If(_, then, _), true) => Some(then),
            (StmtKind::If(_, _, otherwise), false) => otherwise,
            (StmtKind::While(_, body) | StmtKind::DoWhile(body, _) | StmtKind::For { body, .. }, true) => {
                Some(body)
            }
            _ => None,
        };
        self.state.tasks.push(next.map_or(Task::After(id), Task::Run));
    }

    /// Continues at the label of a `switch` for the value on the stack, or behind the `switch`.
    pub fn select(&mut self, id: StmtId) -> Result<(), Stop> {
        let stmt = self.program.stmt(id);
        let (cases, value) = match stmt.kind {
            StmtKind::Switch { cases, value, .. } => (&self.program.cases[cases as usize], value),
            _ => return Ok(()),
        };
        let found = self.pop();
        self.check_blank(self.program.expr(value).pos)?;
        let number = match found {
            Value::Number(number) => number,
            _ => return Err(self.unsupported(stmt.pos, "a `switch` by a pointer")),
        };
        self.decide();
        self.observer.branch(stmt.pos, number);
        let is_meant = |range: crate::c::CaseRange| range.low <= number && number <= range.high;
        let found = cases.iter().find(|case| case.values.map_or(false, is_meant));
        let found = found.or_else(|| cases.iter().find(|case| case.values.is_none()));
        self.state.tasks.push(found.map_or(Task::After(id), |case| Task::Run(case.stmt)));
        Ok(())
    }

    /// Begins an element of an initialiser. Before the first element, all bytes of the object become 0, unless the
    /// element is the whole object.
    pub fn element(&mut self, object: ObjectId, initialiser: InitialiserId, at: u32) -> Result<(), Stop> {
        let program = self.program;
        let start = self.state.memory.pointer(self.slot(object));
        let ty = program.object(object).ty;
        // If one value initialises the whole object, its expression may read the object, so the object is not set to 0.
        let is_whole = match program.initialiser(initialiser).elements.first() {
            Some(first) => first.ty == ty && !matches!(program.types.get(ty), Type::Array(..)),
            None => false,
        };
        if at == 0 {
            self.state.memory.set_const(self.slot(object), false);
        }
        if at == 0 && !is_whole {
            self.state.memory.clear(start);
        }
        let element = match program.initialiser(initialiser).elements.get(at as usize) {
            Some(element) => element,
            None => {
                self.state.memory.set_const(self.slot(object), program.object(object).is_const);
                return Ok(());
            }
        };
        let value = program.expr(element.value);
        if let (ExprKind::Text(text), Type::Array(unit, Some(room))) =
            (value.kind, program.types.get(element.ty))
        {
            let kind = match Integer::of(&program.types, unit) {
                Some(kind) => kind,
                None => return Err(self.unsupported(value.pos, "a text of something else than characters")),
            };
            let units = &program.string(text).units;
            let from = start.moved(element.offset as i64);
            let size = self.size(element.ty);
            self.state.memory.clear_part(from, size).ok_or(Stop::Error(RunError::Memory))?;
            self.write_text(from, kind, units, room.min(units.len() as u64) as usize)?;
            self.state.tasks.push(Task::Element(object, initialiser, at + 1));
            return Ok(());
        }
        self.push_tasks([Task::Store(object, initialiser, at), Task::Value(element.value)]);
        Ok(())
    }

    /// Stores the value of an element, which is on the stack.
    pub fn store_element(
        &mut self,
        object: ObjectId,
        initialiser: InitialiserId,
        at: u32,
    ) -> Result<(), Stop> {
        let element = match self.program.initialiser(initialiser).elements.get(at as usize) {
            Some(element) => element,
            None => return Ok(()),
        };
        let value = self.pop();
        let start = self.state.memory.pointer(self.slot(object));
        let pos = self.program.expr(element.value).pos;
        let place = match element.bits {
            None => Place { pointer: start.moved(element.offset as i64), first: 0, width: 0, pos },
            Some(bits) => Place { pointer: start, first: bits.offset, width: bits.width, pos },
        };
        self.write(place, element.ty, &value)?;
        self.state.tasks.push(Task::Element(object, initialiser, at + 1));
        Ok(())
    }

    /// `return` with the value on the stack.
    pub fn return_value(&mut self, id: StmtId) -> Result<(), Stop> {
        let value = self.pop();
        let stmt = self.program.stmt(id);
        if let (StmtKind::Return(Some(given)), 1) = (stmt.kind, self.state.frames.len()) {
            self.check_blank(self.program.expr(given).pos)?;
        }
        self.return_from(value, stmt.pos)
    }

    /// Returns at the end of the body, or by `return` without value. The result is arbitrary, if there is one.
    fn fall_off(&mut self) -> Result<(), Stop> {
        let function = match self.state.frames.last() {
            Some(frame) => frame.function,
            None => return Ok(()),
        };
        let end = self.end_of(function);
        if self.state.frames.len() == 1 {
            return self.return_from(Value::Void, end);
        }
        let result = self.result_of(function);
        self.check_fall(result, end)?;
        let value = self.any_value(end, AskKind::Result, result)?;
        self.return_from(value, end)
    }

    /// The place of the closing brace of a function.
    pub fn end_of(&self, function: crate::c::FunctionId) -> Pos {
        let function = self.program.function(function);
        function.body.map_or(function.pos, |body| self.program.stmt(body).end)
    }
}
