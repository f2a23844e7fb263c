//! Terms as they are written become terms of the solver.
//!
//! A tree is worked off by a stack of things to do and a stack of values, so depth costs heap. An application puts its
//! arguments on the values and then takes them off for the operator. A `let` evaluates all its bindings before it binds
//! any name (they are parallel), and unbinds them behind its body. Terms are hash-consed, so a chain of `let`s that
//! doubles its size at every step stays as small as it was written.
//!
//! A defined function with arguments is a term over constants of its own; a call puts terms in their place. So
//! definitions stay graphs and are checked where they stand, and a call cannot catch names of its surroundings.

use super::attributes::{Argument, Attribute, Attributes};
use super::error::{Failure, Misuse};
use super::floats::FloatOperator;
use super::lexer::Kind;
use super::literals::{constant, indexed, negative, Indexed};
use super::names::{Function, Meaning, NameId, Names};
use super::occurrences::Occurrences;
use super::operators::{self, arity_text, Operator};
use super::sexpr::{Expr, Tree};
use super::tasks::{Head, Structural, Task};
use crate::base::{Budget, Limit};
use crate::solver::term::{Overrun, Sort, Substitution, TermId, Terms};

/// Steps between two looks at the memory.
const PERIOD: u32 = 1024;

/// Most terms in a store, far below the range of its numbers.
const MOST_TERMS: usize = 1 << 31;

/// Makes terms of trees.
pub(crate) struct Elaborator<'a> {
    pub tree: &'a Tree,
    pub terms: &'a mut Terms,
    pub names: &'a mut Names,
    pub attributes: &'a mut Option<Attributes>,
    /// Predicates and quantifiers, where formulas may have them.
    pub occurrences: &'a mut Option<Occurrences>,
    /// The constants that quantifiers in front of formulas bind, where formulas may begin with `forall`.
    pub bound: &'a mut Option<Vec<TermId>>,
    /// The sort of numerals: in a logic of reals alone they are reals.
    pub numerals: Sort,
    pub budget: &'a Budget,
    /// Whether `:named` may occur: it may not in a definition with parameters.
    pub labels: bool,
    /// Gets the term of each node that is a word or an application, if there is one to get them.
    pub trace: &'a mut Option<Vec<(Expr, TermId)>>,
}

