//! Values of options: the writing and reading of each kind.

#[cfg(feature = "c")]
use crate::c::{Arch, Externs, Integers, Property, Volatile};
use crate::engine::bmc::Start;
use crate::engine::ctigar::Refinement;
use crate::engine::fsis::Implicate;
use crate::engine::horn::{HornLemmas, ModelCube};
use crate::engine::ic3::circuit::Lifting;
use crate::engine::ic3::{Generalisation, ObligationOrder, Propagation};
use crate::engine::ic3_smt::{FrameSolvers, Implicant, Lemmas, Preimage};
use crate::engine::ic3cfa::{Dropping, EdgeApproach, Interpolation as Between, WayBack, WordSplit};
use crate::engine::itp::Form as Interpolation;
use crate::engine::pred_abs::Abstraction;
use crate::engine::table::Engine;
use crate::engine::tree_ic3::{Beyond, Strengthening};
use crate::model::Depth;
use crate::portfolio::options::Shortest;
use crate::route::options::Words;
use crate::solver::smt::Strength;
use std::ffi::{OsStr, OsString};

/// The value of an option.
pub trait Value: Sized {
    /// The words that may be written, for help and errors; empty if the option takes no value.
    fn form() -> String;
    /// Reads a value; `None` if it is of another form.
    fn read(text: &str) -> Option<Self>;
    /// Reads a value as it comes from the command line, which is not UTF-8 always.
    fn read_argument(argument: &OsStr) -> Option<Self> {
        argument.to_str().and_then(Self::read)
    }
    /// The value as it is written.
    fn show(&self) -> String;
}

macro_rules! numbers {
    ($($kind:ty),*) => {$(
        impl Value for $kind {
            fn form() -> String {
                "N".to_string()
            }
            fn read(text: &str) -> Option<$kind> {
                text.parse().ok()
            }
            fn show(&self) -> String {
                self.to_string()
            }
        }

    )*};
}
numbers!(u8, u64, usize);

macro_rules! optional_numbers {
    ($($kind:ty: $read:expr),*) => {$(
        impl Value for Option<$kind> {
            fn form() -> String {
                "N".to_string()
            }
            fn read(text: &str) -> Option<Option<$kind>> {
                text.parse().ok().map($read).map(Some)
            }
            fn show(&self) -> String {
                self.map_or("none".to_string(), |n| n.to_string())
            }
        }
    )*};
}
optional_numbers!(
    u64: |n: u64| n,
    usize: |n: usize| n,
    Depth: Depth::new
);

/// The name of a file.
impl Value for Option<OsString> {
    fn form() -> String {
        "FILE".to_string()
    }
    fn read(text: &str) -> Option<Option<OsString>> {
        Some(Some(text.into()))
    }
    fn read_argument(argument: &OsStr) -> Option<Option<OsString>> {
        Some(Some(argument.to_os_string()))
    }
    fn show(&self) -> String {
        self.as_ref().map_or("none".to_string(), |name| name.to_string_lossy().into_owned())
    }
}

/// The values of a type, each with its word.
#[macro_export]
#[doc(hidden)]
macro_rules! option_words {
    ($kind:ty: $($word:literal => $value:path),+) => {
        impl $crate::portfolio::flags::Value for $kind {
            fn form() -> String {
                [$($word),+].join("|")
            }
            fn read(text: &str) -> Option<$kind> {
                match text {
                    $($word => Some($value),)+
                    _ => None,
                }
            }
            fn show(&self) -> String {
                let words = [$((&$value, $word)),+];
                words.iter().find(|(value, _)| *value == self).map_or("", |(_, word)| word).to_string()
            }
        }
    };
}

impl Value for Engine {
    fn form() -> String {
        let names: Vec<&str> = std::iter::once(Engine::Auto).chain(Engine::ALL).map(Engine::name).collect();
        names.join("|")
    }
    fn read(text: &str) -> Option<Engine> {
        Engine::named(text)
    }
    fn show(&self) -> String {
        self.name().to_string()
    }
}

impl Value for bool {
    fn form() -> String {
        "on|off".to_string()
    }
    fn read(text: &str) -> Option<bool> {
        match text {
            "on" => Some(true),
            "off" => Some(false),
            _ => None,
        }
    }
    fn show(&self) -> String {
        if *self { "on" } else { "off" }.to_string()
    }
}

