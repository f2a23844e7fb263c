//! The sorts that operators demand, checked in every build.

use super::store::{Sort, TermId, Terms};

impl Terms {
    /// Refuses arguments that do not suit an operator, which is named as in SMT-LIB.
    #[inline]
    pub(super) fn demand(&self, suitable: bool, operator: &str, args: &[TermId]) {
        if !suitable {
            self.refuse(operator, args);
        }
    }

    #[cold]
    #[inline(never)]
    fn refuse(&self, operator: &str, args: &[TermId]) -> ! {
        let sorts: Vec<String> = args.iter().map(|&t| self.sort_text(self.sort(t))).collect();
        panic!("`{}` is not defined for arguments of sorts {}", operator, sorts.join(", "))
    }

    /// For procedures over formulas: refuses terms of other sorts than `Bool`.
    pub(crate) fn expect_formulas(&self, terms: &[TermId]) {
        for &t in terms {
            let sort = self.sort(t);
            assert!(sort == Sort::Bool, "a term of sort {} in the place of a formula", sort);
        }
    }

    /// Demands that all of these are truth values.
    #[inline]
    pub(super) fn demand_formulas(&self, operator: &str, args: &[TermId]) {
        self.demand(args.iter().all(|&t| self.sort(t) == Sort::Bool), operator, args);
    }

    /// Demands that all of these are integers or reals.
    #[inline]
    pub(super) fn demand_numbers(&self, operator: &str, args: &[TermId]) {
        self.demand(args.iter().all(|&t| self.sort(t).is_numeric()), operator, args);
    }

    /// Demands that all of these are integers.
    #[inline]
    pub(super) fn demand_integers(&self, operator: &str, args: &[TermId]) {
        self.demand(args.iter().all(|&t| self.sort(t) == Sort::Int), operator, args);
    }

    /// Demands a bit-vector and returns its width.
    #[inline]
    pub(super) fn demand_vector(&self, operator: &str, t: TermId) -> u32 {
        let width = self.width(t);
        self.demand(width > 0, operator, &[t]);
        width
    }

    /// Demands that both are bit-vectors of one width.
    #[inline]
    pub(super) fn demand_vectors(&self, operator: &str, a: TermId, b: TermId) {
        self.demand(self.width(a) > 0 && self.sort(a) == self.sort(b), operator, &[a, b]);
    }
}