impl Elaborator<'_> {
    /// The term at a node.
    pub fn term(&mut self, e: Expr) -> Result<TermId, Failure> {
        self.terms.begin_effort(self.budget);
        let result = self.elaborate(e);
        match self.terms.end_effort() {
            // The terms made since the effort was over have no meaning.
            Some(overrun) => Err(Failure::beyond(self.tree.position(e), overrun.to_string())),
            None => result,
        }
    }

    fn elaborate(&mut self, e: Expr) -> Result<TermId, Failure> {
        let mut tasks = vec![Task::Evaluate(e)];
        let mut values: Vec<TermId> = Vec::new();
        let start = self.terms.bytes() as u64;
        let mut steps = 0u32;
        while let Some(task) = tasks.pop() {
            steps = steps.wrapping_add(1);
            if steps % PERIOD == 0 {
                self.check_budget(e, start)?;
            }
            if self.terms.is_over() {
                break;
            }
            match task {
                Task::Evaluate(e) => self.evaluate(e, &mut tasks, &mut values)?,
                Task::Apply { list, next, base, head } => {
                    if next != self.tree.after(list) {
                        let after = self.tree.after(next);
                        tasks.push(Task::Apply { list, next: after, base, head });
                        tasks.push(Task::Evaluate(next));
                    } else {
                        let args = values.get(base..).unwrap_or(&[]);
                        let result = self.apply(list, &head, args);
                        let t = result.map_err(|misuse| self.blame(list, misuse))?;
                        values.truncate(base);
                        self.note(list, t);
                        values.push(t);
                    }
                }
                Task::Let { list, next, base } => self.bind(list, next, base, &mut tasks, &mut values)?,
                Task::Match(state) => self.go_on_matching(state, &mut tasks, &mut values)?,
                Task::Unbind(count) => self.names.unbind(count),
                Task::Quantify { list, universal } => self.quantify(list, universal, &mut values)?,
                Task::Label(list) => self.label(list, values.last().copied())?,
            }
        }
        values.pop().ok_or_else(|| self.tree.expected("a term", e))
    }

    fn note(&mut self, e: Expr, t: TermId) {
        self.trace.iter_mut().for_each(|trace| trace.push((e, t)));
    }

    /// A term of this sort. Integers are taken for reals.
    pub fn term_of_sort(&mut self, e: Expr, sort: Sort) -> Result<TermId, Failure> {
        let t = self.term(e)?;
        let found = self.terms.sort(t);
        if found == Sort::Int && sort == Sort::Real {
            return Ok(self.terms.to_real(t));
        }
        if found != sort {
            return Err(self.tree.failure(e, unlike(self.terms, sort, found)));
        }
        Ok(t)
    }

    fn check_budget(&self, e: Expr, start: u64) -> Result<(), Failure> {
        let grown = (self.terms.bytes() as u64).saturating_sub(start);
        let room = if self.terms.len() > MOST_TERMS { Err(Limit::Memory) } else { Ok(()) };
        let check = room.and_then(|()| self.budget.allows_memory(grown)).and_then(|()| self.budget.check());
        check.map_err(|limit| Failure::over(self.tree.position(e), Overrun::Limit(limit)))
    }

    /// Points at the argument that an operator does not take, or at the application.
    fn blame(&self, list: Expr, misuse: Misuse) -> Failure {
        let mut children = self.tree.children(list);
        let head = children.next().unwrap_or(list);
        let place = match misuse.argument {
            Some(i) => children.nth(i).unwrap_or(list),
            None => list,
        };
        let mut name = String::new();
        self.tree.print(head, &mut name);
        let message = match misuse.argument {
            Some(i) => format!("argument {} of `{}`: {}", i + 1, name, misuse.message),
            None => format!("`{}`: {}", name, misuse.message),
        };
        Failure { unsupported: misuse.unsupported, ..self.tree.failure(place, message) }
    }

    fn evaluate(&mut self, e: Expr, tasks: &mut Vec<Task>, values: &mut Vec<TermId>) -> Result<(), Failure> {
        let tree = self.tree;
        if !tree.is_list(e) {
            let t = self.word(e)?;
            self.note(e, t);
            values.push(t);
            return Ok(());
        }
        let head = match tree.children(e).next() {
            Some(head) => head,
            None => return Err(tree.failure(e, "expected a term, found an empty list")),
        };
        let next = tree.after(head);
        if tree.kind(head) == Kind::Symbol {
            match tree.text(head) {
                "let" => return self.begin_let(e, next, tasks, values.len()),
                "!" => return self.annotation(e, next, tasks),
                "_" => {
                    let t = self.indexed_constant(e)?;
                    self.note(e, t);
                    values.push(t);
                    return Ok(());
                }
                "as" => {
                    let t = self.qualified(e)?;
                    self.note(e, t);
                    values.push(t);
                    return Ok(());
                }
                word @ ("forall" | "exists") if self.occurrences.is_some() => {
                    return self.begin_quantifier(e, next, word == "forall", tasks);
                }
                "forall" if self.bound.is_some() && is_in_front(tasks, values) => {
                    return self.begin_universal(e, next, tasks);
                }
                "forall" | "exists" | "lambda" => {
                    return Err(Failure::unsupported(tree.position(e), "quantifiers"));
                }
                "match" if self.names.theories.sorts => {
                    return self.begin_match(e, next, tasks, values.len())
                }
                "match" => return Err(Failure::unsupported(tree.position(e), "datatypes")),
                _ => {}
            }
        }
        let head = self.head(head)?;
        if next == tree.after(e) {
            return Err(
                tree.failure(e, "expected arguments, found none; a constant stands without parentheses")
            );
        }
        tasks.push(Task::Apply { list: e, next, base: values.len(), head });
        Ok(())
    }

    /// A constant, or a name that stands alone.
    fn word(&mut self, e: Expr) -> Result<TermId, Failure> {
        if let Some(t) = constant(self.tree, self.terms, e, self.numerals)? {
            return Ok(t);
        }
        let name = self.tree.symbol(e).ok_or_else(|| self.tree.expected("a term", e))?;
        let id = self.names.id(name);
        if let Some(t) = self.names.binding(id) {
            return Ok(t);
        }
        match self.names.meaning(id) {
            Some(Meaning::Constant(t)) | Some(Meaning::Defined(t)) => return Ok(*t),
            Some(Meaning::Function(function)) => {
                return Err(lacks_arguments(self.tree, e, function.parameters.len()));
            }
            Some(&Meaning::Declared(function)) => {
                return Err(lacks_arguments(self.tree, e, self.terms.function_sorts(function).0.len()));
            }
            Some(Meaning::Constructor(parts)) => {
                let parts = parts.clone();
                return self.lone_constructor(e, &parts, None);
            }
            Some(Meaning::Selector(_)) => return Err(lacks_arguments(self.tree, e, 1)),
            Some(&Meaning::Predicate(predicate)) => {
                let atom = self.atom(e, predicate, &[]);
                return atom.map_err(|misuse| self.blame(e, misuse));
            }
            None => {}
        }
        match self.names.operator(id) {
            Some(Operator::Truth(value)) => Ok(self.terms.bool(value)),
            Some(Operator::Float(FloatOperator::Rounding(mode))) => Ok(self.terms.rounding(mode)),
            Some(_) => Err(self.tree.failure(e, format!("`{}` expects arguments, found none", name))),
            None => match negative(self.terms, name, self.numerals) {
                Some(t) if self.tree.kind(e) == Kind::Symbol => Ok(t),
                _ => self.promised(id).ok_or_else(|| self.unknown(e, name)),
            },
        }
    }

    /// The constant of an undeclared name that an attribute has promised.
    fn promised(&mut self, id: NameId) -> Option<TermId> {
        self.attributes.as_mut()?.redeem(id, self.terms, self.names)
    }

    fn unknown(&self, e: Expr, name: &str) -> Failure {
        let position = self.tree.position(e);
        let theory = match name {
            "select" | "store" if !self.names.theories.sorts => "arrays",
            "fp" | "RNE" | "RNA" | "RTP" | "RTN" | "RTZ" => "floating-point numbers",
            "exp" | "sin" | "cos" | "tan" | "real.pi" => "transcendental functions",
            _ if self.structural(name).is_some() => {
                return self.tree.failure(e, format!("`{}` expects arguments, found none", name));
            }
            _ if name.starts_with("fp.") => "floating-point numbers",
            _ if name.starts_with("str.") || name.starts_with("re.") => "strings",
            _ => return self.tree.failure(e, format!("`{}` is not declared", self.tree.text(e))),
        };
        Failure::unsupported(position, theory)
    }

    /// The head of a list: a name, or a name with numerals or a sort.
    fn head(&mut self, e: Expr) -> Result<Head, Failure> {
        let tree = self.tree;
        if tree.is_list(e) {
            let mut parts = tree.children(e);
            let first = parts.next().ok_or_else(|| tree.expected("an operator", e))?;
            if tree.is_word(first, "as") {
                let name = parts.next().filter(|&n| !tree.is_list(n));
                let name = name.ok_or_else(|| tree.expected("an operator", e))?;
                return match self.qualified_head(name, parts.next())? {
                    Some(head) => Ok(head),
                    None => self.head(name),
                };
            }
            if !tree.is_word(first, "_") {
                return Err(tree.expected("an operator", e));
            }
            return match indexed(tree, self.terms, e, self.names.theories.floats)? {
                Indexed::Operator(operator) => Ok(Head::Operator(operator)),
                Indexed::Divisible(by) => Ok(Head::Divisible(by)),
                Indexed::Is(constructor) => self.tested(constructor).map(Head::Structural),
                Indexed::Constant(_) => Err(tree.failure(e, "a constant takes no arguments")),
            };
        }
        let name = tree.symbol(e).ok_or_else(|| tree.expected("an operator", e))?;
        let id = self.names.id(name);
        if self.names.binding(id).is_some() {
            return Err(tree.failure(e, format!("`{}` is a term here and takes no arguments", name)));
        }
        match (self.names.meaning(id), self.names.operator(id)) {
            (Some(Meaning::Function(function)), _) => Ok(Head::Function(function.clone())),
            (Some(&Meaning::Predicate(predicate)), _) => Ok(Head::Predicate(predicate)),
            (Some(&Meaning::Declared(function)), _) => Ok(Head::Declared(function)),
            (Some(Meaning::Constructor(parts)), _) => {
                Ok(Head::Structural(Structural::Construct(parts.clone(), None)))
            }
            (Some(Meaning::Selector(parts)), _) => Ok(Head::Structural(Structural::Field(parts.clone()))),
            (Some(Meaning::Constant(_) | Meaning::Defined(_)), _) => {
                Err(tree.failure(e, format!("`{}` is a constant and takes no arguments", name)))
            }
            (None, Some(operator)) => Ok(Head::Operator(operator)),
            (None, None) => match self.structural(name) {
                Some(operator) => Ok(Head::Structural(operator)),
                None => Err(self.unknown(e, name)),
            },
        }
    }

    fn apply(&mut self, list: Expr, head: &Head, args: &[TermId]) -> Result<TermId, Misuse> {
        match head {
            Head::Predicate(predicate) => self.atom(list, *predicate, args),
            Head::Operator(Operator::Times) if self.occurrences.is_some() && self.are_integers(args) => {
                Ok(self.product(list, args))
            }
            Head::Operator(operator) => operators::apply(self.terms, *operator, args),
            Head::Function(function) => self.call(function, args),
            Head::Declared(function) => {
                let sorts = self.terms.function_sorts(*function).0.to_vec();
                let args = fitting(self.terms, &sorts, args)?;
                Ok(self.terms.call(*function, &args))
            }
            Head::Structural(operator) => self.apply_structural(operator, args),
            Head::Divisible(by) => match args {
                [t] if self.terms.sort(*t) == Sort::Int => Ok(self.terms.divisible(*t, by.clone())),
                _ => Err(Misuse::new("expected 1 argument of sort Int")),
            },
        }
    }

    fn call(&mut self, function: &Function, args: &[TermId]) -> Result<TermId, Misuse> {
        let sorts: Vec<Sort> = function.parameters.iter().map(|&p| self.terms.sort(p)).collect();
        let args = fitting(self.terms, &sorts, args)?;
        let mut substitution = Substitution::new();
        for (&parameter, arg) in function.parameters.iter().zip(args) {
            substitution.insert(parameter, arg);
        }
        Ok(substitution.apply(self.terms, function.body))
    }

    /// `(_ bv5 8)`, where a term stands.
    fn indexed_constant(&mut self, e: Expr) -> Result<TermId, Failure> {
        match indexed(self.tree, self.terms, e, self.names.theories.floats)? {
            Indexed::Constant(t) => Ok(t),
            Indexed::Is(constructor) if !self.names.theories.sorts => {
                Err(self.tested(constructor).err().unwrap_or_else(|| self.tree.expected("a term", e)))
            }
            Indexed::Operator(_) | Indexed::Divisible(_) | Indexed::Is(_) => {
                Err(self.tree.failure(e, "expected a term, found an operator without arguments"))
            }
        }
    }

    /// `(as name sort)`, where a term stands.
    fn qualified(&mut self, e: Expr) -> Result<TermId, Failure> {
        let tree = self.tree;
        let mut parts = tree.children(e).skip(1);
        let (name, sort) = match (parts.next(), parts.next(), parts.next()) {
            (Some(name), Some(sort), None) if !tree.is_list(name) => (name, sort),
            _ => return Err(tree.failure(e, "expected `(as name sort)`")),
        };
        if let Some(Head::Structural(Structural::Construct(parts, sort))) =
            self.qualified_head(name, Some(sort))?
        {
            return self.lone_constructor(name, &parts, sort);
        }
        let sort = self.sort(sort)?;
        let t = self.word(name)?;
        let found = self.terms.sort(t);
        if found != sort {
            return Err(tree.failure(name, unlike(self.terms, sort, found)));
        }
        Ok(t)
    }

    fn begin_let(&self, e: Expr, next: Expr, tasks: &mut Vec<Task>, base: usize) -> Result<(), Failure> {
        let tree = self.tree;
        let end = tree.after(e);
        if next == end || !tree.is_list(next) || tree.children(next).next().is_none() {
            return Err(tree.failure(e, "expected `(let ((name term) ...) term)`"));
        }
        let body = tree.after(next);
        if body == end || tree.after(body) != end {
            return Err(tree.failure(e, "expected one term behind the bindings of `let`"));
        }
        let first = tree.children(next).next().unwrap_or(body);
        tasks.push(Task::Let { list: next, next: first, base });
        Ok(())
    }

    /// Evaluates the next binding, or binds all and goes on to the body.
    fn bind(
        &mut self,
        list: Expr,
        next: Expr,
        base: usize,
        tasks: &mut Vec<Task>,
        values: &mut Vec<TermId>,
    ) -> Result<(), Failure> {
        let tree = self.tree;
        let body = tree.after(list);
        if next != body {
            let mut parts = tree.children(next);
            match (parts.next(), parts.next(), parts.next()) {
                (Some(name), Some(term), None) if tree.symbol(name).is_some() => {
                    tasks.push(Task::Let { list, next: tree.after(next), base });
                    tasks.push(Task::Evaluate(term));
                    return Ok(());
                }
                _ => return Err(tree.expected("a binding `(name term)`", next)),
            }
        }
        let before = self.names.bindings();
        for (binding, &t) in tree.children(list).zip(values.get(base..).unwrap_or(&[])) {
            let name = tree.children(binding).next().and_then(|name| tree.symbol(name)).unwrap_or("");
            let id = self.names.id(name);
            if self.names.bound_since(id, before) {
                return Err(tree.failure(binding, format!("`{}` is bound twice by this `let`", name)));
            }
            self.names.bind(id, t);
        }
        values.truncate(base);
        tasks.push(Task::Unbind(before));
        tasks.push(Task::Evaluate(body));
        Ok(())
    }

    fn annotation(&self, e: Expr, term: Expr, tasks: &mut Vec<Task>) -> Result<(), Failure> {
        if term == self.tree.after(e) {
            return Err(self.tree.failure(e, "expected `(! term :keyword value ...)`"));
        }
        tasks.push(Task::Label(e));
        tasks.push(Task::Evaluate(term));
        Ok(())
    }

    /// Reads the attributes of an annotation; all but `:named` and those that are collected are left alone.
    fn label(&mut self, list: Expr, value: Option<TermId>) -> Result<(), Failure> {
        let tree = self.tree;
        let mut attributes = tree.children(list).skip(2).peekable();
        while let Some(keyword) = attributes.next() {
            if tree.kind(keyword) != Kind::Keyword {
                return Err(tree.expected("a keyword", keyword));
            }
            let argument = attributes.next_if(|&next| tree.kind(next) != Kind::Keyword);
            if tree.text(keyword) != ":named" {
                if let Some(t) = value {
                    self.collect(keyword, argument, t);
                }
                continue;
            }
            let name = argument.and_then(|e| tree.symbol(e).map(|name| (e, name)));
            let (place, name) =
                name.ok_or_else(|| tree.failure(keyword, "expected a name behind `:named`"))?;
            if !self.labels {
                let message = "a term with parameters cannot be named";
                return Err(tree.failure(place, message));
            }
            let id: NameId = self.names.id(name);
            if let Some(message) = self.names.taken(id) {
                return Err(tree.failure(place, message));
            }
            if let Some(t) = value {
                self.names.label(id, t);
            }
        }
        Ok(())
    }

    /// Keeps an attribute if its keyword is one that is collected.
    fn collect(&mut self, keyword: Expr, argument: Option<Expr>, term: TermId) {
        let tree = self.tree;
        let attributes = match self.attributes {
            Some(attributes) => attributes,
            None => return,
        };
        let wanted = match attributes.wanted(tree.text(keyword)) {
            Some(wanted) => wanted,
            None => return,
        };
        let argument = match argument {
            None => Argument::Missing,
            Some(e) if tree.kind(e) == Kind::Numeral => Argument::Numeral(tree.text(e).to_string()),
            Some(e) => match tree.symbol(e) {
                Some(name) => Argument::Name(name.to_string()),
                None => Argument::Other(tree.shown(e)),
            },
        };
        let (position, has_parameters) = (tree.position(keyword), !self.labels);
        let sort = self.terms.sort(term);
        let attribute = Attribute {
            term,
            keyword: wanted,
            argument,
            constant: None,
            position,
            has_parameters,
            definition: None,
        };
        attributes.keep(attribute, sort, self.names);
    }
}

