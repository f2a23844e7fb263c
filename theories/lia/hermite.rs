//! Rows worth a cut, from the Hermite normal form of the constraints that are met with equality.
//!
//! Let `s = A·x` be the slack variables that are nonbasic and at a bound, and `x` the integer variables that are not
//! held at a bound of their own. Every rational vector `y` with an integral product `y·A` gives a sum `y·s` that is
//! an integer in every solution, and a cut if the sum is no integer at present. These `y` form a lattice. The rows of
//! the tableau generate it, but their denominators can be as large as the determinant of `A`. With `A·U = [H 0]` for
//! a unimodular `U` and a lower triangular `H` the rows of the inverse of `H` are a basis of it; each needs only a
//! leading part of the constraints, and the numbers of the first rows are small. So the first rows whose sums are no
//! integers at present are taken (Christ and Hoenicke, *Cutting the mix*, CAV 2015; the *cuts from proofs* of Dillig,
//! Dillig and Aiken, CAV 2009, turned from branches into cuts).
//!
//! The normal form is computed modulo a determinant, so that numbers stay below it (Domich, Kannan and Trotter, 1987;
//! Cohen, *A course in computational algebraic number theory*, algorithm 2.4.8).

use super::rows::{fixed, fraction, tight};
use crate::base::Budget;
use crate::theories::lra::{LraVar, Simplex};
use crate::theories::num::{Integer, Rational};

/// The method is not tried with more constraints or variables. Chosen by hand; no measurement is recorded.
const MOST_ROWS: usize = 75;
const MOST_COLUMNS: usize = 150;

type Matrix = Vec<Vec<Integer>>;

/// Sums over nonbasic variables at bounds that are integers in every solution and are none at present; at most `most`.
pub(super) fn rows(
    simplex: &Simplex,
    integer: &[bool],
    most: usize,
    budget: &Budget,
) -> Vec<Vec<(Rational, LraVar)>> {
    let problem = match Problem::collect(simplex, integer) {
        Some(problem) => problem,
        None => return Vec::new(),
    };
    let modulus = match determinant(&problem.matrix) {
        Some(modulus) => modulus,
        None => return Vec::new(),
    };
    match normal_form(&problem.matrix, modulus, budget) {
        Some(form) => problem.rows(simplex, &form, most),
        None => Vec::new(),
    }
}

struct Problem {
    /// The constraints, as slack variables.
    slacks: Vec<LraVar>,
    /// Their coefficients for the variables that are not at a bound.
    matrix: Matrix,
    /// Their other products.
    held: Vec<Vec<(Rational, LraVar)>>,
}

impl Problem {
    fn collect(simplex: &Simplex, integer: &[bool]) -> Option<Problem> {
        let mut problem = Problem { slacks: Vec::new(), matrix: Vec::new(), held: Vec::new() };
        let mut place = vec![usize::MAX; simplex.var_count()];
        let mut columns = 0;
        for v in (0..simplex.var_count()).map(LraVar::new) {
            let wanted = integer[v.index()] && !simplex.is_basic(v) && tight(simplex, v).is_some();
            let definition = match simplex.definition(v) {
                Some(definition) if wanted => definition,
                _ => continue,
            };
            let usable = |(c, x): &(Rational, LraVar)| {
                c.is_integer() && integer[x.index()] && simplex.definition(*x).is_none()
            };
            if !definition.iter().all(usable) {
                continue;
            }
            let (mut row, mut held) = (vec![Integer::ZERO; columns], Vec::new());
            for (c, x) in definition {
                if !simplex.is_basic(*x) && tight(simplex, *x).is_some() {
                    held.push((c.clone(), *x));
                    continue;
                }
                if place[x.index()] == usize::MAX {
                    place[x.index()] = columns;
                    columns += 1;
                    row.push(Integer::ZERO);
                }
                row[place[x.index()]] += c.numerator();
            }
            if problem.slacks.len() == MOST_ROWS || columns > MOST_COLUMNS {
                return None;
            }
            problem.slacks.push(v);
            problem.matrix.push(row);
            problem.held.push(held);
        }
        problem.matrix.iter_mut().for_each(|row| row.resize(columns, Integer::ZERO));
        problem.equalities_first(simplex);
        if problem.slacks.is_empty() {
            None
        } else {
            Some(problem)
        }
    }

    /// Fixed variables need not be rounded, so they make the best cuts; short rows make small numbers.
    fn equalities_first(&mut self, simplex: &Simplex) {
        let mut order: Vec<usize> = (0..self.slacks.len()).collect();
        let length = |i: usize| self.matrix[i].iter().filter(|c| !c.is_zero()).count();
        order.sort_by_key(|&i| (fixed(simplex, self.slacks[i]).is_none(), length(i)));
        self.slacks = order.iter().map(|&i| self.slacks[i]).collect();
        self.matrix = order.iter().map(|&i| std::mem::take(&mut self.matrix[i])).collect();
        self.held = order.iter().map(|&i| std::mem::take(&mut self.held[i])).collect();
    }

    /// The sums `y·s` for rows `y` of the inverse of the normal form.
    fn rows(&self, simplex: &Simplex, form: &Matrix, most: usize) -> Vec<Vec<(Rational, LraVar)>> {
        let mut rows = Vec::new();
        let mut solution: Vec<Rational> = Vec::with_capacity(form.len());
        for i in 0..form.len() {
            // The sum of the products with variables that are not held.
            let mut value = simplex.value(self.slacks[i]).real.clone();
            self.held[i].iter().for_each(|(c, x)| value.sub_product(c, &simplex.value(*x).real));
            for (j, known) in solution.iter().enumerate() {
                value.sub_product(&Rational::from(&form[i][j]), known);
            }
            let value = value / Rational::from(&form[i][i]);
            if !value.is_integer() && rows.len() < most {
                rows.push(self.row(form, i));
            }
            solution.push(value);
        }
        rows
    }

