//! Each rule by itself.

use super::super::{is_contradictory, Fact};
use crate::solver::term::{Constructor, Sort, TermId, Terms};

/// Demands that the facts contradict each other, and that any fewer do not.
fn demand_minimal(terms: &Terms, facts: &[Fact]) {
    assert!(is_contradictory(terms, facts), "{:?}", facts);
    for at in 0..facts.len() {
        let mut fewer = facts.to_vec();
        fewer.remove(at);
        assert!(!is_contradictory(terms, &fewer), "{:?}", fewer);
    }
}

fn same(a: TermId, b: TermId) -> Fact {
    Fact::Equal(a, b, true)
}

fn differ(a: TermId, b: TermId) -> Fact {
    Fact::Equal(a, b, false)
}

fn constants<const N: usize>(terms: &mut Terms, names: [&str; N], sort: Sort) -> [TermId; N] {
    names.map(|name| terms.declare(name, sort))
}

#[test]
fn equal_arguments_have_equal_results() {
    let mut terms = Terms::new();
    let u = terms.declare_sort("U");
    let [a, b, c, d] = constants(&mut terms, ["a", "b", "c", "d"], u);
    let f = terms.declare_function("f", &[u, u], u);
    let p = terms.declare_function("p", &[u], Sort::Bool);
    let (left, right) = (terms.call(f, &[a, c]), terms.call(f, &[b, d]));
    demand_minimal(&terms, &[same(a, b), same(c, d), differ(left, right)]);
    let (left, right) = (terms.call(p, &[a]), terms.call(p, &[b]));
    demand_minimal(&terms, &[same(a, b), Fact::Formula(left, true), Fact::Formula(right, false)]);
    demand_minimal(&terms, &[same(a, b), same(b, c), same(d, c), differ(d, a)]);
    assert!(!is_contradictory(&terms, &[]));
    assert!(!is_contradictory(&terms, &[differ(a, b), differ(left, right)]));
}

#[test]
fn truth_values_are_two() {
    let mut terms = Terms::new();
    let [p, q] = constants(&mut terms, ["p", "q"], Sort::Bool);
    let f = terms.declare_function("f", &[Sort::Bool], Sort::Int);
    let (left, right) = (terms.call(f, &[p]), terms.call(f, &[q]));
    let (yes, no) = (Fact::Formula(p, true), Fact::Formula(q, false));
    demand_minimal(&terms, &[yes, Fact::Formula(q, true), differ(left, right)]);
    demand_minimal(&terms, &[differ(p, q), yes, Fact::Formula(q, true)]);
    let not_q = terms.not(q);
    let turned = terms.call(f, &[not_q]);
    demand_minimal(&terms, &[yes, no, differ(left, turned)]);
    demand_minimal(&terms, &[Fact::Formula(Terms::FALSE, true)]);
    demand_minimal(&terms, &[same(p, not_q), yes, Fact::Formula(q, true)]);
    assert!(!is_contradictory(&terms, &[yes, no, differ(left, right)]));
}

#[test]
fn of_three_truth_values_two_are_equal() {
    let mut terms = Terms::new();
    let truths = constants(&mut terms, ["p", "q", "r"], Sort::Bool);
    let f = terms.declare_function("f", &[Sort::Bool], Sort::Int);
    let [p, q, r] = truths.map(|truth| terms.call(f, &[truth]));
    demand_minimal(&terms, &[differ(p, q), differ(q, r), differ(p, r)]);
    // An array of truth values that holds both at each of its two indices is two arrays.
    let sort = terms.array_sort(Sort::Bool, Sort::Bool);
    let a = terms.declare("a", sort);
    let not = terms.not(truths[0]);
    let reads = [truths[0], not].map(|index| terms.select(a, index));
    let [yes, no] = [true, false].map(|truth| terms.bool(truth));
    let all = terms.const_array(sort, yes);
    let written = terms.store(a, truths[1], no);
    let facts = reads.map(|read| Fact::Formula(read, true));
    demand_minimal(&terms, &[facts[0], facts[1], differ(a, all)]);
    demand_minimal(&terms, &[facts[0], facts[1], same(a, written)]);
}

