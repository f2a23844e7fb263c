//! Affine relations between words that all given states satisfy (M. Müller-Olm, H. Seidl, "Analysis of Modular
//! Arithmetic", ESOP 2005; M. Elder, J. Lim, T. Sharma, T. Andersen, T. Reps, "Abstract Domains of Affine Relations",
//! TOPLAS 2014).
//!
//! A relation is a row of coefficients: `c₀ + c₁x₁ + … + cₙxₙ ≡ 0` modulo 2^w. The relations that some states satisfy
//! are a module: sums and multiples of relations are relations. The rows here generate it. Without a state they are the
//! units, `1 ≡ 0` among them. A state leaves residues in the rows; the row whose residue has the fewest factors of two
//! is subtracted from the others as often as needed, and then multiplied by the least power of two that makes its own
//! residue vanish. So a row `2^(w-1)·x ≡ 0` may remain, and says that x is even.

/// The relations between some words of one width.
#[derive(Clone, Debug)]
pub(super) struct Relations {
    width: u32,
    /// Each begins with the constant.
    rows: Vec<Vec<u64>>,
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration.
fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..5 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

impl Relations {
    /// Relations between this many words that no state needs to satisfy yet.
    pub fn new(words: usize, width: u32) -> Relations {
        let unit = |at: usize| (0..=words).map(|i| u64::from(i == at)).collect();
        Relations { width, rows: (0..=words).map(unit).collect() }
    }

    /// No relation at all.
    pub fn none(width: u32) -> Relations {
        Relations { width, rows: Vec::new() }
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// The factors of two of a residue or coefficient.
    fn twos(&self, value: u64) -> u32 {
        (value & self.mask()).trailing_zeros().min(self.width)
    }

    /// The coefficients of each relation, the constant first.
    pub fn rows(&self) -> &[Vec<u64>] {
        &self.rows
    }

    /// The width of the words.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Keeps the relations that this state satisfies, too. True if that changes them.
    pub fn join(&mut self, state: &[u64]) -> bool {
        let mask = self.mask();
        let residue = |row: &Vec<u64>| {
            let sum =
                row[1..].iter().zip(state).fold(row[0], |sum, (c, x)| sum.wrapping_add(c.wrapping_mul(*x)));
            sum & mask
        };
        let residues: Vec<u64> = self.rows.iter().map(residue).collect();
        let least = (0..self.rows.len()).min_by_key(|&i| self.twos(residues[i]));
        let pivot = match least {
            Some(pivot) if residues[pivot] != 0 => pivot,
            _ => return false,
        };
        let twos = self.twos(residues[pivot]);
        let unit = inverse(residues[pivot] >> twos);
        let row = self.rows[pivot].clone();
        for (i, other) in self.rows.iter_mut().enumerate() {
            if i != pivot && residues[i] != 0 {
                let times = (residues[i] >> twos).wrapping_mul(unit);
                subtract(other, &row, times, mask);
            }
        }
        let factor = 1u64.checked_shl(self.width - twos).unwrap_or(0);
        self.rows[pivot].iter_mut().for_each(|c| *c = c.wrapping_mul(factor) & mask);
        self.rows.retain(|row| row.iter().any(|&c| c != 0));
        true
    }

    /// Brings the rows into a form with few coefficients: each has a pivot, a power of two, above and below which there
    /// are only numbers of at most half its size, by their absolute values. For example, `x - y ≡ 0` stays like this if
    /// `2^(w-1)·x ≡ 0`, too. Later words are expressed by earlier ones.
    pub fn reduce(&mut self) {
        let mask = self.mask();
        let columns = self.rows.first().map_or(0, Vec::len);
        let mut done = 0;
        for column in (0..columns).rev() {
            let least = (done..self.rows.len()).min_by_key(|&i| self.twos(self.rows[i][column]));
            let pivot = match least {
                Some(pivot) if self.rows[pivot][column] & mask != 0 => pivot,
                _ => continue,
            };
            self.rows.swap(done, pivot);
            let twos = self.twos(self.rows[done][column]);
            let unit = inverse(self.rows[done][column] >> twos);
            self.rows[done].iter_mut().for_each(|c| *c = c.wrapping_mul(unit) & mask);
            let row = self.rows[done].clone();
            for (i, other) in self.rows.iter_mut().enumerate() {
                if i != done {
                    let rounded = other[column].wrapping_add(1 << twos >> 1) & mask;
                    let times = rounded >> twos;
                    subtract(other, &row, times, mask);
                }
            }
            done += 1;
            // A multiple of the row by which its pivot vanishes may still say something about the other columns.
            let factor = 1u64.checked_shl(self.width - twos).unwrap_or(0);
            let rest: Vec<u64> = row.iter().map(|c| c.wrapping_mul(factor) & mask).collect();
            if rest.iter().any(|&c| c != 0) {
                self.rows.push(rest);
            }
        }
        self.rows.truncate(done);
    }
}

fn subtract(row: &mut [u64], other: &[u64], times: u64, mask: u64) {
    if times != 0 {
        row.iter_mut().zip(other).for_each(|(c, o)| *c = c.wrapping_sub(times.wrapping_mul(*o)) & mask);
    }
}

#[cfg(test)]
mod tests {
    use super::Relations;
    use crate::base::Rng;

