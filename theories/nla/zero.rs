//! Points at which equations hold, known by a box that has exactly one of them.
//!
//! Newton's method goes from a point nearby to one that almost satisfies the equations. As many variables as there are
//! equations move, the others keep their values. Krawczyk's test then shows that a box around the point has exactly one
//! zero: with `A` near to the inverse of the derivative at the centre `c`, the numbers `c - A f(c)` plus
//! `(1 - A f'(box)) (box - c)` have to be inside of the box (Krawczyk, Computing 4, 1969; Neumaier, "Interval Methods
//! for Systems of Equations", 1990, theorem 5.1.8). The test is exact; only the way to the point is rounded.

use super::polynomial::{times, Interval, Polynomial};
use crate::theories::num::{Integer, Rational};

/// Bits behind the point of the numbers on the way.
const BITS: u64 = 96;

/// The box reaches this power of 1/2 to each side.
const REACH: i32 = 48;

/// Steps of Newton's method.
const STEPS: usize = 30;

/// A common zero of polynomials.
#[derive(Clone, Debug)]
pub struct Zero {
    /// A box: exactly one point in it is a common zero. The interval of a variable that keeps its value is a number.
    pub bounds: Vec<Interval>,
    /// The variables that the equations determine.
    pub moving: Vec<usize>,
}

/// A common zero near to a point, if one is found.
pub fn zero_near(equations: &[Polynomial], start: &[Rational]) -> Option<Zero> {
    let derivatives: Vec<Vec<Polynomial>> =
        equations.iter().map(|f| (0..start.len()).map(|v| f.derivative(v)).collect()).collect();
    let mut point = start.to_vec();
    let slopes = derivatives.iter().map(|row| row.iter().map(|d| rounded(&d.value(&point))).collect());
    let moving = independent(slopes.collect())?;
    for step in 0.. {
        let slopes = matrix(&derivatives, &moving, |d| rounded(&d.value(&point)));
        let inverse = inverse(slopes)?;
        let values: Vec<Rational> = equations.iter().map(|f| rounded(&f.value(&point))).collect();
        let mut furthest = Rational::ZERO;
        for (row, &v) in inverse.iter().zip(&moving) {
            let by = rounded(&scalar(row, &values));
            point[v] -= &by;
            furthest = furthest.max(by.abs());
        }
        if furthest < Rational::fraction(1, 2).pow(REACH + 16) {
            break;
        }
        if step == STEPS || furthest > Rational::from(1 << 40) {
            return None;
        }
    }
    certified(equations, &derivatives, &point, moving)
}

/// Krawczyk's test.
fn certified(
    equations: &[Polynomial],
    derivatives: &[Vec<Polynomial>],
    point: &[Rational],
    moving: Vec<usize>,
) -> Option<Zero> {
    let reach = Rational::fraction(1, 2).pow(REACH);
    let mut bounds: Vec<Interval> = point.iter().map(|x| [x.clone(), x.clone()]).collect();
    for &v in &moving {
        bounds[v] = [&point[v] - &reach, &point[v] + &reach];
    }
    let slopes = matrix(derivatives, &moving, |d| rounded(&d.value(point)));
    let inverse: Vec<Vec<Rational>> =
        inverse(slopes)?.into_iter().map(|row| row.iter().map(rounded).collect()).collect();
    let values: Vec<Rational> = equations.iter().map(|f| f.value(point)).collect();
    let slopes = matrix(derivatives, &moving, |d| d.enclosure(&bounds));
    for (i, row) in inverse.iter().enumerate() {
        let mut furthest = scalar(row, &values).abs();
        for j in 0..moving.len() {
            let unit = if i == j { Rational::ONE } else { Rational::ZERO };
            let mut entry = [unit.clone(), unit];
            for (a, slopes) in row.iter().zip(&slopes) {
                let part = times(&[-a.clone(), -a.clone()], &slopes[j]);
                (0..2).for_each(|side| entry[side] += &part[side]);
            }
            let [low, high] = entry.map(|end| end.abs());
            furthest.add_product(&low.max(high), &reach);
        }
        if furthest >= reach {
            return None;
        }
    }
    Some(Zero { bounds, moving })
}

fn matrix<T>(
    derivatives: &[Vec<Polynomial>],
    moving: &[usize],
    entry: impl Fn(&Polynomial) -> T,
) -> Vec<Vec<T>> {
    derivatives.iter().map(|row| moving.iter().map(|&v| entry(&row[v])).collect()).collect()
}

fn scalar(a: &[Rational], b: &[Rational]) -> Rational {
    let mut sum = Rational::ZERO;
    a.iter().zip(b).for_each(|(x, y)| sum.add_product(x, y));
    sum
}

/// A number nearby with few bits.
fn rounded(number: &Rational) -> Rational {
    if number.bit_length() <= BITS {
        return number.clone();
    }
    let scale = Rational::from(Integer::ONE.shift_left(BITS));
    &Rational::from((number * &scale).floor()) / &scale
}

/// For each row a column, such that the matrix of these columns is regular. The largest numbers are taken first.
fn independent(mut rows: Vec<Vec<Rational>>) -> Option<Vec<usize>> {
    let mut columns = Vec::new();
    while !rows.is_empty() {
        let places = (0..rows.len()).flat_map(|r| (0..rows[r].len()).map(move |c| (r, c)));
        let (r, c) = places.max_by(|a, b| {
            let size = |&(r, c): &(usize, usize)| rows[r][c].abs();
            size(a).cmp(&size(b)).then(b.cmp(a))
        })?;
        let pivot = rows.remove(r);
        if pivot[c].is_zero() {
            return None;
        }
        columns.push(c);
        for row in &mut rows {
            let factor = &row[c] / &pivot[c];
            row.iter_mut().zip(&pivot).for_each(|(x, p)| *x = rounded(&(&*x - &(&factor * p))));
            row[c] = Rational::ZERO;
        }
    }
    Some(columns)
}

/// The inverse of a square matrix, if it is regular.
fn inverse(mut rows: Vec<Vec<Rational>>) -> Option<Vec<Vec<Rational>>> {
    let size = rows.len();
    for (i, row) in rows.iter_mut().enumerate() {
        row.extend((0..size).map(|j| if i == j { Rational::ONE } else { Rational::ZERO }));
    }
    for c in 0..size {
        let best = (c..size).max_by(|&a, &b| rows[a][c].abs().cmp(&rows[b][c].abs()))?;
        rows.swap(c, best);
        if rows[c][c].is_zero() {
            return None;
        }
        let factor = rows[c][c].recip();
        let pivot: Vec<Rational> = rows[c].iter().map(|x| rounded(&(x * &factor))).collect();
        for (r, row) in rows.iter_mut().enumerate() {
            if r == c {
                row.clone_from(&pivot);
            } else if !row[c].is_zero() {
                let factor = row[c].clone();
                row.iter_mut().zip(&pivot).for_each(|(x, p)| *x = rounded(&(&*x - &(&factor * p))));
            }
        }
    }
    Some(rows.into_iter().map(|mut row| row.split_off(size)).collect())
}
