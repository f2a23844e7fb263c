//! Formulas over words as assertions of SystemVerilog.
//!
//! An expression of Verilog takes its width from all its operands, and its sign, too. Terms have one width on both
//! sides of each operator, and numbers are written with theirs, so widths agree. Registers may be declared with a sign;
//! so a comparison without a number, and a quotient, say `$unsigned`. Parts of words are taken of names only: other
//! words, those that are used twice, and shifts with a sign get a wire.

use crate::base::{HashMap, HashSet};
use crate::solver::term::{Op, Sort, TermId, Terms};
use crate::theories::bv::Bits;

/// The longest text of a word that gets no wire, and of one that is used twice.
const LONG: usize = 80;
const SHORT: usize = 24;

/// A word in Verilog.
#[derive(Clone)]
struct Word {
    text: String,
    /// Whether it may stand as an operand without parentheses.
    is_primary: bool,
}

impl Word {
    fn operand(&self) -> String {
        if self.is_primary {
            self.text.clone()
        } else {
            format!("({})", self.text)
        }
    }
}

/// The declarations of wires, whose names begin with `prefix`, and an expression for each formula; `None` for a formula
/// that Verilog cannot say or that mentions a constant without a name in the design.
pub(crate) fn verilog(
    terms: &Terms,
    name: &dyn Fn(TermId) -> Option<String>,
    prefix: &str,
    formulas: &[TermId],
) -> (Vec<String>, Vec<Option<String>>) {
    let order = terms.subterms(formulas);
    let mut uses: HashMap<TermId, usize> = HashMap::default();
    order.iter().flat_map(|&t| terms.args(t)).for_each(|&arg| *uses.entry(arg).or_default() += 1);
    let is_cut = |t: &TermId| matches!(terms.op(*t), Op::Extract(_) | Op::SignExtend);
    let cut: HashSet<TermId> = order.iter().filter(|t| is_cut(t)).map(|&t| terms.arg(t, 0)).collect();
    let mut words: HashMap<TermId, Word> = HashMap::default();
    let mut wires = Vec::new();
    for &t in &order {
        let mut word = match expression(terms, name, &words, t) {
            Some(word) => word,
            None => continue,
        };
        let is_name = matches!(terms.op(t), Op::Symbol(_));
        let most = match uses.get(&t) {
            None => usize::MAX,
            Some(1) => LONG,
            Some(_) => SHORT,
        };
        let is_long = word.text.len() > most;
        let is_shift = terms.op(t) == Op::BvAshr;
        if is_shift || is_long || !is_name && cut.contains(&t) {
            let width = terms.sort(t).width().unwrap_or(1);
            let wire = format!("{}_{}", prefix, wires.len());
            let range = if width > 1 { format!("[{}:0] ", width - 1) } else { String::new() };
            wires.push(format!("wire {}{} = {};", range, wire, word.text));
            word = Word { text: wire, is_primary: true };
        }
        words.insert(t, word);
    }
    (wires, formulas.iter().map(|t| words.get(t).map(|word| word.text.clone())).collect())
}

