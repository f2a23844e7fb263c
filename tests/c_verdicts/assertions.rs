//! The verdict of each assertion, against all runs of small programs.

use indubit::base::Budget;
use indubit::base::Rng;
use indubit::engine::Outcome;
use indubit::input::{self, InputOptions, Model};
use indubit::portfolio::{verify_assertions, VerifyOptions};

/// A statement about the variables `x`, which begins with any byte, and `s`, which begins with 0.
enum Statement {
    /// `s = (s + x * a + b) % 64;`
    Step(u32, u32),
    /// `if (s < a) x = b;`
    Choice(u32, u32),
    /// `assert(s != a);`
    Differs(u32),
    /// `assert(s <= a);`
    AtMost(u32),
}

impl Statement {
    fn any(rng: &mut Rng) -> Statement {
        let mut number = |below| rng.below(below) as u32;
        match number(5) {
            0 => Statement::Step(number(4), number(9)),
            1 => Statement::Choice(number(64), number(9)),
            2 => Statement::Differs(number(64)),
            _ => Statement::AtMost(40 + number(26)),
        }
    }

    fn text(&self) -> String {
        match self {
            Statement::Step(a, b) => format!("s = (s + x * {}u + {}u) % 64u;", a, b),
            Statement::Choice(a, b) => format!("if (s < {}u) x = {};", a, b),
            Statement::Differs(a) => format!("assert(s != {}u);", a),
            Statement::AtMost(a) => format!("assert(s <= {}u);", a),
        }
    }

    /// Whether it is an assertion, and holds.
    fn carry_out(&self, x: &mut u32, s: &mut u32) -> Option<bool> {
        match *self {
            Statement::Step(a, b) => *s = (*s + *x * a + b) % 64,
            Statement::Choice(a, b) if *s < a => *x = b,
            Statement::Choice(..) => {}
            Statement::Differs(a) => return Some(*s != a),
            Statement::AtMost(a) => return Some(*s <= a),
        }
        None
    }
}

/// By assertion: whether it is the first that is false in some run.
fn by_all_runs(program: &[Statement]) -> Vec<bool> {
    let count = program.iter().filter(|s| matches!(s, Statement::Differs(_) | Statement::AtMost(_))).count();
    let mut fails = vec![false; count];
    for x in 0..256 {
        let (mut x, mut s) = (x, 0);
        let truths = program.iter().filter_map(|statement| statement.carry_out(&mut x, &mut s));
        if let Some(first) = truths.collect::<Vec<bool>>().iter().position(|truth| !truth) {
            fails[first] = true;
        }
    }
    fails
}

fn model(text: &str) -> Model {
    let options = InputOptions::default();
    input::read("program.c", text.as_bytes(), &options, &Budget::unlimited()).expect("a program")
}

#[test]
fn verdicts_on_assertions_are_those_of_all_runs() {
    let mut rng = Rng::new(7);
    for _ in 0..25 {
        let count = 4 + rng.below(6);
        let program: Vec<Statement> = (0..count).map(|_| Statement::any(&mut rng)).collect();
        let lines: Vec<String> = program.iter().map(Statement::text).collect();
        let text = format!(
            "extern unsigned char nd(void);\nint main(void) {{ unsigned x = nd(), s = 0;\n{}\nreturn 0; }}",
            lines.join("\n")
        );
        let expected = by_all_runs(&program);
        let wanted: Vec<usize> = (0..expected.len()).collect();
        let mut found = vec![None; expected.len()];
        let model = model(&text);
        let options = VerifyOptions::default();
        let budget = Budget::unlimited();
        verify_assertions(&model, &wanted, &options, &budget, &mut (), &mut |decided, _, verdict| {
            for &at in decided {
                found[at] = match verdict.outcome {
                    Outcome::Safe(_) => Some(false),
                    Outcome::Unsafe(_) => Some(true),
                    Outcome::Unknown(_) => None,
                };
            }
        });
        let expected: Vec<Option<bool>> = expected.into_iter().map(Some).collect();
        assert_eq!(found, expected, "{}", text);
    }
}
