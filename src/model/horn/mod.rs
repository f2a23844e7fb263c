//! Constrained Horn clauses: predicates that are asked for, and clauses that they must satisfy.
//!
//! A [`Horn`] system has *predicates*, each with *arguments* of fixed sorts over Booleans, integers, reals, bit-vectors
//! and floating-point numbers. A [`Clause`] says `atoms ∧ constraint → head` for all values of its variables; an atom
//! applies a predicate to terms, and the head is an atom or false. A clause without a head is a *query*. The system is
//! satisfiable if the predicates have an interpretation that makes every clause true; it is unsatisfiable if false has
//! a derivation. As a model that is verified, a satisfiable system is safe and an unsatisfiable one unsafe.
//!
//! An [`Interpretation`] is evidence for the first case: a formula over the arguments of each predicate. A
//! [`Refutation`] is evidence for the second: clauses with values for their variables, each resting on facts derived
//! before.
//!
//! All formulas live in one store of terms, which the system owns. Each predicate has constants of its own for its
//! arguments. Clauses may share constants as variables: the scope of a variable is its clause.

mod catamorphism;
mod definitions;
mod interpretation;
mod open;
mod refutation;

pub use catamorphism::{Catamorphism, CatamorphismFact};
pub(in crate::model) use definitions::Definitions;
pub use interpretation::Interpretation;
pub use open::Open;
pub use refutation::{Broken, Derivation, Fact, Refutation};

use crate::base::index;
use crate::solver::term::{Op, Sort, TermId, Terms};
use std::fmt;

/// A predicate, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(u32);

/// A clause, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ClauseId(u32);

index!(PredicateId);
index!(ClauseId);

/// A predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// The name that the file gives it.
    pub name: String,
    /// The constants that stand for its arguments where a formula interprets it. No other predicate has them, and no
    /// clause has them as variables.
    pub places: Vec<TermId>,
}

/// A predicate applied to terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// A term for each argument of the predicate, of its sort, over the variables of the clause.
    pub arguments: Vec<TermId>,
}

/// A clause: for all values of the variables, the atoms of the body and the constraint imply the head.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Declared constants, each once. [`Clause::new`] finds them.
    pub variables: Vec<TermId>,
    /// The atoms that it rests on, in the order of the file.
    pub body: Vec<Atom>,
    /// A formula over the variables.
    pub constraint: TermId,
    /// The atom that it derives; `None`: false, the clause is a query.
    pub head: Option<Atom>,
}

impl Clause {
    /// A clause whose variables are the constants that occur in it, by age; the places of predicates are none.
    ///
    /// ```
    /// use indubit::model::horn::{Atom, Clause, Horn};
    /// use indubit::solver::term::{Sort, Terms};
    ///
    /// let mut horn = Horn::new(Terms::new());
    /// let even = horn.declare("even", &[Sort::Int]);
    /// let terms = horn.terms_mut();
    /// let (x, two) = (terms.declare("x", Sort::Int), terms.int(2));
    /// let (positive, after) = (terms.gt(x, two), terms.add(&[x, two]));
    /// let at = |t| Atom { predicate: even, arguments: vec![t] };
    /// // even(x) and x > 2 imply even(x + 2).
    /// let clause = Clause::new(&horn, vec![at(x)], positive, Some(at(after)));
    /// assert_eq!(clause.variables, [x]);
    /// horn.add(clause);
    /// ```
    pub fn new(horn: &Horn, body: Vec<Atom>, constraint: TermId, head: Option<Atom>) -> Clause {
        let mut clause = Clause { variables: Vec::new(), body, constraint, head };
        let mut places: Vec<TermId> = horn.predicates.iter().flat_map(|p| &p.places).copied().collect();
        places.sort_unstable();
        clause.variables = clause.constants(&horn.terms);
        clause.variables.retain(|constant| places.binary_search(constant).is_err());
        clause
    }

    /// The constants that occur in the clause, by age.
    pub(crate) fn constants(&self, terms: &Terms) -> Vec<TermId> {
        let mut roots = vec![self.constraint];
        roots.extend(self.body.iter().chain(&self.head).flat_map(|atom| &atom.arguments));
        terms.symbols_in(&roots).into_iter().map(|symbol| terms.symbol_term(symbol)).collect()
    }
}

/// A system of constrained Horn clauses. See the [module](self).
#[derive(Clone, Default)]
pub struct Horn {
    terms: Terms,
    predicates: Vec<Predicate>,
    clauses: Vec<Clause>,
    /// The variables that stand for open results, by age.
    open: Vec<Open>,
}

/// Prints the sizes only.
impl fmt::Debug for Horn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Horn")
            .field("predicates", &self.predicates.len())
            .field("clauses", &self.clauses.len())
            .field("terms", &self.terms.len())
            .finish()
    }
}

impl Horn {
    /// A system over this store without predicates and clauses.
    pub fn new(terms: Terms) -> Horn {
        Horn { terms, ..Horn::default() }
    }

    /// The store of all terms.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The store, for making formulas.
    pub fn terms_mut(&mut self) -> &mut Terms {
        &mut self.terms
    }

