//! Clausal proofs.
