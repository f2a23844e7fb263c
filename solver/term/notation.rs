//! Terms written with operators: `x + y`, `x.le(3)`, `!a & b`.
//!
//! A [`Notation`] borrows a store, and its [`Expr`]s are terms of this store. Each operator calls the method of
//! [`Terms`] that fits the sort of its left side, so the terms are those that the method makes. Other methods are
//! reached by [`Expr::with`]. While an expression is in use, the borrow keeps the store from being used in another way;
//! the numbers of terms ([`Expr::id`]) outlive it.

use super::store::{Sort, TermId, Terms};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};
use std::cell::RefCell;
use std::fmt;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Sub};

/// Lends a store to expressions.
///
/// ```
/// use indubit::solver::term::{Notation, Sort, Terms};
///
/// let mut terms = Terms::new();
/// let n = Notation::new(&mut terms);
/// let (x, y) = (n.declare("x", Sort::Int), n.declare("y", Sort::Int));
/// let (a, b) = (n.declare("a", Sort::Bool), n.declare("b", Sort::Bool));
/// let sum = (x + y).le(3);
/// let formula = sum & (!a | b.implies(x.eq(2 * y)));
/// let word = n.declare("w", Sort::BitVec(8));
/// let small = (word & 0x0f).with(0x10, Terms::bv_ult);
/// let [sum, formula, small] = [sum, formula, small].map(|t| t.id());
///
/// // From here on the store is free again.
/// assert_eq!(terms.text(sum), "(<= (+ x y) 3)");
/// assert_eq!(terms.args(formula).len(), 2);
/// assert_eq!(terms.sort(small), Sort::Bool);
/// ```
#[derive(Debug)]
pub struct Notation<'t> {
    terms: RefCell<&'t mut Terms>,
}

impl<'t> Notation<'t> {
    /// Expressions for the terms of a store.
    pub fn new(terms: &'t mut Terms) -> Notation<'t> {
        Notation { terms: RefCell::new(terms) }
    }

    /// A term of the store as an expression.
    pub fn of(&'t self, id: TermId) -> Expr<'t> {
        Expr { terms: &self.terms, id }
    }

    /// A new constant ([`Terms::declare`]).
    pub fn declare(&'t self, name: &str, sort: Sort) -> Expr<'t> {
        let id = self.terms.borrow_mut().declare(name, sort);
        self.of(id)
    }
}

/// A term with operators.
///
/// `+`, `-` and `*` are for numbers and bit-vectors; `!`, `&`, `|` and `^` for formulas and bit-vectors. The other side
/// is an expression, a [`TermId`], a truth value, or a number, which becomes a numeral of the left side's sort; as a
/// bit-vector it is taken modulo 2^width. Bit-vectors are compared by a method that says how their bits are read, such
/// as `a.with(b, Terms::bv_ult)`.
///
/// # Panics
///
/// All operators: as the methods of [`Terms`] do, if the sorts do not fit; and if a product has no numeral.
#[derive(Clone, Copy)]
pub struct Expr<'n> {
    terms: &'n RefCell<&'n mut Terms>,
    id: TermId,
}

/// The other side of an operator.
pub trait Operand {
    /// The term for it beside a term of this sort.
    fn term(self, terms: &mut Terms, sort: Sort) -> TermId;
}

impl Operand for Expr<'_> {
    fn term(self, _: &mut Terms, _: Sort) -> TermId {
        self.id
    }
}

impl Operand for TermId {
    fn term(self, _: &mut Terms, _: Sort) -> TermId {
        self
    }
}

impl Operand for bool {
    fn term(self, terms: &mut Terms, _: Sort) -> TermId {
        terms.bool(self)
    }
}

impl Operand for i64 {
    fn term(self, terms: &mut Terms, sort: Sort) -> TermId {
        match sort.width() {
            Some(width) => terms.bit_vector(Bits::from_integer(&Integer::from(self), width)),
            None => Rational::from(self).term(terms, sort),
        }
    }
}

impl Operand for Rational {
    fn term(self, terms: &mut Terms, sort: Sort) -> TermId {
        let sort = if sort == Sort::Int && !self.is_integer() { Sort::Real } else { sort };
        assert!(sort.is_numeric(), "a number stands beside a term of the sort {}", terms.sort_text(sort));
        terms.numeral(self, sort)
    }
}

impl<'n> Expr<'n> {
    /// The number of the term in its store.
    pub fn id(self) -> TermId {
        self.id
    }

