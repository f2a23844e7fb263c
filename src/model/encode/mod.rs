//! One kind of model as another, each with its way back.
//!
//! [`blast`](blast::blast) makes a circuit of a system over bit-vectors, [`to_system`](booleans::to_system) a system of
//! a circuit, and [`hold_inputs`](hold::hold_inputs) a circuit whose resets read latches only of any circuit.

pub mod automaton;
pub mod blast;
pub mod booleans;
pub mod calls;
pub mod catamorphisms;
pub mod cells;
pub mod chains;
pub mod earlier;
pub mod first_bad;
pub mod floats;
mod gates;
pub mod hold;
pub mod horn;
pub mod integers;
pub mod internal;
pub mod later;
pub mod live;
pub mod program;
pub mod watched;
mod words;
