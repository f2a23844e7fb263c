//! Guesses about elements of arrays: facts for all indices of a range that the samples satisfy.
//!
//! The indices of ranges are those that the program reads and writes at. A *counter* is a variable with the sort of
//! such an index, or a narrower one that the program widens in the same way, and ranges lie between counters, 0, and
//! numbers that the program compares with. An element may be a number, a sum of a variable and a multiple of its index,
//! or another element; it may be at most or at least one of these, or differ from it; and elements may be in order.
//!
//! A fact takes part in a guess if a sample has an index in its range, and no sample refutes it. So a loop that fills
//! an array shows the fact about the elements behind it, `0 <= k < i => a[k] = 7`, for `i` is the counter. The limits:
//! a fact has one index, no case distinction on elements, and there is no fact that some element has a value.

use super::runs::{Runs, Samples};
use super::seen::{extended, Contents};
use super::shapes::{formula, Body, Class, Counter, Kind, Place, Range, Relation, Row, Side, Sum};
use crate::base::{HashSet, Limit};
use crate::engine::common::program::Edges;
use crate::solver::term::{Op, Sort, TermId, Terms};

/// Arrays that facts are about, at most.
const MOST_ROWS: usize = 4;

/// Counters of an array, at most.
const MOST_COUNTERS: usize = 8;

/// Variables that elements are compared with, at most.
const MOST_VARIABLES: usize = 8;

/// Numbers that are ends of ranges, at most.
const MOST_ENDS: usize = 4;

/// Numbers that elements may differ from, at most.
const MOST_NUMBERS: usize = 6;

/// States that facts are tried on.
const MOST_STATES: usize = 160;

/// Indices that a fact is tried on in one state.
const MOST_INDICES: usize = 40;

/// Facts about the elements of one array at one location, at most.
const MOST_FACTS: usize = 64;

/// An array with the means for facts about it.
#[derive(Debug)]
struct Array {
    row: Row,
    ranges: Vec<Range>,
    /// The variables with the sort of elements.
    variables: Vec<(usize, TermId)>,
    /// The program compares elements without a sign.
    has_unsigned: bool,
}

/// The arrays of a program, and the constants that stand for any index.
#[derive(Default, Debug)]
pub(super) struct Elements {
    arrays: Vec<Array>,
    /// By sort of indices.
    pub bound: Vec<TermId>,
}

/// An index in a state whose arrays were looked at.
struct Point<'s> {
    index: u64,
    state: &'s [u64],
    contents: &'s [Contents],
}

impl Elements {
    /// Of the automaton that guesses are checked on.
    pub fn new(edges: &mut Edges, runs: &Runs) -> Elements {
        let mut elements = Elements::default();
        let program = Program::of(edges);
        for (at, &place) in runs.rows().iter().enumerate() {
            let term = edges.cfa.variables()[place];
            let (index, element) = match edges.cfa.terms().array_parts(edges.cfa.terms().sort(term)) {
                Some((index, element)) => (Kind { sort: index }, Kind { sort: element }),
                None => continue,
            };
            if at >= MOST_ROWS || element.sort == Sort::Bool || index.sort == Sort::Bool {
                continue;
            }
            let row = Row { at, term, index, element };
            let counters = program.counters(edges, index);
            let ends = program.ends(edges.cfa.terms(), index);
            let ranges = ranges(index, &counters, &ends);
            let variables = edges.cfa.variables().iter().copied().enumerate();
            let of_element = variables.filter(|&(_, v)| edges.cfa.terms().sort(v) == element.sort);
            let variables: Vec<(usize, TermId)> = of_element.take(MOST_VARIABLES).collect();
            let has_unsigned = program.has_unsigned_elements;
            elements.arrays.push(Array { row, ranges, variables, has_unsigned });
            let known = elements.bound.iter().any(|&t| edges.cfa.terms().sort(t) == index.sort);
            if !known {
                let name = unused_name(edges, elements.bound.len());
                let constant = edges.terms_mut().declare(&name, index.sort);
                elements.bound.push(constant);
            }
        }
        elements
    }

