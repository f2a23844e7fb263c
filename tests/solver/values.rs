//! Values of arrays and datatypes, and the operators on them, against their plain meaning.

use crate::cases::try_random;
use indubit::base::Rng;
use indubit::solver::term::{Constructor, Model, Op, Sort, TermId, Terms, Value};
use indubit::theories::bv::Bits;
use indubit::theories::num::Integer;
use quickcheck::TestResult;
use std::cmp::Ordering;
use std::collections::hash_map::DefaultHasher;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};

fn hash(value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn word(number: usize, width: u32) -> Value {
    Value::Bits(Bits::from_integer(&Integer::from(number as u64), width))
}

/// Demands that equality, order and hash say that both are equal, or that they are not.
fn demand_agreement(a: &Value, b: &Value, are_equal: bool) {
    assert_eq!(a == b, are_equal, "{:?} and {:?}", a, b);
    assert_eq!(a.cmp(b) == Ordering::Equal, are_equal, "{:?} and {:?}", a, b);
    assert_eq!(a.cmp(b), b.cmp(a).reverse());
    assert!(!are_equal || hash(a) == hash(b), "{:?} and {:?}", a, b);
}

fn element(value: &Value, index: &Value) -> Value {
    match value {
        Value::Array(array) => array.at(index).clone(),
        other => panic!("{:?} is no array", other),
    }
}

fn arrays_are_equal_as_tables(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let (index, elements) = (1 + rng.below(2) as u32, 1 + rng.below(2) as u32);
    let mut terms = Terms::new();
    let sort = terms.array_sort(Sort::BitVec(index), Sort::BitVec(elements));
    let (size, range) = (1 << index, 1 << elements);
    let mut random_array = |terms: &mut Terms| {
        let others = rng.below(range);
        let mut table = vec![others; size];
        let others = word(others, elements);
        let mut entries = Vec::new();
        let mut term = others.term(terms, Sort::BitVec(elements));
        term = terms.const_array(sort, term);
        for _ in 0..rng.below(7) {
            let (i, e) = (rng.below(size), rng.below(range));
            table[i] = e;
            let (i, e) = (word(i, index), word(e, elements));
            let (at, new) = (i.term(terms, Sort::BitVec(index)), e.term(terms, Sort::BitVec(elements)));
            entries.push((i, e));
            term = terms.store(term, at, new);
        }
        let value = terms.array_value(sort, others, entries);
        let evaluated = Model::new().evaluate(terms, term);
        demand_agreement(&value, &evaluated, true);
        for (i, &e) in table.iter().enumerate() {
            assert_eq!(element(&value, &word(i, index)), word(e, elements));
        }
        let again = value.term(terms, sort);
        demand_agreement(&Model::new().evaluate(terms, again), &value, true);
        (table, value)
    };
    let (table, value) = random_array(&mut terms);
    for _ in 0..20 {
        let (other_table, other) = random_array(&mut terms);
        demand_agreement(&value, &other, table == other_table);
        let [a, b] = [&value, &other].map(|v| v.term(&mut terms, sort));
        let at = terms.difference(a, b);
        let at = Model::new().evaluate(&terms, at);
        assert!(table == other_table || element(&value, &at) != element(&other, &at));
    }
    TestResult::passed()
}

#[test]
fn arrays_over_few_indices_are_equal_as_tables() {
    try_random(2_000, arrays_are_equal_as_tables as fn(u64) -> TestResult);
}

/// A datatype as numbers: for each constructor the fields, below the number of datatypes or a sort of known size.
type Plan = Vec<Vec<Vec<Part>>>;

#[derive(Clone, Copy)]
enum Part {
    Datatype(usize),
    Known(Sort, u64),
}

fn random_plan(rng: &mut Rng) -> Plan {
    let count = 1 + rng.below(4);
    let constructor = |rng: &mut Rng| -> Vec<Part> {
        let field = |rng: &mut Rng| match rng.below(4) {
            0 => Part::Known(Sort::Bool, 2),
            1 => Part::Known(Sort::BitVec(2), 4),
            _ => Part::Datatype(rng.below(count)),
        };
        (0..rng.below(3)).map(|_| field(rng)).collect()
    };
    (0..count).map(|_| (0..1 + rng.below(3)).map(|_| constructor(rng)).collect()).collect()
}

/// The number of values of a datatype, all of which have some; `None` if a datatype is below itself.
fn plain_count(plan: &Plan, at: usize, path: &mut Vec<usize>) -> Option<u64> {
    if path.contains(&at) {
        return None;
    }
    path.push(at);
    let mut sum = 0;
    for constructor in &plan[at] {
        let mut product = 1;
        for part in constructor {
            product *= match *part {
                Part::Known(_, count) => count,
                Part::Datatype(other) => plain_count(plan, other, path)?,
            };
        }
        sum += product;
    }
    path.pop();
    Some(sum)
}

/// Whether each datatype has a value.
fn are_inhabited(plan: &Plan) -> bool {
    let mut known = vec![false; plan.len()];
    for _ in 0..plan.len() {
        for (at, constructors) in plan.iter().enumerate() {
            let has = |part: &Part| {
                matches!(*part, Part::Known(..)) || matches!(*part, Part::Datatype(d) if known[d])
            };
            known[at] = known[at] || constructors.iter().any(|fields| fields.iter().all(has));
        }
    }
    known.iter().all(|&is_known| is_known)
}

fn define(terms: &mut Terms, plan: &Plan) -> Option<Vec<Sort>> {
    let sorts: Vec<Sort> = plan.iter().map(|_| terms.declare_datatype("D", &[])).collect();
    let field = |part: &Part| match *part {
        Part::Known(sort, _) => ("field", sort),
        Part::Datatype(other) => ("field", sorts[other]),
    };
    let constructor =
        |fields: &Vec<Part>| Constructor { name: "made", fields: fields.iter().map(field).collect() };
    let definitions: Vec<(Sort, Vec<Constructor<'_>>)> = sorts
        .iter()
        .zip(plan)
        .map(|(&sort, constructors)| (sort, constructors.iter().map(constructor).collect()))
        .collect();
    terms.define_datatypes(&definitions).ok()?;
    Some(sorts)
}

/// Demands that values differ, and that there are this many of them, or that all of them are found.
fn demand_values(terms: &Terms, sort: Sort, count: Option<u64>) {
    assert_eq!(terms.value_count(sort), count.unwrap_or(u64::MAX), "{}", terms.sort_text(sort));
    for wanted in [0, 1, 2, 5, 40, 300] {
        let values = terms.some_values(sort, wanted);
        let expected = count.map_or(wanted as u64, |count| count.min(wanted as u64));
        assert_eq!(values.len() as u64, expected, "{} of {}", wanted, terms.sort_text(sort));
        let different: HashSet<&Value> = values.iter().collect();
        assert_eq!(different.len(), values.len(), "{:?}", values);
        assert!(values.iter().all(|value| value.is_of(sort)));
    }
}

fn datatypes_have_as_many_values_as_combinations(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let plan = random_plan(&mut rng);
    let mut terms = Terms::new();
    let sorts = define(&mut terms, &plan);
    assert_eq!(sorts.is_some(), are_inhabited(&plan));
    for (at, &sort) in sorts.iter().flatten().enumerate() {
        let count = plain_count(&plan, at, &mut Vec::new());
        demand_values(&terms, sort, count);
        assert!(terms.default_value(sort).is_of(sort));
        let to_bool = terms.array_sort(sort, Sort::Bool);
        let power = count.map(|n| if n < 64 { 1 << n } else { u64::MAX });
        demand_values(&terms, to_bool, power.filter(|&n| n < u64::MAX));
        let of_bool = terms.array_sort(Sort::Bool, sort);
        let square = count.filter(|&n| n > 1).and_then(|n| n.checked_mul(n));
        demand_values(&terms, of_bool, if count == Some(1) { Some(1) } else { square });
    }
    TestResult::passed()
}

#[test]
fn datatypes_have_as_many_values_as_their_fields_allow() {
    try_random(300, datatypes_have_as_many_values_as_combinations as fn(u64) -> TestResult);
}

#[test]
fn datatypes_in_a_cycle_are_infinite() {
    let mut terms = Terms::new();
    for turned in [false, true] {
        let [a, b] = ["A", "B"].map(|name| terms.declare_datatype(name, &[]));
        let stop = Constructor { name: "stop", fields: Vec::new() };
        let over = Constructor { name: "over", fields: vec![("to", b)] };
        let back = Constructor { name: "back", fields: vec![("from", a)] };
        let mut definitions = vec![(a, vec![stop, over]), (b, vec![back])];
        if turned {
            definitions.reverse();
        }
        terms.define_datatypes(&definitions).expect("datatypes");
        demand_values(&terms, a, None);
        demand_values(&terms, b, None);
    }
}

fn order_is_one(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let plan = random_plan(&mut rng);
    let mut terms = Terms::new();
    let sorts = match define(&mut terms, &plan) {
        Some(sorts) => sorts,
        None => return TestResult::discard(),
    };
    let sort = sorts[rng.below(sorts.len())];
    let array = terms.array_sort(Sort::BitVec(1), sort);
    let mut values = terms.some_values(sort, 12);
    values.extend(terms.some_values(array, 12));
    values.extend(terms.some_values(Sort::BitVec(2), 4));
    for i in 0..values.len() {
        let other = i + rng.below(values.len() - i);
        values.swap(i, other);
    }
    values.sort();
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            assert_eq!(a.cmp(b), i.cmp(&j), "{:?} and {:?}", a, b);
            demand_agreement(a, b, i == j);
        }
    }
    TestResult::passed()
}

