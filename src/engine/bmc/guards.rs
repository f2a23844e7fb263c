//! The conditions under which runs come along ways: lists of conjuncts with common beginnings, as a tree.

use crate::base::HashMap;
use crate::solver::term::{Model, Op, TermId, Terms};

/// A list of conjuncts, by number. Equal lists have the same number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Guard(u32);

impl Guard {
    /// The list without conjuncts.
    pub const TRUE: Guard = Guard(0);
}

/// All lists. Each is another one with a conjunct behind it.
#[derive(Default)]
pub(super) struct Guards {
    /// By number, from 1 on: the list without the last conjunct, the last one, and their number.
    nodes: Vec<(Guard, TermId, u32)>,
    known: HashMap<(Guard, TermId), Guard>,
}

impl Guards {
    /// Bytes held by the arrays.
    pub fn bytes(&self) -> usize {
        12 * self.nodes.capacity() + 13 * self.known.capacity()
    }

    fn node(&self, guard: Guard) -> Option<(Guard, TermId, u32)> {
        (guard.0 as usize).checked_sub(1).map(|at| self.nodes[at])
    }

    fn length(&self, guard: Guard) -> u32 {
        self.node(guard).map_or(0, |(_, _, length)| length)
    }

    /// The conjuncts behind a beginning of the list, the last one first.
    pub fn behind(&self, beginning: Guard, guard: Guard) -> impl Iterator<Item = TermId> + '_ {
        let next =
            move |&(before, _, _): &(Guard, TermId, u32)| self.node(before).filter(|_| before != beginning);
        let last = self.node(guard).filter(|_| guard != beginning);
        std::iter::successors(last, next).map(|(_, conjunct, _)| conjunct)
    }

    /// The list with one more conjunct.
    fn push(&mut self, guard: Guard, conjunct: TermId) -> Guard {
        let length = self.length(guard) + 1;
        let nodes = &mut self.nodes;
        *self.known.entry((guard, conjunct)).or_insert_with(|| {
            nodes.push((guard, conjunct, length));
            Guard(u32::try_from(nodes.len()).expect("the number of guards fits 32 bits"))
        })
    }

    /// The list with the conjuncts of a formula; `None` if one of them contradicts another one.
    pub fn with(&mut self, terms: &mut Terms, guard: Guard, formula: TermId) -> Option<Guard> {
        let parts = match terms.op(formula) {
            Op::And => terms.args(formula).to_vec(),
            _ => vec![formula],
        };
        let mut longer = guard;
        for part in parts.into_iter().filter(|&part| part != Terms::TRUE) {
            let opposite = terms.not(part);
            if part == Terms::FALSE || self.behind(Guard::TRUE, longer).any(|known| known == opposite) {
                return None;
            }
            if !self.behind(Guard::TRUE, longer).any(|known| known == part) {
                longer = self.push(longer, part);
            }
        }
        Some(longer)
    }

    /// The longest list with which all of these begin. There is at least one.
    pub fn common(&self, guards: impl IntoIterator<Item = Guard>) -> Guard {
        let mut guards = guards.into_iter();
        let first = guards.next().unwrap_or(Guard::TRUE);
        guards.fold(first, |mut a, mut b| {
            while a != b {
                let (long, other) = if self.length(a) >= self.length(b) { (a, b) } else { (b, a) };
                a = self.node(long).map_or(Guard::TRUE, |(before, _, _)| before);
                b = other;
            }
            a
        })
    }

    /// The conjunction of what is behind a beginning of the list.
    pub fn rest(&self, terms: &mut Terms, beginning: Guard, guard: Guard) -> TermId {
        let conjuncts: Vec<TermId> = self.behind(beginning, guard).collect();
        terms.and(&conjuncts)
    }

    /// The guard under which one of these holds: their common beginning, and that the rest of one holds.
    pub fn join(&mut self, terms: &mut Terms, guards: &[Guard]) -> Guard {
        let common = self.common(guards.iter().copied());
        let mut some = Terms::FALSE;
        // A way that branches inside of another one stands behind it, so its parts join first.
        for &guard in guards.iter().rev() {
            let rest = self.rest(terms, common, guard);
            some = terms.or(&[some, rest]);
        }
        if some == Terms::TRUE {
            common
        } else {
            self.push(common, some)
        }
    }

    /// The lists whose conjuncts all hold in a model.
    pub fn holding(&self, terms: &Terms, model: &Model) -> Holding {
        let conjuncts: Vec<TermId> = self.nodes.iter().map(|&(_, conjunct, _)| conjunct).collect();
        let mut holds = vec![true];
        for (&(before, ..), value) in self.nodes.iter().zip(model.evaluate_all(terms, &conjuncts)) {
            holds.push(holds[before.0 as usize] && value.is_true());
        }
        Holding(holds)
    }
}

/// Whether each list holds in a model.
pub(super) struct Holding(Vec<bool>);

impl Holding {
    /// Whether this one does.
    pub fn has(&self, guard: Guard) -> bool {
        self.0[guard.0 as usize]
    }
}
