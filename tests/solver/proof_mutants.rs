//! Random refutations must be accepted, damaged ones judged rightly.
//!
//! Judges that share nothing with the checker (see [`crate::refuter`]) decide which verdict is right: truth tables for
//! soundness, and naive re-implementations of the two acceptance criteria. The tests count the verdicts of each kind,
//! so that they cannot pass by meeting none.

use crate::cases::scaled;
use crate::cnf::{lits, short_clause};
use crate::counts::enough;
use crate::refuter::{
    id, is_rup, models, models_of_clause, random_unsatisfiable, rat_hints, refute, replay, Step, VARS,
};
use std::collections::BTreeMap;

use indubit::base::{Budget, Lit, Rng};
use indubit::solver::proof::{
    check_proof, Checked, Checker, DratWriter, Encoding, LratWriter, Method, ProofFormat, ProofReader,
    ProofStep,
};

const FORMATS: [(ProofFormat, Encoding); 4] = [
    (ProofFormat::Drat, Encoding::Text),
    (ProofFormat::Drat, Encoding::Binary),
    (ProofFormat::Lrat, Encoding::Text),
    (ProofFormat::Lrat, Encoding::Binary),
];

fn write(formula: &[Vec<Lit>], steps: &[Step], format: ProofFormat, encoding: Encoding) -> Vec<u8> {
    let mut bytes = Vec::new();
    let clauses = formula.len() as u64;
    match format {
        ProofFormat::Drat => {
            let mut writer = DratWriter::new(&mut bytes, encoding, clauses);
            replay(formula, steps, &mut writer);
            writer.finish().unwrap();
        }
        ProofFormat::Lrat => {
            let mut writer = LratWriter::new(&mut bytes, encoding, clauses);
            replay(formula, steps, &mut writer);
            writer.finish().unwrap();
        }
    }
    bytes
}

fn check(formula: &[Vec<Lit>], bytes: &[u8], format: ProofFormat) -> Checked {
    let reader = ProofReader::new(bytes, format);
    check_proof(formula.iter().map(Vec::as_slice), reader, &[], Budget::unlimited()).unwrap().0
}

#[test]
fn refutations_are_accepted_in_every_format_and_on_the_fly() {
    let mut rng = Rng::new(1);
    for _ in 0..scaled(300) {
        let formula = random_unsatisfiable(&mut rng);
        let steps = refute(&formula);
        for (format, encoding) in FORMATS {
            let bytes = write(&formula, &steps, format, encoding);
            assert_eq!(ProofReader::new(bytes.as_slice(), format).encoding(), encoding);
            assert_eq!(check(&formula, &bytes, format), Checked::Proved, "{:?} {:?}", format, formula);
        }
        for method in [Method::Propagation, Method::Chains] {
            let mut checker = Checker::new(method, Budget::unlimited());
            replay(&formula, &steps, &mut checker);
            assert_eq!(checker.verdict(), Checked::Proved);
        }
    }
}

#[test]
fn what_was_written_is_read_again() {
    let mut rng = Rng::new(2);
    for _ in 0..scaled(100) {
        let formula = random_unsatisfiable(&mut rng);
        let steps = refute(&formula);
        for (format, encoding) in FORMATS {
            let bytes = write(&formula, &steps, format, encoding);
            let mut reader = ProofReader::new(bytes.as_slice(), format);
            for step in &steps {
                match (reader.next_step().unwrap().expect("as many steps"), step) {
                    (
                        ProofStep::Derived { id, clause, hints },
                        Step::Derived { id: number, clause: c, chain },
                    ) => {
                        assert_eq!(clause, &c[..]);
                        let numbered = format == ProofFormat::Lrat;
                        assert_eq!(id.map(|id| id.number()), Some(*number).filter(|_| numbered));
                        assert_eq!(hints.len(), if numbered { chain.len() } else { 0 });
                    }
                    (ProofStep::DeletedClause { clause }, Step::Deleted { clause: c, .. }) => {
                        assert_eq!(clause, &c[..]);
                    }
                    (ProofStep::DeletedIds { ids }, Step::Deleted { id, .. }) => {
                        assert_eq!(ids, &[self::id(*id)]);
                    }
                    (read, written) => panic!("{:?} became {:?}", written, read),
                }
            }
            assert_eq!(reader.next_step(), Ok(None));
        }
    }
}