#[test]
fn order_hash_and_equality_of_values_agree() {
    try_random(200, order_is_one as fn(u64) -> TestResult);
}

fn lists(terms: &mut Terms, element: Sort) -> Sort {
    let list = terms.declare_datatype("List", &[element]);
    let nil = Constructor { name: "nil", fields: Vec::new() };
    let cons = Constructor { name: "cons", fields: vec![("head", element), ("tail", list)] };
    terms.define_datatypes(&[(list, vec![nil, cons])]).expect("lists");
    list
}

const DEEP: usize = 300_000;

fn use_deep_values() {
    let mut terms = Terms::new();
    let list = lists(&mut terms, Sort::Bool);
    let [nil, cons] = [0, 1].map(|i| terms.constructors(list)[i]);
    let nil = terms.construct(nil, &[]);
    let mut deep = [true, false].map(|first| terms.construct(cons, &[terms.bool(first), nil]));
    for _ in 1..DEEP {
        deep = deep.map(|rest| terms.construct(cons, &[Terms::TRUE, rest]));
    }
    let model = Model::new();
    let [a, b] = deep.map(|t| model.evaluate(&terms, t));
    let again = model.evaluate(&terms, deep[0]);
    demand_agreement(&a, &again, true);
    demand_agreement(&a, &b, false);
    assert_eq!(a.cmp(&b), Ordering::Greater);
    assert!(!format!("{:?}", a).is_empty() && a.is_of(list));
    let text = terms.value_text(&a, list);
    assert_eq!(text.matches("(as cons (List Bool))").count(), DEEP);
    assert_eq!(terms.text(deep[0]), text);
    assert_eq!(a.term(&mut terms, list), deep[0]);
    let same = terms.eq(deep[0], deep[1]);
    assert!(!model.evaluate(&terms, same).is_true());
    let copy = b.clone();
    drop((a, again));
    drop(b);
    drop(copy);
}

