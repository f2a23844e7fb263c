//! Answers about a script beyond a verdict, as problems: a model as definitions, a core alone, and more
//! ([`answers`]).

use super::question::{Form, Question};
use super::tree::{parse, Tree};
use super::{answers, Ask};
use std::collections::{BTreeMap, BTreeSet};

/// The model of a script's last check as definitions, or its core alone.
pub fn script(ask: &Ask<'_>) -> Result<Vec<Question>, String> {
    let (own, text) = (ask.own, ask.text);
    let folder = std::env::temp_dir().join(format!("indubit-follow-{}", std::process::id()));
    let answer = own.ask(format!("{}(get-model)\n", text).as_bytes(), "smt2", &folder);
    let mut problems = Vec::new();
    match answer.verdicts.last() {
        Some(&"sat") => {
            let printed = answer.output.rfind("\nsat\n").map_or(4, |at| at + 5);
            let model = answer.output.get(printed..).and_then(parse).unwrap_or_default();
            if let Some(defined) = model.first().and_then(|model| defined(text, model.list(), &[])) {
                let model: Vec<String> = model.iter().map(Tree::text).collect();
                let reason = format!("indubit has the model {}", model.join(" "));
                problems.push(Question::new(Form::Own, defined, "unsat", reason));
            }
        }
        Some(&"unsat") => {
            let (named, count) = named(text);
            let asked = format!("(set-option :produce-unsat-cores true)\n{}(get-unsat-core)\n", named);
            let core = own.ask(asked.as_bytes(), "smt2", &folder);
            let found = core.output.lines().rfind(|line| line.starts_with("(n") || *line == "()");
            if let Some(found) = found.filter(|_| core.verdicts.last() == Some(&"unsat")) {
                let words: Vec<&str> = found.trim_matches(['(', ')']).split_whitespace().collect();
                let left = only(text, |i| words.contains(&format!("n{}", i).as_str()));
                if words.len() < count {
                    let reason = format!("indubit has the core {}", found);
                    problems.push(Question::new(Form::Own, left, "sat", reason));
                }
            }
        }
        _ => {}
    }
    problems.extend(match ask.seed % 3 {
        0 => answers::interpolants(ask, &folder)?,
        1 => answers::projections(ask, &folder),
        _ => answers::proof(ask, &folder)?,
    });
    let _ = std::fs::remove_dir_all(folder);
    Ok(problems)
}

/// The script with the definitions of a model in the place of declarations, but of these names, which stay free. The
/// elements of declared sorts, which a model declares, differ. `None` if a line declares what the model does not
/// define.
pub fn defined(text: &str, model: &[Tree<'_>], free: &[&str]) -> Option<String> {
    let mut elements: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut names = BTreeSet::new();
    let mut definitions = String::new();
    for command in model {
        let parts = command.list();
        let name = parts.get(1)?.word();
        if free.contains(&name) {
            continue;
        }
        match parts.first()?.word() {
            "declare-fun" => elements.entry(parts.get(3)?.text()).or_default().push(name),
            "define-fun" => drop(names.insert(name)),
            _ => return None,
        }
        definitions.push_str(&format!("{}\n", command.text()));
    }
    for same in elements.values().filter(|same| same.len() > 1) {
        definitions.push_str(&format!("(assert (distinct {}))\n", same.join(" ")));
    }
    let mut out = String::new();
    for line in text.lines() {
        match line.strip_prefix("(declare-fun ").and_then(|rest| rest.split(' ').next()) {
            Some(name) if free.contains(&name) => out.push_str(&format!("{}\n", line)),
            Some(name) if !names.contains(name) => return None,
            Some(_) => out.push_str(&std::mem::take(&mut definitions)),
            None => out.push_str(&format!("{}\n", line)),
        }
    }
    definitions.is_empty().then_some(out)
}

/// The script with names of all its assertions, and their number.
fn named(text: &str) -> (String, usize) {
    let mut out = String::new();
    let mut count = 0;
    for line in text.lines() {
        match line.strip_prefix("(assert ").and_then(|rest| rest.strip_suffix(')')) {
            Some(formula) => {
                out.push_str(&format!("(assert (! {} :named n{}))\n", formula, count));
                count += 1;
            }
            None => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    (out, count)
}

/// The script with some of its assertions, by number.
fn only(text: &str, keep: impl Fn(usize) -> bool) -> String {
    let mut count = 0;
    let mut out = String::new();
    for line in text.lines() {
        let is_kept = !line.starts_with("(assert ") || {
            count += 1;
            keep(count - 1)
        };
        if is_kept {
            out.push_str(line);
            out.push('\n');
        }
    }
    out
}
