//! Values of datatypes are taken apart by their constructors.

use super::equality;
use super::structures::Conjunction;
use crate::base::HashSet;
use crate::solver::term::{ConstructorId, Op, Sort, TermId, Terms, Value};

impl Conjunction<'_> {
    /// Takes one comparison or one constant apart. Returns whether there was one.
    pub fn take_data_apart(&mut self) -> bool {
        for at in 0..self.literals.len() {
            let literal = self.literals[at];
            let (a, b, negated) = match equality(self.terms, literal) {
                Some(parts) if self.touches(literal) => parts,
                _ => continue,
            };
            let made = |c: &Self, t: TermId| match c.terms.op(t) {
                Op::Construct(constructor) => Some(constructor),
                _ => None,
            };
            let (constructor, value, other) = match (made(self, a), made(self, b)) {
                (Some(constructor), _) => (constructor, a, b),
                (None, Some(constructor)) => (constructor, b, a),
                (None, None) => continue,
            };
            self.literals.swap_remove(at);
            self.compare_fields(constructor, value, other, negated);
            return true;
        }
        self.open_constant() || self.drop_disequalities()
    }

    /// A value that a constructor made is equal to another term, or is not.
    fn compare_fields(&mut self, constructor: ConstructorId, value: TermId, other: TermId, negated: bool) {
        let test = self.terms.is(constructor, other);
        let is_made = self.value(test).is_true();
        self.literals.push(if is_made { test } else { self.terms.not(test) });
        if !is_made {
            return;
        }
        let fields = self.terms.args(value).to_vec();
        for (selector, own) in self.terms.selectors(constructor).zip(fields) {
            let field = self.terms.field(selector, other);
            if negated && self.are_equal(own, field) {
                continue;
            }
            self.compare(own, field);
            if negated {
                return;
            }
        }
    }

    /// A constant that is tested, or whose fields are read, is made by a constructor of new constants.
    fn open_constant(&mut self) -> bool {
        let is_read = |c: &Self, t: TermId| {
            matches!(c.terms.op(t), Op::Is(_) | Op::Field(_)) && c.is_gone(c.terms.arg(t, 0))
        };
        let read = self.touched().into_iter().find(|&t| is_read(self, t));
        let constant = match read {
            Some(read) => self.terms.arg(read, 0),
            None => return false,
        };
        let value = self.value(constant);
        let (constructor, values) = value.data_parts();
        let selectors = self.terms.selectors(constructor);
        let fields: Vec<TermId> = selectors
            .zip(values)
            .map(|(selector, value)| self.fresh(self.terms.selector_sort(selector), value.clone()))
            .collect();
        let made = self.terms.construct(constructor, &fields);
        self.replace(constant, made);
        true
    }

    /// A constant that only has to differ from some terms has a value that does, if its sort has enough values.
    fn drop_disequalities(&mut self) -> bool {
        for v in self.inside() {
            if !matches!(self.terms.sort(v), Sort::Declared(_) | Sort::Datatype(_)) {
                continue;
            }
            let all = self.literals.clone();
            let (with, without): (Vec<TermId>, Vec<TermId>) =
                all.into_iter().partition(|&l| super::mentions(self.terms, l, v));
            let differs = |&l: &TermId| match equality(self.terms, l) {
                Some((a, b, true)) => {
                    let other = if a == v { b } else { a };
                    (a == v || b == v) && !super::mentions(self.terms, other, v)
                }
                _ => false,
            };
            let has_more = self.manner.cover || has_more(self.terms, self.terms.sort(v), with.len() as u64);
            if has_more && with.iter().all(differs) {
                self.literals = without;
                return true;
            }
        }
        false
    }

    /// The value as a term, if there is one: elements of declared sorts have none.
    pub fn value_term(&mut self, sort: Sort, value: &Value) -> Option<TermId> {
        value.has_term().then(|| value.term(self.terms, sort))
    }
}

/// Whether a sort certainly has more than this number of values, no matter how many elements declared sorts have.
fn has_more(terms: &Terms, sort: Sort, number: u64) -> bool {
    let mut open = vec![sort];
    let mut seen: HashSet<Sort> = HashSet::default();
    while let Some(sort) = open.pop() {
        let is_new = seen.insert(sort);
        match sort {
            Sort::Declared(_) => {}
            Sort::Array(_) => {
                open.extend(terms.array_parts(sort).filter(|_| is_new).map(|(_, element)| element))
            }
            // A datatype that contains itself has values of any size; others are as large as a field.
            Sort::Datatype(_) if !is_new => return true,
            Sort::Datatype(_) => {
                let fields = terms.constructors(sort).iter().flat_map(|&c| terms.selectors(c));
                open.extend(fields.map(|s| terms.selector_sort(s)));
                let count = terms.value_count(sort);
                if count < u64::MAX && count > number {
                    return true;
                }
            }
            Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) | Sort::Float(_) | Sort::Rounding => {
                if terms.value_count(sort) > number {
                    return true;
                }
            }
        }
    }
    false
}
