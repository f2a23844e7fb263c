//! Scripts that put evidence to any SMT solver.

use super::complete::closes;
use super::liveness::{watched, Ranks};
use super::safety::bad;
use super::steps::Copies;
use super::{import_universal, signals};
use crate::base::Budget;
use crate::evidence::formulas::for_all;
use crate::evidence::{CheckError, Malformed};
use crate::input::smtlib::{distinct_names, rename};
use crate::model::system::{Certificate, Layer, Proof, System, Trace};
use crate::model::{PropertyId, PropertyKind};
use crate::solver::term::{quoted, FunctionId, Op, Sort, TermId, Terms, SCRIPT_PREFIX};
use std::fmt::Write;

/// A command of a script.
enum Command {
    Comment(String),
    Push,
    Pop,
    Assert(TermId),
    /// For all values of the bound constants.
    AssertForAll(TermId),
    CheckSat,
}

/// A script in the making.
struct Script {
    terms: Terms,
    /// The constants to be declared, each with the name that it is to have if possible.
    constants: Vec<(TermId, String)>,
    /// Some of the constants, of which formulas may be meant for all values.
    bound: Vec<TermId>,
    commands: Vec<Command>,
}

impl Script {
    fn new(system: &System) -> Script {
        Script {
            terms: system.terms().clone(),
            constants: Vec::new(),
            bound: Vec::new(),
            commands: Vec::new(),
        }
    }

    fn comment(&mut self, text: impl Into<String>) {
        self.commands.push(Command::Comment(text.into()));
    }

    fn assert(&mut self, formula: TermId) {
        self.commands.push(Command::Assert(formula));
    }

    /// Asks whether this formula can hold beside the assertions, in a scope of its own.
    fn ask(&mut self, comment: impl Into<String>, formula: TermId) {
        self.comment(comment);
        self.commands.push(Command::Push);
        self.assert(formula);
        self.commands.push(Command::CheckSat);
        self.commands.push(Command::Pop);
    }

    /// Declares the constants of the steps from 0 to the last, named as the variables with `@` and the step behind.
    /// SMT-LIB reserves names that begin with `.` or `@`, between bars too: the beginning is left out.
    fn declare_steps(&mut self, system: &System, copies: &mut Copies<'_>, last: usize) {
        copies.at(&mut self.terms, last, Terms::TRUE);
        for step in 0..=last + 1 {
            let states = system.states().iter().map(|s| s.current).zip(copies.states(step).to_vec());
            let inputs = copies.inputs(step).unwrap_or(&[]).to_vec();
            for (variable, copy) in states.chain(system.inputs().iter().copied().zip(inputs)) {
                let name = system.name(variable).trim_start_matches(&['.', '@'][..]);
                let name = if name.is_empty() { "_" } else { name };
                self.constants.push((copy, format!("{}@{}", name, step)));
            }
        }
    }

    /// Declares constants of which formulas may be meant for all values.
    fn bind(&mut self, bound: Vec<TermId>) {
        let name = |&t: &TermId| match self.terms.op(t) {
            Op::Symbol(symbol) => (t, self.terms.name(symbol).to_string()),
            _ => (t, String::new()),
        };
        self.constants.extend(bound.iter().map(name));
        self.bound = bound;
    }

