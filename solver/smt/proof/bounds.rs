//! Inequalities in a normal form.

use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::num::{DeltaRational, Rational};

/// `Σ products <= bound`, sorted by the terms; the infinitesimal part of the bound says that it is strict.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Bound {
    pub products: Vec<(Rational, TermId)>,
    pub bound: DeltaRational,
}

impl Bound {
    /// The inequality that a formula with this truth is; `None` if it is none.
    pub fn of(terms: &Terms, formula: TermId, truth: bool) -> Option<Bound> {
        let (atom, negated) = terms.split_not(formula);
        let holds = negated != truth;
        let at_most = match terms.op(atom) {
            Op::Le => true,
            Op::Ge => false,
            _ => return None,
        };
        let value = terms.number_of(terms.arg(atom, 1))?;
        let mut sum = products(terms, terms.arg(atom, 0));
        let integral = sum.products.iter().all(|(c, t)| c.is_integer() && terms.sort(*t) == Sort::Int);
        let is_upper = at_most == holds;
        let value = match (integral, is_upper, holds) {
            (true, true, true) => Rational::from(value.floor()).into(),
            (true, true, false) => (Rational::from(value.ceil()) - Rational::ONE).into(),
            (true, false, true) => Rational::from(value.ceil()).into(),
            (true, false, false) => (Rational::from(value.floor()) + Rational::ONE).into(),
            (false, _, true) => DeltaRational::from(value.clone()),
            (false, true, false) => DeltaRational::below(value.clone()),
            (false, false, false) => DeltaRational::above(value.clone()),
        };
        sum.bound = &value + &(-sum.bound);
        if !is_upper {
            sum.scale(&Rational::from(-1));
        }
        Some(sum)
    }

    pub fn scale(&mut self, factor: &Rational) {
        self.products.iter_mut().for_each(|(c, _)| *c *= factor);
        self.bound *= factor;
    }

    pub fn add(&mut self, factor: &Rational, other: &Bound) {
        self.products.extend(other.products.iter().map(|(c, t)| (c * factor, *t)));
        self.bound.add_product(factor, &other.bound);
        self.tidy();
    }

    fn tidy(&mut self) {
        self.products.sort_by_key(|p| p.1);
        self.products.dedup_by(|later, first| {
            let same = later.1 == first.1;
            if same {
                first.0 += &later.0;
            }
            same
        });
        self.products.retain(|p| !p.0.is_zero());
    }
}

/// The summands of a number; its constant as the bound.
pub(super) fn products(terms: &Terms, t: TermId) -> Bound {
    let sum = terms.linear(t);
    let bare = |t: TermId| if terms.op(t) == Op::ToReal { terms.arg(t, 0) } else { t };
    let products = sum.monomials.into_iter().map(|(c, t)| (c, bare(t))).collect();
    let mut found = Bound { products, bound: sum.constant.into() };
    found.tidy();
    found
}
