//! The SAT solver: variables, clauses, scopes, clauses for one call, frozen and released variables, budgets, gates and
//! queries in domains, proofs. All assignments are tried beside it.

use super::{numbers, word};
use crate::source::Source;
use indubit::base::{Budget, Limit, Lit, Var};
use indubit::solver::proof::{check_proof, Checker, DratWriter, Encoding, LratWriter, Method};
use indubit::solver::proof::{ProofFormat, ProofReader};
use indubit::solver::sat::{Answer, Definitions, Restarts, SatOptions, Solver};
use std::sync::{Arc, Mutex};

/// Variables in a sequence.
const MOST: usize = 11;

/// The target.
pub fn target(data: &[u8]) {
    super::run("sat", data, decode, calls);
}

fn decode(data: &[u8]) -> Vec<String> {
    let mut s = Source::new(data);
    let mut lines = vec![format!("options {}", s.below(4096))];
    if s.flag() {
        lines.push("proof".to_string());
    }
    let mut names = 2 + s.below(6);
    lines.extend((0..names).map(|_| "var".to_string()));
    while !s.is_empty() && lines.len() < 120 {
        let row = |s: &mut Source<'_>, most: usize| -> String {
            let count = s.below(most + 1);
            let literal = |_| format!(" {}{}", if s.flag() { "-" } else { "" }, 1 + s.below(names));
            (0..count).map(literal).collect()
        };
        lines.push(match s.below(20) {
            0..=7 => format!("clause{}", row(&mut s, 3)),
            8..=10 => format!("solve{}", row(&mut s, 4)),
            11 => format!("temporary{}", row(&mut s, 3)),
            12 => "push".to_string(),
            13 => "pop".to_string(),
            14 => "simplify".to_string(),
            15 => format!("{} {}", s.pick(&["freeze", "melt", "release", "release"]), 1 + s.below(names)),
            16 => format!("limit {} {}", s.below(4), s.below(60)),
            17 if names < MOST => {
                names += 1;
                "var".to_string()
            }
            18 if names < MOST => {
                let (a, b) = (row(&mut s, 1), row(&mut s, 1));
                names += 1;
                format!("gate{}{}", a, b)
            }
            19 => format!("domain{}", row(&mut s, 3)),
            _ => format!("clause{}", row(&mut s, 2)),
        });
    }
    lines
}

fn options(number: usize) -> SatOptions {
    let bit = |place: usize| number >> place & 1 == 1;
    let base = if bit(0) { SatOptions::incremental() } else { SatOptions::default() };
    SatOptions {
        seed: number as u64,
        initial_phase: bit(1),
        restarts: if bit(2) { Restarts::Luby { unit: 1 } } else { Restarts::Alternating },
        score_hot_only: bit(3),
        inprocessing: bit(4),
        inprocess_interval: if bit(5) { 1 } else { 2_000 },
        reduce_interval: if bit(6) { 1 } else { 300 },
        subsume_interval: if bit(7) { 1 } else { 300 },
        elimination: !bit(8),
        vivification: !bit(9),
        probing: !bit(10),
        subsumption: !bit(11),
        congruence: !bit(12),
        sweeping: !bit(16),
        variable_addition: bit(17),
        substitution: !bit(13),
        instantiation: !bit(14),
        adaptive_tiers: bit(15),
        ..base
    }
}

/// A clause: the names that occur positively, and negatively, as bits.
type Row = (u32, u32);

/// The literals of a line over names from 1 on.
fn row(literals: &[i32]) -> Row {
    literals.iter().fold((0, 0), |(positive, negative), &l| {
        let bit = 1 << (l.unsigned_abs() - 1);
        if l > 0 {
            (positive | bit, negative)
        } else {
            (positive, negative | bit)
        }
    })
}

