//! The theory of linear arithmetic, as a part of what the SAT core sees.
//!
//! An atom is a bound on a column of the tableau: its literal asserts one bound, its negated literal one on the other
//! side. So a column has a list of literals that bound it from above and one of those that bound it from below, each
//! sorted by the bound. When a column becomes bounded by some value, because a literal says so or because a row
//! implies it, the literals with weaker bounds follow. They are the end of a list, and the walk stops at the first
//! literal that is known already.
//!
//! Integer columns have integer bounds only. A final check looks for integer values, and adds cuts or splits
//! (`integers.rs`): a new atom, which is true or false like any other, excludes the values between two integers
//! (branch and bound by the SAT core's own search). A model need not give such an atom a value. Branches are decided
//! only when the final check asks for them, so after a jump back the search does not repeat all those made before.

mod integers;

use super::farkas::Inequality;
use crate::base::{Budget, HashMap, Lit, Var};
use crate::solver::sat::{Check, Open, TheoryOutput};
use crate::solver::term::TermId;
use crate::theories::lia::Integers;
use crate::theories::lra::{Conflict, Implied, LraVar, ReasonId, RowMark, Side, Simplex, Stop, Tag};
use crate::theories::num::{DeltaRational, Rational};
use std::cell::RefCell;

/// A column of the tableau.
pub(super) type Column = LraVar;

/// The relation of a column to a bound, as an atom states it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    AtMost,
    AtLeast,
}

/// The reason why a literal was implied.
#[derive(Clone, Copy)]
enum Reason {
    /// A literal with a stronger bound on the same column.
    Literal(Lit),
    /// The other bounds of a row.
    Row(ReasonId),
}

#[derive(Clone)]
struct Atom {
    var: Var,
    column: Column,
    /// The bound that the literal asserts, and the bound that its negation asserts.
    bounds: [(Side, DeltaRational); 2],
    /// It was made for a cut or a branch, so that no formula is about it.
    made: bool,
}

/// Literals by the bound that they assert, in ascending order.
#[derive(Clone, Default)]
struct Literals {
    upper: Vec<(DeltaRational, Lit)>,
    lower: Vec<(DeltaRational, Lit)>,
}

impl Literals {
    fn side(&mut self, side: Side) -> &mut Vec<(DeltaRational, Lit)> {
        match side {
            Side::Upper => &mut self.upper,
            Side::Lower => &mut self.lower,
        }
    }

    /// The literals that a bound implies, the strongest first.
    fn implied(&self, side: Side, value: &DeltaRational) -> impl Iterator<Item = Lit> + '_ {
        // One of the two is empty.
        let (start, end) = match side {
            Side::Upper => (self.upper.partition_point(|(bound, _)| bound < value), 0),
            Side::Lower => (self.upper.len(), self.lower.partition_point(|(bound, _)| bound <= value)),
        };
        self.upper[start..].iter().chain(self.lower[..end].iter().rev()).map(|&(_, l)| l)
    }
}

/// A mark to which a scope returns when it is left.
#[derive(Clone, Copy)]
struct Mark {
    atoms: usize,
    rows: RowMark,
    made: usize,
}

