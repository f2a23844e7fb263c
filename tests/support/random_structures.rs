//! Random terms over bits, arrays of two cells, records and options, of few values each, so that an oracle tries them
//! all.

use indubit::base::Rng;
use indubit::solver::term::{Constructor, Sort, TermId, Terms};

const BIT: Sort = Sort::BitVec(1);

/// The sorts of the variables.
pub struct Structured {
    /// Cells that hold bits, and cells that hold truth values.
    pub arrays: [Sort; 2],
    /// `(pair (first (_ BitVec 1)) (second (_ BitVec 1)))`.
    pub record: Sort,
    /// `(none)` and `(some (value (_ BitVec 1)))`.
    pub option: Sort,
    /// Terms mention `(value none)`, which SMT-LIB leaves open.
    pub are_partial: bool,
}

impl Structured {
    /// Declares the datatypes in a store.
    pub fn new(terms: &mut Terms) -> Structured {
        let record = terms.declare_datatype("Pair", &[]);
        let pair = Constructor { name: "pair", fields: vec![("first", BIT), ("second", BIT)] };
        let option = terms.declare_datatype("Option", &[]);
        let none = Constructor { name: "none", fields: Vec::new() };
        let some = Constructor { name: "some", fields: vec![("value", BIT)] };
        let defined = terms.define_datatypes(&[(record, vec![pair]), (option, vec![none, some])]);
        defined.expect("datatypes with values");
        let arrays = [BIT, Sort::Bool].map(|element| terms.array_sort(BIT, element));
        Structured { arrays, record, option, are_partial: false }
    }

    /// One of the sorts.
    pub fn any(&self, rng: &mut Rng) -> Sort {
        match rng.below(8) {
            0 => BIT,
            1 => Sort::Bool,
            2 | 3 => self.arrays[0],
            4 => self.arrays[1],
            5 | 6 => self.record,
            _ => self.option,
        }
    }

    /// A random term of a sort over these constants.
    pub fn term(
        &self,
        rng: &mut Rng,
        terms: &mut Terms,
        pool: &[TermId],
        sort: Sort,
        depth: usize,
    ) -> TermId {
        let of_sort: Vec<TermId> = pool.iter().copied().filter(|&t| terms.sort(t) == sort).collect();
        if depth == 0 || rng.one_in(6) {
            if !of_sort.is_empty() && !rng.one_in(4) {
                return of_sort[rng.below(of_sort.len())];
            }
            let values = terms.some_values(sort, 4);
            return values[rng.below(values.len())].term(terms, sort);
        }
        let depth = depth - 1;
        if rng.one_in(6) {
            let condition = self.term(rng, terms, pool, Sort::Bool, depth);
            let (yes, no) =
                (self.term(rng, terms, pool, sort, depth), self.term(rng, terms, pool, sort, depth));
            return terms.ite(condition, yes, no);
        }
        let mut part = |rng: &mut Rng, terms: &mut Terms, sort| self.term(rng, terms, pool, sort, depth);
        match sort {
            Sort::Bool => self.formula(rng, terms, &mut part),
            Sort::Array(_) => {
                let (index, element) = terms.array_parts(sort).expect("an array");
                let element = part(rng, terms, element);
                if rng.one_in(6) {
                    return terms.const_array(sort, element);
                }
                let (array, index) = (part(rng, terms, sort), part(rng, terms, index));
                terms.store(array, index, element)
            }
            Sort::Datatype(_) => {
                let constructors = terms.constructors(sort);
                let constructor = constructors[rng.below(constructors.len())];
                let sorts: Vec<Sort> =
                    terms.selectors(constructor).map(|selector| terms.selector_sort(selector)).collect();
                let fields: Vec<TermId> = sorts.into_iter().map(|sort| part(rng, terms, sort)).collect();
                terms.construct(constructor, &fields)
            }
            _ => self.bit(rng, terms, &mut part),
        }
    }

    fn formula(&self, rng: &mut Rng, terms: &mut Terms, part: Part<'_>) -> TermId {
        match rng.below(8) {
            0 => {
                let formulas = [(); 2].map(|()| part(rng, terms, Sort::Bool));
                terms.and(&formulas)
            }
            1 => {
                let formulas = [(); 2].map(|()| part(rng, terms, Sort::Bool));
                terms.or(&formulas)
            }
            2 => {
                let formula = part(rng, terms, Sort::Bool);
                terms.not(formula)
            }
            3 => {
                let (array, index) = (part(rng, terms, self.arrays[1]), part(rng, terms, BIT));
                terms.select(array, index)
            }
            4 => {
                let option = part(rng, terms, self.option);
                terms.is(terms.constructors(self.option)[rng.below(2)], option)
            }
            _ => {
                let sort = self.any(rng);
                let (a, b) = (part(rng, terms, sort), part(rng, terms, sort));
                terms.eq(a, b)
            }
        }
    }

    fn bit(&self, rng: &mut Rng, terms: &mut Terms, part: Part<'_>) -> TermId {
        match rng.below(6) {
            0 | 1 => {
                let (array, index) = (part(rng, terms, self.arrays[0]), part(rng, terms, BIT));
                terms.select(array, index)
            }
            2 | 3 => {
                let pair = terms.constructors(self.record)[0];
                let selector = terms.selectors(pair).nth(rng.below(2)).expect("a field");
                let record = part(rng, terms, self.record);
                terms.field(selector, record)
            }
            4 => {
                // What a selector says of other values is left open.
                let some = terms.constructors(self.option)[1];
                let selector = terms.selectors(some).next().expect("a field");
                let (option, other) = (part(rng, terms, self.option), part(rng, terms, BIT));
                let (is_some, value) = (terms.is(some, option), terms.field(selector, option));
                if self.are_partial {
                    return value;
                }
                terms.ite(is_some, value, other)
            }
            _ => {
                let (a, b) = (part(rng, terms, BIT), part(rng, terms, BIT));
                terms.bv_add(a, b)
            }
        }
    }
}

type Part<'a> = &'a mut dyn FnMut(&mut Rng, &mut Terms, Sort) -> TermId;