    /// Facts about elements that the samples of a location satisfy.
    pub fn facts(&self, edges: &mut Edges, samples: &Samples, numbers: &[u64]) -> Vec<TermId> {
        let (budget, variables) = (edges.budget().clone(), edges.cfa.variables().len());
        // A pause is no end: the facts would be others after it.
        let is_over = || budget.poll().err().map_or(false, |limit| limit != Limit::Paused);
        let terms = edges.terms_mut();
        let states: Vec<(&[u64], &[Contents])> = samples.with_arrays(variables).collect();
        // Few of very many, from the whole list.
        let stride = (states.len() + MOST_STATES - 1) / MOST_STATES.max(1);
        let states: Vec<_> = states.into_iter().rev().step_by(stride.max(1)).collect();
        let mut facts = Vec::new();
        for array in &self.arrays {
            let index = match self.bound.iter().find(|&&t| terms.sort(t) == array.row.index.sort) {
                Some(&index) => index,
                None => continue,
            };
            let points: Vec<Point<'_>> = states.iter().flat_map(|&state| array.points(state)).collect();
            let mut found: Vec<(Class, Range, Body)> = Vec::new();
            for range in &array.ranges {
                let inside: Vec<&Point<'_>> =
                    points.iter().filter(|point| range.contains(point.index, point.state)).collect();
                if inside.is_empty() || is_over() {
                    continue;
                }
                let is_number =
                    |(class, other, _): &(Class, Range, Body)| *class == Class::Number && other.covers(range);
                let mut is_number = found.iter().any(is_number);
                let bodies = array.bodies(self, range, &inside, numbers);
                budget.spend_work((points.len() + inside.len() + bodies.len()) as u64);
                for body in bodies {
                    let holds = |p: &&Point<'_>| body.holds(p.index, p.state, p.contents) != Some(false);
                    let is_known = |p: &&Point<'_>| body.holds(p.index, p.state, p.contents).is_some();
                    let is_said =
                        |(_, other, said): &(Class, Range, Body)| *said == body && other.covers(range);
                    if is_number && body.follows_from_a_number() || found.iter().any(is_said) {
                        continue;
                    }
                    if inside.iter().all(holds) && inside.iter().any(is_known) {
                        is_number |= body.class() == Class::Number;
                        found.push((body.class(), *range, body));
                    }
                }
            }
            found.sort_by_key(|&(class, _, _)| class);
            let mut seen: HashSet<TermId> = HashSet::default();
            for (_, range, body) in found {
                let fact = formula(terms, &range, &body, index);
                if seen.len() < MOST_FACTS && fact != Terms::TRUE && seen.insert(fact) {
                    facts.push(fact);
                }
            }
        }
        facts
    }
}

impl Array {
    /// The indices of a state that facts are tried on.
    fn points<'s>(&self, (state, contents): (&'s [u64], &'s [Contents])) -> Vec<Point<'s>> {
        let mut indices: Vec<u64> =
            contents.get(self.row.at).map_or_else(Vec::new, |known| known.indices().collect());
        let ends = self.ranges.iter().flat_map(|range| [range.low, range.high]).flatten();
        for (side, _) in ends {
            if let Side::Counter(counter) = side {
                let value = extended(state[counter.place], counter.bits);
                indices.extend([value - 1, value].iter().map(|&near| self.row.index.cut(near)));
            }
        }
        indices.sort_unstable();
        indices.dedup();
        let stride = (indices.len() + MOST_INDICES - 1) / MOST_INDICES;
        let indices = indices.into_iter().step_by(stride.max(1));
        indices.map(|index| Point { index, state, contents }).collect()
    }

