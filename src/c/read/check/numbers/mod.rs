//! Numbers whose type is not the whole truth: values of bit-fields between two types, and floating-point values in a
//! wider format. Beside them the builtins of gcc on floating-point numbers, and vectors of numbers.

mod excess;
mod floats;
mod vectors;
mod widths;
