//! The clauses that were added, for questions that need all of them: unit propagation, and whether a literal of a model
//! may be flipped.

use indubit::base::Lit;

/// Clauses, one after the other, with the clauses of each literal.
#[derive(Debug, Default)]
pub(crate) struct Copy {
    lits: Vec<Lit>,
    /// The end of each clause in the list.
    ends: Vec<usize>,
    /// By code of a literal: the clauses that it is in. Made when a question comes, for the clauses up to `listed`.
    with: Vec<Vec<u32>>,
    listed: usize,
}

impl Copy {
    pub fn add(&mut self, clause: &[Lit]) {
        self.lits.extend_from_slice(clause);
        self.ends.push(self.lits.len());
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of literals in all clauses.
    pub fn literals(&self) -> usize {
        self.lits.len()
    }

    /// The clause of this number.
    pub fn clause(&self, at: usize) -> &[Lit] {
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.lits[start..self.ends[at]]
    }

    fn list(&mut self) {
        for at in self.listed..self.len() {
            for lit in self.clause(at).to_vec() {
                if self.with.len() <= lit.code() {
                    self.with.resize(lit.code() + 1, Vec::new());
                }
                self.with[lit.code()].push(at as u32);
            }
        }
        self.listed = self.len();
    }

    fn clauses_with(&self, lit: Lit) -> impl Iterator<Item = usize> + '_ {
        self.with.get(lit.code()).into_iter().flatten().map(|&at| at as usize)
    }

    /// Whether all clauses hold in the model if this literal, which is true in it, becomes false.
    pub fn is_flippable(&mut self, lit: Lit, model: &[Option<bool>]) -> bool {
        self.list();
        let is_true = |other: &Lit| {
            let value = model.get(other.var().index()).copied().flatten();
            *other != lit && value.is_some_and(|value| value != other.is_negative())
        };
        self.clauses_with(lit)
            .all(|at| self.clause(at).contains(&!lit) || self.clause(at).iter().any(is_true))
    }

    /// These literals and those that follow from them by unit propagation, and whether a clause is false then.
    pub fn propagate(&mut self, assumed: &[Lit], vars: usize) -> (Vec<Lit>, bool) {
        self.list();
        let mut values: Vec<Option<bool>> = vec![None; vars];
        let value =
            |values: &[Option<bool>], lit: Lit| values[lit.var().index()].map(|v| v != lit.is_negative());
        let mut trail: Vec<Lit> = Vec::new();
        for &lit in assumed {
            match value(&values, lit) {
                None => {
                    values[lit.var().index()] = Some(!lit.is_negative());
                    trail.push(lit);
                }
                Some(true) => {}
                Some(false) => return (trail, true),
            }
        }
        let mut open: Vec<usize> = (0..self.len()).filter(|&at| self.clause(at).len() < 2).collect();
        let mut done = 0;
        loop {
            for at in std::mem::take(&mut open) {
                let clause = self.clause(at);
                let mut free = clause.iter().copied().filter(|&lit| value(&values, lit).is_none());
                // A literal may stand in its clause twice.
                let first = free.next();
                let second = free.find(|&lit| Some(lit) != first);
                match (clause.iter().any(|&lit| value(&values, lit) == Some(true)), first, second) {
                    (true, ..) | (false, Some(_), Some(_)) => {}
                    (false, None, _) => return (trail, true),
                    (false, Some(unit), None) => {
                        values[unit.var().index()] = Some(!unit.is_negative());
                        trail.push(unit);
                    }
                }
            }
            match trail.get(done) {
                Some(&lit) => open.extend(self.clauses_with(!lit)),
                None => return (trail, false),
            }
            done += 1;
        }
    }
}
