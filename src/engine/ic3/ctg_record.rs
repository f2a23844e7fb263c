//! Whether counterexamples to generalisation are worth their queries.

/// The cost and the gain of counterexamples to generalisation lately.
#[derive(Default)]
pub(in crate::engine) struct CtgRecord {
    queries: u64,
    helped: u64,
    passed_over: u64,
}

impl CtgRecord {
    /// Older entries count half each time that `MEMORY` queries have been spent.
    const MEMORY: u64 = 10_000;
    /// Queries before there is an opinion.
    const TRIAL: u64 = 500;
    /// Queries that one literal more may cost.
    const PRICE: u64 = 150;
    /// While it costs more, one in `SAMPLE` is tried.
    const SAMPLE: u64 = 8;

    pub fn is_worth_trying(&mut self) -> bool {
        if self.queries < CtgRecord::TRIAL || self.queries <= self.helped * CtgRecord::PRICE {
            return true;
        }
        self.passed_over += 1;
        self.passed_over % CtgRecord::SAMPLE == 0
    }

    pub fn note(&mut self, helped: bool, queries: u64) {
        self.queries += queries;
        self.helped += helped as u64;
        if self.queries > CtgRecord::MEMORY {
            self.queries /= 2;
            self.helped /= 2;
        }
    }
}
