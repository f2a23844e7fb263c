//! The properties that a run of a program may violate, the kinds of failures, and the questions that a run asks.
//!
//! Two independent readings give a program its meaning: the lowering to an automaton, and the interpreter that replays
//! a counterexample. They share only the typed tree and the names in this file.

use super::source::Pos;
use super::types::TypeId;

/// The functions by which programs assume something, in the words of several verifiers, unless they define them.
pub(in crate::c) const ASSUMPTIONS: [&str; 6] =
    ["__VERIFIER_assume", "assume", "__CPROVER_assume", "__ESBMC_assume", "klee_assume", ASSUME_AGAIN];

/// The functions by which programs assert something, their first argument, unless they define them.
pub(in crate::c) const ASSERTIONS: [&str; 4] =
    ["assert", "__CPROVER_assert", "__ESBMC_assert", "__CPROVER_precondition"];

/// The function by which the C library makes objects that the program has not to free, such as those of `argv`.
pub(in crate::c) const UNFREED: &str = "__indubit_object";

/// The functions that end a run as `return` from `main` does. The library ends runs by the last one.
pub(in crate::c) const EXITS: [&str; 5] = ["exit", "_exit", "_Exit", "quick_exit", "__indubit_end"];

/// The word that begins an assertion of Frama-C, which is in a comment.
pub(in crate::c::read) const ANNOTATION: &str = "__indubit_annotation";

/// The warning about such an assertion that stays a comment.
pub(in crate::c::read) const ANNOTATION_NOT_READ: &str =
    "this assertion of Frama-C is not read; write it as a call of `assert`";

/// As `__CPROVER_forall`, but some values may be left out.
pub(in crate::c) const SOME_VALUES: &str = "__indubit_forall";

/// As [`SOME_VALUES`], with all values of the variable if they are few, else with none.
pub(in crate::c) const FEW_VALUES: &str = "__indubit_forall_few";

/// The functions that mark the head of a loop that is cut, and the end of its turn.
pub(in crate::c) const LOOP_HEAD: &str = "__indubit_loop_head";
pub(in crate::c) const LOOP_BACK: &str = "__indubit_loop_back";

/// The function that says that an index, its second argument, is a number that was chosen before, its first one.
pub(in crate::c) const INDEX: &str = "__indubit_index";

/// The function that gives bytes of an object any values. The arguments are a pointer to the first, and their number.
pub(in crate::c) const RENEW: &str = "__indubit_havoc";

/// The function that assumes what the automaton knows by other assumptions, about chosen numbers.
pub(in crate::c) const ASSUME_IN_RUNS: &str = "__indubit_assume_in_runs";

/// The function that assumes what the run asserted when it was last in this state: it fails nowhere.
pub(in crate::c) const ASSUME_AGAIN: &str = "__indubit_assume_again";

/// The words that stand for contracts in a program that is read. A program that had one could state a fact that does
/// not hold.
pub(in crate::c) const OWN: [&str; 9] =
    [UNFREED, SOME_VALUES, FEW_VALUES, LOOP_HEAD, LOOP_BACK, INDEX, RENEW, ASSUME_IN_RUNS, ASSUME_AGAIN];

/// The property of a program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Property {
    /// No [`Failure`] of a call, an assertion or a label.
    #[default]
    Default,
    /// No call of `reach_error`. A failing assertion ends the run then, and a label is only a label.
    UnreachCall,
    /// The label `ERROR` is not reached in any function. A call of `reach_error` ends the run.
    ErrorLabel,
    /// No signed overflow of `+`, `-`, `*`, `/`, `%`, `<<`, negation, `++` and `--`, in the type in which they compute.
    /// A shift overflows if the value times the power of two is no value of the type. Conversions do not overflow.
    /// Calls of `reach_error` and failing assertions end the run.
    NoOverflow,
    /// Each access is inside of an object that is alive: no [`Failure::Bounds`] and no [`Failure::UseAfterFree`].
    ValidDeref,
    /// No [`Failure::InvalidFree`].
    ValidFree,
    /// No [`Failure::Lost`].
    ValidMemtrack,
    /// All three of them.
    ValidMemsafety,
    /// No [`Failure::Leak`].
    ValidMemcleanup,
    /// Each run ends: by its last statement, by a call that ends the program, at an assumption that is false, or by
    /// what is a failure under other properties.
    Termination,
}

