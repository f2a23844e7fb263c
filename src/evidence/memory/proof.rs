//! The checker of proofs: a fresh solver, and a memory as an uninterpreted function.

use crate::base::{Budget, HashMap};
use crate::evidence::formulas::{import, Bound, Prover};
use crate::evidence::{CheckError, CheckOptions, Condition, Malformed};
use crate::model::encode::watched::{OneWatch, WatchVariables};
use crate::model::memory::{MemoryCertificate, MemoryId, MemorySystem};
use crate::model::PropertyId;
use crate::solver::term::{Op, Substitution, TermId, Terms};

/// Steps between a read and the bad step, at most.
const LONGEST_DELAY: usize = 1 << 16;

/// Checks that a certificate proves that a property is never bad, as the [module](super) says.
///
/// # Errors
///
/// See [`CheckError`]; only a limit of the budget leaves the question open.
pub fn check_proof(
    memories: &MemorySystem,
    property: PropertyId,
    certificate: &MemoryCertificate,
    options: &CheckOptions,
    budget: &Budget,
) -> Result<(), CheckError> {
    let words = memories.words();
    let count = words.properties().len();
    let bad = words.bad(property).ok_or(Malformed::NoSuchProperty { property, count })?;
    for (watch, of) in certificate.watches.iter().enumerate() {
        let has_state = of.kept.map_or(true, |state| state < words.states().len());
        if of.read.index() >= memories.reads().len() || !has_state || of.delay > LONGEST_DELAY {
            return Err(Malformed::NoSuchRead { watch }.into());
        }
    }
    let WatchVariables { mut terms, watches } = WatchVariables::declare(memories, &certificate.watches);
    let current = |watch: &OneWatch| -> Vec<TermId> {
        let (cells, history) = (watch.cells.iter().flatten(), watch.history.iter().map(|held| &held.bit));
        std::iter::once(&watch.index).chain(cells).chain(history).map(|pair| pair.0).collect()
    };
    let variables = words.states().iter().map(|s| s.current).chain(watches.iter().flat_map(current));
    let invariant = &certificate.invariant;
    let mut formulas =
        import(&mut terms, variables, &Bound::default(), &invariant.terms, &invariant.formulas, budget)?;
    // A bit of the history says that the index there is that of the watch.
    let mut meaning = Substitution::new();
    for watch in &watches {
        for held in &watch.history {
            let same = terms.eq(held.held, watch.index.0);
            meaning.insert(held.bit.0, same);
        }
    }
    for formula in &mut formulas {
        *formula = meaning.apply(&mut terms, *formula);
    }
    let mut checker = Checker { memories, watches, terms, formulas, options, budget };
    checker.initiation()?;
    checker.property(bad)?;
    checker.consecution()
}

/// The values of memories in one step, as constants.
#[derive(Default)]
struct Values {
    known: HashMap<(MemoryId, TermId), TermId>,
    /// By memory: indices and values, in the order in which they came up.
    of_memory: HashMap<MemoryId, Vec<(TermId, TermId)>>,
    /// Equal indices have equal values, and everything else that is known of the values.
    facts: Vec<TermId>,
}

impl Values {
    /// The value of a memory at an index.
    fn at(&mut self, memories: &MemorySystem, terms: &mut Terms, memory: MemoryId, index: TermId) -> TermId {
        if let Some(&value) = self.known.get(&(memory, index)) {
            return value;
        }
        let of = &memories.memories()[memory.index()];
        let value = terms.declare(&of.name, of.cell);
        self.note(terms, memory, index, value);
        value
    }

    /// Notes that this is the value of a memory at an index.
    fn note(&mut self, terms: &mut Terms, memory: MemoryId, index: TermId, value: TermId) {
        if let Some(&known) = self.known.get(&(memory, index)) {
            self.facts.push(terms.eq(known, value));
            return;
        }
        self.known.insert((memory, index), value);
        let list = self.of_memory.entry(memory).or_default();
        for &(other_index, other_value) in list.iter() {
            let (same, equal) = (terms.eq(index, other_index), terms.eq(value, other_value));
            self.facts.push(terms.implies(same, equal));
        }
        list.push((index, value));
    }

    /// Demands the facts that have come up since the last time.
    fn demand(&mut self, prover: &mut Prover, terms: &mut Terms) {
        for fact in std::mem::take(&mut self.facts) {
            prover.assert(terms, fact);
        }
    }
}

struct Checker<'a> {
    memories: &'a MemorySystem,
    watches: Vec<OneWatch>,
    /// The terms of the words, the variables of the watches, and the terms of the queries.
    terms: Terms,
    /// The invariant, in the checker's own store.
    formulas: Vec<TermId>,
    options: &'a CheckOptions,
    budget: &'a Budget,
}

