//! Guesses about elements of arrays: facts for all indices of a range that the samples satisfy.
//!
//! The indices of ranges are those that the program reads and writes at. A *counter* is a variable with the sort of
//! such an index, or a narrower one that the program widens in the same way, and ranges lie between counters, 0, and
//! numbers that the program compares with. An element may be a number, a sum of a variable and a multiple of its index,
//! or another element; it may be at most or at least one of these, or differ from it; and elements may be in order.
//!
//! A fact takes part in a guess if a sample has an index in its range, and no sample refutes it. So a loop that fills
//! an array shows the fact about the elements behind it, `0 <= k < i => a[k] = 7`, for `i` is the counter. The limits:
//! a fact has one index, its only case distinction is a comparison of the program without elements, and it says
//! something of all elements of a range, never that an element with some value exists.

use super::ends::{ranges, Program};
use super::runs::{Runs, Samples};
use super::seen::Contents;
use super::shapes::{formula, Body, Class, Kind, Place, Range, Relation, Row, Side, Sum};
use crate::base::{HashSet, Limit};
use crate::engine::common::program::Edges;
use crate::solver::term::{Sort, TermId, Terms};

/// Arrays that facts are about, at most.
const MOST_ROWS: usize = 4;

/// Variables that elements are compared with, at most.
const MOST_VARIABLES: usize = 8;

/// Numbers that elements may differ from, at most.
const MOST_NUMBERS: usize = 6;

/// States that facts are tried on.
const MOST_STATES: usize = 160;

/// Indices that a fact is tried on in one state.
const MOST_INDICES: usize = 40;

/// Relations that are tried on the samples of a location for one array, each in a range and under a condition, at most.
const MOST_RELATIONS: usize = 100_000;

/// Facts that hold on the samples of a location, of which the best are chosen, at most.
const MOST_FOUND: usize = 600;

/// Facts about the elements of one array at one location, at most, and those among them that have a condition.
const MOST_FACTS: usize = 64;
const MOST_CONDITIONAL: usize = 16;

/// Elements that a fact with a condition is tried on, at least.
const LEAST_TRIALS: usize = 3;

/// An array with the means for facts about it.
#[derive(Debug)]
struct Array {
    row: Row,
    ranges: Vec<Range>,
    /// The variables with the sort of elements.
    variables: Vec<(usize, TermId)>,
}

/// The arrays of a program, and the constants that stand for any index.
#[derive(Default, Debug)]
pub(super) struct Elements {
    program: Program,
    arrays: Vec<Array>,
    /// By sort of indices.
    pub bound: Vec<TermId>,
}

/// An index in a state whose arrays were looked at.
struct Point<'s> {
    index: u64,
    state: &'s [u64],
    /// The truths of the comparisons of the location.
    key: u64,
    contents: &'s [Contents],
}

/// A fact, and how much it says.
#[derive(Clone, Copy)]
pub(super) struct Fact {
    class: Class,
    /// It was found at another location.
    is_known: bool,
    condition: TermId,
    range: Range,
    body: Body,
}

impl Fact {
    /// Whether it says something about all of this range if the condition holds.
    fn is_about(&self, condition: TermId, range: &Range) -> bool {
        [Terms::TRUE, condition].contains(&self.condition) && self.range.covers(range)
    }

    /// Whether it holds at these points, and an element of its range is known.
    fn has_trial(&self, points: &[Point<'_>]) -> bool {
        let inside = points.iter().filter(|p| self.range.contains(p.index, p.state));
        let truths: Vec<bool> =
            inside.filter_map(|p| self.body.holds(p.index, p.state, p.contents)).collect();
        !truths.is_empty() && !truths.contains(&false)
    }
}

impl Elements {
    /// Of the automaton that guesses are checked on.
    pub fn new(edges: &mut Edges, runs: &Runs) -> Elements {
        let mut elements = Elements::default();
        if runs.rows().is_empty() {
            return elements;
        }
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
            let sums = program.sums(edges.cfa.terms(), index, &counters);
            let ranges = ranges(index, &counters, &sums, &ends);
            let variables = edges.cfa.variables().iter().copied().enumerate();
            let of_element = variables.filter(|&(_, v)| edges.cfa.terms().sort(v) == element.sort);
            let variables: Vec<(usize, TermId)> = of_element.take(MOST_VARIABLES).collect();
            elements.arrays.push(Array { row, ranges, variables });
            let known = elements.bound.iter().any(|&t| edges.cfa.terms().sort(t) == index.sort);
            if !known {
                let name = unused_name(edges, elements.bound.len());
                let constant = edges.terms_mut().declare(&name, index.sort);
                elements.bound.push(constant);
            }
        }
        elements.program = program;
        elements
    }

