//! Scripts of SMT-LIB: random terms, scopes, assumptions.

use indubit::base::Rng;
use std::fmt::Write;

/// A sort of the generator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Bool,
    Int,
    Real,
    Bits(u32),
}

/// The rules of a logic.
struct Logic {
    name: &'static str,
    /// The sorts of terms.
    sorts: &'static [Sort],
}

const BV: Logic = Logic {
    name: "QF_BV",
    sorts: &[Sort::Bits(1), Sort::Bits(3), Sort::Bits(4), Sort::Bits(8), Sort::Bits(17), Sort::Bits(32)],
};
const LIA: Logic = Logic { name: "QF_LIA", sorts: &[Sort::Int] };
const LRA: Logic = Logic { name: "QF_LRA", sorts: &[Sort::Real] };
const LIRA: Logic = Logic { name: "QF_LIRA", sorts: &[Sort::Int, Sort::Real] };

/// Bit-vectors.
pub fn bv(rng: &mut Rng, size: usize) -> String {
    script(rng, size, &BV)
}

/// Linear integers.
pub fn lia(rng: &mut Rng, size: usize) -> String {
    script(rng, size, &LIA)
}

/// Linear reals.
pub fn lra(rng: &mut Rng, size: usize) -> String {
    script(rng, size, &LRA)
}

/// Linear integers and reals together.
pub fn lira(rng: &mut Rng, size: usize) -> String {
    script(rng, size, &LIRA)
}

fn script(rng: &mut Rng, size: usize, logic: &Logic) -> String {
    let mut text = format!("(set-logic {})\n", logic.name);
    let mut constants: Vec<(String, Sort)> = Vec::new();
    for i in 0..2 + rng.below(4) {
        constants.push((format!("x{}", i), logic.sorts[rng.below(logic.sorts.len())]));
    }
    (0..rng.below(3)).for_each(|i| constants.push((format!("p{}", i), Sort::Bool)));
    for (name, sort) in &constants {
        let sort = match sort {
            Sort::Bool => "Bool".to_string(),
            Sort::Int => "Int".to_string(),
            Sort::Real => "Real".to_string(),
            Sort::Bits(width) => format!("(_ BitVec {})", width),
        };
        let _ = writeln!(text, "(declare-fun {} () {})", name, sort);
    }
    let maker = Maker { logic, constants };
    let mut open = 0;
    for _ in 0..1 + rng.below(size) {
        match rng.below(12) {
            0 => {
                text.push_str("(push 1)\n");
                open += 1;
            }
            1 if open > 0 => {
                text.push_str("(check-sat)\n(pop 1)\n");
                open -= 1;
            }
            2 => text.push_str("(check-sat)\n"),
            _ => {
                let depth = 1 + rng.below(4);
                let _ = writeln!(text, "(assert {})", maker.formula(rng, depth));
            }
        }
    }
    text.push_str("(check-sat)\n");
    text
}

struct Maker<'a> {
    logic: &'a Logic,
    constants: Vec<(String, Sort)>,
}