#[test]
fn deep_values_need_no_deep_stack() {
    let small = std::thread::Builder::new().stack_size(256 << 10).spawn(use_deep_values);
    small.expect("a thread").join().expect("no overflow");
}

/// Terms with their values in a model.
struct Pool {
    terms: Terms,
    model: Model,
    entries: Vec<(TermId, Value)>,
}

impl Pool {
    fn new(rng: &mut Rng) -> (Pool, [Sort; 3]) {
        let mut terms = Terms::new();
        let bit = Sort::BitVec(1);
        let list = lists(&mut terms, bit);
        let arrays = [terms.array_sort(bit, list), terms.array_sort(list, bit)];
        let mut pool = Pool { terms, model: Model::new(), entries: Vec::new() };
        for sort in [bit, list, arrays[0], arrays[1]] {
            for _ in 0..2 {
                let values = pool.terms.some_values(sort, 5);
                let (symbol, value) = (pool.terms.declare("c", sort), &values[rng.below(values.len())]);
                pool.model.set_all(&pool.terms, [symbol], std::slice::from_ref(value));
                pool.entries.push((symbol, value.clone()));
                let value = &values[rng.below(values.len())];
                let constant = value.term(&mut pool.terms, sort);
                pool.entries.push((constant, value.clone()));
            }
        }
        let cons = pool.terms.constructors(list)[1];
        for selector in pool.terms.selectors(cons) {
            let values = pool.terms.some_values(pool.terms.selector_sort(selector), 5);
            let nil = pool.terms.some_values(list, 1).remove(0);
            pool.model.set_stray(selector, nil, values[rng.below(values.len())].clone());
        }
        (pool, [list, arrays[0], arrays[1]])
    }