/// Bounds on columns, decided by simplex and by splitting.
///
/// The simplex has one level more than the SAT core: bounds of level 0 go when a scope is left.
#[derive(Clone)]
pub(super) struct Arithmetic {
    simplex: Simplex,
    budget: Budget,
    /// Whether bounds that a row implies for an integer are rounded.
    rounding: bool,
    /// By column.
    integer: Vec<bool>,
    literals: Vec<Literals>,
    atoms: Vec<Atom>,
    /// By variable: its atom.
    atom_of: Vec<Option<u32>>,
    /// By variable: 1 true, -1 false, 0 open.
    truth: Vec<i8>,
    /// By code of an implied literal: bounds may imply a literal and its negation before the SAT core sees either.
    reasons: Vec<Option<Reason>>,
    assigned: Vec<Lit>,
    /// Length of `assigned` at each level.
    levels: Vec<usize>,
    /// The number of assigned literals that have told the weaker ones.
    told: usize,
    conflict: Option<Conflict>,
    scopes: Vec<Mark>,
    integers: Integers,
    /// The columns of sums that cuts are about.
    sums: HashMap<Vec<(Rational, Column)>, Column>,
    /// The number of atoms made for integers.
    made: usize,
    /// The literal to decide next, a branch.
    branch: Option<Lit>,
    withheld: bool,
    /// A rational model of the last satisfiable state, if it is not the simplex's assignment.
    found: Option<Vec<Rational>>,
    /// For the assignment: a rational that may stand for δ, once it is asked for.
    delta: RefCell<Option<Rational>>,
}

impl Default for Arithmetic {
    fn default() -> Arithmetic {
        let mut simplex = Simplex::new();
        simplex.push();
        Arithmetic {
            simplex,
            budget: Budget::unlimited(),
            rounding: true,
            integer: Vec::new(),
            literals: Vec::new(),
            atoms: Vec::new(),
            atom_of: Vec::new(),
            truth: Vec::new(),
            reasons: Vec::new(),
            assigned: Vec::new(),
            levels: Vec::new(),
            told: 0,
            conflict: None,
            scopes: Vec::new(),
            integers: Integers::default(),
            sums: HashMap::default(),
            made: 0,
            branch: None,
            withheld: false,
            found: None,
            delta: RefCell::new(None),
        }
    }
}

impl Arithmetic {
    /// Every conflict and every implied bound is a sum of bounds, so that it can be interpolated.
    pub fn without_rounding() -> Arithmetic {
        Arithmetic { rounding: false, ..Arithmetic::default() }
    }

    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// A copy in which nothing is assigned, with the same columns and, of the atoms, only these. It is for a solver
    /// with the same variables.
    pub fn restarted(&self, kept: impl Fn(Var) -> bool) -> Arithmetic {
        let mut copy = self.clone();
        copy.backtrack(0);
        for lit in copy.assigned.drain(..) {
            copy.truth[lit.var().index()] = 0;
        }
        copy.told = 0;
        copy.simplex.pop(usize::MAX);
        copy.simplex.push();
        copy.scopes.clear();
        for literals in &mut copy.literals {
            literals.upper.retain(|(_, l)| kept(l.var()));
            literals.lower.retain(|(_, l)| kept(l.var()));
        }
        for atom in copy.atoms.iter().filter(|atom| !kept(atom.var)) {
            copy.atom_of[atom.var.index()] = None;
        }
        copy
    }

    /// A column for a number that is no sum.
    pub fn new_column(&mut self, integer: bool) -> Column {
        let column = self.simplex.new_var();
        self.add_column(column, integer);
        column
    }

    /// A column for a sum.
    pub fn new_row(&mut self, sum: &[(Rational, Column)]) -> Column {
        self.integers.note_sum(sum);
        self.add_row(sum)
    }

    fn add_row(&mut self, sum: &[(Rational, Column)]) -> Column {
        let integer = sum.iter().all(|(c, x)| c.is_integer() && self.integer[x.index()]);
        let column = self.simplex.new_row(sum);
        self.add_column(column, integer);
        column
    }

    fn add_column(&mut self, column: Column, integer: bool) {
        self.integer.push(integer);
        self.literals.push(Literals::default());
        self.simplex.observe(column, false);
    }

