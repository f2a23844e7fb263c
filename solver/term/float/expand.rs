//! Formulas over floating-point numbers as formulas over words.
//!
//! Each number becomes the word of its format, each rounding mode a word of three bits; arrays and functions of numbers
//! become those of words. A constant, a call or an element that is a number is any word: the one that stands for all
//! words of the same number takes its place, so that equal numbers are equal words.
//!
//! An expanded formula is satisfiable if the given one is. The converse holds for constants and calls. Arrays of words
//! may differ where the numbers do not; a model that rests on this is refused by its check.

use super::definitions::WordDefinitions;
use super::words::Builder;
use super::{value, FloatOp, Format, Rounding};
use crate::base::HashMap;
use crate::solver::term::{FunctionId, Model, Op, Sort, SymbolId, TermId, Terms, Value};
use crate::theories::bv::Bits;

/// Terms that were expanded, each once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Expansion {
    done: HashMap<TermId, TermId>,
    definitions: WordDefinitions,
    /// Whether quotients and roots are fresh words with relations, and not circuits.
    has_relations: bool,
    /// The relations, by the quotients and roots of numbers that they define.
    relations: HashMap<TermId, TermId>,
    /// Formulas with the relations of the numbers in them.
    related: HashMap<TermId, TermId>,
}

/// Models over words: the parts that an encoding of numbers as words needs.
impl Terms {
    /// Whether a word is the one that stands for its number or mode of this sort.
    pub(crate) fn stands_for_one(&mut self, sort: Sort, word: TermId) -> TermId {
        let canonical = any(self, sort, word);
        self.eq(word, canonical)
    }

    /// The word that stands for a number or a mode.
    pub(crate) fn word_of(&mut self, number: TermId) -> TermId {
        if let Sort::Float(format) = self.sort(number) {
            return self.plain_float_op(FloatOp::ToBits, Sort::BitVec(format.width()), &[number]);
        }
        let words = Rounding::ALL.map(|mode| (self.rounding(mode), self.bv(mode as u64, Rounding::WIDTH)));
        let last = words[words.len() - 1].1;
        words.iter().rev().skip(1).fold(last, |others, &(mode, word)| {
            let is_it = self.eq(number, mode);
            self.ite(is_it, word, others)
        })
    }

    /// Whether the word of a number is less than this one, said of the number; `None` if it is a mode. The words of
    /// numbers without a sign are in the order of the numbers. Behind them is that of NaN, and then come those with a
    /// sign, in the opposite order.
    pub(crate) fn number_is_below(&mut self, number: TermId, word: &Bits) -> Option<TermId> {
        let format = self.sort(number).format()?;
        let class = |terms: &mut Terms, class| terms.plain_float_op(class, Sort::Bool, &[number]);
        let (is_positive, is_negative) = (class(self, FloatOp::IsPositive), class(self, FloatOp::IsNegative));
        let no_negative = self.not(is_negative);
        let (exponent, fraction) = format.parts(word);
        let is_nan = exponent.is_ones() && !fraction.is_zero();
        let limit = self.float(format, word);
        Some(match (word.bit(format.width() - 1), is_nan) {
            (true, true) => Terms::TRUE,
            (true, false) => {
                let is_nearer = self.plain_float_op(FloatOp::Lt, Sort::Bool, &[limit, number]);
                self.or(&[no_negative, is_nearer])
            }
            (false, true) if value::canonical(format, word).ult(word) => no_negative,
            (false, true) => is_positive,
            (false, false) => {
                let is_less = self.plain_float_op(FloatOp::Lt, Sort::Bool, &[number, limit]);
                self.and(&[is_positive, is_less])
            }
        })
    }

    /// Whether the word of a number or a mode is this constant, said of the number.
    pub(crate) fn number_is(&mut self, number: TermId, word: &Bits) -> TermId {
        let constant = match self.sort(number) {
            Sort::Float(format) if value::canonical(format, word) == *word => self.float(format, word),
            Sort::Rounding => match Rounding::ALL.get(word.to_u64().unwrap_or(u64::MAX) as usize) {
                Some(&mode) => self.rounding(mode),
                None => return Terms::FALSE,
            },
            _ => return Terms::FALSE,
        };
        self.eq(number, constant)
    }
}

