//! Bounded variable addition: tables of clauses become fewer clauses with a new variable, which no caller sees, with
//! proofs that the checker accepts; forged definitions it refuses.

use crate::cases::try_random;
use crate::cnf::{lits, random_clause, random_lit, satisfiable};
use crate::refuter::id;
use crate::watch::{demand_answer, Watchers};
use indubit::base::{Budget, Lit, Rng, Var};
use indubit::solver::proof::{
    check_proof, Checked, Checker, ClauseId, DratWriter, Encoding, Hint, LratWriter, Method, ProofFormat,
    ProofReader, ProofSink, Reason, SharedLog,
};
use indubit::solver::sat::{Answer, Definitions, SatOptions, SharedClauses, Solver};
use std::io::{self, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, Mutex};

type Clauses = Vec<Vec<Lit>>;

/// Variable addition and no other simplification.
fn alone() -> SatOptions {
    SatOptions {
        inprocess_interval: 1,
        reduce_interval: 3,
        congruence: false,
        sweeping: false,
        substitution: false,
        probing: false,
        subsumption: false,
        elimination: false,
        vivification: false,
        variable_addition: true,
        ..SatOptions::default()
    }
}

/// With all the others, but for elimination in some, which leaves small tables alone.
fn together(elimination: bool) -> SatOptions {
    SatOptions { variable_addition: true, elimination, inprocess_interval: 1, ..SatOptions::default() }
}

/// All combinations of a literal with a rest.
fn table(rows: &[Lit], rests: &[Vec<Lit>]) -> Clauses {
    let row = |l: &Lit| -> Clauses { rests.iter().map(|rest| [&[*l], &rest[..]].concat()).collect() };
    rows.iter().flat_map(row).collect()
}

fn positive(vars: std::ops::Range<usize>) -> Vec<Lit> {
    vars.map(|v| Var::new(v).positive()).collect()
}

fn add_all(solver: &mut Solver, clauses: &[Vec<Lit>]) {
    clauses.iter().for_each(|c| {
        solver.add_clause(c);
    });
}

/// `pigeons` pigeons in one hole less, each in one; no two in a hole, pair by pair.
fn pigeons(pigeons: usize) -> (usize, Clauses) {
    let holes = pigeons - 1;
    let inside = |pigeon: usize, hole: usize| Var::new(pigeon * holes + hole).positive();
    let mut clauses: Clauses =
        (0..pigeons).map(|p| (0..holes).map(|hole| inside(p, hole)).collect()).collect();
    for hole in 0..holes {
        for p in 0..pigeons {
            clauses.extend((0..p).map(|q| vec![!inside(p, hole), !inside(q, hole)]));
        }
    }
    (pigeons * holes, clauses)
}

#[test]
fn a_table_becomes_its_rows_and_its_columns() {
    for size in [1, 2] {
        let rests: Clauses = (0..4).map(|i| positive(3 + size * i..3 + size * (i + 1))).collect();
        let clauses = table(&positive(0..3), &rests);
        let vars = 3 + 4 * size;
        let mut solver = Solver::new(alone());
        let proof = Watchers::new();
        solver.set_proof(proof.clone());
        solver.reserve_vars(vars);
        add_all(&mut solver, &clauses);
        solver.simplify();
        assert_eq!(solver.clause_count(), (7, 0));
        assert_eq!((solver.statistics().added, solver.statistics().factored), (1, 5));
        assert_eq!(solver.var_count(), vars + 1);
        // Neither the caller's new variable nor the models are of the added one.
        assert_eq!(solver.new_var(), Var::new(vars + 1));
        for answers in [&[-1, -4][..], &[-1, -4, -5], &[-3, -4, -5, -6, -7], &[1, -2, -4, -5]] {
            let assumptions = lits(answers);
            let answer = solver.solve(&assumptions);
            demand_answer(&solver, answer, &clauses, &assumptions, |a| {
                satisfiable(vars, &clauses, a, |_| true)
            });
        }
        proof.demand();
    }
}

