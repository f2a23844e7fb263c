//! Interpolants, projections and proofs as questions.

use super::follow::defined;
use super::question::{Form, Question};
use super::tree::{parse, Tree};
use super::Ask;
use std::collections::BTreeSet;
use std::path::Path;

/// The assertions that are in force at the last question of a script.
struct Frame {
    logic: String,
    declarations: String,
    /// Names and sorts of the constants.
    constants: Vec<(String, String)>,
    formulas: Vec<String>,
}

impl Frame {
    fn of(text: &str) -> Option<Frame> {
        let (mut logic, mut declarations, mut constants) = ("ALL".to_string(), String::new(), Vec::new());
        let mut scopes: Vec<Vec<String>> = vec![Vec::new()];
        for command in parse(text)? {
            let parts = command.list();
            match parts.first().map_or("", Tree::word) {
                "set-logic" => logic = parts.get(1)?.text(),
                "declare-fun" | "declare-sort" | "declare-datatypes" => {
                    declarations.push_str(&command.text());
                    declarations.push('\n');
                    if parts[0].word() == "declare-fun" && parts.get(2)?.list().is_empty() {
                        constants.push((parts.get(1)?.text(), parts.get(3)?.text()));
                    }
                }
                "assert" => scopes.last_mut()?.push(parts.get(1)?.text()),
                "push" => scopes.push(Vec::new()),
                "pop" => drop(scopes.pop()),
                _ => {}
            }
        }
        Some(Frame { logic, declarations, constants, formulas: scopes.concat() })
    }

    /// A script that asks whether these formulas hold together.
    fn ask(&self, logic: &str, formulas: &[String]) -> String {
        let asserted: Vec<String> =
            formulas.iter().map(|formula| format!("(assert {})\n", formula)).collect();
        format!("(set-logic {})\n{}{}(check-sat)\n", logic, self.declarations, asserted.concat())
    }
}

fn not(formula: &str) -> String {
    format!("(not {})", formula)
}

/// The names that are declared and occur in texts.
fn declared_in(frame: &Frame, texts: &[String]) -> BTreeSet<String> {
    let declared: BTreeSet<String> = parse(&frame.declarations)
        .unwrap_or_default()
        .iter()
        .filter_map(|command| {
            let parts = command.list();
            (parts.first()?.word() == "declare-fun").then(|| parts.get(1).map(Tree::text))?
        })
        .collect();
    let mut found = BTreeSet::new();
    for text in texts {
        let trees = parse(text).unwrap_or_default();
        let mut open: Vec<&Tree<'_>> = trees.iter().collect();
        while let Some(tree) = open.pop() {
            open.extend(tree.list());
            found.insert(tree.word().to_string());
        }
    }
    found.intersection(&declared).cloned().collect()
}

/// Each interpolant of a sequence follows from the one before it and the assertion between them, and is about what both
/// sides have in common.
pub fn interpolants(ask: &Ask<'_>, folder: &Path) -> Result<Vec<Question>, String> {
    let frame = match Frame::of(ask.text) {
        Some(frame) if ask.answer.verdicts.last() == Some(&"unsat") && frame.formulas.len() > 1 => frame,
        _ => return Ok(Vec::new()),
    };
    let mut script = format!("(set-option :produce-interpolants true)\n(set-logic {})\n", frame.logic);
    script.push_str(&frame.declarations);
    let mut names = Vec::new();
    for (i, formula) in frame.formulas.iter().enumerate() {
        names.push(format!("part!{}", i));
        script.push_str(&format!("(assert (! {} :named {}))\n", formula, names[i]));
    }
    script.push_str(&format!("(check-sat)\n(get-interpolants {})\n", names.join(" ")));
    let answer = ask.own.ask(script.as_bytes(), "smt2", folder);
    if let Some(crash) = answer.crash {
        return Err(format!("indubit: interpolants: {}", crash));
    }
    let printed = answer.output.strip_prefix("unsat\n").and_then(parse).unwrap_or_default();
    let list = match printed.as_slice() {
        // An error says why there are none.
        [Tree::List(list)] if list.first().map_or("", Tree::word) == "error" => return Ok(Vec::new()),
        [Tree::List(list)] if list.len() + 1 == frame.formulas.len() => list,
        _ => return Ok(Vec::new()),
    };
    for (i, interpolant) in list.iter().enumerate() {
        let (left, right) = frame.formulas.split_at(i + 1);
        let (left, right) = (declared_in(&frame, left), declared_in(&frame, right));
        let used = declared_in(&frame, &[interpolant.text()]);
        if let Some(name) = used.iter().find(|name| !left.contains(*name) || !right.contains(*name)) {
            return Err(format!(
                "indubit: {} is on one side of the interpolant {}",
                name,
                interpolant.text()
            ));
        }
    }
    let mut chain = vec!["true".to_string()];
    chain.extend(list.iter().map(Tree::text));
    chain.push("false".to_string());
    let step = |(i, part): (usize, &String)| {
        let formulas = [chain[i].clone(), part.clone(), not(&chain[i + 1])];
        let text = frame.ask(&frame.logic, &formulas);
        Question::new(Form::Own, text, "sat", format!("indubit has the interpolants {}", chain.join("; ")))
    };
    Ok(frame.formulas.iter().enumerate().map(step).collect())
}

