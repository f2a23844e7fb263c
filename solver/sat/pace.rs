//! The schedule of the search: averages, sequences and the time of the next chore of each kind.

use super::options::{Restarts, SatOptions};

/// Conflicts of the first focused phase.
const FIRST_PHASE: u64 = 1000;
/// Unit of the growing interval between resets of phases, in conflicts.
pub(super) const REPHASE_INTERVAL: u64 = 1000;

/// An exponential moving average that starts unbiased (as in ADAM).
#[derive(Clone, Default)]
pub(super) struct Average {
    pub value: f64,
    biased: f64,
    alpha: f64,
    rest: f64,
}

impl Average {
    pub fn new(window: f64) -> Average {
        Average { value: 0.0, biased: 0.0, alpha: 1.0 / window, rest: 1.0 }
    }

    pub fn update(&mut self, x: f64) {
        self.biased += self.alpha * (x - self.biased);
        self.rest *= 1.0 - self.alpha;
        self.value = self.biased / (1.0 - self.rest);
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, ... of Luby, Sinclair and Zuckerman, in Knuth's form.
#[derive(Clone)]
pub(super) struct Luby {
    u: u64,
    v: u64,
}

impl Luby {
    pub fn new() -> Luby {
        Luby { u: 1, v: 1 }
    }

    pub fn next(&mut self) -> u64 {
        let now = self.v;
        if self.u & self.u.wrapping_neg() == self.v {
            self.u += 1;
            self.v = 1;
        } else {
            self.v *= 2;
        }
        now
    }
}

/// Glues up to this are told apart when uses are counted.
const GLUES: usize = 64;
/// Uses that are counted before the limits of the tiers are drawn from them.
const ENOUGH_USES: u64 = 1000;

/// The limits of glue between the tiers of learnt clauses, and the uses in conflicts from which they are drawn.
///
/// Only uses in focused mode count: in stable mode glue is larger, and too many clauses would be kept.
#[derive(Clone)]
pub(super) struct Tiers {
    adaptive: bool,
    limits: (usize, usize),
    uses: [u64; GLUES],
}

impl Tiers {
    fn new(options: &SatOptions) -> Tiers {
        let limits = (options.tier1_glue, options.tier2_glue);
        Tiers { adaptive: options.adaptive_tiers, limits, uses: [0; GLUES] }
    }

    /// A learnt clause of this glue took part in a conflict in focused mode.
    #[inline]
    pub fn used(&mut self, glue: usize) {
        self.uses[glue.min(GLUES - 1)] += 1;
    }

    /// Draws the limits from the uses so far.
    pub fn adapt(&mut self) {
        let total: u64 = self.uses.iter().sum();
        if !self.adaptive || total < ENOUGH_USES {
            return;
        }
        let reaches = |tenths: u64| {
            let mut sum = 0;
            let enough = self.uses.iter().position(|&n| {
                sum += n;
                10 * sum >= tenths * total
            });
            enough.unwrap_or(GLUES - 1)
        };
        let first = reaches(5).max(1);
        self.limits = (first, reaches(9).max(first + 1));
    }
}

/// The times at which the search's chores are due, in conflicts or propagations since the solver was made.
#[derive(Clone)]
pub(super) struct Pace {
    /// Stable mode: rare restarts, scores, target phases. Otherwise focused mode: frequent restarts, the queue.
    pub stable: bool,
    /// Averages of glue over few and over many conflicts, in focused and in stable mode.
    pub fast: [Average; 2],
    pub slow: [Average; 2],
    pub tiers: Tiers,
    pub luby: Luby,
    pub restart_at: u64,
    pub reduce_at: u64,
    pub inprocess_at: u64,
    /// Work of propagation, in parts of the memory that it touches.
    pub ticks: u64,
    /// The end of the first mode in conflicts, of the later ones in ticks.
    pub mode_conflicts: u64,
    pub mode_at: u64,
    /// Ticks of the first mode; 0 while it lasts.
    pub mode_length: u64,
    /// The number of times that stable mode has begun.
    pub mode_phases: u64,
    pub rephase_at: u64,
    pub rephases: u64,
    /// Lengths of the assignments in the target and best phases.
    pub target_size: usize,
    pub best_size: usize,
    pub decisions_polled: u64,
    /// Decisions between conflicts, and their number at the last.
    pub decisions: Average,
    pub decided: u64,
    /// Conflicts whose reason sides are not looked at, from now and after the next that had too many.
    pub reason_delay: (u64, u64),
    /// Propagations at the last local search.
    pub walked: u64,
}

impl Pace {
    pub fn new(options: &SatOptions) -> Pace {
        Pace {
            stable: !matches!(options.restarts, Restarts::Glue | Restarts::Alternating),
            fast: [Average::new(33.0), Average::new(33.0)],
            slow: [Average::new(1e5), Average::new(1e5)],
            tiers: Tiers::new(options),
            luby: Luby::new(),
            restart_at: 0,
            reduce_at: options.reduce_interval,
            inprocess_at: options.inprocess_interval,
            ticks: 0,
            mode_conflicts: FIRST_PHASE,
            mode_at: 0,
            mode_length: 0,
            mode_phases: 0,
            rephase_at: REPHASE_INTERVAL,
            rephases: 0,
            target_size: 0,
            best_size: 0,
            decisions_polled: 0,
            decisions: Average::new(1e4),
            decided: 0,
            reason_delay: (0, 0),
            walked: 0,
        }
    }

    /// The largest glue of the first and of the second tier of learnt clauses.
    #[inline]
    pub fn tier_limits(&self) -> (usize, usize) {
        self.tiers.limits
    }

    /// Decisions per conflict lately.
    pub fn decision_rate(&self) -> f64 {
        self.decisions.value
    }

    /// Moves the next change of mode: ticks that were not the search's do not count for the phases.
    pub fn postpone_mode(&mut self, ticks: u64) {
        self.mode_at += ticks;
    }
}
