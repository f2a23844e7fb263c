//! Decision procedures that know neither terms nor clauses.