/// The texts of properties: those of the software verification competition, and that of its Java programs for the
/// default property.
const SPECIFICATIONS: [(Property, &str); 10] = [
    (Property::UnreachCall, "CHECK( init(main()), LTL(G ! call(reach_error())) )"),
    (Property::ErrorLabel, "CHECK( init(main()), LTL(G ! label(ERROR)) )"),
    (Property::NoOverflow, "CHECK( init(main()), LTL(G ! overflow) )"),
    (Property::ValidDeref, "CHECK( init(main()), LTL(G valid-deref) )"),
    (Property::ValidFree, "CHECK( init(main()), LTL(G valid-free) )"),
    (Property::ValidMemtrack, "CHECK( init(main()), LTL(G valid-memtrack) )"),
    (
        Property::ValidMemsafety,
        "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
        CHECK( init(main()), LTL(G valid-memtrack) )",
    ),
    (Property::ValidMemcleanup, "CHECK( init(main()), LTL(G valid-memcleanup) )"),
    (Property::Termination, "CHECK( init(main()), LTL(F end) )"),
    (Property::Default, "CHECK( init(main()), LTL(G assert) )"),
];

/// The parts of [`Property::ValidMemsafety`].
const MEMORY: [Property; 3] = [Property::ValidDeref, Property::ValidFree, Property::ValidMemtrack];

impl Property {
    /// All properties.
    pub const ALL: [Property; 10] = [
        Property::UnreachCall,
        Property::ErrorLabel,
        Property::NoOverflow,
        Property::Default,
        Property::ValidDeref,
        Property::ValidFree,
        Property::ValidMemtrack,
        Property::ValidMemsafety,
        Property::ValidMemcleanup,
        Property::Termination,
    ];

    /// The part of the property that a run with a failure violates, if it is made of parts.
    pub fn narrowed(self, failure: Failure) -> Property {
        match self {
            Property::Default => failure.property(),
            Property::ValidMemsafety => {
                let part = MEMORY.iter().find(|&&part| failure.violates(part));
                part.map_or(self, |&part| part)
            }
            Property::UnreachCall
            | Property::ErrorLabel
            | Property::NoOverflow
            | Property::ValidDeref
            | Property::ValidFree
            | Property::ValidMemtrack
            | Property::ValidMemcleanup
            | Property::Termination => self,
        }
    }

    /// The text of the property.
    pub fn specification(self) -> &'static str {
        let known = SPECIFICATIONS.iter().find(|(property, _)| *property == self);
        known.map_or(SPECIFICATIONS[0].1, |(_, text)| text)
    }

    /// The property that a proof is about in evidence for others: of a program all of whose errors are of one kind, the
    /// property with this kind stands for the default property.
    pub fn of_proof(self, errors: impl IntoIterator<Item = Failure>) -> Property {
        let mut kinds = errors.into_iter().map(Failure::property);
        match (self, kinds.next()) {
            (Property::Default, None) => Property::UnreachCall,
            (Property::Default, Some(kind)) if kinds.all(|other| other == kind) => kind,
            (asked, _) => asked,
        }
    }

    /// The property that such a text means, as [`Property::of_specifications`] reads it.
    pub fn of_specification(text: &str) -> Option<Property> {
        match Property::of_specifications(text)?[..] {
            [property] => Some(property),
            _ => None,
        }
    }

    /// The properties that the lines of such a text mean, in their order. Formulas alone, such as
    /// `G ! call(reach_error())`, are also understood. White space is ignored. The three parts of
    /// [`Property::ValidMemsafety`] are one property.
    pub fn of_specifications(text: &str) -> Option<Vec<Property>> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let mut all: Vec<Property> = lines.map(Property::of_formula).collect::<Option<_>>()?;
        if let (true, Some(first)) = (
            MEMORY.iter().all(|part| all.contains(part)),
            all.iter().position(|found| MEMORY.contains(found)),
        ) {
            all[first] = Property::ValidMemsafety;
            all.retain(|found| !MEMORY.contains(found));
        }
        (!all.is_empty()).then_some(all)
    }

    fn of_formula(text: &str) -> Option<Property> {
        let plain = |text: &str| -> String { text.split_whitespace().collect() };
        let (around, text) = ("CHECK(init(main()),LTL(", plain(text));
        let is_meant = |known: &str| {
            let known = plain(known);
            let formula = known.strip_prefix(around).and_then(|rest| rest.strip_suffix("))"));
            known == text || formula == Some(&*text)
        };
        let known = SPECIFICATIONS.iter().find(|(_, known)| is_meant(known));
        known.map(|(property, _)| *property)
    }
}

