//! Hints of a program at the form of facts about elements.
//!
//! The ends of ranges are counters, numbers in comparisons, and the sums in indices, such as `2*i` of `a[2*i + 1]`, or
//! `400*i + j` and `400*i` of `a[i][j]`. A fact compares an element with a term that some comparison of the program
//! contains: by its order if that comparison is an inequality, for equality if it is an equation.

use super::seen::extended;
use super::shapes::{Counter, Kind, Range, Side};
use crate::base::{HashSet, Limit};
use crate::engine::common::program::Edges;
use crate::solver::term::{Op, Sort, TermId, Terms};

/// Counters of an array, at most.
const MOST_COUNTERS: usize = 8;

/// Numbers that are ends of ranges, at most.
const MOST_ENDS: usize = 4;

/// Sums of counters that are ends of ranges, at most.
const MOST_SUMS: usize = 4;

/// Parts of an index that are looked at.
const MOST_PARTS: usize = 32;

/// The parts of a program that tell the form of facts.
#[derive(Default, Debug)]
pub(super) struct Program {
    /// Terms that words are widened by: bits before and after, with their sign or not.
    widened: HashSet<(u32, u32, bool)>,
    /// Elements of arrays are compared without a sign.
    pub has_unsigned_elements: bool,
    /// Variables that are compared with a sign.
    signed: HashSet<TermId>,
    /// Indices.
    indices: Vec<TermId>,
    /// Variables in indices, and those that something other than an element is compared with, each in the order of the
    /// program.
    in_indices: Vec<TermId>,
    in_comparisons: Vec<TermId>,
    /// Numbers that something other than an element is compared with.
    compared: Vec<TermId>,
    /// Variables in comparisons of any kind.
    pub ordered: HashSet<TermId>,
    /// Variables and numbers on the sides of equations.
    pub equated: HashSet<TermId>,
    /// These numbers, ascending.
    pub equated_numbers: Vec<u64>,
}

impl Program {
    pub fn of(edges: &Edges) -> Program {
        let terms = edges.cfa.terms();
        let values = edges.cfa.edge_ids().flat_map(|id| edges.values(id)).map(|(_, value)| *value);
        let roots: Vec<TermId> = edges.cfa.edge_ids().map(|id| edges.guard(id)).chain(values).collect();
        let mut program = Program::default();
        let bits = |t: TermId| terms.sort(t).width().unwrap_or(0);
        let is_element = |t: TermId| terms.op(t) == Op::Select;
        let is_variable = |&t: &TermId| matches!(terms.op(t), Op::Symbol(_));
        for t in terms.subterms(&roots) {
            if matches!(edges.budget().poll(), Err(limit) if limit != Limit::Paused) {
                break;
            }
            match terms.op(t) {
                Op::SignExtend => drop(program.widened.insert((bits(terms.arg(t, 0)), bits(t), true))),
                Op::Concat => drop(program.widened.insert((bits(terms.arg(t, 1)), bits(t), false))),
                Op::Select | Op::Store => program.indices.push(terms.arg(t, 1)),
                Op::Eq if terms.sort(terms.arg(t, 0)) != Sort::Bool => {
                    let parts = terms.subterms_until(terms.args(t), is_element);
                    let numbers = parts.iter().filter_map(|&part| number_of(terms, part));
                    program.equated_numbers.extend(numbers);
                    program.equated.extend(parts.into_iter().filter(is_variable));
                }
                op @ (Op::BvUlt | Op::BvSlt | Op::Le) => {
                    let parts = terms.subterms_until(terms.args(t), is_element);
                    let is_of_element = parts.iter().any(|&part| is_element(part));
                    let compared: Vec<TermId> = parts.into_iter().filter(is_variable).collect();
                    program.ordered.extend(&compared);
                    if op != Op::BvUlt {
                        program.signed.extend(&compared);
                    }
                    if is_of_element {
                        program.has_unsigned_elements |= op == Op::BvUlt;
                        continue;
                    }
                    program.in_comparisons.extend(compared);
                    let numbers = terms.args(t).iter().filter(|&&arg| number_of(terms, arg).is_some());
                    program.compared.extend(numbers);
                }
                _ => {}
            }
        }
        program.equated_numbers.sort_unstable();
        program.equated_numbers.dedup();
        program.in_indices.extend(terms.symbols_in(&program.indices).iter().map(|&s| terms.symbol_term(s)));
        program
    }

