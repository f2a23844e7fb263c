//! A model as another one, and the way back: what stands between a model and an engine that works on some other kind,
//! or on a smaller one.
//!
//! A *step* goes forward from a model to an image, and back from evidence about the image. The image is a model that
//! says the same in other words: a system as a circuit, a program as a system with a program counter, clauses over
//! words as clauses over integers, a model with lemmas assumed, and every reduced model. The way back turns a proof
//! about the image into one about its original, and a counterexample likewise ([`adapter::Way`]). A *route* is the
//! vector of steps from a model to an engine ([`step::Route`]); which steps these are the options say ([`plan`]). An
//! engine on the image together with the way back is a prover of the original ([`adapter::Adapter`]).
//!
//! For example `ic3` on a C program takes these steps: its large blocks, the system with a program counter, a smaller
//! system, and the circuit that this is. The statistics have the work and the sizes of each.
//!
//! - `options`: the settings of a route, and the engine at its end.
//! - `takes`: the reasons why there is no route from a model to an engine.
//! - `step`: steps, and the route that is folded of them.
//! - `plan`: the steps from each kind of model to any engine that takes it.
//! - `images`: the images of a model, each made once for all that need it.
//! - `adapter`: the way back, and the prover that an engine with it is.
//! - `bits`: circuits, and systems as circuits.
//! - `programs`: large blocks, programs as systems and as clauses, and systems as programs.
//! - `clauses`: smaller clauses, what catamorphisms say of lists and trees, cells, and linear clauses as programs.
//! - `cells`: a system with arrays as one in which some cells are looked at.
//! - `floats`: floating-point numbers as words.
//! - `integers`: words as integers, with wraps or without.
//! - `later`: a circuit from a later step on.
//! - `liveness`: justice properties, by an engine that asks one for safety below.
//! - `lassos`: justice properties of systems that are no circuits.
//! - `known`: models in which lemmas of the user are assumed.
//! - `after_guesses`: a program in which guesses are assumed, once they are proved.
//!
//! # Invariants
//!
//! - A verdict that leaves a route is about the model that the route begins with, in its own words.
//! - A step is not trusted. The portfolio checks lifted evidence on the original, as if an engine over the
//!   original had claimed it. Only `integers` without wraps and `cells` ask the checker themselves: the evidence
//!   need not hold.
//! - A step may be stopped by a limit at any point, also on the way back. Asked again for the same property it goes on
//!   with the claim that it has; asked for another property it forgets that claim.
//! - A counterexample that breaks off on the way back is a defect ([`StopCause::EvidenceFailed`]), and not the absence
//!   of one.
//!
//! # Left out
//!
//! The encodings and reductions themselves ([`model::encode`](crate::model::encode),
//! [`model::reduce`](crate::model::reduce)), the choice of engines and their race, and the check of
//! evidence ([`portfolio`](crate::portfolio)).
//!
//! [`StopCause::EvidenceFailed`]: crate::engine::StopCause::EvidenceFailed

pub(crate) mod adapter;
mod after_guesses;
pub(crate) mod bits;
mod cells;
pub(crate) mod clauses;
pub(crate) mod floats;
pub(crate) mod images;
mod integers;
pub(crate) mod known;
mod lassos;
mod later;
pub(crate) mod liveness;
pub(crate) mod options;
pub(crate) mod plan;
pub(crate) mod programs;
pub(crate) mod step;
pub(crate) mod takes;