/// Damages a proof, or its formula, in one place.
fn mutate(rng: &mut Rng, formula: &mut [Vec<Lit>], steps: &mut Vec<Step>) {
    let axioms = formula.len() as u64;
    let at = rng.below(steps.len());
    match rng.below(8) {
        0 => drop(steps.remove(at)),
        1 => steps.truncate(at),
        2 => {
            let other = rng.below(formula.len());
            formula[other] = short_clause(rng, VARS);
        }
        3 => {
            // Something needed goes early: an antecedent just before its use.
            if let Step::Derived { chain, .. } = &steps[at] {
                let victim = chain[rng.below(chain.len())];
                let clause = steps.iter().find_map(|step| match step {
                    Step::Derived { id, clause, .. } if *id == victim => Some(clause.clone()),
                    _ => None,
                });
                let clause = clause.unwrap_or_else(|| formula[victim as usize - 1].clone());
                steps.insert(at, Step::Deleted { id: victim, clause });
            }
        }
        kind => {
            if let Step::Derived { clause, chain, id } = &mut steps[at] {
                match kind {
                    4 if !clause.is_empty() => {
                        let position = rng.below(clause.len());
                        clause[position] = !clause[position];
                    }
                    5 if !clause.is_empty() => drop(clause.remove(rng.below(clause.len()))),
                    6 => {
                        let position = rng.below(chain.len());
                        chain[position] = 1 + rng.below((axioms.max(*id) - 1) as usize) as u64;
                    }
                    _ => drop(chain.remove(rng.below(chain.len()))),
                }
            }
        }
    }
}

/// The mutants of many proofs: formula (not always unsatisfiable) and steps.
fn mutants(seed: u64, count: usize) -> impl Iterator<Item = (Vec<Vec<Lit>>, Vec<Step>)> {
    let mut rng = Rng::new(seed);
    (0..count).map(move |_| {
        let mut formula = random_unsatisfiable(&mut rng);
        let mut steps = refute(&formula);
        mutate(&mut rng, &mut formula, &mut steps);
        (formula, steps)
    })
}

/// Every clause that the checker lets pass by RUP or hints must follow from the formula, by truth table; with RAT, the
/// clauses that are present must be satisfiable if the formula is.
fn assert_sound(formula: &[Vec<Lit>], bytes: &[u8], format: ProofFormat) {
    let method = if format == ProofFormat::Drat { Method::Propagation } else { Method::Chains };
    let mut checker = Checker::new(method, Budget::unlimited());
    for (number, clause) in (1..).zip(formula) {
        checker.formula_clause(Some(id(number)).filter(|_| format == ProofFormat::Lrat), clause);
    }
    let allowed = models(formula);
    let mut derived = Vec::new();
    let mut reader = ProofReader::new(bytes, format);
    while let Some(step) = reader.next_step().unwrap() {
        checker.step(step);
        if checker.rejection().is_some() {
            return;
        }
        if let ProofStep::Derived { clause, .. } = step {
            derived.push(clause.to_vec());
            if checker.stats().rat == 0 {
                assert_eq!(allowed & !models_of_clause(clause), 0, "{:?} from {:?}", clause, formula);
            }
        }
    }
    if checker.verdict() == Checked::Proved {
        assert_eq!(allowed, 0, "refuted, but satisfiable: {:?}", formula);
    }
}

/// A naive LRAT judge: sets of literals, no state but the present clauses.
fn lrat_accepts(formula: &[Vec<Lit>], steps: &[Step]) -> bool {
    let mut present: BTreeMap<u64, Vec<Lit>> = (1..).zip(formula.iter().cloned()).collect();
    let mut refuted = present.values().any(Vec::is_empty);
    for step in steps {
        match step {
            Step::Deleted { id, .. } => {
                if present.remove(id).is_none() {
                    return false;
                }
            }
            Step::Derived { id, clause, chain } => {
                if !hints_justify(&present, clause, chain) || present.insert(*id, clause.clone()).is_some() {
                    return false;
                }
                refuted |= clause.is_empty();
            }
        }
    }
    refuted
}

