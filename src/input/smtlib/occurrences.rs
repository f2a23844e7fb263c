//! Predicates and quantifiers in formulas whose terms know neither.
//!
//! The solver's terms are free of quantifiers, and all their constants are plain. A reader of Horn clauses reads
//! `(forall ((x Int)) (=> (p x) (q (+ x 1))))` all the same: each application of a predicate, and each quantified
//! formula, becomes a Boolean constant, its *stand-in*, and a table here says what the stand-in is for. Equal
//! applications have one stand-in. The constants that a quantifier binds are new for each quantifier, so that no two
//! scopes share one.
//!
//! A product of two integers that are no numerals has a stand-in, too, an integer. It is determined by its factors, so
//! each clause that mentions it may be told of it in its body.
//!
//! Stand-ins are plain constants, so the formula around them may be simplified as any other formula. The reader of
//! clauses takes it apart afterwards and looks the stand-ins up.

use super::error::Position;
use crate::base::HashMap;
use crate::solver::term::{Sort, TermId, Terms};

/// The meaning of a stand-in.
#[derive(Clone, Debug)]
pub(crate) enum Occurrence {
    /// A predicate, by its place in the list of them, applied to terms.
    Atom { predicate: usize, arguments: Vec<TermId>, position: Position },
    /// A quantified formula.
    Quantified { universal: bool, body: TermId, position: Position },
}

/// A predicate as it is declared.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub name: String,
    pub places: Vec<Sort>,
}

/// A product of terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product {
    /// The stand-in.
    pub value: TermId,
    pub factors: [TermId; 2],
    pub position: Position,
}

/// The predicates of a script and the stand-ins in its formulas.
#[derive(Default, Debug)]
pub(crate) struct Occurrences {
    pub predicates: Vec<Declared>,
    list: Vec<Occurrence>,
    by_constant: HashMap<TermId, usize>,
    known: HashMap<(usize, Vec<TermId>), TermId>,
    pub products: Vec<Product>,
    /// By stand-in, and by factors: the place in the list of products.
    product_of: HashMap<TermId, usize>,
    known_products: HashMap<[TermId; 2], usize>,
}

impl Occurrences {
    /// A new predicate; the result is its place in the list.
    pub fn declare(&mut self, name: &str, places: Vec<Sort>) -> usize {
        self.predicates.push(Declared { name: name.to_string(), places });
        self.predicates.len() - 1
    }

    /// The sorts of a predicate's places.
    pub fn places(&self, predicate: usize) -> &[Sort] {
        self.predicates.get(predicate).map_or(&[], |p| &p.places)
    }

    /// The stand-in of a predicate that is applied to terms of the right sorts.
    pub fn atom(
        &mut self,
        terms: &mut Terms,
        predicate: usize,
        arguments: Vec<TermId>,
        position: Position,
    ) -> TermId {
        let key = (predicate, arguments);
        if let Some(&constant) = self.known.get(&key) {
            return constant;
        }
        let constant = terms.declare(&self.predicates[predicate].name, Sort::Bool);
        let occurrence = Occurrence::Atom { predicate, arguments: key.1.clone(), position };
        self.known.insert(key, constant);
        self.add(constant, occurrence);
        constant
    }

    /// The stand-in of a quantified formula. Constant formulas need no quantifier.
    pub fn quantified(
        &mut self,
        terms: &mut Terms,
        universal: bool,
        body: TermId,
        position: Position,
    ) -> TermId {
        if body == Terms::TRUE || body == Terms::FALSE {
            return body;
        }
        let constant = terms.declare(if universal { "forall" } else { "exists" }, Sort::Bool);
        self.add(constant, Occurrence::Quantified { universal, body, position });
        constant
    }

    /// The product of two integers.
    pub fn product(&mut self, terms: &mut Terms, a: TermId, b: TermId, position: Position) -> TermId {
        if let Ok(product) = terms.mul(a, b) {
            return product;
        }
        let factors = if a <= b { [a, b] } else { [b, a] };
        if let Some(&at) = self.known_products.get(&factors) {
            return self.products[at].value;
        }
        let value = terms.declare("product", Sort::Int);
        self.known_products.insert(factors, self.products.len());
        self.product_of.insert(value, self.products.len());
        self.products.push(Product { value, factors, position });
        value
    }

    /// The product that a constant stands for.
    pub fn product_at(&self, constant: TermId) -> Option<&Product> {
        self.products.get(*self.product_of.get(&constant)?)
    }

    fn add(&mut self, constant: TermId, occurrence: Occurrence) {
        self.by_constant.insert(constant, self.list.len());
        self.list.push(occurrence);
    }

    /// The meaning of a constant, if it is a stand-in, and the number that says which one came first in the text.
    pub fn get(&self, constant: TermId) -> Option<(usize, &Occurrence)> {
        let &number = self.by_constant.get(&constant)?;
        Some((number, self.list.get(number)?))
    }

    /// A predicate or quantifier that a term mentions.
    pub fn first_in(&self, terms: &Terms, root: TermId) -> Option<&Occurrence> {
        let symbols = terms.symbols_in(&[root]).into_iter();
        symbols.map(|s| terms.symbol_term(s)).find_map(|t| self.get(t)).map(|(_, occurrence)| occurrence)
    }

    /// The place of a stand-in that a term mentions.
    pub fn place_in(&self, terms: &Terms, root: TermId) -> Option<Position> {
        let product = || {
            let symbols = terms.symbols_in(&[root]).into_iter();
            symbols.map(|s| terms.symbol_term(s)).find_map(|t| self.product_at(t)).map(|p| p.position)
        };
        self.first_in(terms, root).map(Occurrence::position).or_else(product)
    }
}

impl Occurrence {
    /// The place in the text.
    pub fn position(&self) -> Position {
        match self {
            Occurrence::Atom { position, .. } | Occurrence::Quantified { position, .. } => *position,
        }
    }
}
