//! Scripts of the logic HORN: declared predicates, asserted formulas over them, and questions.
//!
//! The commands are those of the competition CHC-COMP (`declare-fun`, `assert`, `check-sat`) and those of z3's
//! fixedpoint engines (`declare-rel`, `declare-var`, `rule`, `query`). Here the formulas become terms with stand-ins
//! for predicates and quantifiers; taking them apart into clauses is left to the reader of Horn clauses.

use super::annotated::refused;
use super::arguments::Arguments;
use super::declarations::Declarations;
use super::error::{Failure, Position};
use super::lexer::Kind;
use super::names::Meaning;
use super::occurrences::Occurrences;
use super::sexpr::{string, Expr, Reader, Tree};
use super::sorts;
use crate::base::{Budget, VERSION};
use crate::input::ParseError;
use crate::solver::term::{Sort, TermId, Terms};

/// A command that gives clauses or asks about them.
#[derive(Clone, Debug)]
pub(in crate::input) enum Given {
    /// The formula holds.
    Assertion { formula: TermId, position: Position },
    /// Whether the formula is derivable.
    Query { formula: TermId, position: Position },
    /// Something to answer.
    Question(Question),
    /// A scope begins.
    Push,
    /// The last scope ends, and what holds in it.
    Pop,
}

/// A command that asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::input) enum Question {
    /// Whether the clauses have a model.
    CheckSat,
    /// The model.
    GetModel,
    /// The refutation.
    GetProof,
    /// The answer is known: this text.
    Text(String),
    /// There is no answer, for this reason.
    Refused(String),
}

/// Commands that ask for something that Horn clauses do not have. They change nothing, so the others are carried out.
const OTHER_QUESTIONS: &[&str] = &[
    "check-sat-assuming",
    "display",
    "eval",
    "get-assertions",
    "get-assignment",
    "get-objectives",
    "get-option",
    "get-unsat-assumptions",
    "get-unsat-core",
    "get-value",
    "help",
    "labels",
    "simplify",
];

/// A script of the logic HORN as terms.
#[derive(Debug)]
pub(in crate::input) struct HornCommands {
    pub terms: Terms,
    pub occurrences: Occurrences,
    /// In the order of the text.
    pub given: Vec<Given>,
}

/// Whether a script is about Horn clauses: by its logic, or if it has none, by the first command that is no option
/// and no declaration. `None` if the script ends before.
pub(in crate::input) fn is_horn(script: &[u8]) -> Option<bool> {
    let mut reader = Reader::new(script);
    let mut tree = Tree::default();
    while let Ok(Some(Ok(()))) = reader.read(&mut tree) {
        let mut words = tree.children(tree.root());
        match words.next().and_then(|head| tree.symbol(head)) {
            Some("set-logic") => return words.next().map(|logic| tree.text(logic) == "HORN"),
            Some("declare-rel" | "declare-var" | "rule" | "query") => return Some(true),
            // Scripts with and without a logic may begin so.
            Some(
                "set-info" | "set-option" | "declare-fun" | "declare-const" | "declare-sort"
                | "declare-datatype" | "declare-datatypes" | "define-sort" | "define-fun" | "define-fun-rec"
                | "define-funs-rec" | "define-const",
            ) => {}
            _ => return Some(false),
        }
    }
    None
}

/// Reads a script of the logic HORN.
pub(in crate::input) fn read_horn(script: &[u8], budget: &Budget) -> Result<HornCommands, ParseError> {
    let mut declared = Declarations::of_model_with_floats(budget);
    declared.names.theories.parameters = true;
    declared.occurrences = Some(Occurrences::default());
    let mut reading = Reading { declared, given: Vec::new() };
    let mut reader = Reader::new(script);
    let mut tree = Tree::default();
    // Reading from memory cannot fail.
    while let Ok(Some(read)) = reader.read(&mut tree) {
        read.and_then(|()| reading.command(&tree)).map_err(refused)?;
        reading.declared.book(&tree);
        if reading.declared.exited {
            break;
        }
    }
    let Reading { declared, given } = reading;
    Ok(HornCommands { terms: declared.terms, occurrences: declared.occurrences.unwrap_or_default(), given })
}

struct Reading {
    declared: Declarations,
    given: Vec<Given>,
}

impl Reading {
    fn command(&mut self, tree: &Tree) -> Result<(), Failure> {
        let head = tree.children(tree.root()).next();
        let name = match head.and_then(|head| tree.symbol(head)) {
            Some(name) => name,
            None => return Err(tree.expected("a command", tree.root())),
        };
        let arguments = &mut Arguments::new(tree, name);
        let question = match name {
            "declare-fun" => return self.declare_fun(arguments),
            "declare-rel" => return self.declare_rel(arguments),
            "declare-const" => return self.declare_const(arguments),
            "declare-var" => return self.declared.declare_const(arguments),
            "assert" => return self.assertion(arguments, false),
            "rule" => return self.assertion(arguments, true),
            "query" => return self.query(arguments),
            "set-logic" => return self.set_logic(arguments),
            "set-info" => return self.declared.set_info(arguments),
            // Options are about other engines.
            "set-option" => return Ok(()),
            "declare-sort" | "declare-datatype" | "declare-datatypes" | "define-const" | "define-fun"
            | "define-fun-rec" | "define-funs-rec" | "define-sort" | "exit" => {
                return self.declared.command(tree);
            }
            "check-sat" => Question::CheckSat,
            "get-model" => Question::GetModel,
            "get-proof" => Question::GetProof,
            "echo" => Question::Text(echo(arguments.string()?)),
            "get-info" => return self.get_info(arguments),
            "push" => {
                let scopes = self.declared.push(arguments)?;
                self.given.extend((0..scopes).map(|_| Given::Push));
                return Ok(());
            }
            "pop" => {
                let scopes = self.declared.pop(arguments)?;
                self.given.extend((0..scopes).map(|_| Given::Pop));
                return Ok(());
            }
            "reset" | "reset-assertions" => return Err(arguments.unsupported("resets of Horn clauses")),
            other => {
                let message = format!("`{}` is no command of the logic HORN; take it out", other);
                let failure = arguments.failure(message);
                if !OTHER_QUESTIONS.contains(&other) {
                    return Err(failure);
                }
                self.given.push(Given::Question(Question::Refused(failure.to_string())));
                return Ok(());
            }
        };
        arguments.end()?;
        self.given.push(Given::Question(question));
        Ok(())
    }

