//! Random terms over floating-point numbers.

use super::smt::Maker;
use super::sorts::Sort;
use indubit::base::Rng;

/// The rounding modes.
pub const MODES: [&str; 5] = ["RNE", "RNA", "RTP", "RTN", "RTZ"];

/// Numbers as texts of reals; most of them lie between two numbers of small formats.
const REALS: [&str; 6] = ["0.1", "(- 0.375)", "1.5", "(/ 1.0 3.0)", "(- 17.0)", "65519.5"];

/// A number: an infinity, a zero, NaN, a rounded real, or any word.
pub fn value(rng: &mut Rng, exponent: u32, significand: u32) -> String {
    let bits = |rng: &mut Rng, count: u32| {
        let (kind, last) = (rng.below(4), rng.below(2));
        let bit = |rng: &mut Rng, place: u32| match kind {
            0 => usize::from(place + 1 == count) & last,
            1 => 1 - (usize::from(place + 1 == count) & last),
            _ => rng.below(2),
        };
        (0..count).map(|place| if bit(rng, place) == 1 { '1' } else { '0' }).collect::<String>()
    };
    match rng.below(10) {
        0 => {
            let name = ["+oo", "-oo", "+zero", "-zero", "NaN"][rng.below(5)];
            format!("(_ {} {} {})", name, exponent, significand)
        }
        1 => {
            let (mode, real) = (MODES[rng.below(5)], REALS[rng.below(REALS.len())]);
            format!("((_ to_fp {} {}) {} {})", exponent, significand, mode, real)
        }
        _ => {
            let (sign, field, fraction) = (rng.below(2), bits(rng, exponent), bits(rng, significand - 1));
            format!("(fp #b{} #b{} #b{})", sign, field, fraction)
        }
    }
}

impl Maker {
    /// A number by an operator or a conversion.
    pub(super) fn float(&self, rng: &mut Rng, sort: (u32, u32), depth: usize) -> String {
        let (exponent, significand) = sort;
        let sub = |rng: &mut Rng| self.term(rng, Sort::Float(exponent, significand), depth - 1);
        let mode = self.term(rng, Sort::Mode, depth - 1);
        let to_fp = format!("(_ to_fp {} {})", exponent, significand);
        let kind = rng.below(16);
        if significand > 11 && (5..11).contains(&kind) {
            return self.wide_operation(rng, sort, &mode, kind);
        }
        match kind {
            0 => format!("(fp.abs {})", sub(rng)),
            1 => format!("(fp.neg {})", sub(rng)),
            2 | 3 => format!("(fp.add {} {} {})", mode, sub(rng), sub(rng)),
            4 => format!("(fp.sub {} {} {})", mode, sub(rng), sub(rng)),
            5 | 6 => format!("(fp.mul {} {} {})", mode, sub(rng), sub(rng)),
            7 => format!("(fp.div {} {} {})", mode, sub(rng), sub(rng)),
            8 => format!("(fp.fma {} {} {} {})", mode, sub(rng), sub(rng), sub(rng)),
            9 => format!("(fp.sqrt {} {})", mode, sub(rng)),
            10 => format!("(fp.rem {} {})", sub(rng), sub(rng)),
            11 => format!("(fp.roundToIntegral {} {})", mode, sub(rng)),
            12 => format!("(fp.min {} {})", sub(rng), sub(rng)),
            13 => format!("(fp.max {} {})", sub(rng), sub(rng)),
            _ => match self.sorts[rng.below(self.sorts.len())] {
                from @ Sort::Float(..) => format!("({} {} {})", to_fp, mode, self.term(rng, from, depth - 1)),
                from @ Sort::Bits(_) if rng.one_in(2) => {
                    format!("({} {} {})", to_fp, mode, self.term(rng, from, depth - 1))
                }
                from @ Sort::Bits(_) => {
                    let unsigned = format!("(_ to_fp_unsigned {} {})", exponent, significand);
                    format!("({} {} {})", unsigned, mode, self.term(rng, from, depth - 1))
                }
                _ => {
                    let whole = Sort::Bits(exponent + significand);
                    match self.sorts.iter().any(|sort| matches!(sort, Sort::Bits(_))) {
                        true => format!("({} {})", to_fp, self.term(rng, whole, depth - 1)),
                        false => format!("(fp.sub {} {} {})", mode, sub(rng), sub(rng)),
                    }
                }
            },
        }
    }

    /// An operator of a wide format whose circuit is large, on a constant and values, so that scripts are decided soon.
    fn wide_operation(&self, rng: &mut Rng, sort: (u32, u32), mode: &str, kind: usize) -> String {
        let (a, b) = (self.term(rng, Sort::Float(sort.0, sort.1), 0), value(rng, sort.0, sort.1));
        match kind {
            7 => format!("(fp.div {} {} {})", mode, a, b),
            8 => format!("(fp.fma {} {} {} {})", mode, a, b, value(rng, sort.0, sort.1)),
            9 => format!("(fp.sqrt {} {})", mode, b),
            10 => format!("(fp.rem {} {})", b, value(rng, sort.0, sort.1)),
            _ => format!("(fp.mul {} {} {})", mode, a, b),
        }
    }

    /// A comparison of numbers, or a class.
    pub(super) fn float_comparison(&self, rng: &mut Rng, sort: Sort, depth: usize) -> String {
        const COMPARISONS: [&str; 7] = ["=", "distinct", "fp.eq", "fp.lt", "fp.leq", "fp.gt", "fp.geq"];
        const CLASSES: [&str; 7] = [
            "fp.isNormal",
            "fp.isSubnormal",
            "fp.isZero",
            "fp.isInfinite",
            "fp.isNaN",
            "fp.isNegative",
            "fp.isPositive",
        ];
        let a = self.term(rng, sort, depth);
        match rng.below(4) {
            0 => format!("({} {})", CLASSES[rng.below(CLASSES.len())], a),
            _ => format!("({} {} {})", COMPARISONS[rng.below(7)], a, self.term(rng, sort, depth)),
        }
    }

    /// The integer of a number as a word, if there are numbers.
    pub(super) fn word_of_float(&self, rng: &mut Rng, width: u32, depth: usize) -> Option<String> {
        let floats: Vec<Sort> =
            self.sorts.iter().copied().filter(|sort| matches!(sort, Sort::Float(..))).collect();
        if floats.is_empty() {
            return None;
        }
        let sort = floats[rng.below(floats.len())];
        let number = self.term(rng, sort, depth);
        let kind = if rng.one_in(2) { "fp.to_ubv" } else { "fp.to_sbv" };
        Some(format!("((_ {} {}) {} {})", kind, width, self.term(rng, Sort::Mode, 0), number))
    }
}
