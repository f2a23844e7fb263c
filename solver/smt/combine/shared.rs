//! The classes of nodes at one moment, and their values as far as they are known.

use crate::base::{HashMap, Lit};
use crate::solver::smt::encode::Encoder;
use crate::solver::smt::solver::Solver;
use crate::solver::term::{Op, Sort, TermId, Terms, Value};
use crate::theories::euf::NodeId;

/// Lemmas, each literals and formulas, with the pairs of terms that are equal in their formulas, and pairs of terms to
/// be tied.
#[derive(Default)]
pub(super) struct Findings {
    pub lemmas: Vec<(Vec<Lit>, Vec<TermId>)>,
    pub equated: Vec<(TermId, TermId)>,
    pub ties: Vec<(TermId, TermId)>,
    pub given_up: bool,
}

impl Findings {
    pub fn is_empty(&self) -> bool {
        self.lemmas.is_empty() && self.ties.is_empty() && !self.given_up
    }

    /// The equality of two terms, for a lemma.
    pub fn equal(&mut self, terms: &mut Terms, a: TermId, b: TermId) -> TermId {
        self.equated.push((a, b));
        terms.eq(a, b)
    }
}

/// The classes and their values.
#[derive(Clone)]
pub(in crate::solver::smt) struct Shared {
    /// Terms that have nodes, arguments first.
    pub(super) terms: Vec<TermId>,
    /// The terms of each class, by its root.
    pub(super) members: HashMap<NodeId, Vec<TermId>>,
    /// The classes in the order of their oldest terms.
    pub(super) roots: Vec<NodeId>,
    /// The values of classes of declared sorts, arrays and datatypes.
    pub(super) values: HashMap<NodeId, Value>,
    /// Whether there are numbers or words.
    pub(super) has_scalars: bool,
    pub(super) has_arrays: bool,
    pub(super) has_data: bool,
}

/// The root of the class of a term that has a node.
pub(super) fn root(solver: &Solver, t: TermId) -> NodeId {
    let node = solver.encoder.known_node(t).unwrap_or_else(|| unreachable!("a term with a node"));
    solver.sat.theory().equality.class(node)
}

impl Shared {
    pub(super) fn new(solver: &Solver, terms: &Terms) -> Shared {
        let mut shared = Shared {
            terms: solver.encoder.noded(),
            members: HashMap::default(),
            roots: Vec::new(),
            values: HashMap::default(),
            has_scalars: false,
            has_arrays: false,
            has_data: false,
        };
        let mut elements: HashMap<Sort, u32> = HashMap::default();
        for &t in &shared.terms {
            let (root, sort) = (root(solver, t), terms.sort(t));
            let members = shared.members.entry(root).or_default();
            let is_first = members.is_empty();
            members.push(t);
            match sort {
                Sort::Int | Sort::Real | Sort::BitVec(_) => shared.has_scalars = true,
                Sort::Array(_) => shared.has_arrays = true,
                Sort::Datatype(_) => shared.has_data = true,
                Sort::Bool | Sort::Declared(_) => {}
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
    pub(in crate::solver::smt) fn value(&self, solver: &Solver, terms: &Terms, t: TermId) -> Option<Value> {
        match terms.sort(t) {
            Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) => solver.known_value(terms, t),
            Sort::Declared(_) | Sort::Array(_) | Sort::Datatype(_) => {
                solver.encoder.known_node(t)?;
                self.values.get(&root(solver, t)).cloned()
            }
        }
    }

    /// The sort of a class.
    pub(super) fn sort(&self, terms: &Terms, root: NodeId) -> Sort {
        terms.sort(self.members[&root][0])
    }

    /// The term of the class that a constructor makes.
    pub(super) fn made(&self, terms: &Terms, root: NodeId) -> Option<TermId> {
        self.members[&root].iter().copied().find(|&t| matches!(terms.op(t), Op::Construct(_)))
    }
}

/// The clause that excludes the present reasons for which two terms are in one class.
pub(super) fn exclude_equal(solver: &mut Solver, a: TermId, b: TermId, clause: &mut Vec<Lit>) {
    let node =
        |encoder: &Encoder, t| encoder.known_node(t).unwrap_or_else(|| unreachable!("a term with a node"));
    let (a, b) = (node(&solver.encoder, a), node(&solver.encoder, b));
    solver.sat.theory_mut().equality.exclude_equal(a, b, clause);
}
