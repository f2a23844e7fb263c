//! Constant propagation: variables that have the same value whenever a run reaches a point.
//!
//! An assignment of a value that is constant under the equations at hand adds one, and an assumption adds those that
//! it contains. An assumption that is false under the equations lets no run through, so that the point behind it is
//! perhaps never reached (Wegman, Zadeck, TOPLAS 1991). `facts.rs` has the rest.

use super::facts::{flow, rewrite, simplified, Facts};
use super::graph::{is_literal, Action, Graph};
use super::live_variables::Live;
use crate::base::{Budget, Limit};
use crate::model::gcl::Assignment;
use crate::model::system::functional::conjuncts;
use crate::solver::term::{Op, TermId};

/// Simplifies all steps under the constants at their points. Whether one has changed.
pub(super) fn propagate(graph: &mut Graph, live: &Live, budget: &Budget) -> Result<bool, Limit> {
    let known = flow(graph, live, budget, behind)?;
    rewrite(graph, &known, budget)
}

/// The constants behind a step; `None` if no run gets through.
fn behind(graph: &mut Graph, facts: &[(usize, TermId)], step: usize) -> Option<Facts> {
    let action = graph.steps[step].action.clone();
    match simplified(graph, facts, &action) {
        Action::Blocked => None,
        Action::Skip => Some(facts.to_vec()),
        Action::Assume(formula) => Some(assumed(graph, facts, formula)),
        Action::Assign(list) | Action::Havoc(list) => Some(assigned(graph, facts, &list)),
    }
}

/// The constants behind an assumption. Its equations are about variables without constants so far.
fn assumed(graph: &Graph, facts: &[(usize, TermId)], formula: TermId) -> Facts {
    let mut after = facts.to_vec();
    for part in conjuncts(&graph.terms, formula) {
        if let Some((variable, constant)) = equation(graph, part) {
            if let Err(i) = after.binary_search_by_key(&variable, |&(v, _)| v) {
                after.insert(i, (variable, constant));
            }
        }
    }
    after
}

/// The variable and the constant that a formula says are equal.
fn equation(graph: &Graph, formula: TermId) -> Option<(usize, TermId)> {
    let terms = &graph.terms;
    let (inner, negated) = terms.split_not(formula);
    if let Some(variable) = graph.variable(inner) {
        return Some((variable, terms.bool(!negated)));
    }
    if negated || terms.op(inner) != Op::Eq {
        return None;
    }
    let (a, b) = (terms.arg(inner, 0), terms.arg(inner, 1));
    let solved = |side: TermId, other: TermId| {
        graph.variable(side).filter(|_| is_literal(terms, other)).map(|variable| (variable, other))
    };
    solved(a, b).or_else(|| solved(b, a))
}

/// The constants behind an assignment or a havoc, whose inputs are no constants.
fn assigned(graph: &Graph, facts: &[(usize, TermId)], list: &[Assignment]) -> Facts {
    let mut after = facts.to_vec();
    for a in list {
        let variable = graph.place(a.variable);
        let is_constant = is_literal(&graph.terms, a.value);
        match after.binary_search_by_key(&variable, |&(v, _)| v) {
            Ok(i) if is_constant => after[i].1 = a.value,
            Ok(i) => {
                after.remove(i);
            }
            Err(i) if is_constant => after.insert(i, (variable, a.value)),
            Err(_) => {}
        }
    }
    after
}
