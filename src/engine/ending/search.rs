//! The search for a measure of a component: conjunctions on which the present list does not fall, one after the other.

use super::linear::Affine;
use super::measure::{component, phases, Function};
use super::polyhedron::{Polyhedron, Reading};
use super::relations::{relations, Component, Relation};
use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::engine::common::outcome::{decided, unless_incomplete};
use crate::model::cfa::{Cfa, LocId};
use crate::solver::smt::{implicant, SmtOptions, Solver};
use crate::solver::term::{Op, Sort, Substitution, TermId, Terms};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};

/// Conjunctions of one group of nodes.
const MOST_POLYHEDRA: usize = 48;
/// Phases of a measure.
const MOST_PHASES: usize = 3;
/// Comparisons by which nodes are divided at once.
const MOST_SPLITS: usize = 3;
/// Comparisons that are tried alone.
const MOST_TRIALS: usize = 8;
/// Trials that are prolonged, and further comparisons of each.
const MOST_PROLONGED: (usize, usize) = (3, 2);

/// A head, or the states at a head that satisfy a formula.
#[derive(Clone, Debug)]
struct Node {
    location: LocId,
    cell: TermId,
}

/// A relation between nodes, with a solver that knows it.
struct Step {
    source: usize,
    target: usize,
    formula: TermId,
    solver: Solver,
}

/// By head: a measure.
pub(super) type Measures = Vec<(LocId, Vec<TermId>)>;

/// The measures that were found: for each node a list of functions.
type Found = Vec<Vec<Affine>>;

/// The search on one component.
pub(super) struct Search<'a> {
    cfa: &'a mut Cfa,
    part: &'a Component,
    ground: &'a [TermId],
    relations: Vec<Relation>,
    next: HashMap<TermId, TermId>,
    variables: Vec<TermId>,
    /// The constants in the relations.
    inside: HashSet<TermId>,
    /// Whether the variables are words, and how these are read.
    reading: Option<Reading>,
    seed: u64,
    budget: &'a Budget,
}

