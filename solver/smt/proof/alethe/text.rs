//! A derivation as text.

use super::derivation::{Derivation, StepId};
use super::pool::Expr;
use crate::base::HashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A piece of text that is still to be printed.
enum Item {
    Text(&'static str),
    Expr(Expr),
    /// The end of an expression that gets this number.
    Named(usize),
}

struct Printer<'a> {
    derivation: &'a Derivation,
    ids: HashMap<StepId, String>,
    /// How often each expression is used.
    uses: Vec<u32>,
    /// The numbers of the expressions that were printed with a name.
    names: HashMap<Expr, usize>,
    /// The number of holes by reason.
    holes: BTreeMap<&'a str, usize>,
    out: String,
}

impl Derivation {
    /// The steps that the last one needs, and a line that counts the holes by reason.
    pub fn text(&self, last: StepId) -> String {
        let (mut needed, mut open) = (BTreeSet::from([last]), vec![last]);
        while let Some(step) = open.pop() {
            open.extend(self.step_of(step).premises.iter().filter(|&&premise| needed.insert(premise)));
        }
        let (assumed, rest): (Vec<StepId>, Vec<StepId>) =
            needed.into_iter().partition(|&step| self.step_of(step).rule == "assume");
        let mut printer = Printer {
            derivation: self,
            ids: HashMap::default(),
            uses: vec![0; self.pool.len()],
            names: HashMap::default(),
            holes: BTreeMap::new(),
            out: String::new(),
        };
        for (letter, steps) in [("h", &assumed), ("t", &rest)] {
            printer
                .ids
                .extend(steps.iter().enumerate().map(|(n, &step)| (step, format!("{}{}", letter, n + 1))));
        }
        let steps = [assumed, rest].concat();
        for &step in &steps {
            self.step_of(step).clause.iter().for_each(|&e| printer.count(e));
        }
        for &step in &steps {
            printer.step(step);
        }
        let Printer { holes, mut out, .. } = printer;
        let parts: Vec<String> =
            holes.iter().map(|(reason, count)| format!("{} {}", reason, count)).collect();
        let _ = match holes.values().sum::<usize>() {
            0 => writeln!(out, "; no holes"),
            1 => writeln!(out, "; 1 hole: {}", parts.join(", ")),
            total => writeln!(out, "; {} holes: {}", total, parts.join(", ")),
        };
        out
    }
}

impl<'a> Printer<'a> {
    /// Counts the uses of an expression and those below. A negation gets no name, and hands its uses on.
    fn count(&mut self, e: Expr) {
        let pool = &self.derivation.pool;
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            self.uses[e.index()] = self.uses[e.index()].saturating_add(1);
            if self.uses[e.index()] == 1 || pool.head(e) == "not" {
                open.extend(pool.args(e));
            }
        }
    }

    fn is_shared(&self, e: Expr) -> bool {
        let pool = &self.derivation.pool;
        let is_bare = pool.args(e).is_empty() || pool.head(e) == "not" || pool.value(e).is_some();
        !is_bare && self.uses[e.index()] > 1
    }

    fn step(&mut self, id: StepId) {
        let step = self.derivation.step_of(id);
        let is_assumed = step.rule == "assume";
        let _ = match is_assumed {
            true => write!(self.out, "(assume {}", self.ids[&id]),
            false => write!(self.out, "(step {} (cl", self.ids[&id]),
        };
        for &e in &step.clause {
            self.out.push(' ');
            self.expression(e);
        }
        if !is_assumed {
            let _ = write!(self.out, ") :rule {}", step.rule);
        }
        let premises: Vec<&str> = step.premises.iter().map(|premise| self.ids[premise].as_str()).collect();
        for (word, list) in [("premises", premises.join(" ")), ("args", step.args.join(" "))] {
            if !list.is_empty() {
                let _ = write!(self.out, " :{} ({})", word, list);
            }
        }
        self.out.push_str(")\n");
        match step.rule {
            "lia_generic" => *self.holes.entry("integer").or_default() += 1,
            "hole" => *self.holes.entry(step.args[0].trim_matches('"')).or_default() += 1,
            _ => {}
        }
    }

    fn expression(&mut self, e: Expr) {
        let derivation = self.derivation;
        let mut open = vec![Item::Expr(e)];
        while let Some(item) = open.pop() {
            match item {
                Item::Text(text) => self.out.push_str(text),
                Item::Named(number) => {
                    let _ = write!(self.out, " :named @{})", number);
                }
                Item::Expr(e) => {
                    if let Some(number) = self.names.get(&e) {
                        let _ = write!(self.out, "@{}", number);
                        continue;
                    }
                    let args = derivation.pool.args(e);
                    if self.is_shared(e) {
                        let number = self.names.len() + 1;
                        self.names.insert(e, number);
                        self.out.push_str("(! ");
                        open.push(Item::Named(number));
                    }
                    if args.is_empty() {
                        self.out.push_str(derivation.pool.head(e));
                        continue;
                    }
                    self.out.push('(');
                    self.out.push_str(derivation.pool.head(e));
                    open.push(Item::Text(")"));
                    for &a in args.iter().rev() {
                        open.push(Item::Expr(a));
                        open.push(Item::Text(" "));
                    }
                }
            }
        }
    }
}
