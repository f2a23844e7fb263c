//! Facts about pointers that programs for verifiers ask for. The checker makes calls of functions of them whose names
//! alone tell the meaning to the lowering and to the interpreter.

/// A fact about pointers, by the name of the function that stands for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerFact {
    /// Whether a number of bytes, the second argument, can be read from a pointer on: they are in one object, which is
    /// alive.
    Readable,
    /// The same for a write: the object is no string literal, and none that is declared `const`.
    Writable,
    /// Whether two pointers lead to one object, to its bytes or not.
    SameObject,
    /// The bytes of the object to which a pointer leads; 0 if it leads to none.
    Size,
    /// The bytes from the beginning of its object to a pointer; the number that it is if it leads to no object.
    Offset,
}

impl PointerFact {
    /// All facts, each with the name of its function.
    const ALL: [(PointerFact, &'static str); 5] = [
        (PointerFact::Readable, "__builtin_indubit_readable"),
        (PointerFact::Writable, "__builtin_indubit_writable"),
        (PointerFact::SameObject, "__builtin_indubit_same_object"),
        (PointerFact::Size, "__builtin_indubit_object_size"),
        (PointerFact::Offset, "__builtin_indubit_object_offset"),
    ];

    /// The fact of a function's name.
    pub fn of(name: &str) -> Option<PointerFact> {
        PointerFact::ALL.into_iter().find(|&(_, known)| known == name).map(|(fact, _)| fact)
    }

    /// The word of CBMC by which people know the fact.
    pub fn word(self) -> &'static str {
        match self {
            PointerFact::Readable => "__CPROVER_r_ok",
            PointerFact::Writable => "__CPROVER_w_ok",
            PointerFact::SameObject => "__CPROVER_same_object",
            PointerFact::Size => "__CPROVER_OBJECT_SIZE",
            PointerFact::Offset => "__CPROVER_POINTER_OFFSET",
        }
    }

    /// The name of the function.
    pub fn function(self) -> &'static str {
        PointerFact::ALL.into_iter().find(|&(fact, _)| fact == self).map_or("", |(_, name)| name)
    }
}
