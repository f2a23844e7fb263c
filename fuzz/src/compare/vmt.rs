//! Transition systems in VMT-LIB.

use super::transition::{State, Transition};
use crate::models::systems;
use crate::source::Source;
use indubit::base::Rng;
use indubit::input::vmt;
use indubit::solver::term::Sort;

/// A system over Booleans, words or numbers.
pub fn make(rng: &mut Rng, size: usize) -> String {
    const SORTS: [&[Sort]; 4] = [
        &[Sort::Int, Sort::Int, Sort::Bool],
        &[Sort::Real, Sort::Real, Sort::Bool],
        &[Sort::BitVec(4), Sort::BitVec(8), Sort::BitVec(3), Sort::Bool],
        &[Sort::Int, Sort::Real, Sort::Bool, Sort::BitVec(2)],
    ];
    let bytes = super::bytes(rng, 20 * size + 40);
    let sorts = SORTS[rng.below(SORTS.len())];
    vmt::write(&systems::system(&mut Source::new(&bytes), sorts))
}

/// A word, or a list.
enum Tree<'a> {
    Word(&'a str),
    List(Vec<Tree<'a>>),
}

impl Tree<'_> {
    fn word(&self) -> &str {
        match self {
            Tree::Word(word) => word,
            Tree::List(_) => "",
        }
    }

    fn list(&self) -> &[Tree<'_>] {
        match self {
            Tree::Word(_) => &[],
            Tree::List(list) => list,
        }
    }

    fn text(&self) -> String {
        match self {
            Tree::Word(word) => word.to_string(),
            Tree::List(list) => {
                let texts: Vec<String> = list.iter().map(Tree::text).collect();
                format!("({})", texts.join(" "))
            }
        }
    }
}

/// The commands of a text; `None` if its parentheses do not match.
fn parse(text: &str) -> Option<Vec<Tree<'_>>> {
    let mut open = vec![Vec::new()];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '|' | '"' => rest[1..].find(c)? + 2,
            '(' | ')' => 1,
            c if c.is_whitespace() => c.len_utf8(),
            _ => rest.find(|c: char| c.is_whitespace() || "();|\"".contains(c)).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        match c {
            '(' => open.push(Vec::new()),
            ')' => {
                let list = open.pop()?;
                open.last_mut()?.push(Tree::List(list));
            }
            ';' => {}
            c if c.is_whitespace() => {}
            // `|x|` is `x`.
            '|' if is_plain(&token[1..length - 1]) => {
                open.last_mut()?.push(Tree::Word(&token[1..length - 1]))
            }
            _ => open.last_mut()?.push(Tree::Word(token)),
        }
    }
    open.pop().filter(|_| open.is_empty())
}

/// Whether a symbol needs no bars.
fn is_plain(symbol: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    !symbol.is_empty() && !symbol.starts_with(|c: char| c.is_ascii_digit()) && symbol.chars().all(is_part)
}

/// The system of a file of declarations and definitions without parameters; the error is that any property fails.
pub fn transition(text: &str) -> Option<Transition> {
    let commands = parse(text)?;
    let (mut declared, mut definitions) = (Vec::new(), Vec::new());
    let mut nexts: Vec<(String, String)> = Vec::new();
    let (mut init, mut trans, mut properties) = (Vec::new(), Vec::new(), Vec::new());
    for command in &commands {
        let parts = command.list();
        match parts.first().map_or("", Tree::word) {
            "declare-fun" => declared.push((parts.get(1)?.text(), parts.get(3)?.text())),
            "declare-const" => declared.push((parts.get(1)?.text(), parts.get(2)?.text())),
            "define-fun" => {
                let name = parts.get(1)?.text();
                let body = parts.get(4)?;
                let marked = body.list();
                let is_marked = marked.first().map_or("", Tree::word) == "!";
                definitions.push((name.clone(), if is_marked { marked.get(1)? } else { body }.text()));
                for mark in if is_marked { marked.get(2..)? } else { &[] }.chunks(2) {
                    match mark[0].word() {
                        ":next" => nexts.push((marked[1].text(), mark.get(1)?.text())),
                        ":init" => init.push(name.clone()),
                        ":trans" => trans.push(name.clone()),
                        ":invar-property" => properties.push(name.clone()),
                        ":live-property" => return None,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    let sort_of = |name: &str| declared.iter().find(|(n, _)| n == name).map(|(_, sort)| sort.clone());
    let mut states = Vec::new();
    for (name, next) in &nexts {
        states.push(State { name: name.clone(), next: next.clone(), sort: sort_of(name)? });
    }
    let is_input = |name: &str| !nexts.iter().any(|(a, b)| a == name || b == name);
    let inputs = declared.iter().filter(|(name, _)| is_input(name)).cloned().collect();
    let with_definitions = |formula: String| {
        let formula = definitions.iter().rev().fold(formula, |inner, (name, body)| {
            // What does not occur is left out.
            if inner.contains(name.as_str()) {
                format!("(let (({} {})) {})", name, body, inner)
            } else {
                inner
            }
        });
        formula
    };
    let all = |names: &[String]| with_definitions(format!("(and true {})", names.join(" ")));
    let bad = with_definitions(format!("(not (and true {}))", properties.join(" ")));
    Some(Transition { states, inputs, init: all(&init), trans: all(&trans), bad })
}
