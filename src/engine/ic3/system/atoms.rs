//! The table of atoms.

use crate::base::{HashMap, Lit, Var};
use crate::engine::ic3::Cube;
use crate::solver::term::{Substitution, TermId, Terms};

/// A formula over state variables, and the same about the next state; each with its negation.
struct Atom {
    current: [TermId; 2],
    next: [TermId; 2],
}

/// Formulas over state variables, numbered. The numbers are those of the search's literals; they are given once and
/// never change.
pub(in crate::engine) struct Atoms {
    list: Vec<Atom>,
    vars: HashMap<TermId, Var>,
    primes: Substitution,
}

impl Atoms {
    /// No atoms yet. `primes` takes a formula to the same about the next state.
    pub fn new(primes: Substitution) -> Atoms {
        Atoms { list: Vec::new(), vars: HashMap::default(), primes }
    }

    /// The number of atoms.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The literals without negation, by age.
    pub fn all(&self) -> impl Iterator<Item = Lit> {
        (0..self.list.len()).map(|i| Var::new(i).positive())
    }

    /// The literal that stands for the formula, which becomes an atom if it is none.
    pub fn literal(&mut self, terms: &mut Terms, formula: TermId) -> Lit {
        let (atom, negated) = terms.split_not(formula);
        let var = match self.vars.get(&atom) {
            Some(&var) => var,
            None => {
                let var = Var::new(self.list.len());
                let next = self.primes.apply(terms, atom);
                let (not_atom, not_next) = (terms.not(atom), terms.not(next));
                self.list.push(Atom { current: [atom, not_atom], next: [next, not_next] });
                self.vars.insert(atom, var);
                var
            }
        };
        var.lit(!negated)
    }

    /// The formula of a literal.
    #[inline]
    pub fn formula(&self, lit: Lit) -> TermId {
        self.list[lit.var().index()].current[lit.is_negative() as usize]
    }

    /// The formula of a literal about the next state.
    #[inline]
    pub fn next(&self, lit: Lit) -> TermId {
        self.list[lit.var().index()].next[lit.is_negative() as usize]
    }

    /// The formulas of a cube.
    pub fn formulas<'a>(&'a self, cube: &'a Cube) -> impl Iterator<Item = TermId> + 'a {
        cube.iter().map(move |&l| self.formula(l))
    }
}
