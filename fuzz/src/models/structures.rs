//! Terms of declared sorts, functions, arrays and datatypes out of bytes.
//!
//! They join the constants from which [`super::terms::term`] builds formulas: what is read from a structure is a
//! leaf, whose arguments are terms of that module again.

use super::terms::term;
use crate::source::Source;
use indubit::solver::term::{Constructor, FunctionId, Sort, TermId, Terms};

/// The declarations of [`Structures::new`] as a script.
pub const DECLARATIONS: &str = "(declare-sort S 0)
(declare-datatypes ((Color 0) (Option 0) (Chain 0)) (
  ((red) (green) (blue))
  ((no) (some (the (_ BitVec 1))))
  ((end) (link (color Color) (more Chain)))))
(declare-fun f (S) S)
(declare-fun g (S Bool) (_ BitVec 2))
(declare-fun h ((_ BitVec 1)) Color)
(declare-fun n (Int) Int)
";

/// The sorts of constants, and the functions.
pub struct Structures {
    sorts: Vec<Sort>,
    functions: Vec<FunctionId>,
}

impl Structures {
    /// Declares them.
    pub fn new(terms: &mut Terms) -> Structures {
        let (bit, element) = (Sort::BitVec(1), terms.declare_sort("S"));
        let [color, option, chain] =
            ["Color", "Option", "Chain"].map(|name| terms.declare_datatype(name, &[]));
        let plain = |name| Constructor { name, fields: Vec::new() };
        let some = Constructor { name: "some", fields: vec![("the", bit)] };
        let link = Constructor { name: "link", fields: vec![("color", color), ("more", chain)] };
        let defined = terms.define_datatypes(&[
            (color, vec![plain("red"), plain("green"), plain("blue")]),
            (option, vec![plain("no"), some]),
            (chain, vec![plain("end"), link]),
        ]);
        defined.expect("datatypes with values");
        let functions = vec![
            terms.declare_function("f", &[element], element),
            terms.declare_function("g", &[element, Sort::Bool], Sort::BitVec(2)),
            terms.declare_function("h", &[bit], color),
            terms.declare_function("n", &[Sort::Int], Sort::Int),
        ];
        let mut sorts = vec![bit, Sort::Int, element, color, option, chain];
        for (index, part) in [(bit, bit), (Sort::Int, Sort::Int), (color, Sort::Bool), (option, bit)] {
            sorts.push(terms.array_sort(index, part));
        }
        Structures { sorts, functions }
    }

    /// A sort of a constant.
    pub fn sort(&self, s: &mut Source<'_>) -> Sort {
        s.pick(&self.sorts)
    }

    /// Adds a term that reads or makes a structure, if one fits.
    pub fn grow(&self, s: &mut Source<'_>, terms: &mut Terms, pool: &mut Vec<TermId>) {
        let found = if s.one_in(3) {
            let function = s.pick(&self.functions);
            let (sorts, _) = terms.function_sorts(function);
            let sorts = sorts.to_vec();
            arguments(s, terms, pool, &sorts).map(|args| terms.call(function, &args))
        } else if pool.is_empty() {
            None
        } else {
            let of = s.pick(pool);
            match terms.array_parts(terms.sort(of)) {
                Some((index, element)) => array(s, terms, pool, of, [index, element]),
                None => datatype(s, terms, pool, of),
            }
        };
        pool.extend(found);
    }
}

/// Arguments of these sorts; `None` if there is no term of a declared sort.
fn arguments(s: &mut Source<'_>, terms: &mut Terms, pool: &[TermId], sorts: &[Sort]) -> Option<Vec<TermId>> {
    let is_known =
        |sort: &Sort| !matches!(sort, Sort::Declared(_)) || pool.iter().any(|&t| terms.sort(t) == *sort);
    let is_fitting = sorts.iter().all(is_known);
    is_fitting.then(|| sorts.iter().map(|&sort| term(s, terms, pool, sort, 2)).collect())
}

fn array(
    s: &mut Source<'_>,
    terms: &mut Terms,
    pool: &[TermId],
    of: TermId,
    parts: [Sort; 2],
) -> Option<TermId> {
    let args = arguments(s, terms, pool, &parts)?;
    Some(match s.below(5) {
        0 | 1 => terms.select(of, args[0]),
        2 => terms.const_array(terms.sort(of), args[1]),
        _ => terms.store(of, args[0], args[1]),
    })
}

fn datatype(s: &mut Source<'_>, terms: &mut Terms, pool: &[TermId], of: TermId) -> Option<TermId> {
    let constructors = terms.constructors(terms.sort(of)).to_vec();
    if constructors.is_empty() {
        return None;
    }
    let constructor = s.pick(&constructors);
    let selectors: Vec<_> = terms.selectors(constructor).collect();
    match s.below(3) {
        0 => Some(terms.is(constructor, of)),
        1 if !selectors.is_empty() => Some(terms.field(s.pick(&selectors), of)),
        _ => {
            let sorts: Vec<Sort> = selectors.iter().map(|&selector| terms.selector_sort(selector)).collect();
            let fields = arguments(s, terms, pool, &sorts)?;
            Some(terms.construct(constructor, &fields))
        }
    }
}
