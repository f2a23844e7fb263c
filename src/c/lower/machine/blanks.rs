//! Shadows of terms: which of their bits depend on values that were never stored.
//!
//! The bits of a local object without initialiser, and of an object of the heap that no function clears, are *blank*
//! until they are written (Stepanov, Serebryany, "MemorySanitizer", CGO 2015, §2). A variable that may be blank has a
//! *shadow*: a variable whose bits are 1 where its own are blank. The shadow of a term is a term over variables and
//! shadows:
//!
//! - a part, a concatenation, an element of an array and a choice by a known condition keep bits apart;
//! - bitwise operators, and conjunctions, do so as far as the other operands do not decide the result;
//! - any other operator on a blank bit makes its whole result blank.
//!
//! The shadow of a number that is no word, and of a truth value, is a truth value. Shadows are declared when a check
//! first asks for them. When the automaton is complete, [`Blanks::finish`](super::settle) adds their assignments.

use crate::base::HashMap;
use crate::model::cfa::{Cfa, EdgeId, LocId};
use crate::solver::term::{Op, Sort, TermId, Terms};

/// The shadows of variables and terms.
#[derive(Default, Debug)]
pub(in crate::c::lower) struct Blanks {
    /// The variables that have shadows, with them, in the order in which they were asked for.
    pub(super) variables: Vec<(TermId, TermId)>,
    /// By term: its shadow.
    shadows: HashMap<TermId, TermId>,
    /// The edges before the heads of loops that are cut, with the locations at the ends of their turns.
    pub(super) cuts: Vec<(EdgeId, Option<LocId>)>,
}

impl Blanks {
    /// Notes the edge before the head of a loop that is cut, and the location at the end of its turn.
    pub fn note_cut(&mut self, edge: Option<EdgeId>, back: Option<LocId>) {
        self.cuts.extend(edge.map(|edge| (edge, back)));
    }

    /// The formula that some bit of a term is blank.
    pub fn any(&mut self, cfa: &mut Cfa, term: TermId) -> TermId {
        let shadow = self.of(cfa, term);
        is_any(cfa.terms_mut(), shadow)
    }

    /// The shadow of a term over variables.
    pub fn of(&mut self, cfa: &mut Cfa, term: TermId) -> TermId {
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            let missing = |part: &&TermId| !self.shadows.contains_key(*part);
            let parts: Vec<TermId> = cfa.terms().args(next).iter().filter(missing).copied().collect();
            if !parts.is_empty() && !self.shadows.contains_key(&next) {
                open.extend(parts);
                continue;
            }
            open.pop();
            if !self.shadows.contains_key(&next) {
                let shadow = self.combined(cfa, next);
                self.shadows.insert(next, shadow);
            }
        }
        self.shadows[&term]
    }

    /// The shadow of a term whose parts have shadows.
    fn combined(&mut self, cfa: &mut Cfa, term: TermId) -> TermId {
        let (op, sort) = (cfa.terms().op(term), cfa.terms().sort(term));
        if let Op::Symbol(_) = op {
            return self.declared(cfa, term);
        }
        let args = cfa.terms().args(term).to_vec();
        let of: Vec<TermId> = args.iter().map(|arg| self.shadows[arg]).collect();
        let terms = cfa.terms_mut();
        match (op, &args[..], &of[..]) {
            (Op::Not, ..) => of[0],
            (Op::And, ..) => {
                let any = terms.or(&of);
                let mut all = vec![any];
                for (&arg, &shadow) in args.iter().zip(&of) {
                    all.push(terms.or(&[arg, shadow]));
                }
                terms.and(&all)
            }
            (Op::Ite, &[condition, ..], &[of_condition, yes, no]) => {
                let chosen = terms.ite(condition, yes, no);
                covered(terms, chosen, of_condition, sort)
            }
            (Op::Concat, _, &[high, low]) => terms.concat(high, low),
            (Op::Extract(low), _, &[whole]) => {
                let high = low + terms.width(term) - 1;
                terms.extract(whole, high, low)
            }
            (Op::SignExtend, &[narrow], &[whole]) => {
                let by = terms.width(term) - terms.width(narrow);
                terms.sign_extend(whole, by)
            }
            (Op::BvNot | Op::BvXor | Op::BvAnd | Op::BvOr, ..) => of_bitwise(terms, op, &args, &of),
            (Op::Select, &[_, at], &[array, index]) => {
                let (place, element) = (is_any(terms, index), terms.select(array, at));
                covered(terms, element, place, sort)
            }
            (Op::Store, _, &[array, _, element]) => terms.store(array, args[1], element),
            (Op::ConstArray, _, &[element]) => {
                let shadow = shadow_sort(terms, sort);
                terms.const_array(shadow, element)
            }
            _ => {
                let parts: Vec<TermId> = of.iter().map(|&shadow| is_any(terms, shadow)).collect();
                let any = terms.or(&parts);
                filled(terms, any, sort)
            }
        }
    }

    /// The shadow of a variable.
    fn declared(&mut self, cfa: &mut Cfa, variable: TermId) -> TermId {
        let name = format!("{}!blank", cfa.name(variable));
        let sort = cfa.terms().sort(variable);
        let sort = shadow_sort(cfa.terms_mut(), sort);
        let shadow = cfa.declare(&name, sort);
        self.variables.push((variable, shadow));
        shadow
    }
}

