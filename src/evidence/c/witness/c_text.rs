//! Formulas over the variables of an automaton as expressions of C.
//!
//! A word of at most 64 bits is an expression of type `unsigned long long` without the bits above it, and a truth value
//! is an expression that is 0 or 1. So nothing overflows: words are computed modulo 2^64 and masked. Words are compared
//! by sign after their highest bit is flipped, which makes the order of numbers with sign that of numbers without.
//! Comparisons of a variable with a constant are written as people write them.

use super::constants::constant;
use crate::base::HashMap;
use crate::input::c::{ObjectId, Origin, Program, Role, SourceMap, Type, TypeId};
use crate::solver::term::{Op, Sort, TermId, Terms};
use std::collections::BTreeSet;

/// The most bytes of a formula's text. A term that occurs often is written as often.
const LONGEST: usize = 2000;

/// The writer of formulas at a place.
pub(super) struct Writer<'a> {
    pub program: &'a Program,
    pub map: &'a SourceMap,
    pub terms: &'a Terms,
    /// The variables that are visible.
    pub visible: BTreeSet<ObjectId>,
}

/// The text of a term, in parentheses where it needs them.
#[derive(Clone, Debug)]
struct Text {
    text: String,
    /// A variable: its text and type. Its bits are those of the term.
    variable: Option<(String, TypeId)>,
}