    /// The variables that may be an index of this kind, those that are one first.
    pub fn counters(&self, edges: &mut Edges, kind: Kind) -> Vec<Counter> {
        let variables: Vec<TermId> = edges.cfa.variables().to_vec();
        let mut counters: Vec<Counter> = Vec::new();
        for &variable in self.in_indices.iter().chain(&self.in_comparisons) {
            let place = match variables.iter().position(|&v| v == variable) {
                Some(place) if counters.iter().all(|counter| counter.place != place) => place,
                Some(_) | None => continue,
            };
            let terms = edges.terms_mut();
            let sort = terms.sort(variable);
            if sort == kind.sort {
                let is_signed = sort == Sort::Int || self.signed.contains(&variable);
                counters.push(Counter {
                    place,
                    bits: kind.bits(),
                    by_sign: false,
                    is_signed,
                    term: variable,
                });
            }
            let (bits, wide) = match (sort, kind.sort) {
                (Sort::BitVec(bits), Sort::BitVec(wide)) if bits < wide => (bits, wide),
                _ => continue,
            };
            for by_sign in [true, false] {
                if self.widened.contains(&(bits, wide, by_sign)) {
                    let term = match by_sign {
                        true => terms.sign_extend(variable, wide - bits),
                        false => terms.zero_extend(variable, wide - bits),
                    };
                    counters.push(Counter { place, bits, by_sign, is_signed: true, term });
                }
            }
        }
        counters.truncate(MOST_COUNTERS);
        counters
    }

    /// The sums of these counters that indices of this kind are, without their numbers, and the multiples in them.
    pub fn sums(&self, terms: &Terms, kind: Kind, counters: &[Counter]) -> Vec<Side> {
        let mut sums: Vec<Side> = Vec::new();
        for &index in self.indices.iter().filter(|&&index| terms.sort(index) == kind.sort) {
            let parts = match linear(terms, index, counters) {
                Some(parts) => parts,
                None => continue,
            };
            let alone = |&part: &(u64, Counter)| Side::Sum([part, (0, part.1)]);
            let multiples = parts.iter().filter(|(factor, _)| *factor != 1).map(alone);
            let whole = match parts[..] {
                [a, b] => Some(Side::Sum([a, b])),
                _ => None,
            };
            for sum in whole.into_iter().chain(multiples) {
                if !sums.contains(&sum) {
                    sums.push(sum);
                }
            }
        }
        sums.truncate(MOST_SUMS);
        sums
    }

    /// The greatest numbers that something is compared with, as indices.
    pub fn ends(&self, terms: &Terms, kind: Kind) -> Vec<u64> {
        let number = |&t: &TermId| {
            let bits = terms.sort(t).width().unwrap_or(64);
            number_of(terms, t).map(|n| extended(n, bits)).filter(|&n| n > 1)
        };
        let mut ends: Vec<u64> = self.compared.iter().filter_map(number).map(|n| kind.cut(n)).collect();
        ends.sort_unstable_by(|a, b| b.cmp(a));
        ends.dedup();
        ends.truncate(MOST_ENDS);
        ends
    }
}

/// A constant word or integer.
fn number_of(terms: &Terms, t: TermId) -> Option<u64> {
    match terms.op(t) {
        Op::Bits(_) => terms.bits_of(t)?.to_u64(),
        Op::Numeral(_) => terms.number_of(t)?.to_integer()?.to_i64().map(|n| n as u64),
        _ => None,
    }
}

