//! Some values of a sort, different from each other.

use super::float::Rounding;
use super::store::{Sort, Terms};
use super::value::Value;
use crate::base::{HashMap, HashSet};
use crate::theories::bv::Bits;
use crate::theories::num::{Integer, Rational};

impl Terms {
    /// Different values of a sort, as many as asked for, or all if there are fewer.
    pub fn some_values(&self, sort: Sort, count: usize) -> Vec<Value> {
        let number = |i: usize| i64::try_from(i).unwrap_or(i64::MAX);
        match sort {
            Sort::Bool => [false, true].into_iter().take(count).map(Value::Bool).collect(),
            Sort::Int | Sort::Real => (0..count).map(|i| Value::Number(Rational::from(number(i)))).collect(),
            Sort::BitVec(width) => {
                let count = count.min(1usize.checked_shl(width).unwrap_or(usize::MAX));
                (0..count)
                    .map(|i| Value::Bits(Bits::from_integer(&Integer::from(number(i)), width)))
                    .collect()
            }
            Sort::Float(format) => {
                let words = self.some_values(Sort::BitVec(format.width()), count);
                words.into_iter().filter(|word| format.is_canonical(word.bits())).collect()
            }
            Sort::Rounding => Rounding::ALL.iter().take(count).map(|mode| mode.value()).collect(),
            Sort::Declared(_) => (0..count).map(|i| Value::Element(i as u32)).collect(),
            Sort::Array(_) => self.some_arrays(sort, count),
            Sort::Datatype(_) => self.some_data(sort, count),
        }
    }

    /// Arrays by number: its digits, in the base of the number of elements, are the elements at the first indices.
    fn some_arrays(&self, sort: Sort, count: usize) -> Vec<Value> {
        let (index, element) = match self.array_parts(sort) {
            Some(parts) => parts,
            None => return Vec::new(),
        };
        let elements = self.some_values(element, count.max(2));
        let base = elements.len();
        if base < 2 {
            return elements
                .iter()
                .take(count)
                .map(|e| self.array_value(sort, e.clone(), Vec::new()))
                .collect();
        }
        let indices = self.some_values(index, count.next_power_of_two().trailing_zeros() as usize + 1);
        let mut found = Vec::with_capacity(count);
        for number in 0..count {
            let mut rest = number;
            let mut entries = Vec::new();
            for i in &indices {
                entries.push((i.clone(), elements[rest % base].clone()));
                rest /= base;
            }
            if rest > 0 {
                break;
            }
            found.push(self.array_value(sort, elements[0].clone(), entries));
        }
        found
    }

    /// Values of datatypes by rounds: those of a round are made of those before.
    fn some_data(&self, sort: Sort, count: usize) -> Vec<Value> {
        let mut sorts = vec![sort];
        let mut at = 0;
        while let Some(&sort) = sorts.get(at) {
            at += 1;
            for &constructor in self.constructors(sort) {
                let fields = self.selectors(constructor).map(|s| self.selector_sort(s));
                let new: Vec<Sort> =
                    fields.filter(|s| matches!(s, Sort::Datatype(_)) && !sorts.contains(s)).collect();
                for sort in new {
                    if !sorts.contains(&sort) {
                        sorts.push(sort);
                    }
                }
            }
        }
        let mut known: HashMap<Sort, Vec<Value>> = sorts.iter().map(|&s| (s, Vec::new())).collect();
        loop {
            let mut grown = HashMap::default();
            for &sort in &sorts {
                grown.insert(sort, self.next_round(sort, count, &known));
            }
            let is_done =
                grown[&sort].len() >= count || sorts.iter().all(|s| grown[s].len() == known[s].len());
            known = grown;
            if is_done {
                return known.remove(&sort).unwrap_or_default();
            }
        }
    }

    fn next_round(&self, sort: Sort, count: usize, known: &HashMap<Sort, Vec<Value>>) -> Vec<Value> {
        let mut found = known[&sort].clone();
        let mut seen: HashSet<Value> = found.iter().cloned().collect();
        for &constructor in self.constructors(sort) {
            let fields: Vec<Vec<Value>> = self
                .selectors(constructor)
                .map(|s| {
                    let sort = self.selector_sort(s);
                    known.get(&sort).cloned().unwrap_or_else(|| self.some_values(sort, count))
                })
                .collect();
            let mut number = 0usize;
            while found.len() < count {
                let mut rest = number;
                let mut chosen = Vec::with_capacity(fields.len());
                for values in &fields {
                    if values.is_empty() {
                        break;
                    }
                    chosen.push(values[rest % values.len()].clone());
                    rest /= values.len();
                }
                if chosen.len() < fields.len() || rest > 0 {
                    break;
                }
                let value = Value::data(constructor, chosen);
                if seen.insert(value.clone()) {
                    found.push(value);
                }
                number += 1;
            }
        }
        found
    }
}
