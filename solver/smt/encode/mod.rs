//! From terms to clauses and columns.
//!
//! Every formula gets a literal, and clauses that define it in the directions in which it occurs (Plaisted and
//! Greenbaum, 1986): if the formula occurs positively, its literal implies it; if negatively, its negation implies
//! the negated literal. Comparisons of numbers become bounds on columns of the tableau, one column for each different
//! sum. Bit-vectors become literals bit by bit, through gates that are defined in both directions. The meaning of an
//! operator on numbers beyond linear sums (conditionals, integer division) is asserted as a formula when the operator
//! is first met.
//!
//! Nothing here recurses: terms that wait for their definition are on a list, words are blasted in the order of ids.
//! When a scope is left, the log says which entries it made, and they are taken back; the clauses themselves go with
//! the scope's variables.
//!
//! This file has the tables, the log and the list; `connectives.rs` makes the clauses of formulas, `numbers.rs`
//! columns and bounds, `lemmas.rs` those of products, `vectors.rs` the bits of vectors, `postponed.rs` the circuits of
//! products that wait until they are needed. `names.rs` goes the way back, from variables and columns to terms.
//!
//! A product of wide words is a huge circuit, so the budget is looked at while clauses are made. A formula for which
//! the budget does not suffice is taken back by the same log and may be tried again. Its clauses stay until the scope
//! ends. They do no harm: they are about variables that mean nothing any more, or follow from the formula. No clause
//! is added after the budget has run out.

mod connectives;
mod lemmas;
mod names;
mod nodes;
mod numbers;
mod postponed;
mod products;
mod vectors;
mod waiting;

pub(super) use names::VarMeaning;
use products::Products;
use waiting::Postponed;

use super::arith::Column;
use super::effort::Effort;
use super::gate_table::GateTable;
use super::theories::Sat;
use crate::base::{Budget, HashMap, HashSet, Limit, Lit};
use crate::solver::term::{ConstructorId, Op, Sort, TermId, Terms};
use crate::theories::euf::NodeId;

/// The literal is to imply the formula.
const POSITIVE: u8 = 1;
/// The negated literal is to imply the formula's negation.
const NEGATIVE: u8 = 2;
const BOTH: u8 = POSITIVE | NEGATIVE;

#[derive(Clone, Copy)]
struct Literal {
    lit: Lit,
    /// The directions that are defined, or wait for their definition.
    defined: u8,
}

#[derive(Clone, Copy)]
enum Undo {
    Literal(TermId),
    Defined(TermId, u8),
    Word(TermId),
    Column(TermId),
    ByZero,
    Product,
    Lemma,
    Postponed,
    Resolved(TermId),
    Fact,
    Node(TermId),
    Tag(TermId),
    Constructor(ConstructorId),
    Equality,
    Interface(TermId, TermId),
    /// The literal by which the theory of equality knows whether two terms are equal.
    Own(Lit, TermId, TermId),
    /// A clause speaks of the equality of two terms, in a normal form.
    Equated(TermId, TermId),
}

/// A symbol of the e-graph: an operator with a sort, mostly that of its first argument, or the tag of a datatype.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Function {
    Of(Op, Sort),
    Tag(Sort),
}

#[derive(Clone, Copy)]
enum Work {
    /// The literal of the formula lacks its definition in these directions.
    Define(TermId, u8),
    /// The formula is to hold.
    Assert(TermId),
    /// The summands of the number need columns.
    Number(TermId),
    /// The node of a number or a word that is a choice equals that of its branch.
    Choice(TermId),
    /// The term needs a node.
    Node(TermId),
    /// The literal of an equality of nodes, or of a tester, lacks its meaning.
    Equality(TermId),
}