/// The effect of an unknown function, which neither the program nor the library defines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Externs {
    /// Unknown functions have any effect under [`Property::Default`], and no effect under the other properties, as the
    /// software verification competition has it.
    #[default]
    ByProperty,
    /// An unknown function may change each object that it reaches through its arguments or by name.
    AnyEffect,
    /// Unknown functions have no effect.
    Pure,
}

impl Externs {
    /// Whether unknown functions have no effect under a property.
    pub fn are_pure(self, property: Property) -> bool {
        match self {
            Externs::ByProperty => property != Property::Default,
            Externs::AnyEffect => false,
            Externs::Pure => true,
        }
    }
}

/// The kind of an error.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Failure {
    /// A call of `reach_error` or `__VERIFIER_error`, at the place of the call.
    ReachError,
    /// A call of `__assert_fail`, `__assert` or `__assert_rtn`, at the place of the call.
    AssertFail,
    /// `assert(e)` with `e == 0`, at the place of the call.
    Assertion,
    /// The label `ERROR`, at the place of the labelled statement.
    Label,
    /// `__builtin_unreachable` is called, at the place of the call.
    Unreachable,
    /// Signed overflow, at the place of the operator.
    Overflow,
    /// `/` or `%` by zero, at the place of the operator.
    DivisionByZero,
    /// A read or write out of the bounds of an array, or through a pointer without target, at the place of the
    /// dereference.
    Bounds,
    /// A shift by a negative number or by the width of the type or more, or of a signed number to the left that is
    /// negative or leaves its type; at the place of the operator.
    ShiftWidth,
    /// A floating-point number is converted to an integer type that does not hold it, at the place of the number.
    Conversion,
    /// An operator on floating-point numbers other than NaN makes a NaN, at the place of the operator.
    NotANumber,
    /// An operator on finite floating-point numbers makes an infinity, at the place of the operator.
    Infinity,
    /// A read or write through a pointer to an object of the heap whose life has ended, at the place of the
    /// dereference. It counts before [`Failure::Bounds`].
    UseAfterFree,
    /// `free` or its like is called with a pointer that is neither null nor the beginning of a live object of the heap,
    /// or with an object of `alloca`; at the place of the call.
    InvalidFree,
    /// An object of the heap is alive, and no pointer leads to it from an object that exists, directly or through other
    /// objects of the heap. Where the condition of a loop is evaluated, at its place; at a `goto`; at the call of
    /// `exit` or its like; or at the closing brace of `main`, whose objects have ended then.
    Lost,
    /// An object of the heap is alive at the end of the run: at the call of `exit` or its like, but not of `abort`, or
    /// at the closing brace of `main`.
    Leak,
    /// An index is outside of the row or member that it indexes, at the place of the index.
    Member,
    /// An argument of a function of the C library is null, or two of them overlap; at the place of the call.
    Library,
    /// The length of an array of variable length is 0 or negative, at the name of the array.
    Length,
    /// A pointer that is dereferenced is not aligned for its type, at the place of the dereference.
    Misaligned,
    /// A function is called through a pointer to a function of another type, at the place of the call.
    CallType,
    /// A function ends without `return`, and the caller uses the result; at the closing brace.
    NoResult,
    /// A pointer is moved before its object, or beyond the place behind it; at the place of the operator.
    Moved,
    /// `+`, `-` or `*` of unsigned integers overflows, at the place of the operator.
    UnsignedOverflow,
    /// A conversion without cast changes the value of an integer, at the place of the conversion.
    Truncation,
    /// The run depends on a value that was never stored: a condition, at its place; an address, at the place of the
    /// dereference; an argument, at the place of the call; or the result of `main`, at its place.
    Uninitialised,
    /// An object is read as a `_Bool` whose byte is neither 0 nor 1, at the place of the dereference or the name.
    Truth,
}

