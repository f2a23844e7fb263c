//! Terms that the theory of equality is about: nodes of the e-graph.
//!
//! Calls of functions, reads and writes of arrays, constructors and selectors have nodes, and so have their arguments,
//! and all terms of declared sorts, arrays and datatypes. A node whose value is a number, a word or a truth value has a
//! column, bits or a literal besides, like a constant. A node of a formula is tied to its literal. Nodes of numbers and
//! words are tied to each other only if need be, when a model shows it: by an *interface equality*, whose literal says
//! that both nodes are equal, and that both numbers or words are.
//!
//! Some nodes are made for what always holds: `select(store(a, i, e), i)` equals `e`; a selector that is applied to its
//! constructor gives the field; and the *tag* of a value is that of the constructor which made it. A tester is the
//! equality of the tag of its argument and the tag of its constructor, so testers exclude each other.
//!
//! The literal of an atom of equality is a variable of its own, so that no other theory and no gate has it. That of a
//! formula says that the formula equals true.

use super::{Encoder, Function, Undo, Work, BOTH};
use crate::base::{HashMap, Limit, Lit};
use crate::solver::smt::equality::Equality;
use crate::solver::smt::theories::Sat;
use crate::solver::term::{ConstructorId, Family, Op, Sort, TermId, Terms};
use crate::theories::euf::NodeId;
use crate::theories::num::Rational;

/// Whether terms with this operator are nodes made of the nodes of their arguments.
fn has_arguments(op: Op) -> bool {
    matches!(
        op,
        Op::Call(_)
            | Op::Select
            | Op::Store
            | Op::ConstArray
            | Op::Difference
            | Op::Construct(_)
            | Op::Field(_)
    )
}

impl Encoder {
    /// The terms that have nodes, from the oldest on, arguments before the terms made of them.
    pub fn noded(&self) -> Vec<TermId> {
        let mut terms = self.noded.clone();
        terms.sort_unstable();
        terms
    }

    /// Whether a term has a node.
    pub fn has_nodes(&self) -> bool {
        !self.noded.is_empty()
    }

    /// The node of a term.
    pub fn known_node(&self, t: TermId) -> Option<NodeId> {
        self.nodes.get(&t).copied()
    }

    /// The node of the tag of a term, if a tester or a constructor has made it.
    pub fn known_tag(&self, t: TermId) -> Option<NodeId> {
        self.tags.get(&t).copied()
    }

    /// The node of the tag of a constructor, if there is one.
    pub fn tag_of(&self, constructor: ConstructorId) -> Option<NodeId> {
        self.constructors.get(&constructor).copied()
    }

    /// The equalities of arrays and values of datatypes that have literals.
    pub fn equalities(&self) -> &[TermId] {
        &self.equalities
    }

    /// A formula that says that a sort has more values than terms stand for; one that is true if the search decides it
    /// as it does first.
    pub fn has_more(&mut self, terms: &mut Terms, sort: Sort, is_true_first: bool) -> TermId {
        let constant = *self.more.entry(sort).or_insert_with(|| terms.declare("more", Sort::Bool));
        if is_true_first {
            constant
        } else {
            terms.not(constant)
        }
    }

    /// Makes the nodes of these terms, and of all arguments below.
    pub(super) fn add_nodes(&mut self, terms: &mut Terms, sat: &mut Sat, roots: &[TermId]) {
        let mut needed: Vec<TermId> = Vec::new();
        let mut open = roots.to_vec();
        while let Some(t) = open.pop() {
            self.tick(sat, 1);
            if self.effort.is_over() {
                return;
            }
            if self.nodes.contains_key(&t) {
                continue;
            }
            needed.push(t);
            if has_arguments(terms.op(t)) {
                open.extend(terms.args(t));
            }
        }
        // Arguments are older than the terms made of them.
        needed.sort_unstable();
        needed.dedup();
        // Decisions for a part of the formula would leave nodes without values.
        sat.theory_mut().justifier.stop();
        for t in needed {
            self.add_node(terms, sat, t);
        }
    }

    fn add_node(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) {
        let sort = terms.sort(t);
        let equality = &mut sat.theory_mut().equality;
        let node = match terms.op(t) {
            Op::Numeral(_) | Op::Bits(_) => equality.new_value(),
            Op::Construct(_) if terms.args(t).is_empty() => equality.new_value(),
            op if has_arguments(op) => {
                let of = if op == Op::ConstArray { t } else { terms.arg(t, 0) };
                let function = Function::Of(op, terms.sort(of));
                let args: Vec<NodeId> = terms.args(t).iter().map(|a| self.nodes[a]).collect();
                self.new_call(equality, function, &args)
            }
            _ => equality.new_leaf(),
        };
        self.nodes.insert(t, node);
        self.noded.push(t);
        self.log.push(Undo::Node(t));
        match (sort.family(), terms.op(t)) {
            (Family::Opaque, Op::Ite) => self.tell_choice(terms, t),
            (Family::Opaque, Op::Symbol(_)) => self.constants.push(t),
            (Family::Opaque, Op::Store) => self.tell_store(terms, sat, t),
            (Family::Opaque, Op::Construct(constructor)) => self.tell_fields(terms, sat, t, constructor),
            (Family::Opaque, _) => {}
            (Family::Int | Family::Real | Family::Word(_), op) => {
                match sort {
                    Sort::BitVec(_) => self.blast(terms, sat, &[t]),
                    _ => self.work.push(Work::Number(t)),
                }
                if op == Op::Ite {
                    self.work.push(Work::Choice(t));
                }
            }
            (Family::Bool, _) => {
                let lit = self.literal(terms, sat, t, BOTH);
                let own = self.own_literal(sat, lit, (t, Terms::TRUE));
                sat.theory_mut().equality.add_formula(own, node);
            }
        }
    }

