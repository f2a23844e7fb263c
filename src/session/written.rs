//! Assertions as they were written, for proofs that repeat them.
//!
//! While an assertion becomes a term, the reader notes what each of its parts became. Here the tree is walked once
//! more: names bound by `let` are replaced by what they stand for, and annotations are left out.

use super::script::Interpreter;
use super::settings::ProofText;
use crate::base::HashMap;
use crate::input::smtlib::{Expr, Failure, Kind, Tree};
use crate::solver::smt::proof::{Part, Written};
use crate::solver::term::{quoted, TermId, Terms};

/// Something that is still to be done.
enum Task {
    Read(Expr),
    /// Makes an application of its last parts.
    Apply(Expr, usize),
    /// Gives the names of these bindings to the last parts.
    Bind(Expr),
    /// Takes the names of these bindings back.
    Unbind(Expr),
}

struct Walk<'a> {
    tree: &'a Tree,
    terms: &'a Terms,
    /// Whether a numeral is a real.
    reals_only: bool,
    meanings: HashMap<Expr, TermId>,
    names: HashMap<&'a str, Vec<Part>>,
    parts: Vec<Part>,
    written: Written,
}

impl Interpreter {
    /// A formula, which is kept as it was written if proofs are to repeat it.
    pub(super) fn noted_formula(&mut self, tree: &Tree, e: Expr) -> Result<TermId, Failure> {
        if self.settings.proof_format != ProofText::Alethe {
            return self.declared.formula(tree, e);
        }
        self.declared.trace = Some(Vec::new());
        let formula = self.declared.formula(tree, e);
        let trace = self.declared.trace.take().unwrap_or_default();
        let formula = formula?;
        let walk = Walk {
            tree,
            terms: &self.declared.terms,
            reals_only: self.declared.reals_only,
            meanings: trace.into_iter().collect(),
            names: HashMap::default(),
            parts: Vec::new(),
            written: Written::default(),
        };
        self.written.push((formula, walk.run(e)));
        Ok(formula)
    }
}

impl<'a> Walk<'a> {
    fn run(mut self, root: Expr) -> Written {
        let mut tasks = vec![Task::Read(root)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Read(e) => self.read(e, &mut tasks),
                Task::Apply(e, count) => {
                    let args = self.parts.split_off(self.parts.len().saturating_sub(count));
                    let head = self.tree.children(e).next().map_or_else(String::new, |head| self.word(head));
                    self.add(e, head, args);
                }
                Task::Bind(list) => {
                    let names: Vec<&'a str> = self.bound(list).collect();
                    let parts = self.parts.split_off(self.parts.len().saturating_sub(names.len()));
                    for (name, part) in names.into_iter().zip(parts) {
                        self.names.entry(name).or_default().push(part);
                    }
                }
                Task::Unbind(list) => {
                    for name in self.bound(list) {
                        self.names.get_mut(name).into_iter().for_each(|parts| {
                            parts.pop();
                        });
                    }
                }
            }
        }
        self.written
    }

    /// The names of the bindings of a `let`.
    fn bound(&self, list: Expr) -> impl Iterator<Item = &'a str> {
        let tree = self.tree;
        tree.children(list).map(move |binding| {
            tree.children(binding).next().and_then(|name| tree.symbol(name)).unwrap_or("")
        })
    }

    fn read(&mut self, e: Expr, tasks: &mut Vec<Task>) {
        let tree = self.tree;
        let mut children = tree.children(e);
        let head = match children.next() {
            Some(head) => head,
            None => {
                let bound =
                    tree.symbol(e).and_then(|name| self.names.get(name)).and_then(|parts| parts.last());
                match bound.copied() {
                    Some(part) => self.parts.push(part),
                    None => {
                        let word = self.word(e);
                        self.add(e, word, Vec::new());
                    }
                }
                return;
            }
        };
        if tree.is_word(head, "!") {
            tasks.extend(children.next().map(Task::Read));
        } else if tree.is_word(head, "let") {
            if let (Some(list), Some(body)) = (children.next(), children.next()) {
                tasks.extend([Task::Unbind(list), Task::Read(body), Task::Bind(list)]);
                let values = tree.children(list).filter_map(|binding| tree.children(binding).nth(1));
                let values: Vec<Task> = values.map(Task::Read).collect();
                tasks.extend(values.into_iter().rev());
            }
        } else if tree.is_word(head, "_") || tree.is_word(head, "as") {
            let bits = self.meanings.get(&e).and_then(|&t| self.terms.bits_of(t));
            let word = bits.map_or_else(|| tree.written(e), |bits| bits.to_string());
            self.add(e, word, Vec::new());
        } else {
            let args: Vec<Expr> = children.collect();
            tasks.push(Task::Apply(e, args.len()));
            tasks.extend(args.into_iter().rev().map(Task::Read));
        }
    }

    fn add(&mut self, e: Expr, head: String, args: Vec<Part>) {
        let meaning = self.meanings.get(&e).copied();
        let part = self.written.add(head, args, meaning);
        self.parts.push(part);
    }

    /// A word, or an operator in parentheses. Words of bits are written as the solver writes them, and a numeral that
    /// is a real with its point.
    fn word(&self, e: Expr) -> String {
        match self.tree.kind(e) {
            Kind::Symbol | Kind::Quoted => quoted(self.tree.text(e)),
            Kind::Numeral if self.reals_only => format!("{}.0", self.tree.text(e)),
            Kind::Hexadecimal | Kind::Binary => match self.meanings.get(&e) {
                Some(&t) => self.terms.text(t),
                None => self.tree.written(e),
            },
            _ => self.tree.written(e),
        }
    }
}
