//! The guess about a location: comparisons and facts about elements, and affine relations under a condition.

use super::affine::Relations;
use crate::engine::common::program::Edges;
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::num::Rational;

/// Variables of the same sort.
#[derive(Debug)]
pub(super) struct Group {
    pub sort: Sort,
    /// Their indices.
    pub words: Vec<usize>,
    pub terms: Vec<TermId>,
    /// The exponent's first bit, if words of this width are floating-point numbers.
    pub exponent: Option<u32>,
}

impl Group {
    pub fn width(&self) -> u32 {
        self.sort.width().unwrap_or(64)
    }
}

/// The words and integers among the variables, by sort.
pub(super) fn groups(edges: &Edges) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (i, &variable) in edges.cfa.variables().iter().enumerate() {
        let sort = edges.cfa.terms().sort(variable);
        if !matches!(sort, Sort::BitVec(_) | Sort::Int) {
            continue;
        }
        match groups.iter_mut().find(|group| group.sort == sort) {
            Some(group) => {
                group.words.push(i);
                group.terms.push(variable);
            }
            None => groups.push(Group { sort, words: vec![i], terms: vec![variable], exponent: None }),
        }
    }
    let numbers = numbers(edges);
    for group in &mut groups {
        let of_width = numbers.iter().find(|(width, _)| group.sort == Sort::BitVec(*width));
        group.exponent = of_width.map(|&(_, exponent)| exponent);
    }
    groups.retain(|group| group.width() > 1);
    groups
}

/// The formats of floating-point numbers with the width and the first bit of the exponent: single and double precision.
const FORMATS: [(u32, u32); 2] = [(32, 23), (64, 52)];

/// The formats whose exponents are taken out of words by the guards and values of the edges.
fn numbers(edges: &Edges) -> Vec<(u32, u32)> {
    let cfa = &edges.cfa;
    let values = cfa.edge_ids().flat_map(|edge| edges.values(edge)).map(|(_, value)| *value);
    let roots: Vec<TermId> = cfa.edge_ids().map(|edge| edges.guard(edge)).chain(values).collect();
    let terms = cfa.terms();
    let all = terms.subterms(&roots);
    let takes = |(width, exponent): (u32, u32)| {
        let is_exponent = |&t: &TermId| {
            let (op, sort) = (terms.op(t), terms.sort(t));
            op == Op::Extract(exponent)
                && sort == Sort::BitVec(width - 1 - exponent)
                && terms.sort(terms.arg(t, 0)) == Sort::BitVec(width)
        };
        all.iter().any(is_exponent)
    };
    FORMATS.iter().copied().filter(|&format| takes(format)).collect()
}

/// A relation as a formula; `None` if its coefficients are no small integers.
fn relation_term(terms: &mut Terms, group: &Group, width: u32, row: &[u64]) -> Option<TermId> {
    let twos = row.iter().map(|c| c.trailing_zeros()).min().unwrap_or(0).min(width - 1);
    let left = width - twos;
    let mut parts = row.iter().map(|c| c >> twos);
    let constant = parts.next().unwrap_or(0);
    let parts = parts.zip(&group.terms).filter(|(c, _)| *c != 0);
    if group.sort == Sort::Int {
        let number = |c: u64| {
            let c = if twos == 0 { c as i64 } else { ((c << twos) as i64) >> twos };
            (c.unsigned_abs() <= 1 << 40).then(|| Rational::from(c))
        };
        let parts: Vec<(Rational, TermId)> =
            parts.map(|(c, &t)| number(c).map(|c| (c, t))).collect::<Option<_>>()?;
        let constant = terms.numeral(number(constant)?, Sort::Int);
        let sum = terms.combination(&parts);
        let sum = terms.add(&[sum, constant]);
        let zero = terms.int(0);
        if twos == 0 {
            return Some(terms.eq(sum, zero));
        }
        let divisor = terms.int(1i64.checked_shl(left).filter(|d| *d <= 1 << 20)?);
        let remainder = terms.int_mod(sum, divisor).ok()?;
        return Some(terms.eq(remainder, zero));
    }
    // Positive coefficients on one side and negative ones on the other.
    let mask = u64::MAX >> (64 - left);
    let mut sides = [terms.bv(constant, left), terms.bv_zero(left)];
    for (c, &t) in parts {
        let word = terms.extract(t, left - 1, 0);
        let (side, factor) = if c > mask / 2 { (1, c.wrapping_neg() & mask) } else { (0, c) };
        let factor = terms.bv(factor, left);
        let part = terms.bv_mul(factor, word);
        sides[side] = terms.bv_add(sides[side], part);
    }
    Some(terms.eq(sides[0], sides[1]))
}

/// The affine relations of the states of a location in which a condition holds.
#[derive(Debug)]
pub(super) struct Hull {
    pub condition: TermId,
    /// The words, by the index of their group.
    pub group: usize,
    pub relations: Relations,
    /// The relations as formulas, under the condition.
    pub formulas: Vec<TermId>,
}

/// The guess about a location.
#[derive(Default, Debug)]
pub(super) struct Place {
    /// Comparisons, and facts about elements of arrays for any index.
    pub comparisons: Vec<TermId>,
    pub hulls: Vec<Hull>,
}

impl Place {
    /// All formulas, each once.
    pub fn formulas(&self) -> Vec<TermId> {
        let hulls = self.hulls.iter().flat_map(|hull| &hull.formulas);
        let mut formulas: Vec<TermId> = hulls.chain(&self.comparisons).copied().collect();
        formulas.sort_unstable();
        formulas.dedup();
        formulas.retain(|&formula| formula != Terms::TRUE);
        if formulas.contains(&Terms::FALSE) {
            formulas = vec![Terms::FALSE];
        }
        formulas
    }
}

impl Hull {
    /// The relations among the formulas that say that a word is a sum of others, with the word and the sum. No such
    /// word occurs in a sum. Only for bit-vectors.
    pub fn equations(&self, terms: &mut Terms, group: &Group) -> Vec<(TermId, TermId, TermId)> {
        let width = self.relations.width();
        let rows = self.relations.rows();
        let mut equations = Vec::new();
        if group.sort == Sort::Int {
            return equations;
        }
        for (i, row) in rows.iter().enumerate() {
            let alone = |at: usize| rows.iter().enumerate().all(|(j, other)| j == i || other[at] == 0);
            let expressed = (1..row.len()).rev().find(|&at| row[at] == 1 && alone(at));
            let relation = relation_term(terms, group, width, row).filter(|f| self.formulas.contains(f));
            if let (Some(expressed), Some(relation)) = (expressed, relation) {
                let mut sum = terms.bv(row[0].wrapping_neg(), width);
                for (at, &c) in row.iter().enumerate().skip(1).filter(|&(at, &c)| at != expressed && c != 0) {
                    let factor = terms.bv(c.wrapping_neg(), width);
                    let part = terms.bv_mul(factor, group.terms[at - 1]);
                    sum = terms.bv_add(sum, part);
                }
                equations.push((relation, group.terms[expressed - 1], sum));
            }
        }
        equations
    }

    /// Brings the relations into order and makes their formulas anew. The relations in `whole`, which hold of the same
    /// words under no condition, are left out.
    pub fn renew(&mut self, terms: &mut Terms, group: &Group, whole: &[TermId]) {
        self.relations.reduce();
        self.formulas.clear();
        for row in self.relations.rows() {
            if let Some(relation) = relation_term(terms, group, self.relations.width(), row) {
                if !whole.contains(&relation) {
                    self.formulas.push(terms.implies(self.condition, relation));
                }
            }
        }
    }
}
