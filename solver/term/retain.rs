//! Collection: the part of a store that is still needed, as a store of its own.
//!
//! A store only grows, because each [`TermId`] stays valid as long as the store does. A program that makes terms
//! without end, such as a dialogue of many different questions, therefore replaces its store from time to time by
//! [`Terms::retain`] and translates the ids that it holds. The order of ids stays: of two kept terms the older one has
//! the smaller id in both stores. Sorted arguments so stay sorted, and each kept term is in normal form without being
//! built anew.

use super::choice_table::{Choices, Fact};
use super::sort_table::{ConstructorEntry, DatatypeEntry, SelectorEntry, Signature, SortEntry};
use super::store::{ConstructorId, FunctionId, Op, SelectorId, Sort, SortId, SymbolId, TermId, Terms};

/// The entries of a store that a program still uses.
///
/// Parts of what is named here need not be named: subterms of a term, the function of a call, the sorts of a
/// function, the constructors and fields of a datatype stay with it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Roots<'a> {
    /// Terms, declared constants among them.
    pub terms: &'a [TermId],
    /// Functions.
    pub functions: &'a [FunctionId],
    /// Sorts.
    pub sorts: &'a [Sort],
}

/// The ids of a store in the store that [`Terms::retain`] made of it; none of entries that are gone.
///
/// # Panics
///
/// All methods panic for an id that the old store did not have.
#[derive(Clone, Debug)]
pub struct Renaming {
    terms: Table,
    symbols: Table,
    functions: Table,
    sorts: Table,
    constructors: Table,
    selectors: Table,
}

/// New numbers by old numbers.
#[derive(Clone, Debug)]
struct Table(Vec<u32>);

/// The number of an entry that is gone.
const GONE: u32 = u32::MAX;

impl Table {
    /// Numbers from 0 on for the old numbers of which `stays` is true, in their order.
    fn of(count: usize, mut stays: impl FnMut(usize) -> bool) -> Table {
        let mut next = 0;
        let number = |i| {
            let new = if stays(i) { next } else { GONE };
            next += (new != GONE) as u32;
            new
        };
        Table((0..count).map(number).collect())
    }

    fn get(&self, old: usize) -> Option<u32> {
        Some(self.0[old]).filter(|&new| new != GONE)
    }
}

impl Renaming {
    /// A term in the new store.
    pub fn term(&self, t: TermId) -> Option<TermId> {
        self.terms.get(t.index()).map(TermId)
    }

    /// A declared constant in the new store.
    pub fn symbol(&self, symbol: SymbolId) -> Option<SymbolId> {
        self.symbols.get(symbol.index()).map(SymbolId)
    }

    /// A declared function in the new store.
    pub fn function(&self, function: FunctionId) -> Option<FunctionId> {
        self.functions.get(function.index()).map(FunctionId)
    }

    /// A sort in the new store. Truth values, numbers and words are the same in all stores.
    pub fn sort(&self, sort: Sort) -> Option<Sort> {
        match sort {
            Sort::Bool | Sort::Int | Sort::Real | Sort::BitVec(_) => Some(sort),
            Sort::Float(_) | Sort::Rounding => Some(sort),
            Sort::Declared(id) => self.sort_id(id).map(Sort::Declared),
            Sort::Array(id) => self.sort_id(id).map(Sort::Array),
            Sort::Datatype(id) => self.sort_id(id).map(Sort::Datatype),
        }
    }

    /// A constructor in the new store.
    pub fn constructor(&self, constructor: ConstructorId) -> Option<ConstructorId> {
        self.constructors.get(constructor.index()).map(ConstructorId)
    }

    /// A selector in the new store.
    pub fn selector(&self, selector: SelectorId) -> Option<SelectorId> {
        self.selectors.get(selector.index()).map(SelectorId)
    }

    fn sort_id(&self, id: SortId) -> Option<SortId> {
        self.sorts.get(id.index()).map(SortId)
    }

    /// The sort of a part of a kept entry, which is kept as well.
    fn kept(&self, sort: Sort) -> Sort {
        self.sort(sort).unwrap_or_else(|| unreachable!("the {} of a part goes away", sort))
    }

    fn all_kept(&self, sorts: &[Sort]) -> Box<[Sort]> {
        sorts.iter().map(|&sort| self.kept(sort)).collect()
    }

    fn op(&self, op: Op) -> Op {
        let kept = "the entry of a kept term";
        match op {
            Op::Symbol(id) => Op::Symbol(self.symbol(id).expect(kept)),
            Op::Call(id) => Op::Call(self.function(id).expect(kept)),
            Op::Construct(id) => Op::Construct(self.constructor(id).expect(kept)),
            Op::Field(id) => Op::Field(self.selector(id).expect(kept)),
            Op::Is(id) => Op::Is(self.constructor(id).expect(kept)),
            other => other,
        }
    }
}

