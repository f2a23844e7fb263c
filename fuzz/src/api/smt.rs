//! The SMT solver: assertions, scopes, assumptions, clauses for one check, cores, models, implicants, budgets,
//! interpolants, projections. All values of short words are tried beside it, and a few values of numbers.

use super::{numbers, word};
use crate::models::structures::{Structures, DECLARATIONS};
use crate::models::terms::{rows, small_sort, term};
use crate::source::Source;
use indubit::base::{Budget, Limit};
use indubit::input::smtlib;
use indubit::solver::sat::SatOptions;
use indubit::solver::smt::{
    eliminate, interpolants, project, Answer, FarkasChoice, InterpolationOptions, SmtOptions, Solver,
    Strength, UnknownReason,
};
use indubit::solver::term::{Model, Sort, TermId, Terms, Value};
use std::time::Duration;

/// The target.
pub fn target(data: &[u8]) {
    super::run("smt", data, decode, calls);
}

fn decode(data: &[u8]) -> Vec<String> {
    let mut s = Source::new(data);
    let mut lines = vec![format!("options {}", s.below(256))];
    let mut terms = Terms::new();
    let kind = s.below(4);
    let structures = (kind == 3).then(|| Structures::new(&mut terms));
    lines.extend(structures.as_ref().map(|_| "structures".to_string()));
    let mut pool = Vec::new();
    for name in &["x", "y", "z"][..1 + s.below(3)] {
        let sort = match (&structures, kind) {
            (Some(structures), _) => structures.sort(&mut s),
            (None, 2) => s.pick(&[Sort::Int, Sort::Real, Sort::Bool, Sort::Int]),
            (None, _) => small_sort(&mut s),
        };
        pool.push(terms.declare(name, sort));
        lines.push(format!("declare {} {}", name, terms.sort_text(sort)));
    }
    if let Some(structures) = &structures {
        (0..s.below(12)).for_each(|_| structures.grow(&mut s, &mut terms, &mut pool));
    }
    while !s.is_empty() && lines.len() < 30 {
        let mut list = |s: &mut Source<'_>, count: usize, depth: usize| -> String {
            let formula = |_| {
                let formula = term(s, &mut terms, &pool, Sort::Bool, depth);
                terms.text(formula)
            };
            (0..count).map(formula).collect::<Vec<String>>().join(" ; ")
        };
        lines.push(match s.below(16) {
            0..=3 => format!("assert {}", list(&mut s, 1, 3)),
            4..=6 => {
                let count = s.below(4);
                format!("check {}", list(&mut s, count, 2))
            }
            7 => "push".to_string(),
            8 => "pop".to_string(),
            9 => {
                let count = 1 + s.below(2);
                format!("temporary {}", list(&mut s, count, 2))
            }
            10 => "minimise".to_string(),
            11 => format!("limit {} {}", s.below(4), s.below(200)),
            12 => {
                let count = 2 + s.below(2);
                format!("interpolants {}", list(&mut s, count, 3))
            }
            13 => format!("eliminate {} ; {}", s.pick(&["x", "y", "z"]), list(&mut s, 1, 3)),
            14 => format!("project {}", s.pick(&["x", "y", "z"])),
            _ => "implicant".to_string(),
        });
    }
    lines.push("check".to_string());
    lines
}

/// Limits for questions about numbers, which may take for ever.
fn patient() -> Budget {
    let limits = Budget::unlimited().with_conflicts(5_000).with_propagations(500_000);
    limits.with_timeout(Duration::from_secs(1))
}

fn options(number: usize) -> SmtOptions {
    let bit = |place: usize| number >> place & 1 == 1;
    let mut options = if bit(0) { SmtOptions::incremental() } else { SmtOptions::default() };
    options.sat =
        SatOptions { seed: number as u64, inprocess_interval: if bit(1) { 1 } else { 2_000 }, ..options.sat };
    options.check_models = bit(2);
    options.justify = bit(3);
    options.postpone_width = [12, 0, 1, 2][number >> 4 & 3];
    options.abstract_width = [65, 0, 1, 3][number >> 2 & 3];
    options
}

/// The formulas of all lines in one store, by line, and the declared constants with their names.
struct Parsed {
    terms: Terms,
    constants: Vec<TermId>,
    names: Vec<String>,
    formulas: Vec<Vec<TermId>>,
    /// Whether functions are declared, and selectors, which have values too.
    has_structures: bool,
}

