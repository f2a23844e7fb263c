//! Indices that are types of their own.

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

pub(crate) use index;
