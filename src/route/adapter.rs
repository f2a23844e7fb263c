//! An engine on an *image* of a model, as an engine on the model itself.
//!
//! An image is a model that says the same in other words: a system as a circuit, a program as a system, clauses over
//! words as clauses over integers, and every reduced model. Evidence about the image has a [`WayBack`] to the model it
//! was made from. An [`Adapter`] is an engine on an image together with that way, and so a prover of the original.
//! Adapters nest: IC3 proves a C program on bits through three of them, program to large blocks, blocks to a system
//! with a program counter, system to circuit.
//!
//! Most ways back are two functions of the image ([`Way`]). A way that keeps something between two turns, such as a
//! search for the part of a proof that holds, implements [`WayBack`] itself; so does one to or from a kind of proofs
//! that has no model of its own, as those of justice properties.
//!
//! A prover may be stopped in the midst of anything and asked again. In particular the way back may take longer than a
//! turn in a race. The adapter then keeps the engine's claim and begins with the way back the next time.

use super::images::Made;
use crate::base::{Budget, Limit};
use crate::engine::common::prover::{Counters, Model, OutcomeOf, Prover};
use crate::engine::{Observer, Outcome, Sequence, StopCause, StopReason};
use crate::model::PropertyId;
use std::fmt::{self, Debug};
use std::sync::Arc;

/// The question that evidence answers, and the budget for bringing it back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub property: PropertyId,
    pub budget: &'a Budget,
}

/// Evidence that was brought back, or the reason why there is none.
pub(crate) type Back<T> = Result<T, StopCause>;

/// Nothing is known of the original.
pub(super) const INCOMPLETE: StopCause = StopCause::Limit(Limit::Incomplete);

/// A counterexample that breaks off on the way back is a defect, to be told like any other evidence that fails.
pub(super) fn whole<T>(counterexample: Option<T>) -> Back<T> {
    counterexample.ok_or(StopCause::EvidenceFailed)
}

/// Evidence that has no way back: for the limit that was reached, or for this cause.
pub(super) fn or_limit<T>(found: Option<T>, budget: &Budget, otherwise: StopCause) -> Back<T> {
    found.ok_or_else(|| budget.check().err().map_or(otherwise, StopCause::Limit))
}

/// From evidence about an image, of kind `N`, to evidence about its original, of kind `M`.
///
/// A stop for a limit is not the end: the same evidence may be brought back again later.
pub(crate) trait WayBack<M: Model, N: Model>: Send + Debug {
    fn proof(&mut self, found: &N::Proof, asked: Asked) -> Back<M::Proof>;

    fn counterexample(&mut self, found: &N::Counterexample, asked: Asked) -> Back<M::Counterexample>;

    /// The reason for having no verdict, as far as it counts for the original.
    fn stop(&self, reason: StopReason) -> StopReason {
        reason
    }

    /// Counters of the image itself, before those of the engine.
    fn counters(&self) -> Counters {
        Counters::new()
    }
}

/// The model of an image, and the way back from there, as functions of the image.
pub(crate) struct Way<M: Model, N: Model, E> {
    pub image: fn(&E) -> &N,
    proof: fn(&E, &N::Proof, Asked) -> Back<M::Proof>,
    counterexample: fn(&E, &N::Counterexample, Asked) -> Back<M::Counterexample>,
    stop: fn(StopReason) -> StopReason,
    counters: fn(&E) -> Counters,
}

impl<M: Model, N: Model, E> Way<M, N, E> {
    /// The model of the image, and the ways back of a proof and of a counterexample.
    pub fn new(
        image: fn(&E) -> &N,
        proof: fn(&E, &N::Proof, Asked) -> Back<M::Proof>,
        counterexample: fn(&E, &N::Counterexample, Asked) -> Back<M::Counterexample>,
    ) -> Way<M, N, E> {
        Way { image, proof, counterexample, stop: |reason| reason, counters: |_| Counters::new() }
    }

    /// The same, where reasons for having no verdict count by this function ([`WayBack::stop`]).
    pub fn stopping(self, stop: fn(StopReason) -> StopReason) -> Way<M, N, E> {
        Way { stop, ..self }
    }

    /// The same, with counters of the image.
    pub fn counting(self, counters: fn(&E) -> Counters) -> Way<M, N, E> {
        Way { counters, ..self }
    }

    /// An engine on the image of something, as one on the original.
    pub fn over(
        self: &Arc<Self>,
        made: Arc<Made<E>>,
        engine: Box<dyn Prover<N>>,
        budget: &Budget,
    ) -> Adapter<N, Lifting<M, N, E>> {
        Adapter::new(Lifting { way: Arc::clone(self), made }, engine, budget)
    }
}

/// The way back from one image.
pub(crate) struct Lifting<M: Model, N: Model, E> {
    pub(super) way: Arc<Way<M, N, E>>,
    pub(super) made: Arc<Made<E>>,
}

impl<M: Model, N: Model, E: Debug> Debug for Lifting<M, N, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lifting").field(&self.made).finish()
    }
}