/// A term over words that are known; `None` if one of its operands has no text or Verilog lacks the operator.
fn expression(
    terms: &Terms,
    name: &dyn Fn(TermId) -> Option<String>,
    words: &HashMap<TermId, Word>,
    t: TermId,
) -> Option<Word> {
    let primary = |text: String| Some(Word { text, is_primary: true });
    let compound = |text: String| Some(Word { text, is_primary: false });
    let args = terms.args(t);
    let all: Vec<String> = args.iter().map(|arg| words.get(arg).map(Word::operand)).collect::<Option<_>>()?;
    let signed = |at: usize| format!("$signed({})", words[&args[at]].text);
    // A number has no sign, and then the other side has none.
    let unsigned = |at: usize| match args.iter().any(|&arg| terms.bits_of(arg).is_some()) {
        true => all[at].clone(),
        false => format!("$unsigned({})", words[&args[at]].text),
    };
    if let Some(op) = between(terms.op(t)) {
        return compound(all.join(op));
    }
    match terms.op(t) {
        Op::True => primary("1'b1".to_string()),
        Op::Symbol(_) => match terms.sort(t) {
            Sort::Bool | Sort::BitVec(_) => primary(name(t)?),
            _ => None,
        },
        Op::Bits(_) => primary(number(terms.bits_of(t)?)),
        Op::Not => negated(terms, words, args[0]),
        Op::Eq => compound(equation(terms, &all, t, "==")),
        Op::Ite => compound(format!("{} ? {} : {}", all[0], all[1], all[2])),
        Op::BvNot => compound(format!("~{}", all[0])),
        Op::BvNeg => compound(format!("-{}", all[0])),
        // Verilog has no value for a division by zero.
        Op::BvUdiv => {
            let ones = format!("{{{}{{1'b1}}}}", terms.width(t));
            compound(format!("{} == 0 ? {} : {} / {}", all[1], ones, unsigned(0), unsigned(1)))
        }
        Op::BvUrem => compound(format!("{} == 0 ? {} : {} % {}", all[1], all[0], unsigned(0), unsigned(1))),
        Op::BvAshr => compound(format!("{} >>> {}", signed(0), all[1])),
        Op::Concat => primary(format!("{{{}}}", all.join(", "))),
        Op::Extract(low) => match terms.width(t) {
            1 => primary(format!("{}[{}]", all[0], low)),
            width => primary(format!("{}[{}:{}]", all[0], low + width - 1, low)),
        },
        Op::SignExtend => {
            let width = terms.width(args[0]);
            primary(format!("{{{{{}{{{}[{}]}}}}, {}}}", terms.width(t) - width, all[0], width - 1, all[0]))
        }
        Op::BvUlt => compound(format!("{} < {}", unsigned(0), unsigned(1))),
        Op::BvSlt => compound(format!("{} < {}", signed(0), signed(1))),
        Op::Call(_) | Op::Select | Op::Store | Op::ConstArray | Op::Difference | Op::Construct(_) => None,
        Op::Field(_) | Op::Is(_) | Op::Numeral(_) | Op::Add | Op::Mul | Op::Le | Op::Ge => None,
        Op::Product | Op::Inverse | Op::IntQuotient => None,
        Op::IntDiv | Op::IntMod | Op::ToReal | Op::ToInt => None,
        Op::DivByZero | Op::IntDivByZero | Op::IntModByZero => None,
        Op::And | Op::BvAnd | Op::BvOr | Op::BvXor | Op::BvAdd | Op::BvSub | Op::BvMul => None,
        Op::BvShl | Op::BvLshr | Op::Rounding(_) | Op::Float(_) => None,
    }
}

/// A number with its width.
fn number(bits: &Bits) -> String {
    let digits = |i: u32| if bits.bit(i) { '1' } else { '0' };
    match bits.width() {
        width @ 0..=32 => format!("{}'d{}", width, bits.to_integer()),
        width => format!("{}'b{}", width, (0..width).rev().map(digits).collect::<String>()),
    }
}

/// The operator that means the same in Verilog for operands with and without a sign.
fn between(op: Op) -> Option<&'static str> {
    const OPERATORS: [(Op, &str); 9] = [
        (Op::And, " && "),
        (Op::BvAnd, " & "),
        (Op::BvOr, " | "),
        (Op::BvXor, " ^ "),
        (Op::BvAdd, " + "),
        (Op::BvSub, " - "),
        (Op::BvMul, " * "),
        (Op::BvShl, " << "),
        (Op::BvLshr, " >> "),
    ];
    OPERATORS.iter().find(|&&(known, _)| known == op).map(|&(_, text)| text)
}

/// An equation, with a number behind.
fn equation(terms: &Terms, sides: &[String], t: TermId, op: &str) -> String {
    match terms.bits_of(terms.arg(t, 0)) {
        Some(_) => format!("{} {} {}", sides[1], op, sides[0]),
        None => format!("{} {} {}", sides[0], op, sides[1]),
    }
}

