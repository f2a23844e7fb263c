//! Terms as SMT-LIB text.
//!
//! A term that occurs more than once is bound by `let`, so the text is as long as the graph is large. Bound names
//! begin with a dot, which SMT-LIB reserves for solvers. A script must not define such names, so shared terms of
//! several formulas get the prefix that the writer of the script chooses. Disjunctions and strict comparisons, which
//! are stored as negations, are printed as such.

use super::float::FloatOp;
use super::store::{Op, Sort, TermId, Terms};
use crate::base::HashMap;
use crate::theories::num::Rational;
use std::borrow::Cow;
use std::fmt::Write;

/// Prints a name, between bars if it is not a simple symbol.
pub fn quoted(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let starts = name.chars().next().map_or(false, |c| !c.is_ascii_digit());
    if starts && name.chars().all(simple) && !is_reserved(name) {
        name.to_string()
    } else {
        format!("|{}|", name)
    }
}

/// Whether SMT-LIB reserves the word, so that it is no symbol without bars.
pub fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name)
}

const RESERVED: [&str; 13] = [
    "_",
    "!",
    "as",
    "let",
    "exists",
    "forall",
    "match",
    "par",
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
];

/// The beginning of the names `.0`, `.1` and so on that an answer of the solver gives to shared terms.
pub(crate) const SOLVER_PREFIX: &str = ".";

/// The beginning of the names of shared terms in scripts, which must not define names that begin with `.` or `@`.
pub(crate) const SCRIPT_PREFIX: &str = "shared.";

/// A number as SMT-LIB writes it in its sort.
pub(super) fn number(value: &Rational, sort: Sort) -> String {
    let point = if sort == Sort::Real { ".0" } else { "" };
    let absolute = value.abs();
    let text = if absolute.is_integer() {
        format!("{}{}", absolute, point)
    } else {
        format!("(/ {}.0 {}.0)", absolute.numerator(), absolute.denominator())
    };
    if value.is_negative() {
        format!("(- {})", text)
    } else {
        text
    }
}

impl Terms {
    /// The text of a term without arguments, but for a number, or that of the operator in front of its arguments.
    pub(crate) fn operator_text(&self, t: TermId) -> Cow<'static, str> {
        let found = match self.op(t) {
            Op::True => return "true".into(),
            Op::Symbol(symbol) => quoted(self.name(symbol)),
            Op::Call(function) => quoted(self.function_name(function)),
            Op::Construct(constructor) => self.constructor_text(constructor),
            Op::Field(selector) => quoted(self.selector_name(selector)),
            Op::Is(constructor) => format!("(_ is {})", quoted(self.constructor_name(constructor))),
            Op::ConstArray => format!("(as const {})", self.sort_text(self.sort(t))),
            Op::Bits(_) => self.bits_of(t).map_or_else(String::new, |bits| bits.to_string()),
            Op::Rounding(mode) => return mode.name().into(),
            Op::Float(op) => self.float_operator(t, op),
            Op::Extract(low) => format!("(_ extract {} {})", low + self.width(t).max(1) - 1, low),
            Op::SignExtend => format!("(_ sign_extend {})", self.width(t) - self.width(self.arg(t, 0))),
            op => return name_of(op).into(),
        };
        found.into()
    }
}

/// A piece of text that is still to be printed.
enum Item {
    Text(&'static str),
    Term(TermId),
    Negation(TermId),
}

struct Printer<'a> {
    terms: &'a Terms,
    /// Terms that have a name by now.
    names: HashMap<TermId, usize>,
    /// The beginning of these names; their number follows.
    prefix: &'static str,
    out: String,
    stack: Vec<Item>,
}

impl Terms {
    /// The term as SMT-LIB text.
    pub fn text(&self, t: TermId) -> String {
        self.text_with(t, SOLVER_PREFIX)
    }

    /// The term as text in which the names of shared terms have this prefix and a number. No constant may have such a
    /// name.
    pub(crate) fn text_with(&self, t: TermId, prefix: &'static str) -> String {
        self.text_of(t, Item::Term(t), prefix)
    }

