//! Numbers.

macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(u32);

        impl $name {
            /// The one of this number, counted from 0.
            ///
            /// # Panics
            ///
            /// If the number is 2^32 - 1 or more.
            pub fn new(index: usize) -> $name {
                assert!(index < u32::MAX as usize, "number {} is beyond the limit", index);
                $name(index as u32)
            }

            /// The number.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

number! {
    /// A constant or an application.
    NodeId
}

number! {
    /// A function symbol. The caller gives the numbers; symbols of different arity or sort have different ones.
    FunctionId
}

number! {
    /// A pair of nodes that is watched.
    PairId
}

/// The caller's mark of an equality or a disequality, by which explanations name it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tag(pub u32);
