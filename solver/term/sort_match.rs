//! Sorts, functions and constructors of one store in another one, by their names.

use super::sort_table::SortEntry;
use super::store::{ConstructorId, FunctionId, Op, SelectorId, Sort, TermId, Terms};
use crate::base::HashMap;

/// The sorts of one store as those of another. All calls have to be about the same two stores.
#[derive(Default, Debug)]
pub(super) struct SortMatch {
    known: HashMap<Sort, Option<Sort>>,
}

impl SortMatch {
    /// The sort of the same name or the same parts. A store of which the other is a copy with additions has the same
    /// numbers; else the first sort of the name is taken.
    pub fn sort(&mut self, from: &Terms, to: &mut Terms, sort: Sort) -> Option<Sort> {
        let id = match sort.entry() {
            Some(id) => id,
            None => return Some(sort),
        };
        if let Some(&known) = self.known.get(&sort) {
            return known;
        }
        // Parts have smaller numbers, but for the fields of a datatype, at which nothing looks here.
        let found = match (id.index() < from.sorts.len()).then(|| from.sorts.entry(id)) {
            Some(&SortEntry::Array(index, element)) => {
                let (index, element) = (self.sort(from, to, index), self.sort(from, to, element));
                index.zip(element).map(|(index, element)| to.array_sort(index, element))
            }
            Some(SortEntry::Declared(..)) | Some(SortEntry::Datatype(_)) => {
                let wanted = from.sort_text(sort);
                let is_wanted = |other: &Sort| {
                    std::mem::discriminant(other) == std::mem::discriminant(&sort)
                        && to.sort_text(*other) == wanted
                };
                let all = to.declared_sorts();
                let same_number = all.iter().copied().find(|&other| other == sort);
                let found = same_number.into_iter().chain(all.iter().copied()).find(is_wanted);
                found.or_else(|| instance(from, to, sort, &all))
            }
            None => None,
        };
        self.known.insert(sort, found);
        found
    }

    /// The operator in the other store, with the sort of its results; `None` if there is none, or not for these
    /// arguments of the other store.
    pub fn operator(
        &mut self,
        from: &Terms,
        to: &mut Terms,
        op: Op,
        sort: Sort,
        args: &[TermId],
    ) -> Option<(Op, Sort)> {
        let sort = self.sort(from, to, sort)?;
        let op = match op {
            Op::Call(function) => Op::Call(function_in(from, to, function, sort, args)?),
            Op::Construct(constructor) => {
                let constructor = constructor_in(from, to, constructor, sort)?;
                let fields = to.selectors(constructor).map(|s| to.selector_sort(s));
                fields.eq(args.iter().map(|&a| to.sort(a))).then_some(Op::Construct(constructor))?
            }
            Op::Is(constructor) => {
                let of = args.first().map(|&a| to.sort(a))?;
                Op::Is(constructor_in(from, to, constructor, of)?)
            }
            Op::Field(selector) => {
                let of = args.first().map(|&a| to.sort(a))?;
                let selector = selector_in(from, to, selector, of)?;
                (to.selector_sort(selector) == sort).then_some(Op::Field(selector))?
            }
            other => other,
        };
        Some((op, sort))
    }
}

/// The datatype with parameters that a datatype of evidence is named after, as [`Terms::sort_declarations`] declares
/// it: the name `(List Int)` stands for the datatype `List` at `Int`.
fn instance(from: &Terms, to: &Terms, sort: Sort, all: &[Sort]) -> Option<Sort> {
    let name = match from.sorts.entry(sort.entry()?) {
        SortEntry::Datatype(entry) if entry.parameters.is_empty() => &entry.name,
        SortEntry::Datatype(_) | SortEntry::Declared(..) | SortEntry::Array(..) => return None,
    };
    let is_it = |other: &Sort| matches!(other, Sort::Datatype(_)) && to.sort_text(*other) == **name;
    name.starts_with('(').then(|| all.iter().copied().find(is_it))?
}

fn function_in(
    from: &Terms,
    to: &Terms,
    function: FunctionId,
    result: Sort,
    args: &[TermId],
) -> Option<FunctionId> {
    let name = (function.index() < from.function_count()).then(|| from.function_name(function))?;
    let fits = |&f: &FunctionId| {
        let (sorts, own) = to.function_sorts(f);
        let are_fitting = sorts.iter().copied().eq(args.iter().map(|&a| to.sort(a)));
        to.function_name(f) == name && are_fitting && own == result
    };
    let all = (0..to.function_count()).map(|i| FunctionId(i as u32));
    let same_number = Some(function).filter(|f| f.index() < to.function_count());
    same_number.into_iter().chain(all).find(fits)
}

fn constructor_in(from: &Terms, to: &Terms, constructor: ConstructorId, sort: Sort) -> Option<ConstructorId> {
    let name = &from.sorts.constructors.get(constructor.index())?.name;
    to.constructors(sort).iter().copied().find(|&c| to.constructor_name(c) == &**name)
}

fn selector_in(from: &Terms, to: &Terms, selector: SelectorId, sort: Sort) -> Option<SelectorId> {
    let entry = from.sorts.selectors.get(selector.index())?;
    let constructor = constructor_in(from, to, entry.constructor, sort)?;
    to.selectors(constructor).find(|&s| to.selector_name(s) == &*entry.name)
}