impl Terms {
    /// Whether there are floating-point numbers or rounding modes in the store.
    pub(crate) fn has_floats(&self) -> bool {
        self.has_floats
    }

    /// The sort with words in the place of numbers.
    pub(super) fn without_floats(&mut self, sort: Sort) -> Sort {
        match (sort.format(), self.array_parts(sort)) {
            (Some(format), _) => Sort::BitVec(format.width()),
            (None, Some((index, element))) => {
                let (index, element) = (self.without_floats(index), self.without_floats(element));
                self.array_sort(index, element)
            }
            (None, None) if sort == Sort::Rounding => Sort::BitVec(Rounding::WIDTH),
            (None, None) => sort,
        }
    }

    /// The value of words as one of a term's sort, in which there are numbers.
    pub(in crate::solver) fn canonical_value(&self, t: TermId, given: &Value) -> Value {
        self.canonical_of(self.sort(t), given)
    }

    /// A value of words as one of numbers of this sort.
    pub(super) fn canonical_of(&self, sort: Sort, given: &Value) -> Value {
        match (sort, given) {
            (Sort::Float(format), Value::Bits(word)) => Value::Bits(value::canonical(format, word)),
            (Sort::Rounding, Value::Bits(word)) => Rounding::of(word.to_u64().unwrap_or(0)).value(),
            (Sort::Array(_), Value::Array(array)) => {
                let (index, element) = self.array_parts(sort).unwrap_or((Sort::Bool, Sort::Bool));
                let entries = array
                    .entries()
                    .iter()
                    .map(|(i, e)| (self.canonical_of(index, i), self.canonical_of(element, e)));
                let entries = entries.collect();
                self.array_value(sort, self.canonical_of(element, array.others()), entries)
            }
            (_, given) => given.clone(),
        }
    }
}

impl Terms {
    /// An operator on words that mean numbers of the format `from`, or on a word that means an integer; rounding modes
    /// are words of three bits ([`Rounding::word`]). `sort` is that of the result if the arguments were numbers: a
    /// number's result is its word. All words of NaN may be given, and a result that is NaN is the one that
    /// [`Terms::float`] makes; open results are those that [`FloatOp`] tells.
    ///
    /// # Panics
    ///
    /// If there is no format among `from` and `sort`, or if the number of arguments is another one.
    pub fn float_word(&mut self, op: FloatOp, from: Option<Format>, sort: Sort, args: &[TermId]) -> TermId {
        let result = operation(self, op, (from, sort), args);
        match (op, from) {
            // Their results are operands, but for the sign.
            (FloatOp::Abs | FloatOp::Neg | FloatOp::Min | FloatOp::Max, Some(format))
            | (FloatOp::RoundToIntegral | FloatOp::ToBits, Some(format)) => {
                Builder { terms: self, format }.canonical(result)
            }
            _ => result,
        }
    }
}

impl Expansion {
    /// With quotients and roots as fresh words of which their relations are told, or as circuits.
    pub fn new(has_relations: bool) -> Expansion {
        Expansion { has_relations, ..Expansion::default() }
    }

    /// With circuits only, and with these constants and functions of words.
    pub fn by(definitions: WordDefinitions) -> Expansion {
        Expansion { definitions, ..Expansion::default() }
    }

    /// The constants and functions of words that stand for those of numbers.
    pub fn definitions(&self) -> &WordDefinitions {
        &self.definitions
    }

    /// Lets a word that stands for no other number take the place of a constant.
    pub fn assign(&mut self, number: TermId, word: TermId) {
        self.done.insert(number, word);
    }

    /// The formula over words. Without numbers it is the same. With relations, each formula has those of its numbers
    /// beside it, so it must not be negated.
    pub fn apply(&mut self, terms: &mut Terms, formula: TermId) -> TermId {
        if !terms.has_floats() {
            return formula;
        }
        let mut args = Vec::new();
        for t in terms.subterms_until(&[formula], |t| self.done.contains_key(&t)) {
            if self.done.contains_key(&t) {
                continue;
            }
            terms.note_term();
            if terms.is_over() {
                return formula;
            }
            args.clear();
            args.extend(terms.args(t).iter().map(|a| self.done[a]));
            let new = self.expanded(terms, t, &args);
            self.done.insert(t, new);
        }
        self.with_relations(terms, formula)
    }