/// The clauses and scopes that the solver knows, in the simplest form.
#[derive(Default)]
struct Shadow {
    /// By name: the variable.
    vars: Vec<Var>,
    /// Names that may be used no more.
    gone: u32,
    clauses: Vec<Row>,
    /// Clauses and names at the begin of each open scope.
    scopes: Vec<(usize, usize)>,
    temporary: Vec<Row>,
    /// By name: how often it is frozen.
    frozen: Vec<usize>,
    /// By name: the names that define it.
    gates: Vec<Vec<i32>>,
    /// The clauses outside of scopes, as literals.
    formula: Vec<Vec<i32>>,
}

impl Shadow {
    fn is_known(&self, literals: &[i32]) -> bool {
        let is_known = |l: &i32| {
            let name = l.unsigned_abs() as usize;
            name >= 1 && name <= self.vars.len() && self.gone >> (name - 1) & 1 == 0
        };
        literals.iter().all(is_known)
    }

    fn lits(&self, literals: &[i32]) -> Vec<Lit> {
        literals.iter().map(|l| self.vars[l.unsigned_abs() as usize - 1].lit(*l > 0)).collect()
    }

    fn add_name(&mut self, var: Var) {
        self.vars.push(var);
        self.frozen.push(0);
        self.gates.push(Vec::new());
    }

    fn satisfies(&self, assignment: u32, assumed: Row, with_temporary: bool) -> bool {
        let temporary = if with_temporary { &self.temporary[..] } else { &[] };
        let holds = |&(positive, negative): &Row| assignment & positive != 0 || !assignment & negative != 0;
        assignment & assumed.0 == assumed.0
            && assignment & assumed.1 == 0
            && self.clauses.iter().chain(temporary).all(holds)
    }

    /// Whether there is a model with these literals, and with the values of a model for the names in use.
    fn has_model(&self, assumed: Row, with_temporary: bool, model: Option<u32>) -> bool {
        let fits = |assignment: u32| model.is_none_or(|model| (model ^ assignment) & !self.gone == 0);
        (0..1u32 << self.vars.len()).any(|a| fits(a) && self.satisfies(a, assumed, with_temporary))
    }
}

