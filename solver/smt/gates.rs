//! Circuits as clauses: the gates of bit-blasted operators.
//!
//! Each gate is a literal with its defining clauses (Tseitin 1968, in both directions, since bits of words occur in
//! both polarities). Constants are folded, arguments are put in order, negations move to the output, and equal gates
//! are shared as long as the scope lives in which the first of them was made.

use super::effort::Effort;
use super::gate_table::{Gate, GateTable};
use super::justify::Kind;
use super::theories::Sat;
use crate::base::Lit;
use crate::theories::bv::blast::Gates;

/// Gates over literals of a solver. `yes` is a positive literal that is always true.
///
/// Once the effort is over no gate is made any more, and all outputs are `yes`.
pub(super) struct ClauseGates<'a> {
    pub sat: &'a mut Sat,
    pub table: &'a mut GateTable,
    pub yes: Lit,
    pub effort: &'a mut Effort,
}

impl ClauseGates<'_> {
    fn output(&mut self, gate: Gate, clauses: impl FnOnce(&mut Sat, Lit)) -> Lit {
        if let Some(output) = self.table.get(&gate) {
            return output;
        }
        self.effort.tick(self.sat, self.table, 1);
        if self.effort.is_over() {
            return self.yes;
        }
        let output = self.sat.new_var().positive();
        clauses(self.sat, output);
        let justifier = &mut self.sat.theory_mut().justifier;
        match gate {
            Gate::And([a, b]) => {
                justifier.define(output, Kind::All, &[a, b]);
                justifier.define(!output, Kind::Any, &[!a, !b]);
            }
            Gate::Ite([c, a, b]) => {
                justifier.define(output, Kind::Choice, &[c, a, b]);
                justifier.define(!output, Kind::Choice, &[c, !a, !b]);
            }
            Gate::Xor(_) | Gate::Majority(_) => {
                justifier.define(output, Kind::Values, gate.inputs());
                justifier.define(!output, Kind::Values, gate.inputs());
            }
        }
        self.table.insert(gate, output);
        output
    }

    /// A bit that may have any value.
    pub fn input(&mut self) -> Lit {
        self.effort.tick(self.sat, self.table, 1);
        if self.effort.is_over() {
            return self.yes;
        }
        self.sat.new_var().positive()
    }

    fn is_true(&self, l: Lit) -> bool {
        l == self.yes
    }

    fn is_false(&self, l: Lit) -> bool {
        l == !self.yes
    }
}

impl Gates for ClauseGates<'_> {
    type Bit = Lit;

    fn is_over(&self) -> bool {
        self.effort.is_over()
    }

    fn constant(&mut self, value: bool) -> Lit {
        if value {
            self.yes
        } else {
            !self.yes
        }
    }

    fn not(&mut self, a: Lit) -> Lit {
        !a
    }

    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        if self.is_false(a) || self.is_false(b) || a == !b {
            return !self.yes;
        }
        if self.is_true(a) || a == b {
            return b;
        }
        if self.is_true(b) {
            return a;
        }
        let (a, b) = (a.min(b), a.max(b));
        self.output(Gate::And([a, b]), |sat, o| {
            sat.add_known_clause(&[!o, a]);
            sat.add_known_clause(&[!o, b]);
            sat.add_known_clause(&[o, !a, !b]);
        })
    }

    fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let negated = a.is_negative() != b.is_negative();
        let (a, b) = (a.var().positive(), b.var().positive());
        let (a, b) = (a.min(b), a.max(b));
        let odd = if a == b {
            !self.yes
        } else if a == self.yes {
            !b
        } else if b == self.yes {
            !a
        } else {
            self.output(Gate::Xor([a, b]), |sat, o| {
                sat.add_known_clause(&[!o, a, b]);
                sat.add_known_clause(&[!o, !a, !b]);
                sat.add_known_clause(&[o, !a, b]);
                sat.add_known_clause(&[o, a, !b]);
            })
        };
        odd.negate_if(negated)
    }

    fn ite(&mut self, c: Lit, a: Lit, b: Lit) -> Lit {
        if self.is_true(c) || a == b {
            return a;
        }
        if self.is_false(c) {
            return b;
        }
        if c.is_negative() {
            return self.ite(!c, b, a);
        }
        if self.is_true(a) || a == c {
            return self.or(c, b);
        }
        if self.is_false(a) || a == !c {
            return self.and(!c, b);
        }
        if self.is_true(b) || b == !c {
            return self.or(!c, a);
        }
        if self.is_false(b) || b == c {
            return self.and(c, a);
        }
        if a == !b {
            return self.xor(c, b);
        }
        if a.is_negative() {
            return !self.ite(c, !a, !b);
        }
        self.output(Gate::Ite([c, a, b]), |sat, o| {
            sat.add_known_clause(&[!c, !a, o]);
            sat.add_known_clause(&[!c, a, !o]);
            sat.add_known_clause(&[c, !b, o]);
            sat.add_known_clause(&[c, b, !o]);
            // Not needed, but they propagate more.
            sat.add_known_clause(&[!a, !b, o]);
            sat.add_known_clause(&[a, b, !o]);
        })
    }

    fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut bits = [a, b, c];
        bits.sort_unstable();
        let [a, b, c] = bits;
        for (x, y, z) in [(a, b, c), (a, c, b), (b, c, a)] {
            if x == y {
                return x;
            }
            if x == !y {
                return z;
            }
            if self.is_true(z) {
                return self.or(x, y);
            }
            if self.is_false(z) {
                return self.and(x, y);
            }
        }
        self.output(Gate::Majority([a, b, c]), |sat, o| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                sat.add_known_clause(&[!x, !y, o]);
                sat.add_known_clause(&[x, y, !o]);
            }
        })
    }
}
