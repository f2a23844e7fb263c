//! Literals as observers are told them: each is an SMT-LIB text, and so a set of assignments to a few constants.

use crate::random_term::value;
use indubit::base::{Budget, Lit};
use indubit::engine::{PlaceId, Words};
use indubit::input::cfa;
use indubit::model::gcl::Command;
use indubit::solver::term::{Model, Sort, Value};
use std::collections::HashMap;
use std::fmt;

/// A set of assignments: bit `i` says whether the `i`-th one is in it. The value of the last constant changes fastest.
pub type Set = u64;

struct Shown<'a>(&'a dyn Words, Option<PlaceId>, Lit);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.literal(self.2, self.1, f)
    }
}

/// The number of values of a sort.
fn count(sort: Sort) -> usize {
    match sort {
        Sort::Bool => 2,
        Sort::BitVec(width) => 1 << width,
        other => unreachable!("{} has too many values", other),
    }
}

/// Texts about constants that have few values.
pub struct Told {
    constants: Vec<(String, Sort)>,
    known: HashMap<String, Set>,
}

impl Told {
    pub fn new<'a>(constants: impl IntoIterator<Item = (&'a str, Sort)>) -> Told {
        let constants: Vec<(String, Sort)> =
            constants.into_iter().map(|(name, sort)| (name.to_string(), sort)).collect();
        Told { constants, known: HashMap::new() }
    }

    /// The number of assignments.
    pub fn count(&self) -> usize {
        self.constants.iter().map(|&(_, sort)| count(sort)).product()
    }

    /// All assignments, of which there are 64 at most.
    pub fn all(&self) -> Set {
        assert!(self.count() <= 64);
        !0 >> (64 - self.count())
    }

    /// The values of an assignment.
    pub fn values(&self, mut number: usize) -> Vec<Value> {
        let mut values = Vec::new();
        for &(_, sort) in self.constants.iter().rev() {
            values.push(value(sort, (number % count(sort)) as u64));
            number /= count(sort);
        }
        values.reverse();
        values
    }

    /// The assignments of a cube.
    pub fn set(&mut self, words: &dyn Words, place: Option<PlaceId>, cube: &[Lit]) -> Set {
        let texts = cube.iter().map(|&lit| Shown(words, place, lit).to_string());
        texts.fold(self.all(), |set, text| set & self.set_of(text))
    }

    fn set_of(&mut self, text: String) -> Set {
        if let Some(&known) = self.known.get(&text) {
            return known;
        }
        let mut program = String::from("(location start :initial) (location wrong :error)\n");
        for (name, sort) in &self.constants {
            let sort = match sort {
                Sort::BitVec(width) => format!("(_ BitVec {})", width),
                sort => sort.to_string(),
            };
            program.push_str(&format!("(declare-const |{}| {})\n", name, sort));
        }
        program.push_str(&format!("(edge start wrong (assume {}))", text));
        let read = cfa::read(program.as_bytes(), &Budget::unlimited());
        let read = read.unwrap_or_else(|error| panic!("{}: {}", error, text));
        let command = read.edges()[0].command;
        let formula =
            read.commands().parts(command).into_iter().find_map(|part| match read.commands().get(part) {
                Command::Assume(formula) => Some(*formula),
                Command::Assign(_) | Command::Havoc(_) | Command::Sequence(_) | Command::Choice(_) => None,
            });
        let formula = formula.expect("an assumption");
        let holds = |&number: &usize| {
            let mut model = Model::new();
            model.set_all(read.terms(), read.variables().iter().copied(), &self.values(number));
            model.evaluate(read.terms(), formula).is_true()
        };
        let set = (0..self.count()).filter(holds).fold(0, |set, number| set | 1 << number);
        self.known.insert(text, set);
        set
    }
}
