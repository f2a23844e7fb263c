//! Refutations as drawings.

use super::check::predicate_names;
use super::text::fact_text;
use crate::evidence::{CheckError, Condition};
use crate::model::horn::{Horn, Refutation};
use std::fmt::Write;

/// A refutation in the language of Graphviz: a node for each fact and one for false, an arrow from each premise.
///
/// # Errors
///
/// If it is no refutation of the clauses.
pub fn write_dot(horn: &Horn, refutation: &Refutation) -> Result<String, CheckError> {
    let facts = refutation.facts(horn).map_err(|broken| CheckError::from(Condition::Derivation(broken)))?;
    let names = predicate_names(horn);
    let mut out = String::from("digraph refutation {\n  node [shape=box];\n");
    for (number, step) in refutation.steps.iter().enumerate() {
        let fact = facts.get(number).map_or("false".to_string(), |fact| fact_text(horn, &names, fact));
        let label = format!("{}\nclause {}", fact, step.clause.index());
        let label = label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  n{} [label=\"{}\"];", number, label);
        for premise in &step.premises {
            let _ = writeln!(out, "  n{} -> n{};", premise, number);
        }
    }
    out.push_str("}\n");
    Ok(out)
}
