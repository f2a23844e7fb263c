//! Commands about options, logics and information.
//!
//! Unknown options are answered by `unsupported`, and the script goes on, because scripts written for one solver set
//! options that only that solver knows. Information that a script sets is kept, known or not, and handed out again.

use super::arguments::Arguments;
use super::error::Failure;
use super::lexer::Kind;
use super::script::Interpreter;
use super::settings::{Channel, Slot};
use super::sexpr::{string, Expr, Tree};
use crate::base::VERSION;
use std::fmt::Write;

/// Options for the keeping of assertions, which must be set before the first of them.
const EARLY: [&str; 4] =
    [":produce-unsat-cores", ":produce-assertions", ":interactive-mode", ":global-declarations"];

impl Interpreter {
    /// `(set-option :name value)`
    pub(super) fn set_option(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let name = arguments.keyword()?;
        let value = arguments.optional();
        arguments.end()?;
        let untouched = self.is_untouched();
        let slot = match self.settings.slot(name) {
            Some(slot) => slot,
            None => {
                self.out.push_str("unsupported\n");
                return Ok(());
            }
        };
        let value = value.ok_or_else(|| arguments.failure(format!("`{}` lacks its value", name)))?;
        match slot {
            Slot::Flag(place) => {
                let flag = truth(tree, value)?;
                if EARLY.contains(&name) && !untouched && *place != flag {
                    let message = format!("`{}` must be set before the first assertion and push", name);
                    return Err(arguments.failure(message));
                }
                *place = flag;
            }
            Slot::Number(place) => {
                let number = tree.text(value).parse().ok().filter(|_| tree.kind(value) == Kind::Numeral);
                *place = number.ok_or_else(|| tree.expected("a numeral below 2^64", value))?;
            }
            Slot::Channel(place) => {
                let channel = Channel::named(tree.text(value)).filter(|_| tree.kind(value) == Kind::Text);
                let expected = "\"stdout\", \"stderr\" or \"/dev/null\"";
                *place = channel.ok_or_else(|| tree.expected(expected, value))?;
            }
        }
        self.names.global = self.settings.global_declarations;
        if name == ":random-seed" && untouched {
            self.renew_solver();
        }
        Ok(())
    }

    /// `(get-option :name)`
    pub(super) fn get_option(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let name = arguments.keyword()?;
        arguments.end()?;
        let text = match self.settings.slot(name) {
            Some(Slot::Flag(value)) => value.to_string(),
            Some(Slot::Number(value)) => value.to_string(),
            Some(Slot::Channel(value)) => format!("\"{}\"", value.name()),
            None => "unsupported".to_string(),
        };
        let _ = writeln!(self.out, "{}", text);
        Ok(())
    }

    /// `(set-logic name)`. Every logic is accepted; operators beyond this solver are refused where they are used.
    pub(super) fn set_logic(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (_, name) = arguments.name()?;
        arguments.end()?;
        if let Some(logic) = &self.settings.logic {
            let message = format!("the logic is `{}` already", logic);
            return Err(arguments.failure(message));
        }
        self.settings.reals_only =
            ["LRA", "RDL", "NRA"].iter().any(|theory| name.ends_with(theory)) && !name.contains("IRA");
        self.settings.logic = Some(name.to_string());
        Ok(())
    }

    /// `(set-info :name value)`
    pub(super) fn set_info(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let name = arguments.keyword()?;
        let value = arguments.optional();
        arguments.end()?;
        let text = value.map_or(String::new(), |e: Expr| Interpreter::print(tree, e));
        match self.settings.info.iter_mut().find(|info| info.0 == name) {
            Some(info) => info.1 = text,
            None => self.settings.info.push((name.to_string(), text)),
        }
        Ok(())
    }

    /// `(get-info :name)`
    pub(super) fn get_info(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let name = arguments.keyword()?;
        arguments.end()?;
        let quote = |text: &str| {
            let mut quoted = String::new();
            string(text, &mut quoted);
            quoted
        };
        let text = match name {
            ":name" => quote("indubit"),
            ":version" => quote(VERSION),
            ":authors" => quote("the authors of indubit"),
            ":error-behavior" => "continued-execution".to_string(),
            ":assertion-stack-levels" => self.level().to_string(),
            ":all-statistics" => {
                let text = self.statistics_text();
                let _ = writeln!(self.out, "{}", text);
                return Ok(());
            }
            ":reason-unknown" => match self.reason {
                Some(Some(reason)) => reason.to_string(),
                Some(None) => quote("the last check was decided"),
                None => return Err(arguments.failure("nothing was checked yet")),
            },
            _ => match self.settings.info.iter().find(|info| info.0 == name) {
                Some((_, value)) => value.clone(),
                None => {
                    self.out.push_str("unsupported\n");
                    return Ok(());
                }
            },
        };
        let _ = writeln!(self.out, "({} {})", name, text);
        Ok(())
    }

    fn statistics_text(&self) -> String {
        let sat = self.solver.statistics();
        let pairs = [
            ("checks", self.summary.checks),
            ("checked-proofs", self.summary.proofs),
            ("conflicts", sat.conflicts),
            ("decisions", sat.decisions),
            ("propagations", sat.propagations),
            ("restarts", sat.restarts),
            ("terms", self.terms.len() as u64),
        ];
        let parts: Vec<String> = pairs.iter().map(|(name, value)| format!(":{} {}", name, value)).collect();
        format!("({})", parts.join("\n "))
    }
}

/// A truth value; some scripts write them as numerals.
fn truth(tree: &Tree, e: Expr) -> Result<bool, Failure> {
    match (tree.kind(e), tree.text(e)) {
        (Kind::Symbol, "true") | (Kind::Numeral, "1") => Ok(true),
        (Kind::Symbol, "false") | (Kind::Numeral, "0") => Ok(false),
        _ => Err(tree.expected("true or false", e)),
    }
}
