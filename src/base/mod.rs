//! The ground below all floors: index types, the budget, and small deterministic helpers.
//!
//! Nothing here knows of solving or of models. [`Var`] and [`Lit`] are the typed indices of the clausal world,
//! [`Budget`] is the one account that every long-running loop draws on, and [`Rng`] and [`FixedHasher`] are the only
//! sources of "randomness" and hashing, both fixed by a seed so that runs can be repeated exactly. [`Json`] writes
//! texts for programs.

/// The version of this library and program.
pub const VERSION: &str = "0.1.0";

mod believed;
mod budget;
mod hash;
mod index;
mod json;
mod lit;
#[macro_use]
mod option_value;
mod rng;
mod sha256;

pub use believed::Believed;
pub(crate) use budget::Turns;
pub use budget::{Booking, Budget, Limit};
pub use hash::{FixedHasher, HashMap, HashSet};
pub(crate) use index::index;
pub use json::Json;
pub use lit::{Lit, Var};
pub use option_value::OptionValue;
pub use rng::Rng;
pub use sha256::sha256;