/// The counters that a word is a sum of, with their factors, if these are few. The number that is added is left out.
fn linear(terms: &Terms, index: TermId, counters: &[Counter]) -> Option<Vec<(u64, Counter)>> {
    let mut parts: Vec<(u64, Counter)> = Vec::new();
    // A term, its factor, and whether it is widened by its sign, or by zeros.
    let mut open: Vec<(TermId, u64, Option<bool>)> = vec![(index, 1, None)];
    let mut seen = 0;
    while let Some((t, factor, widened)) = open.pop() {
        seen += 1;
        if seen > MOST_PARTS {
            return None;
        }
        let args = terms.args(t);
        match terms.op(t) {
            Op::Bits(_) => {}
            Op::BvAdd => open.extend([(args[0], factor, widened), (args[1], factor, widened)]),
            Op::BvSub => open.extend([(args[0], factor, widened), (args[1], factor.wrapping_neg(), widened)]),
            Op::BvNeg => open.push((args[0], factor.wrapping_neg(), widened)),
            Op::BvMul => {
                let (number, other) = match (number_of(terms, args[0]), number_of(terms, args[1])) {
                    (Some(number), _) => (number, args[1]),
                    (_, number) => (number?, args[0]),
                };
                open.push((other, factor.wrapping_mul(number), widened));
            }
            Op::SignExtend => open.push((args[0], factor, Some(true))),
            Op::Concat if number_of(terms, args[0]) == Some(0) => open.push((args[1], factor, Some(false))),
            Op::Concat if number_of(terms, args[1]) == Some(0) && terms.op(args[0]) == Op::Extract(0) => {
                let low = terms.sort(args[1]).width()?;
                let inside = terms.arg(args[0], 0);
                (terms.sort(inside) == terms.sort(t)).then_some(())?;
                open.push((inside, factor.wrapping_mul(1u64.checked_shl(low)?), widened));
            }
            Op::Symbol(_) => {
                let is_counter = |c: &&Counter| {
                    let width = terms.sort(t).width();
                    let is_same = c.term == t || terms.args(c.term).contains(&t) && Some(c.bits) == width;
                    is_same && widened.map_or(true, |by_sign| c.by_sign == by_sign)
                };
                let counter = *counters.iter().find(is_counter)?;
                match parts.iter_mut().find(|(_, other)| *other == counter) {
                    Some((sum, _)) => *sum = sum.wrapping_add(factor),
                    None => parts.push((factor, counter)),
                }
            }
            _ => return None,
        }
    }
    parts.retain(|(factor, _)| *factor != 0);
    parts.sort_by_key(|(_, counter)| counter.place);
    (parts.len() <= 2).then_some(parts)
}

/// The ranges of indices that facts are guessed for, the simplest first.
pub(super) fn ranges(kind: Kind, counters: &[Counter], sums: &[Side], ends: &[u64]) -> Vec<Range> {
    let mut ranges = vec![Range { kind, is_signed: true, low: None, high: None, parity: None }];
    let counters: Vec<Side> = counters.iter().map(|&counter| Side::Counter(counter)).collect();
    let numbers: Vec<Side> = ends.iter().map(|&end| Side::Number(end)).collect();
    let multiple = |sum: &Side| match sum {
        Side::Sum([(factor, _), (0, _)]) => Some(*factor),
        Side::Sum(_) | Side::Counter(_) | Side::Number(_) => None,
    };
    let factors = sums.iter().filter_map(multiple);
    let multiples = factors.flat_map(|f| ends.iter().map(move |&end| kind.cut(end.wrapping_mul(f) as i64)));
    let mut multiples: Vec<u64> = multiples.filter(|end| !ends.contains(end)).collect();
    multiples.truncate(MOST_ENDS);
    let multiples: Vec<Side> = multiples.into_iter().map(Side::Number).collect();
    let any_is_signed =
        kind.sort == Sort::Int || counters.is_empty() || counters.iter().any(|c| c.is_signed());
    let mut add = |low: (Side, bool), high: (Side, bool), parity| {
        let has_counters = [low.0, high.0].iter().any(|side| !matches!(side, Side::Number(_)));
        let is_signed = if has_counters { low.0.is_signed() || high.0.is_signed() } else { any_is_signed };
        ranges.push(Range { kind, is_signed, low: Some(low), high: Some(high), parity });
    };
    let (zero, one) = ((Side::Number(0), true), (Side::Number(1), true));
    for &high in counters.iter().chain(&numbers).chain(sums).chain(&multiples) {
        add(zero, (high, false), None);
        if !sums.contains(&high) && !multiples.contains(&high) {
            add(zero, (high, true), None);
            add(one, (high, false), None);
        }
        if kind.sort != Sort::Int {
            add(zero, (high, false), Some(0));
            add(zero, (high, false), Some(1));
        }
    }
    for &low in &counters {
        for &high in counters.iter().chain(&numbers).filter(|&&high| high != low) {
            add((low, true), (high, false), None);
            add((low, false), (high, false), None);
        }
        // The element at a counter alone.
        add((low, true), (low, true), None);
    }
    for (at, &high) in numbers.iter().enumerate() {
        for &low in &numbers[at + 1..] {
            add((low, true), (high, false), None);
        }
    }
    ranges
}
