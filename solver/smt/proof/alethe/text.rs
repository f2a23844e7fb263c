//! A derivation as text.

use super::derivation::{Derivation, Source, StepId};
use super::pool::Expr;
use crate::base::HashMap;
use std::collections::BTreeMap;
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
    /// How often each expression is used.
    uses: Vec<u32>,
    /// The numbers of the expressions that were printed with a name.
    names: HashMap<Expr, usize>,
    out: String,
}

impl Derivation {
    /// The steps that the last one needs, and the number of holes by reason.
    pub fn text(&self, last: StepId) -> (String, BTreeMap<&'static str, usize>) {
        let needed = self.needed_steps(last);
        let is_assumed = |&&i: &&usize| matches!(self.steps[i].source, Source::Assumed);
        let assumed: Vec<usize> = needed.iter().filter(is_assumed).copied().collect();
        let rest: Vec<usize> = needed.iter().filter(|i| !is_assumed(i)).copied().collect();
        let mut ids: HashMap<usize, String> = HashMap::default();
        ids.extend(assumed.iter().enumerate().map(|(n, &i)| (i, format!("h{}", n + 1))));
        ids.extend(rest.iter().enumerate().map(|(n, &i)| (i, format!("t{}", n + 1))));
        let mut printer = Printer {
            derivation: self,
            uses: vec![0; self.pool.len()],
            names: HashMap::default(),
            out: String::new(),
        };
        for &i in assumed.iter().chain(&rest) {
            self.steps[i].clause.iter().for_each(|&e| printer.count(e));
        }
        let mut holes: BTreeMap<&'static str, usize> = BTreeMap::new();
        for &i in assumed.iter().chain(&rest) {
            printer.step(i, &ids, &mut holes);
        }
        (printer.out, holes)
    }

    /// The numbers of the steps that a step rests on, in order.
    fn needed_steps(&self, last: StepId) -> Vec<usize> {
        let mut needed = vec![false; self.steps.len()];
        needed[last.index()] = true;
        for i in (0..self.steps.len()).rev() {
            if let (true, Source::Rule { premises, .. }) = (needed[i], &self.steps[i].source) {
                premises.iter().for_each(|premise| needed[premise.index()] = true);
            }
        }
        (0..needed.len()).filter(|&i| needed[i]).collect()
    }
}

impl Printer<'_> {
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

    fn step(&mut self, i: usize, ids: &HashMap<usize, String>, holes: &mut BTreeMap<&'static str, usize>) {
        let step = &self.derivation.steps[i];
        if let Source::Assumed = step.source {
            let _ = write!(self.out, "(assume {} ", ids[&i]);
            self.expression(step.clause[0]);
            self.out.push_str(")\n");
            return;
        }
        let _ = write!(self.out, "(step {} (cl", ids[&i]);
        for &e in &step.clause {
            self.out.push(' ');
            self.expression(e);
        }
        self.out.push(')');
        match &step.source {
            Source::Assumed => {}
            Source::Rule { name, premises, args } => {
                let _ = write!(self.out, " :rule {}", name);
                let premises: Vec<&str> = premises.iter().map(|p| ids[&p.index()].as_str()).collect();
                if !premises.is_empty() {
                    let _ = write!(self.out, " :premises ({})", premises.join(" "));
                }
                if !args.is_empty() {
                    let _ = write!(self.out, " :args ({})", args.join(" "));
                }
            }
            Source::Hole(reason) => {
                *holes.entry(reason).or_default() += 1;
                // The one reason that has a rule of its own, which checkers take for a hole.
                let _ = match *reason {
                    "integer" => write!(self.out, " :rule lia_generic"),
                    reason => write!(self.out, " :rule hole :args (\"{}\")", reason),
                };
            }
        }
        self.out.push_str(")\n");
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
