//! From terms to clauses and columns.
//!
//! Every formula gets a literal, and clauses that define it in the directions in which it occurs (Plaisted and
//! Greenbaum, 1986): if it occurs positively, its literal implies it; if negatively, its negation implies the negated
//! literal. Comparisons of numbers become bounds on columns of the tableau, one column for each different sum. Bit-vectors
//! become literals bit by bit, through gates that are defined in both directions. What an operator on numbers means
//! beyond linear sums (conditionals, integer division) is asserted as a formula when the operator is first met.
//!
//! Nothing here recurses: terms that wait for their definition are on a list, words are blasted in the order of ids.
//! A scope takes back, by the log, what was made in it; the clauses themselves go with the scope's variables.
//!
//! A product of wide words is a huge circuit, so the budget is looked at while clauses are made. A formula for which it
//! does not suffice is taken back by the same log and may be tried again. Its clauses stay until the scope ends, but are
//! about variables that mean nothing any more, or follow from the formula; after the budget has run out none is added.

use super::arith::{Column, Relation};
use super::effort::Effort;
use super::gates::{ClauseGates, Gate, GateTable};
use super::meaning::{by_zero_meaning, meaning};
use super::sat::Sat;
use crate::base::{Budget, HashMap, Limit, Lit};
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::bv::blast::{self, Shift};

/// The literal is to imply the formula.
pub(super) const POSITIVE: u8 = 1;
/// The negated literal is to imply the formula's negation.
pub(super) const NEGATIVE: u8 = 2;
const BOTH: u8 = POSITIVE | NEGATIVE;

fn turned(polarity: u8) -> u8 {
    (polarity & POSITIVE) << 1 | (polarity & NEGATIVE) >> 1
}

#[derive(Clone, Copy)]
struct Literal {
    lit: Lit,
    /// The directions that are defined, or wait for it.
    defined: u8,
}

#[derive(Clone, Copy)]
enum Undo {
    Literal(TermId),
    Defined(TermId, u8),
    Word(TermId),
    Column(TermId),
    ByZero,
}

#[derive(Clone, Copy)]
enum Work {
    /// The literal of this formula lacks its definition in these directions.
    Define(TermId, u8),
    /// This formula holds.
    Assert(TermId),
}

/// What a variable of the SAT core stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VarMeaning {
    /// This formula.
    Term(TermId),
    /// A bit of this vector, which is no gate.
    Bit(TermId, u32),
    /// The output of a gate.
    Gate(Gate),
    /// A bound that the theory made for itself.
    Atom,
}

/// What has been encoded in the open scopes.
#[derive(Clone)]
pub(super) struct Encoder {
    yes: Lit,
    literals: HashMap<TermId, Literal>,
    /// Where the bits of a vector begin in `bits`.
    words: HashMap<TermId, usize>,
    bits: Vec<Lit>,
    columns: HashMap<TermId, Column>,
    /// Divisions by zero that have columns: equal dividends must have equal results.
    by_zero: Vec<TermId>,
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
}