/// The literals, words and columns of the terms encoded in the open scopes.
#[derive(Clone)]
pub(super) struct Encoder {
    yes: Lit,
    literals: HashMap<TermId, Literal>,
    /// The begin of the bits of a vector in `bits`.
    words: HashMap<TermId, usize>,
    bits: Vec<Lit>,
    columns: HashMap<TermId, Column>,
    /// The declared constants that have a literal, a word or a column.
    constants: Vec<TermId>,
    /// Conditions of words. Gates are made of their literals.
    conditions: HashSet<TermId>,
    /// Divisions by zero that have columns: equal dividends must have equal results.
    by_zero: Vec<TermId>,
    products: Products,
    postponed: Postponed,
    /// The nodes of terms, and these terms.
    nodes: HashMap<TermId, NodeId>,
    noded: Vec<TermId>,
    /// Numbers of the symbols of nodes.
    functions: HashMap<Function, usize>,
    /// The tags of values of datatypes.
    tags: HashMap<TermId, NodeId>,
    constructors: HashMap<ConstructorId, NodeId>,
    /// Equalities of arrays and values of datatypes that have literals.
    equalities: Vec<TermId>,
    /// Pairs of terms with nodes for which a literal says whether they are equal.
    interfaces: HashMap<(TermId, TermId), Lit>,
    /// By sort: that it has more values than terms stand for.
    more: HashMap<Sort, TermId>,
    /// The lengths of the log and of the list of nodes when equations were looked through.
    tied: (usize, usize),
    gates: GateTable,
    log: Vec<Undo>,
    scopes: Vec<Mark>,
    work: Vec<Work>,
    clause: Vec<Lit>,
    effort: Effort,
}

#[derive(Clone, Copy)]
struct Mark {
    log: usize,
    gates: usize,
    bits: usize,
    constants: usize,
}

impl Encoder {
    /// An encoder for a solver without variables.
    pub fn new(sat: &mut Sat) -> Encoder {
        let yes = sat.new_var().positive();
        sat.freeze(yes.var());
        sat.add_known_clause(&[yes]);
        Encoder {
            yes,
            literals: HashMap::default(),
            words: HashMap::default(),
            bits: Vec::new(),
            columns: HashMap::default(),
            constants: Vec::new(),
            conditions: HashSet::default(),
            by_zero: Vec::new(),
            products: Products::default(),
            postponed: Postponed::default(),
            nodes: HashMap::default(),
            noded: Vec::new(),
            functions: HashMap::default(),
            tags: HashMap::default(),
            constructors: HashMap::default(),
            equalities: Vec::new(),
            interfaces: HashMap::default(),
            more: HashMap::default(),
            tied: (0, 0),
            gates: GateTable::default(),
            log: Vec::new(),
            scopes: Vec::new(),
            work: Vec::new(),
            clause: Vec::new(),
            effort: Effort::default(),
        }
    }

    /// The account that encoding draws on.
    pub fn set_budget(&mut self, budget: Budget) {
        self.effort.set_budget(budget);
    }

    fn mark(&self) -> Mark {
        Mark {
            log: self.log.len(),
            gates: self.gates.mark(),
            bits: self.bits.len(),
            constants: self.constants.len(),
        }
    }

    pub fn push(&mut self) {
        self.scopes.push(self.mark());
    }

    pub fn pop(&mut self) {
        if let Some(mark) = self.scopes.pop() {
            self.undo_to(mark);
        }
    }

    fn undo_to(&mut self, mark: Mark) {
        while self.log.len() > mark.log {
            match self.log.pop() {
                Some(Undo::Literal(t)) => {
                    self.literals.remove(&t);
                }
                Some(Undo::Defined(t, before)) => {
                    if let Some(literal) = self.literals.get_mut(&t) {
                        literal.defined = before;
                    }
                }
                Some(Undo::Word(t)) => {
                    self.words.remove(&t);
                }
                Some(Undo::Column(t)) => {
                    self.columns.remove(&t);
                }
                Some(Undo::ByZero) => {
                    self.by_zero.pop();
                }
                Some(Undo::Product) => self.products.undo_product(),
                Some(Undo::Lemma) => self.products.undo_lemma(),
                Some(Undo::Postponed) => self.postponed.undo_last(),
                Some(Undo::Resolved(t)) => self.postponed.undo_resolved(t),
                Some(Undo::Fact) => self.postponed.undo_fact(),
                Some(Undo::Node(t)) => {
                    self.nodes.remove(&t);
                    self.noded.pop();
                }
                Some(Undo::Tag(t)) => {
                    self.tags.remove(&t);
                }
                Some(Undo::Constructor(constructor)) => {
                    self.constructors.remove(&constructor);
                }
                Some(Undo::Equality) => {
                    self.equalities.pop();
                }
                Some(Undo::Interface(a, b)) => {
                    self.interfaces.remove(&(a, b));
                }
                Some(Undo::Own(..) | Undo::Equated(..)) => {}
                None => break,
            }
        }
        self.gates.undo_to(mark.gates);
        self.bits.truncate(mark.bits);
        self.constants.truncate(mark.constants);
    }

