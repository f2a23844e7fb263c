//! Models as plain data, and the objects that verdicts about them consist of.

/// Makes an index type of a tuple of one `u32`.
macro_rules! index {
    ($name:ident) => {
        impl $name {
            /// The one of this index.
            ///
            /// # Panics
            ///
            /// If the index does not fit 32 bits.
            pub fn new(index: usize) -> $name {
                $name(u32::try_from(index).expect("an index fits 32 bits"))
            }

            /// Position in arrays.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

pub mod cfa;
pub mod circuit;
pub mod encode;
mod file;
pub mod gcl;
pub mod horn;
pub mod invariant;
pub mod paths;
pub mod procedures;
mod property;
pub mod reduce;
pub mod simulate;
pub mod system;
pub mod trace;
pub mod transition;

pub use file::CircuitFile;
pub use property::{Depth, PropertyId};