    /// Makes a variable of the SAT core mean a comparison.
    pub fn add_atom(&mut self, var: Var, column: Column, relation: Relation, bound: Rational) {
        let integer = self.integer[column.index()];
        let bounds = match (relation, integer) {
            (Relation::AtMost, true) => {
                let above = Rational::from(bound.floor()) + Rational::ONE;
                [(Side::Upper, Rational::from(bound.floor()).into()), (Side::Lower, above.into())]
            }
            (Relation::AtLeast, true) => {
                let below = Rational::from(bound.ceil()) - Rational::ONE;
                [(Side::Lower, Rational::from(bound.ceil()).into()), (Side::Upper, below.into())]
            }
            (Relation::AtMost, false) => {
                [(Side::Upper, bound.clone().into()), (Side::Lower, DeltaRational::above(bound))]
            }
            (Relation::AtLeast, false) => {
                [(Side::Lower, bound.clone().into()), (Side::Upper, DeltaRational::below(bound))]
            }
        };
        for (lit, (side, value)) in [var.positive(), var.negative()].iter().zip(&bounds) {
            let list = self.literals[column.index()].side(*side);
            let place = list.partition_point(|(other, _)| other < value);
            list.insert(place, (value.clone(), *lit));
        }
        self.simplex.observe(column, true);
        let size = self.atom_of.len().max(var.index() + 1);
        self.atom_of.resize(size, None);
        self.truth.resize(size, 0);
        self.reasons.resize(2 * size, None);
        self.atom_of[var.index()] = Some(self.atoms.len() as u32);
        self.atoms.push(Atom { var, column, bounds, made: false });
    }

    fn remove_atom(&mut self) {
        if let Some(atom) = self.atoms.pop() {
            for (side, value) in &atom.bounds {
                let list = self.literals[atom.column.index()].side(*side);
                let start = list.partition_point(|(other, _)| other < value);
                if let Some(place) = list[start..].iter().position(|(_, l)| l.var() == atom.var) {
                    list.remove(start + place);
                }
            }
            self.atom_of[atom.var.index()] = None;
        }
    }

    /// The bound that a literal asserts.
    fn bound_of(&self, lit: Lit) -> Option<(Column, Side, &DeltaRational)> {
        let atom = &self.atoms[(*self.atom_of.get(lit.var().index())?)? as usize];
        let (side, value) = &atom.bounds[lit.is_negative() as usize];
        Some((atom.column, *side, value))
    }

    /// The rational value of a column in the last satisfiable state, as long as the search has not gone back.
    pub fn value(&self, column: Column) -> Rational {
        if let Some(values) = &self.found {
            return values[column.index()].clone();
        }
        let value = self.simplex.value(column);
        if value.is_rational() {
            return value.real.clone();
        }
        let mut delta = self.delta.borrow_mut();
        value.at(delta.get_or_insert_with(|| self.simplex.epsilon(&[]).unwrap_or(Rational::ONE)))
    }

    /// The present bound of a column, without its infinitesimal part.
    pub fn bound(&self, column: Column, side: Side) -> Option<Rational> {
        self.simplex.bound(column, side).map(|bound| bound.value.real.clone())
    }

    /// The literals whose bounds made a conflict.
    fn report(&self, conflict: &Conflict, out: &mut TheoryOutput) -> Check {
        out.conflict.extend(conflict.0.iter().map(|(tag, _)| literal(*tag)));
        debug_assert!(self.contradict_each_other(&out.conflict), "a conflict of bounds that have a model");
        Check::Conflict
    }

    /// For debug builds: whether the bounds of these literals alone are contradictory. Large tableaus are taken on
    /// trust.
    fn contradict_each_other(&self, lits: &[Lit]) -> bool {
        self.simplex.var_count() > 100 || self.clone().refute(lits).is_some()
    }

    /// Implies the literals with weaker bounds than those newly assigned.
    fn tell_weaker(&mut self, out: &mut TheoryOutput) {
        for i in std::mem::replace(&mut self.told, self.assigned.len())..self.assigned.len() {
            let lit = self.assigned[i];
            let (column, side, value) = match self.bound_of(lit) {
                Some(bound) => bound,
                None => continue,
            };
            for weaker in self.literals[column.index()].implied(side, value) {
                if weaker == lit {
                    continue;
                }
                if self.truth[weaker.var().index()] != 0 {
                    break;
                }
                self.reasons[weaker.code()] = Some(Reason::Literal(lit));
                out.implied.push(weaker);
            }
        }
    }

