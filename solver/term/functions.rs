//! Declared sorts, and declared functions with arguments.
//!
//! Nothing is known of such a function but that it is one: equal arguments have equal results. A call is never
//! simplified.

use super::sort_table::{Signature, SortEntry};
use super::store::{FunctionId, Op, Sort, TermId, Terms};

impl Terms {
    /// A new sort. Names need not differ: two sorts of one name are two sorts.
    ///
    /// ```
    /// use indubit::solver::smt::{Answer, Solver};
    /// use indubit::solver::term::{Sort, Terms};
    ///
    /// let (mut terms, mut solver) = (Terms::new(), Solver::default());
    /// let city = terms.declare_sort("City");
    /// let next = terms.declare_function("next", &[city], city);
    /// let [a, b] = ["a", "b"].map(|name| terms.declare(name, city));
    /// let calls = [a, b].map(|x| terms.call(next, &[x]));
    /// let (same, differ) = (terms.eq(a, b), terms.eq(calls[0], calls[1]));
    /// let differ = terms.not(differ);
    /// assert_eq!(solver.check(&mut terms, &[same, differ]), Answer::Unsat);
    /// ```
    pub fn declare_sort(&mut self, name: &str) -> Sort {
        self.declare_sort_at(name, &[])
    }

    /// A new sort of this name, made for these parameters: another one for others.
    pub fn declare_sort_at(&mut self, name: &str, parameters: &[Sort]) -> Sort {
        Sort::Declared(self.sorts.add(SortEntry::Declared(name.into(), parameters.into())))
    }

    /// A new function. Names need not differ, as of constants.
    ///
    /// # Panics
    ///
    /// If it has no arguments, which makes it a constant ([`Terms::declare`]), or a sort is that of bit-vectors without
    /// bits.
    pub fn declare_function(&mut self, name: &str, args: &[Sort], result: Sort) -> FunctionId {
        assert!(!args.is_empty(), "a function without arguments is a constant");
        let has_bits = args.iter().chain([&result]).all(|&sort| sort != Sort::BitVec(0));
        assert!(has_bits, "a bit-vector has at least one bit");
        let function = FunctionId(self.functions.len() as u32);
        self.functions.push(Signature { name: name.into(), args: args.into(), result });
        function
    }

    /// The function of these arguments, whose sorts are those of its declaration.
    pub fn call(&mut self, function: FunctionId, args: &[TermId]) -> TermId {
        let Signature { args: sorts, result, .. } = &self.functions[function.index()];
        let fits =
            sorts.len() == args.len() && sorts.iter().zip(args).all(|(&sort, &t)| self.sort(t) == sort);
        let result = *result;
        self.demand(fits, self.functions[function.index()].name.as_ref(), args);
        self.intern(Op::Call(function), result, args)
    }

    /// The name that a function was declared with.
    pub fn function_name(&self, function: FunctionId) -> &str {
        &self.functions[function.index()].name
    }

    /// The sorts of the arguments of a function, and of its result.
    pub fn function_sorts(&self, function: FunctionId) -> (&[Sort], Sort) {
        let Signature { args, result, .. } = &self.functions[function.index()];
        (args, *result)
    }

    /// The names of all functions, by age.
    pub fn function_names(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(|function| &*function.name)
    }

    /// The number of functions declared.
    pub fn function_count(&self) -> usize {
        self.functions.len()
    }
}
