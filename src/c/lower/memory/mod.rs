//! Tasks of the machine that deal with objects: their variables, reads and writes, and pointers to them.
//!
//! An lvalue such as `*p` or `a[i]` may name several places. A read or write first turns it into *parts*, each at fixed
//! bits of one object under a condition, and then reads or writes the scalars there.
//!
//! - `stores`, `sparse`, `rows` and `families`: the variables of an object, objects with too many parts to have a
//!   variable for each, and objects of the heap without a bound.
//! - `places`, `scalars` and `asks`: reads and writes of places, of scalars at fixed bits, and arbitrary values.
//! - `facts`: what verifiers ask of pointers.
//! - `offsets`, `pointers` and `addresses`: arithmetic on places, pointers as variables, and integers that were made
//!   from pointers.

mod addresses;
mod asks;
mod facts;
mod families;
mod offsets;
mod places;
mod pointers;
mod rows;
mod scalars;
mod sparse;
mod stores;
