//! How the bits of each variable are read.

use super::number::Range;
use crate::base::{Budget, HashMap, Limit};
use crate::solver::term::{Op, TermId, Terms};

/// Terms between two looks at the budget.
const PERIOD: usize = 1 << 12;

/// Words in classes, each with the votes for a reading. A sum, a choice or an equation joins its parts.
#[derive(Default)]
pub(super) struct Signs {
    /// By word: one nearer to the representative of its class; none for a representative.
    parent: HashMap<TermId, TermId>,
    /// By representative: comparisons with sign less those without.
    votes: HashMap<TermId, i64>,
}

impl Signs {
    /// Lets the subterms of these terms vote. The words of a pair are read in the same way. A class without votes is
    /// read with sign.
    pub fn of(
        terms: &Terms,
        roots: &[TermId],
        pairs: &[(TermId, TermId)],
        budget: &Budget,
    ) -> Result<Signs, Limit> {
        let mut signs = Signs::default();
        let is_constant = |t: TermId| terms.bits_of(t).is_some();
        let pairs = pairs.iter().filter(|&&(a, b)| !is_constant(a) && !is_constant(b));
        pairs.for_each(|&(a, b)| signs.join(a, b));
        for (i, t) in terms.subterms(roots).into_iter().enumerate() {
            if i % PERIOD == 0 {
                budget.poll()?;
            }
            let args = terms.args(t);
            let is_word = |t: TermId| terms.sort(t).width().is_some() && terms.bits_of(t).is_none();
            match terms.op(t) {
                Op::BvSlt | Op::SignExtend => signs.vote(args, 1),
                Op::Extract(low) if low > 0 && low + 1 == terms.width(args[0]) => signs.vote(args, 1),
                Op::BvUlt | Op::BvUdiv | Op::BvUrem | Op::BvLshr => signs.vote(args, -1),
                Op::Concat => signs.vote(&args[1..], -1),
                Op::BvAdd | Op::BvSub | Op::BvNeg | Op::BvNot | Op::BvMul | Op::Ite if is_word(t) => {
                    args.iter().filter(|&&a| is_word(a)).for_each(|&a| signs.join(t, a));
                }
                Op::Eq if is_word(args[0]) && is_word(args[1]) => signs.join(args[0], args[1]),
                _ => {}
            }
        }
        Ok(signs)
    }

    /// How a variable is read, if it is a word.
    pub fn range(&mut self, terms: &Terms, variable: TermId) -> Option<Range> {
        let width = terms.sort(variable).width()?;
        let class = self.class(variable);
        let signed = self.votes.get(&class).map_or(true, |&votes| votes >= 0);
        Some(Range { width, signed })
    }

    fn class(&mut self, mut t: TermId) -> TermId {
        while let Some(&parent) = self.parent.get(&t) {
            // Each second word on the way comes nearer to the representative.
            if let Some(&next) = self.parent.get(&parent) {
                self.parent.insert(t, next);
            }
            t = parent;
        }
        t
    }

    fn vote(&mut self, words: &[TermId], vote: i64) {
        for &word in words {
            let class = self.class(word);
            *self.votes.entry(class).or_default() += vote;
        }
    }

    fn join(&mut self, a: TermId, b: TermId) {
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            let votes = self.votes.remove(&a).unwrap_or_default();
            *self.votes.entry(b).or_default() += votes;
            self.parent.insert(a, b);
        }
    }
}
