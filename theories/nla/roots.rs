//! The coordinates of a zero of equations as roots of polynomials in one variable.
//!
//! Where the equations determine one variable after the other, sums and products of these variables are a vector space
//! of finite dimension over the rationals: a high power of a variable is a sum of lower ones. The powers of any of its
//! elements are dependent after some steps, and the dependency is a polynomial of which the element is a root. Sturm's
//! theorem says which of its real roots lies in an interval.

use super::polynomial::{Interval, Polynomial};
use super::zero::Zero;
use crate::theories::num::{Integer, Rational};

/// The highest dimension.
const MOST_DIMENSIONS: usize = 64;

/// A real number as a root of a polynomial.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root {
    /// The coefficients, from that of the power 0 on: whole, without a common factor; the last one is positive. No root
    /// is a root of the derivative.
    pub coefficients: Vec<Integer>,
    /// The number of the root among the real ones in ascending order, from 1 on.
    pub index: usize,
}

/// How the coordinates of a zero are made of each other.
#[derive(Debug, Default)]
pub struct Tower {
    /// Variables as polynomials in others.
    replaced: Vec<(usize, Polynomial)>,
    /// Variables with a power, and that as a polynomial with lower ones and with variables further in front.
    steps: Vec<(usize, usize, Polynomial)>,
}

impl Tower {
    /// The dependencies of a zero's coordinates, if the equations determine one after the other.
    pub fn new(equations: &[Polynomial], zero: &Zero) -> Option<Tower> {
        let mut tower = Tower::default();
        for (v, [value, _]) in zero.bounds.iter().enumerate().filter(|(v, _)| !zero.moving.contains(v)) {
            tower.replaced.push((v, Polynomial::constant(value.clone())));
        }
        let mut open: Vec<Polynomial> = equations.iter().map(|f| tower.replace(f)).collect();
        let mut unknown = zero.moving.clone();
        while let Some((v, by)) = open.iter().find_map(|f| unknown.iter().find_map(|&v| solved(f, v))) {
            open.iter_mut().for_each(|f| *f = f.with(v, &by));
            unknown.retain(|&u| u != v);
            tower.replaced.push((v, by));
        }
        open.retain(|f| !f.parts().is_empty());
        while !open.is_empty() {
            let of = |f: &Polynomial| -> Vec<usize> {
                unknown.iter().copied().filter(|&v| f.by_powers(v).len() > 1).collect()
            };
            let at = open.iter().position(|f| of(f).len() == 1)?;
            let f = open.remove(at);
            let v = of(&f)[0];
            tower.step(&f, v)?;
            unknown.retain(|&u| u != v);
        }
        Some(tower).filter(|_| unknown.is_empty())
    }

    /// Adds the variable that an equation determines.
    fn step(&mut self, f: &Polynomial, v: usize) -> Option<()> {
        let mut powers: Vec<Polynomial> = f.by_powers(v).iter().map(|c| self.reduced(c)).collect();
        while powers.last()?.parts().is_empty() {
            powers.pop();
        }
        let degree = powers.len() - 1;
        let dimension: usize = self.steps.iter().map(|step| step.1).product();
        if degree == 0 || dimension * degree > MOST_DIMENSIONS {
            return None;
        }
        let inverse = self.inverse(&powers.pop()?)?;
        let mut by = Polynomial::default();
        for (i, c) in powers.iter().enumerate() {
            let power = Polynomial::new(vec![(vec![v; i], -Rational::ONE)]);
            by = by.plus(&Rational::ONE, &self.reduced(&c.times(&inverse)).times(&power));
        }
        self.steps.push((v, degree, by));
        Some(())
    }

    fn replace(&self, f: &Polynomial) -> Polynomial {
        self.replaced.iter().fold(f.clone(), |f, (v, by)| f.with(*v, by))
    }

    /// The polynomial with low powers only.
    fn reduced(&self, f: &Polynomial) -> Polynomial {
        let mut f = f.clone();
        for (v, degree, by) in self.steps.iter().rev() {
            loop {
                let powers = f.by_powers(*v);
                if powers.len() <= *degree {
                    break;
                }
                let top = powers.len() - 1;
                let raised = Polynomial::new(vec![(vec![*v; top - degree], Rational::ONE)]);
                let high = powers[top].times(&raised);
                let whole = high.times(&Polynomial::new(vec![(vec![*v; *degree], Rational::ONE)]));
                f = f.plus(&-Rational::ONE, &whole).plus(&Rational::ONE, &high.times(by));
            }
        }
        f
    }