fn calls(lines: &[String]) {
    let number = lines
        .first()
        .filter(|line| word(line) == "options")
        .map_or(0, |line| numbers(line).pop().unwrap_or(0));
    let mut solver = Solver::new(options(number));
    let mut shadow = Shadow::default();
    let has_proof = lines.iter().any(|line| line == "proof");
    if has_proof {
        solver.set_proof(Checker::new(Method::Chains, Budget::unlimited()));
    }
    let mut limit = Budget::unlimited();
    let mut is_limited = false;
    for line in lines {
        let literals: Vec<i32> = numbers(line);
        if matches!(word(line), "clause" | "solve" | "temporary" | "domain" | "gate")
            && !shadow.is_known(&literals)
        {
            continue;
        }
        let lits = |shadow: &Shadow| shadow.lits(&literals);
        match word(line) {
            "var" if shadow.vars.len() < MOST => shadow.add_name(solver.new_var()),
            "clause" => {
                let lits = lits(&shadow);
                define(&mut solver, &shadow);
                lits.iter().for_each(|l| solver.keep_in_domain(l.var()));
                let is_consistent = solver.add_clause(&lits);
                assert_eq!(is_consistent, solver.is_consistent(), "the result of a clause");
                shadow.clauses.push(row(&literals));
                if shadow.scopes.is_empty() {
                    shadow.formula.push(literals.clone());
                }
            }
            "temporary" => {
                solver.add_temporary_clause(&lits(&shadow));
                shadow.temporary.push(row(&literals));
            }
            "gate" if shadow.vars.len() < MOST && shadow.scopes.is_empty() && shadow.temporary.is_empty() => {
                gate(&mut solver, &mut shadow, &literals);
            }
            "push" if shadow.temporary.is_empty() => {
                solver.push();
                shadow.scopes.push((shadow.clauses.len(), shadow.vars.len()));
            }
            "pop" if shadow.temporary.is_empty() => {
                solver.pop();
                if let Some((clauses, names)) = shadow.scopes.pop() {
                    shadow.clauses.truncate(clauses);
                    shadow.vars.truncate(names);
                    shadow.frozen.truncate(names);
                    shadow.gates.truncate(names);
                    shadow.gone &= (1 << names) - 1;
                }
            }
            "simplify" => solver.simplify(),
            "freeze" if literals.len() == 1 && shadow.is_known(&literals) => {
                let name = literals[0].unsigned_abs() as usize - 1;
                solver.freeze(shadow.vars[name]);
                shadow.frozen[name] += 1;
            }
            "melt" if literals.len() == 1 && shadow.is_known(&literals) => {
                let name = literals[0].unsigned_abs() as usize - 1;
                if shadow.frozen[name] > 0 {
                    solver.melt(shadow.vars[name]);
                    shadow.frozen[name] -= 1;
                }
            }
            "release" if literals.len() == 1 && shadow.is_known(&literals) && shadow.temporary.is_empty() => {
                let name = literals[0].unsigned_abs() as usize - 1;
                let is_input = shadow.gates.iter().flatten().any(|l| l.unsigned_abs() as usize - 1 == name);
                if shadow.frozen[name] == 0 && shadow.gates[name].is_empty() && !is_input {
                    solver.release(lits(&shadow)[0]);
                    shadow.clauses.push(row(&literals));
                    shadow.gone |= 1 << name;
                    if shadow.scopes.is_empty() {
                        shadow.formula.push(literals.clone());
                    }
                }
            }
            "limit" => {
                let given = [literals.first().copied().unwrap_or(0), literals.get(1).copied().unwrap_or(0)];
                let [conflicts, propagations] = given.map(|number| number.max(0) as u64);
                is_limited = true;
                limit = Budget::unlimited().with_conflicts(conflicts).with_propagations(propagations);
            }
            kind @ ("solve" | "domain") => {
                solver.set_budget(std::mem::take(&mut limit));
                let answer = if kind == "solve" {
                    solver.solve(&lits(&shadow))
                } else {
                    in_domain(&mut solver, &shadow, &lits(&shadow))
                };
                judge(&solver, &shadow, &literals, answer, is_limited);
                shadow.temporary.clear();
                solver.set_budget(Budget::unlimited());
                is_limited = false;
            }
            _ => {}
        }
        if !solver.is_consistent() {
            assert!(!shadow.has_model((0, 0), true, None), "the clauses have a model: `{}`", line);
        }
    }
    if has_proof {
        let checker: Checker = solver.take_proof().expect("the proof that was set");
        assert_eq!(checker.rejection(), None, "a step of the proof");
    }
    proofs(&shadow, number);
}

/// A new name that is the conjunction of some literals.
fn gate(solver: &mut Solver, shadow: &mut Shadow, inputs: &[i32]) {
    let var = solver.new_var();
    let lits = shadow.lits(inputs);
    shadow.add_name(var);
    let name = shadow.vars.len() as i32;
    for (&lit, &input) in lits.iter().zip(inputs) {
        solver.add_clause(&[var.negative(), lit]);
        shadow.clauses.push(row(&[-name, input]));
        shadow.formula.push(vec![-name, input]);
    }
    let clause: Vec<Lit> = lits.iter().map(|&l| !l).chain([var.positive()]).collect();
    solver.add_clause(&clause);
    let named: Vec<i32> = inputs.iter().map(|l| -l).chain([name]).collect();
    shadow.clauses.push(row(&named));
    shadow.formula.push(named);
    // A gate without inputs is a constant, which defines itself.
    shadow.gates[name as usize - 1] = inputs.to_vec();
    if inputs.is_empty() {
        solver.keep_in_domain(var);
    }
}

/// Tells the solver which variables are gates. A variable that is kept in the domain is so with those that define it
/// by then.
fn define(solver: &mut Solver, shadow: &Shadow) {
    let mut lists: Vec<Vec<Var>> = vec![Vec::new(); solver.var_count()];
    for (var, inputs) in shadow.vars.iter().zip(&shadow.gates) {
        lists[var.index()] = shadow.lits(inputs).iter().map(|l| l.var()).collect();
    }
    solver.set_definitions(Arc::new(Definitions::new(lists)));
}