    /// The negation of a formula as SMT-LIB text, without a term for it.
    pub(crate) fn text_of_negation(&self, t: TermId) -> String {
        self.text_of(t, Item::Negation(t), SOLVER_PREFIX)
    }

    /// Something about a term as text.
    fn text_of(&self, t: TermId, item: Item, prefix: &'static str) -> String {
        let mut printer = Printer::new(self, prefix);
        let shared = printer.shared(&[t], 0);
        for (i, &s) in shared.iter().enumerate() {
            let _ = write!(printer.out, "(let (({}{} ", prefix, i);
            printer.print(s);
            printer.out.push_str(")) ");
            printer.names.insert(s, i);
        }
        printer.print_item(item);
        printer.out.push_str(&")".repeat(shared.len()));
        printer.out
    }

    /// Several terms as text. Subterms that occur more than once are named by the definitions that come first: with
    /// this prefix and a number. No constant may have such a name.
    pub(crate) fn texts(&self, list: &[TermId], prefix: &'static str) -> (Vec<String>, Vec<String>) {
        let mut printer = Printer::new(self, prefix);
        let mut definitions = Vec::new();
        for (i, s) in printer.shared(list, 1).into_iter().enumerate() {
            printer.print(s);
            let text = std::mem::take(&mut printer.out);
            definitions.push(format!(
                "(define-fun {}{} () {} {})",
                prefix,
                i,
                self.sort_text(self.sort(s)),
                text
            ));
            printer.names.insert(s, i);
        }
        let mut texts = Vec::with_capacity(list.len());
        for &t in list {
            printer.print(t);
            texts.push(std::mem::take(&mut printer.out));
        }
        (definitions, texts)
    }
}