/// The texts of the formulas on a line.
fn texts(line: &str) -> Vec<&str> {
    let rest = line.trim_start().split_once(' ').map_or("", |(_, rest)| rest);
    let parts = rest.split(" ; ").map(str::trim).filter(|part| !part.is_empty());
    match word(line) {
        "assert" | "check" | "temporary" | "interpolants" => parts.collect(),
        "eliminate" => parts.skip(1).collect(),
        _ => Vec::new(),
    }
}

/// `None` if a line does not read.
fn parse(lines: &[String]) -> Option<Parsed> {
    let has_structures = lines.iter().any(|line| line == "structures");
    let mut script = if has_structures { DECLARATIONS.to_string() } else { String::new() };
    let mut names = Vec::new();
    for line in lines.iter().filter(|line| word(line) == "declare") {
        let (name, sort) = line.trim_start().strip_prefix("declare ")?.split_once(' ')?;
        script.push_str(&format!("(declare-const {} {})\n", name, sort));
        names.push(name.to_string());
    }
    let mut counts = Vec::new();
    for line in lines {
        let texts = texts(line);
        texts.iter().for_each(|text| script.push_str(&format!("(assert {})\n", text)));
        counts.push(texts.len());
    }
    let read = smtlib::read(script.as_bytes(), &Budget::unlimited().with_memory(16 << 20)).ok()?;
    let mut rest = read.assertions.iter().copied();
    let formulas: Vec<Vec<TermId>> =
        counts.iter().map(|&count| rest.by_ref().take(count).collect()).collect();
    let is_whole = rest.next().is_none() && read.constants.len() == names.len();
    let (terms, constants) = (read.terms, read.constants);
    is_whole.then_some(Parsed { terms, constants, names, formulas, has_structures })
}

/// The values that are tried, and whether they are all there are.
struct Oracle {
    rows: Vec<Vec<Value>>,
    is_whole: bool,
}

impl Oracle {
    fn new(terms: &Terms, constants: &[TermId], has_structures: bool) -> Oracle {
        let is_few =
            |&t: &TermId| terms.sort(t).width().map_or(terms.sort(t) == Sort::Bool, |width| width <= 3);
        if constants.iter().all(is_few) && constants.len() <= 3 && !has_structures {
            return Oracle { rows: rows(terms, constants), is_whole: true };
        }
        let mut rows = vec![Vec::new()];
        for &t in constants {
            let values: Vec<Value> = match terms.sort(t) {
                Sort::Bool => vec![Value::Bool(false), Value::Bool(true)],
                Sort::Int | Sort::Real => (-2i64..=3).map(|number| Value::Number(number.into())).collect(),
                sort => terms.some_values(sort, if has_structures { 6 } else { 1 }),
            };
            let longer = |row: &Vec<Value>| -> Vec<Vec<Value>> {
                values.iter().map(|value| row.iter().chain([value]).cloned().collect()).collect()
            };
            rows = rows.iter().flat_map(longer).take(512).collect();
        }
        Oracle { rows, is_whole: false }
    }
}

/// The assertions and scopes, and the oracle.
struct State {
    terms: Terms,
    constants: Vec<TermId>,
    oracle: Oracle,
    asserted: Vec<TermId>,
    scopes: Vec<usize>,
    temporary: Vec<Vec<TermId>>,
    /// The clauses of the last check.
    last: Vec<Vec<TermId>>,
}

impl State {
    fn model(&self, row: &[Value]) -> Model {
        let mut model = Model::new();
        model.set_all(&self.terms, self.constants.iter().copied(), row);
        model
    }

    fn all_true(&self, model: &Model, formulas: &[TermId]) -> bool {
        formulas.iter().all(|&t| model.evaluate(&self.terms, t).is_true())
    }

    fn satisfies(&self, model: &Model, assumed: &[TermId], clauses: &[Vec<TermId>]) -> bool {
        let some = |clause: &Vec<TermId>| clause.iter().any(|&t| model.evaluate(&self.terms, t).is_true());
        self.all_true(model, &self.asserted) && self.all_true(model, assumed) && clauses.iter().all(some)
    }

    fn has_model(&self, assumed: &[TermId], clauses: &[Vec<TermId>]) -> bool {
        self.oracle.rows.iter().any(|row| self.satisfies(&self.model(row), assumed, clauses))
    }
}

