//! A hand in the search for formulas: a propagator of the caller that watches terms.
//!
//! A [`TermPropagator`] is told when the search has given a watched formula or word its value, and when it has made
//! two watched terms of another sort equal or different. It answers with *claims*, that these values imply another one
//! or cannot hold together, which become clauses over the bits of the terms at once; and it has the last word on a
//! model, by *lemmas*, which are any formulas (after the user propagators of z3: Bjørner, Eisenhofer, Kovács,
//! "Satisfiability modulo custom theories in Z3", VMCAI 2023).
//!
//! The solver believes a propagator. [`Solver::axioms`](super::Solver::axioms) has its claims and lemmas as formulas,
//! which a proof has to take for assertions, so that the author of the propagator can check each.
//!
//! ```
//! use indubit::solver::smt::{Answer, Claim, Solver, TermPropagator};
//! use indubit::solver::term::{Sort, TermId, Terms, Value};
//! use std::sync::{Arc, Mutex};
//!
//! /// No two terms have the same value.
//! #[derive(Default)]
//! struct Different { fixed: Vec<(TermId, Value)>, levels: Vec<usize> }
//!
//! impl TermPropagator for Different {
//!     fn restart(&mut self) { *self = Different::default(); }
//!     fn fixed(&mut self, term: TermId, value: &Value) { self.fixed.push((term, value.clone())); }
//!     fn new_level(&mut self) { self.levels.push(self.fixed.len()); }
//!     fn backtracked(&mut self, level: usize) {
//!         self.fixed.truncate(self.levels[level]);
//!         self.levels.truncate(level);
//!     }
//!     fn claim(&mut self) -> Option<Claim> {
//!         let same = |(term, value): &(TermId, Value)| {
//!             let other = self.fixed.iter().find(|other| other.0 < *term && other.1 == *value)?;
//!             Some(Claim { because: vec![other.0, *term], then: None })
//!         };
//!         self.fixed.iter().find_map(same)
//!     }
//! }
//!
//! let (mut terms, mut solver) = (Terms::new(), Solver::default());
//! let words: Vec<TermId> = (0..3).map(|i| terms.declare(&format!("w{}", i), Sort::BitVec(2))).collect();
//! solver.set_propagator(Some(Arc::new(Mutex::new(Different::default()))));
//! words.iter().for_each(|&word| solver.watch(&mut terms, word));
//! assert_eq!(solver.check(&mut terms, &[]), Answer::Sat);
//! let two = terms.bv(2, 2);
//! let below: Vec<TermId> = words.iter().map(|&word| terms.bv_ult(word, two)).collect();
//! assert_eq!(solver.check(&mut terms, &below), Answer::Unsat);
//! assert!(!solver.axioms().is_empty());
//! ```

mod join;

use crate::base::{Lit, Var};
use crate::solver::sat::{Open, TheoryOutput};
use crate::solver::term::{TermId, Terms, Value};
use crate::theories::bv::Bits;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A procedure of the caller that takes part in the search of a [`Solver`](super::Solver).
///
/// Contract: everything that it says holds in all models that the caller wants.
pub trait TermPropagator {
    /// A search begins: all terms are open, and there are no levels.
    fn restart(&mut self);

    /// The search has given a watched term this value.
    fn fixed(&mut self, term: TermId, value: &Value);

    /// The search has made two watched terms equal or different. Their equation is a fixed formula, and claims may name
    /// it.
    fn compared(&mut self, equation: TermId, terms: [TermId; 2], are_equal: bool) {
        let _ = (equation, terms, are_equal);
    }

    /// A decision level was opened.
    fn new_level(&mut self);

    /// All terms that were fixed above this level are open again.
    fn backtracked(&mut self, level: usize);

    /// A claim. Asked for after terms were fixed, until there is none, or the same one for a second time.
    fn claim(&mut self) -> Option<Claim> {
        None
    }

    /// Formulas that the present values of all watched terms violate; none if they may be a model.
    fn lemmas(&mut self, terms: &mut Terms) -> Vec<TermId> {
        let _ = terms;
        Vec::new()
    }
}

/// The present values of watched terms imply that a watched term has a value, or cannot hold together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Fixed terms.
    pub because: Vec<TermId>,
    /// A term and its value; `None`: a contradiction.
    pub then: Option<(TermId, Value)>,
}

/// A propagator that its owner shares with a solver.
pub type SharedPropagator = Arc<Mutex<dyn TermPropagator + Send>>;

/// A watched term with its bits, the lowest first.
#[derive(Clone)]
struct Watched {
    term: TermId,
    /// The terms that this one, an equation, is watched for.
    compared: Option<[TermId; 2]>,
    bits: Vec<Lit>,
    is_formula: bool,
    /// Variables without a value.
    open: usize,
}

/// Equations of terms with values, which imply another one or a contradiction.
type Said = (Vec<(TermId, Value)>, Option<(TermId, Value)>);

/// The terms that are watched, as a part of the theories.
#[derive(Clone, Default)]
pub(super) struct Watch {
    propagator: Option<SharedPropagator>,
    terms: Vec<Watched>,
    /// By variable: the places of the terms whose bit it is, and the value.
    by_var: Vec<(Vec<usize>, Option<bool>)>,
    trail: Vec<Var>,
    levels: Vec<usize>,
    /// Terms of other sorts than formulas and words.
    others: Vec<TermId>,
    /// Terms that are fixed and were not told.
    fresh: Vec<usize>,
    said: Vec<Said>,
    /// The literal of clauses in the scope: there a term may have the bits of another one, by a definition.
    scope: Option<Lit>,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("terms", &self.terms.len()).finish_non_exhaustive()
    }
}

