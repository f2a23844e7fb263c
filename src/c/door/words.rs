//! The words by which the command line names the values of options about C.

use crate::c::{Arch, Externs, Integers, Property, Volatile};

option_words!(Volatile: "stored" => Volatile::Stored, "arbitrary" => Volatile::Arbitrary);
option_words!(Arch: "32" => Arch::Ilp32, "64" => Arch::Lp64);
option_words!(Integers: "words" => Integers::Words, "math" => Integers::Mathematical, "reals" => Integers::Reals);
option_words!(Externs: "by-property" => Externs::ByProperty, "any" => Externs::AnyEffect, "pure" => Externs::Pure);
option_words!(Property: "unreach-call" => Property::UnreachCall, "error-label" => Property::ErrorLabel,
    "no-overflow" => Property::NoOverflow, "valid-memsafety" => Property::ValidMemsafety,
    "valid-deref" => Property::ValidDeref, "valid-free" => Property::ValidFree,
    "valid-memtrack" => Property::ValidMemtrack, "valid-memcleanup" => Property::ValidMemcleanup);