#[test]
fn different_values_differ() {
    let mut terms = Terms::new();
    let x = terms.declare("x", Sort::Int);
    let (one, two) = (terms.int(1), terms.int(2));
    demand_minimal(&terms, &[same(x, one), same(x, two)]);
    let w = terms.declare("w", Sort::BitVec(2));
    let (one, two) = (terms.bv(1, 2), terms.bv(2, 2));
    demand_minimal(&terms, &[same(w, one), same(w, two)]);
    assert!(!is_contradictory(&terms, &[differ(one, two), same(w, one)]));
    // Sums are not looked into.
    let next = terms.bv_add(w, one);
    assert!(!is_contradictory(&terms, &[same(w, one), same(next, one)]));
    demand_minimal(&terms, &[same(w, next), same(next, one), differ(w, one)]);
}

#[test]
fn facts_of_two_sorts_say_nothing() {
    let mut terms = Terms::new();
    let (x, r) = (terms.declare("x", Sort::Int), terms.declare("r", Sort::Real));
    assert!(!is_contradictory(&terms, &[same(x, r), differ(x, r), Fact::Formula(x, true)]));
}

#[test]
fn equations_are_terms() {
    let mut terms = Terms::new();
    let u = terms.declare_sort("U");
    let [a, b, c] = constants(&mut terms, ["a", "b", "c"], u);
    let f = terms.declare_function("f", &[Sort::Bool], u);
    let equation = terms.eq(a, b);
    demand_minimal(&terms, &[Fact::Formula(equation, true), differ(a, b)]);
    demand_minimal(&terms, &[Fact::Formula(equation, false), same(a, c), same(b, c)]);
    let (known, given) = (terms.call(f, &[Terms::TRUE]), terms.call(f, &[equation]));
    demand_minimal(&terms, &[same(a, b), differ(known, given)]);
    let (known, given) = (terms.call(f, &[Terms::FALSE]), terms.call(f, &[equation]));
    demand_minimal(&terms, &[differ(a, b), differ(known, given)]);
}

#[test]
fn equations_of_numbers_are_about_both_sides() {
    let mut terms = Terms::new();
    let f = terms.declare_function("f", &[Sort::Int], Sort::Int);
    let [x, y] = constants(&mut terms, ["x", "y"], Sort::Int);
    let [fx, fy] = [x, y].map(|arg| terms.call(f, &[arg]));
    let (arguments, results) = (terms.eq(x, y), terms.eq(fx, fy));
    demand_minimal(&terms, &[Fact::Formula(arguments, true), Fact::Formula(results, false)]);
    demand_minimal(&terms, &[Fact::Formula(results, true), differ(fx, fy)]);
    let three = terms.int(3);
    let (more, twice) = (terms.add(&[y, three]), terms.add(&[y, y]));
    for other in [more, twice] {
        let equation = terms.eq(x, other);
        assert!(!is_contradictory(&terms, &[Fact::Formula(equation, true), differ(x, y)]));
    }
}

#[test]
fn choices_are_one_of_both() {
    let mut terms = Terms::new();
    let u = terms.declare_sort("U");
    let [a, b] = constants(&mut terms, ["a", "b"], u);
    let c = terms.declare("c", Sort::Bool);
    let choice = terms.ite(c, a, b);
    demand_minimal(&terms, &[Fact::Formula(c, true), differ(choice, a)]);
    demand_minimal(&terms, &[Fact::Formula(c, false), differ(choice, b)]);
    demand_minimal(&terms, &[same(a, b), differ(choice, b)]);
    assert!(!is_contradictory(&terms, &[Fact::Formula(c, true), differ(choice, b)]));
}

