//! McMillan's form: images, over-approximated by interpolants (McMillan, "Interpolation and SAT-Based Model Checking",
//! CAV 2003).
//!
//! At depth `k` the states `R` found last are asked about: does a run of at least one and at most `k` steps lead from
//! `R` to a bad step? If not, the question falls into two parts, the first step and all that follows, and the
//! interpolant `I` between them contains all successors of `R` and no state from which a bad step is fewer than `k`
//! steps away. `I` is the next `R`. If the union of the sets found so far contains it, that union is an invariant. If
//! there is such a run and `R` is Init, that is a counterexample; if `R` is an approximation, the run may be spurious,
//! and all begins again at a larger depth, where interpolants exclude more states.
//!
//! A bad step need not be the last one that the depth allows, and steps that are possible before it need not be
//! possible after it: Trans may be a relation, and there may be constraints. So what restricts runs counts up to the
//! bad step only (*admitted*). Next values that are functions of state and inputs restrict nothing.

use super::setup::Setup;
use crate::base::Limit;
use crate::engine::{Event, Observer, Outcome, StopCause, SystemOutcome};
use crate::model::system::functional::{conjuncts, NextValues};
use crate::model::system::{StateVar, System};
use crate::model::{Depth, PropertyId};
use crate::solver::term::{Sort, TermId, Terms};

/// The search for one property at a time.
pub(super) struct Images {
    property: Option<PropertyId>,
    /// The longest run asked about.
    depth: usize,
    /// Init, and the approximations of its images at this depth.
    images: Vec<TermId>,
    /// There is no counterexample of the present depth.
    refuted: bool,
    suffix: Suffix,
}

/// The answer about one set of states.
enum Found {
    /// A run with this number of transitions leads from it to a bad step.
    Run(usize),
    /// This set has all its successors.
    Image(TermId),
    /// There is no interpolant.
    Nothing,
}

impl Images {
    pub fn new(setup: &mut Setup) -> Images {
        let (property, images, suffix) = (None, Vec::new(), Suffix::new(&mut setup.system));
        Images { property, depth: 0, images, refuted: false, suffix }
    }

    fn begin(&mut self, setup: &mut Setup, property: PropertyId) {
        self.property = Some(property);
        self.depth = 0;
        self.refuted = false;
        self.images = vec![setup.system.init()];
        self.suffix.begin(setup.bad(property));
    }

    pub fn prove(
        &mut self,
        setup: &mut Setup,
        property: PropertyId,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<SystemOutcome, Limit> {
        if self.property != Some(property) {
            self.begin(setup, property);
        }
        loop {
            observer.event(Event::Depth { depth: Depth::new(self.depth), frames: &[] });
            if let Some(before) = self.depth.checked_sub(1) {
                *safe_depth = Some(Depth::new(before));
            }
            if let Some(outcome) = self.approximate(setup, property, safe_depth)? {
                return Ok(outcome);
            }
            if setup.options.max_depth == Some(Depth::new(self.depth)) {
                return Ok(Outcome::unknown(StopCause::Bound, *safe_depth));
            }
            self.depth += 1;
            self.refuted = false;
            self.images.truncate(1);
        }
    }

    /// Images at one depth, until there are no new states, or bad ones are met.
    fn approximate(
        &mut self,
        setup: &mut Setup,
        property: PropertyId,
        safe_depth: &mut Option<Depth>,
    ) -> Result<Option<SystemOutcome>, Limit> {
        loop {
            setup.budget.poll()?;
            if self.refuted {
                *safe_depth = Some(Depth::new(self.depth));
            }
            let last = self.images[self.images.len() - 1];
            match self.image(setup, last)? {
                Found::Run(transitions) if self.images.len() == 1 => {
                    return Ok(Some(Outcome::Unsafe(setup.run(transitions).into_trace(property))));
                }
                Found::Run(_) => {
                    setup.statistics.spurious += 1;
                    return Ok(None);
                }
                Found::Nothing => {
                    self.refuted = true;
                    *safe_depth = Some(Depth::new(self.depth));
                    return Ok(None);
                }
                Found::Image(image) => {
                    self.refuted = true;
                    let mut outside: Vec<TermId> = vec![image];
                    outside.extend(self.images.iter().map(|&set| setup.system.terms_mut().not(set)));
                    if !setup.is_some_state(&outside)? {
                        return Ok(Some(Outcome::Safe(setup.certificate(&self.images))));
                    }
                    self.images.push(image);
                }
            }
        }
    }

    /// An approximation of the image of a set.
    fn image(&mut self, setup: &mut Setup, set: TermId) -> Result<Found, Limit> {
        setup.query.parts.clear();
        setup.query.add(&mut setup.system, 0, 0, set);
        if self.depth == 0 {
            let constraint = setup.system.constraint();
            setup.query.add(&mut setup.system, 0, 0, constraint);
            setup.query.add(&mut setup.system, 0, 0, self.suffix.bad);
            return Ok(if setup.is_possible()? { Found::Run(0) } else { Found::Nothing });
        }
        setup.add_step(0, 0);
        self.suffix.add(setup, self.depth);
        if setup.is_possible()? {
            return Ok(Found::Run(self.suffix.reached(setup, self.depth)));
        }
        Ok(setup.interpolants(2)?.map_or(Found::Nothing, |found| Found::Image(found[0])))
    }
}

/// Runs from step 1 on to a bad step, as formulas about copies.
struct Suffix {
    bad: TermId,
    /// The equations for next values, and the rest of Trans.
    functions: Vec<TermId>,
    rest: Vec<TermId>,
    constraint: Vec<TermId>,
    /// By step from 1 on.
    steps: Vec<Link>,
}

/// A step of the suffix.
struct Link {
    /// The step satisfies them, together with the one before.
    formulas: Vec<TermId>,
    /// Implies that the run is admitted up to here.
    admitted: TermId,
    /// Implies that the step is bad, and that the run is admitted up to here.
    goal: TermId,
}

impl Suffix {
    fn new(system: &mut System) -> Suffix {
        let next = NextValues::of(&system.clone(), system.terms_mut());
        let states = system.states().to_vec();
        let terms = system.terms_mut();
        let equation =
            |(state, value): (&StateVar, &Option<TermId>)| value.map(|value| terms.eq(state.next, value));
        let functions = states.iter().zip(&next.functions).filter_map(equation).collect();
        let constraint = conjuncts(system.terms(), system.constraint());
        Suffix { bad: Terms::FALSE, functions, rest: next.rest, constraint, steps: Vec::new() }
    }