impl<M: Model, N: Model, E: Debug + Send + Sync> WayBack<M, N> for Lifting<M, N, E> {
    fn proof(&mut self, found: &N::Proof, asked: Asked) -> Back<M::Proof> {
        (self.way.proof)(&self.made, found, asked)
    }

    fn counterexample(&mut self, found: &N::Counterexample, asked: Asked) -> Back<M::Counterexample> {
        (self.way.counterexample)(&self.made, found, asked)
    }

    fn stop(&self, reason: StopReason) -> StopReason {
        (self.way.stop)(reason)
    }

    fn counters(&self) -> Counters {
        (self.way.counters)(&self.made)
    }
}

/// An engine on an image, and the way back from there.
#[derive(Debug)]
pub(crate) struct Adapter<N: Model, W> {
    pub way: W,
    engine: Box<dyn Prover<N>>,
    /// For the way back.
    budget: Budget,
    /// The work that the image took, by its name.
    cost: Option<(&'static str, u64)>,
    /// The property of the image that is asked about, if it is not the same one.
    asked: Option<PropertyId>,
    /// A verdict on a property of the image that has not come back yet.
    claim: Option<(PropertyId, OutcomeOf<N>)>,
}

impl<N: Model, W> Adapter<N, W> {
    /// An engine on an image, and the way back from there.
    pub fn new(way: W, engine: Box<dyn Prover<N>>, budget: &Budget) -> Adapter<N, W> {
        Adapter { way, engine, budget: budget.clone(), cost: None, asked: None, claim: None }
    }

    /// The same, where the image took this much work.
    pub fn after(self, cost: (&'static str, u64)) -> Adapter<N, W> {
        Adapter { cost: Some(cost), ..self }
    }

    /// The same, where the image has one property, which answers for any of the original.
    pub fn by_one_property(self) -> Adapter<N, W> {
        Adapter { asked: Some(PropertyId::new(0)), ..self }
    }
}

impl<M: Model, N: Model, W: WayBack<M, N>> Prover<M> for Adapter<N, W> {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<M> {
        let claim = match self.claim.take() {
            Some((of, claim)) if of == property => claim,
            Some(_) | None => self.engine.prove(self.asked.unwrap_or(property), observer),
        };
        let asked = Asked { property, budget: &self.budget };
        let lifted = match &claim {
            Outcome::Safe(found) => self.way.proof(found, asked).map(Outcome::Safe),
            Outcome::Unsafe(found) => self.way.counterexample(found, asked).map(Outcome::Unsafe),
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

/// An engine that is set up anew for each property.
pub(super) struct ForEach<M: Model, F> {
    begin: F,
    present: Option<(PropertyId, Box<dyn Prover<M>>)>,
}

impl<M: Model, F: Fn(PropertyId) -> Back<Box<dyn Prover<M>>> + Send> ForEach<M, F> {
    /// The engine that this function begins with a property, or the reason why there is none.
    pub fn new(begin: F) -> Box<ForEach<M, F>> {
        Box::new(ForEach { begin, present: None })
    }
}

impl<M: Model, F> Debug for ForEach<M, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ForEach").field(&self.present).finish()
    }
}

impl<M: Model, F: Fn(PropertyId) -> Back<Box<dyn Prover<M>>> + Send> Prover<M> for ForEach<M, F> {
    fn prove(&mut self, property: PropertyId, observer: &mut dyn Observer) -> OutcomeOf<M> {
        let engine = match self.present.take() {
            Some((of, engine)) if of == property => Ok(engine),
            Some(_) | None => (self.begin)(property),
        };
        match engine {
            Ok(engine) => self.present.insert((property, engine)).1.prove(property, observer),
            Err(cause) => Outcome::unknown(cause, None),
        }
    }

    fn counters(&self) -> Counters {
        self.present.as_ref().map_or_else(Counters::new, |(_, engine)| engine.counters())
    }

    fn has_claim(&self) -> bool {
        self.present.as_ref().map_or(false, |(_, engine)| engine.has_claim())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        fn proof(&mut self, found: &PropertyId, _: Asked) -> Back<PropertyId> {
            self.0 = self.0.saturating_sub(1);
            match self.0 {
                0 => Ok(*found),
                _ => Err(StopCause::Limit(Limit::Paused)),
            }
        }

        fn counterexample(&mut self, (): &(), _: Asked) -> Back<()> {
            Ok(())
        }
    }

    #[test]
    fn a_claim_that_waits_for_its_way_back_is_about_its_own_property() {
        let mut adapter = Adapter::new(Slow(3), Box::new(Echo), &Budget::unlimited());
        let [first, second] = [0, 1].map(PropertyId::new);
        let paused = Outcome::unknown(StopCause::Limit(Limit::Paused), None);
        for _ in 0..2 {
            assert_eq!(Prover::<Named>::prove(&mut adapter, first, &mut ()), paused);
            assert!(Prover::<Named>::has_claim(&adapter));
        }
        assert_eq!(Prover::<Named>::prove(&mut adapter, second, &mut ()), Outcome::Safe(second));
    }
}
