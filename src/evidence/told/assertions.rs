//! Invariants as assertions of SystemVerilog, in the names of the design.

use crate::base::HashSet;
use crate::evidence::any::Written;
use crate::evidence::view::verilog;
use crate::input::btor2::{Btor2File, Variable};
use crate::model::PropertyId;
use crate::solver::term::{Op, TermId, Terms};

/// Assertions for the module of a design, one for each part of an invariant. Parts about states without a name in the
/// design are left out.
pub(super) fn assertions(file: &Btor2File, property: PropertyId, terms: &Terms, parts: &[TermId]) -> Written {
    // The reader's own names of nameless lines are none of the design.
    let own = |line: &Variable| format!("state{}", line.number);
    let nameless = file.states.iter().filter(|line| line.symbol.is_empty());
    let own: HashSet<String> = nameless.map(own).collect();
    let name = |t: TermId| match terms.op(t) {
        Op::Symbol(symbol) => design_name(terms.name(symbol), &own),
        _ => None,
    };
    let (wires, texts) = verilog(terms, &name, &format!("indubit_{}", property), parts);
    let mut text =
        format!("// Invariant for property {}: each assertion holds in all reachable states.\n", property);
    if parts.is_empty() {
        text.push_str("// There is none but the constraints, which exclude the bad states.\n");
    }
    wires.iter().for_each(|wire| text.push_str(&format!("{}\n", wire)));
    texts.iter().flatten().for_each(|told| text.push_str(&format!("always @* assert ({});\n", told)));
    let left_out = texts.iter().filter(|text| text.is_none()).count();
    let remark =
        || format!("parts of the invariant that are about states without a name: {}, left out", left_out);
    Written { bytes: text.into_bytes(), remarks: (left_out > 0).then(remark).into_iter().collect() }
}

/// A name of the design as Verilog writes it: identifiers with points between them and indices behind them as they are,
/// others escaped. `None` of names that are not the design's.
fn design_name(name: &str, own: &HashSet<String>) -> Option<String> {
    let is_inner = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let is_plain = |part: &str| {
        let (word, index) =
            part.strip_suffix(']').and_then(|part| part.split_once('[')).unwrap_or((part, "0"));
        let begins = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        begins && word.chars().all(is_inner) && index.chars().all(|c| c.is_ascii_digit())
    };
    match name.split('.').all(is_plain) {
        _ if own.contains(name) || name.starts_with('$') || name.contains(char::is_whitespace) => None,
        true => Some(name.to_string()),
        false => Some(format!("\\{} ", name)),
    }
}