#[test]
fn writes_are_read() {
    let mut terms = Terms::new();
    let sort = terms.array_sort(Sort::Int, Sort::Int);
    let [a, b] = constants(&mut terms, ["a", "b"], sort);
    let [i, j, v, w] = constants(&mut terms, ["i", "j", "v", "w"], Sort::Int);
    let written = terms.store(a, i, v);
    let (read, before) = (terms.select(written, j), terms.select(a, j));
    demand_minimal(&terms, &[same(i, j), differ(read, v)]);
    demand_minimal(&terms, &[differ(i, j), differ(read, before)]);
    let (one, two) = (terms.int(1), terms.int(2));
    demand_minimal(&terms, &[same(i, one), same(j, two), differ(read, before)]);
    let f = terms.declare_function("f", &[Sort::Int], Sort::Int);
    let (left, right) = (terms.call(f, &[i]), terms.call(f, &[j]));
    demand_minimal(&terms, &[differ(left, right), differ(read, before)]);
    // Reads that are no terms of the facts.
    let (other, there) = (terms.store(b, i, w), terms.select(b, j));
    demand_minimal(&terms, &[same(written, other), differ(i, j), differ(before, there)]);
    demand_minimal(&terms, &[same(written, other), differ(v, w)]);
    let here = [a, b].map(|array| terms.select(array, i));
    assert!(!is_contradictory(&terms, &[same(written, other), differ(here[0], here[1])]));
}

#[test]
fn arrays_of_arrays_are_read_twice() {
    let mut terms = Terms::new();
    let row = terms.array_sort(Sort::Int, Sort::Int);
    let table = terms.array_sort(Sort::Int, row);
    let [a, b] = constants(&mut terms, ["a", "b"], table);
    let [i, j, k, v] = constants(&mut terms, ["i", "j", "k", "v"], Sort::Int);
    let inner = terms.select(a, i);
    let inner = terms.store(inner, k, v);
    let outer = terms.store(a, i, inner);
    let read = terms.select(b, j);
    let read = terms.select(read, k);
    demand_minimal(&terms, &[same(b, outer), same(i, j), differ(read, v)]);
    let below = terms.select(a, j);
    let below = terms.select(below, k);
    demand_minimal(&terms, &[same(b, outer), differ(i, j), differ(read, below)]);
}

#[test]
fn constant_arrays_have_one_element() {
    let mut terms = Terms::new();
    let u = terms.declare_sort("U");
    let [v, w, x] = constants(&mut terms, ["v", "w", "x"], Sort::Int);
    let narrow = Sort::BitVec(1);
    for (index, most_writes) in [(Sort::Int, 3), (narrow, 1), (Sort::BitVec(2), 3), (u, 0)] {
        let sort = terms.array_sort(index, Sort::Int);
        let a = terms.declare("a", sort);
        let indices = constants(&mut terms, ["i", "j", "k"], index);
        let [all_v, all_w] = [v, w].map(|element| terms.const_array(sort, element));
        let read = terms.select(a, indices[0]);
        demand_minimal(&terms, &[same(a, all_v), differ(read, v)]);
        demand_minimal(&terms, &[same(a, all_v), same(a, all_w), differ(v, w)]);
        let mut written = all_v;
        for (number, i) in indices.into_iter().enumerate() {
            written = terms.store(written, i, x);
            let facts = [same(written, all_w), differ(v, w)];
            assert_eq!(is_contradictory(&terms, &facts), number < most_writes, "{}", number);
        }
    }
}

#[test]
fn different_arrays_differ_somewhere() {
    let mut terms = Terms::new();
    let sort = terms.array_sort(Sort::Int, Sort::Int);
    let [a, b, c] = constants(&mut terms, ["a", "b", "c"], sort);
    let at = terms.difference(a, b);
    let (left, right) = (terms.select(a, at), terms.select(b, at));
    demand_minimal(&terms, &[differ(a, b), same(left, right)]);
    let equation = terms.eq(a, b);
    demand_minimal(&terms, &[Fact::Formula(equation, false), same(left, right)]);
    let other = terms.difference(c, a);
    demand_minimal(&terms, &[same(c, b), differ(at, other)]);
    // Arrays that may be equal need not differ at their difference, though that is not known at first.
    let p = terms.declare("p", Sort::Bool);
    let [x, y] = constants(&mut terms, ["x", "y"], Sort::Int);
    let f = terms.declare_function("f", &[Sort::Int], Sort::Int);
    let choice = terms.ite(p, x, y);
    let [fx, chosen] = [x, choice].map(|arg| terms.call(f, &[arg]));
    let facts = [Fact::Formula(p, true), same(chosen, left), same(fx, right), differ(a, b)];
    assert!(!is_contradictory(&terms, &facts[..3]));
    demand_minimal(&terms, &facts);
    // The difference of two arrays that differ is an index, though it is no term.
    let [v, w] = constants(&mut terms, ["v", "w"], Sort::Int);
    let (all_v, all_w) = (terms.const_array(sort, v), terms.const_array(sort, w));
    demand_minimal(&terms, &[differ(all_v, all_w), same(v, w)]);
    let i = terms.declare("i", Sort::Int);
    let (kept, changed) = (terms.select(a, i), terms.store(a, i, v));
    demand_minimal(&terms, &[same(kept, v), differ(a, changed)]);
}