    fn with_relations(&mut self, terms: &mut Terms, formula: TermId) -> TermId {
        if self.relations.is_empty() {
            return self.done[&formula];
        }
        if let Some(&known) = self.related.get(&formula) {
            return known;
        }
        let mut all = vec![self.done[&formula]];
        all.extend(terms.subterms(&[formula]).iter().filter_map(|t| self.relations.get(t)));
        let whole = terms.and(&all);
        self.related.insert(formula, whole);
        whole
    }

    /// The expanded formula, if it was made before, or the given one.
    pub fn known(&self, formula: TermId) -> TermId {
        let known = self.related.get(&formula).or_else(|| self.done.get(&formula));
        known.copied().unwrap_or(formula)
    }

    /// The constant of words that took the place of one with numbers inside.
    pub fn constant(&self, terms: &Terms, given: TermId) -> Option<TermId> {
        let is_it = |&&(symbol, _): &&(SymbolId, TermId)| terms.symbol_term(symbol) == given;
        self.definitions.constants.iter().find(is_it).map(|&(_, constant)| constant)
    }

    fn expanded(&mut self, terms: &mut Terms, t: TermId, args: &[TermId]) -> TermId {
        let sort = terms.sort(t);
        match terms.op(t) {
            Op::Rounding(mode) => terms.bv(mode as u64, Rounding::WIDTH),
            Op::Float(op) => match (op, args, sort) {
                (FloatOp::Div, &[mode, a, b], Sort::Float(format)) if self.has_relations => {
                    let (quotient, relation) = Builder { terms, format }.div_by_relation(mode, a, b);
                    self.relations.insert(t, relation);
                    quotient
                }
                (FloatOp::Sqrt, &[mode, a], Sort::Float(format)) if self.has_relations => {
                    let (root, relation) = Builder { terms, format }.sqrt_by_relation(mode, a);
                    self.relations.insert(t, relation);
                    root
                }
                _ => {
                    let from = terms.sort(terms.arg(t, usize::from(op.rounds()))).format();
                    operation(terms, op, (from, sort), args)
                }
            },
            Op::Symbol(symbol) => {
                let words = terms.without_floats(sort);
                if words == sort {
                    return t;
                }
                let constant = self.constant(terms, t).unwrap_or_else(|| {
                    let name = format!("@{}", terms.name(symbol));
                    let constant = terms.declare(&name, words);
                    self.definitions.constants.push((symbol, constant));
                    constant
                });
                any(terms, sort, constant)
            }
            Op::Call(function) => {
                let function = self.function(terms, function);
                let call = terms.call(function, args);
                any(terms, sort, call)
            }
            op => {
                let words = terms.without_floats(sort);
                let new = if args == terms.args(t) { t } else { terms.apply(op, words, args) };
                match op {
                    Op::Select => any(terms, sort, new),
                    _ => new,
                }
            }
        }
    }

    fn function(&mut self, terms: &mut Terms, function: FunctionId) -> FunctionId {
        if let Some(&(_, known)) = self.definitions.functions.iter().find(|(of, _)| *of == function) {
            return known;
        }
        let (args, result) = terms.function_sorts(function);
        let (args, result) = (args.to_vec(), result);
        let words: Vec<Sort> = args.iter().map(|&sort| terms.without_floats(sort)).collect();
        let of_words = terms.without_floats(result);
        if words == args && of_words == result {
            return function;
        }
        let name = format!("@{}", terms.function_name(function));
        let new = terms.declare_function(&name, &words, of_words);
        self.definitions.functions.push((function, new));
        new
    }

