//! The CDCL core.