fn hints_justify(present: &BTreeMap<u64, Vec<Lit>>, clause: &[Lit], chain: &[u64]) -> bool {
    let mut truths: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
    if clause.iter().any(|lit| truths.contains(lit)) {
        return true;
    }
    for hint in chain {
        let mut open = match present.get(hint) {
            Some(antecedent) => antecedent.clone(),
            None => return false,
        };
        open.retain(|&lit| !truths.contains(&!lit));
        open.sort();
        open.dedup();
        match open[..] {
            [] => return true,
            [unit] => truths.push(unit),
            _ => return false,
        }
    }
    // No conflict: RAT without candidates, if every clause with the negated pivot is satisfied otherwise.
    clause.first().map_or(false, |&pivot| {
        present.values().filter(|c| c.contains(&!pivot)).all(|c| {
            c.iter().any(|&lit| lit != !pivot && (truths.contains(&lit) || c.contains(&!lit) || lit == pivot))
        })
    })
}

/// A naive DRAT judge that knows only RUP and takes every deletion at its word.
fn rup_accepts(formula: &[Vec<Lit>], steps: &[Step]) -> bool {
    let set = |clause: &[Lit]| {
        let mut sorted = clause.to_vec();
        sorted.sort();
        sorted.dedup();
        sorted
    };
    let mut present: Vec<(u64, Vec<Lit>)> = (1..).zip(formula.iter().map(|c| set(c))).collect();
    for step in steps {
        let clause = set(step.clause());
        match step {
            Step::Deleted { .. } => match present.iter().position(|(_, c)| *c == clause) {
                Some(place) => drop(present.swap_remove(place)),
                None => return false,
            },
            Step::Derived { id, .. } if is_rup(&present, &clause) => present.push((*id, clause)),
            Step::Derived { .. } => return false,
        }
    }
    is_rup(&present, &[])
}

#[test]
fn mutants_with_hints_are_judged_as_by_the_naive_judge() {
    let (mut accepted, mut rejected) = (0, 0);
    for (formula, steps) in mutants(3, scaled(4000)) {
        let expected = lrat_accepts(&formula, &steps);
        for encoding in [Encoding::Text, Encoding::Binary] {
            let bytes = write(&formula, &steps, ProofFormat::Lrat, encoding);
            let verdict = check(&formula, &bytes, ProofFormat::Lrat);
            assert_eq!(verdict.is_proved(), expected, "{} {:?} {:?}", verdict, formula, steps);
        }
        assert_sound(
            &formula,
            &write(&formula, &steps, ProofFormat::Lrat, Encoding::Text),
            ProofFormat::Lrat,
        );
        *(if expected { &mut accepted } else { &mut rejected }) += 1;
    }
    assert!(enough(accepted, 1000) && enough(rejected, 1000), "{} accepted, {} rejected", accepted, rejected);
}

#[test]
fn mutants_without_hints_are_judged_soundly_and_no_stricter_than_rup() {
    let (mut accepted, mut rejected, mut satisfiable) = (0, 0, 0);
    for (formula, steps) in mutants(4, scaled(4000)) {
        let bytes = write(&formula, &steps, ProofFormat::Drat, Encoding::Text);
        let verdict = check(&formula, &bytes, ProofFormat::Drat);
        if rup_accepts(&formula, &steps) {
            assert_eq!(verdict, Checked::Proved, "{:?} {:?}", formula, steps);
        }
        assert_sound(&formula, &bytes, ProofFormat::Drat);
        satisfiable += u64::from(models(&formula) != 0);
        *(if verdict.is_proved() { &mut accepted } else { &mut rejected }) += 1;
    }
    let seen = format!("{} accepted, {} rejected, {} satisfiable", accepted, rejected, satisfiable);
    assert!(enough(accepted, 200) && enough(rejected, 500) && enough(satisfiable, 50), "{}", seen);
}

