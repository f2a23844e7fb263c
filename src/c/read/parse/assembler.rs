//! Reads assembler statements. Their instructions are not understood, but their operands say which objects they may
//! change: an output gets an arbitrary value, and a statement that may write memory counts as a call of an unknown
//! function.

use super::super::keywords::Keyword;
use super::super::names::NameId;
use super::super::source::Pos;
use super::super::syntax::{ExprId, StmtId, StmtKind};
use super::super::token::{Kind, Punct, Text};
use super::super::types::Types;
use super::parser::{Parser, Stop};

/// An operand of an assembler statement.
struct Operand {
    name: Option<NameId>,
    constraint: String,
    expr: ExprId,
    pos: Pos,
}

/// Whether an output is in memory, and not in a register.
fn is_in_memory(constraint: &str) -> bool {
    let letters = constraint.trim_start_matches(&['=', '&'][..]);
    !letters.is_empty() && letters.chars().all(|letter| letter == 'm' || letter == 'o' || letter == 'V')
}

impl Parser<'_> {
    /// `asm ("text");` outside of functions. It may define what C only declares.
    pub(super) fn global_assembler(&mut self) -> Result<(), Stop> {
        let pos = self.pos();
        self.advance();
        if !self.is(Punct::LeftParen) {
            return Err(self.unexpected("`(` behind `asm`"));
        }
        if !self.is_empty_template() {
            self.checker.diagnostics.warning(pos, "assembler outside of functions is passed over");
        }
        self.pass_brackets();
        self.expect(Punct::Semicolon).map(drop)
    }

    /// The distance to the first token behind the template of the parenthesis here, and whether the template is empty,
    /// so that nothing is executed.
    fn template(&self) -> (usize, bool) {
        let (mut ahead, mut is_empty) = (1, true);
        while let Kind::Text(at) = self.peek(ahead).kind {
            let text = self.checker.program.texts.get(at as usize);
            let is_blank = |text: &Text| text.units.iter().all(|&unit| unit == 32 || unit == 9 || unit == 10);
            is_empty &= text.map_or(true, is_blank);
            ahead += 1;
        }
        (ahead, is_empty)
    }

    /// Whether the parenthesis here has an empty template, and reads and writes nothing.
    fn is_empty_template(&self) -> bool {
        let (mut ahead, is_empty) = self.template();
        if !is_empty {
            return false;
        }
        // The names behind the third colon are those of registers and memory that are overwritten.
        let mut colons = 0;
        loop {
            let token = self.peek(ahead);
            match token.kind {
                Kind::Punct(Punct::RightParen) => return true,
                Kind::Punct(Punct::Colon) => colons += 1,
                Kind::Text(_) | Kind::Punct(Punct::Comma) if colons == 3 => {}
                _ => return false,
            }
            ahead += 1;
        }
    }

    /// `asm volatile ("text" : outputs : inputs : overwritten);`
    ///
    /// Inputs are evaluated, and outputs get any value. A statement that may write memory is a call of an unknown
    /// function, with the inputs and the addresses of the outputs as its arguments. With an empty template nothing
    /// is executed: an output that is an input, too, or lies in memory keeps its value, and one in the register of an
    /// input gets that.
    pub(super) fn assembler_statement(&mut self, pos: Pos) -> Result<StmtId, Stop> {
        self.advance();
        let mut may_jump = false;
        while let Some(Keyword::Volatile | Keyword::Inline | Keyword::Goto | Keyword::Const) = self.keyword()
        {
            may_jump |= self.keyword() == Some(Keyword::Goto);
            self.advance();
        }
        if !self.is(Punct::LeftParen) {
            return Err(self.unexpected("`(` behind `asm`"));
        }
        if may_jump {
            self.pass_brackets();
            let end = self.expect(Punct::Semicolon)?;
            let expr = self.checker.unsupported("an assembler statement that may jump", Types::VOID, pos);
            return Ok(self.checker.add_stmt(StmtKind::Expression(expr), pos, end));
        }
        let (_, is_empty) = self.template();
        self.advance();
        self.pass_texts();
        let outputs = if self.accept(Punct::Colon) { self.operands()? } else { Vec::new() };
        let inputs = if self.accept(Punct::Colon) { self.operands()? } else { Vec::new() };
        let mut exprs = Vec::new();
        for (at, output) in outputs.iter().enumerate() {
            exprs.extend(self.output(at, output, &inputs, is_empty));
        }
        let arguments: Vec<ExprId> = inputs.iter().map(|input| self.checker.value(input.expr)).collect();
        let writes_memory = self.accept(Punct::Colon) && self.overwritten();
        self.expect(Punct::RightParen)?;
        let end = self.expect(Punct::Semicolon)?;
        match writes_memory && !is_empty {
            true => exprs.push(self.checker.unknown_assembler(&arguments, pos)),
            false => exprs.splice(..0, arguments).for_each(drop),
        }
        let statements: Vec<StmtId> = exprs
            .into_iter()
            .map(|expr| self.checker.add_stmt(StmtKind::Expression(expr), pos, end))
            .collect();
        let scope = self.checker.scope();
        let list = self.checker.add_stmts(&statements);
        Ok(self.checker.add_stmt(StmtKind::Block(list, scope), pos, end))
    }

    /// The expression that gives an output its value; `None` if the output keeps its value.
    fn output(&mut self, at: usize, output: &Operand, inputs: &[Operand], is_empty: bool) -> Option<ExprId> {
        let name = output.name.map_or(String::new(), |name| self.checker.name(name));
        let is_same = |input: &&Operand| {
            input.constraint == at.to_string() || input.constraint == format!("[{}]", name)
        };
        let same = inputs.iter().find(is_same).map(|input| input.expr);
        let constraint = output.constraint.as_str();
        // With several inputs, values may be exchanged, which assignments one after the other cannot express.
        let is_known = is_empty && (same.is_none() || inputs.len() == 1);
        match (is_known, same) {
            (true, Some(input)) => Some(self.checker.assign(output.expr, input, output.pos)),
            (true, None) if constraint.starts_with('+') || is_in_memory(constraint) => {
                self.checker.address_within(output.expr)
            }
            _ => Some(self.checker.any_output(output.expr, output.pos)),
        }
    }

    /// Passes string literals.
    fn pass_texts(&mut self) {
        while let Kind::Text(_) = self.token().kind {
            self.advance();
        }
    }

    /// `[name] "constraint" (expression), …`
    fn operands(&mut self) -> Result<Vec<Operand>, Stop> {
        let mut operands = Vec::new();
        loop {
            let mut name = None;
            if self.is(Punct::LeftBracket) {
                name = self.peek(1).name();
                self.pass_brackets();
            }
            let mut constraint = String::new();
            while let Kind::Text(at) = self.token().kind {
                let units = self.checker.program.texts.get(at as usize).map(|text| text.units.iter());
                constraint.extend(units.into_iter().flatten().filter_map(|&unit| char::from_u32(unit)));
                self.advance();
            }
            if constraint.is_empty() {
                return Ok(operands);
            }
            let pos = self.expect(Punct::LeftParen)?;
            let expr = self.expression()?;
            operands.push(Operand { name, constraint, expr, pos });
            self.expect(Punct::RightParen)?;
            if !self.accept(Punct::Comma) {
                return Ok(operands);
            }
        }
    }

    /// Reads the list of what the statement overwrites, and returns whether memory is in it.
    fn overwritten(&mut self) -> bool {
        let mut writes_memory = false;
        while let Kind::Text(text) = self.token().kind {
            if let Some(text) = self.checker.program.texts.get(text as usize) {
                writes_memory |= text.units.iter().copied().eq("memory".bytes().map(u32::from));
            }
            self.advance();
            self.accept(Punct::Comma);
        }
        writes_memory
    }
}
