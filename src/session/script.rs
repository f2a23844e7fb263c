//! The interpreter: its state, and the table of commands.
//!
//! A command is read, carried out, and answered before the next is looked at. A command that fails is answered by an
//! error with its place and leaves everything as it was, so a script goes on behind it (`continued-execution`). There
//! is one restriction: if an assertion was refused, or a correct command that is not supported here, the assertions
//! are fewer than the script says. While that is so, no check answers `sat`. Only in a dialogue a wrong assertion is
//! taken for a slip, which the next line will correct.

use super::goals::Objectives;
use super::settings::{Channel, ScriptFlags, Settings};
use crate::base::Budget;
use crate::input::smtlib::{string, Arguments, Declarations, Failure, NameId, Reader, Tree};
use crate::solver::smt::proof::{Proof, Written};
use crate::solver::smt::{Answer, SmtOptions, Solver};
use crate::solver::term::TermId;
use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The settings of an [`Interpreter`] before the first command of the script.
#[derive(Clone, Debug, Default)]
pub struct ScriptOptions {
    /// Limits on the whole script. The script may set tighter ones for its checks (`:timeout`,
    /// `:reproducible-resource-limit`), not looser ones.
    pub budget: Budget,
    /// Settings of the solver.
    pub smt: SmtOptions,
    /// A user types the commands: cancelling the budget ends one check, and the next one may run; and an assertion
    /// that was refused because it is wrong does not make all later answers `unknown`.
    pub interactive: bool,
    /// No check answers `unsat` before a proof has been made and checked.
    pub check_refutations: bool,
    /// A limit on each check, behind which the script goes on. Default none.
    pub check_timeout: Option<Duration>,
    /// Options of the script at its first command, and again after `reset`.
    pub flags: ScriptFlags,
    /// Terms that may be in the store before those that no scope needs are looked for. 0, for tests: they are removed
    /// before each check, and after each command that changes the assertions. Default 100,000.
    pub spare_terms: Option<usize>,
}

/// Commands without which the answers of checks would be others.
const COUNTED: [&str; 4] = ["assert", "assert-soft", "maximize", "minimize"];

/// Counters of a script's run so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Commands read, those that failed included.
    pub commands: u64,
    /// Errors answered.
    pub errors: u64,
    /// Checks for satisfiability.
    pub checks: u64,
    /// Refutations whose proofs were made and checked.
    pub proofs: u64,
    /// Models and refutations that failed their checks: bugs in this program.
    pub refused: u64,
    /// Whether `exit` was read.
    pub exited: bool,
}

/// The entries that go away with a scope.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    pub named: usize,
    pub texts: usize,
    pub written: usize,
    pub objectives: usize,
    pub incomplete: bool,
}

/// A model in which declared sorts have few elements.
pub(super) struct Few {
    pub interpreter: Interpreter,
    /// The elements, as declarations.
    pub elements: String,
}

/// The last check.
#[derive(Default)]
pub(super) struct Last {
    /// Its answer, until assertions change.
    pub verdict: Option<Answer>,
    /// The assumptions of `check-sat-assuming`, as they were written.
    pub assumptions: Vec<(String, TermId)>,
    /// The solver's core is as small as it gets.
    pub minimised: bool,
    /// The proof that the assertions are unsatisfiable, if it was asked for.
    pub proof: Option<Proof>,
    /// The model, if it needs declared sorts with few elements.
    pub few: Option<Box<Few>>,
}

/// The sizes that the next collection is measured by.
#[derive(Clone, Copy, Default)]
pub(super) struct Sizes {
    /// Terms at the last look at the store.
    pub terms: usize,
    /// Variables after the first check of the present solver.
    pub variables: Option<usize>,
}