    fn pick(&self, rng: &mut Rng, sort: Sort) -> (TermId, Value) {
        let of_sort = self.entries.iter().filter(|(t, _)| self.terms.sort(*t) == sort);
        let fitting: Vec<&(TermId, Value)> = of_sort.collect();
        fitting[rng.below(fitting.len())].clone()
    }

    fn add(&mut self, t: TermId, value: Value) {
        assert_eq!(self.model.evaluate(&self.terms, t), value, "{}", self.terms.text(t));
        self.entries.push((t, value));
    }

    /// An operator of arrays of this sort.
    fn use_array(&mut self, rng: &mut Rng, sort: Sort) {
        let (index, elements) = self.terms.array_parts(sort).expect("arrays");
        let ((a, array), (i, at)) = (self.pick(rng, sort), self.pick(rng, index));
        match rng.below(4) {
            0 => {
                let read = self.terms.select(a, i);
                self.add(read, element(&array, &at));
            }
            1 | 2 => {
                let (e, new) = self.pick(rng, elements);
                let t = self.terms.store(a, i, e);
                let written = self.model.evaluate(&self.terms, t);
                for j in self.terms.some_values(index, 9) {
                    let expected = if j == at { new.clone() } else { element(&array, &j) };
                    assert_eq!(element(&written, &j), expected, "{}", self.terms.text(t));
                }
                assert_eq!(element(&written, &at), new);
                self.entries.push((t, written));
            }
            _ => {
                let (e, new) = self.pick(rng, elements);
                let t = self.terms.const_array(sort, e);
                let value = self.terms.array_value(sort, new, Vec::new());
                self.add(t, value);
            }
        }
    }

    /// An operator of lists.
    fn use_list(&mut self, rng: &mut Rng, list: Sort) {
        let (x, value) = self.pick(rng, list);
        let [nil, cons] = [0, 1].map(|i| self.terms.constructors(list)[i]);
        let fields = value.data_parts().1.to_vec();
        match rng.below(4) {
            0 => {
                let (head, first) = self.pick(rng, Sort::BitVec(1));
                let t = self.terms.construct(cons, &[head, x]);
                self.add(t, Value::data(cons, vec![first, value]));
            }
            1 => {
                let constructor = if rng.one_in(2) { nil } else { cons };
                let t = self.terms.is(constructor, x);
                self.add(t, Value::Bool(value.data_parts().0 == constructor));
            }
            2 => {
                let (y, other) = self.pick(rng, list);
                let t = self.terms.eq(x, y);
                self.add(t, Value::Bool(value == other));
            }
            _ => {
                let place = rng.below(2);
                let selector = self.terms.selectors(cons).nth(place).expect("a field");
                let t = self.terms.field(selector, x);
                let stray = self.model.strays(selector)[0].1.clone();
                self.add(t, fields.get(place).cloned().unwrap_or(stray));
            }
        }
    }
}

fn builders_keep_the_meaning(seed: u64) -> TestResult {
    let mut rng = Rng::new(seed);
    let (mut pool, [list, to_lists, of_lists]) = Pool::new(&mut rng);
    for _ in 0..40 {
        match rng.below(3) {
            0 => pool.use_array(&mut rng, to_lists),
            1 => pool.use_array(&mut rng, of_lists),
            _ => pool.use_list(&mut rng, list),
        }
    }
    TestResult::passed()
}

