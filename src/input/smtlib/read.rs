//! A script as terms.

use super::annotated::refused;
use super::error::Failure;
use super::script::{Interpreter, ScriptOptions};
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
    let options = ScriptOptions { budget: budget.clone(), ..ScriptOptions::default() };
    let mut interpreter = Interpreter::new(options);
    let mut reader = Reader::new(script);
    let mut tree = Tree::default();
    // Reading from memory cannot fail.
    while let Ok(Some(read)) = reader.read(&mut tree) {
        read.and_then(|()| interpreter.declare_or_assert(&tree)).map_err(refused)?;
        if interpreter.summary.exited {
            break;
        }
    }
    let named = interpreter.labels.iter().map(|&(name, t)| (interpreter.names.text(name).to_string(), t));
    Ok(Script {
        constants: interpreter.constants.iter().map(|&(_, t)| t).collect(),
        assertions: interpreter.solver.assertions().to_vec(),
        named: named.collect(),
        terms: interpreter.terms,
    })
}

impl Interpreter {
    /// Carries out a command, unless it is a query or sets an option other than `:global-declarations`.
    fn declare_or_assert(&mut self, tree: &Tree) -> Result<(), Failure> {
        let mut words = tree.children(tree.root());
        let is_about_scopes = |word: &str| word == ":global-declarations";
        let is_wanted = match words.next().and_then(|head| tree.symbol(head)) {
            Some("set-option") => words.next().map_or(true, |name| is_about_scopes(tree.text(name))),
            Some(
                "check-sat"
                | "check-sat-assuming"
                | "echo"
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
                | "get-value",
            ) => false,
            _ => true,
        };
        if is_wanted {
            self.command(tree)
        } else {
            Ok(())
        }
    }
}
