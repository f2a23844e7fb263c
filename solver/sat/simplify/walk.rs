//! Local search for good phases.
//!
//! Starting from the saved phases, variables of falsified clauses are flipped at random, with higher probability if
//! they break fewer other clauses (ProbSAT: Balint and Schöning, SAT 2012). The best assignment met becomes the saved
//! phases, from which the search decides (Cai and Zhang, SAT 2021; "rephasing by walking" of CaDiCaL). It finds
//! models of random formulas that the CDCL search misses, and is cheap elsewhere: its work is bounded by a share of
//! the search's.
//!
//! Assumptions keep their values. Only irredundant clauses count. Nothing but the phases is changed.

use super::effort::Effort;
use crate::base::{Limit, Lit, Rng, Var};
use crate::solver::sat::solver::Solver;
use crate::solver::sat::theory::Theory;

/// ProbSAT's base for clauses of this average length: the probability of a flip is base^-breaks.
const BASES: [(f64, f64); 6] = [(0.0, 2.0), (3.0, 2.5), (4.0, 2.85), (5.0, 3.7), (6.0, 5.1), (7.0, 5.4)];
/// More breaks than this count as this many.
const TABLE: usize = 64;

fn base(length: f64) -> f64 {
    for pair in BASES.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        if length <= x1 {
            return y0 + (y1 - y0) * (length - x0) / (x1 - x0);
        }
    }
    5.4
}

/// The formula under the literals that are fixed, and a full assignment.
struct Walker {
    lits: Vec<Lit>,
    /// The end of each clause in `lits`.
    ends: Vec<u32>,
    occurrences: Vec<Vec<u32>>,
    values: Vec<bool>,
    /// By clause: the number of true literals, and the exclusive or of their codes (the code of the only one, if
    /// there is one).
    count: Vec<u32>,
    only: Vec<u32>,
    /// By variable: clauses that its flip would falsify.
    breaks: Vec<u32>,
    falsified: Vec<u32>,
    /// By clause: position in `falsified`.
    place: Vec<u32>,
    /// Flips since the best assignment.
    flips: Vec<Var>,
    table: Vec<f64>,
}

impl Walker {
    fn clause(&self, c: u32) -> &[Lit] {
        let from = if c == 0 { 0 } else { self.ends[c as usize - 1] };
        &self.lits[from as usize..self.ends[c as usize] as usize]
    }

    fn is_true(&self, l: Lit) -> bool {
        self.values[l.var().index()] != l.is_negative()
    }

    fn add(&mut self, clause: impl Iterator<Item = Lit>) {
        let c = self.ends.len() as u32;
        let from = self.lits.len();
        self.lits.extend(clause);
        self.ends.push(self.lits.len() as u32);
        let (mut count, mut only) = (0, 0);
        for i in from..self.lits.len() {
            let l = self.lits[i];
            self.occurrences[l.code()].push(c);
            if self.is_true(l) {
                count += 1;
                only ^= l.code() as u32;
            }
        }
        self.count.push(count);
        self.only.push(only);
        self.place.push(0);
        match count {
            0 => self.falsify(c),
            1 => self.breaks[only as usize / 2] += 1,
            _ => {}
        }
    }

    fn falsify(&mut self, c: u32) {
        self.place[c as usize] = self.falsified.len() as u32;
        self.falsified.push(c);
    }

    fn satisfy(&mut self, c: u32) {
        let at = self.place[c as usize];
        self.falsified.swap_remove(at as usize);
        if let Some(&moved) = self.falsified.get(at as usize) {
            self.place[moved as usize] = at;
        }
    }

    /// A random variable of a falsified clause.
    fn pick(&self, rng: &mut Rng) -> Var {
        let lits = self.clause(self.falsified[rng.below(self.falsified.len())]);
        let weight = |l: &Lit| self.table[(self.breaks[l.var().index()] as usize).min(TABLE - 1)];
        let sum: f64 = lits.iter().map(weight).sum();
        let mut lot = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64 * sum;
        for l in lits {
            lot -= weight(l);
            if lot < 0.0 {
                return l.var();
            }
        }
        lits[lits.len() - 1].var()
    }

    /// Flips a variable and returns the work it took.
    fn flip(&mut self, v: Var) -> usize {
        let old = v.lit(self.values[v.index()]);
        let new = !old;
        self.values[v.index()] = !self.values[v.index()];
        let gained = std::mem::take(&mut self.occurrences[new.code()]);
        for &c in &gained {
            let i = c as usize;
            match self.count[i] {
                0 => {
                    self.satisfy(c);
                    self.breaks[v.index()] += 1;
                }
                1 => self.breaks[self.only[i] as usize / 2] -= 1,
                _ => {}
            }
            self.count[i] += 1;
            self.only[i] ^= new.code() as u32;
        }
        let lost = std::mem::take(&mut self.occurrences[old.code()]);
        for &c in &lost {
            let i = c as usize;
            self.count[i] -= 1;
            self.only[i] ^= old.code() as u32;
            match self.count[i] {
                0 => {
                    self.falsify(c);
                    self.breaks[v.index()] -= 1;
                }
                1 => self.breaks[self.only[i] as usize / 2] += 1,
                _ => {}
            }
        }
        let work = 1 + gained.len() + lost.len();
        self.occurrences[new.code()] = gained;
        self.occurrences[old.code()] = lost;
        work
    }
}

impl<T: Theory> Solver<T> {
    /// Walks from the saved phases and saves the best assignment met.
    pub(in crate::solver::sat) fn walk(&mut self, effort: &mut Effort) -> Result<(), Limit> {
        let mut walker = self.walker();
        let mut fewest = walker.falsified.len();
        while !walker.falsified.is_empty() {
            let v = walker.pick(&mut self.rng);
            let work = walker.flip(v);
            walker.flips.push(v);
            if walker.falsified.len() < fewest {
                fewest = walker.falsified.len();
                if walker.flips.len() > self.vars.len() {
                    self.phases.saved.copy_from_slice(&walker.values);
                } else {
                    for v in &walker.flips {
                        self.phases.saved[v.index()] = walker.values[v.index()];
                    }
                }
                walker.flips.clear();
            }
            if !self.work(effort, work)? {
                break;
            }
        }
        Ok(())
    }

    /// The irredundant clauses that the trail does not satisfy, under the saved phases.
    fn walker(&self) -> Walker {
        let vars = self.vars.len();
        let mut walker = Walker {
            lits: Vec::new(),
            ends: Vec::new(),
            occurrences: vec![Vec::new(); 2 * vars],
            values: self.phases.saved.clone(),
            count: Vec::new(),
            only: Vec::new(),
            breaks: vec![0; vars],
            falsified: Vec::new(),
            place: Vec::new(),
            flips: Vec::new(),
            table: Vec::new(),
        };
        for c in self.db.arena.iter().filter(|&c| !self.db.arena.is_redundant(c)) {
            let lits = self.db.arena.lits(c);
            if !lits.iter().any(|&l| self.val(l) > 0) {
                walker.add(lits.iter().copied().filter(|&l| self.val(l) == 0));
            }
        }
        let length = walker.lits.len() as f64 / walker.ends.len().max(1) as f64;
        let base = base(length);
        walker.table = (0..TABLE).map(|breaks| base.powi(-(breaks as i32))).collect();
        walker
    }
}
