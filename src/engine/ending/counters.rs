//! Loops whose turns are counted: the last resort, where no measure is found.
//!
//! A counter gets a bound where a loop is entered, a multiple of the sum of the absolute values of variables and a
//! constant. At each further visit to the head it falls by 1. If no run reaches the head with a counter below 0, the
//! loop ends, and an invariant that says so makes the counter a measure. Any engine for safety may look for it. (Unno,
//! Terauchi, Gu, Koskinen and others ask for such bounds as Horn clauses; Gulwani, Mehra, Chilimbi, "SPEED", POPL 2009,
//! for bounds on counters in general.)
//!
//! A loop in a loop has a counter of its own, unless it has another measure: the list of a head begins with the counter
//! of the loop around it, then has a number that falls from one part of the loop's body to the next, then the lists of
//! these parts.

use super::facts::Facts;
use super::ranked::ranked;
use super::relations::{components_without, relations, Component};
use super::search::Measures;
use crate::base::{Budget, HashMap, Limit};
use crate::model::cfa::{Cfa, Counter, EdgeId, InvariantMap, LocId, Ranking};
use crate::solver::term::{Foreign, Rebuild, Sort, SymbolId, TermId, Terms};

/// Factors and constants of bounds, one pair after the other.
const BOUNDS: [(i64, i64); 5] = [(1, 8), (2, 64), (4, 1_024), (16, 65_536), (256, 1 << 24)];
/// Loops within loops.
const DEEPEST: usize = 12;

/// A loop whose turns are to be counted.
#[derive(Clone, Debug)]
pub(super) struct Counted {
    pub(super) part: Component,
    pub(super) head: LocId,
    /// A constant for the counter.
    constant: TermId,
    /// Variables whose absolute values make the bound. Without any, the turns cannot be counted.
    about: Vec<TermId>,
    /// The counter, once an invariant keeps it from falling below 0.
    proved: Option<Counter>,
    pub(super) inner: Vec<Inner>,
}

/// A loop without the head of the loop around it.
#[derive(Clone, Debug)]
pub(super) enum Inner {
    Measured(Measures),
    /// A counted loop, by its place in the list of all.
    Counted(usize),
}

/// Loops without a measure.
#[derive(Clone, Debug)]
pub struct Open {
    pub(super) cfa: Cfa,
    pub(super) formulas: Vec<TermId>,
    pub(super) measures: Vec<Vec<TermId>>,
    pub(super) loops: Vec<Counted>,
    /// The loops that are inside of no counted loop.
    outer: Vec<usize>,
}