/// A disjunct of a projection implies it, and a model of it can be extended; an elimination of quantifiers is implied,
/// too.
pub fn projections(ask: &Ask<'_>, folder: &Path) -> Vec<Question> {
    let frame = match Frame::of(ask.text) {
        Some(frame) if !frame.constants.is_empty() => frame,
        _ => return Vec::new(),
    };
    let whole = format!("(and true {})", frame.formulas.join(" "));
    let chosen = |i: usize| ask.seed >> (i % 32) & 2 == 0;
    let gone: Vec<&(String, String)> = (frame.constants.iter().enumerate())
        .filter(|(i, _)| *i == 0 || chosen(*i))
        .map(|(_, constant)| constant)
        .collect();
    let names: Vec<&str> = gone.iter().map(|(name, _)| name.as_str()).collect();
    let bound: Vec<String> = gone.iter().map(|(name, sort)| format!("({} {})", name, sort)).collect();
    let projected = format!("(exists ({}) {})", bound.join(" "), whole);
    let mut questions = Vec::new();
    for (command, is_exact) in [("get-qe-disjunct", false), ("get-qe", true)] {
        let script = format!("(set-logic ALL)\n{}({} {})\n", frame.declarations, command, projected);
        let answer = ask.own.ask(script.as_bytes(), "smt2", folder);
        let printed = answer.output.trim();
        if printed.is_empty() || printed.contains("error") || parse(printed).map_or(0, |list| list.len()) != 1
        {
            continue;
        }
        let reason = format!("indubit has the projection {}", printed);
        let more = frame.ask("ALL", &[printed.to_string(), not(&projected)]);
        questions.push(Question::new(Form::Own, more, "sat", reason.clone()));
        // Without quantifiers.
        let left = frame.ask("ALL", &[printed.to_string()]);
        let answer = ask.own.ask(format!("{}(get-model)\n", left).as_bytes(), "smt2", folder);
        if let Some(model) = answer.output.strip_prefix("sat\n").and_then(parse) {
            let body = frame.ask("ALL", std::slice::from_ref(&whole));
            if let Some(extended) = model.first().and_then(|model| defined(&body, model.list(), &names)) {
                let reason = format!("{}, which has a model that can be extended", reason);
                questions.push(Question::new(Form::Own, extended, "unsat", reason));
            }
        }
        if is_exact {
            let less = frame.ask("ALL", &[whole.clone(), not(printed)]);
            questions.push(Question::new(Form::Own, less, "sat", reason));
        }
    }
    questions
}