impl Terms {
    /// A store of what these roots are made of and nothing else, and the new ids of all that it holds.
    ///
    /// Constants, functions and sorts stay only if a root leads to them. Values, models, solvers and all else that
    /// holds ids of this store belong to it still. A solver for the new store is made by
    /// [`Solver::renewed`](crate::solver::smt::Solver::renewed). Time and space are linear in the size of this store.
    ///
    /// ```
    /// use indubit::solver::smt::{Answer, Solver};
    /// use indubit::solver::term::{Roots, Sort, Terms};
    ///
    /// let (mut terms, mut solver) = (Terms::new(), Solver::default());
    /// let mut x = terms.declare("x", Sort::Int);
    /// let zero = terms.int(0);
    /// let positive = terms.lt(zero, x);
    /// solver.assert(&mut terms, positive);
    /// for question in 1..5_000 {
    ///     let bound = terms.int(question);
    ///     let greater = terms.lt(bound, x);
    ///     assert_eq!(solver.check(&mut terms, &[greater]), Answer::Sat);
    ///     if terms.len() > 1_000 {
    ///         // What is still needed: the assertions, and the constant for further questions.
    ///         let needed = [solver.assertions(), &[x]].concat();
    ///         let (kept, renaming) = terms.retain(Roots { terms: &needed, ..Roots::default() });
    ///         solver = solver.renewed(|t| renaming.term(t).expect("a root"));
    ///         x = renaming.term(x).expect("a root");
    ///         terms = kept;
    ///     }
    /// }
    /// assert!(terms.len() <= 1_000);
    /// ```
    ///
    /// # Panics
    ///
    /// If a root is not in this store.
    pub fn retain(&self, roots: Roots<'_>) -> (Terms, Renaming) {
        let live = self.live(roots.terms);
        let (functions, sorts) = self.live_entries(&live, roots);
        let constructors = &self.sorts.constructors;
        let renaming = Renaming {
            terms: Table::of(self.len(), |i| live[i]),
            symbols: Table::of(self.symbol_count(), |i| live[self.symbol_term(SymbolId(i as u32)).index()]),
            functions: Table::of(functions.len(), |i| functions[i]),
            sorts: Table::of(sorts.len(), |i| sorts[i]),
            constructors: Table::of(constructors.len(), |i| sorts[constructors[i].sort.index()]),
            selectors: Table::of(self.sorts.selectors.len(), |i| {
                sorts[constructors[self.sorts.selectors[i].constructor.index()].sort.index()]
            }),
        };
        let mut kept = Terms::new();
        self.keep_sorts(&mut kept, &renaming);
        self.keep_terms(&mut kept, &renaming);
        kept.choices = self.choices.renamed(|t| renaming.term(t));
        (kept, renaming)
    }

    /// By term, whether a root is made of it. True and false always are.
    fn live(&self, roots: &[TermId]) -> Vec<bool> {
        let mut live = vec![false; self.len()];
        for &t in [Terms::TRUE, Terms::FALSE].iter().chain(roots) {
            live[t.index()] = true;
        }
        // Arguments have smaller ids.
        for i in (0..live.len()).rev() {
            if live[i] {
                self.args(TermId(i as u32)).iter().for_each(|a| live[a.index()] = true);
            }
        }
        live
    }

    /// By function, and by sort: whether a kept term or a root leads to it.
    fn live_entries(&self, live: &[bool], roots: Roots<'_>) -> (Vec<bool>, Vec<bool>) {
        let mut functions = vec![false; self.functions.len()];
        roots.functions.iter().for_each(|f| functions[f.index()] = true);
        let mut open = roots.sorts.to_vec();
        for t in (0..live.len()).filter(|&i| live[i]).map(|i| TermId(i as u32)) {
            if let Op::Call(function) = self.op(t) {
                functions[function.index()] = true;
            }
            open.extend(Some(self.sort(t)).filter(|sort| sort.entry().is_some()));
        }
        for signature in self.functions.iter().zip(&functions).filter(|f| *f.1).map(|f| f.0) {
            open.extend(signature.args.iter().chain([&signature.result]));
        }
        let mut sorts = vec![false; self.sorts.len()];
        while let Some(sort) = open.pop() {
            let id = match sort.entry() {
                Some(id) if !std::mem::replace(&mut sorts[id.index()], true) => id,
                Some(_) | None => continue,
            };
            match self.sorts.entry(id) {
                SortEntry::Declared(_, parameters) => open.extend(parameters.iter()),
                SortEntry::Array(index, element) => open.extend([*index, *element]),
                SortEntry::Datatype(entry) => {
                    open.extend(entry.parameters.iter());
                    for &constructor in entry.constructors.iter() {
                        open.extend(self.selectors(constructor).map(|s| self.selector_sort(s)));
                    }
                }
            }
        }
        (functions, sorts)
    }

