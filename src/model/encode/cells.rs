//! Horn clauses with arrays as clauses over cells.
//!
//! A predicate with an array among its arguments becomes one about some of the array's cells: `P(n, a)` becomes
//! `P'(n, a[i], i)`, meant for any index `i`. An interpretation `φ` of `P'` is one of `P` for all indices,
//! `forall i. φ(n, a[i], i)`. With two cells it is `forall i j. φ(n, a[i], a[j], i, j)`, which may say that an array is
//! sorted. The arrays of one index sort have their indices in common. This is cell morphing (D. Monniaux, L. Gonnord,
//! "Cell morphing: from array programs to array-free Horn clauses", SAS 2016), where indices are called distinguished
//! cells; the choice of instances is that of N. Bjorner, K. McMillan, A. Rybalchenko, "On solving universally
//! quantified Horn clauses" (SAS 2013).
//!
//! A clause has to hold for all indices of its head, so these are new variables. Its body is known for all indices, of
//! which some *instances* are taken: the indices of the head, the terms at which the clause reads and writes, and those
//! at which arrays that it compares differ.
//!
//! ```text
//! P(n, a) ∧ b = store(a, n, 0) → P(n + 1, b)
//! P'(n, a[j], j) ∧ P'(n, a[n], n) ∧ b = store(a, n, 0) → P'(n + 1, b[j], j)
//! ```
//!
//! # Invariants
//!
//! - A model of the image is one of the original for all values of the bound constants: instances are fewer than all
//!   indices, so each clause of the image asks for more.
//!
//! # Left out
//!
//! A refutation of the image may use cells that no one array has, so it says nothing of the original. Clauses keep
//! their arrays as variables; only predicates have none. Elements that are arrays themselves stay, until the image is
//! encoded once more.

use crate::base::{Budget, HashSet, Limit};
use crate::model::horn::{Atom, Clause, Horn, Interpretation, PredicateId};
use crate::solver::term::{Op, Sort, TermId, Terms};

/// Instances of one atom, at most.
const MOST_INSTANCES: usize = 24;

/// The image of clauses with arrays, and the way back of models.
#[derive(Clone, Debug)]
pub struct CellHorn {
    /// Its predicates are the images of the original's, in their order, and so are its clauses.
    pub horn: Horn,
    /// The indices, each formula is meant for all values of them.
    bound: Vec<TermId>,
    /// By predicate: for each argument of the image a term over the original's arguments and bound constants.
    arguments: Vec<Vec<TermId>>,
}

/// The meaning of an argument of the image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// An argument of the original.
    Scalar,
    /// An element of an array.
    Cell,
    /// An index of such elements, any one.
    Index,
}

/// The arguments of one predicate.
struct Shape {
    /// The sorts of indices of its arrays, in the order of their first occurrence.
    indices: Vec<Sort>,
}

/// Makes cells of the arrays of predicates, with `count` indices for each sort of indices. `None` if no predicate has
/// an array.
///
/// # Errors
///
/// The limit of the budget that was reached.
pub fn to_cells(original: &Horn, count: usize, budget: &Budget) -> Result<Option<CellHorn>, Limit> {
    let shapes: Vec<Shape> =
        original.predicates().iter().map(|p| Shape::of(original.terms(), &p.places)).collect();
    if count == 0 || shapes.iter().all(|shape| shape.indices.is_empty()) {
        return Ok(None);
    }
    let mut horn = Horn::new(original.terms().clone());
    let mut bound = Indices { count, known: Vec::new() };
    let mut arguments = Vec::with_capacity(shapes.len());
    for (predicate, shape) in original.predicates().iter().zip(&shapes) {
        let tuple = bound.of(horn.terms_mut(), shape);
        let of = shape.arguments(horn.terms_mut(), &predicate.places, &tuple, count);
        let sorts: Vec<Sort> = of.iter().map(|&t| horn.terms().sort(t)).collect();
        horn.declare(&predicate.name, &sorts);
        arguments.push(of);
    }
    let mut heads = Indices { count, known: Vec::new() };
    for clause in original.clauses() {
        budget.poll()?;
        let image = clause_of(&mut horn, &shapes, clause, &mut heads);
        horn.add(image);
    }
    let bound = bound.known.into_iter().flat_map(|(_, constants)| constants).collect();
    Ok(Some(CellHorn { horn, bound, arguments }))
}

/// Constants that are indices, by sort.
struct Indices {
    count: usize,
    known: Vec<(Sort, Vec<TermId>)>,
}

impl Indices {
    /// The indices of a predicate: for each of its sorts of indices as many as are counted.
    fn of(&mut self, terms: &mut Terms, shape: &Shape) -> Vec<TermId> {
        let mut tuple = Vec::new();
        for &sort in &shape.indices {
            let known = match self.known.iter().position(|&(of, _)| of == sort) {
                Some(known) => known,
                None => {
                    let names = ["i", "j", "k"].iter().cycle().take(self.count);
                    let constants = names.map(|name| terms.declare(name, sort)).collect();
                    self.known.push((sort, constants));
                    self.known.len() - 1
                }
            };
            tuple.extend(&self.known[known].1);
        }
        tuple
    }
}

impl Shape {
    fn of(terms: &Terms, places: &[TermId]) -> Shape {
        let mut indices = Vec::new();
        for (index, _) in places.iter().filter_map(|&place| terms.array_parts(terms.sort(place))) {
            if !indices.contains(&index) {
                indices.push(index);
            }
        }
        Shape { indices }
    }