impl Writer<'_> {
    /// The conjunction of those parts of a formula that can be written; `None` if there are none.
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
            _ => Some(parts.join(" && ")),
        }
    }

    /// The text of a formula of sort Bool.
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
        let get = |i: usize| texts.get(args.get(i)?).map(|text| text.text.as_str());
        let width = self.terms.sort(t).width();
        if width.map_or(self.terms.sort(t) != Sort::Bool, |width| width > 64) {
            return None;
        }
        let width = width.unwrap_or(1);
        let mask =
            |text: String| if width == 64 { text } else { format!("({} & {})", text, hex(ones(width))) };
        let text = match self.terms.op(t) {
            Op::Symbol(_) => return self.variable(t),
            Op::True => "1".to_string(),
            Op::Bits(_) => hex(self.terms.bits_of(t)?.to_u64()?),
            Op::Not => return self.negation(args, texts),
            Op::And => {
                let parts: Option<Vec<&str>> = (0..args.len()).map(get).collect();
                format!("({})", parts?.join(" && "))
            }
            Op::Eq | Op::BvUlt | Op::BvSlt => self.comparison(t, texts, false)?,
            Op::Ite => format!("({} ? {} : {})", get(0)?, get(1)?, get(2)?),
            Op::BvNot => mask(format!("~{}", get(0)?)),
            Op::BvNeg => mask(format!("(0ULL - {})", get(0)?)),
            Op::BvAnd => format!("({} & {})", get(0)?, get(1)?),
            Op::BvOr => format!("({} | {})", get(0)?, get(1)?),
            Op::BvXor => format!("({} ^ {})", get(0)?, get(1)?),
            Op::BvAdd => mask(format!("({} + {})", get(0)?, get(1)?)),
            Op::BvSub => mask(format!("({} - {})", get(0)?, get(1)?)),
            Op::BvMul => mask(format!("({} * {})", get(0)?, get(1)?)),
            Op::BvUdiv => format!("({1} == 0 ? {2} : {0} / {1})", get(0)?, get(1)?, hex(ones(width))),
            Op::BvUrem => format!("({1} == 0 ? {0} : {0} % {1})", get(0)?, get(1)?),
            Op::BvShl => {
                let shifted = mask(format!("({} << {})", get(0)?, get(1)?));
                format!("({} < {} ? {} : 0ULL)", get(1)?, width, shifted)
            }
            Op::BvLshr => format!("({1} < {2} ? {0} >> {1} : 0ULL)", get(0)?, get(1)?, width),
            Op::Concat => format!("({} << {} | {})", get(0)?, self.terms.width(args[1]), get(1)?),
            Op::Extract(from) => mask(format!("({} >> {})", get(0)?, from)),
            Op::SignExtend => {
                let sign = hex(sign(self.terms.width(args[0])));
                mask(format!("(({} ^ {}) - {})", get(0)?, sign, sign))
            }
            _ => return None,
        };
        Some(Text { text, variable: None })
    }

    fn negation(&self, args: &[TermId], texts: &HashMap<TermId, Text>) -> Option<Text> {
        let inner = *args.first()?;
        let text = match self.terms.op(inner) {
            Op::Eq | Op::BvUlt | Op::BvSlt => self.comparison(inner, texts, true)?,
            _ => format!("!{}", texts.get(&inner)?.text),
        };
        Some(Text { text, variable: None })
    }

    /// A comparison of two words or truth values, or the opposite.
    fn comparison(&self, t: TermId, texts: &HashMap<TermId, Text>, is_negated: bool) -> Option<String> {
        let (a, b) = (*self.terms.args(t).first()?, *self.terms.args(t).get(1)?);
        let op = self.terms.op(t);
        let sign_of_text = match (op, is_negated) {
            (Op::Eq, false) => "==",
            (Op::Eq, true) => "!=",
            (_, false) => "<",
            (_, true) => ">=",
        };
        // The variable stands on the left, as people write it.
        let is_reverse = op == Op::Eq && texts.get(&a)?.variable.is_none();
        let (a, b) = if is_reverse { (b, a) } else { (a, b) };
        let (left, right) = (texts.get(&a)?, texts.get(&b)?);
        if let Some((left, right)) = self.plain(a, left, b, right, op) {
            return Some(format!("({} {} {})", left, sign_of_text, right));
        }
        let side = |text: &Text| match (op, self.terms.sort(a).width()) {
            (Op::BvSlt, Some(width)) => format!("({} ^ {})", text.text, hex(sign(width))),
            _ => text.text.clone(),
        };
        Some(format!("({} {} {})", side(left), sign_of_text, side(right)))
    }

    /// The sides of a comparison without casts: variables of one type, or one and a constant, if C compares their
    /// values in the same way as the operator.
    fn plain(&self, a: TermId, left: &Text, b: TermId, right: &Text, op: Op) -> Option<(String, String)> {
        let ty = left.variable.as_ref().or(right.variable.as_ref()).map(|&(_, ty)| ty)?;
        let options = self.program.types.options();
        let kind = self.program.types.integer_kind(ty)?;
        let is_fitting = match op {
            Op::BvUlt => !options.is_signed(kind),
            Op::BvSlt => options.is_signed(kind),
            _ => true,
        };
        let side = |t: TermId, text: &Text| match &text.variable {
            Some((name, other)) => (*other == ty).then(|| name.clone()),
            None => {
                let value = options.value(kind, self.terms.bits_of(t)?.to_u64()?);
                constant(self.program, ty, value)
            }
        };
        Some((side(a, left)?, side(b, right)?)).filter(|_| is_fitting)
    }

    /// A variable that is visible.
    fn variable(&self, t: TermId) -> Option<Text> {
        let (object, offset, width) = match self.map.origin(t)? {
            Origin::Object { object, offset, width, role: Role::Value } => (object, offset, width),
            _ => return None,
        };
        if !self.visible.contains(&object) {
            return None;
        }
        let (name, ty, is_field) = self.path(object, offset, width)?;
        let kind = self.program.types.integer_kind(ty)?;
        if self.terms.sort(t) == Sort::Bool {
            let text = format!("({} != 0)", name);
            return (width == 8).then_some(Text { text, variable: None });
        }
        let bits = self.terms.sort(t).width().filter(|&bits| bits == width && bits <= 64)?;
        let text = match bits {
            64 => format!("(unsigned long long) {}", name),
            _ => format!("((unsigned long long) {} & {})", name, hex(ones(bits))),
        };
        let is_whole = !is_field && self.program.types.options().integer_bits(kind) == bits;
        Some(Text { text: format!("({})", text), variable: is_whole.then_some((name, ty)) })
    }

    /// The lvalue that is a part of an object, its type, and whether it is a bit-field.
    fn path(&self, object: ObjectId, offset: u64, width: u32) -> Option<(String, TypeId, bool)> {
        let types = &self.program.types;
        let mut name = self.program.names.text(self.program.object(object).name?).to_string();
        let mut ty = self.program.object(object).ty;
        let mut offset = offset;
        loop {
            let size = 8 * types.size(ty)?;
            match types.get(ty) {
                Type::Integer(_) | Type::Enum(_) => {
                    return (offset == 0 && size == u64::from(width)).then_some((name, ty, false));
                }
                Type::Array(element, Some(_)) => {
                    let step = 8 * types.size(element).filter(|&size| size > 0)?;
                    name = format!("{}[{}]", name, offset / step);
                    (ty, offset) = (element, offset % step);
                }
                Type::Record(record) if !types.record(record).is_union => {
                    let field = types.fields(record).iter().find(|field| match field.bits {
                        Some(bits) => bits.offset == offset && bits.width == width,
                        None => {
                            let from = 8 * field.offset;
                            let size = types.size(field.ty).unwrap_or(0);
                            from <= offset && offset < from + 8 * size
                        }
                    })?;
                    // A member of a structure without name is named without it.
                    if let Some(field) = field.name {
                        name = format!("{}.{}", name, self.program.names.text(field));
                    }
                    if field.bits.is_some() {
                        return Some((name, field.ty, true));
                    }
                    (ty, offset) = (field.ty, offset - 8 * field.offset);
                }
                _ => return None,
            }
        }
    }
}

fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

fn sign(width: u32) -> u64 {
    1 << (width.clamp(1, 64) - 1)
}

fn hex(value: u64) -> String {
    match value {
        0..=9 => format!("{}ULL", value),
        _ => format!("{:#x}ULL", value),
    }
}
