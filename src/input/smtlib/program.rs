//! Scripts that describe a control-flow automaton: declarations, and commands for locations and edges.

use super::annotated::refused;
use super::arguments::Arguments;
use super::declarations::Declarations;
use super::error::Failure;
use super::names::Meaning;
use super::sexpr::{Expr, Reader, Tree};
use crate::base::{Budget, HashMap};
use crate::input::ParseError;
use crate::model::cfa::{Cfa, LocId};
use crate::model::gcl::{Assignment, Command, CommandId};
use crate::solver::term::{OpenResults, Sort, TermId, Terms};

/// Reads an automaton. All terms are made in the automaton's store, which is lent to the declarations while they need
/// it; commands are made in the automaton's arena.
pub(in crate::input) fn read_program(script: &[u8], budget: &Budget) -> Result<Cfa, ParseError> {
    let mut program = Program {
        declared: Declarations::of_model(budget),
        cfa: Cfa::new(Terms::new()),
        locations: HashMap::default(),
        has_initial: false,
        has_error: false,
        known: 0,
        open: OpenResults::default(),
    };
    let mut reader = Reader::new(script);
    let mut tree = Tree::default();
    // Reading from memory cannot fail.
    while let Ok(Some(read)) = reader.read(&mut tree) {
        read.and_then(|()| program.command(&tree)).map_err(refused)?;
        program.declared.book(&tree);
        if program.declared.exited {
            break;
        }
    }
    let end = reader.position();
    let lacks = |what: &str, example: &str| {
        let message = format!("the program lacks {}; write `{}` before the edges", what, example);
        ParseError::at_line(end.line as usize, end.column as usize, message)
    };
    if !program.has_initial {
        return Err(lacks("an initial location", "(location NAME :initial)"));
    }
    if !program.has_error {
        return Err(lacks("an error location", "(location NAME :error)"));
    }
    Ok(program.cfa)
}

struct Program {
    declared: Declarations,
    cfa: Cfa,
    locations: HashMap<String, LocId>,
    has_initial: bool,
    has_error: bool,
    /// The number of declared constants that are variables already.
    known: usize,
    /// Arrays of the open results of partial operations: variables that no command changes.
    open: OpenResults,
}

/// A command that is still to be made.
enum Task {
    Make(Expr),
    Sequence(usize),
    Choice(usize),
}

impl Program {
    fn command(&mut self, tree: &Tree) -> Result<(), Failure> {
        let head = tree.children(tree.root()).next();
        match head.and_then(|head| tree.symbol(head)) {
            Some("location") => self.location(&mut Arguments::new(tree, "location")),
            Some("edge") => self.edge(&mut Arguments::new(tree, "edge")),
            None
            | Some(
                "set-logic" | "set-info" | "declare-const" | "declare-fun" | "declare-sort"
                | "declare-datatype" | "declare-datatypes" | "define-const" | "define-fun" | "define-sort"
                | "exit",
            ) => self.declare(tree),
            Some("set-option") => Ok(()),
            Some(name) => {
                let message = format!(
                    "expected a declaration, a definition, `location` or `edge`, found `{}`; take this command out",
                    name
                );
                Err(tree.failure(tree.root(), message))
            }
        }
    }

    /// Has the declarations do something with the automaton's terms.
    fn with_terms<T>(&mut self, work: impl FnOnce(&mut Declarations) -> T) -> T {
        std::mem::swap(&mut self.declared.terms, self.cfa.terms_mut());
        let result = work(&mut self.declared);
        std::mem::swap(&mut self.declared.terms, self.cfa.terms_mut());
        result
    }

    fn declare(&mut self, tree: &Tree) -> Result<(), Failure> {
        self.with_terms(|declared| declared.command(tree))?;
        for &(_, constant) in &self.declared.constants[self.known..] {
            self.cfa.add_variable(constant);
        }
        self.known = self.declared.constants.len();
        Ok(())
    }

    /// `(location name)`, `(location name :initial)`, `(location name :error)`
    fn location(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let (place, name) = arguments.name()?;
        let tree = arguments.tree;
        if self.locations.contains_key(name) {
            return Err(tree.failure(place, format!("there are two locations `{}`", name)));
        }
        let kind = arguments.optional();
        arguments.end()?;
        let location = match kind.map(|kind| (kind, tree.text(kind))) {
            None => self.cfa.add_location(name),
            Some((_, ":initial")) if !self.has_initial => {
                self.has_initial = true;
                self.cfa.initial()
            }
            Some((_, ":error")) if !self.has_error => {
                self.has_error = true;
                self.cfa.error()
            }
            Some((kind, found @ (":initial" | ":error"))) => {
                return Err(tree.failure(kind, format!("there are two locations with `{}`", found)));
            }
            Some((kind, _)) => return Err(tree.expected("`:initial` or `:error`", kind)),
        };
        self.cfa.rename(location, name);
        self.locations.insert(name.to_string(), location);
        Ok(())
    }

    /// `(edge source target command ...)`
    fn edge(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
        let tree = arguments.tree;
        let (from, source) = self.place(arguments)?;
        let (to, target) = self.place(arguments)?;
        if source == self.cfa.error() && self.has_error {
            return Err(tree.failure(from, "an edge cannot leave the error location"));
        }
        if target == self.cfa.initial() && self.has_initial {
            let message = "an edge cannot enter the initial location; put a location behind it for the loop";
            return Err(tree.failure(to, message));
        }
        let mut parts = Vec::new();
        while let Some(part) = arguments.optional() {
            parts.push(self.make(tree, part)?);
        }
        let command = match parts[..] {
            [only] => only,
            _ => self.cfa.commands_mut().add(Command::Sequence(parts)),
        };
        self.cfa.add_edge(source, target, command);
        Ok(())
    }

