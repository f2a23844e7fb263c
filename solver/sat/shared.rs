//! Short clauses that many solvers share and that none of them changes.
//!
//! IC3 has a solver for each frame, and all of them hold the same transition relation, most of whose clauses have two
//! or three literals. Watching them would give each solver its own copy to shuffle, and every propagation would miss
//! the cache three times: for the list, for its content, for the clause. Here each literal has a flat list of the
//! *other* two literals of each of its short clauses (a binary clause is filled up with a constant), as in Lingeling's
//! ternary lists; visiting a list reads nothing else, and all solvers read the same memory.
//!
//! Shared clauses are needed for good, so they are never reduced, and their variables are never eliminated. They have
//! no numbers in a proof: a solver with shared clauses gives none.

use super::arena::ClauseRef;
use crate::base::{Lit, Var};

/// A formula prepared for [`Solver::with_shared`](super::Solver::with_shared). It never changes, and many solvers hold
/// it at the cost of one.
#[derive(Clone, Debug, Default)]
pub struct SharedClauses {
    pub(super) vars: usize,
    /// By literal: the begin of its list.
    starts: Vec<u32>,
    /// The other two literals of a short clause.
    others: Vec<[Lit; 2]>,
    /// By list entry: its clause.
    owner: Vec<u32>,
    pub(super) short: Vec<[Lit; 3]>,
    pub(super) units: Vec<Lit>,
    pub(super) long: Vec<Vec<Lit>>,
}

impl SharedClauses {
    /// Takes clauses over the variables below `vars`. The solvers get one variable more, which is false and fills up
    /// binary clauses.
    ///
    /// # Panics
    ///
    /// If a clause has a variable that is not below `vars`, or a clause of two or three literals has one variable
    /// twice; if there are too many variables.
    pub fn new<'a>(vars: usize, clauses: impl Iterator<Item = &'a [Lit]>) -> SharedClauses {
        let filler = Var::new(vars).positive();
        let mut shared = SharedClauses { vars: vars + 1, units: vec![!filler], ..SharedClauses::default() };
        for clause in clauses {
            assert!(clause.iter().all(|l| l.var().index() < vars), "a variable that is not below {}", vars);
            if let [rest @ .., last] = clause {
                let is_twice = clause.len() <= 3
                    && (rest.iter().any(|l| l.var() == last.var())
                        || rest.windows(2).any(|w| w[0].var() == w[1].var()));
                assert!(!is_twice, "a variable occurs twice in {:?}", clause);
            }
            match *clause {
                [a] => shared.units.push(a),
                [a, b] => shared.short.push([a, b, filler]),
                [a, b, c] => shared.short.push([a, b, c]),
                _ => shared.long.push(clause.to_vec()),
            }
        }
        shared.fill_lists(filler);
        shared
    }

    fn fill_lists(&mut self, filler: Lit) {
        let mut starts = vec![0u32; 2 * self.vars + 1];
        for l in self.short.iter().flatten().filter(|&&l| l != filler) {
            starts[l.code() + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let total = starts[2 * self.vars] as usize;
        let mut at = starts.clone();
        self.others = vec![[filler; 2]; total];
        self.owner = vec![0; total];
        for (c, &[x, y, z]) in self.short.iter().enumerate() {
            for (l, others) in [(x, [y, z]), (y, [x, z]), (z, [x, y])] {
                if l != filler {
                    let place = at[l.code()] as usize;
                    self.others[place] = others;
                    self.owner[place] = c as u32;
                    at[l.code()] += 1;
                }
            }
        }
        self.starts = starts;
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let long: usize = self.long.iter().map(|c| 24 + 4 * c.capacity()).sum();
        self.starts.len() * 4 + self.others.len() * 12 + self.short.len() * 12 + self.units.len() * 4 + long
    }

    /// The list of a literal, with the reference of its first entry.
    #[inline]
    pub(super) fn list(&self, lit: Lit) -> (u32, &[[Lit; 2]]) {
        match self.starts.get(lit.code()..lit.code() + 2) {
            Some(range) => (range[0], &self.others[range[0] as usize..range[1] as usize]),
            None => (0, &[]),
        }
    }

    pub(super) fn clause(&self, c: ClauseRef) -> &[Lit] {
        &self.short[self.owner[c.shared_index()] as usize]
    }
}
