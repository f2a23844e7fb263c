//! Limits for counterexamples to generalisation, learnt from their yield.
//!
//! How far it pays to follow counterexamples to generalisation differs from circuit to circuit, and from one part of a
//! run to the next. A *bandit* has several arms, here pairs of a depth and a number of counterexamples, and is to find
//! the one that gives the most (rIC3 of 2026 chooses its generalisation so). The yield of an arm is the share of the
//! literals that its generalisations dropped, less a price for each query. Older yields fade, so that the choice
//! follows the search. One generalisation in [`TRIAL`] tries the arms in turn; the others use the best one. There is no
//! chance in it, so that runs can be repeated.

/// One generalisation in `TRIAL` is a trial.
const TRIAL: u64 = 8;
/// The share of a new yield in the average of an arm.
const FRESH: f64 = 0.1;
/// The price of a query for each literal of the cube: a query that drops a fiftieth of the literals pays.
const PRICE: f64 = 0.02;

/// Depth and number of counterexamples to generalisation. None at first.
const ARMS: [(usize, usize); 5] = [(0, 0), (1, 1), (1, 3), (1, 8), (2, 5)];

/// The arms with their yields so far.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Bandit {
    /// By arm: the faded average; `None` before its first trial.
    yields: [Option<f64>; ARMS.len()],
    pulls: u64,
    trials: usize,
}

impl Bandit {
    /// The arm for the next generalisation: its index, and its depth and number.
    pub fn choose(&mut self) -> (usize, (usize, usize)) {
        self.pulls += 1;
        let untried = self.yields.iter().position(Option::is_none);
        let arm = match untried {
            Some(arm) => arm,
            None if self.pulls % TRIAL == 0 => {
                self.trials += 1;
                self.trials % ARMS.len()
            }
            None => {
                let value = |&arm: &usize| self.yields[arm].unwrap_or(0.0);
                (0..ARMS.len()).max_by(|a, b| value(a).total_cmp(&value(b)).then(b.cmp(a))).unwrap_or(0)
            }
        };
        (arm, ARMS[arm])
    }

    /// A generalisation by this arm dropped `dropped` of the literals of a cube, and cost `queries` queries.
    pub fn note(&mut self, arm: usize, literals: usize, dropped: usize, queries: u64) {
        let size = literals.max(1) as f64;
        let value = dropped as f64 / size - PRICE * queries as f64 / size;
        let average = &mut self.yields[arm];
        *average = Some(average.map_or(value, |old| old + FRESH * (value - old)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arm_that_drops_most_is_used_most() {
        let mut bandit = Bandit::default();
        let mut pulls = [0; ARMS.len()];
        for _ in 0..1000 {
            let (arm, _) = bandit.choose();
            pulls[arm] += 1;
            // The third arm drops half of the literals at the same price.
            bandit.note(arm, 20, if arm == 2 { 10 } else { 4 }, 20);
        }
        assert!(pulls[2] > 800, "{:?}", pulls);
        assert!(pulls.iter().all(|&count| count > 10), "{:?}", pulls);
    }
}
