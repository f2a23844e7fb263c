//! The tableau: sparse rows with columns that point back into them.
//!
//! A row is an equation `Σ c·x = 0` with coprime integer coefficients, in which the basic variable of the row has a
//! negative coefficient and all others are nonbasic. Integers are faster than rationals here (measured), because the
//! entries of a row share their denominator, the basic variable's coefficient. Common factors are taken out of a row
//! at once; this costs one comparison if that coefficient is -1.
//!
//! An entry of a row knows its place in the column of its variable, an entry of a column its place in the row; both
//! are vectors without gaps, since the last entry takes the place of a removed one. So finding, adding and removing an
//! entry takes constant time, and nothing is allocated once the vectors have grown.

use super::var::LraVar;
use crate::theories::num::{Integer, Rational};
use std::mem;

const NOWHERE: u32 = u32::MAX;

/// A row of the tableau. Numbers of removed rows are used again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RowId(u32);

impl RowId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
pub(super) struct RowEntry {
    pub(super) coefficient: Integer,
    pub(super) var: LraVar,
    /// The place of this entry in the column of the variable.
    place: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnEntry {
    pub(super) row: RowId,
    /// The place of this entry in the row.
    pub(super) place: u32,
}

#[derive(Clone, Debug)]
struct Row {
    basic: LraVar,
    /// The opposite of the coefficient of the basic variable; positive.
    denominator: Integer,
    entries: Vec<RowEntry>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Tableau {
    rows: Vec<Row>,
    columns: Vec<Vec<ColumnEntry>>,
    /// By variable: the row in which it is basic.
    row_of: Vec<Option<RowId>>,
    removed_rows: Vec<RowId>,
    /// By variable: its place in the row that is being changed. All `NOWHERE` in between.
    places: Vec<u32>,
    /// Entries of all rows.
    entries: usize,
}

impl Tableau {
    pub(super) fn row_of(&self, var: LraVar) -> Option<RowId> {
        self.row_of[var.index()]
    }

    pub(super) fn basic(&self, row: RowId) -> LraVar {
        self.rows[row.index()].basic
    }

    /// The entries of a row in no particular order, that of the basic variable among them.
    pub(super) fn row(&self, row: RowId) -> &[RowEntry] {
        &self.rows[row.index()].entries
    }

    /// The entries of all rows.
    pub(super) fn entry_count(&self) -> usize {
        self.entries
    }

    /// Bytes held by the entries, large numbers excepted.
    pub(super) fn memory(&self) -> usize {
        self.entries * (mem::size_of::<RowEntry>() + mem::size_of::<ColumnEntry>())
    }

    /// The positive factor by which the basic variable of a row gives the sum of the other entries.
    pub(super) fn denominator(&self, row: RowId) -> &Integer {
        &self.rows[row.index()].denominator
    }

    /// The factor of the variable at a place of the row in the sum that the basic variable equals.
    pub(super) fn factor(&self, row: RowId, place: usize) -> Rational {
        let row = &self.rows[row.index()];
        let coefficient = &row.entries[place].coefficient;
        if row.denominator.is_one() {
            Rational::from(coefficient)
        } else {
            Rational::new(coefficient.clone(), row.denominator.clone())
        }
    }

    /// The rows with a variable: one if it is basic.
    pub(super) fn column(&self, var: LraVar) -> &[ColumnEntry] {
        &self.columns[var.index()]
    }

    /// Adds the column of the next variable.
    pub(super) fn add_column(&mut self) {
        self.columns.push(Vec::new());
        self.row_of.push(None);
        self.places.push(NOWHERE);
    }

    /// Removes the last column, which must be empty.
    pub(super) fn remove_column(&mut self) {
        let column = self.columns.pop();
        debug_assert!(column.map_or(true, |c| c.is_empty()), "the variable still occurs in a row");
        self.row_of.pop();
        self.places.pop();
    }

    /// Adds the row `basic = Σ c·x`. The basic variable must be new; the others may be basic and repeated.
    pub(super) fn add_row(&mut self, basic: LraVar, sum: &[(Rational, LraVar)]) -> RowId {
        let row = self.removed_rows.pop().unwrap_or_else(|| {
            self.rows.push(Row { basic, denominator: Integer::ONE, entries: Vec::new() });
            RowId(self.rows.len() as u32 - 1)
        });
        let denominator = sum.iter().fold(Integer::ONE, |d, (c, _)| d.lcm(&c.denominator()));
        self.row_of[basic.index()] = Some(row);
        self.push_entry(row, basic, -&denominator);
        for (coefficient, var) in sum {
            let integer = coefficient.numerator() * denominator.div_exact(&coefficient.denominator());
            match self.places[var.index()] {
                NOWHERE => {
                    self.places[var.index()] = self.row(row).len() as u32;
                    self.push_entry(row, *var, integer);
                }
                place => self.rows[row.index()].entries[place as usize].coefficient += integer,
            }
        }
        self.rows[row.index()].basic = basic;
        self.rows[row.index()].denominator = denominator;
        let mut foreign = Vec::new();
        for place in (0..self.row(row).len()).rev() {
            let (var, cancelled) = (self.row(row)[place].var, self.row(row)[place].coefficient.is_zero());
            self.places[var.index()] = NOWHERE;
            if cancelled {
                self.remove_entry(row, place);
            } else if var != basic && self.row_of(var).is_some() {
                foreign.push(var);
            }
        }
        for var in foreign {
            if let Some(place) = self.row(row).iter().position(|e| e.var == var) {
                self.substitute(row, place);
            }
        }
        self.rows[row.index()].make_coprime();
        row
    }

