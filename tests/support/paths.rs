//! Files that come with the package.

use std::path::{Path, PathBuf};

/// The path of a file or folder of the package, given from its root.
pub fn in_package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}
