//! Values of terms.
//!
//! Values of datatypes may be as deep as a term: they are compared, ordered and dropped without recursion, and their
//! hash is computed when they are made.

use super::float::Rounding;
use super::print::{number, quoted};
use super::store::{ConstructorId, Sort, TermId, Terms};
use crate::theories::bv::Bits;
use crate::theories::num::Rational;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The value of a term.
#[non_exhaustive]
#[derive(Clone)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer or a real.
    Number(Rational),
    /// A bit-vector.
    Bits(Bits),
    /// The element of this number of a declared sort.
    Element(u32),
    /// An array ([`Terms::array_value`]).
    Array(Arc<ArrayValue>),
    /// A constructor and its fields ([`Value::data`]).
    Data(Arc<DataValue>),
}

/// An array: finitely many indices with their elements, and the element everywhere else.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayValue {
    others: Value,
    /// Sorted by index; no element is that of the others.
    entries: Vec<(Value, Value)>,
}

/// A value of a datatype.
pub struct DataValue {
    constructor: ConstructorId,
    fields: Vec<Value>,
    hash: u64,
}

impl ArrayValue {
    /// Later entries count.
    pub(super) fn new(others: Value, mut entries: Vec<(Value, Value)>) -> ArrayValue {
        entries.reverse();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        entries.dedup_by(|later, first| later.0 == first.0);
        entries.retain(|(_, element)| *element != others);
        ArrayValue { others, entries }
    }

    /// The same array in the form that equal arrays share: if half of all indices or more are entries then the element
    /// everywhere else is the one that most indices have, the least of several.
    pub(super) fn in_domain(self, domain: impl FnOnce(usize) -> Option<Vec<Value>>) -> ArrayValue {
        let indices = match domain(2 * self.entries.len()) {
            Some(indices) if !self.entries.is_empty() => indices,
            _ => return self,
        };
        let entries: Vec<(Value, Value)> =
            indices.into_iter().map(|i| (i.clone(), self.at(&i).clone())).collect();
        let mut elements: Vec<&Value> = entries.iter().map(|(_, element)| element).collect();
        elements.sort_unstable();
        let mut best = (0, elements[0]);
        let mut start = 0;
        for at in 1..=elements.len() {
            if at == elements.len() || elements[at] != elements[start] {
                if at - start > best.0 {
                    best = (at - start, elements[start]);
                }
                start = at;
            }
        }
        let others = best.1.clone();
        ArrayValue::new(others, entries)
    }

    /// The element at an index.
    pub fn at(&self, index: &Value) -> &Value {
        match self.entries.binary_search_by(|(i, _)| i.cmp(index)) {
            Ok(place) => &self.entries[place].1,
            Err(_) => &self.others,
        }
    }

    /// The element at all indices without an entry.
    pub fn others(&self) -> &Value {
        &self.others
    }

    /// Indices with elements that differ from the others, by index.
    pub fn entries(&self) -> &[(Value, Value)] {
        &self.entries
    }
}

impl From<ArrayValue> for Value {
    fn from(array: ArrayValue) -> Value {
        Value::Array(Arc::new(array))
    }
}

impl Value {
    /// The value that a constructor makes of fields.
    pub fn data(constructor: ConstructorId, fields: Vec<Value>) -> Value {
        let mut hasher = crate::base::FixedHasher::default();
        constructor.hash(&mut hasher);
        fields.hash(&mut hasher);
        Value::Data(Arc::new(DataValue { constructor, fields, hash: hasher.finish() }))
    }

    /// The constructor and the fields.
    ///
    /// # Panics
    ///
    /// If this is no value of a datatype.
    pub fn data_parts(&self) -> (ConstructorId, &[Value]) {
        match self {
            Value::Data(data) => (data.constructor, &data.fields),
            other => panic!("{:?} in place of a value of a datatype", other),
        }
    }

