//! Steps, and the route that is folded of them.
//!
//! A step goes forward from a model to an image. A [`Route`] is a vector of steps and the engine at its end. It is
//! folded once, from the model on: each step makes its image, the rest of the route sets an engine up there, and the
//! two together are an engine on the model ([`Adapter`]). A step that has nothing to do for a model is passed over.
//!
//! Most steps are a function [`forward`] and a [`Way`] back. A step that begins with the rest of the route later, such
//! as one that waits for the property, keeps the rest ([`step`]).

use super::adapter::{Adapter, Lifting, Way, WayBack};
use super::images::{Found, Images, Made};
use super::options::RouteOptions;
use super::takes::Unfit;
use crate::base::{Budget, Limit};
use crate::engine::common::prover::{Model, Prover};
use crate::engine::options::{Engine, EngineOptions};
use crate::model::cfa::Cfa;
use crate::model::circuit::Circuit;
use crate::model::horn::Horn;
use crate::model::kind::Kind;
use crate::model::system::System;
use crate::model::transition::Transition;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// The counter of the work of any reduction.
pub(super) const REDUCTION: &str = "work of the reduction";

/// A kind of model that stands on routes.
pub trait OnRoute: Model + Sized + 'static {
    const KIND: Kind;

    /// The engine on the model itself, if it works on this kind.
    fn set_up(
        &self,
        engine: Engine,
        options: &EngineOptions,
        budget: Budget,
    ) -> Option<Box<dyn Prover<Self>>>;
}

macro_rules! on_route {
    ($($kind:ident: $model:ty, $setup:ident;)*) => { $(
        impl OnRoute for $model {
            const KIND: Kind = Kind::$kind;

            fn set_up(
                &self,
                engine: Engine,
                options: &EngineOptions,
                budget: Budget,
            ) -> Option<Box<dyn Prover<$model>>> {
                engine.setups().$setup.map(|setup| setup(self, options, budget))
            }
        }
    )* };
}

on_route! {
    Circuit: Circuit, circuit;
    System: System, system;
    Program: Cfa, program;
    Clauses: Horn, clauses;
}

/// One step of a route: an engine on a model, by the rest of the route; `None` if there is nothing to do for the model.
/// Model and engine are of any kind, but of the same one ([`step`]).
#[derive(Clone)]
pub struct Step(Arc<SetUp>);

type SetUp = dyn Fn(&dyn Any, &Route) -> Result<Option<Box<dyn Any>>, Unfit> + Send + Sync;

impl fmt::Debug for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Step")
    }
}

/// The steps of a route, or the rest of them.
#[derive(Clone, Debug)]
pub struct Route {
    steps: Vec<Step>,
    /// The steps before this one are done.
    at: usize,
    pub(super) options: Arc<RouteOptions>,
    pub(super) budget: Budget,
    /// Of the model to which the steps have led.
    pub(super) images: Arc<Images>,
}

impl Route {
    /// These steps, to the engine that the options name.
    pub fn new(steps: Vec<Step>, options: &RouteOptions, budget: &Budget) -> Route {
        let (images, options) = (Arc::new(Images::new(budget)), Arc::new(options.clone()));
        Route { steps, at: 0, options, budget: budget.clone(), images }
    }

    /// An engine on a model, which shares no images with others.
    ///
    /// # Errors
    ///
    /// If the engine at the end of the route does not take the model there.
    pub fn engine<M: OnRoute>(&self, model: &M) -> Result<Box<dyn Prover<M>>, Unfit> {
        self.engine_with(model, &Arc::new(Images::new(&self.budget)))
    }

    /// An engine on a model of which this is the store.
    pub(super) fn engine_with<M: OnRoute>(
        &self,
        model: &M,
        images: &Arc<Images>,
    ) -> Result<Box<dyn Prover<M>>, Unfit> {
        for (at, step) in self.steps.iter().enumerate().skip(self.at) {
            let rest = Route { at: at + 1, images: Arc::clone(images), ..self.clone() };
            // A step gives an engine on the kind of its model.
            let engine = (step.0)(model, &rest)?;
            if let Some(engine) = engine.and_then(|engine| engine.downcast::<Box<dyn Prover<M>>>().ok()) {
                return Ok(*engine);
            }
        }
        self.end(model)
    }

