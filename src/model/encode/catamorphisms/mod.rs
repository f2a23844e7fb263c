//! Horn clauses over recursive datatypes as clauses over what catamorphisms say of the values.
//!
//! A predicate over lists or trees becomes one over numbers: each argument is replaced by the results of a few
//! catamorphisms for it. With the length of lists, `append(x, y, z)` becomes `append'(m, n, k)`, of which `k = m + n`
//! is a model, and so `length(z) = length(x) + length(y)` is one of the original. Facts that need induction over the
//! datatype are then lemmas of linear arithmetic, which engines for numbers find.
//!
//! The idea is that of Catalia (H. Katsura, N. Kobayashi, K. Sakayori, R. Sato, "Automated catamorphism synthesis for
//! solving constrained Horn clauses over algebraic data types", arXiv 2507.20726, 2025). E. De Angelis, F. Fioravanti,
//! A. Pettorossi, M. Proietti ("Catamorphic abstractions for constrained Horn clause satisfiability", 2024) add such
//! results to the arguments, and P. Suter, M. Dotta, V. Kuncak ("Decision procedures for algebraic data types with
//! abstractions", POPL 2010) unfold them in formulas. Catalia searches for the functions; here they are a fixed list
//! (`choose.rs`), of which the first few are taken.
//!
//! The image of a clause has no datatypes at all (`clause.rs`). A variable of a datatype becomes variables for the
//! results. Where the clause looks at the constructor of a value, one Boolean per constructor tells it, and results are
//! unfolded by case.
//!
//! ```text
//! append(x, y, z) → append(cons(h, x), y, cons(h, z))
//! append'(m, n, k) ∧ m ≥ 0 ∧ n ≥ 0 ∧ k ≥ 0 → append'(m + 1, n, k + 1)
//! ```
//!
//! Results do not tell whether two values are equal, and `append(x, nil, z) → x = z` is true of all results. So a
//! predicate also has, for two arguments of one datatype, whether they are equal.
//!
//! # Invariants
//!
//! - The facts about results hold for all values. They are proved before, by induction.
//! - A model of the image is one of the original, with the functions in place: the image of a clause follows from fewer
//!   conditions than the clause has.
//!
//! # Left out
//!
//! A refutation of the image may combine results that no single value has, so it says nothing of the original. Clauses
//! with arrays of recursive datatypes have no image, and values that differ may have equal results.

mod choose;
mod clause;
mod guess;

pub use choose::{choose, Chosen};

use crate::base::{Budget, HashMap, HashSet, Limit};
use crate::model::horn::{Atom, CatamorphismFact, Clause, Horn, Interpretation, Predicate, PredicateId};
use crate::solver::term::{FunctionId, Sort, TermId, Terms};
use clause::Flat;

/// The image of clauses with recursive datatypes, and the way back of models.
#[derive(Clone, Debug)]
pub struct CatamorphismHorn {
    /// Its predicates are the images of the original's, in their order, and so are its clauses.
    pub horn: Horn,
    chosen: Chosen,
    /// By predicate: for each argument of the image a term over the original's arguments.
    arguments: Vec<Vec<TermId>>,
}

/// Replaces recursive datatypes by the results of the functions that were chosen for these clauses, of which these
/// facts are known.
///
/// # Errors
///
/// The limit of the budget that was reached.
pub fn to_catamorphisms(
    original: &Horn,
    chosen: Chosen,
    facts: &[CatamorphismFact],
    budget: &Budget,
) -> Result<CatamorphismHorn, Limit> {
    let mut horn = Horn::new(chosen.terms.clone());
    let mut arguments = Vec::with_capacity(original.predicates().len());
    for predicate in original.predicates() {
        let mut of = Vec::new();
        for (a, b) in chosen.compared(&predicate.places) {
            of.push(horn.terms_mut().eq(a, b));
        }
        for &place in &predicate.places {
            match horn.terms().sort(place) {
                sort @ Sort::Datatype(_) => {
                    let own = chosen.functions.iter().filter(|c| c.sort(&chosen.terms) == sort);
                    of.extend(own.map(|c| horn.terms_mut().call(c.function, &[place])));
                }
                _ => of.push(place),
            }
        }
        let sorts: Vec<Sort> = of.iter().map(|&t| horn.terms().sort(t)).collect();
        horn.declare(&predicate.name, &sorts);
        arguments.push(of);
    }
    for clause in original.clauses() {
        budget.poll()?;
        let image = clause_of(original.predicates(), &mut horn, &chosen, facts, clause, budget)?;
        horn.add(image);
    }
    Ok(CatamorphismHorn { horn, chosen, arguments })
}

/// The image of a clause.
fn clause_of(
    originals: &[Predicate],
    horn: &mut Horn,
    chosen: &Chosen,
    facts: &[CatamorphismFact],
    clause: &Clause,
    budget: &Budget,
) -> Result<Clause, Limit> {
    let mut flat = Flat::new(horn.terms_mut(), &chosen.functions, facts);
    let atoms = || clause.body.iter().chain(&clause.head);
    let mut roots = vec![clause.constraint];
    roots.extend(atoms().flat_map(|atom| &atom.arguments));
    let roots = flat.rebuild(&roots, budget)?;
    let mut rest = &roots[1..];
    let mut images = Vec::new();
    for atom in atoms() {
        let (own, others) = rest.split_at(atom.arguments.len());
        rest = others;
        let mut arguments = Vec::new();
        let places = &originals[atom.predicate.index()].places;
        let of: HashMap<TermId, TermId> = places.iter().copied().zip(own.iter().copied()).collect();
        for (a, b) in chosen.compared(places) {
            arguments.push(flat.equal(of[&a], of[&b]));
        }
        for &t in own {
            arguments.extend(flat.arguments(t));
        }
        images.push(Atom { predicate: atom.predicate, arguments });
    }
    let constraint = flat.constraint(roots[0], budget)?;
    let head = clause.head.as_ref().and_then(|_| images.pop());
    Ok(Clause::new(horn, images, constraint, head))
}

impl CatamorphismHorn {
    /// For each argument of a predicate of the image a term over those of the original.
    pub fn arguments(&self, predicate: PredicateId) -> &[TermId] {
        &self.arguments[predicate.index()]
    }

    /// A model of the image as one of the original.
    pub fn interpretation(&self, found: &Interpretation) -> Interpretation {
        let mut found = found.clone();
        found.replace_arguments(&self.horn, &self.arguments);
        let called = called(&found.terms, &found.formulas, &self.chosen);
        found.catamorphisms =
            self.chosen.functions.iter().copied().filter(|c| called.contains(&c.function)).collect();
        found
    }
}

/// The functions that some formulas need, by way of others too.
fn called(terms: &Terms, formulas: &[TermId], chosen: &Chosen) -> HashSet<FunctionId> {
    let mut open = terms.functions_in(formulas);
    let mut found: HashSet<FunctionId> = HashSet::default();
    while let Some(function) = open.pop() {
        if found.insert(function) {
            let own = chosen.functions.iter().filter(|c| c.function == function);
            open.extend(own.flat_map(|c| c.calls(terms)));
        }
    }
    found
}
