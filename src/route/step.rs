//! Steps, and the route that is folded of them.
//!
//! A step goes forward from a model to an image, which the way back holds ([`WayBack::image`]). A [`Route`] is a vector
//! of steps and the engine at its end. It is folded once, from the model on: each step makes its image, the rest of the
//! route sets an engine up there, and the two together are an engine on the model ([`Adapter`]). A step that has
//! nothing to do for a model is passed over.
//!
//! Most steps are a [`forward`] function. A step that begins with the rest of the route later, such as one that waits
//! for the property, implements [`Step`] itself and keeps the rest.

use super::adapter::{Adapter, WayBack};
use super::options::RouteOptions;
use super::takes::Unfit;
use crate::base::Budget;
use crate::engine::common::prover::{Model, Prover};
use crate::model::cfa::Cfa;
use crate::model::circuit::Circuit;
use crate::model::horn::Horn;
use crate::model::kind::Kind;
use crate::model::system::System;
use crate::model::transition::Transition;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// A model on a route.
#[derive(Clone, Copy, Debug)]
pub enum AnyModel<'m> {
    Circuit(&'m Circuit),
    System(&'m System),
    Program(&'m Cfa),
    Clauses(&'m Horn),
}

/// An engine on a model on a route.
#[derive(Debug)]
pub enum AnyProver {
    Circuit(Box<dyn Prover<Circuit>>),
    System(Box<dyn Prover<System>>),
    Program(Box<dyn Prover<Cfa>>),
    Clauses(Box<dyn Prover<Horn>>),
}

/// A kind of model that stands on routes.
pub trait OnRoute: Model + Sized + 'static {
    fn model(&self) -> AnyModel<'_>;

    /// The model, if it is of this kind.
    fn of(model: AnyModel<'_>) -> Option<&Self>;

    fn prover(engine: Box<dyn Prover<Self>>) -> AnyProver;

    /// The engine.
    ///
    /// # Panics
    ///
    /// If it is one on another kind of model: a route sets engines up on the model that it was given.
    fn own(engine: AnyProver) -> Box<dyn Prover<Self>>;
}

const OTHER_KIND: &str = "an engine on another kind of model";

macro_rules! on_route {
    ($($kind:ident: $model:ty, not $($other:ident)|+;)*) => { $(
        impl OnRoute for $model {
            fn model(&self) -> AnyModel<'_> {
                AnyModel::$kind(self)
            }

            fn of(model: AnyModel<'_>) -> Option<&$model> {
                match model {
                    AnyModel::$kind(model) => Some(model),
                    $(AnyModel::$other(_))|+ => None,
                }
            }

            fn prover(engine: Box<dyn Prover<$model>>) -> AnyProver {
                AnyProver::$kind(engine)
            }

            fn own(engine: AnyProver) -> Box<dyn Prover<$model>> {
                match engine {
                    AnyProver::$kind(engine) => engine,
                    $(AnyProver::$other(_))|+ => panic!("{}", OTHER_KIND),
                }
            }
        }
    )* };
}

on_route! {
    Circuit: Circuit, not System | Program | Clauses;
    System: System, not Circuit | Program | Clauses;
    Program: Cfa, not Circuit | System | Clauses;
    Clauses: Horn, not Circuit | System | Program;
}

/// One step of a route.
pub trait Step: fmt::Debug + Send + Sync {
    /// An engine on the model, by the rest of the route on the image.
    fn set_up(&self, model: AnyModel<'_>, rest: Route) -> Result<AnyProver, Unfit>;
}

/// The settings that all steps of a route are told, and the engine at its end with them.
#[derive(Clone, Debug)]
pub struct Setting {
    pub options: RouteOptions,
    pub budget: Budget,
}

/// The steps of a route, or the rest of them.
#[derive(Clone, Debug)]
pub struct Route {
    steps: Vec<Arc<dyn Step>>,
    /// The steps before this one are done.
    at: usize,
    pub setting: Arc<Setting>,
}

impl Route {
    /// These steps, to the engine that the options name.
    pub fn new(steps: Vec<Arc<dyn Step>>, options: &RouteOptions, budget: &Budget) -> Route {
        let setting = Setting { options: options.clone(), budget: budget.clone() };
        Route { steps, at: 0, setting: Arc::new(setting) }
    }

    /// An engine on a model.
    ///
    /// # Errors
    ///
    /// If the engine at the end of the route does not take the model there.
    pub fn engine<M: OnRoute>(&self, model: &M) -> Result<Box<dyn Prover<M>>, Unfit> {
        self.set_up(model.model()).map(M::own)
    }

    pub(super) fn set_up(&self, model: AnyModel<'_>) -> Result<AnyProver, Unfit> {
        match self.steps.get(self.at) {
            Some(step) => step.set_up(model, Route { at: self.at + 1, ..self.clone() }),
            None => self.end(model),
        }
    }

    /// The engine itself.
    fn end(&self, model: AnyModel<'_>) -> Result<AnyProver, Unfit> {
        let Setting { options, budget } = &*self.setting;
        let (setups, engines, budget) = (options.engine.setups(), &options.engines, budget.clone());
        let kind = |kind| Unfit::kind(options.engine, kind);
        Ok(match model {
            AnyModel::Circuit(circuit) => {
                let setup = setups.circuit.ok_or_else(|| kind(Kind::Circuit))?;
                has_room(circuit, &self.setting)?;
                AnyProver::Circuit(setup(circuit, engines, budget))
            }
            AnyModel::System(system) => {
                let setup = setups.system.ok_or_else(|| kind(Kind::System))?;
                AnyProver::System(setup(system, engines, budget))
            }
            AnyModel::Program(cfa) => {
                let setup = setups.program.ok_or_else(|| kind(Kind::Program))?;
                AnyProver::Program(setup(cfa, engines, budget))
            }
            AnyModel::Clauses(horn) => {
                let setup = setups.clauses.ok_or_else(|| kind(Kind::Clauses))?;
                AnyProver::Clauses(setup(horn, engines, budget))
            }
        })
    }
}

/// A step that changes nothing: the engine on the model shares lemmas with others on it.
struct Sharing<M: OnRoute>(M::Lemmas);

/// Lets the engine on a model of this kind share lemmas by a board, if there is one.
pub(crate) fn sharing<M: OnRoute>(board: &Option<M::Lemmas>) -> Option<Arc<dyn Step>>
where
    M::Lemmas: Clone + Send + Sync + 'static,
{
    board.clone().map(|board| Arc::new(Sharing::<M>(board)) as Arc<dyn Step>)
}

impl<M: OnRoute> fmt::Debug for Sharing<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sharing")
    }
}

impl<M: OnRoute> Step for Sharing<M>
where
    M::Lemmas: Send + Sync,
{
    fn set_up(&self, model: AnyModel<'_>, rest: Route) -> Result<AnyProver, Unfit> {
        match M::of(model) {
            Some(model) => {
                let mut engine = rest.engine(model)?;
                engine.share(&self.0);
                Ok(M::prover(engine))
            }
            None => rest.set_up(model),
        }
    }
}

/// Whether the memory is enough for the formulas of a circuit.
pub(super) fn has_room(circuit: &Circuit, setting: &Setting) -> Result<(), Unfit> {
    let room = Transition::is_allowed(circuit, &setting.budget);
    room.map_err(|limit| Unfit::limit(setting.options.engine, limit))
}

type Kinds<M, N, W> = PhantomData<fn(&M) -> (W, N)>;

/// A step that makes its image at once.
struct Forward<M, N, W, F> {
    /// The counter of the work that the step takes.
    cost: &'static str,
    function: F,
    kinds: Kinds<M, N, W>,
}

/// The step by this function. The function gives the way back, which holds the image; `None` if there is nothing to do.
/// The work that it takes is counted by this name.
pub(crate) fn forward<M, N, W>(
    cost: &'static str,
    function: impl Fn(&M, &Setting) -> Result<Option<W>, Unfit> + Send + Sync + 'static,
) -> Arc<dyn Step>
where
    M: OnRoute,
    N: OnRoute,
    W: WayBack<M, N> + 'static,
{
    let kinds: Kinds<M, N, W> = PhantomData;
    Arc::new(Forward { cost, function, kinds })
}

impl<M, N, W, F> fmt::Debug for Forward<M, N, W, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Forward").field(&self.cost).finish()
    }
}

impl<M, N, W, F> Step for Forward<M, N, W, F>
where
    M: OnRoute,
    N: OnRoute,
    W: WayBack<M, N> + 'static,
    F: Fn(&M, &Setting) -> Result<Option<W>, Unfit> + Send + Sync,
{
    fn set_up(&self, model: AnyModel<'_>, rest: Route) -> Result<AnyProver, Unfit> {
        let budget = &rest.setting.budget;
        let before = budget.work_used();
        let way = M::of(model).map_or(Ok(None), |model| (self.function)(model, &rest.setting))?;
        let cost = (self.cost, budget.work_used() - before);
        match way {
            Some(way) => {
                let engine = rest.engine(way.image())?;
                Ok(M::prover(Box::new(Adapter::after(cost, way, engine))))
            }
            None => rest.set_up(model),
        }
    }
}