fn calls(lines: &[String]) {
    let parsed = match parse(lines) {
        Some(parsed) => parsed,
        None => return,
    };
    let first = lines.iter().find(|line| word(line) == "options");
    let number = first.and_then(|line| numbers::<usize>(line).pop()).unwrap_or(0);
    let mut solver = Solver::new(options(number));
    let Parsed { terms, constants, names, formulas, has_structures } = parsed;
    let oracle = Oracle::new(&terms, &constants, has_structures);
    let (asserted, scopes, temporary, last) = Default::default();
    let mut state = State { terms, constants, oracle, asserted, scopes, temporary, last };
    let mut limit = Budget::unlimited();
    solver.set_budget(patient());
    for (line, formulas) in lines.iter().zip(&formulas) {
        let named = |line: &str| {
            let wanted = line.split_whitespace().nth(1)?;
            Some(state.constants[names.iter().position(|name| name == wanted)?])
        };
        match word(line) {
            "assert" => {
                for &formula in formulas {
                    solver.assert(&mut state.terms, formula);
                    state.asserted.push(formula);
                }
            }
            "push" => {
                solver.push();
                state.scopes.push(state.asserted.len());
            }
            "pop" => {
                solver.pop();
                let count = state.scopes.pop().unwrap_or(state.asserted.len());
                state.asserted.truncate(count);
            }
            "temporary" => {
                solver.add_temporary_clause(&mut state.terms, formulas);
                state.temporary.push(formulas.clone());
            }
            "limit" => {
                let given: Vec<u64> = numbers(line);
                let of = |place: usize| given.get(place).copied().unwrap_or(0);
                limit = Budget::unlimited().with_conflicts(of(0)).with_propagations(of(1));
                solver.set_budget(limit.clone());
            }
            "check" => {
                let verdict = solver.check(&mut state.terms, formulas);
                state.last = std::mem::take(&mut state.temporary);
                judge(&mut solver, &mut state, formulas, verdict, &limit);
                // The same question without limits.
                if matches!(verdict, Answer::Unknown(UnknownReason::Limit(_))) {
                    solver.set_budget(patient());
                    state
                        .last
                        .iter()
                        .for_each(|clause| solver.add_temporary_clause(&mut state.terms, clause));
                    let again = solver.check(&mut state.terms, formulas);
                    judge(&mut solver, &mut state, formulas, again, &Budget::unlimited());
                }
                limit = Budget::unlimited();
                solver.set_budget(patient());
            }
            "minimise" if solver.answer() == Some(Answer::Unsat) => {
                let before = solver.core().to_vec();
                solver.minimise_core(&mut state.terms);
                let core = solver.core().to_vec();
                assert!(core.iter().all(|t| before.contains(t)), "a smaller core is a part of the core");
                assert!(!state.has_model(&core, &state.last), "there is a model of the smaller core");
            }
            "project" if solver.answer() == Some(Answer::Sat) => {
                if let Some(constant) = named(line) {
                    projection(&mut solver, &mut state, constant);
                }
            }
            "implicant" if solver.answer() == Some(Answer::Sat) => {
                let asserted = state.asserted.clone();
                let literals = solver.implicant(&mut state.terms, &asserted);
                let model = solver.model(&state.terms).clone();
                assert!(state.all_true(&model, &literals), "an implicant that is false in the model");
                for row in &state.oracle.rows {
                    let model = state.model(row);
                    let is_implied = !state.all_true(&model, &literals) || state.all_true(&model, &asserted);
                    assert!(is_implied, "no implicant: {:?}", row);
                }
            }
            "interpolants" => interpolation(&mut state, formulas, number),
            "eliminate" => {
                if let (Some(constant), [formula]) = (named(line), formulas.as_slice()) {
                    elimination(&mut state, constant, *formula);
                }
            }
            _ => {}
        }
    }
}

fn judge(solver: &mut Solver, state: &mut State, assumed: &[TermId], verdict: Answer, limit: &Budget) {
    match verdict {
        Answer::Sat => {
            let model = solver.model(&state.terms).clone();
            assert!(state.satisfies(&model, assumed, &state.last), "the model is none");
            for &constant in &state.constants {
                let value = model.evaluate(&state.terms, constant);
                assert_eq!(solver.value(&state.terms, constant), value, "a value and the model");
            }
            for &formula in state.asserted.iter().chain(assumed) {
                if let Some(truth) = solver.truth(&state.terms, formula) {
                    assert!(truth, "a formula that was asserted is false");
                }
            }
        }
        Answer::Unsat => {
            let core = solver.core().to_vec();
            assert!(core.iter().all(|t| assumed.contains(t)), "the core has assumptions only");
            assert!(!state.has_model(&core, &state.last), "there is a model of the core");
        }
        Answer::Unknown(UnknownReason::Limit(reason)) => {
            let is_small = matches!(reason, Limit::Conflicts | Limit::Propagations | Limit::Time);
            assert!(is_small, "{:?}", reason);
            let _ = limit;
        }
        Answer::Unknown(UnknownReason::Incomplete) => assert!(!state.oracle.is_whole, "words are decided"),
        Answer::Unknown(reason) => panic!("{}", reason),
    }
}

