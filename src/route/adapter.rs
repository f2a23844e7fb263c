//! An engine on an *image* of a model, as an engine on the model itself.
//!
//! An image is a model that says the same in other words: a system as a circuit, a program as a system, clauses over
//! words as clauses over integers, and every reduced model. Evidence about the image has a [`WayBack`] to the model it
//! was made from. An [`Adapter`] is an engine on an image together with that way, and so a prover of the original.
//! Adapters nest: IC3 proves a C program on bits through three of them, program to large blocks, blocks to a system
//! with a program counter, system to circuit.
//!
//! A prover may be stopped in the midst of anything and asked again. In particular the way back may take longer than a
//! turn in a race. The adapter then keeps the engine's claim and begins with the way back the next time.

use crate::engine::common::prover::{Counters, Model, OutcomeOf, Prover};
use crate::engine::{Observer, Outcome, Sequence, StopCause, StopReason};
use crate::model::PropertyId;
use std::fmt::Debug;

/// From evidence about an image, of kind `N`, to evidence about its original, of kind `M`.
///
/// A stop for a limit is not the end: the same evidence may be brought back again later.
pub(crate) trait WayBack<M: Model, N: Model>: Send + Debug {
    /// The image.
    fn image(&self) -> &N;

    fn proof(&mut self, property: PropertyId, found: &N::Proof) -> Result<M::Proof, StopCause>;

    fn counterexample(&mut self, found: &N::Counterexample) -> Result<M::Counterexample, StopCause>;

    /// The reason for having no verdict, as far as it counts for the original.
    fn stop(&self, reason: StopReason) -> StopReason {
        reason
    }

    /// Counters of the image itself, before those of the engine.
    fn counters(&self) -> Counters {
        Counters::new()
    }
}

/// An engine on an image, and the way back from there.
#[derive(Debug)]
pub(crate) struct Adapter<N: Model, W> {
    way: W,
    engine: Box<dyn Prover<N>>,
    /// The work that the image took, by its name.
    cost: Option<(&'static str, u64)>,
    /// A verdict on a property of the image that has not come back yet.
    claim: Option<(PropertyId, OutcomeOf<N>)>,
}

impl<N: Model, W> Adapter<N, W> {
    /// An engine on an image, and the way back from there.
    pub fn new(way: W, engine: Box<dyn Prover<N>>) -> Adapter<N, W> {
        Adapter { way, engine, cost: None, claim: None }
    }

    /// The same, where the image took this much work.
    pub fn after(cost: (&'static str, u64), way: W, engine: Box<dyn Prover<N>>) -> Adapter<N, W> {
        Adapter { cost: Some(cost), ..Adapter::new(way, engine) }
    }
}

impl<M: Model, N: Model, W: WayBack<M, N>> Prover<M> for Adapter<N, W> {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<M> {
        let claim = match self.claim.take() {
            Some((of, claim)) if of == property => claim,
            Some(_) | None => self.engine.prove(property, observer),
        };
        let lifted = match &claim {
            Outcome::Safe(found) => self.way.proof(property, found).map(Outcome::Safe),
            Outcome::Unsafe(found) => self.way.counterexample(found).map(Outcome::Unsafe),
            Outcome::Unknown(reason) => return Outcome::Unknown(self.way.stop(*reason)),
        };
        lifted.unwrap_or_else(|cause| {
            if matches!(cause, StopCause::Limit(_)) {
                self.claim = Some((property, claim));
            }
            Outcome::unknown(cause, None)
        })
    }

    fn counters(&self) -> Counters {
        let mut list = self.way.counters();
        list.extend(self.cost);
        list.extend(self.engine.counters());
        list
    }

    fn has_claim(&self) -> bool {
        self.claim.is_some() || self.engine.has_claim()
    }

    fn sequence(&self) -> Option<Sequence> {
        self.engine.sequence()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Limit;

    /// A kind of model whose evidence is the property that it is about.
    #[derive(Debug)]
    struct Named;

    impl Model for Named {
        type Proof = PropertyId;
        type Counterexample = ();
        type Lemmas = ();
    }

    #[derive(Debug)]
    struct Echo;

    impl Prover<Named> for Echo {
        fn prove(&mut self, property: PropertyId, _: &mut dyn Observer) -> OutcomeOf<Named> {
            Outcome::Safe(property)
        }

        fn counters(&self) -> Counters {
            Counters::new()
        }
    }

    /// The way back, which takes several turns.
    #[derive(Debug)]
    struct Slow(usize);

    impl WayBack<Named, Named> for Slow {
        fn image(&self) -> &Named {
            &Named
        }

        fn proof(&mut self, _: PropertyId, found: &PropertyId) -> Result<PropertyId, StopCause> {
            self.0 = self.0.saturating_sub(1);
            match self.0 {
                0 => Ok(*found),
                _ => Err(StopCause::Limit(Limit::Paused)),
            }
        }

        fn counterexample(&mut self, (): &()) -> Result<(), StopCause> {
            Ok(())
        }
    }

    #[test]
    fn a_claim_that_waits_for_its_way_back_is_about_its_own_property() {
        let mut adapter = Adapter::new(Slow(3), Box::new(Echo));
        let [first, second] = [0, 1].map(PropertyId::new);
        let paused = Outcome::unknown(StopCause::Limit(Limit::Paused), None);
        for _ in 0..2 {
            assert_eq!(Prover::<Named>::prove(&mut adapter, first, &mut ()), paused);
            assert!(Prover::<Named>::has_claim(&adapter));
        }
        assert_eq!(Prover::<Named>::prove(&mut adapter, second, &mut ()), Outcome::Safe(second));
    }
}