/// `nil` and `cons(head, tail)`; the sort, an element `x` of it for each name, and the terms of its operators.
fn lists(terms: &mut Terms) -> Sort {
    let list = terms.declare_datatype("List", &[]);
    let nil = Constructor { name: "nil", fields: Vec::new() };
    let cons = Constructor { name: "cons", fields: vec![("head", Sort::Int), ("tail", list)] };
    terms.define_datatypes(&[(list, vec![nil, cons])]).expect("lists");
    list
}

#[test]
fn constructors_are_injective_and_differ() {
    let mut terms = Terms::new();
    let list = lists(&mut terms);
    let [nil, cons] = [0, 1].map(|i| terms.constructors(list)[i]);
    let [x, y, z] = constants(&mut terms, ["x", "y", "z"], list);
    let [v, w] = constants(&mut terms, ["v", "w"], Sort::Int);
    let (vx, wy) = (terms.construct(cons, &[v, x]), terms.construct(cons, &[w, y]));
    let empty = terms.construct(nil, &[]);
    demand_minimal(&terms, &[same(vx, wy), differ(v, w)]);
    demand_minimal(&terms, &[same(vx, wy), differ(x, y)]);
    demand_minimal(&terms, &[same(z, vx), same(z, empty)]);
    let f = terms.declare_function("f", &[Sort::Bool], Sort::Int);
    let equation = terms.eq(vx, wy);
    let (left, right) = (terms.call(f, &[equation]), terms.call(f, &[Terms::FALSE]));
    demand_minimal(&terms, &[differ(v, w), differ(left, right)]);
    let [head, tail] = [0, 1].map(|i| terms.selectors(cons).nth(i).expect("a field"));
    let (first, rest) = (terms.field(head, z), terms.field(tail, z));
    demand_minimal(&terms, &[same(z, vx), differ(first, v)]);
    demand_minimal(&terms, &[same(z, vx), differ(rest, x)]);
    // Of another constructor's value a selector gives anything, but always the same.
    assert!(!is_contradictory(&terms, &[same(z, empty), differ(first, v)]));
    let other = terms.field(head, y);
    demand_minimal(&terms, &[same(z, empty), same(y, empty), differ(first, other)]);
}

#[test]
fn testers_tell_the_constructor() {
    let mut terms = Terms::new();
    let list = lists(&mut terms);
    let [nil, cons] = [0, 1].map(|i| terms.constructors(list)[i]);
    let [x, y] = constants(&mut terms, ["x", "y"], list);
    let empty = terms.construct(nil, &[]);
    let [is_nil, is_cons] = [nil, cons].map(|c| terms.is(c, x));
    let [head, tail] = [0, 1].map(|i| terms.selectors(cons).nth(i).expect("a field"));
    demand_minimal(&terms, &[Fact::Formula(is_nil, true), Fact::Formula(is_cons, true)]);
    demand_minimal(&terms, &[Fact::Formula(is_nil, false), Fact::Formula(is_cons, false)]);
    demand_minimal(&terms, &[Fact::Formula(is_nil, false), same(x, empty)]);
    demand_minimal(&terms, &[Fact::Formula(is_cons, true), same(x, empty)]);
    demand_minimal(&terms, &[Fact::Formula(is_cons, false), differ(x, empty)]);
    let other = terms.is(cons, y);
    let fields = [x, y].map(|value| [head, tail].map(|selector| terms.field(selector, value)));
    demand_minimal(
        &terms,
        &[
            Fact::Formula(is_cons, true),
            Fact::Formula(other, true),
            same(fields[0][0], fields[1][0]),
            same(fields[0][1], fields[1][1]),
            differ(x, y),
        ],
    );
    demand_minimal(&terms, &[Fact::Formula(is_cons, true), Fact::Formula(other, false), same(x, y)]);
}

