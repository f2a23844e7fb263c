//! Reads statements (C11, 6.8), with a stack of those that have begun and not ended.
//!
//! A statement that is complete may complete the statements around it: in `if (a) if (b) c; else d;`, the statement
//! `d;` completes first the inner `if` and then the outer one.

use super::super::keywords::Keyword;
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{ExprId, LabelId, StmtId, StmtKind, StmtList, SwitchCase};
use super::super::token::Punct;
use super::super::types::Types;
use super::body::{Body, Open};
use super::parser::{Parser, Stop};

impl Parser<'_> {
    pub(super) fn body(&mut self) -> Result<&mut Body, Stop> {
        self.body.as_mut().ok_or(Stop)
    }

    pub(super) fn open(&mut self, open: Open) -> Result<(), Stop> {
        self.body()?.open.push(open);
        Ok(())
    }

    /// Reads the body of a function, from the brace on. Its outermost block shares the scope of the parameters.
    pub(super) fn function_body(&mut self) -> Result<StmtId, Stop> {
        let pos = self.pos();
        self.advance();
        self.open(Open::Block { pos, first: 0, scope: None })?;
        loop {
            if !self.goes_on() {
                return Err(Stop);
            }
            match self.statement() {
                Ok(Some(body)) => {
                    self.check_labels()?;
                    return Ok(body);
                }
                Ok(None) => {}
                Err(Stop) => self.recover_in_body()?,
            }
        }
    }

    /// Continues after an error with the next statement of the innermost block.
    fn recover_in_body(&mut self) -> Result<(), Stop> {
        self.checker.unevaluated = 0;
        self.is_in_parameters = false;
        if self.is_end() || self.checker.diagnostics.is_over() {
            return Err(Stop);
        }
        self.recover();
        // Statements that have begun in the block and are not complete are dropped.
        while let Some(&top) = self.body()?.open.last() {
            match top {
                Open::Block { .. } => break,
                Open::For { .. } => {
                    let end = self.last_pos();
                    self.checker.leave_scope(end);
                    self.body()?.loops -= 1;
                }
                Open::While { .. } | Open::Do { .. } => self.body()?.loops -= 1,
                Open::Switch { .. } => drop(self.body()?.switches.pop()),
                _ => {}
            }
            self.body()?.open.pop();
        }
        Ok(())
    }

    /// Reads a statement, or the beginning of one that contains others. Returns the body of the function if it is
    /// complete.
    pub(super) fn statement(&mut self) -> Result<Option<StmtId>, Stop> {
        let pos = self.pos();
        if self.is(Punct::LeftBrace) {
            self.advance();
            let scope = self.checker.enter_scope(pos);
            let first = self.body()?.children.len();
            self.open(Open::Block { pos, first, scope: Some(scope) })?;
            return Ok(None);
        }
        if self.is(Punct::RightBrace) {
            return self.close_block();
        }
        if self.is(Punct::Semicolon) {
            self.advance();
            let statement = self.checker.add_stmt(StmtKind::Empty, pos, pos);
            return self.complete(statement);
        }
        if self.is_end() {
            return Err(self.unexpected("a statement, or `}` at the end of the function"));
        }
        if self.name().is_some() && self.peek(1).is(Punct::Colon) {
            return self.label().map(|()| None);
        }
        if self.starts_declaration() {
            return self.declaration().map(|()| None);
        }
        match self.keyword() {
            Some(keyword) => self.keyword_statement(keyword, pos),
            None => {
                let expr = self.expression()?;
                let end = self.expect(Punct::Semicolon)?;
                let expr = self.checker.value(expr);
                let statement = self.checker.add_stmt(StmtKind::Expression(expr), pos, end);
                self.complete(statement)
            }
        }
    }

    fn starts_declaration(&self) -> bool {
        let mut ahead = 0;
        while self.keyword_of(self.peek(ahead)) == Some(Keyword::Extension) {
            ahead += 1;
        }
        let token = self.peek(ahead);
        self.starts_type(token) || self.keyword_of(token) == Some(Keyword::StaticAssert)
    }

    /// Reads a declaration among the statements of a block.
    fn declaration(&mut self) -> Result<(), Stop> {
        match self.body()?.open.last() {
            Some(Open::Block { .. }) => {}
            _ => {
                return Err(self.unexpected("a statement; write braces around this declaration and its block"))
            }
        }
        let mut statements = Vec::new();
        let result = self.local_declaration(&mut statements);
        self.body()?.children.append(&mut statements);
        result
    }

    fn keyword_statement(&mut self, keyword: Keyword, pos: Pos) -> Result<Option<StmtId>, Stop> {
        match keyword {
            Keyword::If => {
                self.advance();
                let condition = self.parenthesised()?;
                self.open(Open::If { pos, condition })?;
            }
            Keyword::While => {
                self.advance();
                let condition = self.parenthesised()?;
                self.body()?.loops += 1;
                self.open(Open::While { pos, condition })?;
            }
            Keyword::Do => {
                self.advance();
                self.body()?.loops += 1;
                self.open(Open::Do { pos })?;
            }
            Keyword::For => self.for_statement(pos)?,
            Keyword::Switch => {
                let (value, cases) = self.switch_head()?;
                self.open(Open::Switch { pos, value, cases })?;
            }
            Keyword::Case | Keyword::Default => {
                let (values, cases) = self.case_label(keyword)?;
                self.open(Open::Case { pos, values, cases })?;
                return self.complete_label();
            }
            Keyword::Goto if self.peek(1).is(Punct::Star) => {
                let statement = self.computed_goto(pos)?;
                return self.complete(statement);
            }
            Keyword::Goto | Keyword::Break | Keyword::Continue | Keyword::Return => {
                let kind = self.jump(keyword, pos)?;
                let end = self.expect(Punct::Semicolon)?;
                let statement = self.checker.add_stmt(kind, pos, end);
                return self.complete(statement);
            }
            Keyword::Annotation => {
                let statement = self.annotation()?;
                return self.complete(statement);
            }
            Keyword::Asm => {
                let statement = self.assembler_statement(pos)?;
                return self.complete(statement);
            }
            Keyword::LocalLabel => return self.local_labels().map(|()| None),
            Keyword::Else => return Err(self.error(pos, "expected a statement, found `else` without `if`")),
            _ => {
                let expr = self.expression()?;
                let end = self.expect(Punct::Semicolon)?;
                let expr = self.checker.value(expr);
                let statement = self.checker.add_stmt(StmtKind::Expression(expr), pos, end);
                return self.complete(statement);
            }
        }
        Ok(None)
    }

    /// `(condition)`
    fn parenthesised(&mut self) -> Result<ExprId, Stop> {
        self.expect(Punct::LeftParen)?;
        let condition = self.expression()?;
        self.expect(Punct::RightParen)?;
        Ok(self.checker.condition(condition))
    }

    fn for_statement(&mut self, pos: Pos) -> Result<(), Stop> {
        self.advance();
        self.expect(Punct::LeftParen)?;
        let scope = self.checker.enter_scope(pos);
        let result = self.for_clauses();
        match result {
            Ok((init, condition, step)) => {
                self.body()?.loops += 1;
                self.open(Open::For { pos, init, condition, step, scope })
            }
            Err(stop) => {
                let end = self.pos();
                self.checker.leave_scope(end);
                Err(stop)
            }
        }
    }

    fn for_clauses(&mut self) -> Result<(StmtList, Option<ExprId>, Option<ExprId>), Stop> {
        let mut init = Vec::new();
        let start = self.pos();
        if self.starts_declaration() {
            self.local_declaration(&mut init)?;
        } else if !self.accept(Punct::Semicolon) {
            let expr = self.expression()?;
            let end = self.expect(Punct::Semicolon)?;
            let expr = self.checker.value(expr);
            init.push(self.checker.add_stmt(StmtKind::Expression(expr), start, end));
        }
        let condition = if self.is(Punct::Semicolon) { None } else { Some(self.expression()?) };
        let condition = condition.map(|expr| self.checker.condition(expr));
        self.expect(Punct::Semicolon)?;
        let step = if self.is(Punct::RightParen) { None } else { Some(self.expression()?) };
        let step = step.map(|expr| self.checker.value(expr));
        self.expect(Punct::RightParen)?;
        Ok((self.checker.add_stmts(&init), condition, step))
    }

    fn jump(&mut self, keyword: Keyword, pos: Pos) -> Result<StmtKind, Stop> {
        self.advance();
        let (loops, switches, result) = {
            let body = self.body()?;
            (body.loops, body.switches.len(), body.result)
        };
        match keyword {
            Keyword::Goto => {
                if self.is(Punct::Star) {
                    return Err(Stop);
                }
                let (name, pos) = self.expect_name("the name of a label")?;
                if self.is_outer_label(name) {
                    let out =
                        self.checker.unsupported("a jump out of a function in a function", Types::VOID, pos);
                    return Ok(StmtKind::Expression(out));
                }
                Ok(StmtKind::Goto(self.label_id(name, pos)?))
            }
            Keyword::Break if loops == 0 && switches == 0 => {
                Err(self.error(pos, "`break` stands in no loop and no `switch`"))
            }
            Keyword::Break => Ok(StmtKind::Break),
            Keyword::Continue if loops == 0 => Err(self.error(pos, "`continue` stands in no loop")),
            Keyword::Continue => Ok(StmtKind::Continue),
            _ if self.is(Punct::Semicolon) => Ok(StmtKind::Return(None)),
            _ => {
                let expr = self.expression()?;
                let value = self.checker.value(expr);
                let value = match (result == Types::VOID, self.checker.ty(value) == Types::VOID) {
                    // gcc lets a function without result return a value, which is dropped.
                    (true, true) => value,
                    (true, false) => {
                        self.checker.diagnostics.warning(pos, "a function without result returns a value");
                        self.checker.convert(value, Types::VOID, false)
                    }
                    _ => self.checker.assign_to(value, result, pos, "the result of this function"),
                };
                Ok(StmtKind::Return(Some(value)))
            }
        }
    }

    /// The label of this name in the function.
    pub(super) fn label_id(&mut self, name: NameId, pos: Pos) -> Result<LabelId, Stop> {
        let function = self.body()?.function;
        if let Some(&label) = self.body()?.labels.get(&name) {
            return Ok(label);
        }
        let label = self.checker.add_label(name, pos, function);
        let body = self.body()?;
        body.labels.insert(name, label);
        body.found.push((label, false));
        Ok(label)
    }

    /// Whether a label is none of this function, but declared by `__label__` in one around it.
    pub(super) fn is_outer_label(&self, name: NameId) -> bool {
        let is_own = self.body.as_ref().map_or(false, |body| body.labels.contains_key(&name));
        let mut outer = self.outer_bodies.iter();
        !is_own && outer.any(|body| body.local_labels.iter().any(|&(_, label, _)| label == name))
    }

    /// `name:`
    fn label(&mut self) -> Result<(), Stop> {
        let (name, pos) = self.expect_name("the name of a label")?;
        self.advance();
        let label = self.label_id(name, pos)?;
        let was_found = match self.body()?.found.iter_mut().rev().find(|found| found.0 == label) {
            Some((_, found)) => std::mem::replace(found, true),
            None => false,
        };
        if was_found {
            let message = format!("the label `{}` stands in this function already", self.checker.name(name));
            self.error(pos, message);
        }
        if let Some(label) = self.checker.program.labels.get_mut(label.index()) {
            label.pos = pos;
        }
        // Assembler behind a label is a statement.
        if self.keyword() == Some(Keyword::Attribute) {
            self.gnu_attributes()?;
        }
        self.open(Open::Label { pos, label })?;
        self.complete_label().map(drop)
    }

    /// Ends a label: if a declaration or the end of the block follows, it labels an empty statement.
    fn complete_label(&mut self) -> Result<Option<StmtId>, Stop> {
        if !self.is(Punct::RightBrace) && !self.starts_declaration() {
            return Ok(None);
        }
        let pos = self.last_pos();
        let empty = self.checker.add_stmt(StmtKind::Empty, pos, pos);
        self.complete(empty)
    }

    fn close_block(&mut self) -> Result<Option<StmtId>, Stop> {
        let end = self.pos();
        let top = self.body()?.open.last().copied();
        let (pos, first, scope) = match top {
            Some(Open::Block { pos, first, scope }) => (pos, first, scope),
            _ => return Err(self.unexpected("a statement")),
        };
        self.advance();
        self.body()?.open.pop();
        self.forget_local_labels()?;
        if scope.is_none() {
            self.add_dispatch(end)?;
        }
        let children = self.body()?.children.split_off(first);
        let list = self.checker.add_stmts(&children);
        self.checker.leave_scope(end);
        let scope = match scope {
            Some(scope) => scope,
            None => {
                let function = self.body()?.function;
                self.checker.program.function(function).scope
            }
        };
        let block = self.checker.add_stmt(StmtKind::Block(list, scope), pos, end);
        if self.body()?.open.is_empty() {
            return Ok(Some(block));
        }
        self.complete(block)
    }

    /// Ends a statement, and all statements around it that end with it.
    fn complete(&mut self, mut statement: StmtId) -> Result<Option<StmtId>, Stop> {
        loop {
            let top = self.body()?.open.pop();
            let end = self.checker.program.stmt(statement).end;
            let (kind, pos) = match top {
                None => return Ok(Some(statement)),
                Some(block @ Open::Block { .. }) => {
                    let body = self.body()?;
                    body.open.push(block);
                    body.children.push(statement);
                    return Ok(None);
                }
                Some(Open::If { pos, condition }) => {
                    if self.accept_keyword(Keyword::Else) {
                        self.open(Open::Else { pos, condition, then: statement })?;
                        return Ok(None);
                    }
                    (StmtKind::If(condition, statement, None), pos)
                }
                Some(Open::Else { pos, condition, then }) => {
                    (StmtKind::If(condition, then, Some(statement)), pos)
                }
                Some(Open::While { pos, condition }) => {
                    self.body()?.loops -= 1;
                    (StmtKind::While(condition, statement), pos)
                }
                Some(Open::Do { pos }) => {
                    self.body()?.loops -= 1;
                    if !self.accept_keyword(Keyword::While) {
                        return Err(self.unexpected("`while` behind the body of `do`"));
                    }
                    let condition = self.parenthesised()?;
                    let end = self.expect(Punct::Semicolon)?;
                    statement = self.checker.add_stmt(StmtKind::DoWhile(statement, condition), pos, end);
                    continue;
                }
                Some(Open::For { pos, init, condition, step, scope }) => {
                    self.body()?.loops -= 1;
                    self.checker.leave_scope(end);
                    (StmtKind::For { init, condition, step, body: statement, scope }, pos)
                }
                Some(Open::Switch { pos, value, cases }) => {
                    self.body()?.switches.pop();
                    (StmtKind::Switch { value, body: statement, cases }, pos)
                }
                Some(Open::Case { pos, values, cases }) => {
                    let stmt = self.checker.add_stmt(StmtKind::Case(statement), pos, end);
                    if let Some(list) = self.checker.program.cases.get_mut(cases as usize) {
                        list.push(SwitchCase { values, stmt });
                    }
                    statement = stmt;
                    continue;
                }
                Some(Open::Label { pos, label }) => {
                    let stmt = self.checker.add_stmt(StmtKind::Labelled(label, statement), pos, end);
                    if let Some(label) = self.checker.program.labels.get_mut(label.index()) {
                        label.stmt = Some(stmt);
                    }
                    statement = stmt;
                    continue;
                }
            };
            statement = self.checker.add_stmt(kind, pos, end);
        }
    }

    /// Reports labels that are used but not defined.
    fn check_labels(&mut self) -> Result<(), Stop> {
        let missing: Vec<LabelId> =
            self.body()?.found.iter().filter(|&&(_, found)| !found).map(|&(label, _)| label).collect();
        for id in missing {
            let label = self.checker.program.labels.get(id.index()).copied();
            if let Some(label) = label {
                let message =
                    format!("the label `{}` stands nowhere in this function", self.checker.name(label.name));
                self.error(label.pos, message);
            }
        }
        Ok(())
    }
}
