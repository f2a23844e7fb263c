//! Small worlds in which every assignment can be tried.

use indubit::base::Rng;
use indubit::solver::term::{Model, Op, Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;
use indubit::theories::num::Rational;

/// Constants of every sort but `Real`, all of whose values can be tried.
pub struct World {
    /// Where all terms live.
    pub terms: Terms,
    /// The constants that generated terms are made of.
    pub symbols: Vec<TermId>,
    /// The integers lie between minus this and this.
    range: i64,
    /// Says that the integers are in range, one formula a bound.
    pub domain: Vec<TermId>,
}

impl World {
    /// A few constants of some sorts.
    pub fn new(rng: &mut Rng) -> World {
        let mut terms = Terms::new();
        let mut symbols = Vec::new();
        let sorts: &[Sort] = match rng.below(4) {
            0 => &[Sort::Bool, Sort::Bool, Sort::Int, Sort::Int],
            1 => &[Sort::Int, Sort::Int, Sort::Int],
            2 => &[Sort::Bool, Sort::BitVec(3), Sort::BitVec(3)],
            _ => &[Sort::Bool, Sort::Int, Sort::BitVec(2), Sort::BitVec(2)],
        };
        let range = 3;
        let mut domain = Vec::new();
        for (i, &sort) in sorts.iter().enumerate() {
            let t = terms.declare(&format!("c{}", i), sort);
            symbols.push(t);
            if sort == Sort::Int {
                let (low, high) = (terms.int(-range), terms.int(range));
                domain.push(terms.ge(t, low));
                domain.push(terms.le(t, high));
            }
        }
        World { terms, symbols, range, domain }
    }

    /// Two words of this width.
    pub fn of_words(width: u32) -> World {
        let mut terms = Terms::new();
        let symbols = ["a", "b"].map(|name| terms.declare(name, Sort::BitVec(width))).to_vec();
        World { terms, symbols, range: 0, domain: Vec::new() }
    }

    /// The values that a constant of a sort can have.
    pub fn values(&self, sort: Sort) -> Vec<Value> {
        match sort {
            Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
            Sort::BitVec(width) => (0..1 << width).map(|n| Value::Bits(Bits::new(n, width))).collect(),
            _ => (-self.range..=self.range).map(|n| Value::Number(Rational::from(n))).collect(),
        }
    }

    /// Whether some assignment makes all formulas true.
    pub fn satisfiable(&self, formulas: &[TermId]) -> bool {
        let choices: Vec<Vec<Value>> =
            self.symbols.iter().map(|&t| self.values(self.terms.sort(t))).collect();
        let count: usize = choices.iter().map(Vec::len).product();
        (0..count).any(|mut n| {
            let mut model = Model::new();
            for (&t, values) in self.symbols.iter().zip(&choices) {
                if let Op::Symbol(symbol) = self.terms.op(t) {
                    model.set(symbol, values[n % values.len()].clone());
                }
                n /= values.len();
            }
            model.evaluate_all(&self.terms, formulas).iter().all(Value::is_true)
        })
    }

    /// A random integer term.
    pub fn number(&mut self, rng: &mut Rng, depth: usize) -> TermId {
        let ints: Vec<TermId> =
            self.symbols.iter().copied().filter(|&t| self.terms.sort(t) == Sort::Int).collect();
        if ints.is_empty() || rng.one_in(5) {
            return self.terms.int(rng.below(7) as i64 - 3);
        }
        if depth == 0 || rng.one_in(3) {
            return ints[rng.below(ints.len())];
        }
        let (a, b) = (self.number(rng, depth - 1), self.number(rng, depth - 1));
        let factor = Rational::from(rng.below(7) as i64 - 3);
        let divisor = self.terms.int(2 + rng.below(2) as i64);
        match rng.below(7) {
            0 | 1 => self.terms.add(&[a, b]),
            2 => self.terms.sub(a, b),
            3 => self.terms.scale(&factor, a),
            4 => self.terms.int_div(a, divisor).expect("a numeral"),
            5 => self.terms.int_mod(a, divisor).expect("a numeral"),
            _ => {
                let c = self.formula(rng, depth - 1);
                self.terms.ite(c, a, b)
            }
        }
    }

    /// A random word.
    pub fn word(&mut self, rng: &mut Rng, width: u32, depth: usize) -> TermId {
        let sort = Sort::BitVec(width);
        let words: Vec<TermId> =
            self.symbols.iter().copied().filter(|&t| self.terms.sort(t) == sort).collect();
        if words.is_empty() || rng.one_in(5) {
            return self.terms.bv(rng.next_u64(), width);
        }
        if depth == 0 || rng.one_in(3) {
            return words[rng.below(words.len())];
        }
        let (a, b) = (self.word(rng, width, depth - 1), self.word(rng, width, depth - 1));
        let t = &mut self.terms;
        match rng.below(14) {
            0 => t.bv_add(a, b),
            1 => t.bv_sub(a, b),
            2 => t.bv_mul(a, b),
            3 => t.bv_udiv(a, b),
            4 => t.bv_urem(a, b),
            5 => t.bv_shl(a, b),
            6 => t.bv_lshr(a, b),
            7 => t.bv_ashr(a, b),
            8 => t.bv_and(a, b),
            9 => t.bv_xor(a, b),
            10 => t.bv_neg(a),
            11 => t.bv_sdiv(a, b),
            12 => {
                let both = t.concat(a, b);
                t.extract(both, width, 1)
            }
            _ => {
                let c = self.formula(rng, depth - 1);
                self.terms.ite(c, a, b)
            }
        }
    }

    /// A random formula.
    pub fn formula(&mut self, rng: &mut Rng, depth: usize) -> TermId {
        let bools: Vec<TermId> =
            self.symbols.iter().copied().filter(|&t| self.terms.sort(t) == Sort::Bool).collect();
        if depth == 0 && !bools.is_empty() {
            return bools[rng.below(bools.len())];
        }
        let depth = depth.saturating_sub(1);
        match rng.below(8) {
            0 | 1 => {
                let (a, b) = (self.number(rng, depth), self.number(rng, depth));
                match rng.below(3) {
                    0 => self.terms.le(a, b),
                    1 => self.terms.lt(a, b),
                    _ => self.terms.eq(a, b),
                }
            }
            2 | 3 => {
                let width = self.symbols.iter().map(|&t| self.terms.width(t)).max().unwrap_or(0).max(1);
                let (a, b) = (self.word(rng, width, depth), self.word(rng, width, depth));
                match rng.below(3) {
                    0 => self.terms.bv_ult(a, b),
                    1 => self.terms.bv_slt(a, b),
                    _ => self.terms.eq(a, b),
                }
            }
            _ if depth == 0 => self.terms.bool(rng.one_in(2)),
            kind => {
                let (a, b) = (self.formula(rng, depth), self.formula(rng, depth));
                match kind {
                    4 => self.terms.and(&[a, b]),
                    5 => self.terms.or(&[a, b]),
                    6 => self.terms.not(a),
                    _ => self.terms.xor(a, b),
                }
            }
        }
    }
}
