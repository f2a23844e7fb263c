//! Writes formulas over the variables of an automaton as expressions of C, for the invariants of witnesses.
//!
//! A bit-vector of at most 64 bits becomes an expression whose number is the signed or unsigned value of the bits, or
//! is equal to it modulo a power of two ([`Text`](super::c_words::Text)). A truth value becomes an expression with the
//! value 0 or 1. Arithmetic is done in unsigned types, so nothing overflows. A cast is written only where C would
//! otherwise read the bits in another way than the operator of the formula: `bvult(x, y)` for two `int` is
//! `(unsigned int) x < (unsigned int) y`.

use super::c_words::{ones, Reading, Text};
use super::lvalue::{nameable, Whole};
use crate::base::HashMap;
use crate::c::{IntegerKind, ObjectId, Pos, Program, Role, SourceMap, VariableOrigin};
use crate::solver::term::{Op, Sort, TermId, Terms};
use std::collections::BTreeSet;

/// The most bytes of a formula's text. The text may be much longer than the formula, because a term that occurs several
/// times is written each time.
const LONGEST: usize = 2000;

/// The writer of formulas at a place of the program.
pub(super) struct Writer<'a> {
    pub program: &'a Program,
    pub map: &'a SourceMap,
    pub terms: &'a Terms,
    /// The variables that are visible at the place.
    pub visible: BTreeSet<ObjectId>,
    /// Constants that stand for values of variables at an earlier visit of the place.
    pub earlier: HashMap<TermId, TermId>,
}

/// The writer of formulas at a place of the program, for other modules.
pub(in crate::c) struct CText<'a> {
    program: &'a Program,
    map: &'a SourceMap,
    visible: BTreeSet<ObjectId>,
}

impl<'a> CText<'a> {
    pub fn new(program: &'a Program, map: &'a SourceMap, place: Pos) -> CText<'a> {
        CText { program, map, visible: nameable(program, place).into_iter().collect() }
    }

    /// A formula as an expression of C.
    pub fn formula(&self, terms: &Terms, formula: TermId) -> Option<String> {
        let CText { program, map, visible } = self;
        let (visible, earlier) = (visible.clone(), HashMap::default());
        Writer { program, map, terms, visible, earlier }.formula(formula)
    }
}