    fn row(&self, form: &Matrix, i: usize) -> Vec<(Rational, LraVar)> {
        let mut y = vec![Rational::ZERO; i + 1];
        y[i] = Rational::new(Integer::ONE, form[i][i].clone());
        for j in (0..i).rev() {
            let mut sum = Rational::ZERO;
            for l in j + 1..=i {
                sum.add_product(&y[l], &Rational::from(&form[l][j]));
            }
            y[j] = -sum / Rational::from(&form[j][j]);
        }
        // Integer entries of `y` add integers to the sum, and are of no use.
        let y: Vec<Rational> = y.iter().map(fraction).collect();
        let mut row = Vec::new();
        for (j, factor) in y.iter().enumerate().filter(|(_, factor)| !factor.is_zero()) {
            row.push((factor.clone(), self.slacks[j]));
            row.extend(self.held[j].iter().map(|(c, x)| (-(c * factor), *x)));
        }
        row.sort_by_key(|(_, x)| *x);
        row.dedup_by(|next, kept| {
            let same = next.1 == kept.1;
            if same {
                kept.0 += &next.0;
            }
            same
        });
        row
    }
}

/// The size of some regular minor with all rows, by fraction-free elimination (Bareiss 1968); none if the rows are
/// dependent.
fn determinant(matrix: &Matrix) -> Option<Integer> {
    let mut a = matrix.clone();
    let (rows, columns) = (a.len(), a.first().map_or(0, Vec::len));
    let mut order: Vec<usize> = (0..columns).collect();
    let mut previous = Integer::ONE;
    for i in 0..rows {
        let pivot =
            (i..columns).filter(|&k| !a[i][order[k]].is_zero()).min_by_key(|&k| a[i][order[k]].bit_length());
        order.swap(i, pivot?);
        let p = order[i];
        for r in i + 1..rows {
            let (done, rest) = a.split_at_mut(r);
            let (source, target) = (&done[i], &mut rest[0]);
            let factor = std::mem::take(&mut target[p]);
            for &c in &order[i + 1..] {
                let mut value = &target[c] * &source[p];
                value.sub_product(&factor, &source[c]);
                target[c] = value.div_exact(&previous);
            }
        }
        previous = a[i][p].clone();
    }
    Some(previous.abs())
}

/// The lower triangular matrix whose columns generate the same lattice as those of the given one, of which the modulus
/// is a multiple of the determinant.
fn normal_form(matrix: &Matrix, modulus: Integer, budget: &Budget) -> Option<Matrix> {
    let (rows, count) = (matrix.len(), matrix.first().map_or(0, Vec::len));
    let mut columns: Matrix =
        (0..count).map(|j| matrix.iter().map(|row| row[j].mod_floor(&modulus)).collect()).collect();
    let mut form: Matrix = vec![vec![Integer::ZERO; rows]; rows];
    let mut modulus = modulus;
    for i in 0..rows {
        budget.poll().ok()?;
        let mut pivot = vec![Integer::ZERO; rows];
        for column in &mut columns {
            column[i..].iter_mut().for_each(|c| *c = c.mod_floor(&modulus));
            if !column[i].is_zero() {
                eliminate(&mut pivot, column, i, &modulus);
            }
        }
        columns.retain(|column| column[i..].iter().any(|c| !c.is_zero()));
        let (divisor, factor, _) = extended_gcd(&pivot[i], &modulus);
        for r in i..rows {
            form[r][i] = (&pivot[r] * &factor).mod_floor(&modulus);
        }
        form[i][i] = divisor.clone();
        for j in 0..i {
            let quotient = form[i][j].div_floor(&divisor);
            if !quotient.is_zero() {
                for row in &mut form[i..] {
                    let product = &row[i] * &quotient;
                    row[j] -= product;
                }
            }
        }
        modulus = modulus.div_exact(&divisor);
    }
    Some(form)
}

/// Makes the entry of the column 0 in a row by a unimodular combination with the pivot.
fn eliminate(pivot: &mut [Integer], column: &mut [Integer], i: usize, modulus: &Integer) {
    let (divisor, u, v) = extended_gcd(&pivot[i], &column[i]);
    let (p, q) = (pivot[i].div_exact(&divisor), column[i].div_exact(&divisor));
    for (a, b) in pivot[i..].iter_mut().zip(&mut column[i..]) {
        let mut sum = &*a * &u;
        sum.add_product(b, &v);
        let mut rest = &*b * &p;
        rest.sub_product(a, &q);
        *a = sum.mod_floor(modulus);
        *b = rest.mod_floor(modulus);
    }
}

/// The greatest common divisor `g` of numbers that are not negative, one of them positive, and `u`, `v` with
/// `g = u·a + v·b`.
fn extended_gcd(a: &Integer, b: &Integer) -> (Integer, Integer, Integer) {
    let (mut r, mut next_r) = (a.clone(), b.clone());
    let (mut u, mut next_u) = (Integer::ONE, Integer::ZERO);
    let (mut v, mut next_v) = (Integer::ZERO, Integer::ONE);
    while !next_r.is_zero() {
        let (quotient, rest) = r.div_rem(&next_r);
        r = std::mem::replace(&mut next_r, rest);
        let step = &u - &(&quotient * &next_u);
        u = std::mem::replace(&mut next_u, step);
        let step = &v - &(&quotient * &next_v);
        v = std::mem::replace(&mut next_v, step);
    }
    (r, u, v)
}
