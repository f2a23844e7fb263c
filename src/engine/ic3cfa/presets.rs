//! The configurations of Table 5.1 of Lange 2018, by their letters.
//!
//! | letter | generalisation     | edges       | order    | reuse | beside                             |
//! |--------|--------------------|-------------|----------|-------|------------------------------------|
//! | A      | none               |             | smallest |       |                                    |
//! | B      | linear             | multi       | smallest |       |                                    |
//! | C      | linear             | single      | smallest |       |                                    |
//! | D      | linear             | incremental | smallest |       |                                    |
//! | E      | linear             | incremental | largest  |       |                                    |
//! | F      | linear             | incremental | random   |       |                                    |
//! | G      | linear             | incremental | smallest | yes   |                                    |
//! | H      | linear, don't-care | incremental | smallest | yes   |                                    |
//! | I      | linear, don't-care | incremental | smallest | yes   | preconditions                      |
//! | J      | linear, don't-care | incremental | smallest | yes   | predecessor cubes                  |
//! | K      | linear, don't-care | incremental | smallest | yes   | upper bounds                       |
//! | L      | linear, don't-care | incremental | smallest | yes   | upper and lower bounds             |
//! | M      | linear, don't-care | incremental | smallest | yes   | both, and the extended search      |
//! | N      | linear, don't-care | incremental | smallest | yes   | interpolation                      |
//! | O      | linear, don't-care | incremental | smallest | yes   | I, J and L                         |
//! | P      | linear, don't-care | incremental | smallest | yes   | I, J, L and N                      |
//! | Q      | linear, don't-care | incremental | smallest | yes   | I, J, L and semantic blocking      |
//!
//! The table leaves the edges of H to Q blank; the text says that they are incremental. None of the configurations
//! pushes lemmas, and obligations come back in the next iteration only.

use super::options::{Dropping, EdgeApproach, Ic3CfaOptions, Interpolation};
use super::split::WordSplit;
use crate::engine::ic3::ObligationOrder;

impl Ic3CfaOptions {
    /// The letters that [`Ic3CfaOptions::preset`] knows.
    pub const PRESETS: [&'static str; 17] =
        ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q"];

    /// The configuration of this letter; `None` if there is none.
    pub fn preset(letter: &str) -> Option<Ic3CfaOptions> {
        let row = Ic3CfaOptions::PRESETS.iter().position(|&known| known == letter)?;
        let is = |letters: &str| letters.contains(letter);
        let from = |first: &str| Ic3CfaOptions::PRESETS.iter().position(|&known| known == first) <= Some(row);
        Some(Ic3CfaOptions {
            dropping: if is("A") { Dropping::Off } else { Dropping::Linear },
            edges: match letter {
                "A" | "B" => EdgeApproach::Multi,
                "C" => EdgeApproach::Single,
                _ => EdgeApproach::Incremental,
            },
            order: match letter {
                "E" => ObligationOrder::Largest,
                "F" => ObligationOrder::Random,
                _ => ObligationOrder::Smallest,
            },
            reuse: from("G"),
            dont_care: from("H"),
            preconditions: is("IOPQ"),
            predecessor_cubes: is("JOPQ"),
            upper_bounds: is("KLMOPQ"),
            lower_bounds: is("LMOPQ"),
            extended_search: is("M"),
            interpolation: if is("NP") { Interpolation::Loops } else { Interpolation::Off },
            semantic: is("Q"),
            requeue: false,
            split: WordSplit::Off,
            pushing: false,
            eager: false,
            obligation_limit: 0,
            ..Ic3CfaOptions::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The letters are different configurations, and each letter stands for one.
    #[test]
    fn each_letter_is_a_configuration_of_its_own() {
        let all: Vec<Ic3CfaOptions> =
            Ic3CfaOptions::PRESETS.iter().filter_map(|letter| Ic3CfaOptions::preset(letter)).collect();
        assert_eq!(all.len(), 17);
        for (i, one) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|other| other != one), "{:?}", one);
        }
        assert_eq!(Ic3CfaOptions::preset("R"), None);
        assert_eq!(Ic3CfaOptions::preset("AB"), None);
    }
}