#[test]
fn the_only_constructor_made_the_value() {
    let mut terms = Terms::new();
    let pair = terms.declare_datatype("Pair", &[]);
    let mk = Constructor { name: "mk", fields: vec![("one", Sort::Int), ("two", Sort::Int)] };
    let color = terms.declare_datatype("Color", &[]);
    let shades = ["red", "green", "blue"].map(|name| Constructor { name, fields: Vec::new() });
    terms.define_datatypes(&[(pair, vec![mk]), (color, shades.to_vec())]).expect("datatypes");
    let mk = terms.constructors(pair)[0];
    let [x, y] = constants(&mut terms, ["x", "y"], pair);
    let fields = terms.selectors(mk).map(|s| [x, y].map(|value| terms.field(s, value)));
    let fields: Vec<[TermId; 2]> = fields.collect();
    let equal = |i: usize| same(fields[i][0], fields[i][1]);
    demand_minimal(&terms, &[equal(0), equal(1), differ(x, y)]);
    let shade = terms.declare("shade", color);
    let all = terms.constructors(color).to_vec();
    let known: Vec<Fact> = all.iter().map(|&c| differ(shade, terms.construct(c, &[]))).collect();
    demand_minimal(&terms, &known);
}

#[test]
fn no_value_contains_itself() {
    let mut terms = Terms::new();
    let list = lists(&mut terms);
    let cons = terms.constructors(list)[1];
    let tail = terms.selectors(cons).nth(1).expect("a field");
    let [x, y, z] = constants(&mut terms, ["x", "y", "z"], list);
    let v = terms.declare("v", Sort::Int);
    let [vx, vy, vz] = [x, y, z].map(|rest| terms.construct(cons, &[v, rest]));
    demand_minimal(&terms, &[same(x, vx)]);
    demand_minimal(&terms, &[same(x, vy), same(y, vz), same(z, vx)]);
    assert!(!is_contradictory(&terms, &[same(x, vy), same(y, vz), same(x, vy)]));
    let rest = terms.field(tail, x);
    let is_cons = terms.is(cons, x);
    demand_minimal(&terms, &[Fact::Formula(is_cons, true), same(rest, x)]);
    let (rest_is_cons, last) = (terms.is(cons, rest), terms.field(tail, rest));
    demand_minimal(&terms, &[Fact::Formula(is_cons, true), Fact::Formula(rest_is_cons, true), same(last, x)]);
    // A value that is reached twice is no cycle.
    let twice = terms.construct(cons, &[v, vx]);
    assert!(!is_contradictory(&terms, &[same(y, twice), same(z, vx), differ(y, z)]));
}

#[test]
fn long_questions_are_given_up() {
    let mut terms = Terms::new();
    let sort = terms.array_sort(Sort::Int, Sort::Int);
    let mut facts = Vec::new();
    for number in 0..1500 {
        let (a, i) = (terms.declare("a", sort), terms.declare("i", Sort::Int));
        let (read, value) = (terms.select(a, i), terms.int(number));
        facts.push(same(read, value));
    }
    assert!(!is_contradictory(&terms, &facts));
    // A chain of equalities is short in any case.
    let chain: Vec<TermId> = (0..20_000).map(|_| terms.declare("x", Sort::Int)).collect();
    let mut facts: Vec<Fact> = chain.windows(2).map(|pair| same(pair[0], pair[1])).collect();
    facts.reverse();
    facts.push(differ(chain[0], chain[19_999]));
    assert!(is_contradictory(&terms, &facts));
}