    /// The engine itself.
    fn end<M: OnRoute>(&self, model: &M) -> Result<Box<dyn Prover<M>>, Unfit> {
        let engine = self.options.engine;
        let circuit = (model as &dyn Any).downcast_ref().filter(|_| engine.setups().circuit.is_some());
        circuit.map_or(Ok(()), |circuit| self.has_room(circuit))?;
        let set_up = model.set_up(engine, &self.options.engines, self.budget.clone());
        set_up.ok_or_else(|| Unfit::kind(engine, M::KIND))
    }

    /// Whether the memory is enough for the formulas of a circuit.
    pub(super) fn has_room(&self, circuit: &Circuit) -> Result<(), Unfit> {
        Transition::is_allowed(circuit, &self.budget).map_err(|limit| self.limit(limit))
    }

    /// A limit was reached on the way.
    pub(super) fn limit(&self, limit: Limit) -> Unfit {
        Unfit::limit(self.options.engine, limit)
    }
}

/// The step on models of one kind that sets an engine up by this function; `None` if there is nothing to do.
pub(super) fn step<M: OnRoute>(
    set_up: impl Fn(&M, &Route) -> Result<Option<Box<dyn Prover<M>>>, Unfit> + Send + Sync + 'static,
) -> Step {
    Step(Arc::new(move |model, rest| {
        let engine = model.downcast_ref().map_or(Ok(None), |model| set_up(model, rest))?;
        Ok(engine.map(|engine| Box::new(engine) as Box<dyn Any>))
    }))
}

/// Lets the engine on a model of this kind share lemmas by a board, if there is one.
pub(crate) fn sharing<M: OnRoute>(board: &Option<M::Lemmas>) -> Option<Step>
where
    M::Lemmas: Clone + Send + Sync + 'static,
{
    let board = board.clone()?;
    Some(step(move |model: &M, rest| {
        let mut engine = rest.engine_with(model, &rest.images)?;
        engine.share(&board);
        Ok(Some(engine))
    }))
}

/// The step by a function that gives the image, or `None` if there is nothing to do, and the way back from there. The
/// work that the image took is counted by this name.
pub(crate) fn forward<M: OnRoute, N: OnRoute, E: fmt::Debug + Send + Sync + 'static>(
    cost: &'static str,
    way: Way<M, N, E>,
    function: impl Fn(&M, &Route) -> Found<E> + Send + Sync + 'static,
) -> Step {
    let (image, way) = (way.image, Arc::new(way));
    forward_by(cost, image, move |made, _| Lifting { way: Arc::clone(&way), made }, function)
}

/// The same, where `back` gives the way back from an image.
pub(super) fn forward_by<M: OnRoute, N: OnRoute, E: 'static, W: WayBack<M, N> + 'static>(
    cost: &'static str,
    image: fn(&E) -> &N,
    back: impl Fn(Arc<Made<E>>, &Route) -> W + Send + Sync + 'static,
    function: impl Fn(&M, &Route) -> Found<E> + Send + Sync + 'static,
) -> Step {
    step(move |model: &M, rest| {
        let made = match function(model, rest).map_err(|limit| rest.limit(limit))? {
            Some(made) => made,
            None => return Ok(None),
        };
        let engine = rest.engine_with(image(&made), &made.images)?;
        let cost = (cost, made.cost);
        Ok(Some(Box::new(Adapter::new(back(made, rest), engine, &rest.budget).after(cost))))
    })
}

/// The step to an image that was made for several engines.
pub(crate) fn given<M: OnRoute, N: OnRoute, E: fmt::Debug + Send + Sync + 'static>(
    cost: &'static str,
    way: Way<M, N, E>,
    made: &Arc<Made<E>>,
) -> Step {
    let made = Arc::clone(made);
    forward(cost, way, move |_: &M, _| Ok(Some(Arc::clone(&made))))
}
