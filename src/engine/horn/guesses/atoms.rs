//! The formulas that guesses about one predicate over cells are made of.
//!
//! A *feature* is a Boolean, a number or a word that an argument has: the argument itself, or the tags and fields of a
//! record in it. A guess is `guard → claim`. The claim compares features with each other, with constants of the
//! clauses, and with an index. The guard says where an index lies, between features that are no cells, and perhaps that
//! a cell with few values has one of them: a pointer leads to an object of this kind.

use crate::base::HashSet;
use crate::model::encode::cells::Role;
use crate::model::horn::Horn;
use crate::solver::term::{Family, Sort, TermId, Terms};
use std::cmp::Ordering;

/// Constants of one sort.
const MOST_CONSTANTS: usize = 12;
/// Features of one kind of one predicate.
const MOST_FEATURES: usize = 24;
/// Guards that are split into cases, the cases, and the bits of words with so few values that they are cases.
const MOST_IN_CASES: usize = 20;
const MOST_CASES: usize = 16;
const MOST_CASE_BITS: u32 = 2;
/// Records inside of each other.
const MOST_DEPTH: usize = 4;

/// Constants of the clauses and their neighbours, by sort: 0 and 1, then the others, small ones first. A bound such as
/// `i < 9` is left by `i = 9`, and may be kept as `i <= 8`.
pub(super) struct Constants(Vec<(Sort, Vec<TermId>)>);

impl Constants {
    pub fn of(horn: &mut Horn) -> Constants {
        let mut roots: Vec<TermId> = horn.clauses().iter().map(|clause| clause.constraint).collect();
        let atoms = horn.clauses().iter().flat_map(|clause| clause.body.iter().chain(&clause.head));
        roots.extend(atoms.flat_map(|atom| &atom.arguments));
        let places = horn.predicates().iter().flat_map(|predicate| predicate.places.clone());
        let places: Vec<TermId> = places.collect();
        let terms = horn.terms_mut();
        let mut by_sort: Vec<(Sort, Vec<TermId>)> = Vec::new();
        let subterms = terms.subterms(&roots);
        for &t in subterms.iter().chain(&places) {
            let sort = terms.sort(t);
            if !is_ordered(sort) {
                continue;
            }
            let at = match by_sort.iter().position(|&(of, _)| of == sort) {
                Some(at) => at,
                None => {
                    let few = [0, 1].map(|value| match sort {
                        Sort::BitVec(width) => terms.bv(value, width),
                        _ => terms.int(value as i64),
                    });
                    by_sort.push((sort, few.to_vec()));
                    by_sort.len() - 1
                }
            };
            let is_constant = terms.number_of(t).is_some() || terms.bits_of(t).is_some();
            if is_constant {
                by_sort[at].1.push(t);
            }
        }
        for (sort, list) in &mut by_sort {
            list[2..].sort_by(|&a, &b| by_size(terms, a, b));
            let one = list[1];
            for t in list.clone() {
                list.extend(match sort {
                    Sort::BitVec(_) => [terms.bv_sub(t, one), terms.bv_add(t, one)],
                    _ => [terms.sub(t, one), terms.add(&[t, one])],
                });
            }
            let mut seen: HashSet<TermId> = HashSet::default();
            list.retain(|&t| seen.insert(t));
            list.truncate(MOST_CONSTANTS);
        }
        Constants(by_sort)
    }

    fn of_sort(&self, sort: Sort) -> &[TermId] {
        self.0.iter().find(|(of, _)| *of == sort).map_or(&[], |(_, list)| list)
    }
}

fn by_size(terms: &Terms, a: TermId, b: TermId) -> Ordering {
    match (terms.number_of(a), terms.number_of(b)) {
        (Some(a), Some(b)) => a.abs().cmp(&b.abs()),
        _ => terms.bits_of(a).map(ToString::to_string).cmp(&terms.bits_of(b).map(ToString::to_string)),
    }
}

fn is_ordered(sort: Sort) -> bool {
    matches!(sort, Sort::Int | Sort::BitVec(_))
}

/// A part of an argument that has a value under this condition.
#[derive(Clone, Copy)]
struct Feature {
    term: TermId,
    under: TermId,
    role: Role,
}

/// A claim about the arguments.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    /// The condition under which its features have values; the claim says nothing without it.
    pub under: TermId,
    pub formula: TermId,
    /// It is about a cell or an index, so it goes with any guard.
    pub of_cells: bool,
}

/// Guards and claims about one predicate.
pub(super) struct Atoms {
    /// The first one is truth.
    pub guards: Vec<TermId>,
    pub claims: Vec<Claim>,
}

