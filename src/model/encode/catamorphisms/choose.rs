//! The catamorphisms that are tried for clauses, the most useful first.
//!
//! They are defined for a *group*: a datatype with recursion, or several that contain each other. The recursive fields
//! of a value are those whose sort is in the group. Each group has the first few of this list:
//!
//! 1. the size: the number of constructors with recursive fields, such as the length of a list,
//! 2. recursions that predicates of the clauses are ([`guess`](super::guess)),
//! 3. the sum of the integers in a value,
//! 4. the sum of the sizes of values of other groups in it,
//! 5. the height, where a constructor has several recursive fields,
//! 6. the number of each constructor, where several have recursive fields, or several have none,
//! 7. the largest integer in a value,
//! 8. the first integer in it.
//!
//! If there is to be more than the size, arguments of the same datatype are compared, too.

use super::guess::{guessed, Guess};
use crate::base::HashSet;
use crate::model::horn::{Catamorphism, Horn};
use crate::solver::term::{ConstructorId, FunctionId, Sort, TermId, Terms};

/// Arguments of a predicate that are compared.
const MOST_COMPARED: usize = 4;

/// Functions for clauses, in a store that was made from theirs by adding terms.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// The store.
    pub terms: Terms,
    /// The functions, each after those of other groups that it calls.
    pub functions: Vec<Catamorphism>,
    /// Whether arguments are compared.
    pub compares: bool,
}

impl Chosen {
    /// The places of a predicate that are compared.
    pub(super) fn compared(&self, places: &[TermId]) -> Vec<(TermId, TermId)> {
        let sort = |t: TermId| self.terms.sort(t);
        let of_data: Vec<TermId> = places
            .iter()
            .copied()
            .filter(|&t| matches!(sort(t), Sort::Datatype(_)))
            .take(MOST_COMPARED)
            .collect();
        let mut pairs = Vec::new();
        for (at, &a) in of_data.iter().enumerate().filter(|_| self.compares) {
            pairs.extend(of_data[at + 1..].iter().filter(|&&b| sort(a) == sort(b)).map(|&b| (a, b)));
        }
        pairs
    }
}

/// One function for each datatype of a group.
#[derive(Clone, Debug)]
enum Kind {
    Size,
    Guess(Guess),
    Sum,
    Nested,
    Height,
    Count(ConstructorId),
    Largest,
    First,
}

impl Kind {
    /// The beginning of its name.
    fn name(&self, terms: &Terms) -> String {
        match self {
            Kind::Size => "size".to_string(),
            Kind::Guess(guess) => guess.name.clone(),
            Kind::Sum => "sum".to_string(),
            Kind::Nested => "total".to_string(),
            Kind::Height => "height".to_string(),
            Kind::Count(constructor) => format!("count_{}", terms.constructor_name(*constructor)),
            Kind::Largest => "largest".to_string(),
            Kind::First => "first".to_string(),
        }
    }
}

/// Datatypes that contain each other.
struct Group {
    sorts: Vec<Sort>,
    kinds: Vec<Kind>,
}

/// Chooses at most `count` functions for each group of recursive datatypes among the arguments of predicates. `None` if
/// there are none, or if the clauses have functions or arrays of such datatypes.
pub fn choose(horn: &Horn, count: usize) -> Option<Chosen> {
    let mut terms = horn.terms().clone();
    let groups = groups(horn, &mut terms);
    if count == 0 || groups.is_empty() || terms.function_count() > 0 || has_arrays_of(horn, &groups) {
        return None;
    }
    let mut names = taken_names(horn);
    let mut functions: Vec<Catamorphism> = Vec::new();
    // The sizes of all groups come first, for sums of sizes call them.
    let mut sizes: Vec<(Sort, FunctionId)> = Vec::new();
    let places = (0..count).flat_map(|rank| groups.iter().map(move |group| (rank, group)));
    for (group, kind) in places.filter_map(|(rank, group)| Some((group, group.kinds.get(rank)?))) {
        let made = define(&mut terms, &mut names, group, kind, &sizes);
        if matches!(kind, Kind::Size) {
            sizes.extend(made.iter().map(|own| (own.sort(&terms), own.function)));
        }
        functions.extend(made);
    }
    Some(Chosen { terms, functions, compares: count > 1 })
}

/// The datatypes of the fields of a sort.
fn parts(terms: &Terms, sort: Sort) -> Vec<Sort> {
    let constructors = terms.constructors(sort).iter();
    let fields = constructors.flat_map(|&c| terms.selectors(c).map(|s| terms.selector_sort(s)));
    fields.filter(|field| matches!(field, Sort::Datatype(_))).collect()
}

