//! Predicates without a derivation, and predicates that lead to no query.

use crate::base::Budget;
use crate::model::horn::{Clause, ClauseId, Horn, Interpretation, Refutation};
use crate::solver::term::Terms;

/// The way back.
#[derive(Clone, Debug)]
pub(super) struct Cone {
    /// By predicate: the truth value of one whose clauses have vanished.
    vanished: Vec<Option<bool>>,
    /// By clause that is left: the one that it was.
    kept: Vec<ClauseId>,
}

/// The system without clauses of such predicates; `None` if there are none, or the budget ends first.
///
/// A clause with an underivable predicate in its body is true if that predicate is false. A clause whose head leads to
/// no query is true if its head is; the predicates of a clause that is left all lead to a query.
pub(super) fn cone(horn: &Horn, budget: &Budget) -> Option<(Horn, Cone)> {
    let mut derivable = vec![false; horn.predicates().len()];
    closure(horn, budget, |clause| {
        let rests = clause.body.iter().all(|atom| derivable[atom.predicate.index()]);
        match &clause.head {
            Some(head) if rests && clause.constraint != Terms::FALSE => {
                !std::mem::replace(&mut derivable[head.predicate.index()], true)
            }
            _ => false,
        }
    })?;
    let lives = |clause: &Clause| {
        clause.constraint != Terms::FALSE && clause.body.iter().all(|a| derivable[a.predicate.index()])
    };
    let mut relevant = vec![false; horn.predicates().len()];
    closure(horn, budget, |clause| {
        let leads = clause.head.as_ref().map_or(true, |head| relevant[head.predicate.index()]);
        let mut changed = false;
        if leads && lives(clause) {
            for atom in &clause.body {
                changed |= !std::mem::replace(&mut relevant[atom.predicate.index()], true);
            }
        }
        changed
    })?;
    let is_kept = |clause: &Clause| {
        lives(clause) && clause.head.as_ref().map_or(true, |head| relevant[head.predicate.index()])
    };
    let kept: Vec<ClauseId> = horn.clause_ids().filter(|&id| is_kept(horn.clause(id))).collect();
    if kept.len() == horn.clauses().len() {
        return None;
    }
    let state = |(&derivable, &relevant): (&bool, &bool)| match (derivable, relevant) {
        (false, _) => Some(false),
        (true, false) => Some(true),
        (true, true) => None,
    };
    let vanished = derivable.iter().zip(&relevant).map(state).collect();
    Some((horn.restricted(&kept), Cone { vanished, kept }))
}

/// Goes through the clauses, forwards and backwards in turn, until nothing changes. `None` if the budget ends first.
fn closure(horn: &Horn, budget: &Budget, mut visit: impl FnMut(&Clause) -> bool) -> Option<()> {
    loop {
        budget.poll().ok()?;
        let mut changed = false;
        horn.clauses().iter().for_each(|clause| changed |= visit(clause));
        horn.clauses().iter().rev().for_each(|clause| changed |= visit(clause));
        if !changed {
            return Some(());
        }
    }
}

impl Cone {
    /// The interpretation of the predicates that have vanished, too.
    pub fn interpretation(&self, found: &mut Interpretation) {
        for (formula, vanished) in found.formulas.iter_mut().zip(&self.vanished) {
            if let Some(value) = *vanished {
                *formula = found.terms.bool(value);
            }
        }
    }

    /// The refutation with the numbers that clauses had before.
    pub fn refutation(&self, mut refutation: Refutation) -> Option<Refutation> {
        for step in &mut refutation.steps {
            step.clause = *self.kept.get(step.clause.index())?;
        }
        Some(refutation)
    }
}
