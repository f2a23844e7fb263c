//! BTOR2: properties, constraints, nodes, widths.
//!
//! Edits also write `5 = 3`: every line that reads node 5 is to read node 3. [`tidy`](Shape::tidy) carries that out,
//! leaves out what nothing depends on, comments and symbols, and numbers the nodes anew.

use super::lines::lines;
use super::search::deletions;
use super::{Edit, Shape};
use crate::base::{HashMap, HashSet};
use crate::input::ParseError;

/// A text of lines with numbers.
pub(super) struct Nodes;

impl Shape for Nodes {
    fn text(&self, bytes: &[u8]) -> Result<Vec<u8>, ParseError> {
        Ok(bytes.to_vec())
    }

    fn passes(&self) -> usize {
        6
    }

    fn edits(&self, text: &[u8], pass: usize) -> Vec<Edit> {
        let shown = String::from_utf8_lossy(text).into_owned();
        let parsed: Vec<Line<'_>> = shown.lines().filter_map(Line::new).collect();
        let sorts: HashMap<i64, &str> =
            parsed.iter().filter_map(|line| Some((line.own, *line.words.get(2)?))).collect();
        let mut edits = Vec::new();
        for range in lines(text) {
            let line = String::from_utf8_lossy(&text[range.clone()]).into_owned();
            let line = match Line::new(line.trim_end()) {
                Some(line) => line,
                None => continue,
            };
            let (op, sort) = (line.words[1], line.words.get(2).copied().unwrap_or(""));
            let mut by = |line: String| edits.push(Edit::replace(range.clone(), line + "\n"));
            let is_node = line.is_node();
            match pass {
                0 if line.is_root() || matches!(op, "init" | "next") => edits.extend(deletions([range])),
                1 if is_node && op != "zero" => by(format!("{} zero {}", line.own, sort)),
                2 if is_node && !matches!(op, "zero" | "one" | "ones" | "input") => {
                    by(format!("{} one {}", line.own, sort));
                    by(format!("{} input {}", line.own, sort));
                }
                3 if is_node => {
                    for node in line.nodes().filter(|node| sorts.get(&node.abs()) == Some(&sort)) {
                        by(format!("{} = {}", line.own, node));
                    }
                }
                3 if matches!(op, "bad" | "constraint") => {
                    // The operands of a node take its place in a property.
                    let known = sort.parse::<i64>().unwrap_or(0);
                    let inner = parsed.iter().find(|inner| inner.own == known.abs() && inner.is_node());
                    for node in inner.into_iter().flat_map(Line::nodes) {
                        by(format!("{} {} {}", line.own, op, node));
                    }
                }
                4 if is_node => {
                    let is_alike = |other: &&Line<'_>| {
                        other.own < line.own
                            && other.words.get(2) == Some(&sort)
                            && matches!(other.words[1], "input" | "state" | "zero" | "one")
                    };
                    if let Some(other) = parsed.iter().rfind(is_alike) {
                        by(format!("{} = {}", line.own, other.own));
                    }
                }
                5 if op == "sort" && sort == "bitvec" => {
                    let width: u64 = line.words.get(3).and_then(|word| word.parse().ok()).unwrap_or(1);
                    for smaller in [1, width / 2, width - 1].iter().filter(|&&w| 0 < w && w < width) {
                        by(format!("{} sort bitvec {}", line.own, smaller));
                    }
                }
                _ => {}
            }
        }
        edits
    }

    fn tidy(&self, text: Vec<u8>) -> Option<Vec<u8>> {
        let text = String::from_utf8(text).ok()?;
        let parsed: Vec<Line<'_>> = text.lines().filter_map(Line::new).collect();
        let mut aliases: HashMap<i64, i64> = HashMap::default();
        for line in parsed.iter().filter(|line| line.words[1] == "=") {
            aliases.insert(line.own, line.words.get(2)?.parse().ok()?);
        }
        let resolve = |mut node: i64| {
            // Aliases point to lines before them, so this ends.
            while let Some(&other) = aliases.get(&node.abs()) {
                if other.abs() >= node.abs() {
                    return None;
                }
                node = if node < 0 { -other } else { other };
            }
            Some(node)
        };
        let by_number: HashMap<i64, &Line<'_>> =
            parsed.iter().filter(|line| line.words[1] != "=").map(|line| (line.own, line)).collect();
        let needed = needed(&parsed, &by_number, &resolve)?;
        let mut numbers: HashMap<i64, i64> = HashMap::default();
        let mut out = String::new();
        for line in parsed.iter().filter(|line| needed.contains(&line.own)) {
            let own = numbers.len() as i64 + 1;
            numbers.insert(line.own, own);
            let mut words = vec![own.to_string(), line.words[1].to_string()];
            for (at, word) in line.words.iter().enumerate().take(line.length()).skip(2) {
                words.push(if line.is_reference(at) {
                    let node = resolve(word.parse().ok()?)?;
                    let number = numbers.get(&node.abs())?;
                    if node < 0 { -number } else { *number }.to_string()
                } else {
                    word.to_string()
                });
            }
            out.push_str(&words.join(" "));
            out.push('\n');
        }
        Some(out.into_bytes())
    }

    fn weight(&self, text: &[u8]) -> usize {
        let shown = String::from_utf8_lossy(text);
        let of_line = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.get(1).copied() {
                Some("zero") => 3,
                Some("one" | "ones") => 4,
                Some("input") => 5,
                Some("state") => 6,
                Some("sort") => {
                    3 + words.get(3).and_then(|width| width.parse::<usize>().ok()).unwrap_or(0) / 8
                }
                Some(_) => 5 + words.len(),
                None => 0,
            }
        };
        shown.lines().map(of_line).sum()
    }
}

