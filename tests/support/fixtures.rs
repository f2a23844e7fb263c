//! The small circuits under `tests/circuits`, with their expectations.

use crate::paths::in_package;
use indubit::input::aiger::read;
use indubit::model::circuit::Circuit;
use indubit::model::CircuitFile;

/// A circuit under `tests/circuits`.
pub struct Fixture {
    /// The file's name without suffix.
    pub name: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// For each bad the depth of the shortest counterexample, or `None` if it is safe.
    pub expected: Vec<Option<usize>>,
}

impl Fixture {
    /// The file as it is read.
    pub fn model(&self) -> CircuitFile {
        read(&self.bytes).unwrap_or_else(|error| panic!("{}: {}", self.name, error))
    }

    /// The circuit in the file.
    pub fn circuit(&self) -> Circuit {
        self.model().circuit
    }
}

/// All fixtures, by name. Each has a comment with its meaning and its verdicts, one line
/// `expected: b0 safe` or `expected: b0 unsafe DEPTH` a bad.
pub fn fixtures() -> Vec<Fixture> {
    let mut list = Vec::new();
    for entry in std::fs::read_dir(in_package("tests/circuits")).expect("the folder of circuits") {
        let path = entry.expect("an entry").path();
        if path.extension().map_or(true, |suffix| suffix != "aag") {
            continue;
        }
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("a readable file");
        let expected = expectations(&name, &String::from_utf8_lossy(&bytes));
        list.push(Fixture { name, bytes, expected });
    }
    list.sort_by(|a, b| a.name.cmp(&b.name));
    assert!(list.len() > 15, "the fixtures are there");
    list
}

/// The fixture with this name.
pub fn fixture(name: &str) -> Fixture {
    fixtures().into_iter().find(|fixture| fixture.name == name).expect("a fixture")
}

fn expectations(name: &str, text: &str) -> Vec<Option<usize>> {
    let mut expected = Vec::new();
    for line in text.lines().filter_map(|line| line.strip_prefix("expected: ")) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[0], format!("b{}", expected.len()), "{}: {}", name, line);
        expected.push(match words[1..] {
            ["safe"] => None,
            ["unsafe", depth] => Some(depth.parse().expect("a depth")),
            _ => panic!("{}: cannot read `{}`", name, line),
        });
    }
    expected
}