impl Atoms {
    /// Over arguments with these roles.
    pub fn of(terms: &mut Terms, places: &[TermId], roles: &[Role], constants: &Constants) -> Atoms {
        let mut features = Vec::new();
        for (&place, &role) in places.iter().zip(roles) {
            add_features(terms, Feature { term: place, under: Terms::TRUE, role }, 0, &mut features);
        }
        let guards = guards(terms, &features, constants);
        let mut claims = Claims { list: Vec::new(), seen: HashSet::default() };
        for (at, &feature) in features.iter().enumerate() {
            let sort = terms.sort(feature.term);
            let of_cells = feature.role != Role::Scalar;
            if feature.role == Role::Index {
                continue;
            }
            if sort == Sort::Bool {
                claims.add(terms, feature.under, feature.term, of_cells);
                let not = terms.not(feature.term);
                claims.add(terms, feature.under, not, of_cells);
                continue;
            }
            for &constant in constants.of_sort(sort) {
                for claim in comparisons(terms, feature.term, constant) {
                    claims.add(terms, feature.under, claim, of_cells);
                }
            }
            let others = features.iter().enumerate().filter(|&(other, of)| match of.role {
                Role::Index => true,
                Role::Scalar => feature.role == Role::Cell || other > at,
                Role::Cell => feature.role == Role::Cell && other > at,
            });
            for (_, other) in others {
                if terms.sort(other.term) == sort {
                    let under = terms.and(&[feature.under, other.under]);
                    for claim in comparisons(terms, feature.term, other.term) {
                        claims.add(terms, under, claim, of_cells || other.role != Role::Scalar);
                    }
                    if (sort, other.role) == (Sort::Int, Role::Index) {
                        for claim in neighbours(terms, feature.term, other.term) {
                            claims.add(terms, under, claim, true);
                        }
                    }
                }
            }
        }
        Atoms { guards, claims: claims.list }
    }
}

struct Claims {
    list: Vec<Claim>,
    seen: HashSet<TermId>,
}

impl Claims {
    fn add(&mut self, terms: &mut Terms, under: TermId, claim: TermId, of_cells: bool) {
        let formula = terms.implies(under, claim);
        if formula != Terms::TRUE && formula != Terms::FALSE && self.seen.insert(formula) {
            self.list.push(Claim { under, formula, of_cells });
        }
    }
}

/// The parts of an argument, up to some.
fn add_features(terms: &mut Terms, of: Feature, depth: usize, list: &mut Vec<Feature>) {
    let sort = terms.sort(of.term);
    if list.iter().filter(|other| other.role == of.role).count() >= MOST_FEATURES || depth > MOST_DEPTH {
        return;
    }
    if sort == Sort::Bool || is_ordered(sort) {
        list.push(of);
    } else if let Sort::Datatype(_) = sort {
        let constructors = terms.constructors(sort).to_vec();
        for &constructor in &constructors {
            let mut under = of.under;
            if constructors.len() > 1 {
                let tag = terms.is(constructor, of.term);
                list.push(Feature { term: tag, ..of });
                under = terms.and(&[under, tag]);
            }
            for selector in terms.selectors(constructor).collect::<Vec<_>>() {
                let term = terms.field(selector, of.term);
                add_features(terms, Feature { term, under, ..of }, depth + 1, list);
            }
        }
    }
}

/// The places of indices, each alone and in the cases of cells with few values.
fn guards(terms: &mut Terms, features: &[Feature], constants: &Constants) -> Vec<TermId> {
    let mut guards = vec![Terms::TRUE];
    let indices: Vec<TermId> =
        features.iter().filter(|feature| feature.role == Role::Index).map(|feature| feature.term).collect();
    let scalars: Vec<TermId> =
        features.iter().filter(|feature| feature.role == Role::Scalar).map(|f| f.term).collect();
    for &index in &indices {
        add_guards(terms, index, &scalars, constants, &mut guards);
    }
    for (&first, &second) in indices.iter().zip(indices.iter().skip(1)) {
        if terms.sort(first) == terms.sort(second) {
            guards.push(terms.eq(first, second));
            guards.extend(less(terms, first, second));
        }
    }
    let cases = cases(terms, features);
    for at in 0..guards.len().min(MOST_IN_CASES) {
        for &case in &cases {
            guards.push(terms.and(&[guards[at], case]));
        }
    }
    guards
}

