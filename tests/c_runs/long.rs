//! Long runs: interrupted ones, quick expressions, and runs as counterexamples.

use super::cases::scaled;
use super::program;
use indubit::base::{Budget, Limit, Rng};
use indubit::c::{
    replay, run, Ask, CFile, End, ErrorRun, LowerOptions, OpenRun, RandomAnswers, RecordedAnswer,
    ReplayError, RunError, RunOptions, Source, View,
};
use indubit::engine::Outcome;
use indubit::portfolio::{Engine, PortfolioOptions, ProgramTrace, ProgramVerifier, VerifyOptions};
use std::sync::Arc;

/// A program whose runs call, loop and ask.
const BUSY: &str = "int nd(void);
int f(int x, int n) { int s = 0; for (int i = 0; i < n; i++) { s += x; if (s == nd()) s--; } return s; }
int main() {
  int a[3] = { 1, 2, 3 }, x = 0, *p = a;
  while (x < 40000) {
    x += 1 + (nd() == 3);
    p[x % 3] += f(x, x & 3);
    switch (nd() & 3) { case 0: x++; break; case 1: continue; default: p = a; }
    if (a[0] == 77 && nd() == 0 && x > 30000) reach_error();
  }
  return 0;
}
";

/// The answers and the end of the run of a seed, and the lines that it comes through as one number.
fn of_seed(seed: u64, stretch: u64) -> (Vec<i128>, End, u64) {
    let program = program(BUSY);
    let (mut random, mut answers, mut lines) = (RandomAnswers::new(seed), Vec::new(), 0u64);
    let mut open = OpenRun::new(&program).expect("a main");
    loop {
        let mut oracle = |ask: &Ask| {
            answers.push(random.answer(&program, ask));
            answers.last().copied()
        };
        let mut observer = |view: &View<'_>| {
            lines = lines.wrapping_mul(31).wrapping_add(view.pos().offset() as u64);
        };
        let until = open.steps().saturating_add(stretch);
        let budget = Budget::unlimited();
        let done = open.go_on(&program, &RunOptions::default(), until, &mut oracle, &mut observer, &budget);
        if let Some(run) = done.expect("no limit") {
            assert_eq!((run.steps, run.answers), (open.steps(), answers.len() as u64));
            return (answers, run.end, lines);
        }
        assert!(open.is_interrupted());
    }
}

#[test]
fn an_interrupted_run_is_the_same_as_one_in_one_go() {
    for seed in 0..3 {
        let whole = of_seed(seed, u64::MAX);
        for stretch in [1, 5_000, 30_000] {
            assert_eq!(of_seed(seed, stretch), whole, "{} {}", seed, stretch);
        }
    }
}

#[test]
fn a_run_goes_on_after_a_limit() {
    let program =
        program("int main() { unsigned x = 0; while (x < 100000) x += 2; if (x == 100000) reach_error(); }");
    let budget = Budget::unlimited();
    budget.pause_at(0);
    let (mut oracle, options) = (|_: &Ask| None, RunOptions::default());
    let mut open = OpenRun::new(&program).expect("a main");
    for _ in 0..3 {
        let done = open.go_on(&program, &options, u64::MAX, &mut oracle, &mut (), &budget);
        assert_eq!(done, Err(RunError::Limit(Limit::Paused)));
        assert!(open.is_interrupted());
    }
    assert!((8_192..20_000).contains(&open.steps()), "{}", open.steps());
    budget.pause_at(u64::MAX);
    let done = open.go_on(&program, &options, u64::MAX, &mut oracle, &mut (), &budget);
    let done = done.expect("no limit").expect("an end");
    assert!(matches!(done.end, End::Error(..)));
    assert_eq!(run(&program, &options, &mut oracle, &mut (), &budget), Ok(done));
}

const TYPES: [&str; 7] =
    ["_Bool", "signed char", "unsigned short", "int", "unsigned", "long long", "unsigned long long"];

/// An expression over three variables, which stand in it as this text says.
fn expression(rng: &mut Rng, depth: usize, variable: &dyn Fn(usize) -> String) -> String {
    if depth == 0 || rng.one_in(6) {
        return match rng.below(4) {
            0 => ["0", "1", "7", "255u", "-1", "2147483647", "0x80000000u", "5ll"][rng.below(8)].to_string(),
            _ => variable(rng.below(3)),
        };
    }
    let a = expression(rng, depth - 1, variable);
    if rng.one_in(4) {
        let prefix = ["-", "~", "!", "(unsigned char)", "(short)", "(_Bool)", "(long long)"][rng.below(7)];
        return format!("({} {})", prefix, a);
    }
    let b = expression(rng, depth - 1, variable);
    let operators =
        ["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<", ">=", "==", "!=", "&&", "||", "<=", ">"];
    format!("({} {} {})", a, operators[rng.below(operators.len())], b)
}

