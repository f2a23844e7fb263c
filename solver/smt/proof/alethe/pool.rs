//! Expressions as the text of a proof has them.
//!
//! A checker of Alethe compares formulas letter by letter, whereas the terms of the solver are in normal form. So the
//! text is made of expressions of its own: an operator or a name as it is written, and arguments. Equal expressions are
//! one.

use crate::base::HashMap;
use crate::solver::term::{Family, Op, Sort, TermId, Terms};
use crate::theories::num::Rational;
use std::collections::BTreeSet;

/// An expression of a [`Pool`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Expr(u32);

impl Expr {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The part of an expression's sort that rules depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Truth,
    Number,
    Other,
}

impl Kind {
    pub fn of(sort: Sort) -> Kind {
        match sort.family() {
            Family::Bool => Kind::Truth,
            Family::Int | Family::Real => Kind::Number,
            Family::Word(_) | Family::Opaque => Kind::Other,
        }
    }
}

/// A formula without negation in front of it, and whether it is true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Literal {
    pub atom: Expr,
    pub positive: bool,
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal { atom: self.atom, positive: !self.positive }
    }
}

impl Literal {
    pub fn negate_if(self, condition: bool) -> Literal {
        Literal { atom: self.atom, positive: self.positive != condition }
    }
}

struct Node {
    head: u32,
    args: Vec<Expr>,
    kind: Kind,
}

/// All expressions of a proof.
#[derive(Default)]
pub(super) struct Pool {
    heads: Vec<String>,
    head_ids: HashMap<String, u32>,
    nodes: Vec<Node>,
    known: HashMap<(u32, Vec<Expr>), Expr>,
    of_terms: HashMap<TermId, Expr>,
}

