//! The claim that a program has one run, which ends without an error: the number of its steps.
//!
//! The program itself carries out the run again; see [`Origin::check_one_run`](crate::origin::Origin::check_one_run).

use super::pieces::{has_head, read_number};
use crate::input::ParseError;

/// The first line of the file.
const HEAD: &str = "one run";

/// The claim that a program has one run, which ends without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OneRun {
    /// Statements, evaluations of loop conditions, and calls.
    pub steps: u64,
}

impl OneRun {
    /// Whether a file has such a claim, told by its first line.
    pub fn is_here(bytes: &[u8]) -> bool {
        has_head(bytes, HEAD)
    }

    /// The text of the file.
    pub fn to_text(self) -> String {
        format!("{}\nsteps {}\n", HEAD, self.steps)
    }

    /// Reads the text of [`OneRun::to_text`].
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place.
    pub fn read(bytes: &[u8]) -> Result<OneRun, ParseError> {
        read_number(bytes, HEAD, "steps").map(|steps| OneRun { steps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_read_again() {
        let claim = OneRun { steps: 17 };
        assert_eq!(OneRun::read(claim.to_text().as_bytes()), Ok(claim));
        assert_eq!(OneRun::read(b"one run\r\nsteps 17\r\n\n"), Ok(claim));
        for text in ["", "one", "one run", "one run\nsteps", "one run\nsteps x", "one run\nsteps -1\n"] {
            assert!(OneRun::read(text.as_bytes()).is_err(), "{}", text);
        }
        for text in
            ["one run\nsteps \n", "one run\nsteps 99999999999999999999\n", "one run\nsteps 1\nsteps 2\n"]
        {
            assert!(OneRun::read(text.as_bytes()).is_err(), "{}", text);
        }
    }
}
