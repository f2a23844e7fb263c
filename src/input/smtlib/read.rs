//! A script as terms.

use super::annotated::refused;
use super::arguments::{truth, Arguments};
use super::declarations::Declarations;
use super::error::Failure;
use super::sexpr::{Reader, Tree};
use crate::base::Budget;
use crate::input::ParseError;
use crate::solver::term::{TermId, Terms};

/// The declarations and assertions that are in force at the end of a script.
#[derive(Clone, Debug)]
pub struct Script {
    /// The store of all terms below.
    pub terms: Terms,
    /// The declared constants, in order.
    pub constants: Vec<TermId>,
    /// The asserted formulas, in order.
    pub assertions: Vec<TermId>,
    /// The number of commands that check.
    pub checks: usize,
    /// The formulas of the first check: the assertions in force there, and its assumptions.
    pub asked: Vec<TermId>,
    /// The constants of quantifiers in front of assertions, for all values of which these are meant; only in claims
    /// about models, other scripts have none.
    pub bound: Vec<TermId>,
    /// The terms that were given names by `:named`, with their names.
    pub named: Vec<(String, TermId)>,
}

/// Reads a script into terms. Declarations, definitions, assertions and scopes are carried out; queries such as
/// `check-sat` are passed over, and so are options but `:global-declarations`.
///
/// ```
/// use indubit::base::Budget;
/// use indubit::input::smtlib;
/// use indubit::solver::smt::{SmtOptions, Solver, Answer};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = b"(declare-const x Int) (assert (! (> (* 2 x) 3) :named large)) (check-sat)";
/// let mut script = smtlib::read(text, &Budget::unlimited())?;
/// assert_eq!((script.constants.len(), script.assertions.len()), (1, 1));
/// assert_eq!(script.named[0].0, "large");
///
/// let mut solver = Solver::new(SmtOptions::default());
/// for &assertion in &script.assertions {
///     solver.assert(&mut script.terms, assertion);
/// }
/// assert_eq!(solver.check(&mut script.terms, &[]), Answer::Sat);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The first command that is wrong or not supported, with line and column, or that a limit of the budget ended.
pub fn read(script: &[u8], budget: &Budget) -> Result<Script, ParseError> {
    read_with(script, budget, Declarations::with_theories(budget))
}

/// The same for a script about variables of a model: functions with arguments, declared sorts and datatypes with
/// parameters are refused by name.
pub(crate) fn read_ground(script: &[u8], budget: &Budget) -> Result<Script, ParseError> {
    read_with(script, budget, Declarations::of_evidence(budget))
}

/// The same, where an assertion may begin with `forall`.
pub(crate) fn read_claims(script: &[u8], budget: &Budget) -> Result<Script, ParseError> {
    let mut reading = Reading::new(Declarations::of_evidence(budget));
    reading.bound = Some(Vec::new());
    reading.script(script, budget)
}

fn read_with(script: &[u8], budget: &Budget, declared: Declarations) -> Result<Script, ParseError> {
    Reading::new(declared).script(script, budget)
}

struct Reading {
    declared: Declarations,
    assertions: Vec<TermId>,
    checks: usize,
    asked: Vec<TermId>,
    /// For each open scope the number of assertions before it.
    scopes: Vec<usize>,
    /// The constants of quantifiers in front of assertions, where these may have them.
    bound: Option<Vec<TermId>>,
}

impl Reading {
    fn new(declared: Declarations) -> Reading {
        Reading {
            declared,
            assertions: Vec::new(),
            checks: 0,
            asked: Vec::new(),
            scopes: Vec::new(),
            bound: None,
        }
    }

    fn script(mut self, script: &[u8], budget: &Budget) -> Result<Script, ParseError> {
        let mut reader = Reader::new(script);
        let mut tree = Tree::default();
        // Reading from memory cannot fail.
        while let Ok(Some(read)) = reader.read(&mut tree) {
            read.and_then(|()| self.command(&tree, budget)).map_err(refused)?;
            if self.declared.exited {
                break;
            }
        }
        let Reading { declared, assertions, checks, asked, bound, .. } = self;
        let named = declared.labels.iter().map(|&(name, t)| (declared.names.text(name).to_string(), t));
        Ok(Script {
            constants: declared.constants.iter().map(|&(_, t)| t).collect(),
            assertions,
            checks,
            asked,
            bound: bound.unwrap_or_default(),
            named: named.collect(),
            terms: declared.terms,
        })
    }

    fn command(&mut self, tree: &Tree, budget: &Budget) -> Result<(), Failure> {
        let (name, mut arguments) = Arguments::of_command(tree)?;
        match name {
            "check-sat" => self.check(Vec::new()),
            "check-sat-assuming" => {
                let list = arguments.list("a list of assumptions")?;
                let assumptions = tree.children(list).map(|e| self.declared.formula(tree, e));
                let assumptions = assumptions.collect::<Result<_, _>>()?;
                self.check(assumptions);
            }
            "echo"
            | "get-assertions"
            | "get-assignment"
            | "get-info"
            | "get-interpolant"
            | "get-interpolants"
            | "get-model"
            | "get-option"
            | "get-proof"
            | "get-qe"
            | "get-qe-disjunct"
            | "get-unsat-assumptions"
            | "get-unsat-core"
            | "get-value" => {}
            "assert" => {
                let term = arguments.next("a term")?;
                arguments.end()?;
                // Definitions have no quantifiers.
                self.declared.bound = self.bound.take();
                let formula = self.declared.formula(tree, term);
                self.bound = self.declared.bound.take();
                self.assertions.push(formula?);
            }
            "push" => {
                let count = self.declared.push(&mut arguments)?;
                self.scopes.extend((0..count).map(|_| self.assertions.len()));
            }
            "pop" => {
                for _ in 0..self.declared.pop(&mut arguments)? {
                    self.assertions.truncate(self.scopes.pop().unwrap_or(0));
                }
            }
            "reset" => {
                arguments.end()?;
                let theories = self.declared.names.theories;
                *self = Reading::new(Declarations::new(budget));
                self.declared.names.theories = theories;
            }
            "reset-assertions" => {
                arguments.end()?;
                self.declared.clear();
                self.assertions.clear();
                self.scopes.clear();
            }
            "set-option" => self.set_option(&mut arguments)?,
            _ => self.declared.dispatch(name, &mut arguments)?,
        }
        Ok(())
    }

    fn check(&mut self, assumptions: Vec<TermId>) {
        if self.checks == 0 {
            self.asked = [self.assertions.clone(), assumptions].concat();
        }
        self.checks += 1;
    }

    /// `(set-option :name value)`; all options but one are about answers.
    fn set_option(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        const GLOBAL: &str = ":global-declarations";
        let tree = arguments.tree;
        if arguments.clone().optional().map_or(false, |name| tree.text(name) != GLOBAL) {
            return Ok(());
        }
        let name = arguments.keyword()?;
        let value = arguments.optional();
        arguments.end()?;
        let value = value.ok_or_else(|| arguments.failure(format!("`{}` lacks its value", name)))?;
        let flag = truth(tree, value)?;
        let is_untouched = self.scopes.is_empty() && self.assertions.is_empty();
        if !is_untouched && self.declared.names.global != flag {
            let message = format!("`{}` must be set before the first assertion and push", name);
            return Err(arguments.failure(message));
        }
        self.declared.names.global = flag;
        Ok(())
    }
}
