//! Linear integer arithmetic on top of simplex.

mod project;

pub use project::{project, Divisibility, IntConstraints};
