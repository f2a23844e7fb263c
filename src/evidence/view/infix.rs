//! Terms with infix operators.

use crate::base::HashMap;
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::num::Rational;

/// The longest text of a term; what is longer is cut.
const LONGEST: usize = 2_000;
/// Levels of a term that are shown.
const DEEPEST: usize = 60;

/// The names of constants, and their signs.
pub struct Names<'a> {
    /// The name of a constant.
    pub name: &'a dyn Fn(TermId) -> String,
    /// Whether the words of a constant have a sign.
    pub is_signed: &'a dyn Fn(TermId) -> bool,
}

impl std::fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Names")
    }
}

/// How tightly an operator binds, as in C.
type Level = u8;

const CONDITIONAL: Level = 1;
const OR: Level = 2;
const AND: Level = 3;
const BIT_OR: Level = 4;
const BIT_XOR: Level = 5;
const BIT_AND: Level = 6;
const EQUAL: Level = 7;
const LESS: Level = 8;
const SHIFT: Level = 9;
const SUM: Level = 10;
const PRODUCT: Level = 11;
const UNARY: Level = 12;
const PRIMARY: Level = 13;

/// A term as people write it.
pub fn infix(terms: &Terms, names: &Names<'_>, t: TermId) -> String {
    let mut writer = Writer { terms, names, signs: HashMap::default() };
    let text = writer.shown(t, DEEPEST).0;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

struct Writer<'a> {
    terms: &'a Terms,
    names: &'a Names<'a>,
    /// Whether a constant with a sign occurs in a term.
    signs: HashMap<TermId, bool>,
}

type Shown = (String, Level);

