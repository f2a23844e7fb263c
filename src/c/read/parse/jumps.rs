//! Labels that blocks declare, addresses of labels, and computed jumps: extensions of GNU C.
//!
//! The address of a label is a number that no other label has. `goto *p` stores `p` and jumps to one place at the end
//! of the function, where a `switch` over the numbers of all labels whose address is taken jumps on.

use super::super::source::Pos;
use super::super::syntax::{CaseRange, ExprId, LabelId, ObjectId, StmtId, StmtKind, Storage, SwitchCase};
use super::super::token::Punct;
use super::super::types::{TypeId, Types};
use super::parser::{Parser, Stop};

impl Parser<'_> {
    /// The number of open statements and blocks, including those around the present expression.
    fn level(&mut self) -> Result<usize, Stop> {
        let body = self.body()?;
        Ok(body.outer + body.open.len())
    }

    /// `__label__ a, b;`
    pub(super) fn local_labels(&mut self) -> Result<(), Stop> {
        self.advance();
        loop {
            let (name, pos) = self.expect_name("the name of a label")?;
            let level = self.level()?;
            let function = self.body()?.function;
            let label = self.checker.add_label(name, pos, function);
            let body = self.body()?;
            let before = body.labels.insert(name, label);
            body.found.push((label, false));
            body.local_labels.push((level, name, before));
            if !self.accept(Punct::Comma) {
                break;
            }
        }
        self.expect(Punct::Semicolon).map(drop)
    }

    /// Restores, at the end of a block, the meanings that the block's labels had before it.
    pub(super) fn forget_local_labels(&mut self) -> Result<(), Stop> {
        let level = self.level()?;
        let body = self.body()?;
        while let Some(&(own, name, before)) = body.local_labels.last() {
            if own <= level {
                break;
            }
            body.local_labels.pop();
            match before {
                Some(before) => drop(body.labels.insert(name, before)),
                None => drop(body.labels.remove(&name)),
            }
        }
        Ok(())
    }

    /// The number that is the address of a label.
    fn label_number(label: LabelId) -> u64 {
        label.index() as u64 + 1
    }

    /// `&&name`
    pub(super) fn label_address(&mut self) -> Result<ExprId, Stop> {
        let pos = self.pos();
        self.advance();
        let (name, at) = self.expect_name("the name of a label")?;
        if self.body.is_none() {
            return Err(self.error(pos, "there is no function here that would have labels"));
        }
        if self.is_outer_label(name) {
            let ty = self.checker.program.types.pointer(Types::VOID);
            return Ok(self.checker.unsupported("a label of the function around a nested one", ty, pos));
        }
        let label = self.label_id(name, at)?;
        let body = self.body()?;
        if !body.addresses.contains(&label) {
            body.addresses.push(label);
        }
        let ty = self.number_type();
        let number = self.checker.integer_constant(Self::label_number(label), ty, pos);
        let pointer = self.checker.program.types.pointer(Types::VOID);
        Ok(self.checker.convert(number, pointer, true))
    }

    fn number_type(&self) -> TypeId {
        self.checker.types().integer(self.checker.types().options().size_kind())
    }

    /// `goto *e;`
    pub(super) fn computed_goto(&mut self, pos: Pos) -> Result<StmtId, Stop> {
        self.advance();
        self.advance();
        let target = self.expression()?;
        let end = self.expect(Punct::Semicolon)?;
        let ty = self.number_type();
        let number = self.checker.cast(target, ty, pos);
        let (label, object) = self.dispatch(pos)?;
        let place = self.checker.object_expr(object, pos);
        let assign = self.checker.assign(place, number, pos);
        let assign = self.checker.add_stmt(StmtKind::Expression(assign), pos, end);
        let jump = self.checker.add_stmt(StmtKind::Goto(label), pos, end);
        let list = self.checker.add_stmts(&[assign, jump]);
        let scope = self.checker.enter_scope(pos);
        self.checker.leave_scope(end);
        Ok(self.checker.add_stmt(StmtKind::Block(list, scope), pos, end))
    }

    /// The place to which computed jumps go.
    fn dispatch(&mut self, pos: Pos) -> Result<(LabelId, ObjectId), Stop> {
        if let Some(dispatch) = self.body()?.dispatch {
            return Ok(dispatch);
        }
        let function = self.body()?.function;
        let name = self.checker.program.names.intern("computed goto");
        let label = self.checker.add_label(name, pos, function);
        let ty = self.number_type();
        let object = self.checker.unnamed_object(ty, Storage::Local, pos);
        let scope = self.checker.program.function(function).scope;
        self.checker.update_object(object, |object| object.scope = scope);
        let body = self.body()?;
        body.found.push((label, true));
        body.dispatch = Some((label, object));
        Ok((label, object))
    }

    /// Adds the place to which computed jumps go to the end of the function's outermost block.
    pub(super) fn add_dispatch(&mut self, end: Pos) -> Result<(), Stop> {
        let (label, object) = match self.body()?.dispatch {
            Some(dispatch) => dispatch,
            None => return Ok(()),
        };
        let cases = self.checker.program.cases.len() as u32;
        self.checker.program.cases.push(Vec::new());
        self.seen.push(Default::default());
        let mut arms = Vec::new();
        for target in std::mem::take(&mut self.body()?.addresses) {
            let jump = self.checker.add_stmt(StmtKind::Goto(target), end, end);
            let number = i128::from(Self::label_number(target));
            arms.push(self.arm(cases, Some(CaseRange { low: number, high: number }), jump, end));
        }
        let reason = "a computed jump to what is no label of the function";
        let lost = self.checker.unsupported(reason, Types::VOID, end);
        let lost = self.checker.add_stmt(StmtKind::Expression(lost), end, end);
        arms.push(self.arm(cases, None, lost, end));
        let list = self.checker.add_stmts(&arms);
        let scope = self.checker.enter_scope(end);
        self.checker.leave_scope(end);
        let block = self.checker.add_stmt(StmtKind::Block(list, scope), end, end);
        let place = self.checker.object_expr(object, end);
        let value = self.checker.value(place);
        let switch = self.checker.add_stmt(StmtKind::Switch { value, body: block, cases }, end, end);
        let labelled = self.checker.add_stmt(StmtKind::Labelled(label, switch), end, end);
        if let Some(label) = self.checker.program.labels.get_mut(label.index()) {
            label.stmt = Some(labelled);
        }
        // A run that reaches the end of the function without a jump must return before the `switch`.
        let leave = self.checker.add_stmt(StmtKind::Return(None), end, end);
        let declaration = self.checker.add_stmt(StmtKind::Declaration(object, None), end, end);
        let children = &mut self.body()?.children;
        children.insert(0, declaration);
        children.push(leave);
        children.push(labelled);
        Ok(())
    }

    fn arm(&mut self, cases: u32, values: Option<CaseRange>, inner: StmtId, end: Pos) -> StmtId {
        let stmt = self.checker.add_stmt(StmtKind::Case(inner), end, end);
        if let Some(list) = self.checker.program.cases.get_mut(cases as usize) {
            list.push(SwitchCase { values, stmt });
        }
        stmt
    }

    /// `({ … })`, from the parenthesis.
    pub(super) fn statement_expression(&mut self) -> Result<ExprId, Stop> {
        let pos = self.pos();
        if self.body.is_none() {
            return Err(self.error(pos, "statements in an expression belong in a function"));
        }
        self.advance();
        let level = self.checker.scope_level();
        let body = self.body()?;
        let open = std::mem::take(&mut body.open);
        let outer = body.outer;
        let counts = (body.loops, body.switches.len(), body.children.len(), body.local_labels.len());
        body.outer += open.len();
        let block = self.deeper(|parser| parser.inner_block());
        let end = self.pos();
        let body = self.body()?;
        body.open = open;
        body.outer = outer;
        if block.is_err() {
            body.loops = counts.0;
            body.switches.truncate(counts.1);
            body.children.truncate(counts.2);
            body.local_labels.truncate(counts.3);
            while self.checker.scope_level() > level {
                self.checker.leave_scope(end);
            }
        }
        let block = self.with_value_last(block?);
        self.expect(Punct::RightParen)?;
        let last = match self.checker.program.stmt(block).kind {
            StmtKind::Block(list, _) => self.checker.program.statements(list).last().copied(),
            _ => None,
        };
        Ok(self.checker.statements_expr(block, last, pos))
    }

    /// A block in which the labels of a last expression are moved to empty statements before it. The value of a
    /// statement expression needs an expression without labels at its end.
    fn with_value_last(&mut self, block: StmtId) -> StmtId {
        let whole = self.checker.program.stmt(block);
        let (list, scope) = match whole.kind {
            StmtKind::Block(list, scope) => (list, scope),
            _ => return block,
        };
        let mut statements = self.checker.program.statements(list).to_vec();
        let mut labels = Vec::new();
        let mut last = statements.last().copied();
        while let Some(StmtKind::Labelled(label, inner)) =
            last.map(|last| self.checker.program.stmt(last).kind)
        {
            labels.push(label);
            last = Some(inner);
        }
        let last = match last {
            Some(last) if !labels.is_empty() => last,
            _ => return block,
        };
        if !matches!(self.checker.program.stmt(last).kind, StmtKind::Expression(_)) {
            return block;
        }
        statements.pop();
        for label in labels {
            let pos = self.checker.program.stmt(last).pos;
            let empty = self.checker.add_stmt(StmtKind::Empty, pos, pos);
            let labelled = self.checker.add_stmt(StmtKind::Labelled(label, empty), pos, pos);
            if let Some(label) = self.checker.program.labels.get_mut(label.index()) {
                label.stmt = Some(labelled);
            }
            statements.push(labelled);
        }
        statements.push(last);
        let list = self.checker.add_stmts(&statements);
        self.checker.add_stmt(StmtKind::Block(list, scope), whole.pos, whole.end)
    }

    /// A block in an expression.
    fn inner_block(&mut self) -> Result<StmtId, Stop> {
        let pos = self.expect(Punct::LeftBrace)?;
        let scope = self.checker.enter_scope(pos);
        let first = self.body()?.children.len();
        self.open(super::body::Open::Block { pos, first, scope: Some(scope) })?;
        loop {
            if !self.goes_on() {
                return Err(Stop);
            }
            if let Some(block) = self.statement()? {
                return Ok(block);
            }
        }
    }
}
