//! Transition invariants, where no one measure is found for all turns of a loop (Cook, Podelski, Rybalchenko,
//! "Termination proofs for systems code", PLDI 2006).
//!
//! A run may keep its state where it leaves the head of a loop. An error stands at the head for a state since which no
//! measure of a list has fallen. The list is empty at first. Each run to the error is a way around the loop, and a
//! measure that falls on this way, as often as it is gone, is added to the list. If the error is not reached, no run
//! visits the head without end, and the loops inside of it are proved in a program without the head.

use super::counters::{Counted, Inner, Open};
use super::polyhedron::Reading;
use super::search::Search;
use crate::base::{Budget, Limit};
use crate::model::cfa::{Cfa, EdgeId, InvariantMap, Path, Ranking, Transition};
use crate::solver::term::{Sort, Substitution, TermId, Terms};

/// Measures of a loop.
const MOST_MEASURES: usize = 10;

/// A loop of [`Open`] whose visits are to be proved few, and what is known of it.
#[derive(Debug)]
pub struct Visits {
    number: usize,
    transition: Transition,
    is_proved: bool,
}

impl Open {
    /// The loops as questions about visits to their heads.
    pub fn visits(&mut self) -> Vec<Visits> {
        let mut list = Vec::new();
        // A loop that is inside of another one was made before it, and comes behind it here.
        for number in (0..self.loops.len()).rev() {
            let name = format!("kept.{}", list.len());
            let is_kept = self.cfa.terms_mut().declare(&name, Sort::Bool);
            let mut kept = Vec::new();
            for (at, &variable) in self.cfa.variables().to_vec().iter().enumerate() {
                let terms = self.cfa.terms_mut();
                kept.push(terms.declare(&format!("{}.{}", name, at), terms.sort(variable)));
            }
            let transition =
                Transition { head: self.loops[number].head, is_kept, kept, measures: Vec::new() };
            list.push(Visits { number, transition, is_proved: false });
        }
        list
    }

    /// The program whose error location is reached if since some visit no measure has fallen.
    pub fn question_of_visits(&mut self, visits: &Visits) -> Cfa {
        let Transition { head, is_kept, ref kept, ref measures } = visits.transition;
        let Counted { part, .. } = &self.loops[visits.number];
        let variables = self.cfa.variables().to_vec();
        let terms = self.cfa.terms_mut();
        let mut before = Substitution::new();
        variables.iter().zip(kept).for_each(|(&of, &kept)| before.insert(of, kept));
        let mut wrong = vec![is_kept];
        for list in measures {
            let falls = falls(terms, list, &mut before);
            wrong.push(terms.not(falls));
        }
        let wrong = terms.and(&wrong);
        let own = &self.cfa;
        let mut asked = own.closed(|edge| own.edge(edge).target == own.error());
        std::iter::once(is_kept)
            .chain(kept.iter().copied())
            .for_each(|constant| asked.add_variable(constant));
        for edge in own.edge_ids() {
            let (source, target) = (own.edge(edge).source, own.edge(edge).target);
            let commands = asked.commands_mut();
            if source == head {
                let mut parts = vec![commands.assign(is_kept, Terms::TRUE)];
                parts.extend(variables.iter().zip(kept).map(|(&of, &kept)| commands.assign(kept, of)));
                let (stays, keeps) = (commands.skip(), commands.sequence(&parts));
                let either = commands.choice(&[stays, keeps]);
                asked.lead_edge(edge, either);
            } else if part.has[target.index()] && !part.has[source.index()] {
                let forgets = commands.assign(is_kept, Terms::FALSE);
                asked.extend_edge(edge, forgets);
            }
        }
        let wrong = asked.commands_mut().assume(wrong);
        let error = asked.error();
        asked.add_edge(head, error, wrong);
        asked
    }