/// The negation of a formula, whose parts have texts.
fn negated(terms: &Terms, words: &HashMap<TermId, Word>, t: TermId) -> Option<Word> {
    let alone = |t: TermId| -> Option<Word> {
        let sides: Vec<&Word> = terms.args(t).iter().map(|arg| words.get(arg)).collect::<Option<_>>()?;
        let is_number = |at: usize| terms.bits_of(terms.arg(t, at)).is_some();
        let (sign, is_compared) = match terms.op(t) {
            Op::BvSlt => ("$signed", true),
            Op::BvUlt if !is_number(0) && !is_number(1) => ("$unsigned", true),
            Op::BvUlt => ("", true),
            _ => ("", false),
        };
        let side = |at: usize| match sign {
            "" => sides[at].operand(),
            sign => format!("{}({})", sign, sides[at].text),
        };
        let text = match terms.op(t) {
            Op::True => return Some(Word { text: "1'b0".to_string(), is_primary: true }),
            Op::Eq => equation(terms, &[sides[0].operand(), sides[1].operand()], t, "!="),
            _ if is_compared && is_number(0) => format!("{} <= {}", side(1), side(0)),
            _ if is_compared => format!("{} >= {}", side(0), side(1)),
            _ => return Some(Word { text: format!("!{}", words.get(&t)?.operand()), is_primary: true }),
        };
        Some(Word { text, is_primary: false })
    };
    if terms.op(t) != Op::And {
        return alone(t);
    }
    let part = |&part: &TermId| match terms.split_not(part) {
        (inner, true) => words.get(&inner).map(Word::operand),
        (_, false) => alone(part).map(|word| word.operand()),
    };
    let parts: Vec<String> = terms.args(t).iter().map(part).collect::<Option<_>>()?;
    Some(Word { text: parts.join(" || "), is_primary: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of words and formulas over words `a` and `b`, behind the wires that they need.
    fn told(build: impl Fn(&mut Terms, TermId, TermId) -> TermId) -> String {
        let mut terms = Terms::new();
        let [a, b] = ["a", "b"].map(|name| terms.declare(name, Sort::BitVec(8)));
        let formula = build(&mut terms, a, b);
        let name = |t: TermId| Some(terms.text(t));
        let (wires, texts) = verilog(&terms, &name, "w", &[formula]);
        let texts = texts.into_iter().map(|text| text.unwrap_or_else(|| "none".to_string()));
        wires.into_iter().chain(texts).collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn operators_keep_their_widths_and_signs() {
        assert_eq!(told(|terms, a, b| terms.bv_ult(a, b)), "$unsigned(a) < $unsigned(b)");
        assert_eq!(told(|terms, a, b| terms.bv_sle(a, b)), "$signed(b) >= $signed(a)");
        let bound = |terms: &mut Terms, a: TermId, b: TermId| {
            let (used, eight) = (terms.bv_sub(a, b), terms.bv(8, 8));
            terms.bv_ule(used, eight)
        };
        assert_eq!(told(bound), "(a - b) <= 8'd8");
        let either = |terms: &mut Terms, a: TermId, b: TermId| {
            let (three, same) = (terms.bv(3, 8), terms.eq(a, b));
            let other = terms.eq(b, three);
            let other = terms.not(other);
            terms.or(&[same, other])
        };
        assert_eq!(told(either), "(b != 8'd3) || (a == b)");
        assert_eq!(
            told(|terms, a, b| terms.bv_udiv(a, b)),
            "b == 0 ? {8{1'b1}} : $unsigned(a) / $unsigned(b)"
        );
        assert_eq!(told(|terms, a, b| terms.bv_urem(a, b)), "b == 0 ? a : $unsigned(a) % $unsigned(b)");
        assert_eq!(told(|terms, a, b| terms.bv_ashr(a, b)), "wire [7:0] w_0 = $signed(a) >>> b; w_0");
        // A part of what is no name.
        let part = |terms: &mut Terms, a: TermId, b: TermId| {
            let product = terms.bv_mul(a, b);
            terms.extract(product, 7, 4)
        };
        assert_eq!(told(part), "wire [7:0] w_0 = a * b; w_0[7:4]");
        assert_eq!(told(|terms, a, _| terms.sign_extend(a, 4)), "{{4{a[7]}}, a}");
        assert_eq!(told(|terms, a, b| terms.concat(a, b)), "{a, b}");
    }
}