fn in_domain(solver: &mut Solver, shadow: &Shadow, assumptions: &[Lit]) -> Answer {
    define(solver, shadow);
    let answer = solver.solve_in_domain(assumptions);
    if answer == Answer::Sat {
        solver.complete_model();
    }
    answer
}

fn judge(solver: &Solver, shadow: &Shadow, assumed: &[i32], answer: Answer, is_limited: bool) {
    let known = row(assumed);
    match answer {
        Answer::Sat => {
            let mut model = 0;
            for (name, var) in shadow.vars.iter().enumerate() {
                if shadow.gone >> name & 1 == 0 {
                    let value = solver.value(var.positive()).expect("a value of each variable");
                    assert_eq!(solver.value(var.negative()), Some(!value), "a literal and its negation");
                    model |= u32::from(value) << name;
                }
            }
            assert!(shadow.has_model(known, true, Some(model)), "{:b} is no model", model);
        }
        Answer::Unsat => {
            let lits = shadow.lits(assumed);
            let core: Vec<i32> = solver
                .core()
                .iter()
                .map(|l| assumed[lits.iter().position(|a| a == l).expect("the core has assumptions only")])
                .collect();
            assert!(!shadow.has_model(row(&core), true, None), "there is a model of the core {:?}", core);
        }
        Answer::Unknown(limit) => {
            assert!(is_limited, "{:?} without a limit", limit);
            assert!(matches!(limit, Limit::Conflicts | Limit::Propagations), "{:?}", limit);
        }
    }
    for (name, var) in shadow.vars.iter().enumerate() {
        if shadow.gone >> name & 1 == 0 {
            if let Some(value) = solver.fixed_value(var.positive()) {
                let name = name as i32 + 1;
                let opposite = row(&[if value { -name } else { name }]);
                assert!(!shadow.has_model(opposite, false, None), "{} is not fixed", name);
            }
        }
    }
}

/// A stream of bytes that two owners see.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("one thread").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The formula outside of scopes in a fresh solver, with a proof in each format; the file is checked.
fn proofs(shadow: &Shadow, number: usize) {
    let formula: Vec<Vec<Lit>> = shadow
        .formula
        .iter()
        .map(|clause| clause.iter().filter_map(|&l| Lit::from_dimacs(l)).collect())
        .collect();
    let count = formula.len() as u64;
    for encoding in [Encoding::Text, Encoding::Binary] {
        for format in [ProofFormat::Drat, ProofFormat::Lrat] {
            let mut solver = Solver::new(options(number));
            let out = Shared::default();
            match format {
                ProofFormat::Drat => solver.set_proof(DratWriter::new(out.clone(), encoding, count)),
                ProofFormat::Lrat => solver.set_proof(LratWriter::new(out.clone(), encoding, count)),
            }
            solver.reserve_vars(MOST);
            for clause in &formula {
                solver.add_clause(clause);
            }
            if solver.solve(&[]) != Answer::Unsat {
                continue;
            }
            match format {
                ProofFormat::Drat => solver.take_proof::<DratWriter<Shared>>().map(DratWriter::finish),
                ProofFormat::Lrat => solver.take_proof::<LratWriter<Shared>>().map(LratWriter::finish),
            }
            .expect("the proof that was set")
            .expect("a vector can be written to");
            let bytes = out.0.lock().expect("one thread").clone();
            let reader = ProofReader::new(bytes.as_slice(), format);
            let checked = check_proof(formula.iter().map(Vec::as_slice), reader, &[], Budget::unlimited());
            let (verdict, _) =
                checked.unwrap_or_else(|error| panic!("a proof that was written does not read: {}", error));
            assert!(verdict.is_proved(), "{:?} {:?}: {:?}", format, encoding, verdict);
        }
    }
}
