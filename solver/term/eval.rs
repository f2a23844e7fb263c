//! Models, and the value of a term in a model.

use super::store::{FunctionId, Op, SelectorId, Sort, SymbolId, TermId, Terms};
use super::value::Value;
use crate::base::HashMap;
use crate::theories::bv::Bits;
use crate::theories::num::Rational;
use std::collections::BTreeSet;

/// The parts of a small term as a tree, at most, with repetitions.
const SMALL: u32 = 24;

/// The depth of a small term, at most.
const DEPTH: u32 = 8;

/// Values for declared constants, and for division by zero, which SMT-LIB leaves open. Constants without a value have
/// the default value of their sort. [`Model::display`] shows it with names.
#[derive(Clone, Default, Debug)]
pub struct Model {
    values: HashMap<SymbolId, Value>,
    by_zero: HashMap<(Op, Rational), Rational>,
    calls: HashMap<FunctionId, HashMap<Vec<Value>, Value>>,
    /// Results of selectors for values that another constructor made.
    strays: HashMap<(SelectorId, Value), Value>,
    /// Indices at which two arrays of a sort differ.
    differences: HashMap<(Sort, Value, Value), Value>,
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

    /// The values of a function that were set, each with its arguments, in the arguments' order.
    pub fn calls(&self, function: FunctionId) -> Vec<(&[Value], &Value)> {
        let known = self.calls.get(&function).into_iter().flatten();
        let mut list: Vec<(&[Value], &Value)> = known.map(|(args, value)| (&args[..], value)).collect();
        list.sort_unstable();
        list
    }

    /// Sets the result of a selector for a value that another constructor made. Where none is set it is the default
    /// value of its sort.
    pub fn set_stray(&mut self, selector: SelectorId, of: Value, value: Value) {
        self.strays.insert((selector, of), value);
    }

    /// The results of a selector that were set, each with the value it is applied to, in their order.
    pub fn strays(&self, selector: SelectorId) -> Vec<(&Value, &Value)> {
        let known = self.strays.iter().filter(|((s, _), _)| *s == selector);
        let mut list: Vec<(&Value, &Value)> = known.map(|((_, of), value)| (of, value)).collect();
        list.sort_unstable();
        list
    }

    /// The constants with a value, in the order of their declaration.
    pub fn constants(&self) -> Vec<(SymbolId, &Value)> {
        let mut list: Vec<(SymbolId, &Value)> = self.values.iter().map(|(&s, value)| (s, value)).collect();
        list.sort_unstable_by_key(|&(symbol, _)| symbol);
        list
    }

    /// The functions with a value, in the order of their declaration.
    pub(super) fn functions(&self) -> BTreeSet<FunctionId> {
        self.calls.keys().copied().collect()
    }

    /// The selectors for which such results were set, in order.
    pub(crate) fn stray_selectors(&self) -> BTreeSet<SelectorId> {
        self.strays.keys().map(|(selector, _)| *selector).collect()
    }

    /// Sets the index at which two arrays of a sort differ, which [`Op::Difference`] gives. Where none is set it is the
    /// least one among those that the arrays have entries for, and one more.
    pub fn set_difference(&mut self, sort: Sort, arrays: [Value; 2], index: Value) {
        let [a, b] = arrays;
        self.differences.insert((sort, a, b), index);
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
                None => terms.default_value(sort),
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
                known.cloned().unwrap_or_else(|| terms.default_value(sort))
            }
            Op::Select => args[0].array().at(args[1]).clone(),
            Op::Store => terms.stored(terms.sort(t), args[0].array(), args[1], args[2]),
            Op::ConstArray => terms.array_value(sort, args[0].clone(), Vec::new()),
            Op::Difference => {
                let arrays = terms.sort(terms.arg(t, 0));
                let known = self.differences.get(&(arrays, args[0].clone(), args[1].clone()));
                let found = || terms.difference_of(arrays, args[0].array(), args[1].array());
                known.cloned().unwrap_or_else(found)
            }
            Op::Construct(constructor) => {
                Value::data(constructor, args.iter().map(|&arg| arg.clone()).collect())
            }
            Op::Field(selector) => match args[0].data_parts().1.get(terms.field_place(selector, args[0])) {
                Some(field) => field.clone(),
                None => {
                    let known = self.strays.get(&(selector, args[0].clone()));
                    known.cloned().unwrap_or_else(|| terms.default_value(sort))
                }
            },
            Op::Is(constructor) => Value::Bool(args[0].data_parts().0 == constructor),
            Op::Rounding(mode) => mode.value(),
            Op::Float(op) => {
                let sorts: Vec<Sort> = terms.args(t).iter().map(|&arg| terms.sort(arg)).collect();
                terms.float_result(op, sort, &sorts, args)
            }
            op => match args[0] {
                Value::Number(first) => self.apply_numeric(op, first, args),
                Value::Bits(first) => apply_bits(op, sort, first, args),
                Value::Bool(_) | Value::Element(_) | Value::Array(_) | Value::Data(_) => {
                    unreachable!("{:?} of {:?}", op, args[0])
                }
            },
        }
    }

    fn apply_numeric(&self, op: Op, first: &Rational, args: &[&Value]) -> Value {
        let second = || args[1].number();
        Value::Number(match op {
            Op::Add => args.iter().fold(Rational::default(), |sum, a| sum + a.number()),
            Op::Mul => first * second(),
            Op::Product => args.iter().skip(1).fold(first.clone(), |product, a| &product * a.number()),
            Op::Inverse if first.is_zero() => Rational::ZERO,
            Op::Inverse => first.recip(),
            Op::IntQuotient if second().is_zero() => Rational::ZERO,
            Op::IntQuotient if second().is_negative() => Rational::from((first / second()).ceil()),
            Op::IntQuotient => Rational::from((first / second()).floor()),
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
