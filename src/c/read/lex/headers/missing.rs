//! The macros of gcc's headers that the headers here do not define.
//!
//! Each line of `missing.txt` has them behind the names of the headers that define them; `fuzz/macros.py` writes it. A
//! name with `*` at the end stands for all names that begin with it.

use crate::base::HashSet;

const MISSING: &str = include_str!("missing.txt");

/// The macros that are missing from the headers that were included.
#[derive(Debug, Default)]
pub(in crate::c::read::lex) struct Missing {
    names: HashSet<&'static str>,
    beginnings: HashSet<&'static str>,
}

impl Missing {
    /// Adds the macros of a header, with `_GNU_SOURCE` or without.
    pub fn include(&mut self, header: &str, is_gnu: bool) {
        for (headers, names) in MISSING.lines().filter_map(|line| line.split_once(": ")) {
            let (headers, needs_gnu) = match headers.strip_suffix(" with _GNU_SOURCE") {
                Some(headers) => (headers, true),
                None => (headers, false),
            };
            if (needs_gnu && !is_gnu) || headers.split(' ').all(|name| name != header) {
                continue;
            }
            for name in names.split(' ') {
                match name.strip_suffix('*') {
                    Some(beginning) => self.beginnings.insert(beginning),
                    None => self.names.insert(name),
                };
            }
        }
    }

    pub fn contains(&self, name: &str) -> bool {
        self.names.contains(name) || self.beginnings.iter().any(|beginning| name.starts_with(beginning))
    }
}