    /// Coefficients, the last one 1, with which the powers of an element add up to 0.
    fn annihilator(&self, element: &Polynomial) -> Vec<Rational> {
        // Rows of an echelon form: a polynomial, and the powers of which it is the sum.
        let mut rows: Vec<(Polynomial, Vec<Rational>)> = Vec::new();
        let mut power = Polynomial::constant(Rational::ONE);
        loop {
            let mut sum = vec![Rational::ZERO; rows.len() + 1];
            sum[rows.len()] = Rational::ONE;
            let mut rest = power.clone();
            for (row, parts) in &rows {
                let (lead, c) = &row.parts()[0];
                if let Some((_, d)) = rest.parts().iter().find(|(variables, _)| variables == lead) {
                    let factor = -(d / c);
                    rest = rest.plus(&factor, row);
                    parts.iter().enumerate().for_each(|(i, p)| sum[i].add_product(&factor, p));
                }
            }
            if rest.parts().is_empty() {
                return sum;
            }
            rows.push((rest, sum));
            power = self.reduced(&power.times(element));
        }
    }

    /// The inverse of an element, if it has one.
    fn inverse(&self, element: &Polynomial) -> Option<Polynomial> {
        let coefficients = self.annihilator(element);
        let (first, rest) = coefficients.split_first()?;
        if first.is_zero() {
            return None;
        }
        let factor = -first.recip();
        let mut sum = Polynomial::default();
        for c in rest.iter().rev() {
            sum =
                self.reduced(&sum.times(element)).plus(&(c * &factor), &Polynomial::constant(Rational::ONE));
        }
        Some(sum)
    }

    /// The value of a polynomial at the zero as a root in this interval; `None` if there are several. A rational one is
    /// the root of a polynomial of degree 1.
    pub fn root(&self, f: &Polynomial, bounds: &Interval) -> Option<Root> {
        let annihilator = self.annihilator(&self.reduced(&self.replace(f)));
        let simple = quotient(&annihilator, &gcd(&annihilator, &slope(&annihilator))).0;
        let lead = simple.last()?.recip();
        let simple: Vec<Rational> = simple.iter().map(|c| c * &lead).collect();
        let chain = sturm(&simple);
        let bound = simple.iter().fold(Rational::ONE, |sum, c| &sum + &c.abs());
        let [low, high] = bounds;
        let before = |x: &Rational| changes(&chain, &-bound.clone()) - changes(&chain, x);
        let at_low = value(&simple, low).is_zero();
        let (below, up_to) = (before(low) - usize::from(at_low), before(high));
        if up_to - below != 1 {
            return None;
        }
        let coefficients = whole(&simple);
        // The denominator of a rational root divides the last coefficient.
        let scale = Rational::from(coefficients.last()?.clone());
        let half = Rational::fraction(1, 2);
        let middle = &(&bounds[0] + &bounds[1]) * &half;
        let near = &Rational::from((&(&middle * &scale) + &half).floor()) / &scale;
        if bounds[0] <= near && near <= bounds[1] && value(&simple, &near).is_zero() {
            return Some(Root { coefficients: vec![-near.numerator(), near.denominator()], index: 1 });
        }
        Some(Root { coefficients, index: below + 1 })
    }
}

