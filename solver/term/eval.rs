//! Values, models, and the value of a term in a model.

use super::store::{FunctionId, Op, Sort, SymbolId, TermId, Terms};
use crate::base::HashMap;
use crate::theories::bv::Bits;
use crate::theories::num::Rational;

/// The value of a term.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer or a real.
    Number(Rational),
    /// A bit-vector.
    Bits(Bits),
    /// The element of this number of a declared sort.
    Element(u32),
}

impl Value {
    /// False, 0, all zeros, or the first element.
    ///
    /// # Panics
    ///
    /// If the sort is that of bit-vectors without bits.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int | Sort::Real => Value::Number(Rational::default()),
            Sort::BitVec(width) => Value::Bits(Bits::zero(width)),
            Sort::Declared(_) => Value::Element(0),
        }
    }

    /// Whether this is the truth value true.
    pub fn is_true(&self) -> bool {
        *self == Value::Bool(true)
    }

    /// Whether the value belongs to the sort.
    pub fn is_of(&self, sort: Sort) -> bool {
        match (self, sort) {
            (Value::Bool(_), Sort::Bool) | (Value::Number(_), Sort::Real) => true,
            (Value::Number(n), Sort::Int) => n.is_integer(),
            (Value::Bits(bits), Sort::BitVec(width)) => bits.width() == width,
            (Value::Element(_), Sort::Declared(_)) => true,
            _ => false,
        }
    }

    /// The term that denotes this value in a sort.
    ///
    /// # Panics
    ///
    /// If the value does not belong to the sort, or is an element of a declared sort, which no term denotes.
    pub fn term(&self, terms: &mut Terms, sort: Sort) -> TermId {
        assert!(self.is_of(sort), "{:?} is no value of sort {}", self, sort);
        match self {
            Value::Bool(b) => terms.bool(*b),
            Value::Number(n) => terms.numeral(n.clone(), sort),
            Value::Bits(b) => terms.bit_vector(b.clone()),
            Value::Element(_) => panic!("no term denotes an element of a declared sort"),
        }
    }

    /// The equation of a term and this value.
    ///
    /// # Panics
    ///
    /// If the value does not belong to the term's sort.
    pub fn equation(&self, terms: &mut Terms, t: TermId) -> TermId {
        let value = self.term(terms, terms.sort(t));
        terms.eq(t, value)
    }

    fn number(&self) -> &Rational {
        match self {
            Value::Number(n) => n,
            other => unreachable!("{:?} in place of a number", other),
        }
    }

    fn bits(&self) -> &Bits {
        match self {
            Value::Bits(b) => b,
            other => unreachable!("{:?} in place of a bit-vector", other),
        }
    }
}

/// The parts of a small term as a tree, at most, with repetitions.
const SMALL: u32 = 24;

/// The depth of a small term, at most.
const DEPTH: u32 = 8;

/// Values for declared constants, and for division by zero, which SMT-LIB leaves open. Constants without a value have
/// the default value of their sort.
#[derive(Clone, Default, Debug)]
pub struct Model {
    values: HashMap<SymbolId, Value>,
    by_zero: HashMap<(Op, Rational), Rational>,
    calls: HashMap<FunctionId, HashMap<Vec<Value>, Value>>,
}

impl Model {
    /// All defaults.
    pub fn new() -> Model {
        Model::default()
    }

    /// Sets the value of a constant, which must belong to the constant's sort.
    pub fn set(&mut self, symbol: SymbolId, value: Value) {
        self.values.insert(symbol, value);
    }

    /// Sets the values of declared constants, which must belong to their sorts. If one list is longer than the other,
    /// its end is left alone.
    ///
    /// # Panics
    ///
    /// If a term is no declared constant.
    pub fn set_all(&mut self, terms: &Terms, constants: impl IntoIterator<Item = TermId>, values: &[Value]) {
        for (constant, value) in constants.into_iter().zip(values) {
            match terms.op(constant) {
                Op::Symbol(symbol) => self.set(symbol, value.clone()),
                op => panic!("{:?} is no declared constant", op),
            }
        }
    }

