//! The classes of the e-graph, read from the solver.

use super::shared::Shared;
use crate::base::{HashMap, Lit};
use crate::solver::smt::solver::Solver;
use crate::solver::term::{Family, Sort, TermId, Terms, Value};
use crate::theories::euf::NodeId;

impl Solver {
    /// The root of the class of a term that has a node.
    pub(super) fn root(&self, t: TermId) -> NodeId {
        self.sat.theory().equality.class(self.node(t))
    }

    fn node(&self, t: TermId) -> NodeId {
        self.encoder.known_node(t).unwrap_or_else(|| unreachable!("a term with a node"))
    }

    /// Adds to a clause the literals that exclude the present reasons for which two terms are in one class.
    pub(super) fn exclude_equal(&mut self, a: TermId, b: TermId, clause: &mut Vec<Lit>) {
        let (a, b) = (self.node(a), self.node(b));
        self.sat.theory_mut().equality.exclude_equal(a, b, clause);
    }

    /// The classes of this moment; those of declared sorts have values.
    pub(super) fn classes(&self, terms: &Terms) -> Shared {
        let mut shared = Shared { terms: self.encoder.noded(), ..Shared::default() };
        let mut elements: HashMap<Sort, u32> = HashMap::default();
        for &t in &shared.terms {
            let (root, sort) = (self.root(t), terms.sort(t));
            let members = shared.members.entry(root).or_default();
            let is_first = members.is_empty();
            members.push(t);
            match sort {
                Sort::Int | Sort::Real | Sort::BitVec(_) => shared.has_scalars = true,
                Sort::Array(_) => shared.has_arrays = true,
                Sort::Datatype(_) => shared.has_data = true,
                // Numbers are words before they are terms of the solver.
                Sort::Bool | Sort::Declared(_) | Sort::Float(_) | Sort::Rounding => {}
            }
            if is_first {
                shared.roots.push(root);
                if matches!(sort, Sort::Declared(_)) {
                    let count = elements.entry(sort).or_insert(0);
                    shared.values.insert(root, Value::Element(*count));
                    *count += 1;
                }
            }
        }
        shared
    }

    /// The value of a term: of a number, a word or a truth value in its own theory, of others by class.
    pub(in crate::solver::smt) fn shared_value(
        &self,
        shared: &Shared,
        terms: &Terms,
        t: TermId,
    ) -> Option<Value> {
        match terms.sort(t).family() {
            Family::Bool | Family::Int | Family::Real | Family::Word(_) => self.known_value(terms, t),
            Family::Opaque => {
                self.encoder.known_node(t)?;
                shared.values.get(&self.root(t)).cloned()
            }
        }
    }
}