/// Carries out the commands of scripts. See the [module](super).
pub struct Interpreter {
    pub(super) options: ScriptOptions,
    pub(super) settings: Settings,
    pub(super) declared: Declarations,
    pub(super) solver: Solver,
    /// Assertions with names, if there are to be cores; they are assumptions for the solver.
    pub(super) named: Vec<(NameId, TermId)>,
    /// Assertions as they were written, if there is to be `get-assertions`.
    pub(super) texts: Vec<String>,
    /// The same by their formulas, if there are to be proofs that repeat them.
    pub(super) written: Vec<(TermId, Written)>,
    pub(super) objectives: Objectives,
    pub(super) scopes: Vec<Mark>,
    /// A refused command would be in force.
    pub(super) incomplete: bool,
    pub(super) last: Last,
    /// Of the last check, no matter what came behind it: the reason why its answer was unknown, if it was.
    pub(super) reason: Option<Option<&'static str>>,
    pub(super) summary: Summary,
    pub(super) sizes: Sizes,
    /// Work of solvers that this one has replaced; see [`Interpreter::work`].
    pub(super) earlier: [u64; 4],
    /// The answer to the present command.
    pub(super) out: String,
}

impl Default for Interpreter {
    fn default() -> Interpreter {
        Interpreter::new(ScriptOptions::default())
    }
}

impl fmt::Debug for Interpreter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Interpreter");
        shown
            .field("summary", &self.summary)
            .field("terms", &self.declared.terms.len())
            .finish_non_exhaustive()
    }
}

impl Interpreter {
    /// An interpreter in the state that `reset` leads to.
    pub fn new(options: ScriptOptions) -> Interpreter {
        Interpreter {
            settings: Settings::new(&options.smt, options.flags),
            declared: Declarations::with_theories(&options.budget),
            solver: Solver::new(SmtOptions { irrational: true, ..options.smt.clone() }),
            named: Vec::new(),
            texts: Vec::new(),
            written: Vec::new(),
            objectives: Objectives::default(),
            scopes: Vec::new(),
            incomplete: false,
            last: Last::default(),
            reason: None,
            summary: Summary::default(),
            sizes: Sizes::default(),
            earlier: [0; 4],
            out: String::new(),
            options,
        }
    }

    /// Counters of the run so far.
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// The present solver. A collection replaces it.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Reads commands and answers each, flushed, before it reads the next. Ends with the text or after `exit`.
    ///
    /// Answers go to `out`, or to `diagnostic` while the script has set `:regular-output-channel` to `stderr`. The only
    /// errors returned are those of reader and writers.
    pub fn run(
        &mut self,
        reader: impl BufRead,
        out: &mut dyn Write,
        diagnostic: &mut dyn Write,
    ) -> io::Result<Summary> {
        let mut reader = Reader::new(reader);
        let mut tree = Tree::default();
        while !self.summary.exited {
            let read = match reader.read(&mut tree)? {
                Some(read) => read,
                None => break,
            };
            self.answer(&tree, read);
            let channel: Option<&mut dyn Write> = match self.settings.regular {
                Channel::Stdout => Some(&mut *out),
                Channel::Stderr => Some(&mut *diagnostic),
                Channel::Nowhere => None,
            };
            if let Some(channel) = channel.filter(|_| !self.out.is_empty()) {
                channel.write_all(self.out.as_bytes())?;
                channel.flush()?;
            }
            self.out.clear();
        }
        Ok(self.summary)
    }

    /// Carries out the commands in a text and returns the answers.
    pub fn execute(&mut self, commands: &str) -> String {
        let (mut out, mut diagnostic) = (Vec::new(), Vec::new());
        // Reading from memory and writing to it cannot fail.
        let _ = self.run(commands.as_bytes(), &mut out, &mut diagnostic);
        String::from_utf8_lossy(&out).into_owned()
    }

    fn answer(&mut self, tree: &Tree, read: Result<(), Failure>) {
        self.summary.commands += 1;
        // A command that could not be read may have been an assertion.
        let asserts = read.is_err()
            || tree
                .children(tree.root())
                .next()
                .map_or(false, |e| COUNTED.iter().any(|word| tree.is_word(e, word)));
        let result = read.and_then(|()| self.command(tree));
        self.summary.exited |= self.declared.exited;
        if let Err(failure) = result {
            self.declared.names.abandon();
            self.incomplete |= failure.unsupported || asserts && !self.options.interactive;
            self.summary.errors += 1;
            self.out.clear();
            self.out.push_str("(error ");
            string(&failure.to_string(), &mut self.out);
            self.out.push_str(")\n");
        }
        self.collect_if_due(&mut []);
        self.declared.book(tree);
    }

