//! The cube that is projected: literals that imply a step and hold in its model.
//!
//! There are many such cubes, and the fewer literals one has about the state before the step, the more states its
//! projection has. So of literals that will do equally well those about inputs and next values alone are kept.

use super::options::{Ic3SmtOptions, Implicant};
use crate::base::{HashSet, Limit};
use crate::engine::common::outcome::decided;
use crate::engine::ic3::system::Base;
use crate::solver::smt::{reduce_by_rails, SmtOptions, Solver};
use crate::solver::term::{Model, SymbolId, TermId, Terms};
use std::cmp::Reverse;

/// The most trials of making one core smaller.
const MOST_TRIALS: usize = 32;

/// Literals that imply a step, in the way that an option says.
pub(super) struct Implicants {
    kind: Implicant,
    seed: u64,
    /// Without assertions: which literals imply which formulas. Made when it is first needed.
    implications: Option<Solver>,
}

impl Implicants {
    pub fn new(options: &Ic3SmtOptions) -> Implicants {
        Implicants { kind: options.implicant, seed: options.seed, implications: None }
    }

    /// Literals that imply these formulas. The model is that of the last question, which was about them.
    pub fn find(
        &mut self,
        base: &mut Base,
        formulas: &[TermId],
        model: &Model,
    ) -> Result<Vec<TermId>, Limit> {
        match self.kind {
            Implicant::Justified => Ok(plain(base, formulas)),
            Implicant::DualRail => {
                let kept = by_rails(base, formulas, model);
                Ok(plain(base, &kept))
            }
            Implicant::Core => {
                let literals = plain(base, formulas);
                self.core(base, literals, formulas)
            }
        }
    }

    /// Some of the literals that still imply all the formulas.
    fn core(
        &mut self,
        base: &mut Base,
        literals: Vec<TermId>,
        formulas: &[TermId],
    ) -> Result<Vec<TermId>, Limit> {
        let (seed, budget) = (self.seed, &base.budget);
        let solver = self.implications.get_or_insert_with(|| {
            let mut smt = SmtOptions::incremental();
            smt.sat.seed = seed;
            let mut solver = Solver::new(smt);
            solver.set_budget(budget.clone());
            solver
        });
        let mut literals = literals;
        // The core prefers what comes first.
        by_states(base, &mut literals);
        literals.reverse();
        let terms = base.system.terms_mut();
        let wrong: Vec<TermId> = formulas.iter().map(|&f| terms.not(f)).collect();
        solver.add_temporary_clause(terms, &wrong);
        match decided(solver.check(terms, &literals)) {
            Ok(false) => {}
            Err(limit) if limit != Limit::Incomplete => return Err(limit),
            _ => return Ok(literals),
        }
        literals.reverse();
        solver.minimise_core_by(terms, &literals, MOST_TRIALS, |_| true);
        Ok(solver.core().to_vec())
    }
}

/// Literals without conditionals that imply these formulas, by a justification of their truth.
fn plain(base: &mut Base, formulas: &[TermId]) -> Vec<TermId> {
    base.solvers.last_mut().implicant(base.system.terms_mut(), formulas)
}

/// The values of all atoms, without those that the connectives of the formulas do not need.
fn by_rails(base: &mut Base, formulas: &[TermId], model: &Model) -> Vec<TermId> {
    let terms = base.system.terms_mut();
    let formula = terms.and(formulas);
    let mut atoms = terms.subterms_until(&[formula], |t| !terms.is_connective(t));
    atoms.retain(|&t| !terms.is_connective(t) && t != Terms::TRUE);
    let values = model.evaluate_all(terms, &atoms);
    let literal = |(atom, is_true): (TermId, bool)| if is_true { atom } else { terms.not(atom) };
    let mut literals: Vec<TermId> =
        atoms.into_iter().zip(values.iter().map(|value| value.is_true())).map(literal).collect();
    by_states(base, &mut literals);
    reduce_by_rails(base.system.terms(), &literals, formula)
}

/// Sorts literals so that those that say most about the state before the step come first: literals about nothing
/// else, then those about the step, then those about inputs and next values alone.
fn by_states(base: &Base, literals: &mut [TermId]) {
    let terms = base.system.terms();
    let current: Vec<TermId> = base.system.states().iter().map(|s| s.current).collect();
    let current: HashSet<SymbolId> = terms.symbols_in(&current).into_iter().collect();
    literals.sort_by_cached_key(|&l| {
        let symbols = terms.symbols_in(&[l]);
        let about_states = symbols.iter().filter(|s| current.contains(s)).count();
        (Reverse((about_states > 0, about_states == symbols.len())), l)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::engine::ic3::Target;
    use crate::input::vmt;
    use crate::model::PropertyId;

    /// In the state 2 with the input 4 there is a step into `x <= 3`. The condition `x <= 5` justifies the branch. The
    /// rest implies it, so the core lacks it. Dual rails take the other branch as well instead, which is about inputs.
    #[test]
    fn a_core_and_dual_rails_leave_out_a_condition() {
        let text = "(declare-fun x () Int)
                    (declare-fun i () Int)
                    (define-fun .x () Int (! x :next y))
                    (define-fun .i () Bool (! true :init true))
                    (define-fun .t () Bool
                      (! (and (= y (+ x 1)) (ite (<= x 5) (<= 0 i) (<= i 9))) :trans true))
                    (define-fun .p () Bool (! (and (= x 2) (= i 4)) :invar-property 0))";
        let budget = Budget::unlimited();
        let system = vmt::read(text.as_bytes(), &budget).expect("a system");
        let mut base = Base::new(&system, 0, &budget);
        let x = base.system.states()[0].current;
        let terms = base.system.terms_mut();
        let (three, five) = (terms.int(3), terms.int(5));
        let (low, condition) = (terms.le(x, three), terms.le(x, five));
        let target = base.cube(&[low]);
        let mut question = base.target(Target::Cube(&target));
        let bad = system.bad(PropertyId::new(0)).expect("a property");
        question.push(base.system.terms_mut().not(bad));
        let has_condition = |kind: Implicant| {
            let mut base = Base::new(&base.system, 0, &budget);
            let target = base.cube(&[low]);
            assert_eq!(base.solvers.step(&mut base.system, &question), Ok(true));
            let model = base.solvers.model(&base.system).clone();
            let mut formulas = base.target(Target::Cube(&target));
            formulas.push(base.system.trans());
            let options = Ic3SmtOptions { implicant: kind, ..Ic3SmtOptions::default() };
            let literals = Implicants::new(&options).find(&mut base, &formulas, &model).expect("no limits");
            literals.contains(&condition)
        };
        assert!(has_condition(Implicant::Justified));
        assert!(!has_condition(Implicant::Core));
        assert!(!has_condition(Implicant::DualRail));
    }
}