impl<'a> Printer<'a> {
    fn new(terms: &'a Terms, prefix: &'static str) -> Printer<'a> {
        Printer { terms, names: HashMap::default(), prefix, out: String::new(), stack: Vec::new() }
    }

    /// The terms below the roots that are worth a name, arguments first. A root itself counts as `root_uses` uses.
    fn shared(&self, roots: &[TermId], root_uses: u32) -> Vec<TermId> {
        let order = self.terms.subterms(roots);
        let mut uses = vec![0u32; order.len()];
        for root in roots {
            if let Ok(i) = order.binary_search(root) {
                uses[i] = uses[i].saturating_add(root_uses);
            }
        }
        let is_bare = |s: TermId| matches!(self.terms.op(s), Op::Not | Op::ToReal);
        // Users come after the terms that they use. A term that gets no name of its own hands its uses on.
        for at in (0..order.len()).rev() {
            let times = if is_bare(order[at]) { uses[at] } else { 1 };
            for a in self.terms.args(order[at]) {
                if let Ok(i) = order.binary_search(a) {
                    uses[i] = uses[i].saturating_add(times);
                }
            }
        }
        let worthy = |s: TermId| !self.terms.args(s).is_empty() && !is_bare(s);
        order.iter().zip(uses).filter(|&(&s, n)| n > 1 && worthy(s)).map(|(&s, _)| s).collect()
    }

    fn print(&mut self, t: TermId) {
        self.print_item(Item::Term(t));
    }

    fn print_item(&mut self, item: Item) {
        self.stack.push(item);
        while let Some(item) = self.stack.pop() {
            match item {
                Item::Text(text) => self.out.push_str(text),
                Item::Negation(t) => self.negation(t),
                Item::Term(t) => match self.names.get(&t) {
                    Some(i) => {
                        let _ = write!(self.out, "{}{}", self.prefix, i);
                    }
                    None => self.node(t),
                },
            }
        }
    }

    /// Prints an operator and leaves the arguments for later.
    fn application(&mut self, operator: &str, args: &[TermId]) {
        self.out.push('(');
        self.out.push_str(operator);
        self.stack.push(Item::Text(")"));
        for &a in args.iter().rev() {
            self.stack.push(Item::Term(a));
            self.stack.push(Item::Text(" "));
        }
    }

    fn node(&mut self, t: TermId) {
        let terms = self.terms;
        let args = terms.args(t);
        match terms.op(t) {
            Op::Numeral(_) => {
                let value = terms.number_of(t).cloned().unwrap_or_default();
                self.out.push_str(&number(&value, terms.sort(t)));
            }
            Op::Not => self.negation(args[0]),
            Op::DivByZero => self.by_zero("/", "0.0", args[0]),
            Op::Inverse => self.if_divisor(["0.0", "(/ 1.0 "], args[0], args),
            Op::IntQuotient => self.if_divisor(["0", "(div "], args[1], args),
            Op::IntDivByZero => self.by_zero("div", "0", args[0]),
            Op::IntModByZero => self.by_zero("mod", "0", args[0]),
            Op::Float(FloatOp::OfBits) => match (self.terms.float_of(t), terms.sort(t)) {
                (Some(word), Sort::Float(format)) => self.out.push_str(&format.text(word)),
                _ => self.application(&terms.operator_text(t), args),
            },
            _ if args.is_empty() => self.out.push_str(&terms.operator_text(t)),
            _ => self.application(&terms.operator_text(t), args),
        }
    }

    fn by_zero(&mut self, operator: &'static str, zero: &'static str, dividend: TermId) {
        self.out.push('(');
        self.out.push_str(operator);
        self.stack.extend([
            Item::Text(")"),
            Item::Text(zero),
            Item::Text(" "),
            Item::Term(dividend),
            Item::Text(" "),
        ]);
    }

    /// A quotient that is 0 if the divisor is.
    fn if_divisor(&mut self, [zero, operator]: [&'static str; 2], divisor: TermId, args: &[TermId]) {
        self.out.push_str("(ite (= ");
        self.stack.push(Item::Text("))"));
        for (i, &a) in args.iter().enumerate().rev() {
            self.stack.push(Item::Term(a));
            self.stack.push(Item::Text(if i > 0 { " " } else { "" }));
        }
        let head = [operator, " ", zero, ") ", zero, " "].map(Item::Text);
        self.stack.extend(head);
        self.stack.push(Item::Term(divisor));
    }

    fn negation(&mut self, inner: TermId) {
        let terms = self.terms;
        let args = terms.args(inner);
        if self.names.contains_key(&inner) {
            return self.application("not", &[inner]);
        }
        match terms.op(inner) {
            Op::True => self.out.push_str("false"),
            Op::And => {
                self.out.push_str("(or");
                self.stack.push(Item::Text(")"));
                for &a in args.iter().rev() {
                    match terms.split_not(a) {
                        (positive, true) => self.stack.push(Item::Term(positive)),
                        _ => self.stack.push(Item::Negation(a)),
                    }
                    self.stack.push(Item::Text(" "));
                }
            }
            Op::Le => self.application(">", args),
            Op::Ge => self.application("<", args),
            _ => self.application("not", &[inner]),
        }
    }
}

fn name_of(op: Op) -> &'static str {
    match op {
        Op::Not => "not",
        Op::And => "and",
        Op::Eq => "=",
        Op::Ite => "ite",
        Op::Select => "select",
        Op::Store => "store",
        Op::Difference => "array-diff",
        Op::Add => "+",
        Op::Mul | Op::Product => "*",
        Op::Le => "<=",
        Op::Ge => ">=",
        Op::IntDiv | Op::IntDivByZero => "div",
        Op::IntMod | Op::IntModByZero => "mod",
        Op::DivByZero => "/",
        Op::ToReal => "to_real",
        Op::ToInt => "to_int",
        Op::BvNot => "bvnot",
        Op::BvNeg => "bvneg",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvAdd => "bvadd",
        Op::BvSub => "bvsub",
        Op::BvMul => "bvmul",
        Op::BvUdiv => "bvudiv",
        Op::BvUrem => "bvurem",
        Op::BvShl => "bvshl",
        Op::BvLshr => "bvlshr",
        Op::BvAshr => "bvashr",
        Op::Concat => "concat",
        Op::BvUlt => "bvult",
        Op::BvSlt => "bvslt",
        other => unreachable!("{:?} is printed in its own way", other),
    }
}
