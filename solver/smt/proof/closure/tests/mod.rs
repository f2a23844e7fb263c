//! Each rule by itself, with a near miss of it, and random facts against models.

mod random;
mod rules;
mod steps;
