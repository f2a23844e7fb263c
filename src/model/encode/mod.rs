//! One kind of model as another, each with its way back.
//!
//! [`blast`](blast::blast) makes a circuit of a system over bit-vectors.

pub mod blast;
mod gates;