    /// The literal of a formula if it has one.
    pub fn known_literal(&self, terms: &Terms, t: TermId) -> Option<Lit> {
        let (t, negated) = terms.split_not(t);
        self.literals.get(&t).map(|l| l.lit.negate_if(negated))
    }

    /// The literal of a formula if the formula has its value in every model.
    pub fn settled_literal(&self, terms: &Terms, t: TermId) -> Option<Lit> {
        let (t, negated) = terms.split_not(t);
        self.literals.get(&t).filter(|l| l.defined == BOTH).map(|l| l.lit.negate_if(negated))
    }

    /// The declared constants that have been encoded.
    pub fn constants(&self) -> &[TermId] {
        &self.constants
    }

    /// Gives up the literal of a constant that has this value from now on; `None` if there is none, or if circuits
    /// depend on it.
    pub fn retire(&mut self, constant: TermId, value: bool) -> Option<Lit> {
        let known = self.literals.get_mut(&constant)?;
        let lit = known.lit;
        if lit.var() == self.yes.var() || self.conditions.contains(&constant) {
            return None;
        }
        known.lit = self.yes.negate_if(!value);
        Some(lit)
    }

    /// The bits of a vector if it has been encoded.
    pub fn known_word(&self, terms: &Terms, t: TermId) -> Option<&[Lit]> {
        let start = *self.words.get(&t)?;
        Some(&self.bits[start..start + terms.width(t) as usize])
    }

    /// The column of a number that is no sum, if it has been encoded.
    pub fn known_column(&self, t: TermId) -> Option<Column> {
        self.columns.get(&t).copied()
    }

    /// The divisions by zero that have been encoded.
    pub fn divisions_by_zero(&self) -> &[TermId] {
        &self.by_zero
    }

    /// Adds the clauses of a formula that holds.
    ///
    /// # Errors
    ///
    /// The limit of the budget that was reached; the formula then counts as never seen.
    pub fn assert(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Result<(), Limit> {
        let start = self.mark();
        self.work.push(Work::Assert(t));
        self.finish(terms, sat, start)
    }

    /// A literal that implies the formula, for assumptions.
    ///
    /// # Errors
    ///
    /// As [`Encoder::assert`].
    pub fn assumption(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Result<Lit, Limit> {
        self.literal_now(terms, sat, t, POSITIVE)
    }

    /// A literal that is true if and only if the formula is.
    ///
    /// # Errors
    ///
    /// As [`Encoder::assert`].
    pub fn exact(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Result<Lit, Limit> {
        self.literal_now(terms, sat, t, BOTH)
    }

    fn literal_now(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId, of: u8) -> Result<Lit, Limit> {
        let start = self.mark();
        let lit = self.literal(terms, sat, t, of);
        self.finish(terms, sat, start)?;
        Ok(lit)
    }

    fn finish(&mut self, terms: &mut Terms, sat: &mut Sat, start: Mark) -> Result<(), Limit> {
        while let Some(work) = self.work.pop() {
            self.tick(sat, 1);
            if self.effort.is_over() {
                break;
            }
            match work {
                Work::Define(t, polarity) => self.define(terms, sat, t, polarity),
                Work::Assert(t) => self.add_fact(terms, sat, t),
                Work::Number(t) => self.number(terms, sat, t),
                Work::Choice(t) => self.add_choice(terms, sat, t),
                Work::Node(t) => self.add_nodes(terms, sat, &[t]),
                Work::Equality(t) => self.add_equality(terms, sat, t),
            }
        }
        let result = self.effort.take();
        if result.is_err() {
            self.work.clear();
            self.undo_to(start);
        }
        result
    }

    /// Notes steps done, and now and then looks at the budget.
    fn tick(&mut self, sat: &mut Sat, steps: usize) {
        let own = self.bits.capacity() * 4 + (self.words.capacity() + self.literals.capacity()) * 17;
        self.effort.note_own(own);
        self.effort.tick(sat, &self.gates, steps);
    }

    /// A clause made of literals from [`Encoder::literal`], which mean nothing once the budget has run out.
    fn add_clause(&self, sat: &mut Sat, clause: &[Lit]) {
        if !self.effort.is_over() {
            sat.add_known_clause(clause);
        }
    }
}
