//! The declarations of a script so far, and the commands of every script: those that declare, define, and open scopes.
//!
//! Each reader of scripts has such an object and carries out further commands of its own: edges of an automaton, rules
//! of Horn clauses, assertions. The interpreter of [`session`](crate::session) has one beside its solver.

use super::arguments::Arguments;
use super::attributes::Attributes;
use super::error::Failure;
use super::names::{NameId, Names, Theories};
use super::occurrences::Occurrences;
use super::sexpr::{Expr, Tree};
use super::sorts;
use super::terms::Elaborator;
use crate::base::{Booking, Budget};
use crate::solver::term::{FunctionId, Sort, TermId, Terms};
use std::collections::BTreeMap;

/// The entries that go away with a scope.
#[derive(Clone, Copy)]
struct Mark {
    constants: usize,
    functions: usize,
    labels: usize,
}

/// Terms, and the names that a script has given meanings.
pub(crate) struct Declarations {
    pub terms: Terms,
    pub names: Names,
    /// Attributes that are collected, if any are.
    pub attributes: Option<Attributes>,
    /// Predicates and quantifiers, if formulas may have them.
    pub occurrences: Option<Occurrences>,
    /// The constants that quantifiers in front of formulas bind, where formulas may begin with `forall`.
    pub bound: Option<Vec<TermId>>,
    /// Declared constants that are in scope.
    pub constants: Vec<(NameId, TermId)>,
    /// Declared functions with arguments that are in scope.
    pub functions: Vec<(NameId, FunctionId)>,
    /// Terms with names that are in scope.
    pub labels: Vec<(NameId, TermId)>,
    pub logic: Option<String>,
    /// Whether the logic is one of reals without integers, where numerals are reals.
    pub reals_only: bool,
    /// The values of `set-info`, by keyword.
    pub info: BTreeMap<String, String>,
    /// Whether `exit` was read.
    pub exited: bool,
    scopes: Vec<Mark>,
    budget: Budget,
    booking: Booking,
    /// The terms that nodes of a tree became, if that is to be known.
    pub trace: Option<Vec<(Expr, TermId)>>,
}

impl Declarations {
    /// No names but those of the operators.
    pub fn new(budget: &Budget) -> Declarations {
        let mut booking = Booking::default();
        booking.move_to(budget.clone());
        Declarations {
            terms: Terms::new(),
            names: Names::new(),
            attributes: None,
            occurrences: None,
            bound: None,
            constants: Vec::new(),
            functions: Vec::new(),
            labels: Vec::new(),
            logic: None,
            reals_only: false,
            info: BTreeMap::new(),
            exited: false,
            scopes: Vec::new(),
            budget: budget.clone(),
            booking,
            trace: None,
        }
    }

    /// The same, where scripts may declare sorts, functions with arguments, and datatypes, and use arrays. Without this
    /// switch all of them are refused.
    pub fn with_theories(budget: &Budget) -> Declarations {
        let mut declared = Declarations::new(budget);
        declared.names.theories = Theories {
            sorts: true,
            differences: true,
            families: true,
            parameters: true,
            functions: true,
            floats: true,
        };
        declared
    }

    /// The same for variables of a model: there are no functions with arguments, no declared sorts, which have no terms
    /// for their values, and no datatypes with parameters.
    pub fn of_model(budget: &Budget) -> Declarations {
        let mut declared = Declarations::new(budget);
        declared.names.theories = Theories { sorts: true, ..Theories::default() };
        declared
    }

    /// The same with floating-point numbers.
    pub fn of_model_with_floats(budget: &Budget) -> Declarations {
        let mut declared = Declarations::of_model(budget);
        declared.names.theories.floats = true;
        declared
    }

    /// The same for what is said of such variables, which may mention `array-diff`.
    pub fn of_evidence(budget: &Budget) -> Declarations {
        let mut declared = Declarations::of_model_with_floats(budget);
        declared.names.theories.differences = true;
        declared
    }

    /// The same with floating-point numbers and functions that have arguments.
    pub fn of_model_with_functions(budget: &Budget) -> Declarations {
        let mut declared = Declarations::of_model_with_floats(budget);
        declared.names.theories.functions = true;
        declared
    }

    /// Books the memory that is held.
    pub fn book(&mut self, tree: &Tree) {
        let bytes = self.terms.bytes() + self.names.bytes() + tree.bytes();
        self.booking.set(bytes as u64);
    }

    /// Carries out a command that must be one of every script.
    pub fn command(&mut self, tree: &Tree) -> Result<(), Failure> {
        let (name, mut arguments) = Arguments::of_command(tree)?;
        self.dispatch(name, &mut arguments)
    }