/// The values of features that have few: truth values, and narrow words, which tell the kinds of things. The values of
/// cells come first.
fn cases(terms: &mut Terms, features: &[Feature]) -> Vec<TermId> {
    let mut cases = Vec::new();
    let of_role = |role| features.iter().filter(move |f| f.role == role && f.under == Terms::TRUE);
    for cell in of_role(Role::Cell).chain(of_role(Role::Scalar)) {
        match terms.sort(cell.term) {
            Sort::Bool => cases.extend([cell.term, terms.not(cell.term)]),
            Sort::BitVec(width) if width <= MOST_CASE_BITS => {
                let values = 0..1 << width;
                cases.extend(values.map(|value| {
                    let value = terms.bv(value, width);
                    terms.eq(cell.term, value)
                }));
            }
            _ => {}
        }
    }
    cases.truncate(MOST_CASES);
    cases
}

/// Comparisons of an integer with the neighbours of an index: the next pointers of objects that were linked in the
/// order of their numbers.
fn neighbours(terms: &mut Terms, a: TermId, index: TermId) -> [TermId; 2] {
    let one = terms.int(1);
    let (before, behind) = (terms.sub(index, one), terms.add(&[index, one]));
    [terms.le(before, a), terms.le(a, behind)]
}

/// Comparisons of two integers or words.
fn comparisons(terms: &mut Terms, a: TermId, b: TermId) -> Vec<TermId> {
    match terms.sort(a).family() {
        Family::Int => vec![terms.le(a, b), terms.ge(a, b), terms.lt(a, b), terms.gt(a, b)],
        Family::Word(_) => vec![
            terms.eq(a, b),
            terms.bv_ule(a, b),
            terms.bv_ule(b, a),
            terms.bv_ult(a, b),
            terms.bv_ult(b, a),
            terms.bv_sle(a, b),
            terms.bv_sle(b, a),
            terms.bv_slt(a, b),
            terms.bv_slt(b, a),
        ],
        Family::Bool | Family::Real | Family::Opaque => Vec::new(),
    }
}

/// Whether an index is below another one; `None` if the sort has no order here.
fn less(terms: &mut Terms, a: TermId, b: TermId) -> Option<TermId> {
    match terms.sort(a).family() {
        Family::Int => Some(terms.lt(a, b)),
        Family::Word(_) => Some(terms.bv_ult(a, b)),
        Family::Bool | Family::Real | Family::Opaque => None,
    }
}

/// The places of an index: from some constant on, below a feature or constant, beyond it, or at it; or between two of
/// them. Those that are needed most come first.
fn add_guards(
    terms: &mut Terms,
    index: TermId,
    scalars: &[TermId],
    constants: &Constants,
    guards: &mut Vec<TermId>,
) {
    let sort = terms.sort(index);
    if !is_ordered(sort) {
        for &other in scalars {
            if terms.sort(other) == sort {
                guards.push(terms.eq(index, other));
            }
        }
        return;
    }
    let mut ends: Vec<TermId> = Vec::new();
    for &t in scalars {
        match (terms.sort(t), sort) {
            (of, to) if of == to => ends.push(t),
            (Sort::BitVec(narrow), Sort::BitVec(wide)) if narrow < wide => {
                ends.push(terms.sign_extend(t, wide - narrow));
                ends.push(terms.zero_extend(t, wide - narrow));
            }
            _ => {}
        }
    }
    let lower: Vec<TermId> = match sort {
        Sort::Int => {
            let list = constants.of_sort(sort);
            list[..2.min(list.len())].iter().map(|&c| terms.le(c, index)).collect()
        }
        _ => vec![Terms::TRUE],
    };
    let all: Vec<TermId> = ends.iter().chain(constants.of_sort(sort)).copied().collect();
    let below = |terms: &mut Terms, a, b| less(terms, a, b).unwrap_or(Terms::TRUE);
    for &end in &all {
        let (before, beyond) = (below(terms, index, end), below(terms, end, index));
        let up_to = terms.not(beyond);
        for &lower in &lower {
            guards.push(terms.and(&[lower, before]));
            guards.push(terms.and(&[lower, up_to]));
        }
    }
    for &end in &all {
        let before = below(terms, index, end);
        guards.extend([terms.not(before), below(terms, end, index), terms.eq(index, end)]);
    }
    for &end in &ends {
        for &other in all.iter().filter(|&&other| other != end) {
            for (first, last) in [(end, other), (other, end)] {
                let (before, until) = (below(terms, index, first), below(terms, index, last));
                let from = terms.not(before);
                guards.push(terms.and(&[from, until]));
            }
        }
    }
}