/// Variables have the quick way, what pointers point to has the long one.
#[test]
fn the_quick_way_and_the_long_way_compute_the_same() {
    for seed in 0..scaled(200) as u64 {
        let ty = |i: usize| TYPES[Rng::new(seed.wrapping_add(i as u64)).below(TYPES.len())];
        let direct = expression(&mut Rng::new(seed), 4, &|i| format!("v{}", i));
        let far = expression(&mut Rng::new(seed), 4, &|i| format!("*p{}", i));
        let result = ty(3);
        let mut text = String::from("long long nd(void);\nint main() {\n");
        for i in 0..3 {
            text.push_str(&format!("  {t} v{i} = nd(); {t} *p{i} = &v{i};\n", t = ty(i), i = i));
        }
        text.push_str(&format!("  {t} a = {}, b = {}, *q = &b;\n", direct, far, t = result));
        text.push_str("  if (a != b) reach_error();\n");
        for (i, op) in ["+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>="].iter().enumerate() {
            text.push_str(&format!("  a {} v{}; *q {} *p{};\n", op, i % 3, op, i % 3));
            text.push_str("  if (a++ != (*q)++ || --v0 != v0 || a != b) reach_error();\n");
        }
        text.push_str("}\n");
        let program = program(&text);
        for numbers in 0..5 {
            let mut answers = RandomAnswers::new(seed ^ numbers);
            let mut oracle = |ask: &Ask| Some(answers.answer(&program, ask));
            let done = run(&program, &RunOptions::default(), &mut oracle, &mut (), &Budget::unlimited());
            let done = done.expect("a run");
            assert!(!matches!(done.end, End::Error(..)), "{}\n{}", done.end.text(&program.lines), text);
        }
    }
}

fn verified(text: &str, options: VerifyOptions) -> (Source, Outcome<(), ProgramTrace>) {
    let budget = Budget::unlimited();
    let source = Source::new(program(text), LowerOptions::default(), &budget).expect("an automaton");
    let file = Arc::new(CFile::without_text(source.clone()));
    let mut verifier = ProgramVerifier::of_source(file, options, budget).expect("an engine");
    let verified = verifier.verify(&mut ());
    assert_eq!(verified.refused, None);
    (source, verified.outcome.map(|_| (), |trace| trace))
}

/// Once only paths were counterexamples, and no path may have so many steps.
#[test]
fn an_error_behind_millions_of_steps_is_found_by_a_run() {
    let text = "unsigned f(unsigned x) { return x + 2; }
        int main() { unsigned x = 0; while (x < 4000001) x = f(x); if (!(x % 2)) reach_error(); }";
    let options = VerifyOptions { engine: Engine::Portfolio, ..VerifyOptions::default() };
    match verified(text, options) {
        (source, Outcome::Unsafe(ProgramTrace::Run(run))) => {
            let run = ErrorRun::of(&*run).expect("a run of C");
            assert_eq!(run.answers, []);
            assert!(source.check_error_run(run, &Budget::unlimited()).is_ok());
            let shorter = ErrorRun { steps: run.steps - 10, ..run.clone() };
            assert!(source.check_error_run(&shorter, &Budget::unlimited()).is_err());
        }
        (_, other) => panic!("{:?}", other),
    }
}

#[test]
fn the_answers_of_a_run_that_is_a_counterexample_lead_to_its_error() {
    let text = "int nd(void); _Bool flag(void);
        int main() {
          int n = 0; while (flag()) n += 3;
          if (n > 30 && nd() == n) {} else if (n > 12) reach_error();
        }";
    let program_options = VerifyOptions { engine: Engine::Portfolio, ..VerifyOptions::default() };
    for seed in 0..5 {
        let mut options = program_options.clone();
        options.engines.guess.seed = seed;
        let (source, outcome) = verified(text, options);
        let answers: Vec<RecordedAnswer> = match outcome {
            Outcome::Unsafe(ProgramTrace::Run(run)) => {
                ErrorRun::of(&*run).expect("a run of C").answers.clone()
            }
            Outcome::Unsafe(ProgramTrace::Path(path)) => source.answers(&path).expect("answers"),
            other => panic!("{:?}", other),
        };
        let replayed = |answers: &[RecordedAnswer]| {
            replay(&source.program, &RunOptions::default(), answers, &mut (), &Budget::unlimited())
        };
        assert!(replayed(&answers).is_ok());
        assert!(matches!(
            replayed(&answers[1..]),
            Err(ReplayError::Mismatch { .. } | ReplayError::NoError(_))
        ));
    }
    let options = {
        let base = program_options;
        VerifyOptions { portfolio: PortfolioOptions { random_runs: false, ..base.portfolio }, ..base }
    };
    assert!(matches!(verified(text, options).1, Outcome::Unsafe(ProgramTrace::Path(_))));
}