/// The steps of a proof that are no propagations are valid, and what it takes from an assertion follows from it.
pub fn proof(ask: &Ask<'_>, folder: &Path) -> Result<Vec<Question>, String> {
    let frame = match Frame::of(ask.text) {
        Some(frame) if ask.answer.verdicts.last() == Some(&"unsat") => frame,
        _ => return Ok(Vec::new()),
    };
    let asked = frame.ask(&frame.logic, &frame.formulas);
    let script = format!("(set-option :produce-proofs true)\n{}(get-proof)\n", asked);
    let answer = ask.own.ask(script.as_bytes(), "smt2", folder);
    if let Some(crash) = answer.crash {
        return Err(format!("indubit: proofs: {}", crash));
    }
    let printed = answer.output.strip_prefix("unsat\n").and_then(parse).unwrap_or_default();
    let steps = match printed.as_slice() {
        [Tree::List(list)] if list.first().map_or("", Tree::word) == "proof" => &list[1..],
        _ => return Ok(Vec::new()),
    };
    let (mut definitions, mut claims) = (String::new(), Vec::new());
    let mut hypotheses: Vec<(String, String)> = Vec::new();
    let mut clauses: Vec<Vec<String>> = Vec::new();
    for step in steps {
        let parts = step.list();
        let text = |at: usize| parts.get(at).map(Tree::text).unwrap_or_default();
        match parts.first().map_or("", Tree::word) {
            "define-fun" => {
                definitions.push_str(&step.text());
                definitions.push('\n');
            }
            kind @ ("assertion" | "operator") => {
                let claim = match text(1).parse::<usize>() {
                    Ok(number) if kind == "assertion" => match frame.formulas.get(number) {
                        Some(formula) => format!("(=> {} {})", formula, text(2)),
                        None => return Err(format!("indubit: a proof about assertion {}", number)),
                    },
                    _ => text(2),
                };
                claims.push(claim);
                hypotheses.push((text(1), text(2)));
            }
            "expansion" => {
                let formula = text(2);
                let of = hypotheses.iter_mut().find(|(name, _)| *name == text(1));
                let of = of.ok_or_else(|| format!("indubit: {} comes first", step.text()))?;
                claims.push(format!("(=> {} {})", of.1, formula));
                of.1 = formula;
            }
            // Words of arrays and of functions have no definition.
            "word" => return Ok(Vec::new()),
            "circuit" => claims.push(format!("(= {} {})", text(1), text(2))),
            "step" => {
                let literals: Vec<String> = parts[2].list().iter().map(Tree::text).collect();
                let formula = format!("(or false {})", literals.join(" "));
                let rule = parts[3].list();
                let names: Vec<String> = rule[1..].iter().map(Tree::text).collect();
                match rule[0].word() {
                    "chain" => {
                        let antecedents =
                            names.iter().filter_map(|name| clauses.get(name.parse::<usize>().ok()?));
                        if !propagates(&literals, antecedents) {
                            return Err(format!("indubit: a step does not propagate: {}", step.text()));
                        }
                    }
                    "hypothesis" => {
                        let of = hypotheses.iter().find(|(name, _)| Some(name) == names.first());
                        let of = of.map_or("false", |(_, formula)| formula.as_str());
                        claims.push(format!("(=> {} {})", of, formula));
                    }
                    _ => claims.push(formula),
                }
                clauses.push(literals);
            }
            other => return Err(format!("indubit: a proof with {}", other)),
        }
    }
    if !clauses.last().is_some_and(Vec::is_empty) {
        return Err("indubit: a proof without the empty clause".to_string());
    }
    let all = not(&format!("(and true {})", claims.join(" ")));
    let text =
        format!("(set-logic ALL)\n{}{}(assert {})\n(check-sat)\n", frame.declarations, definitions, all);
    Ok(vec![Question::new(Form::Own, text, "sat", "indubit has a proof")])
}

/// Whether the negated clause and these clauses, in this order, lead to a conflict.
fn propagates<'c>(clause: &[String], antecedents: impl Iterator<Item = &'c Vec<String>>) -> bool {
    let negated = |literal: &str| match literal.strip_prefix("(not ").and_then(|rest| rest.strip_suffix(')'))
    {
        Some(atom) => atom.to_string(),
        None => not(literal),
    };
    let mut holds: Vec<String> = clause.iter().map(|literal| negated(literal)).collect();
    for antecedent in antecedents {
        if antecedent.iter().any(|literal| holds.contains(literal)) {
            continue;
        }
        let mut left: Vec<&String> = antecedent.iter().filter(|lit| !holds.contains(&negated(lit))).collect();
        left.dedup();
        match left.as_slice() {
            [] => return true,
            [unit] => holds.push(unit.to_string()),
            _ => return false,
        }
    }
    false
}
