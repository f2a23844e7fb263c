//! The words by which the command line names the values of options about C.

use crate::base::OptionValue;
use crate::c::{
    Arch, Externs, FloatEvaluation, Integers, LoopContracts, PointerArguments, Property, UseContracts,
    Volatile,
};
use std::sync::Arc;

option_words!(Volatile: "stored" => Volatile::Stored, "arbitrary" => Volatile::Arbitrary);
option_words!(Arch: "32" => Arch::Ilp32, "64" => Arch::Lp64);

/// A data model, if one is chosen.
impl OptionValue for Option<Arch> {
    fn form() -> String {
        Arch::form()
    }
    fn read(text: &str) -> Option<Option<Arch>> {
        Arch::read(text).map(Some)
    }
    fn show(&self) -> String {
        self.unwrap_or_default().show()
    }
}

option_words!(FloatEvaluation: "0" => FloatEvaluation::OwnType, "2" => FloatEvaluation::Extended);
option_words!(Integers: "words" => Integers::Words, "math" => Integers::Mathematical, "reals" => Integers::Reals);
option_words!(Externs: "by-property" => Externs::ByProperty, "any" => Externs::AnyEffect, "pure" => Externs::Pure);
option_words!(Property: "unreach-call" => Property::UnreachCall, "error-label" => Property::ErrorLabel,
    "no-overflow" => Property::NoOverflow, "valid-memsafety" => Property::ValidMemsafety,
    "valid-deref" => Property::ValidDeref, "valid-free" => Property::ValidFree,
    "valid-memtrack" => Property::ValidMemtrack, "valid-memcleanup" => Property::ValidMemcleanup,
    "termination" => Property::Termination);
option_words!(PointerArguments: "fresh" => PointerArguments::Fresh,
    "fresh-or-null" => PointerArguments::FreshOrNull);

option_words!(LoopContracts: "on" => LoopContracts::On, "counters" => LoopContracts::Counters,
    "off" => LoopContracts::Off, "strict" => LoopContracts::Strict);

impl OptionValue for UseContracts {
    fn form() -> String {
        "NAME,...".to_string()
    }
    fn read(text: &str) -> Option<UseContracts> {
        Some(match text {
            "" => return None,
            "none" => UseContracts::None,
            "all" => UseContracts::All,
            names => UseContracts::Named(names.split(',').map(Arc::from).collect()),
        })
    }
    fn show(&self) -> String {
        match self {
            UseContracts::None => "none".to_string(),
            UseContracts::All => "all".to_string(),
            UseContracts::Named(names) => names.join(","),
        }
    }
}