    /// False, 0, all zeros, or the first element.
    ///
    /// # Panics
    ///
    /// If the sort is that of bit-vectors without bits, or of arrays or a datatype, whose default value their store
    /// knows ([`Terms::default_value`]).
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int | Sort::Real => Value::Number(Rational::default()),
            Sort::BitVec(width) => Value::Bits(Bits::zero(width)),
            Sort::Float(format) => Value::Bits(Bits::zero(format.width())),
            Sort::Rounding => Value::Bits(Bits::zero(Rounding::WIDTH)),
            Sort::Declared(_) => Value::Element(0),
            Sort::Array(_) | Sort::Datatype(_) => panic!("the store knows the default value of {}", sort),
        }
    }

    /// Whether this is the truth value true.
    pub fn is_true(&self) -> bool {
        matches!(self, Value::Bool(true))
    }

    /// Whether the value belongs to the sort. Of arrays and datatypes this says only that it is an array or made by a
    /// constructor.
    pub fn is_of(&self, sort: Sort) -> bool {
        match (self, sort) {
            (Value::Bool(_), Sort::Bool) | (Value::Number(_), Sort::Real) => true,
            (Value::Number(n), Sort::Int) => n.is_integer(),
            (Value::Bits(bits), Sort::BitVec(width)) => bits.width() == width,
            (Value::Bits(bits), Sort::Float(format)) => bits.width() == format.width(),
            (Value::Bits(bits), Sort::Rounding) => bits.width() == Rounding::WIDTH,
            (Value::Element(_), Sort::Declared(_)) => true,
            (Value::Array(_), Sort::Array(_)) | (Value::Data(_), Sort::Datatype(_)) => true,
            _ => false,
        }
    }

    /// The term that denotes this value in a sort.
    ///
    /// # Panics
    ///
    /// If the value does not belong to the sort, or contains an element of a declared sort, which no term denotes.
    pub fn term(&self, terms: &mut Terms, sort: Sort) -> TermId {
        assert!(self.is_of(sort), "{:?} is no value of sort {}", self, sort);
        match self {
            Value::Bool(b) => terms.bool(*b),
            Value::Number(n) => terms.numeral(n.clone(), sort),
            Value::Bits(b) => match sort {
                Sort::Float(format) => terms.float(format, b),
                Sort::Rounding => terms.rounding(Rounding::of(b.to_u64().unwrap_or(0))),
                _ => terms.bit_vector(b.clone()),
            },
            Value::Element(_) => panic!("no term denotes an element of a declared sort"),
            Value::Array(array) => terms.array_term(array, sort),
            Value::Data(_) => terms.data_term(self, sort),
        }
    }

    /// Whether a term denotes the value: it has no element of a declared sort.
    pub fn has_term(&self) -> bool {
        let mut open = vec![self];
        while let Some(value) = open.pop() {
            match value {
                Value::Element(_) => return false,
                Value::Array(array) => {
                    open.push(array.others());
                    open.extend(array.entries().iter().flat_map(|(index, element)| [index, element]));
                }
                Value::Data(_) => open.extend(value.data_parts().1),
                Value::Bool(_) | Value::Number(_) | Value::Bits(_) => {}
            }
        }
        true
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

    /// The value as SMT-LIB text, in a sort of truth values, numbers or words that it belongs to. Of values of other
    /// sorts the store knows how they are written ([`Terms::value_text`]).
    pub fn text(&self, sort: Sort) -> String {
        match self {
            Value::Bool(b) => b.to_string(),
            Value::Number(n) => number(n, sort),
            Value::Bits(b) => match sort {
                Sort::Float(format) => format.text(b),
                Sort::Rounding => Rounding::of(b.to_u64().unwrap_or(0)).long_name().to_string(),
                _ => b.to_string(),
            },
            Value::Element(number) => format!("@{}", number),
            Value::Array(_) | Value::Data(_) => format!("{:?}", self),
        }
    }

    pub(super) fn number(&self) -> &Rational {
        match self {
            Value::Number(n) => n,
            other => unreachable!("{:?} in place of a number", other),
        }
    }

    pub(super) fn bits(&self) -> &Bits {
        match self {
            Value::Bits(b) => b,
            other => unreachable!("{:?} in place of a bit-vector", other),
        }
    }

    pub(super) fn array(&self) -> &ArrayValue {
        match self {
            Value::Array(array) => array,
            other => unreachable!("{:?} in place of an array", other),
        }
    }

    /// The kind of value, for the order.
    fn rank(&self) -> u8 {
        match self {
            Value::Bool(_) => 0,
            Value::Number(_) => 1,
            Value::Bits(_) => 2,
            Value::Element(_) => 3,
            Value::Array(_) => 4,
            Value::Data(_) => 5,
        }
    }
}

/// By kind; words by width, then as numbers; arrays by their other elements, then by their entries; values of datatypes
/// by constructor, then field by field.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let mut open = vec![(self, other)];
        while let Some((a, b)) = open.pop() {
            let order = match (a, b) {
                (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
                (Value::Number(a), Value::Number(b)) => a.cmp(b),
                (Value::Bits(a), Value::Bits(b)) => compare_bits(a, b),
                (Value::Element(a), Value::Element(b)) => a.cmp(b),
                (Value::Array(a), Value::Array(b)) if Arc::ptr_eq(a, b) => Ordering::Equal,
                (Value::Array(a), Value::Array(b)) => a.cmp(b),
                (Value::Data(a), Value::Data(b)) if Arc::ptr_eq(a, b) => Ordering::Equal,
                (Value::Data(a), Value::Data(b)) => {
                    open.extend(a.fields.iter().zip(&b.fields).rev());
                    a.constructor.cmp(&b.constructor)
                }
                (a, b) => a.rank().cmp(&b.rank()),
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }
}

fn compare_bits(a: &Bits, b: &Bits) -> Ordering {
    let by_value = |a: &Bits, b: &Bits| {
        if a == b {
            Ordering::Equal
        } else if a.ult(b) {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    };
    a.width().cmp(&b.width()).then_with(|| by_value(a, b))
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Data(a), Value::Data(b)) if a.hash != b.hash => false,
            _ => self.cmp(other) == Ordering::Equal,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(self.rank());
        match self {
            Value::Bool(b) => b.hash(state),
            Value::Number(n) => n.hash(state),
            Value::Bits(b) => b.hash(state),
            Value::Element(number) => number.hash(state),
            Value::Array(array) => array.hash(state),
            Value::Data(data) => data.hash.hash(state),
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => f.debug_tuple("Bool").field(b).finish(),
            Value::Number(n) => f.debug_tuple("Number").field(n).finish(),
            Value::Bits(b) => f.debug_tuple("Bits").field(b).finish(),
            Value::Element(number) => f.debug_tuple("Element").field(number).finish(),
            Value::Array(array) => fmt::Debug::fmt(array, f),
            Value::Data(data) => {
                write!(f, "Data({} of {} fields)", data.constructor.index(), data.fields.len())
            }
        }
    }
}

