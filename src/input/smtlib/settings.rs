//! Options, logics and information.
//!
//! Options that are not known are answered `unsupported`, and the script goes on, because scripts written for one
//! solver set what only that one knows. Information that a script sets is kept, known or not, and handed out again.

use super::arguments::Arguments;
use super::error::Failure;
use super::lexer::Kind;
use super::script::Interpreter;
use super::sexpr::{string, Expr, Tree};
use crate::solver::smt::Verdict;
use std::fmt::Write;
use std::time::Duration;

/// What `set-option` and `set-info` have set.
pub(super) struct Settings {
    pub print_success: bool,
    pub produce_models: bool,
    pub produce_unsat_cores: bool,
    pub produce_unsat_assumptions: bool,
    pub produce_assignments: bool,
    pub produce_assertions: bool,
    pub produce_interpolants: bool,
    pub produce_proofs: bool,
    pub global_declarations: bool,
    /// Where answers go.
    pub regular: Channel,
    pub diagnostic: Channel,
    pub seed: u64,
    pub verbosity: u64,
    /// Milliseconds a check; 0: no limit.
    pub timeout: u64,
    /// Conflicts a check; 0: no limit.
    pub conflicts: u64,
    /// The logic is one of reals without integers, where numerals are reals.
    pub reals_only: bool,
    logic: Option<String>,
    info: Vec<(String, String)>,
}

/// Where output goes. Other files are not opened: a script shall not write to where it likes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Channel {
    Stdout,
    Stderr,
    /// `/dev/null`, with which scripts ask for silence.
    Nowhere,
}

impl Channel {
    const ALL: [(Channel, &'static str); 3] =
        [(Channel::Stdout, "stdout"), (Channel::Stderr, "stderr"), (Channel::Nowhere, "/dev/null")];

    fn named(name: &str) -> Option<Channel> {
        Channel::ALL.iter().find(|known| known.1 == name).map(|known| known.0)
    }

    fn name(self) -> &'static str {
        Channel::ALL.iter().find(|known| known.0 == self).map_or("", |known| known.1)
    }
}

/// What an option is set to, by its name.
enum Slot<'a> {
    Flag(&'a mut bool),
    Number(&'a mut u64),
    Channel(&'a mut Channel),
}

impl Settings {
    pub fn new(seed: u64) -> Settings {
        Settings {
            print_success: false,
            produce_models: true,
            produce_unsat_cores: false,
            produce_unsat_assumptions: true,
            produce_assignments: true,
            produce_assertions: false,
            produce_interpolants: false,
            produce_proofs: false,
            global_declarations: false,
            regular: Channel::Stdout,
            diagnostic: Channel::Stderr,
            seed,
            verbosity: 0,
            timeout: 0,
            conflicts: 0,
            reals_only: false,
            logic: None,
            info: Vec::new(),
        }
    }

    /// The limit that the script sets for a check.
    pub fn time_limit(&self) -> Option<Duration> {
        Some(Duration::from_millis(self.timeout)).filter(|time| !time.is_zero())
    }

    fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            ":print-success" => Slot::Flag(&mut self.print_success),
            ":produce-models" => Slot::Flag(&mut self.produce_models),
            ":produce-unsat-cores" => Slot::Flag(&mut self.produce_unsat_cores),
            ":produce-unsat-assumptions" => Slot::Flag(&mut self.produce_unsat_assumptions),
            ":produce-assignments" => Slot::Flag(&mut self.produce_assignments),
            ":produce-assertions" | ":interactive-mode" => Slot::Flag(&mut self.produce_assertions),
            ":produce-interpolants" => Slot::Flag(&mut self.produce_interpolants),
            ":produce-proofs" => Slot::Flag(&mut self.produce_proofs),
            ":global-declarations" => Slot::Flag(&mut self.global_declarations),
            ":random-seed" => Slot::Number(&mut self.seed),
            ":verbosity" => Slot::Number(&mut self.verbosity),
            ":timeout" | ":tlimit" => Slot::Number(&mut self.timeout),
            ":reproducible-resource-limit" => Slot::Number(&mut self.conflicts),
            ":regular-output-channel" => Slot::Channel(&mut self.regular),
            ":diagnostic-output-channel" => Slot::Channel(&mut self.diagnostic),
            _ => return None,
        })
    }
}

/// Options that decide how assertions are kept, and so come before them.
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

    /// `(set-logic name)`. Every logic is accepted; what it allows beyond this solver is refused where it is used.
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
            ":version" => quote(super::VERSION),
            ":authors" => quote("the authors of indubit"),
            ":error-behavior" => "continued-execution".to_string(),
            ":assertion-stack-levels" => self.level().to_string(),
            ":all-statistics" => {
                let text = self.statistics_text();
                let _ = writeln!(self.out, "{}", text);
                return Ok(());
            }
            ":reason-unknown" => match (self.last.verdict, self.last.reason) {
                (Some(Verdict::Unknown(_)), Some(reason)) => reason.to_string(),
                _ => return Err(arguments.failure("the last command that checked did not answer unknown")),
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

/// A truth value; some write them as numerals.
fn truth(tree: &Tree, e: Expr) -> Result<bool, Failure> {
    match (tree.kind(e), tree.text(e)) {
        (Kind::Symbol, "true") | (Kind::Numeral, "1") => Ok(true),
        (Kind::Symbol, "false") | (Kind::Numeral, "0") => Ok(false),
        _ => Err(tree.expected("true or false", e)),
    }
}