/// The datatypes that a value of a sort may contain, the sort itself only if it is recursive; by discovery.
fn reached(terms: &Terms, sort: Sort) -> Vec<Sort> {
    let mut found: Vec<Sort> = Vec::new();
    let mut open = parts(terms, sort);
    while let Some(next) = open.pop() {
        if !found.contains(&next) {
            found.push(next);
            open.extend(parts(terms, next));
        }
    }
    found
}

fn groups(horn: &Horn, terms: &mut Terms) -> Vec<Group> {
    let mut sorts: Vec<Sort> = Vec::new();
    for &place in horn.predicates().iter().flat_map(|p| &p.places) {
        let sort = terms.sort(place);
        if matches!(sort, Sort::Datatype(_)) && !sorts.contains(&sort) {
            sorts.push(sort);
        }
    }
    let mut at = 0;
    while at < sorts.len() {
        let new: Vec<Sort> = parts(terms, sorts[at]).into_iter().filter(|s| !sorts.contains(s)).collect();
        for sort in new {
            if !sorts.contains(&sort) {
                sorts.push(sort);
            }
        }
        at += 1;
    }
    let mut groups: Vec<Group> = Vec::new();
    for &sort in &sorts {
        let within = reached(terms, sort);
        if within.contains(&sort) && !groups.iter().any(|group| group.sorts.contains(&sort)) {
            let own = within.iter().copied().filter(|&other| reached(terms, other).contains(&sort));
            groups.push(Group { sorts: own.collect(), kinds: Vec::new() });
        }
    }
    let all: Vec<Vec<Sort>> = groups.iter().map(|group| group.sorts.clone()).collect();
    for group in &mut groups {
        group.kinds = kinds(horn, terms, &group.sorts, &all);
    }
    groups
}

fn kinds(horn: &Horn, terms: &mut Terms, group: &[Sort], all: &[Vec<Sort>]) -> Vec<Kind> {
    let constructors: Vec<ConstructorId> =
        group.iter().flat_map(|&sort| terms.constructors(sort).to_vec()).collect();
    let fields = |terms: &Terms, c: ConstructorId| -> Vec<Sort> {
        terms.selectors(c).map(|s| terms.selector_sort(s)).collect()
    };
    let depth = |terms: &Terms, c| fields(terms, c).iter().filter(|sort| group.contains(sort)).count();
    let (inner, ends): (Vec<ConstructorId>, Vec<ConstructorId>) =
        constructors.iter().copied().partition(|&c| depth(terms, c) > 0);
    let holds =
        |wanted: &dyn Fn(&Sort) -> bool| constructors.iter().any(|&c| fields(terms, c).iter().any(wanted));
    let has_integers = holds(&|sort| *sort == Sort::Int);
    let has_others = holds(&|sort| !group.contains(sort) && all.iter().any(|other| other.contains(sort)));
    let has_branches = inner.iter().any(|&c| depth(terms, c) > 1);
    let mut kinds = vec![Kind::Size];
    if let &[sort] = group {
        kinds.extend(guessed(horn, terms, sort).into_iter().map(Kind::Guess));
    }
    kinds.extend(has_integers.then_some(Kind::Sum));
    kinds.extend(has_others.then_some(Kind::Nested));
    kinds.extend(has_branches.then_some(Kind::Height));
    for list in [inner, ends] {
        kinds.extend(list.iter().filter(|_| list.len() > 1).map(|&c| Kind::Count(c)));
    }
    kinds.extend(has_integers.then_some(Kind::Largest));
    kinds.extend(has_integers.then_some(Kind::First));
    kinds
}

/// Whether clauses have arrays in which such datatypes are.
fn has_arrays_of(horn: &Horn, groups: &[Group]) -> bool {
    let terms = horn.terms();
    let places = horn.predicates().iter().flat_map(|p| &p.places);
    let variables = horn.clauses().iter().flat_map(|clause| &clause.variables);
    let mut open: Vec<Sort> = places.chain(variables).map(|&t| terms.sort(t)).collect();
    let mut seen: HashSet<Sort> = HashSet::default();
    while let Some(sort) = open.pop() {
        if !seen.insert(sort) {
            continue;
        }
        if let Some((index, element)) = terms.array_parts(sort) {
            let mut within = vec![index, element];
            within.extend([index, element].iter().flat_map(|&part| reached(terms, part)));
            if within.iter().any(|part| groups.iter().any(|group| group.sorts.contains(part))) {
                return true;
            }
            open.extend([index, element]);
        }
    }
    false
}