    fn holds(row: &[u64], state: &[u64], width: u32) -> bool {
        let sum = row[1..].iter().zip(state).fold(row[0], |sum, (c, x)| sum.wrapping_add(c.wrapping_mul(*x)));
        sum & (u64::MAX >> (64 - width)) == 0
    }

    /// All relations of width 2 or 3 between two words, by trying them.
    fn all(states: &[[u64; 2]], width: u32) -> Vec<[u64; 3]> {
        let size = 1u64 << width;
        let rows = (0..size * size * size).map(|n| [n % size, n / size % size, n / size / size]);
        rows.filter(|row| states.iter().all(|state| holds(row, state, width))).collect()
    }

    /// The module that rows generate.
    fn span(rows: &[Vec<u64>], width: u32) -> Vec<[u64; 3]> {
        let size = 1u64 << width;
        let mut span = vec![[0; 3]];
        for row in rows {
            let sums = span.iter().flat_map(|sum| {
                (0..size).map(move |n| {
                    let at = |i: usize| (sum[i] + n * row[i]) % size;
                    [at(0), at(1), at(2)]
                })
            });
            span = sums.collect();
            span.sort_unstable();
            span.dedup();
        }
        span.sort_unstable_by_key(|row| [row[2], row[1], row[0]]);
        span
    }

    #[test]
    fn an_equation_between_even_words_has_small_factors() {
        let mut relations = Relations::new(2, 32);
        for state in [[0, 0], [2, 2], [6, 6], [8, 8]] {
            relations.join(&state);
        }
        relations.reduce();
        let one = u64::from(u32::MAX);
        assert_eq!(relations.rows(), [vec![0, one, 1], vec![0, 1 << 31, 0]]);
    }

    #[test]
    fn rows_generate_all_relations_that_the_states_satisfy() {
        let mut rng = Rng::new(7);
        for _ in 0..400 {
            let width = 2 + rng.below(2) as u32;
            let word = |rng: &mut Rng| rng.below(1 << width) as u64;
            let states: Vec<[u64; 2]> = (0..rng.below(5)).map(|_| [word(&mut rng), word(&mut rng)]).collect();
            let mut relations = Relations::new(2, width);
            for state in &states {
                relations.join(state);
            }
            let mut expected = all(&states, width);
            expected.sort_unstable_by_key(|row| [row[2], row[1], row[0]]);
            assert_eq!(span(relations.rows(), width), expected, "{:?}", states);
            relations.reduce();
            assert_eq!(span(relations.rows(), width), expected, "reduced, {:?}", states);
            assert!(states.iter().all(|state| !relations.join(state)));
        }
    }
}
