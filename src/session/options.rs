//! Commands about options and information.
//!
//! Unknown options are answered by `unsupported`, and the script goes on, because scripts written for one solver set
//! options that only that solver knows. Information that a script sets is kept, known or not, and handed out again.

use super::goals::Priority;
use super::script::Interpreter;
use super::settings::{Channel, ProofText, Slot};
use crate::base::{OptionValue, VERSION};
use crate::input::smtlib::{string, truth, Arguments, Failure, Kind};
use std::fmt::Write;

/// Options for the keeping of assertions, which must be set before the first of them.
const EARLY: [&str; 6] = [
    ":produce-unsat-cores",
    ":produce-assertions",
    ":interactive-mode",
    ":global-declarations",
    ":proof-format",
    ":float-relations",
];

/// The message about an option that is set behind an assertion.
fn too_late(name: &str) -> String {
    format!("`{}` must be set before the first assertion and push", name)
}

impl Interpreter {
    /// `(set-option :name value)`
    pub(super) fn set_option(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let name = arguments.keyword()?;
        let value = arguments.optional();
        arguments.end()?;
        let untouched = self.is_untouched();
        let is_late = EARLY.contains(&name) && !untouched;
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
                if is_late && *place != flag {
                    return Err(arguments.failure(too_late(name)));
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
            Slot::Priority(place) => {
                let priority = Priority::read(tree.text(value)).filter(|_| tree.symbol(value).is_some());
                *place = priority.ok_or_else(|| tree.expected("`lex`, `box` or `pareto`", value))?;
                self.objectives.change();
            }
            Slot::Proofs(place) => {
                let format = ProofText::read(tree.text(value)).filter(|_| tree.symbol(value).is_some());
                let format = format.ok_or_else(|| tree.expected("`indubit` or `alethe`", value))?;
                if is_late && *place != format {
                    return Err(arguments.failure(too_late(name)));
                }
                *place = format;
            }
        }
        self.declared.names.global = self.settings.global_declarations;
        if matches!(name, ":random-seed" | ":abstract-width" | ":float-relations") && untouched {
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
            Some(Slot::Proofs(value)) => value.show(),
            Some(Slot::Priority(value)) => value.show(),
            None => "unsupported".to_string(),
        };
        let _ = writeln!(self.out, "{}", text);
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
            ":rlimit" if self.options.flags.like_z3 => {
                let [_, _, (_, propagations), _] = self.work();
                propagations.to_string()
            }
            ":assertion-stack-levels" => self.declared.level().to_string(),
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
            _ => match self.declared.info.get(name) {
                Some(value) => value.clone(),
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
        let checks = [("checks", self.summary.checks), ("checked-proofs", self.summary.proofs)];
        let terms = ("terms", self.declared.terms.len() as u64);
        let pairs = checks.into_iter().chain(self.work()).chain([terms]);
        let parts: Vec<String> = pairs.map(|(name, value)| format!(":{} {}", name, value)).collect();
        format!("({})", parts.join("\n "))
    }
}