    fn new_call(&mut self, equality: &mut Equality, function: Function, args: &[NodeId]) -> NodeId {
        let count = self.functions.len();
        let number = *self.functions.entry(function).or_insert(count);
        equality.new_call(number, args)
    }

    /// A choice between terms equals the one that is taken.
    fn tell_choice(&mut self, terms: &mut Terms, t: TermId) {
        let [condition, yes, no] = [0, 1, 2].map(|i| terms.arg(t, i));
        let (is_yes, is_no) = (terms.eq(t, yes), terms.eq(t, no));
        let otherwise = terms.not(condition);
        let parts = [terms.implies(condition, is_yes), terms.implies(otherwise, is_no)];
        self.work.extend(parts.map(Work::Assert));
    }

    /// A choice between numbers or words is the same node as the one that is taken.
    pub(super) fn add_choice(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) {
        let [condition, yes, no] = [0, 1, 2].map(|i| terms.arg(t, i));
        let lit = self.literal(terms, sat, condition, BOTH);
        for (lit, branch) in [(lit, yes), (!lit, no)] {
            self.add_interface(terms, sat, t, branch);
            if let Some(&own) = self.interfaces.get(&(t.min(branch), t.max(branch))) {
                self.add_clause(sat, &[!lit, own]);
            }
        }
    }

    /// Tells that the element that was written is read.
    fn tell_store(&mut self, terms: &Terms, sat: &mut Sat, t: TermId) {
        let equality = &mut sat.theory_mut().equality;
        let args = [self.nodes[&t], self.nodes[&terms.arg(t, 1)]];
        let read = self.new_call(equality, Function::Of(Op::Select, terms.sort(t)), &args);
        equality.add_axiom(read, self.nodes[&terms.arg(t, 2)]);
    }

    /// Selectors read the fields, and the tag is that of the constructor.
    fn tell_fields(&mut self, terms: &Terms, sat: &mut Sat, t: TermId, constructor: ConstructorId) {
        let node = self.nodes[&t];
        for (i, selector) in terms.selectors(constructor).enumerate() {
            let equality = &mut sat.theory_mut().equality;
            let read = self.new_call(equality, Function::Of(Op::Field(selector), terms.sort(t)), &[node]);
            equality.add_axiom(read, self.nodes[&terms.arg(t, i)]);
        }
        if terms.constructors(terms.sort(t)).len() > 1 {
            let (tag, own) = (self.tag(terms, sat, t), self.constructor_tag(sat, constructor));
            sat.theory_mut().equality.add_axiom(tag, own);
        }
    }

    /// The node of the tag of a term that has a node.
    fn tag(&mut self, terms: &Terms, sat: &mut Sat, t: TermId) -> NodeId {
        if let Some(&tag) = self.tags.get(&t) {
            return tag;
        }
        let node = self.nodes[&t];
        let tag = self.new_call(&mut sat.theory_mut().equality, Function::Tag(terms.sort(t)), &[node]);
        self.tags.insert(t, tag);
        self.log.push(Undo::Tag(t));
        tag
    }

    fn constructor_tag(&mut self, sat: &mut Sat, constructor: ConstructorId) -> NodeId {
        if let Some(&tag) = self.constructors.get(&constructor) {
            return tag;
        }
        let tag = sat.theory_mut().equality.new_value();
        self.constructors.insert(constructor, tag);
        self.log.push(Undo::Constructor(constructor));
        tag
    }

    /// A literal of the same value that is a variable of its own, and says that two terms are equal.
    fn own_literal(&mut self, sat: &mut Sat, lit: Lit, (a, b): (TermId, TermId)) -> Lit {
        let var = sat.new_var();
        sat.freeze(var);
        let own = var.positive();
        self.log.push(Undo::Own(own, a, b));
        self.add_clause(sat, &[!own, lit]);
        self.add_clause(sat, &[own, !lit]);
        own
    }