/// The names that functions cannot have.
fn taken_names(horn: &Horn) -> HashSet<String> {
    let terms = horn.terms();
    let mut names: HashSet<String> = horn.predicates().iter().map(|p| p.name.clone()).collect();
    for sort in terms.declared_sorts() {
        for &constructor in terms.constructors(sort) {
            names.insert(terms.constructor_name(constructor).to_string());
            names.extend(terms.selectors(constructor).map(|s| terms.selector_name(s).to_string()));
        }
    }
    names
}

/// Defines the functions of one kind for a group.
fn define(
    terms: &mut Terms,
    names: &mut HashSet<String>,
    group: &Group,
    kind: &Kind,
    sizes: &[(Sort, FunctionId)],
) -> Vec<Catamorphism> {
    let result = match kind {
        Kind::Guess(guess) => guess.result,
        _ => Sort::Int,
    };
    let mut own: Vec<(Sort, FunctionId)> = Vec::new();
    for &sort in &group.sorts {
        let text: String = format!("{}_{}", kind.name(terms), terms.sort_text(sort));
        let clean: String =
            text.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
        let mut name = clean.clone();
        let mut number = 1;
        while !names.insert(name.clone()) {
            number += 1;
            name = format!("{}.{}", clean, number);
        }
        own.push((sort, terms.declare_function(&name, &[sort], result)));
    }
    let mut made = Vec::with_capacity(own.len());
    for &(sort, function) in &own {
        let parameter = terms.declare("x", sort);
        let mut body = None;
        for constructor in terms.constructors(sort).to_vec().into_iter().rev() {
            let selectors: Vec<_> = terms.selectors(constructor).collect();
            let fields: Vec<TermId> = selectors.into_iter().map(|s| terms.field(s, parameter)).collect();
            let case = Case { own: &own, sizes, constructor, fields: &fields }.term(terms, kind);
            let is_made = terms.is(constructor, parameter);
            body = Some(body.map_or(case, |others| terms.ite(is_made, case, others)));
        }
        made.extend(body.map(|body| Catamorphism { function, parameter, body }));
    }
    made
}

/// A value that a constructor made.
struct Case<'a> {
    /// The functions that are defined, and the sizes that are defined already.
    own: &'a [(Sort, FunctionId)],
    sizes: &'a [(Sort, FunctionId)],
    constructor: ConstructorId,
    fields: &'a [TermId],
}

impl Case<'_> {
    /// The results of those of these functions that fit for the fields.
    fn calls(&self, terms: &mut Terms, functions: &[(Sort, FunctionId)]) -> Vec<TermId> {
        let mut calls = Vec::new();
        for &field in self.fields {
            let fitting = functions.iter().find(|(sort, _)| *sort == terms.sort(field));
            calls.extend(fitting.map(|&(_, function)| terms.call(function, &[field])));
        }
        calls
    }

    /// The body of a function for this case.
    fn term(&self, terms: &mut Terms, kind: &Kind) -> TermId {
        let results = self.calls(terms, self.own);
        let integers: Vec<TermId> =
            self.fields.iter().copied().filter(|&field| terms.sort(field) == Sort::Int).collect();
        let (zero, one) = (terms.int(0), terms.int(1));
        match kind {
            Kind::Size => {
                let own = if results.is_empty() { zero } else { one };
                terms.add(&[&[own][..], &results].concat())
            }
            Kind::Guess(guess) => {
                let call =
                    |terms: &mut Terms, field| Case { fields: &[field], ..*self }.calls(terms, self.own);
                guess.case(terms, self.constructor, self.fields, |terms, field| call(terms, field)[0])
            }
            Kind::Sum => terms.add(&[&[zero][..], &integers, &results].concat()),
            Kind::Nested => {
                let own: Vec<Sort> = self.own.iter().map(|&(sort, _)| sort).collect();
                let others: Vec<_> =
                    self.sizes.iter().copied().filter(|(sort, _)| !own.contains(sort)).collect();
                let nested = self.calls(terms, &others);
                terms.add(&[&[zero][..], &nested, &results].concat())
            }
            Kind::Height => match largest(terms, &results) {
                Some(below) => terms.add(&[one, below]),
                None => zero,
            },
            Kind::Count(counted) => {
                let own = if *counted == self.constructor { one } else { zero };
                terms.add(&[&[own][..], &results].concat())
            }
            Kind::Largest => largest(terms, &[integers, results].concat()).unwrap_or(zero),
            Kind::First => integers.iter().chain(&results).next().copied().unwrap_or(zero),
        }
    }
}

/// The largest of some terms.
fn largest(terms: &mut Terms, all: &[TermId]) -> Option<TermId> {
    let (&first, rest) = all.split_first()?;
    let mut largest = first;
    for &other in rest {
        let is_less = terms.le(largest, other);
        largest = terms.ite(is_less, other, largest);
    }
    Some(largest)
}