#[test]
fn no_more_than_one_of_many_needs_few_clauses() {
    let mut clauses = Clauses::new();
    for v in 0..30 {
        clauses.extend((0..v).map(|u| vec![Var::new(u).negative(), Var::new(v).negative()]));
    }
    let mut solver = Solver::new(alone());
    solver.reserve_vars(30);
    add_all(&mut solver, &clauses);
    solver.simplify();
    let (left, _) = solver.clause_count();
    assert!(left <= 100, "{} clauses of {} are left", left, clauses.len());
    assert_eq!(clauses.len() - left, solver.statistics().factored as usize);
    for v in (0..30).map(Var::new) {
        assert_eq!(solver.solve(&[v.positive()]), Answer::Sat);
        assert!((0..30).map(Var::new).all(|u| u == v || solver.value(u.negative()) == Some(true)));
        assert_eq!(solver.solve(&[v.positive(), Var::new((v.index() + 7) % 30).positive()]), Answer::Unsat);
    }
}

/// Two clauses alike, and clauses that could be in two cells, are replaced once.
#[test]
fn a_clause_is_in_one_cell_of_a_table() {
    let twice =
        [&table(&positive(0..3), &[lits(&[4]), lits(&[5]), lits(&[6])])[..], &[lits(&[1, 4])]].concat();
    // All clauses of three of six literals.
    let mut triples = Clauses::new();
    for a in 1..=6 {
        for b in 1..a {
            triples.extend((1..b).map(|c| lits(&[a, b, c])));
        }
    }
    for clauses in [twice, triples] {
        let mut solver = Solver::new(alone());
        let proof = Watchers::new();
        solver.set_proof(proof.clone());
        solver.reserve_vars(6);
        add_all(&mut solver, &clauses);
        solver.simplify();
        assert!(solver.statistics().added > 0);
        for bits in 0..1 << 6 {
            let assumptions: Vec<Lit> = (0..6).map(|v| Var::new(v).lit(bits >> v & 1 == 1)).collect();
            let answer = solver.solve(&assumptions);
            demand_answer(&solver, answer, &clauses, &assumptions, |a| satisfiable(6, &clauses, a, |_| true));
        }
        proof.demand();
    }
}

/// Clauses in tables, and others.
fn tables(rng: &mut Rng, vars: usize) -> Clauses {
    let mut clauses = Clauses::new();
    for _ in 0..1 + rng.below(3) {
        let rows: Vec<Lit> = (0..2 + rng.below(6)).map(|_| random_lit(rng, vars)).collect();
        let length = 1 + rng.below(3);
        let rests: Clauses =
            (0..2 + rng.below(8)).map(|_| (0..length).map(|_| random_lit(rng, vars)).collect()).collect();
        clauses.extend(table(&rows, &rests));
    }
    clauses.extend((0..rng.below(6)).map(|_| random_clause(rng, vars)));
    clauses
}

fn session(seed: u64) {
    let mut rng = Rng::new(seed);
    let options = [alone, || together(false), || together(true)][rng.below(3)]();
    let mut solver = Solver::new(options);
    let proof = if rng.one_in(4) { None } else { Some(Watchers::new()) };
    if let Some(proof) = &proof {
        solver.set_proof(proof.clone());
    }
    // By number of the oracle: the solver's variable.
    let mut names: Vec<Var> = (0..8).map(|_| solver.new_var()).collect();
    let outer = |names: &[Var], clause: &[Lit]| -> Vec<Lit> {
        clause.iter().map(|l| names[l.var().index()].lit(!l.is_negative())).collect()
    };
    let mut clauses = Clauses::new();
    let mut scope = None;
    for _ in 0..6 {
        match rng.below(7) {
            0 => solver.freeze(names[rng.below(names.len())]),
            1 | 2 => solver.simplify(),
            3 if names.len() < 12 && scope.is_none() => names.push(solver.new_var()),
            4 if scope.is_none() => {
                solver.push();
                scope = Some(clauses.len());
            }
            5 => {
                if let Some(count) = scope.take() {
                    solver.pop();
                    clauses.truncate(count);
                }
            }
            _ => {
                for clause in tables(&mut rng, names.len()) {
                    solver.add_clause(&outer(&names, &clause));
                    clauses.push(clause);
                }
            }
        }
        let assumptions: Vec<Lit> = (0..rng.below(4)).map(|_| random_lit(&mut rng, names.len())).collect();
        let answer = solver.solve(&outer(&names, &assumptions));
        let shown: Clauses = clauses.iter().map(|c| outer(&names, c)).collect();
        let inner = |lits: &[Lit]| -> Vec<Lit> {
            let place = |l: &Lit| names.iter().position(|v| *v == l.var()).expect("a variable of the caller");
            lits.iter().map(|l| Var::new(place(l)).lit(!l.is_negative())).collect()
        };
        demand_answer(&solver, answer, &shown, &outer(&names, &assumptions), |a| {
            satisfiable(names.len(), &clauses, &inner(a), |_| true)
        });
        if let Some(proof) = &proof {
            proof.demand();
        }
    }
}

