//! Predicates: the first ones, the cubes they make, and new ones from interpolants.

use super::options::Ic3IaOptions;
use super::path::{Found, Path};
use crate::base::{Limit, Lit};
use crate::engine::common::unroll::{interpolants_between, Run};
use crate::engine::ic3::system::{Base, Policy};
use crate::engine::ic3::{Activity, Chain, Cube, End, Target};
use crate::engine::FrameId;
use crate::model::system::Role;
use crate::solver::smt::{InterpolationOptions, Strength};
use crate::solver::term::{Op, Sort, TermId, Terms};

/// Cubes over predicates, which are the atoms.
pub(in crate::engine) struct Predicates {
    options: Ic3IaOptions,
    path: Path,
}

impl Predicates {
    /// The predicates that do not depend on the property.
    pub fn new(base: &mut Base, options: Ic3IaOptions) -> Predicates {
        let Base { system, .. } = base;
        let terms = system.terms();
        let booleans = system.states().iter().map(|s| s.current).filter(|&t| terms.sort(t) == Sort::Bool);
        let mut sources: Vec<TermId> = booleans.collect();
        if options.from_init {
            sources.push(system.init());
        }
        if options.from_trans {
            sources.push(system.trans());
        }
        if options.from_hints {
            sources.extend(system.hints());
        }
        add_atoms(base, &sources);
        let path = Path::new(&options, base);
        Predicates { options, path }
    }

    /// Adds the predicates of the goal.
    pub fn start(&mut self, base: &mut Base) {
        if self.options.from_bad {
            add_atoms(base, &[base.goal]);
        }
    }

    /// The truth of all predicates in the state of the last model.
    pub fn valuation(&self, base: &mut Base) -> Cube {
        let predicates: Vec<TermId> = base.atoms.all().map(|l| base.atoms.formula(l)).collect();
        let truths = base.solvers.truths(&base.system, &predicates);
        base.atoms.all().zip(truths).map(|(l, truth)| l.negate_if(!truth)).collect()
    }

    /// Interpolants between formulas that contradict each other, if there are any in easy reach.
    pub fn interpolants(
        &self,
        base: &mut Base,
        parts: &[TermId],
        strength: Strength,
    ) -> Result<Option<Vec<TermId>>, Limit> {
        let options = InterpolationOptions {
            strength,
            seed: self.options.seed,
            proofs: 1,
            ..InterpolationOptions::default()
        };
        interpolants_between(base.system.terms_mut(), parts, &options, &base.budget)
    }

    /// The judgement on a chain through which no run goes, after a search for predicates that exclude it.
    fn refine(&mut self, base: &mut Base, parts: &[TermId]) -> Result<Chain<Run>, Limit> {
        let mut judged = Chain::Spurious;
        for strength in [Strength::Strong, Strength::Weak, Strength::Symmetric] {
            let found = match self.interpolants(base, parts, strength)? {
                Some(found) => found,
                None => {
                    judged = Chain::Unexplained;
                    continue;
                }
            };
            let mut formulas = Vec::new();
            for (part, &interpolant) in (1..).zip(&found) {
                let step = part - self.path.first;
                formulas.push(self.path.query.copies.back(base.system.terms_mut(), step, interpolant));
            }
            if add_atoms(base, &formulas) {
                return Ok(Chain::Refined);
            }
        }
        Ok(judged)
    }
}

/// Makes predicates of all atoms in these formulas that are about states only; whether there were new ones.
pub(in crate::engine) fn add_atoms(base: &mut Base, formulas: &[TermId]) -> bool {
    let before = base.atoms.len();
    let terms = base.system.terms();
    let atoms: Vec<TermId> = terms
        .subterms_until(formulas, |t| !terms.is_connective(t))
        .into_iter()
        .filter(|&t| !terms.is_connective(t) && t != Terms::TRUE)
        .filter(|&t| base.system.foreign_symbol(t, Role::Init).is_none())
        .collect();
    for atom in atoms {
        let Base { system, atoms, .. } = base;
        let terms = system.terms_mut();
        let is_number = |t: TermId| matches!(terms.sort(t), Sort::Int | Sort::Real);
        if terms.op(atom) == Op::Eq && is_number(terms.arg(atom, 0)) {
            let (a, b) = (terms.arg(atom, 0), terms.arg(atom, 1));
            for bound in [terms.le(a, b), terms.le(b, a)] {
                atoms.literal(terms, bound);
            }
        } else {
            atoms.literal(terms, atom);
        }
    }
    base.atoms.len() > before
}

impl Policy for Predicates {
    fn predecessor(
        &mut self,
        base: &mut Base,
        _: FrameId,
        _: Target<'_>,
        _: &Activity,
    ) -> Result<Cube, Limit> {
        Ok(self.valuation(base))
    }

    /// The truth of all predicates.
    fn state(&mut self, base: &mut Base) -> Vec<Lit> {
        self.valuation(base).to_vec()
    }

    fn predicates(&self, base: &Base) -> usize {
        base.atoms.len()
    }

    fn concretise(
        &mut self,
        base: &mut Base,
        start: Option<&Run>,
        chain: &[&Cube],
        end: End,
    ) -> Result<Chain<Run>, Limit> {
        // The state that the known run ends in need have no step into the next cube; other runs of its length may.
        let before = start.map_or(0, |run| run.states.len() - 1);
        match self.path.find(base, before, chain, end)? {
            Found::Run(run) => Ok(Chain::Concrete(run)),
            Found::Nothing(parts) => self.refine(base, &parts),
        }
    }
}