impl Open {
    /// These components as loops without a measure. `None` if they are too deep, or if facts have bound constants.
    pub(super) fn new(
        cfa: Cfa,
        facts: &Facts,
        ground: Vec<TermId>,
        measures: Vec<Vec<TermId>>,
        parts: Vec<Component>,
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<Open>, Limit> {
        if !facts.invariant.bound.is_empty() {
            return Ok(None);
        }
        let formulas = facts.with_error(&cfa, ground);
        let mut open = Open { cfa, formulas, measures, loops: Vec::new(), outer: Vec::new() };
        for part in parts {
            match open.add(part, 0, seed, budget)? {
                Some(number) => open.outer.push(number),
                None => return Ok(None),
            }
        }
        Ok(Some(open))
    }

    fn add(
        &mut self,
        part: Component,
        depth: usize,
        seed: u64,
        budget: &Budget,
    ) -> Result<Option<usize>, Limit> {
        let head = match part.heads.last() {
            Some(&head) if depth < DEEPEST => head,
            Some(_) | None => return Ok(None),
        };
        let (relations, _) = relations(&mut self.cfa, &part, budget)?;
        let roots: Vec<TermId> = relations.iter().map(|relation| relation.formula).collect();
        let terms = self.cfa.terms();
        let symbols = terms.symbols_in(&roots).into_iter().map(|symbol| terms.symbol_term(symbol));
        let is_number = |&t: &TermId| self.cfa.is_variable(t) && terms.sort(t) == Sort::Int;
        let about: Vec<TermId> = symbols.filter(is_number).collect();
        let mut inner = Vec::new();
        for sub in components_without(&self.cfa, &part, head) {
            let mut known = self.formulas.clone();
            match ranked(&mut self.cfa, &sub, &mut known, seed, budget) {
                Ok(Ok(found)) => {
                    self.formulas = known;
                    inner.push(Inner::Measured(found));
                }
                Ok(Err(_)) | Err(Limit::Incomplete) => match self.add(sub, depth + 1, seed, budget)? {
                    Some(number) => inner.push(Inner::Counted(number)),
                    None => return Ok(None),
                },
                Err(limit) => return Err(limit),
            }
        }
        let name = format!("counter.{}", self.loops.len());
        let constant = self.cfa.terms_mut().declare(&name, Sort::Int);
        self.loops.push(Counted { part, head, constant, about, proved: None, inner });
        Ok(Some(self.loops.len() - 1))
    }

    /// The number of loops.
    pub fn count(&self) -> usize {
        self.loops.len()
    }

    /// Whether turns may depend on integers, in each loop.
    pub fn can_be_counted(&self) -> bool {
        self.loops.iter().all(|counted| !counted.about.is_empty())
    }

    /// Whether a loop's counter is known not to fall below 0.
    pub fn is_proved(&self, number: usize) -> bool {
        self.loops[number].proved.is_some()
    }

    /// The program whose error location is reached if a loop's counter falls below 0, from the bound of a round. Later
    /// rounds have higher bounds.
    pub fn question(&mut self, number: usize, round: usize) -> (Cfa, Counter) {
        let (factor, least) = BOUNDS[round.min(BOUNDS.len() - 1)];
        let Counted { part, head, constant, about, .. } = &self.loops[number];
        let (head, constant) = (*head, *constant);
        let terms = self.cfa.terms_mut();
        let (zero, one, least) = (terms.int(0), terms.int(1), terms.int(least));
        let mut sum = vec![least];
        for &variable in about {
            let (positive, other) = (terms.ge(variable, zero), terms.neg(variable));
            let absolute = terms.ite(positive, variable, other);
            sum.push(terms.combination(&[(factor.into(), absolute)]));
        }
        let (bound, less) = (terms.add(&sum), terms.sub(constant, one));
        let is_below = terms.lt(constant, zero);
        let mut updates: Vec<(EdgeId, TermId)> = Vec::new();
        for id in self.cfa.edge_ids() {
            let edge = self.cfa.edge(id);
            match (part.has[edge.source.index()], part.has[edge.target.index()]) {
                (false, true) => updates.push((id, bound)),
                (true, true) if edge.target == head => updates.push((id, less)),
                (true, _) | (false, false) => {}
            }
        }
        let own = &self.cfa;
        let mut asked = own.closed(|edge| own.edge(edge).target == own.error());
        asked.add_variable(constant);
        for &(edge, value) in &updates {
            let set = asked.commands_mut().assign(constant, value);
            asked.extend_edge(edge, set);
        }
        let wrong = asked.commands_mut().assume(is_below);
        let error = asked.error();
        asked.add_edge(head, error, wrong);
        (asked, Counter { constant, updates })
    }

    /// Keeps the invariant of a loop's question. False if it is about something else than variables.
    pub fn prove(&mut self, number: usize, (asked, counter): (&Cfa, Counter), found: &InvariantMap) -> bool {
        let is_kept = self.keep(asked, found);
        self.loops[number].proved = Some(counter).filter(|_| is_kept);
        is_kept
    }

    /// Adds the invariant of a question to the formulas. False if it is about something else than variables.
    pub(super) fn keep(&mut self, asked: &Cfa, found: &InvariantMap) -> bool {
        let terms = self.cfa.terms_mut();
        let all: Option<Vec<TermId>> =
            found.formulas.iter().map(|&formula| rebuilt(asked, &found.terms, terms, formula)).collect();
        let all = match all {
            Some(all) if found.bound.is_empty() => all,
            Some(_) | None => return false,
        };
        for (at, formula) in all.into_iter().enumerate() {
            if at != asked.error().index() {
                self.formulas[at] = terms.and(&[self.formulas[at], formula]);
            }
        }
        true
    }

    /// The proof that all runs end, if all loops are proved.
    pub fn ranking(mut self) -> Option<Ranking> {
        let counters: Option<Vec<Counter>> = self.loops.iter().map(|l| l.proved.clone()).collect();
        let counters = counters?;
        for number in std::mem::take(&mut self.outer) {
            for (location, list) in self.measured(number) {
                self.measures[location.index()] = list;
            }
        }
        let invariant = InvariantMap::new(self.cfa.terms().clone(), self.formulas);
        Some(Ranking { counters, ..Ranking::new(invariant, self.measures) })
    }

    /// The measures at the heads of a counted loop.
    fn measured(&mut self, number: usize) -> Measures {
        let mut parts: Vec<Measures> = Vec::new();
        for inner in std::mem::take(&mut self.loops[number].inner) {
            parts.push(match inner {
                Inner::Measured(found) => found,
                Inner::Counted(number) => self.measured(number),
            });
        }
        let Counted { head, constant, .. } = self.loops[number];
        let terms = self.cfa.terms_mut();
        // By part: a list that is least.
        let mut rest: Vec<Vec<TermId>> = Vec::new();
        for part in &parts {
            let list = part.first().map_or(&[][..], |(_, list)| list);
            rest.push(list.iter().map(|&t| zero(terms, t)).collect());
        }
        let place = |terms: &mut Terms, at: usize| terms.int((parts.len() - at) as i64);
        let mut all: Measures = vec![(head, vec![constant, place(terms, 0)])];
        all[0].1.extend(rest.iter().flatten());
        for (at, part) in parts.iter().enumerate() {
            for (location, list) in part {
                let mut whole = vec![constant, place(terms, at + 1)];
                for (other, zeros) in rest.iter().enumerate() {
                    whole.extend(if other == at { list } else { zeros });
                }
                all.push((*location, whole));
            }
        }
        all
    }
}

/// The zero of a term's sort.
fn zero(terms: &mut Terms, like: TermId) -> TermId {
    match terms.sort(like) {
        Sort::BitVec(width) => terms.bv_zero(width),
        Sort::Real => terms.real(0.into()),
        _ => terms.int(0),
    }
}

/// A formula of one store in another one, both made from an automaton's. `None` if it is about other constants.
pub fn rebuilt(cfa: &Cfa, from: &Terms, to: &mut Terms, formula: TermId) -> Option<TermId> {
    let symbols = from.symbols_in(&[formula]).into_iter();
    let own: HashMap<SymbolId, TermId> = symbols
        .filter(|symbol| symbol.index() < cfa.terms().symbol_count())
        .map(|symbol| (symbol, to.symbol_term(symbol)))
        .collect();
    let constant = |part: Foreign| match part {
        Foreign::Constant(symbol) => own.get(&symbol).copied().ok_or(()),
        Foreign::Term(_) => Err(()),
    };
    Rebuild::new().term(from, to, formula, constant, || Ok(())).ok()
}