#[test]
fn answers_are_those_of_enumeration_whatever_comes_after_an_addition() {
    try_random(400, session);
}

#[test]
fn an_added_variable_cannot_be_named() {
    let mut solver = Solver::new(alone());
    solver.reserve_vars(6);
    add_all(&mut solver, &table(&positive(0..3), &[lits(&[4]), lits(&[5]), lits(&[6])]));
    solver.simplify();
    assert_eq!(solver.statistics().added, 1);
    let added = Var::new(6).positive();
    assert!(catch_unwind(AssertUnwindSafe(|| solver.add_clause(&[added]))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| solver.solve(&[added]))).is_err());
    assert!(catch_unwind(AssertUnwindSafe(|| solver.freeze(added.var()))).is_err());
}

/// Where clauses that do not follow from the others would be wrong, or the clauses of a table cannot be replaced.
#[test]
fn there_is_no_addition_in_scopes_for_interpolants_in_domains_and_of_shared_clauses() {
    let clauses = table(&positive(0..3), &[lits(&[4]), lits(&[5]), lits(&[6])]);
    let with = |prepare: &dyn Fn(&mut Solver)| {
        let mut solver = Solver::new(alone());
        prepare(&mut solver);
        solver.reserve_vars(6);
        add_all(&mut solver, &clauses);
        solver.simplify();
        solver.statistics().added
    };
    assert_eq!(with(&|_| {}), 1);
    assert_eq!(with(&|solver| solver.push()), 0);
    assert_eq!(with(&|solver| solver.set_proof(SharedLog::default())), 0);
    assert_eq!(with(&|solver| solver.set_proof((Checker::new(Method::Chains, Budget::unlimited()), ()))), 1);
    assert_eq!(with(&|solver| solver.set_proof((SharedLog::default(), ()))), 0);
    let domain = |solver: &mut Solver| {
        solver.set_definitions(Arc::new(Definitions::default()));
        assert_eq!(solver.solve_in_domain(&[]), Answer::Sat);
    };
    assert_eq!(with(&domain), 0);
    let shared = SharedClauses::new(6, clauses.iter().map(Vec::as_slice));
    let mut solver = Solver::with_shared(alone(), &Arc::new(shared));
    solver.simplify();
    assert_eq!(solver.statistics().added, 0);
}

/// The number of the added variable would be that of the scope's selector, of which the proof keeps a unit clause.
#[test]
fn a_proof_that_knows_the_variables_of_a_scope_gets_no_others_under_their_numbers() {
    let clauses = table(&positive(0..3), &[lits(&[4]), lits(&[5]), lits(&[6])]);
    for observed in [false, true] {
        let mut solver = Solver::new(alone());
        let proof = Watchers::new();
        if observed {
            solver.set_proof(proof.clone());
        }
        solver.reserve_vars(6);
        add_all(&mut solver, &clauses);
        solver.push();
        solver.add_clause(&[]);
        assert_eq!(solver.solve(&[]), Answer::Unsat);
        solver.pop();
        solver.simplify();
        assert_eq!(solver.statistics().added, u64::from(!observed));
        assert_eq!(solver.solve(&lits(&[-1, -4])), Answer::Unsat);
        proof.demand();
    }
}