    /// The name of a location that was declared.
    fn place(&self, arguments: &mut Arguments<'_>) -> Result<(Expr, LocId), Failure> {
        let e = arguments.next("the name of a location")?;
        let tree = arguments.tree;
        let name = tree.symbol(e).ok_or_else(|| tree.expected("the name of a location", e))?;
        match self.locations.get(name) {
            Some(&location) => Ok((e, location)),
            None => {
                let message =
                    format!("there is no location `{}`; declare it first by `(location {})`", name, name);
                Err(tree.failure(e, message))
            }
        }
    }

    /// Makes a command, parts first.
    fn make(&mut self, tree: &Tree, e: Expr) -> Result<CommandId, Failure> {
        let mut tasks = vec![Task::Make(e)];
        let mut made: Vec<CommandId> = Vec::new();
        while let Some(task) = tasks.pop() {
            let command = match task {
                Task::Sequence(count) => {
                    let parts = made.split_off(made.len() - count);
                    self.cfa.commands_mut().add(Command::Sequence(parts))
                }
                Task::Choice(count) => {
                    let parts = made.split_off(made.len() - count);
                    self.cfa.commands_mut().add(Command::Choice(parts))
                }
                Task::Make(e) => {
                    let mut children = tree.children(e);
                    let head = children.next().filter(|_| tree.is_list(e));
                    let what = "a command: `assume`, `assign`, `havoc`, `sequence` or `choice`";
                    let parts: Vec<Expr> = children.collect();
                    match head.and_then(|head| tree.symbol(head)) {
                        Some("sequence") => {
                            tasks.push(Task::Sequence(parts.len()));
                            tasks.extend(parts.into_iter().rev().map(Task::Make));
                            continue;
                        }
                        Some("choice") => {
                            tasks.push(Task::Choice(parts.len()));
                            tasks.extend(parts.into_iter().rev().map(Task::Make));
                            continue;
                        }
                        Some("assume") => self.assume(tree, e, &parts)?,
                        Some("assign") => self.assign(tree, &parts)?,
                        Some("havoc") => self.havoc(tree, &parts)?,
                        _ => return Err(tree.expected(what, e)),
                    }
                }
            };
            made.push(command);
        }
        made.pop().ok_or_else(|| tree.expected("a command", e))
    }

    fn assume(&mut self, tree: &Tree, e: Expr, parts: &[Expr]) -> Result<CommandId, Failure> {
        match *parts {
            [formula] => {
                let formula = self.term(tree, formula, Sort::Bool)?;
                Ok(self.cfa.commands_mut().assume(formula))
            }
            _ => Err(tree.expected("`assume` with one formula", e)),
        }
    }

    /// `(assign (variable term) ...)`
    fn assign(&mut self, tree: &Tree, parts: &[Expr]) -> Result<CommandId, Failure> {
        let mut list: Vec<Assignment> = Vec::new();
        for &part in parts {
            let mut pair = tree.children(part);
            let (variable, value) = match (pair.next(), pair.next(), pair.next()) {
                (Some(variable), Some(value), None) => (variable, value),
                _ => return Err(tree.expected("an assignment `(variable term)`", part)),
            };
            let target = self.variable(tree, variable)?;
            if list.iter().any(|a| a.variable == target) {
                return Err(tree.failure(variable, "a variable is assigned twice at once"));
            }
            let value = self.term(tree, value, self.cfa.terms().sort(target))?;
            list.push(Assignment { variable: target, value });
        }
        Ok(self.cfa.commands_mut().add(Command::Assign(list)))
    }

    /// `(havoc variable ...)`
    fn havoc(&mut self, tree: &Tree, parts: &[Expr]) -> Result<CommandId, Failure> {
        let mut variables = Vec::new();
        for &part in parts {
            let variable = self.variable(tree, part)?;
            if variables.contains(&variable) {
                return Err(tree.failure(part, "a variable gets any value twice at once"));
            }
            variables.push(variable);
        }
        let (commands, terms) = self.cfa.parts_mut();
        Ok(commands.havoc(terms, &variables))
    }

    fn term(&mut self, tree: &Tree, e: Expr, sort: Sort) -> Result<TermId, Failure> {
        let mut term = [self.with_terms(|declared| declared.elaborator(tree, false).term_of_sort(e, sort))?];
        self.open.replace(self.cfa.terms_mut(), &mut term);
        for &(_, array) in &self.open.arrays {
            let is_read = self.cfa.terms().subterms(&term).contains(&array);
            if is_read && !self.cfa.variables().contains(&array) {
                self.cfa.add_variable(array);
            }
        }
        Ok(term[0])
    }

    fn variable(&mut self, tree: &Tree, e: Expr) -> Result<TermId, Failure> {
        let name = tree.symbol(e).ok_or_else(|| tree.expected("the name of a variable", e))?;
        let id = self.declared.names.id(name);
        match self.declared.names.meaning(id) {
            Some(&Meaning::Constant(variable)) => Ok(variable),
            _ => {
                let message = format!(
                    "there is no variable `{}`; declare it first by `(declare-const {} Int)`",
                    name, name
                );
                Err(tree.failure(e, message))
            }
        }
    }
}