/// The shadow of a bitwise operator: a bit of one operand may decide that of the result.
fn of_bitwise(terms: &mut Terms, op: Op, args: &[TermId], of: &[TermId]) -> TermId {
    let (a, b, left, right) = match (args, of) {
        (&[a, b], &[left, right]) => (a, b, left, right),
        _ => return of[0],
    };
    let (a, b) = match op {
        Op::BvAnd => (a, b),
        Op::BvOr => (terms.bv_not(a), terms.bv_not(b)),
        _ => return terms.bv_or(left, right),
    };
    let (both, first, second) = (terms.bv_and(left, right), terms.bv_and(a, right), terms.bv_and(left, b));
    let either = terms.bv_or(first, second);
    terms.bv_or(both, either)
}

/// The sort of the shadows of terms.
fn shadow_sort(terms: &mut Terms, sort: Sort) -> Sort {
    let (mut indices, mut element) = (Vec::new(), sort);
    while let Some((index, inner)) = terms.array_parts(element) {
        indices.push(index);
        element = inner;
    }
    let innermost = if let Sort::BitVec(_) = element { element } else { Sort::Bool };
    indices.into_iter().rev().fold(innermost, |inner, index| terms.array_sort(index, inner))
}

/// The formula that some bit of a shadow is 1. Nothing compares arrays as a whole, so theirs is false.
fn is_any(terms: &mut Terms, shadow: TermId) -> TermId {
    match terms.sort(shadow) {
        Sort::BitVec(width) => {
            let zero = terms.bv_zero(width);
            let none = terms.eq(shadow, zero);
            terms.not(none)
        }
        Sort::Bool => shadow,
        _ => Terms::FALSE,
    }
}

/// The shadow of a term of a sort all of whose bits are blank if a formula holds, and otherwise none.
pub(super) fn filled(terms: &mut Terms, formula: TermId, sort: Sort) -> TermId {
    match sort {
        Sort::BitVec(width) => {
            let none = terms.bv_zero(width);
            let all = terms.bv_not(none);
            terms.ite(formula, all, none)
        }
        Sort::Array(_) => {
            let shadow = shadow_sort(terms, sort);
            terms.default_term(shadow)
        }
        _ => formula,
    }
}

/// A shadow of a sort all of whose bits are 1, or 0.
pub(super) fn whole(terms: &mut Terms, sort: Sort, is_blank: bool) -> TermId {
    match (sort, terms.array_parts(sort)) {
        (_, Some((_, element))) => {
            let element = whole(terms, element, is_blank);
            terms.const_array(sort, element)
        }
        (Sort::BitVec(_), _) => filled(terms, if is_blank { Terms::TRUE } else { Terms::FALSE }, sort),
        _ => terms.bool(is_blank),
    }
}

/// A shadow of a sort, all of whose bits are blank if a formula holds. Arrays are not compared as a whole.
fn covered(terms: &mut Terms, shadow: TermId, formula: TermId, sort: Sort) -> TermId {
    let all = filled(terms, formula, sort);
    match sort {
        Sort::Array(_) => shadow,
        Sort::BitVec(_) => terms.bv_or(all, shadow),
        _ => terms.or(&[all, shadow]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_of_a_word_is_blank_by_itself() {
        let mut cfa = Cfa::new(Terms::new());
        let x = cfa.declare("x", Sort::BitVec(32));
        let mut blanks = Blanks::default();
        let low = cfa.terms_mut().extract(x, 7, 0);
        let of_low = blanks.of(&mut cfa, low);
        let of_x = blanks.of(&mut cfa, x);
        assert_eq!(of_low, cfa.terms_mut().extract(of_x, 7, 0));
        let mask = cfa.terms_mut().bv(0, 32);
        let masked = cfa.terms_mut().bv_and(x, mask);
        assert_eq!(blanks.any(&mut cfa, masked), Terms::FALSE);
    }

    #[test]
    fn a_false_operand_decides_a_conjunction() {
        let mut cfa = Cfa::new(Terms::new());
        let [a, b] = ["a", "b"].map(|name| cfa.declare(name, Sort::Bool));
        let mut blanks = Blanks::default();
        let both = cfa.terms_mut().and(&[a, b]);
        let [of_a, of_b, of_both] = [a, b, both].map(|term| blanks.of(&mut cfa, term));
        let mut ground = crate::solver::term::Substitution::new();
        [(a, Terms::FALSE), (of_a, Terms::FALSE), (of_b, Terms::TRUE)]
            .into_iter()
            .for_each(|(from, to)| ground.insert(from, to));
        assert_eq!(ground.apply(cfa.terms_mut(), of_both), Terms::FALSE);
        // A false one that was never stored does not.
        let mut ground = crate::solver::term::Substitution::new();
        [(a, Terms::FALSE), (b, Terms::TRUE), (of_a, Terms::TRUE), (of_b, Terms::FALSE)]
            .into_iter()
            .for_each(|(from, to)| ground.insert(from, to));
        assert_eq!(ground.apply(cfa.terms_mut(), of_both), Terms::TRUE);
    }
}