    /// The commands that declare and define, and say what the script is about. Scopes are not among them, because each
    /// reader must learn how many begin or end.
    pub fn dispatch(&mut self, name: &str, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        match name {
            "declare-const" => self.declare_const(arguments),
            "declare-fun" => self.declare_fun(arguments),
            "declare-sort" if self.names.theories.families => self.declare_sort(arguments),
            "declare-datatype" if self.names.theories.sorts => self.declare_datatype(arguments),
            "declare-datatypes" if self.names.theories.sorts => self.declare_datatypes(arguments),
            "declare-sort" => Err(arguments.unsupported("declared sorts")),
            "declare-datatype" | "declare-datatypes" => Err(arguments.unsupported("datatypes")),
            "define-const" => self.define_const(arguments),
            "define-fun" => self.define_fun(arguments),
            "define-fun-rec" | "define-funs-rec" => Err(arguments.unsupported("recursive functions")),
            "define-sort" => self.define_sort(arguments),
            "exit" => {
                arguments.end()?;
                self.exited = true;
                Ok(())
            }
            "set-info" => self.set_info(arguments),
            "set-logic" => self.set_logic(arguments),
            _ => Err(arguments.failure(format!("there is no command `{}`", name))),
        }
    }

    /// The elaborator that makes terms of the present command.
    pub fn elaborator<'a>(&'a mut self, tree: &'a Tree, labels: bool) -> Elaborator<'a> {
        Elaborator {
            tree,
            terms: &mut self.terms,
            names: &mut self.names,
            attributes: &mut self.attributes,
            occurrences: &mut self.occurrences,
            bound: &mut self.bound,
            numerals: if self.reals_only { Sort::Real } else { Sort::Int },
            budget: &self.budget,
            labels,
            trace: &mut self.trace,
        }
    }

    /// The sort that is written at a node.
    pub fn sort(&mut self, tree: &Tree, e: Expr) -> Result<Sort, Failure> {
        sorts::sort(tree, &mut self.terms, &mut self.names, e)
    }

    /// A formula, whose parts may be given names.
    pub fn formula(&mut self, tree: &Tree, e: Expr) -> Result<TermId, Failure> {
        let formula = self.elaborator(tree, true).term_of_sort(e, Sort::Bool)?;
        self.keep_labels();
        Ok(formula)
    }

    /// Takes over the names that the command has given to terms in it, and the constants that its attributes promised.
    pub fn keep_labels(&mut self) {
        let labels = self.names.take_labels();
        self.labels.extend(labels);
        if let Some(attributes) = &mut self.attributes {
            self.constants.extend(attributes.take_declared());
        }
    }

    /// The number of open scopes.
    pub fn level(&self) -> usize {
        self.scopes.len()
    }

    /// `(push count)`: opens scopes, and says how many.
    pub fn push(&mut self, arguments: &mut Arguments<'_>) -> Result<usize, Failure> {
        let count = arguments.optional_numeral(1)? as usize;
        arguments.end()?;
        const MOST_SCOPES: usize = 1_000_000;
        if self.scopes.len().saturating_add(count) > MOST_SCOPES {
            return Err(arguments.failure(format!("more than {} open scopes are too many", MOST_SCOPES)));
        }
        for _ in 0..count {
            self.scopes.push(Mark {
                constants: self.constants.len(),
                functions: self.functions.len(),
                labels: self.labels.len(),
            });
            self.names.push();
        }
        Ok(count)
    }

    /// `(pop count)`: leaves scopes, and says how many.
    pub fn pop(&mut self, arguments: &mut Arguments<'_>) -> Result<usize, Failure> {
        let count = arguments.optional_numeral(1)? as usize;
        arguments.end()?;
        if count > self.scopes.len() {
            let message = format!("expected at most {} scopes to leave, found {}", self.scopes.len(), count);
            return Err(arguments.failure(message));
        }
        for _ in 0..count {
            if let Some(mark) = self.scopes.pop() {
                self.forget(mark);
                self.names.pop();
            }
        }
        Ok(count)
    }

    /// Leaves all scopes, the outermost too.
    pub fn clear(&mut self) {
        self.scopes.clear();
        self.forget(Mark { constants: 0, functions: 0, labels: 0 });
        self.names.clear();
    }

    fn forget(&mut self, mark: Mark) {
        if !self.names.global {
            self.constants.truncate(mark.constants);
            self.functions.truncate(mark.functions);
            self.labels.truncate(mark.labels);
        }
    }

    /// `(set-logic name)`. Every logic is accepted; operators beyond this solver are refused where they are used.
    pub fn set_logic(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (_, name) = arguments.name()?;
        arguments.end()?;
        if let Some(logic) = &self.logic {
            let message = format!("the logic is `{}` already", logic);
            return Err(arguments.failure(message));
        }
        self.reals_only =
            ["LRA", "RDL", "NRA"].iter().any(|theory| name.ends_with(theory)) && !name.contains("IRA");
        self.logic = Some(name.to_string());
        Ok(())
    }

    /// `(set-info :name value)`
    pub fn set_info(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let name = arguments.keyword()?;
        let value = arguments.optional();
        arguments.end()?;
        let text = value.map_or(String::new(), |e: Expr| tree.written(e));
        self.info.insert(name.to_string(), text);
        Ok(())
    }
}