    /// The result of a method of [`Terms`] for this term and another one.
    pub fn with(self, other: impl Operand, method: fn(&mut Terms, TermId, TermId) -> TermId) -> Expr<'n> {
        let mut terms = self.terms.borrow_mut();
        let sort = terms.sort(self.id);
        let other = other.term(&mut terms, sort);
        Expr { id: method(&mut terms, self.id, other), ..self }
    }

    /// The method for words if this is a bit-vector, else the other one.
    fn by_sort(
        self,
        other: impl Operand,
        of_words: fn(&mut Terms, TermId, TermId) -> TermId,
        of_others: fn(&mut Terms, TermId, TermId) -> TermId,
    ) -> Expr<'n> {
        let is_word = self.terms.borrow().sort(self.id).width().is_some();
        self.with(other, if is_word { of_words } else { of_others })
    }

    /// Equal.
    pub fn eq(self, other: impl Operand) -> Expr<'n> {
        self.with(other, Terms::eq)
    }

    /// Not equal.
    pub fn ne(self, other: impl Operand) -> Expr<'n> {
        !self.eq(other)
    }

    /// At most, of numbers.
    pub fn le(self, other: impl Operand) -> Expr<'n> {
        self.with(other, Terms::le)
    }

    /// Less than, of numbers.
    pub fn lt(self, other: impl Operand) -> Expr<'n> {
        self.with(other, Terms::lt)
    }

    /// At least, of numbers.
    pub fn ge(self, other: impl Operand) -> Expr<'n> {
        self.with(other, Terms::ge)
    }

    /// Greater than, of numbers.
    pub fn gt(self, other: impl Operand) -> Expr<'n> {
        self.with(other, Terms::gt)
    }

    /// Implication.
    pub fn implies(self, other: impl Operand) -> Expr<'n> {
        self.with(other, Terms::implies)
    }

    /// One term if this formula is true, else the other one, whose sort is that of the first.
    pub fn ite(self, yes: Expr<'n>, no: impl Operand) -> Expr<'n> {
        let mut terms = self.terms.borrow_mut();
        let sort = terms.sort(yes.id);
        let no = no.term(&mut terms, sort);
        Expr { id: terms.ite(self.id, yes.id, no), ..self }
    }
}

impl fmt::Debug for Expr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.terms.borrow().text(self.id))
    }
}

impl<'n> Not for Expr<'n> {
    type Output = Expr<'n>;

    fn not(self) -> Expr<'n> {
        let mut terms = self.terms.borrow_mut();
        let is_word = terms.sort(self.id).width().is_some();
        let id = if is_word { terms.bv_not(self.id) } else { terms.not(self.id) };
        Expr { id, ..self }
    }
}

impl<'n> Neg for Expr<'n> {
    type Output = Expr<'n>;

    fn neg(self) -> Expr<'n> {
        let mut terms = self.terms.borrow_mut();
        let is_word = terms.sort(self.id).width().is_some();
        let id = if is_word { terms.bv_neg(self.id) } else { terms.neg(self.id) };
        Expr { id, ..self }
    }
}

/// The product of numbers, one of which is a numeral.
fn product(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    terms.mul(a, b).unwrap_or_else(|error| panic!("{}", error))
}

macro_rules! operators {
    ($($operator:ident, $function:ident, $of_words:expr, $of_others:expr;)*) => {$(
        impl<'n, T: Operand> $operator<T> for Expr<'n> {
            type Output = Expr<'n>;

            fn $function(self, other: T) -> Expr<'n> {
                self.by_sort(other, $of_words, $of_others)
            }
        }

        impl<'n> $operator<Expr<'n>> for i64 {
            type Output = Expr<'n>;

            fn $function(self, other: Expr<'n>) -> Expr<'n> {
                let number = {
                    let mut terms = other.terms.borrow_mut();
                    let sort = terms.sort(other.id);
                    self.term(&mut terms, sort)
                };
                $operator::$function(Expr { id: number, ..other }, other)
            }
        }
    )*};
}

operators! {
    Add, add, Terms::bv_add, |terms, a, b| terms.add(&[a, b]);
    Sub, sub, Terms::bv_sub, Terms::sub;
    Mul, mul, Terms::bv_mul, product;
    BitAnd, bitand, Terms::bv_and, |terms, a, b| terms.and(&[a, b]);
    BitOr, bitor, Terms::bv_or, |terms, a, b| terms.or(&[a, b]);
    BitXor, bitxor, Terms::bv_xor, Terms::xor;
}
