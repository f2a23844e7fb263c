//! Building formulas: connectives, equality, conditionals.

use super::rules;
use super::store::{Family, Op, Sort, TermId, Terms};

impl Terms {
    /// The constant of this truth value.
    pub fn bool(&self, value: bool) -> TermId {
        if value {
            Terms::TRUE
        } else {
            Terms::FALSE
        }
    }

    /// Negation.
    pub fn not(&mut self, t: TermId) -> TermId {
        self.demand_formulas("not", &[t]);
        self.by_rules(Op::Not, Sort::Bool, &[t], rules::not)
    }

    /// The term without its negation, and whether there was one.
    #[inline]
    pub fn split_not(&self, t: TermId) -> (TermId, bool) {
        match self.op(t) {
            Op::Not => (self.arg(t, 0), true),
            _ => (t, false),
        }
    }

    /// Conjunction of any number, true if there are none.
    pub fn and(&mut self, terms: &[TermId]) -> TermId {
        self.demand_formulas("and", terms);
        let mut args: Vec<TermId> = Vec::with_capacity(terms.len());
        args.extend(terms.iter().filter(|&&t| t != Terms::TRUE));
        args.sort_unstable();
        args.dedup();
        if args.contains(&Terms::FALSE) || self.has_complements(&args) {
            return Terms::FALSE;
        }
        match args.len() {
            0 => Terms::TRUE,
            1 => args[0],
            _ => self.intern(Op::And, Sort::Bool, &args),
        }
    }

    /// Whether sorted terms contain one and its negation.
    fn has_complements(&self, sorted: &[TermId]) -> bool {
        sorted.iter().any(|&t| self.op(t) == Op::Not && sorted.binary_search(&self.arg(t, 0)).is_ok())
    }

    /// Disjunction of any number, false if there are none.
    pub fn or(&mut self, terms: &[TermId]) -> TermId {
        self.demand_formulas("or", terms);
        let negated: Vec<TermId> = terms.iter().map(|&t| self.not(t)).collect();
        let none = self.and(&negated);
        self.not(none)
    }

    /// If `a` then `b`.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_formulas("=>", &[a, b]);
        let not_b = self.not(b);
        let counterexample = self.and(&[a, not_b]);
        self.not(counterexample)
    }

    /// Exactly one of both.
    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_formulas("xor", &[a, b]);
        let same = self.iff(a, b);
        self.not(same)
    }

    /// Equality of two formulas.
    pub fn iff(&mut self, a: TermId, b: TermId) -> TermId {
        self.demand_formulas("=", &[a, b]);
        let ((a, a_negated), (b, b_negated)) = (self.split_not(a), self.split_not(b));
        let negated = a_negated != b_negated;
        let same = rules::iff(self, &[a, b], 0)
            .unwrap_or_else(|| self.intern(Op::Eq, Sort::Bool, &[a.min(b), a.max(b)]));
        if negated {
            self.not(same)
        } else {
            same
        }
    }

    /// Equality of two terms of one sort; `Int` and `Real` may be mixed.
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        let (left, right) = (self.sort(a), self.sort(b));
        self.demand(left == right || left.is_numeric() && right.is_numeric(), "=", &[a, b]);
        match left.family() {
            Family::Bool => self.iff(a, b),
            Family::Int | Family::Real => self.number_eq(a, b),
            Family::Word(_) => self.bits_eq(a, b),
            Family::Opaque if a == b => Terms::TRUE,
            Family::Opaque if self.are_made_apart(a, b) => Terms::FALSE,
            Family::Opaque => self.intern(Op::Eq, Sort::Bool, &[a.min(b), a.max(b)]),
        }
    }

    /// Whether all are different from each other: a conjunction over all pairs.
    pub fn distinct(&mut self, terms: &[TermId]) -> TermId {
        let mut pairs = Vec::new();
        for (i, &a) in terms.iter().enumerate() {
            for &b in &terms[i + 1..] {
                self.note_term();
                if self.is_over() {
                    return Terms::FALSE;
                }
                let same = self.eq(a, b);
                pairs.push(self.not(same));
            }
        }
        self.and(&pairs)
    }

    /// `yes` if the condition holds, else `no`; both of one sort.
    pub fn ite(&mut self, condition: TermId, yes: TermId, no: TermId) -> TermId {
        let suitable = self.sort(condition) == Sort::Bool && self.sort(yes) == self.sort(no);
        self.demand(suitable, "ite", &[condition, yes, no]);
        let args = [condition, yes, no];
        if let Some(simpler) = rules::ite(self, &args, 0) {
            return simpler;
        }
        let sort = self.sort(yes);
        if sort == Sort::Bool {
            // Rules use the negation; it is made first.
            self.not(condition);
            return self.by_rules(Op::Ite, sort, &args, rules::formula_choice);
        }
        if let Some(simpler) = rules::value_choice(self, &args, 0) {
            return simpler;
        }
        let choice = self.intern(Op::Ite, sort, &args);
        if sort.is_numeric() {
            self.note_choice(choice);
        }
        choice
    }
}