impl Writer<'_> {
    /// Whether the word is read with a sign: one of its constants has one.
    fn is_signed(&mut self, t: TermId) -> bool {
        if let Some(&known) = self.signs.get(&t) {
            return known;
        }
        // A part of a word, and words side by side, are patterns.
        if matches!(self.terms.op(t), Op::Extract(_) | Op::Concat) {
            return false;
        }
        let symbols = self.terms.symbols_in(&[t]);
        let is_signed = symbols.iter().any(|&symbol| (self.names.is_signed)(self.terms.symbol_term(symbol)));
        self.signs.insert(t, is_signed);
        is_signed
    }

    fn at_least(&mut self, t: TermId, level: Level, depth: usize) -> String {
        let (text, found) = self.shown(t, depth);
        if found < level {
            format!("({})", text)
        } else {
            text
        }
    }

    fn two(&mut self, op: &str, level: Level, a: TermId, b: TermId, depth: usize) -> Shown {
        let left = self.at_least(a, level, depth);
        (format!("{} {} {}", left, op, self.at_least(b, level + 1, depth)), level)
    }

    fn call(&mut self, name: &str, operands: &[TermId], depth: usize) -> Shown {
        let operands: Vec<String> = operands.iter().map(|&t| self.at_least(t, 0, depth)).collect();
        (format!("{}({})", name, operands.join(", ")), PRIMARY)
    }

    fn constant(&mut self, t: TermId, is_signed: bool) -> Option<Shown> {
        let bits = self.terms.bits_of(t)?;
        let number = if is_signed { bits.to_signed_integer() } else { bits.to_integer() };
        let level = if number.is_negative() { UNARY } else { PRIMARY };
        Some((number.to_string(), level))
    }

    /// A side of a comparison of words, of which one has a sign or not.
    fn side(&mut self, t: TermId, is_signed: bool, level: Level, depth: usize) -> String {
        if let Some((text, _)) = self.constant(t, is_signed) {
            return text;
        }
        if self.is_signed(t) == is_signed {
            self.at_least(t, level, depth)
        } else {
            let name = if is_signed { "signed" } else { "unsigned" };
            self.call(name, &[t], depth).0
        }
    }

    fn compared(&mut self, op: &str, a: TermId, b: TermId, is_signed: bool, depth: usize) -> Shown {
        // A number stands behind.
        let (a, b, op) = match (self.terms.bits_of(a).is_some(), op) {
            (true, "<=") => (b, a, ">="),
            (true, "<") => (b, a, ">"),
            _ => (a, b, op),
        };
        let left = self.side(a, is_signed, LESS + 1, depth);
        (format!("{} {} {}", left, op, self.side(b, is_signed, LESS + 1, depth)), LESS)
    }

    fn negated(&mut self, t: TermId, depth: usize) -> Shown {
        let terms = self.terms;
        let args = terms.args(t);
        match terms.op(t) {
            Op::Eq => self.equation(args[0], args[1], false, depth),
            Op::BvUlt => self.compared("<=", args[1], args[0], false, depth),
            Op::BvSlt => self.compared("<=", args[1], args[0], true, depth),
            Op::Le => self.sum_compared(t, ">", depth),
            Op::Ge => self.sum_compared(t, "<", depth),
            Op::And => {
                // A disjunction.
                let parts: Vec<String> = args
                    .iter()
                    .map(|&part| match terms.split_not(part) {
                        (part, true) => self.at_least(part, OR + 1, depth),
                        (part, false) => {
                            let (text, level) = self.negated(part, depth);
                            if level <= OR {
                                format!("({})", text)
                            } else {
                                text
                            }
                        }
                    })
                    .collect();
                (parts.join(" || "), OR)
            }
            _ => (format!("!{}", self.at_least(t, UNARY, depth)), UNARY),
        }
    }

    fn equation(&mut self, a: TermId, b: TermId, holds: bool, depth: usize) -> Shown {
        let op = if holds { "==" } else { "!=" };
        let terms = self.terms;
        if terms.sort(a).is_numeric() {
            return self.linear(a, b, op, EQUAL, depth);
        }
        let (a, b) = if terms.bits_of(a).is_some() { (b, a) } else { (a, b) };
        // The first bit of a word is its sign.
        if let (Op::Extract(low), Some(bits)) = (terms.op(a), terms.bits_of(b)) {
            let word = terms.arg(a, 0);
            if terms.width(a) == 1 && low + 1 == terms.width(word) && self.is_signed(word) {
                let is_negative = bits.is_one() == holds;
                let text = self.at_least(word, LESS + 1, depth);
                return (format!("{} {} 0", text, if is_negative { "<" } else { ">=" }), LESS);
            }
        }
        // The last bits of a word are a remainder.
        if let (Op::Extract(0), Some(bits)) = (terms.op(a), terms.bits_of(b)) {
            let (word, count) = (terms.arg(a, 0), terms.width(a));
            let rest = bits.to_integer();
            if count < 32 && (rest.is_zero() || !self.is_signed(word)) {
                let text = self.at_least(word, PRODUCT, depth);
                return (format!("{} % {} {} {}", text, 1u64 << count, op, rest), EQUAL);
            }
        }
        let is_signed = self.is_signed(a) || self.is_signed(b);
        if let Sort::Bool = terms.sort(a) {
            return self.two(op, EQUAL, a, b, depth);
        }
        let left = self.word(a, is_signed, EQUAL + 1, depth);
        (format!("{} {} {}", left, op, self.word(b, is_signed, EQUAL + 1, depth)), EQUAL)
    }

    fn word(&mut self, t: TermId, is_signed: bool, level: Level, depth: usize) -> String {
        match self.constant(t, is_signed) {
            Some((text, _)) => text,
            None => self.at_least(t, level, depth),
        }
    }

    /// A comparison of a sum with a number: terms with negative factors go to the other side.
    fn sum_compared(&mut self, t: TermId, op: &str, depth: usize) -> Shown {
        let (a, b) = (self.terms.arg(t, 0), self.terms.arg(t, 1));
        self.linear(a, b, op, LESS, depth)
    }

    fn linear(&mut self, a: TermId, b: TermId, op: &str, level: Level, depth: usize) -> Shown {
        let terms = self.terms;
        let (sum, other) = (terms.linear(a), terms.linear(b));
        let (mut left, mut right): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        for (linear, is_left) in [(&sum, true), (&other, false)] {
            for (factor, t) in &linear.monomials {
                let is_here = factor.is_negative() != is_left;
                let text = self.product(&factor.abs(), *t, depth);
                if is_here {
                    left.push(text)
                } else {
                    right.push(text)
                }
            }
        }
        let constant = other.constant.clone() - sum.constant.clone();
        // `x < y + 1` of integers is `x <= y`, and alike.
        let is_integral = terms.sort(a) == Sort::Int;
        let (mut op, mut constant) = (op.to_string(), constant);
        if is_integral && !left.is_empty() && !right.is_empty() {
            let one = Rational::from(1);
            match (op.as_str(), constant == one, constant == -one.clone()) {
                ("<", true, _) => (op, constant) = ("<=".to_string(), Rational::from(0)),
                (">", _, true) => (op, constant) = (">=".to_string(), Rational::from(0)),
                ("<=", _, true) => (op, constant) = ("<".to_string(), Rational::from(0)),
                (">=", true, _) => (op, constant) = (">".to_string(), Rational::from(0)),
                _ => {}
            }
        }
        // `x > -1` of integers is `x >= 0`.
        if is_integral && (op == ">" && constant == -Rational::from(1)) {
            (op, constant) = (">=".to_string(), Rational::from(0));
        }
        let flipped = match op.as_str() {
            "<" => ">",
            ">" => "<",
            "<=" => ">=",
            ">=" => "<=",
            same => same,
        };
        let joined = |parts: &[String], constant: Option<&Rational>| {
            let mut text = parts.join(" + ");
            match constant {
                Some(number) if parts.is_empty() => text = number.to_string(),
                Some(number) if number.is_negative() => text.push_str(&format!(" - {}", number.abs())),
                Some(number) if !number.is_zero() => text.push_str(&format!(" + {}", number)),
                Some(_) | None if parts.is_empty() => text.push('0'),
                Some(_) | None => {}
            }
            text
        };
        if left.is_empty() {
            let number = -constant;
            return (format!("{} {} {}", joined(&right, None), flipped, number), level);
        }
        if !right.is_empty() && constant.is_negative() {
            let number = -constant;
            return (format!("{} {} {}", joined(&left, Some(&number)), op, joined(&right, None)), level);
        }
        (format!("{} {} {}", joined(&left, None), op, joined(&right, Some(&constant))), level)
    }

    fn product(&mut self, factor: &Rational, t: TermId, depth: usize) -> String {
        if factor.is_one() {
            self.at_least(t, PRODUCT, depth)
        } else {
            format!("{} * {}", factor, self.at_least(t, UNARY, depth))
        }
    }

    fn shown(&mut self, t: TermId, depth: usize) -> Shown {
        let depth = match depth.checked_sub(1) {
            Some(depth) => depth,
            None => return ("…".to_string(), PRIMARY),
        };
        let terms = self.terms;
        let args = terms.args(t);
        match terms.op(t) {
            Op::True => ("true".to_string(), PRIMARY),
            Op::Symbol(_) => ((self.names.name)(t), PRIMARY),
            Op::Call(function) => self.call(terms.function_name(function), args, depth),
            Op::Select => {
                let (array, index) =
                    (self.at_least(args[0], PRIMARY, depth), self.at_least(args[1], 0, depth));
                (format!("{}[{}]", array, index), PRIMARY)
            }
            Op::Store => self.call("store", args, depth),
            Op::ConstArray => self.call("all", args, depth),
            Op::Difference => self.call("difference", args, depth),
            Op::Construct(constructor) if args.is_empty() => {
                (terms.constructor_name(constructor).to_string(), PRIMARY)
            }
            Op::Construct(constructor) => self.call(terms.constructor_name(constructor), args, depth),
            Op::Field(selector) => self.call(terms.selector_name(selector), args, depth),
            Op::Is(constructor) => {
                self.call(&format!("is_{}", terms.constructor_name(constructor)), args, depth)
            }
            Op::Rounding(mode) => (mode.name().to_string(), PRIMARY),
            Op::Float(_) if terms.float_of(t).is_some() => (terms.text(t), PRIMARY),
            Op::Float(_) => self.call(&terms.operator_text(t), args, depth),
            Op::Numeral(_) => match terms.number_of(t) {
                Some(number) => (number.to_string(), if number.is_negative() { UNARY } else { PRIMARY }),
                None => ("?".to_string(), PRIMARY),
            },
            Op::Bits(_) => self.constant(t, false).unwrap_or(("?".to_string(), PRIMARY)),
            Op::Not if t == Terms::FALSE => ("false".to_string(), PRIMARY),
            Op::Not => self.negated(args[0], depth),
            Op::And => {
                let parts: Vec<String> =
                    args.iter().map(|&part| self.at_least(part, AND + 1, depth)).collect();
                (parts.join(" && "), AND)
            }
            Op::Eq => self.equation(args[0], args[1], true, depth),
            Op::Ite => {
                let condition = self.at_least(args[0], CONDITIONAL + 1, depth);
                let (yes, no) =
                    (self.at_least(args[1], 0, depth), self.at_least(args[2], CONDITIONAL, depth));
                (format!("{} ? {} : {}", condition, yes, no), CONDITIONAL)
            }
            Op::Add | Op::Mul => {
                let linear = terms.linear(t);
                let mut text = String::new();
                for (factor, part) in &linear.monomials {
                    let shown = self.product(&factor.abs(), *part, depth);
                    match (text.is_empty(), factor.is_negative()) {
                        (true, true) => text.push_str(&format!("-{}", shown)),
                        (true, false) => text.push_str(&shown),
                        (false, true) => text.push_str(&format!(" - {}", shown)),
                        (false, false) => text.push_str(&format!(" + {}", shown)),
                    }
                }
                let constant = &linear.constant;
                if constant.is_negative() {
                    text.push_str(&format!(" - {}", constant.abs()));
                } else if !constant.is_zero() {
                    text.push_str(&format!(" + {}", constant));
                }
                (text, SUM)
            }
            Op::Le => self.sum_compared(t, "<=", depth),
            Op::Ge => self.sum_compared(t, ">=", depth),
            Op::IntDiv => self.two("div", PRODUCT, args[0], args[1], depth),
            Op::IntMod => self.two("%", PRODUCT, args[0], args[1], depth),
            Op::Product => {
                let factors: Vec<String> = args.iter().map(|&a| self.at_least(a, PRODUCT, depth)).collect();
                (factors.join(" * "), PRODUCT)
            }
            Op::Inverse => self.call("inverse", args, depth),
            Op::IntQuotient => self.call("quotient", args, depth),
            Op::ToReal => self.shown(args[0], depth),
            Op::ToInt => self.call("floor", args, depth),
            Op::DivByZero | Op::IntDivByZero | Op::IntModByZero => self.call("by_zero", args, depth),
            Op::BvNot => (format!("~{}", self.at_least(args[0], UNARY, depth)), UNARY),
            Op::BvNeg => (format!("-{}", self.at_least(args[0], UNARY, depth)), UNARY),
            Op::BvAnd => self.two("&", BIT_AND, args[0], args[1], depth),
            Op::BvOr => self.two("|", BIT_OR, args[0], args[1], depth),
            Op::BvXor => self.two("^", BIT_XOR, args[0], args[1], depth),
            Op::BvAdd => self.added(args[0], args[1], depth),
            Op::BvSub => self.two("-", SUM, args[0], args[1], depth),
            Op::BvMul => self.two("*", PRODUCT, args[0], args[1], depth),
            Op::BvUdiv => self.two("/", PRODUCT, args[0], args[1], depth),
            Op::BvUrem => self.two("%", PRODUCT, args[0], args[1], depth),
            Op::BvShl => self.two("<<", SHIFT, args[0], args[1], depth),
            Op::BvLshr | Op::BvAshr => self.two(">>", SHIFT, args[0], args[1], depth),
            Op::Concat => {
                // Zeros behind are a factor.
                if let (Op::Extract(0), Some(bits)) = (terms.op(args[0]), terms.bits_of(args[1])) {
                    let word = terms.arg(args[0], 0);
                    if bits.is_zero() && terms.width(word) == terms.width(t) && bits.width() < 64 {
                        let text = self.at_least(word, PRODUCT, depth);
                        return (format!("{} * {}", 1u64 << bits.width(), text), PRODUCT);
                    }
                }
                // Zeros in front change nothing, and before the first bits of a word they are a quotient.
                if let (Some(bits), Op::Extract(low)) = (terms.bits_of(args[0]), terms.op(args[1])) {
                    let word = terms.arg(args[1], 0);
                    let is_rest = low + terms.width(args[1]) == terms.width(word);
                    if bits.is_zero() && is_rest && low == bits.width() && low < 64 && !self.is_signed(word) {
                        let text = self.at_least(word, PRODUCT, depth);
                        return (format!("{} / {}", text, 1u64 << low), PRODUCT);
                    }
                }
                if terms.bits_of(args[0]).map_or(false, |bits| bits.to_integer().is_zero()) {
                    self.shown(args[1], depth)
                } else {
                    self.call("concat", args, depth)
                }
            }
            Op::Extract(low) => {
                let high = low + terms.width(t) - 1;
                let word = self.at_least(args[0], PRIMARY, depth);
                if high == low {
                    (format!("{}[{}]", word, low), PRIMARY)
                } else {
                    (format!("{}[{}:{}]", word, high, low), PRIMARY)
                }
            }
            Op::SignExtend => self.shown(args[0], depth),
            Op::BvUlt => self.compared("<", args[0], args[1], false, depth),
            Op::BvSlt => self.compared("<", args[0], args[1], true, depth),
        }
    }

    /// A sum of words; a constant stands behind, and one near the end of its range is taken off.
    fn added(&mut self, a: TermId, b: TermId, depth: usize) -> Shown {
        let (word, constant) = match (self.terms.bits_of(a), self.terms.bits_of(b)) {
            (Some(bits), _) => (b, bits.to_signed_integer()),
            (None, Some(bits)) => (a, bits.to_signed_integer()),
            (None, None) => return self.two("+", SUM, a, b, depth),
        };
        let text = self.at_least(word, SUM, depth);
        if constant.is_negative() {
            (format!("{} - {}", text, constant.abs()), SUM)
        } else {
            (format!("{} + {}", text, constant), SUM)
        }
    }
}