/// A domain that is closed under the caller's definitions lacks the added variables.
#[test]
fn a_domain_query_after_an_addition_knows_all_clauses() {
    let clauses = table(&lits(&[-1, -2, -3]), &[lits(&[4]), lits(&[5]), lits(&[6])]);
    let mut solver = Solver::new(alone());
    solver.reserve_vars(6);
    add_all(&mut solver, &clauses);
    solver.simplify();
    assert_eq!(solver.statistics().added, 1);
    solver.set_definitions(Arc::new(Definitions::default()));
    assert_eq!(solver.solve_in_domain(&lits(&[1, -4])), Answer::Unsat);
    assert_eq!(solver.solve_in_domain(&lits(&[1])), Answer::Sat);
    assert_eq!(solver.value(lits(&[5])[0]), Some(true));
}

/// A file in memory that the test and a writer share.
#[derive(Clone, Default)]
struct File(Arc<Mutex<Vec<u8>>>);

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic before").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

type Writers = (DratWriter<File>, LratWriter<File>);

#[test]
fn proofs_of_both_formats_are_read_and_accepted() {
    let (vars, clauses) = pigeons(6);
    for encoding in [Encoding::Text, Encoding::Binary] {
        let (drat, lrat) = (File::default(), File::default());
        let number = clauses.len() as u64;
        let mut solver = Solver::new(alone());
        let writers: Writers = (
            DratWriter::new(drat.clone(), encoding, number),
            LratWriter::new(lrat.clone(), encoding, number),
        );
        solver.set_proof(writers);
        solver.reserve_vars(vars);
        add_all(&mut solver, &clauses);
        solver.simplify();
        assert!(solver.statistics().added > 0);
        assert_eq!(solver.solve(&[]), Answer::Unsat);
        let (first, second) = solver.take_proof::<Writers>().expect("the sink that was set");
        first.finish().and(second.finish()).expect("memory takes all");
        for (file, format) in [(drat, ProofFormat::Drat), (lrat, ProofFormat::Lrat)] {
            let bytes = file.0.lock().expect("no panic before").clone();
            let reader = ProofReader::new(bytes.as_slice(), format);
            assert_eq!(reader.encoding(), encoding);
            let formula = clauses.iter().map(Vec::as_slice);
            let (verdict, stats) = check_proof(formula, reader, &[], Budget::unlimited()).expect("a proof");
            assert_eq!(verdict, Checked::Proved, "{:?} {:?}", format, encoding);
            // The checker by propagation finds some of the clauses implied.
            assert!(stats.rat > 0);
        }
    }
}

/// A checker that was given `1 | 3`, `1 | 4`, `2 | 3`, `2 | 4` as 1 to 4.
fn judge(method: Method) -> Checker {
    let mut checker = Checker::new(method, Budget::unlimited());
    for (number, clause) in (1..).zip([[1, 3], [1, 4], [2, 3], [2, 4]]) {
        checker.axiom(id(number), &lits(&clause));
    }
    checker
}

/// A step of the definition: number, literals, and hints as in a file.
type Extension<'a> = (u64, &'a [i32], &'a [i64]);

fn extend(checker: &mut Checker, (number, clause, hints): Extension<'_>) {
    let hints: Vec<Hint> = hints
        .iter()
        .map(|&hint| match ClauseId::new(hint.unsigned_abs()) {
            id if hint < 0 => Hint::Candidate(id),
            id => Hint::Unit(id),
        })
        .collect();
    checker.extended(id(number), &lits(clause), &hints);
}

