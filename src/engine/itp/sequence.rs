//! Interpolation sequences (Vizel and Grumberg, "Interpolation-Sequence Based Model Checking", FMCAD 2009).
//!
//! If no run of `k` steps from Init ends in a bad step, one refutation gives an interpolant for each step in between:
//! `J_1, …, J_k`, where `J_i` contains all successors of `J_{i-1}` and `J_k` no bad state. The interpolants of all
//! depths are joined: `F_i` is the conjunction of the interpolants for step `i`. So `F_i` contains the states that are
//! reachable in exactly `i` steps, all successors of `F_{i-1}`, and no bad state. If `F_i` lies in the union of the
//! sets before it, that union is an invariant.
//!
//! The question about depth `k` is restricted by the sets found so far, as in Wolff's survey, §4.4. That loses no run,
//! and the interpolants still fit: `F_i ∧ J_i` contains all successors of `F_{i-1} ∧ J_{i-1}`.

use super::setup::Setup;
use crate::base::Limit;
use crate::engine::{Event, Observer, Outcome, StopCause, SystemOutcome};
use crate::model::{Depth, PropertyId};
use crate::solver::term::{TermId, Terms};

/// The search for one property at a time.
pub(super) struct Sequence {
    property: Option<PropertyId>,
    /// By step, Init first. All but the last ones, for which there were no interpolants, exclude bad states.
    sets: Vec<TermId>,
    /// The depth of the next question.
    depth: usize,
}

impl Sequence {
    pub fn new() -> Sequence {
        Sequence { property: None, sets: Vec::new(), depth: 0 }
    }

    pub fn prove(
        &mut self,
        setup: &mut Setup,
        property: PropertyId,
        safe_depth: &mut Option<Depth>,
        observer: &mut dyn Observer,
    ) -> Result<SystemOutcome, Limit> {
        if self.property != Some(property) {
            *self = Sequence { property: Some(property), sets: vec![setup.system.init()], depth: 0 };
        }
        let bad = setup.bad(property);
        loop {
            setup.budget.poll()?;
            *safe_depth = self.depth.checked_sub(1).map(Depth::new);
            observer.event(Event::Depth { depth: Depth::new(self.depth), frames: &[] });
            if self.extend(setup, bad)? {
                return Ok(Outcome::Unsafe(setup.run(self.depth).into_trace(property)));
            }
            if let Some(closed) = self.closed(setup, bad)? {
                return Ok(Outcome::Safe(setup.certificate(&self.sets[..closed])));
            }
            *safe_depth = Some(Depth::new(self.depth));
            if setup.options.max_depth == Some(Depth::new(self.depth)) {
                return Ok(Outcome::unknown(StopCause::Bound, *safe_depth));
            }
            self.depth += 1;
        }
    }

    /// Looks for a run to a bad step at the present depth. If there is none, the sets are strengthened.
    fn extend(&mut self, setup: &mut Setup, bad: TermId) -> Result<bool, Limit> {
        self.sets.resize(self.depth + 1, Terms::TRUE);
        setup.query.parts.clear();
        for (step, &set) in self.sets.iter().enumerate() {
            setup.query.add(&mut setup.system, step, step, set);
            if step < self.depth {
                setup.add_step(step, step);
            }
        }
        let constraint = setup.system.constraint();
        setup.query.add(&mut setup.system, self.depth, self.depth, constraint);
        setup.query.add(&mut setup.system, self.depth, self.depth, bad);
        if setup.is_possible()? {
            return Ok(true);
        }
        if let Some(found) = setup.interpolants(self.depth + 1)? {
            for (set, interpolant) in self.sets[1..].iter_mut().zip(found) {
                *set = setup.system.terms_mut().and(&[*set, interpolant]);
            }
        }
        Ok(false)
    }

    /// The first set that lies in the union of those before it, if these exclude the bad states.
    fn closed(&mut self, setup: &mut Setup, bad: TermId) -> Result<Option<usize>, Limit> {
        let mut outside = Vec::new();
        for (i, &set) in self.sets.iter().enumerate() {
            outside.push(set);
            if i > 0 && !setup.is_some_state(&outside)? {
                return Ok(Some(i));
            }
            // Where interpolants were missing a set may contain bad states.
            if setup.statistics.without_interpolants > 0 && setup.is_some_state(&[set, bad])? {
                return Ok(None);
            }
            outside[i] = setup.system.terms_mut().not(set);
        }
        Ok(None)
    }
}