/// Dropping clauses of the formula until it is satisfiable leaves nothing that could be accepted.
#[test]
fn proofs_of_satisfiable_formulas_are_rejected() {
    let mut rng = Rng::new(5);
    for _ in 0..scaled(500) {
        let mut formula = random_unsatisfiable(&mut rng);
        let steps = refute(&formula);
        while models(&formula) == 0 {
            // A tautology in its place keeps the numbers of the others.
            let place = rng.below(formula.len());
            formula[place] = lits(&[1, -1]);
        }
        // Without the deletions, which would fail first.
        let steps: Vec<Step> = steps.into_iter().filter(|s| matches!(s, Step::Derived { .. })).collect();
        for (format, encoding) in FORMATS {
            let bytes = write(&formula, &steps, format, encoding);
            assert!(!check(&formula, &bytes, format).is_proved(), "{:?}", formula);
        }
    }
}

/// Steps of every kind, numbers from everywhere: ids of the formula, of steps before and after, the step's own, used
/// ones, deleted ones and none; positive and negative hints in any order. None of it refutes a satisfiable formula.
#[test]
fn no_forged_proof_refutes_a_satisfiable_formula() {
    let mut rng = Rng::new(7);
    let (mut proofs, mut rat, mut steps) = (0, 0, 0);
    while proofs < scaled(20_000) {
        let formula: Vec<Vec<Lit>> = (0..2 + rng.below(9)).map(|_| short_clause(&mut rng, VARS)).collect();
        if models(&formula) == 0 {
            continue;
        }
        proofs += 1;
        for (format, encoding) in FORMATS {
            let bytes = forged(&mut rng, formula.len(), format, encoding);
            let reader = ProofReader::new(bytes.as_slice(), format);
            let clauses = formula.iter().map(Vec::as_slice);
            let (verdict, stats) = check_proof(clauses, reader, &[], Budget::unlimited()).unwrap();
            assert!(!verdict.is_proved(), "{:?} by {:?} {:?} {:?}", formula, format, encoding, bytes);
            rat += stats.rat;
            steps += stats.derived;
        }
    }
    assert!(enough(steps, 20_000) && enough(rat, 2_000), "{} steps, {} by RAT", steps, rat);
}

/// Up to six random steps that end in the empty clause, well formed.
fn forged(rng: &mut Rng, formula: usize, format: ProofFormat, encoding: Encoding) -> Vec<u8> {
    let mut words: Vec<Word> = Vec::new();
    let lrat = format == ProofFormat::Lrat;
    let count = 1 + rng.below(6);
    let any_id = |rng: &mut Rng| 1 + rng.below(formula + count + 2) as i64;
    for step in 1..=count {
        let last = step == count;
        let kind = if last { b'a' } else { b"aaaaaado"[rng.below(8)] };
        let own = if rng.one_in(4) { any_id(rng) } else { (formula + step) as i64 };
        let clause = if last && !rng.one_in(8) { Vec::new() } else { short_clause(rng, VARS) };
        words.push(Word::Open(kind, own));
        if lrat && kind == b'd' {
            words.extend((0..=rng.below(2)).map(|_| Word::Number(any_id(rng))));
        } else {
            words.extend(clause.iter().map(|lit| Word::Number(lit.to_dimacs().into())));
        }
        words.push(Word::Number(0));
        if lrat && kind == b'a' {
            let negative = [2, 4, 100][rng.below(3)];
            for _ in 0..rng.below(6) {
                let id = any_id(rng);
                words.push(Word::Number(if rng.one_in(negative) { -id } else { id }));
            }
            words.push(Word::Number(0));
        }
    }
    let mut bytes = Vec::new();
    words.iter().for_each(|word| word.write(lrat, encoding, &mut bytes));
    bytes
}

enum Word {
    /// The letter of a step, and its id if steps have one.
    Open(u8, i64),
    Number(i64),
}

