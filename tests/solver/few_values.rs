//! Random formulas over arrays, datatypes and functions of few values, and all models of them.

use indubit::base::Rng;
use indubit::solver::term::{Constructor, ConstructorId, FunctionId, Model, Sort, TermId, Terms, Value};

/// Sorts of few values, constants of them, and functions.
pub struct FewValues {
    pub terms: Terms,
    pub sorts: Vec<Sort>,
    pub constants: Vec<TermId>,
    pub constructors: Vec<ConstructorId>,
    pub functions: Vec<FunctionId>,
}

impl FewValues {
    pub fn new(rng: &mut Rng) -> FewValues {
        let mut terms = Terms::new();
        let (bit, two) = (Sort::BitVec(1), Sort::BitVec(2));
        let color = terms.declare_datatype("Color", &[]);
        let plain = |name| Constructor { name, fields: Vec::new() };
        terms.define_datatypes(&[(color, vec![plain("red"), plain("green"), plain("blue")])]).unwrap();
        let option = terms.declare_datatype("Option", &[]);
        let some = Constructor { name: "some", fields: vec![("value", bit)] };
        terms.define_datatypes(&[(option, vec![plain("none"), some])]).unwrap();
        let pair = terms.declare_datatype("Pair", &[]);
        let both = Constructor { name: "both", fields: vec![("first", bit), ("second", option)] };
        terms.define_datatypes(&[(pair, vec![both])]).unwrap();
        let sorts = vec![
            Sort::Bool,
            bit,
            two,
            color,
            option,
            pair,
            terms.array_sort(bit, bit),
            terms.array_sort(bit, two),
            terms.array_sort(option, bit),
            terms.array_sort(color, option),
        ];
        let constructors =
            sorts.iter().flat_map(|&sort| terms.constructors(sort).to_vec()).collect::<Vec<_>>();
        let mut constants = Vec::new();
        let mut models = 1u64;
        for tries in 0..7 {
            let sort = sorts[rng.below(sorts.len())];
            if models * terms.value_count(sort) <= 100 {
                models *= terms.value_count(sort);
                constants.push(terms.declare(&format!("c{}", tries), sort));
            }
        }
        let mut functions = Vec::new();
        if models * 16 <= 400 {
            functions.push(terms.declare_function("f", &[sorts[[1, 2, 4, 6][rng.below(4)]]], bit));
        }
        FewValues { terms, sorts, constants, constructors, functions }
    }

    /// A term of a sort.
    pub fn term(&mut self, rng: &mut Rng, sort: Sort, depth: u32) -> TermId {
        let known: Vec<TermId> =
            self.constants.iter().copied().filter(|&c| self.terms.sort(c) == sort).collect();
        if depth == 0 || rng.below(4) == 0 {
            if !known.is_empty() && rng.below(5) > 0 {
                return known[rng.below(known.len())];
            }
            let values = self.terms.some_values(sort, 40);
            return values[rng.below(values.len())].term(&mut self.terms, sort);
        }
        let depth = depth - 1;
        if rng.below(8) == 0 {
            let condition = self.term(rng, Sort::Bool, depth);
            let (yes, no) = (self.term(rng, sort, depth), self.term(rng, sort, depth));
            return self.terms.ite(condition, yes, no);
        }
        match sort {
            Sort::Bool => self.formula(rng, depth),
            Sort::Array(_) => {
                let (index, element) = self.terms.array_parts(sort).unwrap();
                let parts = [sort, index, element].map(|sort| self.term(rng, sort, depth));
                if rng.below(5) == 0 {
                    return self.terms.const_array(sort, parts[2]);
                }
                self.terms.store(parts[0], parts[1], parts[2])
            }
            _ if !self.terms.constructors(sort).is_empty() && rng.below(2) == 0 => {
                let constructors = self.terms.constructors(sort).to_vec();
                let constructor = constructors[rng.below(constructors.len())];
                let sorts: Vec<Sort> =
                    self.terms.selectors(constructor).map(|s| self.terms.selector_sort(s)).collect();
                let fields: Vec<TermId> = sorts.into_iter().map(|sort| self.term(rng, sort, depth)).collect();
                self.terms.construct(constructor, &fields)
            }
            _ => self.reading(rng, sort, depth),
        }
    }