    /// Implies the literals whose bounds follow from rows.
    fn tell_rows(&mut self, out: &mut TheoryOutput) {
        let (literals, integer, truth, rounding) =
            (&self.literals, &self.integer, &self.truth, self.rounding);
        let reasons = &mut self.reasons;
        self.simplex.propagate(|implied: Implied| {
            let rounded;
            let mut value = implied.value;
            if rounding && integer[implied.var.index()] {
                rounded = round_bound(value, implied.side);
                value = &rounded;
            }
            let before = out.implied.len();
            for lit in literals[implied.var.index()].implied(implied.side, value) {
                if truth[lit.var().index()] != 0 {
                    break;
                }
                reasons[lit.code()] = Some(Reason::Row(implied.reason));
                out.implied.push(lit);
            }
            out.implied.len() > before
        });
    }

    /// The columns, none of them a sum, that an atom is about.
    pub fn columns_of(&self, var: Var) -> Vec<Column> {
        match self.atom_of.get(var.index()).copied().flatten() {
            None => Vec::new(),
            Some(atom) => self.products(self.atoms[atom as usize].column).into_iter().map(|p| p.1).collect(),
        }
    }

    /// The sum that a column stands for, over columns that are none.
    fn products(&self, column: Column) -> Vec<(Rational, Column)> {
        // Sums are made of terms that are no sums.
        self.simplex.definition(column).map_or_else(|| vec![(Rational::ONE, column)], <[_]>::to_vec)
    }

    /// The inequality that a literal asserts, times a weight.
    pub fn inequality(&self, lit: Lit, weight: &Rational, column_terms: &[TermId]) -> Inequality {
        let mut inequality = Inequality { products: Vec::new(), bound: DeltaRational::ZERO };
        if let Some((column, side, value)) = self.bound_of(lit) {
            let weight = if side == Side::Upper { weight.clone() } else { -weight };
            let products = self.products(column);
            inequality.products =
                products.iter().map(|(c, x)| (c * &weight, column_terms[x.index()])).collect();
            inequality.bound = value * &weight;
        }
        inequality
    }

    /// Weights with which the bounds that these literals assert add up to a contradiction; `None` if there are none.
    /// The bounds that the search had asserted are lost.
    pub fn refute(&mut self, lits: &[Lit]) -> Option<Vec<(Lit, Rational)>> {
        self.simplex.pop(usize::MAX);
        self.simplex.push();
        let mut conflict = None;
        for &lit in lits {
            let (column, side, value) = self.bound_of(lit)?;
            let value = value.clone();
            conflict = self.simplex.assert_bound(column, side, value, tag(lit)).err();
            if conflict.is_some() {
                break;
            }
        }
        let conflict = match conflict {
            Some(found) => found,
            None => match self.simplex.check(&self.budget) {
                Err(Stop::Conflict(found)) => found,
                _ => return None,
            },
        };
        Some(conflict.0.into_iter().map(|(tag, weight)| (literal(tag), weight)).collect())
    }
}

/// The nearest integer bound that is no weaker for integers.
fn round_bound(value: &DeltaRational, side: Side) -> DeltaRational {
    let rounded = match side {
        Side::Upper => value.floor(),
        Side::Lower => value.ceil(),
    };
    Rational::from(rounded).into()
}

fn tag(lit: Lit) -> Tag {
    Tag(lit.code() as u32)
}

fn literal(tag: Tag) -> Lit {
    Lit::from_code(tag.0 as usize)
}

impl Arithmetic {
    pub fn is_atom(&self, var: Var) -> bool {
        self.atom_of.get(var.index()).map_or(false, Option::is_some)
    }