impl Word {
    fn write(&self, lrat: bool, encoding: Encoding, bytes: &mut Vec<u8>) {
        match (self, encoding) {
            (Word::Number(number), Encoding::Text) => bytes.extend(format!("{} ", number).bytes()),
            (Word::Number(number), Encoding::Binary) => {
                let mut code = 2 * number.unsigned_abs() + u64::from(*number < 0);
                while code > 127 {
                    bytes.push(code as u8 | 128);
                    code >>= 7;
                }
                bytes.push(code as u8);
            }
            (&Word::Open(kind, id), Encoding::Text) => {
                if lrat {
                    bytes.extend(format!("{} ", id).bytes());
                }
                if kind != b'a' {
                    bytes.extend([kind, b' ']);
                }
            }
            (&Word::Open(kind, id), Encoding::Binary) => {
                bytes.push(kind);
                if lrat && kind != b'd' {
                    Word::Number(id).write(lrat, encoding, bytes);
                }
            }
        }
    }
}

/// One random clause added to a random satisfiable formula: RAT by the naive judge or not, with and without its hints.
#[test]
fn single_rat_steps_are_judged_as_by_the_naive_judge() {
    let mut rng = Rng::new(6);
    let (mut rup, mut rat, mut rejected, mut groups) = (0, 0, 0, 0);
    for _ in 0..scaled(40_000) {
        let count = 3 + rng.below(10);
        let formula: Vec<Vec<Lit>> = (0..count).map(|_| short_clause(&mut rng, VARS)).collect();
        if models(&formula) == 0 {
            continue;
        }
        let clause = short_clause(&mut rng, VARS);
        let present: Vec<(u64, Vec<Lit>)> = (1..).zip(formula.iter().cloned()).collect();
        let hints = rat_hints(&present, &clause);

        let numbers: String = clause.iter().map(|l| format!("{} ", l.to_dimacs())).collect();
        let drat = one_step(&formula, &format!("{}0\n", numbers), ProofFormat::Drat);
        assert_eq!(drat.rejection().is_none(), hints.is_some(), "{:?} to {:?}", clause, formula);
        if let Some(hints) = hints {
            let mut with_clause = formula.clone();
            with_clause.push(clause.clone());
            assert_ne!(models(&with_clause), 0, "{:?} to {:?}", clause, formula);
            groups += hints.iter().filter(|&&hint| hint < 0).count() as u64;
            let hint_text = |hints: &[i64]| hints.iter().map(|h| format!("{} ", h)).collect::<String>();
            let line = format!("{} {}0 {}0\n", count + 1, numbers, hint_text(&hints));
            let lrat = one_step(&formula, &line, ProofFormat::Lrat);
            assert_eq!(lrat.rejection(), None, "{} to {:?}", line, formula);
            assert_eq!(lrat.stats().rat, drat.stats().rat);
            *(if drat.stats().rat == 0 { &mut rup } else { &mut rat }) += 1;
            // Without its last group, a RAT step leaves a candidate out.
            if let Some(last) = hints.iter().rposition(|&hint| hint < 0) {
                let line = format!("{} {}0 {}0\n", count + 1, numbers, hint_text(&hints[..last]));
                assert!(one_step(&formula, &line, ProofFormat::Lrat).rejection().is_some(), "{}", line);
            }
        } else {
            rejected += 1;
        }
    }
    let seen = format!("{} RUP, {} RAT with {} groups, {} rejected", rup, rat, groups, rejected);
    for (count, least) in [(rup, 1000), (rat, 1000), (groups, 200), (rejected, 1000)] {
        assert!(enough(count, least), "{}", seen);
    }
}

/// A checker that has seen the formula and the only step of the proof.
fn one_step(formula: &[Vec<Lit>], proof: &str, format: ProofFormat) -> Checker {
    let method = if format == ProofFormat::Drat { Method::Propagation } else { Method::Chains };
    let mut checker = Checker::new(method, Budget::unlimited());
    for (number, clause) in (1..).zip(formula) {
        checker.formula_clause(Some(id(number)), clause);
    }
    let mut reader = ProofReader::new(proof.as_bytes(), format);
    checker.step(reader.next_step().unwrap().expect("a step"));
    checker
}