    /// The arguments of the image of an atom at this tuple of indices: each array becomes its cells.
    fn arguments(&self, terms: &mut Terms, of: &[TermId], tuple: &[TermId], count: usize) -> Vec<TermId> {
        let mut list = Vec::new();
        for &argument in of {
            let index = terms.array_parts(terms.sort(argument)).map(|(index, _)| index);
            match index.and_then(|index| self.indices.iter().position(|&sort| sort == index)) {
                Some(at) => {
                    let cells = tuple[at * count..(at + 1) * count].iter();
                    list.extend(cells.map(|&i| terms.select(argument, i)));
                }
                None => list.push(argument),
            }
        }
        list.extend(tuple);
        list
    }
}

/// The image of a clause.
fn clause_of(horn: &mut Horn, shapes: &[Shape], clause: &Clause, heads: &mut Indices) -> Clause {
    let shape = |predicate: PredicateId| &shapes[predicate.index()];
    let count = heads.count;
    let mut own = Vec::new();
    let head = clause.head.as_ref().map(|atom| {
        own = heads.of(horn.terms_mut(), shape(atom.predicate));
        let arguments = shape(atom.predicate).arguments(horn.terms_mut(), &atom.arguments, &own, count);
        Atom { predicate: atom.predicate, arguments }
    });
    let mut found = own.clone();
    found.extend(indices_in(horn.terms_mut(), clause));
    let mut body: Vec<Atom> = Vec::new();
    let mut seen: HashSet<(PredicateId, Vec<TermId>)> = HashSet::default();
    for atom in &clause.body {
        let shape = shape(atom.predicate);
        for tuple in tuples(horn.terms_mut(), shape, count, &found) {
            let arguments = shape.arguments(horn.terms_mut(), &atom.arguments, &tuple, count);
            if seen.insert((atom.predicate, arguments.clone())) {
                body.push(Atom { predicate: atom.predicate, arguments });
            }
        }
    }
    Clause::new(horn, body, clause.constraint, head)
}

/// The terms at which a clause reads and writes arrays, and at which those that it compares may differ.
fn indices_in(terms: &mut Terms, clause: &Clause) -> Vec<TermId> {
    let mut roots = vec![clause.constraint];
    roots.extend(clause.body.iter().chain(&clause.head).flat_map(|atom| &atom.arguments));
    let all = terms.subterms(&roots);
    let is_access = |t: &&TermId| matches!(terms.op(**t), Op::Select | Op::Store);
    let mut found: Vec<TermId> = all.iter().filter(is_access).map(|&t| terms.arg(t, 1)).collect();
    let of_arrays = |&t: &TermId| matches!(terms.sort(terms.arg(t, 0)), Sort::Array(_));
    let compared: Vec<TermId> =
        all.into_iter().filter(|t| terms.op(*t) == Op::Eq).filter(of_arrays).collect();
    found.extend(compared.into_iter().map(|t| terms.difference(terms.arg(t, 0), terms.arg(t, 1))));
    found
}

/// Tuples of indices for an atom, of these terms. Tuples of early terms come first, and the first one has the indices
/// of the head, if they are of the same sorts.
fn tuples(terms: &mut Terms, shape: &Shape, count: usize, found: &[TermId]) -> Vec<Vec<TermId>> {
    let mut lists: Vec<Vec<TermId>> = Vec::new();
    for &sort in &shape.indices {
        let mut seen: HashSet<TermId> = HashSet::default();
        let mut list: Vec<TermId> =
            found.iter().copied().filter(|&t| terms.sort(t) == sort && seen.insert(t)).collect();
        if list.is_empty() {
            list.push(terms.default_term(sort));
        }
        for place in 0..count {
            // Two indices are two terms first.
            let mut list = list.clone();
            let by = place % list.len();
            list.rotate_left(by);
            lists.push(list);
        }
    }
    let mut places: Vec<Vec<usize>> = vec![Vec::new()];
    for list in &lists {
        let longer = |tuple: &Vec<usize>| {
            let tuple = tuple.clone();
            (0..list.len()).map(move |at| tuple.iter().copied().chain([at]).collect::<Vec<usize>>())
        };
        let mut next: Vec<Vec<usize>> = places.iter().flat_map(longer).collect();
        next.sort_by_key(|tuple| tuple.iter().sum::<usize>());
        next.truncate(MOST_INSTANCES * count.max(1));
        places = next;
    }
    places.truncate(MOST_INSTANCES);
    places.iter().map(|tuple| tuple.iter().zip(&lists).map(|(&at, list)| list[at]).collect()).collect()
}

impl CellHorn {
    /// For each argument of a predicate of the image a term over those of the original and the indices.
    pub fn arguments(&self, predicate: PredicateId) -> &[TermId] {
        &self.arguments[predicate.index()]
    }

    /// The indices, each formula is meant for all values of them.
    pub fn bound(&self) -> &[TermId] {
        &self.bound
    }

    /// The meaning of an argument of a predicate of the image.
    pub fn role(&self, predicate: PredicateId, place: usize) -> Role {
        let t = self.arguments(predicate)[place];
        match self.horn.terms().op(t) {
            Op::Select => Role::Cell,
            _ if self.bound.contains(&t) => Role::Index,
            _ => Role::Scalar,
        }
    }

    /// A model of the image as one of the original, for all values of the indices.
    pub fn interpretation(&self, found: &Interpretation) -> Interpretation {
        let mut found = found.clone();
        found.replace_arguments(&self.horn, &self.arguments);
        found.bound = self.bound.iter().chain(&found.bound).copied().collect();
        found
    }
}
