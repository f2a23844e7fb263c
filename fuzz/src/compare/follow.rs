//! Answers about a script beyond a verdict, as problems: a model as assertions, a core alone, and more
//! ([`answers`]).

use super::question::{Form, Question};
use super::{answers, Ask};

/// The model of a script's last check as further assertions, or its core alone.
pub fn script(ask: &Ask<'_>) -> Result<Vec<Question>, String> {
    let (own, text) = (ask.own, ask.text);
    let folder = std::env::temp_dir().join(format!("indubit-follow-{}", std::process::id()));
    let names: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("(declare-fun ")).collect();
    let names: Vec<&str> = names.iter().filter_map(|rest| rest.split(' ').next()).collect();
    let values = format!("{}(get-value ({}))\n", text, names.join(" "));
    let answer = own.ask(values.as_bytes(), "smt2", &folder);
    let mut problems = Vec::new();
    match answer.verdicts.last() {
        Some(&"sat") => {
            let mut asserted = String::new();
            // `((x 1) (y (- 2)))`: pairs, each of which is an equation.
            let found = answer.output.lines().rfind(|line| line.starts_with("((")).unwrap_or("");
            for pair in pairs(found) {
                asserted.push_str(&format!("(assert (= {}))\n", pair));
            }
            if !asserted.is_empty() {
                let reason = format!("indubit has the model {}", found);
                problems.push(Question::new(Form::Own, insert(text, &asserted), "unsat", reason));
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

/// The members of a list of lists, without their parentheses.
fn pairs(list: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '(' => {
                depth += 1;
                if depth == 2 {
                    start = at + 1;
                }
            }
            ')' => {
                if depth == 2 {
                    found.push(&list[start..at]);
                }
                depth -= 1;
            }
            _ => {}
        }
    }
    found
}

/// The script with these assertions before its last check.
fn insert(text: &str, assertions: &str) -> String {
    match text.rfind("(check-sat)") {
        Some(at) => format!("{}{}{}", &text[..at], assertions, &text[at..]),
        None => text.to_string(),
    }
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
