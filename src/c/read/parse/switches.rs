//! Reads `switch` and its labels, and reports values that occur twice (C11, 6.8.4.2).

use super::super::keywords::Keyword;
use super::super::syntax::{CaseRange, ExprId};
use super::super::token::Punct;
use super::super::types::Types;
use super::body::OpenSwitch;
use super::parser::{Parser, Stop};

impl Parser<'_> {
    /// `switch (e)`: the promoted value, and the place for the labels.
    pub(super) fn switch_head(&mut self) -> Result<(ExprId, u32), Stop> {
        self.advance();
        let pos = self.expect(Punct::LeftParen)?;
        let expr = self.expression()?;
        self.expect(Punct::RightParen)?;
        let value = self.checker.value(expr);
        let value = self.checker.promote(value);
        let ty = self.checker.ty(value);
        if ty != Types::ERROR && self.checker.types().integer_kind(ty).is_none() {
            let message =
                format!("expected an integer behind `switch`, found `{}`", self.checker.type_text(ty));
            self.error(pos, message);
        }
        let cases = self.checker.program.cases.len() as u32;
        self.checker.program.cases.push(Vec::new());
        self.seen.push(Default::default());
        self.body()?.switches.push(OpenSwitch { ty, cases });
        Ok((value, cases))
    }

    /// `case a:`, `case a ... b:` or `default:`
    pub(super) fn case_label(&mut self, keyword: Keyword) -> Result<(Option<CaseRange>, u32), Stop> {
        let pos = self.pos();
        self.advance();
        let switch = match self.body()?.switches.last() {
            Some(&switch) => switch,
            None => return Err(self.error(pos, "`case` and `default` stand in no `switch`")),
        };
        let mut values = None;
        if keyword == Keyword::Case {
            let low = self.case_value(switch)?;
            let high = if self.accept(Punct::Ellipsis) { self.case_value(switch)? } else { low };
            if low > high {
                self.checker.diagnostics.warning(pos, "this range of values is empty");
            }
            values = Some(CaseRange { low, high });
        }
        self.expect(Punct::Colon)?;
        let is_new = match self.seen.get_mut(switch.cases as usize) {
            None => true,
            Some(seen) => match values {
                None => !std::mem::replace(&mut seen.has_default, true),
                Some(range) => seen.insert(range),
            },
        };
        if !is_new {
            self.error(pos, "a label of the `switch` before this one has the same value");
        }
        Ok((values, switch.cases))
    }

    /// A constant, converted to the type of the value behind `switch`.
    fn case_value(&mut self, switch: OpenSwitch) -> Result<i128, Stop> {
        let value = self.constant_expression("a `case`")?;
        let options = self.checker.types().options();
        Ok(match self.checker.types().integer_kind(switch.ty) {
            Some(kind) => options.value(kind, options.pattern(kind, value)),
            None => value,
        })
    }
}