impl Watch {
    fn propagator(&self) -> Option<MutexGuard<'_, dyn TermPropagator + Send + 'static>> {
        self.propagator.as_ref().map(|shared| shared.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn is_atom(&self, var: Var) -> bool {
        self.by_var.get(var.index()).map_or(false, |(places, _)| !places.is_empty())
    }

    /// A search begins, in which these literals are true from the beginning.
    fn begin(&mut self, fixed: &[Lit], scope: Option<Lit>) {
        self.scope = scope;
        self.by_var.clear();
        self.trail.clear();
        self.levels.clear();
        self.fresh.clear();
        for (place, watched) in self.terms.iter_mut().enumerate() {
            watched.open = 0;
            for var in watched.bits.iter().map(|lit| lit.var().index()) {
                let length = self.by_var.len().max(var + 1);
                self.by_var.resize(length, (Vec::new(), None));
                if self.by_var[var].0.last() != Some(&place) && !self.by_var[var].0.contains(&place) {
                    self.by_var[var].0.push(place);
                    watched.open += 1;
                }
            }
        }
        if let Some(mut propagator) = self.propagator() {
            propagator.restart();
        }
        fixed.iter().for_each(|&lit| self.assign(lit));
    }

    pub fn assign(&mut self, lit: Lit) {
        let (places, value) = &mut self.by_var[lit.var().index()];
        // Those that are true from the beginning may come again.
        if value.is_none() {
            *value = Some(!lit.is_negative());
            self.trail.push(lit.var());
            for &place in places.iter() {
                self.terms[place].open -= 1;
                if self.terms[place].open == 0 {
                    self.fresh.push(place);
                }
            }
        }
    }

    fn is_true(&self, lit: Lit) -> Option<bool> {
        self.by_var[lit.var().index()].1.map(|value| value != lit.is_negative())
    }

    /// The value of a term that is fixed.
    fn value(&self, watched: &Watched) -> Option<Value> {
        let bits: Vec<bool> = watched.bits.iter().map(|&lit| self.is_true(lit)).collect::<Option<_>>()?;
        Some(match bits[..] {
            [bit] if watched.is_formula => Value::Bool(bit),
            _ => Value::Bits(Bits::from_fn(bits.len() as u32, |i| bits[i as usize])),
        })
    }

    fn tell(&mut self) {
        for place in std::mem::take(&mut self.fresh) {
            let watched = &self.terms[place];
            if let (Some(mut propagator), Some(value)) = (self.propagator(), self.value(watched)) {
                match watched.compared {
                    Some(pair) => propagator.compared(watched.term, pair, value == Value::Bool(true)),
                    None => propagator.fixed(watched.term, &value),
                }
            }
        }
    }

    /// Tells of fixed terms, and takes claims.
    pub fn propagate(&mut self, out: &mut TheoryOutput) {
        if self.fresh.is_empty() {
            return;
        }
        self.tell();
        let mut claims: Vec<Claim> = Vec::new();
        while let Some(claim) = self.propagator().and_then(|mut propagator| propagator.claim()) {
            if claims.contains(&claim) {
                break;
            }
            self.take(&claim, out);
            claims.push(claim);
        }
    }

    fn watched(&self, term: TermId) -> &Watched {
        let found = self.terms.iter().find(|watched| watched.term == term);
        found.expect("a claim about a term that is not watched")
    }

    /// Makes clauses of a claim.
    fn take(&mut self, claim: &Claim, out: &mut TheoryOutput) {
        let (mut clause, mut equations): (Vec<Lit>, _) = (self.scope.into_iter().collect(), Vec::new());
        for &term in &claim.because {
            let watched = self.watched(term);
            let value = self.value(watched).expect("a claim because of a term that has no value");
            clause.extend(watched.bits.iter().map(|&lit| lit.negate_if(self.is_true(lit) == Some(true))));
            equations.push((term, value));
        }
        match &claim.then {
            None => lemma(clause, out),
            Some((term, value)) => {
                let bits = &self.watched(*term).bits;
                for (i, lit) in bits.iter().enumerate() {
                    let is_set = match value {
                        Value::Bool(is_true) => *is_true,
                        Value::Bits(word) if word.width() as usize == bits.len() => word.bit(i as u32),
                        _ => panic!("{:?} is no value of the term in a claim", value),
                    };
                    let mut clause = clause.clone();
                    clause.push(lit.negate_if(!is_set));
                    lemma(clause, out);
                }
            }
        }
        self.said.push((equations, claim.then.clone()));
    }

    /// A watched variable that is to be decided.
    pub fn open_variable(&self, open: &Open<'_>) -> Option<Var> {
        let mut bits = self.terms.iter().flat_map(|watched| &watched.bits);
        bits.find(|&&lit| open.value(lit) == 0).map(|lit| lit.var())
    }

    pub fn new_level(&mut self) {
        if self.propagator.is_some() {
            self.tell();
            self.levels.push(self.trail.len());
            if let Some(mut propagator) = self.propagator() {
                propagator.new_level();
            }
        }
    }

    pub fn backtrack(&mut self, level: usize) {
        if level < self.levels.len() {
            for var in self.trail.drain(self.levels[level]..) {
                let (places, value) = &mut self.by_var[var.index()];
                *value = None;
                places.iter().for_each(|&place| self.terms[place].open += 1);
            }
            self.levels.truncate(level);
            let terms = &self.terms;
            self.fresh.retain(|&place| terms[place].open == 0);
            if let Some(mut propagator) = self.propagator() {
                propagator.backtracked(level);
            }
        }
    }
}

fn lemma(mut clause: Vec<Lit>, out: &mut TheoryOutput) {
    clause.sort_unstable();
    clause.dedup();
    let is_tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
    if !is_tautology {
        out.lemma(&clause);
    }
}