    fn set_logic(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let place = arguments.clone().next("a logic")?;
        if arguments.tree.text(place) != "HORN" {
            return Err(arguments.tree.expected("the logic HORN", place));
        }
        self.declared.set_logic(arguments)
    }

    /// A new predicate.
    fn predicate(&mut self, arguments: &Arguments<'_>, name: Expr, places: Vec<Sort>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let text = tree.text(name);
        let names = &mut self.declared.names;
        let id = names.id(text);
        if let Some(message) = names.taken(id) {
            return Err(tree.failure(name, message));
        }
        if let Some(occurrences) = &mut self.declared.occurrences {
            let predicate = occurrences.declare(text, places);
            names.define(id, Meaning::Predicate(predicate));
        }
        Ok(())
    }

    /// The sorts in a list.
    fn sorts(&mut self, arguments: &mut Arguments<'_>) -> Result<Vec<Sort>, Failure> {
        let tree = arguments.tree;
        let list = arguments.list("a list of sorts")?;
        let Declarations { terms, names, .. } = &mut self.declared;
        tree.children(list).map(|sort| sorts::sort(tree, terms, names, sort)).collect()
    }

    /// The sort that functions have here.
    fn must_be_bool(&mut self, arguments: &mut Arguments<'_>, name: Expr) -> Result<(), Failure> {
        let tree = arguments.tree;
        let place = arguments.next("a sort")?;
        let sort = self.declared.sort(tree, place)?;
        arguments.end()?;
        match sort {
            Sort::Bool => Ok(()),
            _ => {
                let message = format!(
                    "`{}` is no predicate: its sort is {}, and Horn clauses are about predicates only",
                    tree.text(name),
                    sort
                );
                Err(Failure { unsupported: true, ..tree.failure(place, message) })
            }
        }
    }

    /// `(declare-fun name (sort ...) Bool)`
    fn declare_fun(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (name, _) = arguments.name()?;
        let places = self.sorts(arguments)?;
        self.must_be_bool(arguments, name)?;
        self.predicate(arguments, name, places)
    }

    /// `(declare-const name Bool)`
    fn declare_const(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (name, _) = arguments.name()?;
        self.must_be_bool(arguments, name)?;
        self.predicate(arguments, name, Vec::new())
    }

    /// `(declare-rel name (sort ...))`
    fn declare_rel(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (name, _) = arguments.name()?;
        let places = self.sorts(arguments)?;
        arguments.end()?;
        self.predicate(arguments, name, places)
    }

    fn formula(&mut self, tree: &Tree, e: Expr) -> Result<TermId, Failure> {
        self.declared.formula(tree, e)
    }

    /// `(assert formula)`; `(rule formula)` or `(rule formula name)`
    fn assertion(&mut self, arguments: &mut Arguments<'_>, named: bool) -> Result<(), Failure> {
        let tree = arguments.tree;
        let e = arguments.next("a formula")?;
        if named {
            arguments.optional();
        }
        arguments.end()?;
        let formula = self.formula(tree, e)?;
        self.given.push(Given::Assertion { formula, position: tree.position(e) });
        Ok(())
    }

    /// `(query predicate ...)` or `(query formula ...)`, with z3's options behind.
    fn query(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let e = arguments.next("a predicate or a formula")?;
        let mut is_option = false;
        while let Some(option) = arguments.optional() {
            if !is_option && tree.kind(option) != Kind::Keyword {
                return Err(tree.expected("an option of the query, a keyword", option));
            }
            is_option = !is_option;
        }
        let formula = match self.asked_predicate(tree, e) {
            Some(formula) => formula,
            None => self.formula(tree, e)?,
        };
        self.given.push(Given::Query { formula, position: tree.position(e) });
        Ok(())
    }

    /// A predicate that is asked for by its name alone: for some arguments.
    fn asked_predicate(&mut self, tree: &Tree, e: Expr) -> Option<TermId> {
        let id = self.declared.names.id(tree.symbol(e)?);
        let predicate = match self.declared.names.meaning(id) {
            Some(&Meaning::Predicate(predicate)) => predicate,
            _ => return None,
        };
        let occurrences = self.declared.occurrences.as_mut()?;
        let places = occurrences.places(predicate).to_vec();
        let terms = &mut self.declared.terms;
        let arguments = places.iter().enumerate().map(|(i, &sort)| terms.declare(&format!("a{}", i), sort));
        let arguments = arguments.collect();
        Some(occurrences.atom(terms, predicate, arguments, tree.position(e)))
    }

    /// `(get-info :name)`
    fn get_info(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let text = match arguments.keyword()? {
            ":name" => "(:name \"indubit\")".to_string(),
            ":version" => format!("(:version \"{}\")", VERSION),
            _ => "unsupported".to_string(),
        };
        arguments.end()?;
        self.given.push(Given::Question(Question::Text(text)));
        Ok(())
    }
}

fn echo(text: &str) -> String {
    let mut quoted = String::new();
    string(text, &mut quoted);
    quoted
}
