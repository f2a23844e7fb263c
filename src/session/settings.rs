//! The settings of a script, by name.

use super::goals::Priority;
use crate::solver::smt::SmtOptions;
use std::time::Duration;

/// Options of a script by the names that SMT-LIB gives them. Default: all off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScriptFlags {
    /// `:print-success`
    pub print_success: bool,
    /// As z3 answers: `echo` without quotes, and `success` to `reset` if it was told before, because callers of z3 wait
    /// for such lines; and z3's commands `eval` and `simplify`.
    pub like_z3: bool,
    /// `:produce-unsat-cores`
    pub produce_unsat_cores: bool,
    /// `:produce-proofs`
    pub produce_proofs: bool,
    /// `:produce-interpolants`
    pub produce_interpolants: bool,
    /// `:proof-format`
    pub proof_format: ProofText,
}

/// The format of the proofs that `get-proof` prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProofText {
    /// That of [`proof`](crate::solver::smt::proof), which this program checks.
    #[default]
    Indubit,
    /// Alethe, which other programs check.
    Alethe,
}

option_words!(ProofText: "indubit" => ProofText::Indubit, "alethe" => ProofText::Alethe);

/// The values set by `set-option`.
pub(super) struct Settings {
    pub print_success: bool,
    pub produce_models: bool,
    pub produce_unsat_cores: bool,
    pub produce_unsat_assumptions: bool,
    pub produce_assignments: bool,
    pub produce_assertions: bool,
    pub produce_interpolants: bool,
    pub produce_proofs: bool,
    pub proof_format: ProofText,
    pub priority: Priority,
    pub global_declarations: bool,
    /// The place for answers.
    pub regular: Channel,
    pub diagnostic: Channel,
    pub seed: u64,
    pub verbosity: u64,
    /// Milliseconds a check; 0: no limit.
    pub timeout: u64,
    /// Conflicts a check; 0: no limit.
    pub conflicts: u64,
    /// The width from which products and quotients get facts before circuits; 0: none.
    pub abstract_width: u64,
    /// Whether quotients and roots of floating-point numbers are told by relations.
    pub float_relations: bool,
}

/// A place for output. Other files are not opened: a script must not choose files to overwrite.
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

    pub fn named(name: &str) -> Option<Channel> {
        Channel::ALL.iter().find(|known| known.1 == name).map(|known| known.0)
    }

    pub fn name(self) -> &'static str {
        Channel::ALL.iter().find(|known| known.0 == self).map_or("", |known| known.1)
    }
}

/// The value of an option.
pub(super) enum Slot<'a> {
    Flag(&'a mut bool),
    Number(&'a mut u64),
    Channel(&'a mut Channel),
    Proofs(&'a mut ProofText),
    Priority(&'a mut Priority),
}

impl Settings {
    /// The settings before the first command.
    pub fn new(smt: &SmtOptions, flags: ScriptFlags) -> Settings {
        Settings {
            print_success: flags.print_success,
            produce_models: true,
            produce_unsat_cores: flags.produce_unsat_cores,
            produce_unsat_assumptions: true,
            produce_assignments: true,
            produce_assertions: false,
            produce_interpolants: flags.produce_interpolants,
            produce_proofs: flags.produce_proofs,
            proof_format: flags.proof_format,
            priority: Priority::default(),
            global_declarations: false,
            regular: Channel::Stdout,
            diagnostic: Channel::Stderr,
            seed: smt.sat.seed,
            verbosity: 0,
            timeout: 0,
            conflicts: 0,
            abstract_width: smt.abstract_width.into(),
            float_relations: smt.float_relations,
        }
    }

    /// The options of a solver, from those that the script began with.
    pub fn solver(&self, base: &SmtOptions) -> SmtOptions {
        let mut options = base.clone();
        options.sat.seed = self.seed;
        options.irrational = true;
        // No word is wider than the widest one that can be told.
        options.abstract_width = self.abstract_width.try_into().unwrap_or(u32::MAX);
        options.float_relations = self.float_relations;
        options
    }

    /// The limit that the script sets for a check.
    pub fn time_limit(&self) -> Option<Duration> {
        Some(Duration::from_millis(self.timeout)).filter(|time| !time.is_zero())
    }

    /// The value of the option of this name, if it is known.
    pub fn slot(&mut self, name: &str) -> Option<Slot<'_>> {
        Some(match name {
            ":print-success" => Slot::Flag(&mut self.print_success),
            ":produce-models" => Slot::Flag(&mut self.produce_models),
            ":produce-unsat-cores" => Slot::Flag(&mut self.produce_unsat_cores),
            ":produce-unsat-assumptions" => Slot::Flag(&mut self.produce_unsat_assumptions),
            ":produce-assignments" => Slot::Flag(&mut self.produce_assignments),
            ":produce-assertions" | ":interactive-mode" => Slot::Flag(&mut self.produce_assertions),
            ":produce-interpolants" => Slot::Flag(&mut self.produce_interpolants),
            ":produce-proofs" => Slot::Flag(&mut self.produce_proofs),
            ":proof-format" => Slot::Proofs(&mut self.proof_format),
            ":opt.priority" => Slot::Priority(&mut self.priority),
            ":global-declarations" => Slot::Flag(&mut self.global_declarations),
            ":random-seed" => Slot::Number(&mut self.seed),
            ":verbosity" => Slot::Number(&mut self.verbosity),
            ":timeout" | ":tlimit" => Slot::Number(&mut self.timeout),
            ":reproducible-resource-limit" => Slot::Number(&mut self.conflicts),
            ":abstract-width" => Slot::Number(&mut self.abstract_width),
            ":float-relations" => Slot::Flag(&mut self.float_relations),
            ":regular-output-channel" => Slot::Channel(&mut self.regular),
            ":diagnostic-output-channel" => Slot::Channel(&mut self.diagnostic),
            _ => return None,
        })
    }
}
