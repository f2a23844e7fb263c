//! A file with an invariant: the witness circuits of words.

use super::line::Lines;
use super::nodes::{NodeNumber, Nodes};
use super::write::unwritten_in;
use super::{Btor2File, NotWords, Place, Variable};
use crate::base::HashSet;
use crate::model::PropertyId;
use crate::solver::term::{Op, Sort, TermId, Terms};

/// A copy of the file with one bad state, which is that of the property or one in which one of these formulas is
/// false. If they are an inductive invariant that excludes the bad states, no step of the copy is bad, and that is seen
/// from one step to the next. The symbols say which lines of the file the inputs and states are, as the witness
/// circuits of the hardware competition do (FORMAT of Cerbtora, N. Froleyks, 2025):
///
/// ```text
/// ; WITNESS b0
/// 1 sort bitvec 1
/// 3 state 1 =3
/// ```
///
/// The lines `bad`, `justice`, `fair` and `output` of the file are left out. The formulas are about its states; they
/// are terms of `terms`, which began as those of the file's system. If there is no such property, nothing is bad but
/// for the formulas.
///
/// # Errors
///
/// If a part of a formula is neither a word nor an array of words, is no state of the file, or is an array with one
/// value everywhere: the format has that as a first value only.
pub fn write_witness(
    file: &Btor2File,
    property: PropertyId,
    terms: &Terms,
    formulas: &[TermId],
) -> Result<String, NotWords> {
    let is_constant = |&t: &TermId| terms.op(t) == Op::ConstArray;
    let constant = || terms.subterms(formulas).into_iter().find(is_constant);
    if let Some(t) = unwritten_in(terms, formulas).or_else(constant) {
        return Err(NotWords { name: terms.text(t), sort: terms.sort_text(terms.sort(t)) });
    }
    let mut nodes = Nodes::new(terms);
    nodes.out = format!("; WITNESS {}\n", property);
    let mut bads = Vec::new();
    let mut lines = Lines::new(&file.text);
    while let Some(line) = lines.next() {
        let words: Vec<String> =
            line.words().map(|word| String::from_utf8_lossy(word).into_owned()).collect();
        match words.get(1).map_or("", String::as_str) {
            "justice" | "fair" | "output" => continue,
            "bad" => {
                bads.extend(words.get(2).cloned());
                continue;
            }
            "state" | "input" => {
                nodes.out.push_str(&format!("{} ={}\n", words[..3.min(words.len())].join(" "), words[0]));
            }
            _ => nodes.out.push_str(&format!("{}\n", words.join(" "))),
        }
        nodes.last = words[0].parse().unwrap_or(nodes.last);
        let width = match &words[..] {
            [_, sort, kind, width] if sort == "sort" && kind == "bitvec" => width.parse().ok(),
            _ => None,
        };
        if let Some(width) = width {
            let sort = if width == 1 { Sort::Bool } else { Sort::BitVec(width) };
            nodes.sorts.insert(sort, nodes.last);
        }
    }
    let inside: HashSet<TermId> =
        terms.symbols_in(formulas).into_iter().map(|symbol| terms.symbol_term(symbol)).collect();
    for state in &file.states {
        define(&mut nodes, file, state, &inside);
    }
    if let Some(&t) = inside.iter().filter(|t| !nodes.nodes.contains_key(t)).min() {
        return Err(NotWords { name: terms.text(t), sort: terms.sort_text(terms.sort(t)) });
    }
    let mut good = nodes.node(Terms::TRUE);
    let sort = nodes.sort(Sort::Bool);
    for &formula in formulas {
        let holds = nodes.node(formula);
        good = nodes.line(format!("and {} {} {}", sort, good, holds));
    }
    if let Some(bad) = bads.get(property.index()) {
        let not_bad = nodes.line(format!("not {} {}", sort, bad));
        good = nodes.line(format!("and {} {} {}", sort, good, not_bad));
    }
    // A number without a minus, which the checkers for such files want.
    let bad = nodes.line(format!("not {} {}", sort, good));
    nodes.line(format!("bad {}", bad));
    Ok(nodes.out)
}

/// The nodes of a state, or of those cells of an array that is split which formulas are about.
fn define(nodes: &mut Nodes<'_>, file: &Btor2File, state: &Variable, inside: &HashSet<TermId>) {
    let number = state.number as NodeNumber;
    for (cell, place) in state.places.iter().enumerate() {
        let current = match *place {
            Place::State(index) => file.system.states()[index].current,
            Place::Input(_) => continue,
        };
        if !inside.contains(&current) {
            continue;
        }
        let node = match state.index_width {
            Some(width) if state.places.len() > 1 => {
                let sort = nodes.sort(Sort::BitVec(width));
                let index = nodes.line(format!("constd {} {}", sort, cell));
                let sort = nodes.sort_of(current);
                nodes.line(format!("read {} {} {}", sort, number, index))
            }
            Some(_) | None => number,
        };
        nodes.nodes.insert(current, node);
    }
}