    /// Facts about elements that the samples of a location satisfy. Those that are known of other locations are tried
    /// first, and the new ones without a condition join them.
    pub fn facts(
        &self,
        edges: &mut Edges,
        (samples, numbers): (&Samples, &[u64]),
        known: &mut Vec<Fact>,
    ) -> Vec<TermId> {
        let (budget, variables) = (edges.budget().clone(), edges.cfa.variables().len());
        // A pause is no end: the facts would be others after it.
        let is_over = || budget.poll().err().map_or(false, |limit| limit != Limit::Paused);
        let terms = edges.terms_mut();
        let states: Vec<(&[u64], u64, &[Contents])> = samples.with_arrays(variables).collect();
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
            let of_array = known.iter().filter(|fact| fact.body.row == array.row);
            let mut found: Vec<Fact> = of_array.filter(|fact| fact.has_trial(&points)).copied().collect();
            let mut relations = 0;
            let mut search = |condition: TermId, points: &[&Point<'_>], least: usize| {
                let mut trials = points.len();
                for range in array.ranges.iter().filter(|range| condition == Terms::TRUE || range.is_simple())
                {
                    if is_over() || found.len() >= MOST_FOUND || relations >= MOST_RELATIONS {
                        break;
                    }
                    let inside = points.iter().filter(|point| range.contains(point.index, point.state));
                    let inside: Vec<&Point<'_>> = inside.copied().collect();
                    if inside.len() < least {
                        continue;
                    }
                    let tried = array.search(self, (condition, range), &inside, least, numbers, &mut found);
                    // Each relation is looked for among the facts that were found.
                    trials += inside.len() + tried * (1 + found.len() / 16);
                    relations += tried;
                }
                budget.spend_work(trials as u64);
            };
            search(Terms::TRUE, &points.iter().collect::<Vec<_>>(), 1);
            for (bit, &split) in samples.splits.iter().enumerate() {
                for truth in [true, false] {
                    let condition = if truth { split } else { terms.not(split) };
                    let is_in = |point: &&Point<'_>| (point.key >> bit & 1 == 1) == truth;
                    let points: Vec<&Point<'_>> = points.iter().filter(is_in).collect();
                    search(condition, &points, LEAST_TRIALS);
                }
            }
            // Bounds are many, and few of them hold because of a condition.
            let is_last = |fact: &Fact| fact.condition != Terms::TRUE && fact.class == Class::Order;
            found.sort_by_key(|fact| {
                (fact.condition != Terms::TRUE, is_last(fact), !fact.is_known, fact.class)
            });
            let first = found.iter().position(|fact| fact.condition != Terms::TRUE).unwrap_or(found.len());
            let conditional = found.split_off(first);
            found.truncate(MOST_FACTS);
            let new = found.iter().filter(|fact| !fact.is_known);
            known.extend(new.map(|&fact| Fact { is_known: true, ..fact }));
            found.extend(conditional.into_iter().take(MOST_CONDITIONAL));
            let mut seen: HashSet<TermId> = HashSet::default();
            for fact in found {
                let formula = formula(terms, &fact.range, &fact.body, index);
                let formula = terms.implies(fact.condition, formula);
                if formula != Terms::TRUE && seen.insert(formula) {
                    facts.push(formula);
                }
            }
        }
        facts
    }
}

impl Array {
    /// The indices of a state that facts are tried on.
    fn points<'s>(&self, (state, key, contents): (&'s [u64], u64, &'s [Contents])) -> Vec<Point<'s>> {
        let mut indices: Vec<u64> =
            contents.get(self.row.at).map_or_else(Vec::new, |known| known.indices().collect());
        let ends = self.ranges.iter().flat_map(|range| [range.low, range.high]).flatten();
        for (side, _) in ends {
            if !matches!(side, Side::Number(_)) {
                let value = side.value(self.row.index, state) as i64;
                indices.extend([value.wrapping_sub(1), value].iter().map(|&near| self.row.index.cut(near)));
            }
        }
        indices.sort_unstable();
        indices.dedup();
        let stride = (indices.len() + MOST_INDICES - 1) / MOST_INDICES;
        let indices = indices.into_iter().step_by(stride.max(1));
        indices.map(|index| Point { index, state, key, contents }).collect()
    }

    /// Finds facts about a range that hold at these points in it, and are tried on a least number of them. The result
    /// is the number of relations that were looked at.
    fn search(
        &self,
        all: &Elements,
        (condition, range): (TermId, &Range),
        inside: &[&Point<'_>],
        least: usize,
        numbers: &[u64],
        found: &mut Vec<Fact>,
    ) -> usize {
        let is_number = |fact: &Fact| fact.class == Class::Number && fact.is_about(condition, range);
        let mut is_number = found.iter().any(is_number);
        let bodies = self.bodies(all, range, inside, numbers);
        let tried = bodies.len();
        for body in bodies {
            let is_said = |fact: &Fact| fact.body == body && fact.is_about(condition, range);
            if is_number && body.follows_from_a_number() || found.iter().any(is_said) {
                continue;
            }
            let truths = || inside.iter().map(|p| body.holds(p.index, p.state, p.contents));
            if truths().all(|truth| truth != Some(false)) && truths().flatten().take(least).count() == least {
                is_number |= body.class() == Class::Number;
                found.push(Fact { class: body.class(), is_known: false, condition, range: *range, body });
            }
        }
        tried
    }

    /// The relations that are worth a trial, those that say the most first.
    fn bodies(&self, all: &Elements, range: &Range, inside: &[&Point<'_>], numbers: &[u64]) -> Vec<Body> {
        let (row, kind) = (self.row, self.row.element);
        let body = |relation, is_signed, sum| Body { row, relation, is_signed, sum };
        let equal = |sum| body(Relation::Equal, true, sum);
        let mut bodies: Vec<Body> = self.sums(inside).into_iter().map(equal).collect();
        let signs: &[bool] = if all.program.has_unsigned_elements { &[true, false] } else { &[true] };
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
            if all.program.ordered.contains(&variable.1) {
                bodies.extend(orders.iter().map(|&(relation, sign)| body(relation, sign, sum)));
            }
            if all.program.equated.contains(&variable.1) {
                bodies.push(body(Relation::Differs, true, sum));
            }
        }
        bodies.extend(
            self.bounds(inside, numbers, &orders)
                .into_iter()
                .map(|(relation, sign, number)| body(relation, sign, Sum::of(number))),
        );
        let few = all.program.equated_numbers.iter().copied();
        let few = few.filter(|&n| kind.cut(n as i64) == n).take(MOST_NUMBERS);
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
        let other = Array { row, ranges: Vec::new(), variables: Vec::new() };
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
