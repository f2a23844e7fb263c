//! The table of atoms: formulas about the variables of the program, numbered.

use crate::base::{HashMap, Lit, Var};
use crate::engine::ic3::Cube;
use crate::solver::term::{TermId, Terms};

/// Formulas over the variables, numbered. The numbers are those of the literals in cubes; they are given once and never
/// change, and all locations share them.
#[derive(Default)]
pub(super) struct Atoms {
    /// Each atom, and its negation.
    list: Vec<[TermId; 2]>,
    vars: HashMap<TermId, Var>,
}

impl Atoms {
    /// The literal that stands for the formula, which becomes an atom if it is none.
    pub fn literal(&mut self, terms: &mut Terms, formula: TermId) -> Lit {
        let (atom, negated) = terms.split_not(formula);
        let var = match self.vars.get(&atom) {
            Some(&var) => var,
            None => {
                let var = Var::new(self.list.len());
                self.list.push([atom, terms.not(atom)]);
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

    /// The cube of these formulas. Those that are true of themselves are left out.
    pub fn cube(&mut self, terms: &mut Terms, formulas: &[TermId]) -> Cube {
        let formulas = formulas.iter().filter(|&&f| f != Terms::TRUE);
        formulas.map(|&f| self.literal(terms, f)).collect()
    }

    /// The formula of a literal.
    pub fn formula(&self, lit: Lit) -> TermId {
        self.list[lit.var().index()][lit.is_negative() as usize]
    }

    /// The formulas of a cube.
    pub fn formulas(&self, cube: &[Lit]) -> Vec<TermId> {
        cube.iter().map(|&l| self.formula(l)).collect()
    }

    /// The clause that excludes a cube, as the list of its literals.
    pub fn clause(&self, cube: &[Lit]) -> Vec<TermId> {
        cube.iter().map(|&l| self.formula(!l)).collect()
    }
}