impl fmt::Debug for DataValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "constructor {} of {} fields", self.constructor.index(), self.fields.len())
    }
}

/// Takes the parts that go with it apart first, one by one, so that a deep value needs no deep stack.
impl Drop for DataValue {
    fn drop(&mut self) {
        let mut open = std::mem::take(&mut self.fields);
        while let Some(value) = open.pop() {
            if let Value::Data(data) = value {
                if let Ok(mut last) = Arc::try_unwrap(data) {
                    open.append(&mut last.fields);
                }
            }
        }
    }
}

/// A piece of text that is still to be printed.
enum Item<'a> {
    Text(&'static str),
    Value(&'a Value, Sort),
}

impl Terms {
    /// A value of a sort as SMT-LIB text; an element of a declared sort has the name of the sort and a number.
    pub fn value_text(&self, value: &Value, sort: Sort) -> String {
        let mut out = String::new();
        let mut open = vec![Item::Value(value, sort)];
        while let Some(item) = open.pop() {
            let (value, sort) = match item {
                Item::Text(text) => {
                    out.push_str(text);
                    continue;
                }
                Item::Value(value, sort) => (value, sort),
            };
            match (value, sort) {
                (Value::Element(number), Sort::Declared(declared)) => {
                    out.push_str(&quoted(&self.element_name(declared, *number)));
                }
                (Value::Array(array), _) => self.array_items(array, sort, &mut out, &mut open),
                (Value::Data(data), _) => {
                    let name = self.constructor_text(data.constructor);
                    if data.fields.is_empty() {
                        out.push_str(&name);
                        continue;
                    }
                    out.push('(');
                    out.push_str(&name);
                    open.push(Item::Text(")"));
                    for (field, selector) in data.fields.iter().zip(self.selectors(data.constructor)).rev() {
                        open.extend([Item::Value(field, self.selector_sort(selector)), Item::Text(" ")]);
                    }
                }
                (value, sort) => out.push_str(&value.text(sort)),
            }
        }
        out
    }

    fn array_items<'a>(&self, array: &'a ArrayValue, sort: Sort, out: &mut String, open: &mut Vec<Item<'a>>) {
        let (index, element) = self.array_parts(sort).unwrap_or((Sort::Bool, Sort::Bool));
        out.push_str(&"(store ".repeat(array.entries.len()));
        out.push_str(&format!("((as const {}) ", self.sort_text(sort)));
        for (i, e) in array.entries.iter().rev() {
            open.extend([
                Item::Text(")"),
                Item::Value(e, element),
                Item::Text(" "),
                Item::Value(i, index),
                Item::Text(" "),
            ]);
        }
        open.extend([Item::Text(")"), Item::Value(&array.others, element)]);
    }

    fn array_term(&mut self, array: &ArrayValue, sort: Sort) -> TermId {
        let (index, element) = self.array_parts(sort).unwrap_or((Sort::Bool, Sort::Bool));
        let others = array.others.term(self, element);
        let mut t = self.const_array(sort, others);
        for (i, e) in &array.entries {
            let (i, e) = (i.term(self, index), e.term(self, element));
            t = self.store(t, i, e);
        }
        t
    }

    /// Fields first; then the constructor takes their terms.
    fn data_term(&mut self, value: &Value, sort: Sort) -> TermId {
        let mut open = vec![(value, sort, false)];
        let mut done: Vec<TermId> = Vec::new();
        while let Some((value, sort, is_ready)) = open.pop() {
            match value {
                Value::Data(data) if is_ready => {
                    let args = done.split_off(done.len() - data.fields.len());
                    done.push(self.construct(data.constructor, &args));
                }
                Value::Data(data) => {
                    open.push((value, sort, true));
                    let fields = data.fields.iter().zip(self.selectors(data.constructor));
                    open.extend(fields.rev().map(|(field, s)| (field, self.selector_sort(s), false)));
                }
                other => done.push(other.term(self, sort)),
            }
        }
        done.pop().unwrap_or_else(|| unreachable!("a value has a term"))
    }
}