    pub fn assign(&mut self, lit: Lit) {
        self.truth[lit.var().index()] = if lit.is_negative() { -1 } else { 1 };
        self.assigned.push(lit);
        if self.conflict.is_some() {
            return;
        }
        if let Some((column, side, value)) = self.bound_of(lit) {
            let value = value.clone();
            self.conflict = self.simplex.assert_bound(column, side, value, tag(lit)).err();
        }
    }

    pub fn propagate(&mut self, out: &mut TheoryOutput) -> Check {
        if self.atoms.is_empty() {
            return Check::Consistent;
        }
        if let Some(conflict) = &self.conflict {
            return self.report(conflict, out);
        }
        self.tell_weaker(out);
        if !out.implied.is_empty() {
            return Check::Consistent;
        }
        match self.simplex.check(&self.budget) {
            Ok(()) => self.tell_rows(out),
            Err(Stop::Conflict(conflict)) => return self.report(&conflict, out),
            // The SAT core polls the same budget.
            Err(Stop::Limit(_)) => {}
        }
        Check::Consistent
    }

    pub fn explain(&mut self, lit: Lit, reason: &mut Vec<Lit>) {
        match self.reasons[lit.code()] {
            Some(Reason::Literal(stronger)) => reason.push(stronger),
            Some(Reason::Row(id)) => reason.extend(self.simplex.explain(id).map(|(tag, _)| literal(tag))),
            None => unreachable!("only implied literals are explained"),
        }
        debug_assert!(
            self.contradict_each_other(&[&reason[..], &[!lit]].concat()),
            "a reason that does not imply its literal"
        );
    }

    pub fn final_check(&mut self, out: &mut TheoryOutput) -> Check {
        self.found = None;
        self.delta.replace(None);
        match self.simplex.check(&self.budget) {
            Ok(()) => {}
            Err(Stop::Conflict(conflict)) => return self.report(&conflict, out),
            Err(Stop::Limit(_)) => return Check::Unknown,
        }
        self.integer_check(out)
    }

    /// The literal to decide next, a branch on an integer.
    pub fn branch(&mut self, open: &Open<'_>) -> Option<Lit> {
        self.branch.take().filter(|&lit| open.value(lit) == 0)
    }

    pub fn is_optional(&self, var: Var) -> bool {
        let atom = self.atom_of.get(var.index()).copied().flatten();
        atom.map_or(false, |atom| self.atoms[atom as usize].made)
    }

    pub fn new_level(&mut self) {
        self.levels.push(self.assigned.len());
        self.simplex.push();
    }

    pub fn backtrack(&mut self, level: usize) {
        self.branch = None;
        if self.levels.len() <= level {
            return;
        }
        self.simplex.pop(self.levels.len() - level);
        let start = self.levels[level];
        self.levels.truncate(level);
        for lit in self.assigned.drain(start..) {
            self.truth[lit.var().index()] = 0;
        }
        self.told = self.told.min(start);
        self.conflict = None;
    }

    pub fn push(&mut self) {
        self.scopes.push(Mark { atoms: self.atoms.len(), rows: self.simplex.row_mark(), made: self.made });
    }

    pub fn pop(&mut self) {
        let mark = match self.scopes.pop() {
            Some(mark) => mark,
            None => return,
        };
        // Literals of level 0 are assigned anew afterwards.
        for lit in self.assigned.drain(..) {
            self.truth[lit.var().index()] = 0;
        }
        self.told = 0;
        self.conflict = None;
        self.simplex.pop(usize::MAX);
        self.simplex.push();
        while self.atoms.len() > mark.atoms {
            self.remove_atom();
        }
        self.simplex.pop_rows_to(mark.rows);
        self.made = mark.made;
        self.forget_sums(self.simplex.var_count());
        self.integer.truncate(self.simplex.var_count());
        self.literals.truncate(self.simplex.var_count());
    }
}
