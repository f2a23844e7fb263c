//! The facts that a model contradicts.

use super::fact::{Fact, When};
use super::facts::{Kind, ROWS};
use crate::base::HashMap;
use crate::solver::term::{TermId, Terms};
use crate::theories::bv::Bits;

/// An operator with its values in a model.
pub(in crate::solver::smt) struct Valued {
    pub t: TermId,
    pub kind: Kind,
    pub x: Bits,
    pub y: Bits,
    pub r: Bits,
}

impl Valued {
    /// Whether the result is another one than the operator says.
    pub fn is_wrong(&self) -> bool {
        self.r != self.kind.value(&self.x, &self.y)
    }

    /// The rows that these values contradict.
    pub fn rows(&self, is_costly: bool) -> Vec<Fact> {
        let mut store = Terms::new();
        let mut found = Vec::new();
        let orders: &[bool] = if self.kind == Kind::Product { &[false, true] } else { &[false] };
        for (number, row) in ROWS.iter().enumerate() {
            if row.kind != self.kind || row.is_costly != is_costly {
                continue;
            }
            for &is_turned in orders {
                let (x, y) = if is_turned { (&self.y, &self.x) } else { (&self.x, &self.y) };
                let places = match (row.places)(x, y, &self.r) {
                    Some(places) => places,
                    None => continue,
                };
                let values = [x, y, &self.r].map(|value| store.bit_vector(value.clone()));
                if row.formula(&mut store, values, places) == Terms::FALSE {
                    found.push(Fact::Row { t: self.t, row: number, is_turned, places });
                }
            }
        }
        found
    }

    /// The facts about products that are equal to the dividend and have a factor equal to the divisor. Overflow is
    /// mentioned if `knows_overflow` says that the wider product is there already.
    pub fn undone(
        &self,
        terms: &mut Terms,
        all: &[Valued],
        knows_overflow: impl Fn(&mut Terms, [TermId; 2]) -> bool,
    ) -> Vec<Fact> {
        let mut found = Vec::new();
        if self.kind == Kind::Product {
            return found;
        }
        let (width, half) = (self.x.width(), self.x.width() / 2);
        let divisor_bits = (0..width).rev().find(|&i| self.y.bit(i)).map_or(0, |top| top + 1);
        let short = if divisor_bits <= width - half { half } else { width - divisor_bits };
        for product in all.iter().filter(|p| p.kind == Kind::Product && p.r == self.x) {
            for (factor, other) in [(0, &product.y), (1, &product.x)] {
                if *other != self.y {
                    continue;
                }
                let mut whens = vec![When::Short(short)];
                let factors = [terms.arg(product.t, 0), terms.arg(product.t, 1)];
                if knows_overflow(terms, factors) {
                    whens.extend([When::Fits, When::Converse]);
                }
                let of = |when| Fact::Undone { t: self.t, product: product.t, factor, when };
                found.extend(whens.into_iter().map(of));
            }
        }
        found
    }

    /// That these operands have this result.
    pub fn value(&self, terms: &mut Terms) -> Fact {
        let values = [&self.x, &self.y].map(|value| terms.bit_vector(value.clone()));
        Fact::Value { t: self.t, values }
    }
}

/// Operators of one kind with the same operands and different results, each with the first one of these operands.
pub(in crate::solver::smt) fn unequal(all: &[Valued]) -> Vec<Fact> {
    let mut first: HashMap<(Kind, Bits, Bits), usize> = HashMap::default();
    let mut found = Vec::new();
    for (i, valued) in all.iter().enumerate() {
        let orders = [(false, &valued.x, &valued.y), (true, &valued.y, &valued.x)];
        let count = if valued.kind == Kind::Product { 2 } else { 1 };
        let known = orders[..count].iter().find_map(|(is_turned, x, y)| {
            Some((*is_turned, *first.get(&(valued.kind, (*x).clone(), (*y).clone()))?))
        });
        match known {
            Some((is_turned, j)) if all[j].r != valued.r => {
                found.push(Fact::Same { t: valued.t, other: all[j].t, is_turned });
            }
            Some(_) => {}
            None => {
                first.insert((valued.kind, valued.x.clone(), valued.y.clone()), i);
            }
        }
    }
    found
}