impl Encoder {
    /// An encoder for a solver without variables.
    pub fn new(sat: &mut Sat) -> Encoder {
        let yes = sat.new_var().positive();
        sat.freeze(yes.var());
        sat.add_clause(&[yes]);
        Encoder {
            yes,
            literals: HashMap::default(),
            words: HashMap::default(),
            bits: Vec::new(),
            columns: HashMap::default(),
            by_zero: Vec::new(),
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
        Mark { log: self.log.len(), gates: self.gates.mark(), bits: self.bits.len() }
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
                None => break,
            }
        }
        self.gates.undo_to(mark.gates);
        self.bits.truncate(mark.bits);
    }

    /// The literal of a formula if it has one.
    pub fn known_literal(&self, terms: &Terms, t: TermId) -> Option<Lit> {
        let (t, negated) = terms.split_not(t);
        self.literals.get(&t).map(|l| l.lit.negate_if(negated))
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

    /// The literal that is always true.
    pub fn yes(&self) -> Lit {
        self.yes
    }

    /// What each of the first `vars` variables of the SAT core stands for. A gate that decides a formula about words is
    /// that formula if `words`, else a gate. Of several terms with the same bits the oldest is named.
    pub fn meanings(&self, terms: &Terms, vars: usize, words: bool) -> Vec<VarMeaning> {
        // Whoever is nothing else is an atom that the theory made.
        let mut meanings = vec![VarMeaning::Atom; vars];
        for (gate, output) in self.gates.iter() {
            meanings[output.var().index()] = VarMeaning::Gate(gate);
        }
        let mut name = |l: Lit, meaning: VarMeaning| {
            let present = &mut meanings[l.var().index()];
            let open = match present {
                VarMeaning::Atom => true,
                VarMeaning::Gate(_) => words && matches!(meaning, VarMeaning::Term(_)),
                _ => false,
            };
            if open && !l.is_negative() {
                *present = meaning;
            }
        };
        for entry in &self.log {
            match *entry {
                Undo::Literal(t) => name(self.literals[&t].lit, VarMeaning::Term(t)),
                Undo::Word(t) => {
                    for (i, &l) in self.known_word(terms, t).unwrap_or(&[]).iter().enumerate() {
                        name(l, VarMeaning::Bit(t, i as u32));
                    }
                }
                _ => {}
            }
        }
        meanings[self.yes.var().index()] = VarMeaning::Term(Terms::TRUE);
        meanings
    }

    /// All formulas that have literals.
    pub fn formulas(&self) -> impl Iterator<Item = (TermId, Lit)> + '_ {
        self.log.iter().filter_map(move |entry| match *entry {
            Undo::Literal(t) => Some((t, self.literals[&t].lit)),
            _ => None,
        })
    }

    /// All numbers that have columns.
    pub fn numbers(&self) -> impl Iterator<Item = TermId> + '_ {
        self.log.iter().filter_map(|entry| match *entry {
            Undo::Column(t) => Some(t),
            _ => None,
        })
    }

    /// The number that each column stands for; true for those of sums.
    pub fn column_terms(&self, terms: &Terms) -> Vec<TermId> {
        let mut list = Vec::new();
        for entry in &self.log {
            if let Undo::Column(t) = *entry {
                let column = self.columns[&t].index();
                list.resize(list.len().max(column + 1), Terms::TRUE);
                if !matches!(terms.op(t), Op::Add | Op::Mul) {
                    list[column] = t;
                }
            }
        }
        list
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
        let start = self.mark();
        let lit = self.literal(terms, sat, t, POSITIVE);
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
            sat.add_clause(clause);
        }
    }

    /// A formula that holds: conjunctions fall apart, disjunctions are clauses.
    fn add_fact(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) {
        if terms.op(t) == Op::And {
            self.work.extend(terms.args(t).iter().map(|&a| Work::Assert(a)));
            return;
        }
        let (inner, negated) = terms.split_not(t);
        if negated && terms.op(inner) == Op::And {
            let mut clause = Vec::with_capacity(terms.args(inner).len());
            for i in 0..terms.args(inner).len() {
                let a = terms.arg(inner, i);
                clause.push(!self.literal(terms, sat, a, NEGATIVE));
            }
            self.add_clause(sat, &clause);
            return;
        }
        let lit = self.literal(terms, sat, t, POSITIVE);
        self.add_clause(sat, &[lit]);
    }

    /// The literal of a formula, to be defined in these directions.
    fn literal(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId, polarity: u8) -> Lit {
        let (t, negated) = terms.split_not(t);
        let polarity = if negated { turned(polarity) } else { polarity };
        let known = match self.literals.get(&t) {
            Some(&literal) => literal,
            None => {
                let literal = self.new_literal(terms, sat, t);
                self.literals.insert(t, literal);
                self.log.push(Undo::Literal(t));
                literal
            }
        };
        let missing = polarity & !known.defined;
        if missing != 0 {
            self.log.push(Undo::Defined(t, known.defined));
            self.literals.insert(t, Literal { lit: known.lit, defined: known.defined | missing });
            self.work.push(Work::Define(t, missing));
        }
        known.lit.negate_if(negated)
    }

    /// A literal for a formula that has none. Atoms are complete at once, connectives wait for their definition.
    fn new_literal(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Literal {
        let first_sort = terms.args(t).first().map(|&a| terms.sort(a));
        let atom = |lit| Literal { lit, defined: BOTH };
        match (terms.op(t), first_sort) {
            (Op::True, _) => atom(self.yes),
            (Op::Symbol(_), _) => atom(sat.new_var().positive()),
            (_, Some(Sort::BitVec(_))) => atom(self.word_atom(terms, sat, t)),
            (Op::Le, _) => atom(self.bound_atom(terms, sat, t, Relation::AtMost)),
            (Op::Ge, _) => atom(self.bound_atom(terms, sat, t, Relation::AtLeast)),
            _ => Literal { lit: sat.new_var().positive(), defined: 0 },
        }
    }

    fn word_atom(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Lit {
        let (a, b) = (terms.arg(t, 0), terms.arg(t, 1));
        self.blast(terms, sat, &[a, b]);
        if self.effort.is_over() {
            return self.yes;
        }
        let (a, b) = (self.word(terms, a), self.word(terms, b));
        let gates = &mut self.gates(sat);
        match terms.op(t) {
            Op::Eq => blast::eq(gates, &a, &b),
            Op::BvUlt => blast::ult(gates, &a, &b),
            Op::BvSlt => blast::slt(gates, &a, &b),
            op => unreachable!("{:?} is no atom over vectors", op),
        }
    }

    fn gates<'a>(&'a mut self, sat: &'a mut Sat) -> ClauseGates<'a> {
        ClauseGates { sat, table: &mut self.gates, yes: self.yes, effort: &mut self.effort }
    }

    fn word(&self, terms: &Terms, t: TermId) -> Vec<Lit> {
        self.known_word(terms, t).map_or_else(Vec::new, <[Lit]>::to_vec)
    }

    fn bound_atom(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId, relation: Relation) -> Lit {
        let (sum, bound) = (terms.arg(t, 0), terms.arg(t, 1));
        let bound = terms.number_of(bound).cloned().unwrap_or_default();
        let column = self.column(terms, sat, sum);
        let v = sat.new_var();
        sat.freeze(v);
        sat.theory_mut().add_atom(v, column, relation, bound);
        v.positive()
    }

    /// The column of a number; a row for it if it is a sum.
    fn column(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Column {
        let t = if terms.op(t) == Op::ToReal { terms.arg(t, 0) } else { t };
        if let Some(&column) = self.columns.get(&t) {
            return column;
        }
        let column = match terms.op(t) {
            Op::Add | Op::Mul => {
                let sum = terms.linear(t);
                debug_assert!(sum.constant.is_zero());
                let mut row = Vec::with_capacity(sum.monomials.len());
                for (c, part) in sum.monomials {
                    row.push((c, self.column(terms, sat, part)));
                }
                sat.theory_mut().new_row(&row)
            }
            op => {
                let column = sat.theory_mut().new_column(terms.sort(t) == Sort::Int);
                match op {
                    Op::Symbol(_) => {}
                    Op::DivByZero | Op::IntDivByZero | Op::IntModByZero => self.relate_by_zero(terms, t),
                    _ => {
                        let meaning = meaning(terms, t);
                        self.work.push(Work::Assert(meaning));
                    }
                }
                column
            }
        };
        self.columns.insert(t, column);
        self.log.push(Undo::Column(t));
        column
    }

    /// Division by zero is a function of the dividend (Ackermann's reduction).
    fn relate_by_zero(&mut self, terms: &mut Terms, t: TermId) {
        for &other in &self.by_zero {
            self.work.extend(by_zero_meaning(terms, other, t).map(Work::Assert));
        }
        self.by_zero.push(t);
        self.log.push(Undo::ByZero);
    }

    /// The clauses that define a connective, or an equality of numbers.
    fn define(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId, polarity: u8) {
        let lit = self.literals[&t].lit;
        match terms.op(t) {
            Op::And => {
                let mut all = std::mem::take(&mut self.clause);
                all.clear();
                all.push(lit);
                for i in 0..terms.args(t).len() {
                    let a = self.literal(terms, sat, terms.arg(t, i), polarity);
                    if polarity & POSITIVE != 0 {
                        self.add_clause(sat, &[!lit, a]);
                    }
                    all.push(!a);
                }
                if polarity & NEGATIVE != 0 {
                    self.add_clause(sat, &all);
                }
                self.clause = all;
            }
            Op::Ite => {
                let c = self.literal(terms, sat, terms.arg(t, 0), BOTH);
                let a = self.literal(terms, sat, terms.arg(t, 1), polarity);
                let b = self.literal(terms, sat, terms.arg(t, 2), polarity);
                if polarity & POSITIVE != 0 {
                    self.add_clause(sat, &[!lit, !c, a]);
                    self.add_clause(sat, &[!lit, c, b]);
                    self.add_clause(sat, &[!lit, a, b]);
                }
                if polarity & NEGATIVE != 0 {
                    self.add_clause(sat, &[lit, !c, !a]);
                    self.add_clause(sat, &[lit, c, !b]);
                    self.add_clause(sat, &[lit, !a, !b]);
                }
            }
            Op::Eq if terms.sort(terms.arg(t, 0)) == Sort::Bool => {
                let a = self.literal(terms, sat, terms.arg(t, 0), BOTH);
                let b = self.literal(terms, sat, terms.arg(t, 1), BOTH);
                if polarity & POSITIVE != 0 {
                    self.add_clause(sat, &[!lit, !a, b]);
                    self.add_clause(sat, &[!lit, a, !b]);
                }
                if polarity & NEGATIVE != 0 {
                    self.add_clause(sat, &[lit, a, b]);
                    self.add_clause(sat, &[lit, !a, !b]);
                }
            }
            Op::Eq => {
                let (sum, bound) = (terms.arg(t, 0), terms.arg(t, 1));
                let (le, ge) = (terms.plain_le(sum, bound), terms.plain_le(bound, sum));
                let (le, ge) = (self.literal(terms, sat, le, BOTH), self.literal(terms, sat, ge, BOTH));
                if polarity & POSITIVE != 0 {
                    self.add_clause(sat, &[!lit, le]);
                    self.add_clause(sat, &[!lit, ge]);
                }
                if polarity & NEGATIVE != 0 {
                    self.add_clause(sat, &[lit, !le, !ge]);
                }
            }
            op => unreachable!("{:?} is an atom", op),
        }
    }

    /// Makes the bits of vectors and of all vectors below.
    fn blast(&mut self, terms: &mut Terms, sat: &mut Sat, roots: &[TermId]) {
        let known = |t: TermId| self.words.contains_key(&t) || terms.width(t) == 0;
        for t in terms.subterms_until(roots, known) {
            if terms.width(t) == 0 || self.words.contains_key(&t) {
                continue;
            }
            self.tick(sat, terms.width(t) as usize);
            if self.effort.is_over() {
                return;
            }
            let word = self.new_word(terms, sat, t);
            debug_assert_eq!(word.len(), terms.width(t) as usize);
            self.words.insert(t, self.bits.len());
            self.log.push(Undo::Word(t));
            self.bits.extend(word);
        }
    }

    fn new_word(&mut self, terms: &mut Terms, sat: &mut Sat, t: TermId) -> Vec<Lit> {
        let width = terms.width(t);
        let (op, sort) = (terms.op(t), terms.sort(t));
        if op == Op::Ite {
            let condition = self.literal(terms, sat, terms.arg(t, 0), BOTH);
            let (a, b) = (self.word(terms, terms.arg(t, 1)), self.word(terms, terms.arg(t, 2)));
            return blast::ite(&mut self.gates(sat), condition, &a, &b);
        }
        let args: Vec<Vec<Lit>> = terms.args(t).iter().map(|&a| self.word(terms, a)).collect();
        let g = &mut self.gates(sat);
        let (first, second) = (args.first(), args.get(1));
        let (a, b) = (first.map_or(&[][..], |a| a), second.map_or(&[][..], |b| b));
        use crate::theories::bv::blast::Gates;
        match op {
            Op::Symbol(_) => (0..width).map(|_| g.input()).collect(),
            Op::Bits(_) => {
                let yes = g.yes;
                let bits = terms.bits_of(t);
                (0..width).map(|i| yes.negate_if(bits.map_or(true, |b| !b.bit(i)))).collect()
            }
            Op::BvNot => blast::not(g, a),
            Op::BvNeg => blast::neg(g, a),
            Op::BvAnd => blast::bitwise(g, a, b, Gates::and),
            Op::BvOr => blast::bitwise(g, a, b, Gates::or),
            Op::BvXor => blast::bitwise(g, a, b, Gates::xor),
            Op::BvAdd => blast::add(g, a, b),
            Op::BvSub => blast::sub(g, a, b),
            Op::BvMul => blast::mul(g, a, b),
            Op::BvUdiv => blast::udivrem(g, a, b).0,
            Op::BvUrem => blast::udivrem(g, a, b).1,
            Op::BvShl => blast::shift(g, Shift::Left, a, b),
            Op::BvLshr => blast::shift(g, Shift::Right, a, b),
            Op::BvAshr => blast::shift(g, Shift::Arithmetic, a, b),
            Op::Concat => [b, a].concat(),
            Op::Extract(low) => a[low as usize..(low + width) as usize].to_vec(),
            Op::SignExtend => (0..width as usize).map(|i| a[i.min(a.len() - 1)]).collect(),
            _ => unreachable!("{:?} of sort {}", op, sort),
        }
    }
}