impl Maker<'_> {
    fn constant(&self, rng: &mut Rng, sort: Sort) -> Option<String> {
        let fitting: Vec<&String> =
            self.constants.iter().filter(|(_, other)| *other == sort).map(|(name, _)| name).collect();
        (!fitting.is_empty()).then(|| fitting[rng.below(fitting.len())].clone())
    }

    fn formula(&self, rng: &mut Rng, depth: usize) -> String {
        if depth == 0 {
            return match self.constant(rng, Sort::Bool) {
                Some(name) if !rng.one_in(4) => name,
                _ => if rng.one_in(2) { "true" } else { "false" }.to_string(),
            };
        }
        let sub = |rng: &mut Rng| self.formula(rng, depth - 1);
        match rng.below(11) {
            0 => format!("(not {})", sub(rng)),
            1 => format!("(and {} {})", sub(rng), sub(rng)),
            2 => format!("(or {} {} {})", sub(rng), sub(rng), sub(rng)),
            3 => format!("(xor {} {})", sub(rng), sub(rng)),
            4 => format!("(=> {} {})", sub(rng), sub(rng)),
            5 => format!("(ite {} {} {})", sub(rng), sub(rng), sub(rng)),
            6 => format!("(let ((l{} {})) (or l{} {}))", depth, sub(rng), depth, sub(rng)),
            _ => self.comparison(rng, depth),
        }
    }

    fn comparison(&self, rng: &mut Rng, depth: usize) -> String {
        let sort = self.logic.sorts[rng.below(self.logic.sorts.len())];
        let words = ["=", "distinct", "bvult", "bvsle", "bvslt", "bvuge", "bvsgt", "bvule"];
        let numbers = ["=", "distinct", "<", "<=", ">", ">="];
        let op = match sort {
            Sort::Bits(_) => words[rng.below(words.len())],
            _ => numbers[rng.below(numbers.len())],
        };
        format!("({} {} {})", op, self.term(rng, sort, depth - 1), self.term(rng, sort, depth - 1))
    }

    fn term(&self, rng: &mut Rng, sort: Sort, depth: usize) -> String {
        let constant = self.constant(rng, sort);
        if depth == 0 || constant.is_some() && rng.one_in(4) {
            return match constant {
                Some(name) if !rng.one_in(4) => name,
                _ => self.value(rng, sort),
            };
        }
        if rng.one_in(8) {
            let (a, b) = (self.term(rng, sort, depth - 1), self.term(rng, sort, depth - 1));
            return format!("(ite {} {} {})", self.formula(rng, depth - 1), a, b);
        }
        match sort {
            Sort::Bits(width) => self.word(rng, width, depth),
            _ => self.number(rng, sort, depth),
        }
    }

    fn value(&self, rng: &mut Rng, sort: Sort) -> String {
        let small = rng.below(9) as i64 - 4;
        match sort {
            Sort::Bool => "true".to_string(),
            Sort::Bits(width) => {
                let bits = (0..width).map(|_| if rng.one_in(2) { '1' } else { '0' });
                format!("#b{}", bits.collect::<String>())
            }
            Sort::Real => {
                let value = format!("{}.{}", small.abs(), rng.below(10));
                if small < 0 {
                    format!("(- {})", value)
                } else {
                    value
                }
            }
            Sort::Int if small < 0 => format!("(- {})", -small),
            Sort::Int => small.to_string(),
        }
    }

    fn number(&self, rng: &mut Rng, sort: Sort, depth: usize) -> String {
        let sub = |rng: &mut Rng| self.term(rng, sort, depth - 1);
        let is_mixed = self.logic.sorts.len() > 1;
        match (rng.below(9), sort) {
            (0, _) => format!("(- {})", sub(rng)),
            (1, _) => format!("(- {} {})", sub(rng), sub(rng)),
            (2, _) => format!("(* {} {})", self.value(rng, sort), sub(rng)),
            (3, Sort::Int) => format!("(mod {} {})", sub(rng), 2 + rng.below(5)),
            (4, Sort::Int) => format!("(div {} {})", sub(rng), 2 + rng.below(5)),
            (5, Sort::Int) => format!("(abs {})", sub(rng)),
            (6, Sort::Int) if is_mixed => format!("(to_int {})", self.term(rng, Sort::Real, depth - 1)),
            (6, Sort::Real) if is_mixed => format!("(to_real {})", self.term(rng, Sort::Int, depth - 1)),
            _ => format!("(+ {} {} {})", sub(rng), sub(rng), self.value(rng, sort)),
        }
    }

    fn word(&self, rng: &mut Rng, width: u32, depth: usize) -> String {
        let sub = |rng: &mut Rng| self.term(rng, Sort::Bits(width), depth - 1);
        const BINARY: [&str; 15] = [
            "bvadd", "bvsub", "bvmul", "bvand", "bvor", "bvxor", "bvudiv", "bvurem", "bvsdiv", "bvsrem",
            "bvsmod", "bvshl", "bvlshr", "bvashr", "bvxnor",
        ];
        match rng.below(24) {
            0 => format!("(bvnot {})", sub(rng)),
            1 => format!("(bvneg {})", sub(rng)),
            2 if width > 1 => {
                let high = 1 + rng.below(width as usize - 1) as u32;
                let upper = self.term(rng, Sort::Bits(width - high), depth - 1);
                format!("(concat {} {})", upper, self.term(rng, Sort::Bits(high), depth - 1))
            }
            3 => {
                let more = rng.below(4) as u32;
                let low = rng.below(more as usize + 1) as u32;
                let inner = self.term(rng, Sort::Bits(width + more), depth - 1);
                format!("((_ extract {} {}) {})", low + width - 1, low, inner)
            }
            4 if width > 1 => {
                let less = 1 + rng.below(width as usize - 1) as u32;
                let kind = if rng.one_in(2) { "zero_extend" } else { "sign_extend" };
                format!("((_ {} {}) {})", kind, less, self.term(rng, Sort::Bits(width - less), depth - 1))
            }
            5 => format!("((_ rotate_left {}) {})", rng.below(2 * width as usize), sub(rng)),
            n => format!("({} {} {})", BINARY[n % BINARY.len()], sub(rng), sub(rng)),
        }
    }
}