/// The message for a name of a function or an operator without arguments.
fn lacks_arguments(tree: &Tree, e: Expr, count: usize) -> Failure {
    tree.failure(e, format!("`{}` expects {}, found none", tree.text(e), arity_text(count, count)))
}

/// The message about a term of another sort than expected.
fn unlike(terms: &Terms, expected: Sort, found: Sort) -> String {
    let [expected, found] = [expected, found].map(|sort| terms.sort_text(sort));
    format!("expected a term of sort {}, found one of sort {}", expected, found)
}

/// The arguments for places of these sorts. Integers are taken for reals.
pub(super) fn fitting(terms: &mut Terms, sorts: &[Sort], args: &[TermId]) -> Result<Vec<TermId>, Misuse> {
    let count = sorts.len();
    if args.len() != count {
        let message = format!("expected {}, found {}", arity_text(count, count), args.len());
        return Err(Misuse::new(message));
    }
    let mut found = Vec::with_capacity(count);
    for (i, (&expected, &arg)) in sorts.iter().zip(args).enumerate() {
        found.push(match (expected, terms.sort(arg)) {
            (Sort::Real, Sort::Int) => terms.to_real(arg),
            (expected, sort) if expected == sort => arg,
            (expected, sort) => return Err(Misuse::of_argument(i, unlike(terms, expected, sort))),
        });
    }
    Ok(found)
}

/// Whether the next term is the whole formula, or stands behind quantifiers that are in front of it.
fn is_in_front(tasks: &[Task], values: &[TermId]) -> bool {
    values.is_empty() && tasks.iter().all(|task| matches!(task, Task::Unbind(_)))
}