    /// Carries out one command, whose answer is appended to the others.
    fn command(&mut self, tree: &Tree) -> Result<(), Failure> {
        let (name, mut arguments) = Arguments::of_command(tree)?;
        let before = self.out.len();
        let silent = matches!(name, "echo");
        let told = name == "reset" && self.options.flags.like_z3 && self.settings.print_success;
        self.dispatch(name, &mut arguments)?;
        if (told || self.settings.print_success) && self.out.len() == before && !silent {
            self.out.push_str("success\n");
        }
        Ok(())
    }

    /// Every command. Those that declare and define are carried out by [`Declarations`].
    fn dispatch(&mut self, name: &str, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        match name {
            "assert" => self.assert(arguments),
            "assert-soft" => self.assert_soft(arguments),
            "check-sat" => self.check_sat(arguments),
            "check-sat-assuming" => self.check_sat_assuming(arguments),
            "echo" => self.echo(arguments),
            "check-allsat" | "get-all-models" => self.get_all_models(arguments),
            "get-assertions" => self.get_assertions(arguments),
            "get-assignment" => self.get_assignment(arguments),
            "get-info" => self.get_info(arguments),
            "get-interpolant" => self.get_interpolant(arguments),
            "get-interpolants" => self.get_interpolants(arguments),
            "get-model" => self.get_model(arguments),
            "get-objectives" => self.get_objectives(arguments),
            "get-option" => self.get_option(arguments),
            "get-proof" => self.get_proof(arguments),
            "get-qe" => self.get_qe(arguments),
            "get-qe-disjunct" => self.get_qe_disjunct(arguments),
            "get-unsat-assumptions" => self.get_unsat_assumptions(arguments),
            "get-unsat-core" => self.get_unsat_core(arguments),
            "get-value" => self.get_value(arguments),
            "maximize" => self.optimise_term(arguments, false),
            "minimize" => self.optimise_term(arguments, true),
            "pop" => self.pop(arguments),
            "push" => self.push(arguments),
            "reset" => self.reset(arguments),
            "reset-assertions" => self.reset_assertions(arguments),
            "set-option" => self.set_option(arguments),
            "eval" if self.options.flags.like_z3 => self.eval(arguments),
            "simplify" if self.options.flags.like_z3 => self.simplify(arguments),
            _ => self.declared.dispatch(name, arguments),
        }
    }

    /// Replaces the solver by one without assertions, with the present options.
    pub(super) fn renew_solver(&mut self) {
        self.solver = Solver::new(self.settings.solver(&self.options.smt));
        self.earlier = [0; 4];
        self.sizes.variables = None;
    }

    /// Whether nothing has been asserted and no scope is open.
    pub(super) fn is_untouched(&self) -> bool {
        self.declared.level() == 0 && self.named.is_empty() && self.solver.assertions().is_empty()
    }

    /// The limits of one check.
    pub(super) fn check_budget(&self) -> Budget {
        let mut budget = self.options.budget.clone();
        if self.options.interactive {
            budget.canceller().store(false, Ordering::Relaxed);
        }
        for time in [self.options.check_timeout, self.settings.time_limit()].into_iter().flatten() {
            budget = budget.and_timeout(time);
        }
        if self.settings.conflicts > 0 {
            budget = budget.and_conflicts(self.settings.conflicts);
        }
        budget
    }

    /// Everything is as before the first command. All terms go at once; `pop` and `reset-assertions` leave them in the
    /// store, where the next check that mentions them finds them again, until a collection.
    fn reset(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        arguments.end()?;
        let summary = self.summary;
        let out = std::mem::take(&mut self.out);
        *self = Interpreter::new(self.options.clone());
        self.summary = summary;
        self.out = out;
        Ok(())
    }

    fn echo(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let text = arguments.string()?;
        arguments.end()?;
        if self.options.flags.like_z3 {
            self.out.push_str(text);
        } else {
            string(text, &mut self.out);
        }
        self.out.push('\n');
        Ok(())
    }
}