    fn text(mut self) -> String {
        let constants: Vec<TermId> = self.constants.iter().map(|&(t, _)| t).collect();
        let formulas = self.commands.iter().filter_map(|command| match command {
            Command::Assert(formula) | Command::AssertForAll(formula) => Some(*formula),
            Command::Comment(_) | Command::Push | Command::Pop | Command::CheckSat => None,
        });
        let mut formulas: Vec<TermId> = formulas.collect();
        let compared = self.terms.compared_sorts(&formulas);
        let mut wanted: Vec<&str> = self.constants.iter().map(|(_, name)| name.as_str()).collect();
        wanted.extend(compared.iter().map(|_| "array-diff"));
        let names = distinct_names(&wanted);
        let (names, differences) = names.split_at(constants.len());
        let count = formulas.len();
        formulas.extend(&self.bound);
        rename(&mut self.terms, &constants, names, &mut formulas);
        let bound = formulas.split_off(count);
        let declare = |(&sort, name): (&Sort, &String)| {
            let index = self.terms.array_parts(sort).map_or(Sort::Int, |(index, _)| index);
            (sort, self.terms.declare_function(name, &[sort, sort], index))
        };
        let functions: Vec<(Sort, FunctionId)> = compared.iter().zip(differences).map(declare).collect();
        let facts = self.terms.declare_differences(&functions, &mut formulas);
        let mut out = format!("(set-logic {})\n", self.logic(&formulas));
        out.push_str(&self.terms.sort_declarations_of(constants.iter().chain(&formulas).copied()));
        for (&constant, name) in constants.iter().zip(names) {
            let sort = self.terms.sort_text(self.terms.sort(constant));
            // Writing to a string cannot fail.
            let _ = writeln!(out, "(declare-fun {} () {})", quoted(name), sort);
        }
        for (&sort, name) in compared.iter().zip(differences) {
            let (arrays, index) = (self.terms.sort_text(sort), self.terms.array_parts(sort));
            let index = index.map_or(String::new(), |(index, _)| self.terms.sort_text(index));
            let _ = writeln!(out, "(declare-fun {} ({1} {1}) {2})", quoted(name), arrays, index);
        }
        for &fact in &facts {
            let _ = writeln!(out, "(assert {})", for_all(&self.terms, &bound, fact));
        }
        let (definitions, texts) = self.terms.texts(&formulas, SCRIPT_PREFIX);
        for definition in definitions {
            let _ = writeln!(out, "{}", definition);
        }
        let mut texts = texts.into_iter().zip(&formulas);
        for command in &self.commands {
            let _ = match command {
                Command::Comment(text) => writeln!(out, "; {}", text),
                Command::Push => writeln!(out, "(push 1)"),
                Command::Pop => writeln!(out, "(pop 1)"),
                Command::Assert(_) => {
                    writeln!(out, "(assert {})", texts.next().map_or(String::new(), |(text, _)| text))
                }
                Command::AssertForAll(_) => {
                    let text = texts.next().map(|(_, &formula)| for_all(&self.terms, &bound, formula));
                    writeln!(out, "(assert {})", text.unwrap_or_default())
                }
                Command::CheckSat => writeln!(out, "(check-sat)"),
            };
        }
        out
    }

    /// The smallest of the usual logics for the sorts that occur, or `ALL`.
    fn logic(&self, formulas: &[TermId]) -> &'static str {
        let mut all = self.terms.subterms(formulas);
        all.extend(self.constants.iter().map(|&(t, _)| t));
        let (mut integers, mut reals, mut words, mut elements) = (false, false, false, false);
        for &t in &all {
            match self.terms.sort(t) {
                Sort::Bool => {}
                Sort::Int => integers = true,
                Sort::Real => reals = true,
                Sort::BitVec(_) => words = true,
                Sort::Declared(_) => elements = true,
                Sort::Float(_) | Sort::Rounding | Sort::Array(_) | Sort::Datatype(_) => return "ALL",
            }
            if matches!(self.terms.op(t), Op::Call(_)) {
                return "ALL";
            }
        }
        match (integers, reals, words, elements) {
            _ if !self.bound.is_empty() => "ALL",
            (false, false, false, _) => "QF_UF",
            (false, false, true, false) => "QF_BV",
            (true, false, false, false) => "QF_LIA",
            (false, true, false, false) => "QF_LRA",
            (true, true, false, false) => "QF_LIRA",
            (true, _, true, _) | (_, true, true, _) | (_, _, _, true) => "ALL",
        }
    }
}