impl Checker<'_> {
    fn prover(&self) -> Prover {
        Prover::new(self.options, self.budget)
    }

    /// The values that are read and the watched cells, of memories with any contents.
    fn values(&mut self) -> Result<Values, CheckError> {
        let mut values = Values::default();
        for read in self.memories.reads() {
            self.budget.poll()?;
            values.note(&mut self.terms, read.memory, read.index, read.value);
        }
        for watch in &self.watches {
            for (id, cell) in watch.cells.iter().enumerate() {
                if let Some((cell, _)) = *cell {
                    values.note(&mut self.terms, MemoryId::new(id), watch.index.0, cell);
                }
            }
        }
        Ok(values)
    }

    /// Each formula holds initially, at any indices.
    fn initiation(&mut self) -> Result<(), CheckError> {
        let (memories, mut prover, mut values) = (self.memories, self.prover(), self.values()?);
        let words = memories.words();
        // Values of memories whose first contents are known; more come up on the way.
        let mut open: Vec<(MemoryId, TermId)> = Vec::new();
        for (&memory, list) in &values.of_memory {
            open.extend(list.iter().map(|&(index, _)| (memory, index)));
        }
        open.sort_unstable();
        let mut is_done: HashMap<(MemoryId, TermId), bool> = HashMap::default();
        while let Some((memory, index)) = open.pop() {
            self.budget.poll()?;
            if is_done.insert((memory, index), true).is_some() {
                continue;
            }
            if let Some(first) = memories.memories()[memory.index()].first {
                let mut of_memory = |terms: &mut Terms, of: MemoryId| {
                    open.push((of, index));
                    values.at(memories, terms, of, index)
                };
                let same = |_: &mut Terms, t: TermId| t;
                let value =
                    memories.arrays().select(&mut self.terms, first, index, &mut { same }, &mut of_memory);
                let known = values.at(memories, &mut self.terms, memory, index);
                values.facts.push(self.terms.eq(known, value));
            }
        }
        prover.assert(&mut self.terms, words.init());
        prover.assert(&mut self.terms, words.constraint());
        values.demand(&mut prover, &mut self.terms);
        for (clause, &formula) in self.formulas.iter().enumerate() {
            let violated = self.terms.not(formula);
            if !prover.refute(&mut self.terms, &[violated])? {
                return Err(Condition::Initiation { clause }.into());
            }
        }
        Ok(())
    }

    /// No bad state satisfies the formulas at the indices that the watches name.
    fn property(&mut self, bad: TermId) -> Result<(), CheckError> {
        let (mut prover, mut values) = (self.prover(), self.values()?);
        prover.assert(&mut self.terms, self.memories.words().constraint());
        values.demand(&mut prover, &mut self.terms);
        for &formula in &self.formulas {
            prover.assert(&mut self.terms, formula);
        }
        for own in &self.watches {
            let same = self.terms.eq(own.index.0, own.named);
            prover.assert(&mut self.terms, same);
        }
        if prover.refute(&mut self.terms, &[bad])? {
            Ok(())
        } else {
            Err(Condition::Property.into())
        }
    }

    /// A step from a state that satisfies the formulas at some indices leads to one that satisfies them there.
    fn consecution(&mut self) -> Result<(), CheckError> {
        let (memories, mut prover, mut values) = (self.memories, self.prover(), self.values()?);
        let words = memories.words();
        let mut after = Values::default();
        // The words after the step.
        let mut next = Substitution::new();
        for state in words.states() {
            next.insert(state.current, state.next);
        }
        for &input in words.inputs() {
            let copy = self.terms.declare(name(&self.terms, input).as_str(), self.terms.sort(input));
            next.insert(input, copy);
        }
        let mut later = next.clone();
        for read in memories.reads() {
            self.budget.poll()?;
            let (index, value) =
                (next.apply(&mut self.terms, read.index), next.apply(&mut self.terms, read.value));
            let there = self.cell_after(&mut values, &mut after, read.memory, index);
            values.facts.push(self.terms.eq(value, there));
        }
        for own in self.watches.clone() {
            for (id, cell) in own.cells.iter().enumerate() {
                if let Some((cell, _)) = *cell {
                    let there = self.cell_after(&mut values, &mut after, MemoryId::new(id), own.index.0);
                    later.insert(cell, there);
                }
            }
            for held in &own.history {
                later.insert(held.held, held.held_after);
            }
        }
        for formula in self.formulas.clone().into_iter().chain([words.constraint(), words.trans()]) {
            prover.assert(&mut self.terms, formula);
        }
        let constraint = next.apply(&mut self.terms, words.constraint());
        prover.assert(&mut self.terms, constraint);
        values.demand(&mut prover, &mut self.terms);
        after.demand(&mut prover, &mut self.terms);
        for clause in 0..self.formulas.len() {
            let kept = later.apply(&mut self.terms, self.formulas[clause]);
            let violated = self.terms.not(kept);
            if !prover.refute(&mut self.terms, &[violated])? {
                return Err(Condition::Consecution { clause }.into());
            }
        }
        Ok(())
    }

    /// The value of a memory at an index after the step.
    fn cell_after(
        &mut self,
        values: &mut Values,
        after: &mut Values,
        memory: MemoryId,
        index: TermId,
    ) -> TermId {
        let memories = self.memories;
        match memories.memories()[memory.index()].next {
            None => after.at(memories, &mut self.terms, memory, index),
            Some(next) => {
                let mut of_memory = |terms: &mut Terms, of: MemoryId| values.at(memories, terms, of, index);
                let same = |_: &mut Terms, t: TermId| t;
                memories.arrays().select(&mut self.terms, next, index, &mut { same }, &mut of_memory)
            }
        }
    }
}

/// The name of a declared constant.
fn name(terms: &Terms, constant: TermId) -> String {
    match terms.op(constant) {
        Op::Symbol(symbol) => terms.name(symbol).to_string(),
        _ => String::new(),
    }
}