/// A projection is true in the model, implies that some value of the constant fits, and does not mention it.
fn projection(solver: &mut Solver, state: &mut State, constant: TermId) {
    let model = solver.model(&state.terms).clone();
    let asserted = state.asserted.clone();
    let formula = state.terms.and(&asserted);
    let gone = state.terms.symbols_in(&[constant]);
    let budget = patient();
    let literals = match project(&mut state.terms, formula, &gone, &model, &budget) {
        Ok(literals) => literals,
        Err(_) => return,
    };
    assert!(state.all_true(&model, &literals), "a projection that is false in the model");
    let cube = state.terms.and(&literals);
    demand_projection(state, constant, formula, cube, false);
}

/// An elimination is the projection itself.
fn elimination(state: &mut State, constant: TermId, formula: TermId) {
    let gone = state.terms.symbols_in(&[constant]);
    let budget = patient();
    if let Ok(result) = eliminate(&mut state.terms, formula, &gone, &budget) {
        demand_projection(state, constant, formula, result, true);
    }
}

fn demand_projection(state: &State, constant: TermId, formula: TermId, result: TermId, exact: bool) {
    let symbols = state.terms.symbols_in(&[result]);
    assert!(state.terms.symbols_in(&[constant]).iter().all(|s| !symbols.contains(s)), "a constant is left");
    let place = state.constants.iter().position(|&t| t == constant).expect("a declared constant");
    let others = |row: &[Value]| {
        let mut row = row.to_vec();
        row.remove(place);
        format!("{:?}", row)
    };
    let is_true = |row: &Vec<Value>, t: TermId| state.model(row).evaluate(&state.terms, t).is_true();
    let rows = &state.oracle.rows;
    let inside: std::collections::BTreeSet<String> =
        rows.iter().filter(|row| is_true(row, formula)).map(|row| others(row)).collect();
    for row in rows {
        let (is_inside, is_result) = (inside.contains(&others(row)), is_true(row, result));
        assert!(is_result || !is_inside || !exact, "a value is left out: {:?}", row);
        // Of numbers other values than those that were tried may fit.
        assert!(is_inside || !is_result || !state.oracle.is_whole, "a value is too much: {:?}", row);
    }
}

fn interpolation(state: &mut State, formulas: &[TermId], number: usize) {
    if formulas.len() < 2 {
        return;
    }
    let options = InterpolationOptions {
        strength: [Strength::Strong, Strength::Symmetric, Strength::Weak][number % 3],
        farkas: [FarkasChoice::Strong, FarkasChoice::Weak, FarkasChoice::Decomposed][number / 3 % 3].clone(),
        proofs: number / 9 % 4,
        search: number.is_multiple_of(2),
        check: false,
        seed: number as u64,
    };
    let budget = patient();
    let has_model = {
        let all_true = |row: &Vec<Value>| state.all_true(&state.model(row), formulas);
        state.oracle.rows.iter().any(all_true)
    };
    let found = match interpolants(&mut state.terms, formulas, &options, &budget) {
        Ok(found) => found,
        Err(_) => return,
    };
    assert!(!has_model, "interpolants of formulas that have a model");
    assert_eq!(found.len(), formulas.len() - 1, "an interpolant for each cut");
    for (cut, &interpolant) in found.iter().enumerate() {
        let (left, right) = formulas.split_at(cut + 1);
        let of = |terms: &Terms, list: &[TermId]| terms.symbols_in(list);
        let (lefts, rights) = (of(&state.terms, left), of(&state.terms, right));
        for symbol in of(&state.terms, &[interpolant]) {
            assert!(lefts.contains(&symbol) && rights.contains(&symbol), "a symbol of one side only");
        }
        for row in &state.oracle.rows {
            let model = state.model(row);
            let holds = model.evaluate(&state.terms, interpolant).is_true();
            assert!(holds || !state.all_true(&model, left), "the left side does not imply the interpolant");
            assert!(
                !holds || !state.all_true(&model, right),
                "the interpolant is consistent with the right side"
            );
            // A sequence: each implies the next one with the formula between them.
            if let Some(&next) = found.get(cut + 1) {
                let is_true = |t: TermId| model.evaluate(&state.terms, t).is_true();
                assert!(!holds || !is_true(formulas[cut + 1]) || is_true(next), "no sequence");
            }
        }
    }
}