option_words!(Start: "initial" => Start::Initial, "bad" => Start::Bad);
option_words!(Words: "bits" => Words::Kept, "integers" => Words::Integers, "no-wraps" => Words::WithoutWraps);
option_words!(Lifting: "off" => Lifting::Off, "justification" => Lifting::Justification, "core" => Lifting::Core,
    "ternary" => Lifting::Ternary);
option_words!(Preimage: "point" => Preimage::Point, "projection" => Preimage::Projection,
    "first-cube" => Preimage::FirstCube, "exact" => Preimage::Exact);
option_words!(Implicant: "justified" => Implicant::Justified, "core" => Implicant::Core, "dual-rail" => Implicant::DualRail);
option_words!(Lemmas: "core" => Lemmas::Core, "interpolant" => Lemmas::Interpolant, "farkas" => Lemmas::Farkas);
option_words!(FrameSolvers: "shared" => FrameSolvers::Shared, "per-frame" => FrameSolvers::PerFrame);
option_words!(Interpolation: "mcmillan" => Interpolation::McMillan, "sequence" => Interpolation::Sequence,
    "avy" => Interpolation::Avy);
option_words!(Strength: "strong" => Strength::Strong, "symmetric" => Strength::Symmetric, "weak" => Strength::Weak);
option_words!(Beyond: "blocking" => Beyond::Blocking, "whole" => Beyond::Whole);
option_words!(Strengthening: "off" => Strengthening::Off, "each" => Strengthening::Each, "all" => Strengthening::All);
option_words!(Dropping: "off" => Dropping::Off, "core" => Dropping::Core, "linear" => Dropping::Linear,
    "binary" => Dropping::Binary, "ctg" => Dropping::Ctg);
option_words!(EdgeApproach: "multi" => EdgeApproach::Multi, "single" => EdgeApproach::Single,
    "incremental" => EdgeApproach::Incremental);
option_words!(WayBack: "climb" => WayBack::Climb, "climb-and-drop" => WayBack::ClimbAndDrop, "restart" => WayBack::Restart);
option_words!(WordSplit: "off" => WordSplit::Off, "unsigned" => WordSplit::Unsigned, "signed" => WordSplit::Signed,
    "bounds" => WordSplit::Bounds, "bits" => WordSplit::Bits);
option_words!(Between: "off" => Between::Off, "loops" => Between::Loops, "numbers" => Between::Numbers,
    "all" => Between::All);
option_words!(ObligationOrder: "nearest" => ObligationOrder::Nearest, "farthest" => ObligationOrder::Farthest,
    "smallest" => ObligationOrder::Smallest, "largest" => ObligationOrder::Largest,
    "random" => ObligationOrder::Random);
option_words!(ModelCube: "point" => ModelCube::Point, "projection" => ModelCube::Projection);
option_words!(HornLemmas: "core" => HornLemmas::Core, "farkas" => HornLemmas::Farkas,
    "interpolant" => HornLemmas::Interpolant);
option_words!(Abstraction: "boolean" => Abstraction::Boolean, "cartesian" => Abstraction::Cartesian);
option_words!(Refinement: "eager" => Refinement::Eager, "lazy" => Refinement::Lazy);
option_words!(Generalisation: "core" => Generalisation::Core, "interpolant" => Generalisation::Interpolant,
    "linear" => Generalisation::Linear, "binary" => Generalisation::Binary, "ctg" => Generalisation::Ctg,
    "dynamic" => Generalisation::Dynamic,
    "learnt" => Generalisation::Learnt);
option_words!(Propagation: "plain" => Propagation::Plain, "eager" => Propagation::Eager,
    "triggered" => Propagation::Triggered);
option_words!(Implicate: "linear" => Implicate::Linear, "binary" => Implicate::Binary);
option_words!(Shortest: "on" => Shortest::On, "off" => Shortest::Off, "auto" => Shortest::Auto);
#[cfg(feature = "c")]
option_words!(Volatile: "stored" => Volatile::Stored, "arbitrary" => Volatile::Arbitrary);
#[cfg(feature = "c")]
option_words!(Arch: "32" => Arch::Ilp32, "64" => Arch::Lp64);
#[cfg(feature = "c")]
option_words!(Integers: "words" => Integers::Words, "math" => Integers::Mathematical, "reals" => Integers::Reals);
#[cfg(feature = "c")]
option_words!(Externs: "by-property" => Externs::ByProperty, "any" => Externs::AnyEffect, "pure" => Externs::Pure);
#[cfg(feature = "c")]
option_words!(Property: "unreach-call" => Property::UnreachCall, "error-label" => Property::ErrorLabel,
    "no-overflow" => Property::NoOverflow);