    /// Gives the literal of an equality of nodes, or of a tester, its meaning.
    pub(super) fn add_equality(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) {
        let args = terms.args(t).to_vec();
        self.add_nodes(terms, sat, &args);
        if self.effort.is_over() {
            return;
        }
        let (said, (a, b)) = match terms.op(t) {
            Op::Is(constructor) => {
                let tags = (self.tag(terms, sat, args[0]), self.constructor_tag(sat, constructor));
                ((t, Terms::TRUE), tags)
            }
            _ => ((args[0], args[1]), (self.nodes[&args[0]], self.nodes[&args[1]])),
        };
        let own = self.own_literal(sat, self.literals[&t].lit, said);
        sat.theory_mut().equality.add_equality(own, a, b);
        if matches!(terms.sort(args[0]), Sort::Array(_) | Sort::Datatype(_)) && terms.op(t) == Op::Eq {
            self.equalities.push(t);
            self.log.push(Undo::Equality);
        }
    }

    /// Makes a literal that says whether two terms are equal, and ties the nodes of two numbers or words to it. Returns
    /// whether there was none before.
    ///
    /// # Errors
    ///
    /// As [`Encoder::assert`].
    pub fn tie(&mut self, terms: &mut Terms, sat: &mut Sat, a: TermId, b: TermId) -> Result<bool, Limit> {
        let start = self.mark();
        let is_new = self.add_interface(terms, sat, a, b);
        self.finish(terms, sat, start)?;
        Ok(is_new)
    }

    fn add_interface(&mut self, terms: &mut Terms, sat: &mut Sat, a: TermId, b: TermId) -> bool {
        let pair = (a.min(b), a.max(b));
        if a == b || self.interfaces.contains_key(&pair) {
            return false;
        }
        let equal = terms.eq(a, b);
        let mut lit = self.literal(terms, sat, equal, BOTH);
        if matches!(terms.sort(a), Sort::Int | Sort::Real | Sort::BitVec(_)) {
            self.add_nodes(terms, sat, &[a, b]);
            if self.effort.is_over() {
                return false;
            }
            lit = self.own_literal(sat, lit, (a, b));
            sat.theory_mut().equality.add_equality(lit, self.nodes[&a], self.nodes[&b]);
        }
        self.interfaces.insert(pair, lit);
        self.log.push(Undo::Interface(pair.0, pair.1));
        true
    }

    /// Ties the sides of equations of numbers and words that both have nodes. Returns whether there were new ones.
    ///
    /// # Errors
    ///
    /// As [`Encoder::assert`].
    pub fn tie_equations(&mut self, terms: &mut Terms, sat: &mut Sat) -> Result<bool, Limit> {
        let state = (self.log.len(), self.noded.len());
        if std::mem::replace(&mut self.tied, state) == state {
            return Ok(false);
        }
        // Numbers that are a term and a constant.
        let mut shifted: HashMap<(TermId, Rational), TermId> = HashMap::default();
        for &t in self.noded.iter().filter(|&&t| terms.sort(t).is_numeric()) {
            let linear = terms.linear(t);
            if let [(factor, part)] = &linear.monomials[..] {
                if factor.is_one() {
                    shifted.insert((*part, linear.constant.clone()), t);
                }
            }
        }
        let mut pairs = Vec::new();
        for (t, _) in self.formulas().filter(|&(t, _)| terms.op(t) == Op::Eq) {
            let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
            match terms.sort(a) {
                Sort::BitVec(_) => pairs.push((a, b)),
                Sort::Int | Sort::Real => {
                    let constant = terms.number_of(b).cloned().unwrap_or_default();
                    match &terms.linear(a).monomials[..] {
                        [_] => pairs.push((a, b)),
                        [(one, x), (minus, y)] if one.is_one() && (-minus.clone()).is_one() => {
                            let sides = [
                                ((*x, Rational::ZERO), (*y, constant.clone())),
                                ((*x, -constant), (*y, Rational::ZERO)),
                            ];
                            let known = |(x, y)| Some((*shifted.get(&x)?, *shifted.get(&y)?));
                            pairs.extend(sides.into_iter().filter_map(known));
                        }
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        pairs.retain(|(a, b)| self.nodes.contains_key(a) && self.nodes.contains_key(b));
        let mut is_new = false;
        for (a, b) in pairs {
            is_new |= self.tie(terms, sat, a, b)?;
        }
        self.tied = (self.log.len(), self.noded.len());
        Ok(is_new)
    }

    /// Notes pairs of terms whose equalities, in a normal form, are formulas of clauses.
    pub fn note_equated(&mut self, pairs: &[(TermId, TermId)]) {
        self.log.extend(pairs.iter().map(|&(a, b)| Undo::Equated(a, b)));
    }

    /// Adds a clause: these literals, or one of these formulas.
    ///
    /// # Errors
    ///
    /// As [`Encoder::assert`].
    pub fn add_lemma(
        &mut self,
        terms: &mut Terms,
        sat: &mut Sat,
        mut clause: Vec<Lit>,
        formulas: &[TermId],
    ) -> Result<(), Limit> {
        let start = self.mark();
        for &formula in formulas {
            clause.push(self.literal(terms, sat, formula, BOTH));
        }
        self.finish(terms, sat, start)?;
        clause.sort_unstable();
        clause.dedup();
        sat.add_known_clause(&clause);
        Ok(())
    }
}
