//! Proofs beside random runs: a wrong invariant is found although nothing of the automaton is looked at.

use super::program;
use indubit::base::Budget;
use indubit::c::{LowerOptions, Source};
use indubit::evidence::CheckError;
use indubit::model::cfa::InvariantMap;
use indubit::solver::term::{TermId, Terms};

const LOOP: &str = "int nd(void);
int twice(int a) {
  int b = a;
  b += a;
  return b;
}
int main() {
  int x = 1;
  while (nd()) {
    x = x + twice(1);
    x = x - twice(0);
  }
  return x;
}
";

/// The check of the invariant that has these formulas at all locations before the statement on a line and column.
fn checked(
    place: (usize, usize),
    make: impl Fn(&mut Terms, &dyn Fn(&str) -> TermId) -> TermId,
) -> Result<(), CheckError> {
    let budget = Budget::unlimited();
    let source = Source::new(program(LOOP), LowerOptions::default(), &budget).expect("an automaton");
    let lowered = &source.lowered;
    let variable = |name: &str| {
        let mut variables = lowered.cfa.variables().iter();
        *variables.find(|&&v| lowered.cfa.name(v) == name).expect("a variable")
    };
    let mut terms = lowered.cfa.terms().clone();
    let formula = make(&mut terms, &variable);
    let mut formulas = vec![Terms::TRUE; lowered.cfa.location_count()];
    let mut found = 0;
    for location in lowered.cfa.locations() {
        let mut places = lowered.map.statements(location);
        if places.any(|p| source.program.lines.line_and_column(p.pos) == place) {
            formulas[location.index()] = formula;
            found += 1;
        }
    }
    assert!(found > 0, "no location at {:?}", place);
    source.check_runs(&InvariantMap::new(terms, formulas), &budget)
}

#[test]
fn an_invariant_that_runs_keep() {
    let odd = |terms: &mut Terms, variable: &dyn Fn(&str) -> TermId| {
        let low = terms.extract(variable("main::x"), 0, 0);
        let one = terms.bv(1, 1);
        terms.eq(low, one)
    };
    assert_eq!(checked((9, 3), odd), Ok(()));
    assert_eq!(checked((10, 5), odd), Ok(()));
}

#[test]
fn an_invariant_that_runs_leave() {
    let small = |terms: &mut Terms, variable: &dyn Fn(&str) -> TermId| {
        let bound = terms.bv(3, 32);
        terms.bv_ult(variable("main::x"), bound)
    };
    assert_eq!(checked((9, 3), small), Err(CheckError::Left { line: 9, column: 3 }));
    assert_eq!(checked((11, 5), small), Err(CheckError::Left { line: 11, column: 5 }));
}

/// A run is in one of the calls of a function; the formulas of all of them are asked.
#[test]
fn a_function_that_is_called_twice() {
    let is = |number: u64| {
        move |terms: &mut Terms, variable: &dyn Fn(&str) -> TermId| {
            let (a, number) = (variable("twice::a"), terms.bv(number, 32));
            terms.eq(a, number)
        }
    };
    let most = |terms: &mut Terms, variable: &dyn Fn(&str) -> TermId| {
        let one = terms.bv(1, 32);
        terms.bv_ule(variable("twice::a"), one)
    };
    assert_eq!(checked((4, 3), most), Ok(()));
    assert_eq!(checked((4, 3), is(1)), Err(CheckError::Left { line: 4, column: 3 }));
}
