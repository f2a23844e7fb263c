//! The solver's side of a proof: the sink, and the numbers of clauses.

use crate::base::Lit;
use crate::solver::proof::{ClauseId, Hint, ProofSink};
use std::any::Any;

/// A sink of any type, which can be told apart by its type.
trait AnySink: ProofSink + Send {
    fn as_any(&self) -> &dyn Any;
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
}

impl<S: ProofSink + Send + 'static> AnySink for S {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}

/// The sink and the numbers given so far. A clone has no sink.
#[derive(Default)]
pub(super) struct Tracer {
    sink: Option<Box<dyn AnySink>>,
    last: u32,
    /// By variable: the number of the unit clause that fixed it; 0 if none.
    units: Vec<u32>,
    /// Antecedents of the next derived clause.
    pub chain: Vec<u32>,
    ids: Vec<ClauseId>,
    /// The clause proved by the last solve call, kept until the next.
    concluded: Option<(u32, Vec<Lit>)>,
    /// The number of the empty clause, once it is derived.
    empty: u32,
}

impl Clone for Tracer {
    fn clone(&self) -> Tracer {
        Tracer { units: self.units.clone(), ..Tracer::default() }
    }
}

impl Tracer {
    #[inline]
    pub fn on(&self) -> bool {
        self.sink.is_some()
    }

    pub fn start<S: ProofSink + Send + 'static>(&mut self, sink: Box<S>) {
        self.sink = Some(sink);
    }

    pub fn stop<S: ProofSink + Send + 'static>(&mut self) -> Option<S> {
        let is_typed = (**self.sink.as_ref()?).as_any().is::<S>();
        let sink = if is_typed { self.sink.take()?.into_any() } else { return None };
        sink.downcast().ok().map(|sink| *sink)
    }

    pub fn grow(&mut self, vars: usize) {
        self.units.resize(vars, 0);
    }

    pub fn shrink(&mut self, vars: usize) {
        self.units.truncate(vars);
    }

    /// Whether the numbers for clauses are nearly used up.
    pub fn exhausted(&self) -> bool {
        self.last > u32::MAX - (1 << 24)
    }

    fn number(&mut self) -> u32 {
        self.last = self.last.checked_add(1).expect("a proof has at most 2^32 - 1 steps");
        self.last
    }

    /// The number of a clause from outside; 0 if there is no sink.
    pub fn axiom(&mut self, lits: &[Lit]) -> u32 {
        if self.sink.is_none() {
            return 0;
        }
        let id = self.number();
        if let Some(sink) = &mut self.sink {
            sink.axiom(ClauseId::new(id as u64), lits);
        }
        if lits.is_empty() {
            self.empty = id;
        }
        id
    }

    /// The number of a clause derived from the antecedents in `chain`, which is emptied.
    pub fn derive(&mut self, lits: &[Lit]) -> u32 {
        if self.sink.is_none() {
            return 0;
        }
        let id = self.number();
        self.ids.clear();
        self.ids.extend(self.chain.drain(..).map(|n| ClauseId::new(n as u64)));
        if let Some(sink) = &mut self.sink {
            sink.derived(ClauseId::new(id as u64), lits, &self.ids);
        }
        if lits.is_empty() {
            self.empty = id;
        }
        id
    }

    /// The number of variables that the sink has room for besides the caller's.
    pub fn spare_variables(&self) -> usize {
        self.sink.as_ref().map_or(usize::MAX, |sink| sink.spare_variables())
    }

    /// The number of a clause that is RAT on its first literal, a literal of an added variable.
    pub fn extend(&mut self, lits: &[Lit], hints: &[Hint]) -> u32 {
        if self.sink.is_none() {
            return 0;
        }
        let id = self.number();
        if let Some(sink) = &mut self.sink {
            sink.extended(ClauseId::new(id as u64), lits, hints);
        }
        id
    }

    pub fn delete(&mut self, id: u32, lits: &[Lit]) {
        // Unit clauses stay: level 0 rests on them, here and in the checkers.
        if lits.len() > 1 {
            if let Some(sink) = &mut self.sink {
                sink.deleted(ClauseId::new(id as u64), lits);
            }
        }
    }

    pub fn set_unit(&mut self, lit: Lit, id: u32) {
        self.units[lit.var().index()] = id;
    }

    pub fn unit(&self, lit: Lit) -> u32 {
        self.units[lit.var().index()]
    }

    /// Ends a solve call with the clause it proved.
    pub fn conclude(&mut self, id: u32, lits: &[Lit]) {
        if let Some(sink) = &mut self.sink {
            sink.concluded(ClauseId::new(id as u64), lits);
            self.concluded = Some((id, lits.to_vec()));
        }
    }

    /// Ends a solve call that found the clauses themselves contradictory.
    pub fn conclude_empty(&mut self) {
        if let Some(sink) = &mut self.sink {
            debug_assert!(self.empty != 0);
            sink.concluded(ClauseId::new(self.empty as u64), &[]);
        }
    }

    /// Forgets the conclusion of the call before.
    pub fn forget_conclusion(&mut self) {
        if let Some((id, lits)) = self.concluded.take() {
            self.delete(id, &lits);
        }
    }
}
