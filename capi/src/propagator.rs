//! A propagator of a caller, whose literals and reasons are checked before the solver believes them.
//!
//! A wrong reason would lead to a wrong verdict. So [`Checked`] keeps the order in which literals became true, and the
//! length of that list when a literal was propagated. The first fault stays until [`Checked::fault`] is taken: it ends
//! the search, and the propagator is not asked any more. The reason in place of the wrong one names all literals before;
//! a solver that has been told it is thrown away.
//!
//! A propagator may be moved to another solver, in which the literals that it knows for good are clauses.

use crate::solver::Misuse;
use indubit::base::{Lit, Var};
use indubit::solver::propagators::Propagator;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::Arc;

/// A propagator with checks. See the [module](self).
pub struct Checked {
    /// `None` in a solver that is thrown away.
    propagator: Option<Box<dyn Propagator + Send>>,
    observed: Vec<bool>,
    /// Observed literals that are true, in this order, and where levels begin.
    trail: Vec<Lit>,
    levels: Vec<usize>,
    /// By true literal: its place in the trail.
    places: HashMap<Lit, usize>,
    /// By propagated literal: the length of the trail at that time.
    named: HashMap<Lit, usize>,
    /// Literals propagated since the last change. One that is named again would be named without end.
    round: HashSet<Lit>,
    /// The first fault.
    pub fault: Option<Misuse>,
    stop: Arc<AtomicBool>,
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checked").field("trail", &self.trail).finish_non_exhaustive()
    }
}

impl Checked {
    /// A propagator whose faults set the flag.
    pub fn new(propagator: Box<dyn Propagator + Send>, stop: Arc<AtomicBool>) -> Checked {
        Checked {
            propagator: Some(propagator),
            observed: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            places: HashMap::new(),
            named: HashMap::new(),
            round: HashSet::new(),
            fault: None,
            stop,
        }
    }

    /// The propagator with what it knows for good, for another solver.
    pub fn moved(&mut self) -> Option<Checked> {
        if !self.levels.is_empty() {
            self.backtracked(0);
        }
        let mut moved = Checked::new(self.propagator.take()?, self.stop.clone());
        std::mem::swap(&mut moved.trail, &mut self.trail);
        std::mem::swap(&mut moved.places, &mut self.places);
        Some(moved)
    }

    /// The literals that are true for good.
    pub fn fixed(&self) -> Vec<Lit> {
        self.trail[..self.levels.first().copied().unwrap_or(self.trail.len())].to_vec()
    }

    /// Adds an observed variable.
    pub fn observe(&mut self, var: Var) {
        let length = self.observed.len().max(var.index() + 1);
        self.observed.resize(length, false);
        self.observed[var.index()] = true;
    }

    /// After a fault as well, so that levels fit in the next search.
    fn tell(&mut self, work: impl FnOnce(&mut dyn Propagator)) {
        if let Some(propagator) = &mut self.propagator {
            work(propagator.as_mut());
        }
    }

    fn ask<R>(&mut self, otherwise: R, work: impl FnOnce(&mut dyn Propagator) -> R) -> R {
        match &mut self.propagator {
            Some(propagator) if self.fault.is_none() => work(propagator.as_mut()),
            Some(_) | None => otherwise,
        }
    }

    fn refuse(&mut self, misuse: Misuse) {
        self.fault.get_or_insert(misuse);
        self.stop.store(true, Relaxed);
    }

    /// Whether all variables are observed; else that is the fault.
    fn knows(&mut self, lits: &[Lit]) -> bool {
        let is_known = |lit: &&Lit| self.observed.get(lit.var().index()) == Some(&true);
        let foreign = lits.iter().find(|lit| !is_known(lit)).copied();
        foreign.map_or(true, |lit| {
            self.refuse(Misuse::NotObserved(lit.to_dimacs()));
            false
        })
    }
}

impl Propagator for Checked {
    fn assigned(&mut self, lits: &[Lit]) {
        self.round.clear();
        let mut news = lits.to_vec();
        news.retain(|lit| !self.places.contains_key(lit));
        for &lit in &news {
            self.places.insert(lit, self.trail.len());
            self.trail.push(lit);
        }
        if !news.is_empty() {
            self.tell(|propagator| propagator.assigned(&news));
        }
    }

    fn new_level(&mut self) {
        self.levels.push(self.trail.len());
        self.tell(|propagator| propagator.new_level());
    }

    fn backtracked(&mut self, level: usize) {
        let start = self.levels.get(level).copied().unwrap_or(self.trail.len());
        for lit in self.trail.drain(start..) {
            self.places.remove(&lit);
        }
        self.levels.truncate(level);
        self.round.clear();
        self.tell(|propagator| propagator.backtracked(level));
    }

    fn propagate(&mut self) -> Option<Lit> {
        let lit = self.ask(None, |propagator| propagator.propagate())?;
        if !self.knows(&[lit]) || !self.round.insert(lit) {
            return None;
        }
        if !self.places.contains_key(&lit) {
            self.named.insert(lit, self.trail.len());
        }
        Some(lit)
    }

    fn reason(&mut self, lit: Lit) -> Vec<Lit> {
        let end = self.named.get(&lit).copied().unwrap_or(0).min(self.trail.len());
        let clause = self.ask(Vec::new(), |propagator| propagator.reason(lit));
        let was_false = |other: &Lit| self.places.get(&!*other).map_or(false, |&place| place < end);
        if clause.contains(&lit) && clause.iter().all(|other| *other == lit || was_false(other)) {
            return clause;
        }
        self.refuse(if clause.is_empty() { Misuse::Ended } else { Misuse::Reason(lit.to_dimacs()) });
        self.trail[..end].iter().map(|&before| !before).chain([lit]).collect()
    }

    fn decide(&mut self) -> Option<Lit> {
        self.ask(None, |propagator| propagator.decide())
    }

    fn accepts(&mut self, model: &[Lit]) -> bool {
        self.ask(false, |propagator| propagator.accepts(model))
    }

    fn clause(&mut self) -> Option<Vec<Lit>> {
        let clause = self.ask(None, |propagator| propagator.clause())?;
        Some(clause).filter(|clause| self.knows(clause))
    }
}
