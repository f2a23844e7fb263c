//! The questions that engines over programs ask: about one edge of an automaton, and about a path of edges.
//!
//! An edge is a function here ([`Effect`](crate::model::gcl::Effect)): a guard, and new values for variables, both over
//! the variables before and the inputs. So a step needs no second copy of the variables. The edge leads from a state
//! into a formula if the guard holds and so does the formula about the new values. This is the formula's *weakest
//! existential precondition*. Each edge has a solver of its own that knows the guard, and every formula about the
//! target becomes one about the source.
//!
//! A path is a question of its own, in static single assignment form: each assignment on the path gives its variable a
//! new name, so that the interpolants between two edges are about the names that are current there.
//!
//! An abstraction sees states through predicates, which each location has its own of. The images of edges under these
//! predicates are found by the solvers of the edges.
//!
//! Engines that look at single states take edges as code over machine words, way by way.
//!
//! The words are those of the [glossary](crate::glossary).

mod arrays;
mod code;
mod edges;
mod images;
mod path;
mod places;
mod predicates;
mod ways;

pub(in crate::engine) use arrays::Arrays;
pub(in crate::engine) use code::{register_of, value_of, Code, EdgeCode, Register, Registers};
pub(in crate::engine) use edges::{Edges, Form};
pub(in crate::engine) use path::PathQuery;
pub(in crate::engine) use places::{
    along, at, excluded_cube, formula_cube, formula_literals, formula_text, place, places, shortened,
    FormulaWords,
};
pub(in crate::engine) use predicates::{atoms_of, Predicates};
pub(in crate::engine) use ways::ByWays;