/// `5 | 1` and `5 | 2`, `-5 | 3` and `-5 | 4`.
const DEFINITION: [Extension<'static>; 4] =
    [(5, &[5, 1], &[]), (6, &[5, 2], &[]), (7, &[-5, 3], &[-5, 1, -6, 3]), (8, &[-5, 4], &[-5, 2, -6, 4])];

const METHODS: [Method; 2] = [Method::Chains, Method::Propagation];

#[test]
fn a_definition_is_accepted_and_clauses_about_the_old_variables_may_follow() {
    for method in METHODS {
        let mut checker = judge(method);
        DEFINITION.iter().for_each(|&step| extend(&mut checker, step));
        (1..=4).zip([[1, 3], [1, 4], [2, 3], [2, 4]]).for_each(|(n, c)| checker.deleted(id(n), &lits(&c)));
        checker.axiom(id(9), &lits(&[-1]));
        checker.derived(id(10), &lits(&[3]), &[id(9), id(5), id(7)]);
        checker.concluded(id(10), &lits(&[3]));
        assert_eq!((checker.rejection(), checker.stats().rat), (None, 4));
        checker.axiom(id(11), &lits(&[-3]));
        checker.derived(id(12), &[], &[id(10), id(11)]);
        assert_eq!(checker.verdict(), Checked::Proved);
    }
}

#[test]
fn forged_definitions_are_refused() {
    let reason = |method, steps: &[Extension<'_>]| {
        let mut checker = judge(method);
        steps.iter().for_each(|&step| extend(&mut checker, step));
        checker.rejection().map(|rejection| rejection.reason)
    };
    let chains = |steps: &[Extension<'_>]| reason(Method::Chains, steps);
    let [one, two, three, _] = DEFINITION;
    // A candidate is missing, has no refutation, has a wrong one, or is none.
    assert_eq!(chains(&[one, two, (7, &[-5, 3], &[-5, 1])]), Some(Reason::CandidateMissing));
    assert_eq!(chains(&[one, two, (7, &[-5, 3], &[])]), Some(Reason::HintsExhausted));
    assert_eq!(chains(&[one, two, (7, &[-5, 3], &[-5, 1, -6])]), Some(Reason::HintsExhausted));
    assert_eq!(chains(&[one, two, (7, &[-5, 3], &[-5, 2, -6, 3])]), Some(Reason::HintsExhausted));
    assert_eq!(chains(&[one, two, (7, &[-5, 3], &[-5, 1, -3, 3])]), Some(Reason::HintNotCandidate(id(3))));
    assert_eq!(chains(&[one, two, (7, &[-5, 3], &[-9, 1])]), Some(Reason::HintUnknown(id(9))));
    // The rest is no column of the table, or the pivot is no first literal, or an old variable.
    for method in METHODS {
        assert_eq!(reason(method, &[one, two, three]), None);
        let forged: [Extension<'_>; 4] = [
            (7, &[-5], &[-5, 1, -6, 3]),
            (7, &[-5, -3], &[-5, 1, -6, 3]),
            (7, &[-3, -5], &[-1, -3]),
            (7, &[-1], &[]),
        ];
        for step in forged {
            assert!(reason(method, &[one, two, step]).is_some(), "{:?}", step);
        }
        // A RAT step that comes as a derivation.
        let mut checker = judge(method);
        checker.derived(id(5), &lits(&[5, 1]), &[]);
        assert!(checker.rejection().is_some());
    }
}

#[test]
fn nothing_about_the_variable_of_a_definition_is_a_consequence() {
    for method in METHODS {
        let defined = || {
            let mut checker = judge(method);
            DEFINITION.iter().for_each(|&step| extend(&mut checker, step));
            checker
        };
        let mut checker = defined();
        checker.axiom(id(9), &lits(&[-5, 2]));
        assert_eq!(checker.rejection().map(|r| r.reason), Some(Reason::AxiomAfterRat));
        let mut checker = defined();
        checker.concluded(id(5), &lits(&[5, 1]));
        assert_eq!(checker.rejection().map(|r| r.reason), Some(Reason::ConclusionWrong(id(5))));
        // An old variable as the pivot: `1` keeps the clauses satisfiable, but does not follow.
        let mut checker = judge(method);
        extend(&mut checker, (5, &[1], &[]));
        checker.concluded(id(5), &lits(&[1]));
        assert_eq!(checker.rejection().map(|r| r.reason), Some(Reason::ConclusionWrong(id(5))));
        let mut checker = judge(method);
        extend(&mut checker, (5, &[1], &[]));
        checker.axiom(id(6), &lits(&[-1]));
        assert_eq!(checker.rejection().map(|r| r.reason), Some(Reason::AxiomAfterRat));
        // With another target than the empty clause.
        let mut checker = Checker::new(method, Budget::unlimited()).with_target(&lits(&[1]));
        checker.axiom(id(1), &lits(&[1, 2]));
        extend(&mut checker, (2, &[1], &[]));
        assert!(!checker.verdict().is_proved());
    }
}

#[test]
fn a_sink_without_room_for_variables_says_so() {
    let mut log = SharedLog::default();
    let extended = catch_unwind(AssertUnwindSafe(|| log.extended(id(1), &lits(&[5, 1]), &[])));
    assert!(extended.is_err() && log.spare_variables() == 0);
}
