//! Building formulas: connectives, equality, conditionals.

use super::store::{Op, Sort, TermId, Terms};

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
        match self.op(t) {
            Op::Not => self.arg(t, 0),
            _ => self.intern(Op::Not, Sort::Bool, &[t]),
        }
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
        let same = if a == b {
            Terms::TRUE
        } else if a == Terms::TRUE {
            b
        } else if b == Terms::TRUE {
            a
        } else {
            self.intern(Op::Eq, Sort::Bool, &[a.min(b), a.max(b)])
        };
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
        match left {
            Sort::Bool => self.iff(a, b),
            Sort::Int | Sort::Real => self.number_eq(a, b),
            Sort::BitVec(_) => self.bits_eq(a, b),
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
        if condition == Terms::TRUE || yes == no {
            return yes;
        }
        if condition == Terms::FALSE {
            return no;
        }
        if self.op(condition) == Op::Not {
            let inner = self.arg(condition, 0);
            return self.ite(inner, no, yes);
        }
        if self.sort(yes) == Sort::Bool {
            return self.bool_ite(condition, yes, no);
        }
        // In a branch that is a conditional with the same condition, the condition is known.
        let yes =
            if self.op(yes) == Op::Ite && self.arg(yes, 0) == condition { self.arg(yes, 1) } else { yes };
        let no = if self.op(no) == Op::Ite && self.arg(no, 0) == condition { self.arg(no, 2) } else { no };
        if yes == no {
            return yes;
        }
        let choice = self.intern(Op::Ite, self.sort(yes), &[condition, yes, no]);
        if self.sort(choice).is_numeric() {
            self.note_choice(choice);
        }
        choice
    }

    fn bool_ite(&mut self, c: TermId, yes: TermId, no: TermId) -> TermId {
        let not_c = self.not(c);
        let yes = if yes == c { Terms::TRUE } else { yes };
        let yes = if yes == not_c { Terms::FALSE } else { yes };
        let no = if no == c { Terms::FALSE } else { no };
        let no = if no == not_c { Terms::TRUE } else { no };
        match (yes, no) {
            (Terms::TRUE, _) => return self.or(&[c, no]),
            (Terms::FALSE, _) => return self.and(&[not_c, no]),
            (_, Terms::TRUE) => return self.or(&[not_c, yes]),
            (_, Terms::FALSE) => return self.and(&[c, yes]),
            _ => {}
        }
        if self.split_not(yes).0 == self.split_not(no).0 {
            return if yes == no { yes } else { self.iff(c, yes) };
        }
        if self.op(yes) == Op::Not && self.op(no) == Op::Not {
            let (a, b) = (self.arg(yes, 0), self.arg(no, 0));
            let positive = self.intern(Op::Ite, Sort::Bool, &[c, a, b]);
            return self.not(positive);
        }
        self.intern(Op::Ite, Sort::Bool, &[c, yes, no])
    }
}