impl<'a> Search<'a> {
    /// A search with these facts, by location, for measures of numbers or of words.
    pub fn new(
        cfa: &'a mut Cfa,
        part: &'a Component,
        ground: &'a [TermId],
        reading: Option<Reading>,
        seed: u64,
        budget: &'a Budget,
    ) -> Result<Search<'a>, Limit> {
        let (relations, next) = relations(cfa, part, budget)?;
        let roots: Vec<TermId> = relations.iter().map(|relation| relation.formula).collect();
        let terms = cfa.terms();
        let inside: HashSet<TermId> =
            terms.symbols_in(&roots).into_iter().map(|s| terms.symbol_term(s)).collect();
        let is_number = |&v: &TermId| match terms.sort(v) {
            Sort::Int | Sort::Real => reading.is_none(),
            Sort::BitVec(_) => reading.is_some(),
            _ => false,
        };
        let variables =
            cfa.variables().iter().copied().filter(|v| inside.contains(v)).filter(is_number).collect();
        Ok(Search { cfa, part, ground, relations, next, variables, inside, reading, seed, budget })
    }

    /// A measure for a head that falls on this relation between its states.
    pub fn of_relation(&mut self, head: LocId, formula: TermId) -> Result<Option<Vec<TermId>>, Limit> {
        self.relations = vec![Relation { source: head, target: head, formula }];
        let nodes = [Node { location: head, cell: Terms::TRUE }];
        let found = self.attempt(&nodes)?.ok();
        let mut measures = found.map(|found| self.measures(&nodes, &found)).unwrap_or_default();
        Ok(measures.pop().map(|(_, list)| list))
    }

    /// The values of variables at the next visit.
    pub fn next(&self) -> &HashMap<TermId, TermId> {
        &self.next
    }

    /// The program.
    pub fn cfa(&mut self) -> &mut Cfa {
        self.cfa
    }

    /// Measures for the heads; conjunctions if none of the forms that are tried falls on them.
    pub fn run(&mut self) -> Result<Result<Measures, Vec<Polyhedron>>, Limit> {
        let whole = |&location: &LocId| Node { location, cell: Terms::TRUE };
        let nodes: Vec<Node> = self.part.heads.iter().map(whole).collect();
        let failed = match self.attempt(&nodes)? {
            Ok(found) => return Ok(Ok(self.measures(&nodes, &found))),
            Err(failed) => failed,
        };
        let splits = self.splits(&failed);
        let mut trials: Vec<Vec<TermId>> =
            splits.iter().take(MOST_TRIALS).map(|&split| vec![split]).collect();
        if splits.len() > 1 {
            trials.push(splits.iter().copied().take(MOST_SPLITS).collect());
        }
        let (prolonged, further) = MOST_PROLONGED;
        let (mut at, mut longer) = (0, splits.len().min(prolonged));
        while let Some(trial) = trials.get(at).cloned() {
            at += 1;
            let mut nodes = nodes.clone();
            for &split in &trial {
                nodes = self.divided(&nodes, split);
            }
            match self.attempt(&nodes)? {
                Ok(found) => return Ok(Ok(self.measures(&nodes, &found))),
                // The steps that are left may depend on other comparisons.
                Err(failed) if longer > 0 => {
                    longer -= 1;
                    let more = self.splits(&failed).into_iter().filter(|split| !trial.contains(split));
                    trials.extend(more.take(further).map(|split| [&trial[..], &[split]].concat()));
                }
                Err(_) => {}
            }
        }
        Ok(Err(failed))
    }

    /// Measures for the heads whose states a formula divides; `None` if there are none of the forms that are tried.
    pub fn divided_by(&mut self, split: TermId) -> Result<Option<Measures>, Limit> {
        let whole = |&location: &LocId| Node { location, cell: Terms::TRUE };
        let nodes: Vec<Node> = self.part.heads.iter().map(whole).collect();
        let nodes = self.divided(&nodes, split);
        let found = self.attempt(&nodes)?.ok();
        Ok(found.map(|found| self.measures(&nodes, &found)))
    }

    /// The nodes, each divided by a formula.
    fn divided(&mut self, nodes: &[Node], split: TermId) -> Vec<Node> {
        let terms = self.cfa.terms_mut();
        let other = terms.not(split);
        let mut divided = Vec::new();
        for node in nodes {
            for side in [split, other] {
                divided.push(Node { location: node.location, cell: terms.and(&[node.cell, side]) });
            }
        }
        divided
    }

    /// Comparisons of variables by which nodes may be divided: those of variables that change first, then those of
    /// many conjunctions.
    pub fn splits(&self, failed: &[Polyhedron]) -> Vec<TermId> {
        let terms = self.cfa.terms();
        let changed: HashSet<TermId> = self.part.changed.iter().copied().collect();
        let untold = self.part.untold(self.cfa);
        // By comparison: whether it is about a variable that changes, whether it is a truth value, as phases often are,
        // and in how many conjunctions it is.
        let mut counts: HashMap<TermId, (bool, bool, usize)> = HashMap::default();
        for polyhedron in failed {
            for &literal in &polyhedron.literals {
                let (atom, _) = terms.split_not(literal);
                let about: Vec<TermId> =
                    terms.symbols_in(&[atom]).into_iter().map(|s| terms.symbol_term(s)).collect();
                // Facts may be about variables that no step reads.
                let is_read = |t: TermId| self.cfa.is_variable(t) && self.inside.contains(&t);
                let is_before = about.iter().all(|&t| is_read(t) && !untold.contains(&t));
                let has_form = matches!(
                    terms.op(atom),
                    Op::Le | Op::Ge | Op::Symbol(_) | Op::Eq | Op::BvSlt | Op::BvUlt
                );
                if is_before && has_form && !about.is_empty() {
                    let is_changed = about.iter().any(|t| changed.contains(t));
                    let is_flag = matches!(terms.op(atom), Op::Symbol(_));
                    counts.entry(atom).or_insert((is_changed, is_flag, 0)).2 += 1;
                }
            }
        }
        let mut splits: Vec<((bool, bool, usize), TermId)> =
            counts.into_iter().map(|(atom, count)| (count, atom)).collect();
        splits.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        splits.into_iter().map(|(_, atom)| atom).collect()
    }

    /// The steps between nodes that some state takes, each with its first conjunction.
    fn steps(&mut self, nodes: &[Node]) -> Result<(Vec<Step>, Vec<Polyhedron>), Limit> {
        let (mut steps, mut first) = (Vec::new(), Vec::new());
        let mut after = Substitution::new();
        self.next.iter().for_each(|(&variable, &next)| after.insert(variable, next));
        for (source, from) in nodes.iter().enumerate() {
            for (target, to) in nodes.iter().enumerate() {
                for relation in self.relations.clone() {
                    if relation.source != from.location || relation.target != to.location {
                        continue;
                    }
                    let terms = self.cfa.terms_mut();
                    let cell = after.apply(terms, to.cell);
                    let known = self.ground[from.location.index()];
                    let formula = terms.and(&[known, from.cell, relation.formula, cell]);
                    let mut options = SmtOptions::default();
                    options.sat.seed = self.seed;
                    let mut solver = Solver::new(options);
                    solver.set_budget(self.budget.clone());
                    solver.assert(terms, formula);
                    let mut step = Step { source, target, formula, solver };
                    if let Some(polyhedron) = self.conjunction(&mut step, &[])? {
                        first.push(polyhedron);
                        steps.push(step);
                    }
                }
            }
        }
        Ok((steps, first))
    }

    /// A conjunction of the step in which the formulas hold for some state.
    fn conjunction(&mut self, step: &mut Step, assumed: &[TermId]) -> Result<Option<Polyhedron>, Limit> {
        let terms = self.cfa.terms_mut();
        // Where the solver gives up, the checker would, too.
        if !decided(step.solver.check(terms, assumed))? {
            return Ok(None);
        }
        let model = step.solver.model(terms).clone();
        let literals = implicant(terms, step.formula, &model);
        let ends = (step.source, step.target);
        let reading = self.reading.unwrap_or(Reading::Signed);
        Ok(Some(Polyhedron::of(terms, ends, literals, &model, (&self.variables, &self.next), reading)))
    }

    /// Lists of functions for these nodes, or conjunctions on which none falls.
    fn attempt(&mut self, nodes: &[Node]) -> Result<Result<Found, Vec<Polyhedron>>, Limit> {
        let (mut steps, first) = self.steps(nodes)?;
        let pairs: Vec<(usize, usize)> = steps.iter().map(|step| (step.source, step.target)).collect();
        let group = groups(nodes.len(), &pairs);
        let is_inside = |&(source, target): &(usize, usize)| group[source] == group[target];
        let mut found: Found = group.iter().map(|&g| vec![constant(g)]).collect();
        let mut length = 1;
        let mut known: Vec<usize> = pairs.iter().filter(|pair| is_inside(pair)).map(|p| group[p.0]).collect();
        known.sort_unstable();
        known.dedup();
        for number in known {
            let mut of_group: Vec<Step> = Vec::new();
            let mut rest = Vec::new();
            for step in steps {
                let is_member = group[step.source] == number && group[step.target] == number;
                if is_member {
                    of_group.push(step);
                } else {
                    rest.push(step);
                }
            }
            steps = rest;
            let start: Vec<Polyhedron> = first
                .iter()
                .filter(|p| group[p.source] == number && group[p.target] == number)
                .cloned()
                .collect();
            let list = match self.rank(nodes.len(), &mut of_group, start)? {
                Ok(list) => list,
                Err(failed) => return Ok(Err(failed)),
            };
            length = length.max(list.len() + 1);
            for (node, &g) in group.iter().enumerate() {
                if g == number {
                    found[node].extend(list.iter().map(|function| function[node].clone()));
                }
            }
        }
        for list in &mut found {
            list.resize(length, Affine::default());
        }
        Ok(Ok(found))
    }

    /// A list of functions that falls on all steps of a group, or conjunctions on which none falls.
    fn rank(
        &mut self,
        nodes: usize,
        steps: &mut [Step],
        mut polyhedra: Vec<Polyhedron>,
    ) -> Result<Result<Vec<Function>, Vec<Polyhedron>>, Limit> {
        loop {
            let list = match self.list(nodes, &polyhedra)? {
                Ok(list) => list,
                Err(failed) => return Ok(Err(failed)),
            };
            let before = polyhedra.len();
            for step in steps.iter_mut() {
                let stays = self.stays(&list, step);
                polyhedra.extend(self.conjunction(step, &[stays])?);
            }
            // Where words wrap, a measure may stay on a conjunction on which it seems to fall.
            let is_known = |new: &Polyhedron| {
                polyhedra[..before].iter().any(|old| old.rows == new.rows && old.after == new.after)
            };
            if self.reading.is_some() && polyhedra[before..].iter().any(is_known) {
                return Ok(Err(polyhedra));
            }
            if polyhedra.len() == before {
                return Ok(Ok(list));
            }
            if polyhedra.len() > MOST_POLYHEDRA {
                return Ok(Err(polyhedra));
            }
        }
    }

    /// The formula that says that a list does not fall on a step.
    fn stays(&mut self, list: &[Function], step: &Step) -> TermId {
        let (next, reading) = (&self.next, self.reading);
        let terms = self.cfa.terms_mut();
        let mut falls = Terms::FALSE;
        for function in list.iter().rev() {
            let width =
                reading.map_or(0, |_| width(terms, &[&function[step.source], &function[step.target]]));
            let before = measure(terms, &function[step.source], reading, width, |v| v);
            let later = |v: TermId| next.get(&v).copied().unwrap_or(v);
            let after = measure(terms, &function[step.target], reading, width, later);
            if reading.is_some() {
                let (strict, weak) = (terms.bv_ult(after, before), terms.bv_ule(after, before));
                let later = terms.and(&[weak, falls]);
                falls = terms.or(&[strict, later]);
                continue;
            }
            let (zero, one) = (terms.int(0), terms.int(1));
            let lower = terms.sub(before, one);
            let parts = [terms.ge(before, zero), terms.le(after, lower)];
            let strict = terms.and(&parts);
            let weak = terms.le(after, before);
            let later = terms.and(&[weak, falls]);
            falls = terms.or(&[strict, later]);
        }
        terms.not(falls)
    }

    /// A list of functions that falls on these conjunctions, or those on which none falls.
    fn list(
        &mut self,
        nodes: usize,
        polyhedra: &[Polyhedron],
    ) -> Result<Result<Vec<Function>, Vec<Polyhedron>>, Limit> {
        let mut left: Vec<&Polyhedron> = polyhedra.iter().collect();
        let mut list = Vec::new();
        while !left.is_empty() {
            self.budget.poll()?;
            let found = component(&left, nodes, &self.variables, self.budget);
            if let Some((function, is_strict)) = unless_incomplete(found, None)? {
                list.push(function);
                let mut strict = is_strict.into_iter();
                left.retain(|_| !strict.next().unwrap_or(false));
                continue;
            }
            let mut several = None;
            for count in 2..=MOST_PHASES {
                several = unless_incomplete(phases(count, &left, nodes, &self.variables, self.budget), None)?;
                if several.is_some() {
                    break;
                }
            }
            match several {
                Some(functions) => {
                    list.extend(functions);
                    left.clear();
                }
                None => return Ok(Err(left.into_iter().cloned().collect())),
            }
        }
        Ok(Ok(list))
    }

    /// The measures of the heads, where a head has several nodes by cases.
    fn measures(&mut self, nodes: &[Node], found: &Found) -> Measures {
        let reading = self.reading;
        let terms = self.cfa.terms_mut();
        let mut measures: Measures = Vec::new();
        let length = found.first().map_or(0, Vec::len);
        let widths: Vec<u32> = (0..length)
            .map(|at| {
                let all: Vec<&Affine> = found.iter().map(|list| &list[at]).collect();
                reading.map_or(0, |_| width(terms, &all))
            })
            .collect();
        let mut lists: Vec<Vec<TermId>> = Vec::new();
        for list in found {
            lists.push(
                list.iter().zip(&widths).map(|(sum, &w)| measure(terms, sum, reading, w, |v| v)).collect(),
            );
        }
        // Constants beside reals are reals.
        for at in 0..length {
            if lists.iter().any(|list| terms.sort(list[at]) == Sort::Real) {
                lists.iter_mut().for_each(|list| list[at] = terms.to_real(list[at]));
            }
        }
        for (node, list) in nodes.iter().zip(lists) {
            match measures.iter_mut().find(|(location, _)| *location == node.location) {
                Some((_, others)) => {
                    for (other, term) in others.iter_mut().zip(list) {
                        *other = terms.ite(node.cell, term, *other);
                    }
                }
                None => measures.push((node.location, list)),
            }
        }
        measures
    }
}

