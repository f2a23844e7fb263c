//! Formulas in DIMACS form: clauses, literals, variables.

use super::lines::{lines, words};
use super::search::deletions;
use super::{Edit, Shape};
use crate::base::{HashMap, HashSet};
use crate::input::ParseError;
use std::fmt::Write;
use std::ops::Range;

/// A text with one clause a line, without the zeros.
pub(super) struct Clauses;

impl Shape for Clauses {
    fn text(&self, bytes: &[u8]) -> Result<Vec<u8>, ParseError> {
        let cnf = crate::input::dimacs::read(bytes)?;
        let clause = |clause: &[crate::base::Lit]| {
            let literals: Vec<String> = clause.iter().map(|lit| lit.to_dimacs().to_string()).collect();
            literals.join(" ") + "\n"
        };
        Ok(cnf.clauses().map(clause).collect::<String>().into_bytes())
    }

    fn passes(&self) -> usize {
        4
    }

    fn edits(&self, text: &[u8], pass: usize) -> Vec<Edit> {
        match pass {
            0 => deletions(lines(text)),
            1 => deletions(words(text)),
            // A variable is false, or true.
            2 => variables(text)
                .into_iter()
                .flat_map(|(_, places)| [value(&places, false), value(&places, true)])
                .collect(),
            _ => merges(text),
        }
    }

    /// Variables are counted in the order in which they occur; a clause has each literal once.
    fn tidy(&self, text: Vec<u8>) -> Option<Vec<u8>> {
        let text = String::from_utf8(text).ok()?;
        let mut numbers: HashMap<i64, i64> = HashMap::default();
        let mut out = String::new();
        for line in text.lines() {
            let mut clause: Vec<i64> = Vec::new();
            for word in line.split_whitespace() {
                let literal: i64 = word.parse().ok().filter(|&literal| literal != 0)?;
                let next = numbers.len() as i64 + 1;
                let number = *numbers.entry(literal.abs()).or_insert(next);
                let literal = if literal < 0 { -number } else { number };
                if !clause.contains(&literal) {
                    clause.push(literal);
                }
            }
            let words: Vec<String> = clause.iter().map(|literal| literal.to_string()).collect();
            out.push_str(&words.join(" "));
            out.push('\n');
        }
        Some(out.into_bytes())
    }

    fn weight(&self, text: &[u8]) -> usize {
        let count = variables(text).len();
        lines(text).len() + words(text).len() + count
    }

    fn bytes(&self, text: &[u8]) -> Vec<u8> {
        let clauses = lines(text);
        let mut out = format!("p cnf {} {}\n", variables(text).len(), clauses.len());
        for range in clauses {
            let line = String::from_utf8_lossy(&text[range]);
            let line = line.trim_end();
            // Writing to a string cannot fail.
            let _ = if line.is_empty() { writeln!(out, "0") } else { writeln!(out, "{} 0", line) };
        }
        out.into_bytes()
    }
}

/// A place of a variable: its line and its word, and whether it is negated there.
type Place = (Range<usize>, Range<usize>, bool);

/// The variables by number, with their places.
fn variables(text: &[u8]) -> Vec<(i64, Vec<Place>)> {
    let mut found: HashMap<i64, Vec<Place>> = HashMap::default();
    for line in lines(text) {
        for word in words(&text[line.clone()]) {
            let word = line.start + word.start..line.start + word.end;
            let number =
                std::str::from_utf8(&text[word.clone()]).ok().and_then(|word| word.trim().parse().ok());
            if let Some(literal) = number {
                let literal: i64 = literal;
                found.entry(literal.abs()).or_default().push((line.clone(), word, literal < 0));
            }
        }
    }
    let mut list: Vec<(i64, Vec<Place>)> = found.into_iter().collect();
    list.sort_unstable_by_key(|&(variable, _)| variable);
    list
}

/// The variable has this value: clauses that are true go, and so do literals that are false.
fn value(places: &[Place], is_true: bool) -> Edit {
    let mut edit = Edit::default();
    let mut gone: HashSet<usize> = HashSet::default();
    for (line, _, is_negated) in places {
        if *is_negated != is_true && gone.insert(line.start) {
            edit.0.push((line.clone(), Vec::new()));
        }
    }
    let left = places.iter().filter(|(line, ..)| !gone.contains(&line.start));
    edit.0.extend(left.map(|(_, word, _)| (word.clone(), Vec::new())));
    edit
}

/// A variable becomes the one before it.
fn merges(text: &[u8]) -> Vec<Edit> {
    let list = variables(text);
    let merge = |pair: &[(i64, Vec<Place>)]| {
        let part = |(_, word, is_negated): &Place| {
            let sign = if *is_negated { "-" } else { "" };
            (word.clone(), format!(" {}{}", sign, pair[0].0).into_bytes())
        };
        Edit(pair[1].1.iter().map(part).collect())
    };
    list.windows(2).map(merge).collect()
}