    fn begin(&mut self, bad: TermId) {
        self.bad = bad;
        self.steps.clear();
    }

    /// Adds a run from step 1 to a bad step no later than `last` to the second part of a question.
    fn add(&mut self, setup: &mut Setup, last: usize) {
        while self.steps.len() < last {
            let link = self.link(setup);
            self.steps.push(link);
        }
        for link in &self.steps[..last] {
            link.formulas.iter().for_each(|&formula| setup.query.parts.add(setup.system.terms(), 1, formula));
        }
        let goals: Vec<TermId> = self.steps[..last].iter().map(|link| link.goal).collect();
        let some = setup.system.terms_mut().or(&goals);
        setup.query.parts.add(setup.system.terms(), 1, some);
    }

    /// The next step.
    fn link(&self, setup: &mut Setup) -> Link {
        let Setup { system, query, .. } = setup;
        let step = self.steps.len() + 1;
        let mut formulas = Vec::new();
        let mut admits = Vec::new();
        let admitted_before = self.steps.last().map_or(Terms::TRUE, |link| link.admitted);
        if step > 1 {
            for &formula in &self.functions {
                formulas.push(query.copies.at(system, step - 1, formula));
            }
            for &formula in &self.rest {
                admits.push(query.copies.at(system, step - 1, formula));
            }
        }
        for &formula in &self.constraint {
            admits.push(query.copies.at(system, step, formula));
        }
        let mut goal = query.copies.at(system, step, self.bad);
        let terms = system.terms_mut();
        let mut admitted = admitted_before;
        if !admits.is_empty() {
            admitted = terms.declare(&format!(".admitted{}", step), Sort::Bool);
            admits.push(admitted_before);
        }
        for implied in admits {
            formulas.push(terms.implies(admitted, implied));
        }
        if admitted != Terms::TRUE {
            let here = terms.declare(&format!(".goal{}", step), Sort::Bool);
            formulas.push(terms.implies(here, goal));
            formulas.push(terms.implies(here, admitted));
            goal = here;
        }
        Link { formulas, admitted, goal }
    }

    /// The bad step of the run that was found.
    fn reached(&self, setup: &mut Setup, last: usize) -> usize {
        let Setup { system, query, .. } = setup;
        let model = query.parts.model(system.terms());
        let is_reached = |link: &Link| model.evaluate(system.terms(), link.goal).is_true();
        1 + self.steps[..last].iter().position(is_reached).unwrap_or(last - 1)
    }
}