impl Pool {
    /// The expression of this operator and these arguments.
    pub fn make(&mut self, head: &str, args: &[Expr], kind: Kind) -> Expr {
        let head = match self.head_ids.get(head) {
            Some(&id) => id,
            None => {
                let id = self.heads.len() as u32;
                self.heads.push(head.to_string());
                self.head_ids.insert(head.to_string(), id);
                id
            }
        };
        let key = (head, args.to_vec());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let made = Expr(self.nodes.len() as u32);
        self.nodes.push(Node { head, args: args.to_vec(), kind });
        self.known.insert(key, made);
        made
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn head(&self, e: Expr) -> &str {
        &self.heads[self.nodes[e.index()].head as usize]
    }

    /// The number of the operator.
    pub fn operator(&self, e: Expr) -> usize {
        self.nodes[e.index()].head as usize
    }

    pub fn args(&self, e: Expr) -> &[Expr] {
        &self.nodes[e.index()].args
    }

    /// The parts of an expression that are wanted, arguments before expressions made of them. Those below unwanted
    /// parts are left out.
    pub fn parts(&self, e: Expr, is_wanted: impl Fn(Expr) -> bool) -> BTreeSet<Expr> {
        let (mut found, mut open) = (BTreeSet::new(), vec![e]);
        while let Some(e) = open.pop() {
            if is_wanted(e) && found.insert(e) {
                open.extend(self.args(e));
            }
        }
        found
    }

    pub fn kind(&self, e: Expr) -> Kind {
        self.nodes[e.index()].kind
    }

    /// The operator and the arguments of a formula; of anything else an operator that is none.
    pub fn formula(&self, e: Expr) -> (&str, &[Expr]) {
        match self.kind(e) {
            Kind::Truth => (self.head(e), self.args(e)),
            Kind::Number | Kind::Other => ("", &[]),
        }
    }

    pub fn truth(&mut self, value: bool) -> Expr {
        self.make(if value { "true" } else { "false" }, &[], Kind::Truth)
    }

    pub fn not(&mut self, e: Expr) -> Expr {
        self.make("not", &[e], Kind::Truth)
    }

    pub fn equal(&mut self, a: Expr, b: Expr) -> Expr {
        self.make("=", &[a, b], Kind::Truth)
    }

    /// The formula without its negations.
    pub fn literal(&self, mut e: Expr) -> Literal {
        let mut positive = true;
        while let ("not", &[inner]) = self.formula(e) {
            e = inner;
            positive = !positive;
        }
        Literal { atom: e, positive }
    }

    pub fn expression(&mut self, l: Literal) -> Expr {
        if l.positive {
            l.atom
        } else {
            self.not(l.atom)
        }
    }

    /// The expression of a number in a sort, as SMT-LIB writes it.
    pub fn number(&mut self, value: &Rational, sort: Sort) -> Expr {
        let point = if sort == Sort::Real { ".0" } else { "" };
        let absolute = value.abs();
        let mut made = if absolute.is_integer() {
            self.make(&format!("{}{}", absolute, point), &[], Kind::Number)
        } else {
            let parts = [absolute.numerator(), absolute.denominator()];
            let parts = parts.map(|part| self.make(&format!("{}.0", part), &[], Kind::Number));
            self.make("/", &parts, Kind::Number)
        };
        if value.is_negative() {
            made = self.make("-", &[made], Kind::Number);
        }
        made
    }

    /// The value of an expression that is a number: perhaps a fraction, perhaps with a minus.
    pub fn value(&self, e: Expr) -> Option<Rational> {
        match (self.head(e), self.args(e)) {
            ("-", &[inner]) => self.fraction(inner).map(|value| -value),
            _ => self.fraction(e),
        }
    }

    fn fraction(&self, e: Expr) -> Option<Rational> {
        match (self.head(e), self.args(e)) {
            ("/", &[a, b]) => {
                let divisor = self.decimal(b).filter(|divisor| !divisor.is_zero())?;
                Some(&self.decimal(a)? / &divisor)
            }
            _ => self.decimal(e),
        }
    }

    /// The value of a numeral or decimal.
    fn decimal(&self, e: Expr) -> Option<Rational> {
        let text = Some(self.head(e)).filter(|text| text.starts_with(|c: char| c.is_ascii_digit()));
        text.and_then(|text| text.parse().ok())
    }

    /// The expression of a term.
    pub fn term(&mut self, terms: &Terms, t: TermId) -> Expr {
        if let Some(&known) = self.of_terms.get(&t) {
            return known;
        }
        for part in terms.subterms(&[t]) {
            if !self.of_terms.contains_key(&part) {
                let made = self.of_parts(terms, part);
                self.of_terms.insert(part, made);
            }
        }
        self.of_terms[&t]
    }

    /// The expression of a term whose arguments have theirs.
    fn of_parts(&mut self, terms: &Terms, t: TermId) -> Expr {
        let sort = terms.sort(t);
        if let Some(value) = terms.number_of(t) {
            return self.number(value, sort);
        }
        if t == Terms::FALSE {
            return self.truth(false);
        }
        let mut args: Vec<Expr> = terms.args(t).iter().map(|a| self.of_terms[a]).collect();
        let zero = match terms.op(t) {
            Op::DivByZero => Some(Sort::Real),
            Op::IntDivByZero | Op::IntModByZero => Some(Sort::Int),
            _ => None,
        };
        args.extend(zero.map(|sort| self.number(&Rational::ZERO, sort)));
        if let (Op::Inverse | Op::IntQuotient, &[.., divisor]) = (terms.op(t), &args[..]) {
            return self.quotient_of(&args, divisor, sort);
        }
        if let (Op::Difference, &[a, b]) = (terms.op(t), &args[..]) {
            return self.difference_of(terms, t, [a, b]);
        }
        self.make(&terms.operator_text(t), &args, Kind::of(sort))
    }

    /// A quotient that is 0 if the divisor is.
    fn quotient_of(&mut self, args: &[Expr], divisor: Expr, sort: Sort) -> Expr {
        let (zero, one) = (self.number(&Rational::ZERO, sort), self.number(&Rational::ONE, sort));
        let quotient = match *args {
            [a, b] => self.make("div", &[a, b], Kind::of(sort)),
            _ => self.make("/", &[one, divisor], Kind::of(sort)),
        };
        let by_zero = self.equal(divisor, zero);
        self.make("ite", &[by_zero, zero, quotient], Kind::of(sort))
    }

    /// Some index at which two arrays differ, if they do: Hilbert's choice of one. Its bound name is one of its own.
    fn difference_of(&mut self, terms: &Terms, t: TermId, arrays: [Expr; 2]) -> Expr {
        let sort = terms.sort(t);
        let kind = Kind::of(sort);
        let name = format!(".i{}", self.len());
        let index = self.make(&name, &[], kind);
        let reads = arrays.map(|array| self.make("select", &[array, index], Kind::Other));
        let equal = self.equal(reads[0], reads[1]);
        let differ = self.not(equal);
        let bound = self.make(&format!("(({} {}))", name, terms.sort_text(sort)), &[], Kind::Other);
        self.make("choice", &[bound, differ], kind)
    }

    /// The literal of a formula.
    pub fn formula_of(&mut self, terms: &Terms, t: TermId) -> Literal {
        if t == Terms::FALSE {
            return !Literal { atom: self.truth(true), positive: true };
        }
        let e = self.term(terms, t);
        self.literal(e)
    }
}