impl Writer<'_> {
    /// The conjunction of all conjuncts of a formula that can be written as C; `None` if there are none.
    pub fn formula(&self, formula: TermId) -> Option<String> {
        let mut parts: Vec<String> = Vec::new();
        let mut waiting = vec![formula];
        while let Some(t) = waiting.pop() {
            if self.terms.op(t) == Op::And {
                waiting.extend(self.terms.args(t).iter().rev());
                continue;
            }
            if t != self.terms.bool(true) {
                parts.extend(self.part(t));
            }
        }
        match parts.len() {
            0 => None,
            1 => parts.pop().map(without_parentheses),
            _ => Some(parts.join(" && ")),
        }
    }

    /// The text of one conjunct.
    fn part(&self, root: TermId) -> Option<String> {
        let mut texts: HashMap<TermId, Text> = HashMap::default();
        for t in self.terms.subterms(&[root]) {
            let text = self.term(t, &texts).filter(|text| text.text.len() <= LONGEST)?;
            texts.insert(t, text);
        }
        texts.remove(&root).map(|text| text.text)
    }

    fn term(&self, t: TermId, texts: &HashMap<TermId, Text>) -> Option<Text> {
        let args = self.terms.args(t);
        let width = self.terms.sort(t).width();
        if width.map_or(self.terms.sort(t) != Sort::Bool, |width| width > 64) {
            return None;
        }
        let width = match width {
            Some(width) => width,
            None => return self.truth(t, texts).map(Text::truth),
        };
        let get = |i: usize| texts.get(args.get(i)?);
        // The operand as an unsigned number, in an unsigned type with all bits of the result.
        let plain = |i: usize| Some(get(i)?.unsigned().computed(width));
        let is_wide = (0..args.len()).any(|i| plain(i).map_or(false, |text| text.is_wide));
        let modulo = |text: String| Text::modulo(text, width, is_wide);
        let exact = |text: String| Text { reading: Reading::Unsigned, ..modulo(text) };
        let two = |op: &str| Some(format!("({} {} {})", plain(0)?.text, op, plain(1)?.text));
        Some(match self.terms.op(t) {
            Op::Symbol(_) => return self.variable(t),
            Op::Bits(_) => Text::constant(self.terms.bits_of(t)?.to_u64()?, width),
            Op::Ite => {
                let reading = get(1)?.common(get(2)?);
                let sides = [get(1)?.as_read(reading), get(2)?.as_read(reading)];
                let sides = [sides[0].wide(width), sides[1].wide(width)];
                let text = format!("({} ? {} : {})", get(0)?.text, sides[0].text, sides[1].text);
                let is_wide = width > 32 || sides.iter().any(|side| side.is_wide);
                Text { is_wide, ..Text::number(text, width, reading) }
            }
            Op::BvNot => modulo(format!("(~{})", plain(0)?.text)),
            Op::BvNeg => {
                modulo(format!("({} - {})", Text::constant(0, width).computed(width).text, plain(0)?.text))
            }
            Op::BvAnd => exact(two("&")?),
            Op::BvOr => exact(two("|")?),
            Op::BvXor => exact(two("^")?),
            Op::BvAdd => match get(1)?.constant.filter(|&value| value > ones(width) / 2) {
                // To add a constant near 2^n is to subtract a small one.
                Some(value) => {
                    let less = Text::constant(value.wrapping_neg() & ones(width), width).computed(width);
                    modulo(format!("({} - {})", plain(0)?.text, less.text))
                }
                None => modulo(two("+")?),
            },
            Op::BvSub => modulo(two("-")?),
            Op::BvMul => modulo(two("*")?),
            Op::BvUdiv | Op::BvUrem => {
                let (a, b) = (plain(0)?.text, plain(1)?.text);
                let is_division = self.terms.op(t) == Op::BvUdiv;
                let result = format!("{} {} {}", a, if is_division { '/' } else { '%' }, b);
                let none =
                    if is_division { Text::constant(ones(width), width).computed(width).text } else { a };
                let text = match get(1)?.constant {
                    Some(value) if value != 0 => format!("({})", result),
                    _ => format!("({} == 0 ? {} : {})", b, none, result),
                };
                exact(text)
            }
            Op::BvShl | Op::BvLshr => {
                let is_left = self.terms.op(t) == Op::BvShl;
                let (a, b) = (plain(0)?.text, plain(1)?.text);
                let shifted = format!("{} {} {}", a, if is_left { "<<" } else { ">>" }, b);
                let text = match get(1)?.constant {
                    Some(by) if by < u64::from(width) => format!("({})", shifted),
                    Some(_) => return Some(Text::constant(0, width)),
                    None => format!("({} < {} ? {} : 0)", b, width, shifted),
                };
                let reading = if is_left { Reading::Modulo } else { Reading::Unsigned };
                Text { reading, ..modulo(text) }
            }
            Op::Concat => {
                let (high, low) = (plain(0)?, get(1)?.unsigned());
                match high.constant {
                    // The number has more bits now, and the highest one is 0.
                    Some(0) => Text { width, reading: Reading::Natural, ..low },
                    _ => {
                        let shift = self.terms.width(args[1]);
                        let text = format!("({} << {} | {})", high.text, shift, low.computed(width).text);
                        exact(text)
                    }
                }
            }
            Op::Extract(0) => Text { width, reading: Reading::Modulo, constant: None, ..get(0)?.clone() },
            Op::Extract(from) => {
                let text = format!("({} >> {})", get(0)?.unsigned().text, from);
                Text { text, width, reading: Reading::Modulo, constant: None, ..get(0)?.unsigned() }
            }
            Op::SignExtend => Text { width, ..get(0)?.signed() },
            _ => return None,
        })
    }

    /// The text of a truth value, an expression that is 0 or 1, in parentheses unless it is a name or a number.
    fn truth(&self, t: TermId, texts: &HashMap<TermId, Text>) -> Option<String> {
        let args = self.terms.args(t);
        let get = |i: usize| Some(texts.get(args.get(i)?)?.text.as_str());
        Some(match self.terms.op(t) {
            Op::Symbol(_) => self.variable(t)?.text,
            Op::True => "1".to_string(),
            Op::Not => self.negation(*args.first()?, texts)?,
            Op::And => {
                let parts: Option<Vec<&str>> = (0..args.len()).map(get).collect();
                format!("({})", parts?.join(" && "))
            }
            Op::Eq | Op::BvUlt | Op::BvSlt => self.comparison(t, texts, false)?,
            Op::Ite => format!("({} ? {} : {})", get(0)?, get(1)?, get(2)?),
            _ => return None,
        })
    }

    fn negation(&self, inner: TermId, texts: &HashMap<TermId, Text>) -> Option<String> {
        match self.terms.op(inner) {
            Op::Eq | Op::BvUlt | Op::BvSlt => self.comparison(inner, texts, true),
            Op::And => {
                let args = self.terms.args(inner).iter();
                let parts: Option<Vec<String>> = args
                    .map(|&part| match self.terms.op(part) {
                        Op::Eq | Op::BvUlt | Op::BvSlt => self.comparison(part, texts, true),
                        Op::Not => Some(texts.get(self.terms.args(part).first()?)?.text.clone()),
                        _ => Some(format!("!{}", texts.get(&part)?.text)),
                    })
                    .collect();
                Some(format!("({})", parts?.join(" || ")))
            }
            _ => Some(format!("!{}", texts.get(&inner)?.text)),
        }
    }

    /// The text of a comparison of two words or truth values, or of its negation.
    fn comparison(&self, t: TermId, texts: &HashMap<TermId, Text>, is_negated: bool) -> Option<String> {
        let (a, b) = (*self.terms.args(t).first()?, *self.terms.args(t).get(1)?);
        let op = self.terms.op(t);
        let (left, right) = (texts.get(&a)?, texts.get(&b)?);
        // A constant is written on the right, as people do.
        let is_reverse = left.constant.is_some() && right.constant.is_none();
        let (left, right) = if is_reverse { (right, left) } else { (left, right) };
        let sign = match (op, is_negated, is_reverse) {
            (Op::Eq, false, _) => "==",
            (Op::Eq, true, _) => "!=",
            (_, false, false) => "<",
            (_, true, false) => ">=",
            (_, false, true) => ">",
            (_, true, true) => "<=",
        };
        let width = match self.terms.sort(a).width() {
            Some(width) => width,
            None => return Some(format!("({} {} {})", left.text, sign, right.text)),
        };
        let reading = match op {
            Op::BvUlt => Reading::Unsigned,
            Op::BvSlt => Reading::Signed,
            _ => left.common(right),
        };
        let (mut left, mut right) = (left.as_read(reading), right.as_read(reading));
        // C compares the numbers of both sides correctly if one type has both of them.
        let are_alike =
            left.constant.is_some() || right.constant.is_some() || left.is_signed == right.is_signed;
        if !are_alike || (reading == Reading::Signed && !(left.is_signed && right.is_signed)) {
            left = left.wide_as(reading, width);
            right = right.wide_as(reading, width);
        }
        Some(format!("({} {} {})", left.text, sign, right.text))
    }

    /// The text of a variable; `None` if it is not visible at the place.
    fn variable(&self, t: TermId) -> Option<Text> {
        if let Some(&now) = self.earlier.get(&t) {
            let text = self.variable(now)?;
            return Some(Text { text: format!("\\at({}, AnyPrev)", text.text), ..text });
        }
        let (object, offset, width) = match self.map.origin(t)? {
            VariableOrigin::Object { object, offset, width, role: Role::Value } => (object, offset, width),
            _ => return None,
        };
        if !self.visible.contains(&object) {
            return None;
        }
        let whole = Whole::variable(self.program, object)?;
        let found = whole.scalar(self.program, offset, u64::from(width))?;
        let kind = self.program.types.integer_kind(found.ty)?;
        if found.first != offset || found.width != u64::from(width) {
            return None;
        }
        if self.terms.sort(t) == Sort::Bool {
            let is_bool = kind == IntegerKind::Bool;
            let text = if is_bool { found.text } else { format!("({} != 0)", found.text) };
            return (width == 8).then_some(Text::truth(text));
        }
        let bits = self.terms.sort(t).width().filter(|&bits| bits == width && bits <= 64)?;
        let options = self.program.types.options();
        // A bit-field is promoted to `int` if `int` has all its values.
        let own = options.integer_bits(kind);
        let (is_signed, is_promoted) = (options.is_signed(kind), bits < 32);
        let reading = if is_signed { Reading::Signed } else { Reading::Unsigned };
        if kind == IntegerKind::Bool && bits != 1 {
            return None;
        }
        let is_signed = is_signed || is_promoted;
        let (wide, text) = (own > 32, found.text);
        Some(Text { text, width: bits, reading, is_signed, is_wide: wide, constant: None })
    }
}

/// A text without the parentheses around the whole of it.
fn without_parentheses(text: String) -> String {
    let inner = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let mut depth = 0i64;
    let is_balanced = |inner: &str| {
        inner.bytes().all(|byte| {
            depth += i64::from(byte == b'(') - i64::from(byte == b')');
            depth >= 0
        })
    };
    match inner {
        Some(inner) if { is_balanced }(inner) => inner.to_string(),
        _ => text,
    }
}
