//! Readers of models: any bytes are a model or an error, and a model that is written reads as the same.

use indubit::input::dimacs;

/// DIMACS.
pub fn dimacs(data: &[u8]) {
    drop(dimacs::read(data));
}