/// A variable that occurs once, with a number as its factor, as a polynomial in the others.
fn solved(f: &Polynomial, v: usize) -> Option<(usize, Polynomial)> {
    match &f.by_powers(v)[..] {
        [rest, factor] => match factor.parts() {
            [(variables, c)] if variables.is_empty() => {
                Some((v, Polynomial::default().plus(&-c.recip(), rest)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn value(f: &[Rational], x: &Rational) -> Rational {
    f.iter().rev().fold(Rational::ZERO, |sum, c| &(&sum * x) + c)
}

fn slope(f: &[Rational]) -> Vec<Rational> {
    f.iter().enumerate().skip(1).map(|(i, c)| c * &Rational::from(i as i64)).collect()
}

/// Quotient and remainder; the divisor is not empty, and its last coefficient not 0.
fn quotient(f: &[Rational], by: &[Rational]) -> (Vec<Rational>, Vec<Rational>) {
    let (mut rest, mut found) = (f.to_vec(), Vec::new());
    while rest.len() >= by.len() {
        let top = rest.len() - by.len();
        let factor = &rest[rest.len() - 1] / &by[by.len() - 1];
        by.iter().enumerate().for_each(|(i, c)| rest[top + i].sub_product(&factor, c));
        rest.pop();
        found.push(factor);
    }
    found.reverse();
    while rest.last().map_or(false, Rational::is_zero) {
        rest.pop();
    }
    (found, rest)
}

fn gcd(f: &[Rational], g: &[Rational]) -> Vec<Rational> {
    let (mut f, mut g) = (f.to_vec(), g.to_vec());
    while !g.is_empty() {
        let rest = quotient(&f, &g).1;
        f = std::mem::replace(&mut g, rest);
    }
    f
}

/// Sturm's chain of a polynomial without double roots.
fn sturm(f: &[Rational]) -> Vec<Vec<Rational>> {
    let mut chain = vec![f.to_vec(), slope(f)];
    while let [.., f, g] = &chain[..] {
        if g.is_empty() {
            chain.pop();
            break;
        }
        let rest = quotient(f, g).1.iter().map(|c| -c).collect();
        chain.push(rest);
    }
    chain
}

/// Changes of sign in a chain at a point.
fn changes(chain: &[Vec<Rational>], x: &Rational) -> usize {
    let signs: Vec<i32> = chain.iter().map(|f| value(f, x).sign()).filter(|&sign| sign != 0).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}

/// A multiple with whole coefficients without a common factor.
fn whole(f: &[Rational]) -> Vec<Integer> {
    let scale = f.iter().fold(Integer::ONE, |scale, c| scale.lcm(&c.denominator()));
    let scaled: Vec<Rational> = f.iter().map(|c| c * &Rational::from(scale.clone())).collect();
    let common = scaled.iter().fold(Rational::ZERO, |common, c| common.gcd(c));
    scaled.iter().filter_map(|c| (c / &common).to_integer()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::zero::zero_near;
    use super::*;

    fn polynomial(parts: &[(&[usize], i64)]) -> Polynomial {
        Polynomial::new(parts.iter().map(|&(v, c)| (v.to_vec(), Rational::from(c))).collect())
    }

    #[test]
    fn coordinates_are_roots() {
        // x² = 2, y² = 3, z = x + y, w * z = 1.
        let equations = [
            polynomial(&[(&[0, 0], 1), (&[], -2)]),
            polynomial(&[(&[1, 1], 1), (&[], -3)]),
            polynomial(&[(&[2], 1), (&[0], -1), (&[1], -1)]),
            polynomial(&[(&[2, 3], 1), (&[], -1)]),
        ];
        let start = [1, -2, -1, -4].map(Rational::from);
        let zero = zero_near(&equations, &start).expect("a zero");
        let tower = Tower::new(&equations, &zero).expect("a tower");
        let root = |v: usize| tower.root(&Polynomial::variable(v), &zero.bounds[v]).expect("a root");
        let of = |list: &[i64], index| Root { coefficients: list.iter().map(|&n| n.into()).collect(), index };
        assert_eq!(root(0), of(&[-2, 0, 1], 2));
        assert_eq!(root(1), of(&[-3, 0, 1], 1));
        // -0.3178..., the second of four roots.
        assert_eq!(root(2), of(&[1, 0, -10, 0, 1], 2));
        assert_eq!(root(3), of(&[1, 0, -10, 0, 1], 1));
        let product = polynomial(&[(&[0, 0], 3), (&[], 1)]);
        assert_eq!(tower.root(&product, &product.enclosure(&zero.bounds)), Some(of(&[-7, 1], 1)));
    }

    #[test]
    fn no_zero_is_certified_where_there_is_none() {
        // x² = -1; a double zero; more equations than variables.
        let none = polynomial(&[(&[0, 0], 1), (&[], 1)]);
        let double = polynomial(&[(&[0, 0], 1), (&[0], -2), (&[], 1)]);
        for (f, start) in [(&none, 3), (&double, 3), (&double, 1)] {
            assert!(zero_near(std::slice::from_ref(f), &[Rational::from(start)]).is_none());
        }
        let [f, g] = [2, 3].map(|n| polynomial(&[(&[0, 0], 1), (&[], -n)]));
        assert!(zero_near(&[f, g], &[Rational::ONE]).is_none());
    }
}