    /// The relations that are worth a trial, those that say the most first.
    fn bodies(&self, all: &Elements, range: &Range, inside: &[&Point<'_>], numbers: &[u64]) -> Vec<Body> {
        let (row, kind) = (self.row, self.row.element);
        let body = |relation, is_signed, sum| Body { row, relation, is_signed, sum };
        let equal = |sum| body(Relation::Equal, true, sum);
        let mut bodies: Vec<Body> = self.sums(inside).into_iter().map(equal).collect();
        let signs: &[bool] = if self.has_unsigned { &[true, false] } else { &[true] };
        let orders = signs.iter().flat_map(|&s| [(Relation::AtMost, s), (Relation::AtLeast, s)]);
        let orders: Vec<(Relation, bool)> = orders.collect();
        for other in
            all.arrays.iter().filter(|other| other.row.element == kind && other.row.index == row.index)
        {
            let mut places = vec![];
            if other.row != row {
                places.push(Place::Same);
                let ends = self.ranges.iter().filter_map(|range| range.high);
                let ends = ends.filter(|&(_, is_in)| !is_in).map(|(side, _)| Place::Mirrored(side));
                places.extend(ends);
                places.dedup();
            } else if matches!(range.low, Some((Side::Number(1), true)) | Some((Side::Counter(_), false))) {
                places.push(Place::Previous);
            }
            for place in places {
                let sum = Sum { element: Some((other.row, place)), ..Sum::of(0) };
                bodies.push(equal(sum));
                if !matches!(place, Place::Mirrored(_)) {
                    bodies.extend(orders.iter().map(|&(relation, sign)| body(relation, sign, sum)));
                    bodies.extend(self.shifted(sum, inside).map(equal));
                }
            }
        }
        for &variable in &self.variables {
            let sum = Sum { variable: Some(variable), ..Sum::of(0) };
            bodies.extend(orders.iter().map(|&(relation, sign)| body(relation, sign, sum)));
            bodies.push(body(Relation::Differs, true, sum));
        }
        bodies.extend(
            self.bounds(inside, numbers, &orders)
                .into_iter()
                .map(|(relation, sign, number)| body(relation, sign, Sum::of(number))),
        );
        let few = numbers.iter().copied().filter(|&n| kind.cut(n as i64) == n).take(MOST_NUMBERS);
        bodies.extend(few.map(|number| body(Relation::Differs, true, Sum::of(number))));
        bodies
    }

    /// The element of a point.
    fn element(&self, point: &Point<'_>) -> Option<u64> {
        point.contents.get(self.row.at)?.at(point.index)
    }

    /// Sums that the elements of the first points are.
    fn sums(&self, inside: &[&Point<'_>]) -> Vec<Sum> {
        let kind = self.row.element;
        let known = |at: usize| self.element(inside[at]).map(|element| kind.signed(element));
        let mut slopes = vec![0];
        // Two elements of one state tell how elements grow with their index.
        let same_numbers = (self.row.index.sort == Sort::Int) == (kind.sort == Sort::Int);
        let pairs = (1..inside.len()).filter(|&at| std::ptr::eq(inside[at].state, inside[at - 1].state));
        let pair = pairs.filter(|_| same_numbers).find_map(|at| {
            let gap = self
                .row
                .index
                .signed(inside[at].index)
                .wrapping_sub(self.row.index.signed(inside[at - 1].index));
            let growth = known(at)?.wrapping_sub(known(at - 1)?);
            (gap != 0 && growth % gap == 0).then(|| growth / gap)
        });
        slopes.extend(pair.filter(|&slope| slope != 0));
        let first = match inside.iter().find_map(|point| Some((point, self.element(point)?))) {
            Some(first) => first,
            None => return Vec::new(),
        };
        let mut sums = Vec::new();
        for slope in slopes {
            let variables = self.variables.iter().map(|&variable| Some(variable));
            for variable in std::iter::once(None).chain(variables) {
                let (point, element) = first;
                let rest = (element as i64)
                    .wrapping_sub(slope.wrapping_mul(self.row.index.signed(point.index)))
                    .wrapping_sub(variable.map_or(0, |(place, _)| point.state[place] as i64));
                let (slope, number) = (kind.cut(slope), kind.cut(rest));
                sums.push(Sum { slope, variable, element: None, number });
            }
        }
        sums
    }

    /// The sum with the number that the first point tells, if it is not 0.
    fn shifted(&self, sum: Sum, inside: &[&Point<'_>]) -> Option<Sum> {
        let (row, place) = sum.element?;
        let other = Array { row, ranges: Vec::new(), variables: Vec::new(), has_unsigned: false };
        let difference = |point: &&Point<'_>| Some(self.element(point)?.wrapping_sub(other.element(point)?));
        let number = self.row.element.cut(inside.iter().find_map(difference)? as i64);
        (place == Place::Same && number != 0).then_some(Sum { number, ..sum })
    }

    /// The narrowest bounds by numbers of the program, or by their neighbours.
    fn bounds(
        &self,
        inside: &[&Point<'_>],
        numbers: &[u64],
        orders: &[(Relation, bool)],
    ) -> Vec<(Relation, bool, u64)> {
        let kind = self.row.element;
        let elements: Vec<u64> = inside.iter().filter_map(|point| self.element(point)).collect();
        let mut near: Vec<u64> = numbers.iter().filter(|&&n| kind.cut(n as i64) == n).copied().collect();
        near.extend(near.clone().into_iter().flat_map(|n| [n.wrapping_sub(1), n.wrapping_add(1)]));
        near.iter_mut().for_each(|n| *n = kind.cut(*n as i64));
        let mut bounds = Vec::new();
        for &(relation, is_signed) in orders {
            // Words without a sign are in the order of signed ones with another highest bit.
            let rank = |n: u64| {
                if is_signed {
                    kind.signed(n)
                } else {
                    kind.signed(n ^ kind.cut(i64::MIN >> (64 - kind.bits())))
                }
            };
            let bound = match relation {
                Relation::AtMost => {
                    let most = elements.iter().map(|&n| rank(n)).max();
                    let above = near.iter().filter(|&&n| most.map_or(false, |most| rank(n) >= most));
                    above.min_by_key(|&&n| rank(n))
                }
                Relation::AtLeast => {
                    let least = elements.iter().map(|&n| rank(n)).min();
                    let below = near.iter().filter(|&&n| least.map_or(false, |least| rank(n) <= least));
                    below.max_by_key(|&&n| rank(n))
                }
                Relation::Equal | Relation::Differs => None,
            };
            bounds.extend(bound.map(|&number| (relation, is_signed, number)));
        }
        bounds
    }
}

/// The parts of a program that tell the form of its indices.
struct Program {
    /// Terms that words are widened by: bits before and after, with their sign or not.
    widened: HashSet<(u32, u32, bool)>,
    /// Elements of arrays are compared without a sign.
    has_unsigned_elements: bool,
    /// Variables that are compared with a sign.
    signed: HashSet<TermId>,
    /// Variables in indices, and those in comparisons, each in the order of the program.
    in_indices: Vec<TermId>,
    in_comparisons: Vec<TermId>,
    /// Numbers that something is compared with.
    compared: Vec<TermId>,
}

impl Program {
    fn of(edges: &Edges) -> Program {
        let terms = edges.cfa.terms();
        let values = edges.cfa.edge_ids().flat_map(|id| edges.values(id)).map(|(_, value)| *value);
        let roots: Vec<TermId> = edges.cfa.edge_ids().map(|id| edges.guard(id)).chain(values).collect();
        let mut program = Program {
            widened: HashSet::default(),
            has_unsigned_elements: false,
            signed: HashSet::default(),
            in_indices: Vec::new(),
            in_comparisons: Vec::new(),
            compared: Vec::new(),
        };
        let bits = |t: TermId| terms.sort(t).width().unwrap_or(0);
        let mut indices = Vec::new();
        for t in terms.subterms(&roots) {
            let before = program.in_comparisons.len();
            match terms.op(t) {
                Op::SignExtend => drop(program.widened.insert((bits(terms.arg(t, 0)), bits(t), true))),
                Op::Concat => drop(program.widened.insert((bits(terms.arg(t, 1)), bits(t), false))),
                Op::Select | Op::Store => indices.push(terms.arg(t, 1)),
                Op::BvUlt | Op::BvSlt | Op::Le => {
                    let is_element = |t: TermId| terms.op(t) == Op::Select;
                    let parts = terms.subterms_until(terms.args(t), is_element);
                    let compared = parts.into_iter().filter(|&part| matches!(terms.op(part), Op::Symbol(_)));
                    if terms.op(t) == Op::BvUlt {
                        let is_one = terms.args(t).iter().any(|&arg| is_element(arg));
                        program.has_unsigned_elements |= is_one;
                        program.in_comparisons.extend(compared);
                    } else {
                        program.in_comparisons.extend(compared);
                        program.signed.extend(&program.in_comparisons[before..]);
                    }
                    let numbers = terms.args(t).iter().filter(|&&arg| number_of(terms, arg).is_some());
                    program.compared.extend(numbers);
                }
                _ => {}
            }
        }
        program.in_indices.extend(terms.symbols_in(&indices).iter().map(|&s| terms.symbol_term(s)));
        program
    }

    /// The variables that may be an index of this kind, those that are one first.
    fn counters(&self, edges: &mut Edges, kind: Kind) -> Vec<Counter> {
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

    /// The greatest numbers that something is compared with, as indices.
    fn ends(&self, terms: &Terms, kind: Kind) -> Vec<u64> {
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

/// The ranges of indices that facts are guessed for, the simplest first.
fn ranges(kind: Kind, counters: &[Counter], ends: &[u64]) -> Vec<Range> {
    let mut ranges = vec![Range { kind, is_signed: true, low: None, high: None, parity: None }];
    let counters: Vec<Side> = counters.iter().map(|&counter| Side::Counter(counter)).collect();
    let numbers: Vec<Side> = ends.iter().map(|&end| Side::Number(end)).collect();
    let any_is_signed =
        kind.sort == Sort::Int || counters.is_empty() || counters.iter().any(|c| c.is_signed());
    let mut add = |low: (Side, bool), high: (Side, bool), parity| {
        let has_counters = [low.0, high.0].iter().any(|side| matches!(side, Side::Counter(_)));
        let is_signed = if has_counters { low.0.is_signed() || high.0.is_signed() } else { any_is_signed };
        ranges.push(Range { kind, is_signed, low: Some(low), high: Some(high), parity });
    };
    let (zero, one) = ((Side::Number(0), true), (Side::Number(1), true));
    for &high in counters.iter().chain(&numbers) {
        add(zero, (high, false), None);
        add(zero, (high, true), None);
        add(one, (high, false), None);
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
    }
    ranges
}

/// A name for an index that no variable has.
fn unused_name(edges: &Edges, first: usize) -> String {
    let cfa = &edges.cfa;
    let is_used = |name: &str| {
        let short = |v: TermId| cfa.name(v).rsplit("::").next().and_then(|n| n.split('~').next());
        cfa.variables().iter().any(|&v| short(v) == Some(name))
    };
    let names = ["k", "l", "m", "p", "q"].iter().skip(first).find(|name| !is_used(name));
    names.map_or_else(|| format!("index{}", first), |name| name.to_string())
}
