//! The record of a read: where the values that states hold were read.
//!
//! A state whose next value is a choice between a value that is read and others, such as its own, holds what was read
//! some time before. The record of the read has an index for each such state: it takes the index of the read when the
//! state takes the value, and keeps it while the state keeps the value. A state that takes the value of another one
//! takes its index, too. Parts of values and values put together count as the values.
//!
//! A record is a function of what happened, and adds nothing to what may happen. So it need not be right; it is of use
//! where it is.

use super::memories::{Memories, ReadId};
use crate::base::HashMap;
use crate::model::system::functional::NextValues;
use crate::solver::term::{Model, Op, TermId, Terms};

/// States of a record, at most.
const MOST_STATES: usize = 8;

/// The record of a read.
pub(super) struct Record {
    read: ReadId,
    /// The states that may hold a value of the read, by place.
    pub states: Vec<usize>,
    /// By such a state: its next value.
    functions: Vec<TermId>,
    /// The store of the functions, which began as that of the words.
    terms: Terms,
}

/// The source of a value.
enum Source {
    Read,
    State(usize),
}

impl Record {
    pub fn new(memories: &Memories, read: ReadId) -> Record {
        let words = memories.words();
        let mut terms = words.terms().clone();
        let functions = NextValues::of(words, &mut terms).functions;
        let mut record = Record { read, states: Vec::new(), functions: Vec::new(), terms };
        while record.states.len() < MOST_STATES {
            let mut open = functions.iter().enumerate().filter(|(state, _)| !record.states.contains(state));
            let found = open.find_map(|(state, function)| {
                let function = (*function).filter(|&function| function.index() < words.terms().len())?;
                record.holds(memories, function).then_some((state, function))
            });
            match found {
                Some((state, function)) => {
                    record.states.push(state);
                    record.functions.push(function);
                }
                None => break,
            }
        }
        record
    }

    /// Whether a term is the value of the read or of a state of the record.
    fn source(&self, memories: &Memories, t: TermId) -> Option<Source> {
        let states = memories.words().states();
        if memories.reads()[self.read.index()].value == t {
            Some(Source::Read)
        } else {
            let state = self.states.iter().find(|&&state| states[state].current == t);
            state.map(|&state| Source::State(state))
        }
    }

    /// The arguments whose values a term may pass on.
    fn passed_on(&self, t: TermId) -> &[TermId] {
        match self.terms.op(t) {
            Op::Ite => self.terms.args(t).get(1..).unwrap_or(&[]),
            Op::Concat | Op::Extract(_) | Op::SignExtend | Op::BvNot => self.terms.args(t),
            _ => &[],
        }
    }

    /// Whether a value that is recorded may be passed on by a term.
    fn holds(&self, memories: &Memories, root: TermId) -> bool {
        let mut seen: HashMap<TermId, ()> = HashMap::default();
        let mut stack = vec![root];
        while let Some(t) = stack.pop() {
            if self.source(memories, t).is_some() {
                return true;
            }
            if seen.insert(t, ()).is_none() {
                stack.extend(self.passed_on(t));
            }
        }
        false
    }

    /// The next index of each state of the record, over the words and the present indices; or what else is recorded of
    /// the read, such as a bit.
    pub fn next_values(
        &self,
        memories: &Memories,
        terms: &mut Terms,
        recorded: TermId,
        present: &HashMap<usize, TermId>,
    ) -> Vec<TermId> {
        let mut next = Vec::with_capacity(self.states.len());
        for (state, &function) in self.states.iter().zip(&self.functions) {
            let own = present[state];
            // By term: the index of the value that it passes on.
            let mut indices: HashMap<TermId, TermId> = HashMap::default();
            for t in self.terms.subterms(&[function]) {
                let index = match self.source(memories, t) {
                    Some(Source::Read) => Some(recorded),
                    Some(Source::State(other)) => present.get(&other).copied(),
                    None => match self.passed_on(t) {
                        [yes, no] if self.terms.op(t) == Op::Ite => {
                            match (indices.get(yes).copied(), indices.get(no).copied()) {
                                (None, None) => None,
                                (yes, no) => {
                                    let condition = self.terms.arg(t, 0);
                                    Some(terms.ite(condition, yes.unwrap_or(own), no.unwrap_or(own)))
                                }
                            }
                        }
                        parts => parts.iter().find_map(|part| indices.get(part).copied()),
                    },
                };
                index.and_then(|index| indices.insert(t, index));
            }
            next.push(indices.get(&function).copied().unwrap_or(own));
        }
        next
    }

    /// By state of the record: the step in which its next value was read, if that is known, given the same of its
    /// present values.
    pub fn follow(
        &self,
        memories: &Memories,
        model: &Model,
        step: usize,
        from: &HashMap<usize, usize>,
    ) -> HashMap<usize, usize> {
        let mut after = HashMap::default();
        for (&state, &function) in self.states.iter().zip(&self.functions) {
            let mut at = Some(function);
            let mut found = from.get(&state).copied();
            while let Some(t) = at {
                at = None;
                match self.source(memories, t) {
                    Some(Source::Read) => found = Some(step),
                    Some(Source::State(other)) => found = from.get(&other).copied(),
                    None => match self.passed_on(t) {
                        &[yes, no] if self.terms.op(t) == Op::Ite => {
                            let is_yes = model.evaluate(&self.terms, self.terms.arg(t, 0)).is_true();
                            at = Some(if is_yes { yes } else { no });
                        }
                        parts => at = parts.iter().copied().find(|&part| self.holds(memories, part)),
                    },
                }
            }
            found.map(|found| after.insert(state, found));
        }
        after
    }
}