/// A script for any SMT solver that proves the property if each of its `check-sat` answers `unsat`.
///
/// The questions are those of [`check_certificate`](super::check_certificate).
///
/// # Errors
///
/// [`CheckError::Malformed`] if the certificate does not fit the system, or has measures.
pub fn write_obligations(system: &System, property: PropertyId, proof: &Proof) -> Result<String, CheckError> {
    match proof {
        Proof::Safety(certificate) => of_safety(system, property, certificate),
        Proof::LassoFree(certificate) => {
            of_safety(&watched(system, &signals(system, property)?), PropertyId::new(0), certificate)
        }
        Proof::Ranked(layers) => of_ranking(system, property, layers),
        Proof::Ends(_) => Err(Malformed::OtherKind.into()),
    }
}

fn of_safety(system: &System, property: PropertyId, certificate: &Certificate) -> Result<String, CheckError> {
    let bad = bad(system, property)?;
    let mut script = Script::new(system);
    let states = certificate.states();
    let (formulas, bound) = import_universal(system, states, &mut script.terms, &Budget::unlimited())?;
    script.bind(bound);
    script.comment(format!("Property {} holds if each answer is unsat.", property));
    let mut copies = Copies::new(system);
    match certificate {
        Certificate::Inductive(_) => {
            script.declare_steps(system, &mut copies, 1);
            inductive(&mut script, system, &mut copies, &formulas, Some(bad));
        }
        Certificate::KInductive { k: 0, .. } => return Err(Malformed::NoLength.into()),
        Certificate::KInductive { .. } if !script.bound.is_empty() => return Err(Malformed::OtherKind.into()),
        Certificate::KInductive { k, simple_path, .. } => {
            script.declare_steps(system, &mut copies, *k);
            if !formulas.is_empty() {
                inductive(&mut script, system, &mut copies, &formulas, None);
            }
            base(&mut script, system, &mut copies, bad, *k);
            step(&mut script, system, &mut copies, &formulas, bad, (*k, *simple_path));
        }
    }
    Ok(script.text())
}

fn of_ranking(system: &System, property: PropertyId, layers: &[Layer]) -> Result<String, CheckError> {
    let signals = signals(system, property)?;
    let mut script = Script::new(system);
    let ranks = Ranks::new(system, &signals, layers, &mut script.terms, &Budget::unlimited())?;
    script.comment(format!("Property {} holds if each answer is unsat.", property));
    let mut copies = Copies::new(system);
    script.declare_steps(system, &mut copies, 1);
    script.commands.push(Command::Push);
    script.assert(system.init());
    script.assert(system.constraint());
    let nowhere = script.terms.not(ranks.below(layers.len()));
    script.ask("Each initial state is in a layer.", nowhere);
    script.commands.push(Command::Pop);
    script.assert(system.constraint());
    script.assert(system.trans());
    let constraint = copies.at(&mut script.terms, 1, system.constraint());
    script.assert(constraint);
    for (place, layer) in layers.iter().enumerate() {
        let here = ranks.exactly(&mut script.terms, place);
        let stays = copies.at(&mut script.terms, 1, ranks.up_to[place]);
        let leaves = script.terms.not(stays);
        let grows = script.terms.and(&[here, leaves]);
        script.ask(format!("No step leads up from layer {}.", place), grows);
        let comes = signals.get(layer.waits_for).copied().unwrap_or(Terms::TRUE);
        let lower = copies.at(&mut script.terms, 1, ranks.below(place));
        let not_lower = script.terms.not(lower);
        let stays = script.terms.and(&[here, comes, not_lower]);
        script.ask(format!("Layer {} is left when what it waits for comes.", place), stays);
    }
    Ok(script.text())
}

fn inductive(
    script: &mut Script,
    system: &System,
    copies: &mut Copies<'_>,
    formulas: &[TermId],
    bad: Option<TermId>,
) {
    script.commands.push(Command::Push);
    script.assert(system.init());
    script.assert(system.constraint());
    for (i, &formula) in formulas.iter().enumerate() {
        let violated = script.terms.not(formula);
        script.ask(format!("Formula {} holds initially.", i), violated);
    }
    script.commands.push(Command::Pop);
    script.commands.push(Command::Push);
    for &formula in formulas {
        script.commands.push(match script.bound[..] {
            [] => Command::Assert(formula),
            _ => Command::AssertForAll(formula),
        });
    }
    script.assert(system.constraint());
    if let Some(bad) = bad {
        script.ask("The formulas exclude the bad states.", bad);
    }
    script.assert(system.trans());
    let constraint = copies.at(&mut script.terms, 1, system.constraint());
    script.assert(constraint);
    for (i, &formula) in formulas.iter().enumerate() {
        let next = copies.at(&mut script.terms, 1, formula);
        let violated = script.terms.not(next);
        script.ask(format!("Formula {} holds after a step.", i), violated);
    }
    script.commands.push(Command::Pop);
}