/// The lines that properties and constraints depend on.
fn needed(
    parsed: &[Line<'_>],
    by_number: &HashMap<i64, &Line<'_>>,
    resolve: &dyn Fn(i64) -> Option<i64>,
) -> Option<HashSet<i64>> {
    let mut found: HashSet<i64> = HashSet::default();
    let mut open: Vec<&Line<'_>> = parsed.iter().filter(|line| line.is_root()).collect();
    // By state: its init and next lines.
    let mut of_state: HashMap<i64, Vec<&Line<'_>>> = HashMap::default();
    for line in parsed.iter().filter(|line| matches!(line.words[1], "init" | "next")) {
        let state = resolve(line.words.get(3)?.parse().ok()?)?;
        // Of something that is no state any more they go.
        if by_number.get(&state).map_or(false, |line| line.words[1] == "state") {
            of_state.entry(state).or_default().push(line);
        }
    }
    while let Some(line) = open.pop() {
        if !found.insert(line.own) {
            continue;
        }
        open.extend(of_state.get(&line.own).into_iter().flatten());
        for at in (2..line.length()).filter(|&at| line.is_reference(at)) {
            let node = resolve(line.words[at].parse().ok()?)?;
            open.push(by_number.get(&node.abs())?);
        }
    }
    Some(found)
}

/// A line with a number.
struct Line<'a> {
    own: i64,
    words: Vec<&'a str>,
}

impl<'a> Line<'a> {
    fn new(line: &'a str) -> Option<Line<'a>> {
        let line = line.split(';').next().unwrap_or("");
        let words: Vec<&str> = line.split_whitespace().collect();
        let own = words.first()?.parse().ok().filter(|&own| own > 0)?;
        (words.len() > 1).then_some(Line { own, words })
    }

    fn is_root(&self) -> bool {
        matches!(self.words[1], "bad" | "constraint" | "fair" | "justice" | "output")
    }

    /// Whether it is a value of a sort.
    fn is_node(&self) -> bool {
        !self.is_root() && !matches!(self.words[1], "sort" | "init" | "next" | "=") && self.words.len() > 2
    }

    /// The nodes that it reads.
    fn nodes(&self) -> impl Iterator<Item = i64> + '_ {
        let references = (3..self.length()).filter(|&at| self.is_reference(at));
        references.filter_map(|at| self.words[at].parse().ok())
    }

    /// The number of words without the symbol.
    fn length(&self) -> usize {
        let length = match self.words[1] {
            "sort" if self.words.get(2) == Some(&"array") => 5,
            "sort" => 4,
            "input" | "state" | "zero" | "one" | "ones" | "bad" | "constraint" | "fair" | "output" => 3,
            "const" | "constd" | "consth" | "not" | "inc" | "dec" | "neg" | "redand" | "redor" | "redxor" => {
                4
            }
            "justice" => 3 + self.words.get(2).and_then(|count| count.parse().ok()).unwrap_or(0),
            "slice" | "ite" | "write" => 6,
            _ => 5,
        };
        length.min(self.words.len())
    }

    /// Whether the word at a place is the number of another line.
    fn is_reference(&self, at: usize) -> bool {
        match (self.words[1], at) {
            ("sort", at) => self.words.get(2) == Some(&"array") && at > 2,
            ("const" | "constd" | "consth", at) => at == 2,
            ("uext" | "sext", at) => at < 4,
            ("slice", at) => at < 4,
            ("justice", at) => at > 2,
            _ => true,
        }
    }
}