    /// The value of a constant if it was set.
    pub fn get(&self, symbol: SymbolId) -> Option<&Value> {
        self.values.get(&symbol)
    }

    /// Sets the value of a function for these arguments; values and sorts must agree. For other arguments it has the
    /// default value of its sort.
    pub fn set_call(&mut self, function: FunctionId, args: Vec<Value>, value: Value) {
        self.calls.entry(function).or_default().insert(args, value);
    }

    /// The values of a function that were set, each with its arguments, in the order of the arguments' texts.
    pub fn calls(&self, terms: &Terms, function: FunctionId) -> Vec<(&[Value], &Value)> {
        let (sorts, _) = terms.function_sorts(function);
        let text = |args: &[Value]| -> Vec<String> {
            args.iter().zip(sorts).map(|(value, &sort)| value.text(sort)).collect()
        };
        let known = self.calls.get(&function).into_iter().flatten();
        let mut list: Vec<(&[Value], &Value)> = known.map(|(args, value)| (&args[..], value)).collect();
        list.sort_by_cached_key(|(args, _)| text(args));
        list
    }

    /// Sets the result of [`Op::DivByZero`], or of its integer variants, for a dividend.
    pub fn set_by_zero(&mut self, op: Op, dividend: Rational, value: Rational) {
        self.by_zero.insert((op, dividend), value);
    }

    /// The values that one of these operators was given, each with its dividend, in the order of the dividends.
    pub fn by_zero(&self, op: Op) -> Vec<(&Rational, &Rational)> {
        let known = self.by_zero.iter().filter(|((o, _), _)| *o == op);
        let mut list: Vec<(&Rational, &Rational)> = known.map(|((_, n), value)| (n, value)).collect();
        list.sort_unstable();
        list
    }

    /// The value of a term. Time linear in its size as a graph.
    ///
    /// # Panics
    ///
    /// If a constant in the term was given a value of another sort.
    pub fn evaluate(&self, terms: &Terms, t: TermId) -> Value {
        let mut left = SMALL;
        let small = self.evaluate_small(terms, t, &mut left, DEPTH);
        small.unwrap_or_else(|| self.evaluate_graph(terms, &[t]).swap_remove(0))
    }

    /// The values of several terms; shared parts are evaluated once.
    ///
    /// # Panics
    ///
    /// As [`Model::evaluate`].
    pub fn evaluate_all(&self, terms: &Terms, roots: &[TermId]) -> Vec<Value> {
        let mut left = SMALL + roots.len() as u32;
        let small = |&t: &TermId| self.evaluate_small(terms, t, &mut left, DEPTH);
        roots.iter().map(small).collect::<Option<_>>().unwrap_or_else(|| self.evaluate_graph(terms, roots))
    }

    /// The value of a term that has few parts even as a tree, none of them deep inside; `None` for others. Most terms
    /// of a program's commands are small, and a long run evaluates them millions of times.
    fn evaluate_small(&self, terms: &Terms, t: TermId, left: &mut u32, depth: u32) -> Option<Value> {
        *left = left.checked_sub(1)?;
        let depth = depth.checked_sub(1)?;
        let mut value = |i: usize| self.evaluate_small(terms, terms.arg(t, i), left, depth);
        Some(match terms.args(t).len() {
            0 => self.apply(terms, t, &[]),
            1 => self.apply(terms, t, &[&value(0)?]),
            2 => self.apply(terms, t, &[&value(0)?, &value(1)?]),
            3 => self.apply(terms, t, &[&value(0)?, &value(1)?, &value(2)?]),
            _ => return None,
        })
    }