fn base(script: &mut Script, system: &System, copies: &mut Copies<'_>, bad: TermId, k: usize) {
    script.commands.push(Command::Push);
    script.assert(system.init());
    for step in 0..k {
        let constraint = copies.at(&mut script.terms, step, system.constraint());
        script.assert(constraint);
        let bad = copies.at(&mut script.terms, step, bad);
        script.ask(format!("Step {} of a run is not bad.", step), bad);
        let trans = copies.at(&mut script.terms, step, system.trans());
        script.assert(trans);
    }
    script.commands.push(Command::Pop);
}

fn step(
    script: &mut Script,
    system: &System,
    copies: &mut Copies<'_>,
    formulas: &[TermId],
    bad: TermId,
    (k, simple_path): (usize, bool),
) {
    script.comment(format!("No bad step follows after {} good ones.", k));
    let good = script.terms.not(bad);
    for step in 0..=k {
        let mut parts = vec![system.constraint(), if step < k { good } else { bad }];
        parts.extend_from_slice(formulas);
        if step < k {
            parts.push(system.trans());
        }
        for part in parts {
            let part = copies.at(&mut script.terms, step, part);
            script.assert(part);
        }
        for earlier in (0..step).filter(|_| simple_path) {
            let pairs = copies.states(earlier).iter().zip(copies.states(step));
            let same: Vec<TermId> = pairs.map(|(&a, &b)| script.terms.eq(a, b)).collect();
            let same = script.terms.and(&same);
            let differ = script.terms.not(same);
            script.assert(differ);
        }
    }
    script.commands.push(Command::CheckSat);
}

/// A script for any SMT solver that shows the trace to be a run into a bad step, or a lasso, if its `check-sat` answers
/// `sat`.
///
/// # Errors
///
/// [`CheckError::Malformed`] if the trace does not fit the system.
pub fn write_run(system: &System, trace: &Trace) -> Result<String, CheckError> {
    let (bad, live) = match trace.property.kind() {
        PropertyKind::Bad => (Some(bad(system, trace.property)?), None),
        PropertyKind::Justice => (None, Some(signals(system, trace.property)?)),
    };
    super::replay::fits(system, trace)?;
    let mut script = Script::new(system);
    let mut copies = Copies::new(system);
    let last = trace.steps.len() - 1;
    script.declare_steps(system, &mut copies, last + live.is_some() as usize);
    script.comment(format!("Property {} is violated if the answer is sat.", trace.property));
    script.assert(system.init());
    for (step, values) in trace.steps.iter().enumerate() {
        script.comment(format!("Step {}.", step));
        let states = copies.states(step).iter().zip(&values.states);
        let inputs = copies.inputs(step).unwrap_or(&[]).iter().zip(&values.inputs);
        for (&constant, value) in states.chain(inputs) {
            let sort = script.terms.sort(constant);
            let value = value.term(&mut script.terms, sort);
            let equal = script.terms.eq(constant, value);
            script.commands.push(Command::Assert(equal));
        }
        let part = bad.filter(|_| step == last).unwrap_or_else(|| system.trans());
        for formula in [system.constraint(), part] {
            let formula = copies.at(&mut script.terms, step, formula);
            script.assert(formula);
        }
    }
    if let Some(signals) = live {
        script.comment("The last step leads back, and all that is to come comes in between.".to_string());
        let closes = closes(system, &mut script.terms, &mut copies, &signals, last);
        script.assert(closes);
    }
    script.commands.push(Command::CheckSat);
    Ok(script.text())
}