    /// A call, a selector or a read of an array, of a sort.
    fn reading(&mut self, rng: &mut Rng, sort: Sort, depth: u32) -> TermId {
        let arrays: Vec<Sort> = self.sorts.clone();
        for _ in 0..8 {
            let from = arrays[rng.below(arrays.len())];
            if let Some((index, element)) = self.terms.array_parts(from) {
                if element == sort {
                    let (array, index) = (self.term(rng, from, depth), self.term(rng, index, depth));
                    return self.terms.select(array, index);
                }
            }
            let constructor = self.constructors[rng.below(self.constructors.len())];
            let found = self.terms.selectors(constructor).find(|&s| self.terms.selector_sort(s) == sort);
            if let Some(selector) = found {
                let of = self.term(rng, self.terms.constructor_sort(constructor), depth);
                return self.terms.field(selector, of);
            }
            if let Some(&function) = self.functions.first() {
                let (args, result) = self.terms.function_sorts(function);
                if result == sort {
                    let arg = args[0];
                    let arg = self.term(rng, arg, depth);
                    return self.terms.call(function, &[arg]);
                }
            }
        }
        self.term(rng, sort, 0)
    }

    fn formula(&mut self, rng: &mut Rng, depth: u32) -> TermId {
        match rng.below(6) {
            0 => {
                let parts = [Sort::Bool; 2].map(|sort| self.term(rng, sort, depth));
                self.terms.and(&parts)
            }
            1 => {
                let parts = [Sort::Bool; 2].map(|sort| self.term(rng, sort, depth));
                self.terms.or(&parts)
            }
            2 => {
                let part = self.term(rng, Sort::Bool, depth);
                self.terms.not(part)
            }
            3 => {
                let constructor = self.constructors[rng.below(self.constructors.len())];
                let of = self.term(rng, self.terms.constructor_sort(constructor), depth);
                self.terms.is(constructor, of)
            }
            _ => {
                let sort = self.sorts[rng.below(self.sorts.len())];
                let (a, b) = (self.term(rng, sort, depth), self.term(rng, sort, depth));
                self.terms.eq(a, b)
            }
        }
    }

    /// Whether some model of few values satisfies all formulas.
    pub fn has_model(&self, formulas: &[TermId]) -> bool {
        self.find_model(|model, _| model.evaluate_all(&self.terms, formulas).iter().all(Value::is_true))
    }

    /// Whether some model is accepted. Each is told with the numbers of its choices: of a value for every constant, in
    /// their order, then for functions and stray selectors at every argument.
    pub fn find_model(&self, mut accept: impl FnMut(&Model, &[usize]) -> bool) -> bool {
        // A choice of a value for each place: a constant, a function at an argument, a selector at a stray value.
        enum Place {
            Constant(TermId),
            Call(FunctionId, Value),
            Stray(usize, Value),
        }
        let terms = &self.terms;
        let mut places: Vec<(Place, Vec<Value>)> = Vec::new();
        for &c in &self.constants {
            places.push((Place::Constant(c), terms.some_values(terms.sort(c), 10_000)));
        }
        for &f in &self.functions {
            let (args, result) = terms.function_sorts(f);
            for value in terms.some_values(args[0], 100) {
                places.push((Place::Call(f, value), terms.some_values(result, 100)));
            }
        }
        for (i, &c) in self.constructors.iter().enumerate() {
            let others = terms.some_values(terms.constructor_sort(c), 100);
            for value in others.into_iter().filter(|v| v.data_parts().0 != c) {
                for selector in terms.selectors(c) {
                    let results = terms.some_values(terms.selector_sort(selector), 100);
                    places.push((Place::Stray(i, value.clone()), results));
                }
            }
        }
        let mut chosen = vec![0; places.len()];
        loop {
            let mut model = Model::new();
            for ((place, values), &i) in places.iter().zip(&chosen) {
                let value = values[i].clone();
                match place {
                    Place::Constant(c) => model.set_all(terms, [*c], &[value]),
                    Place::Call(f, arg) => model.set_call(*f, vec![arg.clone()], value),
                    Place::Stray(i, of) => {
                        for selector in terms.selectors(self.constructors[*i]) {
                            model.set_stray(selector, of.clone(), value.clone());
                        }
                    }
                }
            }
            if accept(&model, &chosen) {
                return true;
            }
            let mut at = 0;
            loop {
                if at == chosen.len() {
                    return false;
                }
                chosen[at] += 1;
                if chosen[at] < places[at].1.len() {
                    break;
                }
                chosen[at] = 0;
                at += 1;
            }
        }
    }
}
