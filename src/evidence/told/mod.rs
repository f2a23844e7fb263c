//! Evidence of each kind as evidence of any kind ([`any`](super::any)): its parts in words, and its files.

mod assertions;
pub(crate) mod bounded;
pub(crate) mod circuit;
pub(crate) mod ending;
pub(crate) mod horn;
pub(crate) mod one_run;
pub(crate) mod program;
pub(crate) mod system;
