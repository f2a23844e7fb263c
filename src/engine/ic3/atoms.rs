//! The table of atoms: formulas about the variables of a system or program, numbered.

use super::cube::Cube;
use crate::base::{HashMap, Lit, Var};
use crate::solver::term::{Substitution, TermId, Terms};

/// A formula over variables, and the same about the next state; each with its negation.
struct Atom {
    current: [TermId; 2],
    next: [TermId; 2],
}

/// Formulas over variables, numbered. The numbers are those of the literals in cubes; they are given once and never
/// change. A table that was made by `default` knows no next state.
#[derive(Default)]
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

    /// The literal that stands for the formula, if there is one.
    pub fn known(&self, terms: &Terms, formula: TermId) -> Option<Lit> {
        let (atom, negated) = terms.split_not(formula);
        self.vars.get(&atom).map(|var| var.lit(!negated))
    }

    /// The cube of these formulas. Formulas that are true of themselves are left out.
    pub fn cube(&mut self, terms: &mut Terms, formulas: &[TermId]) -> Cube {
        let formulas = formulas.iter().filter(|&&f| f != Terms::TRUE);
        formulas.map(|&f| self.literal(terms, f)).collect()
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
    pub fn formulas<'a>(&'a self, cube: &'a [Lit]) -> impl Iterator<Item = TermId> + 'a {
        cube.iter().map(move |&l| self.formula(l))
    }

    /// The clause that excludes a cube, as the list of its literals.
    pub fn clause(&self, cube: &[Lit]) -> Vec<TermId> {
        cube.iter().map(|&l| self.formula(!l)).collect()
    }
}