    /// Gives the constants and functions of numbers the values of those of words.
    pub fn lift(&self, terms: &Terms, model: &mut Model) {
        for &(symbol, constant) in &self.definitions.constants {
            let sort = terms.sort(terms.symbol_term(symbol));
            let given = model.evaluate(terms, constant);
            model.set(symbol, terms.canonical_of(sort, &given));
        }
        for &(function, of_words) in &self.definitions.functions {
            let (sorts, result) = terms.function_sorts(function);
            let lifted: Vec<(Vec<Value>, Value)> = (model.calls(of_words).into_iter())
                .map(|(args, given)| {
                    let args = sorts.iter().zip(args).map(|(&sort, arg)| terms.canonical_of(sort, arg));
                    (args.collect(), terms.canonical_of(result, given))
                })
                .collect();
            lifted.into_iter().for_each(|(args, given)| model.set_call(function, args, given));
        }
    }
}

/// The word that stands for all words of the same number or mode as any word.
fn any(terms: &mut Terms, sort: Sort, word: TermId) -> TermId {
    if let Some(format) = sort.format() {
        return Builder { terms, format }.canonical(word);
    }
    if sort != Sort::Rounding {
        return word;
    }
    let (last, first) = (terms.bv(Rounding::Zero as u64, Rounding::WIDTH), terms.bv(0, Rounding::WIDTH));
    let is_beyond = terms.bv_ult(last, word);
    terms.ite(is_beyond, first, word)
}

/// An operator on words: of numbers of a format, or of no number, with a result of this sort.
fn operation(
    terms: &mut Terms,
    op: FloatOp,
    (from, sort): (Option<Format>, Sort),
    args: &[TermId],
) -> TermId {
    let own: Format = sort.format().or(from).expect("an operator on numbers has a number");
    let of_argument = from.unwrap_or(own);
    let width = sort.width().unwrap_or(1);
    let mut builder = Builder { terms, format: own };
    match (op, args) {
        (FloatOp::OfBits, &[word]) => builder.canonical(word),
        (FloatOp::ToBits, &[word]) => word,
        (FloatOp::Abs, &[a]) => builder.with_sign(a, Terms::FALSE),
        (FloatOp::Neg, &[a]) => {
            let sign = builder.at(a, own.width() - 1);
            let other = builder.not(sign);
            builder.with_sign(a, other)
        }
        (FloatOp::Add, &[mode, a, b]) => builder.add(mode, a, b),
        (FloatOp::Sub, &[mode, a, b]) => {
            let sign = builder.at(b, own.width() - 1);
            let other = builder.not(sign);
            let b = builder.with_sign(b, other);
            builder.add(mode, a, b)
        }
        (FloatOp::Mul, &[mode, a, b]) => builder.mul(mode, a, b),
        (FloatOp::Div, &[mode, a, b]) => builder.div(mode, a, b),
        (FloatOp::Fma, &[mode, a, b, c]) => builder.fma(mode, a, b, c),
        (FloatOp::Sqrt, &[mode, a]) => builder.sqrt(mode, a),
        (FloatOp::Rem, &[a, b]) => builder.rem(a, b),
        (FloatOp::RoundToIntegral, &[mode, a]) => builder.round_to_integral(mode, a),
        (FloatOp::Min, &[a, b]) => builder.least_or_greatest(true, a, b),
        (FloatOp::Max, &[a, b]) => builder.least_or_greatest(false, a, b),
        (FloatOp::Leq | FloatOp::Lt | FloatOp::Equal, &[a, b]) => builder.compare(op, a, b),
        (op, &[a]) if op.is_class() => builder.is_of_class(op, a),
        (FloatOp::OfFloat, &[mode, a]) => builder.of_format(mode, of_argument, a),
        (FloatOp::OfSigned, &[mode, word]) => builder.of_integer(mode, word, true),
        (FloatOp::OfUnsigned, &[mode, word]) => builder.of_integer(mode, word, false),
        (FloatOp::ToSigned, &[mode, a]) => builder.integer(mode, a, width, true).0,
        (FloatOp::ToUnsigned, &[mode, a]) => builder.integer(mode, a, width, false).0,
        (FloatOp::FitsSigned(width), &[mode, a]) => builder.integer(mode, a, width, true).1,
        (FloatOp::FitsUnsigned(width), &[mode, a]) => builder.integer(mode, a, width, false).1,
        (op, args) => unreachable!("{:?} with {} arguments", op, args.len()),
    }
}