/// The width of words that have all values of some functions of words.
fn width(terms: &Terms, functions: &[&Affine]) -> u32 {
    let bits = |function: &Affine| {
        let mut sum = function.constant.abs();
        for (&variable, factor) in &function.parts {
            let most = Rational::from(Integer::from(1i64).shift_left(u64::from(terms.width(variable))));
            sum += &(&factor.abs() * &most);
        }
        sum.bit_length()
    };
    let most = functions.iter().map(|function| bits(function)).max().unwrap_or(0);
    u32::try_from(most).unwrap_or(u32::MAX).saturating_add(3)
}

/// A function as the term of a measure. Of words it is a word that is wide enough: one more than the function, or 0
/// where the function is below 0.
fn measure(
    terms: &mut Terms,
    function: &Affine,
    reading: Option<Reading>,
    width: u32,
    named: impl Fn(TermId) -> TermId,
) -> TermId {
    let reading = match reading {
        Some(reading) => reading,
        None => return function.term(terms, named),
    };
    let number = |terms: &mut Terms, value: &Rational| {
        let bits = Bits::from_integer(&value.floor(), width);
        terms.bit_vector(bits)
    };
    let mut sum = number(terms, &function.constant);
    for (&variable, factor) in &function.parts {
        let value = named(variable);
        let by = width - terms.width(value);
        let wide = match reading {
            Reading::Signed => terms.sign_extend(value, by),
            Reading::Unsigned => terms.zero_extend(value, by),
        };
        let factor = number(terms, factor);
        let product = terms.bv_mul(factor, wide);
        sum = terms.bv_add(sum, product);
    }
    let (zero, one) = (terms.bv_zero(width), terms.bv(1, width));
    let is_below = terms.bv_slt(sum, zero);
    let more = terms.bv_add(sum, one);
    terms.ite(is_below, zero, more)
}

/// The constant function of a number.
fn constant(number: usize) -> Affine {
    Affine { constant: (number as i64).into(), ..Affine::default() }
}

/// By node: the number of its strongly connected group. A step between two groups leads to a lower number.
fn groups(count: usize, steps: &[(usize, usize)]) -> Vec<usize> {
    let mut reaches = vec![vec![false; count]; count];
    for (node, row) in reaches.iter_mut().enumerate() {
        row[node] = true;
    }
    steps.iter().for_each(|&(source, target)| reaches[source][target] = true);
    for middle in 0..count {
        for from in 0..count {
            if reaches[from][middle] {
                let further = reaches[middle].clone();
                reaches[from].iter_mut().zip(further).for_each(|(known, other)| *known |= other);
            }
        }
    }
    // The members of a group reach the same nodes, and all more than those of the groups that they reach.
    let size = |node: usize| reaches[node].iter().filter(|&&is_reached| is_reached).count();
    let sizes: Vec<usize> = (0..count).map(size).collect();
    (0..count)
        .map(|node| {
            let first =
                (0..count).find(|&other| reaches[node][other] && reaches[other][node]).unwrap_or(node);
            sizes[first] * count + first
        })
        .collect()
}