#[test]
fn arrays_and_datatypes_are_simplified_to_equal_terms() {
    try_random(1_000, builders_keep_the_meaning as fn(u64) -> TestResult);
}

#[test]
fn reads_of_writes_and_fields_of_constructors_are_simplified() {
    let mut terms = Terms::new();
    let sort = terms.array_sort(Sort::Int, Sort::Int);
    let a = terms.declare("a", sort);
    let [i, v, w] = ["i", "v", "w"].map(|name| terms.declare(name, Sort::Int));
    let (one, two) = (terms.int(1), terms.int(2));
    let written = terms.store(a, i, v);
    assert_eq!(terms.select(written, i), v);
    let over = terms.store(written, i, w);
    assert_eq!(over, terms.store(a, i, w));
    let at_one = terms.store(a, one, v);
    assert_eq!(terms.select(at_one, two), terms.select(a, two));
    let kept = terms.select(a, i);
    assert_eq!(terms.store(a, i, kept), a);
    let all = terms.const_array(sort, v);
    assert_eq!(terms.select(all, i), v);
    assert_eq!(terms.store(all, i, v), all);
    let unknown = terms.select(written, one);
    assert_eq!((terms.op(unknown), terms.args(unknown)), (Op::Select, &[written, one][..]));
    let list = lists(&mut terms, Sort::Int);
    let [nil, cons] = [0, 1].map(|i| terms.constructors(list)[i]);
    let x = terms.declare("x", list);
    let longer = terms.construct(cons, &[v, x]);
    let empty = terms.construct(nil, &[]);
    let fields: Vec<TermId> = terms.selectors(cons).map(|s| terms.field(s, longer)).collect();
    assert_eq!(fields, [v, x]);
    assert_eq!([terms.is(cons, longer), terms.is(nil, longer)], [Terms::TRUE, Terms::FALSE]);
    assert_eq!(terms.eq(longer, empty), Terms::FALSE);
}

#[test]
fn arrays_and_datatypes_are_printed_as_in_smt_lib() {
    let mut terms = Terms::new();
    let u = terms.declare_sort("a sort");
    let list = lists(&mut terms, u);
    let sort = terms.array_sort(Sort::Int, list);
    assert_eq!(terms.sort_text(sort), "(Array Int (List |a sort|))");
    let (a, b, x) = (terms.declare("a", sort), terms.declare("b", sort), terms.declare("x", u));
    let [nil, cons] = [0, 1].map(|i| terms.constructors(list)[i]);
    let empty = terms.construct(nil, &[]);
    let (one, all) = (terms.int(1), terms.const_array(sort, empty));
    let filled = terms.store(all, one, empty);
    let longer = terms.construct(cons, &[x, empty]);
    let stored = terms.store(a, one, longer);
    let read = terms.select(a, one);
    let head = terms.selectors(cons).next().expect("a field");
    let nil_text = "(as nil (List |a sort|))";
    assert_eq!(filled, all);
    for (t, text) in [
        (all, format!("((as const (Array Int (List |a sort|))) {})", nil_text)),
        (stored, format!("(store a 1 ((as cons (List |a sort|)) x {}))", nil_text)),
        (terms.field(head, read), "(head (select a 1))".to_string()),
        (terms.is(nil, read), "((_ is nil) (select a 1))".to_string()),
        (terms.difference(b, a), "(array-diff b a)".to_string()),
    ] {
        assert_eq!(terms.text(t), text);
    }
    let others = Value::data(nil, Vec::new());
    let entry = Value::data(cons, vec![Value::Element(2), others.clone()]);
    let number = |n: i64| Value::Number(n.into());
    let value = terms.array_value(sort, others, vec![(number(-3), entry)]);
    let expected = format!(
        "(store ((as const (Array Int (List |a sort|))) {0}) (- 3) ((as cons (List |a sort|)) |a sort!val!2| {0}))",
        nil_text
    );
    assert_eq!(terms.value_text(&value, sort), expected);
}
