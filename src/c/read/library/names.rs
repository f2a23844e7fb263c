//! The names of functions of the C library and of POSIX.
//!
//! A function in this list without a body in the texts, and without a special meaning, is not treated as an unknown
//! function: a call of it is an unsupported point. The standard says what it does, so an arbitrary result would allow
//! too much, and leaving out its effects would allow too little. The names are those that the headers of C11 and of
//! POSIX.1-2017 with XSI declare, and the additions of glibc that programs use most. The list is a file of its own,
//! `names.txt`: one name per line, in the order of bytes, so that a name is found by binary search over the text.

use std::cmp::Ordering;

const NAMES: &str = include_str!("names.txt");

/// Whether a name is in the list.
pub(crate) fn is_standard(name: &str) -> bool {
    let mut rest = NAMES.as_bytes();
    while !rest.is_empty() {
        let is_break = |byte: &u8| *byte == b'\n';
        let (before, after) = rest.split_at(rest.len() / 2);
        let start = before.iter().rposition(is_break).map_or(0, |at| at + 1);
        let end = before.len() + after.iter().position(is_break).unwrap_or(after.len());
        match rest[start..end].cmp(name.as_bytes()) {
            Ordering::Equal => return true,
            Ordering::Greater => rest = &rest[..start],
            Ordering::Less => rest = rest.get(end + 1..).unwrap_or(&[]),
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_in_order() {
        let names: Vec<&str> = NAMES.lines().collect();
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(names.len() > 1_000 && names.iter().all(|name| is_standard(name)));
    }

    #[test]
    fn other_names_are_not_found() {
        for name in ["", "\n", "_", "abor", "abort\n", "abort\nabs", "zzz", "A", "yna"] {
            assert!(!is_standard(name), "{:?}", name);
        }
    }
}