    /// Commands that declare the datatypes of all terms of the clauses, one per line.
    pub fn sort_declarations(&self) -> String {
        let places = self.predicates.iter().flat_map(|p| &p.places);
        let clauses = self.clauses.iter().flat_map(|c| {
            let arguments = c.body.iter().chain(&c.head).flat_map(|atom| &atom.arguments);
            c.variables.iter().chain([&c.constraint]).chain(arguments)
        });
        let open = self.open.iter().map(|open| &open.term);
        self.terms.sort_declarations_of(places.chain(clauses).chain(open).copied())
    }

    /// Declares a predicate; the constants of its arguments are named after it and their position.
    pub fn declare(&mut self, name: &str, sorts: &[Sort]) -> PredicateId {
        let place = |(i, &sort): (usize, &Sort)| self.terms.declare(&format!("{}.{}", name, i), sort);
        let places = sorts.iter().enumerate().map(place).collect();
        self.predicates.push(Predicate { name: name.to_string(), places });
        PredicateId::new(self.predicates.len() - 1)
    }

    /// Adds a clause.
    ///
    /// # Panics
    ///
    /// If a variable is no declared constant, a predicate is unknown, terms do not fit its arguments, or a term is
    /// about anything but the variables.
    pub fn add(&mut self, clause: Clause) -> ClauseId {
        let is_constant = |&t: &TermId| matches!(self.terms.op(t), Op::Symbol(_));
        assert!(clause.variables.iter().all(is_constant), "a variable is a declared constant");
        assert!(self.terms.sort(clause.constraint) == Sort::Bool, "a constraint is a formula");
        for atom in clause.body.iter().chain(&clause.head) {
            let sorts = atom.arguments.iter().map(|&t| self.terms.sort(t));
            let places = self.predicate(atom.predicate).places.iter().map(|&t| self.terms.sort(t));
            assert!(sorts.eq(places), "arguments do not fit {}", self.predicate(atom.predicate).name);
        }
        if let Some(foreign) = self.foreign_symbol(&clause) {
            panic!("a clause is about {}, which is none of its variables", self.terms.text(foreign));
        }
        self.clauses.push(clause);
        ClauseId::new(self.clauses.len() - 1)
    }

    /// A constant in a clause that is none of its variables.
    fn foreign_symbol(&self, clause: &Clause) -> Option<TermId> {
        let mut variables = clause.variables.clone();
        variables.sort_unstable();
        clause.constants(&self.terms).into_iter().find(|t| variables.binary_search(t).is_err())
    }

    /// The predicates, by index.
    pub fn predicates(&self) -> &[Predicate] {
        &self.predicates
    }

    /// All predicates.
    pub fn predicate_ids(&self) -> impl Iterator<Item = PredicateId> {
        (0..self.predicates.len()).map(PredicateId::new)
    }

    /// A predicate.
    ///
    /// # Panics
    ///
    /// If the system does not have it.
    pub fn predicate(&self, id: PredicateId) -> &Predicate {
        &self.predicates[id.index()]
    }

    /// The clauses, by index.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// All clauses.
    pub fn clause_ids(&self) -> impl Iterator<Item = ClauseId> {
        (0..self.clauses.len()).map(ClauseId::new)
    }

    /// A clause.
    ///
    /// # Panics
    ///
    /// If the system does not have it.
    pub fn clause(&self, id: ClauseId) -> &Clause {
        &self.clauses[id.index()]
    }

    /// A system with the predicates and terms of this one, and only these of its clauses, in this order.
    ///
    /// # Panics
    ///
    /// If the system does not have a clause.
    pub fn restricted(&self, clauses: &[ClauseId]) -> Horn {
        let clauses = clauses.iter().map(|&id| self.clause(id).clone()).collect();
        Horn { clauses, ..self.clone() }
    }

    /// A system over the terms of this one with its predicates and no clauses, where some arguments have other sorts.
    pub(in crate::model) fn of_other_sorts(&self, other: impl Fn(Sort) -> Option<Sort>) -> Horn {
        let mut horn = Horn::new(self.terms.clone());
        for predicate in &self.predicates {
            let name = &predicate.name;
            let place = |(i, &place): (usize, &TermId)| match other(horn.terms.sort(place)) {
                Some(sort) => horn.terms.declare(&format!("{}.{}", name, i), sort),
                None => place,
            };
            let places = predicate.places.iter().enumerate().map(place).collect();
            horn.predicates.push(Predicate { name: name.clone(), places });
        }
        horn
    }

    /// A system with the predicates of this one and other clauses, over a store that was made from this one's by adding
    /// terms.
    pub(in crate::model) fn with_clauses(&self, terms: Terms, clauses: Vec<Clause>) -> Horn {
        let mut horn = Horn { terms, predicates: self.predicates.clone(), ..Horn::default() };
        for clause in clauses {
            horn.add(clause);
        }
        horn
    }

    /// Whether each clause has at most one atom in its body.
    pub fn is_linear(&self) -> bool {
        self.clauses.iter().all(|clause| clause.body.len() <= 1)
    }
}