    /// Adds a measure that falls on the way around the loop by which a run reaches the error. False if none is found.
    pub fn learn(
        &mut self,
        visits: &mut Visits,
        run: &Path,
        seed: u64,
        budget: &Budget,
    ) -> Result<bool, Limit> {
        let head = visits.transition.head;
        let keeps = |edge: EdgeId, choices: &[usize]| {
            self.cfa.edge(edge).source == head && choices.first() == Some(&1)
        };
        let way = match run.steps.split_last() {
            Some((_, way)) => way,
            None => return Ok(false),
        };
        let first = way.iter().rposition(|step| keeps(step.edge, &step.choices));
        let edges: Vec<EdgeId> = match first {
            Some(first) => way[first..].iter().map(|step| step.edge).collect(),
            None => return Ok(false),
        };
        if visits.transition.measures.len() == MOST_MEASURES {
            return Ok(false);
        }
        let part = self.loops[visits.number].part.clone();
        for reading in [None, Some(Reading::Signed), Some(Reading::Unsigned)] {
            let mut search = Search::new(&mut self.cfa, &part, &self.formulas, reading, seed, budget)?;
            let relation = relation(&mut search, &edges);
            let mut list = search.of_relation(head, relation)?;
            // Constants fall nowhere.
            let terms = self.cfa.terms();
            let varies = |t: &TermId| !terms.symbols_in(&[*t]).is_empty();
            list.iter_mut().for_each(|list| list.retain(varies));
            if let Some(list) = list.filter(|list| !visits.transition.measures.contains(list)) {
                visits.transition.measures.push(list);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Keeps the invariant of a question about visits. False if it is about something else than variables.
    pub fn prove_visits(&mut self, visits: &mut Visits, asked: &Cfa, found: &InvariantMap) -> bool {
        visits.is_proved = self.keep(asked, found);
        visits.is_proved
    }

    /// The proof that all runs end, if it is known of all loops that their heads are visited finitely often.
    pub fn ranking_of_visits(mut self, list: Vec<Visits>) -> Option<Ranking> {
        if !list.iter().all(|visits| visits.is_proved) {
            return None;
        }
        for inner in self.loops.iter_mut().flat_map(|counted| std::mem::take(&mut counted.inner)) {
            match inner {
                Inner::Measured(found) => {
                    found.into_iter().for_each(|(at, list)| self.measures[at.index()] = list);
                }
                Inner::Counted(_) => {}
            }
        }
        let invariant = InvariantMap::new(self.cfa.terms().clone(), self.formulas);
        let transitions = list.into_iter().map(|visits| visits.transition).collect();
        Some(Ranking { transitions, ..Ranking::new(invariant, self.measures) })
    }
}

/// The relation between the states before and behind these edges. Inputs have other names on each edge.
fn relation(search: &mut Search<'_>, edges: &[EdgeId]) -> TermId {
    let mut next: Vec<(TermId, TermId)> = search.next().iter().map(|(&of, &value)| (of, value)).collect();
    next.sort_unstable();
    let cfa = search.cfa();
    let same: Vec<TermId> = next.iter().map(|&(of, value)| cfa.terms_mut().eq(of, value)).collect();
    let mut formula = cfa.terms_mut().and(&same);
    for &edge in edges.iter().rev() {
        let command = cfa.edge(edge).command;
        let inputs = cfa.commands().inputs(command);
        let (commands, terms) = cfa.parts_mut();
        let mut fresh = Substitution::new();
        for input in inputs {
            let other = terms.declare("input", terms.sort(input));
            fresh.insert(input, other);
        }
        let way = commands.wep(terms, command, formula);
        formula = fresh.apply(terms, way);
    }
    formula
}

/// The formula that a measure has fallen since the state that is kept.
fn falls(terms: &mut Terms, list: &[TermId], before: &mut Substitution) -> TermId {
    let mut falls = Terms::FALSE;
    for &now in list.iter().rev() {
        let old = before.apply(terms, now);
        let (strict, weak) = match terms.sort(now) {
            Sort::BitVec(_) => (terms.bv_ult(now, old), terms.bv_ule(now, old)),
            _ => {
                let (zero, one) = (terms.int(0), terms.int(1));
                let lower = terms.sub(old, one);
                let parts = [terms.ge(old, zero), terms.le(now, lower)];
                (terms.and(&parts), terms.le(now, old))
            }
        };
        let later = terms.and(&[weak, falls]);
        falls = terms.or(&[strict, later]);
    }
    falls
}
