//! The types of indices into the arenas of a program, so that an index of one arena cannot be used for another.

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub(in crate::c) u32);

        impl $name {
            /// Position in arrays.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}
pub(in crate::c::read) use index;

index! {
    /// An expression, by index.
    ExprId
}
index! {
    /// A string literal, by index.
    TextId
}
index! {
    /// A reason why an expression has no meaning here, by index.
    ReasonId
}

index! {
    /// An object, by index.
    ObjectId
}
index! {
    /// A function, by index.
    FunctionId
}
index! {
    /// An initialiser, by index.
    InitialiserId
}
index! {
    /// A scope, by index.
    ScopeId
}
index! {
    /// A label, by index.
    LabelId
}

index! {
    /// A statement, by index.
    StmtId
}
