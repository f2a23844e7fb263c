//! Random facts: those that hold in a model do not contradict each other, and those that do hold in no model.

use super::super::{is_contradictory, Fact};
use crate::base::Rng;
use crate::solver::term::{Constructor, FunctionId, Model, SelectorId, Sort, TermId, Terms, Value};

/// Terms over a few constants and functions of each sort.
struct World {
    terms: Terms,
    rng: Rng,
    sorts: Vec<Sort>,
    constants: Vec<(Sort, TermId)>,
    functions: Vec<FunctionId>,
    arrays: Vec<Sort>,
    data: Vec<Sort>,
    selectors: Vec<SelectorId>,
}

impl World {
    fn new(seed: u64) -> World {
        let mut terms = Terms::new();
        let mut rng = Rng::new(seed);
        let u = terms.declare_sort("U");
        let (bit, pair) = (Sort::BitVec(1), Sort::BitVec(2));
        let [color, list, one] = ["Color", "List", "One"].map(|name| terms.declare_datatype(name, &[]));
        let constructor = |name, fields| Constructor { name, fields };
        let colors = vec![constructor("red", vec![]), constructor("green", vec![])];
        let lists = vec![
            constructor("nil", vec![]),
            constructor("cons", vec![("head", color), ("tail", list)]),
            // Its field is like the first one of the other constructor.
            constructor("unit", vec![("only", color)]),
        ];
        let ones = vec![constructor("one", vec![("left", bit), ("right", Sort::Bool)])];
        let definitions = [(color, colors), (list, lists), (one, ones)];
        terms.define_datatypes(&definitions).expect("datatypes");
        let arrays = vec![
            terms.array_sort(bit, bit),
            terms.array_sort(pair, Sort::Bool),
            terms.array_sort(u, u),
            terms.array_sort(color, list),
        ];
        let mut sorts = vec![Sort::Bool, bit, pair, u, color, list, one];
        sorts.extend(&arrays);
        // A case is about few sorts, so that its facts have to do with each other.
        let mut chosen = vec![Sort::Bool];
        for _ in 0..1 + rng.below(3) {
            let sort = sorts[rng.below(sorts.len())];
            chosen.push(sort);
            chosen.extend(terms.array_parts(sort).into_iter().flat_map(|(i, e)| [i, e]));
        }
        let constants: Vec<(Sort, TermId)> =
            sorts.iter().flat_map(|&sort| [sort; 3]).map(|sort| (sort, terms.declare("c", sort))).collect();
        let mut functions = Vec::new();
        for _ in 0..3 {
            let args: Vec<Sort> = (0..1 + rng.below(2)).map(|_| chosen[rng.below(chosen.len())]).collect();
            functions.push(terms.declare_function("f", &args, chosen[rng.below(chosen.len())]));
        }
        let data = vec![color, list, one];
        let selectors = data.iter().flat_map(|&sort| terms.constructors(sort).to_vec());
        let selectors = selectors.flat_map(|c| terms.selectors(c)).collect();
        World { terms, rng, sorts: chosen, constants, functions, arrays, data, selectors }
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.rng.below(list.len())]
    }

    fn constant(&mut self, sort: Sort) -> TermId {
        let of_sort = self.constants.iter().filter(|c| c.0 == sort).map(|c| c.1);
        let list: Vec<TermId> = of_sort.collect();
        self.pick(&list)
    }

    fn list(&mut self, sorts: &[Sort], depth: usize) -> Vec<TermId> {
        sorts.iter().map(|&sort| self.term(sort, depth)).collect()
    }

    fn term(&mut self, sort: Sort, depth: usize) -> TermId {
        if depth == 0 {
            return self.constant(sort);
        }
        let depth = depth - 1;
        match self.rng.below(9) {
            8 => self.difference(sort, depth),
            0 => {
                let condition = self.term(Sort::Bool, depth);
                let (a, b) = (self.term(sort, depth), self.term(sort, depth));
                self.terms.ite(condition, a, b)
            }
            1 => self.call(sort, depth),
            2 | 3 => self.read(sort, depth),
            4 | 5 => self.made(sort, depth),
            _ => self.constant(sort),
        }
    }

    fn call(&mut self, sort: Sort, depth: usize) -> TermId {
        let terms = &self.terms;
        let suitable = self.functions.iter().copied().find(|&f| terms.function_sorts(f).1 == sort);
        match suitable {
            Some(f) => {
                let sorts = self.terms.function_sorts(f).0.to_vec();
                let args = self.list(&sorts, depth);
                self.terms.call(f, &args)
            }
            None => self.constant(sort),
        }
    }

    /// An index at which two arrays differ.
    fn difference(&mut self, index: Sort, depth: usize) -> TermId {
        let terms = &self.terms;
        let suits = |&&array: &&Sort| terms.array_parts(array).map_or(false, |parts| parts.0 == index);
        match self.arrays.iter().find(suits).copied() {
            Some(array) => {
                let (a, b) = (self.term(array, depth), self.term(array, depth));
                self.terms.difference(a, b)
            }
            None => self.constant(index),
        }
    }

    /// An element or a field.
    fn read(&mut self, sort: Sort, depth: usize) -> TermId {
        let terms = &self.terms;
        let element = |&array: &Sort| terms.array_parts(array).map(|(_, element)| element);
        let arrays = self.arrays.iter().copied().filter(|array| element(array) == Some(sort));
        let arrays: Vec<Sort> = arrays.collect();
        let selectors = self.selectors.iter().copied().filter(|&s| terms.selector_sort(s) == sort);
        let selectors: Vec<SelectorId> = selectors.collect();
        if !selectors.is_empty() && (arrays.is_empty() || self.rng.below(2) == 0) {
            let selector = self.pick(&selectors);
            let of = self.terms.constructor_sort(self.terms.selector_constructor(selector));
            let x = self.term(of, depth);
            return self.terms.field(selector, x);
        }
        if arrays.is_empty() {
            return self.constant(sort);
        }
        let array = self.pick(&arrays);
        let index = self.terms.array_parts(array).map_or(Sort::Bool, |(index, _)| index);
        let (a, i) = (self.term(array, depth), self.term(index, depth));
        self.terms.select(a, i)
    }

    /// A term that only its sort has.
    fn made(&mut self, sort: Sort, depth: usize) -> TermId {
        match sort {
            Sort::Bool => match self.rng.below(3) {
                0 => {
                    let data = self.data.clone();
                    let of = self.pick(&data);
                    let constructors = self.terms.constructors(of).to_vec();
                    let (constructor, x) = (self.pick(&constructors), self.term(of, depth));
                    self.terms.is(constructor, x)
                }
                1 => {
                    let of = self.sort();
                    let (a, b) = (self.term(of, depth), self.term(of, depth));
                    self.terms.eq(a, b)
                }
                _ => {
                    let inner = self.term(Sort::Bool, depth);
                    self.terms.not(inner)
                }
            },
            Sort::BitVec(width) => {
                let value = self.rng.below(1 << width) as u64;
                self.terms.bv(value, width)
            }
            Sort::Array(_) => {
                let parts = self.terms.array_parts(sort);
                let (index, element) = parts.unwrap_or((Sort::Bool, Sort::Bool));
                let value = self.term(element, depth);
                if self.rng.below(3) == 0 {
                    return self.terms.const_array(sort, value);
                }
                let (a, i) = (self.term(sort, depth), self.term(index, depth));
                self.terms.store(a, i, value)
            }
            Sort::Datatype(_) => {
                let constructors = self.terms.constructors(sort).to_vec();
                let constructor = self.pick(&constructors);
                let fields = self.terms.selectors(constructor).map(|s| self.terms.selector_sort(s));
                let fields: Vec<Sort> = fields.collect();
                let fields = self.list(&fields, depth);
                self.terms.construct(constructor, &fields)
            }
            Sort::Int | Sort::Real | Sort::Declared(_) | Sort::Float(_) | Sort::Rounding => {
                self.constant(sort)
            }
        }
    }

    fn sort(&mut self) -> Sort {
        let sorts = self.sorts.clone();
        self.pick(&sorts)
    }

    fn facts(&mut self) -> Vec<Fact> {
        let count = 2 + self.rng.below(7);
        let mut pool: Vec<(Sort, TermId)> = Vec::new();
        for _ in 0..4 + self.rng.below(8) {
            let (sort, depth) = (self.sort(), self.rng.below(3));
            pool.push((sort, self.term(sort, depth)));
        }
        let mut facts = Vec::new();
        while facts.len() < count {
            let (sort, a) = self.pick(&pool);
            let like: Vec<TermId> =
                pool.iter().filter(|other| other.0 == sort).map(|other| other.1).collect();
            let (b, truth) = (self.pick(&like), self.rng.below(3) > 0);
            facts.push(match sort {
                Sort::Bool if self.rng.below(2) == 0 => Fact::Formula(a, truth),
                _ => Fact::Equal(a, b, truth),
            });
        }
        facts
    }

    fn values(&self, sort: Sort) -> Vec<Value> {
        let count = if matches!(sort, Sort::Declared(_)) { 2 } else { 6 };
        self.terms.some_values(sort, count)
    }

    fn value(&mut self, sort: Sort) -> Value {
        let values = self.values(sort);
        values[self.rng.below(values.len())].clone()
    }

    fn model(&mut self) -> Model {
        let mut model = Model::new();
        for (sort, constant) in self.constants.clone() {
            let value = self.value(sort);
            model.set_all(&self.terms, [constant], &[value]);
        }
        for f in self.functions.clone() {
            let (sorts, result) = self.terms.function_sorts(f);
            let (sorts, result) = (sorts.to_vec(), result);
            let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
            for sort in sorts {
                let values = self.values(sort);
                let longer = |row: &Vec<Value>| {
                    let row = row.clone();
                    values
                        .iter()
                        .map(move |value| [&row[..], std::slice::from_ref(value)].concat())
                        .collect::<Vec<_>>()
                };
                rows = rows.iter().flat_map(longer).collect();
            }
            for row in rows {
                let value = self.value(result);
                model.set_call(f, row, value);
            }
        }
        for selector in self.selectors.clone() {
            let own = self.terms.selector_constructor(selector);
            for of in self.values(self.terms.constructor_sort(own)) {
                if of.data_parts().0 != own {
                    let value = self.value(self.terms.selector_sort(selector));
                    model.set_stray(selector, of, value);
                }
            }
        }
        model
    }
}