    /// The values of terms of any size, by their parts as a graph.
    fn evaluate_graph(&self, terms: &Terms, roots: &[TermId]) -> Vec<Value> {
        let order = terms.subterms(roots);
        let mut values: Vec<Value> = Vec::with_capacity(order.len());
        let place = |t: &TermId| order.binary_search(t).unwrap_or_else(|_| unreachable!("a subterm"));
        for &t in &order {
            let args: Vec<&Value> = terms.args(t).iter().map(|a| &values[place(a)]).collect();
            let value = self.apply(terms, t, &args);
            values.push(value);
        }
        roots.iter().map(|t| values[place(t)].clone()).collect()
    }

    fn apply(&self, terms: &Terms, t: TermId, args: &[&Value]) -> Value {
        let sort = terms.sort(t);
        match terms.op(t) {
            Op::True => Value::Bool(true),
            Op::Symbol(symbol) => match self.get(symbol) {
                Some(value) => {
                    let name = terms.name(symbol);
                    assert!(value.is_of(sort), "{:?} as the value of {} of sort {}", value, name, sort);
                    value.clone()
                }
                None => Value::default_of(sort),
            },
            Op::Numeral(_) => Value::Number(terms.number_of(t).cloned().unwrap_or_default()),
            Op::Bits(_) => Value::Bits(terms.bits_of(t).cloned().unwrap_or_else(|| Bits::zero(1))),
            Op::Not => Value::Bool(!args[0].is_true()),
            Op::And => Value::Bool(args.iter().all(|a| a.is_true())),
            Op::Eq => Value::Bool(args[0] == args[1]),
            Op::Ite => args[if args[0].is_true() { 1 } else { 2 }].clone(),
            Op::Call(function) => {
                let args: Vec<Value> = args.iter().map(|&arg| arg.clone()).collect();
                let known = self.calls.get(&function).and_then(|calls| calls.get(&args));
                known.cloned().unwrap_or_else(|| Value::default_of(sort))
            }
            op => match args[0] {
                Value::Number(first) => self.apply_numeric(op, first, args),
                Value::Bits(first) => apply_bits(op, sort, first, args),
                Value::Bool(_) | Value::Element(_) => unreachable!("{:?} of {:?}", op, args[0]),
            },
        }
    }

    fn apply_numeric(&self, op: Op, first: &Rational, args: &[&Value]) -> Value {
        let second = || args[1].number();
        Value::Number(match op {
            Op::Add => args.iter().fold(Rational::default(), |sum, a| sum + a.number()),
            Op::Mul => first * second(),
            Op::Le => return Value::Bool(first <= second()),
            Op::Ge => return Value::Bool(first >= second()),
            Op::ToReal => first.clone(),
            Op::ToInt => Rational::from(first.floor()),
            // Divisors are positive.
            Op::IntDiv => Rational::from((first / second()).floor()),
            Op::IntMod => first - &(second() * &Rational::from((first / second()).floor())),
            op => self.by_zero.get(&(op, first.clone())).cloned().unwrap_or_default(),
        })
    }
}

fn apply_bits(op: Op, sort: Sort, first: &Bits, args: &[&Value]) -> Value {
    let second = || args[1].bits();
    let width = sort.width().unwrap_or(1);
    Value::Bits(match op {
        Op::BvNot => first.not(),
        Op::BvNeg => first.neg(),
        Op::BvAnd => first.and(second()),
        Op::BvOr => first.or(second()),
        Op::BvXor => first.xor(second()),
        Op::BvAdd => first.add(second()),
        Op::BvSub => first.sub(second()),
        Op::BvMul => first.mul(second()),
        Op::BvUdiv => first.udiv(second()),
        Op::BvUrem => first.urem(second()),
        Op::BvShl => first.shl(second()),
        Op::BvLshr => first.lshr(second()),
        Op::BvAshr => first.ashr(second()),
        Op::Concat => first.concat(second()),
        Op::Extract(low) => first.extract(low + width - 1, low),
        Op::SignExtend => first.sign_extend(width - first.width()),
        Op::BvUlt => return Value::Bool(first.ult(second())),
        Op::BvSlt => return Value::Bool(first.slt(second())),
        op => unreachable!("{:?} of bit-vectors", op),
    })
}
