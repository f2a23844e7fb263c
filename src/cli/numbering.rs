//! The variables of a formula that occur in its clauses, numbered without gaps.
//!
//! A file may name the variable 1,000,000,000 in its only clause. The solver has arrays over its variables, so it is
//! given the occurring ones only, in their order. Its proofs and models are translated back to the numbers of the
//! file.

use indubit::base::{Lit, Var};
use indubit::input::dimacs::Cnf;

/// Variables of a file and of a solver, one for the other.
#[derive(Debug)]
pub struct Numbering {
    /// The occurring variables in ascending order; the solver's variable is the place in this list.
    names: Vec<Var>,
    /// By variable of the file: its place in the list. Empty if most entries of this array would be unused.
    places: Vec<u32>,
    /// Behind all variables of the file: the first one that the solver may add.
    free: usize,
}

impl Numbering {
    /// The numbering of the variables that occur in the formula. Takes memory linear in its literals.
    pub fn of(cnf: &Cnf) -> Numbering {
        let lits = || cnf.clauses().flatten();
        let bound = lits().map(|lit| lit.var().index() + 1).max().unwrap_or(0);
        if bound / 4 > cnf.literals() {
            let mut names: Vec<Var> = lits().map(|lit| lit.var()).collect();
            names.sort_unstable();
            names.dedup();
            return Numbering { names, places: Vec::new(), free: cnf.vars() };
        }
        let mut places = vec![0; bound];
        lits().for_each(|lit| places[lit.var().index()] = 1);
        let names: Vec<Var> = (0..bound).map(Var::new).filter(|v| places[v.index()] == 1).collect();
        for (place, name) in (0..).zip(&names) {
            places[name.index()] = place;
        }
        Numbering { names, places, free: cnf.vars() }
    }

    /// The number of occurring variables.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Bytes that the lists take up.
    pub fn bytes(&self) -> u64 {
        let bytes = self.names.capacity() * std::mem::size_of::<Var>() + self.places.capacity() * 4;
        bytes as u64
    }

    /// The occurring variables, ascending.
    pub fn names(&self) -> &[Var] {
        &self.names
    }

    /// The solver's literal for one of the formula's.
    pub fn inner(&self, lit: Lit) -> Lit {
        let place = match self.places.get(lit.var().index()) {
            Some(&place) => place as usize,
            // The variable occurs, so it is found.
            None => self.names.binary_search(&lit.var()).unwrap_or_else(|place| place),
        };
        Var::new(place).lit(!lit.is_negative())
    }

    /// The number of variables behind those of the file.
    pub fn spare(&self) -> usize {
        Var::LIMIT - self.free
    }

    /// The file's literal for one of the solver's. A variable that the solver has added is one behind those of the
    /// file.
    ///
    /// # Panics
    ///
    /// If the solver has added more than [`Numbering::spare`] variables.
    pub fn outer(&self, lit: Lit) -> Lit {
        let place = lit.var().index();
        let name = self.names.get(place).copied();
        name.unwrap_or_else(|| Var::new(self.free + place - self.names.len())).lit(!lit.is_negative())
    }
}