    fn keep_sorts(&self, kept: &mut Terms, renaming: &Renaming) {
        let stays = |&i: &usize| renaming.sorts.get(i).is_some();
        for id in (0..self.sorts.len()).filter(stays).map(|i| SortId(i as u32)) {
            match self.sorts.entry(id) {
                SortEntry::Declared(name, parameters) => {
                    kept.sorts.add(SortEntry::Declared(name.clone(), renaming.all_kept(parameters)));
                }
                SortEntry::Array(index, element) => {
                    kept.sorts.array(renaming.kept(*index), renaming.kept(*element));
                }
                SortEntry::Datatype(entry) => {
                    kept.sorts.add(SortEntry::Datatype(DatatypeEntry {
                        name: entry.name.clone(),
                        parameters: renaming.all_kept(&entry.parameters),
                        constructors: entry
                            .constructors
                            .iter()
                            .filter_map(|&c| renaming.constructor(c))
                            .collect(),
                        first: entry.first.and_then(|c| renaming.constructor(c)),
                        count: entry.count,
                    }));
                }
            }
        }
        for (entry, sort) in
            self.sorts.constructors.iter().filter_map(|e| Some((e, renaming.sort_id(e.sort)?)))
        {
            let first_selector = kept.sorts.selectors.len() as u32;
            let constructor = ConstructorId(kept.sorts.constructors.len() as u32);
            kept.sorts.constructors.push(ConstructorEntry { sort, first_selector, ..entry.clone() });
            for i in entry.first_selector..entry.first_selector + entry.fields {
                let selector = self.sorts.selector(SelectorId(i));
                let sort = renaming.kept(selector.sort);
                kept.sorts.selectors.push(SelectorEntry { name: selector.name.clone(), constructor, sort });
            }
        }
        let signatures = self.functions.iter().enumerate();
        let signatures = signatures.filter(|(i, _)| renaming.functions.get(*i).is_some());
        kept.functions.extend(signatures.map(|(_, signature)| Signature {
            name: signature.name.clone(),
            args: renaming.all_kept(&signature.args),
            result: renaming.kept(signature.result),
        }));
    }

    /// Copies the kept terms, by age. True and false are there already.
    fn keep_terms(&self, kept: &mut Terms, renaming: &Renaming) {
        let mut args = Vec::new();
        for i in 0..self.len() {
            let (t, new) = match renaming.terms.get(i) {
                Some(new) => (TermId(i as u32), TermId(new)),
                None => continue,
            };
            let sort = renaming.kept(self.sort(t));
            let made = match (self.op(t), self.number_of(t), self.bits_of(t)) {
                (Op::Symbol(symbol), ..) => kept.declare(self.name(symbol), sort),
                (_, Some(number), _) => kept.numeral(number.clone(), sort),
                (_, _, Some(bits)) => kept.bit_vector(bits.clone()),
                (op, ..) => {
                    args.clear();
                    args.extend(self.args(t).iter().filter_map(|&a| renaming.term(a)));
                    kept.intern(renaming.op(op), sort, &args)
                }
            };
            debug_assert_eq!(made, new);
        }
    }
}

impl Choices {
    /// The entries all of whose terms are kept.
    fn renamed(&self, new: impl Fn(TermId) -> Option<TermId>) -> Choices {
        let mut kept = Choices {
            counts: self.counts.keys().filter_map(|&t| Some((new(t)?, 0))).collect(),
            tested: self.tested.iter().filter_map(|&t| new(t)).collect(),
            ..Choices::default()
        };
        for (comparison, &formula) in &self.formulas {
            if let (Some(choice), Some(formula)) = (new(comparison.choice), new(formula)) {
                let mut comparison = comparison.clone();
                comparison.choice = choice;
                kept.formulas.insert(comparison, formula);
                *kept.counts.entry(choice).or_insert(0) += 1;
            }
        }
        let renamed = |fact: &Fact| {
            let values = fact.values.iter().map(|&t| new(t)).collect::<Option<Vec<_>>>()?;
            Some(Fact { subject: new(fact.subject)?, values })
        };
        for (&formula, facts) in &self.facts {
            let facts: Vec<Fact> = facts.iter().filter_map(renamed).collect();
            if let Some(formula) = new(formula).filter(|_| !facts.is_empty()) {
                kept.facts.insert(formula, facts);
            }
        }
        kept
    }
}