fn holds(terms: &Terms, model: &Model, fact: Fact) -> bool {
    match fact {
        Fact::Formula(t, truth) => model.evaluate(terms, t) == Value::Bool(truth),
        Fact::Equal(a, b, truth) => (model.evaluate(terms, a) == model.evaluate(terms, b)) == truth,
    }
}

/// The same fact with the truth that it has in a model.
fn in_model(terms: &Terms, model: &Model, fact: Fact) -> Fact {
    match fact {
        _ if holds(terms, model, fact) => fact,
        Fact::Formula(t, truth) => Fact::Formula(t, !truth),
        Fact::Equal(a, b, truth) => Fact::Equal(a, b, !truth),
    }
}

#[test]
fn facts_of_a_model_are_no_contradiction() {
    for seed in 0..20_000 {
        let mut world = World::new(seed);
        let facts = world.facts();
        let model = world.model();
        let facts: Vec<Fact> = facts.into_iter().map(|fact| in_model(&world.terms, &model, fact)).collect();
        assert!(!is_contradictory(&world.terms, &facts), "seed {}: {:?}", seed, facts);
    }
}

#[test]
fn contradictions_hold_in_no_model() {
    let mut found = 0;
    for seed in 0..2_500 {
        let mut world = World::new(seed);
        let facts = world.facts();
        if !is_contradictory(&world.terms, &facts) {
            continue;
        }
        found += 1;
        // The smaller the set is, the more would a mistake be one.
        let mut least = facts;
        for at in (0..least.len()).rev() {
            let mut fewer = least.clone();
            fewer.remove(at);
            if is_contradictory(&world.terms, &fewer) {
                least = fewer;
            }
        }
        for _ in 0..10 {
            let model = world.model();
            let is_model = least.iter().all(|&fact| holds(&world.terms, &model, fact));
            assert!(!is_model, "seed {}: {:?}", seed, least);
        }
    }
    assert!(found > 800, "{}", found);
}