impl Failure {
    /// The narrowest property that a run with this failure violates. An error that only an option beside the property
    /// makes one belongs to the default property.
    pub fn property(self) -> Property {
        match self {
            Failure::ReachError => Property::UnreachCall,
            Failure::Label => Property::ErrorLabel,
            Failure::Overflow => Property::NoOverflow,
            Failure::AssertFail
            | Failure::Assertion
            | Failure::DivisionByZero
            | Failure::Bounds
            | Failure::ShiftWidth
            | Failure::Conversion
            | Failure::NotANumber
            | Failure::Infinity
            | Failure::UseAfterFree
            | Failure::InvalidFree
            | Failure::Unreachable
            | Failure::Member
            | Failure::Library
            | Failure::Length
            | Failure::Misaligned
            | Failure::CallType
            | Failure::NoResult
            | Failure::Moved
            | Failure::UnsignedOverflow
            | Failure::Truncation
            | Failure::Uninitialised
            | Failure::Truth => Property::Default,
            Failure::Lost => Property::ValidMemtrack,
            Failure::Leak => Property::ValidMemcleanup,
        }
    }

    /// Whether a run with this failure violates a property. Options make failures errors beside the property, under
    /// every property.
    pub fn violates(self, property: Property) -> bool {
        match property {
            Property::Default => {
                matches!(
                    self,
                    Failure::ReachError | Failure::AssertFail | Failure::Assertion | Failure::Label
                )
            }
            Property::UnreachCall => self == Failure::ReachError,
            Property::ErrorLabel => self == Failure::Label,
            Property::NoOverflow => self == Failure::Overflow,
            Property::ValidDeref => matches!(self, Failure::Bounds | Failure::UseAfterFree),
            Property::ValidFree => self == Failure::InvalidFree,
            Property::ValidMemtrack => self == Failure::Lost,
            Property::ValidMemsafety => MEMORY.iter().any(|&part| self.violates(part)),
            Property::ValidMemcleanup => self == Failure::Leak,
            Property::Termination => false,
        }
    }
}

/// The statement that no run has an error of this kind at this place, which can have a verdict of its own.
///
/// A run ends with its first error. So an assertion is false if some run reaches its place without an earlier error
/// and fails there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Assertion {
    /// The place of the error.
    pub pos: Pos,
    /// Its kind.
    pub failure: Failure,
}

/// The reason why a run asks for an arbitrary value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum AskKind {
    /// The result of a function that the program does not define, at the place of the call.
    Call,
    /// A scalar part of a local object without initialiser, at the object's place, asked at its declaration.
    Declaration,
    /// A scalar part of a local object whose declaration a jump may skip, at the object's place, asked at the entry of
    /// the function.
    Skipped,
    /// A parameter without argument, or one of `main`, at the parameter's place.
    Parameter,
    /// The result of a function that reaches its end without `return`, at the end of its body.
    Result,
    /// A read out of bounds or through a pointer without target, at the place of the dereference; `a[i]` is one, too.
    Read,
    /// A read of a volatile object, at the place of the read.
    Volatile,
    /// A scalar part of an object that a function without definition may change, at the place of the call.
    Effect,
    /// A byte of an object of the heap that is made, at the place of the call. Where an answer is missing, it is 0.
    Heap,
    /// A scalar part of an `extern` object without definition, at the object's place, asked at the start.
    Extern,
    /// The low bits of the address of an object or function in a smaller integer, at the place of the conversion. No
    /// error may depend on them, since they are not arbitrary.
    Address,
}

/// The bytes of the largest object for whose values a run asks one by one. A run asks for a *filling* of a larger
/// object, by several questions of the same kind and place: for the number of bytes of a pattern that repeats over the
/// object (any number but 1 to [`LONGEST_PATTERN`] counts as 1), for these bytes, and then again and again for the
/// position of a byte, counted from 1, and for its value. The positions ascend. A position that does not, or that is
/// outside of the object, such as 0, has no value and is the last question. So the answers for an object of zeros are
/// three zeros.
pub(in crate::c) const LARGE_OBJECT: u64 = 1 << 16;

/// The most bytes of the pattern of a filling.
pub(in crate::c) const LONGEST_PATTERN: u64 = 64;

/// An arbitrary value that a run asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ask {
    /// The place.
    pub pos: Pos,
    /// The reason.
    pub kind: AskKind,
    /// The type of the value, a scalar. The answer for an integer is a value of the type. The answer for a pointer is a
    /// number: 0 is the null pointer, and any other number is a pointer without target.
    pub ty: TypeId,
}
