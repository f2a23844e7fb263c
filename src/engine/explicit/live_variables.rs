//! Live variables (A. Aho, M. Lam, R. Sethi, J. Ullman, *Compilers*, §9.2.5): those that a continuation of a run may
//! read before it writes them.

use crate::base::HashMap;
use crate::engine::common::program::Edges;
use crate::model::cfa::EdgeId;
use crate::solver::term::TermId;

/// By location: the live variables, by index, ascending.
pub(super) fn live_variables(edges: &Edges) -> Vec<Vec<usize>> {
    let cfa = &edges.cfa;
    let index: HashMap<TermId, usize> = cfa.variables().iter().enumerate().map(|(i, &v)| (v, i)).collect();
    let mut live = vec![vec![false; index.len()]; cfa.location_count()];
    let mut open: Vec<EdgeId> = cfa.edge_ids().collect();
    while let Some(id) = open.pop() {
        let edge = cfa.edge(id);
        let mut before = live[edge.target.index()].clone();
        let mut after = Vec::new();
        for &(variable, value) in edges.values(id) {
            if let Some(is_live) = index.get(&variable).map(|&i| &mut before[i]).filter(|is_live| **is_live) {
                *is_live = false;
                after.push(value);
            }
        }
        for t in read(edges, id, &after) {
            if let Some(&i) = index.get(&t) {
                before[i] = true;
            }
        }
        let known = &mut live[edge.source.index()];
        let mut is_more = false;
        for (known, new) in known.iter_mut().zip(before) {
            is_more |= new && !*known;
            *known |= new;
        }
        if is_more {
            open.extend_from_slice(cfa.entering(edge.source));
        }
    }
    let indices = |set: &Vec<bool>| (0..set.len()).filter(|&i| set[i]).collect();
    live.iter().map(indices).collect()
}

/// The variables and inputs that decide whether a way is taken, and these values behind it.
pub(super) fn read(edges: &Edges, way: EdgeId, values: &[TermId]) -> Vec<TermId> {
    let mut roots = vec![edges.guard(way)];
    roots.extend_from_slice(values);
    let terms = edges.cfa.terms();
    terms.symbols_in(&roots).into_iter().map(|symbol| terms.symbol_term(symbol)).collect()
}