    /// Removes a row; its basic variable is nonbasic and without entries afterwards.
    pub(super) fn remove_row(&mut self, row: RowId) {
        let basic = self.basic(row);
        self.row_of[basic.index()] = None;
        while !self.row(row).is_empty() {
            self.remove_entry(row, self.row(row).len() - 1);
        }
        self.removed_rows.push(row);
    }

    fn push_entry(&mut self, row: RowId, var: LraVar, coefficient: Integer) {
        let entries = &mut self.rows[row.index()].entries;
        let column = &mut self.columns[var.index()];
        let (row_place, column_place) = (entries.len() as u32, column.len() as u32);
        entries.push(RowEntry { coefficient, var, place: column_place });
        column.push(ColumnEntry { row, place: row_place });
        self.entries += 1;
    }

    fn remove_entry(&mut self, row: RowId, place: usize) {
        let entries = &mut self.rows[row.index()].entries;
        let removed = entries.swap_remove(place);
        self.entries -= 1;
        if let Some(moved) = entries.get(place) {
            self.columns[moved.var.index()][moved.place as usize].place = place as u32;
        }
        let column = &mut self.columns[removed.var.index()];
        column.swap_remove(removed.place as usize);
        if let Some(moved) = column.get(removed.place as usize) {
            self.rows[moved.row.index()].entries[moved.place as usize].place = removed.place;
        }
    }

    /// Makes the variable at a place of the row basic instead of the row's present one. Returns the number of entries
    /// visited.
    pub(super) fn pivot(&mut self, row: RowId, place: usize) -> usize {
        let entering = self.row(row)[place].var;
        let leaving = mem::replace(&mut self.rows[row.index()].basic, entering);
        debug_assert!(entering != leaving);
        self.row_of[leaving.index()] = None;
        self.row_of[entering.index()] = Some(row);
        self.rows[row.index()].solve_for(place);
        let mut visited = self.row(row).len();
        // Backwards: a substitution removes the entry of the column that it stands for, and the last takes its place.
        for k in (0..self.column(entering).len()).rev() {
            let entry = self.column(entering)[k];
            if entry.row != row {
                visited += self.substitute(entry.row, entry.place as usize);
            }
        }
        visited
    }

    /// Replaces the variable at a place of the row, which is basic in another row, by its sum according to that row.
    fn substitute(&mut self, target: RowId, place: usize) -> usize {
        let var = self.row(target)[place].var;
        let source = match self.row_of(var) {
            Some(source) => source,
            None => unreachable!("only basic variables are substituted"),
        };
        debug_assert!(source != target);
        let coefficient = mem::take(&mut self.rows[target.index()].entries[place].coefficient);
        self.remove_entry(target, place);
        let common = coefficient.gcd(self.denominator(source));
        let factor = coefficient.div_exact(&common);
        let multiplier = self.denominator(source).div_exact(&common);
        self.rows[target.index()].multiply(&multiplier);
        for (place, entry) in self.rows[target.index()].entries.iter().enumerate() {
            self.places[entry.var.index()] = place as u32;
        }
        for k in 0..self.row(source).len() {
            if self.row(source)[k].var != var {
                self.add_entry(target, &factor, source, k);
            }
        }
        for entry in &self.rows[target.index()].entries {
            self.places[entry.var.index()] = NOWHERE;
        }
        self.rows[target.index()].make_coprime();
        self.row(source).len() + self.row(target).len()
    }

    /// Adds a multiple of an entry of one row to another, whose `places` are set.
    #[inline]
    fn add_entry(&mut self, target: RowId, factor: &Integer, source: RowId, k: usize) {
        let (from, to) = two_rows(&mut self.rows, source, target);
        let entry = &from.entries[k];
        let var = entry.var;
        let place = self.places[var.index()];
        if place == NOWHERE {
            let product = &entry.coefficient * factor;
            self.places[var.index()] = to.entries.len() as u32;
            self.push_entry(target, var, product);
            return;
        }
        let sum = &mut to.entries[place as usize].coefficient;
        sum.add_product(factor, &entry.coefficient);
        if sum.is_zero() {
            self.remove_entry(target, place as usize);
            self.places[var.index()] = NOWHERE;
            if let Some(moved) = self.rows[target.index()].entries.get(place as usize) {
                self.places[moved.var.index()] = place;
            }
        }
    }
}

impl Row {
    fn multiply(&mut self, multiplier: &Integer) {
        if !multiplier.is_one() {
            self.denominator *= multiplier;
            for entry in &mut self.entries {
                entry.coefficient *= multiplier;
            }
        }
    }

    /// Takes common factors out of the coefficients.
    fn make_coprime(&mut self) {
        let mut common = self.denominator.clone();
        for entry in &self.entries {
            if common.is_one() {
                return;
            }
            common = common.gcd(&entry.coefficient);
        }
        if !common.is_one() {
            self.denominator = self.denominator.div_exact(&common);
            for entry in &mut self.entries {
                entry.coefficient = entry.coefficient.div_exact(&common);
            }
        }
    }

    /// Changes signs so that the coefficient at a place is negative.
    fn solve_for(&mut self, place: usize) {
        self.denominator = self.entries[place].coefficient.abs();
        if self.entries[place].coefficient.is_positive() {
            for entry in &mut self.entries {
                entry.coefficient = -&entry.coefficient;
            }
        }
    }
}

fn two_rows(rows: &mut [Row], a: RowId, b: RowId) -> (&mut Row, &mut Row) {
    if a.index() < b.index() {
        let (low, high) = rows.split_at_mut(b.index());
        (&mut low[a.index()], &mut high[0])
    } else {
        let (low, high) = rows.split_at_mut(a.index());
        (&mut high[0], &mut low[b.index()])
    }
}
